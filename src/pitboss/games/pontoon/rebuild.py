"""A card that lies in the wrong place: the hands are rebuilt, and the whole round is judged again."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards.card import Card, face
from pitboss.games.frozen import Frozen
from pitboss.games.house.between_rounds import not_running
from pitboss.games.house.faces import CardCorrected
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import TakenBack, net_by_player, wager_at
from pitboss.games.money import BANK, FELT, Move
from pitboss.games.money import player as account
from pitboss.games.pays import void
from pitboss.games.play import (
    DEALER,
    Appliers,
    Command,
    Decision,
    Event,
    Events,
    Outcome,
    Result,
    Role,
    Stage,
    State,
    Wager,
)
from pitboss.games.pontoon.actions import MUST_DRAW_BELOW, loses_bonus
from pitboss.games.pontoon.deal import ABSENT_DRAWS_TO
from pitboss.games.pontoon.dealer import must_draw
from pitboss.games.pontoon.hands import BEST, Row, is_pontoon, total
from pitboss.games.pontoon.layout import CLAUSES, INSURANCE, MAIN, PERFECT_PAIRS, SUPER_BONUS, decks_of, settings_of
from pitboss.games.pontoon.round import (
    Box,
    Earlier,
    Hand,
    Phase,
    Pontoon,
    Round,
    Standing,
    box_at,
    on_table,
    phase_after_deal,
    surrender_is_offered,
    turn,
    with_hand,
)
from pitboss.games.pontoon.settlement import hand_outcomes, outcome_events, paid_at, settle_pair, wins_bonus
from pitboss.games.pontoon.windows import may_insure
from pitboss.rulebook.refusal import Refusal

Spot = tuple[int, int]


class RoundReopened(NamedTuple):
    """PON 15.4: the cards are taken back out of the rack, and the results of the round no longer count as final.

    Where betting was open for the next round, that one has not begun.
    """

    clause: str
    round: int | None = None


class CardsMoved(NamedTuple):
    """PON 15.4: each hand that changes, as it is by the rules; `reopened` are wagers whose results fall with it."""

    hands: tuple[tuple[Spot, Hand], ...]
    dealer: tuple[Card, ...]
    reopened: tuple[Wager, ...]
    clause: str


def misplaced_card(state: Pontoon, command: Command) -> Decision:
    """PON 15.4: before the next first card, a card is put where it belongs and the whole round is judged again (P-33).

    `seat` and `hand` say where it lies, `seats` and `held` where it belongs; without a box that is the dealer's hand.
    Two cards change places. What was paid or taken is undone first where it rests on a hand that changes.
    """
    if not can_be_rebuilt(state):
        return Refusal("PON 15.4", "There are no hands on the table to rebuild.")
    reopening = _reopening(state)
    start: Pontoon = state
    for event in reopening:
        start = _REOPENING[type(event)](start, event)
    source = (command.seat or DEALER, command.hand if command.seat else 0)
    target = (command.seats[0], command.held or 1) if command.seats else (DEALER, 0)
    after = _move_cards(start.play, command.cards, source, target)
    if isinstance(after, Refusal):
        return after
    for seat, number in (source, target):
        box = box_at(start.play, seat)
        short = box is not None and not box.is_split and len(after[seat, number]) < 2
        if short and wager_at(start.felt.wagers, seat, PERFECT_PAIRS):
            reason = "Perfect Pairs needs the first two cards of its box; two cards can change places."
            return Refusal("PON 18.13", reason)
    moved = _rebuilt(start, after)
    return (*reopening, moved, *_decided_now(_cards_moved(start, moved), moved))


def correct_card(state: Pontoon, command: Command) -> Decision:
    """PON 17.5(c): a card was entered wrongly; with the right one the round is judged again, as by PON 15.4.

    `cards` are the wrong one and the right one, `seat` and `hand` say where it lies if that is not plain. What was paid
    or taken on the wrong card is undone, and then a supervisor has to correct it.
    """
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if len(command.cards) != 2:
        return Refusal(CLAUSES.procedures, "A correction names two cards: the one that was entered, and the right one.")
    wrong, right = command.cards
    deck, out = decks_of(state), state.felt.dealt + state.play.cards.rack
    if right not in deck or out.count(right) >= deck.copies:
        return Refusal(deck.clause, f"{face(right)} cannot come any more, or is not in the decks.")
    spot = _spot_of(state.play, wrong, command)
    if isinstance(spot, Refusal):
        return spot
    corrected = CardCorrected(wrong, right, command.by, CLAUSES.procedures, spot)
    start = _card_corrected(state, corrected)
    if state.felt.stage is not Stage.PLAYING:
        return (corrected,)
    moved = _rebuilt(state, {spot: _cards_at(start.play, spot) or ()})
    if moved.reopened and command.by is Role.DEALER:
        reason = f"Wagers have been paid or taken on the {face(wrong)}: a supervisor corrects it."
        return Refusal(CLAUSES.supervisor, reason)
    return (corrected, moved, *_decided_now(_cards_moved(start, moved), moved))


def _spot_of(play: Round, card: Card, command: Command) -> Spot | Refusal:
    """Where a card lies: at the box that is named, else with the dealer, else in the only hand that holds it."""
    boxes = [(box.seat, number) for box in play.boxes for number in range(1, len(box.hands) + 1)]
    spots = [spot for spot in ((DEALER, 0), *boxes) if card in (_cards_at(play, spot) or ())]
    if command.seat is not None:
        spots = [spot for spot in spots if spot == (command.seat, command.hand)]
    elif (DEALER, 0) in spots:
        spots = [(DEALER, 0)]
    if len(spots) == 1:
        return spots[0]
    where = "there" if command.seat is not None else "in this round"
    told = f"No {face(card)} has been entered {where}." if not spots else f"Several hands hold {face(card)}: say which."
    return Refusal(CLAUSES.procedures, told)


def _card_corrected(state: Pontoon, event: CardCorrected) -> Pontoon:
    """The right card where the wrong one lay; how the hand stands with it is told apart."""
    wrong, right, _, _, spot = event
    assert spot is not None
    seat, number = spot
    play, dealt = state.play, list(state.felt.dealt)
    dealt[dealt.index(wrong)] = right
    cards = list(_cards_at(play, spot) or ())
    cards[cards.index(wrong)] = right
    if seat == DEALER:
        play = play._replace(dealer=tuple(cards))
    else:
        box = box_at(play, seat)
        assert box is not None
        play = with_hand(play, seat, number, box.hands[number - 1]._replace(cards=tuple(cards)))
    return state._replace(play=play, felt=state.felt._replace(dealt=tuple(dealt)))


def can_be_rebuilt(state: Pontoon) -> bool:
    """PON 15.4: whether the last hands can still be put right, which is so until the next first card (P-34)."""
    felt, before = state.felt, state.play.earlier.before
    if felt.stage is Stage.BETTING and before is not None:
        felt = before.felt
    return felt.stage in (Stage.PLAYING, Stage.OVER) and felt.result != "void" and bool(state.play.cards.loaded)


def _reopening(state: Pontoon) -> Events:
    """What comes before the cards of a round that is over; wagers for the next one go back and are laid again later."""
    felt, house = state.felt, state.house
    if felt.stage is Stage.PLAYING:
        return ()
    if felt.stage is Stage.OVER:
        return (RoundReopened("PON 15.4", house.round),)
    back = (TakenBack(row.seat, row.player, row.kind, row.stake, "PON 15.4") for row in felt.wagers)
    return (*back, RoundReopened("PON 15.4", house.round - 1))


def _move_cards(
    play: Round, cards: tuple[Card, ...], source: Spot, target: Spot
) -> dict[Spot, tuple[Card, ...]] | Refusal:
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


def _rebuilt(state: Pontoon, cards: dict[Spot, tuple[Card, ...]]) -> CardsMoved:
    """Every hand of the round as it is by the rules with these cards, and the wagers that rest on what has changed."""
    dealer = _by_rule_13(cards.pop((DEALER, 0), state.play.dealer))
    start = state._replace(play=state.play._replace(dealer=dealer))
    boxes = tuple(_rebuilt_box(start, box, cards) for box in state.play.boxes)
    after = start.play._replace(boxes=boxes)
    hands = tuple(
        ((box.seat, number), hand)
        for box, was in zip(boxes, state.play.boxes, strict=True)
        for number, (hand, before) in enumerate(zip(box.hands, was.hands, strict=True), start=1)
        if hand != before
    )
    reopened = tuple(wager for wager in state.felt.wagers if _depends(wager, state.play, after))
    return CardsMoved(hands, dealer, reopened, "PON 15.4")


def _by_rule_13(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """PON 15.3: what the dealer's hand would not have drawn with its right cards is burnt."""
    return next((cards[:count] for count in range(2, len(cards)) if not must_draw(cards[:count])), cards)


