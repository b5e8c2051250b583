"""CAN 10 and CAN 11: what wagers add to the pools, which hands qualify, what they are paid and in which order."""

from itertools import permutations
from typing import Any

import pytest

from pitboss.cards.order import Category
from pitboss.games.canberra import JackpotSettings
from pitboss.games.canberra.jackpot import Meter, Winner, contributions_of, order_of_payment, pay
from pitboss.games.canberra.layout import PRIZES
from pitboss.games.play import Audience, Wager
from tests.games.canberra.scene import (
    DEALER,
    FLUSH,
    FOURS,
    FULL_HOUSE,
    IN,
    NOT_IN,
    NOTHING,
    PAIR,
    PLAYER,
    POOL,
    RESERVE,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUPERVISOR,
    WITH_JACKPOT,
    Scene,
    betting,
    dealt,
    jackpot,
    lit,
)

SF, RF, FH, FL, QUADS = (
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.FOUR_OF_A_KIND,
)


def winners(*categories: Category) -> list[Winner]:
    """One winner a box, the first category at box 1."""
    return [Winner(seat, f"P{seat}", category) for seat, category in enumerate(categories, start=1)]


def paid(pool: int, *categories: Category, reserve: int = 10_000_000, **rules: Any) -> tuple[list[int], int, int, int]:
    """The prizes by box, then pool, reserve and the casino's part."""
    meter = Meter(pool, reserve, pool)
    payouts, reseeded = pay(meter, winners(*categories), JackpotSettings(**rules), PRIZES)
    by_box = [payout.amount for payout in sorted(payouts)]
    pool_end = pool - sum(payout.from_pool for payout in payouts) + reseeded
    reserve_end = reserve - sum(payout.from_reserve for payout in payouts) - reseeded
    return by_box, pool_end, reserve_end, sum(payout.from_house for payout in payouts)


@pytest.mark.clause("CAN 11.1(a)", "CAN 11.1(b)", "CAN 11.3", "CAN 11.3(a)", "CAN 11.3(b)", "CAN 11.4")
@pytest.mark.parametrize(
    ("pool", "hands", "prizes", "after", "top_up"),
    [
        (50_000_00, (SF,), [5_000_00], 45_000_00, 0),
        (6_000_00, (SF,), [1_000_00], 5_400_00, 400_00),
        (50_000_00, (SF, SF), [4_750_00] * 2, 40_500_00, 0),
        (10_500_00, (SF, SF), [1_000_00] * 2, 8_505_00, 5_00),
        (108_000_00, (SF, SF, SF), [9_756_00] * 3, 78_732_00, 0),
        (62_500_00, (RF,), [62_500_00], 0, 0),
        (4_000_00, (RF,), [10_000_00], 0, 6_000_00),
        (30_000_00, (RF, RF), [15_000_00] * 2, 0, 0),
        (15_000_00, (RF, RF), [10_000_00] * 2, 0, 5_000_00),
        (80_000_00, (SF, RF), [8_000_00, 72_000_00], 0, 0),
        (100_000_00, (SF, SF, RF), [9_500_00, 9_500_00, 81_000_00], 0, 0),
        (8_000_00, (SF, RF), [1_000_00, 10_000_00], 0, 3_000_00),
    ],
)
def test_the_table_of_jackpot_prizes(
    pool: int, hands: tuple[Category, ...], prizes: list[int], after: int, top_up: int
) -> None:
    """Each row of the jackpot arithmetic in the register, and the same with the boxes the other way round."""
    assert paid(pool, *hands) == (prizes, after, 10_000_000 - top_up, 0)
    assert paid(pool, *reversed(hands)) == (prizes[::-1], after, 10_000_000 - top_up, 0)


@pytest.mark.clause("CAN 11.3(b)")
def test_two_straight_flushes_break_even_with_their_least_at_a_pool_of_10_526_32() -> None:
    assert paid(10_526_31, SF, SF)[0] == [1_000_00, 1_000_00]
    assert paid(10_526_31, SF, SF)[2] < 10_000_000
    assert paid(10_526_32, SF, SF)[0] == [1_000_00, 1_000_00]
    assert paid(10_526_32, SF, SF)[2] == 10_000_000


