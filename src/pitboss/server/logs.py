"""The log: one JSON object a line, to the standard error stream or a file.

What people typed, what they were answered, cards and tokens are never in it: a line says who did what and how it ended.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path


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


def set_up(file: Path | None) -> None:
    """Sends all that is logged there; of the parts beneath only what is wrong."""
    handler = logging.StreamHandler(sys.stderr) if file is None else logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(OneLine())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pitboss").setLevel(logging.INFO)
    # The house logs what becomes of every request itself.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
