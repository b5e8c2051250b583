"""The big screen on a real house: for everybody and without a name, and every figure on it the engine's."""

import html
import json
import re
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.screens.common.formatting import money, number
from pitboss.tournaments.chips import counting
from pitboss.tournaments.clock import clock
from pitboss.tournaments.prizes import prizes
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import players_left
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import quick
from tests.screens.api_scene import DISPLAY, P1, PEOPLE, Api, refused, text_of, told
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, Give
from tests.screens.live.live_scene import Screen, served

ID = "saturday"
SCREEN = f"/screen/{ID}"
pytestmark = house_scene.ON_SQLITE
LONG_SCALE = """
[scale]
label = "A long one"
bands = [{ from = 1, percent = [37, 20, 10, 6, 5, 5, 4, 4, 3, 3, 3] }]
"""


@pytest.fixture
def give(house: Floor, api: Api) -> Give:
    return event_scene.to_floor(house)


@pytest.fixture
def event(give: Give) -> tuple[Event, list[str]]:
    return event_scene.started(give, ID, "saturday", 12)


record = partial(event_scene.record_of, tournament=ID)


def numbers_of(answer: HttpResponse) -> dict[str, Any]:
    """What the script computes the clock from."""
    found = re.search(r"data-tournament-clock='([^']*)'", answer.content.decode())
    assert found is not None
    given: dict[str, Any] = json.loads(html.unescape(found[1]))
    return given


def test_everybody_sees_the_same_screen_and_nobody_signs_in(api: Api, event: tuple[Event, list[str]]) -> None:
    shown = text_of(api.get(f"{SCREEN}/now"))
    assert shown.startswith("$240 Saturday Night Special")
    for actor in (P1, DISPLAY, *PEOPLE.values()):
        assert text_of(api.get(f"{SCREEN}/now", actor)) == shown, actor
    assert "Big screens" in text_of(api.get("/screen/"))
    assert f'href="{SCREEN}"' in api.get("/screen/").content.decode()


def test_every_figure_is_the_engines(api: Api, house: Floor, event: tuple[Event, list[str]], clock: Any) -> None:
    desk, people = event
    for player in people[:2]:
        desk.do("bust_out", player=player)
    clock.pass_seconds(700)
    answer, state = api.get(f"{SCREEN}/now"), record(house).state
    shown, ledger = text_of(answer), counting.ledger(state)
    jump, by_place = prizes.next_pay_jump(state), prizes.prizes(state)
    assert jump is not None
    assert f"Players {players_left(state)} of {pool(state).entries}" in shown
    assert f"Average stack {number(ledger.average_stack)}" in shown
    assert f"Chips in play {number(ledger.in_play)}" in shown
    assert f"Prize pool {money(pool(state).prize_pool_cents)}" in shown
    assert " ".join(f"{place} {money(cents)}" for place, cents in by_place.items()) in shown
    assert f"Next jump: place {jump.place} pays {money(jump.cents)}" in shown
    assert f"{prizes.paid_places(state)} places paid" in shown
    assert "Level 1 8:20 Blinds 100 / 100 Big blind ante 100 Next 100 / 200 ante 200 Break in 1:48:20" in shown


def test_the_script_is_given_what_it_runs_on_by(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, _ = event
    desk.do("next_level")
    given, state = numbers_of(api.get(SCREEN)), record(house).state
    assert given["offset"] == 36_000
    assert given["clock"]["turn"]["running"] == "running"
    assert given["clock"]["closes"] == clock.closing_second(state.conditions) == 9000
    assert [(each["chip"], each["after"]) for each in given["clock"]["races"]][:1] == [(100, 12)]
    assert len(given["clock"]["began"]) == len(given["clock"]["schedule"]) == len(clock.segments_of(state))
    assert given["clock"]["began"][2] is None


def test_before_the_start_it_tells_when_and_with_how_many(api: Api, give: Give) -> None:
    event_scene.entered(give, ID, "saturday", 3, "2025-11-15T18:00")
    shown = text_of(api.get(SCREEN))
    assert "Starts Saturday 15 November 2025, 18:00" in shown
    assert "Entries 3 Starting stack 25,000 Entry fee $200 + $40" in shown
    assert "Entries are open" in shown


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ({"do": "call_break", "seconds": 900}, "Break 15:00"),
        ({"do": "begin_hand_for_hand"}, "Hand for hand. Every table deals one hand and waits for the others."),
        ({"do": "suspend", "reason": "twelve hours"}, "Play is suspended. When it goes on will be told here."),
        ({"do": "show_message", "text": "Table 2 <breaks> next."}, "Table 2 <breaks> next."),
    ],
)
def test_what_the_director_does_is_told(
    api: Api, event: tuple[Event, list[str]], does: dict[str, Any], says: str
) -> None:
    event[0].do(does["do"], **{name: value for name, value in does.items() if name != "do"})
    assert says in text_of(api.get(SCREEN))


