"""The cage: patrons buy in and cash out, vouchers are written and redeemed, the till is counted.

Nobody can take out more than they have, and everybody can take out what is theirs: also somebody who may not play, and
also when the house is disabled. Cash that has to be reported is flagged without a word to the patron.
"""

from collections.abc import Mapping

from pitboss.floor.cage import adjustments, ceilings, closing, floats
from pitboss.floor.cage.checks import (
    beyond,
    money_table,
    same_hands,
    too_much,
    unknown_patron,
    wrong_amount,
    wrong_count,
)
from pitboss.floor.cage.events import (
    BoughtIn,
    CashedOut,
    Direction,
    LargeCash,
    Method,
    TillClosed,
    TillOpened,
    VoucherVoided,
)
from pitboss.floor.cage.record import FAMILY, Voucher, at_cage, cage_of, cage_stream, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import Command, Decision, Family, No, Now, SecondPerson, TwoPeople, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import wrong, wrong_reason
from pitboss.floor.kernel.premises import MOST_AT_ONCE, premises_of, refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.tables.stake_limits import raised_by_buying_in
from pitboss.games.command import Cents, dollars, is_whole

# At a table there is a box for notes and paper, and no terminal.
_AT_A_TABLE = (Method.CASH, Method.VOUCHER)
_ONLY_AT_TABLES = (Role.DEALER, Role.SUPERVISOR)


class BuyIn(Command):
    """Money for a patron's account. Bought in at a table it is that table's drop; a voucher is redeemed in full."""

    patron: str
    amount: Cents
    method: Method = Method.CASH
    table: str = ""
    voucher: int | None = None


class CashOut(Command):
    """Money out of a patron's account: this much or, where the amount is said to be none, everything.

    An amount that is left out is not everything. A voucher gets a number.
    """

    patron: str
    amount: Cents | None
    method: Method = Method.CASH


class VoidVoucher(Command):
    """A voucher is made worthless and its amount goes back to the patron; not by the person who wrote it."""

    voucher: int
    reason: str


class OpenTill(Command):
    """The cash in the till is counted before work. A difference from what was left in it waits for a second person."""

    counted: Cents


class CloseTill(Command):
    """The cash in the till is counted after work. A difference waits as an adjustment for a second person."""

    counted: Cents


def buy_in(now: Now, actor: Actor, command: BuyIn) -> Decision:
    bad = (
        _wrong_method(command.method)
        or wrong_amount(command.amount, most=MOST_AT_ONCE)
        or unknown_patron(now, command.patron)
        or _wrong_place(now, actor, command)
        or _wrong_voucher(now, command)
        or (
            None
            if _takes_back(command)
            else refusal_if_disabled(now) or patron_record.refusal_to_play(now, command.patron)
        )
        or (None if command.table else _till_shut(now, command.method))
        or too_much(now, accounts.world(command.method), accounts.patron(command.patron), command.amount)
    )
    if bad:
        return bad
    told = _bought_in(now, actor, command)
    flag = _large_cash(now, actor, Direction.IN, told)
    balance = now.balance(accounts.patron(command.patron)) + command.amount
    raised = raised_by_buying_in(now, command.table, command.patron, command.amount)
    return Yes((*at_cage(told, *flag), *raised), {"amount": command.amount, "balance": balance})


def _bought_in(now: Now, actor: Actor, command: BuyIn) -> BoughtIn:
    day, amount, method = today(now), command.amount, Method(command.method)
    return BoughtIn(day, command.patron, amount, method, command.table, command.voucher, actor.person, now.second)


def _takes_back(command: BuyIn) -> bool:
    """A voucher at the cage is money that is the patron's already: nobody is kept from it."""
    return command.method == Method.VOUCHER and not command.table


def _wrong_method(method: str) -> No | None:
    return None if method in tuple(Method) else wrong("method", f"The methods are {', '.join(Method)}.")


def _till_shut(now: Now, method: str) -> No | None:
    """Cash comes into a till and goes out of it: one that somebody has counted and opened."""
    if method != Method.CASH or cage_of(now).till.is_open:
        return None
    return No("The till is not open: count it and open it before cash is taken or paid.", word="till_shut")


def _not_paid_to(method: str) -> No | None:
    return wrong("method", "Nothing is paid out to a debit card.") if method == Method.DEBIT_CARD else None


def _wrong_place(now: Now, actor: Actor, command: BuyIn) -> No | None:
    if not command.table:
        if actor.role not in _ONLY_AT_TABLES:
            return None
        return No(f"A {actor.role} takes buy-ins at a table only.", field="table", word="role", status=403)
    table = money_table(now, command.table)
    if isinstance(table, No):
        return table
    if command.method in _AT_A_TABLE:
        return None
    return wrong("method", f"At a table one buys in with {' or '.join(_AT_A_TABLE)}.")


def _wrong_voucher(now: Now, command: BuyIn) -> No | None:
    if command.method != Method.VOUCHER:
        return None if command.voucher is None else wrong("voucher", "Only a buy-in by voucher has a voucher.")
    voucher = _voucher(now, command.voucher)
    if isinstance(voucher, No):
        return voucher
    if voucher.patron != command.patron:
        return No("The voucher was written for somebody else.", field="voucher", word="not_theirs")
    if voucher.amount != command.amount:
        return wrong("amount", f"The voucher is for {dollars(voucher.amount)}, and is redeemed in full.")
    return None


def worth_of(now: Now, number: int | None) -> Cents | No:
    """Return the value of a voucher that has not been redeemed, or a refusal."""
    voucher = _voucher(now, number)
    return voucher if isinstance(voucher, No) else voucher.amount


