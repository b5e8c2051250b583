"""HLD 4.1, HLD 4.3, HLD 16.4 and HLD 16.7: what each of those at the table may see, and what nobody may."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.cards.card import face
from pitboss.games.holdem import Commission
from pitboss.games.play import Audience, Command, Viewer
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, Scene

BOARD = "2h 7c 9d Js 4h"
HOLE = {1: "Qc Qd", 2: "As Ad", 3: "Kc Kd", 4: "8c 3d"}
FOUR = (20000,) * 4
SIGN, AT_DEALER, AUDITOR = Viewer(Audience.SIGN), Viewer(Audience.DEALER), Viewer(Audience.AUDITOR)
LINES = ("4 call", "1 call", "2 call", "3 stand", "2 check", "3 bet 1000", "4 fold", "1 call", "2 call")
_CARD = re.compile(r"\b(?:[2-9TJQKA][shdc]|JK)\b")


def seat(number: int, player: str | None = None) -> Viewer:
    return Viewer(Audience.SEAT, number, player)


def words_of(shown: object) -> Iterator[str]:
    """Every word of a view, however deep."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            yield from words_of(name)
            yield from words_of(value)
    elif isinstance(shown, list | tuple):
        for value in shown:
            yield from words_of(value)
    elif isinstance(shown, str):
        yield shown


def cards_in(scene: Scene, viewer: Viewer) -> set[str]:
    """All cards that a view tells of in any place."""
    return {found for word in words_of(scene.table.view(viewer).as_json()) for found in _CARD.findall(word)}


def row(scene: Scene, viewer: Viewer, number: int) -> dict[str, Any]:
    rows = scene.table.view(viewer).as_json()["seats"]
    assert isinstance(rows, list)
    return next(row for row in rows if row["seat"] == number)


def own(number: int) -> set[str]:
    return set(HOLE[number].split())


@pytest.mark.clause("HLD D-Hole Card", "HLD 16.4[s1]", "HLD D-Communal Cards")
def test_until_the_showdown_everybody_sees_the_board_and_the_own_cards_alone() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD, by_hand=True).start()
    lines = list(LINES)
    while True:
        board = {face(card) for card in scene.now.board}
        for viewer in (SIGN, AT_DEALER, AUDITOR):
            assert cards_in(scene, viewer) == board
        for number in HOLE:
            assert cards_in(scene, seat(number)) == board | own(number)
        if not lines:
            break
        scene.act(lines.pop(0))
    assert row(scene, SIGN, 2)["cards"] == ["??", "??"]


@pytest.mark.clause("HLD 16.4[s1]", "HLD D-Fold")
def test_a_folded_hand_is_still_its_owners_and_nobody_elses() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD, by_hand=True).start().act(*LINES)
    assert row(scene, seat(4), 4)["folded"]
    assert row(scene, seat(4), 4)["cards"] == ["8c", "3d"]
    for other in (1, 2, 3):
        assert own(4).isdisjoint(cards_in(scene, seat(other)))


@pytest.mark.clause("HLD 13.1[s2]", "HLD 16.4[s1]", "HLD D-Showdown")
def test_at_the_showdown_shown_hands_are_everybodys_and_mucked_ones_are_not() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD).start().act(*LINES)
    while not scene.is_over:
        scene.act(f"{scene.turn} check")
    assert (scene.done.shown, scene.done.mucked) == ((2,), (3, 1))
    open_cards = set(BOARD.split()) | own(2)
    for viewer in (SIGN, AT_DEALER):
        assert cards_in(scene, viewer) == open_cards
    for number in HOLE:
        assert cards_in(scene, seat(number)) == open_cards | own(number)
    settled = scene.table.view(SIGN).as_json()["settlement"]
    assert isinstance(settled, dict)
    assert (settled["shown"], settled["mucked"]) == ([2], [3, 1])
    assert settled["hands"] == [
        {"seat": 2, "rank": "one_pair", "low": None, "words": "one pair, aces, with a jack, a nine and a seven"}
    ]


