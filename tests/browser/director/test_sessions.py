"""House-game tournaments and chip races in a real browser, told whole: Pontoon heats to the last prize, typed cards."""

import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Demo, Visitors, no_serious_violations, shot
from tests.browser.served_scene import Served
from tests.screens.director.event_scene import Event, entered, local_start, started, to_served
from tests.screens.director.sessions_scene import structure

pytestmark = pytest.mark.needs("chromium")
PHONE = {"width": 390, "height": 844}
# Heats of two rounds from which four of each table go on, semi-finals and a final of one round.
HEATS = structure("pontoon_heats", rounds="[2, 1, 1]", advance="[4, 2]", title='"Pontoon Heats"')
SESSIONS, RACES = "/director/heats/sessions/", "/director/sat/races/"


def view_of(served: Served, demo: Demo, tournament: str) -> dict[str, Any]:
    """The tournament as the engine has it, for the director."""
    asked = {"Authorization": f"Bearer {demo.people['derek'].token}"}
    found: dict[str, Any] = served.client.get(f"/api/tournaments/{tournament}", headers=asked).json()["view"]
    return found


def sitters(view: Mapping[str, Any], number: int) -> list[str]:
    table = next(each for each in view["tables"] if each["number"] == number)
    return [seat["name"] for _, seat in sorted(table["seats"].items(), key=lambda each: int(each[0]))]


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"


def go_on(page: Page, words: str, then: str) -> None:
    """The one button of what comes next, by its key; then the page leads on."""
    expect(page.locator(".next button.go")).to_contain_text(words)
    page.keyboard.press("g")
    expect(page.locator(".next")).to_contain_text(then)


def start_round(page: Page, table: int, number: int) -> None:
    expect(page.locator(f"#table-{table} .start")).to_contain_text(f"Start round {number}")
    page.locator(f"#table-{table} .start").click()
    expect(page.locator(f"#round-{table} button.go")).to_contain_text(f"Round {number} is over")


def end_round(page: Page, table: int, chips: list[int]) -> None:
    """Chips are written from box to box with Enter, which ends the round after the last."""
    boxes = page.locator(f"#round-{table} input[data-before]")
    expect(boxes).to_have_count(len(chips))
    boxes.first.clear()
    for each in chips:
        page.keyboard.type(str(each))
        page.keyboard.press("Enter")
    expect(page.locator(f"#round-{table}")).to_have_count(0)


def play(page: Page, table: int, number: int, chips: list[int]) -> None:
    start_round(page, table, number)
    end_round(page, table, chips)


def test_pontoon_heats_from_the_first_ballot_to_a_pool_at_zero(visitors: Visitors, served: Served, demo: Demo) -> None:
    entered(to_served(served, demo.people), "heats", HEATS, 12)
    director, dealer = visitors.person("derek"), visitors.person("daniel", viewport=PHONE)
    director.goto(SESSIONS)
    go_on(director, "Start the event", "Begin heats: 12 players")
    go_on(director, "Begin session 1", "2 tables have rounds to play")
    no_serious_violations(director)
    dealer.goto(SESSIONS + "?table=1")
    fits(dealer)
    first_round_with_a_slip(visitors, dealer)
    eliminated(director, dealer, served, demo)
    second_table(director)
    extra_round(director, dealer, served, demo)
    semi_finals_and_final(director)
    paid(director, visitors.person("carla"), served, demo)


