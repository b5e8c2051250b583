"""Ranges as players write them."""

from fractions import Fraction

import pytest

from pitboss.cards.card import CardError, cards, faces
from pitboss.cards.deck import holdem_deck
from pitboss.odds.equity.ranges import Range, range_of


def read(text: str, size: int = 52, hole_cards: int = 2, *, joker: bool = False) -> Range:
    return range_of(text, holdem_deck(size, joker=joker), hole_cards)


def kinds(text: str) -> set[str]:
    """The hands of a range by their two ranks and whether they are suited, the higher rank first."""
    found = set()
    for hole, _ in read(text).hands:
        high, low = sorted(hole, key=lambda card: -(card % 13))
        suited = "" if high % 13 == low % 13 else "s" if high // 13 == low // 13 else "o"
        found.add(faces((high,))[0] + faces((low,))[0] + suited)
    return found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AhKh", 1),
        ("Ah Kh", 1),
        ("10h,9h", 1),
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("ka", 16),
        ("TT+", 30),
        ("1010+", 30),
        ("22-55", 24),
        ("55-22", 24),
        ("A2s+", 48),
        ("KTo+", 36),
        ("76s-54s", 12),
        ("54s-76s", 12),
        ("A5s-A2s", 16),
        ("QJ-T9", 48),
        ("AKs,AKs,AK", 16),
        ("QQ+ AK", 34),
        ("AhKh QcQd", 2),
        ("Ah Kh, Qc Qd", 2),
        ("random", 1326),
        ("RANDOM", 1326),
    ],
)
def test_how_many_hands_a_range_has(text: str, count: int) -> None:
    found = read(text)
    assert found.count == len(found.hands) == len(dict(found.hands)) == count
    assert all(one < other for (one, other), _ in found.hands)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("QQ+", "QQ KK AA"),
        ("44-22", "22 33 44"),
        ("KTs+", "KTs KJs KQs"),
        ("QT", "QTs QTo"),
        ("76s+", "76s"),
        ("J9o-86o", "J9o T8o 97o 86o"),
        ("AQo-ATo", "ATo AJo AQo"),
        ("AKs, 22", "AKs 22"),
    ],
)
def test_which_hands_a_range_has(text: str, expected: str) -> None:
    assert kinds(text) == set(expected.split())


def test_weights_are_exact_decimals() -> None:
    found = dict(read("AA, AKs@0.10, QcQd@.5, KK@1").hands)
    assert {found[tuple(sorted(cards(text)))] for text in ("AhAs", "KdKc")} == {1}
    assert found[tuple(sorted(cards("AsKs")))] == Fraction(1, 10)
    assert found[tuple(sorted(cards("QdQc")))] == Fraction(1, 2)
    assert read("AhKh@0.3").hands == ((cards("KhAh"), Fraction(1)),)


def test_short_decks_jokers_and_omaha() -> None:
    assert read("random", 36, joker=True).count == 37 * 36 // 2
    assert read("66+", 36).count == 54
    assert read("JK", joker=True).hands == read("KJ").hands
    assert read("JKAs", joker=True).hands == ((cards("As JK"), Fraction(1)),)
    assert read("AsAhKsKh", hole_cards=4).hands == ((tuple(sorted(cards("AsAhKsKh"))), Fraction(1)),)
    assert read("AsAhKsKh, QsQhJsJh@0.5", hole_cards=4).count == 2
    assert (read("random", hole_cards=4).count, read("random", hole_cards=4).hands) == (270_725, ())


def test_hands_that_are_gone() -> None:
    assert read("AA").without(cards("Ah")).count == 3
    assert read("AA").without(cards("Ah As Ad")).hands == ()
    assert read("AhKh").without(()).cards == cards("KhAh")
    assert read("AA").cards == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is not a hand: write AhKh,"),
        ("AhK", "'AhK' is not a hand: write AhKh,"),
        ("Ah", "'Ah' is not a hand: write AhKh,"),
        ("AhKhQh", "'AhKhQh' is not a hand: write AhKh,"),
        ("AKs+QQ", "'AKs+QQ' is not a hand: write AhKh,"),
        ("AhAh", "Ah is there twice."),
        (5000 * "x", f"'{40 * 'x'}...' is not a hand: write AhKh,"),
        ("random, AA", "A random hand is any hand: write random alone, without other hands beside it."),
        ("Random@0.5", "A random hand is any hand: write random alone, without other hands beside it."),
        ("AAs", "'AAs' is a pair, which is neither suited nor offsuit."),
        ("22-A5", "'22-A5' does not go from one hand to another like 55-22, A5s-A2s or 76s-54s."),
        ("A5s-K2s", "'A5s-K2s' does not go from one hand to another like 55-22, A5s-A2s or 76s-54s."),
        ("A5s-A2o", "'A5s-A2o' goes from one kind of suits to another."),
        ("AKs@0", "The weight in 'AKs@0' is not a decimal above 0 and at most 1, like AKs@0.5, "),
        ("AKs@1.5", "The weight in 'AKs@1.5' is not a decimal above 0 and at most 1, like AKs@0.5, "),
        (
            "AKs@half",
            "The weight in 'AKs@half' is not a decimal above 0 and at most 1, like AKs@0.5, with at most 12 digits",
        ),
        (
            "AKs@\u0660.\u0665",
            "The weight in 'AKs@\u0660.\u0665' is not a decimal above 0 and at most 1, like AKs@0.5, ",
        ),
        (f"AKs@0.{5000 * '9'}", f"The weight in 'AKs@0.{34 * '9'}...' is not a decimal above 0 and at most 1"),
        ("AK@0.5, AKs", "'AK@0.5, AKs' gives KcAc two weights."),
    ],
)
def test_what_is_no_range(text: str, said: str) -> None:
    with pytest.raises(CardError) as refused:
        read(text)
    assert str(refused.value).startswith(said)


def test_what_the_deck_does_not_hold() -> None:
    with pytest.raises(CardError, match=r"^'22\+' has a 2, and the deck of 36 cards has none \(HLD 2.2\(e\)\)\.$"):
        read("22+", 36)
    with pytest.raises(CardError, match=r"^5h is not in the deck of 36 cards \(HLD 2.2\(e\)\)\.$"):
        read("5hAh", 36)
    with pytest.raises(CardError, match=r"^'AA' is not four cards: in Omaha"):
        read("AA", hole_cards=4)
