"""The registration desk on a real house: who may enter and why, how fees are taken and given back, and what is printed.

Buttons and forms are pressed as they were drawn, so that what stands on the page is what is given.
"""

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patron_record import CameToTable
from pitboss.floor.people.patrons import AddPatron, Exclude, PreventTemporarily, SetPlayTime, WithdrawLicence
from pitboss.floor.reading.tournaments.views import view_of
from pitboss.games.frozen import Frozen
from pitboss.journal import codec, store
from pitboss.ledger import books
from pitboss.screens.common.formatting import money
from pitboss.tournaments.entries.coming_back import last_break
from pitboss.tournaments.entries.refunds import refund_due
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Status, seat_of
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.known import known
from tests.screens.api_scene import PEOPLE, Api, source_of, words_of
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, local_start
from tests.screens.director.sessions_scene import structure

pytestmark = house_scene.ON_SQLITE

CASHIER, DIRECTOR, MANAGER = PEOPLE[Role.CASHIER], PEOPLE[Role.DIRECTOR], PEOPLE[Role.MANAGER]
HOUR, DAY = 3600, 24 * 3600
AT = "/director/sat/entries/"
# The Saturday event: $200 for the pool, $40 for the administration.
FEE, ADMIN = 20_000, 4_000
ACCOUNTS = ("prizes:sat", "fees:sat", "world:cash", "world:debit_card", "world:voucher", "house:funds")


class Desk:
    """The registration desk of an event, as somebody uses it."""

    def __init__(self, api: Api, house: Floor, tournament: str = "sat") -> None:
        self.api, self.house, self.id = api, house, tournament
        self.root = f"/director/{tournament}/entries/"

    @property
    def record(self) -> Record:
        return event_scene.record_of(self.house, self.id)

    def later(self, clock: house_scene.Clock, seconds: int) -> None:
        """Time passes, and everybody signs in again."""
        clock.pass_seconds(seconds)
        self.api = Api(self.house)

    def page(self, path: str = "", by: Actor = CASHIER, status: int = 200) -> str:
        answer = self.api.get(f"{self.root}{path}", by)
        assert answer.status_code == status, answer.content.decode()[:400]
        return source_of(answer)

    def press(self, path: str, button: str, by: Actor = CASHIER, more: Mapping[str, str] = Frozen({})) -> HttpResponse:
        """A button that has this in its tag, given as it was drawn."""
        return self.api.form("/act/desk", {**vals_of(self.page(path, by), button), **more}, by)

    def submit(self, path: str, place: str, by: Actor = CASHIER, more: Mapping[str, str] = Frozen({})) -> HttpResponse:
        """The form inside an element of an id, with what somebody writes into it."""
        page = self.page(path, by)
        assert f'id="{place}"' in page, place
        inside = page.split(f'id="{place}"', 1)[1].split("</form>", 1)[0]
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside))
        return self.api.form("/act/desk", {**hidden, **{f"given.{name}": value for name, value in more.items()}}, by)


def vals_of(page: str, button: str) -> dict[str, str]:
    tag = next((each for each in re.findall(r"<button [^>]*>", page) if button in each), None)
    assert tag is not None, f"no button {button}"
    found = known(re.search(r"hx-vals='([^']*)'", tag))
    return {name: str(value) for name, value in json.loads(unescape(found[1])).items()}


def check_of(page: str, subject: str) -> tuple[bool | None, str]:
    """A line of the eligibility: whether it is met, and its words."""
    found = re.search(rf'<li class="(met|unmet|open)" data-check="{subject}">(.*?)</li>', page)
    assert found is not None, subject
    return {"met": True, "unmet": False, "open": None}[found[1]], words_of(found[2])


def verdict_of(page: str) -> str:
    found = known(re.search(r'id="verdict">(.*?)</p>', page))
    return words_of(found[1])


def held(desk: Desk, *people: str) -> dict[str, int]:
    names = (*(each.replace(":sat", f":{desk.id}") for each in ACCOUNTS), *(f"patron:{each}" for each in people))
    return {name: books.balance(name) for name in names}


def change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: after[name] - cents for name, cents in before.items() if after[name] != cents}


def event_of(house: Floor, structure: str = "saturday_special", ahead: int = 3 * DAY, tournament: str = "sat") -> Event:
    give = event_scene.to_floor(house)
    return event_scene.opened(give, tournament, structure, local_start(house.clock() + ahead * 1_000_000))


def members(house: Floor, count: int, money: int = event_scene.ENOUGH) -> list[str]:
    return event_scene.members(event_scene.to_floor(house), count, money)


def under_way(house: Floor, clock: house_scene.Clock, entries: int, known: int) -> tuple[Event, list[str]]:
    """An event that has begun with the first so many of the members."""
    event, people = event_of(house, ahead=60), members(house, known)
    for each in people[:entries]:
        event.do("register", "cashier", person=each)
    clock.pass_seconds(60)
    event.do("start_event")
    return event, people


@pytest.fixture
def event(house: Floor) -> Event:
    """Entries are open, three days before the start."""
    return event_of(house)


@pytest.fixture
def desk(api: Api, house: Floor, event: Event) -> Desk:
    return Desk(api, house)


# Whom it is for.


