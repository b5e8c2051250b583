"""The table around the round: everything that players and staff do with seats, stakes and lists."""

from collections.abc import Iterator, Mapping

from pitboss.games.holdem.seats import entering, entrants, lists, notices, room_events, stakes
from pitboss.games.holdem.seats.entry import is_declared, is_going
from pitboss.games.holdem.seats.notices import settings_coming
from pitboss.games.holdem.seats.seating import free_seats, under_way
from pitboss.games.holdem.settings import TOURNAMENT
from pitboss.games.holdem.state import AWAY, WAITING, Chair, Holdem
from pitboss.games.money import Mover
from pitboss.games.play import Appliers, Choice, Command, Role, Verb
from pitboss.rulebook.refusal import Refusal

ROOM_VERBS: dict[str, Verb] = {
    **stakes.VERBS,
    **entering.VERBS,
    **lists.VERBS,
    **notices.VERBS,
    **entrants.VERBS,
}
ROOM_APPLIERS: Appliers = {**room_events.APPLIERS, **notices.APPLIERS}
ROOM_MOVERS: Mapping[type, Mover] = room_events.MOVERS


def room_choices(state: Holdem) -> Iterator[Choice]:
    """What each player at the table may do between rounds, with the amounts."""
    settings = settings_coming(state)
    if under_way(state) or settings.mode == TOURNAMENT:
        return
    for seat, chair in state.play.room.chairs.items():
        if is_going(chair):
            continue
        least, most = stakes.can_add(settings, chair)
        if least <= most and not is_declared(settings, chair):
            yield Choice(
                Role.PLAYER, "top_up", "HLD 4.5", seat, chair.player, least=least, most=most, step=settings.chip_unit
            )
        yield from _about_blinds(state, seat, chair)
        yield Choice(Role.PLAYER, "leave", "HLD 4.6", seat, chair.player)
        yield from _other_seats(state, chair)


def _about_blinds(state: Holdem, seat: int, chair: Chair) -> Iterator[Choice]:
    """Sitting out and in, waiting and posting."""
    possible = ["sit_in"] if chair.standing == AWAY else ["sit_out"]
    if chair.standing == WAITING:
        possible.append("wait_for_blind" if chair.posts else "post_blinds")
    for do in possible:
        verb = ROOM_VERBS[do]
        events = verb.decide(state, Command(Role.PLAYER, do, seat, chair.player))
        if not isinstance(events, Refusal):
            yield Choice(Role.PLAYER, do, events[0].clause, seat, chair.player)


def _other_seats(state: Holdem, chair: Chair) -> Iterator[Choice]:
    """HLD 8.2 tail: moving to a free seat where nobody goes first, or asking for one."""
    for seat in free_seats(state):
        if lists.goes_first(state, seat, chair.player, joins=False) is None:
            yield Choice(Role.PLAYER, "change_seat", "HLD 8.2[s1]", seat, chair.player)
    asked = [name for name, _ in state.play.room.changes]
    if chair.player in asked:
        yield Choice(Role.PLAYER, "withdraw_seat_change", "HLD 8.2 tail", player=chair.player)
    else:
        yield Choice(Role.PLAYER, "request_seat_change", "HLD 8.2 tail", player=chair.player)
