"""Commands that share a commit: killed at each of its points, and with every call of the database failing once.

Each is refused or recorded by itself, and answered after the commit. Until then nothing of any of them has happened.
"""

import itertools
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from django.db import Error as DatabaseError

from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Asked, Done, Floor, Recorded
from pitboss.floor.kernel.house_clock import wall_clock
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.registry import VERBS
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.ledger import books
from tests.crash import together_process
from tests.crash.together_process import CENTS, PATRONS, commands
from tests.crash.wire import Failing, answer_of_the_commit_is_lost, heard
from tests.floor import house_scene
from tests.floor.answers import give
from tests.floor.tables.table_floor_scene import CASHIER, MANAGER

# How often a group of `commands` comes to each point: four are decided, and three of them recorded.
TIMES = {"begun": 1, "decided": 4, "appended": 3, "posted": 3, "kept": 4, "before_commit": 1}
TIMES_AFTERWARDS = {"committed": 1, "published": 3}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with house_scene.sqlite_house(tmp_path, wall_clock) as house:
        give(house, MANAGER, OpenHouse())
        give(house, CASHIER, OpenTill(counted=0))
        for patron in (*PATRONS, "p4"):
            give(house, CASHIER, AddPatron(name=f"Patron {patron}", date_of_birth="1980-02-29", id=patron))
        yield house


def bought_in() -> int:
    return sum(books.balance(f"patron:{patron}") for patron in PATRONS)


def keys() -> set[str]:
    return {row.key.partition(" ")[2] for row in store.tail(0) if row.key}


def are_done(asked: list[Asked], *, again: bool = False) -> None:
    """Three are carried out, and the one between them is refused, as if each had come by itself."""
    first, lacking, *others = (each.answer for each in asked)
    assert isinstance(lacking, No)
    assert lacking.word == "not_enough"
    for answer in (first, *others):
        assert isinstance(answer, Done), answer
        assert answer.repeated is again


def is_whole(floor: Floor) -> None:
    """The chain, the books and the replay are right, and this process knows what a new one finds out."""
    report = verify()
    assert report.is_good, report.faults
    new = Floor(wall_clock)
    for patron in PATRONS:
        assert floor.latest(f"patron:{patron}") == new.latest(f"patron:{patron}")
    assert floor.latest("cage:main") == new.latest("cage:main")


def test_killed_at_any_point_before_the_commit_all_are_lost_and_after_it_none(floor: Floor, tmp_path: Path) -> None:
    words = [sys.executable, str(Path(together_process.__file__)), str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for point, times in (TIMES | TIMES_AFTERWARDS).items():
            for count in range(1, times + 1):
                key, before = f"{point}-{count}", bought_in()
                process.stdin.write(f"{key} {point} {count}\n")
                process.stdin.flush()
                assert process.stdout.readline() == f"{-signal.SIGKILL}\n"
                is_after = point in TIMES_AFTERWARDS
                assert {f"{key} {patron}" in keys() for patron in PATRONS} == {is_after}, key
                assert bought_in() - before == (CENTS * len(PATRONS) if is_after else 0), key
                # Whoever was not answered asks again.
                again = commands(key)
                floor.execute_all(again)
                are_done(again, again=is_after)
                assert bought_in() - before == CENTS * len(PATRONS), key
        process.stdin.close()
    assert TIMES.keys() | TIMES_AFTERWARDS.keys() == set(store.POINTS) - {"answered"}
    is_whole(floor)


def test_whichever_call_of_the_database_fails_each_command_happens_whole_or_not_at_all(floor: Floor) -> None:
    outcomes = set()
    for number in itertools.count(1):
        failing, asked, before = Failing(number), commands(f"call {number}"), bought_in()
        with failing.at_work():
            floor.execute_all(asked)
        if not failing.has_failed:
            are_done(asked)
            break
        failed = [each for each in asked if isinstance(each.answer, DatabaseError)]
        done = [each for each in asked if isinstance(each.answer, Done)]
        assert failed
        assert bought_in() - before == CENTS * len(done)
        assert keys() >= {str(each.key) for each in done}
        assert not keys() & {str(each.key) for each in failed}
        outcomes.add((len(failed), len(done)))
        again = commands(f"call {number}")
        floor.execute_all(again)
        assert bought_in() - before == CENTS * len(PATRONS)
    # Of most calls one command fails alone; of those before the first and after the last one, all.
    assert outcomes == {(1, 2), (1, 3), (4, 0)}
    is_whole(floor)


def test_where_the_answer_of_the_shared_commit_is_lost_all_may_ask_again(floor: Floor) -> None:
    asked = commands("unheard")
    with answer_of_the_commit_is_lost():
        floor.execute_all(asked)
    assert all(isinstance(each.answer, DatabaseError) for each in asked)
    again = commands("unheard")
    floor.execute_all(again)
    are_done(again, again=True)
    assert bought_in() == CENTS * len(PATRONS)
    is_whole(floor)


def test_a_fault_of_the_program_in_one_command_undoes_nothing_of_the_others(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decide(*_given: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(cast(Any, VERBS), OpenHouse, replace(VERBS[OpenHouse], decide=decide))
    first, *others = commands("with a fault")
    broken = Asked(MANAGER, OpenHouse(), "with a fault")
    floor.execute_all([first, broken, *others])
    are_done([first, *others])
    assert isinstance(broken.answer, ZeroDivisionError)
    is_whole(floor)


def test_there_is_one_commit_and_then_the_listeners_hear_of_each_in_order(floor: Floor) -> None:
    commits, told = [], []

    def say(call: Any, *, is_commit: bool) -> None:
        call()
        if is_commit:
            commits.append(call)

    def hear(done: Recorded) -> None:
        assert commits
        told.append(done.rows[0].seq)

    floor.listeners.append(hear)
    asked, before = commands("in order"), store.last_seq()
    with heard(say):
        floor.execute_all(asked)
    are_done(asked)
    assert len(commits) == 1
    assert told == [row.seq for row in store.tail(before) if row.key]


def test_the_same_key_twice_in_one_commit_is_one_command(floor: Floor) -> None:
    first, second = commands("twice")[0], commands("twice")[0]
    other = Asked(first.actor, BuyIn(patron="p1", amount=CENTS + 1), first.key)
    floor.execute_all([first, second, other])
    assert isinstance(first.answer, Done)
    assert second.answer == first.answer._replace(repeated=True)
    assert isinstance(other.answer, No)
    assert other.answer.word == "key_used"
    assert bought_in() == CENTS
