"""A dealer with nothing but a keyboard: a live round of Ultimate, a card that cannot be, and a misdeal signed for."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served

pytestmark = pytest.mark.needs("chromium")
TABLE = "uth-2"
# The board, the cards of box 1 and the dealer's: box 1 has a flush, the dealer a pair of kings.
FLOP, TURN_AND_RIVER, HAND, DEALER = "kh7h2c", "jh4d", "ah9h", "kd1s"


class Console:
    """The console of a table, worked by keys alone."""

    def __init__(self, page: Page) -> None:
        self.page, self.press, self.type = page, page.keyboard.press, page.keyboard.type

    def next_is(self, words: str) -> None:
        """The next step on the screen, and the entry field ready for it."""
        expect(self.page.locator("#next-words")).to_have_text(words)
        expect(self.page.locator("#text")).to_be_focused()

    def enter(self, text: str) -> None:
        """Something typed and confirmed; the field is empty again once it is recorded."""
        self.type(text)
        with self.page.expect_response(f"**/dealer/{TABLE}/enter"):
            self.press("Enter")
        expect(self.page.locator("#text")).to_have_value("")

    def press_while_drawing(self, key: str) -> None:
        """Press a key while a picture of the table asked for before it is still on its way, and see it come."""
        late: list[Route] = []
        now = f"**/dealer/{TABLE}/now*"
        self.page.route(now, lambda route: late.append(route), times=1)
        with self.page.expect_request(now):
            self.page.evaluate("htmx.trigger('#console', 'turned')")
        self.press(key)
        drawn = (
            "new Promise((come) => { document.body.addEventListener('htmx:afterSwap', () => come(), {once: true}); })"
        )
        self.page.evaluate(f"() => {{ window.drawn = {drawn}; }}")
        late[0].continue_()
        self.page.evaluate("window.drawn")

    def step(self, *words: str) -> None:
        """Space through steps that need nothing typed."""
        for each in words:
            self.next_is(each)
            self.press("Space")


def balances(house: Served, demo: Demo) -> dict[str, int]:
    signed = {"Authorization": f"Bearer {demo.people['anna'].token}"}
    found: dict[str, int] = house.client.get("/api/accounts", headers=signed).json()["accounts"]
    return found


PATRONS = {"p1001": "alice", "p1002": "ben"}


def open_limit(visitors: Visitors, patron: str) -> None:
    """A patron lets the dealer stake $1,000 of their account, as their page asks for it."""
    own = visitors.person(PATRONS[patron]).request
    form = {"table": TABLE, "amount:money": "1000"}
    assert own.post("/act/set_stake_limit", form=form, headers={"X-Requested-With": "pitboss"}).ok


def wagered(visitors: Visitors, *wagers: str) -> Console:
    """From the list of tables to the first card: the players' wagers from box 1 on, and no more bets."""
    for wager in wagers:
        open_limit(visitors, wager.partition(" ")[0])
    page = visitors.person("daniel", viewport={"width": 1280, "height": 800})
    page.goto("/dealer/")
    page.keyboard.press("1")
    page.wait_for_url(f"**/dealer/{TABLE}")
    console = Console(page)
    console.step("Check the cards", "Open the betting of round 1")
    console.next_is("Shuffle the cards")
    for place, wager in enumerate(wagers, 1):
        console.enter(wager)
        expect(page.locator(f"#strip-{place} .strip-words")).to_contain_text("wagered")
        console.press("ArrowRight")
    console.step("Shuffle the cards", "Take the wagers")
    expect(page.locator("#next-words")).to_have_text(re.compile("Deal .* cards face down"))
    return console


