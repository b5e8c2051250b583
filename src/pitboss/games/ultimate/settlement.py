"""The settlement of Ultimate Texas Hold-em: one continuing hand at a time, from the dealer's right."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards.card import UNSEEN
from pitboss.cards.order import Category
from pitboss.cards.ranking import ULTIMATE
from pitboss.games.copies import new
from pitboss.games.house.boxes import CONCEDED, IN_PLAY, SETTLED, box_at, boxes_in
from pitboss.games.house.felt import Advised, open_wagers, wager_at, with_felt, with_live, with_outcomes, with_wagers
from pitboss.games.house.limits import BELOW_MINIMUM
from pitboss.games.house.showdown import Shown, beaten_words, beats, best_shown, equal
from pitboss.games.pays import PER_WAGER, Cap, PayTable, capped_win, lose, push, win
from pitboss.games.play import PLAYING, Advice, Appliers, Cents, Command, Decision, Event, Outcome, State, Wager
from pitboss.games.ultimate.layout import ANTE, ANTE_PAYS, BLIND, PLAY, PLAY_PAYS, TRIPS, UltimateSettings, cap_of
from pitboss.games.ultimate.round import (
    DECLARED,
    ROUND_OVER,
    SETTLING,
    STAGES,
    Box,
    Round,
    Ultimate,
    card_out_twice,
    give_up,
    with_box,
)
from pitboss.rulebook.refusal import Refusal


class AntesRefunded(NamedTuple):
    """UTH 9.2: the dealer does not qualify, so the antes of all continuing hands go back first."""

    outcomes: tuple[Outcome, ...]
    clause: str


class HandSettled(NamedTuple):
    """UTH 9.3(a), UTH 9.3(b), UTH 9.3(c), UTH 9.3(d): a hand is turned up, declared, paid or taken, and racked."""

    seat: int
    outcomes: tuple[Outcome, ...]
    clause: str


class OffMultipleRuled(NamedTuple):
    """UTH 13.8[1]: what of a play wager off its multiple is live."""

    seat: int
    at_risk: Cents
    clause: str


def dealer_hand(state: Ultimate) -> Shown:
    """UTH 8.8(c), UTH D-Communal Cards: the best five of the dealer's two and the five communal cards."""
    return best_shown(ULTIMATE, state.play.communal + state.play.dealer)


def player_hand(state: Ultimate, box: Box) -> Shown:
    """UTH 9.3(b), UTH D-Quads: the best five of the player's two and the five communal cards, a kicker included."""
    return best_shown(ULTIMATE, state.play.communal + box.cards)


def qualifies(dealer: Shown) -> bool:
    """UTH D-Qualify: a pair or better; a pair among the communal cards is enough."""
    return dealer.category >= Category.ONE_PAIR


def settle_ante(wager: Wager, player: Shown, dealer: Shown) -> Outcome:
    """UTH 9.5, UTH 9.5(c): decided only by a dealer who qualifies; equal hands push."""
    if not qualifies(dealer):
        return push(
            wager, "UTH 9.5(c)(ii)", f"The dealer has {dealer.words} and does not qualify, so the ante goes back."
        )
    if player.strength > dealer.strength:
        return win(wager, ANTE_PAYS, "UTH 9.5(a)", f"{beats(player, dealer)}, so the ante wins.")
    if player.strength < dealer.strength:
        return lose(wager, "UTH 9.5(b)", f"{beaten_words(player, dealer)}, so the ante loses.")
    return push(wager, "UTH 9.5(c)(i)", f"{equal(player)}, so the ante goes back.")


def settle_blind(wager: Wager, player: Shown, dealer: Shown, pays: PayTable, most: tuple[Cap, Cents | None]) -> Outcome:
    """UTH 9.6, UTH 9.6(c), UTH 10.1 blind less: pays only a straight or better that beats the dealer.

    The dealer need not qualify (U-A17).
    """
    if player.strength < dealer.strength:
        return lose(wager, "UTH 9.6(b)", f"{beaten_words(player, dealer)}, so the blind loses.")
    if player.strength == dealer.strength:
        return push(wager, "UTH 9.6(c)(i)", f"{equal(player)}, so the blind goes back.")
    odds = pays.get(player.category)
    if odds is None:
        why = f"{beats(player, dealer)}, but with less than a straight the blind only goes back."
        return push(wager, "UTH 9.6(c)(ii)", why)
    cap, left = most
    return capped_win(wager, odds, left, cap, ("UTH 9.6(a)", f"{beats(player, dealer)}, so the blind wins."))


