"""HLD 10.2: what the opening player of the first betting round may do, and the option of the last blind."""

from typing import Any

import pytest

from pitboss.games.holdem.betting.betting import Bet
from pitboss.games.play import Audience, Viewer
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import OPERATOR, Scene, last_event, turns

ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
FOUR = (20000,) * 4
SIGN = Viewer(Audience.SIGN)


@pytest.mark.clause("HLD 10.2", "HLD 10.2(a)", "HLD 10.2(b)", "HLD 10.2(c)", "HLD 10.2(d)")
@pytest.mark.parametrize(
    ("chosen", "offered"),
    [
        ({"opening_option": "A"}, {"call", "raise", "call_and_fold", "tap_out"}),
        ({"opening_option": "B"}, {"call", "raise", "fold", "tap_out"}),
        ({"opening_option": "C"}, {"raise", "fold", "tap_out"}),
        (ANTES, {"bet", "tap_out"}),
    ],
)
def test_the_opening_player_has_the_options_of_the_table_and_no_other(chosen: Any, offered: set[str]) -> None:
    scene = Scene(FOUR, **chosen).start()
    assert scene.offered == offered
    for do in {"call", "raise", "call_and_fold", "fold", "check", "stand", "bet"} - offered:
        amount = " 2000" if do in ("raise", "bet") else ""
        scene.refused(f"{scene.turn} {do}{amount}")


@pytest.mark.clause(
    "HLD 10.2(a)(i)",
    "HLD 10.2(a)(ii)",
    "HLD 10.2(a)(iii)",
    "HLD 10.2(b)(i)",
    "HLD 10.2(b)(ii)",
    "HLD 10.2(b)(iii)",
    "HLD 10.2(c)(i)",
    "HLD 10.2(c)(ii)",
    "HLD 10.2(d)(i)",
)
@pytest.mark.parametrize(
    ("chosen", "line", "clause", "paid"),
    [
        ({"opening_option": "A"}, "4 call", "HLD 10.2(a)(i)", 1000),
        ({"opening_option": "A"}, "4 raise 2500", "HLD 10.2(a)(ii)", 2500),
        ({"opening_option": "A"}, "4 call_and_fold", "HLD 10.2(a)(iii)", 1000),
        ({"opening_option": "B"}, "4 call", "HLD 10.2(b)(i)", 1000),
        ({"opening_option": "B"}, "4 raise 2500", "HLD 10.2(b)(ii)", 2500),
        ({"opening_option": "B"}, "4 fold", "HLD 10.2(b)(iii)", 0),
        ({"opening_option": "C"}, "4 raise 2500", "HLD 10.2(c)(i)", 2500),
        ({"opening_option": "C"}, "4 fold", "HLD 10.2(c)(ii)", 0),
        (ANTES, "2 bet 2500", "HLD 10.2(d)(i)", 2500),
    ],
)
def test_what_the_opening_player_does_costs_what_the_option_says(
    chosen: Any, line: str, clause: str, paid: int
) -> None:
    scene = Scene(FOUR, **chosen).start()
    opener, do = scene.now.turn, line.split()[1]
    before = scene.now.stacks[opener]
    scene.act(line)
    assert last_event(scene).clause == clause
    assert before - scene.now.stacks[opener] == paid
    assert bool(scene.now.folded) is ("fold" in do)


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.2(c)", "HLD 10.2(d)", "HLD 10.2(d)(i)", "HLD 11.1")
@pytest.mark.parametrize(
    ("chosen", "line", "clause", "sentence"),
    [
        (
            {"opening_option": "A"},
            "4 fold",
            "HLD 10.2(a)",
            "The opening player must call or raise or call and fold here.",
        ),
        ({"opening_option": "C"}, "4 call", "HLD 10.2(c)", "The opening player must raise or fold here."),
        (ANTES, "2 fold", "HLD 10.2(d)", "The opening player must bet here."),
        (ANTES, "2 check", "HLD 11.1", "There is no check in the first betting round."),
        ({"opening_option": "B"}, "4 check", "HLD 11.1", "There is no check in the first betting round."),
        (
            {"opening_option": "B"},
            "4 call_and_fold",
            "HLD 10.2(a)(iii)",
            "To call and fold is for the opening player under Blind A.",
        ),
        (
            {"opening_option": "A", **ANTES},
            "2 call_and_fold",
            "HLD 10.2(a)(iii)",
            "To call and fold is for the opening player under Blind A.",
        ),
        (
            {"opening_option": "B"},
            "4 bet 2000",
            "HLD 10.3",
            "The betting has been opened: call, raise or fold.",
        ),
        (
            {"opening_option": "B"},
            "4 stand",
            "HLD 10.2 tail",
            "Only who owes nothing more, such as the last blind, may stand.",
        ),
        (ANTES, "2 stand", "HLD 10.2 tail", "Only who owes nothing more, such as the last blind, may stand."),
    ],
)
def test_what_the_opening_player_may_not_do(chosen: Any, line: str, clause: str, sentence: str) -> None:
    assert Scene(FOUR, **chosen).start().refused(line) == Refusal(clause, sentence)


