"""What choices are worth at practice tables, and the score against best play."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from time import sleep

import pytest

from pitboss.cards.card import cards
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.practice import TakeBack
from pitboss.screens.common.computing.worker import Worker
from pitboss.screens.maths import worth
from pitboss.screens.maths.score import Score, score_of
from tests.floor.house_scene import Clock, sqlite_house
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import MANAGER, P1, P2, bet_and_deal, done, give, open_table, record_of, say
from tests.known import known
from tests.screens.maths.scene import computed

seeded_shoes = scene.seeded_shoes
ACES = "2c 7d 9h Jc 3s As Ad Kd Kh"
QUEENS = "9c 9d Qs Qh"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with sqlite_house(tmp_path, Clock(), scene.house_with_patrons) as made:
        yield made


def offered(worker: Worker, floor: Floor, table: str) -> dict[tuple[str, int | None], Fraction]:
    """What P1 can choose now, and what each of it is worth."""
    [decision] = worth.decisions(worker, record_of(floor, table), P1)
    return {(option.do, option.amount): option.value for option in worth.options(computed(decision.answer))}


def score(worker: Worker, floor: Floor, table: str) -> Score:
    """P1's, when everything is counted."""
    while (found := score_of(worker, floor, table, P1)) is None or found.to_come:
        assert found is not None
        sleep(0.01)
    return found


def test_the_best_choice_gives_nothing_away_and_a_fold_what_it_costs(
    worker: Worker, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.stack(monkeypatch, ACES)
    table = open_table(floor, "ultimate", mode="practice")
    assert score_of(worker, floor, table, P1) is None
    bet_and_deal(floor, table, P1)
    values = offered(worker, floor, table)
    assert max(values, key=lambda choice: values[choice]) == ("play", 4000)
    assert score(worker, floor, table) == Score()
    done(say(floor, P1, table, "play", seat=1, amount=4000))
    assert score(worker, floor, table) == Score(decisions=1, best=1)
    bet_and_deal(floor, table, P1)
    done(say(floor, P1, table, "fold", seat=1))
    lost = values["play", 4000] - values["fold", None]
    assert score(worker, floor, table) == Score(decisions=2, best=1, given_away=lost)


@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon"])
def test_the_score_is_the_same_however_often_it_is_looked_at(worker: Worker, floor: Floor, game: str) -> None:
    table, random = open_table(floor, game, mode="practice"), Random(4)

    def look(_: Floor) -> None:
        score_of(worker, floor, table, P1)

    for _ in range(4):
        scene.play_round(lambda: floor, table, random, look)
    followed = score(worker, floor, table)
    assert 0 < followed.decisions >= followed.best
    assert followed.given_away > 0
    assert score(worker, Floor(floor.clock), table) == followed


def test_who_comes_back_begins_anew(worker: Worker, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.stack(monkeypatch, ACES)
    table = open_table(floor, "ultimate", mode="practice")
    bet_and_deal(floor, table, P1)
    done(say(floor, P1, table, "fold", seat=1))
    assert score(worker, floor, table).decisions == 1
    done(say(floor, P1, table, "leave", seat=1))
    assert score_of(worker, floor, table, P1) is None
    bet_and_deal(floor, table, P1)
    assert score(worker, floor, table) == Score()


def test_a_decision_that_is_taken_back_is_not_counted(
    worker: Worker, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.stack(monkeypatch, ACES)
    table = open_table(floor, "ultimate", mode="practice")
    bet_and_deal(floor, table, P1)
    done(say(floor, P1, table, "check", seat=1))
    done(say(floor, P1, table, "play", seat=1, amount=2000))
    assert score(worker, floor, table).decisions == 2
    give(floor, P1, TakeBack(table=table))
    first = score(worker, floor, table)
    assert first.decisions == 1
    assert first.given_away > 0
    give(floor, P1, TakeBack(table=table))
    assert score(worker, floor, table) == Score()
    done(say(floor, P1, table, "play", seat=1, amount=4000))
    assert score(worker, floor, table) == Score(decisions=1, best=1)
    assert score(worker, Floor(floor.clock), table) == Score(decisions=1, best=1)


def test_letting_insurance_pass_is_a_decision(worker: Worker, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.stack(monkeypatch, "7c Ad 9d")
    table = open_table(floor, "pontoon", mode="practice", shoe="automated")
    bet_and_deal(floor, table, P1)
    record = record_of(floor, table)
    assert record.state.play.dealer == cards("Ad")
    values = offered(worker, floor, table)
    assert values[worth.PASS, None] > values["insure", 500]
    done(say(floor, P1, table, "insure", seat=1, amount=100))
    part = (values[worth.PASS, None] - values["insure", 500]) / 5
    assert score(worker, floor, table) == Score(decisions=1, best=0, given_away=part)
    give(floor, P1, Deal(table=table))
    assert score(worker, floor, table) == Score(decisions=2, best=1, given_away=part)


@pytest.mark.clause("UTH 15.1[s1]", "CAN 16.1", "PON 17.5(a)", "HLD 19.5(a)")
@pytest.mark.parametrize(
    ("game", "clause"),
    [("ultimate", "UTH 15.1[s1]"), ("canberra", "CAN 16.1"), ("pontoon", "PON 17.5(a)"), ("holdem", "HLD 19.5(a)")],
)
def test_nothing_of_it_is_told_at_a_table_for_money(floor: Floor, game: str, clause: str) -> None:
    for mode in ("house", "live"):
        no = known(worth.not_at(record_of(floor, open_table(floor, game, f"{game}-{mode}", mode=mode))))
        assert (no.clause, no.status) == (clause, 403)
    assert worth.not_at(record_of(floor, open_table(floor, game, mode="practice"))) is None


def test_nobody_is_told_of_others(worker: Worker, floor: Floor) -> None:
    table = open_table(floor, "ultimate", mode="practice")
    bet_and_deal(floor, table, P1)
    record = record_of(floor, table)
    assert worth.decisions(worker, record, P2) == []
    assert worth.decisions(worker, record, MANAGER) == []


def test_a_hand_of_holdem_has_its_part_of_the_pot_and_what_a_call_needs(
    worker: Worker, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(floor, "holdem", mode="practice")
    for seat, actor in ((1, P1), (2, P2)):
        done(say(floor, actor, table, "join", seat=seat, amount=50_000))
    give(floor, CROUPIER, Deal(table=table))
    now = record_of(floor, table).state.play.round
    turn, waits = (P1, P2) if now.names[now.turn] == "p1" else (P2, P1)
    found = known(worth.pot_odds(worker, record_of(floor, table), turn))
    assert found.opponents == 1
    assert found.share_needed == Fraction(found.call, sum(now.paid) + found.call)
    assert 0 < computed(found.answer).part < 1
    assert worth.pot_odds(worker, record_of(floor, table), waits) is None
    assert score_of(worker, floor, table, turn) is None
