"""UTH 13: when something goes wrong with the deal, the cards or a decision."""

from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.house.boxes import Standing
from pitboss.games.play import Audience, Viewer
from pitboss.games.ultimate.round import Phase
from tests.games.ultimate.scene import (
    BOARD,
    DEALER,
    HANDS,
    MOMENTS,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    Scene,
    assert_not_between_rounds,
    assert_void,
    at,
    betting,
    dealt,
)

DECK = ULTIMATE_DECK.cards


@pytest.mark.clause("UTH 13.1", "UTH 13.3", "UTH D-Void")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seats", [(2,), ()], ids=["a box", "the board or the dealer"])
def test_a_wrong_number_of_cards_makes_the_round_void(moment: str, seats: tuple[int, ...]) -> None:
    scene = at(moment)
    scene.tell(DEALER, "wrong_card_count", seats=seats, held=3)
    assert_void(scene, "UTH 13.1")
    scene.again(HANDS)
    assert scene.phase is Phase.BEFORE_FLOP


@pytest.mark.clause("UTH 13.1")
def test_two_cards_are_no_wrong_number() -> None:
    scene = at("before_flop")
    scene.refuses("UTH 13.1", DEALER, "wrong_card_count", seats=(2,), held=2)
    scene.refuses("UTH 13.1", DEALER, "wrong_card_count", seats=(2,))
    scene.tell(DEALER, "wrong_card_count", seats=(2,), held=0)
    assert_void(scene, "UTH 13.1")


@pytest.mark.clause("UTH 13.1", "UTH D-Round of Play")
def test_a_wrong_count_found_afterwards_changes_nothing() -> None:
    assert_not_between_rounds("wrong_card_count", seats=(1,), held=3)


@pytest.mark.clause("UTH 13.1")
def test_folded_wagers_come_back_in_a_void_round() -> None:
    scene = dealt().script("1 fold")
    scene.tell(SUPERVISOR, "wrong_card_count", seats=(1,), held=1)
    assert_void(scene, "UTH 13.1")


@pytest.mark.clause("UTH 13.1")
def test_a_box_with_wagers_and_no_cards_must_be_ruled_on() -> None:
    """Ruling U-A13."""
    scene = betting()
    for seat in (1, 2):
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    scene.tell(DEALER, "deal", cards=DECK[:9], seats=(1,))
    scene.fold(1)
    assert not scene.is_over
    scene.script("show_flop", "show_turn_and_river")
    assert "Box 2" in scene.refuses("UTH 13.1", DEALER, "declare")
    scene.tell(SUPERVISOR, "wrong_card_count", seats=(2,), held=0)
    assert_void(scene, "UTH 13.1")


@pytest.mark.clause("UTH 13.2", "UTH 13.3", "UTH 6.1(b)")
@pytest.mark.parametrize("so_far", [1, 5, 7, 12])
def test_one_card_turned_up_in_the_deal_is_a_misdeal(so_far: int) -> None:
    scene = betting()
    for seat in HANDS:
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    scene.tell(DEALER, "deal", cards=DECK[:so_far])
    scene.tell(DEALER, "card_exposed", cards=DECK[so_far - 1 : so_far])
    assert_void(scene, "UTH 13.2")
    scene.dealer("start_round")
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 6.1(a)", DEALER, "deal", cards=DECK[:9])


@pytest.mark.clause("UTH 13.2", "UTH 13.4", "UTH 13.5")
@pytest.mark.parametrize(("do", "shown"), [("dealer_card_exposed", DECK[11:12]), ("communal_card_exposed", DECK[4:5])])
def test_in_the_deal_the_same_holds_for_the_dealer_and_the_board(do: str, shown: tuple[int, ...]) -> None:
    """Ruling U-A21: the deal lasts until the dealer's second card is down."""
    scene = betting()
    for seat in HANDS:
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    scene.tell(DEALER, "deal", cards=DECK[:12])
    scene.tell(DEALER, do, cards=shown)
    assert_void(scene, "UTH 13.2")


