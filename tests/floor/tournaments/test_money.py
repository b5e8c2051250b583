"""Somebody tries to make money at the desk: whatever is done and taken back, the books are those of the rules."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.cage.counter import BuyIn, CashOut
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tournaments.commands import AddTournament, Desk, Redo, Undo
from pitboss.floor.upkeep.verify import verify
from pitboss.ledger import books
from pitboss.tournaments.event.state import Stage, Status, Tournament, in_play
from pitboss.tournaments.prizes.paying import pool_unpaid
from pitboss.tournaments.prizes.pool import pool
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import (
    CASHIER,
    DIRECTOR,
    ID,
    give,
    patron,
    record_of,
    refuses,
    with_patrons,
)
from tests.screens.director.prize_scene import five_paid
from tests.screens.director.sessions_scene import structure

PEOPLE = 8
MONEY = 200_000
PAID = ("cash", "chips", "cheque")
CANCELLED = {"reason": "A flood", "course": "refund"}
STRUCTURES = {
    "entries end with the start": five_paid(),
    "re-entries": structure("saturday_special"),
    "a commission, re-buys and add-ons": structure("ultimate_challenge"),
}
Act = Callable[[Random, Tournament], tuple[Actor, Command]]


def desk(actor: Actor, do: str, paid_by: str = "", **given: Any) -> tuple[Actor, Command]:
    return actor, Desk(tournament=ID, do=do, given=given, paid_by=paid_by)


def anybody(random: Random) -> str:
    return patron(random.randint(1, PEOPLE))


def somebody(random: Random, state: Tournament, *statuses: Status) -> str:
    """Somebody of the event who stands so; or anybody, where nobody does."""
    found = [each.player for each in state.entrants.values() if not statuses or each.status in statuses]
    return random.choice(found) if found else anybody(random)


def _registers(random: Random, _state: Tournament) -> tuple[Actor, Command]:
    who = anybody(random)
    how = random.randrange(4)
    if how == 0:
        return desk(CASHIER, "register", random.choice(("cash", "debit_card")), person=who, agreement=True)
    if how == 1:
        return desk(DIRECTOR, "register", person=who, unpaid=True)
    payer = {"payer": "operator"} if how == 2 else {}
    return desk(DIRECTOR, "register", person=who, agreement=True, **payer)


def _comes_back(random: Random, state: Tournament) -> tuple[Actor, Command]:
    do = random.choice(("reenter", "rebuy", "add_on", "forfeit_and_reenter", "pay_fee"))
    standing = {"reenter": Status.OUT, "rebuy": Status.OUT, "pay_fee": Status.UNPAID}.get(do, Status.SEATED)
    who = somebody(random, state, standing)
    return desk(CASHIER, do, random.choice(("", "cash")), player=who)


def _goes(random: Random, state: Tournament) -> tuple[Actor, Command]:
    who = somebody(random, state)
    do = random.choice(("cancel_entry", "issue_prevention", "disqualify", "transfer_entry", "grant_refund"))
    given: Mapping[str, Mapping[str, Any]] = {
        "cancel_entry": {"player": who, "discretion": random.random() < 0.8},
        "issue_prevention": {"player": who, **random.choice(({}, {"has_played": False, "refund": True}))},
        "disqualify": {"player": who, "reason": "Cheats", "refund": random.random() < 0.5},
        "transfer_entry": {"player": who, "person": anybody(random)},
        "grant_refund": {
            "entry": random.randint(1, max(len(state.entries), 1)),
            "reason": "Ill",
            "admin_only": random.random() < 0.5,
        },
    }
    return desk(DIRECTOR, do, **given[do])


def _stage(random: Random, _state: Tournament) -> tuple[Actor, Command]:
    do = random.choice(("start_event", "suspend", "resume", "drop_queue", "end_event", "seat_from_queue", "next_level"))
    return desk(DIRECTOR, do, **({"reason": "A fire alarm"} if do == "suspend" else {}))


def _deal(random: Random, state: Tournament) -> tuple[Actor, Command]:
    left = list(in_play(state))
    held = random.choice((0, 0, 1, 1000))
    return desk(DIRECTOR, "agree_deal", method=random.choice(("icm", "even")), agreed_by=left, held_back=held)


def _counts(random: Random, state: Tournament) -> tuple[Actor, Command]:
    """The loose chips of a table are somebody's."""
    table = random.choice(list(state.tables.values()) or [None])
    if table is None or not table.seats:
        return desk(DIRECTOR, "count_chips", counted=0)
    players = list(table.seats.values())
    stacks = {each: state.entrants[each].stack for each in players}
    stacks[players[0]] += table.loose
    return desk(DIRECTOR, "record_stacks", table=table.number, stacks=stacks)


