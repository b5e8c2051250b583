"""The people at the tables, from outside: commands over HTTP and live screens, all on one loop of this process."""

import asyncio
import re
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import msgspec

from floor_house import REFUSED, Given, Place, playing
from pitboss.floor.kernel.contract import name_of

HOST = "127.0.0.1"
_END = b"\r\n\r\n"
_ID = re.compile(rb"(?:^|\n)id: (\d+)\n")


class Told(NamedTuple):
    """A command that was carried out: up to which `seq`, when its answer came, and how long that took."""

    table: str
    seq: int
    at: float
    seconds: float


@dataclass
class Played:
    """What came of a while of play."""

    seconds: float = 0.0
    refused: int = 0
    told: list[Told] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return len(self.told) / self.seconds

    def milliseconds(self, part: float) -> float:
        """How long that part of the commands took at most."""
        return 1000 * quantile([each.seconds for each in self.told], part)


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


class Seats:
    """A table as its people see it: what is done there next, and under which key."""

    def __init__(self, place: Place) -> None:
        self.place, self._playing = place, playing(place)
        self.next = next(self._playing)
        self._given = 0

    def key(self) -> str:
        self._given += 1
        return f"{self.place.table} {self._given}"

    def answered(self, stage: str) -> None:
        """How far the round has got, or that the command was refused: what comes next depends on it."""
        self.next = self._playing.send(stage)


class Line:
    """One connection to the house that is kept open, with one request at a time on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def give(self, given: Given, key: str) -> tuple[int, dict[str, object]]:
        """A command; the status and the answer."""
        body = msgspec.json.encode(given.command)
        self._writer.write(
            b"POST /api/commands/%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            % (
                name_of(type(given.command)).encode(),
                HOST.encode(),
                given.by.token.encode(),
                key.encode(),
                len(body),
                body,
            )
        )
        head = await self._reader.readuntil(_END)
        answer: dict[str, object] = msgspec.json.decode(await self._body(head.lower()))
        return int(head[9:12]), answer

    async def get(self, path: str, token: str) -> bytes:
        """A page or a part of one."""
        asked = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n\r\n"
        self._writer.write(asked.encode())
        head = await self._reader.readuntil(_END)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{path} was answered with {head[9:12].decode()}")
        return await self._body(head.lower())

    async def _body(self, head: bytes) -> bytes:
        _, named, after = head.partition(b"content-length: ")
        if named:
            return await self._reader.readexactly(int(after.partition(b"\r\n")[0]))
        parts = []
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            parts.append((await self._reader.readexactly(size + 2))[:-2])
        await self._reader.readexactly(2)
        return b"".join(parts)

    def close(self) -> None:
        self._writer.close()


@asynccontextmanager
async def lines(port: int, count: int) -> AsyncIterator[list[Line]]:
    opened = [Line(*await asyncio.open_connection(HOST, port)) for _ in range(count)]
    yield opened
    for line in opened:
        line.close()


async def play(port: int, tables: Sequence[Seats], seconds: float, rate: float | None = None) -> Played:
    """For so long: as fast as each table is answered, or as many commands a second in all.

    With a rate a command is due whether or not the one before it has been answered late: that too is counted.
    """
    played, began = Played(), time.perf_counter()
    async with lines(port, len(tables)) as opened:
        places = enumerate(zip(tables, opened, strict=True))
        await asyncio.gather(
            *(
                _at_table(table, line, played, began + seconds, _due(began, number, len(tables), rate))
                for number, (table, line) in places
            )
        )
    played.seconds = time.perf_counter() - began
    return played


def _due(began: float, number: int, tables: int, rate: float | None) -> Iterable[float]:
    """The moments at which the commands of a table are due."""
    turn = 0
    while True:
        yield 0.0 if rate is None else began + (number + turn * tables) / rate
        turn += 1


async def _at_table(table: Seats, line: Line, played: Played, until: float, due: Iterable[float]) -> None:
    for moment in due:
        sent = moment or time.perf_counter()
        if sent >= until:
            return
        await asyncio.sleep(max(0.0, sent - time.perf_counter()))
        status, answer = await line.give(table.next, table.key())
        now = time.perf_counter()
        if status == 200:
            seq, told = answer["seq"], answer["answer"]
            assert isinstance(seq, int)
            assert isinstance(told, dict)
            played.told.append(Told(table.place.table, seq, now, now - sent))
            table.answered(str(told.get("stage", "")))
        elif status == 409:
            played.refused += 1
            table.answered(REFUSED)
        else:
            raise RuntimeError(f"{table.next.command} was answered with {status}: {answer}")


class Screen(asyncio.Protocol):
    """A live screen: notes when each message has arrived whole."""

    def __init__(self, table: str, token: str) -> None:
        self.table, self._token = table, token
        self.seqs: list[int] = []
        self.moments: list[float] = []
        self.is_open = asyncio.get_running_loop().create_future()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        address = f"GET /live/tables/{self.table} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {self._token}"
        transport.write(f"{address}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *messages, self._rest = (self._rest + data).split(b"\n\n")
        for message in messages:
            found = _ID.search(message)
            if found:
                self.seqs.append(int(found[1]))
                self.moments.append(time.perf_counter())
                if not self.is_open.done():
                    self.is_open.set_result(None)

    def delay(self, told: Told) -> float | None:
        """How long after its answer a command was on this screen; None where it never came."""
        place = bisect_left(self.seqs, told.seq)
        return None if place == len(self.seqs) else max(0.0, self.moments[place] - told.at)


@asynccontextmanager
async def screens(port: int, tables: Sequence[Seats], count: int) -> AsyncIterator[list[Screen]]:
    """So many screens, as many at each table: its players in turn, and whoever deals there."""
    loop, opened = asyncio.get_running_loop(), []
    for number in range(count):
        place = tables[number % len(tables)].place
        watching = (*place.players, place.dealer)[number // len(tables) % 3]
        _, screen = await loop.create_connection(partial(Screen, place.table, watching.token), HOST, port)
        opened.append(screen)
    await asyncio.gather(*(screen.is_open for screen in opened))
    yield opened
    for screen in opened:
        screen.transport.close()


async def play_before_screens(
    port: int, tables: Sequence[Seats], *, count: int, seconds: float, rate: float
) -> tuple[Played, list[float]]:
    """Play that is watched; and for each command at each screen of its table how long it took to get there."""
    async with screens(port, tables, count) as opened:
        played = await play(port, tables, seconds, rate)
        await asyncio.sleep(1.0)
        by_table: dict[str, list[Screen]] = {}
        for screen in opened:
            by_table.setdefault(screen.table, []).append(screen)
        delays = [screen.delay(told) for told in played.told for screen in by_table[told.table]]
    found = [delay for delay in delays if delay is not None]
    assert len(found) == len(delays), f"{len(delays) - len(found)} of {len(delays)} never reached a screen"
    return played, found
