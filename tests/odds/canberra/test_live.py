"""The value of each choice at a live table."""

from fractions import Fraction

import pytest

from pitboss.cards.card import Card, cards
from pitboss.games.play import Limit, Role
from pitboss.odds.canberra.live import choice_values
from pitboss.odds.canberra.rules import CanberraRules
from tests.games.canberra.scene import NAMES, WITH_JACKPOT, Scene, betting, dealt, jackpot, lit
from tests.odds.canberra import oracle
from tests.odds.canberra.rows import bet_value, paying

DEALER = "Ad Kh 8c 4d 2c"


def values(scene: Scene, seat: int = 1) -> dict[str, Fraction]:
    return {each.choice.do: each.value for each in choice_values(scene.state, seat)}


@pytest.mark.parametrize("hand", [text for text in oracle.CLASSES if not set(text.split()) & set(DEALER.split())])
def test_values_are_those_of_the_solver(hand: str) -> None:
    scene = dealt({1: hand}, DEALER)
    found = values(scene)
    assert found == {"fold": -1000, "bet": 1000 * bet_value(CanberraRules(), cards(hand), cards("2c")[0])}
    assert found["bet"] == 1000 * oracle.bet_value(CanberraRules(), cards(hand), cards("2c")[0])


def test_choices_come_with_their_amounts() -> None:
    scene = dealt({1: "Ts Th 6s 6d Qd"}, DEALER)
    assert [(each.choice.do, each.amount) for each in choice_values(scene.state, 1)] == [("fold", None), ("bet", 2000)]


@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        ("Ts Th 6s 6d Qd", 0),
        ("Kd Jd 9d 7d 5d", 10_000),
        ("Tc Th Td 3h 3d", 15_000),
        ("9s 9d 9c 9h Jd", 50_000),
        ("9h 8h 7h 6h 5h", 250_000),
        ("As Ks Qs Js Ts", 2_500_000),
    ],
)
def test_the_jackpot_is_in_both_values(hand: str, prize: int) -> None:
    """The pool is $24,998.50 and this wager adds $1.50 to it (C-A9)."""
    alone, joined = values(dealt({1: hand}, DEALER)), values(lit({1: hand}, DEALER))
    assert joined["fold"] == alone["fold"] - 200
    assert joined["bet"] == alone["bet"] - 200 + prize


def test_the_value_is_the_mean_of_what_the_table_pays() -> None:
    """Of six unseen cards: the engine plays every hand of the dealer that can be made of them."""
    hand, up = "As Kc Qh 6d 2c", "6h"
    unseen = cards("Ah Kd 3s 3c 9d Jd")
    total = Fraction(0)
    deals = [(a, b, c, d) for a in unseen for b in unseen for c in unseen for d in unseen if a < b < c < d]
    for four in deals:
        scene = betting()
        scene.wager(1)
        scene.deal_out({1: hand}, " ".join((*_faces(four), up)))
        scene.settled(1)
        total += scene.net[NAMES[1]]
    not_in, beaten, equal, better = oracle.ends(cards(hand), cards(up), unseen)
    assert (not_in + beaten + equal + better) == len(deals)
    assert total == 1000 * (not_in + 3 * beaten - 3 * better)


