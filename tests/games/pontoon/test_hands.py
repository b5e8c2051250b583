"""PON 2.5, PON 14.2 and PON 18.3 to PON 18.7: totals, names of hands, and pairs."""

import pytest

from pitboss.cards.card import cards
from pitboss.games.pontoon.hands import (
    VALUES,
    Pair,
    Row,
    Total,
    are_suited,
    is_pontoon,
    is_splittable,
    is_suited_sevens,
    pair_of,
    row_of_21,
    total,
)
from pitboss.games.pontoon.layout import TABLE_1


@pytest.mark.clause("PON 2.5", "PON 2.5(b)", "PON 2.5(c)")
def test_cards_count_their_number_and_faces_ten() -> None:
    assert [VALUES[card] for card in cards("2c 3d 4h 5s 6c 7d 8h 9s")] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert [VALUES[card] for card in cards("Jc Qd Kh")] == [10, 10, 10]


@pytest.mark.clause("PON 2.5(a)", "PON D-Hard total", "PON D-Soft total")
@pytest.mark.parametrize(
    ("hand", "points", "soft"),
    [
        ("9h 8d", 17, False),
        ("As 6d", 17, True),
        ("As Ad", 12, True),
        ("As 6d Kh", 17, False),
        ("As Ad 9h", 21, True),
        ("As Ad Ah 9c 9d", 21, False),
        ("As 5c 5d Kh", 21, False),
    ],
)
def test_one_ace_counts_eleven_while_that_does_not_exceed_21(hand: str, points: int, soft: bool) -> None:
    assert total(cards(hand)) == Total(points, soft)


@pytest.mark.clause("PON 2.5(a)")
@pytest.mark.parametrize(
    ("hand", "fixed", "points"),
    [
        ("As 8h 2c", 2, 11),
        ("As 9d Ah", 2, 21),
        ("5c 2d Ah 3s", 2, 21),
        ("5c 2d Ah 3s", 3, 11),
        ("As 9d Ah", 3, 11),
        ("As 8h 2c", 0, 21),
    ],
)
def test_aces_of_a_doubled_hand_count_one_as_far_as_the_reading_goes(hand: str, fixed: int, points: int) -> None:
    assert total(cards(hand), fixed).points == points


@pytest.mark.clause("PON D-Pontoon")
def test_pontoon_is_an_ace_with_a_face_card() -> None:
    assert all(is_pontoon(cards(hand)) for hand in ("As Kd", "Jc Ah", "Qs As"))
    assert not any(is_pontoon(cards(hand)) for hand in ("As 9d", "Ks Qd", "As 5d 5h", "Ad"))


@pytest.mark.clause("PON D-Split")
def test_equal_value_may_be_split_whatever_the_face() -> None:
    assert is_splittable(cards("Jc Kd"))
    assert is_splittable(cards("As Ad"))
    assert not is_splittable(cards("8c 9d"))
    assert not is_splittable(cards("8c 8d 8h"))


@pytest.mark.clause("PON D-Suit", "PON D-Suited")
def test_suited_means_one_of_the_four_suits() -> None:
    for suit in "cdhs":
        assert are_suited(cards(f"6{suit} 7{suit} 8{suit}"))
    assert not are_suited(cards("6c 7c 8s"))
    assert is_suited_sevens(cards("7d 7d 7d"))
    assert not is_suited_sevens(cards("7d 7d 7h"))
    assert not is_suited_sevens(cards("6d 7d 8d"))


@pytest.mark.clause(
    "PON 14.2",
    "PON 14.2 Table 1 five cards",
    "PON 14.2 Table 1 six cards",
    "PON 14.2 Table 1 seven or more",
    "PON 14.2 Table 1 6-7-8 mixed",
    "PON 14.2 Table 1 6-7-8 suited",
    "PON 14.2 Table 1 6-7-8 spades",
    "PON 14.2 Table 1 7-7-7 mixed",
    "PON 14.2 Table 1 7-7-7 suited",
    "PON 14.2 Table 1 7-7-7 spades",
    "PON 14.2 Table 1 other",
)
@pytest.mark.parametrize(
    ("hand", "row", "odds"),
    [
        ("9h 5d 7c", Row.OTHER, "1 to 1"),
        ("2h 3d 9c 7h", Row.OTHER, "1 to 1"),
        ("As Ad 9h", Row.OTHER, "1 to 1"),
        ("2h 3d 4c 5s 7h", Row.FIVE_CARDS, "3 to 2"),
        ("6s 2s 3s 4s 6s", Row.FIVE_CARDS, "3 to 2"),
        ("2h 2d 3c 3s 4h 7d", Row.SIX_CARDS, "2 to 1"),
        ("2h 2d 2c 3s 3h 4d 5c", Row.SEVEN_OR_MORE, "3 to 1"),
        ("As Ad Ah Ac 2d 2c 3c As 9d", Row.SEVEN_OR_MORE, "3 to 1"),
        ("8h 6d 7h", Row.MIXED_678, "3 to 2"),
        ("7h 8h 6h", Row.SUITED_678, "2 to 1"),
        ("8s 7s 6s", Row.SPADES_678, "3 to 1"),
        ("7s 7s 7h", Row.MIXED_777, "3 to 2"),
        ("7c 7c 7c", Row.SUITED_777, "2 to 1"),
        ("7s 7s 7s", Row.SPADES_777, "3 to 1"),
    ],
)
def test_table_1_row_by_row(hand: str, row: Row, odds: str) -> None:
    assert row_of_21(cards(hand)) is row
    assert str(TABLE_1[row]) == odds


@pytest.mark.clause("PON 14.2 Table 1 Pontoon")
def test_pontoon_pays_three_to_two() -> None:
    assert TABLE_1[Row.PONTOON].on(10000) == 15000


@pytest.mark.clause(
    "PON 18.3",
    "PON 18.3(a)",
    "PON 18.3(b)",
    "PON 18.4",
    "PON 18.5",
    "PON 18.6",
    "PON 18.6(a)",
    "PON 18.6(b)",
    "PON 18.7",
    "PON 18.12",
)
@pytest.mark.parametrize(
    ("hand", "pair"),
    [
        ("8h 8s", Pair.MIXED),
        ("8d 8c", Pair.MIXED),
        ("8h 8d", Pair.COLOURED),
        ("Qs Qc", Pair.COLOURED),
        ("8h 8h", Pair.PERFECT),
        ("As As", Pair.PERFECT),
        ("8h 9h", None),
        ("Jh Kh", None),
        ("Qs Js", None),
    ],
)
def test_a_pair_is_two_of_one_face_named_by_its_best_name(hand: str, pair: Pair | None) -> None:
    assert pair_of(cards(hand)) is pair
