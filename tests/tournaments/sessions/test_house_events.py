"""The sample events of the house under UTH 16, PON 20, CAN 17 and HLD 20, as data."""

from dataclasses import replace

import pytest

from pitboss.tournaments.event.conditions_document import ITEMS, conditions_document, item_text
from pitboss.tournaments.event.library import event, names
from pitboss.tournaments.event.opening import NotifyCommission, OpenEntries, PublishConditions, RecordApproval
from pitboss.tournaments.event.rulesets import APPROVED, RULESETS
from pitboss.tournaments.event.state import Stage
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.sessions.house_tables import limits_problem
from tests.tournaments.scene import NOON, after, planned, refuses

HOUSE = ("ultimate_challenge", "pontoon_heats", "canberra_cup")
ALL = (*HOUSE, "canberra_holdem")
UTH_ITEMS = (
    *(f"16.3(a)({number})" for number in ("i", "ii", "iv", "v", "vi", "vii", "ix", "x")),
    *(f"16.3(a)(iii)({letter})" for letter in "ABCDEFGH"),
    *(f"16.3(a)(iii)(E)({number})" for number in ("I", "II", "III")),
    *(f"16.3(a)(viii)({letter})" for letter in "AB"),
    "16.3(b)",
)
CAN_ITEMS = (
    *(f"17.3(a)({number})" for number in ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")),
    "17.3(b)",
)


@pytest.mark.parametrize("name", ALL)
def test_the_sample_events_are_labelled_and_have_no_problems(name: str) -> None:
    assert name in names()
    found = event(name)
    assert found.event == name
    assert "sample conditions of the house" in found.title
    assert problems(found) == ()
    assert found.scale is not None
    assert found.commission
    assert not found.admin_fee


@pytest.mark.parametrize("name", HOUSE)
def test_the_limits_of_the_house_games_come_out_in_whole_chips(name: str) -> None:
    assert limits_problem(event(name)) is None


@pytest.mark.clause("UTH 16.3(a)(iii)(A)", "UTH 16.3(a)(iii)(B)[s1]", "UTH 16.3(a)(iii)(B)[s2]", "UTH 16.3(a)(iii)(C)")
@pytest.mark.clause("UTH 16.3(a)(iii)(D)", "UTH 16.3(a)(iii)(E)", "UTH 16.3(a)(iii)(E)(I)", "UTH 16.3(a)(iii)(F)")
@pytest.mark.clause("UTH 16.3(a)(iii)(G)", "UTH 16.3(a)(iii)(H)")
def test_the_conditions_of_ultimate_tell_every_item() -> None:
    items = event("ultimate_challenge").items
    assert all(items.get(number) for number in UTH_ITEMS)


def test_the_conditions_of_canberra_poker_tell_every_item() -> None:
    items = event("canberra_cup").items
    assert all(items.get(number) for number in CAN_ITEMS)


@pytest.mark.parametrize("name", ALL)
def test_the_printed_conditions_are_in_the_words_of_the_event(name: str) -> None:
    found = event(name)
    text = conditions_document(found)
    for item in ITEMS[found.ruleset]:
        assert item_text(found, item) == found.items[item.number]
        assert found.items[item.number] in text


@pytest.mark.parametrize("name", ALL)
def test_entries_open_with_these_conditions_once_the_document_is_satisfied(name: str) -> None:
    state = planned(name)
    assert refuses(state, OpenEntries(at=NOON - 9000)).word.startswith("not_")
    if RULESETS[state.conditions.ruleset].gate == APPROVED:
        state = after(state, RecordApproval(at=NOON - 9000, reference="given at run time"))
    else:
        state = after(state, PublishConditions(at=NOON - 9000), NotifyCommission(at=NOON - 9000))
    assert after(state, OpenEntries(at=NOON - 9000)).stage is Stage.OPEN


@pytest.mark.parametrize(("name", "number"), [("ultimate_challenge", "16.3(a)(vi)"), ("canberra_cup", "17.3(a)(vi)")])
def test_without_one_of_the_items_entries_do_not_open(name: str, number: str) -> None:
    items = {key: what for key, what in event(name).items.items() if key != number}
    answer = refuses(planned(name, items=items), OpenEntries(at=NOON - 9000))
    assert answer.word == "incomplete"
    assert number in answer.reason


def test_the_samples_say_what_their_figures_say() -> None:
    for name in HOUSE:
        found = event(name)
        sessions = found.sessions
        assert sessions is not None
        words = " ".join(found.items.values())
        for figure in (found.stack, sessions.least_wager, sessions.most_wager, sessions.wager_step):
            assert f"{figure:,}" in words
        assert f"{found.least_entrants} to {found.most_entrants} players" in words
        assert f"${found.entry_fee // 100}" in words
        assert f"${found.commission // 100}" in words
    assert event("ultimate_challenge").rebuys is not None
    assert event("canberra_cup").rebuys is None


@pytest.mark.clause("HLD 20.6")
def test_the_holdem_event_has_one_entry_each_and_lets_players_be_moved() -> None:
    found = event("canberra_holdem")
    assert (found.reentries, found.closes_at_level, found.readings.moves_within_session) == (0, None, True)
    assert problems(replace(found, reentries=1)) != ()
    assert all(level.small * 2 == level.big == level.ante for level in found.levels)
