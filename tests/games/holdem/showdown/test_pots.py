"""HLD 14.2 and HLD 15.2(b): what goes back uncalled, and who can win which of the pots."""

from typing import Any

import pytest

from tests.games.holdem.scene import OPERATOR, Scene

BOARD = "2h 7c 9d Js 4h"
ACES, KINGS, QUEENS, TENS, EIGHTS = "As Ad", "Kc Kd", "Qc Qd", "Tc Td", "8c 8d"
BEST_FIRST = (ACES, KINGS, QUEENS, TENS, EIGHTS)
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
TOURNAMENT: dict[str, Any] = {"mode": "tournament"}


def pots(scene: Scene) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in scene.done.pots]


def awards(scene: Scene) -> list[tuple[int, str, int, int]]:
    return [award[:4] for award in scene.done.awards]


def four_levels(hands: tuple[str, ...], **chosen: Any) -> Scene:
    """Five stakes of 20, 50, 90, 200 and 200, all in before the flop."""
    hole = dict(enumerate(hands, start=1))
    scene = Scene((2000, 5000, 9000, 20000, 20000), hole=hole, board=BOARD, button=5, **chosen).start()
    return scene.act("3 tap_out", "4 tap_out", "5 tap_out", "1 tap_out", "2 tap_out")


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.2[s2]", "HLD 15.2(b)")
def test_two_tap_outs_make_two_pots_and_the_excess_goes_back() -> None:
    # HLD-08.
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((50000, 6000, 15000), hole=hole, board=BOARD).start().act("1 raise 20000", "2 tap_out", "3 tap_out")
    assert pots(scene) == [(18000, (1, 2, 3)), (18000, (1, 3))]
    assert scene.done.returned == {1: 5000}
    assert awards(scene) == [(0, "high", 2, 18000), (1, "high", 3, 18000)]
    assert scene.stakes == {1: 35000, 2: 18000, 3: 18000}


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.2[s2]")
def test_every_level_of_tap_outs_is_a_pot_of_its_own() -> None:
    scene = four_levels(BEST_FIRST)
    # 5 x 20, 4 x 30, 3 x 40 and 2 x 110: 560 in all.
    assert pots(scene) == [(10000, (1, 2, 3, 4, 5)), (12000, (2, 3, 4, 5)), (12000, (3, 4, 5)), (22000, (4, 5))]
    assert awards(scene) == [(0, "high", 1, 10000), (1, "high", 2, 12000), (2, "high", 3, 12000), (3, "high", 4, 22000)]
    assert scene.stakes == {1: 10000, 2: 12000, 3: 12000, 4: 22000, 5: 0}


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.2[s2]")
def test_the_best_hand_wins_every_pot_it_can_and_no_other() -> None:
    assert four_levels(BEST_FIRST[::-1]).stakes == {1: 0, 2: 0, 3: 0, 4: 0, 5: 56000}
    middle = four_levels((EIGHTS, TENS, ACES, QUEENS, KINGS))
    assert middle.stakes == {1: 0, 2: 0, 3: 34000, 4: 0, 5: 22000}
    second = four_levels((KINGS, ACES, EIGHTS, QUEENS, TENS))
    assert second.stakes == {1: 0, 2: 22000, 3: 0, 4: 34000, 5: 0}


@pytest.mark.clause("HLD 14.2[s1]", "HLD 15.2(b)")
def test_the_largest_stake_gets_back_what_nobody_can_match() -> None:
    hole = dict(enumerate(BEST_FIRST, start=1))
    scene = Scene((2000, 5000, 9000, 20000, 50000), hole=hole, board=BOARD, button=5).start()
    scene.act("3 tap_out", "4 tap_out", "5 tap_out", "1 tap_out", "2 tap_out")
    assert scene.done.returned == {5: 30000}
    assert pots(scene)[-1] == (22000, (4, 5))


@pytest.mark.clause("HLD 14.2[s1]", "HLD D-Fold")
def test_chips_of_folded_hands_lie_in_the_pots_they_reach() -> None:
    hole = {1: ACES, 2: TENS, 3: KINGS, 4: QUEENS}
    scene = Scene((2000, 20000, 20000, 20000), hole=hole, board=BOARD, button=4).start()
    scene.act("3 raise 3000", "4 call", "1 tap_out", "2 call")
    scene.act("2 check", "3 bet 5000", "4 call", "2 fold", "3 check", "4 check", "3 check", "4 check")
    # 4 x 20 with the folded seat's, and 3 x 10 + 2 x 50: seats 3 and 4 contest both as one pot.
    assert pots(scene) == [(8000, (1, 3, 4)), (13000, (3, 4))]
    assert scene.stakes == {1: 8000, 2: 17000, 3: 25000, 4: 12000}


