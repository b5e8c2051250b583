"""Significant events: what security and auditors look at first, by group, and where in the journal it is.

They are few among all events. Where they are is found once and then followed, so that looking at them takes as long in
an old house as in a new one.
"""

import re
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.journal_search import JournalEntry, JournalPage, entries
from pitboss.journal import store
from pitboss.kits.events import kinds_where, note_on
from pitboss.ledger.reading import ALWAYS, Period

MOST = 100
# The number of a patron, or the stream of a person, as sentences have them.
_NAME = re.compile(r"(?:[a-z]+:)?[a-z0-9-]+")


class EventGroup(NamedTuple):
    """Events that are looked at together: what they are called, and their kinds."""

    title: str
    kinds: tuple[str, ...]


def _of_sorts(*sorts: str) -> tuple[str, ...]:
    """The kinds of events at tables that are entered under these sorts in the log of rulings."""
    return kinds_where(lambda about: about.sort in sorts)


def _floor(names: str) -> tuple[str, ...]:
    return tuple(f"floor.{name}" for name in names.split())


def _tournament(names: str) -> tuple[str, ...]:
    return tuple(f"tournament.{name}" for name in names.split())


# Every kind of the floor is here or in EVERYDAY.
GROUPS: Mapping[str, EventGroup] = {
    "accounts": EventGroup(
        "Accounts and roles",
        _floor("StaffAdded RolesChanged StaffVouchedFor StaffSuspended StaffReinstated PatronAdded PatronChanged"),
    ),
    "passwords": EventGroup(
        "Passwords and second factors",
        _floor("CredentialSet SecondFactorOffered SecondFactorConfirmed SecondFactorRemoved"),
    ),
    "devices": EventGroup("Devices", _floor("DeviceAdded DeviceConfirmed DeviceRevoked")),
    "approvals": EventGroup("Approvals by a second person", _floor("ApprovalAsked Approved Declined")),
    "rulings": EventGroup(
        "Voids and rulings",
        (
            *_of_sorts("void", "ruling", "irregularity"),
            *_tournament("Barred HandStopped PenaltySet Ruled TieRuled Warned"),
        ),
    ),
    "doors": EventGroup(
        "Turned away at the doors",
        _floor("Denied UnknownSignIn SignInFailed LockedOut FloodTurnedAway"),
    ),
    "server": EventGroup("Server and clock", _floor("HouseStarted ClockJumped")),
    "configuration": EventGroup(
        "Configuration",
        (
            *_floor("HouseSet TableAdded TableSet SecondFactorRequired DemoBegan DemoEnded NoticeGiven"),
            *_of_sorts("limit"),
            *_tournament("ConditionsAmended"),
        ),
    ),
    "exclusions": EventGroup(
        "Exclusions",
        (
            *_floor("Excluded LiftAsked ExclusionLifted Prevented PreventionEnded KeptFromHarm LicenceWithdrawn"),
            *_of_sorts("exclusion"),
        ),
    ),
    "stops": EventGroup(
        "Opened, closed and stopped",
        _floor("HouseOpened HouseClosed HouseDisabled HouseEnabled TableDisabled TableEnabled"),
    ),
    "money": EventGroup(
        "Corrections of the books and large cash",
        _floor("AdjustmentRequested AdjustmentApproved AdjustmentRejected VoucherVoided LargeCash DayClosed"),
    ),
}
# What happens all day long, and is looked at in its own place.
EVERYDAY = _floor(
    "BoughtIn CallAnswered CameTo CameToTable CardsDrawn CashedOut ChipsCancelled ChipsMoved ChipsRequested "
    "ClosingCounted DailySetDone DecisionKept DecisionTakenBack DeviceSeen Given HandAsked HandTrained "
    "LeftTable MembershipHeld Numbered "
    "OpeningCounted PlayTimeSet PracticeToppedUp SaidReady SessionSeen SessionsEnded ShoeArranged ShoeCommitted "
    "SignedIn SignedOut StakeLimitRaised StakeLimitSet StepRedone StepTaken StepUndone StepWithdrawn "
    "StructureDropped StructureSaved SupervisorCalled TillClosed TillOpened TournamentAdded WentFrom"
)
# Kinds that are everyday unless they follow a clause, and how the journal writes that.
UNLESS: Mapping[str, str] = {
    kind: f'"clause":"{note.only_by}"'
    for kind in kinds_where(lambda about: about.only_by)
    if (note := note_on(kind)) is not None
}
GROUP_OF: Mapping[str, str] = {kind: group for group, told in GROUPS.items() for kind in told.kinds}


class Place(NamedTuple):
    """Where a significant event stands in the journal."""

    seq: int
    at: int
    kind: str


class SignificantPlaces:
    """Follows the journal, and keeps in memory where its significant events are."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._seq = 0
        self._lock = threading.Lock()

    def newest(self, kinds: Collection[str], period: Period, before: int | None) -> Iterator[Place]:
        """The places of these kinds in a period, from the newest on."""
        with self._lock:
            self._catch_up()
            places = len(self._places)
        for number in range(places - 1, -1, -1):
            place = self._places[number]
            is_earlier = before is None or place.seq < before
            if is_earlier and place.kind in kinds and period.since <= place.at < period.until:
                yield place

    def _catch_up(self) -> None:
        last = store.last_seq()
        if last == self._seq:
            return
        marks = ", ".join(["%s"] * len(GROUP_OF))
        unless = " AND (kind <> %s OR body LIKE %s)" * len(UNLESS)
        texts = [part for kind, text in UNLESS.items() for part in (kind, f"%{text}%")]
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT seq, at, kind FROM journal_event "
                f"WHERE seq > %s AND seq <= %s AND kind IN ({marks}){unless} ORDER BY seq",
                [self._seq, last, *GROUP_OF, *texts],
            )
            self._places += map(Place._make, cursor.fetchall())
        self._seq = last


_followed: MutableMapping[Floor, SignificantPlaces] = WeakKeyDictionary()


def places_of(
    floor: Floor, kinds: Collection[str], period: Period = ALWAYS, before: int | None = None
) -> Iterator[Place]:
    """Where events of these kinds are, which must be significant ones, from the newest on."""
    return _followed.setdefault(floor, SignificantPlaces()).newest(kinds, period, before)


def significant_events(
    floor: Floor,
    *,
    group: str = "",
    people: Collection[str] = (),
    period: Period = ALWAYS,
    before: int | None = None,
    most: int = MOST,
) -> JournalPage:
    """Significant events from the newest on: of a group or all, by or about one of these people, in a period."""
    kinds = GROUPS[group].kinds if group else GROUP_OF.keys()
    names = frozenset(name for person in people for name in (person, person.partition(":")[2]))
    found: list[JournalEntry] = []
    for some in _batches(places_of(floor, kinds, period, before), most):
        found += [entry for entry in entries(some) if not names or names & _people_in(entry)]
        if len(found) > most:
            return JournalPage(tuple(found[:most]), found[most - 1].seq)
    return JournalPage(tuple(found), None)


def _batches(places: Iterable[Place], most: int) -> Iterator[list[int]]:
    batch: list[int] = []
    for place in places:
        batch.append(place.seq)
        if len(batch) > most:
            yield batch
            batch = []
    if batch:
        yield batch


def _people_in(entry: JournalEntry) -> frozenset[str]:
    """Whoever did it, agreed to it, or is told of in it."""
    return frozenset((entry.who, entry.second, entry.stream, *_NAME.findall(entry.words)))
