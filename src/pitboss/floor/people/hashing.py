"""Argon2id for passwords. It is slow on purpose: it is done before a transaction and not inside one.

It has a few threads of its own, which step back behind everybody else's, and a short queue: whoever comes when that is
full is told so at once, instead of holding up those who wait.
"""

import os
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.floor.kernel.contract import No


class Cost(NamedTuple):
    """The cost of one guess: passes over the memory, the memory, and the number of lanes."""

    rounds: int
    memory_kib: int
    lanes: int


COST = Cost(rounds=3, memory_kib=32 * 1024, lanes=1)
# One processor is left to the tables, where there are several; more at once would only take memory.
THREADS = max(1, min(4, (os.cpu_count() or 1) - 1))
# So many are worked on or wait at once: the last of them waits for about a second.
MOST_AT_ONCE = 16
NICENESS = 10
BUSY = No(
    "Too many passwords are being checked at the moment: try again in a few seconds.", word="too_many", status=503
)
T = TypeVar("T")
_places = threading.BoundedSemaphore(MOST_AT_ONCE)


class TooManyAtOnce(Exception):
    """The queue is full: nothing was looked at."""


def hash_password(password: str) -> str:
    """The hash that is kept of a password, with its salt and its cost in it."""
    hasher = PasswordHasher(COST.rounds, COST.memory_kib, COST.lanes, type=Type.ID)
    return _in_turn(lambda: hasher.hash(_bytes(password)))


def matches(stored: str, password: str) -> bool:
    """Whether this is the password of a hash."""

    def verify() -> bool:
        try:
            return PasswordHasher().verify(stored, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    return _in_turn(verify)


def nobodys_hash() -> str:
    """A hash that no password matches, so that an unknown name takes as long as a known one."""
    return _nobodys_hash(COST)


@cache
def _nobodys_hash(_cost: Cost) -> str:
    return hash_password(secrets.token_urlsafe(32))


def _in_turn(work: Callable[[], T]) -> T:
    """The result of some work on the threads for it; refused at once where too much of it waits."""
    if not _places.acquire(blocking=False):
        raise TooManyAtOnce
    try:
        return _threads().submit(work).result()
    finally:
        _places.release()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="passwords", initializer=_step_back)


def _step_back() -> None:
    """People at the tables come first, where the system ranks threads by themselves."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


# A process that was forked has none of its parent's threads.
os.register_at_fork(after_in_child=_threads.cache_clear)


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
