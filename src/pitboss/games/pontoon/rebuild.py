"""A card that lies in the wrong place: the hands are rebuilt, and what depended on them is settled again."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards.card import Card, face
from pitboss.games.felt import net_by_player, wager_at
from pitboss.games.frozen import Frozen
from pitboss.games.money import BANK, FELT, Move
from pitboss.games.money import player as account
from pitboss.games.play import DEALER, Appliers, Command, Decision, Event, Outcome, Result, Stage, State, Wager
from pitboss.games.pontoon.hands import BEST, Row, is_pontoon
from pitboss.games.pontoon.layout import INSURANCE, MAIN, PERFECT_PAIRS, SUPER_BONUS, chosen
from pitboss.games.pontoon.round import (
    Box,
    Hand,
    Phase,
    Pontoon,
    Round,
    Standing,
    box_at,
    on_table,
    phase_after_deal,
    turn,
)
from pitboss.games.pontoon.settlement import decided, hand_outcomes, paid_at, settle_pair, wins_bonus
from pitboss.rulebook.refusal import Refusal

Spot = tuple[int, int]


class RoundReopened(NamedTuple):
    """PON 15.4: the cards are taken back out of the rack, and the results of the round no longer count as final."""

    clause: str


class CardsMoved(NamedTuple):
    """PON 15.4: each hand that changes, as it is by the rules; `reopened` are wagers whose results fall with it."""

    hands: tuple[tuple[Spot, Hand], ...]
    dealer: tuple[Card, ...]
    reopened: tuple[Wager, ...]
    clause: str


def misplaced_card(state: Pontoon, command: Command) -> Decision:
    """PON 15.4: before the next round begins, a card is put where it belongs and the hands are judged again.

    `seat` and `hand` say where it lies, `seats` and `held` where it belongs; without a box that is the dealer's hand.
    Two cards change places. What was paid or taken on the hands concerned is undone first; if the dealer's hand is one
    of them, so is every wager that it decided.
    """
    stage = state.felt.stage
    if stage not in (Stage.PLAYING, Stage.OVER) or state.felt.result == "void" or not state.play.cards.loaded:
        return Refusal("PON 15.4", "There are no hands on the table to rebuild.")
    source = (command.seat or DEALER, command.hand if command.seat else 0)
    target = (command.seats[0], command.held or 1) if command.seats else (DEALER, 0)
    after = _moved(state.play, command.cards, source, target)
    if isinstance(after, Refusal):
        return after
    for seat, number in (source, target):
        box = box_at(state.play, seat)
        short = box is not None and not box.is_split and len(after[seat, number]) < 2
        if short and wager_at(state.felt.wagers, seat, PERFECT_PAIRS):
            reason = "Perfect Pairs needs the first two cards of its box; two cards can change places."
            return Refusal("PON 18.13", reason)
    dealer = after.pop((DEALER, 0), state.play.dealer)
    rebuilt = tuple((spot, _judged(state, spot, cards)) for spot, cards in after.items())
    spots = {source, target}
    reopened = tuple(wager for wager in state.felt.wagers if _depends(state, wager, spots))
    reopening = (RoundReopened("PON 15.4"),) if stage is Stage.OVER else ()
    moved = CardsMoved(rebuilt, dealer, reopened, "PON 15.4")
    start: Pontoon = state
    for event in (*reopening, moved):
        start = APPLIERS[type(event)](start, event)
    return (*reopening, moved, *_decided_now(start, spots, reopened))


def _moved(play: Round, cards: tuple[Card, ...], source: Spot, target: Spot) -> dict[Spot, tuple[Card, ...]] | Refusal:
    """The cards of both places after the move; in an exchange each takes the other's place."""
    here, there = _cards_at(play, source), _cards_at(play, target)
    if here is None or there is None or source == target or not 1 <= len(cards) <= 2:
        return Refusal("PON 15.4", "Rebuilding needs one card or two, where it lies and where it belongs.")
    if cards[0] not in here:
        return Refusal("PON 15.4", f"{face(cards[0])} does not lie there.")
    at = here.index(cards[0])
    if len(cards) == 1:
        if len(here) == 1:
            return Refusal("PON 15.4", "A hand keeps its first card; two cards can change places.")
        return {source: here[:at] + here[at + 1 :], target: (*there, cards[0])}
    if cards[1] not in there:
        return Refusal("PON 15.4", f"{face(cards[1])} does not lie there.")
    other = there.index(cards[1])
    return {
        source: (*here[:at], cards[1], *here[at + 1 :]),
        target: (*there[:other], cards[0], *there[other + 1 :]),
    }


def _cards_at(play: Round, spot: Spot) -> tuple[Card, ...] | None:
    seat, number = spot
    if seat == DEALER:
        return play.dealer
    box = box_at(play, seat)
    return box.hands[number - 1].cards if box is not None and 1 <= number <= len(box.hands) else None


def _judged(state: Pontoon, spot: Spot, cards: tuple[Card, ...]) -> Hand:
    """How a hand stands with other cards: paid, bust, complete, or open again where its player must still decide."""
    box = box_at(state.play, spot[0])
    assert box is not None
    before = box.hands[spot[1] - 1]
    hand = before._replace(cards=cards, wants=before.wants and len(cards) <= len(before.cards), bonus=False)
    points, soft = hand.total
    standing = before.standing
    if standing in (Standing.SURRENDERED, Standing.VOID):
        return hand
    if points > BEST:
        standing = Standing.BUST
    elif points == BEST:
        standing = Standing.OPEN if _is_waiting(state) else Standing.PAID
    elif hand.doubled or hand.split_ace:
        standing = Standing.OPEN if hand.wants or len(cards) < 2 else Standing.STOOD
    elif standing in (Standing.BUST, Standing.PAID) or (not soft and points < 12):
        standing = Standing.OPEN
    bonus = standing is Standing.PAID and wins_bonus(state, box, hand)
    return hand._replace(standing=standing, wants=hand.wants and standing is Standing.OPEN, bonus=bonus)


