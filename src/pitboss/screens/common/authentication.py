"""Who is asking: a token in the header `Authorization: Bearer ...`, or in the cookie of a browser.

A browser sends its cookie along whoever makes it ask, so that a command with a cookie also needs the header
`X-Requested-With: pitboss`, which no page of anybody else can send.
"""

from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import VISITOR, Actor, Role, visitor_from
from pitboss.floor.people import security, sessions
from pitboss.floor.people.devices import not_at
from pitboss.floor.people.tokens import digest_of
from pitboss.screens.common.answers import SESSION_OVER
from pitboss.screens.common.middleware import logged_of

COOKIE = "pitboss"
# The part of an answer that a browser keeps in its cookie, and that it leaves out because its pages cannot see it.
TOKEN = "token"
OWN_HEADER, OWN_WORD = "X-Requested-With", "pitboss"
_LONGEST_TOKEN = 200
# What an address may be about that not every device is for.
_PLACES = ("table", "tournament")
# The part of a long address that a provider gives to one house; what is behind it one can choose as one likes.
_NETWORK_BITS = 64
# Tokens that were somebody's when they were last looked up, by their digests, and whose they are.
_MOST_FAMILIAR = 10_000
_familiar: OrderedDict[str, str] = OrderedDict()
NOT_FROM_A_PAGE = No(
    f"A command with a cookie needs the header {OWN_HEADER}: {OWN_WORD}.", word="not_from_a_page", status=403
)


class Token(NamedTuple):
    """The token that identifies whoever asks."""

    text: str
    from_cookie: bool


def token_in(headers: Mapping[str, str]) -> Token | No | None:
    """The token of a request, None where there is none. The header counts before the cookie."""
    given = headers.get("Authorization")
    if given is None:
        kept = _cookie(headers.get("Cookie") or "")
        return Token(kept, from_cookie=True) if 0 < len(kept) <= _LONGEST_TOKEN else None
    scheme, _, token = given.strip().partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token.strip()) <= _LONGEST_TOKEN:
        return No("The header Authorization is Bearer and a token.", word="not_signed_in", status=401)
    return Token(token.strip(), from_cookie=False)


def actor_of(floor: Floor, token: Token | None, *, is_use: bool = True) -> Actor | No:
    """Return the actor of a token. An expired cookie is a visitor's, since browsers keep it; a token is refused."""
    if token is None:
        return VISITOR
    found = sessions.who_is(floor, token.text, is_use=is_use)
    _remember(token, found)
    if found is None:
        return VISITOR if token.from_cookie else SESSION_OVER
    return found


def _remember(token: Token, found: Actor | None) -> None:
    digest = digest_of(token.text)
    _familiar.pop(digest, None)
    if found is not None:
        _familiar[digest] = found.person
        if len(_familiar) > _MOST_FAMILIAR:
            _familiar.popitem(last=False)


def familiar_person(token: Token) -> str | None:
    """Whose token this was when it was last looked up: for who is served first, and not for what they may do."""
    return _familiar.get(digest_of(token.text))


def asking(floor: Floor, request: HttpRequest, *, is_use: bool = True) -> Actor | No:
    """Return the actor of a request and note it for the log. A page that only follows does not use its session.

    A device that is nobody at the table or the event of this address is refused.
    """
    token = token_in(request.headers)
    found = token if isinstance(token, No) else actor_of(floor, token, is_use=is_use)
    if isinstance(found, No):
        return found
    logged_of(request).actor = found
    return not_at_address(floor, found, request.resolver_match.kwargs if request.resolver_match else {}) or found


def not_at_address(floor: Floor, actor: Actor, places: Mapping[str, object]) -> No | None:
    """Return the refusal of a device that is nobody at the table or the event of an address."""
    if not actor.through:
        return None
    streams = (f"{family}:{places[family]}" for family in _PLACES if family in places)
    return next((no for stream in streams if (no := not_at(floor, actor, stream))), None)


def giver(request: HttpRequest, actor: Actor) -> Actor:
    """Who gives the command of a request; a visitor with where they come from, by which wrong attempts are counted."""
    if actor.role is not Role.VISITOR:
        return actor
    return visitor_from(security.number_of(place_of(request.META.get("REMOTE_ADDR", ""))))


def place_of(address: str) -> str:
    """The place that an address stands for: itself, and of a long one the network that it is in."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> _NETWORK_BITS << _NETWORK_BITS))


def own_token(request: HttpRequest) -> str:
    """The token that the request itself was made with."""
    token = token_in(request.headers)
    return token.text if isinstance(token, Token) else ""


def is_forged(request: HttpRequest) -> bool:
    """Whether somebody else's page may have made the browser send this."""
    token = token_in(request.headers)
    return isinstance(token, Token) and token.from_cookie and request.headers.get(OWN_HEADER) != OWN_WORD


def from_own_page(request: HttpRequest) -> bool:
    return request.headers.get(OWN_HEADER) == OWN_WORD


def keep_cookie(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """The browser keeps a token, and shows it over TLS alone where this came over TLS.

    The house itself speaks plain HTTP. A proxy says so in X-Forwarded-Proto; the browser by the origin of its page.
    """
    came_over_tls = request.is_secure() or request.headers.get("Origin", "").startswith("https://")
    response.set_cookie(COOKIE, token, httponly=True, samesite="Lax", secure=came_over_tls)


def drop_cookie(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def _cookie(header: str) -> str:
    """The value of the house's cookie. Every request is looked at so, in one pass and however long its header is."""
    for part in header.split(";"):
        name, _, value = part.partition("=")
        if name.strip() == COOKIE:
            return value.strip().strip('"')
    return ""
