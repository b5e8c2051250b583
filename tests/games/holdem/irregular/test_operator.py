"""HLD 17.14, HLD 17.16, HLD 18, HLD 19, HLD 20.11: what the operator may do to a hand, a round or a player."""

from typing import Any

import pytest

from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.rulings import STAR, clause, early, limp, not_ruled, on_flop, top_cards
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene

BOARD = "2h 7c 9d Js 4h"
MOMENTS = ("posted", "dealing", "dealt", "bet", "pushed", "early", "flop", "reshuffle", "all_in", "showdown", "won")


def at(moment: str) -> Scene:
    """A table of three at some moment of a round; seat 3 can be tapped out with 9,000."""
    scene = Scene((20000, 20000, 9000), board=BOARD, by_hand=True)
    if moment in ("posted", "dealing"):
        scene.table.new_round()
        if moment == "dealing":
            scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(2))
        return scene
    scene.start()
    if moment == "dealt":
        return scene
    scene.act("1 raise 3000", "2 call")
    if moment == "pushed":
        scene.ruled("push", seat=3, amount=500)
    if moment == "early":
        early(scene, "1 fold")
    if moment == "won":
        scene.act("3 fold", "2 bet 4000", "1 fold")
    if moment in ("bet", "pushed", "early", "won"):
        return scene
    scene.act("3 call")
    if moment == "reshuffle":
        scene.ruled("communal_card_exposed", cards=top_cards(scene))
        for seat in (2, 3, 1):
            scene.table.do(Command(PLAYER, "check", seat))
    if moment == "all_in":
        scene.act("2 check", "3 tap_out")
    if moment == "showdown":
        for _ in range(3):
            scene.act("2 check", "3 check", "1 check")
    return scene


@pytest.mark.clause("HLD 19.3", "HLD 19.1", "HLD D-Void", "R-25")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("ground", "by"), [({"reason": "fraud"}, "HLD 19.3"), ({"clause": "HLD 19.1"}, "HLD 19.1"), ({}, "HLD 19.3")]
)
def test_a_void_round_gives_every_chip_back_and_the_button_stays(moment: str, ground: dict[str, str], by: str) -> None:
    scene = at(moment)
    assert clause(scene.ruled("void_round", OPERATOR, **ground)) == by
    assert scene.table.state.felt.result == "void"
    assert scene.stakes == {1: 20000, 2: 20000, 3: 9000}
    assert {outcome.result.value for outcome in scene.table.outcomes} == {"void"}
    assert {outcome.clause for outcome in scene.table.outcomes} == {by}
    assert set(scene.table.net.values()) == {0}

    # A void round was begun, so the next one has a number of its own; the places are the same.
    scene.start()
    assert scene.table.state.house.round == 2
    assert scene.table.state.play.room.button == 1
    assert scene.now.seats == (2, 3, 1)
    assert scene.now.bets == (500, 1000, 0)
    assert limp(scene).now.street == 1


@pytest.mark.clause("HLD 19.1", "HLD 19.3")
@pytest.mark.parametrize(("reason", "by"), [("disturbance", "HLD 19.1"), ("impractical", "HLD 19.3")])
def test_the_ground_of_a_void_round_has_its_clause(reason: str, by: str) -> None:
    assert clause(at("bet").ruled("void_round", reason=reason)) == by


@pytest.mark.clause("HLD 19.3", "HLD 17.14")
def test_a_round_is_not_void_for_any_reason_nor_after_its_end() -> None:
    scene = at("bet")
    assert not_ruled(scene, "void_round", reason="bad luck").clause == "HLD 19.3"
    assert not_ruled(scene, "void_round", clause="HLD 17.1").clause == "HLD 19.3"
    assert not_ruled(scene, "void_round", DEALER).clause == "HLD D-Casino Supervisor"
    scene.ruled("void_round")
    assert not_ruled(scene, "void_round").clause == "HLD 17.14"
    assert not_ruled(Scene(), "void_round").clause == "HLD 17.14"


@pytest.mark.clause("HLD 19.2(a)", "R-34")
def test_a_hand_is_folded_for_a_breach_and_its_wagers_stay() -> None:
    scene = Scene((30000,) * 3, hole={2: "As Ad"}, board=BOARD).start().act("1 raise 4000", "2 call", "3 call")
    scene.act("2 check", "3 check")
    events = scene.ruled("supervisor_fold", OPERATOR, seat=1, clause="HLD 19.2(a)", reason="told the neighbour")
    assert clause(events) == "HLD 19.2(a)"
    scene.go_on()
    scene.act("2 bet 5000", "3 fold")
    assert scene.stakes == {1: 26000, 2: 38000, 3: 26000}


