"""A Saturday event of forty players, run through the pages: from the first entry to the last prize.

Late entries, alternates, re-entries, two tables broken, a chip race, hand for hand over the bubble, a tie on it, a deal
among four, and the books at zero in the end.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from pitboss.tournaments.event import library
from tests.browser.browser_scene import Demo, Visitors
from tests.browser.served_scene import Served
from tests.screens.director import event_scene

pytestmark = pytest.mark.needs("chromium")

EVENT = "sat40"
ROOT = f"/director/{EVENT}/"
# A window that nobody looks at has nothing to draw while the other works.
NOWHERE = "about:blank"
FEE, POOL = 24_000, 42 * 20_000
STRUCTURES = Path(library.__file__).parents[1] / "structures"
# The room has four tables, and the last five play at one.
STRUCTURE = (STRUCTURES / "saturday_special.toml").read_text() + "\ntables = 4\nfinal_table = 5\n"
# To the break before the seventh level, with which entries close; and from that level to the break of the race.
TO_BREAK, TO_RACE = 6, 6


class Director:
    """The director's window on the desk: each step is waited for until the desk shows it."""

    def __init__(self, page: Page, served: Served, token: str, event: event_scene.Event) -> None:
        self.page, self._served, self._token, self._event = page, served, token, event
        page.goto(ROOT)

    def view(self) -> dict[str, Any]:
        signed = {"Authorization": f"Bearer {self._token}"}
        found: dict[str, Any] = self._served.client.get(f"/api/tournaments/{EVENT}", headers=signed).json()["view"]
        return found

    def seen(self) -> int:
        return int(self.page.locator("input[name=seen]").get_attribute("value") or 0)

    def press(self, key: str) -> None:
        """A key that gives a command."""
        before = self.seen()
        self.page.keyboard.press(key)
        self.wait(before)

    def click(self, button: str) -> None:
        before = self.seen()
        self.page.get_by_role("button", name=button, exact=True).first.click()
        self.wait(before)

    def wait(self, before: int) -> None:
        """Until the desk shows it, and so does the clock over it with its keys, which is drawn by itself."""
        expect(self.page.locator("input[name=seen]")).to_have_attribute("value", str(before + 1))
        shown = re.compile(rf'"after:whole": {before + 1}\b')
        expect(self.page.locator("#strip [data-key=U]")).to_have_attribute("hx-vals", shown)

    def eliminate(self, player: str) -> None:
        """`/`, the number of the player, Enter, then E."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(player)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#eliminate-form input[name='given.player:text']")).to_have_value(player)
        expect(self.page.locator("#card")).to_be_focused()
        self.press("e")

    def seats(self) -> dict[int, list[str]]:
        tables = self.view()["tables"]
        return {each["number"]: [sitter["name"] for sitter in each["seats"].values()] for each in tables}

    def eliminate_down_to(self, left: int) -> None:
        """Whoever sits first at the fullest table is out, until so many are left; tables are kept even.

        The last of them is out by the keys of the desk, and so is everybody moved; the others are out by command, while
        nobody looks at the desk.
        """
        self.page.goto(NOWHERE)
        while (view := self.view())["players_left"] > left:
            seats = {each["number"]: [sitter["name"] for sitter in each["seats"].values()] for each in view["tables"]}
            player = max(seats.values(), key=len)[0]
            if not view["advice"]["moves"] and view["players_left"] > left + 1:
                self._event.do("bust_out", player=player)
                continue
            if self.page.url == NOWHERE:
                self.page.goto(ROOT)
            if view["advice"]["moves"]:
                with self.page.expect_popup() as printed:
                    self.press("m")
                expect(printed.value.locator(".seat-card")).to_have_count(1)
                printed.value.close()
            else:
                self.eliminate(player)


def register(page: Page, player: str, matter: str = "register") -> None:
    """At the registration desk: the number, Enter, and the fee from the account."""
    page.locator("#search").fill(player)
    page.keyboard.press("Enter")
    expect(page.locator("#person")).to_contain_text(player)
    page.locator(f"[data-matter={matter}] [data-way=account]").click()
    expect(page.locator("#entry-said")).to_contain_text("enters")


def test_forty_players_from_registration_to_payout(visitors: Visitors, served: Served, demo: Demo) -> None:
    give = event_scene.to_served(served, demo.people)
    give("director", "add_tournament", {"tournament": EVENT, "structure": STRUCTURE, "start": "2030-06-15T12:00"})
    event, people = event_scene.Event(give, EVENT), event_scene.members(give, 40, series="sat")
    page, cashier = visitors.person("derek"), visitors.person("carla")
    # A deal that not everybody has agreed to is refused.
    visitors.provoke(422)

    # The conditions are announced and entries opened; then everybody comes, the first of them to the desk.
    director = Director(page, served, demo.people["derek"].token, event)
    director.click("Name Derek Vale as a director")
    director.click("Sign on Derek Vale")
    director.click("Open entries")
    page.goto(NOWHERE)
    for player in people[1:34]:
        event.do("register", "cashier", person=player)
    cashier.goto(f"{ROOT}entries/")
    register(cashier, people[0])
    page.goto(ROOT)
    expect(page.locator("#figure-left")).to_have_text("34 of 34")
    director.click("Start the event")
    expect(page.locator(".table-map")).to_have_count(4)

    # Two come late and take the last seats; four more wait.
    register(cashier, people[34])
    for player in people[35:39]:
        event.do("register", "cashier", person=player)
    register(cashier, people[39])
    expect(cashier.locator("#verdict")).to_contain_text("Waits")
    cashier.goto(NOWHERE)
    expect(page.locator("#ask-queue")).to_contain_text("0 seats are open")
    gone = []
    for table in (1, 2, 3, 4):
        gone.append(director.seats()[table][0])
        director.eliminate(gone[-1])
        director.click("Seat them")
    expect(page.locator("#ask-queue")).to_have_count(0)
    # Two more are out, so that two of the first can come back.
    for table in (1, 2):
        director.eliminate(director.seats()[table][0])
    cashier.goto(f"{ROOT}entries/")
    for player in gone[:2]:
        register(cashier, player, "reenter")
    expect(page.locator("#figure-left")).to_have_text("36 of 42")
    expect(page.locator("#figure-pool")).to_have_text("$8,400.00")

    _close_entries(director)
    cashier.locator("#search").fill(gone[2])
    cashier.keyboard.press("Enter")
    expect(cashier.locator("[data-matter=reenter]")).to_contain_text("STAR")
    cashier.goto(NOWHERE)

    # Tables break as the room empties.
    for left, tables in ((27, 3), (18, 2)):
        director.eliminate_down_to(left)
        expect(page.locator("#ask-break")).to_be_visible()
        page.locator("#card-place").get_by_role("link", name="Close").click()
        director.press("b")
        expect(page.locator(".table-map")).to_have_count(tables)

    _race(director)
    director.eliminate_down_to(6)
    _bubble(director)
    _deal(director, cashier)
    _afterwards(page)


def _close_entries(director: Director) -> None:
    """Next is the break, in which entries are still taken; the level after it closes them, and is asked about."""
    page = director.page
    for _ in range(TO_BREAK):
        director.press("n")
    expect(page.locator("#strip [data-level]")).to_have_text("Break")
    assert director.view()["registration_open"] is True
    asked: list[str] = []

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.once("dialog", agree)
    director.press("n")
    expect(page.locator("#strip [data-level]")).to_have_text("Level 7")
    assert asked == ["Entries close with this, before their time. Go on?"]
    assert director.view()["registration_open"] is False


def _race(director: Director) -> None:
    """The 100s go out in the break after level 12; the odd ones are raced with the cards as they were dealt."""
    page = director.page
    for _ in range(TO_RACE):
        director.press("n")
    expect(page.locator("#colour-up-100")).to_contain_text("In this break race off the 100s")
    page.goto(f"{ROOT}races/")
    for table in director.view()["tables"]:
        players = [sitter["name"] for sitter in table["seats"].values()]
        total = table["loose"] + sum(sitter["chips"] for sitter in table["seats"].values())
        even = total // len(players) // 500 * 500
        # The first two have three and two odd chips of 100, which is one of 500.
        stacks = [even + 300, even + 200, *(even for _ in players[2:-1])]
        stacks.append(total - sum(stacks))
        page.locator(f"#stacks-{table['number']} summary").click()
        for player, chips in zip(players, stacks, strict=True):
            page.locator(f"#stack-{player}").fill(str(chips))
        page.locator(f"#stacks-form-{table['number']}").get_by_role("button", name="Record the stacks").click()
        expect(page.locator(f"#stacks-{table['number']} summary")).not_to_contain_text("not counted")
    page.locator("#colour-up").get_by_role("button", name="Colour up").click()
    for table in director.view()["tables"]:
        form = page.locator(f"#race-form-100-{table['number']}")
        seats = [int(seat) for seat in table["seats"]]
        for seat, cards in zip(seats[:2], ("2c 7d Kh", "As 3d"), strict=True):
            form.locator(f"#cards-{table['number']}-{seat}").fill(cards)
        form.get_by_role("button", name="Record these cards").click()
        won = page.locator(f"#race-100-{table['number']} .lane.won")
        expect(won).to_contain_text(f"Seat {seats[1]}")
    expect(page.locator("#race-change")).to_have_text("0")
    page.goto(ROOT)
    director.press("n")
    expect(page.locator("#strip [data-level]")).to_have_text("Level 13")


def _bubble(director: Director) -> None:
    """Six are left at two tables and five are paid: one is out at each table in the same hand, and they share."""
    page = director.page
    expect(page.locator("#ask-begin")).to_contain_text("everybody left is paid")
    director.click("Begin hand for hand")
    expect(page.locator("#strip")).to_contain_text("hand for hand")
    out = [seats[0] for seats in director.seats().values()]
    for player in out:
        director.eliminate(player)
    expect(page.locator("#ask-pending .lead")).to_contain_text(",")
    for _ in out:
        before = director.seen()
        page.locator("#ask-hand-for-hand").get_by_role("button", name="Hand over").first.click()
        director.wait(before)
    places = [page.locator(".exits li").nth(index).locator(".place") for index in range(2)]
    for place in places:
        expect(place).to_have_text("5–6")
    # The rules give each of them half of the fifth prize.
    shared = {line["name"]: line["cents"] for line in director.view()["results"] if line["places"] == [5, 6]}
    assert shared == dict.fromkeys(out, 21_000)
    director.click("End hand for hand")


def _deal(director: Director, cashier: Page) -> None:
    """Four are left: the final table is drawn, stacks are counted, each agrees on ICM, and prizes are paid."""
    page = director.page
    director.click("Draw the final table")
    page.goto(f"{ROOT}prizes/deal")
    table = director.view()["tables"][0]
    players = [sitter["name"] for sitter in table["seats"].values()]
    total = table["loose"] + sum(sitter["chips"] for sitter in table["seats"].values())
    quarter = total // 4 // 500 * 500
    stacks = [quarter + 10_000, quarter + 5_000, quarter - 5_000]
    for player, chips in zip(players, (*stacks, total - sum(stacks)), strict=True):
        page.locator(f"#stack-{player}").fill(str(chips))
    page.get_by_role("button", name="Record the stacks").click()
    expect(page.locator("table.deals")).to_contain_text("ICM")
    agreement = page.locator("#agreement")
    agreement.get_by_role("button", name="Record the deal").click()
    expect(agreement.locator(".said")).to_contain_text("STAR 1-c")
    for player in players:
        agreement.locator(f"input[name='given.agreed_by.{player}:yes']").check()
    agreement.get_by_role("button", name="Record the deal").click()
    expect(page.locator("#agreed-title")).to_be_visible()
    page.goto(f"{ROOT}prizes/")
    page.keyboard.press("c")
    expect(page.locator("#prizes-now")).to_contain_text("confirmed")

    cashier.goto(f"{ROOT}prizes/")
    for paid in range(6):
        cashier.get_by_role("button", name="Pay", exact=True).first.click()
        expect(cashier.locator(".paid")).to_have_count(paid + 1)
    expect(cashier.locator("#unpaid")).to_have_text("$0.00")


def _afterwards(page: Page) -> None:
    page.goto(f"{ROOT}afterwards/")
    page.locator("#count-total").fill("1050000")
    page.get_by_role("button", name="Record the total").click()
    expect(page.locator("#chips-verdict")).to_have_text("Equal: the difference is 0.")
    expect(page.locator("#money-verdict")).to_contain_text("Equal")
    expect(page.locator("#pool-balance")).to_have_text("$0.00")
