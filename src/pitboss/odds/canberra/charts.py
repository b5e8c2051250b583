"""Best play as charts that a person can read, drawn from the decisions themselves and true for any pay table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import ACE, RANKS
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.order import Category
from pitboss.odds.canberra.counts import counts
from pitboss.odds.canberra.places import categories, deciding_ranks, least_in, least_pair
from pitboss.odds.canberra.solver import Bets
from pitboss.odds.worth import Chart

# What the cells say; where part of the hands bet they say how much of them.
BET, FOLD, FIFTH, PART = "bet", "fold", "5th", "%"
LEGEND = {
    BET: "bet",
    FOLD: "fold",
    FIFTH: "bet if the upcard pairs your fifth card, else fold",
    PART: "bet with part of these hands: the suits and the fifth card decide",
}
# Where part of the hands bet, from so many percent on all of them do.
MOST_BET = 50
LESS, ONE_PAIR, BETTER = "less than ace-king", "one pair", "two pairs or better"
_QUEEN, _JACK = ACE - 2, ACE - 3
_COLUMNS = tuple(rank.replace("T", "10") for rank in RANKS)

# Pairs of hand and upcard that fold and that bet, by the place of the hand and the rank of the upcard.
Decided = npt.NDArray[np.int64]


def decision_counts(bets: Bets) -> Decided:
    """How often each place folds and bets against each rank."""
    player = counts().player
    found = np.zeros((len(categories()), 13, 2), np.int64)
    _count(player.hands.cards, player.places, player.weights, bets, found)
    return found


@compile_kernel
def _count(cards: Any, places: Any, weights: Any, bets: Any, found: Any) -> None:
    for row in range(cards.shape[0]):
        own = np.uint64(0)
        for number in range(5):
            own |= np.uint64(1) << np.uint64(cards[row, number])
        for upcard in range(52):
            bit = np.uint64(1) << np.uint64(upcard)
            if not own & bit:
                found[places[row], upcard % 13, 1 if bets[row] & bit else 0] += weights[row]


def charts(bets: Bets) -> tuple[Chart, ...]:
    """The whole of best play: the classes of hands first, then the three kinds of ace-king."""
    found = decision_counts(bets)
    return (
        overview(found),
        _ace_king(found, "Ace-king with a queen", lambda third: third == _QUEEN),
        _ace_king(found, "Ace-king with a jack", lambda third: third == _JACK),
        _ace_king(found, "Ace-king without queen and jack", lambda third: third < _JACK),
    )


def overview(found: Decided) -> Chart:
    """What to do with each class of hand, by the rank of the upcard."""
    ace_kings = range(least_in(), least_pair())
    groups: dict[str, Iterable[int]] = {
        LESS: range(least_in()),
        "ace-king without queen and jack": [place for place in ace_kings if deciding_ranks(place)[2] < _JACK],
        "ace-king with a jack": [place for place in ace_kings if deciding_ranks(place)[2] == _JACK],
        "ace-king with a queen": [place for place in ace_kings if deciding_ranks(place)[2] == _QUEEN],
        ONE_PAIR: np.flatnonzero(categories() == Category.ONE_PAIR).tolist(),
        BETTER: np.flatnonzero(categories() > Category.ONE_PAIR).tolist(),
    }
    cells, texts = [], []
    for places in groups.values():
        marks = [_mark(*found[list(places), rank].sum(axis=0).tolist()) for rank in range(13)]
        cells.append(tuple(mark for mark, _ in marks))
        texts.append(tuple(text for _, text in marks))
    legend = {**LEGEND, PART: "bet with this part of the hands: the charts of ace-king say which"}
    return Chart(
        "Bet or fold",
        tuple(groups),
        _COLUMNS,
        tuple(cells),
        _of_cells(legend, cells),
        row_heading="your hand",
        column_heading="dealer's upcard",
        texts=tuple(texts),
    )


def overview_name(category: Category) -> str:
    """The row of a hand that is no ace-king."""
    return LESS if category is Category.HIGH_CARD else ONE_PAIR if category is Category.ONE_PAIR else BETTER


def ace_king_name(place: int) -> str:
    """The row of an ace-king: its four highest cards."""
    _, _, third, fourth, _ = deciding_ranks(place)
    return f"A K {_COLUMNS[third]} {_COLUMNS[fourth]}"


def _of_cells(legend: Mapping[str, str], cells: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """What the marks mean that are there."""
    found = {mark for row in cells for mark in row}
    return {mark: words for mark, words in legend.items() if mark in found}


def _ace_king(found: Decided, title: str, wanted: Callable[[int], bool]) -> Chart:
    """Ace-king by its third and fourth card. The fifth matters where the upcard pairs it."""
    rows: dict[str, list[tuple[int, int]]] = {}
    for place in range(least_pair() - 1, least_in() - 1, -1):
        _, _, third, _, fifth = deciding_ranks(place)
        if wanted(third):
            rows.setdefault(ace_king_name(place), []).append((place, fifth))
    cells, texts = [], []
    for hands in rows.values():
        marks = [_ace_king_mark(found, hands, upcard) for upcard in range(13)]
        cells.append(tuple(mark for mark, _ in marks))
        texts.append(tuple(text for _, text in marks))
    legend = _of_cells(LEGEND, cells)
    return Chart(
        title,
        tuple(rows),
        _COLUMNS,
        tuple(cells),
        legend,
        note="A percentage says with how many of the hands to bet." if PART in legend else "",
        row_heading="your four highest cards",
        column_heading="dealer's upcard",
        texts=tuple(texts),
    )


def _ace_king_mark(found: Decided, hands: list[tuple[int, int]], upcard: int) -> tuple[str, str]:
    paired = sum((found[place, upcard] for place, fifth in hands if fifth == upcard), np.zeros(2, np.int64))
    others = sum((found[place, upcard] for place, fifth in hands if fifth != upcard), np.zeros(2, np.int64))
    if not paired[0] and paired[1] and others[0] and not others[1]:
        return FIFTH, FIFTH
    return _mark(*(paired + others).tolist())


def _mark(folds: int, bets: int) -> tuple[str, str]:
    """A cell where all hands do the same, or the part that bets; whole percents that never say none or all."""
    if not folds:
        return BET, BET
    if not bets:
        return FOLD, FOLD
    return PART, f"{min(max(round(100 * bets / (folds + bets)), 1), 99)}%"


def bets_by(charts: Iterable[Chart], place: int) -> tuple[int, ...]:
    """The ranks of the upcards against which a hand at this place bets, by the mark that a person finds for it."""
    is_ace_king = least_in() <= place < least_pair()
    name = ace_king_name(place) if is_ace_king else overview_name(Category(int(categories()[place])))
    [chart] = [each for each in charts if name in each.rows]
    row = chart.rows.index(name)
    said = (chart.texts or chart.cells)[row]
    fifth = deciding_ranks(place)[4] if is_ace_king else None
    return tuple(upcard for upcard, text in enumerate(said) if _bets(text, upcard == fifth))


def _bets(text: str, pairs_fifth: bool) -> bool:
    if text == FIFTH:
        return pairs_fifth
    return text == BET or (text != FOLD and int(text.removesuffix("%")) >= MOST_BET)
