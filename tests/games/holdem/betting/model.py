"""A betting round worked out from its history alone, after the words of HLD 5.1, 10, 12 and 14: small, slow and plain.

It knows nothing of the engine. Nothing is kept but what was done in which order; whose turn it is and what may be done
is read off that list.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

FOLD, CHECK, WAGER = "fold", "check", "wager"


class Act(NamedTuple):
    """Something that a player did: to fold, to pass without a chip, or to bring the bet to a total."""

    player: int
    did: str
    total: int = 0


class Sizes(NamedTuple):
    """How the betting stands: the total to match, the size of a full raise, and the place of the last full wager."""

    call: int
    full_raise: int
    # Where in the history the last wager was that everybody has the right to answer: -1, the beginning.
    answered_from: int
    # HLD 14.5, R-11: chips have been bet and nothing of it is a full bet.
    is_short_open: bool


@dataclass
class BettingModel:
    """A betting round of players in seating order, the first of them left of the button.

    `posted` are the blinds that lie in front of each, `blind` the level of the last one and `opens` who acts first.
    """

    stakes: tuple[int, ...]
    posted: tuple[int, ...]
    out: frozenset[int]
    minimum: int
    blind: int
    opens: int
    cumulative: bool = False
    completable: bool = False
    history: tuple[Act, ...] = ()

    def after(self, act: Act) -> "BettingModel":
        return replace(self, history=(*self.history, act))

    def total(self, player: int) -> int:
        """What a player has bet in this betting round; `stakes` are before it and without the blind."""
        bets = [act.total for act in self.history if act.player == player and act.did == WAGER]
        return max([self.posted[player], *bets])

    def left(self, player: int) -> int:
        return self.stakes[player] + self.posted[player] - self.total(player)

    @cached_property
    def folded(self) -> frozenset[int]:
        return self.out | {act.player for act in self.history if act.did == FOLD}

    @cached_property
    def can_bet(self) -> list[int]:
        """HLD 14.1: in the round, and with chips left."""
        gone = self.folded
        return [player for player in range(len(self.stakes)) if player not in gone and self.left(player)]

    @cached_property
    def sizes(self) -> Sizes:
        """HLD 5.1: a raise is not less than the opening bet or any previous raise; the last blind is the opening bet.

        HLD 14.5: a tap-out that is less is no raise; a bet that is less than the minimum is no bet to answer.
        """
        call, full, place, short = self.blind, max(self.minimum, self.blind), -1, False
        for number, act in enumerate(self.history):
            if act.did != WAGER or act.total <= call:
                continue
            more, opening = act.total - call, call == 0 or short
            if opening:
                short = act.total < self.minimum
            if (opening and not short) or (not opening and more >= full):
                full, place = max(full, more), number
            call = act.total
        return Sizes(call, full, place, short)

    def has_answered(self, player: int) -> bool:
        """Whether a player has acted on the last full bet or raise, or at all where there is none."""
        since = self.history[max(0, self.sizes.answered_from) :]
        return any(act.player == player for act in since)

    @cached_property
    def turn(self) -> int | None:
        """HLD 10.3, HLD 12.3, HLD 10.4, HLD 12.4: clockwise, until one is left or the amounts are equal.

        HLD 9.6: who has nobody to bet against is asked only where another hand has bet more.
        """
        count, able = len(self.stakes), self.can_bet
        if count - len(self.folded) < 2:
            return None
        first = (self.history[-1].player + 1) % count if self.history else self.opens
        for step in range(count):
            player = (first + step) % count
            if player not in able:
                continue
            if len(able) == 1:
                return player if self.total(player) < self._most_against(player) else None
            if self.total(player) < self.sizes.call or not self.has_answered(player):
                return player
        return None

    def _most_against(self, player: int) -> int:
        """The largest bet of another hand that is still in; a blind counts as far as it was posted."""
        gone = self.folded
        return max(self.total(other) for other in range(len(self.stakes)) if other != player and other not in gone)

    def owes(self, player: int) -> int:
        return min(self.sizes.call - self.total(player), self.left(player))

    def raises(self, player: int) -> range:
        """All totals that this player may bet or raise to; empty where there is no right to."""
        sizes, whole = self.sizes, self.total(player) + self.left(player)
        if whole <= sizes.call or len(self.can_bet) < 2 or not self._has_the_right(player, sizes):
            return range(0)
        least = sizes.call + sizes.full_raise if sizes.call else self.minimum
        if sizes.is_short_open:
            least = max(self.minimum, sizes.call + 1)
        return range(min(least, whole), whole + 1)

    def _has_the_right(self, player: int, sizes: Sizes) -> bool:
        """HLD 14.5, R-10, R-11: nobody raises because of a short tap-out; who has yet to answer a full bet may.

        In the other reading tap-outs that add up to a full raise for a player give the right as well.
        """
        if sizes.is_short_open and not self.completable:
            return False
        adds_up = self.cumulative and sizes.call - self.total(player) >= sizes.full_raise
        return adds_up or not self.has_answered(player)
