"""STAR 7.14, STAR 7.27, STAR 7.32 to STAR 7.34, STAR 7.44: what chips pushed without words are taken for."""

from typing import Any

import pytest

from tests.games.holdem.rulings import STAR, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, Scene

CHIPS: dict[str, Any] = {**STAR, "blinds": (100, 200), "min_bet": 200}


def facing(bet: int, stake: int = 20000) -> Scene:
    """Seat 3 on the flop with so much to call; a raise is by as much again."""
    return on_flop((20000, 20000, stake, 20000), **CHIPS).act(f"2 bet {bet}")


def push(scene: Scene, seat: int, said: str | None = None, **chips: int) -> tuple[str, int, str]:
    """Chips by their value: `push(scene, 3, t5000=1)`; what they are taken for, to what total, and by which clause."""
    amounts = {value.lstrip("t"): count for value, count in chips.items()}
    (event,) = scene.ruled("push", DEALER, seat=seat, amounts=amounts, reason=said)
    return event.do, event.to, event.clause  # type: ignore[attr-defined]


@pytest.mark.clause("STAR 7.32[s1]", "STAR 7.34(c)")
@pytest.mark.parametrize("chip", [500, 1000, 5000])
def test_a_single_oversized_chip_is_a_call(chip: int) -> None:
    assert push(facing(400), 3, None, **{f"t{chip}": 1}) == ("call", 400, "STAR 7.32[s1]")
    assert push(facing(300), 3, t1000=1) == ("call", 300, "STAR 7.32[s1]")


@pytest.mark.clause("STAR 7.32[s1]")
def test_an_entrants_last_chip_is_a_call_too() -> None:
    # 1,000 are left after the limp, in one chip.
    assert push(facing(400, stake=1200), 3, t1000=1) == ("call", 400, "STAR 7.32[s1]")
    assert push(facing(400, stake=600), 3, t400=1) == ("call", 400, "STAR 7.34(b)")
    # A last chip below the call is all-in for what it is.
    assert push(facing(1500, stake=1200), 3, t1000=1) == ("call", 1000, "HLD 14.1[s1]")


@pytest.mark.clause("STAR 7.32[s1]")
def test_a_single_chip_below_the_call_is_too_little() -> None:
    scene = facing(400)
    (event,) = scene.ruled("push", DEALER, seat=3, amounts={"100": 1})
    assert (event.amount, event.clause) == (100, "HLD 17.8[s1]")  # type: ignore[attr-defined]
    # Chips that make it up are no single chip any more.
    assert push(scene, 3, t5000=1) == ("call", 400, "HLD 17.8[s1]")


@pytest.mark.clause("STAR 7.32[s2]")
def test_raise_said_before_the_chip_is_the_most_the_chip_allows() -> None:
    assert push(facing(400), 3, "raise", t5000=1) == ("raise", 5000, "STAR 7.32[s2]")
    assert push(facing(400), 3, "raise", t1000=1) == ("raise", 1000, "STAR 7.32[s2]")
    # A raise that was announced is at least the least one.
    assert push(facing(400), 3, "raise", t500=1) == ("raise", 800, "STAR 7.32[s2]")


@pytest.mark.clause("STAR 7.32[s2]", "HLD 4.2(g)")
def test_the_most_the_chip_allows_is_bounded_by_the_limit() -> None:
    scene = on_flop((20000,) * 4, **CHIPS, limit="full_pot").act("2 bet 400")
    # 800 from the limps, 400 bet and 400 to call make 1,600 on top of the call.
    assert push(scene, 3, "raise", t5000=1) == ("raise", 2000, "STAR 7.32[s2]")


