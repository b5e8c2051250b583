"""Hours of gaming: at every table and in every event of the house, now and earlier, in any 24 hours."""

import pytest

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.patron_record import CameToTable, LeftTable
from pitboss.floor.reading.tournaments.entries import checks
from pitboss.floor.reading.tournaments.room import gaming_of, with_house_facts
from pitboss.floor.tournaments.commands import AddTournament
from pitboss.journal import codec, store
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event.state import Stage
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import CASHIER, DIRECTOR, at, give, patron, refuses, with_patrons

HOUR = 3600
ANN, BEN = patron(1), patron(2)
ONE, TWO = "saturday", "sunday"
CLOCK = GamingClock()


def begun(house: Floor, event: str, *names: str) -> None:
    """An event that some people play, without a break for a long time."""
    give(house, DIRECTOR, AddTournament(tournament=event, structure="friday", title=event.capitalize()))
    give(house, DIRECTOR, at(event, "open_entries"))
    for name in names:
        give(house, CASHIER, at(event, "register", person=name))
    give(house, DIRECTOR, at(event, "start_event"))


def ends(house: Floor, event: str, loser: str) -> None:
    """Entries are closed, and the last but one is out."""
    while registration_open(house.record(f"tournament:{event}").state, house.clock() // 1_000_000 + 10 * HOUR):
        give(house, DIRECTOR, at(event, "next_level"))
    give(house, DIRECTOR, at(event, "bust_out", player=loser))
    assert house.record(f"tournament:{event}").state.stage is Stage.OVER


def hours(house: Floor, event: str, name: str = ANN) -> int:
    record = with_house_facts(house, house.record(f"tournament:{event}"), CLOCK)
    seconds: int = gaming_of(record, name, house.clock()).seconds
    return seconds


def said(house: Floor, event: str, name: str = ANN) -> dict[str, str]:
    """What registration reads of somebody's time."""
    others = list(house.records("tournament").values())
    found = checks(house.record(f"tournament:{event}"), house.record(f"patron:{name}"), house.clock(), CLOCK, others)
    return {each.subject: each.said for each in found}


def at_a_table(house: Floor, event: object, name: str = ANN) -> None:
    stream = f"patron:{name}"
    store.append(stream, store.heads([stream])[stream].position, [codec.encode(event)], at=house.clock())


@pytest.mark.clause("STAR 6.13[s2]")
def test_two_events_and_a_table_count_together(house: Floor, clock: house_scene.Clock) -> None:
    with_patrons(house, 4)
    begun(house, ONE, ANN, BEN)
    clock.pass_seconds(2 * HOUR)
    one = hours(house, ONE)
    give(house, DIRECTOR, at(ONE, "bust_out", player=ANN))
    at_a_table(house, CameToTable("uth-1"))
    clock.pass_seconds(HOUR)
    at_a_table(house, LeftTable("uth-1"))
    begun(house, TWO, ANN, patron(3))
    clock.pass_seconds(2 * HOUR)
    alone = hours(house, TWO, patron(3))
    assert hours(house, TWO) == one + HOUR + alone
    assert 4 * HOUR < hours(house, TWO) <= 5 * HOUR


@pytest.mark.clause("STAR 6.13[s2]")
def test_more_than_twelve_hours_anywhere_are_too_much(house: Floor, clock: house_scene.Clock) -> None:
    """Seven hours in one event and eight in the next, less their breaks: neither is too much alone."""
    with_patrons(house, 4)
    begun(house, ONE, ANN, BEN)
    at_a_table(house, CameToTable("uth-1"), BEN)
    clock.pass_seconds(7 * HOUR)
    give(house, DIRECTOR, at(ONE, "bust_out", player=ANN))
    begun(house, TWO, ANN, patron(3))
    clock.pass_seconds(8 * HOUR)
    refuses(house, DIRECTOR, at(TWO, "remove_for_time", player=patron(3)))
    assert hours(house, TWO) > 12 * HOUR
    give(house, DIRECTOR, at(TWO, "remove_for_time", player=ANN))
    assert hours(house, ONE, BEN) == 15 * HOUR


def test_an_hour_in_two_places_is_one_hour(house: Floor, clock: house_scene.Clock) -> None:
    with_patrons(house, 4)
    begun(house, ONE, ANN, BEN)
    begun(house, TWO, ANN, patron(3))
    at_a_table(house, CameToTable("uth-1"))
    clock.pass_seconds(HOUR)
    assert hours(house, TWO) == HOUR


def test_a_winner_does_not_play_for_ever(house: Floor, clock: house_scene.Clock) -> None:
    with_patrons(house, 4)
    begun(house, ONE, ANN, BEN)
    clock.pass_seconds(HOUR)
    ends(house, ONE, BEN)
    clock.pass_seconds(5 * HOUR)
    begun(house, TWO, ANN, patron(3))
    assert hours(house, TWO) == HOUR


def test_who_left_a_table_since_entering_does_not_play_there_for_ever(house: Floor, clock: house_scene.Clock) -> None:
    with_patrons(house, 4)
    at_a_table(house, CameToTable("uth-1"))
    begun(house, ONE, ANN, BEN)
    clock.pass_seconds(HOUR)
    at_a_table(house, LeftTable("uth-1"))
    ends(house, ONE, BEN)
    clock.pass_seconds(5 * HOUR)
    assert hours(house, ONE) == HOUR


def test_registration_says_how_long_and_where_somebody_sits(house: Floor, clock: house_scene.Clock) -> None:
    with_patrons(house, 4)
    begun(house, ONE, ANN, BEN)
    give(house, DIRECTOR, AddTournament(tournament=TWO, structure="saturday"))
    clock.pass_seconds(HOUR + 60)
    told = said(house, TWO)
    assert told["gaming"] == "1 h 01 min of gaming in 24 hours."
    assert told["elsewhere"].startswith("Sits elsewhere now: Saturday, table 1 seat ")
    at_a_table(house, CameToTable("uth-1"), patron(3))
    clock.pass_seconds(11 * HOUR + 4 * 60)
    told = said(house, TWO, patron(3))
    assert (told["gaming"], told["elsewhere"]) == (
        "11 h 04 min of gaming in 24 hours.",
        "Sits elsewhere now: table uth-1.",
    )
    assert "elsewhere" not in said(house, TWO, patron(4))
