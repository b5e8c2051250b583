"""Entries at the desk: who is taken, what it costs, when and how many; transfers and refusals."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import closing_second, reading
from pitboss.tournaments.entries.eligibility import (
    HARM,
    PREVENTED,
    REFUSED,
    Barred,
    apply_barred,
    asks_for,
    clause_about,
    ineligible,
)
from pitboss.tournaments.entries.fees import cannot_owe, cannot_pay, next_entry
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, with_events
from pitboss.tournaments.event.events import APPLIERS as SHARED
from pitboss.tournaments.event.events import Entered, FeePaid, Ruled, StatusChanged
from pitboss.tournaments.event.rulesets import CAN, STAR, UTH
from pitboss.tournaments.event.state import (
    Entrant,
    Moment,
    Period,
    Person,
    Player,
    Stage,
    Status,
    Tournament,
    seat_of,
    with_entrants,
    with_table,
)
from pitboss.tournaments.prizes.pool import OPERATOR, PLAYER, entry_owed
from pitboss.tournaments.prizes.standings import mid_hand
from pitboss.tournaments.seating.seating import open_seats, seat_events

# STAR 1-e[s1]: never more than these, whatever the conditions say.
_AT_MOST: Mapping[str, int] = {STAR: 200}
# UTH 16.5, CAN 17.5: documents with an agreement in writing.
_AGREEMENTS: Mapping[str, str] = {UTH: "UTH 16.5", CAN: "CAN 17.5"}
_HOLD_A_SEAT = (Status.REGISTERED, Status.UNPAID, Status.SEATED)


class Register(Command):
    """Somebody enters. `payer` is the player, or the operator for promotion; `seed` draws a seat after the start."""

    person: Person
    method: str = "cash"
    payer: str = PLAYER
    # STAR 6.3[s2]: the director lets the fee be paid later.
    unpaid: bool = False
    # UTH 16.5, CAN 17.5: has agreed in writing with the rules and the conditions.
    agreement: bool = False
    seed: int | None = None


class PayFee(Command):
    """The fee of an entry that was still owed; `seed` draws a seat after the start."""

    player: str
    method: str = "cash"
    seed: int | None = None


class TransferEntry(Command):
    """An entry goes to somebody else."""

    player: str
    person: Person


class RefuseEntry(Command):
    """The director refuses an application."""

    player: str
    reason: str


class Readmit(Command):
    """A refusal or a temporary prevention holds no longer."""

    player: str


class EntryTransferred(NamedTuple):
    """Entry, seat and chips of one person are another's from now on; the time played stays with who played it."""

    player: Player
    person: Person
    at: Moment
    clause: str


def registration_open(state: Tournament, at: Moment) -> bool:
    """STAR 1-e[s2], T-10: entries are taken until the first second of the closing level; the break before it is inside.

    Where no level is named entries end with the start.
    """
    if state.stage is Stage.OPEN:
        return True
    closes = closing_second(state.conditions)
    now = reading(state, at)
    return state.stage is Stage.RUNNING and closes is not None and now is not None and now.gone < closes


def entrants_in(state: Tournament) -> int:
    """How many people have entered, those who are out among them."""
    return sum(each.status is not Status.DEREGISTERED for each in state.entrants.values())


def most_entrants(state: Tournament) -> int:
    """STAR 1-e[s1], STAR 6.12, UTH 16.3(a)(v), PON 20.4(e), HLD 20.4(e): how many may enter at most.

    The director names the number, at most 200 at the Star. Where nobody can wait for a seat, the seats of the tables
    there are set a limit as well; with late registration whoever finds no seat is an alternate.
    """
    conditions = state.conditions
    most = min(conditions.most_entrants, _AT_MOST.get(state.rules.prefix, conditions.most_entrants))
    waits = conditions.closes_at_level is not None or conditions.sessions is not None
    if conditions.tables is None or waits:
        return most
    return min(most, conditions.tables * conditions.seats)


