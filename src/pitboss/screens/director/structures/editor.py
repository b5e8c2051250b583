"""`/director/structures/`: the structures of the program and of the house, and the editor for one of them."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import Command, No, name_of
from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.structure_shelf import SaveStructure, Structure, stream_of
from pitboss.floor.tournaments.structure_text import text_of
from pitboss.floor.tournaments.structures import read_structure
from pitboss.screens.common.acting import answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page
from pitboss.screens.common.reading import key_from
from pitboss.screens.common.tournaments import find
from pitboss.screens.director.frame import RUN_BY
from pitboss.screens.director.structures import spec
from pitboss.screens.director.structures.form import (
    LEVELS,
    WORDS,
    FormFaults,
    StructureForm,
    conditions_of,
    fixed_in,
    form_from,
    form_of,
    place_of,
    suit,
)
from pitboss.screens.director.structures.outlook import (
    EVENTS,
    USUAL_ENTRIES,
    Outlook,
    ends_shown,
    figures,
    foretold,
    outlook,
    wall,
)
from pitboss.tournaments.clock.clock import proposed_levels
from pitboss.tournaments.event import library
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Conditions
from pitboss.tournaments.event.conditions_document import ITEMS
from pitboss.tournaments.event.opening import untold_items
from pitboss.tournaments.event.validator import problems

# What a page waits for the first events of a forecast before it says that they are being played.
PATIENCE_SECONDS = 0.5
MOST_MORE = 20
# A line of the log has fewer digits than that.
MOST_DIGITS = 10
STAR_EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")
MEND_FIRST = "Mend what is marked in the structure first"


class Shelved(NamedTuple):
    """A structure in the list: one of the program, or one of the house with whoever saved it."""

    name: str
    conditions: Conditions
    problems: int = 0
    own: Structure | None = None


def structures_on_shelf(visit: Visit) -> list[Shelved]:
    """The Star's events, the samples of the house games, and the house's own, which may be unfinished."""
    others = [name for name in library.names() if name not in STAR_EVENTS]
    found = [Shelved(name, library.event(name)) for name in (*STAR_EVENTS, *others)]
    for record in visit.floor.records("structure").values():
        conditions = read_structure(record.text, "text") if record.text else None
        if isinstance(conditions, Conditions):
            found.append(Shelved(record.name, conditions, len(problems(conditions)), record))
    return found


@page(*RUN_BY)
def shelf(visit: Visit, template: str = "director/structures/shelf.html") -> HttpResponse:
    return draw(visit, template, structures=structures_on_shelf(visit))


@page(*RUN_BY)
def edit(visit: Visit) -> Drawn:
    """The editor with a structure by its name, `?of=`, or with the conditions of an event, `?tournament=`."""
    name, tournament = visit.request.GET.get("of", ""), visit.request.GET.get("tournament", "")
    record = find(visit, tournament) if tournament else None
    if isinstance(record, No):
        return record
    if record is not None:
        conditions: Conditions | No = record.state.conditions
    else:
        conditions = _structure(visit, name or STAR_EVENTS[-1])
    if isinstance(conditions, No):
        return conditions
    is_own = record is None and _own(visit, name) is not None
    entries = max(min(USUAL_ENTRIES, conditions.most_entrants), 2)
    return draw(
        visit,
        "director/structures/edit.html",
        **_form_shown(form_of(conditions), conditions),
        **_outlook_context(outlook(form_of(conditions), str(entries), _begin_of(conditions))),
        name=name if is_own else "",
        record=record,
        lines=0 if record is None else len(record.log),
    )


def _own(visit: Visit, name: str) -> Structure | None:
    own: Structure | None = visit.floor.record(stream_of(name)) if is_id(name) else None
    return own if own is not None and own.text else None


def _structure(visit: Visit, name: str) -> Conditions | No:
    own = _own(visit, name)
    if own is not None:
        return read_structure(own.text, "structure")
    return library.event(name) if name in library.names() else not_found("structure of that name")


def _begin_of(conditions: Conditions) -> str:
    return "" if conditions.start is None else wall(conditions.start % 86_400)


# What the editor posts.


def _posting_visit(request: HttpRequest) -> Visit | HttpResponse:
    """Whoever runs tournaments and posts from the editor."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return _elsewhere(visit)
    if visit.actor.role not in RUN_BY:
        return answer_refusal(visit, No("Structures are for the director and the manager.", word="role", status=403))
    return visit


