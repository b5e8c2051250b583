"""A strategy at a table of the rules engine: what it does when the rules ask, on the cards that everybody sees."""

from collections.abc import Callable
from typing import Any

from pitboss.games.play import Choice, Command
from pitboss.games.pontoon.round import Box, Pontoon, box_at
from pitboss.games.table import Table
from pitboss.odds.pontoon.cells import ACE, CELLS, value_of
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.strategies import Way, way_to_play
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, DRAW, SPLIT

SEAT, PLAYER = 1, "P1"
# The engine's word for each action.
COMMANDS = {number: "hit" if number == DRAW else name for number, name in enumerate(ACTION_NAMES)}


def player(rules: PontoonRules, strategy: str) -> Callable[[Table[Any]], Command | None]:
    """P1 at box 1 by this strategy.

    Insurance, surrender and rescue are offers that nobody needs to answer: None leaves the dealer to go on with the
    routine.
    """
    way = way_to_play(rules, strategy)

    def decide(table: Table[Any]) -> Command | None:
        state: Pontoon = table.state
        box = box_at(state.play, SEAT)
        if box is None:
            return None
        up = value_of(state.play.dealer[0])
        for choice in table.choices():
            if choice.seat == SEAT and choice.player == PLAYER and _wants(way, choice, box, up):
                return _command(choice)
        return None

    return decide


def _wants(way: Way, choice: Choice, box: Box, up: int) -> bool:
    """Whether the strategy takes an offer: one that may be passed over, or one of those a hand must choose from."""
    hand = box.hands[choice.hand - 1]
    if choice.do == "forfeit":
        doubled = CELLS.number(hand.cards[:-1])
        return bool(way.table.rescue[doubled, value_of(hand.cards[-1]), up])
    cell = CELLS.number(hand.cards)
    if choice.do == "insure":
        return up == ACE and bool(way.insures[cell])
    if not box.is_split:
        return choice.do == COMMANDS[int(way.table.actions[cell, up])]
    # Splitting is offered first, so what is not split again comes to the other actions after it.
    if choice.do == COMMANDS[SPLIT]:
        return bool(way.table.resplit[cell, up])
    return choice.do == COMMANDS[int(way.table.after_split[cell, up])]


def _command(choice: Choice) -> Command:
    """The choice as it is taken: insurance and doubles for as much as is allowed."""
    if choice.do == "double":
        assert choice.most is not None
        return Command(choice.by, choice.do, choice.seat, hand=choice.hand, amounts={PLAYER: choice.most})
    amount = choice.amounts[0] if choice.amounts else choice.most
    return Command(choice.by, choice.do, choice.seat, PLAYER, choice.hand, amount)
