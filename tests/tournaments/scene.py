"""Tournaments for tests: entrants, events that are open or running, and commands that must succeed or be refused."""

from dataclasses import replace
from datetime import date
from typing import Any

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.engine import act, apply
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import Person, Tournament, chips_counted, chips_in_play
from tests.refusals import refused

# The start of the worked cases: 11 June 2025, 12:00 (a Wednesday), in seconds of local time.
NOON = 1_749_643_200


def conditions(name: str = "saturday_special", **changed: Any) -> Conditions:
    """One of the events with its start fixed, and whatever else a test wants otherwise."""
    return replace(event(name), **{"start": NOON, **changed})


def planned(name: str = "saturday_special", **changed: Any) -> Tournament:
    return Tournament(conditions(name, **changed))


def member(name: str, **facts: Any) -> Person:
    """Somebody who may enter anything."""
    return Person(name, born=date(1980, 1, 1), member=True)._replace(**facts)


def done(state: Tournament, command: Command) -> tuple[Tournament, Events]:
    """The event after a command that must succeed, and what happened; the chips must agree with the book."""
    answer = act(state, command)
    assert not isinstance(answer, Refusal), f"{command}: {answer}"
    after, events = answer
    replayed = state
    for each in events:
        replayed = apply(replayed, each)
    assert replayed == after
    assert chips_in_play(after) == chips_counted(after)
    return after, events


def after(state: Tournament, *commands: Command) -> Tournament:
    """The event after commands that must all succeed."""
    for command in commands:
        state, _ = done(state, command)
    return state


def refuses(state: Tournament, command: Command, **expected: object) -> Refusal:
    """Why a command is refused, which must have these particulars."""
    return refused(act(state, command), **expected)