def check(request: HttpRequest) -> HttpResponse:
    """Draw the problems and the outlook of what is written; the text beside the form follows it."""
    visit = _posting_visit(request)
    if isinstance(visit, HttpResponse):
        return visit
    looked = _outlook(request)
    return draw(visit, "director/structures/checked.html", **_outlook_context(looked))


def fields(request: HttpRequest) -> HttpResponse:
    """The fields drawn anew, after the document, the game or the scale was chosen anew."""
    visit = _posting_visit(request)
    return visit if isinstance(visit, HttpResponse) else _redrawn(visit, suit(form_from(request.POST)))


def read_text(request: HttpRequest) -> HttpResponse:
    """The fields from a text that somebody has put beside them."""
    visit = _posting_visit(request)
    if isinstance(visit, HttpResponse):
        return visit
    text = str(request.POST.get("text", ""))
    conditions = read_structure(text, "text") if "=" in text else wrong("text", "There is no structure here.")
    return (
        _elsewhere(answer_refusal(visit, conditions))
        if isinstance(conditions, No)
        else _redrawn(visit, form_of(conditions))
    )


def more(request: HttpRequest) -> HttpResponse:
    """T-24: the levels that the ladder would go on with, after those that are written."""
    visit = _posting_visit(request)
    if isinstance(visit, HttpResponse):
        return visit
    conditions = conditions_of(form_from(request.POST))
    count = str(request.POST.get("more", "1")).strip()
    if isinstance(conditions, FormFaults):
        return _elsewhere(answer_refusal(visit, _mend(conditions)), "#more-said")
    if not (count.isascii() and count.isdecimal() and 1 <= int(count) <= MOST_MORE):
        return _elsewhere(
            answer_refusal(visit, No(f"One to {MOST_MORE} levels at a time.", field="more")), "#more-said"
        )
    levels = (*conditions.levels, *proposed_levels(conditions.levels, int(count)))
    return _redrawn(visit, form_of(replace(conditions, levels=levels)))


def keep(request: HttpRequest) -> HttpResponse:
    """Save the structure in the editor under a name."""
    return _give(request, "director/structures/kept.html", _saving)


def amend(request: HttpRequest) -> HttpResponse:
    """STAR 6.21(a): the conditions of an event become what is written in the editor, for a reason."""
    return _give(request, "director/structures/amended.html", _amending)


def forecast(request: HttpRequest) -> HttpResponse:
    """When events by this structure end, from many that the process of the maths plays: as far as it has come."""
    visit = _posting_visit(request)
    if isinstance(visit, HttpResponse):
        return visit
    text = str(request.POST.get("text", ""))
    written = read_structure(text, "text") if text else None
    looked = _outlook(request) if written is None else _looked_at(request, written)
    conditions = looked.conditions
    if conditions is None or looked.problems:
        first = looked.problems[0].reason if looked.problems else ""
        return answer_refusal(visit, No(f"{MEND_FIRST}: {first}", word="invalid", status=422))
    found = foretold(conditions, looked.entries, PATIENCE_SECONDS)
    shown = {} if found.forecast is None else ends_shown(found.forecast, looked.begins)
    return draw(
        visit,
        "director/structures/forecast.html",
        found=found,
        looked=looked,
        events=EVENTS,
        text=text_of(conditions),
        begins=wall(looked.begins),
        **shown,
    )


def _outlook(request: HttpRequest) -> Outlook:
    return outlook(form_from(request.POST), *_outlook_fields(request))


