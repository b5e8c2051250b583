"""UTH 6.1(b), UTH 11, UTH 12.3 and UTH 15: a failing shoe, and what supervisor and operator may rule."""

from typing import Any

import pytest

from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.house.boxes import Standing
from pitboss.games.play import Role
from pitboss.games.ultimate.irregularities import ShuffleOrdered
from tests.games.ultimate.scene import (
    DEALER,
    HANDS,
    MOMENTS,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    assert_not_between_rounds,
    assert_void,
    at,
    betting,
    dealt,
    opened,
)

DECK = ULTIMATE_DECK.cards
AFTER_THE_DEAL = MOMENTS[1:]


@pytest.mark.clause("UTH 6.1(b)", "UTH 11.1", "UTH 11.3", "UTH 12.3", "UTH 13.3", "UTH 15.2", "UTH 15.4")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("by", "do", "particulars", "clause"),
    [
        (SUPERVISOR, "shoe_malfunction", {"reason": "jammed"}, "UTH 11.1"),
        (SUPERVISOR, "declare_misdeal", {"reason": "Cards fell off the table"}, "UTH 6.1(b)"),
        (SUPERVISOR, "collusion_ruling", {"seat": 1, "ruling": "void_round"}, "UTH 12.3"),
        (OPERATOR, "void_round", {"reason": "disturbance", "clause": "UTH 15.2"}, "UTH 15.2"),
        (OPERATOR, "void_round", {"reason": "fraud", "clause": "UTH 15.4"}, "UTH 15.4"),
        (OPERATOR, "void_round", {"reason": "impractical", "clause": "UTH 15.4"}, "UTH 15.4"),
    ],
)
def test_what_makes_a_round_void_that_has_not_ended(
    moment: str, by: Role, do: str, particulars: dict[str, Any], clause: str
) -> None:
    scene = at(moment, shoe="automated")
    scene.tell(by, do, **particulars)
    assert_void(scene, clause)


@pytest.mark.clause("UTH 11.1")
@pytest.mark.parametrize("moment", MOMENTS)
def test_with_all_cards_out_the_table_may_let_the_round_stand(moment: str) -> None:
    """Ruling U-A25."""
    scene = at(moment, shoe="automated", shoe_fault_after_deal="stand")
    (first, *_) = scene.tell(SUPERVISOR, "shoe_malfunction", reason="jammed")
    assert scene.is_over is (moment == "dealing")
    assert first.clause == ("UTH 11.1" if moment == "dealing" else "UTH 11.3")


@pytest.mark.clause("UTH 11.1")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_card_shoe_has_no_malfunction(moment: str) -> None:
    """Ruling U-A26: the operator may find the game impractical to continue."""
    scene = at(moment, shoe="card")
    scene.refuses("UTH 11.1", SUPERVISOR, "shoe_malfunction", reason="broken")
    scene.tell(OPERATOR, "void_round", reason="impractical")
    assert_void(scene, "UTH 15.4")


@pytest.mark.clause("UTH 11.1", "UTH 6.1(b)")
@pytest.mark.parametrize("do", ["shoe_malfunction", "declare_misdeal"])
def test_what_goes_wrong_between_rounds_touches_no_result(do: str) -> None:
    assert_not_between_rounds(do, reason="jammed")


@pytest.mark.clause("UTH 12.3", "UTH D-Void")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", HANDS)
def test_collusion_may_take_one_player_out_of_the_round(moment: str, seat: int) -> None:
    """Ruling U-A15: the wagers go back and are not forfeited; the others go on."""
    scene = at(moment)
    scene.tell(SUPERVISOR, "collusion_ruling", seat, ruling="exclude_player")
    mine = [row for row in scene.outcomes if row.seat == seat]
    assert mine
    assert {(row.result, row.clause) for row in mine} == {("void", "UTH 12.3")}
    assert scene.accounts()[f"player {NAMES[seat]}"] == 0
    assert not scene.is_over
    scene.refuses("UTH 12.3", SUPERVISOR, "collusion_ruling", seat, ruling="exclude_player")
    if scene.game.due(scene.state):
        scene.refuses("UTH D-Void", PLAYER, "fold", seat)
    if moment == "dealing":
        scene.stack("As Ad Qs 5d 8h Th Kd 4h")
        scene.deal()
    while scene.game.due(scene.state):
        scene.fold(scene.game.due(scene.state)[0])
    scene.finish()
    assert scene.is_over
    assert scene.accounts()["felt"] == 0
    assert seat not in scene.state.play.order or moment == "settling"


@pytest.mark.clause("UTH 12.3")
def test_what_a_player_had_lost_before_being_taken_out_stays_lost() -> None:
    """Ruling U-A33: a folded hand has nothing live that could go back."""
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 fold")
    (told,) = scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    assert told.clause == "UTH 12.3"
    assert scene.rows()[1, "ante"] == ("lose", -1000)
    assert scene.state.play.boxes[0].standing == "folded"


@pytest.mark.clause("UTH 12.3")
def test_a_ruling_on_collusion_names_a_hand_and_what_follows() -> None:
    scene = at("before_flop")
    scene.refuses("UTH 12.3", SUPERVISOR, "collusion_ruling", 1, ruling="forfeit")
    scene.refuses("UTH 12.3", SUPERVISOR, "collusion_ruling", 5, ruling="exclude_player")
    scene.refuses("UTH 12.3", SUPERVISOR, "collusion_ruling", 1)
    assert_not_between_rounds("collusion_ruling", seat=1, ruling="void_round")


