"""Views of a house-game tournament for the desk: sessions, tables with their rounds, and the next step.

Every figure is the engine's: limits and rounds by the conditions, who would go on by the marks of `session_ends`.
"""

from typing import NamedTuple

from pitboss.floor.tournaments.record import standing_events
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries.rebuys import ADD_ON, ADD_ON_CLAUSES, REBUY_CLAUSES, purchases, rebuy_open, rebuy_terms
from pitboss.tournaments.entries.reserves import REPLACED, available
from pitboss.tournaments.event.conditions import Chips, Rebuys, Sessions
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import IN_THE_FIELD, Entrant, Player, Session, Stage, Status, Table, Tournament
from pitboss.tournaments.sessions import ends as session_ends
from pitboss.tournaments.sessions.ends import TableStanding
from pitboss.tournaments.sessions.events import (
    CardsDrawn,
    SessionBegun,
    SessionEnded,
    equal_rule,
    goes_on,
    is_done,
    is_final,
    passed_over,
    playing_at,
    rounds_due,
)
from pitboss.tournaments.sessions.house_tables import least_chips, sessions_of, wager_order

# What the director does next.
START, BEGIN, ROUNDS, RULE, END, REPECHAGE, OVER = "start", "begin", "rounds", "rule", "end", "repechage", "over"


class SessionPlan(NamedTuple):
    """A session of the conditions; when it is over, with who went on and their chips."""

    number: int
    title: str
    rounds: int
    advance: int | None
    state: str
    went_on: list[tuple[Player, Chips]]


class SeatRow(NamedTuple):
    """Somebody at a table, and how they would come out of the session if it ended now."""

    seat: int
    player: Player
    chips: Chips
    in_round: bool
    plays: bool
    rank: int | None
    advances: bool
    is_equal: bool
    cannot_cover: bool
    rebuy_open: bool


class SessionTable(NamedTuple):
    """CAN 17.12: a table with who sits where, and everybody's chips."""

    number: int
    round: int | None
    rounds: int
    is_done: bool
    held: bool
    marker: int | None
    order: tuple[int, ...]
    rows: list[SeatRow]


class RebuyTerms(NamedTuple):
    """UTH 16.3(a)(iii)(G), (H), CAN 17.3(a)(viii): what more chips cost, and who may add some on."""

    terms: Rebuys
    clause: str
    add_on_clause: str
    may_add_on: list[Player]


class SessionsView(NamedTuple):
    """A house-game tournament as those see it who run its sessions and deal its rounds."""

    conditions: Sessions
    least_chips: Chips
    equal: str
    plan: list[SessionPlan]
    next: str
    title: str
    coming: str
    session: Session
    rounds_due: int | None
    goes_on: int | None
    tables: list[SessionTable]
    standing: tuple[TableStanding, ...]
    passed_over: tuple[Player, ...]
    drawn: list[CardsDrawn]
    rebuys: RebuyTerms | None
    # The people for the tools between sessions.
    field: list[Player]
    going_on: list[Entrant]
    no_shows: list[Player]
    reserves: tuple[Player, ...]


def sessions_view(record: Record) -> SessionsView:
    state, session = record.state, record.state.session
    standing, entrants = session_ends.standing(state), state.entrants.values()
    # The players of an extra round, in the order of their seats.
    playing_off = tuple(player for player in _seated_players(state) if player in session.playing_off)
    going_on = [each for each in entrants if each.status is Status.ADVANCED]
    forfeited = [each for each in entrants if each.status is Status.FORFEITED and each.blocked != REPLACED]
    return SessionsView(
        conditions=sessions_of(state.conditions),
        least_chips=least_chips(state.conditions),
        equal=equal_rule(state),
        plan=_plan(record),
        next=_next(state),
        title=title_of(state, session.number, is_final=session.final),
        coming=title_of(state, session.number + 1, is_final=_is_final_next(state)),
        session=session._replace(playing_off=playing_off),
        rounds_due=rounds_due(state) if session.number else None,
        goes_on=goes_on(state) if session.number and not session.final else None,
        tables=[_table(state, table, standing) for _, table in sorted(state.tables.items()) if table.seats],
        standing=standing,
        passed_over=() if session.playing else passed_over(state),
        drawn=_cards_drawn(record),
        rebuys=_terms(state),
        field=[each.player for each in entrants if each.status in IN_THE_FIELD],
        going_on=sorted(going_on, key=lambda each: -each.stack),
        no_shows=[each.player for each in forfeited],
        reserves=available(state),
    )


