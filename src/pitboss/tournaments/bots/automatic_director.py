"""A director who runs an event alone, by commands and by nothing else: what the rules allow and a person would do.

Everything that is chosen or drawn comes from one seed, so that the same event can be run again.
"""

from collections.abc import Callable
from datetime import date
from random import Random

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import colour_up_schedule, in_use
from pitboss.tournaments.chips.counting import CountChips
from pitboss.tournaments.chips.races import ColourUp, RaceTable, odd_chips
from pitboss.tournaments.clock.clock import BREAK, reading
from pitboss.tournaments.clock.desk import BeginHandForHand, EndHandForHand
from pitboss.tournaments.clock.suspension import Resume, Suspend
from pitboss.tournaments.entries.absence import MarkAbsent, MarkPresent
from pitboss.tournaments.entries.coming_back import ForfeitAndReenter, Reenter, forfeit_offer
from pitboss.tournaments.entries.entries import Register, registration_open
from pitboss.tournaments.entries.penalties import Penalise
from pitboss.tournaments.entries.refunds import DropQueue
from pitboss.tournaments.event import opening
from pitboss.tournaments.event.conditions import DAY, Conditions
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.rulesets import APPROVED, PUBLISHED_AND_NOTIFIED
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import (
    Moment,
    Person,
    Player,
    Stage,
    Tournament,
    chips_counted,
    in_play,
    players_of,
)
from pitboss.tournaments.event.story import StoryLine, tell_story
from pitboss.tournaments.event.story_kinds import RULING
from pitboss.tournaments.prizes.paying import AgreeDeal, ConfirmPlaces, PayPrize
from pitboss.tournaments.prizes.placing import EndEvent, RuleOnTie, bubble_burst
from pitboss.tournaments.prizes.prizes import awards, paid_places
from pitboss.tournaments.seating import balancing, breaking, final_table
from pitboss.tournaments.seating.seating import AddTable, MovePlayer, SeatFromQueue, open_seats
from pitboss.tournaments.seating.tables import LEAST_TO_BEGIN, CloseEmptyTable, LetPlayShort, has_begun, may_play

# Called with the event before a command, the command, what followed from it, and the event after it.
Watch = Callable[[Tournament, Command, Events, Tournament], None]

# So many who wait for a seat are worth one more table.
_WORTH_A_TABLE = 3
# Nobody moves back and forth for ever: a bound for what is put right at one moment.
_MOST_AT_ONCE = 500
_NAME = "Director"


class Stuck(RuntimeError):
    """The event cannot go on: what was tried, and why it was refused."""


