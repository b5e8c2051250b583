"""The progressive jackpot: what wagers add to the pools, who is paid what out of which, and how it is all undone.

`Meter` is the state of the pools. Every change of them is an event that carries its movements of money, so that the
pools of the table and the accounts of the house cannot part.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.cards.order import Category
from pitboss.games.canberra.layout import FROM_POOL, FROM_RESERVE, TO_FIRST_PAID, JackpotSettings, Prizes
from pitboss.games.money import BANK, FELT, POOL, RESERVE, Move, player
from pitboss.games.play import Cents, Outcome, Wager

_ROYAL, _STRAIGHT = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH


class Contribution(NamedTuple):
    """What one accepted jackpot wager has put into the pools."""

    seat: int
    player: str
    to_pool: Cents
    to_reserve: Cents


class Payout(NamedTuple):
    """A prize, and where its money came from."""

    seat: int
    player: str
    category: Category
    from_pool: Cents
    from_reserve: Cents
    from_house: Cents

    @property
    def amount(self) -> Cents:
        return self.from_pool + self.from_reserve + self.from_house

    @property
    def rank(self) -> str:
        return self.category.name.lower()


class Winner(NamedTuple):
    """A hand that the dealer has declared as qualifying."""

    seat: int
    player: str
    category: Category


class Meter(NamedTuple):
    """The two pools as they are now, and what this round has done to them. `opening` is the pool before its wagers."""

    pool: Cents
    reserve: Cents
    opening: Cents
    contributions: tuple[Contribution, ...] = ()
    payouts: tuple[Payout, ...] = ()
    reseeded: Cents = 0
    working: bool = True
    # Whether the equipment has failed in this round; it may work again meanwhile.
    failed: bool = False

    @property
    def pool_after_wagers(self) -> Cents:
        """C-A9: the pool that pays, this round's wagers included."""
        return self.opening + sum(contribution.to_pool for contribution in self.contributions)

    @property
    def from_house(self) -> Cents:
        """What the casino had to add to the prizes of this round."""
        return sum(payout.from_house for payout in self.payouts)

    def next_round(self) -> "Meter":
        """The pools outlive the round, and so does a fault of the equipment."""
        return Meter(self.pool, self.reserve, self.pool, working=self.working)

    def after_moves(self, moves: Iterable[Move]) -> "Meter":
        """The pools after these movements."""
        pools = {POOL: self.pool, RESERVE: self.reserve}
        for source, target, amount in moves:
            if source in pools:
                pools[source] -= amount
            if target in pools:
                pools[target] += amount
        return self._replace(pool=pools[POOL], reserve=pools[RESERVE])


class Contributed(NamedTuple):
    """CAN 10.6[s1]: betting is locked, and each accepted jackpot wager has gone to the pools."""

    contributions: tuple[Contribution, ...]
    clause: str

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(
            Move(FELT, pool, amount)
            for _, _, to_pool, to_reserve in self.contributions
            for pool, amount in ((POOL, to_pool), (RESERVE, to_reserve))
        )


class JackpotSettled(NamedTuple):
    """CAN 9.8: every jackpot wager of a continuing hand is decided, the prizes in the order they were paid.

    `apply_undo` are prizes that had been paid and what had restarted the pool then, all put back before (ruling C-A35).
    """

    payouts: tuple[Payout, ...]
    reseeded: Cents
    outcomes: tuple[Outcome, ...]
    clause: str
    undone: tuple[Payout, ...] = ()
    unseeded: Cents = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        back = tuple(_back(move) for payout in self.undone for move in _prize_moves(payout))
        prizes = tuple(move for payout in self.payouts for move in _prize_moves(payout))
        return (*back, Move(POOL, RESERVE, self.unseeded), *prizes, Move(RESERVE, POOL, self.reseeded))


class JackpotUndone(NamedTuple):
    """CAN D-Void[s2]: what these boxes put into the pools and were paid out of them goes back."""

    seats: tuple[int, ...]
    moves: tuple[Move, ...]
    clause: str


def contributions_of(wagers: Iterable[Wager], rules: JackpotSettings) -> tuple[Contribution, ...]:
    """CAN 10.6[s1]: the whole of each wager is split; what the percentage leaves over a cent goes to the reserve."""
    found = []
    for wager in wagers:
        to_pool = wager.stake * rules.to_pool_pct // 100
        found.append(Contribution(wager.seat, wager.player, to_pool, wager.stake - to_pool))
    return tuple(found)


def order_of_payment(winners: Iterable[Winner]) -> tuple[Winner, ...]:
    """CAN 11.2, CAN 11.4: from the dealer's right, royal flushes held until every straight flush is paid (C-A12)."""
    left = sorted(winners, reverse=True)
    straights = sum(winner.category is _STRAIGHT for winner in left)
    order: list[Winner] = []
    held: list[Winner] = []
    for winner in left:
        if winner.category is _ROYAL and straights:
            held.append(winner)
            continue
        order.append(winner)
        if winner.category is _STRAIGHT:
            straights -= 1
            if not straights:
                order += held
    return tuple(order)


def straight_flush_shares(pool: Cents, winners: int, odd_cents: str) -> list[Cents]:
    """CAN 11.1(b), CAN 11.3(b): a tenth of the pool, a tenth of what is left and so on, added up and shared (C-A10)."""
    whole = 10**winners
    return _shares(pool * (whole - 9**winners), whole, winners, odd_cents)


def royal_flush_shares(pool: Cents, winners: int, odd_cents: str) -> list[Cents]:
    """CAN 11.1(a), CAN 11.3(a): the whole pool, shared; each share is then held against the least (C-A11)."""
    return _shares(pool, 1, winners, odd_cents)


