"""Practice: a hand that is asked for comes, and a decision that is taken back was never made, in cards and in money."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, card, cards
from pitboss.cards.shuffle import NONCE_BYTES, Shuffle, shuffle
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import CloseHouse, DisableHouse
from pitboss.floor.models import Shoe
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import round_written
from pitboss.floor.tables import bots, shoes
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.practice import AskForHand, SeatBots, TakeBack
from pitboss.floor.tables.record import PracticeToppedUp
from pitboss.floor.tables.setup import DisableTable
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import RUNNING, Stage
from pitboss.ledger import books
from tests.floor import house_scene
from tests.floor.tables.practice_scene import (
    GAMES,
    all_is_well,
    begin,
    come,
    decide,
    faces,
    finish,
    hand_of,
    play,
    practice_money,
    practise,
    stage_of,
)
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    JACKPOT,
    MANAGER,
    P1,
    P2,
    SUPERVISOR,
    WAGERS,
    done,
    give,
    house_with_patrons,
    open_table,
    record_of,
    refused,
    say,
    seal_anew,
    shuffle_of,
    wager,
)

# What practice is does not depend on the engine; on PostgreSQL it is tried by `properties/test_floor.py`.
pytestmark = house_scene.ON_SQLITE


@pytest.fixture(autouse=True)
def whims(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "random", Random(request.node.name))


# A hand that is asked for.

ASKED: dict[str, dict[str, tuple[str, ...]]] = {
    "ultimate": {"hand": ("Ah", "9h"), "dealer": ("2c", "7d"), "board": ("Kh", "Qh", "3s", "4s", "5s")},
    "canberra": {"hand": ("As", "Ks", "Qs", "Js", "Ts"), "dealer": ("9c", "9d")},
    "pontoon": {"hand": ("8h", "8h"), "dealer": ("Ac",)},
    "holdem": {"hand": ("7c", "2d"), "board": ("7h", "7s", "2c", "2h", "Kd")},
}


def board_of(floor: Floor, table: str) -> list[str]:
    game = record_of(floor, table).state.play
    return faces(game.round.board if hasattr(game, "round") else game.communal)


def comes_as_asked(floor: Floor, table: str, game: str) -> None:
    """The round that has begun has the asked hand; in hold'em its board when the round is over."""
    asked, state = ASKED[game], record_of(floor, table).state
    assert hand_of(floor, table) == list(asked["hand"])
    if game == "canberra":
        up = state.play.up
        assert faces([state.play.dealer[up]]) == ["9c"]
        assert "9d" in faces(state.play.dealer)
    elif "dealer" in asked:
        assert faces(state.play.dealer)[: len(asked["dealer"])] == list(asked["dealer"])
    finish(floor, table)
    if "board" in asked:
        board = board_of(floor, table)
        assert board == list(asked["board"])[: len(board)]


@pytest.mark.parametrize("with_bots", [0, 3])
@pytest.mark.parametrize("game", GAMES)
def test_the_hand_that_was_asked_for_comes_once(house: Floor, game: str, with_bots: int) -> None:
    table = practise(house, game, bots=max(with_bots, game == "holdem"))
    play(house, table)
    give(house, P1, AskForHand(table=table, **ASKED[game]))
    shown = recall.view_of(record_of(house, table), P1).as_json()["practice"]
    assert shown["asked_for"] == {place: list(cards) for place, cards in ASKED[game].items()}
    begin(house, table)
    comes_as_asked(house, table, game)
    assert recall.view_of(record_of(house, table), P1).as_json()["practice"]["asked_for"] is None
    begin(house, table)
    assert hand_of(house, table) != list(ASKED[game]["hand"])
    finish(house, table)
    all_is_well(house, table)


@pytest.mark.parametrize("game", GAMES[:3])
@pytest.mark.parametrize("settings", [{"shoe": "automated"}, {"shoe": "card"}])
def test_it_comes_from_either_shoe_and_after_the_wagers(house: Floor, game: str, settings: dict[str, Any]) -> None:
    table = practise(house, game, bots=2, **settings)
    done(wager(house, table, P1, 1))
    give(house, P1, AskForHand(table=table, **ASKED[game]))
    give(house, P1, Deal(table=table))
    comes_as_asked(house, table, game)
    all_is_well(house, table)


