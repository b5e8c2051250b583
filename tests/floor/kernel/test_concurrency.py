"""Many at once: threads of one process, and processes on one database. Nothing is lost, doubled or out of order."""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from pitboss.cards.card import face
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.floor.cage.counter import BuyIn, CashOut
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron, ChangePatron
from pitboss.floor.tables.play import Play
from pitboss.floor.tournaments.commands import AddTournament, Undo
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.journal.models import Event
from pitboss.ledger import books
from pitboss.tournaments.prizes.paying import pool_unpaid
from pitboss.tournaments.prizes.pool import pool
from tests.floor.answers import at_once, given
from tests.floor.kernel import busy_process
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    DEALER,
    MANAGER,
    P1,
    SUPERVISOR,
    give,
    house_with_patrons,
    open_table,
    player,
)
from tests.floor.tournaments.tournament_floor_scene import (
    DIRECTOR,
    ID,
    PATRONS,
    desk,
    patron,
    quick,
    record_of,
    with_patrons,
)
from tests.floor.tournaments.tournament_floor_scene import MANAGER as TOURNAMENT_MANAGER

MANY = 64
WAGERS = {"ante": 1000, "blind": 1000, "trips": 500}
STAKE = sum(WAGERS.values())
OTHER_DEALER = Actor("staff:dolores", Role.DEALER)
BUSY_PROCESS = Path(busy_process.__file__)


def is_whole(floor: Floor) -> None:
    """Chain, books and replay are right, `seq` has no gap, and this process remembers what a new one finds."""
    report = verify()
    assert report.is_good, report.faults
    assert list(Event.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, store.last_seq() + 1))
    assert set(books.trial_balance().values()) <= {0}
    new = Floor(floor.clock)
    for family in ("table", "patron", "cage", "membership"):
        assert floor.records(family) == new.records(family)


# One process, many threads.


def test_as_many_of_64_wagers_succeed_as_one_balance_has_money_for(house: Floor) -> None:
    affordable, in_cash = 20, 16
    house_with_patrons(house, cents=0)
    give(house, CASHIER, BuyIn(patron=P1.id, amount=affordable * STAKE + STAKE - 1))
    tables = [open_table(house, "ultimate", f"uth-{number}") for number in range(MANY - in_cash)]
    wagers = [given(house, P1, Play(table=table, do="place", seat=1, wagers=WAGERS), table) for table in tables]
    # Some take the same money out at the cage, where nobody holds the patron's stream.
    cash = [given(house, CASHIER, CashOut(patron=P1.id, amount=STAKE), f"cash {n}") for n in range(in_cash)]
    answers = at_once([*cash, *wagers])
    done = [isinstance(answer, Done) for answer in answers]
    assert sum(done) == affordable
    assert {answer.word for answer in answers if isinstance(answer, No)} == {"not_enough"}
    assert books.balance("patron:p1") == STAKE - 1
    on_felts = sum(cents for name, cents in books.balances().items() if name.startswith("felt:"))
    assert on_felts == STAKE * sum(done[in_cash:])
    is_whole(house)


def test_64_commands_under_one_key_are_one_command(house: Floor) -> None:
    table = open_table(house, "ultimate")
    before = books.balance("patron:p1")
    wager = Play(table=table, do="place", seat=1, wagers=WAGERS)
    answers = [answer for answer in at_once([given(house, P1, wager, "once")] * MANY) if isinstance(answer, Done)]
    assert Counter(answer.repeated for answer in answers) == {False: 1, True: MANY - 1}
    first = next(answer for answer in answers if not answer.repeated)
    assert all(answer == first._replace(repeated=answer.repeated) for answer in answers)
    assert books.balance("patron:p1") == before - STAKE
    is_whole(house)


