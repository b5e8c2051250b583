"""UTH 9 and UTH 10: who wins, who loses, who gets the stake back, and how much is paid."""

import pytest

from pitboss.games.play import Result
from pitboss.games.ultimate.settlement import AntesRefunded, HandSettled
from tests.games.ultimate.scene import DEALER, NAMES, PLAYER, TEN, dealt, faces_of, limits, lone

BOARD = "2c 7d 9h Jc 3s"
PAIRED = "As Ad Kc Qh Jd"
HIGH = "Ac Kd Qh 9s 7c"
BROADWAY = "Tc Jd Qh Ks Ac"
NINES = "7c 8d 9h 2c 3s"


PUSH, LOSE = ("push", 0), ("lose", -1000)


@pytest.mark.clause("UTH 9.4", "UTH 9.5", "UTH 9.5(a)", "UTH 9.5(b)", "UTH 9.5(c)", "UTH 9.5(c)(i)", "UTH 9.5(c)(ii)")
@pytest.mark.clause("UTH 9.6", "UTH 9.6(a)", "UTH 9.6(b)", "UTH 9.6(c)", "UTH 9.6(c)(i)", "UTH 9.6(c)(ii)")
@pytest.mark.clause("UTH 9.8", "UTH 9.8(a)", "UTH 9.8(b)", "UTH 9.8(c)", "UTH D-Qualify", "UTH D-Push")
@pytest.mark.parametrize(
    ("board", "hand", "dealer", "ante", "blind", "play", "clauses"),
    [
        # The dealer qualifies.
        (BOARD, "As Ad", "Kd Kh", ("win", 1000), PUSH, ("win", 4000), ("9.5(a)", "9.6(c)(ii)", "9.8(a)")),
        (BOARD, "8h Th", "Kd Kh", ("win", 1000), ("win", 1000), ("win", 4000), ("9.5(a)", "9.6(a)", "9.8(a)")),
        (PAIRED, "2c 3c", "2d 3d", PUSH, PUSH, PUSH, ("9.5(c)(i)", "9.6(c)(i)", "9.8(c)")),
        (BROADWAY, "2c 3d", "4h 5s", PUSH, PUSH, PUSH, ("9.5(c)(i)", "9.6(c)(i)", "9.8(c)")),
        (BOARD, "Kd Kh", "As Ad", LOSE, LOSE, ("lose", -4000), ("9.5(b)", "9.6(b)", "9.8(b)")),
        (NINES, "Th Jh", "5c 6d", ("win", 1000), ("win", 1000), ("win", 4000), ("9.5(a)", "9.6(a)", "9.8(a)")),
        (NINES, "5h 6h", "Td Jd", LOSE, LOSE, ("lose", -4000), ("9.5(b)", "9.6(b)", "9.8(b)")),
        # The dealer does not qualify: the ante is pushed, the others are compared all the same.
        (BOARD, "As Ad", "Kd 4h", PUSH, PUSH, ("win", 4000), ("9.5(c)(ii)", "9.6(c)(ii)", "9.8(a)")),
        (BOARD, "8h Th", "Kd 4h", PUSH, ("win", 1000), ("win", 4000), ("9.5(c)(ii)", "9.6(a)", "9.8(a)")),
        (BOARD, "Ah Td", "Kd 4h", PUSH, PUSH, ("win", 4000), ("9.5(c)(ii)", "9.6(c)(ii)", "9.8(a)")),
        (HIGH, "2c 3d", "2h 3s", PUSH, PUSH, PUSH, ("9.5(c)(ii)", "9.6(c)(i)", "9.8(c)")),
        (BOARD, "Ts 4d", "Kd 4h", PUSH, LOSE, ("lose", -4000), ("9.5(c)(ii)", "9.6(b)", "9.8(b)")),
    ],
    ids=[
        "qualifies, player higher with a pair",
        "qualifies, player higher with a straight",
        "qualifies, equal pairs on the board",
        "qualifies, equal straights on the board",
        "qualifies, dealer higher",
        "qualifies, player's straight higher than the dealer's",
        "qualifies, dealer's straight higher than the player's",
        "not qualified, player higher with a pair",
        "not qualified, player higher with a straight",
        "not qualified, player higher with ace high",
        "not qualified, equal",
        "not qualified, dealer higher",
    ],
)
def test_each_cell_of_the_decision_table(
    board: str,
    hand: str,
    dealer: str,
    ante: tuple[str, int],
    blind: tuple[str, int],
    play: tuple[str, int],
    clauses: tuple[str, str, str],
) -> None:
    scene = lone(hand, board, dealer, trips=0)
    assert scene.rows() == {(1, "ante"): ante, (1, "blind"): blind, (1, "play"): play}
    named = tuple(scene.outcome(1, kind).clause for kind in ("ante", "blind", "play"))
    assert named == tuple(f"UTH {clause}" for clause in clauses)


