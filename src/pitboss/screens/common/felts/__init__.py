"""The felt of each game: what is drawn of a view, whoever looks and whenever it was.

A felt is drawn from a view and the table's settings alone, so that the live table, a recalled round and a replay are
the same picture. A module a game: `WORDS` for its buttons, `SPOTS` for its chips, and `drawn`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from pitboss.games.play import Settings
from pitboss.screens.common.felts.buttons import Words


class Spot(NamedTuple):
    """A place for chips in front of a player. What goes on `with_it` is always as much as on this one."""

    kind: str
    title: str
    with_it: tuple[str, ...] = ()


class Felt(Protocol):
    """What a game's module has."""

    WORDS: Mapping[str, Words]
    SPOTS: tuple[Spot, ...]
    drawn: Callable[[Mapping[str, Any], Settings, str], dict[str, Any]]


def felt_of(game: str) -> Felt:
    return cast(Felt, import_module(f"pitboss.screens.common.felts.{game}"))
