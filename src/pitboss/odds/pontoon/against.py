"""The game against one card of the dealer: the same for whole decks and for what is left at a live table."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.cards.card import Card, suit_of
from pitboss.odds.pontoon.card_sets import CardTree
from pitboss.odds.pontoon.cells import (
    ACE,
    CELLS,
    KIND_OF_CARD,
    KIND_VALUE,
    KINDS,
    MIXED,
    NO_SUIT,
    SEVEN,
    SUITED_VALUES,
    TEN,
    VALUE_COUNT,
    Bools,
    Int8s,
    doubled_points,
    value_of,
)
from pitboss.odds.pontoon.dealer import dealer_groups, dealer_trees
from pitboss.odds.pontoon.decisions import Hands, decide, follow, hands_of, no_choices, results_by_cell
from pitboss.odds.pontoon.payouts import Floats, Payouts, payouts
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.split.hands import SplitPlay
from pitboss.odds.pontoon.split.sevens import SPADES, Resplit, Sevens, SevensBox
from pitboss.odds.pontoon.split.worth import SplitBox, split_figures, taken_by_pontoon, worth_of_split
from pitboss.odds.pontoon.strategy_table import SPLIT, SURRENDER, StrategyTable


class Decks(NamedTuple):
    """Cards left by kind, and by value; the dealer's card has its value gone but, suits unseen, not its kind."""

    kinds: Floats
    values: Floats

    def without(self, dealer: int) -> "Decks":
        """With a dealer's card of this value on the table, of whichever suit."""
        values = self.values.copy()
        values[dealer] -= 1
        return Decks(self.kinds, values)

    def with_cards(self, cards: tuple[Card, ...]) -> "Decks":
        """With these cards put back: a cell takes its own cards out itself."""
        kinds, values = self.kinds.copy(), self.values.copy()
        for card in cards:
            kinds[KIND_OF_CARD[card]] += 1
            values[value_of(card)] += 1
        return Decks(kinds, values)


def full_decks(decks: int) -> Decks:
    """PON 2.1[s1]: four of each value in a deck, and twelve ten-values."""
    kinds = np.array([1 if value in SUITED_VALUES else 12 if value == TEN else 4 for value, _ in KINDS], np.float64)
    values = np.bincount(KIND_VALUE, weights=kinds).astype(np.float64)
    return Decks(decks * kinds, decks * values)


class Setup(NamedTuple):
    """The rules of a computation, ready for compiled code."""

    rules: PontoonRules
    hands: Hands
    trees: tuple[CardTree, ...]
    pays: Payouts


def setup_of(rules: PontoonRules) -> Setup:
    """Everything that does not depend on the decks."""
    hands = hands_of(doubled_points(rules.settings.double_aces))
    trees = dealer_trees(stands_on_soft_17=rules.dealer_stands_on_soft_17)
    return Setup(rules, hands, trees, payouts(rules))


class Against(NamedTuple):
    """By cell: what each choice is worth, the best decision, the decisions after a split, which pairs are then split
    again, and when to rescue."""

    stand: Floats
    draw: Floats
    double: Floats
    surrender: Floats
    split: Floats
    best: Floats
    action: Int8s
    after_split: Int8s
    resplit: Bools
    rescue: Bools


# All that can be said of which sevens are split again; of other pairs the first word counts.
ANY_RESPLIT = tuple(Resplit(*says) for says in product((True, False), repeat=3))


# As many as all decks, and another rule for the dealer, have dealer's cards: other pay tables need none of them anew.
@lru_cache(maxsize=80)
def _results(stands_on_soft_17: bool, dealer: int, left: tuple[float, ...]) -> Floats:
    return results_by_cell(dealer_trees(stands_on_soft_17=stands_on_soft_17)[dealer], np.array(left))


