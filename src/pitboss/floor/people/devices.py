"""Devices: card readers, shoes, displays and bots, each with a role and a token of its own that ends.

What plays for a patron does so when the patron has confirmed it, at practice tables unless the house allows more; what
deals does so at the tables that were named.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.floor.kernel.contract import (
    Command,
    Decision,
    Fact,
    Family,
    No,
    Now,
    Records,
    SecondPerson,
    TwoPeople,
    Verb,
    Verbs,
    Yes,
)
from pitboss.floor.kernel.days import DAY, HOUR
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import credentials, patron_record, staff
from pitboss.floor.people.tokens import new_token
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.record import stream_of as stream_of_table
from pitboss.games.command import is_whole

# What a device may act as. Decisions of supervisors, directors and managers are made by people.
ROLES_OF_DEVICES = (Role.PLAYER, Role.DEALER, Role.CASHIER, Role.AUDITOR, Role.DISPLAY)
# What one manager does not let in alone: it moves money, or sees everything.
_PRIVILEGED = (Role.CASHIER, Role.AUDITOR)
USUAL_DAYS, MOST_DAYS = 90, 365
# That a device is in use is recorded this often at most.
SEEN_EVERY = HOUR
_UNKNOWN = No("No device is called so.", field="device", word="unknown_device", status=404)


class AddDevice(Command):
    """Lets a device in; its token is told once and ends after so many days. A dealer's device has its tables.

    A bot that plays does nothing until its patron has confirmed it: the token is told to the patron then.
    """

    id: str
    name: str
    role: Role
    patron: str = ""
    tables: tuple[str, ...] = ()
    days: int = USUAL_DAYS


class ConfirmDevice(Command):
    """A patron lets a device play for them, with their own password: the token is told to them, once.

    Given again, it is a new token that ends later; the old one ends now.
    """

    secrets = ("password",)

    device: str
    password: str


class RenewDevice(Command):
    """A new token for a device, told once; the old one ends now. Without tables it keeps those that it has."""

    device: str
    tables: tuple[str, ...] = ()
    days: int = USUAL_DAYS


class RevokeDevice(Command):
    """Ends the token of a device at once. Patrons end those that play for them."""

    device: str
    reason: str


class NoteDeviceUse(Command):
    """Records that a device is in use."""

    device: str


_OfOne = ConfirmDevice | RenewDevice | RevokeDevice | NoteDeviceUse


class DeviceAdded(NamedTuple):
    """A device with its role, let in or let in anew; of its token only the SHA-256 is kept.

    Without a token it waits for its patron. `days` is how long a token lasts: for ever in the houses of earlier
    programs, where a dealer's device was for all tables. `second` is the manager who agreed.
    """

    id: str
    name: str
    role: Role
    patron: str
    token: str
    by: str
    tables: tuple[str, ...] = ()
    days: int = 0
    second: str = ""


class DeviceConfirmed(NamedTuple):
    """The patron lets the device play."""

    token: str
    by: str


class DeviceRevoked(NamedTuple):
    reason: str
    by: str


class DeviceSeen(NamedTuple):
    """The device is in use."""


class Device(NamedTuple):
    """A device at one moment; without a token it waits for its patron, or is revoked."""

    id: str
    name: str
    role: Role
    patron: str
    token: str
    by: str
    tables: tuple[str, ...] = ()
    days: int = 0
    # When its token ends; never, where it is of an earlier program.
    ends: int = 0
    # When it was last used, as far as it is recorded; 0 where it never was.
    seen: int = 0
    is_revoked: bool = False

    @property
    def actor(self) -> Actor:
        """Return the actor that a device is."""
        if self.patron:
            return Actor(patron_record.stream_of(self.patron), self.role, stream_of(self.id))
        return Actor(stream_of(self.id), self.role)


def stream_of(device: str) -> str:
    """`device:shoe-1`."""
    return f"device:{device}"


def end_of(house: Records, device: Device) -> int | None:
    """When the token of a device ends: by itself, or with the notice that the house gave to those without an end."""
    return device.ends or premises_of(house).notice_until or None


def is_running(house: Records, device: Device, at: int) -> bool:
    """Whether a device has a token that has not ended."""
    end = end_of(house, device) if device.token else 0
    return end is None or at < end


class DeviceStanding(NamedTuple):
    """A device as its people see it: whether it waits, holds, has ended or is revoked, and when its token ends."""

    device: Device
    standing: str
    ends: int | None


def standings(now: Now, patron: str = "") -> list[DeviceStanding]:
    """The devices of the house in the order of their names, or those of one patron."""
    records: list[Device] = [now.record(stream) for stream in now.streams("device")]
    return [_standing(now, each) for each in records if not patron or each.patron == patron]


def _standing(now: Now, device: Device) -> DeviceStanding:
    if not device.token:
        return DeviceStanding(device, "revoked" if device.is_revoked else "waits", None)
    return DeviceStanding(device, "holds" if is_running(now, device, now.at) else "ended", end_of(now, device))


# Where a device is somebody.


def not_at(house: Records, actor: Actor, stream: str) -> No | None:
    """Return the reason why a device is nobody at a table or an event: it does nothing there and sees nothing."""
    device, (family, _, name) = _limited_device(house, actor), stream.partition(":")
    if device is None or family not in ("table", "tournament"):
        return None
    if device.role is Role.DEALER:
        own = [stream_of_table(table) for table in device.tables]
        return None if stream in own else _refusal(f"This device is for {' and '.join(device.tables)} only.")
    place = house.record(stream) if is_id(name) else None
    is_practice = place is None or (isinstance(place, TableRecord) and place.is_practice)
    if is_practice or premises_of(house).devices_play_for_money:
        return None
    return _refusal("A device plays at practice tables only.")


def not_given_through(house: Records, actor: Actor, command: Command) -> No | None:
    """Return the reason why a command is not for the device that gives it."""
    if _limited_device(house, actor) is None:
        return None
    table = getattr(command, "table", None)
    if table is None:
        return _refusal("A device is for the tables: this is for people to do.")
    return not_at(house, actor, stream_of_table(table))


def _limited_device(house: Records, actor: Actor) -> Device | None:
    """The device that somebody acts through, where it is not for everything that its role may do.

    Those of earlier programs are for everything until they end.
    """
    if actor.role not in (Role.PLAYER, Role.DEALER) or not actor.through:
        return None
    device: Device | None = house.record(actor.through)
    return device if device and device.days else None


def _refusal(reason: str) -> No:
    return No(reason, field="table", word="device", status=403)


# Letting in and shutting out.


def add_device(now: Now, actor: Actor, command: AddDevice) -> Decision:
    if bad := wrong_id(command.id, "id") or wrong_words(command.name, "name"):
        return bad
    if command.role not in ROLES_OF_DEVICES:
        return wrong("role", f"A device acts as {', '.join(ROLES_OF_DEVICES)}, not as {command.role}.")
    if command.role is not Role.PLAYER and command.patron:
        return wrong("patron", "Only a device that plays acts for a patron.")
    if command.role is Role.PLAYER and not patron_record.find(now, command.patron):
        return patron_record.unknown(command.patron)
    if bad := _wrong_tables(now, command.role, command.tables) or _wrong_days(command.days):
        return bad
    if now.record(stream_of(command.id)):
        return No(f"There is a device {command.id} already.", field="id", word="already_known")
    added = DeviceAdded(
        command.id,
        command.name.strip(),
        command.role,
        command.patron,
        "",
        actor.person,
        tuple(sorted({*command.tables})),
        command.days,
        now.second,
    )
    if command.role is Role.PLAYER:
        return Yes((Fact(stream_of(command.id), added),), {"device": command.id, "waits_for": command.patron})
    return _with_token(now, added)


def _with_token(now: Now, added: DeviceAdded) -> Yes:
    token, digest = new_token(stream_of(added.id))
    told = {"device": added.id, "ends": now.at + added.days * DAY}
    return Yes((Fact(stream_of(added.id), added._replace(token=digest)),), told, {"token": token})


def _wrong_tables(now: Now, role: Role, tables: Iterable[str]) -> No | None:
    if role is not Role.DEALER:
        return wrong("tables", "Only a dealer's device is for some tables and no others.") if tables else None
    if not tables:
        return wrong("tables", "A dealer's device is for tables that are named, and does nothing at others.")
    if all(is_id(table) and now.record(stream_of_table(table)) for table in tables):
        return None
    return No("There is no table of that name.", field="tables", word="unknown_table", status=404)


def _wrong_days(days: int) -> No | None:
    if is_whole(days) and 1 <= days <= MOST_DAYS:
        return None
    return wrong("days", f"The token of a device lasts for 1 to {MOST_DAYS} days.")


def confirm_device(now: Now, actor: Actor, command: ConfirmDevice) -> Decision:
    """The patron's word. Whoever let the device in must not be one who could give it as well."""
    record = _find(now, actor, command.device)
    if isinstance(record, No):
        return record
    if record.is_revoked:
        return _refusal_of_revoked(record)
    if not staff.hands_of(now, actor.person).isdisjoint(staff.hands_of(now, record.by)):
        reason = "Whoever let this device in has given you a password too: ask another manager to let one in."
        return No(reason, field="device", word="second_person")
    if bad := credentials.wrong_own_password(now, actor.person, "password"):
        return bad
    token, digest = new_token(stream_of(record.id))
    confirmed = DeviceConfirmed(digest, actor.person)
    told = {"device": record.id, "ends": now.at + (record.days or USUAL_DAYS) * DAY}
    return Yes((Fact(stream_of(record.id), confirmed),), told, {"token": token})


