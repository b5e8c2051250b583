"""A round played command after command, of which only the last state is looked at: replays and simulations.

What comes of each command is what `GAME.act` answers. Ordinary decisions and streets change one round in motion, and a
state is made of it only when somebody asks for it, or a command goes the long way.
"""

from pitboss.cards.card import Card
from pitboss.games.command import dealer_step, decision
from pitboss.games.holdem import GAME
from pitboss.games.holdem.dealing import BoardDealt, HoleDealt, with_dealt
from pitboss.games.holdem.fast.at_once import (
    are_numbers,
    conclude_round,
    decide_at_once,
    hole_cards,
    in_motion,
    next_street,
    settle_at_once,
)
from pitboss.games.holdem.fast.mutable_round import AnyRound, MutableRound
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.showdown.settlement import Settled
from pitboss.games.holdem.state import IN_PLAY, Holdem
from pitboss.games.play import Cents, Command, Events
from pitboss.rulebook.refusal import Refusal

_SETTLE = dealer_step("settle")


class Run:
    """A table at which commands are given one after the other.

    `now` is the round as it is now, to be looked at and not to be kept: in motion as long as commands are ordinary,
    and else that of the last state.
    """

    __slots__ = ("_dealt", "_settled", "_state", "now")

    now: AnyRound

    def __init__(self, state: Holdem) -> None:
        self._is(state)

    def _is(self, state: Holdem) -> None:
        self._state, self.now = state, state.play.round
        # What has left the shoe since the state was made.
        self._dealt: tuple[Card, ...] = ()
        # How a round ended that is still in motion.
        self._settled: Settled | None = None

    @property
    def state(self) -> Holdem:
        """The table as it is now."""
        state, now, dealt, done = self._state, self.now, self._dealt, self._settled
        if isinstance(now, MutableRound):
            if done is None:
                self._state, self._dealt = with_dealt(state, IN_PLAY, dealt, now.round()), ()
            else:
                self._is(conclude_round(state, now, state.felt.dealt + dealt, done))
        return self._state

    def decide(self, do: str, seat: int, amount: Cents | None = None) -> Events | Refusal:
        """A player's decision."""
        now = self.now
        motion = now if isinstance(now, MutableRound) else in_motion(self._state)
        if motion is not None:
            event = decide_at_once(motion, do, seat, amount)
            if event is not None:
                self.now = motion
                return (event,)
        return self.act(decision(do, seat, amount))

    def deal(self, cards: tuple[Card, ...]) -> Events | Refusal:
        """Cards from the shoe."""
        event = self._dealt_in_motion(cards) if are_numbers(cards) else None
        if event is None:
            return self.act(dealer_step("deal", cards))
        self._dealt += cards
        return (event,)

    def _dealt_in_motion(self, cards: tuple[Card, ...]) -> BoardDealt | HoleDealt | None:
        state, now = self._state, self.now
        if isinstance(now, MutableRound):
            return next_street(now, state.felt.dealt + self._dealt, cards)
        motion = MutableRound(now, settings_of(state))
        event = hole_cards(motion, state, cards) if motion.is_ordinary else None
        if event is not None:
            self.now = motion
        return event

    def settle(self) -> Events | Refusal:
        """The end of the round."""
        now = self.now
        events = settle_at_once(now, self._state.play.room) if isinstance(now, MutableRound) else None
        if events is None:
            return self.act(_SETTLE)
        self._settled = events[0]
        return events

    def act(self, command: Command) -> Events | Refusal:
        """Any command; the round is no longer in motion once it has been obeyed."""
        done = GAME.act(self.state, command)
        if isinstance(done, Refusal):
            return done
        after, events = done
        self._is(after)
        return events
