"""The tables of the batch evaluator: every strength of a ranking numbered in order, and a hash of all rank sums.

The hash is a row displacement: a sum is cut into a row and a column, each row is laid over the others where none of
its columns is taken, and the answer stands at the row's offset plus the column. A few hundred KiB hold them all.
"""

import hashlib
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pitboss.cards import classes, keys, order, ranking
from pitboss.cards.cache import cache_folder
from pitboss.cards.keys import JOKER_BIT, RANK_FIELD, RANK_KEYS
from pitboss.cards.ranking import CLASS_SHIFT, Ranking

COLUMN_BITS = 10
_COLUMNS = 1 << COLUMN_BITS
_ROWS = (RANK_FIELD >> COLUMN_BITS) + 1

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """For hands of one size. A place is the number of a strength in ascending order: the greater wins."""

    offsets: npt.NDArray[np.uint32]
    places: npt.NDArray[np.uint16]
    flush_places: npt.NDArray[np.uint16]
    strengths: npt.NDArray[np.int32]


@cache
def tables(ranking: Ranking, size: int) -> Tables:
    """Loaded from the user's cache, or built (about a second) and kept there."""
    kept = _kept_file(ranking, size)
    found = _read(kept)
    if found is None:
        found = _build(ranking, size)
        _keep(found, kept)
    return found


def categories(ranking: Ranking) -> npt.NDArray[np.uint8]:
    """The class of the hands at each place, which is the same for hands of all sizes."""
    in_order = np.array([category for category, _ in reversed(ranking.order.rows)], np.uint8)
    found: npt.NDArray[np.uint8] = in_order[tables(ranking, 5).strengths >> CLASS_SHIFT]
    return found


def _build(ranking: Ranking, size: int) -> Tables:
    by_ranks = _strengths_by_ranks(ranking, size)
    by_suit = _strengths_by_suit(ranking)
    # Five cards make every strength there is, so hands of all sizes are numbered alike.
    all_strengths = sorted({*_strengths_by_ranks(ranking, 5).values(), *by_suit.values()})
    place = {strength: number for number, strength in enumerate(all_strengths)}
    offsets, width = _displace_rows(by_ranks)
    places = np.zeros(width, np.uint16)
    for key, strength in by_ranks.items():
        places[offsets[key >> COLUMN_BITS] + key % _COLUMNS] = place[strength]
    flush_places = np.zeros(1 << 14, np.uint16)
    for lane, strength in by_suit.items():
        flush_places[lane] = place[strength]
    return Tables(offsets, places, flush_places, np.array(all_strengths, np.int32))


def _strengths_by_ranks(ranking: Ranking, size: int) -> dict[int, int]:
    """Every choice of ranks in a hand of this size, by the sum of its keys, the joker's bit included."""
    found = {_key(counts): ranking.of_counts(counts, joker=False) for counts in rank_counts(ranking, size)}
    if ranking.deck.joker:
        for counts in rank_counts(ranking, size - 1):
            found[JOKER_BIT + _key(counts)] = ranking.of_counts(counts, joker=True)
    return found


def rank_counts(ranking: Ranking, size: int) -> Iterator[Counts]:
    """All ways to choose the ranks of a hand from the deck, as thirteen counts of at most four."""

    def fill(rank: int, left: int) -> Iterator[Counts]:
        if rank == len(RANK_KEYS):
            if left == 0:
                yield ()
            return
        most = min(4, left) if rank in ranking.deck.ranks else 0
        for count in range(most + 1):
            for rest in fill(rank + 1, left - count):
                yield (count, *rest)

    return fill(0, size)


def _key(counts: Counts) -> int:
    return sum(count * key for count, key in zip(counts, RANK_KEYS, strict=True))


def _strengths_by_suit(ranking: Ranking) -> dict[int, int]:
    """Every set of ranks that is a flush, as a lane of thirteen bits with the joker above it."""
    deck = sum(1 << rank for rank in ranking.deck.ranks)
    found: dict[int, int] = {}
    for mask in range(1 << 13):
        if mask & ~deck:
            continue
        if 5 <= mask.bit_count() <= 7:
            found[mask] = ranking.of_suited_ranks(mask, joker=False)
        if ranking.deck.joker and 4 <= mask.bit_count() <= 6:
            found[1 << 13 | mask] = ranking.of_suited_ranks(mask, joker=True)
    return found


def _displace_rows(sums: dict[int, int]) -> tuple[npt.NDArray[np.uint32], int]:
    """The offset of every row, first fit from the fullest row down, and the width of the table.

    Offsets exist for all rows and the table reaches past the last offset, so that even the sum of an impossible hand
    is looked up inside the arrays.
    """
    rows: dict[int, list[int]] = {}
    for key in sums:
        rows.setdefault(key >> COLUMN_BITS, []).append(key % _COLUMNS)
    taken = 0
    offsets = np.zeros(_ROWS, np.int64)
    for row, columns in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        first = min(columns)
        clashes = 0
        for column in columns:
            clashes |= taken >> (column - first)
        free = (~clashes & (clashes + 1)).bit_length() - 1
        for column in columns:
            taken |= 1 << (free + column - first)
        offsets[row] = free - first
    offsets -= offsets.min()
    return offsets.astype(np.uint32), int(offsets.max()) + _COLUMNS


def _kept_file(of: Ranking, size: int) -> Path | None:
    """Where tables are kept: another deck, order or election is another file, and so is another program text."""
    rules = hashlib.sha256(repr((size, of.deck, of.order, of.ace_low_straights)).encode()).hexdigest()[:16]
    sources = (str(module.__file__) for module in (classes, keys, order, ranking))
    program = hashlib.sha256(b"".join(Path(source).read_bytes() for source in (*sources, __file__))).hexdigest()[:16]
    folder = cache_folder()
    return None if folder is None else folder / f"ranks-{rules}-{program}"


def _read(kept: Path | None) -> Tables | None:
    """The tables if the file is there and whole: wrong tables would name wrong winners."""
    try:
        content = b"" if kept is None else kept.read_bytes()
    except OSError:
        return None
    digest, packed = content[:32], content[32:]
    if hashlib.sha256(packed).digest() != digest:
        return None
    with np.load(io.BytesIO(packed)) as found:
        return Tables(**{name: found[name] for name in Tables.__slots__})


def _keep(built: Tables, kept: Path | None) -> None:
    """Written beside and renamed, so that a reader never meets half a file; where that fails it only costs the time."""
    if kept is None:
        return
    packed = io.BytesIO()
    np.savez(packed, **{name: getattr(built, name) for name in Tables.__slots__})
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        for earlier in kept.parent.glob(kept.name.rpartition("-")[0] + "-*"):
            earlier.unlink(missing_ok=True)
        beside = kept.with_name(f"{kept.name}.{os.getpid()}")
        beside.write_bytes(hashlib.sha256(packed.getvalue()).digest() + packed.getvalue())
        beside.replace(kept)
    except OSError:
        return
