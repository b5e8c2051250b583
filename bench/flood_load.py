"""`python flood_load.py FLOOD PLACES PORT SECONDS CROWD NUMBER`: a flood against a house on this machine.

So many at once for so long, and then it ends by itself. It comes from one address, that of everybody else, or from many
of this machine, where the system has them. At the end it prints how often it was answered with which status.
"""

import asyncio
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

HOST = "127.0.0.1"
CUT_OFF = "cut off"
MANY_PLACES = 40
PATIENCE_SECONDS = 10.0
_HEAD = b"HTTP/1.1\r\nHost: %s\r\n" % HOST.encode()
Lines = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Flood:
    """What one of a crowd does over and over, until the time is over."""

    def __init__(self, places: str, port: int, until: float, number: int) -> None:
        self.places, self.port, self.until, self.number = places, port, until, number
        self._turns = itertools.count(1000 * number)
        self.answers: Counter[str] = Counter()

    async def connect(self) -> Lines:
        place = f"127.0.{1 + self.number}.{1 + random.randrange(MANY_PLACES)}" if self.places == "many" else HOST
        source = (place, 0) if sys.platform == "linux" else None
        return await asyncio.open_connection(HOST, self.port, local_addr=source)

    def turn(self) -> int:
        return next(self._turns)

    def note(self, said: bytes) -> None:
        """Counts an answer by its status."""
        self.answers[said[9:12].decode() or CUT_OFF] += 1

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.until


async def ask(flood: Flood, request: Callable[[], bytes]) -> None:
    """One request after the other on a connection that is kept."""
    reader, writer = await flood.connect()
    while flood.is_on:
        writer.write(request())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        flood.note(head)
        _, _, length = head.partition(b"content-length: ")
        if length:
            await reader.readexactly(int(length.partition(b"\r\n")[0]))
    writer.close()


async def sign_in(flood: Flood) -> None:
    def guess() -> bytes:
        body = b'{"name": "p%d", "password": "a guess of twelve"}' % (flood.turn() % 50)
        return b"POST /api/commands/sign_in %sContent-Length: %d\r\n\r\n%s" % (_HEAD, len(body), body)

    await ask(flood, guess)


async def send_half(flood: Flood) -> None:
    """A request that never ends, a letter at a time."""
    reader, writer = await flood.connect()
    writer.write(b"GET / %sX: " % _HEAD)
    while flood.is_on:
        writer.write(b"x")
        with suppress(TimeoutError):
            flood.note(await asyncio.wait_for(reader.read(100), 1.0))
            break
    writer.close()


async def follow(flood: Flood) -> None:
    """A live stream that is read for as long as it lasts."""
    reader, writer = await flood.connect()
    writer.write(b"GET /live/floor %s\r\n" % _HEAD)
    is_there = bool(head := await asyncio.wait_for(reader.read(65536), PATIENCE_SECONDS))
    flood.note(head)
    while flood.is_on and is_there:
        is_there = bool(await asyncio.wait_for(reader.read(65536), PATIENCE_SECONDS))
    writer.close()


async def send_long_head(flood: Flood) -> None:
    """A header of 64 MB, as far as it is taken."""
    reader, writer = await flood.connect()
    writer.write(b"GET / %sX: " % _HEAD)
    for _ in range(1024):
        writer.write(b"x" * 65536)
        await asyncio.wait_for(writer.drain(), PATIENCE_SECONDS)
        if not flood.is_on:
            break
    flood.note(await asyncio.wait_for(reader.read(100), PATIENCE_SECONDS))
    writer.close()


async def send_nonsense(flood: Flood) -> None:
    """What cannot be read, in two ways."""
    reader, writer = await flood.connect()
    writer.write(random.choice((b"nonsense\r\n\r\n", b"GET /?\xff %sConnection: close\r\n\r\n" % _HEAD)))
    flood.note(await reader.read())
    writer.close()


async def ask_what_if(flood: Flood) -> None:
    def question() -> bytes:
        # From $11 to $500, as may be asked; the crowds begin at different stakes.
        return b"GET /maths/what-if/ultimate?stake=%d %s\r\n" % (11 + (flood.turn() - 755 * flood.number) % 490, _HEAD)

    await ask(flood, question)


async def look(flood: Flood) -> None:
    pages = itertools.cycle((b"/", b"/rules/", b"/maths/", b"/sign-in", b"/nowhere"))
    await ask(flood, lambda: b"GET %s %sAccept: text/html\r\n\r\n" % (next(pages), _HEAD))


FLOODS: Mapping[str, Callable[[Flood], Awaitable[None]]] = {
    "sign-ins": sign_in,
    "half-sent requests": send_half,
    "anonymous streams": follow,
    "heads of 64 MB": send_long_head,
    "errors for the log": send_nonsense,
    "what-if questions": ask_what_if,
    "anonymous pages": look,
}


async def one_of_many(flood: Flood, does: Callable[[Flood], Awaitable[None]]) -> None:
    while flood.is_on:
        try:
            async with asyncio.timeout(flood.until - time.monotonic()):
                await does(flood)
        except (OSError, EOFError):
            flood.answers[CUT_OFF] += 1
        except TimeoutError:
            flood.answers["not answered"] += 1
        # As soon as somebody is cut off they are there again.
        await asyncio.sleep(0.01)


async def main(name: str, places: str, port: int, seconds: float, crowd: int, number: int) -> None:
    flood = Flood(places, port, time.monotonic() + seconds, number)
    await asyncio.gather(*(one_of_many(flood, FLOODS[name]) for _ in range(crowd)))
    print(json.dumps(flood.answers))


if __name__ == "__main__":
    os.nice(10)
    chosen, where, *figures = sys.argv[1:]
    at, lasts, many, which = figures
    asyncio.run(main(chosen, where, int(at), float(lasts), int(many), int(which)))
