"""The floats of the tables: counts before and after play, fills and credits.

A supervisor asks for a fill or a credit and the cashier sends or receives it: two people, each with a record of their
own. A count moves no money; a difference waits as an adjustment for a second person.
"""

from pitboss.floor.cage.adjustments import for_variance, rejected_requests
from pitboss.floor.cage.checks import money_table, not_two_people, too_much, waiting, wrong_amount, wrong_count
from pitboss.floor.cage.events import Chips, ChipsCancelled, ChipsMoved, ChipsRequested, ClosingCounted, OpeningCounted
from pitboss.floor.cage.record import at_cage, cage_of, cage_stream, float_of, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import Command, Decision, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import day_from, wrong, wrong_reason
from pitboss.floor.kernel.premises import MOST_AT_ONCE
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.games.command import Cents


class OpeningCount(Command):
    """The float of a table is counted before play."""

    table: str
    counted: Cents


class ClosingCount(Command):
    """The float of a table is counted after play, for this gaming day or for an earlier one that is not closed yet."""

    table: str
    counted: Cents
    day: str = ""


class RequestFill(Command):
    """A supervisor asks the cage for chips for a table."""

    table: str
    amount: Cents


class RequestCredit(Command):
    """A supervisor asks the cage to take chips from a table."""

    table: str
    amount: Cents


class SendFill(Command):
    """The cashier sends the chips that were asked for."""

    number: int


class ReceiveCredit(Command):
    """The cashier has received the chips that were to be taken from a table."""

    number: int


class CancelChips(Command):
    """A request for a fill or a credit is withdrawn or declined."""

    number: int
    reason: str


def opening_count(now: Now, actor: Actor, command: OpeningCount) -> Decision:
    bad = _not_to_count(now, command.table, command.counted)
    if bad:
        return bad
    day = today(now)
    counts = cage_of(now).counts_of(day, command.table)
    if counts.opening is not None and counts.closing is None:
        return No(f"The float of {command.table} has been counted already.", field="table", word="counted")
    book = now.balance(float_of(command.table))
    return _record_count(now, actor, OpeningCounted(day, command.table, command.counted, book, actor.person))


def closing_count(now: Now, actor: Actor, command: ClosingCount) -> Decision:
    bad = _not_to_count(now, command.table, command.counted) or _wrong_day(now, command.day)
    if bad:
        return bad
    book = now.balance(float_of(command.table))
    day = command.day or today(now)
    return _record_count(now, actor, ClosingCounted(day, command.table, command.counted, book, actor.person))


def _record_count(now: Now, actor: Actor, told: OpeningCounted | ClosingCounted) -> Decision:
    variance, account = told.counted - told.book, float_of(told.table)
    when = "opening" if isinstance(told, OpeningCounted) else "closing"
    request = for_variance(now, actor, account, variance, f"{told.table} at its {when} count")
    answer = {"counted": told.counted, "book": told.book, "variance": variance}
    return Yes(at_cage(told, *rejected_requests(now, actor, account), *request), answer)


def _not_to_count(now: Now, table: str, counted: Cents) -> No | None:
    found = money_table(now, table)
    return found if isinstance(found, No) else wrong_count(counted)


def _wrong_day(now: Now, day: str) -> No | None:
    if not day:
        return None
    record = cage_of(now)
    if day_from(day) is None:
        return wrong("day", "A gaming day is told like 2026-11-15.")
    if day <= record.last_closed:
        return No(f"The gaming day {day} is closed.", field="day", word="day_closed")
    if min((*record.open_days, today(now))) <= day <= today(now):
        return None
    return wrong("day", "A float is counted for this gaming day, or for an earlier one that is not closed.")


def request_fill(now: Now, actor: Actor, command: RequestFill) -> Decision:
    return _request(now, actor, command, Chips.FILL)


def request_credit(now: Now, actor: Actor, command: RequestCredit) -> Decision:
    return _request(now, actor, command, Chips.CREDIT)


def _request(now: Now, actor: Actor, command: RequestFill | RequestCredit, chips: Chips) -> Decision:
    found = money_table(now, command.table)
    bad = found if isinstance(found, No) else wrong_amount(command.amount, most=MOST_AT_ONCE)
    if bad:
        return bad
    if chips is Chips.CREDIT and command.amount > now.balance(float_of(command.table)):
        return No(f"There is less than that in the float of {command.table}.", field="amount", word="not_enough")
    number = cage_of(now).chips_requested + 1
    told = ChipsRequested(today(now), number, command.table, chips, command.amount, actor.person)
    return Yes(at_cage(told), {"number": number})


def send_fill(now: Now, actor: Actor, command: SendFill) -> Decision:
    return _move(now, actor, command.number, Chips.FILL)


def receive_credit(now: Now, actor: Actor, command: ReceiveCredit) -> Decision:
    return _move(now, actor, command.number, Chips.CREDIT)


def _move(now: Now, actor: Actor, number: int, chips: Chips) -> Decision:
    of = {each: request for each, request in cage_of(now).chips.items() if request.chips is chips}
    request = waiting(of, number, chips)
    if isinstance(request, No):
        return request
    float_account = float_of(request.table)
    ends = (accounts.FUNDS, float_account) if chips is Chips.FILL else (float_account, accounts.FUNDS)
    bad = not_two_people(now, request.by, actor.person, f"A {chips}", roles=_SENDS)
    bad = bad or too_much(now, *ends, request.amount)
    if bad:
        return bad
    told = ChipsMoved(today(now), number, request.table, chips, request.amount, request.by, actor.person)
    return Yes(at_cage(told), {"table": request.table, "amount": request.amount})


def cancel_chips(now: Now, actor: Actor, command: CancelChips) -> Decision:
    request = waiting(cage_of(now).chips, command.number, "fill or credit")
    if isinstance(request, No):
        return request
    told = ChipsCancelled(today(now), command.number, command.reason, actor.person)
    return wrong_reason(command.reason) or Yes(at_cage(told))


_COUNTS, _ASKS, _SENDS = (Role.DEALER, Role.SUPERVISOR), (Role.SUPERVISOR,), (Role.CASHIER,)
VERBS: Verbs = {
    OpeningCount: Verb(opening_count, _COUNTS, cage_stream),
    ClosingCount: Verb(closing_count, _COUNTS, cage_stream),
    RequestFill: Verb(request_fill, _ASKS, cage_stream),
    RequestCredit: Verb(request_credit, _ASKS, cage_stream),
    SendFill: Verb(send_fill, _SENDS, cage_stream),
    ReceiveCredit: Verb(receive_credit, _SENDS, cage_stream),
    CancelChips: Verb(cancel_chips, (*_ASKS, *_SENDS), cage_stream),
}
