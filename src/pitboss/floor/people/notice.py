"""Notice of rules that are new to a house: what was there before them holds as it was until a day that it names.

Devices of earlier programs have no end and no tables, and accounts were made by one manager alone.
"""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pitboss.floor.kernel.contract import HOUSE, Command, Decision, Fact, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.days import DAY, local_day
from pitboss.floor.kernel.premises import NoticeGiven, premises_of
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people.devices import Device
from pitboss.floor.people.staff import StaffMember

if TYPE_CHECKING:
    from pitboss.floor.kernel.floor import Floor

NOTICE_DAYS = 30


class GiveNotice(Command):
    """The house says, once, until when it goes by its old rules; a new house has none."""


def give_notice(now: Now, _actor: Actor, _command: GiveNotice) -> Decision:
    if premises_of(now).notice_at:
        return No("The house has given notice already.", word="given")
    has_old_ways = bool(endless_devices(now) or accounts_in_one_hand(now))
    return Yes((Fact(HOUSE, NoticeGiven(now.at + NOTICE_DAYS * DAY if has_old_ways else now.at)),))


def endless_devices(now: Now) -> list[Device]:
    """The devices whose token has no end of its own."""
    records: list[Device] = [now.record(stream) for stream in now.streams("device")]
    return [each for each in records if each.token and not each.ends]


def accounts_in_one_hand(now: Now) -> list[StaffMember]:
    """The staff whose accounts one manager alone has had in hand, and whom nobody else has vouched for."""
    records: list[StaffMember] = [now.record(stream) for stream in now.streams("staff")]
    return [each for each in records if each.access.in_hands_of]


def notice_lines(floor: "Floor") -> tuple[str, ...]:
    """Gives notice where the house has not, and says what it is about for as long as it runs."""
    if not premises_of(floor).notice_at:
        floor.execute(CROUPIER, GiveNotice())
    now, house = floor.now(), premises_of(floor)
    if now.at >= house.notice_until:
        return ()
    ends = local_day(house.notice_until, ZoneInfo(house.time_zone))
    day = f"{ends.day} {ends:%B %Y}"
    devices = ", ".join(each.name for each in endless_devices(now))
    people = ", ".join(
        each.name for each in accounts_in_one_hand(now) if house.is_under_notice(each.access.handled_at, now.at)
    )
    return (
        *((f"Devices without an end work until {day}: {devices}. Renew them at /pit/devices.",) if devices else ()),
        *(
            (
                f"From {day} on, whoever made an account alone is no second person to it: {people}. "
                "Another manager vouches for them at /pit/staff.",
            )
            if people
            else ()
        ),
    )


def _house(_actor: Actor, _command: GiveNotice) -> tuple[str, ...]:
    return (HOUSE,)


VERBS: Verbs = {GiveNotice: Verb(give_notice, (Role.CROUPIER,), _house)}
