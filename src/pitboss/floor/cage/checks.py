"""Checks that the cage makes before it accepts a command; each returns a refusal in one sentence, or nothing."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pitboss.floor.kernel.contract import No, Now
from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people import patron_record
from pitboss.floor.people.staff import is_staff, other_people, others_in_words
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.games.command import MOST_CENTS, dollars, is_whole

V = TypeVar("V")


def wrong_amount(amount: object, field: str = "amount", most: int = MOST_CENTS - 1) -> No | None:
    if is_whole(amount) and 0 < amount <= most:
        return None
    bound = f"less than {dollars(MOST_CENTS)}" if most == MOST_CENTS - 1 else f"at most {dollars(most)}"
    return wrong(field, f"An amount is more than $0 and {bound}, in whole cents.")


def wrong_count(counted: object) -> No | None:
    """A count may come to nothing."""
    return None if is_whole(counted) and counted == 0 else wrong_amount(counted, "counted")


def too_much(now: Now, debit: str, credit: str, amount: int) -> No | None:
    """An account cannot hold, or owe, more than can be said."""
    if now.balance(credit) + amount < MOST_CENTS and now.balance(debit) - amount > -MOST_CENTS:
        return None
    return No("That is more than the books can hold.", field="amount", word="too_much")


def unknown_patron(now: Now, patron: str) -> No | None:
    return patron_record.unknown(patron) if patron_record.find(now, patron) is None else None


def money_table(now: Now, table: str) -> TableRecord | No:
    """The table of this name, which must be one where money is played for."""
    found: TableRecord | None = now.record(stream_of(table)) if is_id(table) else None
    if found is None:
        named = f"No table is called {table}." if is_id(table) else "No table is called so."
        return No(named, field="table", word="unknown_table", status=404)
    if found.is_practice:
        return No(f"{table} is a practice table: no money goes there.", field="table", word="practice")
    return found


def waiting(of: Mapping[int, V], number: object, what: str) -> V | No:
    """The one of this number, as long as nothing has become of it."""
    found = of.get(number) if is_whole(number) else None
    return found or No(f"No {what} with this number is waiting.", field="number", word="not_waiting", status=404)


def same_hands(
    now: Now, first: str, second: str, what: str, *, roles: Sequence[Role], field: str = "number"
) -> No | None:
    """Some things are not undone by whoever did them, but by somebody else with a role for it."""
    if first != second and (not is_staff(first) or other_people(now, first, second)):
        return None
    return No(f"{what} takes a second person: {others_in_words(now, first, roles)}.", field=field, word="second_person")


def not_two_people(now: Now, first: str, second: str, what: str, *, roles: Sequence[Role]) -> No | None:
    """Some things take two people. Whoever has the token of a device would be both."""
    if not all(is_staff(each) for each in (first, second)):
        return No(f"{what} takes two people, and a device is none.", field="number", word="second_person")
    return same_hands(now, first, second, what, roles=roles)


def beyond(balance: int) -> No:
    return No(f"There is {dollars(balance)} in the account.", field="amount", word="not_enough")
