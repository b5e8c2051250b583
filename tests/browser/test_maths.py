"""The maths in a browser: a question asked with the keyboard, and every page at every width."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.maths.scene import PATIENCE_SECONDS

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
        shot(page, f"maths-{name}-{size}")
    no_serious_violations(page)


def test_a_changed_pay_table_is_computed(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/maths/")
    page.get_by_role("region", name="Canberra Poker").get_by_role("link", name="What if").click()
    flush = page.get_by_role("group", name="Bet pays").get_by_label("Flush", exact=True)
    expect(flush).to_have_value("5:1")
    flush.fill("9:1")
    # The page looks for the answer again and again; the first time it has to wait, until somebody has read the page.
    looked: list[Route] = []
    page.route("**/answer?*", lambda route: looked.append(route), times=1)
    with page.expect_request("**/answer?*"):
        flush.press("Enter")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Computing Canberra Poker by these rules.")
    looked[0].continue_()
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


def test_who_practises_sees_what_each_choice_is_worth_and_their_score(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    token, table = demo.people["alice"].token, "uth-p"
    wagers = {"ante": 1000, "blind": 1000}
    served.give("play", {"table": table, "do": "place", "seat": 1, "wagers": wagers}, token)
    served.give("deal", {"table": table}, token)
    page = visitors.person("alice")
    page.goto(f"/tables/{table}")
    worth = page.get_by_role("region", name="What your choices are worth")
    expect(worth.get_by_text("best", exact=True)).to_be_visible(timeout=PATIENCE_SECONDS * 1000)
    expect(worth.get_by_role("row", name="Fold")).to_contain_text("\u2212$20.00")
    expect(worth).to_contain_text("no decision yet")
    page.keyboard.press("F")
    expect(worth).to_contain_text("0 of 1 decision best", timeout=PATIENCE_SECONDS * 1000)
    no_serious_violations(page)
