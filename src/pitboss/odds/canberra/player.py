"""Somebody who plays Canberra Poker by a named strategy, at a table of the rules engine."""

from collections.abc import Callable
from typing import Any

from pitboss.cards.card import card
from pitboss.games.canberra.view import CanberraView
from pitboss.games.play import Audience, Command, Role, Viewer
from pitboss.games.table import Table
from pitboss.odds.canberra.plan import plan
from pitboss.odds.canberra.rules import CanberraRules

SEAT, PLAYER = 1, "P1"


def player(rules: CanberraRules, strategy: str) -> Callable[[Table[Any]], Command]:
    """Bets or folds by what the player may see, the own five cards and the dealer's upcard.

    Where players must declare hands for the jackpot, this one always does (CAN 10.4): a hand that does not qualify
    loses nothing by it.
    """
    decisions = plan(rules, strategy)

    def decide(table: Table[Any]) -> Command:
        offered = {choice.do: choice for choice in table.choices() if choice.seat == SEAT}
        if "claim_jackpot" in offered:
            return Command(Role.PLAYER, "claim_jackpot", SEAT, PLAYER)
        seen: CanberraView = table.view(Viewer(Audience.SEAT, SEAT, PLAYER))
        [mine] = (box.cards or () for box in seen.boxes if box.seat == SEAT)
        if decisions.bets([card(face) for face in mine], card(seen.up or "")):
            return Command(Role.PLAYER, "bet", SEAT, PLAYER, amount=offered["bet"].amounts[0])
        return Command(Role.PLAYER, "fold", SEAT, PLAYER)

    return decide
