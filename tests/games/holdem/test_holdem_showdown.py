"""HLD 3, HLD 9.1 and HLD 13: whose hand is seen, which hands win, and how a pot is divided."""

from typing import Any

import pytest

from holdem_scene import DEALER, PLAYER, Scene
from pitboss.games.holdem import Commission
from pitboss.games.holdem.dealing import HandsTabled
from pitboss.games.play import Command, Result

BOARD = "2h 7c 9d Js 4h"
STRAIGHT_ON_BOARD = "Ts Jd Qh Kc As"
ACES, KINGS, QUEENS = "As Ad", "Kc Kd", "Qc Qd"
TEN_PERCENT: dict[str, Any] = {"commission": Commission("pot", "ii", 100000), "min_table_stake": 10000}
OMAHA: dict[str, Any] = {"mode": "tournament", "hole_cards": 4}
STAR: dict[str, Any] = {"mode": "tournament", "procedures": "STAR"}


def checked_down(scene: Scene) -> Scene:
    """Nobody bets any more, to the showdown."""
    while not scene.is_over and scene.turn is not None:
        scene.act(f"{scene.turn} check")
    return scene


def all_in(hole: dict[int, str], board: str, **chosen: Any) -> Scene:
    """Everybody is in for 200 before the flop, and seat 1 has the button."""
    scene = Scene((20000,) * len(hole), hole=hole, board=board, **chosen).start()
    while not scene.is_over:
        scene.act(f"{scene.turn} tap_out")
    return scene


def awards(scene: Scene) -> list[tuple[str, int, int]]:
    return [award[1:4] for award in scene.done.awards]


def ranks(scene: Scene) -> dict[int, str | None]:
    return {hand.seat: hand.rank for hand in scene.done.hands}


# Who shows.


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
    scene = Scene(hole={1: KINGS, 2: ACES, 3: QUEENS}, board=BOARD).start()
    scene.act("1 raise 3000", "2 call", "3 fold")
    assert checked_down(scene).done.shown == (2,), "R-18: nobody was called in the last betting round"


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
    scene = Scene((20000,) * 4, hole=hole, board="2s 5c 9h Jd 7s").start()
    scene.act("4 call", "1 call", "2 call", "3 stand")
    checked_down(scene)
    # Seat 2 shows kings, seat 3 is beaten, seat 4 has kings too, seat 1 is beaten.
    assert (scene.done.shown, scene.done.mucked) == ((2, 4), (3, 1))
    assert {hand.seat for hand in scene.done.hands} == {2, 4}


@pytest.mark.clause("HLD 13.1[s2]")
def test_a_beaten_player_may_show_all_the_same() -> None:
    scene = Scene(hole={1: QUEENS, 2: ACES, 3: KINGS}, board=BOARD, by_hand=True).start()
    scene.act("1 call", "2 call", "3 stand")
    checked_down(scene)
    scene.act("1 show")
    assert scene.settle().done.shown == (2, 1)
    assert scene.done.mucked == (3,)


@pytest.mark.clause("HLD 13.1[s2]", "HLD 14.2[s2]")
def test_a_hand_is_shown_that_can_win_a_side_pot_only() -> None:
    # Seat 2 is all in and shows aces; seats 3 and 1 contest a side pot, and the kings are seen for it.
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    scene = Scene((20000, 3000, 20000), hole=hole, board=BOARD).start().act("1 raise 3000", "2 tap_out", "3 call")
    scene.act("3 bet 2000", "1 call")
    checked_down(scene)
    assert (scene.done.shown, scene.done.mucked) == ((2, 3), (1,))
    assert awards(scene) == [("high", 2, 9000), ("high", 3, 4000)]


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
    checked_down(scene)
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
    checked_down(scene.act("1 call", "2 call", "3 stand"))
    assert scene.done.shown == shown


