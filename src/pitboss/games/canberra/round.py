"""A round of Canberra Poker: the deal, bet or fold, the dealer's hand, and the end when all cards are racked."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card
from pitboss.games.canberra.jackpot import Meter
from pitboss.games.canberra.layout import (
    ANTE,
    BET,
    BET_TO_ANTE,
    DEAL,
    HAND_SIZE,
    JACKPOT,
    PLAYER_MUST_DECLARE,
    deck_of,
    settings_of,
)
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.house.boxes import DECIDING, FOLDED, IN_PLAY, Standing, box_at, boxes_in
from pitboss.games.house.dealing import AUTOMATED, next_cards, one_too_many
from pitboss.games.house.faces import TurnedUp, apply_turned_up, turned_up
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import RoundOver, RoundStarted, open_wagers, wager_at, with_outcomes, with_wagers
from pitboss.games.house.limits import to_the_sign
from pitboss.games.pays import lose
from pitboss.games.play import (
    DEALER,
    IDLE,
    OVER,
    PLAYING,
    Appliers,
    Cents,
    Choice,
    Command,
    Decision,
    Outcome,
    Role,
    RoutineStep,
    State,
    Wager,
    dollars,
    house_settings,
)
from pitboss.rulebook.refusal import Refusal

# The command by which a supervisor lets the game go on after a fault of the jackpot equipment.
CONTINUE = "supervisor_continues"


class Phase(StrEnum):
    """From the last card of the deal to the end of the round."""

    BEFORE_CALL = "before_call"
    BET_OR_FOLD = "bet_or_fold"
    REVEALED = "revealed"


BEFORE_CALL, BET_OR_FOLD, REVEALED = Phase


@quick_to_copy
class Box(NamedTuple):
    """CAN D-Box: a position that was dealt to. Without an ante it holds cards by mistake."""

    seat: int
    player: str
    entitled: bool
    cards: tuple[Card, ...] = ()
    standing: Standing = DECIDING


@quick_to_copy
class Round(NamedTuple):
    """The game's part of a round, and the jackpot pools, which outlive it.

    `up` is the place of the dealer's card that faces up, `seen` are cards shown wrongly, in order; `rack` are the
    boxes whose hands lie in the discard rack, in order; `unlit` are boxes whose jackpot sensor did not light; `turned`
    are those whose hands a dealer has turned up and read before settling them.
    """

    phase: Phase = BET_OR_FOLD
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    up: int | None = None
    seen: tuple[Card, ...] = ()
    rack: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    unlit: frozenset[int] = frozenset()
    claimed: frozenset[int] = frozenset()
    unclaimed: frozenset[int] = frozenset()
    jackpot: Meter | None = None
    turned: frozenset[int] = frozenset()

    @property
    def may_look(self) -> bool:
        """Whether players may look at their cards once all are dealt."""
        return self.phase is not BEFORE_CALL


Canberra = State[Round]


class BetPlaced(NamedTuple):
    """CAN D-Bet: the wager that goes on; `at_risk` is twice the ante as the maximum limits it."""

    seat: int
    player: str
    amount: Cents
    at_risk: Cents
    clause: str


class Folded(NamedTuple):
    """CAN D-Fold, CAN 7.3: no bet is made, the cards are passed in, ante and jackpot wager are lost."""

    seat: int
    outcomes: tuple[Outcome, ...]
    clause: str


class DealerRevealed(NamedTuple):
    """CAN 9.1: the dealer's five cards are up and set."""

    cards: tuple[Card, ...]
    clause: str


_CALL = RoutineStep("call_bet_or_fold", "CAN 12.5")
_REVEAL = RoutineStep("reveal", "CAN 9.1")
_SETTLE = RoutineStep("settle", "CAN 9.4")
_DECLARE_JACKPOT = RoutineStep("declare_jackpot", "CAN 9.8")
_COLLECT = RoutineStep("collect", "CAN D-Round of Play")
_ROUND_OVER = RoundOver("settled", "CAN D-Round of Play")


def refusal_while_held(state: Canberra) -> Refusal | None:
    """CAN 14.5[s2]: after a fault of the jackpot equipment nothing goes on without a supervisor's approval."""
    for hold in state.house.holds:
        if hold.lifted_by == CONTINUE:
            return Refusal(hold.clause, hold.reason)
    return None


