"""Whole rounds of every game dealt by the virtual croupier, looked at after each command from every side."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading import recall
from pitboss.floor.reading.table_view import viewers_of
from pitboss.floor.tables import shoes
from pitboss.floor.tables.record import TableRecord, from_text, to_text
from pitboss.journal import codec, store
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    DISPLAY,
    EVERYBODY,
    JACKPOT,
    books_are_right,
    open_table,
    play_round,
    record_of,
    sit_down_to_holdem,
)
from tests.properties import holdem_watched, watched

GAMES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ultimate", "house", {}),
    ("ultimate", "practice", {"shoe": "card"}),
    ("canberra", "house", {"jackpot": JACKPOT}),
    ("canberra", "practice", {"jackpot": JACKPOT, "jackpot_claim": "player_must_declare"}),
    ("pontoon", "house", {"decks": 4, "burn_on_new_shoe": 1}),
    ("pontoon", "practice", {"shoe": "automated"}),
    ("holdem", "house", {}),
    ("holdem", "practice", {"over_blind": 2000}),
)
ROUNDS = 3


def set_up(house: Floor, game: str, mode: str, settings: dict[str, Any]) -> str:
    table = open_table(house, game, mode=mode, **settings)
    if game == "holdem":
        sit_down_to_holdem(house, table)
    return table


@pytest.mark.parametrize(("game", "mode", "settings"), GAMES)
def test_books_are_right_and_nobody_sees_too_much_after_every_command(
    house: Floor, game: str, mode: str, settings: dict[str, Any]
) -> None:
    table = set_up(house, game, mode, settings)

    def watch(floor: Floor) -> None:
        books_are_right(floor, table)
        record = record_of(floor, table)
        for actor in EVERYBODY:
            nobody_sees_too_much(record, actor)

    for number in range(ROUNDS):
        play_round(lambda: house, table, Random(number), watch)
    nothing_written_tells_a_card_of_the_shoe(table, record_of(house, table))


@pytest.mark.parametrize(("game", "mode", "settings"), GAMES)
def test_recall_shows_every_step_exactly_as_it_was_seen(
    house: Floor, game: str, mode: str, settings: dict[str, Any]
) -> None:
    table = set_up(house, game, mode, settings)
    live: dict[int, list[dict[str, Any]]] = {}

    def watch(floor: Floor) -> None:
        record = record_of(floor, table)
        seen = {str(actor): recall.view_of(record, actor).as_json() for actor in EVERYBODY}
        live.setdefault(record.state.house.round, []).append(seen)

    for number in range(2):
        play_round(lambda: house, table, Random(f"recall {number}"), watch)
    past = recall.rounds(table)
    assert [each.number for each in past] == list(live)
    for each in past:
        taken = recall.steps(table, each.number)
        shown = [{str(actor): recall.view_of(step.record, actor).as_json() for actor in EVERYBODY} for step in taken]
        assert shown == live[each.number]
        assert (
            recall.view_at_step(table, each.number, len(taken), DISPLAY).as_json()
            == live[each.number][-1][str(DISPLAY)]
        )
        assert (taken[-1].seq, taken[-1].at) == (each.last_seq, each.ended)


@pytest.mark.parametrize(("game", "mode", "settings"), GAMES[::2])
def test_a_new_process_at_every_step_goes_on_with_the_very_next_card(
    house: Floor, game: str, mode: str, settings: dict[str, Any]
) -> None:
    table = set_up(house, game, mode, settings)

    def new_process() -> Floor:
        shoes._kept.clear()
        return Floor(house.clock)

    def watch(floor: Floor) -> None:
        record = record_of(floor, table)
        assert record == record_of(house, table)
        assert from_text(to_text(record)) == record

    for number in range(2):
        play_round(new_process, table, Random(f"resume {number}"), watch)
    cards_came_in_their_order(table, record_of(house, table))


def nobody_sees_too_much(record: TableRecord, actor: Actor) -> None:
    """Pontoon is dealt face up, from several decks; in the other games each card is somebody's, or nobody's yet."""
    text = json.dumps(recall.view_of(record, actor).as_json())
    if record.game == "pontoon":
        return
    dealt = set(record.state.felt.dealt)
    left = set(shoes.cards_of(record)[record.drawn :]) if record.shoe else set()
    may_see: set[Card] = set()
    for viewer in viewers_of(record, actor):
        if record.game == "holdem":
            may_see |= holdem_watched.face_up(record.state) | holdem_watched.own_cards(record.state, viewer)
        else:
            table: Any = SimpleNamespace(state=record.state, game=record.rules)
            may_see |= watched.face_up(table) | watched.own_cards(table, viewer)
    for card in dealt | left:
        assert card in may_see or f'"{face(card)}"' not in text, (actor, face(card))


def nothing_written_tells_a_card_of_the_shoe(table: str, record: TableRecord) -> None:
    """No cause tells any card at all, and no event of the last shoe a card that is still in it."""
    rows = store.read(f"table:{table}")
    faces = [f'"{face(Card(card))}"' for card in range(53)]
    for row in rows:
        assert not any(told in row.cause for told in faces), row.cause
    if record.game == "pontoon":
        return
    left = [f'"{face(card)}"' for card in shoes.cards_of(record)[record.drawn :]]
    assert left
    last = max(row.seq for row in rows if row.kind == "floor.ShoeCommitted")
    for row in rows:
        assert row.seq < last or not any(told in row.body for told in left), row


def cards_came_in_their_order(table: str, record: TableRecord) -> None:
    """What the events tell of the last shoe is how it lay in its row."""
    came: list[Card] = []
    for row in store.read(f"table:{table}"):
        event = codec.decode(row.kind, row.version, row.body)
        if row.kind == "floor.ShoeCommitted":
            came = []
        came += record.kit.drawn_by(event) or ()
    assert came
    assert tuple(came) == shoes.cards_of(record)[: record.drawn]


def test_the_auditor_sees_the_whole_deal_once_the_round_is_over(house: Floor) -> None:
    table = set_up(house, "ultimate", "house", {})
    play_round(lambda: house, table, Random(1))
    record = record_of(house, table)
    shown = json.dumps(recall.view_of(record, AUDITOR).as_json())
    assert all(face(card) in shown for card in record.state.felt.dealt)
