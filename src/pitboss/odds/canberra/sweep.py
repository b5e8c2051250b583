"""How many dealer hands with a given upcard avoid the player's five cards and are weaker, equal or stronger.

Dealer hands are passed one strength after the other. For every set of up to four cards a counter says in how many of
the hands passed so far it lies, and a bit for every five cards whether they have been passed. The hands with upcard u
that avoid a player's hand H then follow by inclusion and exclusion over the subsets T of H: the sum of the counters of
T with u, each with the sign of the size of T. The counters stand in rows of 52 upcards, so that one sum of rows answers
for every upcard at once.

No counter can overflow: of the hands with four given cards there are at most 48 (uint8), with three 1,176 and with two
19,600 (uint16), with one 249,900 (int32); a sum of rows adds up to less than a million.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel

DECK = 52
_C2 = np.array([n * (n - 1) // 2 for n in range(DECK)], np.int64)
_C3 = np.array([n * (n - 1) * (n - 2) // 6 for n in range(DECK)], np.int64)
_C4 = np.array([n * (n - 1) * (n - 2) * (n - 3) // 24 for n in range(DECK)], np.int64)


class Passed(NamedTuple):
    """Counters of the dealer hands passed: `with_two[t, u]` for the set of two cards number t beside upcard u, etc."""

    alone: npt.NDArray[np.int32]
    with_one: npt.NDArray[np.uint16]
    with_two: npt.NDArray[np.uint16]
    with_three: npt.NDArray[np.uint8]
    with_four: npt.NDArray[np.uint64]


def none_passed() -> Passed:
    return Passed(
        np.zeros(DECK, np.int32),
        np.zeros((DECK, DECK), np.uint16),
        np.zeros((1_326, DECK), np.uint16),
        np.zeros((22_100, DECK), np.uint8),
        np.zeros(270_725, np.uint64),
    )


def both(one: Passed, other: Passed) -> Passed:
    """The counters of the hands of two sweeps that passed different hands."""
    return Passed(
        one.alone + other.alone,
        one.with_one + other.with_one,
        one.with_two + other.with_two,
        one.with_three + other.with_three,
        one.with_four | other.with_four,
    )


@compile_kernel
def _two(a: Any, b: Any) -> Any:
    """The number of two cards, the lower first."""
    return a + _C2[b]


@compile_kernel
def _three(a: Any, b: Any, c: Any) -> Any:
    return a + _C2[b] + _C3[c]


@compile_kernel
def _pass_three(with_two: Any, a: Any, b: Any, c: Any) -> None:
    with_two[_two(a, b), c] += 1
    with_two[_two(a, c), b] += 1
    with_two[_two(b, c), a] += 1


@compile_kernel
def _pass_four(with_three: Any, with_four: Any, a: Any, b: Any, c: Any, d: Any, fifth: Any) -> None:
    with_four[_three(a, b, c) + _C4[d]] |= np.uint64(1) << np.uint64(fifth)
    with_three[_three(a, b, c), d] += 1
    with_three[_three(a, b, d), c] += 1
    with_three[_three(a, c, d), b] += 1
    with_three[_three(b, c, d), a] += 1


@compile_kernel
def _pass_hand(passed: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
    alone, with_one, with_two, with_three, with_four = passed
    _pass_four(with_three, with_four, a, b, c, d, e)
    _pass_four(with_three, with_four, a, b, c, e, d)
    _pass_four(with_three, with_four, a, b, d, e, c)
    _pass_four(with_three, with_four, a, c, d, e, b)
    _pass_four(with_three, with_four, b, c, d, e, a)
    _pass_three(with_two, a, b, c)
    _pass_three(with_two, a, b, d)
    _pass_three(with_two, a, b, e)
    _pass_three(with_two, a, c, d)
    _pass_three(with_two, a, c, e)
    _pass_three(with_two, a, d, e)
    _pass_three(with_two, b, c, d)
    _pass_three(with_two, b, c, e)
    _pass_three(with_two, b, d, e)
    _pass_three(with_two, c, d, e)
    for one in (a, b, c, d, e):
        alone[one] += 1
        for other in (a, b, c, d, e):
            with_one[one, other] += 1


@compile_kernel
def _add_row(row: Any, out: Any) -> None:
    for upcard in range(DECK):
        out[upcard] += row[upcard]


@compile_kernel
def _take_row(row: Any, out: Any) -> None:
    for upcard in range(DECK):
        out[upcard] -= row[upcard]


@compile_kernel
def _avoiding(passed: Any, hand: Any, out: Any) -> None:
    """For each upcard, how many of the hands passed hold it and none of the five cards; 0 for the five themselves."""
    alone, with_one, with_two, with_three, with_four = passed
    for upcard in range(DECK):
        out[upcard] = alone[upcard]
    for i in range(5):
        a = np.int64(hand[i])
        _take_row(with_one[a], out)
        for j in range(i + 1, 5):
            b = np.int64(hand[j])
            _add_row(with_two[_two(a, b)], out)
            for k in range(j + 1, 5):
                c = np.int64(hand[k])
                _take_row(with_three[_three(a, b, c)], out)
                for m in range(k + 1, 5):
                    fifths = with_four[_three(a, b, c) + _C4[hand[m]]]
                    for upcard in range(DECK):
                        out[upcard] += np.int32(fifths >> np.uint64(upcard) & np.uint64(1))
    for i in range(5):
        out[hand[i]] = 0


@compile_kernel
def sweep(
    first: Any, stop: Any, step: Any, dealer: Any, player: Any, passed: Any, before: Any, equal: Any, base: Any
) -> None:
    """Passes the dealer's hands from one place to another, up or down, and answers for the player's hands on the way.

    `before` gets the hands passed before a player's own place and `equal` those at it; both hold the player's hands
    from row `base` on.
    """
    dealer_cards, dealer_starts = dealer
    player_cards, player_starts = player
    after = np.empty(DECK, np.int32)
    for place in range(first, stop, step):
        for row in range(player_starts[place], player_starts[place + 1]):
            _avoiding(passed, player_cards[row], before[row - base])
        for row in range(dealer_starts[place], dealer_starts[place + 1]):
            hand = dealer_cards[row]
            _pass_hand(
                passed, np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
            )
        for row in range(player_starts[place], player_starts[place + 1]):
            _avoiding(passed, player_cards[row], after)
            for upcard in range(DECK):
                equal[row - base, upcard] = after[upcard] - before[row - base, upcard]


@compile_kernel
def all_avoiding(first: Any, stop: Any, player: Any, passed: Any, out: Any) -> None:
    """For the player's hands from one row to another: of all hands passed, those that avoid them, by upcard."""
    for row in range(first, stop):
        _avoiding(passed, player[row], out[row])
