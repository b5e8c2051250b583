"""Answers in JSON. Whatever is turned down has the same shape: one clear sentence with its clause or field."""

from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No

# How soon a program may try again when the database did not answer.
RETRY_SECONDS = "1"
NOT_SIGNED_IN = No("Sign in first.", word="not_signed_in", status=401)
SESSION_OVER = No("This session is over: sign in again.", word="session_over", status=401)
NOT_ANSWERING = No("The database does not answer: try again in a few seconds.", word="not_answering", status=503)
PLAIN_PAGE = """<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>Pitboss</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>This did not work</h1><p>{reason}</p><p><a href="/">To the lobby</a></p></body></html>
"""
# To the script of the pages: the sentence names no field, and stands where something was pressed.
TOLD_IN_PLACE = '{"refused":{"place":""}}'
BROKEN = No("Something is wrong with the program, and its log says what.", word="broken", status=500)


def not_found(what: str) -> No:
    return No(f"There is no {what}.", word="unknown", status=404)


def refusal(no: No) -> dict[str, dict[str, str | int]]:
    """Return a refusal as JSON data; `request` is the number under which it waits for a second person."""
    told: dict[str, str | int] = {"reason": no.reason, "clause": no.clause, "field": no.field, "word": no.word}
    return {"refused": told | ({"request": no.request} if no.request else {})}


def headers_for(status: int) -> dict[str, str]:
    """Return the HTTP headers that belong to a status."""
    again = {"Retry-After": RETRY_SECONDS}
    more = {401: {"WWW-Authenticate": "Bearer"}, 429: again, 503: again}
    return {"Cache-Control": "no-store", **more.get(status, {})}


def refusal_parts(no: No, asked: Mapping[str, str]) -> tuple[dict[str, str], bytes]:
    """Headers and text of a refusal for which nothing need be drawn, by the headers of the request.

    In JSON; to somebody with a page before them as a page that needs nothing of what may be broken; to a page that asks
    for a part, or sends something, as a sentence for its script to put where it belongs.
    """
    headers, reason = {"Content-Type": "text/html; charset=utf-8", **headers_for(no.status)}, escape(no.reason)
    if asked.get("HX-Request"):
        told = {"HX-Trigger-After-Swap": TOLD_IN_PLACE}
        return headers | told, f'<p class="refusal" role="alert">{reason}</p>'.encode()
    if "text/html" in asked.get("Accept", ""):
        return headers, PLAIN_PAGE.format(reason=reason).encode()
    return headers | {"Content-Type": "application/json"}, msgspec.json.encode(refusal(no))


def plain_refusal(request: HttpRequest, no: No) -> HttpResponse:
    """A refusal for which nothing need be drawn."""
    headers, text = refusal_parts(no, request.headers)
    return HttpResponse(text, status=no.status, headers=headers)


def json_answer(data: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(data), "application/json", status, headers=headers_for(status))


def download(name: str, body: bytes, kind: str) -> HttpResponse:
    """A file to be saved, which nobody keeps on the way."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(body, f"{kind}; charset=utf-8", headers=headers)


def refusal_answer(no: No) -> HttpResponse:
    return json_answer(refusal(no), no.status)


def wrong_method(*allowed: str) -> HttpResponse:
    said = refusal_answer(No(f"This address takes {' and '.join(allowed)} only.", word="method", status=405))
    said["Allow"] = ", ".join(allowed)
    return said
