"""The pages of the maths, for anybody; and what choices are worth, for players at practice tables."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.roles import Role
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import GAMES
from pitboss.screens.common.answers import not_found, wrong_method
from pitboss.screens.common.authentication import place_of
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.figures import approved_figures, stored_sheet
from pitboss.screens.common.computing.worker import TOO_MANY, NotComputed, worker
from pitboss.screens.common.floods import QUESTIONS, floods
from pitboss.screens.common.pages import ANYBODY, Context, Drawn, Visit, draw, is_part, page
from pitboss.screens.maths import compare, panel, sheets, what_if
from pitboss.screens.maths.what_if import Question, QuestionFaults
from pitboss.screens.maths.worth import not_at

NO_GAME = not_found("sheet of that name")
# What is computed quickly need not be asked for twice; nobody else waits meanwhile. Visitors share a few threads: they
# ask twice.
PATIENCE_SECONDS = 0.25


@page(*ANYBODY)
def index(visit: Visit) -> Drawn:
    """UTH 15.1[s2]: what the games are worth, for the staff on duty too."""
    return draw(visit, "maths/index.html", games=[(game_sheet(name), approved_figures(name)) for name in GAMES])


@page(*ANYBODY)
def sheet(visit: Visit, game: str) -> Drawn:
    """A PAR sheet, as it is kept with the program."""
    if game not in GAMES:
        return NO_GAME
    return draw(visit, "maths/sheet.html", game=game_sheet(game), sheet=sheets.body(game))


@page(*ANYBODY)
def data(visit: Visit, game: str) -> Drawn:
    """The same as data."""
    return HttpResponse(stored_sheet(game, "json"), "application/json") if game in GAMES else NO_GAME


@page(*ANYBODY)
def charts(visit: Visit, game: str) -> Drawn:
    """The charts of best play, to print."""
    if game not in GAMES:
        return NO_GAME
    return draw(visit, "maths/charts.html", game=game_sheet(game), charts=sheets.charts(game))


def style(request: HttpRequest) -> HttpResponse:
    """How the sheets look."""
    if request.method not in ("GET", "HEAD"):
        return wrong_method("GET", "HEAD")
    return HttpResponse(sheets.style(), "text/css; charset=utf-8", headers={"Cache-Control": "no-cache"})


@page(*ANYBODY)
def question(visit: Visit, game: str) -> Drawn:
    """The form; with a question in the address its answer too, as soon as it is there."""
    if game not in GAMES:
        return NO_GAME
    template = "maths/what_if_now.html" if is_part(visit.request) else "maths/what_if.html"
    written = _written_fields(visit.request)
    asked = what_if.read_question(game, written)
    wrong = asked.sentences if isinstance(asked, QuestionFaults) else {}
    shown: Context = {"game": game_sheet(game), "groups": what_if.groups(game), "written": written, "wrong": wrong}
    if isinstance(asked, QuestionFaults):
        drawn = draw(visit, template, 422, **shown)
        drawn["HX-Reswap"] = "morph:outerHTML"
        return drawn
    drawn = draw(visit, template, **shown, **_answer(visit, game, asked), is_asked=bool(written))
    drawn["HX-Push-Url"] = _address(game, asked)
    return drawn


@page(*ANYBODY)
def answer(visit: Visit, game: str) -> Drawn:
    """The answer alone, for who waits for it."""
    if game not in GAMES:
        return NO_GAME
    asked = what_if.read_question(game, _written_fields(visit.request))
    if isinstance(asked, QuestionFaults):
        field, sentence = next(iter(asked.sentences.items()))
        return No(sentence, field=field, word="invalid", status=422)
    return draw(visit, "maths/answer.html", game=game_sheet(game), **_answer(visit, game, asked), is_asked=True)


def _written_fields(request: HttpRequest) -> dict[str, str]:
    """Return the fields in the address."""
    return {name: str(request.GET[name]) for name in request.GET}


def _answer(visit: Visit, game: str, asked: Question) -> Context:
    """Return the context of what is known of a question by now."""
    shown: Context = {"question": asked, "waits_at": _address(game, asked, "/answer")}
    if not asked.changes:
        return shown
    is_visitor = visit.actor.role is Role.VISITOR
    place = (place_of(visit.request.META.get("REMOTE_ADDR", "")) or "nowhere") if is_visitor else ""
    try:
        found = worker().ask(jobs.figures, asked.rules, place=place).wait(0 if is_visitor else PATIENCE_SECONDS)
    except NotComputed as broken:
        if is_visitor and str(broken) == TOO_MANY:
            floods().add(QUESTIONS)
        return shown | {"broken": str(broken)}
    if found is None:
        return shown
    return shown | {"found": found, "compared": compare.compare(game, approved_figures(game), found)}


def _address(game: str, asked: Question, part: str = "") -> str:
    """Where a question is asked: with what differs from the approved rules, and nothing else."""
    written = urlencode({change.field.name: change.text for change in asked.changes}, safe=":")
    return f"/maths/what-if/{game}{part}{'?' if written else ''}{written}"


@page(Role.PLAYER)
def worth(visit: Visit, table: str) -> Drawn:
    """Draw the value of each choice of the player now, and their score so far."""
    record: TableRecord | None = visit.floor.record(stream_of(table)) if is_id(table) else None
    if record is None:
        return not_found("table of that name")
    refused = not_at(record)
    if refused:
        return refused
    shown = panel.panel_of(worker(), visit.floor, record, visit.actor, PATIENCE_SECONDS)
    return draw(visit, "maths/worth.html", table=table, **shown._asdict())
