from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import card, cards, faces
from pitboss.cards.deck import CANBERRA_DECK, ULTIMATE_DECK, Deck, holdem_deck, pontoon_decks
from pitboss.cards.shoe import (
    CANBERRA_DEVICE,
    PONTOON_DEVICE,
    ULTIMATE_DEVICE,
    AutomatedShoe,
    CardShoe,
    DeviceRule,
    EnteredShoe,
    ShoeEmpty,
    automated_shoe,
    place_cutting_card,
)
from pitboss.cards.shuffle import shuffle
from pitboss.rulebook.refusal import Refusal


def test_a_stacked_shoe_deals_in_its_order() -> None:
    shoe = CardShoe(cards("As Kd 7h 2c"))
    first, shoe = shoe.draw()
    two, shoe = shoe.draw_many(2)
    assert faces([first, *two]) == "As Kd 7h"
    assert faces(shoe.cards_left) == "2c"


def test_drawing_leaves_the_earlier_shoe_as_it_was() -> None:
    shoe = CardShoe(cards("As Kd"))
    shoe.draw()
    assert faces(shoe.cards_left) == "As Kd"


def test_an_empty_shoe_says_so() -> None:
    _, shoe = CardShoe(cards("As")).draw()
    assert shoe.is_empty
    with pytest.raises(ShoeEmpty):
        shoe.draw()
    for count in (2, -1):
        with pytest.raises(ShoeEmpty, match=f"holds 1 cards, not {count}"):
            CardShoe(cards("As")).draw_many(count)


@pytest.mark.clause("PON D-Burn")
def test_a_burnt_card_leaves_the_shoe_without_being_dealt() -> None:
    shoe = CardShoe(cards("As Kd 7h")).burn()
    dealt, shoe = shoe.draw()
    assert faces([dealt]) == "Kd"
    assert faces(shoe.burnt_cards) == "As"


@given(st.lists(st.sampled_from(["draw", "burn"]), max_size=52))
def test_a_card_is_dealt_once(steps: list[str]) -> None:
    shoe = CardShoe(shuffle(holdem_deck().cards).cards)
    dealt = []
    for step in steps:
        if step == "draw":
            one, shoe = shoe.draw()
            dealt.append(one)
        else:
            shoe = shoe.burn()
    assert Counter([*dealt, *shoe.burnt_cards, *shoe.cards_left]) == Counter(holdem_deck().cards)


@pytest.mark.clause("PON 5.3[s3]")
@pytest.mark.parametrize(("decks", "least", "most"), [(3, 48, 72), (4, 48, 96), (8, 48, 192)])
def test_the_cutting_card_goes_in_from_one_deck_to_half_the_decks(decks: int, least: int, most: int) -> None:
    deck = pontoon_decks(decks)
    shoe = CardShoe(deck.cards)
    allowed = [behind for behind in range(len(deck)) if isinstance(place_cutting_card(shoe, behind, deck), CardShoe)]
    assert allowed == list(range(least, most + 1))
    refusal = place_cutting_card(shoe, least - 1, deck)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "PON 5.3[s3]"


def test_the_cutting_card_comes_out_at_its_place_and_may_be_thrown_out() -> None:
    shoe = place_cutting_card(CardShoe(pontoon_decks(3).cards), 48, pontoon_decks(3))
    assert isinstance(shoe, CardShoe)
    _, shoe = shoe.draw_many(95)
    assert (shoe.cutting_card_is_next, shoe.cutting_card_is_out) == (False, False)
    _, shoe = shoe.draw()
    assert (shoe.cutting_card_is_next, shoe.cutting_card_is_out) == (True, False)
    _, shoe = shoe.draw()
    assert (shoe.cutting_card_is_next, shoe.cutting_card_is_out) == (False, True)
    assert not shoe.throw_out_cutting_card().cutting_card_is_out
    assert shoe.throw_out_cutting_card().cards_left == shoe.cards_left


