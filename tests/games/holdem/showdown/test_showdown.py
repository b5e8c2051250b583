"""HLD 13.1, STAR 7.28 and STAR 7.30: whose hand is seen, in which order, and whose is not."""

from typing import Any

import pytest

from pitboss.games.holdem.dealing import HandsTabled
from pitboss.games.play import Command, Result
from tests.games.holdem.scene import DEALER, PLAYER, Scene, all_in
from tests.known import known

BOARD = "2h 7c 9d Js 4h"
ACES, KINGS, QUEENS = "As Ad", "Kc Kd", "Qc Qd"
OMAHA: dict[str, Any] = {"mode": "tournament", "hole_cards": 4}
STAR: dict[str, Any] = {"mode": "tournament", "procedures": "STAR"}


@pytest.mark.clause("HLD 13.1[s1]", "HLD D-Showdown")
@pytest.mark.parametrize(
    ("river", "order"),
    [
        # Aces at seat 1, kings at 2 and queens at 3. Nobody bets: the first active seat after the button.
        (("2 check", "3 check", "1 check"), (2, 1)),
        (("2 check", "3 check", "1 bet 1000", "2 call", "3 call"), (1,)),
        (("2 bet 1000", "3 call", "1 call"), (2, 1)),
        (("2 check", "3 bet 1000", "1 call", "2 call"), (3, 1)),
        # The last who raised was called last.
        (("2 bet 1000", "3 raise 2000", "1 call", "2 call"), (3, 1)),
        (("2 bet 1000", "3 raise 2000", "1 raise 3000", "2 fold", "3 call"), (1,)),
    ],
)
def test_the_last_bettor_who_was_called_shows_first(river: tuple[str, ...], order: tuple[int, ...]) -> None:
    scene = Scene(hole={1: ACES, 2: KINGS, 3: QUEENS}, board=BOARD).start().act("1 call", "2 call", "3 stand")
    for _ in range(2):
        scene.act("2 check", "3 check", "1 check")
    scene.act(*river)
    assert scene.done.shown == order
    contested = {1, 2, 3} if "fold" not in " ".join(river) else {1, 3}
    assert set(scene.done.mucked) == contested - set(order)


@pytest.mark.clause("HLD 13.1[s1]")
def test_bets_of_earlier_rounds_do_not_decide_who_shows_first() -> None:
    scene = Scene(hole={1: KINGS, 2: ACES, 3: QUEENS}, board=BOARD).start().act("1 raise 3000", "2 call", "3 fold")
    assert scene.check_down().done.shown == (2,), "R-18: nobody was called in the last betting round"


@pytest.mark.clause("HLD 13.1[s1]", "HLD 14.1[s2]")
def test_all_tapped_out_early_the_first_after_the_button_shows_first() -> None:
    scene = all_in({1: ACES, 2: QUEENS, 3: KINGS}, BOARD)
    assert scene.done.shown == (2, 3, 1)


@pytest.mark.clause("HLD 13.1[s1]", "HLD 14.5")
def test_a_river_bet_called_by_a_tap_out_is_called() -> None:
    scene = Scene((20000, 20000, 1600), hole={1: ACES, 2: QUEENS, 3: KINGS}, board=BOARD).start()
    scene.act("1 call", "2 call", "3 stand")
    for _ in range(2):
        scene.act("2 check", "3 check", "1 check")
    scene.act("2 check", "3 check", "1 bet 5000", "2 fold", "3 tap_out")
    assert (scene.done.shown, scene.done.mucked) == ((1,), (3,))


@pytest.mark.clause("HLD 13.1[s1]", "HLD 19.2(a)")
def test_a_bettor_whose_hand_was_taken_away_shows_nothing() -> None:
    scene = Scene(hole={1: ACES, 2: KINGS, 3: QUEENS}, board=BOARD, by_hand=True).start()
    scene.act("1 call", "2 call", "3 stand")
    for _ in range(2):
        scene.act("2 check", "3 check", "1 check")
    scene.act("2 check", "3 check", "1 bet 1000", "2 call", "3 call")
    scene.ruled("supervisor_fold", seat=1)
    assert scene.settle().done.shown == (2,)


