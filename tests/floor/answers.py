"""What the house answers to commands of tests, one by one or all at once: done, or refused and nothing has changed."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection, connections

from pitboss.floor.kernel.approvals import Approve
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.security import DOORS
from pitboss.journal import store
from pitboss.ledger import books
from tests.refusals import refused

T = TypeVar("T")


def done(answer: Done | No) -> Done:
    """The command was carried out."""
    assert isinstance(answer, Done), answer
    return answer


def give(house: Floor, actor: Actor, command: Command, key: str | None = None) -> Done:
    """A command that must be carried out."""
    return done(house.execute(actor, command, key))


def agreed(house: Floor, actor: Actor, command: Command, second: Actor) -> Done:
    """A command that must be carried out, to which a second person agrees where it takes two."""
    answer = house.execute(actor, command)
    if isinstance(answer, Done):
        return answer
    assert answer.request, answer
    return give(house, second, Approve(number=answer.request))


def refuses(house: Floor, actor: Actor, command: Command, **expected: object) -> No:
    """A command that must be refused with these particulars; no money moves, and security alone is told."""
    before = _recorded(), books.balances()
    answer = refused(house.execute(actor, command), **expected)
    assert (_recorded(), books.balances()) == before
    return answer


def at_once(jobs: Sequence[Callable[[], T]]) -> list[T]:
    """All jobs at the same moment, each on a thread and a connection of its own; what each of them came to."""
    together = threading.Barrier(len(jobs))

    def work(job: Callable[[], T]) -> T:
        try:
            connection.ensure_connection()
            together.wait()
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(work, jobs))


def given(floor: Floor, actor: Actor, command: Command, key: str | None = None) -> Callable[[], Done | No]:
    return lambda: floor.execute(actor, command, key)


def _recorded() -> int:
    """How many events there are beside those that tell security who was turned away."""
    return store.last_seq() - sum(head.position for head in store.heads([DOORS]).values())
