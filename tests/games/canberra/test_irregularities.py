"""CAN 12.6, CAN 13, CAN 14, CAN 16.2 to 16.4 and what void means: whatever goes wrong in a round."""

import pytest

from pitboss.cards.card import cards
from pitboss.cards.deck import CANBERRA_DECK
from pitboss.games.house.felt import Recorded
from pitboss.games.play import Audience
from tests.games.canberra.scene import (
    ANTE,
    DEALER,
    FLUSH,
    FULL_HOUSE,
    IN,
    OPERATOR,
    PAIR,
    PLAYER,
    POOL,
    RESERVE,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUPERVISOR,
    TWO_PAIRS,
    WITH_JACKPOT,
    Scene,
    betting,
    dealt,
    faces_of,
    in_dealing_order,
    jackpot,
    lit,
)

HANDS = {1: FLUSH, 2: TWO_PAIRS, 3: STRAIGHT}
MOMENTS = ("dealing", "deciding", "revealed", "settling", "paid")


def at(moment: str) -> Scene:
    """Three boxes with jackpot wagers at one moment of a round: box 3 folds, 1 and 2 bet; box 1 wins a prize."""
    if moment == "dealing":
        scene = betting(jackpot=jackpot())
        for seat in HANDS:
            scene.wager(seat, **WITH_JACKPOT)
        scene.tell(DEALER, "deal", cards=cards(in_dealing_order("card", HANDS, IN))[:7])
        return scene
    scene = lit(HANDS).script("3 fold")
    if moment == "deciding":
        return scene
    scene.script("1 bet 2000", "2 bet 2000", "reveal")
    if moment == "revealed":
        return scene
    scene.dealer("settle")
    if moment == "settling":
        return scene
    scene.script("settle", "declare_jackpot")
    return scene


def is_undone(scene: Scene) -> bool:
    """As if the round had never been dealt: stakes, payments and both pools."""
    assert scene.state.felt.result == "void"
    assert {row.result.value for row in scene.outcomes} == {"void"}
    assert scene.accounts() == {}
    assert (scene.meter.pool_after_wagers, scene.meter.payouts, scene.meter.from_house) == (POOL, (), 0)
    return scene.pools == (POOL, RESERVE)


@pytest.mark.clause("CAN D-Void[s1]", "CAN D-Void[s2]", "CAN D-Round of Play")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("reason", "clause"), [("disturbance", "CAN 16.2"), ("fraud", "CAN 16.4"), ("impractical", "CAN 16.4")]
)
def test_a_void_undoes_everything_until_the_cards_are_racked(moment: str, reason: str, clause: str) -> None:
    scene = at(moment)
    scene.tell(OPERATOR, "void_round", reason=reason)
    assert is_undone(scene)
    assert scene.state.felt.clause == clause
    assert {row.clause for row in scene.outcomes} == {clause}
    assert scene.state.play.order == ()


@pytest.mark.clause("CAN D-Round of Play")
def test_when_the_cards_are_racked_the_results_stand() -> None:
    scene = at("paid").script("collect")
    assert "has ended" in scene.refuses("CAN 16.4", OPERATOR, "void_round", reason="fraud")
    scene.refuses("CAN D-Round of Play", SUPERVISOR, "wrong_card_count", seats=(1,), held=6)
    scene.refuses("CAN 16.4", OPERATOR, "void_round", reason="boredom")
    betting().refuses("CAN 16.4", OPERATOR, "void_round", reason="fraud")


@pytest.mark.clause("CAN D-Void[s2]")
def test_a_void_gives_back_shared_prizes_top_ups_and_the_restart_of_the_pool() -> None:
    rules = jackpot(pool=8_000_00, reserve=100_00, reseed_from_reserve=50_00)
    scene = lit({1: STRAIGHT_FLUSH, 2: ROYAL, 3: FULL_HOUSE}, jackpot=rules)
    for seat in (1, 2, 3):
        scene.bet(seat)
    for do in ("reveal", "settle", "settle", "settle", "declare_jackpot"):
        scene.dealer(do)
    assert scene.meter.from_house > 0
    scene.tell(OPERATOR, "void_round", reason="fraud")
    assert scene.pools == (8_000_00, 100_00)
    assert scene.accounts() == {}


