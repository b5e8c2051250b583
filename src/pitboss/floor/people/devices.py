"""Devices: card readers, shoes, displays and bots, each with a role and a token of its own."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.people.tokens import new_token

# What a device may act as. Decisions of supervisors, directors and managers are made by people.
ROLES_OF_DEVICES = (Role.PLAYER, Role.DEALER, Role.CASHIER, Role.AUDITOR, Role.DISPLAY)


class AddDevice(Command):
    """Lets a device in; its token is told once. A bot that plays does so for a patron."""

    id: str
    name: str
    role: Role
    patron: str = ""


class RevokeDevice(Command):
    """Ends the token of a device at once."""

    device: str
    reason: str


class DeviceAdded(NamedTuple):
    """A device with its role; of its token only the SHA-256 is kept."""

    id: str
    name: str
    role: Role
    patron: str
    token: str
    by: str


class DeviceRevoked(NamedTuple):
    reason: str
    by: str


class Device(NamedTuple):
    """A device at one moment; without a token it is revoked."""

    id: str
    name: str
    role: Role
    patron: str
    token: str

    @property
    def actor(self) -> Actor:
        """Return the actor that a device is."""
        return Actor(patron_record.stream_of(self.patron) if self.patron else stream_of(self.id), self.role)


def stream_of(device: str) -> str:
    """`device:shoe-1`."""
    return f"device:{device}"


def add_device(now: Now, actor: Actor, command: AddDevice) -> Decision:
    if bad := wrong_id(command.id, "id") or wrong_words(command.name, "name"):
        return bad
    if command.role not in ROLES_OF_DEVICES:
        return wrong("role", f"A device acts as {', '.join(ROLES_OF_DEVICES)}, not as {command.role}.")
    if command.role is not Role.PLAYER and command.patron:
        return wrong("patron", "Only a device that plays acts for a patron.")
    if command.role is Role.PLAYER and not patron_record.find(now, command.patron):
        return patron_record.unknown(command.patron)
    if now.record(stream_of(command.id)):
        return No(f"There is a device {command.id} already.", field="id", word="already_known")
    token, digest = new_token(stream_of(command.id))
    added = DeviceAdded(command.id, command.name.strip(), command.role, command.patron, digest, actor.person)
    return Yes((Fact(stream_of(command.id), added),), {"device": command.id}, {"token": token})


def revoke_device(now: Now, actor: Actor, command: RevokeDevice) -> Decision:
    record: Device | None = now.record(stream_of(command.device)) if is_id(command.device) else None
    if record is None:
        return No("No device is called so.", field="device", word="unknown_device", status=404)
    if bad := wrong_reason(command.reason):
        return bad
    if not record.token:
        return No(f"The token of {record.id} is revoked already.", field="device", word="revoked")
    return Yes((Fact(stream_of(record.id), DeviceRevoked(command.reason, actor.person)),))


def _apply(record: Device | None, event: object, _at: int) -> Device:
    match event:
        case DeviceAdded(device, name, role, patron, token):
            return Device(device, name, role, patron, token)
        case DeviceRevoked() if record:
            return record._replace(token="")
    raise TypeError(f"{type(event).__name__} does not happen to a device.")


def _streams_of_adding(_actor: Actor, command: AddDevice) -> tuple[str, ...]:
    return (stream_of(command.id),) if is_id(command.id) else ()


def _streams_of_one(_actor: Actor, command: RevokeDevice) -> tuple[str, ...]:
    return (stream_of(command.device),) if is_id(command.device) else ()


VERBS: Verbs = {
    AddDevice: Verb(add_device, (Role.MANAGER,), _streams_of_adding),
    RevokeDevice: Verb(revoke_device, (Role.MANAGER,), _streams_of_one),
}
FAMILIES: Mapping[str, Family] = {"device": Family(_apply, kinds=(DeviceAdded, DeviceRevoked))}
