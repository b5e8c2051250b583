"""Entries at the desk."""

from dataclasses import replace

import pytest

from pitboss.tournaments.entries.coming_back import Reenter
from pitboss.tournaments.entries.entries import (
    PayFee,
    Readmit,
    RefuseEntry,
    Register,
    TransferEntry,
    entrants_in,
    most_entrants,
    registration_open,
    spare_seats,
)
from pitboss.tournaments.entries.refunds import CancelEntry
from pitboss.tournaments.event.conditions import Readings
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.events import Ruled, SeatTaken
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Hand, Stage, Status, seat_of, with_table
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import public_name
from pitboss.tournaments.seating.seating import DrawSeats, SeatFromQueue
from tests.tournaments.entries.scene import EARLY, OPENING, enter, of, opened, out, started, status, with_entries
from tests.tournaments.scene import NOON, after, done, member, refuses


@pytest.mark.clause("STAR D-Tournament Poker", "STAR D-Entrants", "STAR 6.1")
def test_an_entry_has_a_number_a_time_and_an_operator() -> None:
    state = after(opened(), enter("A", who="Lee"), enter("B", at=EARLY + 5, method="debit_card", who="Kim"))
    first, second = state.entries
    assert (first.number, first.player, first.at, first.operator, first.method) == (1, "A", EARLY, "Lee", "cash")
    assert (second.number, second.player, second.operator, second.method) == (2, "B", "Kim", "debit_card")
    assert status(state, "A") is Status.REGISTERED
    assert state.people["A"] == member("A")


@pytest.mark.clause("STAR D-Tournament Poker")
def test_only_entrants_are_in_the_event() -> None:
    refuses(opened(), PayFee(at=EARLY, player="Nobody"), word="not_entered", clause="STAR D-Tournament Poker")
    assert refuses(opened(), Register(at=EARLY, person=member(""))).word == "no_name"


@pytest.mark.clause("STAR 6.3[s3]")
@pytest.mark.parametrize("method", ["cash", "chips", "chip_purchase_voucher", "debit_card"])
def test_four_ways_to_pay(method: str) -> None:
    assert after(opened(), enter("A", method=method)).entries[0].method == method


@pytest.mark.clause("STAR 6.3[s3]")
@pytest.mark.parametrize("method", ["credit_card", "cheque", "", "Cash"])
def test_no_other_way_to_pay(method: str) -> None:
    refuses(opened(), enter("A", method=method), word="method", clause="STAR 6.3[s3]")


def test_other_documents_do_not_limit_the_ways_to_pay() -> None:
    assert after(of("PON"), enter("A", method="credit_card")).entries[0].method == "credit_card"
    assert refuses(of("PON"), enter("A", method="")).word == "method"


@pytest.mark.clause("STAR 2-a")
def test_the_operator_may_pay_for_promotion() -> None:
    state, events = done(opened(), enter("A", payer="operator", method="credit_card", by=Role.OPERATOR))
    assert (state.entries[0].payer, state.entries[0].method) == ("operator", "promotional")
    assert [each.clause for each in events if isinstance(each, Ruled)] == ["STAR 2-a"]
    assert refuses(opened(), enter("A", payer="operator", by=Role.DESK)).word == "role"
    assert refuses(opened(), enter("A", payer="a friend")).word == "payer"


@pytest.mark.clause("STAR 6.3[s1]", "STAR 6.3[s2]")
def test_no_seat_until_the_fee_is_paid() -> None:
    state = with_entries(opened(), 3)
    assert refuses(state, enter("A", unpaid=True, by=Role.DESK)).clause == "STAR 6.3[s1]"
    state, events = done(state, enter("A", unpaid=True))
    assert [each.clause for each in events if isinstance(each, Ruled)] == ["STAR 6.3[s2]"]
    assert (status(state, "A"), pool(state).entries) == (Status.UNPAID, 3)
    state = after(state, StartEvent(at=NOON, seed=1))
    assert seat_of(state, "A") is None
    assert refuses(state, PayFee(at=NOON, player="A", method="credit_card")).word == "method"
    state = after(state, PayFee(at=NOON + 60, player="A", method="chips", seed=4))
    assert (status(state, "A"), state.entrants["A"].stack) == (Status.SEATED, 25_000)
    assert (pool(state).entries, state.entries[-1].method) == (4, "chips")
    assert refuses(state, PayFee(at=NOON + 60, player="A")).word == "paid"


