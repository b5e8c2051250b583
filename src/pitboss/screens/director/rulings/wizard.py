"""The wizard: what a director is asked at a table, answered from the rules, and recorded with one tap."""

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.rulings import matters
from pitboss.floor.rulings.desk import rulings_of
from pitboss.floor.rulings.questions import Matter, level_now
from pitboss.screens.common.acting import answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.forms import fields_from
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.common.tournaments import find
from pitboss.screens.director.frame import RUN_BY, tournament_page
from pitboss.screens.director.rulings.common import player_chosen, rulings_page
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import seat_of

# What a director is called for most often has the keys 1 to 9.
KEYED = (
    *("out-of-turn", "oversized-chip", "several-chips", "raise", "all-in", "skipped", "clock", "exposed", "dispute"),
    *("out-of-order", "turn-over", "below-minimum", "hidden-chips", "delay", "advice", "conduct"),
)
KEYS = 9
RULINGS_SHOWN = 30
_NO_SUCH_MATTER = "matter of that name in this event"


@tournament_page(*RUN_BY)
def index(visit: Visit, record: Record) -> Drawn:
    """`?matter=oversized-chip&player=p1001` opens one at once."""
    listed = matters.matters_of(record.state)
    matter = matters.matter_of(record.state, visit.request.GET.get("matter", ""))
    return rulings_page(
        visit,
        record,
        "index.html",
        "",
        groups=list(matters.by_group(listed)),
        keys=_keys([each.id for each in listed]),
        rulings=rulings_of(record, RULINGS_SHOWN),
        **({} if matter is None else _about(visit, record, matter)),
    )


def _keys(listed: list[str]) -> dict[str, str]:
    keyed = [each for each in KEYED if each in listed][:KEYS]
    return {each: str(number) for number, each in enumerate(keyed, start=1)}


@tournament_page(*RUN_BY)
def matter_form(visit: Visit, record: Record, matter: str) -> Drawn:
    """The form of a matter, a part of the page."""
    found = matters.matter_of(record.state, matter)
    if found is None:
        return not_found(_NO_SUCH_MATTER)
    return rulings_page(visit, record, "matter.html", "", **_about(visit, record, found))


def _about(visit: Visit, record: Record, matter: Matter) -> dict[str, object]:
    state = record.state
    level = level_now(state, record.moment(visit.floor.clock()))
    player = player_chosen(visit, record)
    place = seat_of(state, player) if player else None
    prefilled = {**level._asdict(), "table": place[0] if place else ""}
    return {
        "matter": matter,
        "clauses": [(citation, matters.clause_words(citation)) for citation in matters.clauses_of(state, matter)],
        "prefilled": prefilled,
        "is_other": matter.id == matters.OTHER,
        "tables": sorted(state.tables),
    }


@tournament_page(*RUN_BY)
def recent(visit: Visit, record: Record) -> Drawn:
    """The last rulings, each with its undo."""
    return rulings_page(visit, record, "recent.html", "", rulings=rulings_of(record, RULINGS_SHOWN))


def answer(request: HttpRequest, tournament: str, matter: str) -> HttpResponse:
    """`POST .../answer/<matter>`: what the rules say to a situation. Nothing is recorded by asking."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    if visit.actor.role not in RUN_BY:
        return answer_refusal(
            visit, No("Rulings are asked for by the director and the manager.", word="role", status=403)
        )
    record = find(visit, tournament)
    if isinstance(record, No):
        return answer_refusal(visit, record)
    found = matters.matter_of(record.state, matter)
    if found is None:
        return answer_refusal(visit, not_found(_NO_SUCH_MATTER))
    given = fields_from(request.POST.dict())
    if isinstance(given, No):
        return answer_refusal(visit, given)
    answered = matters.answer(record.state, record.moment(visit.floor.clock()), found, given)
    if isinstance(answered, No):
        return answer_refusal(visit, answered)
    player = str(given.get("player", ""))
    response = rulings_page(
        visit,
        record,
        "answer.html",
        "",
        matter=found,
        answered=answered,
        clauses=[(citation, matters.clause_words(citation)) for citation in answered.ruling.clauses],
        player=player if player in record.state.entrants else "",
    )
    # A refusal stands in the form; an answer beside it.
    response["HX-Retarget"] = "#answer"
    return response
