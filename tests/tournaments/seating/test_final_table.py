"""The final table: everybody left draws a seat once more, and the stacks travel."""

from collections import Counter
from dataclasses import replace

import pytest

from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.event.conditions import Readings, Sessions
from pitboss.tournaments.event.events import ClockTurned, Ruled
from pitboss.tournaments.event.state import (
    Bust,
    Clock,
    Hand,
    Running,
    Status,
    Tie,
    Tournament,
    Turn,
    with_entrant,
    with_table,
)
from pitboss.tournaments.seating.draw import are_neighbours, entropy
from pitboss.tournaments.seating.final_table import FinalTableDrawn, RedrawFinal, final_draw, final_table_due
from pitboss.tournaments.seating.seating import AddTable, Connect, MovePlayer
from pitboss.tournaments.seating.tables import LockSeat
from tests.tournaments.scene import NOON, after, done, refuses
from tests.tournaments.seating.scene import LATE, places, playing, richer, sizes, waiting, with_last_hand

FIVE, FOUR = range(1, 6), range(1, 5)


def _nine() -> Tournament:
    return with_last_hand(playing({1: FOUR, 2: FIVE}), 1, 1, 2, 3)


def _redraw(seed: int = 1) -> RedrawFinal:
    return RedrawFinal(at=LATE, seed=seed)


@pytest.mark.clause("STAR 7.24")
def test_the_final_table_is_due_once_its_players_are_known() -> None:
    assert final_table_due(_nine())
    assert not final_table_due(playing({1: FIVE, 2: FIVE}))
    assert not final_table_due(waiting(_nine(), ["A1"]))
    assert not final_table_due(_nine()._replace(now=NOON + 60))
    assert not final_table_due(after(_nine(), _redraw()))
    assert not final_table_due(playing({1: (1,)}))
    assert final_table_due(playing({1: (1,), 2: (1,)}))
    out = Bust("P25", 2, 5, 25_000, 25_000, LATE)
    assert final_table_due(playing({1: FIVE, 2: FIVE})._replace(pending=(out,)))


@pytest.mark.clause("STAR 7.24")
def test_who_has_no_stake_in_play_is_not_waited_for() -> None:
    state = playing({1: FIVE, 2: FIVE})
    gone = state.entrants["P25"]._replace(status=Status.FORFEITED, stack=0, set_aside=25_000, absent=True)
    state = with_entrant(state, gone)._replace(chips=state.chips._replace(removed=25_000))
    assert final_table_due(state)
    state = after(state, _redraw())
    assert "P25" not in places(state)
    assert sizes(state) == [9]


@pytest.mark.clause("STAR 7.24")
def test_everybody_redraws_and_the_stacks_travel() -> None:
    state = richer(_nine(), P12=3000, P24=70_000)
    before = {player: entrant.stack for player, entrant in state.entrants.items()}
    state, events = done(state, _redraw())
    assert sizes(state) == [9]
    assert places(state).keys() == before.keys()
    assert {player: entrant.stack for player, entrant in state.entrants.items()} == before
    assert (state.final_table, state.break_order) == (1, (1,))
    table = state.tables[1]
    assert (table.button, table.small, table.big, table.arrived) == (None, None, None, frozenset())
    drawn = next(event for event in events if isinstance(event, FinalTableDrawn))
    assert (drawn.clause, drawn.seed) == ("STAR 7.24", 1)
    assert places(after(_nine(), _redraw(1))) == places(after(_nine(), _redraw(1)))
    assert places(after(_nine(), _redraw(1))) != places(after(_nine(), _redraw(2)))


@pytest.mark.clause("STAR 7.24", "STAR 7.6")
def test_seats_are_uniform_and_connected_people_not_side_by_side() -> None:
    state, bits, draws = after(_nine(), Connect(at=LATE, player="P11", other="P21")), entropy(29), 3000
    seats: Counter[int] = Counter()
    for _ in range(draws):
        drawn = final_draw(state, bits).places
        assert not are_neighbours(drawn["P11"][1], drawn["P21"][1], 9)
        seats[drawn["P14"][1]] += 1
    # Five standard deviations of 3,000 draws at one in nine.
    assert sorted(seats) == list(range(1, 10))
    assert all(abs(count - 3000 / 9) <= 87 for count in seats.values())


@pytest.mark.clause("STAR 7.6")
def test_where_they_must_sit_side_by_side_the_director_is_told() -> None:
    state = playing({1: (1, 2), 2: (1,)}, final_table=3)
    state = after(state, Connect(at=LATE, player="P11", other="P12"))
    _, events = done(state, _redraw())
    assert [event.clause for event in events if isinstance(event, Ruled)] == ["STAR 7.6"]


