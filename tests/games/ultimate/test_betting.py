"""UTH 8: fold, check or play at three stages, and the dealer's steps between them."""

from typing import Any

import pytest

from pitboss.games.play import Audience, Viewer
from pitboss.games.ultimate.round import CommunalShown, DealerDeclared, Phase
from tests.games.ultimate.scene import DEALER, HANDS, NAMES, PLAYER, TEN, Scene, at, betting, dealt, faces_of, limits

ALL_VERBS: dict[str, dict[str, Any]] = {"check": {}, "fold": {}, "play": {"amount": 3000}}


def one_hand_at(phase: Phase) -> Scene:
    """A hand that has checked up to this stage."""
    scene = dealt({1: "As Ad"})
    if phase is not Phase.BEFORE_FLOP:
        scene.script("1 check", "show_flop")
    if phase is Phase.RIVER:
        scene.script("1 check", "show_turn_and_river")
    assert scene.phase is phase
    return scene


@pytest.mark.clause("UTH 8.1", "UTH 8.1(a)", "UTH 8.1(b)", "UTH 8.1(c)", "UTH 8.1(c)(ii)", "UTH D-Before the Flop")
@pytest.mark.clause("UTH 8.3", "UTH 8.3(a)", "UTH 8.3(b)", "UTH 8.3(c)", "UTH 8.3(c)(ii)", "UTH D-After the Flop")
@pytest.mark.clause("UTH 8.5", "UTH 8.5(a)", "UTH 8.5(b)", "UTH 8.5(b)(ii)", "UTH D-On the River", "UTH 15.6(a)")
@pytest.mark.parametrize(
    ("phase", "choices", "amounts"),
    [
        (
            Phase.BEFORE_FLOP,
            [("fold", "UTH 8.1(a)"), ("check", "UTH 8.1(b)"), ("play", "UTH 8.1(c)(ii)")],
            (3000, 4000),
        ),
        (Phase.AFTER_FLOP, [("fold", "UTH 8.3(a)"), ("check", "UTH 8.3(b)"), ("play", "UTH 8.3(c)(ii)")], (2000,)),
        (Phase.RIVER, [("fold", "UTH 8.5(a)"), ("play", "UTH 8.5(b)(ii)")], (1000,)),
    ],
)
def test_the_choices_of_each_stage(phase: Phase, choices: list[tuple[str, str]], amounts: tuple[int, ...]) -> None:
    scene = one_hand_at(phase)
    offered = scene.choices()
    assert [(choice.do, choice.clause) for choice in offered] == choices
    assert {(choice.seat, choice.player) for choice in offered} == {(1, "Ann")}
    assert offered[-1].amounts == amounts


@pytest.mark.clause("UTH 8.1(c)(ii)", "UTH 8.3(c)(ii)", "UTH 8.5(b)(ii)", "UTH D-Play Wager")
@pytest.mark.parametrize(
    ("phase", "multiples", "clause"),
    [
        (Phase.BEFORE_FLOP, (3, 4), "UTH 8.1(c)(ii)"),
        (Phase.AFTER_FLOP, (2,), "UTH 8.3(c)(ii)"),
        (Phase.RIVER, (1,), "UTH 8.5(b)(ii)"),
    ],
)
def test_the_play_wager_is_an_exact_multiple_of_the_ante(phase: Phase, multiples: tuple[int, ...], clause: str) -> None:
    scene = one_hand_at(phase)
    allowed = {multiple * 1000 for multiple in multiples}
    for amount in range(500, 6001, 500):
        if amount not in allowed:
            assert "ante of $10" in scene.refuses(clause, PLAYER, "play", 1, amount=amount)
    start = scene.state
    for amount in allowed:
        scene.state = start
        scene.play(1, amount)
        play = scene.state.felt.wagers[-1]
        assert (play.kind, play.stake, play.at_risk) == ("play", amount, amount)


@pytest.mark.clause("UTH 8.1(c)", "UTH 4.1")
@pytest.mark.parametrize("amount", [0, -3000, 3000.0, True])
def test_an_amount_that_is_none_is_refused(amount: Any) -> None:
    dealt({1: "As Ad"}).refuses("UTH 4.1", PLAYER, "play", 1, amount=amount)


@pytest.mark.clause("UTH 8.1(c)")
def test_a_play_wager_needs_an_amount_and_a_box() -> None:
    scene = dealt({1: "As Ad"})
    scene.refuses("UTH 8.1(c)", PLAYER, "play", 1)
    scene.refuses("UTH 8.1(c)", PLAYER, "play", amount=3000)


@pytest.mark.clause("UTH 8.5", "UTH D-Check")
def test_there_is_no_third_check() -> None:
    scene = one_hand_at(Phase.RIVER)
    scene.refuses("UTH 8.5", PLAYER, "check", 1)


