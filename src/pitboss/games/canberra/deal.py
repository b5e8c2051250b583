"""The cards of Canberra Poker: shuffle and cut, the deal by either shoe, and the call that lets players look."""

from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card
from pitboss.games.canberra.jackpot import Contributed, apply_contribution, contributions_of
from pitboss.games.canberra.layout import ANTE, DEAL, FIRST_CARD, JACKPOT, settings_of
from pitboss.games.canberra.round import BEFORE_CALL, BET_OR_FOLD, Box, Canberra, Round, refusal_while_held
from pitboss.games.copies import new
from pitboss.games.house import dealing
from pitboss.games.house.dealing import AUTOMATED, first_cards
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import BettingClosed, Dealt, Placed, Shuffled, open_wagers, with_cards_dealt
from pitboss.games.pays import not_accepted
from pitboss.games.play import (
    BETTING,
    DEALER,
    DEALING,
    PLAYING,
    Appliers,
    Command,
    Decision,
    Event,
    Events,
    State,
    Wager,
)
from pitboss.rulebook.refusal import Refusal


class Called(NamedTuple):
    """CAN 12.5: the dealer has announced bet or fold, and players may look at their cards."""

    clause: str


def shuffle(state: Canberra, command: Command) -> Decision:
    """CAN 5.1, CAN 5.2[s1], CAN 2.1[s2]: for each round one shuffle and one cut, made with the one cutting card.

    CAN 12.1, CAN 12.3: the automated shoe is loaded and shuffles for itself, and nothing is cut.
    """
    refusal = refusal_while_held(state)
    if refusal:
        return refusal
    if command.depth is not None:
        return Refusal("CAN 2.1[s2]", "There is one cutting card, and it makes the cut; none goes in behind it.")
    if state.house.shoe == AUTOMATED and command.position is not None:
        return Refusal("CAN 12.1", "There is no cut with an automated shuffling shoe.")
    if state.felt.stage is BETTING and state.felt.shuffled:
        return Refusal("CAN 5.2[s1]", "The cards have been shuffled and cut once, and lie in the shoe.")
    decided = dealing.shuffle(DEAL, state, command)
    if isinstance(decided, Refusal) or state.house.shoe != AUTOMATED:
        return decided
    return (Shuffled("CAN 12.1"),)


def deal(state: Canberra, command: Command) -> Decision:
    """CAN D-Ante, CAN 6.1, CAN 6.3: cards out of the shoe, one by one to the boxes with an ante and to the dealer.

    The first card ends the betting, CAN 4.1: a jackpot chip without light goes back, CAN 10.2 (C-A28), and the accepted
    ones join the pools (C-A9).
    """
    refusal = refusal_while_held(state)
    if refusal:
        return refusal
    stage = state.felt.stage
    if stage is not BETTING and stage is not DEALING:
        return Refusal("CAN 6.1", "No card leaves the shoe now.")
    decided = first_cards(DEAL, state, command)
    if isinstance(decided, Refusal):
        return decided
    unread = _up_card_unread(state, decided) if UNSEEN in command.cards else None
    if unread:
        return unread
    if stage is DEALING or state.play.jackpot is None:
        return decided
    closed, dealt = decided
    assert isinstance(closed, BettingClosed)
    return _with_jackpot(state, closed, dealt)


def _up_card_unread(state: Canberra, decided: Events) -> Refusal | None:
    """CAN 6.2, CAN 12.4[s2]: everybody sees the dealer's card that faces up, so it is read when it is dealt."""
    plan = next((event.plan for event in decided if isinstance(event, BettingClosed)), state.felt.plan)
    dealt = next(event.cards for event in decided if isinstance(event, Dealt))
    place = up_place(state, plan)
    coming = -1 if place is None else place - len(state.felt.dealt)
    if 0 <= coming < len(dealt) and dealt[coming] == UNSEEN:
        clause = "CAN 12.4[s2]" if state.house.shoe == AUTOMATED else "CAN 6.2"
        return Refusal(clause, "One card of the dealer's lies face up: it is entered when it is dealt.")
    return None


def up_place(state: Canberra, plan: tuple[int, ...]) -> int | None:
    """Which card of the deal faces up: of the dealer's the last, or with the automated shoe the top one (C-A7, C-A23).

    None where a card of the dealer's shown before has taken its place, CAN 14.2.
    """
    own = [index for index, place in enumerate(plan) if place == DEALER]
    if state.play.up is not None or not own:
        return None
    first = state.house.shoe == AUTOMATED and settings_of(state).up_card == FIRST_CARD
    return own[0 if first else -1]


