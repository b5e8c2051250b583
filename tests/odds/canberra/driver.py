"""Rounds at the rules engine's table: one box in play, decided by a strategy, told by wager."""

from collections import Counter

from pitboss.games.canberra import GAME
from pitboss.games.canberra.round import Round
from pitboss.games.play import Cents
from pitboss.games.table import Shoe, Table
from pitboss.odds.canberra.player import player
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.rulebook.refusal import Refusal

Nets = dict[str, Cents]


class Driver:
    """Plays a strategy and remembers what it did."""

    def __init__(self, rules: CanberraRules, strategy: str) -> None:
        self.rules = rules
        self.decide = player(rules, strategy)
        self.done: Counter[str] = Counter()

    def opened(self, shoe: Shoe) -> Table[Round]:
        return Table(GAME, self.rules.settings, shoe).open()

    def play(self, table: Table[Round]) -> Nets:
        """One round, from the wagers to the last card racked."""
        jackpot = self.rules.settings.jackpot
        table.new_round()
        assert not isinstance(
            table.place(1, "P1", ante=self.rules.stake, **({"jackpot": jackpot.wager} if jackpot else {})), Refusal
        )
        table.deal()
        while not table.is_over:
            command = self.decide(table)
            assert not isinstance(table.do(command), Refusal)
            self.done[command.do] += 1
            table.run()
        nets: Nets = {}
        for outcome in table.outcomes:
            wager = "jackpot" if outcome.wager == "jackpot" else "main"
            nets[wager] = nets.get(wager, 0) + outcome.net
        return nets
