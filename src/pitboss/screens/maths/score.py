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

from pitboss.floor.contract import name_of
from pitboss.floor.dealing import optional_choices
from pitboss.floor.house import Floor, Known, fold, folded_from_snapshot
from pitboss.floor.play import Deal, Play
from pitboss.floor.roles import Actor
from pitboss.floor.table_record import CameTo, TableRecord, stream_of
from pitboss.floor.tables import FAMILIES
from pitboss.games.holdem.state import Play as HoldemPlay
from pitboss.games.play import RUNNING
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import Row
from pitboss.screens.maths import jobs, worth
from pitboss.screens.maths.worker import Answer, NotComputed, Worker

# So many events are read at a time, and so many decisions are computed at once; the next look goes on from there.
ROWS_AT_ONCE = 1000
WAITING_AT_ONCE = 8
_CAME = codec.named(CameTo(""))
_PLAY, _DEAL = name_of(Play), name_of(Deal)


class Score(NamedTuple):
    """Decisions, how many of them were best, what the others gave away in cents, and how many are not counted yet."""

    decisions: int = 0
    best: int = 0
    given_away: Fraction = Fraction(0)
    to_come: int = 0


class _Made(NamedTuple):
    """A decision as it was made, and the question what it was worth."""

    answer: Answer[jobs.Choices]
    do: str
    hand: int
    amount: int | None


@dataclass(slots=True)
class _Stay:
    """Somebody's time at a table: how far it has been read, the score so far, and what waits to be computed."""

    began: int
    known: Known
    score: Score = Score()
    waiting: list[_Made] = field(default_factory=list)


_stays: WeakKeyDictionary[Floor, dict[tuple[str, str], _Stay]] = WeakKeyDictionary()
_lock = Lock()


def score_of(worker: Worker, floor: Floor, table: str, actor: Actor) -> Score | None:
    """The score of a player as far as it is known now; None for who has not come to the table, and in hold'em."""
    stream = stream_of(table)
    position, record = floor.known(stream)
    if record is None or actor.id not in record.present or isinstance(record.state.play, HoldemPlay):
        return None
    with _lock:
        stays = _stays.setdefault(floor, {})
        stay = stays.get((table, actor.id))
        began = _came(stream, actor.id)
        if stay is None or stay.began != began:
            stay = stays[table, actor.id] = _Stay(began, folded_from_snapshot(stream, began))
        _go_on(worker, stay, stream, position, actor)
        left = len(stay.waiting) + (stay.known.position < position)
        return stay.score._replace(to_come=left)


def _came(stream: str, player: str) -> int:
    """The position at which somebody came to a table the last time."""
    came = Event.objects.filter(stream=stream, kind=_CAME).order_by("-position")
    rows = came.values_list("position", "version", "body").iterator()
    return next(at for at, version, body in rows if codec.decode(_CAME, version, body).player == player)


def _go_on(worker: Worker, stay: _Stay, stream: str, position: int, actor: Actor) -> None:
    """Counts what has been computed, then reads on as far as there is room for more questions."""
    stay.waiting = [made for made in stay.waiting if not _counted(stay, made)]
    rows = store.read(stream, stay.known.position, min(position, stay.known.position + ROWS_AT_ONCE))
    for row in rows:
        if len(stay.waiting) >= WAITING_AT_ONCE:
            return
        made = _decisions(worker, stay.known.record, row, actor) if row.cause else ()
        stay.waiting += [each for each in made if not _counted(stay, each)]
        stay.known = fold(FAMILIES["table"], stay.known, [row])


def _decisions(worker: Worker, before: TableRecord, row: Row, actor: Actor) -> Iterator[_Made]:
    """What a command decided for the player who gave it: one thing, or letting pass what was offered at each place."""
    cause: Mapping[str, Any] = json.loads(row.cause)
    if cause["who"] != actor.person or cause["role"] != actor.role or before.state.felt.stage not in RUNNING:
        return
    given = cause["given"]
    if cause["command"] == _DEAL:
        offered = {choice.seat for choice in optional_choices(before) if choice.player == actor.id}
        for seat in offered - {None}:
            yield _Made(worth.asked(worker, before, seat, actor.id), worth.PASS, 1, None)
    elif cause["command"] == _PLAY and given["seat"] is not None:
        answer = worth.asked(worker, before, given["seat"], actor.id)
        yield _Made(answer, given["do"], given["hand"], given["amount"])


def _counted(stay: _Stay, made: _Made) -> bool:
    """Whether a decision is done with: counted, or nothing that can be counted."""
    try:
        found = made.answer.wait()
    except NotComputed:
        return True
    if found is None:
        return False
    options = worth.options(found)
    value = _value_of(options, made)
    if value is not None and len(options) > 1:
        lost = worth.best(options) - value
        before = stay.score
        stay.score = Score(before.decisions + 1, before.best + (not lost), before.given_away + lost)
    return True


def _value_of(options: list[worth.Option], made: _Made) -> Fraction | None:
    """What was chosen, if it was a decision; a smaller insurance is worth its part of a whole one."""
    named = [option for option in options if (option.do, option.hand) == (made.do, made.hand)]
    exact = [option for option in named if option.amount == made.amount] or named[:1]
    if not exact:
        return None
    [option] = exact
    passing = next((each.value for each in options if each.do == worth.PASS), None)
    if made.do == "insure" and passing is not None and made.amount and option.amount:
        return passing + (option.value - passing) * Fraction(made.amount, option.amount)
    return option.value
