"""The house as a desk looks at it: as it is at this moment, without giving it a command."""

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import CAGE, Cage
from pitboss.floor.kernel.contract import HOUSE
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import Premises


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
