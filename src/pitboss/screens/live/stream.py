"""`GET /live/...`: one stream of the house as server-sent events, for one screen.

The id of a message is the `seq` of the journal, so that a screen that comes back with `Last-Event-ID` misses nothing.
"""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import msgspec
from django.db import Error as DatabaseError
from django.db import close_old_connections
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitboss.floor.kernel.contract import HOUSE, No
from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import tokens
from pitboss.floor.people.devices import not_at
from pitboss.journal import store
from pitboss.screens.common import authentication
from pitboss.screens.common.answers import NOT_ANSWERING, NOT_SIGNED_IN, headers_for, not_found, refusal
from pitboss.screens.common.middleware import LoggedRequest, not_here
from pitboss.screens.live.hub import FLOOR, LATE_SECONDS, Beat, Channel, Hub, Pulse, StreamStep, Watcher, steps_since

HEARTBEAT_SECONDS = 15.0
# Visitors are told of what happens no more often than this: however many they are, the tables are not held up by it.
VISITORS_EVERY_SECONDS = 1.0
# A reader who takes nothing for so long is gone.
PATIENCE_SECONDS = 60.0
_HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    # For a proxy in front: tell every message at once.
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}
_SEQ = re.compile(r"[0-9]{1,15}")
T = TypeVar("T")


class Live:
    """The ASGI application of the live stream. The database is asked on a few threads of its own."""

    def __init__(self, floor: Floor, hub: Hub) -> None:
        self.floor, self.hub = floor, hub
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="live")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        logged = LoggedRequest(request.method, request.url.path, request.client.host if request.client else "")
        try:
            answer = await self._open_screen(request)
        except DatabaseError as fault:
            logged.log_fault("the database does not answer", fault)
            answer = NOT_ANSWERING
        if isinstance(answer, No):
            await _refusal_response(answer, logged.number)(scope, receive, send)
            logged.log_answer(answer.status)
            return
        logged.actor = answer.actor
        try:
            await answer.run(receive, send)
        finally:
            logged.log_answer(200)

    async def _open_screen(self, request: Request) -> "Screen | No":
        stream = stream_at(request.url.path)
        if stream is None:
            return not_found("such stream")
        if request.method != "GET":
            return No("This address takes GET only.", word="method", status=405)
        token = authentication.token_in(request.headers)
        seen_last = last_seen(request.headers.get("Last-Event-ID") or request.query_params.get("after"))
        for refused in (token, seen_last):
            if isinstance(refused, No):
                return refused
        assert not isinstance(token, No)
        assert not isinstance(seen_last, No)
        elsewhere = await self.ask(lambda: not_here(self.floor, request.headers.get("Host", "")))
        if elsewhere:
            return elsewhere
        actor = await self.ask(lambda: self.reader(token, stream, is_use=True))
        if isinstance(actor, No):
            return actor
        # Pages draw themselves anew at each step and need no view with it.
        has_views = stream != FLOOR and request.query_params.get("only") != "steps"
        if actor.role is Role.VISITOR and not _is_for_anybody(stream, has_views=has_views):
            return NOT_SIGNED_IN
        screen = Screen(self, stream, actor, token, seen_last, has_views=has_views)
        return screen if await self.ask(screen.take_place) else not_found(f"{store.family_of(stream)} of that name")

    def reader(self, token: authentication.Token | None, stream: str, *, is_use: bool = False) -> Actor | No:
        """Return whoever reads a stream with this token; a device that is not for it does not."""
        found = authentication.actor_of(self.floor, token, is_use=is_use)
        return found if isinstance(found, No) else not_at(self.floor, found, stream) or found

    async def ask(self, question: Callable[[], T]) -> T:
        """Asks the database, away from the loop that serves everybody."""

        def put_question() -> T:
            try:
                return question()
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, put_question)

    def close(self) -> None:
        self._threads.shutdown()