@pytest.mark.clause("HLD 10.3", "HLD 10.3(a)", "HLD 10.3(b)", "HLD 10.3(c)")
@pytest.mark.parametrize(("option", "opening"), [("A", "4 call"), ("B", "4 call"), ("C", "4 raise 2000")])
def test_thereafter_everybody_calls_raises_or_folds_whatever_the_option(option: str, opening: str) -> None:
    scene = Scene(FOUR, opening_option=option).start().act(opening)
    assert scene.offered == {"fold", "call", "raise", "tap_out"}
    for line, clause in (("1 call", "HLD 10.3(a)"), ("2 fold", "HLD 10.3(c)"), ("3 raise 5000", "HLD 10.3(b)")):
        scene.act(line)
        assert last_event(scene).clause == clause
    assert scene.refused("4 call_and_fold").clause == "HLD 10.2(a)(iii)"


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD 10.3(c)")
def test_only_the_opener_is_bound_by_blind_a() -> None:
    scene = Scene(FOUR, blinds=(1000, 2000), min_bet=2000, opening_option="A").start()
    scene.act("4 call_and_fold", "1 fold", "2 fold")
    # HLD-20 in small: 10 and 20 of the blinds, and 20 that the opener paid to give up; nothing of it was uncalled.
    assert scene.done.awards[0][2:4] == (3, 5000)
    assert scene.stakes == {1: 20000, 2: 19000, 3: 23000, 4: 18000}


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD 14.1[s1]")
def test_an_opener_who_cannot_pay_the_call_pays_what_there_is_to_give_up() -> None:
    scene = Scene((20000, 20000, 20000, 700), opening_option="A").start().act("4 call_and_fold")
    assert scene.now.stacks[scene.now.seats.index(4)] == 0
    assert scene.turn == 1
    paid = next(event for event in scene.table.events if isinstance(event, Bet))
    assert (paid.do, paid.to, paid.added, paid.tapped) == ("call", 700, 700, True)


@pytest.mark.clause("HLD 10.2(a)(iii)", "HLD D-Call")
def test_an_opener_who_has_posted_pays_the_rest_of_the_call_to_give_up() -> None:
    # Heads-up the small blind opens: 5 more make the 10.
    scene = Scene((20000, 20000), opening_option="A").start().act("2 call_and_fold")
    paid = next(event for event in scene.table.events if isinstance(event, Bet))
    assert (paid.to, paid.added, paid.tapped) == (1000, 500, False)
    assert scene.stakes == {1: 21000, 2: 19000}


@pytest.mark.clause("HLD 14.1[s1]", "HLD 10.2(c)")
@pytest.mark.parametrize(("stake", "to"), [(800, 800), (1000, 1000), (1700, 1700)])
def test_an_opener_whose_stake_reaches_no_raise_may_tap_out_under_blind_c(stake: int, to: int) -> None:
    scene = Scene((20000, 20000, 20000, stake), opening_option="C").start().act("4 tap_out")
    assert (last_event(scene).to, last_event(scene).tapped) == (to, True)


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.2(c)")
@pytest.mark.parametrize(("option", "refused"), [("A", "4 fold"), ("C", "4 call")])
def test_a_fold_out_of_turn_does_not_free_the_opener(option: str, refused: str) -> None:
    scene = Scene(FOUR, opening_option=option).start()
    scene.ruled("out_of_turn", seat=1, ruling="fold")
    assert scene.refused(refused).clause == f"HLD 10.2({option.lower()})"
    scene.act("4 raise 2000")
    assert scene.offered == {"fold", "call", "raise", "tap_out"}


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.3(c)")
def test_once_the_opener_is_out_the_next_player_is_free() -> None:
    scene = Scene(FOUR, opening_option="A").start()
    scene.ruled("no_decision", seat=4, seconds=40)
    scene.act("1 fold")
    assert last_event(scene).clause == "HLD 10.3(c)"


@pytest.mark.clause("HLD 10.2(a)")
def test_who_has_tapped_out_by_posting_is_passed_over_to_find_the_opener() -> None:
    new = {"standing": "waiting", "waits_as": "new", "posts": True}
    scene = Scene(
        (20000, 20000, 20000, 20000, 1000),
        button=2,
        opening_option="A",
        chairs={5: new},
        room={"revolution_complete": True},
    )
    scene.start()
    assert scene.turn == 1, "seat 5 comes after the last blind and has nothing left after its post"
    scene.ruled("out_of_turn", seat=2, ruling="fold")
    assert scene.refused("1 fold").clause == "HLD 10.2(a)"


