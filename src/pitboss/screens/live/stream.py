"""`GET /live/...`: one stream of the house as server-sent events, for one screen.

The id of a message is the `seq` of the journal, so that a screen that comes back with `Last-Event-ID` misses nothing.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

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
from pitboss.screens.common import authentication, look
from pitboss.screens.common.answers import NOT_ANSWERING, NOT_SIGNED_IN, headers_for, not_found, refusal
from pitboss.screens.common.middleware import LoggedRequest, not_here
from pitboss.screens.live.hub import FLOOR, LATE_SECONDS, Beat, Channel, Hub, Pulse, StreamStep, Watcher, steps_since
from pitboss.screens.live.parts import Drawing, DrawingKey, Drawings, Lane, Part, parts_at

HEARTBEAT_SECONDS = 15.0
# Visitors, and pages about the whole floor, are told of what happens no more often than this: however many they are,
# the tables are not held up by it.
GATHERED_SECONDS = 1.0
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
        # Of drawing nothing waits for the database or the disk: two of these are there for one that does all the same.
        self._drawing = ThreadPoolExecutor(2, thread_name_prefix="drawing")
        self._followed = floor.followed_by(hub.heads)
        self._drawings: WeakKeyDictionary[Channel | Pulse, Drawings] = WeakKeyDictionary()
        self._lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()

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
        except Exception as fault:
            # The stream breaks off, and the page asks for everything anew.
            logged.log_fault("a fault of the program", fault)
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
        addresses = request.query_params.getlist("part")
        has_views = not addresses and stream != FLOOR and request.query_params.get("only") != "steps"
        if actor.role is Role.VISITOR and not _is_for_anybody(stream, has_views=has_views):
            return NOT_SIGNED_IN
        kept_look = request.cookies.get(look.COOKIE, "")
        parts = await self.ask(lambda: parts_at(self.floor, actor, addresses, kept_look))
        if isinstance(parts, No):
            return parts
        screen = Screen(self, stream, actor, token, seen_last, has_views=has_views, parts=parts)
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

    def lane_of(self, person: str) -> Lane:
        return self._lanes.setdefault(person, Lane())

    def drawings_of(self, channel: Channel | Pulse) -> Drawings:
        return self._drawings.setdefault(channel, Drawings(self._begin_drawing))

    def _begin_drawing(self, wanted: Mapping[DrawingKey, Part]) -> "asyncio.Future[Mapping[DrawingKey, Drawing]]":
        return asyncio.get_running_loop().run_in_executor(self._drawing, self._draw, wanted)

    def _draw(self, wanted: Mapping[DrawingKey, Part]) -> Mapping[DrawingKey, Drawing]:
        try:
            return {key: part.draw(self._followed, key.shown_as) for key, part in wanted.items()}
        finally:
            close_old_connections()

    def close(self) -> None:
        self._threads.shutdown()
        self._drawing.shutdown()


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
        parts: Sequence[Part] = (),
    ) -> None:
        self._has_views, self._parts = has_views, parts
        self._shown: dict[str, Drawing] = {}
        self._live, self._stream, self.actor, self._token = live, stream, actor, token
        self._woken = asyncio.Event()
        owner = tokens.owner_of(token.text) if token else None
        self._watcher = Watcher(
            owner or actor.person, asyncio.get_running_loop(), self._woken.set, self._look_at_session
        )
        self._lane = live.lane_of(self._watcher.person)
        # Set when the session may be over.
        self._doubt, self._sure_until = asyncio.Event(), time.monotonic() + HEARTBEAT_SECONDS
        self._channel: Channel | Pulse | None = None
        self._waiting: Sequence[StreamStep | Beat] = ()
        self._seen_last = seen_last

    def take_place(self) -> bool:
        """At the channel first and then at what came before, so that nothing falls between the two."""
        channel = self._channel = self._live.hub.watch(self._stream, self._watcher)
        if channel is None:
            return False
        if self._parts:
            # Where it has not seen all of it, it is shown the present.
            return True
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
            messages = await self._part_messages() if self._parts else self._messages()
            is_in_doubt = self._doubt.is_set() or time.monotonic() > self._sure_until
            if is_in_doubt and not await self._session_goes_on():
                await _write(send, b": this session is over\n\n", more=False)
                return
            for message in messages:
                await _write(send, message)
            await self._pause()
            if not await self._something_happened():
                await _write(send, b": the house is still here\n\n")
                self._doubt.set()
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
        """Gathers what happens within a second, where that is soon enough; the first of it was told at once."""
        is_gathered = self.actor.role is Role.VISITOR or (self._parts and self._stream == FLOOR)
        if is_gathered and not self._live.hub.is_closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(GATHERED_SECONDS):
                    await self._doubt.wait()

    async def _part_messages(self) -> Sequence[bytes]:
        """Return the message to send now: the present and not each step, and of it what has changed on the page."""
        assert self._channel is not None
        step = self._channel.steps[-1]
        if step.seq == self._seen_last:
            return ()
        record = step.record if isinstance(step, StreamStep) else None
        wanted = {part.key(self.actor, record): part for part in self._parts}
        try:
            drawn = await self._live.drawings_of(self._channel).of(step.seq, wanted, self._lane)
        except DatabaseError:
            # It is tried again with whatever comes next.
            return ()
        self._seen_last = step.seq
        changed = [told for each in drawn if (told := each.message(self._shown.get(each.address)))]
        self._shown = {each.address: each for each in drawn}
        return [parts_message(step.seq, self._live.floor.clock(), changed)]

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
        self._doubt.clear()
        self._sure_until = time.monotonic() + HEARTBEAT_SECONDS
        token = self._token
        if token is None:
            return True
        try:
            return await self._live.ask(lambda: self._live.reader(token, self._stream)) == self.actor
        except DatabaseError:
            self._doubt.set()
            return True

    def _look_at_session(self) -> None:
        self._doubt.set()
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


def parts_message(seq: int, now: int, changed: Sequence[bytes]) -> bytes:
    """The parts of a page that have changed as one server-sent event, with the time on the house's clock.

    Where none has, the page has still seen all up to here.
    """
    return b'id: %d\nevent: parts\ndata: {"now":%d,"parts":[%s]}\n\n' % (seq, now, b",".join(changed))


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
