"""Cards at a live table: face down nobody has read them, turned up they are entered, and what was misread is put right.

A card comes out of the shoe as `UNSEEN` and gets its face when it is turned up. Nothing rests on a face but what hands
are settled for, so a hand that is folded keeps its secret, and a face that was entered wrongly is exchanged for the
right one as long as the round lasts: by the dealer until a hand has been settled on it, then by a supervisor, and what
was paid or taken on it is undone first.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.cards.deck import Deck
from pitboss.games.house.between_rounds import not_running
from pitboss.games.house.boxes import Standing
from pitboss.games.house.dealing import not_in_deck
from pitboss.games.house.felt import AnyState
from pitboss.games.play import COMMUNAL, DEALER, RUNNING, Command, CommonClauses, Decision, Events, Role, Verb, Wager
from pitboss.rulebook.refusal import Refusal


class TurnedUp(NamedTuple):
    """The first cards of a place, or all of them, lie face up and have been read."""

    place: int
    cards: tuple[Card, ...]
    clause: str


class HandsReopened(NamedTuple):
    """Hands were settled on a face that was wrong: what was paid or taken is undone. `undone` as the wagers were."""

    seats: tuple[int, ...]
    undone: tuple[Wager, ...]
    clause: str


class CardCorrected(NamedTuple):
    """A card was entered wrongly; it is and always was the other one."""

    wrong: Card
    right: Card
    by: Role
    clause: str
    # Where it lies, as seat and hand, in a game with several cards alike; the dealer's seat is 0.
    spot: tuple[int, int] | None = None


def cards_at(state: AnyState, place: int) -> tuple[Card, ...]:
    """What lies at a place: a box, the dealer's, or the board."""
    play = state.play
    if place in (DEALER, COMMUNAL):
        found: tuple[Card, ...] = play.dealer if place == DEALER else getattr(play, "communal", ())
        return found
    return next((box.cards for box in play.boxes if box.seat == place), ())


def with_cards(state: AnyState, place: int, cards: tuple[Card, ...]) -> AnyState:
    """The table with these cards at a place, there and among all that have left the shoe."""
    play, felt = state.play, state.felt
    if place in (DEALER, COMMUNAL):
        play = play._replace(**{"dealer" if place == DEALER else "communal": cards})
    else:
        play = play._replace(boxes=tuple(box._replace(cards=cards) if box.seat == place else box for box in play.boxes))
    known = iter(cards)
    dealt = tuple(next(known) if where == place else card for where, card in zip(felt.plan, felt.dealt, strict=False))
    return state._replace(play=play, felt=felt._replace(dealt=dealt))


def seen_at(state: AnyState, place: int, cards: Iterable[Card]) -> AnyState:
    """The table when cards of a place have been seen by accident: those without a face get theirs, the last first."""
    there = list(cards_at(state, place))
    for card in cards:
        if card not in there and UNSEEN in there:
            there[max(index for index, each in enumerate(there) if each == UNSEEN)] = card
    return state if tuple(there) == cards_at(state, place) else with_cards(state, place, tuple(there))


def lie_there(cards: tuple[Card, ...], among: tuple[Card, ...], dealt: tuple[Card, ...]) -> bool:
    """Whether these can be cards of a place: they are known to lie there, or enough of it nobody has read."""
    unread = [card for card in cards if card not in among]
    return UNSEEN not in cards and len(unread) <= among.count(UNSEEN) and not set(unread) & set(dealt)


def turned_up(state: AnyState, place: int, turns: slice, command: Command, deck: Deck, clause: str) -> Decision:
    """The faces of the cards that are turned up at a place; nothing to say where all of them are known.

    A card that was seen before is among them, or among those of its place that still lie face down.
    """
    there, cards = cards_at(state, place), command.cards
    turning = there[turns]
    if UNSEEN not in turning:
        return ()
    if len(cards) != len(turning):
        return Refusal(clause, f"{len(turning)} cards are turned up here and must be entered, not {len(cards)}.")
    before = there[: turns.start or 0]
    missing = [card for card in there if card not in (UNSEEN, *before, *cards)]
    if len(missing) > len(there) - len(before) - len(turning):
        return Refusal(clause, f"{face(missing[0])} was seen there before and must be among them.")
    return not_in_deck(deck, cards) or (TurnedUp(place, before + cards, clause),)


