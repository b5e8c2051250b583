"""What each person at a Canberra Poker table may see."""

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.card import Card, face
from pitboss.games.canberra.jackpot import Meter
from pitboss.games.canberra.layout import JACKPOT, settings_of
from pitboss.games.canberra.round import Box, Canberra, Phase
from pitboss.games.house.boxes import Standing
from pitboss.games.house.dealing import packs_of
from pitboss.games.play import Audience, Stage, Viewer, once_a_moment
from pitboss.games.views import HIDDEN, HouseView, PlaceView, common_view, owns, with_advice, with_own_hands


class PrizeView(Struct, frozen=True, gc=False):
    seat: int
    rank: str
    amount: int


class JackpotView(Struct, frozen=True, gc=False):
    """CAN 10.2, CAN 10.3: the meter, the lights, and the prizes of this round in the order they were paid."""

    meter: int
    wager: int | None
    working: bool
    lit: list[int]
    payouts: list[PrizeView]


class CanberraView(HouseView, frozen=True, gc=False, kw_only=True):
    """A round of Canberra Poker. `up` is the dealer's card that faces up; `rack` the cards there, or their number."""

    phase: Phase
    dealer: list[str]
    up: str | None
    boxes: list[PlaceView]
    seen: list[str]
    deck: str | None
    decks: list[str]
    rack: list[int] | int
    jackpot: JackpotView | None


def view(state: Canberra, viewer: Viewer) -> CanberraView:
    """CAN 6.2, CAN 13.1, CAN 16.6(b): each card to those entitled to it, and to nobody else.

    One card of the dealer's faces up, the others only with the hand, CAN 9.1; cards shown wrongly lie face down again
    but are known, CAN 14.1[s2]; a folded hand is never shown. The auditor sees the whole deal once the round is over.
    """
    if viewer.audience is Audience.AUDITOR and state.felt.stage is Stage.OVER:
        seen = _view(state, everything=True)
    else:
        own = {place: box.cards for place, box in enumerate(state.play.boxes) if _owner_sees(state, viewer, box)}
        seen = with_own_hands(_public(state), own)
    if viewer.audience in (Audience.DEALER, Audience.AUDITOR):
        seen = replace(seen, rack=list(state.play.rack))
    return with_advice(seen, state, viewer)


@once_a_moment
def _public(state: Canberra) -> CanberraView:
    return _view(state, everything=False)


def _view(state: Canberra, *, everything: bool) -> CanberraView:
    """The table as everybody may see it, or with every card."""
    play = state.play

    def up(cards: tuple[Card, ...], face_up: bool) -> list[str]:
        return [face(card) if face_up or everything else HIDDEN for card in cards]

    dealer = up(play.dealer, play.phase is Phase.REVEALED)
    if play.up is not None:
        dealer[play.up] = face(play.dealer[play.up])
    boxes = [
        PlaceView(
            seat=box.seat,
            player=box.player,
            standing=box.standing,
            cards=up(box.cards, _is_turned_up(state, box)),
        )
        for box in play.boxes
    ]
    return CanberraView(
        **common_view(state),
        phase=play.phase,
        dealer=dealer,
        up=None if play.up is None else face(play.dealer[play.up]),
        boxes=boxes,
        seen=[face(card) for card in play.seen],
        **packs_of(state, settings_of(state).deck_colours),
        rack=len(play.rack),
        jackpot=None if play.jackpot is None else _jackpot(state, play.jackpot),
    )


def _is_turned_up(state: Canberra, box: Box) -> bool:
    """A hand lies face up once it is settled, or has been turned up for settlement."""
    return box.standing is Standing.SETTLED or box.seat in state.play.turned


def _owner_sees(state: Canberra, viewer: Viewer, box: Box) -> bool:
    """CAN 7.1, CAN 12.5: its owner alone, after the dealer's last card and the call, until the hand is settled."""
    return (
        state.felt.stage in (Stage.PLAYING, Stage.OVER)
        and state.play.may_look
        and owns(state, viewer, box.seat, box.player)
        and box.entitled
        and box.standing in (Standing.DECIDING, Standing.IN_PLAY)
    )


def _jackpot(state: Canberra, meter: Meter) -> JackpotView:
    rules = settings_of(state).jackpot
    lit = [
        wager.seat
        for wager in state.felt.wagers
        if wager.kind == JACKPOT and wager.seat not in state.play.unlit and wager.was_accepted
    ]
    payouts = [PrizeView(payout.seat, payout.rank, payout.amount) for payout in meter.payouts]
    return JackpotView(meter.pool, rules.wager if rules else None, meter.working, lit, payouts)
