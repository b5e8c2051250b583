"""Coming back: re-entries, giving up a stack at the end of the re-entry period, re-buys and add-ons."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import BREAK, Segment, reading, segments_of
from pitboss.tournaments.entries.eligibility import ineligible
from pitboss.tournaments.entries.entries import entrant_of, registration_open, seated_at_once
from pitboss.tournaments.entries.fees import cannot_pay, next_entry
from pitboss.tournaments.entries.rebuys import ADD_ON, ADD_ON_CLAUSES, REBUY, REBUY_CLAUSES, purchases, rebuy_terms
from pitboss.tournaments.event.conditions import Chips, Rebuys
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs
from pitboss.tournaments.event.events import ChipsIssued, ChipsRemoved, Entered, SeatLeft, SeatTaken, StatusChanged
from pitboss.tournaments.event.rulesets import RE_ENTRIES
from pitboss.tournaments.event.state import (
    WAITING,
    Entrant,
    Moment,
    Player,
    Stage,
    Status,
    Tournament,
    chips_in_play,
    seat_of,
)
from pitboss.tournaments.prizes.pool import PLAYER
from pitboss.tournaments.prizes.standings import mid_hand
from pitboss.tournaments.seating.seating import seat_events
from pitboss.tournaments.sessions.events import rounds_due

REENTRY = "re-entry"


class Reenter(Command):
    """Somebody who is out enters again; `seed` draws a seat if one is free and nobody waits."""

    player: str
    method: str = "cash"
    payer: str = PLAYER
    seed: int | None = None


class ForfeitAndReenter(Command):
    """Somebody gives up the stack at the end of the re-entry period and buys a new one."""

    player: str
    method: str = "cash"
    payer: str = PLAYER


class Rebuy(Command):
    """Somebody without chips buys back in; `seed` draws a seat for who has left the table."""

    player: str
    method: str = "cash"
    payer: str = PLAYER
    seed: int | None = None


class AddOn(Command):
    """More chips for somebody who is in play."""

    player: str
    method: str = "cash"
    payer: str = PLAYER


class BoughtBack(NamedTuple):
    """Somebody who was out is in again with a re-buy, and loses the place."""

    player: Player
    clause: str


class ForfeitOffer(NamedTuple):
    """Who may give up the stack for a new one now, and why the others may not."""

    eligible: tuple[Player, ...]
    ineligible: Mapping[Player, str]


def reenter(state: Tournament, command: Reenter) -> Decision:
    """STAR D-Re-Entry, STAR 7.21[s2]: who is out comes back in the period with a full stack, once a seat is open."""
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    refusal = (
        no_reentry(state, entrant, command.at)
        or _not_out(state, entrant)
        or _cannot_come_back(state, entrant, command.at)
        or cannot_pay(state, command.method, command.payer, command.by)
    )
    if refusal:
        return refusal
    entry = next_entry(state, command, command.player, REENTRY, command.method, command.payer)
    entered = Entered(entry, None, Status.WAITING_REENTRY, "STAR 7.21[s2]")
    return entered, *seated_at_once(state, (entered,), command.player, command.seed, command.at)


def no_reentry(state: Tournament, entrant: Entrant, at: Moment) -> Refusal | None:
    """STAR 6.5[s1]: re-entries for the announced period, as often as announced, while there are chip banks."""
    allowed = state.conditions.reentries
    if state.rules.coming_back != RE_ENTRIES:
        return Refusal(state.clause("one_entry"), "One entry for each player, and no re-entries.", "one_entry")
    if allowed == 0:
        return Refusal("STAR 6.5[s1]", "This is a freezeout: there are no re-entries.", "freezeout")
    if not registration_open(state, at) or state.started is None:
        return Refusal("STAR 6.5[s1]", "Re-entries are closed.", "closed")
    if allowed is not None and entrant.entries > allowed:
        sentence = f"{entrant.player} has had {entrant.entries} entries, and there are no more than {allowed + 1}."
        return Refusal("STAR 6.5[s1]", sentence, "reentry_limit")
    spare = spare_banks(state)
    if spare is not None and spare < 1:
        return Refusal("STAR 6.5[s1]", "The float has no starting stack to spare.", "no_chip_bank")
    return None


def spare_banks(state: Tournament) -> int | None:
    """STAR 6.5[s1]: starting stacks in the float that are neither in play nor promised; None: no limit is set."""
    banks, stack = state.conditions.chip_banks, state.conditions.stack
    if banks is None or not stack:
        return None
    promised = sum(each.status in (Status.REGISTERED, *WAITING) for each in state.entrants.values())
    return banks - promised + -chips_in_play(state) // stack


def _not_out(state: Tournament, entrant: Entrant) -> Refusal | None:
    """STAR D-Re-Entry: one re-enters after being eliminated, and not before."""
    if entrant.status is not Status.OUT:
        return Refusal("STAR D-Re-Entry", f"{entrant.player} has not been eliminated.", "not_out")
    return None


def _cannot_come_back(state: Tournament, entrant: Entrant, at: Moment) -> Refusal | None:
    """STAR 6.14(b)(a), STAR 6.17[s1]: a re-entry is an entry, and who may not enter may not re-enter."""
    if entrant.blocked:
        return Refusal("STAR 6.14(b)(a)", f"{entrant.player} may not come back: {entrant.blocked}.", "blocked")
    person = state.people.get(entrant.player)
    return None if person is None else ineligible(state, person, at)


def last_break(state: Tournament) -> Segment | None:
    """T-12: the last break of the schedule before entries close."""
    closes = state.conditions.closes_at_level or 0
    before = [each for each in segments_of(state) if each.kind == BREAK and each.level < closes]
    return before[-1] if before else None


def at_the_end_of_reentry(state: Tournament, at: Moment) -> bool:
    """STAR 7.11[s1], T-12: whether it is the last break before entries close."""
    pause, now = last_break(state), reading(state, at)
    return pause is not None and now is not None and pause.begins <= now.gone < pause.ends


def forfeit_offer(state: Tournament, at: Moment) -> ForfeitOffer:
    """STAR 7.11[s1], STAR D-Forfeit[s2], T-12: who may give up the stack to buy back, and why not the others."""
    seated = [each for each in state.entrants.values() if each.status is Status.SEATED and each.stack]
    reasons = {each.player: no_forfeit(state, each, at) for each in seated}
    return ForfeitOffer(
        tuple(player for player, refusal in reasons.items() if refusal is None),
        Frozen({player: refusal.word for player, refusal in reasons.items() if refusal is not None}),
    )


def no_forfeit(state: Tournament, entrant: Entrant, at: Moment) -> Refusal | None:
    """STAR 7.11[s1], STAR 7.11[s3]: a stack not above the starting stack, in the last break; otherwise one plays on.

    T-12: it is a re-entry, and needs an allowance; there is none in a freezeout.
    """
    refusal = no_reentry(state, entrant, at)
    if refusal is not None and refusal.word != "no_chip_bank":
        # The float gets the old chips back, so that there is always a stack for this.
        return refusal
    if not at_the_end_of_reentry(state, at):
        return Refusal("STAR 7.11[s1]", "Stacks are given up in the last break before re-entries close.", "not_now")
    if entrant.status is not Status.SEATED or not entrant.stack:
        return Refusal("STAR 7.11[s1]", f"{entrant.player} has no stack to give up.", "no_stack")
    if entrant.stack > state.conditions.stack:
        sentence = f"{entrant.player} has more than the starting stack, and plays on."
        return Refusal("STAR 7.11[s3]", sentence, "stack_above_starting")
    return None


def forfeit_and_reenter(state: Tournament, command: ForfeitAndReenter) -> Decision:
    """STAR 7.11[s2], STAR D-Forfeit[s1]: the chips are out at once, and a re-entry at full price waits for a seat."""
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    refusal = (
        no_forfeit(state, entrant, command.at)
        or mid_hand(state, command.player)
        or _cannot_come_back(state, entrant, command.at)
        or cannot_pay(state, command.method, command.payer, command.by)
    )
    if refusal:
        return refusal
    entry = next_entry(state, command, command.player, REENTRY, command.method, command.payer)
    return (
        *out_of_the_seat(state, command.player, Status.OUT, command.at, "forfeited", "STAR 7.11[s2]"),
        Entered(entry, None, Status.WAITING_REENTRY, "STAR 7.11[s1]"),
    )


def out_of_the_seat(state: Tournament, player: Player, status: Status, at: Moment, why: str, clause: str) -> Events:
    """Chips out of play, the seat free, and how the entrant stands then; also for somebody who has neither."""
    entrant, place = state.entrants[player], seat_of(state, player)
    return (
        *((ChipsRemoved(player, entrant.stack, why, clause),) if entrant.stack else ()),
        *((SeatLeft(player, *place, clause),) if place else ()),
        StatusChanged(player, status, at, clause),
    )


def rebuy(state: Tournament, command: Rebuy) -> Decision:
    """UTH 16.6, CAN 17.6: who has no chips buys back in, where the conditions say so. PON 20.6, HLD 20.6: never.

    UTH 16.7: who may buy back in keeps the seat without chips; who has left it gets another, if one is free.
    """
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    terms = rebuy_terms(state, REBUY_CLAUSES)
    if isinstance(terms, Refusal):
        return terms
    refusal = (
        _not_in_this_session(state, entrant, REBUY_CLAUSES[state.rules.prefix])
        or _no_rebuy(state, entrant, terms)
        or _cannot_come_back(state, entrant, command.at)
        or cannot_pay(state, command.method, command.payer, command.by)
    )
    if refusal:
        return refusal
    clause = REBUY_CLAUSES[state.rules.prefix]
    entry = next_entry(state, command, command.player, REBUY, command.method, command.payer)
    entered = Entered(entry._replace(fee=terms.cost, admin=0, commission=0), None, entrant.status, clause)
    if entrant.status is Status.SEATED:
        return entered, ChipsIssued(command.player, terms.chips, clause)
    seat = _seat_with(state, command, terms.chips)
    if not seat:
        return Refusal(clause, f"No seat is open for {command.player}.", "no_seat")
    return entered, BoughtBack(command.player, clause), *seat


def _not_in_this_session(state: Tournament, entrant: Entrant, clause: str) -> Refusal | None:
    """UTH 16.3(a)(iii)(G), CAN 17.3(a)(viii): chips are bought for rounds that are still to be played."""
    if state.conditions.sessions is None:
        return None
    if not state.session.playing or state.session.playing_off:
        return Refusal(clause, "Chips are bought while a session is played, not after its rounds.", "no_session")
    place = seat_of(state, entrant.player)
    if place is not None and state.tables[place[0]].rounds >= rounds_due(state):
        return Refusal(clause, f"Table {place[0]} has played its rounds.", "rounds_over")
    return None


def _seat_with(state: Tournament, command: Rebuy, chips: Chips) -> Events:
    """A seat drawn for who has left the table, with the chips of a re-buy."""
    if command.seed is None:
        return ()
    drawn = seat_events(state, command.player, command.seed, command.at, from_queue=False)
    return tuple(each._replace(issued=chips) if isinstance(each, SeatTaken) else each for each in drawn)


def _no_rebuy(state: Tournament, entrant: Entrant, terms: Rebuys) -> Refusal | None:
    """UTH 16.7: re-buys are for players without chips, as often as the conditions say."""
    clause, player = REBUY_CLAUSES[state.rules.prefix], entrant.player
    if entrant.stack or entrant.status not in (Status.SEATED, Status.OUT):
        return Refusal(clause, f"{player} is not without chips.", "not_out")
    if purchases(state, player, REBUY) >= terms.most:
        return Refusal(clause, f"{player} has had {terms.most} of {terms.most} re-buys.", "rebuy_limit")
    return None


def add_on(state: Tournament, command: AddOn) -> Decision:
    """UTH 16.3(a)(iii)(H): one add-on for whoever is in play, where the conditions allow it."""
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    terms = rebuy_terms(state, ADD_ON_CLAUSES)
    if isinstance(terms, Refusal):
        return terms
    clause = ADD_ON_CLAUSES[state.rules.prefix]
    if not terms.add_on_chips:
        return Refusal(clause, "The conditions of this event allow no add-on.", "no_add_on")
    if entrant.status is not Status.SEATED:
        return Refusal(clause, f"{command.player} has no seat.", "not_seated")
    refusal = _not_in_this_session(state, entrant, clause)
    if refusal:
        return refusal
    if purchases(state, command.player, ADD_ON):
        return Refusal(clause, f"{command.player} has had the add-on.", "add_on_limit")
    refusal = mid_hand(state, command.player) or cannot_pay(state, command.method, command.payer, command.by)
    if refusal:
        return refusal
    entry = next_entry(state, command, command.player, ADD_ON, command.method, command.payer)
    entry = entry._replace(fee=terms.add_on_cost, admin=0, commission=0)
    return Entered(entry, None, Status.SEATED, clause), ChipsIssued(command.player, terms.add_on_chips, clause)


def _bought_back(state: Tournament, event: BoughtBack) -> Tournament:
    return state._replace(exits=tuple(each for each in state.exits if each.player != event.player))


_DESK = (Role.DESK, Role.OPERATOR)

VERBS: Verbs = {
    Reenter: Verb(reenter, _DESK, (Stage.OPEN, Stage.RUNNING), "one_entry"),
    ForfeitAndReenter: Verb(forfeit_and_reenter, _DESK, (Stage.RUNNING,), "one_entry"),
    Rebuy: Verb(rebuy, _DESK, (Stage.OPEN, Stage.RUNNING), "one_entry"),
    AddOn: Verb(add_on, _DESK, (Stage.RUNNING,), "one_entry"),
}
APPLIERS: Appliers = {BoughtBack: _bought_back}
