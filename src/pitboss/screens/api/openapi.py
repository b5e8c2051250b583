"""The document that describes the JSON API to programs, made from the commands and reads themselves."""

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.registry import GIVEN, VERBS
from pitboss.floor.kernel.roles import Role
from pitboss.screens.api import words
from pitboss.screens.api.reads import LONGEST_WORD, Number, Read, Word
from pitboss.screens.api.words import Schema
from pitboss.screens.common import authentication
from pitboss.screens.common.reading import LARGEST_NUMBER, LONGEST_KEY

_REF = "#/components/schemas/{name}"
_SECURITY: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
_STATUSES = {
    "400": "The body is not JSON.",
    "401": "Nobody is signed in, or the session is over.",
    "403": "Not for this role.",
    "404": "There is no such thing.",
    "405": "Another method is wanted.",
    "409": "Refused by the rules or by how things stand; the clause says why.",
    "413": "The body is too large.",
    "422": "A field is wrong.",
    "423": "Locked out for a while.",
    "429": "Too much comes from there; try again after a while.",
    "500": "A fault of the program.",
    "503": "The database does not answer, or too much is asked at once; try again under the same key.",
}
_OF_READS = ("401", "403", "404", "405", "422", "429", "500", "503")
_TEXT: Schema = {"type": "string"}
_SCHEMAS: Schema = {
    "Refused": {
        "type": "object",
        "description": "Why something was not done: nothing has changed.",
        "required": ["refused"],
        "properties": {
            "refused": {
                "type": "object",
                "required": ["reason", "clause", "field", "word"],
                "properties": {
                    "reason": {**_TEXT, "description": "One sentence for people."},
                    "clause": {**_TEXT, "description": "The clause of the rules, such as UTH 9.6(b), or nothing."},
                    "field": {**_TEXT, "description": "What is wrong of what was given, or nothing."},
                    "word": {**_TEXT, "description": "The reason in one word, for programs."},
                    "request": {
                        "type": "integer",
                        "description": "The number under which the command waits for a second person, where it does.",
                    },
                },
            }
        },
    },
    "Done": {
        "type": "object",
        "description": "A command that was carried out.",
        "required": ["seq", "answer", "events", "repeated"],
        "properties": {
            "seq": {"type": "integer", "description": "How far the journal has got with it."},
            "answer": {"type": "object", "description": "What this command tells its giver."},
            "secret": {"type": "object", "description": "Told once and never again, such as a token."},
            "events": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["stream", "kind"],
                    "properties": {"stream": _TEXT, "kind": _TEXT, "clause": _TEXT},
                },
            },
            "repeated": {"type": "boolean", "description": "The same command was carried out under this key before."},
        },
    },
}


def document(reads: Sequence[Read]) -> Schema:
    """The whole document."""
    schemas = _command_schemas()
    paths: Schema = {f"/api/commands/{name}": {"post": _command(name, kind)} for name, kind in GIVEN.items()}
    paths |= {read.path: {"get": _read_operation(read)} for read in reads}
    paths |= {
        f"/live/{what}": {"get": _stream(what)} for what in ("house", "tables/{table}", "tournaments/{tournament}")
    }
    paths["/health"] = {"get": _HEALTH}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pitboss",
            "version": __version__,
            "description": "A house of table games: every command of its floor, and what may be seen of it. "
            "Amounts are whole cents, moments are microseconds since 1970 (UTC).",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": "commands"}, {"name": "reads"}, {"name": "live"}],
        "paths": paths,
        "components": {
            "schemas": {**_SCHEMAS, **schemas},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The token of a session or a device."},
                "cookie": {"type": "apiKey", "in": "cookie", "name": authentication.COOKIE},
            },
        },
    }


def _command_schemas() -> Schema:
    """The fields of every command, with nothing beside them."""
    _, found = msgspec.json.schema_components(list(GIVEN.values()), ref_template=_REF)
    for kind in GIVEN.values():
        found[kind.__name__] |= {"additionalProperties": False, "description": inspect.getdoc(kind) or ""}
    return {name: _with_bounds(schema) for name, schema in words.with_words(found, _REF).items()}


