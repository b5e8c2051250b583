"""HLD 4.2(g), HLD 4.7, HLD 5 and HLD 6: how much may be bet and raised, at every limit, in every betting round."""

from typing import Any

import pytest

from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import Scene

BOARD = "2h 7c 9d Js 4h"
RICH = (200000,) * 4
TENS: dict[str, Any] = {"blinds": (1000, 2000), "min_bet": 2000}
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}


def sizes(scene: Scene) -> tuple[int, int, int]:
    """What it costs to call, and the least and the most total; the decisions offered say the same."""
    money = scene.money
    assert money.may_raise
    (wager,) = (choice for choice in scene.table.choices() if choice.do in ("bet", "raise"))
    assert (wager.least, wager.most) == (money.min_to, money.max_to)
    return money.owes, money.min_to, money.max_to


def flop(stakes: tuple[int, ...] = (100000,) * 3, **chosen: Any) -> Scene:
    """Three callers of the big blind, or of an opening bet, and the flop."""
    scene = Scene(stakes, board=BOARD, **chosen).start()
    if "ante" in chosen:
        return scene.act("2 bet 1000", "3 call", "1 call")
    return scene.act("1 call", "2 call", "3 stand")


@pytest.mark.clause("HLD 4.2(g)", "HLD D-Full Pot", "HLD D-Half Pot", "HLD D-No Limit", "HLD D-Straddle")
@pytest.mark.parametrize(
    ("chosen", "most"),
    [
        # Blinds of 10 and 20. Pot 30 and 20 to call make 50: 20 + 50, and 20 + 25.
        ({"limit": "full_pot"}, 7000),
        ({"limit": "half_pot"}, 4500),
        ({"limit": "straddle"}, 4000),
        ({"limit": "fixed", "max_bet": 5000}, 7000),
        ({"limit": "no_limit"}, 200000),
    ],
)
def test_the_most_an_opener_can_raise_to_with_blinds_of_10_and_20(chosen: Any, most: int) -> None:
    assert sizes(Scene(RICH, **TENS, **chosen).start()) == (2000, 4000, most)


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.1[s2]", "HLD D-Half Pot")
def test_half_pot_as_in_the_worked_case() -> None:
    # HLD-14: $5 chips, so 23.75 and the like are rounded down, in the raise and not in the total.
    scene = Scene(RICH, board=BOARD, limit="half_pot", chip_unit=500, **TENS).start()
    assert sizes(scene) == (2000, 4000, 4500)
    assert scene.refused("4 raise 5000").clause == "HLD 4.2(g)"
    scene.act("4 raise 4500")
    assert sizes(scene) == (4500, 7000, 10500)
    scene.act("1 raise 10500")
    assert sizes(scene) == (9500, 16500, 24000)
    scene.act("2 fold")
    assert sizes(scene) == (8500, 16500, 23500)
    scene.act("3 call")
    assert sizes(scene) == (6000, 16500, 26500)
    scene.act("4 call")
    # 325 in the pot: half is 162.50, in $5 chips 160.
    assert sizes(scene) == (0, 2000, 16000)
    scene.act("3 check", "4 bet 16000")
    assert sizes(scene) == (16000, 32000, 48000)


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.1[s2]", "HLD D-Full Pot", "HLD D-Pot")
def test_full_pot_as_in_the_worked_case() -> None:
    # HLD-15.
    scene = Scene(RICH, board=BOARD, limit="full_pot", chip_unit=500, **TENS).start()
    assert sizes(scene) == (2000, 4000, 7000)
    scene.act("4 raise 7000")
    assert sizes(scene) == (7000, 12000, 24000)
    scene.act("1 raise 24000")
    assert sizes(scene)[2] == 81000
    scene.act("2 fold", "3 fold")
    assert sizes(scene) == (17000, 41000, 75000)
    scene.act("4 call")
    assert sizes(scene) == (0, 2000, 51000)
    scene.act("4 bet 51000")
    # 51 more and a pot of 153 with the call in it: 204, cut down to the stake of 176.
    assert sizes(scene) == (51000, 102000, 176000)


@pytest.mark.clause("HLD D-Straddle", "HLD 4.2(g)", "HLD 5.1[s2]")
def test_the_straddle_limit_as_in_the_worked_case() -> None:
    # HLD-16: at most twice the whole previous bet.
    scene = Scene((50000,) * 4, board=BOARD, limit="straddle", max_raises=3).start()
    assert sizes(scene) == (1000, 2000, 2000)
    scene.act("4 raise 2000")
    assert sizes(scene) == (2000, 3000, 4000)
    answer = scene.refused("1 raise 4500")
    assert answer == Refusal("HLD D-Straddle", "Here a raise is to a total between $30 and $40, not to $45.")
    scene.act("1 raise 3500", "2 fold")
    assert sizes(scene) == (2500, 5000, 7000)
    scene.act("3 call", "4 call")
    assert sizes(scene) == (0, 1000, 2000)
    scene.act("3 bet 2000")
    assert sizes(scene) == (2000, 4000, 4000)
    scene.act("4 raise 4000", "1 fold")
    assert sizes(scene) == (2000, 6000, 8000)