@pytest.mark.clause("STAR 7.32[s3]")
def test_not_facing_a_bet_a_chip_is_a_bet_of_all_of_it() -> None:
    assert push(on_flop((20000,) * 3, **CHIPS), 2, t1000=1) == ("bet", 1000, "STAR 7.32[s3]")
    assert push(on_flop((20000,) * 3, **CHIPS), 2, t200=1) == ("bet", 200, "STAR 7.32[s3]")
    assert push(on_flop((20000,) * 3, **CHIPS, limit="full_pot"), 2, t5000=1) == ("bet", 600, "STAR 7.32[s3]")
    assert push(on_flop((20000,) * 3, **CHIPS), 2, "raise", t1000=1) == ("bet", 1000, "STAR 7.32[s3]")
    short = on_flop((20000,) * 3, **CHIPS)
    assert not_ruled(short, "push", DEALER, seat=2, amounts={"100": 1}).clause == "HLD 5.2"


@pytest.mark.clause("STAR 7.32[s3]", "HLD 10.2 tail")
def test_the_big_blind_faces_no_bet_in_its_option() -> None:
    def option() -> Scene:
        return Scene((20000,) * 3, **CHIPS).start().act("1 call", "2 call")

    assert push(option(), 3, t1000=1) == ("raise", 1200, "STAR 7.32[s3]")
    # Less than a raise is none.
    assert push(option(), 3, t100=1) == ("stand", 200, "HLD 17.7")


@pytest.mark.clause("STAR 7.33", "STAR 7.34(d)")
def test_two_equal_chips_between_call_and_raise_are_a_call() -> None:
    # 700 to call and 1,400 to raise: two chips of 500.
    assert push(facing(700), 3, t500=2) == ("call", 700, "STAR 7.33")


@pytest.mark.clause("STAR 7.33")
def test_two_chips_that_make_a_raise_are_one() -> None:
    assert push(facing(500), 3, t500=2) == ("raise", 1000, "HLD 12.3(b)")
    assert push(facing(700), 3, t500=3) == ("raise", 1500, "HLD 12.3(b)")
    # 1,000 to call and 1,800 to raise.
    reraise = on_flop((20000,) * 4, **CHIPS).act("2 bet 200", "3 raise 1000")
    assert push(reraise, 4, t900=2) == ("raise", 1800, "HLD 12.3(b)")


@pytest.mark.clause("STAR 7.33", "HLD 17.7", "HLD 17.8[s1]")
def test_other_chips_are_ruled_by_their_amount() -> None:
    # Not equal, not two, too few, and nothing to call: the excess goes back as well.
    assert push(facing(700), 3, t500=1, t100=3) == ("call", 700, "HLD 17.7")
    assert push(facing(600), 3, t1000=1, t100=1) == ("call", 600, "HLD 17.7")
    assert push(facing(700), 3, t300=3) == ("call", 700, "HLD 17.7")
    too_few: Any = facing(700).ruled("push", DEALER, seat=3, amounts={"100": 2})
    assert too_few[0].clause == "HLD 17.8[s1]"
    option = Scene((20000,) * 3, **CHIPS).start().act("1 call", "2 call")
    assert push(option, 3, t50=2) == ("stand", 200, "HLD 17.7")


@pytest.mark.clause("STAR 7.33")
def test_two_chips_of_which_one_is_no_less_than_the_bet_are_ruled_by_their_amount() -> None:
    # A blind of 1,000 and bets from 2,000 on: a raise is to 3,000, and one chip of 1,000 would have been the call.
    scene = Scene((20000,) * 3, **STAR, min_bet=2000).start()
    assert scene.money.min_to == 3000
    assert push(scene, 1, t1000=2) == ("call", 1000, "HLD 17.7")
    smaller = Scene((20000,) * 3, **STAR, min_bet=2000).start()
    assert push(smaller, 1, t900=2) == ("call", 1000, "STAR 7.33")


@pytest.mark.clause("STAR 7.33")
def test_two_equal_last_chips_between_call_and_raise_are_a_call() -> None:
    # 1,000 are left, 700 to call, 1,400 to raise.
    assert push(facing(700, stake=1200), 3, t500=2) == ("call", 700, "STAR 7.33")


@pytest.mark.clause("STAR 7.34", "STAR 7.34(a)", "STAR 7.34(b)")
def test_a_call_is_said_or_pushed() -> None:
    assert push(facing(400), 3, t100=4) == ("call", 400, "STAR 7.34(b)")
    said = facing(400).act("3 call")
    assert said.now.bets[said.now.seats.index(3)] == 400