def test_what_is_not_asked_for_comes_by_chance_and_the_deck_is_whole(house: Floor) -> None:
    table = practise(house, "ultimate")
    hands = []
    for _ in range(3):
        give(house, P1, AskForHand(table=table, board=("Ah",)))
        begin(house, table)
        assert board_of(house, table)[0] == "Ah"
        hands.append(tuple(hand_of(house, table)))
        assert sorted(shoes.cards_of(record_of(house, table))) == sorted(map(Card, range(52)))
        finish(house, table)
    assert len(set(hands)) == 3
    assert all(len(set(hand)) == 2 for hand in hands)


def test_the_board_comes_with_any_number_of_players_however_the_street_is_reached(house: Floor) -> None:
    table, seen = practise(house, "holdem"), 0
    for more in (1, 3, 4):
        give(house, P1, SeatBots(table=table, number=more))
        give(house, P1, AskForHand(table=table, **ASKED["holdem"]))
        begin(house, table)
        comes_as_asked(house, table, "holdem")
        seen = max(seen, len(board_of(house, table)))
    assert seen == 5
    all_is_well(house, table)


def test_a_shoe_in_which_the_cards_are_not_left_is_changed_for_a_new_one(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    fives = cards("5h 5h 5h")

    def fives_first(deck: Sequence[Card]) -> Shuffle:
        """Three decks, cut after 48 cards: the three fives of hearts come out in the first round."""
        rest = [card for card in deck if card not in fives]
        return Shuffle((*rest[:48], *fives, *rest[48:]), secrets.token_bytes(NONCE_BYTES))

    monkeypatch.setattr(shoes, "below", lambda limit: 0)
    monkeypatch.setattr(shoes, "shuffle", fives_first)
    table = practise(house, "pontoon", decks=3)
    play(house, table)
    monkeypatch.setattr(shoes, "shuffle", shuffle)
    number = record_of(house, table).shoe
    give(house, P1, AskForHand(table=table, hand=("5h", "5h"), dealer=("5h",)))
    begin(house, table)
    assert hand_of(house, table) == ["5h", "5h"]
    # A new shoe, and then the same in the order that was asked for.
    assert record_of(house, table).shoe == number + 2
    finish(house, table)
    all_is_well(house, table)


@pytest.mark.parametrize(
    ("game", "asked", "field"),
    [
        ("ultimate", {"hand": ("Ah", "9x")}, "hand"),
        ("ultimate", {"hand": ("Ah", "9h", "8h")}, "hand"),
        ("ultimate", {"hand": ("Ah",), "board": ("Ah",)}, "board"),
        ("ultimate", {"dealer": ("JK",)}, "dealer"),
        ("ultimate", {}, "hand"),
        ("canberra", {"board": ("Ah",)}, "board"),
        ("canberra", {"hand": ("Ah", "Ah")}, "hand"),
        ("pontoon", {"hand": ("Th",)}, "hand"),
        ("pontoon", {"board": ("Ah",)}, "board"),
        ("pontoon", {"dealer": ("Ah", "Kh")}, "dealer"),
        ("holdem", {"dealer": ("Ah",)}, "dealer"),
        ("holdem", {"board": ("Ah", "Kh", "Qh", "Jh", "9h", "8h")}, "board"),
    ],
)
def test_what_cannot_come_is_refused_with_its_field(
    house: Floor, game: str, asked: dict[str, tuple[str, ...]], field: str
) -> None:
    table = practise(house, game)
    no = refused(house.execute(P1, AskForHand(table=table, **asked)))
    assert (no.field, no.status) == (field, 422)
    assert record_of(house, table).asked is None


def test_a_wish_is_forgotten_without_cards_or_when_somebody_comes_or_goes(house: Floor) -> None:
    table = practise(house, "ultimate")
    asked = AskForHand(table=table, hand=("Ah", "As"))
    give(house, P1, asked)
    give(house, P1, AskForHand(table=table))
    assert record_of(house, table).asked is None
    give(house, P1, asked)
    come(house, table, P2, seat=2)
    assert record_of(house, table).asked is None
    assert refused(house.execute(P1, asked)).word == "not_alone"
    assert not recall.view_of(record_of(house, table), P1).as_json()["practice"]["may_ask_for_hand"]
    done(say(house, P2, table, "leave", seat=2))
    give(house, P1, asked)
    assert recall.view_of(record_of(house, table), AUDITOR).as_json()["practice"]["asked_for"] is None
    done(say(house, P1, table, "leave", seat=1))
    assert record_of(house, table).asked is None


def test_somebody_who_has_not_sat_down_yet_may_ask(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate", mode="practice")
    give(house, P1, AskForHand(table=table, hand=("Ah", "As")))
    done(wager(house, table, P1, 3))
    give(house, P1, Deal(table=table))
    assert hand_of(house, table) == ["Ah", "As"]


def test_a_wish_waits_until_its_player_is_dealt_in(house: Floor) -> None:
    table = practise(house, "holdem", bots=3)
    give(house, P1, AskForHand(table=table, hand=("Ah", "As")))
    done(say(house, P1, table, "sit_out", seat=1))
    give(house, SUPERVISOR, Deal(table=table))
    assert stage_of(house, table) is Stage.OVER
    assert record_of(house, table).asked is not None
    done(say(house, P1, table, "sit_in", seat=1))
    for _ in range(6):
        give(house, P1, Deal(table=table))
        if P1.id in record_of(house, table).state.play.round.names:
            break
        assert stage_of(house, table) is Stage.OVER
    assert hand_of(house, table) == ["Ah", "As"]
    finish(house, table)
    all_is_well(house, table)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_asked_for_once_the_cards_are_out(house: Floor, game: str) -> None:
    table = practise(house, game, bots=1)
    begin(house, table)
    while stage_of(house, table) not in RUNNING:
        begin(house, table)
    no = refused(house.execute(P1, AskForHand(table=table, hand=("Ah",))))
    assert no.word == "cards_out"
    assert no.clause
    assert not recall.view_of(record_of(house, table), P1).as_json()["practice"]["may_ask_for_hand"]


def test_verify_finds_a_shoe_that_was_arranged_with_other_cards(house: Floor) -> None:
    table = practise(house, "ultimate")
    give(house, P1, AskForHand(table=table, hand=("Ah", "As")))
    begin(house, table)
    assert verify().is_good
    row = Shoe.objects.get(table=table, number=record_of(house, table).shoe)
    made = shuffle_of(row)
    seal_anew(row, replace(made, order=tuple(card("2d") if each == card("2c") else each for each in made.order)))
    assert [fault.table for fault in verify().faults] == ["floor_shoe"]


# Taking back.


@pytest.mark.parametrize("with_bots", [0, 2])
@pytest.mark.parametrize("game", GAMES)
def test_each_decision_of_a_round_can_be_taken_back_to_the_first(house: Floor, game: str, with_bots: int) -> None:
    settings = {"jackpot": JACKPOT} if game == "canberra" else {}
    table = practise(house, game, bots=max(with_bots, game == "holdem"), **settings)
    play(house, table)
    begin(house, table)
    while stage_of(house, table) not in RUNNING:
        begin(house, table)
    stood: list[tuple[Any, int, dict[str, int]]] = []
    while stage_of(house, table) in RUNNING:
        record = record_of(house, table)
        stood.append((record.state, record.drawn, practice_money(table, dict(books.balances()))))
        decide(house, table)
    for state, drawn, money in reversed(stood):
        assert recall.view_of(record_of(house, table), P1).as_json()["practice"]["may_take_back"]
        give(house, P1, TakeBack(table=table))
        record = record_of(house, table)
        assert (record.state, record.drawn) == (state, drawn)
        assert practice_money(table, dict(books.balances())) == money
        all_is_well(house, table)
    assert not recall.view_of(record_of(house, table), P1).as_json()["practice"]["may_take_back"]
    assert refused(house.execute(P1, TakeBack(table=table))).word == "nothing_to_take_back"
    finish(house, table)
    play(house, table)
    all_is_well(house, table)


def test_the_same_cards_come_again_and_the_other_decision_counts(house: Floor) -> None:
    table = practise(house, "ultimate")
    give(house, P1, AskForHand(table=table, hand=("Ah", "As"), dealer=("2c", "7d"), board=("Ad", "Ac", "8s")))
    begin(house, table)
    decide(house, table, P1, "fold")
    had = books.balance("practice/patron:p1")
    assert stage_of(house, table) is Stage.OVER
    give(house, P1, TakeBack(table=table))
    decide(house, table, P1, "play")
    assert stage_of(house, table) is Stage.OVER
    assert board_of(house, table)[:3] == ["Ad", "Ac", "8s"]
    assert books.balance("practice/patron:p1") > had + sum(WAGERS["ultimate"].values())
    case = round_written(table, 1, AUDITOR)
    assert isinstance(case, dict)
    # What was taken back is no part of the round as it was played; it can still be recalled step by step.
    assert [step["do"] for step in case["case"]["cases"][0]["script"]] == ["play"]
    folded = [step for step in recall.steps(table, 1) if "ultimate.Folded" in step.kinds]
    assert len(folded) == 1


def test_letting_the_croupier_go_on_is_a_decision_too(house: Floor) -> None:
    table = practise(house, "pontoon")
    give(house, P1, AskForHand(table=table, hand=("8h", "7h"), dealer=("Ac",)))
    begin(house, table)
    assert recall.view_of(record_of(house, table), P1).as_json()["may_deal"]
    before = record_of(house, table).state
    give(house, P1, Deal(table=table))
    assert record_of(house, table).state != before
    give(house, P1, TakeBack(table=table))
    assert record_of(house, table).state == before
    finish(house, table)
    all_is_well(house, table)


def test_winnings_that_were_spent_elsewhere_are_lent(house: Floor) -> None:
    table = practise(house, "ultimate")
    give(
        house, P1, AskForHand(table=table, hand=("Ah", "As"), dealer=("2c", "7d"), board=("Ad", "Ac", "8s", "9s", "Td"))
    )
    begin(house, table)
    decide(house, table, P1, "play")
    other = open_table(house, "holdem", "other", mode="practice", max_buy_in=10_000_000)
    done(say(house, P1, other, "join", seat=1, amount=books.balance("practice/patron:p1")))
    assert books.balance("practice/patron:p1") == 0
    facts = give(house, P1, TakeBack(table=table)).facts
    assert [event.player for _, event in facts if isinstance(event, PracticeToppedUp)] == [P1.id]
    assert books.balance("practice/patron:p1") == 0
    all_is_well(house, table)
    all_is_well(house, other)


def test_only_ones_own_round_is_taken_back_and_only_alone(house: Floor) -> None:
    table = practise(house, "ultimate", bots=1)
    begin(house, table)
    assert refused(house.execute(P2, TakeBack(table=table))).word == "not_there"
    decide(house, table, P1, "check")
    done(say(house, P2, table, "sit", seat=2))
    assert refused(house.execute(P1, TakeBack(table=table))).word == "not_alone"
    done(say(house, P2, table, "leave", seat=2))
    # What was decided before somebody came is not taken back any more.
    assert refused(house.execute(P1, TakeBack(table=table))).word == "nothing_to_take_back"
    decide(house, table, P1, "check")
    give(house, P1, TakeBack(table=table))
    finish(house, table)
    done(wager(house, table, P1, 1))
    assert refused(house.execute(P1, TakeBack(table=table))).word == "nothing_to_take_back"
    all_is_well(house, table)


def test_a_ruling_stands_whatever_was_decided_before(house: Floor) -> None:
    table = practise(house, "ultimate")
    begin(house, table)
    decide(house, table, P1, "check")
    done(say(house, SUPERVISOR, table, "void_round", reason="disturbance"))
    assert refused(house.execute(P1, TakeBack(table=table))).word == "nothing_to_take_back"
    all_is_well(house, table)


def test_nothing_is_practised_where_nothing_is_played(house: Floor) -> None:
    table = practise(house, "ultimate")
    begin(house, table)
    decide(house, table, P1, "fold")
    commands: tuple[Command, ...] = (TakeBack(table=table), AskForHand(table=table, hand=("Ah",)))
    give(house, MANAGER, CloseHouse(reason="late"))
    assert refused(house.execute(P1, commands[0])).word == "house_closed"
    give(house, SUPERVISOR, DisableTable(table=table, reason="A drill."))
    for command in commands:
        assert refused(house.execute(P1, command)).word == "table_disabled"
    assert not recall.view_of(record_of(house, table), P1).as_json()["practice"]["may_take_back"]
    give(house, MANAGER, DisableHouse(reason="Fire."))
    for command in (TakeBack(table="nowhere"), AskForHand(table="No Table", hand=("Ah",))):
        assert refused(house.execute(P1, command)).word == "unknown_table"


@pytest.mark.clause("UTH 15.1[s1]", "CAN 16.1", "PON 17.5(b)", "HLD 19.5(b)")
@pytest.mark.parametrize("mode", ["house", "live"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_for_money_offer_none_of_it(house: Floor, game: str, mode: str) -> None:
    table = open_table(house, game, mode=mode)
    clauses = {"ultimate": "UTH 15.1[s1]", "canberra": "CAN 16.1", "pontoon": "PON 17.5(b)", "holdem": "HLD 19.5(b)"}
    for command in (TakeBack(table=table), AskForHand(table=table, hand=("Ah",)), SeatBots(table=table)):
        no = refused(house.execute(P1, command))
        assert (no.clause, no.status) == (clauses[game], 403)
    assert "practice" not in recall.view_of(record_of(house, table), P1).as_json()
