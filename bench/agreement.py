"""Random hands, and whether our batch evaluator ranks them as phevaluator does. The test suite uses it too."""

import numpy as np
import numpy.typing as npt
import phevaluator

from pitboss.cards.batch import BatchRanker
from pitboss.cards.ranking import ULTIMATE

HANDS = 10_000_000
CHUNK = 500_000

Hands = npt.NDArray[np.uint8]


def random_hands(count: int, random: np.random.Generator) -> Hands:
    """Seven different cards a row: the positions of the seven least of 52 random numbers."""
    rows = [
        random.random((min(CHUNK, count - done), 52), np.float32).argpartition(7, axis=1)[:, :7]
        for done in range(0, count, CHUNK)
    ]
    return np.ascontiguousarray(np.concatenate(rows).astype(np.uint8))


def by_rank(hands: Hands) -> Hands:
    """The cards numbered as phevaluator numbers them: 4 x rank + suit."""
    return hands % 13 * 4 + hands // 13


def disagreements(hands: Hands) -> int:
    """Hands on which the two differ; phevaluator counts from 1, the best, to 7462."""
    theirs = np.array([phevaluator.evaluate_7cards(*hand) for hand in by_rank(hands).tolist()])
    return int((BatchRanker(ULTIMATE, 7).rank(hands) != 7462 - theirs).sum())
