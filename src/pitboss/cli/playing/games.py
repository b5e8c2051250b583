"""Differences between the house games in the terminal: the spots asked for before a round, and the cards' places."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pitboss.games.play import Cents, Game, HouseSettings, dollars
from pitboss.games.views import WagerView
from pitboss.kits import kit_of
from pitboss.kits.kit import BetSpot

SEAT = 1
PLAYER = "the player"

# The view of whichever game is played.
View = Any


@dataclass(frozen=True, slots=True)
class Practice:
    """A game set up for one person at box 1."""

    game: Game[Any]
    settings: HouseSettings
    spots: tuple[BetSpot, ...]

    @property
    def least_wagers(self) -> dict[str, Cents]:
        """The smallest wagers that bring cards, by the sign."""
        limits = self.settings.limits
        return {kind: limits[kind].least for spot in self.spots if not spot.optional for kind in spot.kinds}

    @property
    def least(self) -> Cents:
        return sum(self.least_wagers.values())

    @property
    def least_words(self) -> str:
        return f"{dollars(self.least)} ({wager_words(self.least_wagers)})"

    @property
    def placing_clauses(self) -> tuple[str, ...]:
        """Return the clauses that `?` shows while wagers are placed, beside those of the spot."""
        clauses = self.game.clauses
        wide = (clauses.place, clauses.spot, clauses.limits, clauses.multiples)
        return (*wide, clauses.below_minimum, clauses.above_maximum)


def practice(name: str) -> Practice:
    """A house game set up for practice."""
    kit = kit_of(name)
    game = kit.game
    extras = {part: game.nested_settings[part](**figures) for part, figures in kit.practice_settings.items()}
    return Practice(game, replace(game.default_settings, **extras), kit.spots)  # type: ignore[arg-type]


def words(name: str) -> str:
    return name.replace("_", " ")


def wager_words(wagers: Mapping[str, Cents]) -> str:
    return ", ".join(f"{words(kind)} {dollars(amount)}" for kind, amount in wagers.items())


class Group(NamedTuple):
    """Cards that lie together under a label."""

    label: str
    cards: tuple[str, ...]


def bands(view: View) -> tuple[tuple[Group, ...], ...]:
    """The cards on the felt from the dealer's side to the player's, as far as this player sees them."""
    house = [Group(_label("Dealer", view.dealer_total), tuple(view.dealer))]
    if hasattr(view, "communal"):
        house.append(Group("Communal cards", tuple(view.board)))
    return tuple(house), tuple(_hands(view))


def _hands(view: View) -> Iterable[Group]:
    """The hands of this player's box: one, or several after a split, the one in play marked."""
    for box in view.places:
        if box.seat == SEAT:
            for number, hand in enumerate(box.hands, 1):
                name = f"You, hand {number}" if len(box.hands) > 1 else f"You, box {SEAT}"
                playing = len(box.hands) > 1 and view.turn and (view.turn.seat, view.turn.hand) == (SEAT, number)
                doubled = "doubled" if hand.doubled else None
                standing = "in play" if playing else words(hand.standing)
                yield Group(_label(name, hand.total, doubled, standing), tuple(hand.cards))


def _label(name: str, *told: str | None) -> str:
    there = ", ".join(word for word in told if word)
    return f"{name}: {there}" if there else name


def own_wagers(view: View) -> list[WagerView]:
    """This player's chips, decided or not, the hands of a split in their order and first."""
    return sorted((row for row in view.wagers if row.seat == SEAT), key=lambda row: row.hand or 99)


def spot_words(view: View, row: WagerView) -> str:
    """A spot by its name, with the hand where the player has several."""
    several = any((other.hand or 1) > 1 for other in own_wagers(view))
    return words(row.wager) + (f" hand {row.hand}" if several and row.hand is not None else "")
