"""Refunds: cancelled entries, preventions, the cancelled event and the queue at the close."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.money import moves
from pitboss.tournaments.entries.coming_back import Reenter
from pitboss.tournaments.entries.refunds import (
    CancelEntry,
    CancelEvent,
    DropQueue,
    GrantRefund,
    IssuePrevention,
    refund_due,
    start_check,
)
from pitboss.tournaments.entries.reserves import MarkNoShow
from pitboss.tournaments.event.conditions import DAY, Readings
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import MOVERS, Refunded, Ruled
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Hand, Payment, Stage, Status, Tournament, chips_in_play, seat_of, with_table
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.seating import DrawSeats, SeatFromQueue
from tests.tournaments.entries.scene import EARLY, enter, of, opened, out, started, status, with_entries
from tests.tournaments.scene import NOON, after, done, refuses

DAY_AHEAD = NOON - DAY


def _refunded(events: Any) -> list[tuple[int, int]]:
    return [(each.fee, each.admin) for each in events if isinstance(each, Refunded)]


# Cancelled entries.


@pytest.mark.clause("STAR 6.10")
def test_both_fees_at_exactly_twenty_four_hours() -> None:
    """TRN-19: one second later only the director refunds, and it is logged."""
    state = with_entries(opened("midweek_jam"), 3)
    due = refund_due(state, "P1", DAY_AHEAD)
    assert (due.entitled, due.refund_cents, due.entry_cents, due.admin_cents) == (True, 22_000, 18_000, 4_000)
    late = refund_due(state, "P1", DAY_AHEAD + 1)
    assert (late.entitled, late.refund_cents, late.needs) == (False, 0, "director_discretion")
    agreed = refund_due(state, "P1", DAY_AHEAD + 6 * 3600, discretion=True)
    assert (agreed.entitled, agreed.refund_cents, agreed.logged_discretion) == (False, 22_000, True)


@pytest.mark.clause("STAR 6.10")
def test_a_cancelled_entry_is_undone() -> None:
    state = after(with_entries(opened(), 3), DrawSeats(at=EARLY, seed=1))
    state, events = done(state, CancelEntry(at=DAY_AHEAD, player="P1", by=Role.DESK))
    assert _refunded(events) == [(20_000, 4_000)]
    assert not any(isinstance(each, Ruled) for each in events)
    assert (status(state, "P1"), seat_of(state, "P1")) == (Status.DEREGISTERED, None)
    assert (pool(state).entries, pool(state).prize_pool_cents, pool(state).admin_fees_cents) == (2, 40_000, 8_000)
    assert pool(state).collected_from_entrants_cents == 48_000
    back = {(each.source, each.target): each.amount for event in events for each in moves(event, MOVERS)}
    assert back == {("prize pool", "player P1"): 20_000, ("administration fees", "player P1"): 4_000}


@pytest.mark.clause("STAR 6.10")
def test_later_only_the_director_refunds_and_it_is_logged() -> None:
    state = with_entries(opened(), 3)
    late = CancelEntry(at=DAY_AHEAD + 1, player="P1")
    refuses(state, late, word="director_discretion", clause="STAR 6.10")
    assert refuses(state, replace(late, discretion=True, by=Role.DESK)).word == "role"
    _, events = done(state, replace(late, discretion=True))
    assert [each.clause for each in events if isinstance(each, Ruled)] == ["STAR 6.10"]
    assert _refunded(events) == [(20_000, 4_000)]


@pytest.mark.clause("STAR 6.10")
def test_nothing_to_cancel_once_one_has_begun_to_play() -> None:
    state = started(4)
    assert refuses(state, CancelEntry(at=NOON, player="P1", discretion=True)).word == "played"
    assert refuses(state, CancelEntry(at=NOON, player="X")).word == "not_entered"
    waiting = after(state, enter("A", at=NOON))
    assert refuses(waiting, CancelEntry(at=NOON, player="A")).word == "director_discretion"
    gone = after(waiting, CancelEntry(at=NOON, player="A", discretion=True))
    assert (status(gone, "A"), gone.alternates) == (Status.DEREGISTERED, ())


def test_who_owes_the_fee_cancels_without_a_refund() -> None:
    state = after(opened(), enter("A", unpaid=True))
    state, events = done(state, CancelEntry(at=NOON - 5, player="A"))
    assert _refunded(events) == []
    assert (status(state, "A"), pool(state).owed_cents) == (Status.DEREGISTERED, 0)


@pytest.mark.clause("STAR 2-a")
def test_what_the_operator_has_paid_goes_back_to_the_operator() -> None:
    state = after(opened(), enter("A", payer="operator"))
    _, events = done(state, CancelEntry(at=EARLY, player="A"))
    assert {each.target for event in events for each in moves(event, MOVERS)} == {"operator"}


@pytest.mark.clause("PON 20.24[s1]", "HLD 20.22[s1]", "CAN 17.25[s1]")
@pytest.mark.parametrize(
    ("document", "clause"), [("PON", "PON 20.24[s1]"), ("HLD", "HLD 20.22[s1]"), ("CAN", "CAN 17.25[s1]")]
)
def test_no_refunds_in_three_documents(document: str, clause: str) -> None:
    state = with_entries(of(document), 2)
    refuses(state, CancelEntry(at=EARLY, player="P1", discretion=True), word="no_refund", clause=clause)
    assert refund_due(state, "P1", EARLY, discretion=True).refund_cents == 0
    assert refuses(state, GrantRefund(at=EARLY, entry=1, reason="x")).word == "no_refund"


@pytest.mark.clause("UTH 16.23")
def test_refunds_as_the_conditions_say() -> None:
    none = with_entries(of("UTH"), 2)
    refuses(none, CancelEntry(at=EARLY, player="P1", discretion=True), word="no_refund", clause="UTH 16.23")
    state = with_entries(of("UTH", refund_until=3600, commission=1_000), 2)
    assert refuses(state, CancelEntry(at=NOON - 3_599, player="P1")).word == "no_refund"
    state, events = done(state, CancelEntry(at=NOON - 3_600, player="P1"))
    assert _refunded(events) == [(10_000, 0)]
    assert (pool(state).prize_pool_cents, pool(state).tournament_commission_cents) == (9_000, 1_000)


@pytest.mark.clause("STAR 6.10")
def test_the_director_may_give_back_more() -> None:
    """T-19: the administration fee after a prevention, or all of it."""
    state = after(with_entries(opened(), 3), IssuePrevention(at=EARLY, player="P1"))
    state = after(state, GrantRefund(at=EARLY, entry=1, reason="goodwill", admin_only=True))
    assert (pool(state).entries, pool(state).admin_fees_cents, pool(state).prize_pool_cents) == (2, 8_000, 40_000)
    assert refuses(state, GrantRefund(at=EARLY, entry=1, reason="x")).word == "nothing_left"
    assert refuses(state, GrantRefund(at=EARLY, entry=9, reason="x")).word == "nothing_left"
    assert refuses(state, GrantRefund(at=EARLY, entry=2, reason="x")).word == "in_play"
    assert refuses(state, GrantRefund(at=EARLY, entry=2, reason="")).word == "no_refund"
    out_of_it = out(started(4), "P1", status=Status.DISQUALIFIED)
    paid = out_of_it._replace(payments=(Payment("P2", 100, "cash", 1),))
    assert refuses(paid, GrantRefund(at=NOON, entry=1, reason="x")).word == "paid_out"


# Temporary preventions.


@pytest.mark.clause("STAR 6.17[s2]")
def test_prevented_before_the_start_the_entry_fee_goes_back() -> None:
    """TRN-20: 40 entries of the Jam become 39."""
    state = with_entries(opened("midweek_jam"), 40)
    state, events = done(state, IssuePrevention(at=NOON - 1_800, player="P7"))
    assert _refunded(events) == [(18_000, 0)]
    assert status(state, "P7") is Status.DEREGISTERED
    assert (pool(state).entries, pool(state).prize_pool_cents) == (39, 702_000)
    assert pool(state).admin_fees_cents == 160_000
    refuses(state, enter("P7", at=NOON - 60), word="tpoe", clause="STAR 6.17[s1]")


@pytest.mark.clause("STAR 6.17[s3]")
def test_prevented_after_having_begun_the_fee_stays() -> None:
    """TRN-20: the stack of 31,250 leaves play."""
    state = started(39, "midweek_jam")
    state = out(out(state, "P9", stack=31_250), "P1", stack=25_000 - 6_250)
    before = chips_in_play(state)
    state, events = done(state, IssuePrevention(at=NOON + 4_200, player="P9"))
    assert _refunded(events) == []
    assert (status(state, "P9"), seat_of(state, "P9")) == (Status.DISQUALIFIED, None)
    assert before - chips_in_play(state) == 31_250
    assert pool(state).prize_pool_cents == 702_000
    assert "P9" not in places(state)


@pytest.mark.clause("STAR 6.17[s3]")
def test_the_last_but_one_prevented_ends_the_event() -> None:
    state = started(2)
    assert after(state, IssuePrevention(at=NOON + 9_000, player="P1")).stage is Stage.OVER
    assert after(state, IssuePrevention(at=NOON + 8_999, player="P1")).stage is Stage.RUNNING


@pytest.mark.clause("STAR 6.17[s2]", "STAR 6.17[s3]")
def test_between_the_start_and_the_first_hand() -> None:
    """T-18: who waits is deregistered; who is blinded off by the reading or the director's choice."""
    waiting = after(started(4), enter("A", at=NOON))
    gone, events = done(waiting, IssuePrevention(at=NOON, player="A"))
    assert (status(gone, "A"), gone.alternates, _refunded(events)) == (Status.DEREGISTERED, (), [(20_000, 0)])
    absent = out(out(started(4), "P1", absent=True, stack=24_600), "P2", stack=25_400)
    refund, stay = IssuePrevention(at=NOON, player="P1"), IssuePrevention(at=NOON, player="P1", refund=False)
    blinded, events = done(absent, refund)
    assert (status(blinded, "P1"), _refunded(events)) == (Status.DEREGISTERED, [(20_000, 0)])
    # What was posted stays in play.
    assert chips_in_play(blinded) == 75_400
    assert status(after(absent, stay), "P1") is Status.DISQUALIFIED
    literal = absent._replace(conditions=replace(absent.conditions, readings=Readings(tpoe_gap="stay")))
    assert status(after(literal, refund), "P1") is Status.DISQUALIFIED
    assert status(after(literal, replace(refund, refund=True)), "P1") is Status.DEREGISTERED
    assert status(after(absent, replace(refund, has_played=True)), "P1") is Status.DISQUALIFIED


