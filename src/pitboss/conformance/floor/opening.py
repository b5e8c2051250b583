"""Sets up what a case gives, by the commands that anybody would give on the floor."""

from collections.abc import Mapping
from typing import Any

from pitboss.conformance.floor.people import AT_WORK, People
from pitboss.conformance.floor.structures import structure_text
from pitboss.conformance.format.document import MalformedCase
from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import RequestFill, SendFill
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP, OpenHouse, SetHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record, staff
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import MONEY
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.opening import before_entries

# Somebody of whom a case says nothing else.
BORN = "1980-01-01"
# The reference of an approval, where a document wants one.
APPROVAL = "as approved"
# The cash in the till when the cage opens.
TILL = 1_000_000


class Opening:
    """The house as a case gives it."""

    def __init__(self, floor: Floor, people: People) -> None:
        self._floor, self._people = floor, people

    def furnish(self, given: Mapping[str, Any]) -> None:
        """Staff, doors, till, people with their money, tables and events, in this order."""
        for role in AT_WORK:
            self._works_here(role, [role])
        if "house" in given:
            self._do("house", SETTING_UP, SetHouse(**given["house"]))
        self._do("house", SETTING_UP, OpenHouse())
        counted = given.get("till", TILL)
        if counted is not None:
            self._do("till", self._as(Role.CASHIER), OpenTill(counted=counted))
        for name, told in given.get("people", {}).items():
            self._person(f"people.{name}", name, told)
        for table, told in given.get("tables", {}).items():
            self._table(f"tables.{table}", table, told)
        for event, told in given.get("events", {}).items():
            self._event(f"events.{event}", event, told)

    def _as(self, role: Role) -> Actor:
        return self._people.actor(role.value)

    def _do(self, where: str, actor: Actor, command: Command) -> Done:
        answer = self._floor.execute(actor, command)
        if isinstance(answer, No):
            raise MalformedCase(f"given.{where}: {answer}")
        return answer

    def _works_here(self, name: str, roles: list[str]) -> None:
        member = name.lower().replace(" ", "-")
        self._do(f"people.{name}", SETTING_UP, AddStaff(id=member, name=name, roles=tuple(map(Role, roles))))
        self._people.came(name, *(Actor(staff.stream_of(member), Role(role)) for role in roles))

    def _person(self, where: str, name: str, told: Mapping[str, Any]) -> None:
        """Staff where only roles are told, a patron where none are, both where there is more beside them."""
        if "roles" in told:
            self._works_here(name, told["roles"])
        if "roles" in told and len(told) == 1:
            return
        cashier = self._as(Role.CASHIER)
        added = AddPatron(
            name=name,
            date_of_birth=told.get("born", BORN),
            membership=told.get("membership", ""),
            publicity=told.get("publicity", False),
        )
        patron = str(self._do(where, cashier, added).answer["patron"])
        self._people.came(name, Actor(patron_record.stream_of(patron), Role.PLAYER))
        if told.get("money"):
            bought = BuyIn(patron=patron, amount=told["money"], method=Method.EFT)
            self._do(f"{where}.money", cashier, bought)

    def _table(self, where: str, table: str, told: Mapping[str, Any]) -> None:
        manager, supervisor = self._as(Role.MANAGER), self._as(Role.SUPERVISOR)
        seconds = {name: told[name] for name in ("betting_seconds",) if name in told}
        added = AddTable(
            table=table,
            game=told["game"],
            title=told.get("title", table),
            mode=told.get("mode", MONEY),
            settings=told.get("settings", {}),
            **seconds,
        )
        self._do(where, manager, added)
        if told.get("float"):
            asked = self._do(f"{where}.float", supervisor, RequestFill(table=table, amount=told["float"]))
            self._do(f"{where}.float", self._as(Role.CASHIER), SendFill(number=asked.answer["number"]))
        if told.get("open", True):
            self._do(where, supervisor, Play(table=table, do="open_table"))

    def _event(self, where: str, event: str, told: Mapping[str, Any]) -> None:
        """Announced and open for entries, with whoever has entered; `running`: it has started with them."""
        director, cashier = self._as(Role.DIRECTOR), self._as(Role.CASHIER)
        structure = structure_text(told["structure"])
        added = AddTournament(
            tournament=event, structure=structure, title=told.get("title", ""), start=told.get("start", "")
        )
        self._do(where, director, added)
        if not told.get("open", True):
            return

        def desk(actor: Actor, do: str, **given: Any) -> None:
            self._do(where, actor, Desk(tournament=event, do=do, given=given))

        record: Record = self._floor.record(f"tournament:{event}")
        for before in before_entries(record.state):
            if before.must:
                desk(director, before.do, **({"reference": APPROVAL} if before.do == "record_approval" else {}))
        desk(director, "open_entries")
        for name in told.get("entries", ()):
            desk(cashier, "register", person=self._people.id_of(name))
        if told.get("running"):
            desk(director, "name_director", name="Director")
            desk(director, "sign_on", name="Director")
            desk(director, "start_event")
