"""How a table ranks hands: its deck, its order of hands and its elections, with the tables that make it quick."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from operator import mul

from pitboss.cards import order as orders
from pitboss.cards.card import ACE, JOKER, RANKS, Card, CardError, card_at, face, mask_of, rank_of, suit_of
from pitboss.cards.classes import SHAPES, Made, made_of_groups, made_of_ranks, made_of_suit, runs
from pitboss.cards.deck import CANBERRA_DECK, ULTIMATE_DECK, Deck, holdem_deck
from pitboss.cards.hand import Hand
from pitboss.cards.keys import CARD_KEYS, FLUSH_BIT, FLUSH_BITS, JOKER_BIT, ONE_CARD, RANK_KEYS, RANKS_AND_SIZE, START
from pitboss.cards.order import Category, Order

_KEYS = list(CARD_KEYS)
_key_of = _KEYS.__getitem__
_RANK_CARD_KEYS = [ONE_CARD + key for key in RANK_KEYS]
_SUIT_LANE = (1 << 13) - 1
# In a strength the class stands above five ranks of four bits.
CLASS_SHIFT = 20
_EIGHT = RANKS.index("8")


class LowAce(StrEnum):
    """HLD 3.1, ruling R-01: the ace is high in low hands by the text; many rooms play it low."""

    HIGH = "high"
    LOW = "low"


class Ranking:
    """Ranks any five to seven cards of one deck. Made once per set of rules by the functions below.

    Rankings of the same rules are equal, so that hands compare across processes and after they were stored.
    `strength` is the quick path for programs that know their cards to be right; `hand` and `low_hand` check them.
    Both answer with numbers or hands of which the greater wins.
    """

    __slots__ = (
        "_by_ranks",
        "_by_suit",
        "_hash",
        "_low_by_ranks",
        "_runs",
        "ace_low_straights",
        "deck",
        "low_ace",
        "order",
    )

    def __init__(self, deck: Deck, order: Order, *, ace_low_straights: bool, low_ace: LowAce) -> None:
        self.deck = deck
        self.order = order
        self.ace_low_straights = ace_low_straights
        self.low_ace = low_ace
        self._runs = runs(deck.ranks, ace_low=ace_low_straights)
        # Filled as hands are met: a table of all of them would cost a second at every start.
        self._by_ranks: dict[int, int] = {}
        self._by_suit: dict[int, int] = {}
        self._low_by_ranks: dict[int, int] = {}
        self._hash = hash(self._rules)

    @property
    def _rules(self) -> tuple[Deck, Order, bool, LowAce]:
        return self.deck, self.order, self.ace_low_straights, self.low_ace

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ranking) and self._rules == other._rules)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., "Ranking"], tuple[Deck, Order, bool, LowAce]]:
        """Stored as its rules: whoever reads it back gets the one ranking of those rules, tables and all."""
        return _ranking, self._rules

    def strength(self, cards: Sequence[Card]) -> int:
        """A number that is greater for the better hand, for five to seven different cards of the deck."""
        if len(cards) == 7:
            # Written out because most hands are of seven cards, and a sum over a map takes twice as long.
            a, b, c, d, e, f, g = cards
            key = START + _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
        else:
            key = sum(map(_key_of, cards), START)
        try:
            best = self._by_ranks[key & RANKS_AND_SIZE]
        except KeyError:
            best = self.of_counts(_counts(cards), joker=JOKER in cards)
        if key & FLUSH_BITS:
            return max(best, self._of_suited(key, cards))
        return best

    def _of_suited(self, key: int, cards: Sequence[Card]) -> int:
        suit = next(suit for suit in range(4) if key & FLUSH_BIT[suit])
        mask = mask_of(cards)
        lane = (mask >> 13 * suit & _SUIT_LANE) | (mask >> JOKER << 13)
        if lane not in self._by_suit:
            self._by_suit[lane] = self.of_suited_ranks(lane & _SUIT_LANE, joker=JOKER in cards)
        return self._by_suit[lane]

    def of_counts(self, counts: Sequence[int], *, joker: bool) -> int:
        """The strength of a hand by its ranks alone, given as thirteen counts.

        HLD D-Wild Card, HLD 3.7: the joker is the card of the deck in use that makes the most of the hand; the fifth
        of a rank only as five of a kind (R-02).
        """
        key = sum(map(mul, counts, _RANK_CARD_KEYS)) + joker * (JOKER_BIT + ONE_CARD)
        known = self._by_ranks.get(key)
        if known is not None:
            return known
        if joker:
            best = max(self._with_joker_as(rank, counts) for rank in self.deck.ranks)
        else:
            best = max(self._pack_made(made) for made in made_of_ranks(counts, self._runs))
        self._by_ranks[key] = best
        return best

    def _with_joker_as(self, rank: int, counts: Sequence[int]) -> int:
        if counts[rank] == 4:
            return self._pack_made((Category.FIVE_OF_A_KIND, (rank,)))
        return self.of_counts(_one_more(counts, rank), joker=False)

    def of_suited_ranks(self, mask: int, *, joker: bool) -> int:
        """The strength of suited cards, given as a mask of ranks; the joker never repeats one of them (R-02)."""
        if not joker:
            return max(self._pack_made(made) for made in made_of_suit(mask, self._runs))
        missing = (rank for rank in self.deck.ranks if not mask >> rank & 1)
        return max(self.of_suited_ranks(mask | 1 << rank, joker=False) for rank in missing)

    def low_strength(self, cards: Sequence[Card]) -> int:
        """HLD 3.6: as `strength`, for the low hand."""
        key = sum(map(_key_of, cards)) & RANKS_AND_SIZE
        if key not in self._low_by_ranks:
            self._low_by_ranks[key] = self._lowest(cards)
        return self._low_by_ranks[key]

    def _lowest(self, cards: Sequence[Card]) -> int:
        """The best low five: the negative of the least packed value, so that the greater wins here too.

        The joker is whatever serves the low hand best, chosen apart from the high hand; a fifth of a rank never does.
        """
        held = [rank_of(card) for card in cards if card != JOKER]
        jokers = self.deck.ranks if JOKER in cards else (None,)
        candidates = (sorted(held if rank is None else [*held, rank]) for rank in jokers)
        fives = {five for ranks in candidates for five in combinations(ranks, 5)}
        return -min(_packed_low(five, self.low_ace) for five in fives if five[0] != five[-1])

    def hand(self, cards: Sequence[Card]) -> Hand:
        """The best hand in five to seven cards, or a CardError that names what is wrong with them.

        HLD 3.3, HLD 3.4, UTH 3.1, CAN 2.6.
        """
        self.check(cards)
        strength = self.strength(cards)
        category, ranks = self.unpack(strength)
        five, joker_as = self._five(cards, category, self._ranks_that_play(category, ranks))
        return Hand(self, strength, category, ranks, five, joker_as=joker_as)

    def low_hand(self, cards: Sequence[Card]) -> Hand:
        """The best low hand in five to seven cards: high card first, no straights and no flushes (HLD 3.6)."""
        self.check(cards)
        strength = self.low_strength(cards)
        category, values = _unpack(-strength, orders.HOLDEM_LOW)
        ranks = tuple((value - 1) % 13 if self.low_ace is LowAce.LOW else value for value in values)
        five, joker_as = self._five(cards, Category.HIGH_CARD, _repeat_ranks(SHAPES[category], ranks))
        return Hand(self, strength, category, ranks, five, low=True, joker_as=joker_as)

    def qualifying_low_hand(self, cards: Sequence[Card]) -> Hand | None:
        """HLD 3.5(d): the low hand if its five cards are unpaired and none is above an eight."""
        hand = self.low_hand(cards)
        unpaired = hand.category is Category.HIGH_CARD
        return (
            hand if unpaired and _low_value(hand.ranks[0], self.low_ace) <= _low_value(_EIGHT, self.low_ace) else None
        )

    def check(self, cards: Sequence[Card]) -> None:
        """Refuses too few or too many cards, a card twice, and a card the deck does not hold."""
        for card in cards:
            if card not in self.deck:
                raise CardError(f"{face(card)} is not in the deck of {self.deck} ({self.deck.clause}).")
            if list(cards).count(card) > 1:
                raise CardError(f"{face(card)} is there twice.")
        if not 5 <= len(cards) <= 7:
            raise CardError(f"A hand is ranked from 5, 6 or 7 cards, not {len(cards)}.")

    def unpack(self, strength: int) -> Made:
        """The class and the deciding ranks behind a strength of this ranking."""
        return _unpack(strength, self.order)

    def _pack_made(self, made: Made) -> int:
        category, ranks = made
        return _pack(self.order.place(category), ranks)

    def _ranks_that_play(self, category: Category, ranks: tuple[int, ...]) -> tuple[int, ...]:
        """All five ranks of a hand, in the order it is laid out."""
        if category is Category.ROYAL_FLUSH:
            return self._runs[0][0]
        if category in (Category.STRAIGHT_FLUSH, Category.STRAIGHT):
            return next(run for run, _ in self._runs if run[0] == ranks[0])
        return _repeat_ranks(SHAPES[category], ranks)

    def _five(
        self, cards: Sequence[Card], category: Category, ranks: tuple[int, ...]
    ) -> tuple[tuple[Card, ...], Card | None]:
        """The cards that play, and the card the joker stands for if it is one of them."""
        suited = category in (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FLUSH)
        for suit in range(4) if suited else (None,):
            pool = [card for card in cards if card == JOKER or suit is None or suit_of(card) == suit]
            chosen = _choose(pool, ranks)
            if chosen is not None:
                return chosen, self._joker_as(chosen, ranks, suit)
        raise AssertionError(f"no five cards in {cards} make {category.name}")

    def _joker_as(self, five: tuple[Card, ...], ranks: tuple[int, ...], suit: int | None) -> Card | None:
        if JOKER not in five:
            return None
        rank = ranks[five.index(JOKER)]
        if suit is not None:
            return card_at(rank, suit)
        unheld = (card_at(rank, each) for each in range(4) if card_at(rank, each) not in five)
        # Beside all four of its rank the joker is the fifth, a second copy of one of them.
        return next(unheld, card_at(rank, 0))


def _choose(pool: list[Card], ranks: tuple[int, ...]) -> tuple[Card, ...] | None:
    """A card of the pool for each rank, the joker for a rank that is not there, or None."""
    left = list(pool)
    chosen: list[Card] = []
    for rank in ranks:
        card = next((card for card in left if card != JOKER and rank_of(card) == rank), JOKER)
        if card not in left:
            return None
        left.remove(card)
        chosen.append(card)
    return tuple(chosen)


@cache
def _packed_low(five: tuple[int, ...], low_ace: LowAce) -> int:
    """The place and the values of five cards as a low hand, in one number that is less for the better one."""
    counts = [0] * (ACE + 1)
    for rank in five:
        counts[_low_value(rank, low_ace)] += 1
    category, values = max(made_of_groups(counts), key=lambda made: orders.HOLDEM_LOW.place(made[0]))
    return _pack(orders.HOLDEM_LOW.place(category), values)


def _low_value(rank: int, low_ace: LowAce) -> int:
    return (rank + 1) % 13 if low_ace is LowAce.LOW else rank


def _repeat_ranks(shape: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank for count, rank in zip(shape, ranks, strict=True) for _ in range(count))


def _counts(cards: Iterable[Card]) -> list[int]:
    counts = [0] * (ACE + 1)
    for card in cards:
        if card != JOKER:
            counts[rank_of(card)] += 1
    return counts


def _one_more(counts: Sequence[int], rank: int) -> list[int]:
    more = list(counts)
    more[rank] += 1
    return more


def _pack(place: int, ranks: tuple[int, ...]) -> int:
    """Class and deciding ranks in one number: the class above five fields of four bits."""
    packed = place
    for rank in ranks:
        packed = packed << 4 | rank
    return packed << 4 * (5 - len(ranks))


def _unpack(packed: int, order: Order) -> Made:
    category = order.at(packed >> CLASS_SHIFT)
    return category, tuple(packed >> 4 * (4 - field) & 15 for field in range(len(SHAPES[category])))


@cache
def _ranking(deck: Deck, order: Order, ace_low_straights: bool, low_ace: LowAce) -> Ranking:
    return Ranking(deck, order, ace_low_straights=ace_low_straights, low_ace=low_ace)


def holdem_ranking(
    deck: Deck | None = None, *, ace_low_straights: bool = True, low_ace: LowAce = LowAce.HIGH
) -> Ranking:
    """HLD 3.3, HLD 3.4: a reduced deck has its own order. An ace counts low only when elected (HLD 3.5(a), R-03)."""
    deck = deck or holdem_deck()
    order = orders.HOLDEM_FULL_DECK if deck.is_full else orders.HOLDEM_REDUCED_DECK
    return _ranking(deck, order, ace_low_straights, low_ace)


ULTIMATE = _ranking(ULTIMATE_DECK, orders.ULTIMATE, True, LowAce.HIGH)
CANBERRA = _ranking(CANBERRA_DECK, orders.CANBERRA, True, LowAce.HIGH)