@pytest.mark.clause("HLD 16.7", "HLD 16.4[s1]")
def test_the_auditor_sees_every_card_that_was_dealt_once_the_round_is_over_and_none_that_was_not() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD).start().act(*LINES)
    while not scene.is_over:
        assert cards_in(scene, AUDITOR) == {face(card) for card in scene.now.board}
        scene.act(f"{scene.turn} check")
    dealt = {face(card) for card in scene.table.state.felt.dealt}
    assert len(dealt) == 8 + 5 + 3
    assert cards_in(scene, AUDITOR) == dealt
    burned = scene.table.view(AUDITOR).as_json()["burned"]
    assert burned == [face(card) for card in scene.now.burned]
    for viewer in (SIGN, AT_DEALER, seat(1)):
        assert "burned" not in scene.table.view(viewer).as_json()


@pytest.mark.clause("HLD 16.4[s1]", "HLD 10.4(a)")
def test_a_pot_won_without_a_showdown_shows_no_hand() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD).start().act("4 fold", "1 fold", "2 raise 3000", "3 fold")
    assert scene.is_over
    assert cards_in(scene, SIGN) == set()
    assert cards_in(scene, seat(3)) == own(3)


@pytest.mark.clause("HLD 16.4[s1]", "HLD D-Void")
def test_a_void_round_shows_no_hand() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD).start().act("4 call")
    scene.ruled("void_round", OPERATOR, reason="fraud")
    assert cards_in(scene, SIGN) == set()
    assert cards_in(scene, AUDITOR) == own(1) | own(2) | own(3) | own(4)
    assert scene.table.view(SIGN).as_json()["pot"] == 0
    assert [row(scene, SIGN, number)["bet"] for number in HOLE] == [0, 0, 0, 0]


@pytest.mark.clause("HLD 16.4[s1]")
def test_nobody_shows_a_hand_before_the_showdown_or_folded_cards_at_all_in_the_round() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD, by_hand=True).start().act("4 fold")
    assert scene.refused("2 show") == Refusal("HLD 16.4[s1]", "The identity of cards is protected until the showdown.")
    assert scene.refused("4 show") == Refusal("HLD 16.4[s1]", "A folded hand is not shown while the round is played.")
    stranger = scene.refuses(Command(PLAYER, "show", 2, "P3"))
    assert stranger == Refusal("HLD 16.4[s1]", "The hand at seat 2 belongs to P2.")


@pytest.mark.clause("HLD 16.4[s1]", "HLD D-Hole Card")
def test_whoever_sits_down_at_a_seat_does_not_see_the_last_ones_cards() -> None:
    scene = Scene(FOUR, hole=HOLE, board=BOARD).start().act("4 fold", "1 fold", "2 fold")
    assert scene.is_over
    scene.ruled("leave", PLAYER, seat=2, player="P2")
    scene.ruled("join", PLAYER, seat=2, player="Zoe", amount=20000)
    assert cards_in(scene, seat(2)) == set()
    assert cards_in(scene, seat(2, "Zoe")) == set()
    assert cards_in(scene, seat(2, "P2")) == own(2)


@pytest.mark.clause("STAR 7.28", "HLD D-Hole Card")
def test_tabled_hands_are_everybodys() -> None:
    chosen: dict[str, Any] = {"mode": "tournament", "procedures": "STAR"}
    scene = Scene((9000,) * 4, hole=HOLE, board=BOARD, by_hand=True, **chosen).start()
    scene.act("4 fold", "1 tap_out", "2 tap_out", "3 fold")
    assert cards_in(scene, SIGN) == set(BOARD.split()) | own(1) | own(2)


