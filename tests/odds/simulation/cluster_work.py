"""Work for the workers of a cluster in tests: in a module of its own, because they must be able to import it."""

import os
import time
from pathlib import Path

from pitboss.odds.simulation.batches import Batch
from pitboss.odds.tally import Tally


def met(meeting: str) -> str:
    """Ends when two workers are at it, and says which this one is."""
    me = str(os.getpid())
    Path(meeting, me).touch()
    while len(os.listdir(meeting)) < 2:
        time.sleep(0.01)
    return me


def slowly(batch: Batch) -> Tally:
    """A batch that takes its time and brings nothing."""
    time.sleep(0.01)
    return Tally(batch.rounds)
