"""Somebody means harm: odd addresses, odd forms, double clicks, links that lead elsewhere. Nothing breaks."""

import csv
import dataclasses
import html
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import quote, urlencode

import pytest
from django.http import HttpResponse
from django.urls import URLPattern, get_resolver

from pitboss.cards.card import face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.directory import Directory
from pitboss.floor.people.security import DOORS
from pitboss.floor.reading import table_view
from pitboss.floor.rulings.matters import matters_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tournaments.desk import COMMANDS
from pitboss.floor.upkeep.demo import FIELD, PATRONS, open_demo_house
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import RoutineStep
from pitboss.journal import store
from pitboss.screens.common import process
from pitboss.screens.common.pages import own_address
from pitboss.screens.dealer import next_steps
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens import api_scene
from tests.screens.api_scene import PEOPLE, Api
from tests.screens.director import several_events_scene as several_events
from tests.screens.director.event_scene import to_floor

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
WAGERS = "/tables/ultimate-1/wagers"
TEN = {"seat:whole": "3", "wagers.ante:money": "10", "wagers.blind:money": "10"}
# The people of the demo house.
STAFF = [
    Actor(f"staff:{name}", role)
    for name, role in (
        *(("maria", Role.MANAGER), ("susan", Role.SUPERVISOR), ("daniel", Role.DEALER)),
        *(("carla", Role.CASHIER), ("derek", Role.DIRECTOR), ("anna", Role.AUDITOR)),
    )
]
ALICE, BEN = Actor("patron:p1001", Role.PLAYER), Actor("patron:p1002", Role.PLAYER)
# What the parts of an address are, where somebody means it; and what somebody else may write there.
MEANT: dict[str, tuple[str, ...]] = {
    "table": ("uth-1", "hld-1", "uth-2", "pon-p"),
    "game": ("ultimate", "holdem"),
    "patron": ("p1001",),
    "staff": ("susan",),
    "day": ("2025-11-15",),
    "document": ("UTH", "ruling"),
    "cited": ("9.6(a)", "P-01"),
    "do": ("void_round", "declare_misdeal"),
    "tournament": (several_events.BUBBLE, several_events.HEAT, several_events.OVER, several_events.LATE),
    "matter": ("out-of-turn", "conduct"),
    "stream": ("table:uth-1",),
    "person": ("patron:p1001",),
}
ODD = (
    "nowhere",
    "é中",
    "x" * 300,
    "-1",
    "9" * 30,
    "\N{FULLWIDTH DIGIT ONE}",
    "²",
    "..",
    "%00",
    "'\"<b>",
    "0001-01-01",
    "9999-12-31",
    "%0a",
)
ASKED = (
    *("next", "closed", "search", "days", "day", "table", "sort", "who", "before", "stream", "family", "kind", "role"),
    *("clause", "from_seq", "to_seq", "after", "step", "as", "first", "last", "q", "counted.x:whole", "stake", "decks"),
    *(
        "player",
        "find",
        "seat",
        "other",
        "own",
        "field",
        "show",
        "choose",
        "new",
        "public",
        "only",
        "preset",
        "map",
        "c",
    ),
    *("use.place", "order.place", "heading.place", "keep", "method", "held_back", "given.amounts.p1001:money", "of"),
    *("given.amounts:json", "given:json", "tournament", "structure", "matter"),
)
# Takes minutes in a process of its own, or reads all of the program and its tests.
LEFT_OUT = ("audit/check", "rules/<str:document>/traces")


# What somebody may be called, write, or call an event, and what would happen in a page that believed it.
ODD_WORDS = """</script><img src=x onerror=alert(1)>'"&amp;{{7*7}}"""
ODD_TITLE = """'><svg onload=alert(2)>"&"""


def odd_name(number: int) -> str:
    return f"""=cmd|'{number}'!A1 <script>alert({number})</script>"""


