"""Undone and done again on the floor: the same as at a desk of the rules' own, and the money goes back and forth."""

from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.cage.counter import CashOut
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.people import patrons
from pitboss.floor.reading.tournaments.views import accounts_of
from pitboss.floor.tournaments.commands import AddTournament, Redo, Undo
from pitboss.floor.tournaments.record import (
    StepRedone,
    StepTaken,
    StepUndone,
    TournamentAdded,
    apply,
    money_moves,
    standing_events,
)
from pitboss.floor.tournaments.structures import read_structure
from pitboss.games.money import Move
from pitboss.ledger import books
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event import contract
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.log import KEPT_EVERY, Record, replay
from pitboss.tournaments.event.log import Desk as OwnDesk
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Tournament
from tests.floor import house_scene
from tests.floor.answers import at_once
from tests.floor.tournaments.tournament_floor_scene import (
    CASHIER,
    DIRECTOR,
    ID,
    MANAGER,
    Both,
    desk,
    give,
    opened,
    patron,
    quick,
    record_of,
    refuses,
    simulated,
    with_patrons,
)

MONEY = 500_000
UNDO, REDO = "undo", "redo"


@cache
def _event() -> tuple[Conditions, tuple[contract.Command, ...]]:
    """A whole event, as commands."""
    conditions = read_structure(quick("midweek_jam"), "structure")
    assert isinstance(conditions, Conditions)
    conditions = replace(conditions, start=1_763_200_800)
    return conditions, tuple(simulated(conditions, 9, 5))


def _fold(record: Record, events: list[Any], balances: dict[str, int]) -> Record:
    for event in events:
        for source, target, cents in money_moves(record, event):
            balances[source] = balances.get(source, 0) - cents
            balances[target] = balances.get(target, 0) + cents
        record = apply(record, event, 0)
    return record


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.integers(1, 60), st.sampled_from([UNDO, REDO])), max_size=40))
def test_the_fold_is_what_the_desk_has_after_any_sequence(plan: list[int | str]) -> None:
    """A number does so many of the commands that come next; the accounts are those of the steps that stand."""
    conditions, commands = _event()
    own, coming = OwnDesk(Tournament(conditions)), iter(commands)
    balances: dict[str, int] = {}
    record = apply(None, TournamentAdded(ID, conditions, 0, "staff:dora"), 0)
    for what in plan:
        if what == UNDO:
            if not isinstance(own.undo(0, "dora"), Refusal):
                record = _fold(record, [StepUndone(0, "dora")], balances)
        elif what == REDO:
            if not isinstance(own.redo(0, "dora"), Refusal):
                record = _fold(record, [StepRedone(0, "dora")], balances)
        else:
            for command, _ in zip(coming, range(int(what)), strict=False):
                events = own.do(command)
                if isinstance(events, Refusal):
                    continue
                taken = StepTaken(contract.name_of(command), command.at, command.by, command.who, len(events))
                record = _fold(record, [taken, *events], balances)
        assert record.state == own.state
    assert record.state == replay(Tournament(conditions), standing_events(record, object))
    assert [step.events for step in record.undone] == [step.events for step in own.record.undone]
    assert [(line.how, line.step.events) for line in record.log] == [(line.how, line.step.events) for line in own.log]
    expected = {accounts.at(ID, local): cents for local, cents in accounts_of(record).items() if cents}
    assert {name: cents for name, cents in balances.items() if cents} == expected


