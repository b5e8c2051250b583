"""A live table of Canberra Poker: only the dealer's up card is read at the deal, all others when they are turned up."""

from typing import Any

import pytest

from pitboss.cards.card import UNSEEN, Card, cards
from pitboss.games.house.faces import HandsReopened
from pitboss.games.play import Audience
from tests.games.canberra.scene import (
    DEALER,
    IN,
    PAIR,
    STRAIGHT,
    SUPERVISOR,
    TWO_PAIRS,
    WITH_JACKPOT,
    Scene,
    betting,
    dealt,
    jackpot,
)

HANDS = {1: PAIR, 2: STRAIGHT, 3: TWO_PAIRS}


def face_down(**settings: Any) -> Scene:
    """Three hands, of all the cards only the dealer's last one read, or the first by the device."""
    scene = betting(**settings)
    for seat in HANDS:
        scene.wager(seat, **(WITH_JACKPOT if "jackpot" in settings else {"ante": 1000}))
    by_device = settings.get("shoe") == "automated"
    out: list[Card] = [UNSEEN] * 20
    out[15 if by_device else 19] = cards(up_card(by_device))[0]
    scene.tell(DEALER, "deal", cards=tuple(out))
    if by_device:
        scene.dealer("call_bet_or_fold")
    return scene


def up_card(by_device: bool) -> str:
    return IN.split()[0 if by_device else -1]


def revealed(scene: Scene, own: str = IN) -> Scene:
    """Boxes 1 and 3 bet, box 2 folds, and the dealer turns up the other four cards."""
    scene.script("1 bet 2000", "2 fold", "3 bet 2000")
    up = scene.sees(Audience.SIGN)["up"]
    scene.tell(DEALER, "reveal", cards=" ".join(card for card in own.split() if card != up))
    return scene


def settled(scene: Scene) -> Scene:
    for seat in (3, 1):
        scene.tell(DEALER, "turn_up", seat, cards=HANDS[seat])
        scene.dealer("settle")
    scene.finish()
    return scene


@pytest.mark.clause("CAN 6.2", "CAN 9.1", "CAN 9.4")
@pytest.mark.parametrize(
    "settings",
    [{}, {"shoe": "automated", "up_card": "first"}, {"jackpot": jackpot()}],
    ids=["card", "device", "jackpot"],
)
def test_a_round_whose_cards_are_read_when_they_are_turned_up_comes_to_the_same(settings: dict[str, Any]) -> None:
    scene = settled(revealed(face_down(**settings)))
    wagers = dict.fromkeys(HANDS, WITH_JACKPOT) if "jackpot" in settings else None
    known = dealt(HANDS, wagers=wagers, **settings).settled(1, 3)
    assert scene.is_over
    assert (scene.outcomes, scene.accounts()) == (known.outcomes, known.accounts())
    assert scene.box(2).cards == (UNSEEN,) * 5


@pytest.mark.clause("CAN 6.2")
def test_the_card_that_faces_up_is_read_when_it_is_dealt() -> None:
    scene = betting()
    scene.wager(1)
    assert "face up" in scene.refuses("CAN 6.2", DEALER, "deal", cards=(UNSEEN,) * 10)
    scene.tell(DEALER, "deal", cards=(UNSEEN,) * 9)
    scene.refuses("CAN 6.2", DEALER, "deal", cards=(UNSEEN,))
    scene.tell(DEALER, "deal", cards="2c")
    assert scene.sees(Audience.SIGN)["dealer"] == ["??"] * 4 + ["2c"]


@pytest.mark.clause("CAN 14.2", "CAN 14.1[s2]")
def test_a_card_of_the_dealer_shown_during_the_deal_is_known_and_the_last_one_lies_face_down() -> None:
    scene = betting()
    scene.wager(1)
    scene.tell(DEALER, "deal", cards=(UNSEEN,) * 4)
    scene.tell(DEALER, "dealer_card_exposed", cards="Ad")
    scene.tell(DEALER, "deal", cards=(UNSEEN,) * 6)
    assert scene.sees(Audience.SIGN)["dealer"] == ["??", "Ad", "??", "??", "??"]
    scene.bet(1)
    step = scene.game.routine(scene.state)
    assert step is not None
    assert (step.do, step.faces) == ("reveal", 4)
    scene.tell(DEALER, "reveal", cards="Kh 8c 4d 2c")
    assert scene.sees(Audience.SIGN)["dealer"] == ["Kh", "Ad", "8c", "4d", "2c"]
    scene.tell(DEALER, "turn_up", 1, cards=PAIR)
    scene.dealer("settle")


@pytest.mark.clause("CAN 9.4", "CAN 16.4")
def test_what_is_face_down_or_out_twice_is_not_settled() -> None:
    scene = face_down()
    scene.refuses("CAN 9.4", DEALER, "turn_up", 3, cards=TWO_PAIRS)
    revealed(scene)
    scene.refuses("CAN 9.4", DEALER, "settle")
    scene.refuses("CAN 9.4", DEALER, "turn_up", 2, cards=STRAIGHT)
    scene.tell(DEALER, "turn_up", 3, cards="Ad Th 6s 6d Qd")
    assert scene.refuses("CAN 16.4", DEALER, "settle").startswith("A card has come out twice")


@pytest.mark.clause("CAN 16.6(c)", "CAN D-Casino Supervisor")
@pytest.mark.parametrize(("wrong", "right"), [("Tc", "Ts"), ("4c", "4d")])
def test_a_card_entered_wrongly_is_exchanged_by_a_supervisor_once_a_hand_is_settled_on_it(
    wrong: str, right: str
) -> None:
    as_it_was = settled(revealed(face_down()))
    scene = revealed(face_down(), IN.replace(right, wrong))
    scene.tell(DEALER, "turn_up", 3, cards=TWO_PAIRS.replace(right, wrong))
    scene.dealer("settle")
    scene.refuses("CAN D-Casino Supervisor", DEALER, "correct_card", cards=f"{wrong} {right}")
    reopened, _ = scene.tell(SUPERVISOR, "correct_card", cards=f"{wrong} {right}")
    assert isinstance(reopened, HandsReopened)
    assert scene.state.play.rack == (2,)
    scene.dealer("settle")
    scene.tell(DEALER, "turn_up", 1, cards=PAIR)
    scene.dealer("settle")
    scene.finish()
    assert scene.state == as_it_was.state
    assert scene.accounts() == as_it_was.accounts()


@pytest.mark.clause("CAN 9.8")
def test_with_the_jackpot_settled_the_hands_stand() -> None:
    scene = revealed(face_down(jackpot=jackpot()))
    for seat in (3, 1):
        scene.tell(DEALER, "turn_up", seat, cards=HANDS[seat])
        scene.dealer("settle")
    before = scene.state
    scene.tell(SUPERVISOR, "correct_card", cards="Jh Ah")
    scene.state = before
    scene.dealer("declare_jackpot")
    scene.refuses("CAN 9.8", SUPERVISOR, "correct_card", cards="Jh Ah")
