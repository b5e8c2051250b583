"""Recall and rounds written down: what there was, for those who may have it, and nothing that there was not."""

import json
import re
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pitboss.cards.card import face
from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.floor.kernel import floor as floor_house
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.people.directory import Directory
from pitboss.floor.reading import recall
from pitboss.floor.reading.journal_search import JournalQuery, search
from pitboss.floor.reading.recall import NoSuchRound
from pitboss.floor.reading.reports import day_report, table_day
from pitboss.floor.reading.round_export import round_written, table_played
from pitboss.floor.reading.rulings_log import rulings
from pitboss.floor.reading.significant import significant_events
from pitboss.floor.reading.sittings import last_rounds
from pitboss.floor.tables.setup import DisableTable, EnableTable, SetTable
from pitboss.games.play import RUNNING
from pitboss.histories import phh
from pitboss.ledger import reading
from pitboss.ledger.reading import Period
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    DISPLAY,
    JACKPOT,
    MANAGER,
    P1,
    P2,
    P4,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    deal,
    deal_by_hand,
    done,
    give,
    open_live_table,
    open_table,
    play_round,
    record_of,
    rule,
    say,
    sit_down_to_holdem,
    wager,
)
from tests.refusals import refused


def written(table: str, number: int, actor: Any = AUDITOR) -> dict[str, Any]:
    told = round_written(table, number, actor)
    assert not isinstance(told, No), told
    return told


@pytest.mark.parametrize(
    ("game", "settings"),
    [("ultimate", {}), ("canberra", {"jackpot": JACKPOT}), ("pontoon", {"decks": 4, "burn_on_new_shoe": 1})],
)
def test_the_auditor_gets_a_round_as_a_case_that_plays_to_the_same_end(
    house: Floor, tmp_path: Path, game: str, settings: dict[str, Any]
) -> None:
    table = open_table(house, game, **settings)
    for number in range(3):
        play_round(lambda: house, table, Random(number))
    for number in (1, 2, 3):
        told = written(table, number)
        assert told["format"] == "case"
        document = tmp_path / f"{number}.json"
        document.write_text(json.dumps(told["case"]))
        (case,) = load(document).cases
        verdict = run_case(game, case)
        assert verdict.passed, verdict


def test_rounds_of_some_numbers_are_those_of_the_whole_list(house: Floor) -> None:
    """A round is found by halving: whichever is asked for, it is the one that going through all of them comes to."""
    table = open_table(house, "ultimate")
    for number in range(7):
        play_round(lambda: house, table, Random(number))
    every = recall.rounds(table)
    assert [each.number for each in every] == [*range(1, 8)]
    assert all(before.last + 1 == after.first for before, after in pairwise(every))
    for first, last in product(range(-1, 9), range(-1, 10)):
        assert recall.rounds(table, first, last) == [each for each in every if first <= each.number <= last]
    assert [recall.find_round(table, number) for number in range(1, 8)] == every
    for number in (0, 8):
        with pytest.raises(NoSuchRound):
            recall.find_round(table, number)


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
def test_nothing_that_is_looked_up_goes_through_the_whole_journal(house: Floor) -> None:
    table = open_table(house, "ultimate")
    play_round(lambda: house, table, Random(1))
    clock = gaming_clock(house)
    day = clock.day(house.clock())
    with CaptureQueriesContext(connection) as asked:
        recall.steps(table, 1)
        last_rounds(table)
        day_report(day, clock)
        table_day(table, day, clock)
        reading.statement("patron:p1", Period(*clock.span(day)))
        search(JournalQuery(kind="games.RoundVoided"))
        search(JournalQuery(from_at=house.clock() - 1, to_at=house.clock()))
        significant_events(house)
        rulings()
        Directory().search("p1")
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            cursor.execute("EXPLAIN QUERY PLAN " + query["sql"].replace("%", "%%"))
            plan = " ".join(row[3] for row in cursor.fetchall())
            # Whichever end of it is wanted is found at once.
            is_end = "LIMIT 1" in query["sql"] or "MAX(seq)" in query["sql"]
            assert is_end or not re.search("SCAN (journal_event|ledger_transfer)", plan), query["sql"]


def test_who_has_seen_every_card_of_a_round_gets_it_as_a_case(house: Floor) -> None:
    table = open_table(house, "ultimate")
    for player, seat in ((P1, 1), (P2, 2)):
        done(wager(house, table, player, seat))
    deal(house, table, P1, P2)
    done(say(house, P1, table, "play", seat=1, amount=4000))
    done(say(house, P2, table, "fold", seat=2))
    # The hand of the second player was never shown to the first; the second saw neither hand against it turned up.
    assert written(table, 1, P1)["format"] == "views"
    done(wager(house, table, P1, 1))
    deal(house, table, P1, P2)
    done(say(house, P1, table, "play", seat=1, amount=4000))
    assert written(table, 2, P1)["format"] == "case"