def test_the_desk_is_for_cashier_director_and_manager(desk: Desk, api: Api, event: Event, house: Floor) -> None:
    (player,) = members(house, 1)
    event.do("register", "cashier", person=player)
    parts = ("", "found?search=sato", "others?search=sato&field=other", f"person?player={player}", "now", "list")
    paper = ("seat-list", "seat-cards", f"seat-cards?player={player}", "1/receipt")
    for path in (*parts, *paper):
        for actor in (CASHIER, DIRECTOR, MANAGER):
            assert api.get(f"{AT}{path}", actor).status_code == 200, (path, actor)
        for actor in (scene.P1, PEOPLE[Role.DEALER], PEOPLE[Role.AUDITOR]):
            assert api.get(f"{AT}{path}", actor).status_code == 403, (path, actor)
        assert api.get(f"{AT}{path}").status_code == 302, path
    for path in ("?player=p9999", "?player=../..", "person", "2/receipt", "seat-cards?table=7", "seat-cards?player=p1"):
        assert api.get(f"{AT}{path}", CASHIER).status_code == 404, path
    assert api.get("/director/sunday/entries/", CASHIER).status_code == 404


def test_members_are_found_as_one_types_and_enter_takes_the_first(desk: Desk, house: Floor, event: Event) -> None:
    sato, gallagher = members(house, 2)
    event.do("register", "cashier", person=gallagher)
    for said in ("sato", "/aiko sa", sato, "t00000"):
        found = desk.page(f"found?search={said}")
        assert "Aiko Sato" in found, said
        assert "Brendan" not in found, said
    assert "registered" in desk.page("found?search=gallagher")
    chosen = desk.api.get(f"{AT}?choose=1&search=sato", CASHIER)
    assert chosen["Location"] == f"{AT}?search=sato&player={sato}"
    nobody = desk.api.get(f"{AT}?choose=1&search=zoe%20quill", CASHIER)
    assert nobody["Location"] == f"{AT}?search=zoe+quill&new=1"
    assert 'value="zoe quill"' in desk.page("?search=zoe+quill&new=1")
    assert "Nobody is called so." in desk.page("found?search=zoe+quill")


# A new member.


def test_a_new_member_is_added_once_and_chosen(desk: Desk, api: Api) -> None:
    assert "/director/sat/entries/add" in desk.page("?new=1")
    fields = {"name:text": "Zoe Quill", "date_of_birth:text": "1991-05-06", "membership:text": "Z1", "key": "zoe"}
    fields |= {"publicity:json": "true", "then": f"{AT}?player={{patron}}"}
    sent = [api.form(f"{AT}add", fields, CASHIER) for _ in range(2)]
    addresses = {answer["HX-Redirect"] for answer in sent}
    assert len(addresses) == 1
    page = source_of(api.get(addresses.pop(), CASHIER))
    assert "Zoe Quill" in page
    assert verdict_of(page) == "✓ May enter $240.00: entry fee $200.00 and administration fee $40.00"


@pytest.mark.parametrize(
    ("wrong", "place", "said"),
    [
        ({"date_of_birth:text": "2008-01-01"}, "date_of_birth", "Zoe Quill is under 18 on the day of the start."),
        ({"date_of_birth:text": "6 May"}, "date_of_birth", "A date of birth looks like 1990-12-31"),
        ({"name:text": "  "}, "name", "This field is missing."),
        ({"membership:text": "T00000"}, "membership", "This membership belongs to another patron."),
    ],
)
def test_who_cannot_be_added_is_told_beside_the_field(
    desk: Desk, api: Api, house: Floor, wrong: dict[str, str], place: str, said: str
) -> None:
    members(house, 1)
    known = len(house.records("patron"))
    fields = {"name:text": "Zoe Quill", "date_of_birth:text": "1991-05-06", "membership:text": "Z1", **wrong}
    answer = api.form(f"{AT}add", fields, CASHIER)
    assert answer.status_code == 422
    assert said in source_of(answer)
    assert json.loads(answer["HX-Trigger-After-Swap"])["refused"]["place"] == place
    assert ("STAR 6.16(1)" in source_of(answer)) == ("under 18" in said)
    assert len(house.records("patron")) == known


def test_nobody_else_adds_a_member(desk: Desk, api: Api) -> None:
    fields = {"name:text": "Zoe Quill", "date_of_birth:text": "1991-05-06"}
    assert "is not for the player" in source_of(api.form(f"{AT}add", fields, scene.P1))
    assert "Sign in first." in source_of(api.form(f"{AT}add", fields))
    assert api.form("/director/sunday/entries/add", fields, CASHIER).status_code == 422
    assert api.get(f"{AT}add", CASHIER).status_code == 405


# Eligibility.


AGAINST: Mapping[str, tuple[str, str, str]] = {
    "minor": ("age", "is under 18 on the day of the start.", "STAR 6.16(1)"),
    "excluded": ("excluded", "is excluded from the casino.", "STAR 6.16(2)"),
    "withdrawn": ("withdrawal", "is the subject of a withdrawal of licence from The Star Sydney.", "STAR 6.16(3)"),
    "prevented": ("tpoe", "is under a temporary prevention of entry.", "STAR 6.17[s1]"),
    "no member": ("member", "is not a member of the loyalty programme.", "STAR 6.2"),
    "refused": ("refused", "The director has refused", "STAR 6.7"),
    "no time": ("play_time", "play time", ""),
}


