"""The cage: buying in and cashing out, vouchers, cash that is reported, and the till."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.floor.cage.adjustments import ApproveAdjustment
from pitboss.floor.cage.closing import CloseDay
from pitboss.floor.cage.counter import VERBS, BuyIn, CashOut, CloseTill, OpenTill, VoidVoucher
from pitboss.floor.cage.events import METHOD_WORDS, BoughtIn, Direction, Method
from pitboss.floor.cage.record import CAGE, cage_of
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import DisableHouse, SetHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.event_words import words_of
from pitboss.games.command import MOST_CENTS
from pitboss.journal import snapshots, store
from pitboss.ledger import books
from tests.floor.answers import at_once, given
from tests.floor.cage import scene
from tests.floor.cage.scene import (
    CASHIER,
    DEALER,
    DOLLAR,
    HOUR,
    MANAGER,
    SECOND_CASHIER,
    SUPERVISOR,
    THOUSAND,
    give,
    refuses,
)
from tests.floor.house_scene import Clock


@pytest.fixture(autouse=True)
def _house_with_patrons(house: Floor) -> Iterator[None]:
    """The books are whole whatever is done there."""
    scene.open_house(house, "p1", "p2", tables=["uth-1"])
    yield
    scene.check_books(house)


def test_what_is_bought_in_is_in_the_patrons_account_and_owed_to_the_world(house: Floor) -> None:
    for number, method in enumerate((Method.CASH, Method.EFT, Method.CHEQUE), 1):
        answer = scene.buy_in(house, "p1", 12_345, method).answer
        assert answer == {"amount": 12_345, "balance": number * 12_345}
        assert books.balance(f"world:{method}") == -12_345
    assert books.balance("patron:p1") == 3 * 12_345


def test_an_amount_is_whole_cents_above_nothing(house: Floor) -> None:
    scene.buy_in(house, "p1", 100)
    for amount in scene.NO_AMOUNTS:
        refuses(house, CASHIER, BuyIn(patron="p1", amount=amount), field="amount", status=422)
        if amount is not None:
            refuses(house, CASHIER, CashOut(patron="p1", amount=amount), field="amount", status=422)


def test_an_unknown_patron_is_not_found(house: Floor) -> None:
    for patron in ("p9", "", "P1", "p1 ", "p\0", "x" * 300, "p1:p2", "é"):
        refuses(house, CASHIER, BuyIn(patron=patron, amount=100), field="patron", status=404)
        refuses(house, CASHIER, CashOut(patron=patron, amount=100), field="patron", status=404)
        refuses(house, CASHIER, CashOut(patron=patron, amount=None), field="patron", status=404)


def test_no_account_grows_beyond_what_can_be_said(house: Floor) -> None:
    scene.adjust(house, "world:eft", "patron:p1", MOST_CENTS - 1)
    refuses(house, CASHIER, BuyIn(patron="p1", amount=1, method=Method.EFT), word="too_much")
    refuses(house, CASHIER, BuyIn(patron="p2", amount=1, method=Method.EFT), word="too_much")
    scene.buy_in(house, "p2", 1, Method.CASH)


def test_a_method_is_one_of_four(house: Floor) -> None:
    methods: Any = ("gold", "", "CASH")
    for method in methods:
        refuses(house, CASHIER, BuyIn(patron="p1", amount=100, method=method), field="method", status=422)
        refuses(house, CASHIER, CashOut(patron="p1", amount=None, method=method), field="method", status=422)


def test_a_dealer_and_a_supervisor_take_buy_ins_at_a_table_only(house: Floor) -> None:
    for actor in (DEALER, SUPERVISOR):
        give(house, actor, BuyIn(patron="p1", amount=100, table="uth-1"))
        refuses(house, actor, BuyIn(patron="p1", amount=100), field="table", status=403)
    assert books.balance("patron:p1") == 200


def test_a_table_must_be_there_and_not_be_for_practice(house: Floor) -> None:
    scene.add_table(house, "try-1", mode="practice")
    for table in ("uth-2", "a\0b", "X"):
        refuses(house, DEALER, BuyIn(patron="p1", amount=100, table=table), field="table", status=404)
    refuses(house, DEALER, BuyIn(patron="p1", amount=100, table="try-1"), word="practice")


def test_a_table_has_a_box_for_cash_and_vouchers_only(house: Floor) -> None:
    for method in (Method.EFT, Method.CHEQUE):
        command = BuyIn(patron="p1", amount=100, method=method, table="uth-1")
        refuses(house, DEALER, command, field="method", status=422)


def test_who_may_not_play_cannot_buy_in_but_gets_their_money(house: Floor) -> None:
    scene.buy_in(house, "p1", 500)
    scene.exclude(house, "p1")
    refuses(house, CASHIER, BuyIn(patron="p1", amount=100), word="excluded")
    assert scene.cash_out(house, "p1").answer == {"amount": 500, "balance": 0}


def test_in_a_disabled_house_nobody_buys_in_and_everybody_gets_their_money(house: Floor) -> None:
    scene.buy_in(house, "p1", 500)
    give(house, MANAGER, DisableHouse(reason="smoke"))
    refuses(house, CASHIER, BuyIn(patron="p1", amount=100), word="house_disabled")
    scene.cash_out(house, "p1", 500)


def test_nobody_takes_out_more_than_they_have(house: Floor) -> None:
    scene.buy_in(house, "p1", 500)
    scene.buy_in(house, "p2", 9999)
    refuses(house, CASHIER, CashOut(patron="p1", amount=501), word="not_enough", field="amount")
    assert scene.cash_out(house, "p1", 500).answer == {"amount": 500, "balance": 0}
    refuses(house, CASHIER, CashOut(patron="p1", amount=1), word="not_enough")
    refuses(house, CASHIER, CashOut(patron="p1", amount=None), word="not_enough")


def test_a_repeated_buy_in_is_answered_as_the_first_time(house: Floor) -> None:
    command = BuyIn(patron="p1", amount=100)
    first = scene.done(house.execute(CASHIER, command, "k"))
    again = scene.done(house.execute(CASHIER, command, "k"))
    assert (again.repeated, again.answer) == (True, first.answer)
    assert books.balance("patron:p1") == 100


def test_cash_outs_at_the_same_moment_succeed_as_often_as_the_money_allows(house: Floor) -> None:
    scene.buy_in(house, "p1", 550)
    answers = at_once([given(house, CASHIER, CashOut(patron="p1", amount=100))] * 12)
    assert sum(isinstance(answer, Done) for answer in answers) == 5
    assert {answer.word for answer in answers if isinstance(answer, No)} == {"not_enough"}
    assert books.balance("patron:p1") == 50


# Vouchers.


def test_a_voucher_is_redeemed_once_and_in_full_by_its_patron(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    number = scene.voucher(house, "p1", 600)
    assert books.balances(["patron:p1", "world:voucher"]) == {"patron:p1": 400, "world:voucher": 600}

    def redeem(patron: str = "p1", amount: int = 600, voucher: Any = number) -> BuyIn:
        return BuyIn(patron=patron, amount=amount, method=Method.VOUCHER, voucher=voucher)

    refuses(house, CASHIER, redeem(patron="p2"), word="not_theirs")
    refuses(house, CASHIER, redeem(amount=599), field="amount")
    refuses(house, CASHIER, redeem(voucher=None), field="voucher", status=422)
    refuses(house, CASHIER, redeem(voucher=True), field="voucher", status=422)
    for unknown in (0, -1, number + 1, 10**30):
        refuses(house, CASHIER, redeem(voucher=unknown), field="voucher", status=404)
    give(house, CASHIER, redeem())
    refuses(house, CASHIER, redeem(), word="voucher_used")
    assert books.balances(["patron:p1", "world:voucher"]) == {"patron:p1": 1000, "world:voucher": 0}


def test_a_voucher_may_be_redeemed_at_a_table(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    number = scene.voucher(house, "p1", 600)
    give(house, DEALER, BuyIn(patron="p1", amount=600, method=Method.VOUCHER, voucher=number, table="uth-1"))
    assert books.balance("patron:p1") == 1000


def test_only_a_buy_in_by_voucher_has_a_voucher(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    number = scene.voucher(house, "p1", 600)
    refuses(house, CASHIER, BuyIn(patron="p1", amount=600, voucher=number), field="voucher", status=422)


def test_vouchers_are_numbered_without_a_gap(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    assert [scene.voucher(house, "p1", 100) for _ in range(3)] == [1, 2, 3]


def test_a_voucher_is_voided_by_somebody_else_than_its_writer(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    number = scene.voucher(house, "p1", 600)
    writer = Actor(CASHIER.person, Role.SUPERVISOR)
    refuses(house, writer, VoidVoucher(voucher=number, reason="torn"), word="second_person")
    refuses(house, SUPERVISOR, VoidVoucher(voucher=number, reason=" "), field="reason", status=422)
    refuses(house, SUPERVISOR, VoidVoucher(voucher=number + 1, reason="torn"), field="voucher", status=404)
    give(house, SUPERVISOR, VoidVoucher(voucher=number, reason="torn"))
    refuses(house, SUPERVISOR, VoidVoucher(voucher=number, reason="torn"), word="voucher_used")
    redeem = BuyIn(patron="p1", amount=600, method=Method.VOUCHER, voucher=number)
    refuses(house, CASHIER, redeem, word="voucher_used")
    assert books.balance("patron:p1") == 1000


# Cash that is reported.


def test_split_buy_ins_reach_the_flag_exactly_at_the_limit(house: Floor) -> None:
    assert scene.flags(scene.buy_in(house, "p1", 6 * THOUSAND)) == []
    assert scene.flags(give(house, DEALER, BuyIn(patron="p1", amount=4 * THOUSAND - 1, table="uth-1"))) == []
    (flag,) = scene.flags(scene.buy_in(house, "p1", 1))
    assert (flag.patron, flag.day, flag.direction) == ("p1", "2025-11-15", Direction.IN)
    assert (flag.amount, flag.total, flag.limit) == (1, 10 * THOUSAND, 10 * THOUSAND)


def test_after_the_limit_every_further_transaction_is_flagged(house: Floor) -> None:
    scene.buy_in(house, "p1", 10 * THOUSAND)
    assert [flag.total for flag in scene.flags(scene.buy_in(house, "p1", 100))] == [10 * THOUSAND + 100]


def test_money_in_and_money_out_and_other_patrons_are_counted_apart(house: Floor) -> None:
    scene.buy_in(house, "p1", 10 * THOUSAND - 1)
    assert scene.flags(scene.cash_out(house, "p1", 9 * THOUSAND)) == []
    assert scene.flags(scene.buy_in(house, "p2", 9 * THOUSAND)) == []
    (flag,) = scene.flags(scene.buy_in(house, "p2", THOUSAND))
    assert flag.patron == "p2"
    scene.buy_in(house, "p1", THOUSAND)
    (flag,) = scene.flags(scene.cash_out(house, "p1", THOUSAND))
    assert (flag.direction, flag.total) == (Direction.OUT, 10 * THOUSAND)


def test_only_cash_is_flagged(house: Floor) -> None:
    for method in (Method.EFT, Method.CHEQUE):
        assert scene.flags(scene.buy_in(house, "p1", 20 * THOUSAND, method)) == []
        assert scene.flags(scene.cash_out(house, "p1", None, method)) == []


def test_a_new_gaming_day_begins_at_nothing(house: Floor, clock: Clock) -> None:
    scene.buy_in(house, "p1", 9 * THOUSAND)
    clock.pass_seconds(18 * HOUR - 1)  # one second before six in the morning
    assert len(scene.flags(scene.buy_in(house, "p1", THOUSAND))) == 1
    clock.pass_seconds(1)
    assert scene.flags(scene.buy_in(house, "p1", 9 * THOUSAND)) == []


def test_a_clock_that_is_a_little_behind_adds_to_the_day_that_has_begun(house: Floor, clock: Clock) -> None:
    scene.buy_in(house, "p1", 9 * THOUSAND)
    clock.pass_seconds(18 * HOUR)
    scene.buy_in(house, "p2", 9 * THOUSAND)
    clock.pass_seconds(-1)
    assert scene.flags(scene.buy_in(house, "p1", THOUSAND)) == []
    assert [flag.total for flag in scene.flags(scene.buy_in(house, "p2", THOUSAND))] == [10 * THOUSAND]
    assert [flag.total for flag in scene.flags(scene.buy_in(house, "p1", 9 * THOUSAND))] == [10 * THOUSAND]


def test_the_limit_is_a_setting_of_the_house(house: Floor) -> None:
    give(house, MANAGER, SetHouse(large_cash=500))
    assert scene.flags(scene.buy_in(house, "p1", 499)) == []
    assert len(scene.flags(scene.buy_in(house, "p1", 1))) == 1


def test_the_answer_never_speaks_of_the_flag(house: Floor) -> None:
    assert scene.buy_in(house, "p1", 20 * THOUSAND).answer.keys() == {"amount", "balance"}
    assert scene.cash_out(house, "p1").answer.keys() == {"amount", "balance"}


def test_every_method_has_its_words() -> None:
    assert list(METHOD_WORDS) == list(Method)
    for method in Method:
        assert METHOD_WORDS[method] in words_of(BoughtIn("2026-11-15", "p1", 100, method, "", None, "staff:carl"))


# The till.


def test_the_till_is_compared_with_the_cash_that_came_and_went(house: Floor) -> None:
    scene.buy_in(house, "p1", 5000)
    give(house, CASHIER, CloseTill(counted=5000))
    give(house, CASHIER, OpenTill(counted=5000))
    scene.buy_in(house, "p1", 1000)
    scene.buy_in(house, "p1", 777, Method.EFT)
    give(house, DEALER, BuyIn(patron="p1", amount=333, table="uth-1"))
    scene.cash_out(house, "p1", 400)
    answer = give(house, SECOND_CASHIER, CloseTill(counted=5600)).answer
    assert answer == {"expected": 5600, "counted": 5600, "variance": 0}
    assert not cage_of(house).adjustments


def test_a_difference_of_the_till_waits_for_a_second_person(house: Floor) -> None:
    scene.buy_in(house, "p1", 5000)
    give(house, CASHIER, CloseTill(counted=4990))
    give(house, CASHIER, OpenTill(counted=4990))
    give(house, CASHIER, CloseTill(counted=5010))
    short, over = cage_of(house).adjustments.values()
    assert (short.debit, short.credit, short.amount, short.by) == ("house:funds", "world:cash", 10, CASHIER.person)
    assert (over.debit, over.credit, over.amount) == ("world:cash", "house:funds", 20)
    assert books.balance("world:cash") == -5000


def test_a_till_that_is_opened_short_or_over_waits_for_a_second_person_too(house: Floor) -> None:
    """Between a closing and an opening nobody books anything: what is gone then has gone out of the house."""
    scene.buy_in(house, "p1", 5000 * DOLLAR)
    give(house, CASHIER, CloseTill(counted=5000 * DOLLAR))
    opened = give(house, SECOND_CASHIER, OpenTill(counted=2000 * DOLLAR))
    assert opened.answer == {"expected": 5000 * DOLLAR, "counted": 2000 * DOLLAR, "variance": -3000 * DOLLAR}
    (short,) = cage_of(house).adjustments.values()
    assert (short.debit, short.credit, short.amount) == ("house:funds", "world:cash", 3000 * DOLLAR)
    assert (short.by, short.is_variance) == (SECOND_CASHIER.person, True)
    assert short.reason == "Variance of the till at its opening count."
    refuses(house, Actor(SECOND_CASHIER.person, Role.MANAGER), ApproveAdjustment(number=1), word="second_person")
    give(house, SUPERVISOR, ApproveAdjustment(number=1))
    assert books.balance("world:cash") == -2000 * DOLLAR
    give(house, SECOND_CASHIER, CloseTill(counted=2000 * DOLLAR))
    give(house, CASHIER, OpenTill(counted=2001 * DOLLAR))
    (over,) = cage_of(house).adjustments.values()
    assert (over.debit, over.credit, over.amount) == ("world:cash", "house:funds", DOLLAR)


def test_the_first_opening_of_a_till_has_nothing_to_differ_from(house: Floor) -> None:
    opened = next(row for row in store.read("cage:main") if row.kind == "floor.TillOpened")
    assert json.loads(opened.body)["left"] is None
    assert not cage_of(house).adjustments


def test_no_cash_is_taken_or_paid_at_a_till_that_is_not_open(house: Floor) -> None:
    scene.buy_in(house, "p1", 250)
    give(house, CASHIER, CloseTill(counted=250))
    for command in (BuyIn(patron="p1", amount=100), CashOut(patron="p1", amount=100)):
        no = refuses(house, CASHIER, command, word="till_shut")
        assert no.reason == "The till is not open: count it and open it before cash is taken or paid."
    # What is no cash of this till goes on.
    give(house, DEALER, BuyIn(patron="p1", amount=333, table="uth-1"))
    scene.buy_in(house, "p1", 777, Method.EFT)
    scene.cash_out(house, "p1", 100, Method.VOUCHER)
    opened, _ = give(house, CASHIER, OpenTill(counted=6000)).facts
    assert (opened.event.left, opened.event.counted) == (250, 6000)
    scene.buy_in(house, "p1", 100)


def test_a_till_opens_and_closes_in_turn(house: Floor) -> None:
    give(house, CASHIER, CloseTill(counted=0))
    refuses(house, CASHIER, CloseTill(counted=0), word="not_open")
    give(house, CASHIER, OpenTill(counted=0))
    refuses(house, CASHIER, OpenTill(counted=0), word="already_open")


def test_a_count_is_whole_cents_or_nothing(house: Floor) -> None:
    give(house, CASHIER, CloseTill(counted=0))
    for counted in (*scene.NO_AMOUNTS[1:], False):
        refuses(house, CASHIER, OpenTill(counted=counted), field="counted", status=422)


# Roles.


def _particulars(kind: type[Command]) -> dict[str, Any]:
    usual = {"patron": "p1", "amount": 1, "number": 1, "voucher": 1, "reason": "r", "counted": 1, "table": "uth-1"}
    usual |= {"debit": "patron:p1", "credit": "house:funds", "day": "2025-11-14"}
    fields: Any = kind.__dataclass_fields__
    return {name: value for name, value in usual.items() if name in fields}


def test_a_role_that_a_command_is_not_for_is_turned_away(house: Floor) -> None:
    for kind, verb in VERBS.items():
        command = kind(**_particulars(kind))
        for role in set(Role) - set(verb.roles):
            actor = Actor("patron:p1" if role is Role.PLAYER else "staff:zoe", role)
            refuses(house, actor, command, status=401 if role is Role.VISITOR else 403)


def test_no_player_moves_money_at_the_cage() -> None:
    assert all(Role.PLAYER not in verb.roles and Role.AUDITOR not in verb.roles for verb in VERBS.values())


def test_a_snapshot_of_another_version_is_passed_over(house: Floor) -> None:
    scene.buy_in(house, "p1", 1000)
    snapshots.keep(CAGE, 1, '{"vouchers":[]}')
    snapshots.keep("table:uth-1", 1, '{"id":"uth-1"}')
    anew = Floor(house.clock)
    assert anew.record(CAGE) == house.record(CAGE)
    assert anew.record("table:uth-1") == house.record("table:uth-1")


def test_the_gaming_day_does_not_change_under_cash_that_is_added_up(house: Floor, clock: Clock) -> None:
    scene.buy_in(house, "p1", 9 * THOUSAND)
    refuses(house, MANAGER, SetHouse(first_hour=13), field="first_hour", word="day_open")
    refuses(house, MANAGER, SetHouse(time_zone="Asia/Tokyo"), field="time_zone", word="day_open")
    give(house, MANAGER, SetHouse(large_cash=8 * THOUSAND))
    clock.pass_seconds(24 * HOUR)
    give(house, CASHIER, CloseTill(counted=9 * THOUSAND))
    give(house, MANAGER, CloseDay(day=scene.SATURDAY.isoformat()))
    refuses(house, MANAGER, SetHouse(first_hour=13), field="first_hour", word="day_closed")
    give(house, MANAGER, SetHouse(first_hour=12))
