"""Cards that stand in for those of a hand that was mucked unseen: it was beaten, so they must not win."""

from itertools import combinations, islice
from math import comb

from pitboss.cards.card import Card
from pitboss.games.holdem.settings import COMMUNAL_CARDS, HoldemSettings
from pitboss.games.holdem.showdown.showdown import strengths
from pitboss.games.holdem.state import Round
from pitboss.histories.history import UNKNOWN, Cards, Do, HandHistory

# About so many hands are looked at before the weakest of them is taken; of two cards that is all there are.
_LOOKED_AT = 1500


def losing_cards(
    history: HandHistory, settings: HoldemSettings, player: int, hole: list[Cards], unseen: list[Card]
) -> list[Card]:
    """Unseen cards with which a player loses to everybody whose cards are known, or else the least that were found."""
    board = tuple(card for action in history.actions if action.do is Do.DEAL_BOARD for card in action.cards)
    mine = hole[player - 1]
    missing = mine.count(UNKNOWN)
    if len(board) < COMMUNAL_CARDS or UNKNOWN in board:
        return unseen[:missing]
    folded = {action.player for action in history.actions if action.do is Do.FOLD}
    others = [cards for at, cards in enumerate(hole, start=1) if at not in folded and UNKNOWN not in cards]
    to_beat = min((_strength(settings, cards, board) for cards in others), default=0)
    every = max(1, comb(len(unseen), missing) // _LOOKED_AT)
    found: tuple[int, tuple[Card, ...]] | None = None
    for chosen in islice(combinations(unseen, missing), 0, None, every):
        held = tuple(card for card in mine if card is not UNKNOWN) + chosen
        strength = _strength(settings, held, board)
        if found is None or strength < found[0]:
            found = strength, chosen
        if strength < to_beat:
            break
    assert found is not None
    return list(found[1])


def _strength(settings: HoldemSettings, cards: Cards, board: Cards) -> int:
    """How strong the engine says a hand is."""
    dealt = Round(hole=(cards,), board=board)  # type: ignore[arg-type]
    high = strengths(settings, dealt, (0,))[0].high
    assert high is not None
    return high
