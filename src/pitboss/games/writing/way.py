"""What is of one game when its settings and rounds are written down."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards.card import face
from pitboss.games.frozen import Frozen
from pitboss.games.state import State

Json = dict[str, Any]


def _dealer(state: State[Any]) -> Json:
    return {"dealer": {"cards": [face(card) for card in state.play.dealer]}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How worked cases of a game are written.

    Where a case is silent its seats and stakes are facts: by the settings in `silent` the layout has room for them, the
    sign does not cut them, and any whole number of cents is a wager. `wagers` are the kinds that a case may name, where
    they are not those of the sign. `outcome` is what a case can ask of a round beside its wagers; `conditions` what the
    first card met that table and seats do not say, as commands that bring it about. With `is_face_down` cards lie face
    down at first, with `counts_cards` events say how many had come. `values` reads the words for settings. A game that
    is written otherwise altogether has a `report` and an `export` of its own.
    """

    silent: Mapping[str, Any] = Frozen({"wager_step": 1})
    wagers: tuple[str, ...] = ()
    outcome: Callable[[Any], Json] = _dealer
    conditions: Callable[[Any, Any, Any], Iterator[Json]] = lambda game, state, deal: iter(())
    is_face_down: bool = False
    counts_cards: bool = False
    values: Callable[[Mapping[str, Any]], dict[str, Any]] = dict
    report: Callable[[Any], Json] | None = None
    export: Callable[[Any, str, str], Json] | None = None


# Of a game against the house that needs nothing of its own.
WRITING = Writing()
