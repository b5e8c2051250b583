"""Prizes and deals on a real house: every figure is the engine's, and a refusal stands where it was tried."""

import re

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.tournaments.prizes import deal_sheet
from pitboss.ledger import books
from pitboss.screens.common.formatting import money
from pitboss.screens.director.prizes.views import PAID_WORDS
from pitboss.tournaments.event.state import in_play
from pitboss.tournaments.prizes import deals, paying, prizes
from pitboss.tournaments.prizes.standings import places
from tests.floor import house_scene
from tests.screens.api_scene import PEOPLE, Api, text_of
from tests.screens.director.event_scene import Event, to_floor
from tests.screens.director.prize_scene import counted, record_of, under_way
from tests.screens.director.sessions_scene import begun, structure

pytestmark = house_scene.ON_SQLITE

DIRECTOR, CASHIER, AUDITOR = PEOPLE[Role.DIRECTOR], PEOPLE[Role.CASHIER], PEOPLE[Role.AUDITOR]
ROOT = "/director/teams/prizes/"
STACKS = (60_000, 30_000, 25_000, 10_000)


@pytest.fixture
def event(house: Floor) -> tuple[Event, list[str]]:
    return under_way(to_floor(house), "teams")


def four_left(event: Event, people: list[str]) -> list[str]:
    """The last who entered is out, and the other stacks are counted."""
    event.do("bust_out", player=people[-1])
    counted(event, 1, people[:-1], *STACKS)
    return people[:-1]


def deal_form(house: Floor, people: list[str], **more: str) -> dict[str, str]:
    """The form of a deal as the page has it, with every player's box ticked."""
    record = record_of(house)
    fields = {
        "key": "deal-1",
        "do": "agree_deal",
        "mark": deal_sheet(record.state, record.moment(house.clock())).mark,
        "after:whole": str(len(record.log)),
        "given.method:text": "icm",
        "given.held_back:whole": "0",
    }
    return {**fields, **{f"given.agreed_by.{each}:yes": "on" for each in people}, **more}


def test_whom_the_pages_are_for(api: Api, event: tuple[Event, list[str]]) -> None:
    for address in ("", "now"):
        assert api.get(f"{ROOT}{address}", DIRECTOR).status_code == 200
        assert api.get(f"{ROOT}{address}", CASHIER).status_code == 200
        assert api.get(f"{ROOT}{address}", AUDITOR).status_code == 403
    for address in ("deal", "deal/now", "deal/check"):
        assert api.get(f"{ROOT}{address}", DIRECTOR).status_code == 200
        assert api.get(f"{ROOT}{address}", CASHIER).status_code == 403
    assert api.get(f"{ROOT}sheet", AUDITOR).status_code == 200
    assert api.get("/director/nowhere/prizes/", DIRECTOR).status_code == 404
    assert api.get(f"{ROOT}vouchers", DIRECTOR).status_code == 404
    assert api.get(f"{ROOT}vouchers/1", DIRECTOR).status_code == 404
    assert api.get(ROOT).status_code == 302


