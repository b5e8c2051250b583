"""Hold'em cases that an author could write: rounds, questions, and every command of the game as a step."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import load
from pitboss.conformance.holdem.player import play
from pitboss.conformance.holdem.vocabulary import arguments
from pitboss.conformance.runner import run_case
from tests.conformance.case_scene import file_of, of

Json = dict[str, Any]


def rows(count: int, stack: int | None = None) -> list[Json]:
    return [{"seat": seat, **({} if stack is None else {"stack": stack})} for seat in range(1, count + 1)]


def answers(script: list[Json], **parts: object) -> Any:
    outcome = play("holdem", of(script=script, **parts))
    assert outcome.failed_steps == ()
    return outcome.outcome["answers"]


def met(script: list[Json], expect: Json, **parts: object) -> None:
    verdict = run_case("holdem", of(script=script, expect=expect, **parts))
    assert (verdict.failure, verdict.differences) == (None, ())


TO_THE_FLOP: list[Json] = [
    {"seat": 1, "do": "call"},
    {"seat": 2, "do": "call"},
    {"seat": 3, "do": "stand"},
    {"event": "deal", "street": "flop"},
]
THREE: Json = {"table": {"button": 1}, "seats": rows(3, 50000)}


@pytest.mark.clause("HLD 17.8[s1]", "HLD 17.8[s2]")
def test_chips_that_are_too_few_are_made_up_or_go_back() -> None:
    pushed = [*TO_THE_FLOP, {"seat": 2, "do": "bet", "to": 4000}]
    pushed += [{"seat": 3, "do": "push", "amount": 1000, "ruling": "HLD 17.8"}]
    pushed += [{"seat": 3, "do": "raise", "to": 9000, "refused": "HLD 17.8"}]
    folded = [*pushed, {"seat": 3, "do": "fold"}, {"seat": 1, "do": "fold"}]
    met(folded, {"returned": {"2": 4000}, "stacks": {"1": 49000, "2": 52000, "3": 49000}}, **THREE)
    called = [*pushed, {"seat": 3, "do": "call"}, {"seat": 1, "do": "fold"}, {"check": "pot", "amount": 11000}]
    met(called, {}, **THREE)


@pytest.mark.clause("HLD 17.6(c)")
def test_a_wager_out_of_turn_that_was_exceeded_stays_in_the_pot() -> None:
    script = [
        *TO_THE_FLOP,
        {"seat": 3, "do": "bet", "to": 5000, "out_of_turn": True},
        {"check": "pot", "amount": 3000},
        {"seat": 2, "do": "bet", "to": 9000},
        {"check": "out_of_turn", "ruling": "HLD 17.6(c)", "seat": 3},
        {"check": "legal", "seat": 3, "call": 9000, "may_raise": True, "min_to": 18000, "max_to": 49000},
        {"seat": 3, "do": "fold"},
        {"seat": 1, "do": "fold"},
    ]
    met(script, {"stacks": {"1": 49000, "2": 57000, "3": 44000}}, **THREE)


@pytest.mark.clause("HLD 17.6(d)")
def test_one_total_alone_is_open_to_a_hand_whose_action_out_of_turn_stands() -> None:
    script = [
        *TO_THE_FLOP,
        {"seat": 2, "do": "bet", "to": 4000},
        {"seat": 1, "do": "raise", "to": 12000, "out_of_turn": True},
        {"seat": 3, "do": "fold"},
        {"check": "legal", "seat": 1, "call": 4000, "may_raise": True, "min_to": 12000, "max_to": 12000},
    ]
    met(script, {}, **THREE)


def test_a_check_that_is_not_so_says_what_is() -> None:
    script: list[Json] = [{"check": "legal", "seat": 2, "call": 900}, {"check": "first_to_show", "seat": 1}]
    script += [{"check": "out_of_turn", "ruling": "HLD 17.6(a)"}]
    differences = run_case("holdem", of(script=script, **THREE)).differences
    assert [(each.path, each.expected, each.got) for each in differences] == [
        ("script[0]", "seat 2", "seat 1"),
        ("script[0]", "call 900", "call 1000"),
        ("script[1]", "seat 1", "seat null"),
        ("script[2]", "ruling HLD 17.6(a)", "ruling null"),
    ]


def test_nobody_is_to_act_when_the_betting_is_over() -> None:
    script = [*TO_THE_FLOP[:-1], {"check": "legal", "seat": 1}, {"check": "actor", "seat": 1, "ref": "now"}]
    verdict = run_case("holdem", of(script=script, expect={"answers": {"now": {"seat": None}}}, **THREE))
    assert [(each.expected, each.got) for each in verdict.differences] == [("seat 1", "seat null")] * 2


@pytest.mark.clause("HLD 13.1[s1]")
def test_who_shows_first_is_known_before_the_showdown_and_after_it() -> None:
    everybody = [{"event": "betting_complete"}, {"event": "deal", "street": "turn"}, {"event": "betting_complete"}]
    script = [*TO_THE_FLOP, *everybody, {"event": "deal", "street": "river"}, {"event": "betting_complete"}]
    first = {"check": "first_to_show", "seat": 2}
    met([*script, first, {"event": "settle"}, first], {"round": "settled"}, **THREE)


@pytest.mark.clause("HLD 17.17", "HLD 7.2[s2]")
@pytest.mark.parametrize(
    ("street", "burn_taken", "burn", "out", "mixed", "new_burn"),
    [
        ("flop", True, True, {"hole": 8, "burned": 1}, 43, False),
        ("flop", False, True, {"hole": 8, "burned": 0}, 44, True),
        ("turn", False, True, {"hole": 8, "burned": 1, "flop": 3}, 40, True),
        ("turn", False, False, {"hole": 8, "burned": 0, "flop": 3}, 41, False),
        ("river", True, True, {"hole": 8, "burned": 3, "flop": 3, "turn": 1}, 37, False),
    ],
)
def test_a_communal_card_shown_too_early(
    street: str, burn_taken: bool, burn: bool, out: Json, mixed: int, new_burn: bool
) -> None:
    step = {"event": "communal_card_exposed", "street": street, "cards": ["8s"], "burn_taken": burn_taken, "ref": "x"}
    found = answers([step], table={"button": 4, "burn": burn}, seats=rows(4))["x"]
    assert (found["cards_out"], found["reshuffled"], found["new_burn"]) == (out, mixed, new_burn)
    assert found["exposed_card_in_reshuffle"]
    assert found["betting_continues"]
    assert found["cut_required"]


@pytest.mark.clause("HLD 17.17")
def test_after_a_communal_card_shown_too_early_the_board_is_the_one_written() -> None:
    script: list[Json] = [
        {"event": "communal_card_exposed", "street": "turn", "cards": ["8s"], "burn_taken": True},
        {"event": "deal", "street": "turn"},
        {"event": "deal", "street": "river"},
    ]
    board = ["2h", "7c", "9d", "8s", "4h"]
    expect = {"cards": {"flop": board[:3], "turn": ["8s"], "river": ["4h"]}}
    met(script, expect, table={"button": 4}, seats=rows(4), cards={"board": board})
    late = [*script, {"event": "communal_card_exposed", "street": "turn", "cards": ["8s"], "burn_taken": False}]
    (difference,) = run_case("holdem", of(script=late, seats=rows(4))).differences
    assert difference.expected == "the next deal is turn"


@pytest.mark.clause("HLD 17.19")
def test_the_top_card_of_the_shoe_is_burned_where_cards_are_burned() -> None:
    shown: list[Json] = [{"event": "betting_complete"}, {"event": "top_card_exposed", "cards": ["5c"]}]
    met([*shown, {"event": "deal", "street": "flop"}], {"cards": {"burned": ["5c"]}}, seats=rows(3))
    cards = {"board": ["5c", "4h", "3d"]}
    script = [*shown, {"event": "deal", "street": "flop"}]
    (difference,) = run_case("holdem", of(script=script, seats=rows(3), cards=cards)).differences
    assert "HLD 17.19" in str(difference.got), "it lies beneath the card to burn, so it cannot be on top"


@pytest.mark.clause("HLD 17.20[s1]", "HLD 17.21", "HLD 17.3[s2]", "HLD 17.3[s3]")
def test_an_exposed_card_belongs_to_the_hand_it_is_named_with() -> None:
    shown = {"event": "card_exposed", "seat": 2, "cards": ["Kd"], "ref": "x"}
    assert answers([shown], seats=rows(3))["x"] == {"allowed": True, "clause": "HLD 17.20[s1]"}
    again = answers([shown], seats=rows(3), table={"burn": False, "button": 2})["x"]
    assert (again["button"], again["first_card_to"], again["round_counted"]) == (2, 3, False)
    assert again["blinds_reposted"] == {"3": 500, "1": 1000}


def test_a_new_deal_follows_a_misdeal() -> None:
    script: list[Json] = [
        {"event": "deal", "street": "hole"},
        {"event": "card_exposed", "seat": 2, "cards": ["Ad"]},
        {"ask": "after_misdeal", "ref": "again"},
        {"event": "deal", "street": "hole"},
        {"check": "actor", "seat": 3},
    ]
    shoe = ["As", "Ad", "Ah", "2c", "3c", "4c", "Ks", "Kd", "Kh", "5c", "6c", "7c"]
    hole = {"1": ["Ks", "5c"], "2": ["Kd", "6c"], "3": ["Kh", "7c"]}
    expect = {"misdeal": False, "cards": {"hole": hole}, "answers": {"again": {"button": 3, "bets_returned": True}}}
    met(script, expect, table={"burn": False, "button": 3}, seats=rows(3), shoe=shoe)


@pytest.mark.clause("HLD 17.1(a)", "HLD 17.1(b)", "HLD 17.1(c)", "HLD 17.1(d)", "HLD 17.1(e)", "HLD 17.2[s1]")
@pytest.mark.parametrize("found", [None, "initial_deal", "before_any_bet", "after_first_bet"])
def test_what_an_irregularity_of_the_deal_leads_to(found: str | None) -> None:
    def asked(irregularity: str, looked_at: bool | None = None, found: str | None = found) -> Any:
        step = {"ask": "deal_irregularity", "ref": "x", "irregularity": irregularity, "looked_at": looked_at}
        step |= {} if found is None else {"found": found}
        return answers([{key: value for key, value in step.items() if value is not None}], **THREE)["x"]

    assert asked("card_exposed_in_cut") == {"result": "misdeal", "clause": "HLD 17.1(a)"}
    cut = "misdeal" if found == "after_first_bet" else "cut_now"
    assert asked("no_cut") == {"result": cut, "clause": "HLD 17.1(b)"}
    for name, clause in (("hole_card_out_of_turn", "HLD 17.1(c)"), ("player_missed", "HLD 17.1(d)")):
        assert asked(name, looked_at=True) == {"result": "misdeal", "clause": clause}
        assert asked(name, looked_at=False) == {"result": "reconstruct", "clause": clause}
        assert asked(name)["allowed"] is False
    assert asked("player_has_excess_card", looked_at=False) == {"result": "misdeal", "clause": "HLD 17.1(e)"}
    assert asked("player_has_excess_card", found="after_first_betting_round")["result"] == "play_on"


@pytest.mark.clause("HLD 17.4[s1]", "HLD 17.4[s2]", "HLD 17.11", "HLD 17.11(b)", "HLD 17.12", "HLD 17.13[s2]")
@pytest.mark.parametrize(
    ("player", "seat", "more", "answer"),
    [
        ("new", 2, {}, {"allowed": False, "clause": "HLD 17.11"}),
        ("missed_both", 2, {}, {"allowed": False, "clause": "HLD 17.4[s2]"}),
        ("moved_away_from_blinds", 2, {}, {"allowed": True, "posts_live": 1000, "clause": "HLD 17.13[s2]"}),
        ("new", 3, {}, {"allowed": True, "posts_live": 1000, "clause": "HLD 17.11(b)"}),
        ("missed_both", 6, {}, {"allowed": True, "posts_live": 1000, "posts_dead": 500, "clause": "HLD 17.4[s1]"}),
        ("new", 6, {"request": "wait_for_big_blind"}, {"allowed": True, "dealt_in_now": False, "posts_live": 0}),
        ("new", 6, {"button_revolution_complete": False}, {"posts_live": 0, "clause": "HLD 17.12"}),
        (
            "new",
            6,
            {"button_revolution_complete": False, "button_has_passed_seat": True},
            {"posts_live": 1000, "clause": "HLD 17.11(b)"},
        ),
    ],
)
def test_who_may_come_in_and_at_what_price(player: str, seat: int, more: Json, answer: Json) -> None:
    step = {"ask": "enter", "ref": "x", "player": player, "seat": seat, "request": "play_now", **more}
    table = {"button": 2, "button_revolution_complete": True}
    found = answers([step], table=table, seats=rows(6))["x"]
    assert {key: found[key] for key in answer} == answer


@pytest.mark.clause("HLD 4.2(i)", "HLD 4.3[s1]", "HLD 4.4", "HLD 4.5", "HLD 14.3[s1]", "HLD 14.3[s4]")
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ({"ask": "join", "amount": 10000}, {"allowed": True, "clause": "HLD 4.3[s1]"}),
        ({"ask": "join", "amount": 40100}, {"allowed": False, "clause": "HLD 4.2(i)"}),
        ({"ask": "top_up", "stack": 50000, "amount": 1000}, {"allowed": False, "clause": "HLD 4.5", "max_add": 0}),
        ({"ask": "top_up", "stack": 30000, "amount": 10000}, {"allowed": True, "stack": 40000}),
        ({"ask": "remove_chips", "stack": 9000, "amount": 1, "when": "during_round"}, {"clause": "HLD 4.4"}),
        ({"ask": "start_round_without_top_up", "stack": 10000}, {"allowed": True, "status": "playing"}),
        ({"ask": "start_round_without_top_up", "stack": 0}, {"allowed": False}),
        ({"ask": "lost_stake", "stack": 0, "declared": False}, {"must_leave": False}),
        ({"ask": "lost_stake", "stack": 0, "declared": True, "rebuy": 10000}, {"must_leave": True, "allowed": False}),
        ({"ask": "lost_stake", "stack": 0, "declared": False, "rebuy": 5000}, {"allowed": False, "stack": 0}),
        ({"ask": "lost_stake", "stack": 100, "declared": True}, {"must_leave": False}),
    ],
)
def test_stakes(step: Json, answer: Json) -> None:
    when = {"when": "between_rounds"} if step["ask"] == "top_up" else {}
    found = answers([{**when, **step, "ref": "x"}], table={"max_buy_in": 40000})["x"]
    assert {key: found[key] for key in answer} == answer


@pytest.mark.clause("HLD 16.5", "HLD 16.6", "HLD 17.14", "HLD 17.16[s3]")
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        (
            {"situation": "dispute_raised", "about": "the pot", "first_card_of_next_round_out": False},
            {"action": "supervisor_may_review", "clause": "HLD 17.14"},
        ),
        (
            {"situation": "unlisted_irregularity", "players_agree": [1, 2, 3]},
            {"action": "operator_decides", "clause": "HLD 17.16[s3]"},
        ),
        (
            {"situation": "live_hand_told_to_one_player", "seat": 3},
            {"action": "tell_whole_table", "clause": "HLD 16.6"},
        ),
        (
            {"situation": "folded_hand_told_to_one_player", "seat": 1},
            {"action": "tell_whole_table", "clause": "HLD 16.5"},
        ),
    ],
)
@pytest.mark.parametrize("table", [{}, {"structure": "ante", "ante": 500, "blinds": []}, {"opening_option": "A"}])
def test_conduct(step: Json, answer: Json, table: Json) -> None:
    found = answers([{"ask": "conduct", "ref": "x", **step}], seats=rows(4), table=table)["x"]
    assert found == answer


@pytest.mark.clause("HLD 16.5")
def test_what_was_told_of_a_hand_that_has_been_folded() -> None:
    told = {"ask": "conduct", "ref": "x", "situation": "folded_hand_told_to_one_player", "seat": 1}
    found = answers([{"seat": 1, "do": "fold"}, told], **THREE)["x"]
    assert found == {"action": "tell_whole_table", "clause": "HLD 16.5"}
    stranger = answers([{**told, "seat": 9}], **THREE)["x"]
    assert (stranger["allowed"], stranger["clause"]) == (False, "HLD 16.5")


@pytest.mark.clause("HLD 15.2(e)[s2]")
def test_settings_are_asked_of_the_table_of_the_case() -> None:
    asked = {"ask": "settings", "ref": "x", "set": {"commission": {"basis": "pot", "scale": "ii", "cap": 500}}}
    assert answers([asked])["x"] == {"allowed": True}
    refused = answers([asked], table={"min_table_stake": 20000})["x"]
    assert (refused["allowed"], refused["clause"]) == (False, "HLD 15.2(e)[s2]")


def test_a_question_changes_nothing() -> None:
    plain = play("holdem", of(script=TO_THE_FLOP, **THREE)).outcome
    asked: list[Json] = []
    for step in TO_THE_FLOP:
        form = "do" if "do" in step else "event"
        question = {"ask": step[form], "ref": f"q{len(asked)}", **{k: v for k, v in step.items() if k != form}}
        asked += [question, {"ask": "deal_irregularity", "ref": "irregular", "irregularity": "no_cut"}, step]
    outcome = play("holdem", of(script=asked, **THREE)).outcome
    told: Any = outcome.pop("answers")
    assert outcome == plain
    assert all(told[name]["allowed"] for name in told if name.startswith("q"))


@pytest.mark.clause("HLD 20.11[s2]")
def test_an_absent_entrant_is_folded_by_the_dealer() -> None:
    seats = [{**row, "absent": row["seat"] == 1} for row in rows(3, 20000)]
    steps = [{"check": "actor", "seat": 2}, {"seat": 2, "do": "fold"}]
    met(steps, {"stacks": {"1": 20000, "2": 19500, "3": 20500}}, table={"mode": "tournament", "button": 1}, seats=seats)
    early = [{"event": "fold_absent", "at_once": True}, *steps]
    met(early, {"round": "settled"}, table={"mode": "tournament", "button": 1}, seats=seats)
    (twice, *_) = run_case(
        "holdem", of(script=[*early, {"event": "fold_absent"}], table={"mode": "tournament", "button": 1}, seats=seats)
    ).differences
    assert "HLD 20.11" in str(twice.got)


@pytest.mark.clause("HLD 17.9[s3]", "HLD 8.4[s2]")
def test_nobody_holds_two_cards_so_the_last_to_fold_wins() -> None:
    rest = [{"event": "betting_complete"}, {"event": "deal", "street": "turn"}, {"event": "betting_complete"}]
    end = [{"event": "deal", "street": "river"}, {"event": "betting_complete"}]
    script = [*TO_THE_FLOP, {"seat": 2, "do": "fold"}, *rest, *end]
    script += [{"event": "wrong_card_count", "seats": [1, 3], "held": 3}]
    won = {"awards": [{"pot": 0, "side": "sole", "seat": 2, "amount": 3000}], "button_next": 2}
    met(script, won | {"pots": [{"amount": 3000, "eligible": [2]}], "hands": []}, **THREE)


@pytest.mark.clause("HLD 14.3[s4]")
def test_a_declared_player_who_loses_everything_has_nothing() -> None:
    seats = [{"seat": 1, "stack": 900}, *rows(3, 20000)[1:]]
    cards = {"hole": {"1": ["2c", "3d"], "2": ["As", "Ad"]}, "board": ["Ah", "Ac", "9d", "9s", "4h"]}
    script = [{"seat": 1, "do": "tap_out"}, {"seat": 2, "do": "call"}, {"seat": 3, "do": "fold"}]
    expect = {"stacks": {"1": 0, "2": 21900, "3": 19000}, "button_next": 2}
    met(script, expect, table={"button": 1}, seats=seats, cards=cards)


@pytest.mark.clause("HLD 17.18")
def test_something_after_the_round_is_over() -> None:
    steps = [{"seat": 1, "do": "fold"}, {"seat": 2, "do": "fold"}]
    met([*steps, {"event": "shown_to_one", "seat": 3, "over": True}], {"round": "settled"}, **THREE)
    met([*steps, {"event": "shown_to_one", "seat": 3, "refused": "HLD 16.4"}], {"round": "settled"}, **THREE)
    wrong = {"event": "shown_to_one", "seat": 3, "over": True, "refused": "HLD 16.4"}
    (difference,) = run_case("holdem", of(script=[*steps, wrong], **THREE)).differences
    assert difference.got == "accepted"


def test_who_posts_on_the_button_has_changed_seats() -> None:
    seats = [*rows(3, 20000), {"seat": 4, "stack": 20000, "post_live": 1000}]
    met([{"check": "actor", "seat": 3}], {}, table={"button": 4}, seats=seats)


def test_what_stands_in_the_way_of_the_end_is_told() -> None:
    shoe = ["As", "Ad", "Ac", "Ah", "Ks", "As", "Kc", "Kh", "2c", "3c", "2d", "3d"]
    steps = [{"seat": 2, "do": "tap_out"}, {"seat": 1, "do": "tap_out"}]
    case = of(table={"button": 1}, seats=rows(2, 20000), shoe=shoe, script=steps, expect={"misdeal": False, "pots": []})
    (end,) = run_case("holdem", case).differences
    assert (end.path, end.expected) == ("script[2]", "the round ends")
    assert end.got == "As has left the shoe already. (HLD 2.1[s1])"


# Every command of the game, with something that makes sense for each thing that it needs or takes.
PLAUSIBLE: Json = {
    "seat": 1,
    "player": "P1",
    "to": 3000,
    "amount": 3000,
    "amounts": {"500": 2},
    "cards": ["7d"],
    "joined_by": ["Ann", "Bob"],
    "seats": [1],
    "held": 3,
    "looked_at": True,
    "burn_taken": True,
    "ruling": "dead",
    "clause": "HLD 19.2(a)",
    "reason": "disturbance",
    "position": 26,
    "minute": 600,
    "seconds": 40,
    "settings": {"blinds": [1000, 2000], "commission": {"basis": "pot", "cap": 500}},
    "street": "flop",
    "do": "bet",
    "cause": "dealer_direction",
    "irregularity": "player_missed",
    "out_of_turn": True,
    "from": 2,
    "request": "play_now",
    "button_revolution_complete": True,
    "button_has_passed_seat": False,
    "when": "during_round",
    "stack": 5000,
    "declared": False,
    "rebuy": 10000,
    "set": {"players": 9},
    "found": "after_first_bet",
    "situation": "dispute_raised",
    "about": "the pot",
    "first_card_of_next_round_out": True,
    "limits": {},
}
IN_PLACE: dict[tuple[str, str], Json] = {
    ("do", "push"): {"ruling": "HLD 17.7"},
    ("ask", "push"): {"ruling": "HLD 17.7"},
    ("ask", "enter"): {"player": "new"},
    ("event", "deal"): {"cards": 1},
    ("ask", "deal"): {"cards": 1},
    ("ask", "conduct"): {"about": "the pot", "first_card_of_next_round_out": True},
}
STEPS = [(form, name) for form in ("do", "event", "ask") for name in arguments(form)]
FOLDED: list[Json] = [{"seat": 1, "do": "fold"}, {"seat": 2, "do": "fold"}, {"event": "settle"}]


@pytest.mark.parametrize(("form", "name"), STEPS)
def test_every_command_can_be_a_step(tmp_path: Path, form: str, name: str) -> None:
    """Before the first card, in the middle of the deal, after it, and when the round is over; or with nobody there."""
    words = arguments(form)[name].split()
    step = {form: name, **{word.rstrip("?"): PLAUSIBLE[word.rstrip("?")] for word in words}}
    step |= IN_PLACE.get((form, name), {})
    step |= {"ref": "x"} if form == "ask" else {}
    brief = {key: value for key, value in step.items() if f"{key}?" not in words}
    part: Json = {"event": "deal", "street": "hole", "cards": 2}
    whole: Json = {"event": "deal", "street": "hole"}
    scripts: list[list[Json]] = []
    for each in (step, brief) if form == "ask" else (step, brief, {**step, "refused": "HLD 1.1"}):
        if each.get("refused") and name == "betting_complete":
            continue
        scripts += [[each, whole], [part, each, whole], [each], [*FOLDED, each], [*TO_THE_FLOP, each, each]]
    rest = {"table": {"button": 1}, "expect": {}}
    cases = [{"id": f"S-{n}", "seats": rows(3, 20000), "script": script, **rest} for n, script in enumerate(scripts)]
    cases.append({"id": "S-nobody", "script": [step], **rest})
    for case in load(file_of(tmp_path, "holdem", *cases)).cases:
        failure = run_case("holdem", case).failure or ""
        assert "broke" not in failure, (case.script, failure)
