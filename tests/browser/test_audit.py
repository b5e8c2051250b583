"""The auditor's pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser_scene import Visitors, no_serious_violations, shot

pytestmark = pytest.mark.needs("chromium")


def test_the_journal_is_searched_and_the_house_checked(visitors: Visitors) -> None:
    page = visitors.person("anna")
    page.goto("/audit/")
    no_serious_violations(page)
    page.get_by_label("Who").fill("carla")
    expect(page.locator("#rows")).to_contain_text("Carla Moss")
    expect(page.locator("#rows")).not_to_contain_text("Maria Lind")
    page.get_by_role("button", name="Check chain and books").click()
    expect(page.locator("#checked")).to_contain_text("Chain whole, books balanced", timeout=60_000)
    no_serious_violations(page)


def test_significant_events_are_found_by_group_and_person_and_come_by_themselves(visitors: Visitors) -> None:
    page, manager = visitors.person("anna"), visitors.person("maria")
    page.goto("/audit/significant")
    rows = page.locator("#rows")
    expect(rows).to_contain_text("Susan Oake works here as supervisor.")
    expect(rows).to_contain_text("The server starts, version")
    no_serious_violations(page)
    page.get_by_label("What").select_option("Opened, closed and stopped")
    expect(rows).to_contain_text("The house opens.")
    expect(rows).not_to_contain_text("works here")
    manager.goto("/pit/tables/uth-1")
    manager.on("dialog", lambda asked: asked.accept())
    manager.locator("#state-reason").fill("A torn card.")
    manager.get_by_role("button", name="Stop the table at once").click()
    expect(rows).to_contain_text("Ultimate Texas Hold-em 1: The table is disabled: A torn card.")
    page.get_by_label("By or about").fill("carla")
    expect(rows).to_contain_text("Nothing like this has happened in these days.")
    shot(page, "significant")


def test_rounds_and_returns_are_there_before_anything_was_played(onlookers: Visitors) -> None:
    page = onlookers.person("anna")
    for path, words in (("/audit/rounds", "No round has been played there."), ("/audit/returns", "No money has been")):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(words)
        no_serious_violations(page)


def test_nobody_but_the_auditor_looks_through_somebodys_eyes(visitors: Visitors) -> None:
    visitors.provoke(403)
    player = visitors.person("alice")
    player.goto("/tables/uth-1")
    player.locator("#box-3").get_by_role("button").click()
    expect(player.get_by_role("button", name="Leave the table")).to_be_visible()
    player.get_by_label("Ante", exact=True).fill("10")
    player.keyboard.press("Enter")
    expect(player.get_by_role("button", name="Take back")).to_be_visible()
    expect(player.get_by_label("Ante", exact=True)).not_to_be_focused()
    player.keyboard.press(" ")
    expect(player.locator(".decisions")).to_contain_text("Fold")
    reader = visitors.person("anna")
    reader.goto("/audit/recall/uth-1/1?as=p1001")
    expect(reader.locator("main")).to_contain_text("until the round is over")
    player.keyboard.press("f")
    expect(player.locator("#round-net")).to_have_text("−$20.00")
    reader.reload()
    for viewer in ("own", "dealer", "public"):
        reader.goto(f"/audit/recall/uth-1/1?as={viewer}")
        expect(reader.locator("#recalled .strip-cards .card")).to_have_count(2)
        expect(reader.locator("#recalled .strip-cards .card").first).to_be_visible()
        expect(reader.locator("#recalled .strip-wagers")).to_contain_text("Ante")
    reader.goto("/audit/recall/uth-1/1?as=p1001")
    expect(reader.locator("#recalled")).to_contain_text("you", ignore_case=True)
    supervisor = visitors.person("susan")
    supervisor.goto("/audit/recall/uth-1/1?as=p1001")
    expect(supervisor.locator("main")).to_contain_text("until the round is over")
    for path in ("/audit/rounds", "/audit/returns"):
        reader.goto(path)
        no_serious_violations(reader)
