"""Exports journal, ledger, rounds, results and reports, each as its reader may see it.

Nothing here ever holds a card that its player has not shown, or the order of a shoe. The journal goes out without what
its events say, because they know all cards; rounds go out as everybody at the table could see them.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from pitboss.cards.card import Card, face
from pitboss.floor.cage.day_figures import TableDay
from pitboss.floor.kernel.contract import event_told
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import recall, reports
from pitboss.floor.reading.round_export import NotWritten, round_played
from pitboss.floor.reading.tournaments import views as tournament_views
from pitboss.floor.reading.tournaments.papers import harmless
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.floor.tables.shoes import NoSuchShoe
from pitboss.games.play import Stage
from pitboss.games.table import Table
from pitboss.games.writing.house_rounds import export_file, export_round
from pitboss.histories import phh as phh_text
from pitboss.histories.from_table import NotInPhh, history_of
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent
from pitboss.ledger.books import MONEY, PRACTICE
from pitboss.ledger.models import Transfer

# Whoever walks past the table: nobody's own cards are theirs to see.
ANYBODY = Actor("display:export", Role.DISPLAY)
# Told how many rounds are done, and of how many.
# A line of a file, by the names of its columns.
ExportRow = dict[str, Any]
Watcher = Callable[[int, int], None]
# Told, in one sentence, what had to be left out.
Teller = Callable[[str], None]
Told = TypeVar("Told")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ALL_FACES = frozenset(face(Card(each)) for each in range(53))


class NothingThere(Exception):
    """The house does not have what was asked for: one sentence."""


class ExportPeriod(NamedTuple):
    """From one moment up to and without another; without a day, always."""

    since: int = 0
    until: int = 2**62


def period_of(floor: Floor, day: date | None) -> ExportPeriod:
    """The gaming day of a date, by the clock of the house."""
    return ExportPeriod() if day is None else ExportPeriod(*gaming_clock(floor).span(day))


def time_told(at: int) -> str:
    """A moment as everybody's programs read it: 2026-11-15T12:00:00.000000Z."""
    return f"{_EPOCH + timedelta(microseconds=at):%Y-%m-%dT%H:%M:%S.%fZ}"


def journal(period: ExportPeriod) -> Iterator[ExportRow]:
    """Every event by its kind and clause, with who gave the command; never what it says.

    The digest of the house stands with the last event of each command: between them it would tell too much of each.
    """
    rows = Event.objects.filter(at__gte=period.since, at__lt=period.until).order_by("seq")
    cause: ExportRow = {}
    found = map(StoredEvent._make, rows.values_list(*StoredEvent._fields).iterator(2000))
    for _, run in groupby(found, key=lambda row: row.command):
        events = list(run)
        cause = json.loads(events[0].cause) if events[0].cause else cause
        for row in events:
            yield {
                "seq": row.seq,
                "time": time_told(row.at),
                "stream": row.stream,
                "position": row.position,
                **event_told(codec.decode(row.kind, row.version, row.body)),
                "who": cause["who"],
                "role": cause["role"],
                "command": cause["command"],
                "of": row.command,
                "house_digest": row.house_digest if row is events[-1] else "",
            }


LEDGER = ("transfer", "time", "debit", "credit", "cents", "event", "stream", "kind")


def ledger(period: ExportPeriod, *, practice: bool = False) -> Iterator[ExportRow]:
    """Every transfer of the money book, or of the practice book, with the event that is its cause."""
    rows = Transfer.objects.filter(cause__at__gte=period.since, cause__at__lt=period.until).order_by("id")
    rows = rows.filter(debit__book=PRACTICE if practice else MONEY)
    columns = ("id", "cause__at", "debit_id", "credit_id", "cents", "cause_id", "cause__stream", "cause__kind")
    for number, at, *rest in rows.values_list(*columns).iterator(2000):
        yield dict(zip(LEDGER, (number, time_told(at), *rest), strict=True))


def rounds(table: str, number: int | None, period: ExportPeriod, watcher: Watcher | None = None) -> Iterator[ExportRow]:
    """The rounds of a table that are over, step by step as everybody could see them."""
    for past in with_progress(chosen_rounds(table, number, period), watcher):
        yield {
            "table": table,
            "round": past.number,
            "began": time_told(past.began),
            "ended": time_told(past.ended),
            "steps": [
                {"seq": step.seq, "time": time_told(step.at), "seen": recall.view_of(step.record, ANYBODY).as_json()}
                for step in _steps(table, past)
            ],
        }


def with_progress(chosen: list[recall.PastRound], watcher: Watcher | None) -> Iterator[recall.PastRound]:
    """Rounds one by one, for a person who waits for all of them."""
    for done, past in enumerate(chosen):
        if watcher:
            watcher(done, len(chosen))
        yield past


def chosen_rounds(table: str, number: int | None, period: ExportPeriod) -> list[recall.PastRound]:
    """The rounds of a table that are over: one, or all that began in a period."""
    if not store.heads([stream_of(table)]):
        raise NothingThere(f"There is no table {table!r} in this house.")
    past = recall.rounds(table)
    if number is not None:
        found = [each for each in past if each.number == number]
        if not found:
            raise NothingThere(f"There is no round {number} of table {table!r}.")
        if not _is_over(table, found[0]):
            raise NothingThere(f"Round {number} of table {table!r} is not over.")
        return found
    if past and not _is_over(table, past[-1]):
        past.pop()
    return [each for each in past if period.since <= each.began < period.until]


