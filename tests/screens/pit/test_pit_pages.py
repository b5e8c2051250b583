"""The pages of the pit on a real house: whom they let in, what waits for whom, and what the tables have won."""

from random import Random

import pytest

from pitboss.floor.cage.adjustments import ApproveAdjustment
from pitboss.floor.cage.floats import ClosingCount, ReceiveCredit, RequestCredit, RequestFill, SendFill
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.patron_record import LicenceWithdrawn
from pitboss.floor.people.patrons import Exclude
from pitboss.floor.reading import reports
from pitboss.floor.tables.setup import CallSupervisor, DisableTable
from pitboss.journal import codec, store
from pitboss.screens.pit.overview import overview, waits_of, won_today
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import PEOPLE, Api, source_of, text_of

CASHIER, SUPERVISOR, MANAGER = PEOPLE[Role.CASHIER], PEOPLE[Role.SUPERVISOR], PEOPLE[Role.MANAGER]
OF_THE_PIT = (
    *("/pit/", "/pit/now", "/pit/tables/ultimate-1", "/pit/tables/ultimate-1/now", "/pit/tables/ultimate-1/money"),
    *("/pit/people", "/pit/people/found?search=p", "/pit/people/playing", "/pit/people/p1", "/pit/people/p1/now"),
    *("/pit/floats", "/pit/floats/now", "/pit/floats/ultimate-1", "/pit/rulings"),
)
OF_MANAGERS = (
    *("/pit/house", "/pit/house/now", "/pit/tables/new", "/pit/tables/new/canberra", "/pit/tables/new/holdem"),
    *("/pit/staff", "/pit/staff/now", "/pit/staff/sam", "/pit/devices", "/pit/devices/now"),
)


def test_the_pit_is_for_those_who_run_it(api: Api) -> None:
    for address in OF_THE_PIT:
        assert api.get(address, SUPERVISOR).status_code == 200, address
    for address in (*OF_THE_PIT, *OF_MANAGERS):
        assert api.get(address, MANAGER).status_code == 200, address
        assert api.get(address, CASHIER).status_code == 403, address
    for address in OF_MANAGERS:
        assert api.get(address, SUPERVISOR).status_code == 403, address


@pytest.mark.parametrize(
    "address",
    ["/pit/tables/none", "/pit/tables/NO", "/pit/people/none", "/pit/floats/none", "/pit/floats?day=2025-11-16"],
)
def test_what_is_not_there_is_said_so(api: Api, address: str) -> None:
    assert api.get(address, SUPERVISOR).status_code == 404


def test_what_a_float_has_won_is_what_the_report_of_the_day_says(house: Floor, clock: house_scene.Clock) -> None:
    random = Random(1)
    asked = scene.give(house, SUPERVISOR, RequestFill(table="ultimate-1", amount=1_000_000))
    scene.give(house, CASHIER, SendFill(number=asked.answer["number"]))
    scene.play_round(lambda: house, "ultimate-1", random)
    clock.pass_seconds(24 * 3600)
    asked = scene.give(house, SUPERVISOR, RequestCredit(table="ultimate-1", amount=30_000))
    scene.give(house, CASHIER, ReceiveCredit(number=asked.answer["number"]))
    for _ in range(3):
        scene.play_round(lambda: house, "ultimate-1", random)
    scene.give(house, SUPERVISOR, ClosingCount(table="ultimate-1", counted=900_000))
    scene.give(house, MANAGER, ApproveAdjustment(number=1))
    day = gaming_clock(house).day(clock())
    told = reports.table_day("ultimate-1", day, gaming_clock(house))
    assert told.adjustments
    assert told.win
    assert won_today(house, house.records("table").values()) == {"ultimate-1": told.win}


