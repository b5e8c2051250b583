"""Which classes of hand a set of ranks or of suited cards makes: the definitions, apart from any order of hands.

Ranks come as thirteen counts, or as a mask of thirteen bits when they are suited. Each class is named with the ranks
that decide between two hands of it, the most important first.
"""

from collections.abc import Iterator, Sequence

from pitboss.cards.card import ACE
from pitboss.cards.order import GROUPED, Category

Made = tuple[Category, tuple[int, ...]]
_FROM_THE_TOP = range(ACE, -1, -1)

# How many cards there are of each rank that names the class; straights are named by their top card alone.
SHAPES: dict[Category, tuple[int, ...]] = {
    Category.ROYAL_FLUSH: (),
    Category.FIVE_OF_A_KIND: (5,),
    Category.STRAIGHT_FLUSH: (1,),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.STRAIGHT: (1,),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIRS: (2, 2, 1),
    Category.ONE_PAIR: (2, 1, 1, 1),
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
}

# The ranks of a straight from the top down, and the same as a mask.
Run = tuple[tuple[int, ...], int]


def runs(ranks: Sequence[int], *, ace_low: bool) -> tuple[Run, ...]:
    """The straights of a deck, highest first.

    HLD 3.5(a), HLD 3.4(c), HLD 3.4(g): a low ace sits just under the deck's lowest card, and only when elected.
    UTH 2.3, CAN 2.7: it may always count low in a straight, and nowhere else.
    """
    tops = sorted(ranks, reverse=True)
    found = [tuple(tops[start : start + 5]) for start in range(len(tops) - 4)]
    if ace_low:
        found.append((*tops[-4:], ACE))
    return tuple((run, sum(1 << rank for rank in run)) for run in found)


def highest_run(mask: int, runs: tuple[Run, ...]) -> int | None:
    """The top card of the highest straight in a mask of ranks."""
    return next((run[0] for run, needed in runs if mask & needed == needed), None)


def made_of_groups(counts: Sequence[int]) -> Iterator[Made]:
    """Every class of equal ranks in a hand, at its best: four and one, three and two, and so on.

    All five cards count, side cards from the highest down: HLD 3.2, UTH 3.2, CAN 2.5, CAN 2.8, CAN 2.8(a), CAN 2.8(b).
    """
    held = [rank for rank in _FROM_THE_TOP if counts[rank]]
    most = max(counts)
    with_at_least = [held, held, *([rank for rank in held if counts[rank] >= count] for count in range(2, most + 1))]
    for category in GROUPED:
        if SHAPES[category][0] > most:
            continue
        taken: list[int] = []
        for wanted in SHAPES[category]:
            for rank in with_at_least[wanted]:
                if rank not in taken:
                    taken.append(rank)
                    break
        if len(taken) == len(SHAPES[category]):
            yield category, tuple(taken)


def made_of_ranks(counts: Sequence[int], runs: tuple[Run, ...]) -> Iterator[Made]:
    """The classes that need no flush and may be the best: of those of equal ranks the first, which is best anywhere."""
    yield next(made_of_groups(counts))
    mask = sum([1 << rank for rank in _FROM_THE_TOP if counts[rank]])
    top = highest_run(mask, runs) if mask.bit_count() >= 5 else None
    if top is not None:
        yield Category.STRAIGHT, (top,)


def made_of_suit(mask: int, runs: tuple[Run, ...]) -> Iterator[Made]:
    """Every class of five or more suited cards."""
    top = highest_run(mask, runs)
    if top == ACE:
        yield Category.ROYAL_FLUSH, ()
    elif top is not None:
        yield Category.STRAIGHT_FLUSH, (top,)
    yield Category.FLUSH, tuple(rank for rank in range(ACE, -1, -1) if mask >> rank & 1)[:5]
