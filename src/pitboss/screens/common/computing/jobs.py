"""Jobs of the maths process. Only that process loads the odds, and numba with them."""

from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards.card import Card
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.play import State
from pitboss.odds.forecast import End, some_ends
from pitboss.odds.live import ChoiceValue, choice_values, passing_value
from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import Rules
from pitboss.odds.training.hands import TrainingHand
from pitboss.odds.training.hands import training_hand as hand_of_drill
from pitboss.screens.common.computing.figures import Figures
from pitboss.tournaments.bots.automatic_director import Stuck
from pitboss.tournaments.bots.simulation import TooManySteps
from pitboss.tournaments.event.conditions import Conditions

# Hands of hold'em that are not gone through one by one are dealt at random, so often and always in the same way.
DEALS, SEED = 400_000, 1
# What would take longer than this to go through is dealt at random.
MOST_SECONDS = 2.0


class Choices(NamedTuple):
    """The value of each choice, and of passing where that is possible."""

    values: tuple[ChoiceValue, ...]
    passing: Fraction | None = None


class Share(NamedTuple):
    """A hand's part of the pot in the long run, and its standard error where it was not counted exactly."""

    part: Fraction
    error: float = 0.0


def choices(state: State[Any], seat: int, player: str, may_pass: bool) -> Choices:
    """Of a game against the house, on what the player sees: net cents of the round with best play afterwards."""
    found = tuple(each for each in choice_values(state, seat) if each.choice.player in (None, player))
    if not found or not may_pass:
        return Choices(found)
    return Choices(found, passing_value(state, seat, player))


def training_hand(game: str, drill: str, seed: str) -> TrainingHand:
    """A hand of the trainer."""
    return hand_of_drill(game, drill, seed)


def share(hands: tuple[str, ...], board: tuple[Card, ...], dead: tuple[Card, ...], settings: HoldemSettings) -> Share:
    """Of hold'em: the part of the first hand against the others, of which those that nobody sees are random."""
    from pitboss.odds.equity import TooMuchWork, equities, simulate

    try:
        found = equities(hands, board, dead, settings=settings, most_seconds=MOST_SECONDS)
    except TooMuchWork:
        found = simulate(hands, board, dead, deals=DEALS, seed=SEED, settings=settings)
    return Share(found.hands[0].equity, found.hands[0].error)


def figures(rules: Rules) -> Figures:
    """A game by these rules: every wager, every decision, and the charts of best play."""
    return Figures.of(game_sheet(rules.game).analyse(rules))


def ends(conditions: Conditions, entries: int, numbers: range) -> tuple[End, ...]:
    """Play some of many events of a tournament to their ends; none where one of them comes to no end."""
    try:
        return some_ends(conditions, entries, numbers, SEED)
    except (Stuck, TooManySteps):
        return ()


# These take seconds.
LONG = (figures, ends)
