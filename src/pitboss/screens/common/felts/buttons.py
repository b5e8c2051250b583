"""The available choices as buttons: each says what it does, what it costs, what follows and its key.

All choices of a money table have the same size and weight, in the order of the rules (UTH 15.6(a), HLD 19.5(a)).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.floor.reading.table_view import TableView
from pitboss.games.play import Choice
from pitboss.screens.common.formatting import money

# What is done otherwise than by a button of its own: with chips or at the seats.
_NO_BUTTONS = (
    *("place", "increase", "take_back", "sit", "join", "leave", "change_seat", "request_seat_change"),
    *("cut", "decline_cut", "sit_out", "sit_in", "post_blinds", "wait_for_blind", "withdraw_seat_change", "top_up"),
    *("join_waiting_list", "leave_waiting_list", "push", "call_clock", "show"),
)

# What follows from a choice, where that takes a look at the table: told of the view, the choice and whose it is.
Follows = Callable[[TableView[Any], Choice, str], str]


class Words(NamedTuple):
    """How a verb is said on its button, and the key that presses it.

    Of an amount that may be chosen the least is written there first and the key leads to it; with `at_once` it is the
    most, and the key says it. `amounts` of a command are told for each player by name.
    """

    title: str
    key: str = ""
    follows: str | Follows = ""
    at_once: bool = False
    field: str = "amount"


class Button(NamedTuple):
    """A button and the command it gives. `range` is the least, the most and the step of an amount to be chosen.

    `field` is where that amount goes in the command.
    """

    title: str
    amount: int | None
    follows: str
    key: str
    clause: str
    values: Mapping[str, object]
    range: tuple[int, int, int] | None = None
    at_once: bool = False
    field: str = "amount"


def buttons_of(view: TableView[Any], words: Mapping[str, Words], player: str = "") -> list[Button]:
    """The choices of a view as buttons."""
    found = (choice for choice in view.choices if choice.do not in _NO_BUTTONS)
    return [button for choice in found for button in _buttons(view, choice, words, player)]


def _buttons(view: TableView[Any], choice: Choice, words: Mapping[str, Words], player: str) -> Iterator[Button]:
    do = choice.do
    said = words.get(do, Words(do.replace("_", " ").capitalize()))
    follows = said.follows if isinstance(said.follows, str) else said.follows(view, choice, player)
    values: dict[str, object] = {"table": view.table, "do": do}
    if choice.seat is not None:
        values["seat:whole"] = choice.seat
    if choice.hand != 1:
        values["hand:whole"] = choice.hand
    if choice.least is not None and not choice.amounts:
        span = (choice.least, choice.most or choice.least, choice.step)
        field = f"amounts.{player}" if said.field == "amounts" else said.field
        about = said.title, None, follows, said.key, choice.clause, values
        yield Button(*about, span, said.at_once, field)
        return
    for amount in choice.amounts or (None,):
        more = {} if amount is None else {"amount:whole": amount}
        yield Button(said.title, amount, follows, said.key, choice.clause, values | more)


def gives_up(view: TableView[Any], choice: Choice, player: str) -> str:
    """Describe what is lost with a hand: all unsettled wagers on its box."""
    rows = (row for row in view.felt.wagers if (row.seat, row.player) == (choice.seat, player))
    return f"gives up {money(sum(row.stake for row in rows if row.result is None))}"
