"""The demo house in a real browser: one Chromium, a house of its own for each test, and people signed in to it.

The house is a process of its own, so that no test of a page touches a database itself. The browser needs the event loop
of its thread for itself: what is told here must be over before a test of anything else begins.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests import system_parts
from tests.browser.served_scene import Served, Zygote

AXE = Path(__file__).parent / "axe-4.14.0.min.js"
COOKIE = "pitboss"
SHOTS = "PITBOSS_SHOTS"
# A request that the browser gave up because its page was left: a live stream, as a rule.
GIVEN_UP = "net::ERR_ABORTED"
# Chromium says this of every answer that is an error; the answer itself is among the faults with its address.
TOLD_ELSEWHERE = "Failed to load resource"
# And htmx these of a part that was being fetched when its page was left; a request that failed is a `sendError`.
LEFT_MEANWHILE = ("htmx:afterRequest", "htmx:sendAbort")
SERIOUS = ("serious", "critical")
# Axe knows how much each of its rules matters; what would only find small matters is not looked for.
FIND = """(serious) => {
  const small = axe._audit.rules.filter(({impact}) => impact && !serious.includes(impact));
  const rules = Object.fromEntries(small.map(({id}) => [id, {enabled: false}]));
  return axe.run({resultTypes: ["violations"], preload: false, rules}).then(({violations}) => violations);
}"""
# Of each window Chromium would load the list under its address line twice, and keep a process ready for another one:
# half of what a window costs. The others are those that Playwright leaves out, as only the last such list counts.
LEFT_OUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
)
# No page is there for long enough: what other threads would compile of axe to run it faster takes longer than it saves.
NOT_COMPILED = ("--no-opt", "--no-maglev")
# What a page may take on a machine that has much else to do; one that is ready is not waited for.
PATIENCE_MS = 20_000


class Person(NamedTuple):
    """Somebody of the demo house, with a session."""

    id: str
    role: str
    token: str


class Demo(NamedTuple):
    """The folder of a demo house that nobody serves, to be copied, and its people by their first names.

    `zygote` starts the servers of its copies, where there is one.
    """

    folder: Path
    people: dict[str, Person]
    zygote: Zygote | None = None


@contextmanager
def chromium() -> Iterator[Browser]:
    # Nothing is drawn on a screen. Chromium refuses to keep itself in its sandbox as root.
    options = [f"--disable-features={','.join(LEFT_OUT)}", "--disable-gpu", f"--js-flags={' '.join(NOT_COMPILED)}"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_parts.PARTS["chromium"].path, args=options)
        yield browser
        browser.close()


def demo_house(shared: Path, zygote: Zygote | None = None) -> Demo:
    """Made by whichever process of the tests comes first: opening it and signing in everybody takes seconds."""
    folder, told = shared / "demo", shared / "demo.json"
    with (shared / "demo.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(json.dumps(_opened(folder, zygote)))
    return Demo(folder, {first: Person(*each) for first, each in json.loads(told.read_text()).items()}, zygote)


def _opened(folder: Path, zygote: Zygote | None) -> dict[str, Person]:
    people = {}
    with Served(folder, zygote=zygote) as house:
        for name, (role, password) in house.passwords().items():
            token = house.sign_in(name, role, password)
            told = house.client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).json()
            # The staff are called what they sign in as; players sign in with a number.
            people[told.get("name", name).split()[0].lower()] = Person(name, role, token)
        assert house.stop()[0] == 0
    return people


@contextmanager
def served(demo: Demo, folder: Path) -> Iterator[Served]:
    """A copy of the demo house behind a server; nothing that the program itself calls a fault may be in its log."""
    shutil.copytree(demo.folder, folder)
    with Served(folder, zygote=demo.zygote) as house:
        yield house
    faults = [line for line in house.log.read_text().splitlines() if json.loads(line)["level"] != "info"]
    assert not faults, "\n".join(faults)


class Visitors:
    """Browser windows on a house, and everything that went wrong in them."""

    def __init__(self, browser: Browser, address: str, people: dict[str, Person]) -> None:
        self._browser, self._address, self._people = browser, address, people
        self._contexts: list[BrowserContext] = []
        self._provoked: set[int] = set()
        self.faults: list[str] = []

    def person(self, first_name: str, **options: Any) -> Page:
        """A window of its own, signed in; the options are those of a browser context, such as `viewport`."""
        page = self.visitor(**options)
        token = self._people[first_name].token
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": self._address, "httpOnly": True}])
        return page

    def visitor(self, **options: Any) -> Page:
        """A window of somebody who is not signed in."""
        context = self._browser.new_context(base_url=self._address, **options)
        self._contexts.append(context)
        context.on("console", self._hear_console)
        context.on("weberror", lambda error: self.faults.append(f"page: {error.error}"))
        context.on("requestfailed", self._hear_failure)
        context.on("response", self._hear_answer)
        return context.new_page()

    def provoke(self, *statuses: int) -> None:
        """Answers with these statuses are what this test is about."""
        self._provoked.update(statuses)

    def take_faults(self) -> list[str]:
        """What has gone wrong until now, for a test that wanted it to."""
        told, self.faults = self.faults, []
        return told

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith((TOLD_ELSEWHERE, *LEFT_MEANWHILE)):
            self.faults.append(f"console: {message.text}")

    def _hear_failure(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self.faults.append(f"{request.method} {request.url}: {request.failure}")

    def _hear_answer(self, answer: Response) -> None:
        if answer.status >= 400 and answer.status not in self._provoked:
            self.faults.append(f"{answer.request.method} {answer.url}: {answer.status}")


@contextmanager
def visitors(browser: Browser, house: Served, demo: Demo) -> Iterator[Visitors]:
    """Nothing may have gone wrong by the end of the block."""
    windows = Visitors(browser, house.address, demo.people)
    try:
        yield windows
    finally:
        windows.close()
    assert not windows.faults, "\n".join(windows.faults)


def no_serious_violations(page: Page) -> None:
    """What axe finds on the page as it is now; small matters are left to the eye.

    What is just being faded in would have too little contrast: it is there at once.
    """
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(FIND, SERIOUS)
    told = [_violation(each) for each in found if each["impact"] in SERIOUS]
    assert not told, "\n".join([f"{page.url} keeps people out:", *told])


def _violation(violation: dict[str, Any]) -> str:
    places = (f"  {' '.join(map(str, node['target']))}\n    {node['failureSummary']}" for node in violation["nodes"])
    return "\n".join((f"{violation['impact']}: {violation['help']} ({violation['id']})", *places))


def said(page: Page, words: str) -> None:
    """A form or a button has said so."""
    expect(page.locator(".said .done").filter(has_text=words)).to_be_visible()


def money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"


def signed_money(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents else ''}{money(abs(cents))}"


def shot(page: Page, name: str) -> None:
    """A picture of the page, for somebody who named a folder for them in PITBOSS_SHOTS."""
    if folder := os.environ.get(SHOTS):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
