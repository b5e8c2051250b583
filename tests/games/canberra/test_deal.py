"""CAN 2, CAN 5, CAN 6, CAN 7.1 and CAN 12: the cards, the shuffle, the two orders of dealing, and who may look."""

from typing import Any

import pytest

from pitboss.cards.card import JOKER
from pitboss.cards.deck import CANBERRA_DECK
from pitboss.games.canberra import GAME, CanberraSettings
from pitboss.games.play import DEALER as TO_DEALER
from pitboss.games.play import Audience
from pitboss.games.table import Shoe
from tests.games.canberra.scene import (
    DEALER,
    IN,
    NAMES,
    OPERATOR,
    PAIR,
    PLAYER,
    STRAIGHT,
    SUPERVISOR,
    Scene,
    betting,
    dealt,
    faces_of,
    opened,
)
from tests.known import known

DECK = CANBERRA_DECK.cards
BOXES = {1: (1,), 2: (2, 5), 7: (1, 2, 3, 4, 5, 6, 7)}


def anted(*seats: int, **settings: Any) -> Scene:
    scene = betting(**settings)
    for seat in seats:
        scene.wager(seat)
    return scene


@pytest.mark.clause("CAN 6.3", "CAN 6.3(a)", "CAN 6.3(b)", "CAN 6.3(c)")
@pytest.mark.parametrize("n", BOXES)
def test_the_card_shoe_deals_one_card_round_the_table_five_times(n: int) -> None:
    scene = anted(*reversed(BOXES[n]))
    scene.tell(DEALER, "deal", cards=DECK[: 5 * (n + 1)])
    for k, seat in enumerate(BOXES[n], start=1):
        assert scene.box(seat).cards == tuple(DECK[(i - 1) * (n + 1) + k - 1] for i in range(1, 6))
    assert scene.state.play.dealer == tuple(DECK[i * (n + 1) - 1] for i in range(1, 6))


@pytest.mark.clause("CAN 12.1", "CAN 12.4[s1]")
@pytest.mark.parametrize("n", BOXES)
def test_the_automated_shoe_deals_five_together(n: int) -> None:
    scene = anted(*BOXES[n], shoe="automated")
    scene.tell(DEALER, "deal", cards=DECK[: 5 * (n + 1)])
    for k, seat in enumerate(BOXES[n], start=1):
        assert scene.box(seat).cards == DECK[5 * (k - 1) : 5 * k]
    assert scene.state.play.dealer == DECK[5 * n : 5 * n + 5]


@pytest.mark.clause("CAN 6.3(a)", "CAN 12.4[s1]", "CAN D-Ante")
@pytest.mark.parametrize(
    ("shoe", "plan"),
    [("card", (1, 3, TO_DEALER) * 5), ("automated", (1,) * 5 + (3,) * 5 + (TO_DEALER,) * 5)],
)
def test_only_boxes_with_an_ante_get_cards(shoe: str, plan: tuple[int, ...]) -> None:
    scene = anted(3, 1, shoe=shoe)
    scene.tell(DEALER, "deal", cards=DECK[:1])
    assert scene.state.felt.plan == plan


@pytest.mark.clause("CAN 6.2", "CAN 6.3")
def test_the_dealers_last_card_faces_up_and_no_other() -> None:
    scene = anted(1)
    for card in DECK[:9]:
        scene.tell(DEALER, "deal", cards=(card,))
        assert scene.state.play.up is None
        assert set(scene.sees(Audience.SIGN)["dealer"]) <= {"??"}
    scene.tell(DEALER, "deal", cards=DECK[9:10])
    assert scene.sees(Audience.SIGN)["dealer"] == ["??", "??", "??", "??", faces_of(DECK[9:10])]
    assert scene.sees(Audience.SIGN)["boxes"][0]["cards"] == ["??"] * 5


@pytest.mark.clause("CAN 12.4[s2]")
@pytest.mark.parametrize(("up_card", "up"), [("fifth", "2c"), ("first", "Ad")])
def test_the_automated_shoes_top_card_is_turned_up(up_card: str, up: str) -> None:
    scene = dealt({1: PAIR}, IN, shoe="automated", up_card=up_card)
    assert scene.sees(Audience.SIGN)["up"] == up


