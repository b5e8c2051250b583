"""PON 6 to PON 12: the deal, insurance, surrender, and what a player does with a hand."""

import pytest

from pitboss.cards.card import cards, faces
from pitboss.games.play import Audience, Command, Role, Stage, Viewer
from pitboss.games.pontoon import GAME
from pitboss.games.pontoon.round import Phase, Standing, due
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, shared, table
from tests.known import known
from tests.refusals import refused

TWO = {(2, "B"): {"main": 10000}, (5, "E"): {"main": 10000}}


def offered(at: PontoonTable) -> set[str]:
    return {choice.do for choice in at.choices()}


def ask(at: PontoonTable, do: str, seat: int = 1, **particulars: object) -> str | None:
    """The clause by which a request would be refused; None if it would be accepted."""
    decision = GAME.decide(at.state, Command(Role.PLAYER, do, seat=seat, **particulars))  # type: ignore[arg-type]
    return decision.clause if isinstance(decision, Refusal) else None


@pytest.mark.clause("PON 6.2", "PON 6.2(a)", "PON 6.2(b)", "PON 6.2(c)", "PON D-Initial deal", "PON 6.1")
def test_one_card_to_each_box_one_to_the_dealer_a_second_to_each_box() -> None:
    at = table("2h 3h 4h 5h 6h")
    for (seat, player), wagers in TWO.items():
        at.place(seat, player, **wagers)
    at.dealer("deal", cards=at.shoe.draw(2))
    assert (at.state.felt.stage, at.state.felt.plan) == (Stage.DEALING, (2, 5, 0, 2, 5))
    refused(at.place(1, "A", main=1000), clause="PON 4.3")
    refused(at.dealer("deal", cards=cards("2c 2c 2c 2c")), clause="PON 6.2")
    at.dealer("deal", cards=at.shoe.draw(3))
    assert [faces(box.hands[0].cards) for box in at.state.play.boxes] == ["2h 5h", "3h 6h"]
    assert faces(at.state.play.dealer) == "4h"
    for audience in Audience:
        view = at.view(Viewer(audience, 2)).as_json()
        assert view["dealer"] == ["4h"]
        assert "5h" in str(view["boxes"])


@pytest.mark.clause("PON 6.1")
def test_a_card_that_is_not_due_or_not_in_the_decks_is_refused() -> None:
    at = dealt("9h Ks 7d Qc")
    at.finish()
    refused(at.dealer("deal", cards=cards("2c")), clause="PON 6.1")
    refused(at.dealer("deal", cards=cards("Tc")), clause="PON 2.1[s1]")


@pytest.mark.clause("PON 7.1[s1]", "PON D-Insurance line")
def test_insurance_only_against_an_ace_by_players_on_the_box_without_pontoon() -> None:
    assert ask(dealt("9h Ks 7d"), "insure", amount=1000) == "PON 7.1[s1]"
    at = dealt("Ah 9h As Kd 7d", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}})
    assert ask(at, "insure", amount=1000) == "PON 7.1[s1]"
    assert ask(at, "insure", 2, player="C", amount=1000) == "PON 7.1[s1]"
    assert ask(at, "insure", 2, player="B", amount=1000) is None
    at.player(2, "insure", player="B", amount=1000)
    assert [wager.kind for wager in at.state.felt.wagers] == ["main", "main", "insurance"]


@pytest.mark.clause("PON 7.1[s2]")
def test_insurance_is_at_most_half_of_each_players_own_wager() -> None:
    at = dealt("9h As 7d", shared(10000, 3000))
    assert ask(at, "insure", player="A", amount=5050) == "PON 7.1[s2]"
    assert ask(at, "insure", player="B", amount=1550) == "PON 7.1[s2]"
    at.player(1, "insure", player="A", amount=3000)
    assert ask(at, "insure", player="A", amount=2050) == "PON 7.1[s2]"
    assert not isinstance(at.player(1, "insure", player="A", amount=2000), Refusal)
    assert not isinstance(at.player(1, "insure", player="B", amount=1500), Refusal)
    limited = dealt("9h As 7d", {(1, "A"): {"main": 80000}})
    assert ask(limited, "insure", amount=25050) == "PON 7.1[s2]"