class Director:
    """An event and whoever runs it. `do` is the only way anything happens."""

    def __init__(self, conditions: Conditions, seed: int, watch: Watch | None = None) -> None:
        self.state = Tournament(conditions)
        self.story: list[StoryLine] = []
        self.bits = Random(seed).getrandbits
        self.watch = watch
        # Breaks whose work is done, by the level before them.
        self._break_done = 0
        self._asked_for_deal = False

    def do(self, command: Command) -> Events:
        """A command that must succeed."""
        events = self.attempt(command)
        if isinstance(events, Refusal):
            raise Stuck(f"{type(command).__name__}: {events}")
        return events

    def attempt(self, command: Command) -> Events | Refusal:
        """A command that may be refused."""
        before = self.state
        done = act(before, command)
        if isinstance(done, Refusal):
            return done
        self.state, events = done
        if self.watch is not None:
            self.watch(before, command, events, self.state)
        self.story += tell_story(self.state, events, command.at)
        return events

    def seed(self) -> int:
        return self.bits(64)

    def chance(self, of_128: int) -> bool:
        """Whether something happens that happens so many times out of 128."""
        return self.bits(7) < of_128

    # Before play

    def open_entries(self, at: Moment) -> None:
        """Everything that comes before entries by the document of the event, and then entries."""
        self.do(opening.NameDirector(at=at, name=_NAME))
        self.do(opening.SignOn(at=at, name=_NAME))
        gate = self.state.rules.gate
        if gate == APPROVED:
            self.do(opening.RecordApproval(at=at, reference="simulated"))
        elif gate == PUBLISHED_AND_NOTIFIED:
            self.do(opening.PublishConditions(at=at))
            self.do(opening.NotifyCommission(at=at))
        self.do(opening.OpenEntries(at=at))

    def register(self, player: Player, at: Moment) -> bool:
        """Somebody enters who may; a seat is drawn at once where one is free after the start."""
        person = Person(player, born=date(1980, 1, 1), member=True, publicity=True)
        answer = self.attempt(
            Register(at=at, who=_NAME, person=person, agreement=self.state.conditions.agreement, seed=self.seed())
        )
        return not isinstance(answer, Refusal)

    def reenter(self, player: Player, at: Moment) -> bool:
        answer = self.attempt(Reenter(at=at, who=_NAME, player=player, seed=self.seed()))
        return not isinstance(answer, Refusal)

    def start(self, at: Moment) -> None:
        self.do(StartEvent(at=at, who=_NAME, seed=self.seed()))

    # Between hands

    @property
    def hands_on(self) -> int:
        """Tables where a hand is being played."""
        return sum(table.hand is not None for table in self.state.tables.values())

    def tend(self, at: Moment) -> None:
        """Everything that can be put right now: places, the queue, tables broken, balanced and opened."""
        if self.state.tie is not None:
            self.do(RuleOnTie(at=at, who=_NAME, option=self.state.tie.options[0]))
        self._seat_the_queue(at)
        for _ in range(_MOST_AT_ONCE):
            if not (self._to_the_final_table(at) or self._break_table(at) or self._balance_tables(at)):
                break
        else:
            raise Stuck("The tables cannot be made even.")
        for number, table in tuple(self.state.tables.items()):
            if not table.seats and len(self.state.tables) > 1 and not table.loose and table.hand is None:
                self.do(CloseEmptyTable(at=at, who=_NAME, table=number))
        self._let_short_tables_begin(at)

    def _may_seat_the_queue(self, at: Moment) -> bool:
        return self.state.conditions.readings.queue_after_close == "keep" or registration_open(self.state, at)

    def _seat_the_queue(self, at: Moment) -> None:
        """STAR 1-g[s3], STAR D-Alternates, T-11: open seats for those who wait, then more tables; none when closed."""
        if not (self.state.alternates or self.state.reentries):
            return
        if open_seats(self.state) and self._may_seat_the_queue(at):
            self.do(SeatFromQueue(at=at, who=_NAME, seed=self.seed()))
        while waiting := len(self.state.alternates) + len(self.state.reentries):
            if not registration_open(self.state, at):
                if self.state.conditions.readings.queue_after_close == "refund":
                    self.do(DropQueue(at=at, who=_NAME))
                return
            if waiting < _WORTH_A_TABLE and not self._is_break(at) and self.hands_on:
                return
            if isinstance(self.attempt(AddTable(at=at, who=_NAME, seed=self.seed())), Refusal):
                return

    def final_is_due(self, at: Moment) -> bool:
        """STAR 7.24: few enough are left for one table, and nobody can come any more."""
        return not registration_open(self.state, at) and final_table.final_table_due(self.state)

    def _to_the_final_table(self, at: Moment) -> bool:
        """STAR 7.24: the redraw, once no table plays."""
        if self.hands_on or not self.final_is_due(at):
            return False
        self.do(final_table.RedrawFinal(at=at, who=_NAME, seed=self.seed()))
        return True

    def _break_table(self, at: Moment) -> bool:
        """STAR D-Breaking: the table whose turn it is, when its hand is over."""
        sizes = [table.size for table in self.state.tables.values()]
        seated = sum(len(table.seats) for table in self.state.tables.values())
        if seated > sum(sizes) - min(sizes, default=0):
            return False
        table = breaking.break_advice(self.state)
        if table is None or self.state.tables[table].hand is not None:
            return False
        return not isinstance(
            self.attempt(breaking.BreakTable(at=at, who=_NAME, table=table, seed=self.seed())), Refusal
        )

    def _balance_tables(self, at: Moment) -> bool:
        """STAR D-Balancing: the first move that is advised, if its player is not in a hand."""
        sizes = [len(players_of(table, self.state)) for table in self.state.tables.values()]
        sizes = [size for size in sizes if size]
        if not sizes or max(sizes) - min(sizes) <= self.state.conditions.readings.max_difference:
            return False
        for move in balancing.advice(self.state)[:1]:
            if self.state.tables[move.from_table].hand is None:
                to, seat, why = move.to_table, move.to_seat, move.reason
                self.do(MovePlayer(at=at, who=_NAME, player=move.player, table=to, seat=seat, reason=why))
                return True
        return False

    def _let_short_tables_begin(self, at: Moment) -> None:
        """STAR 7.7[s2]: a table that will not get more players begins with those it has."""
        waits = self.state.alternates or self.state.reentries
        for number, table in tuple(self.state.tables.items()):
            few = 2 <= len(players_of(table, self.state)) < LEAST_TO_BEGIN
            if few and not has_begun(table) and not table.short_handed and not waits:
                refusal = may_play(self.state, number)
                if refusal is not None and not self.hands_on:
                    self.do(LetPlayShort(at=at, who=_NAME, table=number))

    # Hand for hand

    def wants_hand_for_hand(self, at: Moment) -> bool:
        """STAR 7.19(a), STAR 7.19(b): the bubble is near, or one more than the final table takes."""
        state = self.state
        if registration_open(state, at) or len(state.tables) < 2 or state.alternates or state.reentries:
            return False
        left = len(in_play(state))
        if left == state.conditions.final_table + 1:
            return True
        # The pool is worked out only where so few are left that the bubble can be near at all.
        scale = state.conditions.scale
        most = max((len(band.shares) for band in scale.bands), default=0) if scale is not None else 0
        return left <= most + 1 and left == paid_places(state) + 1

    def hand_for_hand(self, at: Moment) -> None:
        """Begins or ends it, between hands and not in a break."""
        if self._is_break(at):
            return
        on, wanted = self.state.clock.hand_for_hand, self.wants_hand_for_hand(at)
        if wanted and not on:
            self.do(BeginHandForHand(at=at, who=_NAME))
        elif on and not wanted:
            self.do(EndHandForHand(at=at, who=_NAME))

    # People

    def penalise(self, player: Player, at: Moment) -> None:
        """STAR 7.39[s2]: an orbit away from the table."""
        answer = self.attempt(Penalise(at=at, who=_NAME, player=player, orbits=1, breach="device"))
        if not isinstance(answer, Refusal):
            clause = self.state.rules.clause_for("STAR 7.39[s2]")
            self.story.append(StoryLine(at, RULING, f"{player} misses an orbit for using a telephone.", clause))

    def mark(self, player: Player, at: Moment, *, absent: bool) -> bool:
        """STAR 7.12[s1], STAR 7.13: whether somebody is at the table."""
        kind = MarkAbsent if absent else MarkPresent
        return not isinstance(self.attempt(kind(at=at, who=_NAME, player=player)), Refusal)

    # Breaks

    def _is_break(self, at: Moment) -> bool:
        shown = reading(self.state, at)
        return shown is not None and shown.kind == BREAK

    def in_break(self, at: Moment, wants_to_forfeit: Callable[[Player], bool]) -> None:
        """STAR 7.42, STAR 7.11: chips that are needed no longer go out, and stacks are given up for new ones."""
        shown = reading(self.state, at)
        if shown is None or shown.level <= self._break_done:
            return
        self._break_done = shown.level
        for each in colour_up_schedule(self.state.conditions):
            due = each.next_break_after is not None and each.next_break_after <= shown.level
            if due and each.denomination in in_use(self.state):
                self._race(each.denomination, each.into, at)
        if registration_open(self.state, at):
            for player in forfeit_offer(self.state, at).eligible:
                if wants_to_forfeit(player):
                    self.attempt(ForfeitAndReenter(at=at, who=_NAME, player=player))

    def _race(self, old: int, new: int, at: Moment) -> None:
        if isinstance(self.attempt(ColourUp(at=at, who=_NAME, old=old, new=new)), Refusal):
            return
        for number, table in sorted(self.state.tables.items()):
            if odd_chips(self.state, table, old, new):
                self.do(RaceTable(at=at, who=_NAME, table=number, old=old, new=new, seed=self.seed()))

    # Twelve hours

    def must_suspend(self, at: Moment) -> bool:
        """STAR 1-b[s1], T-21: twelve hours since play began."""
        began = self.state.resumed if self.state.resumed is not None else self.state.started
        return began is not None and at - began >= self.state.conditions.readings.suspend_after

    def suspend(self, at: Moment) -> Moment:
        """STAR 1-b[s2]: until the same time the next day; the moment of the return."""
        began = self.state.resumed if self.state.resumed is not None else at
        returns = began + DAY
        self.do(Suspend(at=at, who=_NAME, reason="twelve hours of play", returns_at=returns))
        return returns

    def resume(self, at: Moment) -> None:
        self.do(Resume(at=at, who=_NAME))

    # The end

    def offer_deal(self, at: Moment) -> bool:
        """STAR 1-c: once, when few are left and all of them are in the money, some fields agree on a deal."""
        left = in_play(self.state)
        if self._asked_for_deal or not 2 <= len(left) <= 4 or not bubble_burst(self.state):
            return False
        if registration_open(self.state, at):
            return False
        self._asked_for_deal = True
        if not self.chance(16):
            return False
        return not isinstance(self.attempt(AgreeDeal(at=at, who=_NAME, method="icm", agreed_by=left)), Refusal)

    def end(self, at: Moment) -> None:
        """STAR 1-a: one is left, and nobody will come any more."""
        self.do(EndEvent(at=at, who=_NAME))

    def pay_out(self, at: Moment) -> None:
        """STAR 7.10, STAR 3-b: chips counted, places confirmed, every prize paid."""
        assert self.state.stage is Stage.OVER
        self.do(CountChips(at=at, who=_NAME, counted=chips_counted(self.state)))
        self.do(ConfirmPlaces(at=at, who=_NAME))
        for player, cents in awards(self.state).items():
            if cents:
                self.do(PayPrize(at=at, who=_NAME, player=player, method="cash"))
