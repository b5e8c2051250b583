"""HLD 17.9, HLD 17.10, HLD 17.15: hands with too few or too many cards, and hands that ended in the discards."""

import pytest

from pitboss.games.play import Command, Role
from tests.games.holdem.rulings import clause, not_ruled, on_flop
from tests.games.holdem.scene import Scene

ACES, KINGS, QUEENS = "As Ad", "Kc Kd", "Qc Qd"
BOARD = "2h 7c 9d Js 4h"


def counted(scene: Scene, *seats: int, held: int = 3) -> str:
    """So many cards are found in these hands."""
    return clause(scene.ruled("wrong_card_count", seats=seats, held=held))


@pytest.mark.clause("HLD 17.9[s1]")
@pytest.mark.parametrize("held", [0, 1, 3])
def test_too_few_or_too_many_cards_fold_the_hand_and_its_bets_stay_in(held: int) -> None:
    scene = on_flop((30000,) * 3).act("2 bet 4000", "3 call", "1 call")
    assert counted(scene, 3, held=held) == "HLD 17.9[s1]"
    assert scene.turn == 2
    scene.act("2 check", "1 bet 10000", "2 fold")
    assert scene.done.pots[0].amount == 15000
    assert scene.stakes == {1: 40000, 2: 25000, 3: 25000}


@pytest.mark.clause("HLD 17.9[s1]")
@pytest.mark.parametrize(
    ("seat", "then", "lines", "stakes"),
    [
        (3, 1, ("1 fold",), {1: 19000, 2: 22000, 3: 19000}),
        # The bet was made and stays in the pot, so whoever stays calls it.
        (2, 3, ("3 call", "1 fold"), {1: 19000, 2: 15000, 3: 26000}),
    ],
)
def test_found_in_the_hand_whose_turn_it_is_or_in_the_bettor_the_others_still_answer_the_bet(
    seat: int, then: int, lines: tuple[str, ...], stakes: dict[int, int]
) -> None:
    scene = on_flop().act("2 bet 4000")
    assert scene.turn == 3
    counted(scene, seat)
    assert (scene.turn, scene.money.owes) == (then, 4000)
    scene.act(*lines)
    assert scene.stakes == stakes


@pytest.mark.clause("HLD 17.9[s1]", "HLD 17.8[s1]", "R-34")
def test_chips_pushed_towards_the_call_are_bets_that_stay_in() -> None:
    scene = on_flop().act("2 bet 4000")
    scene.ruled("push", seat=3, amount=1500)
    events = scene.ruled("wrong_card_count", seats=(3,), held=3)
    assert [event.clause for event in events] == ["HLD 17.9[s1]", "HLD 17.9[s1]"]
    assert scene.now.stacks[scene.now.seats.index(3)] == 17500
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 23500, 3: 17500}


@pytest.mark.clause("HLD 17.9[s1]")
def test_hands_that_are_right_folded_or_not_there_are_not_fouled() -> None:
    scene = on_flop().act("2 fold")
    assert not_ruled(scene, "wrong_card_count", seats=(3,), held=2).clause == "HLD 17.9[s1]"
    for seat in (2, 4):
        assert not_ruled(scene, "wrong_card_count", seats=(3, seat), held=3).clause == "HLD 17.9[s1]"
    posted = Scene()
    posted.table.new_round()
    assert not_ruled(posted, "wrong_card_count", seats=(1,), held=3).clause == "HLD 17.9[s1]"


@pytest.mark.clause("HLD 17.9[s1]", "STAR 7.29")
def test_in_omaha_four_cards_are_right() -> None:
    scene = Scene(mode="tournament", procedures="STAR", hole_cards=4).start()
    assert not_ruled(scene, "wrong_card_count", seats=(1,), held=4).clause == "HLD 17.9[s1]"
    counted(scene, 1, held=2)
    assert scene.turn == 2


@pytest.mark.clause("HLD 17.9[s2]")
def test_at_the_showdown_the_only_right_hand_wins_unseen() -> None:
    # Seat 3 would win with its aces.
    scene = Scene((30000,) * 3, hole={2: "3c 5d", 3: ACES}, board=BOARD, by_hand=True).start()
    scene.act("1 fold", "2 call", "3 stand", "2 bet 3000", "3 call", "2 check", "3 check", "2 check", "3 check")
    counted(scene, 3, held=1)
    scene.settle()
    assert scene.done.pots[0].amount == 8000
    assert scene.done.pots[0].eligible == (2,)
    assert scene.done.shown == ()
    assert scene.stakes == {1: 30000, 2: 34000, 3: 26000}


@pytest.mark.clause("HLD 17.9[s2]")
def test_at_the_showdown_of_three_the_right_hands_go_on_among_themselves() -> None:
    scene = on_flop(hole={1: QUEENS, 2: KINGS, 3: ACES}, board=BOARD, by_hand=True)
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    counted(scene, 3)
    scene.settle()
    assert scene.stakes == {1: 19000, 2: 22000, 3: 19000}
    assert scene.done.shown == (2,)


