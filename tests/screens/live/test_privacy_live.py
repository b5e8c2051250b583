"""Nobody hears what they may not: at any address, in any answer, in the live streams, in the log and in exports."""

import json
from contextlib import ExitStack
from datetime import date
from random import Random
from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.patrons import ChangePatron, Exclude
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import round_written
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.floor.upkeep import export
from pitboss.floor.upkeep.export import ExportPeriod
from pitboss.journal import store
from pitboss.screens.api.urls import READS
from tests.floor import house_scene
from tests.floor.people import people_scene
from tests.floor.reading.privacy_scene import DIRECTOR, VIEWERS, cards_in, may_see
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tournaments import tournament_floor_scene
from tests.screens.api_scene import Api
from tests.screens.live.listening_scene import (
    DAY,
    TOURNAMENT,
    ByWire,
    Listener,
    LogKept,
    cards_drawn,
    floor_of,
    table_at,
)
from tests.screens.live.live_scene import PageScreen, Screen, served

seeded_shoes = scene.seeded_shoes
on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
GAMES: dict[str, dict[str, Any]] = {
    "ultimate": {},
    "canberra": {"jackpot": scene.JACKPOT},
    "pontoon": {"decks": 4, "burn_on_new_shoe": 1},
    "holdem": {},
}
# Most hands of hold'em are short.
ROUNDS = {"holdem": 2}
games = pytest.mark.parametrize("game", GAMES)
BORN = ("1981-01-31", "1972-02-29", "1963-03-30", "1954-04-28")
NAMES = ("Quentin Ashgrove", "Rosalind Birchall", "Sebastian Cornflower", "Theodora Dunmore")


def people(house: Floor) -> None:
    """Patrons who are somebody, one of them kept out, with odd sums of money; a tournament; and a second factor."""
    for number, (name, born) in enumerate(zip(NAMES, BORN, strict=True), 1):
        told: dict[str, Any] = {"name": name, "date_of_birth": born, "membership": f"SECRET-{number}77"}
        scene.give(house, scene.SUPERVISOR, ChangePatron(patron=f"p{number}", **told))
        scene.give(house, scene.CASHIER, BuyIn(patron=f"p{number}", amount=1_234_567 * number))
    scene.give(house, scene.SUPERVISOR, Exclude(patron="p4", reason="keeps shouting", until="2099-12-31"))
    structure = {"structure": tournament_floor_scene.quick("midweek_jam"), "start": "2025-11-15T18:00"}
    scene.give(house, DIRECTOR, AddTournament(tournament=TOURNAMENT, **structure))
    for do in ("publish_conditions", "open_entries"):
        scene.give(house, DIRECTOR, Desk(tournament=TOURNAMENT, do=do))
    scene.give(house, scene.CASHIER, Desk(tournament=TOURNAMENT, do="register", given={"person": "p1"}))
    password = people_scene.password_of(house, "staff:dora")
    people_scene.enrol(house, "dora", password, Role.DEALER)


def seated(house: Floor, game: str) -> str:
    """A money table of a game, with p1, p2 and p3 at it where they have to sit down first."""
    table = f"{game}-x"
    scene.give(house, scene.MANAGER, AddTable(table=table, game=game, title=game, settings=GAMES[game]))
    scene.done(scene.say(house, scene.SUPERVISOR, table, "open_table"))
    if game == "holdem":
        scene.sit_down_to_holdem(house, table)
    return table


@on_sqlite
@games
def test_nobody_hears_a_hidden_card_or_a_secret_at_any_address(api: Api, house: Floor, game: str) -> None:
    people(house)
    listener = Listener(api)
    by_wire = ByWire(listener)
    table = seated(house, game)
    with LogKept() as log:
        listener.everywhere(table)
        for number in range(ROUNDS.get(game, 1)):
            scene.play_round(lambda: floor_of(by_wire), table, Random(number), lambda _: listener.at_the_table(table))
        listener.everywhere(table)
        impertinent(by_wire, table)
        listener.recalled(table)
    assert listener.asked == {(viewer, read.path) for viewer in VIEWERS for read in READS}
    assert listener.heard > 500
    for line in log.lines():
        listener.hears(VISITOR, "the log", line, set())
    exports_have_what_everybody_saw(listener, house, table)


@on_sqlite
def test_nobody_hears_a_hidden_card_where_a_dealer_enters_real_ones(api: Api, house: Floor) -> None:
    people(house)
    listener = Listener(api)
    by_wire = floor_of(ByWire(listener))
    table = scene.open_live_table(house, "canberra")
    for seat, name in enumerate(("p1", "p2"), 1):
        given = {"seat": seat, "player": name, "wagers": {"ante": 1000}}
        scene.done(scene.say(by_wire, scene.DEALER, table, "place", **given))
    listener.at_the_table(table)
    scene.deal_by_hand(
        by_wire, table, ["2c", "3d", "4h", "5s", "7c", "8d", "9h", "Ts", "Jc", "Qd", "Kh", "As", "2d", "3h", "4s"]
    )
    listener.everywhere(table)
    listener.recalled(table)
    exports_have_what_everybody_saw(listener, house, table)


def impertinent(by_wire: ByWire, table: str) -> None:
    """Commands that are refused, by those who would like to know."""
    for actor in VIEWERS:
        if actor is VISITOR:
            continue
        for do, given in (("deal", {"cards": ("As",)}), ("fold", {"seat": 2}), ("show", {"seat": 1}), ("look", {})):
            by_wire.execute(actor, Play(table=table, do=do, **given))
        by_wire.execute(actor, Deal(table=table))
        by_wire.execute(actor, Play(table="nowhere", do="fold"))


