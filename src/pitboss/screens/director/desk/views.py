"""`GET /director/<t>/`: the desk, from which a director runs the event.

The map, the advice and the log are one part of the page, `room`, which is told anew with every step of the log; what
the director has chosen goes along, so that its card is drawn with the same figures.
"""

from itertools import permutations

from django.http import HttpResponse

from pitboss.floor.reading.tournaments.room import gaming_of, open_places, position_of, room_of
from pitboss.screens.common.pages import Context, Visit
from pitboss.screens.common.tournaments import wall_time
from pitboss.screens.director.desk import log_rows, seat_map
from pitboss.screens.director.desk.chosen import MOST_FOUND, Chosen, chosen_by
from pitboss.screens.director.frame import RUN_BY, Names, tournament_page, tournament_part
from pitboss.tournaments.chips.counting import to_count
from pitboss.tournaments.entries.reinstating import chips_unclaimed
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Player, Stage, Status, Tournament, seat_of
from pitboss.tournaments.prizes.same_round import DRAW
from pitboss.tournaments.seating import balancing

# What a break that is called at the desk may last, in minutes.
BREAKS = (5, 10, 15, 20, 30, 60)
# How much later a delayed event may start, in minutes.
DELAYS = (15, 30, 45, 60, 90, 120)
# Of so many players every order is a button; of more, the director writes the order.
_FEW = 3


@tournament_page(*RUN_BY)
def desk(visit: Visit, record: Record, template: str = "director/desk/desk.html") -> HttpResponse:
    at, state = visit.floor.clock(), record.state
    told = room_of(record, at)
    names = Names(record)
    chosen = chosen_by(state, visit.request.GET.dict(), names)
    moves = balancing.advice(state) if state.stage is Stage.RUNNING else ()
    return tournament_part(
        visit,
        record,
        template,
        names=names,
        room=told,
        moves=moves,
        tables=seat_map.table_maps(state, told, moves),
        rows=log_rows.rows_of(record),
        chosen=chosen,
        most_found=MOST_FOUND,
        breaks=[(60 * minutes, f"{minutes} minutes") for minutes in BREAKS],
        delays=_delays(state),
        orders=_orders(state),
        **_card(record, chosen, at),
    )


def _card(record: Record, chosen: Chosen, at: int) -> Context:
    """Return the context of a player's card beside the map's: place, position, hours played, open seats."""
    state = record.state
    if not chosen.player:
        table = None if chosen.table is None else state.tables[chosen.table]
        return {"own_table": table, "to_count": None if table is None else to_count(state, table)}
    place = seat_of(state, chosen.player)
    return {
        "entrant": state.entrants[chosen.player],
        "place": place,
        "position": "" if place is None else position_of(state, state.tables[place[0]], place[1]),
        "gaming": gaming_of(record, chosen.player, at),
        "open_places": [] if place is None else open_places(state),
        "entries_of": sum(entry.player == chosen.player for entry in state.entries),
        **_reinstatement_form(state, chosen.player),
    }


def _reinstatement_form(state: Tournament, player: Player) -> Context:
    """Return the context for reinstating a player: how they went out, and who may have got the chips since."""
    out = next((each for each in state.exits if each.player == player), None)
    if out is None or state.conditions.sessions is not None or state.entrants[player].status is not Status.OUT:
        return {"out": None}
    unknown = chips_unclaimed(state, out)
    table = state.tables.get(out.table or 0)
    sitting = () if table is None else sorted(table.seats.items())
    givers = [(seat, each, state.entrants[each].stack) for seat, each in sitting] if unknown < out.stack_before else []
    return {"out": out, "unclaimed": unknown, "givers": givers}


def _delays(state: Tournament) -> list[tuple[str, str]]:
    """Later starts to choose from, the first of which is not known yet."""
    start = state.conditions.start
    later = [] if start is None else [(str(start + 60 * each), wall_time(start + 60 * each)) for each in DELAYS]
    return [("", "not known yet"), *later]


def _orders(state: Tournament) -> list[tuple[str, ...]]:
    """The ways in which a draw of cards between few players may have ended."""
    if state.tie is None or DRAW not in state.tie.options or len(state.tie.busts) > _FEW:
        return []
    return list(permutations(bust.player for bust in state.tie.busts))
