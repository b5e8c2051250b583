"""The sessions of a house-game tournament on the page: whom it lets in, what it shows, and what it refuses."""

import re
from functools import partial

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.tournaments.sessions import sessions_view
from pitboss.tournaments.event.state import Stage
from pitboss.tournaments.sessions.events import playing_at, rounds_due
from pitboss.tournaments.sessions.house_tables import wager_order
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import PEOPLE, Api, text_of, told_no, words_of
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, entered, started, to_floor
from tests.screens.director.sessions_scene import begun, fields, play_round, sitters, stacks_at, structure

pytestmark = house_scene.ON_SQLITE

DIRECTOR, DEALER, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.DEALER], PEOPLE[Role.CASHIER]
PON = structure("pontoon_heats", rounds="[2, 2, 3]")
PAGE = "/director/pon/sessions/"


record_of = partial(event_scene.record_of, tournament="pon")


def table_row(api: Api, player: str, by: object = DIRECTOR, page: str = PAGE) -> str:
    """The row of somebody at a table, as words."""
    html = api.get(page, by).content.decode()  # type: ignore[arg-type]
    name = next(each for each in re.findall(r"<tr[^>]*>.*?</tr>", html, re.DOTALL) if player in each)
    return words_of(name)


def name_of(house: Floor, player: str) -> str:
    return str(house.record(f"patron:{player}").name)


@pytest.fixture
def event(house: Floor) -> Event:
    """Heats of two rounds with twelve players at two tables, under way."""
    return begun(to_floor(house), "pon", PON, 12)[0]


class TestWhoMaySee:
    def test_those_who_run_it_and_those_who_deal(self, api: Api, event: Event) -> None:
        for role in (Role.DIRECTOR, Role.MANAGER, Role.DEALER):
            assert api.get(PAGE, PEOPLE[role]).status_code == 200
            assert api.get(PAGE + "now", PEOPLE[role]).status_code == 200
        for role in (Role.CASHIER, Role.AUDITOR):
            assert api.get(PAGE, PEOPLE[role]).status_code == 403
        assert api.get(PAGE, scene.P1).status_code == 403
        assert api.get(PAGE).status_code == 302

    def test_a_dealer_finds_the_page_and_has_only_what_a_dealer_does(self, api: Api, event: Event) -> None:
        assert f'href="{PAGE}"' in api.get("/director/", DEALER).content.decode()
        shown = text_of(api.get(PAGE, DEALER))
        assert "Start round 1" in shown
        for words in ("People and breaks", "Undo", "End the session"):
            assert words not in shown
        assert "Entries" not in shown
        assert "People and breaks" in text_of(api.get(PAGE, DIRECTOR))

    def test_what_was_seen_of_somebody_is_not_read_at_the_table(self, api: Api, house: Floor, event: Event) -> None:
        player = sitters(record_of(house).state, 1)[0]
        event.do("note_concern", "cashier", player=player, note="Asks strangers for money")
        event.do("show_message", text="Supper at six")
        for page in (PAGE, f"{PAGE}now"):
            assert "Asks strangers for money" in text_of(api.get(page, DIRECTOR))
            shown = text_of(api.get(page, DEALER))
            assert "Asks strangers for money" not in shown
            assert "Supper at six" in shown

    def test_a_poker_event_has_no_sessions(self, api: Api, house: Floor) -> None:
        started(to_floor(house), "sat", "saturday_special", 4)
        refused = api.get("/director/sat/sessions/", DIRECTOR)
        assert refused.status_code == 404
        assert "not played in sessions" in refused.content.decode()

    def test_one_table_alone_for_its_dealer(self, api: Api, event: Event) -> None:
        html = api.get(PAGE + "?table=2", DEALER).content.decode()
        assert 'id="table-2"' in html
        assert 'id="table-1"' not in html
        assert api.get(PAGE + "?table=x", DEALER).status_code == 404


