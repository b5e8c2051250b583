"""STAR 7.20, STAR 7.28 to STAR 7.31, STAR 7.40, STAR 7.41: cards turned up, hand for hand kept down, and new levels."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.play import Audience, Command, Viewer
from tests.games.holdem.rulings import STAR, clause, early, kinds, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, Scene

HOLE = {1: "Kc Kd", 2: "Qc Qd", 3: "As Ad"}
BOARD = "2h 7c 9d Js 4h"
SIGN = Viewer(Audience.SIGN)


def up(scene: Scene) -> set[int]:
    """The seats whose hands everybody sees."""
    seats: Any = scene.table.view(SIGN).as_json()["seats"]
    return {row["seat"] for row in seats if row.get("cards") and "??" not in row["cards"]}


def all_in(*, hand_for_hand: bool = False, **settings: Any) -> Scene:
    """Seat 2 is all-in before the flop, called by seat 3; seat 1 has folded, and the dealer has done nothing since."""
    scene = Scene((20000, 8000, 20000), hole=HOLE, board=BOARD, room={"hand_for_hand": hand_for_hand}, **settings)
    scene.start().act("1 fold", "2 tap_out")
    scene.ruled("call", PLAYER, seat=3)
    return scene


@pytest.mark.clause("STAR 7.28")
def test_once_somebody_is_all_in_and_the_betting_done_all_cards_are_turned_up_before_the_board() -> None:
    scene = all_in(**STAR)
    assert up(scene) == set()
    step = GAME.routine(scene.table.state)
    assert (step.do, step.clause) == ("table_hands", "STAR 7.28")  # type: ignore[union-attr]
    (tabled,) = scene.ruled("table_hands", DEALER)
    assert (set(tabled.seats), tabled.clause) == ({2, 3}, "STAR 7.28")  # type: ignore[attr-defined]
    assert up(scene) == {2, 3}
    assert not_ruled(scene, "table_hands", DEALER).clause == "STAR 7.28"
    scene.go_on()
    assert scene.done.mucked == ()
    assert scene.stakes == {1: 20000, 2: 0, 3: 28000}


@pytest.mark.clause("STAR 7.28")
def test_cards_stay_down_while_betting_is_to_come() -> None:
    scene = on_flop((20000, 4000, 20000), hole=HOLE, board=BOARD, **STAR).act("2 tap_out", "3 call", "1 call")
    # Two can still bet on the turn.
    assert (scene.now.street, up(scene)) == (2, set())
    assert not_ruled(scene, "table_hands", DEALER).clause == "STAR 7.28"
    scene.act("3 check", "1 tap_out", "3 call")
    assert scene.done.mucked == ()


@pytest.mark.clause("STAR 7.28")
def test_at_the_end_nobody_mucks_against_an_all_in() -> None:
    scene = on_flop((20000, 4000, 20000), hole=HOLE, board=BOARD, **STAR).act("2 tap_out", "3 call", "1 call")
    scene.act("3 check", "1 check", "3 check", "1 check")
    assert up(scene) == {1, 2, 3}
    # Without an all-in the loser may muck: seat 2 shows first, seat 3 beats it, and seat 1 beats neither.
    plain = on_flop(hole=HOLE, board=BOARD, **STAR)
    for _ in range(3):
        plain.act("2 check", "3 check", "1 check")
    assert plain.done.mucked == (1,)


@pytest.mark.clause("STAR 7.28", "HLD 20.5")
def test_the_hold_em_rules_do_not_turn_cards_up() -> None:
    scene = all_in(mode="tournament")
    assert GAME.routine(scene.table.state).do == "deal"  # type: ignore[union-attr]
    assert not_ruled(scene, "table_hands", DEALER).clause == "STAR 7.28"
    scene.ruled("hand_for_hand", ruling="on")
    scene.go_on()
    assert scene.is_over


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_a_called_all_in_waits_face_down_until_the_other_tables_have_finished() -> None:
    scene = all_in(hand_for_hand=True, **STAR)
    assert GAME.routine(scene.table.state) is None
    assert GAME.due(scene.table.state) == ()
    for do in ("table_hands", "deal", "settle"):
        refusal = not_ruled(scene, do, DEALER, cards=tuple(scene.table.shoe.cards[:-5:-1]))
        assert refusal.clause in ("STAR 7.28", "STAR 7.30", "HLD 9.6")
    for seat in (2, 3):
        assert scene.refuses(Command(PLAYER, "show", seat)).clause == "STAR 7.30"
    scene.go_on()
    assert (scene.now.board, up(scene)) == ((), set())
    # The other tables have finished.
    assert clause(scene.ruled("hand_for_hand", OPERATOR, ruling="off")) == "STAR 7.30"
    scene.go_on()
    assert scene.stakes == {1: 20000, 2: 0, 3: 28000}


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_an_all_in_on_the_river_waits_before_the_showdown() -> None:
    scene = on_flop((20000, 4000, 20000), hole=HOLE, board=BOARD, room={"hand_for_hand": True}, **STAR)
    scene.act("2 check", "3 check", "1 check", "2 check", "3 check", "1 check", "2 tap_out", "3 call", "1 call")
    assert not scene.is_over
    assert not_ruled(scene, "settle", DEALER).clause == "STAR 7.30"
    scene.ruled("hand_for_hand", ruling="off")
    scene.go_on()
    assert up(scene) == {1, 2, 3}


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_nothing_else_waits() -> None:
    won = Scene(room={"hand_for_hand": True}, **STAR).start().act("1 tap_out", "2 fold", "3 fold")
    assert won.is_over
    played = on_flop(hole=HOLE, board=BOARD, room={"hand_for_hand": True}, **STAR)
    for _ in range(3):
        played.act("2 check", "3 check", "1 check")
    assert played.is_over


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_may_begin_and_end_during_a_hand() -> None:
    begun = Scene((20000, 8000, 20000), hole=HOLE, board=BOARD, **STAR).start().act("1 fold")
    begun.ruled("hand_for_hand", ruling="on")
    begun.act("2 tap_out", "3 call")
    assert GAME.routine(begun.table.state) is None
    ended = Scene((20000, 8000, 20000), hole=HOLE, board=BOARD, room={"hand_for_hand": True}, **STAR).start()
    ended.act("1 fold")
    ended.ruled("hand_for_hand", ruling="off")
    assert ended.act("2 tap_out", "3 call").is_over
    # Cards that have been turned up stay so, and the hand goes on.
    tabled = all_in(**STAR)
    tabled.ruled("table_hands", DEALER)
    tabled.ruled("hand_for_hand", ruling="on")
    assert up(tabled) == {2, 3}
    assert tabled.go_on().is_over


@pytest.mark.clause("STAR 7.30")
def test_hand_for_hand_is_on_or_off_and_for_tournaments() -> None:
    scene = Scene(**STAR)
    assert not_ruled(scene, "hand_for_hand", ruling="off").clause == "STAR 7.30"
    scene.ruled("hand_for_hand", ruling="on")
    assert scene.table.view(SIGN).as_json()["hand_for_hand"] is True
    assert not_ruled(scene, "hand_for_hand", ruling="on").clause == "STAR 7.30"
    assert not_ruled(scene, "hand_for_hand", ruling="maybe").clause == "STAR 7.30"
    assert not_ruled(Scene(), "hand_for_hand", ruling="on").clause == "STAR 7.30"


@pytest.mark.clause("STAR 7.30", "HLD 19.3", "HLD 17.10")
def test_a_hand_that_waits_can_still_be_ruled_on() -> None:
    void = all_in(hand_for_hand=True, **STAR)
    void.ruled("void_round")
    assert void.stakes == {1: 20000, 2: 8000, 3: 20000}
    dead = all_in(hand_for_hand=True, **STAR)
    dead.ruled("hand_in_discards", seat=3)
    assert dead.go_on().is_over


@pytest.mark.clause("STAR 7.29", "STAR 7.31")
def test_the_pot_goes_to_the_hand_on_the_table_and_all_its_cards_are_seen() -> None:
    hole = {1: "Kc Kd 8s 3s", 2: "As Ah 5c 6c", 3: "Qc Qd Th 3h"}
    board = "2h 7c 9d Js 4h"
    scene = on_flop((20000,) * 3, hole=hole, board=board, hole_cards=4, **STAR)
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    # Whatever was said of them, these are a pair of aces, of kings and of queens.
    assert [(award.seat, award.amount) for award in scene.done.awards] == [(2, 3000)]
    seats: Any = scene.table.view(SIGN).as_json()["seats"]
    assert next(row["cards"] for row in seats if row["seat"] == 2) == hole[2].split()


@pytest.mark.clause("STAR 7.40")
def test_an_exposed_hand_stays_live_and_is_noted() -> None:
    scene = on_flop(hole=HOLE, board=BOARD, **STAR)
    events = scene.ruled("show", PLAYER, seat=3, player="P3")
    assert kinds(events) == ["HandRevealed", "Recorded"]
    assert {event.clause for event in events} == {"STAR 7.40"}
    assert (events[1].what, events[1].player) == ("exposed_hand", "P3")  # type: ignore[attr-defined]
    assert up(scene) == {3}
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    assert scene.stakes == {1: 19000, 2: 19000, 3: 22000}


@pytest.mark.clause("STAR 7.40", "HLD 16.4[s1]")
def test_before_the_deal_is_over_and_after_a_fold_nothing_is_exposed() -> None:
    dealing = Scene(hole=HOLE, **STAR)
    dealing.table.new_round()
    dealing.ruled("deal", DEALER, cards=dealing.table.shoe.draw(3))
    assert dealing.refuses(Command(PLAYER, "show", 2)).clause == "HLD 16.4[s1]"
    folded = on_flop(**STAR).act("2 fold")
    assert folded.refuses(Command(PLAYER, "show", 2)).clause == "HLD 16.4[s1]"


@pytest.mark.clause("STAR 7.41")
def test_advice_among_entrants_is_noted() -> None:
    assert clause(Scene(**STAR).start().ruled("note_breach", reason="advice", player="P1")) == "STAR 7.41"


@pytest.mark.clause("STAR 7.20")
def test_a_new_level_is_for_the_next_deal() -> None:
    scene = Scene((20000,) * 3, **STAR).start()
    level = {"blinds": (1000, 2000), "min_bet": 2000}
    scene.ruled("announce_settings", OPERATOR, settings=level, reason="level 2")
    early(scene, "2 fold")
    scene.act("1 raise 2000")
    assert scene.now.bets[scene.now.seats.index(3)] == 1000
    scene.act("3 fold")
    scene.start()
    assert sorted(scene.now.bets) == [0, 1000, 2000]


@pytest.mark.clause("STAR 7.20", "HLD 17.3[s1]")
def test_the_deal_after_a_misdeal_is_a_new_deal() -> None:
    scene = Scene((20000,) * 3, **STAR).start()
    scene.ruled("announce_settings", OPERATOR, settings={"blinds": (1000, 2000), "min_bet": 2000}, reason="level 2")
    scene.ruled("deal_irregularity", reason="card_exposed_in_cut")
    scene.start()
    assert scene.now.bets == (1000, 2000, 0)
    assert scene.table.state.house.round == 1
