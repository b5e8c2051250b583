"""Tables: set up with what their rules allow, changed while nobody is at them, disabled at once; and the jackpot."""

from random import Random
from typing import Any

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.setup import AddTable, DisableTable, EnableTable, SetTable
from pitboss.games.play import Limit, Stage
from pitboss.journal import codec, store
from pitboss.kits import game_named
from pitboss.ledger import books
from pitboss.rulebook.book import rulebook
from tests.floor.tables.table_floor_scene import (
    JACKPOT,
    MANAGER,
    P1,
    P2,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    books_are_right,
    deal_by_hand,
    done,
    give,
    open_live_table,
    open_table,
    play_round,
    record_of,
    refused,
    rule,
    say,
    wager,
)


def test_a_table_has_the_settings_that_were_told_and_the_usual_ones(house: Floor) -> None:
    settings = {"limits": {"ante": {"min": 2500, "max": 30000}}, "boxes": 5, "hours": [600, 120]}
    give(house, MANAGER, AddTable(table="uth-1", game="ultimate", title="One", mode="live", settings=settings))
    chosen: Any = record_of(house, "uth-1").state.settings
    assert chosen.limits["ante"] == Limit(2500, 30000)
    assert chosen.limits["blind"] == Limit(1000, 50000)
    assert (chosen.boxes, chosen.hours, chosen.absence_is_confirmed) == (5, (600, 120), True)


@pytest.mark.clause("UTH 1.1", "PON 1.1", "HLD 1.1", "CAN 1.1", "UTH D-Approved", "PON D-Approved", "HLD D-Approved")
@pytest.mark.clause("CAN D-Approved", "HLD D-Shoe", "PON 2.3(b)", "PON 18.2", "HLD 15.3[s1]")
@pytest.mark.clause("UTH I-title", "UTH I-2", "PON I-title", "PON I-sig", "HLD I-title", "HLD I-2", "CAN I-title")
@pytest.mark.clause("CAN I-2")
@pytest.mark.parametrize("game", ["ultimate", "pontoon", "holdem", "canberra"])
def test_a_table_keeps_its_document_and_the_reference_of_its_approval(house: Floor, game: str) -> None:
    told = AddTable(table="one", game=game, title="One", settings={"approval": "GRC 2026/41"})
    give(house, MANAGER, told)
    row = store.read("table:one")[0]
    added: Any = codec.decode(row.kind, row.version, row.body)
    document = rulebook().document(game_named(game).prefix)
    assert (added.settings.approval, added.instrument) == ("GRC 2026/41", document.instrument)
    give(house, MANAGER, SetTable(table="one", title="Two", settings={"approval": "GRC 2026/42"}))
    record = record_of(house, "one")
    assert (record.state.settings.approval, record.instrument) == ("GRC 2026/42", document.instrument)
    for nonsense in (7, "two\nlines", "x" * 500):
        no = refused(house.execute(MANAGER, SetTable(table="one", title="Two", settings={"approval": nonsense})))
        assert no.field == "settings.approval"


def test_nobody_confirms_an_absence_at_a_virtual_table(house: Floor) -> None:
    told = AddTable(table="uth-1", game="ultimate", title="One", settings={"absence_is_confirmed": True})
    give(house, MANAGER, told)
    settings: Any = record_of(house, "uth-1").state.settings
    assert settings.absence_is_confirmed is False


NO_TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table", {"table": "No Such"}),
    ("table", {"table": ""}),
    ("table", {"table": "x" * 41}),
    ("game", {"game": "whist"}),
    ("mode", {"mode": "somehow"}),
    ("title", {"title": ""}),
    ("title", {"title": "bell\x07"}),
    ("betting_seconds", {"betting_seconds": -1}),
    ("settings", {"settings": {"colour": "green"}}),
    ("settings", {"settings": {"limits": 5}}),
    ("settings", {"settings": {"limits": {"ante": {"least": 1}}}}),
    ("settings", {"settings": {"pays": 3}}),
    ("settings", {"game": "canberra", "settings": {"jackpot": {"pool": 10**16}}}),
    ("settings", {"game": "canberra", "settings": {"jackpot": {"colour": 1}}}),
    ("settings", {"game": "holdem", "settings": {"commission": [1, 2]}}),
    ("settings", {"game": "holdem", "settings": {"players": 7}}),
)


def test_what_is_no_table_is_refused_with_its_field(house: Floor) -> None:
    usual: dict[str, Any] = {"table": "uth-1", "game": "ultimate", "title": "One"}
    for field, told in NO_TABLES:
        answer = refused(house.execute(MANAGER, AddTable(**(usual | told))))
        assert (answer.field, answer.status) == (field, 422), (told, answer)
    assert store.last_seq() == 0


NOT_ALLOWED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("ultimate", {"boxes": 0}, "UTH"),
    ("ultimate", {"boxes": "seven"}, "UTH"),
    ("canberra", {"limits": {"ante": {"min": 5000, "max": 1000}}}, "CAN"),
    ("pontoon", {"decks": 99}, "PON"),
    ("holdem", {"blinds": [1000, 500]}, "HLD"),
    ("holdem", {"commission": None}, "HLD"),
)


def test_what_the_rules_do_not_allow_is_refused_with_its_clause(house: Floor) -> None:
    for game, settings, clause in NOT_ALLOWED:
        answer = refused(house.execute(MANAGER, AddTable(table="t", game=game, title="One", settings=settings)))
        assert answer.clause.startswith(clause), (settings, answer)
    assert store.last_seq() == 0


def test_a_name_belongs_to_one_table(house: Floor) -> None:
    give(house, MANAGER, AddTable(table="uth-1", game="ultimate", title="One"))
    assert refused(house.execute(MANAGER, AddTable(table="uth-1", game="pontoon", title="Two"))).word == "table_exists"
    assert record_of(house, "uth-1").game == "ultimate"


