"""How particulars of events are said: money, days, names with spaces, reasons that end like a sentence."""

from collections.abc import Callable, Mapping
from datetime import date
from string import Formatter
from typing import Any

from pitboss.games.command import dollars
from pitboss.rulebook.refusal import in_words as words

# What stands behind the kind of an account.
_ACCOUNTS = {
    "house": "the funds of the house",
    "world": "{} from outside",
    "patron": "the account of {}",
    "felt": "the felt of {}",
    "float": "the float of {}",
    "jackpot": "the jackpot of {}",
    "reserve": "the jackpot reserve of {}",
    "commission": "the commission of {}",
    "prizes": "the prize pool of {}",
    "fees": "the administration fees of {}",
    "tournament-commission": "the commission of {}",
    "tickets": "the tickets of {}",
}


class EventFormatter(Formatter):
    """`{amount:$}` is money, `{wager:w}` a name with spaces in it, `{day:d}` a day, `{chips:n}` a number of chips,
    and `{reason:r}` what somebody wrote, with an end."""

    def format_field(self, value: Any, format_spec: str) -> str:
        said = _SAID.get(format_spec, str)
        return str(said(value))


FORM = EventFormatter()


def day(told: str | date) -> str:
    """`15 November 2025`"""
    found = told if isinstance(told, date) else date.fromisoformat(told)
    return f"{found.day} {found:%B %Y}"


def reason(text: str) -> str:
    """Format a reason that somebody wrote as the end of a sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def of_account(name: str) -> str:
    """`the float of uth-1`, `the chips of p1001 at hld-1`."""
    kind, _, place = name.rpartition("/")[2].partition(":")
    if kind == "stake":
        table, _, player = place.partition(":")
        return f"the chips of {player} at {table}"
    return _ACCOUNTS.get(kind, "{}").format(place or kind)


def _number(count: int) -> str:
    return f"{count:,}"


_SAID: Mapping[str, Callable[[Any], str]] = {"$": dollars, "w": words, "d": day, "n": _number, "r": reason}
