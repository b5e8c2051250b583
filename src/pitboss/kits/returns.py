"""The house's win of a game, compared with its expectation."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.games.command import Cents
from pitboss.games.frozen import Frozen
from pitboss.games.state import Settings

MAIN, TRIPS, JACKPOT, INSURANCE, PAIRS, SUPER_BONUS = (
    *("main", "trips", "jackpot", "insurance", "perfect_pairs", "super_bonus"),
)
POT, TIME = "pot", "time"
# The settings by which a payout is cut.
CAP = ("max_payout", "max_payout_scope")


class RoundNotes:
    """The facts of a round beside the results of its wagers."""

    def __init__(self, settings: Settings | None, figures: frozenset[str]) -> None:
        self.settings, self.figures = settings, figures
        # What was added to wagers of this round after they were put down, by seat and player.
        self.raised: dict[tuple[int, str], Cents] = {}
        self.from_bank = self.commission = 0
        self.time: list[tuple[int, Cents]] = []

    def raise_wagers(self, seat: int, wagers: Iterable[tuple[str, Cents]]) -> None:
        for player, cents in wagers:
            self.raised[seat, player] = self.raised.get((seat, player), 0) + cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Returns:
    """The house's win of one game.

    `groups` has the wager that each spot of a layout belongs to, `first` the spot that the edge of the main wager is a
    part of. `sheets` is the wager of the committed sheet that each wager is held against, and `rests_on` the settings
    that its figure depends on: a table with others has no committed figure. `notes` are taken of a round from events
    beside those that decide wagers. After an event of `final_with`, or without one after each round, nothing changes
    the rounds before any more. `bonus` is what a bonus without a wager costs: from the settings, what was staked first,
    and the number of other players. `assumes` says what all of it takes for granted.
    """

    groups: Mapping[str, str] = Frozen()
    first: str | None = None
    sheets: Mapping[str, str] = Frozen()
    rests_on: Mapping[str, tuple[str, ...]] = Frozen()
    notes: Mapping[str, Callable[[RoundNotes, Any, int], None]] = Frozen()
    final_with: str = ""
    bonus: Callable[[Any, Cents, int], Cents] | None = None
    assumes: tuple[str, ...] = ()


# Of a game whose wins nobody has computed.
NO_RETURNS = Returns()
