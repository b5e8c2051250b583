"""The house as a whole: whether it is open, the power to disable it at once, and what it is run by."""

from collections.abc import Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel import days
from pitboss.floor.kernel.contract import HOUSE, Command, Decision, Fact, Family, No, Now, Records, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import wrong_reason, wrong_words
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.games.command import Cents

# Cash of one patron in one gaming day that is reported: $10,000.
LARGE_CASH = 1_000_000
# What one person takes in or pays out alone, at once and in a gaming day: at a table $10,000 and $50,000, at the cage
# $50,000 and $250,000.
TABLE_CEILING, TABLE_DAY_CEILING = 1_000_000, 5_000_000
CAGE_CEILING, CAGE_DAY_CEILING = 5_000_000, 25_000_000
# No buy-in and no cash-out is of more, whoever agrees to it: $100,000,000.
MOST_AT_ONCE = 10_000_000_000
# The house before anybody works in it: nobody can sign in as it.
SETTING_UP = Actor("house:setup", Role.MANAGER)


class OpenHouse(Command):
    """The doors open."""


class CloseHouse(Command):
    """The doors close: rounds that run are finished, no new one begins."""

    reason: str = ""


class DisableHouse(Command):
    """Everything stops at once: until the house is enabled again there are only rulings, voids and cash-outs."""

    reason: str


class EnableHouse(Command):
    """What was stopped goes on."""

    reason: str


class SetHouse(Command):
    """What the house is run by: its clock, the hour its gaming day begins, the cash that is reported, the ceilings.

    What is left out stays as it is. The clock and the hour change when every gaming day is closed. Above a ceiling
    nobody takes money in or pays it out alone, at once or in a gaming day. Devices of patrons play at practice tables;
    two managers can let them play for money.
    """

    time_zone: str | None = None
    first_hour: int | None = None
    large_cash: int | None = None
    devices_play_for_money: bool | None = None
    table_ceiling: Cents | None = None
    table_day_ceiling: Cents | None = None
    cage_ceiling: Cents | None = None
    cage_day_ceiling: Cents | None = None


class BeginDemo(Command):
    """This is a demo house: until it ends, anybody may enter as any of its people without a password."""


class DemoBegan(NamedTuple):
    by: str


class DemoEnded(NamedTuple):
    by: str


class NoticeGiven(NamedTuple):
    """What was there before its rule holds as it was until a moment: devices without an end, accounts in one hand."""

    until: int


class HouseOpened(NamedTuple):
    by: str


class HouseClosed(NamedTuple):
    by: str
    reason: str


class HouseDisabled(NamedTuple):
    by: str
    reason: str


class HouseEnabled(NamedTuple):
    by: str
    reason: str


class HouseSet(NamedTuple):
    by: str
    time_zone: str
    first_hour: int
    large_cash: int
    devices_play_for_money: bool = False
    table_ceiling: Cents = TABLE_CEILING
    table_day_ceiling: Cents = TABLE_DAY_CEILING
    cage_ceiling: Cents = CAGE_CEILING
    cage_day_ceiling: Cents = CAGE_DAY_CEILING


class Premises(NamedTuple):
    """The house at one moment. `disabled` is the reason for which it is; `resumed_at` when it was enabled again."""

    is_open: bool = False
    disabled: str | None = None
    time_zone: str = days.ZONE.key
    first_hour: int = days.FIRST_HOUR
    large_cash: int = LARGE_CASH
    resumed_at: int = 0
    is_demo: bool = False
    table_ceiling: Cents = TABLE_CEILING
    table_day_ceiling: Cents = TABLE_DAY_CEILING
    cage_ceiling: Cents = CAGE_CEILING
    cage_day_ceiling: Cents = CAGE_DAY_CEILING
    devices_play_for_money: bool = False
    # When the house gave notice of rules that were new to it, and until when it does without them.
    notice_at: int = 0
    notice_until: int = 0

    def is_under_notice(self, since: int, at: int) -> bool:
        """Whether something from before the house gave notice still holds as it was."""
        return since < self.notice_at and at < self.notice_until

    @property
    def clock(self) -> GamingClock:
        return GamingClock(self.time_zone, self.first_hour)


