"""A cluster for tests, and work for its workers: in a module of its own, because they must be able to import it."""

import os
import time
from pathlib import Path
from typing import Any

import dask
import distributed

from pitboss.odds.simulation.batches import Batch
from pitboss.odds.tally import Tally


def local_cluster(workers: int) -> Any:
    """A scheduler and worker processes, seen from this machine only: forked from one that has all of it imported."""
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        context = distributed.utils.get_mp_context()  # type: ignore[no-untyped-call]
        context.set_forkserver_preload([__name__, "pitboss.odds.simulation.run"])
        return distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        )


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
