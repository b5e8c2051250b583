"""Button and blinds of a tournament: the big blind always moves on, and the rest follows it."""

from random import Random

import pytest

from pitboss.games.holdem.seats.lineup import Lineup, lineup, room_after
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.state import PLAYING, WAITING, Room, clockwise, with_chair
from tests.games.holdem.seats.scene import away, chair, lined_up, new, played, room_of, tournament
from tests.refusals import refused


def _going_on(*chairs: int, button: int, small: int, big: int, moves_on: bool = True) -> Room:
    """A table in the middle of a tournament, after a round with these positions."""
    return room_of(*chairs, button=button, small=small, big=big, moves_on=moves_on)


@pytest.mark.clause("HLD 8.4[s1]", "STAR 7.14[s2]")
def test_the_first_round() -> None:
    line = lined_up(tournament(), room_of(1, 2, 4, 5))
    assert (line.button, line.seats, line.blinds) == (5, (1, 2, 4, 5), ((1, 500), (2, 1000)))
    assert (line.small, line.big) == (1, 2)


@pytest.mark.clause("STAR 7.14[s2]")
def test_with_nobody_out_all_move_on_by_one() -> None:
    settings, room = tournament(), room_of(1, 2, 4, 5)
    seen = []
    for _ in range(5):
        line, room = played(settings, room)
        seen.append((line.button, line.small, line.big))
    assert seen == [(5, 1, 2), (1, 2, 4), (2, 4, 5), (4, 5, 1), (5, 1, 2)]


@pytest.mark.clause("STAR 7.14[s2]")
def test_the_small_blind_is_out() -> None:
    """T-30: the button stands at the empty seat."""
    line = lined_up(tournament(), _going_on(1, 3, 4, 5, button=1, small=2, big=3))
    assert (line.button, line.blinds) == (2, ((3, 500), (4, 1000)))
    assert line.seats == (3, 4, 5, 1)


@pytest.mark.clause("STAR 7.14[s2]")
def test_the_big_blind_is_out() -> None:
    """T-30: nobody posts a small blind, and the round after the button stands at the empty seat."""
    settings = tournament()
    line, room = played(settings, _going_on(1, 2, 4, 5, button=1, small=2, big=3))
    assert (line.button, line.blinds, line.small, line.big) == (2, ((4, 1000),), 3, 4)
    assert line.seats == (4, 5, 1, 2)
    line, room = played(settings, room)
    assert (line.button, line.blinds, line.seats) == (3, ((4, 500), (5, 1000)), (4, 5, 1, 2))
    line, _ = played(settings, room)
    assert (line.button, line.blinds) == (4, ((5, 500), (1, 1000)))


@pytest.mark.clause("STAR 7.14[s2]")
def test_both_blinds_are_out() -> None:
    """T-30: the same entrant has the last position three times."""
    settings, room = tournament(), _going_on(1, 4, 5, 6, button=1, small=2, big=3)
    last = [1]
    for _ in range(2):
        line, room = played(settings, room)
        last.append(line.seats[-1])
    assert last == [1, 1, 1]
    assert (room.button, room.big) == (3, 5)


@pytest.mark.clause("HLD 20.19", "STAR 7.37")
def test_of_two_the_button_posts_first() -> None:
    line, room = played(tournament(), room_of(2, 5))
    assert (line.button, line.blinds, line.seats) == (5, ((5, 500), (2, 1000)), (2, 5))
    line, room = played(tournament(), room)
    assert (line.button, line.blinds, line.seats) == (2, ((2, 500), (5, 1000)), (5, 2))


@pytest.mark.clause("HLD 20.19", "STAR 7.37")
@pytest.mark.parametrize(("out", "button", "big"), [(1, 3, 2), (2, 3, 1), (3, 2, 1)])
def test_nobody_posts_the_big_blind_twice_running_when_two_are_left(out: int, button: int, big: int) -> None:
    left = [seat for seat in (1, 2, 3) if seat != out]
    line = lined_up(tournament(), _going_on(*left, button=1, small=2, big=3))
    assert (line.button, line.small, line.big) == (button, button, big)
    assert line.blinds == ((button, 500), (big, 1000))


