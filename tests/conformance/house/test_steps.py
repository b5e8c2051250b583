"""Every command of a game can be a step: whatever the table says to it, nothing breaks."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards.card import face
from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import Verdict, run_case
from pitboss.games.play import Role, State
from pitboss.kits import game_named, house_games
from tests.conformance.case_scene import file_of

VERBS = [(game, verb) for game in house_games() for verb in game_named(game).verbs]
WAGERS = {"ultimate": {"ante": 1000, "blind": 1000}, "canberra": {"ante": 1000, "jackpot": 200}}
# Decisions that bring a round to its end, so that a step can come after it.
DECIDED = {"ultimate": [{"seat": 1, "do": "fold"}], "canberra": [{"seat": 1, "do": "fold"}]}
STANDS = [{"seat": 1, "do": "stand"}]
DEAL: dict[str, Any] = {"event": "deal"}
NO_CLAUSE = "UTH 99.9"


def wagers_of(game: str) -> dict[str, int]:
    return WAGERS.get(game, {"main": 1000})


def deck_of(game: str) -> list[str]:
    engine = game_named(game)
    state: State[Any] = engine.opened(engine.default_settings)
    return [face(card) for card in engine.deck(state).cards]


def particulars(game: str, verb: str) -> dict[str, Any]:
    """Something that makes sense for each thing that a command needs or takes."""
    kind, *_ = wagers_of(game)
    plausible = {
        "seat": 1,
        "player": "Ann",
        "hand": 1,
        "amount": 4000,
        "wagers": {kind: 1000},
        "amounts": {"Ann": 1000},
        "joined_by": ["Bob"],
        "cards": 3 if verb == "deal" else deck_of(game) if verb == "check_cards" else ["7d"],
        "seats": [1],
        "held": 3,
        "handled_by": [1],
        "rebuilt": True,
        "ruling": "void_round",
        "clause": game_named(game).clauses.disturbance,
        "reason": "disturbance",
        "position": 26,
        "depth": 60,
        "minute": 600,
        "limits": {kind: {"min": 500, "max": 60000}},
        "shoe": "automated",
        "round": 1,
    }
    known = game_named(game).verbs[verb]
    return {name: plausible[name] for name in (*known.needs, *known.takes)}


def steps_of(game: str, verb: str) -> list[dict[str, Any]]:
    """A command in each form it can be written in, with all its particulars."""
    roles = game_named(game).verbs[verb].roles
    more = particulars(game, verb)
    steps: list[dict[str, Any]] = [{"ask": verb, "ref": "answer", **more}]
    if Role.PLAYER in roles:
        steps.append({"do": verb, "seat": 1, **more})
    if roles != (Role.PLAYER,):
        steps.append({"event": verb, **more})
    return steps + [{**step, "refused": NO_CLAUSE} for step in steps[1:]]


def cases_of(folder: Path, game: str, *scripts: list[dict[str, Any]]) -> tuple[Case, ...]:
    """Cases as a file would have them, with one box and cards enough."""
    given = {
        "table": {"jackpot": {"pool": 2_500_000}} if game == "canberra" else {},
        "seats": [{"seat": 1, "player": "Ann", "wagers": wagers_of(game)}],
        "shoe": deck_of(game)[::-1],
        "expect": {},
    }
    cases = [{"id": f"S-{number}", **given, "script": script} for number, script in enumerate(scripts)]
    return load(file_of(folder, game, *cases)).cases


def played(folder: Path, game: str, *script: dict[str, Any]) -> Verdict:
    (case,) = cases_of(folder, game, list(script))
    return run_case(game, case)


@pytest.mark.parametrize(("game", "verb"), VERBS)
def test_every_command_can_be_a_step(tmp_path: Path, game: str, verb: str) -> None:
    """Before the first card, in the middle of the deal, after it, and when the round is over."""
    end = DECIDED.get(game, STANDS)
    part = {**DEAL, "cards": 2}
    steps = steps_of(game, verb)
    scripts = [
        script for step in steps for script in ([step, DEAL], [part, step, DEAL], [step], [*end, step], [step, step])
    ]
    for case in cases_of(tmp_path, game, *scripts):
        assert run_case(game, case).failure is None, case.script


@pytest.mark.parametrize("game", house_games())
def test_limits_are_announced_by_a_step(tmp_path: Path, game: str) -> None:
    step = {"event": "announce_limits", "limits": particulars(game, "announce_limits")["limits"], "ref": "limits"}
    verdict = played(tmp_path, game, step)
    assert verdict.failure is None
    assert not [each for each in verdict.differences if each.path == "script[0]"]


@pytest.mark.parametrize(("game", "clause"), [("ultimate", "UTH 7.1"), ("canberra", "CAN 6.1"), ("pontoon", "PON 6.1")])
def test_a_deal_can_be_refused_or_asked(tmp_path: Path, game: str, clause: str) -> None:
    """Nothing of it leaves the shoe: the round ends as it does without."""
    end = DECIDED.get(game, STANDS)
    deal = {**DEAL, "cards": 3}
    asked = {"ask": "deal", "cards": 3, "ref": "more"}
    plain = played(tmp_path, game, DEAL, *end)
    verdict = played(tmp_path, game, DEAL, {**deal, "refused": clause}, asked, *end)
    assert verdict.failure is None
    assert [each.got for each in verdict.differences] == [each.got for each in plain.differences]
    (wrong, *_) = played(tmp_path, game, DEAL, {**deal, "refused": NO_CLAUSE}, *end).differences
    assert wrong.path == "script[1]"
    assert clause in str(wrong.got)


@pytest.mark.parametrize("game", house_games())
def test_a_deal_that_is_not_written_and_refused_is_told(tmp_path: Path, game: str) -> None:
    (case,) = cases_of(tmp_path, game, [])
    (step, *_) = run_case(game, replace(case, seats=[])).differences
    assert (step.path, step.expected) == ("script[0]", "dealt")


@pytest.mark.parametrize("game", house_games())
def test_a_deal_that_is_not_due_is_told(tmp_path: Path, game: str) -> None:
    end = DECIDED.get(game, STANDS)
    step, *left = played(tmp_path, game, DEAL, DEAL, *end).differences
    assert (step.path, step.expected) == ("script[1]", "dealt")
    assert str(step.got).startswith("refused: ")
    # The cards of it are still in the shoe.
    assert [each.got for each in left] == [each.got for each in played(tmp_path, game, DEAL, *end).differences]