@pytest.mark.clause("CAN 11.1", "CAN 11.1(c)", "CAN 11.1(d)", "CAN 11.1(e)")
def test_fixed_prizes_come_from_the_reserve_and_leave_the_pool() -> None:
    assert paid(50_000_00, QUADS, FH, FL) == ([500_00, 150_00, 100_00], 50_000_00, 10_000_000 - 750_00, 0)


@pytest.mark.clause("CAN 11.1")
@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("reserve", (1_000_00, 0, 100_00)),
        ("pool", (850_00, 50_00, 0)),
        ("house", (1_000_00, 50_00, 150_00)),
        ("casino", (1_000_00, 50_00, 150_00)),
    ],
)
def test_a_fixed_prize_is_paid_from_its_source_and_then_by_the_casino(source: str, after: tuple[int, ...]) -> None:
    assert paid(1_000_00, FH, reserve=50_00, fixed_prizes_from=source) == ([150_00], *after)


@pytest.mark.clause("CAN 11.1(b)")
@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("reserve", (5_400_00, 0, 350_00)),
        ("pool", (5_000_00, 50_00, 0)),
        ("house", (5_400_00, 50_00, 400_00)),
    ],
)
def test_what_a_share_lacks_of_its_least_is_topped_up(source: str, after: tuple[int, ...]) -> None:
    assert paid(6_000_00, SF, reserve=50_00, guarantee_topup_from=source) == ([1_000_00], *after)


@pytest.mark.clause("CAN 11.3(a)", "CAN 11.3(b)")
def test_cents_that_do_not_divide_stay_in_the_pool_or_go_to_the_first_who_is_paid() -> None:
    assert paid(30_000_01, RF, RF)[:2] == ([15_000_00, 15_000_00], 1)
    assert paid(30_000_01, RF, RF, odd_cents="first_paid")[:2] == ([15_000_00, 15_000_01], 0)
    # 19% of 500,000.50 is 95,000.095, of which 47,500.04 each can be paid.
    assert paid(500_000_50, SF, SF)[:2] == ([47_500_04, 47_500_04], 500_000_50 - 95_000_08)
    assert paid(500_000_50, SF, SF, odd_cents="first_paid")[:2] == ([47_500_04, 47_500_05], 500_000_50 - 95_000_09)


@pytest.mark.clause("CAN 11.1(a)")
def test_after_a_royal_flush_the_pool_restarts_from_the_reserve_as_far_as_it_goes() -> None:
    assert paid(62_500_00, RF, reserve=15_000_00, reseed_from_reserve=10_000_00)[1:] == (10_000_00, 5_000_00, 0)
    assert paid(62_500_00, RF, reserve=4_000_00, reseed_from_reserve=10_000_00)[1:] == (4_000_00, 0, 0)
    assert paid(62_500_00, SF, reserve=15_000_00, reseed_from_reserve=10_000_00)[1:] == (56_250_00, 15_000_00, 0)


@pytest.mark.clause("CAN 11.2", "CAN 11.4")
@pytest.mark.parametrize(
    ("hands", "order"),
    [
        ((SF, FH, RF), [2, 1, 3]),
        ((FL, FH, QUADS), [3, 2, 1]),
        ((RF, FH, SF), [3, 2, 1]),
        ((FL, FH, RF), [3, 2, 1]),
        ((FL, SF, RF), [2, 3, 1]),
        ((SF, RF, SF, RF), [3, 1, 4, 2]),
    ],
)
def test_prizes_are_paid_from_the_dealers_right_but_royals_wait_for_straight_flushes(
    hands: tuple[Category, ...], order: list[int]
) -> None:
    for some_order in permutations(winners(*hands)):
        assert [winner.seat for winner in order_of_payment(some_order)] == order


