"""CAN 7, CAN 8 and CAN 9: bet or fold, who wins, and what it pays."""

import pytest

from pitboss.cards.card import cards
from pitboss.games.play import Audience
from tests.games.canberra.scene import (
    ACE_KING,
    DEALER,
    FLUSH,
    FOURS,
    FULL_HOUSE,
    IN,
    NOT_IN,
    NOTHING,
    PAIR,
    PLAYER,
    POOL,
    RESERVE,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUPERVISOR,
    THREES,
    TWO_PAIRS,
    WITH_JACKPOT,
    Scene,
    dealt,
    jackpot,
    lit,
)


def one(hand: str, dealer: str = IN, ante: int = 1000, **settings: object) -> Scene:
    return dealt({1: hand}, dealer, wagers={1: {"ante": ante}}, **settings).settled(1)


@pytest.mark.clause("CAN 7.1", "CAN D-Bet", "CAN 7.2[s1]")
def test_a_bet_is_exactly_twice_the_ante() -> None:
    scene = dealt({1: PAIR})
    for amount in (1000, 1999, 2001, 3000, 4000):
        scene.refuses("CAN 7.2[s1]", PLAYER, "bet", 1, amount=amount)
    said = scene.refuses("CAN 7.2[s1]", PLAYER, "bet", 1, amount=3000)
    assert said == "The bet must be twice the ante of $10, not $30."
    assert [choice.amounts for choice in scene.choices()] == [(), (2000,)]
    scene.bet(1)
    scene.refuses("CAN 7.2[s1]", PLAYER, "bet", 1, amount=2000)
    scene.refuses("CAN 7.2[s1]", PLAYER, "fold", 1)


@pytest.mark.clause("CAN 7.1")
def test_players_decide_in_any_order_each_for_the_own_hand() -> None:
    scene = dealt({1: PAIR, 2: TWO_PAIRS, 4: ACE_KING.replace("9s", "9c").replace("3s", "3h")})
    assert scene.game.due(scene.state) == (1, 2, 4)
    scene.refuses("CAN 7.1", PLAYER, "bet", 3, amount=2000)
    scene.refuses("CAN 7.1", PLAYER, "bet", 4, amount=2000, player="Ann")
    scene.script("4 bet 2000", "1 fold")
    assert scene.game.due(scene.state) == (2,)
    scene.refuses("CAN 9.1", DEALER, "reveal")
    scene.script("2 bet 2000", "reveal")


@pytest.mark.clause("CAN 7.3", "CAN D-Fold")
def test_a_fold_loses_ante_and_jackpot_wager_even_with_a_flush() -> None:
    scene = lit({1: FLUSH}).script("1 fold")
    assert scene.rows() == {(1, "ante"): ("lose", -1000), (1, "jackpot"): ("lose", -200)}
    assert scene.outcome(1, "jackpot").clause == "CAN 7.3"
    scene.finish()
    assert scene.state.felt.result == "settled"
    assert scene.pools == (POOL + 150, RESERVE + 50)
    assert scene.accounts() == {"player Ann": -1200, "bank": 1000, "jackpot pool": 150, "reserve pool": 50}


@pytest.mark.clause("CAN D-Fold", "CAN 7.3")
def test_silence_is_a_fold_when_a_supervisor_confirms_it() -> None:
    scene = dealt({1: PAIR, 2: TWO_PAIRS})
    scene.refuses("CAN D-Casino Supervisor", DEALER, "no_decision", 1)
    scene.tell(SUPERVISOR, "no_decision", 1)
    assert scene.box(1).standing == "folded"
    scene.refuses("CAN D-Fold", SUPERVISOR, "no_decision", 1)
    scene.bet(2)
    scene.refuses("CAN D-Fold", SUPERVISOR, "no_decision", 2)


def with_cards(scene: Scene, held: int) -> Scene:
    """Box 1 with so many cards, as no command of the dealer can bring it about."""
    play = scene.state.play
    box = play.boxes[0]._replace(cards=cards("Js Jh Jc 6s 5s 4s 2s")[:held])
    scene.state = scene.state._replace(play=play._replace(boxes=(box, *play.boxes[1:])))
    return scene


@pytest.mark.clause("CAN 7.4")
@pytest.mark.parametrize("held", [4, 6])
def test_a_folded_hand_is_counted_before_it_is_racked(held: int) -> None:
    scene = with_cards(dealt({1: PAIR}), held)
    assert f"holds {held} cards" in scene.refuses("CAN 7.4", PLAYER, "fold", 1)
    scene.bet(1)
    scene.refuses("CAN 14.3", DEALER, "reveal")
    scene = with_cards(dealt({1: PAIR}), 5).script("1 fold")
    assert scene.state.play.rack == (1,)


