"""Money back: cancelled entries, temporary preventions, the cancelled event, and who waited in vain for a seat."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries.coming_back import out_of_the_seat
from pitboss.tournaments.entries.eligibility import EXCLUDED, HARM, PREVENTED, WITHDRAWAL, Barred, asks_for
from pitboss.tournaments.entries.entries import (
    apply_all,
    entrant_of,
    entrants_in,
    has_begun,
    moved_up,
    registration_open,
)
from pitboss.tournaments.entries.penalties import in_a_round, removal_events
from pitboss.tournaments.event.conditions import DAY, Cents, Seconds
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, with_events
from pitboss.tournaments.event.events import APPLIERS as SHARED
from pitboss.tournaments.event.events import AddedTakenBack, Refunded, Ruled, StageChanged, StatusChanged
from pitboss.tournaments.event.rulesets import AS_CONDITIONS, DAY_BEFORE
from pitboss.tournaments.event.starting import may_start
from pitboss.tournaments.event.state import (
    IN_THE_FIELD,
    WAITING,
    Entrant,
    Entry,
    Exit,
    Moment,
    Player,
    Stage,
    Status,
    Tournament,
    with_entrant,
)
from pitboss.tournaments.prizes.placing import finish_events
from pitboss.tournaments.prizes.pool import admin_kept, last_entry, pool
from pitboss.tournaments.prizes.standings import mid_hand

_STARTED = (Stage.RUNNING, Stage.SUSPENDED)
BEFORE_THE_END = (Stage.PLANNED, Stage.OPEN, *_STARTED)
# By which clauses somebody is out who is kept out: before having played, and after.
_KEPT_OUT_BY: Mapping[str, tuple[str, str]] = {
    PREVENTED: ("STAR 6.17[s2]", "STAR 6.17[s3]"),
    EXCLUDED: ("STAR 6.16(2)", "STAR 6.16(2)"),
    WITHDRAWAL: ("STAR 6.16(3)", "STAR 6.16(3)"),
    HARM: ("STAR 6.14 tail[s2]", "STAR 6.14 tail[s1]"),
}


class CancelEntry(Command):
    """An entrant cancels; `discretion`: the director gives the fees back although they are not due."""

    player: str
    discretion: bool = False


class GrantRefund(Command):
    """The director gives back what is left of an entry, by its number: both fees, or the administration fee alone."""

    entry: int
    reason: str
    admin_only: bool = False


class IssuePrevention(Command):
    """A temporary prevention of entry is issued.

    `has_played` is what the director knows, where hands are not dealt by this program; `refund` is the director's
    choice for somebody whose stack is being blinded off (T-18).
    """

    player: str
    has_played: bool | None = None
    refund: bool | None = None


class CancelEvent(Command):
    """The operator cancels the event; after the start of a Star event the director says what follows."""

    reason: str
    force_majeure: bool = False
    course: str = ""


class DropQueue(Command):
    """Nobody who still waits for a seat will get one: they are refunded."""


class PutBackOut(NamedTuple):
    """Somebody who waited in vain with a re-entry is out as before: the place by the time they left the seat."""

    exit: Exit
    clause: str


class RefundDue(NamedTuple):
    """What a cancelled entry brings back; `needs` says what it would take for more."""

    entitled: bool
    entry_cents: Cents
    admin_cents: Cents
    needs: str
    logged_discretion: bool
    clause: str

    @property
    def refund_cents(self) -> Cents:
        return self.entry_cents + self.admin_cents


class StartCheck(NamedTuple):
    """Whether the event may start, and whether it may be cancelled for want of entrants."""

    entrants: int
    may_start: bool
    may_cancel: bool


def refund_due(state: Tournament, player: Player, at: Moment, *, discretion: bool = False) -> RefundDue:
    """STAR 6.10: both fees, if cancelled 24 hours before the start or earlier, or if the director agrees.

    UTH 16.23: as the conditions say, else nothing. PON 20.24[s1], HLD 20.22[s1], CAN 17.25[s1]: nothing (T-08).
    """
    clause = state.clause("refund")
    entitled = _in_time(state, at)
    may_agree = state.rules.refunds == DAY_BEFORE
    agreed = may_agree and discretion and not entitled
    if not (entitled or agreed):
        return RefundDue(False, 0, 0, "director_discretion" if may_agree else "", False, clause)
    fee, admin = left_of(last_entry(state, player))
    return RefundDue(entitled, fee, admin, "", agreed, clause)


def _in_time(state: Tournament, at: Moment) -> bool:
    """STAR 6.10: not less than 24 hours, and 24:00:00 is in time. UTH 16.23: as long before as the conditions say."""
    ahead, start = refunded_ahead(state), state.conditions.start
    if ahead is None or state.started is not None:
        return False
    return start is None or at + ahead <= start


def refunded_ahead(state: Tournament) -> Seconds | None:
    """STAR 6.10, UTH 16.23: how long before the start a cancellation still brings the fees back; None: never."""
    if state.rules.refunds == AS_CONDITIONS:
        return state.conditions.refund_until
    return DAY if state.rules.refunds == DAY_BEFORE else None


def left_of(entry: Entry) -> tuple[Cents, Cents]:
    """What has been paid for an entry and not gone back: entry fee and administration fee."""
    if not entry.paid:
        return 0, 0
    return entry.fee if entry.in_pool else 0, admin_kept(entry)


def refunds(entries: Iterable[Entry], why: str, clause: str) -> Events:
    """Everything that is left of these entries goes back to who paid."""
    kept = (entry for entry in entries if entry.paid and (entry.in_pool or admin_kept(entry)))
    return tuple(Refunded(entry, *left_of(entry), why, clause) for entry in kept)


def cancel_entry(state: Tournament, command: CancelEntry) -> Decision:
    """STAR 6.10: who has not begun to play may cancel, with the refund that is due; never without one by mistake."""
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    refusal = _no_cancelling(state, entrant) or _not_the_desk(state, command)
    if refusal:
        return refusal
    due = refund_due(state, command.player, command.at, discretion=command.discretion)
    entry, owes = last_entry(state, command.player), entrant.status is Status.UNPAID
    if not owes and not due.entitled and not due.logged_discretion:
        when = "less than 24 hours before the start only the director refunds" if due.needs else "no fee is refunded"
        return Refusal(due.clause, f"{command.player} cannot cancel: {when}.", due.needs or "no_refund")
    ruled = Ruled("The director refunds a cancelled entry.", command.player, due.clause)
    back: Events = () if owes else (Refunded(entry, due.entry_cents, due.admin_cents, "cancelled", due.clause),)
    found = *back, *_undo_entry(state, entrant, command.at, "cancelled", due.clause)
    later = with_events(state, found, _ALL)
    rest = *moved_up(later, command.at), *finish_events(later, command.at)
    return *((ruled,) if due.logged_discretion else ()), *found, *rest


def _not_the_desk(state: Tournament, command: CancelEntry) -> Refusal | None:
    """STAR 6.10: discretion is the director's alone."""
    if command.discretion and command.by is not Role.DIRECTOR:
        return Refusal(state.clause("refund"), "Only the director refunds at discretion.", "role")
    return None


