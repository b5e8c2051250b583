"""All that a sheet of Ultimate Texas Hold-em tells, exactly.

Ante, blind and play are one wager, `main`, played as well as can be for itself. `trips` is what its table returns when
every hand is played out. Where a fold forfeits it (U-A2), `trips_lost_on_fold` is what it returns by the play that is
best for `main`; who thinks of both wagers never folds what trips pays, and what that is worth is among the findings.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from pitboss.cards.order import Category
from pitboss.games.play import dollars
from pitboss.odds.ultimate.charts import (
    flop_chart,
    flop_figures,
    grid,
    hands_played,
    river_chart,
    river_figures,
    value_grid,
)
from pitboss.odds.ultimate.money import FOLD, MULTIPLES, Money, Nets, money_of
from pitboss.odds.ultimate.outcomes import DEALS, WON, WON_UNQUALIFIED
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.strategies import BEST, CHARTS, STRATEGIES, counts_of
from pitboss.odds.worth import Analysis, FigureTable, Worth

# All sets of seven cards; each stands for as many deals.
SEVENS = 133_784_560
_ROWS = tuple(sorted(Category, reverse=True))


def analyse(rules: UltimateRules, *, progress: Callable[[float], None] | None = None) -> Analysis:
    """The game by its rules."""
    report = progress or (lambda part: None)
    money = money_of(rules)
    counts = counts_of(rules, BEST)
    report(0.5)
    wagers = {"main": main_worth(money, counts), "trips": table_worth(money, counts)}
    if rules.trips_lost_on_fold:
        wagers["trips_lost_on_fold"] = trips_worth(money, counts)
    stakes = money.stakes(with_trips=False)
    charts = (grid(money), flop_chart(stakes), river_chart(stakes), value_grid(money))
    pays = (_trips_figures(rules, money, counts), _blind_figures(rules, money, counts))
    report(0.6)
    tables = (*pays, flop_figures(stakes), river_figures(stakes), _ways_to_play(rules))
    report(0.9)
    findings = tuple(_findings(rules, wagers))
    report(1.0)
    return Analysis("ultimate", wagers, _decisions(counts), charts, findings, tables)


def main_worth(money: Money, counts: Nets) -> Worth:
    """Ante, blind and play, per unit of the ante."""
    return _worth("main", money.main(), counts, money.ante, money.net_stakes())


def trips_worth(money: Money, counts: Nets) -> Worth:
    """Trips, per unit of itself, by the play that the counts come from."""
    name = "trips_lost_on_fold" if money.trips_lost_on_fold else "trips"
    return _worth(name, money.side(), counts, money.trips, np.full_like(money.net_stakes(), money.trips))


def table_worth(money: Money, counts: Nets) -> Worth:
    """Trips by its table alone: no hand is lost by a fold, so it does not matter how the other wagers are played."""
    return trips_worth(replace(money, trips_lost_on_fold=False), counts)


def _worth(wager: str, nets: Nets, counts: Nets, unit: int, staked: Nets) -> Worth:
    results: dict[Fraction, Fraction] = {}
    for net, count in zip(nets.ravel().tolist(), counts.ravel().tolist(), strict=True):
        if count:
            result = Fraction(net, unit)
            results[result] = results.get(result, Fraction(0)) + Fraction(count, DEALS)
    edge = -sum((result * chance for result, chance in results.items()), Fraction(0))
    rounds = counts.sum(axis=(1, 2)).tolist()
    mean = sum(stake * count for stake, count in zip(staked.tolist(), rounds, strict=True))
    return Worth(wager, edge, Fraction(mean, unit * DEALS), dict(sorted(results.items())))


def _decisions(counts: Nets) -> dict[str, Fraction]:
    """How often each decision is the best, per round."""
    rounds = counts.sum(axis=(1, 2)).tolist()
    played = {f"play_{multiple}x": Fraction(rounds[multiple], DEALS) for multiple in reversed(MULTIPLES)}
    return played | {"fold": Fraction(rounds[FOLD], DEALS)}


def _category_name(category: int) -> str:
    return Category(category).name.capitalize().replace("_", " ")


def _trips_figures(rules: UltimateRules, money: Money, counts: Nets) -> FigureTable:
    """UTH 9.7, UTH 10.1: every row of the pay table, and what folds forfeit of it."""
    by_category = [int(ways) * SEVENS // DEALS for ways in counts.sum(axis=(0, 2))]
    rows: list[tuple[object, ...]] = []
    less = SEVENS
    for category in _ROWS:
        odds, paid, ways = rules.settings.trips_pays.get(category), money.trips_pays[category], by_category[category]
        if odds is not None and paid is not None:
            less -= ways
            returned = Fraction(paid, money.trips) * Fraction(ways, SEVENS)
            rows.append((_category_name(category), ways, Fraction(ways, SEVENS), str(odds), returned))
    rows.append(("Less", less, Fraction(less, SEVENS), "lost", -Fraction(less, SEVENS)))
    played_out = table_worth(money, counts).edge
    rows.append(("Return", SEVENS, Fraction(1), "", -played_out))
    if money.trips_lost_on_fold:
        with_folds = trips_worth(money, counts).edge
        rows.append(("Forfeited by folds", "", _forfeit_chance(money, counts), "lost", played_out - with_folds))
        rows.append(("Return with folds", "", "", "", -with_folds))
    return FigureTable(
        title="Trips, a separate wager",
        columns=("Best five of seven", "Ways", "Chance", "Pays", "Return"),
        kinds=("text", "ways", "percent", "odds", "percent"),
        rows=tuple(rows),
        note="Folds are those of the play that is best for ante, blind and play (U-A2)."
        if money.trips_lost_on_fold
        else "",
        clauses=("UTH 9.7", "UTH 10.1"),
    )


def _forfeit_chance(money: Money, counts: Nets) -> Fraction:
    """U-A2: how often a hand is folded that trips would pay."""
    folded = counts[FOLD].sum(axis=1).tolist()
    lost = sum(count for count, paid in zip(folded, money.trips_pays, strict=True) if paid is not None)
    return Fraction(lost, DEALS)


def _blind_figures(rules: UltimateRules, money: Money, counts: Nets) -> FigureTable:
    """UTH 9.6(a), UTH 10.1: how often each row of the blind's table is paid with best play."""
    won = counts[1:, :, [WON, WON_UNQUALIFIED]].sum(axis=(0, 2)).tolist()
    rows: list[tuple[object, ...]] = []
    for category in _ROWS:
        odds = rules.settings.blind_pays.get(category)
        if odds is not None:
            paid, chance = Fraction(money.blind_pays[category], money.blind), Fraction(won[category], DEALS)
            cut = paid < Fraction(odds.to, odds.for_each)
            words = f"{odds}, cut to {float(paid):g}" if cut else str(odds)
            rows.append((_category_name(category), chance, words, paid * chance))
    rows.append(("All", sum(row[1] for row in rows), "", sum(row[3] for row in rows)))  # type: ignore[misc]
    return FigureTable(
        title="What the blind is paid",
        columns=("Hand that beats the dealer", "Chance", "Pays", "Return"),
        kinds=("text", "percent", "odds", "percent"),
        rows=tuple(rows),
        note=f"At an ante of {dollars(rules.stake)} and a maximum payout of {dollars(rules.settings.max_payout)}.",
        clauses=("UTH 9.6(a)", "UTH 10.1"),
    )


