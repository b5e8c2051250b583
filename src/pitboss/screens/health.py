"""`GET /health`: whether the house runs and its database takes what is written, for whoever watches the machine."""

import shutil
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse

from pitboss.journal import store
from pitboss.screens.common.answers import json_answer, wrong_method

# However often it is asked, a write is tried no more often than this.
EVERY_SECONDS = 1.0
# With less on its disk the house may stop at any moment: a commit, its copy and the log need room.
LEAST_BYTES = 64 * 1024 * 1024
OK, NOT_ANSWERING, NOT_WRITING, DISK_FULL = "ok", "database not answering", "database not writing", "disk nearly full"
# A stream that has no event, ever.
_NOTHING = "health:nothing"


class LastTry:
    """The last try to write, and what came of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._status, self._until = clock, OK, -1.0

    def status(self) -> str:
        """What came of it, tried again where it is long ago."""
        if self._clock() >= self._until:
            self._status = _try_to_write()
            self._until = self._clock() + EVERY_SECONDS
        return self._status


_last_try = LastTry()


def health(request: HttpRequest) -> HttpResponse:
    if request.method != "GET":
        return wrong_method("GET")
    try:
        seq, status = store.last_seq(), _last_try.status()
    except DatabaseError:
        return json_answer({"status": NOT_ANSWERING, "database": connection.vendor}, 503)
    if status != OK:
        return json_answer({"status": status, "database": connection.vendor}, 503)
    return json_answer({"status": OK, "seq": seq, "database": connection.vendor})


def _try_to_write() -> str:
    """Has the database commit something that leaves nothing behind, as a command would."""
    try:
        # PostgreSQL has made a row for the stream and taken it away again when this is committed.
        with store.writing([_NOTHING]), connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                # A number in the head of the file that nobody reads: the page is written, whatever it was before.
                cursor.execute("PRAGMA user_version = 0")
    except DatabaseError:
        return NOT_WRITING
    if connection.vendor == "sqlite" and shutil.disk_usage(settings.DATA).free < LEAST_BYTES:
        return DISK_FULL
    return OK
