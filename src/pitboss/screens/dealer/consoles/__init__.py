"""The part of the dealer's console that differs by game: steps of the round, words, hands, places of cards.

Each game has its console in a module here, found by its kit; the plain one does for a simple game against the house.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.cards.ranking import Ranking
from pitboss.floor.reading.table_view import TableView
from pitboss.floor.tables.record import TableRecord
from pitboss.games.frozen import Frozen
from pitboss.games.house.showdown import Shown
from pitboss.games.play import RoutineStep as Routine
from pitboss.games.play import Stage
from pitboss.kits import kit_of

DONE, NOW, COMING = "done", "now", "coming"
View = TableView[Any]


class ListedStep(NamedTuple):
    """A step on the dealer's list, with its number in the game's document, done, now or still to come."""

    title: str
    number: str = ""
    standing: str = COMING


class CardPlace(NamedTuple):
    """So many of the next cards, what the dealer does with them in words, and whether nobody reads them yet."""

    words: str
    cards: int
    is_down: bool = False


def before_play(record: TableRecord, *, shuffles: bool) -> int | None:
    """Where the wagers, the shuffle and the deal have got to; None once all cards are out."""
    felt = record.state.felt
    if felt.stage is Stage.BETTING:
        return 1 if shuffles and not felt.shuffled and felt.wagers else 0
    return 1 + shuffles if felt.stage is Stage.DEALING else None


def _steps_reached(record: TableRecord, view: View) -> int:
    before = before_play(record, shuffles=True)
    return before if before is not None else 3 if record.rules.due(record.state) else 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """One game at the console.

    `steps` are those of a round, the deal at place `deal`, and `reached` is the one that a table is at. `hint` says
    what may be typed for wagers. `words` and `sayings` are for the steps of the routine, `call` for a decision and
    `last_call` before the first hand is turned up. Poker hands of `hand_size` cards are ranked by `ranking` with so
    many of the `board`, and `standing` says how the dealer's hand stands; `is_out` is whether it takes no part.
    `up_card` is the one card of a deal that is read as it comes, and `places` where cards go in a game whose deal is no
    plan.
    """

    steps: tuple[ListedStep, ...] = (
        *(ListedStep("Wagers"), ListedStep("Shuffle"), ListedStep("“No more bets”, deal"), ListedStep("Decisions")),
        *(ListedStep("Settle from the right"), ListedStep("Round over")),
    )
    deal: int = 2
    reached: Callable[[TableRecord, View], int] = _steps_reached
    hint: str = "25 is the wager"
    words: Mapping[str, str] = Frozen()
    sayings: Mapping[str, str] = Frozen()
    call: str = ""
    last_call: str = ""
    ranking: Ranking | None = None
    hand_size: int = 0
    board: int = 0
    standing: Callable[[View, Shown | None], str] = lambda view, hand: ""
    is_out: Callable[[Shown], bool] = lambda hand: False
    up_card: Callable[[TableRecord, tuple[int, ...]], int | None] | None = None
    places: Callable[[TableRecord, Routine], Iterable[CardPlace]] | None = None

    def step_words(self, do: str) -> str:
        """Describe a step in which the dealer enters no card."""
        return self.words.get(do) or do.replace("_", " ").capitalize()


PLAIN = Console()


def console_of(game: str) -> Console:
    found: Console = kit_of(game).load("console")
    return found


def steps_of(record: TableRecord, view: View, *, is_closed: bool = False) -> list[ListedStep]:
    """The list with its ticks; between rounds the steps of the last one are all done, and none before the first.

    With the betting closed the deal is the step, although its first card is still to come.
    """
    console, stage = console_of(record.game), record.state.felt.stage
    order = console.steps
    if stage is Stage.IDLE:
        return list(order)
    if stage is Stage.OVER and view.felt.result != "settled":
        return [*order[:-1], order[-1]._replace(title=f"Round {view.felt.result}", standing=DONE)]
    reached = len(order) if stage is Stage.OVER else console.reached(record, view)
    if is_closed and stage is Stage.BETTING:
        reached = console.deal
    return [
        step._replace(standing=DONE if place < reached else NOW if place == reached else COMING)
        for place, step in enumerate(order)
    ]