class TestBeforeARound:
    def test_it_leads_from_the_start_to_the_first_session(self, api: Api, house: Floor) -> None:
        waiting, _ = entered(to_floor(house), "pon", PON, 12)
        assert "12 entered" in text_of(api.get(PAGE, DIRECTOR))
        waiting.do("start_event")
        assert "Begin heats: 12 players 2 rounds a table" in text_of(api.get(PAGE, DIRECTOR))
        posted = fields("begin_session", "pon")
        assert "Session 1 begins" in text_of(api.form("/act/desk", posted, DIRECTOR))
        assert "2 tables have rounds to play" in text_of(api.get(PAGE, DIRECTOR))

    @pytest.mark.clause("CAN 17.12")
    def test_figures_are_those_of_the_engine(self, api: Api, house: Floor, event: Event) -> None:
        play_round(event, record_of(house), 1, {2: 5300, 3: 4000})
        state = record_of(house).state
        table, shown = state.tables[1], text_of(api.get(PAGE, DIRECTOR))
        assert f"{table.rounds} of {rounds_due(state)} rounds played" in shown
        order = wager_order(playing_at(state, table), table.marker or 1)
        assert f"Marker at seat {order[0]}: wagers {', '.join(map(str, order))}" in shown
        assert order[0] == sorted(table.seats)[1]
        assert "100 to 2,500 in 50s" in shown
        assert "12 of 12" in shown
        by_chips = {row.player: row for each in sessions_view(record_of(house)).tables for row in each.rows}
        for player, row in by_chips.items():
            words = table_row(api, name_of(house, player))
            assert f"{state.entrants[player].stack:,}" in words
            assert f" {row.rank} " in f"{words} "
            assert ("would go on" in words) == row.advances, words

    def test_who_cannot_wager_the_minimum_is_told_of_and_is_out(self, api: Api, house: Floor, event: Event) -> None:
        play_round(event, record_of(house), 1, {1: 50})
        player = sitters(record_of(house).state, 1)[0]
        assert "below 100" in table_row(api, name_of(house, player))
        shown = text_of(api.get(PAGE, DIRECTOR))
        assert f"{name_of(house, player)} cannot wager the minimum and is out before the round. PON 20.14[s2]" in shown
        told = text_of(api.form("/act/desk", fields("start_house_round", "pon", table=1), DEALER))
        assert f"{name_of(house, player)} is out in place 12. PON 20.14[s2]" in told
        assert "50 of" in told


class TestARound:
    def test_boxes_for_those_in_it_and_nothing_else(self, api: Api, house: Floor, event: Event) -> None:
        event.do("start_house_round", table=1)
        html = api.get(PAGE, DEALER).content.decode()
        hand = record_of(house).state.tables[1].hand
        assert hand is not None
        boxes = re.findall(r'name="given\.stacks\.(\w+):chips"[^>]*data-before="(\d+)"', html)
        assert {player: int(chips) for player, chips in boxes} == dict(hand.stacks)
        assert "Round 1 of 2 being played" in words_of(html)

    def test_a_box_left_empty_is_named_and_nothing_changes(self, api: Api, house: Floor, event: Event) -> None:
        event.do("start_house_round", table=1)
        before = record_of(house).state
        stacks = stacks_at(before, 1, {})
        missing, *others = stacks
        given = {f"stacks__{player}": stacks[player] for player in others}
        sentence, place = told_no(api.form("/act/desk", fields("house_round_over", "pon", table=1, **given), DEALER))
        assert sentence == "The chips of everybody in the round must be told, and of nobody else. PON 20.13"
        assert place == f"stacks.{missing}"
        wrong = fields("house_round_over", "pon", table=1, **given) | {f"given.stacks.{missing}:whole": "five"}
        assert told_no(api.form("/act/desk", wrong, DEALER)) == ("Write a whole number.", f"given.stacks.{missing}")
        assert record_of(house).state == before

    def test_a_round_told_from_two_screens_does_not_end_the_next(self, api: Api, house: Floor, event: Event) -> None:
        event.do("start_house_round", table=1)
        stacks = {f"stacks__{name}": chips for name, chips in stacks_at(record_of(house).state, 1, {1: 9000}).items()}
        posted = fields("house_round_over", "pon", table=1, round=1, **stacks)
        assert "Round 1 is over at table 1" in text_of(api.form("/act/desk", posted, DEALER))
        event.do("start_house_round", table=1)
        sentence, _ = told_no(api.form("/act/desk", posted, DIRECTOR))
        assert sentence.startswith("Table 1 plays round 2, and round 1 is over.")
        assert record_of(house).state.tables[1].hand is not None

    def test_a_round_that_is_given_up_keeps_its_reason(self, api: Api, house: Floor, event: Event) -> None:
        event.do("start_house_round", table=2)
        posted = fields("stop_house_round", "pon", table=2, reason="A card fell.")
        assert "given up and dealt again. A card fell. PON 20.18" in text_of(api.form("/act/desk", posted, DEALER))
        table = record_of(house).state.tables[2]
        assert (table.hand, table.rounds, table.marker) == (None, 0, min(table.seats))
        assert "A card fell." in text_of(api.get(PAGE, DIRECTOR))


