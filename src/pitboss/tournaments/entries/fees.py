"""Fees: what an entry costs, what it may be paid with, and who pays it."""

from collections.abc import Mapping

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Command, Role
from pitboss.tournaments.event.rulesets import STAR
from pitboss.tournaments.event.state import Entry, Player, Tournament
from pitboss.tournaments.prizes.pool import OPERATOR, PLAYER

# STAR 6.3[s3]: what a fee may be paid with, where the document says so.
METHODS: Mapping[str, tuple[str, ...]] = {STAR: ("cash", "chips", "chip_purchase_voucher", "debit_card")}
# Out of the patron's account at the house: that money was taken before, and is said to have come from there.
ACCOUNT = "account"
PROMOTIONAL = "promotional"


def next_entry(state: Tournament, command: Command, player: Player, kind: str, method: str, payer: str) -> Entry:
    """STAR 6.1, STAR D-Buy-In: a full-price entry, entry fee and administration fee, with the next number.

    The number is that of the receipt, and who took the entry stands with it.
    """
    conditions = state.conditions
    return Entry(
        number=len(state.entries) + 1,
        player=player,
        kind=kind,
        at=command.at,
        fee=conditions.entry_fee,
        admin=conditions.admin_fee,
        commission=conditions.commission,
        method=PROMOTIONAL if payer == OPERATOR else method,
        payer=payer,
        operator=command.who,
    )


def cannot_pay(state: Tournament, method: str, payer: str, by: Role) -> Refusal | None:
    """STAR 6.3[s3], STAR 2-a: cash, chips, chip purchase voucher or debit card; or the operator pays, for promotion."""
    if payer not in (PLAYER, OPERATOR):
        return Refusal(state.clause("fee"), "A fee is paid by the player or by the operator.", "payer")
    if payer == OPERATOR:
        if by is Role.DESK:
            return Refusal(
                state.clause("director"), "Promotional entries are for the operator or the director.", "role"
            )
        return None
    allowed = METHODS.get(state.rules.prefix)
    if allowed is not None and method not in (*allowed, ACCOUNT):
        return Refusal("STAR 6.3[s3]", "Fees are paid by cash, chips, chip purchase voucher or debit card.", "method")
    return None if method else Refusal(state.clause("fee"), "It was not said how the fee is paid.", "method")


def cannot_owe(state: Tournament, payer: str, by: Role) -> Refusal | None:
    """STAR 6.3[s1], STAR 6.3[s2]: fees are paid with the entry; only the director may let them be paid later."""
    if state.rules.prefix in METHODS and by is Role.DIRECTOR and payer == PLAYER:
        return None
    return Refusal(state.clause("fee"), "The fees are due with the entry, unless the director allows it.", "unpaid")