def exports_have_what_everybody_saw(listener: Listener, house: Floor, table: str) -> None:
    """Of cards only those that whoever walked past could see at some step; written rounds, what their reader saw."""
    taken = {past.number: [step.seq for step in recall.steps(table, past.number)] for past in recall.rounds(table)}
    records = {number: [table_at(table, seq) for seq in seqs] for number, seqs in taken.items()}
    for line in export.as_json_lines(export.journal(ExportPeriod())):
        listener.hears(VISITOR, "the exported journal", line, set())
    for line in export.as_json_lines(export.rounds(table, None, ExportPeriod())):
        told = json.loads(line)
        seen = {each for record in records[told["round"]] for each in may_see(record, scene.DISPLAY)}
        assert cards_in(told) <= seen
    assert not cards_in(json.loads(json.dumps(export.report(house, date.fromisoformat(DAY)))))
    for number in taken:
        for viewer in VIEWERS:
            told = round_written(table, number, viewer)
            if isinstance(told, No):
                assert told.word == "not_over"
                continue
            seen = {each for record in records[number] for each in may_see(record, viewer)}
            assert cards_in(told) <= seen, viewer


# The live streams.


def viewers_of_streams() -> tuple[Actor, ...]:
    return tuple(viewer for viewer in VIEWERS if viewer is not VISITOR)


def read_up_to(screen: Screen, seq: int) -> list[dict[str, Any]]:
    """All messages of a screen up to a `seq`."""
    heard = [screen.next()]
    while heard[-1]["id"] < seq:
        heard.append(screen.next())
    return heard


@on_sqlite
@games
def test_nobody_hears_a_hidden_card_in_a_live_stream_or_when_they_come_back(api: Api, house: Floor, game: str) -> None:
    people(house)
    listener = Listener(api)
    table = seated(house, game)
    listener.at_the_table(table)
    first = store.read(f"table:{table}")[-1].seq
    with served(house) as address, ExitStack() as stack:
        screens = {
            viewer: stack.enter_context(Screen(address, f"/live/tables/{table}", api.token(viewer)))
            for viewer in viewers_of_streams()
        }
        scene.play_round(lambda: house, table, Random(11))
        last = store.read(f"table:{table}")[-1].seq
        for viewer, screen in screens.items():
            back = stack.enter_context(
                Screen(address, f"/live/tables/{table}", api.token(viewer), Last_Event_ID=str(first))
            )
            for each in (screen, back):
                for message in read_up_to(each, last):
                    may = may_see(table_at(table, message["id"]), viewer)
                    listener.hears(viewer, f"message {message['id']}", json.dumps(message), may)
                    assert all(event.keys() <= {"kind", "clause"} for event in message["events"])
        with Screen(address, f"/live/tables/{table}") as nobody:
            assert nobody.status == 401


def parts_for(viewer: Actor, table: str) -> list[str]:
    """All that is drawn of a table for somebody."""
    own = [f"/tables/{table}/purse"] if viewer.role is Role.PLAYER else []
    console = [f"/dealer/{table}/now"] if viewer.role in (Role.DEALER, Role.SUPERVISOR) else []
    pit = [f"/pit/tables/{table}/now", "/pit/now"] if viewer.role in (Role.SUPERVISOR, Role.MANAGER) else []
    return [f"/tables/{table}/felt", *own, *console, *pit, "/lobby/offers"]


@on_sqlite
@games
@pytest.mark.parametrize("look", ["", "mode=text"])
def test_nobody_is_drawn_a_hidden_card_in_a_live_stream(api: Api, house: Floor, game: str, look: str) -> None:
    """Every message is watched as it comes, with whatever it leaves as it was and with what it changes."""
    people(house)
    listener = Listener(api)
    table = seated(house, game)
    listener.at_the_table(table)
    with served(house) as address, ExitStack() as stack:
        screens = {}
        for viewer in viewers_of_streams():
            asked = {"token": api.token(viewer), "Cookie": f"look={look}"}
            page = PageScreen(address, f"/live/tables/{table}", parts_for(viewer, table), **asked)
            screens[viewer] = stack.enter_context(page)

        def everybody_looks(floor: Floor) -> None:
            listener.at_the_table(table, ())
            record, last = floor.record(f"table:{table}"), store.read(f"table:{table}")[-1].seq
            for viewer, screen in screens.items():
                for message in read_up_to(screen, last):
                    drawn = json.dumps(message["parts"], ensure_ascii=False).replace('\\"', '"')
                    listener.sees(viewer, f"message {message['id']}", drawn, may_see(record, viewer))
                assert screen.shown.keys() == set(parts_for(viewer, table))

        everybody_looks(house)
        scene.play_round(lambda: house, table, Random(11), everybody_looks)
        own = screens[scene.P1].shown[f"/tables/{table}/felt"]
    assert cards_drawn(own)
    assert listener.heard > 50


@on_sqlite
def test_the_other_streams_have_no_cards_and_nothing_about_others(api: Api, house: Floor) -> None:
    people(house)
    listener = Listener(api)
    listener.at_the_table(seated(house, "ultimate"))
    with served(house) as address:
        for viewer in (*viewers_of_streams(), VISITOR):
            tournament = f"/live/tournaments/{TOURNAMENT}"
            for path in ("/live/house", tournament, f"{tournament}?only=steps", "/live/patrons/p1", "/live/tables/x"):
                token = "" if viewer is VISITOR else api.token(viewer)
                with Screen(address, path, token) as screen:
                    told = screen.next() if screen.status == 200 else screen.refusal()
                    listener.hears(viewer, path, json.dumps(told), set())
