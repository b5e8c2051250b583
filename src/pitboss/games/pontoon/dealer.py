"""The dealer's own hand, and where the next card of a round goes."""

from pitboss.cards.card import Card
from pitboss.games.play import DEALER, PLAYING, once_a_moment
from pitboss.games.pontoon.hands import total
from pitboss.games.pontoon.layout import MAIN
from pitboss.games.pontoon.round import (
    DEALERS_HAND,
    SUBSEQUENT_DEAL,
    Pontoon,
    insurance_is_open,
    is_open_hand,
    turn,
    wants_card,
)

_TO_DEALER = DEALER, 0, "PON 13.1(a)"


@once_a_moment
def draws(state: Pontoon) -> bool:
    """PON 13.1, PON 13.1(a), PON 13.1(b): whether the dealer's hand takes another card.

    On hard 16 and soft 17 or less (P-01), and never once it could change nothing: one card if only insurance or
    surrenders are open, none if nothing is (P-12). A Pontoon ends the hand.
    """
    dealer = state.play.dealer
    if is_open_hand(state):
        return must_draw(dealer)
    if len(dealer) > 1:
        return False
    return insurance_is_open(state) or any(wager.kind == MAIN and wager.outcome is None for wager in state.felt.wagers)


def must_draw(dealer: tuple[Card, ...]) -> bool:
    """PON 13.1(a): on hard 16 and soft 17 or less."""
    points, soft = total(dealer)
    return points <= 16 or (soft and points <= 17)


@once_a_moment
def card_due(state: Pontoon) -> tuple[int, int, str] | None:
    """The box and hand that the next card goes to, and the clause; DEALER for the dealer's own."""
    phase = state.play.phase
    if state.felt.stage is not PLAYING or (phase is not SUBSEQUENT_DEAL and phase is not DEALERS_HAND):
        return None
    now = turn(state.play)
    if now is None:
        return _TO_DEALER if draws(state) else None
    box, number = now
    hand = box.hands[number - 1]
    if not wants_card(hand):
        return None
    if hand.doubled:
        clause = "PON D-Double/double down"
    elif len(hand.cards) < 2:
        clause = "PON 11.5" if hand.split_ace else "PON 11.4"
    else:
        clause = "PON 15.7" if box.absent else "PON 10.1(c)"
    return box.seat, number, clause
