"""Colouring up and chip races on the page: the reminder, typed cards and dealt ones, ties, late chips, the book."""

import re
from functools import partial

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.chips.colour_up import in_use
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import PEOPLE, Api, text_of, told_no
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, local_start, started, to_floor
from tests.screens.director.sessions_scene import begun, fields, sitters, stacks_at, structure

pytestmark = house_scene.ON_SQLITE

DIRECTOR, DEALER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.DEALER]
PAGE = "/director/sat/races/"


record_of = partial(event_scene.record_of, tournament="sat")


@pytest.fixture
def event(house: Floor, clock: house_scene.Clock) -> Event:
    """Nine players at one table at level 11, who have not counted their chips yet."""
    event, _ = started(to_floor(house), "sat", "saturday_special", 9, local_start(house.clock()))
    # Ten levels, and the break after the sixth.
    for _ in range(11):
        event.do("next_level")
    return event


@pytest.fixture
def raced(event: Event, house: Floor) -> Event:
    """The 100s go out, and seats 1, 2 and 3 have one, two and two odd ones."""
    state = record_of(house).state
    event.do("record_stacks", table=1, stacks=stacks_at(state, 1, {1: 25_100, 2: 25_200, 3: 25_200, 4: 24_500}))
    event.do("colour_up", old=100, new=500)
    return event


def race(**given: object) -> dict[str, str]:
    return fields("race_table", "sat", table=1, old=100, new=500, **given) | {"given.cards:json": "{}"}


def in_order(posted: dict[str, str]) -> dict[str, str]:
    """As the form has it: the mapping first, then what goes into it."""
    return {"given.cards:json": posted["given.cards:json"], **posted}


def test_for_those_who_run_it_and_those_who_deal(api: Api, event: Event, house: Floor) -> None:
    for role in (Role.DIRECTOR, Role.MANAGER, Role.DEALER):
        assert api.get(PAGE, PEOPLE[role]).status_code == 200
        assert api.get(PAGE + "now", PEOPLE[role]).status_code == 200
    for role in (Role.CASHIER, Role.AUDITOR):
        assert api.get(PAGE, PEOPLE[role]).status_code == 403
    assert api.get(PAGE, scene.P1).status_code == 403
    assert "Colour up" not in text_of(api.get(PAGE, DEALER)).replace("Colour-up", "")
    begun(to_floor(house), "pon", structure("pontoon_heats", rounds="[1, 1, 1]"), 4)
    refused = api.get("/director/pon/races/", DIRECTOR)
    assert refused.status_code == 404
    assert "No chips are raced in this event." in refused.content.decode()
    assert "Chip race" not in text_of(api.get("/director/pon/sessions/", DIRECTOR))


def test_the_reminder_is_that_of_the_structure_and_the_clock(api: Api, event: Event, house: Floor) -> None:
    due = races.to_race(record_of(house).state)[0]
    assert (due.denomination, due.last_level_needing, due.next_break_after) == (100, 10, 12)
    shown = text_of(api.get(PAGE, DIRECTOR))
    # Two levels of 20 minutes from now, by the clock on the wall.
    at = local_start(house.clock() + 2 * 1200 * 1_000_000)[-5:]
    assert f"At the {at} break race off the 100s The last level that uses them is 10. STAR 7.42" in shown
    event.do("pause_clock")
    assert "In the break after level 12 race off the 100s" in text_of(api.get(PAGE, DIRECTOR))
    event.do("run_clock")
    event.do("next_level")
    event.do("next_level")
    shown = text_of(api.get(PAGE, DIRECTOR))
    assert "Now Race off the 100s The last level that uses them was 10." in shown


def test_what_cannot_go_out_is_refused_where_it_was_tried(api: Api, event: Event) -> None:
    event.do("previous_level")
    event.do("previous_level")
    sentence, _ = told_no(api.form("/act/desk", fields("colour_up", "sat", old=100, new=500), DIRECTOR))
    assert sentence == "Chips of 100 are still needed for the blinds of 600 and 1,200. STAR 7.42"
    sentence, _ = told_no(api.form("/act/desk", fields("colour_up", "sat", old=500, new=1000), DIRECTOR))
    assert sentence == "The lowest chips go out first: those of 100 are in play. STAR 7.42"
    assert api.form("/act/desk", fields("colour_up", "sat", old=100, new=500), DEALER).status_code == 422


def test_stacks_are_counted_on_the_page(api: Api, event: Event, house: Floor) -> None:
    state = record_of(house).state
    stacks = {f"stacks__{name}": chips for name, chips in stacks_at(state, 1, {1: 25_100}).items()}
    sentence, _ = told_no(api.form("/act/desk", fields("record_stacks", "sat", table=1, **stacks), DEALER))
    assert sentence == "Table 1 has 100 in chips too many. STAR 7.16"
    accepted = fields("record_stacks", "sat", table=1, **stacks) | {"given.director_accepts:yes": "on"}
    assert api.form("/act/desk", accepted, DIRECTOR).status_code == 200
    ledger = counting.ledger(record_of(house).state)
    assert ledger.variance == 100
    assert f"In play {ledger.in_play + 100:,}" in text_of(api.get(PAGE, DIRECTOR))