def _no_cancelling(state: Tournament, entrant: Entrant) -> Refusal | None:
    waits = entrant.status in (Status.REGISTERED, Status.UNPAID, *WAITING)
    sits = entrant.status is Status.SEATED and not has_begun(state, entrant)
    if waits or sits:
        return mid_hand(state, entrant.player)
    return Refusal(state.clause("refund"), f"{entrant.player} has begun to play: there is nothing to cancel.", "played")


def _undo_entry(state: Tournament, entrant: Entrant, at: Moment, why: str, clause: str) -> Events:
    """An entry undone: never was in the event; with a re-entry, out as before."""
    if entrant.status is not Status.WAITING_REENTRY:
        return out_of_the_seat(state, entrant.player, Status.DEREGISTERED, at, why, clause)
    left = entrant.periods[-1].until if entrant.periods else None
    entry = last_entry(state, entrant.player)
    out = Exit(entrant.player, 0, at if left is None else left, None, None, 0, 0, entry.number, clause)
    return StatusChanged(entrant.player, Status.OUT, at, clause), PutBackOut(out, clause)


def grant_refund(state: Tournament, command: GrantRefund) -> Decision:
    """STAR 6.10, T-19: the director may give back more than is due, with the reason; the pool shrinks by the fee."""
    clause = state.clause("refund")
    entry = next((each for each in state.entries if each.number == command.entry), None)
    if entry is None or not any(left_of(entry)):
        return Refusal(clause, f"Nothing is left to refund of entry {command.entry}.", "nothing_left")
    if state.rules.refunds != DAY_BEFORE or not command.reason:
        return Refusal(clause, "Fees are refunded at discretion only at the Star, and with a reason.", "no_refund")
    if state.entrants[entry.player].status in IN_THE_FIELD and not command.admin_only:
        return Refusal(clause, f"{entry.player} is in the event with this entry: it is cancelled instead.", "in_play")
    if state.payments or state.deal is not None or state.confirmed:
        return Refusal(clause, "The pool has been divided.", "paid_out")
    fee, admin = left_of(entry)
    ruled = Ruled(f"The director refunds entry {entry.number}: {command.reason}", entry.player, clause)
    return ruled, Refunded(entry, 0 if command.admin_only else fee, admin, command.reason, clause)


