"""The whole floor under chance: tables of every game, cage, jackpot, people and a tournament, given anything at all.

After every command the promises of the design are looked at (`floor_machine.WatchedHouse`), and at the end of each run
the journal is folded anew and verified. All chance comes from hypothesis, so that a failure is repeated by its numbers.
"""

import sys
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables import croupier
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.practice import TakeBack
from pitboss.floor.tournaments.commands import Redo, Undo
from pitboss.journal import store
from pitboss.tournaments.event.log import Record
from tests.floor.tournaments.tournament_floor_scene import ID, STREAM, drawing, moment
from tests.postgres_server import PostgresServer
from tests.properties.floor_machine import (
    CASHIERS,
    DEALER,
    DIRECTOR,
    EVERYBODY,
    PLACES,
    PLAYERS,
    SUPERVISORS,
    WatchedHouse,
    on_postgresql,
    on_sqlite,
)
from tests.properties.floor_people import (
    about_people,
    at_the_cage,
    day_closed,
    event,
    odd_at_the_desk,
    power,
    told_to_desk,
)
from tests.properties.floor_practice import practising
from tests.properties.floor_tables import (
    OF_THE_HOUSE,
    RealCards,
    anything,
    cannot_go_on,
    must_be_accepted,
    next_step,
    offered,
    taken,
)
from tests.refusals import refused

DICE = st.integers(0, 2**32 - 1)
STEPS = st.integers(1, 30)
TABLES = st.sampled_from(tuple(PLACES))
_AGAINST_THE_HOUSE = st.sampled_from([name for name, place in PLACES.items() if place.game != "holdem"])
_AGAINST_EACH_OTHER = st.sampled_from([name for name, place in PLACES.items() if place.game == "holdem"])
_LIVE = st.sampled_from([name for name, place in PLACES.items() if place.mode == "live"])
_PRACTICE = st.sampled_from([name for name, place in PLACES.items() if place.mode == "practice"])
PASSING_SECONDS = (0, 1, 5, 9, 30, 31, 40, 60, 600, 3600, 6 * 3600, 24 * 3600)


