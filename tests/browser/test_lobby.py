"""The way in: the lobby, one click into the demo house, signing in, and what every page has."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browser_scene import Visitors, no_serious_violations

pytestmark = pytest.mark.needs("chromium")


def test_a_visitor_sees_the_house_and_enters_it_with_one_click(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("The house is open")
    expect(page.locator("#offer-uth-1")).to_contain_text("$10–$500")
    no_serious_violations(page)
    page.get_by_role("button", name="Susan Oake supervisor").click()
    page.wait_for_url("**/pit/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_what_is_wrong_stands_under_its_field(visitors: Visitors) -> None:
    visitors.provoke(422)
    page = visitors.visitor()
    page.goto("/tables/uth-1")
    page.wait_for_url("**/sign-in?next=**")
    no_serious_violations(page)
    page.get_by_role("button", name="Sign in").click()
    name = page.get_by_label("Name")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    expect(page.locator(".field:has(#name) .wrong")).to_have_text("This field is missing.")
    name.fill("p1001")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".field:has(#name) .wrong")).to_have_count(0)


def test_keys_and_look_are_for_everybody(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    no_serious_violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Look").click()
    with page.expect_navigation():
        page.get_by_label("Contrast").select_option("high")
    expect(page.locator("html")).to_have_class(re.compile("contrast-high"))
    no_serious_violations(page)
    page.get_by_role("button", name="Look").click()
    with page.expect_navigation():
        page.get_by_label("Colours").select_option("light")
    expect(page.locator("html")).to_have_class(re.compile("^light contrast-high"))
    no_serious_violations(page)


def test_the_rulebook_is_searched_and_read(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/rules/")
    page.keyboard.press("/")
    # What was found for its first letters may come before it.
    with page.expect_response("**/rules/?part=1&q=surrender"):
        page.keyboard.type("surrender")
    expect(page.locator(".search.htmx-request")).to_have_count(0)
    expect(page.locator("#found")).to_contain_text("PON")
    page.locator("#found .clause").first.click()
    expect(page.locator("#rule")).to_contain_text("PON")
    no_serious_violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#rule")).to_be_empty()
    for path in ("/rules/UTH", "/rules/UTH/9.6(a)", "/rules/UTH/traces"):
        page.goto(path)
        no_serious_violations(page)


def test_what_is_ones_own_to_change(visitors: Visitors) -> None:
    visitors.provoke(422)
    page = visitors.person("felix")
    page.goto("/account")
    no_serious_violations(page)
    page.get_by_label("Minutes in a gaming day").fill("90")
    page.get_by_role("button", name="Limit it").click()
    expect(page.get_by_role("status").filter(has_text="90")).to_be_visible()
    page.get_by_label("Old password").fill("nonsense")
    page.get_by_label("New password").fill("something quite new")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".field:has(#old_password) .wrong")).to_have_text("The old password is wrong.")
    page.goto("/second-factor")
    no_serious_violations(page)
    page.get_by_role("button", name="Show the secret").click()
    expect(page.locator(".field:has(#enrol-password) .wrong")).to_have_text("This field is missing.")
