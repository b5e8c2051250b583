"""The application: the live stream by itself, everything else by Django on threads.

Streams stay open for hours and must not each hold a thread; commands are short and wait for the disk.
"""

import gc
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from django.core.handlers.wsgi import WSGIHandler
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pitboss.floor.kernel.floor import Floor
from pitboss.screens.common import process
from pitboss.screens.live.hub import Hub
from pitboss.screens.live.stream import Live
from pitboss.server.threads import OnThreads
from pitboss.server.ticker import Ticker

THREADS = 16


class Connections:
    """Each thread keeps a connection of its own for as long as it lives, and cannot close it when the pool ends."""

    def __init__(self) -> None:
        self._made: set[BaseDatabaseWrapper] = set()

    def follow(self) -> None:
        connection_created.connect(self._note)

    def close(self) -> None:
        """Close the connections, when no thread works any more."""
        connection_created.disconnect(self._note)
        for made in self._made:
            made.inc_thread_sharing()
            made.close()
        self._made.clear()

    def _note(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            self._made.add(connection)


class HouseProcess(Starlette):
    """One process of the house: its floor, the hub of its live streams and the ticker of its croupier."""

    def __init__(self, floor: Floor) -> None:
        self.hub = Hub(floor)
        self._live, self._ticker = Live(floor, self.hub), Ticker(floor)
        django = OnThreads(WSGIHandler(), THREADS)
        self._django, self._commands, self._connections = django, django.threads, Connections()
        super().__init__(routes=[Route("/live/{stream:path}", self._live)], lifespan=_running)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A command goes straight to its thread: the way through the router costs a tenth of what it takes in all."""
        if scope["type"] == "http" and not scope["path"].startswith("/live/"):
            await self._django(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def end_streams(self) -> None:
        """Lets every live stream end, so that the server need not wait for them when it stops."""
        self.hub.end_streams()

    def begin(self) -> None:
        # All that has been imported stays: the collector of garbage need not go through it again while people wait.
        gc.collect()
        gc.freeze()
        self._connections.follow()
        self.hub.start()
        self._ticker.start()

    def end(self) -> None:
        """Commands that are being carried out are finished first."""
        self._commands.shutdown()
        self._ticker.close()
        self.hub.close()
        self._live.close()
        self._connections.close()


@asynccontextmanager
async def _running(house: HouseProcess) -> AsyncIterator[None]:
    await anyio.to_thread.run_sync(house.begin)
    yield
    await anyio.to_thread.run_sync(house.end)


def application() -> HouseProcess:
    return HouseProcess(process.floor())
