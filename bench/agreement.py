"""Random hands, and whether our batch evaluator ranks them as phevaluator does. The test suite uses it too."""

import numpy as np
import numpy.typing as npt

# Their evaluator itself: what they have around it only reads cards that are written as text.
from phevaluator._pheval import evaluate_7cards

from pitboss.cards.batch import BatchRanker
from pitboss.cards.ranking import ULTIMATE

HANDS = 10_000_000
CHUNK = 500_000

Hands = npt.NDArray[np.uint8]


def random_hands(count: int, random: np.random.Generator) -> Hands:
    """Seven different cards a row: of rows of any seven cards those that hold none twice, which is two in three."""
    hands: Hands = np.empty((0, 7), np.uint8)
    while len(hands) < count:
        drawn = random.integers(0, 52, (CHUNK, 7), np.uint8)
        masks = np.bitwise_or.reduce(np.uint64(1) << drawn.astype(np.uint64), axis=1)
        hands = np.concatenate([hands, drawn[np.bitwise_count(masks) == 7]])
    return np.ascontiguousarray(hands[:count])


def by_rank(hands: Hands) -> Hands:
    """The cards numbered as phevaluator numbers them: 4 x rank + suit."""
    return hands % 13 * 4 + hands // 13


def disagreements(hands: Hands) -> int:
    """Hands on which the two differ; phevaluator counts from 1, the best, to 7462."""
    theirs = np.fromiter(map(evaluate_7cards, *by_rank(hands).T.tolist()), np.int64, len(hands))
    return int((BatchRanker(ULTIMATE, 7).rank(hands) != 7462 - theirs).sum())
