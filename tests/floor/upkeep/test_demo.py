"""The demo house: somebody for every role, a table of every game, two tournaments, and nothing the second time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import STAFF, VISITOR, Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.sessions import SignIn
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.upkeep import demo
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.journal.models import Event
from pitboss.ledger import books
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.event.state import Stage, chips_counted, chips_in_play, in_play
from tests.floor import house_scene
from tests.floor.upkeep import busy_house_scene

CHEAP = hashing.Cost(1, 8, 1)
Opened = tuple[Floor, dict[str, tuple[Role, str]]]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """A demo house, and the role and password of everybody in it; passwords are hashed cheaply here."""
    with house_scene.sqlite_house(tmp_path_factory.mktemp("house")) as floor:
        with patch.object(hashing, "COST", CHEAP):
            told = demo.open_demo_house(floor)
        lines = [line.split() for line in told if line.startswith("  ")]
        yield floor, {name: (Role(role), password) for name, role, password in lines}


def test_it_opens_on_both_engines_and_the_second_time_nothing_happens(house: Floor) -> None:
    with patch.object(hashing, "COST", CHEAP):
        assert demo.open_demo_house(house)
    before = store.last_seq()
    assert demo.open_demo_house(house) == ()
    assert store.last_seq() == before
    assert verify().is_good


class CutShort(Exception):
    """The first start ends here."""


@pytest.mark.parametrize("commands", [1, 9, 30, 55, 66, 90, 111, 118, 124])
def test_a_first_start_that_was_cut_short_is_finished_by_the_next(tmp_path: Path, commands: int) -> None:
    with house_scene.sqlite_house(tmp_path / "whole") as floor, patch.object(hashing, "COST", CHEAP):
        demo.open_demo_house(floor)
        whole = store.last_seq()
        steps = len(floor.record(f"tournament:{demo.RUNNING}").log)
    with house_scene.sqlite_house(tmp_path / "cut") as floor, patch.object(hashing, "COST", CHEAP):
        _cut_short(floor, commands)
        told = demo.open_demo_house(Floor(floor.clock))
        lines = [line.split() for line in told if line.startswith("  ")]
        assert len(lines) == len(demo.STAFF) + len(demo.PATRONS)
        # Only passwords may have been made twice, each of which also ends the sessions that there may be.
        assert 0 <= store.last_seq() - whole <= 2 * len(lines)
        assert len(floor.record(f"tournament:{demo.RUNNING}").log) == steps
        for name, role, password in lines:
            assert isinstance(floor.execute(VISITOR, SignIn(name=name, role=Role(role), password=password)), Done)
        assert verify().is_good


def _cut_short(floor: Floor, commands: int) -> None:
    left, execute = iter(range(commands)), floor.execute

    def counted(*given: Any) -> Done | No:
        if next(left, None) is None:
            raise CutShort
        return execute(*given)

    with patch.object(floor, "execute", counted), pytest.raises(CutShort):
        demo.open_demo_house(floor)


def test_everybody_signs_in_with_what_was_told(opened: Opened) -> None:
    floor, people = opened
    assert {role for role, _ in people.values()} == {*STAFF, Role.PLAYER}
    assert sum(role is Role.PLAYER for role, _ in people.values()) == 6
    for name, (role, password) in people.items():
        done = floor.execute(VISITOR, SignIn(name=name, role=role, password=password))
        assert isinstance(done, Done), (name, done)


def test_no_password_is_kept_in_the_journal(opened: Opened) -> None:
    kept = "".join(f"{body}{cause}" for body, cause in Event.objects.values_list("body", "cause"))
    for _, password in opened[1].values():
        assert password not in kept


def test_the_patrons_have_bought_in(opened: Opened) -> None:
    assert books.balance("patron:p1006") == demo.BOUGHT_IN
    assert set(books.trial_balance().values()) == {0}


def test_there_is_a_table_of_every_game_for_money_and_for_practice_and_one_with_a_dealer(opened: Opened) -> None:
    tables = [opened[0].record(stream) for stream in store.streams("table")]
    offered = {(record.game, record.mode) for record in tables}
    games = ("ultimate", "pontoon", "canberra", "holdem")
    assert {(game, mode) for game in games for mode in ("house", "practice")} < offered
    assert ("ultimate", "live") in offered
    assert all(record.state.house.is_open for record in tables)


def test_entries_to_the_tournament_are_open_and_some_have_entered(opened: Opened) -> None:
    record = opened[0].record(f"tournament:{demo.TOURNAMENT}")
    assert record.state.stage is Stage.OPEN
    assert len(record.state.entrants) == demo.ENTERED


def test_a_tournament_is_being_played(opened: Opened) -> None:
    """Three tables with their buttons, two who are out, one who stays away, and chips that differ."""
    floor, people = opened
    record = floor.record(f"tournament:{demo.RUNNING}")
    state = record.state
    assert state.stage is Stage.RUNNING
    assert (len(state.entrants), len(in_play(state)), len(state.exits)) == (20, 18, 2)
    assert [(table.button is not None, table.loose) for table in state.tables.values()] == [(True, 0)] * 3
    assert len({entrant.stack for entrant in state.entrants.values()}) > 10
    # An orbit of the table, of which one hand has been dealt.
    assert [entrant.penalty.hands for entrant in state.entrants.values() if entrant.penalty] == [
        len(state.tables[3].seats) - 1
    ]
    assert chips_counted(state) == chips_in_play(state) == 20 * state.conditions.stack
    shown = reading(state, record.moment(floor.clock()))
    assert shown is not None
    assert (shown.level, shown.runs) == (4, True)
    assert books.balance(f"prizes:{demo.RUNNING}") == 20 * state.conditions.to_pool
    assert not {f"p{1006 + number}" for number in range(1, 21)} & people.keys()


def test_whoever_plays_in_it_has_no_password(opened: Opened) -> None:
    floor, people = opened
    known = {name for name, record in floor.records("patron").items() if record.access.credential}
    assert known == {f"patron:{name}" for name, (role, _) in people.items() if role is Role.PLAYER}
    assert len(floor.records("patron")) == len(demo.PATRONS) + len(demo.FIELD)


def test_one_can_play_at_once(opened: Opened) -> None:
    floor, _ = opened
    player = Actor("patron:p1001", Role.PLAYER)
    wagers = busy_house_scene.WAGERS["ultimate"]
    assert isinstance(floor.execute(player, Play(table="uth-1", do="place", seat=1, wagers=wagers)), Done)
    assert isinstance(floor.execute(player, Deal(table="uth-1")), Done)
