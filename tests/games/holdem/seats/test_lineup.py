"""Button and blinds of a cash game: who is dealt in, and who posts what."""

from random import Random

import pytest

from pitboss.games.holdem.seats.entry import as_before
from pitboss.games.holdem.seats.lineup import Lineup, lineup, room_after
from pitboss.games.holdem.settings import Commission, HoldemSettings
from pitboss.games.holdem.state import AWAY, PLAYING, WAITING, Room, clockwise, with_chair
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.seats.scene import away, cash, chair, lined_up, moved, new, played, room_of
from tests.refusals import refused


@pytest.mark.clause("HLD 8.4[s1]")
def test_the_first_button_is_at_the_dealers_right() -> None:
    assert lined_up(cash(), room_of(1, 3, 5)).button == 5
    assert lined_up(cash(boxes=10), room_of(2, 4, 10)).button == 10
    # Who cannot be dealt in does not have it.
    assert lined_up(cash(), room_of(1, 3, away(6))).button == 3


@pytest.mark.clause("HLD 8.4[s2]")
def test_the_button_goes_to_the_next_player_after_each_round() -> None:
    settings, room = cash(), room_of(1, 3, 4, 6)
    buttons = []
    for _ in range(6):
        line, room = played(settings, room)
        buttons.append(line.button)
    assert buttons == [6, 1, 3, 4, 6, 1]


@pytest.mark.clause("HLD 8.4[s2]", "HLD D-Misdeal", "HLD D-Void", "HLD 17.3[s2]", "HLD 17.3[s3]")
def test_the_button_stays_when_the_round_was_not_concluded() -> None:
    settings, room = cash(), room_of(1, 3, 4, button=1)
    line = lined_up(settings, room)
    assert line.button == 3
    again = lined_up(settings, room_after(room, line))
    assert (again.button, again.seats, again.blinds) == (3, line.seats, line.blinds)


@pytest.mark.clause("HLD 8.4[s2]")
def test_there_is_no_dead_button_in_a_cash_game() -> None:
    assert lined_up(cash(), room_of(1, 4, 5, button=2)).button == 4
    assert lined_up(cash(), room_of(1, away(3), 4, 5, button=2)).button == 4
    assert lined_up(cash(), room_of(1, chair(3, 0), 4, 5, button=2)).button == 4
    # Not even where it would stay.
    assert lined_up(cash(), room_of(1, 4, 5, button=2, moves_on=False)).button == 4


@pytest.mark.clause("HLD 8.5(a)", "HLD D-Small Blind", "HLD D-Big Blind", "HLD 9.2")
def test_blinds_are_posted_clockwise_from_the_button() -> None:
    line = lined_up(cash(), room_of(1, 2, 3, 5, 6, button=2))
    assert line.button == 3
    assert line.seats == (5, 6, 1, 2, 3)
    assert line.blinds == ((5, 500), (6, 1000))
    assert (line.small, line.big) == (5, 6)
    assert line.posts == ()


@pytest.mark.clause("HLD 8.5(a)", "HLD 4.2(c)")
def test_one_and_three_blinds() -> None:
    one = lined_up(cash(blinds=(1000,)), room_of(1, 2, 3, button=3))
    assert (one.blinds, one.small, one.big) == (((2, 1000),), None, 2)
    three = lined_up(cash(blinds=(200, 500, 1000)), room_of(1, 2, 3, 4, button=4))
    assert three.blinds == ((2, 200), (3, 500), (4, 1000))
    assert (three.small, three.big) == (2, 3)
    # With three players the button posts the last of three.
    assert lined_up(cash(blinds=(200, 500, 1000)), room_of(1, 2, 3, button=3)).blinds[-1] == (1, 1000)


@pytest.mark.clause("HLD D-Big Blind", "HLD 8.5(a)")
def test_of_two_players_the_button_posts_the_last_blind() -> None:
    """R-06: HLD 20.19 is for tournaments."""
    line = lined_up(cash(), room_of(2, 5, button=2))
    assert (line.button, line.seats, line.blinds) == (5, (2, 5), ((2, 500), (5, 1000)))
    # the first two of three blinds.
    line = lined_up(cash(blinds=(200, 500, 1000)), room_of(2, 5, button=2))
    assert line.blinds == ((2, 200), (5, 500))


