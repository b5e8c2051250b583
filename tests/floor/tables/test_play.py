"""Play: who may do what at a table, what is refused and why, and what follows by itself."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.kernel.contract import No, particulars_of, stated_particulars
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.game_roles import game_permissions
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.people.patron_record import played_seconds
from pitboss.floor.people.patrons import Exclude, SetPlayTime
from pitboss.floor.reading import recall
from pitboss.floor.reading.round_export import round_written
from pitboss.floor.tables import croupier
from pitboss.floor.tables.bots_company import PRACTICE_MONEY
from pitboss.floor.tables.play import Deal, Depart, Play
from pitboss.floor.tables.record import LIVE
from pitboss.games.house.felt import outcomes_of
from pitboss.games.play import Stage
from pitboss.journal import store
from pitboss.ledger import books
from tests.floor.house_scene import Clock, sqlite_house
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    DEALER,
    DISPLAY,
    MANAGER,
    P1,
    P2,
    P3,
    PLAYERS,
    SUPERVISOR,
    WAGERS,
    bet_and_deal,
    books_are_right,
    deal,
    deal_by_hand,
    done,
    give,
    house_with_patrons,
    open_live_table,
    open_table,
    player,
    record_of,
    refused,
    rule,
    say,
    sit_down_to_holdem,
    stack,
    wager,
)

# Who may do what.


@pytest.mark.parametrize("game", ["ultimate", "pontoon", "canberra", "holdem"])
def test_nothing_is_done_to_somebody_whom_the_house_does_not_know(house: Floor, game: str) -> None:
    table = open_table(house, game)
    verbs = record_of(house, table).rules.verbs
    for do in (do for do, verb in verbs.items() if "player" in verb.needs + verb.takes):
        refused(say(house, SUPERVISOR, table, do, player="p9999", seat=1, reason="advantage", ruling="x", amount=100))
    no = refused(say(house, SUPERVISOR, table, "exclude_player", player="p9999", reason="cheating"))
    assert (no.reason, no.field, no.status) == ("No patron is called p9999.", "player", 404)


def test_who_was_shut_out_under_any_name_can_be_let_in_again(house: Floor) -> None:
    """Houses of earlier versions may have shut out names that nobody has."""
    table = open_table(house, "ultimate")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(patron_record, "find", lambda *_: True)
        rule(house, SUPERVISOR, table, "exclude_player", player="p9999", reason="cheating")
    rule(house, SUPERVISOR, table, "readmit_player", player="p9999")


def test_roles_at_the_tables_are_those_of_the_games() -> None:
    may = game_permissions()
    assert may[Role.PLAYER, "ultimate.fold"]
    assert not may[Role.PLAYER, "ultimate.deal"]
    assert not may[Role.DEALER, "pontoon.hit"]
    assert not may[Role.DEALER, "ultimate.void_round"]
    assert may[Role.SUPERVISOR, "ultimate.void_round"]
    assert may[Role.MANAGER, "canberra.open_table"]
    assert not may[Role.MANAGER, "canberra.deal"]
    assert may[Role.CROUPIER, "canberra.no_decision"]
    assert not may[Role.CROUPIER, "canberra.void_round"]
    assert not any(may[role, name] for role, name in may if role in (Role.AUDITOR, Role.CASHIER, Role.DISPLAY))
    for role, name in ((Role.DEALER, "pontoon.deal"), (Role.SUPERVISOR, "ultimate.deal"), (Role.DEALER, "pontoon.hit")):
        assert not may[role, name]
        assert game_permissions(LIVE)[role, name]
    assert not game_permissions(LIVE)[Role.MANAGER, "pontoon.hit"]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.VISITOR])
def test_what_is_not_for_a_role_is_refused_and_nothing_else_is_for_that_reason(tmp_path: Path, role: Role) -> None:
    """Every verb of every game, by this role."""
    with sqlite_house(tmp_path) as floor:
        house_with_patrons(floor, cents=0)
        actor = player("p1") if role is Role.PLAYER else Actor(f"staff:{role}", role)
        tables = {game: open_table(floor, game) for game in ("ultimate", "canberra", "pontoon", "holdem")}
        for (who, name), allowed in game_permissions().items():
            if who is role:
                game, _, do = name.partition(".")
                answer = say(floor, actor, tables[game], do)
                assert (isinstance(answer, No) and answer.status == 403) is not allowed, (name, answer)


@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon"])
def test_a_player_decides_at_no_seat_but_their_own(house: Floor, game: str) -> None:
    table = open_table(house, game)
    bet_and_deal(house, table, *PLAYERS)
    before = record_of(house, table)
    for do, verb in before.rules.verbs.items():
        if "seat" in verb.needs and do not in ("sit", "place"):
            given = {"amount": 1000, "wagers": {"ante": 1000}, "amounts": {"p2": 1000}}
            wanted: dict[str, Any] = {name: given[name] for name in verb.needs if name in given}
            assert refused(say(house, P2, table, do, seat=1, **wanted)).status in (403, 409)
    assert record_of(house, table) == before


def test_nobody_plays_or_pays_for_another_player(house: Floor) -> None:
    table = open_table(house, "pontoon")
    place = {"seat": 1, "wagers": {"main": 1000}}
    assert refused(say(house, P1, table, "place", player="p2", **place)).word == "not_yours"
    done(say(house, P1, table, "place", **place))
    for given in ({"amounts": {"p2": 1000}}, {"amounts": {"p1": 500, "p2": 500}}):
        assert refused(say(house, P1, table, "double", seat=1, **given)).word == "not_yours"
    assert refused(say(house, P1, table, "split", seat=1, joined_by=("p2",))).word == "not_yours"
    assert books.balance("patron:p2") == 1_000_000


def test_at_a_virtual_table_the_cards_are_the_croupiers(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    before = record_of(house, table)
    for do in ("deal", "shuffle", "start_round", "settle", "check_cards", "card_exposed", "foreign_card_found"):
        answer = refused(say(house, SUPERVISOR, table, do, cards=("Ah",), seat=1))
        assert answer.word == "virtual"
        assert answer.clause.startswith("UTH")
    assert record_of(house, table) == before


# What is asked in a way that it cannot be.


UNREADABLE: tuple[tuple[dict[str, Any], str, int], ...] = (
    ({"table": "nowhere"}, "table", 404),
    ({"table": "No'; --"}, "table", 404),
    ({"table": "x" * 300}, "table", 404),
    ({"table": "nul\x00"}, "table", 404),
    ({"do": "jump"}, "do", 422),
    ({"do": "deal", "cards": ("Xx",)}, "", 403),
    ({"do": "announce_limits", "limits": {"ante": {"max": 5}}}, "limits", 422),
)


def test_what_cannot_be_read_is_refused_with_its_field(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate")
    before = store.last_seq()
    for given, field, status in UNREADABLE:
        answer = refused(house.execute(SUPERVISOR, Play(**{"table": table, "do": "order_shuffle", **given})))
        assert (answer.field, answer.status) == (field, status), (given, answer)
    assert store.last_seq() == before + 1, "only the denial of what nobody of the staff does there"


def test_a_ruling_on_somebody_who_cannot_be_changes_no_patron(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate")
    known = store.streams("patron")
    for name in ("x" * 300, "nul\x00", "Robert'); --", "p 1", ""):
        refused(say(house, SUPERVISOR, table, "exclude_player", player=name, reason="cheating"))
    assert store.streams("patron") == known


def test_a_wager_beyond_the_balance_is_refused_and_nothing_changes(house: Floor) -> None:
    house_with_patrons(house, cents=1500)
    table = open_table(house, "ultimate")
    before, money = record_of(house, table), books.balances()
    answer = refused(wager(house, table, P1, 1))
    assert (answer.word, answer.status) == ("not_enough", 409)
    assert record_of(house, table) == before
    assert books.balances() == money
    assert record_of(Floor(house.clock), table) == before


def test_practice_money_is_given_to_whoever_has_too_little_and_never_reaches_the_money_book(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate", mode="practice")
    done(wager(house, table, P1, 1))
    assert books.balance("practice/patron:p1") == PRACTICE_MONEY - 2500
    assert books.balance("practice/world:cash") == -PRACTICE_MONEY
    assert not any(cents for name, cents in books.balances().items() if not name.startswith("practice/"))
    too_much = {"ante": PRACTICE_MONEY, "blind": PRACTICE_MONEY}
    assert refused(say(house, P2, table, "place", seat=2, wagers=too_much)).word == "not_enough"
    books_are_right(house, table)


def test_a_repeated_command_is_answered_as_the_first_time_and_does_nothing(house: Floor) -> None:
    table = open_table(house, "ultimate")
    command = Play(table=table, do="place", seat=1, wagers=dict(WAGERS["ultimate"]))
    first = give(house, P1, command, "once")
    after = record_of(house, table)
    again = give(Floor(house.clock), P1, command, "once")
    assert again.repeated
    assert (again.answer, again.facts, again.seq) == (first.answer, first.facts, first.seq)
    assert record_of(house, table) == after
    other = Play(table=table, do="place", seat=2, wagers=dict(WAGERS["ultimate"]))
    assert refused(house.execute(P1, other, "once")).word == "key_used"
    give(house, P2, other, "once")


# Rounds that begin, wait and go on by themselves.


def test_results_stay_until_the_next_wager_begins_a_new_round(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    done(say(house, P1, table, "fold", seat=1))
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert (view["stage"], view["result"]) == ("over", "settled")
    assert {row["result"] for row in view["wagers"]} == {"lose"}
    assert {choice["seat"] for choice in view["choices"] if choice["do"] == "place"} == set(range(1, 8))
    done(wager(house, table, P1, 1))
    assert recall.view_of(record_of(house, table), P1).as_json()["round"] == 2


def test_the_croupier_deals_when_everybody_with_chips_is_ready(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    done(wager(house, table, P2, 2))
    assert refused(house.execute(P3, Deal(table=table))).word == "not_waited"
    assert give(house, P1, Deal(table=table)).answer["waits_for"] == ["p2"]
    assert record_of(house, table).state.felt.stage is Stage.BETTING
    assert refused(house.execute(P1, Deal(table=table))).word == "said_already"
    view = recall.view_of(record_of(house, table), P2).as_json()
    assert (view["ready"], view["waits_for"], view["may_deal"]) == (["p1"], ["p2"], True)
    give(house, P2, Deal(table=table))
    assert record_of(house, table).state.felt.stage is Stage.PLAYING


def test_nobody_ends_the_betting_for_others_who_sit_there(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P2, table, "sit", seat=2))
    done(wager(house, table, P1, 1))
    assert give(house, P1, Deal(table=table)).answer["waits_for"] == ["p2"]
    assert record_of(house, table).state.felt.stage is Stage.BETTING
    done(wager(house, table, P2, 2))
    assert record_of(house, table).state.felt.stage is Stage.BETTING
    give(house, P2, Deal(table=table))
    assert record_of(house, table).state.felt.stage is Stage.PLAYING


def test_who_sits_there_and_wants_no_cards_says_so(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P2, table, "sit", seat=2))
    assert refused(house.execute(P2, Deal(table=table))).word == "not_waited"
    done(wager(house, table, P1, 1))
    assert recall.view_of(record_of(house, table), P2).as_json()["may_deal"]
    give(house, P2, Deal(table=table))
    assert record_of(house, table).state.felt.stage is Stage.BETTING
    give(house, P1, Deal(table=table))
    assert [box.player for box in record_of(house, table).state.play.boxes] == ["p1"]


def test_those_who_run_the_table_need_not_wait_and_a_wager_alone_may_bring_no_cards(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P1, table, "place", seat=1, wagers={"ante": 1000}))
    answer = refused(house.execute(SUPERVISOR, Deal(table=table)))
    assert answer.clause.startswith("UTH")
    done(wager(house, table, P2, 2))
    give(house, SUPERVISOR, Deal(table=table))
    assert record_of(house, table).state.felt.stage is Stage.PLAYING


def test_whoever_plays_the_hand_waits_for_no_surrender(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """PON 9.1: surrender is open after the deal; a player who hits or stands has chosen, others are waited for."""
    stack(monkeypatch, "8h 7c Ks 5d 6d 2c")
    table = open_table(house, "pontoon", shoe="automated")
    bet_and_deal(house, table, P1, P2)
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert (view["may_deal"], view["waits_for"]) == (True, ["p1", "p2"])
    assert refused(say(house, P1, table, "hit", seat=1)).clause.startswith("PON")
    give(house, P2, Deal(table=table))
    done(say(house, P1, table, "hit", seat=1))
    assert len(record_of(house, table).state.play.boxes[0].hands[0].cards) == 3


def test_a_round_interrupted_anywhere_is_void_by_a_ruling_and_the_stakes_go_back(house: Floor) -> None:
    house_with_patrons(house)
    for game in ("ultimate", "canberra", "pontoon", "holdem"):
        table = open_table(house, game)
        if game == "holdem":
            sit_down_to_holdem(house, table)
            give(house, CROUPIER, Deal(table=table))
        else:
            bet_and_deal(house, table, P1)
        assert record_of(house, table).state.felt.stage is Stage.PLAYING
        rule(Floor(house.clock), SUPERVISOR, table, "void_round", reason="impractical")
        assert record_of(house, table).state.felt.result == "void"
        books_are_right(house, table)
    done(say(house, P1, "holdem-1", "leave", seat=1))
    assert books.balance("patron:p1") == 1_000_000


# A dealer who enters cards.

CARDS = ["Ah", "Kd", "As", "Kc", "2c", "7d", "9h", "3s", "Jc"]


def test_a_live_round_with_the_cards_the_dealer_types(house: Floor) -> None:
    table = open_live_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    routine = recall.view_of(record_of(house, table), DEALER).as_json()["routine"]
    assert (routine["do"], routine["shuffles"]) == ("shuffle", 52)
    deal_by_hand(house, table, list(CARDS))
    state = record_of(house, table).state
    assert (state.felt.result, len(state.felt.dealt)) == ("settled", 9)
    assert {outcome.wager for outcome in outcomes_of(state)} == {"ante", "blind", "trips", "play"}
    books_are_right(house, table)


@pytest.mark.parametrize("cards", [("Ah", "Ah"), ("Ah", "JK")])
def test_a_card_that_cannot_come_is_refused_with_its_clause(house: Floor, cards: tuple[str, ...]) -> None:
    table = open_live_table(house, "ultimate")
    done(wager(house, table, P1, 1))
    done(say(house, DEALER, table, "shuffle"))
    before = record_of(house, table)
    answer = refused(say(house, DEALER, table, "deal", cards=cards))
    assert answer.clause.startswith("UTH 2")
    assert record_of(house, table) == before
    done(say(house, DEALER, table, "deal", cards=("Ah", "Kd")))
    assert "Ah has already been dealt" in refused(say(house, DEALER, table, "deal", cards=("Ah",))).reason
    unread = refused(say(house, DEALER, table, "deal", cards=("1x",)))
    assert (unread.field, unread.status) == ("cards", 422)


def test_at_a_live_table_the_dealer_enters_what_a_player_says_by_name(house: Floor) -> None:
    table = open_live_table(house, "ultimate")
    wagers = WAGERS["ultimate"]
    assert refused(say(house, DEALER, table, "place", seat=1, wagers=wagers)).field == "player"
    assert refused(say(house, DEALER, table, "place", seat=1, player="p9", wagers=wagers)).status == 404
    done(say(house, DEALER, table, "place", seat=1, player="p1", wagers=wagers))
    assert books.balance("patron:p1") == 1_000_000 - 2500
    assert record_of(house, table).state.house.seated == {1: "p1"}
    assert house.record("patron:p1").at_tables == {table}
    assert refused(house.execute(DEALER, Deal(table=table))).word == "live"


# Patrons.


def test_whoever_is_barred_neither_sits_nor_wagers_but_may_finish_and_leave(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    give(house, SUPERVISOR, Exclude(patron="p1", reason="by direction"))
    assert refused(say(house, P1, table, "play", seat=1, amount=4000)).word == "excluded"
    done(say(house, P1, table, "check", seat=1))
    done(say(house, P1, table, "check", seat=1))
    done(say(house, P1, table, "fold", seat=1))
    # With the round the seat is free.
    assert record_of(house, table).present == frozenset()
    assert refused(wager(house, table, P1, 1)).word == "excluded"
    assert refused(say(house, P1, table, "sit", seat=1)).word == "excluded"


def test_play_time_counts_from_coming_to_a_table_until_leaving_it(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P1, table, "sit", seat=1))
    clock.pass_seconds(600)
    done(say(house, P1, table, "leave", seat=1))
    clock.pass_seconds(600)
    assert played_seconds(house.record("patron:p1"), clock()) == 600
    give(house, P1, SetPlayTime(patron="p1", minutes=10))
    assert refused(say(house, P1, table, "sit", seat=1)).word == "play_time"


def test_practice_is_no_play_time(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate", mode="practice")
    done(wager(house, table, P1, 1))
    assert house.record("patron:p1").at_tables == frozenset()
    assert record_of(house, table).present == {"p1"}


def test_whoever_is_made_to_leave_has_gone_with_the_next_look_of_the_house(house: Floor) -> None:
    table = open_table(house, "ultimate")
    done(say(house, P1, table, "sit", seat=1))
    assert house.record("patron:p1").at_tables == {table}
    done(say(house, DEALER, table, "leave", seat=1))
    assert refused(house.execute(CROUPIER, Depart(table=table, player="p2"))).word == "still_there"
    (answer,) = croupier.tick(house)
    done(answer)
    assert house.record("patron:p1").at_tables == frozenset()
    assert record_of(house, table).present == frozenset()
    assert croupier.tick(house) == []


# What people see.


def test_a_player_sees_their_own_cards_and_nobody_elses(house: Floor) -> None:
    table = open_table(house, "canberra")
    bet_and_deal(house, table, P1, P2)
    boxes = {row["seat"]: row["cards"] for row in recall.view_of(record_of(house, table), P1).as_json()["boxes"]}
    assert "??" not in boxes[1]
    assert set(boxes[2]) == {"??"}
    for actor in (DEALER, SUPERVISOR, MANAGER, AUDITOR, DISPLAY, player("p4")):
        rows = recall.view_of(record_of(house, table), actor).as_json()["boxes"]
        assert {card for row in rows for card in row["cards"]} == {"??"}


def test_a_player_with_several_boxes_plays_all_of_them(house: Floor) -> None:
    table = open_table(house, "pontoon", boxes_per_player=2)
    for seat in (2, 4):
        done(wager(house, table, P1, seat))
    deal(house, table, P1)
    view = recall.view_of(record_of(house, table), P1).as_json()
    assert view["your_seats"] == [2, 4]
    assert [len(row["hands"][0]["cards"]) for row in view["boxes"]] == [2, 2]


def test_places_are_offered_where_the_rules_let_a_player_wager(house: Floor) -> None:
    table = open_table(house, "canberra", boxes=3)

    def places(actor: Actor) -> list[int]:
        choices = recall.view_of(record_of(house, table), actor).as_json()["choices"]
        return [choice["seat"] for choice in choices if choice["do"] == "place"]

    assert places(P1) == places(P2) == [1, 2, 3]
    done(wager(house, table, P1, 2))
    assert places(P1) == []
    assert places(P2) == [1, 3]


def test_a_view_is_plain_json_and_offers_only_what_is_the_viewers_to_do(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1, P2)
    record = record_of(house, table)
    offered = {
        actor.id: {choice["do"] for choice in recall.view_of(record, actor).as_json()["choices"]}
        for actor in (P1, P2, DEALER, SUPERVISOR, AUDITOR, DISPLAY)
    }
    assert {"fold", "check", "play", "leave"} <= offered["p1"]
    assert "check" not in offered["p2"], "it is the turn of box 1"
    assert "deal" not in offered["dora"]
    assert "void_round" in offered["sam"]
    assert offered["ada"] == offered["wall"] == set()
    view = recall.view_of(record, P1).as_json()
    assert json.loads(json.dumps(view)) == json.loads(json.dumps(view, default=str))
    assert view["shoe"] == {"number": 1, "commitment": record.commitment, "cards": 52, "drawn": 11}


def test_nobody_who_is_excluded_joins_a_double_that_the_dealer_enters_for_somebody_else(house: Floor) -> None:
    table = open_live_table(house, "pontoon", wagers_per_box=2)
    for actor in (P1, P2):
        done(say(house, DEALER, table, "place", seat=1, player=actor.id, wagers={"main": 1000}))
    faces = ["2c", "3d", "4c", "5d", "6c", "7d", "8c", "9d"]
    while (step := record_of(house, table).rules.routine(record_of(house, table).state)) is not None:
        given = {"position": step.cut and step.cut[0], "depth": step.depth and step.depth[0]}
        done(say(house, DEALER, table, step.do, cards=tuple(faces[: step.cards]), **given))
        del faces[: step.cards]
    give(house, SUPERVISOR, Exclude(patron=P2.id, reason="by direction"))
    both = {"seat": 1, "player": P1.id, "amounts": {P1.id: 1000, P2.id: 1000}}
    assert refused(say(house, DEALER, table, "double", **both)).word == "excluded"
    assert books.balance(f"felt:{table}") == 2000
    done(say(house, DEALER, table, "double", **both | {"amounts": {P1.id: 1000}}))
    books_are_right(house, table)


def test_holdem_goes_on_without_a_player_whose_time_is_over_and_whose_chips_stay_theirs(
    house: Floor, clock: Clock
) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    give(house, SUPERVISOR, SetPlayTime(patron=P1.id, minutes=1))
    clock.pass_seconds(60)
    give(house, CROUPIER, Deal(table=table))
    hand = record_of(house, table).state.play.round
    assert set(hand.names) == {P2.id, P3.id}
    books_are_right(house, table)
    while record_of(house, table).state.felt.stage is not Stage.OVER:
        (seat,) = record_of(house, table).awaited
        done(say(house, player(f"p{seat}"), table, "fold", seat=seat))
    assert round_written(table, 1, AUDITOR)["format"] == "phh"  # type: ignore[index]
    assert refused(say(house, P1, table, "sit_in", seat=1)).word == "play_time"
    assert record_of(house, table).state.play.room.chairs[1].standing == "away"
    before = books.balance("patron:p1")
    done(say(house, P1, table, "leave", seat=1))
    assert books.balance("patron:p1") == before + 50_000
    books_are_right(house, table)


def test_no_hand_of_holdem_begins_for_players_who_may_not_play(house: Floor) -> None:
    table = open_table(house, "holdem", mode="live")
    for seat, actor in enumerate(PLAYERS, 1):
        done(say(house, DEALER, table, "join", seat=seat, player=actor.id, amount=50_000))
    for actor in (P1, P2):
        give(house, SUPERVISOR, Exclude(patron=actor.id, reason="by direction"))
    assert {chair.player for chair in record_of(house, table).state.play.room.chairs.values()} == {P3.id}
    assert refused(say(house, DEALER, table, "start_round")).clause
    assert record_of(house, table).state.house.round == 0
    assert all(chair.standing != "away" for chair in record_of(house, table).state.play.room.chairs.values())


def test_the_journal_writes_down_what_was_said_and_compares_it_with_rows_that_have_all(house: Floor) -> None:
    """What was left out is not written; a key that was used by an earlier program, which wrote it, is still known."""
    table = open_table(house, "ultimate")
    command = Play(table=table, do="place", seat=1, wagers={"ante": 1000, "blind": 1000})
    done(house.execute(P1, command, "k"))
    kept = house.command_given(P1, "k")
    assert kept == {"table": table, "do": "place", "seat": 1, "hand": 1, "wagers": {"ante": 1000, "blind": 1000}}
    whole = particulars_of(command)
    assert whole["amount"] is None
    assert stated_particulars(Play, whole) == kept == stated_particulars(Play, kept)
    assert done(house.execute(P1, command, "k")).repeated
    for other in (replace(command, hand=2), replace(command, wagers={}), replace(command, amount=0)):
        assert stated_particulars(Play, particulars_of(other)) != kept
        assert refused(house.execute(P1, other, "k")).word == "key_used"