def _shares(total: int, divisor: int, winners: int, odd_cents: str) -> list[Cents]:
    """Equal shares of a sum, down to the cent; the cents left over stay where they are, or go to the first (C-A14)."""
    shares = [total // (divisor * winners)] * winners
    if odd_cents == TO_FIRST_PAID:
        shares[0] += total // divisor - sum(shares)
    return shares


class _Purse:
    """The pools while prizes are being paid: no pool is drawn below nothing, the casino pays what one lacks."""

    def __init__(self, meter: Meter, rules: JackpotSettings) -> None:
        self.rules = rules
        self.left = {FROM_POOL: meter.pool, FROM_RESERVE: meter.reserve}

    def prize(self, winner: Winner, share: Cents, rest: Cents, rest_from: str) -> Payout:
        """A share of the pool and the rest from its source."""
        drawn = {FROM_POOL: 0, FROM_RESERVE: 0}
        house = 0
        for amount, source in ((share, FROM_POOL), (rest, rest_from)):
            given = min(amount, self.left.get(source, 0))
            house += amount - given
            if given:
                self.left[source] -= given
                drawn[source] += given
        return Payout(*winner, drawn[FROM_POOL], drawn[FROM_RESERVE], house)


def pay(
    meter: Meter, winners: Sequence[Winner], rules: JackpotSettings, prizes: Prizes
) -> tuple[tuple[Payout, ...], Cents]:
    """CAN 11.1, CAN 11.3: every prize of a round in the order of payment, and what restarts the pool (C-A5).

    CAN 11.1(c), CAN 11.1(d), CAN 11.1(e) are fixed. A share below the least is topped up, and the pool falls by the
    share only (C-A13).
    """
    purse = _Purse(meter, rules)
    ordered = order_of_payment(winners)
    straights = sum(winner.category is _STRAIGHT for winner in ordered)
    royals = sum(winner.category is _ROYAL for winner in ordered)
    shares = {_STRAIGHT: straight_flush_shares(meter.pool, straights, rules.odd_cents) if straights else []}
    payouts = []
    for winner in ordered:
        least = prizes[winner.category].least
        if winner.category is _ROYAL and _ROYAL not in shares:
            shares[_ROYAL] = royal_flush_shares(purse.left[FROM_POOL], royals, rules.odd_cents)
        if winner.category in shares:
            share = shares[winner.category].pop(0)
            payouts.append(purse.prize(winner, share, max(least - share, 0), rules.guarantee_topup_from))
        else:
            payouts.append(purse.prize(winner, 0, least, rules.fixed_prizes_from))
    reseeded = min(rules.reseed_from_reserve, purse.left[FROM_RESERVE]) if royals else 0
    return tuple(payouts), reseeded


def undo(meter: Meter | None, clause: str, seat: int | None = None) -> tuple[JackpotUndone, ...]:
    """CAN D-Void[s2]: prizes first go back where they came from, then contributions to those who made them.

    For the whole round, or for one box. With the last royal flush undone the pool is as if it had not restarted.
    """
    if meter is None:
        return ()
    contributions = [each for each in meter.contributions if seat is None or each.seat == seat]
    payouts = [each for each in meter.payouts if seat is None or each.seat == seat]
    if not contributions:
        return ()
    moves = [_back(move) for payout in payouts for move in _prize_moves(payout)]
    if _reseeded_for(payouts) and not _reseeded_for(each for each in meter.payouts if each not in payouts):
        moves.append(Move(POOL, RESERVE, meter.reseeded))
    left = meter.after_moves(moves)
    for _, name, to_pool, to_reserve in contributions:
        # A prize paid to somebody else may have emptied the pool meanwhile; then the casino gives the stake back.
        from_pool, from_reserve = min(to_pool, left.pool), min(to_reserve, left.reserve)
        back = (
            Move(POOL, player(name), from_pool),
            Move(RESERVE, player(name), from_reserve),
            Move(BANK, player(name), to_pool + to_reserve - from_pool - from_reserve),
        )
        left = left.after_moves(back)
        moves += back
    seats = tuple(each.seat for each in contributions)
    return (JackpotUndone(seats, tuple(moves), clause),)


def is_shared(meter: Meter, seat: int) -> bool:
    """CAN 11.3: whether a box has been paid out of the pool together with others."""
    sharing = {each.seat for each in meter.payouts if each.category in (_ROYAL, _STRAIGHT)}
    return seat in sharing and len(sharing) > 1


def _reseeded_for(payouts: Iterable[Payout]) -> bool:
    return any(payout.category is _ROYAL for payout in payouts)


def _prize_moves(payout: Payout) -> tuple[Move, ...]:
    mine = player(payout.player)
    return (
        Move(POOL, mine, payout.from_pool),
        Move(RESERVE, mine, payout.from_reserve),
        Move(BANK, mine, payout.from_house),
    )


def _back(move: Move) -> Move:
    return Move(move.target, move.source, move.amount)


def apply_contribution(meter: Meter, event: Contributed) -> Meter:
    return meter.after_moves(event.moves)._replace(contributions=event.contributions)


def apply_settlement(meter: Meter, event: JackpotSettled) -> Meter:
    return meter.after_moves(event.moves)._replace(payouts=event.payouts, reseeded=event.reseeded)


def apply_undo(meter: Meter, event: JackpotUndone) -> Meter:
    payouts = tuple(each for each in meter.payouts if each.seat not in event.seats)
    return meter.after_moves(event.moves)._replace(
        contributions=tuple(each for each in meter.contributions if each.seat not in event.seats),
        payouts=payouts,
        reseeded=meter.reseeded if _reseeded_for(payouts) else 0,
    )
