"""Which chips an event needs, how long it needs them, and how many of each."""

from collections.abc import Sequence
from itertools import pairwise
from math import gcd, lcm
from typing import NamedTuple

from pitboss.tournaments.clock.clock import BREAK, next_break, reading
from pitboss.tournaments.event.conditions import Chips, Conditions, Level
from pitboss.tournaments.event.state import Moment, Tournament

# A stack has about so many of each chip below its largest: enough to pay and to give change.
_CHANGE = 8


class Obsolete(NamedTuple):
    """How long a denomination is needed: until the end of a level (0: never), then raced in the break after a level.

    No break: there is none after that level, so that the chips stay, or the director calls one.
    """

    denomination: Chips
    into: Chips
    last_level_needing: int
    next_break_after: int | None


class ColourUpDue(NamedTuple):
    """A denomination that goes out in the break after a level; `now`: that break is on."""

    denomination: Chips
    into: Chips
    last_level_needing: int
    break_after: int
    now: bool


class ChipCount(NamedTuple):
    """Chips of one denomination: in one starting stack, in all of them, and more to colour up with."""

    denomination: Chips
    in_a_stack: int
    in_all_stacks: int
    to_colour_up: int

    @property
    def total(self) -> int:
        return self.in_all_stacks + self.to_colour_up


def needs(level: Level, into: Chips) -> bool:
    """STAR D-Ante, D-Big Blind Ante, 7.42: whether a blind or the ante cannot be paid in chips of the next kind."""
    return any(amount % into for amount in (level.small, level.big, level.ante))


def payable(amount: Chips, chips: Sequence[Chips]) -> bool:
    """Whether an amount can be laid down exactly in chips of these denominations, the lowest first."""
    if len(chips) < 2:
        return not amount % chips[0] if chips else not amount
    *lower, top = chips
    # So many of the largest are worth a whole number of the smallest, and need not be tried.
    enough = lcm(top, lower[0]) // top
    return any(payable(amount - count * top, lower) for count in range(enough) if count * top <= amount)


def colour_up_schedule(conditions: Conditions) -> tuple[Obsolete, ...]:
    """STAR 4, STAR D-Chip race: for each chip but the largest, the last level that needs it and the break to race it.

    A chip is needed until the last level in which a blind or an ante is not a multiple of the next denomination.
    """
    chips = conditions.denominations
    return tuple(_obsolete(conditions, *pair) for pair in pairwise(chips))


def _obsolete(conditions: Conditions, chip: Chips, into: Chips) -> Obsolete:
    last = max((number for number, level in enumerate(conditions.levels, start=1) if needs(level, into)), default=0)
    after = min((each.after for each in conditions.breaks if each.after >= last), default=None)
    return Obsolete(chip, into, last, after)


def in_use(state: Tournament) -> tuple[Chips, ...]:
    """The denominations that are still in play, from the lowest."""
    return tuple(chip for chip in state.conditions.denominations if chip not in state.chips.coloured_up)


def colour_up_due(state: Tournament, at: Moment) -> tuple[ColourUpDue, ...]:
    """STAR 7.42, STAR D-Chip race: the chips that no level after the break needs: the one that is on, or the next."""
    now, coming = reading(state, at), next_break(state, at)
    if now is None:
        return ()
    is_on = now.kind == BREAK
    after = now.level if is_on else None if coming is None else coming.segment.level
    chips = in_use(state)
    return tuple(
        ColourUpDue(each.denomination, each.into, each.last_level_needing, after, is_on)
        for each in colour_up_schedule(state.conditions)
        if after is not None and each.last_level_needing <= after and each.denomination in chips and each.into in chips
    )


def lowest_in_play(state: Tournament) -> Chips:
    """STAR 7.42(g), 7.42(h): the smallest denomination that has not gone out."""
    return min(in_use(state), default=1)


def starting_stack(conditions: Conditions) -> dict[Chips, int]:
    """STAR 7.9: a starting stack in chips, by denomination: change in the small ones, the rest in the largest that fit.

    For 25,000: 10 of 100, 8 of 500, 10 of 1,000 and 2 of 5,000.
    """
    left, stack = conditions.stack, {}
    chips = conditions.denominations
    for chip, into in zip(chips, (*chips[1:], None), strict=True):
        count = None if into is None else _change(left, chip, into)
        stack[chip] = left // chip if count is None else count
        left -= stack[chip] * chip
    return stack


def _change(left: Chips, chip: Chips, into: Chips) -> int | None:
    """How many of a chip to give so that the rest goes evenly into the next; None: all the rest is of this chip."""
    common = gcd(chip, into)
    if left % common:
        return None
    # Every so many chips the rest goes evenly: the first such count that is enough for change.
    every = into // common
    first = left // common * pow(chip // common, -1, every) % every
    count = first + max(-(-(_CHANGE - first) // every), 0) * every
    return count if count * chip < left else None


def chip_set_needed(conditions: Conditions, entries: int) -> tuple[ChipCount, ...]:
    """STAR D-Tournament Float: the chips of each denomination for so many stacks, and those that replace smaller ones.

    What goes out comes back in the next denomination; a race may round up, by one chip a table.
    """
    stack, tables = starting_stack(conditions), -(-entries // conditions.seats)
    goes = {each.denomination for each in colour_up_schedule(conditions) if each.next_break_after is not None}
    counts, coming = [], 0
    for chip in conditions.denominations:
        more = -(-coming // chip) + tables if coming else 0
        counts.append(ChipCount(chip, stack[chip], stack[chip] * entries, more))
        coming = counts[-1].total * chip if chip in goes else 0
    return tuple(counts)