@pytest.mark.clause("PON 7.3")
@pytest.mark.clause("PON D-Float")
def test_insurance_comes_in_steps_of_half_the_smallest_chip() -> None:
    at = dealt("9h As 7d")
    assert ask(at, "insure", amount=1025) == "PON 7.3"
    assert ask(at, "insure", amount=1050) is None
    coarse = dealt("9h As 7d", smallest_float_chip=500)
    assert ask(coarse, "insure", amount=1050) == "PON 7.3"
    assert ask(coarse, "insure", amount=1250) is None


@pytest.mark.clause("PON 7.2", "PON D-Subsequent deal")
def test_insurance_closes_when_the_subsequent_deal_begins() -> None:
    at = dealt("9h As 7d")
    assert at.state.play.phase is Phase.SURRENDER
    assert offered(at) == {"insure", "surrender"}
    at.dealer("begin_drawing")
    assert at.view(Viewer(Audience.SIGN)).as_json()["phase"] == Phase.SUBSEQUENT_DEAL
    assert ask(at, "insure", amount=1000) == "PON 7.2"
    refused(at.dealer("begin_drawing"), clause="PON 10.1")


@pytest.mark.clause("PON 8.1", "PON 10.2(a)")
def test_pontoons_are_paid_before_anything_else_and_take_no_card() -> None:
    at = dealt("Ah 9h Ks Kd 7d 5d", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}})
    assert (at.row().net, at.hand().standing) == (15000, Standing.PAID)
    for do in ("hit", "stand", "surrender"):
        assert ask(at, do) == "PON 10.2(a)"
    assert ask(at, "double", amounts={"A": 10000}) == "PON 10.2(a)"
    at.player(2, "surrender")
    at.finish()
    assert at.net == {"A": 15000, "B": -5000}


@pytest.mark.clause("PON 8.1")
def test_every_wager_on_a_pontoon_is_paid() -> None:
    at = dealt("Ah 2h Kd", shared(10000, 5000, 1000))
    at.finish()
    assert at.net == {"A": 15000, "B": 7500, "C": 1500}


@pytest.mark.clause("PON 9.1", "PON D-Surrender")
@pytest.mark.parametrize("up", ["Js", "Qs", "Ks", "As", "2s", "5s", "9s"])
def test_surrender_is_offered_against_face_cards_and_aces_only(up: str) -> None:
    at = dealt(f"9h {up} 7d")
    assert ask(at, "surrender") == (None if up[0] in "JQKA" else "PON 9.1")


@pytest.mark.clause("PON 9.1")
def test_surrender_comes_after_pontoons_are_paid_and_before_any_further_card() -> None:
    at = table("Ah 9h Ks Kd 7d")
    at.place(1, "A", main=1000)
    at.place(2, "B", main=1000)
    at.dealer("deal", cards=at.shoe.draw(5))
    assert ask(at, "surrender", 2) == "PON 9.1"
    at.dealer("pay_pontoons")
    assert ask(at, "surrender", 2) is None
    at.dealer("begin_drawing")
    assert ask(at, "surrender", 2) == "PON 9.1"


@pytest.mark.clause("PON 9.2[s1]", "PON 9.2[s2]", "PON 9.4")
def test_the_deciding_player_surrenders_for_everybody_on_the_box() -> None:
    at = dealt("9h Ks 7d 5d", shared(10000, 5000))
    at.do(Command(Role.PLAYER, "surrender", seat=1))
    assert ask(at, "surrender") == "PON 9.2[s1]"
    assert ask(at, "hit") == "PON 9.2[s1]"
    at.finish()
    assert at.net == {"A": -5000, "B": -2500}
    assert len(at.state.play.dealer) == 2


@pytest.mark.clause("PON 9.5")
def test_nobody_surrenders_without_the_deciding_player() -> None:
    at = dealt("9h Ks 7d Qc", shared(10000, 5000))
    assert ask(at, "surrender", player="B") == "PON 9.5"
    at.dealer("begin_drawing")
    assert ask(at, "surrender", player="B") == "PON 9.5"


@pytest.mark.clause("PON 10.1", "PON 10.1(a)", "PON 10.1(b)", "PON 10.1(c)", "PON 10.1(d)")
def test_box_by_box_each_player_may_split_double_draw_or_stand() -> None:
    at = dealt("8h 9h 6c 8d 9d", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}})
    assert due(at.state) == (1,)
    assert [choice.do for choice in at.choices()] == ["split", "double", "hit", "stand"]
    assert {choice.seat for choice in at.choices()} == {1}
    assert ask(at, "stand", 2) == "PON 10.1"
    at.player(1, "stand")
    assert due(at.state) == (2,)
    assert ask(at, "stand", 1) == "PON 10.1"
    assert ask(at, "hit", 3) == "PON 10.1(c)"


