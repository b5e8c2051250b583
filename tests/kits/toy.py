"""High Card, a game that no house has: one wager, one card each, and the higher card wins.

Its document, its rules and its kit are all here. Nothing else in the project knows that there is such a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import NamedTuple

from pitboss.cards.card import Card, face, rank_of
from pitboss.cards.deck import ALL_RANKS, Deck
from pitboss.cards.shuffle import CutLimit
from pitboss.games.frozen import Frozen
from pitboss.games.house import events as house_events
from pitboss.games.house import felt
from pitboss.games.house.between_rounds import house_verbs, void_verb
from pitboss.games.house.boxes import Standing
from pitboss.games.house.dealing import AUTOMATED, DealingRules, first_cards, next_cards, packs_of, shuffle
from pitboss.games.house.felt import Dealt, Decided, RoundOver, RoundStarted
from pitboss.games.house.limits import Layout, betting_choices, betting_verbs
from pitboss.games.money import SHARED
from pitboss.games.pays import even, lose, push, win
from pitboss.games.play import (
    DEALER,
    Cents,
    Command,
    CommonClauses,
    Decision,
    Game,
    HouseSettings,
    Limit,
    Outcome,
    Role,
    RoutineStep,
    Settings,
    Stage,
    State,
    Verb,
    Viewer,
    Wager,
)
from pitboss.games.settings import common_error, misshapen
from pitboss.games.state import set_up
from pitboss.games.views import HouseView, PlaceView, common_view, with_advice
from pitboss.kits.kit import BetSpot, Kit
from pitboss.rulebook.book import read_document
from pitboss.rulebook.refusal import Refusal

_CLAUSES = {
    "1.1": "A table has a name, hours, people who run it and the cards that are checked and shuffled",
    "2.1": "One wager a box, within the limits of the sign, before the first card",
    "3.1": "One card face up to each box with a wager, then one to the dealer",
    "3.2": "The higher card wins even money; equal cards push; aces are high",
}
_ROWS = "".join(
    f'{{id = "{number}", summary = "{words}", kind = "engine", handling = ["enforced"], software = "x"}},'
    for number, words in _CLAUSES.items()
)
DOCUMENT = read_document(
    'prefix = "TOY"\ntitle = "High Card"\ninstrument = "High Card Approval 2025"\ncomplete = []\n'
    f'[[section]]\nid = "1"\nheading = "The game"\nclauses = [{_ROWS}]\n'
)

WAGER = "wager"
DECK = Deck(ALL_RANKS, "TOY 1.1")
CLAUSES = CommonClauses(
    **(
        dict.fromkeys((each.name for each in fields(CommonClauses)), "TOY 1.1")
        | {"place": "TOY 2.1", "spot": "TOY 2.1"}
    )
)


@dataclass(frozen=True, slots=True)
class ToySettings(HouseSettings):
    """A table of the toy game."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: Frozen({WAGER: Limit(500, 10_000)}))
    shoe: str = AUTOMATED
    max_payout: Cents = 100_000


class Box(NamedTuple):
    seat: int
    player: str
    cards: tuple[Card, ...] = ()
    standing: Standing = Standing.IN_PLAY


class Round(NamedTuple):
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()


Toy = State[Round]
LAYOUT = Layout(CLAUSES, (WAGER,), (WAGER,), {}, fits=lambda state, seat, player, stakes: None, taken="TOY 2.1")
DEAL = DealingRules(
    layout=LAYOUT,
    deck=lambda state: DECK,
    cut=CutLimit("TOY 1.1", 2),
    plan=lambda state, seats: (*seats, DEALER),
    clause=lambda state: "TOY 3.1",
    most_boxes=20,
)


def _settings_error(settings: Settings) -> Refusal | None:
    assert isinstance(settings, ToySettings)
    return misshapen(settings, ToySettings(), CLAUSES) or common_error(settings, CLAUSES, 20)


def _started(state: Toy, event: RoundStarted) -> Toy:
    after: Toy = felt.APPLIERS[RoundStarted](state, event)
    return after._replace(play=Round())


