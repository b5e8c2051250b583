"""`pitboss play`: round after round against the house, in the terminal and for practice money."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="ultimate, canberra or pontoon.")]
Bankroll = Annotated[str, typer.Option("--bankroll", metavar="DOLLARS", help="Practice money to begin with.")]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record", metavar="FILE", help="Write each round to a new file, as a worked case that `conform` plays."
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Deal the same cards every time.")]


def play(game: GameName, bankroll: Bankroll = "1000", seed: Seed = None, record: Record = None) -> None:
    """Play a house game in the terminal for practice money, with the reason and the clause of every result.

    At any question ? shows the rules behind it, ? and a clause shows that clause, and q leaves.
    """
    from pitboss.cli.playing.asking import amount, quoted
    from pitboss.cli.playing.games import practice
    from pitboss.cli.playing.record import Record
    from pitboss.cli.playing.session import Session
    from pitboss.games.catalogue import HOUSE_GAMES
    from pitboss.games.play import dollars

    if game not in HOUSE_GAMES:
        *others, last = HOUSE_GAMES
        _stop(f"There is no game {quoted(game)} to play: the games are {', '.join(others)} and {last}.")
    money = amount(bankroll)
    if money is None:
        _stop(f"--bankroll is an amount such as 1000 or 250.50, not {quoted(bankroll)}.")
    chosen = practice(game)
    if money < chosen.least:
        _stop(f"--bankroll must cover the least wagers, {chosen.least_words}, and {dollars(money)} does not.")
    for stream in (sys.stdin, sys.stdout):
        # What a terminal cannot spell or show becomes a question mark, and the game goes on.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    kept = None if record is None else Record(game, record)
    trouble = kept and kept.trouble()
    if trouble:
        _stop(trouble)
    Session(chosen, money, seed, kept).play()


def _stop(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(2)
