"""Every button of a tournament: pressed twice it is one command, from an old page it is none, and it is undone."""

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tournaments.commands import AddTournament, Undo
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.tournaments.event.state import Tournament
from tests.floor import house_scene
from tests.floor.tables.table_floor_scene import give
from tests.screens.api_scene import PEOPLE, Api
from tests.screens.director import several_events_scene as events
from tests.screens.director.event_scene import Event, record_of, to_floor
from tests.screens.director.sessions_scene import structure

pytestmark = house_scene.ON_SQLITE

DIRECTOR, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.CASHIER]
BUTTON = re.compile(r"hx-post=\"/act/desk\"[^>]*? hx-vals='([^']*)'")
# Pages with buttons, and for whom.
PAGES: tuple[tuple[str, Actor], ...] = (
    *(("", DIRECTOR), ("rulings/penalties/", DIRECTOR), ("rulings/absent/", DIRECTOR), ("rulings/stop/", DIRECTOR)),
    *(("entries/", CASHIER), ("prizes/", DIRECTOR), ("sessions/", DIRECTOR), ("conditions/", DIRECTOR)),
)
# What must be among the buttons of an event.
EXPECTED = {
    events.PLANNED: {"publish_conditions", "notify_commission"},
    events.LATE: {"pause_clock", "next_level", "reenter", "mark_absent", "move_player"},
    events.BUBBLE: {"count_hand", "end_hand_for_hand", "redraw_final", "break_table", "lift_penalty", "mark_present"},
    events.TIED: {"rule_on_tie", "hold_table", "lock_seat", "adjust_clock"},
    events.HEAT: {"start_house_round", "sign_off"},
}
# One name of two screens' worth of letters that no key may have.
LONG = "Zoë " + "Ngũgĩ-" * 15 + "Ó"


def text_of(api: Api, tournament: str, page: str, actor: Actor) -> str:
    answer = api.get(f"/director/{tournament}/{page}", actor)
    return answer.content.decode() if answer.status_code == 200 else ""


def buttons_on(api: Api, tournament: str, page: str, actor: Actor) -> list[dict[str, Any]]:
    """Every button of a page that gives a command of the desk."""
    return [json.loads(html.unescape(found)) for found in BUTTON.findall(text_of(api, tournament, page, actor))]


def buttons(api: Api, house: Floor, tournament: str) -> Iterator[tuple[dict[str, Any], str, Actor]]:
    """Those of every page and of the cards of a player, a table and a seat, with the page and who looks at it."""
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
        yield from ((values, page, actor) for values in buttons_on(api, tournament, page, actor))


class Forms(HTMLParser):
    """The forms of a page that give a command of the desk, with what they are filled in with."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self._inside, self._select = False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("hx-post") == "/act/desk"
            self.found += [{}] if self._inside else []
        elif self._inside and tag == "input" and given.get("type") != "checkbox" and "name" in given:
            self.found[-1][given["name"]] = given.get("value", "")
        elif self._inside and tag == "select":
            self._select = given["name"]
        elif self._inside and tag == "option" and ("selected" in given or self._select not in self.found[-1]):
            self.found[-1][self._select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def forms(api: Api, tournament: str, page: str, actor: Actor) -> list[dict[str, Any]]:
    read = Forms()
    read.feed(text_of(api, tournament, page, actor))
    return read.found


# What a director writes into a form before it is sent.
WRITTEN = {
    "reason": "As announced",
    "what": "A ruling",
    "text": "Soon",
    "name": "Dora Field",
    "note": "Talked",
    "cents": "5",
}


@pytest.mark.parametrize("tournament", events.EVENTS)
def test_a_form_is_one_command_and_none_from_an_old_page(api: Api, house: Floor, tournament: str) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    tried: set[str] = set()
    drawn = [(where, place, form) for where in PAGES for place, form in enumerate(forms(api, tournament, *where))]
    for (page, actor), place, form in drawn:
        fresh = forms(api, tournament, page, actor)[place]
        assert fresh["do"] == form["do"]
        for name in fresh:
            particular = name.removeprefix("given.").partition(":")[0]
            fresh[name] = fresh[name] or WRITTEN.get(particular, "")
        if pressed(api, house, tournament, {"tournament": tournament, **fresh}, actor):
            tried.add(fresh["do"])
    assert tried >= {"show_message"} | ({"pay_prize"} if tournament == events.OVER else set())


def fields(values: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}


def standing(house: Floor, tournament: str) -> tuple[Tournament, dict[str, int]]:
    return record_of(house, tournament).state, {name: cents for name, cents in books.balances().items() if cents}


@pytest.mark.parametrize("tournament", events.EVENTS)
def test_a_button_is_one_command_and_none_from_an_old_page(api: Api, house: Floor, tournament: str) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    tried: set[str] = set()
    refused: set[str] = set()
    looked_at: set[str] = set()
    for drawn, page, actor in list(buttons(api, house, tournament)):
        given = json.dumps({name: value for name, value in drawn.items() if name.startswith("given.") or name == "do"})
        if given in looked_at:
            continue
        looked_at.add(given)
        # The page as it is now: what was undone since has written lines of its own.
        now = {name: value for name, value in drawn.items() if name not in ("after:whole", "key")}
        fresh = next((each for each in buttons_on(api, tournament, page, actor) if now.items() <= each.items()), None)
        assert fresh is not None, drawn
        (tried if pressed(api, house, tournament, fresh, actor) else refused).add(fresh["do"])
    assert len(tried) > 1
    assert tried >= EXPECTED.get(tournament, set())
    # What cannot be done any more is not offered.
    assert tournament != events.OVER or not refused


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
    state, money = standing(house, tournament)
    # Money that was taken on the spot is in the till, and in the account when the entry is undone.
    assert (state, None if "paid_by" in values else money) == (before[0], None if "paid_by" in values else before[1])
    return True


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


def test_more_and_less_time_are_two_commands_though_they_are_as_many_seconds(api: Api, house: Floor) -> None:
    events.with_events(to_floor(house), events.of_floor(house))
    found = [values for values, *_ in buttons(api, house, events.TIED) if values["do"] == "adjust_clock"]
    keys = {json.dumps({**values, "key": ""}): values["key"] for values in found}
    assert len(keys) == 2
    assert len(set(keys.values())) == 2


def test_whatever_people_and_events_are_called_their_buttons_work(api: Api, house: Floor) -> None:
    """A key is short and plain ASCII; names are neither."""
    name = "x" * 40
    give(house, DIRECTOR, AddTournament(tournament=name, structure=structure("saturday_special")))
    event = Event(to_floor(house), name)
    event.do("name_director", name=LONG)
    signs_on = next(values for values, *_ in buttons(api, house, name) if values["do"] == "sign_on")
    assert signs_on["given.name"] == LONG
    assert pressed(api, house, name, signs_on, DIRECTOR)
