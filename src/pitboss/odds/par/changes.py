"""What could be otherwise in a game, one thing at a time: pay rows, readings, decks, stakes and variants for study.

Each change is a whole set of rules of its own, so it is solved like any other and best play follows it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.cards.order import Category
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import Cents, dollars
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import ALL_HELD_ONE, ALL_LIVE, ALL_ONE, BB_PLUS_1, FIRST_TWO_ONE, ORIGINAL_ONLY, SOFT
from pitboss.odds.rules import CanberraRules, PontoonRules, Rules, UltimateRules


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is otherwise: in words, by which clause or ruling, and the wager whose edge tells its worth."""

    label: str
    clause: str
    wager: str
    rules: Rules


def changes_of(rules: Rules) -> tuple[Change, ...]:
    """All that a sheet tries on these rules; what they have already is left out."""
    if isinstance(rules, UltimateRules):
        found = _of_ultimate(rules)
    elif isinstance(rules, CanberraRules):
        found = _of_canberra(rules)
    else:
        found = _of_pontoon(rules)
    return tuple(change for change in found if change.rules != rules)


_POKER_ROWS = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.TWO_PAIRS,
    Category.ONE_PAIR,
)


def _category_words(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def _with_row(table: Mapping[Any, Odds], row: Any, odds: Odds | None) -> Frozen[Any, Odds]:
    """A pay table with one row changed, or without it."""
    rest = {each: pays for each, pays in table.items() if each != row}
    return Frozen(rest if odds is None else {**rest, row: odds})


def _short(odds: Iterable[Odds]) -> str:
    return ", ".join(str(each.to) if each.for_each == 1 else str(each) for each in odds)


# Trips tables that are found at other tables, from royal flush to three of a kind.
_TRIPS_ELSEWHERE = ((50, 40, 30, 9, 7, 4, 3), (50, 40, 30, 8, 6, 5, 3), (50, 40, 20, 7, 6, 5, 3))


def _of_ultimate(rules: UltimateRules) -> Iterator[Change]:
    settings = rules.settings
    for row in _POKER_ROWS:
        if row in settings.blind_pays:
            pays = _with_row(settings.blind_pays, row, None)
            clause = settings.blind_pays[row].clause
            label = f"Blind pushes with {_category_words(row)}, not {settings.blind_pays[row]}"
            yield Change(label, clause, "main", replace(rules, settings=replace(settings, blind_pays=pays)))
    for stake in _stakes_above(rules.stake, (10_000, 25_000, 50_000)):
        label = f"Ante of {dollars(stake)}, blind paid no more than {dollars(settings.max_payout)}"
        yield Change(label, "UTH 10.1 note **", "main", replace(rules, stake=stake))
    for odds in _TRIPS_ELSEWHERE:
        rows: dict[int, Odds] = {
            row: Odds(to, 1, "UTH 10.1 trips table") for row, to in zip(_POKER_ROWS, odds, strict=False)
        }
        if {row: (pays.to, pays.for_each) for row, pays in settings.trips_pays.items()} != {
            row: (pays.to, pays.for_each) for row, pays in rows.items()
        }:
            label = f"Trips pays {_short(rows.values())}"
            settings_there = replace(settings, trips_pays=Frozen(rows))
            yield Change(label, "UTH 10.1 trips table", "trips", replace(rules, settings=settings_there))


def _stakes_above(stake: Cents, others: Iterable[Cents]) -> Iterator[Cents]:
    return (other for other in others if other > stake)


def _of_canberra(rules: CanberraRules) -> Iterator[Change]:
    settings = rules.settings
    for row in _POKER_ROWS:
        now = settings.bet_pays[row]
        if now.on(100) > 100:
            pays = _with_row(settings.bet_pays, row, Odds(1, 1, now.clause))
            label = f"Even money for {_category_words(row)}, not {now}"
            yield Change(label, now.clause, "main", replace(rules, settings=replace(settings, bet_pays=pays)))
    royal = settings.bet_pays[Category.ROYAL_FLUSH]
    pays = _with_row(settings.bet_pays, Category.ROYAL_FLUSH, Odds(100, 1, royal.clause))
    label = "Royal flush pays 100 to 1, as in Caribbean Stud"
    yield Change(label, royal.clause, "main", replace(rules, settings=replace(settings, bet_pays=pays)))
    for stake in _stakes_above(rules.stake, (15_000, 20_000)):
        label = f"Ante of {dollars(stake)}, bet paid no more than {dollars(settings.max_payout)}"
        yield Change(label, "CAN 8.2", "main", replace(rules, stake=stake))


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


def _of_pontoon(rules: PontoonRules) -> Iterator[Change]:
    settings = rules.settings
    for decks in range(3, 9):
        yield Change(f"{decks} decks", "PON 2.1[s1]", "main", replace(rules, settings=replace(settings, decks=decks)))
    yield from _studies(rules)
    yield from _readings(rules)
    for row in Row:
        now = settings.table_1[row]
        if row is not Row.OTHER and now.on(100) > 100:
            pays = _with_row(settings.table_1, row, Odds(1, 1, now.clause))
            label = f"Even money for {row.value}, not {now}"
            yield Change(label, now.clause, "main", replace(rules, settings=replace(settings, table_1=pays)))
    nothing = replace(settings.super_bonus, below=0, from_threshold=0, others=0)
    without = replace(settings, super_bonus=nothing)
    yield Change("No Super Bonus", "PON 14.3", "super_bonus", replace(rules, settings=without))
    threshold = settings.super_bonus.threshold
    if rules.stake < threshold:
        label = f"Wager of {dollars(threshold)}, where the Super Bonus is larger"
        yield Change(label, "PON 14.3 Table 2 bonus", "super_bonus", replace(rules, stake=threshold))
    for decks in range(3, 9):
        other = replace(settings, decks=decks)
        yield Change(f"Perfect Pairs with {decks} decks", "PON 18.14", "perfect_pairs", replace(rules, settings=other))
    pairs = _with_row(settings.pairs_pay, Pair.PERFECT, Odds(30, 1, "PON 18.14(c)"))
    label, other = "Perfect pair pays 30 to 1", replace(settings, pairs_pay=pairs)
    yield Change(label, "PON 18.14(c)", "perfect_pairs", replace(rules, settings=other))


def _studies(rules: PontoonRules) -> Iterator[Change]:
    """Variants that no table of these rules may choose."""
    soft = rules.dealer_stands_on_soft_17
    label = "Dealer draws on soft 17" if soft else "Dealer stands on soft 17"
    yield Change(label, "P-01", "main", replace(rules, dealer_stands_on_soft_17=not soft))
    label = "No rescue after a double" if rules.rescue else "Rescue after a double"
    yield Change(label, "P-10", "main", replace(rules, rescue=not rules.rescue))


def _readings(rules: PontoonRules) -> Iterator[Change]:
    """The other readings that a table may choose."""
    settings = rules.settings
    for aces, label in _DOUBLE_ACES.items():
        yield Change(label, "P-02", "main", replace(rules, settings=replace(settings, double_aces=aces)))
    for collects, label in _COLLECTS.items():
        other = replace(settings, dealer_pontoon_collects=collects)
        yield Change(label, "P-09", "main", replace(rules, settings=other))
    for split_bonus, label in (("on", "Table 1 for split hands"), ("off", "Even money for split hands")):
        other = replace(settings, split_bonus=split_bonus)
        yield Change(label, "P-07", "main", replace(rules, settings=other))
    for scope, label in (("hand", "A double cuts its hand's odds"), ("box", "A double cuts the odds of its whole box")):
        other = replace(settings, double_odds_scope=scope)
        yield Change(label, "P-06", "main", replace(rules, settings=other))
