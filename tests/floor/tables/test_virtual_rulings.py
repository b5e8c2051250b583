"""At a virtual table for money nobody rules alone, no dealer rules at all, and what cannot happen is no command."""

import json
from typing import Any

import pytest

from pitboss.floor.kernel import virtual_verbs
from pitboss.floor.kernel.approvals import Approve, Decline, waiting_at
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.game_roles import game_permissions, game_role, may_give, takes_two
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.reading.round_export import table_played
from pitboss.floor.reading.rulings_log import rulings
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.setup import DisableTable
from pitboss.games.command import Role as GameRole
from pitboss.games.play import Stage
from pitboss.journal.models import Event
from pitboss.kits import game_named, games
from pitboss.ledger import books
from tests.floor.answers import refuses
from tests.floor.tables.table_floor_scene import (
    DEALER,
    JACKPOT,
    MANAGER,
    P1,
    P2,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    books_are_right,
    deal,
    done,
    give,
    open_table,
    record_of,
    refused,
    rule,
    say,
    sit_down_to_holdem,
    stack,
)

# What stays of the documents' rulings where no cards are real: the supervisor's, with a second person.
RULINGS = {
    *("void_round", "void_hand", "void_wagers", "void_jackpot_wagers", "collusion_ruling", "supervisor_fold"),
    *("record_dispute", "review_previous_round", "unlisted_irregularity", "note_breach"),
    *("exclude_player", "readmit_player", "restrict_player", "lift_restriction", "require_minimum", "release_box"),
}
SETTINGS: dict[str, dict[str, Any]] = {"canberra": {"jackpot": JACKPOT, "jackpot_claim": "player_must_declare"}}
# Particulars that any verb can be given.
SOMETHING: dict[str, Any] = {
    "player": "p1",
    "reason": "fraud",
    "ruling": "void_hand",
    "seats": (1,),
    "held": 3,
    "amount": 1000,
    "rebuilt": False,
    "cards": ("Ah",),
    "shoe": "card",
    "position": 10,
    "round": 1,
}


def in_play(house: Floor, game: str) -> str:
    table = open_table(house, game, **SETTINGS.get(game, {}))
    if game == "holdem":
        sit_down_to_holdem(house, table)
        give(house, CROUPIER, Deal(table=table))
    else:
        bet_and_deal(house, table, *PLAYERS)
    assert record_of(house, table).state.felt.stage is Stage.PLAYING
    return table


# What cannot happen to a virtual shoe.


def test_every_verb_of_the_staff_is_decided_once() -> None:
    known = {do for game in games() for do in game_named(game).verbs}
    assert virtual_verbs.CANNOT_HAPPEN.keys() | virtual_verbs.HOUSEKEEPING <= known
    assert not virtual_verbs.CANNOT_HAPPEN.keys() & virtual_verbs.HOUSEKEEPING
    assert virtual_verbs.OF_DEALERS < virtual_verbs.HOUSEKEEPING
    assert all(reason.endswith(".") for reason in virtual_verbs.CANNOT_HAPPEN.values())
    left = {
        do
        for game in games()
        for do, verb in game_named(game).verbs.items()
        if set(verb.roles) != {GameRole.PLAYER} and may_give(Role.SUPERVISOR, game_named(game), do)
    }
    assert left - virtual_verbs.HOUSEKEEPING == RULINGS
    assert {do for do in left if takes_two(Role.SUPERVISOR, do)} == RULINGS


def may_by_rules(actor: Actor, verb: Any) -> bool:
    return game_role(actor.role, verb) is not None


@pytest.mark.parametrize("game", games())
def test_what_cannot_happen_is_no_command_of_anybody(house: Floor, game: str) -> None:
    table = in_play(house, game)
    before, money = record_of(house, table), books.balances()
    for do in before.rules.verbs.keys() & virtual_verbs.CANNOT_HAPPEN.keys():
        verb = before.rules.verbs[do]
        told = {name: SOMETHING.get(name) for name in (*verb.needs, *verb.takes) if name in SOMETHING}
        answers = {actor: say(house, actor, table, do, seat=1, **told) for actor in (DEALER, SUPERVISOR, MANAGER)}
        for actor, answer in answers.items():
            refused(answer, status=403, clause=verb.clause)
            is_told = may_by_rules(actor, before.rules.verbs[do])
            assert not is_told or refused(answer).reason == virtual_verbs.CANNOT_HAPPEN[do], (do, actor)
    assert (record_of(house, table), books.balances()) == (before, money)


