"""HLD 14.1 and HLD 14.5: stakes that do not reach, and what they do to the betting of the others."""

from typing import Any

import pytest

from pitboss.games.holdem.betting.betting import Bet
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import Scene

BOARD = "2h 7c 9d Js 4h"
INCOMPLETE = "A tap-out below a full raise gives no right to raise: call or fold."
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}


def flop(*stakes: int, **chosen: Any) -> Scene:
    """Everybody has called the big blind of 10, and the flop is out; seat 2 opens."""
    scene = Scene(stakes, board=BOARD, **chosen).start()
    while not scene.now.board:
        scene.act(f"{scene.turn} {'call' if 'call' in scene.offered else 'stand'}")
    return scene


def bets(scene: Scene) -> list[Bet]:
    return [event for event in scene.table.events if isinstance(event, Bet)]


def money(scene: Scene) -> tuple[int, bool, int]:
    return scene.money.owes, scene.money.may_raise, scene.money.min_to


@pytest.mark.clause("HLD 14.1[s1]", "HLD D-Tap Out", "HLD D-Call")
@pytest.mark.parametrize("do", ["call", "tap_out"])
@pytest.mark.parametrize("stake", [501, 3000, 9999, 10000])
def test_who_cannot_meet_a_bet_puts_the_whole_stake_in(do: str, stake: int) -> None:
    scene = Scene((50000, stake, 50000)).start().act("1 raise 10000")
    assert scene.offered == {"fold", "call", "tap_out"}
    (offer,) = (choice for choice in scene.table.choices() if choice.do == do)
    assert offer.amounts == (stake - 500,), "5 are in as the blind"
    scene.act(f"2 {do}")
    made = bets(scene)[-1]
    assert (made.do, made.to, made.added, made.tapped, made.clause) == (
        "call",
        stake,
        stake - 500,
        True,
        "HLD 14.1[s1]",
    )
    assert scene.money.owes == 9000, "the others meet the full bet"


@pytest.mark.clause("HLD 14.1[s1]", "HLD D-Tap Out")
def test_a_stake_that_just_does_not_reach_above_the_call_raises_nothing() -> None:
    scene = Scene((50000, 10000, 50000)).start().act("1 raise 10000")
    sentence = "The stake does not reach above the call: $95 can be put in."
    assert scene.refused("2 raise 10000") == Refusal("HLD 14.1[s1]", sentence)
    more = Scene((50000, 10001, 50000)).start().act("1 raise 10000")
    assert "raise" in more.offered


@pytest.mark.clause("HLD D-Tap Out")
def test_a_tap_out_is_the_whole_stake_and_no_other_amount() -> None:
    scene = Scene().start()
    assert scene.refused("1 tap_out 19900") == Refusal("HLD D-Tap Out", "A tap-out is $200 here.")
    scene.act("1 tap_out 20000")
    assert bets(scene)[-1].to == 20000
    assert scene.refused("2 tap_out 20000").reason == "A tap-out is $195 here.", "5 are in as the blind"
    scene.act("2 tap_out 19500")
    short = Scene((50000, 3000, 50000)).start().act("1 raise 10000")
    assert short.refused("2 call 9500") == Refusal("HLD D-Call", "A call is $25 here.")
    short.act("2 call 2500")


@pytest.mark.clause("HLD 14.1[s1]", "HLD D-Tap Out", "HLD 12.2(a)")
@pytest.mark.parametrize(("before", "do"), [((), "bet"), (("2 bet 5000", "3 call"), "raise")])
def test_a_tap_out_is_a_bet_or_a_raise_as_its_size_dictates(before: tuple[str, ...], do: str) -> None:
    scene = flop(50000, 50000, 50000).act(*before)
    scene.act(f"{scene.turn} tap_out")
    made = bets(scene)[-1]
    assert (made.do, made.to, made.tapped) == (do, 49000, True)


@pytest.mark.clause("HLD 14.1[s1]", "HLD D-Tap Out")
def test_betting_or_raising_everything_is_a_tap_out_by_another_word() -> None:
    scene = flop(50000, 50000, 50000).act("2 bet 49000")
    assert bets(scene)[-1].tapped
    assert bets(scene)[-1].clause == "HLD 14.1[s1]"
    assert not bets(flop(50000, 50000, 50000).act("2 bet 48900"))[-1].tapped


@pytest.mark.clause("HLD 14.1[s2]", "HLD 10.4(b)")
def test_who_has_tapped_out_takes_no_further_part_in_the_betting_but_stays_to_the_showdown() -> None:
    scene = Scene((50000, 6000, 50000), board=BOARD, by_hand=True).start().act("1 raise 6000", "2 tap_out", "3 call")
    for line in ("3 bet 2000", "1 call", "3 check", "1 check", "3 bet 1000", "1 raise 2000", "3 call"):
        assert scene.turn == int(line[0])
        scene.act(line)
    assert scene.settle().done.pots[0].eligible == (1, 2, 3)


