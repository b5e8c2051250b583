"""Penalties and removals: warnings, hands to miss, disqualification, and what is done to keep people from harm."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal, one_of
from pitboss.tournaments.entries.eligibility import HARM, Barred, apply_barred
from pitboss.tournaments.event import events
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs
from pitboss.tournaments.event.events import ChipsRemoved, Exited, Refunded, Ruled, SeatLeft, StatusChanged
from pitboss.tournaments.event.rulesets import STAR
from pitboss.tournaments.event.state import (
    Entrant,
    Entry,
    Exit,
    Moment,
    Penalty,
    Player,
    Stage,
    Status,
    Tournament,
    in_play,
    players_of,
    seat_of,
    with_entrant,
)
from pitboss.tournaments.prizes import placing
from pitboss.tournaments.prizes.standings import entry_number, mid_hand, next_tier

MOST_ORBITS = 4
# What an entrant is warned or penalised for, and the rule that it breaks.
BREACHES: Mapping[str, str] = {
    "conduct": "STAR 7.39[s1]",
    "delay": "STAR 7.26[s2]",
    "exposed_hand": "STAR 7.40",
    "out_of_turn": "STAR 7.35[s2]",
    "advice": "STAR 7.41",
    "device": "STAR 7.45[s5]",
    "absence": "STAR 7.15",
}
# What an entrant is disqualified for; a document without such rules leaves it to the director.
ABSENT_FROM_TABLE, HIDDEN_CHIPS, EXTREME = "STAR 7.15[s2]", "STAR 7.17[s3]", "STAR 7.39[s5]"
_GROUNDS: Mapping[str, tuple[str, ...]] = {STAR: (EXTREME, "STAR 6.8[s2]", ABSENT_FROM_TABLE, HIDDEN_CHIPS)}


class Warn(Command):
    """A verbal warning, for a breach."""

    player: str
    breach: str = "conduct"
    reason: str = ""


class Penalise(Command):
    """Hands or orbits away from the table: one of the two."""

    player: str
    orbits: int = 0
    hands: int = 0
    breach: str = "conduct"
    reason: str = ""


class LiftPenalty(Command):
    """The director lets an entrant come back before the hands are over."""

    player: str
    reason: str = ""


class Disqualify(Command):
    """An entrant is out of the event for a breach; `ground` is the clause, nothing means the usual one.

    `refund`: the director approves that the entry fee goes back, which only STAR 7.15[s2] leaves open.
    """

    player: str
    reason: str
    ground: str = ""
    refund: bool = False


class RemoveForHarm(Command):
    """An entrant is taken out of the event to prevent further harm."""

    player: str
    reason: str


class BlockEntry(Command):
    """Somebody may not enter or re-enter, on signs of harm."""

    player: str
    reason: str


class NoteConcern(Command):
    """What was seen of an entrant, or talked about with one."""

    player: str
    note: str


class Warned(NamedTuple):
    """STAR 7.39[s1]: a verbal warning."""

    player: Player
    reason: str
    clause: str


class PenaltySet(NamedTuple):
    """STAR 7.39: hands that an entrant has to miss from now on, fewer of them, or none any more."""

    player: Player
    penalty: Penalty | None
    clause: str


def warn(state: Tournament, command: Warn) -> Decision:
    """STAR 7.39[s1], STAR 7.26[s1], STAR 7.45[s4], STAR D-Penalties: a warning is said, counted and kept."""
    refusal = _no_entrant(state, command.player) or _no_breach(state, command.breach)
    if refusal:
        return refusal
    clause = state.rules.clause_for(BREACHES[command.breach])
    return (Warned(command.player, command.reason or command.breach, clause),)


def penalise(state: Tournament, command: Penalise) -> Decision:
    """STAR 7.39[s1], STAR 7.39[s2]: one to four orbits away from the table, or so many hands.

    STAR 7.26[s2], STAR 7.40, STAR 7.45[s5], STAR 7.35[s2]: for delaying, for an exposed hand, for a device, for acting
    out of turn. STAR 7.39[s3]: meanwhile the entrant stays away; the hands are dealt and posted (STAR 7.39[s4]). A
    penalty on top of another comes after it.
    """
    refusal = _no_entrant(state, command.player) or _no_breach(state, command.breach)
    refusal = refusal or in_a_round(state, command.player) or _no_seat(state, command.player)
    refusal = refusal or _wrong_length(state, command)
    if refusal:
        return refusal
    clause = state.rules.clause_for(BREACHES[command.breach])
    before = remaining_hands(state.entrants[command.player])
    hands = before + (command.hands or hands_of(state, command.player, command.orbits))
    return (PenaltySet(command.player, Penalty(hands, command.reason or command.breach), clause),)


def hands_of(state: Tournament, player: Player, orbits: int) -> int:
    """STAR D-Orbit, T-31: an orbit is one hand for every entrant at the table, counted when the penalty is given."""
    place = seat_of(state, player)
    return 0 if place is None else orbits * len(players_of(state.tables[place[0]], state))


def _wrong_length(state: Tournament, command: Penalise) -> Refusal | None:
    """STAR 7.39[s2]: one, two, three or four orbits; hands are not more than those four orbits."""
    clause = state.rules.clause_for("STAR 7.39[s2]")
    if (command.orbits > 0) == (command.hands > 0):
        return Refusal(clause, "A penalty is a number of orbits or a number of hands.", "orbits_or_hands")
    most = hands_of(state, command.player, MOST_ORBITS)
    if command.orbits > MOST_ORBITS or command.hands > most:
        return Refusal(clause, f"A penalty is {MOST_ORBITS} orbits at most, here {most} hands.", "above_four_orbits")
    return None


def remaining_hands(entrant: Entrant) -> int:
    """STAR 7.39[s3]: the hands that an entrant still has to stay away; with none left the entrant may return."""
    return 0 if entrant.penalty is None else entrant.penalty.hands


def one_hand_less(entrant: Entrant) -> Entrant:
    """STAR 7.39[s2], T-31: a hand was dealt to the empty seat; with the last one the penalty is over."""
    if entrant.penalty is None:
        return entrant
    left = entrant.penalty.hands - 1
    return entrant._replace(penalty=entrant.penalty._replace(hands=left) if left > 0 else None)


def after_hand(state: Tournament, table: int, at: Moment) -> Events:
    """STAR 7.39[s2], T-31: a hand is over at a table: it counts for everybody there who was dealt in.

    Who has come to the table since the last hand, or waited for the button to pass, was not.
    """
    here = state.tables[table]
    clause = state.rules.clause_for("STAR 7.39[s2]")
    return tuple(
        PenaltySet(player, one_hand_less(state.entrants[player]).penalty, clause)
        for seat, player in sorted(here.seats.items())
        if state.entrants[player].penalty is not None and seat not in here.arrived
    )


def lift_penalty(state: Tournament, command: LiftPenalty) -> Decision:
    """STAR 6.18, STAR 7.39[s1]: a penalty is the director's, to give and to end."""
    refusal = _no_entrant(state, command.player) or in_a_round(state, command.player)
    if refusal:
        return refusal
    if state.entrants[command.player].penalty is None:
        return Refusal(state.rules.clause_for("STAR 7.39[s1]"), f"{command.player} has no penalty.", "no_penalty")
    return (PenaltySet(command.player, None, state.rules.clause_for("STAR 6.18")),)


