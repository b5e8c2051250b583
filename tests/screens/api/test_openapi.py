"""The document of the interface is true: it describes every command and read, and no request brings a surprise."""

import json
import re
from contextlib import suppress
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.core.result import Ok

from pitboss.floor.kernel.registry import GIVEN, VERBS
from pitboss.floor.kernel.roles import Role
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.screens.api import words
from pitboss.screens.api.urls import READS
from tests.floor import house_scene
from tests.screens.api_scene import P1, PEOPLE, Api, told

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
EXAMPLES = 3
# What there is in the house, for requests that get further than to an unknown name.
KNOWN = {
    "table": "ultimate-1",
    "patron": "p1",
    "player": "p1",
    "staff": "sam",
    "person": "patron:p1",
    "do": "place",
    "reason": "a reason",
    "amount": 1000,
    "date_of_birth": "1980-01-01",
    "until": "2027-01-01",
}
EVERYBODY = {**PEOPLE, Role.PLAYER: P1}


@pytest.fixture
def document(api: Api) -> dict[str, Any]:
    return told(api.get("/api/openapi.json"))


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, told) for path, item in document["paths"].items() for method, told in item.items()]


@on_sqlite
def test_every_command_and_read_is_described_with_its_roles(document: dict[str, Any]) -> None:
    for name, kind in GIVEN.items():
        command = document["paths"][f"/api/commands/{name}"]["post"]
        assert command["x-roles"] == list(VERBS[kind].roles)
        assert command["description"] == " ".join((kind.__doc__ or "").split())
        assert {"200", "400", "401", "403", "404", "409", "413", "422", "500", "503"} <= command["responses"].keys()
    for read in READS:
        assert document["paths"][read.path]["get"]["x-roles"] == list(read.roles)
    assert {"/live/house", "/live/tables/{table}", "/live/tournaments/{tournament}"} <= document["paths"].keys()


@on_sqlite
def test_the_document_is_well_formed(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        assert jsonschema_rs.meta.is_valid(schema)
    references = set(re.findall(r'"\$ref": "#/components/schemas/([^"]*)"', json.dumps(document)))
    assert references <= schemas.keys()
    names = [told["operationId"] for _, _, told in operations(document)]
    assert len(names) == len(set(names))
    for path, _, told_of in operations(document):
        declared = {each["name"] for each in told_of.get("parameters", ()) if each["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", path)), path
        assert told_of["summary"], path
        assert all(scheme in document["components"]["securitySchemes"] for one in told_of["security"] for scheme in one)


@on_sqlite
def test_the_words_of_the_games_and_of_the_desk_are_told_with_what_belongs_to_them(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert {"place", "deal", "hit", "join", "void_round"} <= set(schemas["Play"]["properties"]["do"]["enum"])
    assert schemas["Desk"]["properties"]["do"]["enum"] == sorted(tournament_desk.COMMANDS)
    assert schemas["DeskRegister"]["required"] == ["person"]
    assert schemas["DeskRegister"]["x-roles"] == list(tournament_desk.roles_for("register"))
    assert {"$ref": "#/components/schemas/DeskRegister"} in schemas["Desk"]["properties"]["given"]["anyOf"]
    assert schemas["AddTable"]["properties"] != schemas["DeskAddTable"]["properties"]


@on_sqlite
def test_every_example_is_one(document: dict[str, Any]) -> None:
    for name, examples in words.EXAMPLES.items():
        body = document["paths"][f"/api/commands/{name}"]["post"]["requestBody"]["content"]["application/json"]
        assert [each["value"] for each in body["examples"].values()] == list(examples.values())
        schema = {**body["schema"], "components": document["components"]}
        for example in examples.values():
            assert jsonschema_rs.is_valid(schema, example), example


@on_sqlite
@pytest.mark.parametrize("mode", GenerationMode)
def test_no_request_brings_a_fault_or_an_answer_that_is_not_described(api: Api, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", WSGIHandler())
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if not operation.path.startswith("/live/"):
            _try(api, operation, mode)


def _try(api: Api, operation: Any, mode: GenerationMode) -> None:
    """A few requests by somebody who may make them, mostly about what there is."""
    roles = [Role(role) for role in operation.definition.raw.get("x-roles", ())]
    tokens = [api.token(EVERYBODY[role]) for role in roles if role in EVERYBODY] or [""]

    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode), token=st.sampled_from(tokens), is_about_something=st.booleans())
    def requested(case: Any, token: str, is_about_something: bool) -> None:
        if is_about_something and isinstance(case.body, dict):
            case.body |= {name: value for name, value in KNOWN.items() if name in case.body}
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(headers=headers, checks=CHECKS)

    # Nothing can be wrong where nothing is given.
    with suppress(Unsatisfiable):
        requested()