@pytest.mark.clause("CAN D-Void[s2]")
def test_what_was_never_accepted_stays_returned() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1, **WITH_JACKPOT)
    scene.tell(DEALER, "jackpot_unlit", 1)
    scene.deal_out({1: PAIR})
    scene.tell(OPERATOR, "void_round", reason="fraud")
    assert scene.rows() == {(1, "ante"): ("void", 0), (1, "jackpot"): ("returned", 0)}


@pytest.mark.clause("CAN 14.1[s1]", "CAN 14.1[s2]", "CAN 14.1[s3]")
def test_two_cards_shown_are_turned_over_and_the_third_voids() -> None:
    scene = at("dealing")
    out = scene.state.felt.dealt
    (event,) = scene.tell(SUPERVISOR, "card_exposed", cards=out[:1])
    assert event.clause == "CAN 14.1[s2]"
    scene.tell(SUPERVISOR, "card_exposed", cards=out[1:2])
    assert scene.state.felt.stage == "dealing"
    assert scene.sees(Audience.SIGN)["seen"] == faces_of(out[:2]).split()
    assert all(set(box["cards"]) <= {"??"} for box in scene.sees(Audience.SIGN)["boxes"])
    scene.refuses("CAN 14.1[s1]", SUPERVISOR, "card_exposed", cards=out[:1])
    scene.refuses("CAN 14.1[s1]", SUPERVISOR, "card_exposed", cards="2h")
    scene.tell(SUPERVISOR, "card_exposed", cards=out[2:3])
    assert is_undone(scene)
    assert scene.state.felt.clause == "CAN 14.1[s3]"


@pytest.mark.clause("CAN 14.1[s3]")
def test_three_cards_shown_at_once_void_the_round() -> None:
    scene = at("dealing")
    scene.tell(SUPERVISOR, "card_exposed", cards=scene.state.felt.dealt[:3])
    assert is_undone(scene)


@pytest.mark.clause("CAN 14.1[s1]", "CAN 13.1")
def test_a_player_who_shows_an_own_card_breaks_another_rule() -> None:
    scene = at("deciding")
    for own in scene.box(1).cards[:3]:
        (event,) = scene.tell(SUPERVISOR, "card_exposed", 1, cards=(own,))
        assert event.clause == "CAN 13.1"
    assert scene.state.play.seen == ()
    at("revealed").refuses("CAN 14.1[s1]", SUPERVISOR, "card_exposed", cards=scene.box(1).cards[:1])


@pytest.mark.clause("CAN 14.2", "CAN 6.2")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize("do", ["dealer_card_exposed", "card_exposed"])
def test_one_of_the_dealers_first_four_shown_is_the_up_card(place: int, do: str) -> None:
    scene = betting()
    scene.wager(1)
    order = cards(in_dealing_order("card", {1: PAIR}, IN))
    scene.tell(DEALER, "deal", cards=order[: 2 * place + 2])
    shown = scene.state.play.dealer[place : place + 1]
    (event,) = scene.tell(SUPERVISOR, do, cards=shown)
    assert event.clause == "CAN 14.2"
    scene.tell(DEALER, "deal", cards=order[2 * place + 2 :])
    facing_up = [face for face in scene.sees(Audience.SIGN)["dealer"] if face != "??"]
    assert facing_up == [faces_of(shown)]
    assert scene.sees(Audience.SIGN)["up"] == faces_of(shown)


@pytest.mark.clause("CAN 14.2", "CAN 14.1[s3]")
def test_a_second_card_of_the_dealers_is_turned_over_and_counts_towards_the_three() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1)
    order = cards(in_dealing_order("card", {1: PAIR}, IN))
    scene.tell(DEALER, "deal", cards=order[:4])
    scene.tell(SUPERVISOR, "dealer_card_exposed", cards=order[1:2])
    scene.tell(SUPERVISOR, "dealer_card_exposed", cards=order[3:4])
    assert scene.state.play.up == 0
    scene.refuses("CAN 14.1[s1]", SUPERVISOR, "dealer_card_exposed", cards=order[1:2])
    scene.tell(DEALER, "deal", cards=order[4:])
    scene.tell(SUPERVISOR, "dealer_card_exposed", cards=order[9:])
    assert is_undone(scene)


