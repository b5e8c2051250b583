"""Requests that come at the wrong time or about nothing: each is refused by its clause and changes nothing."""

from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Command, Result, Role
from pitboss.games.pontoon.round import Standing
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, table
from tests.refusals import refused

TWO = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}


def player(at: PontoonTable, do: str, **particulars: Any) -> str:
    before = at.state
    answer = refused(at.do(Command(Role.PLAYER, do, seat=particulars.pop("seat", 1), **particulars)))
    assert at.state is before
    return answer.clause


@pytest.mark.clause("PON 10.1(a)", "PON 10.1(b)", "PON 10.1(c)", "PON 10.1(d)", "PON 7.1[s1]", "PON 9.1", "PON 12.6")
@pytest.mark.parametrize("over", [False, True])
def test_there_is_nothing_to_decide_before_the_deal_or_after_the_round(over: bool) -> None:
    at = table("9h Ks 7d Qc")
    at.place(1, "A", main=1000)
    if over:
        at.deal()
        at.player(1, "stand")
        at.finish()
    assert player(at, "hit") == "PON 10.1(c)"
    assert player(at, "stand") == "PON 10.1(d)"
    assert player(at, "split") == "PON 10.1(a)"
    assert player(at, "double", amounts={"A": 1000}) == "PON 10.1(b)"
    assert player(at, "insure", amount=100) == "PON 7.1[s1]"
    assert player(at, "surrender") == "PON 9.1"
    assert player(at, "forfeit") == "PON 12.6"
    refused(at.dealer("settle"), clause="PON 14.1")
    refused(at.dealer("collect"), clause="PON 14.1")


def test_there_is_no_fifth_hand() -> None:
    at = dealt("9h 6c 7d")
    assert player(at, "hit", hand=2) == "PON 10.1(c)"
    assert player(at, "forfeit", hand=2) == "PON 12.6"
    assert player(at, "insure", seat=3, amount=100) == "PON 7.1[s1]"
    assert player(at, "surrender", seat=3) == "PON 9.1"


@pytest.mark.clause("PON 12.6")
def test_why_a_double_cannot_be_rescued_is_said() -> None:
    def why(at: PontoonTable, **particulars: Any) -> str:
        answer = refused(at.do(Command(Role.PLAYER, "forfeit", seat=1, **particulars)))
        return answer.reason

    at = dealt("6h 9h 9c 5d 8d 2c 8s", TWO)
    assert "Only a doubled hand" in why(at)
    at.do(Command(Role.PLAYER, "double", seat=1, amounts={"A": 10000}))
    assert "card of the double comes first" in why(at)
    at.run()
    assert "no doubled wager" in why(at, player="B")
    at.player(2, "stand")
    at.dealer("deal", cards=at.shoe.draw(1))
    assert "too late" in why(at)
    made = dealt("6h 9h 9c 5d 8d Kc", TWO)
    made.player(1, "double", amounts={"A": 10000})
    assert "settled already" in why(made)


@pytest.mark.clause("PON 6.1", "PON 6.2")
def test_a_deal_needs_cards_and_keeps_to_its_boxes() -> None:
    at = table("9h Ks 7d Qc")
    at.place(1, "A", main=1000)
    refused(at.dealer("deal"), clause="PON 6.1")
    at.dealer("deal", cards=at.shoe.draw(1))
    refused(at.dealer("deal", cards=cards("Ks"), seats=(1,)), clause="PON 6.2")
    refused(at.dealer("pay_pontoons"), clause="PON 8.1")
    refused(at.dealer("new_shoe", position=96, depth=96), clause="PON 5.4")
    refused(at.dealer("shuffle_discards", position=1), clause="PON 15.6")
    refused(at.dealer("plain_shoe", position=1), clause="PON 19.3(a)")
    at.run()
    refused(at.dealer("pay_pontoons"), clause="PON 8.1")
    refused(at.dealer("deal", cards=cards("Qc")), clause="PON 6.1")


@pytest.mark.clause("PON 5.2", "PON 5.3[s1]")
def test_the_cut_is_offered_once_and_only_when_due() -> None:
    at = table("9h Ks 7d Qc")
    at.dealer("sit", seat=1, player="A")
    refused(at.dealer("offer_cut", player="A"), clause="PON 5.2")
    assert player(at, "decline_cut", player="A") == "PON 5.2"
    assert player(at, "cut", player="A", position=96) == "PON 5.2"
    at.supervisor("dealt_past_cutting_card")
    at.do(Command(Role.PLAYER, "cut", player="A", position=96))
    assert player(at, "cut", player="A", position=100) == "PON 5.2"


@pytest.mark.clause("PON 2.4[s2]", "PON 2.2")
def test_changed_cards_are_checked_before_they_are_shuffled() -> None:
    at = table("9h Ks 7d Qc")
    at.supervisor("change_cards")
    refused(at.dealer("new_shoe", position=96, depth=96), clause="PON 2.4[s2]")
    for role in (Role.DEALER, Role.SUPERVISOR):
        at.do(Command(role, "check_cards", cards=pontoon_decks(4).cards))
    assert not isinstance(at.dealer("new_shoe", position=96, depth=96), Refusal)


