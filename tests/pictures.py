"""`./pit pictures`: makes the pictures in docs/pictures anew, of a demo house in which a few rounds are played.

The round of Ultimate Texas Hold-em is dealt at the table with a dealer, so that its cards are the same every time; the
others are dealt by the house, and differ.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

# Sets Django up before anything of the floor is imported.
import tests.floor.house_scene  # noqa: F401
from pitboss.cards.card import RANKS, SUITS
from tests import system_parts
from tests.browser import browser_scene
from tests.browser.browser_scene import Demo, Visitors
from tests.browser.served_scene import Served
from tests.screens.director import event_scene

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DESK, CONSOLE, PHONE = {"width": 1440, "height": 900}, {"width": 1280, "height": 800}, {"width": 390, "height": 844}
WALL = {"width": 1920, "height": 1080}
LIVE, NIGHT = "uth-2", "friday-night"
# The board, two cards for each box from 2 to 5, and the dealer's.
BOARD, DEALER = ("Kh", "7h", "2c", "Jh", "4d"), ("Kd", "Ts")
HANDS = (("Js", "8c"), ("Ah", "9h"), ("6d", "3s"), ("Ac", "Kc"))
WAGERS = {2: ("ben", 2500, 0), 3: ("alice", 1000, 500), 4: ("chloe", 1500, 0), 5: ("david", 2000, 1000)}


class House:
    """The demo house behind a server, its people, and what they do through the interface for programs."""

    def __init__(self, served: Served, demo: Demo, windows: Visitors) -> None:
        self._served, self._people, self._windows = served, demo.people, windows

    def page(self, who: str, path: str, viewport: Any = DESK) -> Page:
        page = self._windows.person(who, viewport=viewport)
        page.emulate_media(reduced_motion="reduce")
        page.goto(path)
        return page

    def give(self, who: str, command: str, **given: Any) -> None:
        self._served.give(command, given, self._people[who].token)

    def play(self, who: str, table: str, do: str, **given: Any) -> None:
        self.give(who, "play", table=table, do=do, **given)

    def view(self, who: str, table: str, of: str = "tables") -> dict[str, Any]:
        signed = {"Authorization": f"Bearer {self._people[who].token}"}
        found: dict[str, Any] = self._served.client.get(f"/api/{of}/{table}", headers=signed).json()["view"]
        return found

    def to_commands(self) -> event_scene.Give:
        return event_scene.to_served(self._served, self._people)

    def id(self, who: str) -> str:
        return self._people[who].id


def main() -> int:
    if not system_parts.PARTS["chromium"].is_there:
        print(
            f"The pictures need Chromium: {system_parts.install_command({'chromium': system_parts.PARTS['chromium']})}"
        )
        return 2
    FOLDER.mkdir(exist_ok=True)
    with opened() as house:
        ultimate(house)
        holdem(house)
        pontoon(house)
        canberra(house)
        desks(house)
        tournament(house)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures are in docs/pictures.")
    return 0


@contextmanager
def opened() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder, browser_scene.chromium() as browser:
        demo = browser_scene.demo_house(Path(folder))
        with (
            browser_scene.served(demo, Path(folder) / "house") as served,
            browser_scene.visitors(browser, served, demo) as windows,
        ):
            yield House(served, demo, windows)


def take(page: Page, name: str) -> None:
    """A picture of what is in view, once everything that was asked for has come."""
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")


def ultimate(house: House) -> None:
    """Four players at the table with a dealer: before the flop on a phone, then at the end on all desks."""
    house.play("daniel", LIVE, "check_cards", cards=[rank + suit for suit in SUITS for rank in RANKS])
    house.play("daniel", LIVE, "start_round")
    for seat, (who, ante, trips) in WAGERS.items():
        wagers = {"ante": ante, "blind": ante, **({"trips": trips} if trips else {})}
        house.give(who, "set_stake_limit", table=LIVE, amount=50_000)
        house.play("daniel", LIVE, "place", seat=seat, player=house.id(who), wagers=wagers)
    step(house, "shuffle")
    step(house, "deal", cards=[*BOARD, *(card for hand in HANDS for card in hand), *DEALER])
    decide(house, 2, "check")
    take(house.page("alice", f"/tables/{LIVE}", PHONE), "phone")
    decide(house, 3, "play", amount=4000)
    decide(house, 4, "fold")
    decide(house, 5, "play", amount=8000)
    console = house.page("daniel", f"/dealer/{LIVE}", CONSOLE)
    go_on(house, until="deciding")
    decide(house, 2, "check")
    go_on(house, until="deciding")
    decide(house, 2, "play", amount=2500)
    table = house.page("alice", f"/tables/{LIVE}")
    while house.view("daniel", LIVE)["stage"] != "over":
        step(house)
        if any("result" in row for row in house.view("daniel", LIVE)["wagers"] if row["seat"] == 3):
            take(console, "dealer")
            break
    while house.view("daniel", LIVE)["stage"] != "over":
        step(house)
    take(table, "player")


def step(house: House, do: str = "", **given: Any) -> None:
    """The next routine step of the dealer, which is this one if it is named."""
    routine = house.view("daniel", LIVE)["routine"]
    assert routine is not None, "nothing is left for the dealer to do"
    assert do in ("", routine["do"]), routine
    house.play("daniel", LIVE, routine["do"], **given)


def go_on(house: House, until: str) -> None:
    while not any(box["standing"] == until for box in house.view("daniel", LIVE)["boxes"]):
        step(house)
    # Somebody may be deciding already while cards are still to come.
    while house.view("daniel", LIVE)["routine"] is not None:
        step(house)


def decide(house: House, seat: int, do: str, **given: Any) -> None:
    house.play("daniel", LIVE, do, seat=seat, player=house.id(WAGERS[seat][0]), **given)


def holdem(house: House) -> None:
    """Three players with different stakes; the shortest taps out, so that there is a side pot."""
    players = ("alice", "ben", "chloe")
    for seat, (who, stake) in enumerate(zip(players, (50_000, 50_000, 20_000), strict=True), 1):
        house.play(who, "hld-1", "join", seat=2 * seat, amount=stake)
    while house.view("alice", "hld-1")["stage"] != "playing":
        ready(house, "hld-1", players)
    for _ in range(12):
        view = house.view("alice", "hld-1")
        if view["stage"] != "playing" or view["street"] == "turn":
            break
        who = next(name for name in players if house.id(name) == view["seated"][str(view["turn"]["seat"])])
        act(house, who)
    take(house.page("alice", "/tables/hld-1"), "holdem")


def ready(house: House, table: str, players: tuple[str, ...]) -> None:
    for who in players:
        if house.view(who, table)["may_deal"]:
            house.give(who, "deal", table=table)


def act(house: House, who: str) -> None:
    """Calls or checks; the player with the short stake taps out, and the first of the others bets on the flop."""
    view = house.view(who, "hld-1")
    choices = {choice["do"]: choice for choice in view["choices"]}
    if view["street"] == "flop" and who == "alice" and "bet" in choices:
        house.play(who, "hld-1", "bet", seat=choices["bet"]["seat"], amount=9_000)
        return
    do = next(
        each for each in ("tap_out", "call", "check") if each in choices and (each != "tap_out" or who == "chloe")
    )
    chosen = choices[do]
    amount = {"amount": chosen["amounts"][0]} if chosen.get("amounts") else {}
    house.play(who, "hld-1", do, seat=chosen["seat"], **amount)


def pontoon(house: House) -> None:
    """Three boxes, one of them with the chips of two players."""
    for who, seat, wagers in (
        ("alice", 3, {"main": 2500, "perfect_pairs": 500}),
        ("ben", 3, {"main": 1000}),
        ("chloe", 5, {"main": 5000}),
        ("david", 2, {"main": 1500}),
    ):
        house.play(who, "pon-1", "place", seat=seat, wagers=wagers)
    ready(house, "pon-1", ("alice", "ben", "chloe", "david"))
    take(house.page("alice", "/tables/pon-1"), "pontoon")


def canberra(house: House) -> None:
    """Two players with the jackpot wager down, and one who has bet."""
    for who, seat in (("alice", 3), ("ben", 4)):
        house.play(who, "can-1", "place", seat=seat, wagers={"ante": 2000, "jackpot": 200})
    ready(house, "can-1", ("alice", "ben"))
    house.play("ben", "can-1", "bet", seat=4, amount=4000)
    take(house.page("alice", "/tables/can-1"), "canberra")


def desks(house: House) -> None:
    take(house.page("susan", "/pit/"), "pit")
    take(house.page("carla", f"/cage/patrons/{house.id('alice')}"), "cage")
    take(house.page("anna", f"/audit/recall/{LIVE}/1?as={house.id('alice')}"), "audit")
    take(house.page("anna", "/maths/sheets/ultimate"), "maths")


def tournament(house: House) -> None:
    """A Friday night, as somebody has to move: desk, the phone that works its clock, big screen, entries."""
    event, _ = event_scene.started(house.to_commands(), NIGHT, "friday_freezeout", 46)
    dice = random.Random(11)
    for table in (1, 2, 3, 4, 5, 6, 1, 2):
        event.do("bust_out", player=dice.choice(sitters(house, table)))
    event.do("break_table", table=6)
    # Ten levels, and the break after the sixth.
    for _ in range(11):
        event.do("next_level")
    for _ in range(2):
        event.do("bust_out", player=dice.choice(sitters(house, 5)))
    for number in range(1, 6):
        event.do("record_stacks", table=number, stacks=counted(house, number, dice))
        event.do("count_hand", table=number, button=dice.choice(range(1, 10)))
    tell_rulings(house, event)
    take(house.page("derek", f"/director/{NIGHT}/"), "desk")
    take(house.page("derek", f"/director/{NIGHT}/", PHONE), "desk-phone")
    take(house.page("derek", f"/screen/{NIGHT}", WALL), "big-screen")
    take(house.page("carla", f"/director/saturday/entries/?player={house.id('felix')}"), "registration")


def seats_of(house: House, table: int) -> dict[str, Any]:
    found = next(each for each in house.view("derek", NIGHT, "tournaments")["tables"] if each["number"] == table)
    return dict(found)


def sitters(house: House, table: int) -> list[str]:
    return [each["name"] for each in seats_of(house, table)["seats"].values()]


def counted(house: House, table: int, dice: random.Random) -> dict[str, int]:
    """All chips of a table, unevenly with its players, in hundreds."""
    here, players = seats_of(house, table), sitters(house, table)
    total = here["loose"] + sum(each["chips"] for each in here["seats"].values())
    shares = [dice.randint(20, 100) for _ in players]
    stacks = [total * share // sum(shares) // 500 * 500 for share in shares]
    stacks[-1] += total - sum(stacks)
    return dict(zip(players, stacks, strict=True))


def tell_rulings(house: House, event: event_scene.Event) -> None:
    one, other, third = (sitters(house, table)[2] for table in (1, 2, 4))
    event.do("penalise", player=one, orbits=1, breach="exposed_hand", reason="showed cards in a live hand")
    event.do("mark_absent", player=other)
    event.do(
        "record_ruling",
        what="Put in one chip of 5,000 facing 1,600 and said nothing: a call, 3,400 back.",
        ground="STAR 7.32",
        player=third,
    )


if __name__ == "__main__":
    sys.exit(main())
