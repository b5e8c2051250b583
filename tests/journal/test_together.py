"""Those who come while others are being committed are committed together, by one of them."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from django.db import connections

from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor, Recorded
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.patrons import ChangePatron
from pitboss.journal import store
from pitboss.journal.together import Together
from tests.floor.house_scene import ON_SQLITE
from tests.floor.tables.table_floor_scene import MANAGER, SUPERVISOR, give, house_with_patrons

PATIENCE_SECONDS = 30
MOST = 3


@dataclass(eq=False)
class Guest:
    name: str
    answer: str | None = None


class Table:
    """Work that goes on until somebody lets it end."""

    def __init__(self) -> None:
        self.served: list[list[str]] = []
        self.is_busy, self.may_end = threading.Event(), threading.Event()

    def serve(self, guests: Sequence[Guest]) -> None:
        self.served.append([guest.name for guest in guests])
        self.is_busy.set()
        assert self.may_end.wait(PATIENCE_SECONDS)
        for guest in guests:
            guest.answer = guest.name.upper()


def wait_for_line(line: Together[Guest], length: int) -> None:
    while len(line._line) < length:
        threading.Event().wait(0.001)


def test_whoever_comes_meanwhile_is_next_together_and_never_more_than_so_many() -> None:
    table = Table()
    line = Together(table.serve, MOST)
    guests = [Guest(name) for name in "abcde"]
    with ThreadPoolExecutor(len(guests)) as threads:
        first = threads.submit(line.join, guests[:1])
        assert table.is_busy.wait(PATIENCE_SECONDS)
        others = [threads.submit(line.join, [guest]) for guest in guests[1:]]
        wait_for_line(line, len(others))
        assert not first.done()
        table.may_end.set()
        for each in (first, *others):
            each.result(PATIENCE_SECONDS)
    assert [len(each) for each in table.served] == [1, MOST, 1]
    assert sorted(name for each in table.served for name in each) == list("abcde")
    assert [guest.answer for guest in guests] == list("ABCDE")


def test_several_who_come_together_keep_their_order_and_leave_together() -> None:
    table = Table()
    table.may_end.set()
    line = Together(table.serve, MOST)
    guests = [Guest(name) for name in "abcd"]
    line.join(guests)
    assert table.served == [["a", "b", "c"], ["d"]]
    assert [guest.answer for guest in guests] == list("ABCD")


def test_after_work_that_broke_off_the_next_can_go_on() -> None:
    def break_off(_guests: Sequence[Guest]) -> None:
        raise KeyboardInterrupt

    table = Table()
    table.may_end.set()
    line = Together(break_off, MOST)
    with pytest.raises(KeyboardInterrupt):
        line.join([Guest("a")])
    line._work = table.serve
    line.join([Guest("b")])
    assert table.served == [["b"]]


@ON_SQLITE
def test_commands_of_many_threads_that_wait_for_one_commit_share_the_next(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house_with_patrons(house)
    give(house, MANAGER, CloseHouse(reason="late"))
    commits: list[int] = []

    def note_commit(point: str) -> None:
        if point == "committed":
            commits.append(store.last_seq())

    monkeypatch.setattr(store, "pass_point", note_commit)
    is_busy, may_end = threading.Event(), threading.Event()

    def hold_up(_done: Recorded) -> None:
        is_busy.set()
        assert may_end.wait(PATIENCE_SECONDS)

    def by_thread(actor: Actor, command: Command) -> None:
        try:
            give(house, actor, command)
        finally:
            connections.close_all()

    house.listeners.append(hold_up)
    changes = [ChangePatron(patron=patron, name=f"Another {patron}") for patron in ("p1", "p2", "p3")]
    with ThreadPoolExecutor(4) as threads:
        jobs = [threads.submit(by_thread, MANAGER, OpenHouse())]
        assert is_busy.wait(PATIENCE_SECONDS)
        jobs += [threads.submit(by_thread, SUPERVISOR, change) for change in changes]
        while len(house._together._line) < len(changes):
            threading.Event().wait(0.001)
        may_end.set()
        for job in jobs:
            job.result(PATIENCE_SECONDS)
    assert len(commits) == 2
    assert commits[1] == store.last_seq()
    for change in changes:
        assert house.record(f"patron:{change.patron}").name == change.name
