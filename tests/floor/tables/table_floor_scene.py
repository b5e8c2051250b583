"""Tables of a real house for tests: staff, patrons with money, tables of every game, and rounds played at them."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, cards, face
from pitboss.cards.shuffle import NONCE_BYTES, Shuffle, below, permute
from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.kernel.contract import HOUSE, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.models import Shoe
from pitboss.floor.people.patron_record import refusal_to_play
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.reading.recall import view_of
from pitboss.floor.tables import sealing, shoes
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tables.stake_limits import SetStakeLimit
from pitboss.games.play import RUNNING, Stage
from pitboss.ledger import books
from tests.floor.answers import agreed
from tests.floor.answers import done as done
from tests.floor.answers import give as give
from tests.floor.house_scene import once
from tests.refusals import refused as refused

MANAGER = Actor("staff:maria", Role.MANAGER)
SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
DEALER = Actor("staff:dora", Role.DEALER)
CASHIER = Actor("staff:carol", Role.CASHIER)
AUDITOR = Actor("staff:ada", Role.AUDITOR)
DISPLAY = Actor("device:wall", Role.DISPLAY)


def player(name: str) -> Actor:
    return Actor(f"patron:{name}", Role.PLAYER)


P1, P2, P3, P4 = (player(f"p{number}") for number in range(1, 5))
PLAYERS = (P1, P2, P3)
EVERYBODY = (*PLAYERS, P4, DEALER, SUPERVISOR, MANAGER, AUDITOR, DISPLAY)
WAGERS: Mapping[str, Mapping[str, int]] = {
    "ultimate": {"ante": 1000, "blind": 1000, "trips": 500},
    "canberra": {"ante": 1000},
    "pontoon": {"main": 1000},
}
JACKPOT = {"pool": 5_000_000, "reserve": 500_000, "reseed_from_reserve": 100_000}


def say(floor: Floor, actor: Actor, table: str, do: str, **particulars: Any) -> Done | No:
    return floor.execute(actor, Play(table=table, do=do, **particulars))


def rule(floor: Floor, actor: Actor, table: str, do: str, **particulars: Any) -> Done:
    """A ruling, to which a second person agrees where it waits for one: at a virtual table for money."""
    second = SUPERVISOR if actor.role is Role.MANAGER else MANAGER
    return agreed(floor, actor, Play(table=table, do=do, **particulars), second)


def record_of(floor: Floor, table: str) -> TableRecord:
    found: TableRecord = floor.record(f"table:{table}")
    return found


@once
def house_with_patrons(floor: Floor, cents: int = 1_000_000) -> None:
    """The house is open, and p1 to p4 have money in their accounts."""
    give(floor, MANAGER, OpenHouse())
    give(floor, CASHIER, OpenTill(counted=0))
    for actor in (*PLAYERS, P4):
        give(floor, SUPERVISOR, AddPatron(name=f"Patron {actor.id}", date_of_birth="1980-02-29", id=actor.id))
        if cents:
            give(floor, CASHIER, BuyIn(patron=actor.id, amount=cents))


def open_table(
    floor: Floor, game: str, table: str | None = None, mode: str = "house", *, scanner: bool = False, **settings: Any
) -> str:
    """A table of a game, added and open; the house opens with it, with its patrons, where nobody has opened it."""
    if floor.record(HOUSE) is None:
        house_with_patrons(floor)
    name = table or f"{game}-1"
    added = AddTable(table=name, game=game, title=f"{game} one", mode=mode, scanner=scanner, settings=settings)
    give(floor, MANAGER, added)
    done(say(floor, SUPERVISOR, name, "open_table"))
    if mode == "live":
        open_limits(floor, name)
    return name


def open_limits(floor: Floor, table: str, cents: int = 1_000_000) -> None:
    """Every patron who may play lets the dealers of a live table stake from their account."""
    for actor in (*PLAYERS, P4):
        if floor.record(actor.person) is not None and refusal_to_play(floor.now(), actor.id) is None:
            give(floor, actor, SetStakeLimit(table=table, amount=cents))


def open_live_table(floor: Floor, game: str, **settings: Any) -> str:
    """A table at which a dealer enters the cards: they are checked, and the betting is open."""
    table = open_table(floor, game, mode="live", **settings)
    record = record_of(floor, table)
    done(say(floor, DEALER, table, "check_cards", cards=tuple(map(face, record.rules.deck(record.state).cards))))
    done(say(floor, DEALER, table, "start_round"))
    return table


def deal_by_hand(floor: Floor, table: str, faces: list[str]) -> None:
    """The dealer's routine with these cards, to the end of the round; whoever may bet does."""
    while record_of(floor, table).state.felt.stage is not Stage.OVER:
        record = record_of(floor, table)
        step = record.rules.routine(record.state)
        if step is None:
            choice = record.rules.choices(record.state)[-1]
            amount = choice.amounts[-1] if choice.amounts else None
            done(say(floor, DEALER, table, choice.do, seat=choice.seat, player=choice.player, amount=amount))
            continue
        given: dict[str, Any] = {"cards": tuple(faces[: step.cards]), "position": step.cut and step.cut[0]}
        given["depth"] = step.depth and step.depth[0]
        del faces[: step.cards]
        done(say(floor, DEALER, table, step.do, **given))


def deal(floor: Floor, table: str, *actors: Actor) -> None:
    for actor in actors:
        give(floor, actor, Deal(table=table))


def bet_and_deal(floor: Floor, table: str, *actors: Actor) -> None:
    """These players bet, from seat 1 on, and everybody has the cards dealt."""
    for seat, actor in enumerate(actors, 1):
        done(wager(floor, table, actor, seat))
    deal(floor, table, *actors)