def test_only_the_manager_adds_and_changes_tables(house: Floor) -> None:
    for role in set(Role) - {Role.MANAGER, Role.VISITOR}:
        actor = Actor("staff:somebody", role)
        assert refused(house.execute(actor, AddTable(table="uth-1", game="ultimate", title="One"))).status == 403
        assert refused(house.execute(actor, SetTable(table="uth-1", title="One"))).status == 403
    assert record_of(house, "uth-1") is None


def test_a_disabled_table_takes_nothing_but_rulings_and_lets_people_leave(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1, P2)
    give(house, SUPERVISOR, DisableTable(table=table, reason="a spilled drink."))
    assert record_of(house, table).disabled == "a spilled drink."
    for answer in (
        say(house, P1, table, "check", seat=1),
        say(house, P2, table, "sit", seat=3),
        house.execute(P1, Deal(table=table)),
        say(house, SUPERVISOR, table, "no_decision", seat=1),
        say(house, SUPERVISOR, table, "place_marker", seat=1, amount=900_000),
        house.execute(SUPERVISOR, DisableTable(table=table, reason="again")),
    ):
        refused(answer)
    done(say(house, P2, table, "leave", seat=2))
    rule(house, SUPERVISOR, table, "void_round", reason="disturbance")
    books_are_right(house, table)
    assert books.balance("patron:p1") == books.balance("patron:p2") == 1_000_000
    give(house, SUPERVISOR, EnableTable(table=table, reason="wiped off"))
    done(wager(house, table, P1, 1))


@pytest.mark.parametrize("command", [DisableTable(table="x", reason="y"), SetTable(table="../etc", title="z")])
def test_a_table_that_is_not_there_is_not_found(house: Floor, command: DisableTable) -> None:
    assert refused(house.execute(MANAGER, command)).status == 404


# The jackpot.


def test_the_jackpot_begins_with_the_houses_money_and_its_meter_is_its_account(house: Floor) -> None:
    table = open_table(house, "canberra", jackpot=JACKPOT)
    assert books.balance("house:funds") == -5_500_000
    books_are_right(house, table)
    for number in range(6):
        play_round(lambda: house, table, Random(number))
        books_are_right(house, table)
    put_in = 6 * len(PLAYERS) * 200
    prizes = 5_500_000 + put_in - books.balance(f"jackpot:{table}") - books.balance(f"reserve:{table}")
    assert prizes >= 0
    assert record_of(house, table).state.play.jackpot.pool == books.balance(f"jackpot:{table}")


def test_a_jackpot_is_awarded_and_seeded_again_in_the_round_of_its_own(house: Floor) -> None:
    """A royal flush dealt by hand takes the pool, and the reserve seeds it again."""
    table = open_live_table(house, "canberra", jackpot=JACKPOT)
    before = books.balance("patron:p1")
    done(say(house, P1, table, "place", seat=1, wagers={"ante": 1000, "jackpot": 200}))
    deal_by_hand(house, table, ["Ah", "2c", "Kh", "3d", "Qh", "4s", "Jh", "9c", "Th", "9d"])
    state = record_of(house, table).state
    assert state.felt.stage is Stage.OVER
    assert state.play.jackpot.payouts[0].rank == "royal_flush"
    assert state.play.jackpot.reseeded == 100_000
    assert books.balance("patron:p1") > before + 4_900_000
    assert books.balance(f"jackpot:{table}") == state.play.jackpot.pool
    books_are_right(house, table)


def test_nothing_about_a_jackpot_changes_under_an_active_meter(house: Floor) -> None:
    table = open_table(house, "canberra", jackpot=JACKPOT)
    done(say(house, SUPERVISOR, table, "close_table", reason="the night is over"))
    for changed in ({**JACKPOT, "to_pool_pct": 50}, {**JACKPOT, "pool": 1}, None):
        command = SetTable(table=table, title="Other", settings={"jackpot": changed})
        answer = refused(house.execute(MANAGER, command))
        assert (answer.word, answer.clause) == ("active_meter", "CAN 10.6[s1]")
    give(house, MANAGER, SetTable(table=table, title="Other", settings={"boxes": 5}))
    record = record_of(house, table)
    settings: Any = record.state.settings
    assert (record.title, settings.boxes, settings.jackpot.pool) == ("Other", 5, 5_000_000)
    books_are_right(house, table)


def test_a_jackpot_that_comes_to_a_table_later_is_funded_then(house: Floor) -> None:
    give(house, MANAGER, AddTable(table="can-1", game="canberra", title="One"))
    assert books.balances() == {}
    give(house, MANAGER, SetTable(table="can-1", title="One", settings={"jackpot": JACKPOT}))
    assert books.balance("jackpot:can-1") == 5_000_000
    books_are_right(house, "can-1")


def test_settings_change_only_while_nobody_is_at_the_table(house: Floor) -> None:
    table = open_table(house, "ultimate")
    change = SetTable(table=table, title="Other", settings={"boxes": 5})
    assert refused(house.execute(MANAGER, change)).word == "in_use"
    done(wager(house, table, P1, 1))
    done(say(house, SUPERVISOR, table, "close_table", reason="now"))
    assert refused(house.execute(MANAGER, change)).word == "in_use"
    done(say(house, P1, table, "take_back", seat=1, wagers={"ante": 1000, "blind": 1000, "trips": 500}))
    done(say(house, P1, table, "leave", seat=1))
    give(house, MANAGER, change)
    assert record_of(house, table).state.settings.boxes == 5
    assert record_of(house, table).state.house.round == 1, "rounds are counted on"
