"""Bots at practice tables: they sit down, play at once and by the rules, see no more than a player, and go again."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.reading import recall
from pitboss.floor.tables import bots, croupier
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.practice import SeatBots, SendBotsAway
from pitboss.floor.tables.practice_record import is_bot
from pitboss.floor.tables.setup import AddTable, DisableTable, SetTable
from pitboss.games.holdem.seats.room_events import ToppedUp
from pitboss.games.play import RUNNING, Stage
from pitboss.games.views import HIDDEN
from pitboss.kits import kit_of, register_temporarily
from pitboss.ledger import books
from tests.floor import house_scene
from tests.floor.house_scene import Clock
from tests.floor.tables import table_floor_scene
from tests.floor.tables.practice_scene import (
    GAMES,
    all_is_well,
    begin,
    bots_of,
    come,
    decide,
    finish,
    play,
    practise,
    stage_of,
)
from tests.floor.tables.table_floor_scene import (
    MANAGER,
    P1,
    P2,
    SUPERVISOR,
    books_are_right,
    done,
    give,
    house_with_patrons,
    open_table,
    record_of,
    refused,
    say,
    wager,
)

# What practice is does not depend on the engine; on PostgreSQL it is tried by `properties/test_floor.py`.
pytestmark = house_scene.ON_SQLITE
THREE = ["Bot-Clara", "Bot-Bruno", "Bot-Anna"]


@pytest.fixture(autouse=True)
def whims(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "random", Random(request.node.name))


@pytest.mark.parametrize("game", GAMES)
def test_rounds_with_bots_are_played_within_the_commands_of_the_person(house: Floor, game: str) -> None:
    table = practise(house, game, bots=3)
    assert bots_of(house, table) == THREE

    def watch(floor: Floor) -> None:
        books_are_right(floor, table)
        record = record_of(floor, table)
        if record.state.felt.stage in RUNNING:
            # Whoever is waited for is the person.
            assert set(record.rules.due(record.state)) <= {1}
        nobody_sees_the_cards_of_a_bot(floor, table)

    for _ in range(4):
        play(house, table, watch=watch)
        assert dealt_in(house, table) == {P1.id, *THREE}
    all_is_well(house, table)
    assert not any(cents for name, cents in books.balances().items() if not name.startswith("practice/"))


def dealt_in(floor: Floor, table: str) -> set[str]:
    game = record_of(floor, table).state.play
    return set(game.round.names) if hasattr(game, "round") else {box.player for box in game.boxes}


def nobody_sees_the_cards_of_a_bot(floor: Floor, table: str) -> None:
    """While a round runs, and where cards are hidden at all."""
    record = record_of(floor, table)
    if record.state.felt.stage not in RUNNING or record.game == "pontoon":
        return
    hidden: set[Card] = set()
    state = record.state
    if record.game == "holdem":
        now = state.play.round
        for hand, (name, cards) in enumerate(zip(now.names, now.hole, strict=True)):
            if is_bot(name) and not now.shown >> hand & 1:
                hidden |= set(cards)
    else:
        hidden = {card for box in state.play.boxes if is_bot(box.player) for card in box.cards}
    assert hidden
    text = json.dumps(recall.view_of(record, P1).as_json())
    assert not any(f'"{face(card)}"' in text for card in hidden)


@pytest.mark.parametrize("game", ["ultimate", "canberra", "holdem"])
def test_a_bot_is_shown_its_own_cards_and_no_others(house: Floor, game: str) -> None:
    shown: list[tuple[int | None, Any]] = []

    def decide(view: Any, choices: Any, number: int, random: Any) -> Any:
        shown.append((choices[0].seat, view))
        return kit.bot(view, choices, number, random)

    kit = kit_of(game)
    with register_temporarily(replace(kit, bot=decide)):
        table = practise(house, game, bots=3)
        for _ in range(2):
            play(house, table)
    assert len(shown) >= 6
    for seat, view in shown:
        rows = {row.seat: row.cards for row in view.places}
        assert HIDDEN not in rows.pop(seat)
        assert {card for cards in rows.values() for card in cards} <= {HIDDEN}


def test_hold_em_goes_on_hand_after_hand_and_a_bot_that_is_broke_buys_again(house: Floor) -> None:
    table = practise(house, "holdem", bots=5, max_buy_in=10_000)
    broke: set[str] = set()
    while not broke:
        begin(house, table)
        while stage_of(house, table) in RUNNING:
            # All chips in, so that somebody is broke soon.
            decide(house, table, P1, "tap_out", "call")
        chairs = record_of(house, table).state.play.room.chairs.values()
        broke = {chair.player for chair in chairs if is_bot(chair.player) and not chair.stake}
        assert len(bots_of(house, table)) == 5
    facts = begin(house, table).facts
    assert broke <= {event.player for _, event in facts if isinstance(event, ToppedUp)}
    assert dealt_in(house, table) == {P1.id, *bots_of(house, table)}
    all_is_well(house, table)


@pytest.mark.parametrize("game", GAMES)
def test_bots_leave_with_the_last_person(house: Floor, game: str) -> None:
    table = practise(house, game, bots=3)
    play(house, table)
    done(say(house, P1, table, "leave", seat=1))
    assert not record_of(house, table).state.house.seated
    all_is_well(house, table)


def test_bots_play_a_hand_out_when_its_person_has_left(house: Floor, clock: Clock) -> None:
    table = practise(house, "ultimate", bots=2)
    begin(house, table)
    done(say(house, P1, table, "leave", seat=1))
    assert len(bots_of(house, table)) == 2
    for _ in range(3):
        clock.pass_seconds(30)
        for answer in croupier.tick(house):
            done(answer)
    assert stage_of(house, table) is Stage.OVER
    assert bots_of(house, table) == []
    all_is_well(house, table)


def test_bots_wager_when_a_person_does_and_take_it_back_with_the_person(house: Floor) -> None:
    table = practise(house, "ultimate", bots=2)
    assert not record_of(house, table).state.felt.wagers
    done(wager(house, table, P1, 1))
    limits = record_of(house, table).state.house.limits
    wagers = [row for row in record_of(house, table).state.felt.wagers if is_bot(row.player)]
    assert {row.kind: row.stake for row in wagers} == {kind: limits[kind].least for kind in ("ante", "blind")}
    assert len(wagers) == 4
    done(say(house, P1, table, "take_back", seat=1, wagers=table_floor_scene.WAGERS["ultimate"]))
    assert not record_of(house, table).state.felt.wagers
    books_are_right(house, table)


@pytest.mark.parametrize("game", GAMES)
def test_bots_are_sent_away_between_rounds_only(house: Floor, game: str) -> None:
    table = practise(house, game, bots=2)
    begin(house, table)
    while stage_of(house, table) not in RUNNING:
        begin(house, table)
    no = refused(house.execute(P1, SendBotsAway(table=table)))
    assert no.clause
    assert no.word == "round_runs"
    finish(house, table)
    give(house, P1, SendBotsAway(table=table))
    assert bots_of(house, table) == []
    assert refused(house.execute(P1, SendBotsAway(table=table))).word == "no_bots"
    all_is_well(house, table)


def test_who_may_have_bots_and_how_many(house: Floor) -> None:
    table = practise(house, "ultimate")
    assert refused(house.execute(P2, SeatBots(table=table, number=1))).word == "not_there"
    assert refused(house.execute(P2, SendBotsAway(table=table))).word == "not_there"
    for number in (0, -1, 7, 100):
        assert refused(house.execute(P1, SeatBots(table=table, number=number))).field == "number"
    give(house, SUPERVISOR, SeatBots(table=table, number=6))
    assert refused(house.execute(P1, SeatBots(table=table, number=1))).field == "number"
    play(house, table)
    all_is_well(house, table)
    give(house, SUPERVISOR, SendBotsAway(table=table))
    done(say(house, P1, table, "leave", seat=1))
    assert refused(house.execute(SUPERVISOR, SeatBots(table=table, number=1))).word == "nobody_there"
    give(house, SUPERVISOR, DisableTable(table=table, reason="A drill."))
    assert refused(house.execute(P1, SeatBots(table=table, number=1))).word == "table_disabled"


@pytest.mark.clause("UTH 15.1[s1]", "CAN 16.1", "PON 17.5(b)", "HLD 19.5(b)")
@pytest.mark.parametrize("game", GAMES)
def test_there_are_no_bots_at_tables_for_money(house: Floor, game: str) -> None:
    table = open_table(house, game)
    come(house, table)
    clauses = {"ultimate": "UTH 15.1[s1]", "canberra": "CAN 16.1", "pontoon": "PON 17.5(b)", "holdem": "HLD 19.5(b)"}
    for command in (SeatBots(table=table), SendBotsAway(table=table)):
        assert refused(house.execute(P1, command)).clause == clauses[game]
    assert "practice" not in recall.view_of(record_of(house, table), P1).as_json()
    added = AddTable(table="new", game=game, title="New", bots=1)
    assert refused(house.execute(MANAGER, added)).field == "bots"


def test_no_patron_is_called_as_a_bot_is(house: Floor) -> None:
    house_with_patrons(house)
    for name in bots.NAMES:
        taken_in = AddPatron(name="Anna", date_of_birth="1980-01-01", id=name)
        assert refused(house.execute(SUPERVISOR, taken_in)).field == "id"


@pytest.mark.parametrize("game", GAMES)
def test_a_table_may_have_its_bots_come_with_the_first_person(house: Floor, game: str) -> None:
    house_with_patrons(house, cents=0)
    give(house, MANAGER, AddTable(table="p", game=game, title="P", mode="practice", bots=3))
    done(say(house, MANAGER, "p", "open_table"))
    come(house, "p")
    assert bots_of(house, "p") == THREE
    come(house, "p", P2, seat=2)
    assert bots_of(house, "p") == THREE
    if game == "holdem":
        give(house, SUPERVISOR, Deal(table="p"))
    all_is_well(house, "p")


def test_the_bots_of_a_table_are_set_as_its_other_settings_are(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    added = AddTable(table="p", game="ultimate", title="P", mode="practice", bots=7)
    assert refused(house.execute(MANAGER, added)).field == "bots"
    give(house, MANAGER, AddTable(table="p", game="ultimate", title="P", mode="practice", bots=2))
    assert refused(house.execute(MANAGER, SetTable(table="p", title="P", bots=-1))).field == "bots"
    give(house, MANAGER, SetTable(table="p", title="P", bots=4))
    done(say(house, MANAGER, "p", "open_table"))
    done(wager(house, "p", P1, 3))
    assert len(bots_of(house, "p")) == 4
    # They have put their chips down beside the person's.
    assert len({row.player for row in record_of(house, "p").state.felt.wagers}) == 5


def test_who_practises_alone_is_not_hurried_and_two_are(house: Floor, clock: Clock) -> None:
    table = practise(house, "holdem", bots=2)
    begin(house, table)
    clock.pass_seconds(10_000)
    assert croupier.tick(house) == []
    assert recall.view_of(record_of(house, table), P1).as_json()["clock"] == {
        "betting_ends": None,
        "decisions_end": {},
        "choices_end": None,
    }
    finish(house, table)
    clock.pass_seconds(10_000)
    assert croupier.tick(house) == []
    come(house, table, P2, seat=6)
    clock.pass_seconds(10)
    assert [done(answer).answer["round"] for answer in croupier.tick(house)] == [2]


def test_bots_do_not_play_among_themselves(house: Floor, clock: Clock) -> None:
    table = practise(house, "holdem", bots=2)
    come(house, table, P2, seat=6)
    for actor, seat in ((P1, 1), (P2, 6)):
        done(say(house, actor, table, "sit_out", seat=seat))
    clock.pass_seconds(1000)
    assert croupier.tick(house) == []
    assert refused(house.execute(P1, Deal(table=table))).word == "not_waited"


def test_bots_never_let_anybody_wait(house: Floor) -> None:
    table = practise(house, "pontoon", bots=3)
    done(wager(house, table, P1, 1))
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert view["waits_for"] == [P1.id]
    assert view["may_deal"]