PAY_ROWS = [
    ("As Ks Qs 4d 7h", "Js Ts", 500_000, 25_000),
    ("9s 8s 7s 2d Kh", "6s 5s", 50_000, 20_000),
    ("9s 9d 4c 2d Kh", "9h 9c", 10_000, 15_000),
    ("9s 9d 4c 2d Kh", "9h 4h", 3_000, 4_000),
    ("As 9s 4s 2d Kh", "7s 3s", 1_500, 3_500),
    ("9s 8d 7c 2d Kh", "6s 5h", 1_000, 2_000),
    ("9s 4d 7c 2d Kh", "9h 9c", 0, 1_500),
    ("9s 4d 7c 2d Kh", "9h 4h", 0, -500),
    ("9s 4d 7c 2d Kh", "9h 8h", 0, -500),
    ("9s 4d 7c 2d Kh", "Ah 8h", 0, -500),
]


@pytest.mark.clause("UTH 9.9", "UTH 9.7", "UTH 9.7(a)", "UTH 9.7(b)", "UTH 10.1", "UTH 10.1 trips table")
@pytest.mark.clause("UTH 10.1 blind RF", "UTH 10.1 blind SF", "UTH 10.1 blind quads", "UTH 10.1 blind FH")
@pytest.mark.clause("UTH 10.1 blind flush", "UTH 10.1 blind straight", "UTH 10.1 blind less")
@pytest.mark.clause("UTH 10.1 trips RF", "UTH 10.1 trips SF", "UTH 10.1 trips quads", "UTH 10.1 trips FH")
@pytest.mark.clause("UTH 10.1 trips flush", "UTH 10.1 trips straight", "UTH 10.1 trips three")
@pytest.mark.clause("UTH D-Trips [1]", "UTH D-Trips [2]")
@pytest.mark.parametrize(
    ("board", "hand", "blind", "trips"),
    PAY_ROWS,
    ids=["royal", "straight flush", "quads", "full house", "flush", "straight", "three", "two pairs", "pair", "high"],
)
def test_each_row_of_the_pay_tables(board: str, hand: str, blind: int, trips: int) -> None:
    scene = lone(hand, board, "3c 5c" if "3" not in hand else "5c 6h")
    rows = scene.rows()
    assert rows[1, "blind"] == ("win" if blind else "push", blind)
    assert rows[1, "trips"] == ("win" if trips > 0 else "lose", trips)
    assert rows[1, "play"] == ("win", 4000)


@pytest.mark.clause("UTH 10.1 ante", "UTH 10.1 play")
def test_ante_and_play_are_paid_one_to_one_without_a_maximum() -> None:
    scene = lone("As Ad", BOARD, "Kd Kh", trips=0, stake=50_000, max_payout=100)
    assert scene.rows()[1, "ante"] == ("win", 50_000)
    assert scene.rows()[1, "play"] == ("win", 200_000)


@pytest.mark.clause("UTH 9.7", "UTH 9.7(a)", "UTH D-Trips [2]")
@pytest.mark.parametrize("dealer", ["3c 5c", "Ac Ad"], ids=["beaten", "beats the player"])
def test_trips_wins_whatever_the_dealer_holds(dealer: str) -> None:
    scene = lone("9h 9c", "9s Ah 7c 2d Kh", dealer)
    assert scene.rows()[1, "trips"] == ("win", 1500)


