"""Warnings, hands to miss, disqualification, and what is done to keep people from harm."""

import pytest

from pitboss.tournaments.entries.eligibility import ineligible
from pitboss.tournaments.entries.penalties import (
    BREACHES,
    BlockEntry,
    Disqualify,
    LiftPenalty,
    NoteConcern,
    Penalise,
    RemoveForHarm,
    Warn,
    after_hand,
    hands_of,
    one_hand_less,
    remaining_hands,
)
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import ChipsRemoved, Refunded, Ruled, SeatLeft
from pitboss.tournaments.event.state import (
    Bust,
    Exit,
    Penalty,
    Stage,
    Status,
    Tournament,
    chips_in_play,
    in_play,
    seat_of,
    with_entrant,
    with_table,
)
from pitboss.tournaments.prizes.standings import places
from tests.tournaments.clock.scene import in_hand, playing, seated, with_events, with_stacks
from tests.tournaments.scene import NOON, after, done, member, refuses

EIGHT = {1: {seat: f"P{seat}" for seat in range(1, 9)}}


def after_hands(state: Tournament, count: int) -> Tournament:
    for _ in range(count):
        state = with_events(state, *after_hand(state, 1, NOON))
    return state


class TestWarnings:
    @pytest.mark.clause("STAR 7.39[s1]", "STAR D-Penalties")
    @pytest.mark.clause("STAR 7.45[s4]")
    def test_they_are_counted_with_the_rule_that_was_broken(self) -> None:
        state, events = done(playing(), Warn(at=NOON, player="A", breach="device", reason="phone call"))
        assert events[-1].clause == "STAR 7.45[s5]"
        assert after(state, Warn(at=NOON, player="A")).entrants["A"].warnings == 2

    def test_in_the_middle_of_a_hand_too(self) -> None:
        assert after(in_hand(playing(), 1), Warn(at=NOON, player="A")).entrants["A"].warnings == 1

    def test_for_a_known_breach_by_somebody_in_the_event(self) -> None:
        assert refuses(playing(), Warn(at=NOON, player="A", breach="hat")).word == "no_breach"
        assert refuses(playing(), Warn(at=NOON, player="Z")).word == "not_in_play"

    @pytest.mark.clause("STAR 7.26[s2]", "STAR 7.40", "STAR 7.45[s5]")
    @pytest.mark.parametrize("breach", list(BREACHES))
    def test_every_breach_may_be_penalised(self, breach: str) -> None:
        _, events = done(playing(), Penalise(at=NOON, player="A", orbits=1, breach=breach))
        assert events[-1].clause == BREACHES[breach]


class TestPenalties:
    @pytest.mark.clause("STAR D-Orbit", "STAR 7.39[s2]")
    def test_two_orbits_at_a_table_of_eight_are_sixteen_hands(self) -> None:
        state = after(playing(seats=EIGHT), Penalise(at=NOON, player="P3", orbits=2))
        assert state.entrants["P3"].penalty == Penalty(16, "conduct")
        state = after_hands(state, 15)
        assert remaining_hands(state.entrants["P3"]) == 1
        assert after_hands(state, 1).entrants["P3"].penalty is None
        assert remaining_hands(after_hands(state, 2).entrants["P3"]) == 0

    @pytest.mark.clause("STAR D-Orbit")
    def test_players_without_chips_make_no_orbit_longer(self) -> None:
        state = with_stacks(playing(seats=EIGHT), P8=0)
        assert hands_of(state, "P3", 3) == 21
        assert hands_of(state, "nobody", 3) == 0

    @pytest.mark.clause("STAR 7.39[s2]")
    def test_later_eliminations_do_not_shorten_it(self) -> None:
        state = after(playing(seats=EIGHT), Penalise(at=NOON, player="P3", orbits=2))
        fewer = with_stacks(state, P8=0, P7=0)
        assert remaining_hands(after_hands(fewer, 6).entrants["P3"]) == 10

    @pytest.mark.clause("STAR 7.39[s2]")
    def test_one_to_four_orbits_or_as_many_hands(self) -> None:
        state = playing(seats=EIGHT)
        assert refuses(state, Penalise(at=NOON, player="P1", orbits=5)).word == "above_four_orbits"
        assert refuses(state, Penalise(at=NOON, player="P1", hands=33)).word == "above_four_orbits"
        assert refuses(state, Penalise(at=NOON, player="P1")).word == "orbits_or_hands"
        assert refuses(state, Penalise(at=NOON, player="P1", orbits=1, hands=1)).word == "orbits_or_hands"
        assert remaining_hands(after(state, Penalise(at=NOON, player="P1", orbits=4)).entrants["P1"]) == 32
        assert remaining_hands(after(state, Penalise(at=NOON, player="P1", hands=3)).entrants["P1"]) == 3

    def test_another_one_comes_on_top(self) -> None:
        state = after(playing(seats=EIGHT), Penalise(at=NOON, player="P1", hands=3))
        assert remaining_hands(after(state, Penalise(at=NOON, player="P1", orbits=1)).entrants["P1"]) == 11

    def test_a_hand_one_was_not_dealt_in_to_does_not_count(self) -> None:
        state = after(playing(seats=EIGHT), Penalise(at=NOON, player="P1", hands=3))
        arriving = with_table(state, state.tables[1]._replace(arrived=frozenset({1})))
        assert remaining_hands(after_hands(arriving, 1).entrants["P1"]) == 3

    def test_without_a_penalty_nothing_is_counted(self) -> None:
        state = playing()
        assert after_hand(state, 1, NOON) == ()
        assert one_hand_less(state.entrants["A"]) == state.entrants["A"]

    def test_it_waits_for_the_end_of_the_hand(self) -> None:
        assert refuses(in_hand(playing(), 1), Penalise(at=NOON, player="A", orbits=1)).word == "mid_hand"
        after(in_hand(playing(), 2), Penalise(at=NOON, player="A", orbits=1))

    def test_only_at_a_seat(self) -> None:
        state = playing()
        waiting = with_entrant(state, state.entrants["A"]._replace(player="W", status=Status.ALTERNATE))
        assert refuses(waiting, Penalise(at=NOON, player="W", orbits=1)).word == "no_seat"

    def test_the_director_may_lift_it(self) -> None:
        state = after(playing(), Penalise(at=NOON, player="A", orbits=1))
        assert after(state, LiftPenalty(at=NOON, player="A")).entrants["A"].penalty is None
        assert refuses(playing(), LiftPenalty(at=NOON, player="A")).word == "no_penalty"
        assert refuses(playing(), LiftPenalty(at=NOON, player="Z")).word == "not_in_play"

    def test_a_dealer_gives_none(self) -> None:
        assert refuses(playing(), Penalise(at=NOON, by=Role.DEALER, player="A", orbits=1)).word == "role"


