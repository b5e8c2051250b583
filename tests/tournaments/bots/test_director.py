"""The director who runs an event alone: everything by commands, and whatever the rules call for is done."""

from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.bots.automatic_director import Director, Stuck
from pitboss.tournaments.chips.counting import RecordStacks
from pitboss.tournaments.clock.desk import BeginHandForHand
from pitboss.tournaments.entries.coming_back import forfeit_offer
from pitboss.tournaments.event.state import Running, Stage, Status, chips_counted, chips_in_play, in_play, players_of
from pitboss.tournaments.hands.hands import HandOver, StartHand
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.prizes.prizes import awards
from pitboss.tournaments.prizes.standings import places
from tests.tournaments.scene import NOON, conditions

# Saturday: late registration ends with the break before level 7.
CLOSED = NOON + 151 * 60
IN_BREAK = NOON + 125 * 60


def started(entries: int, **changed: Any) -> Director:
    """An event that has begun with so many players."""
    director = Director(conditions(**changed), seed=1)
    director.open_entries(NOON - 3600)
    for number in range(1, entries + 1):
        assert director.register(f"P{number}", NOON - 3000)
    director.start(NOON)
    return director


def bust(director: Director, at: int, *players: str) -> None:
    """Players go out at tables whose hands are dealt elsewhere; the chips are counted to a neighbour."""
    for player in players:
        table = next(each for each in director.state.tables.values() if player in each.seats.values())
        director.do(BustOut(at=at, player=player))
        if director.state.stage is Stage.OVER:
            return
        left = players_of(director.state.tables[table.number], director.state)
        stacks = {name: director.state.entrants[name].stack for name in left}
        stacks[left[0]] += director.state.tables[table.number].loose
        director.do(RecordStacks(at=at, table=table.number, stacks=Frozen(stacks)))


def play_hands(director: Director, at: int, *out: str) -> None:
    """A hand at every table; who is out loses everything to the last player of the table."""
    for number in director.state.tables:
        director.do(StartHand(at=at, table=number))
    for number, table in tuple(director.state.tables.items()):
        assert table.hand is not None
        stacks = {name: 0 if name in out else chips for name, chips in table.hand.stacks.items()}
        winner = [name for name, chips in stacks.items() if chips][-1]
        stacks[winner] += sum(table.hand.stacks[name] for name in out if name in stacks)
        director.do(HandOver(at=at + 60, table=number, stacks=Frozen(stacks), button=1, small=2, big=3))


def sizes(director: Director) -> list[int]:
    return sorted(len(table.seats) for table in director.state.tables.values())


def test_an_event_is_opened_and_started() -> None:
    director = started(20)
    assert director.state.stage is Stage.RUNNING
    assert director.state.on_duty == {"Director"}
    assert sizes(director) == [6, 7, 7]


@pytest.mark.parametrize(("ruleset", "stamps"), [("HLD", {"approved"}), ("STAR", {"announced"})])
def test_what_comes_before_entries_is_done_by_the_document_of_the_event(ruleset: str, stamps: set[str]) -> None:
    director = Director(conditions(ruleset=ruleset, reentries=0), seed=1)
    director.open_entries(NOON - 3600)
    assert director.state.stage is Stage.OPEN
    assert set(director.state.stamps) == stamps


@pytest.mark.clause("STAR D-Alternates", "STAR 1-g[s3]")
def test_those_who_wait_are_seated_and_get_another_table() -> None:
    director = started(9, seats=9)
    director.register("late", NOON + 60)
    assert director.state.alternates == ("late",)
    director.do(StartHand(at=NOON + 60, table=1))
    director.tend(NOON + 60)
    assert director.state.alternates == ("late",), "one is not worth a table while others play"
    for name in ("later", "latest"):
        director.register(name, NOON + 70)
    director.tend(NOON + 70)
    assert not director.state.alternates
    assert len(director.state.tables) == 2


@pytest.mark.clause("STAR D-Balancing", "STAR 7.22")
def test_tables_are_balanced_between_hands_only() -> None:
    director = started(18)
    bust(director, NOON + 60, *list(director.state.tables[1].seats.values())[:4])
    assert sizes(director) == [5, 9]
    director.do(StartHand(at=NOON + 60, table=2))
    director.tend(NOON + 60)
    assert sizes(director) == [5, 9], "nobody is taken out of a hand"
    stacks = {name: director.state.entrants[name].stack for name in director.state.tables[2].seats.values()}
    director.do(HandOver(at=NOON + 90, table=2, stacks=Frozen(stacks), button=1, small=2, big=3))
    director.tend(NOON + 90)
    assert sizes(director) == [7, 7]
    assert any(line.kind == "move" and "next to be the big blind" in line.text for line in director.story)


@pytest.mark.clause("STAR D-Breaking")
def test_a_table_is_broken_when_the_others_take_its_players() -> None:
    director = started(20)
    bust(director, NOON + 60, "P1", "P2")
    director.tend(NOON + 60)
    assert sizes(director) == [9, 9]