@pytest.mark.clause("STAR 6.3[s1]")
def test_a_fee_paid_before_the_start_makes_an_entrant_like_any_other() -> None:
    state = after(opened(tables=1), *(enter(f"P{n}") for n in range(8)), enter("A", unpaid=True))
    assert status(after(state, PayFee(at=EARLY, player="A")), "A") is Status.REGISTERED
    full = after(state, enter("B"), PayFee(at=EARLY, player="A"))
    assert (status(full, "A"), status(full, "B")) == (Status.REGISTERED, Status.ALTERNATE)


@pytest.mark.clause("STAR 6.3[s1]")
def test_a_fee_is_not_paid_after_entries_have_closed() -> None:
    state = after(with_entries(opened(), 3), enter("A", unpaid=True), StartEvent(at=NOON, seed=1))
    assert refuses(state, PayFee(at=NOON + 9_000, player="A")).word == "closed"


def test_other_documents_want_the_fee_with_the_entry() -> None:
    assert refuses(of("HLD"), enter("A", unpaid=True)).clause == "HLD 20.21[s1]"


@pytest.mark.clause("PON 20.6", "HLD 20.6", "UTH 16.6", "CAN 17.6")
@pytest.mark.parametrize("document", ["PON", "HLD", "UTH", "CAN"])
def test_one_entry_for_each_player(document: str) -> None:
    refusal = refuses(with_entries(of(document), 1), enter("P1"))
    clause = {"PON": "PON 20.6", "HLD": "HLD 20.6", "UTH": "UTH 16.6", "CAN": "CAN 17.6"}[document]
    assert (refusal.word, refusal.clause) == ("already_entered", clause)


@pytest.mark.clause("STAR D-Re-Entry")
def test_one_does_not_enter_twice_at_the_star_either() -> None:
    state = out(with_entries(opened(), 2), "P1", status=Status.OUT)
    assert refuses(state, enter("P1")).word == "already_entered"
    undone = after(with_entries(opened(), 2), CancelEntry(at=EARLY, player="P1"))
    assert status(after(undone, enter("P1")), "P1") is Status.REGISTERED


@pytest.mark.clause("UTH 16.5", "CAN 17.5")
@pytest.mark.parametrize(("document", "clause"), [("UTH", "UTH 16.5"), ("CAN", "CAN 17.5")])
def test_an_agreement_in_writing_where_it_is_wanted(document: str, clause: str) -> None:
    state = of(document, agreement=True)
    refuses(state, enter("A"), word="not_agreed", clause=clause)
    _, events = done(state, enter("A", agreement=True))
    assert [each.clause for each in events if isinstance(each, Ruled)] == [clause]
    assert after(opened(agreement=True), enter("A")).entries


@pytest.mark.clause("STAR 1-e[s1]", "STAR 6.12")
def test_at_most_two_hundred() -> None:
    """TRN-33: the 201st is refused."""
    state = with_entries(opened("friday_freezeout"), 200)
    refuses(state, enter("P201"), word="full", clause="STAR 1-e[s1]")
    wide = state._replace(conditions=replace(state.conditions, most_entrants=500))
    assert most_entrants(wide) == 200
    assert refuses(wide, enter("P201")).word == "full"
    assert entrants_in(state) == 200


