"""Checks of what people type into commands; each returns a refusal in one sentence with its field, or nothing."""

import re
import unicodedata
from datetime import date
from functools import lru_cache

from pitboss.floor.kernel.contract import No
from pitboss.games.shape_check import Misfit, Wording, path_of

LONGEST_NAME = 100
LONGEST_REASON = 500
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@lru_cache(10_000)
def is_id(text: str) -> bool:
    """Whether something may be called so: lower-case letters, digits and dashes inside, 40 at most."""
    return _ID.fullmatch(text) is not None


def wrong_id(text: str, field: str) -> No | None:
    if is_id(text):
        return None
    return wrong(field, "Lower-case letters, digits and dashes, 40 at most.")


def wrong_words(text: str, field: str, longest: int = LONGEST_NAME, *, may_be_empty: bool = False) -> No | None:
    """Words for people to read: on one line, without anything that is not to be seen."""
    if not text.strip() and not may_be_empty:
        return wrong(field, "Something must be written here.")
    if len(text) > longest:
        return wrong(field, f"{longest} characters at most.")
    # Everything that Unicode counts among "other": controls, unpaired surrogates, characters that do not exist.
    if any(unicodedata.category(character)[0] == "C" or character in "\u2028\u2029" for character in text):
        return wrong(field, "Control characters cannot be written here.")
    return None


def wrong_reason(text: str, field: str = "reason") -> No | None:
    return wrong_words(text, field, LONGEST_REASON)


def day_from(text: str) -> date | None:
    """The day of `2001-12-31`; None where there is no such day."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def wrong(field: str, reason: str) -> No:
    """A particular that cannot be taken."""
    return No(reason, field=field, word="invalid", status=422)


def misfit_refusal(found: Misfit, wording: Wording) -> No:
    """A particular of the wrong shape. Of what is inside a mapping the field is told, and not the place in it."""
    place = found.place
    inside = (at for at in range(1, len(place)) if isinstance(place[at], str) and isinstance(place[at - 1], str))
    return wrong(path_of(place[: next(inside, None)]), wording.sentence(found))