@pytest.mark.clause("HLD 13.1[s2]")
def test_who_holds_an_equal_or_better_hand_shows_and_who_is_beaten_may_muck() -> None:
    hole = {1: "Ac Qd", 2: "Kc Kh", 3: "Ah Qs", 4: "Ks Kd"}
    scene = Scene((20000,) * 4, hole=hole, board="2s 5c 9h Jd 7s").start().act("4 call", "1 call", "2 call", "3 stand")
    scene.check_down()
    # Seat 2 shows kings, seat 3 is beaten, seat 4 has kings too, seat 1 is beaten.
    assert (scene.done.shown, scene.done.mucked) == ((2, 4), (3, 1))
    assert {hand.seat for hand in scene.done.hands} == {2, 4}


@pytest.mark.clause("HLD 13.1[s2]")
def test_a_beaten_player_may_show_all_the_same() -> None:
    scene = Scene(hole={1: QUEENS, 2: ACES, 3: KINGS}, board=BOARD, by_hand=True).start()
    scene.act("1 call", "2 call", "3 stand")
    scene.check_down()
    scene.act("1 show")
    assert scene.settle().done.shown == (2, 1)
    assert scene.done.mucked == (3,)


@pytest.mark.clause("HLD 13.1[s2]", "HLD 14.2[s2]")
def test_a_hand_is_shown_that_can_win_a_side_pot_only() -> None:
    # Seat 2 is all in and shows aces; seats 3 and 1 contest a side pot, and the kings are seen for it.
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD).start().act("1 raise 3000", "2 tap_out", "3 call")
    scene.act("3 bet 2000", "1 call")
    scene.check_down()
    assert (scene.done.shown, scene.done.mucked) == ((2, 3), (1,))
    assert scene.awards == [("high", 2, 9000), ("high", 3, 4000)]


@pytest.mark.clause("HLD 13.1[s1]", "HLD 15.2(b)")
def test_a_river_bet_that_nobody_called_does_not_decide_who_shows_first() -> None:
    # Seat 2 is all in; seat 1 bets at seat 3 on the river and is not called.
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD).start().act("1 raise 3000", "2 tap_out", "3 call")
    scene.act("3 check", "1 check", "3 check", "1 check", "3 check", "1 bet 1000", "3 fold")
    assert (scene.done.shown, scene.done.mucked) == ((2,), (1,))


@pytest.mark.clause("HLD 13.1[s2]", "HLD 14.2[s1]")
def test_nobody_shows_for_a_pot_of_others() -> None:
    # Seats 2 and 3 are all in for the main pot: the queens are beaten there and have no part in the side pot.
    hole = {1: "Jc Jd", 2: ACES, 3: QUEENS, 4: "Tc Td"}
    scene = Scene((20000, 3000, 3000, 20000), hole=hole, board=BOARD).start()
    scene.act("4 raise 3000", "1 call", "2 tap_out", "3 tap_out", "4 bet 2000", "1 call")
    scene.check_down()
    assert (scene.done.shown, scene.done.mucked) == ((2, 4, 1), (3,))


