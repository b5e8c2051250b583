"""The house as a desk looks at it: as it is at this moment, without giving it a command."""

from typing import Any

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import CAGE, Cage
from pitboss.floor.kernel.contract import HOUSE
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import Premises
from pitboss.journal import store
from pitboss.ledger import books


class Looking:
    """See `floor.contract.Now`."""

    found = None

    def __init__(self, floor: Floor) -> None:
        self._floor, self.at = floor, floor.clock()

    def record(self, stream: str) -> Any:
        return self._floor.record(stream)

    def streams(self, family: str) -> tuple[str, ...]:
        return store.streams(family)

    def balance(self, account: str) -> int:
        return books.balance(account)


def premises_of(floor: Floor) -> Premises:
    found: Premises = floor.record(HOUSE) or Premises()
    return found


def clock_of(floor: Floor) -> GamingClock:
    return premises_of(floor).clock


def cage_of(floor: Floor) -> Cage:
    found: Cage = floor.record(CAGE) or Cage()
    return found


def today_of(floor: Floor) -> str:
    """The gaming day of this moment, as `2026-11-15`."""
    return clock_of(floor).day(floor.clock()).isoformat()
