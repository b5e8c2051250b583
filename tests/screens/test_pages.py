"""Pages on a real house: who sees which, what is told where, and that nothing is done twice or by another's page."""

import json
import re
from unittest.mock import Mock

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.screens.common import static_files
from pitboss.screens.common.pages import PLACES
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens import api_scene
from tests.screens.api_scene import PEOPLE, Api, source_of

pytestmark = [house_scene.ON_SQLITE, pytest.mark.usefixtures("house")]
TABLE = "/tables/ultimate-1"


def acted(api: Api, command: str, by: Actor, fields: dict[str, str]) -> HttpResponse:
    return api.form(f"/act/{command}", fields, by)


def test_staff_sign_in_without_touching_the_role(api: Api, house: Floor) -> None:
    """What a browser sends of the form as it is drawn: name and password filled in, the rest left alone."""
    scene.give(house, scene.MANAGER, RequireSecondFactor(required=False))
    password = scene.give(house, SETTING_UP, ResetPassword(person="staff:carol")).secret["password"]
    shown = source_of(api.get("/sign-in"))
    role = re.search(r'<select id="role" name="role:text"[^>]*>\s*<option value="([^"]*)"', shown)
    assert role
    fields = {"name:text": "Carol", "password:secret": password, "role:text": role[1], "code:text": ""}
    answer = api.form("/sign-in/begin", fields)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/cage/")


def test_everybody_finds_what_is_theirs_and_no_way_to_the_rest(api: Api) -> None:
    shown = source_of(api.get("/", api_scene.P1))
    for place in PLACES:
        assert (f'href="{place.address}"' in shown) is (Role.PLAYER in place.roles)


def test_a_page_for_others_says_for_whom_it_is(api: Api) -> None:
    answer = api.get("/audit/", api_scene.P1, Accept="text/html")
    assert answer.status_code == 403
    assert "This page is for the auditor and the manager." in source_of(answer)


def test_the_journal_is_searched_in_the_words_of_people(api: Api) -> None:
    auditor = PEOPLE[Role.AUDITOR]
    for query, told in (
        ("kind=LargeCash", "floor.LargeCash"),
        ("who=sam", "Sam"),
        ("stream=ultimate-1", "table:ultimate-1"),
        ("stream=Patron+p1", "patron:p1"),
        ("who=susana", "The house knows no person called &#39;susana&#39;."),
        ("who=sam&from_seq=1&to_seq=1", "Nothing like this has happened."),
    ):
        shown = source_of(api.get(f"/audit/rows?{query}", auditor))
        assert told.removeprefix("floor.") in shown, query
        assert ("Nothing like this" in shown) is told.startswith("Nothing"), query
    assert api.get("/api/journal?stream=uth-1", auditor).status_code == 404


def test_a_visitor_signs_in_and_comes_back(api: Api) -> None:
    answer = api.get(f"{TABLE}?x=1", Accept="text/html")
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in?next=/tables/ultimate-1%3Fx%3D1")
    part = api.get(f"{TABLE}/felt", HX_Request="true", HX_Current_URL="http://house/tables/ultimate-1")
    assert (part.status_code, part["HX-Redirect"]) == (204, "/sign-in?next=/tables/ultimate-1")


@pytest.mark.parametrize("elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example", "evil"])
def test_nobody_is_sent_to_another_house(api: Api, elsewhere: str) -> None:
    shown = source_of(api.get(f"/sign-in?next={elsewhere}"))
    assert '<input type="hidden" name="then" value="">' in shown


def test_a_refusal_stands_where_it_was_tried_with_its_clause(api: Api) -> None:
    answer = acted(
        api, "play", api_scene.P1, {"table": "ultimate-1", "do": "place", "seat:whole": "1", "wagers.trips:money": "5"}
    )
    assert answer.status_code == 422
    assert json.loads(answer["HX-Trigger-After-Swap"]) == {"refused": {"place": ""}}
    assert 'role="alert"' in source_of(answer)
    assert 'href="/rules/UTH/4.3"' in source_of(answer)


def test_what_is_wrong_with_a_field_names_the_field(api: Api) -> None:
    answer = acted(api, "buy_in", PEOPLE[Role.CASHIER], {"patron": "p1", "amount:money": "lots"})
    assert answer.status_code == 422
    assert json.loads(answer["HX-Trigger-After-Swap"]) == {"refused": {"place": "amount"}}


def test_a_button_pressed_twice_is_pressed_once(api: Api, house: Floor) -> None:
    fields = {
        "table": "ultimate-1",
        "do": "place",
        "seat:whole": "2",
        "wagers.ante:money": "10",
        "wagers.blind:money": "10",
    }
    for _ in range(2):
        assert acted(api, "play", api_scene.P1, fields | {"key": "17-place"}).status_code == 204
    assert [wager.stake for wager in house.record("table:ultimate-1").state.felt.wagers] == [1000, 1000]


def chips(api: Api, table: str, key: str, seat: str = "3", **wagers: str) -> HttpResponse:
    """Chips put down under the key of a form."""
    fields = {"key": key, "seat:whole": seat} | {f"wagers.{kind}:money": amount for kind, amount in wagers.items()}
    return api.form(f"/tables/{table}/wagers", fields, api_scene.P1)


