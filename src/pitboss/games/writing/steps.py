"""A round walked through once more by its commands, and a command as a step of a worked case."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards.card import Card, face
from pitboss.games.play import Command, Events, Game, Role, State
from pitboss.games.writing.settings import limits_written
from pitboss.rulebook.refusal import Refusal

FORMAT = "pitboss-case/1"
Json = dict[str, Any]


def act_again(game: Game[Any], state: State[Any], command: Command) -> tuple[State[Any], Events]:
    """What a command did when it was played."""
    done = game.act(state, command)
    assert not isinstance(done, Refusal), f"{command.do} was accepted when it was played: {done}"
    return done


def step_of(game: Game[Any], command: Command, without: tuple[str, ...] = ()) -> Json:
    """A command with the particulars that its verb needs and takes, of those that say something."""
    verb = game.verbs[command.do]
    step: Json = {"do" if command.by is Role.PLAYER else "event": command.do}
    for name in (*verb.needs, *verb.takes):
        value = getattr(command, name)
        if value is not None and name not in without and value != Command._field_defaults.get(name):
            step[name] = _plain(name, value)
    return step


def faces_of(cards: Iterable[Card]) -> list[str]:
    return [face(card) for card in cards]


def _plain(name: str, value: Any) -> Any:
    if name == "cards":
        return faces_of(value)
    if name == "limits":
        return limits_written(value)
    return dict(value) if name in ("wagers", "amounts") else list(value) if isinstance(value, tuple) else value