def correction_verb(
    clauses: CommonClauses, decide: Callable[[Any, Command], Decision], takes: tuple[str, ...] = ()
) -> Verb:
    """`correct_card`, for the dealer and the supervisor.

    Where cards are alike and more is taken to find one, the correction is a step of the round that is written down;
    elsewhere a round is written down with the right cards only.
    """
    roles = (Role.SUPERVISOR, Role.DEALER)
    return Verb(decide, clauses.procedures, roles, ("cards",), takes, RUNNING, of_round=bool(takes))


def correct(clauses: CommonClauses, deck_of: Callable[[AnyState], Deck], state: AnyState, command: Command) -> Decision:
    """A face that was entered wrongly: `cards` are the wrong one and the right one."""
    refusal = not_running(clauses, state)
    if refusal:
        return refusal
    if len(command.cards) != 2:
        return Refusal(clauses.procedures, "A correction names two cards: the one that was entered, and the right one.")
    deck, (wrong, right) = deck_of(state), command.cards
    place = next((place for place in _places(state) if wrong in cards_at(state, place)), None)
    if place is None:
        return Refusal(clauses.procedures, f"No {face(wrong)} has been entered in this round.")
    if right in state.felt.dealt:
        return Refusal(deck.clause, f"{face(right)} has already been dealt; it is in the deck once.")
    rests = _settled_on(state, place)
    if rests and command.by is Role.DEALER:
        which = f"box {rests[0]} has" if len(rests) == 1 else "hands have"
        return Refusal(
            clauses.supervisor, f"{which.capitalize()} been settled on the {face(wrong)}: a supervisor corrects it."
        )
    corrected = CardCorrected(wrong, right, command.by, clauses.procedures)
    return not_in_deck(deck, (right,)) or (*_reopen_events(state, place, rests, clauses.procedures), corrected)


def hands_settled(state: AnyState) -> bool:
    """Whether something has been paid or taken, so that correcting a card may be for a supervisor."""
    if hasattr(state.play, "order"):
        return bool(state.play.order)
    return any(wager.outcome for wager in state.felt.wagers)


def _places(state: AnyState) -> tuple[int, ...]:
    return (DEALER, COMMUNAL, *(box.seat for box in state.play.boxes))


def _settled_on(state: AnyState, place: int) -> tuple[int, ...]:
    """The boxes whose hands have been settled on the cards of a place."""
    settled = tuple(box.seat for box in state.play.boxes if box.standing is Standing.SETTLED)
    return settled if place in (DEALER, COMMUNAL) else tuple(seat for seat in settled if seat == place)


def _reopen_events(state: AnyState, place: int, seats: tuple[int, ...], clause: str) -> Events:
    """What is undone: all that was decided by hands, the antes that went back to those still to be settled as well."""
    if not seats:
        return ()
    playing = seats
    if place in (DEALER, COMMUNAL):
        playing = tuple(box.seat for box in state.play.boxes if box.standing in (Standing.SETTLED, Standing.IN_PLAY))
    undone = tuple(
        wager for wager in state.felt.wagers if wager.seat in playing and wager.outcome and wager.was_accepted
    )
    return (HandsReopened(seats, undone, clause),)


def apply_turned_up(state: AnyState, event: TurnedUp) -> AnyState:
    """A hand of a box lies open from now on; board and dealer's hand are shown by events of their own."""
    place, cards, _ = event
    there = cards_at(state, place)
    rest = [card for card in there if card not in (UNSEEN, *cards)]
    rest += [UNSEEN] * (len(there) - len(cards) - len(rest))
    after = with_cards(state, place, (*cards, *rest))
    if place in (DEALER, COMMUNAL):
        return after
    return after._replace(play=after.play._replace(turned=after.play.turned | {place}))


def apply_reopened(state: AnyState, event: HandsReopened) -> AnyState:
    """The hands wait to be settled once more."""
    play = state.play
    boxes = tuple(box._replace(standing=Standing.IN_PLAY) if box.seat in event.seats else box for box in play.boxes)
    order = tuple(seat for seat in play.order if seat not in event.seats)
    wagers = tuple(wager._replace(outcome=None) if wager in event.undone else wager for wager in state.felt.wagers)
    return state._replace(play=play._replace(boxes=boxes, order=order), felt=state.felt._replace(wagers=wagers))


def apply_corrected(state: AnyState, event: CardCorrected) -> AnyState:
    """The right card wherever the wrong one lay; what was seen of it is the game's own."""
    for place in _places(state):
        there = cards_at(state, place)
        if event.wrong in there:
            cards = tuple(event.right if card == event.wrong else card for card in there)
            return with_cards(state, place, cards)
    return state
