"""Views of the tournament room for the director: positions of the coming hand, exits, advice.

Every figure is the engine's; here they are put side by side. Whom it is for is decided by whoever asks.
"""

from typing import NamedTuple

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.gaming import person_at
from pitboss.floor.people.patron_record import stream_of
from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips import colour_up, races
from pitboss.tournaments.entries import absence, time_limits
from pitboss.tournaments.event import opening
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import (
    Exit,
    Moment,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    chips_in_play,
    in_play,
    players_of,
)
from pitboss.tournaments.hands import hand_for_hand as h4h
from pitboss.tournaments.prizes.placing import bubble
from pitboss.tournaments.prizes.standings import awaiting_place, places
from pitboss.tournaments.seating import balancing, breaking
from pitboss.tournaments.seating.seating import open_seats
from pitboss.tournaments.seating.tables import free_seats

# What is cited for a piece of advice, by the clause of the Star; other documents have their own.
_CITED = {
    "hand_for_hand": "STAR 7.19",
    "face_down": "STAR 7.30",
    "forfeit": "STAR 7.11",
    "twelve_hours": "STAR 1-b",
    "play_time": "STAR 6.13",
    "out_of_play": "STAR 7.12",
    "new_position": "STAR 7.23",
}
_SUBJECTS = ("moves", "breaking", "director", "same_round", "out", "finish", "ballot", "breaks", "count", "procedures")


class ComingHand(NamedTuple):
    """Button and blinds of a hand by their seats, and who sits there and is not dealt in."""

    button: int
    small: int | None
    big: int | None
    waiting: list[int]


class TableNow(NamedTuple):
    """STAR 7.14, T-30, STAR 7.30: positions of the coming hand, seats elsewhere, how it stands in hand for hand."""

    coming: ComingHand | None
    present: ComingHand | None
    open_elsewhere: int
    players: int
    in_round: bool
    may_table_cards: bool


class ExitNow(NamedTuple):
    exit: Exit
    places: tuple[int, ...]


class ChipsNow(NamedTuple):
    issued: int
    in_play: int
    variance: int


class RoomNow(NamedTuple):
    """The room at a moment, beside the tournament itself."""

    tables: dict[int, TableNow]
    exits: list[ExitNow]
    awaiting: list[Player]
    fixed: list[Player]
    final_table: int | None
    seats_of_final: int
    next_to_break: breaking.ComingBreak | None
    halted: list[int]
    unattended: str | None
    bubble: int | None
    open_seats: int
    colour_up: tuple[colour_up.ColourUpDue, ...]
    out_of_play: list[Player]
    chips: ChipsNow
    clauses: dict[str, str]


def room_of(record: Record, at: int) -> RoomNow:
    """`at` is in microseconds since 1970, UTC."""
    state, moment = record.state, record.moment(at)
    held = places(state)
    return RoomNow(
        tables=_tables(state),
        exits=[ExitNow(each, held.get(each.player, ())) for each in reversed(state.exits)],
        awaiting=sorted(awaiting_place(state)),
        fixed=sorted(state.fixed),
        final_table=state.final_table,
        seats_of_final=state.conditions.final_table,
        next_to_break=breaking.next_to_break(state),
        halted=list(balancing.tables_to_halt(state)) if state.stage is Stage.RUNNING else [],
        unattended=opening.unattended_warning(state),
        bubble=bubble(state),
        open_seats=len(open_seats(state)),
        colour_up=_colour_up(state, moment),
        out_of_play=_may_go_out_of_play(state, moment),
        chips=ChipsNow(state.chips.issued, chips_in_play(state), state.chips.variance),
        clauses=_clauses(state),
    )


def _tables(state: Tournament) -> dict[int, TableNow]:
    in_round = {table.number for table in h4h.tables_in_round(state)}
    elsewhere = breaking.seats_elsewhere(state)
    return {
        number: _table(state, table, elsewhere[number], number in in_round) for number, table in state.tables.items()
    }


def _table(state: Tournament, table: Table, elsewhere: int, in_round: bool) -> TableNow:
    return TableNow(
        coming=_coming(state, table),
        present=None if table.hand is None else _coming(state, _before_the_hand(table)),
        open_elsewhere=elsewhere,
        players=len(players_of(table, state)),
        in_round=in_round,
        may_table_cards=h4h.may_table_cards(state, table.number),
    )


