"""After an event: its books beside those of the house, its results as a file, and its log as a document."""

import csv
import io
import re
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.patrons import ChangePatron
from pitboss.floor.reading.tournaments import views as tournament_views
from pitboss.floor.reading.tournaments.papers import books_of, harmless, log_lines
from pitboss.journal.models import Event as Journal
from pitboss.ledger import books
from pitboss.screens.common.formatting import money
from pitboss.screens.director.afterwards.results import COOKIE
from pitboss.tournaments.chips import counting
from pitboss.tournaments.prizes import paying
from tests.floor import house_scene
from tests.floor.tables.table_floor_scene import give
from tests.screens.api_scene import PEOPLE, Api, text_of
from tests.screens.director.event_scene import Event, members, opened, started, to_floor
from tests.screens.director.prize_scene import STACK, counted, five_paid, record_of, under_way

pytestmark = house_scene.ON_SQLITE

DIRECTOR, CASHIER, AUDITOR, MANAGER = (
    PEOPLE[role] for role in (Role.DIRECTOR, Role.CASHIER, Role.AUDITOR, Role.MANAGER)
)
ROOT = "/director/teams/afterwards/"
PAGES = ("", "now", "results", "results/preview", "results/print", "results.csv", "log", "log.csv", "log.txt")


@pytest.fixture
def event(house: Floor) -> tuple[Event, list[str]]:
    """Five players, of whom one is out."""
    desk, people = under_way(to_floor(house), "teams")
    desk.do("bust_out", player=people[4])
    counted(desk, 1, people[:4], 60_000, 30_000, 25_000, 10_000)
    return desk, people


def to_the_end(desk: Event, people: list[str]) -> None:
    """A deal among the four who are left, and every prize paid."""
    desk.do("agree_deal", method="icm", agreed_by=people[:4])
    desk.do("confirm_places")
    for each in people:
        desk.do("pay_prize", "cashier", player=each, method="cash")


def rows_of(answer: HttpResponse) -> list[list[str]]:
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_whom_the_pages_are_for(api: Api, event: tuple[Event, list[str]]) -> None:
    for address in PAGES:
        for actor in (DIRECTOR, MANAGER, AUDITOR):
            assert api.get(f"{ROOT}{address}", actor).status_code == 200, (address, actor)
        assert api.get(f"{ROOT}{address}", CASHIER).status_code == 403, address
        assert api.get(f"{ROOT}{address}").status_code == 302, address
    assert "Record the count" not in text_of(api.get(ROOT, AUDITOR))
    assert "Record the count" in text_of(api.get(ROOT, DIRECTOR))


