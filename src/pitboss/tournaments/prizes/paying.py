"""Money out: value the operator adds, deals, the confirmed places, prizes paid to the last cent, and the books."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.command import dollars
from pitboss.games.frozen import Frozen
from pitboss.games.money import Move, Mover, Moves, player
from pitboss.rulebook.refusal import Refusal, one_of
from pitboss.tournaments.event import events
from pitboss.tournaments.event.conditions import Cents, Chips
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs, too_much
from pitboss.tournaments.event.events import OPERATOR, POOL
from pitboss.tournaments.event.state import Added, Deal, Payment, Player, Stage, Tournament, in_play
from pitboss.tournaments.prizes import deals
from pitboss.tournaments.prizes.placing import full_chop_events
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.prizes import awards, divide, goods_by_player, paid_places, prizes, tickets_by_player
from pitboss.tournaments.prizes.standings import Places, by_entry, places, public_name

# STAR 3-b: how a prize may be paid, as the operator chooses.
METHODS = ("cash", "chips", "eft", "cheque", "front_money")
# How the players may divide what is left: by a computation, by percentages of their own, or by amounts of their own.
AGREED, PERCENT = "agreed", "percent"
DEALS = (*deals.DEALS, PERCENT, AGREED)
WHOLE_PERCENT = 10_000
NOTICE = "The casino does not answer for the amounts: they are what the players have agreed on."
TICKETS = "tickets"


class AddValue(Command):
    """The operator adds cash to the pool, or something that is not cash to a place."""

    cents: Cents = 0
    what: str = ""
    place: int | None = None


class AgreeDeal(Command):
    """Those who are left divide the remaining prizes.

    `amounts` are cents by player, or hundredths of a percent where the method is "percent"; the other methods compute
    them. `held_back` stays in the pool for the winner.
    """

    method: str
    agreed_by: tuple[Player, ...]
    amounts: Mapping[Player, Cents] = field(default_factory=lambda: Frozen({}))
    held_back: Cents = 0


class ConfirmPlaces(Command):
    """STAR D-Session(b): the director confirms the places as they were computed."""


class PayPrize(Command):
    """A prize is paid, with its voucher."""

    player: Player
    method: str


class ValueAdded(NamedTuple):
    """STAR 7.4, UTH 16.22: the operator has added something to the prizes."""

    added: Added
    clause: str


class DealAgreed(NamedTuple):
    """STAR 1-c: everybody who is left has agreed, with what is odd about it and the house's notice, as read out."""

    deal: Deal
    agreed_by: tuple[Player, ...]
    warnings: tuple[str, ...]
    notice: str
    clause: str


class PlacesConfirmed(NamedTuple):
    """The director has confirmed places and prizes."""

    places: Places
    awards: Mapping[Player, Cents]
    clause: str


class PrizePaid(NamedTuple):
    """A prize with its voucher, and the goods that go with the place; tickets were bought out of the pool."""

    payment: Payment
    goods: tuple[str, ...]
    tickets: Cents
    clause: str


def add_value(state: Tournament, command: AddValue) -> Decision:
    """STAR 7.4, UTH 16.22: cash goes into the pool; goods, vouchers and services go to a place (T-29).

    T-22: it is the operator's own money and shown apart; administration fees never pay for it.
    """
    clause = state.clause("added")
    if (command.cents > 0) == bool(command.what):
        return Refusal(clause, "What is added is either cash or something else.", "cash_or_goods")
    if bool(command.what) != (command.place is not None) or command.place == 0:
        return Refusal(clause, "Cash goes to the pool, and anything else to a place from 1.", "place")
    if too_much(command.cents) or too_much(command.place or 0):
        return Refusal(clause, "That is more than any event can have.", "too_much")
    if state.deal is not None:
        return Refusal(clause, "The players have divided the prizes as they were.", "deal_made")
    return (ValueAdded(Added(command.cents, command.what, command.place), clause),)


