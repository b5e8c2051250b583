"""Rulings in a real browser: asked and recorded, a penalty served, the clock on a player, and a night's suspension."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director import event_scene

pytestmark = pytest.mark.needs("chromium")
ROOT = "/director/night/rulings/"
ENTRIES = 6
PAGES = ("", "penalties/", "clock/", "absent/", "stop/", "return-sheet/")
# What the browser keeps of a clock that runs, as if it had been called earlier.
FIFTEEN_SECONDS_LATER = """() => {
  const kept = JSON.parse(localStorage.getItem("player-clock-night"));
  localStorage.setItem("player-clock-night", JSON.stringify({ ...kept, ends: kept.ends - 15000 }));
}"""


def test_a_directors_evening(visitors: Visitors, served: Served, demo: Demo) -> None:
    # A number that cannot be meant is among it.
    visitors.provoke(422)
    event, people = event_scene.started(event_scene.to_served(served, demo.people), "night", "saturday", ENTRIES)
    page = visitors.person("derek")
    page.on("dialog", lambda dialog: dialog.accept())
    ask_about_an_oversized_chip(page, people[2])
    serve_a_penalty(page, people[1])
    run_out_the_clock(page, people[3], event)
    come_back_tomorrow(page)
    for address in PAGES:
        page.goto(ROOT + address)
        no_serious_violations(page)


def ask_about_an_oversized_chip(page: Page, player: str) -> None:
    """By keys alone: the second matter, its form, and Enter; then the ruling is undone from the log."""
    page.goto(ROOT)
    page.locator("body").press("2")
    expect(page.get_by_role("heading", name="One oversized chip")).to_be_visible()
    expect(page.locator("#ask-player")).to_be_focused()
    page.locator("#ask-player").select_option(player)
    page.locator("#ask-chips").fill("5,000")
    page.locator("#ask-facing").fill("much")
    page.keyboard.press("Enter")
    expect(page.locator("#asked .wrong")).to_have_text("Write a number of chips, such as 5000.")
    page.locator("#ask-facing").fill("1600")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Call of 1,600, 3,400 back.")
    expect(page.locator("#answer .clause").first).to_have_text("STAR 7.32[s1]")
    expect(page.locator("#asked .wrong")).to_have_count(0)
    expect(page.get_by_role("button", name="Record")).to_be_focused()
    shot(page, "ruling-oversized-chip")
    page.keyboard.press("Enter")
    ruling = page.locator("#recent li").filter(has_text="One chip of 5,000 facing 1,600, nothing said")
    expect(ruling).to_be_visible()
    expect(page.get_by_role("button", name="Record")).to_be_disabled()
    ruling.get_by_role("button", name="Undo").click()
    expect(ruling.locator("del")).to_be_visible()


def serve_a_penalty(page: Page, player: str) -> None:
    """One orbit, hand by hand to its end."""
    page.goto(f"{ROOT}penalties/?player={player}")
    page.locator("#penalty-breach").select_option("exposed_hand")
    page.get_by_role("button", name="Penalise").click()
    left = page.locator(f"#penalty-{player} .hands-left strong")
    for hands in range(ENTRIES, 0, -1):
        expect(left).to_have_text(str(hands))
        page.get_by_role("button", name="Hand dealt at table 1").click()
    expect(page.get_by_text("Nobody has to stay away.")).to_be_visible()


def run_out_the_clock(page: Page, player: str, event: event_scene.Event) -> None:
    """The browser counts; a step of somebody else and a page that is loaded again change nothing."""
    page.goto(f"{ROOT}clock/")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-clock-says]")).to_have_text("Choose the player first.")
    page.locator("#clock-player").select_option(player)
    page.locator("body").click(position={"x": 2, "y": 400})
    page.keyboard.press("s")
    digits, clock = page.locator("[data-clock-digits]"), page.locator("[data-player-clock]")
    expect(clock).to_have_attribute("data-state", "running")
    called_at = int(digits.inner_text())
    strip = page.locator("#strip [data-tournament-clock]").get_attribute("data-tournament-clock") or ""
    event.do("adjust_clock", add=60)
    expect(page.locator("#strip [data-tournament-clock]")).not_to_have_attribute("data-tournament-clock", strip)
    expect(digits).not_to_have_text(str(called_at))
    expect(clock).to_have_attribute("data-state", "running")
    assert 25 >= called_at > int(digits.inner_text()) > 0
    page.evaluate(FIFTEEN_SECONDS_LATER)
    page.reload()
    expect(clock).to_have_attribute("data-state", re.compile("aloud|over"))
    expect(page.locator("#assertive")).to_have_text(re.compile(r"[1-5]|Time is over\."))
    shot(page, "player-clock")
    expect(clock).to_have_attribute("data-state", "over")
    expect(page.locator(".verdict:visible")).to_have_text("Time is over: the hand is dead.")
    page.keyboard.press("Enter")
    expect(page.locator(".done").filter(has_text="On the clock, facing a bet: time is over")).to_be_visible()


def come_back_tomorrow(page: Page) -> None:
    """The stacks are counted, time is called, and the sheet is printed with everybody's seat and chips."""
    page.goto(f"{ROOT}stop/")
    page.get_by_role("button", name="Count table 1").click()
    stacks = page.locator("#stacks input[id^=stack-]")
    expect(stacks).to_have_count(ENTRIES)
    names = [each.get_attribute("id") or "" for each in stacks.all()]
    page.locator(f"#{names[0]}").fill("26,500")
    page.locator(f"#{names[1]}").fill("23,500")
    page.get_by_role("button", name="Record the stacks").click()
    expect(page.locator("#stacks .done")).to_be_visible()
    tomorrow = datetime.now(UTC) + timedelta(days=1, hours=10)
    page.locator("#suspend-reason").fill("The event will not end in twelve hours.")
    page.locator("#suspend-returns").fill(f"{tomorrow:%Y-%m-%dT12:30}")
    page.get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("heading", name="Suspended")).to_be_visible()
    page.get_by_role("link", name="Return sheet").first.click()
    page.emulate_media(media="print")
    expect(page.locator("[data-return]")).to_have_count(ENTRIES)
    expect(page.locator(f"[data-return={names[0].removeprefix('stack-')}] .figure")).to_have_text("26,500")
    expect(page.locator(".sheet-return")).to_contain_text("12:30")
    expect(page.locator(".sheet-seats tfoot .figure")).to_have_text("150,000")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator(".tabs")).to_be_hidden()
    shot(page, "return-sheet")
    page.emulate_media(media="screen")
