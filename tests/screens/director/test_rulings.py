"""The pages about rulings on a real house: the wizard answers as the rules do, and what is decided is what is shown."""

import html
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from pitboss.conformance.format.document import Case, load
from pitboss.conformance.tournament import procedures
from pitboss.conformance.tournament.player import play
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.tournaments.views import view_of
from pitboss.floor.rulings import matters as ruling_matters
from pitboss.rulebook.book import as_read
from pitboss.tournaments.clock.suspension import return_sheet
from pitboss.tournaments.entries.absence import missed_by_orbit
from pitboss.tournaments.event.state import Stage, Status, players_of
from tests.floor import house_scene
from tests.known import known
from tests.screens.api_scene import PEOPLE, Api
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event

pytestmark = house_scene.ON_SQLITE

DIRECTOR, MANAGER, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.MANAGER], PEOPLE[Role.CASHIER]
ID = "saturday"
ROOT = f"/director/{ID}/rulings/"
PAGES = ("", "?matter=oversized-chip", "penalties/", "clock/", "absent/", "stop/", "return-sheet/")
PARTS = (
    *("recent", "matter/clock", "penalties/now", "penalties/whom", "penalties/person", "absent/now", "stop/now"),
    "stop/stacks/1",
)
ALL_CASES = load(Path(__file__).parents[2] / "conformance" / "cases" / "tournament.json").cases
CASES = {case.id: case for case in ALL_CASES}
HOUR = 3600


@pytest.fixture
def running(house: Floor, api: Api) -> tuple[Event, list[str]]:
    """A Saturday event with twelve at two tables."""
    return event_scene.started(event_scene.to_floor(house), ID, "saturday", 12)


@pytest.fixture
def holdem(house: Floor, api: Api) -> Event:
    """An event by the rules of the game, where other procedures hold."""
    return event_scene.opened(event_scene.to_floor(house), "canberra", "canberra_holdem")


def text_of(answer: HttpResponse) -> str:
    return html.unescape(" ".join(answer.content.decode().split()))


record_of = partial(event_scene.record_of, tournament=ID)


def desk(api: Api, do: str, **given: str) -> HttpResponse:
    """A form of the pages: particulars as their inputs are named."""
    fields = {f"given.{name.replace('__', '.')}": value for name, value in given.items()}
    return api.form("/act/desk", {"tournament": ID, "do": do, **fields}, DIRECTOR)


def said(answer: HttpResponse, status: int = 200) -> str:
    assert answer.status_code == status, text_of(answer)
    return re.sub(r"<[^>]+>", "", text_of(answer)).strip()


# The pages.


def test_the_pages_are_for_those_who_run_the_event(api: Api, running: tuple[Event, list[str]]) -> None:
    player = running[1][0]
    for address in (*PAGES, *PARTS, f"penalties/?player={player}", f"penalties/person/now?player={player}"):
        for actor in (DIRECTOR, MANAGER):
            assert api.get(ROOT + address, actor).status_code == 200, address
    for address in PAGES:
        assert api.get(ROOT + address, CASHIER).status_code == 403, address
        assert api.get(ROOT + address).status_code == 302, address
    assert api.form(f"{ROOT}answer/exposed", {}, CASHIER).status_code == 422
    for address in ("matter/nothing", "stop/stacks/99", "penalties/person/now?player=p1"):
        assert api.get(ROOT + address, DIRECTOR).status_code == 404, address


def test_every_matter_can_be_asked_and_nothing_that_is_written_breaks_one(
    api: Api, house: Floor, running: tuple[Event, list[str]], holdem: Event
) -> None:
    for tournament in (ID, "canberra"):
        root = f"/director/{tournament}/rulings/"
        shown = text_of(api.get(root, DIRECTOR))
        for matter in ruling_matters.matters_of(record_of(house, tournament=tournament).state):
            assert matter.title in shown
            assert api.get(f"{root}matter/{matter.id}", DIRECTOR).status_code == 200
            if matter.answer is None:
                assert api.form(f"{root}answer/{matter.id}", {}, DIRECTOR).status_code == 422
                continue
            names = [f"{asked.name}:{asked.kind}" for asked in matter.asked]
            for written in ("", "0", "7", "-3", "much", "999999999999", "raise", "yes"):
                answer = api.form(f"{root}answer/{matter.id}", dict.fromkeys(names, written), DIRECTOR)
                assert answer.status_code in (200, 422), (matter.id, written, text_of(answer))


