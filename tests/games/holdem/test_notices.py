"""What the operator changes between rounds, with notice to the players."""

from typing import Any

import pytest

from holdem_room_scene import OPERATOR, PLAYER, STAKE, SUPERVISOR, Scene, cash, room_of, tournament
from pitboss.games.holdem import GAME
from pitboss.games.holdem.room import before_round, settings_coming
from pitboss.games.play import Role

NOTICE = "From the next round."


def _in_force(scene: Scene) -> Scene:
    for event in before_round(scene.state):
        scene.state = GAME.apply(scene.state, event)
    return scene


@pytest.mark.clause("HLD 4.1", "HLD 4.2")
def test_what_is_announced_holds_from_the_next_round() -> None:
    scene = Scene(cash(), room_of(1, 2, button=1))
    scene.begin()
    (event,) = scene.tell(OPERATOR, "announce_settings", settings={"min_table_stake": 20_000}, reason=NOTICE)
    assert (event.clause, event.notice) == ("HLD 4.1", NOTICE)  # type: ignore[attr-defined]
    scene.tell(SUPERVISOR, "announce_settings", settings={"blinds": (1000, 2000)}, reason=NOTICE)
    assert (scene.settings.min_table_stake, scene.settings.blinds) == (10_000, (500, 1000))
    coming = settings_coming(scene.state)
    assert (coming.min_table_stake, coming.blinds) == (20_000, (1000, 2000))
    scene.end()
    # A stake is for the rounds to come, so it has their bounds.
    scene.refuses("HLD 4.3[s1]", PLAYER, "join", 3, player="Cat", amount=15_000)
    _in_force(scene)
    assert scene.settings == coming
    assert scene.room.coming_settings == {}
    assert before_round(scene.state) == ()


@pytest.mark.clause("HLD 4.1")
def test_a_change_needs_notice() -> None:
    scene = Scene(cash())
    scene.refuses("HLD 4.1", OPERATOR, "announce_settings", settings={"min_bet": 2000})
    scene.refuses("HLD D-Casino Operator", Role.DEALER, "announce_settings", settings={"min_bet": 2000}, reason=NOTICE)


@pytest.mark.clause("HLD 2.2", "HLD 2.4")
@pytest.mark.parametrize("change", [{"deck": 48}, {"joker": True}])
def test_other_cards_are_checked_before_they_are_dealt(change: dict[str, Any]) -> None:
    scene = Scene(cash(), room_of(1, 2))
    (event,) = scene.tell(OPERATOR, "announce_settings", settings=change, reason=NOTICE)
    assert event.clause == "HLD 2.2"
    assert not scene.state.house.cards_to_check_by
    _in_force(scene)
    assert scene.state.house.cards_to_check_by == {Role.DEALER}
    scene.tell(OPERATOR, "announce_settings", settings={"burn": False}, reason=NOTICE)
    scene.with_house(cards_to_check_by=frozenset())
    assert not _in_force(scene).state.house.cards_to_check_by


@pytest.mark.clause("HLD 3.5", "HLD 4.2")
def test_each_choice_has_its_clause() -> None:
    scene = Scene(cash())
    for change, clause in (
        ({"game": "low"}, "HLD 3.5"),
        ({"min_bet": 2000}, "HLD 4.1"),
        ({"opening_option": "C"}, "HLD 4.2"),
    ):
        assert scene.tell(OPERATOR, "announce_settings", settings=change, reason=NOTICE)[0].clause == clause


@pytest.mark.clause("HLD 4.2", "HLD 20.1", "HLD 8.2[s1]", "HLD 4.2(c)", "HLD 4.2(b)")
@pytest.mark.parametrize(
    ("clause", "change"),
    [
        ("HLD 4.2", {"jackpot": 1}),
        ("HLD 20.1", {"mode": "tournament"}),
        ("HLD 8.2[s1]", {"boxes": 3}),
        ("HLD 4.2(c)", {"blinds": ()}),
        ("HLD 4.2(b)", {"structure": "ante", "ante": 100}),
        ("HLD 19.5(c)", {"boxes": "many"}),
    ],
)
def test_what_cannot_be_is_not_announced(clause: str, change: dict[str, Any]) -> None:
    scene = Scene(cash(), room_of(1, 2, 5))
    scene.refuses(clause, OPERATOR, "announce_settings", settings=change, reason=NOTICE)


@pytest.mark.clause("HLD 4.2")
def test_announcements_are_judged_together() -> None:
    scene = Scene(cash(), room_of(1, 2))
    scene.tell(OPERATOR, "announce_settings", settings={"max_buy_in": 20_000}, reason=NOTICE)
    scene.refuses("HLD 4.2(i)", OPERATOR, "announce_settings", settings={"min_table_stake": 30_000}, reason=NOTICE)
    scene.refuses("HLD 4.2(i)", PLAYER, "join", 3, player="Cat", amount=STAKE)


@pytest.mark.clause("HLD 20.4(g)")
def test_levels_of_a_tournament() -> None:
    scene = Scene(tournament(), room_of(1, 2))
    scene.tell(OPERATOR, "announce_settings", settings={"blinds": (1000, 2000), "min_bet": 2000}, reason="Level 2.")
    assert _in_force(scene).begin().blinds == ((2, 1000), (1, 2000))