@pytest.mark.clause("HLD 13.1[s2]", "HLD D-Low Ball")
def test_in_low_ball_the_higher_hand_is_the_beaten_one() -> None:
    hole = {1: "9c Kc", 2: "6c Ks", 3: "8d Kh"}
    scene = Scene(hole=hole, board="2s 3h 4d 5c Kd", game="low").start()
    checked_down(scene.act("1 call", "2 call", "3 stand"))
    assert (scene.done.shown, scene.done.mucked) == ((2,), (3, 1))


@pytest.mark.clause("HLD 13.1[s2]", "STAR 7.29")
def test_where_high_alone_is_played_a_better_low_is_nothing() -> None:
    hole = {1: "3d 4d 5c 8c", 2: "Kd Kh Jc Jd", 3: "Qs Qh 9c 9s"}
    scene = Scene(hole=hole, board="2c 6d 7h Ks Tc", **OMAHA).start()
    scene.act("1 fold", "2 call", "3 stand")
    checked_down(scene)
    assert scene.done.shown == (2,)
    assert scene.done.hands[0].low is None


@pytest.mark.clause("HLD 13.1[s3]", "HLD D-Hand")
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


# Which hand wins.


@pytest.mark.clause("HLD 9.1", "HLD D-Hand", "HLD D-Communal Cards")
@pytest.mark.parametrize(
    ("board", "mine", "other", "rank"),
    [
        ("2s 7s 9d Jh Qc", "As Ks", "3c 3d", "one_pair"),
        # Two, one and none of the hole cards.
        ("2s 7s 9s Jh Qc", "As Ks", "Qd Jc", "flush"),
        ("2s 7s 9s Js Qc", "As Kd", "Qd Jc", "flush"),
        (STRAIGHT_ON_BOARD, "2c 3d", "4c 5d", "straight"),
    ],
)
def test_any_five_of_the_seven_cards(board: str, mine: str, other: str, rank: str) -> None:
    scene = all_in({1: mine, 2: other}, board)
    best = ranks(scene)[1] if 1 in ranks(scene) else ranks(scene)[2]
    assert best == rank
    winners = {seat for _, seat, _ in awards(scene)}
    assert winners == ({2} if rank == "one_pair" else {1, 2} if rank == "straight" else {1})


@pytest.mark.clause("HLD 3.4(e)", "HLD 3.4(f)", "HLD 3.3(e)", "HLD 3.3(f)", "HLD D-Reduced Deck", "HLD D-Full Deck")
@pytest.mark.parametrize(
    ("deck", "joker", "winner"), [(52, False, 2), (52, True, 2), (48, True, 1), (36, False, 1), (32, False, 1)]
)
def test_a_flush_beats_a_full_house_in_a_reduced_deck_only(deck: int, joker: bool, winner: int) -> None:
    hole = {1: "Ah Qh", 2: "Ks 9c"}
    scene = all_in(hole, "7h 8h 9h Kc Kd", deck=deck, joker=joker)
    assert awards(scene) == [("high", winner, 40000)]


@pytest.mark.clause("HLD 3.5(a)", "HLD 3.4(g)")
@pytest.mark.parametrize(("elected", "rank", "winner"), [(True, "straight", 1), (False, "one_pair", 2)])
def test_the_ace_is_low_in_straights_where_that_was_elected(elected: bool, rank: str, winner: int) -> None:
    # HLD-25 and HLD-26: T-9-8-7-A with 32 cards, against three nines.
    hole = {1: "As Td", 2: "9s Qd"}
    scene = all_in(hole, "7c 8d 9h Ks 9c", deck=32, ace_low_straights=elected, button=2)
    assert ranks(scene)[1] == rank
    assert awards(scene) == [("high", winner, 40000)]


