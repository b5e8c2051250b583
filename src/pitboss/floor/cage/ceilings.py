"""Ceilings: above them nobody takes money in or pays it out alone, at once or split over a gaming day."""

from collections.abc import Callable
from typing import Any

from pitboss.floor.cage.events import BoughtIn, CashedOut
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.contract import Decision, Now, SecondPerson, TwoPeople, Yes
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.staff import hands_of
from pitboss.games.command import dollars

# Who agrees beside the giver, and when.
SECOND = (Role.SUPERVISOR, Role.MANAGER)
WHEN = "above a ceiling of the house, at once or in a gaming day"


def why_two_people(now: Now, told: BoughtIn | CashedOut) -> TwoPeople | None:
    """The reason why this money takes a second person; that of a voucher which is redeemed is the patron's already."""
    house, amount = premises_of(now), told.amount
    if isinstance(told, CashedOut):
        what, done, ceilings = "cash-out", "paid out", (house.cage_ceiling, house.cage_day_ceiling)
    elif told.voucher is not None:
        return None
    elif told.table:
        what, done, ceilings = "buy-in at a table", "taken in", (house.table_ceiling, house.table_day_ceiling)
    else:
        what, done, ceilings = "buy-in", "taken in", (house.cage_ceiling, house.cage_day_ceiling)
    at_once, in_a_day = ceilings
    # Whoever has made several accounts alone is one person with all of them.
    own, alone = hands_of(now, told.by), cage_of(now).alone_of(told)
    total = amount + sum(cents for person, cents in alone.items() if not own.isdisjoint(hands_of(now, person)))
    if amount > at_once:
        why = f"A {what} of {dollars(amount)} takes a second person: nobody acts alone above {dollars(at_once)}."
    elif total > in_a_day:
        so_much = f"{dollars(total)} would be {done} by one person alone in this gaming day, above {dollars(in_a_day)}"
        why = f"A {what} of {dollars(amount)} takes a second person here: {so_much}."
    else:
        return None
    # Whoever agrees has been told this amount, also where the command says everything.
    return TwoPeople(why, about=str(amount))


def where_money_is_taken(decide: Callable[[Now, Actor, Any], Decision]) -> SecondPerson:
    """The rule for a command that takes money on the spot where its `paid_by` says so, beside what else it does."""

    def why(now: Now, actor: Actor, command: Any) -> TwoPeople | None:
        decision = decide(now, actor, command) if command.paid_by else None
        facts = decision.facts if isinstance(decision, Yes) else ()
        told = next((event for _, event in facts if isinstance(event, BoughtIn)), None)
        return None if told is None else why_two_people(now, told)

    return SecondPerson(SECOND, f"{WHEN}, where money is taken on the spot", why)
