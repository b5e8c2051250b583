"""What each person at a Pontoon table may see: all cards are face up, so everybody sees the same."""

from pitboss.cards.card import face
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.play import Viewer
from pitboss.games.pontoon.hands import is_pontoon, total
from pitboss.games.pontoon.layout import settings_of
from pitboss.games.pontoon.round import Box, Hand, Pontoon, Standing, turn
from pitboss.games.pontoon.shoe import new_shoe_due, next_to_cut
from pitboss.games.views import common_view


def view(state: Pontoon, viewer: Viewer) -> dict[str, object]:
    """PON 6.1, PON 2.3 tail, PON 5.5 note: all cards but burnt ones are public, and so are decks and shuffle.

    PON D-Burn, PON 17.5(b): what was burnt or is still in the shoe is shown to nobody.
    """
    play, settings = state.play, settings_of(state)
    now = turn(play)
    due = None if now is None else {"seat": now[0].seat, "hand": now[1]}
    shared = common_view(state, viewer)
    sign = shared["sign"]
    assert isinstance(sign, dict)
    # Pontoon has no maximum payout to put on the sign.
    del sign["max_payout"]
    return shared | {
        "phase": play.phase,
        "decks": settings.decks,
        "perfect_pairs": settings.perfect_pairs,
        "dealer": [face(card) for card in play.dealer],
        "dealer_total": str(total(play.dealer)) if play.dealer else None,
        "dealer_pontoon": is_pontoon(play.dealer),
        "turn": due,
        "boxes": [_box(box) for box in play.boxes],
        "shoe": _shoe(state),
        "last_rounds": play.people.last_rounds,
    }


def _box(box: Box) -> dict[str, object]:
    return {
        "seat": box.seat,
        "player": box.player,
        "players": [player for player, _ in box.stakes],
        "hands": [_hand(hand) for hand in box.hands],
    }


def _hand(hand: Hand) -> dict[str, object]:
    return {
        "cards": [face(card) for card in hand.cards],
        "total": str(hand.total) if hand.cards else None,
        "standing": hand.standing,
        "surrender_button": hand.standing is Standing.SURRENDERED,
        "doubled": hand.doubled,
        "super_bonus": hand.bonus,
    }


def _shoe(state: Pontoon) -> dict[str, object]:
    cards = state.play.cards
    due = new_shoe_due(state)
    return {
        "kind": state.house.shoe,
        "cards_out": cards.drawn,
        "cutting_card_out": cards.cutting_card_at is not None,
        "new_shoe_due": due,
        "cut_offered_to": next_to_cut(state) if due and state.house.shoe != AUTOMATED else None,
    }
