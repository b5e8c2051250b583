"""`/director/<t>/sessions/`: the sessions of a house-game tournament, for the director and for whoever deals."""

from pitboss.floor.contract import No
from pitboss.floor.tournament_record import Record
from pitboss.floor.tournament_session_views import sessions_view
from pitboss.screens.answers import not_found
from pitboss.screens.director.frame import DEALT_BY, is_house_game, shown, tournament_page
from pitboss.screens.pages import Drawn, Visit

# So many lines of the log stand beside the tables.
LINES_SHOWN = 8


@tournament_page(*DEALT_BY)
def sessions(visit: Visit, record: Record) -> Drawn:
    return _drawn(visit, record, "director/sessions/sessions.html")


@tournament_page(*DEALT_BY)
def now(visit: Visit, record: Record) -> Drawn:
    """The part of the page that each step draws anew."""
    return _drawn(visit, record, "director/sessions/now.html")


def _drawn(visit: Visit, record: Record, template: str) -> Drawn:
    """With `?table=3` only that table is shown, for its dealer."""
    if not is_house_game(record):
        return No("This event is not played in sessions against the house.", word="no_sessions", status=404)
    play = sessions_view(record)
    only = visit.request.GET.get("table", "")
    tables = [each for each in play["tables"] if not only or str(each["number"]) == only]
    if only and not tables and not only.isdecimal():
        return not_found("such table")
    return shown(visit, record, template, play=play, tables=tables, only=only, lines_shown=LINES_SHOWN)
