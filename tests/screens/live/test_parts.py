"""Parts of pages in the live stream: what would be fetched, told by what differs, shared by those who see the same."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.sessions import EndSessions
from pitboss.journal import store
from pitboss.screens.live import parts, stream
from pitboss.screens.live.parts import Drawing, Part
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, P2, P4, PEOPLE, Api
from tests.screens.live.live_scene import PATIENCE_SECONDS, PageScreen, Screen, served

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
TABLE, STREAM = "/live/tables/ultimate-1", "table:ultimate-1"
FELT, PURSE = "/tables/ultimate-1/felt", "/tables/ultimate-1/purse"
VIEWERS = (P1, P2, scene.P3, P4, DISPLAY, *PEOPLE.values())
_OWN_KEY = re.compile(r'(name="key"[^>]* value=")[0-9a-f]{16}"')
_MOMENT = re.compile(r'data-drawn-at="\d+"')


def last_of(table: str) -> int:
    return store.read(f"table:{table}")[-1].seq


def fetched(api: Api, address: str, viewer: Actor, **headers: str) -> str:
    """A part as somebody would fetch it, without the keys of its forms and the moment it was drawn."""
    text = api.get(address, viewer, HX_Request="true", **headers).content.decode()
    return _MOMENT.sub('data-drawn-at=""', _OWN_KEY.sub(r'\1~new key~"', text))


@contextmanager
def watched(api: Api, house: Floor, table: str, kept_look: str = "") -> Iterator[dict[Actor, PageScreen]]:
    """The page of a table before everybody."""
    with served(house) as address, ExitStack() as stack:
        screens = {}
        for viewer in VIEWERS:
            own = [f"/tables/{table}/purse"] if viewer.role is Role.PLAYER else []
            addresses = [f"/tables/{table}/felt", *own]
            page = PageScreen(
                address, f"/live/tables/{table}", addresses, api.token(viewer), Cookie=f"look={kept_look}"
            )
            screens[viewer] = stack.enter_context(page)
        yield screens


@on_sqlite
@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon", "holdem"])
@pytest.mark.parametrize("kept_look", ["", "mode=text"])
def test_what_is_told_is_what_would_be_fetched(api: Api, house: Floor, game: str, kept_look: str) -> None:
    """At every step of a round by everybody, whether they sit there, wait for a place or only look."""
    table = scene.open_table(house, game) if game != "ultimate" else "ultimate-1"
    with watched(api, house, table, kept_look) as screens:

        def everybody_sees(_floor: Floor) -> None:
            for viewer, screen in screens.items():
                screen.show_up_to(last_of(table))
                for part, shown in screen.shown.items():
                    assert shown == fetched(api, part, viewer, Cookie=f"look={kept_look}"), viewer

        if game == "holdem":
            for seat, actor in enumerate(scene.PLAYERS, 1):
                scene.done(scene.say(house, actor, table, "join", seat=seat, amount=50_000))
                everybody_sees(house)
        scene.play_round(lambda: house, table, Random(3), everybody_sees)


@on_sqlite
def test_those_who_only_look_share_one_drawing(api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, Actor]] = []
    real = Part.draw

    def noted(part: Part, floor: Floor, shown_as: Actor) -> Drawing:
        drawn.append((part.address, shown_as))
        return real(part, floor, shown_as)

    with watched(api, house, "ultimate-1") as screens:
        for screen in screens.values():
            screen.next()
        monkeypatch.setattr(Part, "draw", noted)
        scene.done(scene.say(house, P1, "ultimate-1", "sit", seat=1))
        for screen in screens.values():
            screen.show_up_to(last_of("ultimate-1"))
    felts = [shown_as for address, shown_as in drawn if address == FELT]
    assert P1 in felts
    # One for all players who only look, and one for each role.
    assert len(felts) == len(set(felts)) == 2 + len({viewer.role for viewer in VIEWERS} - {Role.PLAYER})
    assert {shown_as.id for shown_as in felts} == {P1.id, "-"}
    assert {shown_as for address, shown_as in drawn if address == PURSE} == {P1, P2, scene.P3, P4}


@given(st.lists(st.sampled_from("abcdef")), st.lists(st.sampled_from("abcdef")))
def test_lines_are_made_of_the_lines_before(before: list[str], now: list[str]) -> None:
    places = {line: place for place, line in enumerate(before)}
    made: list[str] = []
    for each in parts.lines_since(places, before, now):
        made += [each] if isinstance(each, str) else before[each[0] : sum(each)]
    assert made == now


def test_only_what_differs_is_told() -> None:
    before, now = (Drawing("/x", f"<p>\n{changing}\n</p>\n<p>\nthe same\n</p>") for changing in ("1", "2"))
    assert now.message(None) == rb'{"part":"/x","text":"<p>\n2\n</p>\n<p>\nthe same\n</p>"}'
    assert now.message(before) == b'{"part":"/x","lines":[[0,1],"2",[2,4]]}'
    assert now.message(Drawing("/x", "<p>\n2\n</p>\n<p>\nthe same\n</p>")) == now.message(now) == b""


@on_sqlite
def test_a_page_that_comes_back_is_shown_the_present_only_if_it_missed_something(api: Api, house: Floor) -> None:
    with served(house) as address:
        with PageScreen(address, TABLE, [FELT], api.token(P1)) as screen:
            seen = screen.next()["id"]
        with PageScreen(address, TABLE, [FELT], api.token(P1), Last_Event_ID=str(seen)) as screen:
            scene.done(scene.say(house, P2, "ultimate-1", "sit", seat=2))
            assert [screen.next()["id"]] == [last_of("ultimate-1")]
        with PageScreen(address, TABLE, [FELT], api.token(P1), Last_Event_ID=str(seen)) as screen:
            assert screen.next()["id"] == last_of("ultimate-1")
            assert screen.shown[FELT] == fetched(api, FELT, P1)


@on_sqlite
def test_nobody_is_told_parts_that_are_not_for_them(api: Api, house: Floor) -> None:
    cases = (
        (P1, ["/dealer/ultimate-1/now"], 403),
        (P1, ["/pit/now"], 403),
        (PEOPLE[Role.DEALER], [PURSE], 403),
        (P1, ["/nowhere"], 404),
        (P1, ["/act/play"], 404),
        (P1, ["http://elsewhere/"], 404),
        (P1, [FELT] * 100, 422),
    )
    with served(house) as address:
        for viewer, asked, status in cases:
            with PageScreen(address, TABLE, asked, api.token(viewer)) as screen:
                assert screen.status == status, asked
                assert screen.refusal()["reason"].endswith(".")
        with PageScreen(address, TABLE, [FELT]) as nobody:
            assert nobody.status == 401
        with PageScreen(address, "/live/floor", [FELT]) as nobody:
            assert nobody.status == 403


@on_sqlite
def test_a_session_that_ends_while_something_is_drawn_is_told_nothing_more(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, real, look_at_session = threading.Event(), Part.draw, stream.Screen._look_at_session

    def look(screen: stream.Screen) -> None:
        look_at_session(screen)
        heard.set()

    def slow(part: Part, floor: Floor, shown_as: Actor) -> Drawing:
        scene.give(house, scene.MANAGER, EndSessions(person=P1.person))
        assert heard.wait(PATIENCE_SECONDS)
        return real(part, floor, shown_as)

    monkeypatch.setattr(stream.Screen, "_look_at_session", look)
    with served(house) as address, PageScreen(address, TABLE, [FELT], api.token(P1)) as screen:
        screen.next()
        monkeypatch.setattr(Part, "draw", slow)
        scene.done(scene.say(house, P2, "ultimate-1", "sit", seat=2))
        assert screen.rest() == []
    assert screen.comments[-1] == "this session is over"


@on_sqlite
def test_a_fault_in_a_drawing_ends_that_stream_and_no_other(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Part.draw

    def broken(part: Part, floor: Floor, shown_as: Actor) -> Drawing:
        if shown_as == P1:
            raise RuntimeError("a fault")
        return real(part, floor, shown_as)

    token = api.token(P1)
    with served(house) as address, PageScreen(address, TABLE, [FELT], api.token(DISPLAY)) as other:
        other.next()
        monkeypatch.setattr(Part, "draw", broken)
        with PageScreen(address, TABLE, [PURSE], token) as screen, pytest.raises(Exception, match="incomplete"):
            screen.rest()
        scene.done(scene.say(house, P2, "ultimate-1", "sit", seat=2))
        other.show_up_to(last_of("ultimate-1"))
    assert "a fault of the program" in caplog.messages


@on_sqlite
def test_pages_about_the_whole_floor_gather_what_happens(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "GATHERED_SECONDS", 3600.0)
    supervisor = PEOPLE[Role.SUPERVISOR]
    with served(house) as address, PageScreen(address, "/live/floor", ["/pit/now"], api.token(supervisor)) as pit:
        pit.next()
        with Screen(address, TABLE, api.token(P1)) as table:
            table.next()
            scene.done(scene.say(house, P1, "ultimate-1", "sit", seat=1))
            table.next()
        # Its session is looked at all the same.
        scene.give(house, scene.MANAGER, EndSessions(person=supervisor.person))
        pit.rest()
    assert pit.comments[-1] == "this session is over"
