"""A simulation in batches: the same answer whoever plays them, and nothing lost when it is broken off."""

import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.rules import BadRules
from pitboss.odds.simulation import run as running
from pitboss.odds.simulation.batches import Batch, By, batch_seed, batches, play_batch
from pitboss.odds.simulation.run import Failed, Stopped, run, run_batches
from pitboss.odds.simulation.workers import is_loss, processes_here
from pitboss.odds.tally import Tally, merge_tallies
from pitboss.odds.ultimate.rules import UltimateRules

CANBERRA = CanberraRules()
STRATEGY = "pair"
SIZES: dict[By, int] = {"kernel": 20_000, "engine": 40}


class AtOnce(Executor):
    """Does each piece of work when it is handed in."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **more))
        except BaseException as error:
            future.set_exception(error)
        return future


def simulated(by: By, executor: Executor, *, seed: int = 7) -> Tally:
    size = SIZES[by]
    return run(CANBERRA, STRATEGY, 5 * size + 1, seed, executor=executor, by=by, batch=size)


def test_the_answer_does_not_depend_on_who_plays() -> None:
    with ThreadPoolExecutor(3) as threads:
        for by, size in SIZES.items():
            alone = simulated(by, AtOnce())
            assert alone.rounds == alone.results["main"].total() == 5 * size + 1
            assert simulated(by, threads) == alone
            assert simulated(by, AtOnce(), seed=8).results != alone.results
    # Processes are for the rules engine, which cannot share one as threads.
    with processes_here(2) as processes:
        assert simulated("engine", processes) == simulated("engine", AtOnce())


def test_a_batch_is_played_by_its_own_seed() -> None:
    five = list(batches(CANBERRA, STRATEGY, 90, 7, by="engine", size=20))
    assert [each.rounds for each in five] == [20, 20, 20, 20, 10]
    assert [each.seed for each in five] == [batch_seed(7, number) for number in range(5)]
    tallies = [play_batch(each) for each in five[:2]]
    assert tallies[0].results != tallies[1].results
    assert merge_tallies(map(play_batch, five)) == run(
        CANBERRA, STRATEGY, 90, 7, executor=AtOnce(), by="engine", batch=20
    )


def test_seeds_are_apart_and_fit_a_kernel() -> None:
    seeds = {batch_seed(seed, number) for seed in (-1, 0, 1, 2**200) for number in range(500)}
    assert len(seeds) == 2000
    assert max(seeds) < 2**63
    # Written down, because what people have published with a seed must stay what it was.
    assert batch_seed(1, 0) == 346160259673234085


def test_everybody_who_watches_sees_all_that_is_done() -> None:
    seen: list[int] = []
    tally = run(
        CANBERRA,
        STRATEGY,
        100,
        1,
        executor=AtOnce(),
        by="engine",
        batch=30,
        watch=lambda done: seen.append(done.rounds),
    )
    assert seen == sorted(seen)
    assert seen[-1] == tally.rounds == 100


def told(batch: Batch) -> Tally:
    """A batch whose seed says how it ends."""
    if batch.seed < 0:
        raise ZeroDivisionError
    return Tally(batch.rounds, {"main": Counter({batch.seed: batch.rounds})})


def with_seeds(*seeds: int) -> list[Batch]:
    return [Batch(CANBERRA, STRATEGY, "kernel", 10, seed) for seed in seeds]


def test_what_was_done_is_kept_when_somebody_stops_it() -> None:
    def stop(done: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        run_batches(with_seeds(*range(2000)), AtOnce(), stop, told)
    kept = stopped.value.tally
    assert 0 < kept.rounds < 20_000
    assert kept.rounds == kept.results["main"].total()
    # Where nothing else is said, Ctrl-C stays Ctrl-C.
    assert isinstance(stopped.value, KeyboardInterrupt)


def test_batches_that_nobody_had_looked_at_are_kept_too() -> None:
    def interrupted(work: Any, batch: Batch) -> Future[Tally]:
        future: Future[Tally] = Future()
        if batch.seed == 2:
            # Done, but the interrupt comes while its result is fetched.
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(told(batch))
        return future

    executor = AtOnce()
    executor.submit = interrupted  # type: ignore[method-assign]
    with pytest.raises(Stopped) as stopped:
        run_batches(with_seeds(1, 2, 3), executor, play=told)
    assert stopped.value.tally == Tally(20, {"main": Counter({1: 10, 3: 10})})


def test_what_was_done_is_kept_when_a_batch_fails() -> None:
    with pytest.raises(Failed) as failed:
        run_batches(with_seeds(1, -1, 3), AtOnce(), play=told)
    assert failed.value.tally == Tally(20, {"main": Counter({1: 10, 3: 10})})
    assert isinstance(failed.value.__cause__, ZeroDivisionError)
    assert not is_loss(failed.value.__cause__)


def test_a_worker_that_dies_is_told_as_a_loss() -> None:
    def killed(executor: Executor) -> None:
        run_batches([signal.SIGKILL], executor, play=signal.raise_signal)  # type: ignore[list-item, arg-type]

    with pytest.raises(Failed) as failed, processes_here(1) as processes:
        killed(processes)
    assert is_loss(failed.value.__cause__)
    assert failed.value.tally == Tally()


def test_unknown_strategies_and_rules_that_no_table_has_are_refused_before_anything_is_played() -> None:
    class Nobody(Executor):
        def submit(self, *_: object, **__: object) -> Future[Any]:
            raise AssertionError("nothing is to be played")

    with pytest.raises(BadRules, match="There is no strategy 'worst' for canberra: there are best, "):
        run(CANBERRA, "worst", 10, 1, executor=Nobody())
    for rules in (UltimateRules(trips_lost_on_fold=False), PontoonRules(dealer_stands_on_soft_17=True)):
        with pytest.raises(BadRules, match="only the kernel can play otherwise"):
            run(rules, "best", 10, 1, executor=Nobody(), by="engine")


class _Deserted(Executor):
    """Takes every batch and plays none of them."""

    def __init__(self) -> None:
        self.is_gone = lambda: True

    def submit(self, *_: Any, **__: Any) -> Any:
        return Future()


def test_an_executor_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LOOK_SECONDS", 0.01)
    with pytest.raises(Failed) as failed:
        run(CanberraRules(), "pair", 10, 1, executor=_Deserted())
    assert isinstance(failed.value.__cause__, BrokenExecutor)
    assert failed.value.tally.rounds == 0


def test_nobody_is_told_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it takes long until the first batch is played, there is nothing to show yet."""
    monkeypatch.setattr(running, "LOOK_SECONDS", 0.01)
    seen: list[int] = []
    with ThreadPoolExecutor(1) as one:
        one.submit(time.sleep, 0.2)
        run(CANBERRA, STRATEGY, 30, 1, executor=one, by="engine", batch=10, watch=lambda done: seen.append(done.rounds))
    assert seen[0] > 0
    assert seen[-1] == 30