@pytest.mark.clause("HLD 19.2(a)")
@pytest.mark.parametrize(("seat", "turn"), [(2, 3), (3, 2), (1, 2)])
def test_the_turn_goes_on_around_a_folded_hand(seat: int, turn: int) -> None:
    scene = on_flop()
    scene.ruled("supervisor_fold", seat=seat)
    assert scene.turn == turn


@pytest.mark.clause("HLD 19.2(a)", "HLD 10.4(a)")
def test_of_two_hands_the_other_one_wins_and_cannot_be_folded_too() -> None:
    scene = on_flop((20000, 20000), by_hand=True)
    scene.ruled("supervisor_fold", seat=1)
    assert not_ruled(scene, "supervisor_fold", seat=2).clause == "HLD 10.4(a)"
    assert not_ruled(scene, "supervisor_fold", seat=1).clause == "HLD 19.2(a)"
    scene.settle()
    assert scene.stakes == {1: 19000, 2: 21000}


@pytest.mark.clause("HLD 19.2(a)", "HLD 20.1")
def test_a_hand_is_folded_by_clauses_that_say_so() -> None:
    scene = on_flop()
    assert not_ruled(scene, "supervisor_fold", seat=1, clause="HLD 4.8").clause == "HLD 19.2(a)"
    assert not_ruled(scene, "supervisor_fold", seat=1, clause="HLD 20.11").clause == "HLD 20.1"
    assert not_ruled(scene, "supervisor_fold", DEALER, seat=1).clause == "HLD D-Casino Supervisor"
    posted = Scene()
    posted.table.new_round()
    assert not_ruled(posted, "supervisor_fold", seat=1).clause == "HLD 19.2(a)"


@pytest.mark.clause("HLD 20.11[s2]", "STAR 7.15[s1]", "STAR 7.39[s4]")
@pytest.mark.parametrize(
    ("asked", "by"),
    [("HLD 20.11", "HLD 20.11[s2]"), ("STAR 7.15", "STAR 7.15[s1]"), ("STAR 7.39", "STAR 7.39[s4]")],
)
def test_in_a_tournament_the_director_folds_the_hand_of_an_entrant_who_is_away(asked: str, by: str) -> None:
    scene = Scene((100000,) * 3, hole={1: "Kc Kd", 2: "As Ad"}, board=BOARD, mode="tournament").start()
    scene.act("1 call", "2 call")
    # To stand would have been free.
    assert clause(scene.ruled("supervisor_fold", seat=3, clause=asked, reason="absent")) == by
    scene.go_on()
    for _ in range(3):
        scene.act("2 check", "1 check")
    assert scene.stakes == {1: 99000, 2: 102000, 3: 99000}


@pytest.mark.clause("HLD 20.11[s1]", "HLD 20.11[s2]")
def test_under_the_hold_em_rules_an_absent_entrant_is_folded_when_the_turn_comes() -> None:
    scene = Scene(mode="tournament", chairs={3: {"absent": True}}).start().go_on()
    assert scene.now.bets == (500, 1000, 0)
    assert scene.now.folded == 0
    scene.act("1 call")
    assert scene.turn == 2
    scene.table.do(Command(PLAYER, "call", 2))
    assert GAME.due(scene.table.state) == ()
    assert scene.table.choices() == ()
    assert scene.refused("3 stand").clause == "HLD 20.11[s2]"
    step = GAME.routine(scene.table.state)
    assert (step.do, step.clause) == ("fold_absent", "HLD 20.11[s2]")  # type: ignore[union-attr]
    assert clause(scene.ruled("fold_absent", DEALER)) == "HLD 20.11[s2]"
    assert not_ruled(scene, "fold_absent", DEALER).clause == "HLD 20.11[s2]"
    scene.go_on().act("2 bet 1000", "1 fold")
    assert scene.stakes == {1: 19000, 2: 22000, 3: 19000}


@pytest.mark.clause("HLD 20.11[s2]")
def test_an_absent_entrant_whom_the_blind_taps_out_has_no_turn_and_plays_to_the_end() -> None:
    stakes, absent = (20000, 20000, 800), {3: {"absent": True}}
    scene = Scene(stakes, hole={3: "As Ad"}, board=BOARD, mode="tournament", chairs=absent).start().go_on()
    scene.act("1 call", "2 call")
    for _ in range(3):
        scene.act("2 check", "1 check")
    # 800 of three; the rest of the calls goes to the better of the others.
    assert scene.stakes[3] == 2400