def first_round_with_a_slip(visitors: Visitors, dealer: Page) -> None:
    """The dealer of table 1 starts by the key of the table; a box that is no number is told beside it."""
    expect(dealer.locator("#house-tables article")).to_have_count(1)
    dealer.keyboard.press("1")
    boxes = dealer.locator("#round-1 input[data-before]")
    expect(boxes).to_have_count(6)
    visitors.provoke(422)
    for box, chips in zip(boxes.all(), ("50", "5600", "5200", "4x", "4000", "4000"), strict=True):
        box.fill(chips)
    expect(dealer.locator("#round-1 [data-change]").nth(1)).to_have_text("+600")
    dealer.locator("#round-1 button.go").click()
    expect(dealer.locator("#round-1 .wrong")).to_have_text("Write a number of chips, such as 5000.")
    expect(boxes.nth(3)).to_be_focused()
    no_serious_violations(dealer)
    shot(dealer, "sessions-round-phone")
    boxes.nth(3).fill("4800")
    expect(dealer.locator("#round-1 [data-sum]")).to_have_text("takes 6,350")
    dealer.locator("#round-1 button.go").click()
    expect(dealer.locator("#table-1")).to_contain_text("1 of 2 rounds played")


def eliminated(director: Page, dealer: Page, served: Served, demo: Demo) -> None:
    """Who cannot wager the minimum is told of before, and is out when the round begins; both screens have it."""
    expect(director.locator("#table-1")).to_contain_text(
        "cannot wager the minimum and is out before the round. PON 20.14[s2]"
    )
    start_round(dealer, 1, 2)
    expect(director.locator(".happened")).to_contain_text("is out in place 12. PON 20.14[s2]")
    expect(director.locator("#round-1 input[data-before]")).to_have_count(5)
    assert len(sitters(view_of(served, demo, "heats"), 1)) == 5
    start_round(director, 2, 1)
    director.locator("#round-2 input[data-before]").first.fill("5000")
    end_round(dealer, 1, [5600, 5200, 4800, 4000, 4000])
    expect(director.locator("#table-1")).to_contain_text("Its rounds are played.")
    # What the director was writing at the other table is still there.
    expect(director.locator("#round-2 input[data-before]").first).to_have_value("5000")


def second_table(director: Page) -> None:
    end_round(director, 2, [5000, 5100, 5200, 5300, 5400, 5500])
    start_round(director, 2, 2)
    shot(director, "sessions-heats")
    end_round(director, 2, [5000, 5100, 5200, 5300, 5400, 5500])


def extra_round(director: Page, dealer: Page, served: Served, demo: Demo) -> None:
    """The fourth and the fifth of table 1 are equal: only they play on, and nobody is moved meanwhile."""
    expect(director.locator(".next")).to_contain_text("equal chips")
    go_on(director, "Give the extra round", "play on")
    move = director.locator("#tool-move")
    move.locator("summary").click()
    move.get_by_label("Who").select_option(index=1)
    move.get_by_label("To table").fill("2")
    move.get_by_label("Seat").fill("7")
    move.get_by_label("Why").fill("balance")
    move.get_by_role("button", name="Move").click()
    expect(move.locator(".refusal")).to_contain_text("PON 20.7")
    play(dealer, 1, 3, [4100, 3900])
    expect(director.locator(".next")).to_contain_text("End session 1")
    fourth = sitters(view_of(served, demo, "heats"), 1)[3]
    go_on(director, "End the session", "Begin semi-finals: 8 players")
    view = view_of(served, demo, "heats")
    assert next(each for each in view["players"] if each["name"] == fourth)["status"] == "advanced"


def semi_finals_and_final(director: Page) -> None:
    go_on(director, "Begin session 2", "2 tables have rounds to play")
    for table in (1, 2):
        play(director, table, 1, [5200, 5100, 5000, 4900])
    go_on(director, "End the session", "Begin the final: 4 players")
    go_on(director, "Begin session 3", "Table 1 has rounds to play")
    play(director, 1, 1, [9000, 8000, 7000, 6000])
    go_on(director, "End the session", "Confirm the places")
    shot(director, "sessions-over")


def paid(director: Page, cashier: Page, served: Served, demo: Demo) -> None:
    """Places confirmed by the director, every prize paid at the prizes page: the pool of the event is empty."""
    go_on_confirm(director)
    view = view_of(served, demo, "heats")
    winners = [line["name"] for line in view["results"] if line["cents"]]
    assert sum(line["cents"] for line in view["results"]) == view["prize_pool_cents"] == 12 * 4_500
    assert [line["places"] for line in view["results"]][:4] == [[1], [2], [3], [4]]
    cashier.goto("/director/heats/prizes/")
    for player in winners:
        cashier.locator(f"#pay-{player} button").click()
        expect(cashier.locator(f"#pay-{player}")).to_have_count(0)
    expect(director.locator(".next")).to_contain_text("Everything is paid: the pool is at zero.")
    assert view_of(served, demo, "heats")["money"]["unpaid_cents"] == 0