def test_a_patron_opens_a_limit_on_their_own_page_and_the_console_has_it_beside_the_box(visitors: Visitors) -> None:
    alice = visitors.person("alice")
    alice.goto(f"/tables/{TABLE}")
    expect(alice.locator(".stake-limit")).to_contain_text("The dealer stakes nothing of your account here.")
    page = visitors.person("daniel", viewport={"width": 1280, "height": 800})
    page.goto(f"/dealer/{TABLE}")
    console = Console(page)
    console.step("Check the cards", "Open the betting of round 1")
    console.next_is("Shuffle the cards")
    visitors.provoke(422)
    console.type("p1001 10")
    console.press("Enter")
    expect(page.locator("#said")).to_contain_text("Alice Reed has no limit open at this table: they open one on their")
    console.press("Escape")
    alice.locator("#stake-limit-amount").fill("25")
    alice.get_by_role("button", name="Set the limit").click()
    expect(alice.locator("#stake-limit-left")).to_have_text("$25.00")
    console.enter("p1001 10")
    expect(page.locator("#strip-1 .strip-limit")).to_have_text("limit $5")
    expect(alice.locator("#stake-limit-left")).to_have_text("$5.00")
    for width, height in ((1440, 900), (390, 844)):
        alice.set_viewport_size({"width": width, "height": height})
        shot(alice, f"stake-limit-{width}")
    no_serious_violations(alice)
    shot(page, "console-limit")
    alice.get_by_role("button", name="Close the limit").click()
    expect(page.locator("#strip-1 .strip-limit")).to_have_text("no limit open")
    alice.goto("/account")
    expect(alice.locator("#limits-title + ul")).to_have_text("No dealer may stake anything of your account.")