def _rebuilt_box(state: Pontoon, box: Box, cards: dict[Spot, tuple[Card, ...]]) -> Box:
    """PON 11.10: whether splitting has lost the Super Bonus is judged by the cards as they now are, too."""
    moved = {number: cards[seat, number] for seat, number in cards if seat == box.seat}
    hands = tuple(hand._replace(cards=moved.get(n, hand.cards)) for n, hand in enumerate(box.hands, start=1))
    after = _with_bonus_lost(state, box._replace(hands=hands))
    return after._replace(
        hands=tuple(
            _judge_hand(state, after, n, before, moved=n in moved) for n, before in enumerate(box.hands, start=1)
        )
    )


def _with_bonus_lost(state: Pontoon, box: Box) -> Box:
    return box._replace(bonus_lost=any(loses_bonus(state, pair) for pair in box.pairs))


def _judge_hand(state: Pontoon, box: Box, number: int, before: Hand, *, moved: bool) -> Hand:
    """How a hand stands now: paid, bust, complete, or open again where its player must still decide.

    PON 9.1: a surrender that the dealer's first card does not allow, or that a Pontoon comes before, is void, and the
    hand stands with the cards that it holds (ruling P-32).
    """
    hand = box.hands[number - 1]
    standing, surrendered = before.standing, box.surrendered and _may_be_surrendered(state, hand)
    if standing is Standing.VOID:
        return hand
    if surrendered:
        return hand._replace(standing=Standing.SURRENDERED, bonus=False)
    if moved or standing is Standing.SURRENDERED:
        hand = hand._replace(cards=_until_21(hand), wants=before.wants and len(hand.cards) <= len(before.cards))
        standing = _standing_now(state, box, hand)
        hand = hand._replace(wants=standing is Standing.OPEN and (hand.wants or box.absent))
    return hand._replace(standing=standing, bonus=standing is Standing.PAID and wins_bonus(state, box, hand))