@pytest.mark.clause("HLD 17.9[s3]", "R-24")
def test_with_no_right_hand_left_the_last_to_fold_wins_every_pot() -> None:
    # Seat 4 has 1,500 in all; seat 1 folds last, with 4,000 in, and takes side pot and main pot.
    scene = Scene((20000, 20000, 20000, 2500), board=BOARD, by_hand=True).start()
    scene.act("4 call", "1 call", "2 call", "3 stand", "2 check", "3 check", "4 tap_out", "1 call", "2 call", "3 call")
    scene.act("2 bet 3000", "3 call", "1 call", "2 check", "3 bet 5000", "1 fold", "2 call")
    counted(scene, 2, 3, 4)
    scene.settle()
    # 2,500 of everybody, 3,000 of three, 5,000 of two.
    assert [(award.seat, award.amount, award.clause) for award in scene.done.awards] == [(1, 29000, "HLD 17.9[s3]")]
    assert scene.stakes == {1: 43500, 2: 9500, 3: 9500, 4: 0}


@pytest.mark.clause("HLD 17.9[s3]")
def test_the_last_to_fold_is_the_last_who_had_the_right_cards() -> None:
    scene = on_flop((20000,) * 4).act("2 fold", "3 fold")
    counted(scene, 4)
    assert scene.turn is None
    counted(scene, 1)
    scene.settle()
    assert scene.stakes == {1: 19000, 2: 19000, 3: 23000, 4: 19000}


@pytest.mark.clause("HLD 17.9[s3]", "HLD 17.10")
def test_a_hand_that_was_swept_away_was_not_folded() -> None:
    scene = on_flop((20000,) * 4).act("2 fold")
    scene.ruled("hand_in_discards", seat=3)
    counted(scene, 4, 1)
    scene.settle()
    assert scene.stakes == {1: 19000, 2: 23000, 3: 19000, 4: 19000}


@pytest.mark.clause("HLD 17.9[s3]", "HLD 19.3")
def test_where_nobody_could_win_the_operator_has_to_rule() -> None:
    scene = on_flop()
    assert not_ruled(scene, "wrong_card_count", seats=(1, 2, 3), held=3).clause == "HLD 19.3"
    counted(scene, 1, 2)
    assert not_ruled(scene, "wrong_card_count", seats=(3,), held=3).clause == "HLD 19.3"
    scene.ruled("void_round")
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}


@pytest.mark.clause("HLD 17.10", "HLD 17.15")
def test_a_hand_swept_into_the_discards_is_dead_without_refund() -> None:
    scene = Scene((30000,) * 3, hole={1: KINGS, 2: QUEENS, 3: ACES}, board=BOARD).start()
    scene.act("1 call", "2 call", "3 stand", "2 bet 6000", "3 call", "1 call")
    assert clause(scene.ruled("hand_in_discards", seat=2)) == "HLD 17.10"
    assert scene.turn == 3
    scene.act("3 check", "1 check", "3 check", "1 check")
    assert scene.done.pots[0].eligible == (1, 3)
    assert scene.stakes == {1: 23000, 2: 23000, 3: 44000}


@pytest.mark.clause("HLD 17.10")
def test_in_a_cash_game_even_an_uncalled_raise_of_a_dead_hand_stays() -> None:
    scene = on_flop().act("2 bet 1000", "3 raise 5000")
    scene.ruled("hand_in_discards", seat=3)
    assert scene.turn == 1
    assert scene.money.owes == 5000
    # Seat 2 is the last hand left when seat 1 folds.
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 27000, 3: 14000}


@pytest.mark.clause("HLD 17.10", "HLD 10.4(a)")
def test_the_only_hand_left_has_won_whatever_becomes_of_it() -> None:
    scene = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(scene, "hand_in_discards", seat=3).clause == "HLD 10.4(a)"
    assert not_ruled(scene, "hand_in_discards", seat=2).clause == "HLD 17.10"


@pytest.mark.clause("HLD 17.10", "R-34")
def test_chips_pushed_by_a_hand_that_is_swept_away_stay_in() -> None:
    scene = on_flop().act("2 bet 4000")
    scene.ruled("push", seat=3, amount=500)
    events = scene.ruled("hand_in_discards", seat=3)
    assert [event.clause for event in events] == ["HLD 17.10", "HLD 17.10"]
    scene.act("1 fold")
    assert scene.stakes == {1: 19000, 2: 22500, 3: 18500}


@pytest.mark.clause("HLD D-Casino Supervisor")
@pytest.mark.parametrize("do", ["wrong_card_count", "hand_in_discards"])
def test_players_do_not_rule_on_hands(do: str) -> None:
    command = Command(Role.PLAYER, do, 3, "P1", seats=(3,), held=3)
    assert on_flop().refuses(command).clause == "HLD D-Casino Supervisor"