@pytest.mark.clause("CAN 9.7")
@pytest.mark.parametrize("held", [4, 6])
def test_a_hand_is_counted_before_it_is_settled_and_racked(held: int) -> None:
    scene = dealt({1: PAIR}).script("1 bet 2000", "reveal")
    assert f"holds {held} cards" in with_cards(scene, held).refuses("CAN 9.7", DEALER, "settle")
    with_cards(scene, 5).dealer("settle")
    assert scene.state.play.rack == (1,)


@pytest.mark.clause("CAN 9.1", "CAN 9.2")
@pytest.mark.parametrize(
    ("dealer", "takes_part"),
    [
        ("Ad Kh 4c 3s 2d", True),
        ("Ad Qh Jc Td 9c", False),
        ("Kd Qh Jc Td 8c", False),
        ("Ad Qh Jc Td 8c", False),
        ("2d 2h 3c 4d 5c", True),
        ("5d 4h 3c 2d Ac", True),
    ],
)
def test_the_dealer_takes_part_with_ace_and_king_or_better(dealer: str, takes_part: bool) -> None:
    scene = dealt({1: "8s 7s 6s 5s 3h"}, dealer).script("1 bet 2000", "reveal")
    assert scene.sees(Audience.SIGN)["dealer"] == dealer.split()
    scene.finish()
    assert (scene.outcome(1, "ante").clause != "CAN 9.3") is takes_part


@pytest.mark.clause("CAN 9.1")
def test_the_dealers_hand_is_shown_when_all_have_decided_and_one_has_bet() -> None:
    scene = dealt({1: PAIR})
    scene.refuses("CAN 9.1", DEALER, "reveal")
    scene.refuses("CAN 9.4", DEALER, "settle")
    scene.script("1 bet 2000", "reveal")
    scene.refuses("CAN 9.1", DEALER, "reveal")
    scene = dealt({1: PAIR}).script("1 fold")
    scene.refuses("CAN 9.1", DEALER, "reveal")


@pytest.mark.clause("CAN 9.3")
@pytest.mark.parametrize("hand", [ROYAL, PAIR, "As Qc 8d 4s 2d", NOTHING])
def test_a_dealer_without_ace_and_king_pays_the_ante_and_gives_the_bet_back(hand: str) -> None:
    scene = one(hand, NOT_IN)
    assert scene.rows() == {(1, "ante"): ("win", 1000), (1, "bet"): ("push", 0)}
    assert {row.clause for row in scene.outcomes} == {"CAN 9.3"}


@pytest.mark.clause("CAN 9.4", "CAN 8.1")
def test_a_higher_hand_wins_ante_and_bet() -> None:
    scene = one(PAIR)
    assert scene.rows() == {(1, "ante"): ("win", 1000), (1, "bet"): ("win", 2000)}
    assert [row.clause for row in scene.outcomes] == ["CAN 9.4", "CAN 9.4"]
    assert scene.outcome(1, "bet").why == (
        "Your one pair, jacks, with a nine, a seven and a three beats the dealer's no pair, ace high, then king, eight,"
        " four and two, so the bet wins. It pays 1 to 1."
    )
    assert scene.accounts() == {"player Ann": 3000, "bank": -3000}


@pytest.mark.clause("CAN 9.5", "CAN 9.6")
@pytest.mark.parametrize(
    ("hand", "result", "lost", "clause"), [(NOTHING, "lose", 1000, "CAN 9.5"), ("Ac Kd 8d 4s 2s", "void", 0, "CAN 9.6")]
)
def test_a_lower_hand_loses_ante_and_bet_and_equal_hands_make_them_void(
    hand: str, result: str, lost: int, clause: str
) -> None:
    scene = one(hand)
    assert scene.rows() == {(1, "ante"): (result, -lost), (1, "bet"): (result, -2 * lost)}
    assert {row.clause for row in scene.outcomes} == {clause}
    assert scene.accounts() == ({"player Ann": -3000, "bank": 3000} if lost else {})


@pytest.mark.clause("CAN 8.1", "CAN 8.1 ante", "CAN 8.1 bet 1:1", "CAN 8.1 bet 2:1", "CAN 8.1 bet 3:1")
@pytest.mark.clause("CAN 8.1 bet 4:1", "CAN 8.1 bet 5:1", "CAN 8.1 bet 7:1", "CAN 8.1 bet 20:1")
@pytest.mark.clause("CAN 8.1 bet SF", "CAN 8.1 bet RF")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        (ACE_KING, 1),
        (PAIR, 1),
        (TWO_PAIRS, 2),
        (THREES, 3),
        (STRAIGHT, 4),
        (FLUSH, 5),
        (FULL_HOUSE, 7),
        (FOURS, 20),
        (STRAIGHT_FLUSH, 50),
        (ROYAL, 250),
    ],
)
def test_the_bet_pays_by_the_players_hand_and_the_ante_always_one_to_one(hand: str, odds: int) -> None:
    scene = one(hand)
    assert scene.rows() == {(1, "ante"): ("win", 1000), (1, "bet"): ("win", odds * 2000)}
    assert scene.outcome(1, "bet").why.endswith(f"It pays {odds} to 1.")


