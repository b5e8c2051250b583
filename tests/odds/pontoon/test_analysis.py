"""The analysis of Pontoon: its wagers, how its decisions add up, its tables and what it finds worth saying."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import Pair
from pitboss.games.pontoon.layout import PontoonSettings, SuperBonus
from pitboss.odds.pontoon import analysis
from pitboss.odds.pontoon.analysis import analyse
from pitboss.odds.pontoon.bonus import bonus_value
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.rules import PontoonRules
from pitboss.odds.worth import Analysis, Chart

EIGHT_DECKS = PontoonRules(PontoonSettings(decks=8))


@pytest.fixture(scope="module")
def eight() -> Analysis:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "BATCHES", 3)
        patch.setattr(analysis, "ROUNDS_A_BATCH", 200_000)
        told: list[float] = []
        done = analyse(EIGHT_DECKS, progress=told.append)
        assert told == sorted(told)
        assert (told[0], told[-1]) == (0.0, 1.0)
        return done


def test_the_simulated_spread_fits_the_computed_edge(eight: Analysis) -> None:
    main = eight.wagers["main"]
    both = main.edge + eight.wagers["super_bonus"].edge
    assert float(both) == pytest.approx(-solve(EIGHT_DECKS).value, abs=2e-10)
    assert 0.00380 < main.edge < 0.00382
    assert sum(main.results.values()) == 1
    mean = float(sum(net * chance for net, chance in main.results.items()))
    assert abs(mean + float(main.edge)) < 3 * main.sd / 600_000**0.5
    assert 1.13 < main.mean_stake < 1.16
    assert main.error is not None
    assert main.error < 2e-5


def test_decisions_add_up(eight: Analysis) -> None:
    assert sum(eight.decisions.values()) == 1
    assert set(eight.decisions) == {"stand", "draw", "double", "split", "surrender", "pontoon"}


def test_perfect_pairs_favours_the_player_from_six_decks_on(eight: Analysis) -> None:
    [said] = [finding for finding in eight.findings if finding.startswith("Perfect Pairs")]
    assert said == (
        "Perfect Pairs at 25/12/6 favours the player from six decks on;"
        " with 8 decks it is 3.92% in favour of the player."
    )
    assert eight.wagers["perfect_pairs"].edge < 0


@pytest.mark.parametrize(
    ("pays", "words"),
    [
        ((5, 10, 20), "at 20/10/5 favours the house with any number of decks"),
        ((8, 14, 30), "at 30/14/8 favours the player with any number of decks"),
    ],
)
def test_what_is_found_follows_the_pay_table(pays: tuple[int, int, int], words: str) -> None:
    table = {pair: Odds(to, 1, "PON 18.14") for pair, to in zip(Pair, pays, strict=True)}
    rules = PontoonRules(replace(PontoonSettings(decks=5), pairs_pay=Frozen(table)))
    assert words in analysis.pairs_finding(rules)
    even = PontoonRules(PontoonSettings(decks=5))
    assert analysis.pairs_finding(even).endswith("with 5 decks it is even.")


def test_the_super_bonus_is_told(eight: Analysis) -> None:
    """Apart from it the edge is the published one."""
    assert eight.findings[1] == (
        "The Super Bonus of $1,000 gives 0.0207% of a wager of $10 back: together the house keeps 0.3603%."
    )


def test_the_bonus_is_worth_its_chance_times_its_size() -> None:
    """Best play draws to suited sevens against a seven and splits mixed ones, which may lose the bonus (P-07).

    Then three sevens of one suit must come to the box one after another, and another of any suit to the dealer.
    """
    chance = Fraction(32 * 7 * 6 * 29, 384 * 383 * 382 * 381)
    lost = replace(EIGHT_DECKS.settings, super_bonus_after_mixed_split="lost")
    assert bonus_value(replace(EIGHT_DECKS, settings=lost)) == pytest.approx(float(100 * chance), rel=1e-6)
    assert bonus_value(EIGHT_DECKS) > 1.1 * float(100 * chance)
    none = replace(EIGHT_DECKS.settings, super_bonus=SuperBonus(0, 0, 2500, 0))
    assert bonus_value(replace(EIGHT_DECKS, settings=none)) == 0


def _row(chart: Chart, name: str) -> str:
    return " ".join(chart.cells[chart.rows.index(name)])


def test_charts_say_what_players_know(eight: Analysis) -> None:
    charts = {chart.title: chart for chart in eight.charts}
    assert _row(charts["Hard totals"], "17") == "S S S S S S S6 S6 S6 H"
    assert _row(charts["Hard totals"], "8 or less") == " ".join("H" * 10)
    assert charts["Hard totals"].legend["S6"] == "stand, but draw with six cards or more"
    assert _row(charts["Pairs"], "8-8") == "P P P P P P P P P H"
    assert _row(charts["Pairs"], "7-7 mixed") == "P P P P P P H H H H"
    assert _row(charts["Pairs"], "7-7 of one suit") == "P P P P P H H H H H"
    assert _row(charts["After a double"], "16 or less") == "S S S S S S X X X X"


def test_charts_are_whole(eight: Analysis) -> None:
    """Every row has a mark for every card of the dealer, and every mark is explained."""
    for chart in eight.charts:
        assert len(chart.rows) == len(chart.cells) == len(set(chart.rows))
        assert all(len(row) == len(chart.columns) == 10 for row in chart.cells)
        assert {mark for row in chart.cells for mark in row} <= set(chart.legend)


def test_without_perfect_pairs_nothing_is_said_of_it() -> None:
    rules = PontoonRules(PontoonSettings(decks=8, perfect_pairs=False))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "BATCHES", 1)
        patch.setattr(analysis, "ROUNDS_A_BATCH", 10_000)
        done = analyse(rules)
    assert set(done.wagers) == {"main", "super_bonus", "insurance"}
    assert not any("Perfect Pairs" in finding for finding in done.findings)
