"""What happened in an event, told as lines of data: when, what kind of thing, in a sentence, by which clause."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pitboss.cards.card import faces
from pitboss.games.play import dollars
from pitboss.tournaments import (
    absence,
    ballot,
    clock_desk,
    coming_back,
    counting,
    eligibility,
    entries,
    events,
    final_table,
    h4h,
    hands,
    opening,
    paying,
    penalties,
    placing,
    races,
    refunds,
    reserves,
    rulesets,
    rulings,
    seating,
    suspension,
    tables,
)
from pitboss.tournaments import session_events as sessions
from pitboss.tournaments.clock import BREAK, Reading
from pitboss.tournaments.contract import Events, TimeTold
from pitboss.tournaments.entries import registration_open
from pitboss.tournaments.pool import pool
from pitboss.tournaments.prizes import prizes
from pitboss.tournaments.standings import places, players_left
from pitboss.tournaments.state import Bust, Moment, Stage, Status, Tournament

ENTRY, LEVEL, MOVE, RACE, OUT, PRIZE = "entry", "level", "move", "race", "out", "prize"
SEAT, TABLE, CLOCK, STAGE, RULING, CHIPS, PLACE = "seat", "table", "clock", "stage", "ruling", "chips", "place"
# A round of a house game: there are many, so that a story of a whole event leaves them out.
ROUND = "round"
# Who runs the event, and what has to be done before its entries.
PREPARED = "prepared"


class Line(NamedTuple):
    """One line of the story."""

    at: Moment
    kind: str
    text: str
    clause: str


Told = tuple[str, str] | None
# The kinds of all events that followed from one command.
Beside = frozenset[type]


def told(state: Tournament, happened: Events, at: Moment) -> tuple[Line, ...]:
    """The story of what followed from one command; `state` is the event after it.

    Hands that cost nobody the last chips are not told. What a session does comes before what it does to each player.
    """
    beside = frozenset(type(event) for event in happened)
    lines = []
    for event in sorted(happened, key=lambda event: type(event) not in _FIRST):
        said = _said(state, event, beside)
        if said is not None:
            lines.append(Line(at, said[0], said[1], event.clause))
    return tuple(lines)


def _said(state: Tournament, event: Any, beside: Beside) -> Told:
    kind = type(event)
    if kind in _TELLERS:
        return _TELLERS[kind](state, event)
    return _TELLERS_BESIDE[kind](state, event, beside) if kind in _TELLERS_BESIDE else None


def tells(kind: type) -> bool:
    """Whether the story has words for a kind of event, even if not each time."""
    return kind in _TELLERS or kind in _TELLERS_BESIDE


_FIRST = (sessions.SessionBegun, sessions.ExtraRound, sessions.CardsDrawn, sessions.SessionEnded)


def level_line(state: Tournament, shown: Reading, at: Moment) -> Line:
    """STAR 7.20, STAR 4: a level or a break begins."""
    if shown.kind == BREAK:
        minutes = -(-(shown.remaining or 0) // 60)
        return Line(at, CLOCK, f"Break of {minutes} minutes after level {shown.level}.", state.clause("breaks"))
    blinds = shown.blinds
    assert blinds is not None
    amounts = f"{blinds.small:,}/{blinds.big:,}, ante {blinds.ante:,}"
    return Line(at, LEVEL, f"Level {shown.level}: {amounts}.", state.rules.cited("STAR 7.20"))


def closed_line(state: Tournament, at: Moment) -> Line:
    """STAR 1-e[s2], STAR 3-a[s2]: entries are closed, so that the pool and the prizes are known."""
    money, cash = pool(state), prizes(state)
    paid = ", ".join(dollars(cents) for _, cents in sorted(cash.items()))
    field = f"{players_left(state)} players left for {dollars(money.prize_pool_cents)}"
    text = f"Entries are closed with {money.entries}: {field}, paid to {len(cash)} places: {paid}."
    return Line(at, PRIZE, text, state.clause("paid_out"))


def _entered(state: Tournament, event: events.Entered) -> Told:
    entry = event.entry
    how = {"entry": "enters", "re-entry": "re-enters", "re-buy": "buys back in", "add-on": "takes the add-on"}
    waits = event.status in (Status.ALTERNATE, Status.WAITING_REENTRY) and state.entrants[entry.player].stack == 0
    return ENTRY, f"{entry.player} {how[entry.kind]} (entry {entry.number}){' and waits for a seat' if waits else ''}."


def _seat_taken(state: Tournament, event: events.SeatTaken) -> Told:
    if state.started is None or event.at == state.started:
        return None
    return SEAT, f"{event.player} takes table {event.table} seat {event.seat} with {event.issued:,}."


def _seat_changed(state: Tournament, event: events.SeatChanged) -> Told:
    where = f"table {event.table} seat {event.seat} to table {event.to_table} seat {event.to_seat}"
    return MOVE, f"{event.player} moves from {where}: {event.reason}."


def _chips_removed(state: Tournament, event: events.ChipsRemoved) -> Told:
    if event.why == sessions.LOST_TO_BANK:
        # What everybody has at the end of a round is told with the round.
        return None
    return CHIPS, f"{event.chips:,} of {event.player} out of play: {event.why}."


def _exited(state: Tournament, event: events.Exited) -> Told:
    player = event.exit.player
    if registration_open(state, event.exit.at):
        # Whoever comes back loses the place, and the others move: none is final yet.
        return OUT, f"{player} is out with {players_left(state)} left."
    return OUT, f"{player} is out {_place_words(places(state).get(player, ()))}."


def _place_words(held: tuple[int, ...]) -> str:
    if not held:
        return "without a place"
    if len(held) == 1:
        return f"in place {held[0]}"
    return f"sharing places {held[0]} to {held[-1]}"


def _clock_turned(state: Tournament, event: events.ClockTurned) -> Told:
    if event.hand_for_hand and len(state.clock.turns) > 1 and state.clock.turns[-2].running is event.turn.running:
        # Every synchronised hand turns the clock.
        return None
    return CLOCK, f"Clock: {event.why.rstrip('.')}."


def _stage_changed(state: Tournament, event: events.StageChanged) -> Told:
    why = f" {event.why.rstrip('.').capitalize()}." if event.why and event.stage is not Stage.RUNNING else ""
    return STAGE, f"The event is {event.stage}.{why}"


def _ruled(state: Tournament, event: events.Ruled) -> Told:
    who = f"{event.player}: " if event.player else ""
    # People write with a full stop, or without.
    return RULING, f"{who}{event.what}{'' if event.what.endswith(('.', '!', '?')) else '.'}"


def _message_shown(state: Tournament, event: rulings.MessageShown) -> Told:
    return RULING, f"The screens tell: {event.text}" if event.text else "The message is taken off the screens."


def _refunded(state: Tournament, event: events.Refunded) -> Told:
    back = dollars(event.fee + event.admin)
    return ENTRY, f"{event.entry.player} gets {back} back for entry {event.entry.number}: {event.why}."


def _raced(state: Tournament, event: races.Raced) -> Told:
    won = event.race.winners
    names = [name for seat, name in sorted(state.tables[event.table].seats.items()) if seat in won]
    who = f"to {', '.join(names)}" if names else "to nobody"
    dealt = "; ".join(f"seat {seat} {faces(cards)}" for seat, cards in event.race.cards.items())
    more = "; ".join(f"seat {seat} {faces(cards)}" for seat, cards in event.race.extra.items())
    shown = f"Cards: {dealt}{', and for equal ones ' + more if more else ''}."
    return RACE, f"Table {event.table} races its chips of {event.old:,}: chips of {event.new:,} {who}. {shown}"


def _coloured_up(state: Tournament, event: races.ColouredUp) -> Told:
    return RACE, f"Chips of {event.old:,} go out for chips of {event.new:,}."


def _table_opened(state: Tournament, event: tables.TableOpened) -> Told:
    return None if state.started is None else (TABLE, f"Table {event.table} is opened with {event.size} seats.")


def _table_closed(state: Tournament, event: tables.TableClosed) -> Told:
    return TABLE, f"Table {event.table} is closed."


def _tie_ruled(state: Tournament, event: placing.TieRuled) -> Told:
    return RULING, f"The director rules on the places: {event.option}."


def _final_table(state: Tournament, event: final_table.FinalTableDrawn) -> Told:
    seats = ", ".join(f"{seat} {player}" for seat, player in sorted(event.seats.items()))
    return TABLE, f"The final table is drawn at table {event.table}: {seats}."


def _presence(state: Tournament, event: absence.PresenceMarked) -> Told:
    return SEAT, f"{event.player} is {'away from' if event.absent else 'back at'} the table."


def _penalised(state: Tournament, event: penalties.PenaltySet, beside: Beside) -> Told:
    """STAR 7.39: a penalty that is given or over; that a hand has counted for it is not told."""
    if event.penalty is None:
        return RULING, f"The penalty of {event.player} is over."
    if hands.HandPlayed in beside or sessions.HouseRoundEnded in beside:
        return None
    return RULING, f"{event.player} stays away for {_counted(event.penalty.hands, 'hand')}: {event.penalty.reason}."


def _warned(state: Tournament, event: penalties.Warned) -> Told:
    return RULING, f"{event.player} is warned: {event.reason.rstrip('.')}."


def _deal_agreed(state: Tournament, event: paying.DealAgreed) -> Told:
    parts = ", ".join(f"{player} {dollars(cents)}" for player, cents in event.deal.amounts.items())
    return PRIZE, f"A deal by {event.deal.method}: {parts}."


def _places_confirmed(state: Tournament, event: paying.PlacesConfirmed) -> Told:
    winners = [player for player, held in event.places.items() if 1 in held]
    return PLACE, f"The places are confirmed; {' and '.join(winners)} won."


def _session_begun(state: Tournament, event: sessions.SessionBegun) -> Told:
    return STAGE, f"Session {event.number} begins{', the final' if event.final else ''}."


def _round_started(state: Tournament, event: sessions.HouseRoundStarted) -> Told:
    return ROUND, f"Round {event.hand.number} begins at table {event.table}, the marker at seat {event.marker}."


def _round_ended(state: Tournament, event: sessions.HouseRoundEnded) -> Told:
    if not event.counts:
        return None
    table = state.tables[event.table]
    have = ", ".join(f"{name} {state.entrants[name].stack:,}" for _, name in sorted(table.seats.items()))
    return ROUND, f"Round {table.rounds} is over at table {event.table}{': ' + have if have else ''}."


def _extra_round(state: Tournament, event: sessions.ExtraRound) -> Told:
    return STAGE, f"An extra round for equal chips: {', '.join(event.players)}."


def _cards_drawn(state: Tournament, event: sessions.CardsDrawn) -> Told:
    drawn = ", ".join(f"{player} {faces(event.cards[player])}" for player in event.order)
    return PLACE, f"Cards are drawn, the best first: {drawn}."


def _session_ended(state: Tournament, event: sessions.SessionEnded) -> Told:
    who = f": {', '.join(event.advance)} go on" if event.advance else ""
    return STAGE, f"Session {event.number} is over{who}."


def _prize_paid(state: Tournament, event: paying.PrizePaid) -> Told:
    payment = event.payment
    held = _place_words(places(state).get(payment.player, ()))
    return PRIZE, f"{payment.player} {held} is paid {dollars(payment.cents)}."


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


def _stamped(state: Tournament, event: opening.Stamped) -> Told:
    return PREPARED, f"{_STAMPS[event.what]}{f', under {event.reference}' if event.reference else ''}."


def _conditions_amended(state: Tournament, event: opening.ConditionsAmended) -> Told:
    return PREPARED, f"The conditions are amended: {event.reason.rstrip('.')}."


# Entries and people.


def _fee_paid(state: Tournament, event: events.FeePaid) -> Told:
    return ENTRY, f"{event.entry.player} pays the fees of entry {event.entry.number}."


def _barred(state: Tournament, event: eligibility.Barred) -> Told:
    if not event.why:
        return ENTRY, f"{event.player} may enter again."
    if event.why == eligibility.PREVENTED:
        return ENTRY, f"{event.player} is under a temporary prevention of entry."
    return ENTRY, f"{event.player} may not enter."


def _transferred(state: Tournament, event: entries.EntryTransferred) -> Told:
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
    return LEVEL, f"{_counted(len(event.levels), 'level')} more after the last: {amounts}."


def _day(moment: Moment) -> str:
    shown = datetime.fromtimestamp(moment, UTC)
    return f"{shown:%A} {shown.day} {shown:%B %Y at %H:%M}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# Chips, places and prizes.


def _stake_returned(state: Tournament, event: absence.StakeReturned) -> Told:
    return CHIPS, f"{event.player} has arrived: {event.deducted:,} of the stake is taken for what was missed."


def _stacks_recorded(state: Tournament, event: counting.StacksRecorded) -> Told:
    found = f", {event.variance:+,} against the book" if event.variance else ""
    return CHIPS, f"The stacks of table {event.table} are recorded{found}."


def _late_chips(state: Tournament, event: counting.LateChipsExchanged) -> Told:
    what = f"{_counted(event.how_many, 'chip')} of {event.denomination:,}"
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


_TELLERS: dict[type, Callable[[Tournament, Any], Told]] = {
    events.Entered: _entered,
    events.SeatTaken: _seat_taken,
    events.SeatChanged: _seat_changed,
    events.ChipsRemoved: _chips_removed,
    events.Exited: _exited,
    events.ClockTurned: _clock_turned,
    events.StageChanged: _stage_changed,
    events.Ruled: _ruled,
    rulings.MessageShown: _message_shown,
    events.Refunded: _refunded,
    races.Raced: _raced,
    races.ColouredUp: _coloured_up,
    tables.TableOpened: _table_opened,
    tables.TableClosed: _table_closed,
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
    h4h.AllInCalled: _all_in_called,
    h4h.ActionFinished: _action_finished,
    placing.TieRuled: _tie_ruled,
    final_table.FinalTableDrawn: _final_table,
    absence.PresenceMarked: _presence,
    penalties.Warned: _warned,
    paying.DealAgreed: _deal_agreed,
    paying.PlacesConfirmed: _places_confirmed,
    paying.PrizePaid: _prize_paid,
    sessions.SessionBegun: _session_begun,
    sessions.HouseRoundStarted: _round_started,
    sessions.HouseRoundEnded: _round_ended,
    sessions.ExtraRound: _extra_round,
    sessions.CardsDrawn: _cards_drawn,
    sessions.SessionEnded: _session_ended,
    opening.Stamped: _stamped,
    opening.ConditionsAmended: _conditions_amended,
    events.FeePaid: _fee_paid,
    eligibility.Barred: _barred,
    entries.EntryTransferred: _transferred,
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
_TELLERS_BESIDE: dict[type, Callable[[Tournament, Any, Beside], Told]] = {
    events.StatusChanged: _status_changed,
    events.SeatLeft: _seat_left,
    penalties.PenaltySet: _penalised,
}
# What is not told, because something else that happens with it is, or because every hand brings it.
SILENT: Mapping[type, str] = {
    TimeTold: "every line has its moment",
    events.ChipsIssued: "the entry, the arrival or the round that they are issued for",
    coming_back.BoughtBack: "the entry",
    absence.StakeSetAside: "the chips that leave play",
    absence.PostsMissed: "every hand",
    placing.ChipsLoose: "who is out",
    placing.RoundClosed: "who is out",
    placing.RoundsWait: "the ruling that they wait for",
    hands.HandStarted: "every hand",
    hands.HandPlayed: "every hand",
    clock_desk.HandCounted: "every hand",
    h4h.RoundFinished: "every hand",
}
