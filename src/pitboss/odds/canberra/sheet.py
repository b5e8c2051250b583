"""What a sheet says of Canberra Poker: its words, the edge of a wager, and what its rules could be."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitboss.cards.order import Category
from pitboss.games.pays import Odds
from pitboss.games.play import Cents, dollars
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.par.changes import POKER_ROWS, RuleChange, category_words, stakes_above, with_row
from pitboss.odds.par.games import Edge, Game, Meter, short

_POINTS = 40
_LEAST_STEP = Fraction(10_000)


def _cards(rules: CanberraRules) -> str:
    return f"one 52-card deck · bet pays {', '.join(dict.fromkeys(map(short, rules.settings.bet_pays.values())))}"


def _edge(rules: CanberraRules, wager: str) -> Edge:
    from pitboss.odds.canberra.progressive import jackpot_worth
    from pitboss.odds.canberra.solver import solve

    return Edge((solve(rules).worth if wager == "main" else jackpot_worth(rules)).edge)


def _changes(rules: CanberraRules) -> Iterator[RuleChange]:
    settings = rules.settings
    for row in POKER_ROWS:
        now = settings.bet_pays[row]
        if now.on(100) > 100:
            pays = with_row(settings.bet_pays, row, Odds(1, 1, now.clause))
            label = f"Even money for {category_words(row)}, not {now}"
            yield RuleChange(label, now.clause, "main", replace(rules, settings=replace(settings, bet_pays=pays)))
    royal = settings.bet_pays[Category.ROYAL_FLUSH]
    pays = with_row(settings.bet_pays, Category.ROYAL_FLUSH, Odds(100, 1, royal.clause))
    label = "Royal flush pays 100 to 1, as in Caribbean Stud"
    yield RuleChange(label, royal.clause, "main", replace(rules, settings=replace(settings, bet_pays=pays)))
    for stake in stakes_above(rules.stake, (15_000, 20_000)):
        label = f"Ante of {dollars(stake)}, bet paid no more than {dollars(settings.max_payout)}"
        yield RuleChange(label, "CAN 8.2", "main", replace(rules, stake=stake))


def _meter(rules: CanberraRules) -> Meter:
    """CAN 10: drawn a little beyond the break-even of the table's own wager.

    The sizes of the wager are those of the table in the analysis.
    """
    from pitboss.odds.canberra.analysis import WAGERS
    from pitboss.odds.canberra.progressive import break_even, jackpot_settings, jackpot_value

    wager = jackpot_settings(rules).wager
    even = {size: max(break_even(rules, size), Fraction(0)) for size in sorted({*WAGERS, wager})}
    step = _round_step(max(even[wager] * Fraction(4, 3) / _POINTS, _LEAST_STEP))
    points = tuple((step * number, jackpot_value(rules, step * number)) for number in range(_POINTS + 1))
    return Meter(wager, points, tuple(even.items()))


def _round_step(least: Fraction) -> Cents:
    """At least so many cents, and a round sum of dollars."""
    ten = 1
    while ten * 10 < least:
        ten *= 10
    return next(size * ten for size in (1, 2, 3, 4, 5, 6, 8, 10) if size * ten >= least)


SHEET = Game(
    name="canberra",
    unit="ante",
    units="antes",
    pays=("CAN 8.1",),
    wagers={"main": "Ante and bet", "jackpot": "Progressive jackpot"},
    cards=_cards,
    edge=_edge,
    changes=_changes,
    meter=_meter,
)
