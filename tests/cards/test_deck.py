from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import JOKER, Card, CardError, card, cards, face, faces
from pitboss.cards.deck import CANBERRA_DECK, HOLDEM_SIZES, ULTIMATE_DECK, Deck, check_cards, holdem_deck, pontoon_decks


@pytest.mark.clause("HLD 2.2(a)", "HLD 2.2(b)", "HLD 2.2(c)", "HLD 2.2(d)", "HLD 2.2(e)", "HLD 2.2(f)")
@pytest.mark.parametrize(
    ("size", "ranks", "clause"),
    [
        (52, "23456789TJQKA", "HLD 2.2(a)"),
        (48, "3456789TJQKA", "HLD 2.2(b)"),
        (44, "456789TJQKA", "HLD 2.2(c)"),
        (40, "56789TJQKA", "HLD 2.2(d)"),
        (36, "6789TJQKA", "HLD 2.2(e)"),
        (32, "789TJQKA", "HLD 2.2(f)"),
    ],
)
def test_holdem_decks_hold_just_their_cards(size: int, ranks: str, clause: str) -> None:
    deck = holdem_deck(size)
    assert Counter(map(face, deck.cards)) == Counter(rank + suit for rank in ranks for suit in "cdhs")
    assert deck.clause == clause
    assert str(deck) == f"{size} cards"


@pytest.mark.parametrize("size", [0, 20, 50, 53, 104, -1])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(CardError, match=rf"There is no deck of {size} cards: HLD 2\.2"):
        holdem_deck(size)


@pytest.mark.clause("HLD 2.1[s1]", "HLD 2.3")
@pytest.mark.parametrize("size", HOLDEM_SIZES)
def test_one_joker_may_be_added_to_any_deck(size: int) -> None:
    deck = holdem_deck(size, joker=True)
    assert len(deck) == size + 1
    assert deck.cards.count(JOKER) == 1
    assert JOKER not in holdem_deck(size)
    assert str(deck) == f"{size} cards and a joker"


@pytest.mark.clause("HLD D-Full Deck", "HLD D-Reduced Deck")
def test_full_and_reduced_decks() -> None:
    assert [size for size in HOLDEM_SIZES if holdem_deck(size).is_full] == [52]
    assert [size for size in HOLDEM_SIZES if holdem_deck(size, joker=True).is_full] == [52]


@pytest.mark.clause("PON 2.1[s1]", "PON 2.1[s2]")
@pytest.mark.parametrize("count", range(3, 9))
def test_pontoon_is_played_with_three_to_eight_decks_without_tens(count: int) -> None:
    deck = pontoon_decks(count)
    assert Counter(map(face, deck.cards)) == {rank + suit: count for rank in "23456789JQKA" for suit in "cdhs"}
    assert len(deck) == 48 * count


@pytest.mark.clause("PON 2.1[s1]")
@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_other_numbers_of_pontoon_decks_are_refused(count: int) -> None:
    with pytest.raises(CardError, match=rf"not played with {count} decks: PON 2\.1\[s1\]"):
        pontoon_decks(count)


@pytest.mark.clause("UTH 2.1", "CAN 2.1[s1]")
@pytest.mark.parametrize("deck", [ULTIMATE_DECK, CANBERRA_DECK], ids=["ultimate", "canberra"])
def test_house_poker_is_played_with_52_cards_and_no_joker(deck: Deck) -> None:
    assert sorted(deck.cards) == list(range(52))


@pytest.mark.parametrize(
    ("deck", "seen", "entered", "refusal"),
    [
        (holdem_deck(36), "As Kd", "6h", None),
        (holdem_deck(36), "As Kd 6h", "As", "As has already been dealt; it is in the deck once. (HLD 2.2(e))"),
        (holdem_deck(36), "As Kd 6h", "5h", "5h is not among the 36 cards in play. (HLD 2.2(e))"),
        (holdem_deck(32), " ".join(["Kd"] * 32), "As", "All 32 cards have been dealt. (HLD 2.2(f))"),
        (pontoon_decks(3), "7s 7s", "7s", None),
        (pontoon_decks(3), "7s 7s 7s", "7s", "7s has already been dealt; it is in the deck 3 times. (PON 2.1[s1])"),
        (pontoon_decks(3), "7s 7s 7s", "Ts", "Ts is not among the 3 decks of 48 cards in play. (PON 2.1[s1])"),
    ],
)
def test_cards_that_cannot_come_are_refused(deck: Deck, seen: str, entered: str, refusal: str | None) -> None:
    found = deck.cannot_come(card(entered), cards(seen))
    assert (str(found) if found else None) == refusal


def test_a_complete_deck_passes_the_check() -> None:
    deck = pontoon_decks(3)
    check = check_cards(reversed(deck.cards), deck)
    assert check.is_complete
    assert str(check) == "All 144 cards are there."


def test_a_check_tells_missing_foreign_and_duplicate_cards_apart() -> None:
    deck = holdem_deck(36)
    found = [each for each in deck.cards if each != card("Ts")] + list(cards("2c JK Kd Kd"))
    check = check_cards(found, deck)
    assert not check.is_complete
    assert faces(check.missing) == "Ts"
    assert faces(check.foreign) == "2c JK"
    assert faces(check.duplicate) == "Kd Kd"
    assert str(check) == "missing: Ts; foreign: 2c JK; duplicate: Kd Kd."


@given(st.data())
def test_what_the_check_reports_mends_the_deck(data: st.DataObject) -> None:
    deck = data.draw(st.sampled_from([holdem_deck(32, joker=True), pontoon_decks(3), ULTIMATE_DECK]))
    lost = data.draw(st.sets(st.integers(0, len(deck) - 1), max_size=5))
    added = data.draw(st.lists(st.integers(0, 52).map(Card), max_size=5))
    found = [each for position, each in enumerate(deck.cards) if position not in lost] + added
    check = check_cards(found, deck)
    mended = Counter(found) + Counter(check.missing) - Counter(check.foreign) - Counter(check.duplicate)
    assert mended == Counter(deck.cards)
    assert all(each not in deck for each in check.foreign)
    assert check.is_complete == (Counter(found) == Counter(deck.cards))