@pytest.mark.clause("HLD 3.7", "HLD D-Wild Card", "HLD 3.3(a)", "HLD 3.3(b)")
def test_the_joker_on_the_board_serves_everybody() -> None:
    # HLD-23: a royal flush with it beats five queens.
    scene = all_in({1: "Js Ts", 2: "Qh Qc"}, "JK Qs Ks Qd 2c", joker=True)
    assert ranks(scene) == {1: "royal_flush", 2: "five_of_a_kind"}
    assert awards(scene) == [("high", 1, 40000)]


@pytest.mark.clause("HLD 3.5(b)", "HLD 3.6", "HLD 3.1", "HLD D-Low Ball")
@pytest.mark.parametrize(
    ("low_ace", "winner", "low"),
    [("high", 1, ("6", "5", "4", "3", "2")), ("low", 2, ("5", "4", "3", "2", "A"))],
)
def test_in_low_ball_the_lowest_hand_wins_and_the_ace_is_high_unless_chosen_low(
    low_ace: str, winner: int, low: tuple[str, ...]
) -> None:
    # HLD-27: the straight counts for nothing.
    scene = all_in({1: "6c Kc", 2: "Ad 7d"}, "2s 3h 4d 5c Kd", game="low", low_ace=low_ace)
    assert awards(scene) == [("low", winner, 40000)]
    (best,) = (hand for hand in scene.done.hands if hand.seat == winner)
    assert (best.rank, best.low) == (None, low)
    assert best.words == "low " + "-".join(low)
    assert scene.done.awards[0].clause == "HLD D-Low Ball"


@pytest.mark.clause("HLD 3.5(c)", "HLD D-High/Low Split", "HLD 3.6")
def test_high_and_low_take_half_each() -> None:
    hole = {1: "Kd Qh", 2: "3d 4d"}
    scene = all_in(hole, "2c 5d 8h Ks Qc", game="hilo")
    assert awards(scene) == [("high", 1, 20000), ("low", 2, 20000)]
    assert {hand.seat: hand.low for hand in scene.done.hands}[2] == ("8", "5", "4", "3", "2")
    assert scene.done.awards[0].clause == "HLD D-High/Low Split"


@pytest.mark.clause("HLD 3.5(c)", "HLD D-High/Low Split")
def test_one_hand_may_win_both_halves() -> None:
    # Six-high straight on the way up and the best low on the way down.
    scene = all_in({1: "6c 5c", 2: "Kd Qh"}, "2s 3h 4d Kc 9d", game="hilo")
    assert awards(scene) == [("high", 1, 20000), ("low", 1, 20000)]
    assert scene.stakes == {1: 40000, 2: 0}


@pytest.mark.clause("HLD 3.5(d)")
@pytest.mark.parametrize(
    ("qualifier", "expected"), [(8, [("high", 1, 40000)]), (None, [("high", 1, 20000), ("low", 2, 20000)])]
)
def test_without_a_qualifying_low_the_high_hand_takes_all(qualifier: int | None, expected: Any) -> None:
    # HLD-28: three low cards cannot come to five on a board with two.
    hole = {1: "Kd Kc", 2: "4c 5c"}
    scene = all_in(hole, "Ks Qd 9h 3c 2s", game="hilo", low_qualifier=qualifier, low_ace="low")
    assert awards(scene) == expected
    if qualifier:
        assert scene.done.awards[0].clause == "HLD 3.5(d)"
        assert all(hand.low is None for hand in scene.done.hands)


@pytest.mark.clause("HLD 3.5(d)", "HLD 3.1")
@pytest.mark.parametrize(
    ("low_ace", "hole", "qualifies"),
    [
        ("high", "3d 4d", True),
        ("high", "7d 6d", True),
        ("high", "9d 3d", False),
        ("high", "Ad 3d", False),
        ("low", "Ad 3d", True),
        ("high", "2d 5s", False),
    ],
)
def test_a_low_qualifies_with_five_odd_cards_of_eight_or_less(low_ace: str, hole: str, qualifies: bool) -> None:
    scene = all_in({1: "Kd Qh", 2: hole}, "2c 5d 8h Ks Qc", game="hilo", low_qualifier=8, low_ace=low_ace)
    assert (len(scene.done.awards) == 2) is qualifies