@pytest.mark.parametrize(
    ("game", "do"),
    [
        ("ultimate", "shoe_malfunction"),
        ("canberra", "jackpot_down"),
        ("pontoon", "dealt_past_cutting_card"),
        ("holdem", "hand_in_discards"),
        ("ultimate", "no_decision"),
    ],
)
def test_a_dealer_who_has_seen_how_it_goes_can_undo_nothing(house: Floor, game: str, do: str) -> None:
    table = in_play(house, game)
    answer = refuses(house, DEALER, Play(table=table, do=do, seat=1))
    assert (answer.word, answer.status) == ("virtual", 403)
    assert answer.clause == record_of(house, table).rules.verbs[do].clause
    assert {row.outcome for row in record_of(house, table).state.felt.wagers} <= {None}


def hands_in(state: Any) -> object:
    """What lies on the felt, and the hands that play for it."""
    return state.felt, getattr(state.play, "boxes", None), getattr(state.play, "round", None)


@pytest.mark.parametrize("game", games())
def test_a_dealer_touches_no_hand_and_no_wager(house: Floor, game: str) -> None:
    table = in_play(house, game)
    before, money = record_of(house, table).state, books.balances()
    for do, verb in record_of(house, table).rules.verbs.items():
        told = {name: SOMETHING.get(name) for name in (*verb.needs, *verb.takes) if name in SOMETHING}
        say(house, DEALER, table, do, seat=1, **told)
        assert hands_in(record_of(house, table).state) == hands_in(before), do
    assert books.balances() == money
    assert waiting_at(house, house.clock()) == ()


def test_practice_tables_take_what_they_took() -> None:
    practice, money = game_permissions("practice"), game_permissions("house")
    assert all(practice[each] for each, is_allowed in money.items() if is_allowed)
    for role, name in practice:
        do = name.partition(".")[2]
        assert not takes_two(role, do, "practice")
        assert not takes_two(role, do, "live")
    assert practice[Role.DEALER, "ultimate.shoe_malfunction"]


def test_the_clock_still_calls_time_and_a_player_still_decides(house: Floor) -> None:
    table = in_play(house, "ultimate")
    done(say(house, CROUPIER, table, "no_decision", seat=1))
    done(say(house, P2, table, "fold", seat=2))
    assert waiting_at(house, house.clock()) == ()


def test_nobody_of_the_staff_cuts_off_what_a_player_may_still_do(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "Ah Kh Qh Jh Th 2c 3d 4s 6c 8d")
    table = open_table(house, "canberra", shoe="automated", **SETTINGS["canberra"])
    done(say(house, P1, table, "place", seat=1, wagers={"ante": 1000, "jackpot": 200}))
    deal(house, table, P1)
    done(say(house, P1, table, "bet", seat=1, amount=2000))
    claims = [choice for choice in view_of(record_of(house, table), P1).choices if choice.do == "claim_jackpot"]
    assert claims
    for actor in (DEALER, SUPERVISOR, MANAGER):
        assert refuses(house, actor, Deal(table=table)).word == "players_time"
        assert not view_of(record_of(house, table), actor).may_deal
    done(say(house, P1, table, "claim_jackpot", seat=1))
    books_are_right(house, table)


# What can happen takes two people.


@pytest.fixture
def staff(house: Floor) -> Floor:
    for actor in (MANAGER, SUPERVISOR, DEALER):
        give(house, SETTING_UP, AddStaff(id=actor.id, name=actor.id.title(), roles=(actor.role,)))
    return house


