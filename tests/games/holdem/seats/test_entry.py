"""Coming in to a cash game: for a blind, by posting, or at once; and what a blind missed costs."""

from typing import Any

import pytest

from pitboss.games.holdem.seats.lineup import room_after
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.state import AWAY, MISSED, PLAYING, WAITING, with_chair
from tests.games.holdem.seats.scene import away, cash, chair, lined_up, missed, moved, new, played, room_of


@pytest.mark.clause("HLD 17.11", "HLD 17.11(b)")
def test_a_new_player_who_posts_comes_in_anywhere_but_on_the_button() -> None:
    line = lined_up(cash(), room_of(1, 2, 3, 4, 5, new(6, posts=True), button=1))
    assert (line.button, line.blinds, line.posts) == (2, ((3, 500), (4, 1000)), ((6, 1000, 0),))
    assert line.entries[6] == (True, 1000, 0, "HLD 17.11(b)")
    assert line.chairs[6].standing == PLAYING
    assert not line.chairs[6].posts
    on_button = lined_up(cash(), room_of(1, new(2, posts=True), 3, 4, 5, 6, button=1))
    assert (on_button.button, on_button.seats) == (3, (4, 5, 6, 1, 3))
    assert on_button.entries[2] == (False, 0, 0, "HLD 17.11")
    assert on_button.chairs == {}
    assert set(on_button.entries) == {2}
    # The round after, the button is past.
    after = lined_up(
        cash(), room_after(room_of(1, new(2, posts=True), 3, 4, 5, 6, button=1), on_button)._replace(moves_on=True)
    )
    assert (after.button, after.posts) == (4, ((2, 1000, 0),))


@pytest.mark.clause("HLD 17.11(a)")
def test_a_new_player_who_waits_comes_in_on_the_big_blind() -> None:
    settings, room = cash(), room_of(1, 2, 3, 4, 5, new(6), button=1)
    seen = []
    for _ in range(3):
        line, room = played(settings, room)
        seen.append((line.button, line.blinds, 6 in line.seats, line.entries.get(6)))
    waits = (False, 0, 0, "HLD 17.11(a)")
    assert seen[0] == (2, ((3, 500), (4, 1000)), False, waits)
    assert seen[1] == (3, ((4, 500), (5, 1000)), False, waits)
    assert seen[2] == (4, ((5, 500), (6, 1000)), True, (True, 1000, 0, "HLD 17.11(a)"))
    assert room.chairs[6].standing == PLAYING


@pytest.mark.clause("HLD 17.11(a)", "HLD 8.5(a)")
def test_the_small_blind_does_not_let_a_new_player_in() -> None:
    line = lined_up(cash(), room_of(1, 2, new(3), 4, 5, button=1))
    assert (line.button, line.blinds) == (2, ((4, 500), (5, 1000)))
    assert 3 not in line.seats
    # By posting it does: the small blind is part of the big blind that is posted.
    line = lined_up(cash(), room_of(1, 2, new(3, posts=True), 4, 5, button=1))
    assert (line.blinds, line.posts) == (((3, 500), (4, 1000)), ((3, 500, 0),))
    assert line.entries[3] == (True, 1000, 0, "HLD 17.11(b)")


@pytest.mark.clause("HLD 17.12")
def test_nobody_posts_while_the_button_has_not_been_round() -> None:
    settings, room = cash(), room_of(1, 2, 4)
    line, room = played(settings, room)
    assert line.button == 4
    for late in (3, 6):
        room = with_chair(room, late, new(late))
    line, room = played(settings, room)
    # The button goes from 4 past 6, which has to wait, to 1; it has not come to 3.
    assert (line.button, line.seats, line.posts) == (1, (2, 3, 4, 1), ())
    assert line.entries[3] == (True, 1000, 0, "HLD 17.12")
    assert line.entries[6] == (False, 0, 0, "HLD 17.11(a)")
    # It is for new players only.
    early = room_of(1, 2, missed(3), 4, button=4, passed=frozenset((4,)), revolution_complete=False)
    assert lined_up(settings, early).entries[3] == (True, 1000, 0, "HLD 17.4[s1]")
    early = room_of(1, missed(2), 3, 4, button=4, passed=frozenset((4,)), revolution_complete=False)
    assert not lined_up(settings, early).entries[2].dealt_in


@pytest.mark.clause("HLD 17.12")
def test_at_the_start_everybody_is_in_without_a_post() -> None:
    line = lined_up(cash(), room_of(new(1), new(2), new(4, posts=True)))
    assert (line.button, line.seats, line.blinds, line.posts) == (4, (1, 2, 4), ((1, 500), (2, 1000)), ())
    assert line.entries[4] == (True, 0, 0, "HLD 17.12")


