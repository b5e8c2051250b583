"""`pitboss equity`: how often hands and ranges win against each other."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    MOST_ROUNDS,
    AsJson,
    figure_table,
    fraction_data,
    plain_console,
    print_table,
    seed_or_any,
    stop,
    whole_number,
)
from pitboss.cli.rank import AceLow, DeckSize, Joker, deck_size

if TYPE_CHECKING:
    from pitboss.odds.equity import Equities

Hands = Annotated[
    list[str],
    typer.Argument(metavar="HANDS", help='Two or more: "AhKh", "TT+, AKs", "A2s+", "76s-54s", "AKs@0.5", "random".'),
]
Board = Annotated[str, typer.Option("--board", help='The cards on the board: "2c 3d 4h".')]
Dead = Annotated[str, typer.Option("--dead", help="Cards that are out of play.")]
Omaha = Annotated[bool, typer.Option("--omaha", help="Four cards a hand, of which exactly two play.")]
Simulate = Annotated[str | None, typer.Option("--simulate", metavar="DEALS", help="Deal at random, so many times.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="The seed of the simulation.")]


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
    from pitboss.cards.card import CardError
    from pitboss.odds.equity import TooMuchWork

    deals = None if simulate is None else whole_number("--simulate", simulate, 1, MOST_ROUNDS)
    chosen = seed_or_any(seed)
    if seed is not None and deals is None:
        stop("--seed is for --simulate: what is computed exactly has no seed.")
    try:
        settings = {"deck": deck_size(deck), "joker": joker, "ace_low_straights": ace_low_straights}
        found = _compute(hands, board, dead, {**settings, "hole_cards": 4 if omaha else 2}, deals, chosen)
    except TooMuchWork as error:
        stop(f"{str(error).removesuffix('.')}; --simulate 1000000 deals at random instead.")
    except CardError as error:
        stop(str(error))
    if as_json:
        typer.echo(json.dumps(_answer(found, chosen), indent=2))
    else:
        _show(found, chosen)


def _compute(
    hands: list[str], board: str, dead: str, settings: dict[str, Any], deals: int | None, seed: int
) -> "Equities":
    from rich.console import Console
    from rich.progress import Progress

    from pitboss.games.holdem.settings import HoldemSettings
    from pitboss.odds.equity import equities, simulate

    table = HoldemSettings(**settings)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("Dealing", total=1.0)

        def progress(done: float) -> None:
            shown.update(task, completed=done)

        if deals is None:
            return equities(hands, board, dead, settings=table, progress=progress)
        return simulate(hands, board, dead, deals=deals, seed=seed, settings=table, progress=progress)


def _answer(found: "Equities", seed: int) -> dict[str, Any]:
    rows = [
        {
            "hand": each.hand,
            "win": fraction_data(each.win),
            "tie": fraction_data(each.tie),
            "equity": fraction_data(each.equity),
            "counts": list(each.counts),
            "error": each.error,
        }
        for each in found.hands
    ]
    return {"hands": rows, "deals": found.deals, "exact": found.exact, "seed": None if found.exact else seed}


def _show(found: "Equities", seed: int) -> None:
    table = figure_table("hand", "wins", "ties", "equity", *([] if found.exact else ["error"]))
    for each in found.hands:
        figures = [f"{float(part):.3%}" for part in (each.win, each.tie, each.equity)]
        error = [] if found.exact else [f"{each.error:.3%}"]
        table.add_row(each.hand, *figures, *error)
    console = plain_console()
    print_table(console, table)
    how = f"{found.deals:,} deals"
    console.print(f"Exact, over {how}" if found.exact else f"From {how} at random (seed {seed})", style="dim")