def solve_against(setup: Setup, decks: Decks, dealer: int, *, pair: Sequence[Card] | None = None) -> Against:
    """Every cell, with these cards left beside the dealer's and the player's own.

    Where the cards of a `pair` are named only these are split; no cards at all split nothing.
    """
    results = _results(setup.rules.dealer_stands_on_soft_17, dealer, tuple(decks.values.tolist()))
    alone, after_split = no_choices(), no_choices()
    pays = setup.pays
    decide(setup.hands, results, decks.values, decks.kinds, pays, pays.of_21[:, dealer].copy(), 1.0, alone)
    of_21 = pays.of_21_split[:, dealer].copy()
    decide(setup.hands, results, decks.values, decks.kinds, pays, of_21, 1.0, after_split)
    surrender = _surrender_values(setup, results, dealer)
    best, action = alone.best.copy(), alone.action.copy()
    _prefer(best, action, surrender, SURRENDER)
    split, resplit = np.full(CELLS.total, -np.inf), np.zeros(CELLS.total, np.bool_)
    way = after_split.action, after_split.rescue
    for value in range(VALUE_COUNT) if pair is None else {value_of(card) for card in pair}:
        for found in _split_values(setup, decks, dealer, way, best, value, pair):
            split[found.cell], resplit[found.cell] = found.worth, found.again
    _prefer(best, action, split, SPLIT)
    return Against(
        *(alone.stand, alone.draw, alone.double, surrender, split),
        *(best, action, after_split.action, resplit, alone.rescue),
    )


def worth_against(setup: Setup, decks: Decks, dealer: int, table: StrategyTable) -> Floats:
    """By cell: what a dealt hand brings if it is played by a given table, computed as the best one is."""
    results = _results(setup.rules.dealer_stands_on_soft_17, dealer, tuple(decks.values.tolist()))
    rescue = np.ascontiguousarray(table.rescue[..., dealer])
    action, after_split = (np.ascontiguousarray(each[:, dealer]) for each in (table.actions, table.after_split))
    worth, of_21 = np.zeros(CELLS.total), setup.pays.of_21[:, dealer].copy()
    follow(setup.hands, results, decks.values, decks.kinds, setup.pays, of_21, 1.0, (action, rescue), worth)
    worth[action == SURRENDER] = _surrender_values(setup, results, dealer)[action == SURRENDER]
    for value in sorted({*CELLS.pair[action == SPLIT].tolist()}):
        said = {int(CELLS.suit[cell]): bool(table.resplit[cell, dealer]) for cell in np.nonzero(CELLS.pair == value)[0]}
        mixed = said[MIXED if value == SEVEN else NO_SUIT]
        again = Resplit(mixed, said.get(0, mixed), said.get(SPADES, mixed))
        for found in _split_values(setup, decks, dealer, (after_split, rescue), worth, value, None, (again,)):
            if action[found.cell] == SPLIT:
                worth[found.cell] = found.worth
    return worth


def _surrender_values(setup: Setup, results: Floats, dealer: int) -> Floats:
    """PON 9.3, PON 9.4: half the wager, or all of it against a Pontoon; minus infinity where it is not offered."""
    surrender = np.full(CELLS.total, -np.inf)
    if dealer in (ACE, TEN):
        two, cost = (CELLS.size == 2) & (CELLS.points < 21), setup.pays.surrender
        surrender[two] = -cost - (1.0 - cost) * results[two, 6]
    return surrender


def _prefer(best: Floats, action: Int8s, worth: Floats, choice: int) -> None:
    better = worth > best
    best[better], action[better] = worth[better], choice


# What a hand of a split box does by cell, and when it rescues.
_Way = tuple[Int8s, Bools]


def _split_play(setup: Setup, dealer: int, way: _Way, of_21: Floats, value: int) -> SplitPlay:
    action, rescue = way
    paid, by_table = of_21[:, dealer].copy(), setup.pays.of_21_split_lost[:, dealer].copy()
    groups = dealer_groups(dealer, value, stands_on_soft_17=setup.rules.dealer_stands_on_soft_17)
    tree = setup.trees[dealer]
    return SplitPlay(setup.hands, tree, groups, dealer, action, rescue, setup.pays, paid, by_table, value == ACE)


def _split_box(setup: Setup, decks: Decks, play: SplitPlay, value: int) -> SplitBox:
    others = tuple(0.0 if each == value else float(count) for each, count in enumerate(decks.values))
    settings = setup.rules.settings
    scope = settings.double_odds_scope == "box"
    return SplitBox(play, value, others, int(decks.values[value]), settings.dealer_pontoon_collects, scope)