@pytest.mark.clause("UTH 9.6(b)")
def test_the_blind_of_a_losing_straight_is_lost_and_its_trips_paid() -> None:
    scene = lone("Ah 4h", "2d 3s 5c 6h Kh", "4c 7c", trips=500)
    assert scene.rows() == {
        (1, "ante"): LOSE,
        (1, "blind"): LOSE,
        (1, "trips"): ("win", 2000),
        (1, "play"): ("lose", -4000),
    }


@pytest.mark.clause("UTH D-Quads")
@pytest.mark.parametrize(
    ("board", "hand", "dealer", "ante"),
    [
        ("8c 8d 8h 8s 2d", "Ah 3c", "Kd Qh", ("win", 1000)),
        ("8c 8d 8h 8s 2d", "Qs 3c", "Kd Qh", ("lose", -1000)),
        ("8c 8d 8h 8s Ad", "Kh 3c", "Kd Qh", PUSH),
        ("8c 8d As Ah 2d", "Ac Ad", "8h 8s", ("win", 1000)),
    ],
    ids=["better kicker", "worse kicker", "kicker on the board", "four aces are best"],
)
def test_four_of_a_kind_play_with_a_fifth_card(board: str, hand: str, dealer: str, ante: tuple[str, int]) -> None:
    assert lone(hand, board, dealer, trips=0).rows()[1, "ante"] == ante


@pytest.mark.clause("UTH 3.2")
@pytest.mark.parametrize(
    ("board", "hand", "dealer", "ante"),
    [
        ("8c 8d 8h 7s 4s", "Kh Kd", "Qh Qd", ("win", 1000)),
        ("8c 8d 8h 7s 4s", "2h 2c", "Qh Qd", LOSE),
        ("8c 8d 8h 7s 4s", "Ah 2c", "Kd Qd", ("win", 1000)),
        ("8c 8d 8h Ks As", "3h 4c", "Qd 4d", PUSH),
    ],
    ids=["pair", "lower pair", "kicker", "all five on the board"],
)
def test_three_of_a_kind_shared_on_the_board_is_decided_by_the_other_two(
    board: str, hand: str, dealer: str, ante: tuple[str, int]
) -> None:
    assert lone(hand, board, dealer, trips=0).rows()[1, "ante"] == ante


@pytest.mark.clause("UTH D-Communal Cards", "UTH 8.8(c)", "UTH 9.3(b)")
@pytest.mark.parametrize(
    ("board", "hole", "words"),
    [
        (BOARD, "8h Th", "straight, jack high"),
        (BOARD, "Js 4d", "one pair, jacks"),
        (BROADWAY, "2c 3d", "straight, ace high"),
    ],
    ids=["two hole cards", "one hole card", "no hole card"],
)
def test_player_and_dealer_use_any_number_of_communal_cards(board: str, hole: str, words: str) -> None:
    assert words in lone(hole, board, "2d 2h", trips=0).outcome(1, "play").why
    assert words in lone("2d 2h", board, hole, trips=0).outcome(1, "play").why


@pytest.mark.clause("UTH D-Communal Cards", "UTH D-Qualify")
def test_a_pair_on_the_board_is_enough_to_qualify() -> None:
    assert lone("As Ks", "2c 2d 9h Jc 4s", "Qd 3h", trips=0).rows()[1, "ante"] == ("win", 1000)


@pytest.mark.clause("UTH 10.1 blind flush")
@pytest.mark.parametrize(("stake", "won"), [(500, 750), (550, 825), (1050, 1575), (502, 753)])
def test_three_to_two_is_paid_to_the_cent(stake: int, won: int) -> None:
    scene = lone("7s 3s", "As 9s 4s 2d Kh", "5c 6h", trips=0, stake=stake, wager_step=1, limits=limits((500, 50_000)))
    assert scene.rows()[1, "blind"] == ("win", won)


@pytest.mark.clause("UTH 9.2", "UTH 9.5(c)(ii)")
def test_antes_are_refunded_before_the_first_hand_is_turned() -> None:
    scene = dealt()
    for seat in (1, 2, 3):
        scene.play(seat, 3000)
    for step in ("show_flop", "show_turn_and_river", "declare"):
        scene.dealer(step)
    first = scene.dealer("settle")
    assert [type(event) for event in first] == [AntesRefunded, HandSettled]
    assert isinstance(first[0], AntesRefunded)
    assert [(row.seat, row.result) for row in first[0].outcomes] == [(seat, Result.PUSH) for seat in (1, 2, 3)]
    assert [type(event) for event in scene.dealer("settle")] == [HandSettled]


