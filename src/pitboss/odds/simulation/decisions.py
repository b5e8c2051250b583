"""What was decided in a round at a table, in the words that the kernels count it by."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.games.play import Command
from pitboss.games.table import Table
from pitboss.odds.rules import Rules, game_of


def decisions(rules: Rules, commands: Sequence[Command], table: Table[Any]) -> Counter[str]:
    """The decisions of one player in the round that is over, each in a word."""
    return _TOLD[game_of(rules)](rules, commands, table)


def _ultimate(rules: Rules, commands: Sequence[Command], _: Table[Any]) -> Counter[str]:
    """The play wager as a multiple of the ante, or the fold: one a round."""
    return Counter(
        f"play_{command.amount // rules.stake}x" if command.amount else command.do
        for command in commands
        if command.do in ("play", "fold")
    )


def _canberra(_: Rules, commands: Sequence[Command], __: Table[Any]) -> Counter[str]:
    return Counter(command.do for command in commands if command.do in ("bet", "fold"))


_ON_THE_DEALT_HAND = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "surrender"}


def _pontoon(_: Rules, commands: Sequence[Command], table: Table[Any]) -> Counter[str]:
    """The first decision, one a round, and how often each of the others happened at all."""
    verbs = [command.do for command in commands]
    first = [_ON_THE_DEALT_HAND[verb] for verb in verbs if verb in _ON_THE_DEALT_HAND][:1]
    bonuses = sum(outcome.wager == "super_bonus" for outcome in table.outcomes)
    told = Counter(first or ["pontoon"])
    later = {
        "insurance": verbs.count("insure"),
        "all splits": verbs.count("split"),
        "all doubles": verbs.count("double"),
        "rescue": verbs.count("forfeit"),
        "super bonus": bonuses,
    }
    return told + Counter(later)


_TOLD: Mapping[str, Callable[[Rules, Sequence[Command], Table[Any]], Counter[str]]] = {
    "ultimate": _ultimate,
    "canberra": _canberra,
    "pontoon": _pontoon,
}
