"""The clock on the wall goes back, jumps forward, or is another one in each process: the moments of the house never go
back, nobody's time runs out early or stands still, a closed day takes nothing, and it is noted."""

import json
from collections.abc import Iterator
from datetime import date
from functools import partial

import pyotp
import pytest
from django.db import connection

from pitboss.floor.cage.closing import CloseDay
from pitboss.floor.cage.counter import CloseTill
from pitboss.floor.cage.events import Method
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.house_clock import HouseClock, Jump
from pitboss.floor.kernel.premises import CloseHouse, HouseClosed, HouseOpened, OpenHouse, SetHouse
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Role
from pitboss.floor.people.patrons import AddPatron, ChangePatron
from pitboss.floor.people.security import DOORS, ClockJumped, NoteClockJump, RequireSecondFactor
from pitboss.floor.people.sessions import OF_STAFF, SignIn, who_is
from pitboss.floor.reading import reports
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables import croupier
from pitboss.floor.upkeep.verify import CheckResult, Report, verify
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.tournaments.clock.clock import reading
from tests.floor.answers import at_once
from tests.floor.cage import scene
from tests.floor.cage.scene import CASHIER, MANAGER, SUPERVISOR, give, refuses
from tests.floor.house_scene import Clock
from tests.floor.people import people_scene
from tests.floor.tables import table_floor_scene as tables
from tests.floor.tournaments import tournament_floor_scene as tournaments

MINUTE, HOUR = 60, 3600
SECOND = 1_000_000
SATURDAY, SUNDAY = "2025-11-15", "2025-11-16"


class Steady(Clock):
    """A clock that only passes, beside one on the wall that anybody may set."""

    def __init__(self, wall: Clock) -> None:
        super().__init__()
        self.wall = wall

    def pass_seconds(self, seconds: float) -> None:
        super().pass_seconds(seconds)
        self.wall.pass_seconds(seconds)


@pytest.fixture
def steady(clock: Clock) -> Steady:
    return Steady(clock)


@pytest.fixture
def floor(house: Floor, clock: Clock, steady: Steady) -> Iterator[Floor]:
    """A process of the house with two clocks; whatever it records, the house is whole afterwards."""
    yield Floor(clock, steady)
    assert [*moments()] == sorted(moments())
    report = verify()
    assert report.is_good, report.faults
    assert moments_checked(report).note == ""


def moments() -> list[int]:
    return list(Event.objects.order_by("seq").values_list("at", flat=True))


def jumps() -> list[ClockJumped]:
    rows = store.read(DOORS)
    return [codec.decode(*row[4:7]) for row in rows if row.kind == "floor.ClockJumped"]


def moments_checked(report: Report) -> CheckResult:
    (found,) = (each for each in report.checked if each.title == "moments")
    return found


# The clock by itself.


def test_the_time_of_the_house_is_the_clock_on_the_wall(clock: Clock, steady: Steady) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    for seconds in (0, 0.5, MINUTE, HOUR):
        steady.pass_seconds(seconds)
        assert house_clock() == clock.now
    assert house_clock.jump is None
    assert house_clock.even_since == 0


def test_when_the_wall_goes_back_time_goes_on_and_the_wall_catches_up(clock: Clock, steady: Steady) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    began = house_clock()
    clock.pass_seconds(-HOUR)
    assert house_clock() == began
    assert house_clock.jump == Jump(began, began - HOUR * SECOND)
    # A decision of 40 seconds is one of less than 41.
    steady.pass_seconds(40)
    assert began + 39 * SECOND < house_clock() <= began + 40 * SECOND
    steady.pass_seconds(50 * HOUR)
    ahead = house_clock() - clock.now
    assert 0 < ahead <= HOUR * SECOND / 2 + SECOND
    steady.pass_seconds(51 * HOUR)
    assert house_clock() == clock.now


def test_time_does_not_stand_still_however_often_one_looks(clock: Clock, steady: Steady) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    began = house_clock()
    clock.pass_seconds(-HOUR)
    for _ in range(1000):
        steady.now += 50
        house_clock()
    assert house_clock() >= began + 49_000


def test_a_jump_is_told_once_until_the_wall_has_caught_up(clock: Clock, steady: Steady) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    began = house_clock()
    clock.pass_seconds(-3)
    house_clock()
    assert house_clock.jump == Jump(began, began - 3 * SECOND)
    house_clock.jump = None
    for seconds in (1, 10, MINUTE):
        steady.pass_seconds(seconds)
        house_clock()
    assert house_clock.jump is None


