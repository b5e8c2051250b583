"""A round played command after command, of which only the last state is looked at: replays and simulations.

What comes of each command is what `GAME.act` answers. Ordinary decisions and streets change one round in motion, and a
state is made of it only when somebody asks for it, or a command goes the long way.
"""

from pitboss.cards.card import Card
from pitboss.games.command import dealer_step, decision
from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting.offers import offers
from pitboss.games.holdem.dealing import NEXT_STREET, SETTLE, BoardDealt, HoleDealt, with_dealt
from pitboss.games.holdem.fast.at_once import (
    are_numbers,
    conclude_round,
    decide_at_once,
    end_events,
    hole_cards,
    in_motion,
    is_decision,
    is_step,
    next_street,
    settle_at_once,
    street_cards,
)
from pitboss.games.holdem.fast.mutable_round import AnyRound, MutableRound
from pitboss.games.holdem.settings import STAR, settings_of
from pitboss.games.holdem.showdown.settlement import is_decided
from pitboss.games.holdem.showdown.showdown import unread_hand
from pitboss.games.holdem.state import IN_PLAY, NOBODY, Holdem, hands_but
from pitboss.games.play import OVER, Cents, Choice, Command, Events, RoutineStep
from pitboss.rulebook.refusal import Refusal

_SETTLE = dealer_step("settle")


class Run:
    """A table at which commands are given one after the other.

    `now` is the round as it is now, to be looked at and not to be kept: in motion as long as commands are ordinary,
    and else that of the last state.
    """

    __slots__ = ("_dealt", "_ended_by", "_state", "now")

    now: AnyRound

    def __init__(self, state: Holdem) -> None:
        self._is(state)

    def _is(self, state: Holdem) -> None:
        self._state, self.now = state, state.play.round
        # What has left the shoe since the state was made.
        self._dealt: tuple[Card, ...] = ()
        # By which clause a round has ended that is still in motion.
        self._ended_by: str | None = None

    @property
    def state(self) -> Holdem:
        """The table as it is now."""
        state, now, dealt, clause = self._state, self.now, self._dealt, self._ended_by
        if isinstance(now, MutableRound):
            if clause is None:
                self._state, self._dealt = with_dealt(state, IN_PLAY, dealt, now.round()), ()
            else:
                self._is(conclude_round(state, now, state.felt.dealt + dealt, end_events(now, clause)[0]))
        return self._state

    def decide(self, do: str, seat: int, amount: Cents | None = None) -> Events | Refusal:
        """A player's decision."""
        motion: AnyRound | None = self.now
        if type(motion) is not MutableRound:
            motion = in_motion(self._state)
            if motion is None:
                return self.act(decision(do, seat, amount))
        event = decide_at_once(motion, do, seat, amount)
        if event is None:
            return self.act(decision(do, seat, amount))
        self.now = motion
        return (event,)

    @property
    def is_over(self) -> bool:
        return self._ended_by is not None or self._state.felt.stage is OVER

    def deal(self, cards: tuple[Card, ...]) -> Events | Refusal:
        """Cards from the shoe."""
        event = self.deal_in_motion(cards)
        return self.act(dealer_step("deal", cards)) if event is None else (event,)

    def deal_in_motion(self, cards: tuple[Card, ...]) -> BoardDealt | HoleDealt | None:
        """The same where it is ordinary; None if it must go the long way, and nothing has changed."""
        state, now = self._state, self.now
        if not are_numbers(cards):
            return None
        event: BoardDealt | HoleDealt | None
        if isinstance(now, MutableRound):
            event = next_street(now, state.felt.dealt + self._dealt, cards)
        else:
            motion = MutableRound(now, settings_of(state))
            event = hole_cards(motion, state, cards) if motion.is_ordinary else None
            if event is not None:
                self.now = motion
        if event is not None:
            self._dealt += cards
        return event

    def settle(self) -> Refusal | None:
        """The end of the round; what is told of it is made when somebody asks."""
        if self.settle_in_motion():
            return None
        done = self.act(_SETTLE)
        return done if isinstance(done, Refusal) else None

    def settle_in_motion(self) -> bool:
        """The same where it is ordinary; whether it is, and otherwise nothing has changed."""
        now = self.now
        if isinstance(now, MutableRound) and self._ended_by is None:
            self._ended_by = settle_at_once(now, self._state.play.room)
            return self._ended_by is not None
        return False

    def give(self, command: Command) -> Events | None:
        """Any command that is ordinary; None if it must go the long way, and nothing has changed."""
        do = command.do
        if do == "deal":
            dealt = self.deal_in_motion(command.cards) if is_step(command) else None
            return None if dealt is None else (dealt,)
        if do == "settle":
            return self._settle(command)
        now = self.now
        motion = now if isinstance(now, MutableRound) else in_motion(self._state)
        if motion is None or not is_decision(command, motion):
            return None
        event = decide_at_once(motion, do, command.seat or 0, command.amount)
        if event is None:
            return None
        self.now = motion
        return (event,)

    def _settle(self, command: Command) -> Events | None:
        now, is_fit = self.now, is_step(command) and not command.cards
        if not is_fit or not self.settle_in_motion() or self._ended_by is None or not isinstance(now, MutableRound):
            return None
        return end_events(now, self._ended_by)

    def routine(self) -> RoutineStep | None:
        """The dealer's next step when nobody's decision is awaited."""
        now = self.now
        if isinstance(now, MutableRound) and not now.shown and not now.to_reshuffle:
            if now.turn != NOBODY or self._ended_by is not None:
                return None
            count = street_cards(now)
            if count:
                return NEXT_STREET[count]
            if now.settings.procedures != STAR and is_decided(now):
                hands = hands_but(now.folded, len(now.seats))
                if len(hands) < 2 or unread_hand(now, hands) == NOBODY:
                    return SETTLE
        return GAME.routine(self.state)

    def choices(self) -> tuple[Choice, ...]:
        """What players may do now."""
        now = self.now
        if isinstance(now, MutableRound) and now.turn != NOBODY:
            return offers(now.settings, now)
        return GAME.choices(self.state)

    def act(self, command: Command) -> Events | Refusal:
        """Any command; the round is no longer in motion once it has been obeyed."""
        done = GAME.act(self.state, command)
        if isinstance(done, Refusal):
            return done
        after, events = done
        self._is(after)
        return events
