"""What a decided wager pays: odds, pay tables and the most that is paid, as data and a few small functions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.cards.order import Category
from pitboss.games.command import is_whole
from pitboss.games.play import Cents, Outcome, Result, Wager, dollars
from pitboss.rulebook.refusal import Refusal, in_words

PER_WAGER = "per_wager"
PER_PLAYER_ROUND = "per_player_round"
PER_TABLE_ROUND = "per_table_round"
# Above anything a table has ever paid, and small enough for every sum of a computation.
MOST_TO_ONE = 1_000_000
SCOPES = (PER_WAGER, PER_PLAYER_ROUND, PER_TABLE_ROUND)


def whole_cents(amount: Fraction) -> Cents:
    """The one rounding of the house, C-A14 and P-26: exact wherever cents allow, else down to the cent."""
    return amount.numerator // amount.denominator


@dataclass(frozen=True, slots=True)
class Odds:
    """So much to one, as the table prints it, with its clause."""

    to: int
    for_each: int
    clause: str

    def on(self, at_risk: Cents) -> Cents:
        """What a winning wager is paid on top of its stake."""
        if self.for_each == 1:
            return at_risk * self.to
        return whole_cents(Fraction(at_risk * self.to, self.for_each))

    def __str__(self) -> str:
        return f"{self.to} to {self.for_each}"


def even(clause: str) -> Odds:
    """One to one."""
    return Odds(1, 1, clause)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that is paid on wagers of these kinds, stakes not counted: U-A10, C-A4."""

    most: Cents
    scope: str
    kinds: tuple[str, ...]
    clause: str

    def room_left(self, wager: Wager, wagers: Iterable[Wager]) -> Cents | None:
        """How much may still be paid on a wager; None where no maximum covers it."""
        if wager.kind not in self.kinds:
            return None
        if self.scope == PER_WAGER:
            return self.most
        paid = 0
        for other in wagers:
            decided = other.outcome
            if decided is None or decided.result is not Result.WIN or other.kind not in self.kinds:
                continue
            if self.scope == PER_TABLE_ROUND or other.player == wager.player:
                paid += decided.net
        return max(self.most - paid, 0)


def win(wager: Wager, odds: Odds, clause: str, why: str) -> Outcome:
    """Stake back and the odds on what was at risk."""
    return _outcome(wager, Result.WIN, odds.on(wager.at_risk), clause, f"{why} It pays {odds}.")


def capped_win(wager: Wager, odds: Odds, left: Cents | None, cap: Cap, because: tuple[str, str]) -> Outcome:
    """A win of which no more is paid than the maximum payout leaves."""
    clause, why = because
    full = odds.on(wager.at_risk)
    if left is None or full <= left:
        return win(wager, odds, clause, why)
    sentence = (
        f"{why} It pays {odds}, cut from {dollars(full)} to {dollars(left)} by the maximum payout ({cap.clause})."
    )
    return _outcome(wager, Result.WIN, left, clause, sentence)


def lose(wager: Wager, clause: str, why: str) -> Outcome:
    """What was at risk is taken; what a limit kept out of it goes back."""
    return _outcome(wager, Result.LOSE, -wager.at_risk, clause, why)


def push(wager: Wager, clause: str, why: str) -> Outcome:
    """UTH D-Push: compared, and neither wins: the stake goes back."""
    return _outcome(wager, Result.PUSH, 0, clause, why)


def void(wager: Wager, clause: str, why: str) -> Outcome:
    """UTH D-Void: no result, the stake goes back."""
    return _outcome(wager, Result.VOID, 0, clause, why)


def not_accepted(wager: Wager, clause: str, why: str) -> Outcome:
    """Handed back before the deal: nothing of it was ever at risk."""
    return _outcome(wager._replace(at_risk=0), Result.RETURNED, 0, clause, why)


def hand_back(wager: Wager, clause: str, why: str) -> Outcome:
    """Handed back without a decision."""
    return _outcome(wager, Result.RETURNED, 0, clause, why)


def _outcome(wager: Wager, result: Result, net: Cents, clause: str, why: str) -> Outcome:
    seat, player, kind, stake, at_risk, hand, _, limited_by = wager
    if net and limited_by:
        why = f"{why} Only {dollars(at_risk)} of the {dollars(stake)} was live ({limited_by})."
    return Outcome(seat, player, kind, stake, at_risk, result, net, clause, why, hand)


# The hands that a deck without a joker can make.
HANDS = tuple(category for category in Category if category is not Category.FIVE_OF_A_KIND)
# By what a hand is: a category of poker hands, or a row of Pontoon's table.
PayTable = Mapping[int, Odds]


def not_odds(
    tables: Mapping[str, Mapping[Any, Odds]], rows: Iterable[Any], clause: str, *, always: Iterable[Any] = ()
) -> Refusal | None:
    """A pay table with something else than odds in it, with an unknown row, or without one that it must pay."""
    known = tuple(rows)
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            return Refusal(clause, f"The setting {in_words(name)} must be a table of odds.")
        for row, odds in table.items():
            if row not in known:
                return Refusal(clause, f"The setting {in_words(name)} has no row {row!r}.")
            if not (isinstance(odds, Odds) and is_whole(odds.to) and is_whole(odds.for_each)):
                return Refusal(clause, f"The setting {in_words(name)} must hold odds of whole numbers, such as 3 to 2.")
            if not (0 <= odds.to <= MOST_TO_ONE and 1 <= odds.for_each <= MOST_TO_ONE):
                return Refusal(clause, f"Odds are 0 to {MOST_TO_ONE:,} for each 1 to {MOST_TO_ONE:,}, not {odds}.")
        if not set(always) <= set(table):
            return Refusal(clause, f"The setting {in_words(name)} must pay every row.")
    return None
