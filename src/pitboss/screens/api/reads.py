"""The readable addresses of the API: who may read each, its parameters, and the function that answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.screens.common import authentication, process
from pitboss.screens.common.answers import NOT_SIGNED_IN, json_answer, refusal_answer, wrong_method
from pitboss.screens.common.forms import whole

ANYBODY = tuple(role for role in Role if role is not Role.CROUPIER)
SIGNED_IN = tuple(role for role in ANYBODY if role is not Role.VISITOR)
LONGEST_WORD = 100


class Number(NamedTuple):
    """Something asked for by a whole number."""

    least: int
    most: int
    usual: int | None
    meaning: str


class Word(NamedTuple):
    """Something asked for by a word."""

    meaning: str


# What stands behind the question mark, each as its read declares it: a number, a word, or nothing.
Query = Mapping[str, Any]
# What a read answers with: the object that is written as JSON.
Answer = dict[str, object]


class ReadRequest(NamedTuple):
    """A read request: the words in the path, and the query."""

    floor: Floor
    actor: Actor
    path: Mapping[str, str]
    query: Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One address. `answer` gives plain data, or says why not; its docstring describes it in the interface."""

    path: str
    roles: tuple[Role, ...]
    answer: Callable[[ReadRequest], Any]
    query: Mapping[str, Number | Word] = field(default_factory=dict)


def view_for(read: Read) -> Callable[..., HttpResponse]:
    """The read as Django calls it."""

    def view(request: HttpRequest, **path: str) -> HttpResponse:
        if request.method != "GET":
            return wrong_method("GET")
        floor = process.floor()
        actor = authentication.asking(floor, request)
        if isinstance(actor, No):
            return refusal_answer(actor)
        if actor.role not in read.roles:
            return refusal_answer(NOT_SIGNED_IN if actor.role is Role.VISITOR else _not_for(actor))
        query = _query(read, request)
        if isinstance(query, No):
            return refusal_answer(query)
        answer = read.answer(ReadRequest(floor, actor, path, query))
        return refusal_answer(answer) if isinstance(answer, No) else json_answer(answer)

    return view


def _not_for(actor: Actor) -> No:
    return No(f"This is not for the {actor.role}.", word="role", status=403)


def _query(read: Read, request: HttpRequest) -> Query | No:
    """Parse the query string."""
    unknown = sorted(request.GET.keys() - read.query.keys())
    if unknown:
        return wrong(unknown[0][:LONGEST_WORD], "This cannot be asked for here.")
    found: dict[str, str | int | None] = {}
    for name, asked in read.query.items():
        given = request.GET.get(name)
        value = _number(name, asked, given) if isinstance(asked, Number) else _word(name, given)
        if isinstance(value, No):
            return value
        found[name] = value
    return found


def _number(name: str, asked: Number, given: str | None) -> int | No | None:
    if given is None:
        return asked.usual
    number = whole(given)
    if number is None or not asked.least <= number <= asked.most:
        return wrong(name, f"This is a whole number from {asked.least} to {asked.most}.")
    return number


def _word(name: str, given: str | None) -> str | No:
    if given is None:
        return ""
    if len(given) > LONGEST_WORD or "\x00" in given:
        return wrong(name, f"This is a word of {LONGEST_WORD} characters at most.")
    return given
