"""Cards that a dealer types: as they are written, and those that cannot be because they have been seen before."""

from collections.abc import Callable

from pitboss.cards.card import UNSEEN, Card, CardError, face
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.tables.record import TableRecord
from pitboss.games.command import Command as GameCommand
from pitboss.games.house.dealing import one_too_many
from pitboss.games.play import Stage


def cards_from(faces: tuple[str, ...], read: Callable[[str], Card]) -> tuple[Card, ...] | No:
    try:
        return tuple(read(each) for each in faces)
    except CardError as error:
        return wrong("cards", str(error))


def seen_before(record: TableRecord, given: GameCommand) -> No | None:
    """A card that a dealer types and that cannot come any more is a slip of the fingers, and nothing happens."""
    state, deck = record.state, record.rules.deck(record.state)
    dealt = state.felt.dealt if state.felt.stage is not Stage.OVER else ()
    seen = [each for each in dealt + record.kit.discards(state) if each != UNSEEN]
    for each in given.cards:
        if each == UNSEEN:
            continue
        refusal = deck.cannot_come(each, seen)
        if refusal:
            return No.by_rule(refusal)
        seen.append(each)
    return None


def there_twice(record: TableRecord, before: tuple[Card, ...]) -> No | None:
    """A card that is turned up at a live table and lies there already has been misread, here or there."""
    dealt, deck = record.state.felt.dealt, record.rules.deck(record.state)
    if len(dealt) != len(before):
        return None
    twice = one_too_many(deck, dealt)
    if twice is None or one_too_many(deck, before) is not None:
        return None
    reason = (
        f"{face(twice)} lies on the table already. If it was misread there, correct it; if not, a supervisor rules."
    )
    return No(reason, clause=deck.clause, field="cards", word="out_already")
