"""When something goes wrong in Pontoon: what happened, which clause, what follows."""

from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.games.house.between_rounds import is_running, not_running, void_events, void_wagers_of
from pitboss.games.house.between_rounds import void_round as void_running_round
from pitboss.games.house.dealing import AUTOMATED, not_in_deck
from pitboss.games.house.felt import WagersVoided, net_by_player, voided_wagers
from pitboss.games.house.rulings import wrong_deck_events
from pitboss.games.play import DEALER, Appliers, Command, Decision, Outcome, Result, Stage, Wager
from pitboss.games.pontoon.deal import ABSENT_DRAWS_TO
from pitboss.games.pontoon.dealer import card_due
from pitboss.games.pontoon.layout import CLAUSES, MAIN, SUPER_BONUS, decks_of
from pitboss.games.pontoon.rebuild import can_be_rebuilt
from pitboss.games.pontoon.round import (
    Box,
    Earlier,
    PastRound,
    Pontoon,
    Standing,
    box_at,
    controller,
    due,
    turn,
    with_hand,
)
from pitboss.rulebook.refusal import Refusal


class CardBurnt(NamedTuple):
    """PON D-Burn: cards out of the shoe and into the rack; `unseen` of them nobody has looked at."""

    cards: tuple[Card, ...]
    unseen: int
    clause: str


class CardPutAside(NamedTuple):
    """PON 15.2: drawn by mistake, and the next card that is dealt."""

    cards: tuple[Card, ...]
    clause: str


class Absent(NamedTuple):
    """PON 15.7: nobody decides for this box any more in this round."""

    seat: int
    clause: str


class CuttingCardMissed(NamedTuple):
    """PON 15.8: it had come without being noticed."""

    clause: str


class DeviceFailed(NamedTuple):
    """PON 19.3(a): the round is completed from a plain shoe."""

    reason: str
    clause: str


class PlayerTakenOut(NamedTuple):
    """PON 17.2(a): a player whose wagers are void has nothing more to decide."""

    player: str
    clause: str


class RoundUndone(NamedTuple):
    """PON D-Void: a round that was over is void all the same; `undone` are its wagers with what became of them.

    Without a number it is the last one.
    """

    undone: tuple[Wager, ...]
    clause: str
    reason: str
    round: int | None = None


def burn_card(state: Pontoon, command: Command) -> Decision:
    """PON 15.1, PON 15.2, PON D-Burn: a card lying face up in the shoe is burnt; one burnt in error stays out."""
    clause = "PON 15.1" if command.do == "face_up_card_in_shoe" else "PON 15.2"
    return _no_card_out(state, command, clause) or (CardBurnt(command.cards, 0 if command.cards else 1, clause),)


def _no_card_out(state: Pontoon, command: Command, clause: str) -> Refusal | None:
    refusal = not_in_deck(decks_of(state), command.cards)
    if refusal:
        return refusal
    if state.play.cards.cards_left < max(len(command.cards), 1):
        return Refusal(clause, "There is no such card in the shoe.")
    return None


def card_drawn_in_error(state: Pontoon, command: Command) -> Decision:
    """PON 15.2: seen or not, it is used as the next card from the shoe."""
    return _no_card_out(state, command, "PON 15.2") or (CardPutAside(command.cards, "PON 15.2"),)


def dealer_drew_too_many(state: Pontoon, command: Command) -> Decision:
    """PON 15.3: a card that the dealer's hand should not have taken is burnt, and the hand judged without it."""
    refusal = not_running(CLAUSES, state) or _no_card_out(state, command, "PON 15.3")
    if refusal:
        return refusal
    if turn(state.play) is not None or state.felt.stage is Stage.DEALING:
        return Refusal("PON 15.2", "Players' hands are not complete: the card is used as the next one due to them.")
    if card_due(state) is not None:
        return Refusal("PON 13.1(a)", "The dealer's hand must take this card.")
    return (CardBurnt(command.cards, 0, "PON 15.3"),)


def no_decision(state: Pontoon, command: Command) -> Decision:
    """PON 15.7: nobody is there to decide, so the hand is drawn to until it exceeds 11 and then stands (P-17)."""
    if due(state) != (command.seat,):
        return Refusal("PON 15.7", f"No decision is due from box {command.seat}.")
    return (Absent(command.seat or 0, "PON 15.7"),)


