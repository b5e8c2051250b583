"""Views of a house-game tournament for the desk: sessions, tables with their rounds, and the next step.

Every figure is the engine's: limits and rounds by the conditions, who would go on by the marks of `session_ends`.
"""

from dataclasses import asdict

from pitboss.cards.card import face
from pitboss.floor.reading.tournaments.views import Shown, plain
from pitboss.floor.tournaments.record import standing_events
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries.rebuys import (
    ADD_ON,
    ADD_ON_CLAUSES,
    REBUY,
    REBUY_CLAUSES,
    purchases,
    rebuy_open,
    rebuy_terms,
)
from pitboss.tournaments.entries.reserves import REPLACED, available
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import IN_THE_FIELD, Player, Session, Stage, Status, Table, Tournament
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
_SUBJECTS = (
    *("ballot", "minimum", "cannot_cover", "marker", "order", "limits", "equal", "places", "moves", "breaks", "out"),
    *("no_show", "reserve", "substitute", "chips", "procedures"),
)


def sessions_view(record: Record) -> Shown:
    """A house-game tournament as those see it who run its sessions and deal its rounds."""
    state = record.state
    sessions, standing = sessions_of(state.conditions), session_ends.standing(state)
    return {
        **asdict(sessions),
        "least_chips": least_chips(state.conditions),
        "equal": equal_rule(state),
        "clauses": {subject: state.clause(subject) for subject in _SUBJECTS},
        "plan": _plan(record),
        "next": _next(state),
        "may_move": state.rules.moves_any_time or state.conditions.readings.moves_within_session,
        "title": title_of(state, state.session.number, is_final=state.session.final),
        "coming": title_of(state, state.session.number + 1, is_final=_is_final_next(state)),
        "session": plain(state.session._replace(marks={}, playing_off=_playing_off(state))),
        "rounds_due": rounds_due(state) if state.session.number else None,
        "goes_on": goes_on(state) if state.session.number and not state.session.final else None,
        "tables": [_table(state, table, standing) for _, table in sorted(state.tables.items()) if table.seats],
        "standing": [plain(each) for each in standing],
        "passed_over": list(passed_over(state)) if not state.session.playing else [],
        "drawn": _cards_drawn(record),
        "waiting_to_buy": [
            each for each in _seated_players(state) if not state.entrants[each].stack and rebuy_open(state, each)
        ],
        "rebuys": _terms(state),
        **_people(state),
    }


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


def _plan(record: Record) -> list[Shown]:
    """Return all sessions of the conditions, finished ones with who went on; an early final is the last."""
    state = record.state
    ended = {event.number: event for event in standing_events(record, SessionEnded)}
    last = len(sessions_of(state.conditions).rounds)
    if state.session.final:
        last = state.session.number
    elif not state.session.playing and _is_final_next(state):
        last = min(last, state.session.number + 1)
    return [_session_plan(state, number, last, ended.get(number)) for number in range(1, last + 1)]


def _session_plan(state: Tournament, number: int, last: int, ended: SessionEnded | None) -> Shown:
    as_if = state._replace(session=Session(number, final=number == last))
    now = "now" if state.session.number == number and state.session.playing else "to come"
    return {
        "number": number,
        "title": title_of(state, number, is_final=number == last),
        "rounds": rounds_due(as_if),
        "advance": None if number == last else goes_on(as_if),
        "state": now if ended is None else "over",
        "went_on": [] if ended is None else [{"player": each, "chips": ended.marks[each][0]} for each in ended.advance],
    }


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


def _table(state: Tournament, table: Table, standing: tuple[TableStanding, ...]) -> Shown:
    """CAN 17.12: a table with who sits where, and everybody's chips."""
    playing = playing_at(state, table)
    order = wager_order(playing, table.marker or 1) if playing else ()
    return {
        "number": table.number,
        "round": None if table.hand is None else table.hand.number,
        "rounds": table.rounds,
        "is_done": state.session.playing and is_done(state, table),
        "held": table.held,
        "marker": table.marker if table.hand is not None or not order else order[0],
        "order": list(order),
        "rows": [_row(state, table, seat, player, standing) for seat, player in sorted(table.seats.items())],
    }


def _row(state: Tournament, table: Table, seat: int, player: Player, standing: tuple[TableStanding, ...]) -> Shown:
    stack, hand = state.entrants[player].stack, table.hand
    by_rank = [each for each in standing if each.table in (None, table.number)]
    ranks = {
        name: sum(map(len, each.tiers[:at])) + 1
        for each in by_rank
        for at, tier in enumerate(each.tiers)
        for name in tier
    }
    is_playing = player in playing_at(state, table).values()
    return {
        "seat": seat,
        "player": player,
        "chips": stack,
        "in_round": hand is not None and player in hand.stacks,
        "plays": is_playing,
        "rank": ranks.get(player),
        "advances": any(player in each.advance for each in by_rank),
        "is_equal": any(player in group for each in by_rank for group in each.equal),
        "cannot_cover": hand is None and is_playing and 0 < stack < least_chips(state.conditions),
        "may_rebuy": not stack and rebuy_open(state, player),
        "rebuy_open": rebuy_open(state, player),
        "rebuys": purchases(state, player, REBUY),
        "absent": state.entrants[player].absent,
    }


def _cards_drawn(record: Record) -> list[Shown]:
    """The cards that were drawn for equal chips since the last session began, for everybody to see."""
    found: list[Shown] = []
    for event in standing_events(record, SessionBegun, CardsDrawn):
        if isinstance(event, SessionBegun):
            found = []
        else:
            rows = [{"player": each, "cards": list(map(face, event.cards[each]))} for each in event.order]
            found.append({"rows": rows, "clause": event.clause})
    return found


def _seated_players(state: Tournament) -> list[Player]:
    return [name for _, table in sorted(state.tables.items()) for _, name in sorted(table.seats.items())]


def _playing_off(state: Tournament) -> tuple[Player, ...]:
    """Return the players of the extra round, in the order of their seats."""
    return tuple(player for player in _seated_players(state) if player in state.session.playing_off)


def _terms(state: Tournament) -> Shown | None:
    """UTH 16.3(a)(iii)(G), (H), CAN 17.3(a)(viii): what more chips cost, where the conditions sell some now."""
    terms = rebuy_terms(state, REBUY_CLAUSES)
    if isinstance(terms, Refusal):
        return None
    add_on = terms.add_on_chips > 0 and not isinstance(rebuy_terms(state, ADD_ON_CLAUSES), Refusal)
    return {
        **asdict(terms),
        "clause": REBUY_CLAUSES[state.rules.prefix],
        "add_on": add_on,
        "add_on_clause": ADD_ON_CLAUSES.get(state.rules.prefix, ""),
        "may_add_on": [each for each in _seated_players(state) if add_on and not purchases(state, each, ADD_ON)],
    }


def _people(state: Tournament) -> Shown:
    """Return the people for the tools between sessions: the field, no-shows and reserves."""
    forfeited = [
        each.player for each in state.entrants.values() if each.status is Status.FORFEITED and each.blocked != REPLACED
    ]
    on = sorted(
        (each for each in state.entrants.values() if each.status is Status.ADVANCED), key=lambda each: -each.stack
    )
    return {
        "field": [each.player for each in state.entrants.values() if each.status in IN_THE_FIELD],
        "going_on": [{"player": each.player, "chips": each.stack} for each in on],
        "no_shows": forfeited,
        "reserves": list(available(state)),
    }
