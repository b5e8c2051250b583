"""A whole house-game tournament with simple players, from the first entry to the last prize, from one seed.

Every step is a command of the engine: entries, ballots, rounds in turn from the starting marker, extra rounds for equal
chips, repechage, places and prizes.
"""

from dataclasses import replace

from pitboss.games.table import Shoe
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.bots.automatic_director import Director, Watch
from pitboss.tournaments.bots.house_play import TournamentTable, play_round
from pitboss.tournaments.bots.simulation import LEAST_ENTRIES, USUAL_START, Outcome, Statistics, TooManySteps
from pitboss.tournaments.entries.coming_back import Rebuy
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Conditions
from pitboss.tournaments.event.state import Moment, Player, Stage, Tournament
from pitboss.tournaments.event.story_kinds import CHIPS, ROUND
from pitboss.tournaments.prizes.placing import BustOut, RuleOnTie
from pitboss.tournaments.sessions.ends import EndSession, RepechageDraw
from pitboss.tournaments.sessions.events import is_done, passed_over, playing_at
from pitboss.tournaments.sessions.house_tables import limits_problem
from pitboss.tournaments.sessions.result import card_draw
from pitboss.tournaments.sessions.sessions import BeginSession, HouseRoundOver, StartHouseRound

# What a round of all tables takes, and what lies between two sessions, in seconds.
_ROUND, _BETWEEN = 90, 1800
# More than any event takes, so that a mistake ends with a sentence and not never.
_MOST_ROUNDS = 5_000


def run_house_event(conditions: Conditions, entries: int, seed: int, *, watch: Watch | None = None) -> Outcome:
    """Plays a house-game tournament with so many entries, re-buys not counted."""
    wrong = limits_problem(conditions) if conditions.game in HOUSE_GAMES else None
    if conditions.game not in HOUSE_GAMES or wrong:
        raise ValueError(str(wrong) if wrong else f"{conditions.title} is not played against the house.")
    if not LEAST_ENTRIES <= entries <= conditions.most_entrants:
        raise ValueError(f"An event of {LEAST_ENTRIES} to {conditions.most_entrants} entries is played, not {entries}.")
    start = USUAL_START if conditions.start is None else conditions.start
    return _HouseEvent(replace(conditions, start=start), entries, seed, watch).run()


class _HouseEvent:
    """An event under way: the director, the tables of the session, and the time."""

    def __init__(self, conditions: Conditions, entries: int, seed: int, watch: Watch | None) -> None:
        self.conditions, self.entries = conditions, entries
        self.director = Director(conditions, seed, watch)
        self.at: Moment = conditions.start or USUAL_START
        self.tables: dict[int, TournamentTable] = {}
        self.rounds = self.starts = self.most_tables = 0

    @property
    def state(self) -> Tournament:
        return self.director.state

    def run(self) -> Outcome:
        opens = self.at - 2 * 3600
        self.director.open_entries(opens)
        for number in range(1, self.entries + 1):
            self.director.register(f"P{number:03}", opens + number)
        began = self.at
        self.director.start(began)
        while self.state.stage is Stage.RUNNING:
            self._session()
            if self.state.stage is Stage.RUNNING:
                self.at += _BETWEEN
        self.director.pay_out(self.at)
        return self._outcome(self.at - began)

    def _outcome(self, finished: int) -> Outcome:
        statistics = Statistics(
            entries=sum(entry.in_pool for entry in self.state.entries),
            entrants=len(self.state.entrants),
            hands=self.rounds,
            finished=finished,
            level=self.state.session.number,
            overran=False,
            suspended=0,
            most_tables=self.most_tables,
            moves=0,
            left_at_close=0,
        )
        # Each round, and what the bank takes and pays in it, is no part of the story.
        story = tuple(line for line in self.director.story if line.kind not in (CHIPS, ROUND))
        return Outcome(self.state, story, statistics)

    def _session(self) -> None:
        """The ballot, the rounds, extra rounds while chips are equal, and the repechage."""
        self.director.do(BeginSession(at=self.at, seed=self.director.seed()))
        self.tables = {
            number: TournamentTable(self.conditions, Shoe.seeded(self.director.seed()))
            for number, table in self.state.tables.items()
            if table.seats
        }
        self.most_tables = max(self.most_tables, len(self.tables))
        while self.state.session.playing:
            self._rounds()
            self.director.do(EndSession(at=self.at, seed=self.director.seed()))
        if self.state.stage is Stage.RUNNING and passed_over(self.state):
            self.director.do(RepechageDraw(at=self.at, seed=self.director.seed()))

    def _rounds(self) -> None:
        """A round at every table that has one to play, and again until all have played theirs."""
        while to_play := [number for number, table in self.state.tables.items() if not is_done(self.state, table)]:
            played = 0
            for number in to_play:
                played += self._round(number)
                self._rule()
            self.at += _ROUND if played else 0
            self.rounds += played
            self.starts += len(to_play)
            if self.starts > _MOST_ROUNDS:
                raise TooManySteps(f"The event was not over after {self.rounds} rounds.")

    def _round(self, number: int) -> bool:
        """Whether a round was played: where somebody must buy chips or is out before it, there was none."""
        answer = self.director.attempt(StartHouseRound(at=self.at, table=number))
        if isinstance(answer, Refusal):
            self._buy_or_leave(number)
            return False
        table = self.state.tables[number]
        if table.hand is None:
            return False
        stacks = table.hand.stacks
        seats = {seat: player for seat, player in playing_at(self.state, table).items() if player in stacks}
        marker = table.marker or min(seats)
        after = play_round(self.tables[number], seats, stacks, marker, self.director.bits)
        self.director.do(HouseRoundOver(at=self.at, table=number, stacks=after, counted_again=True))
        return True

    def _buy_or_leave(self, number: int) -> None:
        """UTH 16.7: who has no chips buys some, as half of them do, or is out."""
        for player in self._without_chips(number):
            bought = self.director.chance(64) and self.director.attempt(Rebuy(at=self.at, player=player))
            if not bought or isinstance(bought, Refusal):
                self.director.do(BustOut(at=self.at, player=player))

    def _without_chips(self, number: int) -> tuple[Player, ...]:
        players = playing_at(self.state, self.state.tables[number]).values()
        return tuple(player for player in players if not self.state.entrants[player].stack)

    def _rule(self) -> None:
        """UTH 16.3(a)(iii)(E)(III): where the conditions have cards drawn for the places of a round, they are."""
        while self.state.tie is not None:
            drawn = card_draw((bust.player for bust in self.state.tie.busts), self.director.seed())
            self.director.do(RuleOnTie(at=self.at, option=self.state.tie.options[0], order=drawn.order))
