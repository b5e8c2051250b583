"""Views of a tournament: the whole desk for staff, and the public part for everybody else.

STAR 6.20: in public people are named only with their consent, and otherwise by the number of their entry. The clock is
given as the numbers it is computed from, so that a screen can run on by itself.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.floor.kernel.roles import STAFF, VISITOR, Actor, Role
from pitboss.floor.tournaments.record import moves_of
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.clock import clock
from pitboss.tournaments.clock.desk import hand_for_hand_advice, what_next
from pitboss.tournaments.entries import time_limits
from pitboss.tournaments.entries.coming_back import forfeit_offer
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event.conditions import Level
from pitboss.tournaments.event.log import Line, Record
from pitboss.tournaments.event.state import Moment, Player, Stage, Table, Tournament, chips_in_play
from pitboss.tournaments.prizes import paying, prizes
from pitboss.tournaments.prizes.paying import PayoutLine
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import Places, places, players_left, public_name
from pitboss.tournaments.seating import balancing, breaking, final_table

# What is told of a tournament, in plain data: the interface writes it as it is, and what it holds differs by who asks.
Shown = dict[str, Any]
_AT_PLAY = (Stage.RUNNING, Stage.SUSPENDED)
# STAR 6.14(a): what was noted of somebody's gambling, and who is kept out, is for those who act on it.
_DISCREET = (Role.DIRECTOR, Role.MANAGER, Role.CASHIER, Role.AUDITOR)
_NOT_TOLD: Mapping[str, Any] = {"barred": {}, "log": []}
# So much of the log is on the screen of the desk.
LINES_SHOWN = 100


class _Eyes(NamedTuple):
    """Values that all lines of a view share, computed once: displayed names, places and seats."""

    state: Tournament
    is_staff: bool
    names: Mapping[Player, str]
    places: Places
    seats: Mapping[Player, tuple[int, int]]


def view_of(record: Record, actor: Actor, at: int) -> Shown:
    """A tournament as somebody sees it at a moment (microseconds since 1970, UTC)."""
    state, moment = record.state, record.moment(at)
    eyes = _eyes(state, is_staff=actor.role in STAFF)
    shown = {
        "tournament": record.id,
        "as_of": at,
        **_public(state, moment),
        "players": [_player(eyes, name) for name in state.entrants],
        "tables": [_table(eyes, table) for table in state.tables.values()],
        "results": results(record, is_staff=eyes.is_staff),
    }
    if eyes.is_staff:
        return {**shown, **_desk(record, moment), **({} if actor.role in _DISCREET else _NOT_TOLD)}
    if actor.role is Role.PLAYER and actor.id in state.entrants:
        shown["you"] = {**_player(eyes, actor.id), "name": actor.id}
    return shown


def _eyes(state: Tournament, *, is_staff: bool) -> _Eyes:
    names = {name: name if is_staff else public_name(state, name) for name in state.entrants}
    seats = {name: (table.number, seat) for table in state.tables.values() for seat, name in table.seats.items()}
    return _Eyes(state, is_staff, names, places(state), seats)


def _public(state: Tournament, at: Moment) -> Shown:
    conditions, money = state.conditions, pool(state)
    return {
        "title": conditions.title,
        "event": conditions.event,
        "game": conditions.game,
        "stage": state.stage.value,
        "start": conditions.start,
        "entry_fee_cents": conditions.entry_fee,
        "admin_fee_cents": conditions.admin_fee,
        "clock": clock_of(state, at),
        "registration_open": registration_open(state, at),
        "entries": money.entries,
        "players_left": players_left(state),
        "waiting": len(state.alternates) + len(state.reentries),
        "average_stack": counting.ledger(state).average_stack,
        "chips_in_play": chips_in_play(state),
        "prize_pool_cents": money.prize_pool_cents,
        "prizes_cents": plain(prizes.prizes(state)),
        "goods": plain(prizes.goods(state)),
        "message": state.message,
        "session": plain(state.session._replace(marks={}, playing_off=())),
    }


def clock_of(state: Tournament, at: Moment) -> Shown:
    """Return the clock at a moment, the change it is computed from, and its schedule."""
    shown, turn = clock.reading(state, at), clock.turn_at(state.clock, at)
    return {
        "at": at,
        "reading": None if shown is None else {**plain(shown), "blinds": _blinds(shown.blinds)},
        "turn": plain(turn),
        "hand_for_hand": state.clock.hand_for_hand,
        "next_level": _coming(clock.next_level(state, at)),
        "next_break": _coming(clock.next_break(state, at)),
        "registration_left": clock.registration_left(state, at),
        "schedule": [{**plain(each), "blinds": _blinds(each.blinds)} for each in clock.segments_of(state)],
    }


def wall_of(record: Record, at: int) -> Shown:
    """Return the view of the big screen at a moment (microseconds since 1970, UTC).

    It is the public view, and what a screen needs to go on by itself: when levels began, which chips go out in which
    break, when entries close, and when play goes on that was suspended.
    """
    state, moment = record.state, record.moment(at)
    shown, conditions = view_of(record, VISITOR, at), state.conditions
    goes_on = {
        "began": list(clock.level_beginnings(state, moment)),
        "closes": clock.closing_second(conditions),
        "hands": state.clock.hands,
        "races": [{"chip": each.denomination, "after": each.next_break_after} for each in races.to_race(state)],
    }
    return {
        **shown,
        "clock": {**shown["clock"], **goes_on},
        "ante_by_all": conditions.ante_by_all,
        "starting_stack": conditions.stack,
        "paid_places": prizes.paid_places(state),
        "next_jump": plain(prizes.next_pay_jump(state)),
        "returns": state.returns,
        "rounds": [] if conditions.sessions is None else list(conditions.sessions.rounds),
    }


def _blinds(level: Level | None) -> dict[str, int] | None:
    return None if level is None else {"small": level.small, "big": level.big, "ante": level.ante}


def _coming(coming: clock.Coming | None) -> Shown | None:
    if coming is None:
        return None
    return {"level": coming.segment.level, "seconds": coming.seconds, "blinds": _blinds(coming.segment.blinds)}


def _player(eyes: _Eyes, name: Player) -> Shown:
    """An entrant as others may see them, or with everything that the desk knows."""
    entrant, (table, seat) = eyes.state.entrants[name], eyes.seats.get(name, (None, None))
    shown = {
        "name": eyes.names[name],
        "status": entrant.status.value,
        "chips": entrant.stack,
        "table": table,
        "seat": seat,
        "places": list(eyes.places.get(name, ())),
    }
    return {**plain(entrant), **shown} if eyes.is_staff else shown


def _table(eyes: _Eyes, table: Table) -> Shown:
    seats = {
        str(seat): {"name": eyes.names[player], "chips": eyes.state.entrants[player].stack}
        for seat, player in sorted(table.seats.items())
    }
    shown = {"number": table.number, "size": table.size, "seats": seats, "button": table.button, "rounds": table.rounds}
    return {**plain(table), **shown} if eyes.is_staff else shown


def _desk(record: Record, at: Moment) -> Shown:
    """Return the part of the view that only the desk sees."""
    state = record.state
    return {
        "directors": list(state.directors),
        "on_duty": sorted(state.on_duty),
        "stamps": plain(state.stamps),
        "entry_list": [plain(entry) for entry in state.entries],
        "queue": {
            "alternates": list(state.alternates),
            "reentries": list(state.reentries),
            "reserves": list(state.reserves),
        },
        "barred": plain(state.barred),
        "tie": plain(state.tie),
        "pending": plain(state.pending),
        "deal": plain(state.deal),
        "confirmed": state.confirmed,
        "returns": state.returns,
        "advice": _advice(state, at),
        "money": {**plain(pool(state)), "unpaid_cents": paying.pool_unpaid(state)},
        "chips": plain(counting.ledger(state)),
        "lines": len(record.log),
        "log": log_of(record, after=len(record.log) - LINES_SHOWN),
        "next": _next(state, at),
        "can_undo": record.last is not None,
        "can_redo": bool(record.undone),
    }


def _next(state: Tournament, at: Moment) -> Shown | None:
    """STAR 1-e[s2]: what the director calls by the next: what it is, where it begins, whether entries shut by it."""
    coming, closes = what_next(state, at), clock.closing_second(state.conditions)
    if coming is None:
        return None
    shuts = closes is not None and registration_open(state, at) and coming.turn.gone >= closes
    return {"why": coming.why, "begins": coming.turn.gone, "closes_entries": shuts}


def _advice(state: Tournament, at: Moment) -> Shown:
    """Return the next steps that the program suggests; the director decides."""
    if state.stage not in _AT_PLAY:
        return {}
    offer = forfeit_offer(state, at)
    return {
        "moves": [{**plain(move), "sentence": move.sentence} for move in balancing.advice(state)],
        "break_table": breaking.break_advice(state),
        "break_order": list(breaking.in_break_order(state)),
        "final_table": final_table.final_table_due(state),
        "hand_for_hand": list(hand_for_hand_advice(state, prizes.paid_places(state))),
        "may_forfeit": list(offer.eligible),
        "twelve_hours": plain(time_limits.twelve_hours(state, at)),
        "play_time": plain(time_limits.time_warnings(state, at)),
    }


def log_of(record: Record, after: int = 0) -> list[Shown]:
    """The lines of the log after one: what was done, undone and done again, by whom, in words and by which clauses."""
    first = max(after, 0)
    numbers = {step.number for run in record.runs for step in run.steps}
    return [_line(number, line, numbers) for number, line in enumerate(record.log[first:], start=first + 1)]


def _line(number: int, line: Line, standing: set[int]) -> Shown:
    step = line.step
    return {
        "line": number,
        "step": step.number,
        "stands": step.number in standing,
        "told": [{"kind": told.kind, "text": told.text, "clause": told.clause} for told in step.told],
        "how": line.how,
        "at": line.at,
        "who": line.who,
        "do": step.do,
        "given_by": step.who,
        "events": [type(event).__name__ for event in step.events],
        "clauses": list(dict.fromkeys(event.clause for event in step.events)),
    }


# Results, and the books of the event.


def results(record: Record, *, is_staff: bool) -> list[Shown]:
    """STAR 3-b, STAR 6.20: everybody who has a place, from the first down."""
    return [_result(line, is_staff) for line in paying.results(record.state)]


def payout_sheet(record: Record) -> list[Shown]:
    """STAR 3-b: everybody who has won something, and how it was paid; for the staff."""
    return [_result(line, True) for line in paying.payout_sheet(record.state)]


def _result(line: PayoutLine, is_staff: bool) -> Shown:
    shown = {
        "places": list(line.places),
        "name": line.player if is_staff else line.public,
        "cents": line.cents,
        "goods": list(line.goods),
    }
    if not is_staff:
        return shown
    return {**shown, "public_name": line.public, "entries": line.entries, "payment": plain(line.payment)}


def reconciliation(record: Record) -> Shown:
    """STAR 7.10, STAR 3-a[s2]: the book of the chips beside the count, and what should be in each account of the event.

    The prize pool is empty when every prize is paid.
    """
    state = record.state
    counted = state.chips.counted
    return {
        "chips": plain(counting.ledger(state)),
        "counted": counted,
        "difference": None if counted is None else counting.reconcile(state, counted).difference,
        "accounts_cents": accounts_of(record),
        "unpaid_cents": paying.pool_unpaid(state),
    }


def accounts_of(record: Record) -> dict[str, int]:
    """Return the net effect of the standing steps on each account, by the names used in the rules."""
    found: dict[str, int] = {}
    for run in record.runs:
        for step in run.steps:
            for source, target, cents in moves_of(step.events):
                found[source] = found.get(source, 0) - cents
                found[target] = found.get(target, 0) + cents
    return dict(sorted(found.items()))


def plain(value: Any) -> Any:
    """A value of a tournament as JSON has it: named tuples as objects, and every mapping by words."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted((plain(each) for each in value), key=str)
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value if value is None or type(value) in (bool, int, str) else str(value)
