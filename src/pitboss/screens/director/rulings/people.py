"""Penalties, removals and safer gambling, the clock on a player, and entrants who are absent or late."""

from pitboss.floor.rulings import desk as ruling_desk
from pitboss.floor.rulings.card_answers import clock_called
from pitboss.floor.rulings.questions import document_of
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import RUN_BY, tournament_page
from pitboss.screens.director.rulings.common import has_player_clock, player_chosen, rulings_page
from pitboss.tournaments.entries.penalties import ABSENT_FROM_TABLE, grounds_of
from pitboss.tournaments.entries.time_limits import play_time
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.rulesets import BLINDED
from pitboss.tournaments.seating.seating import open_seats


@tournament_page(*RUN_BY)
def penalties(visit: Visit, record: Record) -> Drawn:
    """`?player=p1001` preselects somebody."""
    more = _under_penalty(record) | _person(visit, record)
    return rulings_page(visit, record, "penalties.html", "penalties/", **more)


@tournament_page(*RUN_BY)
def penalties_now(visit: Visit, record: Record) -> Drawn:
    """Everybody under penalty with the hands that are left, a part of the page."""
    return rulings_page(visit, record, "penalties_now.html", "penalties/", **_under_penalty(record))


@tournament_page(*RUN_BY)
def whom(visit: Visit, record: Record) -> Drawn:
    """Everybody to choose from, a part of the page."""
    return rulings_page(visit, record, "whom.html", "penalties/")


def _under_penalty(record: Record) -> dict[str, object]:
    state = record.state
    return {"penalised": ruling_desk.players_penalised(state), "warned": ruling_desk.players_warned(state)}


@tournament_page(*RUN_BY)
def person(visit: Visit, record: Record) -> Drawn:
    """Draw the decisions that are possible about a person, a part of the page."""
    return rulings_page(visit, record, "person.html", "penalties/", **_person(visit, record))


@tournament_page(*RUN_BY)
def person_now(visit: Visit, record: Record) -> Drawn:
    """How somebody stands now, a part of that part."""
    if not (more := _person(visit, record)):
        return not_found("entrant of that number")
    return rulings_page(visit, record, "person_now.html", "penalties/", **more)


def _person(visit: Visit, record: Record) -> dict[str, object]:
    """The person chosen, as a director looks at them before a decision: seat, warnings, penalty, hours played."""
    state, at, player = record.state, record.moment(visit.floor.clock()), player_chosen(visit, record)
    if not player:
        return {}
    return {
        "person": ruling_desk.player_row(state, player),
        "orbits": ruling_desk.orbits_for(state, player),
        "time": play_time(state, player, at),
        "grounds": grounds_of(state),
        "refund_ground": ABSENT_FROM_TABLE,
        "breaches": ruling_desk.breaches_of(state),
    }


@tournament_page(*RUN_BY)
def player_clock(visit: Visit, record: Record) -> Drawn:
    """STAR 7.25, HLD 4.8: the seconds are counted in the browser; what follows from them is the rules'."""
    if not has_player_clock(record):
        return not_found("clock on a player in the rules of this event")
    document = document_of(record.state)
    facing, free = (clock_called(document, facing=is_facing, in_pot=0) for is_facing in (True, False))
    seconds, aloud = facing.found.seconds, facing.found.aloud
    return rulings_page(
        visit, record, "clock.html", "clock/", seconds=seconds, aloud=aloud, outcomes={"bet": facing, "nothing": free}
    )


@tournament_page(*RUN_BY)
def absent(visit: Visit, record: Record, template: str = "absent.html") -> Drawn:
    return rulings_page(visit, record, template, "absent/", **_absences(visit, record))


def _absences(visit: Visit, record: Record) -> dict[str, object]:
    state = record.state
    return {
        "away": ruling_desk.players_away(state, record.moment(visit.floor.clock())),
        "aside": ruling_desk.stakes_out_of_play(state),
        "blinded": state.rules.no_show == BLINDED,
        "open_seats": open_seats(state),
        "no_shows": ruling_desk.no_shows(state),
    }
