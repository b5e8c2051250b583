"""`POST /api/commands/<name>`: every command of the floor, given in JSON and answered in JSON."""

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import Command, No, event_told
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.registry import GIVEN, VERBS
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.sessions import EnterDemo, SignIn, SignOut, StaySignedIn
from pitboss.journal.store import pass_point
from pitboss.screens.api.reads import Answer
from pitboss.screens.common import authentication, process
from pitboss.screens.common.answers import NOT_SIGNED_IN, json_answer, not_found, refusal_answer, wrong_method
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.reading import LARGEST_BODY, TOO_LARGE, command_from, is_too_large, key_from

OF_ONE_SESSION = (SignOut, StaySignedIn)


class Answered(HttpResponse):
    """The answer to a command; closed when it has been sent."""

    def close(self) -> None:
        super().close()
        pass_point("answered")


def give(request: HttpRequest, name: str) -> HttpResponse:
    """One command by whoever asks."""
    kind = GIVEN.get(name)
    if kind is None:
        return refusal_answer(not_found("such command"))
    logged_of(request).command = name
    if request.method != "POST":
        return wrong_method("POST")
    floor = process.floor()
    actor = _giver(floor, request, kind)
    if isinstance(actor, No):
        return refusal_answer(actor)
    body = _body(request)
    if body is None:
        return refusal_answer(TOO_LARGE)
    usual = {authentication.TOKEN: authentication.own_token(request)} if kind in OF_ONE_SESSION else {}
    command, key = command_from(kind, body, usual), key_from(request.headers.get("Idempotency-Key"))
    for wrong in (command, key):
        if isinstance(wrong, No):
            return refusal_answer(wrong)
    assert isinstance(command, Command)
    assert not isinstance(key, No)
    return _carried_out(floor, request, actor, command, key)


def _giver(floor: Floor, request: HttpRequest, kind: type[Command]) -> Actor | No:
    actor = authentication.asking(floor, request)
    if isinstance(actor, No):
        return actor
    if actor.role is Role.VISITOR and Role.VISITOR not in VERBS[kind].roles:
        return NOT_SIGNED_IN
    return (
        authentication.NOT_FROM_A_PAGE
        if actor.role is not Role.VISITOR and authentication.is_forged(request)
        else actor
    )


def _body(request: HttpRequest) -> bytes | None:
    """Read the request body; None where it is too large."""
    if request.headers.get("Content-Length"):
        return None if is_too_large(request.headers) else request.body
    # Sent in pieces without a length: Django would take it for nothing.
    body: bytes = request.META["wsgi.input"].read(LARGEST_BODY + 1)
    return None if len(body) > LARGEST_BODY else body


def _carried_out(floor: Floor, request: HttpRequest, actor: Actor, command: Command, key: str | None) -> HttpResponse:
    # All visitors are the same nobody: a key of one would answer another.
    giver = authentication.giver(request, actor)
    outcome = floor.execute(giver, command, None if actor == VISITOR else key)
    if isinstance(outcome, No):
        return refusal_answer(outcome)
    # A page of the house never sees its token: the browser keeps it.
    is_kept = isinstance(command, SignIn | EnterDemo) and authentication.from_own_page(request)
    kept = outcome.secret.pop(authentication.TOKEN, None) if is_kept else None
    answer = json_answer(answer_of(outcome), made=Answered)
    if kept:
        authentication.keep_cookie(request, answer, kept)
    if isinstance(command, SignOut):
        authentication.drop_cookie(answer)
    return answer


def answer_of(done: Done) -> Answer:
    """Return the answer to a command: of its events only kinds and clauses, since they may contain cards."""
    answer: Answer = {
        "seq": done.seq,
        "answer": done.answer,
        "events": [{"stream": stream, **event_told(event)} for stream, event in done.facts],
        "repeated": done.repeated,
    }
    return {**answer, "secret": done.secret} if done.secret else answer