@pytest.mark.clause("HLD 14.2[s1]")
def test_levels_that_the_same_hands_contest_are_one_pot() -> None:
    # The small blind folds with 5 in, below the tap-out of 20: no pot of its own.
    scene = Scene((20000, 20000, 2000, 20000), hole={3: ACES, 4: KINGS, 1: QUEENS}, board=BOARD, button=1).start()
    scene.act("4 raise 2000", "1 call", "2 fold", "3 call")
    for _ in range(3):
        scene.act("4 check", "1 check")
    assert pots(scene) == [(6500, (1, 3, 4))]


@pytest.mark.clause("HLD 14.2[s2]", "HLD 13.1[s2]", "HLD 12.4(a)")
def test_a_side_pot_that_only_one_hand_is_left_for_is_won_without_a_look() -> None:
    hole = {2: ACES, 3: TENS, 1: KINGS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD).start()
    scene.act("1 raise 3000", "2 tap_out", "3 call", "3 bet 5000", "1 call", "3 bet 2000", "1 fold")
    assert scene.done.returned == {3: 2000}
    assert pots(scene) == [(9000, (2, 3)), (10000, (3,))]
    assert awards(scene) == [(0, "high", 2, 9000), (1, "sole", 3, 10000)]
    assert scene.done.awards[1].clause == "HLD 14.2[s2]"
    assert (scene.done.shown, scene.done.mucked) == ((2,), (3,)), "a beaten hand need not be seen"


@pytest.mark.clause("HLD 19.2(a)", "HLD 14.2[s1]")
@pytest.mark.parametrize(
    ("third", "expected", "stakes"),
    [
        (5000, [(30000, (2, 3))], {1: 20000, 2: 30000, 3: 0, 4: 0}),
        # 3 x 50; 2 x 30 above them, and the 120 that only the folded hand had put in, in the last pot.
        (8000, [(15000, (2, 3)), (18000, (3,))], {1: 20000, 2: 15000, 3: 18000, 4: 0}),
    ],
)
def test_chips_of_a_hand_folded_by_the_operator_stay_in_though_nobody_matched_them(
    third: int, expected: list[tuple[int, tuple[int, ...]]], stakes: dict[int, int]
) -> None:
    scene = Scene((20000, 5000, third, 20000), hole={2: ACES, 3: KINGS}, board=BOARD, by_hand=True).start()
    scene.act("4 tap_out", "1 fold", "2 tap_out", "3 tap_out")
    scene.ruled("supervisor_fold", OPERATOR, seat=4)
    scene.settle()
    assert (scene.done.returned, pots(scene), scene.stakes) == ({}, expected, stakes)


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.2[s2]", "HLD 19.2(a)")
def test_what_was_bet_after_a_tap_out_is_not_for_the_hand_that_tapped_out() -> None:
    # Seat 3 bets 50 on the flop and is folded by the operator: of that nothing can go to the aces.
    hole = {1: KINGS, 2: ACES, 3: QUEENS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD, by_hand=True).start()
    scene.act("1 raise 3000", "2 tap_out", "3 call", "3 bet 5000")
    scene.ruled("supervisor_fold", OPERATOR, seat=3)
    scene.go_on().settle()
    assert pots(scene) == [(9000, (1, 2)), (5000, (1,))]
    assert scene.stakes == {1: 22000, 2: 9000, 3: 12000}


@pytest.mark.clause("HLD 14.2[s1]", "HLD 17.4[s1]")
def test_dead_money_belongs_to_the_main_pot() -> None:
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    scene = Scene(
        (20000, 500, 20000, 20000, 20000),
        hole={2: ACES, 3: QUEENS, 4: KINGS},
        board=BOARD,
        chairs={4: missed},
        room={"revolution_complete": True},
    )
    scene.start().act("4 stand", "5 fold", "1 fold", "3 stand")
    for _ in range(3):
        scene.act("3 check", "4 check")
    # The small blind is all in with 5: 3 x 5 and 5 dead; the blinds of 10 make 2 x 5 more.
    assert pots(scene) == [(2000, (2, 3, 4)), (1000, (3, 4))]
    assert scene.stakes == {1: 20000, 2: 2000, 3: 19000, 4: 19500, 5: 20000}


