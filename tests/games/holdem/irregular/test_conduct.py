"""HLD 13.3, HLD 16, HLD 17.18, HLD 19.5 to HLD 19.8: what nobody may do, who sees what, and what all must be told."""

from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.games.play import Audience, Choice, Command, Role, Viewer
from tests.games.holdem.rulings import clause, kinds, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene

HOLE = {1: "Kc Kd", 2: "Qc Qd", 3: "As Ad"}
BOARD = "2h 7c 9d Js 4h"


def seen(scene: Scene, viewer: Viewer, seat: int) -> list[str]:
    """The cards of a seat as somebody sees them."""
    seats: Any = scene.table.view(viewer).as_json()["seats"]
    row = next(row for row in seats if row["seat"] == seat)
    held: list[str] = row["cards"]
    return held


def by_seat(seat: int) -> Viewer:
    return Viewer(Audience.SEAT, seat, f"P{seat}")


SIGN, DEALERS, AUDITOR = Viewer(Audience.SIGN), Viewer(Audience.DEALER), Viewer(Audience.AUDITOR)


@pytest.mark.clause("HLD 16.1[s1]", "HLD 16.3", "HLD 16.4[s1]", "HLD 19.5(b)", "HLD 19.5(c)", "HLD 19.7", "HLD 19.8")
@pytest.mark.parametrize(
    ("reason", "noted_by"),
    [
        ("own_interest", "HLD 16.1[s1]"),
        ("helping", "HLD 16.1[s2]"),
        ("language", "HLD 16.3"),
        ("cards", "HLD 16.4[s1]"),
        ("exchange", "HLD 16.8(a)"),
        ("information", "HLD 16.8(b)"),
        ("influence", "HLD 19.7"),
        ("side_bet", "HLD 19.8"),
        ("advantage", "HLD 19.5(b)"),
        ("procedure", "HLD 19.5(c)"),
        ("out_of_turn", "STAR 7.35[s2]"),
        ("delay", "STAR 7.26[s1]"),
        ("exposed_hand", "STAR 7.40"),
        ("advice", "STAR 7.41"),
    ],
)
@pytest.mark.clause("HLD 16.1[s2]")
def test_a_breach_is_noted_with_its_clause_and_changes_nothing(reason: str, noted_by: str) -> None:
    scene = Scene().start()
    before = scene.table.state
    (noted,) = scene.ruled("note_breach", reason=reason, player="P2", seat=2)
    assert (noted.clause, noted.reason, noted.player) == (noted_by, reason, "P2")  # type: ignore[attr-defined]
    assert scene.table.state == before


@pytest.mark.clause("HLD 16.1[s1]")
def test_a_breach_of_nothing_is_not_noted() -> None:
    assert not_ruled(Scene().start(), "note_breach", reason="yawning", player="P2").clause == "HLD 16.1[s1]"


@pytest.mark.clause("HLD 16.4[s1]", "HLD D-Hole Card", "HLD 19.5(b)")
def test_a_hand_is_seen_by_its_player_alone_folded_or_not() -> None:
    scene = on_flop(hole=HOLE, board=BOARD).act("2 fold")
    for seat, held in HOLE.items():
        assert seen(scene, by_seat(seat), seat) == held.split()
        for other in (*(by_seat(each) for each in HOLE if each != seat), SIGN, DEALERS, AUDITOR):
            assert seen(scene, other, seat) == ["??", "??"]


@pytest.mark.clause("HLD 16.7", "HLD 13.1[s2]")
def test_mucked_burned_and_undealt_cards_are_shown_to_no_player_after_the_round_either() -> None:
    # Seat 2 is first to show, seat 3 beats it, and seat 1 mucks what cannot win.
    scene = on_flop(hole=HOLE, board=BOARD)
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    assert scene.done.mucked == (1,)
    for viewer in (by_seat(2), SIGN, DEALERS):
        assert seen(scene, viewer, 1) == ["??", "??"]
        assert seen(scene, viewer, 3) == ["As", "Ad"]
        assert "burned" not in scene.table.view(viewer).as_json()
    assert seen(scene, AUDITOR, 1) == ["Kc", "Kd"]
    assert len(scene.table.view(AUDITOR).as_json()["burned"]) == 3


@pytest.mark.clause("HLD 16.4[s1]")
def test_nobody_turns_up_a_hand_before_the_showdown_of_a_cash_game() -> None:
    scene = on_flop(hole=HOLE, board=BOARD).act("2 fold")
    for seat in (1, 2, 3):
        assert scene.refuses(Command(PLAYER, "show", seat, f"P{seat}")).clause == "HLD 16.4[s1]"
    assert scene.refuses(Command(PLAYER, "show", 4)).clause == "HLD 13.1[s2]"
    dealing = Scene()
    dealing.table.new_round()
    assert dealing.refuses(Command(PLAYER, "show", 1)).clause == "HLD 13.1[s2]"


