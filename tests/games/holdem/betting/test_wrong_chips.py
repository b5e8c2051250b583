"""HLD 17.7 and HLD 17.8: chips pushed forward that are more than a call and less than a raise, or less than a call."""

from typing import Any

import pytest

from pitboss.games.play import Command
from tests.games.holdem.rulings import clause, early, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, PLAYER, Scene


def pushed(scene: Scene, seat: int, amount: int, **particulars: Any) -> Any:
    """Chips pushed by a player, and the one thing that follows."""
    (event,) = scene.ruled("push", PLAYER, seat=seat, player=f"P{seat}", amount=amount, **particulars)
    return event


def refused(scene: Scene, seat: int, amount: int, **particulars: Any) -> str:
    return not_ruled(scene, "push", DEALER, seat=seat, amount=amount, **particulars).clause


@pytest.mark.clause("HLD 17.7")
@pytest.mark.parametrize("amount", [5100, 7000, 7900])
def test_more_than_the_call_and_less_than_a_raise_is_a_call_and_the_excess_goes_back(amount: int) -> None:
    scene = on_flop((50000,) * 3).act("2 bet 2000", "3 raise 5000")
    event = pushed(scene, 1, amount, ruling="HLD 17.7")
    assert (event.do, event.to, event.added, event.clause) == ("call", 5000, 5000, "HLD 17.7")
    assert scene.turn == 2
    scene.act("2 fold")
    assert scene.now.stacks[scene.now.seats.index(1)] == 44000
    assert sum(scene.now.paid) == 15000


@pytest.mark.clause("HLD 17.7")
def test_what_is_already_in_front_counts_for_the_total() -> None:
    # The small blind has 500 in: 1,200 more make 1,700, where the call is 1,000 and a raise is to 2,000.
    scene = Scene().start().act("1 call")
    event = pushed(scene, 2, 1200)
    assert (event.do, event.to, event.added, event.clause) == ("call", 1000, 500, "HLD 17.7")


@pytest.mark.clause("HLD 17.7", "R-27")
def test_the_last_blind_that_pushes_less_than_a_raise_stands() -> None:
    scene = Scene().start().act("1 call", "2 call")
    event = pushed(scene, 3, 900)
    assert (event.do, event.added, event.clause) == ("stand", 0, "HLD 17.7")


RAISED = ("2 bet 2000", "3 raise 5000")
SHORT = ("2 bet 2000", "3 tap_out", "1 call")


@pytest.mark.clause("HLD 17.7", "HLD 12.2(a)", "HLD 14.1[s1]", "HLD 14.5")
@pytest.mark.parametrize(
    ("stakes", "before", "seat", "amount", "taken"),
    [
        # A right number of chips is what it is.
        ((50000,) * 3, RAISED, 1, 5000, ("call", 5000, False, "HLD 12.3(a)")),
        ((50000,) * 3, RAISED, 1, 8000, ("raise", 8000, False, "HLD 12.3(b)")),
        # Chips open the betting, also a whole stake below the minimum.
        ((20000,) * 3, (), 2, 1500, ("bet", 1500, False, "HLD 12.2(a)")),
        ((20000, 1600, 20000), (), 2, 600, ("bet", 600, True, "HLD 14.1[s1]")),
        # A whole stake is a tap-out and nothing goes back: 5,000 to call and 8,000 to raise, with 1,000 gone before.
        ((7000, 50000, 50000), RAISED, 1, 6000, ("raise", 6000, True, "HLD 14.1[s1]")),
        ((4000, 50000, 50000), RAISED, 1, 3000, ("call", 3000, True, "HLD 14.1[s1]")),
        ((6000, 50000, 50000), RAISED, 1, 5000, ("call", 5000, True, "HLD 14.1[s1]")),
        # Where a raise is not open any excess goes back.
        ((20000, 20000, 4000), SHORT, 2, 9000, ("call", 3000, False, "HLD 17.7")),
        ((20000, 20000, 4000), SHORT, 2, 17000, ("call", 3000, False, "HLD 17.7")),
    ],
)
def test_what_chips_are_taken_for(
    stakes: tuple[int, ...], before: tuple[str, ...], seat: int, amount: int, taken: tuple[str, int, bool, str]
) -> None:
    scene = on_flop(stakes).act(*before)
    assert before != SHORT or scene.money.may_raise is False
    event = pushed(scene, seat, amount)
    assert (event.do, event.to, event.tapped, event.clause) == taken


