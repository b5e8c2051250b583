"""A whole event with bots, from the first entry to the last prize, through the same rules as any other.

Time is a number here: every hand takes its seconds, entrants come when they come, and the next thing to happen is
always the earliest. Everything follows from one seed.
"""

import heapq
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from pitboss.games.bots.holdem import Temperament
from pitboss.games.play import Stage as HandStage
from pitboss.tournaments.bots import players as bots
from pitboss.tournaments.bots.automatic_director import Director, Stuck, Watch
from pitboss.tournaments.bots.players import HandInPlay
from pitboss.tournaments.clock.clock import BREAK, closing_second, doing, reading
from pitboss.tournaments.clock.desk import RunClock
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Conditions, Seconds
from pitboss.tournaments.event.events import Exited
from pitboss.tournaments.event.state import Moment, Player, Running, Stage, Status, Tournament, in_play, players_of
from pitboss.tournaments.event.story import StoryLine, closed_line, level_line
from pitboss.tournaments.hands.hand_for_hand import CallAllIn, FinishAction, may_table_cards
from pitboss.tournaments.hands.hands import StartHand, StopHand
from pitboss.tournaments.hands.table_play import hand_over_command, table_state
from pitboss.tournaments.seating.tables import may_play

# Noon on 11 June 2025, for an event whose start is not fixed.
USUAL_START: Moment = 1_749_643_200
LEAST_ENTRIES = 2
# More than any event takes, so that a mistake ends with a sentence and not never.
_MOST_STEPS = 60_000
# What a hand takes, in seconds: shuffle and deal, a decision at least, a street, a showdown.
_DEAL, _DECISION, _STREET, _SHOWDOWN = 20, 4, 8, 25
_ARRIVES, _COMES_BACK, _TOPS_UP, _HAND, _WAKES = "arrives", "comes back", "tops up", "hand", "wakes"
_RETURNS = "returns to the table"
# Of 128 players so many are late for their seats; after so many of 128 hands somebody goes away or is sent away.
_LATE, _MISHAP = 6, 1


class Statistics(NamedTuple):
    """An event in figures; moments are seconds since the start."""

    entries: int
    entrants: int
    hands: int
    finished: Seconds
    level: int
    overran: bool
    suspended: int
    most_tables: int
    moves: int
    left_at_close: int


class Outcome(NamedTuple):
    """An event that was played, its story, and its figures."""

    state: Tournament
    story: tuple[StoryLine, ...]
    statistics: Statistics


class TooManySteps(RuntimeError):
    """The event did not end: one sentence with how far it came."""


def run_event(
    conditions: Conditions,
    entries: int,
    seed: int,
    *,
    watch: Watch | None = None,
    deals: bool = True,
    suspends: bool = True,
) -> Outcome:
    """Plays an event with so many entries in all, re-entries included, from one seed."""
    if conditions.game in HOUSE_GAMES:
        raise ValueError(f"{conditions.title} is played against the house: its sessions are no matter of this.")
    if not LEAST_ENTRIES <= entries <= conditions.most_entrants:
        raise ValueError(f"An event of {LEAST_ENTRIES} to {conditions.most_entrants} entries is played, not {entries}.")
    start = USUAL_START if conditions.start is None else conditions.start
    return _Simulation(replace(conditions, start=start), entries, seed, watch, deals=deals, suspends=suspends).run()


def continue_event(state: Tournament, at: Moment, seed: int, *, deals: bool = True, suspends: bool = True) -> Outcome:
    """Plays an event that is under way to its end with bots, from its seats, its stacks and its clock.

    Nobody enters any more, and hands that are being played at that moment are dealt anew.
    """
    if state.conditions.game in HOUSE_GAMES or state.stage not in (Stage.RUNNING, Stage.SUSPENDED):
        raise ValueError("An event of hold'em that is under way can be continued, and no other.")
    conditions = replace(state.conditions, start=state.started)
    simulation = _Simulation(conditions, 0, seed, None, deals=deals, suspends=suspends)
    return simulation.run_on(state._replace(conditions=conditions), at)