def settle_trips(wager: Wager, player: Shown, pays: PayTable, most: tuple[Cap, Cents | None]) -> Outcome:
    """UTH 9.7, UTH D-Trips, UTH 10.1 trips table: three of a kind or better wins, whatever the dealer holds."""
    odds = pays.get(player.category)
    if odds is None:
        return lose(wager, "UTH 9.7(b)", f"You have {player.words}, which trips does not pay, so it loses.")
    cap, left = most
    return capped_win(wager, odds, left, cap, ("UTH 9.7(a)", f"You have {player.words}, so trips wins."))


def settle_play(wager: Wager, player: Shown, dealer: Shown) -> Outcome:
    """UTH 9.8: compared with the dealer, who need not qualify."""
    if player.strength > dealer.strength:
        return win(wager, PLAY_PAYS, "UTH 9.8(a)", f"{beats(player, dealer)}, so the play wager wins.")
    if player.strength < dealer.strength:
        return lose(wager, "UTH 9.8(b)", f"{beaten_words(player, dealer)}, so the play wager loses.")
    return push(wager, "UTH 9.8(c)", f"{equal(player)}, so the play wager goes back.")


def settle(state: Ultimate, command: Command) -> Decision:
    """UTH 9.2, UTH 9.3, UTH 9.4, UTH 9.9, UTH 9.10: the next hand from the dealer's right.

    With the first of them the time to concede is over, and the antes go back if the dealer does not qualify.
    """
    if state.felt.stage is not PLAYING or state.play.phase not in (DECLARED, SETTLING):
        return Refusal("UTH 9.3", "Hands are settled after the dealer has declared.")
    waiting = boxes_in(state.play, IN_PLAY)
    box = waiting[-1]
    if command.seat not in (None, box.seat):
        return Refusal("UTH 9.3", f"Box {box.seat} is settled first: the dealer works from the right.")
    if UNSEEN in box.cards:
        return Refusal("UTH 9.3(a)", f"The hand at box {box.seat} is turned up before it is settled.")
    twice = card_out_twice(state)
    if twice:
        return twice
    dealer = dealer_hand(state)
    events: list[Event] = []
    wagers = open_wagers(state.felt.wagers, box.seat)
    if state.play.phase is DECLARED and not qualifies(dealer):
        refunded = _refund_antes(state, waiting, dealer)
        events.append(refunded)
        wagers = tuple(wager for wager in wagers if wager.kind != ANTE)
    ruled = rule_off_multiple(state, box)
    if ruled:
        events += ruled
        wagers = with_live(wagers, (box.seat, PLAY), ruled[0].at_risk, ruled[0].clause)
    outcomes = _outcomes(state, player_hand(state, box), dealer, wagers)
    events.append(new(HandSettled, (box.seat, outcomes, "UTH 9.3")))
    if len(waiting) == 1:
        events.append(ROUND_OVER)
    return tuple(events)


def _refund_antes(state: Ultimate, boxes: Iterable[Box], dealer: Shown) -> AntesRefunded:
    """UTH 9.2: those of continuing hands only; a folded ante was lost at the fold (ruling U-A31)."""
    seats = {box.seat for box in boxes}
    antes = [wager for wager in state.felt.wagers if wager.kind == ANTE and wager.seat in seats]
    return AntesRefunded(tuple(settle_ante(wager, dealer, dealer) for wager in antes), "UTH 9.2")


def _outcomes(state: Ultimate, player: Shown, dealer: Shown, wagers: tuple[Wager, ...]) -> tuple[Outcome, ...]:
    """UTH 9.4, UTH 9.9, UTH 10.1: each wager by its own rule, and the winners at the odds of the pay tables."""
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    cap, settled = cap_of(settings), state.felt.wagers
    outcomes = []
    for wager in wagers:
        kind = wager.kind
        if kind == ANTE:
            outcomes.append(settle_ante(wager, player, dealer))
        elif kind == PLAY:
            outcomes.append(settle_play(wager, player, dealer))
        else:
            most = cap, cap.room_left(wager, settled)
            assert kind in (BLIND, TRIPS)
            outcomes.append(
                settle_blind(wager, player, dealer, settings.blind_pays, most)
                if kind == BLIND
                else settle_trips(wager, player, settings.trips_pays, most)
            )
        if cap.scope != PER_WAGER:
            # What this wager was paid is no longer there for the next one of the same hand.
            settled = with_outcomes(settled, (outcomes[-1],))
    return tuple(outcomes)


