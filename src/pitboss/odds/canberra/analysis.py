"""Canberra Poker by its rules, as its sheet tells it: both wagers, best play, and what the figures reveal."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import numpy as np

from pitboss.cards.card import face, faces, rank_of
from pitboss.cards.order import Category
from pitboss.games.play import Cents, dollars
from pitboss.odds.canberra.charts import charts
from pitboss.odds.canberra.counts import DEALS, counts
from pitboss.odds.canberra.hands import HANDS
from pitboss.odds.canberra.margins import Margin, best_below_ace_king, worst_pair
from pitboss.odds.canberra.places import least_pair
from pitboss.odds.canberra.progressive import (
    break_even,
    jackpot_settings,
    jackpot_value,
    jackpot_worth,
    prize,
    to_pool,
    ways,
)
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import Solution, solve
from pitboss.odds.canberra.strategies import (
    CHARTS,
    LEAST_HAND,
    STRATEGIES,
    THREE_RULES,
    hand_words,
    least_hand,
    solution_of,
)
from pitboss.odds.worth import Analysis, FigureTable

# Meters in cents that a sheet tells of, beside the one at which the wager breaks even.
METERS: tuple[Cents, ...] = tuple(100 * pool for pool in (0, 10_000, 50_000, 100_000, 200_000, 300_000, 400_000))
METERS += tuple(100 * pool for pool in (500_000, 600_000, 800_000, 1_000_000))
WAGERS: tuple[Cents, ...] = (100, 200, 250, 500, 1000)


def analyse(rules: CanberraRules, *, progress: Callable[[float], None] | None = None) -> Analysis:
    """Everything about the game at these rules."""
    tell = progress or (lambda _: None)
    tell(0.0)
    counts()
    tell(0.8)
    best = solve(rules)
    folds = best.outcomes.folds
    done = Analysis(
        game="canberra",
        wagers={"main": best.worth, "jackpot": jackpot_worth(rules)},
        decisions={"bet": 1 - folds, "fold": folds},
        charts=charts(best.bets),
        findings=findings(rules, best),
        tables=(_endings(rules, best), _ways_to_play(rules), _prizes(rules), _meters(rules), _wagers(rules)),
    )
    tell(1.0)
    return done


def findings(rules: CanberraRules, best: Solution) -> tuple[str, ...]:
    """What is worth knowing before any table is read."""
    royal, outcomes = Category.ROYAL_FLUSH, best.outcomes
    paid = Fraction(outcomes.won[royal], ways()[royal] * DEALS // HANDS)
    jackpot = jackpot_settings(rules)
    cost = solution_of(rules, THREE_RULES).worth.edge - best.worth.edge
    blind = solution_of(rules, LEAST_HAND).worth.edge - best.worth.edge
    charted = solution_of(rules, CHARTS).worth.edge - best.worth.edge
    return (
        _where_no_upcard_matters(rules, best),
        "The charts of this sheet, played as they are printed, betting all hands of a cell that says half of them or"
        f" more, cost {_percent(charted, 5)} of the ante.",
        f"A short way to play: {STRATEGIES[THREE_RULES].words[0].lower()}{STRATEGIES[THREE_RULES].words[1:]} It costs"
        f" {_percent(cost, 5)} of the ante against best play.",
        f"Betting {hand_words(least_hand(rules))} or better without a look at the upcard costs {_percent(blind)} of the"
        " ante.",
        f"The bet is paid only when it beats a dealer with ace-king or better: {_percent(paid, 1)} of royal flushes are"
        " paid their odds, and with the others the bet only goes back (C-A1).",
        f"The jackpot wager of {dollars(jackpot.wager)} returns {_percent(1 + jackpot_value(rules, jackpot.pool), 2)}"
        f" with {dollars(jackpot.pool)} on the meter, and breaks even from {_meter_words(rules, jackpot.wager)} on.",
    )


def _where_no_upcard_matters(rules: CanberraRules, best: Solution) -> str:
    """Whether every pair is bet and every hand below ace-king folded, and by how little."""
    player = counts().player
    how_many = np.bitwise_count(best.bets)
    pairs = int(player.hands.starts[least_pair()])
    bets_below = int((player.weights[: counts().first] * how_many[: counts().first]).sum())
    folds_above = int((player.weights[pairs:] * (47 - how_many[pairs:].astype(np.int64))).sum())
    below, above = best_below_ace_king(rules), worst_pair(rules)
    rule = "Bet every pair or better and fold every hand below ace-king"
    if bets_below or folds_above:
        rule += f", but for {bets_below:,} bets and {folds_above:,} folds among all pairs of hand and upcard"
    else:
        rule += ": against no upcard is anything else better, and only ace-king looks at it"
    return (
        f"{rule}. Of the hands below ace-king {_margin_words(below)} comes nearest to a bet: it would lose"
        f" {float(-below.bet):.3f} antes, and a fold loses 1. Of those with a pair {_margin_words(above)} is the worst:"
        f" its bet loses {float(-above.bet):.3f}."
    )


def _margin_words(margin: Margin) -> str:
    hand = sorted(margin.hand, key=rank_of, reverse=True)
    return f"{faces(hand)} against {face(margin.upcard)}"


def _percent(value: Fraction, digits: int = 3) -> str:
    return f"{float(100 * value):.{digits}f}%"


def _meter_words(rules: CanberraRules, wager: Cents) -> str:
    """The least meter in whole cents at which a wager loses nothing."""
    return dollars(ceil(break_even(rules, wager)))


def _endings(rules: CanberraRules, best: Solution) -> FigureTable:
    """How all deals end by the class of the player's hand."""
    rows: list[tuple[object, ...]] = []
    outcomes = best.outcomes
    parts = (outcomes.folded, outcomes.not_in, outcomes.won, outcomes.tied, outcomes.lost)
    for category, odds in sorted(rules.settings.bet_pays.items(), reverse=True):
        name = Category(category).name.lower().replace("_", " ")
        ends = [part[Category(category)] for part in parts]
        rows.append((name, odds, *ends, sum(ends)))
    sums = [sum(part.values()) for part in parts]
    rows.append(("all", "", *sums, sum(sums)))
    return FigureTable(
        "How all deals end with best play, by the player's hand",
        ("Hand", "Bet pays", "Folded", "Dealer not in", "Won", "Equal", "Lost", "All deals"),
        ("text", "odds", *("ways",) * 6),
        tuple(rows),
        "Won, equal and lost are against a dealer who takes part.",
        ("CAN 8.1", "CAN 9.3", "CAN 9.4", "CAN 9.5", "CAN 9.6"),
    )


