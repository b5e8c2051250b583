"""The choices open to the person, as lines to choose from: all that is legal and that the money covers."""

from dataclasses import dataclass
from typing import Any

from pitboss.cli.playing.games import SEAT, words
from pitboss.games.play import Cents, Choice, Command, Game, Role, RoutineStep, dollars
from pitboss.games.table import Table


@dataclass(frozen=True, slots=True)
class Option:
    """One line: a decision with its amount, one with an amount still to be named, or letting the dealer go on."""

    label: str
    clause: str
    choice: Choice | None = None
    amount: Cents | None = None
    asks: tuple[Cents, Cents] | None = None
    step: RoutineStep | None = None

    @property
    def range_words(self) -> str:
        least, most = self.asks or (0, 0)
        return f"{dollars(least)} to {dollars(most)}"


def options_of(table: Table[Any], in_hand: Cents) -> tuple[list[Option], list[str]]:
    """Return the options open now in the order of the rules, and those that cost more than the money in hand."""
    choices = [choice for choice in table.choices() if choice.by is Role.PLAYER and choice.seat == SEAT]
    several = len({choice.hand for choice in choices}) > 1
    lines = [line for choice in choices for line in _lines(choice, in_hand, several=several)]
    options = [line for line in lines if (line.amount or 0) <= in_hand]
    beyond = [line.label for line in lines if line not in options]
    step = table.game.routine(table.state)
    if step is not None:
        # Nobody has to decide: the dealer may as well go on.
        options.append(Option(f"go on ({words(step.do)})", step.clause, step=step))
    return options, beyond


def _lines(choice: Choice, in_hand: Cents, *, several: bool) -> list[Option]:
    """A choice with each of its amounts; of a range the most, and whatever else the person will name."""
    name = words(choice.do) + (f" hand {choice.hand}" if several else "")
    if choice.amounts:
        return [Option(f"{name} {dollars(each)}", choice.clause, choice, each) for each in choice.amounts]
    if choice.least is None:
        return [Option(name, choice.clause, choice)]
    most = in_hand if choice.most is None else choice.most
    full = Option(f"{name} {dollars(most)}", choice.clause, choice, most)
    top = min(most, in_hand) // choice.step * choice.step
    if choice.least >= most or top < choice.least:
        return [full]
    return [full, Option(f"{name} for less", choice.clause, choice, asks=(choice.least, top))]


def command_for(game: Game[Any], option: Option, stake: Cents | None) -> Command:
    """The command that a chosen line stands for; some verbs take one amount, some an amount for each player."""
    choice = option.choice
    assert choice is not None
    by, do, seat, player, hand = choice.by, choice.do, choice.seat, choice.player, choice.hand
    verb = game.verbs[do]
    if stake is not None and player is not None and "amounts" in (*verb.needs, *verb.takes):
        return Command(by, do, seat, hand=hand, amounts={player: stake})
    return Command(by, do, seat, player, hand, stake)
