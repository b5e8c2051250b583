"""The demo house: what `serve` opens the first time, so that there is something to look at and to play.

Everything in it comes about by the same commands as in any house. Only its first manager cannot have been taken in by
another one: the house itself does that.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from itertools import count
from typing import Any, NamedTuple

from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import RequestFill, SendFill
from pitboss.floor.kernel.contract import HOUSE, Command, No
from pitboss.floor.kernel.days import local_time
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo, OpenHouse, Premises
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import staff
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.patron_record import stream_of
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import LIVE, MONEY, PRACTICE
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.journal import store
from pitboss.tournaments.chips.counting import at_table
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Tournament

STAFF = (
    ("maria", "Maria Lind", Role.MANAGER),
    ("susan", "Susan Oake", Role.SUPERVISOR),
    ("daniel", "Daniel Frost", Role.DEALER),
    ("carla", "Carla Moss", Role.CASHIER),
    ("derek", "Derek Vale", Role.DIRECTOR),
    ("anna", "Anna Birch", Role.AUDITOR),
    # A second one, because some things take two.
    ("martin", "Martin Hale", Role.MANAGER),
)
PATRONS = (
    ("Alice Reed", "1984-03-12"),
    ("Ben Hollow", "1979-11-02"),
    ("Chloe Marsh", "1991-07-25"),
    ("David Stone", "1966-01-30"),
    ("Emma Field", "1988-09-09"),
    ("Felix Grove", "1973-05-17"),
)
# Whoever plays on Friday: they come to the desk and need no password.
FIELD = (
    *("Aiko Sato", "Brendan Gallagher", "Carlo Ferrari", "Dana Kelly", "Eli Haddad", "Farah Ibrahim", "Gia Nguyen"),
    *("Huy Pham", "Ines Pereira", "Jack Walsh", "Kiri Tamati", "Luca Rossi", "Mei Chen", "Noah Abbott", "Olga Petrov"),
    *("Priya Kapoor", "Quentin Moreau", "Rosa Torres", "Sione Faleolo", "Tara O'Brien"),
)
BOUGHT_IN = 200_000
# The cash that the cashier has counted in the till.
IN_THE_TILL = 2_000_000
FLOAT = 5_000_000
TOURNAMENT, STRUCTURE = "saturday", "saturday_special"
ENTERED = 3
RUNNING, RUNNING_STRUCTURE = "friday", "friday_freezeout"
# Shares of the chips of a table, seat by seat: some have won and some have lost.
_SHARES = (7, 3, 10, 5, 8, 2, 6, 9, 4)
_LEAST_CHIP = 100
# Who gives a command of the desk and which, as the event is when it is given.
_Step = Callable[[Tournament], tuple[Actor, Desk]]
_SETTINGS: Mapping[str, Mapping[str, Any]] = {"canberra": {"jackpot": {"pool": 2_500_000, "reserve": 1_000_000}}}
# Saturday noon.
_SATURDAY, _NOON = 5, 12


class DemoTable(NamedTuple):
    """A table of the demo house."""

    table: str
    game: str
    title: str
    mode: str
    bots: int = 0


TABLES = (
    DemoTable("uth-1", "ultimate", "Ultimate Texas Hold-em 1", MONEY),
    DemoTable("pon-1", "pontoon", "Pontoon 1", MONEY),
    DemoTable("can-1", "canberra", "Canberra Poker 1", MONEY),
    DemoTable("hld-1", "holdem", "Poker Hold-em 1", MONEY),
    DemoTable("uth-2", "ultimate", "Ultimate Texas Hold-em 2, with a dealer", LIVE),
    DemoTable("uth-p", "ultimate", "Practice: Ultimate Texas Hold-em", PRACTICE),
    DemoTable("pon-p", "pontoon", "Practice: Pontoon", PRACTICE),
    DemoTable("can-p", "canberra", "Practice: Canberra Poker", PRACTICE),
    DemoTable("hld-p", "holdem", "Practice: Poker Hold-em", PRACTICE, bots=4),
)


class _Opening:
    """The commands of the first start, each under a key: where one was cut short, the next goes on from there."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self._numbers = floor, count(1)

    def do(self, actor: Actor, command: Command) -> Done:
        return _carried_out(self.floor.execute(actor, command, f"demo {next(self._numbers)}"))