def test_undoing_computes_few_steps_again() -> None:
    """However long the event, no more than the steps since the last state that was kept."""
    conditions, commands = _event()
    record = apply(None, TournamentAdded(ID, conditions, 0, "staff:dora"), 0)
    own, states = OwnDesk(Tournament(conditions)), []
    for command in commands:
        states.append(own.state)
        events = own.do(command)
        assert not isinstance(events, Refusal)
        record = _fold(record, [StepTaken("x", command.at, command.by, "", len(events)), *events], {})
    assert record.steps > 3 * KEPT_EVERY
    assert [len(run.steps) for run in record.runs[:-1]] == [KEPT_EVERY] * (len(commands) // KEPT_EVERY)
    for _ in range(record.steps):
        record = _fold(record, [StepUndone(0, "")], {})
        assert record.state == states.pop()
    assert (record.last, record.steps) == (None, 0)


def _balanced(both: Both) -> None:
    """Each account has what the steps that stand have brought to it."""
    expected = {accounts.at(ID, local): cents for local, cents in accounts_of(record_of(both.house)).items()}
    for number in range(1, 10):
        name = accounts.patron(patron(number))
        expected[name] = expected.get(name, 0) + MONEY
    found = dict(books.balances())
    assert sum(found.values()) == 0
    found.pop("world:cash")
    assert {name: cents for name, cents in found.items() if cents} == {
        name: cents for name, cents in expected.items() if cents
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_money_goes_back_and_forth_with_the_steps(house: Floor, clock: house_scene.Clock, seed: int) -> None:
    with_patrons(house, cents=MONEY)
    both, random = Both(house, clock, quick("friday_freezeout")), Random(seed)
    again: list[contract.Command] = []
    commands = simulated(both.conditions, 7, seed)
    starts = next(number for number, command in enumerate(commands) if isinstance(command, StartEvent))
    for number, command in enumerate(commands):
        assert both.do(command)
        again.append(command)
        # Entries and prizes are where the money is; in between the clock runs, and what comes later may be refused.
        is_at_play = starts <= number < len(commands) - 3
        if is_at_play and random.random() < 0.95:
            continue
        back = random.randint(1, 3)
        undone = sum(both.turn(Undo) for _ in range(back))
        _balanced(both)
        if is_at_play or random.random() < 0.5:
            assert all(both.turn(Redo) for _ in range(undone))
        else:
            assert all(both.do(each) for each in again[len(again) - undone :])
        _balanced(both)
    both.agree()
    while both.turn(Undo):
        pass
    both.agree()
    _balanced(both)
    assert books.balance(f"prizes:{ID}") == 0


def test_nothing_to_undo_or_to_do_again_is_said(house: Floor) -> None:
    give(house, DIRECTOR, AddTournament(tournament=ID, structure="saturday"))
    assert refuses(house, DIRECTOR, Undo(tournament=ID)).word == "nothing_to_undo"
    assert refuses(house, DIRECTOR, Redo(tournament=ID)).word == "nothing_to_redo"
    assert refuses(house, DIRECTOR, Undo(tournament="other")).status == 404
    assert refuses(house, CASHIER, Undo(tournament=ID)).status == 403


def test_an_undo_whose_money_is_gone_is_refused(house: Floor) -> None:
    """The entry was refunded and the patron has cashed out: the refund cannot be undone."""
    opened(house, 4)
    give(house, CASHIER, desk("register", person=patron(1)))
    give(house, DIRECTOR, desk("cancel_entry", player=patron(1), discretion=True))
    before = record_of(house)
    give(house, CASHIER, CashOut(patron=patron(1), amount=None))
    answer = refuses(house, DIRECTOR, Undo(tournament=ID))
    assert answer.word == "not_enough"
    assert record_of(house) == before


def test_who_may_not_enter_any_more_is_not_entered_by_doing_it_again(house: Floor) -> None:
    opened(house, 4)
    give(house, CASHIER, desk("register", person=patron(1)))
    give(house, DIRECTOR, Undo(tournament=ID))
    give(house, MANAGER, patrons.Exclude(patron=patron(1), reason="own safety"))
    answer = refuses(house, DIRECTOR, Redo(tournament=ID))
    assert (answer.clause, answer.word) == ("STAR 6.16(2)", "excluded")
    assert books.balance(f"patron:{patron(1)}") == MONEY


# Two at the desk at once.


def test_two_directors_at_once_do_not_do_it_twice(house: Floor) -> None:
    """Both have seen the same log and take back its last line: one does it, the other is told to look again."""
    opened(house, 4)
    give(house, CASHIER, desk("register", person=patron(1)))
    give(house, CASHIER, desk("register", person=patron(2)))
    seen = len(record_of(house).log)
    answers = at_once([partial(house.execute, actor, Undo(tournament=ID, after=seen)) for actor in (DIRECTOR, MANAGER)])
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "No"]
    assert [answer.word for answer in answers if isinstance(answer, No)] == ["gone_on"]
    assert list(record_of(house).state.entrants) == [patron(1)]
    assert books.balance(f"patron:{patron(2)}") == MONEY


def test_two_directors_at_once_without_looking_are_done_in_order(house: Floor) -> None:
    opened(house, 4)
    for number in (1, 2, 3):
        give(house, CASHIER, desk("register", person=patron(number)))
    answers = at_once([partial(house.execute, actor, Undo(tournament=ID)) for actor in (DIRECTOR, MANAGER)])
    assert all(isinstance(answer, Done) for answer in answers)
    record = record_of(house)
    assert list(record.state.entrants) == [patron(1)]
    assert [line.how for line in record.log[-2:]] == ["undone", "undone"]
    assert books.balance(f"prizes:{ID}") == record.state.conditions.to_pool


def test_one_patron_at_two_desks_at_once_enters_and_pays_once(house: Floor) -> None:
    opened(house, 4)
    answers = at_once([partial(house.execute, CASHIER, desk("register", person=patron(1)))] * 4)
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "No", "No", "No"]
    buy_in = record_of(house).state.conditions.buy_in
    assert books.balance(f"patron:{patron(1)}") == MONEY - buy_in


def test_moves_of_an_undone_step_are_those_of_the_step_the_other_way() -> None:
    conditions, commands = _event()
    own = OwnDesk(Tournament(conditions))
    record, paid = apply(None, TournamentAdded(ID, conditions, 0, ""), 0), 0
    for command in commands:
        events = own.do(command)
        assert not isinstance(events, Refusal)
        taken = StepTaken("x", command.at, command.by, "", len(events))
        forth = [move for event in events for move in money_moves(record, event)]
        record = _fold(record, [taken, *events], {})
        back = list(money_moves(record, StepUndone(0, "")))
        assert back == [Move(target, source, cents) for source, target, cents in forth]
        paid += len(forth)
    assert paid > 18
