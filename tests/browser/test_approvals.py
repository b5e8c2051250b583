"""Two people in two windows: what one asks for waits calmly, is counted on the other's page, and done with a press."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served

pytestmark = pytest.mark.needs("chromium")
WORDS = "Take Nora Quill into the staff as supervisor."


def ask(page: Page) -> None:
    page.goto("/pit/staff")
    page.locator("#staff-id").fill("nora")
    page.locator("#staff-name").fill("Nora Quill")
    page.get_by_label("supervisor").check()
    page.get_by_role("button", name="Take in").click()


def test_what_takes_two_waits_for_the_second_and_nothing_typed_is_lost(visitors: Visitors) -> None:
    maria, martin = visitors.person("maria"), visitors.person("martin")
    martin.goto("/pit/")
    expect(martin.locator("#waiting-count")).to_have_text("")
    ask(maria)
    notice = maria.locator(".said .waits")
    expect(notice).to_contain_text("It waits as request 1 for Martin Hale (manager).")
    expect(maria.locator(".refusal, .wrong")).to_have_count(0)
    expect(maria.locator("#staff-name")).to_have_value("Nora Quill")
    expect(maria.get_by_label("supervisor")).to_be_checked()
    no_serious_violations(maria)
    maria.get_by_role("button", name="Take in").click()
    expect(notice).to_contain_text("request 1 ")
    # Nobody has to look for it: the page that stands open says so.
    expect(martin.locator("#waiting-count")).to_contain_text("1")
    martin.get_by_role("link", name=re.compile("^Approvals")).click()
    request = martin.locator("#request-1")
    expect(request).to_contain_text(WORDS)
    martin.get_by_text("What would follow").click()
    expect(request).to_contain_text("Nora Quill works here as supervisor.")
    no_serious_violations(martin)
    shot(martin, "approvals")
    maria.goto("/approvals/")
    expect(maria.get_by_role("button", name="Take back")).to_be_visible()
    martin.get_by_role("button", name="Approve").click()
    expect(martin.locator("#agreed .done")).to_contain_text("Nora Quill works here as supervisor.")
    expect(martin.locator("#waiting-count")).to_have_text("")
    expect(maria.locator("#requests")).to_contain_text("approved by Martin Hale")
    expect(maria.get_by_role("button", name="Take back")).to_have_count(0)


def test_a_reason_stays_while_others_ask_and_a_new_password_is_told_to_who_agrees(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    maria, martin = visitors.person("maria"), visitors.person("martin")
    visitors.provoke(409, 422)
    ask(maria)
    martin.goto("/approvals/")
    martin.get_by_label("Why not").fill("She is on")
    signed = {"Authorization": f"Bearer {demo.people['maria'].token}"}
    served.client.post("/api/commands/reset_password", json={"person": "staff:susan"}, headers=signed)
    expect(martin.locator("#request-2")).to_contain_text("Give Susan Oake a new password.")
    expect(martin.get_by_label("Why not").first).to_have_value("She is on")
    martin.locator("#request-2").get_by_role("button", name="Decline").click()
    expect(martin.locator("#request-2 .wrong, #request-2 .refusal")).to_be_visible()
    martin.locator("#request-1").get_by_role("button", name="Decline").click()
    expect(martin.locator("#requests")).to_contain_text("declined by Martin Hale: She is on")
    martin.locator("#request-2").get_by_role("button", name="Approve").click()
    expect(martin.locator("#agreed .secret")).to_have_text(re.compile(r"[a-z0-9-]{10,}"))
    expect(martin.locator("#requests")).to_contain_text("Nothing waits for you.")
    expect(martin.locator("#agreed .secret")).to_be_visible()