def test_of_two_dealers_who_take_the_same_step_one_is_refused_by_the_rules(house: Floor) -> None:
    table = open_table(house, "ultimate", mode="live")
    cards = tuple(map(face, ULTIMATE_DECK.cards))
    for actor in (DEALER, SUPERVISOR):
        give(house, actor, Play(table=table, do="check_cards", cards=cards))
    steps = [
        Play(table=table, do="start_round"),
        Play(table=table, do="place", seat=1, player="p1", wagers={"ante": 1000, "blind": 1000}),
        Play(table=table, do="shuffle"),
        Play(table=table, do="deal", cards=("As", "Kd")),
        Play(table=table, do="deal", cards=("2c", "7h")),
    ]
    for step in steps:
        answers = at_once([given(house, actor, step) for actor in (DEALER, OTHER_DEALER)])
        refused = [answer for answer in answers if isinstance(answer, No)]
        assert len(refused) == 1, answers
        assert refused[0].clause, refused
        assert refused[0].status == 409
    state = house.record(f"table:{table}").state
    assert (state.house.round, len(state.felt.wagers), len(state.felt.dealt)) == (1, 2, 4)
    assert books.balance(f"felt:{table}") == 2000
    is_whole(house)


def test_one_key_for_commands_on_different_streams_at_once_is_answered_and_not_broken(house: Floor) -> None:
    tables = [open_table(house, "ultimate", f"uth-{number}") for number in range(12)]
    closing = [given(house, MANAGER, Play(table=table, do="close_table", reason="late"), "one") for table in tables]
    answers = at_once(closing)
    refused = [answer for answer in answers if isinstance(answer, No)]
    assert len(refused) == len(tables) - 1
    assert {(answer.word, answer.status) for answer in refused} == {("key_used", 422)}
    is_whole(house)


def test_nobody_waits_in_a_circle_for_streams_that_several_hold_at_once(house: Floor) -> None:
    """Patrons change memberships crosswise while they come and go at the same tables and at the cage."""
    tables = [open_table(house, game) for game in ("ultimate", "canberra")]
    answers = at_once([partial(_by_chance, house, tables, Random(seed)) for seed in range(8)])
    assert sum(map(len, answers)) == 8 * 50
    done = [answer for each in answers for answer in each if isinstance(answer, Done)]
    assert len(done) > 100
    is_whole(house)


def _by_chance(house: Floor, tables: Sequence[str], random: Random) -> list[Done | No]:
    return [house.execute(*_one_of_many(tables, random)) for _ in range(50)]


def _one_of_many(tables: Sequence[str], random: Random) -> tuple[Actor, Command]:
    actor, table, seat = player(f"p{random.randint(1, 4)}"), random.choice(tables), random.randint(1, 4)
    wagers = {"ante": 1000, "blind": 1000} if table.startswith("ultimate") else {"ante": 1000}
    possible: list[tuple[Actor, Command]] = [
        (SUPERVISOR, ChangePatron(patron=actor.id, membership=f"M{random.randint(1, 4)}")),
        (SUPERVISOR, AddPatron(name="Somebody", date_of_birth="1980-02-29", membership=f"N{random.randint(1, 99)}")),
        (actor, Play(table=table, do="place", seat=seat, wagers=wagers)),
        (actor, Play(table=table, do="take_back", seat=seat, wagers=wagers)),
        (actor, Play(table=table, do="leave", seat=seat)),
        (CASHIER, BuyIn(patron=actor.id, amount=random.randint(1, 1000))),
        (CASHIER, CashOut(patron=actor.id, amount=random.randint(1, 1000))),
    ]
    return random.choice(possible)


# At the desk of a tournament.


def _event(house: Floor, entered: int, most: int = 20) -> list[str]:
    """An event with tables of four that so many have entered; all patrons, and the first are in."""
    with_patrons(house)
    text = quick("saturday_special").replace("\nseats = 4\n", f"\nseats = 4\nmost_entrants = {most}\n")
    give(house, DIRECTOR, AddTournament(tournament=ID, structure=text, start="2025-11-15T18:00"))
    give(house, DIRECTOR, desk("open_entries"))
    people = [patron(number) for number in range(1, PATRONS + 1)]
    for each in people[:entered]:
        give(house, CASHIER, desk("register", person=each))
    return people


def _pool_is_what_the_rules_say(house: Floor) -> None:
    state = record_of(house).state
    assert books.balance(f"prizes:{ID}") == pool_unpaid(state)
    assert books.balance(f"fees:{ID}") == pool(state).admin_fees_cents
    is_whole(house)


