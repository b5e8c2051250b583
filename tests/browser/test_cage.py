"""The cage in a real browser: from buy-in to a gaming day that is closed and balances, and every page of the cage."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import browser_scene
from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, said, shot
from tests.browser.served_scene import Served
from tests.browser.still_clock_scene import StillClock

pytestmark = pytest.mark.needs("chromium")
# What the cashier of the demo house has counted in the till.
IN_THE_TILL = 2_000_000
PAGES = (
    *("/cage/", "/cage/patrons/p1001", "/cage/patrons/new", "/cage/till", "/cage/vouchers", "/cage/chips"),
    *("/cage/adjustments", "/cage/flags", "/cage/day"),
)


@pytest.fixture
def still_house(still_demo: Demo, tmp_path: Path) -> Iterator[Served]:
    with browser_scene.served(still_demo, tmp_path / "house") as house:
        yield house


def lose_ten_dollars(house: Served, demo: Demo) -> None:
    """Felix antes at Canberra Poker and folds."""
    felix = demo.people["felix"].token
    house.give("play", {"table": "can-1", "do": "place", "seat": 1, "wagers": {"ante": 1000}}, felix)
    house.give("deal", {"table": "can-1"}, felix)
    house.give("play", {"table": "can-1", "do": "fold", "seat": 1}, felix)
    house.give("play", {"table": "can-1", "do": "leave", "seat": 1}, felix)


def test_buy_in_to_cash_out_to_a_gaming_day_that_is_closed_and_balances(
    browser: Browser, still_house: Served, still_clock: StillClock, demo: Demo
) -> None:
    with browser_scene.visitors(browser, still_house, demo) as windows:
        cashier = windows.person("carla")
        still_house.give("close_till", {"counted": IN_THE_TILL}, demo.people["carla"].token)
        open_till(cashier)
        buy_in(cashier)
        lose_ten_dollars(still_house, demo)
        cash_out(cashier)
        close_till(cashier)
        count_floats(windows.person("susan"), still_house, demo)
        still_clock.pass_hours(24)
        close_day(windows.visitor())


def open_till(page: Page) -> None:
    page.goto("/cage/till")
    page.get_by_label("$100").fill("50")
    expect(page.locator("output")).to_have_text("$5,000.00")
    page.get_by_role("button", name="Open the till with this").click()
    said(page, "The till is open with $5,000.00.")


def buy_in(page: Page) -> None:
    page.goto("/cage/")
    page.get_by_label("Name, number or membership").fill("grove")
    expect(page.locator("#found li")).to_have_count(1)
    page.get_by_role("link", name="Felix Grove").click()
    page.locator("#buy-in-amount").fill("$1,250.50")
    page.get_by_role("button", name="Buy in").click()
    said(page, "$1,250.50 bought in for Felix Grove in cash. Balance now $3,250.50.")
    expect(page.locator("#balance")).to_have_text("$3,250.50")
    expect(page.locator("#ledger")).to_contain_text("+$1,250.50")


def cash_out(page: Page) -> None:
    """First some of it on a voucher, which is looked at as it will be printed; then everything else."""
    page.locator("#cash-out-amount").fill("240.50")
    page.locator("#cash-out-method").select_option("voucher")
    page.get_by_role("button", name="Cash out", exact=True).click()
    said(page, "$240.50 written on voucher 1 for Felix Grove. Balance now $3,000.00.")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Cash out everything").click()
    said(page, "$3,000.00 paid to Felix Grove in cash. Balance now $0.00.")
    page.goto("/cage/vouchers/1/print")
    expect(page.locator(".voucher")).to_contain_text("Two hundred and forty dollars and fifty cents")
    expect(page.locator(".signature")).to_have_count(2)
    shot(page, "cage-voucher")


def close_till(page: Page) -> None:
    """5,000.00 and 1,250.50 in, 3,000.00 out."""
    page.goto("/cage/till")
    page.get_by_label("$100").fill("32")
    page.get_by_label("$50", exact=True).fill("1")
    page.get_by_label("Loose, in dollars").fill("0.50")
    page.get_by_role("button", name="Close the till with this").click()
    said(page, "Difference $0.00: the count is right.")


def count_floats(page: Page, house: Served, demo: Demo) -> None:
    """The day page leads to the floats; one is counted there, the others by the same command."""
    page.goto("/cage/day")
    expect(page.get_by_text("The closing count is missing at can-1, pon-1, uth-1, uth-2.")).to_be_visible()
    for table in ("pon-1", "uth-1", "uth-2"):
        house.give("closing_count", {"table": table, "counted": 5_000_000}, demo.people["susan"].token)
    page.get_by_role("link", name="Count the floats").click()
    page.get_by_role("row").filter(has_text="closing count due").get_by_role("link", name="Count").click()
    page.get_by_label("Loose, in dollars").fill("$50,010")
    page.get_by_role("button", name="Closing count").click()
    said(page, "The float of can-1: counted $50,010.00, by the books $50,010.00. Difference $0.00: the count is right.")


def close_day(page: Page) -> None:
    """Everybody's session is over by now: the manager enters again."""
    page.goto("/")
    page.locator("[data-person=maria]").click()
    page.wait_for_url("**/pit/")
    page.goto("/cage/day")
    expect(page.get_by_text("Every float and the till are counted, and the books balance.")).to_be_visible()
    expect(page.locator("tfoot")).to_contain_text("balances")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Close").click()
    said(page, "is closed and its books balance. Win +$10.00")
    page.get_by_role("link", name="Its figures").click()
    expect(page.get_by_role("heading", name="Closed")).to_be_visible()
    shot(page, "cage-day-closed")


