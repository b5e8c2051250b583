"""Commands over the API: what is wrong gets one clear sentence and the right status, and changes nothing."""

import json
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from django.db import OperationalError
from django.http import HttpResponse

from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.registry import GIVEN, VERBS
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.tokens import new_token
from pitboss.floor.tables.play import Play
from pitboss.journal import store
from pitboss.screens.common.reading import LARGEST_BODY, command_from
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, P2, PEOPLE, Api, any_body, refused, told

# What does not depend on the database.
on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
MANAGER = scene.MANAGER
WAGER = {"table": "ultimate-1", "do": "place", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}}


def placed(api: Api, **headers: str) -> HttpResponse:
    told(api.post("play", {"table": "ultimate-1", "do": "sit", "seat": 1}, P1))
    return api.post("play", WAGER, P1, **headers)


def test_a_command_is_carried_out_and_told_by_kinds_and_clauses_only(api: Api) -> None:
    done = told(placed(api))
    assert done["seq"] == store.last_seq()
    assert done["repeated"] is False
    assert {event["stream"] for event in done["events"]} >= {"table:ultimate-1"}
    assert all(event.keys() <= {"stream", "kind", "clause"} for event in done["events"])


def test_a_repeated_key_is_answered_as_the_first_time_and_does_nothing(api: Api) -> None:
    first = told(placed(api, Idempotency_Key="wager 1"))
    seq = store.last_seq()
    again = told(api.post("play", WAGER, P1, Idempotency_Key="wager 1"))
    assert again == {**first, "repeated": True}
    assert store.last_seq() == seq


def test_the_key_of_another_person_is_another_key(api: Api) -> None:
    told(api.post("close_house", {}, MANAGER, Idempotency_Key="k"))
    assert refused(api.post("play", WAGER, P2, Idempotency_Key="k"), 409)["word"] != "key_used"


BAD_BODIES: dict[str, tuple[bytes, int, str]] = {
    "no JSON": (b"{", 400, ""),
    "no UTF-8": (b'{"reason": "\xff"}', 400, ""),
    "half a surrogate": (b'{"reason": "\\ud800"}', 400, ""),
    "no number": (b'{"reason": NaN}', 400, ""),
    "a list": (b"[]", 400, ""),
    "endlessly deep": (b"[" * 30_000 + b"]" * 30_000, 400, ""),
    "deep inside": (b'{"reason": ' + b"[" * 20 + b"]" * 20 + b"}", 422, "reason[0][0][0][0][0][0][0][0]"),
    "another type": (b'{"reason": 5}', 422, "reason"),
    "nothing": (b'{"reason": null}', 422, "reason"),
    "a field that there is not": (b'{"reason": "late", "why": "late"}', 422, "why"),
    "a field missing": (b"{}", 422, "reason"),
    "a number too large": (b'{"reason": 9007199254740993}', 422, "reason"),
    "a character that cannot be kept": (b'{"reason": "\\u0000"}', 422, "reason"),
    "too large": (b'{"reason": "' + b"x" * LARGEST_BODY + b'"}', 413, ""),
}


def test_a_bad_body_is_refused_by_its_field_and_changes_nothing(api: Api) -> None:
    api.token(MANAGER)
    seq = store.last_seq()
    for case, (body, status, field) in BAD_BODIES.items():
        assert refused(api.post("disable_house", body, MANAGER), status)["field"] == field, case
    assert store.last_seq() == seq


@on_sqlite
def test_a_bad_key_is_refused(api: Api) -> None:
    for key in ("", "x" * 101, "tab\there", "naïve"):
        answer = api.post("close_house", {}, MANAGER, Idempotency_Key=key)
        assert refused(answer, 422)["field"] == "Idempotency-Key"


@on_sqlite
def test_unknown_commands_and_addresses_are_not_found(api: Api) -> None:
    for answer in (api.post("make_money"), api.get("/api/nothing"), api.get("/nothing"), api.get("/api/tables/x", P1)):
        refused(answer, 404)


@on_sqlite
def test_what_the_house_does_by_itself_is_no_command_for_anybody(api: Api) -> None:
    refused(api.post("depart", {"table": "ultimate-1", "player": "p1"}, MANAGER), 404)


