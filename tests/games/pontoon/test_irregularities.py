"""PON 15 to PON 17: when something goes wrong, when the table closes, and what the operator may rule."""

import pytest

from pitboss.cards.card import cards, faces
from pitboss.games.play import Command, Result, Role
from pitboss.games.pontoon import GAME, PontoonSettings
from pitboss.games.pontoon.round import Standing
from pitboss.games.table import StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, shared, table
from tests.refusals import refused

TWO = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}


@pytest.mark.clause("PON 15.1", "PON D-Burn")
def test_a_card_lying_face_up_in_the_shoe_is_burnt_and_the_next_one_used() -> None:
    at = dealt("9h 6c 7d 2c")
    left = at.state.play.cards.cards_left
    at.supervisor("face_up_card_in_shoe", cards=cards("Ks"))
    assert at.state.play.cards.cards_left == left - 1
    at.player(1, "hit")
    assert faces(at.hand().cards) == "9h 7d 2c"
    assert cards("Ks")[0] in at.state.play.cards.rack


@pytest.mark.clause("PON 15.2")
def test_a_card_drawn_in_error_is_the_next_card_due() -> None:
    at = dealt("9h 6c 7d 8c Kd")
    at.supervisor("card_drawn_in_error", cards=at.shoe.draw(1))
    left = at.state.play.cards.cards_left
    at.do(Command(Role.PLAYER, "stand", seat=1))
    step = GAME.routine(at.state)
    assert step is not None
    assert (step.do, step.cards) == ("deal", 0)
    at.take(step)
    assert faces(at.state.play.dealer) == "6c 8c"
    assert at.state.play.cards.cards_left == left
    at.finish()
    assert faces(at.state.play.dealer) == "6c 8c Kd"


@pytest.mark.clause("PON 15.2")
def test_a_card_drawn_in_error_waits_for_the_next_round_if_none_is_due() -> None:
    at = dealt("Ah 6c Kd 9h 7s 7c 6d")
    at.supervisor("card_drawn_in_error", cards=at.shoe.draw(1))
    at.finish()
    at.new_round()
    at.place(1, "A", main=1000)
    at.deal()
    assert faces(at.hand().cards) == "9h 7c"


@pytest.mark.clause("PON 15.2", "PON 5.4(b)")
def test_a_card_put_aside_may_bring_the_cutting_card_with_it() -> None:
    at = dealt("9h 6c 7d 8c Kd")
    cards_now = at.state.play.cards
    passed = cards_now._replace(cutting_card_after=cards_now.drawn)
    at.state = at.state._replace(play=at.state.play._replace(cards=passed))
    at.supervisor("card_drawn_in_error", cards=at.shoe.draw(1))
    at.player(1, "stand")
    at.finish()
    assert at.state.play.cards.cutting_card_at == 0


@pytest.mark.clause("PON 15.2")
def test_a_card_burnt_in_error_stays_out() -> None:
    at = dealt("9h 6c 7d 8c Kd")
    left = at.state.play.cards.cards_left
    at.supervisor("card_burnt_in_error")
    assert (at.state.play.cards.cards_left, at.state.play.cards.unseen) == (left - 1, 1)
    at.player(1, "stand")
    at.finish()
    assert faces(at.state.play.dealer) == "6c 8c Kd"


@pytest.mark.clause("PON 15.3")
def test_a_card_the_dealer_should_not_have_taken_is_burnt() -> None:
    at = dealt("9h 9c 9d 8c")
    refused(at.supervisor("dealer_drew_too_many", cards=cards("Kd")), clause="PON 15.2")
    at.do(Command(Role.PLAYER, "stand", seat=1))
    refused(at.supervisor("dealer_drew_too_many", cards=cards("Kd")), clause="PON 13.1(a)")
    at.dealer("deal", cards=at.shoe.draw(1))
    refused(at.dealer("deal", cards=cards("Kd")), clause="PON 6.1")
    assert not isinstance(at.supervisor("dealer_drew_too_many", cards=cards("Kd")), Refusal)
    at.finish()
    assert (faces(at.state.play.dealer), at.row().net) == ("9c 8c", 10000)


