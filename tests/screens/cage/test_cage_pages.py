"""The pages of the cage on a real house: whom they let in, what they count, say and print, and what a day needs."""

import json
from datetime import date

import pytest

from pitboss.floor.cage.counter import BuyIn, CashOut, CloseTill
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import ClosingCount, RequestFill, SendFill
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.patrons import AddPatron, Exclude, PreventTemporarily, SetPlayTime
from pitboss.ledger import books
from pitboss.screens.cage.giving import gather_fields
from pitboss.screens.common import desk_words as words
from pitboss.screens.common.patron_standing import patron_of, reasons
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.known import known
from tests.refusals import refused
from tests.screens.api_scene import PEOPLE, Api, source_of

CASHIER, SUPERVISOR, MANAGER = PEOPLE[Role.CASHIER], PEOPLE[Role.SUPERVISOR], PEOPLE[Role.MANAGER]
PAGES = (
    *("/cage/", "/cage/patrons/p1", "/cage/patrons/new", "/cage/till", "/cage/vouchers", "/cage/chips"),
    *("/cage/adjustments", "/cage/flags", "/cage/day"),
)
PARTS = (
    *("/cage/found?search=p1", "/cage/waits", "/cage/patrons/p1/now", "/cage/patrons/p1/ledger", "/cage/till/state"),
    *("/cage/chips/now", "/cage/adjustments/now", "/cage/total?counted.500:whole=3"),
)
SATURDAY = "2025-11-15"


def test_the_cage_is_for_those_who_work_there(api: Api) -> None:
    for address in (*PAGES, *PARTS):
        for actor in (CASHIER, SUPERVISOR, MANAGER):
            assert api.get(address, actor).status_code == 200, (address, actor)
    for address in PAGES:
        assert api.get(address, scene.P1).status_code == 403, address
        assert api.get(address).status_code == 302, address


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "zero dollars"),
        (100, "one dollar"),
        (125_050, "one thousand two hundred and fifty dollars and fifty cents"),
        (1_000_001, "ten thousand dollars and one cent"),
        (2_100_000_00, "two million one hundred thousand dollars"),
        (1_011_00, "one thousand and eleven dollars"),
        (99_99, "ninety-nine dollars and ninety-nine cents"),
    ],
)
def test_an_amount_is_written_out(cents: int, said: str) -> None:
    assert words.in_words(cents) == said


def test_pieces_are_added_up_and_ticked_boxes_are_a_list() -> None:
    assert gather_fields({"counted": {"10000": 3, "50": 1, "loose": 25}}) == {"counted": 30_075}
    assert gather_fields({"roles": {"dealer": True, "cashier": True}}) == {"roles": ["dealer", "cashier"]}
    assert gather_fields({"settings": {"blinds": {"1": 200, "0": 100}}}) == {"settings": {"blinds": [100, 200]}}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"counted": {"500": -1}}, "counted.500"),
        ({"limits": {"ante": {"min": 500}}}, "limits.ante.max"),
        ({"settings": {"limits": {"ante": {"max": 500}}}}, "settings.limits.ante.min"),
    ],
)
def test_what_cannot_be_gathered_names_its_place(fields: dict[str, object], place: str) -> None:
    refused(gather_fields(fields), field=place)


def test_a_form_is_given_once_and_says_what_came_of_it(api: Api) -> None:
    fields = {"patron": "p1", "amount:money": "$1,250.50", "method": "cash", "key": "one"}
    before = books.balance("patron:p1")
    for _ in range(2):
        answer = api.form("/cage/give/buy_in", fields, CASHIER)
        assert answer.status_code == 200
        assert "<strong>$1,250.50</strong> bought in for Patron p1 in cash." in source_of(answer)
    assert books.balance("patron:p1") == before + 125_050


def test_an_amount_that_is_left_empty_is_not_everything(api: Api) -> None:
    before = books.balance("patron:p1")
    fields = {"patron": "p1", "amount:money": "", "method": "cash"}
    answer = api.form("/cage/give/cash_out", fields, CASHIER)
    assert (answer.status_code, json.loads(answer["HX-Trigger-After-Swap"])) == (422, {"refused": {"place": "amount"}})
    assert books.balance("patron:p1") == before
    everything = {"patron": "p1", "amount:json": "null", "method": "cash"}
    assert "Balance now <strong>$0.00</strong>" in source_of(api.form("/cage/give/cash_out", everything, CASHIER))


def test_a_day_that_is_left_empty_is_not_for_ever(api: Api, house: Floor) -> None:
    fields = {"patron": "p1", "until:day": "", "reason": "By direction."}
    for address, by, more in (
        ("/cage/give/exclude", SUPERVISOR, {}),
        ("/act/exclude", scene.P1, {"self_requested:yes": "yes"}),
    ):
        answer = api.form(address, fields | more, by)
        assert "Write a day, such as 2027-01-31." in source_of(answer)
        assert "until:day" in source_of(api.get("/account" if by is scene.P1 else "/pit/people/p1", by))
    assert house.record("patron:p1").exclusion_on(date(2025, 11, 15)) is None
    api.form("/cage/give/exclude", {"patron": "p1", "reason": "By direction."}, SUPERVISOR)
    assert house.record("patron:p1").exclusion_on(date(2099, 11, 15)) is not None


def test_nobody_gives_what_is_not_theirs_or_from_elsewhere(api: Api) -> None:
    fields = {"patron": "p1", "amount:money": "5"}
    assert "is not for the player" in source_of(api.form("/cage/give/cash_out", fields, scene.P1))
    assert "Sign in first." in source_of(api.form("/cage/give/cash_out", fields))
    assert "There is no such command." in source_of(api.form("/cage/give/print_money", fields, CASHIER))
    assert api.get("/cage/give/cash_out", CASHIER).status_code == 405