@pytest.mark.clause("HLD D-Straddle")
def test_the_most_to_open_with_at_the_straddle_limit_is_a_setting() -> None:
    # without a previous bet the table minimum counts as one, unless the table says otherwise.
    assert sizes(flop(limit="straddle")) == (0, 1000, 2000)
    assert sizes(flop(limit="straddle", straddle_open_max=3000)) == (0, 1000, 3000)
    assert sizes(flop(limit="straddle", straddle_open_max=1000)) == (0, 1000, 1000)
    assert sizes(Scene(limit="straddle", straddle_open_max=3000).start())[2] == 2000, "the blind is a previous bet"


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.2", "HLD D-Betting Round")
def test_a_fixed_limit_as_in_the_worked_case() -> None:
    # HLD-17: from 10 to 40, three raises.
    scene = flop((40000,) * 3, limit="fixed", max_bet=4000, max_raises=3)
    assert sizes(scene) == (0, 1000, 4000)
    scene.act("2 bet 3000")
    assert sizes(scene) == (3000, 6000, 7000)
    assert scene.refused("3 raise 7100").clause == "HLD 4.2(g)"
    scene.act("3 raise 7000")
    assert sizes(scene) == (7000, 11000, 11000)
    scene.act("1 raise 11000", "2 raise 15000")
    money = scene.money
    assert (money.owes, money.may_raise) == (8000, False)
    closed = Refusal("HLD D-Betting Round", "No more raises than 3 are made in a betting round: call or fold.")
    assert scene.refused("3 raise 19000") == closed
    assert scene.refused("3 tap_out") == closed
    scene.act("3 call", "1 call")
    assert sizes(scene) == (0, 1000, 4000), "the next betting round has raises of its own"


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.2")
def test_a_fixed_limit_without_a_maximum_has_one_size_of_bet() -> None:
    scene = flop(limit="fixed", min_bet=(1000, 1000, 2000, 2000), max_raises=3)
    assert sizes(scene) == (0, 1000, 1000)
    scene.act("2 bet 1000")
    assert sizes(scene) == (1000, 2000, 2000)
    scene.act("3 call", "1 call")
    assert sizes(scene) == (0, 2000, 2000)


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.2")
def test_minimum_and_maximum_may_differ_by_betting_round() -> None:
    levels = (1000, 1000, 2000, 3000)
    scene = Scene(RICH[:3], board=BOARD, limit="fixed", min_bet=levels, max_bet=levels, max_raises=3).start()
    assert sizes(scene) == (1000, 2000, 2000)
    scene.act("1 raise 2000")
    assert sizes(scene) == (1500, 3000, 3000)
    scene.act("2 call", "3 call")
    assert sizes(scene) == (0, 1000, 1000)
    scene.act("2 bet 1000", "3 raise 2000")
    assert sizes(scene) == (2000, 3000, 3000)
    scene.act("1 call", "2 call")
    assert sizes(scene) == (0, 2000, 2000)
    scene.act("2 check", "3 bet 2000")
    assert sizes(scene) == (2000, 4000, 4000)
    scene.act("1 call", "2 call")
    assert sizes(scene) == (0, 3000, 3000)


@pytest.mark.clause("HLD 4.2(g)", "HLD 5.2")
def test_a_minimum_that_differs_by_betting_round_also_holds_without_a_maximum() -> None:
    scene = flop(min_bet=(1000, 2000, 5000, 10000))
    assert scene.refused("2 bet 1900") == Refusal(
        "HLD 5.2", "Here a bet is to a total between $20 and $990, not to $19."
    )
    scene.act("2 bet 2000", "3 call", "1 call")
    assert sizes(scene) == (0, 5000, 97000)
    scene.act("2 bet 6000")
    assert sizes(scene) == (6000, 12000, 97000)


