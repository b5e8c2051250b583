"""A player's stay at a table and the last rounds there, beside what the ledger and the table itself say."""

from random import Random
from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER, Actor
from pitboss.floor.reading import recall
from pitboss.floor.reading.sittings import Sitting, last_rounds, sitting
from pitboss.floor.tables import shoes
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.practice import TakeBack
from pitboss.journal.models import Event
from pitboss.ledger import books, reading
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    JACKPOT,
    P1,
    P2,
    P4,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    deal,
    done,
    give,
    house_with_patrons,
    open_table,
    play_round,
    record_of,
    rule,
    say,
    sit_down_to_holdem,
    stack,
    wager,
)

GAMES = [("ultimate", {}), ("canberra", {"jackpot": JACKPOT}), ("pontoon", {}), ("holdem", {})]


def of(house: Floor, table: str, actor: Actor = P1) -> Sitting:
    return sitting(house, record_of(house, table), actor.id)


def test_right_after_betting_nothing_is_won_or_lost(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    assert of(house, table) == Sitting("p1", None, 0, 0, 0, 1_000_000)
    done(wager(house, table, P1, 1))
    came = clock()
    clock.pass_seconds(75)
    assert of(house, table) == Sitting("p1", came, 75, 0, 2500, 997_500)
    assert of(house, table, P2).since is None


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_the_net_is_what_the_account_and_the_chips_have_gained(
    house: Floor, game: str, settings: dict[str, Any]
) -> None:
    table = open_table(house, game, **settings)
    if game == "holdem":
        sit_down_to_holdem(house, table)

    def look(floor: Floor) -> None:
        # Counted from the accounts, which nothing else moves here; a chip in the pools is a wager until it is decided.
        record, balances = record_of(floor, table), books.balances()
        for actor in PLAYERS:
            if actor.id not in record.present:
                continue
            state = record.state
            theirs = balances[f"patron:{actor.id}"] + balances.get(f"stake:{table}:{actor.id}", 0)
            theirs += sum(row.stake for row in state.felt.wagers if row.player == actor.id and row.outcome is None)
            if game == "holdem" and state.felt.stage not in ("idle", "over"):
                now = state.play.round
                theirs += sum(
                    now.paid[hand] + now.dead[hand] for hand, name in enumerate(now.names) if name == actor.id
                )
            assert of(floor, table, actor).net == theirs - 1_000_000

    for number in range(3):
        play_round(lambda: house, table, Random(number), look)
    assert any(of(house, table, actor).net for actor in PLAYERS)


def test_a_new_sitting_begins_with_nothing_and_the_first_process_to_look_is_no_other(
    house: Floor, clock: Clock
) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    play_round(lambda: house, table, Random(3))
    before = of(house, table)
    assert before.net == books.balance("patron:p1") + before.in_play - 1_000_000
    assert before.net != 0
    done(say(house, P1, table, "leave", seat=1))
    assert of(house, table).since is None
    clock.pass_seconds(600)
    done(say(house, P1, table, "join", seat=1, amount=40_000))
    done(say(house, P1, table, "top_up", seat=1, amount=10_000))
    clock.pass_seconds(5)
    after = of(house, table)
    assert (after.seconds, after.net, after.in_play) == (5, 0, 50_000)
    assert of(Floor(clock), table) == after
    # The others have been there all the time.
    assert of(house, table, P2).seconds == 605


def test_practice_money_that_was_given_is_not_won(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate", mode="practice")
    done(wager(house, table, P1, 1))
    found = of(house, table)
    assert (found.net, found.balance) == (0, 500_000 - 2500)
    deal(house, table, P1)
    done(say(house, P1, table, "fold", seat=1))
    assert of(house, table).net == -2500
    assert books.balance("patron:p1") == 0


def test_a_decision_that_was_taken_back_is_not_told(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate", mode="practice")
    bet_and_deal(house, table, P1)
    done(say(house, P1, table, "fold", seat=1))
    assert last_rounds(table, "p1")[0].net == -2500
    give(house, P1, TakeBack(table=table))
    assert last_rounds(table, "p1")[0][2:] == (None, None, "not over", False)
    assert of(house, table).net == 0
    done(say(house, P1, table, "fold", seat=1))
    assert last_rounds(table, "p1")[0].net == of(house, table).net == -2500


def test_a_jackpot_prize_is_won_at_the_table(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    house_with_patrons(house)
    # Cut after its second card: a royal flush for the player and nothing for the dealer.
    stack(monkeypatch, "4c 4d Ah 2c Kh 3d Qh 7s Jh 8c Th 9d")
    monkeypatch.setattr(shoes, "below", lambda _: 0)
    table = open_table(house, "canberra", jackpot=JACKPOT)
    bet_and_deal(house, table, P1)
    assert of(house, table).net == 0
    done(say(house, P1, table, "bet", seat=1, amount=2000))
    while record_of(house, table).state.felt.stage != "over":
        deal(house, table, P1)
    found = of(house, table)
    assert found.net == books.balance("patron:p1") - 1_000_000 > 1_000_000
    assert last_rounds(table, "p1")[0].net == found.net


def test_money_moved_elsewhere_is_no_part_of_a_sitting(house: Floor) -> None:
    one, two = open_table(house, "ultimate"), open_table(house, "pontoon")
    done(wager(house, one, P1, 1))
    done(wager(house, two, P1, 1))
    deal(house, one, P1)
    done(say(house, P1, one, "fold", seat=1))
    give(house, CASHIER, BuyIn(patron="p1", amount=5000))
    assert (of(house, one).net, of(house, two).net) == (-2500, 0)


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_the_last_rounds_say_what_the_ledger_says(house: Floor, game: str, settings: dict[str, Any]) -> None:
    table = open_table(house, game, **settings)
    if game == "holdem":
        sit_down_to_holdem(house, table)
    for number in range(4):
        play_round(lambda: house, table, Random(number))
    past = {each.number: each for each in recall.rounds(table)}
    for actor in PLAYERS:
        rows = last_rounds(table, actor.id, most=3)
        assert [row.number for row in rows] == [4, 3, 2]
        for row in rows:
            assert (row.began, row.exportable) == (past[row.number].began, True)
            # Who folds in hold'em with no chips in the pot has neither won nor lost.
            assert (row.net or 0) == _gained(table, actor.id, past[row.number])
            assert (row.net is None) == (row.result == "no wager in it")
    assert [row.number for row in last_rounds(table)] == [4, 3, 2, 1]
    assert last_rounds(table, P4.id)[0][3:5] == (None, "no wager in it")


def _gained(table: str, player: str, past: recall.PastRound) -> int:
    """By the transfers of a round's events; what a player brings to a hold'em table is not lost."""
    own = {f"patron:{player}", f"stake:{table}:{player}"}
    rows = reading._all(
        "SELECT debit, credit, cents FROM ledger_transfer WHERE cause BETWEEN %s AND %s",
        [past.first_seq, past.last_seq],
    )
    return sum(cents * ((credit in own) - (debit in own)) for debit, credit, cents in rows)


def test_a_round_that_runs_is_not_told_and_a_void_one_is(house: Floor) -> None:
    table = open_table(house, "ultimate")
    assert last_rounds(table) == ()
    assert last_rounds("no such table") == ()
    bet_and_deal(house, table, P1, P2)
    done(say(house, P1, table, "fold", seat=1))
    (row,) = last_rounds(table, "p1")
    assert (row.ended, row.net, row.result, row.exportable) == (None, None, "not over", False)
    rule(house, SUPERVISOR, table, "void_round", reason="fraud")
    (row,) = last_rounds(table, "p1")
    assert (row.net, row.result, row.exportable) == (0, "ante void, blind void, trips void", True)
    assert last_rounds(table)[0].result == "void"
    assert of(house, table).net == 0


def test_a_misdeal_is_no_round_of_its_own(house: Floor) -> None:
    table = open_table(house, "holdem", mode="practice")
    sit_down_to_holdem(house, table)
    for _ in range(3):
        give(house, CROUPIER, Deal(table=table))
        done(say(house, SUPERVISOR, table, "deal_irregularity", reason="player_has_excess_card"))
    started = Event.objects.filter(kind="games.RoundStarted").count()
    assert started == 3
    (row,) = last_rounds(table, "p1", most=1)
    assert (row.number, row.result) == (1, "misdeal")
    play_round(lambda: house, table, Random(1))
    (row,) = last_rounds(table, "p1", most=1)
    assert (row.number, row.began) == (1, recall.rounds(table)[0].began)
    assert "pot" in row.result
