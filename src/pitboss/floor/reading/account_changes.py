"""Changes that others have made to somebody's account: what, who and when, as the journal has it."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from pitboss.floor.reading.event_words import words_of
from pitboss.journal import codec
from pitboss.journal.models import Event

# So many of the last ones are shown.
MOST = 10
_KINDS = (
    "floor.CredentialSet",
    "floor.SecondFactorRemoved",
    "floor.RolesChanged",
    "floor.StaffSuspended",
    "floor.StaffReinstated",
    "floor.DeviceAdded",
    "floor.DeviceRevoked",
)


class AccountChange(NamedTuple):
    """A change in a sentence, when it was made, and by whom."""

    at: int
    words: str
    by: str


def changes_by_others(person: str, devices: Iterable[str] = ()) -> list[AccountChange]:
    """The last changes that one of the staff has made to somebody's password, roles or devices, the newest first."""
    rows = Event.objects.filter(stream__in=(person, *devices), kind__in=_KINDS).order_by("-seq")
    told = ((at, codec.decode(kind, version, body)) for at, kind, version, body in rows.values_list(*_COLUMNS))
    found = (AccountChange(at, words_of(event), event.by) for at, event in told if _is_of_another(event.by, person))
    return list(islice(found, MOST))


_COLUMNS = ("at", "kind", "version", "body")


def _is_of_another(by: str, person: str) -> bool:
    return by.startswith("staff:") and by != person
