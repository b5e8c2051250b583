"""How much is taken from one place, counted; and what the machine gives."""

import resource

import pytest

from pitboss.server.limits import OTHER_FILES, Allowance, Limits, Pace, limits_of_this_machine


class Stopwatch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_so_many_at_once_and_then_so_many_a_second_for_each_place() -> None:
    clock = Stopwatch()
    allowance = Allowance(Pace(3, 0.5), clock=clock)
    assert [allowance.take("one") for _ in range(5)] == [True, True, True, False, False]
    assert allowance.take("other")
    clock.seconds += 2
    assert [allowance.take("one") for _ in range(2)] == [True, False]
    clock.seconds += 1000
    assert [allowance.take("one") for _ in range(4)] == [True, True, True, False]


def test_only_so_many_places_are_remembered() -> None:
    allowance = Allowance(Pace(1, 0.0), places=2, clock=Stopwatch())
    assert [allowance.take(place) for place in ("one", "two", "one")] == [True, True, False]
    assert allowance.take("three")
    # It is the one that was not heard of for longest that is forgotten.
    assert [allowance.take(place) for place in ("one", "two")] == [False, True]


@pytest.mark.parametrize("files", [256, 1024, 20_000, resource.RLIM_INFINITY])
def test_there_are_never_more_connections_than_files_and_strangers_leave_room(
    monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (files, files))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, _limit: None)
    found = limits_of_this_machine()
    if files in (256, 1024):
        assert found.connections < files
    else:
        assert found == Limits()
    assert found.strangers <= found.connections // 2
    assert found.streams <= found.strangers // 2
    assert 0 < found.streams_of_one <= found.streams
    assert found.of_one < found.strangers


def test_all_files_are_asked_for_that_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 65_536))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limit: asked.append((what, limit)))
    assert limits_of_this_machine().connections == 1024 - OTHER_FILES
    assert asked == [(resource.RLIMIT_NOFILE, (65_536, 65_536))]
