"""The trainer in a browser, at a desk and on a phone: a right choice and a wrong one, a drill, and the set of a day."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.maths.scene import PATIENCE_SECONDS

pytestmark = pytest.mark.needs("chromium")
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
PATIENCE = PATIENCE_SECONDS * 1000


def at_size(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"


def choices(page: Page) -> list[str]:
    """The keys of the choices that are asked."""
    expect(page.get_by_role("group", name="Choices").get_by_role("button").first).to_be_visible(timeout=PATIENCE)
    keys = page.get_by_role("group", name="Choices").locator("[data-key]")
    return [str(each.get_attribute("data-key")) for each in keys.all()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["ultimate", "pontoon", "canberra"])
def test_worths_are_hidden_until_a_choice_and_exact_after_it(visitors: Visitors, game: str, size: str) -> None:
    page = visitors.person("alice")
    at_size(page, size)
    page.goto(f"/trainer/{game}")
    keys = choices(page)
    worths = page.get_by_role("region", name="What each choice is worth")
    expect(worths).to_have_count(0)
    assert "best" not in page.locator("#whole").inner_text().replace("Best choices", "")
    fits(page)
    no_serious_violations(page)
    shot(page, f"trainer-{game}-asked-{size}")
    page.keyboard.press(keys[-1])
    expect(worths).to_be_visible(timeout=PATIENCE)
    expect(worths.get_by_text("best", exact=True)).to_be_visible()
    expect(worths.get_by_text("you chose", exact=True)).to_be_visible()
    fits(page)
    no_serious_violations(page)
    shot(page, f"trainer-{game}-answered-{size}")


def test_a_right_and_a_wrong_choice_are_counted_once(visitors: Visitors) -> None:
    page = visitors.person("ben")
    page.goto("/trainer/ultimate?drill=line")
    choices(page)
    page.keyboard.press("F")
    worths = page.get_by_role("region", name="What each choice is worth")
    # To fold before the flop is never best.
    expect(worths).to_contain_text("You chose fold", timeout=PATIENCE)
    progress = page.get_by_role("region", name="Progress")
    expect(progress).to_contain_text("0 of 1")
    shot(page, "trainer-line-desk")
    best = worths.locator("tr.best th").inner_text().split("\n")[0]
    expect(page.locator(".grid .missed")).to_have_count(1)
    page.keyboard.press("r")
    choices(page)
    page.get_by_role("group", name="Choices").get_by_role("button", name=best.replace(" best", "").strip()).click()
    expect(worths).to_contain_text("nothing was given away", timeout=PATIENCE)
    expect(worths).to_contain_text("$0.00")
    expect(progress).to_contain_text("0 of 1")
    page.keyboard.press(" ")
    choices(page)
    expect(page).to_have_url("/trainer/ultimate?drill=line")
    expect(worths).to_have_count(0)


def test_the_set_of_a_day_is_the_same_for_everybody(visitors: Visitors) -> None:
    hands = []
    for name in ("alice", "ben"):
        page = visitors.person(name)
        page.goto("/trainer/canberra?drill=daily")
        seen = []
        for _ in range(10):
            choices(page)
            seen.append([each.get_attribute("aria-label") for each in page.locator(".felt .card").all()])
            page.keyboard.press("F")
            expect(page.get_by_role("link", name="Next hand")).to_be_visible(timeout=PATIENCE)
            page.keyboard.press(" ")
        hands.append(seen)
        expect(page.get_by_role("heading", name="ten hands are done")).to_be_visible()
        no_serious_violations(page)
    assert hands[0] == hands[1]
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("table")).to_contain_text("Alice")
    shot(page, "trainer-daily-desk")


def test_it_is_closed_to_who_sits_for_money(visitors: Visitors, served: Served, demo: Demo) -> None:
    visitors.provoke(403)
    token = demo.people["alice"].token
    served.give("play", {"table": "uth-1", "do": "place", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}}, token)
    page = visitors.person("alice")
    page.goto("/trainer/ultimate")
    expect(page.get_by_text("The trainer is closed to you while you sit at a table for money.")).to_be_visible()
    expect(page.get_by_text("UTH 15.1").first).to_be_visible()