def _may_be_surrendered(state: Pontoon, hand: Hand) -> bool:
    return surrender_is_offered(state.play.dealer) and not is_pontoon(hand.cards)


def _until_21(hand: Hand) -> tuple[Card, ...]:
    """PON 10.2(b), PON 14.1(e): a hand is complete with 21 or more, and a card that came after it is burnt."""
    cards = hand.cards
    if hand.doubled:
        return cards
    return next((cards[:count] for count in range(2, len(cards)) if total(cards[:count]).points >= BEST), cards)


def _standing_now(state: Pontoon, box: Box, hand: Hand) -> Standing:
    points, soft = hand.total
    if points > BEST:
        return Standing.BUST
    if points == BEST:
        return Standing.OPEN if _is_waiting(state) else Standing.PAID
    if hand.doubled or hand.split_ace:
        return Standing.OPEN if hand.wants or len(hand.cards) < 2 else Standing.STOOD
    if box.absent:
        return Standing.STOOD if points > ABSENT_DRAWS_TO else Standing.OPEN
    if box.surrendered:
        return Standing.STOOD
    if hand.standing in (Standing.BUST, Standing.PAID) or (not soft and points < MUST_DRAW_BELOW):
        return Standing.OPEN
    return hand.standing


def _is_waiting(state: Pontoon) -> bool:
    """Before the interim settlement is done a Pontoon is paid in its order, not at once."""
    return state.play.phase not in (Phase.SUBSEQUENT_DEAL, Phase.DEALER)