def disqualify(state: Tournament, command: Disqualify) -> Decision:
    """STAR 6.8[s2], STAR 7.15, STAR 7.17[s3], STAR 7.39[s5]: out of the event, by a ruling with its ground.

    STAR 7.39[s6]: the chips leave play. STAR 6.9, STAR 7.17[s4]: no fee goes back. STAR 7.15[s2]: for absence the
    director may approve that the entry fee does.
    """
    grounds = grounds_of(state)
    clause = command.ground or grounds[0]
    if clause not in grounds:
        return Refusal(grounds[0], f"One is disqualified under {' or '.join(grounds)}.", "no_ground")
    refusal = may_leave(state, command.player, command.reason, clause) or _no_refund(state, command, clause)
    if refusal:
        return refusal
    back: Events = ()
    if command.refund:
        entry = _played_with(state, command.player)
        back = (Refunded(entry, entry.fee, 0, command.reason, ABSENT_FROM_TABLE),)
    return (*back, *removal_events(state, command.player, Status.DISQUALIFIED, command.reason, command.at, clause))


def grounds_of(state: Tournament) -> tuple[str, ...]:
    """The clauses by which somebody is disqualified under the document of an event, the usual one first."""
    return _GROUNDS.get(state.rules.prefix, (state.clause("procedures"),))


