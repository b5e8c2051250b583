"""Button and blinds of a tournament: the big blind always moves on to the next player, the rest follows it."""

from typing import NamedTuple

from pitboss.games.holdem.settings import BLINDS, ON_BUTTON, HoldemSettings
from pitboss.games.holdem.state import WAITING, Room, clockwise
from pitboss.games.play import Cents


class Positions(NamedTuple):
    """Where button and blinds are. `small` and `big` are seats, empty ones included, for the round after."""

    button: int
    dealt: frozenset[int]
    blinds: tuple[tuple[int, Cents], ...]
    small: int | None = None
    big: int | None = None


def positions(settings: HoldemSettings, room: Room, live: frozenset[int]) -> Positions:
    """The places of the coming round among at least two entrants with chips."""
    follows_blinds = settings.structure == BLINDS and settings.first_blind != ON_BUTTON
    if not follows_blinds or room.big is None:
        return _from_button(settings, room, live)
    if len(settings.blinds) == 1:
        return _one_blind(settings, room, live)
    return _from_button(settings, room, live) if room.small is None else _from_big_blind(settings, room, live)


def _from_button(settings: HoldemSettings, room: Room, live: frozenset[int]) -> Positions:
    """HLD 8.4[s1], HLD 8.5(a), HLD 20.19: the button to the next entrant, and the blinds clockwise from it.

    So it is in the first round, with antes, and where the conditions have the first blind posted on the button itself,
    as it is with two entrants.
    """
    button = _first_or_next(settings, room, live)
    order = tuple([seat for seat in clockwise(settings.boxes, button) if seat in live])
    if settings.first_blind == ON_BUTTON or len(live) == 2:
        order = (button, *order[:-1])
    blinds = tuple(zip(order, settings.blinds, strict=False))
    if settings.first_blind == ON_BUTTON or not blinds:
        return Positions(button, live, blinds)
    if len(settings.blinds) == 1:
        return Positions(button, live, blinds, big=blinds[0][0])
    return Positions(button, live, blinds, blinds[0][0], blinds[1][0])


def _first_or_next(settings: HoldemSettings, room: Room, live: frozenset[int]) -> int:
    """HLD 8.4[s1], HLD 8.4[s2]: the player at the house dealer's right, then the next in turn."""
    if room.button is None:
        return max(live)
    return _next(settings, room.button, live, stays=not room.moves_on)


def _one_blind(settings: HoldemSettings, room: Room, live: frozenset[int]) -> Positions:
    """HLD 20.19: a single blind moves on to the next entrant and the button to where it was; of two, it posts."""
    assert room.button is not None
    assert room.big is not None
    big = _next(settings, room.big, live, stays=not room.moves_on)
    button = room.big if room.moves_on else room.button
    if len(live) == 2:
        button = big
    return Positions(button, live, ((big, settings.blinds[0]),), big=big)


def _from_big_blind(settings: HoldemSettings, room: Room, live: frozenset[int]) -> Positions:
    """STAR 7.14[s2], T-30: the dead button; whoever posted the big blind is the small blind next, and then the button.

    An entrant who has gone leaves the seat to the button all the same, and nobody posts a small blind in an empty seat.
    STAR 7.37, HLD 20.19: of two entrants the button posts the first blind, and it is the one whose big blind is past.
    """
    assert room.button is not None
    assert room.small is not None
    assert room.big is not None
    stays = not room.moves_on
    button, small = (room.button, room.small) if stays else (room.small, room.big)
    dealt = live - _held_back(settings, room, button, small)
    with_arrivals = len(dealt) < 2
    dealt = live if with_arrivals else dealt
    big = _next(settings, room.big, dealt, stays=stays)
    if with_arrivals:
        small = _last_before(settings, big, dealt)
        button = _last_before(settings, small, dealt)
    if len(dealt) == 2:
        button = small = _next(settings, big, dealt, stays=False)
    first, second, *more = settings.blinds
    blinds = [(small, first), (big, second)] if small in dealt else [(big, second)]
    after_big = [seat for seat in clockwise(settings.boxes, big) if seat in dealt and seat not in (small, big)]
    blinds.extend(zip(after_big, more, strict=False))
    return Positions(button, dealt, tuple(blinds), small, big)


def _held_back(settings: HoldemSettings, room: Room, button: int, small: int) -> frozenset[int]:
    """STAR 7.23[s2]: who arrives between the button and the small blind waits until the button has passed.

    A round that did not count is played again by those who were in it.
    """
    seats = clockwise(settings.boxes, button)
    places = seats[: seats.index(small)] if room.moves_on else seats
    return frozenset(seat for seat in places if seat in room.chairs and room.chairs[seat].standing == WAITING)


def _next(settings: HoldemSettings, after: int, live: frozenset[int], *, stays: bool) -> int:
    """The next of these seats clockwise, or the seat itself where the round before did not count."""
    if stays and after in live:
        return after
    return next(seat for seat in clockwise(settings.boxes, after) if seat in live)


def _last_before(settings: HoldemSettings, seat: int, live: frozenset[int]) -> int:
    """The next of these seats the other way round."""
    return next(each for each in clockwise(settings.boxes, seat)[-2::-1] if each in live)
