"""The checks of what lies beside the journal because nobody may read it: shuffled shoes and credentials."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards.card import Card
from pitboss.cards.shuffle import Shuffle
from pitboss.floor.models import Credential, Shoe
from pitboss.floor.people.credentials import digest_of
from pitboss.floor.tables import sealing
from pitboss.floor.tables.practice_record import DecisionTakenBack, ShoeArranged
from pitboss.floor.tables.record import CardsDrawn, ShoeCommitted
from pitboss.floor.tables.shoes import shuffle_in
from pitboss.floor.upkeep.checks import EVENTS, Check, CheckFailed, ReplayedEvent

SHOES, CREDENTIALS = "floor_shoe", "floor_credential"


class Shoes(Check):
    """Each shoe is the one that was promised, none is missing or extra, and its cards came out in their order.

    One that is sealed with a key that is not here cannot be opened: it is counted in the note.
    """

    title = "shoes"
    needs_replay = True

    def __init__(self) -> None:
        super().__init__()
        self._kept: set[Any] = set(Shoe.objects.values_list("table", "number"))
        # By stream: the cards of the shoe in use, its number with those that are left in it, and how many come next.
        self._all: dict[str, tuple[Card, ...]] = {}
        self._left: dict[str, tuple[int, tuple[Card, ...]]] = {}
        self._coming: dict[str, int] = {}
        # By stream: where the row says that a shoe was cut, until the game says so.
        self._cut: dict[str, tuple[str, int]] = {}
        self._unopened = 0

    def step(self, step: ReplayedEvent) -> None:
        stream, event = step.row.stream, step.event
        if isinstance(event, ShoeCommitted):
            made = self._open_promised(step.after.id, event)
            self._in_use(step, None if made is None else made.cards)
            if made is not None:
                self._cut[stream] = (f"{step.after.id} {event.number}", made.cut_at)
            return
        if isinstance(event, ShoeArranged):
            made, before = self._open_promised(step.after.id, event), self._all.get(stream)
            if made is not None and before is not None and sorted(made.cards) != sorted(before):
                key = f"{step.after.id} {event.number}"
                raise CheckFailed(SHOES, key, "it does not hold the cards of the shoe before it")
            self._in_use(step, None if made is None else made.cards)
            return
        if isinstance(event, DecisionTakenBack):
            self._in_use(step, self._all.get(stream))
            return
        if isinstance(event, CardsDrawn):
            self._coming[stream] = event.number
            return
        if stream in self._cut:
            self._check_cut(stream, event)
        drawn = step.after.kit.drawn_by(event) if stream in self._left else None
        if drawn is not None:
            self._check_dealt(step, drawn)

    def _in_use(self, step: ReplayedEvent, cards: tuple[Card, ...] | None) -> None:
        """The table has these cards in its shoe now, if they are known, and so many of them have left it as it says."""
        stream, record = step.row.stream, step.after
        for known in (self._all, self._left):
            known.pop(stream, None)
        if cards is not None:
            self._all[stream], self._coming[stream] = cards, 0
            self._left[stream] = (record.shoe, cards[record.drawn :])

    def _open_promised(self, table: str, event: ShoeCommitted | ShoeArranged) -> Shuffle | None:
        key = f"{table} {event.number}"
        if (table, event.number) not in self._kept:
            raise CheckFailed(SHOES, key, "this row is missing: the journal has promised this shoe")
        self._kept.remove((table, event.number))
        row = Shoe.objects.get(table=table, number=event.number)
        if sealing.mark_on(row.order) != event.seal or (event.seal and (row.nonce, row.cut) != ("", 0)):
            raise CheckFailed(SHOES, key, "it is not sealed as the journal says")
        if event.seal and not sealing.is_at_hand(event.seal):
            self._unopened += 1
            self.note = f"{self._unopened:,} sealed with a key that is not here"
            return None
        made = shuffle_in(row)
        if made is None or made.commitment != event.commitment:
            raise CheckFailed(SHOES, key, "it is not the shoe that was promised before its first card")
        self.looked_at += 1
        return made

    def _check_cut(self, stream: str, event: Any) -> None:
        """The game's own event of the shuffle comes next, and says where the cards were cut."""
        key, cut = self._cut.pop(stream)
        if cut != (getattr(event, "position", None) or 0):
            raise CheckFailed(SHOES, key, f"it is cut at {cut}, and in the journal elsewhere")

    def _check_dealt(self, step: ReplayedEvent, came: tuple[Card, ...]) -> None:
        number, left = self._left[step.row.stream]
        coming = self._coming[step.row.stream]
        if came and coming and (came != left[: len(came)] or len(came) != coming):
            raise CheckFailed(EVENTS, step.row.seq, f"shoe {number} of {step.row.stream} was not dealt in its order")
        self._left[step.row.stream] = (number, left[len(came) :])
        self._coming[step.row.stream] = 0

    def end(self) -> None:
        for table, number in sorted(self._kept, key=str):
            raise CheckFailed(SHOES, f"{table} {number}", "the journal has never promised this shoe")


class Credentials(Check):
    """Each credential is the one whose digest the person's stream has; none is missing or extra."""

    title = "credentials"
    needs_replay = True

    def __init__(self, records: Mapping[str, Any]) -> None:
        super().__init__()
        self._records = records

    def end(self) -> None:
        kept = {row.person: row for row in Credential.objects.all()}
        expected = {
            stream: record.access.credential
            for stream, record in self._records.items()
            if getattr(record, "access", None) and record.access.credential
        }
        for person in sorted({*kept, *expected}, key=str):
            if person not in kept:
                raise CheckFailed(CREDENTIALS, person, "this row is missing: the journal has its digest")
            if person not in expected:
                raise CheckFailed(CREDENTIALS, person, "the journal has no digest of it")
            if digest_of(kept[person]) != expected[person]:
                raise CheckFailed(CREDENTIALS, person, "it is not what was set: its digest is another one")
            self.looked_at += 1
