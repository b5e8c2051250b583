"""Somebody who plays Ultimate Texas Hold-em by a strategy at a table of the engine."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.cards.card import Card
from pitboss.games.house.boxes import box_at
from pitboss.games.house.felt import wager_at
from pitboss.games.play import Command, Role
from pitboss.games.table import Table
from pitboss.games.ultimate.layout import ANTE
from pitboss.games.ultimate.round import Phase
from pitboss.odds.ultimate.plan import Plan, fold_on_river, hand_class, play_after_flop
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.strategies import plan_of

SEAT, NAME = 1, "P1"


def player(rules: UltimateRules, strategy: str) -> Callable[[Table[Any]], Command]:
    """What the strategy does when box 1 is to decide. It looks at its two cards and the communal cards shown."""
    plan = plan_of(rules, strategy)

    def decide(table: Table[Any]) -> Command:
        play = table.state.play
        box, ante = box_at(play, SEAT), wager_at(table.state.felt.wagers, SEAT, ANTE)
        assert box is not None
        assert ante is not None
        multiple = _multiple(plan, play.phase, box.cards, play.communal[: play.shown])
        if multiple:
            return Command(Role.PLAYER, "play", SEAT, NAME, amount=multiple * ante.stake)
        return Command(Role.PLAYER, "fold" if play.phase is Phase.RIVER else "check", SEAT, NAME)

    return decide


def _multiple(plan: Plan, phase: Phase, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """UTH 8.1, UTH 8.3, UTH 8.5: the multiple to play now, or 0."""
    one, other = hole
    if phase is Phase.BEFORE_FLOP:
        return int(plan.before_flop[hand_class(one, other)])
    shown = np.array(board, np.uint8)
    if phase is Phase.AFTER_FLOP:
        return 2 if play_after_flop(plan.arrays(), shown, one, other) else 0
    return 0 if fold_on_river(plan.arrays(), shown, one, other) else 1
