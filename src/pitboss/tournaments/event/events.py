"""What happens in a tournament wherever it comes from: seats, chips, standings, entries and the clock.

Modules of commands have events of their own beside these; where one of these says it, no other is made.
"""

from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.games.money import Move, Mover, player
from pitboss.tournaments.event.conditions import Cents, Chips
from pitboss.tournaments.event.contract import Appliers
from pitboss.tournaments.event.state import (
    WAITING,
    Entrant,
    Entry,
    Exit,
    Moment,
    Period,
    Person,
    Player,
    Stage,
    Status,
    Tournament,
    Turn,
    seat_of,
    with_entrant,
    with_table,
)

POOL, ADMINISTRATION, COMMISSION, OPERATOR = "prize pool", "administration fees", "tournament commission", "operator"


class Entered(NamedTuple):
    """An entry is taken: a first entry, a re-entry, a re-buy or an add-on, with what was charged."""

    entry: Entry
    person: Person | None
    status: Status
    clause: str


class FeePaid(NamedTuple):
    """STAR 6.3[s2]: the fee of an entry that was owed."""

    entry: Entry
    method: str
    clause: str


class Refunded(NamedTuple):
    """Money of an entry goes back to whoever has it, or to the operator who paid for it.

    `fee` leaves the pool and the commission, `admin` the administration fees.
    """

    entry: Entry
    fee: Cents
    admin: Cents
    why: str
    clause: str


class AddedTakenBack(NamedTuple):
    """The event is cancelled, and what the operator has added is the operator's again."""

    cents: Cents
    clause: str


class StatusChanged(NamedTuple):
    """How an entrant stands from now on; leaving the field ends the time at the seat."""

    player: Player
    status: Status
    at: Moment
    clause: str


class SeatTaken(NamedTuple):
    """An entrant who had no seat takes one, and is issued so many chips with it.

    `arrives`: hands have been dealt at the table, so that STAR 7.23 holds. `from_queue`: was waiting for a seat.
    """

    player: Player
    table: int
    seat: int
    issued: Chips
    at: Moment
    arrives: bool
    from_queue: bool
    clause: str


class SeatChanged(NamedTuple):
    """An entrant moves with the stack from one seat to another, at another table or at the same."""

    player: Player
    table: int
    seat: int
    to_table: int
    to_seat: int
    arrives: bool
    reason: str
    clause: str


class SeatLeft(NamedTuple):
    """A seat is free; whatever stack there was has gone before."""

    player: Player
    table: int
    seat: int
    clause: str


class ChipsIssued(NamedTuple):
    """Chips from the float to a stack: a re-buy, an add-on, a stake given back."""

    player: Player
    chips: Chips
    clause: str


class ChipsRemoved(NamedTuple):
    """Chips of an entrant out of play: disqualified, removed, forfeited, set aside."""

    player: Player
    chips: Chips
    why: str
    clause: str


class Exited(NamedTuple):
    """An entrant is out; `exit.tier` says with whom the place is shared. The seat is free."""

    exit: Exit
    clause: str


class ClockTurned(NamedTuple):
    """The clock goes on otherwise from a moment on."""

    turn: Turn
    hand_for_hand: bool
    why: str
    clause: str


class StageChanged(NamedTuple):
    """The event opens, starts, is suspended, goes on, is over or is cancelled."""

    stage: Stage
    at: Moment
    why: str
    clause: str


class Ruled(NamedTuple):
    """STAR 6.18: a decision of the director that changes nothing else, kept with its clause."""

    what: str
    player: Player | None
    clause: str


def _apply_entered(state: Tournament, event: Entered) -> Tournament:
    entry = event.entry
    state = state._replace(entries=(*state.entries, entry))
    if event.person is not None:
        state = state._replace(people=Frozen({**state.people, entry.player: event.person}))
    before = state.entrants.get(entry.player)
    if entry.kind in ("entry", "re-entry"):
        entrant = Entrant(entry.player, event.status)
        if before is not None and before.status is not Status.DEREGISTERED:
            entrant = entrant._replace(
                entries=before.entries + 1,
                has_played=before.has_played,
                warnings=before.warnings,
                periods=before.periods,
                # STAR 7.39: hands that are still to be missed are missed with the new stack.
                penalty=before.penalty,
            )
        # Who comes back is out no longer.
        exits = tuple(each for each in state.exits if each.player != entry.player)
        state = with_entrant(state._replace(exits=exits), entrant)
    return _update_queues(state, entry.player, event.status)


def _update_queues(state: Tournament, name: Player, status: Status) -> Tournament:
    """The two queues after a change of somebody's standing."""
    alternates = tuple(each for each in state.alternates if each != name)
    reentries = tuple(each for each in state.reentries if each != name)
    if status is Status.ALTERNATE:
        alternates += (name,)
    elif status is Status.WAITING_REENTRY:
        reentries += (name,)
    return state._replace(alternates=alternates, reentries=reentries)


def _fee_paid(state: Tournament, event: FeePaid) -> Tournament:
    paid = event.entry._replace(paid=True, method=event.method)
    return _with_entry(state, paid)


def _apply_refunded(state: Tournament, event: Refunded) -> Tournament:
    back = event.entry.refunded + event.fee + event.admin
    stays = event.entry.in_pool and event.fee < event.entry.fee
    return _with_entry(state, event.entry._replace(refunded=back, in_pool=stays))