def due(state: Canberra) -> tuple[int, ...]:
    """Whose decision is awaited: no clause orders the players, so everybody who has not decided."""
    if state.felt.stage is not PLAYING or state.play.phase is not BET_OR_FOLD:
        return ()
    return tuple([box.seat for box in state.play.boxes if box.standing is DECIDING and box.entitled])


def routine(state: Canberra) -> RoutineStep | None:
    """What the dealer does next when no decision is awaited."""
    stage, play = state.felt.stage, state.play
    if stage is OVER or stage is IDLE or (state.house.holds and refusal_while_held(state)):
        return None
    if stage is not PLAYING:
        step = next_cards(DEAL, state)
        # CAN 12.1: Rule 12 stands in for Rule 5.
        by_device = step is not None and step.do == "shuffle" and state.house.shoe == AUTOMATED
        return step._replace(clause="CAN 12.1") if step is not None and by_device else step
    if play.phase is BEFORE_CALL:
        return _CALL
    if due(state):
        return None
    waiting = boxes_in(play, IN_PLAY)
    if waiting and play.phase is not REVEALED:
        return _REVEAL._replace(faces=HAND_SIZE - 1) if UNSEEN in play.dealer else _REVEAL
    if waiting and UNSEEN in waiting[-1].cards:
        return RoutineStep("turn_up", "CAN 9.4", to=waiting[-1].seat, faces=HAND_SIZE)
    if waiting:
        return _SETTLE
    return _DECLARE_JACKPOT if open_jackpots(state) else _COLLECT


def open_jackpots(state: Canberra) -> tuple[Wager, ...]:
    """The jackpot wagers that are still to be decided."""
    if state.play.jackpot is None:
        return ()
    return tuple(wager for wager in state.felt.wagers if wager.kind == JACKPOT and wager.outcome is None)


def bet_amount(state: Canberra, box: Box) -> Cents:
    """CAN 7.2[s1]: exactly twice the ante as it was placed."""
    ante = wager_at(state.felt.wagers, box.seat, ANTE)
    assert ante is not None
    return BET_TO_ANTE * ante.stake


def player_choices(state: Canberra) -> tuple[Choice, ...]:
    """CAN 7.1: bet or fold, for every hand that has not decided; CAN 10.4: claiming, where players must."""
    play = state.play
    if state.felt.stage is not PLAYING or (state.house.holds and refusal_while_held(state)):
        return ()
    choices: list[Choice] = []
    for box in play.boxes if play.phase is BET_OR_FOLD else ():
        if box.standing is DECIDING and box.entitled:
            choices += _decisions(box.seat, box.player, bet_amount(state, box))
    if play.phase is REVEALED and settings_of(state).jackpot_claim == PLAYER_MUST_DECLARE:
        choices += [
            Choice(Role.PLAYER, "claim_jackpot", "CAN 10.4", wager.seat, wager.player)
            for wager in open_jackpots(state)
            if may_still_claim(state, wager.seat)
        ]
    return tuple(choices)


# Offered again in round after round, whatever the cards.
@lru_cache(maxsize=1 << 10)
def _decisions(seat: int, player: str, bet: Cents) -> tuple[Choice, Choice]:
    fold = Choice(Role.PLAYER, "fold", "CAN 7.3", seat, player)
    return fold, Choice(Role.PLAYER, "bet", "CAN 7.2[s1]", seat, player, amounts=(bet,))


def may_still_claim(state: Canberra, seat: int) -> bool:
    """CAN 10.4: until the dealer collects the cards of the box, which is when the hand is settled and racked."""
    play = state.play
    box = box_at(play, seat)
    return box is not None and box.standing is IN_PLAY and seat not in play.claimed | play.unclaimed


