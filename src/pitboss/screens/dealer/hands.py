"""Hands that lie face up, in the words a dealer announces them with. Hidden cards are never looked at."""

from collections.abc import Sequence

from pitboss.cards.card import card
from pitboss.games.house.showdown import Shown, best_shown
from pitboss.games.views import HIDDEN
from pitboss.screens.dealer.consoles import View, console_of


def _hand(view: View, faces: Sequence[str]) -> Shown | None:
    """The best hand of these cards and the board; None while one of them is hidden or missing."""
    console = console_of(view.game)
    cards = [*faces, *view.felt.board]
    if console.ranking is None or HIDDEN in cards or len(cards) != console.hand_size + console.board:
        return None
    return best_shown(console.ranking, [card(each) for each in cards])


def hand_words(view: View, faces: Sequence[str]) -> str:
    found = _hand(view, faces)
    return found.words if found else ""


def dealer_words(view: View) -> str:
    """`pair of kings, qualifies`"""
    words = hand_words(view, view.felt.dealer)
    return f"{words}, {dealer_standing(view)}" if words else ""


def dealer_standing(view: View) -> str:
    """`qualifies`, `is not in`, or a total."""
    return console_of(view.game).standing(view, _hand(view, view.felt.dealer))


def announcement(view: View, seat: int) -> str:
    """Return the announcement for a box that has just been settled: its hand, and who wins."""
    box = next((each for each in view.felt.places if each.seat == seat), None)
    dealer, own = _hand(view, view.felt.dealer), _hand(view, box.cards) if box else None
    if dealer is None or own is None:
        return ""
    if console_of(view.game).is_out(dealer):
        return f"{own.words.capitalize()}. Dealer is not in."
    if own.strength == dealer.strength:
        return f"{own.words.capitalize()}. A tie."
    return f"{own.words.capitalize()}. {'Player' if own.strength > dealer.strength else 'Dealer'} wins."
