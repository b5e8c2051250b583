"""UTH 2, UTH 6 and UTH 7: the cards, the shuffle and the two orders of dealing."""

from collections import Counter
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.play import COMMUNAL, Command
from pitboss.games.play import DEALER as TO_DEALER
from pitboss.games.table import NotRoutine, Shoe
from tests.games.ultimate.scene import (
    DEALER,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    Scene,
    at,
    betting,
    faces_of,
    opened,
)

DECK = ULTIMATE_DECK.cards
BOXES = {1: (1,), 2: (2, 5), 7: (1, 2, 3, 4, 5, 6, 7)}


def wagered(*seats: int, **settings: Any) -> Scene:
    scene = betting(**settings)
    for seat in seats:
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=TEN)
    return scene


@pytest.mark.clause("UTH 7.2", "UTH 7.2(a)", "UTH 7.2(b)", "UTH 7.2(c)", "UTH 7.2(d)")
@pytest.mark.clause("UTH 7.3", "UTH 7.3(a)", "UTH 7.3(b)", "UTH 7.3(c)", "UTH 7.3(d)", "UTH 7.3(e)", "UTH 7.3(f)")
@pytest.mark.parametrize("n", BOXES)
@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_a_device_deals_two_together_and_a_card_shoe_one_at_a_time_with_the_dealer_last(shoe: str, n: int) -> None:
    scene = wagered(*BOXES[n], shoe=shoe)
    scene.tell(DEALER, "deal", cards=DECK[: 5 + 2 * (n + 1)])
    play, rest = scene.state.play, DECK[5 : 5 + 2 * (n + 1)]
    assert play.communal == DECK[:5]
    pairs = zip(rest[::2], rest[1::2], strict=True) if shoe == "automated" else zip(rest, rest[n + 1 :], strict=False)
    assert [*(scene.box(seat).cards for seat in BOXES[n]), play.dealer] == list(pairs)


@pytest.mark.clause("UTH 7.2(a)", "UTH 7.3(a)", "UTH 7.3(c)", "UTH 7.3(d)")
@pytest.mark.parametrize(
    ("shoe", "plan"),
    [("automated", (1, 1, 3, 3, TO_DEALER, TO_DEALER)), ("card", (1, 3, TO_DEALER, 1, 3, TO_DEALER))],
)
def test_the_plan_names_the_place_of_every_card(shoe: str, plan: tuple[int, ...]) -> None:
    scene = wagered(3, 1, shoe=shoe)
    scene.tell(DEALER, "deal", cards=DECK[:1])
    assert scene.state.felt.plan == (COMMUNAL,) * 5 + plan


@pytest.mark.clause("UTH 7.2(b)", "UTH D-Flop", "UTH D-Turn", "UTH D-River")
def test_the_first_three_are_the_flop_and_then_come_turn_and_river() -> None:
    for moment, shown in {"before_flop": "", "after_flop": "2c 7d 9h", "river": "2c 7d 9h Jc 3s"}.items():
        play = at(moment).state.play
        assert faces_of(play.communal[: play.shown]) == shown.split()


@pytest.mark.clause("UTH 7.2(c)", "UTH 7.3(c)", "UTH D-Blind")
@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_a_box_without_both_wagers_gets_no_cards(shoe: str) -> None:
    scene = wagered(1, 4, shoe=shoe)
    scene.tell(PLAYER, "place", 2, player="Bob", wagers={"ante": 1000})
    scene.tell(PLAYER, "place", 3, player="Cat", wagers={"blind": 1000})
    scene.tell(DEALER, "deal", cards=DECK[:11])
    assert [box.seat for box in scene.state.play.boxes] == [1, 4]
    assert scene.outcome(2, "ante").clause == "UTH D-Blind"
    assert scene.rows() == {(2, "ante"): ("returned", 0), (3, "blind"): ("returned", 0)}


@pytest.mark.clause("UTH 7.1", "UTH 4.2")
def test_betting_closes_with_the_first_card() -> None:
    scene = wagered(1)
    scene.tell(PLAYER, "place", 2, player="Bob", wagers=TEN)
    closed, dealt = scene.tell(DEALER, "deal", cards=DECK[:1])
    assert (closed.clause, dealt.clause) == ("UTH 7.1", "UTH 7.2")
    scene.refuses("UTH 4.6", PLAYER, "place", 3, player="Cat", wagers=TEN)


