"""The clock on walls and in a hand: any number of screens agree, whatever their own clocks and connections do."""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event

pytestmark = pytest.mark.needs("chromium")
ID = "special"
SCREEN, DESK = f"/screen/{ID}", f"/director/{ID}/"
WALL = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TOGETHER_MS = 200
PATIENCE_SECONDS = 20
# A machine whose own clock is more than half an hour wrong.
WRONG_CLOCK = """(() => {
  const Right = Date, wrong = 2_222_222;
  window.Date = class extends Right {
    constructor(...given) { if (given.length) super(...given); else super(Right.now() + wrong); }
    static now() { return Right.now() + wrong; }
  };
})()"""
# What a clock has left, when it was read by the clock of this machine, and what its digits say.
READ = """() => {
  const clock = document.querySelector("[data-tournament-clock]");
  const [seconds, minutes] = clock.querySelector("[data-digits]").textContent.split(":").reverse().map(Number);
  return [Number(clock.dataset.leftMs), performance.timeOrigin + performance.now(), 60 * minutes + seconds];
}"""
READ_OFTEN = f"""async () => {{
  const readings = [];
  while (readings.length < 8) {{
    readings.push(({READ})());
    await new Promise((rest) => setTimeout(rest, 30));
  }}
  return readings;
}}"""
# What the digits say each time that something is painted.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const [seconds, minutes] = document.querySelector("[data-digits]").textContent.split(":").reverse().map(Number);
    window.seen.push(60 * minutes + seconds);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def event(served: Served, demo: Demo) -> Event:
    event, _ = event_scene.started(event_scene.to_served(served, demo.people), ID, "saturday", 12)
    return event


def ends_at(page: Page) -> float:
    """The moment at which this clock will stand at zero, in milliseconds.

    What stands on a page is a little old when it is read: of several readings the earliest end is the truest.
    """
    readings: list[list[float]] = page.evaluate(READ_OFTEN)
    assert all(abs(1000 * digits - left) <= 1000 for left, _, digits in readings)
    return min(left + read_at for left, read_at, _ in readings)


def agree(*pages: Page) -> None:
    """All these clocks end in the same fifth of a second; they have a while to hear of the last change."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        ends = [ends_at(page) for page in pages]
        if max(ends) - min(ends) <= TOGETHER_MS:
            return
        assert time.monotonic() < until, [round(end - ends[0]) for end in ends]


def disagree(one: Page, other: Page) -> None:
    assert abs(ends_at(one) - ends_at(other)) > 5 * TOGETHER_MS


def press(phone: Page, name: str, after: Callable[[], None]) -> None:
    phone.get_by_role("button", name=name).tap()
    after()


def face(page: Page) -> str:
    return page.locator(".clock-face, .face").first.inner_text()


def test_two_screens_and_a_phone_agree_whatever_happens_to_them(
    visitors: Visitors, person: Callable[..., Page], event: Event
) -> None:
    wall, other, phone = visitors.visitor(**WALL), visitors.visitor(**WALL), person("derek", **PHONE)
    other.add_init_script(WRONG_CLOCK)
    wall.goto(SCREEN)
    other.goto(SCREEN)
    phone.goto(DESK)
    agree(wall, other, phone)
    never_jumps(wall, event)
    while_one_is_away(wall, other, phone)
    through_a_level(wall, other, phone, event)
    faults = visitors.take_faults()
    away = ("net::ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    assert all(any(word in fault for word in away) for fault in faults), faults


def never_jumps(wall: Page, event: Event) -> None:
    """However often the screen is drawn anew, nobody sees digits that go back or leave one out."""
    wall.evaluate(WATCH)
    for number in range(5):
        event.do("show_message", text=f"Number {number}")
        expect(wall.locator(".message")).to_have_text(f"Number {number}")
    seen = wall.evaluate("window.seen")
    assert len(seen) > 10
    assert all(0 <= before - after <= 3 for before, after in pairwise(seen)), seen


def while_one_is_away(wall: Page, other: Page, phone: Page) -> None:
    """The clock is paused, put forward and run again from the phone; one screen hears of it afterwards."""
    wall.context.set_offline(True)
    expect(wall.locator("#old")).to_contain_text("No connection. The clock runs on; the other figures are from")
    run, paused = phone.get_by_role("button", name="Run"), phone.locator('[data-state="paused"]')
    press(phone, "Pause", lambda: expect(run).to_be_visible())
    expect(paused).to_have_count(1)
    expect(other.locator(".level", has_text="clock paused")).to_be_visible()
    minutes_more = phone.get_by_role("button", name="+1")
    stood = phone.locator("[data-digits]").inner_text()
    minutes_more.tap()
    expect(phone.locator("[data-digits]")).not_to_have_text(stood)
    expect(other.locator("[data-digits]")).to_have_text(phone.locator("[data-digits]").inner_text())
    disagree(wall, other)
    press(phone, "Run", lambda: expect(phone.get_by_role("button", name="Pause")).to_be_visible())
    agree(other, phone)
    disagree(wall, other)
    wall.context.set_offline(False)
    expect(wall.locator("#old")).to_be_hidden()
    agree(wall, other, phone)


def through_a_level(wall: Page, other: Page, phone: Page, event: Event) -> None:
    """Without a connection a screen goes on through the end of the level, says so and sounds."""
    left = int(phone.evaluate(READ)[2])
    event.do("adjust_clock", take=left - 75)
    agree(wall, other, phone)
    for page in (wall, other):
        page.keyboard.press("Shift")
        expect(page.locator("#silent")).to_be_hidden()
    wall.context.set_offline(True)
    expect(wall.locator("#band")).to_have_text("One minute left in level 1", timeout=30_000)
    expect(wall.locator("body")).to_have_attribute("data-sounded", "minute")
    wall.context.set_offline(False)
    agree(wall, other, phone)
    event.do("adjust_clock", take=int(phone.evaluate(READ)[2]) - 20)
    agree(wall, other, phone)
    other.context.set_offline(True)
    assert "Level 1" in face(other)
    expect(other.locator("[data-level]")).to_have_text("Level 2", timeout=30_000)
    expect(other.locator("[data-blinds]")).to_have_text("100 / 200")
    expect(other.locator("#band")).to_have_text("Level 2, blinds 100 / 200, ante 200")
    expect(other.locator("body")).to_have_attribute("data-sounded", "level")
    expect(other.locator("#ribbon-1")).to_have_class("play now")
    agree(wall, other, phone)
    assert "Level 2" in face(wall)
    assert "Level 2" in face(phone)
    expect(other.locator("#band")).to_be_hidden()
    other.context.set_offline(False)
    expect(other.locator("#old")).to_be_hidden()
    agree(wall, other, phone)


def test_a_screen_fits_every_width_and_keeps_nobody_out(visitors: Visitors, event: Event) -> None:
    event.do("show_message", text="Table 2 breaks next: please take your chips to your new seat.")
    page = visitors.visitor(**WALL)
    for width, height in ((1920, 1080), (1280, 720), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(SCREEN)
        expect(page.locator("[data-digits]")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, width
        cut = page.evaluate("""[...document.querySelectorAll(".scene *")].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width && each.checkVisibility() && !each.matches(".hidden-words, .hidden-words *")
            && (box.right > innerWidth + 1 || (innerWidth > 900 && box.bottom > innerHeight + 1));
        }).map((each) => each.className || each.tagName)""")
        assert cut == [], width
        no_serious_violations(page)
        shot(page, f"big-screen-{width}")
