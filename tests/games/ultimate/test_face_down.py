"""A live table of Ultimate: cards come out face down, are read when they are turned up, and misread ones put right."""

from typing import Any

import pytest

from pitboss.cards.card import UNSEEN, card, cards, face
from pitboss.games.house.faces import CardCorrected, HandsReopened, TurnedUp
from pitboss.games.play import COMMUNAL, Audience, Viewer
from tests.games.ultimate.scene import (
    BOARD,
    DEALER,
    DEALER_CARDS,
    HANDS,
    SUPERVISOR,
    Scene,
    assert_void,
    at,
    betting,
    place_all,
)
from tests.known import known

FLOP, TURN_AND_RIVER = BOARD[:8], BOARD[9:]


def face_down(**settings: Any) -> Scene:
    """Three hands, all cards out and none of them read."""
    scene = betting(**settings)
    place_all(scene, HANDS, {})
    step = known(scene.game.routine(scene.state))
    scene.tell(DEALER, "deal", cards=(UNSEEN,) * step.cards)
    return scene


def on_the_river(**settings: Any) -> Scene:
    """Box 1 plays at once, box 2 folds after the flop, box 3 plays on the river: its cards are turned up next."""
    scene = face_down(**settings).script("1 play 4000", "2 check", "3 check")
    scene.tell(DEALER, "show_flop", cards=FLOP)
    scene.script("2 fold", "3 check")
    scene.tell(DEALER, "show_turn_and_river", cards=TURN_AND_RIVER)
    scene.play(3, 1000)
    return scene


def declared(**settings: Any) -> Scene:
    scene = on_the_river(**settings)
    scene.tell(DEALER, "declare", cards=DEALER_CARDS)
    return scene


def settled(scene: Scene) -> Scene:
    for seat in (3, 1):
        scene.tell(DEALER, "turn_up", seat, cards=HANDS[seat])
        scene.dealer("settle")
    return scene


def seen_by(scene: Scene, audience: Audience, seat: int | None = None) -> dict[str, Any]:
    told: dict[str, Any] = scene.view(Viewer(audience, seat)).as_json()
    return told


@pytest.mark.clause("UTH 8.2", "UTH 8.4", "UTH 8.8", "UTH 9.3(a)")
@pytest.mark.parametrize("shoe", ["card", "automated"])
def test_a_round_whose_cards_are_read_when_they_are_turned_up_comes_to_the_same(shoe: str) -> None:
    scene = settled(declared(shoe=shoe))
    known = at("after_flop", shoe=shoe).script("2 fold", "3 check", "show_turn_and_river", "3 play 1000")
    known.finish()
    assert scene.is_over
    assert (scene.outcomes, scene.accounts()) == (known.outcomes, known.accounts())
    # Nobody has ever seen the hand that was folded.
    assert scene.box(2).cards == (UNSEEN, UNSEEN)
    assert sorted(set(known.state.felt.dealt) - set(scene.state.felt.dealt)) == sorted(cards(HANDS[2]))


def test_the_steps_ask_for_exactly_the_cards_that_are_turned_up() -> None:
    scene = face_down()
    asked = []
    for do in ("flop", "turn", "declare", "box 3", "box 1"):
        while due := scene.game.due(scene.state):
            scene.fold(2) if due == (2,) else scene.play(due[0], 4000)
        step = known(scene.game.routine(scene.state))
        asked.append((step.do, step.faces, step.to))
        typed = {"flop": FLOP, "turn": TURN_AND_RIVER, "declare": DEALER_CARDS, "box 3": HANDS[3], "box 1": HANDS[1]}
        scene.tell(DEALER, step.do, step.to, cards=typed[do])
        if step.do == "turn_up":
            scene.dealer("settle")
    assert asked == [
        *(("show_flop", 3, None), ("show_turn_and_river", 2, None), ("declare", 2, None)),
        *(("turn_up", 2, 3), ("turn_up", 2, 1)),
    ]
    # Where every face is known from the deal, nothing is asked.
    last = at("after_flop").game.routine(at("river").state)
    assert last is None or last.faces == 0


