"""The running house: takes a command, decides it on the house as it is, and records what follows in one transaction.

`Floor` keeps in memory what each stream has come to. That is a cache and nothing more: inside every transaction the
positions of the streams are compared with the database, and whatever other processes have recorded is read and applied.
"""

import json
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from typing import Any, NamedTuple

from django.db import IntegrityError

from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel import approvals
from pitboss.floor.kernel.contract import (
    AppliedFact,
    Command,
    Fact,
    Family,
    No,
    Now,
    Records,
    Verb,
    Yes,
    cause_of,
    name_of,
    particulars_kept,
    particulars_of,
)
from pitboss.floor.kernel.days import SECOND
from pitboss.floor.kernel.house_clock import Clock, HouseClock, steady_clock, wall_clock
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.registry import FAMILIES, VERBS
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.devices import not_given_through
from pitboss.floor.people.security import DOORS, NoteClockJump, NoteDenial, is_noted
from pitboss.games.money import Move
from pitboss.journal import codec, snapshots, store
from pitboss.journal.store import StoredEvent, pass_point
from pitboss.ledger import books
from pitboss.ledger.books import NotEnough, Transfer

_log = logging.getLogger(__name__)
# A record is kept as a snapshot every so many events of its stream.
SNAPSHOT_EVERY = 500
_SALT_BYTES = 16
OTHER_COMMAND = No("This key has been used for another command.", field="key", word="key_used", status=422)
# So often a command is tried that finds out only inside its transaction which streams it needs.
_TRIES = 10


class Done(NamedTuple):
    """A command that was carried out: up to which `seq`, the facts that were recorded, and the answer to its giver."""

    seq: int
    facts: tuple[Fact, ...]
    answer: dict[str, Any]
    secret: dict[str, Any]
    repeated: bool = False


class Known(NamedTuple):
    """The state of a stream at a position."""

    position: int
    record: Any


class Recorded(NamedTuple):
    """The result of recording a command: its rows, their events, and the states of their streams afterwards."""

    rows: list[StoredEvent]
    events: tuple[Any, ...]
    known: dict[str, Known]


