"""Reports: worked out from the books alone, they agree with what was seen at the tables and at the cage."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.db import transaction

from pitboss.floor.cage.adjustments import ApproveAdjustment, RequestAdjustment
from pitboss.floor.cage.counter import BuyIn, CloseTill, VoidVoucher
from pitboss.floor.cage.day_figures import DayReport, MethodDay, PoolDay, TableDay, TillDay
from pitboss.floor.cage.events import Direction, Method
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading import reports
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tournaments.commands import AddTournament
from pitboss.games.house.felt import outcomes_of
from pitboss.games.play import Outcome, Result
from pitboss.journal import store
from pitboss.journal.codec import Stored
from pitboss.ledger import books
from pitboss.ledger.books import Transfer
from pitboss.ledger.reading import Period
from tests.floor.cage import scene
from tests.floor.cage.scene import BRISBANE, CASHIER, DEALER, HOUR, MANAGER, SATURDAY, SUPERVISOR, THOUSAND, give
from tests.floor.house_scene import Clock
from tests.floor.tables import table_floor_scene as room

ROUNDS = 4


def today() -> DayReport:
    return reports.day_report(SATURDAY, BRISBANE)


def of(table: str) -> TableDay:
    return reports.table_day(table, SATURDAY, BRISBANE)


def was_in_play(outcome: Outcome) -> bool:
    """A wager that counts for the turnover: neither void nor handed back before the first card nor for the jackpot."""
    if outcome.wager == "jackpot" or outcome.result is Result.VOID:
        return False
    return outcome.result is not Result.RETURNED or outcome.at_risk > 0


@pytest.mark.parametrize(
    ("game", "settings"),
    [("ultimate", {}), ("canberra", {}), ("canberra", {"jackpot": room.JACKPOT}), ("pontoon", {"decks": 4})],
)
def test_the_win_is_what_the_players_lost_and_the_turnover_what_they_staked(
    house: Floor, game: str, settings: dict[str, Any]
) -> None:
    table = room.open_table(house, game, **settings)
    scene.fill(house, table, 70_000)
    seen: list[Outcome] = []
    for number in range(ROUNDS):
        room.play_round(lambda: house, table, Random(number))
        seen += outcomes_of(room.record_of(house, table).state)
    day = of(table)
    assert day.win == -sum(outcome.net for outcome in seen if outcome.wager != "jackpot")
    assert day.turnover == sum(outcome.stake for outcome in seen if was_in_play(outcome))
    assert (day.opening, day.fills, day.closing) == (0, 70_000, books.balance(f"float:{table}"))
    players = sum(books.balance(f"patron:p{number}") for number in range(1, 5))
    funded = 5_500_000 if settings.get("jackpot") else 0
    assert 4_000_000 - players == day.win + sum(pool.closing for pool in today().pools) - funded
    scene.check_books(house)


def test_a_void_round_leaves_neither_win_nor_turnover(house: Floor) -> None:
    table = room.open_table(house, "ultimate")
    room.play_round(lambda: house, table, Random(1))
    before = of(table)
    for seat, actor in enumerate(room.PLAYERS, 1):
        scene.done(room.wager(house, table, actor, seat))
    give(house, SUPERVISOR, Deal(table=table))
    assert of(table).turnover > before.turnover
    room.rule(house, SUPERVISOR, table, "void_round", reason="disturbance")
    assert of(table) == before


def test_stakes_that_were_settled_before_the_round_was_void_are_no_turnover(house: Floor) -> None:
    table = room.open_table(house, "ultimate")
    for seat, actor in enumerate(room.PLAYERS, 1):
        scene.done(room.wager(house, table, actor, seat))
    give(house, SUPERVISOR, Deal(table=table))
    while not any(wager.outcome for wager in room.record_of(house, table).state.felt.wagers):
        (seat, *_) = room.record_of(house, table).awaited
        offered = {choice.do for choice in room.record_of(house, table).rules.choices(_state(house, table))}
        give(house, room.PLAYERS[seat - 1], Play(table=table, do="check" if "check" in offered else "fold", seat=seat))
    room.rule(house, SUPERVISOR, table, "void_round", reason="disturbance")
    day = of(table)
    assert (day.win, day.turnover, day.closing) == (0, 0, 0)
    assert sum(books.balance(f"patron:p{number}") for number in range(1, 5)) == 4_000_000


def _state(house: Floor, table: str) -> Any:
    return room.record_of(house, table).state


def test_what_is_taken_back_before_the_first_card_is_no_turnover(house: Floor) -> None:
    table = room.open_table(house, "ultimate")
    scene.done(room.wager(house, table, room.P1, 1))
    assert of(table).turnover == 2500
    give(house, room.P1, Play(table=table, do="take_back", seat=1, wagers={"trips": 500}))
    assert of(table).turnover == 2000


def test_a_settlement_that_is_taken_back_stakes_nothing_twice(house: Floor, clock: Clock) -> None:
    scene.open_house(house, "p1", tables=["pon-1"])
    scene.buy_in(house, "p1", 1000)
    position = store.heads(["table:pon-1"])["table:pon-1"].position
    for kind, debit, credit in (
        ("games.Placed", "patron:p1", "felt:pon-1"),
        ("games.Decided", "felt:pon-1", "patron:p1"),
        ("pontoon.CardsMoved", "patron:p1", "felt:pon-1"),
        ("games.Decided", "felt:pon-1", "float:pon-1"),
    ):
        (row,) = store.append("table:pon-1", position, [Stored(kind, 1, "{}")], at=clock.now)
        position = row.position
        with transaction.atomic():
            books.post([Transfer(debit, credit, 100, row.seq)])
    assert (of("pon-1").turnover, of("pon-1").win) == (100, 100)


def test_a_card_room_table_earns_commission_and_wins_nothing(house: Floor) -> None:
    table = room.open_table(house, "holdem")
    room.sit_down_to_holdem(house, table)
    for number in range(ROUNDS):
        room.play_round(lambda: house, table, Random(number))
    day = of(table)
    assert day.commission == books.balance(f"commission:{table}") == today().commission
    assert (day.win, day.turnover, day.drop) == (0, 0, 0)
    kept = sum(cents for name, cents in books.balances().items() if name.startswith(("patron:", "stake:", "felt:")))
    assert day.commission == 4_000_000 - kept


def test_practice_never_reaches_a_report(house: Floor) -> None:
    room.house_with_patrons(house)
    before = today()
    table = room.open_table(house, "ultimate", mode="practice")
    room.play_round(lambda: house, table, Random(1))
    assert books.balances([f"practice/float:{table}"])
    assert today() == before


def test_a_table_day_adds_up_and_the_next_begins_where_it_ended(house: Floor, clock: Clock) -> None:
    scene.open_house(house, "p1", tables=["uth-1"])
    scene.fill(house, "uth-1", 9000)
    scene.credit(house, "uth-1", 2500)
    scene.count(house, "uth-1", 6500, closing=False)
    give(house, DEALER, BuyIn(patron="p1", amount=700, table="uth-1"))
    scene.count(house, "uth-1", 6450, closing=True)
    (asked,) = cage_of(house).adjustments
    give(house, MANAGER, ApproveAdjustment(number=asked))
    day = of("uth-1")
    assert (day.opening, day.fills, day.credits, day.adjustments, day.closing) == (0, 9000, 2500, -50, 6450)
    assert (day.counted_opening, day.counted_closing, day.variance) == (6500, 6450, -50)
    assert day.closing == day.opening + day.fills - day.credits + day.adjustments + day.win
    clock.pass_seconds(18 * HOUR)
    scene.fill(house, "uth-1", 50)
    (sunday,) = reports.day_report(BRISBANE.day(clock.now), BRISBANE).tables
    assert (sunday.opening, sunday.fills, sunday.closing, sunday.drop) == (6450, 50, 6500, 0)
    assert of("uth-1") == day


def test_the_drop_is_what_was_bought_in_at_the_table(house: Floor) -> None:
    scene.open_house(house, "p1", tables=["uth-1", "uth-2"])
    scene.fill(house, "uth-1", 9000)
    scene.buy_in(house, "p1", 5000)
    give(house, DEALER, BuyIn(patron="p1", amount=700, table="uth-1"))
    give(house, DEALER, BuyIn(patron="p1", amount=40, table="uth-2"))
    number = scene.voucher(house, "p1", 300)
    give(house, DEALER, BuyIn(patron="p1", amount=300, method=Method.VOUCHER, voucher=number, table="uth-1"))
    assert (of("uth-1").drop, of("uth-1").drop_in_cash, of("uth-2").drop) == (1000, 700, 40)


def test_hold_is_an_exact_fraction_or_nothing() -> None:
    idle = TableDay("t", 0, 0, 0, 0, 0, 0, None, None, variance=0, drop=0, drop_in_cash=0, turnover=0, commission=0)
    assert (idle.hold_on_drop, idle.hold_on_turnover) == (None, None)
    day = idle._replace(win=-100, drop=300, turnover=700)
    assert (day.hold_on_drop, day.hold_on_turnover) == (Fraction(-1, 3), Fraction(-1, 7))


def test_the_cage_is_told_by_method_and_the_tills_by_their_counts(house: Floor) -> None:
    scene.open_house(house, "p1", tables=["uth-1"], till=1000)
    scene.buy_in(house, "p1", 5000)
    scene.buy_in(house, "p1", 600, Method.EFT)
    scene.cash_out(house, "p1", 1500)
    kept, voided, used = (scene.voucher(house, "p1", amount) for amount in (100, 20, 3))
    give(house, SUPERVISOR, VoidVoucher(voucher=voided, reason="torn"))
    give(house, CASHIER, BuyIn(patron="p1", amount=3, method=Method.VOUCHER, voucher=used))
    give(house, CASHIER, CloseTill(counted=4499))
    report = today()
    assert report.methods == (
        MethodDay("cash", 5000, 1500),
        MethodDay("eft", 600, 0),
        MethodDay("cheque", 0, 0),
        MethodDay("voucher", 3, 103),
        MethodDay("debit_card", 0, 0),
    )
    assert report.tills == (TillDay(4500, 4499, CASHIER.person),)
    assert kept in cage_of(house).vouchers


def test_an_adjustment_is_neither_win_nor_drop_but_changes_the_result(house: Floor) -> None:
    scene.open_house(house, "p1", tables=["uth-1"])
    scene.fill(house, "uth-1", 9000)
    request = RequestAdjustment(debit="float:uth-1", credit="patron:p1", amount=300, reason="paid short")
    give(house, SUPERVISOR, ApproveAdjustment(number=give(house, CASHIER, request).answer["number"]))
    report = today()
    assert (report.win, report.drop, report.tables[0].adjustments, report.house_result) == (0, 0, -300, -300)


def test_the_result_of_the_house_is_what_all_players_together_have_lost(house: Floor) -> None:
    table = room.open_table(house, "pontoon", decks=4)
    for number in range(ROUNDS):
        room.play_round(lambda: house, table, Random(number))
    players = sum(books.balance(f"patron:p{number}") for number in range(1, 5))
    report = today()
    assert report.house_result == report.win == 4_000_000 - players
    assert dict(report.trial_balance) == {
        "felt": 0,
        "float": report.win,
        "patron": players,
        "world": -4_000_000,
    }


def test_large_cash_is_listed_in_order_and_by_period(house: Floor, clock: Clock) -> None:
    scene.open_house(house, "p1", "p2", tables=["uth-1"])
    scene.buy_in(house, "p1", 9 * THOUSAND)
    scene.buy_in(house, "p1", 2 * THOUSAND)
    scene.cash_out(house, "p1", 11 * THOUSAND)
    clock.pass_seconds(18 * HOUR)
    scene.buy_in(house, "p2", 10 * THOUSAND)
    told = [(flag.day, flag.patron, flag.direction, flag.total) for flag in reports.large_cash()]
    assert told == [
        ("2025-11-15", "p1", Direction.IN, 11 * THOUSAND),
        ("2025-11-15", "p1", Direction.OUT, 11 * THOUSAND),
        ("2025-11-16", "p2", Direction.IN, 10 * THOUSAND),
    ]
    assert reports.large_cash(Period(*BRISBANE.span(SATURDAY))) == reports.large_cash()[:2]


def test_reports_follow_the_clock_they_are_asked_for(house: Floor, clock: Clock) -> None:
    scene.open_house(house, "p1", tables=["uth-1"])
    scene.buy_in(house, "p1", 500)
    london = GamingClock("Europe/London", 6)  # where it is two in the morning, and still Friday's gaming day
    assert reports.day_report(SATURDAY, london).methods[0].bought_in == 0
    assert reports.day_report(london.day(clock.now), london).methods[0].bought_in == 500


def test_the_trial_balance_of_a_moment_comes_to_nothing(house: Floor, clock: Clock) -> None:
    scene.open_house(house, "p1", tables=["uth-1"])
    scene.buy_in(house, "p1", 500)
    scene.fill(house, "uth-1", 700)
    clock.pass_seconds(1)
    before = reports.trial_balance(clock.now)
    assert before == (("float", 700), ("house", -700), ("patron", 500), ("world", -500))
    scene.cash_out(house, "p1", 500)
    assert reports.trial_balance(clock.now) == before
    assert sum(balance for _, balance in reports.trial_balance(clock.now + 1)) == 0


def test_what_a_tournament_has_kept_is_a_pool_and_the_houses_own(house: Floor) -> None:
    scene.open_house(house, "p1")
    scene.buy_in(house, "p1", 5000)
    give(house, MANAGER, AddTournament(tournament="saturday", structure="canberra_cup"))
    account = "tournament-commission:saturday"
    ask = RequestAdjustment(debit="patron:p1", credit=account, amount=700, reason="a fee that was left out")
    give(house, SUPERVISOR, ApproveAdjustment(number=give(house, CASHIER, ask).answer["number"]))
    report = today()
    assert report.house_result == 700
    assert PoolDay(account, 0, 700, 0, 700) in report.pools