class _Pair(NamedTuple):
    """A pair that may be split, with its cells by their suits and what they are worth otherwise.

    `suits` are those of the two cards if they are known.
    """

    box: SplitBox
    cells: dict[int, int]
    best: Floats
    suits: tuple[int, ...] | None


class _Split(NamedTuple):
    """What splitting a cell is worth, and whether such a pair is split again."""

    cell: int
    worth: float
    again: bool


def _split_values(
    setup: Setup,
    decks: Decks,
    dealer: int,
    way: _Way,
    best: Floats,
    value: int,
    cards: Sequence[Card] | None,
    choice: Sequence[Resplit] = ANY_RESPLIT,
) -> Iterator[_Split]:
    """The cells of a pair with what splitting it is worth if pairs that come to its hands are split again, or kept,
    whichever is best of the `choice` there is."""
    box = _split_box(setup, decks, _split_play(setup, dealer, way, setup.pays.of_21_split, value), value)
    if box.of_value < 2:
        return
    cells = {int(CELLS.suit[cell]): int(cell) for cell in np.nonzero(CELLS.pair == value)[0]}
    pair = _Pair(box, cells, best, None if cards is None else tuple(suit_of(card) for card in cards))
    if value == SEVEN:
        lost = box._replace(play=_split_play(setup, dealer, way, setup.pays.of_21_split_lost, value))
        mixed_lose = setup.rules.settings.super_bonus_after_mixed_split == "lost"
        suits = tuple(int(count) for kind, count in enumerate(decks.kinds) if KINDS[kind][0] == SEVEN)
        yield from _sevens(pair, SevensBox(box, lost, suits, mixed_lose), choice)
        return
    [cell] = pair.cells.values()
    agains = dict.fromkeys(each.mixed for each in choice) if value != ACE else (False,)
    figures = split_figures(box)
    worth = {again: worth_of_split(box._replace(resplit=again), figures) for again in agains}
    again = max(worth, key=worth.__getitem__)
    yield _Split(cell, worth[again], again)


def _sevens(pair: _Pair, box: SevensBox, choice: Sequence[Resplit]) -> Iterator[_Split]:
    """Pairs of sevens by suits: those are split again of which it is best, found by trying every choice."""
    likely, deals = _likely(pair, box), {suit: _deals(suit, pair.suits) for suit in pair.cells}
    values = Sevens(box).values([suits for suit in likely for suits in deals[suit]], choice)
    taken = {again: taken_by_pontoon(pair.box._replace(resplit=again)) for again in {each.mixed for each in choice}}
    found: list[tuple[float, float, Resplit, dict[int, float]]] = []
    for again, by_deal in zip(choice, values.T.tolist(), strict=True):
        brings = iter(by_deal)
        worth = {
            suit: sum(next(brings) * part for part in deals[suit].values()) - taken[again.mixed] for suit in likely
        }
        # What the game gains by it; and where no sevens are split at first, what would be best if they were.
        gained = sum(part * max(worth[suit], float(pair.best[pair.cells[suit]])) for suit, part in likely.items())
        found.append((gained, sum(part * worth[suit] for suit, part in likely.items()), again, worth))
    _, _, again, worth = max(found, key=lambda each: each[:2])
    yield from (_Split(pair.cells[suit], value, again.of(suit)) for suit, value in worth.items())


def _likely(pair: _Pair, box: SevensBox) -> dict[int, float]:
    """How often sevens come in each suit, and mixed; or the one pair there is."""
    if pair.suits is not None:
        first, second = pair.suits
        return {first if first == second else MIXED: 1.0}
    of_one = {suit: float(box.suits[suit] * (box.suits[suit] - 1)) for suit in pair.cells if suit != MIXED}
    every = sum(box.suits) * (sum(box.suits) - 1)
    return {MIXED: every - sum(of_one.values()), **of_one}


def _deals(suit: int, known: tuple[int, ...] | None) -> dict[tuple[int, int], float]:
    """The suits of sevens of one suit, or mixed, and how often each come: of the suits known, or else spades first,
    second or not at all."""
    if suit != MIXED:
        return {(suit, suit): 1.0}
    if known is not None:
        return {(known[0], known[1]): 1.0}
    return {(0, 1): 6 / 12, (SPADES, 0): 3 / 12, (0, SPADES): 3 / 12}
