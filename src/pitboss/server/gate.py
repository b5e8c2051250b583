"""The gate: every request passes it, and it says who is served by which threads, and who not at all.

People whom the house knows go to the threads of the commands. Visitors have a few threads of their own and so do
passwords, each with a short queue: however many come, nobody at a table waits behind them. Whoever comes when a queue
is full, or more often than one place may, is told so at once.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from django.core.handlers.wsgi import WSGIHandler
from django.db import Error as DatabaseError
from django.db import close_old_connections
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import MOST_TOGETHER, Floor
from pitboss.floor.kernel.registry import GIVEN
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.journal import store
from pitboss.screens.api.commands import TOGETHER
from pitboss.screens.common.answers import refusal_parts
from pitboss.screens.common.authentication import Token, actor_of, familiar_person, place_of, token_in
from pitboss.screens.common.floods import REQUESTS, SIGN_INS, STREAMS, floods
from pitboss.screens.common.middleware import NOT_READ
from pitboss.server.connections import Connection, OpenConnections
from pitboss.server.limits import Allowance, Limits, Pace
from pitboss.server.threads import CommandLane, Lane, OnThreads

LOG = logging.getLogger("pitboss.gate")
THREADS = 16
# So many of a kind are in hand or wait; the last of a queue waits for about a second.
MOST_OF_PEOPLE, MOST_OF_VISITORS, MOST_SIGN_INS, MOST_HEALTH, MOST_UNCHECKED = 1000, 64, 16, 32, 100
# Of one address that is turned away the log tells so often.
LOG_LINES = Pace(2, 1 / 60)
HEALTH, LIVE = "/health", "/live/"
# Where a password is looked at.
PASSWORDS = ("password", "old_password")
_PROVING = [name for name, kind in GIVEN.items() if set(PASSWORDS) & set(kind.secrets)]
PROVING = frozenset(
    ["/sign-in/begin", *(f"{where}/{name}" for where in ("/act", "/api/commands") for name in _PROVING)]
)
TOO_MANY = No("Too many requests come from where you are: try again in a few seconds.", word="too_many", status=429)
FULL = No("The house is asked more than it can answer: try again in a few seconds.", word="too_many", status=503)
TOO_OFTEN = No("Too many sign-ins come from where you are: try again in a minute.", word="too_many", status=429)
DOORS_FULL = No("Too many people sign in at the moment: try again in a few seconds.", word="too_many", status=503)
NO_STREAM = No("Too many screens follow the house: try again in a few seconds.", word="too_many", status=503)
Network = IPv4Network | IPv6Network


def is_this_machine(address: str) -> bool:
    return ip_address(address).is_loopback


class Excess(NamedTuple):
    """More than the house takes: of what, and what whoever came with it is told."""

    what: str
    no: No


def proxies_from(named: Sequence[str]) -> tuple[Network, ...]:
    """The proxies in front of the house by their addresses or networks; ValueError where one is none."""
    return tuple(ip_network(each, strict=False) for each in named)


class Gate:
    """The ASGI application of a process: `house` hears that it starts and stops, `live` has the streams."""

    def __init__(
        self, floor: Floor, house: ASGIApp, live: ASGIApp, limits: Limits, proxies: Sequence[Network] = ()
    ) -> None:
        self._floor, self._house, self._live, self._limits, self._proxies = floor, house, live, limits, proxies
        django = WSGIHandler()
        # On PostgreSQL each command has a thread and a transaction of its own.
        threads, together = (1, MOST_TOGETHER) if store.shares_commits() else (THREADS // 2, 1)
        self._commands = CommandLane(threads, "commands", MOST_OF_PEOPLE, together)
        self._people = OnThreads(django, max(1, THREADS - threads), "people", MOST_OF_PEOPLE)
        self._visitors = OnThreads(django, 1, "visitors", MOST_OF_VISITORS, rests=True)
        self._doors = OnThreads(django, 4, "sign-ins", MOST_SIGN_INS)
        self._health = OnThreads(django, 1, "health", MOST_HEALTH)
        self._checks, self._unchecked = ThreadPoolExecutor(1, thread_name_prefix="tokens"), 0
        self._requests, self._health_requests = Allowance(limits.requests), Allowance(limits.health)
        self._sign_ins, self._all_sign_ins = Allowance(limits.sign_ins), Allowance(limits.sign_ins_in_all)
        self._tokens, self._lines = Allowance(limits.unchecked_tokens), Allowance(LOG_LINES)
        # Live streams of visitors, by place.
        self._streams: Counter[str] = Counter()
        self.open_connections = OpenConnections(limits, self._is_proxy, floods().add)

    def close(self) -> None:
        """Commands that are being carried out are finished first."""
        for lane in (self._commands, self._people, self._visitors, self._doors, self._health):
            lane.close()
        self._checks.shutdown()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._house(scope, receive, send)
            return
        connection: Connection = scope["state"]["connection"]
        headers = Headers(scope=scope)
        place = self._place(scope, headers, connection)
        token = token_in(headers)
        person = await self._person(token, place) if isinstance(token, Token) else None
        if not scope["query_string"].isascii():
            await _answer(scope, send, NOT_READ)
        elif not connection.hold(person or place, is_person=person is not None):
            await self._turn_away(scope, send, Excess(REQUESTS, TOO_MANY))
        elif excess := await self._serve(scope, receive, send, place, person):
            await self._turn_away(scope, send, excess)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, place: str, person: str | None) -> Excess | None:
        """Has a request answered; or says of what there is too much, and nothing has been answered."""
        path = scope["path"]
        if path in PROVING:
            return await self._prove(scope, receive, send, place)
        if path == HEALTH:
            is_served = self._health_requests.take(place) and await self._health(scope, receive, send)
            return None if is_served else Excess(REQUESTS, TOO_MANY)
        if person is None and not self._requests.take(place):
            return Excess(REQUESTS, TOO_MANY)
        if path.startswith(LIVE):
            return await self._follow(scope, receive, send, None if person else place)
        lane: Lane = self._visitors
        if person:
            lane = self._commands if path in TOGETHER else self._people
        return None if await lane(scope, receive, send) else Excess(REQUESTS, FULL)

    async def _prove(self, scope: Scope, receive: Receive, send: Send, place: str) -> Excess | None:
        """Signing in and whatever else looks at a password, by anybody."""
        if not self._sign_ins.take(place):
            return Excess(SIGN_INS, TOO_OFTEN)
        is_served = self._all_sign_ins.take("") and await self._doors(scope, receive, send)
        return None if is_served else Excess(SIGN_INS, DOORS_FULL)

    async def _follow(self, scope: Scope, receive: Receive, send: Send, place: str | None) -> Excess | None:
        """A live stream. Visitors have only so many of them, from one place and in all."""
        if place is None:
            await self._live(scope, receive, send)
            return None
        limits = self._limits
        if self._streams.total() >= limits.streams or self._streams[place] >= limits.streams_of_one:
            return Excess(STREAMS, NO_STREAM)
        self._streams[place] += 1
        try:
            await self._live(scope, receive, send)
        finally:
            self._streams[place] -= 1
            self._streams += Counter()
        return None

    # Who asks, and from where.

    def _is_proxy(self, address: str) -> bool:
        found = ip_address(address) if self._proxies and address else None
        return found is not None and any(found in network for network in self._proxies)

    def _place(self, scope: Scope, headers: Headers, connection: Connection) -> str:
        """Where a request comes from: the other end of its connection, or who a proxy says that it speaks for.

        What a proxy says is noted in the scope for everybody behind the gate. That somebody has come over TLS may be
        said by anything on this machine as well.
        """
        client = scope["client"]
        if client is None:
            return ""
        address: str = client[0]
        if connection.is_proxy:
            address = self._first_behind(headers) or address
            scope["client"] = (address, 0)
        if "x-forwarded-proto" in headers and (connection.is_proxy or is_this_machine(address)):
            scope["scheme"] = "https" if headers["x-forwarded-proto"].strip().lower() == "https" else "http"
        return place_of(address) if ":" in address else address

    def _first_behind(self, headers: Headers) -> str | None:
        """The last address in X-Forwarded-For that is no proxy's: what stands before it anybody may have written."""
        named = ",".join(headers.getlist("x-forwarded-for")).split(",")
        for each in reversed([each.strip() for each in named]):
            try:
                if not self._is_proxy(str(ip_address(each))):
                    return each
            except ValueError:
                return None
        return None

    async def _person(self, token: Token, place: str) -> str | None:
        """Whose token it is; where it was not seen lately it is looked up, and only so often for one place."""
        person = familiar_person(token)
        if person or self._unchecked >= MOST_UNCHECKED or not self._tokens.take(place):
            return person
        self._unchecked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._checks, self._look_up, token)
        finally:
            self._unchecked -= 1

    def _look_up(self, token: Token) -> str | None:
        try:
            found = actor_of(self._floor, token, is_use=False)
        except DatabaseError:
            return None
        finally:
            close_old_connections()
        return found.person if isinstance(found, Actor) and found.role is not Role.VISITOR else None

    # Whoever is turned away.

    async def _turn_away(self, scope: Scope, send: Send, excess: Excess) -> None:
        """Says so at once, and hears nothing more from there for a moment."""
        floods().add(excess.what)
        address = scope["client"][0] if scope["client"] else ""
        if self._lines.take(address):
            LOG.warning("turned away", extra={"told": {"what": excess.what, "address": address}})
        scope["state"]["connection"].rest()
        await _answer(scope, send, excess.no)


async def _answer(scope: Scope, send: Send, no: No) -> None:
    """A refusal by the gate itself, as whoever asked can read it."""
    headers, text = refusal_parts(no, Headers(scope=scope))
    named = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    named.append((b"content-length", b"%d" % len(text)))
    await send({"type": "http.response.start", "status": no.status, "headers": named})
    await send({"type": "http.response.body", "body": text})
