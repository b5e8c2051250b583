"""UTH 4 and UTH 5: which wagers may be put down, and what the sign makes of them."""

from typing import Any

import pytest

from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.play import Limit
from tests.games.ultimate.scene import (
    DEALER,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    Scene,
    at,
    betting,
    dealt,
    limits,
    opened,
)

DECK = ULTIMATE_DECK.cards
TRIPS = {**TEN, "trips": 500}


def deal(scene: Scene) -> Scene:
    boxes = {wager.seat for wager in scene.state.felt.wagers}
    step = scene.game.routine(scene.state)
    assert step is not None, boxes
    scene.tell(DEALER, "deal", cards=DECK[: step.cards])
    return scene


@pytest.mark.clause("UTH 4.2", "UTH 4.2(a)", "UTH 4.2(b)", "UTH D-Ante")
def test_every_box_may_be_wagered_on_before_the_first_card() -> None:
    scene = betting()
    offered = scene.choices()
    assert [choice.seat for choice in offered] == [1, 2, 3, 4, 5, 6, 7]
    assert {choice.kinds for choice in offered} == {("ante", "blind", "trips")}
    assert {choice.do for choice in offered} == {"place"}
    for seat in (1, 7):
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TRIPS)
    assert len(scene.state.felt.wagers) == 6
    scene.tell(DEALER, "deal", cards=DECK[:1])
    assert scene.choices() == ()


@pytest.mark.clause("UTH 4.2")
@pytest.mark.parametrize("verb", ["place", "increase", "take_back"])
def test_no_wager_before_betting_is_open(verb: str) -> None:
    opened().refuses("UTH 4.2", PLAYER, verb, 1, player="Ann", wagers=TEN)


@pytest.mark.clause("UTH 4.1", "UTH D-Box")
@pytest.mark.parametrize(
    ("seat", "wagers"),
    [(0, TEN), (8, TEN), (1, {"jackpot": 1000}), (1, {"play": 3000}), (1, {"ante": 0}), (1, {"ante": -1000})],
)
def test_chips_go_on_a_spot_of_the_layout(seat: int, wagers: dict[str, int]) -> None:
    betting().refuses("UTH 4.1", PLAYER, "place", seat, player="Ann", wagers=wagers)


@pytest.mark.clause("UTH 4.1")
def test_a_wager_is_whole_cents_of_somebody() -> None:
    scene = betting()
    scene.refuses("UTH 4.1", PLAYER, "place", 1, wagers=TEN)
    scene.refuses("UTH 4.1", PLAYER, "place", 1, player="Ann", wagers={"ante": 10.5})
    scene.refuses("UTH 4.1", PLAYER, "place", 1, player="Ann", wagers={"ante": True})
    scene.refuses("UTH 4.2", PLAYER, "place", 1, player="Ann")
    scene.refuses("UTH 4.2", PLAYER, "place", player="Ann", wagers=TEN)


@pytest.mark.clause("UTH 4.2(a)", "UTH D-Blind")
def test_the_blind_is_as_much_as_the_ante() -> None:
    scene = betting()
    scene.refuses("UTH D-Blind", PLAYER, "place", 1, player="Ann", wagers={"ante": 1000, "blind": 1500})
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"ante": 1000})
    scene.refuses("UTH D-Blind", PLAYER, "place", 1, player="Ann", wagers={"blind": 950})
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"blind": 1000})
    scene.refuses("UTH D-Blind", PLAYER, "increase", 1, wagers={"ante": 500})
    scene.tell(PLAYER, "increase", 1, wagers={"ante": 500, "blind": 500})
    assert [wager.stake for wager in scene.state.felt.wagers] == [1500, 1500]


@pytest.mark.clause("UTH 4.2(b)", "UTH 4.3")
@pytest.mark.parametrize("there", [{}, {"ante": 1000}, {"blind": 1000}])
def test_trips_need_ante_and_blind(there: dict[str, int]) -> None:
    scene = betting()
    if there:
        scene.tell(PLAYER, "place", 1, player="Ann", wagers=there)
    scene.refuses("UTH 4.3", PLAYER, "place", 1, player="Ann", wagers={"trips": 500})
    rest = {kind: amount for kind, amount in TRIPS.items() if kind not in there}
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=rest)


@pytest.mark.clause("UTH 4.3")
@pytest.mark.parametrize("kind", ["ante", "blind"])
def test_trips_go_back_with_the_ante_or_the_blind(kind: str) -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TRIPS)
    scene.tell(PLAYER, "take_back", 1, wagers={kind: 1000})
    assert {wager.kind for wager in scene.state.felt.wagers} == {"ante", "blind"} - {kind}
    assert scene.accounts()["player Ann"] == -1000


