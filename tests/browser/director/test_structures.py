"""Structures and conditions in a real browser: an event from the editor to open entries, and one of a house game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Visitors, no_serious_violations, shot

pytestmark = pytest.mark.needs("chromium")
# Forty events are played by another process, which has a core of its own if it is lucky.
PATIENCE_MS = 300_000
PAGES = (
    *("/director/", "/director/structures/", "/director/structures/edit?of=saturday_special"),
    *("/director/structures/edit?of=ultimate_challenge", "/director/saturday/conditions/"),
    "/tournaments/saturday/conditions",
)


def checked(page: Page, words: str | re.Pattern[str]) -> None:
    """The server has looked at what is written, and says so."""
    expect(page.locator("#problems")).to_contain_text(words)


def beside(page: Page, words: str) -> None:
    """A problem stands in the form, not only in the list of problems."""
    expect(page.locator("#structure [data-beside]").filter(has_text=words)).to_be_visible()


def mend_the_saturday_event(page: Page) -> None:
    page.goto("/director/structures/")
    page.get_by_role("link", name="Edit $240 Saturday Night Special").click()
    checked(page, "Nothing is wrong")
    page.get_by_label("Big blind of level 9").fill("500")
    beside(page, "The blinds of level 9 are above nothing")
    expect(page.get_by_label("Small blind of level 9")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#structure [data-beside] .clause").first).to_have_text("STAR 4")
    page.get_by_label("Minutes of the break after level 12").fill("0")
    beside(page, "The break after level 12 takes no time.")
    page.get_by_label("Starting stack", exact=True).fill("plenty")
    beside(page, "Write a whole number")
    shot(page, "structure-problems")
    no_serious_violations(page)
    page.get_by_label("Starting stack", exact=True).fill("30,000")
    page.get_by_label("Big blind of level 9").fill("1,200")
    page.get_by_label("Minutes of the break after level 12").fill("20")
    checked(page, "Nothing is wrong")
    expect(page.locator("#structure [data-beside]")).to_have_count(0)
    expect(page.locator("#toml")).to_have_value(re.compile(r"stack = 30000[\s\S]*\[12, 1200\]"))


def change_rows(page: Page) -> None:
    """A level is doubled, moved and removed again; the ladder goes on as it would."""
    page.get_by_role("button", name="Copy level 26").click()
    expect(page.get_by_label("Small blind of level 27")).to_have_value("50,000")
    page.get_by_role("button", name="Remove level 27").click()
    expect(page.get_by_label("Small blind of level 27")).to_have_count(0)
    page.get_by_role("button", name="Go on as the ladder would").click()
    expect(page.get_by_label("Big blind of level 30")).to_be_visible()
    checked(page, "Nothing is wrong")


def forecast(page: Page) -> None:
    page.get_by_label("With so many entries").fill("6")
    expect(page.locator("#details")).to_contain_text("Chips for 6 entries")
    page.get_by_role("button", name="Forecast").click()
    expect(page.locator("[data-forecast-done]")).to_contain_text("40 events with 6 entries", timeout=PATIENCE_MS)
    expect(page.locator("#forecast")).to_contain_text("Median")
    shot(page, "structure-forecast")


def save_and_create(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("Not a name")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".keep .wrong")).to_contain_text("Lower-case letters")
    page.get_by_label("Name", exact=True).fill("sunday-deep")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".keep .done")).to_contain_text("Saved as sunday-deep.")
    page.get_by_role("link", name="New event by it").click()
    form = page.get_by_role("form", name="New tournament")
    expect(form.get_by_label("Structure")).to_have_value("sunday-deep")
    form.get_by_label("Start, local time").fill("2030-06-16T12:00")
    expect(form.get_by_label("Short name")).to_have_value("sunday-deep-300616")
    form.get_by_label("Title").fill("Sunday Deep")
    form.get_by_label("Short name").fill("sunday")
    form.get_by_role("button").click()
    page.wait_for_url("**/director/sunday/conditions/")


def read_and_open(page: Page) -> None:
    paper = page.get_by_role("article", name="Conditions of the tournament")
    expect(paper.get_by_role("heading", name="Sunday Deep")).to_be_visible()
    expect(paper).to_contain_text("30,000 tournament chips for the entry fee.")
    expect(paper).to_contain_text("Sunday, 16 June 2030, 12:00")
    shot(page, "conditions")
    no_serious_violations(page)
    page.get_by_role("button", name="Open entries").click()
    expect(page.locator("[data-step=open_entries]")).to_have_class(re.compile("is-done"))
    expect(page.locator("[data-step=announce_conditions]")).to_have_class(re.compile("is-done"))


def test_a_structure_is_changed_mended_forecast_saved_and_an_event_held_by_it(visitors: Visitors) -> None:
    visitors.provoke(422)
    page = visitors.person("derek")
    mend_the_saturday_event(page)
    change_rows(page)
    forecast(page)
    save_and_create(page)
    read_and_open(page)
    patron = visitors.visitor()
    patron.goto("/")
    patron.get_by_role("row", name=re.compile("Sunday Deep")).get_by_role(
        "link", name="Conditions of Sunday Deep"
    ).click()
    expect(patron.get_by_role("article")).to_contain_text("30,000 tournament chips for the entry fee.")
    no_serious_violations(patron)


def test_entries_of_an_ultimate_event_open_when_it_is_published_and_the_commission_notified(
    visitors: Visitors,
) -> None:
    visitors.provoke(404, 422)
    page, patron = visitors.person("derek"), visitors.visitor()
    page.goto("/director/")
    form = page.get_by_role("form", name="New tournament")
    form.get_by_label("Structure").select_option("ultimate_challenge")
    form.get_by_label("Start, local time").fill("2030-06-16T12:00")
    form.get_by_label("Short name").fill("challenge")
    form.get_by_role("button").click()
    page.wait_for_url("**/director/challenge/conditions/")
    page.get_by_role("button", name="Open entries").click()
    said = page.locator("#before-said .refusal")
    expect(said).to_contain_text("not been made available to patrons and not been sent to the Commission")
    expect(said.locator(".clause")).to_have_text("UTH 16.2")
    patron.goto("/tournaments/challenge/conditions")
    expect(patron.get_by_role("alert")).to_contain_text("no conditions of this event to be read yet")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("[data-step=publish_conditions]")).to_have_class(re.compile("is-done"))
    patron.goto("/tournaments/challenge/conditions")
    expect(patron.get_by_role("article")).to_contain_text("Heats of 20 rounds")
    page.get_by_role("button", name="Open entries").click()
    expect(said).to_contain_text("The conditions have not been sent to the Commission.")
    page.get_by_role("button", name="Notified").click()
    expect(page.locator("[data-step=notify_commission]")).to_have_class(re.compile("is-done"))
    page.get_by_role("button", name="Open entries").click()
    expect(page.locator("[data-step=open_entries]")).to_have_class(re.compile("is-done"))
    shot(page, "conditions-ultimate")


def test_every_page_fits_its_window_and_keeps_nobody_out(onlookers: Visitors) -> None:
    page = onlookers.person("derek")
    for address in PAGES:
        page.goto(address)
        for width in (1440, 820, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (address, width)
        no_serious_violations(page)
