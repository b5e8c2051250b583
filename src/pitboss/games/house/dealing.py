"""Cards out of the shoe, in words all house games share: the check, the shuffle and the deal."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import CutLimit
from pitboss.games.house.felt import AnyState, BettingClosed, Dealt, Shuffled
from pitboss.games.house.limits import Layout, close_betting, seats_with_cards
from pitboss.games.play import Command, CommonClauses, Decision, RoutineStep, Stage
from pitboss.rulebook.refusal import Refusal

CARD_SHOE = "card"
AUTOMATED = "automated"


@dataclass(frozen=True, slots=True)
class DealingRules:
    """How a game deals: from which deck, cut where, and to which places in which order."""

    layout: Layout
    deck: Callable[[AnyState], Deck]
    cut: CutLimit
    plan: Callable[[AnyState, tuple[int, ...]], tuple[int, ...]]
    clause: Callable[[AnyState], str]
    most_boxes: int


@dataclass(frozen=True, slots=True)
class DeviceRule:
    """How many packs of cards a game's device may hold, by which clause, and the clause on their colours."""

    packs: tuple[int, ...]
    clause: str
    colour_clause: str


def not_ready(clauses: CommonClauses, state: AnyState) -> Refusal | None:
    """Why no first card may be dealt: the table has closed, or something is to be done to the cards before."""
    if not state.house.is_open:
        return Refusal(clauses.closure, "The table has closed; the wagers may be taken back.")
    return cards_not_ready(clauses, state)


def wrong_device(deck: Deck, colours: str, rule: DeviceRule) -> Refusal | None:
    """UTH 6.2(a), UTH 6.2(b), CAN 12.2[s1], CAN 12.2[s2]: why a shuffling shoe cannot hold packs of these colours."""
    packs = colours.split()
    if len(packs) not in rule.packs:
        allowed = " or ".join(map(str, rule.packs))
        return Refusal(rule.clause, f"The shuffling shoe holds {allowed} packs of {deck}, not {len(packs)}.")
    if len(set(packs)) < len(packs):
        said = f"The packs in the shuffling shoe must differ in colour, not all be {packs[0]}."
        return Refusal(rule.colour_clause, said)
    return None


def packs_of(state: AnyState, colours: str) -> dict[str, Any]:
    """UTH 6.2(b), CAN 12.2[s2], CAN 12.2[s4]: the packs in the device, and the one that this round is dealt from."""
    if state.house.shoe != AUTOMATED:
        return {"deck": None, "decks": []}
    packs = colours.split()
    return {"deck": packs[max(state.house.round - 1, 0) % len(packs)], "decks": packs}


def cards_not_ready(clauses: CommonClauses, state: AnyState) -> Refusal | None:
    """What must be done to the cards before one of them is dealt: a check that was ordered, or that is still due."""
    house = state.house
    for hold in house.holds:
        return Refusal(hold.clause, hold.reason)
    if house.cards_to_check_by:
        who = " and ".join(sorted(house.cards_to_check_by))
        return Refusal(clauses.card_check, f"The cards have not been checked by the {who}.")
    return None


def shuffle(deal: DealingRules, state: AnyState, command: Command) -> Decision:
    """A fresh shuffle of the whole deck for the round, cut by hand where a card shoe is used.

    UTH 6.1, UTH 6.1(a), UTH 6.2, UTH 6.3, UTH 6.3(a): the shoe in use says whether they are cut; the place is kept.
    """
    clauses = deal.layout.clauses
    if state.felt.stage is not Stage.BETTING:
        return Refusal(clauses.shuffle, "The cards are shuffled for a round before its first card.")
    if state.felt.shuffled:
        return Refusal(clauses.shuffle, "The cards are shuffled already.")
    if state.house.shoe == AUTOMATED:
        if command.position is not None:
            return Refusal(clauses.shuffle, "There is no cut with an automated shuffling shoe.")
        return (Shuffled(clauses.shuffle),)
    size, ends = len(deal.deck(state)), deal.cut.from_each_end
    if command.position is None or not ends <= command.position <= size - ends:
        said = "missing" if command.position is None else f"not at {command.position}"
        return Refusal(deal.cut.clause, f"The cut must lie between card {ends} and card {size - ends}; it is {said}.")
    return (Shuffled(deal.cut.clause, command.position),)


