"""Whose turn it is: the dealer's next routine step, and what players may do now."""

from collections.abc import Iterator

from pitboss.games.house.dealing import not_ready
from pitboss.games.play import DEALER, Choice, Role, RoutineStep, Stage, house_settings
from pitboss.games.pontoon.actions import MUST_DRAW_BELOW, cannot_split, rescuable
from pitboss.games.pontoon.deal import boxes_to_deal
from pitboss.games.pontoon.dealer import card_due
from pitboss.games.pontoon.layout import CLAUSES
from pitboss.games.pontoon.round import Phase, Pontoon, Standing, due, turn
from pitboss.games.pontoon.settlement import is_settled
from pitboss.games.pontoon.shoe import shoe_step
from pitboss.games.pontoon.windows import insurance_of, insurance_step, may_insure


def routine(state: Pontoon) -> RoutineStep | None:
    """What the dealer does next when no decision is awaited; optional choices do not hold it up."""
    stage = state.felt.stage
    if stage is Stage.PLAYING:
        return _in_play(state)
    if stage is Stage.DEALING:
        return _cards(state, len(state.felt.plan) - len(state.felt.dealt), "PON 6.2")
    if stage is not Stage.BETTING or not_ready(CLAUSES, state):
        return None
    shuffle = shoe_step(state, 0)
    if shuffle is not None or not state.felt.wagers:
        return shuffle
    boxes = boxes_to_deal(state)
    return _cards(state, 2 * boxes + 1, "PON 6.2") if boxes else None


def _cards(state: Pontoon, count: int, clause: str) -> RoutineStep | None:
    """So many cards, or as many as the shoe holds; what was drawn by mistake goes first (PON 15.2)."""
    cards = state.play.cards
    step = shoe_step(state, count)
    if step is not None:
        return step
    from_shoe = min(max(count - len(cards.aside), 0), cards.cards_left)
    return RoutineStep("deal", clause, from_shoe) if from_shoe or cards.aside else None


_PHASE_STEPS = {
    Phase.PERFECT_PAIRS: RoutineStep("settle_pairs", "PON 18.13"),
    Phase.INTERIM: RoutineStep("pay_pontoons", "PON 8.1"),
    Phase.SURRENDER: RoutineStep("begin_drawing", "PON 10.1"),
}
_SETTLE = RoutineStep("settle", "PON 14.1")
_COLLECT = RoutineStep("collect", "PON D-Round of play")


def _in_play(state: Pontoon) -> RoutineStep | None:
    step = _PHASE_STEPS.get(state.play.phase)
    if step is not None:
        return step
    if due(state):
        return None
    card = card_due(state)
    if card is not None:
        seat, _, clause = card
        step = _cards(state, 1, clause)
        return step if step is None or seat == DEALER else step._replace(to=seat)
    return _COLLECT if is_settled(state) else _SETTLE


def player_choices(state: Pontoon) -> tuple[Choice, ...]:
    """PON 10.1, PON 7.1[s1], PON 9.1, PON 12.6: what each player may do now, in the order of the rules.

    Insurance is open from the initial deal until drawing begins and surrender once Pontoons have been paid (P-21); a
    rescue is open beside the decisions of other hands until the dealer's next card (P-10).
    """
    if state.felt.stage is not Stage.PLAYING:
        return ()
    phase = state.play.phase
    if phase is Phase.SURRENDER:
        return (*_insurance_choices(state), *_surrender_choices(state))
    if phase is not Phase.SUBSEQUENT_DEAL:
        return () if phase is Phase.DEALER else tuple(_insurance_choices(state))
    return (*(_hand_choices(state) if due(state) else ()), *_rescue_choices(state))


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
        if box.hands[0].standing is Standing.OPEN:
            yield Choice(Role.PLAYER, "surrender", "PON 9.1", box.seat, box.player)


def _hand_choices(state: Pontoon) -> Iterator[Choice]:
    now = turn(state.play)
    assert now is not None
    box, number = now
    hand, original = box.hands[number - 1], box.original(box.player)
    who = (box.seat, box.player, number)
    if not cannot_split(box, hand):
        yield Choice(Role.PLAYER, "split", "PON 10.1(a)", *who, amounts=(original,))
    step = house_settings(state).wager_step
    yield Choice(Role.PLAYER, "double", "PON 10.1(b)", *who, least=step, most=original, step=step)
    yield Choice(Role.PLAYER, "hit", "PON 10.1(c)", *who)
    points, soft = hand.total
    if soft or points >= MUST_DRAW_BELOW:
        yield Choice(Role.PLAYER, "stand", "PON 10.1(d)", *who)


def _rescue_choices(state: Pontoon) -> Iterator[Choice]:
    for box in state.play.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for wager in rescuable(state, box, number) if hand.doubled else ():
                yield Choice(Role.PLAYER, "forfeit", "PON 12.6", box.seat, wager.player, number)