def test_the_pool_and_the_prizes_are_those_of_the_rules(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    event[0].do("add_value", cents=50_001)
    event[0].do("add_value", what="a trophy", place=1)
    state = record_of(house).state
    shown = text_of(api.get(ROOT, DIRECTOR))
    assert "5 × $170.00" in shown
    assert "$850.00" in shown
    assert "$500.01" in shown
    assert money(paying.pool_unpaid(state)) in shown
    for cents in prizes.prizes(state).values():
        assert money(cents) in shown
    jump = prizes.next_pay_jump(state)
    assert jump is not None
    assert f"place {jump.place}, +{money(jump.more)}" in shown
    assert "a trophy" in shown
    assert "40.00%" in shown
    assert "Administration fees of $150.00 are kept apart" in shown


def test_places_stand_as_they_fall_with_what_they_win(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    desk.do(
        "bust_round", busts=[{"player": people[4], "stack_before": 100}, {"player": people[3], "stack_before": 100}]
    )
    state = record_of(house).state
    shown = text_of(api.get(f"{ROOT}now", DIRECTOR))
    assert shown.count("4–5") == 2
    share = prizes.awards(state)[people[4]]
    assert share == (prizes.prizes(state)[4] + prizes.prizes(state)[5]) // 2
    assert shown.count(f"{money(share)} {money(2 * share)} shared by 2") == 2
    assert "STAR 7.18" in shown


def test_a_tie_is_ruled_on_with_what_each_reading_comes_to(api: Api, house: Floor) -> None:
    desk, people = under_way(to_floor(house), "teams", 12)
    tables = record_of(house).state.tables
    one, two = (list(tables[number].seats.values()) for number in (1, 2))
    for player in (*one[3:], *two[3:]):
        desk.do("bust_out", player=player)
    rows = [(one[0], 3000), (one[1], 2000), (two[0], 1000)]
    desk.do("bust_round", busts=[{"player": player, "stack_before": stack} for player, stack in rows])
    record = record_of(house)
    assert record.state.tie is not None
    assert people
    shown = text_of(api.get(f"{ROOT}now", DIRECTOR))
    by_place = prizes.prizes(record.state)
    assert "A ruling is needed" in shown
    assert f"place 4 {money(by_place[4])}, place 5 {money(by_place[5])}, place 6 $0.00" in shown
    whole = by_place[4] + by_place[5]
    third = [whole // 3 + (place < whole % 3) for place in range(3)]
    for cents in third:
        assert money(cents) in shown
    fields = {
        "key": "tie-1",
        "do": "rule_on_tie",
        "given.option:text": "share_all",
        "after:whole": str(len(record.log)),
    }
    assert "The director rules on the places" in text_of(api.form(f"{ROOT}give", fields, DIRECTOR))
    found = prizes.awards(record_of(house).state)
    assert sorted(found[player] for player, _ in rows) == sorted(third)
    assert "A ruling is needed" not in text_of(api.get(f"{ROOT}now", DIRECTOR))


def test_no_deal_before_everybody_is_in_the_money(api: Api, house: Floor) -> None:
    under_way(to_floor(house), "teams", 7)
    shown = text_of(api.get(f"{ROOT}deal", DIRECTOR))
    assert "7 players are left and 5 places are paid: not everybody is in the money." in shown
    assert "STAR 1-c[s1]" in shown
    assert "Record the deal" not in shown


def test_stacks_are_counted_before_a_deal(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    desk.do("bust_out", player=people[4])
    shown = text_of(api.get(f"{ROOT}deal", DIRECTOR))
    assert "Count the stacks first: 25,000 at table 1 belong to nobody the desk knows." in shown
    assert "All methods side by side" not in shown
    fields = {"key": "s", "tournament": "teams", "do": "record_stacks", "given.table:whole": "1"}
    short = {f"given.stacks.{each}:whole": "30000" for each in people[:4]}
    assert "Table 1 has 5,000 in chips too few." in text_of(api.form("/act/desk", {**fields, **short}, DIRECTOR), 422)
    whole = dict(zip((f"given.stacks.{each}:whole" for each in people), map(str, STACKS), strict=False))
    assert api.form("/act/desk", {**fields, **whole, "key": "t"}, DIRECTOR).status_code == 200
    assert "All methods side by side" in text_of(api.get(f"{ROOT}deal/now", DIRECTOR))


@pytest.mark.parametrize("held_back", [0, 10_001])
def test_every_method_stands_beside_the_others(
    api: Api, house: Floor, event: tuple[Event, list[str]], held_back: int
) -> None:
    people = four_left(*event)
    state = record_of(house).state
    by_place = prizes.prizes(state)
    to_win = [by_place[place] for place in range(1, 5)]
    figures = sorted((to_win[0] - held_back, *to_win[1:]), reverse=True)
    shown = text_of(api.get(f"{ROOT}deal?held_back={held_back / 100}", DIRECTOR))
    icm = deals.payouts(deals.icm(STACKS, figures), figures)
    for method, computed in deals.DEALS.items():
        amounts = deals.payouts(computed(STACKS, figures), figures)
        assert sum(amounts) == sum(to_win) - held_back
        for cents, model in zip(amounts, icm, strict=True):
            assert money(cents) in shown
            if method != "icm" and cents > model:
                assert f"+{money(cents - model)}" in shown
    assert "48.00%" in shown
    assert len(people) == 4


def test_what_is_odd_about_a_method_is_said(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    desk, people = event
    desk.do("bust_out", player=people[4])
    counted(desk, 1, people[:4], 121_000, 2000, 1000, 1000)
    shown = text_of(api.get(f"{ROOT}deal", DIRECTOR))
    assert "By chips: Aiko Sato would get more than the first prize." in shown
    assert "By chips: Dana Kelly would get less than the lowest prize, which is certain." in shown


def test_a_deal_needs_everybody_and_is_recorded_once(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = four_left(*event)
    page = text_of(api.get(f"{ROOT}deal", DIRECTOR))
    assert paying.NOTICE in page
    said = text_of(api.form(f"{ROOT}give", deal_form(house, people[:3]), DIRECTOR), 422)
    assert "3 of 4 players agree: a deal needs them all." in said
    assert "STAR 1-c[s2]" in said
    assert "0 of 4 players agree" in text_of(api.form(f"{ROOT}give", deal_form(house, []), DIRECTOR), 422)
    assert record_of(house).state.deal is None
    whole = deal_form(house, people)
    for _ in range(2):
        assert "A deal by" in text_of(api.form(f"{ROOT}give", whole, DIRECTOR))
    state = record_of(house).state
    assert state.deal is not None
    assert sum(1 for line in record_of(house).log if line.step.do == "agree_deal") == 1
    to_win = [cents for place, cents in sorted(prizes.prizes(state._replace(deal=None)).items()) if place < 5]
    assert tuple(state.deal.amounts.values()) == deals.payouts(deals.icm(STACKS, to_win), to_win)
    shown = text_of(api.get(f"{ROOT}deal", DIRECTOR))
    assert "The deal is agreed" in shown
    for cents in state.deal.amounts.values():
        assert money(cents) in shown
    assert in_play(state) == tuple(people)


def test_others_may_be_at_the_clock_but_not_at_the_stacks(
    api: Api, house: Floor, event: tuple[Event, list[str]]
) -> None:
    people = four_left(*event)
    drawn = deal_form(house, people)
    counted(event[0], 1, people, 61_000, 29_000, 25_000, 10_000)
    said = text_of(api.form(f"{ROOT}give", drawn, DIRECTOR), 422)
    assert "Somebody else has been at the desk since: look again." in said
    drawn = deal_form(house, people, key="again")
    event[0].do("pause_clock")
    assert "A deal by" in text_of(api.form(f"{ROOT}give", drawn, DIRECTOR))


def test_amounts_of_their_own_must_be_all_that_remains(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = four_left(*event)
    total = sum(prizes.prizes(record_of(house).state)[place] for place in range(1, 5))
    own = {f"given.amounts.{each}:money": "200" for each in people}
    checked = text_of(
        api.get(f"{ROOT}deal/check?method=agreed&" + "&".join(f"{n}={v}" for n, v in own.items()), DIRECTOR)
    )
    assert f"Together $800.00 of {money(total)}: $7.50 missing." in checked
    by_hand = {**own, "given.method:text": "agreed"}
    said = text_of(api.form(f"{ROOT}give", deal_form(house, people, **by_hand), DIRECTOR), 422)
    assert "STAR 1-c[s2]" in said
    by_hand[f"given.amounts.{people[0]}:money"] = "207.50"
    assert "A deal by agreed" in text_of(api.form(f"{ROOT}give", deal_form(house, people, **by_hand), DIRECTOR))
    assert record_of(house).state.stage == "over"


def test_percentages_and_what_is_held_back(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = four_left(*event)
    total = sum(prizes.prizes(record_of(house).state)[place] for place in range(1, 5))
    parts = {f"given.amounts.{each}:money": part for each, part in zip(people, ("40", "30", "20", "9.99"), strict=True)}
    more = {**parts, "given.method:text": "percent", "given.held_back:whole": "10000"}
    said = text_of(api.form(f"{ROOT}give", deal_form(house, people, **more), DIRECTOR), 422)
    assert "Percentages of everybody left must make 100.00%." in said
    more[f"given.amounts.{people[3]}:money"] = "10"
    assert "A deal by percent" in text_of(api.form(f"{ROOT}give", deal_form(house, people, **more), DIRECTOR))
    state = record_of(house).state
    assert state.deal is not None
    assert tuple(state.deal.amounts.values()) == prizes.divide(total - 10_000, [4000, 3000, 2000, 1000])
    assert state.stage == "running"
    shown = text_of(api.get(ROOT, DIRECTOR))
    assert "with $100.00 held back for the winner" in shown
    wrong = text_of(api.get(f"{ROOT}deal?held_back=lots", DIRECTOR))
    assert "The deal is agreed" in wrong


def test_what_is_held_back_must_be_an_amount(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    four_left(*event)
    assert "Write an amount in dollars" in text_of(api.get(f"{ROOT}deal?held_back=lots", DIRECTOR))
    assert "No more can be held back than there is to win." in text_of(api.get(f"{ROOT}deal?held_back=9999", DIRECTOR))
    assert api.get(f"{ROOT}deal?method=guess", DIRECTOR).status_code == 200


def over(api: Api, house: Floor, event: tuple[Event, list[str]]) -> list[str]:
    people = four_left(*event)
    assert api.form(f"{ROOT}give", deal_form(house, people), DIRECTOR).status_code == 200
    return people


def test_prizes_are_confirmed_and_paid_to_the_last_cent(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = over(api, house, event)
    pay = {"tournament": "teams", "do": "pay_prize", "given.player:text": people[0], "given.method:text": "cash"}
    early = text_of(api.form("/act/desk", {**pay, "key": "early"}, CASHIER), 422)
    assert "The director has not confirmed the places." in early
    assert "the director confirms them first" in text_of(api.get(ROOT, CASHIER))
    event[0].do("confirm_places")
    assert len(re.findall(r'value="pay_prize"', api.get(ROOT, CASHIER).content.decode())) == 5
    before = books.balance(f"patron:{people[0]}")
    for _ in range(2):
        assert "is paid" in text_of(api.form("/act/desk", {**pay, "key": "one"}, CASHIER))
    state = record_of(house).state
    assert books.balance(f"patron:{people[0]}") - before == prizes.awards(state)[people[0]]
    again = text_of(api.form("/act/desk", {**pay, "key": "two"}, CASHIER), 422)
    assert "is paid already" in again
    odd = {**pay, "given.player:text": people[1], "given.method:text": "shells", "key": "three"}
    assert "A prize is paid by cash, chips, eft, cheque or front money." in text_of(
        api.form("/act/desk", odd, CASHIER), 422
    )
    for number, each in enumerate(event[1][1:]):
        method = paying.METHODS[number + 1]
        event[0].do("pay_prize", "cashier", player=each, method=method)
    shown = text_of(api.get(ROOT, CASHIER))
    assert "Not yet paid $0.00" in shown
    assert books.balance("prizes:teams") == 0
    for method in paying.METHODS:
        assert PAID_WORDS[method] in shown
    assert "Paid cash" not in shown


def test_vouchers_and_the_payout_sheet_are_papers(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = over(api, house, event)
    event[0].do("confirm_places")
    event[0].do("pay_prize", "cashier", player=people[0], method="cheque")
    event[0].do("pay_prize", "cashier", player=people[1], method="cash")
    state = record_of(house).state
    cents = prizes.awards(state)[people[0]]
    one = api.get(f"{ROOT}vouchers/1", CASHIER)
    shown = text_of(one)
    assert money(cents) in shown
    assert "dollars" in shown
    assert "No. 001" in shown
    assert "Aiko Sato" in shown
    assert one.content.decode().count('class="signature"') == 2
    assert api.get(f"{ROOT}vouchers", CASHIER).content.decode().count("<article") == 2
    assert api.get(f"{ROOT}vouchers/3", CASHIER).status_code == 404
    sheet = text_of(api.get(f"{ROOT}sheet", CASHIER))
    for line in paying.payout_sheet(state):
        assert money(line.cents) in sheet
    assert money(sum(line.cents for line in paying.payout_sheet(state))) in sheet
    assert "In the account, for a cheque" in sheet
    assert "In the account, for cash at the cage" in sheet
    assert sheet.count("In the prize pool") == 3
    api.form("/act/undo", {"tournament": "teams", "key": "undo"}, DIRECTOR)
    assert api.get(f"{ROOT}vouchers/2", CASHIER).status_code == 404


def test_only_pages_of_the_house_give_commands(api: Api, house: Floor, event: tuple[Event, list[str]]) -> None:
    people = four_left(*event)
    fields = deal_form(house, people)
    assert "Sign in first." in text_of(api.form(f"{ROOT}give", fields), 422)
    assert "is for the director" in text_of(api.form(f"{ROOT}give", fields, CASHIER), 422)
    assert api.get(f"{ROOT}give", DIRECTOR).status_code == 405
    nowhere = api.form("/director/nowhere/prizes/give", fields, DIRECTOR)
    assert "There is no tournament of that name." in text_of(nowhere, 422)
    assert record_of(house).state.deal is None


def test_a_draw_of_cards_is_told_in_its_order(api: Api, house: Floor) -> None:
    text = structure("ultimate_challenge").replace('equal = "split"', 'equal = "draw"')
    text = re.sub(r"(?ms)^\[rebuys\].*?(?=^# UTH 16.3)", "", text)
    desk, people = begun(to_floor(house), "teams", text, 3)
    desk.do("bust_round", busts=[{"player": each} for each in people[:2]])
    state = record_of(house).state
    assert state.tie is not None
    assert state.tie.options == ("draw",)
    shown = api.get(f"{ROOT}now", DIRECTOR).content.decode()
    assert "A draw of cards decides the order" in shown
    assert 'name="given.order.2:text"' in shown
    fields = {"do": "rule_on_tie", "given.option:text": "draw", "after:whole": str(len(record_of(house).log))}
    twice = {**fields, "key": "d1", "given.order.1:text": people[1], "given.order.2:text": people[1]}
    said = text_of(api.form(f"{ROOT}give", twice, DIRECTOR), 422)
    assert "The draw must put each of these players once." in said
    once = {**twice, "key": "d2", "given.order.2:text": people[0]}
    assert api.form(f"{ROOT}give", once, DIRECTOR).status_code == 200
    found = places(record_of(house).state)
    assert (found[people[1]], found[people[0]]) == ((2,), (3,))