def _no_refund(state: Tournament, command: Disqualify, clause: str) -> Refusal | None:
    """STAR 6.9, STAR 7.17[s4]: nothing is refunded to the disqualified; STAR 7.15[s2]: but for absence it may be."""
    if not command.refund:
        return None
    if clause != ABSENT_FROM_TABLE:
        rule = "STAR 7.17[s4]" if clause == HIDDEN_CHIPS else state.rules.clause_for("STAR 6.9")
        return Refusal(rule, "A disqualified entrant is not refunded.", "no_refund")
    if not _played_with(state, command.player).in_pool:
        return Refusal(clause, f"The entry fee of {command.player} has gone back already.", "refunded_already")
    return None


def remove_for_harm(state: Tournament, command: RemoveForHarm) -> Decision:
    """STAR 6.14, STAR 6.14(b), STAR 6.14(b)(b): the operator may remove an entrant to prevent further harm.

    STAR 6.14 tail[s1]: the entrant is eliminated, and the chips leave play. STAR 6.14 tail[s2]: the fee stays,
    and there is no further event for this person while the tournament lasts.
    """
    clause = state.rules.clause_for("STAR 6.14 tail[s1]")
    refusal = may_leave(state, command.player, command.reason, clause)
    if refusal:
        return refusal
    barred = Barred(command.player, HARM, state.rules.clause_for("STAR 6.14 tail[s2]"))
    return barred, *removal_events(state, command.player, Status.REMOVED, command.reason, command.at, clause)


def block_entry(state: Tournament, command: BlockEntry) -> Decision:
    """STAR 6.14(b)(a): entry or re-entry is prevented on signs of harm; who plays now plays on, and does not return."""
    clause = state.rules.clause_for("STAR 6.14(b)(a)")
    if not command.player or not command.reason:
        return Refusal(clause, "It is written down who is kept out, and why.", "no_reason")
    if command.player in state.barred:
        return Refusal(clause, f"{command.player} is barred already.", "barred_already")
    return Barred(command.player, HARM, clause), Ruled(command.reason, command.player, clause)


def note_concern(state: Tournament, command: NoteConcern) -> Decision:
    """STAR 6.14(a): what was observed of an entrant, or said, is kept with its moment."""
    clause = state.rules.clause_for("STAR 6.14(a)")
    if not command.player or not command.note:
        return Refusal(clause, "A note tells of whom it is, and what was seen.", "no_note")
    return (Ruled(command.note, command.player, clause),)


def may_leave(state: Tournament, player: Player, reason: str, clause: str) -> Refusal | None:
    """Why an entrant cannot be taken out of the event now: not in it, in the middle of a hand, or no reason given."""
    if player not in in_play(state):
        return Refusal(clause, f"{player} is not in the event.", "not_in_play")
    if not reason:
        return Refusal(clause, "A removal is recorded with its reason.", "no_reason")
    return in_a_round(state, player)


