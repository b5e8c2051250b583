"""Rounds of one person against the house: wagers, choices, results, and the practice money they are made with."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cli.options import plain_console, quote
from pitboss.cli.playing.choices import Option, command_for, options_of
from pitboss.cli.playing.games import PLAYER, SEAT, Practice, View, own_wagers, wager_words, words
from pitboss.cli.playing.prompts import HOW_TO_WRITE, Asking, Left, amount
from pitboss.cli.playing.record import PracticeFile
from pitboss.cli.playing.screen import Screen, signed_dollars
from pitboss.games.play import Audience, Cents, Command, Role, Viewer, dollars, house_settings
from pitboss.games.table import Shoe, Table
from pitboss.games.writing.house_rounds import export_file, export_round
from pitboss.kits.kit import BetSpot
from pitboss.rulebook.refusal import Refusal

ME = Viewer(Audience.SEAT, seat=SEAT)


class PracticeSession:
    """One person at one table until the money or the patience ends."""

    def __init__(
        self, practice: Practice, money: Cents, seed: int | None, record: PracticeFile[dict[str, Any]] | None = None
    ) -> None:
        self.practice, self.game, self.seed, self.record = practice, practice.game, seed, record
        console = plain_console()
        self.say = console.print
        self.screen = Screen(console)
        self.ask = Asking(console, self.game.prefix).ask
        self.table = Table(self.game, practice.settings, Shoe() if seed is None else Shoe.seeded(seed))
        self.began_with = self.money = money
        self.rounds = 0
        self.last: Mapping[str, Cents] = {}
        self.dealer_did = ""

    def play(self) -> None:
        """Rounds until the person leaves or cannot wager any more."""
        seed = "" if self.seed is None else f" The cards are those of seed {self.seed}."
        self.say(f"{self.game.title} for practice money: you begin with {dollars(self.money)}.{seed}", style="bold")
        self.say("At any question ? shows the rules, ? and a clause that clause, and q leaves.")
        self.table.open()
        try:
            while self.money >= self.practice.least:
                self._round()
            least = self.practice.least_words
            self.say(f"Your practice money, {dollars(self.money)}, no longer covers the least wagers, {least}.")
        except Left:
            if any(row.result is None for row in own_wagers(self._view)):
                self.say("You leave in the middle of a round: it does not count, and its wagers go back.")
        count = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        net = signed_dollars(self.money - self.began_with)
        self.say(f"{count} played, net {net}. You leave with {dollars(self.money)}.", style="bold")

    @property
    def _view(self) -> View:
        return self.table.view(ME)

    @property
    def _in_hand(self) -> Cents:
        """Return the money that is not on the felt; a wager decided in this round is off it."""
        moved: Cents = sum(-row.stake if row.net is None else row.net for row in own_wagers(self._view))
        return self.money + moved

    def _round(self) -> None:
        self.table.new_round()
        self._place()
        self._go(self.table.deal)
        while not self.table.is_over:
            self._decide()
        self._show()
        self._write_down()
        view = self._view
        self.screen.results(view)
        after = self._in_hand
        self.say(f"This round {signed_dollars(after - self.money)}; you have {dollars(after)}.", style="bold")
        self.money, self.rounds = after, self.rounds + 1
        if self.money >= self.practice.least:
            clauses = [row.clause for row in own_wagers(view) if row.clause is not None]
            while self.ask("Enter for the next round, q to leave", clauses):
                pass

    def _write_down(self) -> None:
        """The round as a worked case, at once, so that nothing is lost whenever the game ends."""
        if self.record is not None:
            number = self.rounds + 1
            case = export_round(self.table, f"{self.game.prefix}-{number:02}", f"Round {number} of practice")
            trouble = self.record.add(case)
            if trouble:
                self.say(trouble)

    def _place(self) -> None:
        """Wagers that bring cards are on the felt, and betting can close."""
        self.say()
        step = dollars(house_settings(self.table.state).wager_step)
        self.say(f"Round {self._view.round}: you have {dollars(self.money)}. Wagers go in multiples of {step}.")
        while True:
            wagers = self._wagers()
            self.table.place(SEAT, PLAYER, **wagers)
            if self.game.routine(self.table.state) is not None:
                self.last = wagers
                return
            clause = self.game.clauses.below_minimum
            self.say(f"You have been told about the minimum: this goes back, and no cards would come. ({clause})")
            self.table.do(Command(Role.PLAYER, "take_back", SEAT, PLAYER, wagers=wagers))

    def _wagers(self) -> Mapping[str, Cents]:
        """Ask for the wager on each spot; Enter at the first repeats all of the last round."""
        wagers: dict[str, Cents] = {}
        again = self.last if self.last and self._trouble(self.last) is None else {}
        for spot in self.practice.spots:
            asked = self._on_spot(spot, wagers, again)
            if asked is again:
                return again
            wagers |= asked
        return wagers

    def _on_spot(self, spot: BetSpot, wagers: Mapping[str, Cents], again: Mapping[str, Cents]) -> Mapping[str, Cents]:
        question = self._question(spot, again)
        while True:
            said = self.ask(question, (*self.practice.placing_clauses, *spot.clauses))
            if not said and spot.optional:
                return {}
            if not said and again:
                return again
            stake = _yes_or_no(said, getattr(self._view, spot.kind).wager) if spot.fixed else amount(said)
            if stake is None:
                self.say("Type y or n." if spot.fixed else HOW_TO_WRITE)
            elif not stake and spot.optional:
                return {}
            else:
                more = dict.fromkeys(spot.kinds, stake)
                trouble = self._trouble({**wagers, **more})
                if trouble is None:
                    return more
                self.say(trouble)

    def _question(self, spot: BetSpot, again: Mapping[str, Cents]) -> str:
        name = words(spot.kind).capitalize()
        if spot.fixed:
            shown = getattr(self._view, spot.kind)
            return f"{name} for {dollars(shown.wager)}, meter at {dollars(shown.meter)} (y or n, Enter for n)"
        limit = self._view.sign.limits[spot.kind]
        equal = "".join(f", and as much on the {words(kind)}" for kind in spot.equal)
        enter = "Enter for none" if spot.optional else f"Enter repeats {wager_words(again)}" if again else ""
        ends = f" ({enter})" if enter else ""
        return f"{name}{equal}, {dollars(limit.min)} to {dollars(limit.max)}{ends}"

    def _trouble(self, wagers: Mapping[str, Cents]) -> str | None:
        """Return the reason wagers cannot be placed: too little money, or the table refuses them."""
        total = sum(wagers.values())
        if total > self.money:
            return f"That takes {dollars(total)} ({wager_words(wagers)}); you have {dollars(self.money)}."
        place = Command(Role.PLAYER, "place", SEAT, PLAYER, wagers=wagers)
        answer = self.game.decide(self.table.state, place)
        return str(answer) if isinstance(answer, Refusal) else None

    def _decide(self) -> None:
        """One choice of the person, and what the dealer then does."""
        options, beyond = options_of(self.table, self._in_hand)
        if all(option.step for option in options):
            self._take(options[0], None)
            return
        self._show()
        if beyond:
            self.say(f"Your {dollars(self._in_hand)} in hand does not cover {', '.join(beyond)}.")
        clauses = [option.clause for option in options]
        question = self.screen.choices([option.label for option in options], due=options[-1].step is None)
        while True:
            said = self.ask(question, clauses)
            option = _find_option(options, said)
            if option is None:
                self.say(f"{quote(said)} is not one of the choices." if said else "Nothing was chosen.")
                continue
            stake = self._stake(option) if option.asks else option.amount
            if option.asks and stake is None:
                continue
            refusal = self._take(option, stake)
            if refusal is None:
                return
            self.say(str(refusal))

    def _stake(self, option: Option) -> Cents | None:
        """An amount for a choice that leaves it open; None to choose again."""
        said = self.ask(f"How much, {option.range_words} (Enter to choose again)", [option.clause])
        stake = amount(said)
        if said and stake is None:
            self.say(HOW_TO_WRITE)
        if stake is not None and stake > self._in_hand:
            self.say(f"You have {dollars(self._in_hand)} in hand.")
            return None
        return stake

    def _take(self, option: Option, stake: Cents | None) -> Refusal | None:
        if option.step is not None:
            step = option.step
            self._go(lambda: self.table.take(step))
            return None
        answer = self.table.do(command_for(self.game, option, stake))
        if isinstance(answer, Refusal):
            return answer
        self._go(lambda: None)
        return None

    def _go(self, first: Callable[[], object]) -> None:
        """The dealer's routine until a choice is open, and what it was, by the clauses it rests on."""
        before = len(self.table.commands)
        first()
        self.table.run()
        steps = (command.do for command in self.table.commands[before:] if command.by is Role.DEALER)
        told = dict.fromkeys(f"{words(do)} ({self.game.verbs[do].clause})" for do in steps)
        self.dealer_did = ", ".join(told)

    def _show(self) -> None:
        view = self._view
        self.screen.table(self.game.title, view, self._in_hand)
        if self.dealer_did:
            self.say(f"Dealer: {self.dealer_did}", style="dim")
        for row in view.advised:
            clause = self.game.clauses.below_minimum
            self.say(f"You are told: {words(row.advice)}; a further wager like it goes back. ({clause})")


def file_of_cases(game: str, cases: list[dict[str, Any]]) -> str:
    """Rounds as a file of worked cases."""
    return json.dumps(export_file(game, cases), indent=1) + "\n"


def _yes_or_no(said: str, stake: Cents) -> Cents | None:
    return {"y": stake, "yes": stake, "n": 0, "no": 0}.get(said.casefold())


def _find_option(options: list[Option], said: str) -> Option | None:
    """By number, or by the first letters where they fit one choice only."""
    if said.isascii() and said.isdigit():
        # Looked up rather than counted with: no number is too long for that.
        return {str(number): option for number, option in enumerate(options, 1)}.get(said.lstrip("0"))
    fits = [option for option in options if said and option.label.startswith(said.casefold())]
    return fits[0] if len(fits) == 1 else None