def spare_seats(state: Tournament) -> int:
    """Seats that nobody has or waits for: of the room before the start, of the tables in play after it."""
    if state.started is not None:
        return max(len(open_seats(state)) - len(state.alternates) - len(state.reentries), 0)
    conditions = state.conditions
    if conditions.tables is None or conditions.sessions is not None:
        return most_entrants(state) - entrants_in(state)
    held = sum(each.status in _HOLD_A_SEAT for each in state.entrants.values())
    return max(conditions.tables * conditions.seats - held - len(state.alternates), 0)


def register(state: Tournament, command: Register) -> Decision:
    """STAR D-Tournament Poker, STAR D-Entrants: the event is for those whose entries have been accepted, and only them.

    The number of the entry is the number of the receipt (STAR 6.1).
    """
    person = command.person
    refusal = (
        not_open(state, command.at)
        or entered_already(state, person.name)
        or ineligible(state, person, command.at)
        or _full(state)
        or cannot_pay(state, command.method, command.payer, command.by)
        or _refuse_unsigned(state, command)
        or (cannot_owe(state, command.payer, command.by) if command.unpaid else None)
    )
    if refusal:
        return refusal
    status = Status.UNPAID if command.unpaid else _standing(state)
    entry = next_entry(state, command, person.name, "entry", command.method, command.payer)
    entry = entry._replace(paid=not command.unpaid)
    entered = Entered(entry, person, status, state.clause("entry"))
    if command.unpaid:
        return entered, *_rulings(state, command)
    seat = seated_at_once(state, (entered,), person.name, command.seed, command.at)
    return entered, *_rulings(state, command), *seat


def seated_at_once(state: Tournament, entered: Events, player: Player, seed: int | None, at: Moment) -> Events:
    """STAR D-Alternates, STAR 1-f[s2]: after the start a free seat is drawn at once, unless others wait for it.

    STAR 1-g[s3]: then it is for the queue, and in it alternates stand before re-entries.
    """
    if state.started is None or seed is None or state.alternates or state.reentries or not spare_seats(state):
        return ()
    return seat_events(apply_all(state, entered), player, seed, at, from_queue=False)


def apply_all(state: Tournament, happened: Events) -> Tournament:
    """The event after things that happen wherever they come from."""
    return with_events(state, happened, SHARED)


def moved_up(state: Tournament, at: Moment) -> Events:
    """STAR 1-f[s2]: a seat that is given back before the start goes to the first alternate."""
    freed = state._replace(alternates=())
    if state.started is not None or not state.alternates or not spare_seats(freed):
        return ()
    return (StatusChanged(state.alternates[0], Status.REGISTERED, at, "STAR 1-f[s2]"),)


def _standing(state: Tournament) -> Status:
    """STAR 1-f[s2]: once all seats are taken everybody who enters is an alternate; after the start one waits."""
    return Status.REGISTERED if state.started is None and spare_seats(state) else Status.ALTERNATE


def _rulings(state: Tournament, command: Register) -> Events:
    """What the director has decided about an entry, for the log."""
    name, found = command.person.name, []
    if command.unpaid:
        found.append(Ruled("The fees may be paid later, and there is no seat until then.", name, "STAR 6.3[s2]"))
    if command.payer == OPERATOR:
        clause = "STAR 2-a" if asks_for(state, "member") else state.clause("fee")
        found.append(Ruled("The operator pays the fees, for promotion.", name, clause))
    clause = _AGREEMENTS.get(state.rules.prefix, "")
    if command.agreement and clause:
        found.append(Ruled("Has agreed in writing with the rules and the conditions.", name, clause))
    return tuple(found)


