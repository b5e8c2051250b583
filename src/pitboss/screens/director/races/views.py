"""`/director/<t>/races/`: colouring up and chip races (STAR 7.42), for the director and for whoever deals the cards."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.reading.tournaments.races import races_view
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import DEALT_BY, races_chips, tournament_page, tournament_part
from pitboss.tournaments.event.log import Record


@tournament_page(*DEALT_BY)
def races(visit: Visit, record: Record, template: str = "director/races/races.html") -> Drawn:
    if not races_chips(record):
        clause = record.state.clause("chips")
        return No("No chips are raced in this event.", clause=clause, word="no_race", status=404)
    return tournament_part(visit, record, template, race=races_view(record, visit.floor.clock()))
