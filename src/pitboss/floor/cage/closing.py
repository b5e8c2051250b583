"""The close of a gaming day: once it is over and everything has been counted, its figures are kept for good."""

from collections.abc import Iterator
from datetime import date

from pitboss.floor.cage.events import DayClosed
from pitboss.floor.cage.record import at_cage, cage_of, cage_stream, float_of
from pitboss.floor.kernel.contract import Command, Decision, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import day_from, wrong
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import reports
from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import RUNNING
from pitboss.journal import store
from pitboss.ledger import reading
from pitboss.ledger.books import trial_balance
from pitboss.ledger.reading import Period

# No house kept its books here before; some earlier days have no moment that can be told.
_FIRST = date(2000, 1, 1)


class CloseDay(Command):
    """The books of a gaming day are closed: every float that moved has been counted, the till too, and all balances."""

    day: str


def close_day(now: Now, actor: Actor, command: CloseDay) -> Decision:
    day = day_from(command.day)
    if day is None or day < _FIRST:
        return wrong("day", "A gaming day is told like 2026-11-15.")
    bad = next(_against(now, day), None)
    if bad:
        return bad
    report = reports.day_report(day, gaming_clock(now))
    if sum(balance for _, balance in report.trial_balance):
        return _does_not_balance("at the end of the day")
    answer = {"day": report.day, "win": report.win, "drop": report.drop, "commission": report.commission}
    return Yes(at_cage(DayClosed(report.day, report, actor.person)), answer)


def still_open(now: Now, day: date) -> tuple[No, ...]:
    """Everything that stands against closing a gaming day, each in a sentence; nothing where it can be closed."""
    return tuple(_against(now, day))


def _against(now: Now, day: date) -> Iterator[No]:
    for check in (_wrong_day, _refuse_unfinished_rounds, _refuse_uncounted, _till_open, _refuse_unbalanced):
        found = check(now, day)
        if found:
            yield found


def _wrong_day(now: Now, day: date) -> No | None:
    record = cage_of(now)
    if day.isoformat() <= record.last_closed:
        return No(f"The gaming day {day} is closed already.", field="day", word="day_closed")
    clock = gaming_clock(now)
    if day >= clock.day(now.at):
        return No(f"The gaming day {day} is not over.", field="day", word="day_running")
    if day < clock.day(store.tail(0, most=1)[0].at):
        return No(f"The house has no books of {day}: they begin later.", field="day", word="before_the_books")
    earlier = [other for other in record.open_days if other < day.isoformat()]
    if earlier:
        return No(f"The gaming day {earlier[0]} must be closed first.", field="day", word="earlier_day")
    return None


def _refuse_unfinished_rounds(now: Now, day: date) -> No | None:
    """Rounds that began in the day and still run: their wagers are the day's and not decided."""
    since_then = Period(gaming_clock(now).span(day)[1])
    running = []
    for stream in now.streams("table"):
        table: TableRecord = now.record(stream)
        if table.is_practice or table.state.felt.stage not in RUNNING:
            continue
        if not reading.caused_events(stream, since_then, ["games.RoundStarted"]):
            running.append(table.id)
    if running:
        return No(f"A round of the day still runs at {', '.join(running)}.", field="day", word="round_running")
    return None


def uncounted_tables(now: Now, day: date) -> tuple[str, ...]:
    """The tables whose float moved after its last closing count of the day, or has none."""
    record, period = cage_of(now), Period(*gaming_clock(now).span(day))
    missing = []
    for table in reports.tables_with_money():
        counts = record.counts_of(day.isoformat(), table)
        moved = reading.last_moved(float_of(table), period, without="floor.AdjustmentApproved")
        is_due = counts.opening is not None or moved is not None
        if is_due and (counts.closing is None or (moved or 0) > counts.closed_at):
            missing.append(table)
    return tuple(missing)


def _refuse_uncounted(now: Now, day: date) -> No | None:
    missing = uncounted_tables(now, day)
    if not missing:
        return None
    return No(f"The closing count is missing at {', '.join(missing)}.", field="day", word="count_missing")


def _till_open(now: Now, day: date) -> No | None:
    till = cage_of(now).till
    if till.is_open and till.since <= day.isoformat():
        return No("The till of the day has not been closed.", field="day", word="till_open")
    return None


def _refuse_unbalanced(_now: Now, _day: date) -> No | None:
    wrong_accounts = reading.disagreeing()
    if wrong_accounts:
        return _does_not_balance(f"in the account {wrong_accounts[0]}")
    return _does_not_balance("as a whole") if any(trial_balance().values()) else None


def _does_not_balance(where: str) -> No:
    reason = f"The books do not balance {where}: nothing is closed until it is known why."
    return No(reason, field="day", word="unbalanced")


def _streams(actor: Actor, command: CloseDay) -> tuple[str, ...]:
    """While a day is closed nobody records anything that would still be of that day."""
    return (*cage_stream(actor, command), store.HOUSE_CHAIN)


VERBS: Verbs = {CloseDay: Verb(close_day, (Role.MANAGER,), _streams)}