@on_sqlite
def test_commands_are_posted(api: Api) -> None:
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = api.method(method, "/api/commands/open_house")
        refused(answer, 405)
        assert answer["Allow"] == "POST"


def test_nobody_is_let_in_without_a_token_that_holds(api: Api, clock: Any) -> None:
    seq = store.last_seq()
    stale, _ = new_token(MANAGER.person)
    for headers in (
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic bWFyaWE6eA=="},
        {"Authorization": "Bearer nonsense"},
        {"Authorization": f"Bearer {stale}"},
        {"Authorization": f"Bearer {'x' * 500}"},
        {"Cookie": "pitboss=nonsense"},
    ):
        answer = api.post("close_house", {}, None, **headers)
        refused(answer, 401)
        assert answer["WWW-Authenticate"] == "Bearer"
    assert store.last_seq() == seq


@on_sqlite
def test_a_session_that_has_run_out_is_refused(api: Api, clock: Any) -> None:
    api.token(MANAGER)
    clock.pass_seconds(13 * 3600)
    assert refused(api.post("close_house", {}, MANAGER), 401)["word"] == "session_over"


@on_sqlite
def test_a_cookie_needs_the_header_that_only_pages_of_the_house_send(api: Api) -> None:
    cookie = f"pitboss={api.token(MANAGER)}"
    seq = store.last_seq()
    assert refused(api.post("close_house", {}, Cookie=cookie), 403)["word"] == "not_from_a_page"
    assert store.last_seq() == seq
    told(api.post("close_house", {}, Cookie=cookie, X_Requested_With="pitboss"))


def test_who_may_not_give_a_command_is_refused_and_only_security_is_told(api: Api) -> None:
    people = {**PEOPLE, Role.PLAYER: P1, Role.DISPLAY: DISPLAY}
    for actor in people.values():
        told(api.get("/api/me", actor))
    seq = store.last_seq()
    for name, kind in GIVEN.items():
        roles, body = VERBS[kind].roles, any_body(name)
        for role, actor in people.items():
            if role not in roles:
                assert refused(api.post(name, body, actor), 403)["word"] == "role", (role, name)
        if Role.VISITOR not in roles:
            refused(api.post(name, body), 401)
    assert {row.family for row in store.tail(seq)} == {"security"}


