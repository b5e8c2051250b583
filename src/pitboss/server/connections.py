"""Connections: what may be held open, by whom and for how long, so that those who only hold them keep nobody out.

Whoever connects is a stranger until a request of theirs shows who they are. Where strangers fill their share, the one
goes that has waited longest without a whole request, of the place that has most: somebody who wants something sends it
at once, and is through before their turn to go comes.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from pitboss.screens.common.authentication import place_of
from pitboss.screens.common.floods import CONNECTIONS, ENDLESS
from pitboss.server.limits import Limits

# How often it is looked whose time is over.
SWEEP_SECONDS = 1.0
# So long the first request of a new connection may be on its way.
FRESH_SECONDS = 1.0
# Requests that somebody may send before the first of them is answered.
MOST_AT_ONCE = 8
# Whoever was turned away is heard again after this; what they send meanwhile waits on their own machine.
REST_SECONDS = 1.0
# After a refusal what still comes is thrown away for a while, so that the refusal is read before the line goes dead.
LINGER_SECONDS, LINGER_BYTES = 2.0, 1024 * 1024


class OpenConnections:
    """All connections of a process, by who holds them."""

    def __init__(self, limits: Limits, is_proxy: Callable[[str], bool], turned_away: Callable[[str], None]) -> None:
        self.limits, self.is_proxy, self.turned_away = limits, is_proxy, turned_away
        self._held: dict[str, dict[Connection, None]] = {}
        # Nobody listens to these any more, and then they are closed.
        self._dismissed: dict[Connection, float] = {}
        self._strangers: set[str] = set()
        self._count = self._strange = 0
        self._sweep: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return self._count

    def enter(self, connection: "Connection", place: str) -> None:
        """A new connection of a stranger; where there is no room for it, the longest idle one goes, or else itself."""
        self._add(connection, place, is_strange=not connection.is_proxy)
        if self._sweep is None:
            self._sweep = connection.loop.call_later(SWEEP_SECONDS, self._end_overdue, connection.loop)
        if connection.is_proxy:
            is_room = self._count <= self.limits.connections
        else:
            is_room = len(self._held[place]) <= self.limits.of_one or self._make_room(place)
            if self._strange > self.limits.strangers or self._count > self.limits.connections:
                is_room = is_room and any(map(self._make_room, sorted(self._strangers, key=self._weight)))
        if not is_room:
            self._remove(connection)
            self._dismiss(connection)

    def hold(self, connection: "Connection", holder: str, *, is_person: bool) -> bool:
        """Says who holds a connection by its last request; whether they may hold one more."""
        is_gone = connection not in self._held.get(connection.holder, ())
        if connection.holder == holder or connection.is_proxy or is_gone:
            return True
        if len(self._held.get(holder, ())) >= self.limits.of_one and not self._make_room(holder):
            return False
        self._remove(connection)
        self._add(connection, holder, is_strange=not is_person)
        return True

    def leave(self, connection: "Connection") -> None:
        self._remove(connection)
        self._dismissed.pop(connection, None)

    def _add(self, connection: "Connection", holder: str, *, is_strange: bool) -> None:
        connection.holder = holder
        self._held.setdefault(holder, {})[connection] = None
        self._count += 1
        if is_strange:
            self._strangers.add(holder)
            self._strange += 1

    def _remove(self, connection: "Connection") -> None:
        holder = connection.holder
        if self._held.get(holder, {}).pop(connection, self) is self:
            return
        self._count -= 1
        self._strange -= holder in self._strangers
        if not self._held[holder]:
            del self._held[holder]
            self._strangers.discard(holder)

    def _weight(self, holder: str) -> int:
        """Those who hold most come first."""
        return -len(self._held[holder])

    def _make_room(self, holder: str) -> bool:
        """Ends the connection of somebody that has waited longest for a whole request, if one does.

        One that has just been made comes last: its request is on the way.
        """
        held = self._held[holder]
        gone = next((each for each in held if each.is_idle and not each.is_fresh), None)
        gone = gone or next((each for each in held if each.is_idle), None)
        if gone is None:
            return False
        self._remove(gone)
        self._dismiss(gone)
        return True

    def _dismiss(self, connection: "Connection") -> None:
        """Ends a connection, and not at once as long as there are few: who notices it only comes again."""
        self.turned_away(CONNECTIONS)
        connection.is_dismissed = True
        connection.flow.pause_reading()
        self._dismissed[connection] = connection.loop.time() + LINGER_SECONDS
        if len(self._dismissed) > self.limits.strangers:
            next(iter(self._dismissed)).transport.abort()

    def _end_overdue(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for each in [each for each, until in self._dismissed.items() if now > until]:
            each.transport.abort()
        for each in [each for held in self._held.values() for each in held]:
            each.end_if_overdue(now)
        self._sweep = (
            loop.call_later(SWEEP_SECONDS, self._end_overdue, loop) if self._count or self._dismissed else None
        )


class Connection(HttpToolsProtocol):
    """One connection: no head without end, no request that never comes whole, no answer that nobody takes."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        gate: Any = config.app
        self._open: OpenConnections = gate.open_connections
        self._limits = self._open.limits
        self.holder, self.is_proxy, self.is_dismissed = "", False, False
        self._is_in_head = self._is_receiving = self._is_refused = self._is_resting = False
        # Whether a part of what was read last belongs to the request before.
        self._is_mixed = False
        self._head_bytes = self._thrown_away = 0
        self._made_at = self.loop.time()
        # When the time is over in which a request must be there whole, or an answer be taken.
        self._until: float | None = None
        self._unread_until: float | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether it was made a moment ago, and nothing has come yet."""
        return self.cycle is None and not self._is_in_head and self.loop.time() < self._made_at + FRESH_SECONDS

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered."""
        return self._until is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.is_proxy = self._open.is_proxy(address)
        self._until = self.loop.time() + self._limits.receiving_seconds
        self._open.enter(self, place_of(address))

    def connection_lost(self, exc: Exception | None) -> None:
        self._open.leave(self)
        super().connection_lost(exc)
        # A timer keeps the connection, a request knows it, and asyncio's end of it a method of its own: it would stay
        # in memory until the collector of garbage comes, which then comes often, and stops everybody while it works.
        self._unset_keepalive_if_required()
        self.scope = self.cycle = None  # type: ignore[assignment]
        vars(self.transport).pop("_read_ready_cb", None)

    def hold(self, holder: str, *, is_person: bool) -> bool:
        """Says whose connection this is; whether they may have one more."""
        seconds = self._limits.idle_seconds_of_people if is_person else self._limits.idle_seconds
        self.timeout_keep_alive = int(seconds)
        return self._open.hold(self, holder, is_person=is_person)

    def rest(self) -> None:
        """Lets somebody who was turned away wait before they are heard again; behind a proxy there are others too."""
        if not self.is_proxy:
            self._is_resting = True
            self.loop.call_later(REST_SECONDS, self._hear_again)

    def _hear_again(self) -> None:
        self._is_resting = False
        if not self.is_dismissed and not self.transport.is_closing():
            self.flow.resume_reading()

    # What comes in.

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            self._throw_away(data)
            return
        self._is_mixed = False
        super().data_received(data)
        if self._is_in_head and not self._is_mixed:
            self._head_bytes += len(data)
            if self._head_bytes > self._limits.head_bytes:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._is_refused:
            self.scope["state"]["connection"] = self
            self._is_in_head = self._is_receiving = True
            self._head_bytes = 0
            self._until = self.loop.time() + self._limits.receiving_seconds

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if self._is_refused:
            return
        head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if head > self._limits.head_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif len(self.pipeline) >= MOST_AT_ONCE:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._is_mixed = True
        if not self._is_refused:
            self._is_receiving, self._until = False, None
            super().on_message_complete()

    def _throw_away(self, data: bytes) -> None:
        self._thrown_away += len(data)
        if self._thrown_away > LINGER_BYTES:
            self.flow.pause_reading()

    def _refuse(self, status: HTTPStatus) -> None:
        """Answers by itself, for a request that is not there whole and never will be looked at.

        Where others are still being answered on the same line, it is cut.
        """
        self._open.turned_away(ENDLESS)
        self._is_refused, self._until = True, self.loop.time() + LINGER_SECONDS
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.pipeline or self.cycle.scope is not self.scope:
                self.transport.abort()
                return
        said = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        self.transport.write(said.encode())
        self.transport.write_eof()

    # What goes out.

    def on_response_complete(self) -> None:
        is_next_there = bool(self.pipeline)
        super().on_response_complete()
        if not self._is_receiving and not is_next_there:
            self._until = self.loop.time() + self.timeout_keep_alive
        if self._is_resting and not self.transport.is_closing():
            self.flow.pause_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_until = self.loop.time() + self._limits.unread_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_until = None

    def end_if_overdue(self, now: float) -> None:
        """Ends a connection whose time is over; one that is being closed and does not come to it is cut off."""
        if self._unread_until is not None and now > self._unread_until:
            self.transport.abort()
        elif self._until is None or now <= self._until:
            return
        elif self._is_refused or self.transport.is_closing():
            self.transport.abort()
        elif self._is_receiving and (self.cycle is None or not self.cycle.response_started):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()
            self._until = now + LINGER_SECONDS
