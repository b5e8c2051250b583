"""The boxes of a poker table that were dealt to, and how their hands stand."""

from enum import StrEnum
from typing import Protocol, TypeVar


class Standing(StrEnum):
    """How a hand stands in its round."""

    DECIDING = "deciding"
    IN_PLAY = "in_play"
    FOLDED = "folded"
    CONCEDED = "conceded"
    VOID = "void"
    SETTLED = "settled"


DECIDING, IN_PLAY, FOLDED, CONCEDED, VOID, SETTLED = Standing


class _Box(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def entitled(self) -> bool: ...
    @property
    def standing(self) -> Standing: ...


B = TypeVar("B", bound=_Box)
B_co = TypeVar("B_co", bound=_Box, covariant=True)


class _Round(Protocol[B_co]):
    @property
    def boxes(self) -> tuple[B_co, ...]: ...


def box_at(play: _Round[B], seat: int | None) -> B | None:
    for box in play.boxes:
        if box.seat == seat:
            return box
    return None


def boxes_in(play: _Round[B], *standings: Standing) -> tuple[B, ...]:
    """The boxes entitled to their cards whose hands stand so."""
    return tuple([box for box in play.boxes if box.entitled and box.standing in standings])
