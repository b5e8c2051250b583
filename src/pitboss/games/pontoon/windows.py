"""Between the deals: insurance against a dealer's ace, and surrender against an ace or a face card."""

from typing import NamedTuple

from pitboss.cards.card import ACE, rank_of
from pitboss.games.house.felt import Placed
from pitboss.games.play import Appliers, Cents, Command, Decision, dollars
from pitboss.games.pontoon.actions import dealt_box, refusal_if_complete
from pitboss.games.pontoon.hands import is_pontoon
from pitboss.games.pontoon.layout import INSURANCE, settings_of
from pitboss.games.pontoon.round import (
    DEALERS_HAND,
    SUBSEQUENT_DEAL,
    SURRENDER,
    SURRENDERED,
    Box,
    Pontoon,
    box_at,
    surrender_is_offered,
    with_hand,
)
from pitboss.rulebook.refusal import Refusal


class Surrendered(NamedTuple):
    """PON 9.2[s1], PON 9.2[s2]: the button lies on the cards, for everybody on the box."""

    seat: int
    clause: str


def insurance_step(state: Pontoon) -> Cents:
    """PON 7.3, PON D-Float: half the smallest chip of the float, or a whole one where cents cannot halve it."""
    chip = settings_of(state).smallest_float_chip
    return chip if chip % 2 else chip // 2


def insurance_of(state: Pontoon, seat: int, player: str) -> Cents:
    """What a player has on the insurance line of a box."""
    spot = (seat, player, INSURANCE)
    return sum(wager.stake for wager in state.felt.wagers if (wager.seat, wager.player, wager.kind) == spot)


def may_insure(state: Pontoon, box: Box) -> Refusal | None:
    """PON 7.1[s1]: against an ace, for all but a Pontoon."""
    if rank_of(state.play.dealer[0]) != ACE:
        return Refusal("PON 7.1[s1]", "Insurance is offered only when the dealer's first card is an ace.")
    if is_pontoon(box.hands[0].cards) and not box.is_split:
        return Refusal("PON 7.1[s1]", "A player with Pontoon has nothing to insure.")
    return None


def insure(state: Pontoon, command: Command) -> Decision:
    """PON 7.1[s1], PON 7.1[s2], PON 7.2, PON 7.3, PON D-Insurance line: each player for half the own wager at most.

    Alone or with a surrender, until the subsequent deal begins (P-13, P-21).
    """
    box = dealt_box(state, command, "PON 7.1[s1]")
    if isinstance(box, Refusal):
        return box
    player, amount = command.player or box.player, command.amount or 0
    original = box.original(player)
    refusal = may_insure(state, box)
    if refusal:
        return refusal
    if not original:
        return Refusal("PON 7.1[s1]", f"{player} has no wager on box {box.seat} to insure.")
    laid = insurance_of(state, box.seat, player)
    if 2 * (laid + amount) > original:
        reason = f"Insurance is at most half the original wager of {dollars(original)}, not {dollars(laid + amount)}."
        return Refusal("PON 7.1[s2]", reason)
    step = insurance_step(state)
    if amount % step:
        return Refusal("PON 7.3", f"Insurance is laid in steps of {dollars(step)}, and {dollars(amount)} is none.")
    if state.play.phase in (SUBSEQUENT_DEAL, DEALERS_HAND):
        return Refusal("PON 7.2", "The subsequent deal has begun: insurance is closed.")
    return (Placed(box.seat, player, INSURANCE, amount, "PON 7.1[s1]"),)


def surrender(state: Pontoon, command: Command) -> Decision:
    """PON 9.1, PON 9.2[s1], PON 9.2[s2], PON 9.5, PON D-Surrender: the box gives up half of each original wager.

    On the first two cards, after Pontoons are paid and before any further card (P-11), by the player who decides.
    """
    box = dealt_box(state, command, "PON 9.1")
    if isinstance(box, Refusal):
        return box
    if command.player not in (None, box.player):
        return Refusal("PON 9.5", f"{box.player} decides on box {box.seat}: nobody surrenders without {box.player}.")
    if not surrender_is_offered(state.play.dealer):
        return Refusal("PON 9.1", "Surrender is offered only against a jack, queen, king or ace of the dealer.")
    refusal = refusal_if_complete(box.hands[0])
    if refusal:
        return refusal
    if state.play.phase in (SUBSEQUENT_DEAL, DEALERS_HAND):
        return Refusal("PON 9.1", "The subsequent deal has begun: no hand is surrendered any more.")
    if state.play.phase is not SURRENDER:
        return Refusal("PON 9.1", "Surrender is offered after Pontoons have been paid.")
    return (Surrendered(box.seat, "PON 9.2[s1]"),)


def _apply_surrendered(state: Pontoon, event: Surrendered) -> Pontoon:
    box = box_at(state.play, event.seat)
    assert box is not None
    hand = box.hands[0]._replace(standing=SURRENDERED)
    boxes = tuple(row._replace(surrendered=True) if row.seat == event.seat else row for row in state.play.boxes)
    return state._replace(play=with_hand(state.play._replace(boxes=boxes), event.seat, 1, hand))


APPLIERS: Appliers = {Surrendered: _apply_surrendered}