class _Simulation:
    """An event under way: the director, the bots, and what is to happen when."""

    def __init__(
        self,
        conditions: Conditions,
        entries: int,
        seed: int,
        watch: Watch | None,
        *,
        deals: bool,
        suspends: bool,
    ) -> None:
        assert conditions.start is not None
        self.start = conditions.start
        self.director = Director(conditions, seed, watch)
        self.bits = self.director.bits
        self.wanted, self.deals, self.suspends = entries, deals, suspends
        self.moods: dict[Player, Temperament] = {}
        # Entries that are still to come and not yet on their way.
        self.to_come = entries
        self.on_the_way = 0
        self.tops_up: Moment = 0
        self.agenda: list[tuple[Moment, int, str, object]] = []
        self._order = count()
        self._played: dict[int, HandInPlay] = {}
        self._wakes: set[Moment] = set()
        self._returns: Moment = 0
        self._shown: tuple[str, int] | None = None
        self.hands = self.suspended = self.most_tables = self.moves = self.left_at_close = 0
        self.names = (f"P{number:03}" for number in count(1))

    @property
    def state(self) -> Tournament:
        return self.director.state

    def run(self) -> Outcome:
        self._before_play()
        return self._to_the_end(self.start)

    def run_on(self, state: Tournament, at: Moment) -> Outcome:
        self.director.state = state
        for player in state.entrants:
            self.moods[player] = bots.FIELD[self.bits(8) % len(bots.FIELD)]
        for number, table in state.tables.items():
            if table.hand is not None:
                self.director.do(StopHand(at=at, table=number, reason="dealt anew"))
        if doing(state, at) is Running.PAUSED:
            self.director.do(RunClock(at=at))
        return self._to_the_end(at)

    def _to_the_end(self, at: Moment) -> Outcome:
        self._tend(at)
        for _ in range(_MOST_STEPS):
            if self.state.stage is Stage.OVER:
                break
            if not self.agenda:
                raise Stuck(f"Nothing happens any more, with {len(in_play(self.state))} players left.")
            at, _, what, data = heapq.heappop(self.agenda)
            self._happens(at, what, data)
            self._tend(at)
        else:
            raise TooManySteps(f"{len(in_play(self.state))} players were left after {self.hands} hands.")
        return self._outcome(at)

    def _outcome(self, at: Moment) -> Outcome:
        shown = reading(self.state, at)
        self.director.pay_out(at)
        statistics = Statistics(
            entries=sum(entry.in_pool for entry in self.state.entries),
            entrants=len(self.state.entrants),
            hands=self.hands,
            finished=at - self.start,
            level=shown.level if shown is not None else 0,
            overran=shown is not None and shown.overrun,
            suspended=self.suspended,
            most_tables=self.most_tables,
            moves=self.moves,
            left_at_close=self.left_at_close,
        )
        return Outcome(self.state, tuple(self.director.story), statistics)

    # Who comes when

    def _before_play(self) -> None:
        """Two thirds of the players are there at the start; the others come while entries are taken."""
        conditions = self.state.conditions
        closes = closing_second(conditions)
        players = self.wanted
        if closes is not None and conditions.reentries != 0:
            players = max(LEAST_ENTRIES, self.wanted * 3 // 4)
        on_time = players if closes is None else max(LEAST_ENTRIES, players * 2 // 3)
        opens = self.start - 2 * 3600
        self.director.open_entries(opens)
        for number in range(on_time):
            self._enter(opens + number)
        for _ in range(players - on_time):
            assert closes is not None
            self._sets_out(self.start + 1 + self._below(max(closes - 900, 1)), _ARRIVES)
        if closes is not None:
            self.tops_up = self.start + max(closes - 300, 1)
            self._plan(self.start + max(closes - 3600, 1), _TOPS_UP, 2)
            self._plan(self.tops_up, _TOPS_UP, 1)
        self.director.start(self.start)
        for player in in_play(self.state):
            if self.director.chance(_LATE):
                self._goes_away(player, self.start, 7200)

    def _goes_away(self, player: Player, at: Moment, most: Seconds) -> None:
        """Somebody is not at the table, and is blinded until the return."""
        if self.director.mark(player, at, absent=True):
            self._plan(at + 60 + self._below(most), _RETURNS, player)

    def _enter(self, at: Moment) -> None:
        player = next(self.names)
        self.moods[player] = bots.FIELD[self.bits(8) % len(bots.FIELD)]
        if self.director.register(player, at):
            self.to_come -= 1

    def _below(self, limit: int) -> int:
        return self.bits(32) % limit

    def _plan(self, at: Moment, what: str, data: object = None) -> None:
        heapq.heappush(self.agenda, (at, next(self._order), what, data))

    def _sets_out(self, at: Moment, what: str, player: Player | None = None) -> None:
        """One of the entries that are wanted is on its way."""
        self.to_come -= 1
        self.on_the_way += 1
        self._plan(at, what, player)

    # What happens

    def _happens(self, at: Moment, what: str, data: object) -> None:
        if what == _HAND:
            assert isinstance(data, int)
            self._hand_ends(data, at)
        elif what == _ARRIVES:
            self._is_here()
            self._enter(at)
        elif what == _COMES_BACK:
            assert isinstance(data, str)
            self._is_here()
            if self.state.entrants[data].status is Status.OUT and self.director.reenter(data, at):
                self.to_come -= 1
        elif what == _RETURNS:
            assert isinstance(data, str)
            self.director.mark(data, at, absent=False)
        elif what == _TOPS_UP:
            # Fewer have come back than were wanted: others come, half of them an hour before entries close.
            assert isinstance(data, int)
            for _ in range(self.to_come // data):
                self._enter(at)

    def _is_here(self) -> None:
        self.to_come += 1
        self.on_the_way -= 1

    def _hand_ends(self, number: int, at: Moment) -> None:
        """STAR 7.30: a hand is over, or its all-in waits for the other tables."""
        played = self._played[number]
        synchronised = self.state.clock.hand_for_hand
        if played.table.felt.stage is not HandStage.OVER:
            self.director.do(CallAllIn(at=at, table=number))
        else:
            del self._played[number]
            if synchronised and not self.state.tables[number].called:
                self.director.do(FinishAction(at=at, table=number))
            self._over(number, played, at)
        if synchronised:
            self._turn_up(at)

    def _turn_up(self, at: Moment) -> None:
        for number, played in self._played.items():
            waits = self.state.tables[number].called and played.table.felt.stage is not HandStage.OVER
            if waits and may_table_cards(self.state, number):
                self._played[number] = bots.turn_up(played, self.moods, self.bits)
                self._plan(at + _SHOWDOWN + _STREET, _HAND, number)

    def _over(self, number: int, played: HandInPlay, at: Moment) -> None:
        self.hands += 1
        events = self.director.do(hand_over_command(self.state, number, played.table, at))
        for event in events:
            if isinstance(event, Exited):
                self._perhaps_back(event.exit.player, at)
        if self.state.stage is Stage.RUNNING and self.director.chance(_MISHAP):
            self._mishap(number, at)

    def _mishap(self, number: int, at: Moment) -> None:
        players = players_of(self.state.tables[number], self.state)
        player = players[self._below(len(players))]
        if self.director.chance(64):
            self.director.penalise(player, at)
        else:
            self._goes_away(player, at, 1200)

    def _perhaps_back(self, player: Player, at: Moment) -> None:
        """Two of three who may come back do, soon, as long as entries are wanted."""
        allowed = self.state.conditions.reentries
        may = allowed is None or self.state.entrants[player].entries <= allowed
        back = at + 60 + self._below(600)
        if may and back < self.tops_up and self.to_come > 0 and self.director.chance(86):
            self._sets_out(back, _COMES_BACK, player)

    # What the director does, and the next hands

    def _tend(self, at: Moment) -> None:
        director = self.director
        if self.state.stage is Stage.SUSPENDED:
            if at < self._returns:
                return
            director.resume(at)
        if self.state.stage is not Stage.RUNNING:
            return
        between = not director.hands_on
        if between and self._nobody_else(at):
            director.end(at)
            return
        if not self.state.clock.hand_for_hand or between:
            self._count_moves(director, at)
        if self.state.stage is not Stage.RUNNING:
            return
        self._tell_level(at)
        if between and self._pauses(at):
            return
        if self._halts(at) and director.hands_on:
            return
        self._start_hands(at)

    def _nobody_else(self, at: Moment) -> bool:
        """Whether one player is left, and nobody will enter any more."""
        coming = (self.to_come > 0 or self.on_the_way > 0) and at < self.tops_up
        return len(in_play(self.state)) == 1 and not coming

    def _count_moves(self, director: Director, at: Moment) -> None:
        before = len(director.story)
        director.tend(at)
        self.moves += sum(line.kind == "move" for line in director.story[before:])
        self.most_tables = max(self.most_tables, len(self.state.tables))

    def _must_suspend(self, at: Moment) -> bool:
        return self.suspends and self.director.must_suspend(at)

    def _halts(self, at: Moment) -> bool:
        """No new hand is dealt while all tables are waited for."""
        director = self.director
        wanted = director.wants_hand_for_hand(at) != self.state.clock.hand_for_hand
        return wanted or self._must_suspend(at) or director.final_is_due(at)

    def _pauses(self, at: Moment) -> bool:
        """Between hands: a deal, the end of twelve hours, hand for hand, a break. True: no hand is dealt now."""
        director = self.director
        if self.deals and director.offer_deal(at) and self.state.stage is Stage.OVER:
            return True
        if self._must_suspend(at):
            self._returns = director.suspend(at)
            self._wake(self._returns)
            self.suspended += 1
            return True
        director.hand_for_hand(at)
        shown = reading(self.state, at)
        if shown is None or shown.kind != BREAK:
            return False
        director.in_break(at, self._forfeits)
        self._count_moves(director, at)
        self._wake(at + max(shown.remaining or 0, 1))
        return True

    def _forfeits(self, player: Player) -> bool:
        """Some with a short stack give it up, as long as entries are wanted."""
        short = 3 * self.state.entrants[player].stack < self.state.conditions.stack
        if not (short and self.to_come > 0 and self.director.chance(32)):
            return False
        self.to_come -= 1
        return True

    def _wake(self, at: Moment) -> None:
        if at not in self._wakes:
            self._wakes.add(at)
            self._plan(at, _WAKES)

    def _tell_level(self, at: Moment) -> None:
        shown = reading(self.state, at)
        if shown is None:
            return
        if shown.runs and shown.remaining:
            # The next level is told when it begins, and not with the next hand.
            self._wake(at + shown.remaining)
        if (shown.kind, shown.level) == self._shown:
            return
        self._shown = shown.kind, shown.level
        self.director.story.append(level_line(self.state, shown, at))
        if shown.kind != BREAK and shown.level == self.state.conditions.closes_at_level:
            self.left_at_close = len(in_play(self.state))
            self.director.story.append(closed_line(self.state, at))

    def _start_hands(self, at: Moment) -> None:
        shown = reading(self.state, at)
        if shown is None or shown.kind == BREAK:
            return
        for number in tuple(self.state.tables):
            table = self.state.tables[number]
            waits = table.hand is not None or (table.done and self.state.clock.hand_for_hand)
            if waits or len(players_of(table, self.state)) < 2 or may_play(self.state, number) is not None:
                continue
            self.director.do(StartHand(at=at, table=number))
            played = bots.play_hand(table_state(self.state, number), self.moods, self.bits)
            self._played[number] = played
            self._plan(at + self._seconds(played), _HAND, number)

    def _seconds(self, played: HandInPlay) -> Seconds:
        """How long a hand takes: about two minutes with nine players, more with a showdown."""
        thought = sum(_DECISION + self.bits(3) for _ in range(played.decisions))
        now = played.table.play.round
        shown = now.settlement is not None and bool(now.settlement.hands)
        return _DEAL + thought + _STREET * now.street + (_SHOWDOWN if shown else 0)