@pytest.mark.clause("HLD 13.1[s2]", "HLD D-High/Low Split")
@pytest.mark.parametrize(
    ("third", "shown"),
    [
        # higher value includes a better low. Seat 2 shows kings, seat 3 has nothing but a low of 8-5-4-3-2.
        ("Qs Jh", (2, 3)),
        # A low as good, a worse one and a better one at seat 1.
        ("3s 4s", (2, 3, 1)),
        ("3s 6s", (2, 3)),
        ("3s 3c", (2, 3)),
    ],
)
def test_a_low_hand_is_shown_if_it_is_as_good_as_any(third: str, shown: tuple[int, ...]) -> None:
    hole = {1: third, 2: "Kd Kh", 3: "3d 4d"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", low_qualifier=8).start()
    scene.act("1 call", "2 call", "3 stand").check_down()
    assert scene.done.shown == shown


@pytest.mark.clause("HLD 13.1[s2]", "HLD D-Low Ball")
def test_in_low_ball_the_higher_hand_is_the_beaten_one() -> None:
    hole = {1: "9c Kc", 2: "6c Ks", 3: "8d Kh"}
    scene = Scene(hole=hole, board="2s 3h 4d 5c Kd", game="low").start()
    scene.act("1 call", "2 call", "3 stand").check_down()
    assert (scene.done.shown, scene.done.mucked) == ((2,), (3, 1))


@pytest.mark.clause("HLD 13.1[s2]", "STAR 7.29")
def test_where_high_alone_is_played_a_better_low_is_nothing() -> None:
    hole = {1: "3d 4d 5c 8c", 2: "Kd Kh Jc Jd", 3: "Qs Qh 9c 9s"}
    scene = Scene(hole=hole, board="2c 6d 7h Ks Tc", **OMAHA).start().act("1 fold", "2 call", "3 stand")
    scene.check_down()
    assert scene.done.shown == (2,)
    assert scene.done.hands[0].low is None


@pytest.mark.clause("HLD 13.1[s3]", "HLD D-Hand")
@pytest.mark.clause("HLD D-High Ball")
def test_the_winning_hand_is_announced_and_everybody_learns_why() -> None:
    scene = all_in({1: ACES, 2: QUEENS, 3: KINGS}, BOARD)
    assert scene.done.hands[-1].words == "one pair, aces, with a jack, a nine and a seven"
    won = {outcome.seat: outcome for outcome in scene.table.outcomes}
    assert won[1].why == "Wins $600 with one pair, aces, with a jack, a nine and a seven."
    assert (won[1].result, won[1].net, won[1].clause) == (Result.WIN, 40000, "HLD D-High Ball")
    assert won[3].why == "Beaten at the showdown by seat 1 (one pair, aces, with a jack, a nine and a seven)."
    assert (won[3].result, won[3].net, won[3].clause) == (Result.LOSE, -20000, "HLD 13.1[s3]")


@pytest.mark.clause("HLD D-Fold", "HLD 10.4(a)")
def test_outcomes_without_a_showdown() -> None:
    scene = Scene((20000,) * 4).start().act("4 fold", "1 raise 3000", "2 fold", "3 fold")
    won = {outcome.seat: outcome for outcome in scene.table.outcomes}
    assert set(won) == {1, 2, 3}, "seat 4 has put nothing in"
    assert (won[1].stake, won[1].at_risk, won[1].net, won[1].why) == (3000, 1000, 1500, "Wins $25.")
    assert (won[2].net, won[2].clause, won[2].why) == (-500, "HLD D-Fold", "Folded: what was bet stays in the pot.")


@pytest.mark.clause("HLD D-Fold", "HLD 13.1[s3]")
def test_who_folded_is_told_so_and_who_was_beaten_is_told_by_whom() -> None:
    scene = Scene(hole={1: ACES, 3: KINGS}, board=BOARD).start().act("1 call", "2 fold", "3 stand")
    told = {outcome.seat: outcome.clause for outcome in scene.check_down().table.outcomes}
    assert told == {2: "HLD D-Fold", 3: "HLD 13.1[s3]", 1: "HLD D-High Ball"}


@pytest.mark.clause("STAR 7.28")
def test_all_in_hands_are_tabled_before_the_next_card() -> None:
    scene = Scene((9000, 9000, 9000), board=BOARD, by_hand=True, **STAR).start()
    scene.table.do(Command(PLAYER, "tap_out", 1))
    scene.table.do(Command(PLAYER, "call", 2))
    assert scene.refuses(Command(DEALER, "table_hands")).clause == "STAR 7.28", "seat 3 has yet to act"
    scene.table.do(Command(PLAYER, "fold", 3))
    step = known(scene.table.game.routine(scene.table.state))
    assert (step.do, step.clause) == ("table_hands", "STAR 7.28")
    scene.table.take(step)
    assert scene.table.events[-1] == HandsTabled((2, 1), "STAR 7.28")
    assert scene.now.board == ()
    assert scene.go_on().settle().done.mucked == ()


@pytest.mark.clause("STAR 7.28")
def test_a_called_all_in_is_tabled_though_the_caller_has_chips_left() -> None:
    scene = Scene((3000, 20000, 20000), board=BOARD, by_hand=True, **STAR).start().act("1 tap_out", "2 call")
    scene.table.do(Command(PLAYER, "fold", 3))
    step = known(scene.table.game.routine(scene.table.state))
    assert step.do == "table_hands"


@pytest.mark.clause("STAR 7.28", "HLD 10.4(a)")
def test_an_all_in_that_nobody_called_is_not_tabled() -> None:
    scene = Scene((3000, 20000, 20000), board=BOARD, **STAR).start().act("1 tap_out", "2 fold", "3 fold")
    assert scene.is_over
    assert not scene.now.shown


@pytest.mark.clause("STAR 7.28")
def test_hands_stay_down_while_two_can_still_bet_and_none_is_mucked_on_the_river() -> None:
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD, by_hand=True, **STAR).start()
    scene.act("1 raise 3000", "2 tap_out", "3 call")
    for _ in range(3):
        assert not scene.now.shown
        scene.act("3 check", "1 check")
    assert scene.now.shown.bit_count() == 3
    scene.settle()
    assert (set(scene.done.shown), scene.done.mucked) == ({1, 2, 3}, ())


