"""A house where something of everything has happened: rounds of every game, an open one, cage, people, a tournament."""

import random
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from pitboss.cards.card import face
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.floor.cage.counter import CashOut
from pitboss.floor.kernel import floor as kernel_floor
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SetHouse
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.sessions import SignIn
from pitboss.floor.reading.table_view import choices_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.stake_limits import SetStakeLimit
from pitboss.floor.tournaments.commands import Desk, Undo
from pitboss.floor.upkeep import demo
from pitboss.games.play import Choice, Stage
from tests.floor import house_scene
from tests.postgres_server import PostgresServer

MANAGER, SUPERVISOR = Actor("staff:maria", Role.MANAGER), Actor("staff:susan", Role.SUPERVISOR)
CASHIER, DIRECTOR = Actor("staff:carla", Role.CASHIER), Actor("staff:derek", Role.DIRECTOR)
DEALER = Actor("staff:daniel", Role.DEALER)
PLAYERS = tuple(Actor(f"patron:p{number}", Role.PLAYER) for number in range(1001, 1004))
WAGERS = {
    "ultimate": {"ante": 1000, "blind": 1000, "trips": 500},
    "canberra": {"ante": 1000, "jackpot": 200},
    "pontoon": {"main": 1000, "perfect_pairs": 500},
}
SNAPSHOT_EVERY = 12
_MOST_ACTIONS = 60
# In hold'em nobody bets, so that everybody has chips for the next round.
_LARGE = ("bet", "raise", "tap_out")
_CHEAP = hashing.Cost(1, 8, 1)


def do(floor: Floor, actor: Actor, command: Command, key: str | None = None) -> Done:
    answer = floor.execute(actor, command, key)
    assert isinstance(answer, Done), (command, answer)
    return answer


def record_of(floor: Floor, table: str) -> TableRecord:
    record: TableRecord = floor.record(f"table:{table}")
    return record


def make_busy(floor: Floor, rounds: int = 1) -> None:
    """The demo house, played in: every table has had a round, and a wager lies on the felt of one.

    Passwords are hashed cheaply, and snapshots come often.
    """
    dice = random.Random(7)
    with patch.object(hashing, "COST", _CHEAP), patch.object(kernel_floor, "SNAPSHOT_EVERY", SNAPSHOT_EVERY):
        demo.open_demo_house(floor)
        do(floor, MANAGER, SetHouse(large_cash=900_000), "settings")
        floor.execute(VISITOR, SignIn(name="maria", role=Role.MANAGER, password="not hers"))
        for place in demo.TABLES:
            if place.mode != "live":
                play_rounds(floor, place.table, rounds, dice)
        _deal_by_hand(floor)
        do(floor, PLAYERS[0], Play(table="uth-1", do="place", seat=1, wagers=WAGERS["ultimate"]))
        do(floor, CASHIER, CashOut(patron="p1006", amount=5000, method="voucher"))  # type: ignore[arg-type]
        do(floor, CASHIER, Desk(tournament="saturday", do="register", given={"person": "p1005"}), "entry")
        do(floor, DIRECTOR, Undo(tournament="saturday"))
        # The last command moves no money.
        do(floor, MANAGER, SetHouse(large_cash=800_000))


def play_rounds(floor: Floor, table: str, rounds: int, dice: random.Random) -> None:
    """So many whole rounds at a table of the virtual croupier."""
    record = record_of(floor, table)
    if record.game == "holdem":
        for seat, player in enumerate(PLAYERS, 1):
            do(floor, player, Play(table=table, do="join", seat=seat, amount=40_000))
    for _ in range(rounds):
        for seat, player in enumerate(PLAYERS, 1) if record.game != "holdem" else ():
            do(floor, player, Play(table=table, do="place", seat=seat, wagers=WAGERS[record.game]))
        do(floor, SUPERVISOR, Deal(table=table))
        _to_the_end(floor, table, dice)


def _to_the_end(floor: Floor, table: str, dice: random.Random) -> None:
    for _ in range(_MOST_ACTIONS):
        record = record_of(floor, table)
        if record.state.felt.stage in (Stage.OVER, Stage.IDLE):
            return
        if not _somebody_acts(floor, record, dice):
            do(floor, CROUPIER, Deal(table=table))
    raise AssertionError(f"the round at {table} does not end")


def _somebody_acts(floor: Floor, record: TableRecord, dice: random.Random) -> bool:
    for player in PLAYERS:
        mine = [
            each for each in choices_of(record, player) if each.seat in record.awaited and not _is_large(record, each)
        ]
        dice.shuffle(mine)
        for choice in mine:
            if isinstance(floor.execute(player, _acting(record.id, choice)), Done):
                return True
    return False


def _is_large(record: TableRecord, choice: Choice) -> bool:
    return record.game == "holdem" and choice.do in _LARGE


def _acting(table: str, choice: Choice) -> Play:
    amount = choice.amounts[0] if choice.amounts else choice.least
    return Play(table=table, do=choice.do, seat=choice.seat, hand=choice.hand, amount=amount)


def _deal_by_hand(floor: Floor) -> None:
    """At the live table a dealer enters the wager, and the first cards of a round that then waits."""
    table, all_cards = "uth-2", tuple(map(face, ULTIMATE_DECK.cards))
    for checking in (DEALER, SUPERVISOR):
        do(floor, checking, Play(table=table, do="check_cards", cards=all_cards))
    do(floor, DEALER, Play(table=table, do="start_round"))
    do(floor, Actor("patron:p1004", Role.PLAYER), SetStakeLimit(table=table, amount=50_000))
    wagers = {"ante": 1000, "blind": 1000}
    do(floor, DEALER, Play(table=table, do="place", seat=1, player="p1004", wagers=wagers))
    do(floor, DEALER, Play(table=table, do="shuffle"))
    do(floor, DEALER, Play(table=table, do="deal", cards=("As", "Kd")))


def busy_sqlite_house(folder: Path) -> AbstractContextManager[Floor]:
    """A copy of the busy house in a folder."""
    return house_scene.sqlite_house(folder, furnish=make_busy)


def busy_postgresql_house(server: PostgresServer) -> AbstractContextManager[Floor]:
    """A busy house in a database of its own."""
    return house_scene.postgresql_house(server, furnish=make_busy)
