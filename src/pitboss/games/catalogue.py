"""The games by name, each loaded when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import Any

from pitboss.games.play import Game

HOUSE_GAMES = ("ultimate", "canberra", "pontoon")


@cache
def game_named(name: str) -> Game[Any]:
    """One of the house games, or hold'em."""
    game: Game[Any] = import_module(f"pitboss.games.{name}").GAME
    return game
