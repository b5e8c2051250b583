"""At a live table a dealer stakes a patron's account only within what was opened for that table."""

from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import Exclude
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tables import record as table_record
from pitboss.floor.tables.stake_limits import SetStakeLimit, limits_of
from pitboss.floor.tables.stake_record import StakeLimit, open_limit
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import Stage
from pitboss.ledger import books
from tests.floor.answers import refuses
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    DEALER,
    MANAGER,
    P1,
    P2,
    P3,
    SUPERVISOR,
    books_are_right,
    deal_by_hand,
    done,
    give,
    open_live_table,
    open_table,
    record_of,
    refused,
    say,
)

HOUR = 3600
WAGERS = {"ante": 1000, "blind": 1000}
HOW_TO = "they open one on their own screen or at the cage, or buy in here."
# Two pairs for box 1, nothing for the dealer, who does not open.
WON = ["Ah", "Ad", "2c", "7d", "Ac", "Kh", "Kd", "9s", "Jc"]


@pytest.fixture
def table(house: Floor) -> str:
    """A live table at which the betting is open, and nobody has opened a limit."""
    name = open_live_table(house, "ultimate")
    for actor in (P1, P2, P3, Actor("patron:p4", Role.PLAYER)):
        give(house, actor, SetStakeLimit(table=name, amount=0))
    return name


def left(house: Floor, table: str, patron: str = "p1") -> int | None:
    found = open_limit(record_of(house, table).stake_limits, patron, house.clock())
    return found and found.left


def stake(house: Floor, table: str, patron: str = "p1", seat: int = 1, by: Actor = DEALER, **wagers: int) -> Done | No:
    return say(house, by, table, "place", seat=seat, player=patron, wagers=wagers or WAGERS)


# The insider.


def test_a_dealer_stakes_nobody_who_has_opened_no_limit(house: Floor, table: str) -> None:
    before = books.balances()
    for actor in (DEALER, SUPERVISOR):
        answer = refused(stake(house, table, by=actor), word="no_limit", field="player")
        assert answer.reason == f"p1 has no limit open at this table: {HOW_TO}"
    # Nor whoever the dealer has only seated.
    done(say(house, DEALER, table, "sit", seat=1, player="p1"))
    refused(stake(house, table), word="no_limit")
    assert books.balances() == before


def test_a_dealer_stakes_no_more_than_is_left(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=2500))
    answer = refused(stake(house, table, ante=1500, blind=1500), word="limit", field="amount")
    assert answer.reason == f"p1 has $25 of a limit left at this table, not $30: {HOW_TO}"
    done(stake(house, table))
    assert left(house, table) == 500
    refused(
        say(house, DEALER, table, "increase", seat=1, player="p1", wagers={"ante": 500, "blind": 500}), word="limit"
    )
    done(say(house, DEALER, table, "place", seat=1, player="p1", wagers={"trips": 500}))
    assert left(house, table) == 0
    # In the middle of the round as well: there is nothing left for a play wager.
    for do, cards in (("shuffle", ()), ("deal", ("Ah", "Kd", "As", "Kc", "2c", "7d", "9h", "3s", "Jc"))):
        done(say(house, DEALER, table, do, cards=cards))
    refused(say(house, DEALER, table, "play", seat=1, player="p1", amount=4000), word="limit")
    books_are_right(house, table)


