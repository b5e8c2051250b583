"""A table one can play at: the rules, a shoe, and a dealer who does what is routine.

The rules are pure; this is the hand that shuffles, deals and writes down. Programs, the practice game in the terminal
and the player of worked cases all sit at one of these.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from pitboss.cards.card import Card
from pitboss.cards.shuffle import Bits, Shuffle, below, permute, shuffle
from pitboss.games.command import dealer_step, wagers_placed
from pitboss.games.frozen import Frozen
from pitboss.games.house.felt import net_by_player, outcomes_of
from pitboss.games.play import (
    BETTING,
    OVER,
    Cents,
    Choice,
    Command,
    Events,
    Game,
    Outcome,
    Role,
    RoutineStep,
    Settings,
    State,
    Viewer,
    once_a_moment,
)
from pitboss.rulebook.refusal import Refusal

G = TypeVar("G")


class BadSettings(ValueError):
    """A table cannot be set up so: one sentence with the clause."""


def settings_of_another_game(game: Game[Any], settings: Settings) -> Refusal | None:
    if type(settings) is type(game.default_settings):
        return None
    return Refusal(game.clauses.procedures, f"{type(settings).__name__} is not for {game.title}.")


class OutOfCards(Exception):
    """A stacked shoe ended before the round did."""


class Shoe:
    """Cards in the order they will leave it, shuffled from the kernel, from a seed for practice, or stacked.

    `last` is the shuffle they come from: its commitment can be published before the first card, and the shuffle opened
    when the round is over.
    """

    def __init__(self, bits: Bits | None = None) -> None:
        self._bits = bits
        self.last: Shuffle | None = None
        self.cards: list[Card] = []

    @classmethod
    def seeded(cls, seed: int) -> "Shoe":
        """The same cards every time, for practice and tests."""
        return cls(Random(seed).getrandbits)

    def load(self, step: RoutineStep) -> tuple[int | None, int | None]:
        """Shuffles and loads what a step says, and chooses where to cut and where the cutting card goes."""
        # A seeded order is known to everybody, so there is nothing to hide with a nonce.
        if self._bits:
            order, nonce = permute(step.shuffles, self._bits), b""
        else:
            uncut = shuffle(step.shuffles)
            order, nonce = uncut.order, uncut.nonce
        position, depth = self._within(step.cut), self._within(step.depth)
        self.last = Shuffle(order, nonce, position or 0)
        self.cards = list(self.last.cards[::-1])
        return position, depth

    def _within(self, places: tuple[int, int] | None) -> int | None:
        if places is None:
            return None
        least, most = places
        span = most - least + 1
        return least + (below(span, self._bits) if self._bits else below(span))

    def draw(self, count: int) -> tuple[Card, ...]:
        if count > len(self.cards):
            raise OutOfCards(f"{count} cards are due and the shoe holds {len(self.cards)}.")
        if not count:
            return ()
        drawn = tuple(self.cards[: -count - 1 : -1])
        del self.cards[-count:]
        return drawn


class StackedShoe(Shoe):
    """Cards in a given order, for worked cases and replays; nothing shuffles them."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        self.cards = list(cards)[::-1]

    def load(self, step: RoutineStep) -> tuple[int | None, int | None]:
        return (None if step.cut is None else step.cut[0]), (None if step.depth is None else step.depth[0])