@pytest.mark.clause("HLD D-Misdeal", "HLD D-Void")
def test_positions_stay_when_the_round_was_not_concluded() -> None:
    settings, room = tournament(), _going_on(1, 3, 4, 5, button=1, small=2, big=3)
    line = lined_up(settings, room)
    again = lined_up(settings, room_after(room, line))
    assert again == line._replace(before=again.before)
    # If the big blind has been taken from the table meanwhile, the next one posts.
    again = lined_up(settings, with_chair(room_after(room, line), 4, None))
    assert (again.button, again.small, again.big) == (2, 3, 5)
    two = room_after(room_of(2, 5), lined_up(settings, room_of(2, 5)))
    assert lined_up(settings, two).blinds == ((5, 500), (2, 1000))


@pytest.mark.clause("STAR 7.23[s2]", "HLD D-Misdeal")
def test_a_round_is_played_again_by_those_who_were_in_it() -> None:
    settings = tournament()
    room = with_chair(_going_on(1, 3, 4, button=1, small=3, big=4), 5, new(5))
    line = lined_up(settings, room)
    assert (line.button, line.blinds) == (3, ((4, 500), (5, 1000)))
    again = lined_up(settings, with_chair(room_after(room, line), 6, new(6)))
    assert (again.button, again.blinds, again.seats) == (3, line.blinds, line.seats)
    two = with_chair(_going_on(1, 3, button=1, small=1, big=3, moves_on=False), 5, new(5))
    assert lined_up(settings, two).seats == (3, 1)


@pytest.mark.clause("STAR 7.23[s1]", "STAR 7.23[s2]")
@pytest.mark.parametrize(
    ("seat", "dealt_in", "blinds"),
    [
        (2, True, ((4, 500), (5, 1000))),
        (3, False, ((4, 500), (5, 1000))),
        (6, True, ((4, 500), (5, 1000))),
    ],
)
def test_who_arrives_is_dealt_in_but_not_between_button_and_small_blind(
    seat: int, dealt_in: bool, blinds: tuple[tuple[int, int], ...]
) -> None:
    """The coming button is at seat 2, the small blind at seat 4."""
    room = with_chair(_going_on(1, 4, 5, button=1, small=2, big=4), seat, new(seat))
    line, after = played(tournament(), room)
    assert (line.button, line.blinds, seat in line.seats) == (2, blinds, dealt_in)
    assert line.entries == {seat: (dealt_in, 0, 0, "STAR 7.23[s2]")}
    assert after.chairs[seat].standing == (PLAYING if dealt_in else WAITING)
    # Once the button is past the seat, everybody is in.
    assert seat in lined_up(tournament(), after).seats


@pytest.mark.clause("STAR 7.23[s1]", "STAR 7.23[s2]")
def test_who_arrives_posts_as_due() -> None:
    room = with_chair(_going_on(1, 4, 6, button=1, small=2, big=4), 5, new(5))
    assert lined_up(tournament(), room).blinds == ((4, 500), (5, 1000))
    # In the seat of a big blind that is out the small blind is due.
    room = with_chair(_going_on(1, 2, 5, button=1, small=2, big=4), 4, new(4))
    assert lined_up(tournament(), room).blinds == ((4, 500), (5, 1000))