def next_cards(deal: DealingRules, state: AnyState) -> RoutineStep | None:
    """The dealer's part before play: shuffle and cut, then the cards that are still to be dealt.

    UTH 6.3(b): all the cards of the deck go into the shoe, every round.
    """
    felt, clauses = state.felt, deal.layout.clauses
    if felt.stage is Stage.DEALING:
        return RoutineStep("deal", clauses.no_more_bets, len(felt.plan) - len(felt.dealt))
    deck, ends = deal.deck(state), deal.cut.from_each_end
    if not felt.shuffled:
        cut = None if state.house.shoe == AUTOMATED else (ends, len(deck) - ends)
        return RoutineStep("shuffle", clauses.shuffle, shuffles=deck.cards, cut=cut)
    if not felt.wagers or not_ready(clauses, state):
        return None
    entitled = _closing(deal, state, None)[1]
    if not entitled:
        return None
    return RoutineStep("deal", clauses.no_more_bets, len(deal.plan(state, entitled)))


def _closing(
    deal: DealingRules, state: AnyState, dealt_to: tuple[int, ...] | None
) -> tuple[BettingClosed, tuple[int, ...]]:
    """What closing the betting now would do, and which boxes would then be entitled to cards."""
    closed = close_betting(deal.layout, state, dealt_to)
    back = {(outcome.seat, outcome.player, outcome.wager) for outcome in closed.returned}
    staying = (wager for wager in state.felt.wagers if (wager.seat, wager.player, wager.kind) not in back)
    return closed, seats_with_cards(deal.layout, staying)


def first_cards(deal: DealingRules, state: AnyState, command: Command) -> Decision:
    """The deal of a round: betting closes with its first card, and each card goes to the place the rules name."""
    if state.felt.stage is Stage.DEALING:
        return _more(deal, state, command)
    if state.felt.stage is not Stage.BETTING:
        return Refusal(deal.layout.clauses.no_more_bets, "No card is due now.")
    clauses = deal.layout.clauses
    refusal = not_ready(clauses, state)
    if refusal:
        return refusal
    if not state.felt.shuffled:
        return Refusal(clauses.shuffle, "The cards have not been shuffled for this round.")
    closed, entitled = _closing(deal, state, command.seats or None)
    if not entitled:
        return Refusal(deal.layout.clauses.place, "No box holds the wagers that bring cards.")
    if len(entitled) > deal.most_boxes:
        return Refusal(deal.layout.clauses.deck, f"The deck serves {deal.most_boxes} boxes, not {len(entitled)}.")
    plan = deal.plan(state, tuple(sorted(command.seats)) or entitled)
    refusal = _wrong_cards(deal, state, command.cards, len(plan))
    return refusal or (closed._replace(plan=plan), Dealt(command.cards, deal.clause(state)))


def _more(deal: DealingRules, state: AnyState, command: Command) -> Decision:
    if command.seats:
        return Refusal(deal.clause(state), "To which boxes the cards go is settled with the first card.")
    due = len(state.felt.plan) - len(state.felt.dealt)
    return _wrong_cards(deal, state, command.cards, due) or (Dealt(command.cards, deal.clause(state)),)


def _wrong_cards(deal: DealingRules, state: AnyState, cards: tuple[Card, ...], due: int) -> Refusal | None:
    if len(cards) > due:
        return Refusal(deal.clause(state), f"{due} cards are still to be dealt, not {len(cards)}.")
    return not_in_deck(deal.deck(state), cards)


def not_in_deck(deck: Deck, cards: tuple[Card, ...]) -> Refusal | None:
    """A card that the deck does not know cannot have come out of the shoe."""
    for card in cards:
        if card not in deck and card != UNSEEN:
            shown = face(card) if isinstance(card, int) and 0 <= card <= 52 else repr(card)
            return Refusal(deck.clause, f"{shown} is not among the {deck} in play.")
    return None


def one_too_many(deck: Deck, dealt: tuple[Card, ...]) -> Card | None:
    """A card that has come out more often than the deck holds it: one of them is foreign."""
    if deck.copies == 1 and len(set(dealt)) == len(dealt):
        return None
    seen = Counter(dealt)
    return next((card for card, times in seen.items() if times > deck.copies and card != UNSEEN), None)
