"""The ticker: looks several times a second whether the virtual croupier or a clock of the house has something to do."""

import logging
import threading

from django.db import Error as DatabaseError
from django.db import close_old_connections

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.tables import croupier
from pitboss.screens.common.floods import floods

LOG = logging.getLogger("pitboss.ticker")
TICK_SECONDS = 0.25


class Ticker:
    """One thread. Several processes may each have one: what one of them has done is not there to do for the next."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._is_over = floor, threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """After the tick that is going on."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        # Whatever stood still before has its whole time again from here.
        began, answers = self._floor.clock(), True
        while not self._is_over.wait(TICK_SECONDS):
            try:
                croupier.tick(self._floor, began)
                floods().tell(self._floor)
                answers = True
            except DatabaseError as fault:
                if answers:
                    LOG.warning("the database does not answer", extra={"told": {"fault": type(fault).__name__}})
                answers = False
                close_old_connections()
            except Exception:
                # The house goes on without this tick, and the log says what is wrong.
                LOG.exception("a fault of the program")
