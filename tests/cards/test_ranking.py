"""The order of hands, clause by clause, and against a slow reading of the text."""

import copy
import pickle
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.card import Card, CardError, card, cards, face, faces, rank_of
from pitboss.cards.deck import HOLDEM_SIZES, Deck, holdem_deck
from pitboss.cards.hand import Hand
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA, ULTIMATE, LowAce, Ranking, holdem_ranking
from tests.cards.naive import best_high, best_low

FULL = holdem_ranking()
JOKER = holdem_ranking(holdem_deck(joker=True))


def reduced(size: int, *, joker: bool = False, ace_low: bool = True) -> Ranking:
    return holdem_ranking(holdem_deck(size, joker=joker), ace_low_straights=ace_low)


def check_order(ranking: Ranking, rows: list[tuple[str, Category, str]]) -> None:
    """Hands written highest first are of the class and by the clause written, and each beats the next."""
    hands = [ranking.hand(cards(text)) for text, _, _ in rows]
    assert [(hand.category, hand.clause) for hand in hands] == [(category, clause) for _, category, clause in rows]
    assert all(higher > lower for higher, lower in pairwise(hands))


# The examples printed in the documents.
@pytest.mark.clause("HLD 3.3", "HLD 3.3(a)", "HLD 3.3(b)", "HLD 3.3(c)", "HLD 3.3(d)", "HLD 3.3(e)", "HLD 3.3(f)")
@pytest.mark.clause("HLD 3.3(g)", "HLD 3.3(h)", "HLD 3.3(i)", "HLD 3.3(j)", "HLD 3.3(k)")
def test_order_in_a_full_deck() -> None:
    check_order(
        JOKER,
        [
            ("As Ks Qs Js Ts", Category.ROYAL_FLUSH, "HLD 3.3(a)"),
            ("As Ah Ad Ac JK", Category.FIVE_OF_A_KIND, "HLD 3.3(b)"),
            ("Jh Th 9h 8h 7h", Category.STRAIGHT_FLUSH, "HLD 3.3(c)"),
            ("As Ah Ad Ac 4c", Category.FOUR_OF_A_KIND, "HLD 3.3(d)"),
            ("Ks Kh Kd Jc Js", Category.FULL_HOUSE, "HLD 3.3(e)"),
            ("Kd Jd 9d 7d 5d", Category.FLUSH, "HLD 3.3(f)"),
            ("Kh Qc Jc Ts 9d", Category.STRAIGHT, "HLD 3.3(g)"),
            ("Qs Qh Qd 8c 5s", Category.THREE_OF_A_KIND, "HLD 3.3(h)"),
            ("Qs Qh 4d 4c Js", Category.TWO_PAIRS, "HLD 3.3(i)"),
            ("Ts Th Kd 6c 2s", Category.ONE_PAIR, "HLD 3.3(j)"),
            ("Qh Tc 7c 4d 3s", Category.HIGH_CARD, "HLD 3.3(k)"),
        ],
    )


@pytest.mark.clause("HLD 3.4", "HLD 3.4(a)", "HLD 3.4(b)", "HLD 3.4(c)", "HLD 3.4(d)", "HLD 3.4(e)", "HLD 3.4(f)")
@pytest.mark.clause("HLD 3.4(g)", "HLD 3.4(h)", "HLD 3.4(i)", "HLD 3.4(j)", "HLD 3.4(k)")
@pytest.mark.parametrize("size", HOLDEM_SIZES[1:])
def test_order_in_every_reduced_deck(size: int) -> None:
    check_order(
        reduced(size, joker=True),
        [
            ("As Ks Qs Js Ts", Category.ROYAL_FLUSH, "HLD 3.4(a)"),
            ("As Ah Ad Ac JK", Category.FIVE_OF_A_KIND, "HLD 3.4(b)"),
            ("Jh Th 9h 8h 7h", Category.STRAIGHT_FLUSH, "HLD 3.4(c)"),
            ("As Ah Ad Ac 7c", Category.FOUR_OF_A_KIND, "HLD 3.4(d)"),
            ("Kd Jd 9d 8d 7d", Category.FLUSH, "HLD 3.4(e)"),
            ("Ks Kh Kd Jc Js", Category.FULL_HOUSE, "HLD 3.4(f)"),
            ("Kh Qc Jc Ts 9d", Category.STRAIGHT, "HLD 3.4(g)"),
            ("Qs Qh Qd 8c 7s", Category.THREE_OF_A_KIND, "HLD 3.4(h)"),
            ("Qs Qh 7d 7c Js", Category.TWO_PAIRS, "HLD 3.4(i)"),
            ("Ts Th Kd 8c 7s", Category.ONE_PAIR, "HLD 3.4(j)"),
            ("Qh Tc 9c 8d 7s", Category.HIGH_CARD, "HLD 3.4(k)"),
        ],
    )


