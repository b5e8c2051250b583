"""The pages of the staff and of the wall in the live stream: what is told of their parts is what would be fetched."""

from contextlib import ExitStack
from random import Random

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.journal import store
from pitboss.screens.live import stream
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, PEOPLE, Api
from tests.screens.director import event_scene
from tests.screens.live.live_scene import PageScreen, served
from tests.screens.live.test_parts import fetched, last_of

pytestmark = house_scene.ON_SQLITE
EVENT = "saturday"
WALL, STRIP, ROOM = f"/screen/{EVENT}/now", f"/director/{EVENT}/strip", f"/director/{EVENT}/room"


def is_as_fetched(api: Api, screen: PageScreen, viewer: Actor) -> None:
    for part, shown in screen.shown.items():
        text = api.get(part, HX_Request="true").content.decode() if viewer is VISITOR else fetched(api, part, viewer)
        assert shown == text, (viewer, part)


def test_what_is_told_of_a_tournament_is_what_would_be_fetched(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the wall for everybody, and at the desk with nobody chosen, with a player, and with an empty seat."""
    monkeypatch.setattr(stream, "GATHERED_SECONDS", 0.0)
    event, people = event_scene.started(event_scene.to_floor(house), EVENT, "saturday", 12)
    desk = [STRIP, ROOM, f"{ROOM}?player={people[1]}", f"{ROOM}?table=1"]
    viewers = {VISITOR: [WALL], P1: [WALL], DISPLAY: [WALL]}
    viewers |= {PEOPLE[role]: [*desk, WALL] for role in (Role.DIRECTOR, Role.MANAGER)}
    with served(house) as address, ExitStack() as stack:
        screens = {
            viewer: stack.enter_context(
                PageScreen(address, f"/live/tournaments/{EVENT}", parts, "" if viewer is VISITOR else api.token(viewer))
            )
            for viewer, parts in viewers.items()
        }

        def everybody_sees() -> None:
            last = store.read(f"tournament:{EVENT}")[-1].seq
            for viewer, screen in screens.items():
                screen.show_up_to(last)
                assert screen.shown.keys() == set(viewers[viewer])
                is_as_fetched(api, screen, viewer)

        everybody_sees()
        for player in people[:2]:
            event.do("bust_out", player=player)
            everybody_sees()
        for do in ("pause_clock", "run_clock", "next_level", "begin_hand_for_hand", "add_table"):
            event.do(do)
            everybody_sees()


@pytest.mark.parametrize("game", ["ultimate", "pontoon", "holdem"])
def test_what_is_told_of_the_console_and_the_pit_is_what_would_be_fetched(api: Api, house: Floor, game: str) -> None:
    table = scene.open_table(house, game) if game != "ultimate" else "ultimate-1"
    if game == "holdem":
        scene.sit_down_to_holdem(house, table)
    console, pit = f"/dealer/{table}/now", [f"/pit/tables/{table}/now", "/pit/now"]
    viewers = {PEOPLE[Role.DEALER]: [console], PEOPLE[Role.SUPERVISOR]: [console, *pit], PEOPLE[Role.MANAGER]: pit}
    with served(house) as address, ExitStack() as stack:
        screens = {
            viewer: stack.enter_context(PageScreen(address, f"/live/tables/{table}", parts, api.token(viewer)))
            for viewer, parts in viewers.items()
        }

        def everybody_sees(_floor: Floor) -> None:
            for viewer, screen in screens.items():
                screen.show_up_to(last_of(table))
                is_as_fetched(api, screen, viewer)

        everybody_sees(house)
        scene.play_round(lambda: house, table, Random(5), everybody_sees)