@pytest.mark.clause("UTH D-Check", "UTH 8.1(b)", "UTH 8.3(b)")
@pytest.mark.parametrize("phase", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP])
def test_a_check_stays_in_without_a_wager(phase: Phase) -> None:
    scene = one_hand_at(phase)
    wagers = scene.state.felt.wagers
    scene.check(1)
    assert scene.state.felt.wagers == wagers
    assert scene.box(1).standing == "deciding"
    for verb, more in ALL_VERBS.items():
        scene.refuses("UTH 8.1" if phase is Phase.BEFORE_FLOP else "UTH 8.3", PLAYER, verb, 1, **more)


@pytest.mark.clause("UTH 8.3", "UTH 8.5")
@pytest.mark.parametrize(("phase", "clause"), [(Phase.AFTER_FLOP, "UTH 8.3"), (Phase.RIVER, "UTH 8.5")])
def test_a_hand_that_has_played_wagers_no_more(phase: Phase, clause: str) -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 play 3000", "2 check", "show_flop")
    if phase is Phase.RIVER:
        scene.script("2 check", "show_turn_and_river")
    assert scene.game.due(scene.state) == (2,)
    for verb, more in ALL_VERBS.items():
        scene.refuses(clause, PLAYER, verb, 1, **more)


@pytest.mark.clause("UTH 8.6[s2]")
@pytest.mark.parametrize("phase", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP, Phase.RIVER])
def test_a_folded_hand_never_comes_back(phase: Phase) -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 fold", "2 check")
    if phase is not Phase.BEFORE_FLOP:
        scene.script("show_flop", "2 check")
    if phase is Phase.RIVER:
        scene.dealer("show_turn_and_river")
    for verb, more in ALL_VERBS.items():
        scene.refuses("UTH 8.6[s2]", PLAYER, verb, 1, **more)


@pytest.mark.clause("UTH D-Fold", "UTH 8.1(a)", "UTH 8.3(a)", "UTH 8.5(a)")
@pytest.mark.parametrize("phase", [Phase.BEFORE_FLOP, Phase.AFTER_FLOP, Phase.RIVER])
def test_a_fold_loses_every_wager_at_once(phase: Phase) -> None:
    scene = dealt({1: "9s 9d", 2: "Qs 5d"}, wagers={1: {**TEN, "trips": 500}})
    for step in ("show_flop", "show_turn_and_river")[: list(Phase).index(phase)]:
        scene.script("1 check", "2 check")
        scene.dealer(step)
    scene.fold(1)
    # Three nines lie there when the flop is up, but a fold gives the trips wager up as well (U-A2).
    assert scene.rows() == {(1, "ante"): ("lose", -1000), (1, "blind"): ("lose", -1000), (1, "trips"): ("lose", -500)}
    assert {row.clause for row in scene.outcomes} == {"UTH D-Fold"}
    assert not scene.is_over


@pytest.mark.clause("UTH D-Round of Play", "UTH 8.6[s1]")
def test_when_all_have_folded_the_round_is_over_and_nothing_is_shown() -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}).script("1 fold", "2 fold")
    assert scene.is_over
    seen = scene.view(Viewer(Audience.SEAT, 1)).as_json()
    assert seen["communal"] == ["??"] * 5
    assert seen["dealer"] == ["??"] * 2
    for step in ("show_flop", "declare", "settle"):
        scene.refuses({"show_flop": "UTH 8.2", "declare": "UTH 8.8", "settle": "UTH 9.3"}[step], DEALER, step)


@pytest.mark.clause("UTH 8.1", "UTH 8.2")
def test_hands_decide_clockwise_from_the_dealers_left() -> None:
    """Ruling U-A7."""
    scene = dealt()
    scene.refuses("UTH 8.1", PLAYER, "check", 2)
    for seat in (1, 2, 3):
        assert scene.game.due(scene.state) == (seat,)
        scene.refuses("UTH 8.2", DEALER, "show_flop")
        scene.check(seat)
    assert scene.game.due(scene.state) == ()
    scene.dealer("show_flop")


@pytest.mark.clause("UTH 8.1")
def test_only_the_player_of_a_hand_decides_for_it() -> None:
    scene = dealt()
    scene.refuses("UTH 8.1", PLAYER, "fold", 1, player=NAMES[2])
    scene.refuses("UTH 8.1", PLAYER, "fold", 5)
    scene.tell(PLAYER, "fold", 1, player=NAMES[1])