class TestTheEndOfASession:
    def test_equal_chips_are_shown_played_off_and_decided(self, api: Api, house: Floor, event: Event) -> None:
        give_rounds(event, house, 1, {1: 6000, 2: 5500, 3: 5500})
        give_rounds(event, house, 2, {1: 6000, 2: 5500})
        first, second, third, *_ = sitters(record_of(house).state, 1)
        pair = f"{name_of(house, second)} and {name_of(house, third)}"
        shown = text_of(api.get(PAGE, DIRECTOR))
        assert f"{pair}: equal chips They are given an extra round. PON 20.21" in shown
        assert "An extra round for equal chips" in text_of(
            api.form("/act/desk", fields("end_session", "pon"), DIRECTOR)
        )
        assert f"{pair} play on" in text_of(api.get(PAGE, DIRECTOR))
        event.do("start_house_round", table=1)
        html = api.get(PAGE, DIRECTOR).content.decode()
        assert set(re.findall(r"given\.stacks\.(\w+):", html)) == {second, third}
        event.do("house_round_over", table=1, stacks={second: 5400, third: 5600})
        assert f"Table 1: {name_of(house, first)} and {name_of(house, third)} go on." in text_of(
            api.get(PAGE, DIRECTOR)
        )
        event.do("end_session")
        shown = text_of(api.get(PAGE, DIRECTOR))
        assert "Begin the final: 4 players" in shown
        assert "Places so far" in shown
        assert f"On: {name_of(house, first).split()[-1]} 6,000" in shown

    def test_the_final_has_places_that_are_confirmed_here(self, api: Api, house: Floor) -> None:
        give = to_floor(house)
        final, _ = begun(give, "pon", PON, 4)
        assert "Final" in text_of(api.get(PAGE, DIRECTOR))
        give_rounds(final, house, 1, {1: 9000, 2: 8000, 3: 7000})
        winner = sitters(record_of(house).state, 1)[0]
        assert f"{name_of(house, winner)} would win" in text_of(api.get(PAGE, DIRECTOR))
        final.do("end_session")
        state = record_of(house).state
        assert state.stage is Stage.OVER
        shown = text_of(api.get(PAGE, DIRECTOR))
        assert f"1 {name_of(house, winner)}" in shown
        posted = fields("confirm_places", "pon")
        assert f"{name_of(house, winner)} won" in text_of(api.form("/act/desk", posted, DIRECTOR))
        assert "Places are confirmed" in text_of(api.get(PAGE, DIRECTOR))

    def test_cards_are_drawn_for_a_seat_and_shown(self, api: Api, house: Floor) -> None:
        text = structure("ultimate_challenge", rounds="[1, 1, 1]", repechage="1")
        heats, _ = begun(to_floor(house), "uth", text, 8)
        for number in (1, 2):
            give_rounds(heats, house, number, {1: 20_000}, "uth")
        page = "/director/uth/sessions/"
        assert "They draw cards. UTH 16.3(a)(iii)(E)(III)" in text_of(api.get(page, DIRECTOR))
        heats.do("end_session")
        html = api.get(page, DIRECTOR).content.decode()
        assert "Cards drawn for equal chips" in html
        assert html.count('class="card card-small') >= 6
        assert "Draw the repechage: 1 of 4" in text_of(api.get(page, DIRECTOR))
        told = text_of(api.form("/act/desk", fields("repechage_draw", "uth"), DIRECTOR))
        assert "goes on after all" in told
        assert "Begin the final: 5 players" in text_of(api.get(page, DIRECTOR))