@pytest.mark.clause("UTH 3.1", "UTH 3.1(a)", "UTH 3.1(b)", "UTH 3.1(c)", "UTH 3.1(d)", "UTH 3.1(e)", "UTH 3.1(f)")
@pytest.mark.clause("UTH 3.1(g)", "UTH 3.1(h)", "UTH 3.1(i)", "UTH 3.1(j)")
@pytest.mark.clause("CAN 2.6", "CAN 2.6(a)", "CAN 2.6(b)", "CAN 2.6(c)", "CAN 2.6(d)", "CAN 2.6(e)", "CAN 2.6(f)")
@pytest.mark.clause("CAN 2.6(g)", "CAN 2.6(h)", "CAN 2.6(i)", "CAN 2.6(j)")
@pytest.mark.parametrize(("ranking", "clause"), [(ULTIMATE, "UTH 3.1"), (CANBERRA, "CAN 2.6")])
def test_order_of_the_house_games(ranking: Ranking, clause: str) -> None:
    check_order(
        ranking,
        [
            ("As Ks Qs Js Ts", Category.ROYAL_FLUSH, f"{clause}(a)"),
            ("Jh Th 9h 8h 7h", Category.STRAIGHT_FLUSH, f"{clause}(b)"),
            ("5h 4h 3h 2h Ah", Category.STRAIGHT_FLUSH, f"{clause}(b)"),
            ("As Ah Ad Ac 4c", Category.FOUR_OF_A_KIND, f"{clause}(c)"),
            ("Ks Kh Kd Jc Js", Category.FULL_HOUSE, f"{clause}(d)"),
            ("Kd Jd 9d 7d 5d", Category.FLUSH, f"{clause}(e)"),
            ("Kh Qc Jc Ts 9d", Category.STRAIGHT, f"{clause}(f)"),
            ("5h 4c 3c 2s Ad", Category.STRAIGHT, f"{clause}(f)"),
            ("Qs Qh Qd 8c 5s", Category.THREE_OF_A_KIND, f"{clause}(g)"),
            ("Qs Qh 4d 4c Js", Category.TWO_PAIRS, f"{clause}(h)"),
            ("Ts Th Kd 6c 2s", Category.ONE_PAIR, f"{clause}(i)"),
            ("Qh Tc 7c 4d 3s", Category.HIGH_CARD, f"{clause}(j)"),
        ],
    )


@pytest.mark.clause("HLD 3.2", "UTH 3.2", "CAN 2.5", "CAN 2.8", "CAN 2.8(a)", "CAN 2.8(b)")
@pytest.mark.parametrize("ranking", [FULL, ULTIMATE, CANBERRA], ids=["holdem", "ultimate", "canberra"])
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Qs Qh Jd Jc Ts", "Qd Qc Js Jh 9c"),
        ("Ks Kh Kd 2c 2s", "Qs Qh Qd Ac As"),
        ("Ks Kh Kd 3c 3s", "Ks Kh Kd 2c 2s"),
        ("9s 9h 9d 9c 3s", "9s 9h 9d 9c 2s"),
        ("Kd Jd 9d 7d 5d", "Ks Js 9s 7s 4s"),
        ("6h 5c 4c 3s 2d", "5h 4c 3c 2s Ad"),
        ("Qs Qh Qd 8c 5s", "Qs Qh Qd 8c 4s"),
        ("Ks Kh 2d 2c 3s", "Qs Qh Jd Jc As"),
        ("Ts Th Kd 6c 3s", "Ts Th Kd 6c 2s"),
        ("Qh Tc 7c 4d 3s", "Qh Tc 7c 4d 2s"),
        ("Ah Kc 4c 3d 2s", "Ah Qc Jc Td 9s"),
    ],
)
def test_all_five_cards_count(ranking: Ranking, higher: str, lower: str) -> None:
    assert ranking.hand(cards(higher)) > ranking.hand(cards(lower))