def test_the_chips_are_counted_beside_the_book(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    assert "The chips have not been counted." in text_of(api.get(ROOT, AUDITOR))
    count = {"tournament": "teams", "do": "count_chips", "key": "one"}
    pieces = {"given.counted.5000:whole": "20", "given.counted.1000:whole": "24"}
    assert "All chips are counted: 124,000" in text_of(api.form("/act/desk", {**count, **pieces}, DIRECTOR))
    shown = text_of(api.get(f"{ROOT}now", AUDITOR))
    assert "Counted 124,000" in shown
    assert "Difference −1,000: too few chips." in shown
    strange = {**count, "key": "two", "given.counted.7:whole": "1"}
    assert "This event has no chips of 7." in text_of(api.form("/act/desk", strange, DIRECTOR), 422)
    total = {**count, "key": "three", "given.counted:whole": str(5 * STACK)}
    assert api.form("/act/desk", total, DIRECTOR).status_code == 200
    shown = text_of(api.get(f"{ROOT}now", AUDITOR))
    assert counting.reconcile(record_of(house).state, 5 * STACK).difference == 0
    assert f"In play by the book {counting.ledger(record_of(house).state).in_play:,}" in shown
    assert "Equal: the difference is 0." in shown


def test_every_account_agrees_and_the_pool_ends_empty(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    desk.do("add_value", cents=12_345)
    state = record_of(house).state
    shown = text_of(api.get(ROOT, AUDITOR))
    assert f"holds {money(paying.pool_unpaid(state))} , exactly what is not paid yet." in shown
    to_the_end(desk, people)
    shown = text_of(api.get(ROOT, AUDITOR))
    assert "Equal: every account agrees with the ledger of the house." in shown
    assert "it is empty, every prize is paid." in shown
    found = books_of(house, "teams")
    assert found.equal
    assert found.total == 0
    assert found.pool == books.balance("prizes:teams") == 0
    by_event = tournament_views.accounts_of(record_of(house))
    assert (
        {line.account: line.by_books for line in found.own}["fees:teams"] == by_event["administration fees"] == 15_000
    )
    assert {line.account: line.by_books for line in found.others}["house:funds"] == by_event["operator"] == -12_345
    for each in people:
        line = next(line for line in found.others if line.account == f"patron:{each}")
        assert line.by_books == by_event[f"player {each}"]
    # Two transfers for each of five entries, the added cash, and five prizes.
    assert len(found.transfers) == 16
    assert "16 transfers" in shown


def test_what_was_undone_goes_back_in_the_books(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, _ = event
    desk.do("add_value", cents=500)
    assert api.form("/act/undo", {"tournament": "teams", "key": "u"}, DIRECTOR).status_code == 204
    found = books_of(house, "teams")
    assert found.equal
    assert next(line for line in found.others if line.account == "house:funds").by_books == 0
    assert [each.cents for each in found.transfers[-2:]] == [500, 500]


def test_books_that_do_not_agree_are_told(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET balance = balance + 1 WHERE name = 'prizes:teams'")
    assert "do not agree" in text_of(api.get(ROOT, AUDITOR))
    assert "differs" in text_of(api.get(ROOT, AUDITOR))


def test_results_are_those_of_the_rules(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    to_the_end(*event)
    answer = api.get(f"{ROOT}results.csv?preset=house", AUDITOR)
    assert answer.content.startswith(b"\xef\xbb\xbfPlace,")
    assert answer.content.count(b"\r\n") == answer.content.count(b"\n") == 6
    assert answer["Content-Disposition"] == 'attachment; filename="teams-results.csv"'
    headings, *rows = rows_of(answer)
    told = [dict(zip(headings, row, strict=True)) for row in rows]
    for line, row in zip(paying.results(record_of(house).state), told, strict=True):
        assert row["Place"] == str(line.places[0])
        assert row["Prize"] == f"{line.cents // 100}.{line.cents % 100:02}"
        assert row["Membership"].startswith("teams0")
        assert row["Entries"] == str(line.entries)
        assert line.payment is not None
        assert (row["To the account, for"], row["Voucher"]) == ("cash", str(line.payment.voucher))
    shown = text_of(api.get(f"{ROOT}results/print", AUDITOR))
    for line in paying.results(record_of(house).state):
        assert money(line.cents) in shown


def test_columns_are_chosen_put_in_order_and_named(api: Api, event: tuple[Event, list[str]]) -> None:
    to_the_end(*event)
    form = {"map": "1", "use.name": "on", "use.place": "on", "use.prize": "on"}
    form |= {"order.name": "2", "order.place": "3", "order.prize": "1", "heading.prize": "Won, in dollars"}
    form |= {"heading.name": "Who"}
    headings, *rows = rows_of(api.get(f"{ROOT}results.csv?{urlencode(form)}", DIRECTOR))
    assert headings == ["Won, in dollars", "Who", "Place"]
    assert ["42.50", "Eli Quinn", "5"] in rows
    preview = api.get(f"{ROOT}results/preview?{urlencode(form)}", DIRECTOR).content.decode()
    (address,) = re.findall(r'href="([^"]*results\.csv[^"]*)"', preview)
    assert rows_of(api.get(address.replace("&amp;", "&"), DIRECTOR)) == [headings, *rows]
    assert rows_of(api.get(f"{ROOT}results.csv?preset=league", DIRECTOR))[0][:3] == ["Position", "Player", "Player ID"]


def test_a_map_can_be_kept(api: Api, event: tuple[Event, list[str]]) -> None:
    answer = api.get(f"{ROOT}results?c=surname~Family&c=place~Rank&keep=1", DIRECTOR)
    assert COOKIE in answer.cookies
    kept = {"Cookie": f"{COOKIE}={answer.cookies[COOKIE].value}"}
    assert rows_of(api.get(f"{ROOT}results.csv", DIRECTOR, **kept))[0] == ["Family", "Rank"]
    assert rows_of(api.get(f"{ROOT}results.csv?preset=house", DIRECTOR, **kept))[0][0] == "Place"
    broken = {"Cookie": f"{COOKIE}=c=nonsense"}
    assert rows_of(api.get(f"{ROOT}results.csv", DIRECTOR, **broken))[0][0] == "Place"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("c=shoes~Shoes", "Results have no column called shoes."),
        ("c=place~A&c=place~B", "A column stands in the file once."),
        ("map=1", "Choose at least one column."),
        ("map=1&use.place=on&order.place=first", "The order is a whole number."),
        (f"c=place~{'x' * 61}", "A heading is one line of at most 60 characters."),
        ("c=place~a%0Db", "A heading is one line of at most 60 characters."),
        ("preset=mine", "There is no such map of columns."),
    ],
)
def test_a_map_that_cannot_be_is_refused(api: Api, event: tuple[Event, list[str]], asked: str, sentence: str) -> None:
    assert sentence in text_of(api.get(f"{ROOT}results.csv?{asked}", DIRECTOR), 422)
    assert sentence in text_of(api.get(f"{ROOT}results?{asked}", DIRECTOR))


def test_a_name_is_never_a_formula(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    give(house, MANAGER, ChangePatron(patron=people[4], name="=HYPERLINK(1)"))
    to_the_end(desk, people)
    answer = api.get(f"{ROOT}results.csv?c=name~%3D1%2B1", DIRECTOR)
    headings, *rows = rows_of(answer)
    assert headings == ["'=1+1"]
    assert ["'=HYPERLINK(1)"] in rows
    for text in ("+61", "-1", "@x", "\tx", "\rx"):
        assert harmless(text) == f"'{text}"
    assert harmless("Aiko") == "Aiko"
    assert harmless(7) == 7


def test_who_has_not_agreed_is_not_named_in_public(api: Api, house: Floor) -> None:
    give_it = to_floor(house)
    desk = opened(give_it, "teams", five_paid())
    people = members(give_it, 3)
    give_it("cashier", "change_patron", {"patron": people[1], "publicity": False})
    for each in people:
        desk.do("register", "cashier", person=each)
    desk.do("start_event")
    desk.do("bust_out", player=people[1])
    desk.do("bust_out", player=people[2])
    public = rows_of(api.get(f"{ROOT}results.csv?preset=public", DIRECTOR))
    assert [row[1] for row in public] == ["Name", "Aiko Sato", "Carlo Ferrari", "Entrant 2"]
    published = text_of(api.get(f"{ROOT}results/print?public", DIRECTOR))
    assert "Entrant 2" in published
    assert "Gallagher" not in published
    assert "Brendan Gallagher" in text_of(api.get(f"{ROOT}results/print", DIRECTOR))


def test_the_log_tells_everything_with_clauses_and_what_was_undone(
    api: Api, house: Floor, event: tuple[Event, list[str]]
) -> None:
    desk, people = event
    desk.do("record_ruling", what="A call out of turn stands.", ground="STAR 7.35", player=people[0])
    desk.do("pause_clock")
    assert api.form("/act/undo", {"tournament": "teams", "key": "u"}, DIRECTOR).status_code == 204
    to_the_end(desk, people)
    record = record_of(house)
    lines = log_lines(record)
    assert [line.number for line in lines] == list(range(1, len(record.log) + 1))
    for line, seq in zip(lines, [each.seq for each in lines], strict=True):
        row = Journal.objects.get(seq=seq)
        assert row.stream == "tournament:teams"
        assert row.kind.startswith("floor.Step")
        assert line.told[0][0].endswith(".")
        assert line.told[0][1]
    html = api.get(f"{ROOT}log", AUDITOR).content.decode()
    assert html.count('<tr id="line-') == len(record.log)
    assert html.count('class="struck"') == 1
    struck = re.search(r'class="struck">.*?</tr>', html, re.DOTALL)
    assert struck is not None
    assert "Undone</strong> by Dirk" in " ".join(struck[0].split())
    shown = text_of(api.get(f"{ROOT}log", AUDITOR))
    assert "Aiko Sato: A call out of turn stands." in shown
    assert "p1001" not in shown
    assert f"journal {lines[0].seq:,} to {lines[-1].seq:,}" in shown


def test_the_log_is_read_by_sorts_and_saved(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    desk.do("record_ruling", what="A call out of turn stands.", ground="STAR 7.35", player=people[0])
    to_the_end(desk, people)
    rulings = text_of(api.get(f"{ROOT}log?only=rulings", AUDITOR))
    assert "A call out of turn stands." in rulings
    assert "is paid" not in rulings
    money_rows = rows_of(api.get(f"{ROOT}log.csv?only=money", AUDITOR))
    moved = [row for row in money_rows[1:] if row[8]]
    assert len(moved) == 10
    assert "$170 from player Aiko Sato to prize pool" in moved[0][8]
    told = api.get(f"{ROOT}log.txt", AUDITOR)
    assert told["Content-Disposition"] == 'attachment; filename="teams-log.txt"'
    assert "Aiko Sato: A call out of turn stands. (STAR 7.35)" in told.content.decode()
    assert len(rows_of(api.get(f"{ROOT}log.csv", AUDITOR))) == len(record_of(house).log) + 1
    assert "The log can be read by" in text_of(api.get(f"{ROOT}log?only=secrets", AUDITOR), 422)


@pytest.mark.parametrize("structure", ["pontoon_heats", "canberra_cup", "canberra_holdem"])
def test_events_of_other_documents_have_the_same_pages(api: Api, house: Floor, structure: str) -> None:
    started(to_floor(house), "teams", structure, 8)
    for address in PAGES:
        assert api.get(f"{ROOT}{address}", AUDITOR).status_code == 200, address
    for address in ("", "now", "sheet"):
        assert api.get(f"/director/teams/prizes/{address}", DIRECTOR).status_code == 200, address
    refused = text_of(api.get("/director/teams/prizes/deal", DIRECTOR))
    assert "The rules of this event know no deal on the prizes." in refused
    assert "STAR" not in refused