def _with_bounds(schema: Any) -> Any:
    """Numbers within what the API reads."""
    if isinstance(schema, Mapping):
        bounds = {"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER} if schema.get("type") == "integer" else {}
        return {**bounds, **{name: _with_bounds(value) for name, value in schema.items()}}
    return [_with_bounds(value) for value in schema] if isinstance(schema, list | tuple) else schema


def _command(name: str, kind: type[Command]) -> Schema:
    roles = VERBS[kind].roles
    return {
        "tags": ["commands"],
        "operationId": name,
        **_description(kind),
        "x-roles": list(roles),
        "security": _security(roles),
        "parameters": [_KEY, _OWN_PAGE],
        "requestBody": {"required": True, "content": {"application/json": _body(name, kind)}},
        "responses": {"200": _answer("Done, and recorded.", {"$ref": _ref("Done")}), **_refusals(_STATUSES)},
    }


def _body(name: str, kind: type[Command]) -> Schema:
    examples = {title: {"value": value} for title, value in words.EXAMPLES.get(name, {}).items()}
    return {"schema": {"$ref": _ref(kind.__name__)}, **({"examples": examples} if examples else {})}


def _read_operation(read: Read) -> Schema:
    in_path = [_in_path(name) for name in re.findall(r"{(\w+)}", read.path)]
    name = re.sub(r"\W+", "_", read.path.removeprefix("/api/")).strip("_")
    return {
        "tags": ["reads"],
        "operationId": f"read_{name}",
        **_description(read.answer),
        "x-roles": list(read.roles),
        "security": _security(read.roles),
        "parameters": [*in_path, *(_in_query(*each) for each in read.query.items())],
        "responses": {"200": _answer("What there is.", {"type": "object"}), **_refusals(_OF_READS)},
    }


def _stream(what: str) -> Schema:
    resuming = {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The id of the last message that was seen: every step since then is told.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    }
    after = {**resuming, "name": "after", "in": "query"}
    return {
        "tags": ["live"],
        "operationId": "watch_" + re.sub(r"\W.*", "", what),
        "summary": f"What happens at /live/{what}, as it happens.",
        "description": "Server-sent events named `view`: the id is the journal's `seq`, the data an object with `seq`, "
        "`at`, `stream`, `events` (kind and clause) and `view`, what the reader may see after them.",
        "security": [*_SECURITY, {}] if what == "house" else _SECURITY,
        "parameters": [*(_in_path(name) for name in re.findall(r"{(\w+)}", what)), resuming, after],
        "responses": {
            "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": _TEXT}}},
            **_refusals(_OF_READS),
        },
    }


def _description(thing: Any) -> dict[str, str]:
    """The first line of a docstring, and all of it."""
    said = " ".join((inspect.getdoc(thing) or "").split())
    return {"summary": re.split(r"(?<=\.) |:", said, maxsplit=1)[0], "description": said}


def _security(roles: Sequence[Role]) -> list[dict[str, list[str]]]:
    return [*_SECURITY, {}] if Role.VISITOR in roles else _SECURITY


def _refusals(statuses: Sequence[str] | Mapping[str, str]) -> Schema:
    return {status: _answer(_STATUSES[status], {"$ref": _ref("Refused")}) for status in statuses}


def _answer(meaning: str, schema: Schema) -> Schema:
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}


def _in_path(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(name: str, asked: Number | Word) -> Schema:
    if isinstance(asked, Word):
        schema: Schema = {"type": "string", "maxLength": LONGEST_WORD}
    else:
        usual = {} if asked.usual is None else {"default": asked.usual}
        schema = {"type": "integer", "minimum": asked.least, "maximum": asked.most, **usual}
    return {"name": name, "in": "query", "required": False, "description": asked.meaning, "schema": schema}


def _ref(name: str) -> str:
    return _REF.format(name=name)


_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Made by the client, one a command: a repeated command is answered as the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[ -~]+$"},
}
_OWN_PAGE = {
    "name": authentication.OWN_HEADER,
    "in": "header",
    "required": False,
    "description": f"`{authentication.OWN_WORD}`, needed with the cookie: no page of anybody else can send it.",
    "schema": {"type": "string"},
}
_HEALTH = {
    "tags": ["reads"],
    "operationId": "read_health",
    "summary": "Whether the house runs and its database takes what is written.",
    "security": [{}],
    "responses": {
        "200": _answer("All is well.", {"type": "object"}),
        "503": _answer(
            "The database does not answer or does not write, or its disk is nearly full.", {"type": "object"}
        ),
        **_refusals(("405", "429", "500")),
    },
}
