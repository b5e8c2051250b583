"""A busy server is killed 200 times, at random moments and at every named point: nothing answered is lost or doubled.

Each engine has its own house. After the last kill a server is left alone, the open rounds are played to their end, and
the whole house is verified.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest
from django.db import DatabaseError, connection, connections

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.cage.events import Method
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.house_clock import wall_clock
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo, OpenHouse
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.sessions import EnterDemo
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.journal.store import DISK_POINTS, POINTS
from pitboss.ledger import books
from tests.crash.busy_people import Cashier, Crowd, Person, Player
from tests.floor import house_scene
from tests.floor.answers import done, give
from tests.floor.house_fixtures import ENGINES
from tests.postgres_server import PostgresServer

KILLS = 200
BUYERS, POWER_CUTS = 4, 3
# How long a server lives that is killed at a random moment, at most.
LIFE_SECONDS = 0.1
ZYGOTE = Path(__file__).with_name("zygote.py")
MANAGER, CASHIER = Actor("staff:maria", Role.MANAGER), Actor("staff:carla", Role.CASHIER)
TABLES = {"uth-1": "ultimate", "pon-1": "pontoon", "can-1": "canberra"}


class Zygote:
    """Starts servers of one house and kills them."""

    def __init__(self, folder: Path, url: str) -> None:
        words = [sys.executable, str(ZYGOTE), str(folder), *([url] if url else [])]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.port = int(self._heard())

    def _heard(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def start(self, *point: object) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(["start", *map(str, point)]) + "\n")
        self._process.stdin.flush()
        return int(self._heard())

    def wait(self) -> None:
        """Until the server has ended."""
        assert self._heard() == "ended"

    def kill(self, server: int) -> None:
        os.kill(server, signal.SIGKILL)
        self.wait()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Floor, Path, str]]:
    """A house of its own, its folder, and its address on PostgreSQL."""
    if request.param == house_scene.SQLITE:
        with house_scene.sqlite_house(tmp_path, wall_clock) as floor:
            yield floor, tmp_path, ""
        return
    with PostgresServer() as server, house_scene.postgresql_house(server, wall_clock) as floor:
        yield floor, tmp_path, "postgresql://{USER}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)


def desk_token(floor: Floor) -> str:
    return str(give(floor, MANAGER, AddDevice(id="till", name="Till", role=Role.CASHIER)).secret["token"])


def player_token(floor: Floor, patron: str) -> str:
    """In a demo house nobody needs a password."""
    return str(give(floor, VISITOR, EnterDemo(name=patron, role=Role.PLAYER)).secret["token"])


def patron_named(floor: Floor, name: str) -> str:
    return str(give(floor, CASHIER, AddPatron(name=name, date_of_birth="1980-01-01")).answer["patron"])


def set_up(floor: Floor, port: int, random: Random) -> list[Person]:
    """Three tables with two players each, and a cashier who buys somebody in."""
    give(floor, SETTING_UP, BeginDemo())
    give(floor, MANAGER, OpenHouse())
    people: list[Person] = []
    for table, game in TABLES.items():
        settings = {"jackpot": {"pool": 2_500_000, "reserve": 1_000_000}} if game == "canberra" else {}
        give(floor, MANAGER, AddTable(table=table, game=game, title=table, settings=settings))
        give(floor, MANAGER, Play(table=table, do="open_table"))
        for seat in (1, 2):
            patron = patron_named(floor, f"{table} {seat}")
            give(floor, CASHIER, BuyIn(patron=patron, amount=900_000, method=Method.EFT))
            own = player_token(floor, patron)
            people.append(Player(port, own, Random(random.random()), table=table, seat=seat))
    idle = patron_named(floor, "Idle")
    people.append(Cashier(port, desk_token(floor), Random(random.random()), patron=idle))
    return people


@contextmanager
def busy(zygote: Zygote, people: list[Person]) -> Iterator[Crowd]:
    crowd = Crowd(people)
    crowd.come()
    yield crowd
    last = zygote.start()
    crowd.go()
    for person in people:
        if isinstance(person, Player):
            play_to_the_end(person)
    zygote.kill(last)
    for person in people:
        person.hang_up()


def play_to_the_end(player: Player) -> None:
    """An open round goes on where it was: one of its players moves, or the other one has to."""
    for _ in range(200):
        view = player.view()
        if view["stage"] in ("idle", "over", "betting") or not player.move(view):
            return
    raise AssertionError(f"{player.table} does not come to an end: {player.view()}")


def test_nothing_acknowledged_is_lost_or_doubled(place: tuple[Floor, Path, str]) -> None:
    floor, folder, url = place
    seed = int(os.environ.get("PITBOSS_SEED", "0")) or time.time_ns()
    random = Random(seed)
    print(f"PITBOSS_SEED={seed}")
    zygote = Zygote(folder, url)
    people = set_up(floor, zygote.port, random)
    bought_in = -books.balance("world:eft")
    points = POINTS + DISK_POINTS if url else POINTS
    with busy(zygote, people) as crowd:
        for number in count():
            # On a slow machine a server may be killed before its first answer: then more of them are.
            if number >= KILLS and len(crowd.acknowledged) > KILLS:
                break
            if number % 2:
                zygote.start(points[number // 2 % len(points)], random.randint(1, 6))
                zygote.wait()
            else:
                server = zygote.start()
                time.sleep(random.random() * LIFE_SECONDS)
                zygote.kill(server)
    zygote.close()

    assert [strange for person in people for strange in person.strange] == []
    kept = {row.key.partition(" ")[2]: row for row in store.tail(0) if row.key}
    acknowledged = crowd.acknowledged
    assert len(acknowledged) > KILLS
    assert acknowledged.keys() <= kept.keys()
    for key, seq in acknowledged.items():
        assert [row.seq for row in store.of_command(kept[key].key or "")][-1] == seq
    paid_in = -books.balance("world:eft") - bought_in
    assert paid_in == 100 * len(people[-1].acknowledged)
    assert set(books.trial_balance().values()) == {0}
    assert verify().faults == ()


@pytest.mark.needs("postgresql")
def test_nothing_answered_is_lost_when_the_database_loses_its_power() -> None:
    """PostgreSQL is killed with all that it has not written to the disk, while four people buy in one after another."""
    with PostgresServer() as server, house_scene.postgresql_house(server, wall_clock) as floor:
        give(floor, MANAGER, OpenHouse())
        buyers = [Buyer(floor, patron_named(floor, f"Buyer {number}")) for number in range(BUYERS)]
        with ThreadPoolExecutor(BUYERS) as threads:
            buying = [threads.submit(buyer.buy_in_until_told) for buyer in buyers]
            for number in range(POWER_CUTS):
                wanted = [len(buyer.answered) + 5 + number for buyer in buyers]
                while any(len(buyer.answered) < count for buyer, count in zip(buyers, wanted, strict=True)):
                    assert not any(each.done() for each in buying)
                    time.sleep(0.001)
                server.kill()
                connections.close_all()
                server.start()
            for buyer in buyers:
                buyer.may_stop = True
            for each in buying:
                each.result()
        kept = {row.key: row.seq for row in store.tail(0) if row.key}
        answered = {key: seq for buyer in buyers for key, seq in buyer.answered.items()}
        assert {key: kept.get(f"{CASHIER.person} {key}") for key in answered} == answered
        assert verify().faults == ()


class Buyer:
    """Buys in again and again, each time until it is answered, and notes where it was told to be recorded."""

    def __init__(self, floor: Floor, patron: str) -> None:
        self._floor, self._patron = floor, patron
        self.answered: dict[str, int] = {}
        self.may_stop = False

    def buy_in_until_told(self) -> None:
        while not self.may_stop:
            key = f"{self._patron} {len(self.answered)}"
            while key not in self.answered:
                with suppress(DatabaseError):
                    command = BuyIn(patron=self._patron, amount=100, method=Method.EFT)
                    self.answered[key] = done(self._floor.execute(CASHIER, command, key)).seq
                if key not in self.answered:
                    connections.close_all()
        connections.close_all()
