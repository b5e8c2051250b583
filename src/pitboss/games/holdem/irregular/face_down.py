"""Hold'em with real cards: hole cards that nobody has read, shown or mucked at the showdown, and faces put right."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.games.holdem.dealing import are_left
from pitboss.games.holdem.irregular.irregularities import live_hand, place_of
from pitboss.games.holdem.settings import CLAUSES, deck_of
from pitboss.games.holdem.showdown.pots import layers
from pitboss.games.holdem.showdown.settlement import may_settle
from pitboss.games.holdem.showdown.showdown import in_showing_order
from pitboss.games.holdem.state import NOBODY, Holdem, Play, Round, hands_in
from pitboss.games.house.between_rounds import not_running
from pitboss.games.house.faces import CardCorrected, TurnedUp, correction_verb
from pitboss.games.play import Appliers, Choice, Command, Decision, Role, State, Verb
from pitboss.rulebook.refusal import Refusal


class HandMucked(NamedTuple):
    """HLD 13.1[s2]: a hand is given up at the showdown, and nobody has seen it."""

    seat: int
    clause: str


def turn_up(state: Holdem, command: Command) -> Decision:
    """HLD 13.1[s1], HLD 13.1[s2], HLD D-Showdown: the hole cards of a hand that is shown, read as they lie."""
    now, hand, cards = state.play.round, live_hand(state, command.seat), command.cards
    clause = "HLD 13.1[s1]"
    if hand == NOBODY or UNSEEN not in now.hole[hand]:
        return Refusal(clause, f"Seat {command.seat} has no hand to turn up.")
    if not may_settle(state) and not now.shown >> hand & 1:
        return Refusal("HLD 16.4[s1]", "The identity of cards is protected until the showdown.")
    if len(cards) != len(now.hole[hand]):
        return Refusal(clause, f"A hand has {len(now.hole[hand])} cards, not {len(cards)}.")
    known = tuple(card for card in now.hole[hand] if card != UNSEEN)
    missing = next((card for card in known if card not in cards), None)
    if missing is not None:
        return Refusal(clause, f"{face(missing)} was seen there before and must be among them.")
    read = tuple(card for card in cards if card not in known)
    if not are_left(deck_of(state), _known_faces(state), read):
        return Refusal("HLD 2.1[s1]", "One of these cards lies on the table already, or is not in the deck.")
    return (TurnedUp(now.seats[hand], cards, clause),)


def muck(state: Holdem, command: Command) -> Decision:
    """HLD 13.1[s2]: who holds no equal or better hand need not show it; the first hand and the last of a pot do."""
    now, hand = state.play.round, live_hand(state, command.seat)
    if hand == NOBODY or hand not in may_muck(state):
        return Refusal("HLD 13.1[s1]", f"The hand at seat {command.seat} is not mucked now.")
    return (HandMucked(now.seats[hand], "HLD 13.1[s2]"),)


def may_muck(state: Holdem) -> tuple[int, ...]:
    """The hands that may be given up unseen: not the first, and somebody else is left in each of their pots."""
    now, hands = state.play.round, hands_in(state.play.round)
    if UNSEEN not in state.felt.dealt or not may_settle(state) or len(hands) < 2:
        return ()
    first, *others = in_showing_order(now, hands)
    if UNSEEN in now.hole[first]:
        return ()
    pots = layers([*now.paid], sum(now.dead), hands, now.tapped)
    gone = now.mucked
    return tuple(
        hand
        for hand in others
        if UNSEEN in now.hole[hand]
        and not (gone | now.shown) >> hand & 1
        and all(
            any(other != hand and not gone >> other & 1 for other in pot.hands) for pot in pots if hand in pot.hands
        )
    )


def mucking_choices(state: Holdem) -> Iterator[Choice]:
    """What is left to say at the showdown of a live table."""
    now = state.play.round
    for hand in may_muck(state):
        yield Choice(Role.PLAYER, "muck", "HLD 13.1[s2]", now.seats[hand], now.names[hand])


def _known_faces(state: Holdem) -> tuple[Card, ...]:
    """The faces that have been entered: of what was dealt, and of the card that lies exposed on the shoe."""
    return tuple(card for card in (*state.felt.dealt, state.play.round.top_card) if card not in (UNSEEN, None))


def correct_card(state: Holdem, command: Command) -> Decision:
    """HLD 19.5(c): a face that was entered wrongly; nothing rests on it before the pots are awarded."""
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if len(command.cards) != 2:
        return Refusal(CLAUSES.procedures, "A correction names two cards: the one that was entered, and the right one.")
    wrong, right = command.cards
    if wrong not in _known_faces(state):
        return Refusal(CLAUSES.procedures, f"No {face(wrong)} has been entered in this round.")
    if not are_left(deck_of(state), _known_faces(state), (right,)):
        return Refusal("HLD 2.1[s1]", f"{face(right)} lies on the table already, or is not in the deck.")
    return (CardCorrected(wrong, right, command.by, CLAUSES.procedures),)


def _turned_up(state: Holdem, event: TurnedUp) -> Holdem:
    """The hand lies open, and what has left the shoe is known by so much more."""
    now = state.play.round
    hand = now.seats.index(event.place)
    hole = (*now.hole[:hand], event.cards, *now.hole[hand + 1 :])
    dealt = list(state.felt.dealt)
    for card in event.cards:
        if card not in dealt:
            dealt[place_of(state, hand, dealt)] = card
    play = Play(state.play.room, now._replace(hole=hole, shown=now.shown | 1 << hand))
    return State(state.settings, state.house, state.felt._replace(dealt=tuple(dealt)), play)


def _apply_mucked(state: Holdem, event: HandMucked) -> Holdem:
    now = state.play.round
    mucked = now.mucked | 1 << now.seats.index(event.seat)
    return state._replace(play=Play(state.play.room, now._replace(mucked=mucked)))


def _apply_corrected(state: Holdem, event: CardCorrected) -> Holdem:
    def right(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(event.right if card == event.wrong else card for card in cards)

    def one(card: Card | None) -> Card | None:
        return event.right if card == event.wrong else card

    now: Round = state.play.round
    now = now._replace(
        board=right(now.board),
        burned=right(now.burned),
        hole=tuple(map(right, now.hole)),
        discarded=right(now.discarded),
        exposed=right(now.exposed),
        top_card=one(now.top_card),
        to_replace=one(now.to_replace),
    )
    felt = state.felt._replace(dealt=right(state.felt.dealt))
    return State(state.settings, state.house, felt, Play(state.play.room, now))


VERBS = {
    "turn_up": Verb(turn_up, "HLD 13.1[s1]", (Role.DEALER,), ("seat", "cards")),
    "muck": Verb(muck, "HLD 13.1[s2]", (Role.PLAYER,), ("seat",), ("player",)),
    "correct_card": correction_verb(CLAUSES, correct_card),
}
APPLIERS: Appliers = {TurnedUp: _turned_up, HandMucked: _apply_mucked, CardCorrected: _apply_corrected}
