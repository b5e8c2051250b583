"""Hold'em in the browser: a hand with a side pot between three people, hidden cards, and lost connections."""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from pitboss.rulebook.book import as_read
from tests.browser.browser_scene import Visitors, money, no_serious_violations, shot, signed_money

pytestmark = pytest.mark.needs("chromium")

TABLE = "hld-1"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
STAKES = {2: 100_000, 4: 50_000, 6: 10_000}
FACES = re.compile(r"#([2-9TJQKA][cdhs])\"")
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


class Sitter(NamedTuple):
    """Somebody at a seat in a window of their own, and everything that their live stream has told it."""

    seat: int
    page: Page
    heard: list[str]


def opened(visitors: Visitors, name: str, seat: int, viewport: dict[str, int], table: str = TABLE) -> Sitter:
    page = visitors.person(name, viewport=viewport)
    sitter = Sitter(seat, page, [])
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", lambda message: sitter.heard.append(message["data"]))
    page.goto(f"/tables/{table}")
    return sitter


def sit_down(sitter: Sitter, cents: int) -> None:
    page = sitter.page
    page.locator(f"[data-sit='{sitter.seat}']").click()
    expect(page.locator("#join-amount")).to_be_focused()
    page.locator("#join-amount").fill(str(cents // 100))
    page.keyboard.press("Enter")
    expect(page.locator(f"#seat-{sitter.seat} .who")).to_have_text("You")


def seen(sitter: Sitter, table: str = TABLE) -> dict[str, Any]:
    """What the interface tells the same person."""
    found: dict[str, Any] = sitter.page.request.get(f"/api/tables/{table}").json()["view"]
    return found


def catch_up(sitter: Sitter) -> None:
    """Until the page shows the table as it is now."""
    position = sitter.page.request.get(f"/api/tables/{TABLE}").json()["position"]
    sitter.page.wait_for_function("at => Number(document.querySelector('#now').dataset.seq) >= at", arg=position)


def drawn_at(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-seq") or 0)


def press(sitter: Sitter, keys: str) -> None:
    """A decision by keys, until the page has been drawn anew after it."""
    # What others did before it would look like that.
    catch_up(sitter)
    page, before = sitter.page, drawn_at(sitter.page)
    page.locator(f"[data-key='{keys[0].upper()}']").wait_for()
    page.keyboard.press(keys[0])
    if keys[1:]:
        page.keyboard.type(keys[1:])
        page.keyboard.press("Enter")
    page.wait_for_function("seq => Number(document.querySelector('#now').dataset.seq) > seq", arg=before)


def to_act(sitters: dict[int, Sitter]) -> Sitter | None:
    turn = seen(sitters[2])["turn"]
    return sitters[turn["seat"]] if turn else None


def until_all_are_dealt_in(sitters: dict[int, Sitter]) -> None:
    """The first hands begin with whoever is there: the last to come in posts a blind, and those hands are folded."""
    for _ in range(200):
        view = seen(sitters[2])
        if view["stage"] == "playing" and sum("cards" in row for row in view["seats"]) == 3:
            return
        if view["turn"]:
            give(sitters[view["turn"]["seat"]], "play", do="fold")
            continue
        for sitter in sitters.values():
            give(sitter, "play", do="post_blinds")
            give(sitter, "deal")
    raise AssertionError("the three never play together")


def give(sitter: Sitter, command: str, **fields: str) -> None:
    """A command beside the page; where it has come too late, it is refused."""
    form: dict[str, str | float | bool] = {
        "table": TABLE,
        **fields,
        **({"seat:whole": str(sitter.seat)} if fields else {}),
    }
    sitter.page.request.post(f"/act/{command}", form=form, headers={"X-Requested-With": "pitboss"})


def no_hidden_card(sitters: dict[int, Sitter]) -> None:
    """In no document and in nothing that was streamed is a card of somebody else that has not been shown."""
    for sitter in sitters.values():
        catch_up(sitter)
    own = {seat: set(_cards(seen(sitter), seat)) for seat, sitter in sitters.items()}
    shown = set(seen(sitters[2]).get("settlement", {}).get("shown", ()))
    for seat, sitter in sitters.items():
        others = {face for other, faces in own.items() if other != seat and other not in shown for face in faces}
        assert len(others) == 2 * len(set(own) - shown - {seat})
        assert not others & set(FACES.findall(sitter.page.content()))
        assert own[seat] <= set(FACES.findall(sitter.page.content()))
        if not shown:
            assert not [message for message in sitter.heard for face in others if f'"{face}"' in message]


def _cards(view: dict[str, Any], seat: int) -> list[str]:
    cards: list[str] = next(row["cards"] for row in view["seats"] if row["seat"] == seat)
    return cards


def pots_of(page: Page) -> list[str]:
    return [re.sub(r"\s+", " ", text).strip() for text in page.locator(".pot").all_inner_texts()]


def test_a_hand_with_a_side_pot_between_three_browsers(visitors: Visitors) -> None:
    alice, ben = opened(visitors, "alice", 2, DESK), opened(visitors, "ben", 4, DESK)
    chloe = opened(visitors, "chloe", 6, PHONE)
    sitters = {sitter.seat: sitter for sitter in (alice, ben, chloe)}
    for seat, sitter in sitters.items():
        sit_down(sitter, STAKES[seat])
    until_all_are_dealt_in(sitters)
    before = {row["seat"]: row["stake"] + row["paid"] for row in seen(alice)["seats"]}
    no_hidden_card(sitters)

    _bet_before_the_flop(sitters)
    for sitter in sitters.values():
        expect(sitter.page.locator("#seat-6")).to_have_class(re.compile("tapped-out"))
        expect(sitter.page.locator(".board .card:not(.place)")).to_have_count(3)
    if to_act(sitters) is ben:
        press(ben, "c")
    _bets_while_somebody_else_does_something(alice, chloe)
    _side_pot_is_the_same_everywhere(sitters, before[6])
    no_hidden_card(sitters)
    for sitter in (alice, chloe):
        no_serious_violations(sitter.page)
        shot(sitter.page, f"holdem-{sitter.seat}")

    _reloads_in_the_middle(ben)
    _is_cut_off_while_others_play(visitors, alice, ben)
    _checked_down(sitters)
    _settled_alike(sitters, before)
    no_hidden_card(sitters)
    no_serious_violations(alice.page)
    shot(alice.page, "holdem-settled")


def _bet_before_the_flop(sitters: dict[int, Sitter]) -> None:
    """Seat 6 taps out with the least stake, and the others go on past it."""
    is_raised = False
    while seen(sitters[2])["street"] == "hole":
        sitter = to_act(sitters)
        assert sitter is not None
        if sitter.seat == 6:
            press(sitter, "t")
        elif sitter.seat == 2 and not is_raised:
            press(sitter, "r300")
            is_raised = True
        else:
            press(sitter, "c")


def _bets_while_somebody_else_does_something(alice: Sitter, chloe: Sitter) -> None:
    """What is being written outlives a new drawing of the table. With two who sit out no other hand begins."""
    catch_up(alice)
    before = drawn_at(alice.page)
    alice.page.keyboard.press("r")
    alice.page.keyboard.type("100")
    chloe.page.get_by_role("button", name="Sit out").click()
    alice.page.wait_for_function("seq => Number(document.querySelector('#now').dataset.seq) > seq", arg=before)
    expect(alice.page.locator("#raise-to")).to_have_value("100")
    expect(alice.page.locator("#raise-to")).to_be_focused()
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator("#bet-2")).to_contain_text("$100.00")
    alice.page.get_by_role("button", name="Sit out").click()
    expect(alice.page.get_by_role("button", name="Sit in")).to_be_visible()


def _side_pot_is_the_same_everywhere(sitters: dict[int, Sitter], short: int) -> None:
    view = seen(sitters[2])
    assert [pot["eligible"] for pot in view["pots"]] == [[2, 4, 6], [2, 4]]
    assert view["pots"][0]["amount"] == 3 * short
    for sitter in sitters.values():
        main, side = sitter.page.locator(".pot").nth(0), sitter.page.locator(".pot").nth(1)
        expect(main).to_contain_text(money(view["pots"][0]["amount"]))
        expect(side).to_contain_text(money(view["pots"][1]["amount"]))
        expect(side).to_contain_text("+ $100.00 bet")
        expect(side.locator(".dot.may")).to_have_text(["2", "4"])
        expect(sitter.page.locator(".fact", has_text="can win the main pot only")).to_contain_text("HLD 14.2")
    for sitter in sitters.values():
        catch_up(sitter)
    assert pots_of(sitters[2].page) == pots_of(sitters[4].page) == pots_of(sitters[6].page)
    logs = [sitter.page.locator(".log .much").all_text_contents() for sitter in sitters.values()]
    assert logs[0] == logs[1] == logs[2]


def _reloads_in_the_middle(ben: Sitter) -> None:
    """Whoever comes back sees the present at once, with their own cards and the decision that waits for them."""
    pots = pots_of(ben.page)
    ben.page.reload()
    assert pots_of(ben.page) == pots
    expect(ben.page.locator(".own-hand .card")).to_have_count(2)
    expect(ben.page.locator("[data-key=C]")).to_contain_text("Call $100.00")


def _is_cut_off_while_others_play(visitors: Visitors, alice: Sitter, ben: Sitter) -> None:
    alice.page.context.set_offline(True)
    expect(alice.page.locator("#connection")).to_be_visible()
    expect(alice.page.locator("#connection")).to_contain_text("The connection is lost.")
    press(ben, "c")
    expect(ben.page.locator(".board .card:not(.place)")).to_have_count(4)
    expect(alice.page.locator(".board .card:not(.place)")).to_have_count(3)
    alice.page.context.set_offline(False)
    expect(alice.page.locator("#connection")).to_be_hidden()
    expect(alice.page.locator(".board .card:not(.place)")).to_have_count(4)
    told = visitors.take_faults()
    assert all(fault.endswith(OFFLINE) or fault.startswith("console: htmx:") for fault in told), told


def _checked_down(sitters: dict[int, Sitter]) -> None:
    while sitter := to_act(sitters):
        press(sitter, "c")


def _settled_alike(sitters: dict[int, Sitter], before: dict[int, int]) -> None:
    """Awards, stakes and what is left in the accounts are on every screen as the interface tells them."""
    view = seen(sitters[2])
    done = view["settlement"]
    after = {row["seat"]: row["stake"] for row in view["seats"]}
    won = {seat: sum(award["amount"] for award in done["awards"] if award["seat"] == seat) for seat in before}
    assert sum(after.values()) + done["commission"] == sum(before.values())
    assert len(done["pots"]) == 2
    for seat, sitter in sitters.items():
        page = sitter.page
        expect(page.locator(".headline")).to_contain_text("Showdown")
        for other, stake in after.items():
            expect(page.locator(f"#seat-{other} .stake")).to_have_text(money(stake))
            if won[other]:
                expect(page.locator(f"#seat-{other} .does")).to_have_text(f"Wins {money(won[other])}")
        for number, pot in enumerate(done["pots"], 1):
            expect(page.locator(f"#pot-{number} .pot-amount")).to_have_text(money(pot["amount"]))
        for award in done["awards"]:
            expect(page.locator(".results")).to_contain_text(money(award["amount"]))
            expect(page.locator(".results")).to_contain_text(as_read(award["clause"]))
        net = next(row["net"] for row in view["wagers"] if row["seat"] == seat)
        assert net == after[seat] - before[seat]
        expect(page.locator("#round-net")).to_have_text(signed_money(net))
        account = page.request.get("/api/me").json()
        expect(page.locator("#balance")).to_have_text(money(account["balance"]))


def test_a_raise_on_the_number_pad_of_a_phone(visitors: Visitors) -> None:
    alice = opened(visitors, "alice", 3, PHONE, "hld-p")
    page = alice.page
    sit_down(alice, 50_000)
    # The croupier may deal first: Deal is pressed while it is there, not waited for.
    page.wait_for_function(
        "() => document.querySelector('#raise') || void document.querySelector('button.deal')?.click()", polling=200
    )
    page.locator("#raise-to").click()
    visitors.provoke(422)
    for sign in "1.5":
        page.locator(f"[data-pad='{sign}']").click()
    expect(page.locator("#raise-to")).to_have_value("1.5")
    page.locator("#raise > button:not([type])").click()
    expect(page.locator("#raise .said")).to_contain_text("HLD")
    no_serious_violations(page)
    page.locator("[data-pad=back]").click()
    expect(page.locator("#raise-to")).to_have_value("1.")
    page.locator("#raise-slide").fill(page.locator("#raise-slide").get_attribute("max") or "")
    expect(page.locator("#raise-to")).to_have_value("500.00")
    before = drawn_at(page)
    page.locator("#raise > button:not([type])").click()
    page.wait_for_function("seq => Number(document.querySelector('#now').dataset.seq) > seq", arg=before)
    expect(page.locator(".log")).to_contain_text("tap out")


def test_onlookers_see_a_table_with_nobody_at_it(onlookers: Visitors) -> None:
    for name in ("daniel", "anna", "derek"):
        page = onlookers.person(name)
        page.goto(f"/tables/{TABLE}")
        expect(page.locator(".headline")).to_contain_text("Nobody has sat down yet")
        expect(page.locator(".decision")).to_have_count(0)
        no_serious_violations(page)