@pytest.mark.clause("STAR 7.19(b)")
def test_hand_for_hand_ends_and_the_clock_runs_on() -> None:
    turn = Turn(LATE - 500, 4000, Running.HAND_FOR_HAND)
    state = _nine()._replace(clock=Clock((Turn(NOON, 0, Running.RUNNING), turn), hand_for_hand=True))
    state, events = done(state, _redraw())
    assert not state.clock.hand_for_hand
    assert any(isinstance(event, ClockTurned) for event in events)
    now, later = reading(state, LATE), reading(state, LATE + 10)
    assert now is not None
    assert later is not None
    assert (now.gone, later.gone, later.runs) == (4000, 4010, True)
    _, without = done(_nine(), _redraw())
    assert not any(isinstance(event, ClockTurned) for event in without)


@pytest.mark.clause("HLD 20.7", "HLD D-Session")
def test_where_seats_are_fixed_the_final_table_is_drawn_when_no_table_can_play_on() -> None:
    state = playing({1: (1, 2), 2: (4,), 3: (6,)}, ruleset="HLD")
    assert not final_table_due(state)
    assert (refuses(state, _redraw()).clause, refuses(state, _redraw()).word) == ("HLD 20.7", "fixed")
    winners = playing({1: (1,), 2: (4,), 3: (6,)}, ruleset="HLD")
    assert final_table_due(winners)
    final = after(winners, _redraw())
    assert len(final.tables[1].seats) == 3
    # A new session with seats of its own.
    assert refuses(final, MovePlayer(at=LATE, player="P11", table=1, seat=9, reason="wish")).word == "fixed"


@pytest.mark.clause("STAR 7.24")
def test_a_locked_seat_of_the_final_table_stays_free() -> None:
    locked = after(playing({1: FOUR, 2: FOUR}), LockSeat(at=LATE, table=1, seat=7), LockSeat(at=LATE, table=2, seat=5))
    for seed in range(40):
        final = after(locked, _redraw(seed))
        assert final.tables[1].locked == {7}
        assert 7 not in final.tables[1].seats
    assert final_table_due(locked)
    nine = after(_nine(), LockSeat(at=LATE, table=1, seat=7))
    assert not final_table_due(nine)
    refusal = refuses(nine, _redraw())
    assert (refusal.clause, refusal.word) == ("STAR 7.24", "too_many")
    assert "takes 8" in refusal.reason


def test_the_end_of_hand_for_hand_cites_the_document_of_the_event() -> None:
    clock = Clock((Turn(NOON, 0, Running.RUNNING), Turn(LATE - 500, 4000, Running.HAND_FOR_HAND)), hand_for_hand=True)
    for ruleset, clause in (("STAR", "STAR 7.19"), ("HLD", "HLD 20.16")):
        state = playing({1: FIVE[:4], 2: FIVE[:4]}, ruleset=ruleset, readings=Readings(moves_within_session=True))
        _, events = done(state._replace(clock=clock), _redraw())
        assert [event.clause for event in events if isinstance(event, ClockTurned)] == [clause]


@pytest.mark.clause("STAR 7.24")
def test_redraws_that_cannot_be() -> None:
    refuses(playing({1: FIVE, 2: FIVE}), _redraw(), clause="STAR 7.24", word="too_many")
    assert refuses(playing({1: FOUR, 2: FOUR}, ruleset="UTH", sessions=Sessions()), _redraw()).word == "sessions"
    assert refuses(after(_nine(), _redraw()), _redraw()).word == "already"
    state = _nine()
    hand = Hand(1, 1, state.conditions.levels[0], LATE, {"P11": 25_000})
    assert refuses(with_table(state, state.tables[1]._replace(hand=hand)), _redraw()).word == "mid_hand"
    out = Bust("P25", 2, 5, 25_000, 25_000, LATE)
    assert refuses(state._replace(pending=(out,)), _redraw()).word == "pending"
    assert refuses(state._replace(tie=Tie((out,), ("tiered",))), _redraw()).word == "pending"
    assert refuses(waiting(playing({1: FOUR, 2: FOUR}), ["A1"]), _redraw()).word == "queue"
    assert refuses(playing({}), _redraw()).word == "nobody"
    fixed = state._replace(conditions=replace(state.conditions, ruleset="HLD"))
    assert refuses(fixed, _redraw()).clause == "HLD 20.7"


def test_no_table_is_added_beside_the_final_table() -> None:
    state = after(_nine(), _redraw())
    assert refuses(state, AddTable(at=LATE)).word == "final_table"
    move = MovePlayer(at=LATE, player="P11", table=2, seat=1, reason="x")
    assert refuses(state, move).word == "no_such_table"


def test_chips_without_a_known_holder_go_along() -> None:
    state = _nine()
    state = with_table(state, state.tables[2]._replace(loose=700))
    state = state._replace(chips=state.chips._replace(issued=state.chips.issued + 700))
    assert after(state, _redraw()).tables[1].loose == 700
