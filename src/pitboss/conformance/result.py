"""The result of playing a case: the outcome to compare, and the steps that did not behave as written."""

from dataclasses import dataclass
from typing import Any

from pitboss.conformance.format.matching import clause_meets
from pitboss.games.play import Command, Events, Game, Role
from pitboss.rulebook.refusal import Refusal


@dataclass(frozen=True, slots=True)
class StepFailure:
    """A step that went otherwise than its case says; `clause` is the one the program named, if it named one."""

    step: int
    expected: str
    got: str
    clause: str | None
    # The list that the step stands in.
    of: str = "script"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """`outcome` has the keys of `expect`; `step` of a failure counts from 0, as in `script[0]`."""

    outcome: dict[str, object]
    failed_steps: tuple[StepFailure, ...]


class ScriptRun:
    """A script on its way through a table: answers to its questions, and the steps that went otherwise."""

    def __init__(self) -> None:
        self.failures: list[StepFailure] = []
        self.answers: dict[str, object] = {}

    def result(self, outcome: dict[str, object]) -> CaseResult:
        return CaseResult(outcome | ({"answers": self.answers} if self.answers else {}), tuple(self.failures))

    def fail(self, number: int, expected: str, got: str, clause: str | None = None) -> None:
        self.failures.append(StepFailure(number, expected, got, clause))

    def expect(self, number: int, expected: str, answer: Events | Refusal) -> None:
        """Writes down that something expected was refused."""
        if isinstance(answer, Refusal):
            self.fail(number, expected, f"refused: {answer.reason}", answer.clause)

    def expect_refusal(self, number: int, wanted: str, answer: Events | Refusal) -> None:
        """Writes down that something was not turned down, or by another clause."""
        if not isinstance(answer, Refusal):
            self.fail(number, f"refused by {wanted}", "accepted")
        elif not clause_meets(wanted, answer.clause):
            self.expect(number, f"refused by {wanted}", answer)


def plain_answer(answer: Events | Refusal) -> dict[str, object]:
    """Return whether something is allowed, and the clause that says so."""
    if isinstance(answer, Refusal):
        return {"allowed": False, "clause": answer.clause, "reason": answer.reason}
    return {"allowed": True, "clause": answer[0].clause}


def command_of(game: Game[Any], form: str, do: str, **particulars: Any) -> Command:
    """A step as a command. An event is given by the first of those who run the game and may give it."""
    if form == "do":
        return Command(Role.PLAYER, do, **particulars)
    roles = (role for role in game.verbs[do].roles if form != "event" or role is not Role.PLAYER)
    return Command(next(roles), do, **particulars)
