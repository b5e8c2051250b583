"""Plays a case of the house: its night on a floor with a set clock, every step a command that a person gives."""

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.conformance.floor import moments
from pitboss.conformance.floor.chance import WrittenChance
from pitboss.conformance.floor.memory import empty_house
from pitboss.conformance.floor.opening import Opening
from pitboss.conformance.floor.outcome import Look
from pitboss.conformance.floor.people import People, UnknownPerson, took_in
from pitboss.conformance.floor.vocabulary import particulars_of
from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.format.matching import clause_meets, differences
from pitboss.conformance.result import CaseResult, StepFailure
from pitboss.floor.kernel import chance
from pitboss.floor.kernel.contract import No, event_told
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.registry import COMMANDS
from pitboss.floor.kernel.roles import VISITOR
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables import croupier
from pitboss.screens.common.reading import read_command

# A Friday evening.
BEGINS = "2026-11-20T18:00"
# The house does no more than this by itself before somebody does something.
_MOST_TICKS = 1000


class SetClock:
    """The clock of a case: it stands until it is set."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def play_in_memory(game: str, case: Case) -> CaseResult:
    """A case in a house of its own, in memory."""
    with empty_house():
        return play(case)


def play(case: Case) -> CaseResult:
    """A case on the empty house that is there: the outcome, and the steps that went otherwise than written."""
    run = _Run(case)
    with chance.as_written(run.chance):
        try:
            run.open()
            run.take("script", case.script)
            outcome = run.look.at(case.expect)
        except UnknownPerson as error:
            raise MalformedCase(f"given.people: {error}") from None
    return CaseResult({**outcome, "answers": run.answers}, tuple(run.failures))


class _Run:
    """One night."""

    def __init__(self, case: Case) -> None:
        self.given = case.given
        self.clock, self.people = SetClock(), People()
        self.floor = Floor(self.clock)
        self.look = Look(self.floor, self.people)
        self.chance = WrittenChance(case.id, case.given.get("shoes", {}))
        self.clock_runs = case.given.get("clock", "runs") == "runs"
        # The list of steps that are being taken.
        self.steps = ""
        self.failures: list[StepFailure] = []
        self.answers: dict[str, object] = {}

    def open(self) -> None:
        """The house as the case gives it, or as its own past has made it."""
        self._set_clock("given.at", self.given.get("at", BEGINS))
        if "earlier" not in self.given:
            Opening(self.floor, self.people).furnish(self.given)
        self.take("given.earlier", self.given.get("earlier", ()))

    def take(self, steps: str, script: Sequence[Mapping[str, Any]]) -> None:
        """Takes all steps of a list, or writes down how they went otherwise."""
        self.steps = steps
        for number, step in enumerate(script):
            self._step(f"{steps}[{number}]", number, step)

    def _step(self, where: str, number: int, step: Mapping[str, Any]) -> None:
        if "at" in step:
            self._set_clock(f"{where}.at", step["at"])
            self._let_the_clock_run()
        elif "wall" in step:
            self.clock.now = self._moment(step["wall"])
        elif "check" in step:
            self._check(number, step["check"])
        else:
            self._command(where, number, step)

    def _set_clock(self, where: str, text: str) -> None:
        at = self._moment(text)
        if at < self.floor.clock():
            raise MalformedCase(f"{where}: the clock of the house does not go back.")
        self.clock.now = at

    def _moment(self, text: str) -> int:
        shown = moments.read(text)
        assert shown is not None, text
        house = premises_of(self.floor)
        told = self.given.get("house", {})
        return moments.moment(shown, ZoneInfo(told.get("time_zone", house.time_zone)))

    def _let_the_clock_run(self) -> None:
        """Let the house act by itself for the time that has passed, unless the case writes that down too."""
        for _ in range(_MOST_TICKS if self.clock_runs else 0):
            if not any(isinstance(answer, Done) for answer in croupier.tick(self.floor)):
                return

    def _check(self, number: int, wanted: Mapping[str, Any]) -> None:
        for found in differences(wanted, self.look.at(wanted)):
            expected, got = f"{found.path} {found.expected}", f"{found.path} {found.got}"
            self._fail(number, expected, got)

    def _command(self, where: str, number: int, step: Mapping[str, Any]) -> None:
        kind = COMMANDS[step["command"]]
        try:
            actor = self.people.actor(step["by"], step.get("as", ""))
        except UnknownPerson as error:
            raise MalformedCase(f"{where}.by: {error}") from None
        command = read_command(kind, self.people.with_ids(particulars_of(step)))
        if "seed" in step:
            self.chance.drawn = int(step["seed"], 16)
        key = None if actor == VISITOR else step.get("key")
        answer = command if isinstance(command, No) else self.floor.execute(actor, command, key)
        self._judge(number, step, answer)
        if isinstance(answer, Done):
            took_in(self.people, step["command"], step, answer.answer)
        if "ref" in step:
            self.answers[step["ref"]] = self._answer_facts(answer)

    def _judge(self, number: int, step: Mapping[str, Any], answer: Done | No) -> None:
        wanted = step.get("refused")
        if wanted is None and isinstance(answer, No):
            self._fail(number, "accepted", f"refused: {answer.reason}", answer.clause)
        elif wanted is not None and not isinstance(answer, No):
            self._fail(number, f"refused by {wanted}", "accepted")
        elif wanted is not None and isinstance(answer, No) and not _is_refused_by(wanted, answer):
            self._fail(number, f"refused by {wanted}", f"refused: {answer.reason}", answer.clause or answer.word)

    def _fail(self, number: int, expected: str, got: str, cited: str = "") -> None:
        self.failures.append(StepFailure(number, expected, got, cited or None, self.steps))

    def _answer_facts(self, answer: Done | No) -> dict[str, object]:
        """Return the answer to a step, for `expect.answers`."""
        if isinstance(answer, No):
            told = {"clause": answer.clause, "word": answer.word, "field": answer.field, "reason": answer.reason}
            return {"accepted": False, **told}
        events = [event_told(event) for _, event in answer.facts]
        return {
            "accepted": True,
            "repeated": answer.repeated,
            "answer": self.people.with_names(answer.answer),
            "events": [event["kind"] for event in events],
            "told": [words_of(event) for _, event in answer.facts],
            "clauses": sorted({event["clause"] for event in events if event.get("clause")}),
        }


def _is_refused_by(wanted: str, answer: No) -> bool:
    """A refusal by a rule is named by its clause, one by the house alone by its word."""
    return clause_meets(wanted, answer.clause) if " " in wanted and answer.clause else wanted == answer.word
