"""Any sequence of commands at the cage against a simple model of balances, vouchers, flags and figures."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.floor.cage.counter import BuyIn, CashOut, OpenTill, VoidVoucher
from pitboss.floor.cage.events import LargeCash, Method
from pitboss.floor.cage.floats import ReceiveCredit, RequestCredit, RequestFill, SendFill
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.approvals import Approve, approvals_of
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading import reports
from pitboss.ledger import books
from tests.floor.cage import scene
from tests.floor.cage.scene import BRISBANE, CASHIER, DEALER, HOUR, SATURDAY, SUPERVISOR
from tests.floor.house_scene import Clock

LIMIT = 1_000_000
AMOUNTS = st.sampled_from([1, 100, 250_000, 500_000, 999_999, 1_000_000, 4_000_000, 9_000_000])
# What one person moves alone by each way, at once and in a day.
CEILINGS = {"table": (1_000_000, 5_000_000), "in": (5_000_000, 25_000_000), "out": (5_000_000, 25_000_000)}
_numbers = count(1)


@dataclass
class Model:
    """What should be in the accounts and on the lists, kept as simply as can be."""

    money: Counter[str] = field(default_factory=Counter)
    vouchers: dict[int, tuple[str, int]] = field(default_factory=dict)
    cash: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    flags: list[tuple[str, str, int]] = field(default_factory=list)
    drop: Counter[str] = field(default_factory=Counter)
    chips: Counter[str] = field(default_factory=Counter)
    alone: Counter[tuple[int, str]] = field(default_factory=Counter)
    day: int = 0

    def takes_two(self, way: str, amount: int) -> bool:
        """Whether this takes a second person; otherwise it counts for the one who does it."""
        at_once, in_a_day = CEILINGS[way]
        if amount > at_once or self.alone[self.day, way] + amount > in_a_day:
            return True
        self.alone[self.day, way] += amount
        return False

    def took_cash(self, way: str, patron: str, amount: int) -> None:
        self.cash[self.day, way, patron] += amount
        if self.cash[self.day, way, patron] >= LIMIT:
            self.flags.append((way, patron, self.cash[self.day, way, patron]))


Step = Callable[[Floor, Model, list[str], list[str]], None]


def _check(answer: Done | No, *, is_allowed: bool) -> Done | None:
    assert isinstance(answer, Done) is is_allowed, answer
    return answer if isinstance(answer, Done) else None


def _given(house: Floor, actor: Actor, command: Command, *, takes_two: bool) -> Done | No:
    """The answer to a command; where it takes two people, that to the second one."""
    answer = house.execute(actor, command)
    if not takes_two:
        return answer
    assert isinstance(answer, No)
    assert answer.word == "second_person"
    return house.execute(SUPERVISOR, Approve(number=approvals_of(house).last))


def buy_in(who: int, amount: int, at_table: bool) -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        patron, table = patrons[who], tables[0] if at_table else ""
        actor, takes_two = DEALER if at_table else CASHIER, model.takes_two("table" if at_table else "in", amount)
        command = BuyIn(patron=patron, amount=amount, table=table)
        _check(_given(house, actor, command, takes_two=takes_two), is_allowed=True)
        model.money[patron] += amount
        model.drop[table] += amount
        model.took_cash("in", patron, amount)

    return step


def cash_out(who: int, amount: int | None, method: Method) -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        patron = patrons[who]
        wanted = model.money[patron] if amount is None else amount
        is_allowed = 0 < wanted <= model.money[patron] and method is not Method.DEBIT_CARD
        takes_two = is_allowed and model.takes_two("out", wanted)
        command = CashOut(patron=patron, amount=amount, method=method)
        done = _check(_given(house, CASHIER, command, takes_two=takes_two), is_allowed=is_allowed)
        if done is None:
            return
        model.money[patron] -= wanted
        if method is Method.VOUCHER:
            model.vouchers[done.answer["voucher"]] = patron, wanted
        elif method is Method.CASH:
            model.took_cash("out", patron, wanted)

    return step


def redeem(who: int, place: int, off_by: int) -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        if not model.vouchers:
            return
        patron, number = patrons[who], sorted(model.vouchers)[place % len(model.vouchers)]
        owner, amount = model.vouchers[number]
        command = BuyIn(patron=patron, amount=amount + off_by, method=Method.VOUCHER, voucher=number)
        if _check(house.execute(CASHIER, command), is_allowed=owner == patron and not off_by):
            del model.vouchers[number]
            model.money[patron] += amount
            _check(house.execute(CASHIER, command), is_allowed=False)

    return step


def void(place: int) -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        if not model.vouchers:
            return
        number = sorted(model.vouchers)[place % len(model.vouchers)]
        patron, amount = model.vouchers.pop(number)
        _check(house.execute(SUPERVISOR, VoidVoucher(voucher=number, reason="lost")), is_allowed=True)
        model.money[patron] += amount

    return step


def chips(at: int, amount: int, is_fill: bool) -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        table = tables[at]
        request: Any = RequestFill if is_fill else RequestCredit
        answer = house.execute(SUPERVISOR, request(table=table, amount=amount))
        asked = _check(answer, is_allowed=is_fill or amount <= model.chips[table])
        if asked is not None:
            move: Any = SendFill if is_fill else ReceiveCredit
            _check(house.execute(CASHIER, move(number=asked.answer["number"])), is_allowed=True)
            model.chips[table] += amount if is_fill else -amount

    return step


def next_day() -> Step:
    def step(house: Floor, model: Model, patrons: list[str], tables: list[str]) -> None:
        model.day += 1
        clock: Any = house.clock.wall
        clock.pass_seconds(24 * HOUR)

    return step


WHO, PLACE = st.integers(0, 1), st.integers(0, 5)
STEPS = st.one_of(
    st.builds(buy_in, WHO, AMOUNTS, st.booleans()),
    st.builds(cash_out, WHO, st.none() | AMOUNTS, st.sampled_from(Method)),
    st.builds(redeem, WHO, PLACE, st.sampled_from([0, 0, 0, 1])),
    st.builds(void, PLACE),
    st.builds(chips, WHO, AMOUNTS, st.booleans()),
    st.builds(next_day),
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=5, max_size=15))
def test_any_sequence_of_commands_agrees_with_a_simple_model(house: Floor, clock: Clock, steps: list[Step]) -> None:
    """The house is one for all examples; each has patrons and tables of its own, and a first day of its own."""
    number = next(_numbers)
    if not cage_of(house).till.is_open:
        scene.give(house, CASHIER, OpenTill(counted=0))
    patrons, tables = [f"m{number}-a", f"m{number}-b"], [f"t{number}-a", f"t{number}-b"]
    for patron in patrons:
        scene.add_patron(house, patron)
    for table in tables:
        scene.add_table(house, table)
    clock.pass_seconds(24 * HOUR)
    model, began = Model(), clock.now
    for step in steps:
        step(house, model, patrons, tables)
    for patron in patrons:
        assert books.balance(f"patron:{patron}") == model.money[patron]
    written = cage_of(house).vouchers
    mine = {key: (each.patron, each.amount) for key, each in written.items() if each.patron in patrons}
    assert mine == model.vouchers
    assert [_told(flag) for flag in reports.large_cash() if flag.patron in patrons] == model.flags
    days = [BRISBANE.day(began + day * 24 * HOUR * 1_000_000) for day in range(model.day + 1)]
    for table in tables:
        figures = [reports.table_day(table, day, BRISBANE) for day in days]
        assert sum(day.drop for day in figures) == model.drop[table]
        assert sum(day.fills - day.credits for day in figures) == figures[-1].closing == model.chips[table]
    assert days[0] > SATURDAY
    scene.check_books(house)


def _told(flag: LargeCash) -> tuple[str, str, int]:
    return flag.direction.value, flag.patron, flag.total
