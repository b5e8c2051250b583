"""Significant events: every kind is one or is not; they are found by group, person and day, and no more is read."""

import re
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import CROUPIER, Role
from pitboss.floor.people.security import NoteStart
from pitboss.floor.people.staff import AddStaff, SuspendStaff
from pitboss.floor.reading.journal_search import kinds
from pitboss.floor.reading.significant import EVERYDAY, GROUP_OF, GROUPS, UNLESS, significant_events
from pitboss.journal import codec, store
from pitboss.ledger.reading import Period
from tests.floor import every_command_scene as scene
from tests.floor.answers import give
from tests.floor.house_scene import Clock
from tests.floor.people.people_scene import HOUR, OnSqlite
from tests.floor.tables.table_floor_scene import DEALER, MANAGER, open_table, play_round, say
from tests.refusals import refused


def test_every_kind_of_the_floor_is_significant_or_everyday_and_not_both() -> None:
    """Whoever adds an event to the floor says here whether security wants to see it."""
    known = {f"floor.{kind.__name__}" for family in FAMILIES.values() for kind in family.kinds}
    said = [kind for kind in (*GROUP_OF, *EVERYDAY) if kind.startswith("floor.")]
    assert known - set(said) == set(), "say in floor/reading/significant.py whether these are significant"
    assert set(said) - known == set()
    assert len(said) == len(set(said))


def test_every_kind_is_in_one_group_and_is_one_that_there_is() -> None:
    listed = [kind for group in GROUPS.values() for kind in group.kinds]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(kinds())


@pytest.fixture
def busy(house: Floor) -> Floor:
    table = open_table(house, "ultimate")
    for name, role in (("maria", Role.MANAGER), ("dora", Role.DEALER)):
        give(house, SETTING_UP, AddStaff(id=name, name=name.title(), roles=(role,)))
    play_round(lambda: house, table, Random(1))
    give(house, MANAGER, SuspendStaff(staff="dora", reason="late"))
    refused(say(house, DEALER, "ultimate-1", "void_round", reason="fraud"), status=403)
    return house


class TestFinding:
    def test_by_group(self, busy: Floor) -> None:
        assert [row.kind for row in significant_events(busy, group="accounts").rows][:1] == ["floor.StaffSuspended"]
        assert [row.kind for row in significant_events(busy, group="doors").rows] == ["floor.Denied"]
        assert {GROUP_OF[row.kind] for row in significant_events(busy).rows} == {
            *("accounts", "configuration", "doors", "money", "stops")
        }

    def test_by_or_about_somebody(self, busy: Floor) -> None:
        about_dora = significant_events(busy, people=("staff:dora",)).rows
        assert [row.kind.partition(".")[2] for row in about_dora] == ["Denied", "StaffSuspended", "StaffAdded"]
        by_maria = significant_events(busy, people=("staff:maria",), group="accounts").rows
        assert [row.stream for row in by_maria] == ["staff:dora", "staff:maria"]
        assert significant_events(busy, people=("patron:p9",)).rows == ()

    def test_of_some_days_and_a_page_at_a_time(self, busy: Floor, clock: Clock) -> None:
        then = clock.now
        clock.pass_seconds(24 * HOUR)
        give(busy, CROUPIER, NoteStart(version="9"))
        assert [row.kind for row in significant_events(busy, period=Period(then + 1)).rows] == ["floor.HouseStarted"]
        everything = significant_events(busy).rows
        found, before = list[int](), None
        while True:
            page = significant_events(busy, before=before, most=2)
            found += [row.seq for row in page.rows]
            before = page.then
            if before is None:
                break
        assert found == [row.seq for row in everything]
        assert found == sorted(found, reverse=True)

    def test_what_has_been_found_is_not_looked_for_again(self, busy: Floor) -> None:
        """However much has happened, only what came since the last look is read, and the rows that are shown."""
        first = significant_events(busy, most=3)
        with CaptureQueriesContext(connection) as asked:
            assert significant_events(busy, most=3) == first
        assert not [each for each in asked if "kind" in each["sql"] and "IN" in each["sql"] and "seq >" in each["sql"]]
        last = store.last_seq()
        play_round(lambda: busy, "ultimate-1", Random(2))
        with CaptureQueriesContext(connection) as asked:
            assert significant_events(busy, most=3) == first
        (looked,) = [each["sql"] for each in asked if re.search(r"seq > \d+ AND seq <= \d+", each["sql"])]
        assert f"seq > {last} " in looked


class TestStarts:
    def test_a_start_is_recorded_once_for_all_processes_and_again_later(self, house: Floor, clock: Clock) -> None:
        for _ in range(3):
            house.execute(CROUPIER, NoteStart(version="0.1.0"))
        clock.pass_seconds(10)
        give(house, CROUPIER, NoteStart(version="0.2.0"))
        told = [row.words for row in significant_events(house, group="server").rows]
        assert told == ["The server starts, version 0.2.0.", "The server starts, version 0.1.0."]

    def test_nobody_but_the_house_can_say_so(self, house: Floor) -> None:
        refused(house.execute(MANAGER, NoteStart(version="0.1.0")), word="role", status=403)


class TestTheWholeDay(OnSqlite):
    def test_every_significant_event_of_a_day_is_told_in_a_sentence(self, house: Floor, clock: Clock) -> None:
        scene.tell(house, clock, scene.keyed(house))
        rows = significant_events(house, most=10_000).rows
        stored = [row for row in store.tail(0) if row.kind in GROUP_OF and UNLESS.get(row.kind, "") in row.body]
        assert [row.seq for row in rows] == [row.seq for row in reversed(stored)]
        assert {codec.kind_name(codec.decode(row.kind, row.version, row.body)) for row in stored} >= {
            *("floor.ApprovalAsked", "floor.Approved", "floor.Declined", "floor.StaffVouchedFor", "floor.HouseStarted"),
            *("games.RoundVoided", "floor.DayClosed", "floor.DeviceAdded", "floor.Denied", "floor.TableDisabled"),
        }
        assert all(row.words.endswith((".", "!", "?")) for row in rows)
