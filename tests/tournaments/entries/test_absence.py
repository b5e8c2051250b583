"""Entrants who are away: blinded at their seats, taken out of play after level 4, and back with what is left."""

import pytest

from pitboss.tournaments.clock.desk import CallBreak
from pitboss.tournaments.clock.suspension import Resume, Suspend
from pitboss.tournaments.entries.absence import (
    Arrive,
    FreeSeat,
    MarkAbsent,
    MarkPresent,
    PostsMissed,
    RemoveAbsent,
    after_hand,
    missed_by_orbit,
)
from pitboss.tournaments.event.conditions import DAY, Level
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import ChipsRemoved, StageChanged
from pitboss.tournaments.event.state import (
    Stage,
    Status,
    Tournament,
    chips_in_play,
    in_play,
    players_of,
    seat_of,
    with_entrant,
    with_table,
)
from tests.tournaments.clock.scene import in_hand, playing, seated, with_events, with_stacks
from tests.tournaments.scene import NOON, after, done, refuses

BLINDS = Level(300, 500, 500, 1200)
FOUR = {1: {2: "L", 4: "A", 6: "B", 9: "C"}}


def with_no_show() -> Tournament:
    """The Friday event, with L absent from the start and blinded down by what the worked case says."""
    state = playing("friday_freezeout", FOUR)
    return with_stacks(after(state, MarkAbsent(at=NOON, player="L")), L=22_100)


def set_aside() -> Tournament:
    return after(with_no_show(), RemoveAbsent(at=NOON + 4800, player="L"))


def dealt(state: Tournament, button: int, small: int, big: int, blinds: Level = BLINDS) -> Tournament:
    """The state after a hand with button and blinds at these seats."""
    state = with_table(state, state.tables[1]._replace(button=button, small=small, big=big))
    return with_events(state, *after_hand(state, 1, blinds))


class TestPresence:
    @pytest.mark.clause("STAR 7.12[s1]")
    def test_absent_at_the_start_the_stake_lies_at_the_seat_and_is_in_play(self) -> None:
        state, events = done(seated(), MarkAbsent(at=NOON, by=Role.DEALER, player="A"))
        assert events[-1].clause == "STAR 7.12[s1]"
        state = with_events(state, StageChanged(Stage.RUNNING, NOON, "start", "STAR 7.5"))
        assert state.entrants["A"].absent
        assert seat_of(state, "A") == (1, 1)
        # Who has chips at a seat is dealt in and posts.
        assert players_of(state.tables[1], state) == ("A", "B", "C")
        assert chips_in_play(state) == 5 * 25_000

    @pytest.mark.clause("STAR 7.13", "HLD 20.11[s1]")
    def test_later_on_by_the_rule_of_the_document(self) -> None:
        state = playing()
        played = with_entrant(state, state.entrants["A"]._replace(has_played=True))
        assert done(played, MarkAbsent(at=NOON, player="A"))[1][-1].clause == "STAR 7.13"
        assert done(playing(ruleset="HLD"), MarkAbsent(at=NOON, player="A"))[1][-1].clause == "HLD 20.11[s1]"

    def test_who_comes_back_plays_on(self) -> None:
        state = after(playing(), MarkAbsent(at=NOON + 10, player="A"), MarkPresent(at=NOON + 60, player="A"))
        entrant = state.entrants["A"]
        assert (entrant.absent, entrant.since, entrant.stack) == (False, NOON + 60, 25_000)

    def test_of_somebody_seated_and_once(self) -> None:
        assert refuses(playing(), MarkAbsent(at=NOON, player="Z")).word == "not_seated"
        assert refuses(playing(), MarkPresent(at=NOON, player="A")).word == "known_already"
        assert refuses(after(playing(), MarkAbsent(at=NOON, player="A")), MarkAbsent(at=NOON, player="A")).word


class TestRemoval:
    @pytest.mark.clause("STAR 7.12[s2]")
    def test_not_before_level_four_has_ended(self) -> None:
        state = with_no_show()
        assert refuses(state, RemoveAbsent(at=NOON + 4799, player="L")).word == "too_early"
        removed, events = done(state, RemoveAbsent(at=NOON + 4800, player="L"))
        assert [event.chips for event in events if isinstance(event, ChipsRemoved)] == [22_100]
        assert chips_in_play(removed) == chips_in_play(state) - 22_100
        assert removed.entrants["L"].set_aside == 22_100

    @pytest.mark.clause("STAR 7.12[s2]")
    def test_a_break_called_in_level_four_does_not_end_it(self) -> None:
        state = after(with_no_show(), CallBreak(at=NOON + 4700, seconds=600))
        assert refuses(state, RemoveAbsent(at=NOON + 4900, player="L")).word == "too_early"
        after(state, RemoveAbsent(at=NOON + 5400, player="L"))

    def test_the_seat_stays_theirs_until_it_is_given_away(self) -> None:
        state = set_aside()
        assert seat_of(state, "L") == (1, 2)
        assert "L" not in players_of(state.tables[1], state)
        assert "L" not in in_play(state)
        assert seat_of(after(state, FreeSeat(at=NOON + 4900, player="L")), "L") is None
        assert refuses(state, FreeSeat(at=NOON + 4900, player="A")).word == "no_seat"

    def test_only_who_never_came_under_rules_that_blind_them(self) -> None:
        late = NOON + 4800
        assert refuses(with_no_show(), RemoveAbsent(at=late, player="A")).word == "has_played"
        state = with_no_show()
        played = with_entrant(state, state.entrants["L"]._replace(has_played=True))
        assert refuses(played, RemoveAbsent(at=late, player="L")).word == "has_played"
        assert refuses(state, RemoveAbsent(at=late, player="Z")).word == "not_seated"
        other = after(playing(ruleset="HLD"), MarkAbsent(at=NOON, player="A"))
        assert refuses(other, RemoveAbsent(at=late, player="A")).word == "not_in_these_rules"
        assert refuses(in_hand(state, 1), RemoveAbsent(at=late, player="L")).word == "mid_hand"
        assert refuses(state, RemoveAbsent(at=late, by=Role.DEALER, player="L")).word == "role"

    def test_the_last_one_there_has_won(self) -> None:
        state = after(playing("friday_freezeout", {1: {1: "L", 2: "A"}}), MarkAbsent(at=NOON, player="L"))
        assert after(state, RemoveAbsent(at=NOON + 20_000, player="L")).stage is Stage.OVER


