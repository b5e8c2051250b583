"""What cannot be taken back is asked about: who says no has sent nothing, who says yes has sent it once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from tests.browser.browser_scene import Demo, Visitors
from tests.browser.served_scene import Served
from tests.screens.asking_scene import IRREVERSIBLE, RARE
from tests.screens.director.event_scene import Event, started, to_served
from tests.screens.director.sessions_scene import structure

pytestmark = pytest.mark.needs("chromium")
# Presses every button that asks, first with the answer no and then with yes, until whatever it sends is answered.
PRESSED = """async () => {
  const asked = [], pressed = [];
  let sent = 0;
  const isPost = (event) => event.detail.requestConfig.verb === "post";
  document.body.addEventListener("htmx:beforeRequest", (event) => { if (isPost(event)) sent += 1; });
  const buttons = Array.from(document.querySelectorAll("[data-ask]:enabled"));
  window.confirm = (question) => { asked.push(question); return false; };
  for (const button of buttons) { button.click(); await new Promise((rest) => setTimeout(rest)); }
  const refused = sent;
  window.confirm = (question) => { asked.push(question); return true; };
  for (const button of buttons) {
    const answered = new Promise((done) => {
      setTimeout(done, 5000);
      document.body.addEventListener("htmx:afterRequest", function heard(event) {
        if (!isPost(event)) return;
        document.body.removeEventListener("htmx:afterRequest", heard);
        done();
      });
    });
    button.click();
    await answered;
  }
  return { questions: buttons.map((button) => button.dataset.ask), asked, refused, sent };
}"""


def prepared(served: Served, demo: Demo) -> Iterator[tuple[str, str]]:
    """Who finds such buttons where, with what must have happened before."""
    give = to_served(served, demo.people)
    started(give, "heat", "pontoon_heats", 12)
    late, people = started(give, "late", structure("saturday_special"), 3)
    give("cashier", "cash_out", {"patron": demo.people["alice"].id, "amount": 5000, "method": "voucher"})
    give("director", "save_structure", {"name": "own", "text": structure("saturday_special")})
    yield "alice", "/account"
    for page in ("house", "tables/uth-1", "staff/daniel", "devices", "people/p1002"):
        yield "maria", f"/pit/{page}"
    for page in ("day", "vouchers/1"):
        yield "maria", f"/cage/{page}"
    for page in ("structures/", "heat/rulings/absent/", "friday/rulings/stop/", "friday/rulings/penalties/"):
        yield "derek", f"/director/{page}"
    yield "derek", "/director/friday/rulings/penalties/?player=p1007"
    late.do("mark_absent", player=people[0])
    yield "derek", f"/director/late/?player={people[0]}"
    Event(give, "friday").do("suspend", reason="No light")
    yield "derek", "/director/friday/rulings/stop/"


def test_who_says_no_has_sent_nothing_and_who_says_yes_has_sent_it_once(
    visitors: Visitors, served: Served, demo: Demo
) -> None:
    windows: dict[str, Page] = {}
    posted: list[str] = []

    def take(route: Route) -> None:
        """Nothing that is sent comes to the house, so that every page stays as it is."""
        if route.request.method != "POST":
            route.fallback()
            return
        posted.append(f"{route.request.url} {route.request.post_data}")
        route.fulfill(status=204)

    for who, address in prepared(served, demo):
        page = windows.get(who) or visitors.person(who)
        if who not in windows:
            windows[who] = page
            page.route("**/*", take)
        page.goto(address)
        before = len(posted)
        told = page.evaluate(PRESSED)
        assert told["questions"], address
        assert told["asked"] == told["questions"] * 2, address
        assert told["refused"] == 0, address
        assert told["sent"] == len(posted) - before == len(told["questions"]), address
    unseen = {what for what in IRREVERSIBLE if not any(what in each for each in posted)}
    assert unseen == RARE