@pytest.mark.parametrize("seconds", [-1, 1, 30])
def test_a_small_correction_is_no_jump(clock: Clock, steady: Steady, seconds: int) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    house_clock()
    clock.pass_seconds(seconds)
    house_clock()
    assert house_clock.jump is None


def test_a_jump_forward_is_followed_and_told(clock: Clock, steady: Steady) -> None:
    house_clock = HouseClock(clock, steady, lambda: 0)
    began = house_clock()
    steady.pass_seconds(10)
    clock.pass_seconds(2 * HOUR)
    assert house_clock() == clock.now == house_clock.even_since
    assert house_clock.jump == Jump(began + 10 * SECOND, clock.now)


def test_a_process_that_begins_behind_the_house_begins_where_the_house_is(clock: Clock, steady: Steady) -> None:
    last = clock.now + HOUR * SECOND
    house_clock = HouseClock(clock, steady, lambda: last)
    assert house_clock() == last
    assert house_clock.jump == Jump(last, clock.now)
    steady.pass_seconds(MINUTE)
    assert last + 59 * SECOND < house_clock() <= last + MINUTE * SECOND


# The journal.


def test_moments_do_not_go_back_with_the_clock(floor: Floor, clock: Clock, steady: Steady) -> None:
    give(floor, MANAGER, OpenHouse())
    clock.pass_seconds(-HOUR)
    give(floor, MANAGER, CloseHouse())
    steady.pass_seconds(MINUTE)
    give(floor, MANAGER, OpenHouse())
    opened, closed, jumped, again = moments()
    assert opened == closed
    assert jumped == again > opened + 59 * SECOND


def test_nor_after_a_restart_with_the_clock_set_back(floor: Floor, clock: Clock, steady: Steady) -> None:
    give(floor, MANAGER, OpenHouse())
    clock.pass_seconds(-HOUR)
    again = Floor(clock, steady)
    give(again, MANAGER, CloseHouse())
    croupier.tick(again)
    assert len(jumps()) == 1


def test_two_processes_with_different_clocks_have_one_order(floor: Floor, clock: Clock) -> None:
    slow = Clock()
    slow.now = clock.now - HOUR * SECOND
    behind = Floor(slow)
    for number in range(5):
        give(behind, SUPERVISOR, AddPatron(name=f"Slow {number}", date_of_birth="1980-02-29", id=f"s{number}"))
        give(floor, SUPERVISOR, AddPatron(name=f"Right {number}", date_of_birth="1980-02-29", id=f"r{number}"))
        slow.pass_seconds(1)
        clock.pass_seconds(1)
    (jump,) = jumps()
    assert jump.was - jump.now == (HOUR - 1) * SECOND


def test_what_others_have_recorded_meanwhile_is_before_what_is_recorded_now(floor: Floor) -> None:
    """Many threads decide at once and take different times for it: the last to decide may be the first to record."""
    ticking = Ticking()
    busy = Floor(ticking)
    names = [f"p{number}" for number in range(8)]
    for name in names:
        give(busy, SUPERVISOR, AddPatron(name=name, date_of_birth="1980-02-29", id=name))
    at_once([partial(_change_often, busy, name) for name in names])
    new = Floor(ticking)
    for name in names:
        assert new.record(f"patron:{name}") == busy.record(f"patron:{name}")


class Ticking(Clock):
    """A clock that goes on by some milliseconds whenever somebody looks at it."""

    def __call__(self) -> int:
        self.now += 3000
        return self.now


def _change_often(floor: Floor, name: str) -> None:
    for number in range(10):
        give(floor, SUPERVISOR, ChangePatron(patron=name, name=f"{name} {number}"))


