"""What the desk must refuse, with a clause and a sentence and nothing changed; and what a muddled desk must survive."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.games.money import moves
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.counting import LateChips, RecordStacks
from pitboss.tournaments.clock.desk import BeginHandForHand
from pitboss.tournaments.entries.absence import Arrive, MarkAbsent, RemoveAbsent
from pitboss.tournaments.entries.coming_back import Reenter
from pitboss.tournaments.entries.entries import Register, TransferEntry
from pitboss.tournaments.entries.penalties import Penalise
from pitboss.tournaments.entries.refunds import CancelEntry, CancelEvent, IssuePrevention
from pitboss.tournaments.event.conditions import Band, Scale, Sessions
from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.events import Ruled
from pitboss.tournaments.event.log import Desk
from pitboss.tournaments.event.opening import AmendConditions, OpenEntries
from pitboss.tournaments.event.state import (
    Stage,
    Status,
    Table,
    Tournament,
    chips_in_play,
    seat_of,
    with_entrant,
    with_table,
)
from pitboss.tournaments.hands.hands import HandOver
from pitboss.tournaments.prizes.paying import MOVERS, AddValue
from pitboss.tournaments.prizes.placing import BustOut, BustRound
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import awaiting_place, places
from pitboss.tournaments.seating.seating import MovePlayer
from tests.refusals import refused
from tests.tournaments.clock.scene import in_hand, playing, with_stacks
from tests.tournaments.entries.scene import EARLY, OTHERS, enter, of, opened, started, with_entries
from tests.tournaments.scene import NOON, after, conditions, done, member, refuses

HOUR = 3600
CLOSED = NOON + 9000


def said(state: Tournament, command: Command) -> tuple[str, str]:
    """Clause and word of a refusal, which is a sentence, and after which the desk is as it was."""
    desk = Desk(state)
    answer = refused(desk.do(command))
    assert desk.state is state
    assert (desk.record.steps, desk.log) == (0, ())
    assert answer.reason[0].isupper()
    assert answer.reason.endswith(".")
    return answer.clause, answer.word


class TestEntries:
    @pytest.mark.clause("STAR 1-e[s2]")
    def test_late(self) -> None:
        state = started(12)
        assert said(state, enter("N", at=CLOSED, seed=1)) == ("STAR 1-e[s2]", "closed")
        assert not isinstance(act(state, enter("N", at=CLOSED - 1, seed=1)), Refusal)

    @pytest.mark.clause("STAR 6.16(1)", "STAR 6.16(2)", "STAR 6.16(3)", "STAR 6.17[s1]", "STAR 6.2")
    @pytest.mark.parametrize(
        ("facts", "clause", "word"),
        [
            ({"born": date(2007, 6, 12)}, "STAR 6.16(1)", "under_18"),
            ({"excluded": True}, "STAR 6.16(2)", "excluded"),
            ({"withdrawal_of_licence": "The Star Gold Coast"}, "STAR 6.16(3)", "withdrawal_of_licence"),
            ({"prevented": True}, "STAR 6.17[s1]", "tpoe"),
            ({"member": False}, "STAR 6.2", "not_member"),
        ],
    )
    def test_who_may_not_enter(self, facts: dict[str, Any], clause: str, word: str) -> None:
        assert said(opened(), Register(at=EARLY, person=member("N", **facts))) == (clause, word)

    @pytest.mark.clause("UTH 16.6", "PON 20.6", "HLD 20.6", "CAN 17.6")
    @pytest.mark.parametrize("document", OTHERS)
    def test_a_second_entry(self, document: str) -> None:
        state = with_entries(of(document), 3)
        clause, word = said(state, enter("P2"))
        assert (clause.split("[")[0], word) == (state.clause("one_entry").split("[")[0], "already_entered")
        assert said(with_entries(opened(), 2), enter("P2")) == ("STAR D-Re-Entry", "already_entered")


@pytest.mark.clause("STAR 3-a[s2]")
def test_a_scale_that_does_not_sum() -> None:
    """The published column for 66 to 100 entries sums to 99.1%."""
    shares = (3000, 2000, 1200, 1000, 800, 650, 550, 450, 260)
    wrong = conditions(scale=Scale("x", "x", (Band(1, None, shares),)))
    assert said(Tournament(wrong), OpenEntries(at=EARLY))[0] == "STAR 3-a[s2]"
    assert "99.1" in refuses(Tournament(wrong), OpenEntries(at=EARLY)).reason
    assert said(opened(), AmendConditions(at=EARLY, conditions=wrong, reason="another scale"))[0] == "STAR 3-a[s2]"


def test_a_negative_stack() -> None:
    state = playing()
    assert said(state, RecordStacks(at=NOON, table=2, stacks={"D": -1, "E": 50_001}))[1] == "misshapen"
    begun = in_hand(state, 2)
    assert said(begun, HandOver(at=NOON + 60, table=2, stacks={"D": -1, "E": 50_001}))[1] == "misshapen"
    assert said(state, BustOut(at=NOON, player="D", stack_before=-5))[1] == "misshapen"


def test_a_move_in_the_middle_of_a_hand() -> None:
    state = in_hand(playing(), 1)
    assert said(state, MovePlayer(at=NOON, player="A", table=2, seat=5, reason="balance"))[1] == "mid_hand"


class TestAfterABust:
    """Who is out and waits for a place is nobody's to change."""

    def waiting(self) -> Tournament:
        """Hand for hand, with A out at table 1 while table 2 plays on."""
        state = after(playing("friday_freezeout"), BeginHandForHand(at=NOON + 10))
        state = after(state, BustOut(at=NOON + 20, player="A"))
        assert awaiting_place(state) == {"A"}
        return state

    @pytest.mark.clause("STAR 7.18", "STAR 6.18")
    def test_a_prevention_or_a_cancellation_waits(self) -> None:
        state = self.waiting()
        assert said(state, IssuePrevention(at=NOON + 30, player="A"))[1] == "mid_hand"
        assert said(state, CancelEntry(at=NOON + 30, player="A", discretion=True))[1] in ("mid_hand", "played")
        state = after(state, BustRound(at=NOON + 40))
        assert places(state) == {"A": (5,)}
        assert not isinstance(act(state, IssuePrevention(at=NOON + 50, player="A")), Refusal)

    @pytest.mark.clause("STAR 7.16")
    def test_no_count_gives_them_chips(self) -> None:
        state = self.waiting()
        stacks = {"A": 1000, "B": 25_000, "C": 49_000}
        assert said(state, RecordStacks(at=NOON + 30, table=1, stacks=stacks))[1] == "not_the_players"
        state = after(state, RecordStacks(at=NOON + 30, table=1, stacks={"B": 25_000, "C": 50_000}))
        assert (state.entrants["A"].stack, state.tables[1].loose) == (0, 0)
        late = state._replace(chips=state.chips._replace(coloured_up=(100,)))
        chips = LateChips(at=NOON + 40, player="A", denomination=100, count=5, in_stack=False)
        assert said(late, chips)[1] == "not_seated"

    @pytest.mark.clause("STAR 7.18")
    def test_a_round_is_closed_wherever_they_sit(self) -> None:
        state = self.waiting()
        alone = with_table(state, Table(3, 9, Frozen({1: "A"})))
        alone = with_table(alone, alone.tables[1]._replace(seats=Frozen({4: "B", 7: "C"})))
        assert places(after(alone, BustRound(at=NOON + 40))) == {"A": (5,)}