@pytest.mark.clause("UTH 4.4")
def test_one_hand_a_player() -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 4.4", PLAYER, "place", 2, player="Ann", wagers=TEN)
    scene.tell(PLAYER, "take_back", 1, wagers=TEN)
    scene.tell(PLAYER, "place", 2, player="Ann", wagers=TEN)


@pytest.mark.clause("UTH 4.5", "UTH D-Box")
def test_one_wager_a_box() -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 4.5", PLAYER, "place", 1, player="Bob", wagers=TEN)
    scene.refuses("UTH 4.5", PLAYER, "place", 1, player="Bob", wagers=TRIPS)
    scene.refuses("UTH 4.5", PLAYER, "place", 1, player="Ann", wagers=TEN)


def test_chips_may_be_taken_back_before_the_first_card() -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TRIPS)
    scene.refuses("UTH 4.1", PLAYER, "take_back", 1, wagers={"trips": 550})
    scene.refuses("UTH D-Blind", PLAYER, "take_back", 1, wagers={"ante": 500})
    scene.refuses("UTH 4.1", PLAYER, "increase", 1, player="Bob", wagers={"ante": 500})
    scene.tell(PLAYER, "take_back", 1, wagers={"ante": 500, "blind": 500})
    scene.tell(PLAYER, "take_back", 1, wagers={"ante": 500, "blind": 500, "trips": 500})
    assert scene.state.felt.wagers == ()
    assert scene.accounts() == {"player Ann": 0, "felt": 0}


@pytest.mark.clause("UTH 4.6")
@pytest.mark.parametrize("moment", ["dealing", "before_flop", "after_flop", "river", "declared", "settling"])
def test_after_the_first_card_no_wager_is_touched(moment: str) -> None:
    scene = at(moment)
    scene.refuses("UTH 4.6", PLAYER, "increase", 1, wagers=TEN)
    scene.refuses("UTH 4.6", PLAYER, "take_back", 1, wagers=TEN)
    scene.refuses("UTH 4.6", PLAYER, "place", 1, player="Ann", wagers={"trips": 500})
    scene.refuses("UTH 4.6", PLAYER, "place", 5, player="Eve", wagers=TEN)


@pytest.mark.clause("UTH 5.3")
@pytest.mark.parametrize(("step", "amount"), [(50, 1025), (500, 1250), (2500, 1000)])
def test_wagers_are_made_in_the_multiples_displayed(step: int, amount: int) -> None:
    scene = betting(wager_step=step)
    scene.refuses("UTH 5.3", PLAYER, "place", 1, player="Ann", wagers={"ante": amount, "blind": amount})
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"ante": 2 * step, "blind": 2 * step})
    scene.refuses("UTH 5.3", PLAYER, "increase", 1, wagers={"ante": step + 1, "blind": step + 1})
    scene.refuses("UTH 5.3", PLAYER, "take_back", 1, wagers={"ante": step - 1, "blind": step - 1})
    scene.tell(PLAYER, "increase", 1, wagers={"ante": step, "blind": step})
    choice = scene.choices()[0]
    assert choice.step == step
    assert choice.allows(3 * step)
    assert not choice.allows(3 * step + 1)


SHORT = {"ante": 500, "blind": 500}


@pytest.mark.clause("UTH 5.4")
@pytest.mark.parametrize("short", [SHORT, {**TEN, "trips": 400}, {**SHORT, "trips": 400}])
def test_the_first_short_wager_is_live_and_the_player_is_told_once(short: dict[str, int]) -> None:
    scene = dealt({1: "As Ad"}, dealer="Kd Kh", wagers={1: short})
    assert [(advice.player, advice.advice) for advice in scene.state.felt.advised] == [("Ann", "below_minimum")]
    ante = short["ante"]
    choice = scene.choices()[-1]
    assert choice.amounts == (3 * ante, 4 * ante)
    scene.play(1, 4 * ante)
    scene.finish()
    assert scene.rows()[1, "ante"] == ("win", ante)
    assert scene.rows()[1, "play"] == ("win", 4 * ante)
    if "trips" in short:
        assert scene.rows()[1, "trips"] == ("lose", -400)


