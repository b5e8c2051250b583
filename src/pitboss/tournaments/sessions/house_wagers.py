"""A round of a house-game tournament as a value: who sits with what, whose turn it is to wager, what is in hand."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.games.command import Role
from pitboss.games.house.felt import net_by_player, outcomes_of
from pitboss.games.house.limits import stakes_of
from pitboss.games.play import Choice, Game, Stage, State
from pitboss.kits import game_named
from pitboss.tournaments.event.conditions import Chips, Conditions, Sessions
from pitboss.tournaments.event.rulesets import RULESETS, RuleSet
from pitboss.tournaments.event.state import Player
from pitboss.tournaments.sessions.house_tables import OPENING, SIDE, sessions_of


class HouseRound(NamedTuple):
    """A round at one table: the game's own state, who sits where with what, and whose turn it is to wager.

    `order` are the seats as they are asked, `asked` is how many of them have been. `early` have wagered out of order;
    `warned` players have been told, in this round or before; of the `repeated` ones the director may void the wager.
    """

    state: State[Any]
    conditions: Conditions
    seats: Mapping[int, Player]
    stacks: Mapping[Player, Chips]
    order: tuple[int, ...]
    asked: int = 0
    early: frozenset[int] = frozenset()
    warned: frozenset[Player] = frozenset()
    repeated: frozenset[Player] = frozenset()
    sitting_out: frozenset[Player] = frozenset()

    @property
    def game(self) -> Game[Any]:
        return game_named(self.conditions.game)

    @property
    def rules(self) -> RuleSet:
        return RULESETS[self.conditions.ruleset]

    @property
    def sessions(self) -> Sessions:
        return sessions_of(self.conditions)

    @property
    def turn(self) -> int | None:
        """The seat that the dealer has asked last, while wagers are being placed."""
        placing = self.state.felt.stage is Stage.BETTING and self.asked
        return self.order[self.asked - 1] if placing else None

    @property
    def is_over(self) -> bool:
        return self.state.felt.stage is Stage.OVER


class WagerRequested(NamedTuple):
    """The dealer asks this player to wager: the turn of the one before is over."""

    seat: int
    asked: int
    clause: str


class WagerOutOfOrder(NamedTuple):
    """A wager before its turn: it stands, and the player is told that the next such wager may be declared void."""

    seat: int
    player: Player
    may_void: bool
    clause: str


class OutOfOrderVoided(NamedTuple):
    """The director has declared a repeated wager out of order void: the player sits this round out."""

    seat: int
    player: Player
    clause: str


def chips_in_hand(round_: HouseRound, player: Player) -> Chips:
    """What of a stack is not on the felt: what has been paid in the round is there again, what was lost is not."""
    chips = round_.stacks.get(player, 0)
    for wager in round_.state.felt.wagers:
        if wager.player == player:
            chips += -wager.stake if wager.outcome is None else wager.outcome.net
    return chips


def net(round_: HouseRound) -> dict[Player, Chips]:
    """What each player has won or lost in the round; a void one changes nothing."""
    changed = net_by_player(outcomes_of(round_.state))
    return {player: changed.get(player, 0) for player in round_.seats.values()}


def stacks_after(round_: HouseRound) -> dict[Player, Chips]:
    """The stacks when the round is over."""
    changed = net(round_)
    return {player: round_.stacks[player] + changed[player] for player in round_.seats.values()}


def in_turn(round_: HouseRound) -> bool:
    """UTH 16.16[s1]: whether a starting marker says who wagers when."""
    return round_.sessions.marker or round_.rules.marker_required


def is_complete(round_: HouseRound, seat: int) -> bool:
    """UTH 16.15[s1], PON 20.14[s1], CAN 17.14[s1]: whether every wager that the round needs lies there."""
    there = stakes_of(round_.state.felt.wagers, seat, round_.seats[seat])
    least = round_.sessions.least_wager
    return all(there.get(kind, 0) >= least for kind in OPENING[round_.conditions.game])


def wagers_open(round_: HouseRound) -> Iterable[Choice]:
    """UTH 16.16[s2], PON 20.15[s2], CAN 17.15[s2]: one after the other, or all at once where no marker is used."""
    seats = (round_.turn,) if in_turn(round_) else round_.order
    for seat in seats:
        if seat is not None and round_.seats[seat] not in round_.sitting_out and not is_complete(round_, seat):
            yield from _opening_wager(round_, seat)


def _opening_wager(round_: HouseRound, seat: int) -> Iterable[Choice]:
    """What a player may put down of the wagers that the round needs, as far as the chips go.

    UTH D-Blind: ante and blind are equal, so that who has put down one of them owes as much for the other; where the
    chips do not reach for that, the wager is taken back first.
    """
    player, game, sessions = round_.seats[seat], round_.conditions.game, round_.sessions
    there = stakes_of(round_.state.felt.wagers, seat, player)
    open_kinds = tuple(kind for kind in OPENING[game] if kind not in there)
    owed, step, missing = max(there.get(kind, 0) for kind in OPENING[game]), sessions.wager_step, len(open_kinds)
    chips = chips_in_hand(round_, player)
    least = owed or sessions.least_wager
    most = owed or min(sessions.most_wager, chips // missing // step * step)
    if least * missing <= chips:
        kinds = open_kinds + (SIDE[game] if sessions.side_wagers else ())
        yield Choice(Role.PLAYER, "place", round_.rules.clause("order"), seat, player, 1, (), least, most, step, kinds)
