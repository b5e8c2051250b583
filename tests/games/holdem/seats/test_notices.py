"""What the operator changes between rounds, with notice to the players."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.notices import settings_coming, settings_events
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.seats.scene import OPERATOR, PLAYER, STAKE, SUPERVISOR, Scene, cash, room_of, tournament

NOTICE = "From the next round."


@pytest.mark.clause("HLD 4.1", "HLD 4.2")
def test_what_is_announced_during_a_round_holds_from_the_next() -> None:
    scene = Scene(cash(), room_of(1, 2, button=1))
    scene.begin()
    (event,) = scene.tell(OPERATOR, "announce_settings", settings={"min_table_stake": 20_000}, reason=NOTICE)
    assert (event.clause, event.notice) == ("HLD 4.1", NOTICE)  # type: ignore[attr-defined]
    scene.tell(SUPERVISOR, "announce_settings", settings={"blinds": (1000, 2000)}, reason=NOTICE)
    assert (scene.settings.min_table_stake, scene.settings.blinds) == (10_000, (500, 1000))
    coming = settings_coming(scene.state)
    assert (coming.min_table_stake, coming.blinds) == (20_000, (1000, 2000))
    # A stake is for the rounds to come, so it has their bounds.
    scene.refuses("HLD 4.3[s1]", PLAYER, "join", 3, player="Cat", amount=15_000)
    scene.end()
    for event in settings_events(scene.state):
        scene.state = GAME.apply(scene.state, event)
    assert scene.settings == coming
    assert scene.room.coming_settings == {}
    assert settings_events(scene.state) == ()


@pytest.mark.clause("HLD 4.1", "HLD 4.2")
def test_rounds_are_played_by_what_was_announced_before_them() -> None:
    table = Table(GAME, cash(), Shoe.seeded(1)).open()

    def tell(by: Role, do: str, seat: int | None = None, **particulars: Any) -> None:
        answer = table.do(Command(by, do, seat, **particulars))
        assert not isinstance(answer, Refusal), str(answer)

    def blinds() -> list[int]:
        return sorted(table.state.play.round.bets)

    tell(PLAYER, "join", 1, player="Ann", amount=STAKE)
    tell(PLAYER, "join", 2, player="Bob", amount=STAKE)
    tell(OPERATOR, "announce_settings", settings={"blinds": (1000, 2000), "min_bet": 2000}, reason=NOTICE)
    table.new_round()
    assert blinds() == [1000, 2000]
    tell(OPERATOR, "announce_settings", settings={"blinds": (2000, 4000), "min_bet": 4000}, reason=NOTICE)
    table.deal()
    assert blinds() == [1000, 2000]
    tell(PLAYER, "fold", table.game.due(table.state)[0])
    table.finish()
    assert table.state.felt.stage is Stage.OVER
    table.new_round()
    assert blinds() == [2000, 4000]


@pytest.mark.clause("HLD 4.1")
def test_a_change_needs_notice() -> None:
    scene = Scene(cash())
    scene.refuses("HLD 4.1", OPERATOR, "announce_settings", settings={"min_bet": 2000})
    scene.refuses("HLD D-Casino Operator", Role.DEALER, "announce_settings", settings={"min_bet": 2000}, reason=NOTICE)


@pytest.mark.clause("HLD 2.2", "HLD 2.4")
@pytest.mark.parametrize("change", [{"deck": 48}, {"joker": True}])
def test_other_cards_are_checked_before_they_are_dealt(change: dict[str, Any]) -> None:
    scene = Scene(cash(), room_of(1, 2))
    scene.tell(OPERATOR, "announce_settings", settings={"burn": False}, reason=NOTICE)
    assert not scene.state.house.cards_to_check_by
    (event, _) = scene.tell(OPERATOR, "announce_settings", settings=change, reason=NOTICE)
    assert event.clause == "HLD 2.2"
    assert scene.state.house.cards_to_check_by == {Role.DEALER}
    assert GAME.deck(scene.state).cards != GAME.deck(Scene(cash()).state).cards


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
    scene.tell(OPERATOR, "announce_settings", settings={"boxes": 5}, reason=NOTICE)


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
    assert scene.begin().blinds == ((2, 1000), (1, 2000))
