"""When something goes wrong in Ultimate Texas Hold-em: what happened, which clause, what follows."""

from typing import NamedTuple

from pitboss.cards.card import Card, faces
from pitboss.games.house.between_rounds import is_running, not_running, void_events
from pitboss.games.house.boxes import Standing, box_at, boxes_in
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.house.events import deck_must_be_checked
from pitboss.games.house.faces import CardCorrected, HandsReopened, apply_corrected, apply_reopened, lie_there, seen_at
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import Recorded, RoundOver, WagersVoided
from pitboss.games.house.rulings import Voids, device_has_failed, rule_on_collusion, rule_on_wagers, wrong_deck_events
from pitboss.games.play import COMMUNAL, DEALER, Appliers, Command, Decision, Events, Role, Stage
from pitboss.games.ultimate.layout import CLAUSES, MISDEAL_UNLESS_PREFLOP_PLAY, STAND, UltimateSettings
from pitboss.games.ultimate.round import Phase, Ultimate, any_fault, give_up, may_decide, with_box
from pitboss.rulebook.refusal import Refusal

SHOW_NOTHING = "No such card lies face down there."


class CardsSeen(NamedTuple):
    """Cards shown by accident, face up from now on; play goes on."""

    place: int
    cards: tuple[Card, ...]
    early: bool
    clause: str


class HandVoided(NamedTuple):
    """One hand is out of the round; the others go on."""

    seat: int
    clause: str


class ShuffleOrdered(NamedTuple):
    """No card is dealt before the cards have been shuffled once more."""

    reason: str
    by: Role
    clause: str


def misdeal(state: Ultimate, clause: str, why: str) -> Events:
    """UTH 13.3, UTH 6.1(b): wagers are void, the cards are shuffled again and a new round is dealt.

    Wagers go back rather than ride (U-A19), and what was already settled in the round is undone (U-A18).
    """
    return void_events(state, clause, f"{why} It is a misdeal, and every wager goes back.")


def declare_misdeal(state: Ultimate, command: Command) -> Decision:
    """UTH 6.1(b): a misdeal in the opinion of the supervisor."""
    return not_running(CLAUSES, state) or misdeal(state, "UTH 6.1(b)", f"{command.reason}.")


def order_shuffle(state: Ultimate, command: Command) -> Decision:
    """UTH 6.1(c): the supervisor may have the cards shuffled, or shuffled again, whenever there is reason to."""
    if is_running(state):
        return Refusal("UTH 6.1(c)", "The cards are shuffled between rounds; this round has begun.")
    return (ShuffleOrdered(command.reason or "", command.by, "UTH 6.1(c)"),)


def card_exposed(state: Ultimate, command: Command) -> Decision:
    """UTH 13.2: a card turned up during the deal is a misdeal, one is enough.

    The deal lasts until the dealer's second card is down (U-A21). A player who shows an own card afterwards breaks
    UTH 12.1; that is no misdeal (U-A22).
    """
    unknown = _not_out(state, command.cards, state.felt.dealt)
    if unknown:
        return unknown
    if state.felt.stage is Stage.DEALING:
        return misdeal(state, "UTH 13.2", f"{faces(command.cards)} was turned up during the deal.")
    box = box_at(state.play, command.seat)
    if box is None or not lie_there(command.cards, box.cards, state.felt.dealt):
        return Refusal("UTH 13.2", "After the deal a card of the dealer or of the board shown early is its own matter.")
    return (
        CardsSeen(box.seat, command.cards, False, "UTH 12.1"),
        Recorded("breach", "UTH 12.1", command.by, box.seat, box.player, "showed a card"),
    )