@pytest.mark.clause("HLD 14.1[s1]", "HLD 4.2(g)")
@pytest.mark.parametrize(
    ("limit", "most"), [({"limit": "full_pot"}, "$35"), ({"limit": "half_pot"}, "$22"), ({"limit": "straddle"}, "$20")]
)
def test_a_limit_caps_a_tap_out(limit: Any, most: str) -> None:
    # Blinds 5 and 10: 10 + 25 at full pot, 10 + 12 at half pot in dollar chips, twice 10.
    scene = Scene((20000,) * 3, **limit).start()
    answer = scene.refused("1 tap_out")
    assert answer.reason == f"The limit is a total of {most}: the whole stake cannot be bet."
    assert answer.clause == scene.money.clause
    assert "tap_out" not in scene.offered
    within = Scene((1900, 20000, 20000), **limit).start().act("1 tap_out")
    assert bets(within)[-1].to == 1900


# The strict reading of the units: R-13.


@pytest.mark.clause("HLD 14.1[s1]")
@pytest.mark.parametrize(
    ("stake", "units", "left"),
    # 5 are in as the small blind; the rest goes in as whole tens, as in HLD-32, or as it is where it makes none.
    [(3700, 3000, 200), (3500, 3000, 0), (1700, 1000, 200), (1499, 999, 0), (700, 200, 0)],
)
def test_whole_minimum_bets_only_in_the_strict_reading(stake: int, units: int, left: int) -> None:
    scene = Scene((50000, stake, 50000), tap_out_units="min_bet_units", board=BOARD).start().act("1 raise 10000")
    scene.act("2 call")
    assert (bets(scene)[-1].added, scene.now.stacks[scene.now.seats.index(2)]) == (units, left)
    scene.act("3 fold")
    assert scene.is_over, "the hand is tapped out with what stayed behind"
    # The folded blind of 10 matched as much of the raise.
    assert scene.done.returned == {1: 10000 - max(1000, 500 + units)}


@pytest.mark.clause("HLD 14.1[s1]")
def test_the_strict_reading_never_keeps_a_stake_below_a_call_it_reaches() -> None:
    strict: dict[str, Any] = {"tap_out_units": "min_bet_units"}
    exact = Scene((50000, 3700, 50000), **strict).start().act("1 raise 3700", "2 call")
    assert bets(exact)[-1].to == 3700
    above = Scene((50000, 4200, 50000), **strict).start().act("1 raise 4000")
    assert [choice.amounts for choice in above.table.choices() if choice.do in ("call", "tap_out")] == [(3500,)] * 2
    below = Scene((50000, 3700, 50000), **strict).start().act("1 raise 3800")
    assert [choice.amounts for choice in below.table.choices() if choice.do == "tap_out"] == [(3000,)]
    assert below.refused("2 call 3200") == Refusal("HLD D-Call", "A call is $30 here.")
    below.act("2 call 3000")


@pytest.mark.clause("HLD 14.1[s1]")
def test_the_units_are_the_minimum_bets_of_the_betting_round() -> None:
    scene = flop(50000, 50000, 8300, tap_out_units="min_bet_units", min_bet=(1000, 3000, 3000, 3000))
    scene.act("2 bet 20000", "3 tap_out")
    assert bets(scene)[-1].to == 6000, "of 73, twice 30"


@pytest.mark.clause("HLD 14.1[s1]")
def test_exact_is_every_last_chip() -> None:
    # HLD-31.
    scene = Scene((50000, 3700, 50000), board=BOARD).start().act("1 raise 10000", "2 tap_out", "3 fold")
    assert scene.done.returned == {1: 6300}
    assert scene.done.pots[0].amount == 8400


# Incomplete raises: R-10.


@pytest.mark.clause("HLD 14.5")
def test_an_incomplete_raise_opens_nothing_for_those_who_have_acted() -> None:
    # HLD-09: a bet of 100, a call, and a tap-out to 150.
    scene = flop(16000, 100000, 100000).act("2 bet 10000", "3 call", "1 tap_out")
    assert money(scene)[:2] == (5000, False)
    assert scene.refused("2 raise 25000") == Refusal("HLD 14.5", INCOMPLETE)
    assert scene.refused("2 tap_out") == Refusal("HLD 14.5", INCOMPLETE)
    assert scene.offered == {"fold", "call"}
    scene.act("2 call")
    assert money(scene)[:2] == (5000, False)
    scene.act("3 call")
    assert len(scene.now.board) == 4