@pytest.mark.clause("HLD 17.7", "HLD 5.2")
def test_chips_that_open_the_betting_are_at_least_the_minimum() -> None:
    assert refused(on_flop(), 2, 900) == "HLD 5.2"


@pytest.mark.clause("HLD 17.7", "HLD 4.2(g)")
def test_chips_above_the_limit_are_refused_with_it() -> None:
    # A pot of 3,000: at full pot a bet is at most 3,000.
    scene = on_flop(limit="full_pot")
    assert refused(scene, 2, 3100) == "HLD 4.2(g)"
    assert pushed(scene, 2, 3000).to == 3000
    assert refused(scene, 3, 19000) == "HLD 4.2(g)"


@pytest.mark.clause("HLD 17.7", "HLD 10.2(c)")
def test_under_blind_c_the_opener_pushes_a_raise_or_nothing() -> None:
    scene = Scene(opening_option="C").start()
    for amount in (700, 1000, 1500):
        assert refused(scene, 1, amount) == "HLD 10.2(c)"
    assert pushed(scene, 1, 2000).clause == "HLD 10.2(c)(i)"


@pytest.mark.clause("HLD 17.8[s1]")
def test_less_than_the_call_is_made_up_or_folded_and_nothing_else() -> None:
    scene = on_flop().act("2 bet 4000")
    event = pushed(scene, 3, 1500, ruling="HLD 17.8")
    assert (event.amount, event.clause) == (1500, "HLD 17.8[s1]")
    assert scene.turn == 3
    assert scene.offered == {"call", "fold"}
    for line in ("3 raise 9000", "3 tap_out"):
        assert scene.refused(line).clause == "HLD 17.8[s1]"
    # The chips are in front of the player and not in the pot yet; a call costs the whole amount.
    assert scene.now.stacks[scene.now.seats.index(3)] == 19000
    scene.act("3 call")
    assert scene.now.stacks[scene.now.seats.index(3)] == 15000
    assert scene.turn == 1
    assert scene.offered == {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("HLD 17.8[s2]", "R-34")
def test_on_a_fold_the_chips_go_back() -> None:
    scene = on_flop().act("2 bet 4000")
    pushed(scene, 3, 1500)
    (folded,) = scene.ruled("fold", PLAYER, seat=3)
    assert (folded.clause, folded.returned) == ("HLD 17.8[s2]", 1500)  # type: ignore[attr-defined]
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 22000, 3: 19000}


@pytest.mark.clause("HLD 17.8[s1]")
def test_more_chips_are_added_to_those_already_pushed() -> None:
    scene = on_flop().act("2 bet 4000")
    pushed(scene, 3, 1500)
    assert pushed(scene, 3, 500).amount == 2000
    event = pushed(scene, 3, 2000)
    assert (event.do, event.to, event.added, event.clause) == ("call", 4000, 4000, "HLD 17.8[s1]")
    too_many = on_flop().act("2 bet 4000")
    pushed(too_many, 3, 1500)
    # What would be a raise is not open any more: the excess goes back.
    event = pushed(too_many, 3, 9000)
    assert (event.do, event.to, event.clause) == ("call", 4000, "HLD 17.8[s1]")
    assert too_many.now.short_push == 0


@pytest.mark.clause("HLD 17.8[s1]", "HLD 14.1[s1]")
def test_the_rest_of_the_stake_makes_up_for_the_call_as_far_as_it_goes() -> None:
    scene = on_flop((20000, 20000, 4000)).act("2 bet 4000")
    pushed(scene, 3, 1000)
    assert scene.offered == {"call", "tap_out", "fold"}
    event = pushed(scene, 3, 2000)
    assert (event.do, event.to, event.tapped, event.clause) == ("call", 3000, True, "HLD 14.1[s1]")
    exactly = on_flop((20000, 20000, 5000)).act("2 bet 4000")
    pushed(exactly, 3, 1000)
    assert pushed(exactly, 3, 3000).tapped


