"""The hub of a process: reads the journal's tail once, and has what each watched stream comes to for all its screens.

Nothing is kept for a screen but how far it has got. A channel keeps the last steps of its stream; whoever has fallen
behind them is shown the present, so that a slow reader costs nothing and holds nobody up.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from pitboss.floor.kernel.contract import event_told
from pitboss.floor.kernel.floor import Floor, Known, Recorded, folded_from_snapshot
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.views import view_of, viewpoint
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import CHANNEL, StoredEvent

LOG = logging.getLogger("pitboss.live")
# Steps that a channel keeps, and that somebody who comes back is shown one by one.
MOST_STEPS = 200
# Events looked through for the steps since somebody left, and read from the tail at once.
MOST_ROWS = 2000
# A screen that is later than this is shown the present, with the events on the way there.
LATE_SECONDS = 0.1
GATHER_SECONDS = 0.01
LONGEST_SLEEP_SECONDS = 1.0
# Watched like a stream by pages that show many of them: it says that something has happened, and not what.
FLOOR = "floor"


class StreamStep:
    """The effect of one command on a stream. Each view is drawn once for everybody who sees the same."""

    def __init__(self, rows: Sequence[StoredEvent], events: Iterable[Any], record: Any) -> None:
        last = rows[-1]
        self.stream, self.seq, self.at, self.record = last.stream, last.seq, last.at, record
        self.events = [event_told(event, row.kind) for row, event in zip(rows, events, strict=False)]
        self.read_at = time.monotonic()
        self._drawn: dict[Hashable, bytes] = {}

    def view(self, actor: Actor) -> bytes:
        """The view as JSON."""
        point = viewpoint(actor)
        if point not in self._drawn:
            self._drawn[point] = msgspec.json.encode(view_of(self.stream, self.record, actor, self.at))
        return self._drawn[point]


class Beat(NamedTuple):
    """How far the journal has got: all that is told of the whole floor."""

    seq: int
    at: int
    read_at: float
    stream: str = FLOOR
    events: tuple[dict[str, str], ...] = ()


Call = tuple[asyncio.AbstractEventLoop, Callable[[], None]]


class Watcher(NamedTuple):
    """How to tell somebody, in their loop: of a step of the stream they watch, and of anything that happens to them."""

    person: str
    loop: asyncio.AbstractEventLoop
    wake: Callable[[], None]
    look_at_session: Callable[[], None]


class Channel:
    """One stream with its last steps, and who watches it."""

    def __init__(self, stream: str, known: Known, present: StreamStep) -> None:
        self.stream, self._known = stream, known
        self.steps: tuple[StreamStep, ...] = (present,)
        self.watchers: list[Watcher] = []
        # The stream cannot be followed any more.
        self.is_broken = False
        self._turn = threading.Lock()

    def take(self, rows: Sequence[StoredEvent], done: Recorded | None = None) -> None:
        """One command's events. Some of them may be known already, from when the channel was opened.

        What this process has recorded itself is neither read nor applied again.
        """
        with self._turn:
            new = [row for row in rows if row.position > self._known.position]
            if not new:
                return
            follows = new[0].position == self._known.position + 1
            if done is not None and follows and len(new) == len(rows):
                events = [event for row, event in zip(done.rows, done.events, strict=True) if row.stream == self.stream]
                self._known = done.known[self.stream]
                step = StreamStep(rows, events, self._known.record)
            else:
                new = new if follows else store.read(self.stream, self._known.position, new[-1].position)
                self._known, step = apply_step(self._known, new)
            self.steps = (*self.steps[1 - MOST_STEPS :], step)

    def catch_up(self) -> None:
        """Takes whatever was recorded before anybody handed it to this channel."""
        self.take(store.read(self.stream, self._known.position))

    def since(self, seq: int) -> Sequence[StreamStep]:
        """The steps after one; only the last of them where the steps between have been forgotten."""
        steps = self.steps
        return [step for step in steps if step.seq > seq] if steps[0].seq <= seq else steps[-1:]


class Pulse:
    """The whole floor as a channel: every step of the journal is one of its own, and only the last one is kept."""

    def __init__(self, seq: int) -> None:
        self.stream = FLOOR
        self.steps: tuple[Beat, ...] = (Beat(seq, 0, time.monotonic()),)
        self.watchers: list[Watcher] = []
        self.is_broken = False

    def beat(self, last: StoredEvent) -> None:
        self.steps = (Beat(last.seq, last.at, time.monotonic()),)

    def catch_up(self) -> None:
        """Leave what came meanwhile to the next beat, which tells that something happened and not what."""

    def since(self, seq: int) -> Sequence[Beat]:
        return self.steps if self.steps[-1].seq > seq else ()


class Alarm:
    """Wakes whoever follows the journal: at once after a commit of this process, or of any other on PostgreSQL.

    It is rung from any thread, and one waits for it. On SQLite nothing tells of other processes, so that nobody sleeps
    longer than a second.
    """

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._is_closed = False
        self._listener: threading.Thread | None = None

    def ring(self, _seq: int = 0) -> None:
        self._rung.set()

    def wait(self, seconds: float = LONGEST_SLEEP_SECONDS) -> None:
        """Until it rings, or so long."""
        self._rung.wait(seconds)
        self._rung.clear()

    def listen(self) -> None:
        """Lets the other processes on a PostgreSQL ring it too."""
        if connection.vendor == "postgresql":
            self._listener = threading.Thread(target=self._hear, name="journal-listener", daemon=True)
            self._listener.start()

    def close(self) -> None:
        self._is_closed = True
        if self._listener is not None:
            self._listener.join()

    def _hear(self) -> None:
        """A connection of its own, made anew whenever it breaks."""
        while not self._is_closed:
            try:
                self._hear_until_closed()
            except DatabaseError:
                time.sleep(LONGEST_SLEEP_SECONDS)
            finally:
                with suppress(DatabaseError):
                    connection.close()

    def _hear_until_closed(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        # Something may have been recorded before it listened.
        self.ring()
        while not self._is_closed:
            with connection.wrap_database_errors:
                for _ in connection.connection.notifies(timeout=LONGEST_SLEEP_SECONDS / 2):
                    self.ring()


class Hub:
    """One thread that follows the journal, and the channels of the streams that somebody watches."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._alarm = floor, Alarm()
        # Held for moments only, never while the database is asked.
        self._lock = threading.Lock()
        self._channels: dict[str, Channel | Pulse] = {}
        self._persons: dict[str, list[Watcher]] = {}
        self._seq = 0
        # How far streams have got that somebody has asked for: no event of theirs is passed over from then on.
        self._positions: dict[str, int] = {}
        # What this process has recorded, until the thread comes to it.
        self._recorded: deque[Recorded] = deque()
        self._thread = threading.Thread(target=self._follow, name="journal-tail", daemon=True)
        self.is_closed = False

    def start(self) -> None:
        self._seq = store.last_seq()
        self._floor.listeners.append(self._hear)
        self._alarm.listen()
        self._thread.start()

    def _hear(self, done: Recorded) -> None:
        self._recorded.append(done)
        self._alarm.ring()

    def end_streams(self) -> None:
        """Tells everybody who watches that it is over."""
        self.is_closed = True
        with self._lock:
            watchers = [watcher for channel in self._channels.values() for watcher in channel.watchers]
        _call([(watcher.loop, watcher.wake) for watcher in watchers])

    def close(self) -> None:
        """Ends the thread."""
        self.end_streams()
        self._floor.listeners.remove(self._hear)
        self._alarm.ring()
        self._thread.join()
        self._alarm.close()

    def watch(self, stream: str, watcher: Watcher) -> Channel | Pulse | None:
        """The channel of a stream, which will wake the watcher at each step; None where there is no such stream."""
        with self._lock:
            there = self._channels.get(stream)
        found = there or self._open_channel(stream)
        if found is None:
            return None
        with self._lock:
            channel = self._channels.setdefault(stream, found)
            channel.watchers.append(watcher)
            self._persons.setdefault(watcher.person, []).append(watcher)
        if channel is not there:
            channel.catch_up()
        return channel

    def leave(self, channel: Channel | Pulse, watcher: Watcher) -> None:
        with self._lock:
            channel.watchers.remove(watcher)
            if not channel.watchers and self._channels.get(channel.stream) is channel:
                del self._channels[channel.stream]
            self._persons[watcher.person].remove(watcher)
            if not self._persons[watcher.person]:
                del self._persons[watcher.person]

    def heads(self, streams: Iterable[str]) -> Mapping[str, store.Head]:
        """Return the heads of streams as far as the journal was followed; those without an event are left out."""
        positions = {stream: self._positions.get(stream) for stream in streams}
        if unknown := [stream for stream, position in positions.items() if position is None]:
            found = store.heads(unknown)
            with self._lock:
                for stream in unknown:
                    position = max(self._positions.get(stream, 0), found[stream].position if stream in found else 0)
                    positions[stream] = self._positions[stream] = position
        return {stream: store.Head(position) for stream, position in positions.items() if position}

    def _open_channel(self, stream: str) -> Channel | Pulse | None:
        """A new channel with the present as its first step, in which nothing happens."""
        if stream == FLOOR:
            return Pulse(store.last_seq())
        known = self._floor.latest(stream)
        if known.record is None:
            return None
        return Channel(
            stream, known, StreamStep(store.read(stream, known.position - 1, known.position), (), known.record)
        )

    def _follow(self) -> None:
        answers = True
        while not self.is_closed:
            self._alarm.wait()
            # What comes within moments is read together.
            time.sleep(GATHER_SECONDS)
            try:
                while self._read_on():
                    pass
                answers = True
            except DatabaseError as fault:
                if answers:
                    LOG.warning("the journal cannot be read", extra={"told": {"fault": type(fault).__name__}})
                answers = False
                close_old_connections()

    def _take_recorded(self) -> bool:
        """Takes what this process has recorded itself, as long as no other process has come between; whether any."""
        recorded = sorted((self._recorded.popleft() for _ in range(len(self._recorded))), key=lambda done: done.rows)
        calls: list[Call] = []
        for done in recorded:
            if done.rows[0].seq == self._seq + 1:
                calls += self._take_command(done.rows, done)
        _call(calls)
        return bool(recorded) and recorded[-1].rows[-1].seq == self._seq

    def _read_on(self) -> bool:
        """Takes what has been recorded since; whether there may be more."""
        if self._take_recorded():
            return False
        last = store.last_seq()
        with self._lock:
            # Whoever comes from now on finds all of it in the database.
            if not self._channels:
                self._seq = last
                self._positions.clear()
        if self._seq == last:
            return False
        rows = store.tail(self._seq, most=MOST_ROWS)
        is_cut = len(rows) == MOST_ROWS
        if is_cut and rows[0].command == rows[-1].command:
            rows, is_cut = store.tail(self._seq), False
        elif is_cut:
            # The last command may go on after these rows: it is taken whole the next time.
            rows = [row for row in rows if row.command != rows[-1].command]
        calls: list[Call] = []
        for _, run in groupby(rows, key=lambda row: row.command):
            calls += self._take_command(list(run))
        _call(calls)
        return is_cut

    def _take_command(self, rows: Sequence[StoredEvent], done: Recorded | None = None) -> list[Call]:
        """Takes all events of one command; whom to tell of them."""
        calls: list[Call] = []
        by_stream: dict[str, list[StoredEvent]] = {}
        for row in rows:
            by_stream.setdefault(row.stream, []).append(row)
        for stream, its_rows in by_stream.items():
            calls += self._hand_out(stream, its_rows, done)
        self._seq = rows[-1].seq
        return calls + self._beat(rows[-1])

    def _beat(self, last: StoredEvent) -> list[Call]:
        with self._lock:
            pulse = self._channels.get(FLOOR)
            watchers = [(watcher.loop, watcher.wake) for watcher in pulse.watchers] if pulse else []
        if isinstance(pulse, Pulse):
            pulse.beat(last)
        return watchers

    def _hand_out(self, stream: str, rows: Sequence[StoredEvent], done: Recorded | None) -> list[Call]:
        """Takes the events of a stream; whom to tell of them."""
        with self._lock:
            channel = self._channels.get(stream)
            if stream in self._positions:
                self._positions[stream] = max(self._positions[stream], rows[-1].position)
            persons = [(watcher.loop, watcher.look_at_session) for watcher in self._persons.get(stream, ())]
            watchers = [(watcher.loop, watcher.wake) for watcher in channel.watchers] if channel else []
        if isinstance(channel, Channel):
            self._take(channel, rows, done)
        return [*persons, *watchers]

    def _take(self, channel: Channel, rows: Sequence[StoredEvent], done: Recorded | None) -> None:
        try:
            channel.take(rows, done)
        except DatabaseError:
            raise
        except Exception:
            # One stream that cannot be followed must not stop the others.
            about = {"stream": channel.stream, "seq": rows[-1].seq}
            LOG.exception("a stream cannot be followed", extra={"told": about})
            channel.is_broken = True
            with self._lock:
                self._channels.pop(channel.stream, None)


