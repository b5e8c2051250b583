"""Compares actual results with expected ones, by game and wager, using the committed figures.

The theoretical win is what was staked first, the ante or the Pontoon wager, times the edge with best play; the band is
where the actual win lies 95 times in a hundred if everybody plays so. Only rounds at money tables that are over count,
each in the gaming day it ended in.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Any, NamedTuple

from pitboss.floor.kernel.floor import Floor, folded_from_snapshot
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.reading.outcomes import STARTED, RoundOutcomes, Rounds, WagerSpot, in_play
from pitboss.floor.reading.returns_figures import figure_of, with_figures
from pitboss.floor.tables.record import PRACTICE, TableRecord, stream_of
from pitboss.games.command import Cents
from pitboss.games.play import Settings
from pitboss.games.state import Outcome
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.kits import games, kit_of
from pitboss.kits.returns import JACKPOT, MAIN, SUPER_BONUS, TIME, RoundNotes
from pitboss.kits.returns import Returns as GameReturns
from pitboss.ledger.reading import ALWAYS, Period

MOST_POINTS = 200
# Of a normal distribution 95% lies within so many standard deviations.
_WITHIN = 1.96
_ADDED, _SET = "floor.TableAdded", "floor.TableSet"
ASSUMES = (
    "The edges are those of the committed sheets, with best play: who plays otherwise loses more.",
    "The band takes all wagers as independent. Hands of one round share the dealer's cards and wagers of one hand "
    "their own, so with many of them together it is somewhat too narrow.",
    "Wagers at tables with other pay tables or readings are listed apart, without a theoretical win.",
)


class WagerReturn(NamedTuple):
    """One wager of a game. `handle` is all that was in play on it, `base` what the edge is a part of.

    `has_figure` is whether its rules are those that the committed figures were computed from. Without a figure there
    is no theoretical win; with nothing that varies there is no band.
    """

    game: str
    wager: str
    has_figure: bool
    rounds: int
    handle: Cents
    base: Cents
    actual: Cents
    theoretical: Fraction | None
    variance: Fraction | None

    @property
    def sd(self) -> float | None:
        return None if self.variance is None else sqrt(self.variance)

    @property
    def band(self) -> tuple[Cents, Cents] | None:
        """The least and the most that the house wins 95 times in a hundred."""
        if self.theoretical is None or self.variance is None:
            return None
        return _band(self.theoretical, self.variance)

    @property
    def z(self) -> float | None:
        """Return how many standard deviations the actual win lies above the theoretical one."""
        if self.theoretical is None or not self.variance:
            return None
        return float(self.actual - self.theoretical) / sqrt(self.variance)


class Point(NamedTuple):
    """How it stood after so many rounds: all that was won up to then, what it should have been, and its band."""

    at: int
    rounds: int
    actual: Cents
    theoretical: Cents
    low: Cents
    high: Cents


class Returns(NamedTuple):
    """Wager by wager, and for each game with figures how it came about; together with what all of it assumes."""

    lines: tuple[WagerReturn, ...]
    series: Mapping[str, tuple[Point, ...]]
    assumes: Mapping[str, tuple[str, ...]]


class _Entry(NamedTuple):
    """The result of one round on one wager; `linear` and `squares` multiply the edge and the variance."""

    at: int
    game: str
    wager: str
    has_figure: bool
    rounds: int
    handle: Cents
    linear: int
    squares: int
    actual: Cents


def returns(
    floor: Floor,
    *,
    table: str | None = None,
    game: str | None = None,
    first: date | None = None,
    last: date | None = None,
) -> Returns:
    """Actual and theoretical win from a gaming day up to and with another, of all money tables, one, or one game's."""
    period = _period(floor, first, last)
    streams = store.streams("table") if table is None else (stream_of(table),)
    entries = sorted(entry for stream in streams for entry in _entries(stream, period) if game in (None, entry.game))
    found = sorted({entry.game for entry in entries})
    series = {name: _series([entry for entry in entries if entry.game == name]) for name in found}
    told = {"": ASSUMES, **{name: kit_of(name).returns.assumes for name in found}}
    return Returns(tuple(_lines(entries)), {name: points for name, points in series.items() if points}, told)


def _period(floor: Floor, first: date | None, last: date | None) -> Period:
    clock = gaming_clock(floor)
    since = ALWAYS.since if first is None else clock.start(first)
    return Period(since, ALWAYS.until if last is None else clock.start(last + timedelta(days=1)))