@pytest.mark.clause("STAR 6.17[s2]")
def test_the_administration_fee_too_by_the_other_reading() -> None:
    state = with_entries(opened(readings=Readings(tpoe_refund_admin=True)), 2)
    _, events = done(state, IssuePrevention(at=EARLY, player="P1"))
    assert _refunded(events) == [(20_000, 4_000)]


@pytest.mark.clause("STAR 6.17[s1]")
def test_a_prevention_of_somebody_who_is_not_in_the_event() -> None:
    state, events = done(opened(), IssuePrevention(at=EARLY, player="A"))
    assert _refunded(events) == []
    assert refuses(state, enter("A")).word == "tpoe"
    unpaid = after(opened(), enter("A", unpaid=True))
    gone, events = done(unpaid, IssuePrevention(at=EARLY, player="A"))
    assert (_refunded(events), status(gone, "A")) == ([], Status.DEREGISTERED)
    assert refuses(opened(), IssuePrevention(at=EARLY, player="")).word == "no_name"
    assert refuses(of("PON"), IssuePrevention(at=EARLY, player="A")).word == "not_in_these_rules"
    eliminated = out(started(4), "P1", status=Status.OUT)
    assert status(after(eliminated, IssuePrevention(at=NOON, player="P1")), "P1") is Status.OUT


