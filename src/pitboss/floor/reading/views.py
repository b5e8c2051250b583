"""What somebody may see of the house, its tables and its tournaments: the one way from a record to a screen."""

from collections.abc import Hashable
from typing import Any

from pitboss.floor.kernel.premises import Premises
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.reading import table_view
from pitboss.floor.reading.tournaments import views as tournament_views
from pitboss.floor.tables.setup import TableRecord
from pitboss.floor.tournaments.record import Record as TournamentRecord
from pitboss.journal import codec
from pitboss.journal.store import family_of


def seen(stream: str, record: Any, actor: Actor, at: int) -> dict[str, Any]:
    """What somebody sees of a stream that has come to this, at this moment."""
    match family_of(stream):
        case "house":
            return house_view(record)
        case "table":
            return table_view.view_of(record, actor)
        case "tournament":
            return tournament_views.view_of(record, actor, at)
    raise ValueError(f"{stream} cannot be watched.")


def viewpoint(actor: Actor) -> Hashable:
    """Those with the same viewpoint see the same. Players see their own cards, everybody else what their role sees."""
    return actor if actor.role is Role.PLAYER else actor.role


def house_view(record: Premises | None) -> dict[str, Any]:
    """What anybody may know of the house."""
    record = record or Premises()
    return {"is_open": record.is_open, "disabled": record.disabled, "time_zone": record.time_zone}


def table_row(record: TableRecord) -> dict[str, Any]:
    """What a list of tables says of one, to anybody."""
    return {
        "table": record.id,
        "title": record.title,
        "game": record.game,
        "game_title": record.rules.title,
        "mode": record.mode,
        "open": record.state.house.is_open,
        "disabled": record.disabled,
        "stage": record.state.felt.stage.value,
        "round": record.state.house.round,
        "players": len(set(record.state.house.seated.values())),
    }


def tournament_row(record: TournamentRecord, at: int) -> dict[str, Any]:
    """What a list of tournaments says of one, to anybody."""
    shown = tournament_views.view_of(record, VISITOR, at)
    wanted = ("tournament", "title", "event", "stage", "start", "registration_open", "entries", "players_left")
    return {name: shown[name] for name in wanted}


def event_told(event: object) -> dict[str, str]:
    """An event by its kind and, where it follows one, its clause: its body may hold cards that nobody may see yet."""
    clause = getattr(event, "clause", "")
    return {"kind": codec.named(event), **({"clause": clause} if isinstance(clause, str) and clause else {})}
