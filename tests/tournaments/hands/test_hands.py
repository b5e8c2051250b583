"""Hands of a tournament: the level of the cut, chips conserved, players who are out, penalties and arrivals."""

from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.table import Table as HandTable
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.clock.desk import BeginHandForHand, CallBreak, PauseClock
from pitboss.tournaments.clock.suspension import Suspend
from pitboss.tournaments.entries.penalties import Penalise
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.events import Exited
from pitboss.tournaments.event.state import (
    Chipbook,
    Clock,
    Entrant,
    Entry,
    Person,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from pitboss.tournaments.hands.hands import HandOver, HandPlayed, StartHand, StopHand, blinds_at
from pitboss.tournaments.hands.table_play import hand_over_command, table_state
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.seating import MovePlayer
from pitboss.tournaments.seating.tables import HoldTable
from tests.known import known
from tests.tournaments.scene import NOON, conditions, done, refuses


def event_of(
    stacks: dict[str, Chips], name: str = "saturday_special", *, other_table: int = 0, **facts: Any
) -> Tournament:
    """A running event in level 1: table 1 with these players, and so many more at table 2."""
    names = [*stacks, *(f"Q{number}" for number in range(1, other_table + 1))]
    chips = {**dict.fromkeys(names, 25000), **stacks}
    here = dict(enumerate(stacks, start=1))
    there = dict(enumerate(names[len(stacks) :], start=1))
    tables = {1: Table(1, 9, Frozen(here))._replace(**facts)}
    if there:
        tables[2] = Table(2, 9, Frozen(there))
    entries = [
        Entry(number, player, "entry", NOON, 20_000, 4000, 0, "cash", "player")
        for number, player in enumerate(names, start=1)
    ]
    return Tournament(
        conditions(name),
        stage=Stage.RUNNING,
        now=NOON,
        started=NOON,
        resumed=NOON,
        people=Frozen({player: Person(player) for player in names}),
        entrants=Frozen({player: Entrant(player, Status.SEATED, stack=chips[player]) for player in names}),
        entries=tuple(entries),
        tables=Frozen(tables),
        chips=Chipbook(issued=sum(chips.values())),
        clock=Clock(turns=(Turn(NOON, 0, Running.RUNNING),)),
    )


FOUR = dict.fromkeys("ABCD", 25_000)


def stacks_of(state: Tournament) -> dict[str, Chips]:
    return {player: entrant.stack for player, entrant in state.entrants.items()}


@pytest.mark.clause("STAR 7.20")
def test_a_hand_is_played_at_the_level_of_its_cut() -> None:
    """TRN-03: the cut at 14:59 is level 1 although the hand ends in level 2; the cut on the boundary is the later."""
    state = event_of(FOUR, "monday_triple_shot")
    for cut, level, blinds in ((899, 1, (100, 100, 100)), (990, 2, (100, 200, 200)), (1800, 3, (200, 300, 300))):
        begun, events = done(state, StartHand(at=NOON + cut, table=1))
        hand = known(begun.tables[1].hand)
        assert (hand.level, hand.blinds[:3]) == (level, blinds)
        assert events[-1].clause == "STAR 7.20"
        state, _ = done(begun, HandOver(at=NOON + cut + 80, table=1, stacks=Frozen(FOUR), button=1, small=2, big=3))
    later = known(blinds_at(state, NOON + 900))
    assert later[0] == 2


@pytest.mark.clause("STAR 6.11")
def test_no_hand_in_a_break_nor_while_the_clock_stands() -> None:
    state = event_of(FOUR)
    first_break = NOON + 120 * 60
    assert refuses(state, StartHand(at=first_break, table=1)).word == "break"
    called, _ = done(state, CallBreak(at=NOON, seconds=300))
    assert refuses(called, StartHand(at=NOON + 299, table=1)).word == "break"
    done(called, StartHand(at=NOON + 300, table=1))
    paused, _ = done(state, PauseClock(at=NOON))
    assert refuses(paused, StartHand(at=NOON + 5, table=1)).word == "paused"
    suspended, _ = done(state, Suspend(at=NOON, reason="late", returns_at=NOON + 86_400))
    assert refuses(suspended, StartHand(at=NOON + 5, table=1)).word == "is_suspended"


@pytest.mark.clause("STAR 7.7[s2]")
def test_a_table_begins_with_four_and_not_while_it_is_held() -> None:
    three = dict.fromkeys("ABC", 25_000)
    assert refuses(event_of(three, other_table=5), StartHand(at=NOON, table=1)).clause == "STAR 7.7[s2]"
    done(event_of(three, other_table=5, button=1, small=2, big=3), StartHand(at=NOON, table=1))
    held, _ = done(event_of(FOUR), HoldTable(at=NOON, table=1, reason="waits"))
    assert refuses(held, StartHand(at=NOON, table=1)).word == "held"
    assert refuses(event_of(FOUR), StartHand(at=NOON, table=9)).word == "no_table"


@pytest.mark.clause("HLD 9.4")
def test_a_hand_needs_two_with_chips() -> None:
    assert refuses(event_of({"A": 25_000}), StartHand(at=NOON, table=1)).word == "too_few"


@pytest.mark.clause("STAR 7.20")
def test_one_hand_at_a_time_and_none_to_end_without_one() -> None:
    state, _ = done(event_of(FOUR), StartHand(at=NOON, table=1))
    assert refuses(state, StartHand(at=NOON, table=1)).word == "hand_on"
    assert refuses(event_of(FOUR), HandOver(at=NOON, table=1, stacks=Frozen(FOUR))).word == "no_hand"
    assert refuses(event_of(FOUR), StopHand(at=NOON, table=1)).word == "no_hand"


def test_who_is_there_has_played_and_who_is_away_has_not() -> None:
    state = event_of(dict.fromkeys("ABCDE", 25_000))
    absent = state.entrants["E"]._replace(absent=True)
    state = state._replace(entrants=Frozen({**state.entrants, "E": absent}))
    state, _ = done(state, StartHand(at=NOON, table=1))
    assert [player for player, entrant in state.entrants.items() if entrant.has_played] == list("ABCD")


@pytest.mark.clause("STAR 7.16", "HLD 20.14")
@pytest.mark.parametrize(
    ("stacks", "word"),
    [
        ({"A": 25_001, "B": 25_000}, "chips_do_not_sum"),
        ({"A": 50_000}, "chips_do_not_sum"),
        ({"A": 0, "Z": 25_000}, "not_dealt"),
    ],
)
def test_no_chip_comes_or_goes_in_a_hand(stacks: dict[str, Chips], word: str) -> None:
    state, _ = done(event_of(FOUR, other_table=4), StartHand(at=NOON, table=1))
    assert refuses(state, HandOver(at=NOON + 60, table=1, stacks=Frozen(stacks))).word == word
    above = Frozen({"A": 25_001})
    refusal = refuses(state, HandOver(at=NOON + 60, table=1, stacks=Frozen(FOUR), contributed=above))
    assert refusal.word == "above_stack"
    assert refusal.clause == "STAR 7.16"


@pytest.mark.clause("STAR 7.14[s2]")
@pytest.mark.parametrize(
    ("positions", "word"),
    [
        ({"button": 10}, "no_such_seat"),
        ({"button": 1, "small": 0}, "no_such_seat"),
        ({"button": 1, "waiting": frozenset((11,))}, "no_such_seat"),
        ({"small": 1, "big": 2}, "no_button"),
    ],
)
def test_button_and_blinds_are_seats_of_the_table(positions: dict[str, Any], word: str) -> None:
    state, _ = done(event_of(FOUR), StartHand(at=NOON, table=1))
    assert refuses(state, HandOver(at=NOON + 60, table=1, stacks=Frozen(FOUR), **positions)).word == word


@pytest.mark.clause("STAR 7.21[s1]", "STAR D-Eliminated Entrant", "STAR 7.2 s34")
def test_who_has_lost_the_last_chips_is_out_and_leaves_the_table() -> None:
    state, _ = done(event_of(FOUR, other_table=4), StartHand(at=NOON, table=1))
    stacks = Frozen({"A": 50_000, "B": 0, "C": 25_000, "D": 25_000})
    state, events = done(state, HandOver(at=NOON + 60, table=1, stacks=stacks, button=1, small=2, big=3))
    assert state.entrants["B"].status is Status.OUT
    assert set(state.tables[1].seats.values()) == {"A", "C", "D"}
    assert places(state)["B"] == (8,)
    played = next(each for each in events if isinstance(each, HandPlayed))
    out = next(each for each in events if isinstance(each, Exited))
    assert (played.number, played.level) == (1, 1)
    assert out.exit.stack_before == 25_000
    assert out.exit.seat == 2
    assert state.tables[1].hands == 1


@pytest.mark.clause("STAR 7.18(b)", "STAR D-Eliminated Entrant")
def test_two_out_in_one_hand_are_placed_by_their_stacks_before_it() -> None:
    chips = {"A": 30_000, "B": 5000, "C": 25_000, "D": 25_000}
    state, _ = done(event_of(chips), StartHand(at=NOON, table=1))
    stacks = Frozen({"A": 60_000, "B": 0, "C": 0, "D": 25_000})
    state, _ = done(state, HandOver(at=NOON + 60, table=1, stacks=stacks))
    assert places(state)["C"] == (3,)
    assert places(state)["B"] == (4,)


@pytest.mark.clause("STAR 1-a", "STAR D-Eliminated Entrant")
def test_the_event_is_over_when_one_is_left_and_entries_are_closed() -> None:
    state = event_of({"A": 20_000, "B": 30_000}, button=1, small=1, big=2)
    closed = NOON + 151 * 60
    state, _ = done(state, StartHand(at=closed, table=1))
    state, _ = done(state, HandOver(at=closed + 60, table=1, stacks=Frozen({"A": 0, "B": 50_000})))
    assert state.stage is Stage.OVER
    assert places(state) == {"A": (2,), "B": (1,)}


@pytest.mark.clause("STAR 7.22", "STAR 7.20")
def test_nobody_is_moved_in_the_middle_of_a_hand() -> None:
    state, _ = done(event_of(FOUR, other_table=4), StartHand(at=NOON, table=1))
    move = MovePlayer(at=NOON, player="A", table=2, seat=9, reason="balance")
    assert refuses(state, move).word == "mid_hand"
    state, _ = done(state, HandOver(at=NOON + 60, table=1, stacks=Frozen(FOUR), button=1, small=2, big=3))
    done(state, MovePlayer(at=NOON + 60, player="A", table=2, seat=9, reason="balance"))


@pytest.mark.clause("HLD D-Misdeal")
def test_a_hand_that_does_not_count_leaves_everything_as_it_was() -> None:
    before = event_of(FOUR, button=4, small=1, big=2, hands=7)
    begun, _ = done(before, StartHand(at=NOON, table=1))
    stopped, _ = done(begun, StopHand(at=NOON + 20, table=1, reason="misdeal"))
    assert stopped.tables[1]._replace(hand=None) == before.tables[1]
    assert stacks_of(stopped) == stacks_of(before)
    played = Frozen({"A": 26_000, "B": 24_000, "C": 25_000, "D": 25_000})
    void = HandOver(at=NOON + 20, table=1, stacks=played, concluded=False)
    assert refuses(begun, void).word == "not_concluded"
    same = HandOver(at=NOON + 20, table=1, stacks=Frozen(FOUR), button=1, small=2, big=3, concluded=False)
    after, _ = done(begun, same)
    table = after.tables[1]
    assert (table.hands, table.concluded, table.button) == (7, False, 1)


@pytest.mark.clause("STAR 7.23[s2]")
def test_who_waited_between_button_and_small_blind_has_not_arrived_yet() -> None:
    state = event_of(dict.fromkeys("ABCDE", 25_000), button=5, small=1, big=2, arrived=frozenset((3, 4)))
    state, _ = done(state, StartHand(at=NOON, table=1))
    command = HandOver(
        at=NOON + 60, table=1, stacks=Frozen({"A": 25_000}), button=1, small=2, big=3, waiting=frozenset((4,))
    )
    state, _ = done(state, command)
    assert state.tables[1].arrived == {4}


def fold_round(state: Tournament, at: int) -> tuple[Tournament, HandTable[Any]]:
    """One hand at table 1 in which everybody folds to the last blind, dealt by the rules of hold'em."""
    state, _ = done(state, StartHand(at=at, table=1))
    table = HandTable(GAME, None)
    table.state = table_state(state, 1)
    table.new_round().deal()
    while table.choices():
        offers = {choice.do: choice for choice in table.choices()}
        do = "fold" if "fold" in offers and "check" not in offers else "stand" if "stand" in offers else "check"
        table.act(offers[do].seat or 0, do)
    return done(state, hand_over_command(state, 1, table.state, at + 60))[0], table


@pytest.mark.clause("STAR 7.39[s2]", "STAR 7.39[s4]", "STAR D-Orbit", "STAR 7.13")
def test_two_orbits_at_a_table_of_eight_are_sixteen_hands_with_blinds_and_antes() -> None:
    """TRN-22: 500/1,000/1,000, so that two orbits take 5,000 from 20,000."""
    state = event_of({"P": 20_000, **dict.fromkeys("ABCDEFG", 25_000)}, "friday_freezeout")
    level = state.conditions.levels[7]
    assert level[:3] == (500, 1000, 1000)
    gone = 170 * 60
    state = state._replace(now=NOON + gone)
    state, _ = done(state, Penalise(at=NOON + gone, player="P", orbits=2))
    dead = 0
    for hand in range(16):
        assert state.entrants["P"].penalty is not None
        # The clock is set back so that all are in one level.
        state = state._replace(clock=Clock(turns=(Turn(NOON + gone + 100 * hand, gone, Running.RUNNING),)))
        state, table = fold_round(state, NOON + gone + 100 * hand)
        now = table.state.play.round
        dead += now.folded >> now.seats.index(1) & 1
    assert dead == 16
    assert state.entrants["P"].stack == 15_000
    assert state.entrants["P"].penalty is None


@pytest.mark.clause("STAR 7.12[s1]", "HLD 20.11[s1]", "STAR 7.13")
def test_an_absent_stack_is_blinded_off() -> None:
    state = event_of(dict.fromkeys("ABCDE", 25_000))
    absent = state.entrants["A"]._replace(absent=True)
    state = state._replace(entrants=Frozen({**state.entrants, "A": absent}))
    for hand in range(5):
        state, _ = fold_round(state, NOON + 100 * hand)
    assert state.entrants["A"].stack == 25_000 - 300
    assert not state.entrants["A"].has_played


@pytest.mark.clause("STAR 7.19 tail[s1]", "STAR 7.18")
def test_a_hand_dealt_before_hand_for_hand_began_is_not_waited_for() -> None:
    """T-03: its places go by time, its table deals the synchronised hand after it, and it costs no three minutes."""
    state = event_of({**FOUR, "E": 25_000}, other_table=4)
    state, _ = done(state, StartHand(at=NOON, table=1))
    state, _ = done(state, BeginHandForHand(at=NOON + 30))
    before = reading(state, NOON + 30)
    state, events = done(state, HandOver(at=NOON + 90, table=1, stacks={"A": 50_000, "E": 0}))
    assert [event.exit.player for event in events if isinstance(event, Exited)] == ["E"]
    assert (state.pending, state.tables[1].done) == ((), False)
    assert reading(state, NOON + 90) == before
    for number in (1, 2):
        state, _ = done(state, StartHand(at=NOON + 100, table=number))
    state, _ = done(state, HandOver(at=NOON + 150, table=1, stacks={}))
    assert state.tables[1].done
    state, _ = done(state, HandOver(at=NOON + 160, table=2, stacks={}))
    after = reading(state, NOON + 160)
    assert before is not None
    assert after is not None
    assert after.gone - before.gone == 180


@pytest.mark.clause("STAR 7.18", "STAR 7.22")
def test_who_is_out_and_waits_for_a_place_is_not_moved() -> None:
    state = event_of({**FOUR, "E": 25_000}, other_table=4)
    state, _ = done(state, BeginHandForHand(at=NOON))
    for number in (1, 2):
        state, _ = done(state, StartHand(at=NOON, table=number))
    state, _ = done(state, HandOver(at=NOON + 60, table=1, stacks={"A": 50_000, "E": 0}))
    move = MovePlayer(at=NOON + 70, player="E", table=2, seat=9, reason="balance")
    assert refuses(state, move).word == "already_out"