def not_open(state: Tournament, at: Moment) -> Refusal | None:
    """STAR 6.5[s2], STAR 1-e[s2]: why no entry is taken at a moment; None where entries are."""
    if state.stage is Stage.PLANNED:
        return Refusal(state.clause("before_entries"), "Entries are not open yet.", "not_open")
    if not registration_open(state, at):
        clause = "STAR 1-e[s2]" if state.conditions.closes_at_level is not None else state.clause("entry")
        return Refusal(clause, "Entries are closed.", "closed")
    return None


def entered_already(state: Tournament, name: Player) -> Refusal | None:
    """UTH 16.6, PON 20.6, HLD 20.6, CAN 17.6: one entry for each player; at the Star one comes back by a re-entry."""
    if not name:
        return Refusal(state.clause("entry"), "An entry needs a name.", "no_name")
    before = state.entrants.get(name)
    if before is not None and before.status is not Status.DEREGISTERED:
        return Refusal(state.clause("one_entry"), f"{name} has entered already.", "already_entered")
    return None


def _full(state: Tournament) -> Refusal | None:
    """STAR 6.12, PON 20.4(e), HLD 20.4(e), UTH 16.3(a)(v): no more than the most there may be."""
    most = most_entrants(state)
    if entrants_in(state) >= most:
        return Refusal(state.clause("most"), f"The event is full: {most} have entered.", "full")
    return None


def agreement_wanted(state: Tournament) -> str:
    """UTH 16.5, CAN 17.5: the clause by which an agreement in writing comes first; nothing where none is wanted."""
    return _AGREEMENTS.get(state.rules.prefix, "") if state.conditions.agreement else ""


def _refuse_unsigned(state: Tournament, command: Register) -> Refusal | None:
    """UTH 16.5, CAN 17.5: an agreement in writing first, where the director wants it."""
    clause = agreement_wanted(state)
    if clause and not command.agreement:
        sentence = f"{command.person.name} has not agreed in writing with the rules and the conditions."
        return Refusal(clause, sentence, "not_agreed")
    return None


def entrant_of(state: Tournament, player: Player) -> Entrant | Refusal:
    """STAR D-Tournament Poker: somebody in the event, or that there is no such entrant."""
    entrant = state.entrants.get(player)
    if entrant is None or entrant.status is Status.DEREGISTERED:
        clause = "STAR D-Tournament Poker" if asks_for(state, "member") else state.clause("entry")
        return Refusal(clause, f"{player or 'Nobody'} has not entered this event.", "not_entered")
    return entrant


def has_begun(state: Tournament, entrant: Entrant) -> bool:
    """Whether somebody has begun to play: dealt in, or at the seat since the start."""
    sits = entrant.status is Status.SEATED and not entrant.absent
    return state.started is not None and (entrant.has_played or bool(entrant.periods) or sits)


def pay_fee(state: Tournament, command: PayFee) -> Decision:
    """STAR 6.3[s1]: a fee that was owed is paid, and only now there is a seat."""
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    entry = entry_owed(state, command.player)
    if entry is None:
        return Refusal(state.clause("fee"), f"{command.player} owes no fee.", "paid")
    refusal = not_open(state, command.at) or cannot_pay(state, command.method, PLAYER, command.by)
    if refusal:
        return refusal
    # Before the start the seat was kept while the fee was owed.
    status = Status.REGISTERED if state.started is None else Status.ALTERNATE
    paid = FeePaid(entry, command.method, "STAR 6.3[s1]")
    changed = StatusChanged(command.player, status, command.at, "STAR 6.3[s1]")
    return paid, changed, *seated_at_once(state, (paid, changed), command.player, command.seed, command.at)


def transfer_entry(state: Tournament, command: TransferEntry) -> Decision:
    """STAR 6.4: an entry may go to somebody who has not entered, while nobody has played with it."""
    if not asks_for(state, "member"):
        return Refusal(
            state.clause("substitute"), "Entries are not transferred: a substitute may be approved.", "no_transfers"
        )
    entrant = entrant_of(state, command.player)
    if isinstance(entrant, Refusal):
        return entrant
    holds = entrant.status in (*_HOLD_A_SEAT, Status.ALTERNATE)
    if not holds or has_begun(state, entrant):
        return Refusal("STAR 6.4", f"{command.player} has played with this entry: it cannot be transferred.", "played")
    return cannot_take_over(state, command.player, command.person, command.at) or (
        EntryTransferred(command.player, command.person, command.at, "STAR 6.4"),
    )