@pytest.mark.clause("HLD 20.11[s2]")
def test_of_absent_entrants_the_last_one_left_wins() -> None:
    everybody = {seat: {"absent": True} for seat in (1, 2, 3)}
    scene = Scene(mode="tournament", chairs=everybody).start().go_on()
    assert scene.is_over
    assert scene.stakes == {1: 20000, 2: 19500, 3: 20500}
    others = Scene(mode="tournament", chairs={1: {"absent": True}, 2: {"absent": True}}).start().go_on()
    assert others.stakes == {1: 20000, 2: 19500, 3: 20500}


@pytest.mark.clause("HLD 20.11[s2]")
def test_who_comes_back_before_the_turn_plays_and_who_goes_is_folded() -> None:
    scene = Scene(mode="tournament", chairs={3: {"absent": True}}).start().act("1 call", "2 call")
    back = Scene(mode="tournament", chairs={3: {"absent": True}}).start().act("1 call")
    back.ruled("mark_present", seat=3)
    back.ruled("mark_absent", seat=1)
    back.act("2 call")
    assert back.turn == 3
    back.act("3 raise 3000")
    # Seat 1 has gone since it called, and so folds to the raise.
    assert back.turn == 2
    assert back.now.folded >> back.now.seats.index(1) & 1
    assert scene.now.folded >> scene.now.seats.index(3) & 1


@pytest.mark.clause("HLD 20.11[s2]", "HLD 10.2(d)(i)")
def test_an_absent_opener_of_an_ante_game_leaves_the_opening_to_the_next() -> None:
    antes: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500, "mode": "tournament"}
    scene = Scene(chairs={2: {"absent": True}}, **antes).start().go_on()
    assert scene.turn == 3
    assert scene.offered == {"bet", "tap_out"}
    scene.act("3 bet 1000", "1 fold")
    assert scene.stakes == {1: 19500, 2: 19500, 3: 21000}


@pytest.mark.clause("HLD 19.2(b)")
def test_an_excluded_player_is_not_dealt_in_again() -> None:
    scene = Scene().start()
    scene.ruled("exclude_player", player="P1", reason="marked cards")
    # The hand is a ruling of its own.
    assert scene.turn == 1
    scene.act("1 fold", "2 fold")
    scene.start()
    assert scene.now.seats == (3, 2)
    assert scene.refuses(Command(PLAYER, "join", 4, "P1", amount=20000)).clause == "HLD 19.2(b)"
    scene.act(f"{scene.turn} fold")
    # Readmitted, the player comes in like everybody who has missed a blind.
    scene.ruled("readmit_player", player="P1")
    scene.ruled("post_blinds", PLAYER, seat=1)
    assert 1 in scene.start().now.seats


@pytest.mark.clause("HLD 17.14")
def test_a_new_round_settles_the_old_one() -> None:
    scene = Scene().start().act("1 fold", "2 fold")
    (review,) = scene.ruled("review_previous_round", reason="seat 2 had called")
    assert (review.what, review.clause) == ("review", "HLD 17.14")  # type: ignore[attr-defined]
    # Posting is no round of play yet; the first card is.
    scene.table.new_round()
    scene.ruled("review_previous_round", OPERATOR, reason="seat 2 had called")
    for _ in range(2):
        scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(3))
        assert not_ruled(scene, "review_previous_round", reason="seat 2 had called").clause == "HLD 17.14"


@pytest.mark.clause("HLD 17.16[s1]", "HLD 17.16[s2]", "HLD 17.16[s3]", "R-32")
def test_an_unlisted_case_is_decided_by_all_players_or_by_the_operator() -> None:
    scene = Scene().start()
    case: dict[str, Any] = {"reason": "the lights went out", "ruling": "deal on"}
    (agreed,) = scene.ruled("unlisted_irregularity", seats=(1, 2, 3), **case)
    assert (agreed.what, agreed.clause) == ("agreed", "HLD 17.16[s2]")  # type: ignore[attr-defined]
    assert agreed.reason == "the lights went out: deal on"  # type: ignore[attr-defined]
    for seats in ((1, 3), ()):
        (decided,) = scene.ruled("unlisted_irregularity", OPERATOR, seats=seats, **case)
        assert (decided.what, decided.clause) == ("operator_decides", "HLD 17.16[s3]")  # type: ignore[attr-defined]
    assert not_ruled(scene, "unlisted_irregularity", seats=(1, 2, 3, 4), **case).clause == "HLD 17.16[s2]"
    assert not_ruled(scene, "unlisted_irregularity", DEALER, **case).clause == "HLD D-Casino Supervisor"
    (nobody,) = (Scene({}).ruled("unlisted_irregularity", **case),)
    assert nobody[0].clause == "HLD 17.16[s3]"


