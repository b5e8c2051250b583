"""The house as a whole: whether it is open, and the approval to disable it at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.floor.contract import HOUSE, Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.roles import Actor, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHouse(Command):
    """The doors open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseHouse(Command):
    """The doors close: rounds that run are finished, no new one begins."""

    reason: str = ""


class HouseOpened(NamedTuple):
    by: str


class HouseClosed(NamedTuple):
    by: str
    reason: str


class Premises(NamedTuple):
    """The house at one moment."""

    is_open: bool = False


def premises(now: Now) -> Premises:
    """The house as it is now."""
    return now.record(HOUSE) or Premises()


def open_house(now: Now, actor: Actor, command: OpenHouse) -> Decision:
    if premises(now).is_open:
        return No("The house is open already.", word="already_open")
    return Yes((Fact(HOUSE, HouseOpened(actor.person)),))


def close_house(now: Now, actor: Actor, command: CloseHouse) -> Decision:
    if not premises(now).is_open:
        return No("The house is closed already.", word="already_closed")
    return Yes((Fact(HOUSE, HouseClosed(actor.person, command.reason)),))


def _apply(record: Premises | None, event: object, _at: int) -> Premises:
    record = record or Premises()
    match event:
        case HouseOpened():
            return record._replace(is_open=True)
        case HouseClosed():
            return record._replace(is_open=False)
    raise TypeError(f"{type(event).__name__} does not happen to the house.")


def _house(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (HOUSE,)


VERBS: Verbs = {
    OpenHouse: Verb(open_house, (Role.MANAGER,), _house),
    CloseHouse: Verb(close_house, (Role.MANAGER,), _house),
}
FAMILIES: Mapping[str, Family] = {"house": Family(_apply, kinds=(HouseOpened, HouseClosed))}