def _before_the_hand(table: Table) -> Table:
    """The table as it was cut for: those who came since, or were not dealt in, are left out."""
    assert table.hand is not None
    dealt = {seat: player for seat, player in table.seats.items() if player in table.hand.stacks}
    return table._replace(hand=None, seats=dealt)


def _coming(state: Tournament, table: Table) -> ComingHand | None:
    """Button and blinds of the coming hand; none in a house game, nor where no hand can be dealt."""
    seats = balancing.seats_of(state, table)
    if state.conditions.sessions is not None or len(seats.players) < balancing.LEAST_FOR_A_HAND:
        return None
    line = balancing.coming(seats)
    waiting = sorted(set(seats.players) - line.dealt)
    return ComingHand(line.button, line.small, line.big, waiting)


class OpenPlaces(NamedTuple):
    """The open seats of a table with the position of each in the coming hand, the worst first."""

    table: int
    players: int
    seats: list[tuple[int, str]]


def open_places(state: Tournament) -> list[OpenPlaces]:
    """STAR 7.23[s2]: the open seats of every table in play, the smallest table first, its worst seat before the others.

    Where no hand is dealt by positions, the seats are in order.
    """
    tables = [table for table in state.tables.values() if table.seats and free_seats(table)]
    return [
        OpenPlaces(table.number, len(players_of(table, state)), _worst_first(state, table))
        for table in sorted(tables, key=lambda table: (len(players_of(table, state)), table.number))
    ]


def _worst_first(state: Tournament, table: Table) -> list[tuple[int, str]]:
    seats = balancing.seats_of(state, table)
    if state.conditions.sessions is not None or not seats.players:
        return [(seat, "") for seat in free_seats(table)]
    return [(each.seat, each.position) for each in balancing.worst_seats(seats)]


def position_of(state: Tournament, table: Table, seat: int) -> str:
    """The position of a player in the coming hand, such as big_blind; nothing where there is none."""
    seats = balancing.seats_of(state, table)
    if state.conditions.sessions is not None or len(seats.players) < balancing.LEAST_FOR_A_HAND:
        return ""
    return balancing.position_in(seats, seat) if seat in seats.players else ""


def gaming_of(record: Record, player: Player, at: int) -> time_limits.PlayTime:
    """STAR 6.13: how long somebody has been gaming, and what is left."""
    return time_limits.play_time(record.state, player, record.moment(at))


def with_house_facts(floor: Floor, record: Record, clock: GamingClock) -> Record:
    """An event with what the house knows of everybody in play at this moment, and not when they entered."""
    state, at = record.state, floor.clock()
    others = list(floor.records("tournament").values())
    known = floor.records_of(stream_of(player) for player in in_play(state))
    people = {each.id: person_at(record, others, each, at, clock) for each in known.values()}
    return record._replace(state=state._replace(people=Frozen({**state.people, **people})))


def _colour_up(state: Tournament, at: Moment) -> tuple[colour_up.ColourUpDue, ...]:
    """STAR 7.42: other documents race chips only where the conditions tell of it."""
    if state.stage is not Stage.RUNNING or not races.races_chips(state):
        return ()
    return colour_up.colour_up_due(state, at)


def _may_go_out_of_play(state: Tournament, at: Moment) -> list[Player]:
    """STAR 7.12[s2]: who never came, and whose stake the director may declare out of play now."""
    if state.stage is not Stage.RUNNING:
        return []
    away = (each.player for each in state.entrants.values() if each.status is Status.SEATED and each.absent)
    return [player for player in away if absence.may_not_remove(state, player, at) is None]


def _clauses(state: Tournament) -> dict[str, str]:
    rules = state.rules
    return {
        **{name: rules.clause_for(clause) for name, clause in _CITED.items()},
        **{subject: rules.clauses.get(subject, rules.clauses["procedures"]) for subject in _SUBJECTS},
        "race": rules.clauses.get("race", rules.clauses["procedures"]),
        "from_queue": rules.clauses.get("from_queue", rules.clauses["reserve"]),
        "final_table": rules.clauses.get("final_table", rules.clauses["ballot"]),
        "first_hand": rules.clauses.get("first_hand", rules.clauses["seats"]),
    }