@pytest.mark.clause("HLD 3.1", "UTH 2.3", "CAN 2.9")
@pytest.mark.parametrize("ranking", [FULL, ULTIMATE, CANBERRA], ids=["holdem", "ultimate", "canberra"])
def test_suits_never_break_a_tie(ranking: Ranking) -> None:
    for text in ("As Ks Qs Js Ts", "Kd Jd 9d 7d 5d", "Ts Th Kd 6c 2s", "9c 9d 9h 4s 2s"):
        hand = cards(text)
        others = [tuple(Card((one + 13 * turn) % 52) for one in hand) for turn in range(1, 4)]
        assert {ranking.hand(other) for other in others} == {ranking.hand(hand)}


@pytest.mark.clause("HLD 3.1", "UTH 2.3", "CAN 2.7")
@pytest.mark.parametrize("ranking", [FULL, ULTIMATE, CANBERRA], ids=["holdem", "ultimate", "canberra"])
def test_the_ace_is_high_except_at_the_foot_of_a_straight(ranking: Ranking) -> None:
    ranks = "AKQJT98765432"
    kickers = [ranking.hand(cards(f"Ks Kh {rank}c 2d 3h")) for rank in ranks if rank not in "K23"]
    assert all(higher > lower for higher, lower in pairwise(kickers))
    assert ranking.hand(cards("Ks Ah 2c 3d 4h")).category is Category.HIGH_CARD
    assert ranking.hand(cards("As Ah 2c 3d 4h")) > ranking.hand(cards("Ks Kh 2c 3d 4h"))


LOWEST_STRAIGHTS = {52: "5 4 3 2", 48: "6 5 4 3", 44: "7 6 5 4", 40: "8 7 6 5", 36: "9 8 7 6", 32: "T 9 8 7"}


@pytest.mark.clause("HLD 3.3(c)", "HLD 3.3(g)", "HLD 3.4(c)", "HLD 3.4(g)", "HLD 3.5(a)")
@pytest.mark.parametrize("size", HOLDEM_SIZES)
def test_an_elected_low_ace_sits_under_the_lowest_card_of_the_deck(size: int) -> None:
    ranks = LOWEST_STRAIGHTS[size].split()
    mixed = cards(" ".join(rank + suit for rank, suit in zip([*ranks, "A"], "hcdsc", strict=True)))
    suited = cards(" ".join(f"{rank}h" for rank in [*ranks, "A"]))
    elected, not_elected = reduced(size), reduced(size, ace_low=False)
    straight = elected.hand(mixed)
    assert straight.category is Category.STRAIGHT
    assert [face(one)[0] for one in straight.cards] == [*ranks, "A"]
    assert elected.hand(suited).category is Category.STRAIGHT_FLUSH
    assert not_elected.hand(mixed).category is Category.HIGH_CARD
    assert not_elected.hand(suited).category is Category.FLUSH
    next_straight = cards(" ".join(rank + suit for rank, suit in zip(_next_up(ranks), "hcdsc", strict=True)))
    assert elected.hand(next_straight) > straight


def _next_up(ranks: list[str]) -> list[str]:
    order = "23456789TJQKA"
    top = order.index(ranks[0]) + 1
    return list(order[top - 4 : top + 1])


@pytest.mark.clause("HLD 3.4(g)")
def test_a_smaller_decks_ace_low_straight_is_none_in_a_larger_deck() -> None:
    for larger, smaller in pairwise(HOLDEM_SIZES):
        text = " ".join(
            rank + suit for rank, suit in zip([*LOWEST_STRAIGHTS[smaller].split(), "A"], "hcdsc", strict=True)
        )
        assert reduced(larger).hand(cards(text)).category is Category.HIGH_CARD