def issue_prevention(state: Tournament, command: IssuePrevention) -> Decision:
    """STAR 6.17[s1]: a prevented person does not enter or play; what follows depends on how far they are.

    STAR 6.17[s2], T-19: before playing, deregistered with the entry fee back, and the administration fee by the
    reading. STAR 6.17[s3]: after having begun, disqualified, and the fee stays in the pool.
    """
    player = command.player
    if not asks_for(state, PREVENTED):
        return Refusal(state.clause("entry"), "Temporary preventions of entry are the Star's.", "not_in_these_rules")
    if not player:
        return Refusal("STAR 6.17[s1]", "A prevention is issued to somebody.", "no_name")
    found = kept_out(state, command)
    return found if isinstance(found, Refusal) else (Barred(player, PREVENTED, "STAR 6.17[s1]"), *found)


def kept_out(state: Tournament, command: IssuePrevention, why: str = PREVENTED) -> Decision:
    """STAR 6.17[s2], STAR 6.17[s3], STAR 6.16(2), STAR 6.16(3): what becomes of the entry of somebody who is kept out.

    T-33: whoever in the house has said so. Before playing, deregistered with the entry fee back; who has begun is
    disqualified, and the fee stays. STAR 6.14 tail[s1]: who is kept from harm is eliminated like those who are out.
    """
    entrant, player, at = state.entrants.get(command.player), command.player, command.at
    if entrant is None or state.stage not in BEFORE_THE_END or entrant.status not in (*IN_THE_FIELD, Status.UNPAID):
        return ()
    refusal = in_a_round(state, player) if why == HARM else mid_hand(state, player)
    if refusal:
        return refusal
    before, after = map(state.rules.clause_for, _KEPT_OUT_BY[why])
    if not _fee_stays(state, entrant, command):
        back = _fee_back(state, player, why, before)
        found = *back, *out_of_the_seat(state, player, Status.DEREGISTERED, at, why, before)
    elif why == HARM:
        return removal_events(state, player, Status.REMOVED, why, at, after)
    else:
        found = out_of_the_seat(state, player, Status.DISQUALIFIED, at, why, after)
    later = apply_all(state, found)
    return *found, *moved_up(later, at), *finish_events(later, at)


def _fee_stays(state: Tournament, entrant: Entrant, command: IssuePrevention) -> bool:
    """STAR 6.17[s3], T-18: has begun to play; or the stack is being blinded off and the director says so."""
    begun = has_begun(state, entrant) if command.has_played is None else command.has_played
    if begun:
        return True
    if state.started is None or entrant.status is not Status.SEATED:
        return False
    stays = state.conditions.readings.tpoe_gap == "stay"
    return stays if command.refund is None else not command.refund


def _fee_back(state: Tournament, player: Player, why: str, clause: str) -> Events:
    """STAR 6.17[s2], T-19: the entry fee, and the administration fee only by the reading."""
    entry = last_entry(state, player)
    fee, admin = left_of(entry)
    if not state.conditions.readings.tpoe_refund_admin:
        admin = 0
    return (Refunded(entry, fee, admin, why, clause),) if entry.paid else ()


def start_check(state: Tournament) -> StartCheck:
    """STAR 1-e[s1], STAR 1-h, STAR 6.21(b), T-23: two or more may start; below ten the operator may cancel instead.

    The other documents name the fewest in their conditions, and let the operator cancel at any time.
    """
    entrants, stage = entrants_in(state), state.stage
    few = stage in (Stage.PLANNED, Stage.OPEN) and entrants < state.conditions.cancel_below
    may_cancel = few if _only_when_few(state) else stage not in (Stage.OVER, Stage.CANCELLED)
    return StartCheck(entrants, stage is Stage.OPEN and may_start(state) is None, may_cancel)


def _only_when_few(state: Tournament) -> bool:
    """STAR 6.21(b): one document names a number below which the operator may cancel; the others need no reason."""
    return state.rules.refunds == DAY_BEFORE


