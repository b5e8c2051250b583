"""The steps of the wizard: what happened, the particulars, what follows, who signs, and what came of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.approvals import Approve, approvals_of
from pitboss.floor.kernel.contract import Fact, No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import Done
from pitboss.floor.kernel.preview import preview
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import TableRecord
from pitboss.screens.common.acting import answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.forms import fields_from, whole
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Drawn, Visit, draw, is_part, page
from pitboss.screens.common.reading import key_from, read_command
from pitboss.screens.wizard.fields import fields_for
from pitboss.screens.wizard.matters import WizardMatter, by_group, known_matter, matter_at, matters_at
from pitboss.screens.wizard.signing import PREFIX, demo_signers, signing

WORKS_HERE = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER)
_NOT_HERE = No("The wizard is for the dealer, the supervisor and the manager.", word="role", status=403)
_NOT_NOW = No("This has no place at the table now.", word="not_now")
_NOT_WAITING = No("Nothing waits here for a second person any more.", word="not_waiting", status=404)


class PostedMatter(NamedTuple):
    """A matter with its particulars, as somebody has posted it."""

    visit: Visit
    record: TableRecord
    matter: WizardMatter
    command: Play
    key: str | None

    @property
    def gives(self) -> Actor:
        """In whose role the command is given: the person's own, or that of whoever signs."""
        actor = self.visit.actor
        return actor if self.matter.signed_by is None else Actor(actor.person, self.matter.signed_by)


@page(*WORKS_HERE)
def matters(visit: Visit, table: str) -> Drawn:
    record = _table(visit, table)
    if record is None:
        return not_found("table of that name")
    found = matters_at(record, visit.actor)
    return _step(visit, "what", record, groups=list(by_group(found)))


@page(*WORKS_HERE)
def particulars(visit: Visit, table: str, do: str) -> Drawn:
    record = _table(visit, table)
    if record is None:
        return not_found("table of that name")
    matter = matter_at(record, visit.actor, do)
    if matter is None:
        return _NOT_NOW
    return _step(visit, "particulars", record, matter=matter, fields=fields_for(record, do))


def follows(request: HttpRequest, table: str, do: str) -> HttpResponse:
    """Draw a preview of the command; nothing is recorded."""
    asked = _read_posted(request, table, do)
    if isinstance(asked, HttpResponse):
        return asked
    found = preview(asked.visit.floor, asked.gives, asked.command)
    if isinstance(found, No):
        return answer_refusal(asked.visit, found)
    matter = asked.matter
    signers = demo_signers(asked.visit.floor, (matter.signed_by,), asked.visit.actor) if matter.signed_by else []
    posted = {name: str(request.POST[name]) for name in request.POST if name != "key" and request.POST[name]}
    shown = {"matter": matter, "preview": found, "posted": posted, "signers": signers}
    return _instead(_step(asked.visit, "follows", asked.record, **shown))


def confirm(request: HttpRequest, table: str, do: str) -> HttpResponse:
    """Gives the command, as the person or as the one who signs for it."""
    asked = _read_posted(request, table, do)
    if isinstance(asked, HttpResponse):
        return asked
    visit, role = asked.visit, asked.matter.signed_by
    logged_of(request).command = "play"
    if role is None:
        signer, done = visit.actor, visit.floor.execute(visit.actor, asked.command, asked.key)
    else:
        with signing(visit.floor, request.POST.dict(), (role,), visit.actor.person) as second:
            if isinstance(second, No):
                return answer_refusal(visit, second)
            signer, done = second, visit.floor.execute(second, asked.command, asked.key)
    if isinstance(done, Done):
        return _show_done(visit, table, asked.matter, done, signer)
    waiting = approvals_of(visit.floor).waiting.get(done.request)
    if waiting is None:
        return answer_refusal(visit, _by_the_signature(done))
    signers = demo_signers(visit.floor, waiting.asked.roles, signer)
    shown = {"matter": asked.matter, "told": done, "signers": signers}
    return _instead(_step(visit, "waits", asked.record, **shown))


