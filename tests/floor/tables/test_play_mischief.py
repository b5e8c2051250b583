"""People of every role who do anything at virtual and live tables: money, records and refusals stay right."""

import json
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.approvals import Approve, waiting_at
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.reading.recall import view_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Stage
from pitboss.journal import store
from pitboss.ledger import books
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    DEALER,
    JACKPOT,
    MANAGER,
    PLAYERS,
    SUPERVISOR,
    books_are_right,
    command_of,
    open_live_table,
    open_table,
    record_of,
    sit_down_to_holdem,
    wager,
)

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ultimate", {"shoe": "card"}),
    ("canberra", {"jackpot": JACKPOT, "jackpot_claim": "player_must_declare"}),
    ("pontoon", {"decks": 3, "boxes_per_player": 2, "wagers_per_box": 3}),
    ("holdem", {"over_blind": 2000}),
)
ACTORS = (*PLAYERS, DEALER, SUPERVISOR, SUPERVISOR, MANAGER, CROUPIER)
SOME: dict[str, tuple[Any, ...]] = {
    "seat": (1, 2, 3, 3, 7, 99, 0),
    "player": ("p1", "p2", "p3", "nobody"),
    "amount": (1000, 2000, 3000, 4000, 50_000, 1, 10**15),
    "wagers": ({"ante": 1000, "blind": 1000}, {"main": 1000}, {"ante": 1000, "jackpot": 200}, {"main": 7}, {}),
    "amounts": ({"p1": 1000}, {"p2": 500}, {"p1": 500, "p3": 500}),
    "joined_by": ((), ("p2",)),
    "seats": ((1,), (1, 2), (3, 3)),
    "held": (1, 2, 6),
    "handled_by": ((1,), (2, 3)),
    "rebuilt": (True, False),
    "ruling": ("void_round", "exclude_player", "check", "it stands", "on"),
    "clause": (None, "HLD 19.2(a)", "UTH 15.2"),
    "reason": ("disturbance", "fraud", "impractical", "cards", "nothing", "a fault"),
    "position": (1, 10, 48, 60, 10_000),
    "depth": (48, 60, 1),
    "limits": ({"ante": {"min": 500, "max": 9000}}, {"main": {"min": 5, "max": 1}}, {"any": {}}),
    "shoe": ("card", "automated", "hat"),
    "settings": ({"blinds": [100, 200]}, {"colour": "red"}, {}),
    "looked_at": (True, False),
    "burn_taken": (True, False),
    "hand": (1, 2, 9),
}


def some_command(record: TableRecord, random: Random) -> tuple[Actor, Command]:
    """A decision that is offered, letting the croupier go on, a wager, or any verb of the game by anybody."""
    actor, kind = random.choice(ACTORS), random.random()
    if kind < 0.2:
        return actor, Deal(table=record.id)
    if kind < 0.6:
        player = random.choice(PLAYERS)
        offered = [
            each for each in view_of(record, player).as_json()["choices"] if each.get("seat") and each["do"] != "place"
        ]
        if offered:
            return player, command_of(record.id, player, random.choice(offered), random)
    do = random.choice(list(record.rules.verbs))
    verb = record.rules.verbs[do]
    wanted = [name for name in {*verb.needs, *verb.takes, "seat"} if name in SOME or name == "cards"]
    given: dict[str, Any] = {name: random.choice(SOME[name]) for name in wanted if name != "cards"}
    if "cards" in wanted:
        given["cards"] = some_cards(record, random)
    return actor, Play(table=record.id, do=do, **given)


def some_cards(record: TableRecord, random: Random) -> tuple[str, ...]:
    known = [face(card) for card in record.state.felt.dealt] + [face(Card(number)) for number in range(53)] + ["Zz"]
    return tuple(random.sample(known, random.choice((1, 1, 2, 9))))


def misbehave(house: Floor, table: str, random: Random, times: int) -> None:
    for _ in range(times):
        before, money, seq = record_of(house, table), books.balances(), store.last_seq()
        seat, player = random.choice(list(enumerate(PLAYERS, 1)))
        if before.state.felt.stage in (Stage.IDLE, Stage.OVER) and before.game != "holdem" and random.random() < 0.6:
            answer: Any = wager(house, table, player, seat)
        else:
            answer = house.execute(*some_command(before, random))
        books_are_right(house, table)
        if isinstance(answer, No):
            assert answer.reason.endswith("."), answer
            assert record_of(house, table) == before
            assert books.balances() == money
            is_noted = answer.status == 403 or answer.word == "second_person"
            assert store.last_seq() == seq + (1 if is_noted and store.last_seq() > seq else 0)
            if answer.word == "second_person" and random.random() < 0.7:
                waiting = waiting_at(house, house.clock())[-1].asked
                second = MANAGER if waiting.role is Role.SUPERVISOR else SUPERVISOR
                house.execute(second, Approve(number=waiting.number))
                books_are_right(house, table)
        for actor in (*PLAYERS, SUPERVISOR, AUDITOR):
            json.dumps(view_of(record_of(house, table), actor).as_json())
    assert record_of(Floor(house.clock), table) == record_of(house, table)


@pytest.mark.parametrize(("game", "settings"), GAMES)
@pytest.mark.parametrize("mode", ["house", "live"])
def test_whatever_anybody_does_money_and_record_stay_right(
    house: Floor, game: str, settings: dict[str, Any], mode: str
) -> None:
    table = open_live_table(house, game, **settings) if mode == "live" and game != "holdem" else None
    table = table or open_table(house, game, mode=mode, **settings)
    if game == "holdem":
        sit_down_to_holdem(house, table)
    misbehave(house, table, Random(f"{game} {mode}"), 60)