class TestDisqualification:
    @pytest.mark.clause("STAR 7.39[s5]", "STAR 7.39[s6]", "STAR 6.9", "STAR 6.8[s2]", "STAR 7.15", "STAR 7.17[s3]")
    @pytest.mark.parametrize("ground", ["", "STAR 6.8[s2]", "STAR 7.15[s2]", "STAR 7.17[s3]", "STAR 7.39[s5]"])
    def test_the_chips_leave_play_the_seat_is_free_and_no_fee_goes_back(self, ground: str) -> None:
        state = playing()
        gone, events = done(state, Disqualify(at=NOON + 60, player="A", reason="abuse", ground=ground))
        clause = ground or "STAR 7.39[s5]"
        assert [type(event) for event in events[1:]][::2] == [ChipsRemoved, SeatLeft]
        assert {event.clause for event in events[1:]} == {clause}
        assert gone.entrants["A"].status is Status.DISQUALIFIED
        assert gone.entrants["A"].stack == 0
        assert seat_of(gone, "A") is None
        assert chips_in_play(gone) == chips_in_play(state) - 25_000
        assert gone.entries == state.entries
        assert "A" not in in_play(gone)
        assert "A" not in places(gone)

    @pytest.mark.clause("STAR 7.17[s4]")
    def test_hidden_chips_are_never_refunded(self) -> None:
        command = Disqualify(at=NOON, player="A", reason="chips in a pocket", ground="STAR 7.17[s3]", refund=True)
        refuses(playing(), command, word="no_refund", clause="STAR 7.17[s4]")

    @pytest.mark.clause("STAR 6.9")
    def test_nor_is_anybody_else(self) -> None:
        command = Disqualify(at=NOON, player="A", reason="abuse", refund=True)
        refuses(playing(), command, word="no_refund", clause="STAR 6.9")

    @pytest.mark.clause("STAR 7.15[s2]")
    def test_but_for_absence_the_director_may_approve_the_entry_fee(self) -> None:
        state = playing()
        command = Disqualify(at=NOON, player="A", reason="never came back", ground="STAR 7.15[s2]", refund=True)
        gone, events = done(state, command)
        back = next(event for event in events if isinstance(event, Refunded))
        assert (back.fee, back.admin) == (20_000, 0)
        assert not gone.entries[0].in_pool
        assert gone.entrants["A"].stack == 0
        without = after(state, Disqualify(at=NOON, player="A", reason="never came back", ground="STAR 7.15[s2]"))
        assert without.entries[0].in_pool
        paid_back = state._replace(entries=(state.entries[0]._replace(in_pool=False), *state.entries[1:]))
        assert refuses(paid_back, command).word == "refunded_already"

    def test_with_a_ground_a_reason_and_not_in_a_hand(self) -> None:
        state = playing()
        assert refuses(state, Disqualify(at=NOON, player="A", reason="x", ground="STAR 7.8")).word == "no_ground"
        assert refuses(state, Disqualify(at=NOON, player="A", reason="")).word == "no_reason"
        assert refuses(state, Disqualify(at=NOON, player="Z", reason="x")).word == "not_in_play"
        assert refuses(in_hand(state, 1), Disqualify(at=NOON, player="A", reason="x")).word == "mid_hand"
        round_open = state._replace(pending=(Bust("D", 2, 2, 100, 100, NOON),))
        assert refuses(round_open, Disqualify(at=NOON, player="A", reason="x")).word == "mid_hand"

    def test_other_documents_leave_it_to_the_director(self) -> None:
        _, events = done(playing(ruleset="HLD"), Disqualify(at=NOON, player="A", reason="x"))
        assert {event.clause for event in events[1:]} == {"HLD 20.16"}

    def test_the_last_one_left_has_won(self) -> None:
        state = playing(seats={1: {1: "A", 2: "B"}})
        late = NOON + 20_000
        assert after(state, Disqualify(at=late, player="A", reason="x")).stage is Stage.OVER
        assert after(state, Disqualify(at=NOON + 60, player="A", reason="x")).stage is Stage.RUNNING

    def test_also_before_the_start(self) -> None:
        assert after(seated(), Disqualify(at=NOON, player="A", reason="x")).entrants["A"].stack == 0


