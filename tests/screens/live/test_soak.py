"""A short soak: what is kept for screens grows neither with the steps they are told nor with those who have left."""

import gc
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

import pitboss
from pitboss.floor.kernel.floor import Floor
from pitboss.journal import store
from pitboss.screens.common import templating
from pitboss.screens.live import hub, parts, stream
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, P2, P4, Api
from tests.screens.live.live_scene import PATIENCE_SECONDS, PageScreen, served

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
TABLE, FELT = "/live/tables/ultimate-1", "/tables/ultimate-1/felt"
VIEWERS = (P1, P2, P4, DISPLAY)
KEPT = (stream.Screen, parts.Drawing, parts.Lane, hub.StreamStep, hub.Channel, hub.Watcher)
STEPS = 12
# A channel keeps so many, and every screen the drawings of its parts.
FEW_STEPS = 3
# One felt for each step would be ten times as much.
SOME_BYTES = 1_500 * STEPS


def alive() -> Counter[str]:
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in KEPT)


def bytes_held() -> int:
    """What the program holds, without what is drawn alike again and again and has an end of its own."""
    templating.Kept.texts.clear()
    templating._gives.cache_clear()
    gc.collect()
    own = tracemalloc.Filter(inclusive=True, filename_pattern=f"{Path(pitboss.__file__).parent}/*")
    return sum(each.size for each in tracemalloc.take_snapshot().filter_traces([own]).statistics("filename"))


def until(happens: Callable[[], bool]) -> None:
    waits_until = time.monotonic() + PATIENCE_SECONDS
    while not happens():
        assert time.monotonic() < waits_until
        time.sleep(0.01)


def play_before_screens(api: Api, house: Floor, address: str) -> Counter[str]:
    """Screens come, are told steps one by one, and leave; what was alive before the last of them left."""
    with ExitStack() as stack:
        screens = [stack.enter_context(PageScreen(address, TABLE, [FELT], api.token(viewer))) for viewer in VIEWERS]
        for number in range(STEPS):
            scene.done(scene.say(house, P1, "ultimate-1", ("sit", "leave")[number % 2], seat=1))
            for screen in screens:
                screen.show_up_to(store.read("table:ultimate-1")[-1].seq)
        return alive()


@on_sqlite
def test_nothing_grows_with_the_steps_or_with_those_who_have_left(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_STEPS", FEW_STEPS)
    before = alive()
    with served(house) as address:
        play_before_screens(api, house, address)
        until(lambda: alive()["Screen"] == before["Screen"])
        threads, files = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
        tracemalloc.start()
        try:
            meanwhile = play_before_screens(api, house, address) - before
            until(lambda: alive() <= before)
            first = bytes_held()
            play_before_screens(api, house, address)
            until(lambda: alive() <= before)
            second = bytes_held()
        finally:
            tracemalloc.stop()
        assert threading.active_count() <= threads
        assert len(list(Path("/proc/self/fd").iterdir())) <= files
    assert meanwhile["Screen"] == meanwhile["Watcher"] == len(VIEWERS)
    assert meanwhile["StreamStep"] <= FEW_STEPS
    # What each screen shows, and what was made for them all of the last step.
    assert meanwhile["Drawing"] <= 2 * len(VIEWERS)
    assert second - first < SOME_BYTES
