"""Views of prizes for the desk: by place and by player, the possible rulings on a tie, and deals.

Nothing is reckoned here that the rules reckon: what a ruling or a deal would come to is what the rules answer when they
are asked for it, and nothing is recorded by asking.
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.floor.tournaments.record import standing_events
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.counting import TableCount, to_count
from pitboss.tournaments.event import engine
from pitboss.tournaments.event.conditions import Cents, Chips
from pitboss.tournaments.event.contract import Events, Role
from pitboss.tournaments.event.log import Record, replay
from pitboss.tournaments.event.state import Exit, Moment, Player, Status, Tournament, in_play, seat_of
from pitboss.tournaments.prizes import deals, paying, prizes
from pitboss.tournaments.prizes.placing import RuleOnTie
from pitboss.tournaments.prizes.pool import Pool, pool
from pitboss.tournaments.prizes.same_round import DRAW
from pitboss.tournaments.prizes.scales import shares_for
from pitboss.tournaments.prizes.standings import awaiting_place, by_entry, places, players_left

# The methods that the rules compute, in the order in which they are shown.
COMPUTED = tuple(deals.DEALS)


class PoolSheet(NamedTuple):
    """The pool and where it comes from. `each` is what every entry of it cost, where all cost the same."""

    pool: Pool
    each: Cents | None
    tickets: Cents
    scale: str
    paid_places: int
    locked_up: Cents
    jump: prizes.PayJump | None
    unpaid: Cents


class PrizeRow(NamedTuple):
    """A place that wins something: its share of the scale in hundredths of a percent, its cash, and what goes with it.

    After a deal `cents` is what is still played for, and `before_deal` what the place was worth.
    """

    place: int
    share: int | None
    cents: Cents
    before_deal: Cents
    ticket: Cents
    goods: tuple[str, ...]


class PlaceRow(NamedTuple):
    """Somebody who has a place: what comes with it and why, when they were out, and whether it is paid.

    `together` is the cash of all places that `sharing` players share; `by_deal` is what was agreed on.
    """

    line: paying.PayoutLine
    out: Exit | None
    sharing: int
    together: Cents
    by_deal: Cents | None
    ticket: Cents


class LeftRow(NamedTuple):
    """Somebody who is still in the event; who is out and waits for a place is so too until it is decided."""

    player: Player
    stack: Chips
    table: int | None
    seat: int | None
    status: Status
    waits_for_place: bool


class TieReading(NamedTuple):
    """A way to rule on a tie, and the places and the cash that each would have by it; nothing where cards decide."""

    option: str
    lines: tuple[tuple[Player, tuple[int, ...], Cents], ...]


class TieSheet(NamedTuple):
    """Places that wait for a ruling, what each of them wins, and the readings to choose from."""

    players: tuple[Player, ...]
    at_stake: tuple[tuple[int, Cents], ...]
    readings: tuple[TieReading, ...]


class Offer(NamedTuple):
    """The result of a deal by a method, or the reason there can be none by it."""

    method: str
    amounts: Mapping[Player, Cents]
    warnings: tuple[str, ...]
    refusal: Refusal | None


class DealSheet(NamedTuple):
    """The deals that those who are left could make: everybody with the stack, and every method beside the others.

    `refusal` is why there can be none at all; `unknown` are chips whose holder nobody knows, by table, which must be
    counted first. `mark` changes with whatever a deal rests on.
    """

    left: tuple[LeftRow, ...]
    chips: Chips
    to_win: tuple[Cents, ...]
    held_back: Cents
    offers: tuple[Offer, ...]
    refusal: Refusal | None
    unknown: Mapping[int, Chips]
    mark: str


def pool_sheet(state: Tournament) -> PoolSheet:
    """STAR 3-a[s1]: the pool from its entries up, and what is still to be won and paid of it."""
    funds = pool(state)
    fees = {each.fee for each in state.entries if each.paid and each.in_pool}
    scale = state.conditions.scale
    return PoolSheet(
        funds,
        fees.pop() if len(fees) == 1 else None,
        sum(prizes.tickets_of(state).values()),
        "" if scale is None else scale.label,
        prizes.paid_places(state),
        prizes.locked_up(state),
        prizes.next_pay_jump(state),
        paying.pool_unpaid(state),
    )


def prize_rows(state: Tournament) -> tuple[PrizeRow, ...]:
    """STAR 3-a[s2]: every place that wins something, from the first down."""
    scale, by_place = state.conditions.scale, prizes.prizes(state)
    before = prizes.prizes(state._replace(deal=None))
    shares = () if scale is None else shares_for(scale, pool(state).entries)
    goods, tickets = prizes.goods(state), prizes.tickets_of(state)
    return tuple(
        PrizeRow(
            place,
            shares[place - 1] if place <= len(shares) else None,
            by_place.get(place, 0),
            before.get(place, 0),
            tickets.get(place, 0),
            goods.get(place, ()),
        )
        for place in sorted({*before, *by_place, *goods})
    )


def place_rows(state: Tournament) -> tuple[PlaceRow, ...]:
    """Return everybody who has a place, from the first down, with how it came about."""
    lines, by_place, exits = paying.results(state), prizes.prizes(state), {each.player: each for each in state.exits}
    tickets = prizes.tickets_by_player(state)
    sharing: dict[tuple[int, ...], int] = {}
    for line in lines:
        sharing[line.places] = sharing.get(line.places, 0) + 1
    agreed = {} if state.deal is None else state.deal.amounts
    return tuple(
        PlaceRow(
            line,
            exits.get(line.player),
            sharing[line.places],
            sum(by_place.get(place, 0) for place in line.places),
            agreed.get(line.player),
            tickets.get(line.player, 0),
        )
        for line in lines
    )


def left_rows(state: Tournament) -> tuple[LeftRow, ...]:
    """Return the players still in the event, the largest stack first."""
    found, waiting = [], awaiting_place(state)
    for player in by_entry(state, in_play(state)):
        table, seat = seat_of(state, player) or (None, None)
        entrant = state.entrants[player]
        found.append(LeftRow(player, entrant.stack, table, seat, entrant.status, player in waiting))
    return tuple(sorted(found, key=lambda row: -row.stack))


def tables_to_count(state: Tournament) -> tuple[TableCount, ...]:
    """Every table with players whose stacks can be counted."""
    return tuple(count for table in state.tables.values() if (count := to_count(state, table)).rows)


def without_place(state: Tournament) -> tuple[Player, ...]:
    """Return the disqualified, who hold no place."""
    return tuple(name for name, each in state.entrants.items() if each.status is Status.DISQUALIFIED)


def tie_sheet(state: Tournament, at: Moment) -> TieSheet | None:
    """T-02: what each reading would give to whom, as the rules answer when they are asked for it."""
    tie = state.tie
    if tie is None:
        return None
    players = tuple(bust.player for bust in tie.busts)
    last, by_place = players_left(state), prizes.prizes(state)
    at_stake = range(last - len(players) + 1, last + 1)
    return TieSheet(
        players,
        tuple((place, by_place.get(place, 0)) for place in at_stake),
        tuple(TieReading(option, _read(state, option, players, at)) for option in tie.options),
    )


def _read(
    state: Tournament, option: str, players: tuple[Player, ...], at: Moment
) -> tuple[tuple[Player, tuple[int, ...], Cents], ...]:
    if option == DRAW:
        return ()
    ruled = engine.decide(state, RuleOnTie(at=_now(state, at), by=Role.DIRECTOR, option=option))
    if isinstance(ruled, Refusal):
        return ()
    after = replay(state, ruled)
    held, cash = places(after), prizes.awards(after)
    lines = ((player, held.get(player, ()), cash.get(player, 0)) for player in players)
    return tuple(sorted(lines, key=lambda line: line[1]))


def deal_sheet(state: Tournament, at: Moment, held_back: Cents = 0) -> DealSheet:
    """STAR 1-c, STAR D-Chop: every method that the rules compute, side by side, with what is odd about each."""
    by_place, left = prizes.prizes(state), left_rows(state)
    to_win = tuple(by_place.get(place, 0) for place in range(1, len(left) + 1))
    offers = tuple(offer(state, at, method, held_back) for method in COMPUTED)
    refusals = [each.refusal for each in offers]
    stands = refusals[0] if all(each is not None and each == refusals[0] for each in refusals) else None
    unknown = {table.number: table.loose for table in state.tables.values() if table.loose}
    return DealSheet(
        left,
        sum(row.stack for row in left),
        to_win,
        held_back,
        offers,
        None if stands is not None and stands.word == "stacks_unknown" else stands,
        unknown,
        _mark(state, to_win),
    )


def offer(
    state: Tournament,
    at: Moment,
    method: str,
    held_back: Cents = 0,
    amounts: Mapping[Player, Cents] = Frozen({}),
) -> Offer:
    """Return the deal that the rules would record if all remaining players agreed to it."""
    asked = paying.AgreeDeal(
        at=_now(state, at),
        by=Role.DIRECTOR,
        method=method,
        agreed_by=in_play(state),
        amounts=Frozen(amounts),
        held_back=held_back,
    )
    answer = engine.decide(state, asked)
    if isinstance(answer, Refusal):
        return Offer(method, {}, (), answer)
    agreed = _deal_agreed(answer)
    return Offer(method, agreed.deal.amounts, agreed.warnings, None)


def _deal_agreed(events: Events) -> paying.DealAgreed:
    return next(event for event in events if isinstance(event, paying.DealAgreed))


def _now(state: Tournament, at: Moment) -> Moment:
    """Clocks of several processes may differ a little, and time does not go back."""
    return max(at, state.now or 0)


def _mark(state: Tournament, to_win: tuple[Cents, ...]) -> str:
    stacks = [(player, state.entrants[player].stack) for player in in_play(state)]
    loose = [(table.number, table.loose) for table in state.tables.values()]
    told = repr((stacks, loose, to_win, state.deal is None, state.stage.value))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def deal_agreed(record: Record) -> paying.DealAgreed | None:
    """The deal that stands: who agreed, what was odd about it, and the notice that was read out."""
    return next(standing_events(record, paying.DealAgreed), None)
