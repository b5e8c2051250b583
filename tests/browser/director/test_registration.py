"""The registration desk in a real browser: from a new member to receipt and seat card, the queue, and money back."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, local_start

pytestmark = pytest.mark.needs("chromium")
THREE_DAYS = 3 * 24 * 3600


def opened(served: Served, demo: Demo, tournament: str) -> tuple[Event, list[str]]:
    """Entries are open three days before the start, and two members with money have come."""
    give = event_scene.to_served(served, demo.people)
    start = local_start((int(time.time()) + THREE_DAYS) * 1_000_000)
    return event_scene.opened(give, tournament, "saturday_special", start), event_scene.members(give, 2)


def find(page: Page, words: str) -> None:
    """Types into the search and takes the first who is found."""
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/entries/?search={words}&player=*")


def said(page: Page, words: str) -> None:
    expect(page.locator("#entry-said .done")).to_contain_text(words)


def verdict(page: Page, words: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(words)


def test_a_new_member_enters_is_given_papers_cancels_and_another_entry_changes_hands(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    visitors.provoke(422)
    _, people = opened(served, demo, "night")
    page = visitors.person("carla")
    page.goto("/director/night/entries/")
    expect(page.locator("#search")).to_be_focused()
    a_minor_is_refused_and_a_member_added(page)
    cash_is_taken(page)
    papers_are_printed(page)
    it_is_cancelled_in_time(page)
    it_is_transferred(page, people)


def a_minor_is_refused_and_a_member_added(page: Page) -> None:
    page.keyboard.type("zoe quill")
    expect(page.locator("#found")).to_contain_text("Nobody is called so.")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name, as on the document of identity")).to_have_value("zoe quill")
    page.get_by_label("Name, as on the document of identity").fill("Zoe Quill")
    page.get_by_label("Date of birth").fill("2012-02-03")
    page.locator("#new-membership").fill("Z100")
    page.get_by_role("button", name="Add and choose").click()
    beside = page.locator(".field").filter(has=page.locator("#new-born")).locator(".wrong")
    expect(beside).to_contain_text("Zoe Quill is under 18 on the day of the start.")
    expect(beside.locator(".clause")).to_have_text("STAR 6.16(1)")
    expect(page.locator("#new-born")).to_have_attribute("aria-invalid", "true")
    shot(page, "registration-minor")
    page.get_by_label("Date of birth").fill("1992-02-03")
    page.get_by_role("button", name="Add and choose").dblclick()
    page.wait_for_url("**/entries/?player=*")


def cash_is_taken(page: Page) -> None:
    """Pressed twice it is one entry, and the account is as it was."""
    expect(page.get_by_role("heading", name="Zoe Quill")).to_be_visible()
    verdict(page, "May enter")
    expect(page.locator(".checks .met")).to_have_count(9)
    no_serious_violations(page)
    shot(page, "registration-eligible")
    page.locator("[data-way=cash]").dblclick()
    expect(page.locator("#verdict")).to_contain_text("Registered")
    expect(page.locator("#entry-1")).to_contain_text("Zoe Quill")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    expect(page.locator("#balance")).to_have_text("$0.00")
    expect(page.locator("#prize-pool")).to_have_text("$200.00")
    expect(page.locator("#admin-fees")).to_have_text("$40.00")


def papers_are_printed(page: Page) -> None:
    page.keyboard.press("R")
    receipt = page.locator(".entry-receipt")
    for told in ("No. 000001", "Zoe Quill", "Entry fee", "$200.00", "$40.00", "$240.00", "cash", "Carla Moss"):
        expect(receipt).to_contain_text(told)
    shot(page, "registration-receipt")
    page.keyboard.press("S")
    expect(page.locator(".seat-card")).to_contain_text("The seat is drawn before play.")
    page.keyboard.press("B")
    page.wait_for_url("**/entries/?player=*")


def it_is_cancelled_in_time(page: Page) -> None:
    page.locator("#cancel summary").click()
    expect(page.locator("#gives-back")).to_contain_text(
        "The rules give back $240.00: entry fee $200.00 and administration fee $40.00."
    )
    expect(page.locator("#gives-back .clause")).to_have_text("STAR 6.10")
    page.get_by_role("button", name="Cancel, and give back $240.00").click()
    said(page, "Zoe Quill gets $240 back for entry 1: cancelled.")
    verdict(page, "May enter")
    expect(page.locator("#balance")).to_have_text("$240.00")
    expect(page.locator("#prize-pool")).to_have_text("$0.00")


def it_is_transferred(page: Page, people: list[str]) -> None:
    """Found by their numbers, since several people may have one name."""
    find(page, people[0])
    expect(page.get_by_role("heading", name="Aiko Sato")).to_be_visible()
    page.keyboard.press("F")
    verdict(page, "Registered")
    page.locator("#transfer summary").click()
    page.locator("#transfer-find").fill(people[1])
    page.get_by_role("radio", name="Brendan Gallagher").check()
    page.get_by_role("button", name="Transfer", exact=True).click()
    expect(page.locator("#entry-2")).to_contain_text("Brendan Gallagher")
    verdict(page, "May enter")


def test_an_alternate_waits_and_is_seated_and_somebody_comes_back(
    person: Callable[..., Page], served: Served, demo: Demo
) -> None:
    give = event_scene.to_served(served, demo.people)
    event, people = event_scene.started(give, "late", "saturday_special", 9)
    late = event_scene.members(give, 1, series="L")[0]
    page, wall = person("carla"), person("derek", viewport={"width": 390, "height": 844})
    page.goto(f"/director/late/entries/?player={late}")
    wall.goto(f"/director/late/entries/?player={people[1]}")
    page.locator("[data-way=debit_card]").click()
    said(page, "enters (entry 10) and waits for a seat.")
    expect(page.locator(f"#wait-{late}")).to_contain_text("waits for the next open seat")
    # The director's window hears of it while something is being written there.
    wall.locator("#search").fill("gal")
    wall.locator("#connect summary").click()
    wall.locator("#connect-find").fill("fer")
    expect(wall.locator("#waiting-count")).to_have_text("1")
    event.do("bust_out", player=people[0])
    expect(wall.locator("#free-seats")).to_have_text("1")
    expect(wall.locator("#search")).to_have_value("gal")
    expect(wall.locator("#connect-find")).to_have_value("fer")
    no_serious_violations(wall)
    shot(wall, "registration-phone")
    expect(page.locator("#free-seats")).to_have_text("1")
    page.keyboard.press("Q")
    expect(page.locator("#queue-said")).to_contain_text("takes table 1 seat")
    verdict(page, "Seated: table 1 seat")
    page.keyboard.press("S")
    expect(page.locator(".seat-card")).to_contain_text("Table 1")
    page.goto(f"/director/late/entries/?player={people[0]}")
    verdict(page, "Out")
    shot(page, "registration-desk")
    page.keyboard.press("C")
    said(page, "re-enters (entry 11) and waits for a seat.")
    expect(page.locator(f"#wait-{people[0]}")).to_contain_text("re-entry: waits for the next open seat")
    expect(page.locator("#prize-pool")).to_have_text("$2,200.00")
    page.locator("#list-show").select_option("waits")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    page.goto("/director/late/entries/seat-list")
    expect(page.locator(".seat-list tbody tr")).to_have_count(10)
    no_serious_violations(page)
