"""The dealer's console: which tables there are, a table with its next step, and what is typed there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import Command, No, name_of
from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.devices import not_at
from pitboss.floor.reading import table_view
from pitboss.floor.reading.views import table_row
from pitboss.floor.tables.record import LIVE, TableRecord
from pitboss.screens.common.acting import answer_done, answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.forms import whole
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page
from pitboss.screens.common.reading import key_from
from pitboss.screens.dealer import consoles, entry, felt, next_steps, settlement

WORKS_HERE = (Role.DEALER, Role.SUPERVISOR)
_NOT_HERE = No("The console is for the dealer and the supervisor.", word="role", status=403)


@page(*WORKS_HERE)
def tables(visit: Visit) -> HttpResponse:
    """Every table for money: those that wait for a dealer first, then those that the croupier deals."""
    own = (record for stream, record in visit.floor.records("table").items() if not not_at(*visit[1:], stream))
    records = [record for record in own if not record.is_practice]
    rows = [(table_row(record), record.call) for record in records]
    live, virtual = ([each for each in rows if (each[0].mode == LIVE) is is_live] for is_live in (True, False))
    return draw(visit, "dealer/tables.html", live=live, virtual=virtual)


@page(*WORKS_HERE)
def console(visit: Visit, table: str, template: str = "dealer/console.html") -> Drawn:
    known = visit.floor.latest(f"table:{table}") if is_id(table) else None
    if known is None or known.record is None:
        return not_found("table of that name")
    return draw(visit, template, **console_view(visit, known.record), position=known.position)


def console_view(visit: Visit, record: TableRecord) -> Context:
    """A table as its dealer works with it: only what the rules let a dealer see."""
    view = table_view.view_of(record, visit.actor)
    closed = visit.request.GET.get("closed", "")
    is_closed = closed == next_steps.moment_of(record)
    is_correcting = closed == next_steps.CORRECTING and next_steps.may_correct(record)
    next_step = next_steps.next_of(record, view, visit.actor, closed)
    boxes = settlement.boxes_settled(view) if record.kit.card_room is None else []
    settled = next((box.seat for box in boxes if box.standing == settlement.NOW), None)
    return {
        "table": record.id,
        "record": record,
        "view": view,
        "place": record.rules.place.capitalize(),
        "next": next_step,
        "moment": next_steps.CORRECTING if is_correcting else next_steps.moment_of(record),
        "is_closed": is_closed or is_correcting,
        "may_correct": next_steps.may_correct(record),
        "steps": consoles.steps_of(record, view, is_closed=is_closed),
        "piles": felt.piles_of(view, settled or next_step.seat),
        "boxes": felt.boxes_of(record, view, visit.floor.clock()),
        "due": record.rules.due(record.state),
        "grid": felt.grid_of(record, view),
        "jokers": felt.jokers_left(record, view),
        "deck_clause": record.rules.deck(record.state).clause,
        "settled": boxes,
        "awards": settlement.awards_of(view),
        "floats": settlement.floats_of(record, view),
        "in_chips": settlement.in_chips,
    }


def enter(request: HttpRequest, table: str) -> HttpResponse:
    """Give the command that the dealer has typed and confirmed."""

    def command_meant(visit: Visit, record: TableRecord) -> Command | No:
        posted = request.POST
        typed = entry.Entered(
            text=str(posted.get("text", "")),
            box=whole(str(posted.get("box", ""))),
            token=str(posted.get("token", "")),
            closed=str(posted.get("closed", "")),
        )
        if len(typed.text) > 1000:
            return wrong(entry.FIELD, "That is too much at once.")
        return entry.command_of(record, table_view.view_of(record, visit.actor), visit.actor, typed)

    return _give(request, table, command_meant)


def take_back(request: HttpRequest, table: str) -> HttpResponse:
    return _give(request, table, lambda visit, record: entry.taken_back(record))


def _give(request: HttpRequest, table: str, meant: Callable[[Visit, TableRecord], Command | No]) -> HttpResponse:
    """Gives the command that an entry means, if whoever asks works here."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    floor, actor = visit.floor, visit.actor
    if actor.role not in WORKS_HERE:
        return answer_refusal(visit, _NOT_HERE)
    record: TableRecord | None = floor.record(f"table:{table}") if is_id(table) else None
    if record is None:
        return answer_refusal(visit, not_found("table of that name"))
    command, key = meant(visit, record), key_from(request.POST.get("key"))
    if isinstance(command, No):
        return answer_refusal(visit, command)
    if isinstance(key, No):
        return answer_refusal(visit, key)
    logged_of(request).command = name_of(type(command))
    done = floor.execute(actor, command, key)
    return (
        answer_refusal(visit, done)
        if isinstance(done, No)
        else answer_done(visit, name_of(type(command)), command, done)
    )
