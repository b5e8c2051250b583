"""A wager goes through the house once: each package is entered from one other, and it is applied and recorded once."""

from collections import Counter

import pytest

from tests.screens.live.way_of_a_wager import CLICKED, DRAWN, TOLD, Call, callers_of, follow_a_wager, modules_of

# The packages that carry a command. Those below them are pure functions and values, which anybody may ask.
CARRIERS = ("server", "screens", "floor", "journal", "ledger")


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    return follow_a_wager()


def test_it_passes_forty_modules_at_most_until_the_other_screen_is_told(calls: list[Call]) -> None:
    assert len(modules_of([call for call in calls if call.trip != DRAWN])) <= 40


@pytest.mark.parametrize(
    ("trip", "entered"),
    [
        (CLICKED, {"screens": ["server"], "floor": ["screens"], "journal": ["floor"], "ledger": ["floor"]}),
        # The floor tells whoever listens, and is asked what may be said of the event.
        (TOLD, {"screens": ["floor"], "floor": ["screens"]}),
        # The floor is asked how far its streams have got, and asks whoever follows the journal.
        (DRAWN, {"floor": ["screens"], "screens": ["floor"], "journal": ["floor"], "ledger": ["floor"]}),
    ],
)
def test_each_package_is_entered_from_one_other(calls: list[Call], trip: str, entered: dict[str, list[str]]) -> None:
    found = callers_of(calls, trip)
    assert {package: found[package] for package in CARRIERS if package in found} == entered


def test_it_is_decided_applied_recorded_and_posted_once_and_read_back_by_nobody(calls: list[Call]) -> None:
    on_the_way = Counter(f"{call.module}.{call.function}" for call in calls if call.trip != DRAWN)
    for once in (
        *("floor.kernel.floor.Floor.execute", "floor.tables.play.play", "games.play.Game.apply"),
        *("journal.codec.encode", "journal.store.Transaction.append", "ledger.books.post"),
    ):
        assert on_the_way[once] == 1, once
    assert not {"journal.codec.decode", "journal.store.read", "journal.store.tail"} & {
        f"{call.module}.{call.function}" for call in calls
    }
