"""Places where rules of hold'em meet: lone players, emptied pots, other readings, rounds that did not count."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.holdem.settings import BY_TIME
from pitboss.games.holdem.showdown.showdown import first_to_show
from pitboss.games.holdem.state import Play, hands_in
from pitboss.games.play import Command
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, Scene

BOARD = "2c 3d 7h 8s 9c"


def _table(**settings: Any) -> Table[Play]:
    table = Table(GAME, HoldemSettings(commission=BY_TIME, **settings), Shoe.seeded(1)).open()
    for seat in (1, 2, 3):
        table.do(Command(PLAYER, "join", seat, f"P{seat}", amount=20000))
    return table


@pytest.mark.clause("HLD 10.2(c)(i)", "HLD 9.6", "HLD 14.1[s2]")
def test_under_blind_c_the_opener_can_stay_against_blinds_that_are_tapped_out() -> None:
    scene = Scene({1: 20000, 2: 500, 3: 1000}, opening_option="C").start()
    assert "call" in scene.offered
    scene.act("1 call")
    assert [pot.eligible for pot in scene.done.pots] == [(1, 2, 3), (1, 3)]


@pytest.mark.clause("HLD 9.6", "HLD 15.2(b)")
@pytest.mark.parametrize("mode", ["cash", "tournament"])
def test_nothing_is_asked_of_a_small_blind_that_covers_a_big_blind_tapped_out_below_it(mode: str) -> None:
    scene = Scene({1: 20000, 2: 20000, 3: 300}, mode=mode, hole={2: "As Ad", 3: "Ks Kd"}, board=BOARD).start()
    scene.act("1 fold")
    assert scene.turn is None
    assert scene.stakes == {1: 20000, 2: 20300, 3: 0}


@pytest.mark.clause("HLD 8.5(b)", "HLD 17.11(b)", "HLD 19.2(b)")
def test_in_an_ante_game_nobody_posts_a_blind_to_come_in() -> None:
    table = _table(structure="ante", blinds=(), ante=100)
    assert isinstance(table.do(Command(PLAYER, "post_blinds", 3, "P3")), Refusal)


@pytest.mark.clause("HLD 8.5(b)", "HLD 19.2(b)")
def test_an_ante_game_goes_on_without_an_excluded_player_who_had_meant_to_post() -> None:
    table = _table(structure="ante", blinds=(), ante=100)
    table.do(Command(PLAYER, "post_blinds", 3, "P3"))
    table.do(Command(OPERATOR, "exclude_player", player="P3", reason="breach"))
    table.new_round()
    assert set(table.state.play.round.seats) == {1, 2}


@pytest.mark.clause("HLD 10.4(a)", "HLD 15.2(b)")
def test_who_gets_the_only_blind_back_is_not_told_of_a_defeat() -> None:
    scene = Scene({1: 5000, 2: 5000}, button=1, blinds=(1000,)).start().act("1 fold")
    (outcome,) = scene.table.outcomes
    assert (outcome.seat, outcome.net) == (2, 0)
    assert "Beaten" not in outcome.why


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.2[s2]", "HLD 13.1[s3]")
def test_a_loser_is_told_only_of_winners_of_pots_the_hand_had_a_part_in() -> None:
    hole = {1: "Ks Kd", 2: "As Ad", 3: "Qs Qd", 4: "Js Jd"}
    scene = Scene((3000, 10000, 20000, 20000), hole=hole, board=BOARD).start()
    scene.act("4 raise 20000", "1 tap_out", "2 tap_out", "3 call")
    why = {outcome.seat: outcome.why for outcome in scene.table.outcomes}
    assert "seat 2" in why[1]
    assert "seat 3" not in why[1]


@pytest.mark.clause("HLD 20.19")
def test_of_two_entrants_the_button_opens_an_ante_game() -> None:
    scene = Scene({1: 5000, 2: 5000}, button=1, mode="tournament", structure="ante", blinds=(), ante=100).start()
    assert scene.turn == 1
    scene.act("1 bet 1000", "2 call")
    assert scene.turn == 2


@pytest.mark.clause("STAR 7.14[s3]")
def test_the_big_blind_ante_is_collected_where_the_first_blind_is_on_the_button() -> None:
    scene = Scene((5000, 5000, 5000), mode="tournament", first_blind="button", big_blind_ante=1000).start()
    assert dict(zip(scene.now.seats, scene.now.bets, strict=True)) == {1: 500, 2: 1000, 3: 0}
    assert dict(zip(scene.now.seats, scene.now.dead, strict=True)) == {1: 0, 2: 1000, 3: 0}


@pytest.mark.clause("HLD D-Misdeal", "HLD 17.3[s2]", "HLD 17.11")
def test_a_newcomer_does_not_move_the_button_of_a_first_round_that_was_misdealt() -> None:
    table = _table()
    table.new_round()
    assert table.state.play.round.button == 3
    table.do(Command(PLAYER, "join", 7, "P7", amount=20000))
    table.do(Command(DEALER, "deal_irregularity", reason="card_exposed_in_cut"))
    table.new_round()
    assert table.state.play.round.button == 3


@pytest.mark.clause("HLD 14.1[s1]", "HLD 5.1[s2]")
def test_in_whole_units_a_stake_that_reaches_to_a_full_raise_is_not_tapped_out_for_less() -> None:
    scene = Scene({1: 3600, 2: 14500}, button=2, blinds=(100, 1000), min_bet=2500, tap_out_units="min_bet_units")
    scene.start()
    assert scene.money.min_to == 3500
    assert "tap_out" not in scene.offered
    assert scene.refused("1 tap_out").clause == "HLD 14.1[s1]"


@pytest.mark.clause("HLD 14.1[s1]")
def test_in_whole_units_a_raise_short_of_the_least_is_in_units_too() -> None:
    scene = Scene({1: 3500, 2: 20000, 3: 20000, 4: 20000}, tap_out_units="min_bet_units").start().act("4 raise 2500")
    assert scene.refused("1 raise 3500").clause == "HLD 14.1[s1]"


@pytest.mark.clause("HLD 13.1[s1]")
def test_a_raise_that_nobody_calls_does_not_show_before_the_bet_it_called() -> None:
    scene = Scene({1: 4000, 2: 20000, 3: 20000}, button=3, board=BOARD, by_hand=True).start()
    scene.act("3 call", "1 call", "2 stand", "1 check", "2 check", "3 check", "1 check", "2 check", "3 check")
    scene.act("1 tap_out", "2 raise 8000", "3 fold")
    assert scene.now.seats[first_to_show(scene.now, hands_in(scene.now))] == 1


@pytest.mark.clause("HLD 15.2(c)")
def test_an_even_split_among_all_is_free_by_its_own_rule_in_a_small_pot_too() -> None:
    hole = {1: "As Kd", 2: "Ah Kc"}
    rules = Commission("pot", "i", 1000)
    scene = Scene({1: 700, 2: 20000}, button=1, hole=hole, board=BOARD, commission=rules).start().act("2 call")
    assert scene.done.pots[0].amount == 1400
    assert scene.done.charge.clause == "HLD 15.2(c)"


@pytest.mark.clause("HLD 15.2(b)", "HLD D-Bet")
def test_where_a_whole_uncalled_bet_goes_back_an_earlier_one_that_was_called_stays() -> None:
    scene = Scene({1: 40000, 2: 40000}, button=1, uncalled_bet="all").start()
    scene.act("2 call", "1 stand", "2 bet 2000", "1 raise 6000", "2 raise 14000", "1 fold")
    assert dict(scene.done.returned) == {2: 12000}


@pytest.mark.clause("HLD 17.6", "HLD 14.5")
def test_a_raise_out_of_turn_after_the_own_call_is_not_refused_for_a_tap_out_that_never_was() -> None:
    scene = Scene((20000,) * 4).start().act("4 call")
    refusal = scene.refuses(Command(DEALER, "out_of_turn", 4, ruling="raise", amount=5000))
    assert "tap-out" not in refusal.reason


@pytest.mark.clause("HLD 10.2(d)(i)", "HLD 11.1")
@pytest.mark.parametrize("line", ["2 call", "2 raise 1000"])
def test_the_opener_of_an_ante_game_is_not_told_to_check(line: str) -> None:
    scene = Scene((5000, 5000, 5000), structure="ante", blinds=(), ante=100).start()
    assert "check" not in scene.refused(line).reason
