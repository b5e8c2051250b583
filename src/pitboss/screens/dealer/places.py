"""Where the cards that are due go: place by place, in the order they leave the shoe."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from pitboss.floor.tables.record import TableRecord
from pitboss.games.canberra.deal import up_place
from pitboss.games.command import dealer_step
from pitboss.games.holdem.dealing import board_cards_due
from pitboss.games.holdem.state import Play as HoldemPlay
from pitboss.games.house.felt import BettingClosed
from pitboss.games.play import COMMUNAL, DEALER, Stage, Step
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.dealer.words import counted

_STREETS = ("flop", "turn", "river")


class Place(NamedTuple):
    """So many of the next cards, what the dealer does with them in words, and whether nobody reads them yet."""

    words: str
    cards: int
    is_down: bool = False


def places_due(record: TableRecord, step: Step) -> list[Place]:
    """What happens with the cards of a step, those to the same place together."""
    if isinstance(record.state.play, HoldemPlay):
        return list(_holdem_places(record, step))
    if record.state.felt.stage is Stage.PLAYING:
        where = "Dealer" if step.to is None else f"Box {step.to}"
        return [Place(f"{where}: deal {counted(step.cards)}", step.cards)]
    plan, out = _plan(record), len(_dealt(record))
    up = _face_up(record, plan)
    coming = [(place, up is not None and index not in up) for index, place in enumerate(plan)][out : out + step.cards]
    together = [(place, is_down, len(list(group))) for (place, is_down), group in groupby(coming)]
    return [Place(_words(record, place, count, is_down), count, is_down) for place, is_down, count in together]


def _face_up(record: TableRecord, plan: tuple[int, ...]) -> tuple[int | None, ...] | None:
    """The cards of a deal that are read as they come; None where all of them are."""
    if record.scanner or record.game == "pontoon":
        return None
    return (up_place(record.state, plan),) if record.game == "canberra" else ()


def _dealt(record: TableRecord) -> tuple[int, ...]:
    felt = record.state.felt
    return felt.dealt if felt.stage is Stage.DEALING else ()


def _plan(record: TableRecord) -> tuple[int, ...]:
    """Settled when the betting has closed; before that, as the rules would settle it now."""
    state, game = record.state, record.rules
    if state.felt.stage is Stage.DEALING:
        return state.felt.plan
    decided = game.decide(state, dealer_step("deal", game.deck(state).cards[:1]))
    events = () if isinstance(decided, Refusal) else decided
    return next((event.plan for event in events if isinstance(event, BettingClosed)), ())


def _words(record: TableRecord, place: int, count: int, is_down: bool) -> str:
    how = "face up" if record.game == "pontoon" or not (is_down or record.scanner) else "face down"
    if place == COMMUNAL:
        return f"Deal {counted(count, 'communal card', 'communal cards')}"
    where = "Dealer" if place == DEALER else f"Box {place}"
    return f"{where}: deal {counted(count)} {how}"


def _holdem_places(record: TableRecord, step: Step) -> Iterator[Place]:
    now = record.state.play.round
    if step.do != "deal":
        yield Place("Deal the card that replaces it", step.cards, not record.scanner)
    elif record.state.felt.stage is Stage.PLAYING:
        burn, street = board_cards_due(record.state)
        if burn:
            yield Place("Burn one card", burn, not record.scanner)
        yield Place(f"Deal the {_STREETS[now.street]}", street)
    else:
        # One at a time, clockwise from the button's left, in which order the hands are kept.
        first = sum(map(len, now.hole))
        for number in range(first, first + step.cards):
            yield Place(f"Seat {now.seats[number % len(now.seats)]}: deal one card face down", 1, not record.scanner)
