"""Whole tournaments from many seeds: chips, seats, places and money are right at every moment, and can be replayed."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pitboss.games.money import player as account_of
from pitboss.tournaments.bots.simulation import Outcome, run_event
from pitboss.tournaments.event.conditions import Break, Conditions, Readings
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.events import ADMINISTRATION, COMMISSION, POOL
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.log import Desk, replay
from pitboss.tournaments.event.state import Stage, Status, Tournament, chips_counted, chips_in_play, players_of
from pitboss.tournaments.hands.hands import StartHand
from pitboss.tournaments.prizes.paying import MOVERS, pool_unpaid
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.prizes import awards
from pitboss.tournaments.prizes.standings import places

EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")
SEEDS = range(24)


def drawn_conditions(seed: int) -> Conditions:
    """One of the events with other tables, shorter levels and other re-entries, drawn from a seed."""
    random = Random(seed)
    base = event(random.choice(EVENTS))
    seconds = random.choice((240, 420, 600))
    levels = tuple(level._replace(seconds=seconds) for level in base.levels)
    every = random.choice((3, 5))
    breaks = tuple(Break(after, 300) for after in range(every, len(levels), every))
    seats = random.choice((4, 6, 8, 9))
    readings = Readings(
        mixed_tie=random.choice(("ask", "tiered", "share_all")),
        button_rule=random.choice(("dead", "dead", "moving")),
        h4h_overflow=random.choice(("drop", "keep")),
    )
    return replace(
        base,
        levels=levels,
        breaks=breaks,
        seats=seats,
        final_table=random.choice((seats, max(seats - 1, 2))),
        reentries=random.choice((0, 1, 2, None)),
        closes_at_level=random.choice((None, 4, every + 1)),
        tables=random.choice((None, None, 6)),
        readings=readings,
    )


def entries_for(seed: int) -> int:
    return Random(seed).choice((2, 3, 5, 8, 10, 13, 17, 22, 31))


class Watcher:
    """Looks at every command of an event, and keeps them all."""

    def __init__(self) -> None:
        self.began: Tournament | None = None
        self.steps: list[tuple[Command, Events]] = []
        self.books: Counter[str] = Counter()
        self.balanced = 0

    def __call__(self, before: Tournament, command: Command, events: Events, after: Tournament) -> None:
        self.began = self.began or before
        self.steps.append((command, events))
        assert chips_in_play(after) == chips_counted(after)
        assert all(entrant.stack >= 0 for entrant in after.entrants.values())
        self._seats(after)
        if isinstance(command, StartHand) and not any(table.hand for table in before.tables.values()):
            self._even(before)
        for each in events:
            mover = MOVERS.get(type(each))
            for move in mover(each) if mover else ():
                self.books[move.source] -= move.amount
                self.books[move.target] += move.amount
        assert self.books[POOL] >= 0

    def _seats(self, state: Tournament) -> None:
        seated = [name for table in state.tables.values() for name in table.seats.values()]
        assert len(seated) == len(set(seated)), "somebody sits twice"
        with_seat = {name for name, entrant in state.entrants.items() if entrant.status is Status.SEATED}
        assert with_seat == set(seated)
        assert all(1 <= seat <= table.size for table in state.tables.values() for seat in table.seats)

    def _even(self, state: Tournament) -> None:
        sizes = [size for table in state.tables.values() if (size := len(players_of(table, state)))]
        assert max(sizes) - min(sizes) <= 1, sizes
        self.balanced += 1


def watched(seed: int, conditions: Conditions | None = None) -> tuple[Outcome, Watcher]:
    watcher = Watcher()
    return run_event(conditions or drawn_conditions(seed), entries_for(seed), seed, watch=watcher), watcher


@pytest.mark.clause("STAR 7.10", "STAR 7.5", "STAR D-Balancing", "STAR 3-a[s2]", "STAR 1-a")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tournament_from_the_first_entry_to_the_last_prize(seed: int) -> None:
    """Chips, seats and even tables at every moment; the places, the books and a replay at the end."""
    outcome, watcher = watched(seed)
    state = outcome.state
    assert state.stage is Stage.OVER
    assert watcher.balanced
    every_place_once_or_shared(state)
    money_is_right(state, watcher)
    assert watcher.began is not None
    assert replay(watcher.began, (each for _, events in watcher.steps for each in events)) == state


def every_place_once_or_shared(state: Tournament) -> None:
    """STAR 7.18: places 1 to n, each to one player, or several to as many players."""
    held = places(state)
    placed = [name for name, entrant in state.entrants.items() if entrant.status in (Status.SEATED, Status.OUT)]
    assert set(held) == set(placed)
    for shared, players in Counter(held.values()).items():
        assert len(shared) == players
        assert shared == tuple(range(shared[0], shared[0] + players))
    assert sorted(place for shared in set(held.values()) for place in shared) == list(range(1, len(placed) + 1))


def money_is_right(state: Tournament, watcher: Watcher) -> None:
    """STAR 3-a[s2]: the pool is every fee of every entry, and it is paid out to the cent."""
    in_pool = [entry for entry in state.entries if entry.in_pool]
    money = pool(state)
    assert money.prize_pool_cents == sum(entry.fee - entry.commission for entry in in_pool)
    assert sum(awards(state).values()) == money.prize_pool_cents
    assert pool_unpaid(state) == 0
    assert watcher.books[POOL] == 0
    assert watcher.books[ADMINISTRATION] == sum(entry.admin for entry in in_pool)
    assert watcher.books[COMMISSION] == sum(entry.commission for entry in in_pool)
    assert sum(watcher.books.values()) == 0
    for name in state.entrants:
        paid = sum(entry.fee + entry.admin - entry.refunded for entry in state.entries if entry.player == name)
        assert watcher.books[account_of(name)] == awards(state).get(name, 0) - paid


@pytest.mark.clause("STAR 6.18")
@pytest.mark.parametrize("seed", [1, 4, 9])
def test_every_command_can_be_undone_and_done_again(seed: int) -> None:
    _, watcher = watched(seed)
    assert watcher.began is not None
    desk = Desk(watcher.began)
    for command, events in watcher.steps:
        before = desk.state
        assert desk.do(command) == events
        after = desk.state
        desk.undo(command.at)
        assert desk.state == before
        desk.redo(command.at)
        assert desk.state == after


@pytest.mark.clause("HLD 20.20[s1]", "HLD 20.6")
@pytest.mark.parametrize("seed", range(4))
def test_the_same_under_the_rules_of_hold_em(seed: int) -> None:
    """HLD 20: one entry each, places by chips contributed, seats changed because the conditions allow it."""
    readings = Readings(moves_within_session=True)
    conditions = replace(
        drawn_conditions(seed), ruleset="HLD", reentries=0, closes_at_level=None, commission=500, readings=readings
    )
    outcome, watcher = watched(seed, conditions)
    every_place_once_or_shared(outcome.state)
    money_is_right(outcome.state, watcher)
    assert watcher.books[COMMISSION] == 500 * len(outcome.state.entries)


def test_the_same_seed_gives_the_same_event() -> None:
    first, again = (run_event(event("saturday"), 20, 7) for _ in range(2))
    assert first == again
    assert first != run_event(event("saturday"), 20, 8)