@pytest.mark.clause("PON 15.4")
def test_cards_of_two_boxes_that_were_exchanged_are_put_right_during_play() -> None:
    at = dealt("9h 5h 6c 7d 6d", TWO)
    answer = at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("7d 6d"))
    assert not isinstance(answer, Refusal)
    assert [faces(box.hands[0].cards) for box in at.state.play.boxes] == ["9h 6d", "5h 7d"]


@pytest.mark.clause("PON 15.4")
def test_a_card_on_the_wrong_box_is_moved_and_its_payment_undone() -> None:
    at = dealt("9h 8h 9c 7d 7s 5c 8d", TWO).script("1 hit")
    assert at.row().net == 10000
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("5c"))
    assert at.hand(1).standing is Standing.OPEN
    assert at.hand(2).total.points == 20
    assert at.accounts["felt"] == 20000
    at.script("1 stand", "2 stand")
    at.finish()
    assert at.net == {"A": -10000, "B": 10000}
    at.check_balance()


@pytest.mark.clause("PON 15.4")
def test_a_finished_round_is_rebuilt_until_the_next_one_begins() -> None:
    at = dealt("9h 9c 9d 9s").script("1 stand")
    at.finish()
    assert (at.row().result, at.state.house.results["A"]) == (Result.PUSH, 0)
    at.supervisor("misplaced_card", seat=1, cards=cards("9d 9s"))
    assert not at.is_over
    at.finish()
    assert (at.row().result, at.state.house.results["A"]) == (Result.PUSH, 0)
    at.supervisor("misplaced_card", seat=1, cards=cards("9h 9c"))
    at.finish()
    assert len(at.state.play.cards.rack) == 4
    at.check_balance()


@pytest.mark.clause("PON 15.4")
def test_when_the_dealers_hand_is_rebuilt_everything_it_decided_is_settled_again() -> None:
    at = dealt("9h Kh 9c 9d Qd Kc", TWO).script("1 stand", "2 stand")
    at.finish()
    assert at.net == {"A": -10000, "B": 10000}
    at.supervisor("misplaced_card", seat=1, cards=cards("9d Kc"))
    assert at.accounts["felt"] == 20000
    at.finish()
    assert (faces(at.hand().cards), faces(at.state.play.dealer)) == ("9h Kc", "9c 9d")
    assert at.net == {"A": 10000, "B": 10000}
    at.check_balance()


@pytest.mark.clause("PON 15.4")
def test_rebuilding_decides_perfect_pairs_and_pontoons_again() -> None:
    at = dealt("8h Ah 6c 9d 8d", {(1, "A"): {"main": 1000, "perfect_pairs": 1000}, (2, "B"): {"main": 1000}})
    assert at.row(wager="perfect_pairs").net == -1000
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9d 8d"))
    assert at.row(wager="perfect_pairs").net == 12000
    pontoon = dealt("8h Ah 6c Kd 8d", TWO)
    pontoon.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("Kd 8d"))
    assert (pontoon.row(2, "B").net, pontoon.hand(2).standing) == (15000, Standing.PAID)
    before_drawing = dealt("8h Ah Ks Kd 8d", TWO)
    before_drawing.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("Kd 8d"))
    before_drawing.run()
    assert before_drawing.row(2, "B").net == 15000


@pytest.mark.clause("PON 15.4")
def test_only_cards_that_lie_there_are_moved() -> None:
    at = dealt("9h 5h 6c 7d 6d", TWO)
    for wrong in (
        {"seat": 1, "seats": (2,), "cards": cards("Kd")},
        {"seat": 1, "seats": (2,), "cards": cards("7d Kd")},
        {"seat": 1, "seats": (1,), "cards": cards("7d")},
        {"seat": 1, "seats": (5,), "cards": cards("7d")},
        {"cards": cards("6c")},
    ):
        refused(at.supervisor("misplaced_card", **wrong), clause="PON 15.4")
    refused(table("").supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("7d")), clause="PON 15.4")


