"""An event is suspended for the night, the server is stopped and started again, and play goes on as it stood."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import browser_scene
from tests.browser.browser_scene import Demo
from tests.browser.served_scene import Served
from tests.browser.still_clock_scene import StillClock
from tests.screens.director import event_scene

pytestmark = pytest.mark.needs("chromium")

EVENT = "friday-night"
ROOT = f"/director/{EVENT}/"


def reading(page: Page) -> dict[str, Any]:
    """What the clock of the event shows to whoever is signed in."""
    found: dict[str, Any] = page.request.get(f"/api/tournaments/{EVENT}").json()["view"]["clock"]["reading"]
    return found


def sign_in(page: Page) -> None:
    """The director, who has been away for longer than a session lasts."""
    page.goto("/")
    page.locator("[data-person=derek]").first.click()
    page.wait_for_url("**/director/")


def suspend(page: Page) -> list[str]:
    """Time is called, with the return agreed; the sheet has everybody with seat and chips."""
    page.goto(f"{ROOT}rulings/stop/")
    page.locator("#suspend-reason").fill("The event will not end in twelve hours.")
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(page.locator("#suspend-title")).to_have_text("Suspended")
    page.goto(f"{ROOT}rulings/return-sheet/")
    expect(page.locator("[data-return]")).to_have_count(20)
    return page.locator("[data-return]").all_inner_texts()


def test_a_suspension_overnight_with_a_restart(
    browser: Browser, still_demo: Demo, tmp_path: Path, still_clock: StillClock
) -> None:
    demo, folder = still_demo, tmp_path / "house"
    with browser_scene.served(demo, folder) as house:
        give = event_scene.to_served(house, demo.people)
        event_scene.started(give, EVENT, "friday_freezeout", 20)
        still_clock.pass_hours(2)
        with browser_scene.visitors(browser, house, demo) as windows:
            director = windows.visitor()
            sign_in(director)
            sheet, stood = suspend(director), reading(director)
            # Five levels of twenty minutes, and the sixth is over with the break after it.
            assert stood["level"] == 6
            screen = windows.visitor()
            screen.goto(f"/screen/{EVENT}")
            expect(screen.locator("body")).to_contain_text("uspended")
        assert house.stop()[0] == 0

    still_clock.pass_hours(14)
    with Served(folder, zygote=demo.zygote) as house:
        with browser_scene.visitors(browser, house, demo) as windows:
            resume(windows.visitor(), sheet, stood)
        assert house.stop()[0] == 0


def resume(page: Page, sheet: list[str], stood: dict[str, Any]) -> None:
    sign_in(page)
    page.goto(f"{ROOT}rulings/return-sheet/")
    assert page.locator("[data-return]").all_inner_texts() == sheet
    assert reading(page) == stood
    page.goto(f"{ROOT}rulings/stop/")
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Resume: everybody is back").click()
    expect(page.locator("#suspend-title")).to_have_text("Call time until another day")
    # What was left is left, and runs again: only the moments since the button was pressed have passed.
    runs = reading(page)
    passed = runs["gone"] - stood["gone"]
    assert 0 <= passed < 60
    assert runs == {**stood, "runs": True, "gone": runs["gone"], "remaining": stood["remaining"] - passed}
    page.goto(ROOT)
    expect(page.locator("#figure-left")).to_have_text("20 of 20")