@pytest.mark.clause("UTH 7.1")
def test_the_deal_is_refused_when_it_is_not_its_time() -> None:
    scene = opened()
    scene.refuses("UTH 7.1", DEALER, "deal", cards=DECK[:9])
    scene = at("before_flop")
    scene.refuses("UTH 7.1", DEALER, "deal", cards="5c")
    scene = betting()
    scene.refuses("UTH 4.2", DEALER, "deal", cards=DECK[:9])


@pytest.mark.clause("UTH 7.2", "UTH 7.3")
@pytest.mark.parametrize(("shoe", "clause"), [("automated", "UTH 7.2"), ("card", "UTH 7.3")])
def test_no_more_cards_than_are_due_leave_the_shoe(shoe: str, clause: str) -> None:
    scene = wagered(1, shoe=shoe)
    scene.refuses(clause, DEALER, "deal", cards=DECK[:10])
    scene.tell(DEALER, "deal", cards=DECK[:8])
    scene.refuses(clause, DEALER, "deal", cards=DECK[8:10])
    scene.refuses(clause, DEALER, "deal", cards=DECK[8:9], seats=(1,))
    scene.tell(DEALER, "deal", cards=DECK[8:9])
    assert scene.state.felt.stage == "playing"


@pytest.mark.clause("UTH 8.1")
@pytest.mark.parametrize("so_far", range(1, 9))
def test_nobody_decides_before_the_last_card_is_down(so_far: int) -> None:
    scene = wagered(1)
    scene.tell(DEALER, "deal", cards=DECK[:so_far])
    for verb, more in {"check": {}, "fold": {}, "play": {"amount": 3000}}.items():
        scene.refuses("UTH 8.1", PLAYER, verb, 1, **more)
    assert scene.choices() == ()


@pytest.mark.clause("UTH 2.1")
def test_a_joker_is_not_among_the_52_cards() -> None:
    scene = wagered(1)
    assert "JK" in scene.refuses("UTH 2.1", DEALER, "deal", cards="JK")
    scene.refuses("UTH 2.1", DEALER, "deal", cards=(99,))
    scene.refuses("UTH 2.1", DEALER, "deal", cards=("As",))


@pytest.mark.clause("UTH 2.1")
@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_the_deck_serves_22_boxes(shoe: str) -> None:
    scene = betting(shoe=shoe, boxes=22, wager_step=100)
    for seat in range(1, 23):
        scene.tell(PLAYER, "place", seat, player=f"P{seat}", wagers=TEN)
    scene.tell(DEALER, "deal", cards=DECK[:51])
    assert sorted(scene.state.felt.dealt) == sorted(DECK[:51])
    assert all(len(box.cards) == 2 for box in scene.state.play.boxes)


@pytest.mark.clause("UTH 7.2(c)")
@pytest.mark.parametrize("seats", [(0,), (-1,), (8,), (1, 1)], ids=["dealer's place", "board", "no box", "twice"])
def test_the_dealer_deals_to_boxes_that_are_there_and_once(seats: tuple[int, ...]) -> None:
    scene = wagered(1)
    scene.refuses("UTH 4.1", DEALER, "deal", cards=DECK[:1], seats=seats)


@pytest.mark.clause("UTH 6.1", "UTH 6.1(a)")
def test_every_round_needs_its_own_shuffle() -> None:
    scene = opened()
    scene.refuses("UTH 6.1(a)", DEALER, "shuffle")
    for _ in range(2):
        scene.dealer("start_round")
        scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
        scene.refuses("UTH 6.1(a)", DEALER, "deal", cards=DECK[:9])
        scene.dealer("shuffle")
        scene.tell(DEALER, "deal", cards=DECK[:9])
        scene.refuses("UTH 6.1(a)", DEALER, "shuffle")
        scene.fold(1)
        assert scene.is_over


