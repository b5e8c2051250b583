"""CAN 3 and CAN 4, with the jackpot spot of CAN 10.1: what may be put down, when, by whom and how much is live."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.canberra import GAME, CanberraSettings
from pitboss.games.play import Limit
from tests.games.canberra.scene import (
    ANTE,
    DEALER,
    IN,
    NAMES,
    PAIR,
    PLAYER,
    SUPERVISOR,
    TWO_PAIRS,
    WITH_JACKPOT,
    betting,
    dealt,
    jackpot,
    opened,
)
from tests.known import known


@pytest.mark.clause("CAN 4.1", "CAN 4.1(a)", "CAN 4.1(b)", "CAN D-Ante", "CAN D-Box")
def test_before_the_first_card_every_box_may_ante_and_join_the_jackpot() -> None:
    scene = betting(jackpot=jackpot())
    offers = scene.choices()
    assert [(offer.seat, offer.do, offer.kinds) for offer in offers] == [
        (seat, "place", ("ante", "jackpot")) for seat in range(1, 8)
    ]
    for seat in NAMES:
        scene.wager(seat, **WITH_JACKPOT)
    assert [(wager.seat, wager.kind, wager.stake) for wager in scene.state.felt.wagers] == [
        (seat, kind, stake) for seat in NAMES for kind, stake in WITH_JACKPOT.items()
    ]


@pytest.mark.clause("CAN 4.1(a)", "CAN 4.1(b)", "CAN 4.5")
@pytest.mark.parametrize("cards_out", [1, 5, 9, 10])
def test_after_the_first_card_nothing_is_placed_added_or_taken_back(cards_out: int) -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1)
    scene.tell(DEALER, "deal", cards="Jh Ad Jc Kh 9s 8c 7s 4d 3s 2c"[: 3 * cards_out])
    scene.refuses("CAN 4.1(b)", PLAYER, "place", 1, player="Ann", wagers={"jackpot": 200})
    scene.refuses("CAN 4.1(a)", PLAYER, "place", 2, player="Bob", wagers=ANTE)
    scene.refuses("CAN 4.5", PLAYER, "increase", 1, player="Ann", wagers=ANTE)
    scene.refuses("CAN 4.5", PLAYER, "take_back", 1, player="Ann", wagers=ANTE)


@pytest.mark.clause("CAN 4.1")
def test_betting_is_not_open_between_rounds() -> None:
    scene = opened()
    scene.refuses("CAN 4.1", PLAYER, "place", 1, player="Ann", wagers=ANTE)


@pytest.mark.clause("CAN D-Ante", "CAN 4.1")
def test_without_an_ante_no_card_is_dealt() -> None:
    scene = betting()
    scene.refuses("CAN 4.1", DEALER, "deal", cards="As")


@pytest.mark.clause("CAN 4.3")
def test_chips_lie_on_a_spot_of_a_box() -> None:
    scene = betting()
    scene.refuses("CAN 4.3", PLAYER, "place", 1, player="Ann", wagers={"bet": 2000})
    scene.refuses("CAN 4.3", PLAYER, "place", 8, player="Ann", wagers=ANTE)
    scene.refuses("CAN 4.3", PLAYER, "increase", 1, player="Ann", wagers=ANTE)
    scene.wager(1)
    scene.refuses("CAN 4.3", PLAYER, "place", 1, player="Ann", wagers=ANTE)


@pytest.mark.clause("CAN 4.4[s1]", "CAN 4.4[s2]", "CAN D-Box")
def test_one_player_a_box_and_one_box_a_player() -> None:
    scene = betting()
    scene.wager(1)
    scene.refuses("CAN 4.4[s1]", PLAYER, "place", 1, player="Bob", wagers=ANTE)
    scene.refuses("CAN 4.4[s2]", PLAYER, "place", 2, player="Ann", wagers=ANTE)


@pytest.mark.clause("CAN 10.1[s1]", "CAN 10.1[s2]")
def test_a_jackpot_wager_stands_beside_an_own_ante() -> None:
    scene = betting(jackpot=jackpot())
    scene.refuses("CAN 10.1[s1]", PLAYER, "place", 2, player="Bob", wagers={"jackpot": 200})
    scene.wager(1)
    scene.refuses("CAN 10.1[s2]", PLAYER, "place", 2, player="Ann", wagers={"jackpot": 200})
    scene.refuses("CAN 10.1[s2]", PLAYER, "place", 1, player="Bob", wagers={"jackpot": 200})
    scene.wager(1, jackpot=200)


@pytest.mark.clause("CAN 10.1[s1]")
def test_a_jackpot_wager_goes_back_with_its_ante() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1, **WITH_JACKPOT)
    scene.tell(PLAYER, "take_back", 1, player="Ann", wagers=ANTE)
    assert scene.state.felt.wagers == ()
    assert scene.accounts() == {}


@pytest.mark.clause("CAN 10.1[s1]", "CAN 3.4")
def test_a_jackpot_wager_goes_back_with_an_ante_that_is_too_small() -> None:
    scene = betting(jackpot=jackpot())
    scene.state = scene.state._replace(house=scene.state.house._replace(warned=frozenset(["Ann"])))
    scene.wager(1, ante=500, jackpot=200)
    scene.wager(2)
    scene.deal_out({2: PAIR})
    assert scene.rows() == {(1, "ante"): ("returned", 0), (1, "jackpot"): ("returned", 0)}
    assert scene.meter.contributions == ()


@pytest.mark.clause("CAN 10.6[s2]")
def test_the_jackpot_wager_has_one_size() -> None:
    scene = betting(jackpot=jackpot(wager=500))
    said = scene.refuses("CAN 10.6[s2]", PLAYER, "place", 1, player="Ann", wagers=WITH_JACKPOT)
    assert said == "The jackpot wager is $5, not $2."
    scene.wager(1, ante=1000, jackpot=500)
    scene.refuses("CAN 10.6[s2]", PLAYER, "increase", 1, player="Ann", wagers={"jackpot": 500})
    scene.refuses("CAN 10.6[s2]", PLAYER, "take_back", 1, player="Ann", wagers={"jackpot": 250})


@pytest.mark.clause("CAN 4.2")
def test_where_the_jackpot_is_not_offered_its_spot_is_closed() -> None:
    scene = betting()
    scene.refuses("CAN 4.2", PLAYER, "place", 1, player="Ann", wagers=WITH_JACKPOT)
    assert {offer.kinds for offer in scene.choices()} == {("ante",)}
    for do in ("jackpot_down", "jackpot_up"):
        scene.refuses("CAN 4.2", DEALER, do)


@pytest.mark.clause("CAN 4.2")
def test_no_jackpot_wager_while_the_equipment_is_down() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1)
    scene.wager(3, **WITH_JACKPOT)
    scene.tell(DEALER, "jackpot_down")
    scene.refuses("CAN 4.2", PLAYER, "place", 1, player="Ann", wagers={"jackpot": 200})
    scene.refuses("CAN 4.2", DEALER, "jackpot_down")
    # What lay there already may stay, and the ante beside it may still be changed.
    scene.tell(PLAYER, "increase", 3, player="Cat", wagers=ANTE)
    assert {offer.kinds for offer in scene.choices()} == {("ante",)}
    scene.tell(SUPERVISOR, "jackpot_up")
    scene.wager(1, jackpot=200)


@pytest.mark.clause("CAN 3.3")
def test_wagers_are_made_in_the_multiples_displayed() -> None:
    scene = betting(wager_step=500)
    scene.refuses("CAN 3.3", PLAYER, "place", 1, player="Ann", wagers={"ante": 1200})
    scene.wager(1, ante=1500)


@pytest.mark.clause("CAN 3.4")
def test_the_first_ante_below_the_minimum_is_live_with_advice_and_the_next_goes_back() -> None:
    scene = dealt({1: PAIR}, wagers={1: {"ante": 500}})
    assert [(row.player, row.advice, row.clause) for row in scene.state.felt.advised] == [
        ("Ann", "below_minimum", "CAN 3.4")
    ]
    scene.settled(1)
    assert scene.rows() == {(1, "ante"): ("win", 500), (1, "bet"): ("win", 1000)}
    scene.new_round()
    scene.wager(1, ante=500)
    scene.wager(2)
    scene.deal_out({2: PAIR})
    assert scene.outcome(1, "ante")[5:8] == ("returned", 0, "CAN 3.4")
    assert [box.seat for box in scene.state.play.boxes] == [2]


@pytest.mark.clause("CAN 3.5", "CAN 7.2[s1]")
def test_above_the_maximum_the_ante_is_live_to_it_and_the_bet_to_twice_that() -> None:
    scene = dealt({1: TWO_PAIRS}, wagers={1: {"ante": 30000}})
    scene.refuses("CAN 7.2[s1]", PLAYER, "bet", 1, amount=40000)
    scene.settled(1)
    assert scene.rows() == {(1, "ante"): ("win", 20000), (1, "bet"): ("win", 80000)}
    assert [row.at_risk for row in scene.outcomes] == [20000, 40000]
    assert scene.accounts() == {"player Ann": 100000, "bank": -100000}


@pytest.mark.clause("CAN 3.5", "CAN 9.5")
def test_what_is_above_the_maximum_goes_back_from_a_lost_wager() -> None:
    scene = dealt({1: "Qs Jc 9d 7c 5h"}, wagers={1: {"ante": 30000}})
    scene.settled(1)
    assert scene.accounts() == {"player Ann": -60000, "bank": 60000}


@pytest.mark.clause("CAN 3.5")
def test_a_marker_names_a_higher_maximum() -> None:
    scene = opened()
    scene.tell(SUPERVISOR, "place_marker", 1, amount=50000)
    scene.new_round()
    scene.wager(1, ante=60000)
    scene.deal_out({1: TWO_PAIRS}, IN)
    scene.settled(1)
    assert [row.at_risk for row in scene.outcomes] == [50000, 100000]


@pytest.mark.clause("CAN 10.6[s1]", "CAN 10.6[s2]")
@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        ({"to_pool_pct": 75, "to_reserve_pct": 20}, "CAN 10.6[s1]"),
        ({"to_pool_pct": 110, "to_reserve_pct": -10}, "CAN 10.6[s1]"),
        ({"reserve": -1}, "CAN 10.6[s1]"),
        ({"wager": 0}, "CAN 3.3"),
        ({"wager": 125}, "CAN 3.3"),
        ({"fixed_prizes_from": "elsewhere"}, "CAN 11.1"),
        ({"guarantee_topup_from": "elsewhere"}, "CAN 11.1"),
        ({"odd_cents": "elsewhere"}, "CAN 11.3"),
    ],
)
def test_a_jackpot_that_cannot_be_is_refused_as_a_setting(rules: dict[str, Any], clause: str) -> None:
    wrong = known(GAME.settings_error(CanberraSettings(jackpot=replace(jackpot(), **rules))))
    assert wrong.clause == clause


@pytest.mark.clause("CAN 10.4", "CAN 12.4[s2]")
@pytest.mark.parametrize(
    ("settings", "clause"),
    [
        ({"jackpot_claim": "never"}, "CAN 10.4"),
        ({"up_card": "third"}, "CAN 12.4[s2]"),
        ({"boxes": 10}, "CAN 2.1[s1]"),
        ({"limits": {"ante": Limit(2000, 1000)}}, "CAN 3.1"),
    ],
)
def test_a_table_that_cannot_be_is_refused_as_a_setting(settings: dict[str, Any], clause: str) -> None:
    wrong = known(GAME.settings_error(CanberraSettings(**settings)))
    assert wrong.clause == clause
    assert GAME.settings_error(CanberraSettings(jackpot=jackpot(guarantee_topup_from="casino"))) is None
