"""Hands to train on: dealt from a seed, so that the same seed is the same hand, with what each choice is worth.

A drill deals hands as they come and keeps the closest of some that fit it: hands come as often as at a table, and those
where the choices are worth nearly the same come more often still.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from pitboss.games.play import Choice, State
from pitboss.games.table import Shoe, Table
from pitboss.kits import kit_of
from pitboss.odds.live import ChoiceValue, choice_values

SEAT, PLAYER = 1, "you"
EVERY_HAND = "all"
# So many hands are the set of a day.
DAILY_HANDS = 10


class Cell(NamedTuple):
    """The place of a hand in a chart of best play."""

    chart: str
    row: str
    column: str

    def __str__(self) -> str:
        return f"{self.chart}: {self.row} against {self.column}"


class Neighbour(NamedTuple):
    """A hand on the line around another: its name, and what the larger wager gains over none, in cents."""

    name: str
    gain: Fraction


class Drill(NamedTuple):
    """Hands of one kind: whether one is of it, and of how many the closest is asked. The kit has its title."""

    fits: Callable[[State[Any]], bool]
    closest_of: int = 1


@dataclass(frozen=True, slots=True)
class Training:
    """A game as it is trained: its drills by name, a hand's place in the charts, and how a hand goes on to be asked.

    `go_on` brings a table that has been dealt to one of its later decisions, by best play, or leaves it. `around` are
    the hands beside a hand in its chart.
    """

    drills: Mapping[str, Drill]
    cell: Callable[[State[Any]], Cell | None]
    go_on: Callable[[Table[Any], str, Random], None] = lambda table, drill, random: None
    around: Callable[[State[Any]], tuple[Neighbour, ...]] = lambda state: ()


class TrainingHand(NamedTuple):
    """A hand and what each choice is worth, the best first."""

    state: State[Any]
    values: tuple[ChoiceValue, ...]
    cell: Cell | None
    around: tuple[Neighbour, ...] = ()

    @property
    def gap(self) -> Fraction:
        """How much more the best choice is worth than the next."""
        return self.values[0].value - self.values[1].value


def training_of(game: str) -> Training:
    found: Training = kit_of(game).load("training")
    return found


def daily_seed(day: str, number: int) -> str:
    """The seed of a hand of a day, the same for everybody."""
    return f"{day}:{number}"


def training_hand(game: str, drill: str, seed: str) -> TrainingHand:
    """The hand of a drill by this seed."""
    training, random = training_of(game), Random(f"{game}:{seed}")
    wanted = training.drills[drill]
    hands = (_dealt_hand(game, training, drill, random) for _ in range(wanted.closest_of))
    return min(hands, key=lambda hand: hand.gap)


def _dealt_hand(game: str, training: Training, drill: str, random: Random) -> TrainingHand:
    """Deal until a hand fits and leaves something to choose."""
    while True:
        table = dealt_table(game, random)
        training.go_on(table, drill, random)
        if main_choices(table) and training.drills[drill].fits(table.state):
            values = sorted(choice_values(table.state, SEAT), key=lambda each: -each.value)
            state = table.state
            return TrainingHand(state, tuple(values), training.cell(state), training.around(state))


def main_choices(table: Table[Any]) -> list[Choice]:
    """The choices where the round waits for the player: not those that need no answer, such as insurance."""
    if table.game.routine(table.state) is not None:
        return []
    choices = [choice for choice in table.choices() if choice.seat == SEAT]
    return choices if len(choices) > 1 else []


def dealt_table(game: str, random: Random) -> Table[Any]:
    """A table of one player with the usual wagers, dealt until something is to be decided."""
    kit = kit_of(game)
    parts = {name: kit.game.nested_settings[name](**given) for name, given in kit.practice_settings.items()}
    settings: Any = kit.game.default_settings
    table: Table[Any] = Table(kit.game, replace(settings, **parts), Shoe(random.getrandbits))
    table.open().new_round()
    needed = kit.needed_wagers
    table.place(SEAT, PLAYER, **{kind: kit.usual_wagers[kind] for kind in needed if kind in kit.usual_wagers})
    table.deal()
    return table
