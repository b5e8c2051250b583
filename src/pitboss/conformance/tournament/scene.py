"""An event on its way through a script: the state of the desk, what the case has told, and the step that is due."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from pitboss.conformance.tournament.setup import Told, arrange, moment
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import used_up
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.events import SeatTaken
from pitboss.tournaments.event.state import Moment, Tournament, chips_in_play, in_play
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.seating.seating import SeatFromQueue

Answer = dict[str, object]


class Scene:
    """The desk in a case. A copy of it is another desk: states are values, and nothing else is kept."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.step: Mapping[str, Any] = {}
        self._state: Tournament | None = None
        # The second of the schedule at which the script found the clock.
        self.clock_began: int | None = None
        # Who got a seat since the start, in order.
        self.seated_in_order: tuple[str, ...] = ()

    def at_step(self, step: Mapping[str, Any]) -> "Scene":
        self.step = step
        return self

    @property
    def particulars(self) -> dict[str, Any]:
        """Return the particulars of this step: those given, overridden by those of the step."""
        return Told({**self.given, **self.step})

    @property
    def state(self) -> Tournament:
        """The event as it stands; before the first act it is as the case says."""
        if self._state is None:
            self._state = arrange(self.particulars)
        return self._state

    @state.setter
    def state(self, state: Tournament) -> None:
        self._state = state

    def begin(self, make: Callable[[Mapping[str, Any]], Tournament]) -> Tournament:
        """The event as it stands, or made in another way where nothing has happened yet."""
        if self._state is None:
            self._state = make(self.particulars)
        return self._state

    @property
    def has_begun(self) -> bool:
        return self._state is not None

    def at(self, key: str = "t_s") -> Moment:
        """The moment of the step: seconds since the start, or a local time; otherwise now."""
        if key in self.step:
            return (self.state.conditions.start or 0) + int(self.step[key])
        if "at" in self.step:
            return moment(self.step["at"])
        return self.now

    @property
    def now(self) -> Moment:
        """Return the moment of the last event, or the clock of the case."""
        state = self.state
        turns = state.clock.turns
        return max(state.now or 0, state.conditions.start or 0, turns[-1].at if turns else 0)

    def do(self, command: Command) -> Events:
        """Gives a command at the desk."""
        done = act(self.state, command)
        if isinstance(done, Refusal):
            raise Refused(done)
        self.state, events = done
        if self.state.started is not None:
            self.seated_in_order += tuple(event.player for event in events if isinstance(event, SeatTaken))
        return events

    def tell(self, **told: object) -> None:
        """Keep the result of a step for the steps after it."""
        self.given = {**self.given, **told}

    def final(self, wanted: Mapping[str, Any]) -> Answer:
        """The figures of the event after the last step, of those that are asked for."""
        state = self.state
        figures: dict[str, Callable[[], object]] = {
            "entries": lambda: pool(state).entries,
            "prize_pool_cents": lambda: pool(state).prize_pool_cents,
            "chips_in_play": lambda: chips_in_play(state),
            "chips_in_play_after_reseat": self._after_reseat,
            "clock_consumed_s": lambda: used_up(state, self.now) - (self.clock_began or 0),
            "stack_of": lambda: {name: entrant.stack for name, entrant in state.entrants.items()},
            "stacks": lambda: {name: entrant.stack for name, entrant in state.entrants.items()},
            "players_left": lambda: self.given["players_left"] if "players_left" in self.given else len(in_play(state)),
            "seated_in_order": lambda: list(self.seated_in_order),
            "waiting": lambda: [*state.alternates, *state.reentries],
            "hand_for_hand": lambda: state.clock.hand_for_hand,
        }
        return {key: figures[key]() for key in wanted if key in figures}

    def _after_reseat(self) -> int:
        """The chips in play once whoever waits has a seat."""
        other = copy(self)
        if not (other.state.alternates or other.state.reentries):
            return chips_in_play(other.state)
        other.do(SeatFromQueue(at=other.now, seed=1))
        return chips_in_play(other.state)