@pytest.mark.clause("UTH 8.2", "UTH 8.4", "UTH 8.8")
def test_each_step_of_the_dealer_waits_for_its_moment() -> None:
    scene = dealt({1: "As Ad"})
    clauses = {"show_flop": "UTH 8.2", "show_turn_and_river": "UTH 8.4", "declare": "UTH 8.8", "settle": "UTH 9.3"}

    def only(allowed: str | None) -> None:
        for step, clause in clauses.items():
            if step != allowed:
                scene.refuses(clause, DEALER, step)

    only(None)
    scene.check(1)
    only("show_flop")
    scene.dealer("show_flop")
    only(None)
    scene.check(1)
    only("show_turn_and_river")
    scene.dealer("show_turn_and_river")
    only(None)
    scene.play(1, 1000)
    only("declare")
    scene.dealer("declare")
    only("settle")
    scene.dealer("settle")
    only(None)


@pytest.mark.clause("UTH 8.2", "UTH 8.4")
def test_the_flop_is_three_cards_and_turn_and_river_come_together() -> None:
    scene = dealt({1: "As Ad"}).script("1 check")
    assert scene.dealer("show_flop") == (CommunalShown(3, Phase.AFTER_FLOP, "UTH 8.2"),)
    scene.check(1)
    assert scene.dealer("show_turn_and_river") == (CommunalShown(5, Phase.RIVER, "UTH 8.4"),)


@pytest.mark.clause("UTH 8.8", "UTH 8.8(b)")
def test_the_dealer_turns_up_both_cards_when_all_have_played_or_folded() -> None:
    scene = at("river")
    scene.refuses("UTH 8.8", DEALER, "declare")
    scene.play(3, 1000)
    (declared,) = scene.dealer("declare")
    assert isinstance(declared, DealerDeclared)
    assert faces_of(declared.cards) == ["Kd", "4h"]
    assert scene.view(Viewer(Audience.SIGN)).as_json()["dealer"] == ["Kd", "4h"]


@pytest.mark.clause("UTH 8.2", "UTH 8.4", "UTH 8.8")
def test_with_all_hands_in_play_the_dealer_goes_through_to_the_declaration() -> None:
    scene = dealt()
    for seat in HANDS:
        scene.play(seat, 3000)
    scene.run()
    assert scene.phase is Phase.DECLARED
    assert [choice.do for choice in scene.choices()] == ["concede"] * 3


@pytest.mark.clause("UTH 15.6(a)")
def test_the_offer_does_not_depend_on_the_cards() -> None:
    strong, weak = dealt({1: "As Ad"}), dealt({1: "4c 5d"})
    assert strong.choices() == weak.choices()


def test_a_command_the_game_does_not_know_is_refused() -> None:
    assert "juggle" in betting().refuses("UTH 15.6(c)", PLAYER, "juggle", 1)


@pytest.mark.clause("UTH 8.2", "UTH 8.4", "UTH 8.8", "UTH 9.3")
def test_the_routine_of_the_dealer_names_its_clauses() -> None:
    scene = dealt({1: "As Ad"})
    assert scene.game.routine(scene.state) is None
    scene.play(1, 3000)
    named = []
    while (step := scene.game.routine(scene.state)) is not None:
        events = scene.take(step)
        named.append((step.do, step.clause, events[-1].clause))
    assert named == [
        ("show_flop", "UTH 8.2", "UTH 8.2"),
        ("show_turn_and_river", "UTH 8.4", "UTH 8.4"),
        ("declare", "UTH 8.8", "UTH 8.8"),
        ("settle", "UTH 9.3", "UTH D-Round of Play"),
    ]


@pytest.mark.clause("UTH 8.1", "UTH D-Round of Play")
def test_a_refused_decision_says_whether_it_is_too_early_or_too_late() -> None:
    assert "not all been dealt" in at("dealing").refuses("UTH 8.1", PLAYER, "fold", 1)
    scene = dealt({1: "As Ad"})
    folded = scene.fold(1)
    assert [event.clause for event in folded] == ["UTH 8.1(a)", "UTH D-Round of Play"]
    assert "was folded" in scene.outcome(1, "ante").why
    assert "over" in scene.refuses("UTH 8.1", PLAYER, "fold", 1)


@pytest.mark.clause("UTH 9.1[s1]", "UTH 9.1[s2]")
def test_conceding_is_offered_by_its_clause_and_said_so() -> None:
    scene = at("declared")
    assert {choice.clause for choice in scene.choices()} == {"UTH 9.1[s1]"}
    scene.tell(PLAYER, "concede", 1)
    assert "was conceded" in scene.outcome(1, "ante").why


@pytest.mark.clause("UTH 5.5", "UTH D-Fold")
def test_a_fold_loses_what_was_live_and_the_rest_goes_back() -> None:
    scene = dealt({1: "As Ad"}, wagers={1: {"ante": 15_000, "blind": 15_000}}, limits=limits((1000, 10_000)))
    scene.fold(1)
    assert scene.rows() == {(1, "ante"): ("lose", -10_000), (1, "blind"): ("lose", -10_000)}
    assert scene.accounts() == {"player Ann": -20_000, "felt": 0, "bank": 20_000}
