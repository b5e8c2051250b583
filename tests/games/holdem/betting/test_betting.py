"""HLD 10, HLD 11 and HLD 12: whose turn it is, and what may be done with it in each of the four betting rounds."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting.betting import Folded
from pitboss.games.play import Audience, Command, Role, Viewer, dollars
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene, last_event, turns

BOARD = "2h 7c 9d Js 4h"
FOUR = (20000,) * 4
SIGN = Viewer(Audience.SIGN)


def flop(**chosen: Any) -> Scene:
    """Three players who have called, and a flop."""
    scene = Scene(board=BOARD, by_hand=True, **chosen).start()
    return scene.act("1 call", "2 call", "3 stand")


@pytest.mark.clause("HLD 10.1[s1]", "HLD 10.3", "HLD 10.4", "HLD 12.4")
def test_the_turn_goes_clockwise_from_the_last_blind_until_all_have_matched() -> None:
    scene = Scene((20000,) * 5, button=2).start()
    order = turns(scene, "5 call", "1 raise 2000", "2 fold", "3 call", "4 raise 4000", "5 call", "1 call", "3 call")
    assert order == [5, 1, 2, 3, 4, 5, 1, 3, 3]
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 10.1[s2]", "HLD 12.2")
def test_later_betting_rounds_open_at_the_first_active_seat_after_the_button() -> None:
    scene = Scene((20000, 20000, 3000, 20000, 20000), board=BOARD).start()
    scene.act("4 call", "5 call", "1 call", "2 fold", "3 tap_out", "4 call", "5 call", "1 call")
    assert scene.turn == 4, "seat 2 has folded and seat 3 has tapped out"
    assert turns(scene, "4 check", "5 check", "1 check") == [4, 5, 1, 4]


@pytest.mark.clause("HLD 10.3", "HLD 12.3")
def test_nobody_acts_in_anothers_turn() -> None:
    scene = Scene().start()
    assert scene.refused("2 fold") == Refusal("HLD 10.3", "It is the turn of seat 1, not of seat 2.")
    scene.act("1 call", "2 call", "3 stand")
    assert scene.refused("1 check") == Refusal("HLD 12.3", "It is the turn of seat 2, not of seat 1.")
    for line in ("1 fold", "1 stand", "1 call", "1 call_and_fold", "1 bet 1000", "1 raise 2000", "3 tap_out"):
        assert scene.refused(line).clause == "HLD 12.3"


@pytest.mark.clause("HLD 14.4")
def test_nobody_bets_for_another_player() -> None:
    scene = Scene().start()
    answer = scene.refuses(Command(PLAYER, "call", 1, "P2"))
    assert answer == Refusal("HLD 14.4", "The hand at seat 1 is played by P1 alone.")
    assert not isinstance(scene.table.do(Command(PLAYER, "call", 1)), Refusal), "the name may be left out"


@pytest.mark.clause("HLD 9.3", "HLD 9.5")
def test_nobody_decides_where_no_betting_round_is_open() -> None:
    scene = Scene()
    closed = Refusal("HLD 9.3", "No decision is awaited from anybody.")
    assert scene.refused("1 fold") == closed
    scene.start().act("1 fold", "2 fold")
    assert scene.is_over
    assert scene.refused("3 raise 2000") == closed
    waiting = flop().act(*("2 check", "3 check", "1 check") * 3)
    assert waiting.turn is None
    for seat in (1, 2, 3):
        assert waiting.refused(f"{seat} check") == closed, "the showdown is all that is left"
    assert scene.table.choices() != ()
    assert all(choice.do not in ("fold", "call", "raise") for choice in scene.table.choices())


@pytest.mark.clause("HLD 13.3")
def test_a_pot_is_not_divided_before_the_round_has_been_played_out() -> None:
    scene = Scene().start()
    for street in range(4):
        assert isinstance(scene.table.do(Command(DEALER, "settle")), Refusal), street
        assert not scene.is_over
        scene.act(*(("1 call", "2 call", "3 stand"), *(("2 check", "3 check", "1 check"),) * 3)[street])
    assert scene.is_over
    assert scene.done.awards


@pytest.mark.clause("HLD 10.4(a)", "HLD 12.4(a)")
def test_the_only_player_left_wins_the_pot_unseen() -> None:
    scene = Scene().start().act("1 raise 3000", "2 fold", "3 fold")
    assert scene.is_over
    assert (scene.done.awards[0].pot, scene.done.awards[0].clause) == (0, "HLD 10.4(a)")
    # 20 of the raise nobody matched; 5 and 10 of the blinds and 10 of the own.
    assert (scene.done.returned, scene.done.awards[0][1:4]) == ({1: 2000}, ("sole", 1, 2500))
    assert (scene.done.shown, scene.done.mucked) == ((), ())
    later = flop().act("2 bet 1000", "3 fold", "1 fold").settle()
    assert later.done.awards[0].clause == "HLD 12.4(a)"
    assert later.stakes == {1: 19000, 2: 22000, 3: 19000}


# Checking, and the later betting rounds.


@pytest.mark.clause("HLD 11.1", "HLD 12.2", "HLD 12.2(a)", "HLD 12.2(b)", "HLD 12.2(c)", "HLD D-Check")
def test_the_opener_of_a_later_betting_round_bets_checks_or_folds() -> None:
    assert flop().offered == {"fold", "check", "bet", "tap_out"}
    for line, clause in (("2 bet 1000", "HLD 12.2(a)"), ("2 check", "HLD 12.2(b)"), ("2 fold", "HLD 12.2(c)")):
        scene = flop().act(line)
        assert last_event(scene).clause == clause
        assert scene.turn == 3


@pytest.mark.clause("HLD 12.3", "HLD 12.3(a)", "HLD 12.3(b)", "HLD 12.3(c)", "HLD 12.3(d)", "HLD 11.1")
def test_the_others_follow_with_call_raise_check_or_fold() -> None:
    checked = flop().act("2 check")
    assert checked.offered == {"fold", "check", "bet", "tap_out"}
    for line, clause in (("3 check", "HLD 12.3(c)"), ("3 bet 1000", "HLD 12.2(a)"), ("3 fold", "HLD 12.3(d)")):
        assert last_event(flop().act("2 check", line)).clause == clause
    bet = flop().act("2 bet 1000")
    assert bet.offered == {"fold", "call", "raise", "tap_out"}
    for line, clause in (("3 call", "HLD 12.3(a)"), ("3 raise 2000", "HLD 12.3(b)"), ("3 fold", "HLD 12.3(d)")):
        assert last_event(flop().act("2 bet 1000", line)).clause == clause


@pytest.mark.clause("HLD 11.2", "HLD 12.3", "HLD 12.2")
def test_nobody_checks_after_a_bet() -> None:
    scene = flop().act("2 check", "3 bet 1000")
    sentence = "A bet has been made in this betting round: call, raise or fold."
    assert scene.refused("1 check") == Refusal("HLD 11.2", sentence)
    scene.act("1 call")
    assert scene.refused("2 check") == Refusal("HLD 11.2", sentence), "nor who had checked before it"
    assert scene.refused("2 bet 2000") == Refusal("HLD 12.3", "The betting has been opened: call, raise or fold.")
    assert scene.refused("2 stand").clause == "HLD 11.1"


@pytest.mark.clause("HLD 12.2", "HLD D-Call", "HLD D-Raise")
def test_without_a_bet_there_is_nothing_to_call_or_raise() -> None:
    scene = flop()
    assert scene.refused("2 call") == Refusal("HLD D-Call", "There is nothing to call: check or bet.")
    assert scene.refused("2 raise 2000") == Refusal("HLD 12.2", "There is no bet to raise: bet or check.")


@pytest.mark.clause("HLD 11.3", "HLD 12.1", "HLD 12.4(b)", "HLD 9.5")
def test_when_all_check_the_betting_round_ends_and_there_are_four_at_most() -> None:
    scene = flop()
    for board in (4, 5):
        scene.act("2 check", "3 check", "1 check")
        assert len(scene.now.board) == board
        assert scene.turn == 2
    scene.act("2 check", "3 check", "1 check")
    assert scene.turn is None
    scene.settle()
    assert scene.is_over


@pytest.mark.clause("HLD 12.4", "HLD 12.4(b)", "HLD D-Betting Round")
def test_a_betting_round_ends_when_all_who_are_in_have_put_in_the_same() -> None:
    scene = flop()
    order = turns(scene, "2 check", "3 bet 1000", "1 raise 3000", "2 call", "3 raise 5000", "1 fold", "2 call")
    assert order == [2, 3, 1, 2, 3, 1, 2, 2]
    assert len(scene.now.board) == 4
    assert scene.now.bets == (0, 0, 0)
    assert scene.now.call == 0


# Words of the dictionary.


@pytest.mark.clause("HLD D-Call")
@pytest.mark.parametrize(
    ("lines", "owes"), [((), 1000), (("1 call",), 500), (("1 raise 3000",), 2500), (("1 raise 3000", "2 call"), 2000)]
)
def test_a_call_equals_the_last_active_bet(lines: tuple[str, ...], owes: int) -> None:
    scene = Scene().start().act(*lines)
    assert scene.money.owes == owes
    (call,) = (choice for choice in scene.table.choices() if choice.do == "call")
    assert call.amounts == (owes,)
    assert scene.refused(f"{scene.turn} call {owes + 1}").reason == f"A call is {dollars(owes)} here."
    scene.act(f"{scene.turn} call {owes}")


@pytest.mark.clause("HLD D-Fold", "HLD 12.2(c)")
def test_a_fold_leaves_the_bets_in_the_pot_and_is_kept_in_order() -> None:
    scene = Scene(FOUR, board=BOARD).start().act("4 call", "1 call", "2 fold", "3 stand")
    scene.act("3 bet 2000", "4 fold", "1 call")
    seats = scene.now.seats
    assert [seats[hand] for hand in scene.now.fold_order] == [2, 4]
    assert sum(scene.now.paid) == 500 + 1000 + 3000 + 3000
    assert scene.refused("4 check").clause == "HLD 12.3"


@pytest.mark.clause("HLD D-Fold", "HLD 12.3(d)")
def test_folding_is_allowed_though_checking_is_free() -> None:
    scene = flop().act("2 check", "3 fold", "1 check")
    assert scene.turn == 2
    assert len(scene.now.board) == 4


@pytest.mark.clause("HLD D-Pot")
def test_the_pot_holds_bets_that_have_not_been_collected() -> None:
    scene = Scene().start().act("1 raise 3000")
    assert scene.table.view(SIGN).as_json()["pot"] == 4500
    scene.act("2 call", "3 call", "2 bet 5000")
    assert scene.table.view(SIGN).as_json()["pot"] == 14000


# Forty seconds.


@pytest.mark.clause("HLD 4.8[s1]", "HLD 4.8[s2]")
def test_after_forty_seconds_the_hand_is_folded_though_a_check_was_free() -> None:
    scene = flop()
    scene.ruled("call_clock", OPERATOR)
    clock = scene.now.clock
    assert clock is not None
    assert (scene.now.seats[clock.hand], clock.seconds) == (2, 40)
    assert scene.refuses(Command(SUPERVISOR, "no_decision", 2, seconds=39)).clause == "HLD 4.8[s2]"
    scene.ruled("no_decision", seat=2, seconds=40)
    assert last_event(scene) == Folded(2, "HLD 4.8[s2]", "Time ran out: the hand is folded.")
    assert sum(scene.now.paid) == 3000, "the bets stay in the pot"
    assert scene.turn == 3


@pytest.mark.clause("HLD 4.8[s1]")
def test_who_acts_in_time_has_no_clock_any_more() -> None:
    scene = flop()
    scene.ruled("call_clock", OPERATOR)
    scene.act("2 check")
    assert scene.now.clock is None
    assert scene.refuses(Command(SUPERVISOR, "no_decision", 2, seconds=40)).clause == "HLD 4.8[s2]"


@pytest.mark.clause("HLD 4.8[s1]", "HLD 17.10")
def test_a_fold_of_another_player_does_not_stop_the_clock() -> None:
    scene = flop()
    scene.ruled("call_clock", OPERATOR)
    scene.ruled("out_of_turn", seat=1, ruling="fold")
    assert scene.now.clock is not None
    scene.act("2 fold")
    assert scene.now.clock is None
    assert scene.turn is None, "seat 3 has won the pot"


@pytest.mark.clause("HLD 4.8[s1]")
def test_players_do_not_start_the_clock() -> None:
    assert Scene().start().refuses(Command(Role.PLAYER, "call_clock", player="P2")).clause == "HLD 4.8[s1]"


@pytest.mark.clause("HLD 10.2", "HLD 10.3", "HLD 12.2", "HLD 12.3", "HLD 19.5(a)")
def test_what_is_offered_is_accepted_and_what_is_not_is_refused() -> None:
    verbs = ("fold", "check", "stand", "call", "call_and_fold", "tap_out")
    for option in "ABC":
        scene = Scene(board=BOARD, opening_option=option).start()
        while not scene.is_over:
            seat, offered = scene.turn, {choice.do: choice for choice in scene.table.choices()}
            for do in verbs:
                decision = GAME.decide(scene.table.state, Command(PLAYER, do, seat))
                assert isinstance(decision, Refusal) is (do not in offered), (option, do)
            do = next(do for do in ("check", "stand", "call", "raise") if do in offered)
            scene.act(f"{seat} {do}" + (f" {offered[do].least}" if do == "raise" else ""))