@pytest.mark.clause("HLD 3.5(d)", "HLD 14.2[s2]")
def test_each_pot_has_its_own_low() -> None:
    # the only low hand is all in for the main pot; in the side pot none qualifies.
    hole = {1: "Kd Qh", 2: "3d 4d", 3: "Ah Ad"}
    scene = Scene((20000, 3000, 20000), hole=hole, board="2c 5d 8h Ks Qc", game="hilo", low_qualifier=8).start()
    scene.act("1 raise 3000", "2 tap_out", "3 call", "3 bet 5000", "1 call")
    checked_down(scene)
    assert awards(scene) == [("high", 1, 4500), ("low", 2, 4500), ("high", 1, 10000)]


@pytest.mark.clause("HLD 3.7", "HLD D-Wild Card", "HLD 3.5(c)")
def test_the_joker_is_chosen_apart_for_high_and_low() -> None:
    # A third king for high, a three for low.
    scene = all_in({1: "JK 7s", 2: "Ad Ah"}, "2c 4d 6h Ks Kc", game="hilo", joker=True)
    assert awards(scene) == [("high", 1, 20000), ("low", 1, 20000)]
    (mine,) = (hand for hand in scene.done.hands if hand.seat == 1)
    assert (mine.rank, mine.low) == ("three_of_a_kind", ("7", "6", "4", "3", "2"))


@pytest.mark.clause("HLD 3.7", "HLD 3.5(d)")
def test_a_joker_on_the_board_helps_both_to_a_low() -> None:
    scene = all_in({1: "3d 4d", 2: "3c 4s"}, "2c JK 8h Ks Qc", game="hilo", low_qualifier=8, joker=True)
    assert {hand.low for hand in scene.done.hands} == {("8", "5", "4", "3", "2")}
    assert scene.stakes == {1: 20000, 2: 20000}


# Omaha.


@pytest.mark.clause("STAR 7.29", "STAR 7.14[s4]")
@pytest.mark.parametrize(
    ("mine", "board", "rank"),
    [
        # Four of a suit in hand and one on the board are no flush, nor is one in hand and four on the board.
        ("As Ks Qs Js", "2s 7d 9c 4h 3h", "high_card"),
        ("As Ts 6d 4c", "2s 7s Kd Jh 3s", "flush"),
        ("As 3c Td 6h", "2s 7s 9s Js Kd", "high_card"),
        # Nobody plays the board, nor three cards of it with one of the own and one more of the board.
        ("2c 3d 4h 6c", "As Ks Qs Js Ts", "high_card"),
        ("Ah Ad Ac 2c", "Ks Qs 9d 7h 4c", "one_pair"),
        ("Ah Ad 3c 2c", "Ks Kh 9d 7h Kd", "full_house"),
        ("5h 6d Kc Qc", "7s 8h 9d 2c 2d", "straight"),
        ("6d Kc Qc Ah", "5h 7s 8h 9d 2c", "high_card"),
    ],
)
def test_in_omaha_exactly_two_hole_cards_play(mine: str, board: str, rank: str) -> None:
    scene = Scene((20000, 20000), hole={1: mine}, board=board, button=2, **OMAHA).start()
    scene.act("2 tap_out", "1 tap_out")
    assert ranks(scene)[1] == rank


