"""Argon2id for passwords. It is slow on purpose: it is done before a transaction and not inside one."""

import secrets
import threading
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError


class Cost(NamedTuple):
    """The cost of one guess: passes over the memory, the memory, and the number of lanes."""

    rounds: int
    memory_kib: int
    lanes: int


COST = Cost(rounds=3, memory_kib=32 * 1024, lanes=1)
# So many at once: more would only take memory.
_places = threading.BoundedSemaphore(4)


def hash_password(password: str) -> str:
    """The hash that is kept of a password, with its salt and its cost in it."""
    hasher = PasswordHasher(COST.rounds, COST.memory_kib, COST.lanes, type=Type.ID)
    with _places:
        return hasher.hash(_bytes(password))


def matches(stored: str, password: str) -> bool:
    """Whether this is the password of a hash."""
    with _places:
        try:
            return PasswordHasher().verify(stored, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False


def nobodys_hash() -> str:
    """A hash that no password matches, so that an unknown name takes as long as a known one."""
    return _nobodys_hash(COST)


@cache
def _nobodys_hash(_cost: Cost) -> str:
    return hash_password(secrets.token_urlsafe(32))


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