class Floor:
    """One process of the house. Any number of threads may give it commands, and any number of processes may run."""

    def __init__(self, wall: Clock = wall_clock, steady: Clock | None = None) -> None:
        # A clock that is set by hand is its own measure of how much time has passed.
        self.clock = HouseClock(wall, steady or (steady_clock if wall is wall_clock else wall), self._last_moment)
        self._known: dict[str, Known] = {}
        # How far the house's chain had got when this process last recorded or looked, and the moment of that event.
        self._last = (store.Head(), 0)
        # Told after every commit of this process.
        self.listeners: list[Callable[[Recorded], None]] = []

    def execute(self, actor: Actor, command: Command, key: str | None = None) -> Done | No:
        """Carries a command out, or says why not. Under a key that was used before it says again what it said then."""
        self.note_jump()
        verb = VERBS[type(command)]
        try:
            answer = not_for(self, actor, command) or self._carried_out(verb, actor, command, key)
        except hashing.TooManyAtOnce:
            return hashing.BUSY
        if isinstance(answer, No) and answer.status == 403 and actor.role is not Role.VISITOR:
            self._note_denial(actor, command)
        return answer

    def _carried_out(self, verb: Verb, actor: Actor, command: Command, key: str | None) -> Done | No:
        """Decides and records; anew where the command turns out to need a stream that others have just changed."""
        own_key = None if key is None else _own_key(actor, key)
        last: Exception
        also_held: set[str] = set()
        for _ in range(_TRIES):
            try:
                return self._try_once(verb, actor, command, own_key, also_held)
            except store.Conflict as conflict:
                last = conflict
                if isinstance(conflict, store.Overtaken):
                    also_held.update(conflict.streams)
            except IntegrityError as clash:
                # Another process has used the key in this moment, on other streams: the next try finds its answer.
                if own_key is None or not store.of_command(own_key):
                    raise
                last = clash
        raise last

    def _try_once(
        self, verb: Verb, actor: Actor, command: Command, own_key: str | None, also_held: Iterable[str]
    ) -> Done | No:
        found = verb.beforehand(self, actor, command) if verb.beforehand else None
        try:
            with store.writing((*verb.streams(actor, command), *also_held)) as begun:
                before = own_key and self._earlier_answer(own_key, actor, command)
                if before:
                    return before
                seen: dict[str, int] = {}
                if begun.is_chain_held:
                    self._learn_moment(begun.chain)
                now = Now(self.clock(), lambda stream: self._looked_at(begun, stream, seen), found, self.clock.wall())
                decision = verb.decide(now, actor, command)
                pass_point("decided")
                if verb.second and isinstance(decision, Yes) and (why := verb.second.why(now, actor, command)):
                    decision = approvals.ask(now, actor, command, decision, verb.second, why)
                if isinstance(decision, No):
                    return decision
                cause = _cause(now, actor, command, decision)
                done = self._record(begun, now, decision, cause, own_key, seen)
        except NotEnough as short:
            return No(f"There is not enough in the account {short}.", word="not_enough", field="amount")
        self._known.update(done.known)
        self._publish(done)
        pass_point("published")
        if decision.but:
            return decision.but
        return Done(done.rows[-1].seq, decision.facts, dict(decision.answer), dict(decision.secret))

    def _publish(self, done: Recorded) -> None:
        """Tells the listeners. Whatever goes wrong there, the command has been carried out and is answered so."""
        for listener in self.listeners:
            try:
                listener(done)
            except Exception:
                _log.exception("A listener could not be told of what happened.")

    def _note_denial(self, actor: Actor, command: Command) -> None:
        """Lets security know of a command that is not for its giver, unless it has just been told."""
        denied = NoteDenial(person=actor.person, role=actor.role, command=name_of(type(command)))
        if not is_noted(self.record(DOORS), self.clock(), person=denied.person, command=denied.command):
            self.execute(CROUPIER, denied)

    def note_jump(self) -> None:
        """Lets security know of a jump of the clock on the wall, if there was one."""
        if jump := self.clock.jump:
            self._carried_out(VERBS[NoteClockJump], CROUPIER, NoteClockJump(was=jump.was, now=jump.now), None)
            self.clock.jump = None

    def _last_moment(self) -> int:
        """The last moment that the house has recorded, and in no case one of a gaming day that is closed."""
        closed = cage_of(self).last_closed
        ended = gaming_clock(self).span(date.fromisoformat(closed))[1] if closed else 0
        return max(self._learn_moment(store.chain_head()), ended)

    def _learn_moment(self, chain: store.Head) -> int:
        """Return the moment of the last event of the house's chain; the clock does not go back behind it."""
        known, at = self._last
        if known != chain:
            at = store.moment_of(chain.position)
            self._last = chain, at
            self.clock.learn(at)
        return at

    def command_given(self, actor: Actor, key: str) -> dict[str, Any] | None:
        """The particulars of somebody's command that was carried out under this key, if one was."""
        rows = store.of_command(_own_key(actor, key))
        return json.loads(rows[0].cause)["given"] if rows else None

    def record(self, stream: str) -> Any:
        """Return the committed state of a stream."""
        return self.latest(stream).record

    def latest(self, stream: str) -> Known:
        """Return the committed state of a stream, with its position."""
        return self._at_least(stream, store.heads([stream]).get(stream, store.Head()).position)

    def records(self, family: str) -> dict[str, Any]:
        """Return the state of every stream of a family, in the order of their names."""
        return self.records_of(store.streams(family))

    def records_of(self, streams: Iterable[str]) -> dict[str, Any]:
        """Return the states of these streams, in the order of their names; streams without events are left out."""
        heads = store.heads(streams)
        return {stream: self._at_least(stream, heads[stream].position).record for stream in sorted(heads)}

    def _at_least(self, stream: str, position: int) -> Known:
        """Another thread may have gone on in the meantime: there is no way back to where the stream was."""
        known = self._known.get(stream)
        return known if known is not None and known.position >= position else self._caught_up(stream, position)

    def _earlier_answer(self, key: str, actor: Actor, command: Command) -> Done | No | None:
        """Return the answer that this command was given the first time, if it has been given before."""
        rows = store.of_command(key)
        if not rows:
            return None
        cause = json.loads(rows[0].cause)
        kind = type(command)
        given = [particulars_kept(kind, each) for each in (cause["given"], particulars_of(command))]
        if cause["command"] != name_of(kind) or given[0] != given[1]:
            return OTHER_COMMAND
        if "but" in cause:
            return No(**cause["but"])
        if command.secrets:
            # A new password must not seem to have been set that was not.
            why = "This key was used before, and what is secret is not kept to be compared: nothing was done now."
            return replace(OTHER_COMMAND, reason=why)
        facts = tuple(Fact(row.stream, codec.decode(row.kind, row.version, row.body)) for row in rows)
        return Done(rows[-1].seq, facts, cause["answer"], {}, repeated=True)

    def now(self, found: Any = None) -> Now:
        """The house as it is, only to be looked at."""
        return Now(self.clock(), self.record, found, self.clock.wall())

    def _looked_at(self, begun: store.Transaction, stream: str, seen: dict[str, int]) -> Any:
        """Return the state of a stream within a transaction; `seen` receives the position of one that is not held."""
        head = begun.heads.get(stream)
        if head is None:
            head = store.heads([stream]).get(stream, store.Head())
            seen[stream] = head.position
        return self._caught_up(stream, head.position).record

    def _record(
        self, begun: store.Transaction, now: Now, decision: Yes, cause: str, key: str | None, seen: Mapping[str, int]
    ) -> Recorded:
        """Records the facts, transfers their money, writes what belongs to them.

        A fact that was applied when it was decided is not applied again, unless it is recorded at a later moment: it
        began from what its stream has come to.
        """
        moved: list[tuple[int, Move]] = []
        known: dict[str, Known] = {}
        batches = []
        if unheld := {fact.stream for fact in decision.facts} - begun.heads.keys():
            # Only deciding has shown where else it leads: the next try holds those streams as well.
            raise store.Overtaken(sorted(unheld))
        stored = [codec.encode(event) for _, event in decision.facts]
        at = self._moment_to_record_at(begun, now, seen)
        for number, fact in enumerate(decision.facts):
            stream, event = fact
            position, record = known.get(stream) or Known(begun.heads[stream].position, now.record(stream))
            family = FAMILIES[store.family_of(stream)]
            change = fact.change if isinstance(fact, AppliedFact) and at == now.at else family.change(record, event, at)
            assert change.before is record, f"What {stream} was decided to come to does not follow from what it was."
            moved += [(number, move) for move in change.moves]
            batches.append((stream, position, [stored[number]]))
            known[stream] = Known(position + 1, change.after)
        rows = begun.append(batches, at=at, cause=cause, key=key)
        self._last = begun.chain, at
        books.post([Transfer(*move, rows[number].seq) for number, move in moved])
        pass_point("posted")
        for write in decision.writes:
            write()
        self._keep_snapshots(known)
        return Recorded(rows, tuple(event for _, event in decision.facts), known)

    def _moment_to_record_at(self, begun: store.Transaction, now: Now, seen: Mapping[str, int]) -> int:
        """Return the moment of a decision, or the later one that others have recorded in the meantime.

        A little later makes no difference to what was decided, as long as it is the same gaming day.
        """
        last = self._learn_moment(begun.hold_chain(seen))
        if last <= now.at:
            return now.at
        clock = gaming_clock(now)
        if last > now.at + SECOND or clock.day(last) != clock.day(now.at):
            raise store.Conflict("Others have recorded a later moment.")
        return last

    def _keep_snapshots(self, known: dict[str, Known]) -> None:
        for stream, (position, record) in known.items():
            family = FAMILIES[store.family_of(stream)]
            began = self._known.get(stream, Known(0, None)).position
            if family.to_text and position // SNAPSHOT_EVERY > began // SNAPSHOT_EVERY:
                snapshots.keep(stream, position, family.to_text(record))

    def _caught_up(self, stream: str, position: int) -> Known:
        """Return the state of a stream at a position, from memory, from a snapshot, or from the beginning."""
        if not position:
            # Nothing is kept of names that only somebody has asked for.
            return Known(0, None)
        known = self._known.get(stream)
        if known is not None and known.position == position:
            return known
        if known is None or known.position > position:
            known = folded_from_snapshot(stream, position)
        else:
            rows = store.read(stream, known.position, position)
            self.clock.learn(rows[-1].at)
            known = fold(FAMILIES[store.family_of(stream)], known, rows)
        self._known[stream] = known
        return known


