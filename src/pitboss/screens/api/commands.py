"""`POST /api/commands/<name>`: every command of the floor, given in JSON and answered in JSON."""

from collections.abc import Sequence
from functools import partial
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.http.request import HttpHeaders
from django.utils.datastructures import CaseInsensitiveMapping
from starlette.types import Scope

from pitboss.floor.kernel.contract import Command, No, event_told
from pitboss.floor.kernel.floor import Asked, Done, Floor
from pitboss.floor.kernel.registry import GIVEN, VERBS
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.sessions import EnterDemo, SignIn, SignOut, StaySignedIn
from pitboss.screens.api.reads import Answer
from pitboss.screens.common import authentication, middleware, process
from pitboss.screens.common.answers import NOT_SIGNED_IN, json_answer, not_found, refusal_answer, wrong_method
from pitboss.screens.common.reading import LARGEST_BODY, TOO_LARGE, command_from, is_too_large, key_from

OF_ONE_SESSION = (SignOut, StaySignedIn)
ADDRESS = "/api/commands/"
# Where commands may be given with those of others: none of them takes long before it is decided, as a password does.
TOGETHER = frozenset(f"{ADDRESS}{name}" for name, kind in GIVEN.items() if VERBS[kind].beforehand is None)


class Sent(HttpRequest):
    """A command that has come past Django, as far as anybody looks at the request; its body is whole."""

    def __init__(self, scope: Scope, body: bytes) -> None:
        self.method, self.path, self.resolver_match = scope["method"], scope["path"], None
        told: dict[str, str] = {}
        for written, value in scope["headers"]:
            name, text = written.decode("latin1"), value.decode("latin1")
            told[name] = f"{told[name]},{text}" if name in told else text
        self.headers = cast(HttpHeaders, CaseInsensitiveMapping(told))
        self.META = {"REMOTE_ADDR": scope["client"][0] if scope["client"] else ""}
        self._body, self._came_by = body, str(scope["scheme"])

    def _get_scheme(self) -> str:
        return self._came_by


def give(request: HttpRequest, name: str) -> HttpResponse:
    """One command by whoever asks."""
    found = _read_request(request, name)
    if isinstance(found, Asked):
        process.floor().execute_all([found])
    return _answer(request, found)


def give_all(requests: Sequence[Sent]) -> list[HttpResponse]:
    """Commands that have come together, each by whoever asks, and each answered by itself."""
    found = [_begin(request) for request in requests]
    asked = [each for each in found if isinstance(each, Asked)]
    try:
        process.floor().execute_all(asked)
    except Exception as fault:
        for each in asked:
            each.answer = each.answer or fault
    return [_end(request, each) for request, each in zip(requests, found, strict=True)]


def _begin(request: Sent) -> Asked | HttpResponse:
    name = request.path.removeprefix(ADDRESS)
    return middleware.begin(request, partial(_read_request, request, name))


def _end(request: Sent, found: Asked | HttpResponse) -> HttpResponse:
    return middleware.end(request, middleware.answer_safely(request, partial(_answer, request, found)))


def _read_request(request: HttpRequest, name: str) -> Asked | HttpResponse:
    """The command in a request, with who gives it; or the answer where it is none."""
    kind = GIVEN.get(name)
    if kind is None:
        return refusal_answer(not_found("such command"))
    middleware.logged_of(request).command = name
    if request.method != "POST":
        return wrong_method("POST")
    actor = _giver(process.floor(), request, kind)
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
    # All visitors are the same nobody: a key of one would answer another.
    return Asked(authentication.giver(request, actor), command, None if actor.role is Role.VISITOR else key)


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
    body: bytes = request.body if isinstance(request, Sent) else request.META["wsgi.input"].read(LARGEST_BODY + 1)
    return None if len(body) > LARGEST_BODY else body


def _answer(request: HttpRequest, found: Asked | HttpResponse) -> HttpResponse:
    if isinstance(found, HttpResponse):
        return found
    command, outcome = found.command, found.answer
    if isinstance(outcome, BaseException):
        raise outcome
    if isinstance(outcome, No):
        return refusal_answer(outcome)
    assert outcome is not None
    # A page of the house never sees its token: the browser keeps it.
    is_kept = isinstance(command, SignIn | EnterDemo) and authentication.from_own_page(request)
    kept = outcome.secret.pop(authentication.TOKEN, None) if is_kept else None
    answer = json_answer(answer_of(outcome))
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
