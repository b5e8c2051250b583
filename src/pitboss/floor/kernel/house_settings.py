"""Sets what the house is run by: its clock, what is reported, and how much one person does alone.

A manager does it; what lets people do more than before takes two.
"""

from collections.abc import Mapping
from zoneinfo import available_timezones

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.contract import HOUSE, Decision, Fact, No, Now, SecondPerson, TwoPeople, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.premises import MOST_AT_ONCE, HouseSet, Premises, SetHouse, premises_of, refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.staff import two_managers
from pitboss.games.command import dollars
from pitboss.games.frozen import Frozen

_CEILINGS: Mapping[str, str] = Frozen(
    {
        "table_ceiling": "the ceiling at once at a table",
        "table_day_ceiling": "the ceiling of a gaming day at tables",
        "cage_ceiling": "the ceiling at once at the cage",
        "cage_day_ceiling": "the ceiling of a gaming day at the cage",
    }
)
_RAISED: Mapping[str, str] = Frozen({"large_cash": "the cash that is reported", **_CEILINGS})


def set_house(now: Now, actor: Actor, command: SetHouse) -> Decision:
    house, told = premises_of(now), _house_set(now, actor, command)
    if told.time_zone not in available_timezones():
        return wrong("time_zone", f"No time zone is called {told.time_zone!r}: they are like Australia/Brisbane.")
    if not 0 <= told.first_hour <= 23:
        return wrong("first_hour", "The gaming day begins at one of the hours 0 to 23.")
    if not 0 < told.large_cash <= 10**12:
        return wrong("large_cash", "The cash that is reported begins at an amount above nothing.")
    for ceiling in _CEILINGS:
        if not 0 <= getattr(told, ceiling) <= MOST_AT_ONCE:
            return wrong(ceiling, f"A ceiling is an amount up to {dollars(MOST_AT_ONCE)}.")
    return refusal_if_disabled(now) or _day_not_closed(now, house, told) or Yes((Fact(HOUSE, told),))


def _house_set(now: Now, actor: Actor, command: SetHouse) -> HouseSet:
    """The house as it is to be run: what the command says, and what it is run by where that says nothing."""
    house, names = premises_of(now), HouseSet._fields[1:]
    given = {name: getattr(command, name) for name in names}
    return HouseSet(actor.person, *(getattr(house, name) if given[name] is None else given[name] for name in names))


def _why_two_managers(now: Now, actor: Actor, command: SetHouse) -> TwoPeople | None:
    """Whoever raised one of these alone could then do alone, or keep from being reported, what lies below it."""
    house, told = premises_of(now), _house_set(now, actor, command)
    if told.devices_play_for_money and not house.devices_play_for_money:
        return TwoPeople("To let devices play for money takes two managers.")
    raised = [words for name, words in _RAISED.items() if getattr(told, name) > getattr(house, name)]
    return two_managers(now, actor, f"To raise {' and '.join(raised)}") if raised else None


def _day_not_closed(now: Now, house: Premises, told: HouseSet) -> No | None:
    """The cash of a gaming day is added up under its name: the name must not change in the middle of it.

    Nor may a day that is closed begin again.
    """
    cage, clock = cage_of(now), GamingClock(told.time_zone, told.first_hour)
    if clock == house.clock:
        return None
    field = "first_hour" if told.time_zone == house.time_zone else "time_zone"
    if cage.open_days:
        return No("The clock of the house changes when every gaming day is closed.", field=field, word="day_open")
    day = clock.day(now.at).isoformat()
    if day > cage.last_closed:
        return None
    return No(f"By this clock it would be {day} again, and that gaming day is closed.", field=field, word="day_closed")


_TWO_MANAGERS = SecondPerson(
    (Role.MANAGER,),
    "to raise a ceiling or the cash that is reported, and to let devices of patrons play for money",
    _why_two_managers,
)
VERBS: Verbs = {SetHouse: Verb(set_house, (Role.MANAGER,), lambda _actor, _command: (HOUSE,), second=_TWO_MANAGERS)}
