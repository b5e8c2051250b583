"""Rounds of one person against the house: wagers, choices, results, and the practice money they are made with."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from pitboss.cli.playing.asking import Asking, Left, amount
from pitboss.cli.playing.games import PLAYER, SEAT, Practice, Spot, View, own_wagers, wager_words, words
from pitboss.cli.playing.screen import Screen, signed
from pitboss.games.play import Audience, Cents, Choice, Command, Role, Step, Viewer, dollars
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

ME = Viewer(Audience.SEAT, seat=SEAT)


@dataclass(frozen=True, slots=True)
class Option:
    """One line of the choices: a decision, with its amount or with one still to be named, or letting the dealer go on."""

    label: str
    clause: str
    choice: Choice | None = None
    amount: Cents | None = None
    most: Cents | None = None


class Session:
    """One person at one table until the money or the patience ends."""

    def __init__(self, practice: Practice, money: Cents, seed: int | None) -> None:
        self.practice, self.game = practice, practice.game
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.screen = Screen(self.console)
        self.asking = Asking(self.console, self.game.prefix)
        self.table = Table(self.game, practice.settings, Shoe() if seed is None else Shoe.seeded(seed))
        self.seed = seed
        self.began_with = self.money = money
        self.rounds = 0
        self.last: dict[str, Cents] = {}

    def play(self) -> None:
        """Rounds until the person leaves or cannot wager any more."""
        seed = "" if self.seed is None else f" The cards are those of seed {self.seed}."
        self._say(f"{self.game.title} for practice money: you begin with {dollars(self.money)}.{seed}", style="bold")
        self._say("At any question ? shows the rule, ? and a clause that clause, and q leaves.")
        self.table.open()
        try:
            while self.money >= self.practice.least:
                self._round()
            least = self.practice.least_words
            self._say(f"Your practice money, {dollars(self.money)}, no longer covers the least wagers, {least}.")
        except Left:
            if any("result" not in row for row in own_wagers(self._view)):
                self._say("You leave in the middle of a round: it does not count, and its wagers go back.")
        count = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        net = signed(self.money - self.began_with)
        self._say(f"{count} played, net {net}. You leave with {dollars(self.money)}.", style="bold")

    @property
    def _view(self) -> View:
        return self.table.view(ME)

    @property
    def _in_hand(self) -> Cents:
        """Practice money that is not on the felt; what has been decided in this round is back already."""
        if self.table.is_over:
            return self.money
        return self.money + sum(row["net"] if "result" in row else -row["stake"] for row in own_wagers(self._view))

    def _round(self) -> None:
        self.table.new_round()
        self._wagers()
        self._run(self.table.deal)
        while not self.table.is_over:
            self._decide()
        view = self._view
        net = sum(row["net"] for row in own_wagers(view))
        self.money += net
        self.rounds += 1
        ...