@pytest.mark.clause("CAN 6.1", "CAN 6.3", "CAN 12.4[s1]")
@pytest.mark.parametrize(("shoe", "clause"), [("card", "CAN 6.3"), ("automated", "CAN 12.4[s1]")])
def test_no_more_cards_than_are_due_leave_the_shoe(shoe: str, clause: str) -> None:
    scene = anted(1, shoe=shoe)
    scene.refuses(clause, DEALER, "deal", cards=DECK[:11])
    scene.tell(DEALER, "deal", cards=DECK[:9])
    scene.refuses(clause, DEALER, "deal", cards=DECK[9:11])
    scene.refuses(clause, DEALER, "deal", cards=DECK[9:10], seats=(1,))
    scene.tell(DEALER, "deal", cards=DECK[9:10])
    scene.refuses("CAN 6.1", DEALER, "deal", cards=DECK[10:11])
    opened().refuses("CAN 6.1", DEALER, "deal", cards=DECK[:1])


@pytest.mark.clause("CAN 5.1", "CAN 6.1")
def test_cards_come_only_from_a_shoe_that_was_loaded_for_the_round() -> None:
    scene = opened()
    scene.tell(DEALER, "start_round")
    scene.wager(1)
    scene.refuses("CAN 5.1", DEALER, "deal", cards=DECK[:10])
    scene.tell(DEALER, "shuffle", position=26)
    scene.deal_out({1: PAIR}).settled(1)
    scene.tell(DEALER, "start_round")
    scene.wager(1)
    scene.refuses("CAN 5.1", DEALER, "deal", cards=DECK[:10])


@pytest.mark.clause("CAN 5.2[s1]", "CAN 5.2[s2]")
@pytest.mark.parametrize("cut", [2, 50])
def test_the_cards_are_cut_once_with_two_at_least_on_each_side(cut: int) -> None:
    scene = opened()
    scene.tell(DEALER, "start_round")
    for place in (None, -1, 0, 1, 51, 52):
        scene.refuses("CAN 5.2[s2]", DEALER, "shuffle", position=place)
    (shuffled,) = scene.tell(DEALER, "shuffle", position=cut)
    assert getattr(shuffled, "position", None) == cut
    scene.refuses("CAN 5.2[s1]", DEALER, "shuffle", position=26)


@pytest.mark.clause("CAN 2.1[s2]")
def test_the_one_cutting_card_makes_the_cut() -> None:
    scene = opened()
    scene.tell(DEALER, "start_round")
    scene.refuses("CAN 2.1[s2]", DEALER, "shuffle", position=26, depth=10)


@pytest.mark.clause("CAN 12.1")
@pytest.mark.clause("CAN 12.3")
def test_the_automated_shoe_is_not_cut() -> None:
    scene = opened(shoe="automated")
    scene.tell(DEALER, "start_round")
    step = known(scene.game.routine(scene.state))
    assert (step.do, step.clause, step.cut) == ("shuffle", "CAN 12.1", None)
    scene.refuses("CAN 12.1", DEALER, "shuffle", position=26)
    (shuffled,) = scene.tell(DEALER, "shuffle")
    assert shuffled.clause == "CAN 12.1"


@pytest.mark.clause("CAN 2.1[s1]", "CAN 12.2[s3]")
@pytest.mark.parametrize(("shoe", "clause"), [("card", "CAN 2.1[s1]"), ("automated", "CAN 12.2[s3]")])
def test_a_joker_is_no_card_of_the_game(shoe: str, clause: str) -> None:
    scene = anted(1, shoe=shoe)
    scene.refuses(clause, DEALER, "deal", cards=(*DECK[:9], JOKER))
    assert len(scene.game.deck(scene.state)) == 52


@pytest.mark.clause("CAN 12.2[s1]", "CAN 12.2[s2]")
@pytest.mark.parametrize(("colours", "clause"), [("red", "CAN 12.2[s1]"), ("blue blue", "CAN 12.2[s2]")])
def test_the_device_of_a_table_holds_two_decks_of_different_colours(colours: str, clause: str) -> None:
    wrong = known(GAME.settings_error(CanberraSettings(deck_colours=colours)))
    assert wrong.clause == clause


