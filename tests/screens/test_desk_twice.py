"""Every button of a tournament: pressed twice it is one command, from an old page it is none, and it is undone."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import house_scene
import several_events_scene as events
from api_scene import PEOPLE, Api
from event_scene import Event, to_floor
from pitboss.floor.house import Floor
from pitboss.floor.roles import Actor, Role
from pitboss.floor.tournament_record import Record
from pitboss.floor.tournaments import AddTournament, Undo
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.tournaments.state import Tournament
from sessions_scene import structure
from table_floor_scene import give

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
DIRECTOR, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.CASHIER]
BUTTON = re.compile(r"hx-post=\"/act/desk\"[^>]*? hx-vals='([^']*)'")
# Pages with buttons, and for whom.
PAGES: tuple[tuple[str, Actor], ...] = (
    *(("", DIRECTOR), ("rulings/penalties/", DIRECTOR), ("rulings/absent/", DIRECTOR), ("rulings/stop/", DIRECTOR)),
    *(("entries/", CASHIER), ("prizes/", DIRECTOR), ("sessions/", DIRECTOR), ("conditions/", DIRECTOR)),
)
# One name of two screens' worth of letters that no key may have.
LONG = "Zoë " + "Ngũgĩ-" * 15 + "Ó"


def record_of(house: Floor, tournament: str) -> Record:
    record: Record = house.record(f"tournament:{tournament}")
    return record


def buttons(api: Api, house: Floor, tournament: str) -> Iterator[tuple[dict[str, Any], Actor]]:
    """Every button that gives a command of the desk, on every page and on the cards of a player, a table and a seat."""
    state = record_of(house, tournament).state
    table = next(iter(state.tables.values()), None)
    cards: list[tuple[str, Actor]] = []
    if table is not None:
        players = list(table.seats.values())
        open_seat = next(seat for seat in range(1, table.size + 1) if seat not in table.seats)
        cards = [(f"?table={table.number}", DIRECTOR), (f"?table={table.number}&seat={open_seat}", DIRECTOR)]
        cards += [(f"?player={players[0]}&other=1", DIRECTOR), (f"entries/?player={players[0]}", CASHIER)]
    out = next((each.player for each in state.entrants.values() if each.status.value == "out"), None)
    cards += [(f"entries/?player={out}", CASHIER)] if out else []
    for page, actor in (*PAGES, *cards):
        answer = api.get(f"/director/{tournament}/{page}", actor)
        for found in BUTTON.findall(answer.content.decode() if answer.status_code == 200 else ""):
            yield json.loads(html.unescape(found)), actor


def fields(values: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}


def standing(house: Floor, tournament: str) -> tuple[Tournament, dict[str, int]]:
    return record_of(house, tournament).state, dict(books.balances())


@on_sqlite
@pytest.mark.parametrize("tournament", [events.PLANNED, events.BUBBLE, events.TIED, events.HEAT, events.OVER])
def test_a_button_is_one_command_and_none_from_an_old_page(api: Api, house: Floor, tournament: str) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    tried, looked_at = set(), set()
    for drawn, actor in list(buttons(api, house, tournament)):
        given = json.dumps({name: value for name, value in drawn.items() if name.startswith("given.") or name == "do"})
        if given in looked_at:
            continue
        looked_at.add(given)
        # The page as it is now: what was undone since has written lines of its own.
        now = {name: value for name, value in drawn.items() if name not in ("after:whole", "key")}
        fresh = next((each for each, _ in buttons(api, house, tournament) if now.items() <= each.items()), None)
        assert fresh is not None, drawn
        if pressed(api, house, tournament, fresh, actor):
            tried.add(fresh["do"])
    assert len(tried) > 1, (tried, looked_at)


def pressed(api: Api, house: Floor, tournament: str, values: dict[str, Any], actor: Actor) -> bool:
    """Whether it was done: then once, and not again from the same page under another key, and undone to the cent."""
    before, lines = standing(house, tournament), len(record_of(house, tournament).log)
    first = api.form("/act/desk", fields(values), actor)
    if first.status_code != 200:
        assert (first.status_code, standing(house, tournament)) == (422, before), values
        assert b'role="alert"' in first.content
        return False
    after, last = standing(house, tournament), store.last_seq()
    again = api.form("/act/desk", fields(values), actor)
    assert again.status_code == 200, values
    assert (standing(house, tournament), store.last_seq()) == (after, last), values
    assert len(record_of(house, tournament).log) == lines + 1
    if "after:whole" in values:
        old = api.form("/act/desk", fields({**values, "key": "of-another-window"}), actor)
        assert old.status_code == 422, values
        assert b"look again" in old.content
        assert (standing(house, tournament), store.last_seq()) == (after, last), values
    give(house, DIRECTOR, Undo(tournament=tournament, after=lines + 1))
    assert standing(house, tournament) == before, values
    return True


@on_sqlite
def test_undo_and_redo_by_a_double_click_are_one_each(api: Api, house: Floor) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    lines = len(record_of(house, events.OVER).log)
    for command in ("undo", "redo"):
        given = {"tournament": events.OVER, "after:whole": str(lines), "key": f"{command}-{lines}"}
        for _ in range(2):
            assert api.form(f"/act/{command}", given, DIRECTOR).status_code == 204
        lines += 1
        assert len(record_of(house, events.OVER).log) == lines
        assert api.form(f"/act/{command}", given | {"key": "another"}, DIRECTOR).status_code == 422
        assert len(record_of(house, events.OVER).log) == lines


@on_sqlite
def test_more_and_less_time_are_two_commands_though_they_are_as_many_seconds(api: Api, house: Floor) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    found = [values for values, _ in buttons(api, house, events.TIED) if values["do"] == "adjust_clock"]
    keys = {json.dumps({**values, "key": ""}): values["key"] for values in found}
    assert len(keys) == 2
    assert len(set(keys.values())) == 2


@on_sqlite
def test_whatever_people_and_events_are_called_their_buttons_work(api: Api, house: Floor) -> None:
    """A key is short and plain ASCII; names are neither."""
    name = "x" * 40
    give(house, DIRECTOR, AddTournament(tournament=name, structure=structure("saturday_special")))
    event = Event(to_floor(house), name)
    event.do("name_director", name=LONG)
    signs_on = next(values for values, _ in buttons(api, house, name) if values["do"] == "sign_on")
    assert signs_on["given.name"] == LONG
    assert pressed(api, house, name, signs_on, DIRECTOR)