@pytest.mark.clause("HLD 18.2", "HLD 18.1")
def test_the_table_closes_early_with_notice_after_the_round() -> None:
    scene = Scene().start()
    assert not_ruled(scene, "close_table").clause == "HLD 18.2"
    assert clause(scene.ruled("close_table", reason="the house closes at two")) == "HLD 18.2"
    scene.act("1 fold", "2 fold")
    assert scene.is_over
    assert not_ruled(scene, "start_round", DEALER).clause == "HLD 18.1"


@pytest.mark.clause("HLD 18.1")
@pytest.mark.parametrize(("minute", "opens"), [(719, False), (720, True), (1439, True), (119, True), (120, False)])
def test_rounds_start_within_the_hours_of_gaming(minute: int, opens: bool) -> None:
    scene = Scene(hours=(720, 120), commission=Commission("pot", "i", 1000))
    answer = scene.table.do(Command(DEALER, "start_round", minute=minute))
    assert isinstance(answer, Refusal) is not opens
    if isinstance(answer, Refusal):
        assert answer.clause == "HLD 18.1"


@pytest.mark.clause("HLD 19.5")
def test_the_decision_in_a_dispute_is_recorded() -> None:
    scene = Scene().start()
    (noted,) = scene.ruled("record_dispute", OPERATOR, seat=1, player="P1", reason="said raise", ruling="it is a call")
    assert (noted.clause, noted.reason) == ("HLD 19.5", "said raise: it is a call")  # type: ignore[attr-defined]


def full_table() -> Table[Any]:
    """A table of three seats, all taken, where seat 3 sits out."""
    table: Table[Any] = Table(
        GAME, HoldemSettings(boxes=3, commission=Commission("pot", "i", 1000)), Shoe.seeded(7)
    ).open()
    for seat in (1, 2, 3):
        done = table.do(Command(PLAYER, "join", seat, f"P{seat}", amount=20000))
        assert not isinstance(done, Refusal)
    assert not isinstance(table.do(Command(PLAYER, "sit_out", 3, "P3")), Refusal)
    return table


def vacated(table: Table[Any]) -> str:
    answer = table.do(Command(SUPERVISOR, "vacate_seat", 3))
    return f"refused by {answer.clause}" if isinstance(answer, Refusal) else answer[-1].clause


@pytest.mark.clause("HLD 19.6")
def test_after_three_rounds_without_betting_at_a_full_table_the_seat_may_be_required() -> None:
    table = full_table()
    for _ in range(3):
        assert vacated(table) == "refused by HLD 19.6"
        table.new_round().deal()
        while table.state.felt.stage is not Stage.OVER:
            table.act(GAME.due(table.state)[0], "fold")
    assert vacated(table) == "HLD 19.6"
    assert 3 not in table.state.play.room.chairs


@pytest.mark.clause("HLD 19.6", "HLD 17.3[s2]")
def test_a_misdeal_is_no_round_that_somebody_sat_out() -> None:
    table = full_table()
    for _ in range(3):
        table.new_round().deal()
        table.do(Command(SUPERVISOR, "deal_irregularity", reason="card_exposed_in_cut"))
    assert vacated(table) == "refused by HLD 19.6"


@pytest.mark.clause("HLD 20.19", "STAR 7.37")
@pytest.mark.parametrize("procedures", ["HLD", "STAR"])
def test_of_two_entrants_the_button_posts_first_and_acts_first_before_the_flop(procedures: str) -> None:
    scene = Scene((20000, 20000), board=BOARD, mode="tournament", procedures=procedures).start()
    assert scene.now.seats == (2, 1)
    assert scene.now.bets == (1000, 500)
    assert scene.turn == 1
    scene.act("1 call", "2 stand")
    assert scene.turn == 2
    cash = Scene((20000, 20000)).start()
    assert (cash.now.bets, cash.turn) == ((500, 1000), 2)


