"""PHH, the format of the field for hands of poker, read and written: one hand as TOML, or several as tables of it.

The specification is public (uoftcprg/phh-std). Everything here is a function of text; amounts are whole numbers or
decimals, exact as they stand.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import time
from decimal import Decimal
from typing import Any, NoReturn

from pitboss.cards.card import face
from pitboss.cards.deck import holdem_deck
from pitboss.games.frozen import Frozen
from pitboss.histories.history import (
    HEADS_UP,
    OTHER_VARIANTS,
    UNKNOWN,
    VARIANTS,
    Action,
    Amount,
    BrokenHistory,
    Do,
    HandHistory,
)
from pitboss.histories.notation import WrongAction, action, notation
from pitboss.histories.source import Source
from pitboss.histories.toml_text import assignment, in_toml, read_plain

__all__ = ["read", "read_all", "write", "write_all"]

Json = dict[str, Any]

BET_SIZES = ("min_bet", "small_bet", "big_bet")
REQUIRED = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
MOST_DIGITS = 15
_FAULT = re.compile(r"(?P<fault>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)


def read(text: str, name: str) -> HandHistory:
    """The one hand of a PHH file; `name` is what a sentence about it calls the file."""
    hands = read_all(text, name)
    if len(hands) != 1:
        raise BrokenHistory(name, 1, f"the file holds {len(hands)} hands, and one is asked for.")
    return hands[0]


def read_all(text: str, name: str) -> tuple[HandHistory, ...]:
    """The hands of a PHH file, which is one, or of a PHHS file, whose tables are hands."""
    data = _parse(text, name)
    if data and "variant" not in data and all(isinstance(value, dict) for value in data.values()):
        return tuple(_Hand(hand, Source(name, text, table)).history() for table, hand in data.items())
    return (_Hand(data, Source(name, text)).history(),)


def write(history: HandHistory) -> str:
    """A hand as a PHH file; what is read from it is equal to the hand."""
    required = {
        "variant": history.variant,
        "antes": history.antes,
        "blinds_or_straddles": history.blinds_or_straddles,
        **history.bets,
        "starting_stacks": history.starting_stacks,
    }
    actions = "".join(f"  {in_toml(notation(each))},\n" for each in history.actions)
    lines = [assignment(key, value) for key, value in required.items()]
    lines.append(f"actions = [\n{actions}]")
    lines += [assignment(key, value) for key, value in history.more.items()]
    return "\n".join(lines) + "\n"


def write_all(histories: Iterable[HandHistory]) -> str:
    """Hands as a PHHS file, numbered from 1."""
    return "\n".join(f"[{number}]\n{write(history)}" for number, history in enumerate(histories, start=1))


def _parse(text: str, name: str) -> Json:
    plain = read_plain(text)
    if plain is not None:
        return plain
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = _FAULT.fullmatch(str(error))
        fault = found["fault"] if found else str(error)
        line = int(found["line"]) if found and found["line"] else text.rstrip().count("\n") + 1
        raise BrokenHistory(name, line, f"this is not TOML: {fault[0].lower()}{fault[1:]}.") from None
    except RecursionError:
        raise BrokenHistory(name, 1, "the file is nested too deeply to be a hand.") from None
    except (ValueError, ArithmeticError):
        raise BrokenHistory(name, 1, "the file holds a number that is too long to be read.") from None


class _Hand:
    """The fields of one hand, checked one by one."""

    def __init__(self, data: Json, source: Source) -> None:
        self.data, self.source = data, source
        self.players = 0

    def history(self) -> HandHistory:
        variant = self._variant()
        bets = {field: self._bet_size(field) for field in VARIANTS[variant].bets}
        for field in REQUIRED:
            self._must_be_there(field, variant)
        self.players = self._count()
        stacks = self._by_player("starting_stacks", _is_stack, "amounts above 0, or inf")
        antes = self._by_player("antes", _is_amount, "amounts")
        blinds = self._by_player("blinds_or_straddles", _is_blind, "amounts")
        actions = tuple(self._actions(variant))
        known = {"variant", *VARIANTS[variant].bets, *REQUIRED}
        more = {key: _freeze(self._optional(key, value)) for key, value in self.data.items() if key not in known}
        return HandHistory(variant, antes, blinds, Frozen(bets), stacks, actions, Frozen(more), self.source)

    def _fail(self, field: str | None, fault: str) -> NoReturn:
        line = None if field is None else self.source.line_of(field)
        raise BrokenHistory(self.source.name, line, fault)

    def _variant(self) -> str:
        if "variant" not in self.data:
            line = min((self.source.line_of(key) or 1 for key in self.data), default=1)
            raise BrokenHistory(self.source.name, line, "the field variant is missing.")
        variant = self.data["variant"]
        if not isinstance(variant, str) or variant not in VARIANTS:
            played = ", ".join(f"{code} ({each.name})" for code, each in VARIANTS.items())
            named = OTHER_VARIANTS.get(variant) if isinstance(variant, str) else None
            what = f"{variant} is {named}, which" if named else f"variant {_value_words(variant)}"
            self._fail("variant", f"{what} is not a game of hold'em that can be replayed: those are {played}.")
        needless = [field for field in (*BET_SIZES, "bring_in") if field not in VARIANTS[variant].bets]
        for field in needless:
            if field in self.data:
                self._fail(field, f"{field} has no place in {VARIANTS[variant].name} ({variant}).")
        return variant

    def _must_be_there(self, field: str, variant: str) -> None:
        if field not in self.data:
            self._fail("variant", f"{VARIANTS[variant].name} ({variant}) needs the field {field}, which is missing.")

    def _bet_size(self, field: str) -> Amount:
        self._must_be_there(field, self.data["variant"])
        value = self.data[field]
        if not _is_amount(value) or not value:
            self._fail(field, f"{field} must be an amount above 0, not {_value_words(value)}.")
        amount: Amount = value
        return amount

    def _count(self) -> int:
        stacks = self.data["starting_stacks"]
        if not isinstance(stacks, list) or len(stacks) < HEADS_UP:
            self._fail("starting_stacks", "starting_stacks must be a list with the stacks of two or more players.")
        return len(stacks)

    def _by_player(self, field: str, fits: Callable[[Any], bool], what: str) -> tuple[Any, ...]:
        values = self.data[field]
        if not isinstance(values, list) or not all(map(fits, values)):
            self._fail(field, f"{field} must be a list of {what}.")
        if len(values) != self.players:
            self._fail(field, f"{field} must be as many as the starting stacks, {self.players}, not {len(values)}.")
        return tuple(values)

    def _actions(self, variant: str) -> Iterator[Action]:
        texts = self.data["actions"]
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._fail("actions", "actions must be a list of strings.")
        deck, dealt = holdem_deck(VARIANTS[variant].deck), set()
        for index, text in enumerate(texts):
            try:
                done = action(text)
                if done.player > self.players:
                    raise WrongAction(f"names a player beyond the {self.players} with a starting stack")
                for card in done.cards:
                    if card is not UNKNOWN and card not in deck:
                        raise WrongAction(f"has {face(card)}, which is not in the deck of {len(deck)} cards")
                    if card is not UNKNOWN and done.do is not Do.SHOW:
                        if card in dealt:
                            raise WrongAction(f"deals {face(card)}, which has been dealt before")
                        dealt.add(card)
            except WrongAction as error:
                line = self.source.line_of_action(index)
                raise BrokenHistory(self.source.name, line, f"{_value_words(text)} {error}.") from None
            yield done

    def _optional(self, field: str, value: Any) -> Any:
        shape = _OPTIONAL.get(field)
        if shape is not None and not shape[0](value):
            self._fail(field, f"{field} must be {shape[1]}, not {_value_words(value)}.")
        each = _OPTIONAL_BY_PLAYER.get(field)
        return value if each is None else self._by_player(field, *each)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_integer(value: Any) -> bool:
    return type(value) is int


def _is_amount(value: Any) -> bool:
    """A number from 0 on with few enough digits on both sides of the point to be counted in chips."""
    if type(value) is int:
        return bool(0 <= value < 10**MOST_DIGITS)
    if not isinstance(value, Decimal) or not value.is_finite() or value < 0:
        return False
    _, _, exponent = value.as_tuple()
    return value.adjusted() < MOST_DIGITS and isinstance(exponent, int) and exponent >= -MOST_DIGITS


def _is_blind(value: Any) -> bool:
    """An amount; below 0 it is what a player posts to come in, as the programs of the field write it."""
    return _is_amount(abs(value)) if type(value) is int or isinstance(value, Decimal) else False


def _is_stack(value: Any) -> bool:
    return (_is_amount(value) and value > 0) or (isinstance(value, Decimal) and value == Decimal("inf"))


_TEXT, _WHOLE = (_is_text, "text"), (_is_integer, "a whole number")
_TEXT_OR_WHOLE = (lambda value: _is_text(value) or _is_integer(value), "text or a whole number")
_OPTIONAL: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"), _TEXT),
    **dict.fromkeys(("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"), _TEXT),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _WHOLE),
    **dict.fromkeys(("hand", "table"), _TEXT_OR_WHOLE),
    "time": (lambda value: isinstance(value, time), "a local time"),
    "ante_trimming_status": (lambda value: isinstance(value, bool), "true or false"),
}
_OPTIONAL_BY_PLAYER: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "seats": (_is_integer, "whole numbers"),
    "players": (_is_text, "names"),
    "finishing_stacks": (_is_amount, "amounts"),
    "winnings": (_is_amount, "amounts"),
}


def _freeze(value: Any) -> Any:
    if isinstance(value, dict):
        return Frozen({key: _freeze(each) for key, each in value.items()})
    return tuple(map(_freeze, value)) if isinstance(value, list | tuple) else value


def _value_words(value: Any) -> str:
    """A wrong value as a sentence can say it."""
    if isinstance(value, str):
        return repr(value if len(value) < 60 else f"{value[:56]}...")
    return str(value) if isinstance(value, int | Decimal) and len(str(value)) < 40 else "that"