class TestHarm:
    @pytest.mark.clause("STAR 6.14", "STAR 6.14(b)", "STAR 6.14(b)(b)", "STAR 6.14 tail[s1]")
    def test_a_removed_entrant_is_eliminated_and_the_chips_leave_play(self) -> None:
        state = playing()
        gone = after(state, RemoveForHarm(at=NOON + 60, by=Role.OPERATOR, player="A", reason="distress"))
        assert gone.entrants["A"].status is Status.REMOVED
        assert chips_in_play(gone) == chips_in_play(state) - 25_000
        assert seat_of(gone, "A") is None
        assert places(gone)["A"] == (5,)
        assert gone.exits == (Exit("A", 1, NOON + 60, 1, 1, 25_000, 0, 1, "STAR 6.14 tail[s1]"),)
        next_out = after(gone, RemoveForHarm(at=NOON + 90, player="B", reason="distress"))
        assert places(next_out)["B"] == (4,)

    @pytest.mark.clause("STAR 6.14 tail[s2]")
    def test_the_fee_stays_and_there_is_no_further_event(self) -> None:
        state = playing()
        gone = after(state, RemoveForHarm(at=NOON, player="A", reason="distress"))
        assert gone.entries == state.entries
        answer = ineligible(gone, member("A"), NOON)
        assert answer is not None
        assert answer.clause == "STAR 6.14 tail[s2]"
        assert ineligible(gone, member("B"), NOON) is None

    @pytest.mark.clause("STAR 6.14(b)(a)")
    def test_entry_and_re_entry_are_blocked(self) -> None:
        state, events = done(playing(), BlockEntry(at=NOON, by=Role.OPERATOR, player="N", reason="asked for a rest"))
        assert events[-1] == Ruled("asked for a rest", "N", "STAR 6.14(b)(a)")
        assert ineligible(state, member("N"), NOON) is not None
        assert refuses(state, BlockEntry(at=NOON, player="N", reason="again")).word == "barred_already"
        assert refuses(state, BlockEntry(at=NOON, player="M", reason="")).word == "no_reason"
        assert refuses(state, BlockEntry(at=NOON, by=Role.DESK, player="M", reason="x")).word == "role"

    @pytest.mark.clause("STAR 6.14(b)(a)")
    def test_who_plays_now_plays_on(self) -> None:
        state = after(playing(), BlockEntry(at=NOON, player="A", reason="signs of harm"))
        assert state.entrants["A"].status is Status.SEATED
        assert ineligible(state, member("A"), NOON) is not None

    @pytest.mark.clause("STAR 6.14(a)")
    def test_what_was_seen_is_kept(self) -> None:
        state = playing()
        noted, events = done(state, NoteConcern(at=NOON, by=Role.DEALER, player="A", note="talked in the break"))
        assert events[-1] == Ruled("talked in the break", "A", "STAR 6.14(a)")
        assert noted.entrants == state.entrants
        assert refuses(state, NoteConcern(at=NOON, player="A", note="")).word == "no_note"

    def test_not_in_the_middle_of_a_hand(self) -> None:
        assert refuses(in_hand(playing(), 1), RemoveForHarm(at=NOON, player="A", reason="x")).word == "mid_hand"