@pytest.mark.clause("PON 15.5", "PON D-Void")
def test_found_in_the_next_round_the_faulty_one_is_void_and_this_one_stands() -> None:
    at = dealt("9h 9c 7d 8s 9h 9c 9d 8s", {(1, "A"): {"main": 1000}}).script("1 stand")
    at.finish()
    refused(at.supervisor("void_past_round"), clause="PON 15.5")
    at.new_round()
    at.place(1, "A", main=2000)
    at.deal()
    assert at.state.house.results["A"] == -1000
    at.supervisor("void_past_round", reason="card on the wrong box")
    assert at.state.house.results["A"] == 0
    refused(at.supervisor("void_past_round"), clause="PON 15.5")
    at.player(1, "stand")
    at.finish()
    assert at.state.house.results["A"] == 2000
    at.check_balance()


@pytest.mark.clause("PON 15.7")
@pytest.mark.parametrize(
    ("shoe", "hand"),
    [
        ("2h 6c 3d 4c 2s 5d Kd", "2h 3d 4c 2s 5d"),
        ("Ah 6c Ad Kd", "Ah Ad"),
        ("9h 6c 7d Kd", "9h 7d"),
        ("5h 6c 6d Ks", "5h 6d Ks"),
    ],
)
def test_an_absent_players_hand_is_drawn_to_until_it_exceeds_11(shoe: str, hand: str) -> None:
    at = dealt(f"{shoe} 9s 9d 9c")
    assert not isinstance(at.do(Command(Role.SUPERVISOR, "no_decision", seat=1)), Refusal)
    at.run(until=lambda table: len(table.state.play.dealer) > 1)
    assert faces(at.hand().cards) == hand


@pytest.mark.clause("PON 15.7")
def test_only_a_box_that_must_decide_can_be_absent() -> None:
    at = dealt("9h 5h 6c 7d 6d", TWO)
    refused(at.supervisor("no_decision", seat=2), clause="PON 15.7")
    windows = dealt("9h Ks 7d")
    refused(windows.supervisor("no_decision", seat=1), clause="PON 15.7")


@pytest.mark.clause("PON 16.1")
def test_no_round_starts_outside_the_hours() -> None:
    at = PontoonTable(PontoonSettings(hours=(600, 700)), StackedShoe(()))
    refused(at.dealer("start_round", minute=650), clause="PON 16.1")
    at.open()
    refused(at.dealer("start_round", minute=710), clause="PON 16.1")
    assert not isinstance(at.dealer("start_round", minute=650), Refusal)


@pytest.mark.clause("PON 16.2")
def test_a_table_that_is_closed_starts_no_round() -> None:
    at = dealt("9h Ks 7d Qc")
    at.do(Command(Role.OPERATOR, "close_table", reason="early night"))
    at.player(1, "stand")
    at.finish()
    assert at.state.felt.result == "settled"
    refused(at.dealer("start_round"), clause="PON 16.1")


@pytest.mark.clause("PON 17.1", "PON 17.3", "PON D-Void", "PON D-Round of play")
@pytest.mark.parametrize(("reason", "clause"), [("disturbance", "PON 17.1"), ("fraud", "PON 17.3")])
def test_a_void_round_gives_back_all_that_was_wagered_or_paid(reason: str, clause: str) -> None:
    bets = {(1, "A"): {"main": 10000, "perfect_pairs": 1000}, (2, "B"): {"main": 10000}}
    at = dealt("Ah 9h 7c Kd 5h 9s", bets)
    at.player(2, "double", amounts={"B": 10000})
    assert at.accounts["player A"] == 15000 - 1000
    at.supervisor("void_round", reason=reason)
    assert at.state.felt.result == "void"
    assert {row.result for row in at.outcomes} == {Result.VOID}
    assert {row.clause for row in at.outcomes} == {clause}
    assert at.accounts == dict.fromkeys(at.accounts, 0)


