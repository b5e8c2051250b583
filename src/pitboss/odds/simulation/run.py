"""Running a simulation on any executor: a pool of processes here, or a cluster."""

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from pitboss.kits import kit_of
from pitboss.odds.rules import BadRules, Rules
from pitboss.odds.simulation.batches import USUAL_SIZE, Batch, By, batches, play_batch
from pitboss.odds.simulation.engine import unplayable
from pitboss.odds.tally import Tally, merge_tallies

T = TypeVar("T")
W = TypeVar("W")
Watch = Callable[[Tally], None]

# Batches that are handed out before others are done: enough for a large cluster, little to take back.
HANDED_OUT = 512
# How long nothing comes back before somebody looks whether the workers can still be reached.
LOOK_SECONDS = 5.0


class Stopped(KeyboardInterrupt):
    """Somebody stopped a simulation; `tally` is what had been played by then."""

    def __init__(self, tally: Any) -> None:
        super().__init__()
        self.tally = tally


class Failed(Exception):
    """A batch could not be played, for the reason it was raised from; `tally` is what had been played by then."""

    def __init__(self, tally: Any) -> None:
        super().__init__()
        self.tally = tally


class _Standing(NamedTuple, Generic[T]):
    """What is merged and what is not yet: one value, so that an interrupt finds no batch in both or in neither."""

    done: T
    out: frozenset[Future[T]]


def strategies(rules: Rules) -> tuple[str, ...]:
    """The names of the ways to play a game."""
    return tuple(kit_of(rules.game).solve("strategies:STRATEGIES"))


def check(rules: Rules, strategy: str, by: By) -> None:
    """Raises BadRules where no round can be played so."""
    wrong = unplayable(rules) if by == "engine" else None
    if wrong:
        raise wrong
    names = strategies(rules)
    if strategy not in names:
        raise BadRules(f"There is no strategy {strategy!r} for {rules.game}: there are {', '.join(names)}.")


def run(
    rules: Rules,
    strategy: str,
    rounds: int,
    seed: int,
    *,
    executor: Executor,
    by: By = "kernel",
    batch: int | None = None,
    watch: Watch | None = None,
) -> Tally:
    """So many rounds, in batches on the executor; `watch` sees the running tally after each step.

    The answer depends on rules, strategy, rounds, seed, `by` and the size of a batch, and on nothing else. Raises
    Stopped on Ctrl-C and Failed where a batch breaks, both with what was done.
    """
    check(rules, strategy, by)
    size = USUAL_SIZE[by] if batch is None else batch
    return run_batches(batches(rules, strategy, rounds, seed, by=by, size=size), executor, watch)


def run_batches(
    waiting: Iterable[Batch],
    executor: Executor,
    watch: Watch | None = None,
    play: Callable[[Batch], Tally] = play_batch,
) -> Tally:
    """Batches on the executor, merged as they come."""
    return gather(waiting, executor, play, nothing=Tally(), merge=merge_tallies, watch=watch)


def gather(
    waiting: Iterable[W],
    executor: Executor,
    play: Callable[[W], T],
    *,
    nothing: T,
    merge: Callable[[Iterable[T]], T],
    watch: Callable[[T], None] | None = None,
) -> T:
    """Pieces of work on the executor, what came of them merged as they come; Stopped and Failed keep what was done."""
    left = iter(waiting)
    standing = _Standing[T](nothing, frozenset())
    try:
        while True:
            fresh = [executor.submit(play, each) for each in islice(left, HANDED_OUT - len(standing.out))]
            standing = standing._replace(out=standing.out.union(fresh))
            if not standing.out:
                return standing.done
            finished, _ = wait(standing.out, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            if not finished:
                if getattr(executor, "is_gone", _is_here)():
                    raise BrokenExecutor("Nobody is there any more to play.")
                continue
            standing = _merge_finished(standing, finished, merge)
            if watch:
                watch(standing.done)
    except KeyboardInterrupt:
        raise Stopped(_merge_all(standing, merge)) from None
    except Exception as error:
        raise Failed(_merge_all(standing, merge)) from error
    finally:
        for future in standing.out:
            future.cancel()


def _is_here() -> bool:
    """An executor that does not say otherwise is never gone."""
    return False


def _merge_finished(
    standing: _Standing[T], finished: Iterable[Future[T]], merge: Callable[[Iterable[T]], T]
) -> _Standing[T]:
    results = [future.result() for future in finished]
    return _Standing(merge((standing.done, *results)), standing.out.difference(finished))


def _merge_all(standing: _Standing[T], merge: Callable[[Iterable[T]], T]) -> T:
    """All that was played, batches that nobody had looked at yet included."""
    finished = [each for each in standing.out if each.done() and not each.cancelled() and not each.exception()]
    return _merge_finished(standing, finished, merge).done
