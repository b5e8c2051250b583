"""A simulation in pieces: each batch has its own seed, so that it does not matter who plays it, or when."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Literal, NamedTuple

from pitboss.kits import kit_of
from pitboss.odds.rules import Rules
from pitboss.odds.simulation import engine
from pitboss.odds.tally import Tally

By = Literal["kernel", "engine"]

# Each takes well under a second, so that a bar moves and little is lost by stopping. Another size is another sample.
USUAL_SIZE = {"kernel": 250_000, "engine": 500}


class Batch(NamedTuple):
    """Some rounds of a simulation, as they are sent to whoever plays them."""

    rules: Rules
    strategy: str
    by: By
    rounds: int
    seed: int


def batches(rules: Rules, strategy: str, rounds: int, seed: int, *, by: By, size: int) -> Iterator[Batch]:
    """All of a simulation, the last batch with what is left."""
    for number, begun in enumerate(range(0, rounds, size)):
        yield Batch(rules, strategy, by, min(size, rounds - begun), batch_seed(seed, number))


def batch_seed(seed: int, number: int) -> int:
    """A seed for one batch that neighbours neither in seed nor in number share: 63 bits, as kernels take them."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()) >> 1


def play_batch(batch: Batch) -> Tally:
    """The batch, played wherever this runs."""
    rules, strategy, by, rounds, seed = batch
    if by == "engine":
        return engine.simulate(rules, strategy, rounds, seed)
    tally: Tally = kit_of(rules.game).solve("simulation:simulate")(rules, strategy, rounds, seed)
    return tally
