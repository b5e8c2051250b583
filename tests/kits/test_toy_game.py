"""A fifth game by its kit alone: played, drawn, dealt by hand, recalled, conformed, and played in the terminal."""

import json
from pathlib import Path

import pytest

from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import round_written
from pitboss.floor.tables import record as table_record
from pitboss.floor.tables.play import Deal
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import Stage
from pitboss.kits import games, house_games
from tests.cli.terminal import told
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import AUDITOR, P1, P2, done, give, open_table, record_of, say
from tests.kits.toy import WAGER
from tests.screens.api_scene import Api
from tests.screens.dealer.scene import Console

seeded_shoes = scene.seeded_shoes


@pytest.fixture
def played(house: Floor) -> str:
    """A table of High Card where a round has been played."""
    table = open_table(house, "toy")
    for seat, actor in ((1, P1), (2, P2)):
        done(say(house, actor, table, "place", seat=seat, wagers={WAGER: 1000}))
    for actor in (P1, P2):
        give(house, actor, Deal(table=table))
    return table


def test_it_is_among_the_games() -> None:
    assert games()[-1] == house_games()[-1] == "toy"


def test_a_round_is_played_and_paid_and_everything_holds(house: Floor, played: str) -> None:
    record = record_of(house, played)
    assert record.state.felt.stage is Stage.OVER
    assert record.instrument == "High Card Approval 2025"
    assert {wager.outcome.clause for wager in record.state.felt.wagers if wager.outcome} == {"TOY 3.2"}
    scene.books_are_right(house, played)
    assert not verify().faults
    assert table_record.from_text(table_record.to_text(record)) == record
    assert Floor(house.clock).record(f"table:{played}") == record


def test_a_refusal_has_its_clause(house: Floor, played: str) -> None:
    refused = scene.refused(say(house, P1, played, "place", seat=1, wagers={WAGER: 1001}))
    assert refused.clause == "TOY 1.1"
    assert refused.reason.startswith("Wagers are made in multiples of $0.50")


def test_it_is_drawn_on_a_plain_felt_and_recalled(api: Api, played: str) -> None:
    cards = record_of(api.floor, played).state.felt.dealt
    for path in (f"/tables/{played}", f"/tables/{played}/rounds/1"):
        page = api.get(path, P1)
        text = page.content.decode()
        assert page.status_code == 200, text
        assert 'class="felt house plain' in text
        assert text.count("cards.svg#") >= len(cards)
        assert "TOY 3.2" in text
    assert recall.steps(played, 1)[-1].record.state == record_of(api.floor, played).state


def test_it_is_dealt_at_the_console(api: Api) -> None:
    console = Console(api, open_table(api.floor, "toy", mode="live"))
    for text, box in (("", None), ("", None), ("", None), ("p1 10", 3)):
        console.type(text, box)
    assert console.look().words == "Take the wagers"
    console.close()
    assert console.look().words == "Box 3: deal one card face up"
    console.type("AhKd")
    assert console.look().words == "Settle"
    console.type()
    assert console.is_over
    assert record_of(api.floor, console.table).state.felt.wagers[0].outcome.net == 1000  # type: ignore[union-attr]


def test_it_is_written_down_and_conforms(house: Floor, played: str, tmp_path: Path) -> None:
    written = round_written(played, 1, AUDITOR)
    assert isinstance(written, dict)
    file = tmp_path / "toy.json"
    file.write_text(json.dumps(written["case"]))
    (case,) = load(file).cases
    assert run_case("toy", case).passed


def test_it_is_played_in_the_terminal() -> None:
    text = told("toy", "--seed", "3", lines="10 q")
    assert "(TOY 3.2)" in text
    assert "1 round played" in text
