"""Nobody is told what they may not know: not in a view, not by the kinds of what happened, not by what is refused."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.roles import CROUPIER, Actor
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.upkeep import export
from pitboss.floor.upkeep.export import ExportPeriod
from pitboss.journal import store
from tests.floor import house_scene
from tests.floor.reading.privacy_scene import (
    VIEWERS,
    PaperHouse,
    cards_in,
    evening,
    hidden_places,
    kinds_of,
    may_see,
    tries,
    words_in,
)
from tests.floor.tables.table_floor_scene import (
    JACKPOT,
    MANAGER,
    give,
    house_with_patrons,
    open_table,
    sit_down_to_holdem,
)

GAMES: dict[str, dict[str, Any]] = {
    "ultimate": {},
    "canberra": {"jackpot": JACKPOT},
    "pontoon": {"decks": 4, "burn_on_new_shoe": 1},
    "holdem": {},
}
games = pytest.mark.parametrize("game", GAMES)
SEEDS = st.integers(0, 2**32 - 1)
ADVICE = {"odds", "ev", "expected_value", "worth", "equity", "strategy", "best", "recommended", "hint"}


def house_of(game: str, seed: int, order: tuple[Card, ...] | None = None) -> PaperHouse:
    return PaperHouse(game, order, seed, **GAMES[game])


def played(house: PaperHouse, seed: int) -> Iterator[tuple[Actor, Command, Any]]:
    """An evening, step by step: who gave which command, and the kinds of what followed."""
    for actor, command in evening(house, Random(seed)):
        yield actor, command, kinds_of(house.give(actor, command))


@games
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS)
def test_a_view_has_no_card_that_its_viewer_may_not_see(game: str, seed: int) -> None:
    house = house_of(game, seed)
    for _ in played(house, seed):
        for viewer in VIEWERS:
            view = house.shown(viewer)
            assert cards_in(view) <= may_see(house.table, viewer), viewer
            assert not words_in(view) & ADVICE, "a money table advises"


@games
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS, at=st.floats(0, 1), viewer=st.sampled_from(VIEWERS))
def test_all_that_somebody_is_told_is_the_same_whatever_the_hidden_cards_are(
    game: str, seed: int, at: float, viewer: Actor
) -> None:
    """Views, kinds, clauses and numbers of events, clocks, who is waited for: none of it depends on a hidden card."""
    house = house_of(game, seed)
    steps = [(*step, house.shown(viewer), house.table) for step in played(house, seed)]
    steps = steps[: round(at * (len(steps) - 1)) + 1]
    other = house_of(game, seed, other_shoe(house, [step[-1] for step in steps], viewer, seed))
    for actor, command, kinds, view, _ in steps:
        assert kinds_of(other.give(actor, command)) == kinds
        assert other.shown(viewer) == view


def other_shoe(house: PaperHouse, records: list[TableRecord], viewer: Actor, seed: int) -> tuple[Card, ...] | None:
    """The shoe of a house with the cards in other places that a viewer has not seen up to a moment."""
    if not records[-1].shoe:
        return None
    return house.with_hidden_elsewhere(hidden_places(records, house.cards(), viewer), Random(seed))


@games
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS, at=st.floats(0, 1), viewer=st.sampled_from(VIEWERS))
def test_nothing_that_somebody_could_ask_tells_of_a_hidden_card(game: str, seed: int, at: float, viewer: Actor) -> None:
    """Every verb is tried at one moment of a round, in two houses that differ in hidden cards: the same answers."""
    house = house_of(game, seed)
    steps = [(*step, house.table) for step in played(house, seed)]
    steps = steps[: round(at * (len(steps) - 1)) + 1]
    order = other_shoe(house, [step[-1] for step in steps], viewer, seed)
    first, second = house_of(game, seed), house_of(game, seed, order)
    for actor, command, *_ in steps:
        first.give(actor, command)
        second.give(actor, command)
    for command in tries(first.table, viewer):
        told = first.tried(viewer, command, viewer)
        assert told.is_revealing or second.tried(viewer, command, viewer) == told, command


# The chain.


def test_no_digest_that_is_told_can_be_found_by_trying_what_it_was_made_of(tmp_path: Path) -> None:
    """The same commands at the same moments: the same events, and yet digests from which nobody can work back."""
    told = []
    for name in ("one", "two"):
        with house_scene.sqlite_house(tmp_path / name) as floor:
            give(floor, MANAGER, OpenHouse())
            (row,) = store.tail(0)
            told.append((row.body, row.at, row.house_digest))
    assert told[0][:2] == told[1][:2]
    assert told[0][2] != told[1][2]


def test_an_exported_journal_has_a_digest_for_each_command_and_none_between_its_events(tmp_path: Path) -> None:
    """From two digests that follow each other the few hands that were possible between them could be tried."""
    with house_scene.sqlite_house(tmp_path) as floor:
        house_with_patrons(floor)
        table = open_table(floor, "holdem")
        sit_down_to_holdem(floor, table)
        give(floor, CROUPIER, Deal(table=table))
        rows = list(export.journal(ExportPeriod()))
    last = {row["of"]: row["seq"] for row in rows}
    assert any("HoleDealt" in row["kind"] for row in rows)
    assert [bool(row["house_digest"]) for row in rows] == [last[row["of"]] == row["seq"] for row in rows]
