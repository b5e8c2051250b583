"""STAR 7.25 and STAR 7.26: the clock of a tournament, who may ask for it, and what happens when it has run down."""

import pytest

from pitboss.games.play import Audience, Command, Viewer
from tests.games.holdem.rulings import STAR, clause, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene


@pytest.mark.clause("STAR 7.25[s2]", "STAR 7.25[s4]")
@pytest.mark.parametrize(("by", "who"), [(SUPERVISOR, None), (OPERATOR, None), (PLAYER, "P2"), (PLAYER, "P3")])
def test_the_director_or_another_entrant_has_the_clock_called(by: object, who: str | None) -> None:
    scene = Scene(**STAR).start()
    (called,) = scene.ruled("call_clock", by, player=who)  # type: ignore[arg-type]
    # 25 seconds, and five that are counted down.
    assert (called.seat, called.seconds, called.clause) == (1, 30, "STAR 7.25[s4]")  # type: ignore[attr-defined]
    assert scene.table.view(Viewer(Audience.SIGN)).as_json()["turn"]["clock"] == 30
    assert not_ruled(scene, "call_clock").clause == "STAR 7.25[s4]"


@pytest.mark.clause("STAR 7.25[s3]", "STAR 7.25[s2]")
def test_only_an_entrant_at_the_seat_asks_for_it_and_not_for_the_own_hand() -> None:
    scene = Scene((20000,) * 4, chairs={3: {"absent": True}}, **STAR).start().go_on()
    assert scene.turn == 4
    for who in ("P3", "Q1", None):
        assert scene.refuses(Command(PLAYER, "call_clock", player=who)).clause == "STAR 7.25[s3]"
    assert scene.refuses(Command(PLAYER, "call_clock", player="P4")).clause == "STAR 7.25[s2]"
    # Who has folded may ask as well.
    scene.act("4 fold")
    scene.ruled("call_clock", PLAYER, player="P4")


@pytest.mark.clause("STAR 7.25[s2]")
def test_the_clock_is_for_somebody_who_has_to_act() -> None:
    won = Scene(by_hand=True, **STAR).start().act("1 fold", "2 fold")
    assert not_ruled(won, "call_clock").clause == "STAR 7.25[s2]"
    # Hands of absent entrants are mucked first.
    absent = Scene(chairs={2: {"absent": True}}, **STAR).start()
    assert not_ruled(absent, "call_clock").clause == "STAR 7.25[s2]"


@pytest.mark.clause("STAR 7.25[s5]")
def test_facing_a_bet_the_hand_is_dead_and_its_wagers_stay() -> None:
    scene = on_flop(**STAR).act("2 bet 2400", "3 raise 4800", "1 fold")
    assert clause(scene.ruled("no_decision", seat=2, seconds=30)) == "STAR 7.25[s5]"
    scene.go_on()
    assert scene.stakes == {1: 19000, 2: 16600, 3: 24400}


@pytest.mark.clause("STAR 7.25[s5]")
def test_not_facing_a_bet_the_hand_is_checked() -> None:
    scene = on_flop(**STAR)
    (checked,) = scene.ruled("no_decision", seat=2, seconds=30)
    assert (checked.do, checked.added, checked.clause) == ("check", 0, "STAR 7.25[s5]")  # type: ignore[attr-defined]
    assert scene.turn == 3
    big_blind = Scene(**STAR).start().act("1 call", "2 call")
    (stood,) = big_blind.ruled("no_decision", seat=3, seconds=30)
    assert (stood.do, stood.clause) == ("stand", "STAR 7.25[s5]")  # type: ignore[attr-defined]
    assert big_blind.go_on().now.street == 1


@pytest.mark.clause("STAR 7.25[s4]", "STAR 7.25[s5]")
def test_the_thirty_seconds_must_have_passed_for_whose_turn_it_is() -> None:
    scene = on_flop(**STAR)
    assert not_ruled(scene, "no_decision", seat=2, seconds=29).clause == "STAR 7.25[s5]"
    assert not_ruled(scene, "no_decision", seat=3, seconds=30).clause == "STAR 7.25[s5]"
    assert not_ruled(scene, "no_decision", DEALER, seat=2, seconds=30).clause == "HLD D-Casino Supervisor"
    # The hold'em rules give forty.
    assert not_ruled(on_flop(mode="tournament"), "no_decision", seat=2, seconds=30).clause == "HLD 4.8[s2]"


@pytest.mark.clause("STAR 7.25[s5]", "HLD 17.8[s1]")
def test_chips_pushed_towards_the_call_stay_in_when_time_runs_out() -> None:
    scene = on_flop(**STAR).act("2 bet 4000")
    scene.ruled("push", seat=3, amount=1500)
    scene.ruled("no_decision", seat=3, seconds=30)
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 23500, 3: 17500}


@pytest.mark.clause("STAR 7.25[s5]", "HLD 10.2(d)(i)")
def test_an_ante_that_nobody_opens_in_time_goes_to_the_flop() -> None:
    scene = Scene(structure="ante", blinds=(), ante=500, **STAR).start()
    for seat in (2, 3, 1):
        assert scene.turn == seat
        scene.ruled("no_decision", seat=seat, seconds=30)
    assert scene.go_on().now.street == 1


@pytest.mark.clause("STAR 7.26[s1]")
def test_an_entrant_who_delays_the_game_is_noted() -> None:
    scene = Scene(**STAR).start()
    assert clause(scene.ruled("note_breach", reason="delay", player="P1")) == "STAR 7.26[s1]"