@pytest.mark.clause("HLD 5.1[s2]", "HLD D-Raise")
def test_the_least_raise_is_the_largest_bet_or_raise_of_the_betting_round() -> None:
    # HLD-12.
    scene = flop((50000,) * 3).act("2 bet 2000")
    assert sizes(scene) == (2000, 4000, 49000)
    scene.act("3 raise 5000")
    assert sizes(scene)[:2] == (5000, 8000)
    short = scene.refused("1 raise 7000")
    assert short == Refusal("HLD 5.1[s2]", "Here a raise is to a total between $80 and $490, not to $70.")
    scene.act("1 raise 12000")
    assert sizes(scene)[:2] == (10000, 19000)
    scene.act("2 call")
    assert sizes(scene)[:2] == (7000, 19000), "a call changes nothing"
    scene.act("3 raise 19000")
    assert sizes(scene)[:2] == (7000, 26000), "a raise as large as the last one is enough"


@pytest.mark.clause("HLD 5.1[s2]", "HLD D-Raise")
def test_the_last_blind_is_the_opening_bet_of_the_first_betting_round() -> None:
    scene = Scene(RICH).start()
    assert sizes(scene)[1] == 2000
    scene.act("4 raise 2500")
    assert sizes(scene)[1] == 4000, "the raise was 15"
    scene.act("1 raise 4000", "2 fold")
    assert sizes(scene)[1] == 5500
    assert sizes(Scene(RICH, blinds=(500, 1000, 3000)).start())[1] == 6000


@pytest.mark.clause("HLD 5.1[s2]", "HLD 4.2(g)")
def test_the_least_raise_is_never_below_the_minimum_bet() -> None:
    assert sizes(Scene(RICH, min_bet=2500).start())[1] == 3500


@pytest.mark.clause("HLD 5.1[s2]", "HLD 12.4")
def test_every_betting_round_starts_with_the_minimum_bet_again() -> None:
    scene = flop().act("2 bet 9000", "3 call", "1 call")
    assert sizes(scene)[:2] == (0, 1000)
    scene.act("2 bet 1000")
    assert sizes(scene)[:2] == (1000, 2000)


@pytest.mark.clause("HLD 4.2(g)")
def test_where_the_limit_falls_below_the_minimum_the_minimum_is_the_only_size() -> None:
    # Pot 15 and 10 to call: half is 12.50, and 10 + 12 is below 10 + 25.
    scene = Scene(RICH, limit="half_pot", min_bet=2500).start()
    assert sizes(scene) == (1000, 3500, 3500)
    assert scene.refused("4 raise 3600") == Refusal("HLD 4.2(g)", "Here a raise is to a total of $35, not to $36.")
    assert scene.refused("4 raise 3400").clause == "HLD 5.1[s2]"
    # A pot of 30 on the flop, and a minimum of 40.
    later = flop(limit="full_pot", min_bet=(1000, 4000, 4000, 4000))
    assert sizes(later) == (0, 4000, 4000)
    # A blind posted short: 5 + 1 and 10 to call, half of it 8, below the least raise of 10.
    short = Scene((20000, 20000, 100, 20000), limit="half_pot").start()
    assert sizes(short) == (1000, 2000, 2000)


@pytest.mark.clause("HLD 5.1[s1]")
@pytest.mark.parametrize("limit", ["no_limit", "full_pot", "half_pot"])
def test_there_is_no_last_raise_at_pot_limits_and_no_limit(limit: str) -> None:
    scene = Scene((10**9,) * 3, limit=limit).start()
    for _ in range(12):
        least = sizes(scene)[1]
        scene.act(f"{scene.turn} raise {least}")
    assert scene.now.raises == 12
    assert sizes(scene)[1] == 14000, "ten dollars more each time"


@pytest.mark.clause("HLD D-Betting Round", "HLD 6.2", "HLD 10.3(b)")
def test_raises_can_be_limited_in_ante_games_whatever_the_limit() -> None:
    # the unlimited raises of 5.1 are for blind games.
    scene = Scene((100000,) * 3, max_raises=2, **ANTES).start().act("2 bet 1000", "3 raise 2000")
    assert sizes(scene)[:2] == (2000, 3000)
    scene.act("1 raise 3000")
    assert scene.offered == {"fold", "call"}
    scene.act("2 call", "3 call")
    assert scene.now.raises == 0
    assert sizes(scene)[:2] == (0, 1000)


@pytest.mark.clause("HLD D-Betting Round")
def test_a_raise_over_the_blind_counts_and_the_blind_itself_does_not() -> None:
    scene = Scene((50000,) * 3, limit="straddle", max_raises=1).start().act("1 call", "2 call")
    assert sizes(scene) == (0, 2000, 2000)
    scene.act("3 raise 2000")
    assert scene.offered == {"fold", "call"}


