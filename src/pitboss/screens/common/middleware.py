"""Middleware of every request: a line in the log, careful headers, and an answer whatever happens.

A demo house answers under few names. Whoever owns another one can have it lead to this machine: to the browser of
somebody here their page would then be one of the house, which lets anybody in.
"""

import logging
import secrets
import socket
import time
from collections.abc import Callable
from functools import lru_cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeVar
from weakref import WeakSet

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import DataError
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import split_domain_port, validate_host

from pitboss.floor.kernel.contract import HOUSE, No, Records
from pitboss.floor.kernel.premises import Premises
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.screens.common import process
from pitboss.screens.common.answers import BROKEN, NOT_ANSWERING, plain_refusal

LOG = logging.getLogger("pitboss.requests")
T = TypeVar("T")
_LONGEST_PATH = 200
SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        # Styles may stand in the pages: places on the felt are drawn with them. Scripts may not.
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
}
# Whoever has come over TLS once comes so for a year.
TLS_FROM_NOW_ON = "max-age=31536000"
# What is sent in no form that can be read, is more than any form of the house has, or is what no text may hold.
_UNREADABLE = (BadRequest, DataError, MultiPartParserError, SuspiciousOperation)
NOT_READ = No("What was sent cannot be read, or is too much.", word="malformed", status=400)
_ELSEWHERE = No(
    "This is a demo house: it answers under the names of its own machine and the address it was told to listen at.",
    word="host",
    status=421,
)
# Houses that are no demo, and never become one again.
_REAL: WeakSet[Records] = WeakSet()


class LoggedRequest:
    """A request, to its line in the log: who asked for what and what became of it, and nothing of what was said."""

    def __init__(self, method: str, path: str, address: str) -> None:
        self.number, self._begun = secrets.token_hex(8), time.perf_counter()
        self._method, self._path, self._address = method, path[:_LONGEST_PATH], address
        self.actor: Actor | None = None
        self.command = ""

    def log_answer(self, status: int) -> None:
        told = {
            **self._about(),
            "actor": self.actor.person if self.actor else "",
            "role": self.actor.role if self.actor else "",
            "command": self.command,
            "status": status,
            "ms": round((time.perf_counter() - self._begun) * 1000, 1),
        }
        # Whoever knocks often fills no log: of visitors only so many lines of a kind are written.
        is_known = self.actor is not None and self.actor.role is not Role.VISITOR
        LOG.info("request", extra={"told": told, "often": "" if is_known else f"visitor {status}"})

    def log_fault(self, why: str, fault: Exception) -> None:
        LOG.error(why, extra={"told": self._about()}, exc_info=fault)

    def _about(self) -> dict[str, object]:
        about = {"request": self.number, "address": self._address}
        return {**about, "method": self._method, "path": self._path}


class EveryRequest:
    """The middleware of Django, by which all requests pass but those that come past it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return end(request, begin(request, partial(self._get_response, request)))

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse:
        return _fault_response(request, fault)


def begin(request: HttpRequest, answer: Callable[[], T]) -> T | HttpResponse:
    """Begins the line of a request in the log, and answers it, unless it is under a name that this house has not."""
    address = request.META.get("REMOTE_ADDR", "")
    request.logged = LoggedRequest(request.method or "", request.path, address)  # type: ignore[attr-defined]

    def answer_here() -> T | HttpResponse:
        no = not_here(process.floor(), request.headers.get("Host", ""))
        return plain_refusal(request, no) if no else answer()

    return answer_safely(request, answer_here)


def answer_safely(request: HttpRequest, answer: Callable[[], T]) -> T | HttpResponse:
    """The answer to a request, or what is told of it if something happens."""
    try:
        return answer()
    except Exception as fault:
        return _fault_response(request, fault)


def end(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with the headers that all have; what became of the request is logged."""
    for name, value in SAFETY.items():
        response.setdefault(name, value)
    if request.is_secure():
        response.setdefault("Strict-Transport-Security", TLS_FROM_NOW_ON)
    logged = logged_of(request)
    response["X-Request-ID"] = logged.number
    logged.log_answer(response.status_code)
    return response


def _fault_response(request: HttpRequest, fault: Exception) -> HttpResponse:
    """No trace of the program reaches anybody but its log."""
    if isinstance(fault, _UNREADABLE):
        return plain_refusal(request, NOT_READ)
    if isinstance(fault, DatabaseError):
        logged_of(request).log_fault("the database does not answer", fault)
        return plain_refusal(request, NOT_ANSWERING)
    logged_of(request).log_fault("a fault of the program", fault)
    return plain_refusal(request, BROKEN)


def not_here(house: Records, host: str) -> No | None:
    """Return the refusal of a request under a name that a demo house does not know; a real house takes any."""
    if is_known(host) or house in _REAL:
        return None
    premises: Premises | None = house.record(HOUSE)
    if premises is not None and not premises.is_demo:
        _REAL.add(house)
    return _ELSEWHERE if premises and premises.is_demo else None


def is_known(host: str) -> bool:
    """Whether the header `Host` is one of this machine. Where the house listens at all addresses, each is."""
    name, _port = split_domain_port(host)
    told, address = _address_of(settings.LISTENS_AT), _address_of(name)
    listens_everywhere = told is not None and told.is_unspecified
    if address is not None:
        return address.is_loopback or address == told or listens_everywhere
    own = socket.gethostname() if listens_everywhere else settings.LISTENS_AT
    return bool(name) and validate_host(name, (".localhost", own.lower()))


@lru_cache(1000)
def _address_of(name: str) -> IPv4Address | IPv6Address | None:
    """The address that a name is, rather than leads to."""
    try:
        return ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def logged_of(request: HttpRequest) -> LoggedRequest:
    """Return the log line of a request."""
    found: LoggedRequest = request.logged  # type: ignore[attr-defined]
    return found
