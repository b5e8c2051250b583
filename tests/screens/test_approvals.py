"""Approvals on the pages and over the API: what waits is told in words, decided with a press, and asked for once."""

import json

import pytest

from pitboss.floor.kernel.approvals import Approve
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.staff import AddStaff
from pitboss.journal import store
from tests.floor import house_scene
from tests.floor.people.people_scene import HOUR
from tests.floor.tables.table_floor_scene import give
from tests.screens.api_scene import P1, PEOPLE, Api, refused, source_of, text_of, told, told_no

pytestmark = house_scene.ON_SQLITE
MARIA, SAM = PEOPLE[Role.MANAGER], PEOPLE[Role.SUPERVISOR]
MIGUEL = Actor("staff:miguel", Role.MANAGER)
NINA = {"id:text": "nina", "name:text": "Nina Frost", "roles.manager:yes": "yes", "key": "a-key"}
PAGES = ("/approvals/", "/approvals/now", "/approvals/count")


@pytest.fixture(autouse=True)
def another_manager(house: Floor) -> None:
    give(house, SETTING_UP, AddStaff(id="miguel", name="Miguel Rios", roles=(Role.MANAGER,)))


def ask(api: Api, **more: str) -> str:
    answer = api.form("/cage/give/add_staff", NINA | more, MARIA)
    assert "HX-Trigger" not in answer, "the form would be emptied"
    return text_of(answer, 202)


def test_a_command_that_waits_is_told_calmly_and_asked_for_once(api: Api, house: Floor) -> None:
    said = ask(api)
    assert said == (
        "To make somebody manager takes two managers. It waits as request 1 for Miguel Rios (manager). To the approvals"
    )
    shown = source_of(api.form("/cage/give/add_staff", NINA, MARIA))
    assert 'role="status"' in shown
    assert 'href="/approvals/"' in shown
    assert "refusal" not in shown
    before = store.last_seq()
    assert ask(api) == ask(api, key="another-key") == said
    assert store.last_seq() == before
    assert house.record("staff:nina") is None


def test_what_does_not_wait_any_more_is_said_so_under_its_old_key(api: Api) -> None:
    ask(api)
    api.form("/cage/give/decline", {"number:whole": "1", "reason:text": "No"}, MIGUEL)
    answer = api.form("/cage/give/add_staff", NINA, MARIA)
    assert "Request 1 does not wait any more." in text_of(answer, 202)
    # The script gives the form another key, under which the next press asks anew.
    assert json.loads(answer["HX-Trigger-After-Swap"]) == {"refused": {"place": "key"}}
    assert "It waits as request 2" in ask(api, key="another-key")


def test_whoever_may_agree_sees_it_in_words_and_everybody_else_does_not(api: Api, house: Floor) -> None:
    ask(api)
    shown = text_of(api.get("/approvals/", MIGUEL))
    for part in (
        "Take Nina Frost into the staff as manager.",
        "Maria, manager, 15 November 2025, 12:00",
        "To make somebody manager takes two managers.",
        "Until 16 November 2025, 12:00",
        "Nina Frost works here as manager.",
        "Approve",
        "Decline",
    ):
        assert part in shown, part
    own = text_of(api.get("/approvals/", MARIA))
    assert "Nothing waits for you. What you have asked for" in own
    assert "Waits for Miguel Rios (manager)" in own
    assert "Take back" in own
    assert "Approve " not in own
    for address in PAGES:
        assert api.get(address, MIGUEL).status_code == 200
        assert api.get(address, P1).status_code == 403
        assert api.get(address).status_code in (302, 204)


def test_the_number_that_waits_stands_in_the_navigation(api: Api) -> None:
    assert "waiting for you" not in text_of(api.get("/pit/", MIGUEL))
    ask(api)
    assert "Approvals 1 waiting for you" in text_of(api.get("/pit/", MIGUEL))
    assert "1 waiting for you" in text_of(api.get("/approvals/count", MIGUEL))
    assert "waiting for you" not in text_of(api.get("/pit/", MARIA))
    assert "Approvals" not in text_of(api.get("/audit/", PEOPLE[Role.AUDITOR]))