def fold(family: Family, known: Known, rows: Iterable[StoredEvent]) -> Known:
    """Return the state of a stream after applying these rows."""
    position, record = known
    for row in rows:
        assert row.position == position + 1, f"{row.stream} goes from event {position} to {row.position}."
        record = family.apply(record, codec.decode(row.kind, row.version, row.body), row.at)
        position = row.position
    return Known(position, record)


def folded_from_snapshot(stream: str, position: int) -> Known:
    """Return the state of a stream at a position, folded from the last snapshot before it."""
    family = FAMILIES[store.family_of(stream)]
    kept = snapshots.before(stream, position) if family.from_text else None
    start = Known(0, None)
    if kept and family.from_text:
        # A snapshot that another version of the program made is passed over.
        with suppress(codec.Unreadable):
            start = Known(kept[0], family.from_text(kept[1]))
    return fold(family, start, store.read(stream, start.position, position))


def _own_key(actor: Actor, key: str) -> str:
    """Keys are everybody's own."""
    return f"{actor.person} {key}"


def _cause(now: Now, actor: Actor, command: Command, decision: Yes) -> str:
    """Return the cause of a command's events, stored with the first: who gave it, its particulars, and the answer.

    `wall` is what the clock on the wall said; the moment of the events is never before that of others.
    """
    cause = cause_of(actor, command) | {
        "wall": now.wall,
        "answer": decision.answer,
        # Whoever is told a digest could otherwise find out by trying which hidden cards it was made of.
        "salt": secrets.token_hex(_SALT_BYTES),
    }
    if actor.device:
        cause["device"] = actor.device
    if decision.but:
        cause["but"] = asdict(decision.but)
    if decision.carries_out:
        cause["carries_out"] = cause_of(*decision.carries_out)
    return json.dumps(cause, sort_keys=True, separators=(",", ":"))


def not_for(house: Records, actor: Actor, command: Command) -> No | None:
    """Return the refusal of a command that somebody's role may not give, or not through the device that gives it."""
    if actor.role in VERBS[type(command)].roles:
        return not_given_through(house, actor, command) if actor.through else None
    if actor.role is Role.VISITOR:
        return No("Sign in first.", word="sign_in", status=401)
    words = name_of(type(command)).replace("_", " ").capitalize()
    return No(f"{words} is not for the {actor.role}.", word="role", status=403)