def cancel_event(state: Tournament, command: CancelEvent) -> Decision:
    """STAR 6.22, STAR 6.22(a), UTH 16.24, PON 20.24[s3], HLD 20.22[s3], CAN 17.25[s3]: everything paid goes back.

    That is entry fees with the commission, administration fees, re-buys and add-ons, and the pool is empty.
    """
    clause = state.clause("cancelled")
    if not command.reason:
        return Refusal(clause, "A cancellation is recorded with its reason.", "no_reason")
    refusal = _no_cancellation(state, command) if _only_when_few(state) else None
    if refusal:
        return refusal
    if state.stage in _STARTED and _only_when_few(state):
        clause = "STAR 6.22(c)"
    over = StageChanged(Stage.CANCELLED, command.at, command.reason, clause)
    # T-22: what the operator has added is no entrant's money.
    taken = (AddedTakenBack(pool(state).added_value_cents, clause),) if state.added else ()
    return *refunds(state.entries, "the event is cancelled", clause), *taken, over


def _no_cancellation(state: Tournament, command: CancelEvent) -> Refusal | None:
    """STAR 1-h, STAR 6.21(b), STAR 6.21(c): below ten before the start; else only where it cannot be held.

    STAR 6.22(c): after the start nothing is automatic, and the director says what follows.
    """
    if state.stage not in _STARTED:
        few = entrants_in(state) < state.conditions.cancel_below
        if few or command.force_majeure:
            return None
        sentence = f"With {state.conditions.cancel_below} entrants or more the event is held."
        return Refusal("STAR 6.21(b)", sentence, "enough_entrants")
    if not command.force_majeure:
        return Refusal("STAR 6.21(b)", "The event has started: it is not cancelled for want of entrants.", "started")
    if command.course != "refund":
        sentence = "The director decides: suspend and resume later, divide by ICM or by chips, or refund."
        return Refusal("STAR 6.22(c)", sentence, "needs_course")
    if state.payments or state.deal is not None:
        return Refusal("STAR 6.22(c)", "Prizes have been paid or divided.", "paid_out")
    return None


def drop_queue(state: Tournament, command: DropQueue) -> Decision:
    """T-11, STAR 6.10: who never got a seat has not played, and is refunded in full.

    Once entries are closed the director says when: whether those who wait may still get a seat then is a reading.
    """
    clause = state.clause("refund")
    waiting = state.alternates + state.reentries
    if registration_open(state, command.at):
        return Refusal(clause, "Entries are open: whoever waits may still get a seat.", "open")
    if not waiting:
        return Refusal(clause, "Nobody waits for a seat.", "nobody_waits")
    back = refunds((last_entry(state, player) for player in waiting), "never got a seat", clause)
    gone = [_undo_entry(state, state.entrants[player], command.at, "never got a seat", clause) for player in waiting]
    found: Events = (*back, *(event for each in gone for event in each))
    return *found, *finish_events(with_events(state, found, _ALL), command.at)


def _put_back_out(state: Tournament, event: PutBackOut) -> Tournament:
    """The exits with one more at its time; whoever went out later stands one tier higher than before."""
    before = [each for each in state.exits if each.at <= event.exit.at]
    later = [each for each in state.exits if each.at > event.exit.at]
    tier = max((each.tier for each in before), default=0) + 1
    moved = tuple(each._replace(tier=each.tier + 1) for each in later)
    entrant = state.entrants[event.exit.player]
    # The re-entry has not taken place, and leaves its allowance open.
    state = with_entrant(state, entrant._replace(entries=entrant.entries - 1))
    return state._replace(exits=(*before, event.exit._replace(tier=tier), *moved))


_DESK = (Role.DESK, Role.OPERATOR)

VERBS: Verbs = {
    CancelEntry: Verb(cancel_entry, _DESK, (Stage.OPEN, Stage.RUNNING), "refund"),
    GrantRefund: Verb(grant_refund, stages=(Stage.OPEN, *_STARTED, Stage.OVER), subject="refund"),
    IssuePrevention: Verb(issue_prevention, _DESK, BEFORE_THE_END, "entry"),
    CancelEvent: Verb(cancel_event, (Role.OPERATOR,), BEFORE_THE_END, "cancel"),
    DropQueue: Verb(drop_queue, _DESK, (Stage.RUNNING,), "refund"),
}
APPLIERS: Appliers = {PutBackOut: _put_back_out}
_ALL: Appliers = {**SHARED, **APPLIERS}
