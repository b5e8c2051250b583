"""Django on threads: whole requests in, whole answers out, and nobody fills the memory."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections

from pitboss.journal import store
from pitboss.screens.common import process
from pitboss.screens.common.reading import LARGEST_BODY
from pitboss.server.threads import OnThreads
from tests.floor import house_scene

SIGN_IN = "/api/commands/sign_in"
BODY = b'{"name": "nobody", "password": "wrong", "role": "manager"}'


@pytest.fixture
def django(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OnThreads]:
    with house_scene.sqlite_house(tmp_path) as floor:
        monkeypatch.setattr(process, "floor", lambda: floor)
        served = OnThreads(WSGIHandler(), 1, "commands", 10)
        yield served
        served.threads.submit(connections.close_all).result()
        served.threads.shutdown()


def asked(served: OnThreads, method: str, path: str, parts: list[Any], **headers: str) -> list[Any]:
    """All that is sent back for a request whose body comes in parts; None is somebody who has gone."""
    left, sent = list(parts), []
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1"}
    scope["headers"] = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]

    async def receive() -> dict[str, Any]:
        body = left.pop(0) if left else b""
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(served(scope, receive, send))
    return sent


def test_an_answer_comes_whole_and_says_how_long_it_is(django: OnThreads) -> None:
    start, told = asked(django, "GET", "/health", [])
    assert start["status"] == 200
    assert dict(start["headers"])[b"content-length"] == str(len(told["body"])).encode()
    assert b'"status":"ok"' in told["body"]


def test_a_body_in_parts_is_put_together(django: OnThreads) -> None:
    parts = [BODY[:10], BODY[10:30], BODY[30:]]
    start, told = asked(django, "POST", SIGN_IN, parts, content_length=str(len(BODY)))
    assert start["status"] == 401
    assert b"is wrong" in told["body"]


def test_half_a_command_of_somebody_who_has_gone_is_none(django: OnThreads) -> None:
    before = store.last_seq()
    assert asked(django, "POST", SIGN_IN, [BODY, None], content_length=str(len(BODY) + 1)) == []
    assert store.last_seq() == before
    asked(django, "POST", SIGN_IN, [BODY], content_length=str(len(BODY)))
    assert store.last_seq() > before


def test_what_is_too_large_is_refused_and_not_fetched(django: OnThreads) -> None:
    parts: list[Any] = [b"x" * LARGEST_BODY, b"x", None]
    for headers in ({"content_length": str(10**9)}, {"transfer_encoding": "chunked"}):
        start, told = asked(django, "POST", SIGN_IN, parts, **headers)
        assert start["status"] in (413, 422)
        assert b"refused" in told["body"]


def test_nobody_hears_more_of_a_fault_than_that_there_is_one(django: OnThreads) -> None:
    with patch.object(process, "floor", side_effect=RuntimeError("the secret of the house")):
        start, told = asked(django, "GET", "/api/tables", [])
    assert start["status"] == 500
    assert b"secret of the house" not in told["body"]