@pytest.mark.clause("STAR 7.14[s3]", "STAR 7.27[s2]", "HLD 14.2[s1]")
@pytest.mark.parametrize(
    ("stake", "expected"),
    [
        # Blind 1,000 and ante 300: 3 x 1,000 and the ante.
        (1300, [(3300, (2, 3, 4))]),
        # Blind 600 and no ante: 3 x 600, and 2 x 400 above it.
        (600, [(1800, (2, 3, 4)), (800, (2, 4))]),
    ],
)
def test_the_big_blind_ante_lies_in_the_main_pot(stake: int, expected: Any) -> None:
    hole = {2: QUEENS, 3: ACES, 4: KINGS}
    chosen: dict[str, Any] = {"big_blind_ante": 1000, "hole": hole, "board": BOARD, **TOURNAMENT}
    scene = Scene((30000, 30000, stake, 30000), **chosen).start().act("4 call", "1 fold", "2 call")
    for _ in range(3):
        scene.act("2 check", "4 check")
    assert pots(scene) == expected
    assert scene.stakes[3] == expected[0][0]


@pytest.mark.clause("STAR 7.14[s3]", "HLD 10.4(a)")
def test_the_ante_is_won_with_the_pot_and_never_goes_back() -> None:
    scene = Scene((30000,) * 4, big_blind_ante=1000, **TOURNAMENT).start().act("4 fold", "1 fold", "2 fold")
    assert scene.done.returned == {3: 500}
    assert pots(scene) == [(2000, (3,))]
    assert scene.stakes == {1: 30000, 2: 29500, 3: 30500, 4: 30000}


# What nobody called: R-12.


@pytest.mark.clause("HLD 15.2(b)", "HLD D-Bet")
@pytest.mark.parametrize(
    ("lines", "excess", "whole"),
    [
        # A raise to 30 that all fold to: the big blind of 10 matched ten of it.
        (("1 raise 3000", "2 fold", "3 fold"), {1: 2000}, {1: 3000}),
        # By the small blind: its 5 were a blind and no bet.
        (("1 fold", "2 raise 3000", "3 fold"), {2: 2000}, {2: 2500}),
        # By the big blind over a caller: its 10 stay.
        (("1 call", "2 fold", "3 raise 5000", "1 fold"), {3: 4000}, {3: 4000}),
        # Nobody bets at all: the unmatched half of the big blind goes back either way.
        (("1 fold", "2 fold"), {3: 500}, {3: 500}),
        # A bet on the flop is uncalled as a whole.
        (("1 call", "2 call", "3 stand", "2 bet 4000", "3 fold", "1 fold"), {2: 4000}, {2: 4000}),
        # A raise over a bet of 40 on the flop: forty are matched, or nothing is.
        (
            ("1 call", "2 call", "3 stand", "2 bet 4000", "3 raise 9000", "1 fold", "2 fold"),
            {3: 5000},
            {3: 9000},
        ),
    ],
)
def test_an_uncalled_bet_is_outside_the_pot(lines: tuple[str, ...], excess: Any, whole: Any) -> None:
    for reading, returned in (("excess", excess), ("all", whole)):
        scene = Scene(uncalled_bet=reading, board=BOARD).start().act(*lines)
        assert scene.done.returned == returned, reading
        assert scene.done.pots[0].amount == scene.done.awards[0].amount
        assert sum(scene.stakes.values()) == 60000


@pytest.mark.clause("HLD 15.2(b)")
@pytest.mark.parametrize("reading", ["excess", "all"])
def test_a_bet_that_was_called_short_gives_back_the_rest_only(reading: str) -> None:
    scene = Scene((50000, 3700, 50000), hole={1: KINGS, 2: ACES}, board=BOARD, uncalled_bet=reading).start()
    scene.act("1 raise 10000", "2 tap_out", "3 fold")
    assert scene.done.returned == {1: 6300}
    river = Scene((50000, 3700, 50000), hole={1: KINGS, 2: ACES}, board=BOARD, uncalled_bet=reading).start()
    river.act("1 call", "2 call", "3 fold", "2 check", "1 check", "2 check", "1 check", "2 bet 1000", "1 raise 9000")
    river.act("2 tap_out")
    assert river.done.returned == {1: 6300}, "of 90, the 27 of seat 2 were a call"