@pytest.mark.clause("UTH 9.3(a)")
def test_what_is_face_down_is_not_settled_and_turned_up_only_in_its_time() -> None:
    scene = on_the_river()
    scene.refuses("UTH 9.3(a)", DEALER, "turn_up", 3, cards=HANDS[3])
    assert scene.refuses("UTH 8.8", DEALER, "declare", cards="Kd").startswith("2 cards are turned up here")
    scene.refuses("UTH 8.8", DEALER, "declare")
    scene.tell(DEALER, "declare", cards=DEALER_CARDS)
    scene.refuses("UTH 9.3(a)", DEALER, "settle")
    scene.refuses("UTH 9.3(a)", DEALER, "turn_up", 2, cards=HANDS[2])
    scene.refuses("UTH 2.1", DEALER, "turn_up", 3, cards="JK 8h")
    scene.refuses("UTH 2.1", DEALER, "turn_up", 3, cards=(UNSEEN, UNSEEN))
    scene.tell(DEALER, "turn_up", 3, cards=HANDS[3])
    scene.refuses("UTH 9.3(a)", DEALER, "turn_up", 3, cards=HANDS[3])


def test_a_hand_turned_up_is_seen_by_everybody_and_no_other() -> None:
    scene = declared()
    scene.tell(DEALER, "turn_up", 3, cards=HANDS[3])
    for audience, seat in ((Audience.SIGN, None), (Audience.DEALER, None), (Audience.SEAT, 1)):
        boxes = {box["seat"]: box["cards"] for box in seen_by(scene, audience, seat)["boxes"]}
        assert boxes == {1: ["??", "??"], 2: ["??", "??"], 3: HANDS[3].split()}
    settled_boxes = seen_by(_finished(scene), Audience.AUDITOR)["boxes"]
    assert settled_boxes[1]["cards"] == ["??", "??"]


def _finished(scene: Scene) -> Scene:
    scene.dealer("settle")
    scene.tell(DEALER, "turn_up", 1, cards=HANDS[1])
    scene.dealer("settle")
    return scene


@pytest.mark.clause("UTH 13.7")
def test_a_card_that_comes_out_twice_is_noticed_when_it_is_turned_up() -> None:
    scene = declared()
    scene.tell(DEALER, "turn_up", 3, cards="Kd Th")
    assert scene.refuses("UTH 13.7", DEALER, "settle").startswith("A card has come out twice")
    scene.tell(SUPERVISOR, "foreign_card_found", cards="Kd")
    assert_void(scene, "UTH 13.7(b)")


@pytest.mark.clause("UTH 13.4(b)", "UTH 13.5", "UTH 12.1")
def test_a_card_shown_by_accident_is_known_from_then_on_and_must_be_among_those_turned_up() -> None:
    scene = face_down().script("1 play 4000")
    scene.tell(DEALER, "dealer_card_exposed", cards="4h")
    scene.tell(DEALER, "communal_card_exposed", cards="Jc")
    scene.tell(DEALER, "card_exposed", 3, cards="Th")
    scene.refuses("UTH 13.2", DEALER, "dealer_card_exposed", cards="Jc")
    assert seen_by(scene, Audience.SIGN)["dealer"] == ["??", "4h"]
    scene.script("2 check", "3 check")
    # It was the fourth card of the board that was seen: the flop does not hold it.
    scene.tell(DEALER, "show_flop", cards=FLOP)
    assert seen_by(scene, Audience.SIGN)["communal"][:4] == [*FLOP.split(), "Jc"]
    scene.script("2 fold", "3 check")
    assert "Jc" in scene.refuses("UTH 8.4", DEALER, "show_turn_and_river", cards="Qc 3s")
    scene.tell(DEALER, "show_turn_and_river", cards=TURN_AND_RIVER)
    scene.play(3, 1000)
    assert "4h" in scene.refuses("UTH 8.8", DEALER, "declare", cards="Kd Kc")
    scene.tell(DEALER, "declare", cards=DEALER_CARDS)
    assert settled(scene).is_over


@pytest.mark.clause("UTH 13.2")
def test_a_card_turned_up_while_the_cards_come_out_is_a_misdeal() -> None:
    scene = betting()
    place_all(scene, HANDS, {})
    scene.tell(DEALER, "deal", cards=(UNSEEN,) * 6)
    scene.tell(DEALER, "card_exposed", cards="Ks")
    assert_void(scene, "UTH 13.2")


