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
    count_words,
)
from pitboss.tournaments.hands import hand_for_hand as h4h
from pitboss.tournaments.hands import hands
from pitboss.tournaments.prizes import paying, placing
from pitboss.tournaments.seating import ballot, seating, tables
from pitboss.tournaments.sessions import events as sessions

# Before the event, and who runs it.


def _director_named(state: Tournament, event: opening.DirectorNamed) -> Told:
    return PREPARED, f"{event.name} is named as a director of the event."


def _duty_changed(state: Tournament, event: opening.DutyChanged) -> Told:
    return PREPARED, f"{event.name} is {'on' if event.on else 'off'} duty."


_STAMPS: Mapping[str, str] = {
    opening.PUBLISHED: "The conditions are available to patrons",
    opening.NOTIFIED: "The Commission has been sent the conditions",
    rulesets.APPROVED: "The conditions are approved",
    rulesets.ANNOUNCED: "The conditions are announced",
}


def _tell_stamped(state: Tournament, event: opening.Stamped) -> Told:
    return PREPARED, f"{_STAMPS[event.what]}{f', under {event.reference}' if event.reference else ''}."


def _conditions_amended(state: Tournament, event: opening.ConditionsAmended) -> Told:
    return PREPARED, f"The conditions are amended: {event.reason.rstrip('.')}."


# Entries and people.


def _fee_paid(state: Tournament, event: events.FeePaid) -> Told:
    return ENTRY, f"{event.entry.player} pays the fees of entry {event.entry.number}."


def _tell_barred(state: Tournament, event: eligibility.Barred) -> Told:
    if not event.why:
        return ENTRY, f"{event.player} may enter again."
    if event.why == eligibility.PREVENTED:
        return ENTRY, f"{event.player} is under a temporary prevention of entry."
    return ENTRY, f"{event.player} may not enter."


def _tell_transferred(state: Tournament, event: entries.EntryTransferred) -> Told:
    return ENTRY, f"The entry of {event.player} goes to {event.person.name}."


def _reserve_listed(state: Tournament, event: reserves.ReserveListed) -> Told:
    return ENTRY, f"{event.person.name} waits as a reserve."


def _seat_sold(state: Tournament, event: reserves.SeatSold) -> Told:
    return ENTRY, f"The seat of {event.player} is sold to {event.reserve}."


def _put_back_out(state: Tournament, event: refunds.PutBackOut) -> Told:
    return OUT, f"{event.exit.player} waited for a seat in vain, and is out as before."


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


def _player_fixed(state: Tournament, event: seating.PlayerFixed) -> Told:
    return SEAT, f"{event.player} {'stays in the seat' if event.fixed else 'may be moved again'}."


def _table_held(state: Tournament, event: tables.TableHeld) -> Told:
    why = f": {event.reason.rstrip('.')}" if event.reason else ""
    return TABLE, f"Table {event.table} waits{why}." if event.held else f"Table {event.table} goes on."


def _played_short(state: Tournament, event: tables.ShortPlayAllowed) -> Told:
    return TABLE, f"Table {event.table} may begin with fewer than {tables.LEAST_TO_BEGIN} players."


def _seat_locked(state: Tournament, event: tables.SeatLocked) -> Told:
    return TABLE, f"Table {event.table} seat {event.seat} is {'kept free' if event.locked else 'open again'}."


def _table_sized(state: Tournament, event: tables.TableSized) -> Told:
    return TABLE, f"Table {event.table} has {event.size} seats."


def _hand_stopped(state: Tournament, event: hands.HandStopped) -> Told:
    why = f": {event.reason.rstrip('.')}" if event.reason else ""
    return TABLE, f"Table {event.table}: the hand does not count{why}."


# Time.


def _return_agreed(state: Tournament, event: suspension.ReturnAgreed) -> Told:
    return None if event.returns_at is None else (STAGE, f"The players return on {_day(event.returns_at)}.")


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


def _stake_returned(state: Tournament, event: absence.StakeReturned) -> Told:
    return CHIPS, f"{event.player} has arrived: {event.deducted:,} of the stake is taken for what was missed."


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


def _tie_opened(state: Tournament, event: placing.TieOpened) -> Told:
    return RULING, f"The director rules on the places of {_names(event.busts)}."


def _names(busts: Iterable[Bust]) -> str:
    return " and ".join(bust.player for bust in busts)


def _tell_reinstated(state: Tournament, event: reinstating.Reinstated) -> Told:
    where = f"at table {event.table} seat {event.seat} with {event.chips:,}"
    return OUT, f"{event.player} is in the event again, {where}: {event.reason.rstrip('.')}."


def _all_in_called(state: Tournament, event: h4h.AllInCalled) -> Told:
    return TABLE, f"An all-in is called at table {event.table}: the cards wait face down."


def _action_finished(state: Tournament, event: h4h.ActionFinished) -> Told:
    return TABLE, f"The action is finished at table {event.table}."


def _value_added(state: Tournament, event: paying.ValueAdded) -> Told:
    added = event.added
    what = " and ".join(filter(None, (dollars(added.cents) if added.cents else "", added.what)))
    place = "" if added.place is None else f" for place {added.place}"
    return PRIZE, f"The operator adds {what} to the prizes{place}."


def _added_taken_back(state: Tournament, event: events.AddedTakenBack) -> Told:
    return PRIZE, f"{dollars(event.cents)} that the operator had added is the operator's again."


TELLERS: Tellers = {
    tables.TableHeld: _table_held,
    tables.TableSized: _table_sized,
    tables.ShortPlayAllowed: _played_short,
    tables.SeatLocked: _seat_locked,
    seating.PlayerFixed: _player_fixed,
    opening.DirectorNamed: _director_named,
    opening.DutyChanged: _duty_changed,
    counting.StacksRecorded: _stacks_recorded,
    placing.BustsWait: _busts_wait,
    placing.TieOpened: _tie_opened,
    reinstating.Reinstated: _tell_reinstated,
    h4h.AllInCalled: _all_in_called,
    h4h.ActionFinished: _action_finished,
    opening.Stamped: _tell_stamped,
    opening.ConditionsAmended: _conditions_amended,
    events.FeePaid: _fee_paid,
    eligibility.Barred: _tell_barred,
    entries.EntryTransferred: _tell_transferred,
    reserves.ReserveListed: _reserve_listed,
    reserves.SeatSold: _seat_sold,
    refunds.PutBackOut: _put_back_out,
    ballot.SeatsDrawn: _seats_drawn,
    seating.ConnectionSet: _connection_set,
    hands.HandStopped: _hand_stopped,
    suspension.ReturnAgreed: _return_agreed,
    suspension.StartMoved: _start_moved,
    clock_desk.LevelsAdded: _levels_added,
    absence.StakeReturned: _stake_returned,
    counting.LateChipsExchanged: _late_chips,
    counting.ChipsCounted: _chips_counted,
    paying.ValueAdded: _value_added,
    events.AddedTakenBack: _added_taken_back,
}
# What is told or not by what else happened with it.
TELLERS_BESIDE: TellersBeside = {
    events.StatusChanged: _status_changed,
    events.SeatLeft: _seat_left,
}