def test_nobody_is_taken_out_of_a_hand() -> None:
    state = started(4)
    number, _ = seat_of(state, "P1") or (0, 0)
    hand = Hand(1, 1, state.conditions.levels[0], NOON, {"P1": 25_000})
    dealt = with_table(state, state.tables[number]._replace(hand=hand))
    assert refuses(dealt, IssuePrevention(at=NOON, player="P1")).word == "mid_hand"


# The cancelled event.


@pytest.mark.clause("STAR 1-e[s1]", "STAR 1-h", "STAR 6.21(b)")
@pytest.mark.parametrize(
    ("entrants", "may_start", "may_cancel"), [(1, False, True), (2, True, True), (9, True, True), (10, True, False)]
)
def test_two_may_start_and_nine_may_be_cancelled(entrants: int, may_start: bool, may_cancel: bool) -> None:
    """TRN-33."""
    state = with_entries(opened("friday_freezeout"), entrants)
    assert start_check(state) == (entrants, may_start, may_cancel)
    assert start_check(started(4)).may_cancel is False


@pytest.mark.clause("STAR 6.22", "STAR 6.22(a)", "STAR 1-h")
def test_a_cancelled_event_refunds_everything() -> None:
    """TRN-33: nine at $200."""
    state = with_entries(opened("friday_freezeout"), 9)
    state, events = done(state, CancelEvent(at=EARLY, reason="too few", by=Role.OPERATOR))
    assert _refunded(events) == [(17_000, 3_000)] * 9
    found = pool(state)
    assert (found.prize_pool_cents, found.admin_fees_cents, found.collected_from_entrants_cents) == (0, 0, 0)
    assert state.stage is Stage.CANCELLED
    assert refuses(state, enter("A")).word == "closed"


