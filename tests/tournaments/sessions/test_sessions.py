"""Sessions of house-game tournaments: ballots, rounds, eliminations, extra rounds, repechage, places."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.entries.coming_back import Rebuy
from pitboss.tournaments.entries.entries import Register
from pitboss.tournaments.entries.refunds import DropQueue
from pitboss.tournaments.entries.reserves import MarkNoShow
from pitboss.tournaments.event.conditions import Conditions, Rebuys
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ChipsIssued, ChipsRemoved, SeatLeft, StatusChanged
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.log import Desk
from pitboss.tournaments.event.opening import NotifyCommission, OpenEntries, PublishConditions, RecordApproval
from pitboss.tournaments.event.rulesets import APPROVED
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Stage, Status, Table, Tournament, in_play, seat_of
from pitboss.tournaments.prizes.placing import BustOut, RuleOnTie
from pitboss.tournaments.prizes.prizes import awards
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.seating import DrawSeats
from pitboss.tournaments.seating.tables import LockSeat
from pitboss.tournaments.sessions.ends import EndSession, RepechageDraw, standing
from pitboss.tournaments.sessions.events import CardsDrawn, goes_on, is_done, passed_over, rounds_due
from pitboss.tournaments.sessions.house_tables import most_after
from pitboss.tournaments.sessions.result import card_draw, session_end
from pitboss.tournaments.sessions.sessions import BeginSession, HouseRoundOver, StartHouseRound, StopHouseRound
from tests.known import known
from tests.tournaments.scene import NOON, after, done, member, planned, refuses

UTH, PON, CAN = "ultimate_challenge", "pontoon_heats", "canberra_cup"


def with_sessions(name: str, **sessions: Any) -> dict[str, Any]:
    found: Conditions = event(name)
    assert found.sessions is not None
    return {"sessions": replace(found.sessions, **sessions)}


def started(name: str, players: int, *, seed: int = 3, seats: int = 7, **changed: Any) -> Tournament:
    """A house-game tournament whose entrants P01, P02 ... have their seats."""
    state = planned(name, seats=seats, **changed)
    opens = NOON - 7200
    before = (PublishConditions(at=opens), NotifyCommission(at=opens))
    approved = (RecordApproval(at=opens, reference="sample"),)
    state = after(state, *(approved if state.rules.gate == APPROVED else before), OpenEntries(at=opens))
    for number in range(1, players + 1):
        person = member(f"P{number:02}")
        state = after(state, Register(at=NOON - 3600, person=person, agreement=True))
    return after(state, StartEvent(at=NOON, seed=seed))


def begun(name: str, players: int, **changed: Any) -> Tournament:
    return after(started(name, players, **changed), BeginSession(at=NOON, seed=5))


def table_of(state: Tournament, number: int = 1) -> Table:
    return state.tables[number]


def round_played(state: Tournament, stacks: Mapping[str, int], table: int = 1, at: int = NOON) -> Tournament:
    """A round at a table; who is not named keeps the chips."""
    state = after(state, StartHouseRound(at=at, table=table))
    hand = known(state.tables[table].hand)
    told = {player: stacks.get(player, chips) for player, chips in hand.stacks.items()}
    return after(state, HouseRoundOver(at=at, table=table, stacks=told, counted_again=True))


def all_rounds(state: Tournament, stacks: Mapping[str, int], at: int = NOON) -> Tournament:
    """The rounds of the session: these stacks after the first, and no change in the others."""
    for number in sorted(state.tables):
        while not is_done(state, state.tables[number]):
            state = round_played(state, stacks, number, at)
            stacks = {player: chips for player, chips in stacks.items() if seat_of(state, player) is None or chips}
    return state


@pytest.mark.clause("PON 20.21", "CAN 17.22")
def test_equal_chips_at_the_line_are_played_off() -> None:
    stacks = {"P2": 4500, "P3": 4500, "P4": 9000}
    assert session_end(stacks, 2, [{"P2": 4700, "P3": 4300}]) == (("P4", "P2"), 1, ())
    assert session_end(stacks, 2) == (("P4",), 0, ("P2", "P3"))
    assert session_end(stacks, 2, [{"P2": 4600, "P3": 4600}, {"P2": 1, "P3": 2}]) == (("P4", "P3"), 2, ())
    # No extra round where nothing hangs on it.
    assert session_end(stacks, 1, [{"P2": 4700, "P3": 4300}]).extra_rounds_played == 0
    assert session_end(stacks, 3).advance == ("P4", "P2", "P3")
    # Who is equal plays for the order among the equal, whatever the others have.
    assert session_end({"A": 900, "B": 500, "C": 500, "D": 450}, 2, [{"B": 100, "C": 50}]).advance == ("A", "B")
    assert session_end(stacks, 2, [{"P2": 1, "P3": 2}], "split").undecided == ("P2", "P3")


def test_a_draw_of_cards_puts_everybody_in_order() -> None:
    players = tuple(f"P{number}" for number in range(1, 21))
    drawn = card_draw(players, 11)
    assert sorted(drawn.order) == sorted(players)
    assert card_draw(players, 11) == drawn != card_draw(players, 12)
    ranks = [tuple(card % 13 for card in drawn.cards[player]) for player in drawn.order]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 20
    assert len(card_draw(tuple(f"P{number}" for number in range(70)), 1).order) == 70
    firsts = [card_draw(("A", "B"), seed).order[0] for seed in range(400)]
    assert 150 < firsts.count("A") < 250


@pytest.mark.clause("UTH 16.3(a)(iii)(A)", "UTH 16.3(a)(iii)(B)[s1]", "PON 20.4(b)")
@pytest.mark.clause("UTH D-Session", "PON D-Session", "CAN D-Session")
@pytest.mark.clause("UTH 16.3(a)(iii)")
def test_a_session_has_its_rounds_and_one_table_is_the_final() -> None:
    state = begun(PON, 20)
    assert len(state.tables) == 3
    assert (state.session.number, state.session.final, rounds_due(state), goes_on(state)) == (1, False, 20, 2)
    small = begun(PON, 7)
    assert (small.session.final, rounds_due(small)) == (True, 25)
    one = begun(PON, 20, **with_sessions(PON, rounds=(6,), advance=()))
    assert (one.session.final, rounds_due(one)) == (True, 6)


def test_a_session_is_begun_once_and_only_in_a_house_game() -> None:
    state = begun(PON, 9)
    assert refuses(state, BeginSession(at=NOON, seed=1)).word == "playing"
    assert refuses(planned("saturday_special"), BeginSession(at=NOON, seed=1)).word == "is_planned"
    star = planned("saturday_special")._replace(stage=Stage.RUNNING)
    assert refuses(star, BeginSession(at=NOON, seed=1)).word == "no_sessions"
    for command in (
        StartHouseRound(at=NOON, table=1),
        HouseRoundOver(at=NOON, table=1, stacks={}),
        StopHouseRound(at=NOON, table=1, reason="a misdeal"),
        EndSession(at=NOON, seed=1),
    ):
        assert refuses(star, command).word == "no_session"
    assert refuses(star, RepechageDraw(at=NOON, seed=1)).word == "no_repechage"
    assert refuses(state, StartHouseRound(at=NOON, table=9)).word == "no_such_table"
    assert refuses(state, BeginSession(at=NOON, seed=1, by=Role.DEALER)).word == "role"


@pytest.mark.clause("PON 20.7", "CAN 17.7[s1]", "UTH 16.8")
@pytest.mark.parametrize("name", [UTH, PON, CAN])
def test_seats_by_ballot_before_each_session(name: str) -> None:
    state = begun(name, 16, **with_sessions(name, repechage=0, keeps_chips=False))
    first = {player: seat_of(state, player) for player in in_play(state)}
    assert all(first.values())
    state = all_rounds(state, {player: 9000 + number for number, player in enumerate(first)})
    state = after(state, EndSession(at=NOON, seed=1))
    advanced = in_play(state)
    assert len(advanced) == 6
    assert not any(table.seats for table in state.tables.values())
    draws = [after(state, BeginSession(at=NOON, seed=seed)) for seed in range(20)]
    assert {len(draw.tables[1].seats) for draw in draws} == {6}
    assert len({seat_of(draw, advanced[0]) for draw in draws}) > 3
    assert after(state, BeginSession(at=NOON, seed=7)) == draws[7]
    # A new stack, as the conditions say.
    assert {draws[0].entrants[player].stack for player in advanced} == {state.conditions.stack}


@pytest.mark.clause("PON 20.7", "CAN 17.7[s1]", "UTH 16.3(a)(iii)(D)")
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("name", [UTH, PON, CAN])
def test_seats_that_were_drawn_between_sessions_are_kept(name: str, keeps: bool) -> None:
    state = begun(name, 16, **with_sessions(name, repechage=0, keeps_chips=keeps))
    state = all_rounds(state, {player: 9000 + number for number, player in enumerate(in_play(state))})
    state = after(state, EndSession(at=NOON, seed=1), DrawSeats(at=NOON, seed=2))
    drawn, stacks = state.tables[1].seats, {state.entrants[player].stack for player in in_play(state)}
    assert len(drawn) == len(stacks) == 6
    for seed in range(10):
        session = after(state, BeginSession(at=NOON, seed=seed))
        assert session.tables[1].seats == drawn
        new = {session.conditions.stack}
        assert {session.entrants[player].stack for player in in_play(session)} == (stacks if keeps else new)


@pytest.mark.clause("PON 20.7", "CAN 17.7[s1]")
@pytest.mark.parametrize("name", [UTH, PON, CAN])
def test_a_ballot_of_people_who_sit_already_loses_nobody(name: str) -> None:
    state = begun(name, 16, **with_sessions(name, repechage=0))
    state = all_rounds(state, {player: 9000 + number for number, player in enumerate(in_play(state))})
    state = after(state, EndSession(at=NOON, seed=1), DrawSeats(at=NOON, seed=2))
    first = next(iter(state.tables[1].seats.values()))
    # One of those who were drawn has no seat any more, so that everybody draws again.
    stood_up = apply(state, SeatLeft(first, *(seat_of(state, first) or (0, 0)), "PON 20.7"))
    stood_up = apply(stood_up, StatusChanged(first, Status.ADVANCED, NOON, "PON 20.7"))
    for seed in range(20):
        session = after(stood_up, BeginSession(at=NOON, seed=seed))
        assert sorted(session.tables[1].seats.values()) == sorted(in_play(session))


def test_a_ballot_opens_another_table_where_seats_are_locked() -> None:
    state = begun(CAN, 8, **with_sessions(CAN, rounds=(1, 1, 1), advance=(3, 2)))
    state = after(state, LockSeat(at=NOON, table=1, seat=min(set(range(1, 8)) - state.tables[1].seats.keys())))
    state = all_rounds(state, {player: 5000 + 100 * number for number, player in enumerate(in_play(state))})
    state = after(state, EndSession(at=NOON, seed=1))
    state = after(
        state, *(LockSeat(at=NOON, table=1, seat=seat) for seat in (1, 2, 3) if seat not in state.tables[1].locked)
    )
    state = after(state, BeginSession(at=NOON, seed=1))
    assert sum(len(table.seats) for table in state.tables.values()) == 6
    assert not state.tables[1].seats.keys() & state.tables[1].locked


def test_no_session_begins_while_somebody_waits_for_a_seat() -> None:
    state = started(PON, 16, tables=2)
    assert state.alternates == ("P15", "P16")
    refuses(state, BeginSession(at=NOON, seed=1), clause="PON 20.7", word="queue")
    state = after(state, DropQueue(at=NOON), BeginSession(at=NOON, seed=1))
    assert sorted(len(table.seats) for table in state.tables.values()) == [7, 7]


def test_who_goes_on_keeps_the_chips_where_the_conditions_say_so() -> None:
    state = begun(CAN, 9)
    state = all_rounds(state, {player: 100 * number for number, player in enumerate(in_play(state), start=10)})
    state = after(state, EndSession(at=NOON, seed=1))
    kept = {player: state.entrants[player].stack for player in in_play(state)}
    state = after(state, BeginSession(at=NOON, seed=2))
    assert {player: state.entrants[player].stack for player in in_play(state)} == kept
    assert state.session.final


def test_a_first_session_draws_whoever_has_no_seat_yet() -> None:
    state = started(PON, 9)
    unseated = state._replace(
        tables=Frozen({}),
        entrants=Frozen({p: e._replace(status=Status.REGISTERED, stack=0) for p, e in state.entrants.items()}),
        chips=state.chips._replace(issued=0),
    )
    drawn = after(unseated, BeginSession(at=NOON, seed=4))
    assert sorted(len(table.seats) for table in drawn.tables.values()) == [4, 5]
    assert {entrant.stack for entrant in drawn.entrants.values()} == {5000}


@pytest.mark.clause("PON 20.14[s2]", "CAN 17.14[s2]", "UTH 16.15[s2]")
@pytest.mark.parametrize(("name", "least", "clause"), [(PON, 100, "PON"), (CAN, 100, "CAN"), (UTH, 200, "UTH")])
def test_who_cannot_cover_the_minimum_is_out_before_the_round(name: str, least: int, clause: str) -> None:
    state = begun(name, 4, rebuys=None)
    state = round_played(state, {"P01": least - 25, "P02": least})
    assert state.entrants["P01"].status is Status.SEATED
    state, events = done(state, StartHouseRound(at=NOON, table=1))
    assert state.entrants["P01"].status is Status.OUT
    assert seat_of(state, "P01") is None
    assert places(state) == {"P01": (4,)}
    removed = next(each for each in events if isinstance(each, ChipsRemoved))
    assert (removed.chips, removed.clause.split()[0]) == (least - 25, clause)
    hand = known(table_of(state).hand)
    assert set(hand.stacks) == {"P02", "P03", "P04"}


@pytest.mark.clause("UTH 16.7", "PON 20.22", "CAN 17.23")
@pytest.mark.parametrize("name", [PON, CAN, UTH])
def test_players_out_in_one_round_share_their_places(name: str) -> None:
    state = begun(name, 5, rebuys=None)
    state = round_played(state, {"P01": 0, "P02": 0})
    assert places(state) == {"P01": (4, 5), "P02": (4, 5)}
    assert {state.entrants[player].status for player in ("P01", "P02")} == {Status.OUT}
    state = round_played(state, {"P03": 0, "P04": 0})
    state = after(state, EndSession(at=NOON, seed=1))
    assert state.stage is Stage.OVER
    assert places(state) == {"P05": (1,), "P03": (2, 3), "P04": (2, 3), "P01": (4, 5), "P02": (4, 5)}
    prizes = awards(state)
    assert prizes["P03"] == prizes["P04"]


@pytest.mark.clause("UTH 16.7")
def test_without_chips_one_may_buy_some_where_the_conditions_have_re_buys() -> None:
    state = begun(UTH, 3)
    state = round_played(state, {"P01": 0, "P02": 0})
    assert state.entrants["P01"].status is Status.SEATED
    refuses(state, StartHouseRound(at=NOON, table=1), clause="UTH 16.7", word="rebuy_open")
    state = after(state, Rebuy(at=NOON, player="P01"), BustOut(at=NOON, player="P02"))
    assert state.entrants["P01"].stack == 10_000
    assert places(state) == {"P02": (3,)}
    state = round_played(state, {"P01": 0})
    # A second one is not for sale.
    assert places(state) == {"P01": (2,), "P02": (3,)}


def test_who_has_too_few_chips_gives_them_up_and_may_buy_back() -> None:
    state = begun(UTH, 3)
    state = round_played(state, {"P01": 150})
    state, events = done(state, StartHouseRound(at=NOON, table=1))
    assert [type(each) for each in events] == [ChipsRemoved]
    assert table_of(state).hand is None
    state = after(state, Rebuy(at=NOON, player="P01"))
    assert table_of(after(state, StartHouseRound(at=NOON, table=1))).hand is not None


def test_re_buys_end_with_their_session() -> None:
    terms = Rebuys(most=1, cost=1000, chips=1000, until_session=1)
    state = begun(CAN, 9, rebuys=terms)
    state = all_rounds(state, {player: 100 * number for number, player in enumerate(in_play(state), start=10)})
    state = after(state, EndSession(at=NOON, seed=1), BeginSession(at=NOON, seed=2))
    player = next(iter(table_of(state).seats.values()))
    state = round_played(state, {player: 0})
    assert state.entrants[player].status is Status.OUT


@pytest.mark.clause("PON D-Starting Marker[s2]", "CAN D-Starting Marker[s2]")
def test_the_marker_moves_after_each_round_past_those_who_are_out() -> None:
    state = begun(PON, 4)
    seats = sorted(table_of(state).seats)
    assert table_of(state).marker == seats[0]
    state = round_played(state, {})
    assert table_of(state).marker == seats[1]
    # A round without a result leaves it where it is.
    state = after(state, StartHouseRound(at=NOON, table=1), StopHouseRound(at=NOON, table=1, reason="a misdeal"))
    assert (table_of(state).marker, table_of(state).rounds) == (seats[1], 1)
    state = round_played(state, {table_of(state).seats[seats[2]]: 0})
    assert table_of(state).marker == seats[3]
    state = round_played(state, {})
    assert table_of(state).marker == seats[0]
    # Whoever has the marker and is out before the round hands it on.
    holder = table_of(state).seats[seats[0]]
    state = state_with(state, holder, 25)
    state = after(state, StartHouseRound(at=NOON, table=1))
    assert seat_of(state, holder) is None
    assert table_of(state).marker == seats[1]


def state_with(state: Tournament, player: str, chips: int) -> Tournament:
    """The event with so few chips left to a player."""
    gone = state.entrants[player].stack - chips
    return apply(state, ChipsRemoved(player, gone, "for the test", "PON 20.13"))


def test_the_bank_pays_and_takes_and_the_book_knows_it() -> None:
    state = begun(PON, 3)
    state = after(state, StartHouseRound(at=NOON, table=1))
    told = HouseRoundOver(at=NOON, table=1, stacks={"P01": 5150, "P02": 4800, "P03": 5000}, by=Role.DEALER)
    state, events = done(state, told)
    assert [each[:2] for each in events if isinstance(each, ChipsIssued | ChipsRemoved)] == [("P01", 150), ("P02", 200)]
    assert (state.chips.issued, state.chips.removed) == (15_150, 200)
    assert refuses(state, told).word == "no_round"
    state = after(state, StartHouseRound(at=NOON, table=1))
    assert refuses(state, replace(told, stacks={"P01": 1})).word == "players"
    assert refuses(state, replace(told, stacks={**told.stacks, "P04": 1})).word == "players"
    assert refuses(state, replace(told, stacks={**told.stacks, "P03": -1})).word == "misshapen"
    assert refuses(state, StartHouseRound(at=NOON, table=1)).word == "mid_hand"
    assert refuses(state, EndSession(at=NOON, seed=1)).word == "mid_hand"


def test_a_session_ends_when_every_table_has_played_its_rounds() -> None:
    state = begun(PON, 9, **with_sessions(PON, rounds=(2, 3), advance=(2,)))
    assert refuses(state, EndSession(at=NOON, seed=1)).reason == "Table 1 has 2 rounds to play."
    here = table_of(state).seats.values()
    for _ in range(2):
        state = round_played(state, {player: 5000 + 100 * number for number, player in enumerate(here)})
    assert refuses(state, StartHouseRound(at=NOON, table=1)).word == "rounds_played"
    assert refuses(state, EndSession(at=NOON, seed=1)).reason == "Table 2 has 2 rounds to play."
    # Two go on from a table: with two left there is nothing more to play for.
    there = list(table_of(state, 2).seats.values())
    state = round_played(state, dict.fromkeys(there[2:], 0), 2)
    assert table_of(state, 2).rounds == 1
    state = after(state, EndSession(at=NOON, seed=1))
    assert not state.session.playing
    assert set(there[:2]) < set(in_play(state))


@pytest.mark.clause("UTH D-Session(a)", "UTH 16.3(a)(iii)(D)")
def test_the_best_of_each_table_go_on_and_the_others_are_placed_by_chips() -> None:
    state = begun(PON, 10)
    chips = {player: 1000 + 100 * number for number, player in enumerate(in_play(state))}
    at_tables = [list(table.seats.values()) for table in state.tables.values()]
    state = after(all_rounds(state, chips), EndSession(at=NOON, seed=1))
    best = [player for there in at_tables for player in sorted(there, key=chips.__getitem__)[-2:]]
    assert sorted(in_play(state)) == sorted(best)
    assert {state.entrants[player].status for player in best} == {Status.ADVANCED}
    out = places(state)
    ranked = sorted(out, key=lambda player: out[player])
    assert ranked == sorted(set(chips) - set(best), key=chips.__getitem__, reverse=True)
    assert [out[player] for player in ranked] == [(place,) for place in range(5, 11)]
    assert all(not state.entrants[player].stack for player in out)


def _tied_heat(name: str, **sessions: Any) -> tuple[Tournament, list[str]]:
    """A heat with two of each table to go on, where second and third of table 1 are equal."""
    state = begun(name, 10, rebuys=None, **with_sessions(name, rounds=(1, 1), advance=(2,), repechage=0, **sessions))
    here, there = (list(table_of(state, number).seats.values()) for number in (1, 2))
    stacks = {player: 1000 + number for number, player in enumerate((*here, *there))}
    stacks.update({here[0]: 9000, here[1]: 4500, here[2]: 4500})
    return all_rounds(state, stacks), here


@pytest.mark.clause("PON 20.21", "CAN 17.22")
@pytest.mark.parametrize("name", [PON, CAN])
def test_extra_rounds_until_a_result_is_achieved(name: str) -> None:
    state, here = _tied_heat(name)
    state = after(state, EndSession(at=NOON, seed=1))
    assert state.session.playing
    assert set(state.session.playing_off) == {here[1], here[2]}
    assert refuses(state, EndSession(at=NOON, seed=1)).word == "rounds_left"
    assert refuses(state, StartHouseRound(at=NOON, table=2)).word == "rounds_played"
    # Only the two who are equal play, and still equal they play again.
    state = round_played(state, {here[1]: 4400, here[2]: 4400})
    state = after(state, EndSession(at=NOON, seed=1))
    assert state.session.extra_rounds == 2
    state = round_played(state, {here[1]: 300, here[2]: 4000})
    state = after(state, EndSession(at=NOON, seed=1))
    assert not state.session.playing
    assert {here[0], here[2]} <= set(in_play(state))
    assert here[1] not in in_play(state)


@pytest.mark.clause("UTH 16.3(a)(iii)(E)(III)")
def test_by_the_conditions_of_ultimate_equal_players_draw_for_a_seat_or_play_on() -> None:
    for equal in ("split", "draw"):
        state, here = _tied_heat(UTH, equal=equal)
        state, events = done(state, EndSession(at=NOON, seed=9))
        drawn = next(each for each in events if isinstance(each, CardsDrawn))
        assert set(drawn.order) == {here[1], here[2]}
        assert drawn.order[0] in in_play(state)
        assert drawn.order[1] not in in_play(state)
    state, here = _tied_heat(UTH, equal="rounds")
    assert after(state, EndSession(at=NOON, seed=9)).session.playing_off


@pytest.mark.clause("UTH D-Session(b)", "UTH 16.3(a)(iii)(E)(II)", "UTH 16.3(a)(iii)(E)(III)")
def test_the_final_decides_the_places_and_equal_ones_share_or_draw() -> None:
    for equal, expected in (("split", {(2, 3)}), ("draw", {(2,), (3,)})):
        state = begun(UTH, 4, **with_sessions(UTH, rounds=(1,), advance=(), equal=equal))
        state = round_played(state, {"P01": 700, "P02": 4500, "P03": 4500, "P04": 9000})
        state = after(state, EndSession(at=NOON, seed=2))
        assert state.stage is Stage.OVER
        held = places(state)
        assert (held["P04"], held["P01"]) == ((1,), (4,))
        assert {held["P02"], held["P03"]} == expected
        assert refuses(state, BeginSession(at=NOON, seed=1)).word == "is_over"


@pytest.mark.clause("PON 20.21")
def test_in_the_final_all_who_are_equal_play_on() -> None:
    state = begun(PON, 5, **with_sessions(PON, rounds=(1,), advance=()))
    state = round_played(state, {"P01": 700, "P02": 700, "P03": 4500, "P04": 4500, "P05": 9000})
    state = after(state, EndSession(at=NOON, seed=2))
    assert set(state.session.playing_off) == {"P01", "P02", "P03", "P04"}
    # Whoever loses everything in an extra round has lost the place, not more.
    state = round_played(state, {"P01": 0, "P02": 600, "P03": 5000, "P04": 100})
    state = after(state, EndSession(at=NOON, seed=2))
    assert places(state) == {"P05": (1,), "P03": (2,), "P04": (3,), "P02": (4,), "P01": (5,)}


@pytest.mark.clause("PON 20.22", "CAN 17.23")
@pytest.mark.parametrize("name", [PON, CAN])
def test_equal_chips_that_cannot_be_played_are_shared(name: str) -> None:
    state = begun(name, 3, **with_sessions(name, rounds=(1,), advance=()))
    state = round_played(state, {"P01": 50, "P02": 50, "P03": 9000})
    state = after(state, EndSession(at=NOON, seed=2))
    assert places(state) == {"P03": (1,), "P01": (2, 3), "P02": (2, 3)}
    # And for a seat in the next session those who cannot play draw cards.
    state, here = _tied_heat(name)
    low = dict.fromkeys((here[1], here[2]), 75) | dict.fromkeys(here[3:], 50)
    heat = begun(name, 10, **with_sessions(name, rounds=(1, 1), advance=(2,), repechage=0))
    stacks = {player: 1000 + number for number, player in enumerate(in_play(heat))}
    heat = all_rounds(heat, {**stacks, here[0]: 9000, **low})
    heat, events = done(heat, EndSession(at=NOON, seed=2))
    assert any(isinstance(each, CardsDrawn) for each in events)
    assert not heat.session.playing


def test_everybody_out_in_the_last_round_shares_everything() -> None:
    state = begun(PON, 3)
    state = round_played(state, dict.fromkeys(("P01", "P02", "P03"), 0))
    state = after(state, EndSession(at=NOON, seed=1))
    assert state.stage is Stage.OVER
    assert set(places(state).values()) == {(1, 2, 3)}
    assert len(set(awards(state).values())) == 1


def test_a_draw_for_places_is_ruled_before_the_session_ends() -> None:
    state = begun(UTH, 4, rebuys=None, **with_sessions(UTH, equal="draw"))
    state = round_played(state, {"P01": 0, "P02": 0})
    assert state.tie is not None
    state = round_played(state, {"P03": 0})
    assert refuses(state, EndSession(at=NOON, seed=1)).word == "ruling"
    state = after(state, RuleOnTie(at=NOON, option="draw", order=("P02", "P01")))
    state = after(state, EndSession(at=NOON, seed=1))
    assert places(state) == {"P04": (1,), "P03": (2,), "P02": (3,), "P01": (4,)}


@pytest.mark.clause("UTH 16.3(a)(iii)(F)")
def test_the_repechage_takes_the_best_of_those_who_did_not_go_on() -> None:
    sessions = with_sessions(UTH, rounds=(1, 1), advance=(1,), repechage=2)
    state = begun(UTH, 10, rebuys=None, **sessions)
    players = in_play(state)
    state = all_rounds(state, {player: 1000 + 100 * number for number, player in enumerate(players)})
    state = after(state, EndSession(at=NOON, seed=1))
    assert refuses(state, BeginSession(at=NOON, seed=1)).word == "repechage"
    others = sorted(passed_over(state), key=lambda player: state.entrants[player].stack, reverse=True)
    assert len(others) == 8
    state = after(state, RepechageDraw(at=NOON, seed=1))
    assert set(others[:2]) <= set(in_play(state))
    assert len(in_play(state)) == 4
    assert set(places(state)) == set(others[2:])
    assert refuses(state, RepechageDraw(at=NOON, seed=1)).word == "no_repechage"
    assert after(state, BeginSession(at=NOON, seed=1)).session.final


@pytest.mark.clause("UTH 16.3(a)(iii)(F)")
def test_nobody_without_chips_gets_a_seat_by_the_repechage() -> None:
    sessions = with_sessions(UTH, rounds=(1, 1), advance=(1,), repechage=8, keeps_chips=True)
    state = begun(UTH, 10, **sessions)
    first = min(state.tables[1].seats.values())
    stacks = {player: 1000 + 100 * number for number, player in enumerate(in_play(state))}
    state = all_rounds(state, {**stacks, first: 0})
    # A re-buy is open, so that the player is not out before the session ends.
    assert state.entrants[first].status is Status.SEATED
    state = after(state, EndSession(at=NOON, seed=1), RepechageDraw(at=NOON, seed=1))
    assert first not in in_play(state)
    assert len(in_play(state)) == 9
    assert places(state) == {first: (10,)}


def test_equal_chips_for_the_repechage_are_drawn() -> None:
    sessions = with_sessions(UTH, rounds=(1, 1), advance=(1,), repechage=1)
    state = begun(UTH, 10, rebuys=None, **sessions)
    best = {table.seats[min(table.seats)]: 9000 for table in state.tables.values()}
    state = all_rounds(state, {**dict.fromkeys(in_play(state), 700), **best})
    state = after(state, EndSession(at=NOON, seed=1))
    winners = {seed: set(in_play(after(state, RepechageDraw(at=NOON, seed=seed)))) - set(best) for seed in range(30)}
    assert {len(each) for each in winners.values()} == {1}
    assert len(set().union(*winners.values())) > 4


@pytest.mark.clause("UTH 16.10", "PON 20.9[s2]", "CAN 17.9[s2]")
@pytest.mark.parametrize("name", [UTH, PON, CAN])
def test_a_no_show_of_a_session_forfeits_the_position(name: str) -> None:
    state = after(started(name, 5), MarkNoShow(at=NOON, player="P05"))
    state = after(state, BeginSession(at=NOON, seed=5))
    assert "P05" not in table_of(state).seats.values()
    assert state.entrants["P05"].status is Status.FORFEITED
    assert sum(entry.in_pool for entry in state.entries) == 5


def test_a_no_show_of_a_later_session_is_out_of_it() -> None:
    state = begun(PON, 10)
    state = all_rounds(state, {player: 1000 + 100 * number for number, player in enumerate(in_play(state))})
    state = after(state, EndSession(at=NOON, seed=1), BeginSession(at=NOON, seed=2))
    marker = known(table_of(state).marker)
    late = table_of(state).seats[marker]
    state = after(state, MarkNoShow(at=NOON, player=late), StartHouseRound(at=NOON, table=1))
    hand = known(table_of(state).hand)
    assert late not in hand.stacks
    assert len(hand.stacks) == 3
    assert table_of(state).marker in table_of(state).seats


def test_everything_at_the_desk_can_be_undone_and_done_again() -> None:
    desk = Desk(started(PON, 4))
    commands = [
        BeginSession(at=NOON, seed=5),
        StartHouseRound(at=NOON + 1, table=1),
        HouseRoundOver(at=NOON + 2, table=1, stacks={"P01": 0, "P02": 5000, "P03": 6000, "P04": 4900}),
        StartHouseRound(at=NOON + 3, table=1),
        StopHouseRound(at=NOON + 4, table=1, reason="a misdeal"),
    ]
    states = [desk.state]
    for command in commands:
        desk.do(command)
        states.append(desk.state)
    for state in reversed(states[:-1]):
        desk.undo(NOON + 10)
        assert desk.state == state
    for state in states[1:]:
        desk.redo(NOON + 10)
        assert desk.state == state


@pytest.mark.clause("PON 20.21", "CAN 17.22", "UTH 16.3(a)(iii)(E)(III)")
def test_a_session_as_it_stands_is_what_its_end_would_make_of_it() -> None:
    state = begun(PON, 14, **with_sessions(PON, rounds=(2, 2, 2)))
    first, second, third, *_ = (player for _, player in sorted(table_of(state).seats.items()))
    state = round_played(state, {first: 9000, second: 7000, third: 7000})
    here, there = standing(state)
    assert (here.table, here.tiers[:2], here.advance) == (1, ((first,), (second, third)), (first,))
    assert (here.equal, here.settled_by) == (((second, third),), "rounds")
    assert len(there.equal[0]) == 7
    state = all_rounds(state, {player: 5000 + 100 * seat for seat, player in table_of(state, 2).seats.items()})
    state = after(state, EndSession(at=NOON, seed=1))
    assert state.session.playing_off == (second, third)
    state = round_played(state, {second: 6900, third: 7100})
    assert standing(state)[0].advance == (first, third)
    state = after(state, EndSession(at=NOON, seed=1))
    assert {first, third} < set(in_play(state))
    assert standing(state) == ()
    shared = begun("ultimate_challenge", 4)
    assert [(each.table, each.advance, each.settled_by) for each in standing(shared)] == [(None, (), "")]
    # Below the minimum nobody can play on: cards decide on a seat.
    poor = begun(PON, 14, **with_sessions(PON, rounds=(1, 1, 1)))
    poor = round_played(poor, dict.fromkeys(table_of(poor).seats.values(), 50))
    assert standing(poor)[0].settled_by == "draw"


def test_a_round_is_ended_once_and_by_everybody_in_it() -> None:
    state = after(begun(PON, 4), StartHouseRound(at=NOON, table=1))
    hand = known(table_of(state).hand)
    missing, *others = hand.stacks
    told = HouseRoundOver(at=NOON, table=1, stacks=dict.fromkeys(others, 1))
    refuses(state, told, word="players", field=f"stacks.{missing}")
    assert refuses(state, HouseRoundOver(at=NOON, table=1, stacks={**hand.stacks, "Eve": 1})).word == "players"
    much = {**hand.stacks, missing: 10**18}
    assert refuses(state, HouseRoundOver(at=NOON, table=1, stacks=much)).field == f"stacks.{missing}"
    state = after(state, HouseRoundOver(at=NOON, table=1, stacks=hand.stacks, round=1))
    state = after(state, StartHouseRound(at=NOON, table=1))
    assert refuses(state, HouseRoundOver(at=NOON, table=1, stacks=hand.stacks, round=1)).word == "other_round"


@pytest.mark.clause("UTH 16.3(a)(iii)(F)")
def test_whoever_may_still_get_a_seat_stands_above_those_who_are_out() -> None:
    sessions = with_sessions(UTH, rounds=(1, 1), advance=(1,), repechage=2)
    state = begun(UTH, 10, rebuys=None, **sessions)
    first = min(state.tables[1].seats.values())
    stacks = {player: 1000 + 100 * number for number, player in enumerate(in_play(state))}
    state = all_rounds(state, {**stacks, first: 0})
    assert places(state) == {first: (10,)}
    state = after(state, EndSession(at=NOON, seed=1))
    assert places(state) == {first: (10,)}
    state = after(state, RepechageDraw(at=NOON, seed=1))
    assert places(state)[first] == (10,)


@pytest.mark.clause("UTH 16.14", "PON 20.13", "CAN 17.13")
@pytest.mark.parametrize(
    ("name", "stack", "most"),
    [
        # Everything on one hand, at 3 to 1.
        ("pontoon_heats", 5_200, 20_800),
        # A third is the ante and as much the blind, at 500 to 1; the play is even.
        ("ultimate_challenge", 5_200, 5_200 + 1_733 * 505),
        # An ante, and twice as much as the bet at the best odds.
        ("canberra_cup", 5_200, None),
    ],
)
def test_no_stack_grows_by_more_than_a_round_can_pay(name: str, stack: int, most: int | None) -> None:
    conditions = event(name)
    assert conditions.sessions is not None
    free = replace(conditions, sessions=replace(conditions.sessions, side_wagers=False, most_wager=10_000))
    found = known(most_after(free, stack))
    assert found < 999_999
    assert most is None or found == most


@pytest.mark.clause("PON 20.13")
def test_what_is_impossible_is_refused_and_what_is_large_is_counted_again() -> None:
    state = after(begun(PON, 4), StartHouseRound(at=NOON, table=1))
    stacks = dict(table_of(state).hand.stacks)  # type: ignore[union-attr]
    player, before = next(iter(stacks.items()))

    def over(chips: int, *, again: bool = False) -> HouseRoundOver:
        return HouseRoundOver(at=NOON, table=1, stacks={**stacks, player: chips}, counted_again=again)

    for again in (False, True):
        refuses(state, over(999_999, again=again), word="impossible", clause="PON 20.13", field=f"stacks.{player}")
    assert refuses(state, over(2 * before + 1)).word == "count_again"
    assert after(state, over(2 * before)).entrants[player].stack == 2 * before
    assert after(state, over(2 * before + 1, again=True)).entrants[player].stack == 2 * before + 1
