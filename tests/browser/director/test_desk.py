"""The desk in a real browser: an event run by keys, two directors who press at once, a phone that works the clock."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event

pytestmark = pytest.mark.needs("chromium")
ENTRIES = 20
DESK = "/director/evening/"


@pytest.fixture
def event(served: Served, demo: Demo) -> Event:
    """A freezeout with twenty entries that has not started."""
    return event_scene.entered(event_scene.to_served(served, demo.people), "evening", "friday_freezeout", ENTRIES)[0]


def sizes(page: Page) -> dict[int, int]:
    """How many sit at each table of the map."""
    told = {}
    for text in page.locator(".felt").all_inner_texts():
        found = re.search(r"Table (\d+)\s+(\d+) player", text)
        assert found is not None, text
        told[int(found[1])] = int(found[2])
    return told


def left(page: Page, players: int) -> None:
    expect(page.locator("#figure-left")).to_have_text(f"{players} of {ENTRIES}")


def name_at(page: Page, table: int, place: int = 0) -> str:
    """The surname of somebody at a table."""
    return page.locator(f"#table-{table} .spot.taken .surname").nth(place).inner_text()


def test_an_event_is_run_from_the_desk(event: Event, person: Callable[..., Page], visitors: Visitors) -> None:
    page = person("derek", viewport={"width": 1440, "height": 900})
    start(page)
    for number in sizes(page):
        event.do("count_hand", table=number, button=2)
    find_and_eliminate(page)
    move_and_print(page)
    break_a_table(page, event)
    hand_for_hand(page)
    undo_a_line(page)
    press_twice(page)
    no_serious_violations(page)
    shot(page, "desk-1440")
    two_directors_at_once(page, person("maria"), visitors)


def press_twice(page: Page) -> None:
    """A form is sent once however often it is pressed: sent again, it would take the message off."""
    page.locator("#message-text").fill("Seats are drawn at ten")
    page.get_by_role("button", name="Show it").dblclick()
    expect(page.locator("#message-form")).to_contain_text("Shown now: Seats are drawn at ten")
    page.wait_for_timeout(300)
    expect(page.locator("#message-form")).to_contain_text("Shown now: Seats are drawn at ten")


def start(page: Page) -> None:
    page.goto(DESK)
    expect(page.locator("#ask-start")).to_contain_text("20 entries")
    page.get_by_role("button", name="Start the event").click()
    expect(page.locator(".table-map")).to_have_count(3)
    left(page, 20)


def find_and_eliminate(page: Page) -> None:
    """By keys alone: the smallest table loses one more."""
    tables = sizes(page)
    small = min(tables, key=lambda number: tables[number])
    surname = name_at(page, small)
    page.keyboard.press("/")
    page.keyboard.type(surname.lower())
    page.keyboard.press("Enter")
    expect(page.locator("#card-title")).to_contain_text(surname)
    expect(page.locator("#card")).to_be_focused()
    page.keyboard.press("e")
    left(page, 19)
    expect(page.locator(".exits li").first).to_contain_text(surname)
    expect(page.locator("#card")).to_contain_text("out, place 20")


def move_and_print(page: Page) -> None:
    """The card of the move is opened to be printed, and the map shows the player in the new seat."""
    leaving = page.locator(".spot.now")
    surname = leaving.locator(".surname").inner_text()
    expect(page.locator(".spot.comes")).to_contain_text(f"{surname} arrives")
    arrives = page.locator(".spot.comes .sitter").get_attribute("id")
    # Another seat could be typed at once; and what was said of a step goes with it.
    page.keyboard.press("o")
    expect(page.locator("#move-table")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator("#desk-said")).to_contain_text("waits for a player")
    expect(page.locator("#ask-move")).to_contain_text("Go on")
    page.locator(".log .turn").first.click()
    expect(page.locator("#desk-said")).to_be_empty()
    expect(page.locator("#ask-move")).to_contain_text("Hold")
    with page.context.expect_page() as opened:
        page.keyboard.press("m")
    expect(opened.value.locator("body")).to_contain_text(re.compile(surname, re.IGNORECASE))
    opened.value.close()
    expect(page.locator(f"#{arrives}")).to_contain_text(surname)
    expect(page.locator("#desk-said")).to_contain_text("moves from table")
    expect(page.locator("#ask-move")).to_have_count(0)


def break_a_table(page: Page, event: Event) -> None:
    """With eighteen left two tables are enough; the page hears of the last exit by itself."""
    page.locator("#felt-1").click()
    expect(page.locator("#card-title")).to_have_text("Table 1")
    page.locator("#table-1 .spot.taken .sitter").first.click()
    expect(page.locator("#eliminate-form")).to_be_visible()
    page.keyboard.press("e")
    left(page, 18)
    expect(page.locator("#ask-break")).to_contain_text("Table 3 breaks.")
    page.keyboard.press("b")
    expect(page.locator(".table-map")).to_have_count(2)
    assert sizes(page) == {1: 9, 2: 9}
    expect(page.locator("#desk-said")).to_contain_text("STAR definition of Breaking")


def hand_for_hand(page: Page) -> None:
    """Somebody is out at one table, and has a place when the hand is over at both."""
    page.get_by_role("button", name="Hand for hand", exact=True).click()
    asked = page.locator("#ask-hand-for-hand")
    expect(asked).to_be_visible()
    surname = name_at(page, 2)
    page.locator("#table-2 .spot.taken .sitter").first.click()
    expect(page.locator("#card-title")).to_contain_text(surname)
    page.keyboard.press("e")
    expect(page.locator("#ask-pending")).to_contain_text(surname)
    left(page, 18)
    for table in (1, 2):
        row = asked.locator("li").filter(has_text=f"Table {table}")
        row.get_by_role("button", name="Hand over").click()
        if table == 1:
            expect(row).to_contain_text("done")
    left(page, 17)
    expect(page.locator("#ask-pending")).to_have_count(0)
    asked.get_by_role("button", name="End hand for hand").click()
    expect(asked).to_have_count(0)


def undo_a_line(page: Page) -> None:
    """A mark is taken back though a message came after it, which was being written while it was made."""
    page.locator("#table-1 .spot.taken .sitter").nth(3).click()
    message = page.get_by_role("textbox", name="Message to the screens")
    message.fill("Dinner at eight.")
    page.get_by_role("button", name="Absent").click()
    expect(page.get_by_role("button", name="Present")).to_be_visible()
    marked = page.locator(".lines li").first.get_attribute("id")
    expect(message).to_have_value("Dinner at eight.")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".event")).to_contain_text("Shown now: Dinner at eight.")
    page.locator(f"#{marked}").get_by_role("button", name="Undo").click()
    expect(page.locator(f"#{marked}")).to_contain_text("Undone")
    expect(page.get_by_role("button", name="Absent")).to_be_visible()
    page.locator(f"#{marked}").get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name="Present")).to_be_visible()


def two_directors_at_once(derek: Page, maria: Page, visitors: Visitors) -> None:
    """Her page has not heard yet of what he has just done: she is told so, and sees it before she presses again."""
    visitors.provoke(422)
    waiting, held = True, list[Route]()

    def hold(route: Route) -> None:
        held.append(route) if waiting else route.continue_()

    maria.route("**/live/tournaments/**", hold)
    maria.goto(DESK)
    maria.locator("#table-2 .spot.taken .sitter").nth(1).click()
    mine = maria.locator("#eliminate-form")
    expect(mine).to_be_visible()
    maria.route("**/director/evening/room*", hold)
    his = name_at(derek, 2, 2)
    derek.locator("#table-2 .spot.taken .sitter").nth(2).click()
    expect(derek.locator("#card-title")).to_contain_text(his)
    derek.keyboard.press("e")
    left(derek, 16)
    maria.keyboard.press("e")
    expect(mine).to_contain_text("Somebody else has been at the desk since: look again.")
    left(maria, 17)
    waiting = False
    for route in held:
        route.continue_()
    left(maria, 16)
    expect(maria.locator(".exits li").first).to_contain_text(his)
    maria.keyboard.press("e")
    left(maria, 15)
    left(derek, 15)


def test_a_phone_works_the_clock_and_a_tablet_shows_two_columns(
    event: Event, person: Callable[..., Page], visitors: Visitors
) -> None:
    event.do("start_event")
    phone = person("derek", viewport={"width": 390, "height": 844}, has_touch=True)
    phone.goto(DESK)
    thumb = phone.get_by_role("group", name="Clock")
    pause = thumb.get_by_role("button", name="Pause")
    box = pause.bounding_box()
    assert box is not None
    assert box["height"] >= 60
    assert box["y"] > 844 / 2
    pause.tap()
    expect(thumb.get_by_role("button", name="Run")).to_be_visible()
    expect(phone.locator("#strip [data-doing]")).to_have_text("paused")
    thumb.get_by_role("button", name="Next level").tap()
    expect(phone.locator("#strip [data-level]")).to_have_text("Level 2")
    expect(phone.locator("#table-1 .spot").first).to_be_hidden()
    phone.locator("#felt-1").tap()
    expect(phone.locator("#table-1 .spot.taken").first).to_be_visible()
    no_serious_violations(phone)
    shot(phone, "desk-390")
    tablet = person("derek", viewport={"width": 820, "height": 1180})
    tablet.goto(DESK)
    one, two = (tablet.locator(f"#table-{number}").bounding_box() for number in (1, 2))
    assert one is not None
    assert two is not None
    assert one["y"] == two["y"]
    assert one["x"] < two["x"]
    for window in (phone, tablet):
        assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(tablet, "desk-820")