def _faces(some: tuple[Card, ...]) -> list[str]:
    return ["23456789TJQKA"[card % 13] + "cdhs"[card // 13] for card in some]


def test_cards_that_were_shown_wrongly_are_known() -> None:
    """CAN 14.1[s2], CAN 14.2: one of another box cannot be the dealer's, and one of the dealer's is."""
    mine, other, dealer = cards("As Kc Qh 6d 2c"), cards("Ts 9h 7c 5d 3s"), cards("Jh Jc 8d 4s 2d")
    scene = betting()
    scene.wager(1)
    scene.wager(2)
    out = [card for trio in zip(mine, other, dealer, strict=True) for card in trio]
    scene.tell(Role.DEALER, "deal", cards=tuple(out[:6]))
    scene.tell(Role.DEALER, "card_exposed", 2, cards=(other[0],))
    scene.tell(Role.DEALER, "dealer_card_exposed", cards=(dealer[1],))
    scene.tell(Role.DEALER, "deal", cards=tuple(out[6:]))
    assert scene.state.play.up == 1
    gone = {*mine, other[0], dealer[1]}
    unseen = [Card(card) for card in range(52) if card not in gone]
    not_in, beaten, equal, better = oracle.ends(mine, [dealer[1]], unseen)
    expected = Fraction(1000 * (not_in + 3 * beaten - 3 * better), not_in + beaten + equal + better)
    assert values(scene)["bet"] == expected != 1000 * bet_value(CanberraRules(), mine, dealer[1])


def test_a_second_card_of_the_dealers_is_known_too() -> None:
    """C-A15: the first one shown is the upcard, the second is turned over again."""
    mine, dealer = cards("As Kc Qh 6d 2c"), cards("Jh Jc 8d 4s 2d")
    scene = betting()
    scene.wager(1)
    out = [card for pair in zip(mine, dealer, strict=True) for card in pair]
    scene.tell(Role.DEALER, "deal", cards=tuple(out[:6]))
    for shown in (dealer[2], dealer[0]):
        scene.tell(Role.DEALER, "dealer_card_exposed", cards=(shown,))
    scene.tell(Role.DEALER, "deal", cards=tuple(out[6:]))
    assert scene.state.play.up == 2
    known = [dealer[0], dealer[2]]
    unseen = [Card(card) for card in range(52) if card not in (*mine, *known)]
    not_in, beaten, equal, better = oracle.ends(mine, known, unseen)
    assert not_in + beaten + equal + better == 45 * 44 * 43 // 6
    assert values(scene)["bet"] == Fraction(1000 * (not_in + 3 * beaten - 3 * better), 45 * 44 * 43 // 6)


def test_limits_and_the_maximum_payout() -> None:
    """CAN 3.5, CAN 8.2: live is what is at risk, and no win is paid above the maximum."""
    limits = {"ante": Limit(1000, 2000), "bet": Limit(1000, 3000)}
    hand = "9s 9d 9c 9h Jd"
    scene = dealt({1: hand}, DEALER, wagers={1: {"ante": 5000}}, limits=limits, max_payout=12_345)
    not_in, beaten, _, better = oracle.ends_against(cards(hand), cards("2c")[0])
    assert values(scene) == {
        "fold": -2000,
        "bet": Fraction((not_in + beaten) * 2000 + beaten * 12_345 - better * 5000, 163_185),
    }


def test_a_claim_is_worth_the_round_and_the_prize() -> None:
    """CAN 10.4: the dealer's hand is up, so nothing is left to chance."""
    hands = {1: "9h 8h 7h 6h 5h"}
    scene = lit(hands, DEALER, jackpot=jackpot(), jackpot_claim="player_must_declare")
    scene.bet(1)
    scene.dealer("reveal")
    assert values(scene) == {"claim_jackpot": 1000 + 50 * 2000 + 250_000 - WITH_JACKPOT["jackpot"]}
    scene.tell(Role.PLAYER, "claim_jackpot", 1)
    scene.finish()
    assert scene.net[NAMES[1]] == 1000 + 50 * 2000 + 250_000 - 200


def test_only_the_own_choices_and_only_while_there_are_any() -> None:
    scene = dealt({1: "Ts Th 6s 6d Qd", 2: "Js Jh Jc 6h 5s"}, DEALER)
    assert values(scene, 1)["bet"] < values(scene, 2)["bet"]
    scene.bet(1)
    assert values(scene, 1) == {}
    assert set(values(scene, 2)) == {"fold", "bet"}
    assert values(betting(), 1) == {}


def test_other_rules_than_the_tables() -> None:
    scene = dealt({1: "9s 9d 9c 9h Jd"}, DEALER)
    other = paying(four_of_a_kind=(25, 1))
    fold, bet = choice_values(scene.state, 1, rules=other)
    assert fold.value == -1000
    assert bet.value == 1000 * bet_value(other, cards("9s 9d 9c 9h Jd"), cards("2c")[0]) > values(scene)["bet"]
