"""Prizes: the pool divided by places to the last cent, shared places, what is certain and what comes next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Cents, Conditions
from pitboss.tournaments.event.state import Player, Stage, Status, Tournament, in_play
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.scales import shares_for
from pitboss.tournaments.prizes.standings import by_entry, places, players_left

Prizes = Mapping[int, Cents]
Awards = Mapping[Player, Cents]

_NO_TICKETS: Prizes = Frozen({})


def divide(total: Cents, weights: Sequence[int], step: Cents = 1, *, one_each: bool = False) -> tuple[Cents, ...]:
    """T-04: an amount by weights in whole steps, rounded down, and nothing lost.

    What is left over goes to the first; `one_each`: one cent each from the first on, where the step is a cent.
    """
    whole = sum(weights)
    parts = [total * weight // (whole * step) * step for weight in weights]
    over = total - sum(parts)
    if one_each and step == 1:
        return tuple(part + (place < over) for place, part in enumerate(parts))
    return parts[0] + over, *parts[1:]


def prize_list(
    pool_cents: Cents, shares: Sequence[int], rounding: Cents = 1, tickets: Prizes = _NO_TICKETS
) -> tuple[Cents, ...]:
    """STAR 3-a[s2], HLD 20.4(h): the cash by place from the first down; the whole pool is in it.

    Tickets are bought out of the pool first. Amounts are rounded down in steps and the rest goes to the first place:
    6,290 by 40/24/16/12/8 in whole dollars is 2,518, 1,509, 1,006, 754 and 503.
    """
    cash = max(pool_cents - sum(tickets.values()), 0)
    return divide(cash, shares, rounding) if shares else ()


def share_prizes(prizes: Prizes, held: Sequence[int], players: Sequence[Player], step: Cents = 1) -> Awards:
    """Players who share places get the sum of the prizes in equal parts (STAR 7.18(a), PON 20.22, HLD 20.20[s3]).

    T-04: odd cents one each in order of entry, which is the order of `players`.
    """
    total = sum(prizes.get(place, 0) for place in held)
    return dict(zip(players, divide(total, [1] * len(players), step, one_each=True), strict=True))


def prizes(state: Tournament) -> Prizes:
    """The cash by place, for as many entries as there are; after a deal, what is still played for.

    Where fewer are left to be placed than the scale pays, the places that nobody can take are left out of it.
    """
    scale = state.conditions.scale
    if scale is None:
        return Frozen({})
    funds = pool(state)
    shares = shares_for(scale, funds.entries)[: players_left(state) + len(state.exits)]
    tickets = {place: cents for place, cents in tickets_of(state).items() if place <= len(shares)}
    cash = prize_list(funds.prize_pool_cents, shares, state.conditions.prize_rounding, tickets)
    return _after_deal(state, Frozen(enumerate(cash, start=1)))


def _after_deal(state: Tournament, by_place: Prizes) -> Prizes:
    """T-28: the places that were divided by agreement are played for what was held back, and the winner takes it.

    So it is with the share of somebody who was disqualified since; whoever was out before the deal keeps the prize.
    """
    deal = state.deal
    if deal is None:
        return by_place
    placed = {*in_play(state), *(each.player for each in state.exits)}
    sharing = [player for player in deal.amounts if player in placed]
    gone = len(deal.amounts) - len(sharing)
    below = {place - gone: cents for place, cents in by_place.items() if place > len(deal.amounts)}
    given = sum(deal.amounts[player] for player in sharing)
    to_win = sum(by_place.values()) - sum(below.values()) - given
    return Frozen({1: to_win, **dict.fromkeys(range(2, len(sharing) + 1), 0), **below})


def tickets_of(state: Tournament) -> Prizes:
    """The worth of the tickets that the conditions buy out of the pool, by place."""
    return Frozen({each.place: each.cents for each in state.conditions.tickets})


def awards(state: Tournament) -> Awards:
    """The cash of everybody who has a place: the place's prize, a share of those that are shared, and a deal."""
    by_place = prizes(state)
    step = state.conditions.readings.tie_rounding
    found: dict[Player, Cents] = {}
    for held, players in _sharing(state).items():
        found.update(share_prizes(by_place, held, players, step))
    if state.deal is not None:
        for player in found.keys() & state.deal.amounts.keys():
            found[player] += state.deal.amounts[player]
    return Frozen(found)


def goods(state: Tournament) -> Mapping[int, tuple[str, ...]]:
    """T-29: what is not cash, by place: it goes with the place and not into the percentages."""
    found: dict[int, tuple[str, ...]] = {}
    for place, what in (
        *((each.place, each.what) for each in state.conditions.tickets),
        *((each.place, each.what) for each in state.added if each.place is not None),
    ):
        found[place] = (*found.get(place, ()), what)
    return Frozen(found)


def goods_by_player(state: Tournament) -> Mapping[Player, tuple[str, ...]]:
    """T-29: the goods of those who have a place; those of shared places go in the order of entry, as cents do."""
    by_place = goods(state)
    return Frozen({player: by_place[place] for player, place in _single_places(state).items() if place in by_place})


def tickets_by_player(state: Tournament) -> Awards:
    """What the tickets of those who have a place cost the pool."""
    by_place = tickets_of(state)
    return Frozen({player: by_place[place] for player, place in _single_places(state).items() if place in by_place})


def _single_places(state: Tournament) -> Mapping[Player, int]:
    """One place for everybody: those who share take theirs in the order of entry."""
    return {
        player: place for held, players in _sharing(state).items() for player, place in zip(players, held, strict=True)
    }


def _sharing(state: Tournament) -> Mapping[tuple[int, ...], tuple[Player, ...]]:
    """Who holds which places, in the order of entry."""
    found: dict[tuple[int, ...], tuple[Player, ...]] = {}
    for player, held in places(state).items():
        found[held] = (*found.get(held, ()), player)
    return {held: by_entry(state, players) for held, players in found.items()}


def paid_places(state: Tournament) -> int:
    """The last place that wins something."""
    cash = [place for place, cents in prizes(state._replace(deal=None)).items() if cents]
    return max((*cash, *goods(state)), default=0)


def placegetters(state: Tournament) -> frozenset[Player]:
    """STAR D-Placegetter: the winner, and whoever is certain of a prize or of going on to the next session.

    While entries are taken, nobody is certain of a prize: more places may come, and more players.
    """
    from pitboss.tournaments.entries.entries import registration_open

    found = {player for player, entrant in state.entrants.items() if entrant.status is Status.ADVANCED}
    if state.stage is not Stage.OVER and (state.now is None or registration_open(state, state.now)):
        return frozenset(found)
    paid = paid_places(state)
    found |= {player for player, held in places(state).items() if held[0] <= paid}
    if players_left(state) <= paid:
        found |= set(in_play(state))
    return frozenset(found)


def locked_up(state: Tournament) -> Cents:
    """What everybody who is left has for certain: the prize of the next place to be lost."""
    return prizes(state).get(players_left(state), 0)


class PayJump(NamedTuple):
    """A place that pays more than the one before it, and how much more."""

    place: int
    cents: Cents
    more: Cents


def next_pay_jump(state: Tournament) -> PayJump | None:
    """The next place upwards that pays more than whoever goes out now would get."""
    by_place = prizes(state)
    now = locked_up(state)
    for place in range(players_left(state) - 1, 0, -1):
        if by_place.get(place, 0) > now:
            return PayJump(place, by_place[place], by_place[place] - now)
    return None


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
