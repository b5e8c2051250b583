"""No-shows, reserves who buy their seats, and substitutes."""

from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries.coming_back import out_of_the_seat
from pitboss.tournaments.entries.eligibility import ineligible
from pitboss.tournaments.entries.entries import (
    EntryTransferred,
    apply_all,
    cannot_take_over,
    entered_already,
    entrant_of,
)
from pitboss.tournaments.entries.fees import cannot_pay, next_entry
from pitboss.tournaments.entries.refunds import left_of
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs
from pitboss.tournaments.event.events import Entered, Refunded, Ruled, SeatTaken
from pitboss.tournaments.event.rulesets import BLINDED, FORFEITED
from pitboss.tournaments.event.state import (
    IN_THE_FIELD,
    Entrant,
    Moment,
    Person,
    Player,
    Stage,
    Status,
    Tournament,
    seat_of,
    with_entrant,
)
from pitboss.tournaments.prizes.placing import finish_events
from pitboss.tournaments.prizes.pool import PLAYER, last_entry
from pitboss.tournaments.prizes.standings import mid_hand
from pitboss.tournaments.seating.seating import seat_events
from pitboss.tournaments.seating.tables import has_begun

NO_SHOW, REPLACED = "not at the seat at the start", "a reserve has bought the seat"


class EnterReserve(Command):
    """Somebody who may enter waits for the seat of a no-show; nothing is paid for that."""

    person: Person


class MarkNoShow(Command):
    """An entrant has not taken the seat at the start of the session."""

    player: str


class SeatReserve(Command):
    """A reserve pays the fee and has the seat of a no-show; `seed` draws one where that seat is gone."""

    player: str
    reserve: str
    method: str = "cash"
    payer: str = PLAYER
    seed: int | None = None


class Substitute(Command):
    """The director lets somebody play in an entrant's place."""

    player: str
    person: Person
    reason: str = ""


class ReserveListed(NamedTuple):
    """Somebody waits as a reserve."""

    person: Person
    clause: str


class SeatSold(NamedTuple):
    """The seat of a no-show has gone to a reserve, and cannot be sold again."""

    player: Player
    reserve: Player
    clause: str


def position_forfeited(state: Tournament) -> str:
    """T-05: what becomes of a position not taken at the start: "yes", "no", or "director_may".

    UTH 16.10, PON 20.9[s2], CAN 17.9[s2]: it is forfeited. HLD 20.9[s2]: it may be, with no reserve available.
    STAR 7.12[s1]: it is not, and the stack is blinded off.
    """
    if state.rules.no_show == FORFEITED:
        return "yes"
    return "no" if state.rules.no_show == BLINDED or available(state) else "director_may"


def available(state: Tournament) -> tuple[Player, ...]:
    """Reserves who wait, in order; who has entered otherwise since then is none any more."""
    return tuple(name for name in state.reserves if entered_already(state, name) is None)


def enter_reserve(state: Tournament, command: EnterReserve) -> Decision:
    """UTH 16.11, PON 20.10, HLD 20.10[s1], CAN 17.10: a reserve is somebody who may enter and has not."""
    person, clause = command.person, state.clause("reserve")
    if state.rules.no_show == BLINDED:
        return Refusal(clause, "There are alternates here, and no reserves: enter, and wait for a seat.", "alternates")
    refusal = entered_already(state, person.name) or ineligible(state, person, command.at)
    if refusal:
        return refusal
    if person.name in available(state):
        return Refusal(clause, f"{person.name} is a reserve already.", "already_reserve")
    return (ReserveListed(person, clause),)


def mark_no_show(state: Tournament, command: MarkNoShow) -> Decision:
    """UTH 16.10, PON 20.9[s2], CAN 17.9[s2], HLD 20.9[s2]: who does not sit at the start forfeits the position.

    PON 20.9[s3], HLD 20.9[s3], CAN 17.9[s3]: the fee is forfeited with it and stays in the pool.
    """
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    refusal = _not_missing(state, entrant, command.at)
    if refusal:
        return refusal
    clause = state.clause("no_show")
    if position_forfeited(state) == "no":
        reason = "is blinded off" if state.rules.no_show == BLINDED else f"has a reserve in {available(state)[0]}"
        word = "blinded" if state.rules.no_show == BLINDED else "reserve_available"
        return Refusal(clause, f"{command.player} does not forfeit the position, but {reason}.", word)
    found = out_of_the_seat(state, command.player, Status.FORFEITED, command.at, NO_SHOW, clause)
    return *found, *finish_events(apply_all(state, found), command.at)


def _not_missing(state: Tournament, entrant: Entrant, at: Moment) -> Refusal | None:
    """UTH 16.10, PON 20.9[s2], CAN 17.9[s2]: nobody is late before the published start, or once at play."""
    clause, start = state.clause("no_show"), state.conditions.start
    if entrant.status not in IN_THE_FIELD:
        return Refusal(clause, f"{entrant.player} is not in the event.", "not_in_play")
    if state.started is None and (start is None or at < start):
        return Refusal(clause, "The published starting time has not come.", "not_yet")
    if (entrant.has_played and state.session.number <= 1) or _rounds_played(state, entrant):
        return Refusal(clause, f"{entrant.player} has been playing in this session.", "played")
    return mid_hand(state, entrant.player)


