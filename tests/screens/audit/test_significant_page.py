"""The page of significant events: for auditors and managers, with filters, pages, and a file for a spreadsheet."""

import csv
import io

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.staff import AddStaff
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, PEOPLE, Api, source_of, text_of

pytestmark = house_scene.ON_SQLITE
AUDITOR, MANAGER, SUPERVISOR = PEOPLE[Role.AUDITOR], PEOPLE[Role.MANAGER], PEOPLE[Role.SUPERVISOR]
PAGES = ("/audit/significant", "/audit/significant/rows", "/audit/significant/file")


@pytest.fixture(autouse=True)
def happenings(house: Floor) -> None:
    scene.give(house, MANAGER, RequireSecondFactor(required=False))
    scene.give(house, SETTING_UP, AddStaff(id="formula", name="=SUM(A1)", roles=(Role.DEALER,)))
    scene.done(scene.wager(house, "ultimate-1", P1, 1))
    scene.deal(house, "ultimate-1", P1)
    scene.rule(house, SUPERVISOR, "ultimate-1", "void_round", reason="fraud")


def test_it_is_for_auditors_and_managers(api: Api) -> None:
    for address in PAGES:
        for actor in (AUDITOR, MANAGER):
            assert api.get(address, actor).status_code == 200, address
        for actor in (SUPERVISOR, PEOPLE[Role.CASHIER], P1):
            assert api.get(address, actor).status_code == 403, address


def test_everything_is_a_sentence_with_whom_and_by_whom(api: Api) -> None:
    shown = text_of(api.get("/audit/significant", AUDITOR))
    assert "Configuration The staff need no second factor to sign in. Maria manager" in shown
    assert "Accounts and roles =SUM(A1) : =SUM(A1) works here as dealer." in shown
    assert "Voids and rulings ultimate one : Fraud has touched the round" in shown
    assert "p1: wagers of $25 are void." in shown


def test_it_is_filtered_by_group_person_and_day(api: Api) -> None:
    def shown(query: str) -> str:
        return text_of(api.get(f"/audit/significant/rows?{query}", AUDITOR))

    assert "Configuration" not in shown("group=rulings")
    assert "Fraud has touched" in shown("who=patron+p1")
    assert "second factor" not in shown("who=patron+p1")
    assert "second factor" in shown("who=maria&group=configuration")
    assert "Nothing like this has happened in these days." in shown("group=rulings&last=2025-11-14")
    assert "Fraud has touched" in shown("group=rulings&first=2025-11-15&last=2025-11-15")
    for query, said in (
        ("group=nonsense", "There is no such group of events."),
        ("who=nobody-at-all", "The house knows no person called"),
        ("first=yesterday", "A day is written like 2026-01-31."),
        ("first=2025-11-16&last=2025-11-15", "This ends before it begins."),
    ):
        assert said in shown(query), query


def test_older_ones_are_a_page_away(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.screens.audit.significant.MOST", 2)
    page = source_of(api.get("/audit/significant?group=accounts", AUDITOR))
    address = page.split('href="/audit/significant?')[1].split('"')[0].replace("&amp;", "&")
    assert "group=accounts" in address
    assert "before=" in address
    assert text_of(api.get(f"/audit/significant?{address}", AUDITOR)) != text_of(
        api.get("/audit/significant?group=accounts", AUDITOR)
    )


def test_the_same_is_a_file_in_which_nothing_is_a_formula(api: Api) -> None:
    answer = api.get("/audit/significant/file?group=accounts", AUDITOR)
    assert answer["Content-Disposition"] == 'attachment; filename="significant-events.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["Position", "Time", "Group", "About", "What happened", "By", "Role", "Agreed to by"]
    assert rows[1][2:5] == ["Accounts and roles", "'=SUM(A1)", "'=SUM(A1) works here as dealer."]
