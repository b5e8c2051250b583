"""`pitboss prizes`: what the prizes still to be won are worth to each player, by the usual deals."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from pitboss.cli.options import AsJson

if TYPE_CHECKING:
    from pitboss.odds.prizes import Deal

Stacks = Annotated[list[str], typer.Argument(metavar="STACKS", help="The chips of every player left: 5000 3000 2000.")]
Prizes = Annotated[str, typer.Option("--prizes", help="In dollars from the first place down: 50 30 20, or 50,30,20.")]

_HEADINGS = {"icm": "ICM", "chip_chop": "chip chop", "by_chips": "by chips", "even": "even"}


class PrizesCommand(TyperCommand):
    """The command, for which several numbers behind `--prizes` are one value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "--prizes" in args:
            first = args.index("--prizes") + 1
            end = next((place for place in range(first, len(args)) if args[place].startswith("--")), len(args))
            args = [*args[:first], *([" ".join(args[first:end])] if end > first else []), *args[end:]]
        return super().parse_args(ctx, args)


def prizes(stacks: Stacks, prizes: Prizes, as_json: AsJson = False) -> None:
    """Divide the prizes still to be won: by the chip model (ICM), by chips, and evenly.

    Payouts are in whole cents and add up to the prizes. With --json: "deals" by name, each with "shares" in cents as
    fractions, "payouts" in cents and "objections"; "error" in cents is above nothing where a fraction is too long.
    """
    from pitboss.odds.prizes import DEALS, PrizeError

    try:
        chips = [_chips(text) for each in stacks for text in each.split()]
        cents = [_cents(text) for text in prizes.replace(",", " ").split()]
        deals = {name: divide(chips, cents) for name, divide in DEALS.items()}
    except PrizeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps(_answer(chips, cents, deals), indent=2))
    else:
        _show(chips, cents, deals)


def _chips(text: str) -> int:
    from pitboss.odds.prizes import PrizeError

    if not text.isdecimal():
        raise PrizeError(f"'{text}' is not a number of chips like 5000.")
    return int(text)


def _cents(text: str) -> int:
    """An amount in dollars, with or without cents."""
    from pitboss.odds.prizes import PrizeError

    whole, point, part = text.removeprefix("$").partition(".")
    if not whole.isdecimal() or (point and not (part.isdecimal() and len(part) <= 2)):
        raise PrizeError(f"'{text}' is not an amount like 50 or 49.95.")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _answer(chips: list[int], cents: list[int], deals: dict[str, "Deal"]) -> dict[str, Any]:
    from pitboss.odds.prizes import objections, payouts

    rows = {
        name: {
            "shares": [{"numerator": share.numerator, "denominator": share.denominator} for share in deal.shares],
            "error": float(deal.error),
            "payouts": list(payouts(deal, cents)),
            "objections": list(objections(deal, cents)),
        }
        for name, deal in deals.items()
    }
    return {"stacks": chips, "prizes": cents, "deals": rows}


def _show(chips: list[int], cents: list[int], deals: dict[str, "Deal"]) -> None:
    from rich.console import Console
    from rich.table import Table

    from pitboss.odds.prizes import objections, payouts

    table = Table()
    for heading in ("player", "chips", *_HEADINGS.values(), "ICM to 4 places"):
        table.add_column(heading, justify="right")
    paid = [payouts(deal, cents) for deal in deals.values()]
    for player, stack in enumerate(chips):
        amounts = [_dollars(payout[player]) for payout in paid]
        table.add_row(str(player + 1), f"{stack:,}", *amounts, f"{float(deals['icm'].shares[player]) / 100:,.4f}")
    console = Console(highlight=False)
    console.print(table)
    for name, deal in deals.items():
        for objection in objections(deal, cents):
            console.print(f"{_HEADINGS[name][0].upper()}{_HEADINGS[name][1:]}: {objection}.")


def _dollars(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"
