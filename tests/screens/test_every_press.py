"""Every form and button of every page that people can come to, in a house with two of everything.

A press is what one form or button gives. Its key must be its own: at another table, event or person it is another
press. And what cannot be taken back is asked about before it is sent.
"""

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from typing import NamedTuple

import pytest

from pitboss.floor.cage.counter import CashOut
from pitboss.floor.cage.events import Method
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo, CloseHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.play import Deal
from pitboss.floor.tournaments.structure_shelf import SaveStructure
from pitboss.screens.common import acting
from pitboss.screens.common.pages import PLACES
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import MANAGER, give
from tests.screens.api_scene import P1, P2, PEOPLE, Api
from tests.screens.asking_scene import IRREVERSIBLE, RARE
from tests.screens.director.event_scene import Event, started, to_floor
from tests.screens.director.sessions_scene import structure

WAGERS = {"ultimate": {"ante": 1000, "blind": 1000}, "canberra": {"ante": 1000}, "pontoon": {"main": 1000}}
TABLES = (*product((*WAGERS, "holdem"), ("house",)), ("pontoon", "practice"), ("ultimate", "live"))
VIRTUAL = tuple((game, mode) for game, mode in TABLES if game in WAGERS and mode != "live")
PAIR = ("a", "b")
# What would follow is told and nothing is done.
WOULD = "/director/would"
# Papers, figures and the past, where nothing is pressed, and parts of a page that are in it already.
_WITHOUT_PRESSES = re.compile(
    r"/(rules|static|maths|audit|api|screen|live)/|/rounds|/print|\.(csv|txt|json)|/file$|\?(days|c|preset|only|matter)="
    r"|/(now|felt|offers|strip|found|others)\b|^/wizard/[^/]+/"
)
# All that presses are made of: the rest of a page takes long to read.
_PARTS = re.compile(r"""</?(?:form|input|button)\b(?:"[^"]*"|'[^']*'|[^>"'])*>""")
_ADDRESS = re.compile(r'(?:href|hx-get)="(/[^"#]*)"')


Fixed = frozenset[tuple[str, str]]


class Press(NamedTuple):
    """What a button gives: where it is sent, what stands fixed in it, and whether it asks first.

    `owner` is what has the key: the button itself, or the form whose button it is.
    """

    key: str
    owner: tuple[str, Fixed]
    address: str
    fixed: Fixed
    asks: bool

    @property
    def commands(self) -> set[str]:
        """The command, and the verb of a table or the desk in it."""
        return {self.address.rpartition("/")[2], *(told for name, told in self.fixed if name.partition(":")[0] == "do")}


