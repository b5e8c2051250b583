"""Cards out of the shoe: the initial deal, and one card at a time after it."""

from collections.abc import Iterator

from pitboss.cards.card import Card
from pitboss.games.copies import new
from pitboss.games.house.dealing import not_in, not_in_deck, not_ready
from pitboss.games.house.felt import BettingClosed, Dealt
from pitboss.games.house.limits import close_betting, seats_with_cards, wagers_and_sign
from pitboss.games.pays import not_accepted, void
from pitboss.games.play import BETTING, DEALER, DEALING, PLAYING, Command, Decision, Events, Outcome, while_unchanged
from pitboss.games.pontoon.dealer import card_due
from pitboss.games.pontoon.hands import BEST
from pitboss.games.pontoon.layout import LAYOUT, MAIN, PERFECT_PAIRS, decks_of
from pitboss.games.pontoon.round import (
    BUST,
    OPEN,
    PAID,
    STOOD,
    SURRENDER,
    CardDrawn,
    DrawingBegun,
    Hand,
    Pontoon,
    Standing,
    box_at,
)
from pitboss.games.pontoon.settlement import hand_outcomes, lost_insurance, outcome_events, wins_bonus
from pitboss.games.pontoon.shoe import no_card_now
from pitboss.rulebook.refusal import Refusal

# PON 15.7: an absent player's hand takes cards until it exceeds this.
ABSENT_DRAWS_TO = 11


def _rests_on(state: Pontoon) -> tuple[object, ...]:
    """What closing the betting rests on: beside wagers and sign, who is held to the minimum (PON 4.7, PON 4.8[s1])."""
    people = state.play.people
    held = people.restricted, people.to_minimum, people.regulars, people.rounds > 0
    return wagers_and_sign(state), held


def _close(state: Pontoon) -> tuple[BettingClosed, tuple[int, ...]]:
    """What closing the betting now would do, and the boxes that would then be dealt to.

    PON 3.5, PON 4.6: a wager of which nothing is live goes back, because the box has its maximum without it (P-20).
    PON 6.2(a), PON 6.2(b), PON 6.2(c): one card to each box with a wager, clockwise, one to the dealer and a second to
    each box.
    """
    closed = close_betting(LAYOUT, state, ())
    over = [index for index, live in closed.live if not live]
    if over:
        live = tuple(row for row in closed.live if row[0] not in over)
        closed = closed._replace(returned=(*closed.returned, *_over_maximum(state, over, closed.returned)), live=live)
    seats = seats_with_cards(LAYOUT, not_in(closed.returned, state.felt.wagers))
    return closed._replace(plan=(*seats, DEALER, *seats)), seats


closing_result = while_unchanged(_rests_on, _close)


def _over_maximum(state: Pontoon, over: list[int], gone: tuple[Outcome, ...]) -> Iterator[Outcome]:
    """PON 4.6: wagers for which the box has no room, and PON 18.10: the Perfect Pairs wagers beside them."""
    wagers = state.felt.wagers
    why = "The wagers before it make up the maximum of the box, so this one goes back."
    yield from (not_accepted(wagers[index], "PON 4.6", why) for index in over)
    alone = {(wagers[index].seat, wagers[index].player) for index in over}
    alone -= {(row.seat, row.player) for row in gone if row.wager == PERFECT_PAIRS}
    for wager in wagers:
        if wager.kind == PERFECT_PAIRS and (wager.seat, wager.player) in alone:
            yield void(wager, "PON 18.10", "No Pontoon wager lies beside this Perfect Pairs wager, so it goes back.")


def boxes_to_deal(state: Pontoon) -> int:
    """How many boxes would be dealt to if betting closed now."""
    if state.house.warned or state.house.shut_out:
        return len(closing_result(state)[1])
    # Nothing can go back that would leave a box without a wager.
    return len({wager.seat for wager in state.felt.wagers if wager.kind == MAIN})


