"""STAR 7.43: a hand that the dealer mucked is dead, and of its chips only a raise that nobody has called comes back."""

from typing import Any

import pytest

from tests.games.holdem.rulings import SMALL_BLINDS, STAR, chips, clause, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, PLAYER, Scene

# Bets from 500 on, as in the example of a raise from 500 to 1,500.
TABLE: dict[str, Any] = {**STAR, "blinds": (250, 500), "min_bet": 500, "chip_unit": 25}


def mucked(scene: Scene, seat: int) -> tuple[int, str]:
    """What comes back with a hand that is swept away, and by which clause."""
    before = chips(scene)
    dead: Any = scene.ruled("hand_in_discards", DEALER, seat=seat)[-1]
    assert chips(scene) == before
    return dead.returned, dead.clause


def stack(scene: Scene, seat: int) -> int:
    return scene.now.stacks[scene.now.seats.index(seat)]


@pytest.mark.clause("STAR 7.43[s3]")
def test_a_raise_from_500_to_1500_that_nobody_has_called_gives_1000_back_and_500_stays() -> None:
    scene = on_flop((20000,) * 4, **TABLE).act("2 bet 500", "3 raise 1500")
    assert mucked(scene, 3) == (1000, "STAR 7.43[s3]")
    assert stack(scene, 3) == 19000
    assert scene.now.bets == (500, 500, 0, 0)
    # The next entrant faces the bet of 500 again, and raises to 1,000 or more.
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (4, 500, 1000)
    scene.act("4 call", "1 fold")
    # The bettor has acted: nobody raises against the own bet, and the turn is dealt.
    assert (scene.now.street, scene.turn) == (2, 2)
    assert sum(scene.now.paid) == 4 * 500 + 3 * 500


@pytest.mark.clause("STAR 7.43[s3]")
def test_before_the_flop_the_blind_stays_to_be_called() -> None:
    scene = Scene((20000,) * 4, **TABLE).start().act("4 raise 1500")
    assert mucked(scene, 4) == (1000, "STAR 7.43[s3]")
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (1, 500, 1000)
    scene.act("1 call", "2 call")
    # The big blind still has its option.
    assert (scene.turn, scene.offered) == (3, {"stand", "raise", "tap_out", "fold"})


@pytest.mark.clause("STAR 7.43[s3]")
def test_where_the_blinds_are_short_the_full_call_stays_with_the_hand() -> None:
    # The big blind has posted 100 of 500; whoever raises to 1,500 has called 500 and raised 1,000.
    scene = Scene((20000, 20000, 100, 20000), **TABLE).start().act("4 raise 1500")
    assert mucked(scene, 4) == (1000, "STAR 7.43[s3]")
    assert (scene.turn, scene.money.owes) == (1, 500)


@pytest.mark.clause("STAR 7.43[s3]")
def test_a_raise_over_a_raise_comes_back_to_the_one_before() -> None:
    scene = on_flop((20000,) * 4, **TABLE).act("2 bet 500", "3 raise 1500", "4 raise 4000")
    assert mucked(scene, 4) == (2500, "STAR 7.43[s3]")
    # The raise before was by 1,000.
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (1, 1500, 2500)
    scene.act("1 fold")
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (2, 1000, 2500)
    scene.act("2 call")
    # The raise of seat 3 stands as it was called, so that the betting is complete.
    assert (scene.now.street, scene.turn) == (2, 2)


@pytest.mark.clause("STAR 7.43[s3]")
def test_a_limited_number_of_raises_does_not_count_the_one_that_came_back() -> None:
    limits: dict[str, Any] = {"limit": "fixed", "max_bet": 1000, "max_raises": 1}
    scene = on_flop((20000,) * 4, **TABLE, **limits).act("2 bet 500", "3 raise 1500")
    assert scene.money.may_raise is False
    mucked(scene, 3)
    assert scene.money.may_raise is True


@pytest.mark.clause("STAR 7.43[s3]", "HLD 14.5")
def test_what_an_all_in_has_called_of_the_raise_stays() -> None:
    # Seat 4 has 800 on the flop and is all-in against the raise to 1,500.
    scene = on_flop((20000, 20000, 20000, 1300), **TABLE).act("2 bet 500", "3 raise 1500", "4 tap_out")
    assert mucked(scene, 3) == (700, "STAR 7.43[s3]")
    assert (scene.turn, scene.money.owes) == (1, 800)
    scene.act("1 fold")
    # For the bettor it is an all-in below a full raise: call or fold.
    assert (scene.turn, scene.money.owes, scene.money.may_raise) == (2, 300, False)


@pytest.mark.clause("STAR 7.43[s3]")
def test_an_all_in_raise_that_was_not_called_comes_back_too() -> None:
    scene = on_flop((20000, 20000, 1200, 20000), **TABLE).act("2 bet 500", "3 tap_out")
    assert scene.now.call == 700
    assert mucked(scene, 3) == (200, "STAR 7.43[s3]")
    assert stack(scene, 3) == 200
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (4, 500, 1000)


