"""What can be read over the API, by whom, and that nobody reads what is not theirs."""

import json

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.table_view import view_of
from pitboss.journal import store
from pitboss.screens.api.reads import ANYBODY
from pitboss.screens.api.urls import READS
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, P2, P4, PEOPLE, Api, refused, told

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
EVERYBODY: dict[Role, Actor] = {**PEOPLE, Role.PLAYER: P1, Role.DISPLAY: DISPLAY}
PLACES = {"table": "ultimate-1", "tournament": "none", "patron": "p1", "day": "2025-11-15", "round": "1"}


def played(house: Floor) -> None:
    """p1 and p2 are dealt in, and a round of theirs goes on."""
    for seat, actor in ((1, P1), (2, P2)):
        scene.done(scene.say(house, actor, "ultimate-1", "sit", seat=seat))
        scene.done(scene.say(house, actor, "ultimate-1", "place", seat=seat, wagers={"ante": 1000, "blind": 1000}))
    scene.deal(house, "ultimate-1", P1, P2)


@on_sqlite
def test_each_address_is_for_its_roles_and_nobody_else(api: Api, house: Floor) -> None:
    played(house)
    for read in READS:
        path = read.path.format(**PLACES)
        for role, actor in EVERYBODY.items():
            expected = {200, 404} if role in read.roles else {403}
            assert api.get(path, actor).status_code in expected, (role, path)
        assert api.get(path).status_code == (200 if Role.VISITOR in read.roles else 401), path


@on_sqlite
def test_reading_takes_get_only_and_nothing_but_what_can_be_asked_for(api: Api) -> None:
    for read in READS:
        answer = api.method("DELETE", read.path.format(**PLACES))
        refused(answer, 405)
        assert answer["Allow"] == "GET"
    auditor = PEOPLE[Role.AUDITOR]
    for query, field in (("most=0", "most"), ("after=x", "after"), ("why=1", "why"), (f"stream={'x' * 101}", "stream")):
        assert refused(api.get(f"/api/journal?{query}", auditor), 422)["field"] == field


def test_the_house_and_its_tables_are_there_for_anybody(api: Api) -> None:
    house = told(api.get("/api/house"))
    assert (house["is_open"], house["gaming_day"], house["seq"]) == (True, "2025-11-15", store.last_seq())
    (table,) = told(api.get("/api/tables"))["tables"]
    assert (table["table"], table["game"], table["open"], table["players"]) == ("ultimate-1", "ultimate", True, 0)
    assert told(api.get("/api/tournaments"))["tournaments"] == []


def test_a_table_is_shown_as_whoever_asks_may_see_it(api: Api, house: Floor) -> None:
    played(house)
    record = house.record("table:ultimate-1")
    for actor in EVERYBODY.values():
        shown = told(api.get("/api/tables/ultimate-1", actor))["view"]
        assert shown == json.loads(json.dumps(view_of(record, actor).as_json()))


def test_a_round_is_recalled_step_by_step_as_it_was_seen(api: Api, house: Floor) -> None:
    seen = []
    for seat, actor in ((1, P1), (2, P2)):
        scene.done(scene.say(house, actor, "ultimate-1", "sit", seat=seat))
    for step in range(2):
        actor, seat = (P1, P2)[step], step + 1
        scene.done(scene.say(house, actor, "ultimate-1", "place", seat=seat, wagers={"ante": 1000, "blind": 1000}))
        seen.append(told(api.get("/api/tables/ultimate-1", P1))["view"])
    (only,) = told(api.get("/api/tables/ultimate-1/rounds", P1))["rounds"]
    assert only["number"] == 1
    steps = told(api.get("/api/tables/ultimate-1/rounds/1", P1))["steps"]
    assert len(steps) == 2
    for step, view in enumerate(seen, 1):
        assert told(api.get(f"/api/tables/ultimate-1/rounds/1?step={step}", P1))["view"] == view
    for nowhere in ("rounds/2", "rounds/x", "rounds/1?step=3", f"rounds/{'9' * 30}"):
        refused(api.get(f"/api/tables/ultimate-1/{nowhere}", P1), 404)


def test_no_answer_holds_a_hole_card_of_somebody_else(api: Api, house: Floor) -> None:
    # The document of the interface has cards in its examples; it says the same whatever was dealt.
    document = api.get("/api/openapi.json", DISPLAY).content
    played(house)
    assert api.get("/api/openapi.json", DISPLAY).content == document
    record = house.record("table:ultimate-1")
    cards = {
        card
        for actor, seat in ((P1, 1), (P2, 2))
        for box in view_of(record, actor).as_json()["boxes"]
        if box["seat"] == seat
        for card in box["cards"]
    }
    assert len(cards) == 4
    others = [P4, DISPLAY, *PEOPLE.values()]
    for read in READS:
        for actor in others:
            if read.path != "/api/openapi.json" and actor.role in read.roles and actor.role is not Role.AUDITOR:
                text = api.get(read.path.format(**PLACES), actor).content.decode()
                assert not any(f'"{card}"' in text for card in cards), (read.path, actor)