def cannot_take_over(state: Tournament, player: Player, person: Person, at: Moment) -> Refusal | None:
    """STAR 6.4: who takes over an entry has not entered and may enter."""
    taken = entered_already(state, person.name)
    if taken:
        return Refusal(state.clause("substitute"), taken.reason, taken.word)
    return ineligible(state, person, at) or mid_hand(state, player)


def refuse_entry(state: Tournament, command: RefuseEntry) -> Decision:
    """STAR 6.7: the director may refuse any application; the reason is kept."""
    name, clause = command.player, clause_about(state, REFUSED)
    if not name or not command.reason:
        return Refusal(clause, "A refusal needs a name and a reason.", "no_reason")
    taken = entered_already(state, name)
    if taken:
        return Refusal(clause, f"{name} has been accepted already.", taken.word)
    return Ruled(f"Refused: {command.reason}", name, clause), Barred(name, REFUSED, clause)


def readmit(state: Tournament, command: Readmit) -> Decision:
    """STAR 6.17[s1], STAR 6.7: a refusal or a prevention that holds no longer; STAR 6.14 tail[s2] holds to the end."""
    why = state.barred.get(command.player, "")
    if why not in (PREVENTED, REFUSED):
        clause = clause_about(state, HARM if why else REFUSED)
        sentence = f"{command.player} stays out of this event." if why else f"{command.player} is not kept out."
        return Refusal(clause, sentence, "barred" if why else "not_barred")
    return (Barred(command.player, "", clause_about(state, why)),)


def _apply_transferred(state: Tournament, event: EntryTransferred) -> Tournament:
    old, new = event.player, event.person.name
    entrant = state.entrants[old]
    left = Entrant(old, Status.DEREGISTERED, periods=entrant.periods)
    since = None
    if entrant.since is not None and state.started is None:
        since = entrant.since
    elif entrant.since is not None:
        left, since = left._replace(periods=(*left.periods, Period(entrant.since, event.at))), event.at
    before = state.entrants.get(new)
    heir = entrant._replace(
        player=new, absent=False, has_played=False, penalty=None, warnings=0, since=since, periods=()
    )
    heir = heir if before is None else heir._replace(periods=before.periods)

    def rename(names: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(new if name == old else name for name in names)

    state = with_entrants(state, {old: left, new: heir})._replace(
        entries=tuple(
            each._replace(player=new) if each.player == old and each.in_pool else each for each in state.entries
        ),
        people=Frozen({**state.people, new: event.person}),
        alternates=rename(state.alternates),
        reentries=rename(state.reentries),
    )
    place = seat_of(state, old)
    if place is None:
        return state
    table = state.tables[place[0]]
    return with_table(state, table._replace(seats=Frozen({**table.seats, place[1]: new})))


_DESK = (Role.DESK, Role.OPERATOR)
_OPEN = (Stage.PLANNED, Stage.OPEN, Stage.RUNNING)

VERBS: Verbs = {
    Register: Verb(register, _DESK, subject="entry"),
    PayFee: Verb(pay_fee, _DESK, subject="fee"),
    TransferEntry: Verb(transfer_entry, _DESK, (Stage.OPEN, Stage.RUNNING), subject="substitute"),
    RefuseEntry: Verb(refuse_entry, stages=_OPEN, subject="entry"),
    Readmit: Verb(readmit, stages=_OPEN, subject="entry"),
}
APPLIERS: Appliers = {Barred: apply_barred, EntryTransferred: _apply_transferred}
