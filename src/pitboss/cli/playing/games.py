"""What each house game asks for before a round, and which cards lie where: all that differs between them here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.games.catalogue import house_game
from pitboss.games.play import Cents, Game, Settings, dollars

SEAT = 1
PLAYER = "the player"

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for chips that is asked about before the deal; `equal` names the spots that by rule take as much."""

    kind: str
    clauses: tuple[str, ...]
    equal: tuple[str, ...] = ()
    optional: bool = False
    fixed: Cents | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind, *self.equal)


@dataclass(frozen=True, slots=True)
class Practice:
    """A game set up for one person at box 1."""

    game: Game[Any]
    settings: Settings
    spots: tuple[Spot, ...]

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
        """What `?` shows while wagers are placed, beside the clauses of the spot."""
        clauses = self.game.clauses
        wide = (clauses.place, clauses.spot, clauses.limits, clauses.multiples)
        return (*wide, clauses.below_minimum, clauses.above_maximum)


SPOTS = {
    "ultimate": (
        Spot("ante", ("UTH D-Ante", "UTH D-Blind"), equal=("blind",)),
        Spot("trips", ("UTH 4.3", "UTH D-Trips"), optional=True),
    ),
    "canberra": (
        Spot("ante", ("CAN D-Ante",)),
        Spot("jackpot", ("CAN 4.1(b)", "CAN 10.1", "CAN 10.6"), optional=True, fixed=200),
    ),
    "pontoon": (
        Spot("main", ("PON 4.1", "PON 4.2")),
        Spot("perfect_pairs", ("PON 18.8", "PON 18.10"), optional=True),
    ),
}


def practice(name: str) -> Practice:
    """A house game with its own settings."""
    game = house_game(name)
    return Practice(game, game.default_settings, SPOTS[name])


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
    house = [Group("Dealer", tuple(view["dealer"]))]
    if "communal" in view:
        house.append(Group("Communal cards", tuple(view["communal"])))
    return tuple(house), tuple(_hands(view))


def _hands(view: View) -> Iterable[Group]:
    for box in view["boxes"]:
        if box["seat"] == SEAT:
            yield Group(f"You, box {SEAT}: {words(box['standing'])}", tuple(box["cards"]))


def own_wagers(view: View) -> list[Mapping[str, Any]]:
    """This player's chips, decided or not."""
    return [row for row in view["wagers"] if row["seat"] == SEAT]


def spot_words(row: Mapping[str, Any]) -> str:
    """A spot by its name, with the hand where there are several."""
    return words(row["wager"]) + (f", hand {row['hand']}" if row.get("hand", 1) > 1 else "")