@pytest.mark.clause("UTH 6.2(a)", "UTH 6.2(b)", "CAN 12.2[s1]", "CAN 12.2[s2]", "CAN 12.2[s4]")
@pytest.mark.parametrize(
    ("deck", "rule"),
    [(ULTIMATE_DECK, ULTIMATE_DEVICE), (CANBERRA_DECK, CANBERRA_DEVICE)],
    ids=["ultimate", "canberra"],
)
def test_two_decks_of_different_colours_take_turns(deck: Deck, rule: DeviceRule) -> None:
    device = automated_shoe(deck, ("red", "blue"), rule)
    assert isinstance(device, AutomatedShoe)
    colours = []
    for _ in range(4):
        colours.append(device.colour)
        done, device = device.next_round()
        assert sorted(done.cards) == sorted(deck.cards)
    assert colours == ["red", "blue", "red", "blue"]


@pytest.mark.clause("UTH 6.2(a)", "UTH 6.2(b)", "CAN 12.2[s1]", "CAN 12.2[s2]")
@pytest.mark.parametrize(
    ("deck", "rule", "colours", "refusal"),
    [
        (ULTIMATE_DECK, ULTIMATE_DEVICE, ("red",), None),
        (ULTIMATE_DECK, ULTIMATE_DEVICE, ("red", "red"), "UTH 6.2(b)"),
        (ULTIMATE_DECK, ULTIMATE_DEVICE, ("red", "blue", "green"), "UTH 6.2(a)"),
        (ULTIMATE_DECK, ULTIMATE_DEVICE, (), "UTH 6.2(a)"),
        (CANBERRA_DECK, CANBERRA_DEVICE, ("red",), "CAN 12.2[s1]"),
        (CANBERRA_DECK, CANBERRA_DEVICE, ("red", "red"), "CAN 12.2[s2]"),
        (pontoon_decks(6), PONTOON_DEVICE, ("red",), None),
        (pontoon_decks(6), PONTOON_DEVICE, ("red", "blue"), "PON 2.1[s2]"),
    ],
)
@pytest.mark.clause("PON 2.1[s2]")
def test_what_a_device_may_hold(deck: Deck, rule: DeviceRule, colours: tuple[str, ...], refusal: str | None) -> None:
    device = automated_shoe(deck, colours, rule)
    assert (device.clause if isinstance(device, Refusal) else None) == refusal


def test_the_pontoon_device_deals_every_round_from_all_cards() -> None:
    deck = pontoon_decks(6)
    device = automated_shoe(deck, ("red",), PONTOON_DEVICE)
    assert isinstance(device, AutomatedShoe)
    first, device = device.next_round()
    second, _ = device.next_round()
    assert Counter(first.cards) == Counter(second.cards) == Counter(deck.cards)
    assert first.cards != second.cards


def test_a_dealer_enters_real_cards_and_impossible_ones_are_refused() -> None:
    shoe = EnteredShoe(holdem_deck(36))
    for one in cards("As Kd 6h"):
        entered = shoe.enter(one)
        assert isinstance(entered, EnteredShoe)
        shoe = entered
    twice = shoe.enter(card("As"))
    assert isinstance(twice, Refusal)
    assert str(twice) == "As has already been dealt; it is in the deck once. (HLD 2.2(e))"
    foreign = shoe.enter(card("5h"))
    assert isinstance(foreign, Refusal)
    assert str(foreign) == "5h is not among the 36 cards in play. (HLD 2.2(e))"
    assert shoe.cards_left == 33
    assert not shoe.cutting_card_is_out
    assert shoe.show_cutting_card().cutting_card_is_out


def test_a_card_may_come_as_often_as_the_decks_hold_it() -> None:
    shoe: EnteredShoe | Refusal = EnteredShoe(pontoon_decks(3))
    for _ in range(3):
        assert isinstance(shoe, EnteredShoe)
        shoe = shoe.enter(card("7s"))
    assert isinstance(shoe, EnteredShoe)
    assert isinstance(shoe.enter(card("7s")), Refusal)
    assert isinstance(shoe.enter(card("Ts")), Refusal)


def test_unseen_burns_count_against_the_deck() -> None:
    shoe: EnteredShoe | Refusal = EnteredShoe(holdem_deck(32))
    for _ in range(32):
        assert isinstance(shoe, EnteredShoe)
        shoe = shoe.burn()
    assert isinstance(shoe, EnteredShoe)
    assert isinstance(shoe.burn(), Refusal)
    refused = shoe.enter(card("As"))
    assert isinstance(refused, Refusal)
    assert refused.reason == "All 32 cards have been dealt."