def _tells(random: Random, state: Tournament) -> tuple[Actor, Command]:
    """What can be withdrawn alone, with money on both sides of it."""
    if random.random() < 0.5:
        return desk(DIRECTOR, "show_message", text="Soon")
    return desk(DIRECTOR, "warn", player=somebody(random, state, Status.SEATED), reason="Swears")


def _at_the_cage(random: Random, _state: Tournament) -> tuple[Actor, Command]:
    who = anybody(random)
    return CASHIER, CashOut(patron=who, amount=None) if random.random() < 0.4 else BuyIn(
        patron=who, amount=random.randint(1, MONEY)
    )


# Each so often as it is to come.
ACTS: tuple[Act, ...] = (
    *(_registers, _registers, _comes_back, _comes_back, _goes, _goes, _stage, _deal, _counts, _at_the_cage),
    *(_tells, _tells),
    *[lambda random, state: desk(DIRECTOR, "bust_out", player=somebody(random, state, Status.SEATED))] * 2,
    *[lambda random, state: desk(CASHIER, "pay_prize", player=somebody(random, state), method=random.choice(PAID))] * 2,
    lambda random, _: desk(DIRECTOR, "cancel_event", **CANCELLED, force_majeure=random.random() < 0.7),
    lambda random, _: desk(DIRECTOR, "add_value", cents=random.choice((1, 50_001))),
    lambda *_: desk(DIRECTOR, "confirm_places"),
    *[lambda *_: (DIRECTOR, Undo(tournament=ID)), lambda *_: (DIRECTOR, Redo(tournament=ID))] * 2,
    *[lambda random, state: (DIRECTOR, Undo(tournament=ID, line=random.randint(1, 12 + 2 * len(state.entries))))] * 3,
)


def books_are_right(house: Floor) -> None:
    """Every account of the event is what the rules say, and nobody has less than nothing."""
    state = record_of(house).state
    money = pool(state)
    in_the_pool = 0 if state.stage is Stage.CANCELLED else pool_unpaid(state)
    assert books.balance(f"prizes:{ID}") == in_the_pool
    assert books.balance(f"fees:{ID}") == money.admin_fees_cents
    assert books.balance(f"tournament-commission:{ID}") == money.tournament_commission_cents
    own = {name: cents for name, cents in books.balances().items() if not name.startswith(("world:", "house:"))}
    assert not {name: cents for name, cents in own.items() if cents < 0}
    assert sum(books.balances().values()) == 0