def _call(calls: Iterable[Call]) -> None:
    """Calls each of them in its loop, all of a loop together."""
    by_loop: dict[asyncio.AbstractEventLoop, set[Callable[[], None]]] = {}
    for loop, call in calls:
        by_loop.setdefault(loop, set()).add(call)
    for loop, together in by_loop.items():
        with suppress(RuntimeError):  # The loop has ended, and its readers with it.
            loop.call_soon_threadsafe(_call_all, together)


def _call_all(calls: Iterable[Callable[[], None]]) -> None:
    for call in calls:
        call()


def steps_since(stream: str, seq: int) -> list[StreamStep] | None:
    """Every step of a stream after a `seq` that somebody has seen last; None where they are too many to show."""
    rows = [row for row in _last_rows(stream, MOST_ROWS) if row.seq > seq]
    runs = [list(run) for _, run in groupby(rows, key=lambda row: row.command)]
    if len(rows) == MOST_ROWS or len(runs) > MOST_STEPS:
        return None
    return list(_fold_steps(stream, runs))


def _fold_steps(stream: str, runs: Sequence[Sequence[StoredEvent]]) -> Iterable[StreamStep]:
    if not runs:
        return
    known = folded_from_snapshot(stream, runs[0][0].position - 1)
    for rows in runs:
        known, step = apply_step(known, rows)
        yield step


def apply_step(known: Known, rows: Sequence[StoredEvent]) -> tuple[Known, StreamStep]:
    """Return the state of a stream after the events of one command, and the step."""
    family, record = FAMILIES[rows[0].family], known.record
    events = [codec.decode(row.kind, row.version, row.body) for row in rows]
    for row, event in zip(rows, events, strict=True):
        record = family.apply(record, event, row.at)
    return Known(rows[-1].position, record), StreamStep(rows, events, record)


def _last_rows(stream: str, most: int) -> list[StoredEvent]:
    """The last events of a stream, in their order."""
    found = Event.objects.filter(stream=stream).order_by("-position").values_list(*StoredEvent._fields)[:most]
    return [StoredEvent(*row) for row in reversed(found)]