@pytest.mark.clause("HLD 8.5(b)", "HLD 17.13[s1]")
def test_an_ante_game_has_no_blinds_to_wait_for() -> None:
    settings = cash(structure="ante", blinds=(), ante=100)
    room = room_of(1, new(2), moved(3), 4, button=1)
    line = lined_up(settings, room)
    assert (line.button, line.seats, line.blinds, line.posts) == (2, (3, 4, 1, 2), (), ())
    assert (line.small, line.big) == (None, None)
    assert all(room_after(room, line).chairs[seat].standing == PLAYING for seat in (1, 2, 3, 4))
    assert line.entries == dict.fromkeys((2, 3), (True, 0, 0, "HLD 8.5(b)"))


@pytest.mark.clause("HLD 9.4")
@pytest.mark.parametrize(
    "room",
    [
        room_of(),
        room_of(1),
        room_of(1, away(2)),
        room_of(1, chair(2, 0), button=1),
        room_of(away(1), away(2), button=1),
    ],
)
def test_a_round_needs_two_players(room: Room) -> None:
    refusal = refused(lineup(cash(), room), clause="HLD 9.4")
    players = [each.player for each in room.chairs.values() if each.stake and each.standing == PLAYING]
    assert f"{'only Ann' if players else 'nobody'} can be dealt in." in refusal.reason


@pytest.mark.clause("HLD 19.2(b)")
def test_nobody_is_dealt_in_who_was_excluded() -> None:
    line = lined_up(cash(), room_of(1, 2, 3, button=1), excluded=frozenset(("Bob",)))
    assert line.seats == (1, 3)


@pytest.mark.clause("HLD 15.3[s2]")
def test_time_is_paid_before_cards_are_dealt() -> None:
    settings = cash(commission=Commission("time", rate=500, minutes=30))
    room = room_of(chair(1, paid_until=700), chair(2, paid_until=600), 3, chair(4, paid_until=1000), button=1)
    assert lined_up(settings, room, 599).seats == (4, 1, 2)
    assert lined_up(settings, room, 600).seats == (1, 4)
    assert lined_up(settings, room).seats == (3, 4, 1, 2)
    assert lined_up(cash(commission=Commission("pot", cap=1000, rate=500)), room, 5000).seats == (3, 4, 1, 2)


@pytest.mark.clause("HLD 15.3[s2]")
def test_paid_time_ends_after_midnight_too() -> None:
    settings = cash(commission=Commission("time", rate=500, minutes=30))
    room = room_of(
        chair(1, paid_until=1460), chair(2, paid_until=1460), chair(3, paid_until=1500), button=1, minute=1430
    )
    assert lined_up(settings, room, 1439).seats == (3, 1, 2)
    past, room = played(settings, room, 15)
    assert (past.seats, past.minute, room.minute) == ((3, 1, 2), 1455, 1455)
    # The same minute is not the next day, and no minute leaves the time as it is.
    assert lined_up(settings, room, 15).minute == 1455
    assert played(settings, room)[1].minute == 1455
    refused(lineup(settings, room, 25), clause="HLD 15.3[s2]")


@pytest.mark.clause("HLD 14.3[s3]", "HLD D-Declared")
def test_a_stake_below_the_minimum_makes_a_declared_player() -> None:
    settings, room = cash(), room_of(1, chair(2, 6000), chair(3, 10_000), button=1)
    line, room = played(settings, room)
    assert line.seats == (3, 1, 2)
    assert [room.chairs[seat].declared for seat in (1, 2, 3)] == [False, True, False]


@pytest.mark.clause("HLD 14.3[s3]")
@pytest.mark.parametrize(("until", "still"), [("at_minimum", False), ("leaves", True)])
def test_how_long_a_player_is_declared(until: str, still: bool) -> None:
    """R-30: until winnings reach the minimum, or for good."""
    settings, room = cash(declared_until=until), room_of(1, chair(2, 10_000, declared=True), button=1)
    assert played(settings, room)[1].chairs[2].declared is still
    room = room_of(1, chair(2, 9_900, declared=True), button=1)
    assert played(settings, room)[1].chairs[2].declared


@pytest.mark.clause("HLD 14.3[s4]")
def test_who_is_broke_is_not_dealt_in() -> None:
    line = lined_up(cash(), room_of(1, 2, chair(3, 0, declared=True), chair(4, 0), button=1))
    assert line.seats == (1, 2)
    # Whoever must leave the table misses nothing any more; who may still buy chips does.
    assert set(line.chairs) == {4}
    assert lined_up(cash(), room_of(1, 2, new(3, stake=0), button=1)).entries == {}