def rule_off_multiple(state: Ultimate, box: Box) -> tuple["OffMultipleRuled", *tuple[Event, ...]] | tuple[()]:
    """UTH 13.8[1](a), UTH 13.8[1](b): a short play wager is live as it lies, a long one to the largest multiple.

    Only a recorded live table can come to this: otherwise the wager would have been refused (ruling U-A11).
    """
    # The ante may have been refunded by now; it still measures the play wager.
    ante, play = wager_at(state.felt.wagers, box.seat, ANTE), wager_at(state.felt.wagers, box.seat, PLAY)
    if ante is None or play is None or play.outcome is not None or box.played_at is None:
        return ()
    multiples = STAGES[box.played_at].multiples
    if play.stake in [multiple * ante.stake for multiple in multiples] or play.at_risk < play.stake:
        return ()
    most = multiples[-1] * ante.at_risk
    if play.stake > most:
        return (OffMultipleRuled(box.seat, most, "UTH 13.8[1](b)"),)
    clause = "UTH 13.8[1](a)"
    ruled = OffMultipleRuled(box.seat, play.stake, clause)
    if play.stake >= multiples[0] * ante.at_risk or any(advice.seat == box.seat for advice in state.felt.advised):
        return (ruled,)
    return ruled, Advised(Advice(box.seat, box.player, BELOW_MINIMUM, clause), clause)


def notice_off_multiple(state: Ultimate, command: Command) -> Decision:
    """UTH 13.8[1]: play wagers off Rule 8 noticed before they are settled."""
    events: list[Event] = []
    for seat in command.seats:
        box = next((box for box in boxes_in(state.play, IN_PLAY) if box.seat == seat), None)
        ruled = rule_off_multiple(state, box) if box else ()
        if not ruled:
            return Refusal("UTH 13.8[1]", f"Box {seat} has no open play wager off its multiple.")
        events += ruled
    return tuple(events)


def concede(state: Ultimate, command: Command) -> Decision:
    """UTH 9.1[s1], UTH 9.1[s2]: a fold after the dealer has declared, before any ante is refunded (ruling U-A3)."""
    play = state.play
    if state.felt.stage is not PLAYING or play.phase is not DECLARED:
        return Refusal("UTH 9.1[s1]", "A hand is conceded after the dealer has declared and before settling begins.")
    box = box_at(play, command.seat)
    if box is None or not box.entitled or box.standing is not IN_PLAY:
        return Refusal("UTH 9.1[s1]", f"There is no continuing hand at box {command.seat}.")
    if command.player is not None and command.player != box.player:
        return Refusal("UTH 9.1[s1]", f"The hand at box {box.seat} is played by {box.player}.")
    # Of a play wager off its multiple no more is taken than is live.
    ruled = rule_off_multiple(state, box)
    if ruled:
        state = _off_multiple_ruled(state, ruled[0])
    return (*ruled, *give_up(state, box, CONCEDED, "UTH 9.1[s2]"))


def _antes_refunded(state: Ultimate, event: AntesRefunded) -> Ultimate:
    return with_felt(state, with_wagers(state.felt, with_outcomes(state.felt.wagers, event.outcomes)))


def _hand_settled(state: Ultimate, event: HandSettled) -> Ultimate:
    settings, house, felt, play = state
    _, boxes, communal, dealer, shown, seen, shown_early, order, turned = with_box(play, event.seat, SETTLED)
    order = (*order, event.seat)
    play = new(Round, (SETTLING, boxes, communal, dealer, shown, seen, shown_early, order, turned))
    felt = with_wagers(felt, with_outcomes(felt.wagers, event.outcomes))
    return new(State, (settings, house, felt, play))


def _off_multiple_ruled(state: Ultimate, event: OffMultipleRuled) -> Ultimate:
    wagers = tuple(
        wager._replace(at_risk=event.at_risk, limited_by=event.clause)
        if (wager.seat, wager.kind) == (event.seat, PLAY)
        else wager
        for wager in state.felt.wagers
    )
    return state._replace(felt=state.felt._replace(wagers=wagers))


APPLIERS: Appliers = {
    AntesRefunded: _antes_refunded,
    HandSettled: _hand_settled,
    OffMultipleRuled: _off_multiple_ruled,
}
