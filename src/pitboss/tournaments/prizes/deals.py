"""Deals: what the prizes still to be won are worth to each player, and when players may divide them.

STAR D-Chop: ICM, chip chop, by chips, even, or whatever amounts they agree on.

The independent chip model (Malmuth-Harville) gives every player the first place in proportion to the chips; the second
place goes the same way among those who are left, and so on. It is the same as a race of clocks that ring at rates
proportional to the chips, and from the race follows a sum over sets of players: a player's worth is

    chips x the sum, over all sets R that hold the player, of weight(size of R) / chips of R

where the weights come from the prizes alone. One fraction a set, not one path an order of finish: 512 of them for nine
players. Amounts are whole numbers of any unit; results are fractions of that unit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, floor, gcd, lcm

from pitboss.games.command import dollars
from pitboss.rulebook.refusal import Refusal

MOST_PLAYERS = 20
# All numbers of one computation together: above this many bits it is done with a fixed number of binary places.
_MOST_BITS = 1 << 29
# Those places, below one unit of the prizes.
_PLACES = 64

Shares = tuple[Fraction, ...]


class PrizeError(ValueError):
    """Stacks or prizes that cannot be: one sentence that names what is wrong."""


@dataclass(frozen=True, slots=True)
class DealShares:
    """What each player gets, in the order of the stacks. No share is further from the true one than `error`.

    The error is zero unless the exact fractions would have millions of digits.
    """

    shares: Shares
    error: Fraction = Fraction(0)


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> DealShares:
    """The independent chip model, for up to twenty players with chips.

    Players without chips come last in any order, and share the prizes of the last places alike.
    """
    _check(stacks, prizes)
    in_play = [stack for stack in stacks if stack]
    if len(in_play) > MOST_PLAYERS:
        raise PrizeError(f"The chip model is computed for up to {MOST_PLAYERS} players, not for {len(in_play)}.")
    by_place = [*prizes, *[0] * (len(stacks) - len(prizes))]
    deal = _with_chips(in_play, by_place[: len(in_play)])
    left = by_place[len(in_play) :]
    without = Fraction(sum(left), len(left)) if left else Fraction(0)
    shares = iter(deal.shares)
    return DealShares(tuple(next(shares) if stack else without for stack in stacks), deal.error)


def _with_chips(stacks: list[int], prizes: list[int]) -> DealShares:
    """The sum over sets of players in whole numbers: everything is a multiple of 1 / `scale`.

    The scale is the least common multiple of the chips of all sets, which makes every division come out even. Where
    that number is too long, it is a power of two, and every division is cut off by less than one.
    """
    unit = gcd(*stacks)
    stacks = [stack // unit for stack in stacks]
    weights = _weights(prizes)
    held = _sums(stacks)
    sizes = [each.bit_count() for each in range(len(held))]
    counting = [chips for chips, size in zip(held, sizes, strict=True) if weights[size]]
    wanted = set(counting)
    scale = _common_multiple(wanted, _MOST_BITS // max(len(counting), 1))
    error = Fraction(0)
    if scale is None:
        cut = max(stacks) * sum(abs(weights[size]) for size in sizes)
        scale = 1 << (_PLACES + cut.bit_length())
        error = Fraction(cut, scale)
    parts = {chips: scale // chips for chips in wanted}
    terms = [weights[size] and weights[size] * parts[chips] for chips, size in zip(held, sizes, strict=True)]
    totals = _sums_with_each(terms)
    return DealShares(tuple(Fraction(stack * total, scale) for stack, total in zip(stacks, totals, strict=True)), error)


def _weights(prizes: list[int]) -> list[int]:
    """The weight of a set by its size, from nothing to everybody.

    A player's place is one more than the number of clocks that ring before the player's own. That all of R wait for
    the player's clock has the chance chips / chips of R; that exactly some of them do follows by inclusion-exclusion.
    """
    players = len(prizes)
    weights = [0]
    for others in range(players):
        ahead = players - 1 - others
        weights.append(sum((-1) ** extra * comb(others, extra) * prizes[ahead + extra] for extra in range(others + 1)))
    return weights


def _sums(stacks: list[int]) -> list[int]:
    """The chips of every set of players: bit n of the place is player n."""
    sums = [0]
    for stack in stacks:
        sums += [chips + stack for chips in sums]
    return sums


def _common_multiple(numbers: set[int], most_bits: int) -> int | None:
    """The least common multiple, or nothing where it has more bits than that."""
    common = 1
    for number in sorted(numbers):
        common = lcm(common, number)
        if common.bit_length() > most_bits:
            return None
    return common


def _sums_with_each(terms: list[int]) -> list[int]:
    """For every player the sum of the terms of all sets that hold the player.

    The upper half of the list are the sets with the last player; then the two halves are added and the player is gone.
    """
    totals = []
    while len(terms) > 1:
        half = len(terms) // 2
        without, among = terms[:half], terms[half:]
        totals.append(sum(among))
        terms = [one + other for one, other in zip(without, among, strict=True)]
    return totals[::-1]


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> DealShares:
    """Everybody gets the lowest prize still to be won, which is certain; the rest is divided by chips."""
    _check(stacks, prizes)
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    rest = sum(prizes) - lowest * len(stacks)
    return DealShares(tuple(lowest + Fraction(rest * stack, sum(stacks)) for stack in stacks))


def by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> DealShares:
    """Everything is divided by chips, even what is certain already."""
    _check(stacks, prizes)
    return DealShares(tuple(Fraction(sum(prizes) * stack, sum(stacks)) for stack in stacks))


def even_chop(stacks: Sequence[int], prizes: Sequence[int]) -> DealShares:
    """Everybody gets the same, whatever the chips."""
    _check(stacks, prizes)
    return DealShares((Fraction(sum(prizes), len(stacks)),) * len(stacks))


DEALS: Mapping[str, Callable[[Sequence[int], Sequence[int]], DealShares]] = {
    "icm": icm,
    "chip_chop": chip_chop,
    "by_chips": by_chips,
    "even": even_chop,
}


def payouts(deal: DealShares, prizes: Sequence[int]) -> tuple[int, ...]:
    """The deal in whole units, cents as a rule, which add up to the prizes to the last one.

    By largest remainders: every share is rounded down, and the units left over go one each to the players whose shares
    lost most by that. Between equal remainders the larger share comes first, then the earlier player.
    """
    whole = [floor(share) for share in deal.shares]
    over = sum(prizes) - sum(whole)
    order = sorted(range(len(whole)), key=lambda each: (whole[each] - deal.shares[each], -deal.shares[each], each))
    for each in order[:over]:
        whole[each] += 1
    return tuple(whole)


def objections(deal: DealShares, prizes: Sequence[int], names: Sequence[str] = ()) -> tuple[str, ...]:
    """What is odd about a deal: a share above the first prize, or below a prize that is certain already.

    The players may still agree on it.
    """
    lowest = prizes[-1] if len(prizes) == len(deal.shares) else 0
    found = []
    for player, share in zip(names or _numbered_names(len(deal.shares)), deal.shares, strict=True):
        if share - deal.error > prizes[0]:
            found.append(f"{player} would get more than the first prize")
        if share + deal.error < lowest:
            found.append(f"{player} would get less than the lowest prize, which is certain")
    return tuple(found)


def _numbered_names(players: int) -> list[str]:
    return [f"player {number}" for number in range(1, players + 1)]


def no_chop(
    players_left: int,
    agree: int,
    places_paid: int,
    remaining_cents: int | None = None,
    amounts_cents: Sequence[int] | None = None,
) -> Refusal | None:
    """STAR 1-c[s1], STAR 1-c[s2], STAR D-Chop: why those who are left may not divide what remains of the pool.

    Everybody left must be in the money, everybody must agree, and the amounts must be all that remains to the cent.
    """
    if players_left > places_paid:
        why = f"{players_left} players are left and {places_paid} places are paid: not everybody is in the money."
        return Refusal("STAR 1-c[s1]", why, "not_all_in_the_money")
    if agree < players_left:
        why = f"{agree} of {players_left} players agree: a deal needs them all."
        return Refusal("STAR 1-c[s2]", why, "not_unanimous")
    if amounts_cents is None or remaining_cents is None:
        return None
    if len(amounts_cents) != players_left or sum(amounts_cents) != remaining_cents:
        together, left = dollars(sum(amounts_cents)), dollars(remaining_cents)
        why = f"{len(amounts_cents)} amounts of {together} together do not divide {left} among {players_left} players."
        return Refusal("STAR 1-c[s2]", why, "does_not_sum")
    return None


def _check(stacks: Sequence[int], prizes: Sequence[int]) -> None:
    if len(stacks) < 2:
        raise PrizeError("A deal is between two players or more.")
    if min(stacks) < 0:
        raise PrizeError(f"A stack cannot be {min(stacks)} chips.")
    if not any(stacks):
        raise PrizeError("Somebody must have chips.")
    if not prizes:
        raise PrizeError("There is no prize to divide.")
    if len(prizes) > len(stacks):
        raise PrizeError(f"There are {len(prizes)} prizes for {len(stacks)} players.")
    if min(prizes) < 0:
        raise PrizeError("A prize cannot be below nothing.")
    if any(later > earlier for earlier, later in pairwise(prizes)):
        raise PrizeError("Prizes are written from the first place down.")
