"""Views of the house, its tables and its tournaments: the one way from a record to a screen."""

from collections.abc import Hashable
from typing import Any

from msgspec import Struct

from pitboss.floor.kernel.premises import Premises
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import table_view
from pitboss.floor.reading.tournaments import views as tournament_views
from pitboss.floor.tables.record import TableRecord
from pitboss.journal.store import family_of
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event.log import Record as TournamentRecord
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import players_left


def view_of(stream: str, record: Any, actor: Actor, at: int) -> dict[str, Any]:
    """Return the view that somebody has of a stream in this state, at this moment."""
    match family_of(stream):
        case "house":
            return house_view(record)
        case "table":
            return table_view.view_of(record, actor).as_json()
        case "tournament":
            return tournament_views.view_of(record, actor, at).as_json()
    raise ValueError(f"{stream} cannot be watched.")


def viewpoint(actor: Actor) -> Hashable:
    """Those with the same viewpoint see the same. Players see their own cards, everybody else what their role sees."""
    return actor if actor.role is Role.PLAYER else actor.role


def house_view(record: Premises | None) -> dict[str, bool | str | None]:
    """Return the public facts of the house."""
    record = record or Premises()
    return {"is_open": record.is_open, "disabled": record.disabled, "time_zone": record.time_zone}


class TableRow(Struct, frozen=True, gc=False):
    """The public facts of a table in a list."""

    table: str
    title: str
    game: str
    game_title: str
    mode: str
    open: bool
    disabled: str | None
    stage: str
    round: int
    players: int


def table_row(record: TableRecord) -> TableRow:
    house, rules = record.state.house, record.rules
    about, stage = (record.id, record.title, record.game, rules.title, record.mode), record.state.felt.stage.value
    return TableRow(*about, house.is_open, record.disabled, stage, house.round, len(set(house.seated.values())))


class TournamentRow(Struct, frozen=True, gc=False):
    """The public facts of a tournament in a list."""

    tournament: str
    title: str
    event: str
    stage: str
    start: int | None
    registration_open: bool
    entries: int
    players_left: int


def tournament_row(record: TournamentRecord, at: int) -> TournamentRow:
    state, conditions = record.state, record.state.conditions
    is_open, entries = registration_open(state, record.moment(at)), pool(state).entries
    about = record.id, conditions.title, conditions.event, state.stage.value, conditions.start
    return TournamentRow(*about, is_open, entries, players_left(state))