def _dealt(state: Toy, event: Dealt) -> Toy:
    dealt = state.felt.dealt + event.cards
    players = {wager.seat: wager.player for wager in state.felt.wagers}
    lies = dict(zip(state.felt.plan, dealt, strict=False))
    boxes = tuple(Box(seat, players[seat], (card,)) for seat, card in lies.items() if seat != DEALER)
    stage = Stage.PLAYING if len(dealt) == len(state.felt.plan) else Stage.DEALING
    play = Round(boxes, tuple(lies[place] for place in lies if place == DEALER))
    return state._replace(felt=state.felt._replace(dealt=dealt, stage=stage), play=play)


def _routine(state: Toy) -> RoutineStep | None:
    if state.felt.stage is Stage.PLAYING:
        return RoutineStep("settle", "TOY 3.2")
    return next_cards(DEAL, state) if state.felt.stage in (Stage.BETTING, Stage.DEALING) else None


def _settle(state: Toy, command: Command) -> Decision:
    """The higher card wins."""
    if state.felt.stage is not Stage.PLAYING:
        return Refusal("TOY 3.2", "There is nothing to settle.")
    cards = {box.seat: box.cards[0] for box in state.play.boxes}
    outcomes = tuple(_outcome(wager, cards[wager.seat], state.play.dealer[0]) for wager in state.felt.wagers)
    return Decided(outcomes, "TOY 3.2"), RoundOver("settled", "TOY 3.2")


def _outcome(wager: Wager, own: Card, dealer: Card) -> Outcome:
    lead = rank_of(own) - rank_of(dealer)
    why = f"{face(own)} against {face(dealer)}."
    if not lead:
        return push(wager, "TOY 3.2", why)
    return win(wager, even("TOY 3.2"), "TOY 3.2", why) if lead > 0 else lose(wager, "TOY 3.2", why)


class ToyView(HouseView, frozen=True, kw_only=True):
    dealer: list[str]
    boxes: list[PlaceView]
    deck: str | None
    decks: list[str]


def _view(state: Toy, viewer: Viewer) -> ToyView:
    boxes = [
        PlaceView(seat=box.seat, player=box.player, standing=box.standing, cards=[face(card) for card in box.cards])
        for box in state.play.boxes
    ]
    dealer, packs = [face(card) for card in state.play.dealer], packs_of(state, "red blue")
    return with_advice(ToyView(**common_view(state), dealer=dealer, boxes=boxes, **packs), state, viewer)


GAME: Game[Round] = Game(
    name="toy",
    prefix="TOY",
    title="High Card",
    verbs={
        **house_verbs(CLAUSES, lambda state: DECK),
        **betting_verbs(LAYOUT),
        "shuffle": Verb(partial(shuffle, DEAL), "TOY 1.1", (Role.DEALER,), (), ("position",)),
        "deal": Verb(partial(first_cards, DEAL), "TOY 3.1", (Role.DEALER,), ("cards",), ("seats",)),
        "settle": Verb(_settle, "TOY 3.2", (Role.DEALER,)),
        "void_round": void_verb(CLAUSES),
    },
    appliers={**felt.APPLIERS, **house_events.APPLIERS, RoundStarted: _started, Dealt: _dealt},
    clauses=CLAUSES,
    opened=lambda settings: set_up(settings, Round()),
    deck=lambda state: DECK,
    default_settings=ToySettings(),
    choices=lambda state: betting_choices(state, LAYOUT),
    due=lambda state: (),
    routine=_routine,
    view=_view,
    movers=SHARED,
    settings_error=_settings_error,
    routines=("shuffle", "deal", "settle"),
)

KIT = Kit(
    game=GAME,
    document=DOCUMENT,
    no_aids="TOY 1.1",
    no_advice="TOY 1.1",
    spots=(BetSpot(WAGER, ("TOY 2.1",)),),
    usual_wagers={WAGER: 1000},
    is_dealt_face_up=True,
)