@pytest.mark.clause("STAR 6.12", "PON 20.4(e)", "HLD 20.4(e)", "UTH 16.3(a)(v)")
@pytest.mark.parametrize(
    ("document", "clause"),
    [("STAR", "STAR 1-e[s1]"), ("PON", "PON 20.4(e)"), ("HLD", "HLD 20.4(e)"), ("UTH", "UTH 16.3(a)(v)")],
)
def test_the_conditions_limit_the_entries(document: str, clause: str) -> None:
    state = opened(most_entrants=4) if document == "STAR" else of(document, most_entrants=4)
    full = with_entries(state, 4)
    refuses(full, enter("P5"), word="full", clause=clause)
    if document == "STAR":
        assert after(full, CancelEntry(at=EARLY, player="P1"), enter("P5"))


@pytest.mark.clause("STAR 1-e[s1]")
def test_the_tables_there_are_limit_an_event_where_nobody_waits() -> None:
    state = with_entries(of("HLD", tables=1, closes_at_level=None), 9)
    assert (most_entrants(state), spare_seats(state)) == (9, 0)
    assert refuses(state, enter("P10")).word == "full"


@pytest.mark.clause("STAR 1-e[s2]")
@pytest.mark.parametrize(
    ("event", "closes"), [("monday_triple_shot", 9_000), ("midweek_jam", 9_300), ("friday_freezeout", 9_000)]
)
def test_entries_close_with_the_first_second_of_a_level(event: str, closes: int) -> None:
    """TRN-16: the break before it is inside."""
    state = started(4, event)
    assert registration_open(state, NOON + closes - 1)
    assert not registration_open(state, NOON + closes)
    assert after(state, enter("A", at=NOON + closes - 1)).entries[-1].player == "A"
    refuses(state, enter("A", at=NOON + closes), word="closed", clause="STAR 1-e[s2]")


@pytest.mark.clause("STAR 1-e[s2]")
def test_the_other_reading_closes_with_the_level_before() -> None:
    """T-10: without the break."""
    state = started(4, readings=Readings(close_at="end_of_previous"))
    assert registration_open(state, NOON + 7_199)
    assert not registration_open(state, NOON + 7_200)


def test_entries_are_open_until_the_start_however_late_it_is() -> None:
    state = with_entries(opened(), 3)
    assert registration_open(state, NOON + 5_000)
    assert not registration_open(started(4)._replace(stage=Stage.OVER), NOON)
    assert not registration_open(after(with_entries(of("HLD"), 3), StartEvent(at=NOON, seed=1)), NOON)
    assert refuses(after(with_entries(of("HLD"), 3), StartEvent(at=NOON, seed=1)), enter("A", at=NOON)).word == "closed"


@pytest.mark.clause("STAR D-Alternates", "STAR 1-f[s2]")
def test_after_the_start_a_free_seat_is_drawn_at_once() -> None:
    state, events = done(started(4), enter("A", at=NOON + 60, seed=11))
    seat = events[-1]
    assert isinstance(seat, SeatTaken)
    assert (seat.player, seat.issued, seat.from_queue) == ("A", 25_000, False)
    assert status(state, "A") is Status.SEATED
    assert state.alternates == ()
    assert status(after(started(4), enter("A", at=NOON + 60)), "A") is Status.ALTERNATE


@pytest.mark.clause("STAR 1-f[s2]", "STAR 1-g[s3]", "STAR D-Alternates")
def test_with_all_seats_taken_everybody_is_an_alternate() -> None:
    state = started(18, tables=2)
    assert spare_seats(state) == 0
    state = after(state, enter("A1", at=NOON + 10, seed=1), enter("A2", at=NOON + 20, seed=2))
    assert state.alternates == ("A1", "A2")
    assert refuses(state, SeatFromQueue(at=NOON + 30, seed=3)).word


