"""A whole house under watch: after every command the promises of the design are looked at, by other means than its own.

`WatchedHouse` gives commands to two processes of one house and raises as soon as money, cards or records are not what
they must be. What people do in it comes from `properties/floor_people.py`.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from pitboss.cards.card import Card
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import NONCE_BYTES, Shuffle, below, permute
from pitboss.floor.cage.events import AdjustmentApproved, BoughtIn, CashedOut, VoucherVoided
from pitboss.floor.cage.floats import RequestFill, SendFill
from pitboss.floor.kernel import floor as floor_house
from pitboss.floor.kernel.approvals import APPROVALS
from pitboss.floor.kernel.contract import Command, No, name_of
from pitboss.floor.kernel.floor import Done, Floor, Known, fold
from pitboss.floor.kernel.premises import SETTING_UP, OpenHouse
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor, Role
from pitboss.floor.models import Shoe
from pitboss.floor.people import hashing
from pitboss.floor.people.credentials import ConfirmSecondFactor, EnrolSecondFactor, SetPassword
from pitboss.floor.people.devices import ConfirmDevice
from pitboss.floor.people.security import DOORS, RequireSecondFactor
from pitboss.floor.people.sessions import SignIn
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tables import bots, shoes
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import PracticeToppedUp, TableRecord
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tournaments.commands import AddTournament
from pitboss.floor.upkeep import verify
from pitboss.games.frozen import Frozen
from pitboss.games.play import RUNNING, Stage
from pitboss.journal import codec, store
from pitboss.ledger import books
from pitboss.tournaments.prizes import paying
from pitboss.tournaments.prizes.pool import pool
from tests.floor import house_scene
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import on_felt
from tests.floor.tournaments.tournament_floor_scene import ID, quick, with_patrons
from tests.postgres_server import PostgresServer
from tests.refusals import refused

MANAGERS = tuple(Actor(f"staff:{name}", Role.MANAGER) for name in ("maria", "miguel"))
SUPERVISORS = tuple(Actor(f"staff:{name}", Role.SUPERVISOR) for name in ("sam", "susan"))
CASHIERS = tuple(Actor(f"staff:{name}", Role.CASHIER) for name in ("carol", "colin"))
DEALER = Actor("staff:dora", Role.DEALER)
DIRECTOR = Actor("staff:dirk", Role.DIRECTOR)
AUDITOR = Actor("staff:ada", Role.AUDITOR)
DISPLAY = Actor("device:wall", Role.DISPLAY)
STAFF = (*MANAGERS, *SUPERVISORS, *CASHIERS, DEALER, DIRECTOR, AUDITOR)
PATRONS = tuple(f"p{number}" for number in range(1001, 1010))
PLAYERS = tuple(Actor(f"patron:{patron}", Role.PLAYER) for patron in PATRONS)
EVERYBODY = (*PLAYERS, *STAFF, DISPLAY, CROUPIER, VISITOR)
MONEY = 500_000
JACKPOT = {"jackpot": {"pool": 500_000, "reserve": 100_000, "reseed_from_reserve": 100_000}}


class Place(NamedTuple):
    """A table of the house."""

    game: str
    mode: str = "house"
    settings: Mapping[str, Any] = Frozen({})


PLACES = {
    "uth-1": Place("ultimate"),
    "can-1": Place("canberra", "house", JACKPOT),
    "pon-1": Place("pontoon"),
    "hld-1": Place("holdem"),
    "can-p": Place("canberra", "practice", JACKPOT),
    "hld-p": Place("holdem", "practice"),
    "uth-2": Place("ultimate", "live"),
    "pon-2": Place("pontoon", "live"),
    "hld-2": Place("holdem", "live"),
}
STRUCTURE, START = "midweek_jam", "2025-11-15T18:00"
SNAPSHOT_EVERY = 16
# The commands whose refusal is itself something that security wants recorded.
_PROVING = (SignIn, EnrolSecondFactor, ConfirmSecondFactor, SetPassword, ConfirmDevice)
# Accounts of these kinds never owe.
_NEVER_OWE = ("patron", "felt", "stake", "jackpot", "reserve", "prizes", "fees", "tickets", "commission")


def furnish(floor: Floor) -> None:
    """Staff, nine patrons with money, a table of every game in several modes, and a tournament."""
    owner = MANAGERS[0]

    def give(actor: Actor, command: Command) -> Done:
        answer = floor.execute(actor, command)
        assert isinstance(answer, Done), (command, answer)
        return answer

    give(owner, OpenHouse())
    give(owner, RequireSecondFactor(required=False))
    for actor in STAFF:
        give(SETTING_UP, AddStaff(id=actor.id, name=actor.id.title(), roles=(actor.role,)))
    with_patrons(floor, len(PATRONS), MONEY)
    for table, place in PLACES.items():
        told: dict[str, Any] = place._asdict()
        give(owner, AddTable(table=table, title=table, **told))
        if place.mode != "practice" and place.game != "holdem":
            asked = give(SUPERVISORS[0], RequestFill(table=table, amount=1_000_000))
            give(CASHIERS[0], SendFill(number=asked.answer["number"]))
        give(owner, Play(table=table, do="open_table"))
    give(DIRECTOR, AddTournament(tournament=ID, structure=quick(STRUCTURE), start=START))


@contextmanager
def on_sqlite() -> Iterator[None]:
    """A furnished house in a file of its own."""
    with tempfile.TemporaryDirectory() as name, house_scene.sqlite_house(Path(name), furnish=furnish):
        yield


def on_postgresql(server: PostgresServer) -> AbstractContextManager[Floor]:
    """A furnished house in a database of its own."""
    return house_scene.postgresql_house(server, furnish=furnish)


class Given(NamedTuple):
    """A command that was given under a key, and what was answered."""

    actor: Actor
    command: Command
    key: str
    answer: Done | No


class WatchedHouse:
    """Two processes of one house; every command is given to one of them, and looked at."""

    def __init__(self, opened: Any, seed: int, tell: Callable[[str], None]) -> None:
        self.tell, self._stack = tell, ExitStack()
        # The clock on the wall, which anybody may set, and one that only passes.
        self.wall, self._steady = Clock(), Clock()
        self._stack.enter_context(opened)
        bits = Random(seed).getrandbits

        def shuffle(cards: Iterable[Card]) -> Shuffle:
            return Shuffle(permute(tuple(cards), bits), bits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES))

        for patched in (
            patch.object(shoes, "shuffle", shuffle),
            patch.object(shoes, "below", lambda limit: below(limit, bits)),
            patch.object(bots, "random", Random(seed)),
            patch.object(hashing, "COST", hashing.Cost(rounds=1, memory_kib=8, lanes=1)),
            patch.object(floor_house, "SNAPSHOT_EVERY", SNAPSHOT_EVERY),
        ):
            self._stack.enter_context(patched)
        self.floors = [Floor(self.wall, self._steady), Floor(self.wall, self._steady)]
        self.under_keys: list[Given] = []
        self.balances = dict(books.balances())
        self.world = Counter({name: cents for name, cents in self.balances.items() if _is_world(name)})

    def close(self) -> None:
        self._stack.close()

    def restart(self, process: int) -> None:
        """A process ends and another takes its place."""
        self.floors[process] = Floor(self.wall, self._steady)

    def pass_seconds(self, seconds: float) -> None:
        self.wall.pass_seconds(seconds)
        self._steady.pass_seconds(seconds)

    def clock(self) -> int:
        """The time of the house."""
        return self.floor.clock()

    @property
    def floor(self) -> Floor:
        return self.floors[0]

    def table(self, table: str) -> TableRecord:
        found: TableRecord = self.floor.record(f"table:{table}")
        return found

    def give(self, actor: Actor, command: Command, key: str | None = None, process: int = 0) -> Done | No:
        """A command by somebody, at one of the processes, and all that must hold after it."""
        before = store.last_seq()
        answer = self.floors[process].execute(actor, command, key)
        said = [codec.kind_name(fact.event) for fact in answer.facts] if isinstance(answer, Done) else answer
        self.tell(f"{actor.person} as {actor.role} at process {process}: {command} -> {said}")
        self.answered(before, command, answer)
        if key is not None:
            self.under_keys.append(Given(actor, command, key, answer))
        return answer

    def again(self, given: Given, process: int) -> None:
        """The same command under the same key: the same answer, and nothing recorded.

        Of a command with secrets nobody can tell whether it is the same.
        """
        before = store.last_seq()
        answer = self.floors[process].execute(given.actor, given.command, given.key)
        assert store.last_seq() == before, "a repeated command was recorded"
        if isinstance(given.answer, No):
            assert answer == given.answer
            return
        if given.command.secrets:
            answer = refused(answer, word="key_used")
            return
        assert isinstance(answer, Done)
        assert answer.repeated
        assert not answer.secret, "a secret was told twice"
        assert (answer.seq, answer.facts) == (given.answer.seq, given.answer.facts)
        assert answer.answer == json.loads(json.dumps(given.answer.answer))

    def answered(self, before: int, command: Command, answer: Done | No) -> None:
        # A jump of the clock is noted with whatever command comes next.
        rows = [row for row in store.tail(before) if row.kind != "floor.ClockJumped"]
        if isinstance(answer, No):
            assert answer.reason.strip(), answer
            # What security wants to know is recorded although the answer is no, and what a second person is asked for.
            noted = {row.stream for row in rows} - {DOORS} - ({APPROVALS} if answer.word == "second_person" else set())
            assert not noted or isinstance(command, _PROVING), f"{name_of(type(command))} was refused and recorded"
            assert dict(books.balances()) == self.balances, "a refusal moved money"
            return
        assert [(row.stream, codec.decode(row.kind, row.version, row.body)) for row in rows] == list(answer.facts)
        assert rows[-1].seq == answer.seq
        self.happened(answer)

    def happened(self, answer: Done) -> None:
        for _, event in answer.facts:
            self._count_world(event)
        self.balances = dict(books.balances())
        self.money_is_right()
        for stream in {stream for stream, _ in answer.facts}:
            if stream.startswith("table:"):
                self.table_is_right(stream)
            if stream.startswith("tournament:"):
                self.tournament_is_right(stream)

    def _count_world(self, event: Any) -> None:
        """What comes in from the world and goes out to it, counted from what was done and not from the transfers."""
        match event:
            case BoughtIn():
                self.world[f"world:{event.method}"] -= event.amount
            case CashedOut():
                self.world[f"world:{event.method}"] += event.amount
            case VoucherVoided():
                self.world["world:voucher"] -= event.amount
            case AdjustmentApproved():
                for account, cents in ((event.debit, -event.amount), (event.credit, event.amount)):
                    if _is_world(account):
                        self.world[account] += cents
            case PracticeToppedUp():
                self.world["practice/world:cash"] -= event.cents

    # What must hold after every command.

    def money_is_right(self) -> None:
        """Every book adds up to nothing, nobody owes who may not, and what is here is what came in less what went."""
        sums: Counter[bool] = Counter()
        for name, cents in self.balances.items():
            sums[name.startswith("practice/")] += cents
            assert cents >= 0 or _kind_of(name) not in _NEVER_OWE, (name, cents)
        assert not any(sums.values()), sums
        assert not any(books.trial_balance().values())
        world = {name: cents for name, cents in self.balances.items() if _is_world(name) and cents}
        assert world == {name: cents for name, cents in self.world.items() if cents}

    def table_is_right(self, stream: str) -> None:
        record: TableRecord = self.floors[0].record(stream)
        assert self.floors[1].record(stream) == record, "two processes have come to different records"
        book, balances = "practice/" if record.is_practice else "", self.balances
        assert balances.get(f"{book}felt:{record.id}", 0) == on_felt(record)
        meter = getattr(record.state.play, "jackpot", None)
        if meter is not None:
            assert balances[f"{book}jackpot:{record.id}"] == meter.pool
            assert balances[f"{book}reserve:{record.id}"] == meter.reserve
        if record.game == "holdem":
            prefix = f"{book}stake:{record.id}:"
            kept = {name.removeprefix(prefix): cents for name, cents in balances.items() if name.startswith(prefix)}
            assert {name: cents for name, cents in kept.items() if cents} == stakes_at(record)
        cards_are_dealt_once(record)

    def tournament_is_right(self, stream: str) -> None:
        """The prize pool has what the entries and the operator brought and what is not paid yet."""
        record = self.floors[0].record(stream)
        assert self.floors[1].record(stream) == record, "two processes have come to different records"
        state = record.state
        kept = self.balances.get(f"prizes:{record.id}", 0)
        paid = sum(each.cents for each in state.payments)
        assert kept == pool(state).prize_pool_cents - paid
        if state.stage.value == "over" and state.confirmed:
            assert kept == paying.pool_unpaid(state)

    # What takes longer to look at.

    def live_is_replay(self) -> None:
        """Folding each stream from its first event, without any snapshot, gives the record that is in memory."""
        for family, how in FAMILIES.items():
            for stream in store.streams(family):
                known = fold(how, Known(0, None), store.read(stream))
                for floor in self.floors:
                    assert floor.latest(stream) == known, f"{stream} is not what its events come to"

    def everything_verifies(self) -> None:
        """That moments do not go back is one of the checks."""
        report = verify.verify()
        assert report.is_good, report.faults


def stakes_at(record: TableRecord) -> dict[str, int]:
    """What everybody at a hold'em table has in front of them."""
    play = record.state.play
    stakes = {chair.player: chair.stake for chair in play.room.chairs.values()}
    if record.state.felt.stage in (Stage.BETTING, *RUNNING):
        stakes |= dict(zip(play.round.names, play.round.stacks, strict=True))
    return {name: cents for name, cents in stakes.items() if cents}


