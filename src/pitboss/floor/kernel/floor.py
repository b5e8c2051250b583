"""The running house: takes a command, decides it on the house as it is, and records what follows in one transaction.

`Floor` keeps in memory what each stream has come to. That is a cache and nothing more: inside every transaction the
positions of the streams are compared with the database, and whatever other processes have recorded is read and applied.
"""

import json
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
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
    Yes,
    cause_of,
    name_of,
    particulars_of,
    stated_particulars,
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
from pitboss.journal.together import Together
from pitboss.ledger import books
from pitboss.ledger.books import NotEnough, Transfer

_log = logging.getLogger(__name__)
# A record is kept as a snapshot every so many events of its stream.
SNAPSHOT_EVERY = 500
_SALT_BYTES = 16
# Commands that share a commit: the last of them has waited for all before it.
MOST_TOGETHER = 16
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


@dataclass(slots=True, eq=False)
class Asked:
    """A command that somebody has given, under a key or none; then what came of it, or why that cannot be told."""

    actor: Actor
    command: Command
    key: str | None = None
    # What its verb has found beforehand.
    found: Any = None
    answer: Done | No | BaseException | None = None


class Floor:
    """One process of the house. Any number of threads may give it commands, and any number of processes may run."""

    def __init__(self, wall: Clock = wall_clock, steady: Clock | None = None) -> None:
        # A clock that is set by hand is its own measure of how much time has passed.
        self.clock = HouseClock(wall, steady or (steady_clock if wall is wall_clock else wall), self._last_moment)
        self._known: dict[str, Known] = {}
        # Says how far streams have got, before what is known of them is used.
        self._heads: Callable[[Iterable[str]], Mapping[str, store.Head]] = store.heads
        # How far the house's chain had got when this process last recorded or looked, and the moment of that event.
        self._last = (store.Head(), 0)
        # Told after every commit of this process.
        self.listeners: list[Callable[[Recorded], None]] = []
        self._together = Together(self._commit, MOST_TOGETHER)

    def execute(self, actor: Actor, command: Command, key: str | None = None) -> Done | No:
        """Carries a command out, or says why not. Under a key that was used before it says again what it said then."""
        asked = Asked(actor, command, key)
        self.execute_all([asked])
        if isinstance(asked.answer, BaseException):
            raise asked.answer
        assert asked.answer is not None
        return asked.answer

    def execute_all(self, asked: Sequence[Asked]) -> None:
        """Carries out commands that have come together, each by itself and in their order, and answers each."""
        self.note_jump()
        for each in asked:
            self._look_beforehand(each)
        self._carry_out([each for each in asked if each.answer is None])
        for each in asked:
            if isinstance(each.answer, No) and each.answer.status == 403 and each.actor.role is not Role.VISITOR:
                self._note_denial(each.actor, each.command)

    def _look_beforehand(self, asked: Asked) -> None:
        """Refuses what is not for its giver, or else finds out what takes so long that others would have to wait."""
        look = VERBS[type(asked.command)].beforehand
        try:
            asked.answer = not_for(self, asked.actor, asked.command)
            if asked.answer is None and look is not None:
                asked.found = look(self, asked.actor, asked.command)
        except hashing.TooManyAtOnce:
            asked.answer = hashing.BUSY
        except Exception as fault:
            asked.answer = fault

    def _carry_out(self, asked: Sequence[Asked]) -> None:
        """Decides and records; on SQLite together with whatever else waits for the disk."""
        if store.shares_commits():
            self._together.join(asked)
            return
        for each in asked:
            self._by_itself(each)

    def _by_itself(self, asked: Asked) -> None:
        """Carries a command out; anew where it turns out to need a stream that others have just changed."""
        also_held: set[str] = set()
        for _ in range(_TRIES):
            self._commit([asked], {*VERBS[type(asked.command)].streams(asked.actor, asked.command), *also_held})
            match asked.answer:
                case store.Overtaken(streams=streams):
                    also_held.update(streams)
                case store.Conflict():
                    pass
                # Another process has used the key in this moment, on other streams: the next try finds its answer.
                case IntegrityError() if asked.key and store.of_command(_own_key(asked.actor, asked.key)):
                    pass
                case _:
                    return
            last = asked.answer
            self._look_beforehand(asked)
            if asked.answer is not None:
                return
        asked.answer = last

    def _commit(self, together: Sequence[Asked], held: Iterable[str] = ()) -> None:
        """One transaction for commands that are each refused or recorded by themselves.

        Nobody is answered before the commit. Where that fails nothing of them has happened, and all are told so.
        """
        results: list[tuple[Done | No | BaseException, Recorded | None]] = []
        fresh: dict[str, Known] = {}
        attempt = self._attempt if len(together) == 1 else self._attempt_apart
        try:
            with store.writing(held) as begun:
                for each in together:
                    result = attempt(begun, each, fresh)
                    results.append(result)
                    fresh.update(result[1].known if result[1] else {})
                    pass_point("kept")
        except BaseException as fault:
            results = [(fault, None)] * len(together)
        for _, done in results:
            if done:
                self._take_in(done)
        for each, (answer, _) in zip(together, results, strict=True):
            each.answer = _lacking(answer) if isinstance(answer, NotEnough) else answer

    def _attempt_apart(
        self, begun: store.Transaction, asked: Asked, fresh: Mapping[str, Known]
    ) -> tuple[Done | No | Exception, Recorded | None]:
        """The same for one of several: where it fails nothing of the others is undone."""
        try:
            with begun.apart():
                return self._attempt(begun, asked, fresh)
        except Exception as fault:
            if not begun.is_whole:
                raise
            return fault, None

    def _attempt(
        self, begun: store.Transaction, asked: Asked, fresh: Mapping[str, Known]
    ) -> tuple[Done | No, Recorded | None]:
        """Decides a command on the house as it is, and records what follows; nothing of a refusal.

        `fresh` are the states of streams that were recorded before in the same transaction.
        """
        actor, command, key = asked.actor, asked.command, asked.key and _own_key(asked.actor, asked.key)
        before = self._earlier_answer(key, actor, command) if key else None
        if before:
            return before, None
        seen: dict[str, int] = {}
        if begun.is_chain_held:
            self._learn_moment(begun.chain)
        look = partial(self._looked_at, begun, fresh, seen)
        now = Now(self.clock(), look, asked.found, self.clock.wall())
        verb = VERBS[type(command)]
        not_two = approvals.refusal_to_sign(now, actor) if actor.beside else None
        decision = not_two or verb.decide(now, actor, command)
        pass_point("decided")
        if verb.second and isinstance(decision, Yes) and (why := verb.second.why(now, actor, command)):
            decision = approvals.ask(now, actor, command, decision, verb.second, why)
        if isinstance(decision, No):
            return decision, None
        done = self._record(begun, now, decision, _cause(now, actor, command, decision), key, seen)
        answer = Done(done.rows[-1].seq, decision.facts, dict(decision.answer), dict(decision.secret))
        return decision.but or answer, done

    def _take_in(self, done: Recorded) -> None:
        """Remembers what is committed, and tells the listeners.

        Whatever goes wrong with them, the command has been carried out and is answered so.
        """
        self._known.update(done.known)
        for listener in self.listeners:
            try:
                listener(done)
            except Exception:
                _log.exception("A listener could not be told of what happened.")
        pass_point("published")

    def _note_denial(self, actor: Actor, command: Command) -> None:
        """Lets security know of a command that is not for its giver, unless it has just been told."""
        denied = NoteDenial(person=actor.person, role=actor.role, command=name_of(type(command)))
        if not is_noted(self.record(DOORS), self.clock(), person=denied.person, command=denied.command):
            self.execute(CROUPIER, denied)

    def note_jump(self) -> None:
        """Lets security know of a jump of the clock on the wall, if there was one."""
        if jump := self.clock.jump:
            noted = Asked(CROUPIER, NoteClockJump(was=jump.was, now=jump.now))
            self._carry_out([noted])
            if isinstance(noted.answer, BaseException):
                raise noted.answer
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
        return self._at_least(stream, self._heads([stream]).get(stream, store.Head()).position)

    def records(self, family: str) -> dict[str, Any]:
        """Return the state of every stream of a family, in the order of their names."""
        return self.records_of(store.streams(family))

    def records_of(self, streams: Iterable[str]) -> dict[str, Any]:
        """Return the states of these streams, in the order of their names; streams without events are left out."""
        heads = self._heads(streams)
        return {stream: self._at_least(stream, heads[stream].position).record for stream in sorted(heads)}

    def followed_by(self, heads: Callable[[Iterable[str]], Mapping[str, store.Head]]) -> "Floor":
        """Return this floor for somebody who only looks, and follows the journal: they say how far streams have got."""
        followed = copy(self)
        followed._heads = heads
        return followed

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
        is_same = cause["command"] == name_of(type(command))
        if not is_same or stated_particulars(type(command), cause["given"]) != stated_particulars(
            type(command), particulars_of(command)
        ):
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

    def _looked_at(
        self, begun: store.Transaction, fresh: Mapping[str, Known], seen: dict[str, int], stream: str
    ) -> Any:
        """Return the state of a stream within a transaction; `seen` receives the position of one that is not held."""
        if stream in fresh:
            return fresh[stream].record
        head = begun.head(stream)
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
        if unheld := {stream for stream, _ in decision.facts if begun.head(stream) is None}:
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
        _keep_snapshots(known, rows)
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


def _keep_snapshots(known: Mapping[str, Known], rows: Iterable[StoredEvent]) -> None:
    """Keeps the records of those streams that have come past the next number of events."""
    for row in rows:
        family = FAMILIES[row.family]
        if not row.position % SNAPSHOT_EVERY and family.to_text:
            position, record = known[row.stream]
            snapshots.keep(row.stream, position, family.to_text(record))


def _lacking(short: NotEnough) -> No:
    return No(f"There is not enough in the account {short}.", word="not_enough", field="amount")


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
    cause |= {name: told for name in ("device", "beside") if (told := getattr(actor, name))}
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
