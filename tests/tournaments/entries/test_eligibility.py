"""Who may enter."""

from datetime import date
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.entries.eligibility import HARM, ineligible, requirements
from pitboss.tournaments.entries.entries import Register
from pitboss.tournaments.event.state import Tournament
from tests.refusals import refused
from tests.tournaments.entries.scene import of, opened
from tests.tournaments.scene import NOON, member, refuses

# 14 June 2025, 12:00.
SATURDAY = NOON + 3 * 86400


def why(state: Tournament, **facts: Any) -> tuple[str, str]:
    refusal = refused(ineligible(state, member("A", **facts), NOON))
    assert refuses(state, Register(at=NOON, person=member("A", **facts))) == refusal
    return refusal.word, refusal.clause


@pytest.mark.clause("STAR 6.16", "STAR D-Entrants")
def test_who_meets_all_requirements_may_enter() -> None:
    assert ineligible(opened(), member("A"), NOON) is None


@pytest.mark.clause("STAR 6.16(1)")
def test_eighteen_on_the_day_of_the_start() -> None:
    state = opened(start=SATURDAY)
    assert why(state, born=date(2007, 6, 15)) == ("under_18", "STAR 6.16(1)")
    assert ineligible(state, member("A", born=date(2007, 6, 14)), NOON) is None
    assert why(state, born=None) == ("age_unknown", "STAR 6.16(1)")


def test_whoever_is_born_on_a_leap_day_is_of_age_on_the_first_of_march() -> None:
    # 28 February and 1 March 2026, 12:00.
    before, day = 1_772_280_000, 1_772_366_400
    assert why(opened(start=before), born=date(2008, 2, 29))[0] == "under_18"
    assert ineligible(opened(start=day), member("A", born=date(2008, 2, 29)), NOON) is None


def test_without_a_start_the_day_of_the_entry_counts() -> None:
    assert why(opened(start=None), born=date(2007, 6, 12))[0] == "under_18"
    assert ineligible(opened(start=None), member("A", born=date(2007, 6, 11)), NOON) is None


@pytest.mark.clause("STAR 6.2")
def test_members_only() -> None:
    assert why(opened(), member=False) == ("not_member", "STAR 6.2")
    assert ineligible(of("PON"), member("A", member=False), NOON) is None


@pytest.mark.clause("STAR 6.16(2)")
def test_nobody_who_is_excluded() -> None:
    assert why(opened(), excluded=True) == ("excluded", "STAR 6.16(2)")
    assert why(of("CAN"), excluded=True) == ("excluded", "CAN 17.6")


@pytest.mark.clause("STAR 6.16(3)")
@pytest.mark.parametrize("casino", ["The Star Sydney", "The Star Gold Coast", "the star brisbane", "Brisbane"])
def test_no_withdrawal_of_licence_at_one_of_three(casino: str) -> None:
    assert why(opened(), withdrawal_of_licence=casino) == ("withdrawal_of_licence", "STAR 6.16(3)")


@pytest.mark.clause("STAR 6.16(3)")
def test_a_withdrawal_elsewhere_does_not_count() -> None:
    assert ineligible(opened(), member("A", withdrawal_of_licence="Another casino, Sydney"), NOON) is None
    assert ineligible(of("UTH"), member("A", withdrawal_of_licence="The Star Sydney"), NOON) is None


@pytest.mark.clause("STAR 6.17[s1]")
def test_nobody_under_a_temporary_prevention() -> None:
    assert why(opened(), prevented=True) == ("tpoe", "STAR 6.17[s1]")


@pytest.mark.clause("STAR 6.14 tail[s2]", "STAR 6.7")
@pytest.mark.parametrize(
    ("reason", "word", "clause"),
    [
        ("tpoe", "tpoe", "STAR 6.17[s1]"),
        ("refused", "refused", "STAR 6.7"),
        (HARM, "barred", "STAR 6.14 tail[s2]"),
    ],
)
def test_nobody_who_is_kept_out_of_this_event(reason: str, word: str, clause: str) -> None:
    assert why(opened()._replace(barred=Frozen({"A": reason}))) == (word, clause)


def test_age_is_the_law_under_every_document() -> None:
    for document, clause in (("UTH", "UTH 16.6"), ("PON", "PON 20.6"), ("HLD", "HLD 20.6"), ("CAN", "CAN 17.6")):
        assert why(of(document), born=date(2010, 1, 1)) == ("under_18", clause)


@pytest.mark.clause("STAR 6.16", "STAR D-Entrants")
def test_everything_that_is_asked_is_told_met_or_not() -> None:
    asked = requirements(opened(), member("A", excluded=True, member=False), NOON)
    unmet = {each.subject: (each.refusal.word, each.clause) for each in asked if each.refusal is not None}
    assert unmet == {"excluded": ("excluded", "STAR 6.16(2)"), "member": ("not_member", "STAR 6.2")}
    assert [each.subject for each in asked if each.refusal is None] == ["tpoe", "refused", "withdrawal", "age"]
    assert ineligible(opened(), member("A", excluded=True, member=False), NOON) == asked[2].refusal


def test_what_a_document_does_not_ask_for_is_not_told() -> None:
    asked = requirements(of("UTH"), member("A"), NOON)
    assert [each.subject for each in asked] == ["tpoe", "refused", "excluded", "age"]
    assert {each.clause for each in asked} == {"UTH 16.6"}