def agree(request: HttpRequest, table: str, do: str) -> HttpResponse:
    """A second person agrees on the spot to a ruling that waits for one."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    if visit.actor.role not in WORKS_HERE:
        return answer_refusal(visit, _NOT_HERE)
    record = _table(visit, table)
    matter = known_matter(record, do) if record else None
    waiting = approvals_of(visit.floor).waiting.get(whole(request.POST.get("number", "")) or 0)
    if matter is None or waiting is None:
        return answer_refusal(visit, _NOT_WAITING if record else not_found("table of that name"))
    logged_of(request).command = "approve"
    with signing(visit.floor, request.POST.dict(), waiting.asked.roles) as second:
        if isinstance(second, No):
            return answer_refusal(visit, second)
        done = visit.floor.execute(second, Approve(number=waiting.asked.number))
    if isinstance(done, No):
        return answer_refusal(visit, _by_the_signature(done))
    return _show_done(visit, table, matter, done, waiting.giver, second)


def _by_the_signature(no: No) -> No:
    """Whoever is no second person is told so where they have signed."""
    return replace(no, field=f"{PREFIX}name") if no.word == "second_person" else no


def _show_done(
    visit: Visit, table: str, matter: WizardMatter, done: Done, signer: Actor, second: Actor | None = None
) -> HttpResponse:
    record, happened = visit.floor.record(f"table:{table}"), list(_outcome_lines(done))
    return _instead(_step(visit, "done", record, matter=matter, signer=signer, second=second, happened=happened))


def _outcome_lines(done: Done) -> Iterator[tuple[str, str]]:
    """Yield the effects of the command, sentence by sentence with the clause."""
    for fact in done.facts:
        clause = _clause(fact)
        if clause:
            yield words_of(fact.event), clause


def _clause(fact: Fact) -> str:
    found = getattr(fact.event, "clause", "")
    return found if isinstance(found, str) else ""


def _table(visit: Visit, table: str) -> TableRecord | None:
    found: TableRecord | None = visit.floor.record(f"table:{table}") if is_id(table) else None
    return found


def _step(visit: Visit, step: str, record: TableRecord, **shown: Any) -> HttpResponse:
    """A step of the wizard: alone where the page asks for it, else with the page around it."""
    template = f"wizard/{step}.html" if is_part(visit.request) else "wizard/wizard.html"
    leaves_to = f"/dealer/{record.id}" if visit.actor.role is Role.DEALER else "/pit/"
    return draw(visit, template, step=step, table=record.id, title=record.title, leaves_to=leaves_to, **shown)


def _instead(response: HttpResponse) -> HttpResponse:
    """In place of the step that was answered; a refusal stands in that step's form."""
    response["HX-Retarget"] = "#wizard"
    return response


def _read_posted(request: HttpRequest, table: str, do: str) -> PostedMatter | HttpResponse:
    """Return the posted matter if the poster works here and it is possible now, else an error response."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    actor = visit.actor
    if actor.role not in WORKS_HERE:
        return answer_refusal(visit, _NOT_HERE)
    record = _table(visit, table)
    matter = matter_at(record, actor, do) if record else None
    if record is None or matter is None:
        return answer_refusal(visit, _NOT_NOW if record else not_found("table of that name"))
    command, key = _command(request, table, do), key_from(request.POST.get("key"))
    for bad in (command, key):
        if isinstance(bad, No):
            return answer_refusal(visit, bad)
    assert isinstance(command, Play)
    assert not isinstance(key, No)
    return PostedMatter(visit, record, matter, command, key)


def _command(request: HttpRequest, table: str, do: str) -> Play | No:
    posted = {name: str(request.POST[name]) for name in request.POST if not name.startswith(PREFIX)}
    fields = fields_from(posted)
    if isinstance(fields, No):
        return fields
    command = read_command(Play, fields | {"table": table, "do": do})
    assert isinstance(command, Play | No)
    return command