def somebody(house: Floor, event: Event, how: str) -> str:
    born = "2008-06-01" if how == "minor" else "1980-02-03"
    adds = AddPatron(name="Kim Lee", date_of_birth=born, membership="" if how == "no member" else "K1")
    name = str(scene.give(house, CASHIER, adds).answer["patron"])
    later: dict[str, Any] = {
        "excluded": lambda: scene.give(house, MANAGER, Exclude(patron=name, reason="asked for it")),
        "withdrawn": lambda: scene.give(house, MANAGER, WithdrawLicence(patron=name, casino="Sydney")),
        "prevented": lambda: scene.give(
            house, MANAGER, PreventTemporarily(patron=name, until="2025-12-31", reason="tired")
        ),
        "refused": lambda: event.do("refuse_entry", player=name, reason="abusive"),
        "no time": lambda: plays_from_now_on(house, name),
    }
    later.get(how, lambda: None)()
    return name


def plays_from_now_on(house: Floor, name: str) -> None:
    """With a minute of play time a gaming day."""
    scene.give(house, CASHIER, SetPlayTime(patron=name, minutes=1))
    stream = f"patron:{name}"
    came = codec.encode(CameToTable("uth-1"))
    store.append(stream, store.heads([stream])[stream].position, [came], at=house.clock())


def test_who_may_enter_has_a_tick_on_every_line(desk: Desk, house: Floor, event: Event) -> None:
    name = somebody(house, event, "welcome")
    page = desk.page(f"?player={name}")
    lines = re.findall(r'<li class="(\w+)" data-check="(\w+)"', page)
    assert {met for met, _ in lines} == {"met"}
    assert [subject for _, subject in lines][:2] == ["age", "member"]
    assert check_of(page, "age") == (True, "✓ Met: Aged 45 on the day. STAR 6.16(1)")
    assert check_of(page, "entries") == (True, "✓ Met: 0 of 2 entries used. STAR 6.5[s1]")
    assert verdict_of(page).startswith("✓ May enter")


@pytest.mark.clause("STAR 6.13[s1]")
def test_hours_of_gaming_elsewhere_are_told_and_where_somebody_sits(
    desk: Desk, house: Floor, event: Event, clock: house_scene.Clock
) -> None:
    name = somebody(house, event, "welcome")
    plays_from_now_on(house, name)
    clock.pass_seconds(12 * 3600 + 300)
    page = desk.page(f"?player={name}")
    assert "12 h 05 min of gaming in 24 hours." in check_of(page, "gaming")[1]
    assert "Sits elsewhere now: table uth-1." in check_of(page, "elsewhere")[1]


@pytest.mark.parametrize("how", AGAINST)
def test_who_may_not_enter_is_told_why_and_nothing_is_taken(
    desk: Desk, house: Floor, event: Event, clock: house_scene.Clock, how: str
) -> None:
    """The line, the one sentence, and the refusal of the command itself are the same."""
    name = somebody(house, event, how)
    clock.pass_seconds(60)
    subject, said, clause = AGAINST[how]
    page = desk.page(f"?player={name}")
    met, line = check_of(page, subject)
    assert met is False
    assert said in line
    assert line.endswith(clause)
    assert verdict_of(page).startswith("✗ May not enter")
    assert said in verdict_of(page)
    assert 'class="way"' not in page
    before = held(desk, name)
    fields = {"tournament": "sat", "do": "register", "given.person:text": name, "paid_by": "cash"}
    refused = desk.api.form("/act/desk", fields, CASHIER)
    assert refused.status_code == 422
    assert said in words_of(source_of(refused))
    assert held(desk, name) == before
    assert not desk.record.state.entries