def _entries(stream: str, period: Period) -> Iterator[_Entry]:
    """Yield the results of each round of a table that ended in a period."""
    begins = (
        Event.objects.filter(stream=stream, kind=STARTED, at__lt=period.since)
        .order_by("-position")
        .values_list("position", flat=True)
        .first()
    ) or 1
    table = _Table(folded_from_snapshot(stream, begins - 1).record)
    rows = Event.objects.filter(stream=stream, position__gte=begins, kind__in=_kinds_read(), at__lt=period.until)
    for kind, version, body, at in rows.order_by("position").values_list("kind", "version", "body", "at"):
        event = codec.decode(kind, version, body)
        if kind == _ADDED and event.mode == PRACTICE:
            return
        table.take(kind, event, at)
        for number in table.final_after(kind):
            yield from table.finish_round(number, period)
    for number in table.rounds():
        yield from table.finish_round(number, period)


def _kinds_read() -> tuple[str, ...]:
    found = {name: kit_of(name).returns for name in games()}
    own = (f"{name}.{kind}" for name, of in found.items() for kind in (*of.notes, of.final_with) if kind)
    return (_ADDED, _SET, *in_play(), *own)


class _Table:
    """A table as it is read: what it is played by, and its rounds as far as they can still change."""

    def __init__(self, record: TableRecord | None) -> None:
        self.game = "" if record is None else record.game
        self._is_money = record is None or not record.is_practice
        self._play_by(None if record is None else record.state.settings)
        self._outcomes, self._rounds = Rounds(), {0: RoundNotes(*self._coming)}

    def _play_by(self, settings: Settings | None) -> None:
        """From the next round on."""
        self._coming = settings, frozenset() if settings is None else with_figures(self.game, settings)

    @property
    def _returns(self) -> GameReturns:
        return kit_of(self.game).returns

    def rounds(self) -> list[int]:
        return list(self._rounds)

    def final_after(self, kind: str) -> list[int]:
        """The rounds that nothing changes any more: with a new shoe in Pontoon all but the last, else all but this."""
        final_with = self._returns.final_with
        if not final_with:
            return [number for number in self._rounds if number != self._outcomes.number]
        return [
            number
            for number in self._rounds
            if kind == f"{self.game}.{final_with}" and number < self._outcomes.number - 1
        ]

    def take(self, kind: str, event: Any, at: int) -> None:
        self._outcomes.take(kind, event, at)
        now = self._rounds.setdefault(self._outcomes.number, RoundNotes(*self._coming))
        if kind in (_ADDED, _SET):
            self.game = getattr(event, "game", self.game)
            self._play_by(event.settings)
        group, _, name = kind.partition(".")
        if group == self.game and name in self._returns.notes:
            self._returns.notes[name](now, event, at)

    def finish_round(self, number: int, period: Period) -> Iterator[_Entry]:
        """Yield the results of a finished round and the time charges paid meanwhile, and forget the round."""
        told, outcomes = self._rounds.pop(number), self._outcomes.by_number.get(number)
        if number != self._outcomes.number:
            self._outcomes.by_number.pop(number, None)
        if not self._is_money:
            return
        for at, cents in told.time:
            if at >= period.since:
                yield _Entry(at, self.game, TIME, True, 1, 0, 0, 0, cents)
        over_at = None if outcomes is None else outcomes.over_at
        if outcomes is None or over_at is None or over_at < period.since:
            return
        for wager, rows in _by_wager(self.game, outcomes):
            yield self._entry(told, over_at, wager, rows)
        if self._returns.bonus is not None:
            yield from self._super_bonus(told, outcomes, over_at)

    def _entry(self, told: RoundNotes, at: int, wager: str, rows: list[tuple[WagerSpot, Outcome]]) -> _Entry:
        handle = sum(row.at_risk for _, row in rows)
        actual = -sum(row.net for _, row in rows)
        if kit_of(self.game).card_room is not None:
            return _Entry(at, self.game, wager, True, 1, handle, 0, 0, told.commission)
        if wager == JACKPOT:
            return _Entry(at, self.game, wager, False, len(rows), handle, 0, 0, -told.from_bank)
        bases = self._bases(told, wager, rows)
        squares = sum(base * base for base in bases)
        is_known = wager in told.figures
        return _Entry(at, self.game, wager, is_known, len(bases), handle, sum(bases), squares, actual)

    def _bases(self, told: RoundNotes, wager: str, rows: list[tuple[WagerSpot, Outcome]]) -> list[Cents]:
        """Return each player's first stake, of which the edge is a part: the ante, or a wager before it was raised."""
        spot = self._returns.first if wager == MAIN else None
        found: dict[tuple[int, str], Cents] = {}
        for where, row in rows:
            if spot in (None, where.wager):
                key = where.seat, where.player
                found[key] = found.get(key, 0) + row.at_risk
        raised = told.raised if wager == MAIN else {}
        return [base - raised.get(key, 0) for key, base in found.items()]

    def _super_bonus(self, told: RoundNotes, outcomes: RoundOutcomes, at: int) -> Iterator[_Entry]:
        """One Super Bonus costs what its wager wins, and something for every other wager of the round."""
        rows = list(outcomes.accepted_wagers())
        bases = self._bases(told, MAIN, [each for each in rows if each[0].wager == MAIN])
        cost = self._returns.bonus
        assert cost is not None
        costs = [cost(told.settings, base, len(bases) - 1) for base in bases]
        paid = sum(row.net for spot, row in rows if spot.wager == SUPER_BONUS)
        squares = sum(cost * cost for cost in costs)
        is_known = SUPER_BONUS in told.figures
        yield _Entry(at, self.game, SUPER_BONUS, is_known, len(costs), 0, sum(costs), squares, -paid)