def _is_over(table: str, past: recall.PastRound) -> bool:
    """Whether a round has come to its end: only then may it be told."""
    return _record_after(table, past).state.felt.stage in (Stage.OVER, Stage.IDLE)


def _record_after(table: str, past: recall.PastRound) -> TableRecord:
    *_, last = _steps(table, past)
    return last.record


def _steps(table: str, past: recall.PastRound) -> Iterator[recall.PastStep]:
    return recall.steps_of(stream_of(table), past)


def case_document(
    table: str, number: int | None, period: ExportPeriod, leave_out: Teller, watcher: Watcher | None = None
) -> str:
    """The rounds of a house game as worked cases. A case tells every card, so only rounds where all were shown."""
    cases, game = [], ""
    for past in with_progress(chosen_rounds(table, number, period), watcher):
        record = _record_after(table, past)
        tell = partial(export_round, case_id=f"{table}-{past.number}", title=f"Round {past.number} of {record.title}")
        case = _played_again(past, tell, leave_out, table)
        if case is None:
            continue
        if _cards_in(case) - _cards_shown(table, past):
            leave_out(f"Round {past.number} of table {table!r} has cards that were never shown: no case tells them.")
            continue
        game = record.game
        cases.append(case)
    if not cases:
        raise NothingThere(f"No round of table {table!r} can be told as a case.")
    return json.dumps(export_file(game, cases), indent=2) + "\n"


def phh(table: str, number: int | None, period: ExportPeriod, leave_out: Teller, watcher: Watcher | None = None) -> str:
    """The rounds of a hold'em table in PHH; cards that were not shown are unknown there."""
    hands = []
    for past in with_progress(chosen_rounds(table, number, period), watcher):
        record = _record_after(table, past)
        if record.room is None:
            raise NothingThere(f"PHH has no words for {record.rules.title}: it tells hold'em only.")
        hand = _played_again(past, history_of, leave_out, table)
        if hand is not None:
            hands.append(hand)
    if not hands:
        raise NothingThere(f"No round of table {table!r} can be told in PHH.")
    return phh_text.write_all(hands) if len(hands) > 1 else phh_text.write(hands[0])


def _played_again(
    past: recall.PastRound, tell: Callable[[Table[Any]], Told], leave_out: Teller, table: str
) -> Told | None:
    """Play a round again and return its text; None where that cannot be done."""
    try:
        return tell(round_played(table, past))
    except (NotWritten, NoSuchShoe, NotInPhh) as why:
        leave_out(f"Round {past.number} of table {table!r} is left out: {why}")
        return None


def _cards_in(case: ExportRow) -> set[str]:
    return _faces({name: part for name, part in case.items() if name not in ("title", "clauses")})


def _cards_shown(table: str, past: recall.PastRound) -> set[str]:
    """Every card that whoever walked past could see at some step."""
    return {each for step in _steps(table, past) for each in _faces(recall.view_of(step.record, ANYBODY).as_json())}


def _faces(value: Any) -> set[str]:
    """Return the faces of all cards written anywhere in a value."""
    if isinstance(value, str):
        return {word for word in value.split() if word in _ALL_FACES}
    if isinstance(value, dict):
        value = value.values()
    return {found for part in value for found in _faces(part)} if isinstance(value, Iterable) else set()


RESULTS = ("places", "public_name", "name", "cents", "goods", "entries", "payment")


def results(floor: Floor, tournament: str) -> list[ExportRow]:
    """Return everybody who has a place in a tournament, from the first down."""
    record = floor.record(f"tournament:{tournament}")
    if record is None:
        raise NothingThere(f"There is no tournament {tournament!r} in this house.")
    return [line.as_json() for line in tournament_views.results(record, is_staff=True)]


def report(floor: Floor, day: date) -> ExportRow:
    """The figures of a gaming day: as they were closed, or as the books say now."""
    closed = reports.closed_day(day)
    figures = closed or reports.day_report(day, gaming_clock(floor))
    return {
        **figures._asdict(),
        "closed": closed is not None,
        "tables": [each._asdict() for each in figures.tables],
        "pools": [each._asdict() for each in figures.pools],
        "methods": [each._asdict() for each in figures.methods],
        "tills": [each._asdict() for each in figures.tills],
        "trial_balance": dict(figures.trial_balance),
    }


TABLE_FIGURES = TableDay._fields


def as_csv(columns: Iterable[str], rows: Iterable[ExportRow]) -> Iterator[str]:
    """Rows as CSV, line by line. A list in a cell is told with spaces between."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in row.items()})
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    if isinstance(value, dict):
        return json.dumps(value)
    # A carriage return alone is not quoted, and whoever reads the file would begin a new row with what follows.
    return harmless(re.sub("\r\n?", "\n", value) if isinstance(value, str) else value)


def as_json_lines(rows: Iterable[ExportRow]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"
