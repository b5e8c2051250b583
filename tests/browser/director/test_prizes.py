"""Prizes in a real browser: a deal that everybody agrees to, all prizes paid, the books at nothing, the results."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.tournaments.prizes import deals
from pitboss.tournaments.prizes.prizes import prize_list
from tests.browser.browser_scene import Demo, Visitors, money, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director.event_scene import to_served
from tests.screens.director.prize_scene import SHARES, STACK, under_way

pytestmark = pytest.mark.needs("chromium")
ROOT = "/director/teams/"
FEE = 17_000
# The stacks of those who are left, by the names that the scene gives them.
STACKS = {"Aiko Sato": 60_000, "Brendan Gallagher": 30_000, "Carlo Ferrari": 25_000, "Dana Kelly": 10_000}
METHODS = ("Cash", "Chips", "Electronic transfer", "Cheque", "Front money")


def test_a_deal_at_four_left_is_agreed_paid_and_reconciled(
    served: Served, demo: Demo, visitors: Visitors, person: Callable[..., Page]
) -> None:
    event, people = under_way(to_served(served, demo.people), "teams")
    event.do("bust_out", player=people[4])
    to_win = prize_list(5 * FEE, SHARES)
    icm = deals.payouts(deals.icm(tuple(STACKS.values()), to_win[:4]), to_win[:4])
    amounts = dict(zip((*STACKS, "Eli Quinn"), (*icm, to_win[4]), strict=True))
    director = person("derek")
    make_deal(director, visitors, amounts)
    confirm(director)
    pay_all(person("carla"), amounts)
    expect(director.locator("#unpaid")).to_have_text("$0.00")
    reconcile(director)
    save_results(director, amounts)


def make_deal(page: Page, visitors: Visitors, amounts: dict[str, int]) -> None:
    page.goto(f"{ROOT}prizes/")
    expect(page.locator("table.places tbody tr")).to_have_count(1)
    expect(page.locator("table.places")).to_contain_text("Eli Quinn")
    no_serious_violations(page)
    page.get_by_role("link", name="A deal between them").click()
    expect(page.locator("#stacks")).to_contain_text("Count the stacks first: 25,000 at table 1")
    for name, stack in STACKS.items():
        page.get_by_label(name, exact=True).fill(str(stack))
    page.get_by_role("button", name="Record the stacks").click()
    methods = page.locator("table.deals")
    for name in STACKS:
        row = methods.locator("tbody tr").filter(has_text=name)
        expect(row.locator("td.chosen")).to_have_text(money(amounts[name]))
    no_serious_violations(page)
    shot(page, "deal")
    *most, last = STACKS
    for name in most:
        page.get_by_label(f"{name} agrees to {money(amounts[name])}").check()
    visitors.provoke(422)
    page.get_by_role("button", name="Record the deal").click()
    refusal = page.locator("#agreement .refusal")
    expect(refusal).to_contain_text("3 of 4 players agree: a deal needs them all.")
    expect(refusal.locator(".clause")).to_have_text("STAR 1-c[s2]")
    # The clock may go on while the players talk; what they have agreed to stays ticked.
    page.keyboard.press("Space")
    expect(page.locator("#strip")).to_contain_text("Run")
    expect(page.get_by_label(f"{most[0]} agrees")).to_be_checked()
    page.get_by_label(f"{last} agrees to {money(amounts[last])}").check()
    page.get_by_role("button", name="Record the deal").click()
    expect(page.get_by_role("heading", name="The deal is agreed")).to_be_visible()
    expect(page.locator("#deal-now .tag").filter(has_text="agreed")).to_have_count(4)


def confirm(page: Page) -> None:
    page.get_by_role("link", name="To the places").click()
    expect(page.get_by_role("button", name="Confirm the places")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("#prizes-said")).to_contain_text("The places are confirmed")
    expect(page.get_by_role("button", name="Pay", exact=True)).to_have_count(5)
    shot(page, "prizes-confirmed")


def pay_all(page: Page, amounts: dict[str, int]) -> None:
    page.goto(f"{ROOT}prizes/")
    for (name, cents), method in zip(amounts.items(), METHODS, strict=True):
        row = page.locator("table.places tbody tr").filter(has_text=name)
        expect(row).to_contain_text(money(cents))
        row.get_by_label(f"How {name} is paid").select_option(method)
        row.get_by_role("button", name="Pay").dblclick()
        expect(row.locator(".paid")).to_contain_text("In the account")
    expect(page.locator("#unpaid")).to_have_text("$0.00")
    no_serious_violations(page)
    page.get_by_role("link", name="Voucher 1", exact=True).click()
    paper = page.get_by_role("article", name="Voucher 1")
    expect(paper).to_contain_text(money(amounts["Aiko Sato"]))
    expect(paper.locator(".signature")).to_have_count(2)
    page.goto(f"{ROOT}prizes/vouchers")
    expect(page.get_by_role("article")).to_have_count(5)
    page.goto(f"{ROOT}prizes/sheet")
    expect(page.locator("tfoot")).to_contain_text(money(sum(amounts.values())))
    no_serious_violations(page)


def reconcile(page: Page) -> None:
    page.goto(f"{ROOT}afterwards/")
    expect(page.locator("#chips-verdict")).to_have_text("The chips have not been counted.")
    page.get_by_label("25,000", exact=True).fill("4")
    page.get_by_label("1,000", exact=True).fill("24")
    page.get_by_role("button", name="Record the count").click()
    expect(page.locator("#chips-verdict")).to_contain_text("Difference −1,000")
    page.get_by_label("Or their value in all").fill(str(5 * STACK))
    page.get_by_role("button", name="Record the total").click()
    expect(page.locator("#chips-verdict")).to_have_text("Equal: the difference is 0.")
    expect(page.locator("#money-verdict")).to_contain_text("every account agrees with the ledger of the house")
    expect(page.locator("#pool-balance")).to_have_text("$0.00")
    expect(page.locator("#pool-verdict")).to_contain_text("it is empty, every prize is paid.")
    no_serious_violations(page)
    shot(page, "reconciliation")


def save_results(page: Page, amounts: dict[str, int]) -> None:
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="League software").click()
    page.get_by_label("Heading of Name").fill("Competitor")
    page.get_by_label("Order of Prize").fill("0")
    for unwanted in ("Membership", "Entries", "Day"):
        page.get_by_role("checkbox", name=unwanted).uncheck()
    expect(page.locator("#preview thead")).to_have_text("WinningsPositionCompetitor")
    no_serious_violations(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as CSV").click()
    assert saved.value.suggested_filename == "teams-results.csv"
    body = Path(saved.value.path()).read_bytes()
    assert body.startswith(b"\xef\xbb\xbf")
    headings, *rows = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""))
    assert headings == ["Winnings", "Position", "Competitor"]
    assert rows == [
        [money(cents).lstrip("$"), "5" if name == "Eli Quinn" else "1", name] for name, cents in amounts.items()
    ]
    page.get_by_role("navigation", name="Afterwards").get_by_role("link", name="Log").click()
    expect(page.locator("table.log")).to_contain_text("A deal by")
    no_serious_violations(page)
