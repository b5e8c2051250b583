"""Tables of a real house for tests: staff, patrons with money, tables of every game, and rounds played at them."""

import json
from collections.abc import Mapping
from typing import Any

import house_scene  # noqa: F401  (sets Django up before anything of the floor is imported)
from django.db import transaction
from pitboss.floor import accounts
from pitboss.floor.contract import Command, No
from pitboss.floor.house import Done, Floor
from pitboss.floor.patrons import AddPatron
from pitboss.floor.play import Deal, Play
from pitboss.floor.premises import OpenHouse
from pitboss.floor.roles import Actor, Role
from pitboss.floor.tables import AddTable, TableRecord
from pitboss.journal import store
from pitboss.ledger import books

MANAGER = Actor("staff:maria", Role.MANAGER)
SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
DEALER = Actor("staff:dora", Role.DEALER)
AUDITOR = Actor("staff:ada", Role.AUDITOR)
DISPLAY = Actor("device:wall", Role.DISPLAY)


def player(name: str) -> Actor:
    return Actor(f"patron:{name}", Role.PLAYER)


P1, P2, P3 = player("p1"), player("p2"), player("p3")
PLAYERS = (P1, P2, P3)
EVERYBODY = (*PLAYERS, player("p4"), DEALER, SUPERVISOR, MANAGER, AUDITOR, DISPLAY)
WAGERS: Mapping[str, Mapping[str, int]] = {
    "ultimate": {"ante": 1000, "blind": 1000, "trips": 500},
    "canberra": {"ante": 1000},
    "pontoon": {"main": 1000},
}
JACKPOT = {"pool": 5_000_000, "reserve": 500_000, "reseed_from_reserve": 100_000}


def done(answer: Done | No) -> Done:
    """The command was carried out."""
    assert isinstance(answer, Done), answer
    return answer


def refused(answer: Done | No) -> No:
    assert isinstance(answer, No), answer
    return answer


def give(floor: Floor, actor: Actor, command: Command, key: str | None = None) -> Done:
    return done(floor.execute(actor, command, key))


def say(floor: Floor, actor: Actor, table: str, do: str, **particulars: Any) -> Done | No:
    return floor.execute(actor, Play(table=table, do=do, **particulars))


def record_of(floor: Floor, table: str) -> TableRecord:
    found: TableRecord = floor.record(f"table:{table}")
    return found


def house_with_patrons(floor: Floor, cents: int = 1_000_000) -> None:
    """The house is open, and p1 to p4 have money in their accounts."""
    give(floor, MANAGER, OpenHouse())
    for actor in (*PLAYERS, player("p4")):
        give(floor, SUPERVISOR, AddPatron(name=f"Patron {actor.id}", date_of_birth="1980-02-29", id=actor.id))
        fund(actor.id, cents)


def fund(patron: str, cents: int) -> None:
    """Money from outside, as the cage would book it."""
    with transaction.atomic():
        books.post([books.Transfer(accounts.world("cash"), accounts.patron(patron), cents, store.last_seq())])


def open_table(floor: Floor, game: str, table: str | None = None, mode: str = "house", **settings: Any) -> str:
    """A table of a game, added and open."""
    name = table or f"{game}-1"
    give(floor, MANAGER, AddTable(table=name, game=game, title=f"{game} one", mode=mode, settings=settings))
    done(say(floor, SUPERVISOR, name, "open_table"))
    return name


def deal(floor: Floor, table: str, *actors: Actor) -> None:
    for actor in actors:
        give(floor, actor, Deal(table=table))


def text_of(view: Any) -> str:
    return json.dumps(view)