class TestPeople:
    def test_a_rebuy_at_the_table_or_out(self, api: Api, house: Floor) -> None:
        text = structure("ultimate_challenge", rounds="[2, 2, 2]")
        heats, _ = begun(to_floor(house), "uth", text, 8)
        play_round(heats, record_of(house, tournament="uth"), 1, {1: 0, 2: 0, 3: 150})
        page = "/director/uth/sessions/"
        buyer, other, poor, *_ = sitters(record_of(house, tournament="uth").state, 1)
        row = table_row(api, name_of(house, buyer), page=page)
        assert "no chips" in row
        short = f"{name_of(house, poor)} cannot wager the minimum and needs a re-buy, or is out before the round."
        assert short in text_of(api.get(page, DIRECTOR))
        assert text_of(api.get(page, DIRECTOR)).count("Re-buy for $50.00 No re-buy: out") == 2
        assert "Re-buy for" not in text_of(api.get(page, DEALER))
        sentence, _ = told_no(api.form("/act/desk", fields("start_house_round", "uth", table=1), DEALER))
        assert sentence == f"{name_of(house, buyer)} has no chips, and buys some or is out before the round. UTH 16.7"
        bought = api.form("/act/desk", fields("rebuy", "uth", player=buyer), DIRECTOR)
        assert "buys back in" in text_of(bought)
        assert "10,000" in table_row(api, name_of(house, buyer), page=page)
        out = api.form("/act/desk", fields("bust_out", "uth", player=other), DIRECTOR)
        assert f"{name_of(house, other)} is out" in text_of(out)

    def test_nobody_is_moved_inside_a_session(self, api: Api, house: Floor, event: Event) -> None:
        player = sitters(record_of(house).state, 1)[0]
        posted = fields("move_player", "pon", player=player, table=2, seat=7, reason="balance")
        sentence, _ = told_no(api.form("/act/desk", posted, DIRECTOR))
        assert sentence.endswith("PON 20.7")

    def test_no_shows_reserves_and_substitutes(self, api: Api, house: Floor, event: Event) -> None:
        state = record_of(house).state
        gone, other = sitters(state, 1)[0], sitters(state, 2)[0]
        extra = to_floor(house)("cashier", "add_patron", {"name": "Rosa Reserve", "date_of_birth": "1980-02-03"})
        reserve = str(extra["patron"])
        to_floor(house)("cashier", "buy_in", {"patron": reserve, "amount": 100_000})
        assert api.form("/act/desk", fields("enter_reserve", "pon", person=reserve), DIRECTOR).status_code == 200
        assert "Reserves: 1 wait" in text_of(api.get(PAGE, DIRECTOR))
        posted = fields("seat_reserve", "pon", player=gone, reserve=reserve)
        assert "Rosa Reserve" in text_of(api.form("/act/desk", posted, DIRECTOR))
        assert sitters(record_of(house).state, 1)[0] == reserve
        told = text_of(api.form("/act/desk", fields("mark_no_show", "pon", player=other), DIRECTOR))
        assert "not at the seat at the start. PON 20.9[s2]" in told
        late, place = told_no(api.form("/act/desk", fields("substitute", "pon", player="", person="p9999"), DIRECTOR))
        assert (late, place) == ("It is missing.", "player")

    def test_a_break_is_called_for_a_stated_length(self, api: Api, event: Event) -> None:
        told = text_of(api.form("/act/desk", fields("call_break", "pon", seconds=600), DIRECTOR))
        assert "PON 20.17" in told
        sentence, _ = told_no(api.form("/act/desk", fields("call_break", "pon", seconds=600), DIRECTOR))
        assert sentence == "There is a break already: it can be made longer. PON 20.17"


def give_rounds(event: Event, house: Floor, table: int, stacks: dict[int, int], tournament: str = "pon") -> None:
    """All rounds of a table: these chips after the first, no change in the others."""
    record = partial(record_of, house, tournament=tournament)
    while record().state.tables[table].rounds < rounds_due(record().state):
        play_round(event, record(), table, stacks)
