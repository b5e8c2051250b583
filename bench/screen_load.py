"""Pages in browsers, from outside: each follows its stream, and notes when it was told of what.

What a real browser takes to draw comes on top of these figures.
"""

import asyncio
import re
import resource
import socket
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from floor_house import Device, Place, _done, _session
from floor_load import HOST, Played, Seats, Told, play
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.staff import AddStaff

_ID = re.compile(rb"(?:^|\n)id: (\d+)\n")
# So many connect at once: more would be strangers to the gate for a moment.
_AT_ONCE = 100
# After so many commands at a table all its people are there.
_FIRST = 20
# A screen that is later than so many seconds is lost.
PATIENCE = 20


class OpenPage(NamedTuple):
    """A page that somebody has open: the stream it follows, and the addresses of its parts."""

    who: Device
    stream: str
    parts: tuple[str, ...]
    table: str = ""

    @property
    def request(self) -> bytes:
        address = f"{self.stream}?{urlencode([('part', part) for part in self.parts])}"
        return f"GET {address} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {self.who.token}\r\n\r\n".encode()


def pages_at(tables: Sequence[Seats], dealers: Sequence[Device], count: int) -> list[OpenPage]:
    """So many pages, as many at each table: its two players, its dealer at the console, and then those who look on.

    Of these one is of the staff, and the others are players who sit elsewhere.
    """
    places, found = [table.place for table in tables], []
    for number in range(count):
        turn, at = divmod(number, len(places))
        elsewhere = (at + turn) % len(places)
        who = dealers[at], dealers[elsewhere], places[elsewhere].players[turn % 2]
        found.append(_page(places[at], turn, *who))
    return found


def _page(place: Place, turn: int, dealer: Device, other_dealer: Device, other_player: Device) -> OpenPage:
    table = place.table
    if turn == 2:
        return OpenPage(dealer, f"/live/tables/{table}", (f"/dealer/{table}/now",), table)
    felt, purse = f"/tables/{table}/felt", f"/tables/{table}/purse"
    if turn == 3:
        return OpenPage(other_dealer, f"/live/tables/{table}", (felt,), table)
    who = place.players[turn] if turn < 2 else other_player
    return OpenPage(who, f"/live/tables/{table}", (felt, purse), table)


def dealers_of(floor: Floor, tables: int) -> list[Device]:
    """A dealer for each table."""
    names = [f"dealer-{number}" for number in range(tables)]
    for name in names:
        _done(floor, SETTING_UP, AddStaff(id=name, name=name, roles=(Role.DEALER,)))
    return [_session(floor, name, Role.DEALER) for name in names]


async def settle_in(port: int, tables: Sequence[Seats]) -> None:
    """Play until everybody has come to their table: from then on what is told of a decision is told of its table."""
    told = 0
    while told < _FIRST * len(tables):
        told += len((await play(port, tables, 1.0)).told)


class PageScreen(asyncio.Protocol):
    """One open page: notes when each message has arrived whole."""

    def __init__(self, page: OpenPage) -> None:
        self.page = page
        self.seqs: list[int] = []
        self.moments: list[float] = []
        self.bytes = 0
        self.is_open = asyncio.get_running_loop().create_future()
        self.is_lost = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.page.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        *messages, self._rest = (self._rest + data).split(b"\n\n")
        for message in messages:
            if found := _ID.search(message):
                self.seqs.append(int(found[1]))
                self.moments.append(time.perf_counter())
                if not self.is_open.done():
                    self.is_open.set_result(None)

    def connection_lost(self, _fault: Exception | None) -> None:
        self.is_lost = True
        if not self.is_open.done():
            self.is_open.set_exception(RuntimeError(f"{self.page} was not served: {self._rest[:300]!r}"))

    def delay(self, told: Told) -> float | None:
        """How long after its answer a command was on this screen; None where it never came."""
        place = bisect_left(self.seqs, told.seq)
        return None if place == len(self.seqs) else max(0.0, self.moments[place] - told.at)


@asynccontextmanager
async def opened(port: int, pages: Sequence[OpenPage]) -> AsyncIterator[list[PageScreen]]:
    loop, screens = asyncio.get_running_loop(), list[PageScreen]()
    for first in range(0, len(pages), _AT_ONCE):
        some = [
            loop.create_connection(partial(PageScreen, page), HOST, port) for page in pages[first : first + _AT_ONCE]
        ]
        new = [screen for _, screen in await asyncio.gather(*some)]
        await asyncio.gather(*(screen.is_open for screen in new))
        screens += new
    yield screens
    for screen in screens:
        screen.transport.close()


class Watched(NamedTuple):
    """What came of a while of play before screens: how late each decision was on each of them."""

    played: Played
    delays: list[float]
    # Decisions that never came, and screens that were cut off.
    failed: int
    bytes: int


async def play_before(
    port: int, tables: Sequence[Seats], pages: Sequence[OpenPage], seconds: float, rate: float, cpu: Callable[[], float]
) -> tuple[float, Watched]:
    """Play before screens: how many cores were used meanwhile, by what tells the CPU, and what came of it."""
    async with opened(port, pages) as screens:
        size, began = sum(screen.bytes for screen in screens), cpu()
        played = await play(port, tables, seconds, rate)
        await count_late(screens, played.told)
        cores = (cpu() - began) / played.seconds
        size = sum(screen.bytes for screen in screens) - size
        by_table: dict[str, list[PageScreen]] = {}
        for screen in screens:
            by_table.setdefault(screen.page.table, []).append(screen)
        delays = [screen.delay(told) for told in played.told for screen in by_table.get(told.table, ())]
        lost = sum(screen.is_lost for screen in screens)
    came = [delay for delay in delays if delay is not None]
    return cores, Watched(played, came, lost + len(delays) - len(came), size)


async def count_late(screens: Sequence[PageScreen], told: Sequence[Told]) -> int:
    """How many screens have not come to the last decision of their table, however long one waits."""
    last = {each.table: each for each in told}
    late = [(screen, last[screen.page.table]) for screen in screens if screen.page.table in last]
    for _ in range(PATIENCE):
        late = [(screen, decision) for screen, decision in late if screen.delay(decision) is None]
        if late:
            await asyncio.sleep(1.0)
    return len(late)


@contextmanager
def deaf(port: int, pages: Sequence[OpenPage]) -> Iterator[None]:
    """Pages that never read what they are told."""
    lines = [socket.create_connection((HOST, port)) for _ in pages]
    for line, page in zip(lines, pages, strict=True):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(page.request)
    yield
    for line in lines:
        line.close()


def allow_many_files() -> None:
    """Thousands of screens are as many connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
