"""Who plays the batches: threads or processes on this machine, or the workers of a Dask cluster."""

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import pitboss

T = TypeVar("T")

PATIENCE_SECONDS = 4.0


class NoCluster(Exception):
    """There is no cluster to work with, in one sentence."""


def cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def threads_here(workers: int) -> Iterator[Executor]:
    """For kernels, which hold no lock: what one of them has solved or compiled is there for all."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    """Processes that do not hear Ctrl-C from their first moment on: while they import they could only break over it."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        # What is started here inherits that Ctrl-C is held back; this process gets it a moment later.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


@contextmanager
def processes_here(workers: int) -> Iterator[Executor]:
    """Processes of their own, started afresh; whoever leaves in haste leaves none of them behind."""
    others = multiprocessing.active_children()
    fresh = multiprocessing.get_context("spawn")
    pool = _Processes(workers, mp_context=fresh, initializer=_leave_interrupts_to_the_parent)
    try:
        yield pool
    except BaseException:
        for each in multiprocessing.active_children():
            if each not in others:
                each.terminate()
        # Waited for, because what the pool shares with its processes would be left behind otherwise.
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    """A terminal sends Ctrl-C to every process in it, and only the parent knows what to do then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def on_cluster(address: str, *, patience_seconds: float = PATIENCE_SECONDS) -> Iterator[Executor]:
    """The workers of a running Dask scheduler, who must have this very program."""
    with _quiet():
        _knock(address, patience_seconds)
        try:
            client = _dask().Client(address, timeout=patience_seconds, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise _nobody_at(address, error) from None
        try:
            _check(client, address)
            # Equal batches are never one task: each is a piece of work that somebody asked for.
            executor = client.get_executor(pure=False)
            # Batches that were handed out stay open for ever where the scheduler went away at the wrong moment.
            executor.is_gone = lambda: client.status != "running"
            yield executor
        finally:
            client.close(timeout=patience_seconds)


def _dask() -> Any:
    """Dask without its types, which are only half there; loaded where a cluster is asked for."""
    return import_module("distributed")


def is_loss(error: BaseException | None) -> bool:
    """Whether a batch failed because those who played it are gone, and not because of what was played."""
    return isinstance(error, (BrokenExecutor, CancelledError, OSError)) or type(error).__name__ == "KilledWorker"


def _knock(address: str, patience_seconds: float) -> None:
    """Whether a scheduler answers at all: the client itself waits without end for one that accepts and says nothing."""
    connect = _dask().comm.connect

    async def knock() -> None:
        comm = await asyncio.wait_for(connect(address, timeout=patience_seconds), patience_seconds)
        comm.abort()

    try:
        # In a thread of its own, because a notebook has a loop running in this one.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(lambda: asyncio.run(knock())).result()
    except Exception as error:
        raise _nobody_at(address, error) from None


def _nobody_at(address: str, error: Exception) -> NoCluster:
    if isinstance(error, (OSError, asyncio.TimeoutError)):
        return NoCluster(f"No Dask scheduler answers at {address}.")
    return NoCluster(f"{address!r} is not the address of a Dask scheduler: write tcp://HOST:PORT.")


def _check(client: Any, address: str) -> None:
    """The same Python, Dask and Pitboss on every worker, so that the answer cannot depend on who plays."""
    if not client.nthreads():
        raise NoCluster(f"The cluster at {address} has no workers.")
    for name in _other_versions(client.get_versions()):
        raise NoCluster(f"The cluster at {address} has another version of {name} than is here.")
    try:
        programs = client.run(program).values()
    except Exception:
        raise NoCluster(f"The workers at {address} cannot run Pitboss: is it installed there?") from None
    if any(there != program() for there in programs):
        raise NoCluster(f"The workers at {address} run another Pitboss than {pitboss.__version__} here.")


def _other_versions(versions: Any) -> Iterator[str]:
    """What scheduler or workers have otherwise than here, of all that must be equal for batches to be understood."""
    ours = versions["client"]["packages"]
    theirs = [each["packages"] for each in (versions["scheduler"], *versions["workers"].values())]
    if any(each["python"].split(".")[:2] != ours["python"].split(".")[:2] for each in theirs):
        yield "Python"
    for name in ("dask", "distributed"):
        if any(each[name] != ours[name] for each in theirs):
            yield name


@cache
def program() -> str:
    """The version and a digest of all of the program's text: equal programs play equal rounds."""
    digest = hashlib.sha256()
    home = Path(pitboss.__file__).parent
    for file in sorted(home.rglob("*.py")):
        digest.update(str(file.relative_to(home)).encode() + b"\0" + file.read_bytes())
    return f"{pitboss.__version__} {digest.hexdigest()}"


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells of lost connections and other versions at length; here each is said once, in a sentence."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "asyncio")]
    levels = [each.level for each in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", _dask().versions.VersionMismatchWarning)
        try:
            for each in loggers:
                each.setLevel(logging.CRITICAL + 1)
            yield
        finally:
            for each, level in zip(loggers, levels, strict=True):
                each.setLevel(level)