@pytest.mark.clause("HLD 13.1[s2]", "HLD 16.4[s1]")
def test_at_the_showdown_everybody_may_turn_up_the_own_hand() -> None:
    scene = on_flop(hole=HOLE, board=BOARD, by_hand=True)
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    assert scene.refuses(Command(PLAYER, "show", 1, "P2")).clause == "HLD 16.4[s1]"
    assert clause(scene.ruled("show", PLAYER, seat=1, player="P1")) == "HLD 13.1[s2]"
    assert scene.refuses(Command(PLAYER, "show", 1)).clause == "HLD 13.1[s2]"
    scene.settle()
    assert scene.done.mucked == ()
    assert seen(scene, SIGN, 1) == ["Kc", "Kd"]


@pytest.mark.clause("HLD 13.1[s2]", "HLD 16.4[s1]")
def test_a_hand_that_has_won_unseen_may_be_shown_and_a_folded_one_after_the_round() -> None:
    scene = Scene(hole=HOLE, by_hand=True).start().act("1 fold", "2 fold")
    assert scene.refuses(Command(PLAYER, "show", 2)).clause == "HLD 16.4[s1]"
    assert clause(scene.ruled("show", PLAYER, seat=3)) == "HLD 13.1[s2]"
    scene.settle()
    assert clause(scene.ruled("show", PLAYER, seat=2)) == "HLD 17.18"
    assert seen(scene, SIGN, 2) == ["Qc", "Qd"]


@pytest.mark.clause("HLD 17.18")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, OPERATOR])
def test_what_one_player_is_shown_after_the_round_all_are_shown_on_request(by: Role) -> None:
    scene = Scene(hole=HOLE).start()
    assert not_ruled(scene, "shown_to_one", by, seat=2).clause == "HLD 16.4[s1]"
    scene.act("1 fold", "2 fold")
    assert not_ruled(scene, "shown_to_one", by, seat=4).clause == "HLD 17.18"
    assert clause(scene.ruled("shown_to_one", by, seat=2)) == "HLD 17.18"
    assert seen(scene, by_seat(1), 2) == ["Qc", "Qd"]
    assert seen(scene, by_seat(1), 3) == ["??", "??"]


@pytest.mark.clause("HLD 17.18")
def test_of_a_hand_the_same_card_is_shown_to_all_and_no_other() -> None:
    scene = Scene(hole=HOLE).start().act("1 fold", "2 fold")
    assert not_ruled(scene, "shown_to_one", seat=2, cards=cards("As")).clause == "HLD 17.18"
    scene.ruled("shown_to_one", seat=2, cards=cards("Qd"))
    assert seen(scene, by_seat(1), 2) == ["??", "Qd"]


@pytest.mark.clause("HLD 16.5", "HLD 16.6")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, OPERATOR])
def test_what_one_player_was_told_of_a_hand_the_whole_table_is_told(by: Role) -> None:
    scene = on_flop(hole=HOLE, board=BOARD).act("2 fold")
    assert clause(scene.ruled("disclose", by, seat=2, reason="folded_hand")) == "HLD 16.5"
    assert seen(scene, SIGN, 2) == ["Qc", "Qd"]
    assert clause(scene.ruled("disclose", by, seat=3, reason="live_hand")) == "HLD 16.6"
    assert seen(scene, SIGN, 3) == ["As", "Ad"]
    assert seen(scene, SIGN, 1) == ["??", "??"]


@pytest.mark.clause("HLD 16.5", "HLD 16.6")
def test_only_of_such_a_hand_in_the_round_is_something_shared() -> None:
    scene = on_flop(hole=HOLE, board=BOARD).act("2 fold")
    assert not_ruled(scene, "disclose", seat=3, reason="folded_hand").clause == "HLD 16.5"
    assert not_ruled(scene, "disclose", seat=2, reason="live_hand").clause == "HLD 16.6"
    assert not_ruled(scene, "disclose", seat=4, reason="live_hand").clause == "HLD 16.6"
    assert not_ruled(scene, "disclose", seat=2, reason="gossip").clause == "HLD 16.5"
    scene.act("3 fold")
    assert not_ruled(scene, "disclose", seat=2, reason="folded_hand").clause == "HLD 16.5"


@pytest.mark.clause("HLD 19.5(a)")
def test_choices_come_in_the_order_of_the_rules_whatever_the_cards() -> None:
    def offered(hole: dict[int, str]) -> tuple[Choice, ...]:
        return Scene(hole=hole).start().table.choices()

    assert offered({1: "As Ad"}) == offered({1: "7c 2d"})


@pytest.mark.clause("HLD 17.18", "HLD 16.4[s1]")
def test_a_misdealt_hand_may_be_shown_as_far_as_it_was_dealt() -> None:
    scene = Scene(hole=HOLE)
    scene.table.new_round()
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(1))
    scene.ruled("deal_irregularity", reason="card_exposed_in_cut")
    assert kinds(scene.ruled("show", PLAYER, seat=2)) == ["HandRevealed"]
    assert seen(scene, SIGN, 2) == ["Qc"]
    assert scene.refuses(Command(PLAYER, "show", 3)).clause == "HLD 13.1[s2]"