@pytest.mark.clause("HLD 17.12")
def test_when_the_button_has_been_once_round() -> None:
    settings, room = cash(), room_of(1, 3, 5)
    complete = []
    for _ in range(5):
        line, room = played(settings, room)
        complete.append((line.button, line.revolution_complete))
    assert complete == [(5, False), (1, False), (3, False), (5, True), (1, True)]
    # Also when it goes past the seat where it began.
    room = room_of(1, 3, 5)
    for _ in range(3):
        room = played(settings, room)[1]
    line = lined_up(settings, with_chair(room, 5, None))
    assert (line.button, line.revolution_complete) == (1, True)
    # A void round is no revolution.
    line = lined_up(settings, room_after(room_of(1, 3, 5), lined_up(settings, room_of(1, 3, 5))))
    assert (line.button, line.revolution_complete) == (5, False)


@pytest.mark.clause("HLD 17.4[s1]")
@pytest.mark.parametrize(
    ("settings", "owing", "posted"),
    [
        (cash(), missed(6), (1000, 500)),
        (cash(), missed(6, 3, 2), (1000, 500)),
        (cash(), missed(6, 0, 1), (1000, 0)),
        (cash(), missed(6, 1, 0), (0, 500)),
        (cash(missed_small_blind="live"), missed(6, 1, 0), (500, 0)),
        (cash(missed_small_blind="live"), missed(6), (1000, 500)),
        (cash(missed_sets="all"), missed(6, 3, 2), (1000, 2500)),
        (cash(missed_sets="all", missed_small_blind="live"), missed(6, 3, 0), (1000, 500)),
        (cash(blinds=(1000,)), missed(6, 0, 2), (1000, 0)),
    ],
)
def test_what_is_posted_for_missed_blinds(settings: HoldemSettings, owing: Any, posted: tuple[int, int]) -> None:
    """R-21: the big blind live, the small one dead, one set; what is above the big blind is never live."""
    line = lined_up(settings, room_of(1, 2, 3, 4, 5, owing._replace(posts=True), button=1))
    assert line.posts == ((6, *posted),)
    assert line.entries[6] == (True, *posted, "HLD 17.4[s1]")
    after = line.chairs[6]
    assert (after.standing, after.waits_as, after.missed_small, after.missed_big) == (PLAYING, None, 0, 0)


@pytest.mark.clause("HLD 17.4[s1]")
def test_missed_blinds_are_forgiven_at_the_blind() -> None:
    line = lined_up(cash(), room_of(1, 2, 3, missed(4, 2, 2), 5, button=1))
    assert (line.blinds, line.posts) == (((3, 500), (4, 1000)), ())
    assert line.entries[4] == (True, 1000, 0, "HLD 17.4[s1]")
    # Who has missed the small one only may come back at that one.
    line = lined_up(cash(), room_of(1, 2, missed(3, 1, 0), 4, button=1))
    assert line.blinds == ((3, 500), (4, 1000))
    line = lined_up(cash(), room_of(1, 2, missed(3, 1, 1), 4, button=1))
    assert line.blinds == ((4, 500), (1, 1000))


@pytest.mark.clause("HLD 17.4[s2]")
def test_nobody_comes_back_on_the_button() -> None:
    line = lined_up(cash(), room_of(1, missed(2, posts=True), 3, 4, 5, button=1))
    assert (line.button, line.seats) == (3, (4, 5, 1, 3))
    assert line.entries[2] == (False, 0, 0, "HLD 17.4[s2]")


@pytest.mark.clause("HLD 17.4[s1]")
def test_a_blind_that_goes_past_somebody_away_is_missed() -> None:
    settings, room = cash(), room_of(1, 2, 3, away(4), 5, 6, button=1)
    counts = []
    for _ in range(8):
        _, room = played(settings, room)
        counts.append((room.chairs[4].missed_small, room.chairs[4].missed_big))
    assert counts == [(0, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 2), (2, 2), (2, 2)]
    assert (room.chairs[4].standing, room.chairs[4].waits_as) == (AWAY, MISSED)


