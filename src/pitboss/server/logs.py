"""The log: one JSON object a line, to the standard error stream or a file.

What people typed, what they were answered, cards and tokens are never in it: a line says who did what and how it ended.
Nobody fills the disk with it: what happens very often is written so many times a minute and then counted, and a file
that has grown large makes way for a new one.
"""

import fcntl
import json
import logging
import sys
import threading
import time
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import NamedTuple

# Lines of one kind a minute: of what is wrong, and of the requests of visitors by how they ended. What people whom the
# house knows have asked is always written.
FAULTS_A_MINUTE, VISITS_A_MINUTE = 20, 300
MINUTE_SECONDS = 60.0
# Kinds that are counted at the same time.
MOST_KINDS = 1000
# A file of the log, and how many earlier ones are kept beside it.
LARGEST_FILE, EARLIER_FILES = 32 * 1024 * 1024, 4


class OneLine(logging.Formatter):
    """A record as one JSON object; what a part of the program adds stands in `told` of the record."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "message": record.getMessage()}
        line.update(getattr(record, "told", {}))
        if record.exc_info and record.exc_info[1]:
            line["fault"] = _fault_words(record.exc_info[1])
        return json.dumps(line)


def _fault_words(fault: BaseException) -> str:
    """Return the place of a fault and its first line: a database quotes whole rows in the next ones."""
    where = "".join(traceback.format_tb(fault.__traceback__))
    return f"{where}{type(fault).__name__}: {first_words(fault)}"


def first_words(fault: BaseException) -> str:
    """Return the fault without the contents of the row, which SQLite quotes in full for unreadable text."""
    return str(fault).strip().partition("\n")[0].partition(" with text ")[0].rstrip(".")


class Often(logging.Filter):
    """Lets so many lines of a kind through to a handler in a minute, and then says in one how many were left out.

    A line is of the same kind as another that says the same of the same fault at the same place.
    """

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__()
        self._handler, self._lock, self._looked_at = handler, threading.Lock(), time.monotonic()
        # When the minute of each kind began, and how many lines there were since.
        self._counts: dict[Kind, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        with self._lock:
            is_written, over = self._is_written(_kind_of(record), now), self._take_over(now)
        for kind, left_out in over:
            self._write_left_out(kind, left_out)
        return is_written

    def _is_written(self, kind: "Kind | None", now: float) -> bool:
        if kind is None:
            return True
        since, count = self._counts.get(kind, (now, 0))
        self._counts[kind] = since, count + 1
        return count < kind.most

    def _take_over(self, now: float) -> list[tuple["Kind", int]]:
        """The kinds whose minute is over, with how many of their lines were left out; looked for once a second."""
        if now < self._looked_at + 1 and len(self._counts) <= MOST_KINDS:
            return []
        self._looked_at = now
        is_crowded = len(self._counts) > MOST_KINDS
        over = [kind for kind, (since, _) in self._counts.items() if is_crowded or now >= since + MINUTE_SECONDS]
        return [(kind, left_out) for kind in over if (left_out := self._counts.pop(kind)[1] - kind.most) > 0]

    def _write_left_out(self, kind: "Kind", left_out: int) -> None:
        line = logging.LogRecord(kind.name, kind.level, "", 0, kind.message, None, None)
        line.told = {"left_out": left_out, "of": kind.what}
        self._handler.acquire()
        try:
            self._handler.emit(line)
        finally:
            self._handler.release()


class Kind(NamedTuple):
    """Lines that say the same: where they come from, what they say, and of what."""

    name: str
    level: int
    message: str
    what: str

    @property
    def most(self) -> int:
        """How many of them are written in a minute."""
        return FAULTS_A_MINUTE if self.level >= logging.WARNING else VISITS_A_MINUTE


def _kind_of(record: logging.LogRecord) -> Kind | None:
    """Return the kind that a line is counted as; none where it is always written."""
    often: str = getattr(record, "often", "")
    if record.levelno < logging.WARNING and not often:
        return None
    fault = record.exc_info[1] if record.exc_info else None
    where = traceback.extract_tb(fault.__traceback__)[-1:] if fault and fault.__traceback__ else []
    place = "".join(f"{type(fault).__name__}, {Path(each.filename).name} {each.lineno}" for each in where)
    return Kind(record.name, record.levelno, str(record.msg), often or place)


class BoundedFile(WatchedFileHandler):
    """A file of the log that makes way for a new one when it has grown large. Several processes may write to it."""

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        if self.stream and self.stream.tell() > LARGEST_FILE:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Moves the file aside, unless another process has just done so; others see it and follow."""
        with open(self.baseFilename, "a") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            file = Path(self.baseFilename)
            if file.stat().st_size > LARGEST_FILE:
                for number in range(EARLIER_FILES, 0, -1):
                    with suppress(FileNotFoundError):
                        earlier = file.with_name(f"{file.name}.{number - 1}") if number > 1 else file
                        earlier.rename(file.with_name(f"{file.name}.{number}"))
        self.reopenIfNeeded()


def set_up(file: Path | None) -> None:
    """Sends all that is logged there; of the parts beneath only what is wrong."""
    handler = logging.StreamHandler(sys.stderr) if file is None else BoundedFile(file, encoding="utf-8")
    handler.setFormatter(OneLine())
    handler.addFilter(Often(handler))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pitboss").setLevel(logging.INFO)
    # The house logs what becomes of every request itself.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