def premises_of(house: Records) -> Premises:
    """The house as it is now."""
    return house.record(HOUSE) or Premises()


def gaming_clock(house: Records) -> GamingClock:
    """The clock of the house as it is set now."""
    return premises_of(house).clock


def refusal_if_disabled(now: Now) -> No | None:
    """Return the refusal of a disabled house, in which only rulings, voids and cash-outs are done."""
    reason = premises_of(now).disabled
    return None if reason is None else No(f"The house is disabled: {reason.rstrip('.')}.", word="house_disabled")


def minute_of_day(now: Now) -> int:
    """The minute that the clock on the wall shows, counted from midnight."""
    shown = days.local_time(now.at).astimezone(ZoneInfo(premises_of(now).time_zone))
    return 60 * shown.hour + shown.minute


def open_house(now: Now, actor: Actor, command: OpenHouse) -> Decision:
    if premises_of(now).is_open:
        return No("The house is open already.", word="already_open")
    return refusal_if_disabled(now) or Yes((Fact(HOUSE, HouseOpened(actor.person)),))


def close_house(now: Now, actor: Actor, command: CloseHouse) -> Decision:
    if not premises_of(now).is_open:
        return No("The house is closed already.", word="already_closed")
    bad = wrong_words(command.reason, "reason", 500, may_be_empty=True)
    return bad or Yes((Fact(HOUSE, HouseClosed(actor.person, command.reason)),))


def disable_house(now: Now, actor: Actor, command: DisableHouse) -> Decision:
    if premises_of(now).disabled is not None:
        return No("The house is disabled already.", word="already_disabled")
    return wrong_reason(command.reason) or Yes((Fact(HOUSE, HouseDisabled(actor.person, command.reason)),))


def enable_house(now: Now, actor: Actor, command: EnableHouse) -> Decision:
    if premises_of(now).disabled is None:
        return No("The house is not disabled.", word="not_disabled")
    return wrong_reason(command.reason) or Yes((Fact(HOUSE, HouseEnabled(actor.person, command.reason)),))


def begin_demo(now: Now, actor: Actor, command: BeginDemo) -> Decision:
    """Only while the house is being set up: nobody who works in a house can throw its doors open like this."""
    if actor != SETTING_UP or premises_of(now).is_open:
        return No("A house becomes a demo only while it is set up.", word="not_setting_up", status=403)
    return Yes((Fact(HOUSE, DemoBegan(actor.person)),))


def _apply(record: Premises | None, event: object, at: int) -> Premises:
    record = record or Premises()
    match event:
        case HouseOpened():
            return record._replace(is_open=True)
        case HouseClosed():
            return record._replace(is_open=False)
        case HouseDisabled(reason=reason):
            return record._replace(disabled=reason)
        case HouseEnabled():
            return record._replace(disabled=None, resumed_at=at)
        case HouseSet():
            return record._replace(**{name: value for name, value in event._asdict().items() if name != "by"})
        case NoticeGiven():
            return record._replace(notice_at=at, notice_until=event.until)
        case DemoBegan() | DemoEnded():
            return record._replace(is_demo=isinstance(event, DemoBegan))
    raise TypeError(f"{type(event).__name__} does not happen to the house.")


def _house(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (HOUSE,)


_MANAGER = (Role.MANAGER,)
VERBS: Verbs = {
    OpenHouse: Verb(open_house, _MANAGER, _house),
    CloseHouse: Verb(close_house, _MANAGER, _house),
    DisableHouse: Verb(disable_house, _MANAGER, _house),
    EnableHouse: Verb(enable_house, _MANAGER, _house),
    BeginDemo: Verb(begin_demo, _MANAGER, _house),
}
FAMILIES: Mapping[str, Family] = {
    "house": Family(
        _apply,
        kinds=(HouseOpened, HouseClosed, HouseDisabled, HouseEnabled, HouseSet, DemoBegan, DemoEnded, NoticeGiven),
    )
}