@pytest.mark.clause("HLD 4.1", "HLD 4.2", "HLD 15.3[s2]", "HLD 2.2")
def test_the_sign_says_how_the_table_is_played() -> None:
    charge = Commission("time", rate=600, minutes=30)
    scene = Scene(min_table_stake=20000, max_buy_in=80000, min_bet=1000, over_blind=2000, deck=48, commission=charge)
    sign = scene.table.view(SIGN).as_json()["sign"]
    assert isinstance(sign, dict)
    expected = {
        "min_table_stake": 20000,
        "max_buy_in": 80000,
        "min_bet": 1000,
        "max_bet": None,
        "limit": "no_limit",
        "structure": "blinds",
        "blinds": [500, 1000],
        "over_blind": 2000,
        "opening_option": "B",
        "game": "high",
        "deck": 48,
        "joker": False,
        "burn": True,
        "mode": "cash",
    }
    assert {name: sign[name] for name in expected} == expected
    assert sign["commission"]["rate"] == 600
    tournament = Scene(mode="tournament").table.view(SIGN).as_json()["sign"]
    assert isinstance(tournament, dict)
    assert tournament["commission"] is None


@pytest.mark.clause("HLD 4.3[s2]", "HLD D-Table Stake", "HLD D-Dealer Button", "HLD D-Pot")
@pytest.mark.parametrize("viewer", [SIGN, AT_DEALER, AUDITOR, seat(1), seat(3)])
def test_every_stake_and_every_bet_is_in_full_view(viewer: Viewer) -> None:
    scene = Scene((20000, 15000, 3000), hole={}, board=BOARD, by_hand=True).start().act("1 raise 5000", "2 fold")
    assert [row(scene, viewer, number)["stake"] for number in (1, 2, 3)] == [15000, 14500, 2000]
    assert [row(scene, viewer, number)["bet"] for number in (1, 2, 3)] == [5000, 500, 1000]
    assert [row(scene, viewer, number)["button"] for number in (1, 2, 3)] == [True, False, False]
    assert [row(scene, viewer, number)["folded"] for number in (1, 2, 3)] == [False, True, False]
    assert scene.table.view(viewer).as_json()["pot"] == 6500
    scene.act("3 tap_out")
    assert row(scene, viewer, 3)["tapped_out"]
    assert row(scene, viewer, 3)["paid"] == 3000
    scene.settle()
    assert sum(row(scene, viewer, number)["stake"] for number in (1, 2, 3)) == 38000
    assert scene.table.view(viewer).as_json()["pot"] == 0


def pots(scene: Scene) -> tuple[list[tuple[int, list[int]]], Any, Any]:
    """The pots with who may win each, the bets beside them, and what goes back."""
    shown: dict[str, Any] = scene.table.view(SIGN).as_json()
    rows = [(pot["amount"], pot["eligible"]) for pot in shown["pots"]]
    return rows, shown["uncollected"], shown["going_back"]


@pytest.mark.clause("HLD 14.2[s1]", "HLD D-Pot")
def test_the_pots_of_a_running_round_name_who_may_win_them() -> None:
    scene = Scene((6500, 60000, 60000, 60000), board=BOARD, by_hand=True)
    assert pots(scene) == ([], 0, None)
    scene.start()
    assert pots(scene) == ([(0, [1, 2, 3, 4])], 1500, None)
    scene.act("4 raise 2000", "1 tap_out", "2 fold", "3 call")
    # Seat 1 has tapped out by a bet that is not collected yet.
    assert pots(scene) == ([(0, [1, 3, 4])], 15500, None)
    scene.act("4 call")
    assert pots(scene) == ([(20000, [1, 3, 4])], 0, None)
    scene.act("3 bet 9000")
    assert pots(scene) == ([(20000, [1, 3, 4]), (0, [3, 4])], 9000, None)
    scene.act("4 call", "3 bet 16000")
    assert pots(scene) == ([(20000, [1, 3, 4]), (18000, [3, 4])], 16000, None)
    scene.act("4 fold")
    assert pots(scene) == ([(20000, [1, 3]), (18000, [3])], 0, {"seat": 3, "amount": 16000})
    scene.settle()
    assert pots(scene) == ([], 0, None)