class TestATableToRace:
    def test_it_shows_the_odd_chips_that_follow_from_the_stacks(self, api: Api, raced: Event, house: Floor) -> None:
        state = record_of(house).state
        odd = races.odd_chips(state, state.tables[1], 100, 500)
        html = api.get(PAGE, DIRECTOR).content.decode()
        shown = {
            int(seat): int(count) for seat, count in re.findall(r'name="given\.odd\.(\d+):whole" value="(\d+)"', html)
        }
        assert {seat: count for seat, count in shown.items() if count} == odd
        words = text_of(api.get(PAGE, DIRECTOR))
        assert "Odd chips worth 500 : 1 chip of 500." in words
        assert "Table 1 has 100s to race" in words

    @pytest.mark.parametrize(
        ("cards", "sentence", "place"),
        [
            ({}, "Seat 1 gets a card for each of its odd chips: 1, not 0. STAR 7.42(d)", "cards.1"),
            ({1: "Ah", 2: "9c"}, "Seat 2 gets a card for each of its odd chips: 2, not 1. STAR 7.42(d)", "cards.2"),
            ({1: "Ah", 2: "9c Ah", 3: "2c 3c"}, "Ah cannot have been dealt twice. STAR 7.42(d)", "cards.2"),
            (
                {1: "Ah", 2: "9c 8c", 3: "2c 3c", 4: "5d"},
                "Only entrants who had odd chips are dealt cards, and seat 4 had none. STAR 7.42(d)",
                "cards.4",
            ),
            ({1: "JK", 2: "9c 8c", 3: "2c 3c"}, "There is no such card in the deck. STAR 7.42(d)", "cards.1"),
            (
                {1: "Kh", 2: "Kc 8c", 3: "2c 3c"},
                "Seats 1 and 2 are equal: one more card for each of them. STAR 7.42(e)",
                "extra.1",
            ),
        ],
    )
    def test_cards_that_cannot_be_are_refused_beside_their_field(
        self, api: Api, raced: Event, house: Floor, cards: dict[int, str], sentence: str, place: str
    ) -> None:
        before = record_of(house).state
        posted = in_order(race(**{f"cards__{seat}": faces for seat, faces in cards.items()}))
        assert told_no(api.form("/act/desk", posted, DEALER)) == (sentence, place)
        assert record_of(house).state == before

    def test_what_is_no_card_at_all_is_refused_beside_its_field(self, api: Api, raced: Event) -> None:
        sentence, place = told_no(api.form("/act/desk", in_order(race(cards__1="1x")), DEALER))
        assert "is not a card" in sentence
        assert place == "given.cards.1"

    def test_odd_chips_that_do_not_agree_with_the_stack(self, api: Api, raced: Event) -> None:
        sentence, place = told_no(api.form("/act/desk", in_order(race(odd__1=3, cards__1="Ah Kh Qh")), DEALER))
        assert sentence == "3 odd chips of 100 do not agree with the stack of 25,100 at seat 1. STAR 7.42(a)"
        assert place == "odd.1"

    def test_typed_cards_decide_and_a_tie_takes_one_more(self, api: Api, raced: Event, house: Floor) -> None:
        posted = in_order(race(cards__1="Kh", cards__2="Kc 8c", cards__3="2c 3c", extra__1="4d", extra__2="9d"))
        would = text_of(api.form("/director/would", posted, DEALER))
        assert "What would follow Table 1 races its chips of 100: chips of 500 to" in would
        assert api.form("/act/desk", posted, DEALER).status_code == 200
        state = record_of(house).state
        winner = sitters(state, 1)[1]
        assert state.entrants[winner].stack == 25_500
        page = api.get(PAGE, DIRECTOR)
        html = page.content.decode()
        for face in ("Kh", "Kc", "8c", "2c", "3c", "4d", "9d"):
            assert f"#{face}" in html
        words = text_of(page)
        assert "+ one 500 with K♣ now 25,500" in words
        assert "none with K♥ now 25,000" in words
        assert "cards as dealt at the table" in words
        ledger = counting.ledger(state)
        assert ledger.race_change == 0
        assert f"In play {ledger.in_play:,}" in words
        assert in_use(state)[0] == 500

    def test_the_program_deals_where_no_cards_are_told(self, api: Api, raced: Event, house: Floor) -> None:
        dealt = fields("race_table", "sat", table=1, old=100, new=500, odd__1=1, odd__2=2, odd__3=2)
        assert "Cards: seat 1" in text_of(api.form("/act/desk", dealt, DIRECTOR))
        assert "cards dealt by the program" in text_of(api.get(PAGE, DIRECTOR))
        assert "Nobody at table 1 has odd chips of 100." not in text_of(api.get(PAGE, DIRECTOR))
        sentence, _ = told_no(api.form("/act/desk", dealt, DIRECTOR))
        assert sentence.startswith("1 odd chips of 100 do not agree")

    def test_late_chips_are_exchanged(self, api: Api, raced: Event, house: Floor) -> None:
        raced.do("race_table", table=1, old=100, new=500)
        player = sitters(record_of(house).state, 1)[4]
        late = fields("late_chips", "sat", player=player, denomination=100, count=7) | {"given.in_stack:json": "false"}
        told = text_of(api.form("/act/desk", late, DEALER))
        assert "STAR 7.42(h)" in told or "Done." in told
        assert record_of(house).state.entrants[player].stack == 25_500
        wrong = fields("late_chips", "sat", player=player, denomination=500, count=1)
        sentence, _ = told_no(api.form("/act/desk", wrong, DEALER))
        assert sentence == "Chips of 500 have not gone out of play. STAR 7.42(h)"