def in_a_round(state: Tournament, player: Player) -> Refusal | None:
    """STAR 6.18: the director rules when the round is over.

    Hand for hand it is over when every table has finished: whoever were removed before would stand below those who went
    out in it.
    """
    refusal = mid_hand(state, player)
    if refusal is None and (state.pending or state.tie is not None):
        sentence = "The places of this round are not decided: this waits for them."
        return Refusal(state.clause("procedures"), sentence, "mid_hand")
    return refusal


def removal_events(state: Tournament, player: Player, status: Status, why: str, at: Moment, clause: str) -> Events:
    """STAR 7.39[s6], STAR 6.14 tail[s1], STAR 6.13[s3]: chips out of play, seat free; the removed are eliminated.

    Who is disqualified has no place; who is removed has the place of somebody who is out now.
    """
    entrant, place = state.entrants[player], seat_of(state, player)
    found: Events = (ChipsRemoved(player, entrant.stack, why, clause),) if entrant.stack else ()
    found = (*found, StatusChanged(player, status, at, clause))
    if status is Status.REMOVED:
        found = (*found, Exited(new_exit(state, player, at, clause), clause))
    elif place is not None:
        found = (*found, SeatLeft(player, *place, clause))
    after = state
    for event in found:
        after = events.APPLIERS[type(event)](after, event)
    return found + placing.finish_events(after, at) if state.stage is Stage.RUNNING else found


def new_exit(state: Tournament, player: Player, at: Moment, clause: str) -> Exit:
    """Somebody who is out now, and not by the cards: below everybody who is left."""
    table, seat = seat_of(state, player) or (None, None)
    stack = state.entrants[player].stack
    return Exit(player, next_tier(state), at, table, seat, stack, 0, entry_number(state, player), clause)


def _played_with(state: Tournament, player: Player) -> Entry:
    """The entry with which a player is in the event."""
    number = entry_number(state, player)
    return next(entry for entry in state.entries if entry.number == number)


def _no_entrant(state: Tournament, player: Player) -> Refusal | None:
    if player in in_play(state):
        return None
    return Refusal(state.clause("procedures"), f"{player} is not in the event.", "not_in_play")


def _no_seat(state: Tournament, player: Player) -> Refusal | None:
    if seat_of(state, player) is not None:
        return None
    return Refusal(state.rules.clause_for("STAR 7.39[s1]"), f"{player} has no seat to stay away from.", "no_seat")


def _no_breach(state: Tournament, breach: str) -> Refusal | None:
    if breach in BREACHES:
        return None
    return Refusal(
        state.rules.clause_for("STAR 7.39[s1]"), f"A breach is one of these: {one_of(sorted(BREACHES))}.", "no_breach"
    )


def _apply_warned(state: Tournament, event: Warned) -> Tournament:
    entrant = state.entrants[event.player]
    return with_entrant(state, entrant._replace(warnings=entrant.warnings + 1))


def _penalty_set(state: Tournament, event: PenaltySet) -> Tournament:
    return with_entrant(state, state.entrants[event.player]._replace(penalty=event.penalty))


_HARM_ROLES = (Role.DIRECTOR, Role.OPERATOR)
_PLAYED = (Stage.RUNNING, Stage.SUSPENDED)
_BEFORE_THE_END = (Stage.PLANNED, Stage.OPEN, *_PLAYED)
VERBS: Verbs = {
    Warn: Verb(warn, stages=_PLAYED),
    Penalise: Verb(penalise, stages=_PLAYED),
    LiftPenalty: Verb(lift_penalty, stages=_PLAYED),
    Disqualify: Verb(disqualify, stages=(Stage.OPEN, *_PLAYED)),
    RemoveForHarm: Verb(remove_for_harm, _HARM_ROLES, (Stage.OPEN, *_PLAYED)),
    BlockEntry: Verb(block_entry, _HARM_ROLES, _BEFORE_THE_END),
    NoteConcern: Verb(note_concern, (*_HARM_ROLES, Role.DESK, Role.DEALER)),
}
APPLIERS: Appliers = {Warned: _apply_warned, PenaltySet: _penalty_set, Barred: apply_barred}
