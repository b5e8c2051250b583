"""One kit a game: everything that knows a game by name, found here and nowhere else.

A kit is loaded when its game is first asked for. What belongs to a layer above stands in it by its address.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.games.play import Game
    from pitboss.kits.kit import Kit

_KITS: dict[str, "Kit | str"] = {
    name: f"pitboss.kits.{name}:KIT" for name in ("ultimate", "canberra", "pontoon", "holdem")
}


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_KITS)


def house_games() -> tuple[str, ...]:
    """The names of the games that are played against the house."""
    return tuple(name for name in _KITS if kit_of(name).card_room is None)


@cache
def kit_of(name: str) -> "Kit":
    """The kit of a game."""
    found = _KITS[name]
    return resolve_name(found) if isinstance(found, str) else found


@cache
def game_named(name: str) -> "Game[Any]":
    """The rules of a game."""
    return kit_of(name).game


@contextmanager
def register_temporarily(kit: "Kit") -> Iterator[None]:
    """Meanwhile the house has this game, or has it so."""
    from pitboss.rulebook.book import rulebook

    before, documents = dict(_KITS), rulebook().documents
    known = dict(documents)
    _KITS[kit.game.name] = kit
    _forget_found()
    if kit.document is not None:
        documents[kit.document.prefix] = kit.document
    try:
        yield
    finally:
        for kept, as_before in ((_KITS, before), (documents, known)):
            kept.clear()
            kept.update(as_before)  # type: ignore[arg-type]
        _forget_found()


def _forget_found() -> None:
    kit_of.cache_clear()
    game_named.cache_clear()
