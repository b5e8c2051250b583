"""Whom or what the director has chosen on the map: a player, a table, an empty seat, or a name to be found."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.screens.director.frame import Names
from pitboss.tournaments.event.state import Player, Tournament, seat_of

# `3 5`, `3/5` or `3.5`: table 3, seat 5.
_PLACE = re.compile(r"([0-9]{1,3})[\s/.,-]+([0-9]{1,2})")
_NUMBER = re.compile(r"p?([0-9]{1,9})", re.IGNORECASE)
# More than this is no help: the director writes another letter.
MOST_FOUND = 12


class Chosen(NamedTuple):
    """The selection whose card is open; `found` are the people matching the words searched for.

    `other`: the player is to get another seat than the one that is advised.
    """

    player: Player = ""
    table: int | None = None
    seat: int | None = None
    words: str = ""
    found: tuple[Player, ...] = ()
    other: bool = False


def chosen_by(state: Tournament, asked: Mapping[str, str], names: Names) -> Chosen:
    """Return the selection that an address asks for; choosing a seat chooses whoever sits there."""
    words = asked.get("find", "").strip()
    if words:
        found = found_by(state, words, names)
        return Chosen(player=found[0]) if len(found) == 1 else Chosen(words=words, found=found)
    player = asked.get("player", "")
    if player in state.entrants:
        return Chosen(player=player, other="other" in asked)
    table = state.tables.get(_whole(asked.get("table", "")))
    if table is None:
        return Chosen()
    seat = _whole(asked.get("seat", ""))
    if seat in table.seats:
        return Chosen(player=table.seats[seat])
    return Chosen(table=table.number, seat=seat if 1 <= seat <= table.size else None)


def _whole(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0


def found_by(state: Tournament, words: str, names: Names) -> tuple[Player, ...]:
    """Everybody whose name, number or place these words may be; those with a seat first, then by name."""
    place = _PLACE.fullmatch(words)
    if place is not None:
        table = state.tables.get(int(place[1]))
        sitter = None if table is None else table.seats.get(int(place[2]))
        return () if sitter is None else (sitter,)
    number = _NUMBER.fullmatch(words)
    if number is not None:
        return tuple(player for player in state.entrants if player.removeprefix("p") == number[1])
    wanted = words.casefold().split()
    found = [player for player in state.entrants if _is_meant(names.who(player).casefold(), wanted)]
    exact = [player for player in found if names.surname(player).casefold() == words.casefold()]
    if len(exact) == 1:
        return tuple(exact)
    found.sort(key=lambda player: (seat_of(state, player) is None, names.surname(player), player))
    return tuple(found)


def _is_meant(name: str, wanted: list[str]) -> bool:
    """Every word that was written begins a word of the name."""
    return all(any(part.startswith(word) for part in re.split(r"[\s'-]", name) + name.split()) for word in wanted)
