"""The directory of patrons: who is called so, or has this membership."""

import threading
from typing import NamedTuple

from pitboss.floor.people.patron_record import PatronAdded, PatronChanged
from pitboss.journal import codec
from pitboss.journal.kinds import kind_of
from pitboss.journal.models import Event

_KINDS = (kind_of(PatronAdded), kind_of(PatronChanged))


class Listed(NamedTuple):
    """A patron in the directory."""

    id: str
    name: str
    membership: str


class Directory:
    """Follows the streams of patrons, and keeps in memory what they are called."""

    def __init__(self) -> None:
        self._listed: dict[str, Listed] = {}
        self._seq = 0
        self._lock = threading.Lock()

    def search(self, words: str, most: int = 50) -> tuple[Listed, ...]:
        """The patrons whose id, membership or name begins with, or whose name has, each of the words."""
        wanted = words.casefold().split()
        with self._lock:
            self._catch_up()
            found = [each for each in self._listed.values() if all(_has(each, word) for word in wanted)]
        return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.id))[:most])

    def _catch_up(self) -> None:
        rows = Event.objects.filter(kind__in=_KINDS, seq__gt=self._seq).order_by("seq")
        for seq, stream, *stored in rows.values_list("seq", "stream", "kind", "version", "body"):
            self._seq, event, patron = seq, codec.decode(*stored), stream.partition(":")[2]
            self._listed[patron] = Listed(patron, event.name, event.membership)


def _has(listed: Listed, word: str) -> bool:
    starts = (listed.id, listed.membership.casefold())
    return any(start.startswith(word) for start in starts) or word in listed.name.casefold()