@pytest.mark.clause("UTH 13.2")
@pytest.mark.parametrize("do", ["card_exposed", "dealer_card_exposed", "communal_card_exposed"])
def test_a_card_that_is_not_there_cannot_be_shown(do: str) -> None:
    at("dealing").refuses("UTH 13.2", DEALER, do, cards="6c")
    at("river").refuses("UTH 13.2", DEALER, do, cards="6c")
    assert_not_between_rounds(do, cards="2c")


@pytest.mark.clause("UTH 12.1", "UTH 13.2")
def test_a_player_who_shows_a_card_breaks_rule_12_and_nothing_is_void() -> None:
    """Ruling U-A22."""
    scene = at("before_flop")
    seen, breach = scene.tell(SUPERVISOR, "card_exposed", 2, cards="Qs")
    assert (seen.clause, breach.clause) == ("UTH 12.1", "UTH 12.1")
    assert not scene.is_over
    assert "Qs" in str(scene.view(Viewer(Audience.SEAT, 1)).as_json())
    scene.refuses("UTH 13.2", SUPERVISOR, "card_exposed", 1, cards="Qs")
    scene.refuses("UTH 13.2", SUPERVISOR, "card_exposed", cards="Kd")


@pytest.mark.clause("UTH 13.4", "UTH 13.4(a)", "UTH 13.3")
@pytest.mark.parametrize("reading", ["continue_if_any_play", "misdeal_unless_preflop_play"])
@pytest.mark.parametrize("shown", ["Kd", "Kd 4h"])
@pytest.mark.parametrize("phase", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP, Phase.RIVER])
def test_a_dealers_card_shown_with_no_play_wager_is_a_misdeal(phase: Phase, shown: str, reading: str) -> None:
    scene = dealt({1: "As Ad"}, dealer_exposed_after_flop=reading)
    for step in ("show_flop", "show_turn_and_river")[: list(Phase).index(phase)]:
        scene.check(1)
        scene.dealer(step)
    scene.tell(DEALER, "dealer_card_exposed", cards=shown)
    assert_void(scene, "UTH 13.4(a)")


@pytest.mark.clause("UTH 13.4(b)")
@pytest.mark.parametrize("reading", ["continue_if_any_play", "misdeal_unless_preflop_play"])
@pytest.mark.parametrize("then", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP, Phase.RIVER])
def test_with_a_play_wager_before_the_flop_the_round_goes_on(then: Phase, reading: str) -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}, dealer_exposed_after_flop=reading).script("1 play 3000")
    for step in ("show_flop", "show_turn_and_river")[: list(Phase).index(then)]:
        scene.check(2)
        scene.dealer(step)
    (seen,) = scene.tell(DEALER, "dealer_card_exposed", cards="Kd")
    assert seen.clause == "UTH 13.4(b)"
    assert scene.view(Viewer(Audience.SIGN)).as_json()["dealer"] == ["Kd", "??"]
    assert scene.game.due(scene.state) == (2,)
    scene.fold(2)
    scene.finish()
    assert scene.rows()[1, "play"] == ("win", 3000)


@pytest.mark.clause("UTH 13.4(a)", "UTH 13.4(b)")
@pytest.mark.parametrize(("reading", "void"), [("continue_if_any_play", False), ("misdeal_unless_preflop_play", True)])
def test_with_only_a_later_play_wager_the_table_setting_decides(reading: str, void: bool) -> None:
    """Ruling U-A5."""
    scene = dealt({1: "As Ad", 2: "Qs 5d"}, dealer_exposed_after_flop=reading)
    scene.script("1 check", "2 check", "show_flop", "1 play 2000")
    scene.tell(DEALER, "dealer_card_exposed", cards="Kd")
    assert scene.is_over is void
    if void:
        assert_void(scene, "UTH 13.4(a)")