class Screen:
    """One reader of one stream, and how far they have got."""

    def __init__(
        self,
        live: Live,
        stream: str,
        actor: Actor,
        token: authentication.Token | None,
        seen_last: int | None,
        *,
        has_views: bool = True,
    ) -> None:
        self._has_views = has_views
        self._live, self._stream, self.actor, self._token = live, stream, actor, token
        self._woken = asyncio.Event()
        owner = tokens.owner_of(token.text) if token else None
        self._watcher = Watcher(
            owner or actor.person, asyncio.get_running_loop(), self._woken.set, self._look_at_session
        )
        self._session_is_in_doubt, self._sure_until = False, time.monotonic() + HEARTBEAT_SECONDS
        self._channel: Channel | Pulse | None = None
        self._waiting: Sequence[StreamStep | Beat] = ()
        self._seen_last = seen_last

    def take_place(self) -> bool:
        """At the channel first and then at what came before, so that nothing falls between the two."""
        channel = self._channel = self._live.hub.watch(self._stream, self._watcher)
        if channel is None:
            return False
        try:
            missed = self._steps_missed(channel)
        except Exception:
            self.leave()
            raise
        present = channel.steps[-1]
        # Too much was missed, or the journal never got as far as the screen says: it begins anew.
        if missed is None or (not missed and self._seen_last != present.seq):
            missed = [present]
        self._waiting, self._seen_last = missed, (missed or [present])[-1].seq
        return True

    def _steps_missed(self, channel: Channel | Pulse) -> Sequence[StreamStep | Beat] | None:
        """Return the steps since the screen was last up to date; None where it has to begin anew."""
        if self._seen_last is None:
            return None
        if isinstance(channel, Pulse):
            return channel.since(self._seen_last)
        return steps_since(self._stream, self._seen_last)

    async def run(self, receive: Receive, send: Send) -> None:
        """Until the reader or the house closes it."""
        gone = asyncio.ensure_future(_until_gone(receive))
        telling = asyncio.ensure_future(self._tell(send))
        try:
            await asyncio.wait((gone, telling), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            telling.cancel()
            self.leave()
        with suppress(asyncio.CancelledError, TimeoutError, OSError):
            await telling

    def leave(self) -> None:
        assert self._channel is not None
        self._live.hub.leave(self._channel, self._watcher)

    async def _tell(self, send: Send) -> None:
        assert self._channel is not None
        headers = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await _write(send, b": the house is listening\n\n")
        while not self._live.hub.is_closed and not self._channel.is_broken:
            for message in self._messages():
                await _write(send, message)
            await self._pause()
            if not await self._something_happened():
                await _write(send, b": the house is still here\n\n")
                self._session_is_in_doubt = True
            is_in_doubt = self._session_is_in_doubt or time.monotonic() > self._sure_until
            if is_in_doubt and not await self._session_goes_on():
                await _write(send, b": this session is over\n\n", more=False)
                return
        await _write(send, b": the house closes this stream\n\n", more=False)

    async def _something_happened(self) -> bool:
        """Waits for it, and not for longer than the heart stands still."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True

    async def _pause(self) -> None:
        """Gathers for a visitor what happens within a second; the first of it was told at once."""
        if self.actor.role is Role.VISITOR and not self._live.hub.is_closed:
            await asyncio.sleep(VISITORS_EVERY_SECONDS)

    def _messages(self) -> Sequence[bytes]:
        """Return the messages to send now: every step, or for a late screen the present with all events up to it."""
        assert self._channel is not None
        assert self._seen_last is not None
        steps: Sequence[StreamStep | Beat] = self._waiting
        self._waiting = ()
        if not steps:
            steps = self._channel.since(self._seen_last)
            if len(steps) > 1 and time.monotonic() - steps[0].read_at > LATE_SECONDS:
                self._seen_last = steps[-1].seq
                return [self._message(steps)]
        if steps:
            self._seen_last = steps[-1].seq
        return [self._message([step]) for step in steps]

    def _message(self, steps: Sequence[StreamStep | Beat]) -> bytes:
        viewed = [step for step in steps if isinstance(step, StreamStep)]
        if self._has_views:
            return message(viewed, self.actor)
        return step_message(steps, tells_events=self.actor.role is not Role.VISITOR)

    async def _session_goes_on(self) -> bool:
        """Whether the reader is still who they were: asked now and then, and when something happened to them."""
        self._session_is_in_doubt, self._sure_until = False, time.monotonic() + HEARTBEAT_SECONDS
        token = self._token
        if token is None:
            return True
        try:
            return await self._live.ask(lambda: self._live.reader(token, self._stream)) == self.actor
        except DatabaseError:
            self._session_is_in_doubt = True
            return True

    def _look_at_session(self) -> None:
        self._session_is_in_doubt = True
        self._woken.set()


def _is_for_anybody(stream: str, *, has_views: bool) -> bool:
    """A clock on the wall needs nobody to sign in: it hears that its tournament has gone on, and not how."""
    return stream in (HOUSE, FLOOR) or (store.family_of(stream) == "tournament" and not has_views)


def stream_at(path: str) -> str | None:
    """`table:uth-1` for `/live/tables/uth-1`."""
    if path in ("/live/house", "/live/floor"):
        return HOUSE if path == "/live/house" else FLOOR
    found = re.fullmatch(r"/live/(table|tournament)s/([a-z0-9-]+)", path)
    return f"{found[1]}:{found[2]}" if found and is_id(found[2]) else None


def last_seen(text: str | None) -> int | No | None:
    """The `seq` that a screen saw last."""
    if text is None:
        return None
    return int(text) if _SEQ.fullmatch(text) else wrong("Last-Event-ID", "This is the id of a message: a whole number.")


def message(steps: Sequence[StreamStep], actor: Actor) -> bytes:
    """Steps as one server-sent event: all that happened in them, and what it has come to."""
    last, events = steps[-1], [event for step in steps for event in step.events]
    about = {"seq": last.seq, "at": last.at, "stream": last.stream, "events": events}
    about["view"] = msgspec.Raw(last.view(actor))
    return b"id: %d\nevent: view\ndata: %s\n\n" % (last.seq, msgspec.json.encode(about))


def step_message(steps: Sequence[StreamStep | Beat], *, tells_events: bool = True) -> bytes:
    """Steps as one server-sent event without a view, for a page that draws itself anew."""
    last, events = steps[-1], [event for step in steps for event in step.events if tells_events]
    about = {"seq": last.seq, "at": last.at, "stream": last.stream, "events": events}
    return b"id: %d\nevent: step\ndata: %s\n\n" % (last.seq, msgspec.json.encode(about))


def _refusal_response(no: No, number: str) -> Response:
    headers = {"Content-Type": "application/json", "X-Request-ID": number, **headers_for(no.status)}
    if no.status == 405:
        headers["Allow"] = "GET"
    return Response(msgspec.json.encode(refusal(no)), no.status, headers)


async def _write(send: Send, text: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": more})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