def agree_deal(state: Tournament, command: AgreeDeal) -> Decision:
    """STAR 1-c[s2], STAR D-Chop, T-28: a deal on the remaining prizes, in figures; everything divided ends the event.

    STAR 1-c[s3]: the notice that the house does not answer for the amounts is recorded with it.
    """
    refusal = _no_deal_now(state, command)
    if refusal:
        return refusal
    left = by_entry(state, in_play(state))
    refusal = deals.no_chop(len(left), len(set(command.agreed_by)), paid_places(state))
    if refusal:
        return refusal
    to_win = _prizes_left(state)
    if command.held_back > sum(to_win):
        return Refusal("STAR 1-c[s2]", "No more can be held back than there is to win.", "held_back")
    amounts = _amounts(state, command, left, to_win)
    if isinstance(amounts, Refusal):
        return amounts
    figures = [amounts[name] for name in left if name in amounts]
    refusal = deals.no_chop(len(left), len(left), len(left), sum(to_win) - command.held_back, figures)
    if refusal:
        return refusal
    warnings = deals.objections(deals.DealShares(tuple(map(Fraction, figures))), to_win, left)
    deal = Deal(Frozen(zip(left, figures, strict=True)), command.method, command.held_back, "STAR 1-c[s2]")
    agreed = DealAgreed(deal, command.agreed_by, warnings, NOTICE, "STAR 1-c[s3]")
    return (agreed,) if command.held_back else (agreed, *full_chop_events(state, command.at))


def _no_deal_now(state: Tournament, command: AgreeDeal) -> Refusal | None:
    """Why there can be no deal at this moment, whoever agrees on whatever."""
    from pitboss.tournaments.entries.entries import registration_open

    if "deal" not in state.rules.clauses:
        return Refusal(state.clause("paid_out"), "The rules of this event know no deal on the prizes.", "no_deals")
    clause = state.clause("deal")
    if command.method not in DEALS:
        return Refusal(clause, f"A deal is made by {one_of(DEALS)}.", "method")
    if state.deal is not None:
        return Refusal(clause, "There is a deal already.", "deal_made")
    if registration_open(state, command.at):
        return Refusal("STAR 1-c[s1]", "While entries are taken nobody is in the money.", "not_all_in_the_money")
    if state.tie is not None or state.pending:
        return Refusal(clause, "Places of players who are out are still open.", "places_open")
    if any(table.hand is not None for table in state.tables.values()):
        return Refusal(clause, "A hand is not over.", "mid_hand")
    if len(in_play(state)) < 2:
        return Refusal(clause, "A deal is between two players or more.", "too_few")
    gone = {*command.agreed_by, *command.amounts} - set(in_play(state))
    if gone:
        return Refusal(clause, f"{min(gone)} is not left in the event.", "not_in_the_event")
    return None


def _prizes_left(state: Tournament) -> list[Cents]:
    """The prizes of the places that are still open, from the first down; all of the remaining pool."""
    by_place = prizes(state)
    return [by_place.get(place, 0) for place in range(1, len(in_play(state)) + 1)]


def _amounts(
    state: Tournament, command: AgreeDeal, left: tuple[Player, ...], to_win: list[Cents]
) -> Mapping[Player, Cents] | Refusal:
    """What each gets before the check: as agreed, by percentages, or computed from stacks and prizes."""
    total = sum(to_win) - command.held_back
    if command.method == AGREED:
        return command.amounts
    if command.method == PERCENT:
        if sum(command.amounts.values()) != WHOLE_PERCENT or set(command.amounts) != set(left):
            return Refusal("STAR 1-c[s2]", "Percentages of everybody left must make 100.00%.", "does_not_sum")
        return dict(zip(left, divide(total, [command.amounts[name] for name in left]), strict=True))
    if any(table.loose for table in state.tables.values()):
        return Refusal("STAR 1-c[s2]", "Count the stacks first: some chips belong to nobody.", "stacks_unknown")
    # T-28: what is held back comes out of the first prize, which it is then played for again.
    figures = sorted((to_win[0] - command.held_back, *to_win[1:]), reverse=True)
    stacks: list[Chips] = [state.entrants[name].stack for name in left]
    try:
        computed = deals.payouts(deals.DEALS[command.method](stacks, figures), figures)
    except deals.PrizeError as error:
        return Refusal("STAR 1-c[s2]", str(error), "no_figures")
    return dict(zip(left, computed, strict=True))


def confirm_places(state: Tournament, command: ConfirmPlaces) -> Decision:
    """UTH 16.20, PON 20.19, HLD 20.17, CAN 17.20, STAR 1-a: places are computed, and the director confirms them.

    UTH 16.21(b), PON 20.20, HLD 20.18, CAN 17.21, STAR 3-a[s2]: not before all of the pool is in the prizes.
    """
    if state.confirmed:
        return Refusal(state.clause("places"), "The places are confirmed already.", "confirmed_already")
    found = awards(state)
    inside = sum(found.values()) + sum(tickets_by_player(state).values())
    funds = pool(state).prize_pool_cents
    if inside != funds:
        why = f"The prizes come to {dollars(inside)} and the pool is {dollars(funds)}: all of it must be paid."
        return Refusal(state.clause("paid_out"), why, "pool_not_paid")
    return (PlacesConfirmed(places(state), found, state.clause("places")),)