def test_somebody_is_made_a_member_at_the_desk(desk: Desk, house: Floor, event: Event) -> None:
    name = somebody(house, event, "no member")
    page = desk.page(f"?player={name}")
    inside = page.split('id="give-membership"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside))
    taken = desk.api.form("/act/change_patron", {**fields, "membership:text": "no such sign!"}, CASHIER)
    assert json.loads(taken["HX-Trigger-After-Swap"])["refused"]["place"] == "membership"
    answer = desk.api.form("/act/change_patron", {**fields, "membership:text": "K7"}, CASHIER)
    assert answer["HX-Redirect"] == f"{AT}?player={name}"
    assert verdict_of(desk.page(f"?player={name}")).startswith("✓ May enter")


def test_play_time_that_is_left_is_told(desk: Desk, house: Floor, event: Event) -> None:
    name = somebody(house, event, "welcome")
    scene.give(house, CASHIER, SetPlayTime(patron=name, minutes=90))
    assert check_of(desk.page(f"?player={name}"), "play_time")[1] == "✓ Met: 90 of 90 minutes of play left today."


# Fees.


@pytest.mark.parametrize(
    ("way", "by", "moved", "method", "paid"),
    [
        ("account", CASHIER, {"prizes:sat": FEE, "fees:sat": ADMIN, "patron": -FEE - ADMIN}, "account", True),
        ("cash", CASHIER, {"prizes:sat": FEE, "fees:sat": ADMIN, "world:cash": -FEE - ADMIN}, "cash", True),
        (
            *("debit_card", CASHIER, {"prizes:sat": FEE, "fees:sat": ADMIN, "world:debit_card": -FEE - ADMIN}),
            *("debit_card", True),
        ),
        (
            *("voucher", CASHIER, {"prizes:sat": FEE, "fees:sat": ADMIN, "world:voucher": -FEE - ADMIN}),
            *("chip_purchase_voucher", True),
        ),
        ("account", MANAGER, {"prizes:sat": FEE, "fees:sat": ADMIN, "patron": -FEE - ADMIN}, "account", True),
        (
            *("operator", DIRECTOR, {"prizes:sat": FEE, "fees:sat": ADMIN, "house:funds": -FEE - ADMIN}),
            *("promotional", True),
        ),
        ("later", DIRECTOR, {}, "account", False),
    ],
)
def test_a_fee_is_taken_once_by_each_way(
    desk: Desk, house: Floor, way: str, by: Actor, moved: dict[str, int], method: str, paid: bool
) -> None:
    (name,) = members(house, 1)
    event_scene.to_floor(house)("cashier", "cash_out", {"patron": name, "amount": FEE + ADMIN, "method": "voucher"})
    expected = {f"patron:{name}" if account == "patron" else account: cents for account, cents in moved.items()}
    drawn = desk.page(f"?player={name}", by)
    before = held(desk, name)
    for _ in range(2):
        answer = desk.api.form("/act/desk", vals_of(drawn, f'data-way="{way}"'), by)
        assert answer.status_code == 200
        assert "Aiko Sato enters (entry 1)." in words_of(source_of(answer))
    assert change(before, held(desk, name)) == expected
    (entry,) = desk.record.state.entries
    assert (entry.method, entry.paid, entry.fee, entry.admin) == (method, paid, FEE, ADMIN)
    assert "Entry 1" in verdict_of(desk.page(f"?player={name}", by))


def test_every_role_has_its_own_ways(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1)
    for cents in (FEE + ADMIN, 100):
        event_scene.to_floor(house)("cashier", "cash_out", {"patron": name, "amount": cents, "method": "voucher"})
    assert "The voucher is for $1, and this costs $240." in words_of(desk.page(f"?player={name}"))
    ways = {by.role: re.findall(r'data-way="(\w+)"', desk.page(f"?player={name}", by)) for by in (CASHIER, DIRECTOR)}
    assert ways[Role.CASHIER] == ["account", "cash", "debit_card", "voucher", "voucher"]
    assert ways[Role.DIRECTOR] == ["account", "operator", "later"]
    before = held(desk, name)
    cash = vals_of(desk.page(f"?player={name}"), 'data-way="cash"')
    assert "Only a cashier takes money at the desk." in source_of(desk.api.form("/act/desk", cash, DIRECTOR))
    for particulars in ({"given.payer:text": "operator"}, {"given.unpaid:yes": "yes"}):
        refused = desk.press(f"?player={name}", 'data-way="account"', CASHIER, more=particulars)
        assert refused.status_code == 422, particulars
    assert held(desk, name) == before
    assert not desk.record.state.entries


def test_an_account_without_money_pays_nothing_but_cash_does(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1, money=23_999)
    page = desk.page(f"?player={name}")
    assert "There is $239.99 in the account." in page
    tag = next(each for each in re.findall(r"<button [^>]*>", page) if 'data-way="account"' in each)
    assert "disabled" in tag
    before = held(desk, name)
    refused = desk.api.form("/act/desk", vals_of(page, 'data-way="account"'), CASHIER)
    assert refused.status_code == 422
    assert "not enough" in source_of(refused)
    assert held(desk, name) == before
    assert desk.api.form("/act/desk", vals_of(page, 'data-way="cash"'), CASHIER).status_code == 200
    assert books.balance(f"patron:{name}") == 23_999


def test_a_fee_that_is_owed_is_paid_later_and_then_there_is_a_receipt_for_it(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1)
    desk.press(f"?player={name}", 'data-way="later"', DIRECTOR)
    assert "$240.00" in words_of(desk.page("now")).split("Owed", 1)[1]
    assert "waits for the fee" in words_of(desk.page("now"))
    assert "Owed" in desk.page("1/receipt")
    assert "No seat until the fee is paid." in desk.page(f"seat-cards?player={name}")
    before = held(desk, name)
    drawn = desk.page(f"?player={name}")
    assert 'data-matter="pay_fee"' in drawn
    for _ in range(2):
        assert desk.api.form("/act/desk", vals_of(drawn, 'data-way="cash"'), CASHIER).status_code == 200
    assert change(before, held(desk, name)) == {"prizes:sat": FEE, "fees:sat": ADMIN, "world:cash": -FEE - ADMIN}
    assert desk.record.state.entrants[name].status is Status.REGISTERED
    assert "Owed" not in desk.page("1/receipt")


def test_nobody_enters_twice(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1)
    stale = desk.page(f"?player={name}")
    desk.press(f"?player={name}", 'data-way="account"')
    before = held(desk, name)
    for by in (CASHIER, MANAGER):
        again = desk.api.form("/act/desk", {**vals_of(stale, 'data-way="account"'), "key": f"other {by.id}"}, by)
        assert again.status_code == 422
        assert "Aiko Sato has entered already. STAR definition of Re-Entry" in words_of(source_of(again))
    assert held(desk, name) == before
    assert 'class="way"' not in desk.page(f"?player={name}")


# When entries are not taken.


def test_before_entries_are_open_the_page_says_why(api: Api, house: Floor) -> None:
    give = event_scene.to_floor(house)
    give("director", "add_tournament", {"tournament": "sat", "structure": "saturday_special", "start": ""})
    (name,) = members(house, 1)
    desk = Desk(api, house)
    assert "Entries are not open yet. STAR 6.5[s2]" in words_of(desk.page("now"))
    assert "/director/sat/conditions/" in desk.page("now", DIRECTOR)
    assert "/director/sat/conditions/" not in desk.page("now")
    assert verdict_of(desk.page(f"?player={name}")) == "✗ May not enter Entries are not open yet. STAR 6.5[s2]"


def test_after_registration_has_closed(api: Api, house: Floor, clock: house_scene.Clock) -> None:
    _, people = under_way(house, clock, 3, 4)
    desk = Desk(api, house)
    drawn = desk.page(f"?player={people[3]}")
    assert "Entries are open" in desk.page("now")
    desk.later(clock, 5 * HOUR)
    before = held(desk, people[3])
    refused = desk.api.form("/act/desk", vals_of(drawn, 'data-way="account"'), CASHIER)
    assert "Entries are closed. STAR 1-e[s2]" in words_of(source_of(refused))
    assert held(desk, people[3]) == before
    assert "Entries are closed. STAR 1-e[s2]" in words_of(desk.page("now"))
    assert verdict_of(desk.page(f"?player={people[3]}")) == "✗ May not enter Entries are closed. STAR 1-e[s2]"


# Money back.


def test_a_cancellation_in_time_gives_both_fees_back_and_says_so_before(
    desk: Desk, house: Floor, clock: house_scene.Clock
) -> None:
    (name,) = members(house, 1)
    before = held(desk, name)
    desk.press(f"?player={name}", 'data-way="account"')
    desk.later(clock, 2 * DAY)
    page = words_of(desk.page(f"?player={name}"))
    due = refund_due(desk.record.state, name, desk.record.moment(clock.now))
    assert (due.entry_cents, due.admin_cents) == (FEE, ADMIN)
    assert "The rules give back $240.00: entry fee $200.00 and administration fee $40.00." in page
    assert "until Monday 17 November 2025, 12:00. STAR 6.10" in page
    drawn = desk.page(f"?player={name}")
    for _ in range(2):
        answer = desk.api.form("/act/desk", vals_of(drawn, "cancel_entry"), CASHIER)
        assert "gets $240 back for entry 1: cancelled." in words_of(source_of(answer))
    assert held(desk, name) == before
    assert "✓ May enter" in verdict_of(desk.page(f"?player={name}"))
    assert "cancelled" in desk.page("list?show=back")
    assert "$240.00" in desk.page("1/receipt").split("Refunded since", 1)[1]


def test_less_than_a_day_before_only_the_director_gives_it_back(
    desk: Desk, house: Floor, clock: house_scene.Clock
) -> None:
    (name,) = members(house, 1)
    before = held(desk, name)
    desk.press(f"?player={name}", 'data-way="account"')
    drawn = desk.page(f"?player={name}")
    desk.later(clock, 2 * DAY + 1)
    page = desk.page(f"?player={name}")
    assert "The rules give nothing back." in page
    assert "who may refund $240.00. STAR 6.10" in words_of(page)
    assert "less than 24 hours before the start only the director refunds. STAR 6.10" in words_of(page)
    for particulars in ({}, {"given.discretion:yes": "yes"}):
        refused = desk.api.form("/act/desk", {**vals_of(drawn, "cancel_entry"), **particulars}, CASHIER)
        assert refused.status_code == 422
        assert "STAR 6.10" in source_of(refused)
    assert desk.record.state.entrants[name].status is Status.REGISTERED
    told = desk.press(f"?player={name}", "discretion", DIRECTOR)
    assert "The director refunds a cancelled entry." in source_of(told)
    assert held(desk, name) == before


def test_the_director_refunds_an_entry_that_is_over_with_a_reason(
    api: Api, house: Floor, clock: house_scene.Clock
) -> None:
    event, people = under_way(house, clock, 4, 4)
    event.do("bust_out", player=people[0])
    desk, name = Desk(api, house), people[0]
    assert 'id="grant-1"' not in desk.page(f"?player={name}")
    offered = words_of(desk.page(f"?player={name}", DIRECTOR))
    assert "Everything that is left: $240.00 The administration fee alone: $40.00" in offered
    seated = words_of(desk.page(f"?player={people[1]}", DIRECTOR))
    assert "The administration fee alone: $40.00" in seated
    assert "Everything that is left" not in seated
    before = held(desk, name)
    nothing = desk.submit(f"?player={name}", "grant-1", DIRECTOR)
    assert json.loads(nothing["HX-Trigger-After-Swap"])["refused"]["place"] == "reason"
    assert held(desk, name) == before
    one = desk.submit(
        f"?player={name}", "grant-1", DIRECTOR, more={"reason:text": "misinformed", "admin_only:json": "true"}
    )
    assert one.status_code == 200
    assert change(before, held(desk, name)) == {"fees:sat": -ADMIN, f"patron:{name}": ADMIN}
    desk.submit(f"?player={name}", "grant-1", DIRECTOR, more={"reason:text": "misinformed", "admin_only:json": "false"})
    assert change(before, held(desk, name)) == {
        "prizes:sat": -FEE,
        "fees:sat": -ADMIN,
        f"patron:{name}": FEE + ADMIN,
    }
    assert 'id="grant-1"' not in desk.page(f"?player={name}", DIRECTOR)


def test_the_director_refuses_an_entry_and_readmits(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1)
    path = f"?player={name}"
    assert 'id="refuse"' not in desk.page(path)
    assert "reason" in desk.submit(path, "refuse", DIRECTOR)["HX-Trigger-After-Swap"]
    assert desk.submit(path, "refuse", DIRECTOR, more={"reason:text": "abusive at the desk"}).status_code == 200
    assert "refused Aiko Sato's application. STAR 6.7" in verdict_of(desk.page(path))
    assert "Refused: abusive at the desk" in desk.page(path)
    assert '"readmit"' not in unescape(desk.page(path))
    assert desk.press(path, "readmit", DIRECTOR).status_code == 200
    assert "✓ May enter" in verdict_of(desk.page(path))


# Other people.


def test_an_entry_goes_to_another_member(desk: Desk, house: Floor, event: Event) -> None:
    old, new, other = members(house, 3)
    for each in (old, other):
        desk.press(f"?player={each}", 'data-way="account"')
    minor = somebody(house, event, "minor")
    choices = desk.page(f"others?search=ferrari&field=person&own={old}")
    assert f'value="{other}"' in choices
    assert old not in desk.page(f"others?search=sato&field=person&own={old}").split("others")[-1]
    before = held(desk, old, new)
    for whom, said in ((other, "has entered already. STAR 6.4"), (minor, "is under 18 on the day")):
        refused = desk.submit(f"?player={old}", "transfer", more={"person:text": whom})
        assert refused.status_code == 422
        assert said in words_of(source_of(refused))
    assert "person" in desk.submit(f"?player={old}", "transfer")["HX-Trigger-After-Swap"]
    assert desk.submit(f"?player={old}", "transfer", more={"person:text": new}).status_code == 200
    assert desk.record.state.entries[0].player == new
    assert "Brendan Gallagher" in desk.page("1/receipt")
    assert "✓ May enter" in verdict_of(desk.page(f"?player={old}"))
    assert held(desk, old, new) == before


def test_two_people_are_kept_apart(desk: Desk, house: Floor) -> None:
    one, other = members(house, 2)
    for each in (one, other):
        desk.press(f"?player={each}", 'data-way="account"')
    assert desk.submit(f"?player={one}", "connect", more={"other:text": other}).status_code == 200
    assert desk.record.state.connected == {frozenset((one, other))}
    again = desk.submit(f"?player={other}", "connect", more={"other:text": one})
    assert "These two are kept apart already. STAR 7.6" in words_of(source_of(again))
    assert "disconnect" not in desk.page(f"?player={one}").split('id="connect"')[1].split("</details>")[0]
    assert desk.press(f"?player={one}", "disconnect", DIRECTOR).status_code == 200
    assert not desk.record.state.connected


# Coming back, and the queue.


@pytest.fixture
def full(api: Api, house: Floor, clock: house_scene.Clock) -> tuple[Desk, Event, list[str]]:
    """Nine at one table that is full, under way, and three more members."""
    return Desk(api, house), *under_way(house, clock, 9, 12)


def test_alternates_wait_in_order_are_seated_and_those_who_come_back_after_them(
    full: tuple[Desk, Event, list[str]], clock: house_scene.Clock
) -> None:
    desk, event, people = full
    clock.pass_seconds(600)
    for each in people[9:11]:
        # The cashier can say so before the money is taken.
        assert "May enter, and waits for a seat" in words_of(desk.page(f"?player={each}"))
        desk.press(f"?player={each}", 'data-way="cash"')
    assert desk.record.state.alternates == tuple(people[9:11])
    now = words_of(desk.page("now"))
    assert "1 Jack Walsh alternate: waits for the next open seat STAR 1-g[s2]" in now
    assert "2 Aiko Okafor alternate: waits for a seat, after 1 before them" in now
    assert "There is no open seat." in now
    assert "Number 1 in the queue for a seat." in desk.page(f"seat-cards?player={people[9]}")
    event.do("bust_out", player=people[0])
    before = held(desk, people[0])
    path = f"?player={people[0]}"
    assert "1 of 2 entries used." in check_of(desk.page(path), "entries")[1]
    drawn = desk.page(path)
    for _ in range(2):
        assert desk.api.form("/act/desk", vals_of(drawn, 'data-way="account"'), CASHIER).status_code == 200
    assert change(before, held(desk, people[0])) == {
        "prizes:sat": FEE,
        "fees:sat": ADMIN,
        f"patron:{people[0]}": -FEE - ADMIN,
    }
    assert "3 Aiko Sato re-entry: waits for a seat, after 2 before them, alternates first" in words_of(desk.page("now"))
    seat = desk.press("now", "seat_from_queue")
    assert "Jack Walsh takes table 1 seat" in words_of(source_of(seat))
    assert desk.record.state.alternates == (people[10],)
    assert desk.record.state.reentries == (people[0],)
    met, line = check_of(desk.page(path), "entries")
    assert (met, line) == (False, "✗ Not met: 2 of 2 entries used. STAR 6.5[s1]")
    event.do("bust_out", player=people[1])
    event.do("bust_out", player=people[2])
    desk.press("now", "seat_from_queue")
    event.do("bust_out", player=people[0])
    refused = words_of(desk.page(path))
    assert "Re-entry: Aiko Sato has had 2 entries, and there are no more than 2. STAR 6.5[s1]" in refused


def test_who_never_got_a_seat_is_refunded_when_entries_are_closed(
    full: tuple[Desk, Event, list[str]], clock: house_scene.Clock
) -> None:
    desk, _, people = full
    before = held(desk, people[9])
    desk.press(f"?player={people[9]}", 'data-way="account"')
    assert "drop_queue" not in desk.page("now")
    desk.later(clock, 5 * HOUR)
    assert "Refund everybody who waits: $240.00" in desk.page("now")
    dropped = desk.press("now", "drop_queue")
    assert "gets $240 back for entry 10: never got a seat." in words_of(source_of(dropped))
    assert held(desk, people[9]) == before
    assert "Nobody waits." in desk.page("now")


def test_a_short_stack_is_given_up_in_the_last_break(
    full: tuple[Desk, Event, list[str]], clock: house_scene.Clock
) -> None:
    desk, _, people = full
    path = f"?player={people[0]}"
    assert "Stacks are given up in the last break before re-entries close. STAR 7.11[s1]" in words_of(desk.page(path))
    pause = known(last_break(desk.record.state))
    desk.later(clock, pause.begins)
    before = held(desk, people[0])
    assert desk.press(path, 'data-way="account"').status_code == 200
    assert change(before, held(desk, people[0]))["prizes:sat"] == FEE
    assert desk.record.state.entrants[people[0]].status is Status.WAITING_REENTRY


# House games.


def test_rebuys_reserves_and_substitutes_where_the_document_has_them(
    api: Api, house: Floor, clock: house_scene.Clock
) -> None:
    event = event_of(house, "ultimate_challenge", ahead=60, tournament="uth")
    people = members(house, 6)
    desk = Desk(api, house, "uth")
    for each in people[:4]:
        assert desk.press(f"?player={each}", 'data-way="account"').status_code == 200
    assert books.balance("prizes:uth") == 4 * 9_000
    assert books.balance("tournament-commission:uth") == 4 * 1_000
    assert 'id="transfer"' not in desk.page(f"?player={people[0]}")
    assert desk.press(f"?player={people[4]}", "enter_reserve").status_code == 200
    assert "reserve: waits for the seat of a no-show UTH 16.11" in words_of(desk.page("now"))
    swapped = desk.submit(f"?player={people[0]}", "substitute", DIRECTOR, more={"person:text": people[5]})
    assert swapped.status_code == 200
    assert desk.record.state.entries[0].player == people[5]
    clock.pass_seconds(60)
    assert "mark_no_show" not in desk.page(f"?player={people[1]}")
    assert desk.press(f"?player={people[1]}", "mark_no_show", DIRECTOR).status_code == 200
    assert desk.record.state.entrants[people[1]].status is Status.FORFEITED
    before = books.balance("prizes:uth")
    sold = desk.submit(
        f"?player={people[4]}", "seat-reserve", DIRECTOR, more={"player:text": people[1], "payer:text": "player"}
    )
    assert sold.status_code == 200
    assert books.balance("prizes:uth") == before + 9_000
    event.do("start_event")
    event.do("begin_session")
    table, _ = seat_of(desk.record.state, people[2]) or (0, 0)
    event.do("start_house_round", table=table)
    stacks = dict.fromkeys(desk.record.state.tables[table].seats.values(), 10000)
    event.do("house_round_over", table=table, stacks={**stacks, people[2]: 0})
    bought = desk.press(f"?player={people[2]}", 'data-way="cash"')
    assert "buys back in" in source_of(bought)
    assert books.balance("prizes:uth") == before + 9_000 + 5_000


def test_an_agreement_in_writing_is_ticked_with_the_entry(api: Api, house: Floor) -> None:
    text = structure("ultimate_challenge").replace("stack = 10000", "stack = 10000\nagreement = true", 1)
    event_scene.opened(event_scene.to_floor(house), "uth", text)
    (name,) = members(house, 1)
    desk = Desk(api, house, "uth")
    page = desk.page(f"?player={name}")
    assert check_of(page, "agreement")[0] is None
    assert 'id="agreement"' in page
    refused = desk.press(f"?player={name}", 'data-way="account"')
    assert "has not agreed in writing with the rules and the conditions. UTH 16.5" in words_of(source_of(refused))
    agreed = desk.press(f"?player={name}", 'data-way="account"', more={"given.agreement:yes": "yes"})
    assert agreed.status_code == 200


# Lists, figures and paper.


def test_every_figure_is_the_engines(full: tuple[Desk, Event, list[str]], clock: house_scene.Clock) -> None:
    desk, event, people = full
    desk.press(f"?player={people[9]}", 'data-way="operator"', DIRECTOR)
    event.do("bust_out", player=people[3])
    view = view_of(desk.record, DIRECTOR, clock.now)
    assert view.desk
    page = desk.page("now")
    shown = dict(re.findall(r'<dd id="([\w-]+)">(.*?)</dd>', page))
    assert shown == {
        "entered": "10 of 200",
        "entries-count": str(view.entries),
        "free-seats": "1",
        "waiting-count": str(view.waiting),
        "prize-pool": money(view.prize_pool_cents),
        "admin-fees": money(view.desk.money.pool.admin_fees_cents),
    }
    assert books.balance("prizes:sat") == view.prize_pool_cents
    assert books.balance("fees:sat") == view.desk.money.pool.admin_fees_cents
    rows = re.findall(r'<tr id="entry-(\d+)">(.*?)</tr>', desk.page("list"))
    assert [int(number) for number, _ in rows] == list(range(10, 0, -1))
    cells = {number: re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for number, row in rows}
    assert [words_of(cell) for cell in cells["10"][2:10]] == [
        *("Jack Walsh", "entry", "$200.00", "$40.00", "operator, for promotion", "paid", "–", "waits"),
    ]
    seat = known(seat_of(desk.record.state, people[0]))
    assert words_of(cells["1"][10]) == f"{seat[0]} · {seat[1]}"
    assert words_of(cells["4"][9]) == "out"


def test_the_list_is_filtered(full: tuple[Desk, Event, list[str]]) -> None:
    desk, event, people = full
    desk.press(f"?player={people[9]}", 'data-way="account"')
    event.do("bust_out", player=people[3])
    assert rows_in(desk.page("list?find=gallagher")) == ["2"]
    assert rows_in(desk.page("list?find=nobody")) == []
    assert rows_in(desk.page("list?show=waits")) == ["10"]
    assert rows_in(desk.page("list?show=out")) == ["4"]
    assert len(rows_in(desk.page("list?show=in"))) == 9
    assert len(rows_in(desk.page("list?show=nonsense"))) == 10


def rows_in(page: str) -> list[str]:
    return re.findall(r'<tr id="entry-(\d+)"', page)


def test_a_receipt_tells_what_was_paid_to_whom_and_where_it_is_written(desk: Desk, house: Floor) -> None:
    (name,) = members(house, 1)
    answer = desk.press(f"?player={name}", 'data-way="cash"')
    seq = json.loads(answer["HX-Trigger"])["done"]["seq"]
    shown = words_of(desk.page("1/receipt"))
    for told in ("No. 000001", "Aiko Sato", "Entry fee $200.00", "Administration fee $40.00", "Paid $240.00"):
        assert told in shown, told
    assert "By cash Taken by Carol Journal" in shown
    assert "15 November 2025, 12:00" in shown
    journal = int(re.search(r"Journal ([\d,]+)", shown)[1].replace(",", ""))  # type: ignore[index]
    assert 0 < journal <= seq
    assert "at least 24 hours before the start" in shown


def test_the_receipt_of_a_number_that_was_undone_is_that_of_the_new_entry(
    desk: Desk, house: Floor, event: Event, clock: house_scene.Clock
) -> None:
    first, second = members(house, 2)
    event.do("register", "cashier", person=first)
    event_scene.to_floor(house)("director", "undo", {"tournament": "sat"})
    assert desk.api.get(f"{AT}1/receipt", CASHIER).status_code == 404
    clock.pass_seconds(120)
    event.do("register", "cashier", person=second)
    shown = words_of(desk.page("1/receipt"))
    assert "Brendan Gallagher" in shown
    assert "12:02" in shown
    assert "undone" in desk.page(f"?player={first}").split('id="about-title"')[1]


@pytest.mark.clause("STAR 6.15", "STAR 7.8")
def test_seat_cards_and_the_seat_list(full: tuple[Desk, Event, list[str]], house: Floor) -> None:
    desk, event, people = full
    shy = scene.give(house, CASHIER, AddPatron(name="Shy Violet", date_of_birth="1970-01-01", membership="V1"))
    event.do("register", "director", person=shy.answer["patron"], payer="operator")
    seat = known(seat_of(desk.record.state, people[0]))
    card = words_of(desk.page(f"seat-cards?player={people[0]}").split('class="seat-card"')[1].split("</article>")[0])
    assert f"Table {seat[0]} Seat {seat[1]} Stack 25,000" in card
    assert "Sato" in card
    assert desk.page("seat-cards?table=1").count('class="seat-card"') == 9
    assert desk.page("seat-cards").count('class="seat-card"') == 10
    listed = words_of(desk.page("seat-list").split("<tbody>")[1].split("</tbody>")[0])
    surnames = ("Ferrari", "Gallagher", "Haddad", "Kelly", "Nguyen", "Pereira", "Quinn", "Rossi", "Sato", "Violet")
    assert [listed.index(each) for each in surnames] == sorted(listed.index(each) for each in surnames)
    assert f"Sato , Aiko entry 1 {seat[0]} {seat[1]}" in listed
    public = words_of(desk.page("seat-list?public"))
    assert "Violet" not in public
    assert "Entrant 10" in public
    assert "STAR 6.20" in public


def test_two_hundred_entries_are_listed(desk: Desk, house: Floor, event: Event) -> None:
    people = members(house, 200, money=100_000)
    for each in people:
        event.do("register", "cashier", person=each)
    assert len(rows_in(desk.page("list"))) == 200
    assert "200 of 200" in words_of(desk.page("now"))
    late = somebody(house, event, "welcome")
    assert verdict_of(desk.page(f"?player={late}")).startswith("✗ May not enter The event is full: 200 have entered.")