@pytest.mark.clause("STAR 6.21(b)", "STAR 6.22")
def test_ten_are_played_unless_the_event_cannot_be_held() -> None:
    state = with_entries(opened(), 10)
    refuses(state, CancelEvent(at=EARLY, reason="too few"), word="enough_entrants", clause="STAR 6.21(b)")
    assert refuses(state, CancelEvent(at=EARLY, reason="")).word == "no_reason"
    assert refuses(state, CancelEvent(at=EARLY, reason="x", by=Role.DESK)).word == "role"
    _, events = done(state, CancelEvent(at=EARLY, reason="flood", force_majeure=True))
    assert len(_refunded(events)) == 10


@pytest.mark.clause("STAR 6.22(c)", "STAR 6.21(c)")
def test_after_the_start_the_director_decides_what_follows() -> None:
    state = started(4)
    assert refuses(state, CancelEvent(at=NOON, reason="too few")).word == "started"
    majeure = CancelEvent(at=NOON, reason="fire", force_majeure=True)
    refuses(state, majeure, word="needs_course", clause="STAR 6.22(c)")
    over, events = done(state, replace(majeure, course="refund"))
    assert (over.stage, len(_refunded(events))) == (Stage.CANCELLED, 4)
    paid = state._replace(payments=(Payment("P1", 100, "cash", 1),))
    assert refuses(paid, replace(majeure, course="refund")).word == "paid_out"


@pytest.mark.clause("UTH 16.24", "PON 20.24[s3]", "HLD 20.22[s3]", "CAN 17.25[s3]")
@pytest.mark.parametrize(
    ("document", "clause"),
    [("UTH", "UTH 16.24"), ("PON", "PON 20.24[s3]"), ("HLD", "HLD 20.22[s3]"), ("CAN", "CAN 17.25[s3]")],
)
@pytest.mark.clause("PON 20.24[s2]", "CAN 17.25[s2]")
def test_elsewhere_it_is_cancelled_at_any_time_with_the_commission_back(document: str, clause: str) -> None:
    state = after(with_entries(of(document, commission=1_500), 12), StartEvent(at=NOON, seed=1))
    assert start_check(state).may_cancel
    over, events = done(state, CancelEvent(at=NOON + 60, reason="no dealers"))
    assert _refunded(events) == [(10_000, 0)] * 12
    assert events[-1].clause == clause
    assert (pool(over).prize_pool_cents, pool(over).tournament_commission_cents) == (0, 0)
    assert sum(each.amount for event in events for each in moves(event, MOVERS)) == 120_000


