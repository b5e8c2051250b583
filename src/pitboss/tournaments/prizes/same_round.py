"""Players who are out in the same round: who stands above whom, by each document. Pure, and asked by everything else.

T-01: the Star goes by tables and stacks, the Canberra hold'em rules by chips contributed, the others share.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Cents, Chips
from pitboss.tournaments.event.rulesets import BY_CONDITIONS, BY_CONTRIBUTION, BY_TABLE
from pitboss.tournaments.event.state import Bust, Player
from pitboss.tournaments.prizes.prizes import Awards, Prizes, share_prizes
from pitboss.tournaments.prizes.standings import Places

ASK, TIERED, SHARE_ALL, DRAW = "ask", "tiered", "share_all", "draw"

# From the best to the worst; those of one tier share their places.
Tiers = tuple[tuple[Bust, ...], ...]


class NeedsRuling(NamedTuple):
    """STAR 6.18: the director must say which of the options it is to be."""

    options: tuple[str, ...]


def tiers(busts: Sequence[Bust], same_round: str, mixed_tie: str = ASK, equal: str = "split") -> Tiers | NeedsRuling:
    """STAR 7.18, HLD 20.20[s1], PON 20.22, CAN 17.23: those who are out in one round, from the best to the worst.

    `equal` is what the conditions say of players with the same claim, where the document leaves it to them.
    """
    if len(busts) < 2:
        return (tuple(busts),) if busts else ()
    if same_round == BY_TABLE:
        return _by_table(busts, mixed_tie)
    if same_round == BY_CONTRIBUTION:
        return _by_contribution(busts)
    if same_round == BY_CONDITIONS and equal == DRAW:
        # UTH 16.3(a)(iii)(E)(III): a draw of cards decides, and the director tells how it went.
        return NeedsRuling((DRAW,))
    return (tuple(busts),)


def _by_table(busts: Sequence[Bust], mixed_tie: str) -> Tiers | NeedsRuling:
    """STAR 7.18(a), 7.18(b): from different tables they share; at one table the larger stack before the hand is higher.

    T-02: two at one table and one at another fall under both, which contradict each other: the director is asked, or
    the best of every table share the highest places, the next of every table those below, and so on; or all share.
    """
    tables = list(dict.fromkeys(each.table for each in busts))
    by_table = [_rank_by([each for each in busts if each.table == table], _stack) for table in tables]
    if len(by_table) == 1:
        return by_table[0]
    if mixed_tie == SHARE_ALL or all(len(ranked) == 1 for ranked in by_table):
        return (tuple(busts),)
    if mixed_tie == TIERED:
        rows = zip_longest(*by_table, fillvalue=())
        return tuple(tuple(bust for tier in row for bust in tier) for row in rows)
    return NeedsRuling((TIERED, SHARE_ALL))


def _by_contribution(busts: Sequence[Bust]) -> Tiers:
    """HLD 20.20[s2], HLD 20.20[s3]: whoever contributed more chips is higher, also from another table; equals share."""
    return _rank_by(busts, _contribution)


def _rank_by(busts: Sequence[Bust], chips: Callable[[Bust], Chips]) -> Tiers:
    ordered = sorted(busts, key=chips, reverse=True)
    return tuple(tuple(tier) for _, tier in groupby(ordered, key=chips))


def _stack(bust: Bust) -> Chips:
    return bust.stack_before


def _contribution(bust: Bust) -> Chips:
    return bust.contributed


def places_of(ranked: Tiers, left: int) -> Places:
    """The places of a round when so many were left before it: the worst of it has the place of that number."""
    found: dict[Player, tuple[int, ...]] = {}
    place = left - sum(map(len, ranked)) + 1
    for tier in ranked:
        held = tuple(range(place, place + len(tier)))
        found.update((each.player, held) for each in tier)
        place += len(tier)
    return Frozen(found)


class RoundResult(NamedTuple):
    """What a round in which players went out has decided."""

    places: Places
    payout_cents: Mapping[Player, Cents]
    players_left: int
    bubble_burst: bool


def round_result(
    busts: Sequence[Bust],
    players_left: int,
    prizes: Prizes,
    same_round: str,
    mixed_tie: str = ASK,
    entry_order: Sequence[Player] = (),
    *,
    places_paid: int | None = None,
    equal: str = "split",
    step: Cents = 1,
) -> RoundResult | NeedsRuling:
    """STAR 7.18, STAR D-Bubble: places and prizes of those who are out, of so many who were left before the round.

    `entry_order`: who entered before whom, for the odd cents (T-04); without it, the order in which they are named.
    """
    ranked = tiers(busts, same_round, mixed_tie, equal)
    if isinstance(ranked, NeedsRuling):
        return ranked
    places = places_of(ranked, players_left)
    order = {player: number for number, player in enumerate(entry_order)}
    payouts: dict[Player, Cents] = {}
    for tier in ranked:
        names = sorted((each.player for each in tier), key=lambda name: order.get(name, len(order)))
        payouts.update(_shares(prizes, places, names, step))
    left = players_left - len(busts)
    paid = max((place for place, cents in prizes.items() if cents), default=0) if places_paid is None else places_paid
    return RoundResult(places, Frozen(payouts), left, left <= paid)


def _shares(prizes: Prizes, places: Places, names: Sequence[Player], step: Cents) -> Awards:
    return share_prizes(prizes, places[names[0]], names, step)
