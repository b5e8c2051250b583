"""How bots play against the house: a plain rule for each game, from what their seat may see and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.cards.card import ACE, RANKS, Card, card, rank_of
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA, ULTIMATE
from pitboss.games.bots.holdem import place_among_hands
from pitboss.games.play import Choice
from pitboss.games.pontoon.hands import VALUES, total
from pitboss.games.views import HIDDEN

View = Mapping[str, Any]

# What a bot puts down: the least that brings cards.
WAGERS: Mapping[str, tuple[str, ...]] = {"ultimate": ("ante", "blind"), "canberra": ("ante",), "pontoon": ("main",)}
_KING = RANKS.index("K")
# Of 100 starting hands in Ultimate so many are not raised.
_NOT_RAISED = 62
# Up cards from which on the dealer seldom busts.
_STRONG = 7


def decide(game: str, view: View, choices: Sequence[Choice]) -> tuple[str, int]:
    """Which of the choices that a seat is offered a bot makes: the verb and the hand."""
    offered = {choice.do: choice for choice in choices}
    first = choices[0]
    row = next(box for box in view["boxes"] if box["seat"] == first.seat)
    do = next(do for do in (*_PLANS[game](view, row, first.hand), first.do) if do in offered)
    return do, offered[do].hand


def _ultimate(view: View, row: View, _: int) -> tuple[str, ...]:
    """Four times the ante with a good hand, less with a pair of one's own or better; otherwise wait, and then fold."""
    hole, board = _cards(row["cards"]), _cards(view["communal"])
    good = _helps(hole, board) if board else place_among_hands(hole) >= _NOT_RAISED
    return ("play",) if good else ("check", "fold")


def _helps(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether a card of one's own makes a pair, or all together make a straight or better."""
    ranks = [rank_of(each) for each in hole + board]
    if any(ranks.count(rank_of(each)) > 1 for each in hole):
        return True
    made = ULTIMATE.hand(hole + board).category
    return made >= Category.STRAIGHT and (len(board) < 5 or made > ULTIMATE.hand(board).category)


def _canberra(_: View, row: View, __: int) -> tuple[str, ...]:
    """A pair or better, or ace and king, is bet on."""
    hand = _cards(row["cards"])
    high = {ACE, _KING} <= {rank_of(each) for each in hand}
    return ("bet",) if high or CANBERRA.hand(hand).category > Category.HIGH_CARD else ("fold",)


def _pontoon(view: View, row: View, hand: int) -> tuple[str, ...]:
    """Stand from 17 or soft 18, and from 14 where the dealer's card is low; otherwise one more card."""
    points, soft = total(_cards(row["hands"][hand - 1]["cards"]))
    up = VALUES[card(view["dealer"][0])]
    enough = 18 if soft else 17 if up == 1 or up >= _STRONG else 14
    return ("stand",) if points >= enough else ("hit",)


def _cards(faces: Sequence[str]) -> tuple[Card, ...]:
    return tuple(card(each) for each in faces if each != HIDDEN)


_PLANS: Mapping[str, Callable[[View, View, int], tuple[str, ...]]] = {
    "ultimate": _ultimate,
    "canberra": _canberra,
    "pontoon": _pontoon,
}
