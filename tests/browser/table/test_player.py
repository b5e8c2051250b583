"""A player's page beyond one round: the past, words instead of pictures, practice, and a line that is lost."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Visitors, no_serious_violations

pytestmark = pytest.mark.needs("chromium")
SEEN = """felt => {
    const drawn = card => card.querySelector('use').getAttribute('href').split('#')[1];
    const cards = [...felt.querySelectorAll('.card[aria-label]')];
    return [felt.textContent.replace(/\\s+/g, ' ').trim(), ...cards.map(card => card.ariaLabel + ' ' + drawn(card))];
}"""


def seen(page: Page, inside: str = "") -> Any:
    """The felt as a person sees it: its words and its cards."""
    return page.locator(f"{inside} .felt").evaluate(SEEN)


def sit(page: Page, box: int) -> None:
    page.locator(f"#box-{box}").get_by_role("button").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def press(page: Page, key: str) -> None:
    """A key, and the table as it is after the step that follows from it."""
    step = page.locator("#now").get_attribute("data-seq") or ""
    page.keyboard.press(key)
    expect(page.locator("#now")).not_to_have_attribute("data-seq", step)


def bet(page: Page) -> None:
    page.get_by_label("Ante", exact=True).fill("10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    expect(page.get_by_label("Ante", exact=True)).not_to_be_focused()


def test_what_is_recalled_is_what_was_seen(visitors: Visitors) -> None:
    """A round is watched while it is played; afterwards the player and the auditor see the same, step by step."""
    page = visitors.person("alice")
    page.goto("/tables/uth-1")
    sit(page, 3)
    bet(page)
    live = [seen(page)]
    for key, next_word in ((" ", "Check"), ("c", "Check"), ("c", "Fold")):
        press(page, key)
        expect(page.locator(".decisions")).to_contain_text(next_word)
        live.append(seen(page))
    press(page, "1")
    expect(page.locator("#round-net")).to_be_visible()
    live.append(seen(page))
    for who, address in (
        ("alice", "/tables/uth-1/rounds/1?step={}"),
        ("anna", "/audit/recall/uth-1/1?step={}&as=p1001"),
    ):
        reader = visitors.person(who)
        for step, expected in enumerate(live, 1):
            reader.goto(address.format(step))
            assert seen(reader) == expected, (who, step)
        no_serious_violations(reader)
    with page.expect_download() as taken:
        page.locator(".last-rounds").get_by_role("link", name="File of round 1").click()
    case = json.loads(taken.value.path().read_text())
    assert taken.value.suggested_filename == "uth-1-1.json"
    assert case["cases"][0]["id"] == "uth-1-1"


def test_a_table_in_words(visitors: Visitors) -> None:
    page = visitors.person("ben")
    page.goto("/tables/uth-1")
    with page.expect_navigation():
        page.keyboard.press("x")
    words = page.get_by_role("region", name="The table in words")
    expect(words).to_contain_text("No round is running.")
    words.get_by_role("button", name="Place 2").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    bet(page)
    expect(words).to_contain_text("Ante, $10.00.")
    page.keyboard.press(" ")
    expect(words).to_contain_text(re.compile(r"of (hearts|spades|diamonds|clubs)"))
    expect(page.locator("#polite")).to_contain_text("Ante, $10.00.")
    expect(page.locator("#assertive")).to_have_text("Your turn.")
    no_serious_violations(page)


def test_practice_tells_what_choices_are_worth_and_takes_them_back(visitors: Visitors) -> None:
    page = visitors.person("chloe")
    page.goto("/tables/can-p")
    sit(page, 3)
    page.get_by_role("button", name="Add a bot").click()
    expect(page.locator(".felt")).to_contain_text("Bot-")
    page.get_by_text("Deal me this hand").click()
    page.get_by_label("Your cards").fill("Ah Kh Qh Jh Th")
    page.get_by_role("button", name="Ask for it").click()
    expect(page.locator(".practice")).to_contain_text("A♥ K♥ Q♥ J♥ 10♥")
    bet(page)
    page.keyboard.press(" ")
    worth = page.get_by_role("region", name="What your choices are worth")
    expect(worth.get_by_role("row").filter(has_text="Bet")).to_contain_text("best", timeout=60_000)
    no_serious_violations(page)
    page.keyboard.press("b")
    expect(page.locator("#round-net")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".decisions")).to_contain_text("Fold")


def test_money_tables_offer_nothing_of_practice(visitors: Visitors) -> None:
    visitors.provoke(403)
    page = visitors.person("david")
    page.goto("/tables/can-1")
    sit(page, 3)
    expect(page.locator(".practice")).to_have_count(0)
    page.goto("/maths/tables/can-1/worth")
    expect(page.locator("body")).to_contain_text("CAN 16.1")


def test_a_lost_line_is_said_and_mends_itself(visitors: Visitors) -> None:
    page, other = visitors.person("emma"), visitors.person("felix")
    page.goto("/tables/uth-1")
    expect(page.locator("#connection")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    other.goto("/tables/uth-1")
    sit(other, 5)
    page.context.set_offline(False)
    expect(page.locator("#box-5")).to_contain_text("Felix")
    expect(page.locator("#connection")).to_be_hidden()
    # What the browser and htmx say of a line that is lost, and nothing else.
    expected = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest", "[object Event]")
    others = [fault for fault in visitors.take_faults() if not any(word in fault for word in expected)]
    assert not others, others
