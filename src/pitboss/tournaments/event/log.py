"""Everything that was done at the desk, undone and done again: the state follows from it, and nothing is forgotten.

Section 6 of the requirements: the director can undo anything, and the log keeps both.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Command, Event, Events
from pitboss.tournaments.event.engine import act, apply
from pitboss.tournaments.event.state import Moment, Tournament

DONE, UNDONE, REDONE = "done", "undone", "redone"
# A state is kept every so many steps; those between are computed again when something is undone.
_KEPT_EVERY = 32


class Step(NamedTuple):
    """A command that was given, and what followed from it."""

    command: Command
    events: Events


class Line(NamedTuple):
    """A line of the log: a step that was done, undone or done again, when and by whom."""

    how: str
    at: Moment
    who: str
    step: Step


def replay(began: Tournament, events: Iterable[Event]) -> Tournament:
    """The event after all of these, without asking a rule again."""
    state = began
    for event in events:
        state = apply(state, event)
    return state


class Desk:
    """A tournament one can run: `do` is the only way anything happens in it; `undo` and `redo` go back and forth."""

    def __init__(self, began: Tournament) -> None:
        self.began = began
        self.state = began
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.log: list[Line] = []
        self._kept: list[Tournament] = [began]

    def do(self, command: Command) -> Events | Refusal:
        """Gives a command; a refusal changes nothing. What was undone before cannot be redone after it."""
        done = act(self.state, command)
        if isinstance(done, Refusal):
            return done
        self.state, events = done
        self._append(Step(command, events))
        self.undone.clear()
        self.log.append(Line(DONE, command.at, command.who, self.steps[-1]))
        return events

    def undo(self, at: Moment, who: str = "") -> Step | Refusal:
        """STAR 6.18: takes back the last step; the log keeps it, and that it was taken back."""
        if not self.steps:
            return Refusal(self.state.clause("procedures"), "There is nothing to undo.")
        step = self.steps.pop()
        self.undone.append(step)
        del self._kept[len(self.steps) // _KEPT_EVERY + 1 :]
        since = (len(self._kept) - 1) * _KEPT_EVERY
        self.state = replay(self._kept[-1], (event for each in self.steps[since:] for event in each.events))
        self.log.append(Line(UNDONE, at, who, step))
        return step

    def redo(self, at: Moment, who: str = "") -> Step | Refusal:
        """Does again what was undone last."""
        if not self.undone:
            return Refusal(self.state.clause("procedures"), "There is nothing to do again.")
        step = self.undone.pop()
        self.state = replay(self.state, step.events)
        self._append(step)
        self.log.append(Line(REDONE, at, who, step))
        return step

    def _append(self, step: Step) -> None:
        self.steps.append(step)
        if len(self.steps) % _KEPT_EVERY == 0:
            self._kept.append(self.state)
