"""The process that computes: asked from the house, never part of it, and gone when the house is."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.odds.rules import read_rules
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import MOST_OF_ONE_PLACE, MOST_OF_VISITORS, NotComputed, Worker
from tests.known import known
from tests.screens.maths.scene import PATIENCE_SECONDS, computed, ultimate_state


@pytest.fixture
def worker() -> Iterator[Worker]:
    """One that may be ended."""
    made = Worker()
    yield made
    made.close()


@pytest.fixture(scope="module")
def lasting() -> Iterator[Worker]:
    """One for all tests that leave it as it is."""
    made = Worker()
    yield made
    made.close()


def is_running(pid: int) -> bool:
    """Whether there is a process that has not ended; one whose parent has not looked yet has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends(pid: int) -> bool:
    until = time.monotonic() + PATIENCE_SECONDS
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_running(pid)


def test_a_question_is_answered_by_another_process_and_asked_once(lasting: Worker) -> None:
    asked = lasting.ask(jobs.choices, ultimate_state(), 1, "p1", False)
    assert lasting.ask(jobs.choices, ultimate_state(), 1, "p1", False) is asked
    values = {(each.choice.do, each.amount): each.value for each in computed(asked).values}
    assert max(values, key=lambda choice: values[choice]) == ("play", 4000)
    assert values["fold", None] == -2000
    assert lasting.pid not in (None, os.getpid())


def test_what_nobody_sees_changes_nothing(lasting: Worker) -> None:
    other = lasting.ask(jobs.choices, ultimate_state("Ac Ah 9h Jc 3s As Ad 2d 7h"), 1, "p1", False)
    here = lasting.ask(jobs.choices, ultimate_state(), 1, "p1", False)
    assert other is not here
    assert [each.value for each in computed(other).values] == [each.value for each in computed(here).values]


def test_a_computation_that_breaks_off_is_told_and_can_be_asked_again(
    lasting: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    broken = lasting.ask(jobs.figures, "no rules")  # type: ignore[arg-type]
    with pytest.raises(NotComputed, match=r"^The computation broke off; ask once more\.$"):
        broken.wait(PATIENCE_SECONDS)
    assert "a computation broke off" in caplog.messages
    assert lasting.ask(jobs.figures, "no rules") is not broken  # type: ignore[arg-type]
    assert computed(lasting.ask(jobs.figures, read_rules("canberra"))).wagers["main"].edge > 0


def test_a_process_that_is_killed_is_started_again(worker: Worker) -> None:
    lost = worker.ask(jobs.figures, read_rules("pontoon"))
    first = known(worker.pid)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(NotComputed):
        lost.wait(PATIENCE_SECONDS)
    assert computed(worker.ask(jobs.figures, read_rules("canberra"))).decisions
    assert worker.pid != first


def test_it_ends_with_the_house_whatever_it_computes(worker: Worker) -> None:
    lost = worker.ask(jobs.figures, read_rules("pontoon"))
    pid = known(worker.pid)
    worker.close()
    assert ends(pid)
    with pytest.raises(NotComputed):
        lost.wait(PATIENCE_SECONDS)


def test_it_ends_when_the_house_is_killed() -> None:
    script = """
import os, signal
from pitboss.odds.rules import read_rules
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import Worker
worker = Worker()
worker.ask(jobs.figures, read_rules("canberra")).wait(300)
print(worker.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert killed.returncode == -signal.SIGKILL
    assert ends(int(killed.stdout))


def test_long_questions_and_short_ones_do_not_wait_for_each_other(worker: Worker) -> None:
    asleep = worker.ask(time.sleep, PATIENCE_SECONDS)
    assert computed(worker.ask(jobs.figures, read_rules("canberra"))).decisions
    assert not asleep.is_there


def test_nobody_puts_more_questions_than_can_be_borne(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.screens.common.computing.worker.MOST_WAITING", 1)
    worker.ask(jobs.figures, read_rules("canberra"))
    with pytest.raises(NotComputed, match="in a moment"):
        worker.ask(jobs.figures, read_rules("ultimate")).wait()


class TestVisitors:
    """Questions of visitors have a bound of their own: advice at the tables goes on."""

    def test_however_many_they_ask_those_whom_the_house_knows_are_answered(self, worker: Worker) -> None:
        asked = [worker.ask(time.sleep, PATIENCE_SECONDS + number, place=f"place {number}") for number in range(40)]
        assert sum(answer.is_there for answer in asked) == 40 - MOST_OF_VISITORS
        with pytest.raises(NotComputed, match="in a moment"):
            asked[-1].wait()
        values = computed(worker.ask(jobs.choices, ultimate_state(), 1, "p1", False)).values
        assert max(values, key=lambda each: each.value).choice.do == "play"
        assert computed(worker.ask(jobs.figures, read_rules("canberra"))).decisions

    def test_one_place_does_not_keep_others_from_asking(self, worker: Worker) -> None:
        here = [worker.ask(time.sleep, PATIENCE_SECONDS + number, place="here") for number in range(10)]
        assert [answer.is_there for answer in here] == [False] * MOST_OF_ONE_PLACE + [True] * (10 - MOST_OF_ONE_PLACE)
        assert not worker.ask(time.sleep, PATIENCE_SECONDS + 10, place="there").is_there
        # What is being computed for others already is told to everybody.
        assert worker.ask(time.sleep, PATIENCE_SECONDS, place="here") is here[0]
