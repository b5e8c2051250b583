"""Live rounds whose cards are entered when they are turned up: played, corrected, recalled, verified, written down."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards.card import faces
from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import round_written, table_played
from pitboss.floor.tables.record import from_text, to_text
from pitboss.floor.tables.setup import AddTable, SetTable
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import RoutineStep
from pitboss.histories import phh
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import AUDITOR, DEALER, DISPLAY, MANAGER, P1, P2, PLAYERS, SUPERVISOR
from tests.known import known

BACK = "??"


def typed(floor: Floor, table: str, do: str, told: str = "", **particulars: Any) -> None:
    scene.done(scene.say(floor, DEALER, table, do, cards=tuple(told.split()), **particulars))


def ultimate_round(floor: Floor) -> str:
    """Two hands: box 1 plays at once, box 2 folds after the flop; one card is misread and put right."""
    table = scene.open_live_table(floor, "ultimate")
    for seat, who in ((1, P1), (2, P2)):
        scene.wager(floor, table, who, seat)
    typed(floor, table, "shuffle")
    typed(floor, table, "deal", " ".join([BACK] * 11))
    scene.done(scene.say(floor, P1, table, "play", seat=1, amount=4000))
    scene.done(scene.say(floor, P2, table, "check", seat=2))
    typed(floor, table, "show_flop", "2c 7d 9d")
    scene.done(scene.say(floor, P2, table, "fold", seat=2))
    typed(floor, table, "show_turn_and_river", "Jc 3s")
    typed(floor, table, "correct_card", "9d 9h")
    typed(floor, table, "declare", "Kd 4h")
    typed(floor, table, "turn_up", "As Ad", seat=1)
    typed(floor, table, "settle")
    return table


def canberra_round(floor: Floor) -> str:
    """Two hands, one folds; the dealer's last card faces up."""
    table = scene.open_live_table(floor, "canberra")
    for seat, who in ((1, P1), (2, P2)):
        scene.wager(floor, table, who, seat)
    record = scene.record_of(floor, table)
    step = known(record.rules.routine(record.state))
    scene.done(scene.say(floor, DEALER, table, "shuffle", position=step.cut and step.cut[0]))
    typed(floor, table, "deal", " ".join([BACK] * 14))
    typed(floor, table, "deal", "2c")
    scene.done(scene.say(floor, P1, table, "bet", seat=1, amount=2000))
    scene.done(scene.say(floor, P2, table, "fold", seat=2))
    typed(floor, table, "reveal", "Ad Kh 8c 4d")
    typed(floor, table, "turn_up", "Jh Jc 9s 7s 3s", seat=1)
    typed(floor, table, "settle")
    typed(floor, table, "collect")
    return table


def test_a_live_hand_of_holdem_is_read_as_it_is_shown_and_what_was_mucked_stays_unknown(house: Floor) -> None:
    table = scene.open_table(house, "holdem", mode="live")
    record = scene.record_of(house, table)
    typed(house, table, "check_cards", faces(record.rules.deck(record.state).cards))
    scene.sit_down_to_holdem(house, table)
    typed(house, table, "start_round")
    typed(house, table, "shuffle", position=20)
    typed(house, table, "deal", " ".join([BACK] * 6))
    board = iter((f"{BACK} 3h 8s 9c", f"{BACK} Jd", f"{BACK} Qc"))
    while (step := _next_step(house, table)) is None or step.do == "deal":
        if step is not None:
            typed(house, table, "deal", next(board))
            continue
        record = scene.record_of(house, table)
        (seat,) = record.rules.due(record.state)
        may = [choice.do for choice in record.rules.choices(record.state) if choice.seat == seat]
        do = next(each for each in ("check", "stand", "call") if each in may)
        scene.done(scene.say(house, PLAYERS[seat - 1], table, do, seat=seat))
    assert step.faces == 2
    typed(house, table, "correct_card", "Qc Qh")
    hands = iter(("As Ad", "Ks Kd"))
    for _ in range(2):
        step = known(_next_step(house, table))
        typed(house, table, "turn_up", next(hands), seat=step.to)
    step = known(_next_step(house, table))
    told = scene.refused(scene.say(house, DEALER, table, "turn_up", seat=step.to, cards=("As", "2c")))
    assert told.clause == "HLD 2.1[s1]"
    scene.done(scene.say(house, PLAYERS[(step.to or 0) - 1], table, "muck", seat=step.to))
    typed(house, table, "settle")
    record = scene.record_of(house, table)
    assert record.state.felt.result == "settled"
    assert record.state.play.round.settlement.mucked == (step.to,)
    assert not verify().faults
    assert from_text(to_text(record)) == record
    assert table_played(table, 1).state == record.state
    for actor in (AUDITOR, P1, P2):
        told_as = round_written(table, 1, actor)
        assert not isinstance(told_as, No)
        assert told_as["text"].count("????") >= 1
        assert ("Qh" in told_as["text"], "Qc" in told_as["text"]) == (True, False)
        phh.read(told_as["text"], "hand")


