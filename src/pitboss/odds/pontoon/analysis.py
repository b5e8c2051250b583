"""Pontoon by its rules, as its sheet tells it: every wager, how often each decision is best, and the tables of play.

The house edge is computed (`solver`). How the results of a round are spread is taken from a simulation of the same
play, because a box that is split up to four times has too many ends to list.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.games.play import dollars
from pitboss.odds.pontoon.cells import CELLS
from pitboss.odds.pontoon.charts import charts
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import (
    DECKS,
    bonus_to_draw,
    bonus_value,
    insurance_worth,
    pair_ways,
    perfect_pairs_worth,
    sevens_by_stake,
    without_bonus,
)
from pitboss.odds.pontoon.solver import Solution, decisive, solve, value_of
from pitboss.odds.pontoon.strategies import BY_CHANCE, STRATEGIES, way_to_play
from pitboss.odds.simulation.record import find_record
from pitboss.odds.simulation.run import run
from pitboss.odds.tally import Tally
from pitboss.odds.worth import Analysis, FigureTable, Worth

ROUNDS, ROUNDS_A_BATCH, SEED = 20_000_000, 1_000_000, 20050207
# The edge is given to this part of a wager, well below its error and well above what rounding does on any machine.
PRECISION = 10**10
BEST_WITHOUT = "Best play without the bonus"


def analyse(rules: PontoonRules, *, progress: Callable[[float], None] | None = None) -> Analysis:
    """Everything about the game at these rules."""
    tell = progress or (lambda _: None)
    tell(0.0)
    solution = solve(rules)
    tell(0.5)
    tally = _simulate(rules, tell)
    bonus = bonus_value(rules)
    wagers = {"main": main_worth(solution, bonus, tally), "super_bonus": bonus_worth(solution, bonus)}
    if rules.settings.perfect_pairs:
        wagers["perfect_pairs"] = perfect_pairs_worth(rules)
    wagers["insurance"] = insurance_worth(rules)
    ways = ways_to_play(decisive(rules))
    sevens = (_sevens_table(rules),) if bonus else ()
    done = Analysis(
        game="pontoon",
        wagers=wagers,
        decisions=solution.decisions,
        charts=charts(solution),
        findings=findings(solution, ways, tally),
        tables=(_ways_table(ways, rules), *sevens, _pair_table(rules), _decks_table(rules)),
        edges=_edges(ways, rules) if bonus else (),
    )
    tell(1.0)
    return done


def _simulate(rules: PontoonRules, tell: Callable[[float], None]) -> Tally:
    """The rounds that are kept for these rules; else fewer, the same however many threads share them."""
    kept = find_record(rules)
    if kept is not None:
        return kept.whole

    def watch(done: Tally) -> None:
        tell(0.5 + 0.5 * done.rounds / ROUNDS)

    with ThreadPoolExecutor(2) as pool:
        return run(rules, "best", ROUNDS, SEED, executor=pool, batch=ROUNDS_A_BATCH, watch=watch)


class WayWorth(NamedTuple):
    """A way to play by its title: what the house keeps of the wager, what the bonus gives back, and both together."""

    title: str
    wager: Fraction
    bonus: Fraction

    @property
    def together(self) -> Fraction:
        return self.wager - self.bonus


@lru_cache(maxsize=32)
def ways_to_play(rules: PontoonRules) -> tuple[WayWorth, ...]:
    """Best play, what is best without the Super Bonus, the charts as they are printed, and what people do."""
    tables = {BEST_WITHOUT: solve(without_bonus(rules)).table} if bonus_value(rules) else {}
    tables |= {each.title: way_to_play(rules, name).table for name, each in STRATEGIES.items() if name != BY_CHANCE}
    found = []
    for title, table in tables.items():
        bonus = bonus_value(rules, table)
        found.append(WayWorth(title, to_precision(bonus - value_of(rules, table)), to_precision(bonus)))
    return tuple(found)


def main_worth(solution: Solution, bonus: float, tally: Tally) -> Worth:
    """The computed edge without the Super Bonus, with the stakes and the spread of results of simulated rounds."""
    edge = to_precision(bonus - solution.value)
    staked = tally.rounds + tally.decisions["all doubles"] + tally.decisions["all splits"]
    return Worth(
        wager="main",
        edge=edge,
        mean_stake=Fraction(staked, tally.rounds),
        results=_results(tally, solution.rules, -edge),
        error=solution.error,
        sampled=tally.rounds,
    )


def bonus_worth(solution: Solution, bonus: float) -> Worth:
    """PON 14.3: nothing is staked on it, so it is told per unit of the main wager, and its edge is the player's.

    It is won or not: that one box wins it twice in a round is too rare to count.
    """
    rules, mean = solution.rules, to_precision(bonus)
    results = {Fraction(0): Fraction(1)}
    if mean:
        size = Fraction(rules.settings.super_bonus.on(rules.stake), rules.stake)
        results = {Fraction(0): 1 - mean / size, size: mean / size}
    return Worth("super_bonus", -mean, Fraction(1), results, solution.error)


def to_precision(edge: float) -> Fraction:
    return Fraction(round(edge * PRECISION), PRECISION)


def _results(tally: Tally, rules: PontoonRules, mean: Fraction) -> dict[Fraction, Fraction]:
    """The results of simulated rounds, made to have the computed mean: runs of rounds must drift as the edge says.

    What the sample is off by, a few parts in ten thousand, is moved between the commonest loss and the commonest win.
    """
    counts = sorted(tally.results["main"].items())
    results = {Fraction(net, rules.stake): Fraction(count, tally.rounds) for net, count in counts}
    missing = mean - sum((net * chance for net, chance in results.items()), Fraction(0))
    loss = max((net for net in results if net < 0), key=results.__getitem__)
    win = max((net for net in results if net > 0), key=results.__getitem__)
    moved = missing / (win - loss)
    return results | {loss: results[loss] - moved, win: results[win] + moved}


def findings(solution: Solution, ways: tuple[WayWorth, ...], tally: Tally) -> tuple[str, ...]:
    """What is worth knowing before any table is read."""
    rules, decisions = solution.rules, solution.decisions
    by_title = {way.title: way for way in ways}
    best, charted = by_title[STRATEGIES["best"].title], by_title[STRATEGIES["charts"].title]
    alone = by_title.get(BEST_WITHOUT, best)
    said = [
        f"With {rules.settings.decks} decks and the best table for the wager alone the house keeps"
        f" {_percent(alone.wager, 4)} of it. A table says what to do by the cards of the hand, the dealer's card and"
        " whether the box is split; what it is worth is computed, splits too, and sure to"
        f" {_percent(solution.error, 5)} of the wager.",
    ]
    if alone is not best:
        said += [_bonus_finding(rules, best), _sevens_finding(rules)]
    said += [
        f"The charts of this sheet, played as they are printed, cost {_percent(charted.together - best.together, 4)} of"
        " the wager against the best table, which looks at every card of a hand.",
        "No table looks at the other hands of a split box. Who minds their cards, and that a dealer's Pontoon takes"
        " nothing more once one of them stands (P-09), gains some ten-thousandths of a percent that are not in here.",
    ]
    if rules.settings.perfect_pairs:
        said.append(pairs_finding(rules))
    if not decisions["surrender"]:
        said.append(
            "Surrender is never the best decision: it costs half the wager, and all of it against a dealer's Pontoon."
        )
    doubles = tally.decisions["all doubles"]
    if rules.rescue and doubles:
        rescued = Fraction(tally.decisions["rescue"], doubles)
        said.append(f"Of all doubles {_percent(rescued, 0)} are best taken back after their card (PON 12.6).")
    said.append(insurance_finding(rules))
    return tuple(said)


def _bonus_finding(rules: PontoonRules, best: WayWorth) -> str:
    """PON 14.3: what the Super Bonus gives back on top."""
    paid = dollars(rules.settings.super_bonus.on(rules.stake))
    return (
        f"A Super Bonus of {paid} at a wager of {dollars(rules.stake)} changes the best table: the house keeps"
        f" {_percent(best.wager, 4)} of the wager and gives {_percent(best.bonus, 4)} of it back, together"
        f" {_percent(best.together, 4)}."
    )


def _sevens_finding(rules: PontoonRules) -> str:
    """PON 11.10, PON 14.3: two sevens of one suit, on which the bonus depends."""
    of_one_suit, in_spades = bonus_to_draw(rules)
    return (
        f"Two sevens of one suit against a dealer's seven depend on the stake: they draw while the Super Bonus is more"
        f" than {of_one_suit:.2f} wagers, in spades more than {in_spades:.2f}, and else are split, which loses it."
    )


def insurance_finding(rules: PontoonRules) -> str:
    """What insurance is worth, and with how many hands best play takes it."""
    edge = insurance_worth(rules).edge
    said = f"Insurance {'loses' if edge > 0 else 'gains'} {_percent(abs(edge), 2)} of what is laid"
    dealt = (CELLS.size == 2) & (CELLS.points < 21)
    good = way_to_play(rules, "best").insures[dealt]
    if not good.any():
        return f"{said}, and no hand that a player can hold makes it good."
    return f"{said}, and best play takes it with {'every hand' if good.all() else 'hands of few ten-values'}."


def pairs_finding(rules: PontoonRules) -> str:
    """For which decks Perfect Pairs is better for the player than for the house."""
    edges = {decks: perfect_pairs_worth(rules, decks).edge for decks in DECKS}
    pays = reversed(list(rules.settings.pairs_pay.values()))
    odds = "/".join(f"{float(Fraction(odds.to, odds.for_each)):g}" for odds in pays)
    good = [decks for decks, edge in edges.items() if edge < 0]
    mine = edges[rules.settings.decks]
    whom = "player" if mine < 0 else "house"
    here = f"with {rules.settings.decks} decks it is " + (
        f"{_percent(abs(mine), 2)} in favour of the {whom}" if mine else "even"
    )
    when = f"from {_NUMBERS[good[0]]} decks on" if good and good[0] > DECKS[0] else "with any number of decks"
    return f"Perfect Pairs at {odds} favours the {'player' if good else 'house'} {when}; {here}."


_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _percent(value: Fraction | float, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}%"


def _edges(ways: tuple[WayWorth, ...], rules: PontoonRules) -> tuple[tuple[str, Fraction, str], ...]:
    """PON 14.3: the wager by itself, the wager as it is played for the bonus, and both."""
    by_title = {way.title: way for way in ways}
    best = by_title[STRATEGIES["best"].title]
    paid = dollars(rules.settings.super_bonus.on(rules.stake))
    return (
        ("Without the Super Bonus", by_title[BEST_WITHOUT].wager, "the wager alone, played as if there were no bonus"),
        (
            "With it, the wager's part",
            best.wager,
            f"the wager alone, played for {paid} at {dollars(rules.stake)} as well",
        ),
        ("With it, both together", best.together, f"after the {_percent(best.bonus, 4)} that the bonus gives back"),
    )


def _ways_table(ways: tuple[WayWorth, ...], rules: PontoonRules) -> FigureTable:
    """Best play with the bonus and without it, the charts, and what people do."""
    best = next(way for way in ways if way.title == STRATEGIES["best"].title)
    rows = tuple((way.title, way.wager, way.bonus, way.together, way.together - best.together) for way in ways)
    said = (f"{each.title}: {each.words}" for name, each in STRATEGIES.items() if name != BY_CHANCE)
    return FigureTable(
        "Ways to play",
        ("Play", "House edge of the wager", "Super Bonus gives back", "Together", "Costs"),
        ("text", "percent", "percent", "percent", "percent"),
        rows,
        f"At a wager of {dollars(rules.stake)}. Each is computed, not simulated. {' '.join(said)}",
        ("PON 14.2", "PON 14.3"),
    )


def _sevens_table(rules: PontoonRules) -> FigureTable:
    """PON 11.10, PON 14.3: what two sevens of one suit do against a seven, by the stake."""
    words = {True: "draw", False: "split"}
    rows = tuple(
        (
            f"{dollars(at.least)} to {dollars(at.most)}",
            dollars(at.paid),
            words[at.draws],
            words[at.draws_in_spades],
        )
        for at in sevens_by_stake(rules)
    )
    return FigureTable(
        "Sevens of one suit against a dealer's seven",
        ("Wager", "Super Bonus", "7-7 of one suit", "7-7 in spades"),
        ("text", "text", "text", "text"),
        rows,
        f"The charts are for a wager of {dollars(rules.stake)}.",
        ("PON 11.10", "PON 14.3 Table 2 bonus"),
    )


def _pair_table(rules: PontoonRules) -> FigureTable:
    """PON 18.14: the ways of each pair."""
    ways = pair_ways(rules.settings.decks)
    total = sum(ways.values())
    rows: list[tuple[object, ...]] = [
        (str(pair), odds, ways[pair], Fraction(ways[pair], total)) for pair, odds in rules.settings.pairs_pay.items()
    ]
    rows.append(("no pair", "", ways[None], Fraction(ways[None], total)))
    return FigureTable(
        f"Perfect Pairs with {rules.settings.decks} decks",
        ("Pair", "Pays", "Ways", "Chance"),
        ("text", "odds", "ways", "percent"),
        tuple(rows),
        "Ways are orders of the box's first two cards.",
        ("PON 18.14",),
    )


def _decks_table(rules: PontoonRules) -> FigureTable:
    """PON 2.1[s1]: the side wagers by number of decks."""
    rows = [(decks, perfect_pairs_worth(rules, decks).edge, insurance_worth(rules, decks).edge) for decks in DECKS]
    return FigureTable(
        "Side wagers by number of decks",
        ("Decks", "Perfect Pairs, house edge", "Insurance, house edge"),
        ("text", "percent", "percent"),
        tuple(rows),
        "A negative edge is the player's.",
        ("PON 2.1[s1]", "PON 18.14", "PON 7.4"),
    )
