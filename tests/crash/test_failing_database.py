"""The n-th call of the database fails, for n = 1, 2, 3... in every command: nothing of it happens, and then all of it.

The story goes on after each command, so that what failed is tried on a house that is in use.
"""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from django.db import Error as DatabaseError
from django.db import connection
from django.test import Client

from pitboss.floor.cage.counter import OpenTill
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor, Known
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.registry import VERBS
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.models import Credential, Shoe
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.journal.models import Event, Snapshot
from pitboss.ledger import books
from pitboss.ledger.models import Transfer
from pitboss.screens.common import process
from tests.crash.wire import Failing, answer_of_the_commit_is_lost
from tests.floor import every_command_scene as scene
from tests.floor import house_scene
from tests.floor.answers import done
from tests.floor.house_scene import Clock
from tests.postgres_server import PostgresServer

# No command of the story makes as many calls: one that never succeeds is not tried for ever.
MOST_CALLS = 400
COUNTS = ", ".join(f"(SELECT count(*) FROM {model._meta.db_table})" for model in (Event, Transfer, Shoe, Snapshot))


class Kept(NamedTuple):
    """What the database keeps: how far each stream has got, the money, and the rows beside the journal."""

    heads: Mapping[str, tuple[int, str]]
    balances: Mapping[str, int]
    counts: tuple[int, ...]
    credentials: tuple[tuple[Any, ...], ...]


def kept() -> Kept:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, position, digest FROM journal_stream")
        heads = {name: (position, digest) for name, position, digest in cursor.fetchall()}
        cursor.execute(f"SELECT {COUNTS}")
        counts = cursor.fetchone()
    return Kept(heads, books.balances(), counts, tuple(Credential.objects.order_by("person").values_list()))