@pytest.mark.clause("STAR 7.29", "HLD 3.5(d)")
def test_omaha_high_low_takes_two_hole_cards_for_each_half() -> None:
    # High with the kings, low with ace and three; 2-4-6 of the board.
    chosen: dict[str, Any] = {"game": "hilo", "low_qualifier": 8, "low_ace": "low", **OMAHA}
    hole = {1: "Ks Kd Ac 3c", 2: "Qh Qd Jh Th"}
    scene = Scene((20000, 20000), hole=hole, board="2s 4d 6h Kc 9d", button=2, **chosen).start()
    scene.act("2 tap_out", "1 tap_out")
    assert awards(scene) == [("high", 1, 20000), ("low", 1, 20000)]
    assert scene.done.hands[0].low == ("6", "4", "3", "2", "A")
    # One low card in hand only: two are needed, and there is no low.
    hole = {1: "Ks Kd Ac Qc", 2: "Qh Qd Jh Th"}
    none = Scene((20000, 20000), hole=hole, board="2s 4d 6h Kc 5d", button=2, **chosen).start()
    none.act("2 tap_out", "1 tap_out")
    assert awards(none) == [("high", 1, 40000)]


# Dividing.


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]")
def test_equal_hands_divide_and_the_odd_chip_goes_nearest_the_button() -> None:
    scene = Scene((20000,) * 4, hole={1: "2c 3d", 3: "4c 5d", 4: "2d 3c"}, board=STRAIGHT_ON_BOARD).start()
    scene.act("4 call", "1 call", "2 fold", "3 stand")
    checked_down(scene)
    # 35 dollars among three: eleven each and the whole rest of two to seat 3; seat 1 has the button and is last.
    assert sorted(awards(scene), key=lambda row: row[1]) == [("high", 1, 1100), ("high", 3, 1300), ("high", 4, 1100)]
    assert {award.seat: award.clause for award in scene.done.awards} == {
        1: "HLD 13.2[s1]",
        3: "HLD 13.2[s2]",
        4: "HLD 13.2[s1]",
    }


@pytest.mark.clause("HLD 13.2[s1]")
def test_what_divides_evenly_leaves_no_odd_chip() -> None:
    scene = all_in({1: "2c 3d", 2: "4c 5d"}, STRAIGHT_ON_BOARD)
    assert sorted(awards(scene)) == [("high", 1, 20000), ("high", 2, 20000)]
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
    checked_down(scene.act("1 raise 3000", "2 fold", "3 call"))
    assert {seat: amount for _, seat, amount in awards(scene)} == parts


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]", "HLD 15.2(a)(ii)")
def test_with_chips_above_a_dollar_what_is_less_than_a_chip_goes_with_the_odd_chip() -> None:
    # 65 less 6 of commission are 59; in $5 chips 25 each, and nine to seat 3.
    scene = Scene(hole={1: "2c 3d", 3: "4c 5d"}, board=STRAIGHT_ON_BOARD, chip_unit=500, **TEN_PERCENT).start()
    checked_down(scene.act("1 raise 3000", "2 fold", "3 call"))
    assert scene.done.charge.total == 600
    assert sorted(awards(scene)) == [("high", 1, 2500), ("high", 3, 3400)]


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
    checked_down(scene.act("1 raise 3000", "2 fold", "3 call"))
    assert awards(scene) == expected


