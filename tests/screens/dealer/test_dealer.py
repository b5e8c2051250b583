"""The dealer's console on a real house: whole rounds typed, nothing hidden shown, nothing wrong taken."""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from pitboss.cards.card import face
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.setup import DisableTable
from pitboss.journal import store
from pitboss.kits import game_named
from pitboss.rulebook.book import rulebook
from pitboss.screens.dealer import felt, settlement
from pitboss.screens.dealer.consoles import DONE, console_of, steps_of
from pitboss.screens.dealer.words import CALLS, CUTS
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, PEOPLE, Api
from tests.screens.dealer.scene import Console, sentence

pytestmark = house_scene.ON_SQLITE
SUPERVISOR = PEOPLE[Role.SUPERVISOR]
# Cards in the order they leave the shoe, as many as any of these rounds takes.
DEALT = {
    "ultimate": "Kh7h2cJh4dQs3dAh9hKdTs",
    "canberra": "7c8c9cTcJc2d3d4d5d7hAsKsQh2h3h",
    "pontoon": "8h5cAs8s9d2c3cJdQcKd4h6s7d9s5h2s3s",
    "holdem": "AhKhAd3s2c5c6c7d8h8s9c9d",
}
# The same cards where they are typed when they are turned up: the board, the dealer's, and the boxes from the right.
TURNED_UP = {
    "ultimate": "Kh7h2cJh4dKdTsAh9hQs3d",
    "canberra": "3h9c2d5dKs8cJc4dAs2h7cTc3d7hQh",
    "pontoon": DEALT["pontoon"],
    "holdem": "6c7d8h8s9dAhKh",
}
# What is typed for each player: a seat with chips, or chips on the spots.
COMES = {"ultimate": "25 5", "canberra": "25", "pontoon": "25", "holdem": "200"}
# What players say whenever they are asked.
SAID = {"ultimate": "c", "canberra": "b", "pontoon": "s", "holdem": "c"}


def at_table(api: Api, game: str, *, scanner: bool = False) -> Console:
    settings = {"decks": 4} if game == "pontoon" else {}
    return Console(api, scene.open_table(api.floor, game, f"{game}-live", mode="live", scanner=scanner, **settings))


def steps_typed(console: Console, game: str, watch: Callable[[Console], None]) -> Iterator[str]:
    """A whole round with two players, and the words of each step."""
    scanner = scene.record_of(console.api.floor, console.table).scanner
    cards, came, number = (DEALT if scanner else TURNED_UP)[game], False, 0
    while not (came and number and console.is_over):
        shown = console.look()
        watch(console)
        yield shown.words
        number = scene.record_of(console.api.floor, console.table).state.house.round
        if shown.kind == "cards":
            due = sum(count for _, count, _ in json.loads(_attribute(shown.text, "data-places")))
            console.type(cards[: 2 * due])
            cards = cards[2 * due :]
        elif shown.kind == "numbers" and "they lie" in shown.text:
            console.type()
        elif shown.kind == "numbers":
            console.type("100 60" if game == "pontoon" else "26")
        elif not came and shown.token in ("place", "start_round") and (game == "holdem" or shown.token == "place"):
            for seat, player in ((1, "p1"), (2, "p2")):
                console.type(f"{player} {COMES[game]}", seat)
            came = True
        elif shown.kind in ("wagers", "calls") and 'data-closes="1"' in shown.text:
            console.close()
        elif shown.token == "call":
            seat = int(_attribute(shown.text, "data-seat"))
            calls = re.findall(rf'data-call="(\w)" data-box="{seat}"', shown.text)
            console.type(SAID[game] if SAID[game].upper() in calls else calls[-1], seat)
        else:
            console.type()


def _attribute(text: str, name: str) -> str:
    found = re.search(rf"""id="entry"[^>]*{name}=(?:"([^"]*)"|'([^']*)')""", text)
    assert found, name
    return found[1] or found[2] or ""


