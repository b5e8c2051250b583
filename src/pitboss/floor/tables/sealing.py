"""Seals what nobody may read at rest: whoever has the database or a backup of it does not know the coming cards.

The key lies outside both: PITBOSS_SEAL_KEY in the environment or the file `seal` in the folder of the house, which is
made with the first shoe. A seal also says whether somebody has been at what is under it, or has put it elsewhere.
"""

import hashlib
import secrets
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from pitboss.floor.upkeep.owner_files import made_once, text_of

_KEY_BYTES, _NONCE_BYTES, _MARK_DIGITS = 32, 12, 16
_WORD = "sealed"


class BrokenSeal(ValueError):
    """Somebody has been at a sealed text, or it was sealed for another place."""


class SealedElsewhere(Exception):
    """A text is sealed with a key that is not here."""


class _Seal:
    """A key, and the mark by which one tells it from others."""

    def __init__(self, key: bytes) -> None:
        self.cipher = ChaCha20Poly1305(key)
        self.mark = hashlib.sha256(b"pitboss-seal/1" + key).hexdigest()[:_MARK_DIGITS]


@cache
def _seal_of(text: str) -> _Seal:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise ImproperlyConfigured(f"The key that shoes are sealed with must be {2 * _KEY_BYTES} hexadecimal digits.")
    return _Seal(key)


def _own_seal() -> _Seal:
    """The seal of this house; where it has none yet, a new one."""
    given = settings.SEAL_KEY or made_once(settings.SEAL_FILE, lambda: secrets.token_hex(_KEY_BYTES))
    return _seal_of(given)


def _seal_at_hand() -> _Seal | None:
    if settings.SEAL_KEY:
        return _seal_of(settings.SEAL_KEY)
    return _seal_of(text_of(settings.SEAL_FILE)) if settings.SEAL_FILE.exists() else None


def own_mark() -> str:
    """The mark of the key that is used now; it tells nothing of the key."""
    return _own_seal().mark


def is_at_hand(mark: str) -> bool:
    """Whether what is sealed with the key of this mark can be opened here."""
    seal = _seal_at_hand()
    return seal is not None and seal.mark == mark


def mark_on(text: str) -> str:
    """The mark of the key that a text says it is sealed with; nothing where it is not sealed."""
    word, _, rest = text.partition(" ")
    return rest.partition(" ")[0] if word == _WORD else ""


def close_seal(place: str, plain: str) -> str:
    """A text that only the key opens, and only as that of its place."""
    seal, nonce = _own_seal(), secrets.token_bytes(_NONCE_BYTES)
    return f"{_WORD} {seal.mark} {(nonce + seal.cipher.encrypt(nonce, plain.encode(), place.encode())).hex()}"


def open_seal(place: str, text: str) -> str:
    """The text under a seal."""
    seal, mark = _seal_at_hand(), mark_on(text)
    if seal is None or seal.mark != mark:
        raise SealedElsewhere(mark)
    try:
        closed = bytes.fromhex(text.removeprefix(f"{_WORD} {mark} "))
        plain = seal.cipher.decrypt(closed[:_NONCE_BYTES], closed[_NONCE_BYTES:], place.encode())
    except (ValueError, InvalidTag) as broken:
        raise BrokenSeal(place) from broken
    if text != f"{_WORD} {mark} {closed.hex()}":
        raise BrokenSeal(place)
    return plain.decode()