@pytest.mark.clause("CAN 12.2[s2]", "CAN 12.2[s4]")
def test_two_decks_of_different_colours_take_turns_in_the_automated_shoe() -> None:
    scene = opened(shoe="automated")
    colours = []
    for _ in range(4):
        scene.new_round()
        scene.wager(1)
        scene.deal_out({1: PAIR})
        colours.append(scene.sees(Audience.SIGN)["deck"])
        scene.settled(1)
    assert colours[0] != colours[1]
    assert colours == colours[:2] * 2
    assert betting().sees(Audience.SIGN)["deck"] is None


@pytest.mark.clause("CAN 12.7[s2]", "CAN 12.1")
@pytest.mark.clause("CAN D-Shoe")
def test_a_plain_shoe_in_place_of_the_device_brings_back_the_other_rules() -> None:
    scene = opened(shoe="automated")
    scene.tell(SUPERVISOR, "replace_shoe", shoe="card")
    for role in (DEALER, SUPERVISOR):
        scene.tell(role, "check_cards", cards=DECK)
    scene.tell(DEALER, "start_round")
    scene.refuses("CAN 5.2[s2]", DEALER, "shuffle")
    scene.tell(DEALER, "shuffle", position=20)
    scene.wager(1)
    scene.tell(DEALER, "deal", cards=DECK[:10])
    assert scene.state.felt.plan == (1, TO_DEALER) * 5
    scene.bet(1)


@pytest.mark.clause("CAN 7.1", "CAN 4.5")
@pytest.mark.parametrize("so_far", range(1, 10))
def test_nobody_looks_or_decides_before_the_dealers_last_card(so_far: int) -> None:
    scene = anted(1)
    scene.tell(DEALER, "deal", cards=DECK[:so_far])
    scene.refuses("CAN 7.1", PLAYER, "bet", 1, amount=2000)
    scene.refuses("CAN 7.1", PLAYER, "fold", 1)
    assert scene.choices() == ()
    assert set(scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"]) <= {"??"}
    scene.tell(DEALER, "deal", cards=DECK[so_far:10])
    assert "??" not in scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"]
    assert [choice.do for choice in scene.choices()] == ["fold", "bet"]


@pytest.mark.clause("CAN 12.5")
def test_with_the_automated_shoe_players_look_only_after_the_call() -> None:
    scene = anted(1, shoe="automated")
    scene.refuses("CAN 12.5", DEALER, "call_bet_or_fold")
    scene.tell(DEALER, "deal", cards=DECK[:10])
    assert scene.game.due(scene.state) == ()
    assert scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"] == ["??"] * 5
    scene.refuses("CAN 12.5", PLAYER, "bet", 1, amount=2000)
    scene.refuses("CAN 12.5", PLAYER, "fold", 1)
    scene.dealer("call_bet_or_fold")
    assert "??" not in scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"]
    scene.refuses("CAN 12.5", DEALER, "call_bet_or_fold")
    scene.bet(1)


@pytest.mark.clause("CAN 12.5", "CAN 7.1")
def test_the_card_shoe_needs_no_call() -> None:
    scene = dealt({1: PAIR})
    scene.refuses("CAN 12.5", DEALER, "call_bet_or_fold")
    scene.bet(1)


@pytest.mark.clause("CAN 2.2")
def test_no_round_before_the_cards_were_checked() -> None:
    scene = Scene()
    scene.tell(OPERATOR, "open_table")
    scene.refuses("CAN 2.2", DEALER, "start_round")
    scene.refuses("CAN 2.1[s1]", DEALER, "check_cards", cards=DECK[1:])
    scene.tell(DEALER, "check_cards", cards=DECK)
    scene.tell(DEALER, "start_round")


@pytest.mark.clause("CAN 6.1", "CAN 5.1")
def test_the_table_plays_itself_from_a_shuffled_shoe() -> None:
    for shoe in ("card", "automated"):
        scene = opened(shoe=shoe)
        scene.shoe = Shoe.seeded(7)
        for _ in range(20):
            scene.new_round()
            for seat in NAMES:
                scene.wager(seat)
            scene.deal()
            scene.settled(1, 3, 5, 7)
            assert scene.is_over
            assert len(set(scene.state.felt.dealt)) == 40


@pytest.mark.clause("CAN 2.5")
def test_all_five_cards_make_the_hand() -> None:
    scene = dealt({1: STRAIGHT}).settled(1)
    assert "straight, six high" in scene.outcome(1, "bet").why
