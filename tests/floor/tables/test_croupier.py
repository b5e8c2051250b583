"""The house's clock at virtual tables: what is done when time is up, and that it is done once."""

import pytest

from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import table_played
from pitboss.floor.tables import croupier
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import from_text, to_text
from pitboss.floor.tables.setup import AddTable, DisableTable
from pitboss.games.house.felt import outcomes_of
from pitboss.games.play import Stage
from pitboss.journal import store
from pitboss.screens.common.felts.frame import waits_until
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import (
    MANAGER,
    P1,
    P2,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    books_are_right,
    done,
    give,
    house_with_patrons,
    open_live_table,
    open_table,
    record_of,
    refused,
    say,
    sit_down_to_holdem,
    stack,
    wager,
)

SECOND = 1_000_000


def test_the_betting_closes_so_long_after_the_first_wager(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    ends = recall.view_of(record_of(house, table), P1).as_json()["clock"]["betting_ends"]
    assert ends == clock() + 30 * SECOND
    clock.pass_seconds(20)
    done(wager(house, table, P2, 2))
    clock.pass_seconds(9)
    assert croupier.due(record_of(house, table), clock()) is None
    clock.pass_seconds(1)
    assert croupier.due(record_of(house, table), clock()) == Deal(table=table)
    (answer,) = croupier.tick(house)
    done(answer)
    assert record_of(house, table).state.felt.stage is Stage.PLAYING
    assert croupier.tick(house) == []


def test_the_time_to_bet_begins_when_there_is_something_to_deal(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P1, table, "place", seat=1, wagers={"ante": 1000}))
    clock.pass_seconds(100)
    assert croupier.tick(house) == []
    done(wager(house, table, P2, 2))
    assert recall.view_of(record_of(house, table), P2).as_json()["clock"]["betting_ends"] == clock() + 30 * SECOND
    assert croupier.tick(house) == []


def test_a_table_may_wait_for_its_players_for_ever(house: Floor, clock: Clock) -> None:
    house_with_patrons(house)
    give(house, MANAGER, AddTable(table="uth-1", game="ultimate", title="One", betting_seconds=0))
    done(say(house, SUPERVISOR, "uth-1", "open_table"))
    done(wager(house, "uth-1", P1, 1))
    clock.pass_seconds(10_000)
    assert croupier.tick(house) == []


@pytest.mark.parametrize(("game", "result"), [("ultimate", "lose"), ("canberra", "lose")])
def test_no_decision_in_time_is_a_fold(house: Floor, clock: Clock, game: str, result: str) -> None:
    table = open_table(house, game)
    bet_and_deal(house, table, P1, P2)
    assert croupier.tick(house) == []
    while record_of(house, table).state.felt.stage is not Stage.OVER:
        clock.pass_seconds(30)
        (answer,) = croupier.tick(house)
        done(answer)
        books_are_right(house, table)
    assert {outcome.result for outcome in outcomes_of(record_of(house, table).state)} == {result}


FOLDED_BY_THE_CLOCK = {
    "ultimate": "No decision came in time: the hand was folded, and with it every wager is lost.",
    "canberra": "No bet was made in time, so the hand was folded: the ante and any jackpot wager are lost.",
}


@pytest.mark.parametrize("game", list(FOLDED_BY_THE_CLOCK))
def test_a_hand_folded_by_the_clock_says_so_and_one_that_was_folded_does_not(
    house: Floor, clock: Clock, game: str
) -> None:
    table = open_table(house, game)
    bet_and_deal(house, table, P1, P2)
    done(say(house, P1, table, "fold", seat=1))
    clock.pass_seconds(30)
    croupier.tick(house)
    said = {row.player: row.why for row in outcomes_of(record_of(house, table).state)}
    assert said["p2"] == FOLDED_BY_THE_CLOCK[game]
    assert "time" not in said["p1"]


def test_the_time_to_insure_or_surrender_is_told_while_it_runs(
    house: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "8h Ks 5d 2c")
    table = open_table(house, "pontoon", shoe="automated")
    bet_and_deal(house, table, P1)
    began = clock()
    clock.pass_seconds(10)
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert (view["phase"], view["clock"]["choices_end"]) == ("surrender", began + 30 * SECOND)
    assert waits_until(recall.view_of(record_of(house, table), P1), P1) == began + 30 * SECOND
    assert waits_until(recall.view_of(record_of(house, table), P2), P2) is None
    clock.pass_seconds(20)
    croupier.tick(house)
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert (view["phase"], view["clock"]["choices_end"]) == ("subsequent_deal", None)


def test_the_croupier_goes_on_when_the_last_who_was_waited_for_has_gone(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P2, table, "sit", seat=2))
    bet_and_deal(house, table, P1)
    assert croupier.tick(house) == []
    done(say(house, P2, table, "leave", seat=2))
    (answer,) = croupier.tick(house)
    done(answer)
    assert record_of(house, table).state.felt.stage is Stage.PLAYING


