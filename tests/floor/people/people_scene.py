"""People of a real house for tests: staff and patrons with passwords, sessions, codes, and a look into the journal."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from django.db import connection

from pitboss.floor.kernel.contract import Now
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.credentials import ConfirmSecondFactor, EnrolSecondFactor, ResetPassword
from pitboss.floor.people.patron_record import CameToTable, LeftTable, Patron, refusal_to_play, stream_of
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.sessions import SignIn
from pitboss.floor.people.staff import AddStaff
from pitboss.journal import codec, store
from tests.floor import house_scene
from tests.floor.answers import done as done
from tests.floor.answers import give as give
from tests.floor.answers import refuses as refuses

COST = hashing.COST
# What a password costs is for one test to see; all others would only wait for it.
hashing.COST = hashing.Cost(rounds=1, memory_kib=8, lanes=1)

MANAGER = Actor("staff:maria", Role.MANAGER)
OTHER_MANAGER = Actor("staff:miguel", Role.MANAGER)
SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
CASHIER = Actor("staff:carol", Role.CASHIER)
# Those who have the rights of their role before anybody was added.
OWNER = Actor("staff:owner", Role.MANAGER)
DORA = Actor("staff:dora", Role.DEALER)
MINUTE, HOUR = 60, 3600
BORN = "1980-02-29"
WRONG_PASSWORD = "not-the-password"


def player(patron: str) -> Actor:
    return Actor(stream_of(patron), Role.PLAYER)


def add_patron(house: Floor, patron: str = "p1", **particulars: Any) -> Actor:
    given = {"name": f"Patron {patron}", "date_of_birth": BORN, "id": patron, **particulars}
    give(house, CASHIER, AddPatron(**given))
    return player(patron)


def add_staff(house: Floor, name: str, *roles: Role) -> str:
    """Somebody who works here, and the password they got."""
    give(house, OWNER, AddStaff(id=name, name=name.capitalize(), roles=roles))
    return password_of(house, f"staff:{name}")


def password_of(house: Floor, person: str) -> str:
    """A new password for somebody."""
    told: str = give(house, SETTING_UP, ResetPassword(person=person)).secret["password"]
    return told


def no_second_factor(house: Floor) -> None:
    """Staff sign in with their password alone."""
    give(house, OWNER, RequireSecondFactor(required=False))


@pytest.fixture
def password(house: Floor) -> str:
    """Dora deals here, and signs in with her password alone."""
    no_second_factor(house)
    return add_staff(house, "dora", Role.DEALER)


def enrol(house: Floor, name: str, password: str, role: Role) -> pyotp.TOTP:
    """A second factor, enrolled and confirmed with the code of now."""
    who: dict[str, Any] = {"name": name, "role": role, "password": password}
    totp = pyotp.TOTP(give(house, VISITOR, EnrolSecondFactor(**who)).secret["secret"])
    give(house, VISITOR, ConfirmSecondFactor(**who, code=code_now(house, totp)))
    return totp


def code_now(house: Floor, totp: pyotp.TOTP, *, steps: int = 0) -> str:
    """The code that a device shows now, or so many steps of 30 seconds later."""
    return str(totp.generate_otp(house.clock.wall() // 30_000_000 + steps))


def sign_in(house: Floor, name: str, password: str, role: Role, code: str = "") -> str:
    """The token of a new session."""
    told: str = give(house, VISITOR, SignIn(name=name, password=password, role=role, code=code)).secret["token"]
    return told


def everything_stored() -> str:
    """All columns of all rows of the journal, as one text."""
    with connection.cursor() as cursor:
        texts = []
        for table in ("journal_event", "journal_stream", "journal_snapshot"):
            cursor.execute(f"SELECT * FROM {table}")
            texts += [str(value) for value in itertools.chain(*cursor.fetchall())]
    return "\n".join(texts)


def kinds_after(seq: int) -> list[str]:
    """What was recorded after a `seq`: the kinds of the events without their layer."""
    return [row.kind.rpartition(".")[2] for row in store.tail(seq)]


def now(house: Floor) -> Now:
    """The house as it is at this moment."""
    return house.now()


def why_barred(house: Floor, patron: str = "p1") -> str:
    answer = refusal_to_play(now(house), patron)
    return answer.word if answer else ""


def patron(house: Floor, name: str = "p1") -> Patron:
    record: Patron = house.record(f"patron:{name}")
    return record


def happens(house: Floor, event: CameToTable | LeftTable, name: str = "p1") -> None:
    """The tables record it so."""
    stream = f"patron:{name}"
    position = store.heads([stream])[stream].position
    store.append(stream, position, [codec.encode(event)], at=house.clock())


def attempt(
    house: Floor,
    password: str,
    name: str = "dora",
    role: Role | None = Role.DEALER,
    code: str = "",
    by: Actor = VISITOR,
) -> Any:
    """What is answered to somebody who wants to sign in."""
    return house.execute(by, SignIn(name=name, password=password, role=role, code=code))


class OnSqlite:
    """Tests of what does not depend on the database: one engine is enough for them."""

    @pytest.fixture
    def house(self, tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
        with house_scene.sqlite_house(tmp_path, clock) as floor:
            yield floor