def test_others_get_a_round_of_the_house_as_they_saw_it(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    done(say(house, P1, table, "fold", seat=1))
    mine = record_of(house, table).state.play.boxes[0].cards
    for actor, sees in ((P1, True), (P4, False), (DISPLAY, False), (SUPERVISOR, False)):
        told = written(table, 1, actor)
        assert told["format"] == "views"
        assert all(f'"{face(card)}"' in json.dumps(told) for card in mine) is sees
        assert told["views"] == [recall.view_of(step.record, actor).as_json() for step in recall.steps(table, 1)]


def test_a_hand_of_holdem_is_written_with_the_cards_its_reader_may_know(house: Floor) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    play_round(lambda: house, table, Random(1))
    now = record_of(house, table).state.play.round
    hole = dict(zip(now.names, now.hole, strict=True))
    shown = {now.seats[hand] for hand in range(len(now.seats)) if now.shown >> hand & 1} | set(now.settlement.shown)
    for actor in PLAYERS:
        told = written(table, 1, actor)["text"]
        phh.read(told, "hand")
        for seat, name in zip(now.seats, now.names, strict=True):
            cards = "".join(map(face, hole[name]))
            assert (cards in told) is (name == actor.id or seat in shown), (actor, name)
    assert all("".join(map(face, cards)) in written(table, 1, AUDITOR)["text"] for cards in hole.values())


def test_a_round_with_a_ruling_and_an_interruption_plays_again_to_the_same(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, *PLAYERS)
    give(house, SUPERVISOR, DisableTable(table=table, reason="a dispute"))
    rule(house, SUPERVISOR, table, "void_hand", seat=2, reason="a dispute")
    give(house, SUPERVISOR, EnableTable(table=table, reason="settled"))
    done(say(house, PLAYERS[0], table, "play", seat=1, amount=4000))
    done(say(house, PLAYERS[2], table, "fold", seat=3))
    assert table_played(table, 1).state == record_of(house, table).state


@pytest.mark.parametrize("mode", ["house", "practice"])
@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon", "holdem"])
def test_a_round_is_written_whatever_was_done_about_it_and_after_it(house: Floor, game: str, mode: str) -> None:
    """Wagers and a round made void, and a table that is closed, set up otherwise and opened again."""
    table = open_table(house, game, mode=mode)
    for number in (1, 2):
        _played_with_rulings(house, table, number)
    for seat, actor in enumerate(PLAYERS, 1):
        say(house, actor, table, "leave", seat=seat)
    done(say(house, MANAGER, table, "close_table", reason="the night is over"))
    give(house, MANAGER, SetTable(table=table, title="The next night", betting_seconds=50))
    done(say(house, MANAGER, table, "open_table"))
    _played_with_rulings(house, table, 3)
    for number, actor in product((1, 2, 3), (P1, P4, AUDITOR, SUPERVISOR)):
        assert written(table, number, actor)["format"] in ("case", "views", "phh")


def _played_with_rulings(house: Floor, table: str, number: int) -> None:
    """The first round is played as it comes; in the second a player's wagers are made void, and then the third."""
    if record_of(house, table).game == "holdem" and number != 2:
        sit_down_to_holdem(house, table)
    rulings: dict[int, tuple[str, dict[str, Any]]] = {
        2: ("void_wagers", {"player": "p2", "reason": "a dispute"}),
        3: ("void_round", {"reason": "disturbance"}),
    }

    def rule_once(floor: Floor) -> None:
        record = record_of(floor, table)
        if record.game != "holdem" and number in rulings and record.state.felt.stage in RUNNING:
            do, given = rulings.pop(number)
            rule(floor, SUPERVISOR, table, do, **given)

    play_round(lambda: house, table, Random(number), rule_once)


def test_a_live_round_plays_again_to_the_same(house: Floor) -> None:
    table = open_live_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    deal_by_hand(house, table, ["Ah", "Kd", "As", "Kc", "2c", "7d", "9h", "3s", "Jc"])
    assert table_played(table, 1).state == record_of(house, table).state
    assert written(table, 1)["case"]["cases"][0]["shoe"][0] == "Ah"


def test_only_a_finished_round_is_written_down(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    for actor in (P1, AUDITOR):
        refused(round_written(table, 1, actor), word="not_over")
    refused(round_written(table, 2, AUDITOR), status=404)


def test_rounds_and_steps_that_never_were_are_not_found(house: Floor) -> None:
    table = open_table(house, "ultimate")
    assert recall.rounds(table) == recall.rounds("nowhere") == recall.rounds("nul\x00") == []
    done(wager(house, table, P1, 1))
    for number, step in ((0, 1), (2, 1), (1, 0), (1, 2), (1, -1)):
        with pytest.raises(NoSuchRound, match=r"\.$"):
            recall.view_at_step(table, number, step, P1)


def test_a_round_is_recalled_from_the_snapshot_before_it(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_house, "SNAPSHOT_EVERY", 10)
    table = open_table(house, "ultimate")
    for number in range(4):
        play_round(lambda: house, table, Random(number))
    fresh = Floor(house.clock)
    assert record_of(fresh, table) == record_of(house, table)
    assert recall.steps(table, 4)[-1].record == record_of(house, table)
    assert [each.first for each in recall.rounds(table)][1:] == [each.last + 1 for each in recall.rounds(table)][:-1]
