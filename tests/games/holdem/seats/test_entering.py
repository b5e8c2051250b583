"""Sitting out, coming back, and coming in: what players say about the rounds to come."""

import pytest

from pitboss.games.holdem.seats.seating import departures
from pitboss.games.holdem.state import AWAY, MISSED, NEW, PLAYING, WAITING
from tests.games.holdem.seats.scene import (
    DEALER,
    PLAYER,
    Scene,
    away,
    cash,
    chair,
    missed,
    moved,
    new,
    room_of,
    tournament,
)


@pytest.mark.clause("HLD 17.4[s1]")
def test_sitting_out_costs_nothing_until_a_blind_goes_past() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, 6, button=1))
    scene.tell(PLAYER, "sit_out", 6)
    scene.refuses("HLD 17.4[s1]", PLAYER, "sit_out", 6)
    assert 6 not in scene.begin().seats
    scene.end()
    scene.tell(PLAYER, "sit_in", 6, player="Fay")
    scene.refuses("HLD 17.4[s1]", PLAYER, "sit_in", 6)
    assert scene.chair(6).standing == PLAYING
    line = scene.begin()
    assert 6 in line.seats
    assert line.posts == ()


@pytest.mark.clause("HLD 17.4[s1]")
def test_who_has_missed_blinds_waits_or_posts_them() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, 6, button=1))
    scene.tell(DEALER, "sit_out", 4)
    for _ in range(2):
        scene.begin()
        scene.end()
    scene.tell(PLAYER, "sit_in", 4)
    assert (scene.chair(4).standing, scene.chair(4).waits_as) == (WAITING, MISSED)
    scene.refuses("HLD 17.4[s2]", PLAYER, "post_blinds", 4)
    scene.begin()
    scene.end()
    scene.tell(PLAYER, "post_blinds", 4)
    scene.refuses("HLD 17.4[s1]", PLAYER, "post_blinds", 4)
    assert scene.begin().posts == ((4, 1000, 500),)


@pytest.mark.clause("HLD 17.4[s1]", "HLD 17.11(a)", "HLD 17.13[s1]")
def test_posting_can_be_taken_back_until_the_round() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, new(6), button=1))
    scene.refuses("HLD 17.11(a)", PLAYER, "wait_for_blind", 6)
    scene.tell(PLAYER, "post_blinds", 6)
    scene.tell(PLAYER, "wait_for_blind", 6)
    assert 6 not in scene.begin().seats
    Scene(cash(), room_of(1, 2, moved(4), button=1)).refuses("HLD 17.13[s1]", PLAYER, "wait_for_blind", 4)
    Scene(cash(), room_of(1, 2, missed(4), button=1)).refuses("HLD 17.4[s1]", PLAYER, "wait_for_blind", 4)


@pytest.mark.clause("HLD 17.11", "HLD 17.11(b)", "HLD 17.13[s2]", "HLD 17.4[s1]")
def test_who_may_say_to_post() -> None:
    scene = Scene(cash(boxes=9), room_of(1, new(2), 3, new(4), moved(5), missed(6), 7, 8, 9, button=1))
    assert "seat 2" in scene.refuses("HLD 17.11", PLAYER, "post_blinds", 2)
    scene.refuses("HLD 17.4[s1]", PLAYER, "post_blinds", 3)
    clauses = [scene.tell(PLAYER, "post_blinds", seat)[0].clause for seat in (4, 5, 6)]
    assert clauses == ["HLD 17.11(b)", "HLD 17.13[s2]", "HLD 17.4[s1]"]
    scene.refuses("HLD 8.2[s1]", PLAYER, "post_blinds", 4, player="Ann")


@pytest.mark.clause("HLD 17.11(b)")
def test_with_nobody_else_there_posting_may_be_said_all_the_same() -> None:
    scene = Scene(cash(), room_of(new(2)))
    scene.tell(PLAYER, "post_blinds", 2)
    assert scene.chair(2).posts


@pytest.mark.clause("HLD 8.4[s3]")
def test_a_blind_is_not_refused() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, button=1))
    line = scene.begin()
    # Nor does sitting out undo what has been posted.
    scene.tell(PLAYER, "sit_out", line.blinds[0][0])
    assert scene.state.play.round.seats == line.seats


@pytest.mark.clause("HLD 17.4[s1]")
def test_a_new_player_who_goes_away_is_still_new() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, new(6), button=1))
    scene.tell(PLAYER, "sit_out", 6)
    assert (scene.chair(6).standing, scene.chair(6).waits_as) == (AWAY, NEW)
    scene.tell(PLAYER, "sit_in", 6)
    assert (scene.chair(6).standing, scene.chair(6).waits_as) == (WAITING, NEW)


@pytest.mark.clause("HLD 17.4[s1]", "HLD 8.2[s1]")
@pytest.mark.parametrize("do", ["sit_out", "sit_in", "post_blinds", "wait_for_blind"])
def test_nobody_there(do: str) -> None:
    Scene(cash(), room_of(1, 2)).refuses("HLD 8.2[s1]", PLAYER, do, 5)


@pytest.mark.clause("HLD 4.6")
def test_who_has_left_does_not_come_back_in() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, button=1))
    scene.begin()
    scene.fold(3)
    scene.tell(PLAYER, "leave", 3)
    scene.refuses("HLD 17.4[s1]", PLAYER, "sit_in", 3)
    scene.refuses("HLD 17.4[s1]", PLAYER, "sit_out", 3)
    scene.end()
    assert [event.clause for event in departures(scene.state)] == ["HLD 4.6", "HLD 4.6"]


@pytest.mark.clause("HLD 20.11[s1]")
@pytest.mark.parametrize("do", ["sit_out", "sit_in", "post_blinds", "wait_for_blind"])
def test_entrants_are_always_dealt_in(do: str) -> None:
    Scene(tournament(), room_of(1, away(2), chair(3))).refuses("HLD 20.11[s1]", PLAYER, do, 2)


# --- the worked case on who may come in (5/10 blinds, button at seat 2, once round) -----------------------------------


def _price(scene: Scene, seat: int) -> tuple[bool, int, int, str]:
    return scene.begin().entries[seat]


@pytest.mark.clause("HLD 17.4[s1]", "HLD 17.11", "HLD 17.11(a)", "HLD 17.11(b)", "HLD 17.12", "HLD 17.13[s2]")
def test_who_may_come_in_where_and_at_what_price() -> None:
    rest = {"button": 2, "moves_on": False}
    Scene(cash(), room_of(1, new(2), 3, 4, 5, 6, **rest)).refuses("HLD 17.11", PLAYER, "post_blinds", 2)
    for seat, sitter, price in (
        (6, new(6), (True, 1000, 0, "HLD 17.11(b)")),
        (5, missed(5), (True, 1000, 500, "HLD 17.4[s1]")),
        (1, moved(1), (True, 1000, 0, "HLD 17.13[s2]")),
    ):
        others = [other for other in range(1, 7) if other != seat]
        scene = Scene(cash(), room_of(*others, sitter, **rest))
        scene.tell(PLAYER, "post_blinds", seat)
        assert _price(scene, seat) == price
    waits = Scene(cash(), room_of(1, 2, 3, new(4), 5, 6, **rest))
    assert _price(waits, 4) == (True, 1000, 0, "HLD 17.11(a)")
    early = Scene(cash(), room_of(1, 2, 3, 4, 5, new(6), **rest, revolution_complete=False))
    early.tell(PLAYER, "post_blinds", 6)
    assert _price(early, 6) == (True, 0, 0, "HLD 17.12")