def renew_device(now: Now, actor: Actor, command: RenewDevice) -> Decision:
    record = _find(now, actor, command.device)
    if isinstance(record, No):
        return record
    if record.is_revoked:
        return _refusal_of_revoked(record)
    if record.patron:
        return No("The patron renews this device, with their own password.", field="device", word="patrons_own")
    tables = tuple(sorted({*command.tables})) or record.tables
    if bad := _wrong_tables(now, record.role, tables) or _wrong_days(command.days):
        return bad
    renewed = DeviceAdded(record.id, record.name, record.role, "", "", actor.person, tables, command.days, now.second)
    return _with_token(now, renewed)


def revoke_device(now: Now, actor: Actor, command: RevokeDevice) -> Decision:
    record = _find(now, actor, command.device)
    if isinstance(record, No):
        return record
    if bad := wrong_reason(command.reason):
        return bad
    if record.is_revoked:
        return _refusal_of_revoked(record)
    return Yes((Fact(stream_of(record.id), DeviceRevoked(command.reason, actor.person)),))


def note_device_use(now: Now, actor: Actor, command: NoteDeviceUse) -> Decision:
    record = _find(now, actor, command.device)
    if isinstance(record, No):
        return record
    if now.at < record.seen + SEEN_EVERY:
        return No("This was recorded a moment ago.", word="seen")
    return Yes((Fact(stream_of(record.id), DeviceSeen()),))