@pytest.mark.clause("PON 17.1", "PON D-Void")
@pytest.mark.parametrize("betting", [False, True])
def test_a_disturbance_undoes_a_round_even_after_its_end(betting: bool) -> None:
    at = dealt("7h 7s 7h 7h", {(1, "A"): {"main": 5000}}).script("1 hit")
    at.finish()
    assert at.state.house.results["A"] == 510000
    if betting:
        at.new_round()
    refused(at.supervisor("void_round", reason="impractical"), clause="PON 17.3")
    assert not isinstance(at.supervisor("void_round", reason="disturbance"), Refusal)
    assert at.state.house.results["A"] == 0
    assert at.accounts["player A"] == at.accounts["felt"] == 0
    refused(at.supervisor("void_round", reason="disturbance"), clause="PON 17.1")


@pytest.mark.clause("PON D-Round of play")
def test_wagers_are_void_only_from_the_first_card_until_the_cards_are_racked() -> None:
    at = table("9h Ks 7d Qc")
    at.place(1, "A", main=1000)
    refused(at.supervisor("void_wagers", player="A", reason="marked a card"), clause="PON D-Round of play")
    at.deal()
    at.player(1, "stand")
    assert at.is_over
    assert len(at.state.play.cards.rack) == 4
    refused(at.supervisor("void_wagers", player="A", reason="marked a card"), clause="PON D-Round of play")


@pytest.mark.clause("PON 17.2(a)")
def test_a_rule_breakers_wagers_are_void_and_the_next_player_decides() -> None:
    at = dealt("9h 6c 7d Kd 5s", shared(10000, 5000))
    at.supervisor("void_wagers", player="A", reason="marked a card")
    assert at.row().result is Result.VOID
    assert at.state.play.boxes[0].player == "B"
    at.player(1, "stand", player="B")
    at.finish()
    assert at.net == {"A": 0, "B": -5000}
    at.check_balance()


@pytest.mark.clause("PON 17.2(a)", "PON 17.2(b)")
def test_a_box_without_wagers_is_not_played_and_its_player_shut_out() -> None:
    at = dealt("9h 9d 6c 7d 8d Kd 5s", TWO)
    at.supervisor("void_wagers", player="A", reason="marked a card")
    at.supervisor("exclude_player", player="A", reason="marked a card")
    assert at.game.due(at.state) == (2,)
    at.player(2, "stand")
    at.finish()
    assert at.net == {"A": 0, "B": -10000}
    at.new_round()
    refused(at.place(1, "A", main=1000), clause="PON 17.2(b)")


@pytest.mark.clause("PON 17.3")
@pytest.mark.parametrize("found", ["foreign_card_found", "card_missing"])
def test_a_wrong_deck_voids_the_round_and_must_be_checked(found: str) -> None:
    at = dealt("9h 6c 7d")
    at.supervisor(found, cards=cards("As"))
    assert (at.state.felt.result, at.row().clause) == ("void", "PON 17.3")
    refused(at.dealer("start_round"), clause="PON 17.3")


@pytest.mark.clause("PON 17.6")
def test_a_seat_is_lost_after_three_rounds_without_a_wager_when_all_others_are_taken() -> None:
    at = table("9h Ks 7d Qc" * 3, boxes=2)
    at.dealer("sit", seat=1, player="A")
    at.dealer("sit", seat=2, player="B")
    for number in range(3):
        if number:
            at.new_round()
        refused(at.supervisor("vacate_seat", seat=2), clause="PON 17.6")
        at.place(1, "A", main=1000)
        at.deal()
        at.player(1, "stand")
        at.finish()
    assert not isinstance(at.supervisor("vacate_seat", seat=2), Refusal)