def dealt_past_cutting_card(state: Pontoon, command: Command) -> Decision:
    """PON 15.8: what was dealt stands, a running round is completed, then the cards are shuffled. Not with a device."""
    if state.house.shoe == AUTOMATED:
        return Refusal("PON 19.1", "There is no cutting card in a shuffling shoe.")
    if not state.play.cards.loaded or state.play.cards.cutting_card_at is not None:
        return Refusal("PON 15.8", "The shuffle is due already.")
    if state.play.people.last_rounds is not None:
        return Refusal("PON 5.5", "In the last three rounds the cutting card is thrown out and dealing goes on.")
    return (CuttingCardMissed("PON 15.8"),)


def shoe_malfunction(state: Pontoon, command: Command) -> Decision:
    """PON 19.3(a), PON 19.4: the round is not void but completed from a plain shoe."""
    if state.house.shoe != AUTOMATED:
        return Refusal("PON 19.3(a)", "A card shoe does not malfunction; the operator may void the round by PON 17.3.")
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if state.play.cards.failed:
        return Refusal("PON 19.3(a)", "The shuffling shoe has failed already.")
    return (DeviceFailed(command.reason or "malfunction", "PON 19.3(a)"),)


def wrong_deck(state: Pontoon, command: Command) -> Decision:
    """PON 17.3: a foreign or missing card voids the round in which it is found; earlier rounds stand."""
    clauses = ("PON 17.3", "PON 17.3")
    return not_running(CLAUSES, state) or wrong_deck_events(void_events, clauses, state, command)


def void_round(state: Pontoon, command: Command) -> Decision:
    """PON 17.1, PON 17.3, PON D-Void: no result, with everything wagered or paid back.

    A disturbance or fraud can undo a round even after its end, until the first card of the next one.
    """
    past = state.felt.stage in (Stage.OVER, Stage.BETTING, Stage.IDLE)
    grounds = {"disturbance": "PON 17.1", "fraud": "PON 17.3"}
    clause = grounds.get(command.reason or "") if command.reason else command.clause
    if not past or clause is None or clause not in grounds.values() or command.clause not in (None, clause):
        return void_running_round(CLAUSES, state, command)
    why = "The operator has made the round void: everything wagered or paid goes back."
    return _undo(state.play.earlier.past[-1:], clause, why)


def void_past_round(state: Pontoon, command: Command) -> Decision:
    """PON 15.5: a card was misplaced in an earlier round of this shoe, found after the next one's first card.

    The faulty round is void with all its payments, and those after it stand (P-29, P-34). Without a number it is the
    last one that is over.
    """
    past = state.play.earlier.past
    last = past[-1].number if past else 0
    number = last if command.round is None else command.round
    if number == last and not is_running(state) and can_be_rebuilt(state):
        return Refusal("PON 15.5", "The next round has had no card yet: the hand is rebuilt by PON 15.4.")
    found = tuple(each for each in past if each.number == number)
    if not found and command.round is not None:
        return Refusal("PON 15.5", f"Round {number} is not one of those that this shoe has been used for.")
    return _undo(found, "PON 15.5", "A card had been misplaced in the round: it is void, and everything goes back.")


def _undo(past: tuple[PastRound, ...], clause: str, why: str) -> Decision:
    rows = past[0].rows if past else ()
    if all(row.result in (Result.VOID, Result.RETURNED) for row in rows):
        return Refusal(clause, "There is no finished round with a result to undo.")
    return (RoundUndone(tuple(map(_as_wager, rows)), clause, why, past[0].number),)


def _as_wager(row: Outcome) -> Wager:
    return Wager(row.seat, row.player, row.wager, row.stake, row.at_risk, row.hand, row)


def void_wagers(state: Pontoon, command: Command) -> Decision:
    """PON 17.2(a): the wagers of a rule-breaker are void, and a bonus paid on them too; the others play on (P-28)."""
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    player = command.player or ""
    events = void_wagers_of(state, player, "PON 17.2(a)")
    if isinstance(events, Refusal):
        return events
    (void,) = events
    assert isinstance(void, WagersVoided)
    bonus = tuple(w for w in state.felt.wagers if (w.player, w.kind) == (player, SUPER_BONUS))
    return void._replace(undone=void.undone + bonus), PlayerTakenOut(player, "PON 17.2(a)")


