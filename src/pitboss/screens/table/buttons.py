"""What somebody may do now, as buttons: each says what it does, what it costs, what follows and which key presses it.

All choices of a money table have the same size and weight, in the order of the rules (UTH 15.6(a), HLD 19.5(a)).
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.screens.saying import money

# What is done otherwise than by a button of its own: with chips, at the seats, or not at all by honest people.
_NO_BUTTONS = (
    *("place", "increase", "take_back", "sit", "join", "leave", "talk", "influence", "tell_hand", "side_bet"),
    *("use_device", "exchange_cards", "coach", "change_seat", "request_seat_change", "wait_for_seat"),
)


class Words(NamedTuple):
    """How a verb is said on its button, and the key that presses it."""

    title: str
    key: str = ""
    follows: str = ""


class Button(NamedTuple):
    """A button and the command it gives. `range` is the least, the most and the step of an amount to be chosen."""

    title: str
    amount: int | None
    follows: str
    key: str
    clause: str
    values: Mapping[str, Any]
    range: tuple[int, int, int] | None = None


def buttons_of(view: Mapping[str, Any], position: int, words: Mapping[str, Words]) -> list[Button]:
    """The choices of a view as buttons. Pressed twice at the same moment of the table, a button is pressed once."""
    return [button for choice in view["choices"] for button in _buttons(view, choice, position, words)]


def _buttons(
    view: Mapping[str, Any], choice: Mapping[str, Any], position: int, words: Mapping[str, Words]
) -> Iterator[Button]:
    do = choice["do"]
    if do in _NO_BUTTONS:
        return
    said = words.get(do, Words(do.replace("_", " ").capitalize()))
    values = {"table": view["table"], "do": do}
    for name in ("seat", "hand"):
        if name in choice:
            values[f"{name}:whole"] = choice[name]
    key = f"{position}-{do}-{choice.get('seat', '')}-{choice.get('hand', '')}"
    if "least" in choice and not choice.get("amounts"):
        span = (choice["least"], choice["most"] or choice["least"], choice["step"])
        yield Button(said.title, None, said.follows, said.key, choice["clause"], values | {"key": key}, span)
        return
    for amount in choice.get("amounts", [None]):
        more = {} if amount is None else {"amount:whole": amount}
        own = values | more | {"key": f"{key}-{amount or ''}"}
        yield Button(said.title, amount, said.follows, said.key, choice["clause"], own)


def stake_of(view: Mapping[str, Any], player: str) -> int:
    """What somebody has on the felt that is not settled yet."""
    return sum(row["stake"] for row in view["wagers"] if row["player"] == player and "result" not in row)


def gives_up(view: Mapping[str, Any], player: str) -> str:
    return f"gives up {money(stake_of(view, player))}"
