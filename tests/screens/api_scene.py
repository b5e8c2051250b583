"""The JSON API of a real house for tests: people of every role with their tokens, and requests made as they would."""

import html
import json
import re
from typing import Any, cast

from django.http import HttpResponse
from django.test import Client

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.access import SignedIn
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.people.tokens import new_token
from pitboss.journal import codec, store
from pitboss.screens.api.openapi import document
from tests.floor.tables import table_floor_scene as scene

P1, P2, P4 = scene.P1, scene.P2, scene.player("p4")
DISPLAY = scene.DISPLAY
PEOPLE = {
    Role.DEALER: scene.DEALER,
    Role.SUPERVISOR: scene.SUPERVISOR,
    Role.CASHIER: Actor("staff:carol", Role.CASHIER),
    Role.DIRECTOR: Actor("staff:dirk", Role.DIRECTOR),
    Role.AUDITOR: scene.AUDITOR,
    Role.MANAGER: scene.MANAGER,
}
DAY = 24 * 3600 * 1_000_000


class Api:
    """Requests to a house without a server between."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self._client = floor, Client(raise_request_exception=False, headers={"Host": "localhost"})
        self._tokens: dict[Actor, str] = {}

    def token(self, actor: Actor) -> str:
        """A session of somebody, begun without the work of a password."""
        if actor not in self._tokens:
            is_device = actor.person.startswith("device:")
            self._tokens[actor] = device_token(self.floor, actor) if is_device else session_of(self.floor, actor)
        return self._tokens[actor]

    def post(self, name: str, body: Any = None, by: Actor | None = None, **headers: str) -> HttpResponse:
        """A command; the body is sent as it is, or as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        signed = self._signed(by, headers)
        answer = self._client.post(f"/api/commands/{name}", sent, content_type="application/json", headers=signed)
        return cast(HttpResponse, answer)

    def get(self, path: str, by: Actor | None = None, **headers: str) -> HttpResponse:
        return cast(HttpResponse, self._client.get(path, headers=self._signed(by, headers)))

    def form(self, path: str, fields: dict[str, str], by: Actor | None = None, **headers: str) -> HttpResponse:
        """A form of a page, as its script sends it."""
        own = {"X_Requested_With": "pitboss", **headers}
        return cast(HttpResponse, self._client.post(path, fields, headers=self._signed(by, own)))

    def method(self, method: str, path: str) -> HttpResponse:
        return cast(HttpResponse, self._client.generic(method, path))

    def _signed(self, by: Actor | None, headers: dict[str, str]) -> dict[str, str]:
        plain = {name.replace("_", "-"): value for name, value in headers.items()}
        return plain if by is None else {"Authorization": f"Bearer {self.token(by)}", **plain}


def session_of(floor: Floor, actor: Actor) -> str:
    token, digest = new_token(actor.person)
    began = SignedIn(digest, actor.role, floor.clock() + DAY, None)
    with store.writing([actor.person]) as begun:
        facts = [(actor.person, begun.heads[actor.person].position, [codec.encode(began)])]
        cause = {"who": actor.person, "role": actor.role, "command": "sign_in", "given": {}, "answer": {}}
        begun.append(facts, at=floor.clock(), cause=json.dumps(cause))
    return token


def device_token(floor: Floor, actor: Actor) -> str:
    added = scene.give(floor, scene.MANAGER, AddDevice(id=actor.id, name=actor.id.title(), role=actor.role))
    return str(added.secret["token"])


def any_body(name: str) -> dict[str, Any]:
    """The fields that a command must have, with something in them."""
    described = document(())
    schemas = described["components"]["schemas"]
    reference = described["paths"][f"/api/commands/{name}"]["post"]["requestBody"]["content"]["application/json"]
    schema = schemas[reference["schema"]["$ref"].rpartition("/")[2]]
    return {field: _any_value(schemas, schema["properties"][field]) for field in schema.get("required", ())}


def _any_value(schemas: dict[str, Any], schema: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _any_value(schemas, schemas[schema["$ref"].rpartition("/")[2]])
    if "enum" in schema:
        return schema["enum"][0]
    values: dict[str, Any] = {"string": "x", "integer": 1, "boolean": True, "array": [], "object": {}, "null": None}
    return values[schema.get("anyOf", [schema])[0]["type"]]


def told(answer: HttpResponse, status: int = 200) -> dict[str, Any]:
    """What an answer with this status says."""
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def refused(answer: HttpResponse, status: int) -> dict[str, Any]:
    found: dict[str, Any] = told(answer, status)["refused"]
    assert found.keys() - {"request"} == {"reason", "clause", "field", "word"}
    assert found["reason"].endswith("."), found
    return found


def furnished(floor: Floor) -> Floor:
    """An open house with its staff, four patrons with money, and a table of Ultimate."""
    scene.house_with_patrons(floor)
    for role, actor in PEOPLE.items():
        scene.give(floor, SETTING_UP, AddStaff(id=actor.id, name=actor.id.title(), roles=(role,)))
    scene.open_table(floor, "ultimate")
    return floor


def source_of(answer: HttpResponse) -> str:
    """A page as it was sent, in one line."""
    return " ".join(answer.content.decode().split())


def words_of(page: str) -> str:
    """What stands on a page, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def text_of(answer: HttpResponse, status: int = 200) -> str:
    """What stands on a page that was answered with this status."""
    assert answer.status_code == status, answer.content.decode()
    return words_of(answer.content.decode())


def told_no(answer: HttpResponse) -> tuple[str, str]:
    """The sentence of a refusal, and the field it stands beside."""
    return text_of(answer, 422), json.loads(answer["HX-Trigger-After-Swap"])["refused"]["place"]
