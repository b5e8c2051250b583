"""Argon2 in its own threads: a short queue, and whoever comes when it is full is told so at once."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from argon2 import PasswordHasher

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.roles import VISITOR, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.sessions import SignIn
from tests.floor.people.people_scene import OWNER, OnSqlite, attempt, give

PATIENCE_SECONDS = 30


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing is hashed until the event is set."""
    may_go_on, real = threading.Event(), PasswordHasher

    class Slow:
        def __init__(self, *cost: Any, **more: Any) -> None:
            self._real = real(*cost, **more)

        def hash(self, password: bytes) -> str:
            assert may_go_on.wait(PATIENCE_SECONDS)
            return self._real.hash(password)

        def verify(self, stored: str, password: bytes) -> bool:
            return self._real.verify(stored, password)

    monkeypatch.setattr(hashing, "PasswordHasher", Slow)
    yield may_go_on
    may_go_on.set()


def test_only_so_many_wait_and_the_next_is_refused_at_once(stuck: threading.Event) -> None:
    with ThreadPoolExecutor(hashing.MOST_AT_ONCE) as threads:
        waiting = [threads.submit(hashing.hash_password, "x" * 12) for _ in range(hashing.MOST_AT_ONCE)]
        while hashing._places._value:
            time.sleep(0.01)
        with pytest.raises(hashing.TooManyAtOnce):
            hashing.hash_password("x" * 12)
        stuck.set()
        assert len({each.result() for each in waiting}) == hashing.MOST_AT_ONCE
    assert hashing.matches(hashing.hash_password("x" * 12), "x" * 12) is True


def test_it_is_done_by_threads_of_its_own_that_step_back() -> None:
    name, niceness = hashing._in_turn(lambda: (threading.current_thread().name, os.getpriority(os.PRIO_PROCESS, 0)))
    assert name.startswith("passwords")
    assert niceness >= os.getpriority(os.PRIO_PROCESS, os.getpid())


class TestFull(OnSqlite):
    def test_a_sign_in_is_refused_in_one_sentence_and_others_go_on(
        self, house: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hashing, "_places", threading.BoundedSemaphore(1))
        with hashing._places:
            answer = attempt(house, "any password", "nobody")
            assert answer == hashing.BUSY
            assert isinstance(answer, No)
            assert (answer.status, answer.reason.count(".")) == (503, 1)
            give(house, OWNER, OpenHouse())
        assert house.execute(VISITOR, SignIn(name="nobody", password="x" * 12, role=Role.DEALER)) != hashing.BUSY


def test_a_process_that_is_forked_has_threads_of_its_own() -> None:
    hashing.hash_password("x" * 12)
    child = os.fork()
    if child == 0:
        os._exit(0 if hashing.hash_password("x" * 12) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