@pytest.mark.clause("UTH 6.1", "UTH 6.2")
def test_an_automated_shoe_is_not_cut() -> None:
    scene = opened(shoe="automated").script("start_round")
    scene.refuses("UTH 6.1(a)", DEALER, "shuffle", position=20)
    scene.dealer("shuffle")
    scene.refuses("UTH 6.1(a)", DEALER, "shuffle")


@pytest.mark.clause("UTH 6.1", "UTH 6.3")
@pytest.mark.parametrize("position", [1, 26, 51])
def test_a_card_shoe_is_cut_so_that_the_cards_part(position: int) -> None:
    scene = opened(shoe="card").script("start_round")
    for nowhere in (None, 0, 52, -1):
        scene.refuses("UTH 6.3", DEALER, "shuffle", position=nowhere)
    (done,) = scene.tell(DEALER, "shuffle", position=position)
    assert (done.clause, getattr(done, "position", None)) == ("UTH 6.3", position)


@pytest.mark.clause("UTH 6.3(b)", "UTH 6.1(a)", "UTH 2.1")
@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_all_52_cards_go_into_the_shoe_for_every_round(shoe: str) -> None:
    scene = opened(Shoe.seeded(7), shoe=shoe)
    orders = set()
    for _ in range(3):
        scene.new_round()
        assert Counter(scene.shoe.cards) == Counter(DECK)
        orders.add(tuple(scene.shoe.cards))
        scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
        scene.deal()
        assert Counter([*scene.state.felt.dealt, *scene.shoe.cards]) == Counter(DECK)
        scene.fold(1)
    assert len(orders) == 3


@pytest.mark.clause("UTH 6.1(c)")
def test_the_supervisor_may_have_the_cards_shuffled_again() -> None:
    scene = wagered(1)
    scene.tell(SUPERVISOR, "order_shuffle", reason="a card fell to the floor")
    scene.refuses("UTH 6.1(a)", DEALER, "deal", cards=DECK[:9])
    scene.dealer("shuffle")
    scene.tell(DEALER, "deal", cards=DECK[:9])
    scene.refuses("UTH 6.1(c)", SUPERVISOR, "order_shuffle", reason="too late")


@pytest.mark.clause("UTH 2.4")
def test_no_round_before_the_dealer_has_checked_the_cards() -> None:
    scene = Scene()
    scene.refuses("UTH 14.1", DEALER, "start_round")
    scene.tell(OPERATOR, "open_table")
    scene.refuses("UTH 2.4", DEALER, "start_round")
    scene.tell(SUPERVISOR, "check_cards", cards=DECK)
    scene.refuses("UTH 2.4", DEALER, "start_round")
    scene.tell(DEALER, "check_cards", cards=DECK)
    scene.dealer("start_round")


@pytest.mark.clause("UTH 2.4")
def test_the_cards_are_checked_again_when_gaming_starts_again() -> None:
    scene = opened()
    scene.tell(OPERATOR, "close_table", reason="quiet night")
    scene.tell(DEALER, "check_cards", cards=DECK)
    scene.tell(OPERATOR, "open_table")
    scene.refuses("UTH 2.4", DEALER, "start_round")


@pytest.mark.clause("UTH 2.1", "UTH 2.4")
@pytest.mark.parametrize(
    ("found", "said"),
    [
        (DECK[1:], "missing: 2c"),
        ((*DECK, DECK[0]), "duplicate: 2c"),
        ((*DECK, *cards("JK")), "foreign: JK"),
        ((*DECK[1:], *cards("JK")), "missing: 2c; foreign: JK"),
    ],
)
def test_a_check_finds_what_is_wrong_with_the_cards(found: tuple[int, ...], said: str) -> None:
    scene = Scene()
    scene.tell(OPERATOR, "open_table")
    assert said in scene.refuses("UTH 2.1", DEALER, "check_cards", cards=found)
    scene.refuses("UTH 2.4", DEALER, "start_round")


