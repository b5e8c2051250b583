"""What happens at tables and desks of every kind, step by step: random rounds, worked cases, whole events."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.conformance.tournament import scene as tournament_scene
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.settings import Commission
from pitboss.games.play import Command, Events, Game, Role, Settings
from pitboss.games.table import Shoe, Table
from pitboss.kits import game_named, games
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.bots import automatic_director as director
from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import run_event
from pitboss.tournaments.event import conditions, engine
from pitboss.tournaments.event.library import event, names
from tests.properties import chaos, holdem_chaos, tables
from tests.properties.holdem_watched import WatchedHoldem

CASES = Path(__file__).parents[1] / "conformance" / "cases"
GAMES = games()
SOURCES = (*GAMES, *(f"{name} cases" for name in (*GAMES, "tournament")), "tournament")
# Tables of each source, and the rounds that each of them plays.
TABLES, ROUNDS = 25, 8


class Step(NamedTuple):
    """What followed from one command, at a table of the named game or at the desk of a tournament."""

    name: str
    before: Any
    events: Events
    after: Any

    def apply(self, state: Any, happened: Any) -> Any:
        return (
            engine.apply(state, happened) if self.name == "tournament" else game_named(self.name).apply(state, happened)
        )


@cache
def steps(source: str) -> tuple[Step, ...]:
    """Everything that happens in a source, always the same."""
    with _listening() as heard:
        if source.endswith(" cases"):
            name = source.removesuffix(" cases")
            for case in load(CASES / f"{name}.json").cases:
                assert run_case(name, case).passed, case.id
        elif source == "tournament":
            _run_events()
        elif source == "holdem":
            _play_holdem()
        else:
            _play_house_game(source)
    return tuple(heard)


@contextmanager
def _listening() -> Iterator[list[Step]]:
    heard: list[Step] = []
    at_table = Game.act

    def table_act(game: Game[Any], state: Any, command: Command) -> Any:
        return hear(game.name, state, at_table(game, state, command))

    def desk_act(state: Any, command: Any) -> Any:
        return hear("tournament", state, engine.act(state, command))

    def hear(name: str, before: Any, done: Any) -> Any:
        if not isinstance(done, Refusal):
            heard.append(Step(name, before, done[1], done[0]))
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "act", table_act)
        patch.setattr(director, "act", desk_act)
        patch.setattr(tournament_scene, "act", desk_act)
        yield heard


def _play_house_game(name: str) -> None:
    for seed in range(TABLES):
        random = Random(seed)
        table = Table(game_named(name), _some_settings(name, random), Shoe.seeded(seed)).open()
        for _ in range(ROUNDS):
            chaos.new_round(table, random)
            chaos.play_on(table, random, mischief=0.2)


def _some_settings(name: str, random: Random) -> Settings:
    game = game_named(name)
    chosen = {key: random.choice(known) for key, known in {**tables.SHARED, **tables.OWN[name]}.items()}
    if name == "pontoon":
        chosen["boxes_per_player"] = min(chosen["boxes_per_player"], chosen["boxes"])
    return replace(game.default_settings, **chosen)


USUAL: HoldemSettings = game_named("holdem").default_settings  # type: ignore[assignment]
HOLDEM_TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"limit": "fixed", "min_bet": (1000, 1000, 2000, 2000), "max_bet": 4000, "max_raises": 3},
    {"commission": Commission("pot", "i", 500), "game": "hilo", "low_qualifier": 8, "joker": True},
    {"mode": "tournament", "procedures": "STAR", "commission": None, "hole_cards": 4, "boxes": 6, "hours": (600, 60)},
    {"over_blind": 2000, "players": holdem_chaos.PLAYERS},
)
ANNOUNCED: tuple[dict[str, object], ...] = (
    {"blinds": (1000, 2000), "min_bet": 2000, "burn": False},
    {"commission": Commission("time", rate=500), "max_bet": None},
)


def _play_holdem() -> None:
    for seed in range(TABLES):
        random = Random(seed)
        table = WatchedHoldem(replace(USUAL, **HOLDEM_TABLES[seed % 5]), seed)
        table.open()
        for number in range(ROUNDS):
            holdem_chaos.new_round(table, random)
            if number == 1:
                settings = Frozen(ANNOUNCED[seed % 2])
                table.do(Command(Role.OPERATOR, "announce_settings", settings=settings, reason="a quiet night"))
            holdem_chaos.play_on(table, random, mischief=random.choice((0, 0.2)))


def _run_events() -> None:
    for number, name in enumerate(names()):
        planned = event(name)
        run: Callable[..., object] = run_house_event if planned.game in conditions.HOUSE_GAMES else run_event
        run(planned, 10, seed=number)
