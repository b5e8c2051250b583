"""What must lie in the accounts of a table, by the rules' own state of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.floor.kernel.accounts import at, practice
from pitboss.floor.tables.record import TableRecord
from pitboss.games.canberra.layout import CanberraSettings
from pitboss.games.holdem.showdown.pots import pot_now
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
    if record.game == "holdem":
        yield from _in_the_card_room(state)
        return
    yield FELT, sum(wager.stake for wager in state.felt.wagers if _lies_there(state, wager))
    if isinstance(state.settings, CanberraSettings) and state.settings.jackpot is not None:
        yield POOL, state.play.jackpot.pool
        yield RESERVE, state.play.jackpot.reserve


def _lies_there(state: State[Any], wager: Wager) -> bool:
    """Undecided; a jackpot chip leaves the felt for the pools with the first card."""
    in_pools = wager.kind == "jackpot" and state.felt.stage is not Stage.BETTING
    return wager.outcome is None and not in_pools


def _in_the_card_room(state: State[Any]) -> Iterator[tuple[str, int]]:
    now, is_over = state.play.round, state.felt.stage in (Stage.IDLE, Stage.OVER)
    stakes = {chair.player: chair.stake for chair in state.play.room.chairs.values()}
    if not is_over:
        stakes |= dict(zip(now.names, now.stacks, strict=True))
        yield FELT, pot_now(now)
    for player, cents in stakes.items():
        yield f"stake {player}", cents
