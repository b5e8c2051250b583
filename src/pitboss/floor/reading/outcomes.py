"""Outcomes of the wagers of a round, worked out from its events alone, without a state of the table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.games.command import Cents
from pitboss.games.state import Outcome, Result
from pitboss.kits.events import DECIDES, REOPENS_ROUND, REOPENS_WAGERS, UNDOES, VOIDS, kinds_where, note_on

STARTED, OVER, _CLOSED = "games.RoundStarted", "games.RoundOver", "games.BettingClosed"
_RESULTS = (Result.WIN, Result.LOSE, Result.PUSH)
# At practice tables: what is decided from here on may be taken back.
_KEPT, _TAKEN_BACK = "floor.DecisionKept", "floor.DecisionTakenBack"


def in_play() -> tuple[str, ...]:
    """Return the kinds of events from which the outcomes of a round at a money table are worked out."""
    return (STARTED, OVER, *kinds_where(lambda about: about.effect))


def kinds() -> tuple[str, ...]:
    """The same of any round."""
    return (*in_play(), _CLOSED, _KEPT, _TAKEN_BACK)


def effect_of(kind: str) -> str:
    """Return the effect that a kind of event has on wagers."""
    known = note_on(kind)
    return known.effect if known else ""


class WagerSpot(NamedTuple):
    """A wager: whose it is, on what, and in Pontoon on which hand."""

    seat: int
    player: str
    wager: str
    hand: int | None


class Rounds:
    """The rounds of a table, told the events one after the other; `number` is the one that the table is at.

    A round that is over may be opened once more or made void while the next one is on the table (PON 15.4, PON 15.5).
    """

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.by_number: dict[int, RoundOutcomes] = {number: RoundOutcomes()}

    def take(self, kind: str, event: Any, at: int) -> None:
        effect = effect_of(kind)
        if kind == STARTED:
            self.number = event.number
        elif effect == REOPENS_ROUND and event.round is not None:
            self.number = event.round
        of = self._voided_round(event) if effect == UNDOES else self.number
        self.by_number.setdefault(of, RoundOutcomes()).take(kind, event, at)

    def _voided_round(self, event: Any) -> int:
        """The round that has been made void; older rows do not name it, and then it is the last that is over."""
        if event.round is not None:
            return int(event.round)
        return self.number if self.by_number[self.number].over_at is not None else self.number - 1


class RoundOutcomes:
    """The wagers of one round as far as they have been decided. It is told the events one after the other.

    `voided` are the wagers without a result, each with the stake that went back; `ended` says how the round ended.
    """

    def __init__(self) -> None:
        self.decided: dict[WagerSpot, Outcome] = {}
        self.voided: dict[WagerSpot, Cents] = {}
        self.over_at: int | None = None
        self.ended = ""
        self._kept: list[tuple[dict[WagerSpot, Outcome], dict[WagerSpot, Cents]]] = []

    def take(self, kind: str, event: Any, at: int) -> None:
        """An event of the round; kinds that decide nothing change nothing."""
        effect = effect_of(kind)
        if effect == DECIDES or kind == _CLOSED:
            for row in event.returned if kind == _CLOSED else event.outcomes:
                self.decided[WagerSpot(row.seat, row.player, row.wager, row.hand)] = row
        elif effect in (VOIDS, UNDOES):
            for wager in event.undone:
                self._void(WagerSpot(wager.seat, wager.player, wager.kind, wager.hand), wager.stake)
            if effect == UNDOES:
                self.ended = "void"
        elif effect == REOPENS_WAGERS:
            for wager in event.reopened:
                self.decided.pop(WagerSpot(wager.seat, wager.player, wager.kind, wager.hand), None)
        elif kind == OVER:
            self.over_at, self.ended = at, event.result
        elif kind == STARTED or effect == REOPENS_ROUND:
            # After a misdeal in hold'em the same round begins again.
            self.over_at, self.ended = None, ""
        elif kind == _KEPT:
            self._kept.append((dict(self.decided), dict(self.voided)))
        elif kind == _TAKEN_BACK:
            self.decided, self.voided = self._kept.pop()
            self.over_at, self.ended = None, ""

    def _void(self, spot: WagerSpot, stake: Cents) -> None:
        before = self.decided.get(spot)
        if before is not None and before.result == Result.RETURNED and not before.at_risk:
            # It never was in the round: it stays handed back.
            return
        self.decided.pop(spot, None)
        if stake:
            self.voided[spot] = stake

    def accepted_wagers(self) -> Iterator[tuple[WagerSpot, Outcome]]:
        """The wagers that were won, lost or equal: not those that were handed back without a decision."""
        for spot, row in self.decided.items():
            if row.result in _RESULTS:
                yield spot, row

    def net(self, player: str) -> Cents | None:
        """Return a player's net result; None for somebody without a wager in the round."""
        spots = (*self.decided, *self.voided)
        if not any(spot.player == player for spot in spots):
            return None
        return sum(row.net for spot, row in self.decided.items() if spot.player == player)
