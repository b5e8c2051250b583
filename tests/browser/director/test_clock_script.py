"""The clock of the screens computes what the clock of the rules computes, at every moment of every state."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from pitboss.floor.reading.tournaments.views import clock_of
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.common.static_files import FOLDER
from pitboss.tournaments.clock import clock
from pitboss.tournaments.clock.desk import (
    AddLevels,
    AdjustClock,
    BeginHandForHand,
    CallBreak,
    EndHandForHand,
    NextLevel,
    PauseClock,
    PreviousLevel,
    RunClock,
    hand_used,
)
from pitboss.tournaments.clock.suspension import Resume, Suspend
from pitboss.tournaments.event.conditions import Level, Readings
from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.state import Tournament
from tests.tournaments.clock.scene import playing, with_events
from tests.tournaments.scene import NOON, planned

pytestmark = pytest.mark.needs("chromium")
NIGHTS = 36
STEPS = 14
# All that the script is asked of a state, at each of some moments; as text, which the browser takes in fastest.
ASKED = """cases => JSON.stringify(JSON.parse(cases).map(([data, moments]) => moments.map((at) => {
  const script = window.tournamentClock, clock = data.clock;
  return [script.reading(clock, at), script.coming(clock, at, "level"), script.coming(clock, at, "break"),
    script.registrationLeft(clock, at), script.begins(data, at)];
})))"""


class Case(NamedTuple):
    """What the screens are given of a state, and what the rules say of it at some moments."""

    given: dict[str, Any]
    moments: list[int]
    expected: list[Any]


@pytest.fixture
def script(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.evaluate((FOLDER / "clock.js").read_text())
    yield page
    page.close()


def commands(dice: Random, at: int) -> Command:
    """Something that a director does at the clock."""
    level = Level(100_000 + 1000 * dice.randrange(50), 300_000 + 1000 * dice.randrange(900), 300_000, 600)
    chosen: list[Command] = [
        *(PauseClock(at=at), RunClock(at=at), NextLevel(at=at), PreviousLevel(at=at), BeginHandForHand(at=at)),
        *(EndHandForHand(at=at), CallBreak(at=at, seconds=dice.choice((1, 60, 900))), Resume(at=at)),
        *(AdjustClock(at=at, add=dice.choice((1, 60, 5000))), AdjustClock(at=at, take=dice.choice((1, 60, 600)))),
        *(Suspend(at=at, reason="twelve hours"), AddLevels(at=at, levels=(level,))),
    ]
    return dice.choice(chosen)


def a_night(dice: Random) -> Iterator[tuple[Tournament, int]]:
    """States of one event as a director might bring them about, each with the moment from which it holds."""
    name = dice.choice(("saturday_special", "monday_triple_shot", "midweek_jam", "pontoon_heats"))
    readings = Readings(after_last_level=dice.choice(("hold", "extend")))
    state, at = playing(name, readings=readings), NOON
    yield planned(name), at
    yield state, at
    for _ in range(STEPS):
        at += dice.choice((0, 1, 30, 59, 240, 1200, 1801, 9000))
        if state.clock.hand_for_hand and dice.random() < 0.5:
            state = with_events(state, *hand_used(state, at))
        else:
            answer = act(state, commands(dice, at))
            state = state if isinstance(answer, Refusal) else answer[0]
        yield state, at


def told(state: Tournament, since: int, dice: Random) -> Case:
    """A state with moments near every change that lies ahead, and at random."""
    given = clock_of(state, since).as_json() | {"closes": clock.closing_second(state.conditions)}
    near = [since + each.begins - clock.used_up(state, since) for each in clock.segments_of(state)]
    pool = [since, *near, *(moment - 1 for moment in near), *(since + dice.randrange(50_000) for _ in range(6))]
    if until := given["turn"] and given["turn"]["until"]:
        pool += [until - 1, until, until + 1]
    moments = sorted({moment for moment in pool if moment >= since})
    moments = [moments[0], *dice.sample(moments[1:], min(len(moments) - 1, 12))]
    data = {"clock": given | {"began": clock.level_beginnings(state, since)}, "stage": state.stage, "returns": None}
    return Case(data | {"start": NOON}, moments, [by_the_rules(state, at) for at in moments])


def by_the_rules(state: Tournament, at: int) -> list[Any]:
    return [
        shown_at(state, at),
        ahead(clock.next_level(state, at)),
        ahead(clock.next_break(state, at)),
        clock.registration_left(state, at),
        list(clock.level_beginnings(state, at)),
    ]


def shown_at(state: Tournament, at: int) -> dict[str, Any] | None:
    shown = clock.reading(state, at)
    if shown is None:
        return None
    level = shown.blinds
    blinds = None if level is None else {"small": level.small, "big": level.big, "ante": level.ante}
    return {**shown._asdict(), "blinds": blinds}


def ahead(coming: clock.Coming | None) -> list[int] | None:
    return None if coming is None else [coming.segment.level, coming.segment.begins, coming.seconds]


def in_the_same_words(answer: list[Any], expected: list[Any]) -> list[Any]:
    """What the script answered, told as `by_the_rules` tells it: only of what has begun do the rules know when."""
    shown, level, pause, left, begins = answer
    comings = [
        None if each is None else [each["segment"]["level"], each["segment"]["begins"], each["seconds"]]
        for each in (level, pause)
    ]
    began = [each if known is not None else None for each, known in zip(begins, expected[4], strict=True)]
    return [shown, *comings, left, began]


def test_the_script_computes_what_the_rules_compute(script: Page) -> None:
    dice = Random(9)
    cases = [told(state, since, dice) for _ in range(NIGHTS) for state, since in a_night(dice)]
    answers = json.loads(script.evaluate(ASKED, json.dumps([[case.given, case.moments] for case in cases])))
    seen: set[Any] = set()
    for case, answered in zip(cases, answers, strict=True):
        for at, answer, expected in zip(case.moments, answered, case.expected, strict=True):
            words = json.dumps(case.given["clock"]["turn"])
            assert in_the_same_words(answer, expected) == json.loads(json.dumps(expected)), f"{at}: {words}"
            turn = case.given["clock"]["turn"] or {"running": "before", "until": None, "extra": 0}
            shown = expected[0] or {"kind": "nothing", "overrun": False}
            seen.add((turn["running"], shown["kind"]))
            seen |= {name for name in ("until", "extra") if turn[name]} | ({"overrun"} if shown["overrun"] else set())
    every_state = {(does, kind) for does in ("running", "paused", "suspended") for kind in ("level", "break")}
    hands = {("hand_for_hand", "level"), ("hand_for_hand", "break")}
    assert seen >= {*every_state, *hands, ("before", "nothing"), "until", "extra", "overrun"}
    assert len(answers) > 500