def test_a_live_round_is_typed_by_keyboard_while_a_player_decides_elsewhere(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    before = balances(served, demo)
    alice = visitors.person("alice")
    alice.goto(f"/tables/{TABLE}")
    console = wagered(visitors, "p1001 10 5", "p1002 10")
    page = console.page
    console.step("Deal 11 cards face down")
    console.next_is("Box 1: fold, check or play")
    expect(alice.get_by_role("button", name="Play 4×")).to_be_visible()
    alice.keyboard.press("4")
    console.next_is("Box 2: fold, check or play")
    console.enter("c")
    console.next_is("Turn up the flop")
    console.enter("kh7h3c")
    console.next_is("Box 2: fold, check or play")
    console.enter("c")
    console.next_is("Turn up turn and river")
    console.press_while_drawing("F7")
    console.next_is("Correct: the wrong card")
    console.type("2c")
    expect(page.locator("#alarm")).to_contain_text("Two of clubs has not been entered.")
    shot(page, "dealer-correcting")
    console.enter("3c2c")
    console.next_is("Turn up turn and river")
    expect(page.locator(".piles use[href$='#2c']")).to_have_count(1)
    console.enter(TURN_AND_RIVER)
    console.next_is("Box 2: fold or play")
    console.enter("f")
    console.next_is("Turn up the dealer's two cards")
    console.enter(DEALER)
    console.next_is("Box 1: turn up two cards")
    expect(page.locator(".say")).to_contain_text("Dealer has one pair, kings")
    console.press("Space")
    expect(page.locator("#entry")).to_have_attribute("data-kind", "cards")
    console.enter(HAND)
    console.next_is("Box 1: settle the wagers")
    expect(page.locator(".say")).to_contain_text("Flush, ace high")
    shot(page, "dealer-turned-up")
    console.press("Space")
    console.next_is("Open the betting of round 2")
    settled = page.locator("#settled-1")
    expect(settled).to_contain_text("Pay from the float")
    expect(settled).to_contain_text("$100.00")
    expect(settled.get_by_role("link", name="Rule UTH 9.8(a)")).to_be_visible()
    no_serious_violations(page)
    shot(page, "dealer-settled")
    after = balances(served, demo)
    changed = {name: after[name] - before.get(name, 0) for name in ("patron:p1001", "patron:p1002", "float:uth-2")}
    assert changed == {"patron:p1001": 10_000, "patron:p1002": -2_000, "float:uth-2": -8_000}
    assert after["felt:uth-2"] == 0


def test_a_card_that_cannot_come_is_alarmed_at_once_and_nothing_is_sent(visitors: Visitors) -> None:
    console = wagered(visitors, "p1001 10")
    page, alarm = console.page, console.page.locator("#alarm")
    console.step("Deal nine cards face down")
    console.next_is("Box 1: fold, check or play")
    console.enter("4")
    console.next_is("Turn up the flop")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    console.type("ah")
    expect(alarm).to_be_hidden()
    console.type("a")
    console.press_while_drawing("h")
    expect(alarm).to_have_text("Ace of hearts is typed already. UTH 2.1")
    expect(alarm).to_have_role("alert")
    expect(page.locator("#text")).to_have_value("Ah")
    no_serious_violations(page)
    shot(page, "dealer-alarm")
    for typed, told in (("z", "Z is no rank"), ("kk", "K is no suit"), ("*", "There is no joker")):
        console.press("Escape")
        console.type(typed)
        expect(alarm).to_contain_text(told)
    console.press("Escape")
    console.type("Td10c9")
    expect(page.locator("#text")).to_have_value("TdTc9")
    console.press("Enter")
    expect(alarm).to_contain_text("The suit is missing")
    console.press("Backspace")
    console.press("F8")
    expect(page.locator("#text")).to_have_value("Td")
    assert not sent
    console.press("Escape")
    console.next_is("Turn up the flop")


def test_the_list_the_wizard_and_a_console_to_follow_keep_nobody_out(onlookers: Visitors) -> None:
    page = onlookers.person("daniel")
    for address in ("/dealer/", "/dealer/uth-1", "/wizard/uth-2", "/wizard/uth-2/count_cards"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        no_serious_violations(page)


def own_password_of_susan(served: Served, demo: Demo) -> str:
    """Two managers give her one for once, and she chooses her own."""
    asks = {"Authorization": f"Bearer {demo.people['maria'].token}"}
    waits = served.client.post("/api/commands/reset_password", json={"person": "staff:susan"}, headers=asks)
    number = waits.json()["refused"]["request"]
    once = served.give("approve", {"number": number}, demo.people["martin"].token)["secret"]["password"]
    own = "a word of her own"
    served.give("sign_in", {"name": "susan", "role": "supervisor", "password": once, "new_password": own})
    return own


def test_a_misdeal_goes_through_the_wizard_signed_by_a_supervisor_and_the_stakes_go_back(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    before = balances(served, demo)
    password = own_password_of_susan(served, demo)
    console = wagered(visitors, "p1001 10 5", "p1002 25")
    page = console.page
    console.enter("5")
    console.next_is("Deal six cards face down")
    console.press("F2")
    expect(page.locator(".calling")).to_contain_text("Supervisor called")
    console.press("F4")
    page.wait_for_url(f"**/wizard/{TABLE}")
    expect(page.get_by_label("Find")).to_be_focused()
    console.type("misdeal")
    expect(page.locator(".matter:visible")).to_have_count(1)
    console.press("Enter")
    expect(page.get_by_label("Why, or what happened?")).to_be_focused()
    console.type("A card fell to the floor")
    console.press("Enter")
    wizard = page.locator("#wizard")
    expect(wizard).to_contain_text("A card fell to the floor. It is a misdeal, and every wager goes back.")
    expect(wizard.get_by_role("row", name="Alice Reed")).to_contain_text("+$25.00 back to the player")
    expect(wizard.get_by_role("row", name="Ben Hollow")).to_contain_text("+$50.00 back to the player")
    no_serious_violations(page)
    shot(page, "wizard-follows")
    expect(page.get_by_label("Name")).to_be_focused()
    console.type("susan")
    console.press("Tab")
    console.type(password)
    console.press("Enter")
    expect(wizard).to_contain_text("by Susan Oake, supervisor, on the screen of Daniel Frost")
    assert balances(served, demo) == before | {"felt:uth-2": 0}
    console.press("Escape")
    page.wait_for_url(f"**/dealer/{TABLE}")
    console.next_is("Open the betting of round 2")
    expect(page.locator("#settled-2")).to_contain_text("Give back $50.00")
