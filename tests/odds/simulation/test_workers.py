"""Who plays the batches: a real cluster of two workers on this machine, and addresses where there is none."""

import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import distributed
import pytest

import pitboss
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.simulation.batches import By, batches
from pitboss.odds.simulation.run import Failed, Stopped, run, run_batches
from pitboss.odds.simulation.workers import NoCluster, is_loss, on_cluster, processes_here, program
from pitboss.odds.tally import Tally
from tests.odds.simulation.cluster_work import local_cluster, met, slowly

RULES = CanberraRules()
# What is there answers, however busy this machine is.
PATIENCE_SECONDS = 60.0


@pytest.fixture(autouse=True)
def nothing_hangs() -> Iterator[None]:
    """A cluster that does not answer fails its test, and not the whole run."""

    def too_long(*_: object) -> None:
        raise TimeoutError("the cluster does not answer")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(600)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with local_cluster(2) as running:
        yield running


@pytest.mark.parametrize(("by", "size"), [("kernel", 20_000), ("engine", 40)])
def test_a_cluster_brings_what_this_machine_brings(cluster: Any, by: By, size: int) -> None:
    with ThreadPoolExecutor(1) as alone:
        expected = run(RULES, "pair", 8 * size + 3, 11, executor=alone, by=by, batch=size)
    assert expected.rounds == 8 * size + 3
    with on_cluster(cluster.scheduler_address, patience_seconds=PATIENCE_SECONDS) as there:
        assert run(RULES, "pair", 8 * size + 3, 11, executor=there, by=by, batch=size) == expected
        # The same again is played again, and not remembered as one piece of work.
        assert run(RULES, "pair", 8 * size + 3, 11, executor=there, by=by, batch=size) == expected


def test_both_workers_of_the_cluster_play(cluster: Any, tmp_path: Path) -> None:
    with on_cluster(cluster.scheduler_address, patience_seconds=PATIENCE_SECONDS) as there:
        # Neither ends before both have begun, and each worker does one thing at a time.
        futures = [there.submit(met, str(tmp_path)) for _ in range(2)]
        assert len({future.result() for future in futures}) == 2


def test_a_run_on_a_cluster_can_be_stopped_and_taken_up_again(cluster: Any) -> None:
    def stop(done: Tally) -> None:
        raise KeyboardInterrupt

    with on_cluster(cluster.scheduler_address, patience_seconds=PATIENCE_SECONDS) as there:
        with pytest.raises(Stopped) as stopped:
            run(RULES, "pair", 4000, 1, executor=there, by="engine", batch=40, watch=stop)
        assert 0 < stopped.value.tally.rounds < 4000
        assert run(RULES, "pair", 40, 1, executor=there, by="engine").rounds == 40


def test_another_program_on_the_workers_is_not_trusted(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pitboss, "__version__", "0.0.0")
    program.cache_clear()
    with pytest.raises(NoCluster) as none:
        _connect(cluster.scheduler_address)
    program.cache_clear()
    assert str(none.value) == f"The workers at {cluster.scheduler_address} run another Pitboss than 0.0.0 here."


@pytest.mark.parametrize(("package", "said"), [("python", "Python"), ("distributed", "distributed"), ("dask", "dask")])
def test_other_versions_on_the_cluster_are_told(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, package: str, said: str
) -> None:
    real = distributed.versions.get_package_info

    def otherwise(names: Any) -> dict[str, str | None]:
        return {**real(names), package: "1.2.3"}

    monkeypatch.setattr(distributed.versions, "get_package_info", otherwise)
    address = cluster.scheduler_address
    with pytest.raises(NoCluster) as none:
        _connect(address)
    assert str(none.value) == f"The cluster at {address} has another version of {said} than is here."


def test_a_scheduler_without_workers_is_told() -> None:
    with local_cluster(0) as nobody, pytest.raises(NoCluster) as none:
        _connect(nobody.scheduler_address)
    assert str(none.value) == f"The cluster at {nobody.scheduler_address} has no workers."


@pytest.mark.parametrize("address", ["nonsense", "", "://", "bogus://host:1", "localhost:abc", "inproc://here"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(NoCluster) as none:
        _connect(address)
    assert str(none.value) == f"{address!r} is not the address of a Dask scheduler: write tcp://HOST:PORT."


def test_an_address_where_nobody_answers() -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        port = mute.getsockname()[1]
        for listens in (False, True):
            # At first nothing is there, then something that takes the connection and says nothing.
            if listens:
                mute.listen()
            with pytest.raises(NoCluster) as none:
                _connect(f"127.0.0.1:{port}", 1.0)
            assert str(none.value) == f"No Dask scheduler answers at 127.0.0.1:{port}."


def _connect(address: str, patience_seconds: float = PATIENCE_SECONDS) -> None:
    with on_cluster(address, patience_seconds=patience_seconds):
        raise AssertionError("there is a cluster")


def test_a_cluster_that_goes_away_is_told_as_a_loss_with_what_was_done() -> None:
    def lost(short: Any) -> None:
        many = batches(RULES, "pair", 40_000, 1, by="engine", size=40)
        with on_cluster(short.scheduler_address) as there:
            run_batches(many, there, lambda _: short.close(), slowly)

    with local_cluster(1) as short, pytest.raises(Failed) as failed:
        lost(short)
    assert is_loss(failed.value.__cause__)
    assert 0 < failed.value.tally.rounds < 40_000


def test_processes_here_are_gone_when_somebody_leaves_in_haste() -> None:
    before = set(active_children())

    def leave() -> None:
        with processes_here(2) as pool:
            for _ in range(8):
                pool.submit(time.sleep, 60)
            assert len(set(active_children()) - before) == 2
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave()
    # They would sleep for a minute; the pool's own thread takes them off the list a moment after they are gone.
    deadline = time.monotonic() + 20
    while not set(active_children()) <= before:
        assert time.monotonic() < deadline
        time.sleep(0.05)
