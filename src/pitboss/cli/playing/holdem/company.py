"""The simulated players at the table: who sits where, how each of them plays, and who buys chips again or goes."""

from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random

from pitboss.cli.playing.holdem.setup import MOST_STAKE, USUAL_STAKE
from pitboss.games.bots.holdem import BOLD, CAUTIOUS, STEADY, TEMPERAMENTS, Temperament, decide
from pitboss.games.holdem.seats.entry import must_leave
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import WAITING, Chair, Play
from pitboss.games.play import Audience, Cents, Command, Events, Role, Viewer, dollars
from pitboss.games.table import Table
from pitboss.rulebook.refusal import Refusal

_NAMES = (
    *("Anna", "Bruno", "Clara", "David", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Karin", "Leo"),
    *("Mona", "Nils", "Olga", "Pavel", "Rosa", "Sven", "Tilda", "Viktor", "Wanda", "Xaver", "Yara", "Zeno"),
)
# Of 100 who have lost all their chips, so many go home; the others buy chips again.
_GO_HOME = {CAUTIOUS.name: 70, STEADY.name: 40, BOLD.name: 25}
# Who has won this many of the largest buy-in may go and keep it.
_ENOUGH = 3


class Company:
    """Everybody at the table but the person."""

    def __init__(self, table: Table[Play], own_seat: int, random: Random) -> None:
        self.table, self.own_seat, self.random = table, own_seat, random
        self.temperaments: dict[str, Temperament] = {}
        self._names = cycle(_NAMES)
        self._next_temperament = cycle(TEMPERAMENTS)

    def sit_down(self) -> None:
        """One at every free seat, the temperaments in turn."""
        for seat in range(1, settings_of(self.table.state).boxes + 1):
            if seat != self.own_seat:
                self._join(seat)

    def act(self, seat: int) -> Events:
        """The decision that is due at one of these seats, from what that seat may see."""
        name = self._chairs[seat].player
        view = self.table.view(Viewer(Audience.SEAT, seat, name))
        return self._do(decide(view, self.table.choices(), self.temperaments[name], self.random))

    def between_rounds(self) -> Iterator[str]:
        """Chips bought, seats given up and taken, and what there is to say about it."""
        for seat, chair in tuple(self._chairs.items()):
            if seat != self.own_seat:
                yield from self._settles(seat, chair)

    def _settles(self, seat: int, chair: Chair) -> Iterator[str]:
        """Without chips one buys more or goes; below the minimum one does, or plays on declared."""
        settings, mood = settings_of(self.table.state), self.temperaments[chair.player]
        if must_leave(chair):
            self._do(Command(Role.DEALER, "dismiss", seat, chair.player))
            yield f"{chair.player}, declared, has lost the last chips and leaves. (HLD 14.3[s4])"
        elif not chair.stake and self._chance(_GO_HOME[mood.name]):
            self._leave(seat, chair)
            yield f"{chair.player} has lost all chips and leaves. (HLD 4.6)"
        elif chair.stake > _ENOUGH * settings.max_buy_in and self._chance(20):
            self._leave(seat, chair)
            yield f"{chair.player} has won enough and leaves with {dollars(chair.stake)}. (HLD 4.6)"
        elif chair.stake < settings.min_table_stake and not chair.declared:
            if not chair.stake or mood is not CAUTIOUS or self._chance(50):
                added = self._buy_in() - chair.stake
                self._do(Command(Role.PLAYER, "top_up", seat, chair.player, amount=added))
                yield f"{chair.player} adds {dollars(added)}. (HLD 4.5)"
            return
        elif chair.standing == WAITING and not chair.posts and mood is BOLD:
            self._post_if_allowed(seat, chair.player)
            return
        else:
            return
        yield self._join(seat)

    def _join(self, seat: int) -> str:
        name = next(name for name in self._names if name not in {chair.player for chair in self._chairs.values()})
        mood, stake = next(self._next_temperament), self._buy_in()
        self.temperaments[name] = mood
        self._do(Command(Role.PLAYER, "join", seat, name, amount=stake))
        if mood is BOLD:
            self._post_if_allowed(seat, name)
        return f"{name} ({mood.name}) takes seat {seat} with {dollars(stake)}. (HLD 4.3[s1])"

    def _post_if_allowed(self, seat: int, name: str) -> None:
        """To be dealt in at once; where the button is about to come the next round is waited for."""
        self.table.do(Command(Role.PLAYER, "post_blinds", seat, name))

    def _leave(self, seat: int, chair: Chair) -> None:
        self._do(Command(Role.PLAYER, "leave", seat, chair.player))

    def _buy_in(self) -> Cents:
        tens = self.random.randrange(USUAL_STAKE // 10 - 1, MOST_STAKE // 10 + 1)
        return 10 * tens * settings_of(self.table.state).blinds[-1]

    def _chance(self, of_100: int) -> bool:
        return self.random.randrange(100) < of_100

    @property
    def _chairs(self) -> Mapping[int, Chair]:
        return self.table.state.play.room.chairs

    def _do(self, command: Command) -> Events:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), f"{command.do}: {answer}"
        return answer
