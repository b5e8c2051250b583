"""The conditions of an event: the document, what must be done before entries open, and the page that patrons read."""

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.structures import moment_of
from pitboss.screens.common.acting import answer_done, answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import ANYBODY, Context, Drawn, Visit, draw, page
from pitboss.screens.common.reading import key_from
from pitboss.screens.common.tournaments import find, wall_day
from pitboss.screens.director.frame import RUN_BY, tournament_page, tournament_part
from pitboss.screens.director.structures.outlook import lines
from pitboss.tournaments.event.conditions import DAY
from pitboss.tournaments.event.conditions_document import document_rows, starts
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.opening import (
    CONDITIONS,
    GAME,
    TOURNAMENT,
    before_entries,
    made_known,
    not_open_yet,
    precedence,
    unattended_warning,
    untold_items,
)
from pitboss.tournaments.event.state import Moment, Stage
from pitboss.tournaments.event.validator import problems

# STAR 6.5[s2]: opening entries does it, if nobody has before.
_ANNOUNCED = "the conditions for re-entry announced, which opening entries does"


@tournament_page(*RUN_BY)
def conditions(visit: Visit, record: Record) -> HttpResponse:
    return tournament_part(visit, record, "director/structures/conditions.html", **_paper(record), **_before(record))


@tournament_page(*RUN_BY)
def now(visit: Visit, record: Record) -> HttpResponse:
    """Draw what has been done and what is next, a part that refreshes."""
    return tournament_part(visit, record, "director/structures/before.html", **_before(record))


@tournament_page(*RUN_BY)
def paper(visit: Visit, record: Record) -> HttpResponse:
    """The document, which an amendment changes."""
    return tournament_part(visit, record, "director/structures/paper.html", **_paper(record))


def delay(request: HttpRequest, tournament: str) -> HttpResponse:
    """STAR 6.21: the event starts later; when is written as local time, and may be left open."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    start, key = str(request.POST.get("starts_at", "")).strip(), key_from(request.POST.get("key"))
    moment = moment_of(start) if start else None
    if start and moment is None:
        return answer_refusal(visit, wrong("starts_at", "Local time, as in 2026-11-21T12:00."))
    if isinstance(key, No):
        return answer_refusal(visit, key)
    given: Context = {"reason": str(request.POST.get("reason", "")).strip()}
    command = Desk(
        tournament=tournament, do="delay_start", given=given if moment is None else {**given, "starts_at": moment}
    )
    done = visit.floor.execute(visit.actor, command, key)
    return answer_refusal(visit, done) if isinstance(done, No) else answer_done(visit, "desk", command, done)


@page(*ANYBODY)
def published_conditions(visit: Visit, tournament: str) -> Drawn:
    """`GET /tournaments/<tournament>/conditions`: what patrons may read, once it has been made known to them."""
    record = find(visit, tournament)
    if isinstance(record, No):
        return record
    if not made_known(record.state):
        return not_found("conditions of this event to be read yet")
    return draw(visit, "director/structures/published.html", **_paper(record), t=record.id)


def _before(record: Record) -> Context:
    """Return the steps that the document requires before entries open: those done, and the next."""
    state = record.state
    steps, missing = before_entries(state), not_open_yet(state)
    undone = next((step.do for step in steps if step.must and step.at is None), "open_entries")
    wanted = " and ".join(step.what[:1].lower() + step.what[1:] for step in steps if step.must)
    return {
        "steps": steps,
        "next_step": undone if state.stage is Stage.PLANNED else "",
        "wanted": wanted or _ANNOUNCED,
        "wanted_by": state.clause("before_entries"),
        "untold": untold_items(state.conditions),
        "found": problems(state.conditions),
        "missing": missing if state.stage is Stage.PLANNED else None,
        "opened": _opened_at(record),
        "unattended": unattended_warning(state),
        "director_clause": state.clause("director"),
        "conflict_clause": state.clause("procedures"),
        "added_clause": state.clause("added"),
        "sources": [(each, each[:1].upper() + each[1:]) for each in (GAME, TOURNAMENT, CONDITIONS)],
        "precedence": precedence(state),
        "is_known": made_known(state),
        "may_amend": state.stage in (Stage.PLANNED, Stage.OPEN),
        "may_add": state.stage in (Stage.PLANNED, Stage.OPEN, Stage.RUNNING, Stage.SUSPENDED),
    }


def _opened_at(record: Record) -> Moment | None:
    steps = (step for run in record.runs for step in run.steps if step.do == "open_entries")
    return next((step.at for step in steps), None)


def _paper(record: Record) -> Context:
    """The document with everything that patrons are told: items, levels, the scale, and when it was published."""
    state = record.state
    conditions = state.conditions
    return {
        "conditions": conditions,
        "rows": document_rows(conditions),
        "starts": starts(conditions),
        "schedule": lines(conditions, 0 if conditions.start is None else conditions.start % DAY),
        "has_start": conditions.start is not None,
        "stamps": [(step.what, step.at, step.clause, step.reference) for step in before_entries(state) if step.at],
        "added": state.added,
        "wall_day": wall_day,
    }
