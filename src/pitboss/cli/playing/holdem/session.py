"""Rounds of hold'em at a cash table: the person's turns and chips, and everything that is said in between."""

from collections.abc import Iterable
from random import Random

from pitboss.cli.options import plain_console, quote
from pitboss.cli.playing.holdem import between_rounds, typed_choices
from pitboss.cli.playing.holdem.company import Company
from pitboss.cli.playing.holdem.felt import HoldemScreen
from pitboss.cli.playing.holdem.setup import USUAL_STAKE, sign_words
from pitboss.cli.playing.holdem.words import ME, Ending, with_told
from pitboss.cli.playing.prompts import HOW_TO_WRITE, Asking, Left, amount
from pitboss.cli.playing.record import PracticeFile
from pitboss.cli.playing.screen import money_style, signed_dollars
from pitboss.games.bots.holdem import TEMPERAMENTS
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.dealing import BoardDealt
from pitboss.games.holdem.settings import ranking_of
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.showdown.settlement import Settled
from pitboss.games.holdem.state import STREETS, Chair, Play
from pitboss.games.holdem.view import HoldemView
from pitboss.games.play import Audience, Cents, Choice, Command, Events, Outcome, Role, Viewer, dollars
from pitboss.games.table import Shoe, Table
from pitboss.histories.from_table import NotInPhh, history_of
from pitboss.histories.history import HandHistory
from pitboss.rulebook.refusal import Refusal

_BEFORE_FLOP = "before the flop"
# What `?` shows when chips are put on the table, and between rounds.
_STAKES = ("HLD 4.3[s1]", "HLD 4.2(i)", "HLD 4.4", "HLD 4.5", "HLD 4.6")
_BETWEEN = ("HLD 4.5", "HLD 4.6", "HLD 14.3[s1]", "HLD 14.3[s3]", "HLD 14.3[s4]", "HLD 17.4[s1]", "HLD 17.4[s2]")