@pytest.mark.clause("UTH 12.3", "UTH D-Round of Play")
def test_with_the_last_hand_taken_out_the_round_is_over() -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 fold")
    scene.tell(SUPERVISOR, "collusion_ruling", 2, ruling="exclude_player")
    assert scene.is_over
    assert scene.rows()[1, "ante"] == ("lose", -1000)


@pytest.mark.clause("UTH 15.3(a)")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", HANDS)
def test_the_wagers_of_a_rule_breaker_may_be_declared_void(moment: str, seat: int) -> None:
    scene = at(moment)
    scene.refuses("UTH 15.3(a)", OPERATOR, "void_wagers", player="Nobody", reason="cheating")
    scene.tell(OPERATOR, "void_wagers", player=NAMES[seat], reason="cheating")
    assert {row.clause for row in scene.outcomes if row.seat == seat} == {"UTH 15.3(a)"}
    assert scene.accounts()[f"player {NAMES[seat]}"] == 0
    assert scene.box(seat).standing is Standing.VOID
    assert_not_between_rounds("void_wagers", player="Ann", reason="cheating")


@pytest.mark.clause("UTH 15.3(a)")
def test_what_had_gone_back_before_stays_returned() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: {**TEN, "trips": 400}}).script("1 fold")
    scene.again({1: "As Ad", 2: "Qs 5d"}, {1: {**TEN, "trips": 400}})
    scene.tell(OPERATOR, "void_wagers", player="Ann", reason="cheating")
    assert scene.rows() == {(1, "ante"): ("void", 0), (1, "blind"): ("void", 0), (1, "trips"): ("returned", 0)}


@pytest.mark.clause("UTH 15.3(a)", "UTH 13.1")
def test_wagers_without_cards_can_be_declared_void_too() -> None:
    scene = betting()
    for seat in (1, 2):
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    scene.tell(DEALER, "deal", cards=DECK[:9], seats=(1,))
    scene.fold(1)
    scene.tell(OPERATOR, "void_wagers", player="Bob", reason="cheating")
    assert scene.is_over
    assert scene.accounts()["felt"] == 0


@pytest.mark.clause("UTH 13.6(b)")
def test_a_hand_may_be_ruled_void_alone() -> None:
    """Ruling U-A14."""
    scene = dealt({1: "As Ad", 2: "Qs 5d"})
    scene.tell(SUPERVISOR, "void_hand", 1, reason="Blind too small")
    assert {row.clause for row in scene.outcomes} == {"UTH 13.6(b)"}
    scene.refuses("UTH 13.6(b)", SUPERVISOR, "void_hand", 1, reason="again")
    scene.refuses("UTH 13.6(b)", SUPERVISOR, "void_hand", 4, reason="nobody")
    assert scene.game.due(scene.state) == (2,)
    assert_not_between_rounds("void_hand", seat=1, reason="late")


@pytest.mark.clause("UTH 15.2", "UTH 15.4")
def test_a_void_round_needs_one_of_the_grounds_and_its_clause() -> None:
    scene = at("before_flop")
    assert "boredom" in scene.refuses("UTH 15.4", OPERATOR, "void_round", reason="boredom")
    scene.refuses("UTH 15.4", OPERATOR, "void_round")
    scene.refuses("UTH 15.2", OPERATOR, "void_round", reason="disturbance", clause="UTH 9.1")
    scene.refuses("UTH 15.4", OPERATOR, "void_round", reason="fraud", clause="UTH 15.2")
    assert_not_between_rounds("void_round", "UTH 15.4", reason="fraud")
    assert_not_between_rounds("void_round", "UTH 15.2", reason="disturbance")


def test_a_disturbance_may_also_make_it_impractical_to_go_on() -> None:
    scene = at("before_flop")
    voided, _ = scene.tell(OPERATOR, "void_round", reason="disturbance", clause="UTH 15.4")
    assert voided.clause == "UTH 15.4"


@pytest.mark.parametrize("moment", AFTER_THE_DEAL)
def test_after_a_void_round_nobody_decides_any_more(moment: str) -> None:
    scene = at(moment)
    scene.tell(OPERATOR, "void_round", reason="disturbance")
    assert scene.choices() == ()
    assert scene.game.due(scene.state) == ()
    assert scene.game.routine(scene.state) is None
    for verb, more in {"check": {}, "fold": {}, "play": {"amount": 3000}}.items():
        scene.refuses("UTH 8.1", PLAYER, verb, 1, **more)
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 1)
    scene.refuses("UTH 9.3", DEALER, "settle")


def test_an_idle_table_has_no_round_to_rule_on() -> None:
    scene = opened()
    scene.refuses("UTH D-Round of Play", SUPERVISOR, "declare_misdeal", reason="none")


@pytest.mark.clause("UTH 6.1(c)", "UTH D-Round of Play")
def test_what_is_recorded_says_who_why_and_by_which_clause() -> None:
    scene = betting()
    (ordered,) = scene.tell(SUPERVISOR, "order_shuffle", reason="a card fell")
    assert ordered == ShuffleOrdered("a card fell", SUPERVISOR, "UTH 6.1(c)")
    scene = dealt({1: "As Ad"})
    ended = scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    assert [event.clause for event in ended] == ["UTH 12.3", "UTH 12.3", "UTH D-Round of Play"]
