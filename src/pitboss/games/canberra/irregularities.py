"""When something goes wrong in Canberra Poker: what happened, which clause, what follows."""

from typing import NamedTuple

from pitboss.cards.card import Card, faces
from pitboss.games.canberra.jackpot import JackpotSettled, JackpotUndone, apply_settlement, apply_undo, is_shared, undo
from pitboss.games.canberra.layout import CLAUSES, HAND_SIZE, JACKPOT, deck_of
from pitboss.games.canberra.round import CONTINUE, Canberra, Phase, give_up, may_decide, with_box
from pitboss.games.canberra.settlement import APPLIERS as SETTLEMENT_APPLIERS
from pitboss.games.canberra.settlement import paid_again
from pitboss.games.house import between_rounds as house
from pitboss.games.house.between_rounds import not_running
from pitboss.games.house.boxes import Standing, box_at
from pitboss.games.house.events import Held
from pitboss.games.house.faces import (
    CardCorrected,
    HandsReopened,
    apply_corrected,
    apply_reopened,
    correct,
    lie_there,
    seen_at,
)
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import Recorded, RoundVoided, WagersVoided, wager_at
from pitboss.games.house.rulings import Voids, device_has_failed, rule_on_collusion, rule_on_wagers, wrong_deck_events
from pitboss.games.play import DEALER, Appliers, Command, Decision, Events, Hold, Result, Stage
from pitboss.rulebook.refusal import Refusal

MOST_EXPOSED = 2


class CardsExposed(NamedTuple):
    """CAN 14.1[s2]: cards shown wrongly, turned over again but known; `up` is a card of the dealer's that stays up.

    `place` is where they lie, if it has been said.
    """

    cards: tuple[Card, ...]
    up: int | None
    clause: str
    place: int | None = None


class HandVoided(NamedTuple):
    """One hand is out of the round; the others go on."""

    seat: int
    clause: str


class SensorUnlit(NamedTuple):
    """CAN 10.2: the sensor of a box has not lit for its jackpot chip."""

    seat: int
    clause: str


class EquipmentChanged(NamedTuple):
    """CAN 4.2: the jackpot equipment has failed, or works again."""

    works: bool
    clause: str


class PlayApproved(NamedTuple):
    """CAN 14.5[s2]: a supervisor lets the game go on without the jackpot equipment."""

    clause: str


def void_events(state: Canberra, clause: str, reason: str) -> Events:
    """CAN D-Void[s1], CAN D-Void[s2]: nobody wins, and everything is as if the round had never been dealt.

    Stakes go back, folded ones too, payments are undone, and both pools are what they were before the first card.
    """
    voided, over = house.void_events(state, clause, reason)
    return voided, *undo(state.play.jackpot, clause), over


def void_round(state: Canberra, command: Command) -> Decision:
    """CAN 16.2, CAN 16.4: the operator's power, until all cards are in the rack (CAN D-Round of Play)."""
    decided = house.void_round(CLAUSES, state, command)
    if isinstance(decided, Refusal):
        return decided
    voided = decided[0]
    assert isinstance(voided, RoundVoided)
    return void_events(state, voided.clause, voided.reason)


def card_exposed(state: Canberra, command: Command) -> Decision:
    """CAN 14.1[s1], CAN 14.1[s2], CAN 14.1[s3]: one or two cards shown wrongly are no misdeal, the third voids.

    A player who shows an own card when the deal is over breaks CAN 13.1; that is none of the three.
    """
    box = box_at(state.play, command.seat)
    among = state.felt.dealt if box is None else box.cards
    unknown = _not_face_down(state, command.cards, among)
    if unknown:
        return unknown
    if state.felt.stage is Stage.PLAYING and box is not None:
        said = f"showed {faces(command.cards)}"
        return (Recorded("breach", "CAN 13.1", command.by, box.seat, box.player, said),)
    return _expose(state, command.cards, None if box is None else box.seat)


def dealer_card_exposed(state: Canberra, command: Command) -> Decision:
    """CAN 14.2: the first of the dealer's own first four cards to be shown is the up card, the fifth goes face down.

    It counts towards the three of CAN 14.1[s3], and a second one is turned over (C-A15).
    """
    return _not_face_down(state, command.cards, state.play.dealer) or _expose(state, command.cards, DEALER)


