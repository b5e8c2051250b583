"""Training: what is noted, once, and for nobody who sits at a table for money."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.people.training import (
    DAILY,
    DAILY_HANDS,
    NoteHand,
    daily_results,
    refusal_to_train,
    today,
    training_record,
)
from tests.floor.house_scene import Clock, sqlite_house
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import P1, done, open_table, wager

seeded_shoes = scene.seeded_shoes


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with sqlite_house(tmp_path, Clock(), scene.house_with_patrons) as made:
        yield made


def note(floor: Floor, **changes: object) -> NoteHand:
    day = today(floor, floor.clock())
    made = NoteHand(player=P1.id, day=day, game="ultimate", drill="line", number=1, do="check", given_away=0)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_mistakes_are_counted_with_their_cost_and_their_cell(floor: Floor) -> None:
    done(floor.execute(CROUPIER, note(floor)))
    done(floor.execute(CROUPIER, note(floor, number=2, given_away=33_500, cell="Before the flop: 5 against K")))
    found = training_record(floor, P1.id).of("ultimate")
    assert (found.hands, found.best, found.given_away, found.recent) == (2, 1, 33_500, (0, 33_500))
    assert found.missed == ("Before the flop: 5 against K",)
    assert found.number("line", note(floor).day) == 3
    assert training_record(floor, P1.id).of("pontoon").hands == 0


def test_a_hand_counts_once(floor: Floor) -> None:
    done(floor.execute(CROUPIER, note(floor)))
    again = floor.execute(CROUPIER, note(floor))
    assert isinstance(again, No)
    assert again.word == "counted"
    assert training_record(floor, P1.id).of("ultimate").hands == 1


def test_nobody_notes_their_own_hands(floor: Floor) -> None:
    refused = floor.execute(P1, note(floor))
    assert isinstance(refused, No)
    assert refused.word == "role"


def test_the_set_of_a_day_has_ten_hands_and_a_table_of_results(floor: Floor) -> None:
    for number in range(1, DAILY_HANDS + 1):
        assert daily_results(floor, note(floor).day, "ultimate") == []
        done(floor.execute(CROUPIER, note(floor, drill=DAILY, number=number, given_away=1000 * (number == 4))))
    [row] = daily_results(floor, note(floor).day, "ultimate")
    assert (row.player, row.best, row.given_away) == (P1.id, 9, 1000)
    assert isinstance(floor.execute(CROUPIER, note(floor, drill=DAILY, number=DAILY_HANDS + 1)), No)
    assert training_record(floor, P1.id).of("ultimate").number(DAILY, "2999-01-01") == 1
    yesterday = floor.execute(CROUPIER, note(floor, day="1999-12-31"))
    assert isinstance(yesterday, No)
    assert yesterday.word == "day"


@pytest.mark.clause("UTH 15.1[s1]")
def test_the_trainer_is_closed_to_who_sits_for_money(floor: Floor) -> None:
    assert refusal_to_train(floor, P1.id) is None
    table = open_table(floor, "ultimate")
    done(wager(floor, table, P1, 1))
    refused = refusal_to_train(floor, P1.id)
    assert refused is not None
    assert refused.clause == "UTH 15.1[s1]"
    assert str(refused).startswith("The trainer is closed to you while you sit at a table for money.")
    assert floor.execute(CROUPIER, note(floor)) == refused
