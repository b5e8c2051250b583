"""What anybody may see of a table, whatever the game: the sign, the wagers, the results."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.cards.card import Card, face
from pitboss.games.house.felt import AnyState
from pitboss.games.play import Audience, Limit, Outcome, Stage, Viewer, Wager, house_settings

V = TypeVar("V", bound="HouseView")
HIDDEN = "??"
_NO_CARDS: Sequence[str] = ()
# In the place of what only some games have.
_NOTHING: Any = None
_NONE: Any = ()


class WagerView(Struct, frozen=True, gc=False, omit_defaults=True):
    """One wager as it lies, with its result, the clause and the reason once it has one."""

    seat: int
    player: str
    wager: str
    stake: int
    at_risk: int
    hand: int | None = None
    result: str | None = None
    net: int | None = None
    clause: str | None = None
    why: str | None = None


class HandView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The cards of one hand, as far as they are seen, and how it stands; no cards where none have been dealt."""

    standing: str = ""
    cards: list[str] | None = None
    total = doubled = _NOTHING


class PlaceView(HandView, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A place of the table, and whose it is. Its hand is its own, unless it has several."""

    seat: int
    player: str
    stake = bet = folded = tapped_out = _NOTHING

    @property
    def hands(self) -> Sequence[HandView]:
        return (self,)


class LimitView(Struct, frozen=True, gc=False):
    min: int
    max: int


class Sign(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What the players of a house game are told before a round."""

    limits: dict[str, LimitView]
    multiples: int
    max_payout: int | None = None
    markers: dict[int, int]
    shoe: str
    seconds_to_decide: int
    absence_is_confirmed: bool
    coming_limits: dict[str, LimitView]


class AdviceView(Struct, frozen=True, gc=False):
    seat: int
    player: str
    advice: str


class GameView(Struct, frozen=True, gc=False, kw_only=True):
    """A round as somebody may see it: what all games have. A game without a dealer or a board has no cards there."""

    round: int
    stage: Stage
    wagers: list[WagerView]
    result: str | None
    clause: str | None
    dealer = _NO_CARDS
    phase = dealer_total = deck = street = turn = pot = jackpot = settlement = _NOTHING
    pots = advised = _NONE
    # The field that has a row for each place.
    place_field = "boxes"

    @property
    def places(self) -> Sequence[PlaceView]:
        found: Sequence[PlaceView] = getattr(self, self.place_field)
        return found

    @property
    def board(self) -> Sequence[str]:
        return ()

    def as_json(self) -> dict[str, Any]:
        """The view in plain data, as it is written."""
        told: dict[str, Any] = to_builtins(self)
        return told


class HouseView(GameView, frozen=True, gc=False, kw_only=True):
    """A round of a game against the house."""

    sign: Sign
    advised: list[AdviceView]


def common_view(state: AnyState) -> dict[str, Any]:
    """The fields of a house game's view that all of them have: every stake and every result is public."""
    house, felt = state.house, state.felt
    return {
        "round": house.round,
        "stage": felt.stage,
        "sign": sign_of(state),
        "wagers": [wager_view(wager) for wager in felt.wagers],
        "result": felt.result,
        "clause": felt.clause,
        "advised": [],
    }


def with_own_hands(public: V, hands: Mapping[int, tuple[Card, ...]]) -> V:
    """What everybody may see, with the cards of the viewer's own boxes, which are given by their places in the row."""
    if not hands:
        return public
    boxes = list(public.places)
    for place, cards in hands.items():
        boxes[place] = replace(boxes[place], cards=[face(card) for card in cards])
    return replace(public, boxes=boxes)


def with_advice(public: V, state: AnyState, viewer: Viewer) -> V:
    """What everybody may see, with the advice that is for this viewer."""
    rows = [AdviceView(row.seat, row.player, row.advice) for row in state.felt.advised if _may_know(viewer, row.seat)]
    return replace(public, advised=rows) if rows else public


def sign_of(state: AnyState) -> Sign:
    """The sign with its limits and markers."""
    house, settings = state.house, house_settings(state)
    return Sign(
        limits=_limits(house.limits),
        multiples=settings.wager_step,
        max_payout=settings.max_payout,
        markers=dict(house.markers),
        shoe=house.shoe,
        seconds_to_decide=settings.decision_seconds,
        absence_is_confirmed=settings.absence_is_confirmed,
        coming_limits=_limits(house.coming_limits or {}),
    )


def owns(state: AnyState, viewer: Viewer, seat: int, player: str) -> bool:
    """Whether a hand is the viewer's own: whoever sits down at somebody else's cards does not see them."""
    if viewer.audience is not Audience.SEAT or viewer.seat != seat:
        return False
    return (viewer.player or state.house.seated.get(seat, player)) == player


def _limits(limits: Mapping[str, Limit]) -> dict[str, LimitView]:
    return {kind: LimitView(limit.least, limit.most) for kind, limit in limits.items()}


def _may_know(viewer: Viewer, seat: int) -> bool:
    """Advice is for its player and for those who run the game."""
    return viewer.audience in (Audience.DEALER, Audience.AUDITOR) or viewer.seat == seat


def wager_view(wager: Wager) -> WagerView:
    """One wager as it lies, with its result once it has one."""
    if wager.outcome is not None:
        return outcome_view(wager.outcome, wager.hand)
    return WagerView(wager.seat, wager.player, wager.kind, wager.stake, wager.at_risk, wager.hand)


def outcome_view(outcome: Outcome, hand: int | None = None) -> WagerView:
    """What became of a wager, with the clause and the reason."""
    seat, player, kind, stake, at_risk, result, net, clause, why, of_hand = outcome
    hand = hand if of_hand is None else of_hand
    return WagerView(seat, player, kind, stake, at_risk, hand, result.value, net, clause, why)