@pytest.mark.clause("HLD 3.7", "HLD D-Wild Card")
@pytest.mark.parametrize(
    ("size", "text", "name", "joker_as"),
    [
        (52, "As Ks Qs Js JK", "royal flush", "Ts"),
        (52, "2c 2d 2h 2s JK 3c 4c", "five of a kind, twos", "2c"),
        (52, "Kd Kc 9h 9s JK", "full house, kings over nines", "Kh"),
        (52, "Ks Qs 9s 4s JK", "flush, ace high, then king, queen, nine and four", "As"),
        (52, "As Qs 9s 4s JK", "flush, ace high, then king, queen, nine and four", "Ks"),
        (32, "7c 8d 9h Ts JK", "straight, jack high", "Jc"),
        (52, "7c 8d 9h Ts JK", "straight, jack high", "Jc"),
        (52, "2c 3d 4h Ks JK", "one pair, kings, with a four, a three and a two", "Kc"),
        (52, "2c 3d 4h 5s JK", "straight, six high", "6c"),
        (36, "6c 7d 8h As JK", "straight, nine high", "9c"),
        (52, "9s 5s 3s 2s 9h 9d JK", "four of a kind, nines, with a five", "9c"),
    ],
)
def test_the_joker_is_the_card_of_the_deck_that_serves_best(size: int, text: str, name: str, joker_as: str) -> None:
    hand = reduced(size, joker=True).hand(cards(text))
    assert hand.name == name
    assert hand.joker_as == card(joker_as)


@pytest.mark.clause("HLD 3.7")
def test_a_hand_with_the_joker_ties_the_natural_one() -> None:
    assert JOKER.hand(cards("As Ks Qs JK Ts")) == JOKER.hand(cards("Ah Kh Qh Jh Th"))


@pytest.mark.clause("HLD 3.6")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6h 5c 4c 3d 2s", "7h 5c 4c 3d 2s"),
        ("7h 6h 5h 4h 3h", "8c 4c 3d 2s 5h"),
        ("Ah Kc Qc Jd 9s", "2h 2c 3c 4d 5s"),
        ("2h 2c 3c 4d 5s", "2h 2c 3c 3d 4s"),
        ("Kh Kc Qc Qd 2s", "2h 2c 2d 3d 4s"),
        ("Kh Kc Kd 2d 3s", "2h 2c 2d 3d 3s"),
        ("Kh Kc Kd 2d 2s", "2h 2c 2d 2s 3s"),
        ("2h 2c 6c 4d 3s", "3h 3c 5c 4d 2s"),
    ],
)
def test_low_hands_ignore_straights_and_flushes(better: str, worse: str) -> None:
    assert FULL.low_hand(cards(better)) > FULL.low_hand(cards(worse))


@pytest.mark.clause("HLD 3.6", "HLD 3.1")
def test_the_ace_in_low_hands_is_high_by_the_text_and_low_by_the_setting() -> None:
    low_ace = holdem_ranking(low_ace=LowAce.LOW)
    assert (
        FULL.low_hand(cards("Ah 5c 4c 3d 2s 6c")).name == "low hand, no pair, six high, then five, four, three and two"
    )
    assert (
        low_ace.low_hand(cards("Ah 5c 4c 3d 2s 6c")).name
        == "low hand, no pair, five high, then four, three, two and ace"
    )
    assert FULL.low_hand(cards("6h 5c 4c 3d 2s")) > FULL.low_hand(cards("Ah 5c 4c 3d 2s"))
    assert low_ace.low_hand(cards("Ah 5c 4c 3d 2s")) > low_ace.low_hand(cards("6h 5c 4c 3d 2s"))
    assert low_ace.low_hand(cards("Ah Ac 4c 3d 2s")) > low_ace.low_hand(cards("2h 2c 5c 4d 3s"))


