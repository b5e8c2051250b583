"""Who sits where: the ballot, the queue, moves, tables and seats of the room."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Readings, Sessions
from pitboss.tournaments.event.contract import Command, Role
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ChipsRemoved, SeatChanged, SeatLeft, SeatTaken, StatusChanged
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Session, Stage, Status, with_table
from pitboss.tournaments.seating.ballot import surplus_tables
from pitboss.tournaments.seating.seating import (
    AddTable,
    Connect,
    Disconnect,
    DrawSeats,
    FixPlayer,
    FreePlayer,
    MovePlayer,
    SeatFromQueue,
    connected_at,
    open_seats,
    seat_events,
)
from pitboss.tournaments.seating.tables import LockSeat, TableClosed
from tests.tournaments.scene import NOON, after, done, refuses
from tests.tournaments.seating.scene import (
    LATE,
    entered,
    field,
    mid_hand,
    places,
    playing,
    sizes,
    waiting,
    with_last_hand,
)

FULL = tuple(range(1, 10))


def _move(player: str, table: int, seat: int, **more: Any) -> MovePlayer:
    return MovePlayer(**{"at": LATE, "player": player, "table": table, "seat": seat, "reason": "balance", **more})


# The ballot.


@pytest.mark.clause("STAR 7.5", "UTH 16.8", "PON 20.7", "HLD 20.7", "CAN 17.7[s1]")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("STAR", "STAR 7.5"), ("UTH", "UTH 16.8"), ("PON", "PON 20.7"), ("HLD", "HLD 20.7"), ("CAN", "CAN 17.7[s1]")],
)
def test_seats_are_drawn_before_play(ruleset: str, clause: str) -> None:
    state, events = done(field(20, ruleset=ruleset), DrawSeats(at=NOON - 60, seed=9))
    assert sizes(state) == [7, 7, 6]
    taken = [event for event in events if isinstance(event, SeatTaken)]
    assert {event.clause for event in taken} == {clause}
    assert {event.issued for event in taken} == {25_000}
    assert not any(event.arrives or event.from_queue for event in taken)
    assert state.stage is Stage.OPEN
    assert next(event.seed for event in events if hasattr(event, "seed")) == 9
    assert refuses(state, DrawSeats(at=NOON - 60, seed=9)).clause == clause


@pytest.mark.clause("STAR 7.5")
def test_seats_are_not_drawn_again_once_play_has_begun() -> None:
    state = after(field(20), StartEvent(at=NOON, seed=1))
    assert refuses(state, DrawSeats(at=NOON, seed=2)).word == "is_running"


@pytest.mark.clause("PON 20.7", "CAN 17.7[s1]")
@pytest.mark.parametrize("ruleset", ["PON", "CAN"])
def test_before_a_later_session_those_who_have_gone_on_are_drawn_again(ruleset: str) -> None:
    sessions = Sessions(rounds=(20, 20), advance=(2,), keeps_chips=True)
    state = after(field(21, ruleset=ruleset, seats=7, sessions=sessions), StartEvent(at=NOON, seed=1))
    assert sizes(state) == [7, 7, 7]
    during = state._replace(session=Session(1, playing=True))
    assert refuses(during, DrawSeats(at=NOON, seed=2)).word == "is_running"
    for player, (table, seat) in places(state).items():
        status = Status.ADVANCED if seat <= 2 else Status.NOT_ADVANCED
        state = apply(state, StatusChanged(player, status, NOON, "PON 20.19"))
        rest = {each: name for each, name in state.tables[table].seats.items() if name != player}
        state = with_table(state, state.tables[table]._replace(seats=Frozen(rest)))
    state, events = done(state, DrawSeats(at=NOON, seed=3))
    assert sizes(state) == [6]
    assert [event.table for event in events if isinstance(event, TableClosed)] == [3, 2]
    assert {event.issued for event in events if isinstance(event, SeatTaken)} == {0}
    assert {entrant.stack for entrant in state.entrants.values()} == {25_000}


def test_a_new_session_needs_no_more_tables_than_hold_everybody() -> None:
    empty = after(playing({}, sessions=Sessions()), *(AddTable(at=LATE) for _ in range(3)))
    assert [event.clause for event in surplus_tables(empty, 9)] == ["STAR 7.7[s1]"] * 2
    # Chips without a known holder stay in the event.
    assert {event.loose_to for event in surplus_tables(empty, 9) if isinstance(event, TableClosed)} == {1}
    assert len(surplus_tables(empty, 10)) == 1
    assert len(surplus_tables(empty, 18)) == 1
    assert surplus_tables(empty, 19) == ()


@pytest.mark.clause("STAR 7.2 s18")
def test_nobody_chooses_a_seat() -> None:
    state = playing({1: (1, 2, 3), 2: (1, 2, 3)})
    for role in (Role.DESK, Role.DEALER):
        refuses(state, _move("P11", 2, 9, by=role), clause="STAR D-Tournament Director", word="role")
    taken: Counter[object] = Counter()
    for seed in range(600):
        (event,) = seat_events(state, "new", seed, LATE, from_queue=False)
        assert isinstance(event, SeatTaken)
        taken[event.table, event.seat] += 1
    assert len(taken) == 12
    assert all(15 <= count <= 85 for count in taken.values())


# Seats after the start.


def test_open_seats_are_empty_and_not_locked() -> None:
    state = after(playing({2: FULL[:7], 1: FULL[1:]}), LockSeat(at=LATE, table=2, seat=8))
    assert open_seats(state) == ((1, 1), (2, 9))


@pytest.mark.clause("STAR 1-g[s1]", "STAR D-Alternates")
def test_a_late_entrant_sits_at_the_emptiest_table_with_a_full_stack() -> None:
    state = with_last_hand(playing({1: FULL[:7], 2: (1, 4, 5), 3: FULL[:5]}), 2, 1, 4, 5)
    for seed in range(30):
        (event,) = seat_events(state, "new", seed, LATE, from_queue=False)
        assert isinstance(event, SeatTaken)
        assert (event.table, event.issued, event.clause) == (2, 25_000, "STAR 1-g[s1]")
        assert event.seat in (2, 3, 6, 7, 8, 9)
        assert event.arrives


def test_without_an_open_seat_nothing_follows() -> None:
    assert seat_events(playing({1: FULL}), "new", 1, LATE, from_queue=False) == ()


@pytest.mark.clause("STAR 7.6")
def test_a_late_entrant_is_kept_from_the_table_of_somebody_connected() -> None:
    state = entered(playing({1: (1, 2), 2: (1, 2, 3)}), ["new"], Status.ALTERNATE)
    state = after(state, Connect(at=LATE, player="new", other="P12"))
    for seed in range(20):
        after_seat, _ = done(state, SeatFromQueue(at=LATE, seed=seed))
        assert places(after_seat)["new"][0] == 2
    both = after(state, Connect(at=LATE, player="new", other="P23"))
    assert connected_at(both, "new", both.tables[2]) == ("P23",)
    assert places(after(both, SeatFromQueue(at=LATE, seed=1)))["new"][0] == 1


@pytest.mark.clause("STAR 1-g[s2]", "STAR 1-g[s3]", "STAR D-Alternates")
def test_alternates_are_seated_before_re_entries_in_the_order_they_came() -> None:
    state = playing({1: FULL[:7], 2: FULL[:8]})
    state = waiting(state, ["R1"], Status.WAITING_REENTRY)
    state = waiting(state, ["A1", "A2"])
    state, events = done(state, SeatFromQueue(at=LATE, seed=4))
    taken = [event for event in events if isinstance(event, SeatTaken)]
    assert [(event.player, event.clause) for event in taken] == [
        ("A1", "STAR 1-g[s2]"),
        ("A2", "STAR 1-g[s2]"),
        ("R1", "STAR 7.21[s2]"),
    ]
    assert {event.issued for event in taken} == {25_000}
    assert state.seated_from_queue == ("A1", "A2", "R1")
    assert (state.alternates, state.reentries) == ((), ())
    assert sizes(state) == [9, 9]


@pytest.mark.clause("STAR 1-g[s3]")
def test_with_one_seat_the_first_alternate_gets_it() -> None:
    state = waiting(waiting(playing({1: FULL[:8]}), ["R1"], Status.WAITING_REENTRY), ["A1", "A2"])
    state = after(state, SeatFromQueue(at=LATE, seed=4))
    assert places(state)["A1"] == (1, 9)
    assert (state.alternates, state.reentries) == (("A2",), ("R1",))
    assert refuses(state, SeatFromQueue(at=LATE, seed=5)).word == "no_seat"
    assert refuses(playing({1: FULL[:8]}), SeatFromQueue(at=LATE, seed=5)).word == "nobody_waits"


@pytest.mark.clause("STAR D-Alternates")
def test_an_added_table_is_filled_from_the_queue() -> None:
    state = waiting(playing({1: FULL}), ["R1", "R2"], Status.WAITING_REENTRY)
    state = waiting(state, [f"A{number}" for number in range(1, 6)])
    state = after(state, AddTable(at=LATE, size=6, seed=8))
    assert state.seated_from_queue == ("A1", "A2", "A3", "A4", "A5", "R1")
    assert len(state.tables[2].seats) == 6
    assert state.reentries == ("R2",)
    assert state.break_order == (2, 1)


def test_without_a_seed_an_added_table_stays_empty() -> None:
    state = after(waiting(playing({1: FULL}), ["A1"]), AddTable(at=LATE))
    assert sizes(state) == [9, 0]
    assert state.alternates == ("A1",)


@pytest.mark.clause("STAR 1-f[s2]")
def test_before_the_start_alternates_draw_for_seats_that_have_become_free() -> None:
    state = after(field(10, tables=1), DrawSeats(at=NOON - 60, seed=1))
    assert state.alternates == ("P10",)
    assert refuses(state, DrawSeats(at=NOON - 60, seed=2)).word == "nobody_waits"
    (seat,) = [seat for seat, player in state.tables[1].seats.items() if player == "P4"]
    state = apply(state, ChipsRemoved("P4", 25_000, "cancelled", "STAR 6.10"))
    state = apply(state, SeatLeft("P4", 1, seat, "STAR 6.10"))
    state = apply(state, StatusChanged("P4", Status.DEREGISTERED, NOON - 50, "STAR 6.10"))
    state = after(state, DrawSeats(at=NOON - 50, seed=2))
    assert places(state)["P10"] == (1, seat)
    assert state.alternates == ()
    assert state.seated_from_queue == ()


# Moves.


@pytest.mark.clause("STAR D-Balancing", "STAR 7.22")
def test_a_move_takes_the_stack_along() -> None:
    state = with_last_hand(playing({1: FULL, 2: (1, 2, 3)}), 2, 1, 2, 3)
    state, events = done(state, _move("P14", 2, 7))
    assert places(state)["P14"] == (2, 7)
    assert state.entrants["P14"].stack == 25_000
    assert state.tables[2].arrived == {7}
    (event,) = events
    assert isinstance(event, SeatChanged)
    assert (event.clause, event.reason, event.arrives) == ("STAR 7.22", "balance", True)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (_move("P11", 2, 1), "seat_taken"),
        (_move("P11", 1, 1), "seat_taken"),
        (_move("P11", 2, 8), "seat_locked"),
        (_move("P11", 2, 10), "no_such_seat"),
        (_move("P11", 2, 0), "no_such_seat"),
        (_move("P11", 3, 1), "no_such_table"),
        (_move("nobody", 2, 4), "no_seat"),
        (_move("P11", 2, 4, reason=""), "no_reason"),
        (_move("P12", 2, 4), "fixed_player"),
    ],
)
def test_moves_that_cannot_be(command: Command, reason: str) -> None:
    state = playing({1: (1, 2, 3, 4), 2: (1, 2, 3)})
    state = after(state, LockSeat(at=LATE, table=2, seat=8), FixPlayer(at=LATE, player="P12"))
    assert refuses(state, command).word == reason


def test_nobody_moves_in_mid_hand() -> None:
    state = mid_hand(playing({1: (1, 2, 3, 4), 2: (1, 2, 3)}), 1)
    refuses(state, _move("P11", 2, 9), clause="STAR 7.22", word="mid_hand")
    assert places(after(state, _move("P21", 1, 9)))["P21"] == (1, 9)


@pytest.mark.clause("PON 20.7", "HLD 20.7", "CAN 17.7[s2]")
@pytest.mark.parametrize(("ruleset", "clause"), [("PON", "PON 20.7"), ("HLD", "HLD 20.7"), ("CAN", "CAN 17.7[s2]")])
def test_the_seat_is_fixed_for_the_session(ruleset: str, clause: str) -> None:
    state = playing({1: (1, 2, 3, 4), 2: (1, 2, 3)}, ruleset=ruleset)
    refuses(state, _move("P11", 2, 9), clause=clause, word="fixed")
    allowed = replace(state.conditions, readings=Readings(moves_within_session=True))
    assert places(after(state._replace(conditions=allowed), _move("P11", 2, 9)))["P11"] == (2, 9)
    between = replace(state.conditions, sessions=Sessions(rounds=(5, 5)))
    assert places(after(state._replace(conditions=between), _move("P11", 2, 9)))["P11"] == (2, 9)


@pytest.mark.clause("UTH 16.9[s3]")
def test_a_player_stays_in_the_assigned_seat_until_the_director_assigns_another() -> None:
    state = playing({1: (1, 2, 3, 4), 2: (1, 2, 3)}, ruleset="UTH")
    assert refuses(state, _move("P11", 2, 9, by=Role.DEALER)).word == "role"
    assert refuses(state, _move("P11", 2, 9, reason="")).clause == "UTH 16.9[s3]"
    _, events = done(state, _move("P11", 2, 9))
    assert [event.clause for event in events] == ["UTH 16.9[s3]"]


# Connected and fixed players.


@pytest.mark.clause("STAR 7.6")
def test_connections_are_recorded_and_taken_back() -> None:
    state = after(playing({1: (1, 2, 3)}), Connect(at=LATE, player="P11", other="P12"))
    assert state.connected == {frozenset({"P11", "P12"})}
    assert refuses(state, Connect(at=LATE, player="P12", other="P11")).word == "already"
    assert refuses(state, Connect(at=LATE, player="P12", other="P12")).word == "same_player"
    assert refuses(state, Connect(at=LATE, player="P12", other="nobody")).word == "unknown_player"
    assert refuses(state, Disconnect(at=LATE, player="P12", other="P13")).word == "not_connected"
    assert after(state, Disconnect(at=LATE, player="P12", other="P11")).connected == frozenset()
    assert refuses(playing({}), Connect(at=LATE, player="a", other="a")).clause == "STAR 7.6"
    assert refuses(playing({}, ruleset="PON"), Connect(at=LATE, player="a", other="a")).clause == "PON 20.7"


def test_fixed_seats() -> None:
    state = after(playing({1: (1, 2, 3)}), FixPlayer(at=LATE, player="P11"))
    assert refuses(state, FixPlayer(at=LATE, player="P11")).word == "already"
    assert refuses(state, FixPlayer(at=LATE, player="nobody")).word == "no_seat"
    assert refuses(state, FreePlayer(at=LATE, player="P12")).word == "not_fixed"
    assert after(state, FreePlayer(at=LATE, player="P11")).fixed == frozenset()