@pytest.mark.clause("HLD 17.4[s1]", "HLD 17.11(a)")
def test_who_waits_for_the_big_blind_misses_nothing() -> None:
    settings, room = cash(), room_of(1, 2, new(3), 4, 5, 6, button=1)
    _, room = played(settings, room)
    assert room.chairs[3] == new(3)
    _, room = played(settings, room_of(1, 2, moved(3), 4, 5, 6, button=1))
    assert room.chairs[3] == moved(3)
    # Who has missed one goes on missing them.
    _, room = played(settings, room_of(1, 2, missed(3), 4, 5, 6, button=1))
    assert (room.chairs[3].missed_small, room.chairs[3].missed_big) == (2, 1)
    # A blind is missed by one who joined and went away before playing a round.
    _, room = played(settings, room_of(1, 2, new(3)._replace(standing=AWAY), 4, 5, 6, button=1))
    assert (room.chairs[3].waits_as, room.chairs[3].missed_small) == (MISSED, 1)


@pytest.mark.clause("HLD 17.4[s1]", "HLD 14.3[s1]")
def test_a_player_without_chips_misses_blinds_as_well() -> None:
    _, room = played(cash(), room_of(1, 2, 3, chair(4, 0), 5, button=1))
    assert (room.chairs[4].standing, room.chairs[4].waits_as, room.chairs[4].missed_big) == (WAITING, MISSED, 1)
    _, room = played(cash(), room_of(1, 2, 3, 4, chair(5, 0), button=1))
    assert room.chairs[5] == chair(5, 0)


@pytest.mark.clause("HLD 17.13[s1]", "HLD 17.13[s2]")
def test_who_moved_away_waits_for_the_big_blind_or_posts_it() -> None:
    waits = lined_up(cash(), room_of(1, 2, 3, 4, 5, moved(6), button=1))
    assert waits.entries[6] == (False, 0, 0, "HLD 17.13[s1]")
    assert lined_up(cash(), room_of(1, 2, 3, moved(4), button=1)).entries[4] == (True, 1000, 0, "HLD 17.13[s1]")
    posts = lined_up(cash(), room_of(1, 2, 3, 4, 5, moved(6, posts=True), button=1))
    assert posts.posts == ((6, 1000, 0),)
    assert posts.entries[6] == (True, 1000, 0, "HLD 17.13[s2]")
    waits = lined_up(cash(), room_of(1, moved(2), 3, 4, 5, button=1))
    assert (waits.button, 2 in waits.seats) == (3, False)
    # No clause keeps such a player from the button.
    button = lined_up(cash(), room_of(1, moved(2, posts=True), 3, 4, 5, button=1))
    assert (button.button, button.posts) == (2, ((2, 1000, 0),))


@pytest.mark.clause("HLD 17.11(a)")
def test_a_third_player_comes_in_between_two() -> None:
    settings, room = cash(), room_of(1, new(2), 3, button=3)
    first, room = played(settings, room)
    # Of two the button posts the big blind, so it cannot come to seat 2 in this round.
    assert (first.button, first.blinds) == (1, ((3, 500), (1, 1000)))
    second, room = played(settings, room)
    assert (second.button, second.blinds) == (3, ((1, 500), (2, 1000)))


@pytest.mark.clause("HLD 8.4[s1]", "HLD 17.12")
def test_a_game_that_has_come_down_to_one_player_begins_anew() -> None:
    gone, broke = away(1, leaves=True, waits_as=MISSED, missed_big=1), chair(3, 0, declared=True, missed_small=1)
    room = room_of(gone, 2, broke, missed(4, 2, 1), new(5), away(6, waits_as=MISSED, missed_big=3), away(7), button=2)
    line, room = played(cash(boxes=7), room)
    assert (line.button, line.seats, line.blinds, line.posts) == (5, (2, 4, 5), ((2, 500), (4, 1000)), ())
    assert not line.revolution_complete
    assert line.passed == {5}
    # The small blind has gone past seats 6 and 7 in the new game; those who are leaving are left alone.
    assert room.chairs[6] == away(6, waits_as=MISSED, missed_small=1)
    assert room.chairs[7] == away(7, waits_as=MISSED, missed_small=1)
    assert (room.chairs[1], room.chairs[3]) == (gone, broke)
    beyond = room_of(1, new(2), away(3, waits_as=MISSED, missed_big=2), new(4), button=1)
    assert played(cash(), beyond)[1].chairs[3] == away(3, waits_as="new")
    apart = room_of(2, new(5), away(4, waits_as=MISSED, missed_small=1, missed_big=3), button=2)
    assert played(cash(), apart)[1].chairs[4] == away(4, waits_as=MISSED, missed_big=1)
    button = room_of(2, new(4), away(6), away(5, waits_as=MISSED, missed_big=3), button=2)
    assert played(cash(blinds=(1000,)), button)[1].chairs[5].missed_big == 1


