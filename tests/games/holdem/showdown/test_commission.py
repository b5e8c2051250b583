"""HLD 15: when the house takes its commission, how much, and from which pot."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME, Commission
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.showdown.commission import commission
from pitboss.games.holdem.showdown.pots import Layer
from pitboss.games.holdem.state import Charge, Round
from pitboss.games.play import Audience, Viewer
from tests.games.holdem.scene import Scene

BOARD = "2h 7c 9d Js 4h"
STRAIGHT_ON_BOARD = "Ts Jd Qh Kc As"
ACES, KINGS, QUEENS = "As Ad", "Kc Kd", "Qc Qd"
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
TOURNAMENT: dict[str, Any] = {"mode": "tournament"}


def five_percent(cap: int = 100_000, **more: Any) -> dict[str, Any]:
    return {"commission": Commission("pot", "i", cap, **more), "min_table_stake": 20000}


def ten_percent(cap: int = 100_000, **more: Any) -> dict[str, Any]:
    return {"commission": Commission("pot", "ii", cap, **more), "min_table_stake": 10000}


def charged(chosen: dict[str, Any], *amounts: int) -> Charge:
    """The commission on pots of these amounts, in all of which something was bet."""
    pots = tuple(Layer(amount, (0, 1)) for amount in amounts)
    now = Round(seats=(1, 2), forced=(0, 0))
    return commission(HoldemSettings(**chosen), now, (1, 1), pots)


def called(*seats: int, hole: dict[int, str] | None = None, board: str = BOARD, **chosen: Any) -> Scene:
    """Seat 1 raises to 50 before the flop, the named seats of 2 and 3 call, and nobody bets again."""
    scene = Scene(hole=hole or {1: ACES, 2: KINGS, 3: QUEENS}, board=board, **chosen).start().act("1 raise 5000")
    for seat in (2, 3):
        scene.act(f"{seat} {'call' if seat in seats else 'fold'}")
    scene.check_down()
    return scene


@pytest.mark.clause("HLD 15.2(a)(i)")
@pytest.mark.parametrize(
    ("pot", "due"),
    # Up to 19 nothing; above it 5% of the pot in whole dollars, rounded down, so nothing below 20 either.
    [(1800, 0), (1900, 0), (1901, 0), (1950, 0), (1999, 0), (2000, 100), (2001, 100), (3999, 100), (4000, 200)],
)
def test_five_percent_of_a_pot_above_19(pot: int, due: int) -> None:
    assert charged(five_percent(), pot) == Charge(due, (due,), "HLD 15.2(a)(i)")


@pytest.mark.clause("HLD 15.2(a)(ii)")
@pytest.mark.parametrize(
    ("pot", "due"),
    [(800, 0), (900, 0), (901, 0), (999, 0), (1000, 100), (1999, 100), (2000, 200), (14500, 1400)],
)
def test_ten_percent_of_a_pot_above_9(pot: int, due: int) -> None:
    assert charged(ten_percent(), pot) == Charge(due, (due,), "HLD 15.2(a)(ii)")


@pytest.mark.clause("HLD 15.2(a)(i)", "HLD 15.2(a)(ii)")
@pytest.mark.parametrize(
    ("chosen", "pots", "by_pot"),
    [
        # 5% of 36, but no pot above 19.
        (five_percent(), (1800, 1800), (0, 0)),
        (five_percent(), (1900, 1900), (0, 0)),
        # One above it: 5% of both, borne by that one.
        (five_percent(), (1901, 1900), (100, 0)),
        (five_percent(), (1900, 1901), (0, 100)),
        (ten_percent(), (900, 900), (0, 0)),
        (ten_percent(), (900, 901, 900), (0, 200, 0)),
        (ten_percent(), (901, 900), (100, 0)),
    ],
)
def test_the_threshold_is_of_each_pot_and_the_rate_of_all(chosen: Any, pots: Any, by_pot: Any) -> None:
    charge = charged(chosen, *pots)
    assert charge.by_pot == by_pot
    assert charge.total == sum(by_pot)


@pytest.mark.clause("HLD 15.2(a)(i)", "HLD 15.2(a)(ii)")
def test_the_approved_maximum_is_for_the_whole_round() -> None:
    assert charged(ten_percent(cap=1000), 14500).total == 1000
    assert charged(ten_percent(cap=1000), 10000).total == 1000
    assert charged(ten_percent(cap=1000), 9999).total == 900
    assert charged(five_percent(cap=1000), 18000, 18000).total == 1000


@pytest.mark.clause("HLD 15.2(a)(i)", "HLD 15.2")
@pytest.mark.parametrize(
    ("allocation", "pots", "cap", "by_pot"),
    [
        # HLD-29: ten dollars on 183 and 78 are 7.01 and 2.99.
        ("proportional", (18300, 7800), 1000, (700, 300)),
        ("main_first", (18300, 7800), 1000, (1000, 0)),
        # Thirteen dollars are 9.11 and 3.89; what rounding leaves goes where most was lost.
        ("proportional", (18300, 7800), 100_000, (900, 400)),
        # Ten dollars on three equal pots: 3.33 each, and the odd one to the main pot.
        ("proportional", (7000, 7000, 7000), 1000, (400, 300, 300)),
        # Eleven: the odd two to the first two.
        ("proportional", (7400, 7400, 7400), 1100, (400, 400, 300)),
        # A cap that is no whole dollar: the odd cents go last.
        ("proportional", (10000, 10000), 350, (200, 150)),
        # A pot below the threshold bears nothing of it.
        ("proportional", (1900, 18100, 2000), 100_000, (0, 1000, 100)),
        ("main_first", (1900, 18100, 2000), 100_000, (0, 1100, 0)),
    ],
)
def test_the_pots_above_the_threshold_bear_the_charge(allocation: str, pots: Any, cap: int, by_pot: Any) -> None:
    charge = charged(five_percent(cap, allocation=allocation), *pots)
    assert charge.by_pot == by_pot
    assert sum(by_pot) == charge.total


@pytest.mark.clause("HLD 15.2")
def test_a_main_pot_that_bears_the_commission_first_leaves_a_chip_to_its_winner() -> None:
    charge = charged(ten_percent(allocation="main_first"), 1000, 90000)
    assert charge.by_pot == (900, 8200)


@pytest.mark.clause("HLD 15.2(a)(i)", "HLD 13.2[s1]", "HLD D-High/Low Split", "HLD 14.2[s1]")
def test_commission_comes_off_each_pot_before_it_is_divided() -> None:
    # HLD-29.
    hole = {1: "Ah 3h", 2: "Kd Qh", 3: "3d 4d"}
    chosen: dict[str, Any] = {"game": "hilo", "low_qualifier": 8, "low_ace": "low", **five_percent(1000)}
    scene = Scene((6100, 30000, 30000), hole=hole, board="2c 5d 8h Ks Qc", button=3, **chosen).start()
    scene.act("3 raise 10000", "1 tap_out", "2 call")
    scene.check_down()
    assert [(pot.amount, pot.eligible) for pot in scene.done.pots] == [(18300, (1, 2, 3)), (7800, (2, 3))]
    assert scene.done.charge == Charge(1000, (700, 300), "HLD 15.2(a)(i)")
    assert [award[:4] for award in scene.done.awards] == [
        (0, "high", 2, 8800),
        (0, "low", 1, 8800),
        (1, "high", 2, 3800),
        (1, "low", 3, 3700),
    ]
    assert scene.stakes == {1: 8800, 2: 32600, 3: 23700}
    assert sum(scene.stakes.values()) + 1000 == 66100


@pytest.mark.clause("HLD 15.2(a)(i)", "HLD 15.2(a)(ii)", "HLD 10.4(a)")
@pytest.mark.parametrize(
    ("chosen", "seats", "due"),
    # Pots of 50 + 50 + 10 and of 150.
    [
        (five_percent(), (2,), 500),
        (ten_percent(), (2,), 1100),
        (ten_percent(1000), (2,), 1000),
        (ten_percent(), (2, 3), 1500),
    ],
)
def test_the_winner_gets_what_is_left(chosen: Any, seats: tuple[int, ...], due: int) -> None:
    scene = called(*seats, **chosen)
    pot = scene.done.pots[0].amount
    assert scene.done.charge.total == due
    assert scene.stakes[1] == 15000 + pot - due
    assert sum(scene.stakes.values()) == 60000 - due


@pytest.mark.clause("HLD 15.2(a)(ii)", "HLD 12.4(a)", "HLD 15.2(b)")
def test_a_pot_won_without_a_showdown_pays_too_but_not_on_what_goes_back() -> None:
    scene = Scene(board=BOARD, **ten_percent()).start().act("1 raise 5000", "2 call", "3 fold", "2 bet 9000", "1 fold")
    assert scene.done.returned == {2: 9000}
    # 110 in the pot.
    assert scene.done.charge == Charge(1100, (1100,), "HLD 15.2(a)(ii)")
    assert scene.stakes == {1: 15000, 2: 20000 - 5000 + 9900, 3: 19000}


# Nothing is taken.


@pytest.mark.clause("HLD 15.2(d)", "HLD D-Bet", "HLD D-Blind")
@pytest.mark.parametrize("lines", [("1 fold", "2 fold")])
def test_nothing_is_taken_from_blinds_alone(lines: tuple[str, ...]) -> None:
    # HLD-05 and the like: blinds of 50 and 100, far above any threshold.
    scene = Scene(blinds=(5000, 10000), min_bet=10000, **ten_percent()).start().act(*lines)
    assert scene.done.charge == Charge(0, (0,), "HLD 15.2(d)")
    assert scene.stakes == {1: 20000, 2: 15000, 3: 25000}


@pytest.mark.clause("HLD 15.2(d)", "HLD D-Post", "HLD D-Over-Blind")
def test_over_blinds_and_posts_are_blinds_too() -> None:
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    chosen: dict[str, Any] = {"blinds": (5000, 10000), "min_bet": 10000, **ten_percent()}
    scene = Scene((50000,) * 5, chairs={4: missed}, room={"revolution_complete": True}, **chosen).start()
    scene.act("4 fold", "5 fold", "1 fold", "2 fold")
    # 50 + 100 + 100 and 50 dead.
    assert scene.done.pots[0].amount == 30000
    assert scene.done.charge == Charge(0, (0,), "HLD 15.2(d)")
    over = Scene((50000,) * 4, over_blind=20000, **chosen)
    over.table.new_round()
    over.act("4 over_blind").start_cards().act("1 fold", "2 fold", "3 fold")
    assert over.done.charge.clause == "HLD 15.2(d)"


@pytest.mark.clause("HLD 15.2(d)", "HLD D-Ante", "HLD 15.2(b)")
def test_an_ante_steal_pays_nothing_and_a_blind_steal_does() -> None:
    # ten of the raise were matched by the big blind, so a bet is in the pot of 25.
    antes = Scene((20000,) * 4, **ANTES, **ten_percent()).start().act("2 bet 1000", "3 fold", "4 fold", "1 fold")
    assert antes.done.charge == Charge(0, (0,), "HLD 15.2(d)")
    blinds = Scene(**ten_percent()).start().act("1 raise 3000", "2 fold", "3 fold")
    assert blinds.done.charge == Charge(200, (200,), "HLD 15.2(a)(ii)")
    whole = Scene(uncalled_bet="all", **ten_percent()).start().act("1 raise 3000", "2 fold", "3 fold")
    assert whole.done.charge == Charge(0, (0,), "HLD 15.2(d)"), "in the other reading nothing of it was called"


@pytest.mark.clause("HLD 15.2(d)", "HLD D-Bet")
def test_one_call_is_a_bet() -> None:
    scene = Scene(blinds=(500, 1000), **ten_percent()).start().act("1 fold", "2 call", "3 stand", "2 fold")
    assert scene.done.charge == Charge(200, (200,), "HLD 15.2(a)(ii)")


@pytest.mark.clause("HLD 15.2(c)")
@pytest.mark.parametrize("chosen", [five_percent(), ten_percent()])
def test_nothing_is_taken_where_everybody_who_put_in_a_chip_ties(chosen: Any) -> None:
    hole = {1: "2c 3d", 2: "4c 5d", 3: "6c 7d"}
    scene = called(2, 3, hole=hole, board=STRAIGHT_ON_BOARD, **chosen)
    assert scene.done.charge == Charge(0, (0,), "HLD 15.2(c)")
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}


@pytest.mark.clause("HLD 15.2(c)", "HLD 13.2[s2]")
def test_a_folded_blind_is_somebody_who_put_in_a_chip() -> None:
    # As in HLD-07: 110 in the pot, 5 of commission, and 52.50 each.
    hole = {1: "2c 3d", 2: "4c 5d"}
    scene = called(2, hole=hole, board=STRAIGHT_ON_BOARD, **five_percent())
    assert scene.done.charge == Charge(500, (500,), "HLD 15.2(a)(i)")
    assert scene.stakes == {1: 20200, 2: 20300, 3: 19000}


@pytest.mark.clause("HLD 15.2(c)")
def test_a_player_who_put_in_nothing_does_not_count() -> None:
    hole = {1: "9c 9d", 2: "2c 3d", 3: "4c 5d", 4: "6c 7d"}
    scene = Scene((20000,) * 4, hole=hole, board=STRAIGHT_ON_BOARD, **ten_percent()).start()
    scene.act("4 fold", "1 fold", "2 raise 5000", "3 call")
    scene.check_down()
    assert scene.done.charge.clause == "HLD 15.2(c)"
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000, 4: 20000}


@pytest.mark.clause("HLD 15.2(c)", "HLD 17.4[s1]")
def test_a_dead_chip_is_a_chip() -> None:
    # Seat 4 posts a missed small blind dead and nothing live, and then folds for nothing more.
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1}
    hole = {2: "2c 3d", 3: "4c 5d"}
    chosen: dict[str, Any] = {"hole": hole, "board": STRAIGHT_ON_BOARD, **ten_percent()}
    scene = Scene((20000,) * 4, chairs={4: missed}, room={"revolution_complete": True}, **chosen).start()
    assert sum(scene.now.dead) == 500
    scene.act("4 fold", "1 fold", "2 raise 5000", "3 call")
    scene.check_down()
    assert scene.done.charge == Charge(1000, (1000,), "HLD 15.2(a)(ii)")


@pytest.mark.clause("HLD 15.2(c)", "HLD D-High/Low Split")
def test_high_and_low_winners_are_not_of_equal_value() -> None:
    # both get their half of 100 back, and commission is due all the same.
    hole = {1: "Kd Qh", 2: "3d 4d"}
    scene = Scene((20000, 20000), hole=hole, board="2c 5d 8h Ks Qc", game="hilo", **ten_percent()).start()
    scene.act("2 raise 5000", "1 call")
    scene.check_down()
    assert scene.done.charge.total == 1000
    assert scene.stakes == {1: 19500, 2: 19500}


@pytest.mark.clause("HLD 15.2(c)", "HLD D-High/Low Split")
@pytest.mark.parametrize(
    ("hole", "due"),
    # Both play the kings and queens of the board with its ace for high; for low one has six and four, one has better.
    [({1: "6c 4c", 2: "4d 3d"}, 1000), ({1: "6c 4c", 2: "6d 4d"}, 0)],
)
def test_hands_are_equal_for_high_and_for_low(hole: dict[int, str], due: int) -> None:
    scene = Scene((20000, 20000), hole=hole, board="Ks Kc Qs Qc As", game="hilo", **ten_percent()).start()
    scene.act("2 raise 5000", "1 call")
    scene.check_down()
    assert scene.done.charge.total == due


@pytest.mark.clause("HLD 15.2(c)")
def test_two_who_tie_while_a_third_is_beaten_pay() -> None:
    hole = {1: "Ac 3d", 2: "Ah 3c", 3: "8c 8d"}
    scene = called(2, 3, hole=hole, board="As Kd Qh 7c 5s", **ten_percent())
    assert scene.done.charge.total == 1500


# Time, and tournaments.


@pytest.mark.clause("HLD 15.3[s1]")
def test_where_time_is_paid_for_nothing_comes_from_the_pots() -> None:
    scene = called(2, 3, commission=Commission("time", rate=500))
    assert scene.done.charge == Charge(0, (0,), "HLD 15.3[s1]")
    assert scene.stakes == {1: 30000, 2: 15000, 3: 15000}
    tied = called(2, 3, hole={1: "2c 3d", 2: "4c 5d", 3: "6c 7d"}, board=STRAIGHT_ON_BOARD)
    assert tied.done.charge.clause == "HLD 15.3[s1]", "a tie waives nothing where nothing is due"


@pytest.mark.clause("STAR 7.38")
def test_rounds_of_a_tournament_bear_no_commission() -> None:
    scene = called(2, 3, **TOURNAMENT)
    assert scene.done.charge == Charge(0, (0,), "STAR 7.38")
    side = Scene((2000, 20000, 20000), hole={1: ACES}, board=BOARD, **TOURNAMENT).start()
    side.act("1 tap_out", "2 raise 5000", "3 call", "2 bet 1000", "3 fold")
    assert side.done.charge.by_pot == (0, 0)


@pytest.mark.clause("HLD 15.1", "HLD 4.2(a)", "HLD 15.3[s2]")
def test_the_players_are_told_the_commission_of_their_table() -> None:
    shown = GAME.view(Scene(**ten_percent(1000)).table.state, Viewer(Audience.SIGN)).as_json()["sign"]
    assert isinstance(shown, dict)
    assert shown["commission"] == {"basis": "pot", "scale": "ii", "cap": 1000, "rate": 0, "minutes": 30}