def test_a_suspended_event_tells_when_play_goes_on(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    returns = record(house).moment(house.clock()) + 20 * 3600
    event[0].do("suspend", reason="twelve hours", returns_at=returns)
    answer = api.get(SCREEN)
    assert re.search(r"It goes on [A-Z][a-z]+day \d\d:\d\d, with the same seats", text_of(answer))
    assert numbers_of(answer)["returns"] == returns


def test_a_cancelled_event_says_so(api: Api, event: tuple[Event, list[str]]) -> None:
    event[0].do("cancel_event", reason="no power", force_majeure=True, course="refund")
    assert "Cancelled This event will not be played." in text_of(api.get(SCREEN))


def test_nobody_is_named_without_consent(api: Api, give: Give, house: Floor) -> None:
    event = event_scene.opened(give, ID, "saturday")
    told = {"date_of_birth": "1980-02-03", "membership": "Q1"}
    quiet = give("cashier", "add_patron", {"name": "Quentin Ashgrove", **told})["patron"]
    give("cashier", "buy_in", {"patron": quiet, "amount": 500_000})
    people = [quiet, *event_scene.members(give, 7)]
    for player in people:
        event.do("register", "cashier", person=player)
    event.do("start_event")
    before = api.get(SCREEN).content.decode()
    for player in reversed(people[1:-1]):
        event.do("bust_out", player=player)
    event.do("bust_out", player=quiet)
    if record(house).state.stage.value == "running":
        event.do("end_event")
    after = api.get(SCREEN).content.decode()
    for shown in (before, after):
        assert not any(hidden in shown for hidden in ("Quentin", "Ashgrove", *people))
    winner = event_scene.SURNAMES[6]
    assert winner not in before
    awards = prizes.awards(record(house).state)
    assert f"Winner Gia {winner} {money(awards[people[-1]])}" in text_of(api.get(SCREEN))
    assert f"2 Entrant 1 {money(awards[quiet])}" in text_of(api.get(SCREEN))


def test_places_that_win_the_same_stand_on_one_line(api: Api, give: Give) -> None:
    structure = re.sub(r'(?m)^scale = "house"$', "", quick("saturday_special", seats=9)) + LONG_SCALE
    event_scene.started(give, "long", structure, 12)
    shown = text_of(api.get("/screen/long"))
    assert re.search(r"4 \$[\d.,]+ 5–6 \$[\d.,]+ 7–8 \$[\d.,]+ 9–11 \$", shown)


def test_a_house_game_has_sessions_and_rounds(api: Api, give: Give) -> None:
    event, _ = event_scene.started(give, "heats", "pontoon_heats", 9)
    event.do("begin_session")
    shown = text_of(api.get("/screen/heats"))
    assert "Session 1 of 3 Rounds played: 0 / 20 Rounds played at every table Table 1 0 Table 2 0" in shown
    event.do("call_break", seconds=600)
    assert numbers_of(api.get("/screen/heats"))["clock"]["reading"]["kind"] == "break"


def test_there_is_no_screen_of_nothing(api: Api) -> None:
    assert api.get("/screen/nothing").status_code == 404
    assert api.get("/screen/No%20such/now").status_code == 404


def test_the_time_of_the_house_is_told_to_anybody(api: Api, house: Floor) -> None:
    assert told(api.get("/screen/time")) == {"now": house.clock()}
    assert refused(api.method("POST", "/screen/time"), 405)["word"] == "method"


def test_a_screen_on_the_wall_hears_that_something_happened_and_not_what(
    api: Api, house: Floor, event: tuple[Event, list[str]]
) -> None:
    desk, _ = event
    with served(house) as address:
        stream = f"/live/tournaments/{ID}?only=steps"
        with Screen(address, stream) as wall, Screen(address, stream, api.token(PEOPLE[Role.DIRECTOR])) as director:
            wall.next()
            director.next()
            desk.do("pause_clock")
            heard, known = wall.next(), director.next()
        assert heard["events"] == []
        assert "view" not in heard
        assert [each["kind"] for each in known["events"]] != []
        for path in (f"/live/tournaments/{ID}", "/live/tables/ultimate-1?only=steps"):
            with Screen(address, path) as nobody:
                assert nobody.status == 401