@pytest.mark.clause("CAN 10.6[s1]")
@pytest.mark.parametrize(("percent", "to_pool"), [(75, 187), (0, 0), (100, 250), (33, 82)])
def test_the_whole_wager_goes_to_the_two_pools(percent: int, to_pool: int) -> None:
    rules = JackpotSettings(wager=250, to_pool_pct=percent, to_reserve_pct=100 - percent)
    (contribution,) = contributions_of([Wager(1, "Ann", "jackpot", 250, 250)], rules)
    assert (contribution.to_pool, contribution.to_reserve) == (to_pool, 250 - to_pool)


@pytest.mark.clause("CAN 10.6[s1]", "CAN 4.1(b)")
def test_wagers_join_the_pools_with_the_first_card_and_count_in_this_round() -> None:
    scene = betting(jackpot=jackpot(pool=4_999_850))
    scene.wager(1, **WITH_JACKPOT)
    assert scene.pools == (4_999_850, RESERVE)
    scene.tell(DEALER, "deal", cards="9h")
    assert scene.pools == (5_000_000, RESERVE + 50)
    scene.tell(DEALER, "deal", cards="Ad 8h Kh 7h 8c 6h 4d 5h 2c")
    scene.settled(1)
    assert scene.meter.payouts[0].amount == 500_000
    assert scene.meter.pool_after_wagers == 5_000_000


@pytest.mark.clause("CAN 10.7[1]", "CAN 10.7[1](a)", "CAN 10.7[1](b)", "CAN 10.7[1](c)", "CAN 10.7[1](d)")
@pytest.mark.clause("CAN 10.7[1](e)", "CAN 11.1", "CAN 11.1(a)", "CAN 11.1(b)", "CAN 11.1(c)", "CAN 11.1(d)")
@pytest.mark.clause("CAN 11.1(e)", "CAN 10.7[2]", "CAN 9.8")
@pytest.mark.parametrize(
    ("hand", "prize", "clause", "bet"),
    [
        (ROYAL, 2_500_000, "CAN 11.1(a)", 500_000),
        (STRAIGHT_FLUSH, 250_000, "CAN 11.1(b)", 100_000),
        (FOURS, 50_000, "CAN 11.1(c)", 40_000),
        (FULL_HOUSE, 15_000, "CAN 11.1(d)", 14_000),
        (FLUSH, 10_000, "CAN 11.1(e)", 10_000),
    ],
)
def test_a_flush_or_better_wins_a_prize_on_top_of_ante_and_bet(hand: str, prize: int, clause: str, bet: int) -> None:
    scene = lit({1: hand}).settled(1)
    assert scene.rows() == {
        (1, "ante"): ("win", 1000),
        (1, "bet"): ("win", bet),
        (1, "jackpot"): ("win", prize - 200),
    }
    assert scene.outcome(1, "jackpot").clause == clause
    assert scene.accounts()["player Ann"] == 1000 + bet + prize - 200
    assert scene.accounts()["bank"] == -1000 - bet


@pytest.mark.clause("CAN 10.7[1]")
@pytest.mark.parametrize("hand", [STRAIGHT, PAIR, NOTHING])
def test_less_than_a_flush_wins_no_prize(hand: str) -> None:
    scene = lit({1: hand}).settled(1)
    assert scene.rows()[1, "jackpot"] == ("lose", -200)
    assert scene.outcome(1, "jackpot").clause == "CAN 10.7[1]"
    assert scene.pools == (POOL + 150, RESERVE + 50)


@pytest.mark.clause("CAN 10.5", "CAN 10.7[2]")
def test_a_prize_does_not_depend_on_the_dealers_hand() -> None:
    for dealer, ante, bet in (
        (NOT_IN, ("win", 1000), ("push", 0)),
        ("Ac Qc 9c 7c 6c", ("lose", -1000), ("lose", -2000)),
    ):
        scene = lit({1: FLUSH}, dealer).settled(1)
        assert scene.rows() == {(1, "ante"): ante, (1, "bet"): bet, (1, "jackpot"): ("win", 9800)}


