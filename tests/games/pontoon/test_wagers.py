"""PON 2 to PON 4, PON 18.8 to PON 18.10: cards checked, limits, and who may wager where and decide on what."""

import pytest

from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Command, Limit, Result, Role
from pitboss.games.pontoon import GAME, PontoonSettings
from pitboss.games.table import StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, shared, table
from tests.refusals import refused

LOSING = "9h Ks 7d Qc"


@pytest.mark.clause("PON 2.2")
def test_no_round_before_the_cards_are_checked() -> None:
    at = PontoonTable(PontoonSettings(), StackedShoe(()))
    at.do(Command(Role.OPERATOR, "open_table"))
    refused(at.dealer("start_round"), clause="PON 2.2")
    refused(at.dealer("check_cards", cards=pontoon_decks(4).cards[1:]), clause="PON 2.1[s1]")
    at.dealer("check_cards", cards=pontoon_decks(4).cards)
    assert not isinstance(at.dealer("start_round"), Refusal)


@pytest.mark.clause("PON D-Dealer", "PON D-Casino Supervisor", "PON D-Casino Operator")
def test_each_role_has_its_own_commands() -> None:
    at = dealt(LOSING)
    refused(at.do(Command(Role.PLAYER, "deal")), clause="PON D-Dealer")
    refused(at.dealer("void_round", reason="fraud"), clause="PON D-Casino Supervisor")
    refused(at.dealer("close_table", reason="late"), clause="PON D-Casino Operator")


@pytest.mark.clause("PON 3.1", "PON 18.9")
def test_limits_change_on_notice_from_the_next_round() -> None:
    at = dealt(LOSING + LOSING, {(1, "A"): {"main": 10000, "perfect_pairs": 1000}})
    limits = {"main": Limit(1000, 8000), "perfect_pairs": Limit(500, 600)}
    at.supervisor("announce_limits", limits=limits)
    at.player(1, "stand")
    at.finish()
    assert at.row().at_risk == 10000
    at.new_round()
    at.place(1, "A", main=10000, perfect_pairs=1000)
    at.deal()
    assert [wager.at_risk for wager in at.state.felt.wagers] == [8000, 600]


@pytest.mark.clause("PON 3.2", "PON 4.6")
def test_a_marker_raises_the_maximum_of_one_box_for_all_on_it() -> None:
    at = table(LOSING)
    at.supervisor("place_marker", seat=1, amount=80000)
    at.place(1, "A", main=60000, perfect_pairs=20000)
    at.place(1, "B", main=30000)
    at.deal()
    by_player = {(wager.player, wager.kind): wager.at_risk for wager in at.state.felt.wagers}
    assert by_player == {("A", "main"): 60000, ("A", "perfect_pairs"): 10000, ("B", "main"): 20000}


@pytest.mark.clause("PON 3.3")
def test_wagers_are_made_in_the_multiples_displayed() -> None:
    refused(table().place(1, "A", main=1025), clause="PON 3.3")


@pytest.mark.clause("PON 3.4")
def test_a_short_wager_is_live_once_and_then_goes_back() -> None:
    at = dealt(LOSING + LOSING, {(1, "A"): {"main": 500}})
    assert [(row.player, row.advice) for row in at.state.felt.advised] == [("A", "below_minimum")]
    at.player(1, "stand")
    at.finish()
    assert at.row().net == -500
    at.new_round()
    at.place(1, "A", main=500)
    at.place(2, "B", main=1000)
    at.deal()
    assert at.row().result is Result.RETURNED
    assert [box.seat for box in at.state.play.boxes] == [2]


@pytest.mark.clause("PON 3.5")
def test_what_lies_above_the_maximum_is_not_live() -> None:
    at = dealt("As Kh Kd", {(1, "A"): {"main": 70000}})
    at.finish()
    row = at.row()
    assert (row.stake, row.at_risk, row.net) == (70000, 50000, 75000)
    at.check_balance()


@pytest.mark.clause("PON 3.5", "PON 4.6")
def test_the_maximum_binds_the_box_and_cuts_the_last_wager() -> None:
    at = dealt(LOSING, shared(30000, 30000, 10000))
    assert [wager.at_risk for wager in at.state.felt.wagers] == [30000, 20000, 10000]
    assert at.row(player="C").result is Result.RETURNED
    assert at.row(player="C").clause == "PON 4.6"
    bets = shared(50000) | {(1, "B"): {"main": 1000, "perfect_pairs": 1000}}
    alone = dealt(LOSING, bets)
    assert alone.row(player="B", wager="perfect_pairs").clause == "PON 18.10"
    each = dealt(LOSING, shared(30000, 30000, 60000), box_max_scope="each")
    assert [wager.at_risk for wager in each.state.felt.wagers] == [30000, 30000, 50000]


