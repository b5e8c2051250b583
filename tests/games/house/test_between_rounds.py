"""Between rounds and above them, as every house game has it; Ultimate Texas Hold-em stands for them all."""

from typing import Any

import pytest

from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.house.between_rounds import MOST_IDLE_ROUNDS
from pitboss.games.money import moves
from pitboss.games.play import Command, HouseSettings
from pitboss.games.settings import common_error
from pitboss.games.table import Shoe, Table
from pitboss.games.ultimate import GAME, UltimateSettings
from pitboss.games.ultimate.layout import CLAUSES, MOST_BOXES
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal
from tests.games.ultimate.scene import (
    DEALER,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    Scene,
    at,
    betting,
    dealt,
    limits,
    opened,
)
from tests.known import known
from tests.refusals import refused

DECK = ULTIMATE_DECK.cards


@pytest.mark.clause("UTH 14.1")
@pytest.mark.parametrize(
    ("hours", "within", "outside"),
    [
        ((600, 1200), (600, 601, 1199), (0, 599, 1200, 1439)),
        ((720, 240), (720, 1439, 0, 239), (240, 241, 719)),
        ((0, 1440), (0, 1439), ()),
    ],
    ids=["by day", "past midnight", "always"],
)
def test_no_round_is_started_outside_the_hours(
    hours: tuple[int, int], within: tuple[int, ...], outside: tuple[int, ...]
) -> None:
    scene = opened(hours=hours)
    start = scene.state
    for minute in (*outside, None, -1, 1440):
        scene.refuses("UTH 14.1", DEALER, "start_round", minute=minute)
    for minute in within:
        scene.state = start
        scene.new_round(minute)
        assert scene.state.felt.stage == "betting"


@pytest.mark.clause("UTH 14.1", "UTH 14.2")
def test_a_table_is_opened_and_closed_once() -> None:
    scene = Scene()
    scene.refuses("UTH 14.2", OPERATOR, "close_table", reason="quiet")
    scene.refuses("UTH 14.1", DEALER, "start_round")
    scene.tell(OPERATOR, "open_table")
    scene.refuses("UTH 14.1", OPERATOR, "open_table")


@pytest.mark.clause("UTH 14.2")
def test_closing_needs_a_notice_and_lets_a_running_round_end() -> None:
    scene = at("before_flop")
    scene.refuses("UTH 14.2", OPERATOR, "close_table")
    scene.tell(OPERATOR, "close_table", reason="The table closes after this round")
    for seat in (1, 2, 3):
        scene.fold(seat)
    assert scene.is_over
    scene.refuses("UTH 14.1", DEALER, "start_round")


@pytest.mark.clause("UTH 14.2")
def test_a_table_closed_while_betting_is_open_deals_no_more() -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.tell(OPERATOR, "close_table", reason="fire alarm")
    scene.refuses("UTH 14.2", DEALER, "deal", cards=DECK[:9])
    scene.tell(PLAYER, "take_back", 1, wagers=TEN)
    assert scene.accounts()["player Ann"] == 0


@pytest.mark.clause("UTH 2.4", "PON 2.2", "HLD 2.4", "CAN 2.2")
@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon", "holdem"])
def test_the_cards_are_checked_again_when_the_table_has_closed(game: str) -> None:
    rules = game_named(game)
    table: Table[Any] = Table(rules, rules.default_settings, Shoe.seeded(1)).open()
    assert not table.state.house.closing_check_is_due
    table.do(Command(OPERATOR, "close_table", reason="the day is over"))
    assert table.state.house.closing_check_is_due
    check = Command(DEALER, "check_cards", cards=rules.deck(table.state).cards)
    refused(table.do(check._replace(cards=check.cards[1:])))
    assert table.state.house.closing_check_is_due
    (checked,) = table.do(check)
    assert checked.clause == rules.clauses.card_check
    assert not table.state.house.closing_check_is_due
    assert not any(hasattr(event, "what") for event in table.do(Command(OPERATOR, "open_table")))


@pytest.mark.clause("UTH 2.4")
def test_a_closing_check_that_was_not_made_is_on_record_when_the_table_opens_again() -> None:
    scene = opened()
    scene.tell(OPERATOR, "close_table", reason="the day is over")
    missed, _ = scene.tell(OPERATOR, "open_table")
    assert missed.clause == "UTH 2.4"
    scene.refuses("UTH 2.4", DEALER, "start_round")


@pytest.mark.clause("UTH D-Round of Play")
@pytest.mark.parametrize("moment", ["dealing", "river", "settling"])
def test_one_round_at_a_time(moment: str) -> None:
    at(moment).refuses("UTH 4.2", DEALER, "start_round")


def test_rounds_are_numbered() -> None:
    scene = dealt({1: "As Ad"})
    assert scene.state.house.round == 1
    scene.fold(1)
    scene.again({1: "As Ad"})
    assert scene.state.house.round == 2


