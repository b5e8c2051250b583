"""Equities by going through everything that can happen."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

from pitboss.cards.card import Card, CardError
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.odds.equity.boards import SuitChanges, boards_of, suit_changes
from pitboss.odds.equity.counting import Progress, count_boards
from pitboss.odds.equity.question import Hand, Question, question
from pitboss.odds.equity.result import Equities, Equity, shared_out

# Longer than this is refused unless the caller allows more.
MOST_SECONDS = 60
# What one step takes on one core, by measurement and rounded up: a hand to rank is one, and where more than two play,
# a choice of hands for all but the largest range is several.
_STEP = 6e-9
_STEPS_A_CHOICE = 12
_YEAR = 365 * 86_400


class TooMuchWork(CardError):
    """More can happen than is worth going through: one sentence that says how long it would take."""


@dataclass(frozen=True, slots=True)
class Work:
    """How much there is to go through: boards of different kinds, about, and steps on each of them."""

    boards: int
    steps: int

    @property
    def seconds(self) -> float:
        """About how long that takes on one core."""
        return self.boards * self.steps * _STEP


def equities(
    hands: Sequence[Hand],
    board: str | Sequence[Card] = (),
    dead: str | Sequence[Card] = (),
    *,
    settings: HoldemSettings | None = None,
    progress: Progress | None = None,
    most_seconds: float = MOST_SECONDS,
) -> Equities:
    """How often each hand wins and what it is worth, exactly.

    Hands are cards or ranges as `pitboss.odds.equity.ranges` reads them; in ranges every choice of hands without a
    card in common counts with the product of its weights. The settings of a hold'em table say which deck is used, how
    hands rank and whether four hole cards are dealt, of which exactly two play (STAR 7.29).
    """
    asked = question(hands, board, dead, settings)
    changes = suit_changes(asked)
    seconds = work_of(asked, changes).seconds
    if seconds > most_seconds:
        raise TooMuchWork(f"To go through all of it would take {_duration(seconds)}.")
    if any(not each.hands for each in asked.ranges):
        raise TooMuchWork("A random hand of four cards is one of too many to go through.")
    counts = count_boards(asked, boards_of(asked, changes), progress)
    deals = int(shared_out(counts))
    if not deals:
        raise CardError("These hands cannot be held together: they need the same cards.")
    found = (Equity(each.text, tuple(row), deals) for each, row in zip(asked.ranges, counts, strict=True))
    return Equities(tuple(found), deals)


def work_of(asked: Question, changes: SuitChanges) -> Work:
    """An estimate of what there is to go through."""
    kinds = comb(len(asked.unseen_cards), asked.to_come) // len(changes) + 1
    counts = sorted(each.count for each in asked.ranges)
    if asked.hole_cards == 4:
        # Sixty hands of five cards each; every choice of hands is gone through on its own.
        return Work(kinds, 60 * len(counts) * prod(counts))
    if len(counts) == 2:
        return Work(kinds, 2 * sum(counts))
    if asked.is_of_single_hands:
        return Work(kinds, len(counts))
    return Work(kinds, 2 * sum(counts) + _STEPS_A_CHOICE * prod(counts[:-1]))


def _duration(seconds: float) -> str:
    if seconds > 1_000 * _YEAR:
        return "forever"
    for name, size in (("years", _YEAR), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"about {round(seconds / size):,} {name}"
    return f"about {round(seconds)} seconds"