def go_on_confirm(director: Page) -> None:
    expect(director.locator(".next button.go")).to_contain_text("Confirm the places")
    director.keyboard.press("g")
    expect(director.locator(".next")).to_contain_text("Places are confirmed")
    expect(director.locator("#sessions-said .done")).to_contain_text("The places are confirmed")


@pytest.fixture
def odd_chips(served: Served, demo: Demo) -> Event:
    """A Saturday event in level 11: nine players, of whom three have odd 100s."""
    give = to_served(served, demo.people)
    event, _ = started(give, "sat", "saturday_special", 9, local_start(time.time_ns() // 1000))
    # Ten levels, and the break after the sixth.
    for _ in range(11):
        event.do("next_level")
    names = sitters(view_of(served, demo, "sat"), 1)
    stacks = dict.fromkeys(names, 25_000) | dict(zip(names, (25_100, 25_200, 25_200, 24_500), strict=False))
    event.do("record_stacks", table=1, stacks=stacks)
    return event


def test_a_chip_race_with_the_cards_as_they_were_dealt(
    visitors: Visitors, served: Served, demo: Demo, odd_chips: Event
) -> None:
    director, dealer = visitors.person("derek"), visitors.person("daniel")
    visitors.provoke(422)
    director.goto(RACES)
    expect(director.locator(".next")).to_contain_text("break race off the 100s")
    director.get_by_role("button", name="Colour up").click()
    expect(director.locator(".next")).to_contain_text("Table 1 has 100s to race")
    dealer.goto(RACES)
    race = dealer.locator("#race-100-1")
    expect(race).to_contain_text("Odd chips worth 500: 1 chip of 500.")
    for seat, cards in ((1, "Kh"), (2, "Kc 8c"), (3, "Kh 3c")):
        race.locator(f"#cards-1-{seat}").fill(cards)
    race.get_by_role("button", name="Record these cards").click()
    expect(race.locator(".wrong")).to_contain_text("Kh cannot have been dealt twice. STAR 7.42(d)")
    expect(race.locator("#cards-1-3")).to_be_focused()
    race.locator("#cards-1-3").fill("2c 3c")
    race.get_by_role("button", name="Record these cards").click()
    expect(race.locator(".wrong")).to_contain_text("Seats 1 and 2 are equal: one more card for each of them.")
    expect(race.locator("#extra-1-1")).to_be_focused()
    race.locator("#extra-1-1").fill("4d")
    race.locator("#extra-1-2").fill("9d")
    race.get_by_role("button", name="What follows?").click()
    expect(race.locator(".would")).to_contain_text("chips of 500 to")
    no_serious_violations(dealer)
    shot(dealer, "race-typed")
    race.get_by_role("button", name="Record these cards").click()
    for page in (dealer, director):
        lanes = page.locator("#race-100-1 .lane")
        expect(lanes).to_have_count(3)
        expect(lanes.nth(1)).to_contain_text("+ one 500 with K♣")
        expect(lanes.nth(1).get_by_label("nine of diamonds")).to_be_visible()
        expect(lanes.nth(0)).to_contain_text("none with K♥")
    view = view_of(served, demo, "sat")
    winner = sitters(view, 1)[1]
    assert next(each for each in view["players"] if each["name"] == winner)["chips"] == 25_500
    assert (view["chips"]["race_change"], view["chips"]["in_play"]) == (0, 225_000)
    expect(director.locator("#race-change")).to_have_text("0")
    no_serious_violations(director)
    director.set_viewport_size({"width": 390, "height": 844})
    fits(director)
