"""Readers who take nothing, and one who asks for everything at once: the others are told as if they were not there."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.screens.live import stream
from pitboss.screens.live.hub import Hub
from pitboss.screens.live.parts import Drawing, Part
from pitboss.screens.live.stream import Live
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, P2, Api
from tests.screens.live.live_scene import PATIENCE_SECONDS, PageScreen, served
from tests.screens.live.test_parts import FELT, TABLE, last_of

pytestmark = house_scene.ON_SQLITE
STEPS = 6
_ID = re.compile(rb"^id: (\d+)\n")


class Reader:
    """One who reads a stream by hand: `takes` is how many messages they take before they stop."""

    def __init__(self, token: str, takes: int = 1000, **headers: str) -> None:
        sent = {"host": "127.0.0.1", "authorization": f"Bearer {token}"} | headers
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": TABLE,
            "query_string": urlencode({"part": FELT}).encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 1),
        }
        self._takes = takes
        self.offered: list[bytes] = []

    async def receive(self) -> dict[str, Any]:
        """They never leave by themselves."""
        await asyncio.Event().wait()
        return {}

    async def send(self, message: Any) -> None:
        self.offered.append(message.get("body", b""))
        if len(self.offered) > self._takes:
            await asyncio.Event().wait()

    @property
    def seqs(self) -> list[int]:
        return [int(found[1]) for body in self.offered if (found := _ID.match(body))]


@asynccontextmanager
async def reading(live: Live, reader: Reader) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.ensure_future(live(reader.scope, reader.receive, reader.send))
    yield task
    task.cancel()
    await asyncio.wait([task])


async def until_told(reader: Reader, seq: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not reader.seqs or reader.seqs[-1] < seq:
            await asyncio.sleep(0.005)


def sit_or_leave(house: Floor, number: int) -> int:
    scene.done(scene.say(house, P1, "ultimate-1", ("sit", "leave")[number % 2], seat=1))
    return last_of("ultimate-1")


async def read_beside(house: Floor, live: Live, keens: str, deafs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keen, deaf = Reader(keens), Reader(deafs, takes=2)
    async with reading(live, keen), reading(live, deaf):
        for each in (keen, deaf):
            await until_told(each, 1)
        for number in range(STEPS):
            await until_told(keen, await asyncio.to_thread(sit_or_leave, house, number))
        # The first that they do not take is the last they are offered: nothing waits for them.
        assert len(deaf.offered) == 3
        assert len(keen.seqs) == STEPS + 1
    gone = Reader(deafs, takes=2)
    with monkeypatch.context() as impatient:
        impatient.setattr(stream, "PATIENCE_SECONDS", 0.0)
        async with reading(live, gone) as task:
            await asyncio.wait_for(task, PATIENCE_SECONDS)
    assert not live.hub._channels
    last = await asyncio.to_thread(sit_or_leave, house, STEPS)
    back = Reader(deafs, last_event_id=str(gone.seqs[0]))
    async with reading(live, back):
        await until_told(back, last)
        assert back.seqs == [last]


def test_a_reader_who_takes_nothing_is_offered_nothing_more_dropped_with_a_reason_and_may_come_back(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hub, tokens = Hub(house), (api.token(P1), api.token(P2))
    live = Live(house, hub)
    hub.start()
    try:
        asyncio.run(read_beside(house, live, *tokens, monkeypatch))
    finally:
        hub.close()
        live.close()
    assert "a reader takes nothing" in caplog.messages


def test_one_who_asks_for_everything_at_once_waits_for_themselves_only(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of their screens shows something else, and every drawing takes long."""
    screens, drawn = 20, list[Actor]()
    real = Part.draw

    def slow(part: Part, floor: Floor, shown_as: Actor) -> Drawing:
        made = real(part, floor, shown_as)
        if shown_as == P2:
            time.sleep(0.05)
            made.seconds = 0.05
        drawn.append(shown_as)
        return made

    scene.done(scene.say(house, P2, "ultimate-1", "sit", seat=2))
    with served(house) as address, ExitStack() as stack:
        own = stack.enter_context(PageScreen(address, TABLE, [FELT], api.token(P1)))
        own.next()
        pages = [
            stack.enter_context(PageScreen(address, TABLE, [f"{FELT}?number={number}"], api.token(P2)))
            for number in range(screens)
        ]
        for page in pages:
            page.next()
        monkeypatch.setattr(Part, "draw", slow)
        own.show_up_to(sit_or_leave(house, 0))
        before = list(drawn)
        for page in pages:
            page.show_up_to(last_of("ultimate-1"))
    assert drawn.count(P2) == screens
    assert before.count(P2) < screens / 2
