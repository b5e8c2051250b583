"""Draws of past events as a case may tell them: by the entropy that was recorded, or by any that draws the same."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.floor.kernel.contract import No
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.floor.tournaments.desk import SEED
from pitboss.floor.tournaments.record import StepTaken
from pitboss.tournaments.event import engine
from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.log import Record

# Where a single seat was drawn its entropy is not recorded: so many are tried for one that draws the same.
_MOST_TRIES = 20_000


def seed_of(before: Record | None, after: Record | None, given: Mapping[str, Any], events: Iterable[Any]) -> int | None:
    """Entropy by which a step of the desk draws what it drew; None where it draws nothing."""
    events = list(events)
    recorded = [event.seed for event in events if getattr(event, "seed", None) is not None]
    if recorded:
        return int(recorded[0])
    taken = next((event for event in events if isinstance(event, StepTaken)), None)
    if before is None or after is None or taken is None:
        return None
    kind, wanted = tournament_desk.COMMANDS.get(taken.do), _places(events)
    if kind is None or not tournament_desk.takes_seed(kind) or not wanted:
        return None
    state = before.state._replace(people=after.state.people)
    for seed in range(_MOST_TRIES):
        command = _command(after, taken, given.get("given", {}), seed)
        found = engine.decide(state, command) if isinstance(command, Command) else ()
        if isinstance(found, tuple) and _places(found) == wanted:
            return seed
    return None


def _command(after: Record, taken: StepTaken, given: Mapping[str, Any], seed: int) -> Command | No:
    """The command of a step once more, with some entropy."""
    asked = tournament_desk.read_command(taken.do, given)
    if isinstance(asked, No):
        return asked
    particulars = dict(asked.particulars)
    house: dict[str, Any] = {"at": taken.at, "by": taken.by, "who": taken.who, SEED: seed}
    if "person" in particulars:
        house["person"] = after.state.people[particulars.pop("person")]
    return tournament_desk.command_of(asked.kind, particulars, house)


def _places(events: Iterable[Any]) -> list[tuple[Any, Any, Any]]:
    """Return the seats that people were given."""
    return [
        (event.player, event.table, event.seat)
        for event in events
        if all(hasattr(event, name) for name in ("player", "table", "seat"))
    ]