@pytest.mark.clause("STAR 7.19(a)", "STAR 7.19(b)", "STAR 7.24")
def test_hand_for_hand_before_the_final_table_and_then_the_redraw() -> None:
    director = started(12)
    bust(director, NOON + 60, "P1", "P2")
    director.tend(CLOSED)
    assert director.wants_hand_for_hand(CLOSED)
    director.hand_for_hand(CLOSED)
    assert director.state.clock.hand_for_hand
    play_hands(director, CLOSED, "P3")
    director.tend(CLOSED + 60)
    assert director.state.final_table is not None
    assert not director.state.clock.hand_for_hand
    assert len(director.state.tables) == 1


@pytest.mark.clause("STAR 7.18")
def test_a_tie_that_the_rules_leave_open_is_ruled_on() -> None:
    """T-02: two out at one table and one at another, with prizes at stake."""
    director = started(5, seats=3, final_table=3)
    director.tend(NOON)
    play_hands(director, NOON)
    large, small = sorted(director.state.tables.values(), key=lambda table: -len(table.seats))
    first, second, third = large.seats.values()
    stacks = {first: 20_000, second: 25_000, third: 30_000}
    director.do(StartHand(at=CLOSED, table=large.number))
    director.do(HandOver(at=CLOSED, table=large.number, stacks=Frozen(stacks), button=1, small=2, big=3))
    director.do(BeginHandForHand(at=CLOSED))
    play_hands(director, CLOSED, first, second, next(iter(small.seats.values())))
    assert director.state.tie is not None
    director.tend(CLOSED + 60)
    assert director.state.tie is None
    assert len(places(director.state)) == 3


@pytest.mark.clause("STAR 7.42", "STAR D-Chip race")
def test_chips_that_are_needed_no_longer_go_out_in_the_break() -> None:
    director = started(10)
    players = in_play(director.state)
    odd = {
        name: director.state.entrants[name]._replace(stack=stack)
        for name, stack in zip(players[:2], (25_300, 24_700), strict=True)
    }
    director.state = director.state._replace(entrants=Frozen({**director.state.entrants, **odd}))
    before = chips_in_play(director.state)
    director.in_break(NOON + 275 * 60, lambda player: False)
    assert director.state.chips.coloured_up == (100,)
    assert chips_in_play(director.state) == chips_counted(director.state)
    assert abs(chips_in_play(director.state) - before) < 1000
    assert all(entrant.stack % 500 == 0 for entrant in director.state.entrants.values())


@pytest.mark.clause("STAR 7.11[s1]", "STAR D-Forfeit[s1]")
def test_a_short_stack_may_be_given_up_in_the_last_break() -> None:
    director = started(10)
    assert forfeit_offer(director.state, IN_BREAK).eligible
    director.in_break(IN_BREAK, lambda player: player == "P4")
    assert director.state.reentries == ("P4",)
    assert len(director.state.entries) == 11
    director.tend(IN_BREAK)
    assert director.state.entrants["P4"].status is Status.SEATED


@pytest.mark.clause("STAR 1-b[s1]", "STAR 1-b[s2]", "STAR 1-b[s3]")
def test_after_twelve_hours_until_the_next_day_at_the_same_seats() -> None:
    director = started(10)
    assert not director.must_suspend(NOON + 12 * 3600 - 1)
    assert director.must_suspend(NOON + 12 * 3600)
    before = director.state.tables
    returns = director.suspend(NOON + 12 * 3600)
    assert returns == NOON + 86_400
    assert director.state.stage is Stage.SUSPENDED
    director.resume(returns)
    assert director.state.tables == before
    assert not director.must_suspend(returns)


@pytest.mark.clause("STAR 7.7[s2]")
def test_a_table_that_will_not_get_a_fourth_player_begins_with_three() -> None:
    director = started(6, seats=5)
    assert sizes(director) == [3, 3]
    director.tend(NOON)
    assert all(table.short_handed for table in director.state.tables.values())


@pytest.mark.clause("STAR 7.13", "STAR 7.39[s2]")
def test_who_is_away_is_marked_and_a_penalty_is_told() -> None:
    director = started(10)
    assert director.mark("P1", NOON, absent=True)
    assert director.state.entrants["P1"].absent
    assert not director.mark("P1", NOON, absent=True)
    director.penalise("P2", NOON)
    assert director.state.entrants["P2"].penalty is not None
    assert "misses an orbit" in director.story[-1].text


@pytest.mark.clause("STAR 7.10", "STAR 3-b", "STAR 1-a")
def test_chips_are_counted_places_confirmed_and_every_prize_paid() -> None:
    director = started(4)
    bust(director, CLOSED, "P1", "P2", "P3")
    assert director.state.stage is Stage.OVER
    director.pay_out(CLOSED + 60)
    paid = {payment.player: payment.cents for payment in director.state.payments}
    assert paid == {player: cents for player, cents in awards(director.state).items() if cents}
    assert sum(paid.values()) == 4 * 20_000


@pytest.mark.clause("STAR 1-a")
def test_the_director_ends_an_event_that_nobody_else_will_enter() -> None:
    director = started(2)
    bust(director, NOON + 60, "P1")
    assert director.state.clock.turns[-1].running is Running.RUNNING
    director.end(NOON + 60)
    assert director.state.stage is Stage.OVER


def test_what_is_refused_stops_the_event_with_a_sentence() -> None:
    director = started(4)
    with pytest.raises(Stuck, match=r"StartEvent: .*STAR"):
        director.start(NOON)