class FloorMachine(RuleBasedStateMachine):
    """A house, and everything that can happen in it."""

    house: WatchedHouse

    def __init__(self, opened: Any) -> None:
        super().__init__()
        self._opened = opened
        self._cards, self._numbers, self._turns, self._event = RealCards(), 0, 0, 0

    @initialize(seed=DICE)
    def opens(self, seed: int) -> None:
        self.house = WatchedHouse(self._opened(), seed, note)

    def teardown(self) -> None:
        if not hasattr(self, "house"):
            return
        try:
            # Where something has failed already, that is what is told.
            if sys.exc_info()[0] is None:
                self.house.live_is_replay()
                self.house.everything_verifies()
        finally:
            self.house.close()

    def give(self, dice: Random, actor: Actor, command: Command) -> Done | No:
        """At either process, under a key of its own or under none."""
        self._numbers += 1
        key = f"key {self._numbers}" if dice.random() < 0.5 else None
        answer = self.house.give(actor, command, key, dice.randrange(2))
        if isinstance(answer, Done) and isinstance(command, Play) and command.do != "check_cards":
            self._cards.taken(command.table, command.cards)
        return answer

    def chance(self, dice: int) -> Random:
        """The same number comes often; what is done by it should not."""
        self._turns += 1
        return Random(f"{self._turns} {dice}")

    @rule(table=_AGAINST_THE_HOUSE, dice=DICE, steps=STEPS)
    def a_round_goes_on(self, table: str, dice: int, steps: int) -> None:
        self._go_on(table, self.chance(dice), steps)

    @rule(table=_AGAINST_EACH_OTHER, dice=DICE, steps=STEPS)
    def a_hand_of_holdem_goes_on(self, table: str, dice: int, steps: int) -> None:
        self._go_on(table, self.chance(dice), steps)

    @rule(table=_LIVE, dice=DICE, steps=STEPS)
    def a_dealer_deals_real_cards(self, table: str, dice: int, steps: int) -> None:
        self._go_on(table, self.chance(dice), steps)

    @rule(table=_PRACTICE, dice=DICE, steps=STEPS)
    def somebody_practises(self, table: str, dice: int, steps: int) -> None:
        """What a view says that somebody may take back can be, unless the house is against it."""
        chance = self.chance(dice)
        for _ in range(steps):
            record = self.house.table(table)
            actor, command = practising(record, chance)
            answer = self.give(chance, actor, command)
            if isinstance(command, TakeBack) and view_of(record, actor).as_json()["practice"]["may_take_back"]:
                assert isinstance(answer, Done) or answer.word in OF_THE_HOUSE, answer

    def _go_on(self, table: str, chance: Random, steps: int) -> None:
        for _ in range(steps):
            for actor, command in next_step(self.house, self._cards, table, chance):
                self.give(chance, actor, command)

    @rule(table=TABLES, dice=DICE)
    def somebody_takes_what_is_offered(self, table: str, dice: int) -> None:
        """A player at any table, and at a live one also the dealer, who enters what the players say."""
        chance, record = self.chance(dice), self.house.table(table)
        actors = PLAYERS if record.is_virtual else (*PLAYERS, DEALER)
        open_to = [(actor, choice) for actor in actors for choice in offered(record, actor)]
        if open_to:
            actor, choice = chance.choice(open_to)
            command = taken(record, actor, choice, chance)
            must_be_accepted(self.house, record, actor, command, self.give(chance, actor, command))

    @rule(table=TABLES, dice=DICE)
    def somebody_deals_who_may(self, table: str, dice: int) -> None:
        chance, record = self.chance(dice), self.house.table(table)
        may = [actor for actor in (*PLAYERS, *SUPERVISORS) if view_of(record, actor).as_json()["may_deal"]]
        if may:
            actor = chance.choice(may)
            answer = self.give(chance, actor, Deal(table=table))
            assert isinstance(answer, Done) or answer.word in OF_THE_HOUSE or cannot_go_on(record), answer

    @rule(table=TABLES, dice=DICE)
    def somebody_says_anything(self, table: str, dice: int) -> None:
        chance = self.chance(dice)
        self.give(chance, *anything(self.house, self._cards, table, chance))

    @rule(table=TABLES, dice=DICE)
    def somebody_lets_the_croupier_deal(self, table: str, dice: int) -> None:
        chance = self.chance(dice)
        self.give(chance, chance.choice(EVERYBODY), Deal(table=table))

    @rule(dice=DICE)
    def the_cage_is_asked(self, dice: int) -> None:
        chance = self.chance(dice)
        for _ in range(chance.randint(1, 4)):
            self.give(chance, *at_the_cage(self.house, chance))

    @rule(dice=DICE)
    def the_day_is_closed(self, dice: int) -> None:
        chance = self.chance(dice)
        for actor, command in day_closed(self.house, chance):
            self.give(chance, actor, command)

    @rule(dice=DICE)
    def people_come_and_go(self, dice: int) -> None:
        chance = self.chance(dice)
        self.give(chance, *about_people(self.house, chance))

    @rule(dice=DICE)
    def somebody_uses_power(self, dice: int) -> None:
        chance = self.chance(dice)
        self.give(chance, *power(self.house, chance))

    @rule(dice=DICE, steps=st.integers(1, 15))
    def the_tournament_goes_on(self, dice: int, steps: int) -> None:
        """As a whole event of bots does; what has no place any more, because others were at the desk, is left out."""
        chance = self.chance(dice)
        for command in event()[self._event : self._event + steps]:
            self._event += 1
            self.house.pass_seconds(max(moment(command.at) - self.house.clock(), 0) / 1_000_000)
            with drawing(getattr(command, "seed", None)):
                self.give(chance, *told_to_desk(command))

    @rule(dice=DICE)
    def the_desk_is_asked(self, dice: int) -> None:
        chance = self.chance(dice)
        with drawing(chance.getrandbits(64)):
            self.give(chance, *odd_at_the_desk(chance))

    @rule(dice=DICE)
    def the_desk_takes_back(self, dice: int) -> None:
        """The last steps and those that were taken back; now and then one from before, which leaves the others."""
        chance = self.chance(dice)
        for kind in chance.choices((Undo, Redo), k=chance.randint(1, 4)):
            giver = DIRECTOR if chance.random() < 0.9 else chance.choice(EVERYBODY)
            answer = self.give(chance, giver, kind(tournament=ID))
            if isinstance(answer, Done):
                self._event += 1 if kind is Redo else -1
        if chance.random() < 0.3:
            record: Record = self.house.floors[0].record(STREAM)
            self.give(chance, DIRECTOR, Undo(tournament=ID, line=chance.randint(0, len(record.log) + 1)))

    @rule(seconds=st.sampled_from(PASSING_SECONDS), process=st.integers(0, 1), began=st.booleans())
    def time_passes(self, seconds: int, process: int, began: bool) -> None:
        """The croupier looks at its clock, in a process that has been there all the time or has just begun."""
        house = self.house
        since = house.clock() if began else 0
        house.pass_seconds(seconds)
        house.floors[process].clock()
        house.floors[process].note_jump()
        for _ in range(3):
            last = store.last_seq()
            for answer in croupier.tick(house.floors[process], since):
                note(f"the clock at process {process}: {answer}")
                if isinstance(answer, Done):
                    house.happened(answer)
                    last = answer.seq
                else:
                    # Of those who sit at a hold'em table some may have become people who may not play.
                    assert answer.clause == "HLD 9.4", f"what was due was refused: {answer}"
            assert store.last_seq() == last

    @rule(seconds=st.sampled_from((-5, -3600, -86_400, 7200)))
    def somebody_sets_the_clock_on_the_wall(self, seconds: int) -> None:
        before = self.house.clock()
        self.house.wall.pass_seconds(seconds)
        assert self.house.clock() >= before

    @rule(dice=DICE)
    def somebody_asks_twice(self, dice: int) -> None:
        chance = self.chance(dice)
        kept = [each for each in self.house.under_keys if isinstance(each.answer, Done)]
        if kept:
            given = chance.choice(kept)
            self.house.again(given, chance.randrange(2))
            other = BuyIn(patron="p1001", amount=77)
            if given.command != other and given.actor in CASHIERS:
                refused(self.house.give(given.actor, other, given.key), word="key_used")
                self.house.under_keys.pop()

    @rule(process=st.integers(0, 1))
    def a_process_begins_anew(self, process: int) -> None:
        self.house.restart(process)


def played(opened: Any, examples: int, steps: int) -> None:
    chosen = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(partial(FloorMachine, opened), settings=chosen)  # type: ignore[arg-type]


def test_the_promises_hold_whatever_people_do() -> None:
    played(on_sqlite, 70, 40)


@pytest.mark.needs("postgresql")
def test_the_promises_hold_on_postgresql_too(postgres: PostgresServer) -> None:
    played(partial(on_postgresql, postgres), 4, 25)
