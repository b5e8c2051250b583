"""What happens at the desk of an event, in sentences: before its entries, to people, seats, time and chips."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from pitboss.games.play import dollars
from pitboss.tournaments.chips import counting
from pitboss.tournaments.clock import desk as clock_desk
from pitboss.tournaments.clock import suspension
from pitboss.tournaments.entries import absence, eligibility, entries, refunds, reinstating, reserves
from pitboss.tournaments.event import events, opening, rulesets
from pitboss.tournaments.event.contract import TimeTold
from pitboss.tournaments.event.state import Bust, Moment, Status, Tournament
from pitboss.tournaments.event.story_kinds import (
    CHIPS,
    ENTRY,
    LEVEL,
    OUT,
    PREPARED,
    PRIZE,
    RULING,
    SEAT,
    STAGE,
    TABLE,
    Beside,
    Tellers,
    TellersBeside,
    Told,
    because,
    count_words,
)
from pitboss.tournaments.hands import hand_for_hand as h4h
from pitboss.tournaments.hands import hands
from pitboss.tournaments.prizes import paying, placing
from pitboss.tournaments.seating import ballot, seating, tables
from pitboss.tournaments.sessions import events as sessions

# Before the event, and who runs it.


_STAMPS: Mapping[str, str] = {
    opening.PUBLISHED: "The conditions are available to patrons",
    opening.NOTIFIED: "The Commission has been sent the conditions",
    rulesets.APPROVED: "The conditions are approved",
    rulesets.ANNOUNCED: "The conditions are announced",
}


# Entries and people.


def _tell_barred(state: Tournament, event: eligibility.Barred) -> Told:
    if not event.why:
        return ENTRY, f"{event.player} may enter again."
    if event.why == eligibility.PREVENTED:
        return ENTRY, f"{event.player} is under a temporary prevention of entry."
    return ENTRY, f"{event.player} may not enter."


# How an entrant stands, where nothing else tells it, with what tells it as well.
_STANDINGS: Mapping[Status, tuple[str, str, Beside]] = {
    Status.REGISTERED: (ENTRY, "has a place in the event now", frozenset((events.FeePaid,))),
    Status.ALTERNATE: (ENTRY, "waits for a seat", frozenset((events.FeePaid,))),
    Status.DEREGISTERED: (ENTRY, "is in the event no longer", frozenset()),
    Status.ADVANCED: (STAGE, "goes on after all", frozenset((sessions.SessionEnded,))),
    Status.DISQUALIFIED: (RULING, "is disqualified", frozenset()),
}


def _status_changed(state: Tournament, event: events.StatusChanged, beside: Beside) -> Told:
    kind, words, told_by = _STANDINGS.get(event.status, (None, "", frozenset()))
    return None if kind is None or beside & told_by else (kind, f"{event.player} {words}.")


# Seats and tables.


def _seats_drawn(state: Tournament, event: ballot.SeatsDrawn) -> Told:
    """A draw for one is told by the seat that it gives."""
    return (SEAT, f"Seats are drawn for {len(event.players)} players.") if len(event.players) > 1 else None


def _seat_left(state: Tournament, event: events.SeatLeft, beside: Beside) -> Told:
    """Why somebody is gone tells it, as a rule; a seat that the director frees is told by itself."""
    if beside - {TimeTold, events.SeatLeft}:
        return None
    return SEAT, f"The seat of {event.player}, table {event.table} seat {event.seat}, is free."


def _connection_set(state: Tournament, event: seating.ConnectionSet) -> Told:
    pair = " and ".join(sorted(event.players))
    return SEAT, f"{pair} {'are kept apart' if event.apart else 'need not be kept apart any more'}."


# Time.


def _start_moved(state: Tournament, event: suspension.StartMoved) -> Told:
    when = "" if event.starts_at is None else f" to {_day(event.starts_at)}"
    return STAGE, f"The start is put off{when}: {event.why.rstrip('.')}."


def _levels_added(state: Tournament, event: clock_desk.LevelsAdded) -> Told:
    amounts = ", ".join(f"{level.small:,}/{level.big:,}" for level in event.levels)
    return LEVEL, f"{count_words(len(event.levels), 'level')} more after the last: {amounts}."


def _day(moment: Moment) -> str:
    shown = datetime.fromtimestamp(moment, UTC)
    return f"{shown:%A} {shown.day} {shown:%B %Y at %H:%M}"


# Chips, places and prizes.


def _stacks_recorded(state: Tournament, event: counting.StacksRecorded) -> Told:
    found = f", {event.variance:+,} against the book" if event.variance else ""
    return CHIPS, f"The stacks of table {event.table} are recorded{found}."


def _late_chips(state: Tournament, event: counting.LateChipsExchanged) -> Told:
    what = f"{count_words(event.how_many, 'chip')} of {event.denomination:,}"
    return CHIPS, f"{event.player} hands in {what} of a denomination that is out: {event.exchange.paid_value:,} back."


def _chips_counted(state: Tournament, event: counting.ChipsCounted) -> Told:
    found = f"{event.difference:+,} against the book" if event.difference else "as the book has it"
    return CHIPS, f"All chips are counted: {event.counted:,}, {found}."


def _busts_wait(state: Tournament, event: placing.BustsWait) -> Told:
    are = "is" if len(event.busts) == 1 else "are"
    return OUT, f"{_names(event.busts)} {are} out, and placed when the hand is over everywhere."


def _names(busts: Iterable[Bust]) -> str:
    return " and ".join(bust.player for bust in busts)


def _tell_reinstated(state: Tournament, event: reinstating.Reinstated) -> Told:
    where = f"at table {event.table} seat {event.seat} with {event.chips:,}"
    return OUT, f"{event.player} is in the event again, {where}: {event.reason.rstrip('.')}."


def _value_added(state: Tournament, event: paying.ValueAdded) -> Told:
    added = event.added
    what = " and ".join(filter(None, (dollars(added.cents) if added.cents else "", added.what)))
    place = "" if added.place is None else f" for place {added.place}"
    return PRIZE, f"The operator adds {what} to the prizes{place}."


TELLERS: Tellers = {
    tables.TableHeld: lambda _, event: (
        TABLE,
        f"Table {event.table} {f'waits{because(event.reason)}' if event.held else 'goes on'}.",
    ),
    tables.TableSized: (TABLE, "Table {table} has {size} seats."),
    tables.ShortPlayAllowed: (TABLE, f"Table {{table}} may begin with fewer than {tables.LEAST_TO_BEGIN} players."),
    tables.SeatLocked: lambda _, event: (
        TABLE,
        f"Table {event.table} seat {event.seat} is {'kept free' if event.locked else 'open again'}.",
    ),
    seating.PlayerFixed: lambda _, event: (
        SEAT,
        f"{event.player} {'stays in the seat' if event.fixed else 'may be moved again'}.",
    ),
    opening.DirectorNamed: (PREPARED, "{name} is named as a director of the event."),
    opening.DutyChanged: lambda _, event: (PREPARED, f"{event.name} is {'on' if event.on else 'off'} duty."),
    counting.StacksRecorded: _stacks_recorded,
    placing.BustsWait: _busts_wait,
    placing.TieOpened: lambda _, event: (RULING, f"The director rules on the places of {_names(event.busts)}."),
    reinstating.Reinstated: _tell_reinstated,
    h4h.AllInCalled: (TABLE, "An all-in is called at table {table}: the cards wait face down."),
    h4h.ActionFinished: (TABLE, "The action is finished at table {table}."),
    opening.Stamped: lambda _, event: (
        PREPARED,
        f"{_STAMPS[event.what]}{f', under {event.reference}' if event.reference else ''}.",
    ),
    opening.ConditionsAmended: lambda _, event: (PREPARED, f"The conditions are amended{because(event.reason)}."),
    events.FeePaid: (ENTRY, "{entry.player} pays the fees of entry {entry.number}."),
    eligibility.Barred: _tell_barred,
    entries.EntryTransferred: (ENTRY, "The entry of {player} goes to {person.name}."),
    reserves.ReserveListed: (ENTRY, "{person.name} waits as a reserve."),
    reserves.SeatSold: (ENTRY, "The seat of {player} is sold to {reserve}."),
    refunds.PutBackOut: (OUT, "{exit.player} waited for a seat in vain, and is out as before."),
    ballot.SeatsDrawn: _seats_drawn,
    seating.ConnectionSet: _connection_set,
    hands.HandStopped: lambda _, event: (
        TABLE,
        f"Table {event.table}: the hand does not count{because(event.reason)}.",
    ),
    suspension.ReturnAgreed: lambda _, event: (
        None if event.returns_at is None else (STAGE, f"The players return on {_day(event.returns_at)}.")
    ),
    suspension.StartMoved: _start_moved,
    clock_desk.LevelsAdded: _levels_added,
    absence.StakeReturned: (CHIPS, "{player} has arrived: {deducted:,} of the stake is taken for what was missed."),
    counting.LateChipsExchanged: _late_chips,
    counting.ChipsCounted: _chips_counted,
    paying.ValueAdded: _value_added,
    events.AddedTakenBack: lambda _, event: (
        PRIZE,
        f"{dollars(event.cents)} that the operator had added is the operator's again.",
    ),
}
# What is told or not by what else happened with it.
TELLERS_BESIDE: TellersBeside = {
    events.StatusChanged: _status_changed,
    events.SeatLeft: _seat_left,
}