@pytest.mark.clause("HLD 14.5")
@pytest.mark.parametrize(("stake", "full"), [(20999, False), (21000, True), (21001, True)])
def test_a_tap_out_for_a_full_raise_opens_the_betting_again(stake: int, full: bool) -> None:
    scene = flop(stake, 100000, 100000).act("2 bet 10000", "3 call", "1 tap_out")
    assert scene.money.may_raise is full
    if full:
        assert scene.money.min_to == 2 * (stake - 1000) - 10000


@pytest.mark.clause("HLD 14.5", "HLD 5.1[s2]")
def test_who_has_not_acted_may_raise_measured_from_the_amount_to_call() -> None:
    # A bet of 100 and a tap-out to 150: the least raise is 100 more.
    scene = flop(100000, 100000, 16000).act("2 bet 10000", "3 tap_out")
    assert money(scene) == (15000, True, 25000)
    scene.act("1 raise 25000")
    assert money(scene) == (15000, True, 35000), "a full raise, so the first bettor may raise again"


@pytest.mark.clause("HLD 14.5")
def test_after_the_call_of_one_who_could_have_raised_the_others_still_cannot() -> None:
    scene = flop(100000, 100000, 16000).act("2 bet 10000", "3 tap_out", "1 call")
    assert money(scene)[:2] == (5000, False)


@pytest.mark.clause("HLD 14.5")
@pytest.mark.parametrize(("reading", "may_raise"), [("single", False), ("cumulative", True)])
def test_several_incomplete_raises_are_tested_one_by_one_or_together(reading: str, may_raise: bool) -> None:
    # HLD-10: 100, tap-outs to 160 and 210; the first bettor faces 110 more.
    scene = flop(100000, 100000, 17000, 22000, short_all_in_reopen=reading).act("2 bet 10000", "3 tap_out", "4 tap_out")
    assert money(scene) == (21000, True, 31000)
    scene.act("1 call")
    assert (scene.money.owes, scene.money.may_raise) == (11000, may_raise)
    if may_raise:
        assert scene.money.min_to == 31000
        scene.act("2 raise 31000")
        assert scene.money.owes == 10000


@pytest.mark.clause("HLD 14.5")
@pytest.mark.parametrize(("second", "may_raise"), [(20999, False), (21000, True)])
def test_together_they_must_make_a_full_raise(second: int, may_raise: bool) -> None:
    scene = flop(100000, 100000, 17000, second, short_all_in_reopen="cumulative")
    scene.act("2 bet 10000", "3 tap_out", "4 tap_out", "1 call")
    assert scene.money.may_raise is may_raise


@pytest.mark.clause("HLD 14.5", "HLD 10.2 tail")
def test_before_the_flop_the_last_blind_keeps_the_right_to_raise() -> None:
    scene = Scene((50000, 1500, 50000)).start().act("1 call", "2 tap_out")
    assert money(scene) == (500, True, 2500)
    scene.act("3 call")
    assert money(scene)[:2] == (500, False), "seat 1 has acted on the blind"


@pytest.mark.clause("HLD 14.5", "HLD 5.1[s2]")
def test_an_incomplete_raise_changes_no_least_raise_and_counts_for_no_cap() -> None:
    # Seats 1 and 2 have posted; seat 3 raises by ten, and the five more of seat 4 are no raise.
    short = Scene((50000, 50000, 50000, 2500), limit="fixed", max_bet=4000, max_raises=2, button=4).start()
    short.act("3 raise 2000", "4 tap_out")
    assert short.now.raises == 1
    assert money(short) == (2000, True, 3500)
    short.act("1 raise 3500")
    assert short.now.raises == 2
    assert short.offered == {"fold", "call"}


# A short opening tap-out: R-11.


@pytest.mark.clause("HLD 14.5", "HLD 6.1")
def test_a_short_opening_tap_out_cannot_be_raised_where_it_is_locked() -> None:
    scene = flop(50000, 1600, 50000).act("2 tap_out")
    assert bets(scene)[-1].do == "bet"
    assert money(scene)[:2] == (600, False)
    assert scene.refused("3 raise 1000") == Refusal("HLD 14.5", INCOMPLETE)
    assert scene.refused("3 bet 1000").clause == "HLD 12.3"
    assert scene.offered == {"fold", "call"}
    scene.act("3 call")
    assert scene.offered == {"fold", "call"}, "nor by the next"
    scene.act("1 call")
    assert money(scene)[:2] == (0, True), "the next betting round is free"


