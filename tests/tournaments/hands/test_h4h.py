"""Hand for hand: all tables wait for each other, three minutes a hand, and a called all-in waits face down."""

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.clock.desk import BeginHandForHand, EndHandForHand
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.state import (
    Chipbook,
    Clock,
    Entrant,
    Entry,
    Person,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from pitboss.tournaments.hands.hand_for_hand import CallAllIn, FinishAction, may_table_cards, tables_in_round
from pitboss.tournaments.hands.hands import HandOver, StartHand, StopHand
from pitboss.tournaments.prizes.standings import places
from tests.known import known
from tests.tournaments.scene import NOON, conditions, done, refuses


def with_tables(*sizes: int, stack: Chips = 20_000, gone: int = 3 * 3600) -> Tournament:
    """A running event past late registration: table 1 has players A1, A2 .., table 2 B1, B2 .., and so on."""
    tables: dict[int, Table] = {}
    entrants: dict[str, Entrant] = {}
    entries: list[Entry] = []
    for number, size in enumerate(sizes, start=1):
        names = {seat: f"{chr(64 + number)}{seat}" for seat in range(1, size + 1)}
        tables[number] = Table(number, 9, Frozen(names), hands=5, button=1, small=2, big=3)
        for name in names.values():
            entrants[name] = Entrant(name, Status.SEATED, stack=stack, has_played=True)
            number_of = len(entries) + 1
            entries.append(Entry(number_of, name, "entry", NOON, 20_000, 4000, 0, "cash", "player"))
    return Tournament(
        conditions(),
        stage=Stage.RUNNING,
        now=NOON + gone,
        started=NOON,
        resumed=NOON,
        people=Frozen({name: Person(name) for name in entrants}),
        tables=Frozen(tables),
        entrants=Frozen(entrants),
        entries=tuple(entries),
        chips=Chipbook(issued=stack * len(entrants)),
        clock=Clock(turns=(Turn(NOON, 0, Running.RUNNING),)),
    )


AT = NOON + 3 * 3600


def synchronised(*sizes: int) -> Tournament:
    """Hand for hand, with a hand being played at every table."""
    state, _ = done(with_tables(*sizes), BeginHandForHand(at=AT))
    for number in state.tables:
        state, _ = done(state, StartHand(at=AT, table=number))
    return state


def over(state: Tournament, table: int, *out: str, to: str = "") -> Tournament:
    """The hand at a table is over; who is out has lost everything to one other."""
    hand = known(state.tables[table].hand)
    stacks = {name: 0 if name in out else chips for name, chips in hand.stacks.items()}
    winner = to or next(name for name, chips in stacks.items() if chips)
    stacks[winner] += sum(hand.stacks[name] for name in out)
    lost = Frozen({name: hand.stacks[name] for name in out})
    command = HandOver(at=AT + 90, table=table, stacks=Frozen(stacks), contributed=lost, button=2, small=3, big=4)
    return done(state, command)[0]


@pytest.mark.clause("STAR 7.30", "STAR 7.28", "STAR D-Table Cards")
def test_a_called_all_in_stays_face_down_until_every_other_table_has_finished_its_action() -> None:
    """TRN-05."""
    state = synchronised(5, 5, 5)
    state, _ = done(state, CallAllIn(at=AT + 30, table=2))
    assert not may_table_cards(state, 2)
    state, _ = done(state, FinishAction(at=AT + 40, table=1))
    assert not may_table_cards(state, 2)
    state, _ = done(state, FinishAction(at=AT + 50, table=3))
    assert may_table_cards(state, 2)


@pytest.mark.clause("STAR 7.30")
def test_two_tables_that_wait_with_an_all_in_do_not_wait_for_each_other() -> None:
    state = synchronised(5, 5)
    state, _ = done(state, CallAllIn(at=AT, table=1))
    assert not may_table_cards(state, 1)
    state, _ = done(state, CallAllIn(at=AT, table=2))
    assert may_table_cards(state, 1)
    assert may_table_cards(state, 2)


@pytest.mark.clause("STAR 7.28")
def test_otherwise_the_cards_are_turned_up_at_once() -> None:
    state, _ = done(with_tables(5, 5), StartHand(at=AT, table=1))
    assert may_table_cards(state, 1)


@pytest.mark.clause("STAR 7.30")
def test_what_makes_no_sense_is_refused() -> None:
    state = with_tables(5, 5)
    assert refuses(state, CallAllIn(at=AT, table=1)).word == "not_hand_for_hand"
    state, _ = done(state, BeginHandForHand(at=AT))
    assert refuses(state, CallAllIn(at=AT, table=1)).word == "no_hand"
    assert refuses(state, FinishAction(at=AT, table=7)).word == "no_hand"
    state = synchronised(5, 5)
    state, _ = done(state, CallAllIn(at=AT, table=1))
    assert refuses(state, CallAllIn(at=AT, table=1)).word == "called_already"
    state, _ = done(state, FinishAction(at=AT, table=2))
    assert refuses(state, FinishAction(at=AT, table=2)).word == "done_already"


@pytest.mark.clause("STAR D-Hand For Hand[s1]", "STAR 7.19 tail[s2]")
def test_a_table_that_is_done_waits_for_the_others() -> None:
    state = over(synchronised(5, 5), 1)
    assert state.tables[1].done
    assert refuses(state, StartHand(at=AT + 90, table=1)).word == "done"
    state = over(state, 2)
    assert not state.tables[1].done
    done(state, StartHand(at=AT + 90, table=1))


@pytest.mark.clause("STAR 7.19 tail[s1]", "STAR 7.19 tail[s2]")
def test_the_last_table_uses_up_three_minutes_however_long_the_hand_took() -> None:
    state = synchronised(5, 5)
    before = known(reading(state, AT))
    state = over(over(state, 1), 2)
    after = known(reading(state, AT + 600))
    assert after.gone == before.gone + 180
    assert state.clock.hands == 1


@pytest.mark.clause("STAR 7.18", "STAR 7.18(a)", "STAR D-Eliminated Entrant")
def test_busts_at_different_tables_wait_for_the_round_and_share() -> None:
    state = over(synchronised(5, 5), 1, "A5")
    assert [bust.player for bust in state.pending] == ["A5"]
    assert not state.exits
    state = over(state, 2, "B1")
    assert not state.pending
    assert places(state)["A5"] == places(state)["B1"] == (9, 10)


@pytest.mark.clause("STAR 7.18", "STAR D-Eliminated Entrant")
def test_a_last_table_without_a_bust_places_those_who_wait() -> None:
    state = over(over(synchronised(5, 5), 1, "A5"), 2)
    assert not state.pending
    assert places(state)["A5"] == (10,)
    assert "A5" not in state.tables[1].seats.values()
    done(state, EndHandForHand(at=AT + 90))


@pytest.mark.clause("STAR D-Hand For Hand[s1]")
def test_a_held_table_keeps_nobody_waiting_and_a_hand_that_is_stopped_is_dealt_again() -> None:
    state = with_tables(5, 5, 5)
    held = state.tables[3]._replace(held=True)
    state = state._replace(tables=Frozen({**state.tables, 3: held}))
    assert [table.number for table in tables_in_round(state)] == [1, 2]
    state = synchronised(5, 5)
    state, _ = done(state, StopHand(at=AT, table=1, reason="misdeal"))
    assert state.tables[1].hand is None
    done(state, StartHand(at=AT, table=1))
