"""The analysis of Pontoon: its wagers, how its decisions add up, its tables and what it finds worth saying."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import Pair
from pitboss.games.pontoon.layout import PontoonSettings, SuperBonus
from pitboss.odds.pontoon import analysis, charts
from pitboss.odds.pontoon.analysis import analyse
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import bonus_value, without_bonus
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.simulation.run import run
from pitboss.odds.worth import Analysis, Chart

EIGHT_DECKS = PontoonRules(PontoonSettings(decks=8))


@pytest.fixture(scope="module")
def eight() -> Analysis:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "ROUNDS", 600_000)
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
    assert 1.13 < main.mean_stake < 1.16
    assert main.error is not None
    assert main.error < 2e-5


def test_simulated_results_drift_as_the_edge_says(eight: Analysis) -> None:
    """The sample is off by chance; its results are told with exactly the computed mean, and as sampled."""
    main = eight.wagers["main"]
    assert sum(net * chance for net, chance in main.results.items()) == -main.edge
    assert main.sampled == 600_000
    with ThreadPoolExecutor(1) as pool:
        tally = run(EIGHT_DECKS, "best", 600_000, analysis.SEED, executor=pool, batch=200_000)
    changed = [
        net for net, chance in main.results.items() if chance * 600_000 != tally.results["main"][int(1000 * net)]
    ]
    assert changed == [-1, 1]
    assert 0 < abs(1000 * main.edge + Fraction(tally.mean("main"))) < 3 * tally.standard_error("main")


def test_the_super_bonus_is_won_or_not(eight: Analysis) -> None:
    """Its spread is exact, for a sample has next to no bonus in it."""
    bonus = eight.wagers["super_bonus"]
    chance = -bonus.edge / 100
    assert bonus.results == {0: 1 - chance, 100: chance}
    assert (bonus.sampled, bonus.error) == (None, solve(EIGHT_DECKS).error)
    assert bonus.sd == pytest.approx(100 * float(chance) ** 0.5, rel=1e-5)


def test_insurance_that_is_worth_taking_is_told() -> None:
    def said(pays: int) -> str:
        settings = replace(EIGHT_DECKS.settings, insurance_pays=Odds(pays, 1, "PON 7.4"))
        return analysis.insurance_finding(replace(EIGHT_DECKS, settings=settings))

    assert said(2).endswith("% of what is laid, and no hand that a player can hold makes it good.")
    assert said(3).endswith("% of what is laid, and best play takes it with hands of few ten-values.")
    assert said(5).endswith("% of what is laid, and best play takes it with every hand.")


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
    assert "best table for the wager alone the house keeps 0.3787% of it" in eight.findings[0]
    assert eight.findings[1] == (
        "A Super Bonus of $1,000 at a wager of $10 changes the best table: the house keeps 0.3810% of the wager and"
        " gives 0.0207% of it back, together 0.3603%."
    )
    assert "depend on the stake" in eight.findings[2]


def test_three_edges_are_told(eight: Analysis) -> None:
    """Best play without the bonus, the wager's share of best play with it, and that with what the bonus gives back."""
    without, with_it, together = (edge for _, edge, _ in eight.edges)
    assert with_it == eight.wagers["main"].edge
    assert together == with_it + eight.wagers["super_bonus"].edge
    assert together < without < with_it
    assert float(without) == pytest.approx(-solve(without_bonus(EIGHT_DECKS)).value, abs=1e-10)


def test_without_a_bonus_one_edge_says_it_all() -> None:
    rules = without_bonus(PontoonRules())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "ROUNDS", 10_000)
        done = analyse(rules)
    assert done.edges == ()
    assert "Sevens of one suit against a dealer's seven" not in [table.title for table in done.tables]
    assert not any("Super Bonus" in said for said in done.findings)


def test_the_rounds_that_are_kept_tell_the_spread() -> None:
    """Of the approved rules nothing is played: a billion rounds of them are there already."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "run", None)
        main = analyse(PontoonRules()).wagers["main"]
    assert main.sampled == 1_000_000_000


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


def test_the_note_of_a_chart_explains_its_numbers(eight: Analysis) -> None:
    """S6 draws with six cards, and H S3 H4 stands with three: the note speaks of either only where it is."""
    by_total = [chart for chart in eight.charts if "totals" in chart.title]
    assert len(by_total) == 3
    for chart in by_total:
        assert ("beside the first letter" in chart.note) == any(mark[1:].isdecimal() for mark in chart.legend)
        assert ("further letter" in chart.note) == any(" " in mark for mark in chart.legend)
    [letters, both, nothing] = (charts._note(marks) for marks in (["H S3 H4"], ["S4", "D S3"], ["S", "H"]))
    assert (letters.count("."), both.count("."), nothing) == (1, 2, "")
    assert letters in both


def test_charts_are_whole(eight: Analysis) -> None:
    """Every row has a mark for every card of the dealer, and every mark is explained."""
    for chart in eight.charts:
        assert len(chart.rows) == len(chart.cells) == len(set(chart.rows))
        assert all(len(row) == len(chart.columns) == 10 for row in chart.cells)
        assert {mark for row in chart.cells for mark in row} <= set(chart.legend)


def test_without_perfect_pairs_nothing_is_said_of_it() -> None:
    rules = PontoonRules(PontoonSettings(decks=8, perfect_pairs=False))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "ROUNDS", 10_000)
        done = analyse(rules)
    assert set(done.wagers) == {"main", "super_bonus", "insurance"}
    assert not any("Perfect Pairs" in finding for finding in done.findings)