def furnish(floor: Floor) -> None:
    """The demo house with a round over, one that runs, one of practice, and tournaments of people with odd names."""
    open_demo_house(floor)
    for table, wagers in (("uth-1", {"ante": 1000, "blind": 1000}), ("pon-p", {"main": 1000})):
        scene.done(scene.say(floor, ALICE, table, "place", seat=1, wagers=wagers))
        scene.give(floor, ALICE, Deal(table=table))
    for _ in range(3):
        floor.execute(ALICE, Play(table="uth-1", do="check", seat=1))
    floor.execute(ALICE, Play(table="uth-1", do="fold", seat=1))
    tables = several_events.of_floor(floor)
    several_events.with_events(to_floor(floor), tables, odd_name, words=ODD_WORDS, title=ODD_TITLE)


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    cheap = patch.object(hashing, "COST", hashing.Cost(rounds=1, memory_kib=8, lanes=1))
    with cheap, house_scene.sqlite_house(tmp_path, house_scene.Clock(), furnish) as floor:
        directory = Directory()
        monkeypatch.setattr(process, "floor", lambda: floor)
        monkeypatch.setattr(process, "directory", lambda: directory)
        yield Api(floor)


def test_one_enters_as_those_who_can_sign_in_and_not_as_the_field_of_a_tournament(demo: Api) -> None:
    shown = demo.get("/").content.decode()
    assert re.findall(r'data-person="(p\d+)"', shown) == [f"p{1000 + number}" for number in range(1, len(PATRONS) + 1)]
    assert not any(name in shown for name in FIELD)


def addresses() -> Iterator[str]:
    """Every address of the house, as it is written in the program."""

    def inside(patterns: list[Any], prefix: str) -> Iterator[str]:
        for each in patterns:
            here = prefix + str(each.pattern)
            yield from (here,) if isinstance(each, URLPattern) else inside(each.url_patterns, here)

    return inside(get_resolver().url_patterns, "")


def filled(address: str, place: int, **odd: str) -> str:
    def part(found: re.Match[str]) -> str:
        meant = MEANT.get(found[1], ("1",))
        return odd.get(found[1], meant[place % len(meant)])

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", part, address)


def is_told(answer: HttpResponse) -> bool:
    return answer.status_code < 500 and b"Traceback" not in answer.content


def test_every_address_has_an_answer_for_everybody(demo: Api) -> None:
    found = [each for each in addresses() if each not in LEFT_OUT]
    assert len(found) > 90
    for address in found:
        for place in range(4 if "<str:table>" in address else 2 if "<" in address else 1):
            for person in (None, ALICE, *STAFF):
                shown = filled(address, place)
                answer = demo.get(shown, person, Accept="text/html")
                assert is_told(answer), (shown, person)


def test_no_odd_address_breaks_a_page(demo: Api) -> None:
    for address in addresses():
        if address in LEFT_OUT:
            continue
        shown = filled(address, 0)
        person = next((each for each in (ALICE, *STAFF) if demo.get(shown, each).status_code != 403), ALICE)
        names = re.findall(r"<(?:\w+:)?(\w+)>", address)
        odd_ones = [filled(address, 0, **{name: quote(odd, safe="%")}) for name in names for odd in ODD]
        asked = [f"{shown}?{urlencode(dict.fromkeys(ASKED, odd))}" for odd in ("é\0²", "9" * 30, "-1", "0", "[")]
        for each in (*odd_ones, *asked):
            assert is_told(demo.get(each, person, Accept="text/html")), (each, person)


ELSEWHERE = (
    *("//evil.example", "/\\evil.example", "/\t\\evil.example", "/\t/evil.example", "//[", "https://evil.example"),
    *("/x\nSet-Cookie: y=z", "/é", "", "evil", "/ "),
)


