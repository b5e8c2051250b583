"""Adjustments: corrections of the books. One person asks and says why; it moves when a second one has approved."""

from pitboss.floor.cage.checks import money_table, not_two_people, same_hands, too_much, waiting, wrong_amount
from pitboss.floor.cage.events import AdjustmentApproved, AdjustmentRejected, AdjustmentRequested, Method
from pitboss.floor.cage.record import at_cage, cage_of, cage_stream, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import Command, Decision, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_reason
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.games.command import Cents
from pitboss.ledger.books import MONEY, book_of

# Money on the felt is what open wagers are, the pools are what their meters show, and prize pools what was paid in:
# they change by the rules alone. Vouchers are voided instead.
_BY_THE_RULES = ("felt", "stake", "jackpot", "reserve", "prizes", "tickets")
_OF_A_TABLE, _OF_A_TOURNAMENT = ("float", "commission"), ("fees", "tournament-commission")


class RequestAdjustment(Command):
    """Somebody asks for a correction: this much from the debited account to the credited one, and why."""

    debit: str
    credit: str
    amount: Cents
    reason: str


class ApproveAdjustment(Command):
    """A second person approves a correction, and it is posted."""

    number: int


class RejectAdjustment(Command):
    """A second person turns a correction down."""

    number: int
    reason: str


def request_adjustment(now: Now, actor: Actor, command: RequestAdjustment) -> Decision:
    debit, credit = command.debit, command.credit
    bad = (
        wrong_amount(command.amount)
        or _wrong_account(now, debit, "debit")
        or _wrong_account(now, credit, "credit")
        or (wrong("credit", "An adjustment goes from one account to another.") if debit == credit else None)
        or wrong_reason(command.reason)
        or too_much(now, debit, credit, command.amount)
    )
    if bad:
        return bad
    told = _request(now, actor, debit, credit, command.amount, command.reason)
    return Yes(at_cage(told), {"number": told.number})


def for_variance(now: Now, actor: Actor, account: str, variance: Cents, what: str) -> tuple[AdjustmentRequested, ...]:
    """The correction that makes an account of the books what was counted; none where the count was right.

    What an account has too much comes from the house's funds, and what it lacks goes there.
    """
    if not variance:
        return ()
    ends = (accounts.FUNDS, account) if variance > 0 else (account, accounts.FUNDS)
    return (_request(now, actor, *ends, abs(variance), f"Variance of {what}.", is_variance=True),)


def rejected_requests(now: Now, actor: Actor, account: str) -> tuple[AdjustmentRejected, ...]:
    """Corrections of an account that earlier counts have asked for: a new count is all that counts."""
    return tuple(
        AdjustmentRejected(today(now), asked.number, "The account has been counted again.", actor.person)
        for asked in cage_of(now).adjustments.values()
        if asked.is_variance and account in (asked.debit, asked.credit)
    )


def _request(
    now: Now, actor: Actor, debit: str, credit: str, amount: Cents, reason: str, *, is_variance: bool = False
) -> AdjustmentRequested:
    number = cage_of(now).adjustments_requested + 1
    return AdjustmentRequested(today(now), number, debit, credit, amount, reason, is_variance, actor.person)


def _wrong_account(now: Now, account: str, field: str) -> No | None:
    """Accounts of the house that a person may correct, and that exist."""
    if book_of(account) != MONEY:
        return wrong(field, "Practice money never mixes with money.")
    kind, _, name = account.partition(":")
    if kind in _BY_THE_RULES:
        return No("What is in this account changes by the rules alone.", field=field, word="by_the_rules")
    known = (
        account == accounts.FUNDS
        or (kind == accounts.WORLD and name in tuple(Method) and name != Method.VOUCHER)
        or (kind == "patron" and patron_record.find(now, name) is not None)
        or (kind in _OF_A_TABLE and not isinstance(money_table(now, name), No))
        or (kind in _OF_A_TOURNAMENT and is_id(name) and now.record(f"tournament:{name}") is not None)
    )
    return None if known else wrong(field, "There is no such account to adjust.")


def approve_adjustment(now: Now, actor: Actor, command: ApproveAdjustment) -> Decision:
    asked = waiting(cage_of(now).adjustments, command.number, "adjustment")
    if isinstance(asked, No):
        return asked
    bad = not_two_people(now, asked.by, actor.person, "An adjustment", roles=_SECOND)
    bad = bad or too_much(now, asked.debit, asked.credit, asked.amount)
    if bad:
        return bad
    told = AdjustmentApproved(
        today(now), asked.number, asked.debit, asked.credit, asked.amount, asked.reason, asked.by, actor.person
    )
    return Yes(at_cage(told), {"debit": asked.debit, "credit": asked.credit, "amount": asked.amount})


def reject_adjustment(now: Now, actor: Actor, command: RejectAdjustment) -> Decision:
    asked = waiting(cage_of(now).adjustments, command.number, "adjustment")
    if isinstance(asked, No):
        return asked
    bad = same_hands(now, asked.by, actor.person, "An adjustment", roles=_SECOND) or wrong_reason(command.reason)
    return bad or Yes(at_cage(AdjustmentRejected(today(now), asked.number, command.reason, actor.person)))


_SECOND = (Role.SUPERVISOR, Role.MANAGER)
VERBS: Verbs = {
    RequestAdjustment: Verb(request_adjustment, (Role.CASHIER, *_SECOND), cage_stream),
    ApproveAdjustment: Verb(approve_adjustment, _SECOND, cage_stream),
    RejectAdjustment: Verb(reject_adjustment, _SECOND, cage_stream),
}