def test_a_limit_is_for_one_table_and_for_one_patron(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    other = open_table(house, "ultimate", "uth-9", mode="live")
    give(house, P1, SetStakeLimit(table=other, amount=0))
    assert left(house, other) is None
    refused(stake(house, table, "p2"), word="no_limit")
    refuses(house, P2, SetStakeLimit(table=table, amount=100, patron="p1"), status=403)
    refuses(house, DEALER, SetStakeLimit(table=table, amount=100, patron="p1"), status=403)


def test_whoever_has_left_is_staked_no_more(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    done(stake(house, table))
    done(say(house, DEALER, table, "take_back", seat=1, player="p1", wagers=WAGERS))
    assert left(house, table) == 50_000
    done(say(house, P1, table, "leave", seat=1))
    refused(stake(house, table), word="no_limit")


def test_whoever_is_kept_out_is_staked_no_more(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    done(stake(house, table))
    give(house, SUPERVISOR, Exclude(patron="p1", reason="by direction"))
    assert left(house, table) is None
    refused(stake(house, table), word="excluded")
    refuses(house, P1, SetStakeLimit(table=table, amount=100), word="excluded")


def test_it_ends_with_the_gaming_day(house: Floor, table: str, clock: Clock) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    until = record_of(house, table).stake_limits["p1"].until
    assert 0 < until - clock.now <= 24 * HOUR * 1_000_000
    clock.now = until
    refused(stake(house, table), word="no_limit")
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    done(stake(house, table))


def test_the_patron_lowers_and_closes_it_at_any_time(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=50_000))
    give(house, P1, SetStakeLimit(table=table, amount=1000))
    refused(stake(house, table), word="limit")
    give(house, P1, SetStakeLimit(table=table, amount=0))
    refused(stake(house, table), word="no_limit")
    refuses(house, P1, SetStakeLimit(table=table, amount=0), word="no_limit")


@pytest.mark.parametrize("amount", [-1, 10**15 + 1, True])
def test_what_is_no_limit_is_refused(house: Floor, table: str, amount: Any) -> None:
    refuses(house, P1, SetStakeLimit(table=table, amount=amount), field="amount", status=422)
    refuses(house, CASHIER, SetStakeLimit(table=table, amount=100, patron="p9999"), status=404)
    refuses(house, CASHIER, SetStakeLimit(table=table, amount=100), status=404)
    refuses(house, P1, SetStakeLimit(table="nowhere", amount=100), status=404)


def test_at_virtual_tables_there_is_none(house: Floor) -> None:
    for mode in ("house", "practice"):
        name = open_table(house, "ultimate", f"uth-{mode}", mode=mode)
        refuses(house, P1, SetStakeLimit(table=name, amount=100), field="table", word="virtual")


# At the cage.


def test_one_opened_at_the_cage_is_staked_by_another_person(house: Floor, table: str) -> None:
    """Whoever works as cashier and as dealer is one person, and so is whoever has both accounts in hand."""
    both = Actor(CASHIER.person, Role.DEALER)
    give(house, SETTING_UP, AddStaff(id=DEALER.id, name="Dora", roles=(Role.DEALER,)))
    give(house, CASHIER, SetStakeLimit(table=table, amount=50_000, patron="p1"))
    answer = refused(stake(house, table, by=both), word="second_person")
    told = "The limit of p1 was opened at the cage, and is staked by another person than the cashier"
    assert answer.reason == f"{told}: Dora (dealer)."
    refused(stake(house, table, by=Actor("device:shoe-1", Role.DEALER)), word="second_person")
    for name, role in (("cass", Role.CASHIER), ("dean", Role.DEALER)):
        give(house, MANAGER, AddStaff(id=name, name=name.title(), roles=(role,)))
    give(house, Actor("staff:cass", Role.CASHIER), SetStakeLimit(table=table, amount=50_000, patron="p1"))
    refused(stake(house, table, by=Actor("staff:dean", Role.DEALER)), word="second_person")
    done(stake(house, table))
    (found,) = limits_of(house.records("table").values(), "p1", house.clock())
    assert (found.table, found.limit.left, found.limit.by) == (table, 48_000, "staff:cass")


# Money that counts to it.


def test_what_is_bought_in_at_the_table_counts_to_it(house: Floor, table: str) -> None:
    give(house, DEALER, BuyIn(patron="p1", amount=1500, table=table))
    refused(stake(house, table), word="limit")
    give(house, DEALER, BuyIn(patron="p1", amount=500, table=table))
    done(stake(house, table))
    assert left(house, table) == 0
    give(house, CASHIER, BuyIn(patron="p1", amount=10_000))
    assert left(house, table) == 0


def test_at_a_virtual_table_buying_in_opens_nothing(house: Floor) -> None:
    name = open_table(house, "ultimate")
    give(house, DEALER, BuyIn(patron="p1", amount=1500, table=name))
    assert record_of(house, name).stake_limits == {}


def test_what_the_table_pays_counts_to_it_again(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=6000))
    had = books.balance("patron:p1")
    done(stake(house, table))
    deal_by_hand(house, table, list(WON))
    assert record_of(house, table).state.felt.stage is Stage.OVER
    won = books.balance("patron:p1") - had
    assert won > 0
    assert left(house, table) == 6000 + won
    assert verify().is_good


def test_what_a_patron_stakes_themself_needs_no_limit_and_counts(house: Floor, table: str) -> None:
    done(say(house, P1, table, "place", seat=1, wagers=WAGERS))
    assert left(house, table) is None
    give(house, P2, SetStakeLimit(table=table, amount=1000))
    done(say(house, P2, table, "place", seat=2, wagers=WAGERS))
    assert left(house, table, "p2") == -1000
    refused(stake(house, table, "p2", 2, trips=500), word="limit")
    done(say(house, P2, table, "take_back", seat=2, wagers=WAGERS))
    assert left(house, table, "p2") == 1000


def test_chips_at_a_live_table_of_holdem_are_bought_within_it(house: Floor) -> None:
    table = open_table(house, "holdem", mode="live")
    give(house, P1, SetStakeLimit(table=table, amount=60_000))
    give(house, P2, SetStakeLimit(table=table, amount=0))
    join = {"seat": 2, "player": "p2", "amount": 50_000}
    refused(say(house, DEALER, table, "join", **join), word="no_limit")
    done(say(house, DEALER, table, "join", seat=1, player="p1", amount=50_000))
    assert left(house, table) == 10_000
    refused(say(house, DEALER, table, "top_up", seat=1, player="p1", amount=20_000), word="limit")
    done(say(house, P2, table, "join", seat=2, amount=50_000))
    done(say(house, DEALER, table, "leave", seat=1, player="p1"))
    assert left(house, table) is None
    books_are_right(house, table)


def test_a_charge_for_time_is_taken_within_it_too(house: Floor) -> None:
    charge: dict[str, Any] = {"commission": {"basis": "time", "rate": 700, "minutes": 30}}
    table = open_table(house, "holdem", mode="live", **charge)
    done(say(house, P1, table, "join", seat=1, amount=50_000))
    give(house, P1, SetStakeLimit(table=table, amount=1000))
    done(say(house, DEALER, table, "pay_time", seat=1))
    refused(say(house, DEALER, table, "pay_time", seat=1), word="limit")


def test_others_who_double_on_a_box_have_limits_of_their_own(house: Floor) -> None:
    table = open_live_table(house, "pontoon", wagers_per_box=2)
    for seat_player in (P1, P2):
        done(say(house, DEALER, table, "place", seat=1, player=seat_player.id, wagers={"main": 1000}))
    give(house, P2, SetStakeLimit(table=table, amount=0))
    faces = ["5h", "9c", "6d"]
    while (step := record_of(house, table).rules.routine(record_of(house, table).state)) is not None:
        given = {"position": step.cut and step.cut[0], "depth": step.depth and step.depth[0]}
        cards = tuple(faces[: step.cards]) if not step.shuffles else ()
        done(say(house, DEALER, table, step.do, cards=cards, **given))
        del faces[: len(cards)]
    both = {"seat": 1, "player": "p1", "amounts": {"p1": 1000, "p2": 1000}}
    answer = refused(say(house, DEALER, table, "double", **both), word="no_limit")
    assert answer.reason.startswith("p2 ")
    done(say(house, DEALER, table, "double", **both | {"amounts": {"p1": 1000}}))


# What is kept.


def test_limits_stay_with_a_snapshot_of_the_table(house: Floor, table: str) -> None:
    give(house, P1, SetStakeLimit(table=table, amount=5000))
    record = record_of(house, table)
    assert table_record.from_text(table_record.to_text(record)) == record
    assert record.stake_limits["p1"] == StakeLimit(5000, record.stake_limits["p1"].until, P1.person)


def test_a_round_from_before_there_were_limits_folds_as_it_did(
    house: Floor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule is in deciding alone: what an earlier version has recorded stays as it is."""
    monkeypatch.setattr("pitboss.floor.tables.play.beyond_limit", lambda *_: None)
    done(stake(house, table))
    monkeypatch.undo()
    assert record_of(Floor(house.clock), table) == record_of(house, table)
    assert verify().is_good
    done(say(house, DEALER, table, "take_back", seat=1, player="p1", wagers=WAGERS))
    refused(stake(house, table), word="no_limit")