@pytest.mark.clause("STAR 7.23[s2]")
def test_a_third_entrant_arrives_among_two() -> None:
    settings = tournament()
    room = with_chair(_going_on(1, 3, button=1, small=1, big=3), 2, new(2))
    line, room = played(settings, room)
    assert (line.seats, line.blinds) == ((1, 3), ((3, 500), (1, 1000)))
    line, room = played(settings, room)
    assert (line.button, line.blinds) == (3, ((1, 500), (2, 1000)))
    beyond = with_chair(_going_on(1, 3, button=1, small=1, big=3), 5, new(5))
    assert lined_up(settings, beyond).blinds == ((3, 500), (5, 1000))
    # With nobody else to play against there is no waiting.
    alone = with_chair(_going_on(1, button=1, small=1, big=3), 2, new(2))
    assert lined_up(settings, alone).blinds == ((2, 500), (1, 1000))
    alone = with_chair(with_chair(_going_on(1, button=6, small=1, big=4), 2, new(2)), 3, new(3))
    line = lined_up(settings, alone)
    assert (line.button, line.blinds) == (2, ((3, 500), (1, 1000)))


@pytest.mark.clause("STAR 7.13", "STAR 7.39[s4]", "HLD 20.11[s1]")
def test_an_absent_entrant_is_dealt_in_and_posts() -> None:
    room = with_chair(_going_on(1, 2, 3, 4, button=1, small=2, big=3), 4, chair(4, absent=True))
    line = lined_up(tournament(), room)
    assert (line.seats, line.blinds) == ((3, 4, 1, 2), ((3, 500), (4, 1000)))
    assert 4 in lined_up(tournament(), with_chair(room, 4, away(4))).seats


@pytest.mark.clause("STAR 7.21[s1]", "HLD 9.4")
def test_who_has_no_chips_is_out() -> None:
    line = lined_up(tournament(), with_chair(_going_on(1, 2, 3, button=1, small=2, big=3), 1, chair(1, 0)))
    assert line.seats == (2, 3)
    refused(lineup(tournament(), room_of(1, chair(2, 0))), clause="HLD 9.4")


@pytest.mark.clause("HLD 20.19", "HLD 8.5(a)", "HLD 20.5")
def test_one_blind_on_the_button_itself() -> None:
    settings, room = tournament(blinds=(1000,), first_blind="button"), room_of(1, 3, 4)
    seen = []
    for _ in range(4):
        line, room = played(settings, room)
        assert line.seats[-1] == line.button
        seen.append((line.button, line.blinds))
    assert seen == [(button, ((button, 1000),)) for button in (4, 1, 3, 4)]


@pytest.mark.clause("HLD 20.19")
def test_one_blind_left_of_the_button() -> None:
    settings, room = tournament(blinds=(1000,)), room_of(1, 3, 4)
    seen = []
    for _ in range(3):
        line, room = played(settings, room)
        seen.append((line.button, line.blinds[0][0]))
    assert seen == [(4, 1), (1, 3), (3, 4)]
    # Of two, the button posts it, in turns.
    room = with_chair(room, 3, None)
    for button in (1, 4, 1):
        line, room = played(settings, room)
        assert (line.button, line.blinds) == (button, ((button, 1000),))
    stays = room_after(room, lined_up(settings, room))
    assert lined_up(settings, stays).blinds == ((4, 1000),)


@pytest.mark.clause("HLD 8.5(b)", "HLD 8.4[s2]")
def test_antes_only() -> None:
    settings, room = tournament(structure="ante", blinds=(), ante=100), room_of(1, 3, 4)
    for button in (4, 1, 3):
        line, room = played(settings, room)
        assert (line.button, line.blinds, line.small, line.big) == (button, (), None, None)
    # Blinds at another level begin from the button, and antes go on from there.
    line, room = played(tournament(), room)
    assert (line.button, line.blinds) == (4, ((1, 500), (3, 1000)))
    assert lined_up(settings, room).button == 1