@pytest.mark.clause("CAN 14.1[s1]")
def test_the_card_that_faces_up_by_rule_is_not_shown_wrongly() -> None:
    scene = dealt({1: PAIR})
    scene.refuses("CAN 14.1[s1]", SUPERVISOR, "dealer_card_exposed", cards=scene.state.play.dealer[4:])


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_wrong_number_of_cards_voids_the_round_whenever_it_is_found(moment: str) -> None:
    scene = at(moment)
    scene.refuses("CAN 14.3", SUPERVISOR, "wrong_card_count", seats=(1,), held=5)
    scene.tell(SUPERVISOR, "wrong_card_count", seats=(1,), held=6)
    assert is_undone(scene)
    assert scene.state.felt.clause == "CAN 14.3"


def test_cards_at_a_box_without_an_ante_void_the_round_for_everybody() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1, **WITH_JACKPOT)
    scene.tell(DEALER, "deal", cards=CANBERRA_DECK.cards[:15], seats=(1, 2))
    scene.bet(1)
    scene.refuses("CAN 14.3", DEALER, "reveal")
    scene.refuses("CAN 14.3", SUPERVISOR, "hand_dealt_without_wager", 1)
    scene.refuses("CAN 14.4", SUPERVISOR, "hand_in_discards", 2, rebuilt=False)
    scene.refuses("CAN 13.2 tail", SUPERVISOR, "collusion_ruling", 2, ruling="exclude_player")
    scene.tell(SUPERVISOR, "hand_dealt_without_wager", 2)
    assert is_undone(scene)


def test_an_ante_without_cards_stops_the_settlement() -> None:
    scene = betting()
    scene.wager(1)
    scene.wager(2)
    scene.tell(DEALER, "deal", cards=CANBERRA_DECK.cards[:10], seats=(1,))
    scene.tell(SUPERVISOR, "void_wagers", player="Bob", reason="a way round the rule")
    scene.fold(1)
    scene.refuses("CAN 14.3", DEALER, "collect")
    scene.tell(OPERATOR, "void_round", reason="impractical")


def test_a_card_that_came_out_twice_stops_the_settlement_until_it_is_ruled_on() -> None:
    scene = dealt({1: PAIR}, "Jh Kh 8c 4d 2c").script("1 bet 2000")
    scene.refuses("CAN 16.4", DEALER, "reveal")
    scene.tell(SUPERVISOR, "foreign_card_found", cards="Jh")
    assert (scene.state.felt.result, scene.state.felt.clause) == ("void", "CAN 16.4")
    scene.refuses("CAN 16.4", DEALER, "start_round")
    scene.tell(DEALER, "check_cards", cards=CANBERRA_DECK.cards)
    scene.tell(DEALER, "start_round")


@pytest.mark.parametrize("do", ["foreign_card_found", "card_missing"])
def test_a_wrong_deck_voids_this_round_and_leaves_the_earlier_ones(do: str) -> None:
    scene = dealt({1: PAIR}).settled(1)
    scene.new_round()
    scene.wager(1)
    scene.deal_out({1: PAIR})
    scene.tell(SUPERVISOR, do)
    assert scene.state.house.results["Ann"] == 3000
    scene.refuses("CAN 16.4", DEALER, "start_round")
    scene.refuses("CAN D-Round of Play", SUPERVISOR, do)


@pytest.mark.clause("CAN 12.8")
def test_a_fault_of_the_automated_shoe_voids_the_round() -> None:
    scene = lit({1: PAIR}, shoe="automated")
    kept, *_ = scene.tell(SUPERVISOR, "shoe_malfunction", reason="jammed")
    assert kept == Recorded("shoe_malfunction", "CAN 12.6", SUPERVISOR, reason="jammed")
    assert is_undone(scene)
    assert scene.state.felt.clause == "CAN 12.6"
    scene.refuses("CAN D-Round of Play", SUPERVISOR, "shoe_malfunction")
    dealt({1: PAIR}).refuses("CAN 12.6", SUPERVISOR, "shoe_malfunction")


@pytest.mark.clause("CAN 14.4")
def test_a_hand_in_the_rack_is_rebuilt_as_it_was_dealt() -> None:
    scene = at("deciding")
    (event,) = scene.tell(SUPERVISOR, "hand_in_discards", 1, rebuilt=True)
    assert (event.clause, getattr(event, "reason", None)) == ("CAN 14.4", None)
    assert scene.sees(Audience.DEALER)["rack"] == [3]
    scene.bet(1)
    scene.settled(2)
    assert scene.rows()[1, "bet"] == ("win", 10000)
    scene.refuses("CAN D-Round of Play", SUPERVISOR, "hand_in_discards", 1, rebuilt=True)