@pytest.mark.clause("CAN 8.1 bet RF", "CAN 8.1 ante")
def test_the_maximum_payout_cuts_the_bet_and_not_the_ante() -> None:
    scene = one(ROYAL, ante=10000, max_payout=2_000_000)
    assert scene.rows() == {(1, "ante"): ("win", 10000), (1, "bet"): ("win", 2_000_000)}
    assert "CAN 8.2" in scene.outcome(1, "bet").why


@pytest.mark.clause("CAN 8.1 bet SF")
@pytest.mark.parametrize(
    ("scope", "nets"),
    [("per_wager", (90000, 90000)), ("per_player_round", (90000, 90000)), ("per_table_round", (0, 90000))],
)
def test_the_maximum_payout_of_a_table_is_used_up_from_the_dealers_right(scope: str, nets: tuple[int, int]) -> None:
    hands = {1: STRAIGHT_FLUSH, 2: ROYAL}
    scene = dealt(hands, max_payout=90000, max_payout_scope=scope).settled(1, 2)
    assert (scene.outcome(1, "bet").net, scene.outcome(2, "bet").net) == nets


@pytest.mark.clause("CAN 9.4", "CAN 9.7", "CAN 11.2")
def test_hands_are_settled_from_the_dealers_right() -> None:
    scene = dealt({1: PAIR, 2: STRAIGHT, 5: "Qs Qd Qc Qh Jd"}).script("1 bet 2000", "2 fold", "5 bet 2000", "reveal")
    scene.refuses("CAN 11.2", DEALER, "settle", 1)
    scene.tell(DEALER, "settle", 5)
    scene.refuses("CAN D-Round of Play", DEALER, "collect")
    scene.dealer("settle")
    assert scene.state.play.order == (5, 1)
    assert scene.state.play.rack == (2, 5, 1)
    scene.refuses("CAN 9.4", DEALER, "settle")


@pytest.mark.clause("CAN D-Round of Play")
def test_the_round_is_over_when_all_cards_are_in_the_rack() -> None:
    scene = dealt({1: PAIR})
    scene.refuses("CAN D-Round of Play", DEALER, "collect")
    scene.script("1 bet 2000", "reveal", "settle")
    assert not scene.is_over
    scene.dealer("collect")
    assert scene.is_over
    scene.refuses("CAN D-Round of Play", DEALER, "collect")


@pytest.mark.clause("CAN 7.2[s1]", "CAN 3.4", "CAN 3.5")
@pytest.mark.parametrize(
    ("amount", "at_risk", "advised"), [(1500, 1500, True), (2000, 2000, False), (5000, 2000, False)]
)
def test_a_recorded_bet_off_its_size_is_live_short_as_it_lies_and_long_to_twice(
    amount: int, at_risk: int, advised: bool
) -> None:
    scene = dealt({1: TWO_PAIRS}, entry_mode="record")
    scene.bet(1, amount)
    if amount != 2000:
        scene.tell(SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))
    scene.finish()
    row = scene.outcome(1, "bet")
    assert (row.stake, row.at_risk, row.net) == (amount, at_risk, 2 * at_risk)
    assert [advice.clause for advice in scene.state.felt.advised] == ["CAN 3.4"] * advised
    assert scene.accounts() == {"player Ann": 1000 + 2 * at_risk, "bank": -1000 - 2 * at_risk}


@pytest.mark.clause("CAN 7.2[s1]")
def test_only_bets_that_are_off_their_size_are_noticed() -> None:
    scene = dealt({1: TWO_PAIRS}, entry_mode="record")
    scene.refuses("CAN 7.2[s1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))
    scene.bet(1)
    scene.refuses("CAN 7.2[s1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))


@pytest.mark.clause("CAN 3.5", "CAN 7.2[s1]")
def test_a_recorded_bet_is_held_against_the_ante_at_risk() -> None:
    scene = dealt({1: TWO_PAIRS}, wagers={1: {"ante": 30000}}, entry_mode="record").script("1 bet 40000")
    scene.finish()
    assert scene.outcome(1, "bet")[3:7] == (40000, 40000, "win", 80000)


@pytest.mark.clause("CAN D-Fold")
def test_when_everybody_folds_nothing_is_shown_and_the_round_is_over() -> None:
    scene = dealt({1: PAIR, 2: TWO_PAIRS}, wagers={1: WITH_JACKPOT}, jackpot=jackpot()).settled()
    assert scene.state.felt.result == "settled"
    assert scene.state.play.order == ()
    assert scene.state.play.phase == "bet_or_fold"