@pytest.mark.clause("STAR 7.39[s2]")
def test_a_penalty_is_served_with_the_next_stack() -> None:
    state = after(playing(), Penalise(at=NOON, player="A", orbits=2), BustOut(at=NOON + 60, player="A"))
    state = after(state, Reenter(at=NOON + 90, player="A", seed=3))
    penalty = state.entrants["A"].penalty
    assert (state.entrants["A"].status, penalty is not None and penalty.hands) == (Status.SEATED, 6)


@pytest.mark.clause("STAR 6.10", "STAR 6.5[s1]")
def test_a_cancelled_re_entry_leaves_its_allowance() -> None:
    """Saturday has one re-entry: who took it back before there was a seat has it still."""
    state = started(12, tables=1, seats=10)
    state = after(state, BustOut(at=NOON + 60, player="P1"), Reenter(at=NOON + 90, player="P1"))
    assert state.entrants["P1"].status is Status.WAITING_REENTRY
    state = after(state, CancelEntry(at=NOON + 120, player="P1", discretion=True))
    assert (state.entrants["P1"].status, state.entrants["P1"].entries) == (Status.OUT, 1)
    assert not isinstance(act(state, Reenter(at=NOON + 150, player="P1")), Refusal)


@pytest.mark.clause("STAR 6.4", "STAR 6.10")
def test_an_entry_taken_over_is_the_one_that_counts() -> None:
    """P3 has cancelled, and then takes over an older entry: that one is refunded when it is cancelled too."""
    state = after(with_entries(opened(), 3), CancelEntry(at=EARLY, player="P3"))
    state = after(state, TransferEntry(at=EARLY, player="P1", person=member("P3")))
    state = after(state, CancelEntry(at=EARLY, player="P3"))
    assert (pool(state).entries, pool(state).prize_pool_cents, pool(state).admin_fees_cents) == (1, 20_000, 4_000)


