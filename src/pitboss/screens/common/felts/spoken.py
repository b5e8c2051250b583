"""A table in words: headings and lists for those who do not look at the felt, from the same view that is drawn."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.floor.reading.table_view import TableView
from pitboss.games.views import PlaceView, WagerView
from pitboss.screens.common.felts.common import pot_name
from pitboss.screens.common.formatting import cards_in_words, first_name, money, signed_money

_STAGES = {
    "idle": "No round is running.",
    "betting": "Wagers are open.",
    "playing": "The round is being played.",
    "over": "The round is over.",
}


class Part(NamedTuple):
    """A heading with what belongs under it."""

    title: str
    lines: tuple[str, ...]


def parts_of(view: TableView[Any], player: str) -> list[Part]:
    """The whole table, from what concerns the reader most."""
    own = [row for row in view.felt.places if row.seat in view.your_seats]
    others = [row for row in view.felt.places if row.seat not in view.your_seats]
    return [
        Part("Now", tuple(_now(view))),
        *(Part(f"Your hand, place {row.seat}", tuple(_place(row))) for row in own),
        *_shared_parts(view),
        *([Part("Others", tuple(_other(row) for row in others))] if others else []),
        *_wagers(view, player),
    ]


def _now(view: TableView[Any]) -> Iterator[str]:
    felt = view.felt
    yield _STAGES.get(felt.stage, "")
    if felt.street:
        yield f"Street: {'before the flop' if felt.street == 'hole' else felt.street}."
    if felt.turn:
        yield f"To act: place {felt.turn.seat}."
    if felt.pot:
        yield f"All bets together: {money(felt.pot)}."
    for number, pot in enumerate(felt.pots):
        seats = ", ".join(map(str, pot.eligible))
        yield f"{pot_name(number, len(felt.pots))}: {money(pot.amount)}, for seats {seats}."
    if felt.jackpot:
        yield f"Jackpot: {money(felt.jackpot.meter)}."
    yield from (advice.advice for advice in felt.advised)


def _shared_parts(view: TableView[Any]) -> Iterator[Part]:
    felt = view.felt
    if felt.dealer:
        total = f", {felt.dealer_total}" if felt.dealer_total else ""
        yield Part("Dealer", (f"{cards_in_words(felt.dealer)}{total}.",))
    if felt.board:
        yield Part("Board", (f"{cards_in_words(felt.board)}.",))


def _place(row: PlaceView) -> Iterator[str]:
    for hand in row.hands:
        if hand.cards:
            yield f"{cards_in_words(hand.cards)}{f', {hand.total}' if hand.total else ''}."
        if hand.standing:
            yield f"{hand.standing.replace('_', ' ').capitalize()}."
    if row.stake is not None:
        yield f"In front of you: {money(row.stake)}."
    if row.bet:
        yield f"Your bet: {money(row.bet)}."


def _other(row: PlaceView) -> str:
    about = " ".join(_place(row)).replace("In front of you", "Stake").replace("Your bet", "Bet")
    return f"Place {row.seat}, {first_name(row.player) if row.player else 'open'}: {about}"


def _wagers(view: TableView[Any], player: str) -> Iterator[Part]:
    rows = [row for row in view.felt.wagers if row.player == player]
    if rows:
        yield Part("Your wagers", tuple(_wager(row) for row in rows))


def _wager(row: WagerView) -> str:
    said = f"{row.wager.replace('_', ' ').capitalize()}, {money(row.stake)}"
    if row.result is None:
        return f"{said}."
    came = signed_money(row.net) if row.net else row.result
    return f"{said}: {came}. {row.why} Rule {row.clause}."


def said_politely(parts: list[Part]) -> str:
    """The present in a few sentences, for the live region: it is spoken when it has changed."""
    return " ".join(line for part in parts if part.title != "Others" for line in part.lines if line)
