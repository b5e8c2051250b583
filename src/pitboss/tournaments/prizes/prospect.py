"""What an event would come to with so many entries, before anybody has entered: the pool and its prizes by place."""

from typing import NamedTuple

from pitboss.tournaments.event.conditions import Cents, Conditions
from pitboss.tournaments.prizes.prizes import prize_list
from pitboss.tournaments.prizes.scales import shares_for


class Prospect(NamedTuple):
    """A prize by its place: the share of the pool in hundredths of a percent, the cash, and what comes with it."""

    place: int
    share: int
    cents: Cents
    goods: tuple[str, ...] = ()


def pool_of(conditions: Conditions, entries: int) -> Cents:
    """STAR 3-a[s1]: what so many entries bring to the pool."""
    return entries * conditions.to_pool


def prospects(conditions: Conditions, entries: int) -> tuple[Prospect, ...]:
    """STAR 3-a[s2]: the prizes if as many players as entries are placed; tickets are bought out of the pool first."""
    shares = () if conditions.scale is None else shares_for(conditions.scale, entries)[:entries]
    tickets = {each.place: each for each in conditions.tickets if each.place <= len(shares)}
    worth = {place: each.cents for place, each in tickets.items()}
    cash = prize_list(pool_of(conditions, entries), shares, conditions.prize_rounding, worth)
    return tuple(
        Prospect(place, share, cents, (tickets[place].what,) if place in tickets else ())
        for place, (share, cents) in enumerate(zip(shares, cash, strict=True), start=1)
    )