@pytest.mark.clause("UTH 15.6(c)")
def test_a_card_that_was_entered_wrongly_is_exchanged_and_the_round_is_what_it_would_have_been() -> None:
    right = settled(declared())
    scene = face_down().script("1 play 4000", "2 check", "3 check")
    scene.tell(DEALER, "show_flop", cards="2c 7d 9d")
    scene.script("2 fold", "3 check")
    assert scene.tell(DEALER, "correct_card", cards="9d 9h") == (
        CardCorrected(card("9d"), card("9h"), DEALER, "UTH 15.6(c)"),
    )
    scene.tell(DEALER, "show_turn_and_river", cards=TURN_AND_RIVER)
    scene.play(3, 1000)
    scene.tell(DEALER, "declare", cards="Kd 4c")
    scene.tell(DEALER, "correct_card", cards="4c 4h")
    scene.tell(DEALER, "turn_up", 3, cards="8d Th")
    scene.tell(DEALER, "correct_card", cards="8d 8h")
    scene.dealer("settle")
    scene.tell(DEALER, "turn_up", 1, cards=HANDS[1])
    scene.dealer("settle")
    assert scene.state == right.state
    assert scene.accounts() == right.accounts()


@pytest.mark.clause("UTH 15.6(c)", "UTH D-Casino Supervisor")
@pytest.mark.parametrize(("wrong", "right"), [("8d", "8h"), ("4c", "4h"), ("9d", "9h")])
def test_once_a_hand_is_settled_on_it_a_supervisor_corrects_and_what_was_paid_is_undone(wrong: str, right: str) -> None:
    """A card of the box, of the dealer and of the board; the dealer who does not qualify has given the antes back."""
    as_it_was = settled(declared())
    mistyped = {place: text.replace(right, wrong) for place, text in {0: FLOP, 3: HANDS[3], 4: DEALER_CARDS}.items()}
    scene = face_down().script("1 play 4000", "2 check", "3 check")
    scene.tell(DEALER, "show_flop", cards=mistyped[0])
    scene.script("2 fold", "3 check")
    scene.tell(DEALER, "show_turn_and_river", cards=TURN_AND_RIVER)
    scene.play(3, 1000)
    scene.tell(DEALER, "declare", cards=mistyped[4])
    scene.tell(DEALER, "turn_up", 3, cards=mistyped[3])
    scene.dealer("settle")
    reason = scene.refuses("UTH D-Casino Supervisor", DEALER, "correct_card", cards=f"{wrong} {right}")
    assert reason == f"Box 3 has been settled on the {wrong}: a supervisor corrects it."
    reopened, corrected = scene.tell(SUPERVISOR, "correct_card", cards=f"{wrong} {right}")
    assert isinstance(reopened, HandsReopened)
    assert isinstance(corrected, CardCorrected)
    assert scene.state.felt.wagers[-1].outcome is None
    step = known(scene.game.routine(scene.state))
    assert (step.do, step.faces) == ("settle", 0)
    scene.dealer("settle")
    scene.tell(DEALER, "turn_up", 1, cards=HANDS[1])
    scene.dealer("settle")
    assert scene.rows() == as_it_was.rows()
    assert scene.accounts() == as_it_was.accounts()


@pytest.mark.clause("UTH 15.6(c)", "UTH D-Round of Play")
def test_what_cannot_be_a_correction_is_refused() -> None:
    scene = face_down()
    scene.refuses("UTH 15.6(c)", DEALER, "correct_card", cards="2c 3c")
    scene.script("1 fold", "2 check", "3 check")
    scene.tell(DEALER, "show_flop", cards=FLOP)
    scene.refuses("UTH 15.6(c)", DEALER, "correct_card", cards="2c")
    scene.refuses("UTH 2.1", DEALER, "correct_card", cards="2c 7d")
    scene.refuses("UTH 2.1", DEALER, "correct_card", cards="2c JK")
    scene.refuses("UTH 2.1", DEALER, "correct_card", cards=(UNSEEN, *cards("3c")))
    over = settled(declared())
    over.refuses("UTH D-Round of Play", SUPERVISOR, "correct_card", cards="2c 3c")


def test_a_turned_up_board_is_told_as_one_event_before_it_is_shown() -> None:
    scene = face_down()
    for seat in HANDS:
        scene.check(seat)
    turned, shown = scene.tell(DEALER, "show_flop", cards=FLOP)
    assert turned == TurnedUp(COMMUNAL, cards(FLOP), "UTH 8.2")
    assert (face(UNSEEN), type(shown).__name__) == ("??", "CommunalShown")