@pytest.mark.clause("CAN 10.5", "CAN 9.6")
def test_equal_hands_do_not_touch_the_jackpot() -> None:
    scene = lit({1: FLUSH}, "Kh Jh 9h 7h 5h").settled(1)
    assert scene.rows() == {(1, "ante"): ("void", 0), (1, "bet"): ("void", 0), (1, "jackpot"): ("win", 9800)}


@pytest.mark.clause("CAN 11.3", "CAN 11.3(b)", "CAN 9.8")
def test_the_outcome_of_a_shared_prize_names_the_rule_on_sharing() -> None:
    scene = lit({1: STRAIGHT_FLUSH, 2: "Qs Js Ts 9s 8s"}, jackpot=jackpot(pool=4_999_700)).settled(1, 2)
    assert [(row.seat, row.rank, row.amount) for row in scene.meter.payouts] == [
        (2, "straight_flush", 475_000),
        (1, "straight_flush", 475_000),
    ]
    assert {scene.outcome(seat, "jackpot").clause for seat in (1, 2)} == {"CAN 11.3(b)"}
    assert scene.pools == (4_050_000, RESERVE + 100)


@pytest.mark.clause("CAN 9.8")
def test_the_jackpot_is_declared_once_when_ante_and_bet_are_settled() -> None:
    scene = lit({1: FLUSH})
    for do in ("reveal", "settle"):
        scene.refuses("CAN 9.8", DEALER, "declare_jackpot")
        if do == "reveal":
            scene.bet(1)
        scene.dealer(do)
    scene.refuses("CAN D-Round of Play", DEALER, "collect")
    scene.dealer("declare_jackpot")
    scene.refuses("CAN 9.8", DEALER, "declare_jackpot")
    scene.dealer("collect")
    assert dealt({1: PAIR}).settled(1).is_over


@pytest.mark.clause("CAN 10.2")
def test_a_chip_that_did_not_light_is_no_wager() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1, **WITH_JACKPOT)
    scene.wager(2, **WITH_JACKPOT)
    scene.tell(DEALER, "jackpot_unlit", 1)
    scene.refuses("CAN 10.2", DEALER, "jackpot_unlit", 1)
    scene.refuses("CAN 10.2", DEALER, "jackpot_unlit", 3)
    assert scene.sees(Audience.SIGN)["jackpot"]["lit"] == [2]
    scene.deal_out({1: FLUSH, 2: FULL_HOUSE}).settled(1, 2)
    assert scene.rows()[1, "jackpot"] == ("returned", 0)
    assert scene.outcome(1, "jackpot").clause == "CAN 10.2"
    assert scene.rows()[2, "jackpot"] == ("win", 14800)
    assert [payout.seat for payout in scene.meter.payouts] == [2]
    assert [contribution.seat for contribution in scene.meter.contributions] == [2]
    assert "felt" not in scene.accounts()
    assert scene.accounts()["player Ann"] == 1000 + 10000
    scene.refuses("CAN 10.2", DEALER, "jackpot_unlit", 2)


@pytest.mark.clause("CAN 10.2")
def test_a_chip_put_down_anew_may_light() -> None:
    scene = betting(jackpot=jackpot())
    scene.wager(1, **WITH_JACKPOT)
    scene.tell(DEALER, "jackpot_unlit", 1)
    scene.tell(PLAYER, "take_back", 1, player="Ann", wagers={"jackpot": 200})
    scene.wager(1, jackpot=200)
    assert scene.sees(Audience.SIGN)["jackpot"]["lit"] == [1]
    scene.deal_out({1: FLUSH}).settled(1)
    assert scene.rows()[1, "jackpot"] == ("win", 9800)


def strict(hands: dict[int, str]) -> Scene:
    scene = lit(hands, jackpot_claim="player_must_declare")
    for seat in hands:
        scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", seat)
        scene.bet(seat)
    return scene


