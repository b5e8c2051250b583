"""How things are said on the pages: money, moments, cards and names, the Australian way."""

import re
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from pitboss.cards.card import RANK_NAMES, RANKS
from pitboss.floor.kernel.premises import premises_of
from pitboss.screens.common import process

MINUS = "\N{MINUS SIGN}"
_SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_MICROSECONDS = 1_000_000
# Somebody as the journal calls them: the number of a patron, or the stream of a person.
_PERSON = re.compile(r"\b(?:(?:patron|staff|device):[a-z0-9-]+|p[0-9]{4,9})\b")


def money(cents: int) -> str:
    """`$1,258.00`; below nothing `−$30.00`."""
    return f"{MINUS if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def round_money(cents: int) -> str:
    """Without the cents where there are none: `$10`, for signs and limits."""
    return money(cents).removesuffix(".00")


def signed_money(cents: int) -> str:
    """Format a result with its sign: `+$40.00`, `−$10.00`, `$0.00`."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def number(count: int) -> str:
    """`1,207`"""
    return f"{count:,}".replace("-", MINUS)


def percent(share: Fraction, places: int = 3) -> str:
    """`−2.185%`"""
    return f"{float(100 * share):.{places}f}%".replace("-", MINUS)


def card_in_words(face: str) -> str:
    """`ace of hearts` for Ah."""
    if face == "??":
        return "a card face down"
    return "the joker" if face == "JK" else f"{RANK_NAMES[RANKS.index(face[0])]} of {_SUIT_WORDS[face[1]]}"


def cards_in_words(faces: Iterable[str]) -> str:
    """`ace of hearts, nine of hearts`; cards that lie face down are counted."""
    cards = list(faces)
    hidden = cards.count("??")
    told = [card_in_words(face) for face in cards if face != "??"]
    if hidden:
        told.append("one card face down" if hidden == 1 else f"{hidden} cards face down")
    return ", ".join(told)


def card_in_signs(face: str) -> str:
    """`A♥`, `10♠`"""
    if face in ("??", "JK"):
        return {"??": "?", "JK": "JOKER"}[face]
    return f"{'10' if face[0] == 'T' else face[0]}{_SUIT_SIGNS[face[1]]}"


def local(at: int) -> datetime:
    """A moment on the clock of the house."""
    house = premises_of(process.floor_drawn())
    return datetime.fromtimestamp(at / _MICROSECONDS, ZoneInfo(house.time_zone))


def clock_time(at: int) -> str:
    """`21:14:52`"""
    return f"{local(at):%H:%M:%S}"


def day_and_time(at: int) -> str:
    """`14 November 2025, 21:14`"""
    moment = local(at)
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def duration(seconds: int) -> str:
    """`0:18`, `1:02:05`"""
    minutes, seconds = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def name_of(person: str) -> str:
    """The whole name of somebody, for the staff: `patron:p1001` is Alice Reed."""
    record = process.floor_drawn().record(person)
    return getattr(record, "name", "") or person.partition(":")[2]


def first_name(patron: str) -> str:
    """Return the name used at a table: the first name only."""
    words = name_of(f"patron:{patron}").split()
    return words[0] if words else patron


def with_names(sentence: str, *, for_staff: bool = True) -> str:
    """A sentence that tells of people by their numbers, with their names: `p1001 is out.`

    The staff know people by their whole names, everybody else by what they are called at a table.
    """

    def name_found(found: re.Match[str]) -> str:
        family, _, own = found[0].rpartition(":")
        return name_of(found[0]) if family else name_of(f"patron:{own}") if for_staff else first_name(own)

    return _PERSON.sub(name_found, sentence)
