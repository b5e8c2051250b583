"""Argon2id, and doing it ahead: it is slow on purpose, and nobody in the house should wait for it.

Deciding happens inside a transaction, where a slow step holds up everybody. What a decision will ask for is worked out
before the transaction begins, kept for that one use, and found again under a name that only this process can make.
"""

import hmac
import secrets
import threading
from collections import OrderedDict
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError


class Cost(NamedTuple):
    """What one guess costs: rounds over the memory, the memory, and how many lanes it has."""

    rounds: int
    memory_kib: int
    lanes: int


COST = Cost(rounds=3, memory_kib=32 * 1024, lanes=1)
# So many at once: more would only take memory.
_places = threading.BoundedSemaphore(4)
_MOST_KEPT = 256
_process_key = secrets.token_bytes(32)
_kept: OrderedDict[bytes, str | bool] = OrderedDict()
_kept_lock = threading.Lock()


def hashed(password: str) -> str:
    """The hash that is kept of a password, with its salt and its cost in it."""
    ahead = _taken("hash", password)
    return ahead if isinstance(ahead, str) else _hash(password)


def matches(stored: str, password: str) -> bool:
    """Whether this is the password of a hash."""
    ahead = _taken(stored, password)
    return ahead if isinstance(ahead, bool) else _verify(stored, password)


def hash_ahead(password: str) -> None:
    """`hashed` will be asked for this password."""
    _keep("hash", password, _hash(password))


def match_ahead(stored: str, password: str) -> None:
    """`matches` will be asked for these."""
    _keep(stored, password, _verify(stored, password))


def nobodys_hash() -> str:
    """A hash that no password matches, so that an unknown name takes as long as a known one."""
    return _nobodys_hash(COST)


@cache
def _nobodys_hash(_cost: Cost) -> str:
    return _hash(secrets.token_urlsafe(32))


def _hash(password: str) -> str:
    hasher = PasswordHasher(COST.rounds, COST.memory_kib, COST.lanes, type=Type.ID)
    with _places:
        return hasher.hash(_bytes(password))


def _verify(stored: str, password: str) -> bool:
    with _places:
        try:
            return PasswordHasher().verify(stored, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False


def _keep(what: str, password: str, result: str | bool) -> None:
    with _kept_lock:
        _kept[_name(what, password)] = result
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)


def _taken(what: str, password: str) -> str | bool | None:
    with _kept_lock:
        return _kept.pop(_name(what, password), None)


def _name(what: str, password: str) -> bytes:
    return hmac.digest(_process_key, what.encode() + b"\0" + _bytes(password), "sha256")


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