def cards_are_dealt_once(record: TableRecord) -> None:
    """The cards that are out and those left in the shoe are the deck, and they came in the order of the shoe."""
    state = record.state
    deck = cards_of_deck(record.rules.deck(state))
    assert Counter(state.felt.dealt) <= deck
    if not record.is_virtual or not record.shoe:
        return
    row = Shoe.objects.get(table=record.id, number=record.shoe)
    cards = cards_sealed(row.table, row.number, row.order)
    assert len(cards) == record.shoe_cards
    out = cards[: record.drawn]
    if record.game == "pontoon":
        assert Counter(cards) <= deck
        assert state.play.cards.drawn == record.drawn
        return
    assert Counter(cards) == deck
    if state.felt.shuffled or state.felt.dealt:
        assert state.felt.dealt == out, "the cards did not come in the order of the shoe"


@cache
def cards_of_deck(deck: Deck) -> Counter[Card]:
    return Counter(deck.cards)


@lru_cache(maxsize=100)
def cards_sealed(table: str, number: int, order: str) -> tuple[Card, ...]:
    made = shoes.shuffle_in(Shoe(table=table, number=number, order=order, nonce="", cut=0))
    assert made is not None, "a shoe was not what was sealed"
    return made.cards


def _kind_of(account: str) -> str:
    return account.removeprefix("practice/").partition(":")[0]


def _is_world(account: str) -> bool:
    return _kind_of(account) == "world"
