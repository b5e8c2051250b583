"""HLD 4.8: the operator gives a player forty seconds, and when they are over the hand is folded."""

import pytest

from pitboss.games.play import Audience, Command, Role, Viewer
from tests.games.holdem.rulings import clause, early, not_ruled, on_flop
from tests.games.holdem.scene import OPERATOR, PLAYER, SUPERVISOR, Scene


def time_is_up(scene: Scene, seat: int) -> str:
    return clause(scene.ruled("no_decision", seat=seat, seconds=40))


def clock_seen(scene: Scene) -> object:
    """What everybody sees of the clock."""
    turn = scene.table.view(Viewer(Audience.SIGN)).as_json()["turn"]
    return turn["clock"] if isinstance(turn, dict) else None


@pytest.mark.clause("HLD 4.8[s1]")
@pytest.mark.parametrize("by", [SUPERVISOR, OPERATOR])
def test_the_operator_may_at_any_time_give_a_player_forty_seconds(by: Role) -> None:
    scene = Scene().start()
    (called,) = scene.ruled("call_clock", by)
    assert (called.seat, called.seconds, called.clause) == (1, 40, "HLD 4.8[s1]")  # type: ignore[attr-defined]
    assert clock_seen(scene) == 40
    assert not_ruled(scene, "call_clock").clause == "HLD 4.8[s1]"
    # It is the player's alone: the next one has all the time again.
    scene.act("1 call")
    assert clock_seen(scene) is None
    scene.ruled("call_clock", by)
    assert scene.turn == 2


@pytest.mark.clause("HLD 4.8[s1]")
def test_players_do_not_ask_for_the_clock_in_a_cash_game() -> None:
    assert Scene().start().refuses(Command(PLAYER, "call_clock", player="P2")).clause == "HLD 4.8[s1]"


@pytest.mark.clause("HLD 4.8[s1]")
def test_nobody_is_hurried_who_has_not_to_act() -> None:
    won = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(won, "call_clock").clause == "HLD 4.8[s1]"
    absent = Scene(mode="tournament", chairs={1: {"absent": True}}).start()
    assert not_ruled(absent, "call_clock").clause == "HLD 4.8[s1]"
    assert not_ruled(absent, "no_decision", seat=1, seconds=40).clause == "HLD 4.8[s2]"


@pytest.mark.clause("HLD 4.8[s2]", "R-31")
def test_time_runs_out_and_the_hand_is_folded_though_a_check_was_free() -> None:
    scene = on_flop().act("2 check", "3 check", "1 check")
    scene.ruled("call_clock")
    assert time_is_up(scene, 2) == "HLD 4.8[s2]"
    assert clock_seen(scene) is None
    scene.act("3 bet 2000", "1 fold")
    assert scene.stakes == {1: 19000, 2: 19000, 3: 22000}


@pytest.mark.clause("HLD 4.8[s2]", "R-34")
def test_all_bets_of_the_hand_stay_in_the_pot() -> None:
    scene = on_flop().act("2 bet 3000", "3 raise 6000", "1 fold")
    time_is_up(scene, 2)
    scene.go_on()
    assert scene.stakes == {1: 19000, 2: 16000, 3: 25000}


@pytest.mark.clause("HLD 4.8[s2]")
def test_the_forty_seconds_must_have_passed_for_whose_turn_it_is() -> None:
    scene = on_flop()
    assert not_ruled(scene, "no_decision", seat=2, seconds=39).clause == "HLD 4.8[s2]"
    assert not_ruled(scene, "no_decision", seat=2).clause == "HLD 4.8[s2]"
    assert not_ruled(scene, "no_decision", seat=3, seconds=40).clause == "HLD 4.8[s2]"
    assert not_ruled(scene, "no_decision", PLAYER, seat=2, seconds=40).clause == "HLD D-Casino Supervisor"
    won = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(won, "no_decision", seat=3, seconds=40).clause == "HLD 4.8[s2]"


@pytest.mark.clause("HLD 4.8[s2]", "HLD 10.2(d)(i)")
def test_an_opener_who_must_bet_and_does_not_leaves_the_opening_to_the_next() -> None:
    scene = Scene(structure="ante", blinds=(), ante=500).start()
    assert scene.turn == 2
    time_is_up(scene, 2)
    assert scene.turn == 3
    assert scene.offered == {"bet", "tap_out"}
    time_is_up(scene, 3)
    # The last one left has won the antes.
    scene.go_on()
    assert scene.stakes == {1: 21000, 2: 19500, 3: 19500}


@pytest.mark.clause("HLD 4.8[s2]", "HLD 17.6(d)")
@pytest.mark.parametrize(
    ("shown", "do", "to"), [("1 raise 12000", "raise", 12000), ("1 call", "call", 4000), ("1 tap_out", "raise", 19000)]
)
def test_a_wager_out_of_turn_that_stands_needs_no_decision_any_more(shown: str, do: str, to: int) -> None:
    scene = on_flop().act("2 bet 4000")
    early(scene, shown)
    scene.act("3 fold")
    (event,) = scene.ruled("no_decision", seat=1, seconds=40)
    assert (event.do, event.to) == (do, to)  # type: ignore[attr-defined]


@pytest.mark.clause("HLD 4.8[s2]", "HLD 17.6(c)", "R-34")
def test_an_exceeded_wager_out_of_turn_stays_in_as_on_a_fold() -> None:
    scene = on_flop((50000,) * 3).act("2 bet 4000")
    early(scene, "1 raise 8000")
    scene.act("3 raise 10000")
    time_is_up(scene, 1)
    assert scene.turn == 2
    scene.act("2 fold")
    assert scene.stakes == {1: 41000, 2: 45000, 3: 64000}


@pytest.mark.clause("HLD 4.8[s2]", "HLD 17.6(a)", "HLD 17.6(b)")
def test_a_wager_out_of_turn_that_does_not_stand_goes_back_as_on_a_fold() -> None:
    called = on_flop().act("2 bet 4000")
    early(called, "1 raise 12000")
    called.act("3 call")
    time_is_up(called, 1)
    assert dict(zip(called.now.seats, called.now.stacks, strict=True))[1] == 19000
    bet = on_flop()
    early(bet, "3 check")
    bet.act("2 bet 4000")
    assert len(bet.ruled("no_decision", seat=3, seconds=40)) == 1
    checked = on_flop()
    early(checked, "3 bet 4000")
    checked.act("2 check")
    assert time_is_up(checked, 3) == "HLD 4.8[s2]"
    assert dict(zip(checked.now.seats, checked.now.stacks, strict=True))[3] == 19000


@pytest.mark.clause("HLD 4.8[s1]")
def test_the_clock_stops_when_it_is_no_longer_the_turn_of_its_player() -> None:
    # The raise of seat 3 comes back with its hand, so that seat 2 has nothing to answer any more.
    scene = on_flop((20000,) * 4, mode="tournament", procedures="STAR").act("2 bet 1000", "3 raise 3000", "4 fold")
    scene.act("1 fold")
    scene.ruled("call_clock")
    assert scene.turn == 2
    scene.ruled("hand_in_discards", seat=3)
    assert scene.now.clock is None


@pytest.mark.clause("HLD 4.8[s1]")
def test_the_clock_runs_on_while_others_are_folded() -> None:
    scene = on_flop((20000,) * 4)
    scene.ruled("call_clock")
    scene.ruled("supervisor_fold", seat=4)
    assert scene.turn == 2
    assert clock_seen(scene) == 40
