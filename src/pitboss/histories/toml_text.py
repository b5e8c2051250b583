"""Values as TOML writes them; the standard library only reads it."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_NOT_A_NUMBER = {"Infinity": "inf", "-Infinity": "-inf", "NaN": "nan"}


def assignment(key: str, value: Any) -> str:
    """One field on one line."""
    return f"{_key(key)} = {in_toml(value)}"


def in_toml(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(assignment(key, each) for key, each in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(in_toml, value)) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    """A basic string: JSON escapes alike, but lets the sign for deletion stand."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _decimal(value: Decimal) -> str:
    """A float of the same worth; TOML wants a digit after the point or an exponent, to tell it from an integer."""
    if not value.is_finite():
        return _NOT_A_NUMBER.get(str(value), "nan")
    written = str(value)
    return written if "." in written or "E" in written else f"{written}.0"