@pytest.mark.clause("STAR 6.22(a)", "STAR 7.4", "HLD 20.22[s3]", "PON 20.24[s3]")
@pytest.mark.parametrize("document", ["STAR", "HLD", "PON"])
def test_a_cancelled_event_gives_the_operator_back_what_was_added(document: str) -> None:
    state = with_entries(opened() if document == "STAR" else of(document), 3)
    desk = Desk(state)
    for command in (
        AddValue(at=EARLY, cents=50_000),
        AddValue(at=EARLY, what="a car", place=1),
        CancelEvent(at=EARLY, reason="too few"),
    ):
        assert not isinstance(desk.do(command), Refusal)
    assert (desk.state.stage, pool(desk.state).prize_pool_cents, pool(desk.state).goods) == (Stage.CANCELLED, 0, ())
    gone = [each for line in desk.log for event in line.step.events for each in moves(event, MOVERS)]
    operator = sum(each.amount for each in gone if each.target == "operator")
    assert operator == 50_000
    assert operator == sum(each.amount for each in gone if each.source == "operator")


class TestAStakeThatWasAway:
    def removed(self) -> Tournament:
        state = playing("friday_freezeout", {1: {2: "L", 4: "A", 6: "B", 9: "C"}})
        state = with_stacks(after(state, MarkAbsent(at=NOON, player="L")), L=22_100)
        state = after(state, RemoveAbsent(at=NOON + 4800, player="L"))
        return state._replace(chips=state.chips._replace(coloured_up=(100,)))

    @pytest.mark.clause("STAR 7.12[s3]", "STAR 7.42(h)")
    def test_comes_back_in_chips_that_are_in_play(self) -> None:
        state, events = done(self.removed(), Arrive(at=NOON + 6000, player="L", missed=2800))
        assert state.entrants["L"].stack == 19_000
        assert "300" in next(each.what for each in events if isinstance(each, Ruled) and each.clause == "STAR 7.42(h)")
        assert after(self.removed(), Arrive(at=NOON + 6000, player="L", missed=2600)).entrants["L"].stack == 19_500

    @pytest.mark.clause("STAR 7.42(g)")
    def test_nobody_goes_out_because_chips_do(self) -> None:
        state = after(self.removed(), Arrive(at=NOON + 6000, player="L", missed=22_000))
        assert (state.entrants["L"].stack, seat_of(state, "L")) == (500, (1, 2))
        gone = after(self.removed(), Arrive(at=NOON + 6000, player="L", missed=22_100))
        assert gone.entrants["L"].status is Status.OUT

    @pytest.mark.clause("STAR 7.12[s2]")
    def test_counts_do_not_name_it(self) -> None:
        state = self.removed()
        stacks = {name: state.entrants[name].stack for name in "ABC"}
        assert said(state, RecordStacks(at=NOON + 5000, table=1, stacks={**stacks, "L": 0}))[1] == "not_the_players"
        after(state, RecordStacks(at=NOON + 5000, table=1, stacks=stacks))

    @pytest.mark.clause("STAR 7.12[s2]", "STAR 1-a")
    def test_the_last_stake_is_not_removed(self) -> None:
        state = playing("friday_freezeout", {1: {2: "L", 4: "A"}})
        state = after(state, MarkAbsent(at=NOON, player="L"))
        alone = with_entrant(state, state.entrants["A"]._replace(status=Status.DISQUALIFIED, stack=0))
        assert said(alone, RemoveAbsent(at=NOON + 4800, player="L")) == ("STAR 7.12[s2]", "last_player")


@pytest.mark.clause("UTH 16.7")
def test_chips_lost_in_a_house_game_are_the_houses() -> None:
    state = playing("friday_freezeout", ruleset="UTH", sessions=Sessions(), rebuys=None)
    before = chips_in_play(state)
    state = after(state, BustOut(at=NOON + 60, player="D"))
    assert (state.tables[2].loose, before - chips_in_play(state)) == (0, 25_000)


def test_hand_for_hand_needs_levels() -> None:
    state = playing("friday_freezeout")
    none = state._replace(conditions=replace(state.conditions, levels=(), breaks=(), closes_at_level=None))
    assert said(none, BeginHandForHand(at=NOON))[1] == "no_levels"
