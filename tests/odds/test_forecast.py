"""Forecasts: many small events, the same from whoever plays them."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.odds.forecast import End, Forecast, Work, forecast, forecast_from, of_ends, play_event
from pitboss.odds.simulation.run import Failed, Stopped
from pitboss.odds.simulation.workers import on_cluster, processes_here
from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import TooManySteps, run_event
from pitboss.tournaments.event.conditions import Break
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import Tournament
from tests.odds.simulation.cluster_work import local_cluster

# A turbo with few entries: an event takes a tenth of a second.
MONDAY = event("monday_triple_shot")
ASKED = (MONDAY, 6, 5, 11)


@pytest.fixture(autouse=True)
def nothing_hangs() -> Iterator[None]:
    """Workers that do not answer fail their test, and not the whole run."""

    def too_long(*_: object) -> None:
        raise TimeoutError("the workers do not answer")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(150)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def here() -> Forecast:
    with ThreadPoolExecutor(1) as alone:
        return forecast(*ASKED, executor=alone)


def test_the_ends_stand_from_the_soonest_to_the_last(here: Forecast) -> None:
    assert len(here.ends) == 5
    assert list(here.ends) == sorted(here.ends)
    assert len(set(here.ends)) == 5
    for end in here.ends:
        assert (1 <= end.level <= 26, end.tables) == (True, 1)
        assert end.seconds > 20 * end.hands > 0
        assert not end.overran


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_processes_brings_the_same(here: Forecast, workers: int) -> None:
    with processes_here(workers) as pool:
        assert forecast(*ASKED, executor=pool) == here


def test_threads_bring_the_same(here: Forecast) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert forecast(*ASKED, executor=pool) == here


def test_a_cluster_brings_the_same(here: Forecast) -> None:
    with local_cluster(2) as cluster, on_cluster(cluster.scheduler_address) as there:
        assert forecast(*ASKED, executor=there) == here


def test_more_events_contain_fewer_and_another_seed_brings_others(here: Forecast) -> None:
    with ThreadPoolExecutor(1) as alone:
        assert set(forecast(MONDAY, 6, 2, 11, executor=alone).ends) < set(here.ends)
        assert not set(forecast(MONDAY, 6, 2, 12, executor=alone).ends) & set(here.ends)


def end(seconds: int, level: int = 20, *, overran: bool = False) -> End:
    return End(seconds, level, overran, hands=300, tables=2)


def test_parts_are_counted_in_whole_events() -> None:
    found = of_ends(MONDAY, 20, [end(seconds) for seconds in (400, 100, 300, 200)])
    by_part = [found.seconds_at(Fraction(part, 8)) for part in range(9)]
    assert by_part == [100, 100, 100, 200, 200, 300, 300, 400, 400]
    assert by_part == sorted(by_part)
    assert found.mean_seconds == 250


def test_the_parts_of_a_real_forecast_go_up(here: Forecast) -> None:
    by_part = [here.seconds_at(Fraction(part, 20)) for part in range(21)]
    assert by_part == sorted(by_part)
    assert (by_part[0], by_part[-1]) == (here.ends[0].seconds, here.ends[-1].seconds)
    assert by_part[0] < here.mean_seconds < by_part[-1]


@pytest.mark.clause("STAR 1-b[s1]")
def test_chances_are_fractions_of_the_events() -> None:
    twelve = 12 * 3600
    found = of_ends(MONDAY, 20, [end(twelve), end(twelve + 1, 26), end(60), end(twelve + 9, 26, overran=True)])
    assert found.chance_of_twelve_hours == Fraction(2, 4)
    assert found.chance_past_the_ladder == Fraction(1, 4)
    assert found.levels == {20: 2, 26: 2}


@pytest.mark.clause("STAR 1-b[s1]")
def test_the_time_is_that_of_play_without_a_suspension() -> None:
    """A night between two days of play would say nothing of how long the event takes."""
    half_a_day = replace(MONDAY, breaks=(Break(1, 12 * 3600),))
    with ThreadPoolExecutor(1) as alone:
        found, usual = forecast(half_a_day, 6, 1, 11, executor=alone), forecast(MONDAY, 6, 1, 11, executor=alone)
    assert 12 * 3600 < found.ends[0].seconds < 24 * 3600
    assert found.chance_of_twelve_hours == 1
    assert usual.chance_of_twelve_hours == 0


def test_an_event_of_a_house_game_is_foretold_too() -> None:
    pontoon = event("pontoon_heats")
    (found,) = play_event(Work(pontoon, 10, 3))
    figures = run_house_event(pontoon, 10, 3).statistics
    assert found == End(figures.finished, figures.level, False, figures.hands, figures.most_tables)


def test_whoever_watches_sees_every_event_and_whoever_stops_keeps_what_was_played() -> None:
    seen: list[int] = []

    def watch(ends: tuple[End, ...]) -> None:
        seen.append(len(ends))
        if len(ends) >= 2:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as alone, pytest.raises(Stopped) as stopped:
        forecast(*ASKED, executor=alone, watch=watch)
    assert seen == [1, 2]
    kept: tuple[End, ...] = stopped.value.tally
    assert 2 <= len(kept) < 5
    assert of_ends(MONDAY, 6, kept).mean_seconds > 0


def test_an_event_without_an_end_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tournaments.bots.simulation._MOST_STEPS", 50)
    with ThreadPoolExecutor(1) as alone, pytest.raises(Failed) as failed:
        forecast(*ASKED, executor=alone)
    assert isinstance(failed.value.__cause__, TooManySteps)
    assert failed.value.tally == ()


def test_an_event_under_way_is_forecast_from_where_it_stands() -> None:
    """Never before the moment itself, with the hands still to come, and equal for equal seeds."""
    moments: list[tuple[int, Tournament]] = []
    run_event(event("friday"), 20, 3, watch=lambda before, command, events, after: moments.append((command.at, after)))
    at, state = moments[2 * len(moments) // 3]
    with ThreadPoolExecutor(2) as pool:
        found = forecast_from(state, at, 4, 9, executor=pool)
        again = forecast_from(state, at, 4, 9, executor=pool)
        whole = forecast(event("friday"), 20, 4, 9, executor=pool)
    assert found == again
    assert found.entries == 20
    assert all(end.seconds >= at - (state.started or 0) for end in found.ends)
    assert max(end.hands for end in found.ends) < max(end.hands for end in whole.ends)