def _depends(wager: Wager, before: Round, after: Round) -> bool:
    """Whether the result of a wager rests on something that has changed; what went back or was given up stays so."""
    outcome = wager.outcome
    if outcome is None or outcome.clause == "PON 12.6":
        return False
    if outcome.result in (Result.VOID, Result.RETURNED) and outcome.clause not in ("PON 11.9", "PON 15.4"):
        return False
    if wager.kind == SUPER_BONUS:
        return _bonuses(before) != _bonuses(after)
    was, now = box_at(before, wager.seat), box_at(after, wager.seat)
    assert was is not None
    assert now is not None
    if wager.kind == PERFECT_PAIRS:
        return was.first_two != now.first_two
    if wager.kind == INSURANCE:
        return before.dealer[:2] != after.dealer[:2] or is_pontoon(was.hands[0].cards) != is_pontoon(now.hands[0].cards)
    number = (wager.hand or 1) - 1
    if was.hands[number][:2] != now.hands[number][:2]:
        return True
    settled_last = was.hands[number].standing in (Standing.STOOD, Standing.SURRENDERED)
    return settled_last and (before.dealer != after.dealer or was.hands != now.hands)


def _bonuses(play: Round) -> list[bool]:
    return [hand.bonus for box in play.boxes for hand in box.hands]


def _decided_now(state: Pontoon, moved: CardsMoved) -> Iterator[Event]:
    """What is paid, taken or handed back at once in the rebuilt round; the rest waits for the settlement."""
    outcomes: list[Outcome] = []
    for (seat, number), hand in moved.hands:
        box = box_at(state.play, seat)
        assert box is not None
        if hand.standing is Standing.PAID and is_pontoon(hand.cards) and not box.is_split:
            outcomes += _pontoon(state, box)
        elif hand.standing in (Standing.PAID, Standing.BUST):
            outcomes += hand_outcomes(state, box, number, hand)
    for wager in state.felt.wagers:
        box = box_at(state.play, wager.seat)
        if box is None or wager.outcome is not None:
            continue
        if wager.kind == PERFECT_PAIRS and state.play.phase is not Phase.PERFECT_PAIRS:
            outcomes.append(settle_pair(wager, box.first_two, settings_of(state).pairs_pay))
        elif wager.kind == INSURANCE and may_insure(state, box):
            outcomes.append(void(wager, "PON 15.4", _NO_INSURANCE))
    yield from outcome_events(tuple(outcomes), "PON 15.4")


_NO_INSURANCE = "With the cards in the right place there was nothing to insure, so insurance goes back."


def _pontoon(state: Pontoon, box: Box) -> Iterator[Outcome]:
    because = ("PON 8.1", "With its cards in the right place the hand is Pontoon.")
    for wager in state.felt.wagers:
        if wager.seat == box.seat and wager.kind == MAIN and wager.outcome is None:
            yield paid_at(wager, settings_of(state).table_1[Row.PONTOON], because, settings_of(state))


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


def _apply_reopened(state: Pontoon, event: RoundReopened) -> Pontoon:
    """The end of the round is taken back: its results, its count, and its cards out of the rack."""
    state = _put_back(state)
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
    earlier = Earlier(play.earlier.past[:-1])
    return State(state.settings, house, felt, play._replace(cards=cards, people=people, earlier=earlier))


def _put_back(state: Pontoon) -> Pontoon:
    """Where betting was open for the next round, the last one lies on the table again as it ended."""
    before = state.play.earlier.before
    if state.felt.stage is not Stage.BETTING or before is None:
        return state
    felt, phase, boxes, dealer, control, reused = before
    cards, people, earlier = state.play.cards._replace(reused=reused), state.play.people, state.play.earlier
    house = state.house._replace(round=state.house.round - 1)
    return State(state.settings, house, felt, Round(phase, boxes, dealer, cards, people, control, earlier))


def _cards_moved(state: Pontoon, event: CardsMoved) -> Pontoon:
    play = state.play
    changed = dict(event.hands)
    boxes = tuple(
        _with_bonus_lost(
            state,
            box._replace(hands=tuple(changed.get((box.seat, n), hand) for n, hand in enumerate(box.hands, start=1))),
        )
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


APPLIERS: Appliers = {RoundReopened: _apply_reopened, CardsMoved: _cards_moved, CardCorrected: _card_corrected}
_REOPENING: Appliers = {RoundReopened: _apply_reopened, TakenBack: FELT_APPLIERS[TakenBack]}