def test_nobody_is_sent_elsewhere_by_a_link_or_a_form(demo: Api) -> None:
    for elsewhere in ELSEWHERE:
        assert not own_address(elsewhere)
        shown = demo.get(f"/sign-in?{urlencode({'next': elsewhere})}").content.decode()
        assert '<input type="hidden" name="then" value="">' in shown
        entered = demo.form("/demo/enter", {"name": "p1001", "role": "player", "then": elsewhere})
        assert (entered.status_code, entered["HX-Redirect"]) == (204, "/")
        given = {"table": "pon-p", "do": "sit", "seat:whole": "5", "key": "sits", "then": elsewhere}
        sat = demo.form("/act/play", given, BEN)
        assert sat.status_code == 204
        assert "HX-Redirect" not in sat
    assert own_address("/cage/patrons/p1001?days=7#top") == "/cage/patrons/p1001?days=7#top"


def test_what_an_answer_fills_in_leads_nowhere_else(demo: Api) -> None:
    given = {"table": "pon-p", "do": "sit", "seat:whole": "5", "then": "/{nothing}/evil.example"}
    assert "HX-Redirect" not in demo.form("/act/play", given, BEN)


@on_sqlite
def test_chips_put_down_by_a_double_click_are_put_down_once(api: Api, house: Floor) -> None:
    for _ in range(2):
        assert api.form(WAGERS, TEN | {"key": "17-wagers"}, api_scene.P1).status_code == 204
    assert _stakes(house) == {"ante": 1000, "blind": 1000}
    assert api.form(WAGERS, TEN | {"key": "18-wagers"}, api_scene.P1).status_code == 204
    assert _stakes(house) == {"ante": 2000, "blind": 2000}


@on_sqlite
def test_chips_on_several_spots_go_down_together_or_not_at_all(api: Api, house: Floor) -> None:
    assert api.form(WAGERS, TEN, api_scene.P1).status_code == 204
    more = {"seat:whole": "3", "wagers.trips:money": "5", "wagers.ante:money": "9000", "wagers.blind:money": "9000"}
    assert api.form(WAGERS, more, api_scene.P1).status_code == 422
    assert _stakes(house) == {"ante": 1000, "blind": 1000}


@on_sqlite
@pytest.mark.parametrize(
    "odd",
    [
        *({"wagers": "x"}, {"wagers:json": "[1]"}, {"seat": "x"}, {"seat:json": "[]"}, {"seat:json": "true"}),
        *({"wagers.ante:json": "1000.5"}, {"wagers.ante:json": "-1000"}, {"wagers.ante:json": '{"a": 1}'}),
        *({"wagers.ante:json": "true"}, {"wagers.ante": "ten"}, {"wagers.nothing:money": "5"}, {"seat:whole": "99"}),
        *({"wagers.ante:money": "999999999999"}, {"wagers:json": "[" * 50_000}, {"wagers.ante:nothing": "1"}),
    ],
)
def test_no_odd_wager_is_taken(api: Api, house: Floor, odd: dict[str, str]) -> None:
    places = {name.partition(":")[0].partition(".")[0] for name in odd}
    usual = {name: text for name, text in TEN.items() if name.partition(":")[0].partition(".")[0] not in places}
    answer = api.form(WAGERS, usual | odd, api_scene.P1)
    assert answer.status_code == 422, odd
    assert b'role="alert"' in answer.content
    assert not house.record("table:ultimate-1").state.felt.wagers


@on_sqlite
@pytest.mark.parametrize(
    "odd",
    [
        *({"counted.x:whole": "1"}, {"counted.500": "x"}, {"counted.500:json": "null"}, {"counted:json": '{"1": 1.5}'}),
        *({"limits": "x"}, {"limits.ante": "5"}, {"limits:json": "[1]"}, {"settings": "x"}, {"settings.limits": "x"}),
        *({"settings:json": "[1]"}, {f"counted.{'9' * 200}:whole": "1"}, {f"a{'.a' * 100}": "x"}),
    ],
)
def test_no_odd_count_or_limit_breaks_a_desk(api: Api, odd: dict[str, str]) -> None:
    cashier = PEOPLE[Role.CASHIER]
    assert api.form("/cage/give/close_till", odd, cashier).status_code == 422
    assert is_told(api.get(f"/cage/total?{urlencode(odd)}", cashier))


