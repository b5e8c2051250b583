"""Names of the accounts of the house. The rules speak of "felt", "bank" and "player p1" at their own table."""

from collections.abc import Iterable, Iterator

from pitboss.games.money import Move
from pitboss.ledger.books import PRACTICE_PREFIX

FUNDS = "house:funds"
# How money comes into the house and leaves it.
WORLD = "world"
_OF_A_PLACE = {
    "felt": "felt",
    "bank": "float",
    "jackpot pool": "jackpot",
    "reserve pool": "reserve",
    "commission": "commission",
    "prize pool": "prizes",
    "administration fees": "fees",
    # A tournament may be called as a table is.
    "tournament commission": "tournament-commission",
    "tickets": "tickets",
}


def patron(player: str) -> str:
    """`patron:p1`: what the house keeps for a patron."""
    return f"patron:{player}"


def world(method: str) -> str:
    """`world:cash`: what has come in this way less what has gone out, as a debt to the world."""
    return f"{WORLD}:{method}"


def practice(account: str) -> str:
    """The account of the same name in the practice book."""
    return f"{PRACTICE_PREFIX}{account}"


def at(place: str, local: str) -> str:
    """The account that the rules mean by a name at this table or tournament."""
    if local == "operator":
        return FUNDS
    if local in _OF_A_PLACE:
        return f"{_OF_A_PLACE[local]}:{place}"
    kind, _, player = local.partition(" ")
    if kind == "player":
        return patron(player)
    if kind == "stake":
        return f"stake:{place}:{player}"
    raise ValueError(f"No account is called {local}.")


def moves_at(place: str, moves: Iterable[Move], *, is_practice: bool = False) -> Iterator[Move]:
    """Movements that the rules name locally, between the accounts of the house or of its practice book."""
    for source, target, amount in moves:
        debit, credit = at(place, source), at(place, target)
        yield Move(practice(debit), practice(credit), amount) if is_practice else Move(debit, credit, amount)