class TestArrival:
    @pytest.mark.clause("STAR 7.12[s3]")
    def test_what_an_orbit_costs(self) -> None:
        assert missed_by_orbit(BLINDS) == 1300

    @pytest.mark.clause("STAR 7.12[s3]")
    def test_what_was_missed_is_taken_and_the_rest_is_back_in_play(self) -> None:
        # One orbit in level 5 and one in level 6: 1,300 and 1,500.
        state = set_aside()
        state = dealt(dealt(dealt(dealt(state, 6, 9, 4), 9, 4, 6), 4, 6, 9), 6, 9, 4, Level(300, 600, 600, 1200))
        assert state.entrants["L"].missed == 1000 + 300 + 1200
        state = dealt(state, 9, 4, 6, Level(300, 600, 600, 1200))
        back, events = done(state, Arrive(at=NOON + 9000, player="L"))
        entrant = back.entrants["L"]
        assert (entrant.stack, entrant.status, entrant.set_aside, entrant.missed) == (19_300, Status.SEATED, 0, 0)
        assert (entrant.absent, entrant.since) == (False, NOON + 9000)
        assert events[1].clause == "STAR 7.12[s3]"
        assert chips_in_play(back) == chips_in_play(with_no_show()) - 2800

    @pytest.mark.clause("STAR 7.12[s3]")
    def test_the_director_may_have_worked_it_out(self) -> None:
        assert after(set_aside(), Arrive(at=NOON + 9000, player="L", missed=2800)).entrants["L"].stack == 19_300

    @pytest.mark.clause("STAR 7.12[s3]")
    def test_of_two_players_the_seat_they_skip_misses_both_blinds_at_once(self) -> None:
        state = set_aside()
        assert dealt(state, 9, 9, 4).entrants["L"].missed == 1300
        assert dealt(state, 4, 4, 9).entrants["L"].missed == 0

    @pytest.mark.clause("STAR 7.12[s3]")
    def test_a_dead_small_blind_at_the_seat_is_missed(self) -> None:
        assert dealt(set_aside(), 9, 2, 4).entrants["L"].missed == 300
        assert dealt(set_aside(), 2, 4, 6).entrants["L"].missed == 0

    def test_other_seats_miss_nothing(self) -> None:
        state = set_aside()
        assert after_hand(state, 1, BLINDS) == ()
        assert dealt(state, 4, 6, 9).entrants["L"].missed == 0
        here = with_table(state, state.tables[1]._replace(button=6, small=9, big=4))
        assert after_hand(here, 1, BLINDS) == (PostsMissed("L", 1000, "STAR 7.12[s3]"),)

    def test_where_nothing_is_left_the_entrant_is_out(self) -> None:
        state = after(set_aside(), Arrive(at=NOON + 9000, player="L", missed=30_000))
        assert state.entrants["L"].status is Status.OUT
        assert seat_of(state, "L") is None
        assert [out.player for out in state.exits] == ["L"]

    def test_to_another_seat_where_the_old_one_was_given_away(self) -> None:
        state = after(set_aside(), FreeSeat(at=NOON + 4900, player="L"))
        late = NOON + 9000
        assert refuses(state, Arrive(at=late, player="L")).word == "no_seat"
        assert refuses(state, Arrive(at=late, player="L", table=1, seat=4)).word == "no_seat"
        assert refuses(state, Arrive(at=late, player="L", table=1, seat=10)).word == "no_seat"
        assert refuses(state, Arrive(at=late, player="L", table=7, seat=1)).word == "no_seat"
        back = after(state, Arrive(at=late, player="L", table=1, seat=3, missed=100))
        assert (seat_of(back, "L"), back.entrants["L"].stack) == ((1, 3), 22_000)

    def test_not_in_the_middle_of_a_hand_nor_to_two_seats(self) -> None:
        state = set_aside()
        assert refuses(in_hand(state, 1), Arrive(at=NOON + 5000, player="L")).word == "mid_hand"
        assert refuses(state, Arrive(at=NOON + 5000, player="L", table=1, seat=3)).word == "seat_kept"
        assert refuses(state, Arrive(at=NOON + 5000, player="A")).word == "not_set_aside"

    @pytest.mark.clause("STAR 7.12[s3]")
    def test_on_the_same_day_of_play(self) -> None:
        state = after(set_aside(), Suspend(at=NOON + 6000, reason="time"))
        another = after(state, Resume(at=NOON + DAY))
        assert refuses(another, Arrive(at=NOON + DAY, player="L")).word == "another_day"
        after(after(state, Resume(at=NOON + 7000)), Arrive(at=NOON + 7000, player="L"))
        after(set_aside(), Arrive(at=NOON + 50_000, player="L"))
