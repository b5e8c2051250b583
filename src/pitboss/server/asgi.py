"""The application: the live stream by itself, everything else by Django on threads, behind the gate.

Streams stay open for hours and must not each hold a thread; commands are short and wait for the disk.
"""

import gc
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.urls import resolve
from starlette.applications import Starlette

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people import hashing
from pitboss.screens.common import process
from pitboss.screens.live.hub import Hub
from pitboss.screens.live.stream import Live
from pitboss.server.gate import Gate, Network, proxies_from
from pitboss.server.limits import Limits, limits_of_this_machine
from pitboss.server.ticker import Ticker

# How many new things the collector of garbage lets come together: a command makes thousands, and hardly a circle of
# them. Among what is old it looks a tenth as often as Python does: that takes long and finds next to nothing.
COLLECTED_AFTER = (20_000, 10, 100)


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
    """One process of the house: its floor, its gate, the hub of its live streams and the ticker of its croupier.

    What comes in goes to the gate; this hears only that the process begins and ends.
    """

    def __init__(self, floor: Floor, limits: Limits | None = None, proxies: Sequence[Network] = ()) -> None:
        super().__init__(lifespan=_running)
        self.hub = Hub(floor)
        self._live, self._ticker = Live(floor, self.hub), Ticker(floor)
        self.gate = Gate(floor, self, self._live, limits or limits_of_this_machine(), proxies)
        self._connections = Connections()

    def end_streams(self) -> None:
        """Lets every live stream end, so that the server need not wait for them when it stops."""
        self.hub.end_streams()

    def begin(self) -> None:
        # Made once and not with the first unknown name, which would take longer than a known one.
        threading.Thread(target=hashing.nobodys_hash, name="first password", daemon=True).start()
        self._connections.follow()
        self.hub.start()
        self._ticker.start()
        # Everything that answers is there before the first request, and stays: the collector of garbage, which stops
        # everybody while it works, need not go through it again.
        resolve("/health")
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTED_AFTER)

    def end(self) -> None:
        """Commands that are being carried out are finished first."""
        self.gate.close()
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
    return HouseProcess(process.floor(), proxies=proxies_from(settings.PROXIES))