@pytest.mark.clause("PON 10.1")
def test_a_card_that_was_asked_for_comes_before_the_next_decision() -> None:
    at = dealt("5h 6c 4d 8c")
    at.do(Command(Role.PLAYER, "hit", seat=1))
    assert due(at.state) == ()
    assert ask(at, "hit") == "PON 10.1"
    step = known(GAME.routine(at.state))
    assert (step.do, step.cards, step.clause) == ("deal", 1, "PON 10.1(c)")


@pytest.mark.clause("PON 10.2", "PON 10.2(b)")
def test_any_21_is_paid_before_another_card_and_takes_none() -> None:
    at = dealt("9h 8h Ks 7d 8d 5c", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}).script("1 hit")
    assert at.row().net == 10000
    assert len(at.state.play.dealer) == 1
    assert ask(at, "hit") == "PON 10.2(b)"
    assert due(at.state) == (2,)


@pytest.mark.clause("PON 10.2", "PON 10.2(c)")
@pytest.mark.parametrize(
    ("hand", "clause"),
    [
        ("5h 6d", "PON 10.2(c)"),
        ("2h 2d", "PON 10.2(c)"),
        ("5h 7d", None),
        ("Ah 2d", None),
        ("Ah Ad", None),
    ],
)
def test_nobody_stands_on_a_hard_total_under_12(hand: str, clause: str | None) -> None:
    first, second = hand.split()
    at = dealt(f"{first} 6c {second}")
    assert ask(at, "stand") == clause
    assert ("stand" in offered(at)) is (clause is None)
    assert "double" in offered(at)


@pytest.mark.clause("PON 10.2(c)")
def test_what_is_wrong_with_a_wish_is_told_before_whose_turn_it_is() -> None:
    at = dealt("5h As 6d")
    assert at.state.play.phase is Phase.SURRENDER
    assert ask(at, "stand") == "PON 10.2(c)"
    assert ask(at, "split") == "PON D-Split"
    assert ask(at, "double", amounts={"A": 10100}) == "PON D-Double/double down"
    assert ask(at, "hit") == "PON 10.1"


@pytest.mark.clause("PON D-Split", "PON 11.1", "PON 11.2")
def test_only_the_deciding_player_splits_and_only_a_pair() -> None:
    at = dealt("8h 6c 8d 2c 3c", shared(10000, 5000))
    assert ask(at, "split", player="B") == "PON 11.1"
    assert ask(at, "split", joined_by=("C",)) == "PON 11.2"
    assert ask(dealt("8h 6c 9d"), "split") == "PON D-Split"
    at.player(1, "hit")
    assert ask(at, "split") == "PON D-Split"


@pytest.mark.clause("PON D-Split", "PON 11.2(a)", "PON 11.2(b)")
def test_each_co_player_splits_too_or_stays_on_the_first_hand() -> None:
    at = dealt("Jh 6c Kd 9c", shared(10000, 5000, 2000))
    at.player(1, "split", joined_by=("C",))
    on = {(wager.player, wager.hand): wager.stake for wager in at.state.felt.wagers}
    assert on == {("A", 1): 10000, ("B", 1): 5000, ("C", 1): 2000, ("A", 2): 10000, ("C", 2): 2000}
    assert at.accounts["felt"] == 29000


@pytest.mark.clause("PON D-Split")
def test_a_split_wager_is_as_much_as_the_original_at_risk() -> None:
    at = dealt("8h 6c 8d 9c", {(1, "A"): {"main": 70000}})
    assert ask(at, "split", amount=20000) == "PON D-Split"
    assert ask(at, "split", amount=50000) is None
    at.player(1, "split")
    assert [(wager.stake, wager.at_risk) for wager in at.state.felt.wagers] == [(70000, 50000), (50000, 50000)]