def test_a_table_that_calls_comes_first_and_says_why(house: Floor, clock: house_scene.Clock) -> None:
    scene.open_table(house, "canberra", mode="live")
    scene.open_table(house, "pontoon", mode="practice")
    assert [row.record.id for row in overview(house)] == ["canberra-1", "ultimate-1", "pontoon-1"]
    scene.give(house, SUPERVISOR, DisableTable(table="ultimate-1", reason="A torn card."))
    first = overview(house)[0]
    assert (first.record.id, first.calls) == ("ultimate-1", True)
    scene.give(house, scene.DEALER, CallSupervisor(table="canberra-1", reason="A chip has fallen."))
    waits = next(iter(waits_of(scene.record_of(house, "canberra-1"), clock())))
    assert (waits.who, waits.what, waits.since, waits.calls) == ("Supervisor", "A chip has fallen.", clock(), True)


def test_a_decision_waits_for_its_player_and_is_late_after_its_time(house: Floor, clock: house_scene.Clock) -> None:
    scene.done(scene.wager(house, "ultimate-1", scene.P1, 2))
    assert [each.who for each in waits_of(scene.record_of(house, "ultimate-1"), clock())] == ["Players"]
    scene.deal(house, "ultimate-1", scene.P1)
    record = scene.record_of(house, "ultimate-1")
    assert [(each.who, each.what, each.since) for each in waits_of(record, clock())] == [
        ("Box 2, Patron", "decision", clock())
    ]
    later = clock() + (record.seconds_to_decide + 1) * 1_000_000
    assert [each.what for each in waits_of(record, later)] == ["over the time of 30 seconds"]


def test_no_card_is_on_a_page_of_the_pit(api: Api, house: Floor) -> None:
    scene.done(scene.wager(house, "ultimate-1", scene.P1, 2))
    scene.deal(house, "ultimate-1", scene.P1)
    for address in ("/pit/", "/pit/tables/ultimate-1", "/pit/tables/ultimate-1/money"):
        assert "cards.svg" not in source_of(api.get(address, SUPERVISOR))


def test_a_float_is_counted_for_the_day_that_the_page_shows(api: Api, clock: house_scene.Clock) -> None:
    shown = source_of(api.get("/pit/floats/ultimate-1", SUPERVISOR))
    assert '<input type="hidden" name="day:text" value="2025-11-15">' in shown
    clock.pass_seconds(18 * 3600)
    fields = {"table:text": "ultimate-1", "day:text": "2025-11-15", "counted.500:whole": "0"}
    assert "The float of ultimate-1" in source_of(Api(api.floor).form("/cage/give/closing_count", fields, SUPERVISOR))
    assert api.floor.record("cage:main").counts_of("2025-11-15", "ultimate-1").closing == 0


def test_who_is_kept_out_is_listed_until_it_is_over(api: Api, house: Floor, clock: house_scene.Clock) -> None:
    scene.give(house, SUPERVISOR, Exclude(patron="p2", reason="By direction.", until="2025-11-16"))
    assert "Excluded by direction of the house until 16/11/2025" in source_of(api.get("/pit/people", SUPERVISOR))
    clock.pass_seconds(48 * 3600)
    assert "Nobody." in source_of(api.get("/pit/people", MANAGER))


def test_whoever_excludes_a_player_is_told_what_followed_and_the_pit_is_called(api: Api, house: Floor) -> None:
    scene.done(scene.wager(house, "ultimate-1", scene.P1, 2))
    fields = {"patron:text": "p1", "until:text": "2025-11-16", "reason:text": "By direction"}
    said = source_of(api.form("/cage/give/exclude", fields, SUPERVISOR))
    assert "ultimate one: has left the table." in said
    assert "p1 is excluded until 2025-11-16, and has left the table." in source_of(api.get("/pit/", SUPERVISOR))


