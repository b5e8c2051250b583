"""How bots decide at a table: by a plain rule for each game, from what their seat may see and nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pitboss.cards.card import Card, card
from pitboss.games.command import Command, Role
from pitboss.games.play import Choice
from pitboss.games.views import HIDDEN, PlaceView

# The view of the game that a kit is of.
View = Any
# What a bot does that is offered these choices: from the view of its seat, which bot it is, and its whims.
Decide = Callable[[View, Sequence[Choice], int, Random], Command]
# The verbs that it would like best, from the view, its box and the number of its hand.
Plan = Callable[[View, PlaceView, int], tuple[str, ...]]


def by_plan(plan: Plan) -> Decide:
    """A bot against the house: the first verb of the plan that is offered, for as much as may be."""

    def decide(view: View, choices: Sequence[Choice], _number: int, _random: Random) -> Command:
        offered, first = {choice.do: choice for choice in choices}, choices[0]
        row = next(box for box in view.places if box.seat == first.seat)
        do = next(do for do in (*plan(view, row, first.hand), first.do) if do in offered)
        amounts = next(choice.amounts for choice in choices if choice.do == do)
        return Command(Role.PLAYER, do, first.seat, first.player, offered[do].hand, max(amounts, default=None))

    return decide


def face_up(faces: Sequence[str]) -> tuple[Card, ...]:
    """The cards of those that lie face up."""
    return tuple(card(each) for each in faces if each != HIDDEN)


# A bot that has no plan.
BY_THE_FIRST = by_plan(lambda view, row, hand: ())
