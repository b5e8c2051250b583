"""Where money goes: every event of a round as movements between accounts, one debit and one credit each."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games.house.faces import HandsReopened
from pitboss.games.house.felt import BettingClosed, Decided, Placed, RoundVoided, TakenBack, WagersVoided
from pitboss.games.play import Cents, Event, Outcome, Result, Wager

FELT, BANK, POOL, RESERVE = "felt", "bank", "jackpot pool", "reserve pool"


class Move(NamedTuple):
    """An amount from one account to another. A player's account is called `player P1`."""

    source: str
    target: str
    amount: Cents


Moves = Iterable[Move]
Mover = Callable[[Any], Moves]


def player(name: str) -> str:
    """The account of a player."""
    return f"player {name}"


def settlement_moves(outcomes: Iterable[Outcome]) -> Iterator[Move]:
    """Decided wagers: what is lost goes to the bank, what is won comes from it, the rest of the stake goes back."""
    for outcome in outcomes:
        mine = player(outcome.player)
        if outcome.net < 0:
            yield Move(FELT, BANK, -outcome.net)
            yield Move(FELT, mine, outcome.stake + outcome.net)
        else:
            yield Move(FELT, mine, outcome.stake)
            yield Move(BANK, mine, outcome.net)


def void_moves(wagers: Iterable[Wager]) -> Iterator[Move]:
    """Wagers made void: open stakes go back, and what had been paid or taken goes the other way."""
    for wager in wagers:
        mine = player(wager.player)
        if wager.outcome is None:
            yield Move(FELT, mine, wager.stake)
        elif wager.outcome.result is not Result.RETURNED:
            net = wager.outcome.net
            yield Move(mine, BANK, net) if net > 0 else Move(BANK, mine, -net)


def reopening_moves(wagers: Iterable[Wager]) -> Iterator[Move]:
    """Decided wagers that are open again: whatever had been paid, taken or given back goes the other way."""
    for source, target, amount in settlement_moves(wager.outcome for wager in wagers if wager.outcome):
        yield Move(target, source, amount)


SHARED: Mapping[type, Mover] = {
    Placed: lambda event: (Move(player(event.player), FELT, event.amount),),
    TakenBack: lambda event: (Move(FELT, player(event.player), event.amount),),
    BettingClosed: lambda event: settlement_moves(event.returned),
    Decided: lambda event: settlement_moves(event.outcomes),
    WagersVoided: lambda event: void_moves(event.undone),
    RoundVoided: lambda event: void_moves(event.undone),
    HandsReopened: lambda event: reopening_moves(event.undone),
}


def moves(event: Event, movers: Mapping[type, Mover]) -> tuple[Move, ...]:
    """The movements of money in an event, by the movers of its game; most events move none.

    UTH 15.9, CAN 16.10, PON 17.8, HLD 14.4, HLD 19.8: none goes from one player to another.
    """
    mover = movers.get(type(event))
    if mover is None:
        return ()
    moved = tuple(move for move in mover(event) if move.amount)
    assert not any(move.source[:7] == move.target[:7] == "player " for move in moved), f"{event} is a side bet."
    return moved