def _ways_to_play(rules: UltimateRules) -> FigureTable:
    """Best play beside what people do."""
    money = money_of(rules)
    best = main_worth(money, counts_of(rules, BEST)).edge
    rows = []
    for name, strategy in STRATEGIES.items():
        counts = counts_of(rules, name)
        main, trips = main_worth(money, counts).edge, trips_worth(money, counts).edge
        rows.append((strategy.title, main, main - best, trips))
    return FigureTable(
        title="Ways to play",
        columns=("Strategy", "House edge", "Costs", "Edge of trips"),
        kinds=("text", "percent", "percent", "percent"),
        rows=tuple(rows),
        note=" ".join(f"{strategy.title}: {strategy.words}" for strategy in STRATEGIES.values()),
        clauses=("UTH 8.1", "UTH 8.3", "UTH 8.5"),
    )


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.3f}%"


def _findings(rules: UltimateRules, wagers: dict[str, Worth]) -> Iterator[str]:
    money, main = money_of(rules), wagers["main"]
    counts = counts_of(rules, BEST)
    yield (
        f"With best play ante, blind and play {_lose(main.edge)} {_percent(abs(main.edge))} of the ante on average, "
        f"which is {_percent(abs(main.element_of_risk))} of all money staked."
    )
    if not counts[3].sum():
        yield (
            f"Four times the ante is best with {hands_played(money)} of the 1,326 hands. Three times is never the best "
            "play, and neither is a fold before the river."
        )
    yield from _on_trips(rules, money, wagers)
    thumb = main_worth(money, counts_of(rules, "rule_of_thumb")).edge - main.edge
    yield f"A rule of thumb that fits on a card costs {_percent(thumb)} of the ante more than best play."
    charted = main_worth(money, counts_of(rules, CHARTS)).edge - main.edge
    yield f"The charts of this sheet, played as they are printed, cost {_percent(charted)} of the ante."
    quads = int(counts[FOLD, Category.FOUR_OF_A_KIND].sum())
    if quads:
        yield (
            "Even four of a kind is folded where it lies on the board beside a low card: once in "
            f"{DEALS // quads:,} rounds."
        )
    yield from _on_the_cut(rules, main)


