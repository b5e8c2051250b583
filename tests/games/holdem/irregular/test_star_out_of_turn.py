"""STAR 7.35 and STAR 7.36: action out of turn is backed up, and binds unless the action changes."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting.early import is_substantial
from pitboss.games.holdem.betting.out_of_turn import out_of_turn_ruling
from pitboss.games.play import Command
from tests.games.holdem.rulings import SMALL_BLINDS, STAR, clause, early, kinds, not_ruled, on_flop
from tests.games.holdem.scene import PLAYER, Scene


def star(*seats: int, **settings: Any) -> Scene:
    """The flop of a Star tournament with these seats, the last of them on the button and the first to act."""
    return on_flop(dict.fromkeys(seats, 20000), button=seats[-1], **STAR, **SMALL_BLINDS, **settings)  # type: ignore[arg-type]


def ruling(scene: Scene) -> str | None:
    return out_of_turn_ruling(scene.table.state)


@pytest.mark.clause("STAR 7.35 example 1", "STAR 7.35[s1]", "STAR 7.35[s2]", "STAR 7.35[s3]")
@pytest.mark.parametrize("answer", ["5 call", "5 fold"])
def test_example_1_a_raise_out_of_turn_binds_where_the_right_entrant_calls_or_folds(answer: str) -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300", "4 fold")
    assert clause(early(scene, "6 raise 800")) == "STAR 7.35[s1]"
    # The action backs up to seat 5, who faces a bet of 300.
    assert (scene.turn, scene.money.owes) == (5, 300)
    scene.act(answer)
    assert ruling(scene) == "STAR 7.35[s2]"
    assert scene.offered == {"raise"}
    assert [choice.amounts for choice in scene.table.choices()] == [(800,)]
    for line in ("6 call", "6 fold", "6 raise 900", "6 tap_out"):
        assert scene.refused(line).clause == "STAR 7.35[s2]"
    scene.act("6 raise 800")
    assert scene.now.call == 800


@pytest.mark.clause("STAR 7.35 example 1", "STAR 7.35[s4]")
def test_example_1_a_raise_by_the_right_entrant_gives_the_chips_back_and_all_options() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300", "4 fold")
    early(scene, "6 raise 800")
    scene.act("5 raise 600")
    assert ruling(scene) == "STAR 7.35[s4]"
    assert scene.offered == {"call", "raise", "tap_out", "fold"}
    assert (scene.money.owes, scene.money.min_to) == (600, 900)
    # Nothing of the 800 is in the pot, whatever the entrant does now.
    (folded,) = GAME.decide(scene.table.state, Command(PLAYER, "fold", 6))  # type: ignore[misc]
    assert folded.clause == "STAR 7.35[s4]"
    scene.act("6 fold")
    assert scene.now.stacks[scene.now.seats.index(6)] == 19900


@pytest.mark.clause("STAR 7.35 example 2", "STAR 7.35[s2]", "STAR 7.35[s3]")
@pytest.mark.parametrize("answer", ["5 check", "5 fold"])
def test_example_2_a_check_out_of_turn_binds_where_the_right_entrant_does_not_bet(answer: str) -> None:
    scene = star(3, 4, 5, 6).act("3 check", "4 check")
    early(scene, "6 check")
    assert (scene.turn, scene.money.owes) == (5, 0)
    scene.act(answer)
    assert ruling(scene) == "STAR 7.35[s2]"
    assert scene.offered == {"check"}


@pytest.mark.clause("STAR 7.35 example 2", "STAR 7.35[s4]")
def test_example_2_a_bet_by_the_right_entrant_opens_all_options() -> None:
    scene = star(3, 4, 5, 6).act("3 check", "4 check")
    early(scene, "6 check")
    scene.act("5 bet 300")
    assert ruling(scene) == "STAR 7.35[s4]"
    assert scene.offered == {"call", "raise", "tap_out", "fold"}
    assert (scene.money.owes, scene.money.min_to) == (300, 600)
    # A check was no wager, so the fold is like any other.
    (folded,) = GAME.decide(scene.table.state, Command(PLAYER, "fold", 6))  # type: ignore[misc]
    assert folded.clause == "HLD 12.3(d)"


@pytest.mark.clause("STAR 7.35[s2]", "STAR 7.35[s4]")
def test_a_call_and_a_bet_out_of_turn_bind_in_the_same_way() -> None:
    called = star(3, 4, 5, 6).act("3 bet 300", "4 fold")
    early(called, "6 call")
    called.act("5 call")
    assert called.offered == {"call"}
    bet = star(3, 4, 5, 6)
    early(bet, "5 bet 400")
    bet.act("3 check", "4 check")
    assert bet.offered == {"bet"}
    assert bet.refused("5 bet 500").reason == "The action out of turn stands: bet to 400."
    bet.act("5 bet 400")


@pytest.mark.clause("STAR 7.35[s2]", "STAR 7.35[s4]", "R-27")
def test_the_big_blind_that_checks_out_of_turn_before_the_flop_is_bound_unless_there_is_a_raise() -> None:
    def first_round() -> Scene:
        scene = Scene({3: 20000, 4: 20000, 5: 20000}, button=5, **STAR, **SMALL_BLINDS).start().act("5 call")
        early(scene, "4 stand")
        return scene

    assert first_round().act("3 call").offered == {"stand"}
    assert first_round().act("3 fold").offered == {"stand"}
    assert first_round().act("3 raise 300").offered == {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("STAR 7.35[s4]", "STAR 7.43[s3]")
def test_a_raise_that_comes_back_changes_the_action_too() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300", "4 raise 900")
    early(scene, "6 call")
    scene.ruled("hand_in_discards", seat=4)
    scene.act("5 call")
    # Seat 6 called 900 and now faces 300.
    assert ruling(scene) == "STAR 7.35[s4]"
    assert scene.offered == {"call", "raise", "tap_out", "fold"}


@pytest.mark.clause("STAR 7.35[s4]")
def test_a_short_all_in_changes_the_action_as_well() -> None:
    stakes = {3: 20000, 4: 20000, 5: 500, 6: 20000}
    scene = on_flop(stakes, button=6, **STAR, **SMALL_BLINDS).act("3 bet 300", "4 fold")  # type: ignore[arg-type]
    early(scene, "6 call")
    scene.act("5 tap_out")
    assert (scene.now.call, ruling(scene)) == (400, "STAR 7.35[s4]")


@pytest.mark.clause("STAR 7.35[s2]")
def test_a_bound_raise_that_nobody_is_left_to_call_is_the_call_in_it() -> None:
    stakes = {3: 400, 4: 20000, 5: 20000}
    scene = on_flop(stakes, button=5, **STAR, **SMALL_BLINDS).act("3 tap_out")  # type: ignore[arg-type]
    early(scene, "5 raise 900")
    scene.act("4 fold")
    assert scene.offered == {"call"}


@pytest.mark.clause("STAR 7.35[s5]")
def test_a_fold_out_of_turn_binds() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300", "4 fold")
    events = early(scene, "6 fold")
    assert kinds(events) == ["Folded", "ShownEarly"]
    assert [event.clause for event in events] == ["STAR 7.35[s5]", "STAR 7.35[s1]"]
    assert scene.turn == 5
    scene.act("5 raise 600")
    assert scene.turn == 3
    assert not_ruled(scene, "out_of_turn", seat=6, ruling="call").clause == "STAR 7.35[s1]"


@pytest.mark.clause("STAR 7.35[s2]", "STAR 7.35[s4]")
def test_several_entrants_out_of_turn_who_followed_each_other() -> None:
    checked = star(3, 4, 5, 6)
    early(checked, "4 bet 300", "5 call", "6 raise 900")
    checked.act("3 check")
    assert checked.offered == {"bet"}
    checked.act("4 bet 300")
    assert checked.offered == {"call"}
    checked.act("5 call")
    assert checked.offered == {"raise"}
    checked.act("6 raise 900")
    assert (checked.turn, checked.money.owes) == (3, 900)

    changed = star(3, 4, 5, 6)
    early(changed, "4 bet 300", "5 call", "6 raise 900")
    changed.act("3 bet 400")
    for seat in (4, 5, 6):
        assert changed.turn == seat
        assert changed.offered == {"call", "raise", "tap_out", "fold"}
        changed.act(f"{seat} call")


@pytest.mark.clause("STAR D-Substantial Action", "T-14")
@pytest.mark.parametrize(
    ("actions", "substantial"),
    [
        ((), False),
        (("bet",), False),
        (("check", "check"), False),
        (("fold", "fold"), False),
        (("check", "fold"), False),
        (("check", "bet"), True),
        (("call", "fold"), True),
        (("raise", "check"), True),
        (("check", "check", "check"), True),
        (("fold", "check", "fold"), True),
    ],
)
def test_two_actions_with_chips_or_any_three_are_substantial(actions: tuple[str, ...], substantial: bool) -> None:
    assert is_substantial(actions) is substantial


@pytest.mark.clause("T-14")
def test_a_check_and_a_fold_are_substantial_by_the_other_reading() -> None:
    assert is_substantial(("check", "fold"), check_fold=True)
    assert is_substantial(("fold", "stand"), check_fold=True)
    assert not is_substantial(("check", "check"), check_fold=True)
    assert not is_substantial(("fold", "fold"), check_fold=True)
    usual, other = (star(3, 4, 5, 6, sa_check_fold=reading) for reading in (False, True))
    for scene in (usual, other):
        early(scene, "4 check", "5 fold")
    assert not_ruled(usual, "skipped_hand", seat=3, ruling="no_raise").clause == "STAR 7.36[s2]"
    other.ruled("skipped_hand", seat=3, ruling="no_raise")


@pytest.mark.clause("STAR 7.36[s2]", "STAR 7.36[s3]")
def test_who_was_skipped_and_kept_silent_may_be_ruled_dead() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300")
    early(scene, "5 call", "6 call")
    assert clause(scene.ruled("skipped_hand", seat=4, ruling="dead")) == "STAR 7.36[s3]"
    assert scene.turn == 5
    # What was done out of turn binds.
    assert scene.offered == {"call"}
    scene.act("5 call")
    assert scene.offered == {"call"}


@pytest.mark.clause("STAR 7.36[s2]", "STAR 7.36[s3]")
def test_who_was_skipped_and_kept_silent_may_be_held_to_calls() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300")
    early(scene, "5 call", "6 call")
    assert clause(scene.ruled("skipped_hand", seat=4, ruling="no_raise")) == "STAR 7.36[s3]"
    assert scene.offered == {"call", "fold"}
    for line in ("4 raise 900", "4 tap_out"):
        assert scene.refused(line).clause == "STAR 7.36[s3]"
    scene.act("4 call")
    assert scene.offered == {"call"}
    scene.act("5 call", "6 call")
    # It was for that betting round only.
    scene.act("3 check")
    assert scene.offered >= {"check", "bet"}


@pytest.mark.clause("STAR 7.36[s3]")
def test_no_aggression_means_no_bet_either() -> None:
    scene = star(3, 4, 5, 6)
    early(scene, "4 check", "5 check", "6 check")
    scene.ruled("skipped_hand", seat=3, ruling="no_raise")
    assert scene.offered == {"check", "fold"}


@pytest.mark.clause("STAR 7.36[s2]", "STAR D-Substantial Action")
def test_one_action_past_an_entrant_is_not_substantial() -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300")
    early(scene, "6 call")
    for seat in (4, 5):
        refusal = not_ruled(scene, "skipped_hand", seat=seat, ruling="dead")
        assert (refusal.clause, refusal.reason.startswith("There has been no")) == ("STAR 7.36[s2]", True)
    # A fold out of turn is the second action, with the chips of the first.
    early(scene, "5 fold")
    scene.ruled("skipped_hand", seat=4, ruling="no_raise")
    folds = star(3, 4, 5, 6).act("3 bet 300")
    early(folds, "6 fold", "5 fold")
    assert not_ruled(folds, "skipped_hand", seat=4, ruling="dead").clause == "STAR 7.36[s2]"


@pytest.mark.clause("STAR 7.36[s2]")
def test_only_who_has_still_to_act_was_skipped() -> None:
    scene = star(3, 4, 5, 6)
    early(scene, "5 bet 300", "6 call")
    scene.act("3 check")
    # Seat 3 has spoken up and acted, seat 5 was skipped by nobody who counts, and seat 7 is empty.
    for seat in (3, 5, 6, 7):
        assert not_ruled(scene, "skipped_hand", seat=seat, ruling="dead").clause == "STAR 7.36[s2]"
    assert not_ruled(scene, "skipped_hand", seat=4, ruling="warned").clause == "STAR 7.36[s3]"
    scene.ruled("skipped_hand", seat=4, ruling="dead")


@pytest.mark.clause("STAR 7.36[s2]", "HLD 10.4(a)")
def test_the_last_entrant_left_is_not_ruled_dead() -> None:
    scene = star(3, 4, 5, 6, by_hand=True)
    early(scene, "4 fold", "5 fold", "6 fold")
    assert not_ruled(scene, "skipped_hand", seat=3, ruling="dead").clause == "STAR 7.36[s2]"
    scene.settle()
    assert scene.stakes[3] == 20300


@pytest.mark.clause("HLD 17.6", "HLD 20.5", "T-15")
def test_the_hold_em_rules_do_not_know_the_duty_to_speak_up() -> None:
    scene = on_flop((20000,) * 4, mode="tournament")
    early(scene, "3 bet 3000", "4 call")
    assert not_ruled(scene, "skipped_hand", seat=2, ruling="dead").clause == "HLD 17.6"
    # There a call by the skipped entrant takes the raise away, which under the Star's procedures binds.
    called = on_flop((20000,) * 3, mode="tournament").act("2 bet 1000")
    early(called, "1 raise 4000")
    assert called.act("3 call").offered == {"call", "fold"}


@pytest.mark.clause("STAR 7.25[s5]", "STAR 7.35[s2]")
@pytest.mark.parametrize(("shown", "do"), [("6 raise 800", "raise"), ("6 call", "call")])
def test_the_clock_does_not_undo_what_binds(shown: str, do: str) -> None:
    scene = star(3, 4, 5, 6).act("3 bet 300", "4 fold")
    early(scene, shown)
    scene.act("5 call")
    (event,) = scene.ruled("no_decision", seat=6, seconds=30)
    assert event.do == do  # type: ignore[attr-defined]


@pytest.mark.clause("STAR 7.25[s5]", "STAR 7.35[s2]")
def test_a_blind_that_called_out_of_turn_pays_the_rest_of_the_call() -> None:
    scene = Scene(dict.fromkeys((3, 4, 5, 6), 20000), button=6, **STAR, **SMALL_BLINDS).start()
    early(scene, "3 call")
    scene.act("5 call", "6 fold")
    (event,) = scene.ruled("no_decision", seat=3, seconds=30)
    assert (event.do, event.to, event.added) == ("call", 100, 50)  # type: ignore[attr-defined]