@pytest.mark.clause("HLD 17.8[s2]", "HLD 4.8[s2]", "HLD 19.2(a)", "R-34")
@pytest.mark.parametrize(
    ("how", "particulars", "by"),
    [
        ("no_decision", {"seconds": 40}, "HLD 4.8[s2]"),
        ("supervisor_fold", {}, "HLD 19.2(a)"),
    ],
)
def test_who_is_folded_by_somebody_else_gets_nothing_back(how: str, particulars: dict[str, Any], by: str) -> None:
    scene = on_flop().act("2 bet 4000")
    pushed(scene, 3, 1500)
    events = scene.ruled(how, seat=3, **particulars)
    assert [event.clause for event in events] == [by, by]
    assert (events[0].do, events[0].to) == ("call", 1500)  # type: ignore[attr-defined]
    assert scene.turn == 1
    # The bet to call stays the same.
    assert scene.money.owes == 4000
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 23500, 3: 17500}


@pytest.mark.clause("HLD 17.8[s1]")
def test_chips_pushed_by_another_hand_are_not_those_of_the_folded_one() -> None:
    scene = on_flop((20000,) * 4).act("2 bet 4000")
    pushed(scene, 3, 1500)
    scene.ruled("supervisor_fold", seat=4)
    assert scene.turn == 3
    assert scene.now.short_push == 1500
    assert scene.offered == {"call", "fold"}
    assert scene.now.stacks[scene.now.seats.index(4)] == 19000


@pytest.mark.clause("HLD 17.8[s1]", "HLD 10.2(a)(iii)")
def test_under_blind_a_the_opener_who_pushes_too_little_still_pays_the_call() -> None:
    scene = Scene(opening_option="A").start()
    pushed(scene, 1, 600)
    assert scene.offered == {"call", "call_and_fold"}
    scene.act("1 call_and_fold")
    assert scene.now.stacks[scene.now.seats.index(1)] == 19000


@pytest.mark.clause("HLD 17.8[s1]", "HLD 17.6(d)")
def test_who_is_bound_to_an_action_out_of_turn_does_not_push_another() -> None:
    scene = on_flop().act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.act("3 fold")
    for amount in (2000, 4000, 8000):
        assert refused(scene, 1, amount) == "HLD 17.6(d)"
    assert pushed(scene, 1, 12000).to == 12000


@pytest.mark.clause("HLD 17.7", "HLD 4.4", "HLD 14.4", "HLD 12.3", "HLD 10.3")
def test_whose_turn_it_is_pushes_the_own_chips_as_far_as_they_go() -> None:
    scene = on_flop().act("2 bet 4000")
    assert refused(scene, 1, 4000) == "HLD 12.3"
    assert refused(Scene().start(), 2, 4000) == "HLD 10.3"
    assert refused(Scene(), 2, 4000) == "HLD 10.3"
    assert refused(scene, 3, 19100) == "HLD 4.4"
    assert not_ruled(scene, "push", DEALER, seat=3).clause == "HLD 4.4"
    assert scene.refuses(Command(PLAYER, "push", 3, "P1", amount=1500)).clause == "HLD 14.4"
    pushed(scene, 3, 1500)
    assert refused(scene, 3, 17600) == "HLD 4.4"


@pytest.mark.clause("HLD 17.7", "HLD 17.8[s1]")
def test_a_ruling_that_does_not_fit_the_chips_is_refused() -> None:
    scene = on_flop().act("2 bet 4000")
    assert refused(scene, 3, 4000, ruling="HLD 17.7") == "HLD 12.3(a)"
    assert refused(scene, 3, 5000, ruling="HLD 17.8") == "HLD 17.7"
    assert refused(scene, 3, 1000, ruling="HLD 17.7") == "HLD 17.8[s1]"
    assert clause(scene.ruled("push", seat=3, amount=5000, ruling="HLD 17.7")) == "HLD 17.7"


@pytest.mark.clause("HLD 17.7")
def test_chips_can_be_named_one_by_one_in_a_cash_game_too() -> None:
    scene = on_flop().act("2 bet 4000")
    (event,) = scene.ruled("push", seat=3, amounts={"2500": 1, "500": 4})
    assert (event.to, event.clause) == (4000, "HLD 17.7")  # type: ignore[attr-defined]