@pytest.mark.clause("STAR 7.34(b)")
def test_before_the_flop_what_is_posted_counts_for_the_call() -> None:
    scene = Scene((20000,) * 3, **CHIPS).start().act("1 call")
    assert push(scene, 2, t100=1) == ("call", 200, "STAR 7.34(b)")


@pytest.mark.clause("STAR 7.44[s2]")
def test_whoever_was_told_a_wrong_amount_is_bound_to_the_true_one() -> None:
    # Told 6,000 where it is 7,200; told too much, no more than the true amount.
    assert push(facing(7200), 3, "asked_for_count", t1000=6) == ("call", 7200, "STAR 7.44[s2]")
    assert push(facing(7200), 3, "asked_for_count", t1000=9) == ("call", 7200, "STAR 7.44[s2]")
    short = facing(7200, stake=7000)
    assert push(short, 3, "asked_for_count", t1000=6) == ("call", 6800, "STAR 7.44[s2]")
    assert short.now.stacks[short.now.seats.index(3)] == 0


@pytest.mark.clause("STAR 7.44[s2]")
def test_where_nothing_is_to_be_called_no_count_can_be_wrong() -> None:
    assert push(on_flop((20000,) * 3, **CHIPS), 2, "asked_for_count", t500=2) == ("bet", 1000, "HLD 12.2(a)")


@pytest.mark.clause("STAR 7.32[s1]")
@pytest.mark.parametrize("value", ["red", "", "-5", "5.0", "9" * 5000])
def test_chips_are_named_by_their_value(value: str) -> None:
    assert not_ruled(facing(400), "push", DEALER, seat=3, amounts={value: 1}).clause == "STAR 7.32[s1]"


@pytest.mark.clause("HLD 17.7", "HLD 20.5")
def test_without_the_stars_procedures_chips_are_ruled_by_their_amount() -> None:
    scene = on_flop((20000,) * 4, mode="tournament", blinds=(100, 200), min_bet=200).act("2 bet 400")
    assert push(scene, 3, "raise", t5000=1) == ("raise", 5000, "HLD 12.3(b)")
    other = on_flop((20000,) * 4, mode="tournament", blinds=(100, 200), min_bet=200).act("2 bet 700")
    assert push(other, 3, "asked_for_count", t1000=1) == ("call", 700, "HLD 17.7")


@pytest.mark.clause("STAR 7.14[s1]", "STAR 7.14[s2]", "STAR 7.14[s3]", "STAR 7.27[s1]", "STAR 7.27[s2]")
@pytest.mark.parametrize(
    ("stake", "blind", "ante"), [(20000, 1000, 1000), (1300, 1000, 300), (1000, 1000, 0), (700, 700, 0)]
)
def test_the_big_blind_is_posted_before_its_ante_as_far_as_the_stake_goes(stake: int, blind: int, ante: int) -> None:
    scene = Scene((20000, 20000, stake), big_blind_ante=1000, **STAR).start()
    assert scene.now.bets == (500, blind, 0)
    assert scene.now.dead == (0, ante, 0)
    # The call is the full blind, whatever was posted.
    assert (scene.turn, scene.money.owes) == (1, 1000)


@pytest.mark.clause("STAR 7.14[s4]")
def test_in_pot_limit_omaha_the_big_blind_ante_is_outside_the_pot_before_the_flop() -> None:
    scene = Scene((20000,) * 4, big_blind_ante=1000, limit="full_pot", hole_cards=4, **STAR).start()
    assert scene.money.max_to == 3500
    holdem = Scene((20000,) * 4, big_blind_ante=1000, limit="full_pot", **STAR).start()
    assert holdem.money.max_to == 4500


@pytest.mark.clause("STAR 7.38")
def test_no_commission_is_taken_from_any_pot() -> None:
    scene = Scene(board="2h 7c 9d Js 4h", **STAR).start().act("1 tap_out", "2 call", "3 fold")
    assert (scene.done.charge.total, scene.done.charge.clause) == (0, "STAR 7.38")
    assert sum(scene.stakes.values()) == 60000