@pytest.mark.clause("HLD 3.5(d)")
@pytest.mark.parametrize(
    ("text", "ace", "qualifies"),
    [
        ("8h 6c 4c 3d 2s", LowAce.HIGH, True),
        ("8h 6c 4c 3d 2s Kd Kc", LowAce.HIGH, True),
        ("9h 6c 4c 3d 2s", LowAce.HIGH, False),
        ("8h 8c 4c 3d 2s", LowAce.HIGH, False),
        ("Ah 6c 4c 3d 2s", LowAce.HIGH, False),
        ("Ah 6c 4c 3d 2s", LowAce.LOW, True),
        ("Ah 8c 4c 3d 2s", LowAce.LOW, True),
        ("Ah 9c 4c 3d 2s", LowAce.LOW, False),
    ],
)
def test_eight_or_better(text: str, ace: LowAce, qualifies: bool) -> None:
    low = holdem_ranking(low_ace=ace).qualifying_low_hand(cards(text))
    assert (low is not None) == qualifies


@pytest.mark.clause("HLD 3.5(d)")
@pytest.mark.parametrize("joker", [False, True])
def test_how_many_sets_of_ranks_qualify_in_each_deck(joker: bool) -> None:
    """21 and 56 sets of ranks in the full deck with the ace high and low, fewer below, none at 36 and 32."""
    expected = {52: (21, 56), 48: (6, 21), 44: (1, 6), 40: (0, 1), 36: (0, 0), 32: (0, 0)}
    for size, counts in expected.items():
        deck = holdem_deck(size, joker=joker)
        for ace, count in zip(LowAce, counts, strict=True):
            ranking = holdem_ranking(deck, low_ace=ace)
            hands = ([Card(rank) for rank in five] for five in combinations(deck.ranks, 5))
            assert sum(ranking.qualifying_low_hand(hand) is not None for hand in hands) == count


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kd Kc 9h 9s Jd 2c 3c", "two pairs, kings and nines, with a jack"),
        ("As Ks Qs Js Ts 2d 3c", "royal flush"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("6s 6h 6d 6c As", "four of a kind, sixes, with an ace"),
        ("6s 6h 6d 2c 2s", "full house, sixes over twos"),
        ("Kd Jd 9d 7d 5d", "flush, king high, then jack, nine, seven and five"),
        ("5s 4h 3d 2c As", "straight, five high"),
        ("Qs Qh Qd 8c 5s", "three of a kind, queens, with an eight and a five"),
        ("Ts Th Kd 6c 2s", "one pair, tens, with a king, a six and a two"),
        ("Qh Tc 7c 4d 3s", "no pair, queen high, then ten, seven, four and three"),
    ],
)
def test_names_in_words(text: str, name: str) -> None:
    assert str(FULL.hand(cards(text))) == name


@pytest.mark.parametrize(
    ("text", "five"),
    [
        ("Kd Kc 9h 9s Jd 2c 3c", "Kd Kc 9h 9s Jd"),
        ("9h 2c Kd 9s 3c Kc Jd", "Kd Kc 9h 9s Jd"),
        ("2h Ah 3h 5d 4h 9h 8h", "Ah 9h 8h 4h 3h"),
        ("Ac 2h 3h 5d 4h Kd Kh", "5d 4h 3h 2h Ac"),
        ("7c 7d 7h 2s 2d 2c As", "7c 7d 7h 2s 2d"),
    ],
)
def test_the_five_cards_that_play_are_laid_out_by_importance(text: str, five: str) -> None:
    assert faces(FULL.hand(cards(text)).cards) == five


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("As Ks Qs Js", "A hand is ranked from 5, 6 or 7 cards, not 4."),
        ("As Ks Qs Js Ts 9s 8s 7s", "A hand is ranked from 5, 6 or 7 cards, not 8."),
        ("As Ks Qs Js As", "As is there twice."),
        ("As Ks Qs Js 5s", "5s is not in the deck of 36 cards (HLD 2.2(e))."),
        ("As Ks Qs Js JK", "JK is not in the deck of 36 cards (HLD 2.2(e))."),
    ],
)
def test_impossible_hands_are_refused_in_one_sentence(text: str, sentence: str) -> None:
    for rank in (reduced(36).hand, reduced(36).low_hand):
        with pytest.raises(CardError) as refused:
            rank(cards(text))
        assert str(refused.value) == sentence