@pytest.mark.clause("PON 4.1", "PON 4.2", "PON 18.8[s1]", "PON 18.8[s2]")
def test_before_the_first_card_everybody_may_wager_on_the_spots_of_a_box() -> None:
    at = table(LOSING)
    choices = GAME.legal(at.state, Role.PLAYER)
    assert {choice.seat for choice in choices if choice.do == "place"} == set(range(1, 8))
    assert all(choice.kinds == ("main", "perfect_pairs") for choice in choices if choice.do == "place")
    refused(at.place(1, "A", tips=1000), clause="PON 4.2")
    assert not isinstance(at.place(1, "A", main=1000, perfect_pairs=500), Refusal)
    assert not isinstance(at.player(1, "take_back", player="A", wagers={"perfect_pairs": 500}), Refusal)
    refused(at.dealer("deal", cards=(), seats=(2,)), clause="PON 6.2")


@pytest.mark.clause("PON 4.1")
def test_no_card_is_dealt_without_a_wager() -> None:
    at = table(LOSING)
    refused(at.dealer("deal", cards=at.shoe.draw(1)), clause="PON 4.1")


@pytest.mark.clause("PON 4.3")
@pytest.mark.parametrize("do", ["increase", "take_back"])
def test_after_the_first_card_no_wager_is_touched(do: str) -> None:
    at = table(LOSING)
    at.place(1, "A", main=1000)
    at.dealer("deal", cards=at.shoe.draw(1))
    refused(at.player(1, do, player="A", wagers={"main": 500}), clause="PON 4.3")
    refused(at.place(2, "B", main=1000), clause="PON 4.3")


@pytest.mark.clause("PON 4.4[s1]")
def test_several_boxes_only_where_the_operator_allows_it() -> None:
    at = table(LOSING)
    at.place(1, "A", main=1000)
    refused(at.place(2, "A", main=1000), clause="PON 4.4[s1]")
    two = dealt("9h 8h Ks 7d 8d Qc", {(1, "A"): {"main": 1000}, (2, "A"): {"main": 1000}}, boxes_per_player=2)
    two.script("1 stand", "2 stand")
    assert two.finish().net == {"A": -2000}


@pytest.mark.clause("PON 4.4[s2]")
def test_a_player_of_several_boxes_hands_one_over_when_boxes_run_short() -> None:
    bets = {(1, "A"): {"main": 1000}, (2, "A"): {"main": 1000}, (3, "B"): {"main": 1000}}
    at = dealt("9h 9d 9c Ks Qh Qd Qc 9s", bets, boxes=3, boxes_per_player=2)
    refused(at.supervisor("release_box", seat=2, player="C"), clause="PON 4.4[s2]")
    for seat in (1, 2, 3):
        at.player(seat, "stand")
    at.finish()
    refused(at.supervisor("release_box", seat=3, player="C"), clause="PON 4.4[s2]")
    refused(at.supervisor("release_box", seat=2, player="B"), clause="PON 4.4[s2]")
    at.dealer("sit", seat=1, player="A")
    refused(at.supervisor("release_box", seat=1, player="C"), clause="PON 4.4[s2]")
    assert not isinstance(at.supervisor("release_box", seat=2, player="C"), Refusal)
    assert at.state.house.seated[2] == "C"


@pytest.mark.clause("PON 4.4[s2]")
def test_nobody_gives_up_a_box_while_others_are_vacant() -> None:
    bets = {(1, "A"): {"main": 1000}, (2, "A"): {"main": 1000}}
    at = dealt("9h 9d Ks Qh Qd 9s", bets, boxes=3, boxes_per_player=2).script("1 stand", "2 stand")
    at.finish()
    refused(at.supervisor("release_box", seat=2, player="C"), clause="PON 4.4[s2]")


@pytest.mark.clause("PON 4.5[s1]", "PON D-Box")
def test_a_fourth_player_finds_no_room_on_a_box() -> None:
    at = table(LOSING)
    for player in "ABC":
        assert not isinstance(at.place(1, player, main=1000), Refusal)
    refused(at.place(1, "D", main=1000), clause="PON 4.5[s1]")
    assert not isinstance(at.place(2, "D", main=1000), Refusal)


@pytest.mark.clause("PON 4.5[s2]", "PON 4.5(b)")
def test_whose_wager_lies_nearest_the_dealer_decides() -> None:
    at = dealt(LOSING, shared(1000, 2000))
    refused(at.do(Command(Role.PLAYER, "stand", seat=1, player="B")), clause="PON 4.5[s2]")
    assert not isinstance(at.player(1, "stand", player="A"), Refusal)


@pytest.mark.clause("PON 4.5(a)", "PON 4.5[s2]")
def test_whoever_sits_at_the_box_decides() -> None:
    at = table(LOSING)
    at.dealer("sit", seat=1, player="B")
    at.place(1, "A", main=1000)
    at.place(1, "B", main=1000)
    refused(at.dealer("enter_control", seat=1, player="A"), clause="PON 4.5(a)")
    at.deal()
    assert at.state.play.boxes[0].player == "B"


