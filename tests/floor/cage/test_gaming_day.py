"""The gaming day: where it begins, over daylight saving too, and how its books are closed."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.cage.closing import CloseDay
from pitboss.floor.cage.counter import BuyIn, CloseTill, OpenTill
from pitboss.floor.cage.day_figures import DayReport, TillDay
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SetHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import reports
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.ledger import books
from tests.floor.cage import scene
from tests.floor.cage.scene import CASHIER, DEALER, HOUR, MANAGER, SUPERVISOR, give, refuses
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import rule

SYDNEY = GamingClock("Australia/Sydney", 6)
SECOND = 1_000_000


@pytest.fixture
def day_house(house: Floor) -> Iterator[Floor]:
    scene.open_house(house, "p1", "p2", tables=["uth-1", "uth-2"], till=None)
    yield house
    scene.check_books(house)


def moment(text: str) -> int:
    """Microseconds of a moment that is told with its offset from UTC."""
    return int((datetime.fromisoformat(text) - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(microseconds=1))


def test_a_gaming_day_begins_at_six_in_the_morning() -> None:
    six = moment("2025-11-15T06:00:00+10:00")
    assert scene.BRISBANE.day(six) == date(2025, 11, 15)
    assert scene.BRISBANE.day(six - 1) == date(2025, 11, 14)
    assert scene.BRISBANE.start(date(2025, 11, 15)) == six


@pytest.mark.parametrize(
    ("day", "offsets", "hours"),
    [
        # Clocks go forward on the first Sunday of October at two, which is still the gaming day of Saturday.
        (date(2025, 10, 4), ("+10:00", "+11:00"), 23),
        (date(2025, 10, 5), ("+11:00", "+11:00"), 24),
        # And back on the first Sunday of April at three.
        (date(2026, 4, 4), ("+11:00", "+10:00"), 25),
        (date(2026, 4, 5), ("+10:00", "+10:00"), 24),
    ],
)
def test_over_daylight_saving_a_day_has_an_hour_more_or_less(day: date, offsets: tuple[str, str], hours: int) -> None:
    since, until = SYDNEY.span(day)
    assert since == moment(f"{day}T06:00:00{offsets[0]}")
    assert until == moment(f"{day + timedelta(days=1)}T06:00:00{offsets[1]}")
    assert until - since == hours * HOUR * SECOND


def test_a_day_that_begins_in_the_hour_that_is_left_out_begins_with_the_change() -> None:
    early = GamingClock("Australia/Sydney", 2)
    assert early.start(date(2025, 10, 5)) == moment("2025-10-05T03:00:00+11:00")


@given(
    st.sampled_from(["Australia/Brisbane", "Australia/Sydney", "Australia/Lord_Howe", "Europe/Vienna", "UTC"]),
    st.integers(0, 23),
    st.integers(moment("2020-01-01T00:00:00+00:00"), moment("2030-01-01T00:00:00+00:00")),
)
def test_every_moment_is_in_the_span_of_its_day_and_of_no_other(zone: str, first_hour: int, at: int) -> None:
    gaming = GamingClock(zone, first_hour)
    since, until = gaming.span(gaming.day(at))
    assert since <= at < until
    assert gaming.day(until) == gaming.day(at) + timedelta(days=1)
    assert gaming.day(since - 1) == gaming.day(at) - timedelta(days=1)


def test_events_carry_the_day_by_the_houses_own_clock(day_house: Floor, clock: Clock) -> None:
    clock.now = moment("2026-10-04T05:59:59+11:00")
    give(day_house, MANAGER, SetHouse(time_zone="Australia/Sydney", first_hour=6))
    assert scene.buy_in(day_house, "p1", 1, Method.EFT).facts[0].event.day == "2026-10-03"
    clock.pass_seconds(1)
    assert scene.buy_in(day_house, "p1", 1, Method.EFT).facts[0].event.day == "2026-10-04"


# The close of a day. The tests' clock begins at noon of the 15th, and 18 hours later the day is over.

FIRST, NEXT = "2025-11-15", "2025-11-16"


def close(house: Floor, day: str = FIRST) -> DayReport:
    (fact,) = give(house, MANAGER, CloseDay(day=day)).facts
    report: DayReport = fact.event.report
    return report


def test_a_day_is_journalled_as_the_day_that_was_closed(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    clock.pass_seconds(30 * HOUR)
    scene.buy_in(day_house, "p2", 500, Method.EFT)
    (fact,) = give(day_house, MANAGER, CloseDay(day=FIRST)).facts
    assert fact.event.day == FIRST
    assert "the gaming day 15 November 2025" in words_of(fact.event)
    assert "the gaming day 15 November 2025" in words_of(fact.event._replace(day=NEXT))
    assert cage_of(day_house).open_days == (NEXT,)


def test_a_till_that_is_counted_late_is_that_of_the_day_on_which_it_was_opened(day_house: Floor, clock: Clock) -> None:
    give(day_house, CASHIER, OpenTill(counted=100))
    clock.pass_seconds(20 * HOUR)
    closed, *_ = give(day_house, CASHIER, CloseTill(counted=90)).facts
    assert closed.event.day == FIRST
    assert close(day_house).tills == (TillDay(100, 90, CASHIER.person),)
    assert reports.day_report(date(2025, 11, 16), scene.BRISBANE).tills == ()


def test_a_closed_day_keeps_its_report(day_house: Floor, clock: Clock) -> None:
    scene.fill(day_house, "uth-1", 5000)
    give(day_house, DEALER, BuyIn(patron="p1", amount=700, table="uth-1"))
    scene.count(day_house, "uth-1", 5000, closing=True)
    clock.pass_seconds(18 * HOUR)
    report = close(day_house)
    assert (report.day, report.drop, report.win) == (FIRST, 700, 0)
    assert report == reports.day_report(scene.SATURDAY, scene.BRISBANE)
    assert report == reports.closed_day(scene.SATURDAY) == cage_of(day_house).last_report
    refuses(day_house, MANAGER, CloseDay(day=FIRST), word="day_closed")


def test_what_happens_after_a_day_does_not_change_its_report(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    clock.pass_seconds(18 * HOUR)
    report = close(day_house)
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    scene.fill(day_house, "uth-1", 5000)
    assert reports.day_report(scene.SATURDAY, scene.BRISBANE) == report


def test_a_day_is_closed_when_it_is_over(day_house: Floor, clock: Clock) -> None:
    refuses(day_house, MANAGER, CloseDay(day=FIRST), word="day_running")
    refuses(day_house, MANAGER, CloseDay(day="2031-01-01"), word="day_running")
    for day in ("", "today", "0001-01-01", "1999-12-31", "2025-02-30", "2025-1-1", "\0"):
        refuses(day_house, MANAGER, CloseDay(day=day), field="day", status=422)
    clock.pass_seconds(18 * HOUR - 1)
    refuses(day_house, MANAGER, CloseDay(day=FIRST), word="day_running")
    clock.pass_seconds(1)
    close(day_house)


def test_a_day_before_the_house_has_no_books(day_house: Floor, clock: Clock) -> None:
    refuses(day_house, MANAGER, CloseDay(day="2020-01-01"), word="before_the_books")


def test_days_are_closed_in_their_order(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    clock.pass_seconds(24 * HOUR)
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    clock.pass_seconds(24 * HOUR)
    assert FIRST in refuses(day_house, MANAGER, CloseDay(day=NEXT), word="earlier_day").reason
    close(day_house)
    close(day_house, NEXT)


def test_a_missing_count_is_named(day_house: Floor, clock: Clock) -> None:
    scene.fill(day_house, "uth-1", 5000)
    scene.fill(day_house, "uth-2", 5000)
    scene.count(day_house, "uth-1", 5000, closing=True)
    clock.pass_seconds(18 * HOUR)
    refusal = refuses(day_house, MANAGER, CloseDay(day=FIRST), word="count_missing")
    assert refusal.reason == "The closing count is missing at uth-2."
    scene.count(day_house, "uth-2", 4990, closing=True, day=FIRST)
    report = close(day_house)
    assert [(table.counted_closing, table.variance) for table in report.tables] == [(5000, 0), (4990, -10)]


def test_a_float_that_moved_after_its_count_is_counted_again(day_house: Floor, clock: Clock) -> None:
    scene.fill(day_house, "uth-1", 5000)
    scene.count(day_house, "uth-1", 5000, closing=True)
    clock.pass_seconds(HOUR)
    scene.fill(day_house, "uth-1", 1)
    clock.pass_seconds(18 * HOUR)
    refuses(day_house, MANAGER, CloseDay(day=FIRST), word="count_missing")


def test_an_opened_table_is_counted_though_nothing_moved(day_house: Floor, clock: Clock) -> None:
    scene.fill(day_house, "uth-1", 5000)
    scene.count(day_house, "uth-1", 5000, closing=True)
    clock.pass_seconds(18 * HOUR)
    close(day_house)
    scene.count(day_house, "uth-1", 5000, closing=False)
    clock.pass_seconds(24 * HOUR)
    refuses(day_house, MANAGER, CloseDay(day=NEXT), word="count_missing")


def test_an_open_till_is_closed_first(day_house: Floor, clock: Clock) -> None:
    give(day_house, CASHIER, OpenTill(counted=100))
    clock.pass_seconds(18 * HOUR)
    refuses(day_house, MANAGER, CloseDay(day=FIRST), word="till_open")
    give(day_house, CASHIER, CloseTill(counted=100))
    close(day_house)


def test_a_round_of_the_day_that_still_runs_is_named(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 100_000, Method.EFT)
    _start_a_round(day_house)
    clock.pass_seconds(18 * HOUR)
    refusal = refuses(day_house, MANAGER, CloseDay(day=FIRST), word="round_running")
    assert "uth-1" in refusal.reason
    rule(day_house, SUPERVISOR, "uth-1", "void_round", reason="disturbance")
    close(day_house)
    assert books.balance("felt:uth-1") == 0


def test_a_round_of_the_next_day_may_run(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 100_000, Method.EFT)
    clock.pass_seconds(18 * HOUR)
    _start_a_round(day_house)
    close(day_house)


def _start_a_round(house: Floor) -> None:
    player = Actor("patron:p1", Role.PLAYER)
    give(house, SUPERVISOR, Play(table="uth-1", do="open_table"))
    give(house, player, Play(table="uth-1", do="place", seat=1, wagers={"ante": 1000, "blind": 1000}))
    give(house, player, Deal(table="uth-1"))


def test_nothing_is_closed_while_the_books_do_not_balance(day_house: Floor, clock: Clock) -> None:
    scene.buy_in(day_house, "p1", 500, Method.EFT)
    clock.pass_seconds(18 * HOUR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.ledger.reading.disagreeing", lambda: ("patron:p1",))
        refuses(day_house, MANAGER, CloseDay(day=FIRST), word="unbalanced")
    close(day_house)