@on_sqlite
def test_a_browser_keeps_its_token_where_no_script_sees_it(api: Api, house: Floor) -> None:
    password = scene.give(house, SETTING_UP, ResetPassword(person=P1.person)).secret["password"]
    given = {"name": "p1", "password": password, "role": "player"}
    assert "token" in told(api.post("sign_in", given))["secret"]
    answer = api.post("sign_in", given, X_Requested_With="pitboss")
    assert "secret" not in told(answer)
    cookie = answer.cookies["pitboss"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    kept = {"Cookie": f"pitboss={cookie.value}", "X_Requested_With": "pitboss"}
    assert told(api.get("/api/me", None, **kept))["id"] == "p1"
    answer = api.post("sign_out", {}, None, **kept)
    told(answer)
    assert answer.cookies["pitboss"].value == ""
    assert told(api.get("/api/me", None, **kept))["role"] == "visitor"


@on_sqlite
@pytest.mark.parametrize(
    ("headers", "is_secure"),
    [
        ({}, False),
        ({"Origin": "http://pitboss.example"}, False),
        # The gate looks at what proxies say; behind it nobody is believed.
        ({"X_Forwarded_Proto": "https"}, False),
        ({"Origin": "https://pitboss.example"}, True),
    ],
)
def test_who_comes_over_tls_keeps_a_cookie_for_tls_alone(
    api: Api, house: Floor, headers: dict[str, Any], is_secure: bool
) -> None:
    """A proxy speaks TLS with the browser and plain HTTP with the house."""
    password = scene.give(house, SETTING_UP, ResetPassword(person=P1.person)).secret["password"]
    given = {"name": "p1", "password": password, "role": "player"}
    by_command = api.post("sign_in", given, X_Requested_With="pitboss", **headers)
    by_form = api.form("/sign-in/begin", {"name": "p1", "password:secret": password, "role": "player"}, **headers)
    assert [bool(answer.cookies["pitboss"]["secure"]) for answer in (by_command, by_form)] == [is_secure] * 2


@on_sqlite
def test_a_wrong_password_is_refused_and_recorded(api: Api, house: Floor) -> None:
    scene.give(house, SETTING_UP, ResetPassword(person=P1.person))
    seq = store.last_seq()
    refused(api.post("sign_in", {"name": "p1", "password": "guessed", "role": "player"}), 401)
    assert [row.kind for row in store.tail(seq)] == ["floor.SignInFailed"]


@on_sqlite
def test_no_command_writes_to_a_stream_with_a_name_that_nothing_can_have(api: Api) -> None:
    for name, kind in GIVEN.items():
        body = {field: "No Name!" if value == "x" else value for field, value in any_body(name).items()}
        # The chain of the whole house is held by what has to come after everything else.
        streams = set(VERBS[kind].streams(P1, msgspec.convert(body, kind))) - {store.HOUSE_CHAIN}
        assert all(is_id(stream.partition(":")[2]) for stream in streams), name


def test_impossible_and_late_commands_are_refused_with_their_clause(api: Api) -> None:
    told(placed(api))
    told(api.post("deal", {"table": "ultimate-1"}, P1))
    seq = store.last_seq()
    late = refused(api.post("play", WAGER, P1), 409)
    assert late["clause"].startswith("UTH ")
    unknown = refused(api.post("play", {**WAGER, "table": "nowhere"}, P1), 404)
    assert unknown["field"] == "table"
    assert refused(api.post("play", {**WAGER, "table": "No Table!"}, P1), 404)["field"] == "table"
    assert store.last_seq() == seq


@on_sqlite
def test_a_database_that_does_not_answer_is_told_and_may_be_tried_again(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    api.token(MANAGER)
    monkeypatch.setattr(
        house, "execute_all", Mock(side_effect=OperationalError("disk full\nFailing row contains (secret)"))
    )
    answer = api.post("close_house", {}, MANAGER)
    assert refused(answer, 503)["word"] == "not_answering"
    assert answer["Retry-After"] == "1"


@on_sqlite
def test_a_fault_of_the_program_is_one_sentence_without_a_trace(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    api.token(MANAGER)
    monkeypatch.setattr(house, "execute_all", Mock(side_effect=RuntimeError("the inner workings")))
    answer = api.post("close_house", {}, MANAGER)
    refused(answer, 500)
    assert b"inner" not in answer.content
    assert "the inner workings" in str(caplog.records[0].exc_info)


@on_sqlite
def test_every_answer_has_careful_headers_and_its_number(api: Api) -> None:
    for answer in (api.get("/"), api.get("/api/house"), api.post("nothing"), api.get("/nowhere")):
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert len(answer["X-Request-ID"]) == 16


@on_sqlite
def test_the_log_says_who_did_what_and_nothing_of_what_was_said(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pitboss")
    told(api.post("disable_house", {"reason": "a flood in the cellar"}, MANAGER))
    (line,) = [record.told for record in caplog.records]  # type: ignore[attr-defined]
    assert (line["actor"], line["role"], line["command"], line["status"]) == (
        "staff:maria",
        "manager",
        "disable_house",
        200,
    )
    assert "flood" not in json.dumps(line)
    assert api.token(MANAGER) not in json.dumps(line)


@pytest.mark.parametrize(
    ("given", "field", "reason"),
    [
        ({"seat": 1.5}, "seat", "This must be a whole number or null, not a number with a fraction."),
        ({"wagers": {"ante": "10"}}, "wagers", "This must be a whole number, not text."),
        ({"cards": "Ah"}, "cards", "This must be a list, not text."),
        ({"cards": [1]}, "cards[0]", "This must be text, not a whole number."),
    ],
)
def test_a_value_of_another_kind_is_refused_in_plain_words(given: dict[str, Any], field: str, reason: str) -> None:
    body = json.dumps({"table": "uth-1", "do": "place", **given}).encode()
    assert command_from(Play, body, {}) == wrong(field, reason)


def test_a_word_that_there_is_not_is_refused_in_plain_words() -> None:
    body = json.dumps({"id": "x", "name": "x", "role": "boss"}).encode()
    refusal = wrong("role", "'boss' is not among the words that can be said here.")
    assert command_from(AddDevice, body, {}) == refusal