def _rounds_played(state: Tournament, entrant: Entrant) -> bool:
    """Whether rounds of the session that is on have been played at the entrant's table: then the start is past."""
    place = seat_of(state, entrant.player)
    return place is not None and state.session.playing and state.tables[place[0]].rounds > 0


def seat_reserve(state: Tournament, command: SeatReserve) -> Decision:
    """UTH 16.11, PON 20.10, HLD 20.10[s1], CAN 17.10: before the first session a reserve may buy a seat not taken.

    HLD 20.10[s2], T-07: there the first player's fee is returned and is no part of the pool; elsewhere it stays.
    """
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    refusal = (
        _not_sold(state, entrant, command)
        or ineligible(state, state.people[command.reserve], command.at)
        or cannot_pay(state, command.method, command.payer, command.by)
    )
    if refusal:
        return refusal
    clause = state.clause("reserve")
    left = _left_empty(state, entrant, command.at)
    entry = next_entry(state, command, command.reserve, "entry", command.method, command.payer)
    waits = Status.REGISTERED if state.started is None else Status.ALTERNATE
    bought: Events = (*left, Entered(entry, state.people[command.reserve], waits, clause))
    return *bought, SeatSold(command.player, command.reserve, clause), *_seat_reserve(state, bought, command)


def _not_sold(state: Tournament, entrant: Entrant, command: SeatReserve) -> Refusal | None:
    clause = state.clause("reserve")
    if state.rules.no_show == BLINDED:
        return Refusal(clause, f"{command.player}'s stack is blinded off: the seat is not sold.", "blinded")
    if command.reserve not in available(state):
        return Refusal(clause, f"{command.reserve or 'Nobody'} is not a reserve.", "not_a_reserve")
    if entrant.blocked == REPLACED:
        return Refusal(clause, f"The seat of {command.player} has been sold.", "sold")
    if state.session.number > 1:
        return Refusal(clause, "Seats are sold to reserves before the first session only.", "too_late")
    return None if entrant.status is Status.FORFEITED else _not_missing(state, entrant, command.at)


def _left_empty(state: Tournament, entrant: Entrant, at: Moment) -> Events:
    """HLD 20.10[s2], T-07: the no-show without a seat, with the fee returned where the document says so."""
    clause, status = state.clause("reserve"), Status.FORFEITED
    back: Events = ()
    if state.rules.replaced_fee_returned:
        entry = last_entry(state, entrant.player)
        back, status = (Refunded(entry, left_of(entry)[0], 0, REPLACED, "HLD 20.10[s2]"),), Status.DEREGISTERED
    return *back, *out_of_the_seat(state, entrant.player, status, at, REPLACED, clause)


def _seat_reserve(state: Tournament, bought: Events, command: SeatReserve) -> Events:
    """The reserve in the seat that was not taken; where it is gone after the start, in one that is drawn."""
    place, clause = seat_of(state, command.player), state.clause("reserve")
    if place is not None:
        arrives = has_begun(state.tables[place[0]])
        return (SeatTaken(command.reserve, *place, state.conditions.stack, command.at, arrives, False, clause),)
    if state.started is None or command.seed is None:
        return ()
    return seat_events(apply_all(state, bought), command.reserve, command.seed, command.at, from_queue=False)


def substitute(state: Tournament, command: Substitute) -> Decision:
    """UTH 16.12, PON 20.11, HLD 20.12, CAN 17.11: a substitute takes over seat and chips, if the director approves."""
    clause = state.clause("substitute")
    if state.rules.no_show == BLINDED:
        return Refusal(
            clause, "There are no substitutes here: an entry is transferred before it is played.", "transfer"
        )
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    if entrant.status not in IN_THE_FIELD:
        return Refusal(clause, f"{command.player} is not in the event.", "not_in_play")
    refusal = cannot_take_over(state, command.player, command.person, command.at)
    if refusal:
        return refusal
    ruled = Ruled(
        f"{command.person.name} is approved as a substitute. {command.reason}".strip(), command.player, clause
    )
    return ruled, EntryTransferred(command.player, command.person, command.at, clause)


def _reserve_listed(state: Tournament, event: ReserveListed) -> Tournament:
    name = event.person.name
    others = tuple(each for each in state.reserves if each != name)
    return state._replace(reserves=(*others, name), people=Frozen({**state.people, name: event.person}))


def _seat_sold(state: Tournament, event: SeatSold) -> Tournament:
    reserves = tuple(each for each in state.reserves if each != event.reserve)
    sold = state.entrants[event.player]._replace(blocked=REPLACED)
    return with_entrant(state._replace(reserves=reserves), sold)


_IN_TIME = (Stage.OPEN, Stage.RUNNING)

VERBS: Verbs = {
    EnterReserve: Verb(enter_reserve, (Role.DESK, Role.OPERATOR), _IN_TIME, "reserve"),
    MarkNoShow: Verb(mark_no_show, stages=_IN_TIME, subject="no_show"),
    SeatReserve: Verb(seat_reserve, stages=_IN_TIME, subject="reserve"),
    Substitute: Verb(substitute, stages=_IN_TIME, subject="substitute"),
}
APPLIERS: Appliers = {ReserveListed: _reserve_listed, SeatSold: _seat_sold}
