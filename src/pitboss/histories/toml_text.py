"""TOML as hands are written in it: values written, which the standard library cannot, and plain files read quickly."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_NOT_A_NUMBER = {"Infinity": "inf", "-Infinity": "-inf", "NaN": "nan"}

# What plain files of hands are made of: keys, numbers, strings without escapes, lists of either, and tables of it all.
_COMMENT = r"#[^\x00-\x08\x0a-\x1f\x7f]*+"
_STRING = r""""[^"\\\x00-\x08\x0a-\x1f\x7f]*+"|'[^'\x00-\x08\x0a-\x1f\x7f]*+'"""
_NUMBER = r"[+-]?+(?:0|[1-9][0-9]{0,17}+)(?:\.[0-9]{1,18}+)?+"
_GAP = rf"[ \t\n]*+(?:{_COMMENT}\n[ \t\n]*+)*+"


def _list_of(item: str) -> str:
    return rf"\[{_GAP}(?:(?:{item}){_GAP}(?:,{_GAP}(?:{item}){_GAP})*+(?:,{_GAP})?+)?+\]"


_VALUE = "|".join(
    (
        rf"(?P<string>{_STRING})",
        rf"(?P<number>{_NUMBER})",
        rf"(?P<numbers>{_list_of(_NUMBER)})",
        rf"(?P<strings>{_list_of(_STRING)})",
        "(?P<truth>true|false)",
    )
)
_LINE = re.compile(
    rf"[ \t]*+(?:(?P<key>[A-Za-z0-9_-]++)[ \t]*+=[ \t]*+(?:{_VALUE})|\[(?P<table>[A-Za-z0-9_-]++)\])?+"
    rf"[ \t]*+(?:{_COMMENT})?+(?:\n|\Z)"
)
_ITEM = re.compile(rf"{_COMMENT}|{_STRING}|{_NUMBER}")


def read_plain(text: str) -> dict[str, Any] | None:
    """A plain file as `tomllib` reads it, decimals exact; None for whatever is not plain, or is no TOML at all."""
    whole: dict[str, Any] = {}
    table, place, match = whole, 0, _LINE.match
    while place < len(text):
        line = match(text, place)
        if line is None:
            return None
        place, kind = line.end(), line.lastgroup
        if kind is None:
            continue
        key, value = line["table" if kind == "table" else "key"], line[kind]
        if key in (whole if kind == "table" else table):
            return None
        if kind == "table":
            table = whole[key] = {}
        else:
            table[key] = _CONVERT[kind](value)
    return whole


def _number(text: str) -> int | Decimal:
    return Decimal(text) if "." in text else int(text)


def _numbers(text: str) -> list[int | Decimal]:
    if "#" in text or "." in text:
        return [_number(item) for item in _ITEM.findall(text) if item[0] != "#"]
    items = text[1:-1].split(",")
    if not items[-1].strip():
        items.pop()
    return list(map(int, items))


def _strings(text: str) -> list[str]:
    if "#" in text or ("'" in text and '"' in text):
        return [item[1:-1] for item in _ITEM.findall(text) if item[0] != "#"]
    # Between one kind of quotes every other piece is a string.
    return text.split('"' if '"' in text else "'")[1::2]


_CONVERT: Mapping[str, Callable[[str], Any]] = {
    "string": lambda text: text[1:-1],
    "number": _number,
    "numbers": _numbers,
    "strings": _strings,
    "truth": lambda text: text == "true",
}


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
