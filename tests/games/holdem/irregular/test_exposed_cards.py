"""HLD 17.17, HLD 17.19 to HLD 17.21: hole cards, communal cards and the top card of the shoe, seen too early."""

from typing import Any

import pytest

from pitboss.cards.card import JOKER, cards, faces
from pitboss.games.holdem import GAME
from pitboss.games.play import Audience, Command, Stage, Viewer
from tests.games.holdem.rulings import clause, kinds, limp, not_ruled, on_flop, top_cards
from tests.games.holdem.scene import DEALER, PLAYER, Scene

SHOE = "Ah Kd 7c 2s Qh 9d 5c 4h 3d Jc Ts 8s 6h 2c Kc"


def dealt(count: int | None = None, **settings: Any) -> Scene:
    """Three players with the button at seat 3, and so many cards of the written shoe dealt, or all hole cards."""
    scene = Scene((20000,) * 3, button=3, **settings)
    written = cards(SHOE)
    rest = [card for card in scene.table.shoe.cards if card not in written]
    scene.table.shoe.cards = [*rest, *reversed(written)]
    scene.table.new_round()
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(6 if count is None else count))
    return scene


@pytest.mark.clause("HLD 17.20[s1]", "HLD 17.20[s2]", "HLD 4.2(h)")
def test_the_first_burn_card_replaces_an_exposed_hole_card_and_none_is_burned_before_the_flop() -> None:
    scene = dealt()
    assert clause(scene.ruled("card_exposed", seat=2, cards=cards("Kd"))) == "HLD 17.20[s1]"
    step = GAME.routine(scene.table.state)
    assert (step.do, step.clause, step.cards) == ("replace_card", "HLD 17.20[s1]", 1)  # type: ignore[union-attr]
    assert clause(scene.ruled("replace_card", DEALER, cards=scene.table.shoe.draw(1))) == "HLD 17.20[s1]"
    assert [faces(hand) for hand in scene.now.hole] == ["Ah 2s", "Qh 5c", "7c 9d"]
    assert faces(scene.now.discarded) == "Kd"
    limp(scene)
    assert faces(scene.now.board) == "4h 3d Jc"
    assert scene.now.burned == ()
    scene.act("1 check", "2 check", "3 check", "1 check", "2 check", "3 check")
    assert faces(scene.now.board) == "4h 3d Jc 8s 2c"
    assert faces(scene.now.burned) == "Ts 6h"


@pytest.mark.clause("HLD 17.20[s1]")
def test_a_card_exposed_while_the_deal_is_under_way_is_replaced_when_everybody_has_cards() -> None:
    scene = dealt(2)
    scene.ruled("card_exposed", seat=2, cards=cards("Kd"))
    assert scene.table.state.felt.stage is Stage.DEALING
    assert not_ruled(scene, "replace_card", DEALER, cards=cards("5c")).clause == "HLD 17.20[s1]"
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(2))
    scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(2))

    # The betting waits for the card.
    assert GAME.due(scene.table.state) == ()
    assert scene.table.choices() == ()
    assert scene.refused("3 call").clause == "HLD 17.20[s1]"
    assert not_ruled(scene, "no_decision", seat=3, seconds=40).clause == "HLD 4.8[s2]"
    assert not_ruled(scene, "out_of_turn", seat=1, ruling="call").clause == "HLD 17.20[s1]"
    scene.go_on()
    assert [faces(hand) for hand in scene.now.hole] == ["Ah 2s", "Qh 5c", "7c 9d"]
    assert scene.turn == 3


