"""Ten million random hands, ranked as phevaluator ranks them."""

import numpy as np

from agreement import CHUNK, HANDS, disagreements, random_hands


def test_ten_million_random_hands_rank_as_phevaluator_ranks_them() -> None:
    seed = np.random.SeedSequence().entropy
    random = np.random.default_rng(seed)
    for _ in range(HANDS // CHUNK):
        assert disagreements(random_hands(CHUNK, random)) == 0, f"seed {seed}"
