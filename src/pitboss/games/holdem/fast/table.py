"""A table of hold'em that plays on without anybody looking: for bots, simulations and measurements."""

from collections.abc import Callable

from pitboss.games.command import dealer_step
from pitboss.games.holdem import GAME
from pitboss.games.holdem.fast.mutable_round import AnyRound, MutableRound
from pitboss.games.holdem.fast.running import Run
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.state import Holdem, Play
from pitboss.games.play import Choice, Command, Events
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

_SETTLE = dealer_step("settle")


class QuickTable(Table[Play]):
    """Plays like any table; while commands are ordinary the round is in motion, and a state is made when asked for.

    `now` is the round as it is now, to be looked at and not to be kept.
    """

    def __init__(self, settings: HoldemSettings | None = None, shoe: Shoe | None = None) -> None:
        super().__init__(GAME, settings, shoe)

    @property
    def state(self) -> Holdem:
        return self._run.state

    @state.setter
    def state(self, state: Holdem) -> None:
        self._run = Run(state)

    @property
    def now(self) -> AnyRound:
        return self._run.now

    @property
    def is_over(self) -> bool:
        return self._run.is_over

    def choices(self) -> tuple[Choice, ...]:
        """What players may do now."""
        return self._run.choices()

    def do(self, command: Command) -> Events | Refusal:
        """Gives a command; a refusal changes nothing."""
        events = self._run.give(command)
        if events is None:
            return super().do(command)
        self.commands.append(command)
        return events

    def run(self, until: Callable[[Table[Play]], bool] | None = None) -> Table[Play]:
        """The dealer's routine, until a decision may be made or the round is over."""
        run = self._run
        while until is None and isinstance(run.now, MutableRound):
            step = run.routine()
            if step is None:
                return self
            # What is told of the end is made when somebody asks.
            if step.do == "settle" and run.settle_in_motion():
                self.commands.append(_SETTLE)
            elif step.do != "deal" or not self._deal_in_motion(step.cards):
                break
        return super().run(until)

    def _deal_in_motion(self, count: int) -> bool:
        """So many cards from the shoe, where it holds them and they are ordinary; whether it does."""
        shoe = self.shoe
        if count > len(shoe.cards):
            return False
        cards = shoe.draw(count)
        if self._run.deal_in_motion(cards) is None:
            # Nothing has happened, so the shoe is as it was.
            shoe.cards += reversed(cards)
            return False
        self.commands.append(dealer_step("deal", cards))
        return True
