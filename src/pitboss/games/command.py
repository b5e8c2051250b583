"""What somebody at a table asks for: the actor, the verb and its particulars, and whether they have a shape at all."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeGuard

from pitboss.cards.card import Card
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.frozen import Frozen

Cents = int
# More than any table will ever see, so that no sum has more digits than can be said.
MOST_CENTS: Cents = 10**15
NOTHING: Mapping[str, Cents] = Frozen({})


class Role(StrEnum):
    """Who acts: a player, or one of the people who run the game."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"


class Limit(NamedTuple):
    """The least and the most on one spot, as the sign at the table says."""

    least: Cents
    most: Cents


@quick_to_copy
class Command(NamedTuple):
    """A request by somebody at the table. Which of the particulars it needs is told by its verb in the game."""

    by: Role
    do: str
    seat: int | None = None
    player: str | None = None
    hand: int = 1
    amount: Cents | None = None
    cards: tuple[Card, ...] = ()
    wagers: Mapping[str, Cents] = NOTHING
    amounts: Mapping[str, Cents] = NOTHING
    joined_by: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    held: int | None = None
    handled_by: tuple[int, ...] | None = None
    rebuilt: bool | None = None
    ruling: str | None = None
    clause: str | None = None
    reason: str | None = None
    position: int | None = None
    depth: int | None = None
    minute: int | None = None
    limits: Mapping[str, "Limit"] | None = None
    shoe: str | None = None
    settings: Mapping[str, object] | None = None
    seconds: int | None = None
    looked_at: bool | None = None
    burn_taken: bool | None = None
    round: int | None = None


_PLAYER, _DEALER = Role.PLAYER, Role.DEALER
_USUAL = Command(Role.PLAYER, "")
_POSITION = Command._fields.index("position")
# Everything after the amount: a decision of a player has nothing of it.
NOTHING_MORE = _USUAL[6:]
# And everything after the cards: a step of the dealer seldom has anything of it.
NOTHING_BUT_CARDS = _USUAL[7:]
_NOTHING_BUT_WAGERS = _USUAL[8:]
# What stands before and after the place of a cut.
_TO_POSITION, _FROM_POSITION = _USUAL[8:_POSITION], _USUAL[_POSITION + 1 :]
_NUMBER, _WORDS = "a whole number", "words"
# What each particular of a command must be, where it is given at all.
_SHAPES: Mapping[str, str] = {
    **dict.fromkeys(("player", "ruling", "clause", "reason", "shoe"), _WORDS),
    **dict.fromkeys(("hand", "held", "position", "depth", "minute", "seconds", "round"), _NUMBER),
    **dict.fromkeys(("wagers", "amounts", "limits", "settings"), "a mapping by name"),
    **dict.fromkeys(("joined_by", "cards", "seats", "handled_by"), "a tuple"),
    **dict.fromkeys(("rebuilt", "looked_at", "burn_taken"), "true or false"),
}


def decision(
    do: str, seat: int | None, amount: Cents | None = None, player: str | None = None, hand: int = 1
) -> Command:
    """A decision of a player with no more than its amount, as most are; made as directly as can be."""
    given = _PLAYER, do, seat, player, hand, amount
    return new(Command, given + NOTHING_MORE)


def wagers_placed(seat: int, player: str, wagers: Mapping[str, Cents]) -> Command:
    """Chips of a player on the spots of a box."""
    given = _PLAYER, "place", seat, player, 1, None, (), Frozen(wagers)
    return new(Command, given + _NOTHING_BUT_WAGERS)


def dealer_step(do: str, cards: tuple[Card, ...] = ()) -> Command:
    """A step of the dealer with nothing but its cards, as most are; made as directly as can be."""
    if not cards:
        return _bare_step(do)
    given = _DEALER, do, None, None, 1, None, cards
    return new(Command, given + NOTHING_BUT_CARDS)


@cache
def _bare_step(do: str) -> Command:
    """A step without cards; a command is a value, and can be given again."""
    return Command(_DEALER, do)


def shape_fault(command: Command) -> str | None:
    """What is wrong with the shape of a command, whatever it asks for: one sentence, or nothing."""
    player = command.player
    if (
        (player is None or is_words(player))
        and type(command.hand) is int
        and type(command.cards) is tuple
        and (command.wagers is NOTHING or _is_mapping_by_name(command.wagers))
        and command[8:_POSITION] == _TO_POSITION
        and (command.position is None or _is_number(command.position))
        and command[_POSITION + 1 :] == _FROM_POSITION
    ):
        # So are nearly all commands of a round, and the rest need not be looked at one by one.
        return None
    for place, has_shape in _SHAPED:
        value = command[place]
        if value is not _USUAL[place] and not has_shape(value):
            name = Command._fields[place]
            return f"The {name.replace('_', ' ')} of a command must be {_SHAPES[name]}."
    if not all(type(name) is str for name in command.joined_by):
        return "Those who join are given by their names."
    if command.limits is not None and not all(map(is_limit, command.limits.values())):
        return "The limits of a command must be a least and a most amount for each spot."
    return None


def is_limit(limit: object) -> bool:
    return isinstance(limit, Limit) and is_whole(limit.least) and is_whole(limit.most)


def is_words(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and not value.isspace()


def _is_mapping_by_name(value: object) -> bool:
    # A dict is looked for first, because nearly all are, and it is known at a glance.
    return isinstance(value, (dict, Mapping)) and _JUST_NAMES.issuperset(map(type, value))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST_CENTS


def is_whole(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool)


_HAS_SHAPE: Mapping[str, Callable[[object], bool]] = {
    _WORDS: is_words,
    _NUMBER: _is_number,
    "a mapping by name": _is_mapping_by_name,
    "a tuple": lambda value: type(value) is tuple,
    "true or false": lambda value: type(value) is bool,
}
_JUST_NAMES = frozenset({str})
_SHAPED = [(place, _HAS_SHAPE[_SHAPES[name]]) for place, name in enumerate(Command._fields) if name in _SHAPES]


def value_words(value: object) -> str:
    """A wrong value as a sentence can say it: numbers without end and other things are only pointed at."""
    if isinstance(value, int | float) and abs(value) <= MOST_CENTS:
        return str(value)
    return repr(value) if isinstance(value, str) and len(value) < 40 else "that"


def dollars(cents: Cents) -> str:
    """An amount as people say it: $10, $7.50."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


_AMOUNT = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?", re.ASCII)


def cents_in(text: str, most_digits: int = 12) -> Cents | None:
    """The cents of an amount as people write it: 25, $25.50, 1,250; None for anything else, or for too many digits."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    whole = (found[1] or "0").replace(",", "")
    return 100 * int(whole) + int((found[2] or "").ljust(2, "0")) if len(whole) <= most_digits else None