class Table(Generic[G]):
    """One table of one game. `do` is the only way anything happens at it; the rest is convenience."""

    def __init__(self, game: Game[G], settings: Settings | None = None, shoe: Shoe | None = None) -> None:
        settings = settings or game.default_settings
        wrong = settings_of_another_game(game, settings) or game.settings_error(settings)
        if wrong:
            raise BadSettings(str(wrong))
        self.game = game
        self.shoe = shoe or Shoe()
        self.state: State[G] = game.opened(settings)
        self.round_began_with = self.state
        self.commands: list[Command] = []
        self._last_round: tuple[State[G], list[Command]] = self.state, []
        # Whoever runs the round and whoever decides ask the same moment.
        self._choices = once_a_moment(game.choices)

    def do(self, command: Command) -> Events | Refusal:
        """Gives a command; a refusal changes nothing."""
        before = self.state
        done = self.game.act(before, command)
        if isinstance(done, Refusal):
            return done
        self.state, events = done
        if type(command.wagers) is not Frozen or type(command.amounts) is not Frozen:
            # What was asked is kept as it was, whatever its sender does with it afterwards.
            command = command._replace(wagers=Frozen(command.wagers), amounts=Frozen(command.amounts))
        if command.do == "start_round":
            self._last_round = self.round_began_with, self.commands
            self.round_began_with, self.commands = before, []
        elif before.felt.stage is BETTING and self.state.house.round < before.house.round:
            # The last round is open again, and nothing of the next one has happened.
            self.round_began_with, self.commands = self._last_round
        self.commands.append(command)
        return events

    def open(self) -> "Table[G]":
        """Opens the table with its cards checked."""
        self._must(Command(Role.OPERATOR, "open_table"))
        self._must(Command(Role.DEALER, "check_cards", cards=self.game.deck(self.state).cards))
        return self

    def new_round(self, minute: int | None = None) -> "Table[G]":
        """Opens the betting, with the cards shuffled; the minute of the day matters where hours of gaming are set."""
        start = dealer_step("start_round")
        self._must(start if minute is None else start._replace(minute=minute))
        self.shuffle_if_due()
        return self

    def shuffle_if_due(self) -> RoutineStep | None:
        """Shuffles whatever is to be shuffled now, and says what comes next."""
        step = self.game.routine(self.state)
        while step is not None and step.shuffles:
            self.take(step)
            step = self.game.routine(self.state)
        return step

    def place(self, seat: int, player: str, **wagers: Cents) -> Events | Refusal:
        """Chips of a player on the spots of a box."""
        return self.do(wagers_placed(seat, player, wagers))

    def act(self, seat: int, do: str, **particulars: object) -> Events | Refusal:
        """A player's decision; the dealer then does what is routine until somebody must decide again."""
        answer = self.do(Command(Role.PLAYER, do, seat=seat, **particulars))  # type: ignore[arg-type]
        if not isinstance(answer, Refusal):
            self.run()
        return answer

    def deal(self) -> "Table[G]":
        """Closes the betting, deals, and goes on until a decision is due."""
        step = self.shuffle_if_due()
        if step is None:
            # Nothing to deal: the rules say why.
            self._must(Command(Role.DEALER, "deal", cards=self.game.deck(self.state).cards[:1]))
        else:
            self.take(step)
        return self.run()

    def run(self, until: Callable[["Table[G]"], bool] | None = None) -> "Table[G]":
        """The dealer's routine, until a decision may be made or the round is over."""
        routine = self.game.routine
        while self.state.felt.stage is not BETTING and not (until and until(self)):
            step = routine(self.state)
            # A card that a hand has asked for closes nobody's choice.
            if step is None or (step.to is None and self.choices()):
                break
            self.take(step)
        return self

    def finish(self) -> "Table[G]":
        """The dealer's routine to the end of the round, past what players may still do but need not."""
        for step in iter(lambda: self.game.routine(self.state), None):
            self.take(step)
        return self

    def take(self, step: RoutineStep) -> Events:
        """One routine step of the dealer, with cards from the shoe."""
        shoe = self.shoe
        before = shoe.cards
        position, depth = shoe.load(step) if step.shuffles else (None, None)
        cards = shoe.draw(step.cards) if step.cards else ()
        command = dealer_step(step.do, cards)
        answer = self.do(command._replace(position=position, depth=depth) if step.shuffles else command)
        if isinstance(answer, Refusal):
            # Nothing has happened, so the shoe is as it was.
            shoe.cards = [*before, *reversed(cards)] if shoe.cards is before else before
            raise NotRoutine(f"{step.do}: {answer}")
        return answer

    def choices(self) -> tuple[Choice, ...]:
        """What players may do now."""
        return self._choices(self.state)

    def view(self, viewer: Viewer) -> Any:
        """The view of this game: see `GameView`."""
        return self.game.view(self.state, viewer)

    @property
    def is_over(self) -> bool:
        return self.state.felt.stage is OVER

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return outcomes_of(self.state)

    @property
    def net(self) -> dict[str, Cents]:
        return net_by_player(self.outcomes)

    def _must(self, command: Command) -> Events:
        """A step that the rules themselves proposed, or that sets the table up."""
        answer = self.do(command)
        if isinstance(answer, Refusal):
            raise NotRoutine(f"{command.do}: {answer}")
        return answer


class NotRoutine(Exception):
    """The dealer's routine met a refusal: something at the table needs a person to rule on it."""
