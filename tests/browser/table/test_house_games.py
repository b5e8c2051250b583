"""The house games at their felts: whole rounds by mouse and keys, with every figure as the API tells it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.cards.card import faces
from pitboss.cards.deck import CANBERRA_DECK, pontoon_decks
from tests.browser.browser_scene import Demo, Visitors, money, no_serious_violations, signed_money
from tests.browser.served_scene import Served
from tests.known import known

pytestmark = pytest.mark.needs("chromium")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


class Table:
    """A table of the house as the API tells of it, and what others do there while somebody looks at its page."""

    def __init__(self, served: Served, demo: Demo, name: str) -> None:
        self._served, self._people, self.name = served, demo.people, name

    def person(self, who: str) -> str:
        return self._people[who].id

    def view(self, who: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._people[who].token}"}
        found: dict[str, Any] = self._served.client.get(f"/api/tables/{self.name}", headers=headers).json()["view"]
        return found

    def give(self, who: str, command: str, **given: Any) -> None:
        self._served.give(command, {"table": self.name, **given}, self._people[who].token)

    def say(self, who: str, do: str, **given: Any) -> None:
        self.give(who, "play", do=do, **given)

    def open_live(self, game: str, deck: str, **settings: Any) -> None:
        """Added by the manager, and its cards checked by the dealer, who enters what comes."""
        self.give("maria", "add_table", game=game, title="With a dealer", mode="live", settings=settings)
        self.say("maria", "open_table")
        self.say("daniel", "check_cards", cards=deck.split())
        self.say("daniel", "start_round")


def come_to(page: Page, table: str) -> None:
    """From the lobby to a table."""
    page.goto("/")
    page.locator(f"#offer-{table}").click()
    page.wait_for_url(f"**/tables/{table}")


def sit_down(page: Page, table: str, seat: int) -> None:
    come_to(page, table)
    page.locator(f"#box-{seat}").get_by_role("button", name="Sit").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()


def put_down(page: Page, chip: str, *spots: str) -> None:
    """Chips on the felt, each with a click, and all of them placed."""
    page.locator(".chip", has_text=re.compile(rf"{re.escape(chip)}$")).click()
    for spot in spots:
        page.locator(spot).click()
    page.get_by_role("button", name="Place").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


def all_in_view(page: Page) -> None:
    """Felt and choices are there without scrolling."""
    low, sideways = page.evaluate(
        "[document.querySelector('.choices').getBoundingClientRect().bottom, document.documentElement.scrollWidth]"
    )
    size = known(page.viewport_size)
    assert (low <= size["height"], sideways <= size["width"]) == (True, True)


def settled_as_told(page: Page, table: Table, who: str) -> list[dict[str, Any]]:
    """The figures beside the felt are those of the API; the player's wagers with their results."""
    expect(page.locator("#round-net")).to_be_visible()
    view = table.view(who)
    assert (view["stage"], view["result"]) == ("over", "settled")
    me = table.person(who)
    rows = [row for row in view["wagers"] if row["player"] == me]
    net = sum(row["net"] for row in rows)
    expect(page.locator("#round-net")).to_have_text(signed_money(net))
    told = page.locator(".results > li").all_inner_texts()
    assert len(told) == len(rows)
    for row, text in zip(rows, told, strict=True):
        assert money(row["stake"]) in text
        assert (signed_money(row["net"]) if row["net"] else row["result"]) in text
        assert (row["clause"] in text, row["why"] in text) == (True, True)
    return rows


