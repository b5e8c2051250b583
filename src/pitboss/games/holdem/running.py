"""A round played command after command, of which only the last state is looked at: replays and simulations.

What comes of each command is what `GAME.act` answers. Ordinary decisions and streets change one round in motion, and a
state is made of it only when somebody asks for it, or a command goes the long way.
"""

from pitboss.cards.card import Card
from pitboss.games.command import NOTHING_MORE, dealer_step
from pitboss.games.copies import new
from pitboss.games.holdem import GAME
from pitboss.games.holdem.at_once import are_numbers, concluded, decided, hole_cards, in_motion, next_street
from pitboss.games.holdem.dealing import BoardDealt, HoleDealt, with_dealt
from pitboss.games.holdem.motion import AnyRound, Motion
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import IN_PLAY, Holdem
from pitboss.games.play import Cents, Command, Events, Role
from pitboss.rulebook.refusal import Refusal

_PLAYER = Role.PLAYER
_SETTLE = dealer_step("settle")


def decision(do: str, seat: int, amount: Cents | None = None) -> Command:
    """A decision of whoever sits there, as directly made as can be."""
    given = _PLAYER, do, seat, None, 1, amount
    return new(Command, given + NOTHING_MORE)


class Run:
    """A table at which commands are given one after the other."""

    __slots__ = ("_dealt", "_motion", "_state")

    def __init__(self, state: Holdem) -> None:
        self._state = state
        self._motion: Motion | None = None
        # What has left the shoe since the state was made.
        self._dealt: tuple[Card, ...] = ()

    @property
    def now(self) -> AnyRound:
        """The round as it is now, to be looked at and not to be kept."""
        return self._motion or self._state.play.round

    @property
    def state(self) -> Holdem:
        """The table as it is now."""
        motion = self._motion
        if motion is not None:
            self._state = with_dealt(self._state, IN_PLAY, self._dealt, motion.round())
            self._motion, self._dealt = None, ()
        return self._state

    def decide(self, do: str, seat: int, amount: Cents | None = None) -> Events | Refusal:
        """A player's decision."""
        motion = self._motion
        if motion is None:
            motion = self._motion = in_motion(self._state)
        event = None if motion is None else decided(motion, do, seat, amount)
        return self.act(decision(do, seat, amount)) if event is None else (event,)

    def deal(self, cards: tuple[Card, ...]) -> Events | Refusal:
        """Cards from the shoe."""
        event = self._dealt_in_motion(cards) if are_numbers(cards) else None
        if event is None:
            return self.act(dealer_step("deal", cards))
        self._dealt += cards
        return (event,)

    def _dealt_in_motion(self, cards: tuple[Card, ...]) -> BoardDealt | HoleDealt | None:
        state, motion = self._state, self._motion
        if motion is not None:
            return next_street(motion, state.felt.dealt + self._dealt, cards)
        motion = Motion(state.play.round, settings_of(state))
        event = hole_cards(motion, state, cards) if motion.is_ordinary else None
        if event is not None:
            self._motion = motion
        return event

    def settle(self) -> Events | Refusal:
        """The end of the round."""
        motion, dealt = self._motion, self._state.felt.dealt + self._dealt
        done = None if motion is None else concluded(self._state, motion, dealt)
        if done is None:
            return self.act(_SETTLE)
        self._motion, self._dealt = None, ()
        self._state, events = done
        return events

    def act(self, command: Command) -> Events | Refusal:
        """Any command; the round is no longer in motion then."""
        done = GAME.act(self.state, command)
        if isinstance(done, Refusal):
            return done
        self._state, events = done
        return events
