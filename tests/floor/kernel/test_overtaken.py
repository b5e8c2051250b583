"""On PostgreSQL a command also rests on streams that it does not hold: where one goes on meanwhile, it decides anew."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any, cast

import pytest
from django.db import connection, connections

from pitboss.floor.cage.closing import CloseDay
from pitboss.floor.cage.counter import BuyIn, CloseTill
from pitboss.floor.cage.events import Method
from pitboss.floor.kernel.contract import Command, No, Now
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.house_clock import Clock
from pitboss.floor.kernel.premises import DisableHouse
from pitboss.floor.kernel.registry import VERBS
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.patrons import ChangePatron, Exclude
from pitboss.floor.reading import reports
from pitboss.floor.tables.play import Play
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.ledger import books
from tests.floor import house_scene
from tests.floor.cage import scene
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    MANAGER,
    P1,
    SUPERVISOR,
    WAGERS,
    give,
    house_with_patrons,
    open_table,
)
from tests.postgres_server import PostgresServer
from tests.refusals import refused

pytestmark = pytest.mark.needs("postgresql")


@pytest.fixture
def house(postgres: PostgresServer, clock: house_scene.Clock) -> Iterator[Floor]:
    with house_scene.postgresql_house(postgres, clock) as floor:
        yield floor


def overtaken_by(
    patch: pytest.MonkeyPatch, floor: Floor, kind: type[Command], actor: Actor, commands: list[Command]
) -> list[Done | No]:
    """After each decision of a kind of command, and before it is recorded, another process gives one of these."""
    verb, answers = VERBS[kind], []

    def decide(now: Now, giver: Actor, command: Any) -> Any:
        decision = verb.decide(now, giver, command)
        if commands:
            with ThreadPoolExecutor(1) as thread:
                answers.append(thread.submit(_elsewhere, floor.clock, actor, commands.pop(0)).result(timeout=30))
        return decision

    patch.setitem(cast(Any, VERBS), kind, replace(verb, decide=decide))
    return answers


def test_nobody_wagers_in_a_house_that_was_disabled_meanwhile(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(house, "ultimate")
    first = overtaken_by(monkeypatch, house, Play, MANAGER, [DisableHouse(reason="fire")])
    answer = house.execute(P1, Play(table=table, do="place", seat=1, wagers=WAGERS["ultimate"]))
    assert [isinstance(each, Done) for each in first] == [True]
    refused(answer, word="house_disabled")
    assert books.balance(f"felt:{table}") == 0


def test_nobody_buys_in_who_was_excluded_meanwhile(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    house_with_patrons(house, cents=0)
    first = overtaken_by(monkeypatch, house, BuyIn, SUPERVISOR, [Exclude(patron="p1", reason="by direction")])
    answer = house.execute(CASHIER, BuyIn(patron="p1", amount=1000))
    assert [isinstance(each, Done) for each in first] == [True]
    refused(answer, word="excluded")
    assert books.balance("patron:p1") == 0


def test_while_a_day_is_closed_nobody_records_anything(
    house: Floor, clock: house_scene.Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Money that came in between would be of that day, or of none, and in no report."""
    house_with_patrons(house, cents=0)
    give(house, CASHIER, CloseTill(counted=0))
    clock.pass_seconds(24 * 3600)
    verb, entry = VERBS[CloseDay], BuyIn(patron="p1", amount=1000, method=Method.EFT)
    other = ChangePatron(patron="p2", name="Elsewhere")
    with ThreadPoolExecutor(2) as threads:
        meanwhile: list[Future[Done | No]] = []

        def decide(now: Now, giver: Actor, command: Any) -> Any:
            meanwhile.extend(threads.submit(_elsewhere, clock, CASHIER, each) for each in (entry, other))
            while _waiting_for_a_lock() < 2:
                assert not any(each.done() for each in meanwhile)
            return verb.decide(now, giver, command)

        monkeypatch.setitem(cast(Any, VERBS), CloseDay, replace(verb, decide=decide))
        closed = give(house, MANAGER, CloseDay(day="2025-11-15"))
        after = [cast(Done, each.result(timeout=30)).seq for each in meanwhile]
    assert closed.seq < min(after)
    assert reports.day_report(scene.SATURDAY, scene.BRISBANE) == reports.closed_day(scene.SATURDAY)


def _elsewhere(clock: Clock, actor: Actor, command: Command) -> Done | No:
    """A command given to another process of the house."""
    try:
        return Floor(clock).execute(actor, command)
    finally:
        connections.close_all()


def _waiting_for_a_lock() -> int:
    with connection.cursor() as cursor:
        # Within a transaction the server shows what it has shown first.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


def test_an_exclusion_reaches_the_event_and_the_table_as_they_are_when_it_is_recorded(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody enters and wagers beside them meanwhile: both stay, and whoever is excluded is out of both."""
    table = open_table(house, "ultimate")
    for name in ("p1", "p2"):
        give(house, SUPERVISOR, ChangePatron(patron=name, membership=f"M{name}"))
    give(house, MANAGER, AddTournament(tournament="friday", structure="friday", start="2025-11-15T18:00"))
    give(house, MANAGER, Desk(tournament="friday", do="open_entries"))
    give(house, CASHIER, Desk(tournament="friday", do="register", given={"person": "p1"}))
    give(house, P1, Play(table=table, do="place", seat=1, wagers=WAGERS["ultimate"]))
    entry = Desk(tournament="friday", do="register", given={"person": "p2"})
    first = overtaken_by(monkeypatch, house, Exclude, CASHIER, [entry])
    give(house, MANAGER, Exclude(patron="p1", reason="by direction"))
    assert [isinstance(each, Done) for each in first] == [True]
    entrants = house.record("tournament:friday").state.entrants
    assert {name: entrant.status.value for name, entrant in entrants.items()} == {
        "p1": "deregistered",
        "p2": "registered",
    }
    assert books.balance(f"felt:{table}") == 0
    assert books.trial_balance() == {"money": 0}