def test_a_round_of_ultimate(visitors: Visitors, served: Served, demo: Demo) -> None:
    page, table = visitors.person("alice", viewport=DESK), Table(served, demo, "uth-1")
    sit_down(page, "uth-1", 3)
    put_down(page, "$5", "#spot-ante", "#spot-ante", "#spot-trips")
    assert {row["wager"]: row["stake"] for row in table.view("alice")["wagers"]} == {
        "ante": 1000,
        "blind": 1000,
        "trips": 500,
    }
    page.keyboard.press(" ")
    decisions = page.locator(".decision")
    expect(decisions).to_have_count(4)
    assert [text.replace("\n", " ") for text in decisions.all_inner_texts()] == [
        "Fold F gives up $25.00",
        "Check C decide after the flop",
        "Play 3× $30.00 3 3 times the ante",
        "Play 4× $40.00 4 4 times the ante",
    ]
    assert len({decision.bounding_box()["height"] for decision in decisions.all()}) == 1  # type: ignore[index]
    expect(page.locator(".own-hand .card.up")).to_have_count(2)
    all_in_view(page)
    no_serious_violations(page)
    page.keyboard.press("4")
    rows = settled_as_told(page, table, "alice")
    for row in rows:
        badge = page.locator(f"#spot-{row['wager']} .badge")
        expect(badge).to_have_text(f"{signed_money(row['net']) if row['net'] else row['result']} · {row['clause']}")
    won = {row["wager"] for row in rows if row["result"] == "win"} & {"blind", "trips"}
    expect(page.locator(".side tr.paid")).to_have_count(len(won))
    all_in_view(page)


def test_nobody_has_the_cards_of_others_on_the_page(visitors: Visitors, served: Served, demo: Demo) -> None:
    """Two at a table of Ultimate: until the hands are shown, each page holds its reader's own cards and no more."""
    table = Table(served, demo, "uth-1")
    pages = {"alice": visitors.person("alice"), "ben": visitors.person("ben")}
    for seat, (who, page) in enumerate(pages.items(), 2):
        table.say(who, "place", seat=seat, wagers={"ante": 1000, "blind": 1000})
        page.goto("/tables/uth-1")
    for who in pages:
        table.give(who, "deal")
    own = {who: set(table.view(who)["boxes"][place]["cards"]) for place, who in enumerate(pages)}
    for who, page in pages.items():
        expect(page.locator(".own-hand .card.up")).to_have_count(2)
        assert set(re.findall(r"#([2-9TJQKA][cdhs])\b", page.content())) == own[who]
    table.say("alice", "fold", seat=2)
    table.say("ben", "play", seat=3, amount=4000)
    expect(pages["ben"].locator("#round-net")).to_be_visible()
    assert not own["alice"] & set(re.findall(r"#([2-9TJQKA][cdhs])\b", pages["ben"].content())), "folded"


def test_a_round_of_canberra_on_a_phone(visitors: Visitors, served: Served, demo: Demo) -> None:
    page, table = visitors.person("chloe", viewport=PHONE, has_touch=True), Table(served, demo, "can-1")
    come_to(page, "can-1")
    page.locator("#strip-4").get_by_role("button").tap()
    expect(page.locator("#spot-ante")).to_be_visible()
    before = table.view("chloe")["jackpot"]["meter"]
    put_down(page, "$25", "#spot-ante", "#spot-jackpot")
    expect(page.get_by_label("Light on: accepted")).to_be_visible()
    page.get_by_role("button", name="Deal").tap()
    expect(page.locator(".own-hand .card.up")).to_have_count(5)
    expect(page.locator(".dealer-area .card.up")).to_have_count(1)
    expect(page.locator("#meter")).to_have_text(money(before + 150))
    felt = known(page.locator(".felt").bounding_box())
    assert felt["height"] <= 550
    all_in_view(page)
    no_serious_violations(page)
    page.get_by_role("button", name="Bet $50.00").tap()
    settled_as_told(page, table, "chloe")
    expect(page.locator(".dealer-area .card.up")).to_have_count(5)


