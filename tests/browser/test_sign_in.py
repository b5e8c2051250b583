"""Signing in with a password that somebody else gave, and a device that a patron lets play, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.screens.common.answers import BROKEN, refusal_parts
from pitboss.screens.common.middleware import NOT_READ
from pitboss.screens.common.reading import LARGEST_BODY, TOO_LARGE
from pitboss.server.gate import DOORS_FULL, TOO_MANY, TOO_OFTEN
from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, said, shot
from tests.browser.served_scene import Served

pytestmark = pytest.mark.needs("chromium")
PHONE = {"width": 390, "height": 844}


def password_given(served: Served, demo: Demo, person: str) -> str:
    """A new password of somebody, as the manager is told it."""
    answer = served.give("reset_password", {"person": person}, demo.people["maria"].token)
    return str(answer["secret"]["password"])


def press_sign_in(page: Page) -> None:
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_whoever_has_a_password_for_one_sign_in_chooses_a_new_one_and_types_nothing_twice(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    visitors.provoke(422)
    for viewport, person, name, new in (
        ({"width": 1440, "height": 900}, "staff:carla", "carla", "one of my own"),
        (PHONE, "patron:p1002", "p1002", "another of my own"),
    ):
        given = password_given(served, demo, person)
        page = visitors.visitor(viewport=viewport)
        page.goto("/sign-in")
        expect(page.get_by_label("New password")).to_have_count(0)
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(given)
        press_sign_in(page)
        field = page.get_by_label("New password")
        expect(field).to_be_focused()
        expect(page.locator("#wrong-new_password")).to_contain_text("choose one of your own")
        expect(page.get_by_label("Name")).to_have_value(name)
        expect(page.locator("#password")).to_have_value(given)
        shot(page, f"sign-in-new-password-{viewport['width']}")
        no_serious_violations(page)
        field.fill("aaaaaaaaaaaa")
        press_sign_in(page)
        expect(page.locator("#wrong-new_password")).to_have_text("A password has at least 4 different characters.")
        expect(field).to_have_value("aaaaaaaaaaaa")
        field.fill(new)
        press_sign_in(page)
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        again = visitors.visitor(viewport=viewport)
        again.goto("/sign-in")
        again.get_by_label("Name").fill(name)
        again.get_by_label("Password").fill(new)
        press_sign_in(again)
        expect(again.get_by_role("button", name="Sign out")).to_be_visible()


def test_a_patron_lets_a_device_play_sees_it_and_ends_it(visitors: Visitors, served: Served, demo: Demo) -> None:
    manager = visitors.person("maria")
    manager.goto("/pit/devices")
    manager.locator("#device-id").fill("bot-1")
    manager.locator("#device-name").fill("Alice's bot")
    manager.locator("#device-role").select_option("player")
    manager.locator("#device-patron").fill("p1001")
    manager.get_by_role("button", name="Let it in").click()
    said(manager, "Alice's bot waits for the word of Alice Reed")
    expect(manager.locator("#devices-part")).to_contain_text("waits for the patron")
    expect(manager.locator("code.secret")).to_have_count(0)
    visitors.provoke(422)
    page = visitors.person("alice", viewport=PHONE)
    page.goto("/account")
    panel = page.get_by_role("region", name="Device: Alice's bot")
    expect(panel).to_contain_text("waits for your word")
    panel.get_by_label("Your password").fill("not-the-password")
    panel.get_by_role("button", name="Let it play for me").click()
    expect(panel.locator(".wrong")).to_have_text("The password is wrong.")
    no_serious_violations(page)
    shot(page, "account-device")
    page.once("dialog", lambda asked: asked.accept())
    panel.get_by_role("button", name="End it").click()
    expect(page.get_by_role("region", name="Device: Alice's bot")).to_have_count(0)
    expect(page.get_by_role("region", name="Changed by others")).to_contain_text("Alice's bot")


# More fields than any form of the house has.
MANY_FIELDS = """() => document.querySelector("form").insertAdjacentHTML(
  "beforeend", '<input type="hidden" name="more" value="1">'.repeat(1001))"""


def test_whoever_is_turned_away_or_not_understood_is_told_so_where_they_pressed(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/sign-in")
    visitors.provoke(400, 422, 429, 500, 502, 503)
    told, name, lost = page.locator("form .said .refusal"), page.get_by_label("Name"), page.locator("#connection")
    name.fill("x" * LARGEST_BODY)
    press_sign_in(page)
    expect(told).to_contain_text(TOO_LARGE.reason)
    name.fill("p1002")
    for no in (TOO_OFTEN, DOORS_FULL, BROKEN):
        headers, text = refusal_parts(no, {"HX-Request": "true"})
        answer_with(page, "**/sign-in/begin", status=no.status, headers=headers, body=text)
        press_sign_in(page)
        expect(told).to_have_text(no.reason)
        expect(name).to_have_value("p1002")
        page.unroute("**/sign-in/begin")
    page.evaluate(MANY_FIELDS)
    press_sign_in(page)
    expect(told).to_have_text(NOT_READ.reason)
    expect(lost).to_be_hidden()
    answer_with(page, "**/sign-in/begin", status=502, body="<h1>Of the proxy</h1>")
    press_sign_in(page)
    expect(lost).to_contain_text("The connection is lost.")
    expect(page.get_by_text("Of the proxy")).to_have_count(0)
    assert "502 from /sign-in/begin" in "".join(visitors.take_faults())


def test_a_part_that_cannot_be_fetched_stays_says_why_and_comes_again(visitors: Visitors) -> None:
    page, lost = visitors.visitor(), "#connection"
    page.goto("/")
    visitors.provoke(429)
    headers, text = refusal_parts(TOO_MANY, {"HX-Request": "true"})
    answer_with(page, "**/lobby/offers", status=429, headers=headers, body=text)
    page.evaluate("htmx.trigger(document.body, 'reconnected')")
    expect(page.locator(lost)).to_contain_text(TOO_MANY.reason)
    expect(page.locator("#offers .refusal")).to_have_count(0)
    expect(page.locator("#offers")).to_contain_text("Practice")
    page.unroute("**/lobby/offers")
    expect(page.locator(lost)).to_be_hidden()
    assert "429 from /lobby/offers" in "".join(visitors.take_faults())


def answer_with(page: Page, path: str, **answer: Any) -> None:
    """Whatever the page sends there is answered so."""
    page.route(path, lambda route: route.fulfill(**answer))
