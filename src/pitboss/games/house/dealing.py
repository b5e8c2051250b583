"""Cards out of the shoe, in words all house games share: the check, the shuffle and the deal."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import CutLimit
from pitboss.games.copies import new
from pitboss.games.house.felt import AnyState, BettingClosed, Dealt, Shuffled
from pitboss.games.house.limits import Layout, close_betting, seats_with_cards, wagers_and_sign
from pitboss.games.play import (
    BETTING,
    DEALING,
    Command,
    CommonClauses,
    Decision,
    Outcome,
    RoutineStep,
    Wager,
    while_unchanged,
)
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
    # What closing the betting now would do, and how many boxes would then be entitled to cards: asked when the cards
    # are counted out and again when they are dealt, and the same in round after round with the same wagers.
    closing: Callable[[AnyState], tuple[BettingClosed, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        closing = while_unchanged(wagers_and_sign, lambda state: _closing(self, state, ()))
        object.__setattr__(self, "closing", closing)


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
    if house.holds:
        hold = house.holds[0]
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
    if state.felt.stage is not BETTING:
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
    if felt.stage is DEALING:
        return _deal_step(clauses, len(felt.plan) - len(felt.dealt))
    if not felt.shuffled:
        cards, ends = deal.deck(state).cards, deal.cut.from_each_end
        cut = None if state.house.shoe == AUTOMATED else (ends, len(cards) - ends)
        return new(RoutineStep, ("shuffle", clauses.shuffle, 0, cards, cut, None, None, 0))
    if not felt.wagers or not_ready(clauses, state):
        return None
    closed, boxes = deal.closing(state)
    return _deal_step(clauses, len(closed.plan)) if boxes else None


def _deal_step(clauses: CommonClauses, count: int) -> RoutineStep:
    return new(RoutineStep, ("deal", clauses.no_more_bets, count, (), None, None, None, 0))


def _closing(deal: DealingRules, state: AnyState, dealt_to: tuple[int, ...]) -> tuple[BettingClosed, int]:
    """What closing the betting now would do, and how many boxes would then be entitled to cards."""
    closed = close_betting(deal.layout, state, dealt_to)
    entitled = seats_with_cards(deal.layout, not_in(closed.returned, state.felt.wagers))
    plan = deal.plan(state, dealt_to or entitled)
    return new(BettingClosed, (*closed[:3], plan, *closed[4:])), len(entitled)


def not_in(returned: tuple[Outcome, ...], wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
    """The wagers that stay when these go back."""
    if not returned:
        return wagers
    back = {outcome[:3] for outcome in returned}
    return tuple([wager for wager in wagers if wager[:3] not in back])


def first_cards(deal: DealingRules, state: AnyState, command: Command) -> Decision:
    """The deal of a round: betting closes with its first card, and each card goes to the place the rules name."""
    if state.felt.stage is DEALING:
        return _more(deal, state, command)
    if state.felt.stage is not BETTING:
        return Refusal(deal.layout.clauses.no_more_bets, "No card is due now.")
    clauses = deal.layout.clauses
    refusal = not_ready(clauses, state)
    if refusal:
        return refusal
    if not state.felt.shuffled:
        return Refusal(clauses.shuffle, "The cards have not been shuffled for this round.")
    seats = tuple(sorted(command.seats))
    closed, boxes = _closing(deal, state, seats) if seats else deal.closing(state)
    if not boxes:
        return Refusal(clauses.place, "No box holds the wagers that bring cards.")
    if boxes > deal.most_boxes:
        return Refusal(clauses.deck, f"The deck serves {deal.most_boxes} boxes, not {boxes}.")
    refusal = _wrong_cards(deal, state, command.cards, len(closed.plan))
    return refusal or (closed, new(Dealt, (command.cards, deal.clause(state))))


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
    if deck.holds_all(cards):
        return None
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
