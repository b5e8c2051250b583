"""Shoes of the virtual croupier: shuffled from the kernel, promised before the first card, and dealt in that order.

The order is a row beside the journal, written in the transaction of its `ShoeCommitted`; nothing that anybody reads
holds it. A process that goes on after another one draws the very next card.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.cards.card import Card, card, face
from pitboss.cards.shuffle import Shuffle, below, shuffle
from pitboss.floor.models import Shoe
from pitboss.floor.tables import CardsDrawn, ShoeCommitted, TableRecord
from pitboss.games.felt import Dealt
from pitboss.games.holdem.dealing import BoardDealt, HoleDealt
from pitboss.games.holdem.irregularities import CardReplaced
from pitboss.games.play import Step
from pitboss.games.pontoon.round import CardDrawn
from pitboss.games.pontoon.shoe import NewShoe

# The cards that an event says have left the shoe, in the order they did.
LEFT_THE_SHOE: Mapping[type, Callable[[Any], tuple[Card, ...]]] = {
    Dealt: lambda event: event.cards,
    HoleDealt: lambda event: event.cards,
    BoardDealt: lambda event: event.burned + event.cards,
    CardReplaced: lambda event: (event.new,),
    NewShoe: lambda event: event.burnt,
    CardDrawn: lambda event: (event.card,),
}
# Shoes in use, by their commitments: one that was never recorded is never asked for.
_MOST_KEPT = 256
_kept: OrderedDict[str, tuple[Card, ...]] = OrderedDict()


class NoSuchShoe(Exception):
    """The row of a shoe that the journal has promised is missing, or is not what was promised."""


class Loaded(NamedTuple):
    """A freshly shuffled shoe: what is promised, where it is cut and the cutting card goes, and what writes it down."""

    event: ShoeCommitted
    position: int | None
    depth: int | None
    cards: tuple[Card, ...]
    write: Callable[[], None]


def load(record: TableRecord, step: Step) -> Loaded:
    """Shuffles what a step of the dealer says, and chooses the cut and the place of the cutting card."""
    uncut = shuffle(step.shuffles)
    position, depth = _within(step.cut), _within(step.depth)
    made, number = Shuffle(uncut.order, uncut.nonce, position or 0), record.shoe + 1

    def write() -> None:
        Shoe.objects.create(
            table=record.id,
            number=number,
            order=json.dumps([face(each) for each in made.order]),
            nonce=made.nonce.hex(),
            cut=made.cut_at,
        )

    return Loaded(ShoeCommitted(number, made.commitment, len(made.order)), position, depth, made.cards, write)


def _within(places: tuple[int, int] | None) -> int | None:
    return None if places is None else places[0] + below(places[1] - places[0] + 1)


def cards_of(record: TableRecord) -> tuple[Card, ...]:
    """All cards of the shoe in use, as they leave it."""
    found = _kept.get(record.commitment)
    if found is None:
        row = Shoe.objects.filter(table=record.id, number=record.shoe).first()
        made = None if row is None else _shuffle_of(row)
        if made is None or made.commitment != record.commitment:
            raise NoSuchShoe(f"Shoe {record.shoe} of table {record.id} is not the one that was promised.")
        found = _kept[record.commitment] = made.cards
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return found


def _shuffle_of(row: Shoe) -> Shuffle | None:
    """The shuffle that a row keeps; None where somebody has been at it."""
    try:
        order = tuple(card(each) for each in json.loads(row.order))
        return Shuffle(order, bytes.fromhex(row.nonce), row.cut)
    except (ValueError, TypeError, AttributeError):
        return None


def check(table: str, events: Iterable[Any]) -> Iterator[str]:
    """What is wrong with the shoes of a table, by all events of its stream: one sentence for each fault.

    Every promise has its row, the row is what was promised, no row is without a promise, and the cards that the game
    tells of came out in its order.
    """
    rows = {row.number: row for row in Shoe.objects.filter(table=table)}
    promised: set[int] = set()
    left: tuple[Card, ...] = ()
    for event in events:
        if isinstance(event, ShoeCommitted):
            promised.add(event.number)
            made = _shuffle_of(rows[event.number]) if event.number in rows else None
            if made is None or made.commitment != event.commitment:
                yield f"Shoe {event.number} of table {table} is not the one that was promised."
            left, number, coming = (made.cards if made else ()), event.number, 0
        elif isinstance(event, CardsDrawn):
            coming = event.count
        elif promised and type(event) in LEFT_THE_SHOE:
            came = LEFT_THE_SHOE[type(event)](event)
            if came and coming and (came != left[: len(came)] or len(came) != coming):
                yield f"Shoe {number} of table {table} was not dealt in its order."
            left, coming = left[len(came) :], 0
    for extra in sorted(set(rows) - promised):
        yield f"Shoe {extra} of table {table} was never promised."
