"""How a player at a practice table has played against best play since they came: kept up as the journal goes on.

Nothing waits for it: decisions whose worth is still being computed are told as such and counted later.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from pitboss.floor.kernel.contract import name_of
from pitboss.floor.kernel.floor import Floor, Known, fold, folded_from_snapshot
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tables.dealing import optional_choices
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.practice_record import DecisionTakenBack
from pitboss.floor.tables.record import CameTo, TableRecord, stream_of
from pitboss.floor.tables.setup import FAMILIES
from pitboss.games.play import RUNNING
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import NotComputed, PendingAnswer, Worker
from pitboss.screens.maths import worth

# So many events are read at a time, and so many decisions are computed at once; the next look goes on from there.
ROWS_AT_ONCE = 1000
WAITING_AT_ONCE = 8
_TAKEN_BACK = codec.kind_name(DecisionTakenBack(""))
_PLAY, _DEAL = name_of(Play), name_of(Deal)


class Score(NamedTuple):
    """Decisions, how many of them were best, what the others gave away in cents, and how many are not counted yet."""

    decisions: int = 0
    best: int = 0
    given_away: Fraction = Fraction(0)
    to_come: int = 0


@dataclass(slots=True)
class _Made:
    """A decision as a command made it, and what it gave away once that is computed."""

    command: int
    answer: PendingAnswer[jobs.Choices]
    do: str
    hand: int = 1
    amount: int | None = None
    given_away: Fraction = Fraction(0)


@dataclass(slots=True)
class _Stay:
    """Somebody's time at a table: how far it has been read, the decisions made, and those still being computed.

    `kept` are the commands that can be taken back, as the table keeps them.
    """

    began: int
    known: Known
    made: list[_Made] = field(default_factory=list)
    waiting: list[_Made] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)

    @property
    def score(self) -> Score:
        lost = [made.given_away for made in self.made]
        return Score(len(lost), lost.count(Fraction(0)), sum(lost, Fraction(0)), len(self.waiting))


_stays: WeakKeyDictionary[Floor, dict[tuple[str, str], _Stay]] = WeakKeyDictionary()
_lock = Lock()


def score_of(worker: Worker, floor: Floor, table: str, actor: Actor) -> Score | None:
    """The score of a player as far as it is known now; None for who has not come to the table, and in hold'em."""
    stream = stream_of(table)
    position, record = floor.latest(stream)
    if record is None or actor.id not in record.present or record.room:
        return None
    with _lock:
        stays = _stays.setdefault(floor, {})
        stay = stays.get((table, actor.id))
        began = _came(stream, actor.id)
        if stay is None or stay.began != began:
            stay = stays[table, actor.id] = _Stay(began, folded_from_snapshot(stream, began))
        _go_on(worker, stay, stream, position, actor)
        found = stay.score
    is_behind = stay.known.position < position
    return found._replace(to_come=found.to_come + is_behind)


def _came(stream: str, player: str) -> int:
    """The position at which somebody came to a table the last time."""
    kind, _, body = codec.encode(CameTo(player))
    came = Event.objects.filter(stream=stream, kind=kind, body=body).order_by("-position")
    position: int = came.values_list("position", flat=True)[0]
    return position


def _go_on(worker: Worker, stay: _Stay, stream: str, position: int, actor: Actor) -> None:
    """Counts what has been computed, then reads on as far as there is room for more questions."""
    _count(stay)
    for row in store.read(stream, stay.known.position, min(position, stay.known.position + ROWS_AT_ONCE)):
        if len(stay.waiting) >= WAITING_AT_ONCE:
            return
        if row.cause:
            stay.waiting += _decisions(worker, stay.known.record, row, actor)
            _count(stay)
        if row.kind == _TAKEN_BACK:
            last = stay.kept[-1]
            stay.made, stay.waiting = (
                [made for made in some if made.command < last] for some in (stay.made, stay.waiting)
            )
        stay.known = fold(FAMILIES["table"], stay.known, [row])
        stay.kept = [*stay.kept, row.command][: len(stay.known.record.kept)]


def _decisions(worker: Worker, before: TableRecord, row: StoredEvent, actor: Actor) -> Iterator[_Made]:
    """Yield the decisions in a player's command: one, or passing what was offered at each place."""
    cause: Mapping[str, Any] = json.loads(row.cause)
    if cause["who"] != actor.person or cause["role"] != actor.role or before.state.felt.stage not in RUNNING:
        return
    given = cause["given"]
    if cause["command"] == _DEAL:
        for seat in {choice.seat or 0 for choice in optional_choices(before) if choice.player == actor.id}:
            yield _Made(row.command, worth.ask_worker(worker, before, seat, actor.id), worth.PASS)
    elif cause["command"] == _PLAY and given.get("seat") is not None:
        answer = worth.ask_worker(worker, before, given["seat"], actor.id)
        yield _Made(row.command, answer, given["do"], given["hand"], given.get("amount"))


def _count(stay: _Stay) -> None:
    """Decisions whose worth is known by now are made; what was no decision, or cannot be computed, is left out."""
    waiting, stay.waiting = stay.waiting, []
    for made in waiting:
        try:
            found = made.answer.wait()
        except NotComputed:
            continue
        if found is None:
            stay.waiting.append(made)
            continue
        options = worth.options(found)
        value = _value_of(options, made)
        if value is not None and len(options) > 1:
            made.given_away = worth.best(options) - value
            stay.made.append(made)


def _value_of(options: list[worth.Option], made: _Made) -> Fraction | None:
    """Return the value of the choice made, if it was a decision; a smaller insurance counts in proportion."""
    named = [option for option in options if (option.do, option.hand) == (made.do, made.hand)]
    exact = [option for option in named if option.amount == made.amount] or named[:1]
    if not exact:
        return None
    [option] = exact
    passing = next((each.value for each in options if each.do == worth.PASS), None)
    if made.do == "insure" and passing is not None and made.amount and option.amount:
        return passing + (option.value - passing) * Fraction(made.amount, option.amount)
    return option.value
