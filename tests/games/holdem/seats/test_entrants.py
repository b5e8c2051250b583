"""Entrants of a tournament at one table."""

import pytest

from pitboss.games.holdem.state import NEW, WAITING
from pitboss.games.play import Felt, Stage
from tests.games.holdem.seats.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene, cash, chair, room_of, tournament


@pytest.mark.clause("HLD 20.7", "HLD D-Tournament Chips")
def test_an_entrant_is_seated_with_chips() -> None:
    scene = Scene(tournament(procedures="STAR"))
    (event, _) = scene.tell(OPERATOR, "seat_entrant", 2, player="Bob", amount=25_000)
    assert event.clause == "HLD 20.7"
    assert scene.chair(2) == chair(2, 25_000)
    # Tournament chips are no money of the player's.
    assert scene.accounts() == {"stake Bob": 25_000, "tournament chips": -25_000}
    scene.refuses("HLD 8.2[s1]", OPERATOR, "seat_entrant", 2, player="Cat", amount=25_000)
    scene.refuses("HLD 16.2", OPERATOR, "seat_entrant", 3, player="Bob", amount=25_000)


@pytest.mark.clause("STAR 7.23[s1]", "HLD 20.7")
@pytest.mark.parametrize(("procedures", "clause"), [("STAR", "STAR 7.23[s1]"), ("HLD", "HLD 20.7")])
def test_who_arrives_during_the_game_waits_for_the_next_round(procedures: str, clause: str) -> None:
    scene = Scene(tournament(procedures=procedures), room_of(1, 2, 3, 4, button=1, small=2, big=3))
    line = scene.begin()
    (event, _) = scene.tell(SUPERVISOR, "seat_entrant", 6, player="Fay", amount=9_000)
    assert event.clause == clause
    assert scene.chair(6) == chair(6, 9_000, standing=WAITING, waits_as=NEW)
    assert scene.state.play.round.seats == line.seats
    scene.end()
    assert scene.begin().blinds == ((4, 500), (6, 1000))


@pytest.mark.clause("HLD 20.4(f)", "HLD 19.2(b)")
def test_who_may_be_seated() -> None:
    scene = Scene(tournament(players=("Ann", "Bob"))).with_house(shut_out=frozenset(("Bob",)))
    scene.refuses("HLD 20.4(f)", OPERATOR, "seat_entrant", 3, player="Cat", amount=25_000)
    scene.refuses("HLD 19.2(b)", OPERATOR, "seat_entrant", 3, player="Bob", amount=25_000)


@pytest.mark.clause("HLD 20.8", "STAR 7.21[s1]", "HLD 20.14")
def test_entrants_leave_the_table_between_hands() -> None:
    scene = Scene(tournament(procedures="STAR"), room_of(1, 2, 3, chair(4, 0)))
    assert scene.tell(OPERATOR, "remove_entrant", 4)[0].clause == "STAR 7.21[s1]"
    scene.begin()
    scene.refuses("HLD 20.14", OPERATOR, "remove_entrant", 3)
    scene.end()
    assert scene.tell(OPERATOR, "remove_entrant", 3, reason="moved to table 2")[0].clause == "HLD 20.8"
    assert set(scene.room.chairs) == {1, 2}
    assert scene.accounts() == {"stake Cat": -50_000, "tournament chips": 50_000}
    scene.refuses("HLD 8.2[s1]", OPERATOR, "remove_entrant", 3)
    other = Scene(tournament(), room_of(1, chair(4, 0)))
    assert other.tell(OPERATOR, "remove_entrant", 4)[0].clause == "HLD 20.8"


@pytest.mark.clause("HLD 20.11[s1]", "STAR 7.13")
@pytest.mark.parametrize(("procedures", "clause"), [("STAR", "STAR 7.13"), ("HLD", "HLD 20.11[s1]")])
def test_absence_is_marked(procedures: str, clause: str) -> None:
    scene = Scene(tournament(procedures=procedures), room_of(1, 2, 3))
    assert "present" in scene.refuses(clause, DEALER, "mark_present", 2)
    assert scene.tell(DEALER, "mark_absent", 2)[0].clause == clause
    assert scene.chair(2).absent
    assert "absent" in scene.refuses(clause, DEALER, "mark_absent", 2)
    assert 2 in scene.begin().seats
    scene.tell(SUPERVISOR, "mark_present", 2)
    assert not scene.chair(2).absent
    scene.refuses("HLD 8.2[s1]", DEALER, "mark_absent", 6)


@pytest.mark.clause("HLD 20.11[s2]", "STAR 7.15[s1]")
@pytest.mark.parametrize(
    ("procedures", "stage", "counts"),
    [
        ("HLD", Stage.BETTING, True),
        ("HLD", Stage.PLAYING, True),
        ("STAR", Stage.DEALING, True),
        ("STAR", Stage.PLAYING, False),
    ],
)
def test_who_comes_back_in_time_plays_the_hand(procedures: str, stage: Stage, counts: bool) -> None:
    scene = Scene(tournament(procedures=procedures), room_of(1, 2, 3, 5))
    seats = scene.begin().seats
    scene.state = scene.state._replace(felt=Felt(stage=stage))
    for do, absent in (("mark_absent", True), ("mark_present", False)):
        scene.tell(DEALER, do, 3)
        assert scene.chair(3).absent is absent
        assert scene.state.play.round.absent == (1 << seats.index(3) if absent and counts else 0)
    # Between rounds, and for who is not in the round, it is of the rounds to come.
    scene.tell(OPERATOR, "seat_entrant", 6, player="Fay", amount=25_000)
    scene.tell(DEALER, "mark_absent", 6)
    scene.state = scene.state._replace(felt=Felt(stage=Stage.OVER))
    scene.tell(DEALER, "mark_absent", 3)
    assert scene.state.play.round.absent == 0


@pytest.mark.clause("HLD 20.1")
@pytest.mark.parametrize("do", ["seat_entrant", "remove_entrant", "mark_absent", "mark_present"])
def test_a_cash_game_has_no_entrants(do: str) -> None:
    Scene(cash(), room_of(1, 2)).refuses("HLD 20.1", OPERATOR, do, 1, player="Ann", amount=25_000)


@pytest.mark.clause("HLD 20.7", "HLD 20.14")
def test_nothing_is_offered_to_entrants_between_hands() -> None:
    scene = Scene(tournament(), room_of(1, 2))
    assert scene.choices() == []
    scene.refuses("HLD D-Casino Operator", PLAYER, "seat_entrant", 4, player="Dan", amount=25_000)