def _ways_to_play(rules: CanberraRules) -> FigureTable:
    """Best play beside what people do."""
    best = solve(rules).worth.edge
    rows = []
    for name, strategy in STRATEGIES.items():
        there = solution_of(rules, name)
        title = f"{hand_words(least_hand(rules))} or better" if name == LEAST_HAND else strategy.title
        rows.append((title, there.worth.edge, there.worth.edge - best, there.outcomes.folds))
    return FigureTable(
        "Ways to play",
        ("Bet with", "House edge", "Costs", "Folds"),
        ("text", "percent", "percent", "percent"),
        tuple(rows),
        "Each is computed over all deals.",
        ("CAN 7.2[s1]", "CAN 7.3"),
    )


def _prizes(rules: CanberraRules) -> FigureTable:
    """The jackpot table at the meter of the settings."""
    jackpot = jackpot_settings(rules)
    pool = Fraction(jackpot.pool + to_pool(rules, jackpot.wager))
    rows: list[tuple[object, ...]] = []
    for category, row in sorted(rules.settings.prizes.items(), reverse=True):
        kind = Category(category)
        paid = prize(rules, kind, pool)
        back = paid * ways()[kind] / HANDS / jackpot.wager
        rows.append((kind.name.lower().replace("_", " "), ways()[kind], dollars(int(paid)), back, row.clause))
    total = 1 + jackpot_value(rules, jackpot.pool)
    rows.append(("all", sum(ways()[Category(kind)] for kind in rules.settings.prizes), "", total, ""))
    return FigureTable(
        f"Jackpot prizes with {dollars(jackpot.pool)} on the meter",
        ("Hand", f"Hands of {HANDS:,}", "Prize", "Share of the wager", "Clause"),
        ("text", "ways", "text", "percent", "text"),
        tuple(rows),
        "The prize is the whole payment: the wager is not given back (C-A26).",
        ("CAN 10.7[1]", "CAN 11.1"),
    )


def _meters(rules: CanberraRules) -> FigureTable:
    """The jackpot wager by what stands on the meter before it is made."""
    wager = jackpot_settings(rules).wager
    even = ceil(break_even(rules, wager))
    meters = sorted({*METERS, jackpot_settings(rules).pool, even})
    rows = tuple((dollars(pool), 1 + jackpot_value(rules, pool), -jackpot_value(rules, pool)) for pool in meters)
    return FigureTable(
        f"The jackpot wager of {dollars(wager)} by the meter",
        ("Meter", "Paid back", "House edge"),
        ("text", "percent", "percent"),
        rows,
        f"It breaks even from {dollars(even)} on. The wager itself joins the pool first (C-A9).",
        ("CAN 10.6[s1]", "CAN 11.1(a)", "CAN 11.1(b)"),
    )


def _wagers(rules: CanberraRules) -> FigureTable:
    """From which meter on a wager of each size is worth making."""
    sizes = sorted({*WAGERS, jackpot_settings(rules).wager})
    return FigureTable(
        "The meter at which a jackpot wager breaks even, by its size",
        ("Jackpot wager", "Breaks even at"),
        ("text", "text"),
        tuple((dollars(wager), _meter_words(rules, wager)) for wager in sizes),
        "Computed for one player alone; a pool that is shared in the same round pays less (CAN 11.3).",
        ("CAN 10.6[s2]", "CAN 11.3"),
    )
