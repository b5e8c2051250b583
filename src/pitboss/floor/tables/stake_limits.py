"""Stake limits: at a live table a dealer stakes a patron's account only within what was opened for that table.

A limit is money of the patron's that may be at stake there through the hands of a dealer. The patron opens it on their
own screen, lowers it or closes it there at any time; a cashier opens one for them at the cage, and is then not the
dealer who stakes it; and what they buy in at the table counts to it by itself. Wagers take from it, and what the table
pays back, stakes and winnings, goes back to it. It ends when the patron gives up their seat, and with the gaming day.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.floor.kernel.contract import Command, Decision, Fact, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.people.staff import is_staff, other_people, others_in_words
from pitboss.floor.tables.dealing import of_the_table, table_at
from pitboss.floor.tables.record import LIVE, TableRecord, stream_of
from pitboss.floor.tables.stake_record import StakeLimit, StakeLimitRaised, StakeLimitSet, open_limit
from pitboss.games.command import MOST_CENTS, Cents, dollars, is_whole

_HOW_TO = "they open one on their own screen or at the cage, or buy in here"


class SetStakeLimit(Command):
    """A patron lets the dealers of a live table stake so much of their account there; with no money it is closed.

    A cashier says for whom: the limit is then staked by another person than theirs.
    """

    table: str
    amount: Cents
    patron: str = ""


class LimitAtTable(NamedTuple):
    """A limit that a patron has open, and where."""

    table: str
    title: str
    limit: StakeLimit


def set_stake_limit(now: Now, actor: Actor, command: SetStakeLimit) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.mode != LIVE:
        return No("Nobody stakes for others here: limits are for tables with a dealer.", field="table", word="virtual")
    patron = command.patron or (actor.id if actor.role is Role.PLAYER else "")
    if actor.role is Role.PLAYER and patron != actor.id:
        return No("Nobody opens a limit for another patron.", field="patron", word="not_yours", status=403)
    if not is_whole(command.amount) or not 0 <= command.amount <= MOST_CENTS:
        return wrong("amount", f"A limit is from $0, which closes it, to {dollars(MOST_CENTS)}.")
    if patron_record.find(now, patron) is None:
        return patron_record.unknown(patron)
    if command.amount and (barred := patron_record.refusal_to_play(now, patron)):
        return barred
    if not command.amount and open_limit(record.stake_limits, patron, now.at) is None:
        return No("No limit is open at this table.", field="table", word="no_limit")
    told = StakeLimitSet(patron, command.amount, _end_of_day(now), actor.person)
    return Yes((Fact(stream_of(record.id), told),), {"table": record.id, "patron": patron, "limit": command.amount})


def raised_by_buying_in(now: Now, table: str, patron: str, amount: Cents) -> tuple[Fact, ...]:
    """What a buy-in at a live table adds to the patron's limit there."""
    record: TableRecord | None = now.record(stream_of(table)) if table else None
    if record is None or record.mode != LIVE:
        return ()
    return (Fact(stream_of(table), StakeLimitRaised(patron, amount, _end_of_day(now))),)


def beyond_limit(now: Now, record: TableRecord, actor: Actor, paid: Iterable[tuple[str, Cents]]) -> No | None:
    """Return the refusal of a dealer's stake for a patron who has not opened a limit here, or has too little of it."""
    wanted: dict[str, Cents] = {}
    for name, cents in paid:
        wanted[name] = wanted.get(name, 0) + cents
    for name, cents in wanted.items():
        limit = open_limit(record.stake_limits, name, now.at)
        if limit is None:
            return No(f"{name} has no limit open at this table: {_HOW_TO}.", field="player", word="no_limit")
        if cents > limit.left:
            left = f"{name} has {dollars(max(limit.left, 0))} of a limit left at this table, not {dollars(cents)}"
            return No(f"{left}: {_HOW_TO}.", field="amount", word="limit")
        if is_staff(limit.by) and not other_people(now, limit.by, actor.person):
            told = f"The limit of {name} was opened at the cage, and is staked by another person than the cashier"
            others = others_in_words(now, limit.by, (Role.DEALER, Role.SUPERVISOR))
            return No(f"{told}: {others}.", field="player", word="second_person")
    return None


def limits_of(tables: Iterable[TableRecord], patron: str, at: int) -> list[LimitAtTable]:
    """The limits that a patron has open, table by table."""
    found = ((record, open_limit(record.stake_limits, patron, at)) for record in tables)
    return [LimitAtTable(record.id, record.title, limit) for record, limit in found if limit is not None]


def _end_of_day(now: Now) -> int:
    clock = gaming_clock(now)
    return clock.span(clock.day(now.at))[1]


VERBS: Verbs = {SetStakeLimit: Verb(set_stake_limit, (Role.PLAYER, Role.CASHIER), of_the_table)}
