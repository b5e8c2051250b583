"""Answers in JSON. Whatever is turned down has the same shape: one clear sentence with its clause or field."""

from typing import Any

import msgspec
from django.http import HttpResponse

from pitboss.floor.kernel.contract import No

# How soon a program may try again when the database did not answer.
RETRY_SECONDS = "1"
NOT_SIGNED_IN = No("Sign in first.", word="not_signed_in", status=401)
SESSION_OVER = No("This session is over: sign in again.", word="session_over", status=401)
NOT_ANSWERING = No("The database does not answer: try again under the same key.", word="not_answering", status=503)
BROKEN = No("Something is wrong with the program, and its log says what.", word="broken", status=500)


def not_found(what: str) -> No:
    return No(f"There is no {what}.", word="unknown", status=404)


def refusal(no: No) -> dict[str, dict[str, str]]:
    """Return a refusal as JSON data."""
    return {"refused": {"reason": no.reason, "clause": no.clause, "field": no.field, "word": no.word}}


def headers_for(status: int) -> dict[str, str]:
    """Return the HTTP headers that belong to a status."""
    more = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": RETRY_SECONDS}}
    return {"Cache-Control": "no-store", **more.get(status, {})}


def json_answer(data: Any, status: int = 200, made: type[HttpResponse] = HttpResponse) -> HttpResponse:
    return made(msgspec.json.encode(data), "application/json", status, headers=headers_for(status))


def refusal_answer(no: No) -> HttpResponse:
    return json_answer(refusal(no), no.status)


def wrong_method(*allowed: str) -> HttpResponse:
    said = refusal_answer(No(f"This address takes {' and '.join(allowed)} only.", word="method", status=405))
    said["Allow"] = ", ".join(allowed)
    return said