def test_the_journal_tells_kinds_and_causes_and_of_tables_no_bodies(api: Api, house: Floor) -> None:
    played(house)
    auditor = PEOPLE[Role.AUDITOR]
    api.token(auditor)
    events = told(api.get("/api/journal?most=500", auditor))["events"]
    assert [event["seq"] for event in events] == list(range(1, store.last_seq() + 1))
    assert events[0]["cause"] == {"who": "staff:maria", "role": "manager", "command": "open_house"}
    assert all(("body" in event) == (not event["stream"].startswith("table:")) for event in events)
    of_table = told(api.get("/api/journal?stream=table:ultimate-1&after=10", auditor))["events"]
    assert of_table == [event for event in events if event["stream"] == "table:ultimate-1" and event["seq"] > 10]
    assert {event["stream"] for event in told(api.get("/api/journal?family=staff", auditor))["events"]} == {
        actor.person for actor in PEOPLE.values()
    }


def test_the_books_are_read_by_those_who_keep_and_check_them(api: Api) -> None:
    books = told(api.get("/api/accounts", PEOPLE[Role.CASHIER]))
    assert books["accounts"]["patron:p1"] == 1_000_000
    assert set(books["sums"].values()) == {0}
    report = told(api.get("/api/reports/2025-11-15", PEOPLE[Role.MANAGER]))
    assert report["day"] == "2025-11-15"
    for day in ("yesterday", "2025-02-30", "0001-01-01", "9999-12-31"):
        refused(api.get(f"/api/reports/{day}", PEOPLE[Role.MANAGER]), 404)


def test_people_see_themselves_and_the_staff_finds_them(api: Api) -> None:
    assert told(api.get("/api/me"))["role"] == "visitor"
    me = told(api.get("/api/me", P1))
    assert (me["id"], me["role"], me["balance"], me["play_time"]["seconds"]) == ("p1", "player", 1_000_000, 0)
    dealer = PEOPLE[Role.DEALER]
    assert told(api.get("/api/me", dealer))["person"] == dealer.person
    found = told(api.get("/api/patrons?search=patron%20p2", dealer))["patrons"]
    assert [each["id"] for each in found] == ["p2"]
    assert "access" not in told(api.get("/api/patrons/p1", P1))
    supervisor = PEOPLE[Role.SUPERVISOR]
    assert told(api.get("/api/patrons/p1", supervisor))["born"] == "1980-02-29"
    assert refused(api.get("/api/patrons/p2", P1), 403)["field"] == "patron"
    refused(api.get("/api/patrons/nobody", dealer), 404)


def test_dealers_read_neither_dates_of_birth_nor_balances(api: Api) -> None:
    for role, actor in PEOPLE.items():
        answer = api.get("/api/patrons/p1", actor)
        keys = told(answer).keys() & {"born", "balance", "practice_balance"}
        assert len(keys) == (0 if role is Role.DEALER else 3), role
        if role is Role.DEALER:
            assert all(secret not in answer.content.decode() for secret in ("1980-02-29", "1000000"))
            assert told(answer)["name"] == "Patron p1"


@on_sqlite
def test_who_may_do_what_is_told_as_the_house_decides_it(api: Api) -> None:
    told_roles = told(api.get("/api/permissions"))
    assert told_roles["commands"]["open_house"] == ["manager"]
    assert "player" in told_roles["verbs"]["house"]["ultimate.fold"]
    assert "player" not in told_roles["verbs"]["house"]["ultimate.open_table"]


@on_sqlite
def test_health_says_how_far_the_house_has_got(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(api.get("/health")) == {"status": "ok", "seq": store.last_seq(), "database": "sqlite"}
    refused(api.method("POST", "/health"), 405)

    def broken() -> int:
        from django.db import OperationalError

        raise OperationalError("gone")

    monkeypatch.setattr(store, "last_seq", broken)
    assert told(api.get("/health"), 503)["status"] == "database not answering"


@on_sqlite
def test_the_first_page_shows_the_tables_and_leads_to_the_interface(api: Api) -> None:
    page = api.get("/")
    text = page.content.decode()
    assert page.status_code == 200
    for part in ("The house is open", "ultimate one", "/api/openapi.json", "/health", "Gaming day 15 November 2025"):
        assert part in text
    refused(api.method("POST", "/"), 405)


@on_sqlite
def test_visitors_are_among_those_who_may_read_what_is_public(api: Api) -> None:
    public = {read.path for read in READS if Role.VISITOR in read.roles}
    assert public == {
        "/api/house",
        "/api/tables",
        "/api/tournaments",
        "/api/permissions",
        "/api/me",
        "/api/openapi.json",
    }
    assert Role.CROUPIER not in ANYBODY
