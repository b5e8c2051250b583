"""Players' calls at a live table as keys: only those the rules allow now, in their order."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Choice
from pitboss.kits import kit_of
from pitboss.screens.dealer.consoles import View
from pitboss.screens.dealer.words import CALLS

_GOING = ("leave", "sit_out")


class Call(NamedTuple):
    """Something a player may say: the key for it, its words, and what it stands for.

    `least` and `most` are given where an amount is said with it; `amount` where it is known already.
    """

    key: str
    title: str
    do: str
    seat: int
    hand: int
    player: str
    clause: str
    amount: int | None = None
    least: int | None = None
    most: int | None = None


def calls_of(record: TableRecord, view: View) -> list[Call]:
    """Return the calls that are possible now, box by box."""
    of_players = {(each.do, each.seat) for each in record.rules.choices(record.state)}
    return [
        call
        for choice in view.choices
        if choice.do in CALLS and (choice.do, choice.seat) in of_players
        for call in _calls(view, choice)
    ]


def goings_of(view: View) -> Iterator[Call]:
    """Who sits at the table may leave it or, in hold'em, sit out; between rounds the dealer sees to that."""
    by_seat = {int(seat): player for seat, player in view.seated.items()}
    if kit_of(view.game).card_room is not None:
        by_seat |= {row.seat: row.player for row in view.felt.places}
    for choice in view.choices:
        if choice.do in _GOING and choice.seat is None:
            key, title = CALLS[choice.do]
            for seat, player in sorted(by_seat.items()):
                yield Call(key, title, choice.do, seat, 1, player, choice.clause)


def _calls(view: View, choice: Choice) -> Iterator[Call]:
    do, seat = choice.do, choice.seat
    assert seat is not None
    key, title = CALLS[do]
    call = Call(key, title, do, seat, choice.hand, choice.player or "", choice.clause)
    if choice.least is not None:
        yield call._replace(least=choice.least, most=choice.most)
        return
    for amount in choice.amounts or (None,):
        if do == "play" and amount is not None:
            times = amount // _ante(view, seat)
            yield call._replace(key=str(times), title=f"Play {times}×", amount=amount)
        else:
            yield call._replace(amount=amount)


def _ante(view: View, seat: int) -> int:
    return next(int(row.stake) for row in view.felt.wagers if (row.seat, row.wager) == (seat, "ante"))
