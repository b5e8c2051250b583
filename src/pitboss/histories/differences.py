"""Final stacks that are not those of the file, and why: the format can split a chip, a table cannot."""

from decimal import Decimal
from typing import NamedTuple

from pitboss.games.holdem.state import Award, Settlement
from pitboss.histories.history import Amount, HandHistory

# The highest rate at which a house takes commission, HLD 15.2(a)(ii): if more than that is missing it is no rake.
_MOST_RAKE = Decimal("0.10")


class Difference(NamedTuple):
    """A player whose stack in the end is another one than in the file; `why` is one sentence, or None."""

    player: int
    expected: Amount
    got: Amount
    why: str | None


class _Division(NamedTuple):
    """Equal hands that divided a pot, what could not be divided between them, and who was given it by which clause."""

    amount: int
    players: tuple[int, ...]
    odd: int
    to: int
    clause: str


def differences(
    history: HandHistory, done: Settlement | None, stacks: tuple[Amount, ...], scale: int
) -> tuple[Difference, ...]:
    """Where the stacks differ from `finishing_stacks`, with the one reason that covers all of it."""
    expected = history.finishing_stacks
    if expected is None or expected == stacks:
        return ()
    rows = [(player, *each) for player, each in enumerate(zip(expected, stacks, strict=True), start=1)]
    differing = [row for row in rows if row[1] != row[2]]
    if not differing:
        return ()
    off = {player: Decimal(should) - Decimal(got) for player, should, got in differing}
    why = None
    if done is not None:
        why = _odd_chips(done, off, scale) or _rake(done, off, scale) or _short_ante(history, done, off)
    return tuple(Difference(*row, why) for row in differing)


def _odd_chips(done: Settlement, off: dict[int, Decimal], scale: int) -> str | None:
    """Equal hands, and chips that cannot be divided between them: one takes all of them (R-19), files cut them up."""
    if sum(off.values(), Decimal(0)):
        return None
    divided = _divisions(done)
    # How far a stack can be from an even share, and how far ours is.
    room, given = dict.fromkeys(off, Decimal(0)), dict.fromkeys(off, Decimal(0))
    for each in divided:
        for player in off.keys() & set(each.players):
            odd = Decimal(each.odd) / scale
            room[player] += odd
            given[player] += odd * (player == each.to) - odd / len(each.players)
    if not all(abs(amount + given[player]) < room[player] for player, amount in off.items()):
        return None
    first = next(each for each in divided if off.keys() & set(each.players))
    chip = "one odd chip" if first.odd == 1 else f"{first.odd} odd chips"
    winners = " and ".join(f"p{player}" for player in first.players)
    pot = f"{Decimal(first.amount) / scale:,f}"
    return (
        f"{winners} divide {pot} with {chip} left over: here p{first.to}, nearest clockwise of the button, takes all "
        f"that is left, and in the file it is shared ({first.clause}, R-19)."
    )


def _divisions(done: Settlement) -> tuple[_Division, ...]:
    """The parts of pots that more than one hand won, and did not divide evenly."""
    parts: dict[tuple[int, str], list[Award]] = {}
    for award in done.awards:
        parts.setdefault((award.pot, award.side), []).append(award)
    found = []
    for won in parts.values():
        least = min(award.amount for award in won)
        amount = sum(award.amount for award in won)
        odd = amount - least * len(won)
        if odd:
            most = max(won, key=lambda award: award.amount)
            found.append(_Division(amount, tuple(award.seat for award in won), odd, most.seat, most.clause))
    return tuple(found)


def _rake(done: Settlement, off: dict[int, Decimal], scale: int) -> str | None:
    """Describe a difference that is missing from the winners' stacks and the sum: the rake of the house."""
    winners = {award.seat for award in done.awards}
    pots = Decimal(sum(pot.amount for pot in done.pots)) / scale
    missing = -sum(off.values(), Decimal(0))
    if not (off.keys() <= winners and max(off.values()) < 0 and missing <= _MOST_RAKE * pots):
        return None
    return f"The stacks of the file are {missing:,f} short of those it began with: a rake, which no field tells of."


def _short_ante(history: HandHistory, done: Settlement, off: dict[int, Decimal]) -> str | None:
    """Who could not pay the whole ante wins only the like of it; files may give such a winner all antes."""
    antes = history.forced_bets[0]
    if sum(off.values(), Decimal(0)) or history.more.get("ante_trimming_status"):
        return None
    winners = {award.seat for award in done.awards}
    more = {player: amount for player, amount in off.items() if amount > 0}
    short = all(history.starting_stacks[player - 1] < antes[player - 1] for player in more)
    if not (short and more.keys() <= winners and sum(more.values()) <= sum(antes)):
        return None
    return "A player could not pay the whole ante: here only the like of it can be won with it, in the file every ante."
