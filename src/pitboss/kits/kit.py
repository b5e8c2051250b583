"""The parts of a game's kit."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from pitboss.cards.card import Card
from pitboss.games.command import Cents
from pitboss.games.frozen import Frozen
from pitboss.games.house.felt import Dealt
from pitboss.games.play import Game, Outcome, State
from pitboss.kits.bot import BY_THE_FIRST, Decide
from pitboss.kits.events import About
from pitboss.kits.returns import NO_RETURNS, Returns
from pitboss.rulebook.book import Document

if TYPE_CHECKING:
    from pitboss.kits.card_room import CardRoom


@dataclass(frozen=True, slots=True)
class BetSpot:
    """A place for chips that is asked about before the deal; `equal` names spots that by rule take as much.

    On a `fixed` one there is only one amount; the view says it, and how much is to be won.
    """

    kind: str
    clauses: tuple[str, ...]
    equal: tuple[str, ...] = ()
    optional: bool = False
    fixed: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind, *self.equal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that the house knows of one game beside its rules.

    `card_room` is there where players play against each other; without it they play against the house, with wagers on
    the `spots`. A game whose `document` is not among the approved ones brings it along. `practice_settings` are what a
    practice table in the terminal has beyond the game's own defaults. `no_aids` and `no_advice` are the clauses by
    which a table for money has neither. `drills` are kinds of hands to train on, with their titles; `training` deals
    them. `askable` are the places that cards can be asked for at a practice table, and how many; `discards` the cards
    that cannot come again before the next shuffle. `events` are those of its own, by their classes; `leaves_shoe` has
    those of them that say which cards have come.

    Parts that belong to a layer above are values of that layer, or their addresses: see `load`.
    """

    game: Game[Any]
    no_aids: str
    no_advice: str
    document: Document | None = None
    spots: tuple[BetSpot, ...] = ()
    practice_settings: Mapping[str, Mapping[str, Cents]] = Frozen()
    usual_wagers: Mapping[str, Cents] = Frozen()
    card_room: "CardRoom | None" = None
    is_dealt_face_up: bool = False
    waits_for_nobody: tuple[str, ...] = ()
    has_maximum_payout: bool = True
    bot: Decide = BY_THE_FIRST
    askable: Callable[[State[Any]], Mapping[str, int]] = lambda state: {}
    discards: Callable[[State[Any]], tuple[Card, ...]] = lambda state: ()
    past_rounds: Callable[[State[Any]], Iterable[tuple[int, tuple[Outcome, ...]]]] = lambda state: ()
    breaches: Mapping[str, str] = Frozen()
    leaves_shoe: Mapping[type, Callable[[Any], tuple[Card, ...]]] = Frozen()
    events: Mapping[str, About] = Frozen()
    returns: Returns = NO_RETURNS
    odds: str = ""
    drills: Mapping[str, str] = Frozen()
    training: object = None
    may_pass: bool = False
    what_if: object = None
    terminal: object = "pitboss.cli.play:against_the_house"
    case_player: object = "pitboss.conformance.house.player:play"
    case_fields: object = "pitboss.conformance.format.vocabulary:case_fields"
    felt: object = "pitboss.screens.common.felts.plain:FELT"
    console: object = "pitboss.screens.dealer.consoles:PLAIN"

    def load(self, name: str) -> Any:
        """A part of a layer above; one that is told by its address is loaded now."""
        value = getattr(self, name)
        return resolve_name(value) if isinstance(value, str) else value

    def solve(self, name: str) -> Any:
        """Something by its name from the package of the game's solver: `analysis:analyse`."""
        return resolve_name(f"{self.odds}.{name}")

    @property
    def needed_wagers(self) -> tuple[str, ...]:
        """The spots where something must lie for cards to come."""
        return tuple(kind for spot in self.spots if not spot.optional for kind in spot.kinds)

    def drawn_by(self, event: Any) -> tuple[Card, ...] | None:
        """The cards that an event says have left the shoe, in the order they did; None where it is about none."""
        if isinstance(event, Dealt):
            return event.cards
        tell = self.leaves_shoe.get(type(event))
        return None if tell is None else tell(event)
