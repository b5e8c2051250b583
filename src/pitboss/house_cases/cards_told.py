"""The cards of past rounds as a case may tell them: those that were shown as they were, any others for the rest.

A card that nobody was shown is nobody's business afterwards. In its place stands one of all that could have lain
there, so that nothing can be learned from it; a hand that was never shown decides nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pitboss.cards.card import Card, card, face
from pitboss.cards.shuffle import shuffled
from pitboss.floor import shoes
from pitboss.floor.export import ANYBODY
from pitboss.floor.sight import view_of
from pitboss.floor.table_record import TableRecord, apply, stream_of
from pitboss.floor.written import faces_in
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.journal.store import Row


class TableCards:
    """All cards of a table up to a moment: what left its shoes, what was entered by hand, and what anybody saw."""

    def __init__(self, table: str, until: int) -> None:
        # By shoe: its cards, the round in which each that left it did so, and where the cutting card went.
        self._shoes: dict[int, tuple[Card, ...]] = {}
        self._rounds_of_cards: dict[int, list[int]] = {}
        self._depths: dict[int, int] = {}
        # By round: the faces that anybody saw, and those that a dealer has entered.
        self._seen: dict[int, set[str]] = {}
        self._entered: dict[int, set[str]] = {}
        self._rounds_of_commands: dict[int, int] = {}
        rows = Event.objects.filter(stream=stream_of(table), at__lt=until).order_by("seq")
        record: TableRecord | None = None
        found = map(Row._make, rows.values_list(*Row._fields).iterator(2000))
        for command, run in groupby(found, key=lambda row: row.command):
            for row in run:
                record = self._after(record, row)
            assert record is not None
            self._look(record, command)
        deck = () if record is None else record.rules.deck(record.state).cards
        self._stands_for = {number: self._stand_ins(number, deck) for number in self._entered}

    def _after(self, before: TableRecord | None, row: Row) -> TableRecord:
        event = codec.decode(row.kind, row.version, row.body)
        record = apply(before, event, row.at)
        left = self._rounds_of_cards.setdefault(record.shoe, [])
        left += [record.state.house.round] * (record.drawn - len(left))
        if record.shoe and record.shoe not in self._shoes:
            self._shoes[record.shoe] = shoes.cards_of(record)
        depth = getattr(event, "depth", None)
        if depth is not None:
            self._depths[record.shoe] = depth
        return record

    def _look(self, record: TableRecord, command: int) -> None:
        number = record.state.house.round
        self._rounds_of_commands[command] = number
        self._seen.setdefault(number, set()).update(faces_in(view_of(record, ANYBODY)))
        if not record.is_virtual:
            self._entered.setdefault(number, set()).update(map(face, record.state.felt.dealt))

    def shoes(self) -> list[dict[str, Any]]:
        """Every shoe of the croupier, with the cards that have left it."""
        return [self._shoe(number) for number in sorted(self._shoes)]

    def _shoe(self, number: int) -> dict[str, Any]:
        cards = self._shoes[number]
        left = list(zip(cards, self._rounds_of_cards[number], strict=False))
        shown = [each if face(each) in self._seen.get(which, ()) else None for each, which in left]
        others = _others(cards, [each for each in shown if each is not None])
        told = [face(next(others) if each is None else each) for each in shown]
        return {"cards": told, **({"depth": self._depths[number]} if number in self._depths else {})}

    def entered(self, command: int, cards: Sequence[str]) -> list[str]:
        """Cards that a dealer has entered with a command."""
        stands_for = self._stands_for.get(self._rounds_of_commands.get(command, 0), {})
        return [stands_for.get(each, each) for each in cards]

    def _stand_ins(self, number: int, deck: Sequence[Card]) -> Mapping[str, str]:
        seen = self._seen[number]
        others = _others(deck, [card(each) for each in seen])
        return {hidden: face(next(others)) for hidden in sorted(self._entered[number] - seen)}


def _others(cards: Sequence[Card], shown: Sequence[Card]) -> Iterator[Card]:
    """What may have lain where nobody saw it, in an order that tells nothing."""
    return iter(shuffled(list((Counter(cards) - Counter(shown)).elements())))