def may_decide(state: Canberra, command: Command) -> Box | Refusal:
    """CAN 7.1, CAN 12.5: a hand that is still to bet or fold, once its player may look at it, or why there is none."""
    play, felt = state.play, state.felt
    if felt.stage is not PLAYING:
        said = "The round is over." if felt.stage is OVER else "The dealer has not received the last card."
        return Refusal("CAN 7.1", said)
    if play.phase is BEFORE_CALL:
        return Refusal("CAN 12.5", "The dealer has not announced bet or fold yet.")
    box = box_at(play, command.seat)
    if box is None or not box.entitled:
        return Refusal("CAN 7.1", f"There is no hand with an ante at box {command.seat}.")
    if command.player is not None and command.player != box.player:
        return Refusal("CAN 7.1", f"The hand at box {box.seat} is played by {box.player}.")
    if box.standing is not DECIDING:
        clause = {FOLDED: "CAN 7.3", IN_PLAY: "CAN 7.2[s1]"}.get(box.standing, "CAN 7.1")
        return Refusal(clause, f"Box {box.seat} has no decision left in this round.")
    return refusal_while_held(state) or box


def bet(state: Canberra, command: Command) -> Decision:
    """CAN D-Bet, CAN 7.2[s1]: go on with a bet of exactly twice the ante.

    Its size is checked against the ante as placed; live is twice the ante at risk. Where a live table is recorded, the
    amount is taken as it lies and ruled on while settling (C-A18).
    """
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return box
    ante = wager_at(state.felt.wagers, box.seat, ANTE)
    assert ante is not None
    amount = command.amount or 0
    if amount == BET_TO_ANTE * ante.stake:
        at_risk = BET_TO_ANTE * ante.at_risk
    elif house_settings(state).entry_mode == "record":
        at_risk = amount
    else:
        reason = f"The bet must be twice the ante of {dollars(ante.stake)}, not {dollars(amount)}."
        return Refusal("CAN 7.2[s1]", reason)
    return (new(BetPlaced, (box.seat, box.player, amount, to_the_sign(state, BET, at_risk), "CAN 7.2[s1]")),)


def fold(state: Canberra, command: Command) -> Decision:
    """CAN 7.3: give up the hand, and with it the ante and any jackpot wager."""
    box = may_decide(state, command)
    return box if isinstance(box, Refusal) else give_up(state, box, "CAN 7.3")


def give_up(state: Canberra, box: Box, clause: str, how: str = "The hand was folded") -> Decision:
    """CAN 7.3, CAN 7.4: the wagers are taken and the cards, once counted, go to the rack; a flush too (C-A27)."""
    why = f"{how}: the ante and any jackpot wager are lost."
    lost = tuple([lose(wager, "CAN 7.3", why) for wager in open_wagers(state.felt.wagers, box.seat)])
    return wrong_count(box, "CAN 7.4") or (new(Folded, (box.seat, lost, clause)),)


def wrong_count(box: Box, clause: str) -> Refusal | None:
    """CAN 7.4, CAN 9.7: a hand is racked only when it has been counted and holds five cards."""
    if len(box.cards) == HAND_SIZE:
        return None
    return Refusal(clause, f"Box {box.seat} holds {len(box.cards)} cards, not five: a supervisor must rule.")


def reveal(state: Canberra, command: Command) -> Decision:
    """CAN 9.1: when all have bet or folded the dealer turns up the hand; not while something is wrong with the deal."""
    play = state.play
    ready = state.felt.stage is PLAYING and play.phase is BET_OR_FOLD and not due(state)
    if not ready or not boxes_in(play, IN_PLAY):
        return Refusal("CAN 9.1", "The dealer's hand is shown when every hand has bet or folded and one has bet.")
    fault = refusal_while_held(state) or any_fault(state)
    if fault:
        return fault
    if UNSEEN not in play.dealer:
        return (DealerRevealed(play.dealer, "CAN 9.1"),)
    # The card that faces up is known and keeps its place; the other four are turned up beside it.
    up = play.up or 0
    shown = command._replace(cards=command.cards[:up] + play.dealer[up : up + 1] + command.cards[up:])
    read = turned_up(state, DEALER, slice(0, None), shown, deck_of(state), "CAN 9.1")
    return read if isinstance(read, Refusal) else (*read, DealerRevealed(shown.cards, "CAN 9.1"))


def turn_up(state: Canberra, command: Command) -> Decision:
    """CAN 9.4: a hand that has bet at a live table, turned up and read before it is settled."""
    box = box_at(state.play, command.seat)
    if state.felt.stage is not PLAYING or state.play.phase is not REVEALED:
        return Refusal("CAN 9.4", "Hands are turned up after the dealer has shown the own hand.")
    if box is None or not box.entitled or box.standing is not IN_PLAY or UNSEEN not in box.cards:
        return Refusal("CAN 9.4", f"There is no hand with a bet to turn up at box {command.seat}.")
    return refusal_while_held(state) or turned_up(state, box.seat, slice(0, None), command, deck_of(state), "CAN 9.4")