def _find(now: Now, actor: Actor, device: str) -> Device | No:
    """A device; patrons find those that play for them."""
    record: Device | None = now.record(stream_of(device)) if is_id(device) else None
    is_own = actor.role is not Role.PLAYER or (record is not None and record.patron == actor.id)
    return record if record and is_own else _UNKNOWN


def _refusal_of_revoked(record: Device) -> No:
    return No(f"The token of {record.id} is revoked already.", field="device", word="revoked")


def _why_two_managers(now: Now, actor: Actor, command: AddDevice | RenewDevice) -> TwoPeople | None:
    role = command.role if isinstance(command, AddDevice) else now.record(stream_of(command.device)).role
    return staff.two_managers(now, actor, f"A device that acts as {role}") if role in _PRIVILEGED else None


def _apply(record: Device | None, event: object, at: int) -> Device:
    match event:
        case DeviceAdded(device, name, role, patron, token, by, tables, days):
            ends = at + days * DAY if token and days else 0
            return Device(device, name, role, patron, token, by, tables, days, ends, record.seen if record else 0)
        case DeviceConfirmed() if record:
            days = record.days or USUAL_DAYS
            return record._replace(token=event.token, days=days, ends=at + days * DAY)
        case DeviceRevoked() if record:
            return record._replace(token="", is_revoked=True)
        case DeviceSeen() if record:
            return record._replace(seen=at)
    raise TypeError(f"{type(event).__name__} does not happen to a device.")


def _streams_of_adding(_actor: Actor, command: AddDevice) -> tuple[str, ...]:
    return (stream_of(command.id),) if is_id(command.id) else ()


def _streams_of_one(_actor: Actor, command: _OfOne) -> tuple[str, ...]:
    return (stream_of(command.device),) if is_id(command.device) else ()


def _streams_of_confirming(actor: Actor, command: ConfirmDevice) -> tuple[str, ...]:
    return (*credentials.streams_of_own(actor, command), *_streams_of_one(actor, command))


_MANAGER = (Role.MANAGER,)
_TWO_MANAGERS = SecondPerson(_MANAGER, f"for devices that act as {' or '.join(_PRIVILEGED)}", _why_two_managers)
VERBS: Verbs = {
    AddDevice: Verb(add_device, _MANAGER, _streams_of_adding, second=_TWO_MANAGERS),
    ConfirmDevice: Verb(confirm_device, (Role.PLAYER,), _streams_of_confirming, credentials.look_at_own_password),
    RenewDevice: Verb(renew_device, _MANAGER, _streams_of_one, second=_TWO_MANAGERS),
    RevokeDevice: Verb(revoke_device, (Role.PLAYER, *_MANAGER), _streams_of_one),
    NoteDeviceUse: Verb(note_device_use, (Role.CROUPIER,), _streams_of_one),
}
FAMILIES: Mapping[str, Family] = {
    "device": Family(_apply, kinds=(DeviceAdded, DeviceConfirmed, DeviceRevoked, DeviceSeen))
}