@pytest.mark.clause("PON 11.2(b)")
def test_who_stays_on_a_resplit_is_on_the_first_of_the_hands_formed() -> None:
    at = dealt("8h 6c 8d 9c 8c 2s", shared(10000, 5000))
    at.player(1, "split", joined_by=("B",))
    at.player(1, "stand", hand=1)
    at.player(1, "split", hand=2)
    assert [faces(hand.cards) for hand in at.state.play.boxes[0].hands] == ["8h 9c", "8d 2s", "8c"]
    assert sorted((wager.player, wager.hand or 0) for wager in at.state.felt.wagers) == [
        ("A", 1),
        ("A", 2),
        ("A", 3),
        ("B", 1),
        ("B", 2),
    ]
    assert ask(at, "double", hand=3, amounts={"A": 100, "B": 100}) is not None


@pytest.mark.clause("PON 11.3")
def test_four_hands_at_most() -> None:
    at = dealt("8h 6c 8d 8c 8s 8h")
    for _ in range(3):
        assert not isinstance(at.player(1, "split"), Refusal)
    assert [len(hand.cards) for hand in at.state.play.boxes[0].hands] == [2, 1, 1, 1]
    assert ask(at, "split") == "PON 11.3"
    assert "split" not in offered(at)


@pytest.mark.clause("PON 11.3", "PON 11.5")
def test_aces_split_once_and_get_one_card_each() -> None:
    at = dealt("Ah 9h 6c Ad 8d Ac 5s", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}).script("1 split")
    assert [hand.standing for hand in at.state.play.boxes[0].hands] == [Standing.STOOD, Standing.STOOD]
    assert ask(at, "split", hand=1) == "PON 11.3"
    assert ask(at, "hit", hand=2) == "PON 11.5"
    assert ask(at, "double", hand=2, amounts={"A": 10000}) == "PON 11.5"


@pytest.mark.clause("PON 11.4")
def test_split_hands_are_finished_one_after_another() -> None:
    at = dealt("8h 6c 8d 2c 3c 9c 9s")
    at.do(Command(Role.PLAYER, "split", seat=1))
    assert ask(at, "hit", hand=1) == "PON 10.1"
    step = known(GAME.routine(at.state))
    assert step.clause == "PON 11.4"
    at.run()
    assert [faces(hand.cards) for hand in at.state.play.boxes[0].hands] == ["8h 2c", "8d"]
    assert ask(at, "hit", hand=2) == "PON 11.4"
    at.player(1, "hit", hand=1)
    at.player(1, "stand", hand=1)
    assert [faces(hand.cards) for hand in at.state.play.boxes[0].hands] == ["8h 2c 3c", "8d 9c"]


@pytest.mark.clause("PON 11.6", "PON 11.7")
@pytest.mark.parametrize(("pair", "card"), [("Ah Ad", "Kc"), ("Kh Kd", "Ac")])
def test_ace_and_ten_value_after_a_split_are_21_at_even_money(pair: str, card: str) -> None:
    first, second = pair.split()
    at = dealt(f"{first} 9h 6c {second} 8d {card} 9s", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}})
    at.player(1, "split")
    row = at.row()
    assert (row.net, row.clause, at.hand().standing) == (10000, "PON 11.7", Standing.PAID)


@pytest.mark.clause("PON 11.6", "PON 10.2(c)")
def test_split_hands_are_played_by_rule_10() -> None:
    at = dealt("4h 6c 4d 2c").script("1 split")
    assert ask(at, "stand", hand=1) == "PON 10.2(c)"


@pytest.mark.clause("PON 12.1", "PON 12.1(a)", "PON 12.1(b)")
def test_a_double_is_open_on_any_hand_under_21() -> None:
    assert ask(dealt("As 6c 9d"), "double", amounts={"A": 10000}) is None
    at = dealt("2h 6c 3d 4c 5s").script("1 hit", "1 hit")
    assert ask(at, "double", amounts={"A": 10000}) is None
    made = dealt("9h 9d 6c 5d 8d 7c", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}).script("1 hit")
    assert ask(made, "double", amounts={"A": 10000}) == "PON 10.2(b)"


@pytest.mark.clause("PON D-Double/double down", "PON 12.3[s2]")
def test_a_doubled_hand_gets_exactly_one_card() -> None:
    at = dealt("6h 6c 5d 2c")
    assert ask(at, "double", amounts={"A": 10001}) == "PON D-Double/double down"
    assert ask(at, "double", amounts={"A": 10050}) == "PON D-Double/double down"
    assert ask(at, "double", amounts={"A": 50}) is None
    at.player(1, "double", amounts={"A": 4000})
    assert (len(at.hand().cards), at.hand().standing) == (3, Standing.STOOD)
    assert at.state.felt.wagers[0].stake == 14000
    assert ask(at, "hit") == "PON D-Double/double down"