class Presses(HTMLParser):
    """All presses of a page: what is hidden in a form is known at its end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[Press] = []
        self._form: tuple[str, dict[str, str]] | None = None
        self._buttons: list[dict[str, str]] = []
        self.feed("".join(_PARTS.findall(text)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form, self._buttons = (given.get("hx-post", ""), _values(given)), []
        elif tag == "input" and given.get("type") == "hidden" and self._form:
            self._form[1][given["name"]] = given.get("value", "")
        elif tag == "button" and self._form and ("hx-post" in given or given.get("type", "submit") == "submit"):
            self._buttons.append(given)
        elif tag == "button" and "hx-post" in given:
            self._add(given, "", {})

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form:
            for button in self._buttons:
                self._add(button, *self._form)
            self._form = None

    def _add(self, button: dict[str, str], address: str, fields: dict[str, str]) -> None:
        own = _values(button) | ({button["name"]: button["value"]} if "name" in button else {})
        to, key = button.get("hx-post", address), own.get("key", fields.get("key", ""))
        owner = (to, _fixed(own)) if "key" in own else (address, _fixed(fields))
        self.found.append(Press(key, owner, to, _fixed(fields | own), "data-ask" in button))


def _fixed(fields: dict[str, str]) -> Fixed:
    return frozenset((name, str(told)) for name, told in fields.items() if name != "key")


def _values(given: dict[str, str]) -> dict[str, str]:
    told: dict[str, str] = json.loads(given.get("hx-vals", "{}"))
    return told


def pages(api: Api, actor: Actor, *more: str) -> Iterator[tuple[str, str]]:
    """Every page and part of one that somebody comes to from the places of the house, each once."""
    waiting = [place.address for place in PLACES if actor.role in place.roles] + ["/account", *more]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        answer = api.get(address, actor)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        text = answer.content.decode()
        yield address, text
        found = {html.unescape(each) for each in _ADDRESS.findall(text)} - seen
        waiting += sorted(each for each in found if not _WITHOUT_PRESSES.search(each))
        seen |= found


def presses(api: Api, actor: Actor, *more: str) -> Iterator[Press]:
    for _, text in pages(api, actor, *more):
        yield from Presses(text).found


@pytest.fixture
def doubled(house: Floor) -> Floor:
    """Two tables of every game and mode, and two events, each pair with the same past."""
    for (game, mode), name in product(TABLES, PAIR):
        scene.open_table(house, game, f"{game}-{mode}-{name}", mode=mode)
    for name in PAIR:
        event, people = started(to_floor(house), name, structure("saturday_special"), 4)
        event.do("bust_out", player=people[3])
        event.do("mark_absent", player=people[2])
        event.do("penalise", player=people[1], orbits=1, reason="A call at the table")
    return house


def sit_down(house: Floor) -> None:
    for name in PAIR:
        for game, mode in VIRTUAL:
            scene.done(scene.say(house, P1, f"{game}-{mode}-{name}", "sit", seat=4))
        for actor, seat in ((P1, 4), (P2, 5)):
            scene.done(scene.say(house, actor, f"holdem-house-{name}", "join", seat=seat, amount=50_000))


def put_chips_down(house: Floor) -> None:
    for name, (game, mode) in product(PAIR, VIRTUAL):
        scene.done(scene.say(house, P1, f"{game}-{mode}-{name}", "place", seat=4, wagers=WAGERS[game]))


def deal(house: Floor) -> None:
    for name in PAIR:
        for game, mode in VIRTUAL:
            give(house, P1, Deal(table=f"{game}-{mode}-{name}"))
        give(house, scene.SUPERVISOR, Deal(table=f"holdem-house-{name}"))


@house_scene.ON_SQLITE
def test_no_two_presses_share_a_key(api: Api, doubled: Floor) -> None:
    """The tables of each pair are at the same position and the events at the same line all the time."""
    found: dict[tuple[Actor, str], set[tuple[str, Fixed]]] = defaultdict(set)
    for happens in (None, sit_down, put_chips_down, deal):
        if happens:
            happens(doubled)
        for press in presses(api, P1):
            found[P1, press.key].add(press.owner)
    for actor in PEOPLE.values():
        for press in presses(api, actor):
            found[actor, press.key].add(press.owner)
    keyed = {key: owners for (_, key), owners in found.items() if key}
    assert not {key: owners for key, owners in keyed.items() if len(owners) > 1}
    told = {name for owners in keyed.values() for to, fixed in owners for name in (to, *dict(fixed).values())}
    for name in PAIR:
        assert {f"/tables/{game}-house-{name}/wagers" for game in WAGERS} <= told
        assert {
            f"holdem-house-{name}",
            f"pontoon-practice-{name}",
            f"/dealer/ultimate-live-{name}/take-back",
            name,
        } <= told


@house_scene.ON_SQLITE
def test_what_cannot_be_taken_back_is_asked_about(api: Api, doubled: Floor) -> None:
    director = to_floor(doubled)
    heat, _ = started(director, "heat", "pontoon_heats", 12)
    heat.do("begin_session")
    Event(director, "b").do("suspend", reason="No light")
    give(doubled, PEOPLE[Role.CASHIER], CashOut(patron="p1", amount=5000, method=Method.VOUCHER))
    give(doubled, PEOPLE[Role.DIRECTOR], SaveStructure(name="own", text=structure("saturday_special")))
    give(doubled, MANAGER, CloseHouse(reason="It becomes a demo"))
    give(doubled, SETTING_UP, BeginDemo())
    people = (P1, PEOPLE[Role.CASHIER], PEOPLE[Role.DIRECTOR], MANAGER)
    found = {press for actor in people for press in presses(api, actor)}
    grave = {press: press.commands & IRREVERSIBLE for press in found if press.address != WOULD}
    assert not [what for press, what in grave.items() if what and not press.asks]
    assert IRREVERSIBLE - set().union(*grave.values()) == RARE


def test_what_is_rarely_to_be_done_is_asked_about_as_well() -> None:
    text = "".join(template.read_text() for template in acting.TEMPLATES.rglob("*.html"))
    for do in RARE:
        offered = re.findall(rf'desk_button\("{do}".*?}}}}', text)
        assert offered
        assert all("confirm=" in each for each in offered)


def test_no_page_makes_up_a_key_of_its_own() -> None:
    """A button has its key from `gives`, a form from `new_key`."""
    for template in sorted(acting.TEMPLATES.rglob("*.html")):
        text = template.read_text()
        made = re.findall(r'name="key"[^>]* value="([^"]*)"', text)
        assert set(made) <= {"{{ new_key() }}", "{{ key }}"}, template
        assert '"key":' not in text, template


def test_the_table_is_drawn_for_everybody_who_may_look(api: Api) -> None:
    for actor in (P1, *PEOPLE.values()):
        answer = api.get("/tables/ultimate-1", actor)
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store"
        assert 'class="felt' in answer.content.decode()