def nothing_hidden(console: Console) -> None:
    """Every card drawn or struck on the page is one that the rules let a dealer see."""
    record = scene.record_of(console.api.floor, console.table)
    text = console.look().text
    seen = set(felt.open_cards(view_of(record, console.actor)))
    drawn = set(re.findall(r'cards\.svg#([2-9TJQKA][shdc])"', text))
    deck = set(map(face, record.rules.deck(record.state).cards))
    struck = {each for each, left in re.findall(r'data-card="(\w\w)" data-left="(\d+)"', text) if left == "0"} & deck
    assert drawn <= seen
    assert struck <= seen


@pytest.mark.parametrize("scanner", [False, True], ids=["turned up", "scanner"])
@pytest.mark.parametrize("game", list(DEALT))
def test_a_round_of_each_game_is_typed_to_its_end(api: Api, game: str, scanner: bool) -> None:
    console = at_table(api, game, scanner=scanner)
    for _ in steps_typed(console, game, nothing_hidden):
        pass
    record = scene.record_of(api.floor, console.table)
    scene.books_are_right(api.floor, console.table)
    assert record.state.felt.result == "settled"
    assert {step.standing for step in steps_of(record, view_of(record, scene.DEALER))} == {DONE}


def test_a_scanner_enters_all_cards_at_once_and_the_steps_turn_them_up(api: Api) -> None:
    console = at_table(api, "ultimate", scanner=True)
    assert list(steps_typed(console, "ultimate", lambda _: None)) == [
        "Check the cards",
        "Open the betting of round 1",
        "Shuffle the cards",
        "Take the wagers",
        "Take the wagers",
        "Deal five communal cards",
        *["Box 1: fold, check or play", "Box 2: fold, check or play"],
        "Turn up the flop",
        *["Box 1: fold, check or play", "Box 2: fold, check or play"],
        "Turn up turn and river",
        *["Box 1: fold or play", "Box 2: fold or play"],
        "Turn up the dealer's two cards",
        "Box 2: turn up two cards",
        "Box 1: turn up two cards",
    ]


def test_live_cards_are_typed_when_they_are_turned_up_and_folded_ones_never(api: Api) -> None:
    console = at_table(api, "ultimate")
    steps = list(steps_typed(console, "ultimate", lambda _: None))
    assert steps[3:] == [
        *["Take the wagers", "Take the wagers", "Deal 11 cards face down"],
        *["Box 1: fold, check or play", "Box 2: fold, check or play"],
        "Turn up the flop",
        *["Box 1: fold, check or play", "Box 2: fold, check or play"],
        "Turn up turn and river",
        *["Box 1: fold or play", "Box 2: fold or play"],
        "Turn up the dealer's two cards",
        *["Box 2: turn up two cards", "Box 2: turn up two cards", "Box 2: settle the wagers"],
        *["Box 1: turn up two cards", "Box 1: settle the wagers"],
    ]


def test_a_key_pressed_twice_settles_one_box(api: Api) -> None:
    console = at_table(api, "ultimate")
    for words in steps_typed(console, "ultimate", lambda _: None):
        if words == "Box 2: turn up two cards":
            pressed = console.look().token
        if words == "Box 1: turn up two cards":
            assert console.refused("", token=pressed) == "The table has gone on meanwhile: look again."


def test_what_is_paid_and_taken_is_what_the_players_win_and_lose(api: Api) -> None:
    console = at_table(api, "ultimate")
    for _ in steps_typed(console, "ultimate", lambda _: None):
        pass
    view = view_of(scene.record_of(api.floor, console.table), scene.DEALER)
    boxes = settlement.boxes_settled(view)
    assert [(box.seat, box.standing) for box in boxes] == [(2, settlement.DONE), (1, settlement.NOW)]
    assert {box.seat: box.net for box in boxes} == {
        seat: sum(row.net for row in view.felt.wagers if row.seat == seat) for seat in (1, 2)
    }
    text = console.look().text
    for box in boxes:
        assert all(line.clause in text for line in box.lines)
    assert settlement.in_chips(13_750) == "1 × $100, 1 × $25, 2 × $5, 1 × $2.50"


