"""The answer: how often each hand wins, alone or with others, and what it is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Equity:
    """One player's part. `counts[n]` is how much of `deals` the player wins as one of n + 1 winners.

    Without weights a count is a number of deals. A pot that several win is shared by them alike.
    """

    hand: str
    counts: tuple[int, ...]
    deals: int
    # The standard error of `equity` where it was simulated.
    error: float = 0.0

    @property
    def win(self) -> Fraction:
        """How often the player wins alone."""
        return Fraction(self.counts[0], self.deals)

    @property
    def tie(self) -> Fraction:
        """How often the player shares the pot."""
        return Fraction(sum(self.counts[1:]), self.deals)

    @property
    def equity(self) -> Fraction:
        """The player's share of the pot in the long run."""
        shared = (Fraction(count, winners) for winners, count in enumerate(self.counts, start=1))
        return sum(shared, Fraction(0)) / self.deals


@dataclass(frozen=True, slots=True)
class Equities:
    """All players in the order they were named. `deals` is the weight of everything that can happen."""

    hands: tuple[Equity, ...]
    deals: int
    exact: bool = True


def shared_out(counts: Iterable[Sequence[int]]) -> Fraction:
    """How many deals there were: of one with n winners each of them counts one n-th."""
    shares = (Fraction(count, winners) for row in counts for winners, count in enumerate(row, start=1))
    return sum(shares, Fraction(0))
