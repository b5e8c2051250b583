import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import JOKER, Card, CardError, card, cards, face, faces, mask_of, rank_of, suit_of

any_card = st.integers(0, 52).map(Card)


@given(any_card)
def test_a_face_reads_back_as_its_card(one: Card) -> None:
    assert card(face(one)) == one


@given(st.lists(any_card, max_size=9))
def test_cards_read_back_apart_and_run_together(hand: list[Card]) -> None:
    assert cards(faces(hand)) == tuple(hand)
    assert cards(faces(hand).replace(" ", "")) == tuple(hand)


def test_all_faces_are_different() -> None:
    assert len({face(Card(number)) for number in range(53)}) == 53


@pytest.mark.parametrize(
    ("written", "meant"),
    [("10h", "Th"), ("aS", "As"), ("Q♦", "Qd"), ("jk", "JK"), (" 7h ", "7h"), ("td", "Td")],
)
def test_cards_as_people_write_them(written: str, meant: str) -> None:
    assert face(card(written)) == meant


def test_commas_and_tens_in_a_run() -> None:
    assert faces(cards("As,10h 9c10d")) == "As Th 9c Td"


@pytest.mark.parametrize("nonsense", ["1h", "Ax", "A", "", "Ahh", "joker", "J K", "As Ks", "🂡"])
def test_what_is_no_card_is_named(nonsense: str) -> None:
    with pytest.raises(CardError, match="is not a card") as refused:
        card(nonsense)
    assert f"'{nonsense}'" in str(refused.value)


def test_a_wrong_card_among_many_is_named() -> None:
    with pytest.raises(CardError, match="'Zz' is not a card"):
        cards("As Zz Kd")
    with pytest.raises(CardError, match="'K' in 'AsK' is not a card"):
        cards("AsK")


def test_suits_are_lanes_of_thirteen_bits() -> None:
    assert mask_of(cards("2c Ac 2d JK")) == 1 | 1 << 12 | 1 << 13 | 1 << 52
    assert (rank_of(card("As")), suit_of(card("As"))) == (12, 3)
    assert JOKER == 52