@pytest.mark.clause("STAR 1-f[s2]")
def test_nobody_is_seated_past_those_who_wait() -> None:
    state = after(started(4), enter("A", at=NOON), enter("B", at=NOON, seed=1))
    assert state.alternates == ("A", "B")
    assert spare_seats(state) == 3
    state = after(state, SeatFromQueue(at=NOON, seed=3))
    assert state.seated_from_queue == ("A", "B")


@pytest.mark.clause("STAR 1-f[s2]")
def test_alternates_before_the_start_move_up_when_somebody_cancels() -> None:
    state = after(with_entries(opened(tables=1), 9), enter("A1"), enter("A2"))
    assert state.alternates == ("A1", "A2")
    state = after(state, CancelEntry(at=EARLY, player="P3"))
    assert (status(state, "A1"), state.alternates) == (Status.REGISTERED, ("A2",))


@pytest.mark.clause("STAR 6.4")
def test_an_entry_goes_to_somebody_who_has_not_entered() -> None:
    """TRN-42: and not to somebody who has."""
    state = after(with_entries(opened(), 4), DrawSeats(at=EARLY, seed=3))
    place = seat_of(state, "P1")
    moved = after(state, TransferEntry(at=EARLY, player="P1", person=member("A")))
    assert (seat_of(moved, "A"), seat_of(moved, "P1")) == (place, None)
    assert (status(moved, "A"), status(moved, "P1")) == (Status.SEATED, Status.DEREGISTERED)
    assert moved.entrants["A"].stack == 25_000
    assert [each.player for each in moved.entries] == ["A", "P2", "P3", "P4"]
    assert pool(moved) == pool(state)
    again = TransferEntry(at=EARLY, player="P2", person=member("A"))
    refuses(moved, again, word="already_entered", clause="STAR 6.4")
    assert after(moved, TransferEntry(at=EARLY, player="P2", person=member("P1")))


@pytest.mark.clause("STAR 6.4")
def test_a_transferred_entry_keeps_its_place_in_the_queue() -> None:
    state = after(with_entries(opened(tables=1), 9), enter("A1"), enter("A2"))
    state = after(state, TransferEntry(at=EARLY, player="A1", person=member("B")))
    assert state.alternates == ("B", "A2")


@pytest.mark.clause("STAR 6.4")
def test_transfers_that_cannot_be() -> None:
    state = started(4)
    to = member("A")
    assert refuses(state, TransferEntry(at=NOON, player="P1", person=to)).word == "played"
    assert refuses(state, TransferEntry(at=NOON, player="X", person=to)).word == "not_entered"
    assert refuses(of("PON"), TransferEntry(at=EARLY, player="P1", person=to)).clause == "PON 20.11"
    late = with_entries(opened(), 2)
    assert refuses(late, TransferEntry(at=EARLY, player="P1", person=to._replace(member=False))).word == "not_member"
    absent = out(state, "P1", absent=True)
    moved = after(absent, TransferEntry(at=NOON + 5, player="P1", person=to))
    assert (status(moved, "A"), moved.entrants["A"].since, moved.entrants["A"].absent) == (
        Status.SEATED,
        NOON + 5,
        False,
    )
    number, seat = seat_of(absent, "P1") or (0, 0)
    table = absent.tables[number]
    hand = Hand(1, 1, state.conditions.levels[0], NOON, {"P1": 25_000})
    dealt = with_table(absent, table._replace(hand=hand))
    assert refuses(dealt, TransferEntry(at=NOON + 5, player="P1", person=to)).word == "mid_hand"
    assert moved.tables[number].seats[seat] == "A"


