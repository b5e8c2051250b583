"""HLD 10, HLD 11 and HLD 12: whose turn it is, and what may be done with it in each of the four betting rounds."""

from typing import Any

import pytest

from holdem_scene import OPERATOR, PLAYER, SUPERVISOR, Scene
from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting import Bet, Folded
from pitboss.games.play import Audience, Command, Role, Viewer, dollars
from pitboss.rulebook.refusal import Refusal

BOARD = "2h 7c 9d Js 4h"
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
FOUR = (20000,) * 4
SIGN = Viewer(Audience.SIGN)


def last_event(scene: Scene) -> Any:
    return next(event for event in reversed(scene.table.events) if isinstance(event, Bet | Folded))


def turns(scene: Scene, *lines: str) -> list[int | None]:
    """Whose turn it is, before each of these decisions and after the last."""
    order = [scene.turn]
    for line in lines:
        scene.act(line)
        order.append(scene.turn)
    return order


def flop(**chosen: Any) -> Scene:
    """Three players who have called, and a flop."""
    scene = Scene(board=BOARD, by_hand=True, **chosen).start()
    return scene.act("1 call", "2 call", "3 stand")


# The opening player of the first betting round.


@pytest.mark.clause("HLD 10.2", "HLD 10.2(a)", "HLD 10.2(b)", "HLD 10.2(c)", "HLD 10.2(d)")
@pytest.mark.parametrize(
    ("chosen", "offered"),
    [
        ({"opening_option": "A"}, {"call", "raise", "call_and_fold", "tap_out"}),
        ({"opening_option": "B"}, {"call", "raise", "fold", "tap_out"}),
        ({"opening_option": "C"}, {"raise", "fold", "tap_out"}),
        (ANTES, {"bet", "tap_out"}),
    ],
)
def test_the_opening_player_has_the_options_of_the_table_and_no_other(chosen: Any, offered: set[str]) -> None:
    scene = Scene(FOUR, **chosen).start()
    assert scene.offered == offered
    for do in {"call", "raise", "call_and_fold", "fold", "check", "stand", "bet"} - offered:
        amount = " 2000" if do in ("raise", "bet") else ""
        scene.refused(f"{scene.turn} {do}{amount}")


