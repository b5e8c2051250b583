"""The settlement of Canberra Poker: ante and bet hand by hand from the dealer's right, then the jackpot."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards.card import UNSEEN
from pitboss.cards.ranking import CANBERRA
from pitboss.games.canberra.jackpot import JackpotSettled, Payout, Winner, apply_settlement, pay
from pitboss.games.canberra.layout import (
    ANTE,
    ANTE_PAYS,
    AUTOMATIC,
    BET,
    BET_TO_ANTE,
    JACKPOT,
    LEAST_ACE_KING,
    PLAYER_MUST_DECLARE,
    cap_of,
    settings_of,
)
from pitboss.games.canberra.round import (
    REVEALED,
    Box,
    Canberra,
    Round,
    card_out_twice,
    due,
    may_still_claim,
    open_jackpots,
    refusal_while_held,
    routine,
    with_racked,
    wrong_count,
)
from pitboss.games.copies import new
from pitboss.games.house.boxes import IN_PLAY, SETTLED, box_at, boxes_in
from pitboss.games.house.felt import Advised, Recorded, open_wagers, wager_at, with_live, with_outcomes, with_wagers
from pitboss.games.house.limits import BELOW_MINIMUM
from pitboss.games.house.showdown import Shown, beaten_words, beats, best_shown, equal
from pitboss.games.pays import Cap, PayTable, capped_win, lose, push, void, win
from pitboss.games.play import (
    PLAYING,
    Advice,
    Appliers,
    Cents,
    Command,
    Decision,
    Event,
    Outcome,
    Result,
    State,
    Wager,
    dollars,
    house_settings,
)
from pitboss.rulebook.refusal import Refusal


class HandSettled(NamedTuple):
    """CAN 9.7: ante and bet of a hand are paid, taken or given back, and its five cards counted and racked."""

    seat: int
    outcomes: tuple[Outcome, ...]
    clause: str


class BetRuled(NamedTuple):
    """C-A18: what of a bet that is not twice the ante is live."""

    seat: int
    at_risk: Cents
    clause: str


class Claimed(NamedTuple):
    """CAN 10.4: a player has declared the hand as qualifying for the jackpot, or the cards were collected before."""

    seat: int
    in_time: bool
    clause: str


def hand_of(box: Box) -> Shown:
    """CAN 2.5: a player's hand is the five cards of the box, and all of them count."""
    return best_shown(CANBERRA, box.cards)


def dealer_hand(state: Canberra) -> Shown:
    """CAN 9.1: the dealer's five cards, set by the order of hands."""
    return best_shown(CANBERRA, state.play.dealer)


def takes_part(dealer: Shown) -> bool:
    """CAN 9.2: an ace and a king, or any pair or better (C-A19)."""
    return dealer.strength >= LEAST_ACE_KING


def settle_ante(wager: Wager, player: Shown, dealer: Shown) -> Outcome:
    """CAN 9.3, CAN 9.4, CAN 9.5, CAN 9.6: wins when the dealer is not in, whatever the hands (C-A2)."""
    if not takes_part(dealer):
        why = f"The dealer has {dealer.words}, less than ace and king, so the ante wins."
        return win(wager, ANTE_PAYS, "CAN 9.3", why)
    if player.strength > dealer.strength:
        return win(wager, ANTE_PAYS, "CAN 9.4", f"{beats(player, dealer)}, so the ante wins.")
    if player.strength < dealer.strength:
        return lose(wager, "CAN 9.5", f"{beaten_words(player, dealer)}, so the ante loses.")
    return void(wager, "CAN 9.6", f"{equal(player)}, so the ante is void and goes back.")


