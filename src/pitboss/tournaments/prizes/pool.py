"""The prize pool: computed from the entries, so that it can never disagree with them."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.tournaments.event.conditions import Cents
from pitboss.tournaments.event.state import Added, Entry, Player, Status, Tournament

ENTRIES = ("entry", "re-entry")
PLAYER, OPERATOR = "player", "operator"


class Pool(NamedTuple):
    """What was taken for entries, and where it is: in the pool, kept by the operator, or still owed.

    `entries` counts first entries and re-entries in the pool. `gross_fees_cents` are all fees in the event before the
    commission; administration fees are not among them. `funded_by_operator_cents` are promotional entries; what the
    operator adds on top is `added_value_cents` in cash, and `goods`, which go to a place and are no cents here (T-29).
    """

    entries: int
    rebuys: int
    add_ons: int
    gross_fees_cents: Cents
    tournament_commission_cents: Cents
    entry_fee_pool_cents: Cents
    admin_fees_cents: Cents
    added_value_cents: Cents
    goods: tuple[Added, ...]
    prize_pool_cents: Cents
    collected_from_entrants_cents: Cents
    funded_by_operator_cents: Cents
    owed_cents: Cents


# What was asked for last, which one page asks for again and again.
_last: list[tuple[Tournament, Pool]] = []


def pool(state: Tournament) -> Pool:
    """The money of an event, which follows from its entries, its entrants and what was added."""
    for known, found in tuple(_last):
        if known.entries is state.entries and known.entrants is state.entrants and known.added is state.added:
            return found
    found = _pool(state)
    _last[:] = [(state, found)]
    return found


def _pool(state: Tournament) -> Pool:
    """STAR 3-a[s1], STAR 7.3[s1]: the fee of every entry and re-entry, and what the operator adds.

    STAR 2-b, STAR D-Entry Fee: entry fees are for prizes only, a promotional one as well as any other, and so all of
    them are here. STAR D-Administration Fee, T-22: administration fees are an account of their own and never support
    the pool. UTH 16.21(a), PON 20.23[s2], HLD 20.21[s2], CAN 17.24[s2]: elsewhere the fees less the commission, with
    re-buys and add-ons.
    """
    inside = tuple(each for each in state.entries if each.paid and each.in_pool)
    gross, commission = sum(each.fee for each in inside), sum(each.commission for each in inside)
    cash = sum(each.cents for each in state.added if each.place is None)
    return Pool(
        entries=sum(each.kind in ENTRIES for each in inside),
        rebuys=sum(each.kind == "re-buy" for each in inside),
        add_ons=sum(each.kind == "add-on" for each in inside),
        gross_fees_cents=gross,
        tournament_commission_cents=commission,
        entry_fee_pool_cents=gross - commission,
        admin_fees_cents=sum(admin_kept(each) for each in state.entries),
        added_value_cents=cash,
        goods=tuple(each for each in state.added if each.place is not None),
        prize_pool_cents=gross - commission + cash,
        collected_from_entrants_cents=_fees_kept(each for each in state.entries if each.payer == PLAYER),
        funded_by_operator_cents=_fees_kept(each for each in state.entries if each.payer == OPERATOR),
        owed_cents=sum(
            entry_cost(entry) for player in state.entrants if (entry := entry_owed(state, player)) is not None
        ),
    )


def entry_cost(entry: Entry) -> Cents:
    """STAR D-Buy-In: what an entry costs: the entry fee and the administration fee."""
    return entry.fee + entry.admin


def last_entry(state: Tournament, player: Player) -> Entry:
    """The entry with which an entrant is in the event: the first one, or the last re-entry.

    One that was refunded is not, where another has been transferred to the same person since.
    """
    own = [each for each in state.entries if each.player == player and each.kind in ENTRIES]
    return max(own, key=lambda entry: (entry.in_pool, entry.number))


def entry_owed(state: Tournament, player: Player) -> Entry | None:
    """STAR 6.3[s2]: the entry whose fees a player still owes."""
    if state.entrants[player].status is not Status.UNPAID:
        return None
    return next((each for each in reversed(state.entries) if each.player == player), None)


def admin_kept(entry: Entry) -> Cents:
    """The administration fee of an entry, unless it was not paid or has gone back."""
    if not entry.paid:
        return 0
    return entry.admin - (entry.refunded - (0 if entry.in_pool else entry.fee))


def _fees_kept(entries: Iterable[Entry]) -> Cents:
    return sum(entry_cost(entry) - entry.refunded for entry in entries if entry.paid)