@pytest.mark.clause("STAR 6.16(3)")
def test_who_withdrew_a_licence_is_chosen_and_what_was_typed_once_is_confirmed(api: Api, house: Floor) -> None:
    stream = "patron:p2"
    typed = codec.encode(LicenceWithdrawn("star syd", "staff:maria"))
    store.append(stream, store.heads([stream])[stream].position, [typed], at=house.clock())
    shown = source_of(api.get("/pit/people/p2", MANAGER))
    assert "Licence to enter withdrawn by The Star Sydney. It was typed as “star syd”: confirm it." in shown
    assert "STAR 6.16(3)" in shown
    assert '<option value="The Star Sydney" selected>' in shown
    fields = {"patron:text": "p2", "casino:text": "The Star Sydney", "other:text": ""}
    said = source_of(api.form("/cage/give/withdraw_licence", fields, MANAGER))
    assert "The Star Sydney has withdrawn the licence of Patron p2 to enter." in said
    assert "confirm it" not in source_of(api.get("/pit/people/p2", MANAGER))
    named = fields | {"casino:text": "other", "other:text": "The Reef, Cairns"}
    api.form("/cage/give/withdraw_licence", named, MANAGER)
    assert "The Reef, Cairns, which does not count here." in source_of(api.get("/pit/people/p2", MANAGER))


def test_rulings_are_filtered_by_table_sort_and_person(api: Api) -> None:
    fields = {"table": "ultimate-1", "do": "close_table", "reason": "The night is over."}
    assert "The table closes: The night is over" in source_of(api.form("/cage/give/play", fields, SUPERVISOR))
    shown = source_of(api.get("/pit/rulings?table=ultimate-1&sort=closure&who=staff:sam", SUPERVISOR))
    assert "Close table" in shown
    assert "UTH" in shown
    assert "Nothing has been ruled of that sort." in source_of(api.get("/pit/rulings?sort=void", SUPERVISOR))
    assert api.get("/pit/rulings?before=x&sort=nonsense", SUPERVISOR).status_code == 200


def test_a_table_is_set_up_from_a_form(api: Api, house: Floor) -> None:
    fields = {
        "table": "uth-9",
        "game": "ultimate",
        "title": "Ultimate 9",
        "mode": "live",
        "settings.approval:text": "GRC 2026/41",
        "settings.boxes:whole": "5",
        "settings.limits.ante.min:money": "$25",
        "settings.limits.ante.max:money": "1,000",
    }
    assert "Ultimate 9 is set up." in source_of(api.form("/cage/give/add_table", fields, MANAGER))
    settings = scene.record_of(house, "uth-9").state.settings
    assert settings.boxes == 5
    assert tuple(settings.limits["ante"]) == (2_500, 100_000)  # type: ignore[attr-defined]
    assert "ACT NI2025-411 · Approval: GRC 2026/41" in source_of(api.get("/pit/tables/uth-9", SUPERVISOR))


def test_rulings_are_summed_by_staff_and_by_patron_and_told_to_the_patron(api: Api, house: Floor) -> None:
    for actor, seat in ((scene.P1, 1), (scene.P2, 2)):
        scene.done(scene.wager(house, "ultimate-1", actor, seat))
    scene.deal(house, "ultimate-1", scene.P1, scene.P2)
    scene.rule(house, SUPERVISOR, "ultimate-1", "void_wagers", player="p1", reason="marked cards")
    shown = text_of(api.get("/pit/rulings", SUPERVISOR))
    assert (
        "By member of staff Who Rulings Voids Agreed to To players From players Players' net Sam 1 1 0 $25.00" in shown
    )
    assert "By patron Who Rulings Voids To players From players Players' net Patron p1 1 1 $25.00" in shown
    assert "Void wagers" in text_of(api.get("/pit/rulings?patron=p1&first=2025-11-15&last=2025-11-15", SUPERVISOR))
    assert "Nothing has been ruled of that sort." in text_of(api.get("/pit/rulings?patron=p2", SUPERVISOR))
    assert api.get("/pit/rulings?first=soon", SUPERVISOR).status_code == 422
    own = text_of(api.get("/account", scene.P1))
    assert "Rulings about you" in own
    assert "Void wagers , ultimate one, 15 November 2025, 12:00." in own
    assert "You had $25.00 more by it. Ruled by the supervisor with a second person." in own
    assert "None." in text_of(api.get("/account", scene.P2))
    assert "Rulings about you" not in text_of(api.get("/account", SUPERVISOR))
