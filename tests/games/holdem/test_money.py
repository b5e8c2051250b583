"""HLD D-Commission, HLD D-Pot and HLD D-Table Stake: every chip of a round moves from account to account."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from pitboss.games.holdem import GAME, Commission
from pitboss.games.holdem.seats.room_events import COMMISSION, stake_account
from pitboss.games.money import FELT, moves
from pitboss.games.play import Command, Stage
from pitboss.rulebook.book import rulebook
from tests.games.holdem.scene import OPERATOR, PLAYER, Scene
from tests.refusals import refused

BOARD = "2h 7c 9d Js 4h"
HOLE = {1: "Kc Kd", 2: "As Ad", 3: "Qc Qd"}
ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
TEN_PERCENT: dict[str, Any] = {"commission": Commission("pot", "ii", 1000)}
TOURNAMENT: dict[str, Any] = {"mode": "tournament"}


def accounts(scene: Scene, starting: dict[int, int]) -> Counter[str]:
    """All accounts after the events so far; the felt never owes anything."""
    held = Counter({stake_account(f"P{seat}"): stake for seat, stake in starting.items()})
    for event in scene.table.events:
        for move in moves(event, GAME.movers):
            assert move.amount > 0
            held[move.source] -= move.amount
            held[move.target] += move.amount
            assert held[FELT] >= 0
    return held


def follows(scene: Scene, starting: dict[int, int]) -> Counter[str]:
    """The accounts agree with the table: what lies on the felt, and what is in front of everybody."""
    held = accounts(scene, starting)
    now, over = scene.now, scene.table.state.felt.stage is Stage.OVER
    assert held[FELT] == (0 if over else sum(now.paid) + sum(now.dead))
    in_front = dict(zip(now.names, now.stacks, strict=True))
    assert {name: held[stake_account(name)] for name in in_front} == in_front
    assert sum(held.values()) == sum(starting.values())
    return held


ROUNDS: dict[str, tuple[tuple[int, ...], dict[str, Any], tuple[str, ...]]] = {
    "a blind steal": ((20000,) * 3, {}, ("1 raise 3000", "2 fold", "3 fold")),
    "a walk": ((20000,) * 3, {}, ("1 fold", "2 fold")),
    "with commission": (
        (20000,) * 3,
        TEN_PERCENT,
        ("1 raise 3000", "2 call", "3 fold", "2 bet 4000", "1 call", "2 check", "1 check", "2 check", "1 check"),
    ),
    "side pots and commission": (
        (50000, 6000, 15000),
        TEN_PERCENT,
        ("1 raise 20000", "2 tap_out", "3 tap_out"),
    ),
    "a tap-out in units": (
        (50000, 3700, 50000),
        {"tap_out_units": "min_bet_units"},
        ("1 raise 10000", "2 tap_out", "3 fold"),
    ),
    "antes": ((20000,) * 3, {**ANTES, **TEN_PERCENT}, ("2 bet 1000", "3 call", "1 fold", "2 bet 2000", "3 fold")),
    "call and fold": ((20000,) * 3, {"opening_option": "A"}, ("1 call_and_fold", "2 fold")),
    "big blind ante": (
        (20000,) * 3,
        {"big_blind_ante": 1000, **TOURNAMENT},
        ("1 raise 3000", "2 fold", "3 call", "3 bet 5000", "1 fold"),
    ),
    "everything uncalled": ((20000,) * 3, {"uncalled_bet": "all"}, ("1 raise 3000", "2 fold", "3 fold")),
}


@pytest.mark.clause("HLD D-Commission", "HLD D-Pot", "HLD D-Table Stake")
@pytest.mark.parametrize("name", ROUNDS)
def test_every_chip_of_a_round_has_an_account(name: str) -> None:
    stakes, chosen, lines = ROUNDS[name]
    starting = dict(enumerate(stakes, start=1))
    scene = Scene(stakes, hole=HOLE, board=BOARD, **chosen)
    scene.table.new_round()
    follows(scene, starting)
    scene.start_cards()
    for line in lines:
        follows(scene, starting)
        scene.act(line)
    held = follows(scene, starting)
    assert scene.is_over
    assert held[COMMISSION] == scene.done.charge.total
    assert {seat: held[stake_account(f"P{seat}")] for seat in starting} == scene.stakes


@pytest.mark.clause("HLD D-Commission", "HLD 15.2(a)(ii)")
def test_commission_has_an_account_of_its_own() -> None:
    starting = {1: 20000, 2: 20000, 3: 20000}
    scene = Scene(hole=HOLE, board=BOARD, **TEN_PERCENT).start().act("1 raise 4000", "2 call", "3 fold")
    while not scene.is_over:
        scene.act(f"{scene.turn} check")
    held = follows(scene, starting)
    # 90 in the pot.
    assert held[COMMISSION] == 900
    assert held[stake_account("P2")] == 16000 + 8100


@pytest.mark.clause("HLD D-Over-Blind", "HLD D-Post", "HLD D-Pot")
def test_over_blinds_and_posts_move_chips_too() -> None:
    starting = dict.fromkeys(range(1, 6), 20000)
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    scene = Scene((20000,) * 5, chairs={5: missed}, room={"revolution_complete": True}, over_blind=2000)
    scene.table.new_round()
    assert follows(scene, starting)[FELT] == 500 + 1000 + 1500
    scene.act("4 over_blind")
    assert follows(scene, starting)[FELT] == 5000
    scene.start_cards().act("5 fold", "1 fold", "2 fold", "3 fold")
    assert follows(scene, starting)[FELT] == 0


@pytest.mark.clause("HLD D-Void", "HLD D-Misdeal", "HLD 19.3")
@pytest.mark.parametrize(
    ("do", "particulars"),
    [("void_round", {"reason": "disturbance"}), ("deal_irregularity", {"reason": "player_has_excess_card"})],
)
def test_a_round_without_result_gives_every_chip_back(do: str, particulars: Any) -> None:
    starting = {1: 20000, 2: 20000, 3: 20000}
    scene = Scene(hole=HOLE, board=BOARD, **TEN_PERCENT).start().act("1 raise 3000")
    scene.ruled(do, OPERATOR, **particulars)
    held = follows(scene, starting)
    assert (held[FELT], held[COMMISSION]) == (0, 0)
    assert scene.stakes == starting
    assert {outcome.net for outcome in scene.table.outcomes} == {0}


@pytest.mark.clause("HLD D-Void", "STAR 7.14[s3]")
def test_dead_money_goes_back_too() -> None:
    starting = {1: 20000, 2: 20000, 3: 20000}
    scene = Scene(big_blind_ante=1000, **TOURNAMENT).start().act("1 raise 3000")
    scene.ruled("void_round", OPERATOR, reason="disturbance")
    follows(scene, starting)
    assert scene.stakes == starting
    assert {outcome.seat: outcome.stake for outcome in scene.table.outcomes} == {1: 3000, 2: 500, 3: 2000}


@pytest.mark.clause("HLD D-Void")
def test_blinds_of_a_round_void_before_its_first_card_go_back() -> None:
    starting = {1: 20000, 2: 20000, 3: 20000}
    scene = Scene()
    scene.table.new_round()
    scene.ruled("void_round", OPERATOR, reason="impractical")
    assert follows(scene, starting)[FELT] == 0
    assert scene.stakes == starting


@pytest.mark.clause("HLD 17.8[s2]")
def test_chips_that_never_reached_the_call_never_moved() -> None:
    starting = {1: 20000, 2: 20000, 3: 20000}
    scene = Scene().start().act("1 raise 5000")
    scene.ruled("push", PLAYER, seat=2, player="P2", amount=1000)
    follows(scene, starting)
    scene.act("2 fold")
    follows(scene, starting)
    assert scene.now.stacks[0] == 19500


@pytest.mark.clause("HLD D-Table Stake")
def test_outcomes_and_stakes_tell_the_same() -> None:
    scene = Scene((50000, 6000, 15000), hole=HOLE, board=BOARD, **TEN_PERCENT).start()
    scene.act("1 raise 20000", "2 tap_out", "3 tap_out")
    for outcome in scene.table.outcomes:
        before = {1: 50000, 2: 6000, 3: 15000}[outcome.seat]
        assert scene.stakes[outcome.seat] == before + outcome.net
        assert outcome.stake >= outcome.at_risk
    assert sum(outcome.net for outcome in scene.table.outcomes) == -1000


TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"limit": "half_pot", **TEN_PERCENT},
    {"limit": "full_pot", "opening_option": "A"},
    {"limit": "straddle", "max_raises": 3, "opening_option": "C"},
    {"limit": "fixed", "max_bet": (1000, 1000, 2000, 2000), "min_bet": (1000, 1000, 2000, 2000), "max_raises": 3},
    {**ANTES, **TEN_PERCENT, "short_open_tap_out": "completable", "max_raises": 2},
    {"game": "hilo", "low_qualifier": 8, "hilo_odd_chip": "button", "chip_unit": 500, **TEN_PERCENT},
    {"game": "low", "deck": 48, "joker": True, "burn": False, "short_all_in_reopen": "cumulative"},
    {"tap_out_units": "min_bet_units", "blinds": (500, 1000, 2000), "min_bet": 2000, "uncalled_bet": "all"},
    {"big_blind_ante": 1000, "procedures": "STAR", **TOURNAMENT},
    {"hole_cards": 4, "limit": "full_pot", "big_blind_ante": 1000, "ante": 100, **TOURNAMENT},
)


@pytest.mark.clause("HLD D-Pot", "HLD D-Commission", "HLD D-Table Stake", "HLD 19.5(c)")
@pytest.mark.parametrize("chosen", TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_rounds_played_at_random_lose_no_chip_and_name_their_clauses(chosen: dict[str, Any], seed: int) -> None:
    dice = Random(seed)
    for _ in range(5):
        stakes = {seat: dice.choice((300, 1000, 2500, 6100, 20000, 50000)) for seat in range(1, 3 + dice.randrange(6))}
        scene = Scene(stakes, button=dice.randrange(1, len(stakes) + 1), **chosen).start().go_on()
        while not scene.is_over:
            follows(scene, stakes)
            scene.act(_decision(scene, dice))
        held = follows(scene, stakes)
        assert held[COMMISSION] == scene.done.charge.total
        assert sum(scene.stakes.values()) + held[COMMISSION] == sum(stakes.values())
        net = {outcome.seat: outcome.net for outcome in scene.table.outcomes}
        assert scene.stakes == {seat: stake + net.get(seat, 0) for seat, stake in stakes.items()}
        assert all(rulebook().find_cited(event.clause) for event in scene.table.events)
        assert all(rulebook().find_cited(award.clause) for award in scene.done.awards)


def _decision(scene: Scene, dice: Random) -> str:
    """Any of the decisions offered, now and then one that was not, to see it refused."""
    choices = scene.table.choices()
    assert choices, "somebody must decide"
    choice = dice.choice(choices)
    if choice.least is None:
        return f"{choice.seat} {choice.do}"
    assert choice.most is not None
    amount = dice.choice((choice.least, choice.most, dice.randint(choice.least, choice.most)))
    amount = amount if choice.allows(amount) else choice.least
    for wrong in (choice.least - 1, choice.most + 1):
        refused(GAME.decide(scene.table.state, Command(PLAYER, choice.do, choice.seat, amount=wrong)))
    return f"{choice.seat} {choice.do} {amount}"
