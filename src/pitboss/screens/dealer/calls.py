"""Players' calls at a live table as keys: only those the rules allow now, in their order."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.floor.tables.record import TableRecord
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


def calls_of(record: TableRecord, view: Mapping[str, Any]) -> list[Call]:
    """Return the calls that are possible now, box by box."""
    of_players = {(each.do, each.seat) for each in record.rules.choices(record.state)}
    return [
        call
        for choice in view["choices"]
        if choice["do"] in CALLS and (choice["do"], choice.get("seat")) in of_players
        for call in _calls(view, choice)
    ]


def goings_of(view: Mapping[str, Any]) -> Iterator[Call]:
    """Who sits at the table may leave it or, in hold'em, sit out; between rounds the dealer sees to that."""
    by_seat = {int(seat): player for seat, player in view["seated"].items()}
    by_seat |= {row["seat"]: row["player"] for row in view.get("seats", ())}
    for choice in view["choices"]:
        if choice["do"] in _GOING and "seat" not in choice:
            key, title = CALLS[choice["do"]]
            for seat, player in sorted(by_seat.items()):
                yield Call(key, title, choice["do"], seat, 1, player, choice["clause"])


def _calls(view: Mapping[str, Any], choice: Mapping[str, Any]) -> Iterator[Call]:
    do, seat = choice["do"], choice["seat"]
    key, title = CALLS[do]
    player = choice.get("player", "")
    call = Call(key, title, do, seat, choice.get("hand", 1), player, choice["clause"])
    if "least" in choice:
        yield call._replace(least=choice["least"], most=choice["most"])
        return
    for amount in choice.get("amounts", (None,)):
        if do == "play":
            times = amount // _ante(view, seat)
            yield call._replace(key=str(times), title=f"Play {times}×", amount=amount)
        else:
            yield call._replace(amount=amount)


def _ante(view: Mapping[str, Any], seat: int) -> int:
    return next(int(row["stake"]) for row in view["wagers"] if (row["seat"], row["wager"]) == (seat, "ante"))