def pay_prize(state: Tournament, command: PayPrize) -> Decision:
    """STAR 3-b, STAR 3-a[s2]: a confirmed prize is paid once, by one of the ways there are, with a voucher."""
    clause = state.clause("paid_out")
    name = command.player
    if not state.confirmed:
        return Refusal(state.clause("places"), "The director has not confirmed the places.", "not_confirmed")
    if command.method not in METHODS:
        by = state.rules.clauses.get("payment", clause)
        return Refusal(by, f"A prize is paid by {one_of(METHODS)}.", "method")
    cents, things = awards(state).get(name, 0), goods_by_player(state).get(name, ())
    if not cents and not things:
        return Refusal(clause, f"{name} has won no prize.", "no_prize")
    if any(each.player == name for each in state.payments):
        return Refusal(clause, f"The prize of {name} is paid already.", "paid_already")
    payment = Payment(name, cents, command.method, len(state.payments) + 1)
    return (PrizePaid(payment, things, tickets_by_player(state).get(name, 0), clause),)


class PayoutLine(NamedTuple):
    """A line of the results: who gets what for which places, and how it was paid, if it was.

    `public` is how the player is called where others read it (STAR 6.20).
    """

    places: tuple[int, ...]
    player: Player
    public: str
    entries: int
    cents: Cents
    goods: tuple[str, ...]
    payment: Payment | None


def results(state: Tournament) -> tuple[PayoutLine, ...]:
    """STAR 3-b, STAR 6.20: everybody who has a place, from the first down."""
    found, things = awards(state), goods_by_player(state)
    paid = {each.player: each for each in state.payments}
    lines = (
        PayoutLine(
            held,
            name,
            public_name(state, name),
            sum(each.player == name and each.in_pool for each in state.entries),
            found.get(name, 0),
            things.get(name, ()),
            paid.get(name),
        )
        for name, held in places(state).items()
    )
    return tuple(sorted(lines, key=lambda line: (line.places, -line.cents, line.player)))


def payout_sheet(state: Tournament) -> tuple[PayoutLine, ...]:
    """STAR 3-b: everybody who has won something, from the first place down."""
    return tuple(line for line in results(state) if line.cents or line.goods)


def pool_unpaid(state: Tournament) -> Cents:
    """STAR 3-a[s2]: what of the pool has not gone out yet: nothing when every prize is paid."""
    given = tickets_by_player(state)
    out = sum(each.cents + given.get(each.player, 0) for each in state.payments)
    return pool(state).prize_pool_cents - out


APPLIERS: Appliers = {
    ValueAdded: lambda state, event: state._replace(added=(*state.added, event.added)),
    DealAgreed: lambda state, event: state._replace(deal=event.deal),
    PlacesConfirmed: lambda state, event: state._replace(confirmed=True),
    PrizePaid: lambda state, event: state._replace(payments=(*state.payments, event.payment)),
}

_BEFORE_THE_END = (Stage.PLANNED, Stage.OPEN, Stage.RUNNING, Stage.SUSPENDED)
VERBS: Verbs = {
    AddValue: Verb(add_value, (Role.OPERATOR, Role.DIRECTOR), _BEFORE_THE_END, "added"),
    AgreeDeal: Verb(agree_deal, (Role.DIRECTOR,), (Stage.RUNNING, Stage.SUSPENDED), "paid_out"),
    ConfirmPlaces: Verb(confirm_places, (Role.DIRECTOR,), (Stage.OVER,), "places"),
    PayPrize: Verb(pay_prize, (Role.DESK, Role.DIRECTOR), (Stage.OVER,), "paid_out"),
}


def _value_added(event: ValueAdded) -> Moves:
    """T-22: cash comes from the operator; goods are no money of the event."""
    yield Move(OPERATOR, POOL, event.added.cents)


def _prize_paid(event: PrizePaid) -> Moves:
    yield Move(POOL, player(event.payment.player), event.payment.cents)
    yield Move(POOL, TICKETS, event.tickets)


# Every movement of money in a tournament; the pool stands at nothing when all prizes are paid.
MOVERS: Mapping[type, Mover] = {**events.MOVERS, ValueAdded: _value_added, PrizePaid: _prize_paid}