# --- comings and goings without end ----------------------------------------------------------------------------------


def _somebody_comes_or_goes(random: Random, room: Room, boxes: int) -> Room:
    seat = 1 + random.randrange(boxes)
    sitter = room.chairs.get(seat)
    if sitter is None:
        return with_chair(room, seat, new(seat, posts=random.random() < 0.3)) if random.random() < 0.5 else room
    what = random.randrange(6)
    if what == 0:
        return with_chair(room, seat, None)
    if what == 1:
        return with_chair(room, seat, sitter._replace(standing=AWAY, posts=False))
    if what == 2 and sitter.standing == AWAY:
        return with_chair(room, seat, sitter._replace(standing=WAITING if sitter.waits_as else PLAYING))
    if what == 3 and sitter.standing == WAITING:
        return with_chair(room, seat, sitter._replace(posts=True))
    if what == 4:
        return with_chair(room, seat, sitter._replace(stake=0 if random.random() < 0.2 else 50_000))
    return room


def _holds(room: Room, line: Lineup, settings: HoldemSettings) -> None:
    """What is true of every line-up of a cash game."""
    was, now = as_before(room).chairs, room_after(room, line).chairs
    assert line.button == line.seats[-1], "the button is always a player"
    assert len(set(line.seats)) == len(line.seats) >= 2
    assert line.blinds == tuple(zip(line.seats, settings.blinds, strict=False))
    assert {seat for seat, _, _ in line.posts} <= set(line.seats)
    for seat in line.seats:
        assert now[seat].standing == PLAYING
        assert (now[seat].waits_as, now[seat].missed_small, now[seat].missed_big) == (None, 0, 0)
        assert was[seat].standing != AWAY
        assert was[seat].stake
    for seat, sitter in was.items():
        if sitter.standing == PLAYING and sitter.stake:
            assert seat in line.seats, "nobody who plays is left out"
    for seat, live, dead in line.posts:
        assert was[seat].standing == WAITING
        assert live + dict(line.blinds).get(seat, 0) <= 1000
        assert live + dead > 0


def _button_in_turn(room: Room, line: Lineup, boxes: int) -> None:
    """The button is where it was, or goes past nobody who plays; and nobody comes in on it."""
    stands = as_before(room).chairs
    assert stands[line.button].standing == PLAYING
    way = clockwise(boxes, room.button or 0)
    if not room.moves_on:
        way = (way[-1], *way[:-1])
    past = [stands[seat] for seat in way[: way.index(line.button)] if seat in stands]
    assert not [sitter for sitter in past if sitter.standing == PLAYING and sitter.stake]


@pytest.mark.clause("HLD 8.4[s2]", "HLD 8.5(a)", "HLD 17.11", "HLD 17.4[s2]")
@pytest.mark.parametrize("seed", range(30))
def test_comings_and_goings(seed: int) -> None:
    random = Random(seed)
    settings = cash(boxes=random.choice((3, 6, 10)))
    room = room_of(*range(1, 1 + min(4, settings.boxes)))
    rounds = 0
    for _ in range(400):
        for _ in range(random.randrange(3)):
            room = _somebody_comes_or_goes(random, room, settings.boxes)
        line = lineup(settings, room)
        if isinstance(line, Refusal):
            assert sum(each.stake > 0 and each.standing != AWAY for each in room.chairs.values()) < 2
            room = with_chair(with_chair(room, 1, chair(1)), 2, chair(2))
            continue
        _holds(room, line, settings)
        if line.passed != {line.button}:
            _button_in_turn(room, line, settings.boxes)
        room = room_after(room, line)._replace(moves_on=random.random() < 0.9)
        rounds += 1
    assert rounds > 200


@pytest.mark.clause("HLD 8.4[s2]", "HLD 8.5(a)")
@pytest.mark.parametrize("players", range(2, 11))
def test_in_one_revolution_everybody_posts_each_blind_once(players: int) -> None:
    settings, room = cash(boxes=10), room_of(*range(1, players + 1))
    small, big, button = [], [], []
    for _ in range(players):
        line, room = played(settings, room)
        small.append(line.small)
        big.append(line.big)
        button.append(line.button)
    everybody = list(range(1, players + 1))
    assert sorted(map(int, filter(None, small))) == sorted(map(int, filter(None, big))) == sorted(button) == everybody