@on_sqlite
@pytest.mark.parametrize("kind", ["multipart/form-data", "application/x-www-form-urlencoded; charset=utf-7"])
def test_what_is_in_no_form_that_can_be_read_is_told_so(api: Api, kind: str) -> None:
    headers = api._signed(api_scene.P1, {"X_Requested_With": "pitboss"})
    answer = api._client.post("/act/play", b"zzz", content_type=kind, headers=headers)
    assert api_scene.refused(answer, 400)["word"] == "malformed"  # type: ignore[arg-type]


@on_sqlite
def test_more_than_any_form_has_is_told_so(api: Api) -> None:
    fields = {f"field{number}": "1" for number in range(1500)}
    headers = api._signed(api_scene.P1, {"X_Requested_With": "pitboss"})
    kind = "application/x-www-form-urlencoded"
    many = api._client.post("/act/play", urlencode(fields), content_type=kind, headers=headers)
    assert api_scene.refused(many, 400)["word"] == "malformed"  # type: ignore[arg-type]
    # In parts with a head each it is larger than anything that is fetched.
    assert "What was sent is too large" in api_scene.text_of(api.form("/act/play", fields, api_scene.P1), 422)


@pytest.mark.parametrize(
    "address", ["/audit/rows?stream=a%00b", "/audit/?kind=%00&who=%00&clause=%00", "/pit/rulings?table=%00&who=%00"]
)
def test_what_no_database_can_hold_is_told_so(api: Api, address: str) -> None:
    assert api.get(address, PEOPLE[Role.MANAGER]).status_code in (200, 400)


@on_sqlite
def test_a_dealer_may_type_anything(api: Api, house: Floor) -> None:
    dealer, holdem = PEOPLE[Role.DEALER], scene.open_table(house, "holdem", "live-1", mode="live")
    deck = scene.record_of(house, holdem).rules.deck(scene.record_of(house, holdem).state)
    scene.done(scene.say(house, dealer, holdem, "check_cards", cards=tuple(map(face, deck.cards))))
    for seat, player in enumerate(("p1", "p2", "p3"), 1):
        scene.done(scene.say(house, dealer, holdem, "join", seat=seat, player=player, amount=20_000))
    scene.done(scene.say(house, dealer, holdem, "start_round"))
    for table in (holdem, scene.open_live_table(house, "pontoon", table="live-2")):
        while (step := _step(house, table)).cut is None:
            scene.done(scene.say(house, dealer, table, step.do))
        for text in (",", "+", "$", "$25", "$25 5 5 5", "p1", "p1 x", "AhAh", "²", "9" * 400, "x", "−10", "p1\0"):
            for box in ("1", "", "x", "9" * 5000):
                record = scene.record_of(house, table)
                token = next_steps.next_of(record, table_view.view_of(record, dealer), dealer).token
                fields = {"text": text, "box": box, "token": token}
                assert is_told(api.form(f"/dealer/{table}/enter", fields, dealer)), (table, fields)


def _step(house: Floor, table: str) -> RoutineStep:
    record = scene.record_of(house, table)
    step = record.rules.routine(record.state)
    assert step is not None
    return step


def _stakes(house: Floor) -> dict[str, int]:
    return {wager.kind: wager.stake for wager in house.record("table:ultimate-1").state.felt.wagers}


# Tournaments.

DIRECTOR = next(each for each in STAFF if each.role is Role.DIRECTOR)
CASHIER = next(each for each in STAFF if each.role is Role.CASHIER)
TOURNAMENT_PAGES = ("director/", "screen/", "tournaments/")
# Whom nothing of a director's pages is for.
OUTSIDERS = (ALICE, Actor("staff:susan", Role.SUPERVISOR))
KINDS = ("text", "whole", "money", "chips", "wholes", "chip_list", "names", "yes", "json", "moment", "cards", "nothing")
TYPED = (
    *("", "x", "é²", "9" * 16, "9" * 14, "-1", "0", "1", "p1001", "\0", "\x1f", "x" * 600, "[", "[1]", "{}", "null"),
    *('{"p1001": 5}', "2026-11-21T12:00", "9999-12-31T23:59", "0001-01-01T00:00", ODD_WORDS, "As Kd", "=1+1", "true"),
)