@pytest.mark.clause("UTH 9.2")
def test_no_ante_is_refunded_when_the_dealer_qualifies() -> None:
    scene = dealt({1: "As Ad"}, dealer="Kd Kh").script("1 play 3000")
    scene.finish()
    assert not any(isinstance(event, AntesRefunded) for event in scene.events)


@pytest.mark.clause("UTH 9.2", "UTH D-Fold")
def test_a_folded_ante_stays_lost_when_the_dealer_does_not_qualify() -> None:
    scene = dealt().script("1 fold", "2 play 3000", "3 play 3000")
    scene.finish()
    assert scene.rows()[1, "ante"] == LOSE
    assert scene.rows()[2, "ante"] == PUSH


@pytest.mark.clause("UTH 9.3", "UTH 9.3(a)", "UTH 9.3(c)", "UTH 9.3(d)", "UTH 9.10")
def test_hands_are_settled_one_by_one_from_the_dealers_right() -> None:
    scene = dealt()
    for seat in (1, 2, 3):
        scene.play(seat, 3000)
    for step in ("show_flop", "show_turn_and_river", "declare"):
        scene.dealer(step)
    scene.refuses("UTH 9.3", DEALER, "settle", 1)
    turned = []
    for seat in (3, 2, 1):
        scene.tell(DEALER, "settle", seat)
        turned.append(seat)
        assert [box.seat for box in scene.state.play.boxes if box.standing == "settled"] == sorted(turned)
        decided = {wager.seat for wager in scene.state.felt.wagers if wager.kind != "ante" and wager.outcome}
        assert decided == set(turned)
    assert scene.is_over
    assert scene.state.play.order == (3, 2, 1)
    assert scene.rows()[2, "play"] == ("lose", -3000)
    scene.refuses("UTH 9.3", DEALER, "settle")


@pytest.mark.clause("UTH 9.3")
@pytest.mark.parametrize("moment", ["before_flop", "river"])
def test_nothing_is_settled_before_the_declaration(moment: str) -> None:
    scene = dealt({1: "As Ad"})
    if moment == "river":
        scene.script("1 play 3000", "show_flop", "show_turn_and_river")
    scene.refuses("UTH 9.3", DEALER, "settle")


@pytest.mark.clause("UTH 9.1[s1]", "UTH 9.1[s2]")
def test_a_conceded_hand_loses_everything_even_against_a_dealer_who_does_not_qualify() -> None:
    scene = dealt(wagers={1: {**TEN, "trips": 500}})
    for seat in (1, 2, 3):
        scene.play(seat, 3000)
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 1)
    for step in ("show_flop", "show_turn_and_river", "declare"):
        scene.dealer(step)
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 5)
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 1, player=NAMES[2])
    scene.tell(PLAYER, "concede", 1, player=NAMES[1])
    lost = {kind: scene.rows()[1, kind] for kind in ("ante", "blind", "trips", "play")}
    assert lost == {"ante": LOSE, "blind": LOSE, "trips": ("lose", -500), "play": ("lose", -3000)}
    assert scene.outcome(1, "trips").clause == "UTH 9.1[s2]"
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 1)
    scene.dealer("settle")
    scene.refuses("UTH 9.1[s1]", PLAYER, "concede", 2)
    scene.finish()
    assert scene.state.play.order == (3, 2)


@pytest.mark.clause("UTH 9.1[s1]", "UTH D-Round of Play")
def test_the_last_concession_ends_the_round() -> None:
    scene = dealt({1: "As Ad"}).script("1 play 3000")
    for step in ("show_flop", "show_turn_and_river", "declare"):
        scene.dealer(step)
    scene.tell(PLAYER, "concede", 1)
    assert scene.is_over
    assert scene.state.felt.result == "settled"


ROYAL = "Ts Js Qs Ks 2d"