def _expose(state: Canberra, cards: tuple[Card, ...], place: int | None) -> Events:
    play = state.play if place is None else seen_at(state, place, cards).play
    own = next((card for card in cards if card in play.dealer), None)
    up = None if own is None or play.up is not None else play.dealer.index(own)
    event = CardsExposed(cards, up, "CAN 14.1[s2]" if up is None else "CAN 14.2", place)
    shown = (*play.seen, *cards)
    if len(shown) <= MOST_EXPOSED:
        return (event,)
    why = f"{len(shown)} cards were shown wrongly ({faces(shown)}): the round is void and every wager goes back."
    return (event, *void_events(state, "CAN 14.1[s3]", why))


def _not_face_down(state: Canberra, cards: tuple[Card, ...], among: tuple[Card, ...]) -> Refusal | None:
    """Only a card that is out and has not been seen can be shown wrongly."""
    play = state.play
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if play.phase is Phase.REVEALED:
        return Refusal("CAN 14.1[s1]", "The hands are being settled: their cards are shown rightly.")
    seen = {*play.seen, *(() if play.up is None else (play.dealer[play.up],))}
    if set(cards) & seen or len(set(cards)) < len(cards) or not lie_there(cards, among, state.felt.dealt):
        return Refusal("CAN 14.1[s1]", "No such card lies face down there.")
    return None


def wrong_card_count(state: Canberra, command: Command) -> Decision:
    """CAN 14.3: too few or too many cards anywhere, and the round is void, whenever it is found (C-A16)."""
    if command.held == HAND_SIZE:
        return Refusal("CAN 14.3", "Five cards are what the rules deal to a hand.")
    where = f"Box {', '.join(map(str, command.seats))}" if command.seats else "A hand"
    why = f"{where} held {command.held} cards, not five: the round is void and every wager goes back."
    return not_running(CLAUSES, state) or void_events(state, "CAN 14.3", why)


def hand_dealt_without_wager(state: Canberra, command: Command) -> Decision:
    """CAN 14.3: cards at a box without an ante void the round for everybody; there is no remedy for one hand only."""
    box = box_at(state.play, command.seat)
    if box is not None and box.entitled:
        return Refusal("CAN 14.3", f"Box {command.seat} has an ante, and cards by right.")
    why = f"Cards were dealt to box {command.seat}, which has no ante: the round is void and every wager goes back."
    return not_running(CLAUSES, state) or void_events(state, "CAN 14.3", why)


def wrong_deck(state: Canberra, command: Command) -> Decision:
    """CAN 16.4, ruling C-A17: the round is void as impractical, earlier ones stand, the deck is checked next."""
    clauses = ("CAN 16.4", "CAN 16.4")
    return not_running(CLAUSES, state) or wrong_deck_events(void_events, clauses, state, command)


def shoe_malfunction(state: Canberra, command: Command) -> Decision:
    """CAN 12.6: the automated shoe fails in a round, and the round is void."""
    return device_has_failed(VOIDS, "CAN 12.6", state, command)


def no_decision(state: Canberra, command: Command) -> Decision:
    """CAN D-Fold: who makes no bet does not go on, so silence is a fold, confirmed by a supervisor (C-A8)."""
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return Refusal("CAN D-Fold", f"No decision is due from box {command.seat}: {box.reason}")
    return give_up(state, box, "CAN D-Fold", "No bet was made in time, so the hand was folded")


def hand_in_discards(state: Canberra, command: Command) -> Decision:
    """CAN 14.4: a hand in the rack before its time, or one to be verified, is rebuilt from the record of the deal.

    Where that is impossible the hand alone is void, or the round if the supervisor says so (C-A20).
    """
    box = box_at(state.play, command.seat)
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if box is None or not box.entitled or box.standing in (Standing.FOLDED, Standing.VOID):
        return Refusal("CAN 14.4", f"There is no hand at box {command.seat} to rebuild.")
    if command.rebuilt:
        return (Recorded("hand_rebuilt", "CAN 14.4", command.by, box.seat, box.player),)
    if command.ruling == "void_round":
        return void_events(state, "CAN 16.4", "A hand in the rack could not be rebuilt: the round is void.")
    if command.ruling not in (None, "void_hand"):
        return Refusal("CAN 14.4", "The ruling is that the hand is void, or the round.")
    why = "The hand was swept into the rack and could not be rebuilt: it is void, and its wagers go back."
    return void_hand_events(state, box.seat, "CAN 14.4", why)


