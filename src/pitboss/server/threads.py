"""Django on threads: a whole request goes to one of them, and its whole answer comes back.

What the house is asked and answers is small: in parts, each of them would have to wait for the loop, and the loop for
the threads, which takes longer than the command itself.
"""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ
from django.core.handlers.wsgi import WSGIHandler
from starlette.types import Receive, Scope, Send

from pitboss.screens.common.reading import LARGEST_BODY

LONGEST_REST_SECONDS = 0.1


class HttpAnswer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class OnThreads:
    """Has each request answered by Django on one of so many threads; so many at most are in hand or wait for one.

    A thread that rests does nothing after each request for as long as that took: Python runs one thread at a time, and
    so it leaves at least half of it to the others, however much there is to do.
    """

    def __init__(self, django: WSGIHandler, threads: int, name: str, most: int, *, rests: bool = False) -> None:
        self._django, self._most, self._rests, self._in_hand = django, most, rests, 0
        self._own = threading.local()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Whether there was room for the request; where there was none, nothing has been answered."""
        body = await _body(scope, receive)
        if body is None:
            return True
        if self._in_hand >= self._most:
            return False
        self._in_hand += 1
        try:
            loop = asyncio.get_running_loop()
            status, headers, text = await loop.run_in_executor(self.threads, self._answer, scope, body)
        finally:
            self._in_hand -= 1
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": text})
        return True

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