def settle_bet(wager: Wager, player: Shown, dealer: Shown, pays: PayTable, most: tuple[Cap, Cents | None]) -> Outcome:
    """CAN 8.1, CAN 9.3, CAN 9.4, CAN 9.5, CAN 9.6: paid by the player's hand, only when it beats a dealer who is in.

    Against a dealer who is not in it only goes back, even with a royal flush (C-A1).
    """
    if not takes_part(dealer):
        why = f"The dealer has {dealer.words}, less than ace and king, so the bet only goes back."
        return push(wager, "CAN 9.3", why)
    if player.strength < dealer.strength:
        return lose(wager, "CAN 9.5", f"{beaten_words(player, dealer)}, so the bet loses.")
    if player.strength == dealer.strength:
        return void(wager, "CAN 9.6", f"{equal(player)}, so the bet is void and goes back.")
    cap, left = most
    because = ("CAN 9.4", f"{beats(player, dealer)}, so the bet wins.")
    return capped_win(wager, pays[player.category], left, cap, because)


def settle(state: Canberra, command: Command) -> Decision:
    """CAN 9.4, CAN 9.7: the next hand from the dealer's right (C-A22), counted before it goes to the rack."""
    waiting = boxes_in(state.play, IN_PLAY)
    if state.felt.stage is not PLAYING or state.play.phase is not REVEALED or not waiting:
        return Refusal("CAN 9.4", "Hands are settled after the dealer has shown the own hand, each of them once.")
    box = waiting[-1]
    if command.seat not in (None, box.seat):
        return Refusal("CAN 11.2", f"Box {box.seat} is settled first: the dealer works from the right (C-A22).")
    refusal = refusal_while_held(state) or wrong_count(box, "CAN 9.7") or card_out_twice(state)
    if refusal:
        return refusal
    if UNSEEN in box.cards:
        return Refusal("CAN 9.4", f"The hand at box {box.seat} is turned up before it is settled.")
    ruled = rule_on_bet(state, box)
    settings, player, dealer = settings_of(state), hand_of(box), dealer_hand(state)
    cap = cap_of(settings)
    outcomes = []
    for wager in open_wagers(state.felt.wagers, box.seat):
        if wager.kind == ANTE:
            outcomes.append(settle_ante(wager, player, dealer))
        elif wager.kind == BET:
            live = with_live((wager,), (box.seat, BET), ruled[0].at_risk, ruled[0].clause)[0] if ruled else wager
            outcomes.append(
                settle_bet(live, player, dealer, settings.bet_pays, (cap, cap.room_left(wager, state.felt.wagers)))
            )
    return (*ruled, HandSettled(box.seat, tuple(outcomes), "CAN 9.7"))


def rule_on_bet(state: Canberra, box: Box) -> tuple[BetRuled, *tuple[Event, ...]] | tuple[()]:
    """C-A18: a short bet is live as it lies, as in CAN 3.4, a long one up to twice the ante, as in CAN 3.5.

    Only a recorded live table can come to this: otherwise the bet would have been refused.
    """
    if house_settings(state).entry_mode != "record":
        return ()
    ante, bet = (wager_at(state.felt.wagers, box.seat, kind) for kind in (ANTE, BET))
    if ante is None or bet is None or bet.outcome is not None:
        return ()
    most = BET_TO_ANTE * ante.at_risk
    if bet.stake == BET_TO_ANTE * ante.stake or bet.at_risk < bet.stake:
        return ()
    if bet.stake > most:
        return (BetRuled(box.seat, most, "CAN 3.5"),)
    ruled = BetRuled(box.seat, bet.stake, "CAN 3.4")
    if bet.stake == most or any(advice.seat == box.seat for advice in state.felt.advised):
        return (ruled,)
    return ruled, Advised(Advice(box.seat, box.player, BELOW_MINIMUM, "CAN 3.4"), "CAN 3.4")