def test_a_press_approves_it_and_it_is_told_what_came_of_it(api: Api, house: Floor) -> None:
    ask(api)
    assert "You are no other person here" in told_no(api.form("/cage/give/approve", {"number:whole": "1"}, MARIA))[0]
    said = text_of(api.form("/cage/give/approve", {"number:whole": "1", "key": "k"}, MIGUEL))
    assert said == "Request 1 is carried out. Nina Frost works here as manager."
    assert house.record("staff:nina").name == "Nina Frost"
    shown = text_of(api.get("/approvals/now", MARIA))
    assert "Take Nina Frost into the staff as manager. Asked for by Maria, manager approved by Miguel Rios" in shown


def test_it_is_declined_with_a_reason_or_taken_back_or_lapses(api: Api, clock: house_scene.Clock) -> None:
    ask(api)
    fields = {"number:whole": "1", "reason:text": ""}
    assert told_no(api.form("/cage/give/decline", fields, MIGUEL))[1] == "reason"
    api.form("/cage/give/decline", fields | {"reason:text": "Not now"}, MIGUEL)
    assert "declined by Miguel Rios: Not now" in text_of(api.get("/approvals/", MARIA))
    ask(api, key="2")
    api.form("/cage/give/decline", {"number:whole": "2", "reason:text": "A mistake"}, MARIA)
    assert "taken back by Maria: A mistake" in text_of(api.get("/approvals/", MIGUEL))
    ask(api, key="3")
    clock.pass_seconds(24 * HOUR)
    assert "lapsed" in text_of(Api(api.floor).get("/approvals/", MIGUEL))


def test_a_new_password_is_shown_to_who_approves_once(api: Api) -> None:
    fields = {"person:text": "staff:sam", "key": "k1"}
    assert "It waits as request 1" in text_of(api.form("/cage/give/reset_password", fields, MARIA), 202)
    assert "Give Sam a new password." in text_of(api.get("/approvals/", MIGUEL))
    first = source_of(api.form("/cage/give/approve", {"number:whole": "1", "key": "k2"}, MIGUEL))
    assert '<code class="secret">' in first
    again = source_of(api.form("/cage/give/approve", {"number:whole": "1", "key": "k2"}, MIGUEL))
    assert "secret" not in again


def test_whoever_has_been_made_by_the_giver_sees_that_somebody_else_decides(api: Api, house: Floor) -> None:
    give(house, SETTING_UP, AddStaff(id="marta", name="Marta", roles=(Role.MANAGER,)))
    added = {"id": "mona", "name": "Mona", "roles": ["manager"]}
    number = refused(api.post("add_staff", added, MARIA), 409)["request"]
    give(house, MIGUEL, Approve(number=int(number)))
    reset = refused(api.post("reset_password", {"person": "staff:mona"}, MARIA), 409)
    assert reset["request"] == 2
    rows = told(api.get("/api/approvals", MIGUEL))["waiting"]
    assert [(row["number"], row["may_agree"], row["is_own"]) for row in rows] == [(2, True, False)]


def test_what_waits_is_read_and_decided_over_the_api(api: Api) -> None:
    added = {"id": "nina", "name": "Nina Frost", "roles": ["manager"]}
    answer = refused(api.post("add_staff", added, MARIA), 409)
    assert (answer["word"], answer["request"]) == ("second_person", 1)
    (row,) = told(api.get("/api/approvals", MIGUEL))["waiting"]
    assert (row["number"], row["command"], row["by"], row["role"]) == (1, "add_staff", "staff:maria", "manager")
    assert row["words"] == "Take Nina Frost into the staff as manager."
    assert row["could_agree"] == ["Miguel Rios (manager)"]
    assert told(api.post("approve", {"number": 1}, MIGUEL))["answer"] == {"staff": "nina"}
    (decided,) = told(api.get("/api/approvals", MARIA))["decided"]
    assert (decided["result"], decided["decided_by"]) == ("approved", "staff:miguel")
    events = told(api.get("/api/journal?stream=staff:nina", PEOPLE[Role.AUDITOR]))["events"]
    assert events[0]["cause"] == {
        "who": "staff:maria",
        "role": "manager",
        "command": "add_staff",
        "agreed_by": "staff:miguel",
    }
    waits = told(api.get("/api/journal?family=approvals", PEOPLE[Role.AUDITOR]))["events"]
    assert not any("body" in event for event in waits), "cards may stand in what was given"
    assert api.get("/api/approvals", P1).status_code == 403