@pytest.mark.clause("UTH 2.5[s1]", "UTH 2.5[s2]")
@pytest.mark.parametrize("first", [DEALER, SUPERVISOR])
def test_replacement_cards_are_checked_by_dealer_and_supervisor_both(first: str) -> None:
    scene = opened()
    scene.tell(OPERATOR, "change_cards")
    scene.refuses("UTH 2.4", DEALER, "start_round")
    both = [DEALER, SUPERVISOR] if first == DEALER else [SUPERVISOR, DEALER]
    scene.tell(both[0], "check_cards", cards=DECK)
    scene.refuses("UTH 2.4", DEALER, "start_round")
    scene.tell(both[1], "check_cards", cards=DECK)
    scene.dealer("start_round")


@pytest.mark.clause("UTH 2.5[s1]", "UTH 2.5[s2]", "UTH 6.1(a)")
def test_cards_changed_while_betting_is_open_are_checked_and_shuffled_before_the_deal() -> None:
    scene = wagered(1)
    scene.tell(OPERATOR, "change_cards")
    scene.refuses("UTH 2.4", DEALER, "deal", cards=DECK[:9])
    for role in (DEALER, SUPERVISOR):
        scene.tell(role, "check_cards", cards=DECK)
    scene.refuses("UTH 6.1(a)", DEALER, "deal", cards=DECK[:9])
    scene.dealer("shuffle")
    scene.tell(DEALER, "deal", cards=DECK[:9])


@pytest.mark.clause("UTH 2.5[s1]", "UTH 2.4", "UTH 11.2")
@pytest.mark.parametrize("moment", ["dealing", "before_flop", "river", "settling"])
def test_cards_and_shoe_are_left_alone_while_a_round_runs(moment: str) -> None:
    scene = at(moment)
    scene.refuses("UTH 2.5[s1]", OPERATOR, "change_cards")
    scene.refuses("UTH 2.4", DEALER, "check_cards", cards=DECK)
    scene.refuses("UTH 11.2", OPERATOR, "replace_shoe", shoe="card")


@pytest.mark.clause("UTH 2.6")
@pytest.mark.parametrize("moment", ["dealing", "before_flop", "settling"])
def test_the_supervisor_may_have_the_cards_counted_at_any_time(moment: str) -> None:
    scene = at(moment)
    before = scene.state
    (counted,) = scene.tell(SUPERVISOR, "count_cards")
    assert counted.clause == "UTH 2.6"
    assert scene.state == before


@pytest.mark.clause("UTH 11.2")
@pytest.mark.parametrize("shoe", ["automated", "card"])
@pytest.mark.clause("UTH D-Automated shuffling shoe", "UTH D-Card Shoe", "UTH 2.2(a)", "UTH 2.2(b)", "UTH 6.3(a)")
def test_another_shoe_brings_new_cards_that_both_check(shoe: str) -> None:
    scene = wagered(1)
    scene.refuses("UTH 11.2", OPERATOR, "replace_shoe", shoe="bucket")
    scene.tell(OPERATOR, "replace_shoe", shoe=shoe)
    assert scene.state.house.shoe == shoe
    for role in (DEALER, SUPERVISOR):
        scene.refuses("UTH 2.4", DEALER, "deal", cards=DECK[:9])
        scene.tell(role, "check_cards", cards=DECK)
    scene.refuses("UTH 6.1(a)", DEALER, "deal", cards=DECK[:9])
    scene.tell(DEALER, "shuffle", position=20 if shoe == "card" else None)
    dealt = scene.tell(DEALER, "deal", cards=DECK[:9])[1]
    assert dealt.clause == ("UTH 7.3" if shoe == "card" else "UTH 7.2")


def test_the_routine_of_the_dealer_stops_at_what_needs_a_person() -> None:
    scene = opened()
    scene.tell(OPERATOR, "close_table", reason="fire drill")
    with pytest.raises(NotRoutine, match="not open"):
        scene.new_round()
    assert scene.state.felt.stage == "idle"
    assert scene.do(Command(DEALER, "start_round")) is not None


@pytest.mark.clause("UTH 7.2(c)")
def test_the_dealer_waits_until_a_box_holds_both_wagers() -> None:
    scene = betting()
    assert scene.game.routine(scene.state) is None
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"ante": 1000})
    assert scene.game.routine(scene.state) is None
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"blind": 1000})
    step = scene.game.routine(scene.state)
    assert step is not None
    assert (step.do, step.cards) == ("deal", 9)
