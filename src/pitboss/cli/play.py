"""`pitboss play`: round after round in the terminal and for practice money, against the house or at a cash table."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import MOST_ROUNDS, quote, seed_from, stop, whole_number

HOLDEM = "holdem"
_AT_A_CASH_TABLE = "For holdem"

GameName = Annotated[str, typer.Argument(metavar="GAME", help="ultimate, canberra, pontoon or holdem.")]
Bankroll = Annotated[
    str, typer.Option("--bankroll", "--money", metavar="DOLLARS", help="Practice money to begin with.")
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Write each round to a new file, as a worked case that `conform` plays; holdem as PHH.",
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="Deal the same cards every time.")]
Players = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="N",
        rich_help_panel=_AT_A_CASH_TABLE,
        help="Players, you among them, 2 to 10; 6 if not said.",
    ),
]
Blinds = Annotated[
    str | None,
    typer.Option(
        "--blinds", metavar="AMOUNTS", rich_help_panel=_AT_A_CASH_TABLE, help="One to three blinds; 5/10 if not said."
    ),
]
LimitName = Annotated[
    str | None,
    typer.Option(
        "--limit",
        metavar="LIMIT",
        rich_help_panel=_AT_A_CASH_TABLE,
        help="no_limit, full_pot, half_pot or fixed; no_limit if not said.",
    ),
]
Hands = Annotated[
    str | None,
    typer.Option("--hands", metavar="N", rich_help_panel=_AT_A_CASH_TABLE, help="Leave after so many rounds."),
]


def play(
    game: GameName,
    bankroll: Bankroll = "1000",
    seed: Seed = None,
    record: RecordFile = None,
    players: Players = None,
    blinds: Blinds = None,
    limit: LimitName = None,
    hands: Hands = None,
) -> None:
    """Play in the terminal for practice money, with the reason and the clause of every result.

    ultimate, canberra and pontoon are played against the house, holdem at a cash table with simulated players.

    At any question ? shows the rules behind it, ? and a clause shows that clause, and q leaves.
    """
    from pitboss.cli.playing.prompts import amount
    from pitboss.kits import games, kit_of

    if game not in games():
        *others, last = games()
        stop(f"There is no game {quote(game)} to play: the games are {', '.join(others)} and {last}.")
    money = amount(bankroll)
    if money is None:
        stop(f"--bankroll is an amount such as 1000 or 250.50, not {quote(bankroll)}.")
    for_holdem = {"players": players, "blinds": blinds, "limit": limit, "hands": hands}
    given = {name: value for name, value in for_holdem.items() if value is not None}
    if given and kit_of(game).card_room is None:
        stop(f"--{next(iter(given))} is for {HOLDEM}: at {game} one person plays against the house.")
    for stream in (sys.stdin, sys.stdout):
        # What a terminal cannot spell or show becomes a question mark, and the game goes on.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    kit_of(game).load("terminal")(game, money, seed_from(seed), record, given)


def against_the_house(game: str, money: int, seed: int | None, record: Path | None, _: dict[str, str]) -> None:
    """One person at a table of a house game."""
    from functools import partial

    from pitboss.cli.playing.games import practice
    from pitboss.cli.playing.record import PracticeFile
    from pitboss.cli.playing.session import PracticeSession, file_of_cases
    from pitboss.games.play import dollars

    chosen = practice(game)
    if money < chosen.least:
        stop(f"--bankroll must cover the least wagers, {chosen.least_words}, and {dollars(money)} does not.")
    kept = None if record is None else PracticeFile(record, partial(file_of_cases, game))
    trouble = kept and kept.trouble()
    if trouble:
        stop(trouble)
    PracticeSession(chosen, money, seed, kept).play()


def at_a_cash_table(_: str, money: int, seed: int | None, record: Path | None, given: dict[str, str]) -> None:
    """One person among simulated players."""
    from pitboss.cli.playing.holdem.session import HoldemSession
    from pitboss.cli.playing.holdem.setup import (
        FEWEST_PLAYERS,
        MOST_PLAYERS,
        CannotBeSetUp,
        TableRequest,
        check,
        settings_for,
    )
    from pitboss.cli.playing.record import PracticeFile
    from pitboss.histories.phh import write_all

    limits = {"players": (FEWEST_PLAYERS, MOST_PLAYERS), "hands": (1, MOST_ROUNDS)}
    numbers = {name: whole_number(f"--{name}", given[name], *limits[name]) for name in limits if name in given}
    wanted = TableRequest(**{**given, **numbers})  # type: ignore[arg-type]
    try:
        settings = settings_for(wanted)
        check(settings, money, is_recorded=record is not None)
    except CannotBeSetUp as refused:
        stop(str(refused))
    kept = None if record is None else PracticeFile(record, write_all)
    trouble = kept and kept.trouble()
    if trouble:
        stop(trouble)
    HoldemSession(settings, money, seed, wanted.hands, kept).play()