@pytest.mark.clause("PON 12.2", "PON 12.3[s1]")
def test_co_players_double_only_with_the_deciding_player() -> None:
    at = dealt("6h 6c 5d 2c", shared(10000, 5000, 2000))
    assert ask(at, "double", amounts={"B": 5000}) == "PON 12.2"
    assert ask(at, "double", player="B", amounts={"A": 10000, "B": 5000}) == "PON 12.2"
    assert ask(at, "double", amounts={"A": 10000, "B": 5050}) == "PON D-Double/double down"
    assert ask(at, "double", amounts={"A": 10000, "D": 1000}) == "PON 12.3[s1]"
    at.player(1, "double", amounts={"A": 1000, "B": 5000})
    assert [wager.stake for wager in at.state.felt.wagers] == [11000, 10000, 2000]


@pytest.mark.clause("PON 12.4")
def test_a_split_hand_may_be_doubled() -> None:
    at = dealt("8h 6c 8d 3c 9c 9s").script("1 split")
    answer = at.player(1, "double", hand=1, amounts={"A": 10000})
    assert not isinstance(answer, Refusal)
    assert answer[0].clause == "PON 12.4"
    assert at.hand(number=1).total.points == 20


@pytest.mark.clause("PON 2.5(a)")
def test_at_a_recorded_table_a_double_counts_up_to_the_original_wager() -> None:
    at = dealt("6h 6c 5d 9c Kd 9s", entry_mode="record")
    at.player(1, "double", amounts={"A": 15000})
    at.finish()
    row = at.row()
    assert (row.stake, row.at_risk, row.net) == (25000, 20000, 20000)
    at.check_balance()


@pytest.mark.clause("PON 12.6")
def test_each_doubled_wager_is_rescued_by_its_own_player() -> None:
    at = dealt("6h 9c 5d 2c 8s", shared(10000, 5000, 2000))
    at.player(1, "double", amounts={"A": 10000, "B": 3000})
    assert {(choice.do, choice.player) for choice in at.choices()} == {("forfeit", "A"), ("forfeit", "B")}
    assert ask(at, "forfeit", player="C") == "PON 12.6"
    at.player(1, "forfeit", player="B")
    assert (at.row(player="B").stake, at.row(player="B").net) == (8000, -5000)
    assert ask(at, "forfeit", player="B") == "PON 12.6"
    at.finish()
    assert at.net == {"A": -20000, "B": -5000, "C": -2000}
    at.check_balance()


@pytest.mark.clause("PON 12.6")
def test_a_rescue_is_open_until_the_dealers_next_card_and_never_over_21() -> None:
    bets = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}
    at = dealt("6h 9h Ks 5d 8d 2c 7c", bets)
    assert ask(at, "forfeit") == "PON 12.6"
    at.finish()
    at.do(Command(Role.PLAYER, "double", seat=1, amounts={"A": 10000}))
    assert ask(at, "forfeit") == "PON 12.6"
    at.run()
    assert ask(at, "forfeit") is None
    at.player(2, "stand")
    assert ask(at, "forfeit") is None
    at.dealer("deal", cards=at.shoe.draw(1))
    assert ask(at, "forfeit") == "PON 12.6"
    bust = dealt("9h 9c 5d Kd")
    bust.player(1, "double", amounts={"A": 10000})
    assert bust.row().net == -20000


@pytest.mark.clause("PON 17.5(a)")
def test_prompts_list_what_is_allowed_in_the_same_order_for_every_hand() -> None:
    one, other = dealt("Kh 6c Kd"), dealt("6h Kc 6d")
    other.finish()
    assert [choice.do for choice in one.choices()] == [choice.do for choice in other.choices()]


@pytest.mark.clause("PON 17.5(c)")
def test_what_the_procedures_do_not_know_is_refused() -> None:
    at = dealt("Kh 6c Kd")
    refused(at.dealer("peek"), clause="PON 17.5(c)")
    refused(at.dealer("settle"), clause="PON 14.1")