@pytest.mark.clause("CAN 14.4", "CAN D-Void[s2]")
@pytest.mark.parametrize("ruling", [None, "void_hand"])
def test_a_hand_that_cannot_be_rebuilt_is_void_alone(ruling: str | None) -> None:
    scene = at("deciding")
    scene.tell(SUPERVISOR, "hand_in_discards", 1, rebuilt=False, ruling=ruling)
    assert scene.pools == (POOL + 300, RESERVE + 100)
    assert scene.meter.pool_after_wagers == POOL + 300
    scene.refuses("CAN 7.1", PLAYER, "bet", 1, amount=2000)
    scene.refuses("CAN 14.4", SUPERVISOR, "hand_in_discards", 1, rebuilt=False)
    scene.settled(2)
    assert scene.state.felt.result == "settled"
    assert scene.state.play.order == (2,)
    assert [scene.rows()[1, kind] for kind in ("ante", "jackpot")] == [("void", 0), ("void", 0)]
    assert scene.rows()[2, "bet"] == ("win", 4000)
    assert "player Ann" not in scene.accounts()


@pytest.mark.clause("CAN 14.4")
def test_the_supervisor_may_void_the_round_instead() -> None:
    scene = at("deciding")
    scene.refuses("CAN 14.4", SUPERVISOR, "hand_in_discards", 1, rebuilt=False, ruling="it stands")
    scene.refuses("CAN 14.4", SUPERVISOR, "hand_in_discards", 3, rebuilt=False)
    scene.tell(SUPERVISOR, "hand_in_discards", 1, rebuilt=False, ruling="void_round")
    assert is_undone(scene)


@pytest.mark.clause("CAN 14.5[s2]", "CAN 4.2")
def test_after_a_fault_of_the_jackpot_nothing_goes_on_without_approval() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1)
    scene.refuses("CAN 14.5[s2]", SUPERVISOR, "supervisor_continues")
    scene.tell(DEALER, "jackpot_down")
    scene.refuses("CAN 14.5[s2]", DEALER, "deal", cards="As")
    scene.refuses("CAN 14.5[s2]", DEALER, "shuffle", position=26)
    assert scene.game.routine(scene.state) is None
    scene.refuses("CAN D-Casino Supervisor", DEALER, "supervisor_continues")
    scene.tell(SUPERVISOR, "supervisor_continues")
    scene.deal_out({1: PAIR}).settled(1)
    scene.new_round()
    assert not scene.meter.working


@pytest.mark.clause("CAN 14.5[s2]")
def test_a_fault_in_the_round_holds_every_step_of_it() -> None:
    scene = at("dealing")
    scene.tell(DEALER, "jackpot_down")
    scene.refuses("CAN 14.5[s2]", DEALER, "deal", cards="2h")
    scene = at("deciding")
    scene.tell(DEALER, "jackpot_down")
    assert scene.choices() == ()
    scene.refuses("CAN 14.5[s2]", PLAYER, "bet", 1, amount=2000)
    scene.refuses("CAN 14.5[s2]", PLAYER, "fold", 1)
    scene = at("settling")
    scene.tell(DEALER, "jackpot_down")
    scene.refuses("CAN 14.5[s2]", DEALER, "settle")
    scene.tell(SUPERVISOR, "supervisor_continues")
    scene.dealer("settle")
    scene.tell(DEALER, "jackpot_up")
    scene.tell(DEALER, "jackpot_down")
    scene.refuses("CAN 14.5[s2]", DEALER, "declare_jackpot")
    scene.tell(SUPERVISOR, "supervisor_continues")
    scene.finish()
    assert scene.rows()[1, "jackpot"] == ("win", 9800)


@pytest.mark.clause("CAN 14.5[s2]")
def test_between_rounds_a_fault_holds_the_next_one() -> None:
    scene = at("paid").script("collect")
    scene.tell(DEALER, "jackpot_down")
    scene.tell(DEALER, "jackpot_up")
    scene.refuses("CAN 14.5[s2]", DEALER, "start_round")
    scene.tell(SUPERVISOR, "supervisor_continues")
    scene.new_round()


