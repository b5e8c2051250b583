"""What-if questions: which rules can be changed, what is refused beside which field, and what two sets differ in."""

from dataclasses import replace

import pytest

from pitboss.odds.par import committed
from pitboss.odds.rules import GAMES, read_rules
from pitboss.odds.worth import Chart
from pitboss.rulebook.book import rulebook
from pitboss.screens.common.computing import figures
from pitboss.screens.common.computing.figures import approved_figures
from pitboss.screens.maths import compare, what_if
from pitboss.screens.maths.what_if import Question, QuestionFaults

FIELDS = [(game, field) for game in GAMES for group in what_if.groups(game) for field in group.fields]


def question(game: str, **written: str) -> Question:
    found = what_if.read_question(game, {name.replace("__", "."): text for name, text in written.items()})
    assert isinstance(found, Question), found
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_form_as_it_comes_asks_for_the_approved_rules(game: str) -> None:
    usual = {field.name: field.usual for other, field in FIELDS if other == game}
    for written in ({}, usual):
        assert what_if.read_question(game, written) == Question(read_rules(game), ())


@pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda each: getattr(each, "name", each))
def test_each_field_cites_its_rule_and_refuses_what_cannot_be_meant(game: str, field: what_if.RuleField) -> None:
    assert rulebook().find_cited(field.clause)
    for text in ("", "x", "1" * 50, "-1", "1e5", "\u0663"):
        found = what_if.read_question(game, {field.name: text})
        assert isinstance(found, QuestionFaults), text
        assert list(found.sentences) == [field.name]
        assert found.sentences[field.name].endswith((".", ")"))


@pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda each: getattr(each, "name", each))
def test_each_field_changes_the_rules_that_are_computed(game: str, field: what_if.RuleField) -> None:
    others = [word for word, _ in field.words if word != field.usual]
    text = others[0] if others else {"odds": "7:2", "money": "23.50", "percent": "60"}[field.kind]
    found = question(game, **{field.name: text})
    assert found.rules != read_rules(game)
    assert [change.field for change in found.changes] == [field]
    assert found.leaves_document is not field.is_open


def test_every_field_that_is_wrong_is_told_and_other_ways_to_write_the_same_are_not_changes() -> None:
    found = what_if.read_question("ultimate", {"blind_pays.flush": "x", "stake": "7", "trips_pays.flush": "8:1"})
    assert isinstance(found, QuestionFaults)
    assert found.sentences == {
        "blind_pays.flush": "'x' is not odds: write 3:2, or 3 for three to one.",
        "stake": "This is $10.00 to $500.00 in steps of $0.50, not $7.00.",
    }
    assert question("ultimate", blind_pays__flush="6 to 4", stake="$10").changes == ()
    assert question("canberra", jackpot__pool="0").changes == ()


def test_changes_that_are_wrong_only_together_are_told_beside_a_field() -> None:
    found = what_if.read_question("canberra", {"jackpot.wager": "2.25", "jackpot.pool": "1000"})
    assert isinstance(found, QuestionFaults)
    assert list(found.sentences) == ["jackpot.wager"]


def test_a_value_is_said_as_people_say_it() -> None:
    changes = question("ultimate", blind_pays__flush="none", trips_pays__flush="9", stake="100").changes
    assert [change.value_words for change in changes] == ["not paid", "9 to 1", "$100.00"]
    [change] = question("pontoon", double_aces="soft").changes
    assert change.value_words == "stay one or eleven"


def test_rules_that_are_the_same_differ_in_nothing() -> None:
    for game in GAMES:
        found = compare.compare(game, approved_figures(game), approved_figures(game))
        assert found.cells == ()
        assert all(row.before == row.after for row in (*found.wagers, *found.main, *found.decisions))


def test_differences_are_told_with_their_sign_and_for_whom_they_are() -> None:
    before = approved_figures("ultimate")
    main = before.wagers["main"]
    better = before._replace(wagers={**before.wagers, "main": main._replace(edge=main.edge - 1)})
    row = compare.compare("ultimate", before, better).wagers[0]
    assert (row.before, row.after, row.difference) == ("2.185%", "\u221297.815%", "\u2212100.000 pp")
    assert row.better_for == "the player"
    assert compare.compare("ultimate", better, before).wagers[0].better_for == "the house"


def test_the_wager_and_its_bonus_are_compared_together() -> None:
    """Pontoon has three edges; what the house keeps in all comes first, and not the part of the wager."""
    before = approved_figures("pontoon")
    names = list(before.edges)
    assert len(names) == 3
    after = before._replace(edges={name: edge + 0.001 for name, edge in before.edges.items()})
    found = compare.compare("pontoon", before, after)
    assert [row.title for row in found.edges] == names
    assert found.first == found.edges[-1]
    assert (found.first.before, found.first.after, found.first.difference) == ("0.2827%", "0.3827%", "+0.100 pp")
    assert found.first.better_for == "the house"
    ultimate = approved_figures("ultimate")
    alone = compare.compare("ultimate", ultimate, ultimate)
    assert (alone.edges, alone.first) == ((), alone.wagers[0])


def test_cells_that_are_played_otherwise_are_told_in_words() -> None:
    before = approved_figures("pontoon")
    pairs = next(chart for chart in before.charts if chart.title == "Pairs")
    other = replace(pairs, cells=(("S", *pairs.cells[0][1:]), *pairs.cells[1:]))
    after = before._replace(charts=tuple(other if chart is pairs else chart for chart in before.charts))
    [cell] = compare.compare("pontoon", before, after).cells
    assert cell == compare.CellChanged("Pairs", "A-A", "2", "split", "stand")


def test_what_hands_are_worth_is_no_strategy() -> None:
    titles = [chart.title for chart in compare.strategy(approved_figures("ultimate").charts)]
    assert titles == ["Before the flop", "After the flop", "On the river"]
    assert isinstance(approved_figures("ultimate").charts[0], Chart)


def test_the_sheets_are_those_that_are_kept_with_the_program() -> None:
    assert figures.IN_CHECKOUT == committed.FOLDER
    for game in GAMES:
        assert len(approved_figures(game).charts) > 1
        assert figures.stored_sheet(game, "html").startswith("<!doctype html>")