@pytest.mark.clause("HLD 4.8[s2]", "HLD 17.4[s1]")
def test_who_lets_the_clock_fold_three_hands_in_a_row_sits_out_and_comes_back_when_they_say_so(
    house: Floor, clock: Clock
) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    folded: list[int] = []

    def standing() -> str:
        chair = record_of(house, table).state.play.room.chairs[3]
        return str(chair.standing)

    def hand(*, p3_plays: bool = False) -> None:
        """Everybody but p3 calls and checks; p3 lets the time run out, or plays too."""
        give(house, CROUPIER, Deal(table=table))
        while record_of(house, table).state.felt.stage is not Stage.OVER:
            record = record_of(house, table)
            (seat,) = record.awaited
            if seat == 3 and not p3_plays:
                clock.pass_seconds(40)
                for answer in croupier.tick(house):
                    done(answer)
                continue
            may = [choice.do for choice in record.rules.choices(record.state) if choice.seat == seat]
            do = next(each for each in ("check", "stand", "call") if each in may)
            done(say(house, PLAYERS[seat - 1], table, do, seat=seat))
        state = record_of(house, table).state
        if 3 in state.play.round.seats:
            folded.append(state.house.round)
        for row in outcomes_of(state):
            assert (row.player, "Time ran out" in row.why) != ("p3", p3_plays)

    hand()
    hand()
    hand(p3_plays=True)
    hand()
    hand()
    assert standing() == "playing"
    hand()
    assert standing() == "away"
    hand()
    assert folded == [1, 2, 3, 4, 5, 6]
    for number in (5, 6):
        assert table_played(table, number).is_over
    done(say(house, PLAYERS[2], table, "sit_in", seat=3))
    assert standing() in ("playing", "waiting")
    assert record_of(house, table).timed_out == {}
    assert from_text(to_text(record_of(house, table))) == record_of(house, table)


def test_a_decision_by_one_player_leaves_the_time_of_the_others_as_it_is(house: Floor, clock: Clock) -> None:
    table = open_table(house, "canberra")
    bet_and_deal(house, table, P1, P2)
    clock.pass_seconds(20)
    done(say(house, P1, table, "fold", seat=1))
    clock.pass_seconds(10)
    assert croupier.due(record_of(house, table), clock()) == Play(table=table, do="no_decision", seat=2)


def test_a_pontoon_hand_without_anybody_is_drawn_to_and_stands(house: Floor, clock: Clock) -> None:
    table = open_table(house, "pontoon")
    bet_and_deal(house, table, P1)
    for _ in range(5):
        clock.pass_seconds(30)
        for answer in croupier.tick(house):
            done(answer)
    assert record_of(house, table).state.felt.stage is Stage.OVER
    books_are_right(house, table)


def test_what_need_not_be_done_is_waited_for_as_long_as_a_decision(
    house: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "8h Ks 5d 2c")
    table = open_table(house, "pontoon", shoe="automated")
    bet_and_deal(house, table, P1)
    assert record_of(house, table).state.play.phase == "surrender"
    clock.pass_seconds(29)
    assert croupier.tick(house) == []
    clock.pass_seconds(1)
    (answer,) = croupier.tick(house)
    done(answer)
    assert record_of(house, table).state.play.phase == "subsequent_deal"


def test_in_holdem_the_clock_is_called_and_forty_seconds_later_the_hand_is_folded(house: Floor, clock: Clock) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    assert croupier.tick(house) == []
    clock.pass_seconds(5)
    (answer,) = croupier.tick(house)
    done(answer)
    (seat,) = record_of(house, table).awaited
    clock.pass_seconds(30)
    assert croupier.due(record_of(house, table), clock()) == Play(table=table, do="call_clock", seat=seat)
    croupier.tick(house)
    assert recall.view_of(record_of(house, table), P1).as_json()["turn"]["clock"] == 40
    clock.pass_seconds(39)
    assert croupier.tick(house) == []
    early = refused(house.execute(CROUPIER, Play(table=table, do="no_decision", seat=seat)))
    assert early.clause == "HLD 4.8[s2]"
    clock.pass_seconds(1)
    croupier.tick(house)
    row = next(row for row in recall.view_of(record_of(house, table), P1).as_json()["seats"] if row["seat"] == seat)
    assert row["folded"]
    books_are_right(house, table)


def test_the_next_hand_begins_by_itself_while_two_or_more_sit_and_the_house_is_open(house: Floor, clock: Clock) -> None:
    table = open_table(house, "holdem")
    done(say(house, P1, table, "join", seat=1, amount=50_000))
    clock.pass_seconds(60)
    assert croupier.tick(house) == [], "nobody to play against"
    done(say(house, P2, table, "join", seat=2, amount=50_000))
    give(house, MANAGER, CloseHouse())
    assert croupier.tick(house) == []
    clock.pass_seconds(60)
    give(house, MANAGER, OpenHouse())
    (answer,) = croupier.tick(house)
    done(answer)
    assert record_of(house, table).state.house.round == 1


def test_two_processes_do_it_once(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    for seat, actor in enumerate(PLAYERS, 1):
        done(wager(house, table, actor, seat))
    clock.pass_seconds(30)
    other, record = Floor(clock), record_of(house, table)
    key = croupier._key(record, Deal(table=table))
    first = done(house.execute(CROUPIER, Deal(table=table), key))
    again = done(other.execute(CROUPIER, Deal(table=table), key))
    assert (again.repeated, again.seq) == (True, first.seq)
    assert store.last_seq() == first.seq
    assert croupier.tick(house) == croupier.tick(other) == []


def test_nothing_is_due_at_a_disabled_table_or_a_live_one(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    live = open_live_table(house, "canberra")
    done(wager(house, live, P2, 1))
    give(house, SUPERVISOR, DisableTable(table=table, reason="a dispute"))
    clock.pass_seconds(10_000)
    assert croupier.tick(house) == []


def test_after_an_interruption_everybody_has_the_whole_time_again(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    clock.pass_seconds(3600)
    began = clock()
    assert croupier.tick(Floor(clock), began) == []
    clock.pass_seconds(30)
    (answer,) = croupier.tick(Floor(clock), began)
    assert isinstance(answer, Done)