@pytest.mark.clause("PON 4.5(b)")
def test_the_dealer_may_enter_another_order_before_the_deal() -> None:
    at = table(LOSING)
    at.place(1, "A", main=1000)
    at.place(1, "B", main=1000)
    refused(at.dealer("enter_control", seat=1, player="C"), clause="PON 4.5(b)")
    assert not isinstance(at.dealer("enter_control", seat=1, player="B"), Refusal)
    at.deal()
    assert at.state.play.boxes[0].player == "B"
    refused(at.dealer("enter_control", seat=1, player="A"), clause="PON 4.5(b)")


def after_one_round(**settings: object) -> PontoonTable:
    at = dealt(LOSING + LOSING, {(1, "A"): {"main": 5000}}, **settings).script("1 stand")
    at.finish()
    at.new_round()
    return at


@pytest.mark.clause("PON 4.7(a)", "PON 4.7 tail")
def test_a_latecomer_wagers_the_minimum_until_a_new_shoe() -> None:
    at = after_one_round(mid_shoe_minimum=True)
    refused(at.place(2, "B", main=2000), clause="PON 4.7 tail")
    assert not isinstance(at.place(2, "B", main=1000), Refusal)
    assert not isinstance(at.place(1, "A", main=5000), Refusal)


@pytest.mark.clause("PON 4.7(b)", "PON 4.7 tail", "PON D-New shoe")
def test_who_skips_a_round_is_held_to_the_minimum_and_free_again_with_a_new_shoe() -> None:
    at = after_one_round(mid_shoe_minimum=True)
    at.place(2, "B", main=1000)
    at.deal()
    at.player(2, "stand")
    at.finish()
    at.new_round()
    refused(at.place(1, "A", main=5000), clause="PON 4.7 tail")
    refused(at.place(2, "B", main=5000), clause="PON 4.7 tail")
    at.supervisor("dealt_past_cutting_card")
    step = at.game.routine(at.state)
    assert step is not None
    at.take(step)
    assert not isinstance(at.place(1, "A", main=5000), Refusal)


@pytest.mark.clause("PON 4.7(a)", "PON 4.7 tail")
def test_the_supervisor_may_hold_one_latecomer_to_the_minimum() -> None:
    at = after_one_round()
    refused(at.supervisor("require_minimum", player="A"), clause="PON 4.7")
    assert not isinstance(at.supervisor("require_minimum", player="B"), Refusal)
    refused(at.place(2, "B", main=2000), clause="PON 4.7 tail")


@pytest.mark.clause("PON 19.1", "PON 4.7 tail")
def test_a_shuffling_shoe_knows_no_latecomers() -> None:
    at = after_one_round(mid_shoe_minimum=True, shoe="automated")
    refused(at.supervisor("require_minimum", player="B"), clause="PON 19.1")
    assert not isinstance(at.place(2, "B", main=2000), Refusal)


@pytest.mark.clause("PON 4.7 tail")
def test_at_a_recorded_table_more_than_the_minimum_is_not_live() -> None:
    at = after_one_round(mid_shoe_minimum=True, entry_mode="record")
    at.place(2, "B", main=2000)
    at.deal()
    assert at.state.felt.wagers[0].at_risk == 1000


@pytest.mark.clause("PON 4.8[s1]", "PON 4.8[s2]", "PON 4.9")
def test_a_restricted_player_has_one_box_and_the_minimum() -> None:
    at = table(LOSING, boxes_per_player=3)
    refused(at.supervisor("restrict_player", player="A"), clause="PON 4.8[s2]")
    at.supervisor("restrict_player", player="A", reason="tracked on Friday")
    refused(at.place(1, "A", main=2000), clause="PON 4.8[s1]")
    at.place(1, "A", main=1000)
    refused(at.place(2, "A", main=1000), clause="PON 4.8[s1]")
    at.supervisor("lift_restriction", player="A")
    assert not isinstance(at.place(2, "A", main=2000), Refusal)
    again = at.supervisor("restrict_player", player="A")
    assert not isinstance(again, Refusal)
    assert again[0].clause == "PON 4.9"


@pytest.mark.clause("PON 18.1")
def test_perfect_pairs_is_an_option_of_the_table() -> None:
    refused(table(perfect_pairs=False).place(1, "A", main=1000, perfect_pairs=500), clause="PON 18.1")
    assert not isinstance(table().place(1, "A", main=1000, perfect_pairs=500), Refusal)


@pytest.mark.clause("PON 18.10")
def test_perfect_pairs_without_the_own_pontoon_wager_is_void() -> None:
    at = dealt("Js 7c Js Jd", {(1, "A"): {"main": 1000}, (1, "B"): {"perfect_pairs": 1000}})
    assert at.row(player="B", wager="perfect_pairs").result is Result.VOID
    assert at.row(player="B", wager="perfect_pairs").clause == "PON 18.10"
