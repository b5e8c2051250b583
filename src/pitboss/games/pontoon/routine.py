"""Whose turn it is: the dealer's next routine step, and what players may do now."""

from collections.abc import Iterator
from functools import lru_cache

from pitboss.games.copies import new
from pitboss.games.house.dealing import not_ready
from pitboss.games.play import BETTING, DEALER, DEALING, PLAYING, Cents, Choice, Role, RoutineStep, house_settings
from pitboss.games.pontoon.actions import MUST_DRAW_BELOW, cannot_split, rescuable
from pitboss.games.pontoon.deal import boxes_to_deal
from pitboss.games.pontoon.dealer import card_due
from pitboss.games.pontoon.layout import CLAUSES
from pitboss.games.pontoon.round import (
    DEALERS_HAND,
    INTERIM,
    OPEN,
    PAIRS,
    SUBSEQUENT_DEAL,
    SURRENDER,
    Box,
    Pontoon,
    to_decide,
)
from pitboss.games.pontoon.settlement import is_settled
from pitboss.games.pontoon.shoe import shoe_step
from pitboss.games.pontoon.windows import insurance_of, insurance_step, may_insure


def routine(state: Pontoon) -> RoutineStep | None:
    """What the dealer does next when no decision is awaited; optional choices do not hold it up."""
    stage = state.felt.stage
    if stage is PLAYING:
        return _in_play(state)
    if stage is DEALING:
        return _cards(state, len(state.felt.plan) - len(state.felt.dealt), "PON 6.2")
    if stage is not BETTING or not_ready(CLAUSES, state):
        return None
    shuffle = shoe_step(state, 0)
    if shuffle is not None or not state.felt.wagers:
        return shuffle
    boxes = boxes_to_deal(state)
    return _cards(state, 2 * boxes + 1, "PON 6.2") if boxes else None


def _cards(state: Pontoon, count: int, clause: str, to: int | None = None) -> RoutineStep | None:
    """So many cards, or as many as the shoe holds; what was drawn by mistake goes first (PON 15.2)."""
    step = shoe_step(state, count)
    if step is not None:
        return step if to is None else step._replace(to=to)
    cards = state.play.cards
    aside = cards.aside
    from_shoe = min(max(count - len(aside), 0), cards.loaded - cards.drawn)
    return new(RoutineStep, ("deal", clause, from_shoe, (), None, None, to, 0)) if from_shoe or aside else None


_PHASE_STEPS = {
    PAIRS: RoutineStep("settle_pairs", "PON 18.13"),
    INTERIM: RoutineStep("pay_pontoons", "PON 8.1"),
    SURRENDER: RoutineStep("begin_drawing", "PON 10.1"),
}
_SETTLE = RoutineStep("settle", "PON 14.1")
_COLLECT = RoutineStep("collect", "PON D-Round of play")


def _in_play(state: Pontoon) -> RoutineStep | None:
    phase = state.play.phase
    step = _PHASE_STEPS.get(phase)
    if step is not None:
        return step
    if phase is SUBSEQUENT_DEAL and to_decide(state.play) is not None:
        return None
    card = card_due(state)
    if card is not None:
        seat, _, clause = card
        return _cards(state, 1, clause, None if seat == DEALER else seat)
    return _COLLECT if is_settled(state) else _SETTLE


def player_choices(state: Pontoon) -> tuple[Choice, ...]:
    """PON 10.1, PON 7.1[s1], PON 9.1, PON 12.6: what each player may do now, in the order of the rules.

    Insurance is open from the initial deal until drawing begins and surrender once Pontoons have been paid (P-21); a
    rescue is open beside the decisions of other hands until the dealer's next card (P-10).
    """
    if state.felt.stage is not PLAYING:
        return ()
    phase = state.play.phase
    if phase is SURRENDER:
        return (*_insurance_choices(state), *_surrender_choices(state))
    if phase is not SUBSEQUENT_DEAL:
        return () if phase is DEALERS_HAND else tuple(_insurance_choices(state))
    now = to_decide(state.play)
    return (*(() if now is None else _hand_choices(state, *now)), *_rescue_choices(state))


def _insurance_choices(state: Pontoon) -> Iterator[Choice]:
    step = insurance_step(state)
    for box in state.play.boxes:
        if may_insure(state, box):
            continue
        for player, original in box.stakes:
            most = (original // 2 - insurance_of(state, box.seat, player)) // step * step
            if most > 0:
                yield Choice(Role.PLAYER, "insure", "PON 7.1[s1]", box.seat, player, least=step, most=most, step=step)


def _surrender_choices(state: Pontoon) -> Iterator[Choice]:
    for box in state.play.boxes:
        if box.hands[0].standing is OPEN:
            yield Choice(Role.PLAYER, "surrender", "PON 9.1", box.seat, box.player)


def _hand_choices(state: Pontoon, box: Box, number: int) -> tuple[Choice, ...]:
    hand = box.hands[number - 1]
    points, soft = hand.total
    original, step = box.original(box.player), house_settings(state).wager_step
    may_split, may_stand = not cannot_split(box, hand), soft or points >= MUST_DRAW_BELOW
    return _decisions(box.seat, box.player, number, original, step, may_split, may_stand)


# Offered again in round after round, whatever the cards.
@lru_cache(maxsize=1 << 12)
def _decisions(
    seat: int, player: str, number: int, original: Cents, step: Cents, may_split: bool, may_stand: bool
) -> tuple[Choice, ...]:
    who = (seat, player, number)
    split = Choice(Role.PLAYER, "split", "PON 10.1(a)", *who, amounts=(original,))
    double = Choice(Role.PLAYER, "double", "PON 10.1(b)", *who, least=step, most=original, step=step)
    hit = Choice(Role.PLAYER, "hit", "PON 10.1(c)", *who)
    stand = Choice(Role.PLAYER, "stand", "PON 10.1(d)", *who)
    return (*((split,) if may_split else ()), double, hit, *((stand,) if may_stand else ()))


def _rescue_choices(state: Pontoon) -> list[Choice]:
    return [
        Choice(Role.PLAYER, "forfeit", "PON 12.6", box.seat, wager.player, number)
        for box in state.play.boxes
        for number, hand in enumerate(box.hands, start=1)
        if hand.doubled
        for wager in rescuable(state, box, number)
    ]
