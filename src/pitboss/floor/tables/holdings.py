"""Computes the balances that the accounts of a table must have, from the rules' own state of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.floor.kernel.accounts import at, practice
from pitboss.floor.tables.record import TableRecord
from pitboss.games.money import FELT, POOL, RESERVE
from pitboss.games.play import Stage, State, Wager
from pitboss.ledger.books import PRACTICE_PREFIX

# The kinds of accounts that belong to a table alone.
KINDS = ("felt", "jackpot", "reserve", "stake")


def belongs_to_a_table(account: str) -> bool:
    return account.removeprefix(PRACTICE_PREFIX).partition(":")[0] in KINDS


def holdings(record: TableRecord) -> Mapping[str, int]:
    """Chips on the felt and in front of players, and the pools of the jackpot, each by its account."""
    found = {at(record.id, local): cents for local, cents in _local(record) if cents}
    return {practice(name): cents for name, cents in found.items()} if record.is_practice else found


def _local(record: TableRecord) -> Iterator[tuple[str, int]]:
    state = record.state
    if record.room is not None:
        yield from record.room.holdings(state)
        return
    yield FELT, sum(wager.stake for wager in state.felt.wagers if _lies_there(state, wager))
    meter = getattr(state.play, "jackpot", None)
    if meter is not None:
        yield POOL, meter.pool
        yield RESERVE, meter.reserve


def _lies_there(state: State[Any], wager: Wager) -> bool:
    """Undecided; a jackpot chip leaves the felt for the pools with the first card."""
    in_pools = wager.kind == "jackpot" and state.felt.stage is not Stage.BETTING
    return wager.outcome is None and not in_pools