@pytest.mark.clause("CAN 10.4", "CAN 10.5")
def test_where_players_must_declare_a_claim_in_time_is_paid_and_silence_is_not() -> None:
    scene = strict({1: FLUSH, 2: FULL_HOUSE}).script("reveal")
    assert [(choice.do, choice.seat) for choice in scene.choices()] == [("claim_jackpot", 1), ("claim_jackpot", 2)]
    scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", 1, player="Bob")
    scene.tell(PLAYER, "claim_jackpot", 1)
    scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", 1)
    scene.refuses("CAN 10.4", SUPERVISOR, "cards_collected_unclaimed", 1)
    scene.dealer("settle")
    scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", 2)
    scene.finish()
    assert scene.rows()[1, "jackpot"] == ("win", 9800)
    assert scene.rows()[2, "jackpot"] == ("lose", -200)
    assert scene.outcome(2, "jackpot").clause == "CAN 10.4"


@pytest.mark.clause("CAN 10.4")
def test_cards_collected_without_a_claim_win_no_prize() -> None:
    scene = strict({1: FLUSH})
    scene.tell(SUPERVISOR, "cards_collected_unclaimed", 1)
    scene.dealer("reveal")
    scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", 1)
    scene.finish()
    assert scene.rows()[1, "jackpot"] == ("lose", -200)
    assert scene.meter.payouts == ()


@pytest.mark.clause("CAN 10.4", "CAN 10.7[1]")
def test_a_claim_for_less_than_a_flush_is_verified_and_not_paid() -> None:
    scene = strict({1: STRAIGHT}).script("reveal")
    scene.tell(PLAYER, "claim_jackpot", 1)
    scene.finish()
    assert scene.outcome(1, "jackpot").clause == "CAN 10.7[1]"


@pytest.mark.clause("CAN 10.4")
def test_where_prizes_are_declared_automatically_nobody_needs_to_claim() -> None:
    scene = lit({1: FLUSH, 2: PAIR})
    scene.refuses("CAN 10.4", SUPERVISOR, "cards_collected_unclaimed", 1)
    scene.script("1 bet 2000", "2 fold")
    scene.refuses("CAN 10.4", SUPERVISOR, "cards_collected_unclaimed", 2)
    scene.dealer("reveal")
    scene.refuses("CAN 10.4", PLAYER, "claim_jackpot", 1)
    assert scene.choices() == ()
    scene.tell(SUPERVISOR, "cards_collected_unclaimed", 1)
    scene.finish()
    assert scene.rows()[1, "jackpot"] == ("win", 9800)


@pytest.mark.clause("CAN 10.6[s1]")
def test_the_pools_outlive_the_round_and_the_accounts_agree_with_them() -> None:
    scene = lit({1: FLUSH, 2: PAIR}, jackpot=jackpot(pool=10_000, reserve=5_000)).settled(1)
    assert scene.pools == (10_300, 0)
    assert scene.meter.from_house == 10_000 - 5_100
    scene.new_round()
    assert (scene.meter.opening, scene.meter.payouts, scene.meter.from_house) == (10_300, (), 0)
    scene.wager(1, **WITH_JACKPOT)
    scene.deal_out({1: ROYAL}, IN).settled(1)
    assert scene.pools == (0, 0)
    accounts = scene.accounts()
    assert "felt" not in accounts
    assert accounts["jackpot pool"] == -10_000
    assert accounts["reserve pool"] == -5_000
    assert accounts["player Ann"] == scene.state.house.results["Ann"]
    assert accounts["player Bob"] == scene.state.house.results["Bob"] == -1200


@pytest.mark.clause("CAN 10.6[s1]")
def test_the_settings_of_a_running_table_name_its_pools_as_they_are() -> None:
    scene = lit({1: FLUSH}).settled(1)
    now = scene.game.settings_now(scene.state)
    assert getattr(now, "jackpot", None) == jackpot(pool=POOL + 150, reserve=RESERVE + 50 - 10_000)
    assert scene.game.settings_now(dealt({1: PAIR}).state) == scene.game.default_settings