def tournament_pages() -> list[str]:
    return [address for address in addresses() if address.startswith(TOURNAMENT_PAGES)]


class Markup(HTMLParser):
    """Finds what nobody of the house has written into a page, and attributes that are not the JSON they should be."""

    JSON = ("hx-vals", "data-tournament-clock")

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (tag == "script" and "src" not in given) or (tag == "img" and given.get("src") == "x"):
            self.faults.append(self.get_starttag_text() or tag)
        self.faults += [
            f"{tag} {name}" for name in given if name.startswith("on") or not re.fullmatch(r"[\w:.-]+", name)
        ]
        for name in self.JSON:
            if name in given:
                json.loads(given[name] or "")


def test_what_people_write_is_shown_as_they_wrote_it_and_is_never_markup(demo: Api) -> None:
    shown_once = set()
    for address in tournament_pages():
        for event in several_events.EVENTS if "<" in address else ("",):
            shown = filled(address, 0, tournament=event, table="1")
            answer = demo.get(f"{shown}?player={_entrant(demo, event)}", DIRECTOR, Accept="text/html")
            assert is_told(answer), shown
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                text = answer.content.decode()
                page = Markup()
                page.feed(text)
                assert not page.faults, (shown, page.faults)
                shown_once |= {odd for odd in (ODD_WORDS, ODD_TITLE, odd_name(0)) if odd in html.unescape(text)}
    assert shown_once == {ODD_WORDS, ODD_TITLE, odd_name(0)}


def _entrant(demo: Api, event: str) -> str:
    """Somebody who is in an event, so that there is something to show."""
    return next(iter(demo.floor.record(f"tournament:{event}").state.entrants), "") if event else ""


def test_no_file_of_a_tournament_has_a_formula(demo: Api) -> None:
    """Whoever is called =cmd|... or a heading that is one: a spreadsheet reads text."""
    for event in several_events.EVENTS:
        for file in ("results.csv", "results.csv?c=name~%3D1%2B1&c=surname~@x&c=place~-x", "log.csv"):
            answer = demo.get(f"/director/{event}/afterwards/{file}", DIRECTOR)
            assert answer.status_code == 200, answer.content
            rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
            assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "-x", "\t", "\r"))]
    assert "'=cmd|" in demo.get(f"/director/{several_events.OVER}/afterwards/results.csv", DIRECTOR).content.decode()


def test_nothing_of_the_desk_is_for_others(demo: Api) -> None:
    for address in tournament_pages():
        if address.startswith("director/"):
            shown = filled(address, 0, table="1")
            assert demo.get(shown, Accept="text/html").status_code in (302, 405), shown
            for outsider in OUTSIDERS:
                assert demo.get(shown, outsider, Accept="text/html").status_code in (403, 405), shown


def test_what_everybody_reads_has_nothing_that_is_private(demo: Api) -> None:
    """STAR 6.20: on the wall nobody is named who has not agreed; no birthdays, notes, reasons, balances or numbers."""
    floor = demo.floor
    for event in several_events.EVENTS:
        people = floor.record(f"tournament:{event}").state.people
        silent = [name for name, person in people.items() if not person.publicity]
        for shown in (f"/screen/{event}", f"/screen/{event}/now", f"/tournaments/{event}/conditions", "/screen/"):
            answer = demo.get(shown, Accept="text/html")
            text = html.unescape(answer.content.decode())
            assert several_events.NOTE not in text
            assert "1980-02-03" not in text
            for name in silent:
                assert f"patron:{name}" not in text
                assert floor.record(f"patron:{name}").name not in text, (shown, name)
            for name in people:
                assert floor.record(f"patron:{name}").membership not in text


def changed_only_by_the_doors(before: int) -> bool:
    """Whether nothing was recorded but that somebody was turned away."""
    return all(row.stream == DOORS for row in store.tail(before))