def void_hand_events(state: Canberra, seat: int, clause: str, why: str) -> Events:
    """One hand without result: its stakes go back and so does what it put into the pools; the others go on.

    A prize that it shared is divided among those who remain (C-A35): all are put back, and paid again without it.
    """
    mine = tuple(wager for wager in state.felt.wagers if wager.seat == seat and wager.was_accepted)
    jackpot, voided = state.play.jackpot, WagersVoided(mine, clause, why)
    if jackpot is None or not is_shared(jackpot, seat):
        return (voided, *undo(jackpot, clause, seat), HandVoided(seat, clause))
    put_back = JackpotSettled((), 0, (), clause, jackpot.payouts, jackpot.reseeded)
    gone = undo(apply_settlement(jackpot, put_back), clause, seat)
    events: Events = (put_back, voided, *gone, HandVoided(seat, clause))
    after = state
    for event in events:
        after = {**FELT_APPLIERS, **SETTLEMENT_APPLIERS, **APPLIERS}[type(event)](after, event)
    return (*events, paid_again(after, jackpot.payouts))


VOIDS = Voids(CLAUSES, void_events, void_hand_events)


def collusion_ruling(state: Canberra, command: Command) -> Decision:
    """CAN 13.2 tail: a breach takes the player out of the round, or makes the round void; money goes back."""
    return rule_on_collusion(VOIDS, "CAN 13.2 tail", state, command)


def void_wagers(state: Canberra, command: Command) -> Decision:
    """CAN 16.3(a): the wagers of a rule-breaker are void, and with them the hand; shutting out is apart (C-A30)."""
    return rule_on_wagers(VOIDS, "CAN 16.3(a)", state, command)


def jackpot_unlit(state: Canberra, command: Command) -> Decision:
    """CAN 10.2: without light the wager is not accepted; the player sees to it before the first card (C-A28)."""
    seat = command.seat or 0
    if state.felt.stage is not Stage.BETTING:
        return Refusal("CAN 10.2", "Whether a jackpot wager is accepted is settled when the first card is out.")
    if wager_at(state.felt.wagers, seat, JACKPOT) is None or seat in state.play.unlit:
        return Refusal("CAN 10.2", f"There is no lit jackpot wager at box {seat}.")
    return (SensorUnlit(seat, "CAN 10.2"),)


def jackpot_down(state: Canberra, command: Command) -> Decision:
    """CAN 4.2, CAN 14.5[s1], CAN 14.5[s2]: no jackpot wagers from now on, and no game before a supervisor approves."""
    jackpot = state.play.jackpot
    if jackpot is None or not jackpot.working:
        what = "is not offered" if jackpot is None else "equipment is out of order already"
        return Refusal("CAN 4.2", f"The progressive jackpot {what}.")
    reason = "The jackpot equipment has failed: the game goes on only after a supervisor approves."
    return EquipmentChanged(False, "CAN 14.5[s1]"), Held(Hold("CAN 14.5[s2]", reason, CONTINUE), "CAN 14.5[s2]")


def supervisor_continues(state: Canberra, command: Command) -> Decision:
    """CAN 14.5[s2]: the approval; lit wagers stand on the meter as it was last recorded (C-A21)."""
    if not any(hold.lifted_by == CONTINUE for hold in state.house.holds):
        return Refusal("CAN 14.5[s2]", "Nothing waits for this approval.")
    return (PlayApproved("CAN 14.5[s2]"),)


def jackpot_up(state: Canberra, command: Command) -> Decision:
    """CAN 4.2: the equipment works again, and jackpot wagers are taken; a pending approval is still needed."""
    if state.play.jackpot is None:
        return Refusal("CAN 4.2", "The progressive jackpot is not offered.")
    if state.play.jackpot.working:
        return Refusal("CAN 4.2", "The jackpot equipment works.")
    return (EquipmentChanged(True, "CAN 4.2"),)