@pytest.mark.clause("HLD 13.2[s1]", "HLD 13.2[s2]", "HLD D-High/Low Split")
def test_a_half_is_divided_among_equal_low_hands() -> None:
    hole = {1: "Ac 3s", 2: "Kd Qh", 3: "Ah 3h"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", low_ace="low").start()
    scene.act("1 raise 5000", "2 call", "3 call")
    checked_down(scene)
    # 75 each half; of the low half 37 each, and one to seat 3 before the button.
    assert awards(scene) == [("high", 2, 7500), ("low", 3, 3800), ("low", 1, 3700)]
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
    checked_down(scene.act("2 raise 5000", "3 call", "4 fold", "1 call"))
    assert awards(scene) == expected


@pytest.mark.clause("HLD 13.2[s1]", "HLD D-High/Low Split")
def test_half_of_less_than_two_chips_is_nothing() -> None:
    hole = {1: "Kd Qh", 2: "3d 4d", 3: "7h 9h"}
    scene = Scene((20000, 500, 500), hole=hole, board="2c 5d 8h Ks Qc", game="hilo", chip_unit=1000).start()
    scene.act("1 call")
    assert awards(scene) == [("high", 1, 1500)]


@pytest.mark.clause("HLD 13.2[s1]", "HLD D-High/Low Split", "HLD 15.2(a)(ii)")
def test_halves_in_chips_above_a_dollar() -> None:
    # 59 after commission; the low half is 25 in $5 chips and the high hand takes the rest.
    hole = {1: "Kd Qh", 3: "3d 4d"}
    scene = Scene(hole=hole, board="2c 5d 8h Ks Qc", game="hilo", chip_unit=500, **TEN_PERCENT).start()
    checked_down(scene.act("1 raise 3000", "2 fold", "3 call"))
    assert awards(scene) == [("high", 1, 3400), ("low", 3, 2500)]


@pytest.mark.clause("HLD 13.2[s1]")
def test_a_pot_of_less_than_a_chip_each_goes_to_the_nearest_winner() -> None:
    scene = Scene((20000, 500, 500), hole={1: "2c 3d", 2: "4c 5d", 3: "4d 5c"}, board=STRAIGHT_ON_BOARD, chip_unit=1000)
    scene.start().act("1 call")
    assert scene.done.returned == {1: 500}
    assert awards(scene) == [("high", 2, 1500)]


@pytest.mark.clause("STAR 7.31")
def test_cards_speak_whatever_was_said_of_them() -> None:
    scene = Scene(hole={1: QUEENS, 2: KINGS, 3: ACES}, board=BOARD, by_hand=True).start()
    checked_down(scene.act("1 call", "2 call", "3 stand"))
    scene.act("1 show")
    assert scene.settle().done.awards[0].seat == 3


# The Star's procedures.


@pytest.mark.clause("STAR 7.28")
def test_all_in_hands_are_tabled_before_the_next_card() -> None:
    scene = Scene((9000, 9000, 9000), board=BOARD, by_hand=True, **STAR).start()
    scene.table.do(Command(PLAYER, "tap_out", 1))
    scene.table.do(Command(PLAYER, "call", 2))
    assert scene.refuses(Command(DEALER, "table_hands")).clause == "STAR 7.28", "seat 3 has yet to act"
    scene.table.do(Command(PLAYER, "fold", 3))
    step = scene.table.game.routine(scene.table.state)
    assert step is not None
    assert (step.do, step.clause) == ("table_hands", "STAR 7.28")
    scene.table.take(step)
    assert scene.table.events[-1] == HandsTabled((2, 1), "STAR 7.28")
    assert scene.now.board == ()
    assert scene.go_on().settle().done.mucked == ()


@pytest.mark.clause("STAR 7.28")
def test_a_called_all_in_is_tabled_though_the_caller_has_chips_left() -> None:
    scene = Scene((3000, 20000, 20000), board=BOARD, by_hand=True, **STAR).start()
    scene.act("1 tap_out", "2 call")
    scene.table.do(Command(PLAYER, "fold", 3))
    step = scene.table.game.routine(scene.table.state)
    assert step is not None
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
    assert checked_down(scene).done.mucked == (3, 1)
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
    checked = checked_down(Scene((9000,) * 3, **chosen).start().act("1 call", "2 call", "3 stand"))
    assert checked.settle().is_over
    scene = Scene((9000,) * 3, **chosen).start().act("1 call", "2 call", "3 stand")
    scene.act("2 check", "3 check", "1 check", "2 check", "3 check", "1 check", "2 tap_out", "3 call", "1 fold")
    assert scene.refuses(Command(DEALER, "settle")).clause == "STAR 7.30"
    assert scene.table.game.routine(scene.table.state) is None
    scene.ruled("hand_for_hand", ruling="off")
    assert scene.go_on().settle().is_over
