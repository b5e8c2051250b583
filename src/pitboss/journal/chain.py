"""The chain: each event carries a digest of itself and of all before it, in its stream and in the whole house.

Who changes, leaves out or slips in a row after the fact must change every digest after it, up to the last one, which
people can write down elsewhere.
"""

import json
from hashlib import sha256
from typing import NamedTuple

# Before the first event of a stream, and of the house.
BEGINNING = "0" * 64


class ChainEntry(NamedTuple):
    """All of a row that its digest is made of."""

    seq: int
    stream: str
    position: int
    family: str
    kind: str
    version: int
    body: str
    at: int
    command: int
    cause: str
    key: str | None


def link(before: str, entry: ChainEntry) -> str:
    """The digest of a stream after an entry, from that before it."""
    told = json.dumps(entry, separators=(",", ":"), ensure_ascii=True)
    return sha256(f"{before}{told}".encode()).hexdigest()


def fold(house: str, digest: str) -> str:
    """The digest of the house after an entry, from that before it and the entry's own."""
    return sha256(f"{house}{digest}".encode()).hexdigest()