def begun(house: Floor, text: str, entries: int, left: int) -> None:
    """An event that takes entries; with entries it has started, and all but so many of them are out."""
    with_patrons(house, PEOPLE, MONEY)
    give(house, DIRECTOR, AddTournament(tournament=ID, structure=text, start="2025-11-15T18:00"))
    if 'ruleset = "UTH"' in text:
        give(house, *desk(DIRECTOR, "publish_conditions"))
        give(house, *desk(DIRECTOR, "notify_commission"))
    give(house, *desk(DIRECTOR, "open_entries"))
    for number in range(1, entries + 1):
        give(house, *desk(DIRECTOR, "register", person=patron(number), agreement=True))
    if entries:
        house.execute(*desk(DIRECTOR, "start_event"))
        house.execute(*desk(DIRECTOR, "begin_session"))
    for number in range(left + 1, entries + 1):
        house.execute(*desk(DIRECTOR, "bust_out", player=patron(number)))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(sorted(STRUCTURES)),
    st.sampled_from([(0, 0), (4, 4), (6, 3), (8, 2), (5, 1)]),
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 2**16)), min_size=20, max_size=60),
)
def test_the_books_are_those_of_the_rules_whatever_is_done(
    kind: str, field: tuple[int, int], plan: list[tuple[Act, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, house_scene.sqlite_house(Path(folder)) as house:
        begun(house, STRUCTURES[kind], *field)
        for act, seed in plan:
            before, state = record_of(house), record_of(house).state
            answer = house.execute(*act(Random(seed), state))
            assert isinstance(answer, Done) or record_of(house) == before
            books_are_right(house)
        report = verify()
        assert report.is_good, report.faults


# What somebody might try on purpose.


def entries_of(house: Floor, player: str) -> int:
    return sum(entry.player == player and entry.in_pool for entry in record_of(house).state.entries)


def test_a_prize_that_is_undone_is_paid_once_however_it_is_paid_then(house: Floor) -> None:
    begun(house, STRUCTURES["entries end with the start"], 5, 1)
    give(house, *desk(DIRECTOR, "confirm_places"))
    winner, before = patron(1), books.balance(f"patron:{patron(1)}")
    give(house, *desk(CASHIER, "pay_prize", player=winner, method="cash"))
    won = books.balance(f"patron:{winner}") - before
    assert won > 0
    give(house, DIRECTOR, Undo(tournament=ID))
    assert books.balance(f"patron:{winner}") == before
    give(house, *desk(CASHIER, "pay_prize", player=winner, method="cheque"))
    assert refuses(house, *desk(CASHIER, "pay_prize", player=winner, method="cash")).word == "paid_already"
    assert refuses(house, DIRECTOR, Redo(tournament=ID)).word == "nothing_to_redo"
    assert books.balance(f"patron:{winner}") == before + won
    # With the prize in the pocket there is nothing to take back.
    give(house, CASHIER, CashOut(patron=winner, amount=None))
    assert refuses(house, DIRECTOR, Undo(tournament=ID)).word == "not_enough"
    books_are_right(house)


def test_places_and_entries_stay_while_a_prize_is_paid(house: Floor) -> None:
    """Neither a refund nor a cancellation divides the pool again, after a deal or a prize."""
    begun(house, STRUCTURES["entries end with the start"], 5, 2)
    state = record_of(house).state
    give(house, *desk(DIRECTOR, "record_stacks", table=1, stacks={patron(1): 75_000, patron(2): 50_000}))
    give(house, *desk(DIRECTOR, "agree_deal", method="icm", agreed_by=[patron(1), patron(2)], held_back=1000))
    cancelled = desk(DIRECTOR, "cancel_event", **CANCELLED, force_majeure=True)
    assert refuses(house, *cancelled).word == "paid_out"
    for number in range(1, len(state.entries) + 1):
        for only in (False, True):
            refund = desk(DIRECTOR, "grant_refund", entry=number, reason="Ill", admin_only=only)
            assert refuses(house, *refund).word in ("paid_out", "in_play")
    assert refuses(house, *desk(DIRECTOR, "add_value", cents=5)).word == "deal_made"
    books_are_right(house)


def test_an_entry_that_was_transferred_goes_back_once_and_to_who_has_it(house: Floor) -> None:
    begun(house, STRUCTURES["re-entries"], 0, 0)
    give(house, *desk(CASHIER, "register", "cash", person=patron(1)))
    price = record_of(house).state.conditions.buy_in
    assert books.balance(f"patron:{patron(1)}") == MONEY
    give(house, *desk(CASHIER, "transfer_entry", player=patron(1), person=patron(2)))
    back = desk(DIRECTOR, "cancel_entry", player=patron(1), discretion=True)
    refuses(house, *back)
    give(house, *desk(DIRECTOR, "cancel_entry", player=patron(2), discretion=True))
    refuses(house, *desk(DIRECTOR, "grant_refund", entry=1, reason="Ill"))
    assert [books.balance(f"patron:{patron(number)}") for number in (1, 2)] == [MONEY, MONEY + price]
    assert entries_of(house, patron(2)) == 0
    books_are_right(house)


def test_nobody_buys_anything_while_play_is_suspended(house: Floor) -> None:
    begun(house, STRUCTURES["re-entries"], 4, 3)
    assert record_of(house).state.entrants[patron(4)].status is Status.OUT
    give(house, *desk(DIRECTOR, "suspend", reason="A fire alarm"))
    for do in ("reenter", "rebuy", "add_on", "forfeit_and_reenter"):
        refuses(house, *desk(CASHIER, do, "cash", player=patron(4)))
    assert refuses(house, *desk(CASHIER, "register", "cash", person=patron(5))).clause
    assert books.balance(f"patron:{patron(4)}") == MONEY - record_of(house).state.conditions.buy_in
    books_are_right(house)


def test_cash_that_was_taken_for_an_entry_is_counted_once_by_undo_and_redo(house: Floor) -> None:
    """The cash is in the till and stays there; done again, the entry is paid out of the account."""
    begun(house, STRUCTURES["re-entries"], 0, 0)
    taken = books.balance("world:cash")
    give(house, *desk(CASHIER, "register", "cash", person=patron(1)))
    price = record_of(house).state.conditions.buy_in
    for _ in range(3):
        give(house, DIRECTOR, Undo(tournament=ID))
        assert books.balance(f"patron:{patron(1)}") == MONEY + price
        give(house, DIRECTOR, Redo(tournament=ID))
        assert books.balance(f"patron:{patron(1)}") == MONEY
    assert books.balance("world:cash") == taken - price
    books_are_right(house)
