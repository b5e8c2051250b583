"""Ten million random hands, ranked as phevaluator ranks them."""

import numpy as np
import phevaluator

from pitboss.cards.batch import BatchRanker
from pitboss.cards.ranking import ULTIMATE

HANDS = 10_000_000
CHUNK = 500_000


def test_ten_million_random_hands_rank_as_phevaluator_ranks_them() -> None:
    """phevaluator numbers cards by rank first and hands from 1, the best, to 7462."""
    seed = np.random.SeedSequence().entropy
    random = np.random.default_rng(seed)
    ranker = BatchRanker(ULTIMATE, 7)
    evaluate = phevaluator.evaluate_7cards
    for _ in range(HANDS // CHUNK):
        hands = random.random((CHUNK, 52), np.float32).argpartition(7, axis=1)[:, :7].astype(np.uint8)
        theirs = np.array([evaluate(*hand) for hand in (hands % 13 * 4 + hands // 13).tolist()])
        assert (ranker.rank(hands) == 7462 - theirs).all(), f"seed {seed}"