def deal(state: Pontoon, command: Command) -> Decision:
    """PON 6.1, PON 6.2: cards from the shoe, to the places that the rules name."""
    refusal = not_in_deck(decks_of(state), command.cards)
    if refusal:
        return refusal
    if state.felt.stage is BETTING:
        return _first_cards(state, command)
    cards = state.play.cards.aside + command.cards
    if state.felt.stage is DEALING:
        if command.seats:
            return Refusal("PON 6.2", "To which boxes the cards go is settled with the first card.")
        waiting = len(state.felt.plan) - len(state.felt.dealt)
        return _wrong_count(state, command, waiting) or (Dealt(cards[:waiting], "PON 6.2"),)
    due = card_due(state)
    if due is None:
        return Refusal("PON 6.1", "No card is due now.")
    return _wrong_count(state, command, 1) or _one_card(state, due, cards[0])


def _first_cards(state: Pontoon, command: Command) -> Decision:
    """PON 6.2, PON 4.3: no more bets, and the first cards to the boxes with a wager and to the dealer."""
    refusal = not_ready(LAYOUT.clauses, state)
    if refusal:
        return refusal
    closed, seats = closing_result(state)
    if not seats:
        return Refusal("PON 4.1", "No box holds a Pontoon wager.")
    if command.seats and tuple(sorted(command.seats)) != seats:
        boxes = ", ".join(map(str, seats))
        return Refusal("PON 6.2", f"The boxes with a wager are dealt to, which are {boxes}.")
    count = len(closed.plan)
    cards = (state.play.cards.aside + command.cards)[:count]
    return _wrong_count(state, command, count) or (closed, new(Dealt, (cards, "PON 6.2")))


def _wrong_count(state: Pontoon, command: Command, due: int) -> Refusal | None:
    """Cards that were put aside by mistake go first (PON 15.2), the others come from the shoe."""
    aside, given = len(state.play.cards.aside), len(command.cards)
    most = max(due - aside, 0)
    if given > most:
        return Refusal("PON 6.2", f"{most} cards are due from the shoe, not {given}.")
    if not given and not aside:
        return Refusal("PON 6.1", "Deal needs cards.")
    return no_card_now(state, given)


def _one_card(state: Pontoon, due: tuple[int, int, str], card: Card) -> Events:
    """PON 10.2(b), PON 11.5, PON 12.3[s2], PON 15.7: a card, how the hand stands with it, and what is decided at once.

    One card only to a doubled hand and to each split ace. Without anybody to decide for it, a hand is drawn to until it
    exceeds 11, soft totals counted as soft, and then stands (P-17).
    """
    seat, number, clause = due
    if seat == DEALER:
        dealer = (*state.play.dealer, card)
        drawn = new(CardDrawn, (DEALER, 0, card, OPEN, False, clause))
        return (drawn, *outcome_events(lost_insurance(state, dealer), "PON 7.5(a)"))
    box = box_at(state.play, seat)
    assert box is not None
    held, *rest = box.hands[number - 1]
    hand = new(Hand, ((*held, card), *rest))
    standing = _standing(hand, absent=box.absent)
    bonus = standing is PAID and wins_bonus(state, box, hand)
    decided_by = "PON 10.2(b)" if standing is PAID else clause
    outcomes = outcome_events(hand_outcomes(state, box, number, hand), decided_by)
    return (new(CardDrawn, (seat, number, card, standing, bonus, clause)), *outcomes)


def _standing(hand: Hand, *, absent: bool) -> Standing:
    points = hand.total.points
    if points >= BEST:
        return PAID if points == BEST else BUST
    if hand.doubled or hand.split_ace or (absent and points > ABSENT_DRAWS_TO):
        return STOOD
    return OPEN


def begin_drawing(state: Pontoon, command: Command) -> Decision:
    """PON 7.2, PON 9.5, PON D-Subsequent deal: with it the time to insure and to surrender is over.

    Who has not surrendered has declined, and nobody else on the box may.
    """
    if state.felt.stage is not PLAYING or state.play.phase is not SURRENDER:
        return Refusal("PON 10.1", "The subsequent deal begins once, when Pontoons have been paid.")
    return (DrawingBegun("PON 10.1"),)