@pytest.mark.clause("STAR 7.43[s3]")
def test_after_the_betting_an_uncalled_raise_over_an_all_in_comes_back_as_well() -> None:
    scene = on_flop((20000, 1000, 20000, 20000), **TABLE).act("2 tap_out", "3 raise 2000", "4 fold")
    # Seat 1 folds, and seats 2 and 3 are alone; before the cards are turned up the hand is swept away.
    scene.ruled("fold", PLAYER, seat=1)
    assert scene.now.turn == -1
    assert mucked(scene, 3) == (1500, "STAR 7.43[s3]")
    scene.go_on()
    # 500 of everybody before the flop, and 500 of two on it.
    assert scene.stakes == {1: 19500, 2: 3000, 3: 19000, 4: 19500}


@pytest.mark.clause("STAR 7.43[s2]")
@pytest.mark.parametrize(
    ("lines", "seat", "then"),
    [
        # A raise that was called, or raised again; a bet and a call are no raise.
        (("2 bet 500", "3 raise 1500", "4 call"), 3, (1, 1500)),
        (("2 bet 500", "3 raise 1500", "4 raise 2500"), 3, (1, 2500)),
        (("2 bet 500",), 2, (3, 500)),
        (("2 bet 500", "3 call"), 3, (4, 500)),
    ],
)
def test_what_is_no_raise_that_nobody_called_is_not_given_back(
    lines: tuple[str, ...], seat: int, then: tuple[int, int]
) -> None:
    scene = on_flop((20000,) * 4, **TABLE).act(*lines)
    assert mucked(scene, seat) == (0, "STAR 7.43[s2]")
    assert (scene.turn, scene.money.owes) == then


@pytest.mark.clause("STAR 7.43[s2]")
def test_a_blind_and_a_raise_of_the_street_before_are_no_raise() -> None:
    blind = Scene((20000,) * 4, **TABLE).start()
    assert mucked(blind, 3) == (0, "STAR 7.43[s2]")
    assert (blind.turn, blind.money.owes) == (4, 500)
    later = Scene((20000,) * 3, **TABLE).start().act("1 raise 1500", "2 call", "3 call")
    assert mucked(later, 1) == (0, "STAR 7.43[s2]")


@pytest.mark.clause("STAR 7.43[s2]")
def test_nor_has_one_over_whose_raise_an_all_in_lies_when_the_next_raise_has_come_back() -> None:
    scene = on_flop((2500, 20000, 20000, 20000), **TABLE).act("2 bet 500", "3 raise 1500", "4 raise 4000", "1 tap_out")
    assert mucked(scene, 4) == (2000, "STAR 7.43[s3]")
    assert mucked(scene, 3) == (0, "STAR 7.43[s2]")
    assert stack(scene, 3) == 18000
    assert (scene.turn, scene.money.owes) == (2, 1500)


@pytest.mark.clause("STAR 7.43[s3]", "HLD 17.8[s1]")
def test_whoever_had_pushed_too_little_against_the_raise_acts_anew() -> None:
    scene = on_flop((20000,) * 4, **TABLE).act("2 bet 500", "3 raise 1500")
    scene.ruled("push", DEALER, seat=4, amount=600)
    mucked(scene, 3)
    assert scene.turn == 4
    assert scene.offered == {"call", "raise", "tap_out", "fold"}
    assert stack(scene, 4) == 19500


@pytest.mark.clause("STAR 7.43[s3]", "R-11")
def test_a_short_opening_that_was_completed_is_short_again() -> None:
    reading = {**TABLE, "short_open_tap_out": "completable"}
    scene = on_flop((20000, 800, 20000, 20000), **reading).act("2 tap_out", "3 raise 1000")
    assert mucked(scene, 3) == (700, "STAR 7.43[s3]")
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (4, 300, 500)


@pytest.mark.clause("STAR 7.43[s2]", "HLD 13.1[s1]")
def test_the_bettor_before_the_raise_is_the_one_who_was_called() -> None:
    scene = on_flop((20000,) * 4, board="2h 7c 9d Js 4h", **TABLE)
    for _ in range(2):
        scene.act("2 check", "3 check", "4 check", "1 check")
    scene.act("2 check", "3 check", "4 bet 500", "1 raise 1500")
    mucked(scene, 1)
    scene.act("2 call", "3 fold")
    assert scene.done.shown[0] == 4


@pytest.mark.clause("STAR 7.43[s2]", "HLD 10.4(a)")
def test_a_hand_that_is_not_there_or_has_won_is_not_mucked() -> None:
    scene = on_flop((20000,) * 3, **TABLE, by_hand=True).act("2 fold", "3 fold")
    assert not_ruled(scene, "hand_in_discards", seat=1).clause == "HLD 10.4(a)"
    assert not_ruled(scene, "hand_in_discards", seat=2).clause == "HLD 17.10"


@pytest.mark.clause("STAR 7.43[s3]")
def test_with_one_entrant_left_the_round_is_over() -> None:
    scene = on_flop((20000, 20000), **STAR, **SMALL_BLINDS)
    first, second = scene.now.seats
    scene.act(f"{first} bet 300", f"{second} raise 900")
    assert mucked(scene, second) == (600, "STAR 7.43[s3]")
    scene.go_on()
    assert clause(tuple(scene.table.events[-1:])) == "HLD 12.4(a)"
    assert scene.stakes == {first: 20400, second: 19600}