def test_chips_put_down_twice_lie_there_once(api: Api, house: Floor) -> None:
    def lying() -> dict[str, int]:
        return {wager.kind: wager.stake for wager in house.record("table:ultimate-1").state.felt.wagers}

    for _ in range(2):
        assert chips(api, "ultimate-1", "one", ante="10", blind="10").status_code == 204
    for _ in range(2):
        assert chips(api, "ultimate-1", "two", ante="5", blind="5", trips="5").status_code == 204
    assert lying() == {"ante": 1500, "blind": 1500, "trips": 500}
    # The first half was carried out, and the answer to it was lost.
    fields = {"table": "ultimate-1", "do": "take_back", "seat:whole": "3", "wagers.trips:money": "5"}
    assert acted(api, "play", api_scene.P1, fields).status_code == 204
    fields = {"table": "ultimate-1", "do": "place", "seat:whole": "3", "wagers.trips:money": "5", "key": "three-place"}
    assert acted(api, "play", api_scene.P1, fields).status_code == 204
    assert chips(api, "ultimate-1", "three", ante="5", blind="5", trips="5").status_code == 204
    assert lying() == {"ante": 2000, "blind": 2000, "trips": 500}


def test_other_chips_under_the_same_key_are_never_said_to_be_put_down(api: Api, house: Floor) -> None:
    """At another table, at another box, other amounts, or in another round: it says that something else was sent."""
    scene.open_table(house, "ultimate", "ultimate-2")
    usual = {"ante": "10", "blind": "10"}
    assert chips(api, "ultimate-1", "one", **usual).status_code == 204
    others = (
        chips(api, "ultimate-2", "one", **usual),
        chips(api, "ultimate-1", "one", seat="4", **usual),
        chips(api, "ultimate-1", "one", ante="25", blind="25"),
        chips(api, "ultimate-1", "one", trips="5", **usual),
    )
    taken = {f"wagers.{kind}:money": amount for kind, amount in usual.items()}
    acted(api, "play", api_scene.P1, {"table": "ultimate-1", "do": "take_back", "seat:whole": "3", **taken})
    for answer in (*others, chips(api, "ultimate-1", "one", **usual)):
        assert answer.status_code == 422
        assert "Something else was sent from here before" in source_of(answer)
        assert json.loads(answer["HX-Trigger-After-Swap"]) == {"refused": {"place": "key"}}
    assert not house.record("table:ultimate-1").state.felt.wagers
    assert not house.record("table:ultimate-2").state.felt.wagers


def test_only_pages_of_the_house_give_commands(api: Api) -> None:
    fields = {"table": "ultimate-1", "do": "sit", "seat:whole": "2"}
    answer = api.form("/act/play", fields, api_scene.P1, X_Requested_With="another page")
    assert answer.status_code == 422
    assert "needs the header" in source_of(answer)
    assert acted(api, "no_such_thing", api_scene.P1, {}).status_code == 422
    assert api.method("GET", "/act/play").status_code == 405


def test_chips_go_on_empty_spots_and_on_top_of_others(api: Api, house: Floor) -> None:
    def put(**wagers: str) -> HttpResponse:
        fields = {"seat:whole": "3"} | {f"wagers.{kind}:money": amount for kind, amount in wagers.items()}
        return api.form(f"{TABLE}/wagers", fields, api_scene.P1)

    assert "Put a chip on a spot first." in source_of(put())
    assert put(ante="10", blind="10").status_code == 204
    assert put(ante="5", blind="5", trips="5").status_code == 204
    found = {wager.kind: wager.stake for wager in house.record("table:ultimate-1").state.felt.wagers}
    assert found == {"ante": 1500, "blind": 1500, "trips": 500}


def test_a_table_in_words_says_what_is_drawn(api: Api) -> None:
    shown = source_of(api.get(TABLE, api_scene.P1, Cookie="look=mode=text"))
    assert 'class="text-mode"' in shown
    assert "No round is running." in shown


def test_how_it_looks_is_what_the_browser_has_kept_and_never_nonsense(api: Api) -> None:
    assert 'class="light contrast-high deck-two corner-usual mode-drawn"' in source_of(
        api.get("/", Cookie="look=theme=light&contrast=high&deck=two&corner=evil&x=y&z")
    )


def test_whatever_a_page_brings_along_is_kept_for_a_year_under_its_content(api: Api) -> None:
    shown = source_of(api.get("/"))
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', shown)
    assert len(found) > 4
    for address in found:
        answer = api.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer["Cache-Control"]
    old = api.get("/static/000000000000/frame.css")
    assert (old.status_code, old["Cache-Control"]) == (200, "no-store")
    assert api.get("/static/000000000000/nothing.css").status_code == 404


def test_every_card_has_its_picture() -> None:
    sheet = static_files._files()["cards.svg"].decode()
    assert len(set(re.findall(r'<symbol id="([^"]+)"', sheet))) == 52 + 1 + 2


def test_an_address_that_is_not_there_says_so_to_people_and_to_programs(api: Api) -> None:
    assert "There is no such address." in source_of(api.get("/nowhere", Accept="text/html"))
    assert api_scene.refused(api.get("/nowhere"), 404)["word"] == "unknown"


def test_a_fault_shows_a_plain_page_and_no_trace(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Mock(side_effect=RuntimeError("secret particulars"))
    monkeypatch.setattr("pitboss.screens.lobby.views.lobby_context", broken)
    answer = api.get("/", Accept="text/html")
    assert answer.status_code == 500
    assert "This did not work" in source_of(answer)
    assert "secret particulars" not in source_of(answer)