def open_demo_house(floor: Floor) -> tuple[str, ...]:
    """Opens the house and tells everybody's password, once; where a house has been set up otherwise, it does nothing.

    The doors open last: a house that was never opened, and begun by the house itself, is one whose start was cut short.
    """
    first = store.tail(0, most=1)
    if first and (_was_opened(floor) or json.loads(first[0].cause)["who"] != SETTING_UP.person):
        return ()
    opening = _Opening(floor)
    _take_in_staff(opening)
    patrons = _take_in_patrons(opening)
    for place in TABLES:
        _set_up(opening, place)
    _announce_tournament(opening, patrons)
    _begin_tournament(opening)
    people = (*(staff.stream_of(name) for name, _, _ in STAFF), *map(stream_of, patrons))
    passwords = {person: _password(floor, person) for person in people}
    opening.do(SETTING_UP, BeginDemo())
    opening.do(_as(Role.MANAGER), OpenHouse())
    return _password_lines(passwords)


def _was_opened(floor: Floor) -> bool:
    house: Premises | None = floor.record(HOUSE)
    return house is not None and (house.is_open or not house.is_demo)


def _as(role: Role) -> Actor:
    return next(Actor(f"staff:{name}", role) for name, _, theirs in STAFF if theirs is role)


def _carried_out(done: Done | No) -> Done:
    assert isinstance(done, Done), f"the demo house cannot be opened: {done}"
    return done


def _take_in_staff(opening: _Opening) -> None:
    """One for each role. A second factor is asked only of those who have enrolled one."""
    opening.do(SETTING_UP, RequireSecondFactor(required=False))
    for name, told, role in STAFF:
        opening.do(SETTING_UP, AddStaff(id=name, name=told, roles=(role,)))


def _take_in_patrons(opening: _Opening) -> list[str]:
    """Their numbers; each has money in the account."""
    cashier, patrons = _as(Role.CASHIER), []
    opening.do(cashier, OpenTill(counted=IN_THE_TILL))
    for number, (name, born) in enumerate(PATRONS, 1):
        member = AddPatron(name=name, date_of_birth=born, membership=f"M{number:05}", publicity=True)
        patrons.append(opening.do(cashier, member).answer["patron"])
        opening.do(cashier, BuyIn(patron=patrons[-1], amount=BOUGHT_IN, method=Method.EFT))
    return patrons


def _password(floor: Floor, person: str) -> str:
    """A new one: without a key, because nobody can be told again what was told once."""
    return str(_carried_out(floor.execute(SETTING_UP, ResetPassword(person=person))).secret["password"])


def _set_up(opening: _Opening, place: DemoTable) -> None:
    """A table with its float, open to players."""
    manager, supervisor = _as(Role.MANAGER), _as(Role.SUPERVISOR)
    opening.do(manager, AddTable(**place._asdict(), settings=_SETTINGS.get(place.game, {})))
    if place.mode != PRACTICE and place.game != "holdem":
        asked = opening.do(supervisor, RequestFill(table=place.table, amount=FLOAT))
        opening.do(_as(Role.CASHIER), SendFill(number=asked.answer["number"]))
    opening.do(manager, Play(table=place.table, do="open_table"))


def _announce_tournament(opening: _Opening, patrons: list[str]) -> None:
    """Announce a tournament for the next Saturday at noon, with entries open and a few entrants."""
    director = _as(Role.DIRECTOR)
    if opening.floor.record(f"tournament:{TOURNAMENT}") is None:
        today = local_time(opening.floor.clock())
        days = (_SATURDAY - today.weekday()) % 7 or 7
        start = (today + timedelta(days=days)).replace(hour=_NOON, minute=0)
        added = AddTournament(tournament=TOURNAMENT, structure=STRUCTURE, start=f"{start:%Y-%m-%dT%H:%M}")
        _carried_out(opening.floor.execute(director, added))
    for do in ("publish_conditions", "open_entries"):
        opening.do(director, Desk(tournament=TOURNAMENT, do=do))
    for patron in patrons[:ENTERED]:
        opening.do(_as(Role.CASHIER), Desk(tournament=TOURNAMENT, do="register", given={"person": patron}))