def dealer_card_exposed(state: Ultimate, command: Command) -> Decision:
    """UTH 13.4, UTH 13.4(a), UTH 13.4(b): a misdeal unless a play wager is down; then the round goes on.

    Which play wagers count after the flop is a setting, ruling U-A5; one of a hand that was taken out since has been
    made all the same (U-A34). During the deal UTH 13.2 comes first.
    """
    unknown = _not_out(state, command.cards, state.play.dealer)
    if unknown:
        return unknown
    if state.felt.stage is Stage.DEALING:
        return misdeal(state, "UTH 13.2", f"The dealer's {faces(command.cards)} was turned up during the deal.")
    if state.play.phase in (Phase.DECLARED, Phase.SETTLING):
        return Refusal("UTH 13.4", "The dealer's cards have been declared.")
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    played = [box.played_at for box in boxes_in(state.play, Standing.IN_PLAY, Standing.VOID) if box.played_at]
    if settings.dealer_exposed_after_flop == MISDEAL_UNLESS_PREFLOP_PLAY:
        played = [stage for stage in played if stage is Phase.BEFORE_FLOP]
    if played:
        return (CardsSeen(DEALER, command.cards, False, "UTH 13.4(b)"),)
    return misdeal(state, "UTH 13.4(a)", f"The dealer showed {faces(command.cards)} with no play wager down.")


def communal_card_exposed(state: Ultimate, command: Command) -> Decision:
    """UTH 13.5: the stage does not move; who is yet to act keeps every option, who has acted waits (U-A6)."""
    unknown = _not_out(state, command.cards, state.play.communal)
    if unknown:
        return unknown
    if state.felt.stage is Stage.DEALING:
        return misdeal(state, "UTH 13.2", f"{faces(command.cards)} was turned up during the deal.")
    if set(command.cards) & set(state.play.communal[: state.play.shown]):
        return Refusal("UTH 13.5", "That communal card lies face up already.")
    return (CardsSeen(COMMUNAL, command.cards, True, "UTH 13.5"),)


def _not_out(state: Ultimate, cards: tuple[Card, ...], among: tuple[Card, ...]) -> Refusal | None:
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if not cards or not lie_there(cards, among, state.felt.dealt):
        return Refusal("UTH 13.2", SHOW_NOTHING)
    return None


def wrong_card_count(state: Ultimate, command: Command) -> Decision:
    """UTH 13.1: too few or too many cards anywhere is a misdeal, found at any time before the last settlement."""
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if command.seats and command.held == 2 and state.felt.stage is Stage.PLAYING:
        return Refusal("UTH 13.1", f"{_places(command)} held 2 cards, as many as there should be.")
    return misdeal(state, "UTH 13.1", f"{_places(command)} held {command.held} cards.")


def _places(command: Command) -> str:
    return f"Box {', '.join(map(str, command.seats))}" if command.seats else "A hand"


def hand_dealt_without_wager(state: Ultimate, command: Command) -> Decision:
    """UTH 13.6: cards at a box without ante and blind; more special than a wrong count (ruling U-A13)."""
    refusal = not_running(CLAUSES, state)
    box = box_at(state.play, command.seat)
    if refusal:
        return refusal
    if box is None or box.entitled or box.standing is Standing.VOID:
        return Refusal("UTH 13.6", f"There is no hand without ante and blind at box {command.seat}.")
    why = f"Cards were dealt to box {box.seat}, which has no ante and blind."
    if not command.handled_by:
        return void_events(state, "UTH 13.6(a)", f"{why} Nobody had touched cards, so the whole round is void.")
    return void_hand_events(state, box.seat, "UTH 13.6(b)", f"{why} Cards had been touched, so only that hand is void.")


def void_hand(state: Ultimate, command: Command) -> Decision:
    """UTH 13.6(b) by ruling U-A14: ante and blind found unequal after cards were touched, that hand is void."""
    box = box_at(state.play, command.seat)
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if box is None or box.standing not in (Standing.DECIDING, Standing.IN_PLAY):
        return Refusal("UTH 13.6(b)", f"There is no open hand at box {command.seat}.")
    return void_hand_events(state, box.seat, "UTH 13.6(b)", f"{command.reason}: the hand is void.")


def void_hand_events(state: Ultimate, seat: int, clause: str, why: str) -> Events:
    """UTH D-Void: one hand without result; what had gone back before stays as it was."""
    mine = tuple(wager for wager in state.felt.wagers if wager.seat == seat and wager.was_accepted)
    return _and_over(state, (WagersVoided(mine, clause, why), HandVoided(seat, clause)))


