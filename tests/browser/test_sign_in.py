"""Signing in with a password that somebody else gave, and a device that a patron lets play, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

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