def posts(demo: Api, random: Random) -> Iterator[tuple[str, dict[str, str]]]:
    """Every address that takes something, with nonsense in its fields."""
    for do, kind in COMMANDS.items():
        names = [field.name for field in dataclasses.fields(kind) if field.name not in ("at", "by", "who", "seed")]
        for event in random.sample(several_events.EVENTS, 3):
            given = {
                f"given.{name}{random.choice(('', '', '.p1001', '.1', '.x.y'))}:{random.choice(KINDS)}": random.choice(
                    TYPED
                )
                for name in names
                if random.random() < 0.8
            }
            also = {"paid_by": "cash", "after:whole": "0", "key": "é", "then": "//evil.example", "given.nothing": "x"}
            given |= {name: value for name, value in also.items() if random.random() < 0.1}
            address = random.choice(("/act/desk", "/director/would", f"/director/{event}/prizes/give"))
            yield address, {"tournament": event, "do": do, **given}
    for event in several_events.EVENTS:
        for matter in matters_of(demo.floor.record(f"tournament:{event}").state):
            drawn = demo.get(f"/director/{event}/rulings/matter/{matter.id}", DIRECTOR).content.decode()
            asked = re.findall(r'name="([^"]+)"', drawn)
            for _ in range(2):
                answers = {name: random.choice(TYPED) for name in asked if random.random() < 0.8}
                yield f"/director/{event}/rulings/answer/{matter.id}", answers
        for _ in range(8):
            member = ("name", "date_of_birth", "membership", "publicity:yes", "id", "key", "then", "given.x")
            yield f"/director/{event}/entries/add", {name: random.choice(TYPED) for name in random.sample(member, 5)}
            later = ("starts_at", "reason", "key")
            yield f"/director/{event}/conditions/delay", {name: random.choice(TYPED) for name in later}
            turned = ("line:whole", "after:whole", "key", "line:json")
            odd = {name: random.choice(TYPED) for name in random.sample(turned, 2)}
            yield random.choice(("/act/undo", "/act/redo")), {"tournament": event, **odd}
    yield from structure_posts(demo, random)


def structure_posts(demo: Api, random: Random) -> Iterator[tuple[str, dict[str, str]]]:
    """The editor with some of its fields changed to nonsense, or missing."""
    drawn = demo.get("/director/structures/edit", DIRECTOR).content.decode()
    usual = dict(re.findall(r'name="([^"]+)"[^>]*?value="([^"]*)"', drawn))
    for does in ("check", "fields", "more", "read", "keep", "amend"):
        for _ in range(12):
            odd = {name: random.choice(TYPED) for name in random.sample(sorted(usual), random.choice((1, 2, 30)))}
            more = {
                "name": "own",
                "text": random.choice((*TYPED, "a = 1", "x = [", "[a]\nb = 1e400", "=")),
                "after": "9",
            }
            gone = random.choice((*usual, ""))
            sent = {name: value for name, value in {**usual, **odd, **more}.items() if name != gone}
            yield f"/director/structures/{does}", {**sent, "tournament": random.choice(several_events.EVENTS)}


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_is_posted_breaks_a_page_or_changes_anything_by_a_refusal(demo: Api, seed: int) -> None:
    random = Random(seed)
    for person in (ALICE, *STAFF):
        demo.token(person)
    done = 0
    for address, given in posts(demo, random):
        givers: tuple[Actor | None, ...] = (DIRECTOR, random.choice((None, ALICE, *STAFF)))
        for giver in givers:
            before = store.last_seq()
            answer = demo.form(address, given, giver)
            assert is_told(answer), (address, given, giver)
            assert "HX-Redirect" not in answer, (address, given)
            if answer.status_code >= 400 or giver is None or giver in OUTSIDERS:
                assert changed_only_by_the_doors(before), (address, given, giver)
            done += store.last_seq() > before
    assert done > 5
    assert verify().is_good
    for address in tournament_pages():
        for event in several_events.EVENTS:
            assert is_told(demo.get(filled(address, 0, tournament=event, table="1"), DIRECTOR)), (address, event)