@pytest.mark.clause("STAR 7.28", "HLD 13.1[s2]")
def test_nobody_tables_where_nobody_is_all_in_or_the_document_is_the_other() -> None:
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene(hole=hole, board=BOARD, **STAR).start().act("1 call", "2 call", "3 stand")
    assert scene.check_down().done.mucked == (3, 1)
    by_holdem = Scene((3000, 3000, 3000), hole=hole, board=BOARD, mode="tournament").start()
    by_holdem.act("1 tap_out", "2 tap_out", "3 fold")
    assert by_holdem.done.mucked == (1,)


@pytest.mark.clause("STAR 7.30", "STAR 7.28")
def test_hand_for_hand_the_cards_stay_face_down_until_the_other_tables_have_finished() -> None:
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((9000,) * 3, hole=hole, board=BOARD, room={"hand_for_hand": True}, **STAR).start()
    scene.act("1 tap_out", "2 tap_out", "3 fold")
    assert not scene.now.shown
    assert not scene.is_over
    assert scene.refuses(Command(DEALER, "table_hands")).clause in ("STAR 7.28", "STAR 7.30")
    scene.ruled("hand_for_hand", ruling="off")
    assert scene.go_on().is_over
    assert scene.now.shown.bit_count() == 2


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_an_all_in_on_the_river_waits_and_other_hands_do_not() -> None:
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    chosen: dict[str, Any] = {"hole": hole, "board": BOARD, "room": {"hand_for_hand": True}, "by_hand": True, **STAR}
    checked = Scene((9000,) * 3, **chosen).start().act("1 call", "2 call", "3 stand").check_down()
    assert checked.settle().is_over
    scene = Scene((9000,) * 3, **chosen).start().act("1 call", "2 call", "3 stand")
    scene.act("2 check", "3 check", "1 check", "2 check", "3 check", "1 check", "2 tap_out", "3 call", "1 fold")
    assert scene.refuses(Command(DEALER, "settle")).clause == "STAR 7.30"
    assert scene.table.game.routine(scene.table.state) is None
    scene.ruled("hand_for_hand", ruling="off")
    assert scene.go_on().settle().is_over
