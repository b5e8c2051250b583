"""No-shows, reserves and substitutes."""

import pytest

from pitboss.tournaments.entries.reserves import EnterReserve, MarkNoShow, SeatReserve, Substitute, position_forfeited
from pitboss.tournaments.event.events import Refunded, Ruled
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Session, Stage, Status, Tournament, seat_of, with_table
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.seating.seating import DrawSeats
from tests.tournaments.entries.scene import EARLY, enter, of, opened, out, started, status, with_entries
from tests.tournaments.scene import NOON, after, done, member, refuses

_RESERVE = EnterReserve(at=NOON, person=member("R1"))
_NO_SHOW = {"UTH": "UTH 16.10", "PON": "PON 20.9[s2]", "HLD": "HLD 20.9[s2]", "CAN": "CAN 17.9[s2]"}


def _drawn(document: str, entrants: int = 20) -> Tournament:
    return after(with_entries(of(document), entrants), DrawSeats(at=EARLY, seed=2))


@pytest.mark.clause(
    "UTH 16.10", "PON 20.9[s2]", "PON 20.9[s3]", "CAN 17.9[s2]", "CAN 17.9[s3]", "HLD 20.9[s2]", "HLD 20.9[s3]"
)
@pytest.mark.parametrize("document", ["UTH", "PON", "HLD", "CAN"])
def test_who_is_not_there_at_the_start_forfeits_position_and_fee(document: str) -> None:
    state = _drawn(document)
    assert refuses(state, MarkNoShow(at=NOON - 1, player="P20")).word == "not_yet"
    gone, events = done(state, MarkNoShow(at=NOON, player="P20"))
    assert (status(gone, "P20"), seat_of(gone, "P20")) == (Status.FORFEITED, None)
    assert events[-1].clause == _NO_SHOW[document]
    assert pool(gone).prize_pool_cents == 200_000
    assert gone.exits == ()
    assert refuses(gone, enter("P20", at=NOON)).word == "already_entered"
    assert refuses(gone, MarkNoShow(at=NOON, player="P20")).word == "not_in_play"
    assert refuses(gone, MarkNoShow(at=NOON, player="X")).word == "not_entered"


@pytest.mark.clause("UTH 16.10", "PON 20.9[s2]")
def test_after_the_start_too_but_not_who_has_been_playing() -> None:
    state = after(_drawn("PON"), StartEvent(at=NOON, seed=1))
    assert status(after(state, MarkNoShow(at=NOON + 60, player="P3")), "P3") is Status.FORFEITED
    assert refuses(out(state, "P3", has_played=True), MarkNoShow(at=NOON + 60, player="P3")).word == "played"
    # Of a later session as well: its start is past when rounds have been played.
    later = state._replace(session=Session(2, playing=True))
    assert status(after(later, MarkNoShow(at=NOON + 60, player="P3")), "P3") is Status.FORFEITED
    number, _ = seat_of(later, "P3") or (0, 0)
    begun = with_table(later, later.tables[number]._replace(rounds=1))
    assert refuses(begun, MarkNoShow(at=NOON + 60, player="P3")).word == "played"


@pytest.mark.clause("HLD 20.9[s2]")
def test_with_a_reserve_at_hand_nobody_forfeits() -> None:
    state = _drawn("HLD")
    assert position_forfeited(state) == "director_may"
    waiting = after(state, _RESERVE)
    assert position_forfeited(waiting) == "no"
    assert refuses(waiting, MarkNoShow(at=NOON, player="P20")).word == "reserve_available"
    assert [position_forfeited(of(each)) for each in ("UTH", "PON", "CAN")] == ["yes"] * 3


@pytest.mark.clause("UTH 16.11", "PON 20.10", "CAN 17.10", "PON 20.9[s3]", "CAN 17.9[s3]", "UTH 16.10")
@pytest.mark.parametrize("document", ["UTH", "PON", "CAN"])
def test_a_reserve_buys_the_seat_and_both_fees_are_in_the_pool(document: str) -> None:
    """TRN-32."""
    state = after(_drawn(document), _RESERVE)
    place = seat_of(state, "P20")
    sold, events = done(state, SeatReserve(at=NOON, player="P20", reserve="R1"))
    assert not any(isinstance(each, Refunded) for each in events)
    assert pool(sold).prize_pool_cents == 210_000
    assert (seat_of(sold, "R1"), sold.entrants["R1"].stack) == (place, sold.conditions.stack)
    assert (status(sold, "P20"), status(sold, "R1"), sold.reserves) == (Status.FORFEITED, Status.SEATED, ())


@pytest.mark.clause("HLD 20.10[s1]", "HLD 20.10[s2]")
def test_at_hold_em_the_first_fee_is_returned() -> None:
    """TRN-32."""
    state = after(_drawn("HLD"), _RESERVE)
    sold, events = done(state, SeatReserve(at=NOON, player="P20", reserve="R1"))
    back = [each for each in events if isinstance(each, Refunded)]
    assert [(each.entry.player, each.fee, each.clause) for each in back] == [("P20", 10_000, "HLD 20.10[s2]")]
    assert pool(sold).prize_pool_cents == 200_000
    assert status(sold, "P20") is Status.DEREGISTERED
    sold = after(sold, EnterReserve(at=NOON, person=member("R2")))
    assert refuses(sold, SeatReserve(at=NOON, player="P20", reserve="R2")).word == "not_entered"


