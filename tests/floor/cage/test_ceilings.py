"""Ceilings: one person alone takes in and pays out so much and no more, at once or split; above it a second agrees."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn, CashOut, VoidVoucher
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import RequestFill
from pitboss.floor.kernel.approvals import Approve, Decline, approvals_of
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import MOST_AT_ONCE, SETTING_UP, HouseSet, SetHouse, premises_of
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import ChangePatron
from pitboss.floor.people.staff import AddStaff, VouchForStaff
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.ledger import books
from tests.floor.cage import scene
from tests.floor.cage.scene import (
    CASHIER,
    DEALER,
    DOLLAR,
    HOUR,
    MANAGER,
    SECOND_CASHIER,
    SECOND_MANAGER,
    SUPERVISOR,
    THOUSAND,
    give,
    refuses,
)
from tests.floor.house_scene import Clock
from tests.refusals import refused

CEILINGS = ("table_ceiling", "table_day_ceiling", "cage_ceiling", "cage_day_ceiling")
OTHER_SUPERVISOR = Actor("staff:sue", Role.SUPERVISOR)


@pytest.fixture(autouse=True)
def _house_with_patrons(house: Floor) -> Iterator[None]:
    """The books are whole whatever is done there."""
    scene.open_house(house, "p1", "p2", tables=["uth-1"])
    yield
    scene.check_books(house)


def waits(house: Floor, actor: Actor, command: Command) -> No:
    """A command that takes a second person: nothing has moved, and it waits."""
    before, last = books.balances(), approvals_of(house).last
    answer = refused(house.execute(actor, command), word="second_person")
    assert books.balances() == before
    assert approvals_of(house).last == last + 1
    return answer


def agree(house: Floor, actor: Actor = SUPERVISOR) -> Done:
    return give(house, actor, Approve(number=approvals_of(house).last))


def at_table(amount: int, patron: str = "p1") -> BuyIn:
    return BuyIn(patron=patron, amount=amount, table="uth-1")


def test_nobody_buys_a_hundred_billion_in(house: Floor) -> None:
    for amount in (100_000_000_000 * DOLLAR, MOST_AT_ONCE + 1):
        for command in (at_table(amount), CashOut(patron="p1", amount=amount)):
            actor = DEALER if isinstance(command, BuyIn) else CASHIER
            no = refuses(house, actor, command, field="amount", status=422)
            assert no.reason == "An amount is more than $0 and at most $100,000,000, in whole cents."
        refuses(house, SUPERVISOR, RequestFill(table="uth-1", amount=amount), field="amount", status=422)
    waits(house, CASHIER, BuyIn(patron="p1", amount=MOST_AT_ONCE))


def test_everything_of_an_account_beyond_the_bound_is_paid_in_parts(house: Floor) -> None:
    scene.adjust(house, "world:eft", "patron:p1", MOST_AT_ONCE + 1)
    refuses(house, CASHIER, CashOut(patron="p1", amount=None, method=Method.EFT), field="amount", status=422)
    waits(house, CASHIER, CashOut(patron="p1", amount=MOST_AT_ONCE, method=Method.EFT))


@pytest.mark.parametrize("actor", [DEALER, SUPERVISOR])
def test_a_buy_in_at_a_table_above_the_ceiling_waits_for_a_second_person(house: Floor, actor: Actor) -> None:
    give(house, actor, at_table(10 * THOUSAND))
    no = waits(house, actor, at_table(10 * THOUSAND + 1))
    why = "A buy-in at a table of $10,000.01 takes a second person: nobody acts alone above $10,000."
    assert no.reason.startswith(f"{why} It waits as request 1 for ")
    bought, *_ = agree(house, OTHER_SUPERVISOR).facts
    assert (bought.event.by, bought.event.second) == (actor.person, OTHER_SUPERVISOR.person)
    assert books.balance("patron:p1") == 20 * THOUSAND + 1


@pytest.mark.parametrize("method", [Method.CASH, Method.EFT, Method.CHEQUE, Method.DEBIT_CARD])
def test_at_the_cage_by_whatever_method(house: Floor, method: Method) -> None:
    scene.buy_in(house, "p1", 50 * THOUSAND, method)
    waits(house, CASHIER, BuyIn(patron="p1", amount=50 * THOUSAND + 1, method=method))
    agree(house, MANAGER)
    assert books.balance("patron:p1") == 100 * THOUSAND + 1


@pytest.mark.parametrize("method", [Method.CASH, Method.EFT, Method.CHEQUE, Method.VOUCHER])
def test_a_cash_out_above_the_ceiling_waits_too(house: Floor, method: Method) -> None:
    for _ in range(2):
        scene.buy_in(house, "p1", 40 * THOUSAND)
    no = waits(house, CASHIER, CashOut(patron="p1", amount=None, method=method))
    assert no.reason.startswith("A cash-out of $80,000 takes a second person: nobody acts alone above $50,000.")
    agree(house)
    assert books.balance("patron:p1") == 0
    if method is Method.VOUCHER:
        # What is on paper is the patron's already, and takes nobody to redeem or to void but who did not write it.
        redeem = BuyIn(patron="p1", amount=80 * THOUSAND, method=Method.VOUCHER, voucher=1)
        give(house, CASHIER, redeem)
        waits(house, CASHIER, CashOut(patron="p1", amount=None, method=method))
        agree(house)
        give(house, SUPERVISOR, VoidVoucher(voucher=2, reason="lost"))


def test_what_was_agreed_to_is_paid_and_no_more(house: Floor) -> None:
    """Everything is what it was when the second person was asked."""
    scene.adjust(house, "world:eft", "patron:p1", 60 * THOUSAND)
    waits(house, CASHIER, CashOut(patron="p1", amount=None))
    scene.buy_in(house, "p1", 1)
    refuses(house, SUPERVISOR, Approve(number=1), word="gone_on")
    give(house, SUPERVISOR, Decline(number=1, reason="ask again"))


def test_splitting_an_amount_does_not_help(house: Floor) -> None:
    """Not over patrons either: what counts is what one person has done alone in the gaming day."""
    for number in range(5):
        give(house, DEALER, at_table(10 * THOUSAND, ("p1", "p2")[number % 2]))
    no = waits(house, DEALER, at_table(DOLLAR, "p2"))
    assert no.reason.startswith(
        "A buy-in at a table of $1 takes a second person here:"
        " $50,001 would be taken in by one person alone in this gaming day, above $50,000."
    )
    agree(house)
    waits(house, DEALER, at_table(2 * DOLLAR))
    # Somebody else has their own.
    give(house, SUPERVISOR, at_table(10 * THOUSAND))


def test_splitting_it_over_accounts_of_ones_own_does_not_help_either(house: Floor) -> None:
    """One manager makes two dealers, and is one person with both."""
    dealers = [Actor(f"staff:{name}", Role.DEALER) for name in ("dean", "dana")]
    for dealer in dealers:
        give(house, MANAGER, AddStaff(id=dealer.id, name=dealer.id.title(), roles=(Role.DEALER,)))
    for number in range(5):
        give(house, dealers[number % 2], at_table(10 * THOUSAND))
    for dealer in dealers:
        no = waits(house, dealer, at_table(DOLLAR))
        assert "$50,001 would be taken in by one person alone in this gaming day" in no.reason
    give(house, DEALER, at_table(10 * THOUSAND))
    give(house, SECOND_MANAGER, VouchForStaff(staff="dana"))
    give(house, dealers[1], at_table(10 * THOUSAND))


def test_each_way_and_each_day_has_its_own_total(house: Floor, clock: Clock) -> None:
    for _ in range(5):
        scene.buy_in(house, "p1", 50 * THOUSAND)
    waits(house, CASHIER, BuyIn(patron="p1", amount=1))
    for _ in range(4):
        scene.cash_out(house, "p1", 50 * THOUSAND)
    give(house, SECOND_CASHIER, BuyIn(patron="p1", amount=1))
    scene.cash_out(house, "p1", 50 * THOUSAND)
    waits(house, CASHIER, CashOut(patron="p1", amount=1))
    clock.pass_seconds(24 * HOUR)
    scene.buy_in(house, "p1", 50 * THOUSAND)
    scene.cash_out(house, "p1", 50 * THOUSAND)


def test_what_two_have_agreed_to_counts_for_nobody_alone(house: Floor) -> None:
    for _ in range(5):
        waits(house, CASHIER, BuyIn(patron="p1", amount=60 * THOUSAND))
        agree(house)
    scene.buy_in(house, "p1", 50 * THOUSAND)


def test_a_device_takes_nothing_in_above_the_ceiling(house: Floor) -> None:
    device = Actor("device:table-1", Role.DEALER)
    give(house, device, at_table(10 * THOUSAND))
    no = refuses(house, device, at_table(10 * THOUSAND + 1), word="second_person")
    assert no.reason.endswith("A device is no person.")


def test_nobody_agrees_to_their_own(house: Floor) -> None:
    waits(house, SUPERVISOR, at_table(20 * THOUSAND))
    refuses(house, SUPERVISOR, Approve(number=1), word="second_person")
    refuses(house, Actor(SUPERVISOR.person, Role.MANAGER), Approve(number=1), word="second_person")
    refuses(house, SECOND_CASHIER, Approve(number=1), status=403)
    agree(house, MANAGER)


def test_whoever_was_kept_out_since_buys_nothing_in(house: Floor) -> None:
    """It is decided on the house as it is when the second person agrees."""
    waits(house, DEALER, at_table(20 * THOUSAND))
    scene.exclude(house, "p1")
    refuses(house, MANAGER, Approve(number=1), word="excluded")


def test_an_entry_paid_at_the_desk_is_money_taken_in(house: Floor) -> None:
    give(house, SUPERVISOR, ChangePatron(patron="p1", membership="M1"))
    give(house, MANAGER, AddTournament(tournament="friday", structure="friday", start="2025-11-15T18:00"))
    give(house, MANAGER, Desk(tournament="friday", do="open_entries"))
    enter = Desk(tournament="friday", do="register", given={"person": "p1"}, paid_by="cash")
    give(house, MANAGER, SetHouse(cage_ceiling=100))
    waits(house, CASHIER, enter)
    assert not house.record("tournament:friday").state.entrants
    agree(house)
    assert "p1" in house.record("tournament:friday").state.entrants


# The ceilings are settings of the house.


def test_old_houses_and_new_ones_have_ceilings(house: Floor) -> None:
    ceilings = [1_000_000, 5_000_000, 5_000_000, 25_000_000]
    assert [getattr(premises_of(house), name) for name in CEILINGS] == ceilings
    before = HouseSet("staff:maria", "Australia/Brisbane", 6, 1_000_000)
    assert [getattr(before, name) for name in CEILINGS] == ceilings


def test_a_ceiling_of_nothing_takes_two_people_for_everything(house: Floor) -> None:
    give(house, MANAGER, SetHouse(table_ceiling=0, cage_day_ceiling=0))
    waits(house, DEALER, at_table(1))
    waits(house, CASHIER, BuyIn(patron="p1", amount=1))


@pytest.mark.parametrize("name", CEILINGS)
def test_a_ceiling_is_an_amount(house: Floor, name: str) -> None:
    for amount in (-1, MOST_AT_ONCE + 1):
        no = refuses(house, MANAGER, SetHouse(**{name: amount}), field=name, status=422)  # type: ignore[arg-type]
        assert no.reason == "A ceiling is an amount up to $100,000,000."


@pytest.mark.parametrize(
    "name", ["table_ceiling", "table_day_ceiling", "cage_ceiling", "cage_day_ceiling", "large_cash"]
)
def test_raising_one_takes_two_managers_and_lowering_one_does_not(house: Floor, name: str) -> None:
    for manager in (MANAGER, SECOND_MANAGER):
        give(house, SETTING_UP, AddStaff(id=manager.id, name=manager.id.capitalize(), roles=(Role.MANAGER,)))
    before: int = getattr(premises_of(house), name)
    lower: Any = {name: before - 1}
    give(house, MANAGER, SetHouse(**lower))
    higher: Any = {name: before}
    no = waits(house, MANAGER, SetHouse(**higher))
    assert no.reason.endswith("takes two managers. It waits as request 1 for Miguel (manager).")
    assert getattr(premises_of(house), name) == before - 1
    refuses(house, MANAGER, Approve(number=1), word="second_person")
    agree(house, SECOND_MANAGER)
    assert getattr(premises_of(house), name) == before
