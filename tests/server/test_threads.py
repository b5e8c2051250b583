"""Threads that answer: whole requests in, whole answers out, and nobody fills the memory."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.http import HttpResponse

from pitboss.journal import store
from pitboss.screens.api.commands import Sent
from pitboss.screens.common import process
from pitboss.screens.common.reading import LARGEST_BODY
from pitboss.server import threads
from pitboss.server.threads import CommandLane, Lane, OnThreads
from tests.floor import house_scene
from tests.screens.live.live_scene import PATIENCE_SECONDS

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


def asked(served: Lane, method: str, path: str, parts: list[Any], **headers: str) -> list[Any]:
    """All that is sent back for a request whose body comes in parts; None is somebody who has gone."""
    return asyncio.run(ask(served, method, path, parts, **headers))


async def ask(served: Lane, method: str, path: str, parts: list[Any], **headers: str) -> list[Any]:
    left, sent = list(parts), []
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1"}
    scope |= {"client": ("127.0.0.1", 1), "scheme": "http"}
    scope["headers"] = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]

    async def receive() -> dict[str, Any]:
        body = left.pop(0) if left else b""
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message: Any) -> None:
        sent.append(message)

    await served(scope, receive, send)
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


# Commands, past Django.


class Counter:
    """Answers commands with their bodies, one batch after the other, and is held up at the first."""

    def __init__(self) -> None:
        self.batches: list[list[bytes]] = []
        self.is_busy, self.may_go_on = threading.Event(), threading.Event()

    def give_all(self, requests: Sequence[Sent]) -> list[HttpResponse]:
        self.batches.append([request.body for request in requests])
        self.is_busy.set()
        assert self.may_go_on.wait(PATIENCE_SECONDS)
        if self.batches[-1] == [b"breaks"]:
            raise RuntimeError("the secret of the house")
        return [HttpResponse(request.body) for request in requests]


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    counter = Counter()
    monkeypatch.setattr(threads, "give_all", counter.give_all)
    return counter


def test_commands_that_come_while_others_are_answered_are_next_together(counter: Counter) -> None:
    lane = CommandLane(1, "commands", 10, 3)

    async def five() -> list[list[Any]]:
        first = asyncio.create_task(ask(lane, "POST", "/api/commands/deal", [b"0"]))
        assert await asyncio.to_thread(counter.is_busy.wait, PATIENCE_SECONDS)
        others = [asyncio.create_task(ask(lane, "POST", "/api/commands/deal", [b"%d" % n])) for n in range(1, 5)]
        while lane._waiting.qsize() < len(others):
            await asyncio.sleep(0)
        counter.may_go_on.set()
        return await asyncio.gather(first, *others)

    answers = asyncio.run(five())
    lane.close()
    assert counter.batches == [[b"0"], [b"1", b"2", b"3"], [b"4"]]
    assert [told["body"] for _, told in answers] == [b"%d" % number for number in range(5)]


def test_whoever_waits_when_it_is_over_is_still_answered(counter: Counter) -> None:
    lane = CommandLane(2, "commands", 10, 3)
    counter.may_go_on.set()

    async def two() -> list[list[Any]]:
        asking = [asyncio.create_task(ask(lane, "POST", "/api/commands/deal", [body])) for body in (b"a", b"b")]
        await asyncio.sleep(0)
        closing = asyncio.create_task(asyncio.to_thread(lane.close))
        answers = await asyncio.gather(*asking)
        await closing
        return answers

    assert [told["body"] for _, told in asyncio.run(two())] == [b"a", b"b"]


def test_after_a_fault_that_nobody_foresaw_the_thread_goes_on(counter: Counter) -> None:
    lane = CommandLane(1, "commands", 10, 3)
    counter.may_go_on.set()
    with pytest.raises(RuntimeError):
        asked(lane, "POST", "/api/commands/deal", [b"breaks"])
    _, told = asked(lane, "POST", "/api/commands/deal", [b"again"])
    assert told["body"] == b"again"
    lane.close()


def test_headers_that_come_twice_are_taken_as_one() -> None:
    scope = {"method": "POST", "path": "/", "client": None, "scheme": "https"}
    sent = Sent({**scope, "headers": [(b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")]}, b"")
    assert sent.headers["Authorization"] == "Bearer a,Bearer b"
    assert sent.is_secure()