@pytest.mark.clause("UTH 4.4")
def test_a_seat_is_for_one_and_a_player_has_one_seat() -> None:
    scene = opened()
    scene.tell(PLAYER, "sit", 1, player="Ann")
    scene.refuses("UTH 4.1", PLAYER, "sit", 1, player="Bob")
    scene.refuses("UTH 4.1", PLAYER, "sit", 2, player="Ann")
    scene.refuses("UTH 4.1", PLAYER, "leave", 2)
    scene.dealer("start_round")
    # Whoever sits at a box need not say a name there.
    scene.tell(PLAYER, "place", 1, wagers=TEN)
    assert {wager.player for wager in scene.state.felt.wagers} == {"Ann"}
    scene.tell(PLAYER, "leave", 1)
    scene.tell(PLAYER, "sit", 2, player="Ann")


def _seated(*seats: int) -> Scene:
    scene = opened(boxes=3)
    for seat in seats:
        scene.tell(PLAYER, "sit", seat, player=NAMES[seat])
    return scene


def _round_of(scene: Scene, *seats: int) -> None:
    scene.new_round()
    for seat in seats:
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    step = known(scene.game.routine(scene.state))
    scene.tell(DEALER, "deal", cards=DECK[: step.cards])
    for seat in seats:
        scene.fold(seat)


@pytest.mark.clause("UTH 15.7")
def test_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    scene = _seated(1, 2, 3)
    for sat_out in range(MOST_IDLE_ROUNDS):
        assert f"sat out {sat_out}" in scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)
        _round_of(scene, 1, 2)
    scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 1)
    (gone,) = scene.tell(SUPERVISOR, "vacate_seat", 3)
    assert gone.clause == "UTH 15.7"
    assert dict(scene.state.house.seated) == {1: "Ann", 2: "Bob"}
    scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)


@pytest.mark.clause("UTH 15.7")
def test_a_wager_in_between_starts_the_count_again() -> None:
    scene = _seated(1, 2, 3)
    for seats in ((1, 2), (1, 2), (1, 2, 3), (1, 2), (1, 2)):
        _round_of(scene, *seats)
    assert "sat out 2" in scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)


@pytest.mark.clause("UTH 15.7")
def test_only_rounds_with_every_other_seat_in_use_count() -> None:
    scene = _seated(1, 3)
    for _ in range(4):
        _round_of(scene, 1)
    scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)
    scene.tell(PLAYER, "sit", 2, player="Bob")
    assert "sat out 0" in scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)
    for _ in range(3):
        _round_of(scene, 1, 2)
    scene.tell(SUPERVISOR, "vacate_seat", 3)


@pytest.mark.clause("UTH 15.7")
def test_a_seat_is_kept_as_soon_as_another_one_is_free() -> None:
    scene = _seated(1, 2, 3)
    for _ in range(3):
        _round_of(scene, 1, 2)
    scene.tell(PLAYER, "leave", 1)
    assert "all the others" in scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 3)
    assert "Nobody" in scene.refuses("UTH 15.7", SUPERVISOR, "vacate_seat", 1)


@pytest.mark.clause("UTH 15.3(b)")
def test_an_excluded_player_stays_out_until_readmitted() -> None:
    scene = opened()
    scene.refuses("UTH 15.3(b)", OPERATOR, "exclude_player", player="Ann")
    scene.tell(OPERATOR, "exclude_player", player="Ann", reason="marked cards")
    scene.dealer("start_round")
    scene.refuses("UTH 15.3(b)", PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 15.3(b)", PLAYER, "sit", 1, player="Ann")
    scene.tell(OPERATOR, "readmit_player", player="Ann")
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)


@pytest.mark.clause("UTH 15.3(b)", "UTH 15.3(a)")
def test_shutting_a_player_out_leaves_the_running_hand_to_its_own_ruling() -> None:
    scene = at("before_flop")
    wagers = scene.state.felt.wagers
    scene.tell(OPERATOR, "exclude_player", player="Ann", reason="marked cards")
    assert scene.state.felt.wagers == wagers
    scene.tell(OPERATOR, "void_wagers", player="Ann", reason="marked cards")
    assert scene.accounts()["player Ann"] == 0


@pytest.mark.clause("UTH 15.5")
@pytest.mark.parametrize("moment", ["dealing", "river", "settling"])
def test_a_dispute_is_recorded_with_the_decision_and_changes_nothing(moment: str) -> None:
    scene = at(moment)
    before = scene.state
    (kept,) = scene.tell(OPERATOR, "record_dispute", 1, player="Ann", reason="says she checked", ruling="fold stands")
    assert kept.clause == "UTH 15.5"
    assert getattr(kept, "reason", None) == "says she checked: fold stands"
    assert scene.state == before
    scene.refuses("UTH 15.5", OPERATOR, "record_dispute", 1, reason="says she checked")