@pytest.mark.clause(
    "HLD 10.2(a)(i)",
    "HLD 10.2(a)(ii)",
    "HLD 10.2(a)(iii)",
    "HLD 10.2(b)(i)",
    "HLD 10.2(b)(ii)",
    "HLD 10.2(b)(iii)",
    "HLD 10.2(c)(i)",
    "HLD 10.2(c)(ii)",
    "HLD 10.2(d)(i)",
)
@pytest.mark.parametrize(
    ("chosen", "line", "clause", "paid"),
    [
        ({"opening_option": "A"}, "4 call", "HLD 10.2(a)(i)", 1000),
        ({"opening_option": "A"}, "4 raise 2500", "HLD 10.2(a)(ii)", 2500),
        ({"opening_option": "A"}, "4 call_and_fold", "HLD 10.2(a)(iii)", 1000),
        ({"opening_option": "B"}, "4 call", "HLD 10.2(b)(i)", 1000),
        ({"opening_option": "B"}, "4 raise 2500", "HLD 10.2(b)(ii)", 2500),
        ({"opening_option": "B"}, "4 fold", "HLD 10.2(b)(iii)", 0),
        ({"opening_option": "C"}, "4 raise 2500", "HLD 10.2(c)(i)", 2500),
        ({"opening_option": "C"}, "4 fold", "HLD 10.2(c)(ii)", 0),
        (ANTES, "2 bet 2500", "HLD 10.2(d)(i)", 2500),
    ],
)
def test_what_the_opening_player_does_costs_what_the_option_says(
    chosen: Any, line: str, clause: str, paid: int
) -> None:
    scene = Scene(FOUR, **chosen).start()
    opener, do = scene.now.turn, line.split()[1]
    before = scene.now.stacks[opener]
    scene.act(line)
    assert last_event(scene).clause == clause
    assert before - scene.now.stacks[opener] == paid
    assert bool(scene.now.folded) is ("fold" in do)


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.2(c)", "HLD 10.2(d)", "HLD 10.2(d)(i)", "HLD 11.1")
@pytest.mark.parametrize(
    ("chosen", "line", "clause", "sentence"),
    [
        (
            {"opening_option": "A"},
            "4 fold",
            "HLD 10.2(a)",
            "The opening player must call or raise or call and fold here.",
        ),
        ({"opening_option": "C"}, "4 call", "HLD 10.2(c)", "The opening player must raise or fold here."),
        (ANTES, "2 fold", "HLD 10.2(d)", "The opening player must bet here."),
        (ANTES, "2 check", "HLD 11.1", "There is no check in the first betting round."),
        ({"opening_option": "B"}, "4 check", "HLD 11.1", "There is no check in the first betting round."),
        (
            {"opening_option": "B"},
            "4 call_and_fold",
            "HLD 10.2(a)(iii)",
            "To call and fold is for the opening player under Blind A.",
        ),
        (
            {"opening_option": "A", **ANTES},
            "2 call_and_fold",
            "HLD 10.2(a)(iii)",
            "To call and fold is for the opening player under Blind A.",
        ),
        (
            {"opening_option": "B"},
            "4 bet 2000",
            "HLD 10.3",
            "The betting has been opened: call, raise or fold.",
        ),
        (
            {"opening_option": "B"},
            "4 stand",
            "HLD 10.2 tail",
            "Only who owes nothing more, such as the last blind, may stand.",
        ),
        (ANTES, "2 stand", "HLD 10.2 tail", "Only who owes nothing more, such as the last blind, may stand."),
    ],
)
def test_what_the_opening_player_may_not_do(chosen: Any, line: str, clause: str, sentence: str) -> None:
    assert Scene(FOUR, **chosen).start().refused(line) == Refusal(clause, sentence)


@pytest.mark.clause("HLD 10.3", "HLD 10.3(a)", "HLD 10.3(b)", "HLD 10.3(c)")
@pytest.mark.parametrize(("option", "opening"), [("A", "4 call"), ("B", "4 call"), ("C", "4 raise 2000")])
def test_thereafter_everybody_calls_raises_or_folds_whatever_the_option(option: str, opening: str) -> None:
    scene = Scene(FOUR, opening_option=option).start().act(opening)
    assert scene.offered == {"fold", "call", "raise", "tap_out"}
    for line, clause in (("1 call", "HLD 10.3(a)"), ("2 fold", "HLD 10.3(c)"), ("3 raise 5000", "HLD 10.3(b)")):
        scene.act(line)
        assert last_event(scene).clause == clause
    assert scene.refused("4 call_and_fold").clause == "HLD 10.2(a)(iii)"


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD 10.3(c)")
def test_only_the_opener_is_bound_by_blind_a() -> None:
    scene = Scene(FOUR, blinds=(1000, 2000), min_bet=2000, opening_option="A").start()
    scene.act("4 call_and_fold", "1 fold", "2 fold")
    # HLD-20 in small: 10 and 20 of the blinds, and 20 that the opener paid to give up; nothing of it was uncalled.
    assert scene.done.awards[0][2:4] == (3, 5000)
    assert scene.stakes == {1: 20000, 2: 19000, 3: 23000, 4: 18000}


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD 14.1[s1]")
def test_an_opener_who_cannot_pay_the_call_pays_what_there_is_to_give_up() -> None:
    scene = Scene((20000, 20000, 20000, 700), opening_option="A").start()
    scene.act("4 call_and_fold")
    assert scene.now.stacks[scene.now.seats.index(4)] == 0
    assert scene.turn == 1
    paid = next(event for event in scene.table.events if isinstance(event, Bet))
    assert (paid.do, paid.to, paid.added, paid.tapped) == ("call", 700, 700, True)


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD D-Call")
def test_an_opener_who_has_posted_pays_the_rest_of_the_call_to_give_up() -> None:
    # Heads-up the small blind opens: 5 more make the 10.
    scene = Scene((20000, 20000), opening_option="A").start().act("2 call_and_fold")
    paid = next(event for event in scene.table.events if isinstance(event, Bet))
    assert (paid.to, paid.added, paid.tapped) == (1000, 500, False)
    assert scene.stakes == {1: 21000, 2: 19000}