@pytest.mark.clause("PON 15.1", "PON 15.3", "PON 15.8", "PON 5.5", "PON 19.3(a)", "PON 17.3", "PON 17.2(a)")
def test_rulings_about_nothing_are_refused() -> None:
    at = table("9h Ks 7d Qc")
    refused(at.supervisor("face_up_card_in_shoe", cards=cards("Th")), clause="PON 2.1[s1]")
    refused(at.supervisor("dealer_drew_too_many", cards=cards("9h")), clause="PON D-Round of play")
    refused(at.supervisor("foreign_card_found"), clause="PON D-Round of play")
    at.supervisor("dealt_past_cutting_card")
    refused(at.supervisor("dealt_past_cutting_card"), clause="PON 15.8")
    last = dealt("9h Ks 7d Qc")
    refused(last.supervisor("announce_last_rounds"), clause="PON 5.5 note")
    refused(last.supervisor("void_wagers", player="Z", reason="none"), clause="PON 17.2(a)")
    last.player(1, "stand")
    last.supervisor("announce_last_rounds")
    refused(last.supervisor("dealt_past_cutting_card"), clause="PON 5.5")
    device = dealt("9h Ks 7d Qc", shoe="automated")
    device.supervisor("shoe_malfunction")
    refused(device.supervisor("shoe_malfunction"), clause="PON 19.3(a)")
    refused(device.dealer("plain_shoe", position=0), clause="PON 5.3[s1]")
    empty = PontoonTable(device.state.settings, device.shoe)  # type: ignore[arg-type]
    refused(empty.supervisor("card_burnt_in_error"), clause="PON 15.2")


@pytest.mark.clause("PON 4.8[s1]")
def test_restrictions_are_laid_and_lifted_once() -> None:
    at = table()
    refused(at.supervisor("lift_restriction", player="A"), clause="PON 4.8[s1]")
    at.supervisor("restrict_player", player="A", reason="tracked")
    refused(at.supervisor("restrict_player", player="A", reason="tracked"), clause="PON 4.8[s1]")


@pytest.mark.clause("PON 15.4")
def test_a_hand_that_was_not_bust_by_right_is_lost_by_the_card_that_belongs_to_it() -> None:
    at = dealt("9h 8h 6c 7d 9d 2c", TWO).script("1 hit")
    at.supervisor("misplaced_card", seat=2, seats=(1,), cards=cards("9d"))
    assert (at.row().net, at.hand(1).standing) == (-10000, Standing.BUST)
    refused(at.supervisor("misplaced_card", seat=2, seats=(1,), cards=cards("8h")), clause="PON 15.4")


@pytest.mark.clause("PON 15.4")
def test_a_loss_is_undone_when_the_card_that_made_it_goes() -> None:
    at = dealt("9h 8h 6c 7d 3d Kd 2c", TWO).script("1 hit")
    assert at.row().net == -10000
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("Kd"))
    assert at.hand(1).standing is Standing.OPEN
    assert (at.row(2, "B").net, at.hand(2).standing) == (10000, Standing.PAID)
    assert at.accounts["felt"] == 10000
    assert at.accounts["player A"] == -10000


@pytest.mark.clause("PON 15.4")
def test_a_super_bonus_falls_with_the_hand_that_won_it() -> None:
    at = dealt("7h 9h 7s 7h 8d 7h Kc", TWO).script("1 hit", "2 stand")
    at.finish()
    assert at.row(wager="super_bonus").net == 500000
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("7h 9h"))
    at.player(1, "stand") if at.game.due(at.state) else at.finish()
    at.finish()
    assert not any(row.wager == "super_bonus" for row in at.outcomes)
    at.check_balance()


@pytest.mark.clause("PON 15.4")
def test_a_doubled_hand_stays_complete_and_a_rescue_stays_final() -> None:
    at = dealt("6h 9h 9c 5d 8d 2c 8s", TWO)
    at.player(1, "double", amounts={"A": 10000})
    at.player(1, "forfeit", player="A")
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("2c 8d"))
    assert (at.hand(1).standing, at.row().net) == (Standing.STOOD, -10000)


@pytest.mark.clause("PON 15.4", "PON 18.12")
def test_perfect_pairs_of_a_split_hand_is_decided_by_the_first_card_of_each() -> None:
    bets = {(1, "A"): {"main": 1000, "perfect_pairs": 1000}, (2, "B"): {"main": 1000}}
    at = dealt("8h 9h 6c 8s 8h 2c", bets).script("1 split")
    at.supervisor("misplaced_card", seat=1, seats=(2,), hand=1, cards=cards("2c 9h"))
    assert at.row(wager="perfect_pairs").net == 6000


@pytest.mark.clause("PON 15.4")
def test_a_void_round_is_not_rebuilt() -> None:
    at = dealt("9h 8h 6c 7d 3d", TWO)
    at.supervisor("void_round", reason="fraud")
    refused(at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("7d 3d")), clause="PON 15.4")
    assert {row.result for row in at.outcomes} == {Result.VOID}


@pytest.mark.clause("PON 15.4", "PON 18.13")
@pytest.mark.parametrize("settled", [False, True])
def test_a_box_with_perfect_pairs_keeps_two_cards(settled: bool) -> None:
    """One card less would leave no pair to settle, or to settle again; two cards can change places all the same."""
    at = table("9h 8h 6c 9d 3d 2c")
    at.place(1, "A", main=10000, perfect_pairs=1000)
    at.place(2, "B", main=10000)
    at.do(Command(Role.DEALER, "deal", cards=at.shoe.draw(5)))
    if settled:
        assert not isinstance(at.dealer("settle_pairs"), Refusal)
    refused(at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9d")), clause="PON 18.13")
    refused(at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9d Kd")), clause="PON 15.4")
    assert not isinstance(at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9d 3d")), Refusal)
    assert not isinstance(at.supervisor("misplaced_card", seat=2, seats=(1,), cards=cards("9d")), Refusal)