@pytest.mark.clause("UTH 5.1", "UTH 5.3", "UTH 2.1", "UTH 14.1", "UTH 2.2", "UTH 13.4", "UTH 11.1")
@pytest.mark.clause("UTH 6.2(a)", "UTH 6.2(b)")
@pytest.mark.parametrize(
    ("settings", "clause"),
    [
        ({"boxes": 0}, "UTH 2.1"),
        ({"deck_colours": ""}, "UTH 6.2(a)"),
        ({"deck_colours": "red red"}, "UTH 6.2(b)"),
        ({"deck_colours": "red blue green"}, "UTH 6.2(a)"),
        ({"marker_lifts_trips": "maybe"}, "UTH 5.2"),
        ({"boxes": 23}, "UTH 2.1"),
        ({"wager_step": 0}, "UTH 5.3"),
        ({"max_payout": 0}, "UTH 5.1"),
        ({"max_payout_scope": "per_day"}, "UTH 5.1"),
        ({"hours": (600, 600)}, "UTH 14.1"),
        ({"hours": (-1, 600)}, "UTH 14.1"),
        ({"hours": (600, 1441)}, "UTH 14.1"),
        ({"shoe": "hat"}, "UTH 11.2"),
        ({"entry_mode": "guess"}, "UTH 15.6(c)"),
        ({"limits": limits((0, 1000))}, "UTH 5.1"),
        ({"limits": limits((2000, 1000))}, "UTH 5.1"),
        ({"dealer_exposed_after_flop": "shrug"}, "UTH 13.4"),
        ({"shoe_fault_after_deal": "shrug"}, "UTH 11.1"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_their_clause(settings: dict[str, object], clause: str) -> None:
    refusal = known(GAME.settings_error(UltimateSettings(**settings)))  # type: ignore[arg-type]
    assert refusal.clause == clause
    assert refusal.reason.endswith(".")


@pytest.mark.parametrize(
    "settings",
    [
        UltimateSettings(),
        UltimateSettings(boxes=22, shoe="card", hours=(720, 240), entry_mode="record"),
        UltimateSettings(boxes=1, wager_step=1, max_payout=1, limits=limits((1, 1))),
    ],
    ids=["default", "other", "least"],
)
def test_settings_that_can_be(settings: HouseSettings) -> None:
    assert GAME.settings_error(settings) is None
    assert common_error(settings, CLAUSES, MOST_BOXES) is None


# What three documents say alike, by the numbers of two of them: the verb, its particulars, and the clauses.
COMMON: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("change_cards", {}, "CAN 2.3[s2]", "PON 2.4[s2]"),
    ("count_cards", {}, "CAN 2.4", "PON 2.2"),
    ("announce_limits", {"limits": {}}, "CAN 3.1", "PON 3.1"),
    ("close_table", {"reason": "fire alarm"}, "CAN 15.2", "PON 16.2"),
    ("exclude_player", {"player": "Ann", "reason": "marked cards"}, "CAN 16.3(b)", "PON 17.2(b)"),
    ("record_dispute", {"reason": "says she stood", "ruling": "the hit stands"}, "CAN 16.5", "PON 17.4"),
)


@pytest.mark.clause("CAN 2.3[s1]", "CAN 2.4", "CAN 3.1", "CAN 15.2", "CAN 16.3(b)", "PON 2.4[s1]", "PON 17.4")
@pytest.mark.parametrize("game", ["canberra", "pontoon"])
@pytest.mark.parametrize(("do", "particulars", "canberra", "pontoon"), COMMON, ids=[row[0] for row in COMMON])
def test_what_documents_say_alike_is_kept_under_the_number_of_each(
    game: str, do: str, particulars: dict[str, Any], canberra: str, pontoon: str
) -> None:
    table = Table(game_named(game), shoe=Shoe.seeded(1)).open()
    if do == "announce_limits":
        particulars = {"limits": table.state.house.limits}
    kept = table.do(Command(OPERATOR if do != "count_cards" else SUPERVISOR, do, **particulars))
    assert not isinstance(kept, Refusal), kept
    assert getattr(kept[0], "clause", "") == {"canberra": canberra, "pontoon": pontoon}[game]


@pytest.mark.clause("CAN 2.3[s2]")
def test_changed_cards_are_checked_by_the_supervisor_and_the_dealer() -> None:
    game = game_named("canberra")
    table = Table(game, shoe=Shoe.seeded(1)).open()
    table.do(Command(OPERATOR, "change_cards"))
    assert table.state.house.cards_to_check_by == {DEALER, SUPERVISOR}
    for role in (DEALER, SUPERVISOR):
        table.do(Command(role, "check_cards", cards=game.deck(table.state).cards))
    assert not table.state.house.cards_to_check_by


@pytest.mark.clause("CAN 13.2 tail", "CAN 16.2", "CAN 16.3(a)")
@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (Command(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player"), "CAN 13.2 tail"),
        (Command(OPERATOR, "void_round", reason="disturbance"), "CAN 16.2"),
        (Command(OPERATOR, "void_wagers", player="Ann", reason="marked cards"), "CAN 16.3(a)"),
    ],
    ids=["collusion", "disturbance", "rule-breaker"],
)
def test_what_a_supervisor_makes_void_goes_back(command: Command, clause: str) -> None:
    table = Table(game_named("canberra"), shoe=Shoe.seeded(1)).open().new_round()
    table.place(1, "Ann", ante=1000)
    table.deal()
    kept = table.do(command)
    assert not isinstance(kept, Refusal), kept
    assert clause in {getattr(event, "clause", "") for event in kept}
    assert sum(move.amount for event in kept for move in moves(event, table.game.movers)) == 1000