@pytest.mark.clause("HLD 14.1[s1]", "HLD 10.2(c)")
@pytest.mark.parametrize(("stake", "to"), [(800, 800), (1000, 1000), (1700, 1700)])
def test_an_opener_whose_stake_reaches_no_raise_may_tap_out_under_blind_c(stake: int, to: int) -> None:
    scene = Scene((20000, 20000, 20000, stake), opening_option="C").start().act("4 tap_out")
    assert (last_event(scene).to, last_event(scene).tapped) == (to, True)


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.2(c)")
@pytest.mark.parametrize(("option", "refused"), [("A", "4 fold"), ("C", "4 call")])
def test_a_fold_out_of_turn_does_not_free_the_opener(option: str, refused: str) -> None:
    scene = Scene(FOUR, opening_option=option).start()
    scene.ruled("out_of_turn", seat=1, ruling="fold")
    assert scene.refused(refused).clause == f"HLD 10.2({option.lower()})"
    scene.act("4 raise 2000")
    assert scene.offered == {"fold", "call", "raise", "tap_out"}


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.3(c)")
def test_once_the_opener_is_out_the_next_player_is_free() -> None:
    scene = Scene(FOUR, opening_option="A").start()
    scene.ruled("no_decision", seat=4, seconds=40)
    scene.act("1 fold")
    assert last_event(scene).clause == "HLD 10.3(c)"


@pytest.mark.clause("HLD 10.2(a)")
def test_who_has_tapped_out_by_posting_is_passed_over_to_find_the_opener() -> None:
    new = {"standing": "waiting", "waits_as": "new", "posts": True}
    scene = Scene(
        (20000, 20000, 20000, 20000, 1000),
        button=2,
        opening_option="A",
        chairs={5: new},
        room={"revolution_complete": True},
    )
    scene.start()
    assert scene.turn == 1, "seat 5 comes after the last blind and has nothing left after its post"
    scene.ruled("out_of_turn", seat=2, ruling="fold")
    assert scene.refused("1 fold").clause == "HLD 10.2(a)"


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.3")
def test_an_opener_who_comes_to_act_again_is_bound_no_longer() -> None:
    scene = Scene(FOUR, opening_option="A").start().act("4 call", "1 raise 3000", "2 fold", "3 call")
    scene.ruled("supervisor_fold", OPERATOR, seat=1)
    scene.ruled("supervisor_fold", OPERATOR, seat=3)
    assert scene.go_on().is_over, "nobody is left beside the opener"
    again = Scene((20000,) * 5, opening_option="A").start().act("4 call", "5 call", "1 raise 3000")
    again.ruled("supervisor_fold", OPERATOR, seat=1)
    again.act("2 fold", "3 fold", "4 fold")
    assert again.is_over


@pytest.mark.clause("HLD 10.2(d)", "HLD 10.2(d)(i)", "HLD 10.1[s1]")
def test_where_the_opener_of_an_ante_game_is_folded_the_next_player_must_bet() -> None:
    scene = Scene(FOUR, **ANTES).start()
    assert scene.turn == 2, "R-05: the first seat after the button"
    scene.ruled("no_decision", seat=2, seconds=40)
    assert (scene.turn, scene.offered) == (3, {"bet", "tap_out"})
    assert scene.refused("3 fold").clause == "HLD 10.2(d)"
    scene.act("3 bet 1000")
    assert last_event(scene).clause == "HLD 10.2(d)(i)"
    assert scene.offered == {"fold", "call", "raise", "tap_out"}


