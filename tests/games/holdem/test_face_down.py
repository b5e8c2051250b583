"""Hold'em at a live table: hole cards come face down, are read when a hand is shown, and a mucked hand never is."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.cards.card import UNSEEN, card, cards
from pitboss.games.holdem import GAME
from pitboss.games.house.faces import CardCorrected, TurnedUp
from pitboss.games.play import Audience, Command, RoutineStep, Stage, Viewer
from tests.games.holdem.scene import DEALER, PLAYER, SUPERVISOR, Scene

HOLE = {1: "As Ad", 2: "Ks Kd", 3: "7c 2d"}
BOARD = "3h 8s 9c Jd Qh"


class Live(Scene):
    """The dealer deals hole cards and burns face down, and reads the hands that are shown."""

    hole: Mapping[int, str]
    mucks: tuple[int, ...] = ()
    # What the test does by hand.
    stops: tuple[str, ...] = ("turn_up", "settle")

    def take(self, step: RoutineStep) -> None:
        """One step of the dealer."""
        if step.do == "turn_up":
            seat = step.to or 0
            if seat in self.mucks:
                self.ruled("muck", PLAYER, seat=seat)
            else:
                self.ruled("turn_up", DEALER, seat=seat, cards=cards(self.hole[seat]))
            return
        out = self.table.shoe.draw(step.cards)
        if step.do == "deal":
            burnt = len(out) if self.table.state.felt.stage is not Stage.PLAYING else len(out) % 2 == 0
            out = (UNSEEN,) * burnt + out[burnt:]
        self.ruled(step.do, DEALER, cards=out)

    def start_cards(self) -> "Live":
        step = GAME.routine(self.table.state)
        assert step is not None
        self.take(step)
        return self

    def go_on(self) -> "Live":
        while (step := GAME.routine(self.table.state)) is not None and not GAME.due(self.table.state):
            if self.by_hand and step.do in self.stops:
                break
            self.take(step)
        return self


def live(hole: Mapping[int, str] = HOLE, mucks: tuple[int, ...] = (), **chosen: Any) -> Live:
    scene = Live((20000,) * len(hole), hole=hole, board=BOARD, **chosen)
    scene.hole, scene.mucks = hole, mucks
    scene.start()
    return scene


def to_the_showdown(scene: Scene) -> Scene:
    """Everybody calls, and seat 2 bets the river, which is called."""
    while scene.turn is not None and len(scene.now.board) < 5:
        scene.act(f"{scene.turn} {next(do for do in ('check', 'stand', 'call') if do in scene.offered)}")
    scene.act("2 bet 3000")
    while scene.turn is not None:
        scene.act(f"{scene.turn} call")
    return scene


@pytest.mark.clause("HLD 13.1[s1]", "HLD 13.1[s2]")
@pytest.mark.parametrize("mucks", [(), (3,)])
def test_a_hand_read_at_the_showdown_comes_to_the_same(mucks: tuple[int, ...]) -> None:
    scene = to_the_showdown(live(mucks=mucks))
    known = to_the_showdown(Scene((20000,) * 3, hole=HOLE, board=BOARD).start())
    assert scene.is_over
    assert (scene.stakes, scene.awards) == (known.stakes, known.awards)
    assert {row.seat: row.net for row in scene.table.outcomes} == {row.seat: row.net for row in known.table.outcomes}
    assert (scene.done.mucked, known.done.mucked) == (mucks, (3,))
    assert (scene.now.hole[scene.now.seats.index(3)] == (UNSEEN, UNSEEN)) is (mucks == (3,))


@pytest.mark.clause("HLD 13.1[s1]")
def test_the_last_bettor_shows_first_and_nothing_is_awarded_before() -> None:
    scene = to_the_showdown(live(by_hand=True))
    step = GAME.routine(scene.table.state)
    assert step == RoutineStep("turn_up", "HLD 13.1[s1]", to=2, faces=2)
    assert scene.refuses(Command(DEALER, "settle")).clause == "HLD 13.1[s1]"
    assert scene.refuses(Command(PLAYER, "muck", 2)).clause == "HLD 13.1[s1]"
    assert scene.refuses(Command(PLAYER, "muck", 1)).clause == "HLD 13.1[s1]"
    assert scene.refuses(Command(DEALER, "turn_up", 2, cards=cards("Ks"))).clause == "HLD 13.1[s1]"
    assert scene.refuses(Command(DEALER, "turn_up", 2, cards=cards("Ks 3h"))).clause == "HLD 2.1[s1]"
    scene.ruled("turn_up", DEALER, seat=2, cards=cards("Ks Kd"))
    assert {(choice.do, choice.seat) for choice in GAME.choices(scene.table.state)} == {("muck", 1), ("muck", 3)}
    seen = GAME.view(scene.table.state, Viewer(Audience.SIGN)).as_json()["seats"]
    assert isinstance(seen, list)
    assert {row["seat"]: row["cards"] for row in seen} == {1: ["??"] * 2, 2: ["Ks", "Kd"], 3: ["??"] * 2}


@pytest.mark.clause("HLD 10.4(a)")
def test_who_is_left_alone_wins_unseen() -> None:
    scene = live().act("1 raise 6000", "2 fold", "3 fold")
    assert scene.is_over
    assert UNSEEN in scene.now.hole[0]
    assert (scene.awards, scene.done.shown) == ([("sole", 1, 2500)], ())


@pytest.mark.clause("HLD 13.1[s2]", "HLD 14.2[s2]")
def test_of_those_who_contest_a_pot_one_at_least_is_seen() -> None:
    """Seat 1 is all in for the main pot and shows first; seats 2 and 3 contest a side pot."""
    scene = Live((2000, 20000, 20000), hole=HOLE, board=BOARD, by_hand=True, button=3)
    scene.hole = HOLE
    scene.start()
    while scene.turn is not None:
        scene.act(f"{scene.turn} {'tap_out' if scene.turn == 1 else 'check' if 'check' in scene.offered else 'call'}")
        if len(scene.now.board) == 3 and scene.turn == 2:
            scene.act("2 bet 4000", "3 call")
    assert (step := GAME.routine(scene.table.state)) is not None
    assert (step.do, step.to) == ("turn_up", 1)
    scene.ruled("turn_up", DEALER, seat=1, cards=cards(HOLE[1]))
    scene.ruled("muck", PLAYER, seat=2)
    assert scene.refuses(Command(PLAYER, "muck", 3)).clause == "HLD 13.1[s1]"
    scene.ruled("turn_up", DEALER, seat=3, cards=cards(HOLE[3]))
    scene.settle()
    assert [award[:2] for award in scene.awards] == [("high", 1), ("high", 3)]
    assert scene.done.mucked == (2,)


@pytest.mark.clause("HLD 9.4")
def test_communal_cards_are_entered_and_burns_are_not() -> None:
    scene = live(by_hand=True)
    scene.stops = ("deal",)
    scene.act("1 call", "2 call", "3 stand")
    refused = scene.refuses(Command(DEALER, "deal", cards=(UNSEEN, UNSEEN, *cards("8s 9c"))))
    assert (refused.clause, refused.reason) == ("HLD 9.4", "Communal cards lie face up: each of them is entered.")
    scene.ruled("top_card_exposed", cards=cards("4d"))
    scene.ruled("deal", DEALER, cards=(UNSEEN, *cards("3h 8s 9c")))
    assert (scene.now.burned, scene.now.board) == (cards("4d"), cards("3h 8s 9c"))


@pytest.mark.clause("HLD 19.5(c)")
def test_a_card_entered_wrongly_is_put_right_until_the_pots_are_awarded() -> None:
    right = to_the_showdown(live())
    scene = to_the_showdown(live(by_hand=True))
    scene.ruled("turn_up", DEALER, seat=2, cards=cards("Ks Kc"))
    assert scene.refuses(Command(DEALER, "correct_card", cards=cards("Kc 3h"))).clause == "HLD 2.1[s1]"
    assert scene.refuses(Command(DEALER, "correct_card", cards=cards("4c 4d"))).clause == "HLD 19.5(c)"
    events = scene.ruled("correct_card", DEALER, cards=cards("Kc Kd"))
    assert events == (CardCorrected(card("Kc"), card("Kd"), DEALER, "HLD 19.5(c)"),)
    scene.ruled("correct_card", SUPERVISOR, cards=cards("Qh Qc"))
    scene.ruled("correct_card", DEALER, cards=cards("Qc Qh"))
    scene.by_hand = False
    scene.go_on()
    assert scene.table.state == right.table.state
    assert scene.refuses(Command(DEALER, "correct_card", cards=cards("Kd Kc"))).clause == "HLD D-Round of Play"


@pytest.mark.clause("HLD 19.5(c)", "HLD 17.19")
def test_the_card_that_lies_exposed_on_the_shoe_is_no_other_and_can_be_put_right() -> None:
    scene = live(by_hand=True)
    scene.stops = ("deal",)
    scene.act("1 call", "2 call", "3 stand")
    scene.ruled("deal", DEALER, cards=(UNSEEN, *cards("3h 8s 9c")))
    scene.act("2 check", "3 check", "1 check")
    scene.ruled("top_card_exposed", cards=cards("4d"))
    assert scene.refuses(Command(DEALER, "correct_card", cards=cards("9c 4d"))).clause == "HLD 2.1[s1]"
    scene.ruled("correct_card", DEALER, cards=cards("4d 5d"))
    scene.ruled("correct_card", DEALER, cards=cards("9c 4d"))
    scene.ruled("deal", DEALER, cards=cards("5d Jd"))
    assert (scene.now.burned, scene.now.board) == ((UNSEEN, card("5d")), cards("3h 8s 4d Jd"))


@pytest.mark.clause("HLD 17.20[s1]")
def test_a_hole_card_shown_in_the_deal_is_known_and_replaced_face_down() -> None:
    scene = live(by_hand=True)
    scene.ruled("card_exposed", seat=2, cards=cards("Ks"))
    hand = scene.now.seats.index(2)
    assert sorted(scene.now.hole[hand]) == sorted((card("Ks"), UNSEEN))
    scene.ruled("replace_card", DEALER, cards=(UNSEEN,))
    assert scene.now.hole[hand] == (UNSEEN, UNSEEN)
    assert scene.now.discarded == cards("Ks")


@pytest.mark.clause("STAR 7.28")
def test_hands_of_an_all_in_are_read_when_they_are_turned_up() -> None:
    scene = Live((20000,) * 2, hole={1: HOLE[1], 2: HOLE[2]}, board=BOARD, procedures="STAR", mode="tournament")
    scene.hole = HOLE
    scene.start()
    while scene.turn is not None:
        scene.act(f"{scene.turn} tap_out")
    assert scene.is_over
    read = [event.place for event in scene.table.events if isinstance(event, TurnedUp)]
    assert sorted(read) == [1, 2]
    kinds = [type(event).__name__ for event in scene.table.events]
    assert kinds.index("TurnedUp") < kinds.index("BoardDealt")