def test_what_cannot_be_meant_is_said_beside_its_field_and_nothing_moves(visitors: Visitors) -> None:
    page = visitors.person("carla")
    visitors.provoke(422)
    page.goto("/cage/patrons/p1005")
    for amount, reason in (("ten dollars", "Write an amount in dollars"), ("", "This field is missing.")):
        page.locator("#buy-in-amount").fill(amount)
        page.get_by_role("button", name="Buy in").click()
        beside = page.locator(".field").filter(has=page.locator("#buy-in-amount")).locator(".wrong")
        expect(beside).to_contain_text(reason)
        expect(page.locator("#buy-in-amount")).to_have_attribute("aria-invalid", "true")
    page.locator("#cash-out-amount").fill("2,000.05")
    page.get_by_role("button", name="Cash out", exact=True).click()
    expect(page.locator("#wrong-cash-out-amount")).to_contain_text("There is $2,000 in the account.")
    page.goto("/cage/till")
    page.get_by_label("$20", exact=True).fill("-1")
    page.get_by_role("button", name="Close the till with this").click()
    expect(page.locator("#wrong-till-2000")).to_contain_text("A count is 0 or more.")
    page.goto("/cage/patrons/p1005")
    expect(page.locator("#balance")).to_have_text("$2,000.00")


def test_a_fill_takes_a_supervisor_and_a_cashier_who_sees_it_come(visitors: Visitors) -> None:
    cashier, supervisor = visitors.person("carla"), visitors.person("susan")
    cashier.goto("/cage/chips")
    supervisor.goto("/pit/tables/pon-1")
    supervisor.get_by_label("Amount").fill("$2,500")
    supervisor.get_by_role("button", name="Ask for a fill").click()
    said(supervisor, "$2,500.00 for pon-1 is asked for.")
    cashier.get_by_role("button", name="Send $2,500.00").click()
    said(cashier, "$2,500.00 sent to pon-1.")
    expect(cashier.get_by_text("No table waits for chips.")).to_be_visible()
    supervisor.reload()
    expect(supervisor.get_by_text("$52,500.00")).to_be_visible()


@pytest.mark.parametrize("addresses", [PAGES[:5], PAGES[5:]])
def test_the_pages_keep_nobody_out(onlookers: Visitors, addresses: tuple[str, ...]) -> None:
    page = onlookers.person("carla")
    for address in addresses:
        page.goto(address)
        no_serious_violations(page)
        shot(page, address.strip("/").replace("/", "-"))
