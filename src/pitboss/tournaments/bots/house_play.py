"""Rounds of house-game tournaments played by simple players: a table with a shoe, wagers in turn, plain decisions.

The players know nothing of strategy tables: they bet on a pair, draw below fifteen, and vary what they wager.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cards.card import ACE, Card, rank_of
from pitboss.cards.shuffle import Bits, below
from pitboss.games.command import Command, Role
from pitboss.games.play import Choice, Events
from pitboss.games.table import Shoe, Table
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import CANBERRA, PONTOON, ULTIMATE, Chips, Conditions
from pitboss.tournaments.event.state import Player
from pitboss.tournaments.sessions.house_rounds import act, begin, choices
from pitboss.tournaments.sessions.house_tables import OPENING, table_settings
from pitboss.tournaments.sessions.house_wagers import HouseRound, in_turn, stacks_after

# Nobody draws to so many points or more.
_ENOUGH = 15
_KING = ACE - 1


class TournamentTable(Table[Any]):
    """A table of a house game in a tournament: whatever happens at it goes through the rules of the tournament."""

    def __init__(self, conditions: Conditions, shoe: Shoe) -> None:
        super().__init__(game_named(conditions.game), table_settings(conditions), shoe)
        self.conditions = conditions
        self.round: HouseRound | None = None
        self.warned: frozenset[Player] = frozenset()
        self.open()

    def begin(self, seats: Mapping[int, Player], stacks: Mapping[Player, Chips], marker: int | None) -> Refusal | None:
        """Opens the betting of a round; who was warned before is still warned."""
        begun = begin(self.conditions, self.state, seats, stacks, marker, self.warned)
        if isinstance(begun, Refusal):
            return begun
        self.round, self.state = begun, begun.state
        self.shuffle_if_due()
        return None

    def do(self, command: Command) -> Events | Refusal:
        """Gives a command; a refusal changes nothing."""
        if self.round is None:
            return super().do(command)
        done = act(self.round, command)
        if isinstance(done, Refusal):
            return done
        self.round, events = done
        self.state, self.warned = self.round.state, self.round.warned
        return events

    def choices(self) -> tuple[Choice, ...]:
        """What players may do now and can cover."""
        return super().choices() if self.round is None else choices(self.round)


def play_round(
    table: TournamentTable, seats: Mapping[int, Player], stacks: Mapping[Player, Chips], marker: int, bits: Bits
) -> dict[Player, Chips]:
    """A whole round: wagers in turn from the marker, the deal, every decision; the stacks after it."""
    refused = table.begin(seats, stacks, marker)
    assert refused is None, refused
    assert table.round is not None
    for _ in table.round.order:
        if in_turn(table.round):
            _must(table.do(Command(Role.DEALER, "request")))
        _must(table.do(_wager(table, bits)))
    table.deal()
    while not table.is_over:
        decision = _decision(table, bits)
        if decision is None:
            step = table.game.routine(table.state)
            assert step is not None, "nobody can do anything, and the round is not over"
            table.take(step)
        else:
            _must(table.do(decision))
        table.run()
    return stacks_after(table.round)


def _must(answer: Events | Refusal) -> None:
    assert not isinstance(answer, Refusal), f"offered and refused: {answer}"


def _wager(table: TournamentTable, bits: Bits) -> Command:
    """The least wager mostly, and now and then up to a quarter of what could be put down."""
    choice = table.choices()[0]
    assert choice.least is not None
    assert choice.most is not None
    steps = (max(choice.most // 4, choice.least) - choice.least) // choice.step
    amount = choice.least + choice.step * (below(steps + 1, bits) if below(3, bits) == 0 else 0)
    wagers = dict.fromkeys(OPENING[table.conditions.game], amount)
    return Command(Role.PLAYER, "place", choice.seat, choice.player, wagers=wagers)


def _decision(table: TournamentTable, bits: Bits) -> Command | None:
    """What the next player does whose decision is awaited."""
    awaited = table.game.due(table.state)
    if not awaited:
        return None
    offered = {choice.do: choice for choice in table.choices() if choice.seat == awaited[0]}
    return _DECIDES[table.conditions.game](table, offered, bits)


def _ultimate(table: TournamentTable, offered: Mapping[str, Choice], bits: Bits) -> Command:
    """Plays on an ace or a pair, checks while that is open, and folds the worst on the river."""
    fold = offered["fold"]
    cards = next(box.cards for box in table.state.play.boxes if box.seat == fold.seat)
    seen = cards + table.state.play.communal[: table.state.play.shown]
    play = offered.get("play")
    if play is not None and (_has_pair(seen) or any(rank_of(card) == ACE for card in cards)):
        return Command(Role.PLAYER, "play", play.seat, play.player, amount=play.amounts[below(len(play.amounts), bits)])
    return _plain(offered.get("check") or fold)


def _canberra(table: TournamentTable, offered: Mapping[str, Choice], bits: Bits) -> Command:
    """Bets on a pair, or on ace and king."""
    fold, bet = offered["fold"], offered.get("bet")
    cards = next(box.cards for box in table.state.play.boxes if box.seat == fold.seat)
    if bet is not None and (_has_pair(cards) or {ACE, _KING} <= set(map(rank_of, cards))):
        return Command(Role.PLAYER, "bet", bet.seat, bet.player, amount=bet.amounts[0])
    return _plain(fold)


def _pontoon(table: TournamentTable, offered: Mapping[str, Choice], bits: Bits) -> Command:
    """Draws below fifteen; now and then splits or doubles, where the chips allow it."""
    hit = offered["hit"]
    box = next(box for box in table.state.play.boxes if box.seat == hit.seat)
    points = box.hands[hit.hand - 1].total.points
    split, double = offered.get("split"), offered.get("double")
    if split is not None and below(2, bits):
        return _plain(split)
    if double is not None and double.most is not None and points in (9, 10, 11) and below(2, bits):
        amounts = {double.player or "": double.most}
        return Command(Role.PLAYER, "double", double.seat, hand=double.hand, amounts=amounts)
    return _plain(offered["stand"] if "stand" in offered and points >= _ENOUGH else hit)


def _plain(choice: Choice) -> Command:
    return Command(Role.PLAYER, choice.do, choice.seat, choice.player, choice.hand)


def _has_pair(cards: tuple[Card, ...]) -> bool:
    return len(set(map(rank_of, cards))) < len(cards)


_DECIDES: Mapping[str, Callable[[TournamentTable, Mapping[str, Choice], Bits], Command]] = {
    ULTIMATE: _ultimate,
    CANBERRA: _canberra,
    PONTOON: _pontoon,
}
