"""What a game pays, in words: rows by name, odds as "3:2" or "3 to 2", amounts in cents, as cases and commands do it.

A setting of this kind is odds, a table of odds or of prizes by what a hand is, or a few amounts by name.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from pitboss.cards.order import Category
from pitboss.games.command import MOST_CENTS, is_whole
from pitboss.games.frozen import Frozen
from pitboss.games.pays import HANDS, Odds
from pitboss.rulebook.refusal import in_words, one_of

_ODDS = re.compile(r"([0-9]{1,9})(?:\s*(?::|to)\s*([0-9]{1,9}))?")
# A row with this in place of odds is not paid.
UNPAID = "none"


class NotPaid(ValueError):
    """Something that is no odds and no amount, or a row that a table does not have: one sentence."""


def tells_pay(name: str, usual: object) -> bool:
    """Whether a setting says what is paid, and is written as this module writes."""
    return isinstance(usual, Odds) or is_dataclass(usual) or (isinstance(usual, Mapping) and name != "limits")


def pay_from(name: str, usual: Any, written: object) -> Any:
    """A setting with what is written changed in it; the rest stays as it usually is."""
    if isinstance(usual, Odds):
        return _odds_from(written, usual.clause)
    rows = rows_of(usual)
    if not isinstance(written, Mapping):
        raise NotPaid(f"The setting {in_words(name)} must be a table by {one_of(rows)}.")
    for word in written:
        if word not in rows:
            raise NotPaid(
                f"The setting {in_words(name)} has no row {word!r}: its rows are {', '.join(map(in_words, rows))}."
            )
    if is_dataclass(usual) and not isinstance(usual, type):
        return replace(usual, **{word: _cents(name, amount) for word, amount in written.items()})
    table = dict(usual)
    for word, paid in written.items():
        row = rows[word]
        if paid == UNPAID:
            table.pop(row, None)
        elif isinstance(next(iter(usual.values())), Odds):
            table[row] = _odds_from(paid, _clause_of(usual, row))
        else:
            table[row] = usual[row]._replace(least=_cents(name, paid))
    return Frozen(table)


def pay_written(value: Any, usual: Any) -> object:
    """The other way round: of a table only what differs."""
    if isinstance(value, Odds):
        return odds_written(value)
    if is_dataclass(value):
        named = [each.name for each in fields(value)]
        return {name: getattr(value, name) for name in named if getattr(value, name) != getattr(usual, name)}
    changed = {row: paid for row, paid in value.items() if usual.get(row) != paid}
    return {
        **{_name(row): odds_written(paid) if isinstance(paid, Odds) else paid.least for row, paid in changed.items()},
        **{_name(row): UNPAID for row in usual if row not in value},
    }


def rows_of(usual: Any) -> dict[str, Any]:
    """The rows of a table by name; every hand there is can have one where only some have."""
    if is_dataclass(usual):
        return {each.name: each.name for each in fields(usual)}
    first, paid = next(iter(usual.items()))
    every: Any = type(first) if isinstance(paid, Odds) else usual
    return {_name(row): row for row in (HANDS if every is Category else every)}


def odds_written(odds: Odds) -> str:
    return f"{odds.to}:{odds.for_each}"


def _name(row: Enum) -> str:
    """A row as it is written: royal_flush, suited_678."""
    return row.name.lower()


def _clause_of(usual: Mapping[Any, Odds], row: Any) -> str:
    """The clause of the row, or for a new one that of the table."""
    if row in usual:
        return usual[row].clause
    return " ".join(next(iter(usual.values())).clause.split()[:2])


def _odds_from(written: object, clause: str) -> Odds:
    found = _ODDS.fullmatch(str(written).strip()) if isinstance(written, (str, int)) else None
    if found is None:
        raise NotPaid(f"{written!r} is not odds: write 3:2, or 3 for three to one.")
    return Odds(int(found[1]), int(found[2] or 1), clause)


def _cents(name: str, written: object) -> int:
    if not is_whole(written) or not 0 <= written <= MOST_CENTS:
        raise NotPaid(f"The setting {in_words(name)} needs an amount of $0 or more, not {written!r}.")
    return written