def _looked_at(request: HttpRequest, conditions: Conditions | No) -> Outlook:
    """A structure that the page has sent back as text, while its forecast is being made."""
    form = form_of(library.event(STAR_EVENTS[0]) if isinstance(conditions, No) else conditions)
    looked = outlook(form, *_outlook_fields(request))
    return looked if isinstance(conditions, Conditions) else looked._replace(conditions=None)


def _outlook_fields(request: HttpRequest) -> tuple[str, str]:
    return str(request.POST.get("entries", "")), str(request.POST.get("begins", ""))


def _give(request: HttpRequest, template: str, made: Callable[[HttpRequest, str], Command]) -> HttpResponse:
    """A command whose text is what is written in the editor, given under the key of its form."""
    visit = _posting_visit(request)
    if isinstance(visit, HttpResponse):
        return visit
    conditions, key = conditions_of(form_from(request.POST)), key_from(request.POST.get("key"))
    if isinstance(conditions, FormFaults):
        return answer_refusal(visit, _mend(conditions))
    if isinstance(key, No):
        return answer_refusal(visit, key)
    command = made(request, text_of(conditions))
    logged_of(request).command = name_of(type(command))
    done = visit.floor.execute(visit.actor, command, key)
    if isinstance(done, No):
        return answer_refusal(visit, done)
    drawn = draw(visit, template, command=command, answer=done.answer, seq=done.seq)
    drawn["HX-Trigger"] = json.dumps({"done": {"seq": done.seq, "command": name_of(type(command))}})
    return drawn


def _saving(request: HttpRequest, text: str) -> Command:
    return SaveStructure(name=str(request.POST.get("name", "")).strip(), text=text)


def _amending(request: HttpRequest, text: str) -> Command:
    after = str(request.POST.get("after", ""))
    return Desk(
        tournament=str(request.POST.get("tournament", "")),
        do="amend_conditions",
        given={"conditions": text, "reason": str(request.POST.get("reason", "")).strip()},
        after=int(after) if after.isascii() and after.isdecimal() and len(after) < MOST_DIGITS else None,
    )


def _mend(wrong: FormFaults) -> No:
    return No(f"{MEND_FIRST}: {next(iter(wrong.sentences.values()))}", word="invalid", status=422)


# What is drawn.


def _redrawn(visit: Visit, form: StructureForm) -> HttpResponse:
    """The fields as they are written now; the page then has them checked."""
    conditions = conditions_of(form)
    known = None if isinstance(conditions, FormFaults) else conditions
    drawn = draw(visit, "director/structures/fields.html", **_form_shown(form, known))
    drawn["HX-Trigger-After-Swap"] = json.dumps({"edited": {}})
    return drawn


def _form_shown(form: StructureForm, conditions: Conditions | None) -> Context:
    """Return the context of the fields; `known` are figures for items without words of their own."""
    ruleset, game = form.plain["ruleset"], form.plain["game"]
    items = {item.number: item for item in ITEMS.get(ruleset, ())}
    return {
        "form": form,
        "spec": spec,
        "place_of": place_of,
        "game_options": spec.game_options(ruleset, game),
        "is_house_game": game in HOUSE_GAMES,
        "items": [(number, items.get(number), words) for number, words in form.rows[WORDS]],
        "known": {} if conditions is None else {number: item.known(conditions) for number, item in items.items()},
        "ruleset": ruleset,
        "fixed": fixed_in(ruleset),
        "has_levels": bool(form.rows[LEVELS]) or game not in HOUSE_GAMES,
    }


def _outlook_context(looked: Outlook) -> Context:
    conditions = looked.conditions
    return {
        "looked": looked,
        "found": looked.problems,
        "untold": () if conditions is None or looked.problems else untold_items(conditions),
        "figures": figures(looked),
        "text": None if conditions is None else text_of(conditions),
        "begins": wall(looked.begins),
        "events": EVENTS,
    }


def _elsewhere(response: HttpResponse, where: str = "#toml-said") -> HttpResponse:
    """A refusal that stands where it was tried, and not where the fields would be drawn."""
    response["HX-Retarget"], response["HX-Reswap"] = where, "innerHTML"
    return response
