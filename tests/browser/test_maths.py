"""The maths in a browser: a question asked with the keyboard, and every page at every width."""

import pytest
from playwright.sync_api import expect

from browser_scene import Visitors, no_serious_violations, shot
from maths_scene import PATIENCE_SECONDS

pytestmark = pytest.mark.needs("chromium")
WIDTHS = {"desk": 1440, "tablet": 820, "phone": 390}
PAGES = {
    "index": "/maths/",
    "sheet": "/maths/sheets/ultimate",
    "charts": "/maths/charts/pontoon",
    "what-if": "/maths/what-if/pontoon",
}


@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_and_keep_nobody_out(onlookers: Visitors, name: str) -> None:
    page = onlookers.visitor()
    page.goto(PAGES[name])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for size, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"too wide for a {size}"
        no_serious_violations(page)
        shot(page, f"maths-{name}-{size}")


def test_a_changed_pay_table_is_computed(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/maths/")
    page.get_by_role("region", name="Canberra Poker").get_by_role("link", name="What if").click()
    flush = page.get_by_role("group", name="Bet pays").get_by_label("Flush", exact=True)
    expect(flush).to_have_value("5:1")
    flush.fill("9:1")
    flush.press("Enter")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Computing Canberra Poker by these rules.")
    expect(answer).to_contain_text("House edge then", timeout=PATIENCE_SECONDS * 1000)
    row = answer.get_by_role("row", name="Ante and bet")
    expect(row).to_contain_text("5.199%")
    expect(row).to_contain_text("4.322%")
    expect(answer).to_contain_text("This leaves the approved document")
    expect(page).to_have_url("/maths/what-if/canberra?bet_pays.flush=9:1")
    no_serious_violations(page)
    shot(page, "maths-answer")
    page.reload()
    expect(answer).to_contain_text("4.322%")
    answer.get_by_role("link", name="Rule CAN 8.1 bet 5:1").click()
    expect(page.get_by_role("complementary", name="Rule")).to_contain_text("CAN 8.1")


def test_what_is_wrong_is_said_beside_its_field(onlookers: Visitors) -> None:
    onlookers.provoke(422)
    page = onlookers.visitor()
    page.goto("/maths/what-if/pontoon")
    wager = page.get_by_label("Wager, dollars")
    wager.fill("7")
    page.get_by_role("button", name="Compute").click()
    expect(wager).to_have_attribute("aria-invalid", "true")
    expect(wager).to_have_accessible_description(
        "This is $10.00 to $500.00 in steps of $0.50, not $7.00. approved: $10.00"
    )
    expect(wager).to_be_focused()
    expect(wager).to_have_value("7")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("Nothing was computed")
    no_serious_violations(page)