@pytest.mark.clause("CAN 14.5[s2]", "CAN D-Void[s2]")
@pytest.mark.parametrize("moment", MOMENTS)
def test_after_a_fault_in_the_round_the_supervisor_may_void_its_jackpot_wagers(moment: str) -> None:
    scene = at(moment)
    scene.refuses("CAN 14.5[s2]", SUPERVISOR, "void_jackpot_wagers")
    scene.tell(DEALER, "jackpot_down")
    scene.tell(SUPERVISOR, "supervisor_continues")
    scene.tell(SUPERVISOR, "void_jackpot_wagers")
    assert scene.pools == (POOL, RESERVE)
    assert {scene.outcome(seat, "jackpot").result for seat in HANDS} == {"void"}
    scene.refuses("CAN 14.5[s2]", SUPERVISOR, "void_jackpot_wagers")
    accounts = scene.accounts()
    assert "jackpot pool" not in accounts
    assert "reserve pool" not in accounts


@pytest.mark.clause("CAN D-Void[s2]")
def test_a_stake_given_back_after_the_pool_was_paid_out_comes_from_the_casino() -> None:
    scene = lit({1: ROYAL, 2: PAIR}, jackpot=jackpot(pool=5_000_000, reserve=0)).script("1 bet 2000", "2 bet 2000")
    for do in ("reveal", "settle", "settle", "declare_jackpot"):
        scene.dealer(do)
    assert scene.pools == (0, 100)
    scene.tell(SUPERVISOR, "collusion_ruling", 2, ruling="exclude_player")
    assert scene.pools == (0, 50)
    assert "player Bob" not in scene.accounts()


@pytest.mark.clause("CAN 13.2 tail", "CAN 11.3(b)")
def test_a_prize_that_was_shared_is_divided_among_those_who_remain_until_the_round_is_over() -> None:
    """Ruling C-A35: the same as if the hand had been taken out before; afterwards what was paid stands."""
    hands = {1: STRAIGHT_FLUSH, 2: "9d 8d 7d 6d 5d", 3: "Jc Tc 6c 4c 3c"}
    pools = []
    for late in (False, True):
        scene = lit(hands)
        for seat in hands:
            scene.bet(seat)
        for do in ("reveal", *["settle"] * 3, *["declare_jackpot"] * late):
            scene.dealer(do)
        scene.tell(SUPERVISOR, "collusion_ruling", 2, ruling="exclude_player")
        scene.finish()
        pools.append((scene.pools, scene.rows()[1, "jackpot"], scene.rows()[2, "jackpot"], scene.accounts()))
        scene.refuses("CAN D-Round of Play", SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    assert pools[0] == pools[1]


@pytest.mark.clause("CAN 13.2 tail")
def test_what_was_lost_with_a_fold_stays_lost_when_the_player_is_taken_out() -> None:
    scene = lit({1: PAIR, 2: FLUSH}).script("1 bet 2000", "2 fold")
    before = scene.pools
    scene.tell(SUPERVISOR, "collusion_ruling", 2, ruling="exclude_player")
    scene.finish()
    assert scene.rows()[2, "ante"] == ("lose", -1000)
    assert scene.pools == before


@pytest.mark.clause("CAN 13.1", "CAN 13.2(a)", "CAN 13.2(b)")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_player_who_colluded_is_taken_out_of_the_round_or_the_round_is_void(moment: str) -> None:
    scene = at(moment)
    scene.refuses("CAN 13.2 tail", SUPERVISOR, "collusion_ruling", 1, ruling="it stands")
    scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    scene.refuses("CAN 13.2 tail", SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    assert {row.result for row in scene.outcomes if row.seat == 1} == {"void"}
    assert 1 not in scene.state.play.order
    assert "player Ann" not in scene.accounts()
    scene.tell(SUPERVISOR, "collusion_ruling", 2, ruling="void_round")
    assert is_undone(scene)
    assert scene.state.felt.clause == "CAN 13.2 tail"


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_wagers_of_a_rule_breaker_may_be_void(moment: str) -> None:
    scene = at(moment)
    scene.refuses("CAN 16.3(a)", OPERATOR, "void_wagers", player="Dan", reason="fraud")
    scene.tell(OPERATOR, "void_wagers", player="Ann", reason="fraud")
    assert {row.clause for row in scene.outcomes if row.seat == 1} == {"CAN 16.3(a)"}
    assert scene.pools == (POOL + 300, RESERVE + 100)
    assert "player Ann" not in scene.accounts()
    scene.tell(OPERATOR, "exclude_player", player="Ann", reason="fraud")
    if moment != "dealing":
        scene.settled(2)
        scene.new_round()
        scene.refuses("CAN 16.3(b)", PLAYER, "place", 1, player="Ann", wagers=ANTE)