@pytest.mark.clause("HLD D-Void", "HLD D-Misdeal", "HLD 17.11(b)", "HLD 17.4[s1]")
def test_what_was_posted_for_a_round_without_result_is_still_owed() -> None:
    settings = cash()
    room = room_of(1, 2, 3, away(4), new(5, posts=True), missed(6), button=1)
    line = lined_up(settings, room)
    assert (line.button, line.blinds, line.posts) == (2, ((3, 500), (5, 1000)), ())
    room = room_after(room, line)
    assert room.chairs[4].missed_big == 1
    again = lined_up(settings, room)
    assert (again.blinds, again.posts, again.entries) == (line.blinds, line.posts, line.entries)
    assert room_after(room, again).chairs == room.chairs
    room = room_of(1, 2, 3, 4, new(5, posts=True), button=1)
    room = room_after(room, lined_up(settings, room))
    assert room.chairs[5].standing == PLAYING
    assert lined_up(settings, room).posts == ((5, 1000, 0),)
    # Concluded, it is not.
    assert lined_up(settings, room._replace(moves_on=True)).posts == ()


@pytest.mark.clause("HLD D-Void", "HLD 17.4[s1]")
def test_between_a_void_round_and_the_next_people_come_and_go() -> None:
    settings = cash(boxes=9)
    room = room_of(1, 2, 3, away(4), chair(5, 0), new(6)._replace(standing=AWAY), new(7, posts=True), 8, 9, button=1)
    line = lined_up(settings, room)
    assert line.blinds == ((3, 500), (7, 1000))
    room = room_after(room, line)
    assert [room.chairs[seat].waits_as for seat in (4, 5, 6, 7)] == [MISSED, MISSED, MISSED, None]
    # Four and six come back, five buys chips, seven sits out: none has missed a blind of a round that was none.
    changes: dict[int, dict[str, Any]] = {
        4: {"standing": WAITING},
        5: {"stake": 20_000},
        6: {"standing": WAITING, "posts": True},
        7: {"standing": AWAY},
    }
    for seat, about in changes.items():
        room = with_chair(room, seat, room.chairs[seat]._replace(**about))
    again = lined_up(settings, room)
    assert (again.button, again.seats, again.blinds) == (2, (3, 4, 5, 6, 8, 9, 1, 2), ((3, 500), (4, 1000)))
    assert again.posts == ((6, 1000, 0),)
    after = room_after(room, again).chairs[7]
    assert (after.standing, after.waits_as, after.missed_big) == (AWAY, "new", 0)


@pytest.mark.clause("HLD D-Void", "HLD 17.4[s1]")
def test_a_blind_of_a_void_round_is_not_missed() -> None:
    room = room_of(1, 2, away(3), 4, 5, button=1)
    room = room_after(room, lined_up(cash(), room))
    assert room.chairs[3].missed_small == 1
    back = with_chair(room, 3, room.chairs[3]._replace(standing=WAITING))
    assert lined_up(cash(), back).blinds == ((3, 500), (4, 1000))
    # Of a concluded round it is.
    assert lined_up(cash(), back._replace(moves_on=True)).blinds == ((5, 500), (1, 1000))


@pytest.mark.clause("HLD D-Void")
def test_a_void_round_is_undone_for_those_who_were_in_it() -> None:
    settings = cash()
    room = room_of(1, 2, 3, 4, new(5, posts=True), new(6, posts=True), button=1)
    room = room_after(room, lined_up(settings, room))
    # Somebody else sits at five by now, and six is leaving.
    room = with_chair(room, 5, chair(5)._replace(player="Zoe"))
    leaving = room.chairs[6]._replace(standing=AWAY, leaves=True)
    line = lined_up(settings, with_chair(room, 6, leaving))
    assert (line.seats, line.posts) == ((3, 4, 5, 1, 2), ())
    assert 6 not in line.chairs


@pytest.mark.clause("HLD D-Big Blind", "HLD 17.11(a)", "HLD 17.11(b)")
def test_which_blind_is_the_big_one() -> None:
    one, three = cash(blinds=(1000,)), cash(blinds=(200, 500, 1000))
    assert lined_up(one, room_of(1, 2, new(3), 4, button=1)).blinds == ((3, 1000),)
    # The third blind comes to a player first, and is no less than the big one.
    third = lined_up(three, room_of(1, 2, 3, 4, new(5), 6, button=1))
    assert third.blinds == ((3, 200), (4, 500), (5, 1000))
    # What is posted to come in is the big blind, which is the second.
    assert lined_up(three, room_of(1, 2, 3, 4, 5, new(6, posts=True), button=1)).posts == ((6, 500, 0),)
    assert played(three, room_of(1, 2, 3, 4, away(5), 6, button=1))[1].chairs[5].missed_big == 1