@pytest.mark.clause("UTH 5.4", "UTH 4.3")
def test_further_short_wagers_go_back_before_the_deal() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: SHORT}).script("1 fold")
    # A round by the limits in between does not wipe the advice out.
    scene.again({1: "As Ad"})
    scene.fold(1)
    scene.new_round()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={**SHORT, "trips": 500})
    scene.tell(PLAYER, "place", 2, player="Bob", wagers={**SHORT, "trips": 500})
    deal(scene)
    back = {kind: scene.outcome(1, kind).clause for kind in ("ante", "blind", "trips")}
    assert back == {"ante": "UTH 5.4", "blind": "UTH 5.4", "trips": "UTH 4.3"}
    assert [box.seat for box in scene.state.play.boxes] == [2]
    assert [advice.player for advice in scene.state.felt.advised] == ["Bob"]


@pytest.mark.clause("UTH 5.4")
def test_a_short_trips_wager_alone_goes_back_and_the_hand_stays() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: {**TEN, "trips": 400}}).script("1 fold")
    scene.again({1: "As Ad"}, {1: {**TEN, "trips": 400}})
    assert scene.outcome(1, "trips").result == "returned"
    assert [box.seat for box in scene.state.play.boxes] == [1]


@pytest.mark.clause("UTH 5.4", "UTH 5.1")
def test_new_limits_do_not_wipe_out_the_advice() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: SHORT}).script("1 fold")
    scene.tell(OPERATOR, "announce_limits", limits=limits((2000, 50000)))
    scene.new_round()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.tell(PLAYER, "place", 2, player="Bob", wagers=TEN)
    deal(scene)
    assert scene.outcome(1, "ante").result == "returned"
    assert [box.seat for box in scene.state.play.boxes] == [2]


@pytest.mark.clause("UTH 5.4")
def test_the_advice_holds_for_the_stay_at_the_table() -> None:
    """Ruling U-A4."""
    scene = opened()
    scene.tell(PLAYER, "sit", 1, player="Ann")
    scene.again({1: "As Ad"}, {1: SHORT})
    assert scene.state.house.warned == {"Ann"}
    scene.fold(1)
    scene.tell(PLAYER, "leave", 1)
    assert scene.state.house.warned == frozenset()


@pytest.mark.clause("UTH 5.4", "UTH D-Blind")
def test_a_short_ante_that_never_was_accepted_is_not_the_one_let_pass() -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"ante": 500})
    scene.tell(PLAYER, "place", 2, player="Bob", wagers=TEN)
    deal(scene)
    assert scene.outcome(1, "ante").clause == "UTH D-Blind"
    assert scene.state.felt.advised == ()
    assert scene.state.house.warned == frozenset()


@pytest.mark.clause("UTH 5.5")
@pytest.mark.parametrize(
    ("hand", "dealer", "rows"),
    [
        ("As Ad", "Kd Kh", {"ante": 10_000, "blind": 0, "trips": -2000, "play": 40_000}),
        ("Kd Kh", "As Ad", {"ante": -10_000, "blind": -10_000, "trips": -2000, "play": -40_000}),
        ("8h Th", "Kd Kh", {"ante": 10_000, "blind": 10_000, "trips": 8000, "play": 40_000}),
    ],
)
def test_what_lies_above_the_maximum_goes_back_whatever_happens(hand: str, dealer: str, rows: dict[str, int]) -> None:
    wagers = {1: {"ante": 15_000, "blind": 15_000, "trips": 5000}}
    scene = dealt({1: hand}, dealer=dealer, wagers=wagers, limits=limits((1000, 10_000), (500, 2000)))
    # The play wager is measured by the ante as placed, and live by the ante as limited.
    assert scene.choices()[-1].amounts == (45_000, 60_000)
    scene.refuses("UTH 8.1(c)(ii)", PLAYER, "play", 1, amount=40_000)
    scene.play(1, 60_000)
    scene.finish()
    assert {row.wager: row.net for row in scene.outcomes} == rows
    assert {row.wager: row.at_risk for row in scene.outcomes} == {
        "ante": 10_000,
        "blind": 10_000,
        "trips": 2000,
        "play": 40_000,
    }
    assert scene.accounts()["player Ann"] == sum(rows.values())


@pytest.mark.clause("UTH 5.5")
@pytest.mark.parametrize(("stake", "live"), [(9950, 9950), (10_000, 10_000), (10_050, 10_000)])
def test_the_maximum_itself_is_live(stake: int, live: int) -> None:
    scene = dealt({1: "As Ad"}, wagers={1: {"ante": stake, "blind": stake}}, limits=limits((1000, 10_000)))
    assert {wager.at_risk for wager in scene.state.felt.wagers} == {live}