@pytest.mark.clause("HLD 10.2(a)", "HLD 10.3")
def test_an_opener_who_comes_to_act_again_is_bound_no_longer() -> None:
    scene = Scene(FOUR, opening_option="A").start().act("4 call", "1 raise 3000", "2 fold", "3 call")
    scene.ruled("supervisor_fold", OPERATOR, seat=1)
    scene.ruled("supervisor_fold", OPERATOR, seat=3)
    assert scene.go_on().is_over, "nobody is left beside the opener"
    again = Scene((20000,) * 5, opening_option="A").start().act("4 call", "5 call", "1 raise 3000")
    again.ruled("supervisor_fold", OPERATOR, seat=1)
    again.act("2 fold", "3 fold", "4 fold")
    assert again.is_over


@pytest.mark.clause("HLD 10.2(d)", "HLD 10.2(d)(i)", "HLD 10.1[s1]")
def test_where_the_opener_of_an_ante_game_is_folded_the_next_player_must_bet() -> None:
    scene = Scene(FOUR, **ANTES).start()
    assert scene.turn == 2, "R-05: the first seat after the button"
    scene.ruled("no_decision", seat=2, seconds=40)
    assert (scene.turn, scene.offered) == (3, {"bet", "tap_out"})
    assert scene.refused("3 fold").clause == "HLD 10.2(d)"
    scene.act("3 bet 1000")
    assert last_event(scene).clause == "HLD 10.2(d)(i)"
    assert scene.offered == {"fold", "call", "raise", "tap_out"}


@pytest.mark.clause("HLD 10.2(c)", "HLD 10.2 tail")
def test_a_live_poster_who_opens_under_blind_c_raises_or_folds() -> None:
    new = {"standing": "waiting", "waits_as": "new", "posts": True}
    chosen: dict[str, Any] = {"chairs": {4: new}, "room": {"revolution_complete": True}}
    scene = Scene(FOUR, opening_option="C", **chosen).start()
    assert scene.refused("4 stand") == Refusal("HLD 10.2(c)", "The opening player must raise or fold here.")
    assert scene.offered == {"raise", "fold", "tap_out"}
    scene.act("4 fold", "1 call", "2 fold", "3 stand")
    assert len(scene.now.board) == 3, "the last blind does not open, and may stand"
    free = Scene(FOUR, opening_option="B", **chosen).start().act("4 stand")
    assert last_event(free).clause == "HLD 10.3(a)"


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.4(b)", "HLD 11.1", "HLD D-Check")
def test_the_last_blind_may_raise_stand_or_fold_if_nobody_has_raised() -> None:
    scene = Scene().start().act("1 call", "2 call")
    assert scene.turn == 3
    assert scene.offered == {"fold", "stand", "raise", "tap_out"}
    assert scene.refused("3 check") == Refusal("HLD 11.1", "There is no check in the first betting round.")
    assert scene.refused("3 call") == Refusal("HLD D-Call", "There is nothing to call: stand or raise.")
    scene.act("3 stand")
    assert next(event for event in scene.table.events if isinstance(event, Bet) and event.do == "stand").clause == (
        "HLD 10.2 tail"
    )
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.3(b)")
def test_the_last_blinds_raise_opens_the_betting_again() -> None:
    scene = Scene().start().act("1 call", "2 call", "3 raise 4000")
    assert last_event(scene).clause == "HLD 10.3(b)"
    assert turns(scene, "1 call", "2 raise 10000", "3 call", "1 call") == [1, 2, 3, 1, 2]
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 10.2 tail", "HLD 10.3(b)")
def test_after_a_raise_the_last_blind_plays_like_everybody_else() -> None:
    # the option is a grant; it takes no right to raise again away.
    scene = Scene().start().act("1 raise 3000", "2 fold")
    assert scene.offered == {"fold", "call", "raise", "tap_out"}
    assert scene.refused("3 stand").clause == "HLD 10.2 tail"
    scene.act("3 raise 5000")
    assert scene.turn == 1


@pytest.mark.clause("HLD 10.2 tail")
def test_a_small_blind_as_large_as_the_big_one_may_stand_too() -> None:
    scene = Scene(blinds=(1000, 1000)).start().act("1 call")
    assert scene.offered == {"fold", "stand", "raise", "tap_out"}
    scene.act("2 stand")
    assert last_event(scene).clause == "HLD 10.3(a)", "it is not the last blind"
    assert scene.turn == 3
