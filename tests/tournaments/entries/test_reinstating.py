"""A bust-out that was a mistake, put right after other things have followed: places, chips, seat and time."""

from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips.counting import RecordStacks
from pitboss.tournaments.clock.desk import BeginHandForHand
from pitboss.tournaments.entries.coming_back import Reenter
from pitboss.tournaments.entries.penalties import Disqualify
from pitboss.tournaments.entries.reinstating import Reinstate
from pitboss.tournaments.entries.time_limits import gaming_seconds
from pitboss.tournaments.event.conditions import Band, Scale
from pitboss.tournaments.event.state import Stage, Status, Tournament, chips_counted, chips_in_play, seat_of
from pitboss.tournaments.hands.hands import CountHand
from pitboss.tournaments.prizes.paying import AgreeDeal, ConfirmPlaces
from pitboss.tournaments.prizes.placing import BustOut, BustRound, BustRow
from pitboss.tournaments.prizes.prizes import awards
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.seating import MovePlayer
from pitboss.tournaments.seating.tables import LockSeat
from tests.tournaments.clock.scene import in_hand, playing
from tests.tournaments.scene import NOON, after, refuses

STACK = 25_000
# Entries are closed by then, so that places are what they are.
LATE = NOON + 4 * 3600
THREE_PAID = Scale("three", "three paid", (Band(1, None, (5000, 3000, 2000)),))
SEATS = {1: {1: "A", 4: "B", 7: "C"}, 2: {2: "D", 9: "E"}}


def field(**changed: Any) -> Tournament:
    return playing(seats=SEATS, scale=THREE_PAID, **changed)


def back(player: str = "B", at: int = LATE + 600, **given: Any) -> Reinstate:
    return Reinstate(at=at, player=player, reason="another seat was meant", **given)


def out(*players: str) -> Tournament:
    """The event with these out one after the other, a minute apart."""
    return after(field(), *(BustOut(at=LATE + 60 * number, player=each) for number, each in enumerate(players)))


@pytest.mark.clause("STAR 6.18", "STAR 7.10")
class TestWhatFollows:
    def test_the_player_is_at_the_seat_again_with_the_chips_that_lay_there(self) -> None:
        state = after(out("B", "D"), CountHand(at=LATE + 300, table=1), back())
        assert state.entrants["B"].status is Status.SEATED
        assert (seat_of(state, "B"), state.entrants["B"].stack) == ((1, 4), STACK)
        assert (state.tables[1].loose, state.tables[2].loose) == (0, STACK)
        assert chips_counted(state) == chips_in_play(state) == 5 * STACK

    def test_who_went_out_since_is_a_place_lower_and_who_went_out_before_is_where_they_were(self) -> None:
        before = out("A", "B", "D")
        assert dict(places(before)) == {"A": (5,), "B": (4,), "D": (3,)}
        assert {player for player, cents in awards(before).items() if cents} == {"D"}
        state = after(before, back())
        assert dict(places(state)) == {"A": (5,), "D": (4,)}
        assert not any(awards(state).values())

    def test_who_shared_a_place_has_it_alone(self) -> None:
        state = after(field(), BustRound(at=LATE, busts=(BustRow("A"), BustRow("D"))))
        assert places(state)["A"] == places(state)["D"] == (4, 5)
        state = after(state, back("A"))
        assert dict(places(state)) == {"D": (5,)}

    def test_who_waits_for_the_place_hand_for_hand_waits_no_longer(self) -> None:
        state = after(field(), BeginHandForHand(at=LATE), BustOut(at=LATE + 9, player="B"))
        assert [bust.player for bust in state.pending] == ["B"]
        state = after(state, back())
        assert (state.pending, seat_of(state, "B"), state.entrants["B"].stack) == ((), (1, 4), STACK)

    @pytest.mark.clause("STAR 6.13[s1]")
    def test_the_time_at_the_seat_goes_on_from_before(self) -> None:
        state = after(out("B"), back(at=LATE + 3600))
        assert gaming_seconds(state, "B", LATE + 3600) == gaming_seconds(state, "C", LATE + 3600)

    def test_another_seat_where_the_old_one_is_taken(self) -> None:
        state = after(out("B"), MovePlayer(at=LATE + 60, player="C", table=1, seat=4, reason="closer"))
        assert "Seat 4 of table 1 is taken" in refuses(state, back()).reason
        moved = after(state, CountHand(at=LATE + 70, table=2), back(table=2, seat=5))
        assert seat_of(moved, "B") == (2, 5)
        # STAR 7.23: who comes to another table waits or posts as due there.
        assert 5 in moved.tables[2].arrived
        locked = after(state, LockSeat(at=LATE + 70, table=2, seat=5))
        assert refuses(locked, back(table=2, seat=5)).word == "seat_locked"