def notice_wrong_bets(state: Canberra, command: Command) -> Decision:
    """CAN 7.2[s1], ruling C-A18: bets that are not twice the ante, noticed before they are settled."""
    events: list[Event] = []
    for seat in command.seats:
        box = next((box for box in boxes_in(state.play, IN_PLAY) if box.seat == seat), None)
        ruled = rule_on_bet(state, box) if box else ()
        if not ruled:
            return Refusal("CAN 7.2[s1]", f"Box {seat} has no open bet that is not twice its ante.")
        events += ruled
    return tuple(events) or Refusal("CAN 7.2[s1]", "Which boxes have bet too little or too much?")


def claim_jackpot(state: Canberra, command: Command) -> Decision:
    """CAN 10.4: the player declares the hand before its cards are collected; whether it qualifies the dealer verifies.

    Where prizes are declared automatically nobody needs to (C-A6).
    """
    if settings_of(state).jackpot_claim == AUTOMATIC:
        return Refusal("CAN 10.4", "No claim is needed: at this table every qualifying hand is declared.")
    mine = next((wager for wager in open_jackpots(state) if wager.seat == command.seat), None)
    if mine is None or command.player not in (None, mine.player):
        return Refusal("CAN 10.4", f"There is no open jackpot wager of that player at box {command.seat}.")
    if state.felt.stage is not PLAYING or state.play.phase is not REVEALED:
        return Refusal("CAN 10.4", "A hand is claimed when the dealer has shown the own hand.")
    if not may_still_claim(state, mine.seat):
        return Refusal("CAN 10.4", f"Box {mine.seat} has claimed already, or its cards have been collected.")
    return (Claimed(mine.seat, True, "CAN 10.4"),)


def cards_collected_unclaimed(state: Canberra, command: Command) -> Decision:
    """CAN 10.4: the cards are collected and nobody has claimed a prize; where claims are needed there is none."""
    box = box_at(state.play, command.seat)
    if state.felt.stage is not PLAYING or due(state) or box is None:
        return Refusal("CAN 10.4", f"The cards of box {command.seat} are not to be collected now.")
    if box.standing not in (IN_PLAY, SETTLED) or box.seat in state.play.claimed:
        return Refusal("CAN 10.4", f"Box {box.seat} has claimed, or holds no continuing hand.")
    if settings_of(state).jackpot_claim == PLAYER_MUST_DECLARE and box.standing is IN_PLAY:
        return (Claimed(box.seat, False, "CAN 10.4"),)
    return (Recorded("cards_collected_unclaimed", "CAN 10.4", command.by, box.seat, box.player),)


def declare_jackpot(state: Canberra, command: Command) -> Decision:
    """CAN 9.8, CAN 10.5: the dealer declares the qualifying hands and pays them, whatever the own hand was.

    CAN 10.7[2]: on top of ante and bet. Equal hands do not touch the jackpot (C-A25).
    """
    refusal, step = refusal_while_held(state), routine(state)
    if refusal:
        return refusal
    if step is None or step.do != "declare_jackpot":
        return Refusal("CAN 9.8", "Jackpot hands are declared once, when ante and bet of every hand are settled.")
    settings, jackpot, chips = settings_of(state), state.play.jackpot, open_jackpots(state)
    rules, prizes = settings.jackpot, settings.prizes
    assert rules is not None
    assert jackpot is not None
    playing = {chip.seat for chip in chips}
    hands = {box.seat: hand_of(box) for box in state.play.boxes if box.seat in playing}
    winners = [
        Winner(chip.seat, chip.player, hands[chip.seat].category)
        for chip in chips
        if hands[chip.seat].category in prizes and _is_declared(state, chip.seat)
    ]
    payouts, reseeded = pay(jackpot, winners, rules, prizes)
    paid = {payout.seat: payout for payout in payouts}
    outcomes = tuple(_jackpot_outcome(state, chip, hands[chip.seat], paid) for chip in chips)
    return (JackpotSettled(payouts, reseeded, outcomes, "CAN 9.8"),)


