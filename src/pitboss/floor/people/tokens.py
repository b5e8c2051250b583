"""Tokens of sessions and devices: `staff.maria.Kq3...`. They say whose they are; the journal has their SHA-256 only."""

import secrets
from hashlib import sha256

from pitboss.floor.kernel.field_checks import is_id

_RANDOM_BYTES = 32
_LONGEST = 200
_FAMILIES = ("patron", "staff", "device")


def new_token(stream: str) -> tuple[str, str]:
    """A new token of a person or device, and its digest."""
    family, _, owner = stream.partition(":")
    token = f"{family}.{owner}.{secrets.token_urlsafe(_RANDOM_BYTES)}"
    return token, digest_of(token)


def digest_of(token: str) -> str:
    """Return the digest of a token that the journal records."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def owner_of(token: str) -> str | None:
    """The stream of whose token this would be; None where no token looks like it."""
    family, _, rest = token[: _LONGEST + 1].partition(".")
    owner, _, random = rest.partition(".")
    if len(token) > _LONGEST or family not in _FAMILIES or not is_id(owner) or not random:
        return None
    return f"{family}:{owner}"