def betting(api: Api, *, scanner: bool = False) -> Console:
    """The betting is open and the cards are shuffled; p1 sits at box 1."""
    console = at_table(api, "ultimate", scanner=scanner)
    for _ in range(3):
        console.type()
    console.type("p1", 1)
    return console


REFUSED = {
    "25": (None, "Choose a box with the arrows first."),
    "$25": (2, "Nobody is at box 2: type the player's number first, such as p1001 25. UTH 4.1"),
    "p9": (2, "There is no player p9."),
    "a lot": (1, "Write an amount in dollars, such as 25 or 25.50."),
    "25 5 5": (1, "There are 2 amounts at most."),
    "25.25": (1, "Wagers are made in multiples of $0.50; $25.25 is none. UTH 5.3"),
    "+10": (1, "There is no ante of p1 to add to on the ante spot of box 1. UTH 4.1"),
    "-10": (1, "There is no wager of p1 at box 1. UTH 4.1"),
    "x" * 1001: (1, "That is too much at once."),
}


def test_what_cannot_be_meant_is_told_in_a_sentence_and_changes_nothing(api: Api) -> None:
    console = betting(api)
    seq = store.last_seq()
    for text, (box, told) in REFUSED.items():
        assert console.refused(text, box).startswith(told), text
    assert console.refused("", 1) == "Something must be typed first."
    assert console.refused("25", 1, token="settle") == "The table has gone on meanwhile: look again."
    assert store.last_seq() == seq


def test_wagers_are_put_down_added_to_and_taken_back(api: Api) -> None:
    console = betting(api)

    def wagers() -> dict[str, int]:
        felt_now = scene.record_of(api.floor, console.table).state.felt
        return {wager.kind: wager.stake for wager in felt_now.wagers}

    console.type("10 5", 1)
    console.type("+10", 1)
    console.type("-5", 1)
    assert wagers() == {"ante": 1500, "blind": 1500, "trips": 500}
    assert console.take_back().status_code == 204
    assert wagers() == {}
    assert sentence(console.take_back()).endswith("another mistake by a ruling: F4. UTH 15.6(c)")


def test_a_card_that_is_out_is_refused_with_its_clause_and_nothing_is_dealt(api: Api) -> None:
    console = betting(api, scanner=True)
    console.type("10", 1)
    console.close()
    console.type("AhKh")
    seq = store.last_seq()
    assert console.refused("QhAh") == "Ah has already been dealt; it is in the deck once. UTH 2.1"
    assert console.refused("*") == "JK is not among the 52 cards in play. UTH 2.1"
    assert console.refused("Zz").startswith("'Zz' is not a card")
    assert store.last_seq() == seq
    console.type("1c")
    dealt = scene.record_of(api.floor, console.table).state.felt.dealt
    assert len(dealt) == 3


def turning_up(api: Api) -> Console:
    """Box 1 has played, and the flop is turned up next."""
    console = betting(api)
    console.type("10", 1)
    console.close()
    console.type()
    console.type("4", 1)
    assert console.look().words == "Turn up the flop"
    return console


def test_a_card_that_lies_there_already_is_noticed_when_it_is_turned_up(api: Api) -> None:
    console = turning_up(api)
    assert console.refused("AhKh").startswith("3 cards are turned up here and must be entered, not 2. UTH 8.2")
    assert console.refused("AhKhAh").startswith("Ah lies on the table already. If it was misread there, correct it;")
    console.type("AhKhQh")
    seq = store.last_seq()
    assert console.refused("Ah2c").startswith("Ah lies on the table already.")
    assert store.last_seq() == seq