def _with_entry(state: Tournament, entry: Entry) -> Tournament:
    return state._replace(entries=tuple(entry if each.number == entry.number else each for each in state.entries))


def _status_changed(state: Tournament, event: StatusChanged) -> Tournament:
    entrant = state.entrants[event.player]
    if event.status is not Status.SEATED:
        entrant = _stop_playing(entrant, event.at)
    return _update_queues(with_entrant(state, entrant._replace(status=event.status)), event.player, event.status)


def _stop_playing(entrant: Entrant, at: Moment) -> Entrant:
    if entrant.since is None:
        return entrant
    return entrant._replace(since=None, periods=(*entrant.periods, Period(entrant.since, at)))


def _seat_taken(state: Tournament, event: SeatTaken) -> Tournament:
    entrant = state.entrants[event.player]
    entrant = entrant._replace(status=Status.SEATED, stack=entrant.stack + event.issued, since=event.at)
    table = state.tables[event.table]
    arrived = table.arrived | {event.seat} if event.arrives else table.arrived
    table = table._replace(seats=Frozen({**table.seats, event.seat: event.player}), arrived=arrived)
    chips = state.chips._replace(issued=state.chips.issued + event.issued)
    state = with_table(with_entrant(state._replace(chips=chips), entrant), table)
    if event.from_queue:
        state = state._replace(seated_from_queue=(*state.seated_from_queue, event.player))
    return _update_queues(state, event.player, Status.SEATED)


def _seat_changed(state: Tournament, event: SeatChanged) -> Tournament:
    state = _seat_left(state, SeatLeft(event.player, event.table, event.seat, event.clause))
    table = state.tables[event.to_table]
    arrived = table.arrived | {event.to_seat} if event.arrives else table.arrived
    return with_table(
        state, table._replace(seats=Frozen({**table.seats, event.to_seat: event.player}), arrived=arrived)
    )


def _seat_left(state: Tournament, event: SeatLeft) -> Tournament:
    table = state.tables[event.table]
    seats = {seat: name for seat, name in table.seats.items() if seat != event.seat}
    return with_table(state, table._replace(seats=Frozen(seats), arrived=table.arrived - {event.seat}))


def _chips_issued(state: Tournament, event: ChipsIssued) -> Tournament:
    entrant = state.entrants[event.player]
    chips = state.chips._replace(issued=state.chips.issued + event.chips)
    return with_entrant(state._replace(chips=chips), entrant._replace(stack=entrant.stack + event.chips))


def _chips_removed(state: Tournament, event: ChipsRemoved) -> Tournament:
    entrant = state.entrants[event.player]
    chips = state.chips._replace(removed=state.chips.removed + event.chips)
    return with_entrant(state._replace(chips=chips), entrant._replace(stack=entrant.stack - event.chips))


def _apply_exited(state: Tournament, event: Exited) -> Tournament:
    out = event.exit
    entrant = _stop_playing(state.entrants[out.player], out.at)
    if entrant.status in (Status.SEATED, *WAITING):
        entrant = entrant._replace(status=Status.OUT)
    state = with_entrant(state, entrant)._replace(exits=(*state.exits, out))
    place = seat_of(state, out.player)
    return state if place is None else _seat_left(state, SeatLeft(out.player, *place, event.clause))


def _clock_turned(state: Tournament, event: ClockTurned) -> Tournament:
    clock = state.clock
    return state._replace(clock=clock._replace(turns=(*clock.turns, event.turn), hand_for_hand=event.hand_for_hand))


def _stage_changed(state: Tournament, event: StageChanged) -> Tournament:
    state = state._replace(stage=event.stage)
    if event.stage is Stage.RUNNING:
        started = event.at if state.started is None else state.started
        state = state._replace(started=started, resumed=event.at)
    return state


APPLIERS: Appliers = {
    Entered: _apply_entered,
    FeePaid: _fee_paid,
    Refunded: _apply_refunded,
    AddedTakenBack: lambda state, event: state._replace(added=()),
    StatusChanged: _status_changed,
    SeatTaken: _seat_taken,
    SeatChanged: _seat_changed,
    SeatLeft: _seat_left,
    ChipsIssued: _chips_issued,
    ChipsRemoved: _chips_removed,
    Exited: _apply_exited,
    ClockTurned: _clock_turned,
    StageChanged: _stage_changed,
    Ruled: lambda state, event: state,
}


def _fee_moves(entry: Entry) -> tuple[Move, ...]:
    if not entry.paid:
        return ()
    source = player(entry.player) if entry.payer == "player" else OPERATOR
    return (
        Move(source, POOL, entry.fee - entry.commission),
        Move(source, COMMISSION, entry.commission),
        Move(source, ADMINISTRATION, entry.admin),
    )


def _given_back(event: Refunded) -> tuple[Move, ...]:
    entry = event.entry
    target = player(entry.player) if entry.payer == "player" else OPERATOR
    commission = entry.commission if event.fee else 0
    return (
        Move(POOL, target, event.fee - commission),
        Move(COMMISSION, target, commission),
        Move(ADMINISTRATION, target, event.admin),
    )


# Where the money of an event goes, for the books: every movement one debit and one credit.
MOVERS: dict[type, Mover] = {
    Entered: lambda event: _fee_moves(event.entry),
    FeePaid: lambda event: _fee_moves(event.entry._replace(paid=True)),
    Refunded: _given_back,
    AddedTakenBack: lambda event: (Move(POOL, OPERATOR, event.cents),),
}
