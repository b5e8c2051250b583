"""HLD 13.2: how a pot is divided among equal hands and between high and low, to the last chip."""

from typing import Any

import pytest

from pitboss.games.holdem import Commission
from pitboss.games.play import Result
from tests.games.holdem.scene import Scene, all_in

BOARD = "2h 7c 9d Js 4h"
STRAIGHT_ON_BOARD = "Ts Jd Qh Kc As"
ACES, KINGS, QUEENS = "As Ad", "Kc Kd", "Qc Qd"
TEN_PERCENT: dict[str, Any] = {"commission": Commission("pot", "ii", 100000), "min_table_stake": 10000}


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]")
def test_equal_hands_divide_and_the_odd_chip_goes_nearest_the_button() -> None:
    scene = Scene((20000,) * 4, hole={1: "2c 3d", 3: "4c 5d", 4: "2d 3c"}, board=STRAIGHT_ON_BOARD).start()
    scene.act("4 call", "1 call", "2 fold", "3 stand")
    scene.check_down()
    # 35 dollars among three: eleven each and the whole rest of two to seat 3; seat 1 has the button and is last.
    assert sorted(scene.awards, key=lambda row: row[1]) == [("high", 1, 1100), ("high", 3, 1300), ("high", 4, 1100)]
    assert {award.seat: award.clause for award in scene.done.awards} == {
        1: "HLD 13.2[s1]",
        3: "HLD 13.2[s2]",
        4: "HLD 13.2[s1]",
    }


@pytest.mark.clause("HLD 13.2[s1]")
def test_what_divides_evenly_leaves_no_odd_chip() -> None:
    scene = all_in({1: "2c 3d", 2: "4c 5d"}, STRAIGHT_ON_BOARD)
    assert sorted(scene.awards) == [("high", 1, 20000), ("high", 2, 20000)]
    assert {award.clause for award in scene.done.awards} == {"HLD 13.2[s1]"}
    assert {outcome.result for outcome in scene.table.outcomes} == {Result.PUSH}


@pytest.mark.clause("HLD 13.2[s1]", "HLD 14.2[s1]")
def test_every_pot_is_divided_by_itself() -> None:
    # A main pot of 3 x 31 and a side pot of 2 x 10: seats 2 and 3 tie in both.
    scene = Scene((20000, 4100, 3100), hole={1: "9c 8d", 2: "2c 3d", 3: "4c 5d"}, board=STRAIGHT_ON_BOARD).start()
    scene.act("1 raise 4100", "2 tap_out", "3 tap_out")
    assert [(award.pot, award.seat, award.amount) for award in scene.done.awards] == [
        (0, 2, 3100),
        (0, 3, 3100),
        (0, 1, 3100),
        (1, 2, 1000),
        (1, 1, 1000),
    ]


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]")
@pytest.mark.parametrize(
    ("unit", "parts"),
    # A pot of 65: 32.50 each as far as the chips go.
    [(100, {3: 3300, 1: 3200}), (50, {3: 3250, 1: 3250}), (500, {3: 3500, 1: 3000}), (1000, {3: 3500, 1: 3000})],
)
def test_division_is_in_the_smallest_chips_in_play(unit: int, parts: dict[int, int]) -> None:
    scene = Scene(hole={1: "2c 3d", 3: "4c 5d"}, board=STRAIGHT_ON_BOARD, chip_unit=unit).start()
    scene.act("1 raise 3000", "2 fold", "3 call").check_down()
    assert {seat: amount for _, seat, amount in scene.awards} == parts


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]", "HLD 15.2(a)(ii)")
def test_with_chips_above_a_dollar_what_is_less_than_a_chip_goes_with_the_odd_chip() -> None:
    # 65 less 6 of commission are 59; in $5 chips 25 each, and nine to seat 3.
    scene = Scene(hole={1: "2c 3d", 3: "4c 5d"}, board=STRAIGHT_ON_BOARD, chip_unit=500, **TEN_PERCENT).start()
    scene.act("1 raise 3000", "2 fold", "3 call").check_down()
    assert scene.done.charge.total == 600
    assert sorted(scene.awards) == [("high", 1, 2500), ("high", 3, 3400)]


