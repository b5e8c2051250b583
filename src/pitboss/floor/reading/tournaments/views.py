"""Views of a tournament: the whole desk for staff, and the public part for everybody else.

STAR 6.20: in public people are named only with their consent, and otherwise by the number of their entry. The clock is
given as the numbers it is computed from, so that a screen can run on by itself.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Never

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.tournaments.record import moves_of
from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips import counting
from pitboss.tournaments.clock import clock
from pitboss.tournaments.clock.desk import hand_for_hand_advice, what_next
from pitboss.tournaments.entries import time_limits
from pitboss.tournaments.entries.coming_back import forfeit_offer
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event import state as states
from pitboss.tournaments.event.conditions import Cents, Chips, Level, Seconds
from pitboss.tournaments.event.log import Line, Record
from pitboss.tournaments.event.state import Moment, Player, Stage, Table, Tournament, chips_in_play
from pitboss.tournaments.event.story import StoryLine
from pitboss.tournaments.prizes import paying, prizes
from pitboss.tournaments.prizes.pool import Pool, pool
from pitboss.tournaments.prizes.standings import Places, places, players_left, public_name
from pitboss.tournaments.seating import balancing, breaking, final_table

_AT_PLAY = (Stage.RUNNING, Stage.SUSPENDED)
# STAR 6.14(a): what was noted of somebody's gambling, and who is kept out, is for those who act on it.
_DISCREET = (Role.DIRECTOR, Role.MANAGER, Role.CASHIER, Role.AUDITOR)
# So much of the log is on the screen of the desk.
LINES_SHOWN = 100


class Seen(Struct, frozen=True, gc=False):
    """A part of a view. In plain data `flat` is what stands in it with its own fields, for those who may see it."""

    flat: ClassVar[str] = ""

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name == self.flat:
                told |= plain(value) if value else {}
            elif value is not UNSET:
                told[name] = plain(value)
        return told


class ClockView(Seen, frozen=True):
    """The clock at a moment, the change it is computed from, and its schedule."""

    at: Moment
    reading: clock.ClockReading | None
    turn: states.Turn | None
    hand_for_hand: bool
    next_level: clock.Coming | None
    next_break: clock.Coming | None
    registration_left: Seconds | None
    schedule: tuple[clock.Segment, ...]


class PlayerLine(Seen, frozen=True):
    """An entrant as others may see them, and for the desk with everything that it knows."""

    flat = "entrant"
    entrant: states.Entrant | UnsetType
    name: str
    status: states.Status
    chips: Chips
    table: int | None
    seat: int | None
    places: list[int]


class SeatLine(Seen, frozen=True):
    name: str
    chips: Chips


class TableLine(Seen, frozen=True):
    flat = "table"
    table: Table | UnsetType
    number: int
    size: int
    seats: dict[int, SeatLine]
    button: int | None
    rounds: int


class ResultLine(Seen, frozen=True):
    """Somebody who has a place; for the staff with the name for others, and with what was paid."""

    places: tuple[int, ...]
    name: str
    cents: Cents
    goods: tuple[str, ...]
    public_name: str | UnsetType = UNSET
    entries: int | UnsetType = UNSET
    payment: states.Payment | UnsetType | None = UNSET


class Advice(NamedTuple):
    """The next steps that the program suggests; the director decides."""

    moves: tuple[balancing.MoveAdvice[int], ...]
    break_table: int | None
    break_order: tuple[int, ...]
    final_table: bool
    hand_for_hand: tuple[str, ...]
    may_forfeit: tuple[Player, ...]
    twelve_hours: time_limits.TwelveHours
    play_time: tuple[time_limits.PlayTime, ...]


class Money(Seen, frozen=True):
    flat = "pool"
    pool: Pool
    unpaid_cents: Cents


class LogLine(NamedTuple):
    """A line of the log: what was done, undone or done again, by whom, in words and by which clauses."""

    line: int
    step: int
    stands: bool
    told: tuple[StoryLine, ...]
    how: str
    at: Moment
    who: str
    do: str
    given_by: str
    events: list[str]
    clauses: list[str]


class Next(NamedTuple):
    """STAR 1-e[s2]: what the director calls by the next: what it is, where it begins, whether entries shut by it."""

    why: str
    begins: Seconds
    closes_entries: bool


class DeskView(Seen, frozen=True):
    """What only the desk sees of a tournament."""

    flat = "state"
    state: Tournament
    advice: Advice | Mapping[str, Never]
    money: Money
    chips: counting.Ledger
    lines: int
    log: list[LogLine]
    next: Next | None
    can_undo: bool
    can_redo: bool


class TournamentView(Seen, frozen=True):
    """A tournament as somebody sees it: `desk` is for the staff, `you` for an entrant."""

    flat = "desk"
    tournament: str
    as_of: int
    title: str
    event: str
    game: str
    stage: Stage
    start: Moment | None
    entry_fee_cents: Cents
    admin_fee_cents: Cents
    clock: ClockView
    registration_open: bool
    entries: int
    players_left: int
    waiting: int
    average_stack: Chips
    chips_in_play: Chips
    prize_pool_cents: Cents
    prizes_cents: Mapping[int, Cents]
    goods: Mapping[int, tuple[str, ...]]
    message: str
    session: states.Session
    players: list[PlayerLine]
    tables: list[TableLine]
    results: list[ResultLine]
    desk: DeskView | None
    you: PlayerLine | UnsetType


class _Eyes(NamedTuple):
    """Values that all lines of a view share, computed once: displayed names, places and seats."""

    state: Tournament
    is_staff: bool
    names: Mapping[Player, str]
    places: Places
    seats: Mapping[Player, tuple[int, int]]


def view_of(record: Record, actor: Actor, at: int) -> TournamentView:
    """A tournament as somebody sees it at a moment (microseconds since 1970, UTC)."""
    state, moment, is_staff = record.state, record.moment(at), actor.role in STAFF
    names = {name: name if is_staff else public_name(state, name) for name in state.entrants}
    seats = {name: (table.number, seat) for table in state.tables.values() for seat, name in table.seats.items()}
    eyes, conditions, money = _Eyes(state, is_staff, names, places(state), seats), state.conditions, pool(state)
    is_entrant = actor.role is Role.PLAYER and actor.id in state.entrants
    return TournamentView(
        tournament=record.id,
        as_of=at,
        title=conditions.title,
        event=conditions.event,
        game=conditions.game,
        stage=state.stage,
        start=conditions.start,
        entry_fee_cents=conditions.entry_fee,
        admin_fee_cents=conditions.admin_fee,
        clock=clock_of(state, moment),
        registration_open=registration_open(state, moment),
        entries=money.entries,
        players_left=players_left(state),
        waiting=len(state.alternates) + len(state.reentries),
        average_stack=counting.ledger(state).average_stack,
        chips_in_play=chips_in_play(state),
        prize_pool_cents=money.prize_pool_cents,
        prizes_cents=prizes.prizes(state),
        goods=prizes.goods(state),
        message=state.message,
        session=state.session._replace(marks=Frozen({}), playing_off=()),
        players=[_player(eyes, name) for name in state.entrants],
        tables=[_table(eyes, table) for table in state.tables.values()],
        results=results(record, is_staff=is_staff),
        desk=_desk(record, moment, is_discreet=actor.role in _DISCREET) if is_staff else None,
        you=replace(_player(eyes, actor.id), name=actor.id) if is_entrant else UNSET,
    )


class StripView(NamedTuple):
    """The clock of a tournament and what its keys do: what stands at the top of each of its pages."""

    stage: Stage
    start: Moment | None
    session: states.Session
    clock: ClockView
    next: Next | None
    can_undo: bool
    can_redo: bool

    @property
    def desk(self) -> "StripView":
        """As in the view of the whole."""
        return self


def strip_of(record: Record, at: int) -> StripView:
    """The top of the pages of a tournament, for the staff, at a moment in microseconds."""
    state, moment = record.state, record.moment(at)
    clock_view, following = clock_of(state, moment), _next(state, moment)
    can_undo, can_redo = record.last is not None, bool(record.undone)
    return StripView(state.stage, state.conditions.start, state.session, clock_view, following, can_undo, can_redo)


def clock_of(state: Tournament, at: Moment) -> ClockView:
    return ClockView(
        at=at,
        reading=clock.reading(state, at),
        turn=clock.turn_at(state.clock, at),
        hand_for_hand=state.clock.hand_for_hand,
        next_level=clock.next_level(state, at),
        next_break=clock.next_break(state, at),
        registration_left=clock.registration_left(state, at),
        schedule=clock.segments_of(state),
    )


def _player(eyes: _Eyes, name: Player) -> PlayerLine:
    entrant, (table, seat) = eyes.state.entrants[name], eyes.seats.get(name, (None, None))
    return PlayerLine(
        entrant=entrant if eyes.is_staff else UNSET,
        name=eyes.names[name],
        status=entrant.status,
        chips=entrant.stack,
        table=table,
        seat=seat,
        places=list(eyes.places.get(name, ())),
    )


def _table(eyes: _Eyes, table: Table) -> TableLine:
    seats = {
        seat: SeatLine(eyes.names[player], eyes.state.entrants[player].stack)
        for seat, player in sorted(table.seats.items())
    }
    known = table if eyes.is_staff else UNSET
    return TableLine(known, table.number, table.size, seats, table.button, table.rounds)


def _desk(record: Record, at: Moment, *, is_discreet: bool) -> DeskView:
    state, lines = record.state, len(record.log)
    return DeskView(
        state=state if is_discreet else state._replace(barred=Frozen({})),
        advice=_advice(state, at) if state.stage in _AT_PLAY else {},
        money=Money(pool(state), paying.pool_unpaid(state)),
        chips=counting.ledger(state),
        lines=lines,
        log=log_of(record, after=lines - LINES_SHOWN) if is_discreet else [],
        next=_next(state, at),
        can_undo=record.last is not None,
        can_redo=bool(record.undone),
    )


def _next(state: Tournament, at: Moment) -> Next | None:
    coming, closes = what_next(state, at), clock.closing_second(state.conditions)
    if coming is None:
        return None
    shuts = closes is not None and registration_open(state, at) and coming.turn.gone >= closes
    return Next(coming.why, coming.turn.gone, shuts)


def _advice(state: Tournament, at: Moment) -> Advice:
    return Advice(
        moves=balancing.advice(state),
        break_table=breaking.break_advice(state),
        break_order=breaking.in_break_order(state),
        final_table=final_table.final_table_due(state),
        hand_for_hand=hand_for_hand_advice(state, prizes.paid_places(state)),
        may_forfeit=forfeit_offer(state, at).eligible,
        twelve_hours=time_limits.twelve_hours(state, at),
        play_time=time_limits.time_warnings(state, at),
    )


def log_of(record: Record, after: int = 0) -> list[LogLine]:
    """The lines of the log after one."""
    first = max(after, 0)
    numbers = {step.number for run in record.runs for step in run.steps}
    return [_line(number, line, numbers) for number, line in enumerate(record.log[first:], start=first + 1)]


def _line(number: int, line: Line, standing: set[int]) -> LogLine:
    step = line.step
    return LogLine(
        line=number,
        step=step.number,
        stands=step.number in standing,
        told=step.told,
        how=line.how,
        at=line.at,
        who=line.who,
        do=step.do,
        given_by=step.who,
        events=[type(each).__name__ for each in step.events],
        clauses=list(dict.fromkeys(each.clause for each in step.events)),
    )


def results(record: Record, *, is_staff: bool) -> list[ResultLine]:
    """STAR 3-b, STAR 6.20: everybody who has a place, from the first down."""
    lines = paying.results(record.state)
    if is_staff:
        return [ResultLine(e.places, e.player, e.cents, e.goods, e.public, e.entries, e.payment) for e in lines]
    return [ResultLine(each.places, each.public, each.cents, each.goods) for each in lines]


def accounts_of(record: Record) -> dict[str, int]:
    """Return the net effect of the standing steps on each account, by the names used in the rules."""
    found: dict[str, int] = {}
    for run in record.runs:
        for step in run.steps:
            for source, target, cents in moves_of(step.events):
                found[source] = found.get(source, 0) - cents
                found[target] = found.get(target, 0) + cents
    return dict(sorted(found.items()))


def _blinds(level: Level | None) -> dict[str, int] | None:
    return None if level is None else {"small": level.small, "big": level.big, "ante": level.ante}


def _of_state(state: Tournament) -> dict[str, object]:
    queue = {name: getattr(state, name) for name in ("alternates", "reentries", "reserves")}
    told = {**state._asdict(), "entry_list": state.entries, "queue": queue}
    names = ("directors", "on_duty", "stamps", "entry_list", "queue", "barred", "tie", "pending", "deal", "confirmed")
    return {name: told[name] for name in (*names, "returns")}


# Values that are told otherwise than by their fields.
_TOLD: Mapping[type, Callable[[Any], Mapping[str, object]]] = {
    Tournament: _of_state,
    clock.Segment: lambda it: {**it._asdict(), "blinds": _blinds(it.blinds)},
    clock.ClockReading: lambda it: {**it._asdict(), "blinds": _blinds(it.blinds)},
    clock.Coming: lambda it: {"level": it.segment.level, "seconds": it.seconds, "blinds": _blinds(it.segment.blinds)},
    balancing.MoveAdvice: lambda it: {**it._asdict(), "sentence": it.sentence},
    StoryLine: lambda it: {"kind": it.kind, "text": it.text, "clause": it.clause},
}


def plain(value: Any) -> Any:
    """A value of a tournament as JSON has it: named tuples as objects, and every mapping by words."""
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    # Lines for the public are many, and plain by themselves.
    if kind is list and value and isinstance(value[0], PlayerLine | TableLine) and not getattr(value[0], value[0].flat):
        return to_builtins(value, str_keys=True)
    if kind in (tuple, list):
        return [plain(each) for each in value]
    if isinstance(value, Seen):
        return value.as_json()
    if hasattr(value, "_asdict"):
        value = _TOLD.get(kind, kind._asdict)(value)
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    return sorted(map(plain, value), key=str) if isinstance(value, frozenset) else str(value)
