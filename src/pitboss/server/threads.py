"""Threads that answer requests: a whole request goes to one of them, and its whole answer comes back.

What the house is asked and answers is small: in parts, each of them would have to wait for the loop, and the loop for
the threads, which takes longer than the command itself.
"""

import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ
from django.core.handlers.wsgi import WSGIHandler
from django.db import close_old_connections
from django.http import HttpResponse
from starlette.types import Receive, Scope, Send

from pitboss.journal.store import pass_point
from pitboss.screens.api.commands import Sent, give_all
from pitboss.screens.common.reading import LARGEST_BODY

LONGEST_REST_SECONDS = 0.1


class HttpAnswer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


Waiting = tuple[Sent, "asyncio.Future[HttpAnswer]"]


class Lane:
    """Threads that have so many requests at most in hand or waiting."""

    def __init__(self, most: int) -> None:
        self._most, self._in_hand = most, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Whether there was room for the request; where there was none, nothing has been answered."""
        body = await _body(scope, receive)
        if body is None:
            return True
        if self._in_hand >= self._most:
            return False
        self._in_hand += 1
        try:
            status, headers, text = await self._ask(scope, body)
        finally:
            self._in_hand -= 1
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": text})
        return True

    def _ask(self, scope: Scope, body: bytes) -> "asyncio.Future[HttpAnswer]":
        raise NotImplementedError

    def close(self) -> None:
        """Waits for what is in hand."""
        raise NotImplementedError


class CommandLane(Lane):
    """Has commands answered past Django: a thread takes all that wait, up to so many, so that they share a commit."""

    def __init__(self, threads: int, name: str, most: int, together: int) -> None:
        super().__init__(most)
        self._together = together
        self._waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        is_room = await super().__call__(scope, receive, send)
        pass_point("answered")
        return is_room

    def _ask(self, scope: Scope, body: bytes) -> "asyncio.Future[HttpAnswer]":
        answered = asyncio.get_running_loop().create_future()
        self._waiting.put((Sent(scope, body), answered))
        return answered

    def close(self) -> None:
        self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while taken := self._take():
            answers: Sequence[HttpAnswer | Exception]
            try:
                close_old_connections()
                answers = [_http_answer(each) for each in give_all([request for request, _ in taken])]
            except Exception as fault:
                answers = [fault] * len(taken)
            # The loop has ended where nobody waits for the answers any more.
            with suppress(RuntimeError):
                taken[0][1].get_loop().call_soon_threadsafe(_hand_out, taken, answers)

    def _take(self) -> list[Waiting]:
        """What waits, as soon as something does; nothing when it is over, which every thread hears in turn."""
        taken, is_patient = list[Waiting](), True
        with suppress(Empty):
            while len(taken) < self._together:
                found = self._waiting.get(is_patient)
                if found is None:
                    self._waiting.put(None)
                    break
                taken.append(found)
                is_patient = False
        return taken


class OnThreads(Lane):
    """Has each request answered by Django on one of so many threads.

    A thread that rests does nothing after each request for as long as that took: Python runs one thread at a time, and
    so it leaves at least half of it to the others, however much there is to do.
    """

    def __init__(self, django: WSGIHandler, threads: int, name: str, most: int, *, rests: bool = False) -> None:
        super().__init__(most)
        self._django, self._rests = django, rests
        self._own = threading.local()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    def _ask(self, scope: Scope, body: bytes) -> "asyncio.Future[HttpAnswer]":
        return asyncio.get_running_loop().run_in_executor(self.threads, self._answer, scope, body)

    def close(self) -> None:
        self.threads.shutdown()

    def _answer(self, scope: Scope, body: bytes) -> HttpAnswer:
        if not self._rests:
            return self._ask_django(scope, body)
        time.sleep(max(0.0, getattr(self._own, "until", 0.0) - time.monotonic()))
        began = time.monotonic()
        try:
            return self._ask_django(scope, body)
        finally:
            now = time.monotonic()
            self._own.until = now + min(now - began, LONGEST_REST_SECONDS)

    def _ask_django(self, scope: Scope, body: bytes) -> HttpAnswer:
        begun: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _fault: object = None) -> None:
            named = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
            begun.extend((int(status[:3]), named))

        said = self._django(build_environ(scope, BytesIO(body)), start)  # type: ignore[arg-type]
        try:
            text = b"".join(said)
        finally:
            said.close()
        status, headers = begun
        if not any(name == b"content-length" for name, _ in headers):
            headers.append((b"content-length", b"%d" % len(text)))
        return HttpAnswer(status, headers, text)


def _http_answer(response: HttpResponse) -> HttpAnswer:
    headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in response.items()]
    headers += [(b"set-cookie", morsel.OutputString().encode("latin1")) for morsel in response.cookies.values()]
    headers.append((b"content-length", b"%d" % len(response.content)))
    return HttpAnswer(response.status_code, headers, response.content)


def _hand_out(taken: Sequence[Waiting], answers: Sequence[HttpAnswer | Exception]) -> None:
    for (_, answered), answer in zip(taken, answers, strict=True):
        if answered.done():
            continue
        if isinstance(answer, Exception):
            answered.set_exception(answer)
        else:
            answered.set_result(answer)


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """Read the request body until it exceeds the limit; one that is declared too large is not waited for.

    None where somebody has gone before all was sent: half a command is none.
    """
    declared = dict(scope["headers"]).get(b"content-length", b"")
    parts, size, is_more = [], 0, not (declared.isdigit() and int(declared) > LARGEST_BODY)
    while is_more and size <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size, is_more = size + len(parts[-1]), message.get("more_body", False)
    return b"".join(parts)