def _apply_burnt(state: Pontoon, event: CardBurnt) -> Pontoon:
    cards = state.play.cards
    count = len(event.cards) + event.unseen
    cards = cards._replace(drawn=cards.drawn + count, rack=cards.rack + event.cards, unseen=cards.unseen + event.unseen)
    return state._replace(play=state.play._replace(cards=cards))


def _put_aside(state: Pontoon, event: CardPutAside) -> Pontoon:
    cards = state.play.cards
    cards = cards._replace(drawn=cards.drawn + len(event.cards), aside=cards.aside + event.cards)
    return state._replace(play=state.play._replace(cards=cards))


def _absent(state: Pontoon, event: Absent) -> Pontoon:
    box = box_at(state.play, event.seat)
    now = turn(state.play)
    assert box is not None
    assert now is not None
    hand = box.hands[now[1] - 1]
    stands = hand.total.points > ABSENT_DRAWS_TO
    hand = hand._replace(standing=Standing.STOOD) if stands else hand._replace(wants=True)
    boxes = tuple(row._replace(absent=True) if row.seat == event.seat else row for row in state.play.boxes)
    return state._replace(play=with_hand(state.play._replace(boxes=boxes), event.seat, now[1], hand))


def _cutting_card_missed(state: Pontoon, event: CuttingCardMissed) -> Pontoon:
    cards = state.play.cards._replace(cutting_card_at=DEALER, cutting_card_after=None)
    return state._replace(play=state.play._replace(cards=cards))


def _device_failed(state: Pontoon, event: DeviceFailed) -> Pontoon:
    return state._replace(play=state.play._replace(cards=state.play.cards._replace(failed=True)))


def _player_taken_out(state: Pontoon, event: PlayerTakenOut) -> Pontoon:
    boxes = tuple(_without_player(state, box, event.player) for box in state.play.boxes)
    return state._replace(play=state.play._replace(boxes=boxes))


def _without_player(state: Pontoon, box: Box, player: str) -> Box:
    """A hand on which nobody has a wager left is not played; on a shared box the next player decides."""
    if not box.original(player):
        return box
    stakes = tuple(row for row in box.stakes if row[0] != player)
    on = {wager.hand for wager in state.felt.wagers if (wager.seat, wager.kind) == (box.seat, MAIN) and _live(wager)}
    hands = tuple(
        hand if number in on else hand._replace(standing=Standing.VOID, bonus=False)
        for number, hand in enumerate(box.hands, start=1)
    )
    decides = controller(state, box.seat, tuple(name for name, _ in stakes)) if box.player == player else box.player
    return box._replace(stakes=stakes, hands=hands, player=decides)


def _live(wager: Wager) -> bool:
    return wager.outcome is None or wager.outcome.result not in (Result.VOID, Result.RETURNED)


def _round_undone(state: Pontoon, event: RoundUndone) -> Pontoon:
    house, felt = state.house, state.felt
    results = dict(house.results)
    rows = [wager.outcome for wager in event.undone if wager.outcome is not None]
    for player, net in net_by_player(rows).items():
        results[player] = results.get(player, 0) - net
    void = voided_wagers(event.undone, event.clause, event.reason)
    gone = tuple(wager.outcome for wager in void if wager.outcome is not None)
    past, before = state.play.earlier
    number = event.round or (past[-1].number if past else 0)
    house = house._replace(results=Frozen(results))
    if not past or number == past[-1].number:
        house, before = house._replace(last_round=gone), None
        if felt.stage is Stage.OVER:
            felt = felt._replace(wagers=void, result="void", clause=event.clause)
    past = tuple(each._replace(rows=gone) if each.number == number else each for each in past)
    return state._replace(house=house, felt=felt, play=state.play._replace(earlier=Earlier(past, before)))


APPLIERS: Appliers = {
    CardBurnt: _apply_burnt,
    CardPutAside: _put_aside,
    Absent: _absent,
    CuttingCardMissed: _cutting_card_missed,
    DeviceFailed: _device_failed,
    PlayerTakenOut: _player_taken_out,
    RoundUndone: _round_undone,
}
