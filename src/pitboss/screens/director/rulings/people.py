"""Penalties, removals and safer gambling, the clock on a player, and entrants who are absent or late."""

from pitboss.floor.rulings import desk as ruling_desk
from pitboss.floor.rulings.card_answers import clock_called
from pitboss.floor.rulings.questions import document_of
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import RUN_BY, tournament_page
from pitboss.screens.director.rulings.common import has_player_clock, player_chosen, rulings_page
from pitboss.tournaments.event.log import Record


@tournament_page(*RUN_BY)
def penalties(visit: Visit, record: Record) -> Drawn:
    """`?player=p1001` preselects somebody."""
    player = player_chosen(visit, record)
    more = _person(visit, record, player) if player else {}
    return rulings_page(visit, record, "penalties.html", "penalties/", **_under_penalty(record), **more)


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
    player = player_chosen(visit, record)
    more = _person(visit, record, player) if player else {}
    return rulings_page(visit, record, "person.html", "penalties/", **more)


@tournament_page(*RUN_BY)
def person_now(visit: Visit, record: Record) -> Drawn:
    """How somebody stands now, a part of that part."""
    player = player_chosen(visit, record)
    if not player:
        return not_found("entrant of that number")
    return rulings_page(visit, record, "person_now.html", "penalties/", **_person(visit, record, player))


def _person(visit: Visit, record: Record, player: str) -> dict[str, object]:
    state = record.state
    found = ruling_desk.person(state, player, record.moment(visit.floor.clock()))
    return {"person": found, "breaches": ruling_desk.breaches_of(state)}


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
    at = record.moment(visit.floor.clock())
    return {"absences": ruling_desk.absences(record.state, at), "no_shows": ruling_desk.no_shows(record.state)}
