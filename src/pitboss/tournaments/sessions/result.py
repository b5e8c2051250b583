"""Who goes on from a session, and who is above whom: chips, extra rounds for those who are equal, a draw of cards.

Pure, and asked by the commands of `sessions`. A mark is what a player had at the end of the session and, for those who
were equal, after each extra round: marks compare like words in a dictionary.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

from pitboss.cards.card import Card, rank_of
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.cards.shuffle import permute
from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.state import Player

Mark = tuple[Chips, ...]
Marks = Mapping[Player, Mark]
# What is done about equal chips: more rounds, or a draw of cards; where it is neither, the prizes are shared.
ROUNDS, DRAW = "rounds", "draw"


class SessionEnd(NamedTuple):
    """Who goes on from a table, after how many extra rounds; `undecided` are still equal for the last place."""

    advance: tuple[Player, ...]
    extra_rounds_played: int
    undecided: tuple[Player, ...]


class CardDraw(NamedTuple):
    """UTH 16.3(a)(iii)(E)(III): players from the best card down, and every card each of them drew."""

    order: tuple[Player, ...]
    cards: Mapping[Player, tuple[Card, ...]]


def session_end(
    stacks: Mapping[Player, Chips],
    advance: int,
    extra_rounds: Sequence[Mapping[Player, Chips]] = (),
    rule: str = ROUNDS,
) -> SessionEnd:
    """PON 20.21, CAN 17.22: the best by chips go on; those equal at the line play extra rounds until it is decided.

    `extra_rounds` are the stacks after each of them. Only the players who were equal take part, and what it changes is
    their order among themselves.
    """
    marks: dict[Player, Mark] = {player: (chips,) for player, chips in stacks.items()}
    played = 0
    while (level := at_line(marks, advance)) and rule == ROUNDS and played < len(extra_rounds):
        marks.update({player: (*marks[player], extra_rounds[played][player]) for player in level})
        played += 1
    return SessionEnd(best(marks, advance), played, level)


def at_line(marks: Marks, advance: int) -> tuple[Player, ...]:
    """Those with equal chips of whom some would go on and some would not."""
    ranked = sorted(marks.values(), reverse=True)
    if not 0 < advance < len(ranked) or ranked[advance - 1] != ranked[advance]:
        return ()
    return tuple(player for player, mark in marks.items() if mark == ranked[advance])


def best(marks: Marks, advance: int) -> tuple[Player, ...]:
    """Those who certainly go on, the best first."""
    level = at_line(marks, advance)
    ranked = sorted(marks, key=lambda player: marks[player], reverse=True)[:advance]
    return tuple(player for player in ranked if player not in level)


def equals(marks: Marks) -> tuple[tuple[Player, ...], ...]:
    """Groups of two or more who are equal at the end of the final, where every place counts."""
    return tuple(tier for tier in tiers_of(marks) if len(tier) > 1)


def tiers_of(marks: Marks) -> tuple[tuple[Player, ...], ...]:
    """Everybody by marks, the worst first; those of one tier are equal."""
    ranked = sorted(marks, key=lambda player: marks[player])
    return tuple(tuple(tier) for _, tier in groupby(ranked, key=lambda player: marks[player]))


def card_draw(players: Iterable[Player], seed: int) -> CardDraw:
    """UTH 16.3(a)(iii)(E)(III): one card each from a shuffled deck, aces high; those with equal ranks draw again."""
    names, bits = tuple(players), Random(seed).getrandbits
    deck: list[Card] = []
    held: dict[Player, tuple[Card, ...]] = dict.fromkeys(names, ())
    equal: tuple[tuple[Player, ...], ...] = (names,)
    while equal:
        for player in (name for group in equal for name in group):
            # With more players than cards the deck is shuffled once more.
            deck = deck or list(permute(ULTIMATE_DECK.cards, bits))
            held[player] = (*held[player], deck.pop())
        equal = equals(_ranks(held))
    ranks = _ranks(held)
    return CardDraw(tuple(sorted(names, key=lambda player: ranks[player], reverse=True)), Frozen(held))


def _ranks(held: Mapping[Player, tuple[Card, ...]]) -> Marks:
    return {player: tuple(map(rank_of, cards)) for player, cards in held.items()}