def _voucher(now: Now, number: int | None) -> Voucher | No:
    """A voucher that nobody has redeemed yet."""
    if number is None or not is_whole(number):
        return wrong("voucher", "A voucher has a number.")
    record = cage_of(now)
    if number in record.vouchers:
        return record.vouchers[number]
    if 0 < number <= record.vouchers_issued:
        return No(f"Voucher {number} is redeemed or void.", field="voucher", word="voucher_used")
    return No("There is no such voucher.", field="voucher", word="unknown_voucher", status=404)


def _large_cash(now: Now, actor: Actor, direction: Direction, told: BoughtIn | CashedOut) -> tuple[LargeCash, ...]:
    """The flag, once the cash of this day and direction has come to the limit: then for every transaction."""
    if told.method is not Method.CASH:
        return ()
    limit = premises_of(now).large_cash
    total = cage_of(now).cash_of(told.day, direction, told.patron) + told.amount
    if total < limit:
        return ()
    return (LargeCash(told.day, told.patron, direction, told.amount, total, limit, actor.person),)


def cash_out(now: Now, actor: Actor, command: CashOut) -> Decision:
    bad = _wrong_method(command.method) or _not_paid_to(command.method) or unknown_patron(now, command.patron)
    bad = bad or (None if command.amount is None else wrong_amount(command.amount, most=MOST_AT_ONCE))
    if bad:
        return bad
    balance = now.balance(accounts.patron(command.patron))
    told = _cashed_out(now, actor, command)
    if not 0 < told.amount <= balance:
        return beyond(balance)
    bad = (
        wrong_amount(told.amount, most=MOST_AT_ONCE)
        or _till_shut(now, command.method)
        or too_much(now, accounts.patron(command.patron), accounts.world(command.method), told.amount)
    )
    if bad:
        return bad
    answer = {"amount": told.amount, "balance": balance - told.amount}
    if told.voucher is not None:
        answer["voucher"] = told.voucher
    return Yes(at_cage(told, *_large_cash(now, actor, Direction.OUT, told)), answer)


def _cashed_out(now: Now, actor: Actor, command: CashOut) -> CashedOut:
    method = Method(command.method)
    amount = now.balance(accounts.patron(command.patron)) if command.amount is None else command.amount
    number = cage_of(now).vouchers_issued + 1 if method is Method.VOUCHER else None
    return CashedOut(today(now), command.patron, amount, method, number, actor.person, now.second)


def _why_two_people(now: Now, actor: Actor, command: BuyIn | CashOut) -> TwoPeople | None:
    told = _bought_in(now, actor, command) if isinstance(command, BuyIn) else _cashed_out(now, actor, command)
    return ceilings.why_two_people(now, told)


def void_voucher(now: Now, actor: Actor, command: VoidVoucher) -> Decision:
    voucher = _voucher(now, command.voucher)
    if isinstance(voucher, No):
        return voucher
    bad = wrong_reason(command.reason) or same_hands(
        now, voucher.by, actor.person, "Voiding a voucher", roles=ceilings.SECOND, field="voucher"
    )
    if bad:
        return bad
    told = VoucherVoided(today(now), command.voucher, voucher.patron, voucher.amount, command.reason, actor.person)
    return Yes(at_cage(told), {"patron": voucher.patron, "amount": voucher.amount})


def open_till(now: Now, actor: Actor, command: OpenTill) -> Decision:
    till = cage_of(now).till
    if till.is_open:
        return No("The till is open already.", word="already_open")
    bad = wrong_count(command.counted)
    if bad:
        return bad
    told = TillOpened(today(now), command.counted, till.expected, actor.person)
    # The first count ever has nothing to differ from.
    left = command.counted if till.expected is None else till.expected
    return _till_counted(now, actor, told, left, "the till at its opening count")


def close_till(now: Now, actor: Actor, command: CloseTill) -> Decision:
    record = cage_of(now)
    if not record.till.is_open or record.till.expected is None:
        return No("The till is not open.", word="not_open")
    bad = wrong_count(command.counted)
    if bad:
        return bad
    expected = record.till.expected
    # However late it is counted, it is the till of the day on which it was opened.
    told = TillClosed(record.till.since, command.counted, expected, actor.person)
    return _till_counted(now, actor, told, expected, "the till at its closing count")


def _till_counted(now: Now, actor: Actor, told: TillOpened | TillClosed, expected: Cents, what: str) -> Yes:
    """A count of the till. Cash that is missing has gone out into the world, at the cost of the house."""
    variance = told.counted - expected
    request = adjustments.for_variance(now, actor, accounts.world(Method.CASH), -variance, what)
    return Yes(at_cage(told, *request), {"expected": expected, "counted": told.counted, "variance": variance})


_CASHIER = (Role.CASHIER,)
_SECOND = SecondPerson(ceilings.SECOND, ceilings.WHEN, _why_two_people)
VERBS: Verbs = {
    BuyIn: Verb(buy_in, (Role.CASHIER, Role.DEALER, Role.SUPERVISOR), cage_stream, second=_SECOND),
    CashOut: Verb(cash_out, _CASHIER, cage_stream, second=_SECOND),
    VoidVoucher: Verb(void_voucher, ceilings.SECOND, cage_stream),
    OpenTill: Verb(open_till, _CASHIER, cage_stream),
    CloseTill: Verb(close_till, _CASHIER, cage_stream),
    **floats.VERBS,
    **adjustments.VERBS,
    **closing.VERBS,
}
FAMILIES: Mapping[str, Family] = {"cage": FAMILY}