@pytest.mark.clause("HLD 14.2[s1]", "HLD 15.2(b)")
def test_what_nobody_can_match_any_more_is_in_no_pot() -> None:
    scene = Scene((20000, 6000, 20000), board=BOARD, by_hand=True).start().act("1 raise 20000", "2 tap_out", "3 fold")
    assert pots(scene) == ([(13000, [1, 2])], 0, {"seat": 1, "amount": 14000})


def test_blinds_that_nobody_has_matched_yet_are_bets() -> None:
    scene = Scene((20000, 20000, 20000))
    scene.table.new_round()
    assert pots(scene) == ([(0, [1, 2, 3])], 1500, None)


@pytest.mark.clause("HLD D-Declared")
def test_a_declared_player_is_seen_to_be_one() -> None:
    scene = Scene((20000, 5000, 20000)).start()
    assert [row(scene, SIGN, number)["declared"] for number in (1, 2, 3)] == [False, True, False]


@pytest.mark.clause("HLD D-Call", "HLD 4.8[s1]")
def test_whose_turn_it_is_and_what_it_costs() -> None:
    scene = Scene(limit="full_pot", board=BOARD).start().act("1 raise 3500")
    scene.ruled("call_clock", OPERATOR)
    turn = scene.table.view(SIGN).as_json()["turn"]
    # 5 and 10 and 35, and 30 to call: 35 + 80.
    assert turn == {
        "seat": 2,
        "call": 3000,
        "may_raise": True,
        "min_to": 6000,
        "max_to": 11500,
        "clock": 40,
        "ruling": None,
    }
    scene.act("2 fold", "3 fold")
    assert scene.table.view(SIGN).as_json()["turn"] is None


@pytest.mark.clause("HLD 9.4", "HLD 9.5")
def test_the_street_and_the_board_are_named() -> None:
    scene = Scene(board=BOARD, by_hand=True)
    assert scene.table.view(SIGN).as_json()["street"] is None
    scene.start()
    assert scene.table.view(SIGN).as_json()["street"] == "hole"
    scene.act("1 call", "2 call", "3 stand")
    for street, count in (("flop", 3), ("turn", 4), ("river", 5)):
        shown = scene.table.view(SIGN).as_json()
        assert (shown["street"], shown["board"]) == (street, BOARD.split()[:count])
        scene.act("2 check", "3 check", "1 check")


@pytest.mark.clause("HLD 15.2", "HLD 13.1[s3]", "HLD 15.2(b)")
def test_the_settlement_is_there_to_be_read() -> None:
    charge = Commission("pot", "ii", 1000)
    scene = Scene((20000, 6000, 20000), hole=HOLE, board=BOARD, commission=charge).start()
    scene.act("1 raise 20000", "2 tap_out", "3 fold")
    settled = scene.table.view(SIGN).as_json()["settlement"]
    assert isinstance(settled, dict)
    assert settled["pots"] == [{"amount": 13000, "eligible": [1, 2]}]
    assert settled["returned"] == {1: 14000}
    assert (settled["commission"], settled["commission_by_pot"]) == (1000, [1000])
    assert settled["commission_clause"] == "HLD 15.2(a)(ii)"
    assert settled["awards"] == [{"pot": 0, "side": "high", "seat": 2, "amount": 12000, "clause": "HLD D-High Ball"}]
    rows = scene.table.view(SIGN).as_json()["wagers"]
    assert isinstance(rows, list)
    assert [(row["player"], row["net"]) for row in rows] == [("P2", 6000), ("P3", -1000), ("P1", -6000)]


@pytest.mark.clause("HLD 17.20[s1]", "HLD D-Hole Card")
def test_a_card_that_was_exposed_is_known_and_the_other_is_not() -> None:
    scene = Scene(hole=HOLE, board=BOARD, by_hand=True).start()
    scene.ruled("card_exposed", DEALER, seat=2, cards=(scene.now.hole[0][0],))
    assert row(scene, SIGN, 2)["cards"] == ["As", "??"]
    scene.go_on()
    assert row(scene, SIGN, 2)["cards"] == ["??", "??"], "it has been replaced"