def test_hands_of_the_same_rules_compare_wherever_they_were_made() -> None:
    hand = FULL.hand(cards("As Ks Qs Js Ts"))
    alike = [
        holdem_ranking(holdem_deck()).hand(cards("Ah Kh Qh Jh Th")),
        holdem_ranking(ace_low_straights=True, low_ace=LowAce.HIGH).hand(hand.cards),
        pickle.loads(pickle.dumps(hand)),
        copy.deepcopy(hand),
    ]
    assert all(other == hand and not other > hand for other in alike)
    assert len({hand, *alike}) == 1
    assert pickle.loads(pickle.dumps(FULL)) is FULL


def test_hands_of_different_rankings_do_not_compare() -> None:
    ours, theirs = FULL.hand(cards("As Ks Qs Js Ts")), ULTIMATE.hand(cards("As Ks Qs Js Ts"))
    assert ours != theirs
    assert ours != "royal flush"
    for other in (theirs, FULL.low_hand(cards("As Ks Qs Js Ts"))):
        with pytest.raises(TypeError):
            assert ours < other
        with pytest.raises(TypeError):
            assert ours >= other


rankings = st.builds(
    lambda size, joker, ace_low, low_ace: holdem_ranking(
        holdem_deck(size, joker=joker), ace_low_straights=ace_low, low_ace=low_ace
    ),
    st.sampled_from(HOLDEM_SIZES),
    st.booleans(),
    st.booleans(),
    st.sampled_from(LowAce),
)


@st.composite
def two_hands(draw: st.DrawFn) -> tuple[Ranking, list[Card], list[Card]]:
    """Hands of few suits and often the joker, so that the rarer classes come up."""
    ranking = draw(rankings)
    deck: Deck = ranking.deck
    suits = draw(st.integers(1, 4))
    pool = [one for one in deck.cards if one < 13 * suits or one == 52]
    hands = [
        draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size, unique=True))
        for size in draw(st.tuples(st.integers(5, 7), st.integers(5, 7)))
    ]
    return ranking, hands[0], hands[1]


@given(two_hands())
@settings(max_examples=400, deadline=None)
def test_high_hands_compare_as_the_text_reads(drawn: tuple[Ranking, list[Card], list[Card]]) -> None:
    ranking, *hands = drawn
    named = [best_high(hand, ranking.deck, ace_low=ranking.ace_low_straights) for hand in hands]
    ranked = [ranking.hand(hand) for hand in hands]
    assert [hand.category.name.lower() for hand in ranked] == [name for name, _ in named]
    assert (ranked[0] < ranked[1]) == (named[0][1] < named[1][1])
    assert (ranked[0] == ranked[1]) == (named[0][1] == named[1][1])
    for hand, dealt in zip(ranked, hands, strict=True):
        check_the_five(ranking, hand, dealt)


@given(two_hands())
@settings(max_examples=300, deadline=None)
def test_low_hands_compare_as_the_text_reads(drawn: tuple[Ranking, list[Card], list[Card]]) -> None:
    ranking, *hands = drawn
    ace_is_low = ranking.low_ace is LowAce.LOW
    values = [best_low(hand, ranking.deck, ace_is_low=ace_is_low) for hand in hands]
    ranked = [ranking.low_hand(hand) for hand in hands]
    assert (ranked[0] > ranked[1]) == (values[0] < values[1])
    assert (ranked[0] == ranked[1]) == (values[0] == values[1])
    for hand, dealt in zip(ranked, hands, strict=True):
        assert set(hand.cards) <= set(dealt)
        assert ranking.low_strength(hand.cards) == hand.strength


def check_the_five(ranking: Ranking, hand: Hand, dealt: list[Card]) -> None:
    """The five shown are among those dealt, are worth the same alone, and the joker is the card it is said to be."""
    assert len(set(hand.cards)) == 5
    assert set(hand.cards) <= set(dealt)
    assert ranking.strength(hand.cards) == hand.strength
    if hand.joker_as is not None and hand.category is not Category.FIVE_OF_A_KIND:
        natural = [hand.joker_as if one == 52 else one for one in hand.cards]
        assert len(set(natural)) == 5
        assert ranking.strength(natural) == hand.strength
        assert rank_of(hand.joker_as) in ranking.deck.ranks