def collect(state: Canberra, command: Command) -> Decision:
    """CAN D-Round of Play: the round ends when all cards are collected and in the discard rack."""
    step = routine(state)
    if step is None or step.do != "collect":
        left = f"the next step is {step.do.replace('_', ' ')}" if step else "a decision or a ruling is due"
        return Refusal("CAN D-Round of Play", f"The cards are not collected yet: {left}.")
    return any_fault(state) or (_ROUND_OVER,)


def any_fault(state: Canberra) -> Refusal | None:
    """What must be ruled on before a round can be settled.

    CAN 14.3 for a hand without an ante, one of the wrong size, or an ante without a hand: the rule is absolute (C-A16).
    CAN 16.4 for a card that has come out twice (C-A17).
    """
    for box in state.play.boxes:
        if not box.entitled:
            return Refusal("CAN 14.3", f"Box {box.seat} holds cards without an ante: a supervisor must rule.")
        wrong = wrong_count(box, "CAN 14.3")
        if wrong:
            return wrong
    seats = {box.seat for box in state.play.boxes}
    for wager in state.felt.wagers:
        if wager.seat not in seats and wager.was_accepted:
            return Refusal("CAN 14.3", f"Box {wager.seat} has an ante and holds no cards: a supervisor must rule.")
    return card_out_twice(state)


def card_out_twice(state: Canberra) -> Refusal | None:
    """CAN 16.4: nothing is settled on a card that has come out twice (C-A17)."""
    if one_too_many(deck_of(state), state.felt.dealt) is None:
        return None
    return Refusal("CAN 16.4", "A card has come out twice: a supervisor must rule.")


def with_box(play: Round, seat: int, standing: Standing) -> Round:
    """The round with one hand standing otherwise."""
    boxes = []
    for box in play.boxes:
        if box.seat == seat:
            _, player, entitled, cards, _ = box
            box = new(Box, (seat, player, entitled, cards, standing))
        boxes.append(box)
    return new(Round, (play.phase, tuple(boxes), *play[2:]))


def with_racked(play: Round, seat: int, standing: Standing) -> Round:
    """The round with one hand standing otherwise and its cards in the discard rack."""
    phase, boxes, dealer, up, seen, rack, *rest = with_box(play, seat, standing)
    return new(Round, (phase, boxes, dealer, up, seen, (*rack, seat), *rest))


def _bet_placed(state: Canberra, event: BetPlaced) -> Canberra:
    seat, player, amount, at_risk, _ = event
    settings, house, felt, play = state
    limited_by = "CAN 3.5" if at_risk < amount else None
    wager = new(Wager, (seat, player, BET, amount, at_risk, None, None, limited_by))
    felt = with_wagers(felt, (*felt.wagers, wager))
    return new(State, (settings, house, felt, with_box(play, seat, IN_PLAY)))


def _apply_folded(state: Canberra, event: Folded) -> Canberra:
    settings, house, felt, play = state
    felt = with_wagers(felt, with_outcomes(felt.wagers, event.outcomes))
    return new(State, (settings, house, felt, with_racked(play, event.seat, FOLDED)))


def _apply_revealed(state: Canberra, event: DealerRevealed) -> Canberra:
    settings, house, felt, play = state
    return new(State, (settings, house, felt, new(Round, (REVEALED, *play[1:]))))


def _round_started(state: Canberra, event: RoundStarted) -> Canberra:
    settings, house, felt, play = FELT_APPLIERS[RoundStarted](state, event)
    jackpot = play.jackpot
    play = _NEW if jackpot is None else Round(jackpot=jackpot.next_round())
    return new(State, (settings, house, felt, play))


_NEW = Round()
APPLIERS: Appliers = {
    RoundStarted: _round_started,
    BetPlaced: _bet_placed,
    Folded: _apply_folded,
    DealerRevealed: _apply_revealed,
    TurnedUp: apply_turned_up,
}
