"""Everything the house keeps, checked from the first event on: chain, books, replay, and what lies beside the journal.

Each check names the first row that is not as it must be. A journal that was cut off at its end is whole in itself: for
that somebody must have written down an anchor, which is how far the chain had got at some time.
"""

import re
from collections.abc import Callable
from contextlib import closing
from typing import Any, NamedTuple

from django.db import DatabaseError

from pitboss.floor.upkeep import checks
from pitboss.floor.upkeep.checks import Anchor, Check, CheckFailed, Fault, ReplayedEvent
from pitboss.floor.upkeep.secret_checks import Credentials, Shoes
from pitboss.journal.chain import BEGINNING
from pitboss.journal.models import Event
from pitboss.journal.moment import any_bytes, one_moment
from pitboss.journal.store import StoredEvent

# Told how many events have been looked at, and how many there are.
Watcher = Callable[[int, int], None]
_TOLD_EVERY = 500
_ANCHOR = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})")


class CheckResult(NamedTuple):
    """A check, how many rows it has looked at, and the first bad one; not `done` where it could not be made.

    `note` is something that is no fault, and that whoever reads the house should know.
    """

    title: str
    looked_at: int
    fault: Fault | None
    done: bool
    note: str = ""


class Report(NamedTuple):
    """The findings of `verify`, and the end of the chain."""

    checked: tuple[CheckResult, ...]
    anchor: Anchor

    @property
    def is_good(self) -> bool:
        return all(each.done and each.fault is None for each in self.checked)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first bad row of each check, the most telling first."""
        return tuple(each.fault for each in self.checked if each.fault is not None)


def anchor_from(text: str) -> Anchor | None:
    """`1234:ab12...` as `verify` and `backup` print it; None where it is not one."""
    found = _ANCHOR.fullmatch(text)
    if found is None:
        return None
    anchor = Anchor(int(found[1]), found[2])
    return None if anchor.seq == 0 and anchor.digest != BEGINNING else anchor


def verify(anchor: Anchor | None = None, watcher: Watcher | None = None) -> Report:
    """Looks at everything as of one moment; the house may go on meanwhile."""
    try:
        with (
            one_moment(),
            any_bytes(),
            closing(_Inspection(anchor, watcher or (lambda _done, _all: None))) as inspection,
        ):
            return inspection.report()
    except DatabaseError:
        # A damaged file may not even open, or there is no way to read on; nothing else can be said of it then.
        damaged = checks.File.fault()
        if damaged is None:
            raise
        return Report((CheckResult(checks.File.title, 0, damaged, True),), Anchor(0, BEGINNING))


class _Inspection:
    """One way through the journal with all checks at once, because reading and folding it is what takes long."""

    def __init__(self, anchor: Anchor | None, watcher: Watcher) -> None:
        self._watcher = watcher
        self._rows: Any = Event.objects.order_by("seq").values_list(*StoredEvent._fields).iterator(2000)
        self._chain, self._reading, self._replay = checks.Chain(anchor), checks.EventsReadable(), checks.Replay()
        self._folded = True
        records = self._replay.records
        self._checks: tuple[Check, ...] = (
            checks.File(),
            self._chain,
            checks.Heads(),
            checks.Moments(),
            self._reading,
            self._replay,
            checks.Accounts(),
            checks.Felts(records),
            checks.Snapshots(),
            Shoes(),
            Credentials(records),
            checks.Guards(),
        )
        self._see_rows = [check for check in self._checks if type(check).row is not Check.row]
        self._see_steps = [check for check in self._checks if type(check).step is not Check.step]
        self._ended: set[Check] = set()
        self._faults: dict[Check, Fault] = {}

    def report(self) -> Report:
        count = Event.objects.count()
        for number, row in enumerate(self._rows, 1):
            self._look_at(StoredEvent._make(row))
            if number % _TOLD_EVERY == 0:
                self._watcher(number, count)
        self._watcher(count, count)
        for check in self._checks:
            if self._folded or not check.needs_replay:
                self._ended.add(check)
                self._ask(check, check.end)
        return Report(tuple(map(self._check_result, self._checks)), self._chain.last)

    def close(self) -> None:
        """Nothing more is read; a cursor that stays open would outlive its connection."""
        self._rows.close()
        self._replay.close()

    def _look_at(self, row: StoredEvent) -> None:
        for check in self._see_rows:
            self._ask(check, check.row, row)
        step = self._fold(row) if self._folded else None
        if step is None:
            self._folded = False
            return
        for check in self._see_steps:
            self._ask(check, check.step, step)

    def _fold(self, row: StoredEvent) -> ReplayedEvent | None:
        event = self._ask(self._reading, self._reading.read, row)
        found: ReplayedEvent | None = None if event is None else self._ask(self._replay, self._replay.fold, row, event)
        return found

    def _ask(self, check: Check, question: Callable[..., Any], *shown: Any) -> Any:
        """Asks a check; once it has found a bad row it is asked no more."""
        if check in self._faults:
            return None
        try:
            return question(*shown)
        except CheckFailed as wrong:
            self._faults[check] = wrong.fault
        except DatabaseError:
            raise
        except Exception as error:
            # Rows that somebody has been at may hold anything: what no check has thought of is a fault all the same.
            self._faults[check] = Fault(
                checks.EVENTS, _seq_of(shown), f"the {check.title} cannot be checked ({error!r})"
            )
        return None

    def _check_result(self, check: Check) -> CheckResult:
        fault = self._faults.get(check)
        return CheckResult(check.title, check.looked_at, fault, fault is not None or check in self._ended, check.note)


def _seq_of(shown: tuple[Any, ...]) -> str:
    """The key of the row that a check was shown, if it was one."""
    row = shown[0].row if shown and isinstance(shown[0], ReplayedEvent) else shown[0] if shown else None
    return str(row.seq) if isinstance(row, StoredEvent) else ""