def _by_wager(game: str, outcomes: RoundOutcomes) -> Iterator[tuple[str, list[tuple[WagerSpot, Outcome]]]]:
    """The decided wagers of a round, those of one hand that have one edge together; a bonus is none of them."""
    groups = kit_of(game).returns.groups
    rows = sorted(
        (each for each in outcomes.accepted_wagers() if groups[each[0].wager] != SUPER_BONUS),
        key=lambda each: groups[each[0].wager],
    )
    for wager, run in groupby(rows, key=lambda each: groups[each[0].wager]):
        yield wager, list(run)


class _Sum:
    """Entries of one wager, added up in whole numbers."""

    def __init__(self) -> None:
        self.rounds = self.handle = self.linear = self.squares = self.actual = 0

    def add(self, entry: _Entry) -> None:
        self.rounds += entry.rounds
        self.handle += entry.handle
        self.linear += entry.linear
        self.squares += entry.squares
        self.actual += entry.actual


def _lines(entries: Iterable[_Entry]) -> Iterator[WagerReturn]:
    sums: dict[tuple[str, str, bool], _Sum] = {}
    for entry in entries:
        sums.setdefault((entry.game, entry.wager, entry.has_figure), _Sum()).add(entry)
    for (game, wager, has_figure), total in sorted(sums.items()):
        theoretical, variance = None, None
        if kit_of(game).card_room is not None:
            theoretical = Fraction(total.actual)
        elif has_figure:
            theoretical, variance = _expected_result(game, {wager: total})
        base = 0 if wager == SUPER_BONUS else total.linear
        yield WagerReturn(
            game, wager, has_figure, total.rounds, total.handle, base, total.actual, theoretical, variance
        )


def _expected_result(game: str, sums: Mapping[str, _Sum]) -> tuple[Fraction, Fraction]:
    theoretical, variance = Fraction(0), Fraction(0)
    for wager, total in sums.items():
        figure = figure_of(game, wager)
        theoretical += total.linear * figure.edge
        variance += total.squares * figure.variance
    return theoretical, variance


def _series(entries: list[_Entry]) -> tuple[Point, ...]:
    """Return the history of a game's win over its wagers that have figures; empty for hold'em."""
    counted = [entry for entry in entries if entry.has_figure and kit_of(entry.game).card_room is None]
    moments = sorted({entry.at for entry in counted})
    step = -(-len(moments) // (MOST_POINTS - 1)) if moments else 1
    shown = {*moments[step - 1 :: step], *moments[-1:]}
    sums: dict[str, _Sum] = {}
    points: list[Point] = []
    for index, entry in enumerate(counted):
        sums.setdefault(entry.wager, _Sum()).add(entry)
        is_last = index + 1 == len(counted) or counted[index + 1].at != entry.at
        if is_last and entry.at in shown:
            points.append(_point(entry.at, entry.game, sums))
    return tuple(points)


def _point(at: int, game: str, sums: Mapping[str, _Sum]) -> Point:
    theoretical, variance = _expected_result(game, sums)
    low, high = _band(theoretical, variance)
    rounds = sums[MAIN].rounds if MAIN in sums else max(total.rounds for total in sums.values())
    actual = sum(total.actual for total in sums.values())
    return Point(at, rounds, actual, round(theoretical), low, high)


def _band(theoretical: Fraction, variance: Fraction) -> tuple[Cents, Cents]:
    middle, reach = float(theoretical), _WITHIN * sqrt(variance)
    return round(middle - reach), round(middle + reach)
