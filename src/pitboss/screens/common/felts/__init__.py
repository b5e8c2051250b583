"""The felt of each game: what is drawn of a view, whoever looks and whenever it was.

A felt is drawn from a view and the table's settings alone, so that the live table, a recalled round and a replay are
the same picture. A module a game, found by its kit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.floor.reading.table_view import TableView
from pitboss.games.play import Settings
from pitboss.kits import kit_of
from pitboss.screens.common.felts.buttons import Words
from pitboss.screens.common.pages import Context


class ChipSpot(NamedTuple):
    """A place for chips in front of a player. What goes on `with_it` is always as much as on this one."""

    kind: str
    title: str
    with_it: tuple[str, ...] = ()


def plain_spot(kind: str) -> ChipSpot:
    return ChipSpot(kind, kind.replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """How one game is drawn: by the template and the style sheet of its `name`, from what `drawn` makes of a view.

    `words` are for its buttons, `spots` for its chips. A game without a sign of limits has a `sign` of its own; a
    `log` tells what was done in the round. Its choices and what came of them are drawn by the templates of `folder`.
    """

    name: str
    words: Mapping[str, Words]
    spots: tuple[ChipSpot, ...]
    drawn: Callable[[TableView[Any], Settings, str], Context]
    sign: Callable[[Settings], list[tuple[str, str]]] | None = None
    log: Callable[[str, int], list[Any]] = lambda table, position: []
    scripts: tuple[str, ...] = ()
    folder: str = "table"


def felt_of(game: str) -> Felt:
    found: Felt = kit_of(game).load("felt")
    return found