def _and_over(state: Ultimate, events: Events) -> Events:
    """UTH D-Round of Play: with no hand left open, and nothing left to rule on, the round is over."""
    for event in events:
        state = {**FELT_APPLIERS, **APPLIERS}[type(event)](state, event)
    if boxes_in(state.play, Standing.DECIDING, Standing.IN_PLAY) or any_fault(state):
        return events
    return (*events, RoundOver("settled", "UTH D-Round of Play"))


def wrong_deck(state: Ultimate, command: Command) -> Decision:
    """UTH 13.7(a), UTH 13.7(b), UTH 13.7(c): this round is void, earlier ones stand, the deck is checked next.

    Found between rounds it touches no result.
    """
    if not is_running(state):
        found = Recorded(command.do, "UTH 13.7(a)", command.by, reason=faces(command.cards))
        return found, deck_must_be_checked("UTH 13.7(c)")
    return wrong_deck_events(void_events, ("UTH 13.7(b)", "UTH 13.7(c)"), state, command)


def shoe_malfunction(state: Ultimate, command: Command) -> Decision:
    """UTH 11.1: the automated shoe fails in a round, the round is void; U-A25 for a fault when all cards were out."""
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    stands = settings.shoe_fault_after_deal == STAND and state.felt.stage is Stage.PLAYING
    if stands and state.house.shoe == AUTOMATED:
        return (Recorded("shoe_malfunction", "UTH 11.3", command.by, reason=command.reason),)
    return device_has_failed(VOIDS, "UTH 11.1", state, command)


def no_decision(state: Ultimate, command: Command) -> Decision:
    """UTH 13.8[2]: no answer in reasonable time, a refusal or an absence is a fold.

    A hand that has its play wager owes no decision and is settled (U-A30); how long is reasonable is for U-A20's timer.
    """
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return Refusal("UTH 13.8[2]", f"No decision is due from box {command.seat}: {box.reason}")
    because = "No decision came in time: the hand was folded"
    return give_up(state, box, Standing.FOLDED, "UTH 13.8[2]", because)


VOIDS = Voids(CLAUSES, void_events, void_hand_events)


def collusion_ruling(state: Ultimate, command: Command) -> Decision:
    """UTH 12.3: a breach takes the player out of the round, or makes the round void; money goes back (U-A15, U-A33)."""
    return rule_on_collusion(VOIDS, "UTH 12.3", state, command)


def void_wagers(state: Ultimate, command: Command) -> Decision:
    """UTH 15.3(a): the wagers of a rule-breaker are void, and with them the hand."""
    return rule_on_wagers(VOIDS, "UTH 15.3(a)", state, command)


def _cards_seen(state: Ultimate, event: CardsSeen) -> Ultimate:
    state = seen_at(state, event.place, event.cards)
    play = state.play
    early = play.shown_early or event.early
    return state._replace(
        play=play._replace(seen=play.seen | {(event.place, card) for card in event.cards}, shown_early=early)
    )


def _hand_voided(state: Ultimate, event: HandVoided) -> Ultimate:
    play = with_box(state.play, event.seat, Standing.VOID)
    order = tuple(seat for seat in play.order if seat != event.seat)
    return state._replace(play=play._replace(order=order))


def _card_corrected(state: Ultimate, event: CardCorrected) -> Ultimate:
    after: Ultimate = apply_corrected(state, event)
    seen = frozenset((place, event.right if card == event.wrong else card) for place, card in after.play.seen)
    return after._replace(play=after.play._replace(seen=seen))


def _hands_reopened(state: Ultimate, event: HandsReopened) -> Ultimate:
    """With nothing decided by hands any more, no ante given back either, settling begins anew."""
    after: Ultimate = apply_reopened(state, event)
    playing = {box.seat for box in boxes_in(after.play, Standing.IN_PLAY, Standing.SETTLED)}
    if any(wager.outcome for wager in after.felt.wagers if wager.seat in playing):
        return after
    return after._replace(play=after.play._replace(phase=Phase.DECLARED))


APPLIERS: Appliers = {
    CardsSeen: _cards_seen,
    HandVoided: _hand_voided,
    ShuffleOrdered: lambda state, event: state._replace(felt=state.felt._replace(shuffled=False)),
    CardCorrected: _card_corrected,
    HandsReopened: _hands_reopened,
}
