"""`pitboss equity`: how often hands and ranges win against each other."""

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import AsJson
from pitboss.cli.rank import AceLow, DeckSize, Joker

if TYPE_CHECKING:
    from pitboss.odds.equity import Equities

Hands = Annotated[
    list[str],
    typer.Argument(metavar="HANDS", help='Two or more: "AhKh", "TT+, AKs", "A2s+", "76s-54s", "AKs@0.5", "random".'),
]
Board = Annotated[str, typer.Option("--board", help='The cards on the board: "2c 3d 4h".')]
Dead = Annotated[str, typer.Option("--dead", help="Cards that are out of play.")]
Omaha = Annotated[bool, typer.Option("--omaha", help="Four cards a hand, of which exactly two play.")]
Simulate = Annotated[int | None, typer.Option("--simulate", metavar="DEALS", help="Deal at random, so many times.")]
Seed = Annotated[int | None, typer.Option("--seed", help="The seed of the simulation.")]


def equity(
    hands: Hands,
    board: Board = "",
    dead: Dead = "",
    deck: DeckSize = "52",
    joker: Joker = False,
    omaha: Omaha = False,
    ace_low_straights: AceLow = True,
    simulate: Simulate = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """How often hands of hold'em win, tie and what share of the pot they are worth, exactly.

    With --json: "hands", each with "win", "tie" and "equity" as fractions, "counts" of deals won alone, by two, by
    three and so on, and "error", the standard error where it was simulated; "deals", "exact" and "seed".
    """
    from random import Random

    from pitboss.cards.card import CardError
    from pitboss.cards.deck import no_such_deck
    from pitboss.odds.equity import TooMuchWork

    if simulate is not None and seed is None:
        seed = Random().getrandbits(32)
    try:
        if not deck.isdecimal():
            raise no_such_deck(deck)
        settings = {"deck": int(deck), "joker": joker, "ace_low_straights": ace_low_straights}
        found = _computed(hands, board, dead, {**settings, "hole_cards": 4 if omaha else 2}, simulate, seed)
    except CardError as error:
        sentence = str(error)
        if isinstance(error, TooMuchWork):
            sentence = f"{sentence.removesuffix('.')}; --simulate 1000000 deals at random instead."
        typer.echo(sentence, err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps(_answer(found, seed), indent=2))
    else:
        _show(found, seed)


def _computed(
    hands: list[str], board: str, dead: str, settings: dict[str, Any], simulate: int | None, seed: int | None
) -> "Equities":
    from rich.console import Console
    from rich.progress import Progress

    from pitboss.games.holdem.settings import HoldemSettings
    from pitboss.odds.equity import equities, simulated

    table = HoldemSettings(**settings)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("Dealing", total=1.0)

        def progress(done: float) -> None:
            shown.update(task, completed=done)

        if simulate is None:
            return equities(hands, board, dead, settings=table, progress=progress)
        return simulated(hands, board, dead, deals=simulate, seed=seed or 0, settings=table, progress=progress)


def _answer(found: "Equities", seed: int | None) -> dict[str, Any]:
    rows = [
        {
            "hand": each.hand,
            "win": _fraction(each.win),
            "tie": _fraction(each.tie),
            "equity": _fraction(each.equity),
            "counts": list(each.counts),
            "error": each.error,
        }
        for each in found.hands
    ]
    return {"hands": rows, "deals": found.deals, "exact": found.exact, "seed": None if found.exact else seed}


def _fraction(number: Fraction) -> dict[str, int]:
    return {"numerator": number.numerator, "denominator": number.denominator}


def _show(found: "Equities", seed: int | None) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("hand")
    for heading in ("wins", "ties", "equity", *([] if found.exact else ["error"])):
        table.add_column(heading, justify="right")
    for each in found.hands:
        figures = [f"{float(part):.3%}" for part in (each.win, each.tie, each.equity)]
        error = [] if found.exact else [f"{each.error:.3%}"]
        table.add_row(escape(each.hand), *figures, *error)
    console = Console(highlight=False)
    console.print(table)
    how = f"{found.deals:,} deals"
    console.print(f"Exact, over {how}" if found.exact else f"From {how} at random (seed {seed})", style="dim")
