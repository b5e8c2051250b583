"""Stake limits as a live table keeps them: what each patron lets its dealers stake from their account.

What is left of a limit goes down with every wager of the patron at the table and up with everything that the table pays
into their account, stakes and winnings alike. Journals from before there were limits have none, and fold as ever.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.games.command import Cents
from pitboss.games.frozen import Frozen
from pitboss.games.money import Move, player


class StakeLimitSet(NamedTuple):
    """From now on, and up to a moment, dealers may stake so much of a patron's account here; nothing closes the limit.

    `by` is the patron, or the cashier who opened it for them.
    """

    patron: str
    amount: Cents
    until: int
    by: str


class StakeLimitRaised(NamedTuple):
    """A patron has bought in at the table: that much more may be staked, up to a moment."""

    patron: str
    amount: Cents
    until: int


class StakeLimit(NamedTuple):
    """What is left of a limit, up to which moment it holds, and who has opened it.

    Whoever wagers more than the limit on their own screen has less than nothing left, until that comes back.
    """

    left: Cents
    until: int
    by: str


StakeLimits = Mapping[str, StakeLimit]
KINDS = (StakeLimitSet, StakeLimitRaised)


def with_limit(limits: StakeLimits, event: StakeLimitSet | StakeLimitRaised, at: int) -> StakeLimits:
    """The limits of a table after one was opened, changed, closed or raised."""
    others = {name: limit for name, limit in limits.items() if name != event.patron}
    if isinstance(event, StakeLimitSet):
        return Frozen(others | {event.patron: StakeLimit(*event[1:])} if event.amount else others)
    before = open_limit(limits, event.patron, at) or StakeLimit(0, event.until, f"patron:{event.patron}")
    raised = before._replace(left=before.left + event.amount, until=max(before.until, event.until))
    return Frozen(others | {event.patron: raised})


def with_moves(limits: StakeLimits, moves: Iterable[Move]) -> StakeLimits:
    """The limits of a table after the money of one event has moved there."""
    left = {name: limit.left for name, limit in limits.items()}
    for source, target, cents in moves:
        for account, change in ((source, -cents), (target, cents)):
            name = account.removeprefix(player(""))
            if name != account and name in left:
                left[name] += change
    return Frozen({name: limit._replace(left=left[name]) for name, limit in limits.items()})


def open_limit(limits: StakeLimits, patron: str, at: int) -> StakeLimit | None:
    """A patron's limit that holds at a moment, if there is one."""
    found = limits.get(patron)
    return found if found is not None and at < found.until else None
