"""Commands that wait for a second person, as one of the staff sees them, and what became of the last ones."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.floor.kernel.approvals import (
    APPROVALS,
    LAPSE_AFTER,
    ApprovalAsked,
    Approve,
    Approved,
    Declined,
    WaitingCommand,
    refusal_to_agree,
    waiting_at,
)
from pitboss.floor.kernel.command_words import command_words
from pitboss.floor.kernel.contract import No, Now
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.preview import PreviewStep, preview
from pitboss.floor.kernel.registry import COMMANDS, VERBS
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.staff import who_could
from pitboss.journal import codec, store

# So far back the stream is read for what was decided, and so many of it are told.
_READ_BACK, MOST_DECIDED = 200, 20


class WaitingRow(NamedTuple):
    """A command that waits: what it is, who asked and when, why it takes two, who could agree, and until when.

    `follows` is what would come of it, where that can be told; `hindrance` why it could not be carried out just now.
    """

    number: int
    command: str
    words: str
    by: str
    role: Role
    since: int
    until: int
    reason: str
    clause: str
    could_agree: tuple[str, ...]
    is_own: bool
    may_agree: bool
    follows: tuple[PreviewStep, ...] = ()
    hindrance: str = ""


class DecidedRow(NamedTuple):
    """A command that does not wait any more: `result` is approved, declined, taken back or lapsed."""

    number: int
    words: str
    by: str
    role: Role
    result: str
    decided_by: str
    at: int
    reason: str = ""


def waiting_for(floor: Floor, actor: Actor) -> tuple[WaitingRow, ...]:
    """What somebody may agree to, what they have asked for, and what waits for others of their role; oldest first."""
    now = floor.now()
    return tuple(_row(floor, now, found, actor) for found in waiting_at(now, now.at) if _concerns(found.asked, actor))


def count_for(floor: Floor, actor: Actor) -> int:
    """How many commands wait for this person's word."""
    now = floor.now()
    return sum(refusal_to_agree(now, found, actor) is None for found in waiting_at(now, now.at))


def _concerns(asked: ApprovalAsked, actor: Actor) -> bool:
    return actor.person == asked.by or actor.role in asked.roles


def _row(floor: Floor, now: Now, found: WaitingCommand, actor: Actor) -> WaitingRow:
    asked = found.asked
    row = WaitingRow(
        asked.number,
        asked.command,
        command_words(asked.command, json.loads(asked.given)),
        asked.by,
        asked.role,
        found.since,
        found.until,
        asked.reason,
        asked.clause,
        tuple(f"{record.name} ({role})" for record, role in who_could(now, asked.by, asked.roles)),
        is_own=actor.person == asked.by,
        may_agree=refusal_to_agree(now, found, actor) is None,
    )
    # What takes long to find out, such as the hash of a new password, is not found out to be looked at.
    if not row.may_agree or VERBS[COMMANDS[asked.command]].beforehand:
        return row
    would = preview(floor, actor, Approve(number=asked.number))
    if isinstance(would, No):
        return row._replace(hindrance=would.reason)
    return row._replace(follows=tuple(step for step in would.steps if step.stream != APPROVALS))


def decided_lately(floor: Floor, actor: Actor) -> tuple[DecidedRow, ...]:
    """What was decided of what concerns somebody, the newest first."""
    return tuple(row for _, row in zip(range(MOST_DECIDED), _decisions(floor, actor), strict=False))


def _decisions(floor: Floor, actor: Actor) -> Iterator[DecidedRow]:
    last = store.heads([APPROVALS]).get(APPROVALS, store.Head()).position
    rows = [
        (codec.decode(row.kind, row.version, row.body), row.at)
        for row in store.read(APPROVALS, max(0, last - _READ_BACK), last)
    ]
    asked = {event.number: (event, at) for event, at in rows if isinstance(event, ApprovalAsked)}
    decided = {event.number: (event, at) for event, at in rows if isinstance(event, Approved | Declined)}
    found = [
        _decided_row(request, *decided.get(number, (None, at + LAPSE_AFTER)))
        for number, (request, at) in asked.items()
        if (number in decided or at + LAPSE_AFTER <= floor.clock()) and _concerns(request, actor)
    ]
    yield from sorted(found, key=lambda row: (row.at, row.number), reverse=True)


def _decided_row(asked: ApprovalAsked, decision: Approved | Declined | None, at: int) -> DecidedRow:
    words = command_words(asked.command, json.loads(asked.given))
    row = DecidedRow(asked.number, words, asked.by, asked.role, "lapsed", "", at)
    match decision:
        case Approved(by=by):
            return row._replace(result="approved", decided_by=by)
        case Declined(reason=reason, by=by):
            return row._replace(result="taken back" if by == asked.by else "declined", decided_by=by, reason=reason)
    return row