@pytest.mark.clause("STAR 6.7")
def test_the_director_refuses_an_application() -> None:
    state, events = done(opened(), RefuseEntry(at=OPENING, player="A", reason="was disruptive last week"))
    assert [each.what for each in events if isinstance(each, Ruled)] == ["Refused: was disruptive last week"]
    assert refuses(state, enter("A")).clause == "STAR 6.7"
    assert refuses(state, TransferEntry(at=EARLY, player="P1", person=member("A"))).word == "not_entered"
    assert refuses(opened(), RefuseEntry(at=OPENING, player="A", reason="")).word == "no_reason"
    assert refuses(with_entries(opened(), 1), RefuseEntry(at=EARLY, player="P1", reason="x")).word == "already_entered"
    assert refuses(opened(), RefuseEntry(at=OPENING, player="A", reason="x", by=Role.DESK)).word == "role"
    assert after(state, Readmit(at=OPENING, player="A"), enter("A")).entries
    assert refuses(opened(), Readmit(at=OPENING, player="A")).word == "not_barred"


@pytest.mark.clause("STAR 6.14 tail[s2]")
def test_who_was_removed_from_harm_is_not_let_in_again() -> None:
    state = opened()._replace(barred={"A": "harm"})
    refuses(state, Readmit(at=OPENING, player="A"), word="barred", clause="STAR 6.14 tail[s2]")


@pytest.mark.clause("STAR 6.20")
def test_nobody_is_named_in_public_without_consent() -> None:
    state = after(with_entries(opened(), 2), Register(at=EARLY, person=member("Ada", publicity=True)))
    assert public_name(state, "Ada") == "Ada"
    assert public_name(state, "P2") == "Entrant 2"
    assert public_name(state, "Nobody") == "Entrant 0"


@pytest.mark.clause("STAR 1-g[s3]", "STAR D-Alternates", "STAR 7.21[s2]")
def test_alternates_before_re_entries_whatever_the_order() -> None:
    """TRN-17: two full tables, three alternates, five busts, one re-entry and one more alternate."""
    state = started(18, tables=2)
    state = after(state, *(enter(f"A{n}", at=NOON + n) for n in (1, 2, 3)))
    state = after(state, BustOut(at=NOON + 2_400, player="P1"), SeatFromQueue(at=NOON + 2_400, seed=1))
    state = after(state, Reenter(at=NOON + 2_410, player="P1", seed=5))
    assert status(state, "P1") is Status.WAITING_REENTRY
    state = after(state, BustOut(at=NOON + 2_700, player="P2"), SeatFromQueue(at=NOON + 2_700, seed=2))
    state = after(state, enter("A4", at=NOON + 2_750, seed=5))
    assert status(state, "A4") is Status.ALTERNATE
    for number in (3, 4, 5):
        at = NOON + 2_100 + 300 * number
        state = after(state, BustOut(at=at, player=f"P{number}"), SeatFromQueue(at=at, seed=number))
    assert state.seated_from_queue == ("A1", "A2", "A3", "A4", "P1")
    assert state.alternates == state.reentries == ()
    assert [state.entrants[name].stack for name in ("A1", "A4", "P1")] == [25_000] * 3
    assert pool(state).entries == 23


def test_nothing_changes_on_a_refusal() -> None:
    state = with_entries(opened(most_entrants=2), 2)
    before = state
    act(state, enter("A"))
    assert state == before


@pytest.mark.clause("STAR 6.4")
def test_nobody_has_played_before_the_start_whoever_had_the_seat() -> None:
    state = after(with_entries(opened(), 3), DrawSeats(at=EARLY, seed=3))
    state = after(state, TransferEntry(at=EARLY + 60, player="P1", person=member("A")))
    state = after(state, TransferEntry(at=EARLY + 90, player="A", person=member("P1")))
    assert state.entrants["P1"].periods == state.entrants["A"].periods == ()
    assert status(after(state, CancelEntry(at=EARLY + 99, player="P1")), "P1") is Status.DEREGISTERED


@pytest.mark.clause("STAR 6.4")
def test_an_entry_that_has_gone_back_stays_with_who_had_it() -> None:
    state = after(with_entries(opened(), 2), CancelEntry(at=EARLY, player="P1"), enter("P1"))
    state = after(state, TransferEntry(at=EARLY, player="P1", person=member("A")))
    assert [each.player for each in state.entries] == ["P1", "P2", "A"]
