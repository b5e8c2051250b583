"""Every hand of a deck, one after the other, as arrays for the batch evaluator."""

from collections.abc import Iterator

import numba
import numpy as np
import numpy.typing as npt

CHUNK = 4_000_000


def all_hands(cards: npt.NDArray[np.uint8], size: int) -> Iterator[npt.NDArray[np.uint8]]:
    """All hands of `size` of the cards, in chunks; a chunk is overwritten by the next."""
    positions = np.arange(size)
    chunk = np.empty((CHUNK, size), np.uint8)
    while positions[0] >= 0:
        filled = _fill(cards, positions, chunk)
        yield chunk[:filled]


@numba.njit(cache=True)
def _fill(cards: npt.NDArray[np.uint8], positions: npt.NDArray[np.int64], chunk: npt.NDArray[np.uint8]) -> int:
    """Fills the chunk from where `positions` stands, and moves it on; -1 in front marks the end."""
    size = len(positions)
    for row in range(len(chunk)):
        for column in range(size):
            chunk[row, column] = cards[positions[column]]
        column = size - 1
        while column >= 0 and positions[column] == len(cards) - size + column:
            column -= 1
        if column < 0:
            positions[0] = -1
            return row + 1
        positions[column] += 1
        for later in range(column + 1, size):
            positions[later] = positions[later - 1] + 1
    return len(chunk)


@numba.njit(cache=True)
def tally(places: npt.NDArray[np.uint16], counts: npt.NDArray[np.int64]) -> None:
    """Counts each place; `numpy.bincount` would first copy them all into wider numbers."""
    for place in places:
        counts[place] += 1