def sit_down_to_holdem(floor: Floor, table: str, cents: int = 50_000) -> None:
    for seat, actor in enumerate(PLAYERS, 1):
        done(say(floor, actor, table, "join", seat=seat, amount=cents))


# Cards.


@pytest.fixture(autouse=True)
def seeded_shoes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The croupier's cards come from the name of the test and not from the kernel: it goes the same every time."""
    bits = Random(request.node.name).getrandbits
    monkeypatch.setattr(shoes, "shuffle", lambda cards: Shuffle(permute(cards, bits), secrets.token_bytes(NONCE_BYTES)))
    monkeypatch.setattr(shoes, "below", lambda limit: below(limit, bits))


def stack(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The next shoes begin with these cards, where they are not cut."""
    first = cards(text)

    def stacked(deck: Sequence[Card]) -> Shuffle:
        rest = list(deck)
        for card in first:
            rest.remove(card)
        return Shuffle((*first, *rest), secrets.token_bytes(NONCE_BYTES))

    monkeypatch.setattr(shoes, "shuffle", stacked)


def shuffle_of(row: Shoe) -> Shuffle:
    """The shuffle under the seal of a row."""
    found = shoes.shuffle_in(row)
    assert found is not None
    return found


def seal_anew(row: Shoe, made: Shuffle) -> None:
    """Puts another shuffle into a row, as only somebody with the key can."""
    row.order = sealing.close_seal(f"{row.table} {row.number}", json.dumps(shoes._columns(made)))
    row.save()


# The books.


def on_felt(record: TableRecord) -> int:
    """What lies open on a table, counted from its state and not from the money that moved."""
    state = record.state
    if record.game == "holdem":
        now = state.play.round
        return 0 if state.felt.stage in (Stage.IDLE, Stage.OVER) else sum(now.paid) + sum(now.dead)
    betting = state.felt.stage is Stage.BETTING
    return sum(row.stake for row in state.felt.wagers if row.outcome is None and (row.kind != "jackpot" or betting))


def books_are_right(floor: Floor, *tables: str) -> None:
    """Every book adds up to nothing, and felts, stakes and jackpots hold what the tables say."""
    assert set(books.trial_balance().values()) <= {0}
    balances = books.balances()
    for table in tables:
        record = record_of(floor, table)
        book = "practice/" if record.is_practice else ""
        assert balances.get(f"{book}felt:{table}", 0) == on_felt(record)
        meter = getattr(record.state.play, "jackpot", None)
        if meter is not None:
            assert balances[f"{book}jackpot:{table}"] == meter.pool
            assert balances[f"{book}reserve:{table}"] == meter.reserve
        if record.game == "holdem":
            assert {name: cents for name, cents in _stakes(record).items() if cents} == {
                name.rpartition(":")[2]: cents
                for name, cents in balances.items()
                if name.startswith(f"{book}stake:{table}:") and cents
            }


def _stakes(record: TableRecord) -> dict[str, int]:
    play = record.state.play
    stakes = {chair.player: chair.stake for chair in play.room.chairs.values()}
    if record.state.felt.stage in RUNNING:
        stakes |= dict(zip(play.round.names, play.round.stacks, strict=True))
    return stakes


# Rounds by chance.


def wager(floor: Floor, table: str, actor: Actor, seat: int) -> Done | No:
    record = record_of(floor, table)
    wagers = dict(WAGERS[record.game])
    if getattr(record.state.play, "jackpot", None) is not None:
        wagers["jackpot"] = 200
    return say(floor, actor, table, "place", seat=seat, wagers=wagers)


def play_round(
    floor: Callable[[], Floor], table: str, random: Random, watch: Callable[[Floor], None] = lambda _: None
) -> None:
    """A whole round of p1, p2 and p3, each of their decisions by chance; `watch` is called after every command."""
    if record_of(floor(), table).game == "holdem":
        for seat, chair in record_of(floor(), table).state.play.room.chairs.items():
            if not chair.stake:
                done(say(floor(), player(chair.player), table, "top_up", seat=seat, amount=50_000))
                watch(floor())
        give(floor(), CROUPIER, Deal(table=table))
        watch(floor())
    else:
        for seat, actor in enumerate(PLAYERS, 1):
            done(wager(floor(), table, actor, seat))
            watch(floor())
        for actor in PLAYERS:
            give(floor(), actor, Deal(table=table))
            watch(floor())
    while record_of(floor(), table).state.felt.stage is not Stage.OVER:
        _one_more(floor(), table, random)
        watch(floor())


def _one_more(floor: Floor, table: str, random: Random) -> None:
    """One decision of a player, or letting the croupier go on."""
    record = record_of(floor, table)
    for actor in random.sample(PLAYERS, len(PLAYERS)):
        view = view_of(record, actor).as_json()
        choices = [each for each in view["choices"] if each.get("seat") and each["do"] not in _NO_DECISIONS]
        if choices and not (view["may_deal"] and random.random() < 0.3):
            done(floor.execute(actor, command_of(table, actor, random.choice(choices), random)))
            return
        if view["may_deal"]:
            give(floor, actor, Deal(table=table))
            return
    raise AssertionError(f"nobody can do anything at {table}")


_NO_DECISIONS = ("place", "increase", "take_back", "sit", "join", "leave", "change_seat", "top_up", "sit_out")


def command_of(table: str, actor: Actor, choice: Mapping[str, Any], random: Random) -> Play:
    """A choice that a view offers, as the command it stands for."""
    amount = random.choice(choice["amounts"]) if "amounts" in choice else choice.get("least")
    given: dict[str, Any] = {"seat": choice.get("seat"), "hand": choice.get("hand", 1)}
    if choice["do"] == "double":
        given["amounts"] = {actor.id: amount}
    elif amount is not None:
        given["amount"] = amount
    return Play(table=table, do=choice["do"], **given)