@pytest.mark.clause("HLD 19.3")
@pytest.mark.parametrize("settings", [{"mode": "tournament"}, STAR])
def test_rounds_of_a_tournament_can_be_void_as_well(settings: dict[str, Any]) -> None:
    scene = Scene((20000, 20000, 1500), big_blind_ante=1000, **settings).start()
    assert scene.now.dead == (0, 500, 0)
    scene.ruled("void_round")
    assert scene.stakes == {1: 20000, 2: 20000, 3: 1500}


@pytest.mark.clause("HLD 19.5(c)")
@pytest.mark.parametrize(
    ("do", "needed"),
    [
        ("out_of_turn", "HLD 17.6"),
        ("retract", "HLD 17.5"),
        ("push", "HLD 17.7"),
        ("skipped_hand", "STAR 7.36[s3]"),
        ("no_decision", "HLD 4.8[s2]"),
        ("supervisor_fold", "HLD 19.2(a)"),
        ("hand_for_hand", "STAR 7.30"),
        ("deal_irregularity", "HLD 17.1"),
        ("card_exposed", "HLD 17.20[s1]"),
        ("replace_card", "HLD 17.20[s1]"),
        ("communal_card_exposed", "HLD 17.17"),
        ("top_card_exposed", "HLD 17.19"),
        ("wrong_card_count", "HLD 17.9[s1]"),
        ("hand_in_discards", "HLD 17.10"),
        ("shown_to_one", "HLD 17.18"),
        ("disclose", "HLD 16.5"),
        ("review_previous_round", "HLD 17.14"),
        ("unlisted_irregularity", "HLD 17.16[s1]"),
        ("show", "HLD 13.1[s2]"),
    ],
)
def test_a_ruling_without_its_particulars_is_refused_by_its_clause(do: str, needed: str) -> None:
    scene = Scene().start()
    refusal = not_ruled(scene, do, GAME.verbs[do].roles[0])
    assert refusal.clause == needed
    assert " needs " in refusal.reason


@pytest.mark.clause("HLD 19.5(c)")
@pytest.mark.parametrize(
    ("do", "by"),
    [
        ("reshuffle", "HLD 17.17"),
        ("fold_absent", "HLD 20.11[s2]"),
        ("void_round", "HLD 19.3"),
        ("call_clock", "HLD 4.8[s1]"),
    ],
)
def test_every_power_names_its_clause(do: str, by: str) -> None:
    assert GAME.verbs[do].clause == by


@pytest.mark.clause("HLD 19.5(b)")
def test_a_round_is_written_down_with_what_can_change_its_outcome() -> None:
    beside = {"show", "shown_to_one", "disclose", "review_previous_round", "unlisted_irregularity", "note_breach"}
    beside |= {"call_clock", "hand_for_hand"}
    decisive = {"out_of_turn", "retract", "push", "no_decision", "supervisor_fold", "void_round", "skipped_hand"}
    decisive |= {"deal_irregularity", "card_exposed", "wrong_card_count", "hand_in_discards", "top_card_exposed"}
    assert {do for do in beside | decisive if GAME.verbs[do].of_round} == decisive


@pytest.mark.clause("HLD 19.5(c)")
def test_what_those_who_run_the_game_may_do_is_listed_by_the_stage() -> None:
    def listed(scene: Scene) -> set[str]:
        return {choice.do for choice in GAME.legal(scene.table.state, SUPERVISOR)}

    playing = {"out_of_turn", "retract", "push", "call_clock", "no_decision", "supervisor_fold", "skipped_hand"}
    playing |= {"communal_card_exposed", "top_card_exposed", "wrong_card_count", "hand_in_discards"}
    running = {"card_exposed", "disclose"}
    assert listed(at("posted")) >= {"void_round", "deal_irregularity"}
    assert listed(at("posted")).isdisjoint(playing | running)
    assert listed(at("dealing")) >= running | {"void_round", "deal_irregularity"}
    assert listed(at("dealing")).isdisjoint(playing)
    assert listed(at("bet")) >= playing | running
    over = at("bet")
    over.ruled("void_round")
    assert listed(over).isdisjoint(playing | running | {"void_round", "deal_irregularity"})
    assert listed(over) >= {"shown_to_one", "review_previous_round", "unlisted_irregularity", "hand_for_hand"}


@pytest.mark.clause("HLD 19.2", "HLD D-Casino Operator")
@pytest.mark.parametrize("do", ["supervisor_fold", "void_round", "no_decision"])
def test_players_have_no_powers_of_the_operator(do: str) -> None:
    command = Command(Role.PLAYER, do, 1, "P1", seconds=40, reason="fraud")
    assert on_flop().refuses(command).clause == "HLD D-Casino Supervisor"