def test_a_jackpot_is_declared_and_won(visitors: Visitors, served: Served, demo: Demo) -> None:
    """At a table with a dealer, where the player must declare the hand."""
    table = Table(served, demo, "can-9")
    settings = {"pool": 5_000_000, "reserve": 500_000}
    table.open_live("canberra", faces(CANBERRA_DECK.cards), jackpot=settings, jackpot_claim="player_must_declare")
    table.say("david", "place", seat=2, wagers={"ante": 1000, "jackpot": 200})
    table.say("daniel", "shuffle", position=20)
    # One card to the box and one to the dealer, five times.
    table.say("daniel", "deal", cards=["9h", "Ah", "8h", "Kd", "7h", "4c", "6h", "3s", "5h", "2c"])
    page = visitors.person("david", viewport=DESK)
    page.goto("/tables/can-9")
    expect(page.locator(".own-hand .card.up")).to_have_count(5)
    page.keyboard.press("b")
    expect(page.locator("#spot-bet .spot-amount")).to_have_text("$20.00")
    table.say("daniel", "reveal")
    expect(page.locator(".decision")).to_contain_text("Declare jackpot hand")
    page.keyboard.press("j")
    expect(page.locator(".decision")).to_have_count(0)
    for do in ("settle", "declare_jackpot", "collect"):
        table.say("daniel", do)
    settled_as_told(page, table, "david")
    expect(page.locator(".own-words")).to_contain_text("straight flush, nine high")
    expect(page.locator(".meter")).to_contain_text("Box 2: straight flush wins $5,000.15")
    expect(page.locator("#meter")).to_have_text("$45,001.35")
    expect(page.locator(".side.right tr.paid")).to_have_text(re.compile("Straight flush"))
    expect(page.locator("#spot-jackpot .badge")).to_have_text("+$4,998.15 · CAN 11.1(b)")
    no_serious_violations(page)


@pytest.mark.parametrize(
    ("name", "wagers", "decides"),
    [
        ("uth-1", {"ante": 1000, "blind": 1000, "trips": 500}, {"do": "play", "amount": 4000}),
        ("can-1", {"ante": 1000}, {"do": "bet", "amount": 2000}),
    ],
)
def test_who_decides_on_a_phone_sees_the_cards(
    visitors: Visitors, served: Served, demo: Demo, name: str, wagers: dict[str, int], decides: dict[str, Any]
) -> None:
    """Wherever the page was scrolled to; and whatever belongs to the felt lies on it, also when it is settled."""
    table = Table(served, demo, name)
    table.say("alice", "place", seat=4, wagers=wagers)
    page = visitors.person("alice", viewport=PHONE)
    page.goto(f"/tables/{name}")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    table.give("alice", "deal")
    expect(page.locator(".decisions")).to_be_visible()
    page.wait_for_function("scrollY === 0")
    assert lowest(page, ".felt .card") < page.locator(".choices").evaluate(
        "(sheet) => sheet.getBoundingClientRect().top"
    )
    assert lowest(page, ".felt :is(.card, .badge, p)") <= lowest(page, ".felt")
    table.give("alice", "play", seat=4, **decides)
    settled_as_told(page, table, "alice")
    assert lowest(page, ".felt :is(.card, .badge, p)") <= lowest(page, ".felt")


def lowest(page: Page, what: str) -> float:
    """How far down on the screen the lowest of some elements ends."""
    ends: list[float] = page.locator(what).evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().bottom)"
    )
    return max(ends)


def test_two_players_at_one_box_of_pontoon(visitors: Visitors, served: Served, demo: Demo) -> None:
    """The one who sits there decides; both wager, and the croupier deals when both are ready."""
    table = Table(served, demo, "pon-1")
    page, other = visitors.person("alice", viewport=DESK), visitors.person("ben", viewport=DESK)
    sit_down(page, "pon-1", 3)
    put_down(page, "$25", "#box-3 .circle")
    other.goto("/tables/pon-1")
    put_down(other, "$5", "#box-3 .circle", "#box-3 .circle", "#box-3 .pairs")
    expect(page.locator("#box-3 .stakes")).to_have_text(re.compile(r"You\s*\$25.00\s*Ben\s*\$10.00"))
    page.keyboard.press(" ")
    expect(page.locator(".choices")).to_contain_text("Waiting for Ben.")
    other.keyboard.press(" ")
    expect(page.locator("#box-3 .total")).to_be_visible()
    expect(other.locator(".decision", has_text="Draw")).to_have_count(0)
    no_serious_violations(page)
    play_on(table, "alice", "ben")
    settled_as_told(page, table, "alice")
    settled_as_told(other, table, "ben")
    assert [row["player"] for row in table.view("ben")["wagers"]].count("p1002") == 2
    all_in_view(page)


