"""Adjustments: one person asks and says why, a second one approves; accounts that the rules fill are left alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.floor.cage.adjustments import ApproveAdjustment, RejectAdjustment, RequestAdjustment
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tournaments.commands import AddTournament
from pitboss.games.command import MOST_CENTS
from pitboss.ledger import books
from tests.floor.cage import scene
from tests.floor.cage.scene import CASHIER, MANAGER, SECOND_MANAGER, SUPERVISOR, give, refuses


@pytest.fixture(autouse=True)
def _house_with_money(house: Floor) -> Iterator[None]:
    """The books are whole whatever is done there."""
    scene.open_house(house, "p1", "p2", tables=["uth-1"])
    scene.buy_in(house, "p1", 1000)
    yield
    scene.check_books(house)


def ask(debit: str = "patron:p1", credit: str = "patron:p2", amount: Any = 300, reason: str = "mixed up") -> Any:
    return RequestAdjustment(debit=debit, credit=credit, amount=amount, reason=reason)


def asked(house: Floor, command: Any) -> int:
    number: int = give(house, CASHIER, command).answer["number"]
    return number


def test_an_adjustment_moves_when_a_second_person_approves_it(house: Floor) -> None:
    number = asked(house, ask())
    assert books.balance("patron:p2") == 0
    give(house, SUPERVISOR, ApproveAdjustment(number=number))
    assert books.balances(["patron:p1", "patron:p2"]) == {"patron:p1": 700, "patron:p2": 300}
    refuses(house, SUPERVISOR, ApproveAdjustment(number=number), word="not_waiting", status=404)


def test_both_people_and_the_reason_are_recorded(house: Floor) -> None:
    (fact,) = give(house, SUPERVISOR, ApproveAdjustment(number=asked(house, ask()))).facts
    assert (fact.event.requested_by, fact.event.by, fact.event.reason) == ("staff:carol", "staff:sam", "mixed up")


def test_nobody_approves_or_rejects_their_own(house: Floor) -> None:
    number = asked(house, ask())
    same = Actor(CASHIER.person, Role.MANAGER)
    refuses(house, same, ApproveAdjustment(number=number), word="second_person")
    refuses(house, same, RejectAdjustment(number=number, reason="no"), word="second_person")
    number = give(house, MANAGER, ask()).answer["number"]
    refuses(house, MANAGER, ApproveAdjustment(number=number), word="second_person")
    give(house, SECOND_MANAGER, ApproveAdjustment(number=number))


def test_what_was_rejected_never_moves(house: Floor) -> None:
    number = asked(house, ask())
    refuses(house, MANAGER, RejectAdjustment(number=number, reason="\n"), field="reason", status=422)
    give(house, MANAGER, RejectAdjustment(number=number, reason="no slip"))
    refuses(house, SUPERVISOR, ApproveAdjustment(number=number), word="not_waiting")
    assert books.balance("patron:p2") == 0


def test_an_account_that_may_not_owe_is_not_made_to(house: Floor) -> None:
    number = asked(house, ask(amount=800))
    scene.cash_out(house, "p1", 500)
    refuses(house, SUPERVISOR, ApproveAdjustment(number=number), word="not_enough")
    scene.buy_in(house, "p1", 300)
    give(house, SUPERVISOR, ApproveAdjustment(number=number))


def test_accounts_of_people_floats_funds_and_the_world_can_be_adjusted(house: Floor) -> None:
    for debit, credit in (
        ("house:funds", "patron:p1"),
        ("float:uth-1", "house:funds"),
        ("world:cash", "world:eft"),
        ("house:funds", "commission:uth-1"),
    ):
        before = books.balance(debit), books.balance(credit)
        give(house, SUPERVISOR, ApproveAdjustment(number=asked(house, ask(debit, credit, 5))))
        assert (books.balance(debit) + 5, books.balance(credit) - 5) == before


def test_accounts_that_the_rules_fill_are_left_alone(house: Floor) -> None:
    for account in ("felt:uth-1", "jackpot:uth-1", "reserve:uth-1", "prizes:main", "tickets:main", "stake:h-1:p1"):
        refuses(house, CASHIER, ask(debit=account), field="debit", word="by_the_rules")
        refuses(house, CASHIER, ask(credit=account), field="credit", word="by_the_rules")


def test_practice_and_money_never_mix(house: Floor) -> None:
    refuses(house, CASHIER, ask(debit="practice/patron:p1"), field="debit", status=422)
    refuses(house, CASHIER, ask(credit="practice/patron:p1"), field="credit", status=422)


def test_an_account_must_be_there(house: Floor) -> None:
    unknown = ("patron:p9", "float:uth-9", "house:other", "world:gold", "", ":", "patron:", "moon", "float:\0")
    for account in (*unknown, "world:voucher"):
        refuses(house, CASHIER, ask(debit=account), field="debit", status=422)
        refuses(house, CASHIER, ask(credit=account), field="credit", status=422)
    refuses(house, CASHIER, ask(credit="patron:p1"), field="credit", status=422)


def test_amount_and_reason_are_looked_at(house: Floor) -> None:
    for amount in scene.NO_AMOUNTS:
        refuses(house, CASHIER, ask(amount=amount), field="amount", status=422)
    for reason in ("", "  ", "x" * 501, "a\0b"):
        refuses(house, CASHIER, ask(reason=reason), field="reason", status=422)
    for number in (0, 9, -1, 10**30):
        refuses(house, SUPERVISOR, ApproveAdjustment(number=number), field="number", status=404)


def test_the_books_hold_no_more_than_can_be_said(house: Floor) -> None:
    scene.adjust(house, "world:eft", "patron:p2", MOST_CENTS - 10)
    refuses(house, CASHIER, ask(amount=10), word="too_much")


def test_a_device_is_no_second_person(house: Floor) -> None:
    """Whoever has its token would ask and approve alone. What it asked for can still be turned down."""
    number = give(house, Actor("device:kiosk", Role.CASHIER), ask()).answer["number"]
    refuses(house, MANAGER, ApproveAdjustment(number=number), word="second_person", field="number")
    assert books.balance("patron:p2") == 0
    give(house, MANAGER, RejectAdjustment(number=number, reason="no"))


def test_what_a_tournament_has_kept_can_be_corrected_at_a_tournament_only(house: Floor) -> None:
    give(house, MANAGER, AddTournament(tournament="saturday", structure="canberra_cup"))
    number = asked(house, ask("patron:p1", "tournament-commission:saturday"))
    give(house, SUPERVISOR, ApproveAdjustment(number=number))
    assert books.balance("tournament-commission:saturday") == 300
    for account in ("tournament-commission:uth-1", "fees:uth-1", "float:saturday", "commission:saturday"):
        refuses(house, CASHIER, ask(credit=account), field="credit", status=422)


def test_a_practice_table_has_no_account_in_the_money_book(house: Floor) -> None:
    scene.add_table(house, "uth-9", mode="practice")
    for account in ("float:uth-9", "commission:uth-9"):
        refuses(house, CASHIER, ask(credit=account), field="credit", status=422)
