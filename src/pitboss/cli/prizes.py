"""`pitboss prizes`: what the prizes still to be won are worth to each player, by the usual deals."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from pitboss.cli.options import (
    MOST_DIGITS,
    AsJson,
    figure_table,
    fraction_data,
    is_number,
    least_width,
    plain_console,
    print_table,
    quote,
    stop,
)

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.tournaments.prizes.deals import DealShares

Stacks = Annotated[list[str], typer.Argument(metavar="STACKS", help="The chips of every player left: 5000 3000 2000.")]
Prizes = Annotated[str, typer.Option("--prizes", help="In dollars from the first place down: 50 30 20, or 50,30,20.")]

# An amount with thousands apart, unless it is a list of amounts.
_THOUSANDS = re.compile(r"\$?\d{1,3}(,\d{3})+(\.\d+)?", re.ASCII)
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
    from pitboss.tournaments.prizes.deals import DEALS, PrizeError

    try:
        chips = [_chips(text) for each in stacks for text in each.split()]
        cents = [_cents(text) for text in _amounts(prizes)]
        deals = {name: divide(chips, cents) for name, divide in DEALS.items()}
    except PrizeError as error:
        stop(str(error))
    if as_json:
        typer.echo(json.dumps(_answer(chips, cents, deals), indent=2))
    else:
        _show(chips, cents, deals)


def _chips(text: str) -> int:
    if not is_number(text):
        stop(f"{quote(text)} is not a number of chips like 5000, of at most {MOST_DIGITS} digits.")
    return int(text)


def _amounts(text: str) -> Iterator[str]:
    """The prizes one by one: spaces or commas stand between them, and no comma inside an amount.

    `500,300,200` are three. `1,000` is refused, for whoever writes it means a thousand: no amount of a list begins with
    a nought or is above the one before it, and where spaces stand between amounts, commas have no business there.
    """
    words = [word.strip(",") for word in text.split()]
    for word in words:
        parts = [part for part in word.split(",") if part]
        noughts = any(part.startswith("0") and len(part) > 1 and part[1] != "." for part in parts[1:])
        if noughts or (_THOUSANDS.fullmatch(word) and (len(words) > 1 or not _goes_down(parts))):
            stop(
                f"{quote(word)} may be one amount or several: write no comma inside an amount, and spaces between"
                " amounts, such as 1000 500."
            )
        yield from parts


def _goes_down(parts: list[str]) -> bool:
    return all(int(one) >= int(other) for one, other in pairwise(part.strip("$").split(".")[0] for part in parts))


def _cents(text: str) -> int:
    """An amount in dollars, with or without cents."""
    from pitboss.games.command import cents_in

    cents = cents_in(text, MOST_DIGITS)
    if cents is None:
        stop(f"{quote(text)} is not an amount like 50 or 49.95, of at most {MOST_DIGITS} digits.")
    return cents


def _answer(chips: list[int], cents: list[int], deals: dict[str, "DealShares"]) -> dict[str, Any]:
    from pitboss.tournaments.prizes.deals import objections, payouts

    rows = {
        name: {
            "shares": [fraction_data(share) for share in deal.shares],
            "error": float(deal.error),
            "payouts": list(payouts(deal, cents)),
            "objections": list(objections(deal, cents)),
        }
        for name, deal in deals.items()
    }
    return {"stacks": chips, "prizes": cents, "deals": rows}


def _show(chips: list[int], cents: list[int], deals: dict[str, "DealShares"]) -> None:
    from pitboss.tournaments.prizes.deals import objections

    console = plain_console()
    table = _table(chips, cents, deals, with_places=True)
    if least_width(console, table) > console.width:
        table = _table(chips, cents, deals, with_places=False)
    print_table(console, table)
    for name, deal in deals.items():
        for objection in objections(deal, cents):
            console.print(f"{_HEADINGS[name][0].upper()}{_HEADINGS[name][1:]}: {objection}.")


def _table(chips: list[int], cents: list[int], deals: dict[str, "DealShares"], *, with_places: bool) -> "Table":
    """The deals side by side; the chip model to four places as well, where the screen has room for it."""
    from pitboss.tournaments.prizes.deals import payouts

    table = figure_table("player", "chips", *_HEADINGS.values(), *(["ICM to 4 places"] if with_places else []))
    paid = [payouts(deal, cents) for deal in deals.values()]
    for player, (stack, share) in enumerate(zip(chips, deals["icm"].shares, strict=True)):
        amounts = [f"{Decimal(payout[player]).scaleb(-2):,.2f}" for payout in paid]
        places = [f"{float(share) / 100:,.4f}"] if with_places else []
        table.add_row(str(player + 1), f"{stack:,}", *amounts, *places)
    return table