@pytest.mark.clause("UTH 13.4(b)")
def test_a_play_wager_of_a_hand_that_was_taken_out_has_been_made() -> None:
    """Ruling U-A34."""
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 play 3000")
    scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    scene.tell(DEALER, "dealer_card_exposed", cards="Kd")
    assert not scene.is_over
    checked = dealt({1: "As Ad", 2: "Qs 5d"})
    checked.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    checked.tell(DEALER, "dealer_card_exposed", cards="Kd")
    assert_void(checked, "UTH 13.4(a)")


@pytest.mark.clause("UTH 13.4")
@pytest.mark.parametrize("moment", ["declared", "settling"])
def test_once_declared_the_dealers_cards_are_no_accident(moment: str) -> None:
    at(moment).refuses("UTH 13.4", DEALER, "dealer_card_exposed", cards="Kd")


@pytest.mark.clause("UTH 13.5")
def test_a_communal_card_shown_early_moves_no_stage() -> None:
    scene = dealt().script("1 check")
    (seen,) = scene.tell(DEALER, "communal_card_exposed", cards="Jc")
    assert seen.clause == "UTH 13.5"
    assert scene.view(Viewer(Audience.SEAT, 2)).as_json()["communal"] == ["??", "??", "??", "Jc", "??"]
    # Who has acted waits, who has not keeps every option and multiple of this stage (U-A6).
    scene.refuses("UTH 13.5", PLAYER, "play", 1, amount=3000)
    assert [choice.do for choice in scene.choices()] == ["fold", "check", "play"]
    scene.script("2 play 4000", "3 check", "show_flop")
    scene.refuses("UTH 8.3(c)(ii)", PLAYER, "play", 1, amount=3000)
    scene.check(1)
    scene.refuses("UTH 8.3", PLAYER, "play", 1, amount=2000)


@pytest.mark.clause("UTH 13.5")
@pytest.mark.parametrize(("moment", "up"), [("after_flop", "2c"), ("river", "3s"), ("settling", "3s")])
def test_a_communal_card_that_is_up_is_not_shown_early(moment: str, up: str) -> None:
    at(moment).refuses("UTH 13.5", DEALER, "communal_card_exposed", cards=up)


def with_a_hand_too_many(wagers: dict[str, int]) -> Scene:
    """Boxes 1 and 2 are dealt in; box 2 lacks ante or blind or both."""
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    if wagers:
        scene.tell(PLAYER, "place", 2, player="Bob", wagers=wagers)
    scene.tell(DEALER, "deal", cards=cards(f"{BOARD} As Ad Qs 5d Kd 4h"), seats=(1, 2))
    return scene


LONE: list[dict[str, int]] = [{}, {"ante": 1000}, {"blind": 1000}]


@pytest.mark.clause("UTH 13.6", "UTH 13.6(a)")
@pytest.mark.parametrize("wagers", LONE)
@pytest.mark.parametrize("handled_by", [(), None])
def test_a_hand_too_many_and_no_card_touched_makes_the_round_void(wagers: dict[str, int], handled_by: Any) -> None:
    scene = with_a_hand_too_many(wagers)
    scene.tell(DEALER, "hand_dealt_without_wager", 2, handled_by=handled_by)
    assert_void(scene, "UTH 13.6(a)")


@pytest.mark.clause("UTH 13.6", "UTH 13.6(b)")
@pytest.mark.parametrize("wagers", LONE)
def test_a_hand_too_many_with_cards_touched_is_void_alone(wagers: dict[str, int]) -> None:
    scene = with_a_hand_too_many(wagers)
    assert scene.game.due(scene.state) == (1,)
    scene.refuses("UTH 8.1", PLAYER, "check", 2)
    scene.tell(DEALER, "hand_dealt_without_wager", 2, handled_by=(1,))
    assert scene.box(2).standing is Standing.VOID
    scene.refuses("UTH 13.6", DEALER, "hand_dealt_without_wager", 2, handled_by=(1,))
    scene.play(1, 3000)
    scene.finish()
    assert scene.rows()[1, "play"] == ("win", 3000)
    for kind in wagers:
        assert scene.outcome(2, kind).result == "void"
        assert scene.outcome(2, kind).clause == "UTH 13.6(b)"
    assert scene.accounts()["felt"] == 0
    assert scene.accounts().get("player Bob", 0) == 0