class HoldemSession:
    """One person at a table of simulated players, until the chips, the hands or the patience end."""

    def __init__(
        self,
        settings: HoldemSettings,
        money: Cents,
        seed: int | None,
        hands: int | None = None,
        record: PracticeFile[HandHistory] | None = None,
    ) -> None:
        self.settings, self.seed, self.hands, self.record = settings, seed, hands, record
        console = plain_console()
        self.say = console.print
        self.screen = HoldemScreen(console)
        self.ask = Asking(console, GAME.prefix).ask
        self.table: Table[Play] = Table(GAME, settings, Shoe() if seed is None else Shoe.seeded(seed))
        self.seat = settings.boxes // 2 + 1
        # Other numbers than those of the shuffle, so that nobody's play depends on the cards to come.
        self.company = Company(self.table, self.seat, Random() if seed is None else Random(f"players {seed}"))
        self.began_with = self.behind = money
        self.rounds = 0
        self.log: list[str] = []

    def play(self) -> None:
        """Rounds until the person leaves or cannot go on."""
        seed = "" if self.seed is None else f" Cards and players are those of seed {self.seed}."
        self.say(f"{GAME.title} for practice money: you have {dollars(self.behind)}.{seed}", style="bold")
        self.screen.lines((sign_words(self.settings), _company_words()))
        self.say("At any question ? shows the rules, ? and a clause that clause, and q leaves.")
        self.table.open()
        try:
            self._buy_in()
            self.company.sit_down()
            self._round()
            while not self._enough() and self._between():
                self._round()
        except Left:
            self._walk_out()
        self.behind += self._chair.stake if self._chair else 0
        count = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        net = signed_dollars(self.behind - self.began_with)
        self.say(f"{count} played, net {net}. You leave with {dollars(self.behind)}.", style="bold")

    @property
    def _chair(self) -> Chair | None:
        return self.table.state.play.room.chairs.get(self.seat)

    @property
    def _view(self) -> HoldemView:
        view: HoldemView = self.table.view(Viewer(Audience.SEAT, self.seat, ME))
        return view

    def _enough(self) -> bool:
        return self.hands is not None and self.rounds >= self.hands

    def _buy_in(self) -> None:
        """The chips that the person puts on the table to begin with."""
        least, most = self.settings.min_table_stake, min(self.settings.max_buy_in, self.behind)
        usual = min(USUAL_STAKE * self.settings.blinds[-1], most - most % self.settings.chip_unit)
        question = f"Your table stake, {dollars(least)} to {dollars(most)} (Enter for {dollars(usual)})"
        while True:
            said = self.ask(question, _STAKES)
            stake = amount(said) if said else usual
            if stake is None:
                self.say(HOW_TO_WRITE)
            elif stake > self.behind:
                self.say(f"You have {dollars(self.behind)}.")
            else:
                answer = self.table.do(Command(Role.PLAYER, "join", self.seat, ME, amount=stake or None))
                if not isinstance(answer, Refusal):
                    self.behind -= stake
                    return
                self.say(str(answer))

    def _round(self) -> None:
        """One round from the blinds to the last chip given out; where none can begin, it is said why."""
        started = self.table.do(Command(Role.DEALER, "start_round"))
        if isinstance(started, Refusal):
            self.screen.lines((str(started),))
            return
        self._tell(started)
        self.table.shuffle_if_due()
        self._play_on()
        self._write_down()

    def _play_on(self) -> None:
        """Turn by turn and street by street to the end of the round."""
        while not self.table.is_over:
            due = GAME.due(self.table.state)
            if due == (self.seat,):
                self._turn()
            else:
                self._tell(self._without_the_person())

    def _without_the_person(self) -> Events:
        """Let the next simulated player or the dealer act, and return the events."""
        due = GAME.due(self.table.state)
        if due:
            return self.company.act(due[0])
        step = GAME.routine(self.table.state)
        assert step is not None, "nobody is to act, and the round is not over"
        return self.table.take(step)

    def _tell(self, events: Events) -> None:
        """Keeps what has happened for the next page, and shows the end of a round at once."""
        now = self.table.state.play.round
        names = dict(zip(now.seats, now.names, strict=True))
        for event in events:
            if isinstance(event, BoardDealt):
                board = self.screen.cards(self._view.board)
                self.log.append(f"{STREETS[now.street].capitalize()}: {board}, pot {dollars(pot_now(now))}.")
            elif isinstance(event, Settled):
                self._ending(Ending(event, names, self.settings), event.outcomes)
            else:
                self.log = with_told(self.log, event, names)

    def _page(self, stage: str) -> None:
        self.screen.page(f"{GAME.title}, round {self._view.round}, {stage}", self.log)
        self.log = []

    def _turn(self) -> None:
        """The person's decision, asked for until it is one."""
        view = self._view
        street = view.street or ""
        self._page(_BEFORE_FLOP if street == STREETS[0] else street)
        self.say()
        self.screen.seats(view, {name: mood.name for name, mood in self.company.temperaments.items()})
        self._cards(view)
        self.screen.pots(self.table.state.play.round)
        choices = self.table.choices()
        question = self.screen.offers("Your turn:", typed_choices.labels(choices))
        clauses = dict.fromkeys(clause for choice in choices for clause in typed_choices.clauses_of(choice))
        notes = [typed_choices.MEANINGS[choice.do] for choice in choices]
        while True:
            said = self.ask(question, clauses, notes)
            events = self._take_choice(said, {choice.do: choice for choice in choices})
            if events is not None:
                self._tell(events)
                return

    def _cards(self, view: HoldemView) -> None:
        own = next((row.cards or () for row in view.seats if row.seat == self.seat), ())
        self.screen.middle(view.board, own, ranking_of(self.settings))

    def _take_choice(self, said: str, offers: dict[str, Choice]) -> Events | None:
        """Carry out a typed choice and return its events; None after printing why it cannot be done."""
        typed = typed_choices.read(said)
        if typed is None:
            self.say(f"{quote(said)} is not one of the choices." if said else "Nothing was chosen.")
            return None
        choice, stake = offers.get(typed.do), typed.amount
        if choice is None:
            # Not offered, so the rules say why.
            turn = self._view.turn
            stake = stake or (turn.min_to if turn else None)
            command = Command(
                Role.PLAYER, typed.do, self.seat, ME, amount=stake if typed.do in typed_choices.SIZED else None
            )
        else:
            if stake is None and typed_choices.asks_amount(choice):
                stake = self._how_much(choice)
                if stake is None:
                    return None
            command = typed_choices.command_for(choice, stake)
        answer = self.table.do(command)
        if isinstance(answer, Refusal):
            self.screen.lines((str(answer),))
            return None
        return answer

    def _how_much(self, choice: Choice) -> Cents | None:
        """An amount for a choice that leaves it open; None to choose again."""
        least, most = typed_choices.bounds(choice)
        what = "Raise to how much" if choice.do == "raise" else "Bet how much"
        said = self.ask(f"{what}, {dollars(least)} to {dollars(most)} (Enter to choose again)", [choice.clause])
        stake = amount(said)
        if said and stake is None:
            self.say(HOW_TO_WRITE)
        return stake or None

    def _ending(self, ending: Ending, outcomes: Iterable[Outcome]) -> None:
        """The round as it came out: pots, hands and commission, and the person's own result."""
        view = self._view
        hands = {row.seat: row.cards or () for row in view.seats}
        self._page("result")
        if view.board:
            self._cards(view)
        self.screen.lines(tuple(ending.sentences(lambda seat: self.screen.cards(hands[seat]))))
        mine = next((outcome for outcome in outcomes if outcome.seat == self.seat), None)
        net = 0 if mine is None else mine.net
        if mine is not None:
            why = mine.why[0].lower() + mine.why[1:].replace(": ", "; ")
            self.screen.lines((f"Your hand: {why} ({mine.clause})",), money_style(net))
        was_in = self.seat in self.table.state.play.round.seats
        came_out = f"This round {signed_dollars(net)}" if was_in else "You were not in this round"
        self.screen.lines((f"{came_out}; you have {self._money_words()}.",), "bold")

    def _money_words(self) -> str:
        stake = 0 if self._chair is None else self._chair.stake
        beside = f" and {dollars(self.behind)} beside it" if self.behind else ""
        return f"{dollars(stake)} on the table{beside}"

    def _write_down(self) -> None:
        """The round as PHH, at once, with the cards that the person has seen; a round it cannot tell is left out."""
        self.rounds += 1
        if self.record is None:
            return
        try:
            trouble = self.record.add(history_of(self.table, Viewer(Audience.SEAT, self.seat, ME)))
        except NotInPhh as refused:
            trouble = f"This round is not recorded. {refused}"
        if trouble:
            self.screen.lines((trouble,))

    def _between(self) -> bool:
        """Ask the person for choices before the next round; return False when there will be none."""
        news = True
        while True:
            chair = self._chair
            assert chair is not None
            mine = between_rounds.choices_between(self.table.choices(), self.seat, chair, self.behind)
            out = between_rounds.is_out(mine, chair, self.settings, self.behind)
            if out:
                self.screen.lines((out,))
                return False
            if news:
                self.screen.lines(tuple(between_rounds.notices(mine, chair, self.settings)))
            question = self.screen.offers("Now:", tuple(between_rounds.labels(mine, chair, self.settings)))
            said = self.ask(question, _BETWEEN)
            if not said and chair.stake:
                self.log.extend(self.company.between_rounds())
                return True
            news = self._between_choice(said, mine)

    def _between_choice(self, said: str, mine: dict[str, Choice]) -> bool:
        """Does what was typed, or says why not; whether anything is otherwise now."""
        asked = between_rounds.read_choice(said)
        choice = None if asked is None else mine.get(asked.do)
        if asked is None or choice is None:
            self.say(f"{quote(said)} is not one of the choices." if said else "You have no chips: add some, or leave.")
            return False
        if asked.amount is not None and asked.amount > self.behind:
            self.say(f"You have {dollars(self.behind)} beside the table.")
            return False
        answer = self.table.do(typed_choices.command_for(choice, asked.amount))
        if isinstance(answer, Refusal):
            self.screen.lines((str(answer),))
            return False
        self.behind -= asked.amount or 0
        done = between_rounds.DONE.get(asked.do)
        self.screen.lines((done or f"You have {self._money_words()}.",))
        return True

    def _walk_out(self) -> None:
        """Fold the hand of a person who leaves with cards; the bets stay in the pot."""
        if self.table.is_over or self._chair is None or GAME.due(self.table.state) != (self.seat,):
            return
        self.table.do(Command(Role.PLAYER, "fold", self.seat, ME))
        while not self.table.is_over:
            self._without_the_person()
        left = "You leave in the middle of a round: your hand is folded, and what you bet stays in the pot."
        self.screen.lines((f"{left} (HLD D-Fold)",))
        self._write_down()


def _company_words() -> str:
    kinds = "; ".join(f"{mood.name}: {mood.words}" for mood in TEMPERAMENTS)
    return f"The other players are simulated. {kinds}."