def test_a_voucher_is_printed_until_it_is_redeemed(api: Api, house: Floor) -> None:
    scene.give(house, CASHIER, CashOut(patron="p1", amount=24_050, method=Method.VOUCHER))
    shown = source_of(api.get("/cage/vouchers/1/print", CASHIER))
    assert "$240.50" in shown
    assert "Two hundred and forty dollars and fifty cents" in shown
    assert shown.count('class="signature"') == 2
    scene.give(house, CASHIER, BuyIn(patron="p1", amount=24_050, method=Method.VOUCHER, voucher=1))
    assert "Voucher 1 is redeemed or void." in source_of(api.get("/cage/vouchers/1/print", CASHIER))
    assert "redeemed or void" in source_of(api.get("/cage/vouchers/1", CASHIER))
    assert api.get("/cage/vouchers/2", CASHIER).status_code == 404


def test_the_ledger_is_the_newest_first_with_the_balance_after_each(api: Api, house: Floor) -> None:
    scene.give(house, CASHIER, CashOut(patron="p1", amount=100_000))
    shown = source_of(api.get("/cage/patrons/p1", CASHIER))
    assert shown.index("−$1,000.00") < shown.index("+$10,000.00")
    assert '<td class="figure">$9,000.00</td>' in shown


def test_large_cash_is_flagged_for_the_desk(api: Api) -> None:
    assert "flagged, from $10,000" in source_of(api.get("/cage/patrons/p1", CASHIER))
    assert "Saturday 15 November 2025" in source_of(api.get("/cage/flags", CASHIER))


def test_all_that_stands_against_play_is_told_with_its_clause(house: Floor, clock: house_scene.Clock) -> None:
    scene.give(house, SUPERVISOR, AddPatron(name="Young", date_of_birth="2010-01-01", id="young"))
    scene.give(house, SUPERVISOR, Exclude(patron="young", reason="By direction.", until="2025-12-24"))
    scene.give(house, SUPERVISOR, Exclude(patron="young", reason="Own wish.", self_requested=True))
    scene.give(house, SUPERVISOR, PreventTemporarily(patron="young", until="2025-11-20", reason="Rest."))
    record = known(patron_of(house, "young"))
    assert [(each.tone, each.said, each.clause) for each in reasons(record, clock(), gaming_clock(house))] == [
        ("no", "Under 18: may not play.", "STAR 6.16(1)"),
        ("no", "Excluded by own order for ever: Own wish.", "STAR 6.16(2)"),
        ("no", "Temporary prevention of entry until 20/11/2025.", "STAR 6.17[s1]"),
    ]


def test_play_time_warns_before_it_ends(house: Floor, clock: house_scene.Clock) -> None:
    scene.give(house, SUPERVISOR, SetPlayTime(patron="p1", minutes=30))
    scene.done(scene.say(house, scene.P1, "ultimate-1", "sit", seat=1))
    told = []
    for _ in range(3):
        record = known(patron_of(house, "p1"))
        told.append(reasons(record, clock(), gaming_clock(house))[0].said)
        clock.pass_seconds(20 * 60)
    assert told == [
        "May play.",
        "10 minutes are left of play time for this gaming day.",
        "Play time of this gaming day is over.",
    ]


def test_a_day_tells_what_is_still_open_and_where_it_is_put_right(
    api: Api, house: Floor, clock: house_scene.Clock
) -> None:
    asked = scene.give(house, SUPERVISOR, RequestFill(table="ultimate-1", amount=1_000_000))
    scene.give(house, CASHIER, SendFill(number=asked.answer["number"]))
    shown = source_of(api.get("/cage/day", SUPERVISOR))
    assert "The gaming day runs until 16 November 2025, 06:00." in shown
    assert f'href="/pit/floats?day={SATURDAY}"' in shown
    assert '<a class="button slim" href="/cage/till">Close the till</a>' in shown
    scene.give(house, SUPERVISOR, ClosingCount(table="ultimate-1", counted=999_000))
    scene.give(house, CASHIER, CloseTill(counted=4_000_000))
    clock.pass_seconds(24 * 3600)
    shown = source_of(api.get("/cage/day", MANAGER))
    assert "Every float and the till are counted, and the books balance." in shown
    assert "Adjustments that wait for a second person: 1." in shown
    answer = source_of(api.form("/cage/give/close_day", {"day": SATURDAY}, MANAGER))
    assert f"The gaming day {SATURDAY} is closed and its books balance." in answer
    assert "closed: these figures stay" in source_of(api.get(f"/cage/day/{SATURDAY}", MANAGER))


@pytest.mark.parametrize("day", ["2025-11-16", "2025-02-30", "tomorrow", "1999-12-31"])
def test_there_is_no_page_for_a_day_that_is_none(api: Api, day: str) -> None:
    assert api.get(f"/cage/day/{day}", MANAGER).status_code == 404


def test_a_device_is_told_its_token_once(api: Api) -> None:
    fields = {"id": "wall-2", "name": "Wall", "role": "display", "key": "once"}
    assert 'class="secret"' in source_of(api.form("/cage/give/add_device", fields, MANAGER))
    again = source_of(api.form("/cage/give/add_device", fields, MANAGER))
    assert 'class="secret"' not in again
    assert "told once" in again


def test_days_are_told_the_australian_way() -> None:
    assert words.day_in_words("2025-11-15") == "Saturday 15 November 2025"
    assert words.short_day(date(2025, 11, 5)) == "until 5/11/2025"
    assert words.short_day(None) == "for ever"