@pytest.mark.clause("HLD 10.2(c)", "HLD 10.2 tail")
def test_a_live_poster_who_opens_under_blind_c_raises_or_folds() -> None:
    new = {"standing": "waiting", "waits_as": "new", "posts": True}
    chosen: dict[str, Any] = {"chairs": {4: new}, "room": {"revolution_complete": True}}
    scene = Scene(FOUR, opening_option="C", **chosen).start()
    assert scene.refused("4 stand") == Refusal("HLD 10.2(c)", "The opening player must raise or fold here.")
    assert scene.offered == {"raise", "fold", "tap_out"}
    scene.act("4 fold", "1 call", "2 fold", "3 stand")
    assert len(scene.now.board) == 3, "the last blind does not open, and may stand"
    free = Scene(FOUR, opening_option="B", **chosen).start().act("4 stand")
    assert last_event(free).clause == "HLD 10.3(a)"


# The last blind.


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.4(b)", "HLD 11.1", "HLD D-Check")
def test_the_last_blind_may_raise_stand_or_fold_if_nobody_has_raised() -> None:
    scene = Scene().start().act("1 call", "2 call")
    assert scene.turn == 3
    assert scene.offered == {"fold", "stand", "raise", "tap_out"}
    assert scene.refused("3 check") == Refusal("HLD 11.1", "There is no check in the first betting round.")
    assert scene.refused("3 call") == Refusal("HLD D-Call", "There is nothing to call: stand or raise.")
    scene.act("3 stand")
    assert next(event for event in scene.table.events if isinstance(event, Bet) and event.do == "stand").clause == (
        "HLD 10.2 tail"
    )
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.3(b)")
def test_the_last_blinds_raise_opens_the_betting_again() -> None:
    scene = Scene().start().act("1 call", "2 call", "3 raise 4000")
    assert last_event(scene).clause == "HLD 10.3(b)"
    assert turns(scene, "1 call", "2 raise 10000", "3 call", "1 call") == [1, 2, 3, 1, 2]
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.3(b)")
def test_after_a_raise_the_last_blind_plays_like_everybody_else() -> None:
    # the option is a grant; it takes no right to raise again away.
    scene = Scene().start().act("1 raise 3000", "2 fold")
    assert scene.offered == {"fold", "call", "raise", "tap_out"}
    assert scene.refused("3 stand").clause == "HLD 10.2 tail"
    scene.act("3 raise 5000")
    assert scene.turn == 1


@pytest.mark.clause("HLD 10.2 tail")
def test_a_small_blind_as_large_as_the_big_one_may_stand_too() -> None:
    scene = Scene(blinds=(1000, 1000)).start().act("1 call")
    assert scene.offered == {"fold", "stand", "raise", "tap_out"}
    scene.act("2 stand")
    assert last_event(scene).clause == "HLD 10.3(a)", "it is not the last blind"
    assert scene.turn == 3


# Turns.


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
def test_nobody_bets_for_another_player_or_gives_chips_away() -> None:
    scene = Scene().start()
    answer = scene.refuses(Command(PLAYER, "call", 1, "P2"))
    assert answer == Refusal("HLD 14.4", "The hand at seat 1 is played by P1 alone.")
    assert scene.refuses(Command(PLAYER, "give_chips", 1, "P1", amount=1000)).clause == "HLD 14.4"
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
def test_players_do_not_divide_the_pot_among_themselves() -> None:
    scene = Scene().start()
    answer = scene.refuses(Command(PLAYER, "divide_pot", player="P1"))
    assert answer.clause == "HLD 13.3"


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
    assert scene.table.view(SIGN)["pot"] == 4500
    scene.act("2 call", "3 call", "2 bet 5000")
    assert scene.table.view(SIGN)["pot"] == 14000


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