def paid_again(state: Canberra, payouts: Iterable[Payout]) -> JackpotSettled:
    """CAN 11.3, ruling C-A35: the prizes that had been paid, divided among the hands that are still in the round."""
    settings, jackpot = settings_of(state), state.play.jackpot
    assert settings.jackpot is not None
    assert jackpot is not None
    lit = {each.seat for each in jackpot.contributions}
    winners = [Winner(each.seat, each.player, each.category) for each in payouts if each.seat in lit]
    again, reseeded = pay(jackpot, winners, settings.jackpot, settings.prizes)
    paid = {payout.seat: payout for payout in again}
    hands = {box.seat: hand_of(box) for box in state.play.boxes if box.seat in paid}
    chips = [wager for wager in state.felt.wagers if wager.kind == JACKPOT and wager.seat in paid]
    outcomes = tuple(_jackpot_outcome(state, chip, hands[chip.seat], paid) for chip in chips)
    return JackpotSettled(again, reseeded, outcomes, "CAN 11.3")


def _is_declared(state: Canberra, seat: int) -> bool:
    """CAN 10.4, CAN 10.5: automatically, or because the player claimed in time (C-A6)."""
    return settings_of(state).jackpot_claim == AUTOMATIC or seat in state.play.claimed


def _jackpot_outcome(state: Canberra, chip: Wager, hand: Shown, paid: dict[int, Payout]) -> Outcome:
    """CAN 10.7[1]: a flush or better. The stake has become part of the pools and is never given back (C-A26)."""
    prize = settings_of(state).prizes.get(hand.category)
    if prize is None:
        return lose(chip, "CAN 10.7[1]", f"You have {hand.words}, less than a flush, so the jackpot wager loses.")
    payout = paid.get(chip.seat)
    if payout is None:
        why = f"You have {hand.words}, but it was not declared before the cards were collected."
        return lose(chip, "CAN 10.4", why)
    alike = sum(other.category is hand.category for other in paid.values())
    clause = prize.shared if alike > 1 else prize.clause
    why = f"You have {hand.words}, and the jackpot pays {dollars(payout.amount)} for it."
    seat, player, kind, stake, at_risk, *_ = chip
    return Outcome(seat, player, kind, stake, at_risk, Result.WIN, payout.amount - stake, clause, why)


def _hand_settled(state: Canberra, event: HandSettled) -> Canberra:
    settings, house, felt, play = state
    phase, boxes, dealer, up, seen, rack, order, *rest = with_racked(play, event.seat, SETTLED)
    play = new(Round, (phase, boxes, dealer, up, seen, rack, (*order, event.seat), *rest))
    felt = with_wagers(felt, with_outcomes(felt.wagers, event.outcomes))
    return new(State, (settings, house, felt, play))


def _bet_ruled(state: Canberra, event: BetRuled) -> Canberra:
    wagers = tuple(
        wager._replace(at_risk=event.at_risk, limited_by=event.clause)
        if (wager.seat, wager.kind) == (event.seat, BET)
        else wager
        for wager in state.felt.wagers
    )
    return state._replace(felt=state.felt._replace(wagers=wagers))


def _apply_claimed(state: Canberra, event: Claimed) -> Canberra:
    play = state.play
    if event.in_time:
        return state._replace(play=play._replace(claimed=play.claimed | {event.seat}))
    return state._replace(play=play._replace(unclaimed=play.unclaimed | {event.seat}))


def _jackpot_settled(state: Canberra, event: JackpotSettled) -> Canberra:
    jackpot = state.play.jackpot
    assert jackpot is not None
    felt = state.felt._replace(wagers=with_outcomes(state.felt.wagers, event.outcomes))
    return State(state.settings, state.house, felt, state.play._replace(jackpot=apply_settlement(jackpot, event)))


APPLIERS: Appliers = {
    HandSettled: _hand_settled,
    BetRuled: _bet_ruled,
    Claimed: _apply_claimed,
    JackpotSettled: _jackpot_settled,
}