def test_the_last_entry_is_sold_once_at_many_windows(house: Floor) -> None:
    people = _event(house, 2, most=3)
    windows = [CASHIER, Actor("staff:cora", Role.CASHIER)]
    selling = [
        given(house, windows[number % 2], desk("register", person=each)) for number, each in enumerate(people[2:])
    ]
    answers = at_once(selling)
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert {answer.clause for answer in answers if isinstance(answer, No)} == {"STAR 1-e[s1]"}
    state = record_of(house).state
    assert len(state.entries) == 3
    paid = [books.balance(f"patron:{each}") for each in people]
    assert sum(500_000 - cents for cents in paid) == 3 * state.conditions.buy_in
    _pool_is_what_the_rules_say(house)


@pytest.mark.parametrize("looked", [True, False])
def test_of_two_directors_who_break_the_same_table_one_does(house: Floor, looked: bool) -> None:
    _event(house, 5)
    give(house, DIRECTOR, desk("start_event"))
    first = record_of(house).state.tables[1]
    give(house, DIRECTOR, desk("bust_out", player=next(iter(first.seats.values()))))
    seen = len(record_of(house).log) if looked else None
    breaking = [
        given(house, actor, desk("break_table", after=seen, table=2)) for actor in (DIRECTOR, TOURNAMENT_MANAGER)
    ]
    answers = at_once(breaking)
    assert [type(answer) for answer in answers].count(Done) == 1
    refused = next(answer for answer in answers if isinstance(answer, No))
    assert refused.word == ("gone_on" if looked else "no_such_table")
    state = record_of(house).state
    assert sorted(state.tables) == [1]
    assert len(state.tables[1].seats) == 4
    is_whole(house)


def test_a_director_undoes_while_cashiers_take_entries(house: Floor) -> None:
    """Whatever order they come in: every entry that stands is paid, and nobody else has paid."""
    people = _event(house, 4)
    undoing = [given(house, DIRECTOR, Undo(tournament=ID)) for _ in range(3)]
    entering = [given(house, CASHIER, desk("register", person=each)) for each in people[4:]]
    assert all(isinstance(answer, Done) for answer in at_once([*undoing, *entering]))
    state = record_of(house).state
    inside = {entry.player for entry in state.entries}
    assert len(inside) == len(people) - 3
    for each in people:
        assert books.balance(f"patron:{each}") == 500_000 - (state.conditions.buy_in if each in inside else 0)
    _pool_is_what_the_rules_say(house)


# Several processes.


def test_two_processes_on_one_database_lose_and_double_nothing(house: Floor) -> None:
    house_with_patrons(house)
    for table in (busy_process.SHARED_TABLE, "p2", "p3"):
        open_table(house, "ultimate", table, mode="live" if table == busy_process.SHARED_TABLE else "house")
    before, had = store.last_seq(), books.balance("patron:p1")
    with _started("p2") as first, _started("p3") as second:
        both = (first, second)
        assert [_line(process) for process in both] == ["ready", "ready"]
        for told in (str(busy_process.COMMANDS), "True"):
            for process in both:
                _go_on(process)
            assert [_line(process) for process in both] == [told, told]
    assert [process.returncode for process in both] == [0, 0]
    by_whom = Counter(row.key.partition(" ")[0] for row in store.tail(before) if row.key)
    assert sum(by_whom.values()) == 2 * busy_process.COMMANDS
    assert set(by_whom.values()) == {busy_process.COMMANDS // 4, busy_process.COMMANDS // 2}
    assert books.balance("patron:p1") == had + 2 * busy_process.CENTS * busy_process.COMMANDS // 4
    is_whole(house)


def _started(name: str) -> "subprocess.Popen[str]":
    """On the database that this process uses now."""
    used = connection.settings_dict
    where = [str(Path(str(used["NAME"])).parent)]
    if connection.vendor == "postgresql":
        where = [".", f"postgresql://{used['USER']}:{used['PASSWORD']}@{used['HOST']}:{used['PORT']}/{used['NAME']}"]
    words = [sys.executable, str(BUSY_PROCESS), name, *where]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _go_on(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.write("go on\n")
    process.stdin.flush()
