"""The cards of past rounds as a case may tell them: those that were shown as they were, any others for the rest.

A card that nobody was shown is nobody's business afterwards. In its place stands one of all that could have lain there,
by chance, so that nothing can be learned from it; the round must come out the same with it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pitboss.cards.card import Card, card, face
from pitboss.cards.shuffle import permute
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import NotWritten, faces_in, round_played
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables import shoes
from pitboss.floor.tables.record import TableRecord, apply, stream_of
from pitboss.floor.upkeep.export import ANYBODY, NothingThere
from pitboss.games.play import Audience, Viewer
from pitboss.games.table import Table
from pitboss.journal import codec, store
from pitboss.journal.store import StoredEvent
from pitboss.rulebook.refusal import Refusal

# Hands that lost without being shown are tried so often before one is found that would have lost as well.
_MOST_TRIES = 20_000
_SIGN = Viewer(Audience.SIGN)


class TableCards:
    """All cards of a table up to a moment: what left its shoes, what was entered by hand, and what anybody saw."""

    def __init__(self, table: str, until: int) -> None:
        self._table = table
        # By shoe: its cards, the round in which each that left it did so, and where the cutting card went.
        self._shoes: dict[int, tuple[Card, ...]] = {}
        self._rounds_of_cards: dict[int, list[int]] = {}
        self._depths: dict[int, int] = {}
        # By round: the faces that anybody saw, and all that came to the table.
        self._seen: dict[int, set[str]] = {}
        self._came: dict[int, set[str]] = {}
        self._rounds_of_commands: dict[int, int] = {}
        record: TableRecord | None = None
        rows = (row for row in store.read(stream_of(table)) if row.at < until)
        for command, run in groupby(rows, key=lambda row: row.command):
            for row in run:
                record = self._after(record, row)
            assert record is not None
            self._look(record, command)
        self._stands_for = {} if record is None else self._stand_ins(record)

    def _after(self, before: TableRecord | None, row: StoredEvent) -> TableRecord:
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
        self._seen.setdefault(number, set()).update(faces_in(view_of(record, ANYBODY).as_json()))
        self._came.setdefault(number, set()).update(map(face, record.state.felt.dealt))

    def shoes(self) -> list[dict[str, Any]]:
        """Every shoe of the croupier, with the cards that have left it."""
        return [self._shoe(number) for number in sorted(self._shoes)]

    def _shoe(self, number: int) -> dict[str, Any]:
        cards = self._shoes[number]
        told = [
            self._card_to_tell(each, which) for each, which in zip(cards, self._rounds_of_cards[number], strict=False)
        ]
        others = _others(cards, [each for each in told if each is not None])
        depth = {"depth": self._depths[number]} if number in self._depths else {}
        return {"cards": [face(next(others) if each is None else each) for each in told], **depth}

    def _card_to_tell(self, each: Card, number: int) -> Card | None:
        """A card of a shoe as it may be told; nothing where it is any that was not shown."""
        if face(each) in self._seen.get(number, ()):
            return each
        stands_for = self._stands_for.get(number, {}).get(face(each))
        return None if stands_for is None else card(stands_for)

    def cards_entered(self, command: int, cards: Sequence[str]) -> list[str]:
        """Cards that a dealer has entered with a command."""
        stands_for = self._stands_for.get(self._rounds_of_commands.get(command, 0), {})
        return [stands_for.get(each, each) for each in cards]

    def _stand_ins(self, record: TableRecord) -> dict[int, Mapping[str, str]]:
        """By round: what is told in the place of each card that was not shown, where a deck has each card once."""
        deck = record.rules.deck(record.state).cards
        if len(set(deck)) < len(deck):
            return {}
        hidden = {number: sorted(came - self._seen[number]) for number, came in self._came.items()}
        decides = record.room is not None
        played = {each.number: each for each in recall.rounds(self._table)} if decides else {}
        return {
            number: self._choose_stand_ins(number, faces, deck, _checker(self._table, played.get(number)))
            for number, faces in hidden.items()
            if faces
        }

    def _choose_stand_ins(
        self, number: int, hidden: Sequence[str], deck: Sequence[Card], is_same: Callable[[Mapping[str, str]], bool]
    ) -> Mapping[str, str]:
        shown = [card(each) for each in self._seen[number]]
        for _ in range(_MOST_TRIES):
            others = _others(deck, shown)
            chosen = {each: face(next(others)) for each in hidden}
            if is_same(chosen):
                return chosen
        raise NothingThere(
            f"Round {number} of table {self._table!r} has hands that nobody was shown: no case tells it."
        )


def _others(cards: Sequence[Card], shown: Sequence[Card]) -> Iterator[Card]:
    """Yield cards that may have lain where nobody saw them, in an order that discloses nothing."""
    return iter(permute(list((Counter(cards) - Counter(shown)).elements())))


def _checker(table: str, past: recall.PastRound | None) -> Callable[[Mapping[str, str]], bool]:
    """Whether a round comes out the same for everybody who watched, with other cards in the place of some."""
    if past is None:
        return lambda _chosen: True
    try:
        played = round_played(table, past)
    except NotWritten:
        return lambda _chosen: True
    shown = played.game.view(played.state, _SIGN)

    def is_same(chosen: Mapping[str, str]) -> bool:
        instead = {card(hidden): card(other) for hidden, other in chosen.items()}
        again: Table[Any] = Table(played.game, played.round_began_with.settings)
        again.state = played.round_began_with
        for command in played.commands:
            cards = tuple(instead.get(each, each) for each in command.cards)
            if isinstance(again.do(command._replace(cards=cards)), Refusal):
                return False
        return again.game.view(again.state, _SIGN) == shown

    return is_same
