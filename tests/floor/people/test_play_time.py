"""Play time: how long a patron has played in a gaming day, and what a limit on it does."""

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SetHouse
from pitboss.floor.people.patron_record import CameToTable, LeftTable, play_limit, play_warning, played_seconds
from pitboss.floor.people.patrons import SetPlayTime
from tests.floor import house_scene
from tests.floor.people.people_scene import (
    CASHIER,
    HOUR,
    MANAGER,
    MINUTE,
    OnSqlite,
    add_patron,
    give,
    happens,
    patron,
    player,
    why_barred,
)
from tests.refusals import refused


class TestPlayTime(OnSqlite):
    def test_it_runs_while_somebody_is_at_a_table(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(600)
        assert played_seconds(patron(house), clock()) == 600
        happens(house, LeftTable("uth-1"))
        clock.pass_seconds(600)
        assert played_seconds(patron(house), clock()) == 600
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(60)
        assert played_seconds(patron(house), clock()) == 660

    def test_two_tables_at_once_count_once(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        for event in (CameToTable("uth-1"), CameToTable("pon-1"), LeftTable("uth-1"), LeftTable("pon-1")):
            happens(house, event)
            clock.pass_seconds(100)
        assert played_seconds(patron(house), clock()) == 300

    def test_a_gaming_day_begins_anew(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, CASHIER, SetPlayTime(patron="p1", minutes=90))
        # From noon to 05:00, one hour before the gaming day ends.
        clock.pass_seconds(17 * HOUR)
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(HOUR - 1)
        assert played_seconds(patron(house), clock()) == HOUR - 1
        clock.pass_seconds(1 + 30 * MINUTE)
        assert played_seconds(patron(house), clock()) == 30 * MINUTE
        happens(house, LeftTable("uth-1"))
        assert played_seconds(patron(house), clock()) == 30 * MINUTE
        assert why_barred(house) == ""

    def test_the_house_says_when_its_gaming_day_begins(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, CASHIER, SetPlayTime(patron="p1", minutes=60))
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(HOUR)
        assert why_barred(house) == "play_time"
        give(house, MANAGER, SetHouse(first_hour=13))
        assert why_barred(house) == ""

    def test_over_it_nobody_plays(self, house: Floor, clock: house_scene.Clock) -> None:
        me = add_patron(house)
        give(house, me, SetPlayTime(patron="p1", minutes=30))
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(30 * MINUTE - 1)
        assert why_barred(house) == ""
        clock.pass_seconds(1)
        assert why_barred(house) == "play_time"

    def test_a_warning_comes_before(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, CASHIER, SetPlayTime(patron="p1", minutes=30))
        happens(house, CameToTable("uth-1"))
        said = []
        for _ in range(4):
            said.append(play_warning(patron(house), clock()))
            clock.pass_seconds(14.5 * MINUTE)
        assert said == [
            "",
            "",
            "1 minute is left of your play time for this gaming day.",
            "Your play time for this gaming day is over.",
        ]

    def test_less_time_holds_at_once_and_more_from_the_next_gaming_day(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        me = add_patron(house)
        assert give(house, me, SetPlayTime(patron="p1", minutes=60)).answer == {"from_day": "2025-11-15"}
        assert give(house, me, SetPlayTime(patron="p1", minutes=30)).answer == {"from_day": "2025-11-15"}
        assert give(house, me, SetPlayTime(patron="p1", minutes=120)).answer == {"from_day": "2025-11-16"}
        assert play_limit(patron(house), clock()) == 30
        clock.pass_seconds(18 * HOUR - 1)
        assert play_limit(patron(house), clock()) == 30
        clock.pass_seconds(1)
        assert play_limit(patron(house), clock()) == 120

    def test_no_limit_is_more_time_too(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, CASHIER, SetPlayTime(patron="p1", minutes=60))
        give(house, CASHIER, SetPlayTime(patron="p1", minutes=None))
        assert play_limit(patron(house), clock()) == 60
        clock.pass_seconds(18 * HOUR)
        assert play_limit(patron(house), clock()) is None

    def test_less_time_takes_a_raise_back(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        for minutes in (60, 600, 45):
            give(house, CASHIER, SetPlayTime(patron="p1", minutes=minutes))
        clock.pass_seconds(18 * HOUR)
        assert play_limit(patron(house), clock()) == 45

    def test_nobody_sets_the_play_time_of_another_player(self, house: Floor) -> None:
        add_patron(house)
        give(house, MANAGER, SetPlayTime(patron="p1", minutes=60))
        refused(house.execute(player("p2"), SetPlayTime(patron="p1", minutes=600)), status=403)