@pytest.mark.clause("PON 20.24[s3]", "CAN 17.25[s3]")
def test_a_forfeited_fee_goes_back_too() -> None:
    state = after(with_entries(of("PON"), 3), MarkNoShow(at=NOON, player="P1"))
    _, events = done(state, CancelEvent(at=NOON, reason="too few"))
    assert _refunded(events) == [(10_000, 0)] * 3


@pytest.mark.clause("STAR 6.22(a)")
def test_what_has_gone_back_does_not_go_back_twice() -> None:
    state = after(with_entries(opened(), 3), IssuePrevention(at=EARLY, player="P1"), CancelEntry(at=EARLY, player="P2"))
    over, events = done(state, CancelEvent(at=EARLY, reason="too few"))
    assert _refunded(events) == [(0, 4_000), (20_000, 4_000)]
    assert pool(over).collected_from_entrants_cents == 0


# The queue at the close.


def _queue_at_the_close() -> Tournament:
    """Two tables are full; P1 waits with a re-entry, A as an alternate; P2 went out after P1 and stays out."""
    state = after(started(18, tables=2), enter("A1", at=NOON + 1), enter("A2", at=NOON + 2), enter("A3", at=NOON + 3))
    state = after(state, BustOut(at=NOON + 100, player="P1"), SeatFromQueue(at=NOON + 100, seed=1))
    state = after(state, Reenter(at=NOON + 110, player="P1"))
    return after(state, BustOut(at=NOON + 200, player="P2"), SeatFromQueue(at=NOON + 200, seed=2))


@pytest.mark.clause("STAR 6.10")
def test_who_never_got_a_seat_is_refunded() -> None:
    """T-11: in full; who waited with a re-entry is out as before, behind those who went out later."""
    state = _queue_at_the_close()
    assert state.alternates + state.reentries == ("A3", "P1")
    assert refuses(state, DropQueue(at=NOON + 8_999)).word == "open"
    state, events = done(state, DropQueue(at=NOON + 9_000))
    assert _refunded(events) == [(20_000, 4_000), (20_000, 4_000)]
    assert (status(state, "A3"), status(state, "P1")) == (Status.DEREGISTERED, Status.OUT)
    assert places(state) == {"P1": (20,), "P2": (19,)}
    assert pool(state).entries == 20
    assert refuses(state, DropQueue(at=NOON + 9_000)).word == "nobody_waits"


def test_the_queue_is_kept_or_not_as_the_reading_says() -> None:
    """T-11: seats that open after entries are closed go to those who wait; by the other reading they are refunded."""
    state = after(_queue_at_the_close(), BustOut(at=NOON + 9_000, player="P3"))
    kept = after(state, SeatFromQueue(at=NOON + 9_000, seed=3))
    assert (status(kept, "A3"), kept.reentries) == (Status.SEATED, ("P1",))
    other = state._replace(conditions=replace(state.conditions, readings=Readings(queue_after_close="refund")))
    assert refuses(other, SeatFromQueue(at=NOON + 9_000, seed=3)).word == "closed"
    assert status(after(other, DropQueue(at=NOON + 9_000)), "A3") is Status.DEREGISTERED


@pytest.mark.clause("STAR 6.10")
def test_a_re_entry_that_is_cancelled_leaves_one_out_as_before() -> None:
    state = _queue_at_the_close()
    state = after(state, CancelEntry(at=NOON + 300, player="P1", discretion=True))
    assert (status(state, "P1"), state.reentries) == (Status.OUT, ())
    assert places(state)["P1"] == (21,)
