"""Re-entries, stacks given up at the end of the period, re-buys and add-ons."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.entries.coming_back import (
    AddOn,
    ForfeitAndReenter,
    Rebuy,
    Reenter,
    forfeit_offer,
    last_break,
    spare_banks,
)
from pitboss.tournaments.event.conditions import Rebuys
from pitboss.tournaments.event.events import SeatTaken
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Exit, Hand, Session, Status, Tournament, chips_in_play, seat_of, with_table
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.seating import SeatFromQueue
from pitboss.tournaments.sessions.events import rounds_due
from tests.tournaments.entries.scene import enter, of, opened, out, started, status, with_entries
from tests.tournaments.scene import NOON, after, done, refuses

BREAK = NOON + 8_400


def _eliminated(state: Tournament, player: str, entries: int = 1, at: int = NOON + 60) -> Tournament:
    """A player whose chips somebody else has won."""
    place = seat_of(state, player)
    stack, other = state.entrants[player].stack, next(name for name in state.entrants if name != player)
    state = out(state, other, stack=state.entrants[other].stack + stack)
    state = out(state, player, status=Status.OUT, stack=0, entries=entries)
    if place is not None:
        table = state.tables[place[0]]
        seats = {seat: name for seat, name in table.seats.items() if name != player}
        state = with_table(state, table._replace(seats=Frozen(seats)))
    return state._replace(exits=(*state.exits, Exit(player, 1, at, None, None, stack, stack, 1, "STAR 7.21[s1]")))


def _again(player: str, at: int, **more: Any) -> Reenter:
    return Reenter(at=at, player=player, **more)


@pytest.mark.clause("STAR D-Re-Entry", "STAR 7.21[s2]", "STAR 6.5[s1]")
def test_who_is_out_comes_back_with_a_full_stack() -> None:
    state = _eliminated(started(4), "P1")
    assert places(state)["P1"] == (4,)
    state, events = done(state, _again("P1", NOON + 100, seed=3))
    assert isinstance(events[-1], SeatTaken)
    assert (events[-1].issued, status(state, "P1")) == (25_000, Status.SEATED)
    assert (state.entrants["P1"].entries, pool(state).entries) == (2, 5)
    assert "P1" not in places(state)
    assert state.entries[-1].kind == "re-entry"
    assert chips_in_play(state) == 125_000


@pytest.mark.clause("STAR D-Re-Entry")
def test_only_who_is_out_comes_back() -> None:
    refuses(started(4), _again("P1", NOON + 100), word="not_out", clause="STAR D-Re-Entry")
    assert refuses(started(4), _again("X", NOON + 100)).word == "not_entered"
    assert refuses(_eliminated(started(4), "P1"), _again("P1", NOON + 100, method="cheque")).word == "method"


@pytest.mark.clause("STAR 6.5[s1]", "STAR D-Re-Entry")
@pytest.mark.parametrize(
    ("event", "entries", "second", "word"),
    [
        ("monday_triple_shot", 1, 8_999, ""),
        ("monday_triple_shot", 2, 8_999, ""),
        ("monday_triple_shot", 3, 3_600, "reentry_limit"),
        ("monday_triple_shot", 1, 9_000, "closed"),
        ("midweek_jam", 7, 9_299, ""),
        ("midweek_jam", 7, 9_300, "closed"),
        ("friday_freezeout", 1, 600, "freezeout"),
        ("saturday_special", 1, 8_999, ""),
        ("saturday_special", 2, 600, "reentry_limit"),
    ],
)
def test_windows_and_limits(event: str, entries: int, second: int, word: str) -> None:
    """TRN-16."""
    state = _eliminated(started(4, event), "P1", entries)
    again = _again("P1", NOON + second)
    if word:
        assert refuses(state, again).word == word
        assert refuses(state, again).clause == "STAR 6.5[s1]"
    else:
        assert status(after(state, again), "P1") is Status.WAITING_REENTRY


@pytest.mark.clause("STAR 6.5[s1]")
def test_re_entries_need_a_starting_stack_in_the_float() -> None:
    state = _eliminated(started(4, chip_banks=5), "P1")
    assert spare_banks(state) == 1
    assert spare_banks(started(4)) is None
    state = after(state, _again("P1", NOON + 100))
    assert spare_banks(state) == 0
    refuses(_eliminated(state, "P2"), _again("P2", NOON + 100), word="no_chip_bank", clause="STAR 6.5[s1]")
    raced = state._replace(chips=state.chips._replace(race_change=100))
    assert spare_banks(raced) == -1


@pytest.mark.clause("STAR 6.14(b)(a)", "STAR 6.17[s1]")
def test_who_may_not_enter_may_not_come_back() -> None:
    state = _eliminated(started(4), "P1")
    assert refuses(state._replace(barred=Frozen({"P1": "tpoe"})), _again("P1", NOON + 100)).word == "tpoe"
    assert refuses(out(state, "P1", blocked="signs of harm"), _again("P1", NOON + 100)).word == "blocked"


@pytest.mark.clause("PON 20.6", "HLD 20.6", "UTH 16.6", "CAN 17.6")
@pytest.mark.parametrize("document", ["PON", "HLD", "UTH", "CAN"])
def test_no_re_entries_in_the_other_documents(document: str) -> None:
    state = after(with_entries(of(document), 4), StartEvent(at=NOON, seed=1))
    state = _eliminated(state, "P1")
    refuses(state, _again("P1", NOON + 100), word="one_entry", clause=state.clause("one_entry"))


# STAR 7.11.


def _at_the_break(**changed: Any) -> Tournament:
    """TRN-18: the last break of a Monday, with the stacks and entries of the case."""
    state = started(4, "monday_triple_shot", **changed)
    for player, stack, entries in (("P1", 30_000, 1), ("P2", 30_100, 1), ("P3", 12_000, 3), ("P4", 29_900, 2)):
        state = out(state, player, stack=stack, entries=entries)
    return state._replace(chips=state.chips._replace(removed=18_000))


@pytest.mark.clause("STAR 7.11[s1]", "STAR 7.11[s3]", "STAR D-Forfeit[s2]")
def test_who_may_give_up_the_stack_and_why_not_the_others() -> None:
    state = _at_the_break()
    offer = forfeit_offer(state, BREAK)
    assert set(offer.eligible) == {"P1", "P4"}
    assert offer.ineligible == {"P2": "stack_above_starting", "P3": "reentry_limit"}
    refuses(state, ForfeitAndReenter(at=BREAK, player="P2"), word="stack_above_starting", clause="STAR 7.11[s3]")
    assert refuses(state, ForfeitAndReenter(at=BREAK, player="P3")).word == "reentry_limit"


@pytest.mark.clause("STAR 7.11[s1]")
def test_only_in_the_last_break_before_entries_close() -> None:
    state = _at_the_break()
    pause = last_break(state)
    assert pause is not None
    assert (pause.begins, pause.ends) == (7_200, 9_000)
    assert forfeit_offer(state, NOON + 7_199).eligible == ()
    assert refuses(state, ForfeitAndReenter(at=NOON + 7_199, player="P1")).word == "not_now"
    assert set(forfeit_offer(state, NOON + 7_200).eligible) == {"P1", "P4"}
    assert set(forfeit_offer(state, NOON + 8_999).eligible) == {"P1", "P4"}
    assert refuses(state, ForfeitAndReenter(at=NOON + 9_000, player="P1")).word == "closed"


@pytest.mark.clause("STAR 7.11[s1]")
def test_there_is_none_in_a_freezeout() -> None:
    state = started(4, "friday_freezeout")
    assert set(forfeit_offer(state, NOON + 7_300).ineligible.values()) == {"freezeout"}


@pytest.mark.clause("STAR 7.11[s2]", "STAR D-Forfeit[s2]")
def test_chips_out_at_once_full_price_and_behind_alternates() -> None:
    state = _at_the_break()
    state = after(state, enter("A", at=BREAK))
    before = chips_in_play(state)
    given = after(state, ForfeitAndReenter(at=BREAK, player="P1"))
    assert chips_in_play(given) == before - 30_000
    assert status(given, "P1") is Status.WAITING_REENTRY
    assert seat_of(given, "P1") is None
    assert pool(given).prize_pool_cents == pool(state).prize_pool_cents + 17_000
    assert given.entries[-1].fee + given.entries[-1].admin == 20_000
    assert given.entrants["P1"].entries == 2
    assert given.entrants["P1"].periods[-1].until == BREAK
    seated = after(given, SeatFromQueue(at=BREAK, seed=1))
    assert seated.seated_from_queue == ("A", "P1")
    assert seated.entrants["P1"].stack == 30_000
    assert chips_in_play(seated) == before + 30_000
    assert places(seated) == {}


@pytest.mark.clause("STAR 7.11[s1]")
def test_an_empty_float_does_not_hinder_it() -> None:
    state = _at_the_break(chip_banks=4)
    assert set(forfeit_offer(state, BREAK).eligible) == {"P1", "P4"}


def test_stacks_that_cannot_be_given_up() -> None:
    state = _at_the_break()
    place = seat_of(state, "P1") or (0, 0)
    hand = Hand(1, 8, state.conditions.levels[7], BREAK, {"P1": 30_000})
    dealt = with_table(state, state.tables[place[0]]._replace(hand=hand))
    assert refuses(dealt, ForfeitAndReenter(at=BREAK, player="P1")).word == "mid_hand"
    gone = out(state, "P1", status=Status.OUT, stack=0)
    assert refuses(gone, ForfeitAndReenter(at=BREAK, player="P1")).word == "no_stack"
    assert refuses(state, ForfeitAndReenter(at=BREAK, player="X")).word == "not_entered"
    assert refuses(state, ForfeitAndReenter(at=BREAK, player="P1", method="cheque")).word == "method"


# Re-buys and add-ons.

_TERMS = Rebuys(most=1, cost=5_000, chips=8_000, until_session=1, add_on_cost=2_000, add_on_chips=3_000)


def _in_session(document: str, number: int = 1, terms: Rebuys | None = _TERMS) -> Tournament:
    state = after(with_entries(of(document), 4), StartEvent(at=NOON, seed=1))
    return state._replace(conditions=replace(state.conditions, rebuys=terms), session=Session(number, playing=True))


def _without_chips(state: Tournament, player: str) -> Tournament:
    lost = state.entrants[player].stack
    return out(state._replace(chips=state.chips._replace(removed=lost)), player, stack=0)


@pytest.mark.clause("UTH 16.6", "CAN 17.6")
@pytest.mark.parametrize("document", ["UTH", "CAN"])
def test_who_has_no_chips_buys_back_in(document: str) -> None:
    state = _in_session(document)
    assert refuses(state, Rebuy(at=NOON, player="P1")).word == "not_out"
    state = after(_without_chips(state, "P1"), Rebuy(at=NOON, player="P1"))
    assert state.entrants["P1"].stack == 8_000
    entry = state.entries[-1]
    assert (entry.kind, entry.fee, entry.admin, entry.commission) == ("re-buy", 5_000, 0, 0)
    assert refuses(_without_chips(state, "P1"), Rebuy(at=NOON, player="P1")).word == "rebuy_limit"


@pytest.mark.clause("UTH 16.3(a)(iii)(G)", "CAN 17.3(a)(viii)")
@pytest.mark.parametrize("document", ["UTH", "CAN"])
def test_chips_are_bought_for_rounds_that_are_still_to_be_played(document: str) -> None:
    state = _without_chips(_in_session(document), "P1")
    between = state._replace(session=Session(1, playing=False))
    assert refuses(between, Rebuy(at=NOON, player="P1")).word == "no_session"
    playing_off = state._replace(session=Session(1, playing=True, playing_off=("P1", "P2")))
    assert refuses(playing_off, Rebuy(at=NOON, player="P1")).word == "no_session"
    (table,) = state.tables.values()
    last = with_table(state, table._replace(rounds=rounds_due(state)))
    assert refuses(last, Rebuy(at=NOON, player="P1")).word == "rounds_over"
    if document == "UTH":
        assert refuses(last, AddOn(at=NOON, player="P2")).word == "rounds_over"


@pytest.mark.clause("UTH 16.6")
def test_who_has_left_the_table_gets_a_seat_with_the_chips_of_the_re_buy() -> None:
    state = _eliminated(_in_session("UTH"), "P1")
    assert refuses(state, Rebuy(at=NOON, player="P1")).word == "no_seat"
    state = after(state, Rebuy(at=NOON, player="P1", seed=5))
    assert (status(state, "P1"), state.entrants["P1"].stack) == (Status.SEATED, 8_000)
    assert state.exits == ()


@pytest.mark.clause("UTH 16.6", "CAN 17.6")
@pytest.mark.parametrize("document", ["UTH", "CAN"])
def test_no_re_buys_that_the_conditions_do_not_tell(document: str) -> None:
    state = _without_chips(_in_session(document, terms=None), "P1")
    refuses(state, Rebuy(at=NOON, player="P1"), word="one_entry", clause=state.clause("one_entry"))
    late = _without_chips(_in_session(document, number=2), "P1")
    assert refuses(late, Rebuy(at=NOON, player="P1")).word == "closed"


@pytest.mark.clause("PON 20.6", "HLD 20.6")
@pytest.mark.parametrize("document", ["PON", "HLD"])
def test_no_re_buys_whatever_the_conditions_say(document: str) -> None:
    state = _without_chips(_in_session(document), "P1")
    for command in (Rebuy(at=NOON, player="P1"), AddOn(at=NOON, player="P2")):
        refuses(state, command, word="one_entry", clause=f"{document} 20.6")


def test_no_re_buys_at_the_star() -> None:
    assert refuses(started(4), Rebuy(at=NOON, player="P1")).word == "not_in_these_rules"
    assert refuses(opened(), Rebuy(at=NOON, player="P1")).word == "not_entered"


@pytest.mark.clause("UTH 16.3(a)(iii)(H)")
def test_one_add_on() -> None:
    state = _in_session("UTH")
    stack = state.entrants["P1"].stack
    state = after(state, AddOn(at=NOON, player="P1"))
    assert state.entrants["P1"].stack == stack + 3_000
    assert (state.entries[-1].kind, state.entries[-1].fee) == ("add-on", 2_000)
    assert refuses(state, AddOn(at=NOON, player="P1")).word == "add_on_limit"
    assert refuses(_eliminated(state, "P2"), AddOn(at=NOON, player="P2")).word == "not_seated"
    none = _in_session("UTH", terms=replace(_TERMS, add_on_chips=0))
    assert refuses(none, AddOn(at=NOON, player="P1")).word == "no_add_on"
    assert refuses(_in_session("CAN"), AddOn(at=NOON, player="P1")).word == "not_in_these_rules"
    assert refuses(state, AddOn(at=NOON, player="X")).word == "not_entered"
    assert refuses(state, AddOn(at=NOON, player="P2", method="")).word == "method"
