"""The figures of a gaming day, as they are reported and kept when the day is closed. Amounts are whole cents."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.command import Cents


class TableDay(NamedTuple):
    """One table in one gaming day, by the books.

    `opening` and `closing` are the float by the books at the two ends of the day; the counts stand beside them. `win`
    is what the float won from players, `turnover` the stakes they had accepted, `drop` what they bought in here.
    """

    table: str
    opening: Cents
    fills: Cents
    credits: Cents
    adjustments: Cents
    win: Cents
    closing: Cents
    counted_opening: Cents | None
    counted_closing: Cents | None
    variance: Cents
    drop: Cents
    drop_in_cash: Cents
    turnover: Cents
    commission: Cents

    @property
    def hold_on_drop(self) -> Fraction | None:
        """Of what was bought in here, how much the table won."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def hold_on_turnover(self) -> Fraction | None:
        """Of what was staked here, how much the table won."""
        return Fraction(self.win, self.turnover) if self.turnover else None


class PoolDay(NamedTuple):
    """One account that only grows and is paid from, such as a jackpot pool or a prize pool, in one gaming day."""

    account: str
    opening: Cents
    came: Cents
    went: Cents
    closing: Cents


class MethodDay(NamedTuple):
    """Money in and out by one method of payment."""

    method: str
    bought_in: Cents
    cashed_out: Cents


class TillDay(NamedTuple):
    """One closing of the till."""

    expected: Cents
    counted: Cents
    by: str


class DayReport(NamedTuple):
    """A gaming day of the house. `house_result` is what its own accounts have gained: floats, funds, charges."""

    day: str
    tables: tuple[TableDay, ...]
    pools: tuple[PoolDay, ...]
    methods: tuple[MethodDay, ...]
    tills: tuple[TillDay, ...]
    win: Cents
    drop: Cents
    commission: Cents
    house_result: Cents
    # The balances at the end of the day by kind of account; together they are nothing.
    trial_balance: tuple[tuple[str, Cents], ...]