@pytest.mark.clause("HLD 17.20[s1]", "HLD 2.1[s1]")
def test_the_card_that_replaces_is_one_that_can_be_in_the_shoe() -> None:
    scene = dealt()
    assert not_ruled(scene, "replace_card", DEALER, cards=cards("5c")).clause == "HLD 17.20[s1]"
    scene.ruled("card_exposed", seat=2, cards=cards("Kd"))
    assert not_ruled(scene, "replace_card", DEALER, cards=cards("Ah")).clause == "HLD 2.1[s1]"
    assert not_ruled(scene, "replace_card", DEALER, cards=cards("5c 4h")).clause == "HLD 17.20[s1]"
    assert not_ruled(scene, "replace_card", DEALER, cards=(JOKER,)).clause == "HLD 2.1[s1]"
    scene.ruled("replace_card", DEALER, cards=cards("5c"))
    assert not_ruled(scene, "replace_card", DEALER, cards=cards("4h")).clause == "HLD 17.20[s1]"
    scene.act("3 call", "1 call")
    scene.ruled("stand", PLAYER, seat=2)
    assert not_ruled(scene, "deal", DEALER, cards=cards("4h 3d 5c")).clause == "HLD 2.1[s1]"


@pytest.mark.clause("HLD 17.20[s1]", "R-22")
def test_two_exposed_hole_cards_are_a_misdeal() -> None:
    both = dealt()
    assert clause(both.ruled("card_exposed", seat=2, cards=cards("Kd Qh"))) == "HLD 17.20[s1]"

    one_after_the_other = dealt()
    one_after_the_other.ruled("card_exposed", seat=2, cards=cards("Kd"))
    one_after_the_other.ruled("card_exposed", seat=1, cards=cards("Ah"))

    after_the_first_was_replaced = dealt()
    after_the_first_was_replaced.ruled("card_exposed", seat=2, cards=cards("Kd"))
    after_the_first_was_replaced.go_on()
    after_the_first_was_replaced.ruled("card_exposed", seat=2, cards=cards("5c"))

    for scene in (both, one_after_the_other, after_the_first_was_replaced):
        assert scene.table.state.felt.result == "misdeal"
        assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}


@pytest.mark.clause("HLD 17.20[s1]")
def test_the_same_exposed_card_is_noted_once() -> None:
    scene = dealt()
    scene.ruled("card_exposed", seat=2, cards=cards("Kd Kd"))
    assert not_ruled(scene, "card_exposed", seat=2, cards=cards("Kd")).clause == "HLD 17.20[s1]"


@pytest.mark.clause("HLD 17.21", "HLD 17.3[s2]", "HLD 17.3[s3]")
def test_without_burning_an_exposed_hole_card_is_a_misdeal() -> None:
    scene = dealt(burn=False)
    assert clause(scene.ruled("card_exposed", seat=2, cards=cards("Kd"))) == "HLD 17.21"
    assert scene.table.state.felt.result == "misdeal"
    scene.ruled("start_round", DEALER)
    assert scene.table.state.play.room.button == 3
    assert scene.now.seats[0] == 1
    assert dict(zip(scene.now.seats, scene.now.stacks, strict=True)) == {1: 19500, 2: 19000, 3: 20000}
    assert scene.table.state.house.round == 1


@pytest.mark.clause("HLD 17.20[s1]")
def test_only_a_hole_card_that_was_dealt_and_only_in_the_deal_is_replaced() -> None:
    scene = dealt(2)
    for seat, named in ((1, "Kd"), (2, "Ah"), (3, "7c"), (9, "Kd")):
        assert not_ruled(scene, "card_exposed", seat=seat, cards=cards(named)).clause == "HLD 17.20[s1]"
    assert not_ruled(dealt(), "card_exposed", seat=9, cards=cards("7c")).clause == "HLD 17.20[s1]"
    acted = dealt().act("3 fold")
    assert not_ruled(acted, "card_exposed", seat=2, cards=cards("Kd")).clause == "HLD 17.20[s1]"
    flop = limp(dealt())
    assert not_ruled(flop, "card_exposed", seat=2, cards=cards("Kd")).clause == "HLD 17.20[s1]"
    over = dealt()
    over.ruled("void_round")
    assert not_ruled(over, "card_exposed", seat=2, cards=cards("Kd")).clause == "HLD 17.20[s1]"
    posted = Scene()
    posted.table.new_round()
    assert not_ruled(posted, "card_exposed", seat=2, cards=cards("Kd")).clause == "HLD 17.20[s1]"


