"""What a sheet says of Pontoon: its words, the edge of a wager, and what its rules could be."""

from collections.abc import Iterator
from dataclasses import replace

from pitboss.games.pays import Odds
from pitboss.games.play import dollars
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import ALL_HELD_ONE, ALL_LIVE, ALL_ONE, BB_PLUS_1, FIRST_TWO_ONE, ORIGINAL_ONLY, SOFT
from pitboss.odds.par.changes import RuleChange, with_row
from pitboss.odds.par.games import Edge, Game
from pitboss.odds.pontoon.rules import PontoonRules

_COUNTS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _cards(rules: PontoonRules) -> str:
    return f"{_COUNTS[rules.settings.decks]} 48-card decks without tens"


def _edge(rules: PontoonRules, wager: str) -> Edge:
    from pitboss.odds.pontoon.analysis import to_precision
    from pitboss.odds.pontoon.side_wagers import bonus_value, insurance_worth, perfect_pairs_worth
    from pitboss.odds.pontoon.solver import solve

    if wager in ("perfect_pairs", "insurance"):
        return Edge((perfect_pairs_worth if wager == "perfect_pairs" else insurance_worth)(rules).edge)
    solution, bonus = solve(rules), bonus_value(rules)
    return Edge(to_precision(bonus - solution.value if wager == "main" else -bonus), solution.error)


_DOUBLE_ACES = {
    FIRST_TWO_ONE: "Aces among the first two cards count one in a double",
    ALL_HELD_ONE: "In a double, held aces count one; a drawn ace does not",
    ALL_ONE: "Every ace counts one in a double",
    SOFT: "Aces stay one or eleven in a double",
}
_COLLECTS = {
    BB_PLUS_1: "A dealer's Pontoon takes bust wagers and one more",
    ORIGINAL_ONLY: "A dealer's Pontoon takes the original wager only",
    ALL_LIVE: "A dealer's Pontoon takes every wager still in play",
}


def _changes(rules: PontoonRules) -> Iterator[RuleChange]:
    settings = rules.settings
    for decks in range(3, 9):
        yield RuleChange(
            f"{decks} decks", "PON 2.1[s1]", "main", replace(rules, settings=replace(settings, decks=decks))
        )
    yield from _studies(rules)
    yield from _readings(rules)
    for row in Row:
        now = settings.table_1[row]
        if row is not Row.OTHER and now.on(100) > 100:
            pays = with_row(settings.table_1, row, Odds(1, 1, now.clause))
            label = f"Even money for {row.value}, not {now}"
            yield RuleChange(label, now.clause, "main", replace(rules, settings=replace(settings, table_1=pays)))
    nothing = replace(settings.super_bonus, below=0, from_threshold=0, others=0)
    without = replace(settings, super_bonus=nothing)
    yield RuleChange("No Super Bonus", "PON 14.3", "super_bonus", replace(rules, settings=without))
    threshold = settings.super_bonus.threshold
    if rules.stake < threshold:
        label = f"Wager of {dollars(threshold)}, where the Super Bonus is larger"
        yield RuleChange(label, "PON 14.3 Table 2 bonus", "super_bonus", replace(rules, stake=threshold))
    for decks in range(3, 9):
        other = replace(settings, decks=decks)
        yield RuleChange(
            f"Perfect Pairs with {decks} decks", "PON 18.14", "perfect_pairs", replace(rules, settings=other)
        )
    pairs = with_row(settings.pairs_pay, Pair.PERFECT, Odds(30, 1, "PON 18.14(c)"))
    label, other = "Perfect pair pays 30 to 1", replace(settings, pairs_pay=pairs)
    yield RuleChange(label, "PON 18.14(c)", "perfect_pairs", replace(rules, settings=other))


def _studies(rules: PontoonRules) -> Iterator[RuleChange]:
    """Variants that no table of these rules may choose."""
    soft = rules.dealer_stands_on_soft_17
    label = "Dealer draws on soft 17" if soft else "Dealer stands on soft 17"
    yield RuleChange(label, "P-01", "main", replace(rules, dealer_stands_on_soft_17=not soft))
    label = "No rescue after a double" if rules.rescue else "Rescue after a double"
    yield RuleChange(label, "P-10", "main", replace(rules, rescue=not rules.rescue))


def _readings(rules: PontoonRules) -> Iterator[RuleChange]:
    """The other readings that a table may choose."""
    settings = rules.settings
    for aces, label in _DOUBLE_ACES.items():
        yield RuleChange(label, "P-02", "main", replace(rules, settings=replace(settings, double_aces=aces)))
    for collects, label in _COLLECTS.items():
        other = replace(settings, dealer_pontoon_collects=collects)
        yield RuleChange(label, "P-09", "main", replace(rules, settings=other))
    for split_bonus, label in (("on", "Table 1 for split hands"), ("off", "Even money for split hands")):
        other = replace(settings, split_bonus=split_bonus)
        yield RuleChange(label, "P-07", "main", replace(rules, settings=other))
    for scope, label in (("hand", "A double cuts its hand's odds"), ("box", "A double cuts the odds of its whole box")):
        other = replace(settings, double_odds_scope=scope)
        yield RuleChange(label, "P-06", "main", replace(rules, settings=other))


SHEET = Game(
    name="pontoon",
    unit="wager",
    units="wagers",
    pays=("PON 14.2", "PON 14.3"),
    wagers={
        "main": "Pontoon wager",
        "super_bonus": "Super Bonus",
        "perfect_pairs": "Perfect Pairs",
        "insurance": "Insurance",
    },
    decisions={"pontoon": "Pontoon, paid at once"},
    how_often="How often each first decision is best",
    plays="best table",
    cards=_cards,
    edge=_edge,
    changes=_changes,
)