def void_jackpot_wagers(state: Canberra, command: Command) -> Decision:
    """CAN 14.5[s2], ruling C-A21: after a fault in the round the supervisor may void its jackpot wagers."""
    jackpot, clause = state.play.jackpot, "CAN 14.5[s2]"
    refusal = not_running(CLAUSES, state)
    if refusal:
        return refusal
    if jackpot is None or not jackpot.failed:
        return Refusal(clause, "The jackpot equipment has not failed in this round.")
    seats = {contribution.seat for contribution in jackpot.contributions}
    mine = tuple(wager for wager in state.felt.wagers if wager.kind == JACKPOT and wager.seat in seats)
    if not mine:
        return Refusal(clause, "No jackpot wager has been accepted in this round.")
    why = "The jackpot equipment failed, and the supervisor has made the jackpot wagers of the round void."
    return WagersVoided(mine, clause, why), *undo(jackpot, clause)


def correct_card(state: Canberra, command: Command) -> Decision:
    """CAN 9.8: a card that was entered wrongly; with the jackpot paid, the hands it was paid on stand."""
    decided = correct(CLAUSES, deck_of, state, command)
    if isinstance(decided, Refusal) or not isinstance(decided[0], HandsReopened):
        return decided
    reopened, *rest = decided
    assert isinstance(reopened, HandsReopened)
    chips = [wager.outcome for wager in reopened.undone if wager.kind == JACKPOT and wager.outcome]
    if any(outcome.result is not Result.VOID for outcome in chips):
        return Refusal("CAN 9.8", "The jackpot has been settled on these hands, and they stand.")
    but_chips = tuple(wager for wager in reopened.undone if wager.kind != JACKPOT)
    return (reopened._replace(undone=but_chips), *rest)


def _round_voided(state: Canberra, event: RoundVoided) -> Canberra:
    """No hand counts as settled in a round that never was."""
    after: Canberra = FELT_APPLIERS[RoundVoided](state, event)
    return after._replace(play=after.play._replace(order=()))


def _cards_exposed(state: Canberra, event: CardsExposed) -> Canberra:
    if event.place is not None:
        state = seen_at(state, event.place, event.cards)
    play = state.play
    up = play.up if event.up is None else event.up
    return state._replace(play=play._replace(seen=(*play.seen, *event.cards), up=up))


def _card_corrected(state: Canberra, event: CardCorrected) -> Canberra:
    after: Canberra = apply_corrected(state, event)
    seen = tuple(event.right if card == event.wrong else card for card in after.play.seen)
    return after._replace(play=after.play._replace(seen=seen))


def _hands_reopened(state: Canberra, event: HandsReopened) -> Canberra:
    """The cards are taken out of the rack again."""
    after: Canberra = apply_reopened(state, event)
    rack = tuple(seat for seat in after.play.rack if seat not in event.seats)
    return after._replace(play=after.play._replace(rack=rack))


def _hand_voided(state: Canberra, event: HandVoided) -> Canberra:
    play = with_box(state.play, event.seat, Standing.VOID)
    order = tuple(seat for seat in play.order if seat != event.seat)
    return state._replace(play=play._replace(order=order))


def _jackpot_undone(state: Canberra, event: JackpotUndone) -> Canberra:
    jackpot = state.play.jackpot
    assert jackpot is not None
    return state._replace(play=state.play._replace(jackpot=apply_undo(jackpot, event)))


def _equipment_changed(state: Canberra, event: EquipmentChanged) -> Canberra:
    jackpot = state.play.jackpot
    assert jackpot is not None
    jackpot = jackpot._replace(working=event.works, failed=jackpot.failed or not event.works)
    return state._replace(play=state.play._replace(jackpot=jackpot))


def _play_approved(state: Canberra, event: PlayApproved) -> Canberra:
    holds = tuple(hold for hold in state.house.holds if hold.lifted_by != CONTINUE)
    return state._replace(house=state.house._replace(holds=holds))


APPLIERS: Appliers = {
    RoundVoided: _round_voided,
    CardsExposed: _cards_exposed,
    CardCorrected: _card_corrected,
    HandsReopened: _hands_reopened,
    HandVoided: _hand_voided,
    JackpotUndone: _jackpot_undone,
    SensorUnlit: lambda state, event: state._replace(play=state.play._replace(unlit=state.play.unlit | {event.seat})),
    EquipmentChanged: _equipment_changed,
    PlayApproved: _play_approved,
}