@pytest.mark.clause("UTH 16.11", "PON 20.10", "CAN 17.10")
@pytest.mark.parametrize("document", ["UTH", "PON", "CAN"])
def test_a_seat_is_sold_once_before_the_first_session(document: str) -> None:
    state = after(_drawn(document), _RESERVE, EnterReserve(at=NOON, person=member("R2")))
    assert refuses(state, SeatReserve(at=NOON - 1 + 1, player="P20", reserve="R3")).word == "not_a_reserve"
    assert refuses(state, SeatReserve(at=NOON, player="P20", reserve="R1", method="")).word == "method"
    later = state._replace(session=Session(2))
    assert refuses(later, SeatReserve(at=NOON, player="P20", reserve="R1")).word == "too_late"
    state = after(state, SeatReserve(at=NOON, player="P20", reserve="R1"))
    assert refuses(state, SeatReserve(at=NOON, player="P20", reserve="R2")).word == "sold"


def test_no_seat_is_sold_before_the_start() -> None:
    state = after(_drawn("PON"), EnterReserve(at=EARLY, person=member("R1")))
    assert refuses(state, SeatReserve(at=NOON - 1, player="P20", reserve="R1")).word == "not_yet"


@pytest.mark.clause("PON 20.10")
def test_a_forfeited_position_is_sold_as_well() -> None:
    state = after(_drawn("PON"), MarkNoShow(at=NOON, player="P20"), _RESERVE)
    before = after(state, SeatReserve(at=NOON, player="P20", reserve="R1"))
    assert status(before, "R1") is Status.REGISTERED
    running = after(state, StartEvent(at=NOON, seed=1))
    drawn = after(running, SeatReserve(at=NOON, player="P20", reserve="R1", seed=3))
    assert (status(drawn, "R1"), pool(drawn).prize_pool_cents) == (Status.SEATED, 210_000)
    waits = after(running, SeatReserve(at=NOON, player="P20", reserve="R1"))
    assert status(waits, "R1") is Status.ALTERNATE


@pytest.mark.clause("UTH 16.11", "PON 20.10", "HLD 20.10[s1]", "CAN 17.10")
@pytest.mark.parametrize("document", ["UTH", "PON", "HLD", "CAN"])
def test_a_reserve_may_enter_and_has_not(document: str) -> None:
    state = with_entries(of(document), 2)
    assert refuses(state, EnterReserve(at=EARLY, person=member("P1"))).word == "already_entered"
    assert refuses(state, EnterReserve(at=EARLY, person=member("R1", excluded=True))).word == "excluded"
    listed = after(state, EnterReserve(at=EARLY, person=member("R1")))
    assert (listed.reserves, listed.entries) == (("R1",), state.entries)
    assert refuses(listed, EnterReserve(at=EARLY, person=member("R1"))).word == "already_reserve"


def test_the_star_blinds_off_instead() -> None:
    state = started(4)
    refuses(state, MarkNoShow(at=NOON, player="P1"), word="blinded", clause="STAR 7.12[s1]")
    assert refuses(state, _RESERVE).word == "alternates"
    assert refuses(state, SeatReserve(at=NOON, player="P1", reserve="R1")).word == "blinded"
    assert refuses(state, Substitute(at=NOON, player="P1", person=member("S"))).clause == "STAR 6.4"
    assert position_forfeited(opened()) == "no"


@pytest.mark.clause("UTH 16.12", "PON 20.11", "HLD 20.12", "CAN 17.11")
@pytest.mark.parametrize(
    ("document", "clause"), [("UTH", "UTH 16.12"), ("PON", "PON 20.11"), ("HLD", "HLD 20.12"), ("CAN", "CAN 17.11")]
)
def test_a_substitute_takes_over_seat_and_chips(document: str, clause: str) -> None:
    state = after(_drawn(document), StartEvent(at=NOON, seed=1))
    place, stack = seat_of(state, "P1"), state.entrants["P1"].stack
    command = Substitute(at=NOON + 600, player="P1", person=member("S"), reason="ill")
    taken, events = done(out(state, "P1", has_played=True), command)
    assert (seat_of(taken, "S"), taken.entrants["S"].stack) == (place, stack)
    assert [each.clause for each in events if isinstance(each, Ruled)] == [clause]
    assert taken.entrants["P1"].periods[-1].until == NOON + 600
    assert taken.entrants["S"].periods == ()
    assert pool(taken) == pool(state)
    assert refuses(state, Substitute(at=NOON, player="P1", person=member("P2"))).word == "already_entered"
    assert refuses(state, Substitute(at=NOON, player="X", person=member("S"))).word == "not_entered"
    assert refuses(taken, Substitute(at=NOON + 600, player="P1", person=member("T"))).word == "not_entered"
    gone = out(state, "P1", status=Status.FORFEITED)
    assert refuses(gone, Substitute(at=NOON, player="P1", person=member("S"))).word == "not_in_play"


@pytest.mark.clause("HLD 20.9[s2]")
def test_a_reserve_who_has_entered_otherwise_is_none_any_more() -> None:
    state = after(with_entries(of("HLD"), 3), EnterReserve(at=EARLY, person=member("R1")))
    state = after(state, enter("R1"))
    assert position_forfeited(state) == "director_may"
    assert refuses(state, SeatReserve(at=NOON, player="P1", reserve="R1")).word == "not_a_reserve"


@pytest.mark.clause("HLD 20.9[s2]")
def test_the_last_but_one_who_forfeits_ends_the_event() -> None:
    state = after(with_entries(of("HLD"), 2), StartEvent(at=NOON, seed=1))
    assert after(state, MarkNoShow(at=NOON, player="P1")).stage is Stage.OVER