def _two_big_hands(scope: str, most: int, *, trips: bool = False, included: bool = False) -> dict[tuple[int, str], int]:
    """Box 1 has a royal flush, box 2 a straight flush, both with blinds of ten dollars; the dealer has nothing."""
    wagers = {seat: {**TEN, **({"trips": 500} if trips else {})} for seat in (1, 2)}
    scene = dealt(
        {1: "As 3h", 2: "9s 4h"},
        board=ROYAL,
        dealer="5c 6d",
        wagers=wagers,
        max_payout=most,
        max_payout_scope=scope,
        cap_includes_trips=included,
    )
    scene.script("1 play 4000", "2 play 4000")
    scene.finish()
    return {key: net for key, (_, net) in scene.rows().items() if key[1] in ("blind", "trips")}


@pytest.mark.clause("UTH 10.1 note **", "UTH 10.1 blind RF", "UTH 10.1 blind SF")
@pytest.mark.parametrize(
    ("scope", "most", "royal", "straight_flush"),
    [
        ("per_wager", 2_500_000, 500_000, 50_000),
        ("per_wager", 40_000, 40_000, 40_000),
        ("per_player_round", 40_000, 40_000, 40_000),
        # Box 2 sits nearer to the dealer's right and is settled first.
        ("per_table_round", 2_500_000, 500_000, 50_000),
        ("per_table_round", 70_000, 20_000, 50_000),
        ("per_table_round", 40_000, 0, 40_000),
    ],
)
def test_the_maximum_payout_by_its_scope(scope: str, most: int, royal: int, straight_flush: int) -> None:
    assert _two_big_hands(scope, most) == {(1, "blind"): royal, (2, "blind"): straight_flush}


@pytest.mark.clause("UTH 10.1 note **", "UTH 10.1 trips table")
@pytest.mark.parametrize(
    ("scope", "most", "included", "paid"),
    [
        ("per_wager", 10_000, False, (10_000, 25_000, 10_000, 20_000)),
        ("per_wager", 10_000, True, (10_000, 10_000, 10_000, 10_000)),
        ("per_player_round", 60_000, False, (60_000, 25_000, 50_000, 20_000)),
        ("per_player_round", 60_000, True, (60_000, 0, 50_000, 10_000)),
        ("per_table_round", 60_000, True, (0, 0, 50_000, 10_000)),
        ("per_table_round", 580_000, True, (500_000, 10_000, 50_000, 20_000)),
    ],
)
def test_trips_fall_under_the_maximum_only_where_the_table_says_so(
    scope: str, most: int, included: bool, paid: tuple[int, int, int, int]
) -> None:
    rows = _two_big_hands(scope, most, trips=True, included=included)
    assert (rows[1, "blind"], rows[1, "trips"], rows[2, "blind"], rows[2, "trips"]) == paid


@pytest.mark.clause("UTH 10.1 note **")
def test_the_maximum_limits_the_winnings_and_not_the_stake() -> None:
    scene = lone("Js Ts", "As Ks Qs 4d 7h", "2c 3h", trips=0, stake=10_000, max_payout=2_500_000)
    assert scene.rows()[1, "blind"] == ("win", 2_500_000)
    assert "UTH 10.1 note **" in scene.outcome(1, "blind").why
    assert scene.accounts()["player Ann"] == 2_500_000 + 40_000


@pytest.mark.clause("UTH 9.3(b)")
def test_every_result_says_why_in_words() -> None:
    scene = lone("8h Th", BOARD, "Kd Kh")
    for row in scene.outcomes:
        assert row.why.endswith(".")
        assert row.clause.startswith("UTH 9.")
    assert "straight" in scene.outcome(1, "blind").why
    assert faces_of(scene.box(1).cards) == ["8h", "Th"]


@pytest.mark.clause("UTH 9.2", "UTH 9.3", "UTH 9.7(b)", "UTH D-Round of Play")
def test_settling_names_the_clauses_it_rests_on() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: {**TEN, "trips": 500}}).script("1 play 3000")
    scene.run()
    done = scene.dealer("settle")
    assert [event.clause for event in done] == ["UTH 9.2", "UTH 9.3", "UTH D-Round of Play"]
    assert scene.outcome(1, "trips").clause == "UTH 9.7(b)"
