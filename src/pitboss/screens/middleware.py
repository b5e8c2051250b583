"""What every request has in common: a number, a line in the log, careful headers, and an answer whatever happens."""

import logging
import secrets
import time
from collections.abc import Callable

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse

from pitboss.screens.answers import BROKEN, NOT_ANSWERING, refused

LOG = logging.getLogger("pitboss.requests")
_LONGEST_PATH = 200
SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
}


class EveryRequest:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number, begun = secrets.token_hex(8), time.perf_counter()
        request.number = number  # type: ignore[attr-defined]
        response = self._get_response(request)
        for name, value in SAFETY.items():
            response.setdefault(name, value)
        response["X-Request-ID"] = number
        LOG.info("request", extra={"told": _line(request, response, number, time.perf_counter() - begun)})
        return response

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse:
        """No trace of the program reaches anybody but its log."""
        about = {"request": getattr(request, "number", ""), "path": request.path[:_LONGEST_PATH]}
        if isinstance(fault, DatabaseError):
            LOG.error("the database does not answer", extra={"told": about}, exc_info=fault)
            return refused(NOT_ANSWERING)
        LOG.error("a fault of the program", extra={"told": about}, exc_info=fault)
        return refused(BROKEN)


def _line(request: HttpRequest, response: HttpResponse, number: str, seconds: float) -> dict[str, object]:
    """Who asked for what and what became of it; nothing of what was asked or answered."""
    actor = getattr(request, "actor", None)
    return {
        "request": number,
        "method": request.method,
        "path": request.path[:_LONGEST_PATH],
        "actor": actor.person if actor else "",
        "role": actor.role if actor else "",
        "command": getattr(request, "command", ""),
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
    }
