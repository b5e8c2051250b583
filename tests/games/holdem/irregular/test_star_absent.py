"""STAR 7.13, STAR 7.15, STAR 7.39: entrants not at the table are dealt in, post, and are mucked after the deal."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.state import NOBODY
from pitboss.games.play import Stage
from tests.games.holdem.rulings import STAR, not_ruled
from tests.games.holdem.scene import DEALER, Scene


def away(*seats: int) -> dict[int, dict[str, Any]]:
    return {seat: {"absent": True} for seat in seats}


@pytest.mark.clause("STAR 7.13", "STAR 7.15[s1]", "STAR 7.39[s4]")
def test_an_absent_entrant_is_dealt_in_posts_and_is_mucked_after_the_deal() -> None:
    scene = Scene((20000,) * 4, chairs=away(3), big_blind_ante=1000, **STAR).start()
    assert scene.now.bets == (500, 1000, 0, 0)
    assert scene.now.dead == (0, 1000, 0, 0)
    assert [len(cards) for cards in scene.now.hole] == [2, 2, 2, 2]
    # Nobody has acted, and the hand goes at once.
    assert GAME.due(scene.table.state) == ()
    assert GAME.choices(scene.table.state) == ()
    step = GAME.routine(scene.table.state)
    assert (step.do, step.clause) == ("fold_absent", "STAR 7.15[s1]")  # type: ignore[union-attr]
    (folded,) = scene.ruled("fold_absent", DEALER)
    assert (folded.seat, folded.clause) == (3, "STAR 7.15[s1]")  # type: ignore[attr-defined]
    assert not_ruled(scene, "fold_absent", DEALER).clause == "HLD 20.11[s2]"
    assert scene.turn == 4
    scene.act("4 fold", "1 fold")
    # The small blind is the last one left.
    assert scene.stakes == {1: 20000, 2: 22000, 3: 18000, 4: 20000}


@pytest.mark.clause("STAR 7.15[s1]")
def test_not_before_the_initial_deal_is_complete() -> None:
    scene = Scene(chairs=away(2), **STAR)
    scene.table.new_round()
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(5))
    assert GAME.routine(scene.table.state).do == "deal"  # type: ignore[union-attr]
    assert not_ruled(scene, "fold_absent", DEALER).clause == "HLD 20.11[s2]"


@pytest.mark.clause("STAR 7.15[s1]", "STAR 7.13")
def test_who_is_back_when_the_deal_is_over_plays_and_later_it_is_too_late() -> None:
    scene = Scene(chairs=away(2), **STAR)
    scene.table.new_round()
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(5))
    scene.ruled("mark_present", seat=2)
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(1))
    scene.act("1 fold")
    assert scene.turn == 2

    late = Scene(chairs=away(2), **STAR).start()
    late.ruled("mark_present", seat=2)
    late.go_on()
    assert late.now.folded >> late.now.seats.index(2) & 1
    # For the next round the entrant is there.
    late.act("1 fold")
    late.start()
    assert late.now.absent == 0


@pytest.mark.clause("STAR 7.15[s1]", "STAR 7.25[s5]")
def test_who_goes_during_the_hand_keeps_it_until_the_clock_or_the_director_ends_it() -> None:
    dealing = Scene(**STAR)
    dealing.table.new_round()
    dealing.ruled("deal", DEALER, cards=dealing.table.shoe.draw(3))
    dealing.ruled("mark_absent", seat=1)
    dealing.start_cards().go_on()
    assert dealing.now.folded >> dealing.now.seats.index(1) & 1

    playing = Scene(**STAR).start().act("1 call")
    playing.ruled("mark_absent", seat=2)
    assert playing.turn == 2
    playing.ruled("no_decision", seat=2, seconds=30)
    assert playing.turn == 3


@pytest.mark.clause("STAR 7.13")
def test_presence_between_rounds_is_for_the_next_one() -> None:
    scene = Scene(**STAR).start().act("1 fold", "2 fold")
    before = scene.now
    scene.ruled("mark_absent", seat=1)
    assert scene.now == before
    assert scene.start().now.absent == 1 << scene.now.seats.index(1)


@pytest.mark.clause("STAR 7.15[s1]")
def test_all_but_one_absent_the_last_one_wins() -> None:
    for present, stakes in ((1, {1: 21500, 2: 19500, 3: 19000}), (2, {1: 20000, 2: 21000, 3: 19000})):
        scene = Scene(chairs=away(*{1, 2, 3} - {present}), **STAR).start().go_on()
        assert scene.is_over
        assert scene.stakes == stakes


@pytest.mark.clause("STAR 7.15[s1]", "HLD 10.4(a)")
def test_with_nobody_at_the_table_the_big_blind_is_left() -> None:
    scene = Scene(chairs=away(1, 2, 3), **STAR).start().go_on()
    assert scene.table.state.felt.stage is Stage.OVER
    assert scene.stakes == {1: 20000, 2: 19500, 3: 20500}


@pytest.mark.clause("STAR 7.15[s1]", "STAR 7.27[s1]")
def test_even_an_absent_entrant_whom_the_blind_has_put_all_in_is_mucked() -> None:
    scene = Scene((20000, 20000, 800), chairs=away(3), **STAR).start().go_on()
    assert scene.now.folded >> scene.now.seats.index(3) & 1
    scene.act("1 fold")
    assert scene.stakes == {1: 20000, 2: 20800, 3: 0}


@pytest.mark.clause("STAR 7.15[s1]")
def test_where_the_blinds_have_put_everybody_all_in_the_absent_one_is_mucked_too() -> None:
    scene = Scene((300, 700), chairs=away(2), **STAR).start()
    assert scene.now.turn == NOBODY
    scene.go_on()
    assert scene.stakes == {1: 1000, 2: 0}


@pytest.mark.clause("STAR 7.15[s1]", "HLD 10.2(d)(i)")
def test_absent_entrants_of_an_ante_game_leave_the_opening_to_who_is_there() -> None:
    scene = Scene((20000,) * 4, chairs=away(2, 4), structure="ante", blinds=(), ante=500, **STAR).start().go_on()
    assert scene.turn == 3
    assert scene.offered == {"bet", "tap_out"}


@pytest.mark.clause("STAR 7.15[s1]", "HLD 17.20[s1]")
def test_an_exposed_card_is_replaced_before_absent_hands_are_mucked() -> None:
    scene = Scene(chairs=away(2), **STAR).start()
    card = scene.now.hole[1][0]
    scene.ruled("card_exposed", seat=3, cards=(card,))
    assert GAME.routine(scene.table.state).do == "replace_card"  # type: ignore[union-attr]
    scene.go_on()
    assert scene.now.discarded == (card,)
    assert scene.turn == 1


@pytest.mark.clause("STAR 7.28", "STAR 7.15[s1]")
def test_the_absent_are_mucked_before_all_in_hands_are_tabled() -> None:
    """All are all-in with their antes: what is offered first is the only thing that is accepted."""
    settings = {**STAR, "structure": "ante", "blinds": (), "ante": 200, "big_blind_ante": 0}
    scene = Scene((200, 200, 200), chairs=away(3), **settings).start()
    assert GAME.routine(scene.table.state).do == "fold_absent"  # type: ignore[union-attr]
    assert not_ruled(scene, "table_hands", DEALER).clause == "STAR 7.28"
    scene.ruled("fold_absent", DEALER)
    assert GAME.routine(scene.table.state).do == "table_hands"  # type: ignore[union-attr]
    scene.ruled("table_hands", DEALER)