@pytest.mark.parametrize(("size", "seat"), [(DESK, 4), (PHONE, 5)])
def test_chips_go_to_the_box_one_sits_at(visitors: Visitors, served: Served, demo: Demo, size: Any, seat: int) -> None:
    """Of Pontoon, where one may wager on other boxes too: on those that one has picked, and for that time only."""
    table = Table(served, demo, "pon-8")
    table.give("maria", "add_table", game="pontoon", title="Three", mode="practice", settings={"boxes_per_player": 3})
    table.say("maria", "open_table")
    page = visitors.person("alice", viewport=size)
    come_to(page, "pon-8")
    page.locator(f"[aria-label='Sit at box {seat}']:visible").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    for box, wagered in ((None, [seat]), ("2", [2, seat]), (None, [2, seat])):
        if box:
            page.locator("#bet-seat").select_option(box)
        page.locator("#bet-main").fill("10")
        page.get_by_role("button", name="Place").click()
        expect(page.locator("#bet-total")).to_be_empty()
        assert sorted({row["seat"] for row in table.view("alice")["wagers"]}) == wagered
        expect(page.locator("#bet-seat")).to_have_value(str(seat))
    assert {row["seat"]: row["stake"] for row in table.view("alice")["wagers"]} == {2: 1000, seat: 2000}


def test_a_round_of_pontoon_with_a_dealer(visitors: Visitors, served: Served, demo: Demo) -> None:
    """Insurance, a split, a double and its end, all by keys; two players at the box, and the dealer's cards."""
    table = Table(served, demo, "pon-9")
    table.open_live("pontoon", faces(pontoon_decks(4).cards))
    page = visitors.person("emma", viewport=DESK)
    sit_down(page, "pon-9", 5)
    put_down(page, "$25", "#box-5 .circle", "#box-5 .pairs")
    table.say("felix", "place", seat=5, wagers={"main": 1000})
    table.say("daniel", "new_shoe", position=100, depth=60)
    table.say("daniel", "deal", cards=["8h", "As", "8d"])
    table.say("daniel", "settle_pairs")
    expect(page.locator("#box-5 .hand-words")).to_contain_text("16")
    expect(page.locator("#box-5 .stakes")).to_contain_text("+$300.00")
    page.get_by_label("Insure: amount").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#box-5 .stakes")).to_have_text(re.compile(r"Insured\s*\$5.00"))
    table.say("daniel", "begin_drawing")
    for key, cards in (("p", "3c"), ("d", "Kh"), ("", "Jh")):
        if key:
            expect(page.locator(f"[data-key={key.upper()}]")).to_be_visible()
            page.keyboard.press(key)
            expect(page.locator(".decision")).to_have_count(0)
        table.say("daniel", "deal", cards=[cards])
    expect(page.locator("#box-5 .hand").first).to_contain_text("doubled")
    expect(page.locator("#box-5 .hand.turn .total")).to_have_text("18")
    all_in_view(page)
    no_serious_violations(page)
    page.keyboard.press("s")
    expect(page.locator(".hand.turn")).to_have_count(0)
    table.say("daniel", "deal", cards=["8s"])
    for do in ("settle", "collect"):
        table.say("daniel", do)
    rows = settled_as_told(page, table, "emma")
    assert [(row["wager"], row["net"]) for row in rows] == [
        ("main", 5000),
        ("perfect_pairs", 30000),
        ("insurance", -500),
        ("main", -2500),
    ]
    expect(page.locator("#box-5 .hand .badge")).to_have_text(["+$50.00 · PON 12.7", "−$25.00 · PON 14.1(f)"])
    expect(page.locator(".side tr.paid")).to_have_text(re.compile("Coloured pair"))


def play_on(table: Table, decides: str, *others: str) -> None:
    """To the end of the round: who decides stands as soon as the rules allow it, and nobody wants anything else."""
    while table.view(decides)["stage"] != "over":
        for who in (decides, *others):
            view = table.view(who)
            offered = [choice for choice in view["choices"] if choice["do"] in ("hit", "stand")]
            if offered:
                table.say(who, offered[-1]["do"], seat=offered[-1]["seat"])
            elif view["may_deal"]:
                table.give(who, "deal")