def _is_waiting(state: Pontoon) -> bool:
    """Before the interim settlement is done a Pontoon is paid in its order, not at once."""
    return state.play.phase not in (Phase.SUBSEQUENT_DEAL, Phase.DEALER)


def _depends(state: Pontoon, wager: Wager, spots: set[Spot]) -> bool:
    """Whether the result of a wager rests on one of these hands; what went back or was given up stays so."""
    outcome = wager.outcome
    if outcome is None or outcome.clause == "PON 12.6":
        return False
    if outcome.result in (Result.VOID, Result.RETURNED) and outcome.clause != "PON 11.9":
        return False
    if wager.kind == SUPER_BONUS:
        return True
    if wager.kind == PERFECT_PAIRS:
        return (wager.seat, 1) in spots
    if (wager.seat, wager.hand) in spots:
        return True
    if (DEALER, 0) not in spots:
        return False
    box = box_at(state.play, wager.seat)
    assert box is not None
    settled_last = (Standing.STOOD, Standing.SURRENDERED)
    return wager.kind == INSURANCE or box.hands[(wager.hand or 1) - 1].standing in settled_last


def _decided_now(state: Pontoon, spots: set[Spot], reopened: tuple[Wager, ...]) -> Iterator[Event]:
    """What is paid or taken at once on the rebuilt hands; the rest waits for the settlement."""
    outcomes: list[Outcome] = []
    for seat, number in sorted(spots - {(DEALER, 0)}):
        box = box_at(state.play, seat)
        assert box is not None
        hand = box.hands[number - 1]
        if hand.standing is Standing.PAID and is_pontoon(hand.cards) and not box.is_split:
            outcomes += _pontoon(state, box)
        elif hand.standing in (Standing.PAID, Standing.BUST):
            outcomes += hand_outcomes(state, box, number, hand)
    for wager in reopened:
        box = box_at(state.play, wager.seat)
        if wager.kind == PERFECT_PAIRS and box is not None and len(box.hands[0].cards) > 1:
            outcomes.append(settle_pair(wager._replace(outcome=None), _first_two(box), chosen(state).pairs_pay))
    yield from decided(outcomes, "PON 15.4")


def _first_two(box: Box) -> tuple[Card, ...]:
    """A split hand's first two cards are the first of each of its first two hands."""
    if box.is_split:
        return (box.hands[0].cards[0], box.hands[1].cards[0])
    return box.hands[0].cards[:2]


def _pontoon(state: Pontoon, box: Box) -> Iterator[Outcome]:
    because = ("PON 8.1", "With its cards in the right place the hand is Pontoon.")
    for wager in state.felt.wagers:
        if wager.seat == box.seat and wager.kind == MAIN and wager.outcome is None:
            yield paid_at(wager, chosen(state).table_1[Row.PONTOON], because, chosen(state))


def reopened_moves(event: CardsMoved) -> Iterator[Move]:
    """Back on the felt: what was lost from the bank, what was won and the stake from the player."""
    for wager in event.reopened:
        row = wager.outcome
        assert row is not None
        mine = account(wager.player)
        if row.net < 0:
            yield Move(BANK, FELT, -row.net)
            yield Move(mine, FELT, row.stake + row.net)
        else:
            yield Move(mine, FELT, row.stake)
            yield Move(mine, BANK, row.net)


def _reopened(state: Pontoon, event: RoundReopened) -> Pontoon:
    """The end of the round is taken back: its results, its count, and its cards out of the rack."""
    house, play = state.house, state.play
    results = dict(house.results)
    for player, net in net_by_player(house.last_round).items():
        results[player] = results.get(player, 0) - net
    wagered = {row.player for row in house.last_round}
    idle = {name: max(count - (name not in wagered), 0) for name, count in house.idle_rounds.items()}
    house = house._replace(results=Frozen(results), last_round=(), idle_rounds=Frozen(idle))
    people = play.people
    last = None if people.last_rounds is None else people.last_rounds + 1
    people = people._replace(rounds=people.rounds - 1, last_rounds=last)
    rack = play.cards.rack
    cards = play.cards._replace(rack=rack[: len(rack) - len(on_table(state))])
    felt = state.felt._replace(stage=Stage.PLAYING, result=None)
    return State(state.settings, house, felt, play._replace(cards=cards, people=people))


def _cards_moved(state: Pontoon, event: CardsMoved) -> Pontoon:
    play = state.play
    changed = dict(event.hands)
    boxes = tuple(
        box._replace(hands=tuple(changed.get((box.seat, n), hand) for n, hand in enumerate(box.hands, start=1)))
        for box in play.boxes
    )
    play = play._replace(boxes=boxes, dealer=event.dealer)
    if play.phase in (Phase.SUBSEQUENT_DEAL, Phase.DEALER):
        drawing = turn(play) is not None or len(play.dealer) < 2
        play = play._replace(phase=Phase.SUBSEQUENT_DEAL if drawing else Phase.DEALER)
    again = set(event.reopened)
    wagers = tuple(
        wager._replace(outcome=None) if wager in again else wager
        for wager in state.felt.wagers
        if wager not in again or wager.kind != SUPER_BONUS
    )
    if play.phase in (Phase.INTERIM, Phase.SURRENDER):
        play = play._replace(phase=phase_after_deal(boxes, play.dealer, wagers))
    return State(state.settings, state.house, state.felt._replace(wagers=wagers), play)


APPLIERS: Appliers = {RoundReopened: _reopened, CardsMoved: _cards_moved}