@pytest.mark.clause("HLD 15.2(b)")
def test_a_blind_that_is_all_in_calls_nothing_but_contests_its_part() -> None:
    for reading in ("excess", "all"):
        scene = Scene((20000, 20000, 1000), hole={1: KINGS, 3: ACES}, board=BOARD, uncalled_bet=reading).start()
        scene.act("1 raise 3000", "2 fold")
        assert scene.done.returned == {1: 2000}
        assert pots(scene) == [(2500, (1, 3))]


@pytest.mark.clause("HLD 15.2(b)")
@pytest.mark.parametrize(("reading", "returned", "side"), [("excess", 2000, 2000), ("all", 3000, 1000)])
def test_a_river_raise_beside_a_tap_out_that_the_bettor_folds_to(reading: str, returned: int, side: int) -> None:
    hole = {1: KINGS, 2: ACES, 3: QUEENS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD, uncalled_bet=reading).start()
    scene.act("1 raise 3000", "2 tap_out", "3 call", "3 check", "1 check", "3 check", "1 check")
    scene.act("3 bet 1000", "1 raise 3000", "3 fold")
    assert scene.done.returned == {1: returned}
    assert sum(pot.amount for pot in scene.done.pots) == 9000 + side
    assert scene.stakes == {1: 17000 + side - 3000 + returned, 2: 9000, 3: 16000}


@pytest.mark.clause("HLD 15.2(b)")
def test_a_bet_is_matched_by_who_put_in_as_much_and_folded_since() -> None:
    scene = Scene((20000, 20000, 3000), hole={2: ACES, 3: KINGS}, board=BOARD).start()
    scene.act("1 raise 3000", "2 call", "3 tap_out", "2 bet 5000", "1 call", "2 check", "1 fold")
    assert scene.done.returned == {}
    assert pots(scene) == [(9000, (2, 3)), (10000, (2,))]


@pytest.mark.clause("HLD 15.2(b)")
def test_a_turn_bet_beside_a_tap_out_is_uncalled() -> None:
    # HLD-09: the pot of 480 stays, the 200 of the turn go back.
    scene = Scene((16000, 100000, 100000), hole={1: ACES, 2: KINGS}, board=BOARD).start()
    scene.act("1 call", "2 call", "3 stand", "2 bet 10000", "3 call", "1 tap_out", "2 call", "3 call")
    scene.act("2 bet 20000", "3 fold")
    assert scene.done.returned == {2: 20000}
    assert pots(scene) == [(48000, (1, 2))]
    assert scene.stakes == {1: 48000, 2: 84000, 3: 84000}


@pytest.mark.clause("HLD 15.2(b)", "HLD 8.5(b)")
@pytest.mark.parametrize("reading", ["excess", "all"])
def test_antes_are_in_the_pot_and_an_uncalled_opening_bet_is_not(reading: str) -> None:
    # HLD-06 with three players.
    scene = Scene(uncalled_bet=reading, **ANTES).start().act("2 bet 1000", "3 fold", "1 fold")
    assert scene.done.returned == {2: 1000}
    assert pots(scene) == [(1500, (2,))]


@pytest.mark.clause("HLD 15.2(b)", "HLD 10.2(a)(iii)")
def test_the_call_of_one_who_folds_with_it_is_matched_money() -> None:
    scene = Scene(opening_option="A").start().act("1 call_and_fold", "2 fold")
    assert scene.done.returned == {}
    assert pots(scene) == [(2500, (3,))]


@pytest.mark.clause("HLD 15.2(b)")
def test_the_other_reading_needs_a_bet_of_this_betting_round() -> None:
    # Checked down after a raise that was called and folded to: nothing is uncalled.
    scene = Scene(board=BOARD, uncalled_bet="all").start().act("1 raise 3000", "2 fold", "3 call")
    scene.act("3 check", "1 check", "3 check", "1 check", "3 fold")
    assert scene.done.returned == {}
    assert pots(scene) == [(6500, (1,))]