def test_a_command_is_decided_anew_where_the_house_has_gone_on_far_meanwhile(
    floor: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL: another process has closed the day since, by a clock that is an hour ahead."""
    if connection.vendor == "sqlite":
        # Nobody else can record anything between a decision and its recording.
        return
    scene.open_house(floor, "p1", till=None)
    clock.now = scene.BRISBANE.start(date(2025, 11, 16)) - SECOND
    ahead = Clock()
    ahead.now = clock.now + HOUR * SECOND
    held: list[Done] = []
    hold_chain = store.Transaction.hold_chain

    def hold_late(begun: store.Transaction, *seen: object) -> store.Head:
        if not held and "cage:main" in begun.heads:
            held.append(None)  # type: ignore[arg-type]
            held[:] = at_once([lambda: give(Floor(ahead), SUPERVISOR, ChangePatron(patron="p1", name="Another"))])
        return hold_chain(begun, *seen)  # type: ignore[arg-type]

    monkeypatch.setattr(store.Transaction, "hold_chain", hold_late)
    bought = scene.buy_in(floor, "p1", 500, Method.EFT)
    assert held[0].seq < bought.seq
    assert bought.facts[0].event.day == SUNDAY


# The gaming day.


def close_saturday(floor: Floor, steady: Steady) -> None:
    """At half past six on Sunday morning."""
    scene.open_house(floor, "p1", "p2")
    scene.buy_in(floor, "p1", 500)
    give(floor, CASHIER, CloseTill(counted=500))
    steady.pass_seconds(18.5 * HOUR)
    give(floor, MANAGER, CloseDay(day=SATURDAY))


def money_stands_in_a_report(floor: Floor) -> None:
    """What comes in now is of Sunday, and Saturday stays as it was closed."""
    closed = reports.closed_day(scene.SATURDAY)
    bought = scene.buy_in(floor, "p2", 700, Method.EFT)
    assert bought.facts[0].event.day == SUNDAY
    assert reports.day_report(scene.SATURDAY, scene.BRISBANE) == closed
    sunday = reports.day_report(date(2025, 11, 16), scene.BRISBANE)
    assert {each.method: each.bought_in for each in sunday.methods}["eft"] == 700


def test_a_closed_day_takes_nothing_when_the_clock_goes_back(floor: Floor, clock: Clock, steady: Steady) -> None:
    close_saturday(floor, steady)
    clock.pass_seconds(-HOUR)
    money_stands_in_a_report(floor)


def test_nor_after_a_restart_or_in_another_process(floor: Floor, clock: Clock, steady: Steady) -> None:
    late = Clock()
    other = Floor(late)
    assert other.clock() == late.now
    close_saturday(floor, steady)
    late.now = clock.now - HOUR * SECOND
    money_stands_in_a_report(other)
    clock.pass_seconds(-HOUR)
    assert scene.BRISBANE.day(Floor(clock).clock()).isoformat() == SUNDAY


def test_nor_in_a_house_whose_clock_went_back_under_an_earlier_program(house: Floor, clock: Clock) -> None:
    close_saturday(house, Steady(clock))
    clock.pass_seconds(-HOUR)
    record_as_before([HouseClosed("staff:maria", "")], clock.now)
    money_stands_in_a_report(Floor(clock))


def test_a_closed_day_does_not_begin_again_by_another_clock(floor: Floor, steady: Steady) -> None:
    close_saturday(floor, steady)
    for change in (SetHouse(first_hour=8), SetHouse(time_zone="Europe/London")):
        no = refuses(floor, MANAGER, change, word="day_closed")
        assert no.reason == "By this clock it would be 2025-11-15 again, and that gaming day is closed."
    give(floor, MANAGER, SetHouse(first_hour=5))


# People and tables.


def test_an_expired_session_does_not_live_again(floor: Floor, clock: Clock, steady: Steady) -> None:
    give(floor, people_scene.OWNER, RequireSecondFactor(required=False))
    token = people_scene.sign_in(floor, "dora", people_scene.add_staff(floor, "dora", Role.DEALER), Role.DEALER)
    other = Floor(clock, steady)
    assert who_is(other, token, is_use=False) is not None
    steady.pass_seconds(OF_STAFF.idle // SECOND)
    assert who_is(floor, token, is_use=False) is None
    assert who_is(other, token, is_use=False) is None
    give(floor, people_scene.OWNER, OpenHouse())
    clock.pass_seconds(-HOUR)
    for process in (floor, other, Floor(clock), Floor(clock, steady)):
        assert who_is(process, token) is None


def test_codes_are_those_of_the_clock_on_the_wall(floor: Floor, clock: Clock, steady: Steady) -> None:
    """Telephones make them by the right time: whoever sets a wrong clock right locks nobody out."""
    password = people_scene.add_staff(floor, "dora", Role.DEALER)
    clock.pass_seconds(HOUR)
    give(floor, MANAGER, OpenHouse())
    clock.pass_seconds(-HOUR)
    totp: pyotp.TOTP = people_scene.enrol(floor, "dora", password, Role.DEALER)
    steady.pass_seconds(MINUTE)
    code = totp.generate_otp(clock.now // (30 * SECOND))
    give(floor, VISITOR, SignIn(name="dora", password=password, role=Role.DEALER, code=code))


def decides(floor: Floor) -> str:
    """A table of Ultimate where one player has to decide."""
    tables.house_with_patrons(floor)
    table = tables.open_table(floor, "ultimate")
    tables.bet_and_deal(floor, table, tables.P1)
    return table


def test_the_time_to_decide_goes_on_when_the_clock_goes_back(floor: Floor, clock: Clock, steady: Steady) -> None:
    decides(floor)
    steady.pass_seconds(20)
    clock.pass_seconds(-HOUR)
    assert croupier.tick(floor) == []
    steady.pass_seconds(11)
    assert [isinstance(each, Done) for each in croupier.tick(floor)] == [True]


def test_nobodys_time_is_over_because_the_clock_was_put_forward(floor: Floor, clock: Clock, steady: Steady) -> None:
    decides(floor)
    steady.pass_seconds(20)
    assert croupier.tick(floor) == []
    clock.pass_seconds(HOUR)
    assert croupier.tick(floor) == []
    steady.pass_seconds(29)
    assert croupier.tick(floor) == []
    steady.pass_seconds(1)
    assert [isinstance(each, Done) for each in croupier.tick(floor)] == [True]


def test_the_clock_of_a_tournament_goes_on_when_the_wall_goes_back(house: Floor, clock: Clock) -> None:
    tournaments.with_patrons(house)
    both = tournaments.Both(house, clock, tournaments.quick("monday_triple_shot"))
    for command in tournaments.simulated(both.conditions, 9, 3):
        both.do(command)
        if record_level(house) == 1:
            break
    steady = Steady(clock)
    floor = Floor(clock, steady)
    assert record_level(floor) == 1
    clock.pass_seconds(-HOUR)
    steady.pass_seconds(60)
    assert record_level(floor) == 1
    steady.pass_seconds(90)
    assert record_level(floor) == 2
    give(floor, tournaments.DIRECTOR, tournaments.desk("pause_clock"))


def record_level(floor: Floor) -> int:
    """The level of the event by the time of the house; 0 before the first."""
    record = tournaments.record_of(floor)
    shown = reading(record.state, record.moment(floor.clock()))
    return shown.level if shown else 0


# What security and the auditor are told.


def test_a_jump_is_a_significant_event_once(floor: Floor, clock: Clock, steady: Steady) -> None:
    give(floor, MANAGER, OpenHouse())
    others = [Floor(clock, steady) for _ in range(3)]
    for each in others:
        each.clock()
    clock.pass_seconds(-HOUR)
    for each in (floor, *others):
        each.clock()
        croupier.tick(each)
        refuses(each, MANAGER, OpenHouse(), word="already_open")
    (jump,) = jumps()
    assert jump.was - jump.now == HOUR * SECOND
    assert words_of(jump) == "The clock on the wall jumps back by 1:00:00."
    assert words_of(ClockJumped(0, 90 * SECOND)) == "The clock on the wall jumps forward by 0:01:30."


def test_a_clock_that_jumps_to_and_fro_is_no_flood(floor: Floor, clock: Clock, steady: Steady) -> None:
    give(floor, MANAGER, OpenHouse())
    for _ in range(60):
        clock.pass_seconds(HOUR)
        croupier.tick(floor)
        floor.clock()
        clock.pass_seconds(-HOUR)
        croupier.tick(floor)
        floor.clock()
        steady.pass_seconds(1)
    assert 1 <= len(jumps()) <= 2


def test_nobody_gives_the_command_that_notes_a_jump(floor: Floor) -> None:
    refuses(floor, MANAGER, NoteClockJump(was=1, now=0), status=403)
    give(floor, CROUPIER, NoteClockJump(was=1, now=0))


def record_as_before(events: list[object], at: int) -> None:
    """Events as an earlier program recorded them, which did not say what the clock on the wall was."""
    cause = {"who": "staff:maria", "role": "manager", "command": "open_house", "given": {}, "answer": {}}
    with store.writing(["house:house"]) as begun:
        position = begun.heads["house:house"].position
        stored = [codec.encode(event) for event in events]
        begun.append([("house:house", position, stored)], at=at, cause=json.dumps(cause))


def test_moments_that_go_back_are_found(house: Floor, clock: Clock) -> None:
    give(house, MANAGER, OpenHouse())
    record_as_before([HouseClosed("staff:maria", "")], clock.now - 1)
    (fault,) = verify().faults
    assert str(fault) == "journal_event 2: its moment is before that of the row before it."


def test_moments_that_went_back_under_an_earlier_program_are_noted(house: Floor, clock: Clock) -> None:
    opened, closed = HouseOpened("staff:maria"), HouseClosed("staff:maria", "")
    for event, at in ((opened, clock.now), (closed, clock.now - HOUR * SECOND), (opened, clock.now - SECOND)):
        record_as_before([event], at)
    give(house, MANAGER, CloseHouse())
    report = verify()
    assert report.is_good, report.faults
    assert moments_checked(report).note == "up to event 2 moments went back with the clock, as they did then"