def test_a_card_entered_wrongly_is_corrected_at_the_console_and_the_journal_says_so(api: Api) -> None:
    console = turning_up(api)
    console.type("AhKhQh")
    console.correct()
    assert console.look().words == "Correct: the wrong card"
    assert console.refused("2c3c") == "No 2c has been entered in this round. UTH 15.6(c)"
    assert console.refused("QhKh") == "Kh has already been dealt; it is in the deck once. UTH 2.1"
    console.type("QhQd")
    console.close("")
    assert console.look().words == "Turn up turn and river"
    record = scene.record_of(api.floor, console.table)
    assert view_of(record, scene.DEALER).as_json()["communal"][:3] == ["Ah", "Kh", "Qd"]
    last = store.read(f"table:{console.table}")[-1]
    assert (last.kind, json.loads(last.body)) == (
        "games.CardCorrected",
        {"wrong": "Qh", "right": "Qd", "by": "dealer", "clause": "UTH 15.6(c)", "spot": None},
    )


def test_a_card_of_pontoon_entered_wrongly_is_corrected_too(api: Api) -> None:
    console = at_table(api, "pontoon")
    for words in steps_typed(console, "pontoon", lambda _: None):
        if words.startswith("Box 1:") and "stand" in words:
            break
    before = scene.record_of(api.floor, console.table).state.play
    wrong = face(before.boxes[0].hands[0].cards[0])
    console.correct()
    assert f'data-card="{wrong}" data-left="3" data-seen="1"' in console.look().text
    console.type(f"{wrong}2d")
    after = scene.record_of(api.floor, console.table).state.play
    assert face(after.boxes[0].hands[0].cards[0]) == "2d"


def test_once_a_hand_is_paid_on_it_a_supervisor_corrects_a_card(api: Api) -> None:
    console = at_table(api, "ultimate")
    for words in steps_typed(console, "ultimate", lambda _: None):
        if words == "Box 1: turn up two cards":
            break
    console.correct()
    assert console.refused("9h8h") == (
        "Box 2 has been settled on the 9h: a supervisor corrects it. UTH definition of Casino Supervisor"
    )
    supervisor = Console(api, console.table, SUPERVISOR)
    supervisor.correct()
    supervisor.type("9h8h")
    console.close("")
    assert console.look().words == "Box 2: settle the wagers"
    console.type()
    scene.books_are_right(api.floor, console.table)


def test_so_many_cards_lie_face_down_when_something_goes_wrong_in_the_deal(api: Api) -> None:
    console = betting(api)
    console.type("10", 1)
    console.close()
    assert console.refused("30") == "Type how many lie there, 1 to 9."
    console.type("6")
    assert console.look().words == "Deal three cards face down"
    scene.done(scene.say(api.floor, scene.DEALER, console.table, "card_exposed", cards=("Kd",)))
    assert console.is_over


def test_a_key_means_only_what_the_box_may_say(api: Api) -> None:
    console = betting(api)
    console.type("10", 1)
    console.close()
    console.type()
    assert console.refused("r", 1) == "Box 1 may say: F fold, C check, 3 play 3×, 4 play 4×."
    assert console.refused("f", 4) == "Box 4 has nothing to say now."
    console.type("4", 1)
    stakes = {wager.kind: wager.stake for wager in scene.record_of(api.floor, console.table).state.felt.wagers}
    assert stakes["play"] == 4000


def test_a_raise_says_how_much(api: Api) -> None:
    console = at_table(api, "holdem")
    console.type()
    for seat in (1, 2, 3):
        console.type(f"p{seat} 200", seat)
    assert console.refused("p4", 4) == "Say with how much: p4 200."
    console.type()
    console.type("26")
    console.type()
    shown = console.look()
    seat = int(_attribute(shown.text, "data-seat"))
    assert console.refused("r", seat).startswith("Say how much, from $20.00 to $200.00.")
    console.type("r 30", seat)