def test_a_ruling_waits_for_a_second_person_and_says_for_whom(staff: Floor) -> None:
    table = in_play(staff, "ultimate")
    before, money = record_of(staff, table), books.balances()
    void = Play(table=table, do="void_round", reason="fraud")
    answer = refused(staff.execute(SUPERVISOR, void), word="second_person", clause="UTH 15.4")
    assert answer.reason == (
        "A ruling at a virtual table for money takes two people. It waits as request 1 for Maria (manager)."
    )
    assert (record_of(staff, table), books.balances()) == (before, money)
    assert refused(staff.execute(SUPERVISOR, void)).reason == answer.reason
    assert refused(staff.execute(SUPERVISOR, Approve(number=1))).word == "second_person"
    assert refused(staff.execute(DEALER, Approve(number=1))).status == 403
    give(staff, MANAGER, Approve(number=1))
    assert record_of(staff, table).state.felt.result == "void"
    assert {books.balance(actor.person) for actor in PLAYERS} == {1_000_000}
    books_are_right(staff, table)
    # The round plays again to the same, and whoever reads of it learns who ruled and who agreed.
    assert table_played(table, 1).state == record_of(staff, table).state
    (row, *_) = rulings(verb="void_round").rows
    assert (row.who, row.role, row.second) == (SUPERVISOR.person, "supervisor", MANAGER.person)
    voided = json.loads(Event.objects.get(seq=row.number).cause)
    assert (voided["who"], voided["carries_out"]["who"]) == (MANAGER.person, SUPERVISOR.person)
    assert [each.number for each in rulings(who=MANAGER.person, sort="void").rows] == [row.number]


@pytest.mark.parametrize("game", games())
def test_no_ruling_is_one_persons(house: Floor, game: str) -> None:
    table = in_play(house, game)
    rules = record_of(house, table).rules
    for do in RULINGS & rules.verbs.keys():
        verb = rules.verbs[do]
        told = {name: SOMETHING.get(name) for name in (*verb.needs, *verb.takes) if name in SOMETHING}
        for actor in (SUPERVISOR, MANAGER):
            before, money = record_of(house, table), books.balances()
            answer = say(house, actor, table, do, seat=1, **told)
            assert isinstance(answer, No), do
            assert (record_of(house, table), books.balances()) == (before, money)
        assert refused(say(house, DEALER, table, do, seat=1, **told)).status == 403


def test_nobody_agrees_to_it_for_another_round(house: Floor) -> None:
    table = in_play(house, "ultimate")
    refused(say(house, SUPERVISOR, table, "void_wagers", player="p1", reason="fraud"), word="second_person")
    for seat, actor in enumerate(PLAYERS, 1):
        done(say(house, actor, table, "fold", seat=seat))
    bet_and_deal(house, table, *PLAYERS)
    before = record_of(house, table)
    answer = refused(house.execute(MANAGER, Approve(number=1)), word="gone_on")
    assert answer.reason == "What this was asked for is over: it can only be declined."
    assert record_of(house, table) == before
    give(house, MANAGER, Decline(number=1, reason="too late"))
    assert waiting_at(house, house.clock()) == ()


def test_one_manager_is_not_two_people(house: Floor) -> None:
    """Whoever made the other's account agrees to nothing of theirs, nor they to the maker's."""
    own = Actor("staff:shadow", Role.SUPERVISOR)
    give(house, MANAGER, AddStaff(id=own.id, name="Shadow", roles=(Role.SUPERVISOR,)))
    table = in_play(house, "holdem")
    refused(say(house, MANAGER, table, "supervisor_fold", seat=1, reason="abuse"), word="second_person")
    assert refused(house.execute(own, Approve(number=1))).word == "second_person"
    refused(say(house, own, table, "supervisor_fold", seat=1, reason="abuse"), word="second_person")
    assert refused(house.execute(MANAGER, Approve(number=2))).word == "second_person"
    give(house, SUPERVISOR, Approve(number=2))
    assert record_of(house, table).state.play.round.folded


def test_a_device_rules_on_nothing(house: Floor) -> None:
    table = in_play(house, "ultimate")
    answer = refuses(house, Actor("device:pit-1", Role.SUPERVISOR), Play(table=table, do="void_round", reason="fraud"))
    assert answer.reason == "A ruling at a virtual table for money takes two people. A device is no person."


def test_a_table_is_stopped_by_one_person_and_its_round_ruled_on_by_two(house: Floor) -> None:
    table = in_play(house, "pontoon")
    give(house, SUPERVISOR, DisableTable(table=table, reason="a fault"))
    rule(house, SUPERVISOR, table, "void_round", reason="impractical")
    books_are_right(house, table)
    assert record_of(house, table).state.felt.result == "void"


def test_housekeeping_takes_one_person(house: Floor) -> None:
    table = open_table(house, "pontoon")
    for do, given in (
        ("place_marker", {"seat": 2, "amount": 90_000}),
        ("lift_marker", {"seat": 2}),
        ("change_cards", {}),
        ("announce_last_rounds", {}),
        ("close_table", {"reason": "late"}),
        ("open_table", {}),
    ):
        assert isinstance(say(house, SUPERVISOR, table, do, **given), Done), do
