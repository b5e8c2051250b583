"""API reads of the house, its books and its journal."""

import json
from collections.abc import Mapping
from datetime import date

from pitboss.floor.kernel.contract import HOUSE, No, event_told, first_cause
from pitboss.floor.kernel.field_checks import day_from
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.game_roles import game_permissions
from pitboss.floor.kernel.permissions import permissions as floor_permissions
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Role
from pitboss.floor.kernel.waiting import decided_lately, waiting_for
from pitboss.floor.reading import reports
from pitboss.floor.reading.tournaments.views import plain
from pitboss.floor.reading.views import house_view
from pitboss.floor.tables.record import MODES
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent
from pitboss.ledger import books
from pitboss.screens.api.reads import ANYBODY, Answer, Number, Read, ReadRequest, Word
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import APPROVERS

FIRST_YEAR, LAST_YEAR = 2000, 2999
MOST_ROWS = 500
# What happens at tables and in tournaments may have cards in it that nobody may see yet, and so may what waits.
_CLOSED_FAMILIES = ("table", "tournament", "approvals")


def house(asked: ReadRequest) -> Answer:
    """The house: whether it is open, its clock and its gaming day, and how far its journal has got."""
    floor, at = asked.floor, asked.floor.clock()
    day = gaming_clock(floor).day(at).isoformat()
    return {**house_view(floor.record(HOUSE)), "at": at, "gaming_day": day, "seq": store.last_seq()}


def accounts(_asked: ReadRequest) -> Answer:
    """The balance of every account in cents, and the sum of each book, which is nothing."""
    return {"accounts": books.balances(), "sums": books.trial_balance()}


def report(asked: ReadRequest) -> Answer | No:
    """A gaming day of the house: drop, win and hold by table, the pools, the tills and the trial balance."""
    day = day_from(asked.path["day"])
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        return not_found("such gaming day: a day is written like 2026-01-31")
    found: Answer = plain(_report(asked.floor, day))
    return found


def _report(floor: Floor, day: date) -> object:
    """As it was when the day was closed, or as it is now."""
    return reports.closed_day(day) or reports.day_report(day, gaming_clock(floor))


def journal(asked: ReadRequest) -> Answer | No:
    """What happened, in its order: kinds, causes and clauses, and the digest of the house after the last of it all.

    The particulars of what happened at tables and in tournaments are not told here: they are seen as rounds, by whoever
    may see them.
    """
    query = asked.query
    rows = Event.objects.filter(seq__gt=query["after"])
    if query["stream"]:
        if not store.heads([query["stream"]]):
            return not_found("such stream")
        rows = rows.filter(stream=query["stream"])
    if query["family"]:
        rows = rows.filter(family=query["family"])
    found = [StoredEvent(*row) for row in rows.order_by("seq").values_list(*StoredEvent._fields)[: query["most"]]]
    head = store.chain_head()
    return {"seq": head.position, "house_digest": head.digest, "events": [_entry(row) for row in found]}


def _entry(row: StoredEvent) -> Answer:
    told: Answer = {
        "seq": row.seq,
        "stream": row.stream,
        "position": row.position,
        "at": row.at,
        "command": row.command,
        **event_told(codec.decode(row.kind, row.version, row.body)),
    }
    is_closed = row.family in _CLOSED_FAMILIES
    if row.cause:
        cause = json.loads(row.cause)
        # Cards that a dealer enters are in what was given, of whatever stream it began on.
        first = first_cause(cause)
        given = {name: first[name] for name in ("who", "role", "command")}
        told["cause"] = given if first is cause else {**given, "agreed_by": cause["who"]}
    return told if is_closed else {**told, "body": json.loads(row.body)}


def permissions(_asked: ReadRequest) -> Answer:
    """Which roles may give which command, and at the tables of each mode which verb of which game."""
    verbs = {mode: _by_name(game_permissions(mode)) for mode in MODES}
    return {"commands": _by_name(floor_permissions()), "verbs": verbs}


def _by_name(table: Mapping[tuple[Role, str], bool]) -> dict[str, list[Role]]:
    roles: dict[str, list[Role]] = {name: [] for _, name in table}
    for (role, name), is_allowed in table.items():
        if is_allowed:
            roles[name].append(role)
    return roles


def approvals(asked: ReadRequest) -> Answer:
    """What waits for a second person and concerns whoever asks, and what was decided lately.

    The commands approve and decline, with the number, decide it where `may_agree` is true.
    """
    floor, actor = asked.floor, asked.actor
    return {"waiting": plain(waiting_for(floor, actor)), "decided": plain(decided_lately(floor, actor))}


_BOOKS = (Role.CASHIER, Role.AUDITOR, Role.MANAGER)
READS = (
    Read(path="/api/house", roles=ANYBODY, answer=house),
    Read(path="/api/accounts", roles=_BOOKS, answer=accounts),
    Read(path="/api/reports/{day}", roles=_BOOKS, answer=report),
    Read(
        path="/api/journal",
        roles=(Role.AUDITOR, Role.MANAGER),
        answer=journal,
        query={
            "after": Number(0, 10**15, 0, "Only what happened after this `seq`."),
            "most": Number(1, MOST_ROWS, 100, "How many events at most."),
            "stream": Word("Only of this stream, such as table:uth-1."),
            "family": Word("Only of streams of this family, such as table."),
        },
    ),
    Read(path="/api/approvals", roles=APPROVERS, answer=approvals),
    Read(path="/api/permissions", roles=ANYBODY, answer=permissions),
)
