"""The felt of hold'em: seats as the viewer sees them, pots, facts, the log of a round, and what may be done."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards.card import face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.reading import recall
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.practice import TakeBack
from pitboss.floor.tables.setup import AddTable
from pitboss.games.holdem import Commission, HoldemSettings
from pitboss.screens.common.felts import holdem
from pitboss.screens.common.felts.buttons import buttons_of
from pitboss.screens.common.felts.holdem_log import ActionLine, Street, log_of
from tests.floor import house_scene
from tests.floor.reading.privacy_scene import may_see
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, P2, PEOPLE, Api

pytestmark = [house_scene.ON_SQLITE, pytest.mark.usefixtures("house")]
P3, P4 = scene.P3, scene.P4
AUDITOR, DEALER = PEOPLE[Role.AUDITOR], PEOPLE[Role.DEALER]
NAMES = {1: "p1", 2: "p2", 4: "p3"}


def say(house: Floor, do: str, by: Actor = DEALER, **particulars: Any) -> None:
    scene.done(scene.say(house, by, "hld", do, **particulars))


def acts(house: Floor, *lines: str) -> None:
    """`1 bet 9000`: what players say, entered by the dealer."""
    for line in lines:
        seat, do, *amount = line.split()
        say(house, do, seat=int(seat), player=NAMES[int(seat)], amount=int(amount[0]) if amount else None)


def deals(house: Floor, faces: str) -> None:
    say(house, "deal", cards=tuple(faces.split()))


def drawn(house: Floor, by: Actor = P1) -> dict[str, Any]:
    record = scene.record_of(house, "hld")
    player = by.id if by.role is Role.PLAYER else ""
    return holdem.draw_felt(view_of(record, by), record.state.settings, player)


def seat(felt: dict[str, Any], number: int) -> Any:
    return next(each for each in felt["seats"] if each.seat == number)


def log_now(house: Floor) -> list[Street]:
    known = house.latest("table:hld")
    assert known is not None
    return log_of("hld", known.position)


@pytest.fixture
def table(house: Floor, api: Api) -> Floor:
    """A table with a dealer and nobody at it."""
    scene.open_table(house, "holdem", "hld", mode="live")
    record = scene.record_of(house, "hld")
    faces = tuple(face(each) for each in record.rules.deck(record.state).cards)
    say(house, "check_cards", cards=faces)
    return house


@pytest.fixture
def dealt(table: Floor) -> Floor:
    """Three in the first hand: kings at seat 1, queens at seat 2, aces and the button at seat 4 with few chips."""
    for number, actor, stake in ((1, P1, 60_000), (2, P2, 60_000), (4, P3, 10_000)):
        say(table, "join", actor, seat=number, amount=stake)
    say(table, "start_round")
    say(table, "shuffle", position=20)
    deals(table, "Ks Qs As Kh Qh Ah")
    return table


@pytest.fixture
def on_the_turn(dealt: Floor) -> Floor:
    """Seat 4 has tapped out, there is a side pot, and seat 2 has a bet to answer."""
    acts(dealt, "4 tap_out", "1 call", "2 call")
    deals(dealt, "2c 3d 8h 9c")
    acts(dealt, "1 bet 9000", "2 call")
    deals(dealt, "2d Jc")
    acts(dealt, "1 bet 16000")
    return dealt


def to_the_end(house: Floor) -> None:
    acts(house, "2 call")
    deals(house, "2h 5s")
    acts(house, "1 check", "2 check")
    say(house, "settle")


def test_the_viewer_sits_at_the_bottom_and_the_others_go_clockwise_from_there() -> None:
    bottom, left, top, right = (holdem.place_of(number, 3, 4) for number in (3, 4, 1, 2))
    assert bottom[1] > left[1] > top[1]
    assert left[0] < min(bottom[0], top[0]) <= max(bottom[0], top[0]) < right[0]
    assert bottom[0] == pytest.approx(top[0])


def test_who_has_no_seat_sees_the_first_one_at_the_left() -> None:
    first, last = (holdem.place_of(number, None, 10) for number in (1, 10))
    assert first[0] < 50 < last[0]
    assert (
        first[1] == pytest.approx(last[1]) == pytest.approx(max(holdem.place_of(n, None, 10)[1] for n in range(1, 11)))
    )


def test_the_sign_says_blinds_limit_stakes_and_commission() -> None:
    usual = HoldemSettings(commission=Commission("pot", "ii", 1000))
    assert holdem.sign_of(usual) == [
        ("Blinds", "$5 / $10"),
        ("Limit", "no limit"),
        ("Stake", "$100–$1,000"),
        ("Commission", "10%, at most $10"),
    ]
    by_time = HoldemSettings(structure="ante", ante=250, commission=Commission("time", rate=600, minutes=30))
    told = dict(holdem.sign_of(by_time))
    assert (told["Ante"], told["Commission"]) == ("$2.50", "$6 for 30 minutes")


def test_with_nobody_there_every_seat_is_open(table: Floor) -> None:
    felt = drawn(table, P4)
    assert felt["headline"] == "Nobody has sat down yet"
    assert [each.state for each in felt["seats"]] == ["open"] * 10
    assert (felt["pots"], felt["notes"], felt["room"]) == ([], [], [])
    assert felt["buy_in"] == (10_000, 100_000)


def test_seats_say_how_they_stand(on_the_turn: Floor) -> None:
    felt = drawn(on_the_turn)
    told = {number: (seat(felt, number).words, seat(felt, number).state) for number in (1, 2, 3, 4)}
    assert told == {1: ("", ""), 2: ("To act", "to-act"), 3: ("open", "open"), 4: ("Tapped out", "tapped-out")}
    assert [seat(felt, number).row.stake for number in (1, 2, 4)] == [25_000, 41_000, 0]
    assert (seat(felt, 1).row.bet, seat(felt, 1).is_own, seat(felt, 4).row.button) == (16_000, True, True)
    acts(on_the_turn, "2 fold")
    folded = seat(drawn(on_the_turn), 2)
    assert (folded.state, folded.holds) == ("folded", False)


def test_pots_have_a_dot_a_seat_and_name_bets_that_are_not_collected(on_the_turn: Floor) -> None:
    main, side = drawn(on_the_turn, DEALER)["pots"]
    assert (main.name, main.amount, main.bets) == ("Main pot", 30_000, 0)
    assert main.dots == [(1, True), (2, True), (4, True)]
    assert (side.name, side.amount, side.bets, side.bets_made) == ("Side pot", 18_000, 16_000, 1)
    assert side.dots == [(1, True), (2, True), (4, False)]


def test_facts_are_told_with_their_clauses_and_to_everybody_alike(on_the_turn: Floor) -> None:
    notes = drawn(on_the_turn)["notes"]
    assert [(note.fact, note.clause) for note in notes] == [
        ("Smallest raise is to $320.00.", "HLD 5.1[s2]"),
        ("Patron can win the main pot only.", "HLD 14.2[s1]"),
    ]
    assert all(drawn(on_the_turn, by)["notes"] == notes for by in (P2, P3, P4, DEALER, AUDITOR))
    say(on_the_turn, "call_clock", scene.SUPERVISOR)
    assert "Patron has 40 seconds to act." in [note.fact for note in drawn(on_the_turn)["notes"]]


def test_who_was_told_to_act_is_shown_all_of_the_forty_seconds(on_the_turn: Floor, clock: house_scene.Clock) -> None:
    ends = view_of(scene.record_of(on_the_turn, "hld"), P2).as_json()["clock"]["decisions_end"]
    assert ends == {"2": clock.now + 30_000_000}
    clock.pass_seconds(30)
    say(on_the_turn, "call_clock", scene.SUPERVISOR)
    ends = view_of(scene.record_of(on_the_turn, "hld"), P2).as_json()["clock"]["decisions_end"]
    assert ends == {"2": clock.now + 40_000_000}


def test_a_bet_that_may_be_any_size_has_its_least(dealt: Floor) -> None:
    acts(dealt, "4 tap_out", "1 call", "2 call")
    deals(dealt, "2c 3d 8h 9c")
    assert [(note.fact, note.clause) for note in drawn(dealt)["notes"]] == [("Smallest bet is $10.00.", "HLD 5.2")]


def test_the_log_tells_street_by_street_who_did_what(on_the_turn: Floor) -> None:
    blinds, first, flop, turn = log_now(on_the_turn)
    assert blinds == Street(
        "Blinds", (), (ActionLine(1, "small blind", "small blind", 500), ActionLine(2, "big blind", "big blind", 1000))
    )
    assert (first.title, [line[:4] for line in first.lines]) == (
        "First betting round",
        [(4, "taps out", "tap out", 10_000), (1, "calls", "call", 10_000), (2, "calls", "call", 10_000)],
    )
    assert (flop.title, flop.cards) == ("Flop", ("3d", "8h", "9c"))
    assert turn == Street("Turn", ("Jc",), (ActionLine(1, "bets", "bet", 16_000),))
    to_the_end(on_the_turn)
    showdown = log_now(on_the_turn)[-1]
    assert showdown.title == "Showdown"
    assert ("mucks", None) in [(line.words, line.amount) for line in showdown.lines if line.seat == 2]
    assert [(line.seat, line.amount) for line in showdown.lines if line.words == "wins"] == [(4, 29_600), (1, 49_400)]


def test_a_recalled_step_has_the_log_that_was_live_and_no_hidden_card(on_the_turn: Floor) -> None:
    lengths = []
    for step in recall.steps("hld", 1):
        told = log_of("hld", step.position)
        lengths.append(sum(len(street.lines) for street in told))
        assert not re.search("[AKQ][sh]", str(told))
    assert lengths == sorted(lengths)
    assert told == log_now(on_the_turn)
    assert log_of("hld", 0) == []


def test_what_is_taken_back_in_practice_is_not_in_the_log(house: Floor, api: Api) -> None:
    scene.give(house, scene.MANAGER, AddTable(table="hld", game="holdem", title="P", mode="practice", bots=2))
    say(house, "open_table", scene.SUPERVISOR)
    say(house, "join", P1, seat=1, amount=50_000)
    scene.deal(house, "hld", P1)
    record = scene.record_of(house, "hld")
    assert record.rules.due(record.state) == (1,)
    before = log_now(house)
    do = next(
        choice["do"]
        for choice in view_of(record, P1).as_json()["choices"]
        if choice["do"] in ("check", "stand", "call")
    )
    scene.give(house, P1, Play(table="hld", do=do, seat=1))
    assert log_now(house) != before
    scene.give(house, P1, TakeBack(table="hld"))
    assert log_now(house) == before


def test_the_best_five_of_the_hands_that_were_shown_are_raised(on_the_turn: Floor) -> None:
    assert drawn(on_the_turn)["fives"] == {}
    to_the_end(on_the_turn)
    felt = drawn(on_the_turn)
    assert set(felt["fives"]) == {1, 4}
    assert felt["mine"] == {"Ks", "Kh", "Jc", "9c", "8h"}
    assert felt["board"] == [
        ("3d", ""),
        ("8h", "mine theirs"),
        ("9c", "mine theirs"),
        ("Jc", "mine theirs"),
        ("5s", ""),
    ]
    assert [seat(felt, number).words for number in (1, 2, 4)] == ["Wins $494.00", "Mucked", "Wins $296.00"]
    main, side = felt["pots"]
    assert [(each.player, each.words) for each in main.awards] == [
        ("p3", "one pair, aces, with a jack, a nine and an eight")
    ]
    assert (main.commission, side.commission) == (400, 600)


def test_with_four_hole_cards_two_of_them_play() -> None:
    omaha = HoldemSettings(hole_cards=4, mode="tournament", procedures="STAR", commission=None)
    five = holdem.best_five(omaha, ["Ah", "Kh", "2c", "3d"], ["Qh", "Jh", "Th", "9h", "4s"])
    assert set(five) == {"Ah", "Kh", "Qh", "Jh", "Th"}
    lone = holdem.best_five(omaha, ["Ah", "2c", "3d", "4c"], ["Qh", "Jh", "Th", "9h", "4s"])
    assert len({"Ah", "2c", "3d", "4c"} & set(lone)) == 2


def test_a_void_round_gives_everything_back(on_the_turn: Floor) -> None:
    say(on_the_turn, "void_round", scene.SUPERVISOR, reason="disturbance")
    felt = drawn(on_the_turn)
    assert (felt["headline"], felt["pots"]) == ("Void round", [])
    assert {seat(felt, number).state for number in (1, 2, 4)} == {"void"}
    back = log_now(on_the_turn)[-1]
    assert (back.title, [line.amount for line in back.lines]) == ("Chips back", [35_000, 19_000, 10_000])


def test_the_next_deal_after_a_misdeal_has_a_log_of_its_own(dealt: Floor) -> None:
    say(dealt, "deal_irregularity", reason="player_missed", looked_at=True)
    assert drawn(dealt)["headline"] == "Misdeal"
    assert log_now(dealt)[-1].title == "Chips back"
    say(dealt, "start_round")
    assert [street.title for street in log_now(dealt)] == ["Blinds"]


def test_choices_say_what_they_cost_and_what_follows(on_the_turn: Floor) -> None:
    view = view_of(scene.record_of(on_the_turn, "hld"), DEALER)
    own = [choice for choice in view.choices if choice.player == "p2"]
    told = buttons_of(replace(view, choices=own, your_seats=[2]), holdem.WORDS, "p2")
    found = {button.title: button for button in told}
    assert list(found) == ["Fold", "Call", "Raise to", "Tap out"]
    assert (found["Fold"].follows, found["Fold"].key) == ("your $190.00 stays in", "F")
    assert (found["Call"].amount, found["Call"].follows, found["Call"].key) == (16_000, "leaves $250.00", "C")
    assert (found["Raise to"].range, found["Raise to"].key) == ((32_000, 41_000, 100), "R")
    assert (found["Tap out"].amount, found["Tap out"].follows, found["Tap out"].key) == (41_000, "all your stake", "T")


def test_room_is_offered_as_far_as_it_is_of_use(house: Floor, api: Api) -> None:
    scene.open_table(house, "holdem", "hld")
    say(house, "join", P1, seat=1, amount=50_000)
    offered = [each.do for each in drawn(house)["room"]]
    assert offered == ["post_blinds", "sit_out", "leave"]
    say(house, "post_blinds", P1, seat=1)
    assert seat(drawn(house), 1).words == "Posts the blind"
    assert [each.do for each in drawn(house)["room"]] == ["wait_for_blind", "sit_out", "leave"]
    say(house, "sit_out", P1, seat=1)
    assert [each.do for each in drawn(house)["room"]] == ["sit_in", "leave"]


# Pages.

FACES = re.compile(r"#([2-9TJQKA][cdhs])\"")


def page(api: Api, by: Actor, path: str = "/tables/hld") -> str:
    answer = api.get(path, by=by)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


@pytest.mark.clause("HLD 16.4[s1]")
@pytest.mark.parametrize("is_over", [False, True])
def test_no_page_holds_a_card_that_is_not_its_readers_to_see(on_the_turn: Floor, api: Api, is_over: bool) -> None:
    if is_over:
        to_the_end(on_the_turn)
    record = scene.record_of(on_the_turn, "hld")
    for by in (P1, P2, P3, P4, DEALER, AUDITOR):
        shown = set(FACES.findall(page(api, by)))
        assert shown <= may_see(record, by), by
        assert {"3d", "8h", "9c", "Jc"} <= shown
    assert {"Ks", "Kh"} <= set(FACES.findall(page(api, P1)))


@pytest.mark.clause("HLD 19.5(a)")
def test_a_player_whose_turn_it_is_has_choices_and_nobody_else_does(house: Floor, api: Api) -> None:
    scene.open_table(house, "holdem", "hld")
    scene.sit_down_to_holdem(house, "hld")
    scene.give(house, CROUPIER, Deal(table="hld"))
    due = scene.record_of(house, "hld").rules.due(scene.record_of(house, "hld").state)
    for number, actor in enumerate((P1, P2, P3), 1):
        text = page(api, actor)
        assert ('id="raise"' in text) is (number in due)
        assert ("Your turn." in text) is (number in due)
    for by in (P4, DEALER, AUDITOR):
        assert 'class="decision' not in page(api, by)
    assert "Take a seat" in page(api, P4)


def test_a_refused_amount_changes_nothing_and_names_its_clause(house: Floor, api: Api) -> None:
    scene.open_table(house, "holdem", "hld")
    fields = {"table": "hld", "do": "join", "seat:whole": "3", "amount:money": "5"}
    answer = api.form("/act/play", fields, by=P1)
    assert answer.status_code == 422
    assert "At least $100 is put on the table to join" in answer.content.decode()
    assert "HLD 4.3[s1]" in answer.content.decode()
    assert seat(drawn(house), 3).is_open


def test_a_full_table_offers_the_waiting_list(house: Floor, api: Api) -> None:
    scene.open_table(house, "holdem", "hld", boxes=3)
    scene.sit_down_to_holdem(house, "hld")
    assert "Wait for a seat" in page(api, P4)
    say(house, "join_waiting_list", P4)
    assert "You are number 1 on the waiting list." in page(api, P4)


def test_the_result_is_explained_pot_by_pot(on_the_turn: Floor, api: Api) -> None:
    to_the_end(on_the_turn)
    text = page(api, P2)
    assert '<p class="net lose" id="round-net">−$350.00</p>' in text
    for told in ("Main pot", "Side pot", "HLD 15.2(a)(ii)", "one pair, aces", "HLD definition of High Ball"):
        assert told in text
    assert "round-net" not in page(api, DEALER)
    recalled = page(api, P2, "/tables/hld/rounds/1")
    assert _log(recalled) == _log(text)


def _log(text: str) -> list[str]:
    return re.findall(r'<span class="does">([^<]*)', text.partition('class="log"')[2])