def _lose(edge: Fraction) -> str:
    return "lose" if edge >= 0 else "win"


def _on_trips(rules: UltimateRules, money: Money, wagers: dict[str, Worth]) -> Iterator[str]:
    """U-A2: what a fold costs trips, and what both wagers lose if the play thinks of both."""
    if not rules.trips_lost_on_fold:
        return
    with_folds = wagers["trips_lost_on_fold"].edge
    apart = wagers["main"].edge * money.ante + with_folds * money.trips
    yield (
        f"A fold forfeits trips (U-A2). Played for ante, blind and play alone, trips loses "
        f"{_percent(with_folds)} rather than the {_percent(wagers['trips'].edge)} of its table."
    )
    counts = counts_of(rules, "best_with_trips")
    main, trips = main_worth(money, counts), trips_worth(money, counts)
    together = main.edge * money.ante + trips.edge * money.trips
    unforfeited = "" if _forfeit_chance(money, counts) else ", which never folds what trips pays,"
    yield (
        f"With trips of {dollars(money.trips)} beside an ante of {dollars(money.ante)} the best play for both"
        f"{unforfeited} loses {_percent(together / money.ante)} of the ante in all, not "
        f"{_percent(apart / money.ante)}: {_percent(main.edge)} in the main game, and {_percent(trips.edge)} of trips."
    )


def _on_the_cut(rules: UltimateRules, main: Worth) -> Iterator[str]:
    """UTH 10.1 note **: what the maximum payout takes away at this stake."""
    settings = rules.settings
    most = max((odds.on(rules.stake) for odds in settings.blind_pays.values()), default=0)
    if most > settings.max_payout:
        uncut = replace(rules, settings=replace(settings, max_payout=most))
        edge = main_worth(money_of(uncut), counts_of(uncut, BEST)).edge
        yield (
            f"At an ante of {dollars(rules.stake)} the maximum payout of {dollars(settings.max_payout)} costs "
            f"{_percent(main.edge - edge)} of the ante."
        )