@pytest.mark.clause("UTH 5.2")
def test_a_marker_lifts_the_maximum_of_its_box_only() -> None:
    scene = opened(limits=limits((1000, 10_000)))
    scene.refuses("UTH 5.2", SUPERVISOR, "place_marker", 1, amount=10_000)
    scene.refuses("UTH 5.2", SUPERVISOR, "lift_marker", 1)
    scene.tell(SUPERVISOR, "place_marker", 1, amount=100_000)
    big = {"ante": 30_000, "blind": 30_000}
    scene.again({1: "As Ad", 2: "Qs Qd"}, {1: big, 2: big})
    assert {wager.seat: wager.at_risk for wager in scene.state.felt.wagers} == {1: 30_000, 2: 10_000}
    scene.refuses("UTH 5.2", SUPERVISOR, "lift_marker", 1)
    scene.refuses("UTH 5.2", SUPERVISOR, "place_marker", 2, amount=100_000)
    scene.script("1 play 120000", "2 fold")
    scene.finish()
    assert scene.rows()[1, "play"] == ("win", 120_000)
    scene.tell(SUPERVISOR, "lift_marker", 1)
    scene.again({1: "As Ad"}, {1: big})
    assert {wager.at_risk for wager in scene.state.felt.wagers} == {10_000}


@pytest.mark.clause("UTH 5.2")
@pytest.mark.parametrize(("setting", "live"), [("off", 10_000), ("on", 30_000)])
def test_a_marker_lifts_the_maximum_of_trips_only_where_it_names_it(setting: str, live: int) -> None:
    """Ruling U-A32."""
    scene = opened(marker_lifts_trips=setting)
    scene.tell(SUPERVISOR, "place_marker", 1, amount=100_000)
    scene.again({1: "As Ad"}, {1: {"ante": 60_000, "blind": 60_000, "trips": 30_000}})
    at_risk = {wager.kind: wager.at_risk for wager in scene.state.felt.wagers}
    assert at_risk == {"ante": 60_000, "blind": 60_000, "trips": live}


@pytest.mark.clause("UTH 5.1")
def test_new_limits_are_announced_and_hold_from_the_next_round() -> None:
    scene = betting()
    scene.tell(OPERATOR, "announce_limits", limits={"ante": Limit(2000, 3000)})
    scene.tell(OPERATOR, "announce_limits", limits={"blind": Limit(2000, 3000)})
    assert scene.state.house.limits["ante"] == Limit(1000, 50_000)
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    deal(scene)
    assert scene.state.felt.advised == ()
    scene.fold(1)
    assert scene.state.house.limits["ante"] == Limit(1000, 50_000)
    scene.new_round()
    # The second notice adds to the first.
    assert dict(scene.state.house.limits) == {**limits((2000, 3000)), "trips": Limit(500, 10_000)}
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    deal(scene)
    assert len(scene.state.felt.advised) == 1


@pytest.mark.clause("UTH 5.1")
@pytest.mark.parametrize(
    "wrong", [{"jackpot": Limit(100, 200)}, {"ante": Limit(0, 1000)}, {"ante": Limit(2000, 1000)}, {}]
)
def test_limits_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    opened().refuses("UTH 5.1", OPERATOR, "announce_limits", limits=wrong)


@pytest.mark.clause("UTH 15.3(b)")
def test_a_player_excluded_while_betting_is_open_is_not_dealt_in() -> None:
    scene = betting()
    for seat in (1, 2):
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TRIPS)
    back = scene.tell(OPERATOR, "exclude_player", player="Ann", reason="marked cards")
    assert {event.clause for event in back} == {"UTH 15.3(b)"}
    assert {wager.player for wager in scene.state.felt.wagers} == {"Bob"}
    assert scene.accounts()["player Ann"] == 0
    scene.refuses("UTH 15.3(b)", PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 15.3(b)", PLAYER, "sit", 1, player="Ann")
    scene.refuses("UTH 15.3(b)", OPERATOR, "exclude_player", player="Ann", reason="again")
    deal(scene)
    assert [box.seat for box in scene.state.play.boxes] == [2]
    scene.tell(OPERATOR, "readmit_player", player="Ann")
    scene.refuses("UTH 15.3(b)", OPERATOR, "readmit_player", player="Ann")


@pytest.mark.clause("UTH 4.1")
def test_nothing_is_taken_back_where_nothing_lies() -> None:
    scene = betting()
    assert scene.refuses("UTH 4.1", PLAYER, "take_back", 1, wagers=TEN) == "There is no wager at box 1."
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 4.1", PLAYER, "take_back", 1, player="Bob", wagers=TEN)
