"""HLD 3 and HLD 9.1 at the showdown: which hand wins, for high, for low and for both, and in Omaha."""

from typing import Any

import pytest

from tests.games.holdem.scene import Scene, all_in

STRAIGHT_ON_BOARD = "Ts Jd Qh Kc As"
OMAHA: dict[str, Any] = {"mode": "tournament", "hole_cards": 4}


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
    best = scene.ranks[1] if 1 in scene.ranks else scene.ranks[2]
    assert best == rank
    winners = {seat for _, seat, _ in scene.awards}
    assert winners == ({2} if rank == "one_pair" else {1, 2} if rank == "straight" else {1})


@pytest.mark.clause("HLD 3.4(e)", "HLD 3.4(f)", "HLD 3.3(e)", "HLD 3.3(f)", "HLD D-Reduced Deck", "HLD D-Full Deck")
@pytest.mark.parametrize(
    ("deck", "joker", "winner"), [(52, False, 2), (52, True, 2), (48, True, 1), (36, False, 1), (32, False, 1)]
)
def test_a_flush_beats_a_full_house_in_a_reduced_deck_only(deck: int, joker: bool, winner: int) -> None:
    hole = {1: "Ah Qh", 2: "Ks 9c"}
    scene = all_in(hole, "7h 8h 9h Kc Kd", deck=deck, joker=joker)
    assert scene.awards == [("high", winner, 40000)]


@pytest.mark.clause("HLD 3.5(a)", "HLD 3.4(g)")
@pytest.mark.parametrize(("elected", "rank", "winner"), [(True, "straight", 1), (False, "one_pair", 2)])
def test_the_ace_is_low_in_straights_where_that_was_elected(elected: bool, rank: str, winner: int) -> None:
    # HLD-25 and HLD-26: T-9-8-7-A with 32 cards, against three nines.
    hole = {1: "As Td", 2: "9s Qd"}
    scene = all_in(hole, "7c 8d 9h Ks 9c", deck=32, ace_low_straights=elected, button=2)
    assert scene.ranks[1] == rank
    assert scene.awards == [("high", winner, 40000)]


@pytest.mark.clause("HLD 3.7", "HLD D-Wild Card", "HLD 3.3(a)", "HLD 3.3(b)")
def test_the_joker_on_the_board_serves_everybody() -> None:
    # HLD-23: a royal flush with it beats five queens.
    scene = all_in({1: "Js Ts", 2: "Qh Qc"}, "JK Qs Ks Qd 2c", joker=True)
    assert scene.ranks == {1: "royal_flush", 2: "five_of_a_kind"}
    assert scene.awards == [("high", 1, 40000)]


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
    assert scene.awards == [("low", winner, 40000)]
    (best,) = (hand for hand in scene.done.hands if hand.seat == winner)
    assert (best.rank, best.low) == (None, low)
    assert best.words == "low " + "-".join(low)
    assert scene.done.awards[0].clause == "HLD D-Low Ball"


@pytest.mark.clause("HLD 3.5(c)", "HLD D-High/Low Split", "HLD 3.6")
def test_high_and_low_take_half_each() -> None:
    hole = {1: "Kd Qh", 2: "3d 4d"}
    scene = all_in(hole, "2c 5d 8h Ks Qc", game="hilo")
    assert scene.awards == [("high", 1, 20000), ("low", 2, 20000)]
    assert {hand.seat: hand.low for hand in scene.done.hands}[2] == ("8", "5", "4", "3", "2")
    assert scene.done.awards[0].clause == "HLD D-High/Low Split"


@pytest.mark.clause("HLD 3.5(c)", "HLD D-High/Low Split")
def test_one_hand_may_win_both_halves() -> None:
    # Six-high straight on the way up and the best low on the way down.
    scene = all_in({1: "6c 5c", 2: "Kd Qh"}, "2s 3h 4d Kc 9d", game="hilo")
    assert scene.awards == [("high", 1, 20000), ("low", 1, 20000)]
    assert scene.stakes == {1: 40000, 2: 0}


@pytest.mark.clause("HLD 3.5(d)")
@pytest.mark.parametrize(
    ("qualifier", "expected"), [(8, [("high", 1, 40000)]), (None, [("high", 1, 20000), ("low", 2, 20000)])]
)
def test_without_a_qualifying_low_the_high_hand_takes_all(qualifier: int | None, expected: Any) -> None:
    # HLD-28: three low cards cannot come to five on a board with two.
    hole = {1: "Kd Kc", 2: "4c 5c"}
    scene = all_in(hole, "Ks Qd 9h 3c 2s", game="hilo", low_qualifier=qualifier, low_ace="low")
    assert scene.awards == expected
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
    scene.check_down()
    assert scene.awards == [("high", 1, 4500), ("low", 2, 4500), ("high", 1, 10000)]


@pytest.mark.clause("HLD 3.7", "HLD D-Wild Card", "HLD 3.5(c)")
def test_the_joker_is_chosen_apart_for_high_and_low() -> None:
    # A third king for high, a three for low.
    scene = all_in({1: "JK 7s", 2: "Ad Ah"}, "2c 4d 6h Ks Kc", game="hilo", joker=True)
    assert scene.awards == [("high", 1, 20000), ("low", 1, 20000)]
    (mine,) = (hand for hand in scene.done.hands if hand.seat == 1)
    assert (mine.rank, mine.low) == ("three_of_a_kind", ("7", "6", "4", "3", "2"))


@pytest.mark.clause("HLD 3.7", "HLD 3.5(d)")
def test_a_joker_on_the_board_helps_both_to_a_low() -> None:
    scene = all_in({1: "3d 4d", 2: "3c 4s"}, "2c JK 8h Ks Qc", game="hilo", low_qualifier=8, joker=True)
    assert {hand.low for hand in scene.done.hands} == {("8", "5", "4", "3", "2")}
    assert scene.stakes == {1: 20000, 2: 20000}


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
    scene = Scene((20000, 20000), hole={1: mine}, board=board, button=2, **OMAHA).start().act("2 tap_out", "1 tap_out")
    assert scene.ranks[1] == rank


@pytest.mark.clause("STAR 7.29", "HLD 3.5(d)")
def test_omaha_high_low_takes_two_hole_cards_for_each_half() -> None:
    # High with the kings, low with ace and three; 2-4-6 of the board.
    chosen: dict[str, Any] = {"game": "hilo", "low_qualifier": 8, "low_ace": "low", **OMAHA}
    hole = {1: "Ks Kd Ac 3c", 2: "Qh Qd Jh Th"}
    scene = Scene((20000, 20000), hole=hole, board="2s 4d 6h Kc 9d", button=2, **chosen).start()
    scene.act("2 tap_out", "1 tap_out")
    assert scene.awards == [("high", 1, 20000), ("low", 1, 20000)]
    assert scene.done.hands[0].low == ("6", "4", "3", "2", "A")
    # One low card in hand only: two are needed, and there is no low.
    hole = {1: "Ks Kd Ac Qc", 2: "Qh Qd Jh Th"}
    none = Scene((20000, 20000), hole=hole, board="2s 4d 6h Kc 5d", button=2, **chosen).start()
    none.act("2 tap_out", "1 tap_out")
    assert none.awards == [("high", 1, 40000)]