def _with_jackpot(state: Canberra, closed: BettingClosed, dealt: Event) -> Decision:
    rules = settings_of(state).jackpot
    assert rules is not None
    back = {outcome.seat for outcome in closed.returned if outcome.wager == JACKPOT}
    chips = [wager for wager in state.felt.wagers if wager.kind == JACKPOT and wager.seat not in back]
    why = "The sensor did not light, so the jackpot wager was never accepted and goes back."
    unlit = tuple(not_accepted(chip, "CAN 10.2", why) for chip in chips if chip.seat in state.play.unlit)
    accepted = contributions_of((chip for chip in chips if chip.seat not in state.play.unlit), rules)
    closed = closed._replace(returned=closed.returned + unlit)
    joined = (Contributed(accepted, "CAN 10.6[s1]"),) if accepted else ()
    return (closed, *joined, dealt)


def call_bet_or_fold(state: Canberra, command: Command) -> Decision:
    """CAN 12.5: with the automated shoe players look at their cards only after this call (C-A24)."""
    if state.felt.stage is not PLAYING or state.play.phase is not BEFORE_CALL:
        return Refusal("CAN 12.5", "The call is made once, when an automated shoe has dealt all the cards.")
    return refusal_while_held(state) or (Called("CAN 12.5"),)


def _apply_dealt(state: Canberra, event: Dealt) -> Canberra:
    """CAN 6.2, CAN 12.4[s2]: each card face down to the next place of the plan, but one card of the dealer's.

    With the card shoe it is the last, with the automated shoe the top one (C-A7, C-A23); a card of the dealer's shown
    before takes its place, CAN 14.2.
    """
    settings, house, felt, play = state
    plan, dealt = felt.plan, felt.dealt
    hands: dict[int, list[Card]] = {}
    for place, card in zip(plan[len(dealt) :] if dealt else plan, event.cards, strict=False):
        if place in hands:
            hands[place].append(card)
        else:
            hands[place] = [card]
    phase, boxes, dealer, up, *rest = play
    boxes = tuple(
        [
            new(Box, (seat, player, entitled, (*cards, *hands.get(seat, ())), standing))
            for seat, player, entitled, cards, standing in boxes or _boxes(plan, felt.wagers)
        ]
    )
    dealer = (*dealer, *hands.get(DEALER, ()))
    dealt += event.cards
    stage = felt.stage
    if len(dealt) == len(plan):
        stage = PLAYING
        by_device = house.shoe == AUTOMATED
        if up is None:
            up = 0 if by_device and settings_of(state).up_card == FIRST_CARD else len(dealer) - 1
        if by_device:
            phase = BEFORE_CALL
    play = new(Round, (phase, boxes, dealer, up, *rest))
    return new(State, (settings, house, with_cards_dealt(felt, stage, dealt), play))


def _boxes(plan: tuple[int, ...], wagers: tuple[Wager, ...]) -> list[Box]:
    """The boxes of a deal, clockwise, with those who own their wagers."""
    boxes = []
    for seat in sorted({*plan} - {DEALER}):
        there = open_wagers(wagers, seat)
        boxes.append(Box(seat, there[0].player if there else "", ANTE in [wager.kind for wager in there]))
    return boxes


def _apply_placed(state: Canberra, event: Placed) -> Canberra:
    """A chip put down anew may light the sensor that an earlier one did not."""
    after: Canberra = FELT_APPLIERS[Placed](state, event)
    if event.wager == JACKPOT and event.seat in after.play.unlit:
        return after._replace(play=after.play._replace(unlit=after.play.unlit - {event.seat}))
    return after


def _apply_contributed(state: Canberra, event: Contributed) -> Canberra:
    jackpot = state.play.jackpot
    assert jackpot is not None
    return state._replace(play=state.play._replace(jackpot=apply_contribution(jackpot, event)))


APPLIERS: Appliers = {
    Placed: _apply_placed,
    Contributed: _apply_contributed,
    Dealt: _apply_dealt,
    Called: lambda state, event: state._replace(play=state.play._replace(phase=BET_OR_FOLD)),
}