@pytest.mark.clause("HLD 6.1", "HLD 4.2(g)")
@pytest.mark.parametrize(
    ("limit", "most"),
    # Four antes of 5: a pot of 20.
    [("no_limit", 19500), ("full_pot", 2000), ("half_pot", 1000), ("straddle", 2000)],
)
def test_the_opening_bet_of_an_ante_game_is_at_least_the_table_minimum(limit: str, most: int) -> None:
    scene = Scene((20000,) * 4, limit=limit, **ANTES).start()
    assert sizes(scene) == (0, 1000, most)
    assert scene.refused("2 bet 900").clause == "HLD 6.1"
    assert scene.refused(f"2 bet {most + 100}").clause == ("HLD 4.4" if most == 19500 else scene.money.clause)


@pytest.mark.clause("HLD 6.2")
def test_a_raise_of_an_ante_game_is_at_least_the_opening_bet_or_any_raise() -> None:
    scene = Scene((50000,) * 4, **ANTES).start().act("2 bet 1500")
    assert sizes(scene)[1] == 3000
    assert scene.refused("3 raise 2900").clause == "HLD 6.2"
    scene.act("3 raise 4500")
    assert sizes(scene)[1] == 7500


@pytest.mark.clause("HLD 4.7", "HLD 4.2(g)")
def test_bets_are_made_in_chips() -> None:
    scene = Scene(RICH, chip_unit=500, **TENS).start()
    answer = scene.refused("4 raise 4100")
    assert answer.clause == "HLD 4.7"
    assert answer.reason.startswith("Bets are made with chips, in multiples of $5.")
    scene.act("4 raise 4500")
    (wager,) = (choice for choice in scene.table.choices() if choice.do == "raise")
    assert (wager.step, wager.allows(7500), wager.allows(7600)) == (500, True, False)


@pytest.mark.clause("HLD 4.7", "HLD D-No Limit", "HLD 14.1[s1]")
def test_the_least_and_the_whole_stake_can_always_be_bet() -> None:
    scene = Scene((20050, 20000, 20000), chip_unit=100, blinds=(525, 1050), min_bet=1050).start()
    assert sizes(scene) == (1050, 2100, 20050)
    assert scene.refused("1 raise 20025").clause == "HLD 4.7"
    scene.act("1 raise 20050")
    assert scene.now.tapped.bit_count() == 1


@pytest.mark.clause("HLD 4.4", "HLD D-No Limit", "HLD D-Table Stake")
def test_the_stake_is_the_only_limit_of_no_limit() -> None:
    scene = Scene((20000, 30000, 30000)).start()
    assert sizes(scene) == (1000, 2000, 20000)
    answer = scene.refused("1 raise 20100")
    assert answer.clause == "HLD 4.4"
    assert answer.reason.startswith("The stake reaches to $200.")
    scene.act("1 raise 20000", "2 fold")
    assert scene.money.owes == 19000


@pytest.mark.clause("STAR 7.14[s4]", "HLD 4.2(g)")
def test_pot_limit_omaha_leaves_the_big_blind_ante_out_before_the_flop() -> None:
    omaha: dict[str, Any] = {"mode": "tournament", "hole_cards": 4, "limit": "full_pot"}
    scene = Scene((50000,) * 4, big_blind_ante=1000, board=BOARD, **omaha).start()
    # 500, 1,000 and an ante of 1,000: the first to act can make it 1,000 + 2,500.
    assert sizes(scene) == (1000, 2000, 3500)
    assert scene.refused("4 raise 3600").reason == "Here a raise is to a total between 2,000 and 3,500, not to 3,600."
    scene.act("4 raise 3500")
    # 3,500 and a pot of 5,000 with 3,500 to call in it.
    assert sizes(scene) == (3500, 6000, 12000)
    scene.act("1 call", "2 fold", "3 fold")
    # On the flop the ante is in the pot: 500 + 1,000 + 1,000 + 7,000.
    assert sizes(scene) == (0, 1000, 9500)


@pytest.mark.clause("HLD 4.2(g)", "HLD D-Pot")
def test_dead_money_counts_for_a_pot_limit_of_the_cash_game() -> None:
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    scene = Scene(
        (50000,) * 5, chairs={4: missed}, room={"revolution_complete": True}, limit="full_pot", blinds=(500, 1000)
    )
    scene.start()
    # 5, 10, 10 live and 5 dead: a pot of 30 and nothing to call.
    assert sizes(scene) == (0, 2000, 4000)


@pytest.mark.clause("HLD D-Half Pot", "HLD 4.2(g)")
def test_half_pot_rounds_down_to_the_chip() -> None:
    # Pot 15 and 10 to call: half is 12.50.
    assert sizes(Scene(RICH, limit="half_pot").start())[2] == 2200
    assert sizes(Scene(RICH, limit="half_pot", chip_unit=50).start())[2] == 2250
    assert sizes(Scene(RICH, limit="half_pot", chip_unit=1000).start())[2] == 2000
