"""Plays a tournament case: its event is set up as `given` says, and every step is a command or a question at the desk.

Nothing here knows a rule. What is asked is tried and thrown away, what is done stays.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.format.matching import clause_meets, differences
from pitboss.conformance.result import CaseResult, StepFailure
from pitboss.conformance.tournament import clock, entries, hands, procedures, results, seating
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.vocabulary import STEPS
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.games.table import BadSettings
from pitboss.tournaments.prizes.deals import PrizeError

# What the vocabulary names, found by that name.
_VERBS: Mapping[str, Callable[[Scene], Answer]] = {
    name: getattr(module, name)
    for module in (clock, entries, hands, procedures, results, seating)
    for name in STEPS
    if hasattr(module, name)
}


def play(game: str, case: Case) -> CaseResult:
    """The outcome of a case, and the steps that went otherwise than written; once for each structure it names."""
    structures = case.given.get("structure")
    if not isinstance(structures, list):
        return _play_case(case, case.given)
    if not structures:
        raise MalformedCase("given.structure: names no structure.")
    runs = [_play_case(case, {**case.given, "structure": structure}) for structure in structures]
    # The answers are the same for each: the first that is not as written is the one to tell of.
    missed = (run for run in runs if run.failed_steps or differences(case.expect, run.outcome))
    return next(missed, runs[0])


def _play_case(case: Case, given: Mapping[str, Any]) -> CaseResult:
    scene = Scene(given)
    answers: dict[str, object] = {}
    failures: list[StepFailure] = []
    for number, step in enumerate(case.script):
        name = step["ask"] if "ask" in step else step["do"]
        trial = copy(scene).at_step(step)
        try:
            answer = _VERBS[name](trial)
        except (BadSettings, PrizeError) as error:
            raise MalformedCase(f"script[{number}]: {error}") from None
        except Refused as refused:
            answer = {"accepted": False, "reason": refused.refusal.word, "clause": refused.refusal.clause}
            if "refused" in step:
                if not clause_meets(step["refused"], refused.refusal.clause):
                    failures.append(_otherwise(number, step, refused))
                continue
            if "ref" not in step:
                failures.append(_otherwise(number, step, refused))
                continue
        else:
            if "refused" in step:
                failures.append(StepFailure(number, f"refused by {step['refused']}", "accepted", None))
                continue
        if "do" in step:
            scene = trial
        if "ref" in step:
            answers[step["ref"]] = answer
    outcome: dict[str, object] = {"answers": answers}
    if "final" in case.expect:
        outcome["final"] = scene.final(case.expect["final"])
    return CaseResult(outcome, tuple(failures))


def _otherwise(number: int, step: Mapping[str, Any], refused: Refused) -> StepFailure:
    expected = f"refused by {step['refused']}" if "refused" in step else "accepted"
    return StepFailure(number, expected, f"refused: {refused.refusal.reason}", refused.refusal.clause)