@pytest.mark.clause("STAR 7.10")
class TestChips:
    def test_fewer_than_before_leave_the_rest_with_others(self) -> None:
        state = after(out("B"), back(chips=9_000))
        assert (state.entrants["B"].stack, state.tables[1].loose) == (9_000, 16_000)
        assert chips_counted(state) == chips_in_play(state)

    def test_chips_that_a_count_has_missed_are_found(self) -> None:
        counted = RecordStacks(at=LATE + 60, table=1, stacks=Frozen({"A": STACK, "C": STACK}), director_accepts=True)
        state = after(out("B"), counted)
        assert (state.tables[1].loose, state.chips.variance) == (0, -STACK)
        state = after(state, back())
        assert (state.entrants["B"].stack, state.chips.variance) == (STACK, 0)
        assert chips_counted(state) == chips_in_play(state) == 5 * STACK

    def test_chips_that_others_have_been_given_come_from_them_or_it_is_refused(self) -> None:
        counted = RecordStacks(at=LATE + 60, table=1, stacks=Frozen({"A": 2 * STACK, "C": STACK}))
        state = after(out("B"), counted)
        assert "say from whose stacks the others come" in refuses(state, back()).reason
        for wrong, word in (({"A": 2 * STACK}, "too_many"), ({"D": STACK + 1}, "too_many"), ({"Z": 5}, "not_seated")):
            assert refuses(state, back(taken=Frozen(wrong))).word == word
        assert refuses(state, back(taken=Frozen({"A": STACK + 1}))).word == "chips"
        state = after(state, back(taken=Frozen({"A": STACK})))
        assert {name: state.entrants[name].stack for name in "ABC"} == dict.fromkeys("ABC", STACK)
        assert chips_counted(state) == chips_in_play(state) == 5 * STACK

    def test_somebody_without_chips_cannot_play_on(self) -> None:
        assert refuses(out("B"), back(chips=0)).word == "no_chips"
        assert refuses(out("B"), back(chips=10**18)).word == "no_chips"


class TestRefused:
    def test_with_its_reason_only_and_between_hands(self) -> None:
        state = out("B")
        assert refuses(state, Reinstate(at=LATE + 60, player="B", reason="")).word == "no_reason"
        assert refuses(in_hand(state, 1), back()).word == "mid_hand"

    def test_who_is_not_out_for_having_lost_all_chips(self) -> None:
        for player in ("A", "Z"):
            assert refuses(out("B"), back(player)).word in ("not_out", "not_entered")
        thrown = after(field(), Disqualify(at=LATE, player="B", reason="collusion"))
        assert refuses(thrown, back()).word == "not_out"
        early = after(field(), BustOut(at=NOON + 60, player="B"), Reenter(at=NOON + 90, player="B", seed=3))
        assert refuses(early, back()).word == "not_out"

    @pytest.mark.clause("STAR 1-a", "STAR 1-c[s2]")
    def test_after_a_deal_or_the_end_these_are_undone_first(self) -> None:
        left = ("C", "E")
        stacks = [
            RecordStacks(at=LATE + 200, table=1, stacks=Frozen({"C": 3 * STACK})),
            RecordStacks(at=LATE + 200, table=2, stacks=Frozen({"E": 2 * STACK})),
        ]
        deal = AgreeDeal(at=LATE + 300, agreed_by=left, method="icm", held_back=1000)
        assert refuses(after(out("A", "B", "D"), *stacks, deal), back()).word == "deal"
        together = MovePlayer(at=LATE + 200, player="E", table=1, seat=1, reason="two are left")
        over = after(out("A", "B", "D"), together, BustOut(at=LATE + 300, player="C"))
        assert over.stage is Stage.OVER
        assert refuses(over, back()).word == "is_over"
        assert refuses(after(over, ConfirmPlaces(at=LATE + 400)), back()).word == "is_over"

    def test_a_house_game_is_put_right_by_its_rounds(self) -> None:
        assert refuses(playing("pontoon_heats"), back("A")).word == "sessions"
