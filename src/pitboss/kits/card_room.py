"""Tables where players play against each other with what they have brought: chairs, stakes and a pot."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cards.card import Card
from pitboss.games.command import Cents, Command, Role
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.betting.betting import TIME_RAN_OUT, Bet, Folded
from pitboss.games.holdem.irregular.rulings import FORTY_SECONDS, ClockCalled
from pitboss.games.holdem.seats.entry import owes_time
from pitboss.games.holdem.seats.room_events import StandingChanged
from pitboss.games.holdem.seats.stakes import can_add
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.state import AWAY, PLAYING, WAITING, Chair, Holdem
from pitboss.games.money import FELT
from pitboss.games.play import Stage

# A player whose turn it is has so long before the clock is called.
_SECONDS = 30
# A bot sits down with so many of the last blind, where the table allows it.
_BLINDS = 100


class CardRoom:
    """Answers to what the house asks of a hold'em table beside what it asks of every table."""

    def chairs(self, state: Holdem) -> Mapping[int, Chair]:
        """Return the occupied chairs, by seat."""
        return state.play.room.chairs

    def hands(self, state: Holdem) -> Iterator[tuple[int, str]]:
        """The seats and players of the hand that is played, or was last."""
        return zip(state.play.round.seats, state.play.round.names, strict=True)

    def is_away(self, chair: Chair) -> bool:
        return chair.standing == AWAY

    def is_awaited_by_bots(self, chair: Chair) -> bool:
        """Whether somebody has chips to play with and has not gone away."""
        return chair.standing != AWAY and bool(chair.stake)

    def is_playing(self, chair: Chair) -> bool:
        return chair.standing == PLAYING

    def chips_of(self, state: Holdem, player: str) -> Cents:
        """A player's stake and what is in the pot of it."""
        now = state.play.round
        if not _is_between(state) and player in now.names:
            hand = now.names.index(player)
            return now.stacks[hand] + now.paid[hand] + now.dead[hand]
        return sum(chair.stake for chair in self.chairs(state).values() if chair.player == player)

    def holdings(self, state: Holdem) -> Iterator[tuple[str, Cents]]:
        """Yield the pot and the stake of each player, by the local names of the accounts."""
        stakes = {chair.player: chair.stake for chair in self.chairs(state).values()}
        if not _is_between(state):
            now = state.play.round
            stakes |= dict(zip(now.names, now.stacks, strict=True))
            yield FELT, pot_now(now)
        for player, cents in stakes.items():
            yield f"stake {player}", cents

    def cards_of(self, state: Holdem, player: str) -> dict[str, tuple[Card, ...]]:
        """A player's hand and the board."""
        now = state.play.round
        return {"hand": dict(zip(now.names, now.hole, strict=False)).get(player, ()), "board": now.board}

    def seconds_to_decide(self, state: Holdem) -> int:
        clock = state.play.round.clock
        return _SECONDS if clock is None else clock.seconds

    def time_is_up(self, state: Holdem) -> tuple[int, str]:
        """The seconds that the player to act has, and what follows: first the clock is called, then the hand folded."""
        is_called = state.play.round.clock is not None
        return (FORTY_SECONDS, "no_decision") if is_called else (_SECONDS, "call_clock")

    def begins_time_anew(self, event: Any) -> bool:
        """Whether the seconds that count are those since this event."""
        return isinstance(event, ClockCalled)

    def timed_out(self, known: Mapping[str, int], state: Holdem, event: Any) -> Mapping[str, int]:
        """Whose hands the clock has folded one after the other: whoever decides, or sits out, begins anew."""
        if not isinstance(event, Bet | Folded | StandingChanged):
            return known
        now = state.play.round
        player = now.names[now.seats.index(event.seat)] if isinstance(event, Folded) else event.player
        if isinstance(event, Folded) and event.clause in TIME_RAN_OUT:
            return Frozen({**known, player: known.get(player, 0) + 1})
        return Frozen({name: count for name, count in known.items() if name != player})

    def sits_out(self, event: Any) -> bool:
        return isinstance(event, StandingChanged)

    def bot_stake(self, state: Holdem) -> Cents:
        """Return the chips that a bot brings to a table."""
        settings = settings_of(state)
        blind = settings.blinds[-1] if settings.blinds else settings.chip_unit
        least = settings.min_table_stake + -settings.min_table_stake % settings.chip_unit
        stake = min(max(_BLINDS * blind, least), settings.max_buy_in)
        return stake - stake % settings.chip_unit

    def bot_before_a_hand(self, state: Holdem, seat: int, name: str, minute: int) -> Iterator[Command]:
        """Yield a bot's commands between two hands: it buys chips when it has too few, and asks to be dealt in."""
        settings, chair = settings_of(state), self.chairs(state)[seat]
        if chair.stake < settings.min_table_stake:
            least, most = can_add(settings, chair)
            wished = self.bot_stake(state) - chair.stake
            amount = min(max(wished - wished % settings.chip_unit, least), most)
            yield Command(Role.PLAYER, "top_up", seat, name, amount=amount)
        if owes_time(settings, chair, minute):
            yield Command(Role.PLAYER, "pay_time", seat, name, minute=minute)
        if chair.standing == WAITING and not chair.posts:
            yield Command(Role.PLAYER, "post_blinds", seat, name)


def _is_between(state: Holdem) -> bool:
    return state.felt.stage in (Stage.IDLE, Stage.OVER)