def _next_step(house: Floor, table: str) -> RoutineStep | None:
    record = scene.record_of(house, table)
    found: RoutineStep | None = record.rules.routine(record.state)
    return found


ROUNDS = {"ultimate": (ultimate_round, 2), "canberra": (canberra_round, 5)}


@pytest.mark.parametrize("game", list(ROUNDS))
def test_a_live_round_is_recalled_verified_and_written_without_the_cards_nobody_saw(
    house: Floor, tmp_path: Path, game: str
) -> None:
    played, hidden = ROUNDS[game]
    table = played(house)
    record = scene.record_of(house, table)
    assert record.state.felt.result == "settled"
    scene.books_are_right(house, table)
    assert not verify().faults
    assert from_text(to_text(record)) == record
    assert table_played(table, 1).state == record.state
    for step in recall.steps(table, 1):
        for actor in (P1, P2, DEALER, AUDITOR, DISPLAY):
            assert recall.view_of(step.record, actor).as_json()
    told = round_written(table, 1, AUDITOR)
    assert not isinstance(told, No)
    shoe = told["case"]["cases"][0]["shoe"]
    assert (shoe.count(BACK), "9d" in shoe) == (hidden, False)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(told["case"]))
    document = load(file)
    assert run_case(document.game, document.cases[0]).differences == ()


def test_nobody_at_the_table_is_shown_a_card_that_was_not_turned_up(house: Floor) -> None:
    table = ultimate_round(house)
    for actor in (P1, P2, DEALER, AUDITOR, DISPLAY):
        boxes = {
            box["seat"]: box["cards"] for box in recall.view_of(scene.record_of(house, table), actor).as_json()["boxes"]
        }
        assert boxes == {1: ["As", "Ad"], 2: [BACK, BACK]}


def test_a_card_lies_face_down_only_where_it_is_dealt_so(house: Floor) -> None:
    table = scene.open_live_table(house, "pontoon", decks=4)
    scene.wager(house, table, P1, 1)
    scene.done(scene.say(house, DEALER, table, "new_shoe", position=100, depth=60))
    told = scene.refused(scene.say(house, DEALER, table, "deal", cards=(BACK,)))
    assert told.reason.startswith("'??' is not a card")
    table = scene.open_live_table(house, "ultimate")
    told = scene.refused(scene.say(house, DEALER, table, "foreign_card_found", cards=(BACK,)))
    assert told.field == "cards"


def test_at_a_virtual_table_nobody_corrects_a_card(house: Floor) -> None:
    table = scene.open_table(house, "ultimate")
    scene.wager(house, table, P1, 1)
    scene.deal(house, table)
    for actor in (DEALER, SUPERVISOR):
        told = scene.refused(scene.say(house, actor, table, "correct_card", cards=("2c", "3c")))
        assert told.word == "virtual"


def test_a_scanner_is_a_setting_of_live_tables(house: Floor) -> None:
    scene.give(house, MANAGER, AddTable(table="uth-9", game="ultimate", title="Nine", mode="live", scanner=True))
    assert scene.record_of(house, "uth-9").scanner
    scene.give(house, MANAGER, SetTable(table="uth-9", title="Nine"))
    assert not scene.record_of(house, "uth-9").scanner
    virtual = AddTable(table="uth-8", game="ultimate", title="Eight", scanner=True)
    told = scene.refused(house.execute(MANAGER, virtual))
    assert (told.field, told.reason) == ("scanner", "A scanner reads the cards of live tables only.")