@pytest.mark.clause("HLD 14.5", "HLD 6.1")
def test_a_short_opening_tap_out_can_be_completed_where_the_table_says_so() -> None:
    scene = flop(50000, 1600, 50000, short_open_tap_out="completable").act("2 tap_out")
    assert money(scene) == (600, True, 1000)
    assert scene.refused("3 raise 900").clause == "HLD 5.1[s2]"
    scene.act("3 raise 1000")
    assert money(scene) == (1000, True, 2000)
    scene.act("1 raise 2000")
    assert money(scene) == (1000, True, 3000)


@pytest.mark.clause("HLD 14.5")
def test_completing_opens_the_betting_for_those_who_had_called_the_short_bet() -> None:
    scene = flop(50000, 1600, 50000, short_open_tap_out="completable").act("2 tap_out", "3 call", "1 raise 5000")
    assert money(scene)[:2] == (4400, True)


@pytest.mark.clause("HLD 14.5")
def test_two_short_opening_tap_outs_leave_it_open_to_complete() -> None:
    scene = flop(50000, 1600, 1800, 50000, short_open_tap_out="completable").act("2 tap_out", "3 tap_out")
    assert money(scene) == (800, True, 1000)
    scene.act("4 call")
    assert money(scene) == (800, True, 1000)
    above = flop(50000, 1600, 2200, 50000, short_open_tap_out="completable").act("2 tap_out", "3 tap_out")
    assert money(above) == (1200, True, 2200), "twelve is a full bet"


@pytest.mark.clause("HLD 14.5")
def test_an_opening_tap_out_of_the_minimum_bet_is_a_full_bet() -> None:
    assert money(flop(50000, 2000, 50000).act("2 tap_out")) == (1000, True, 2000)
    assert money(flop(50000, 1999, 50000).act("2 tap_out"))[:2] == (999, False)


@pytest.mark.clause("HLD 14.5", "HLD 10.2(d)(i)", "HLD 6.1")
@pytest.mark.parametrize(("reading", "may_raise"), [("locked", False), ("completable", True)])
def test_the_opener_of_an_ante_game_who_has_less_than_the_minimum_taps_out(reading: str, may_raise: bool) -> None:
    scene = Scene((20000, 1200, 20000), short_open_tap_out=reading, **ANTES).start()
    assert scene.offered == {"bet", "tap_out"}
    scene.act("2 tap_out")
    assert (scene.money.owes, scene.money.may_raise) == (700, may_raise)


@pytest.mark.clause("HLD 12.2(a)", "HLD 14.1[s1]", "HLD 5.1[s2]")
@pytest.mark.parametrize(
    ("do", "stake", "whole", "less", "clause"),
    [("bet", 1600, 600, 500, "HLD 5.2"), ("raise", 1800, 1800, 1500, "HLD 5.1[s2]")],
)
def test_a_wager_of_less_than_the_least_is_the_whole_stake_or_nothing(
    do: str, stake: int, whole: int, less: int, clause: str
) -> None:
    stakes = (50000, stake, 50000)
    scene = flop(*stakes) if do == "bet" else Scene(stakes).start().act("1 call")
    (offer,) = (choice for choice in scene.table.choices() if choice.do == do)
    assert (offer.least, offer.most) == (whole, whole)
    assert scene.refused(f"2 {do} {less}").clause == clause
    scene.act(f"2 {do} {whole}")
    assert bets(scene)[-1].tapped


# Nobody left to bet against.


@pytest.mark.clause("HLD 9.6", "HLD 14.1[s2]")
def test_nobody_raises_where_nobody_is_left_to_call() -> None:
    scene = Scene((50000, 6000, 3000)).start().act("1 raise 2000", "2 tap_out", "3 tap_out")
    assert scene.offered == {"fold", "call"}
    assert scene.refused("1 raise 10000") == Refusal("HLD 9.6", "Nobody is left who could call a raise.")
    two = Scene((600, 20000)).start()
    assert two.turn == 2, "the big blind of 6 is all there is, and 5 more make the full blind"
    assert two.money.owes == 500
    assert two.offered == {"fold", "call"}
    two.act("2 call")
    assert two.done.returned == {2: 400}


@pytest.mark.clause("HLD 9.6", "HLD 10.2 tail")
def test_a_last_blind_that_nobody_can_bet_against_is_not_asked() -> None:
    scene = Scene((1000, 1000, 20000)).start().act("1 tap_out")
    assert scene.turn == 2
    scene.act("2 tap_out")
    assert scene.is_over


@pytest.mark.clause("HLD 9.6", "HLD 14.1[s2]")
def test_everybody_may_be_tapped_out_by_the_blinds() -> None:
    scene = Scene((1000, 400), board=BOARD).start().go_on()
    assert scene.is_over
    assert scene.done.returned == {1: 600}
    assert scene.done.pots[0].amount == 800
