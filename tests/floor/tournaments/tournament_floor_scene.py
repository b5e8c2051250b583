"""Tournaments on the floor for tests: patrons with money, simulated events, and a desk of the rules' own beside them.

Players of a simulation are called P001, P002 and so on; on the floor they are the patrons p1001, p1002.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from typing import Any
from unittest.mock import patch

from pitboss.cards.card import Card, face
from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.kernel.days import SECOND, local_seconds
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.tournaments import commands as tournaments
from pitboss.floor.tournaments.commands import AddTournament, Desk, Redo, Undo
from pitboss.floor.tournaments.desk import by_of
from pitboss.floor.tournaments.record import standing_events
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import run_event
from pitboss.tournaments.chips.races import RaceTable
from pitboss.tournaments.entries.fees import ACCOUNT
from pitboss.tournaments.event import contract
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Conditions
from pitboss.tournaments.event.log import Desk as OwnDesk
from pitboss.tournaments.event.log import Record, replay
from pitboss.tournaments.event.state import Person, Tournament
from pitboss.tournaments.prizes.paying import AgreeDeal, PayPrize
from tests.floor.answers import give as give
from tests.floor.answers import refuses as refuses
from tests.floor.house_scene import Clock, once
from tests.refusals import refused

DIRECTOR = Actor("staff:dora", Role.DIRECTOR)
MANAGER = Actor("staff:mona", Role.MANAGER)
CASHIER = Actor("staff:carl", Role.CASHIER)
DEALER = Actor("staff:dan", Role.DEALER)
ID = "saturday"
STREAM = f"tournament:{ID}"
PATRONS = 9
_HOUSE_FIELDS = ("at", "by", "who", "seed")
_SIMULATED = re.compile(r"P(\d\d\d)")


def patron(number: int) -> str:
    return f"p{1000 + number}"


def quick(name: str, seats: int = 4) -> str:
    """The text of an event that comes with the program, with short levels and small tables, so that it ends soon."""
    text = (resources.files("pitboss.tournaments") / "structures" / f"{name}.toml").read_text(encoding="utf-8")
    return re.sub(r"(?m)^level_seconds = \d+$", f"level_seconds = 120\nseats = {seats}\nfinal_table = {seats}", text)


@once
def with_patrons(house: Floor, count: int = PATRONS, cents: int = 500_000) -> None:
    """Members of the house who may enter anything, with money in their accounts."""
    cage = house.record("cage:main")
    if cage is None or not cage.till.is_open:
        give(house, CASHIER, OpenTill(counted=0))
    for number in range(1, count + 1):
        give(
            house,
            MANAGER,
            AddPatron(
                id=patron(number),
                name=f"Patron {number}",
                date_of_birth="1980-01-01",
                membership=f"M{number}",
                publicity=True,
            ),
        )
        give(house, CASHIER, BuyIn(patron=patron(number), amount=cents))


@once
def opened(house: Floor, patrons: int = 3) -> None:
    """A tournament that takes entries, and so many patrons with money."""
    with_patrons(house, patrons)
    give(house, DIRECTOR, AddTournament(tournament=ID, structure="saturday", start="2025-11-15T18:00"))
    give(house, DIRECTOR, desk("open_entries"))


def at(event: str, do: str, **given: Any) -> Desk:
    return Desk(tournament=event, do=do, given=given)


def desk(do: str, after: int | None = None, **given: Any) -> Desk:
    return Desk(tournament=ID, do=do, given=given, after=after)


def record_of(house: Floor, tournament: str = ID) -> Record:
    record: Record = house.record(f"tournament:{tournament}")
    return record


# A simulated event, command by command.


def simulated(conditions: Conditions, entries: int, seed: int) -> list[contract.Command]:
    """The commands of a whole event with bots, with the names of patrons and given by the director of the house."""
    found: list[contract.Command] = []

    def watch(_before: Tournament, command: contract.Command, _events: object, _after: Tournament) -> None:
        found.append(_on_the_floor(command))

    run: Callable[..., Any] = run_house_event if conditions.game in HOUSE_GAMES else run_event
    run(conditions, entries, seed, watch=watch)
    return found


def _on_the_floor(command: contract.Command) -> contract.Command:
    values = {field.name: _renamed(getattr(command, field.name)) for field in dataclasses.fields(command)}
    if "method" in values and not isinstance(command, AgreeDeal | PayPrize):
        # On the floor a fee leaves the account, and is said to.
        values["method"] = ACCOUNT
    return type(command)(**{**values, "who": DIRECTOR.person, "by": by_of(DIRECTOR.role, type(command))})


def _renamed(value: Any) -> Any:
    if isinstance(value, str) and type(value) is str:
        return _SIMULATED.sub(lambda found: patron(int(found[1])), value)
    if isinstance(value, Mapping):
        return Frozen({_renamed(key): _renamed(each) for key, each in value.items()})
    if isinstance(value, tuple):
        parts = [_renamed(each) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def particulars(command: contract.Command) -> dict[str, Any]:
    """What the floor is given for a command: its particulars as JSON, without what the house says itself."""
    given = {field.name: getattr(command, field.name) for field in dataclasses.fields(command)}
    cards = ("cards", "extra") if isinstance(command, RaceTable) else ()
    return {name: _as_json(value, is_cards=name in cards) for name, value in given.items() if name not in _HOUSE_FIELDS}


def _as_json(value: Any, *, is_cards: bool = False) -> Any:
    if isinstance(value, Person):
        return value.name
    if isinstance(value, Mapping):
        return {str(key): _as_json(each, is_cards=is_cards) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _as_json(each) for name, each in value._asdict().items()}
    if isinstance(value, tuple | frozenset):
        return [face(Card(each)) if is_cards else _as_json(each) for each in value]
    return value


class Both:
    """The floor and a desk of the rules' own, given the same commands at the same moments with the same entropy."""

    def __init__(self, house: Floor, clock: Clock, structure: str, start: str = "2025-11-15T18:00") -> None:
        self.house, self.clock = house, clock
        give(house, DIRECTOR, AddTournament(tournament=ID, structure=structure, start=start))
        self.own = OwnDesk(record_of(house).state)

    @property
    def conditions(self) -> Conditions:
        return self.own.record.runs[0].began.conditions

    def do(self, command: contract.Command) -> bool:
        """Whether it was carried out; the two must agree. What comes late is done at the moment it comes."""
        self.clock.now = max(self.clock.now, moment(command.at))
        command = dataclasses.replace(command, at=local_seconds(self.clock.now))
        expected = self.own.do(command)
        with drawing(getattr(command, "seed", None)):
            answer = self.house.execute(
                DIRECTOR, Desk(tournament=ID, do=contract.name_of(command), given=particulars(command))
            )
        if isinstance(expected, Refusal):
            answer = refused(answer, reason=expected.reason, clause=expected.clause)
            return False
        assert isinstance(answer, Done), f"{command}: {answer}"
        assert tuple(fact.event for fact in answer.facts[1:]) == expected
        return True

    def turn(self, kind: type[Undo] | type[Redo]) -> bool:
        """Undoes or redoes on both sides."""
        at = local_seconds(self.clock.now)
        expected = self.own.undo(at, DIRECTOR.person) if kind is Undo else self.own.redo(at, DIRECTOR.person)
        answer = self.house.execute(DIRECTOR, kind(tournament=ID))
        assert isinstance(answer, Done) is not isinstance(expected, Refusal), f"{expected}: {answer}"
        return isinstance(answer, Done)

    def agree(self) -> None:
        """The fold of the stream is what the desk has: state, steps, what was undone, and the log."""
        record, own = record_of(self.house), self.own
        assert record.state == own.state
        assert record.steps == own.record.steps
        assert [step.events for step in record.undone] == [step.events for step in own.record.undone]
        assert record.state == replay(own.record.runs[0].began, standing_events(record, object))
        assert [(line.how, line.at, line.who, line.step.events) for line in record.log] == [
            (line.how, line.at, line.who, line.step.events) for line in own.log
        ]


def moment(at: int) -> int:
    """The microseconds at which the clock on the wall shows a moment of a tournament."""
    offset = local_seconds(0)
    return (at - offset) * SECOND


@contextmanager
def drawing(seed: int | None) -> Iterator[None]:
    """The house draws this seed, as the simulation did."""
    with patch.object(tournaments, "seed", lambda: seed):
        yield