def title_of(state: Tournament, number: int, *, is_final: bool) -> str:
    """Heats, semi-finals, the final: what people call a session."""
    planned = len(sessions_of(state.conditions).rounds)
    if is_final or number >= planned:
        return "Final"
    if number == 1:
        return "Heats"
    return "Semi-finals" if number == planned - 1 else f"Session {number}"


def _is_final_next(state: Tournament) -> bool:
    """Known once it is known who plays."""
    return state.stage is Stage.RUNNING and is_final(state, state.session.number + 1)


def _plan(record: Record) -> list[SessionPlan]:
    """Return all sessions of the conditions, finished ones with who went on; an early final is the last."""
    state = record.state
    ended = {event.number: event for event in standing_events(record, SessionEnded)}
    last = len(sessions_of(state.conditions).rounds)
    if state.session.final:
        last = state.session.number
    elif not state.session.playing and _is_final_next(state):
        last = min(last, state.session.number + 1)
    return [_session_plan(state, number, last, ended.get(number)) for number in range(1, last + 1)]


def _session_plan(state: Tournament, number: int, last: int, ended: SessionEnded | None) -> SessionPlan:
    as_if = state._replace(session=Session(number, final=number == last))
    now = "now" if state.session.number == number and state.session.playing else "to come"
    about = number, title_of(state, number, is_final=number == last), rounds_due(as_if)
    went_on = [] if ended is None else [(each, ended.marks[each][0]) for each in ended.advance]
    return SessionPlan(*about, None if number == last else goes_on(as_if), now if ended is None else "over", went_on)


def _next(state: Tournament) -> str:
    """Describe the step that has to be done before any other."""
    session = state.session
    if state.stage is not Stage.RUNNING:
        return OVER if state.stage is Stage.OVER else START
    if state.tie is not None:
        return RULE
    if session.playing:
        return END if all(table.hand is None and is_done(state, table) for table in state.tables.values()) else ROUNDS
    return REPECHAGE if passed_over(state) else BEGIN


def _table(state: Tournament, table: Table, standing: tuple[TableStanding, ...]) -> SessionTable:
    playing = playing_at(state, table)
    order = wager_order(playing, table.marker or 1) if playing else ()
    return SessionTable(
        number=table.number,
        round=None if table.hand is None else table.hand.number,
        rounds=table.rounds,
        is_done=state.session.playing and is_done(state, table),
        held=table.held,
        marker=table.marker if table.hand is not None or not order else order[0],
        order=order,
        rows=[_row(state, table, seat, player, standing) for seat, player in sorted(table.seats.items())],
    )


def _row(state: Tournament, table: Table, seat: int, player: Player, standing: tuple[TableStanding, ...]) -> SeatRow:
    stack, hand = state.entrants[player].stack, table.hand
    by_rank = [each for each in standing if each.table in (None, table.number)]
    ranks = {
        name: sum(map(len, each.tiers[:at])) + 1
        for each in by_rank
        for at, tier in enumerate(each.tiers)
        for name in tier
    }
    is_playing = player in playing_at(state, table).values()
    return SeatRow(
        seat=seat,
        player=player,
        chips=stack,
        in_round=hand is not None and player in hand.stacks,
        plays=is_playing,
        rank=ranks.get(player),
        advances=any(player in each.advance for each in by_rank),
        is_equal=any(player in group for each in by_rank for group in each.equal),
        cannot_cover=hand is None and is_playing and 0 < stack < least_chips(state.conditions),
        rebuy_open=rebuy_open(state, player),
    )


def _cards_drawn(record: Record) -> list[CardsDrawn]:
    """The cards that were drawn for equal chips since the last session began, for everybody to see."""
    found: list[CardsDrawn] = []
    for event in standing_events(record, SessionBegun, CardsDrawn):
        found = [*found, event] if isinstance(event, CardsDrawn) else []
    return found


def _seated_players(state: Tournament) -> list[Player]:
    return [name for _, table in sorted(state.tables.items()) for _, name in sorted(table.seats.items())]


def _terms(state: Tournament) -> RebuyTerms | None:
    """None where the conditions sell no more chips now."""
    terms = rebuy_terms(state, REBUY_CLAUSES)
    if isinstance(terms, Refusal):
        return None
    add_on = terms.add_on_chips > 0 and not isinstance(rebuy_terms(state, ADD_ON_CLAUSES), Refusal)
    clauses = REBUY_CLAUSES[state.rules.prefix], ADD_ON_CLAUSES[state.rules.prefix] if add_on else ""
    may_add_on = [each for each in _seated_players(state) if add_on and not purchases(state, each, ADD_ON)]
    return RebuyTerms(terms, *clauses, may_add_on)
