"""Pages for the director and for whoever deals: the sessions of a house-game tournament, `/director/<t>/sessions/`, and
colouring up and chip races (STAR 7.42), `/director/<t>/races/`.
"""

from pitboss.floor.kernel.contract import No
from pitboss.floor.reading.tournaments.races import races_view
from pitboss.floor.reading.tournaments.sessions import sessions_view
from pitboss.floor.reading.tournaments.views import LogLine, log_of
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import (
    DEALT_BY,
    RUN_BY,
    is_house_game,
    races_chips,
    tournament_page,
    tournament_part,
)
from pitboss.tournaments.entries.entries import RefuseEntry
from pitboss.tournaments.entries.penalties import BlockEntry, NoteConcern, RemoveForHarm
from pitboss.tournaments.entries.refunds import IssuePrevention
from pitboss.tournaments.event.contract import name_of
from pitboss.tournaments.event.log import Record

# So many lines of the log stand beside the tables.
LINES_SHOWN = 8
# A dealer's page lies open on the table: what is done for somebody's own good is nobody's business there.
_PRIVATE = frozenset(map(name_of, (NoteConcern, RemoveForHarm, BlockEntry, IssuePrevention, RefuseEntry)))


@tournament_page(*DEALT_BY)
def sessions(visit: Visit, record: Record, template: str = "director/sessions/sessions.html") -> Drawn:
    """With `?table=3` only that table is shown, for its dealer."""
    if not is_house_game(record):
        return No("This event is not played in sessions against the house.", word="no_sessions", status=404)
    play = sessions_view(record)
    only = visit.request.GET.get("table", "")
    tables = [each for each in play.tables if not only or str(each.number) == only]
    if only and not tables and not only.isdecimal():
        return not_found("such table")
    return tournament_part(
        visit, record, template, play=play, tables=tables, only=only, happened=_last_lines(visit, record)
    )


def _last_lines(visit: Visit, record: Record) -> list[LogLine]:
    """The last lines of the log that somebody may read, the newest first."""
    sees_all = visit.actor.role in RUN_BY
    lines = [line for line in log_of(record) if sees_all or line.do not in _PRIVATE]
    return lines[: -LINES_SHOWN - 1 : -1]


@tournament_page(*DEALT_BY)
def races(visit: Visit, record: Record, template: str = "director/races/races.html") -> Drawn:
    if not races_chips(record):
        clause = record.state.clause("chips")
        return No("No chips are raced in this event.", clause=clause, word="no_race", status=404)
    return tournament_part(visit, record, template, race=races_view(record, visit.floor.clock()))