class Tried:
    """Gives each command of the story at first with failures; `witness` is another process, which only reads."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._witness, self._keys = floor, Floor(floor.clock), itertools.count(1)
        self.failures = 0

    def __call__(self, actor: Actor, command: Command) -> Done:
        key = f"key {next(self._keys)}"
        answer = self._failed_at_every_call(actor, command, key)
        after = kept()
        again = self._floor.execute(actor, command, key)
        if command.secrets:
            assert is_used(again)
        else:
            assert (done(again).repeated, done(again).seq, done(again).answer) == (True, answer.seq, answer.answer)
        assert kept() == after, f"{command} was done twice"
        return answer

    def _failed_at_every_call(self, actor: Actor, command: Command, key: str) -> Done:
        before, known = kept(), self._known()
        for number in range(1, MOST_CALLS):
            failing = Failing(number)
            try:
                with failing.at_work():
                    answer = self._floor.execute(actor, command, key)
            except DatabaseError:
                self.failures += 1
            else:
                # What is committed is asked for once more.
                assert not failing.has_failed or failing.is_at_disk, f"{command} is answered though {number} failed"
                return done(answer)
            assert kept() == before, f"call {number} of {command} has left something behind"
            held = {stream: known.get(stream, Known(0, None)) for stream in self._floor._known}
            assert self._floor._known == held, f"after call {number} of {command} the memory is wrong"
        raise AssertionError(f"{command} makes more than {MOST_CALLS} calls")

    def _known(self) -> dict[str, Known]:
        return {stream: self._witness.latest(stream) for stream in kept().heads if stream != store.HOUSE_CHAIN}


def is_used(answer: Done | Any) -> bool:
    """Of a command with secrets only that it has been carried out is told: nobody could compare them."""
    return isinstance(answer, No) and answer.word == "key_used"


def is_whole(floor: Floor) -> None:
    """The chain, the books and the replay are right, and this process knows what a new one finds out."""
    report = verify()
    assert report.is_good, report.faults
    new = Floor(floor.clock)
    for stream in kept().heads:
        if stream != store.HOUSE_CHAIN:
            assert floor.latest(stream) == new.latest(stream)


def test_the_story_gives_every_command_of_the_floor(tmp_path: Path) -> None:
    clock, given = Clock(), set()
    with house_scene.sqlite_house(tmp_path, clock) as floor:
        give = scene.keyed(floor)

        def noted(actor: Actor, command: Command) -> Done:
            given.add(type(command))
            return give(actor, command)

        scene.tell(floor, clock, noted)
        assert VERBS.keys() - given == set()
        is_whole(floor)


def test_a_command_whose_nth_database_call_fails_does_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    clock = Clock()
    with house_scene.sqlite_house(tmp_path, clock) as floor:
        every_call_fails_once(floor, clock)


@pytest.mark.needs("postgresql")
def test_on_postgresql_too_the_nth_call_that_fails_leaves_nothing(postgres: PostgresServer) -> None:
    clock = Clock()
    with house_scene.postgresql_house(postgres, clock) as floor:
        every_call_fails_once(floor, clock)


def every_call_fails_once(floor: Floor, clock: Clock) -> None:
    """Each call of each command of the story, one after the other."""
    tried = Tried(floor)
    scene.tell(floor, clock, tried)
    assert tried.failures > 1000
    is_whole(floor)


def test_whether_an_unanswered_commit_has_happened_the_repeat_with_the_same_key_finds_out(tmp_path: Path) -> None:
    clock, keys = Clock(), itertools.count(1)
    with house_scene.sqlite_house(tmp_path, clock) as floor:

        def give(actor: Actor, command: Command) -> Done:
            key = f"key {next(keys)}"
            if isinstance(command, scene.TELL_ONCE):
                return done(floor.execute(actor, command, key))
            before = store.last_seq()
            with answer_of_the_commit_is_lost(), pytest.raises(DatabaseError):
                floor.execute(actor, command, key)
            recorded = store.tail(before)
            again = floor.execute(actor, command, key)
            if command.secrets:
                assert is_used(again)
                assert recorded
                return Done(store.last_seq(), (), {}, {})
            answer = done(again)
            assert answer.repeated
            assert [row.seq for row in recorded] == list(range(before + 1, answer.seq + 1))
            assert store.last_seq() == answer.seq
            return answer

        scene.tell(floor, clock, give)
        is_whole(floor)


def test_what_is_told_once_is_lost_with_its_answer_and_can_be_asked_for_anew(tmp_path: Path) -> None:
    with house_scene.sqlite_house(tmp_path) as floor, scene.same_every_time():
        staff = scene.MANAGER
        done(floor.execute(scene.OWNER, AddStaff(id=staff.id, name="Maria", roles=(staff.role,))))
        reset = ResetPassword(person=staff.person)
        with answer_of_the_commit_is_lost(), pytest.raises(DatabaseError):
            floor.execute(scene.OWNER, reset, "first")
        again = done(floor.execute(scene.OWNER, reset, "first"))
        assert (again.repeated, again.secret) == (True, {})
        assert done(floor.execute(scene.OWNER, reset, "second")).secret["password"]
        is_whole(floor)


def test_a_failing_database_is_told_as_503_and_the_same_request_succeeds_later(tmp_path: Path) -> None:
    with house_scene.sqlite_house(tmp_path) as floor, patch.object(process, "floor", lambda: floor):
        done(floor.execute(scene.MANAGER, OpenHouse()))
        done(floor.execute(scene.CASHIER, AddPatron(name="Alice Reed", date_of_birth="1980-02-29", id="p1")))
        done(floor.execute(scene.CASHIER, OpenTill(counted=0)))
        reader = AddDevice(id="cash-1", name="A cash desk", role=Role.CASHIER)
        token = done(floor.execute(scene.MANAGER, reader)).secret["token"]
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "one"}
        client, statuses = Client(raise_request_exception=False), []
        for number in range(1, MOST_CALLS):
            failing = Failing(number)
            body = {"patron": "p1", "amount": 500}
            with failing.at_work():
                answer: Any = client.post("/api/commands/buy_in", body, "application/json", headers=headers)
            statuses.append(answer.status_code)
            if not failing.has_failed:
                break
            assert answer.headers["Retry-After"]
            assert b"on fire" not in answer.content
        assert statuses == [503] * (len(statuses) - 1) + [200]
        assert len(statuses) > 10
        assert books.balance("patron:p1") == 500