@pytest.mark.clause("HLD 13.2[s2]", "HLD D-High/Low Split")
@pytest.mark.parametrize(
    ("reading", "low_seat", "expected"),
    [
        # 65 dollars: the odd one to the high hand, or to the winner nearest the button, which is seat 3.
        ("high", 3, [("high", 1, 3300), ("low", 3, 3200)]),
        ("high", 1, [("high", 3, 3300), ("low", 1, 3200)]),
        ("button", 3, [("high", 1, 3200), ("low", 3, 3300)]),
        ("button", 1, [("high", 3, 3300), ("low", 1, 3200)]),
    ],
)
def test_the_odd_chip_between_the_halves(reading: str, low_seat: int, expected: Any) -> None:
    hole = {low_seat: "3d 4d", 4 - low_seat: "Kd Qh"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", hilo_odd_chip=reading).start()
    scene.act("1 raise 3000", "2 fold", "3 call").check_down()
    assert scene.awards == expected


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]", "HLD D-High/Low Split")
def test_a_half_is_divided_among_equal_low_hands() -> None:
    hole = {1: "Ac 3s", 2: "Kd Qh", 3: "Ah 3h"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", low_ace="low").start()
    scene.act("1 raise 5000", "2 call", "3 call")
    scene.check_down()
    # 75 each half; of the low half 37 each, and one to seat 3 before the button.
    assert scene.awards == [("high", 2, 7500), ("low", 3, 3800), ("low", 1, 3700)]
    assert scene.done.shown == (2, 3, 1)


@pytest.mark.clause("HLD 13.2[s2]", "HLD D-High/Low Split")
@pytest.mark.parametrize(
    ("hole", "expected"),
    [
        # Seat 4 folds its small blind, so seats 1, 2 and 3 follow the button in this order with 155 in the pot. Of
        # halves that cannot be equal the one whose nearest winner is nearer the button takes the odd dollar.
        ({1: "Ac 3s", 2: "Kd Qh", 3: "Ah 3h"}, [("high", 2, 7700), ("low", 1, 3900), ("low", 3, 3900)]),
        ({1: "Kd Qh", 2: "Ah 3h", 3: "Kh Qs"}, [("high", 1, 3900), ("high", 3, 3900), ("low", 2, 7700)]),
        ({1: "Ac 3s", 2: "9h 9s", 3: "Jc Js"}, [("high", 3, 7700), ("low", 1, 7800)]),
    ],
)
def test_the_odd_chip_of_the_halves_by_the_button_where_several_win_one(hole: Any, expected: Any) -> None:
    chosen: dict[str, Any] = {"game": "hilo", "low_ace": "low", "hilo_odd_chip": "button", "blinds": (500, 1000)}
    scene = Scene((20000,) * 4, hole=hole, board="2c 5d 8h Ks Qc", button=3, **chosen).start()
    assert scene.now.seats == (4, 1, 2, 3)
    scene.act("2 raise 5000", "3 call", "4 fold", "1 call").check_down()
    assert scene.awards == expected


@pytest.mark.clause("HLD 13.2[s1]", "HLD D-High/Low Split")
def test_half_of_less_than_two_chips_is_nothing() -> None:
    hole = {1: "Kd Qh", 2: "3d 4d", 3: "7h 9h"}
    scene = Scene((20000, 500, 500), hole=hole, board="2c 5d 8h Ks Qc", game="hilo", chip_unit=1000).start()
    scene.act("1 call")
    assert scene.awards == [("high", 1, 1500)]


@pytest.mark.clause("HLD 13.2[s1]", "HLD D-High/Low Split", "HLD 15.2(a)(ii)")
def test_halves_in_chips_above_a_dollar() -> None:
    # 59 after commission; the low half is 25 in $5 chips and the high hand takes the rest.
    hole = {1: "Kd Qh", 3: "3d 4d"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", chip_unit=500, **TEN_PERCENT).start()
    scene.act("1 raise 3000", "2 fold", "3 call").check_down()
    assert scene.awards == [("high", 1, 3400), ("low", 3, 2500)]


@pytest.mark.clause("HLD 13.2[s1]")
def test_a_pot_of_less_than_a_chip_each_goes_to_the_nearest_winner() -> None:
    scene = Scene((20000, 500, 500), hole={1: "2c 3d", 2: "4c 5d", 3: "4d 5c"}, board=STRAIGHT_ON_BOARD, chip_unit=1000)
    scene.start().act("1 call")
    assert scene.done.returned == {1: 500}
    assert scene.awards == [("high", 2, 1500)]


@pytest.mark.clause("STAR 7.31")
def test_cards_speak_whatever_was_said_of_them() -> None:
    scene = Scene(hole={1: QUEENS, 2: KINGS, 3: ACES}, board=BOARD, by_hand=True).start()
    scene.act("1 call", "2 call", "3 stand").check_down()
    scene.act("1 show")
    assert scene.settle().done.awards[0].seat == 3