def test_the_blinds_are_those_of_the_clock(
    api: Api, clock: house_scene.Clock, running: tuple[Event, list[str]]
) -> None:
    """Level 6 of a Saturday, 300/600 with an ante of 600."""
    clock.pass_seconds(101 * 60)
    form = text_of(api.get(f"{ROOT}matter/short-blind", DIRECTOR))
    for name, amount in (("small", 300), ("big", 600), ("ante", 600)):
        assert re.search(rf'id="ask-{name}" name="{name}:chips" value="{amount}"', form), name


# The wizard answers as the rules do: for every worked case that a form can express.


def asked(case: Case, step: Mapping[str, Any]) -> tuple[str, dict[str, str]] | None:
    """The matter of a step, and what is written in its form; None where no form can say so."""
    told: dict[str, Any] = {**case.given, **step}
    match step["ask"]:
        case "chips_in":
            said_words = {"said:text": told["declared"] or "", "chips:chip_list": " ".join(map(str, told["chips"]))}
            least = {"least_raise:chips": str(told["min_raise_to"])} if told["facing"] else {}
            return "several-chips", {"facing:chips": str(told["facing"]), **said_words, **least}
        case "post_big_blind":
            amounts = {"small": told["sb"], "big": told["bb"], "ante": told["bba"], "stack": told["stack"]}
            return "short-blind", {f"{name}:chips": str(value) for name, value in amounts.items()}
        case "substantial_action":
            return "skipped", {f"action{number}:text": do for number, do in enumerate(told["actions"], start=1)}
        case "call_clock":
            written = {"faces:text": "bet" if told.get("facing_bet", True) else "nothing"}
            if told.get("bet_in_pot"):
                written["in_pot:chips"] = str(told["bet_in_pot"])
            if told.get("acts_at_s") is not None:
                # Somebody who acts in the next second is as late.
                written["acted_at:chips"] = str(-int(-told["acts_at_s"] // 1))
            if not told.get("caller_at_seat", True):
                written["asked_by:text"] = "elsewhere"
            return "clock", written
        case "out_of_turn":
            return "out-of-turn", _out_of_turn(told["actions"])
    return None


def _out_of_turn(actions: list[dict[str, Any]]) -> dict[str, str]:
    place = next(place for place, each in enumerate(actions) if each.get("out_of_turn"))
    early = actions[place]
    facing = max((each.get("to", 0) for each in actions[:place]), default=0)
    written = {"facing:chips": str(facing), "did:text": early["do"], "to:chips": str(early.get("to", ""))}
    for number, each in enumerate(actions[place + 1 :], start=1):
        written |= {f"then{number}:text": each["do"], f"then{number}_to:chips": str(each.get("to", ""))}
    return written


PROCEDURES = [
    (case.id, step["ref"])
    for case in ALL_CASES
    for step in case.script
    if step.get("ask") in ("chips_in", "post_big_blind", "substantial_action", "call_clock", "out_of_turn")
]


@pytest.mark.parametrize("case_id", sorted({case_id for case_id, _ in PROCEDURES}))
def test_the_wizard_answers_every_case_as_the_rules_do(
    api: Api, house: Floor, running: tuple[Event, list[str]], holdem: Event, case_id: str
) -> None:
    case = CASES[case_id]
    answers: Any = play("tournament", case).outcome["answers"]
    for step in (each for each in case.script if (case_id, each["ref"]) in PROCEDURES):
        document = {**case.given, **step}.get("ruleset", "STAR")
        tournament = ID if document == "STAR" else "canberra"
        found = known(asked(case, step))
        matter_id, written = found
        state = record_of(house, tournament=tournament).state
        matter = known(ruling_matters.matter_of(state, matter_id))
        given = {name.partition(":")[0]: _read(name, value) for name, value in written.items() if value}
        answered = ruling_matters.answer(state, 0, matter, given)
        page = api.form(f"/director/{tournament}/rulings/answer/{matter_id}", written, DIRECTOR)
        engine = answers[step["ref"]]
        if isinstance(answered, No):
            assert (engine["accepted"], engine["reason"]) == (False, answered.word), step
            assert answered.reason in said(page, 422)
            assert answered.clause in text_of(page)
            continue
        facts = procedures.answer_words(answered.ruling.found)
        assert {key: facts[key] for key in engine if key != "clause"} == {
            key: value for key, value in engine.items() if key != "clause"
        }, step
        assert answered.ruling.sentence in said(page)
        for citation in answered.ruling.clauses:
            assert as_read(citation) in text_of(page)


def _read(name: str, value: str) -> Any:
    kind = name.partition(":")[2]
    if kind == "chip_list":
        return [int(each) for each in value.split()]
    return int(value) if kind == "chips" else value


@pytest.mark.parametrize(
    ("matter", "written", "verdict"),
    [
        (
            "oversized-chip",
            {"facing:chips": "1,600", "chips:chip_list": "5,000"},
            "Call of 1,600, 3,400 back.",
        ),
        (
            "short-chips",
            {"facing:chips": "7200", "chips:chip_list": "6000", "said:text": "asked_for_count"},
            "Call of 7,200, 1,200 more to put in.",
        ),
        (
            "mucked",
            {"facing:chips": "500", "put_in:chips": "1500", "called:text": "no"},
            "The hand is dead, without redress. 1,000 of the uncalled raise comes back. 500 stays in the pot.",
        ),
        (
            "raise",
            {"facing:chips": "800", "wanted:chips": "1200", "big:chips": "800"},
            "A raise to 1,200 is too small: it is a raise to 1,600.",
        ),
        (
            "all-in",
            {"facing:chips": "800", "total:chips": "1200", "big:chips": "800"},
            "Who has acted before may call or fold, and not raise.",
        ),
        ("exposed", {}, "The hand stays live; a penalty is possible."),
        ("absent", {"back:text": "after_the_deal"}, "The hand is folded; blinds and antes stay in the pot."),
        ("face-up", {"table:whole": "1"}, "All hands are turned face up without delay."),
        ("dispute", {"next_card_out:text": "yes"}, "A new round has begun: the decision stands."),
        (
            "out-of-turn",
            {"facing:chips": "300", "did:text": "raise", "to:chips": "800"},
            "Action goes back to the player due. After a call: the raise to 800 stands. After a raise to 600: 800 goes "
            "back. Open to the player: call 600, raise to 900 or more or fold.",
        ),
    ],
)
def test_an_answer_is_a_sentence_with_its_clause(
    api: Api, running: tuple[Event, list[str]], matter: str, written: dict[str, str], verdict: str
) -> None:
    answer = api.form(f"{ROOT}answer/{matter}", written, DIRECTOR)
    assert verdict in said(answer)
    assert 'name="given.ground:text"' in text_of(answer)


def test_hand_for_hand_keeps_the_cards_down(api: Api, running: tuple[Event, list[str]]) -> None:
    running[0].do("begin_hand_for_hand")
    answer = api.form(f"{ROOT}answer/face-up", {"table:whole": "1"}, DIRECTOR)
    assert "stay face down" in said(answer)
    assert "STAR 7.30" in text_of(answer)


# Recorded and undone.


def test_a_ruling_is_recorded_with_one_tap_and_undone_from_the_log(
    api: Api, house: Floor, running: tuple[Event, list[str]]
) -> None:
    player = running[1][4]
    written = {"player:text": player, "facing:chips": "1600", "chips:chip_list": "5000"}
    page = text_of(api.form(f"{ROOT}answer/oversized-chip", written, DIRECTOR))
    what = re.search(r"<textarea[^>]*>(.*?)</textarea>", page)
    ground = re.search(r'name="given.ground:text" value="(.*?)"', page)
    assert what is not None
    assert ground is not None
    assert ground[1] == "STAR 7.32[s1]"
    told = said(desk(api, "record_ruling", what=what[1], ground=ground[1], player=player))
    assert "One chip of 5,000 facing 1,600, nothing said: call of 1,600, 3,400 back. STAR 7.32[s1]" in told
    line = record_of(house).log[-1].step.number
    # Others go on meanwhile, and it can be undone all the same.
    said(desk(api, "warn", player=running[1][0]))
    recent = text_of(api.get(f"{ROOT}recent", DIRECTOR))
    assert recent.index("is warned") < recent.index("One chip of 5,000")
    undone = api.form("/act/undo", {"tournament": ID, "line:whole": str(line)}, DIRECTOR)
    assert undone.status_code in (200, 204), text_of(undone)
    assert "<del>" in text_of(api.get(f"{ROOT}recent", DIRECTOR))


@pytest.mark.parametrize(
    ("do", "given", "words"),
    [
        ("record_ruling", {"what": "", "ground": "STAR 7.32"}, "It is missing."),
        ("record_ruling", {"what": "So.", "ground": "STAR 99"}, "rests on a clause"),
        ("penalise", {"orbits:whole": "5"}, "4 orbits at most"),
        ("penalise", {}, "a number of orbits or a number of hands"),
        ("lift_penalty", {}, "has no penalty"),
        ("disqualify", {"reason": "hid chips", "ground": "STAR 7.17[s3]", "refund:yes": "on"}, "is not refunded"),
        ("remove_for_time", {}, "which is not too long"),
        ("remove_absent", {}, "has taken the seat"),
        ("suspend", {"reason": ""}, "It is missing."),
        ("suspend", {"reason": "late", "returns_at:moment": "2020-01-01T12:00"}, "come back after they have left"),
        ("suspend", {"reason": "late", "returns_at:moment": "tomorrow"}, "Write a day and a time"),
        ("record_stacks", {"table:whole": "1", "stacks.p1:chips": "5"}, "names everybody who plays there"),
        ("cancel_event", {"reason": "few"}, "The event has started"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    api: Api, house: Floor, running: tuple[Event, list[str]], do: str, given: dict[str, str], words: str
) -> None:
    before = record_of(house)
    about = {"player": running[1][0]} if do not in ("suspend", "record_stacks", "cancel_event") else {}
    assert words in said(desk(api, do, **{**about, **given}), 422)
    assert record_of(house) == before


# Penalties and removals.


def test_a_penalty_counts_down_to_its_end_as_hands_are_dealt(
    api: Api, house: Floor, running: tuple[Event, list[str]]
) -> None:
    state = record_of(house).state
    player = running[1][3]
    table = next(number for number, each in state.tables.items() if player in each.seats.values())
    orbit = len(state.tables[table].seats)
    person = text_of(api.get(f"{ROOT}penalties/?player={player}", DIRECTOR))
    assert f"1 orbit, {orbit} hands" in person
    would = api.form(
        "/director/would",
        {"tournament": ID, "do": "penalise", "given.player": player, "given.orbits:whole": "1"},
        DIRECTOR,
    )
    assert f"stays away for {orbit} hands" in said(would)
    told = said(desk(api, "penalise", **{"player": player, "orbits:whole": "1", "breach": "exposed_hand"}))
    assert f"stays away for {orbit} hands" in told
    assert "STAR 7.40" in told
    for left in range(orbit, 0, -1):
        now = text_of(api.get(f"{ROOT}penalties/now", DIRECTOR))
        assert f"<strong>{left}</strong>" in now
        answer = said(desk(api, "count_hand", **{"table:whole": str(table)}))
        assert ("is over" in answer) is (left == 1)
    assert "Nobody has to stay away." in text_of(api.get(f"{ROOT}penalties/now", DIRECTOR))


def test_what_is_done_to_prevent_harm_is_on_no_public_screen(
    api: Api, house: Floor, running: tuple[Event, list[str]]
) -> None:
    player, other, blocked = running[1][0], running[1][1], running[1][2]
    form = {"tournament": ID, "do": "remove_for_harm", "given.player": player, "given.reason": "signs of distress"}
    assert "out of play" in said(api.form("/director/would", form, DIRECTOR))
    assert record_of(house).state.entrants[player].status is Status.SEATED
    said(desk(api, "note_concern", player=other, note="has been crying at the bar"))
    said(desk(api, "block_entry", player=blocked, reason="asked for help"))
    said(desk(api, "remove_for_harm", player=player, reason="signs of distress"))
    assert record_of(house).state.entrants[player].status is Status.REMOVED
    log = text_of(api.get(f"{ROOT}recent", DIRECTOR))
    for words in ("signs of distress", "has been crying at the bar", "asked for help"):
        assert words in log
        for actor in (Actor("visitor:nobody", Role.VISITOR), Actor(f"patron:{other}", Role.PLAYER)):
            assert words not in str(view_of(record_of(house), actor, house.clock()).as_json())


# Absent and late.


def test_who_never_came_is_out_of_play_after_level_four_and_arrives_after_all(
    api: Api, house: Floor, clock: house_scene.Clock, running: tuple[Event, list[str]]
) -> None:
    player = running[1][5]
    said(desk(api, "mark_absent", player=player))
    page = text_of(api.get(f"{ROOT}absent/", DIRECTOR))
    assert "has never come" in page
    assert "The stake stays at the seat until level 4 has ended." in page
    assert "Stake out of play" not in page
    clock.pass_seconds(81 * 60)
    # Sessions end when nobody uses them for so long.
    api = Api(house)
    assert "Stake out of play" in text_of(api.get(f"{ROOT}absent/now", DIRECTOR))
    told = said(desk(api, "remove_absent", player=player))
    assert "25,000" in told
    state = record_of(house).state
    table = next(number for number, each in state.tables.items() if player in each.seats.values())
    level = state.conditions.levels[4]
    for _ in players_of(state.tables[table], state):
        said(desk(api, "count_hand", **{"table:whole": str(table)}))
    missed = record_of(house).state.entrants[player].missed
    assert missed == missed_by_orbit(level)
    assert f"missed blinds and antes {missed:,}" in text_of(api.get(f"{ROOT}absent/now", DIRECTOR))
    assert f"{missed:,} of the stake is taken" in said(desk(api, "arrive", player=player))
    assert record_of(house).state.entrants[player].stack == 25_000 - missed


# Suspension and return.


def test_the_return_sheet_has_the_figures_of_the_event(
    api: Api, house: Floor, clock: house_scene.Clock, running: tuple[Event, list[str]]
) -> None:
    clock.pass_seconds(30 * 60)
    _count_stacks(api, house)
    suspended = {"reason": "twelve hours", "returns_at:moment": "2025-11-16T13:00"}
    assert "The players return on Sunday 16 November 2025 at 13:00." in said(desk(api, "suspend", **suspended))
    clock.pass_seconds(3 * HOUR)
    api = Api(house)
    record = record_of(house)
    sheet = return_sheet(record.state, record.moment(clock()))
    page = text_of(api.get(f"{ROOT}return-sheet/", DIRECTOR))
    assert "Back on <strong>Sunday 16 November 2025, 13:00</strong>" in page
    assert sheet.clock is not None
    assert sheet.clock.remaining == 10 * 60
    assert "<dd>10:00</dd>" in page
    assert "<dd>100 / 200, 200</dd>" in page
    rows = re.findall(
        r'<tr data-return="(.*?)"><td>(\d+).*?</td><th scope="row">.*?</th><td class="figure">(.*?)</td>', page
    )
    assert [(player, int(seat), int(chips.replace(",", ""))) for player, seat, chips in rows] == [
        (each.player, each.seat, each.stack) for each in sheet.seats
    ]
    assert len({each.stack for each in sheet.seats}) > 1
    assert "button at seat" in page
    # Not before the time that was agreed on; it can be agreed on anew.
    assert "at the time agreed on" in said(desk(api, "resume"), 422)
    said(desk(api, "agree_return", **{"returns_at:moment": "2025-11-15T17:00"}))
    clock.pass_seconds(2 * HOUR)
    api = Api(house)
    said(desk(api, "resume"))
    assert record_of(house).state.stage is Stage.RUNNING


def _count_stacks(api: Api, house: Floor) -> None:
    """A hand was dealt at each table, and one player has won a thousand of another."""
    for number in sorted(record_of(house).state.tables):
        said(desk(api, "count_hand", **{"table:whole": str(number)}))
        form = text_of(api.get(f"{ROOT}stop/stacks/{number}", DIRECTOR))
        names = re.findall(r'name="given.stacks.(.*?):chips"', form)
        stacks = {f"stacks__{name}:chips": "25,000" for name in names}
        stacks |= {f"stacks__{names[0]}:chips": "26,000", f"stacks__{names[1]}:chips": "23,900"}
        assert "100 in chips too few" in said(desk(api, "record_stacks", **{"table:whole": str(number), **stacks}), 422)
        stacks[f"stacks__{names[1]}:chips"] = "24,000"
        said(desk(api, "record_stacks", **{"table:whole": str(number), **stacks}))


def test_a_start_is_put_off_and_a_cancelled_event_gives_back_what_the_rules_say(api: Api, house: Floor) -> None:
    give = event_scene.to_floor(house)
    _, people = event_scene.entered(give, ID, "saturday", 3, "2025-11-15T19:00")
    assert "3 entered. Below 10" in text_of(api.get(f"{ROOT}stop/", DIRECTOR))
    moved = {"reason": "storm", "starts_at:moment": "2025-11-15T20:00"}
    assert "to Saturday 15 November 2025 at 20:00: storm." in said(desk(api, "delay_start", **moved))
    form = {"tournament": ID, "do": "cancel_event", "given.reason": "too few"}
    would = said(api.form("/director/would", form, DIRECTOR))
    for each in people:
        assert re.search(rf"{house_name(house, each)} gets \$240 back", would), would
    assert record_of(house).state.stage is Stage.OPEN
    said(desk(api, "cancel_event", reason="too few"))
    assert record_of(house).state.stage is Stage.CANCELLED
    assert all(entry.refunded == entry.fee + entry.admin for entry in record_of(house).state.entries)


def house_name(house: Floor, player: str) -> str:
    return str(house.record(f"patron:{player}").name)


def test_a_house_game_has_its_own_matters_and_its_no_shows(api: Api, house: Floor, clock: house_scene.Clock) -> None:
    give = event_scene.to_floor(house)
    event = event_scene.opened(give, ID, "pontoon_heats", event_scene.local_start(clock() + 60_000_000))
    people = event_scene.members(give, 8)
    for each in people[:7]:
        event.do("register", "cashier", person=each)
    page = text_of(api.get(ROOT, DIRECTOR))
    assert "Wager out of order" in page
    assert "One oversized chip" not in page
    assert api.get(f"{ROOT}clock/", DIRECTOR).status_code == 404
    assert "PON 20.15" in text_of(api.get(f"{ROOT}matter/out-of-order", DIRECTOR))
    said(desk(api, "enter_reserve", person=people[7]))
    clock.pass_seconds(120)
    said(desk(api, "mark_no_show", player=people[0]))
    now = text_of(api.get(f"{ROOT}absent/", DIRECTOR))
    assert "Reserves, in order" in now
    sold = said(desk(api, "seat_reserve", player=people[0], reserve=people[7]))
    assert "is sold to" in sold
    assert record_of(house).state.entrants[people[7]].status in (Status.SEATED, Status.REGISTERED)