@pytest.mark.clause("UTH 13.6")
def test_a_round_is_not_settled_past_a_hand_too_many() -> None:
    scene = with_a_hand_too_many({"ante": 1000}).script("1 play 3000", "show_flop", "show_turn_and_river")
    assert "Box 2" in scene.refuses("UTH 13.6", DEALER, "declare")
    scene.refuses("UTH 13.6", DEALER, "hand_dealt_without_wager", 1)
    scene.refuses("UTH 13.6", DEALER, "hand_dealt_without_wager", 3)
    scene.refuses("UTH 4.1", DEALER, "hand_dealt_without_wager", 2, handled_by=(9,))
    scene.tell(DEALER, "hand_dealt_without_wager", 2, handled_by=(1,))
    scene.finish()
    assert scene.rows()[1, "play"] == ("win", 3000)


@pytest.mark.clause("UTH 13.6(b)", "UTH D-Round of Play")
@pytest.mark.parametrize("ruling", ["fold", "collusion_ruling", "void_wagers", "void_hand"])
def test_chips_of_a_hand_too_many_are_not_left_on_the_felt(ruling: str) -> None:
    """However the only proper hand ends, the round waits until the other one has been ruled on."""
    scene = with_a_hand_too_many({"ante": 1000})
    if ruling == "fold":
        scene.fold(1)
    elif ruling == "collusion_ruling":
        scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    elif ruling == "void_wagers":
        scene.tell(SUPERVISOR, "void_wagers", player="Ann", reason="cheating")
    else:
        scene.tell(SUPERVISOR, "void_hand", 1, reason="blind too small")
    assert not scene.is_over
    assert scene.accounts()["felt"] == 1000
    scene.tell(DEALER, "hand_dealt_without_wager", 2, handled_by=(1,))
    assert scene.is_over
    assert scene.accounts()["felt"] == 0


@pytest.mark.clause("UTH 13.7(a)", "UTH 13.7(b)", "UTH 13.7(c)")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("do", ["foreign_card_found", "card_missing"])
def test_a_wrong_deck_voids_this_round_only_and_is_checked_before_the_next(moment: str, do: str) -> None:
    scene = dealt({1: "As Ad"}).script("1 fold")
    earlier = scene.state.house.last_round
    fresh = at(moment)
    fresh.state = fresh.state._replace(house=scene.state.house)
    fresh.tell(SUPERVISOR, do, cards="6c")
    assert fresh.state.felt.clause == "UTH 13.7(b)"
    assert all(balance == 0 for balance in fresh.accounts().values())
    assert fresh.state.house.results["Ann"] == -2000
    assert sum(row.net for row in earlier) == -2000
    fresh.refuses("UTH 13.7(c)", DEALER, "start_round")
    fresh.refuses("UTH 2.1", DEALER, "check_cards", cards=DECK[1:])
    fresh.refuses("UTH 13.7(c)", DEALER, "start_round")
    fresh.tell(DEALER, "check_cards", cards=DECK)
    fresh.dealer("start_round")


@pytest.mark.clause("UTH 13.7(a)", "UTH 13.7(c)")
@pytest.mark.parametrize("do", ["foreign_card_found", "card_missing"])
def test_a_wrong_deck_found_between_rounds_leaves_results_and_holds_the_deal(do: str) -> None:
    scene = dealt({1: "As Ad"}).script("1 fold")
    rows = scene.rows()
    scene.tell(SUPERVISOR, do, cards="6c")
    assert scene.rows() == rows
    scene.refuses("UTH 13.7(c)", DEALER, "start_round")
    scene.tell(DEALER, "check_cards", cards=DECK)
    scene.new_round()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.tell(SUPERVISOR, do, cards="6c")
    scene.refuses("UTH 13.7(c)", DEALER, "deal", cards=DECK[:9])
    scene.tell(DEALER, "check_cards", cards=DECK)
    scene.tell(DEALER, "deal", cards=DECK[:9])


