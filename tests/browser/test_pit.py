"""The pit in a real browser: notice of new limits, an exclusion, what two people do, and every page of the pit."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, said, shot
from tests.browser.served_scene import Served

pytestmark = pytest.mark.needs("chromium")
OF_SUPERVISORS = (
    *("/pit/", "/pit/tables/uth-1", "/pit/tables/hld-1", "/pit/people", "/pit/people/p1001", "/pit/floats"),
    *("/pit/floats/uth-1", "/pit/rulings"),
)
OF_MANAGERS = (
    *("/pit/house", "/pit/tables/new/ultimate", "/pit/tables/new/canberra", "/pit/tables/new/holdem", "/pit/staff"),
    *("/pit/staff/susan", "/pit/devices"),
)


def test_new_limits_are_announced_at_the_table_before_they_hold(visitors: Visitors) -> None:
    player, supervisor = visitors.person("alice"), visitors.person("susan")
    player.goto("/tables/uth-1")
    expect(player.get_by_label("Limits").first).to_contain_text("$10–$500")
    supervisor.goto("/pit/tables/uth-1")
    supervisor.locator("#limit-ante-min").fill("25")
    supervisor.locator("#limit-ante-max").fill("$1,000")
    supervisor.get_by_role("button", name="Announce for the next round").click()
    said(supervisor, "New limits from the next round: ante $25 to $1,000")
    expect(supervisor.get_by_text("Announced: the limits change with the next round.")).to_be_visible()
    expect(player.get_by_label("Limits").first).to_contain_text("$10–$500")
    expect(player.get_by_text("From the next round: ante $25–$1,000")).to_be_visible()
    shot(supervisor, "pit-table")


def test_a_limit_that_makes_no_sense_is_refused_with_its_clause(visitors: Visitors) -> None:
    page = visitors.person("susan")
    visitors.provoke(422)
    page.goto("/pit/tables/uth-1")
    page.locator("#limit-trips-max").fill("")
    page.get_by_role("button", name="Announce for the next round").click()
    expect(page.locator("#wrong-limit-trips-max")).to_have_text("A limit runs from one amount to another.")
    page.locator("#limit-trips-max").fill("1")
    page.get_by_role("button", name="Announce for the next round").click()
    expect(page.locator(".refusal")).to_contain_text("must run from above $0 upwards")
    expect(page.locator(".refusal .clause")).to_have_text("UTH 5.1")


def test_an_exclusion_stops_a_player_until_two_people_have_lifted_it(visitors: Visitors) -> None:
    supervisor, manager, player = visitors.person("susan"), visitors.person("maria"), visitors.person("ben")
    visitors.provoke(422)
    supervisor.goto("/pit/people/p1002")
    supervisor.locator("#exclude-reason").fill("By direction.")
    supervisor.once("dialog", lambda asked: asked.accept())
    supervisor.get_by_role("button", name="Exclude for ever").click()
    said(supervisor, "Ben Hollow is excluded for ever.")
    expect(supervisor.locator(".standing .no")).to_contain_text("Excluded by direction of the house for ever")
    sit_down(player)
    expect(player.locator(".refusal")).to_contain_text("Ben is excluded for ever.")
    expect(player.locator(".refusal .clause")).to_have_text("STAR 6.16(2)")
    for page, told in ((supervisor, "Asked for: a second person"), (manager, "The exclusion of Ben Hollow is lifted.")):
        page.goto("/pit/people/p1002")
        page.locator("#lift-reason").fill("The direction has ended.")
        page.get_by_role("button", name="lift", exact=False).click()
        said(page, told)
    expect(manager.locator(".standing .yes")).to_have_text("Play May play.")


def sit_down(page: Page) -> None:
    page.goto("/tables/uth-1")
    page.get_by_role("button", name="Sit").first.click()


def test_the_overview_follows_the_tables_and_a_stopped_table_calls(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    page = visitors.person("susan")
    page.goto("/pit/")
    row = page.locator("#row-can-1")
    expect(row).to_contain_text("0 of 7")
    token = demo.people["chloe"].token
    served.give("play", {"table": "can-1", "do": "place", "seat": 1, "wagers": {"ante": 1000}}, token)
    expect(row).to_contain_text("1 of 7")
    expect(row).to_contain_text("$10.00")
    page.goto("/pit/tables/can-1")
    page.locator("#state-reason").fill("A card is torn.")
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Stop the table at once").click()
    said(page, "can-1 is stopped: A card is torn.")
    expect(page.get_by_role("button", name="Let it go on")).to_be_visible()
    page.goto("/pit/")
    expect(page.locator(".calls")).to_contain_text("Canberra Poker 1: Stopped: A card is torn.")
    shot(page, "pit")
    page.goto("/pit/rulings")
    expect(page.get_by_role("row").filter(has_text="Disable table")).to_contain_text("Susan Oake")


def test_a_manager_takes_somebody_in_and_tells_the_password_once(visitors: Visitors) -> None:
    page = visitors.person("maria")
    visitors.provoke(422)
    page.goto("/pit/staff")
    page.locator("#staff-id").fill("nora")
    page.locator("#staff-name").fill("Nora Quill")
    page.get_by_role("button", name="Take in").click()
    expect(page.locator(".wrong, .refusal")).to_contain_text("This field is missing.")
    page.get_by_label("dealer").check()
    page.get_by_label("cashier").check()
    page.get_by_role("button", name="Take in").click()
    said(page, "Nora Quill works here now, as dealer, cashier.")
    page.get_by_role("link", name="to Nora Quill").click()
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="New password").click()
    expect(page.locator(".secret")).to_have_text(re.compile(r"[a-z0-9-]{10,}"))


def test_a_manager_sets_up_a_table_of_hold_em(visitors: Visitors) -> None:
    page = visitors.person("maria")
    page.goto("/pit/tables/new/holdem")
    page.locator("#new-table").fill("hld-9")
    page.locator("#new-big").fill("$20")
    page.locator("#new-small").fill("10")
    page.locator("#new-bet").fill("20")
    page.get_by_role("button", name="Set up the table").click()
    said(page, "is set up.")
    page.get_by_role("link", name="to the table").click()
    page.get_by_role("button", name="Open the table").click()
    said(page, "The table opens.")


@pytest.mark.parametrize(
    ("who", "addresses"),
    [
        ("susan", OF_SUPERVISORS[:4]),
        ("susan", OF_SUPERVISORS[4:]),
        ("maria", OF_MANAGERS[:4]),
        ("maria", OF_MANAGERS[4:]),
    ],
)
def test_the_pages_keep_nobody_out(onlookers: Visitors, who: str, addresses: tuple[str, ...]) -> None:
    page = onlookers.person(who)
    for address in addresses:
        page.goto(address)
        no_serious_violations(page)
