"""A hand that somebody has asked for at a practice table: whether it can be, and which cards of the shoe it takes.

Which card of the shoe goes where is found by dealing once on a copy of the table, from cards that tell one place of the
shoe from another, while everybody stays in. So no order of dealing is written down a second time here.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.tables.practice_record import PLACES, HandAsked
from pitboss.floor.tables.record import TableRecord
from pitboss.games.command import Command, Role
from pitboss.games.play import Stage, State
from pitboss.rulebook.refusal import Refusal

# What keeps a hand of hold'em in at the least cost.
_STAYING_IN = ("check", "stand", "call", "tap_out")


def cannot_be(record: TableRecord, asked: HandAsked) -> No | None:
    """Return the refusal of an impossible hand request, with its field."""
    deck, places = record.rules.deck(record.state), record.kit.askable(record.state)
    held, seen = Counter(deck.cards), Counter[Card]()
    for place, cards in asked.places.items():
        most = places.get(place, 0)
        if len(cards) > most:
            title = record.rules.title
            return wrong(place, f"At most {most} cards are asked for here." if most else f"{title} has no {place}.")
        for card in cards:
            seen[card] += 1
            if card not in deck:
                return wrong(place, f"{face(card)} is not among the {deck} in play.")
            if seen[card] > held[card]:
                times = "once" if held[card] == 1 else f"{held[card]} times"
                return wrong(place, f"{face(card)} is in the deck {times}.")
    return None


def wanted_cards(record: TableRecord) -> Mapping[int, Card] | None:
    """The cards that were asked for, each by its place in the shoe counted from the next card.

    None where the hand cannot come in this round, because the player is not dealt in.
    """
    asked = record.asked
    assert asked is not None
    marks = tuple(dict.fromkeys(record.rules.deck(record.state).cards))
    places = {name: len(cards) for name, cards in asked.places.items()}
    lies = _dealt_once(record, asked.player, marks, places)
    if lies is None:
        return None
    return {
        marks.index(mark): card
        for name, cards in asked.places.items()
        for mark, card in zip(lies[name], cards, strict=False)
    }


def _dealt_once(
    record: TableRecord, player: str, marks: tuple[Card, ...], places: Mapping[str, int]
) -> Mapping[str, tuple[Card, ...]] | None:
    """Return where these cards come to lie, dealt in order until every place has enough."""
    game, state, drawn = record.rules, record.state, 0
    lies = _lies(record, state, player)
    while any(len(lies[name]) < number for name, number in places.items()):
        step = game.routine(state)
        if step is None:
            command = _stay_in(record, state)
        else:
            command = Command(Role.DEALER, step.do, cards=marks[drawn : drawn + step.cards])
            drawn += step.cards
        done = None if command is None else game.act(state, command)
        if done is None or isinstance(done, Refusal) or done[0].felt.stage is Stage.OVER:
            return None
        state = done[0]
        lies = _lies(record, state, player)
    return lies


def _stay_in(record: TableRecord, state: State[Any]) -> Command | None:
    for do in _STAYING_IN:
        for choice in record.rules.choices(state):
            if choice.do == do:
                return Command(Role.PLAYER, do, choice.seat, choice.player)
    return None


def _lies(record: TableRecord, state: State[Any], player: str) -> dict[str, tuple[Card, ...]]:
    """The cards at each place, for one player: the dealer's up card comes first."""
    lies: dict[str, tuple[Card, ...]] = dict.fromkeys(PLACES, ())
    play = state.play
    if record.room is not None:
        return lies | record.room.cards_of(state, player)
    if state.felt.stage not in (Stage.DEALING, Stage.PLAYING):
        return lies
    for box in reversed(play.boxes):
        if box.player == player:
            lies["hand"] = box.hands[0].cards if hasattr(box, "hands") else box.cards
    up = getattr(play, "up", None) or 0
    lies["dealer"] = (*play.dealer[up : up + 1], *play.dealer[:up], *play.dealer[up + 1 :])
    return lies | {"board": getattr(play, "communal", ())}
