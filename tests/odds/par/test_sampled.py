"""Figures that simulated rounds gave are called so on every form of a sheet, and are no fractions."""

from dataclasses import replace

import pytest

from pitboss.odds.par import cells, words
from pitboss.odds.par.output import pdf
from pitboss.odds.par.output.as_json import sheet_data
from pitboss.odds.par.output.html import page
from pitboss.odds.par.sheet import Sheet
from tests.odds.par import sample

EXACT, SAMPLED = sample.sheet(), sample.sampled()
ROUNDS = "from 30,000,000 simulated rounds"


def printed(sheet: Sheet = SAMPLED, width: int = 100) -> str:
    return " ".join(sample.printed(sheet, width).split())


def test_the_headline_says_which_figures_are_simulated() -> None:
    [edge, *others] = words.headline(SAMPLED)
    assert "simulated" not in " ".join(edge)
    assert all(more.endswith(", simulated") for _, _, more in others)
    assert ROUNDS in words.headline_note(SAMPLED)
    assert not any("simulated" in more for _, _, more in words.headline(EXACT))
    assert words.headline_note(EXACT) == ""


def test_every_form_says_from_how_many_rounds() -> None:
    for said in (page(SAMPLED), printed(), str(pdf._data(SAMPLED))):
        # Beside the headline, the results of a round and the runs.
        assert said.count(ROUNDS) >= 3
    assert ROUNDS not in page(EXACT)


def test_no_fraction_is_made_of_them() -> None:
    exact, sampled = cells.fractions(EXACT).rows, cells.fractions(SAMPLED).rows
    main = [name for name, _, _ in sampled if name.startswith("Ante, blind and play")]
    assert main == ["Ante, blind and play: house edge"]
    assert {row for row in exact if not row[0].startswith("Ante, blind")} < {*sampled}


def test_their_results_have_an_error() -> None:
    table = cells.results(SAMPLED.main)
    assert table.columns == ("Net result", f"Chance, {ROUNDS}", "Standard error")
    assert ("+8", "1.0000%", "0.0018%") in table.rows
    assert ("+505", "0.00333%", "0.00011%") in table.rows
    assert not any("1 in" in cell or "/" in cell for row in table.rows for cell in row)


def test_json_says_how_many() -> None:
    wagers = sheet_data(SAMPLED)["wagers"]
    assert wagers["main"]["sampled"] == 30_000_000
    assert "sampled" not in wagers["trips"]


def with_trips(**changes: object) -> Sheet:
    trips = replace(EXACT.analysis.wagers["trips"], **changes)  # type: ignore[arg-type]
    return replace(EXACT, analysis=replace(EXACT.analysis, wagers={**EXACT.analysis.wagers, "trips": trips}))


def test_a_side_wager_may_be_sampled_too() -> None:
    assert words.sides_note(EXACT) == ""
    said = "Trips by its table: deviation and wins from 5 simulated rounds."
    assert words.sides_note(with_trips(sampled=5)) == said
    assert said in page(with_trips(sampled=5))


def test_what_is_not_simulated_is_named() -> None:
    """An exact count needs no check; what has an error and was not checked is no exact count."""
    assert words.not_simulated(EXACT) == ""
    counted = with_trips(error=None)
    assert words.not_simulated(counted) == "Not simulated, because exact counts: Trips by its table."
    assert words.not_simulated(counted) in words.check_note(counted)
    assert words.not_simulated(counted) in printed(counted)


@pytest.mark.parametrize("width", [60, 80])
def test_nothing_is_cut(width: int) -> None:
    assert "…" not in printed(width=width)
