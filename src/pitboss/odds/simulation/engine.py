"""Rounds at the rules engine's own table, one box in play, decided by whoever is asked."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pitboss.games.play import Cents, Command
from pitboss.games.table import Shoe, Table
from pitboss.kits import game_named, kit_of
from pitboss.odds.rules import BadRules, Rules
from pitboss.odds.simulation.wagers import PART_OF, at_table, decisions, settings_at, wagers_placed
from pitboss.odds.tally import Tally
from pitboss.rulebook.refusal import Refusal

SEAT, PLAYER = 1, "P1"

# Answers with a command where something may be decided; with None it lets the dealer go on, where nothing is due.
Player = Callable[[Table[Any]], Command | None]


def player_of(rules: Rules, strategy: str) -> Player:
    """A strategy of the game by its name, as it plays at a table."""
    found: Player = kit_of(rules.game).solve("player:player")(rules, strategy)
    return found


def unplayable(rules: Rules) -> BadRules | None:
    """Why no table can be played by these rules: variants for study are known to the kernels alone."""
    wrong = at_table(rules.game).refusal(rules)
    return BadRules(wrong) if wrong else None


def simulate(rules: Rules, strategy: str, rounds: int, seed: int) -> Tally:
    """So many rounds of a named strategy at a table whose shoe is shuffled from the seed."""
    return play_rounds(rules, player_of(rules, strategy), rounds, seed)


def play_rounds(rules: Rules, player: Player, rounds: int, seed: int) -> Tally:
    """Rounds in a row at one table: a shoe of Pontoon runs until its cutting card comes, a device shuffles every round.

    Where there is a jackpot each round begins at a fresh table with the meter as the settings have it, because that is
    the meter the wager is valued at.
    """
    shoe = Shoe.seeded(seed)
    table = open_table(rules, shoe)
    tally = Tally()
    refills = at_table(rules.game).is_refilled(rules)
    for _ in range(rounds):
        if refills:
            table = open_table(rules, shoe)
        commands = play_round(table, rules, player)
        nets = {wager: Counter((net,)) for wager, net in net_by_wager(table).items()}
        tally.add(Tally(1, nets, decisions(rules, commands, table)))
    return tally


def open_table(rules: Rules, shoe: Shoe) -> Table[Any]:
    """A table by these rules, with its cards checked."""
    wrong = unplayable(rules)
    if wrong:
        raise wrong
    return Table(game_named(rules.game), settings_at(rules), shoe).open()


def play_round(table: Table[Any], rules: Rules, player: Player) -> list[Command]:
    """One round from the wagers to the last card racked; answers with what the player did."""
    table.new_round()
    _must(table.place(SEAT, PLAYER, **wagers_placed(rules)))
    table.deal()
    commands = []
    while not table.is_over:
        command = player(table) if _is_asked(table) else None
        if command is None:
            step = table.game.routine(table.state)
            assert step is not None, "a decision is due, and the strategy has none"
            table.take(step)
        else:
            _must(table.do(command))
            commands.append(command)
        table.run()
    return commands


def _is_asked(table: Table[Any]) -> bool:
    """Whether there is anything to decide. UTH 9.1[s1]: to concede a hand that is dealt out is no way to play."""
    return any(choice.do != "concede" for choice in table.choices())


def net_by_wager(table: Table[Any]) -> dict[str, Cents]:
    """What each wager brought in the round that is over, with all that followed from it."""
    nets = dict.fromkeys(at_table(table.game.name).always, 0)
    for outcome in table.outcomes:
        wager = PART_OF.get(outcome.wager, outcome.wager)
        nets[wager] = nets.get(wager, 0) + outcome.net
    return nets


def _must(answer: object) -> None:
    assert not isinstance(answer, Refusal), f"the table refuses what the strategy does: {answer}"
