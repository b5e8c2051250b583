"""What is expected is compared as the format says: what must agree, what may differ, and how a difference is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.matching import ABSENT, Difference, clause_meets, differences

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))

ANTE = {"seat": 1, "player": "P1", "wager": "ante", "stake": 1000, "result": "win", "net": 1000}
BLIND = {**ANTE, "wager": "blind", "result": "push", "net": 0}
OTHER = {**ANTE, "seat": 2, "player": "P2"}


def met(expect: object, got: object, key: str = "value") -> bool:
    return not differences({key: expect}, {key: got})


def paths(expect: dict[str, Any], got: dict[str, Any]) -> list[str]:
    return [difference.path for difference in differences(expect, got)]


def test_objects_match_as_subsets() -> None:
    assert met({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3})
    assert differences({"a": {"b": 1}}, {"a": {"b": 2, "c": 2}}) == [Difference("a.b", 1, 2)]


def test_a_missing_key_is_not_null() -> None:
    (missing,) = differences({"dealer": {"rank": None}}, {"dealer": {}})
    assert missing == Difference("dealer.rank", None, ABSENT)
    assert str(missing.got) == "nothing"
    assert met(None, None)


@pytest.mark.parametrize(
    ("expect", "got"),
    [(True, 1), (1, True), (0, False), (1, "1"), ("win", "lose"), (None, 0), ({}, []), ([], {}), ({"a": 1}, None)],
)
def test_values_of_another_kind_differ(expect: object, got: object) -> None:
    assert differences({"value": expect}, {"value": got}) == [Difference("value", expect, got)]


def test_lists_match_exactly() -> None:
    assert met([2, 1], (2, 1))
    assert differences({"order": [2, 1]}, {"order": [1, 2]}) == [Difference("order", [2, 1], [1, 2])]
    assert differences({"order": [2]}, {"order": [2, 1]}) == [Difference("order", [2], [2, 1])]
    assert not met([1], [True])


def test_a_list_of_objects_is_compared_one_by_one_and_in_order() -> None:
    expect = {"jackpot": {"payouts": [{"seat": 2, "amount": 5}, {"seat": 1, "amount": 6}]}}
    right = {"jackpot": {"payouts": [{"seat": 2, "amount": 5, "rank": "flush"}, {"seat": 1, "amount": 6}]}}
    assert differences(expect, right) == []
    wrong = {"jackpot": {"payouts": [{"seat": 2, "amount": 5}, {"seat": 1, "amount": 7}]}}
    assert differences(expect, wrong) == [Difference("jackpot.payouts[1].amount", 6, 7)]
    assert paths(expect, {"jackpot": {"payouts": right["jackpot"]["payouts"][::-1]}}) == [
        "jackpot.payouts[0].seat",
        "jackpot.payouts[0].amount",
        "jackpot.payouts[1].seat",
        "jackpot.payouts[1].amount",
    ]


def test_rows_have_no_order() -> None:
    got = [{**OTHER, "at_risk": 5}, BLIND, ANTE]
    assert met([ANTE, BLIND, OTHER], got, "wagers")
    assert not met([ANTE, BLIND, OTHER], got, "elsewhere")


def test_a_wrong_row_is_told_field_by_field() -> None:
    got = {"wagers": [{**BLIND, "net": -1000, "result": "lose"}, ANTE, {**OTHER, "net": 5}]}
    assert differences({"wagers": [ANTE, BLIND, OTHER]}, got) == [
        Difference("wagers[seat 1 P1 blind].result", "push", "lose"),
        Difference("wagers[seat 1 P1 blind].net", 0, -1000),
        Difference("wagers[seat 2 P2 ante].net", 1000, 5),
    ]


def test_a_row_that_lacks_a_field_has_nothing_there() -> None:
    expect = {"wagers": [{**ANTE, "at_risk": 500}]}
    assert differences(expect, {"wagers": [ANTE]}) == [Difference("wagers[seat 1 P1 ante].at_risk", 500, ABSENT)]


def test_there_must_be_exactly_these_rows() -> None:
    assert differences({"wagers": [ANTE, BLIND]}, {"wagers": [ANTE]}) == [
        Difference("wagers[seat 1 P1 blind]", BLIND, ABSENT)
    ]
    assert differences({"wagers": [ANTE]}, {"wagers": [ANTE, BLIND]}) == [
        Difference("wagers[seat 1 P1 blind]", ABSENT, BLIND)
    ]
    assert differences({"wagers": [ANTE, ANTE]}, {"wagers": [ANTE]}) == [
        Difference("wagers[seat 1 P1 ante]", ANTE, ABSENT)
    ]
    assert differences({"advised": []}, {"advised": [{"advice": "below_minimum"}]}) == [
        Difference("advised[0]", ABSENT, {"advice": "below_minimum"})
    ]


def test_rows_of_another_player_are_not_taken_for_each_other() -> None:
    got = {**ANTE, "player": "P9"}
    assert differences({"wagers": [ANTE]}, {"wagers": [got]}) == [
        Difference("wagers[seat 1 P1 ante]", ANTE, ABSENT),
        Difference("wagers[seat 1 P9 ante]", ABSENT, got),
    ]


def test_a_row_that_says_little_leaves_the_others_theirs() -> None:
    """Taken in order, {"seat": 1} would take the ante, and the ante would find only the blind."""
    assert met([{"seat": 1}, ANTE], [ANTE, BLIND], "wagers")
    assert met([{"seat": 1}, {"seat": 1, "net": 1000}, BLIND], [BLIND, ANTE, {**ANTE, "wager": "play"}], "wagers")
    assert not met([{"seat": 1}, {"seat": 2}], [ANTE, BLIND], "wagers")


def test_split_hands_and_pots_have_names_of_their_own() -> None:
    hands = [{"seat": 1, "player": "A", "hand": n, "wager": "main", "net": n} for n in (1, 2)]
    wrong = [{**row, "net": 9} for row in hands]
    assert paths({"wagers": hands}, {"wagers": wrong[::-1]}) == [
        "wagers[seat 1 A main hand 1].net",
        "wagers[seat 1 A main hand 2].net",
    ]
    award = {"pot": 0, "side": "high", "seat": 1, "amount": 500}
    assert paths({"awards": [award]}, {"awards": [{**award, "amount": 400}]}) == ["awards[pot 0 high seat 1].amount"]


def test_the_cards_that_play_are_compared_by_rank() -> None:
    assert met(["Jd", "Jh", "Ac", "Kh", "9d"], ["9s", "Kc", "As", "Js", "Jc"], "best")
    assert not met(["Jd", "Jh", "Ac", "Kh", "9d"], ["9d", "Kh", "Ac", "Ad", "Jh"], "best")
    assert not met(["Jd", "Jh"], ["Jd"], "best")
    assert met(["JK", "Td"], ["10h", "jk"], "best")
    assert not met(["JK"], ["2c"], "best")
    assert not met(["JK"], ["Jc"], "best")


def test_two_hole_cards_have_no_order_and_no_others_do() -> None:
    def hands(*cards: str) -> dict[str, object]:
        return {"hands": [{"seat": 1, "cards": list(cards)}]}

    assert differences(hands("Ks", "9h"), hands("9h", "Ks")) == []
    assert differences(hands("Ks", "9h"), hands("9h", "Kd")) == [
        Difference("hands[seat 1].cards", ["Ks", "9h"], ["9h", "Kd"])
    ]
    assert differences(hands("8h", "8c", "Js"), hands("8c", "8h", "Js"))
    assert differences({"dealer": {"cards": ["Ac", "Jh"]}}, {"dealer": {"cards": ["Jh", "Ac"]}})
    assert met({"hole": {"1": ["Ah", "2s"]}}, {"hole": {"1": ["2s", "Ah"]}}, "cards")
    assert paths({"cards": {"hole": {"1": ["Ah", "2s"]}}}, {"cards": {"hole": {"1": ["2s", "Ad"]}}}) == ["cards.hole.1"]
    assert not met({"burned": ["Ts", "6h"]}, {"burned": ["6h", "Ts"]}, "cards")


@pytest.mark.parametrize(
    ("bounds", "value", "passes"),
    [
        ([2, 5], 2, True),
        ([2, 5], 5, True),
        ([2, 5], 6, False),
        ([2, 5], 1.9, False),
        ([2, 5], [2, 3, 5], True),
        ([2, 5], [2, 6], False),
        ([0, 1], True, False),
        ([2, 5], "3", False),
        ([2, 5], None, False),
    ],
)
def test_range(bounds: list[int], value: object, passes: bool) -> None:
    assert met({"$range": bounds}, value) is passes


@pytest.mark.parametrize(
    ("members", "value", "passes"),
    [
        ([1, 3, 6], [6, 1, 3], True),
        ([1, 3, 6], [6, 1], False),
        ([1, 3], [1, 3, 3], False),
        ([1, 1, 3], [1, 3, 3], False),
        ([[1, 8], [2, 3]], [[2, 3], [1, 8]], True),
        ([[1, 8]], [[8, 1]], False),
        ([{"a": 1}, {"b": 2}], [{"b": 2, "c": 3}, {"a": 1}], True),
        ([], [], True),
        ([1], 1, False),
    ],
)
def test_set(members: list[object], value: object, passes: bool) -> None:
    assert met({"$set": members}, value) is passes


@pytest.mark.parametrize(
    ("value", "passes"),
    [([37778, 31290], True), ([37779, 31288], True), ([37780, 31289], False), ([37778], False), (37778, False)],
)
def test_approx_list(value: object, passes: bool) -> None:
    assert met({"$approx_list": [[37778, 31289], 1]}, value) is passes


def test_a_matcher_that_fails_is_one_difference() -> None:
    expect = {"answers": {"a": {"count": {"$range": [1, 2]}}}}
    assert differences(expect, {"answers": {"a": {"count": [1, 3]}}}) == [
        Difference("answers.a.count", {"$range": [1, 2]}, [1, 3])
    ]


@pytest.mark.parametrize(
    ("expected", "named", "meets"),
    [
        ("HLD 10.2(d)", "HLD 10.2(d)", True),
        ("HLD 10.2(d)", "HLD 10.2(d)(i)", True),
        ("HLD 10.2(d)(i)", "HLD 10.2(d)", False),
        ("HLD 10.2(d)", "HLD 10.2(c)", False),
        ("UTH 9.1", "UTH 9.10", False),
        ("UTH 9.1", "UTH 9.1[s2]", True),
        ("uth  9.1", "UTH 9.1 [s2]", True),
        ("UTH Dictionary: Fold", "UTH D-Fold", True),
        ("UTH D-Fold", "UTH dictionary: fold", True),
        ("UTH Dictionary: Fold", "CAN Dictionary: Fold", False),
        ("UTH Dictionary: Fold", "UTH D-Flop", False),
        ("UTH Dictionary: Session", "UTH D-Session(b)", True),
        ("UTH 13.8", "UTH 13.8[2]", True),
        ("UTH 13.8[1]", "UTH 13.8[1](b)", True),
        ("UTH 13.8[1]", "UTH 13.8", False),
        ("PON 14.2", "PON 14.2 Table 1 Pontoon", True),
        ("UTH 4.4", "CAN 4.4", False),
        ("UTH 4.4", "", False),
        ("UTH 99.1", "UTH 99.1(a)", True),
        ("TDA", "TDA", True),
        ("void_hand", "void_hand", True),
        ("void_hand", "play_on", False),
    ],
)
def test_a_clause_is_met_by_itself_or_a_paragraph_of_it(expected: str, named: str, meets: bool) -> None:
    assert clause_meets(expected, named) is meets


@pytest.mark.parametrize("key", ["refused", "clause", "ruling", "commission_clause"])
def test_clauses_are_compared_as_clauses_where_they_are_expected(key: str) -> None:
    assert met("HLD 15.2(a)", "HLD 15.2(a)(ii)", key)
    assert not met("HLD 15.2(a)(ii)", "HLD 15.2(a)", key)
    assert not met("HLD 15.2(a)", None, key)
    assert met(None, None, key)
    assert not met("HLD 15.2(a)", "HLD 15.2(a)(ii)", "title")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_worked_outcome_meets_itself_and_not_with_a_figure_changed(path: Path) -> None:
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        if "$" in json.dumps(case["expect"]):
            continue
        assert differences(case["expect"], case["expect"]) == []
        for wrong in spoiled(case["expect"]):
            assert len(differences(case["expect"], wrong)) >= 1, (case["id"], wrong)


def spoiled(value: Any) -> list[Any]:
    """Copies of an outcome, each with one whole number a cent too high."""
    if isinstance(value, dict):
        return [{**value, key: wrong} for key, inner in value.items() for wrong in spoiled(inner)]
    if isinstance(value, list):
        return [[*value[:n], wrong, *value[n + 1 :]] for n, inner in enumerate(value) for wrong in spoiled(inner)]
    return [value + 1] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.parametrize(
    ("wanted", "got", "passes"),
    [
        (["b"], ["abc", "d"], True),
        (["b", "d"], ["abc", "d"], True),
        (["e"], ["abc", "d"], False),
        ([{"name": "A"}], [{"name": "B"}, {"name": "A", "seat": 1}], True),
        ([{"name": "C"}], [{"name": "B"}, {"name": "A"}], False),
        (["folded", "time"], "Box 1 folded: its time is over.", True),
        (["folded", "clock"], "Box 1 folded: its time is over.", False),
        ([], [], True),
        (["a"], None, False),
    ],
)
def test_a_list_or_a_text_has_what_is_wanted_among_other_things(
    wanted: list[object], got: object, passes: bool
) -> None:
    assert met({"$has": wanted}, got) is passes
