"""A browser, demo houses behind servers, and their people in windows of their own.

A test that changes something asks for `visitors` or `person` and gets a house of its own; one that only looks asks for
`onlookers`, who share a house, because a copy of the house and a server for it take a moment.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests import session
from tests.browser import browser_scene
from tests.browser.browser_scene import Demo, Visitors
from tests.browser.served_scene import Served, Zygote
from tests.browser.still_clock_scene import StillClock
from tests.known import known


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browser_scene.chromium() as started:
        yield started


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    zygote = Zygote(tmp_path_factory.mktemp("zygote"))
    yield browser_scene.demo_house(session.folder("demo"), zygote)
    zygote.close()


@pytest.fixture
def served(demo: Demo, tmp_path: Path) -> Iterator[Served]:
    """The demo house as it is after its first start, behind a server."""
    with browser_scene.served(demo, tmp_path / "house") as house:
        yield house


@pytest.fixture(scope="package")
def shown(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same, for all tests that change nothing in it."""
    with browser_scene.served(demo, tmp_path_factory.mktemp("shown") / "house") as house:
        yield house


@pytest.fixture
def visitors(browser: Browser, served: Served, demo: Demo) -> Iterator[Visitors]:
    """Windows on a house; at the end nothing may have gone wrong in any of them."""
    with browser_scene.visitors(browser, served, demo) as windows:
        yield windows


@pytest.fixture
def onlookers(browser: Browser, shown: Served, demo: Demo) -> Iterator[Visitors]:
    """Windows on the house that is only looked at."""
    with browser_scene.visitors(browser, shown, demo) as windows:
        yield windows


@pytest.fixture
def person(visitors: Visitors) -> Callable[..., Page]:
    """Opens a window signed in as somebody of the demo house: `person("alice")`, `person("maria")`."""
    return visitors.person


@pytest.fixture
def still_clock(demo: Demo, tmp_path: Path) -> StillClock:
    """The moment at which the demo house was last written to: its sessions hold, and its gaming day still runs."""
    return StillClock(tmp_path / "clock", (demo.folder / "house.sqlite3").stat().st_mtime_ns)


@pytest.fixture
def still_demo(demo: Demo, still_clock: StillClock) -> Demo:
    """The demo house for servers that go by the still clock."""
    return demo._replace(zygote=known(demo.zygote).by_clock(still_clock.file))