@pytest.mark.clause("UTH 13.7", "UTH 2.1")
def test_a_card_that_comes_out_twice_stops_the_round() -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}, dealer="Qs 4h")
    scene.script("1 play 3000", "2 fold", "show_flop", "show_turn_and_river")
    scene.refuses("UTH 13.7", DEALER, "declare")
    scene.tell(SUPERVISOR, "foreign_card_found", cards="Qs")
    assert_void(scene, "UTH 13.7(b)")


@pytest.mark.clause("UTH 13.7")
def test_the_last_fold_does_not_end_a_round_with_a_card_too_many() -> None:
    scene = dealt({1: "As Ad"}, dealer="As 4h").script("1 fold")
    assert not scene.is_over
    scene.tell(SUPERVISOR, "foreign_card_found", cards="As")
    assert_void(scene, "UTH 13.7(b)")


@pytest.mark.clause("UTH 13.8[2]", "UTH D-Fold")
@pytest.mark.parametrize("phase", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP, Phase.RIVER])
def test_a_player_who_does_not_answer_is_deemed_to_fold(phase: Phase) -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}, wagers={1: {**TEN, "trips": 500}})
    for step in ("show_flop", "show_turn_and_river")[: list(Phase).index(phase)]:
        scene.script("1 check", "2 check")
        scene.dealer(step)
    scene.refuses("UTH 13.8[2]", DEALER, "no_decision", 2)
    scene.tell(DEALER, "no_decision", 1)
    assert {(row.wager, row.net) for row in scene.outcomes} == {("ante", -1000), ("blind", -1000), ("trips", -500)}
    assert {row.clause for row in scene.outcomes} == {"UTH 13.8[2]"}
    scene.refuses("UTH 13.8[2]", DEALER, "no_decision", 1)


@pytest.mark.clause("UTH 13.8[2]")
def test_a_player_who_has_played_and_left_owes_no_decision() -> None:
    """Ruling U-A30."""
    scene = dealt({1: "As Ad"}).script("1 play 3000")
    scene.refuses("UTH 13.8[2]", DEALER, "no_decision", 1)
    scene.finish()
    assert scene.rows()[1, "play"] == ("win", 3000)


@pytest.mark.clause("UTH 13.6")
def test_a_hand_too_many_is_ruled_on_in_its_round_only() -> None:
    scene = with_a_hand_too_many({})
    scene.tell(OPERATOR, "void_round", reason="disturbance")
    scene.refuses("UTH D-Round of Play", DEALER, "hand_dealt_without_wager", 2)


@pytest.mark.clause("UTH 13.7(a)", "UTH 13.7(b)")
@pytest.mark.parametrize(("do", "said"), [("card_missing", "missing"), ("foreign_card_found", "foreign")])
def test_the_reason_says_what_was_wrong_with_the_deck(do: str, said: str) -> None:
    scene = at("river")
    scene.tell(SUPERVISOR, do, cards="6c")
    assert f"A {said} card was found (6c)" in scene.outcome(1, "ante").why
    found, held = scene.tell(SUPERVISOR, do, cards="6c")
    assert (found.clause, held.clause) == ("UTH 13.7(a)", "UTH 13.7(c)")


@pytest.mark.clause("UTH 12.1", "UTH 13.5")
def test_a_players_own_cards_shown_are_not_a_communal_card_shown_early() -> None:
    scene = at("before_flop").script("1 check")
    scene.tell(SUPERVISOR, "card_exposed", 1, cards="As Ad")
    scene.refuses("UTH 8.1", PLAYER, "fold", 1)
    scene.play(2, 3000)
    scene.tell(SUPERVISOR, "dealer_card_exposed", cards="Kd")
    scene.refuses("UTH 8.1", PLAYER, "fold", 1)
    scene.tell(SUPERVISOR, "communal_card_exposed", cards="2c")
    scene.refuses("UTH 13.5", PLAYER, "fold", 1)
