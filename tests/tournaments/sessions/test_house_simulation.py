"""Whole house-game tournaments with simple players: the book, the places, the pool, and going back and forth."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import Outcome
from pitboss.tournaments.event.conditions import Conditions, Rebuys
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.log import Desk
from pitboss.tournaments.event.state import Stage, Tournament, chips_counted, chips_in_play
from pitboss.tournaments.prizes.paying import results
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.prizes import awards
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.sessions.events import HouseRoundEnded, HouseRoundStarted

EVENTS = ("ultimate_challenge", "pontoon_heats", "canberra_cup")
Watched = Callable[[Tournament, Command, Events, Tournament], None]


def watch(before: Tournament, command: Command, events: Events, now: Tournament) -> None:
    """What holds after every command."""
    replayed = before
    for each in events:
        replayed = apply(replayed, each)
    assert replayed == now
    assert chips_in_play(now) == chips_counted(now)
    assert min((entrant.stack for entrant in now.entrants.values()), default=0) >= 0
    seated = [player for table in now.tables.values() for player in table.seats.values()]
    assert len(seated) == len(set(seated))
    for table in now.tables.values():
        if table.hand is not None:
            assert table.marker in table.seats


def check(outcome: Outcome, entrants: int) -> None:
    """Every place once, or shared by rule; the pool paid to the cent."""
    state = outcome.state
    assert state.stage is Stage.OVER
    held = places(state)
    assert len(held) == entrants
    groups = Counter(held.values())
    assert all(len(group) == count for group, count in groups.items())
    assert sorted(place for group in groups for place in group) == list(range(1, entrants + 1))
    funds = pool(state).prize_pool_cents
    assert funds == sum(awards(state).values()) == sum(payment.cents for payment in state.payments)


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("entries", [2, 3, 7, 8, 20, 60])
def test_a_whole_event_from_one_seed(name: str, entries: int) -> None:
    outcome = run_house_event(event(name), entries, entries, watch=watch)
    check(outcome, entries)
    figures = outcome.statistics
    assert figures.entrants == entries
    assert figures.hands > 0
    assert figures.most_tables == -(-entries // event(name).seats)


def test_the_same_seed_gives_the_same_event_and_another_one_another() -> None:
    one, again, other = (run_house_event(event("pontoon_heats"), 15, seed) for seed in (4, 4, 5))
    assert one == again
    assert one.story != other.story
    assert any(line.text.startswith("Session 1 begins") for line in one.story)
    assert any("the final" in line.text for line in one.story)


def some_conditions(random: Random) -> Conditions:
    """Sessions, stacks, re-buys and readings of all kinds."""
    found = event(random.choice(EVENTS))
    rounds = random.choice(((3,), (2, 3), (4, 4, 5), (30,)))
    ultimate = found.ruleset == "UTH"
    assert found.sessions is not None
    sessions: dict[str, Any] = {
        "rounds": rounds,
        "advance": tuple(random.choice((1, 2, 3)) for _ in rounds[1:]),
        "repechage": random.choice((0, 0, 1, 3)),
        "keeps_chips": random.random() < 0.5,
        "marker": not ultimate or random.random() < 0.5,
        "equal": random.choice(("rounds", "split", "draw")) if ultimate else "rounds",
        "side_wagers": random.random() < 0.3,
        "super_bonus": random.random() < 0.3,
    }
    rebuys = Rebuys(most=2, cost=1000, chips=300, until_session=random.choice((1, len(rounds))))
    return replace(
        found,
        sessions=replace(found.sessions, **sessions),
        stack=random.choice((200, 300, 500, 5000)),
        rebuys=rebuys if found.ruleset != "PON" and random.random() < 0.5 else None,
    )


@pytest.mark.clause("UTH 16.15[s2]", "PON 20.14[s2]", "CAN 17.14[s2]", "PON 20.22", "CAN 17.23")
def test_events_of_all_kinds_come_to_their_end() -> None:
    random = Random(20)
    told: Counter[str] = Counter()
    for _ in range(60):
        entries = random.randint(2, 30)
        outcome = run_house_event(some_conditions(random), entries, random.getrandbits(32), watch=watch)
        check(outcome, entries)
        for word in ("extra round", "Cards are drawn"):
            told[word] += any(word in line.text for line in outcome.story)
        told["re-buy"] += any(entry.kind == "re-buy" for entry in outcome.state.entries)
        told["shared"] += any(len(held) > 1 for held in places(outcome.state).values())
    assert min(told.values()) > 3
    assert len(told) == 4


@pytest.mark.parametrize("name", EVENTS)
def test_every_command_of_an_event_can_be_undone_and_done_again(name: str) -> None:
    given: list[Command] = []
    states: list[Tournament] = []

    def keep(before: Tournament, command: Command, events: Events, now: Tournament) -> None:
        if not states:
            states.append(before)
        given.append(command)
        states.append(now)

    conditions = event(name)
    assert conditions.sessions is not None
    few = replace(conditions, sessions=replace(conditions.sessions, rounds=(2, 2, 3)))
    run_house_event(few, 16, 8, watch=keep)
    desk = Desk(states[0])
    for command, state in zip(given, states[1:], strict=True):
        desk.do(command)
        assert desk.state == state
    for state in reversed(states[:-1]):
        desk.undo(0)
        assert desk.state == state
    for state in states[1:]:
        desk.redo(0)
        assert desk.state == state


def test_what_cannot_be_played_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="not played against the house"):
        run_house_event(event("saturday_special"), 9, 1)
    with pytest.raises(ValueError, match="2 to 98 entries"):
        run_house_event(event("pontoon_heats"), 1, 1)
    odd = event("pontoon_heats")
    assert odd.sessions is not None
    with pytest.raises(ValueError, match="3 to 2 in whole chips"):
        run_house_event(replace(odd, sessions=replace(odd.sessions, wager_step=25)), 9, 1)


@pytest.mark.parametrize("name", EVENTS)
def test_the_figures_and_the_story_are_what_happened(name: str) -> None:
    conditions = event(name)
    started = ended = 0

    def count(_before: Tournament, _command: Command, events: Events, _after: Tournament) -> None:
        nonlocal started, ended
        started += sum(isinstance(each, HouseRoundStarted) for each in events)
        ended += sum(isinstance(each, HouseRoundEnded) for each in events)

    for seed in range(3):
        started = ended = 0
        outcome = run_house_event(conditions, 12, seed, watch=count)
        assert outcome.statistics.hands == started == ended
        seats = [line.text for line in outcome.story if " takes table " in line.text]
        assert seats
        assert not [text for text in seats if text.endswith(" with 0.")]
        assert {line.clause.split()[0] for line in outcome.story if line.clause} <= {conditions.ruleset}
        assert sum(line.entries for line in results(outcome.state)) == outcome.statistics.entries
