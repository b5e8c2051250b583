"""Shoes of the virtual croupier: shuffled from the kernel, promised before the first card, and dealt in that order.

The order is a row beside the journal, written in the transaction of its `ShoeCommitted`; nothing that anybody reads
holds it, and the row itself is sealed. A process that goes on after another one draws the very next card.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.cards.card import Card, card, face
from pitboss.cards.shuffle import Shuffle, below, shuffle
from pitboss.floor.kernel import chance
from pitboss.floor.models import Shoe
from pitboss.floor.tables import sealing
from pitboss.floor.tables.practice_record import ShoeArranged
from pitboss.floor.tables.record import ShoeCommitted, TableRecord
from pitboss.games.play import RoutineStep

# Shoes in use, by their commitments: one that was never recorded is never asked for.
_MOST_KEPT = 256
_kept: OrderedDict[str, tuple[Card, ...]] = OrderedDict()


class NoSuchShoe(Exception):
    """The row of a shoe that the journal has promised is missing, or is not what was promised."""


class ShoeOutOfReach(NoSuchShoe):
    """The row of a shoe is sealed with a key that this house does not have."""


class Loaded(NamedTuple):
    """A freshly shuffled shoe: what is promised, where it is cut and the cutting card goes, and what writes it down."""

    event: ShoeCommitted | ShoeArranged
    position: int | None
    depth: int | None
    cards: tuple[Card, ...]
    write: Callable[[], None]


def load(record: TableRecord, step: RoutineStep) -> Loaded:
    """Shuffles what a step of the dealer says, and chooses the cut and the place of the cutting card."""
    written = chance.written_down()
    made, depth = _new_shuffle(step) if written is None else written.shoe(record.id, step)
    assert sorted(made.order) == sorted(step.shuffles), "A shuffle neither adds a card nor takes one away."
    number = record.shoe + 1
    event = ShoeCommitted(number, made.commitment, len(made.order), sealing.own_mark())
    return Loaded(event, made.cut_at if step.cut else None, depth, made.cards, _writer(record.id, number, made))


def _new_shuffle(step: RoutineStep) -> tuple[Shuffle, int | None]:
    uncut = shuffle(step.shuffles)
    position, depth = _within(step.cut), _within(step.depth)
    return Shuffle(uncut.order, uncut.nonce, position or 0), depth


def arrange(record: TableRecord, shoe: tuple[Card, ...], wanted: Mapping[int, Card]) -> Loaded | None:
    """The shoe in use with what is left in it shuffled again, but for the cards that are wanted at their places.

    Places are counted from the next card. None where the wanted cards are not all left.
    """
    left = list(shoe[record.drawn :])
    places = len(left)
    for place, each in wanted.items():
        if place >= places or each not in left:
            return None
        left.remove(each)
    shuffled = shuffle(left)
    others = iter(shuffled.order)
    coming = (wanted[place] if place in wanted else next(others) for place in range(places))
    made, number = Shuffle((*shoe[: record.drawn], *coming), shuffled.nonce), record.shoe + 1
    assert sorted(made.order) == sorted(shoe), "Asking for a hand neither adds a card nor takes one away."
    event = ShoeArranged(number, made.commitment, len(made.order), sealing.own_mark())
    return Loaded(event, None, None, made.cards, _writer(record.id, number, made))


def _writer(table: str, number: int, made: Shuffle) -> Callable[[], None]:
    def write() -> None:
        sealed = sealing.close_seal(_place(table, number), _short(made))
        Shoe.objects.create(table=table, number=number, order=sealed, nonce="", cut=0)
        _keep(made)

    return write


def _place(table: str, number: int) -> str:
    """What a shoe is sealed for: its row is that of no other shoe."""
    return f"{table} {number}"


def _columns(made: Shuffle) -> tuple[str, str, int]:
    """A shuffle as a row keeps it plain, or kept it under its seal."""
    return json.dumps([face(each) for each in made.order]), made.nonce.hex(), made.cut_at


def _short(made: Shuffle) -> str:
    """A shuffle as it is sealed: the faces one after the other, the nonce and the cut."""
    return f"{''.join(map(face, made.order))} {made.nonce.hex()} {made.cut_at}"


def _from_short(text: str) -> Shuffle:
    faces, nonce, cut = text.split(" ")
    cards = tuple(card(faces[at : at + 2]) for at in range(0, len(faces), 2))
    return Shuffle(cards, bytes.fromhex(nonce), int(cut))


def _within(places: tuple[int, int] | None) -> int | None:
    return None if places is None else places[0] + below(places[1] - places[0] + 1)


def cards_of(record: TableRecord) -> tuple[Card, ...]:
    """Return all cards of the shoe in use, in the order they leave it."""
    found = _kept.get(record.commitment)
    if found is not None:
        return found
    made = _open(record.id, record.shoe)
    if made.commitment != record.commitment:
        raise _not_promised(record.id, record.shoe)
    return _keep(made)


def _keep(made: Shuffle) -> tuple[Card, ...]:
    cards = _kept[made.commitment] = made.cards
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return cards


def _open(table: str, number: int) -> Shuffle:
    """The shuffle that the row of a shoe keeps."""
    row = Shoe.objects.filter(table=table, number=number).first()
    try:
        made = None if row is None else shuffle_in(row)
    except sealing.SealedElsewhere as sealed:
        told = f"Shoe {number} of table {table} is sealed with a key that is not here."
        raise ShoeOutOfReach(told) from sealed
    if made is None:
        raise _not_promised(table, number)
    return made


def _not_promised(table: str, number: int) -> NoSuchShoe:
    return NoSuchShoe(f"Shoe {number} of table {table} is not the one that was promised.")


def shuffle_in(row: Shoe) -> Shuffle | None:
    """The shuffle that a row keeps, sealed or plain; None where somebody has been at it."""
    order, nonce, cut = row.order, row.nonce, row.cut
    try:
        if sealing.mark_on(order):
            if (nonce, cut) != ("", 0):
                return None
            plain = sealing.open_seal(_place(row.table, row.number), order)
            if not plain.startswith("["):
                short = _from_short(plain)
                return short if _short(short) == plain else None
            # As shoes were sealed before.
            order, nonce, cut = json.loads(plain)
        made = Shuffle(tuple(card(each) for each in json.loads(order)), bytes.fromhex(nonce), cut)
        return made if _columns(made) == (order, nonce, cut) else None
    except (ValueError, TypeError, AttributeError):
        return None


def load_again(record: TableRecord, step: RoutineStep, depth: int | None) -> Loaded:
    """The shoe that a step of the past has shuffled, as it was, for those who write the round down."""
    made = _open(record.id, record.shoe + 1)
    event = ShoeCommitted(record.shoe + 1, made.commitment, len(made.order))
    return Loaded(event, made.cut_at if step.cut else None, depth, made.cards, lambda: None)