@pytest.mark.clause("HLD 17.20[s1]", "STAR 7.15[s1]")
def test_hands_of_absent_entrants_that_were_mucked_end_no_deal() -> None:
    scene = Scene(mode="tournament", procedures="STAR", chairs={2: {"absent": True}}).start().go_on()
    assert scene.now.folded
    card = scene.now.hole[1][0]
    scene.ruled("card_exposed", seat=3, cards=(card,))
    assert scene.go_on().now.discarded == (card,)


@pytest.mark.clause("HLD 17.20[s1]", "HLD 16.4[s1]")
def test_everybody_sees_the_exposed_card_and_nobody_the_one_that_replaces_it() -> None:
    scene = dealt()
    scene.ruled("card_exposed", seat=2, cards=cards("Kd"))
    other = Viewer(Audience.SEAT, 1, "P1")
    assert scene.table.view(other).as_json()["seats"][1]["cards"] == ["Kd", "??"]
    scene.go_on()
    assert scene.table.view(other).as_json()["seats"][1]["cards"] == ["??", "??"]


@pytest.mark.clause("HLD 17.17", "HLD 7.1", "HLD 7.2[s1]", "R-23")
def test_a_turn_card_shown_too_early_goes_back_and_the_burn_that_was_taken_stays_burned() -> None:
    scene = on_flop((20000,) * 4, button=4).act("1 check")
    burn, shown = scene.table.shoe.draw(1), top_cards(scene)
    assert clause(scene.ruled("communal_card_exposed", cards=burn + shown, burn_taken=True)) == "HLD 17.17"

    # The betting goes on, and nothing is mixed before it is complete.
    assert scene.turn == 2
    assert not_ruled(scene, "reshuffle", DEALER, position=20).clause == "HLD 17.17"
    for line in ("2 check", "3 check"):
        scene.act(line)
    scene.table.do(Command(PLAYER, "check", 4))
    step = GAME.routine(scene.table.state)
    assert step is not None
    assert (step.do, step.clause) == ("reshuffle", "HLD 17.17")
    assert (len(step.shuffles), step.cut) == (39, (2, 37))
    assert shown[0] in step.shuffles
    assert burn[0] not in step.shuffles
    assert not_ruled(scene, "deal", DEALER, cards=step.shuffles[:1]).clause == "HLD 17.17"
    for position in (None, 1, 38):
        assert not_ruled(scene, "reshuffle", DEALER, position=position).clause == "HLD 7.2[s2]"
    assert clause(scene.ruled("reshuffle", DEALER, position=37)) == "HLD 17.17"

    # No second burn: the turn is the next card, and may be the one that was seen.
    assert clause(scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(1))) == "HLD 17.17"
    assert scene.now.board[3:] == shown
    assert scene.now.burned[1:] == burn
    assert not scene.now.to_reshuffle
    # Before the river a card is burned as usual.
    scene.act("1 check", "2 check", "3 check", "4 check")
    assert len(scene.now.burned) == 3


@pytest.mark.clause("HLD 17.17", "R-23")
def test_a_card_shown_before_its_burn_leaves_the_burn_to_be_taken() -> None:
    scene = on_flop()
    shown = top_cards(scene)
    scene.ruled("communal_card_exposed", cards=shown)
    scene.table.do(Command(PLAYER, "check", 2))
    scene.table.do(Command(PLAYER, "check", 3))
    scene.table.do(Command(PLAYER, "check", 1))
    # 52 less six hole cards, one burn and the flop.
    assert len(GAME.routine(scene.table.state).shuffles) == 42  # type: ignore[union-attr]
    scene.go_on()
    assert len(scene.now.burned) == 2
    assert len(scene.now.board) == 4


