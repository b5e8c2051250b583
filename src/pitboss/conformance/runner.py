"""Plays worked cases and judges them: a case passes if every step went as written and the whole outcome is met."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.format.matching import Difference, differences
from pitboss.conformance.result import CaseResult, StepFailure
from pitboss.kits import games, kit_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a case; `failure` says why it could not be played to its end."""

    file: Path | None
    case: Case
    passed: bool
    differences: tuple[Difference, ...]
    failure: str | None


# How a case of a game is played.
Player = Callable[[str, Case], CaseResult]


def run_case(game: str, case: Case, *, file: Path | None = None, play: Player | None = None) -> Verdict:
    """Plays a case. What cannot be played has failed, and a fault of the program fails this case alone.

    `play` is for games that are played elsewhere.
    """
    try:
        played = (play or _player(game))(game, case)
        found = (*map(_of_step, played.failed_steps), *differences(case.expect, played.outcome))
    except MalformedCase as error:
        # The shape of the file is right, but this round cannot be; the other cases can be played all the same.
        return Verdict(file, case, False, (), str(error))
    except Exception as error:
        return Verdict(file, case, False, (), _exception_words(error))
    return Verdict(file, case, not found, found, None)


def _player(game: str) -> Player:
    if game not in games():
        from pitboss.conformance.tournament.player import play

        return play
    found: Player = kit_of(game).load("case_player")
    return found


def _of_step(failure: StepFailure) -> Difference:
    got = failure.got
    if failure.clause is not None and failure.clause not in got:
        got = f"{got} ({failure.clause})"
    return Difference(f"{failure.of}[{failure.step}]", failure.expected, got)


def _exception_words(error: Exception) -> str:
    """An exception is a fault of the program: what it was, and where to look."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"playing it broke: {type(error).__name__}: {error} ({Path(frame.filename).name}, line {frame.lineno})"
