"""Every kind of page fits a desk, a tablet and a phone, and keeps nobody out."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import browser_scene
from tests.browser.browser_scene import AXE, Demo, Visitors, no_serious_violations
from tests.browser.served_scene import Served
from tests.screens.director import several_events_scene as events
from tests.screens.director.event_scene import to_served
from tests.screens.director.several_events_scene import BUBBLE, HEAT, LATE, OVER, PLANNED, TIED, House

pytestmark = pytest.mark.needs("chromium")
WIDTHS = (1440, 820, 390)
PAGES = {
    "alice": (
        *("/", "/account", "/tables/uth-1", "/tables/pon-1", "/tables/can-1", "/tables/hld-1", "/tables/uth-2"),
        *("/tables/uth-p", "/tables/hld-p", "/rules/", "/maths/", "/maths/what-if/ultimate"),
    ),
    "daniel": ("/dealer/", "/dealer/uth-2", "/dealer/pon-1", "/wizard/uth-2", "/tables/uth-2"),
    "susan": ("/pit/", "/pit/tables/uth-2", "/pit/people", "/pit/floats", "/pit/rulings"),
    "carla": ("/cage/", "/cage/patrons/p1001", "/cage/till", "/cage/chips", "/cage/vouchers"),
    "anna": ("/audit/", "/audit/significant", "/audit/rounds", "/audit/returns", "/pit/rulings", "/tables/hld-1"),
    "maria": ("/approvals/", "/pit/house", "/pit/staff", "/pit/devices", "/cage/day", "/pit/tables/new/holdem"),
}
# Pages of tournaments in the states that matter, and who looks at them; {in} is somebody who is in, {out} who is not.
EVENT_PAGES = {
    "the desk": (
        "derek",
        *("/director/", f"/director/{PLANNED}/", f"/director/{LATE}/", f"/director/{TIED}/", f"/director/{HEAT}/"),
        *(f"/director/{OVER}/", f"/director/{BUBBLE}/", f"/director/{BUBBLE}/?player={{in}}"),
        *(f"/director/{BUBBLE}/?table=1", f"/director/{BUBBLE}/?table=1&seat=9", f"/director/{LATE}/?player={{in}}"),
    ),
    "entries": (
        "carla",
        *(f"/director/{LATE}/entries/", f"/director/{LATE}/entries/?player={{in}}"),
        *(f"/director/{LATE}/entries/?player={{out}}", f"/director/{LATE}/entries/?new=1&search=Nobody"),
        *(f"/director/{LATE}/entries/seat-list", f"/director/{LATE}/entries/seat-cards"),
        *(f"/director/{LATE}/entries/1/receipt", f"/director/{OVER}/entries/"),
    ),
    "prizes": (
        "derek",
        *(f"/director/{BUBBLE}/prizes/", f"/director/{TIED}/prizes/", f"/director/{OVER}/prizes/"),
        *(f"/director/{BUBBLE}/prizes/deal", f"/director/{BUBBLE}/prizes/deal?method=agreed"),
        *(f"/director/{OVER}/prizes/deal", f"/director/{OVER}/prizes/sheet", f"/director/{OVER}/prizes/vouchers"),
    ),
    "rulings": (
        "derek",
        *(f"/director/{BUBBLE}/rulings/", f"/director/{BUBBLE}/rulings/?matter=oversized-chip&player={{in}}"),
        *(f"/director/{BUBBLE}/rulings/penalties/", f"/director/{BUBBLE}/rulings/penalties/?player={{in}}"),
        *(f"/director/{BUBBLE}/rulings/clock/", f"/director/{BUBBLE}/rulings/absent/"),
        *(
            f"/director/{BUBBLE}/rulings/stop/",
            f"/director/{BUBBLE}/rulings/return-sheet/",
            f"/director/{HEAT}/rulings/",
        ),
    ),
    "sessions, races and structures": (
        "maria",
        *(f"/director/{HEAT}/sessions/", f"/director/{HEAT}/sessions/?table=1", f"/director/{LATE}/races/"),
        *("/director/structures/", "/director/structures/edit?of=saturday_special"),
        *("/director/structures/edit?of=pontoon_heats", f"/director/structures/edit?tournament={PLANNED}"),
        *(f"/director/{PLANNED}/conditions/", f"/director/{HEAT}/conditions/"),
    ),
    "afterwards": (
        "anna",
        *(f"/director/{OVER}/afterwards/", f"/director/{OVER}/afterwards/results", f"/director/{OVER}/afterwards/log"),
        *(f"/director/{BUBBLE}/afterwards/", f"/director/{OVER}/afterwards/results/print?public=1"),
    ),
    "the big screen": (
        "alice",
        *(
            "/screen/",
            f"/screen/{PLANNED}",
            f"/screen/{LATE}",
            f"/screen/{BUBBLE}",
            f"/screen/{HEAT}",
            f"/screen/{OVER}",
        ),
        f"/tournaments/{HEAT}/conditions",
    ),
}
# What a finger must hit on a phone, and how high that has to be.
MAIN_ACTIONS = "main button.go, main .strong, #strip button, .strip button, main form .go"
FINGER = 40


def fits(page: Page, paths: tuple[str, ...], shot_of: str = "") -> list[str]:
    """What is wider than the window, and what is too small for a finger; axe looks at the narrowest."""
    faults = []
    page.add_init_script(path=AXE)
    for path in paths:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if width == WIDTHS[0]:
                page.goto(path)
            beyond = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            if beyond > 0:
                faults.append(f"{path} at {width}: {beyond} pixels")
            if shot_of:
                browser_scene.shot(page, f"{shot_of}{re.sub('[^a-z0-9]+', '-', path)}-{width}")
        no_serious_violations(page)
        faults += [f"{path}: {small}" for small in _too_small(page)]
    return faults


def _too_small(page: Page) -> list[str]:
    """Main actions that are there and lower than a finger needs."""
    found: list[str] = page.evaluate(
        """([chosen, least]) => [...document.querySelectorAll(chosen)]
            .map((each) => [each, each.getBoundingClientRect()])
            .filter(([each, box]) => box.height > 0 && box.width > 0 && box.height < least && !each.disabled)
            .map(([each, box]) => `${each.textContent.trim().slice(0, 30)} is ${box.height} high`)""",
        [MAIN_ACTIONS, FINGER],
    )
    return found


@pytest.mark.parametrize("who", PAGES)
def test_pages_fit_and_keep_nobody_out(onlookers: Visitors, who: str) -> None:
    page = onlookers.person(who)
    too_wide = fits(page, PAGES[who])
    assert not too_wide, "\n".join(too_wide)


@pytest.fixture(scope="module")
def with_events(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, House]]:
    """One house for all of them, with tournaments in every state."""
    with browser_scene.served(demo, tmp_path_factory.mktemp("events") / "house") as house:
        yield house, events.with_events(to_served(house, demo.people), events.of_served(house, demo.people))


@pytest.mark.parametrize("part", EVENT_PAGES)
def test_pages_of_tournaments_fit_and_keep_nobody_out(
    browser: Browser, demo: Demo, with_events: tuple[Served, House], part: str
) -> None:
    served, house = with_events
    who, *paths = EVENT_PAGES[part]
    named: dict[str, Any] = {"in": house.people[0], "out": house.people[3]}
    with browser_scene.visitors(browser, served, demo) as windows:
        faults = fits(windows.person(who), tuple(path.format(**named) for path in paths), part.split()[-1])
    assert not faults, "\n".join(faults)
