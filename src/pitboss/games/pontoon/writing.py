"""Rounds of Pontoon written down."""

from collections.abc import Iterator

from pitboss.cards.card import face
from pitboss.games.frozen import Frozen
from pitboss.games.play import MOST_CENTS, Command, Game, Limit, State
from pitboss.games.pontoon.layout import MAIN, held_to_minimum
from pitboss.games.pontoon.round import Round
from pitboss.games.writing.steps import Json, act_again
from pitboss.games.writing.way import Writing

_NO_LIMIT = Limit(1, MOST_CENTS)


def _conditions(game: Game[Round], state: State[Round], deal: Command) -> Iterator[Json]:
    """A player held to the minimum, a card put aside, and who decides for a shared box."""
    players = {wager.player for wager in state.felt.wagers}
    for player in sorted(player for player in players if held_to_minimum(state, player)):
        yield {"event": "restrict_player", "player": player, "reason": "restricted before the first card"}
    if state.play.cards.aside:
        yield {"event": "card_drawn_in_error", "cards": [face(card) for card in state.play.cards.aside]}
    dealt, _ = act_again(game, state, deal)
    first_to_place = {wager.seat: wager.player for wager in reversed(state.felt.wagers) if wager.kind == MAIN}
    for box in dealt.play.boxes:
        if box.player != first_to_place[box.seat]:
            yield {"event": "enter_control", "seat": box.seat, "player": box.player}


WRITING = Writing(
    silent={
        "wager_step": 1,
        "boxes": 23,
        "boxes_per_player": 23,
        "limits": Frozen({"main": _NO_LIMIT, "perfect_pairs": _NO_LIMIT}),
    },
    wagers=("main", "insurance", "perfect_pairs", "super_bonus"),
    conditions=_conditions,
    counts_cards=True,
)
