"""What somebody may see of the house, its tables and its tournaments: the one way from a record to a screen."""

from collections.abc import Hashable
from typing import Any

from pitboss.floor import recall, tournaments
from pitboss.floor.premises import Premises
from pitboss.floor.roles import Actor, Role
from pitboss.journal import codec
from pitboss.journal.store import family_of

# The streams that can be looked at as they go on.
WATCHED = ("house", "table", "tournament")


def seen(stream: str, record: Any, actor: Actor, at: int) -> dict[str, Any]:
    """What somebody sees of a stream that has come to this, at this moment."""
    match family_of(stream):
        case "house":
            return house_view(record)
        case "table":
            return recall.view_of(record, actor)
        case "tournament":
            return tournaments.view_of(record, actor, at)
    raise ValueError(f"{stream} cannot be watched.")


def house_view(record: Premises | None) -> dict[str, Any]:
    """What anybody may know of the house."""
    return {"is_open": (record or Premises()).is_open}


def viewpoint(actor: Actor) -> Hashable:
    """Those with the same viewpoint see the same. Players see their own cards, everybody else what their role sees."""
    return actor if actor.role is Role.PLAYER else actor.role


def event_told(event: object) -> dict[str, str]:
    """An event by its kind and, where it follows one, its clause: its body may hold cards that nobody may see yet."""
    clause = getattr(event, "clause", "")
    return {"kind": codec.named(event), **({"clause": clause} if isinstance(clause, str) and clause else {})}
