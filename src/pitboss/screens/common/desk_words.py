"""How the desks say things: amounts in words, accounts and movements as people call them, days the Australian way."""

from collections.abc import Mapping
from datetime import date

from pitboss.floor.cage.events import METHOD_WORDS
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.field_checks import day_from
from pitboss.floor.people.patron_record import UNTIL_ENDED
from pitboss.ledger.books import PRACTICE_PREFIX
from pitboss.screens.common.drawing.chips import CASH as CHIPS
from pitboss.screens.common.formatting import name_of, round_money

# Australian notes and coins, in cents.
NOTES = (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5)
CHIP_WORTHS = tuple(worth for worth, _ in CHIPS)

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))

METHODS = tuple((str(method), words) for method, words in METHOD_WORDS.items())
_PLACES = {
    "felt": "felt of {}",
    "float": "float of {}",
    "jackpot": "jackpot of {}",
    "reserve": "jackpot reserve of {}",
    "commission": "commission of {}",
    "prizes": "prize pool of {}",
    "fees": "administration fees of {}",
    "tournament-commission": "commission of {}",
    "tickets": "tickets of {}",
}
# What moved money, where the name of the event would say too little.
_CAUSES = {
    "floor.BoughtIn": "Buy-in",
    "floor.CashedOut": "Cash-out",
    "floor.VoucherVoided": "Voucher made void",
    "floor.AdjustmentApproved": "Adjustment",
    "floor.ChipsMoved": "Fill or credit",
    "games.Placed": "Wager",
    "games.TakenBack": "Wager taken back",
    "games.BettingClosed": "Wager not accepted",
}


def in_words(cents: int) -> str:
    """`one thousand two hundred and fifty dollars and fifty cents`"""
    dollars, rest = divmod(abs(cents), 100)
    told = f"{_number(dollars)} dollar{'' if dollars == 1 else 's'}"
    return f"{told} and {_number(rest)} cent{'' if rest == 1 else 's'}" if rest else told


def _number(number: int) -> str:
    for worth, name in _GROUPS:
        if number >= worth:
            more, rest = divmod(number, worth)
            said = f"{_number(more)} {name}"
            return f"{said}{' and' if rest < 100 else ''} {_number(rest)}" if rest else said
    return _below_hundred(number)


def _below_hundred(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens]


def account(name: str) -> str:
    """Return the name people use for an account: `cash`, `Alice Reed`, `felt of uth-1`."""
    plain = name.removeprefix(PRACTICE_PREFIX)
    kind, _, place = plain.partition(":")
    if plain == accounts.FUNDS:
        return "funds of the house"
    if kind == accounts.WORLD:
        return METHOD_WORDS.get(place, place)
    if kind == "patron":
        return name_of(plain)
    if kind == "stake":
        table, _, player = place.partition(":")
        return f"chips of {name_of(f'patron:{player}')} at {table}"
    return _PLACES.get(kind, f"{kind} {{}}").format(place)


def sort_of_account(kind: str) -> str:
    """Return the name of all accounts of one kind, for a trial balance."""
    known = {
        "house": "Funds of the house",
        "world": "Paid in by and out to the world",
        "patron": "Accounts of patrons",
        "stake": "Chips in front of players",
        "felt": "Wagers on the felt",
        "float": "Floats of the tables",
        "jackpot": "Jackpot pools",
        "reserve": "Jackpot reserves",
        "prizes": "Prize pools",
        "fees": "Entry fees",
        "tickets": "Tickets",
    }
    return known.get(kind, kind.replace("-", " ").capitalize())


def cause(kind: str) -> str:
    """Describe the cause of a transfer in a word or two."""
    if kind in _CAUSES:
        return _CAUSES[kind]
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.partition(".")[2]).strip()


def worth_of(cents: int) -> str:
    """A note, a coin or a chip: `$50`, `$2.50`, `20c`."""
    return f"{cents}c" if cents < 100 else round_money(cents)


def day_in_words(day: str) -> str:
    """`Saturday 15 November 2025` for 2025-11-15."""
    found = day_from(day)
    return f"{found:%A} {found.day} {found:%B %Y}" if found else day


def short_day(day: date | None) -> str:
    """`15/11/2025`; nothing is for ever."""
    if day == UNTIL_ENDED:
        return "until it is ended"
    return "for ever" if day is None else f"until {day.day}/{day.month}/{day.year}"


# What the templates of the desks may say.
WORDS: Mapping[str, object] = {
    "account_words": account,
    "cause_words": cause,
    "amount_in_words": in_words,
    "worth_of": worth_of,
    "day_in_words": day_in_words,
}