def test_at_a_virtual_table_the_croupier_is_followed_and_let_go_on(api: Api) -> None:
    console = Console(api, "ultimate-1")
    assert console.look().words == "The croupier waits for players"
    assert console.refused("25", 1) == "Nothing is typed now."
    scene.done(scene.say(api.floor, P1, "ultimate-1", "place", seat=1, wagers={"ante": 1000, "blind": 1000}))
    assert console.look().words == "The croupier takes wagers"
    console.type()
    assert console.look().words == "Box 1 decides"
    nothing_hidden(console)


def test_a_table_that_is_stopped_or_closed_takes_nothing(api: Api) -> None:
    console = betting(api)
    scene.give(api.floor, SUPERVISOR, DisableTable(table=console.table, reason="a spilt drink"))
    assert (console.look().words, console.look().kind) == ("The table is stopped", "nothing")
    assert console.refused("25", 1) == "Nothing is typed now."


@pytest.mark.clause("UTH 6.2(b)")
def test_the_dealer_sees_which_pack_of_the_device_the_round_is_dealt_with(api: Api) -> None:
    console = betting(api)
    assert "Dealt with the red backs; the other pack is in the shoe." in console.look().text


@pytest.mark.clause("UTH 2.4")
def test_when_the_table_has_closed_the_dealer_is_asked_to_check_the_cards(api: Api) -> None:
    console = at_table(api, "ultimate")
    console.type()
    scene.done(scene.say(api.floor, SUPERVISOR, console.table, "close_table", reason="the day is over"))
    assert console.look().words == "The table has closed: check the cards"
    console.type()
    assert console.look().words == "The table is closed"
    assert not scene.record_of(api.floor, console.table).state.house.closing_check_is_due


def test_only_those_who_work_there_type_and_only_from_the_page(api: Api) -> None:
    console = betting(api)
    posted = {"text": "25", "box": "1", "token": "place"}
    address = f"/dealer/{console.table}/enter"
    for actor in (PEOPLE[Role.CASHIER], P1):
        answer = api.form(address, posted, actor)
        assert "The console is for the dealer and the supervisor." in answer.content.decode()
        assert api.get(f"/dealer/{console.table}", actor, Accept="text/html").status_code == 403
    bare = api._client.post(address, posted, headers=api._signed(scene.DEALER, {}))
    assert (bare.status_code, api.method("GET", address).status_code) == (422, 405)
    assert not scene.record_of(api.floor, console.table).state.felt.wagers


def test_the_list_has_live_tables_first_and_no_practice(api: Api) -> None:
    scene.open_table(api.floor, "ultimate", "practice-1", mode="practice")
    console = betting(api)
    text = api.get("/dealer/", scene.DEALER).content.decode()
    assert re.findall(r'href="/dealer/([\w-]+)"', text) == [console.table, "ultimate-1"]
    assert api.get("/dealer/nowhere", scene.DEALER, Accept="text/html").status_code == 404


def test_the_supervisor_checks_the_cards_as_well_where_both_must(api: Api) -> None:
    console = at_table(api, "ultimate")
    scene.done(scene.say(api.floor, SUPERVISOR, console.table, "change_cards"))
    console.type()
    assert console.look().words == "The supervisor checks the cards"
    Console(api, console.table, SUPERVISOR).type()
    assert console.look().words == "Open the betting of round 1"


@pytest.mark.parametrize("game", list(DEALT))
def test_every_step_has_words_and_every_clause_is_in_the_book(api: Api, game: str) -> None:
    rules = game_named(game)
    for do in rules.routines:
        assert do in console_of(game).words or do in ("deal", "settle", "turn_up"), do
        assert "position" not in rules.verbs[do].takes or do in CUTS
    assert all(rulebook().find_cited(f"{rules.prefix} {step.number}") for step in console_of(game).steps)
    assert {do for do in CALLS if do in rules.verbs}