@pytest.mark.clause("HLD 17.17")
def test_it_can_happen_twice_on_one_street_but_the_burn_is_taken_once() -> None:
    scene = on_flop()
    burn = scene.table.shoe.draw(1)
    scene.ruled("communal_card_exposed", cards=burn + top_cards(scene), burn_taken=True)
    again = top_cards(scene, 3)
    assert not_ruled(scene, "communal_card_exposed", cards=again[:2], burn_taken=True).clause == "HLD 17.17"
    assert not_ruled(scene, "communal_card_exposed", cards=burn).clause == "HLD 2.1[s1]"
    scene.ruled("communal_card_exposed", cards=again[1:2])
    scene.act("2 check", "3 check", "1 check")
    assert len(scene.now.board) == 4
    assert scene.now.burned[1:] == burn
    # The next street burns as usual.
    assert not_ruled(scene, "communal_card_exposed", cards=scene.now.board[:1]).clause == "HLD 2.1[s1]"
    scene.act("2 check", "3 check", "1 check")
    assert len(scene.now.burned) == 3


@pytest.mark.clause("HLD 17.17")
@pytest.mark.parametrize(("count", "burn_taken", "fits"), [(1, False, True), (3, False, True), (4, True, True)])
def test_of_the_flop_up_to_three_cards_can_be_shown_too_early(count: int, burn_taken: bool, fits: bool) -> None:
    scene = Scene().start()
    scene.ruled("communal_card_exposed", cards=top_cards(scene, count), burn_taken=burn_taken)
    assert scene.now.to_reshuffle is fits
    assert len(scene.now.burned) == burn_taken


@pytest.mark.clause("HLD 17.17")
@pytest.mark.parametrize(("count", "burn_taken"), [(4, False), (5, True), (1, True)])
def test_other_numbers_of_cards_cannot_have_been_shown_before_the_flop(count: int, burn_taken: bool) -> None:
    scene = Scene().start()
    refusal = not_ruled(scene, "communal_card_exposed", cards=top_cards(scene, count), burn_taken=burn_taken)
    assert refusal.clause == "HLD 17.17"


@pytest.mark.clause("HLD 17.17")
def test_one_card_at_a_time_is_shown_too_early_after_the_flop_and_none_after_the_river() -> None:
    scene = on_flop()
    next_two = top_cards(scene, 2)
    assert not_ruled(scene, "communal_card_exposed", cards=next_two).clause == "HLD 17.17"
    assert not_ruled(scene, "communal_card_exposed", cards=next_two[:1] * 2, burn_taken=True).clause == "HLD 2.1[s1]"
    complete = betting_done()
    assert not_ruled(complete, "communal_card_exposed", cards=top_cards(complete)).clause == "HLD 17.17"
    scene.act("2 check", "3 check", "1 check", "2 check", "3 check", "1 check")
    assert len(scene.now.board) == 5
    assert not_ruled(scene, "communal_card_exposed", cards=top_cards(scene)).clause == "HLD 17.17"


@pytest.mark.clause("HLD 17.17", "HLD 17.20[s2]")
def test_where_no_burn_is_due_none_can_have_been_taken() -> None:
    without_burning = on_flop(burn=False)
    refusal = not_ruled(without_burning, "communal_card_exposed", cards=top_cards(without_burning, 2), burn_taken=True)
    assert refusal.clause == "HLD 17.17"
    replaced = dealt()
    replaced.ruled("card_exposed", seat=2, cards=cards("Kd"))
    replaced.go_on()
    refusal = not_ruled(replaced, "communal_card_exposed", cards=top_cards(replaced, 2), burn_taken=True)
    assert refusal.clause == "HLD 17.17"


@pytest.mark.clause("HLD 17.17")
def test_with_one_player_left_nothing_is_shuffled_any_more() -> None:
    scene = on_flop()
    scene.ruled("communal_card_exposed", cards=top_cards(scene))
    scene.act("2 fold", "3 fold")
    assert scene.is_over
    assert "Reshuffled" not in kinds(tuple(scene.table.events))
    assert not_ruled(scene, "reshuffle", DEALER, position=20).clause == "HLD 17.17"