@pytest.mark.clause("HLD 20.5", "HLD 8.5(a)")
def test_where_the_first_blind_is_posted_may_change_with_a_level() -> None:
    on_button = tournament(blinds=(1000,), first_blind="button")
    _, room = played(tournament(), room_of(1, 2, 3, 4))
    line, room = played(on_button, room)
    assert (line.button, line.blinds) == (1, ((1, 1000),))
    assert lined_up(tournament(blinds=(1000,)), room).blinds == ((3, 1000),)
    line, room = played(tournament(), room)
    assert (line.button, line.blinds) == (2, ((3, 500), (4, 1000)))
    # From two blinds to one and back.
    line, room = played(tournament(blinds=(1000,)), room)
    assert (line.button, line.blinds) == (4, ((1, 1000),))
    line, room = played(tournament(), room)
    assert (line.button, line.blinds) == (1, ((2, 500), (3, 1000)))
    again = room_of(1, 2, 3, 4, button=4, big=1, moves_on=False)
    line = lined_up(tournament(blinds=(1000,)), again)
    assert (line.button, line.blinds) == (4, ((1, 1000),))


@pytest.mark.clause("HLD 4.2(c)")
def test_three_blinds() -> None:
    settings = tournament(blinds=(200, 500, 1000))
    line, room = played(settings, room_of(1, 2, 3, 4, 5))
    assert line.blinds == ((1, 200), (2, 500), (3, 1000))
    assert played(settings, room)[0].blinds == ((2, 200), (3, 500), (4, 1000))
    # The last of them may be due at the button, and never in an empty seat or at another blind.
    three = _going_on(1, 3, 5, button=5, small=1, big=3)
    assert lined_up(settings, three).blinds == ((3, 200), (5, 500), (1, 1000))
    dead = _going_on(1, 5, 6, button=6, small=1, big=3)
    assert lined_up(settings, dead).blinds == ((5, 500), (6, 1000))
    two = _going_on(1, 5, button=6, small=1, big=3)
    assert lined_up(settings, two).blinds == ((1, 200), (5, 500))


# --- a long tournament ------------------------------------------------------------------------------------------------


def _big_blinds(settings: HoldemSettings, random: Random, room: Room, rounds: int) -> None:
    """Entrants go out and arrive at random; the big blind goes past nobody and comes to nobody twice running."""
    last: int | None = None
    for _ in range(rounds):
        for seat in range(1, settings.boxes + 1):
            if seat in room.chairs and random.random() < 0.06 and len(room.chairs) > 2:
                room = with_chair(room, seat, None)
            elif seat not in room.chairs and random.random() < 0.02:
                room = with_chair(room, seat, new(seat))
        before = room
        line = lined_up(settings, room)
        _in_order(settings, before, line, last)
        concluded = random.random() < 0.9
        last = line.big
        room = room_after(room, line)._replace(moves_on=concluded)
        if not concluded:
            room = room_after(room, lined_up(settings, room))._replace(moves_on=True)


def _in_order(settings: HoldemSettings, room: Room, line: Lineup, last: int | None) -> None:
    assert line.big in line.seats
    assert dict(line.blinds).get(line.big or 0) == 1000
    waits = set(room.chairs) - set(line.seats)
    assert all(room.chairs[seat].standing == WAITING for seat in waits), "only an arrival ever waits"
    if last is not None:
        way = clockwise(settings.boxes, last)
        past = way[: way.index(line.big or 0)]
        assert not [seat for seat in past if seat in line.seats], "the big blind goes past nobody"
        assert line.big != last, "nobody posts it twice running"
    if len(line.seats) == 2:
        assert line.blinds[0] == (line.button, 500)
    else:
        order = clockwise(settings.boxes, line.button)
        assert line.button != line.big
        assert order.index(line.small or 0) < order.index(line.big or 0)


@pytest.mark.clause("STAR 7.14[s2]", "STAR 7.23[s2]", "STAR 7.37")
@pytest.mark.parametrize("seed", range(40))
def test_the_big_blind_comes_to_everybody_in_order(seed: int) -> None:
    random = Random(seed)
    settings = tournament(boxes=random.choice((4, 6, 9)))
    _big_blinds(settings, random, room_of(*range(1, settings.boxes + 1)), 300)
