"""HLD 17.5 and HLD 17.6: wagers out of turn, what the skipped players do, and what is then open to the early one."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting.out_of_turn import out_of_turn_ruling
from pitboss.games.play import Audience, Command, Viewer
from tests.games.holdem.rulings import chips, clause, early, kinds, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, PLAYER, Scene

ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}


def ruling(scene: Scene) -> str | None:
    return out_of_turn_ruling(scene.table.state)


@pytest.mark.clause("HLD 17.6(a)")
def test_the_skipped_player_checks_so_who_bet_out_of_turn_checks() -> None:
    scene = on_flop()
    assert clause(early(scene, "3 bet 5000")) == "HLD 17.6"
    assert ruling(scene) is None
    scene.act("2 check")
    assert ruling(scene) == "HLD 17.6(a)"
    assert scene.offered == {"check"}
    for line in ("3 bet 5000", "3 fold", "3 tap_out"):
        assert scene.refused(line).clause == "HLD 17.6(a)"
    scene.act("3 check", "1 check")
    # It was for that betting round only.
    scene.act("2 check", "3 bet 3000", "1 fold", "2 fold")
    assert scene.stakes == {1: 19000, 2: 19000, 3: 22000}


@pytest.mark.clause("HLD 17.6(b)", "R-20")
@pytest.mark.parametrize("answer", ["5 call", "5 raise 80000", "5 raise 60000"])
def test_a_skipped_wager_up_to_the_one_indicated_leaves_call_or_fold(answer: str) -> None:
    scene = Scene((500000,) * 6, button=2, blinds=(5000, 10000), min_bet=10000).start()
    scene.act("5 call", "6 call", "1 fold", "2 fold", "3 call", "4 stand", "3 bet 30000", "4 fold")
    early(scene, "6 raise 80000")
    scene.act(answer)
    assert ruling(scene) == "HLD 17.6(b)"
    assert scene.offered == {"call", "fold"}
    for line in ("6 raise 80000", "6 raise 200000", "6 tap_out"):
        assert scene.refused(line).clause == "HLD 17.6(b)"


@pytest.mark.clause("HLD 17.6(b)", "R-34")
def test_a_fold_after_a_smaller_skipped_wager_gives_the_chips_back() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 12000")
    assert chips(scene) == 150000
    scene.act("3 call")
    (folded,) = scene.table.game.decide(scene.table.state, Command(PLAYER, "fold", 1))  # type: ignore[misc]
    assert folded.clause == "HLD 17.6(b)"
    scene.act("1 fold", "2 check", "3 bet 5000", "2 fold")
    assert scene.stakes == {1: 49000, 2: 45000, 3: 56000}


@pytest.mark.clause("HLD 17.6(c)")
def test_a_skipped_wager_above_the_one_indicated_leaves_all_options() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 8000")
    scene.act("3 raise 10000")
    assert ruling(scene) == "HLD 17.6(c)"
    assert scene.offered == {"call", "raise", "fold", "tap_out"}
    assert (scene.money.owes, scene.money.min_to) == (10000, 16000)
    scene.act("1 raise 20000", "2 fold", "3 fold")
    assert scene.stakes == {1: 66000, 2: 45000, 3: 39000}


@pytest.mark.clause("HLD 17.6(c)", "R-34")
def test_a_fold_after_a_larger_skipped_wager_leaves_the_one_indicated_in_the_pot() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 8000")
    scene.act("3 raise 10000", "1 fold")
    assert scene.turn == 2
    # The wager of 8,000 stays; it makes nothing dearer for the others.
    assert (scene.money.owes, scene.money.min_to) == (6000, 16000)
    scene.act("2 fold")
    assert scene.stakes == {1: 41000, 2: 45000, 3: 64000}


@pytest.mark.clause("HLD 17.6(c)", "R-34")
def test_what_was_posted_before_is_part_of_the_wager_that_stays() -> None:
    # The small blind calls the 1,000 out of turn, with 500 of it in front.
    scene = Scene((20000,) * 4).start().act("4 call")
    early(scene, "2 call")
    scene.act("1 raise 3000", "2 fold")
    assert dict(zip(scene.now.seats, scene.now.stacks, strict=True))[2] == 19000


@pytest.mark.clause("HLD 17.6(c)", "R-20")
def test_a_call_out_of_turn_is_a_wager_that_a_raise_exceeds() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 call")
    scene.act("3 raise 10000")
    assert ruling(scene) == "HLD 17.6(c)"
    scene.act("1 fold", "2 fold")
    assert scene.stakes == {1: 45000, 2: 45000, 3: 60000}


@pytest.mark.clause("HLD 17.6(d)")
def test_the_skipped_player_folds_so_the_raise_stands() -> None:
    scene = on_flop((50000,) * 3, hole={1: "Kc Kd", 2: "As Ad"}, board="2h 7c 9d Js 4h").act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.act("3 fold")
    assert ruling(scene) == "HLD 17.6(d)"
    assert scene.offered == {"raise"}
    assert [choice.amounts for choice in scene.table.choices()] == [(12000,)]
    for line in ("1 call", "1 fold", "1 raise 16000", "1 tap_out"):
        assert scene.refused(line).clause == "HLD 17.6(d)"
    scene.act("1 raise 12000", "2 call", "2 check", "1 check", "2 check", "1 check")
    assert scene.stakes == {1: 37000, 2: 64000, 3: 49000}


@pytest.mark.clause("HLD 17.6(d)")
@pytest.mark.parametrize(("shown", "offered"), [("1 call", {"call"}), ("1 tap_out", {"raise", "tap_out"})])
def test_a_call_and_a_tap_out_stand_as_well(shown: str, offered: set[str]) -> None:
    scene = on_flop().act("2 bet 4000")
    early(scene, shown)
    scene.act("3 fold")
    assert scene.offered == offered
    scene.act(shown)


@pytest.mark.clause("HLD 17.6(d)", "HLD 14.1[s1]")
@pytest.mark.parametrize(("stake", "do", "to"), [(4000, "call", 3000), (5000, "call", 4000), (5100, "raise", 4100)])
def test_a_tap_out_out_of_turn_is_a_call_or_a_raise_by_its_size(stake: int, do: str, to: int) -> None:
    scene = on_flop((stake, 20000, 20000)).act("2 bet 4000")
    early(scene, "1 tap_out")
    assert (scene.now.early[0].do, scene.now.early[0].to) == (do, to)


@pytest.mark.clause("HLD 17.6(d)", "HLD 14.1[s1]")
def test_a_tap_out_out_of_turn_may_open_the_betting() -> None:
    scene = on_flop()
    early(scene, "3 tap_out")
    scene.act("2 fold")
    assert scene.offered == {"bet", "tap_out"}


@pytest.mark.clause("HLD 17.6(d)", "HLD 14.1[s1]")
def test_a_call_that_is_a_tap_out_stands_for_what_there_is() -> None:
    scene = on_flop((3000, 20000, 20000)).act("2 bet 4000")
    early(scene, "1 call")
    assert scene.now.early[0].to == 2000
    scene.act("3 fold")
    assert scene.offered == {"call", "tap_out"}
    scene.act("1 call")
    assert scene.done.returned == {2: 2000}


@pytest.mark.clause("HLD 17.6(c)", "HLD 14.1[s1]", "R-20")
def test_a_short_call_out_of_turn_is_exceeded_by_a_full_one() -> None:
    scene = on_flop((3000, 20000, 20000)).act("2 bet 4000")
    early(scene, "1 tap_out")
    scene.act("3 call")
    assert ruling(scene) == "HLD 17.6(c)"
    assert scene.offered == {"call", "tap_out", "fold"}
    scene.act("1 fold")
    assert scene.now.stacks[scene.now.seats.index(1)] == 0


@pytest.mark.clause("HLD 17.6(d)")
def test_a_raise_that_nobody_is_left_to_call_holds_to_the_call_in_it() -> None:
    scene = on_flop((50000, 5000, 50000)).act("2 tap_out")
    early(scene, "1 raise 12000")
    scene.act("3 fold")
    assert ruling(scene) == "HLD 17.6(d)"
    assert scene.offered == {"call"}
    assert scene.refused("1 fold").reason == "The action out of turn stands: call."
    scene.act("1 call")
    assert scene.is_over


@pytest.mark.clause("HLD 17.6(d)")
@pytest.mark.parametrize("how", ["supervisor_fold", "no_decision", "wrong_card_count", "hand_in_discards"])
def test_a_skipped_hand_that_is_folded_for_its_player_has_folded(how: str) -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.ruled(how, seat=3, seats=(3,), held=3, seconds=40)
    assert scene.turn == 1
    assert ruling(scene) == "HLD 17.6(d)"


@pytest.mark.clause("HLD 17.6(c)")
def test_a_skipped_wager_counts_even_if_its_hand_is_folded_by_the_operator() -> None:
    scene = on_flop((50000,) * 4)
    early(scene, "4 bet 3000")
    scene.act("2 bet 5000")
    scene.ruled("supervisor_fold", seat=2)
    scene.act("3 fold")
    assert ruling(scene) == "HLD 17.6(c)"
    assert scene.offered == {"call", "raise", "tap_out", "fold"}


ALL_OPTIONS = {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("HLD 17.6(a)", "HLD 17.6(b)", "HLD 17.6(c)", "HLD 14.1[s1]", "R-20")
@pytest.mark.parametrize(
    ("stakes", "before", "shown", "then", "paragraph", "offered"),
    [
        # One skipped player checks and another folds: it is a check.
        ((20000,) * 4, (), "4 bet 3000", ("2 check", "3 fold"), "(a)", {"check"}),
        # Of several skipped players the largest wager decides.
        ((20000,) * 4, (), "4 bet 3000", ("2 bet 2000", "3 raise 4000"), "(c)", ALL_OPTIONS),
        ((20000,) * 4, (), "4 bet 3000", ("2 bet 2000", "3 fold"), "(b)", {"call", "fold"}),
        # A skipped player who taps out has wagered so much: 1,500, 6,000 or 12,100 are left on the flop.
        ((50000, 50000, 2500), ("2 bet 4000",), "1 raise 12000", ("3 tap_out",), "(b)", {"call", "fold"}),
        ((50000, 50000, 7000), ("2 bet 4000",), "1 raise 12000", ("3 tap_out",), "(b)", {"call", "fold"}),
        ((50000, 50000, 13100), ("2 bet 4000",), "1 raise 12000", ("3 tap_out",), "(c)", ALL_OPTIONS),
        # A check out of turn binds unless there is a bet.
        ((20000,) * 3, (), "3 check", ("2 check",), "(a)", {"check"}),
        ((20000,) * 3, (), "3 check", ("2 bet 3000",), "(c)", ALL_OPTIONS),
        ((20000,) * 3, (), "3 check", ("2 fold",), "(d)", {"check"}),
    ],
)
def test_what_the_skipped_players_do_decides(
    stakes: tuple[int, ...],
    before: tuple[str, ...],
    shown: str,
    then: tuple[str, ...],
    paragraph: str,
    offered: set[str],
) -> None:
    scene = on_flop(stakes).act(*before)
    early(scene, shown)
    scene.act(*then)
    assert (ruling(scene), scene.offered) == (f"HLD 17.6{paragraph}", offered)


@pytest.mark.clause("HLD 17.6(c)", "R-20")
def test_a_check_leaves_nothing_in_the_pot() -> None:
    scene = on_flop()
    early(scene, "3 check")
    scene.act("2 bet 3000")
    (folded,) = GAME.decide(scene.table.state, Command(PLAYER, "fold", 3))  # type: ignore[misc]
    assert folded.clause == "HLD 12.3(d)"


@pytest.mark.clause("HLD 17.6(a)", "R-27")
@pytest.mark.parametrize(
    ("answer", "paragraph", "offered"),
    [("2 call", "(a)", {"stand"}), ("2 raise 3000", "(c)", ALL_OPTIONS), ("2 fold", "(d)", {"stand"})],
)
def test_before_the_flop_the_last_blind_that_stands_out_of_turn_stands_unless_there_is_a_raise(
    answer: str, paragraph: str, offered: set[str]
) -> None:
    scene = Scene().start().act("1 call")
    early(scene, "3 stand")
    scene.act(answer)
    assert (ruling(scene), scene.offered) == (f"HLD 17.6{paragraph}", offered)


@pytest.mark.clause("HLD 17.6", "HLD 11.1", "HLD 11.2")
def test_what_could_not_be_done_in_turn_cannot_be_shown_out_of_it() -> None:
    first = Scene().start()
    assert not_ruled(first, "out_of_turn", seat=3, ruling="check").clause == "HLD 11.1"
    assert not_ruled(first, "out_of_turn", seat=2, ruling="stand").clause == "HLD 11.2"
    assert not_ruled(first, "out_of_turn", seat=2, ruling="bet", amount=3000).clause == "HLD 17.6"
    assert not_ruled(first, "out_of_turn", seat=2, ruling="raise", amount=1500).clause == "HLD 5.1[s2]"
    assert not_ruled(first, "out_of_turn", seat=3, ruling="call").clause == "HLD 17.6"
    flop = on_flop()
    assert not_ruled(flop, "out_of_turn", seat=3, ruling="stand").clause == "HLD 11.1"
    assert not_ruled(flop, "out_of_turn", seat=3, ruling="raise", amount=3000).clause == "HLD 17.6"
    assert not_ruled(flop, "out_of_turn", seat=3, ruling="call").clause == "HLD 17.6"
    flop.act("2 bet 4000")
    assert not_ruled(flop, "out_of_turn", seat=1, ruling="check").clause == "HLD 11.2"
    assert not_ruled(flop, "out_of_turn", seat=1, ruling="shrug").clause == "HLD 17.6"
    assert not_ruled(flop, "out_of_turn", seat=1, ruling="raise").clause == "HLD 5.1[s2]"


@pytest.mark.clause("HLD 17.6")
def test_who_has_nothing_to_do_cannot_do_it_out_of_turn() -> None:
    scene = on_flop((1000, 20000, 20000, 20000)).act("2 check")
    shows: dict[str, Any] = {"ruling": "bet", "amount": 3000}
    assert not_ruled(scene, "out_of_turn", seat=3, **shows).reason == "It is the turn of seat 3."
    # Seat 1 is tapped out, seat 2 has checked, and seat 5 is empty.
    for seat in (1, 5):
        assert not_ruled(scene, "out_of_turn", seat=seat, **shows).clause == "HLD 17.6"
    assert not_ruled(scene, "out_of_turn", seat=2, ruling="check").clause == "HLD 17.6"
    early(scene, "4 bet 3000")
    assert not_ruled(scene, "out_of_turn", seat=4, **shows).clause == "HLD 17.6"
    won = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(won, "out_of_turn", seat=3, ruling="fold").clause == "HLD 17.6"
    absent = Scene(mode="tournament", chairs={2: {"absent": True}}).start()
    assert not_ruled(absent, "out_of_turn", seat=2, ruling="call").clause == "HLD 17.6"


@pytest.mark.clause("HLD 17.10", "R-20")
def test_a_fold_out_of_turn_binds_at_once() -> None:
    scene = on_flop()
    assert clause(early(scene, "3 fold")) == "HLD 17.10"
    assert scene.turn == 2
    scene.act("2 bet 3000", "1 fold")
    assert scene.stakes == {1: 19000, 2: 22000, 3: 19000}
    last = Scene((20000, 20000)).start()
    early(last, "1 fold")
    last.go_on()
    assert last.stakes == {1: 19000, 2: 21000}


@pytest.mark.clause("HLD 17.6(a)", "HLD 17.6(b)", "HLD 17.6(d)")
def test_several_players_out_of_turn_are_each_ruled_when_their_turn_comes() -> None:
    # Seat 2 was to act; seat 3 bets, and the others follow what they saw.
    checked = on_flop((50000,) * 5)
    early(checked, "3 bet 3000", "4 call", "5 raise 9000")
    assert [shown.to for shown in checked.now.early] == [3000, 3000, 9000]
    checked.act("2 check")
    for seat in (3, 4, 5):
        assert (ruling(checked), checked.offered) == ("HLD 17.6(a)", {"check"})
        checked.act(f"{seat} check")

    folded = on_flop((50000,) * 5)
    early(folded, "3 bet 3000", "4 call", "5 raise 9000")
    folded.act("2 fold")
    assert (ruling(folded), folded.offered) == ("HLD 17.6(d)", {"bet"})
    folded.act("3 bet 3000")
    assert (ruling(folded), folded.offered) == ("HLD 17.6(b)", {"call", "fold"})
    folded.act("4 call")
    assert (ruling(folded), folded.offered) == ("HLD 17.6(b)", {"call", "fold"})
    folded.act("5 fold")
    assert folded.now.stacks[folded.now.seats.index(5)] == 49000


@pytest.mark.clause("HLD 17.6(b)", "HLD 17.6(c)")
def test_several_players_out_of_turn_after_a_bet_of_the_skipped_one() -> None:
    scene = on_flop((50000,) * 4)
    early(scene, "4 bet 6000", "3 bet 3000")
    # Seat 4 was first, and has not seen the bet of seat 3; both were shown when there was nothing to call.
    assert [(shown.to, shown.before) for shown in scene.now.early] == [(6000, 0), (3000, 0)]
    scene.act("2 bet 5000")
    assert ruling(scene) == "HLD 17.6(c)"
    scene.act("3 fold")
    assert ruling(scene) == "HLD 17.6(b)"
    scene.act("4 fold")
    # The 3,000 of seat 3 stay in, the 6,000 of seat 4 go back.
    assert dict(zip(scene.now.seats, scene.now.stacks, strict=True))[3] == 46000
    assert dict(zip(scene.now.seats, scene.now.stacks, strict=True))[4] == 49000


@pytest.mark.clause("HLD 17.6")
def test_a_raise_over_a_bet_out_of_turn_is_measured_by_it() -> None:
    scene = on_flop((50000,) * 4)
    early(scene, "3 bet 3000")
    assert not_ruled(scene, "out_of_turn", seat=4, ruling="raise", amount=5000).clause == "HLD 5.1[s2]"
    assert not_ruled(scene, "out_of_turn", seat=4, ruling="bet", amount=5000).clause == "HLD 17.6"
    assert not_ruled(scene, "out_of_turn", seat=4, ruling="check").clause == "HLD 11.2"
    early(scene, "4 raise 6000")
    # For the button it is a raise to 6,000 by 3,000.
    assert not_ruled(scene, "out_of_turn", seat=1, ruling="raise", amount=8900).clause == "HLD 5.1[s2]"
    early(scene, "1 raise 9000")
    assert [shown.before for shown in scene.now.early] == [0, 3000, 6000]


@pytest.mark.clause("HLD 17.6")
def test_whoever_sits_behind_faces_the_largest_wager_that_was_shown() -> None:
    scene = on_flop((50000,) * 5).act("2 check")
    early(scene, "5 bet 6000", "4 bet 3000", "1 call")
    assert [(shown.to, shown.before) for shown in scene.now.early] == [(6000, 0), (3000, 0), (6000, 6000)]


@pytest.mark.clause("HLD 17.6", "HLD 4.2(g)")
def test_chips_shown_out_of_turn_count_for_the_pot_of_who_raises_behind() -> None:
    scene = Scene((50000,) * 4, limit="full_pot").start()
    early(scene, "1 call", "2 call")
    # Blinds of 1,500, a call of 1,000 and 500 more of the small blind: the big blind raises by 3,000 at most.
    assert not_ruled(scene, "out_of_turn", seat=3, ruling="raise", amount=4100).clause == "HLD 4.2(g)"
    early(scene, "3 raise 4000")


@pytest.mark.clause("HLD 17.6", "HLD 17.6(b)")
def test_a_wager_out_of_turn_that_was_overtaken_is_shown_to_nobody_any_more() -> None:
    scene = on_flop((50000,) * 4).act("2 bet 3000")
    early(scene, "4 raise 9000")
    scene.act("3 raise 6000")
    # Seat 4 may only call the 6,000, and so seat 1 has 6,000 to call.
    early(scene, "1 call")
    assert [(shown.to, shown.before) for shown in scene.now.early] == [(9000, 3000), (6000, 6000)]


@pytest.mark.clause("HLD 17.6(d)", "HLD 14.1[s2]")
def test_who_is_tapped_out_has_nothing_to_act_on_and_is_not_skipped() -> None:
    scene = on_flop((50000, 50000, 4000, 50000)).act("2 bet 1000", "3 tap_out", "4 call", "1 raise 9000")
    early(scene, "4 call")
    scene.act("2 fold")
    assert (ruling(scene), scene.offered) == ("HLD 17.6(d)", {"call"})


@pytest.mark.clause("HLD 17.6(d)", "HLD 19.2(a)")
def test_a_raise_over_a_bet_that_never_came_stands_as_a_bet() -> None:
    scene = on_flop((50000,) * 4)
    early(scene, "3 bet 3000", "4 raise 6000", "1 call")
    scene.act("2 fold")
    scene.ruled("supervisor_fold", seat=3)
    assert (ruling(scene), scene.offered) == ("HLD 17.6(d)", {"bet"})
    scene.act("4 bet 6000")
    assert (ruling(scene), scene.offered) == ("HLD 17.6(b)", {"call", "fold"})
    passed = on_flop((50000,) * 4)
    early(passed, "3 bet 3000", "4 call")
    passed.act("2 fold")
    passed.ruled("supervisor_fold", seat=3)
    # Nothing is left to call, so that the call is a check.
    assert (ruling(passed), passed.offered) == ("HLD 17.6(d)", {"check"})


@pytest.mark.clause("HLD 17.6(b)", "HLD 10.2(d)(i)")
def test_in_an_ante_game_a_bet_before_the_opener_is_ruled_by_the_opening_bet() -> None:
    scene = Scene(**ANTES).start()
    assert scene.turn == 2
    assert not_ruled(scene, "out_of_turn", seat=3, ruling="stand").clause == "HLD 11.2"
    early(scene, "3 bet 3000")
    scene.act("2 bet 2000")
    assert (ruling(scene), scene.offered) == ("HLD 17.6(b)", {"call", "fold"})


@pytest.mark.clause("HLD 17.6(d)", "HLD 10.2(d)(i)", "HLD 19.2(a)")
def test_where_the_opener_of_an_ante_game_is_folded_the_bet_out_of_turn_opens() -> None:
    scene = Scene((20000,) * 4, **ANTES).start()
    early(scene, "3 bet 3000", "4 call")
    scene.ruled("supervisor_fold", seat=2)
    assert (ruling(scene), scene.offered) == ("HLD 17.6(d)", {"bet"})
    scene.ruled("supervisor_fold", seat=3)
    # The call of a bet that was never made: whoever opens must bet, and nobody is held to anything.
    assert ruling(scene) == "HLD 17.6(d)"
    assert scene.offered == {"bet", "tap_out"}
    scene.act("4 bet 1000", "1 fold")
    assert scene.stakes == {1: 19500, 2: 19500, 3: 19500, 4: 21500}


@pytest.mark.clause("HLD 17.6(a)")
def test_what_was_shown_out_of_turn_is_over_with_the_betting_round() -> None:
    scene = on_flop()
    early(scene, "1 bet 3000")
    scene.ruled("wrong_card_count", seats=(1,), held=1)
    assert scene.now.early == ()
    scene.act("2 check", "3 check")
    assert scene.turn == 2
    assert scene.offered >= {"check", "bet"}


@pytest.mark.clause("HLD 17.6", "HLD 19.2(a)", "R-34")
def test_chips_only_shown_out_of_turn_go_back_when_the_operator_folds_the_hand() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.ruled("supervisor_fold", seat=1)
    assert scene.now.early == ()
    assert dict(zip(scene.now.seats, scene.now.stacks, strict=True))[1] == 49000


@pytest.mark.clause("HLD 17.5")
def test_what_the_dealer_directed_in_error_is_taken_back_with_all_that_followed() -> None:
    scene = on_flop((50000,) * 5)
    early(scene, "3 bet 3000", "4 call", "5 call")
    events = scene.ruled("retract", seat=4, reason="dealer_direction")
    assert kinds(events) == ["Recorded", "EarlyWithdrawn"]
    assert clause(events) == "HLD 17.5"
    assert [scene.now.seats[shown.hand] for shown in scene.now.early] == [3]
    scene.act("2 fold", "3 bet 3000")
    assert ruling(scene) is None
    assert scene.offered == {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("HLD 17.5")
def test_it_can_still_be_taken_back_when_the_turn_has_come() -> None:
    scene = on_flop().act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.act("3 call")
    assert scene.offered == {"call", "fold"}
    scene.ruled("retract", seat=1, reason="dealer_direction")
    assert scene.offered == {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("HLD 17.5")
def test_an_action_that_nobody_has_noted_is_taken_back_in_words() -> None:
    scene = on_flop((50000,) * 4).act("2 check", "3 check")
    (taken,) = scene.ruled("retract", DEALER, seat=1, reason="dealer_direction", ruling="bet", amount=6000)
    assert (taken.clause, taken.reason) == ("HLD 17.5", "bet to $60")  # type: ignore[attr-defined]
    for said, words in (({}, "an action"), ({"ruling": "check"}, "check"), ({"amount": 900}, "an action to $9")):
        (taken,) = scene.ruled("retract", DEALER, seat=1, reason="dealer_direction", **said)
        assert (taken.what, taken.reason) == ("retract", words)  # type: ignore[attr-defined]
    scene.act("4 bet 10000")
    assert (scene.turn, scene.money.owes, scene.money.min_to) == (1, 10000, 20000)


@pytest.mark.clause("HLD 17.5")
def test_only_the_dealers_error_takes_back_and_only_what_was_out_of_turn() -> None:
    scene = on_flop()
    early(scene, "3 bet 3000")
    assert not_ruled(scene, "retract", seat=3, reason="changed_mind").clause == "HLD 17.5"
    for seat in (2, 5):
        assert not_ruled(scene, "retract", seat=seat, reason="dealer_direction").clause == "HLD 17.5"
    over = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(over, "retract", seat=3, reason="dealer_direction").clause == "HLD 17.5"


@pytest.mark.clause("HLD 17.6")
def test_everybody_sees_what_was_shown_out_of_turn_and_the_ruling_on_it() -> None:
    scene = on_flop().act("2 bet 4000")
    early(scene, "1 raise 12000")
    scene.act("3 call")
    seen = scene.table.view(Viewer(Audience.SIGN)).as_json()
    assert seen["early"] == [{"seat": 1, "do": "raise", "to": 12000}]
    assert seen["turn"]["ruling"] == "HLD 17.6(b)"
