"""Where the cards that are due go: place by place, in the order they leave the shoe."""

from itertools import groupby

from pitboss.floor.tables.record import TableRecord
from pitboss.games.command import dealer_step
from pitboss.games.house.felt import BettingClosed
from pitboss.games.play import COMMUNAL, DEALER, RoutineStep, Stage
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.dealer.consoles import CardPlace, console_of
from pitboss.screens.dealer.words import count_words


def places_due(record: TableRecord, step: RoutineStep) -> list[CardPlace]:
    """Return the places of the cards of a step, cards to the same place together."""
    console = console_of(record.game)
    if console.places is not None:
        return list(console.places(record, step))
    if record.state.felt.stage is Stage.PLAYING:
        where = "Dealer" if step.to is None else f"Box {step.to}"
        return [CardPlace(f"{where}: deal {count_words(step.cards)}", step.cards)]
    plan, out = _plan(record), len(_places_dealt(record))
    up = _face_up(record, plan)
    coming = [(place, up is not None and index not in up) for index, place in enumerate(plan)][out : out + step.cards]
    together = [(place, is_down, len(list(group))) for (place, is_down), group in groupby(coming)]
    return [CardPlace(_words(record, place, count, is_down), count, is_down) for place, is_down, count in together]


def _face_up(record: TableRecord, plan: tuple[int, ...]) -> tuple[int | None, ...] | None:
    """The cards of a deal that are read as they come; None where all of them are."""
    if record.scanner or record.kit.is_dealt_face_up:
        return None
    up_card = console_of(record.game).up_card
    return () if up_card is None else (up_card(record, plan),)


def _places_dealt(record: TableRecord) -> tuple[int, ...]:
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
    how = "face up" if record.kit.is_dealt_face_up or not (is_down or record.scanner) else "face down"
    if place == COMMUNAL:
        return f"Deal {count_words(count, 'communal card', 'communal cards')}"
    where = "Dealer" if place == DEALER else f"Box {place}"
    return f"{where}: deal {count_words(count)} {how}"
