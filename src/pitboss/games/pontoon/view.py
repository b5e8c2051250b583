"""What each person at a Pontoon table may see: all cards are face up, so everybody sees the same."""

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.card import face
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.play import Viewer, once_a_moment
from pitboss.games.pontoon.hands import is_pontoon, total
from pitboss.games.pontoon.layout import settings_of
from pitboss.games.pontoon.round import Box, Hand, Phase, Pontoon, Standing, turn
from pitboss.games.pontoon.shoe import new_shoe_due, next_to_cut
from pitboss.games.views import HandView, HouseView, PlaceView, common_view, with_advice


class PontoonHand(HandView, frozen=True, gc=False, kw_only=True):
    total: str | None
    surrender_button: bool
    doubled: bool
    super_bonus: bool


class PontoonBox(PlaceView, frozen=True, gc=False, kw_only=True):
    players: list[str]
    hands: list[PontoonHand]


class TurnView(Struct, frozen=True, gc=False):
    seat: int
    hand: int


class ShoeView(Struct, frozen=True, gc=False):
    kind: str
    cards_out: int
    cutting_card_out: bool
    # The clause by which a new shoe is due.
    new_shoe_due: str | None
    cut_offered_to: str | None


class PontoonView(HouseView, frozen=True, gc=False, kw_only=True):
    """A round of Pontoon."""

    phase: Phase
    decks: int
    perfect_pairs: bool
    dealer: list[str]
    dealer_total: str | None
    dealer_pontoon: bool
    turn: TurnView | None
    boxes: list[PontoonBox]
    shoe: ShoeView
    last_rounds: int | None


def view(state: Pontoon, viewer: Viewer) -> PontoonView:
    """PON 6.1, PON 2.3 tail, PON 5.5 note: all cards but burnt ones are public, and so are decks and shuffle.

    PON D-Burn, PON 17.5(b): what was burnt or is still in the shoe is shown to nobody.
    """
    return with_advice(_public(state), state, viewer)


@once_a_moment
def _public(state: Pontoon) -> PontoonView:
    """The table as everybody sees it."""
    play, settings = state.play, settings_of(state)
    now = turn(play)
    shared = common_view(state)
    return PontoonView(
        # Pontoon has no maximum payout to put on the sign.
        **shared | {"sign": replace(shared["sign"], max_payout=None)},
        phase=play.phase,
        decks=settings.decks,
        perfect_pairs=settings.perfect_pairs,
        dealer=[face(card) for card in play.dealer],
        dealer_total=str(total(play.dealer)) if play.dealer else None,
        dealer_pontoon=is_pontoon(play.dealer),
        turn=None if now is None else TurnView(now[0].seat, now[1]),
        boxes=[_box(box) for box in play.boxes],
        shoe=_shoe(state),
        last_rounds=play.people.last_rounds,
    )


def _box(box: Box) -> PontoonBox:
    players, hands = [player for player, _ in box.stakes], [_hand(hand) for hand in box.hands]
    return PontoonBox(seat=box.seat, player=box.player, players=players, hands=hands)


def _hand(hand: Hand) -> PontoonHand:
    return PontoonHand(
        cards=[face(card) for card in hand.cards],
        total=str(hand.total) if hand.cards else None,
        standing=hand.standing,
        surrender_button=hand.standing is Standing.SURRENDERED,
        doubled=hand.doubled,
        super_bonus=hand.bonus,
    )


def _shoe(state: Pontoon) -> ShoeView:
    cards, due, kind = state.play.cards, new_shoe_due(state), state.house.shoe
    offered = next_to_cut(state) if due and kind != AUTOMATED else None
    return ShoeView(kind, cards.drawn, cards.cutting_card_at is not None, due, offered)