def _begin_tournament(opening: _Opening) -> None:
    """One that began with the house: some are ahead, two are out, and one stays away for an orbit."""
    floor, stream = opening.floor, f"tournament:{RUNNING}"
    patrons = []
    for number, name in enumerate(FIELD, 1):
        born, may_be_named = f"{1961 + number}-06-{number:02}", number % 7 != 0
        member = AddPatron(name=name, date_of_birth=born, membership=f"F{number:05}", publicity=may_be_named)
        patrons.append(opening.do(_as(Role.CASHIER), member).answer["patron"])
    if floor.record(stream) is None:
        start = f"{local_time(floor.clock()):%Y-%m-%dT%H:%M}"
        added = AddTournament(tournament=RUNNING, structure=RUNNING_STRUCTURE, start=start)
        _carried_out(floor.execute(_as(Role.DIRECTOR), added))
    for number, step in enumerate(_steps(patrons)):
        # What is said next may depend on the draw, so that no key is given: the log tells how far it has got.
        record: Record = floor.record(stream)
        if number >= len(record.log):
            _carried_out(floor.execute(*step(record.state)))


def _steps(patrons: list[str]) -> Iterator[_Step]:
    """The commands of the desk, one after the other."""

    def do(what: str, /, **given: Any) -> _Step:
        return lambda _state: (_as(Role.DIRECTOR), Desk(tournament=RUNNING, do=what, given=given))

    def of_seat(what: str, table: int, place: int, **given: Any) -> _Step:
        """About whoever has the so many-th seat of a table that is taken."""
        return lambda state: do(what, player=_players(state, table)[place], **given)(state)

    def count_stacks(table: int) -> _Step:
        return lambda state: do("record_stacks", table=table, stacks=_stacks(state, table))(state)

    def register(patron: str) -> _Step:
        register = Desk(tournament=RUNNING, do="register", given={"person": patron}, paid_by="debit_card")
        return lambda _state: (_as(Role.CASHIER), register)

    director = next(told for _, told, role in STAFF if role is Role.DIRECTOR)
    yield do("name_director", name=director)
    yield do("sign_on", name=director)
    yield do("publish_conditions")
    yield do("open_entries")
    yield from map(register, patrons)
    yield do("start_event")
    yield from [do("next_level")] * 3
    yield from [do("count_hand", table=table) for table in (1, 2, 3)]
    yield of_seat("bust_out", 1, 2)
    yield of_seat("bust_out", 2, 4)
    yield from map(count_stacks, (1, 2, 3))
    yield of_seat("warn", 2, 1, breach="device", reason="A call at the table")
    yield of_seat("penalise", 3, 3, orbits=1, breach="exposed_hand", reason="Showed a hand with action behind")
    yield do("count_hand", table=3)
    yield do("show_message", text="Break of 30 minutes after level 6.")


def _players(state: Tournament, table: int) -> list[str]:
    return [player for _, player in sorted(state.tables[table].seats.items())]


def _stacks(state: Tournament, table: int) -> dict[str, int]:
    """The chips of a table in shares; what cannot be divided is in the first stack."""
    players, chips = _players(state, table), at_table(state, state.tables[table])
    shares = _SHARES[: len(players)]
    stacks = [chips * share // sum(shares) // _LEAST_CHIP * _LEAST_CHIP for share in shares]
    stacks[0] += chips - sum(stacks)
    return dict(zip(players, stacks, strict=True))


def _password_lines(passwords: Mapping[str, str]) -> tuple[str, ...]:
    roles = {staff.stream_of(name): role for name, _, role in STAFF}
    lines = (
        f"  {person.partition(':')[2]:8} {roles.get(person, Role.PLAYER):12} {password}"
        for person, password in passwords.items()
    )
    return (
        "This is a demo house: its people, their money and its tournaments are made up.",
        "Their passwords are told now and never again:",
        *lines,
    )
