"""Every kind of page fits a desk, a tablet and a phone, and keeps nobody out."""

import pytest

from browser_scene import Visitors, no_serious_violations

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
    "anna": ("/audit/", "/audit/rounds", "/audit/returns", "/tables/hld-1"),
    "maria": ("/pit/house", "/pit/staff", "/pit/devices", "/cage/day", "/pit/tables/new/holdem"),
}


@pytest.mark.parametrize("who", PAGES)
def test_pages_fit_and_keep_nobody_out(onlookers: Visitors, who: str) -> None:
    page = onlookers.person(who)
    too_wide = []
    for path in PAGES[who]:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if width == WIDTHS[0]:
                page.goto(path)
            beyond = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            if beyond > 0:
                too_wide.append(f"{path} at {width}: {beyond} pixels")
        no_serious_violations(page)
    assert not too_wide, "\n".join(too_wide)