@pytest.mark.clause("HLD 17.17", "HLD 19.3")
def test_a_void_round_leaves_nothing_to_shuffle() -> None:
    scene = on_flop()
    scene.ruled("communal_card_exposed", cards=top_cards(scene))
    scene.ruled("void_round")
    assert not_ruled(scene, "reshuffle", DEALER, position=20).clause == "HLD 17.17"


def betting_done(**settings: Any) -> Scene:
    """The first betting round is complete, and the flop has not been dealt."""
    scene = Scene(**settings).start().act("1 call", "2 call")
    scene.table.do(Command(PLAYER, "stand", 3))
    return scene


@pytest.mark.clause("HLD 17.19")
def test_the_top_card_seen_after_the_betting_opens_the_flop_where_nothing_is_burned() -> None:
    scene = betting_done(burn=False)
    top = top_cards(scene, 4)
    assert clause(scene.ruled("top_card_exposed", cards=top[:1])) == "HLD 17.19"
    assert not_ruled(scene, "deal", DEALER, cards=top[1:]).clause == "HLD 17.19"
    scene.go_on()
    assert scene.now.board == top[:3]
    # The next street has nothing to keep.
    scene.act("2 check", "3 check", "1 check")
    assert scene.now.board[3:] == top[3:]


@pytest.mark.clause("HLD 17.19", "R-23")
def test_the_top_card_seen_after_the_betting_is_the_burn_where_one_is_due() -> None:
    scene = betting_done()
    top = top_cards(scene, 4)
    scene.ruled("top_card_exposed", cards=top[:1])
    scene.go_on()
    assert scene.now.burned == top[:1]
    assert scene.now.board == top[1:]


@pytest.mark.clause("HLD 17.19")
def test_a_wrong_report_of_the_top_card_is_put_right_by_another() -> None:
    scene = betting_done()
    top = top_cards(scene, 2)
    scene.ruled("top_card_exposed", cards=top[1:])
    scene.ruled("top_card_exposed", cards=top[:1])
    scene.go_on()
    assert scene.now.burned == top[:1]


@pytest.mark.clause("HLD 17.19")
def test_the_top_card_keeps_its_place_only_between_the_betting_and_the_next_card() -> None:
    betting = Scene().start()
    assert not_ruled(betting, "top_card_exposed", cards=top_cards(betting)).clause == "HLD 17.19"
    known = betting_done()
    assert not_ruled(known, "top_card_exposed", cards=known.now.hole[0][:1]).clause == "HLD 17.19"
    assert not_ruled(known, "top_card_exposed", cards=top_cards(known, 2)).clause == "HLD 17.19"
    river = on_flop(by_hand=True).act("2 check", "3 check", "1 check", "2 check", "3 check", "1 check")
    river.act("2 check", "3 check", "1 check")
    assert not_ruled(river, "top_card_exposed", cards=top_cards(river)).clause == "HLD 17.19"
    dealing = dealt(2)
    assert not_ruled(dealing, "top_card_exposed", cards=top_cards(dealing)).clause == "HLD 17.19"
    won = Scene(by_hand=True).start().act("1 fold", "2 fold")
    assert not_ruled(won, "top_card_exposed", cards=top_cards(won)).clause == "HLD 17.19"


@pytest.mark.clause("HLD 17.19", "HLD 17.17")
def test_no_card_is_on_top_while_the_rest_is_to_be_shuffled() -> None:
    scene = Scene().start()
    scene.ruled("communal_card_exposed", cards=top_cards(scene))
    # Two are left.
    scene.act("1 fold", "2 call")
    scene.table.do(Command(PLAYER, "stand", 3))
    assert not_ruled(scene, "top_card_exposed", cards=top_cards(scene)).clause == "HLD 17.19"
    scene.ruled("reshuffle", DEALER, position=20)
    scene.ruled("top_card_exposed", cards=top_cards(scene))
