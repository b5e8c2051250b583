"""What a sheet says of Ultimate Texas Hold-em: its words, the edge of a wager, and what its rules could be."""

from collections.abc import Iterator
from dataclasses import replace

from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import dollars
from pitboss.odds.par.changes import POKER_ROWS, RuleChange, category_words, in_short, stakes_above, with_row
from pitboss.odds.par.games import Edge, Game, short
from pitboss.odds.ultimate.rules import UltimateRules


def _cards(rules: UltimateRules) -> str:
    return f"one 52-card deck · blind pays {', '.join(map(short, rules.settings.blind_pays.values()))}"


def _edge(rules: UltimateRules, wager: str) -> Edge:
    from pitboss.odds.ultimate.analysis import main_worth, table_worth
    from pitboss.odds.ultimate.money import money_of
    from pitboss.odds.ultimate.strategies import BEST, counts_of

    worth = main_worth if wager == "main" else table_worth
    return Edge(worth(money_of(rules), counts_of(rules, BEST)).edge)


# Trips tables that are found at other tables, from royal flush to three of a kind.
_TRIPS_ELSEWHERE = ((50, 40, 30, 9, 7, 4, 3), (50, 40, 30, 8, 6, 5, 3), (50, 40, 20, 7, 6, 5, 3))


def _changes(rules: UltimateRules) -> Iterator[RuleChange]:
    settings = rules.settings
    for row in POKER_ROWS:
        if row in settings.blind_pays:
            pays = with_row(settings.blind_pays, row, None)
            clause = settings.blind_pays[row].clause
            label = f"Blind pushes with {category_words(row)}, not {settings.blind_pays[row]}"
            yield RuleChange(label, clause, "main", replace(rules, settings=replace(settings, blind_pays=pays)))
    for stake in stakes_above(rules.stake, (10_000, 25_000, 50_000)):
        label = f"Ante of {dollars(stake)}, blind paid no more than {dollars(settings.max_payout)}"
        yield RuleChange(label, "UTH 10.1 note **", "main", replace(rules, stake=stake))
    for odds in _TRIPS_ELSEWHERE:
        rows: dict[int, Odds] = {
            row: Odds(to, 1, "UTH 10.1 trips table") for row, to in zip(POKER_ROWS, odds, strict=False)
        }
        if {row: (pays.to, pays.for_each) for row, pays in settings.trips_pays.items()} != {
            row: (pays.to, pays.for_each) for row, pays in rows.items()
        }:
            label = f"Trips pays {in_short(rows.values())}"
            settings_there = replace(settings, trips_pays=Frozen(rows))
            yield RuleChange(label, "UTH 10.1 trips table", "trips", replace(rules, settings=settings_there))


SHEET = Game(
    name="ultimate",
    unit="ante",
    units="antes",
    pays=("UTH 10.1",),
    wagers={
        "main": "Ante, blind and play",
        "trips": "Trips by its table",
        "trips_lost_on_fold": "Trips, lost on a fold",
    },
    decisions={
        "play_4x": "4 x ante before the flop",
        "play_3x": "3 x ante before the flop",
        "play_2x": "2 x ante after the flop",
        "play_1x": "1 x ante on the river",
        "fold": "fold on the river",
    },
    cards=_cards,
    edge=_edge,
    changes=_changes,
)
