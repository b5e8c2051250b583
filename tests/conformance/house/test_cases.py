"""The worked cases, each played through the engines people play on; and each of them able to fail."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import run_case
from pitboss.kits import house_games
from tests.conformance.case_scene import of

FOLDER = Path(__file__).parents[1] / "cases"
FILES = [(game, file) for game in house_games() for file in sorted(FOLDER.glob(f"{game}*.json"))]
CASES = [(game, case) for game, file in FILES for case in load(file).cases]
cases = pytest.mark.parametrize(("game", "case"), CASES, ids=[case.id for _, case in CASES])


@cases
def test_the_case_comes_out_as_written(game: str, case: Case) -> None:
    verdict = run_case(game, case)
    assert verdict.passed, (verdict.failure, verdict.differences)


@cases
def test_the_case_fails_if_one_result_is_otherwise(game: str, case: Case) -> None:
    expect = deepcopy(case.expect)
    expect["wagers"][-1]["net"] += 1
    verdict = run_case(game, replace(case, expect=expect))
    assert [difference.path.rsplit(".")[-1] for difference in verdict.differences] == ["net"]


@cases
def test_the_case_fails_if_a_wager_is_missing_or_too_many(game: str, case: Case) -> None:
    wagers = case.expect["wagers"]
    fewer, more = wagers[1:], [*wagers, {**wagers[0], "wager": "tip"}]
    for rows in (fewer, more):
        assert not run_case(game, replace(case, expect={**case.expect, "wagers": rows})).passed


def test_a_step_written_as_refused_fails_where_it_is_accepted() -> None:
    game, case = CASES[0]
    script = [{**case.script[0], "refused": "UTH 8.1(c)(ii)"}, *case.script]
    (step,) = run_case(game, replace(case, script=script)).differences
    assert (step.path, step.got) == ("script[0]", "accepted")


def test_a_refusal_by_another_clause_fails() -> None:
    game, case = CASES[0]
    script = [{"seat": 1, "do": "play", "amount": 5000, "refused": "UTH 8.5"}, *case.script]
    (step,) = run_case(game, replace(case, script=script)).differences
    assert step.path == "script[0]"
    assert "UTH 8.1(c)(ii)" in str(step.got)


PLAYED = [{"seat": 1, "do": "play", "amount": 4000}]
COUNTED = {"event": "wrong_card_count", "seats": [1], "held": 3, "settled": [1]}
CHECKED = [{"seat": 1, "do": "check"}]


@pytest.mark.parametrize(
    ("script", "wrong"),
    [
        # Something after the end of the round is refused, and a case that does not say so is wrong.
        ([*PLAYED, COUNTED], "script[1]"),
        # The clause must be that of the refusal, not one that the request is about.
        ([*PLAYED, {**COUNTED, "refused": "UTH 13.1"}], "script[1]"),
        ([*PLAYED, {**COUNTED, "refused": "UTH Dictionary: Round of Play"}], None),
        # The next decision of a box is its next one: the flop is dealt first, the river is not.
        ([*CHECKED, {"seat": 1, "do": "play", "amount": 3000, "refused": "UTH 8.3(c)(ii)"}], "script[2]"),
        ([*CHECKED, {"seat": 1, "do": "play", "amount": 3000, "refused": "UTH 8.1"}], "script[1]"),
        ([*PLAYED, {"seat": 1, "do": "play", "amount": 4000, "refused": "UTH 9.1"}], "script[1]"),
        # What comes in the middle of the deal is refused there; after it, this check would have been accepted.
        ([{"event": "deal", "cards": 1}, {**CHECKED[0], "refused": "UTH 8.1"}, {"event": "deal"}, *PLAYED], None),
    ],
)
def test_a_request_is_refused_by_its_clause_at_its_moment(script: list[dict[str, object]], wrong: str | None) -> None:
    seats = [row(1, "A", ante=1000, blind=1000)]
    shoe = ["6d", "6s", "Kc", "9h", "2s", "Ac", "4d", "Tc", "8c"]
    case = of(seats=seats, shoe=shoe, script=script)
    first = next(iter(run_case("ultimate", case).differences), None)
    assert (first and first.path) == wrong


def test_a_script_that_stops_in_the_middle_fails() -> None:
    game, case = CASES[0]
    verdict = run_case(game, replace(case, script=[]))
    assert "box 1 has yet to decide" in str(verdict.differences[0].got)


def test_a_card_left_in_the_shoe_fails() -> None:
    game, case = CASES[0]
    verdict = run_case(game, replace(case, shoe=[*case.shoe, "2h"]))
    assert [difference.got for difference in verdict.differences] == ["1 cards are left in it"]


@pytest.mark.parametrize("game", house_games())
def test_the_users_copy_has_every_case(game: str) -> None:
    assert len(load(FOLDER / f"{game}.json").cases) == {"ultimate": 32, "canberra": 36, "pontoon": 25}[game]


def row(seat: int, player: str, **wagers: int) -> dict[str, object]:
    return {"seat": seat, "player": player, "wagers": wagers}


TWO_FLUSHES = ["Kd", "Ks", "Ah", "Jd", "Js", "Kc", "9d", "9s", "8s", "7d", "7s", "4s", "5d", "5s", "2h"]
BETS = [{"seat": 1, "do": "bet", "amount": 2000}, {"seat": 2, "do": "bet", "amount": 2000}]


@pytest.mark.parametrize("settled", [None, [2], [2, 1]])
def test_a_prize_is_claimed_in_time_unless_the_case_says_otherwise(settled: list[int] | None) -> None:
    late = {"event": "cards_collected_unclaimed", "seat": 1, **({"settled": settled} if settled else {})}
    case = of(
        table={"jackpot_claim": "player_must_declare", "jackpot": {"pool": 100_000, "reserve": 50_000}},
        seats=[row(1, "A", ante=1000, jackpot=200), row(2, "B", ante=1000, jackpot=200)],
        shoe=TWO_FLUSHES,
        script=[*BETS, late],
        expect={"net": {"A": 10800, "B": 20800}},
    )
    assert run_case("canberra", case).differences == ()


@pytest.mark.parametrize(
    ("game", "table", "seats", "shoe", "script", "expect"),
    [
        # The $25 of the Super Bonus is a matter of cents, and a case says its own limits.
        (
            "pontoon",
            {},
            [row(1, "A", main=2499)],
            "7h 7d 7h 7h",
            [{"seat": 1, "do": "hit"}],
            {"net": {"A": 104_998}},
        ),
        (
            "pontoon",
            {},
            [row(1, "A", main=60000)],
            "Kh 6s Qd Kd 9c",
            [{"seat": 1, "do": "stand"}],
            {"net": {"A": 60000}},
        ),
        # One player on two boxes, a seat further round the table, and a double of nothing for one of two.
        (
            "pontoon",
            {},
            [row(1, "A", main=1000), row(9, "A", main=1000)],
            "Kh Ks 6s Qd Qc Kd 9c",
            [{"seat": 1, "do": "stand"}, {"seat": 9, "do": "stand"}],
            {"net": {"A": 2000}},
        ),
        (
            "pontoon",
            {},
            [row(1, "A", main=1000), row(1, "B", main=1000)],
            "6h 6s 5d Kd",
            [{"seat": 1, "do": "double", "amounts": {"A": 1000, "B": 0}}],
            {"net": {"A": 2000, "B": 1000}},
        ),
        # A hand one card short is dealt from a shoe one card short, found at once or later.
        (
            "ultimate",
            {},
            [row(1, "A", ante=1000, blind=1000)],
            "Ad 8h 6s 4c Jd As Kh Jc",
            [{"event": "wrong_card_count", "seats": [1], "held": 1}],
            {"round": "void", "net": {"A": 0}},
        ),
        (
            "canberra",
            {},
            [row(1, "A", ante=1000)],
            "Kh Td Kc 9h 9s 6s 6d 5c 3h",
            [BETS[0], {"event": "wrong_card_count", "seats": [1], "held": 4}],
            {"round": "void", "net": {"A": 0}},
        ),
        # What is noticed when the round is over changes nothing, and the case says so.
        (
            "ultimate",
            {},
            [row(1, "A", ante=1000, blind=1000)],
            "6d 6s Kc 9h 2s Ac 4d Tc 8c",
            [
                {"seat": 1, "do": "play", "amount": 4000},
                {
                    "event": "wrong_card_count",
                    "seats": [1],
                    "held": 3,
                    "settled": [1],
                    "refused": "UTH Dictionary: Round of Play",
                },
            ],
            {"round": "settled", "net": {"A": 5000}},
        ),
        # Chips that nobody should have put down lie there all the same, and are void with the hand.
        (
            "ultimate",
            {},
            [row(1, "A", ante=1000, blind=1000), row(2, "B", ante=1000, trips=500)],
            "6d 6s Kc 9h 2s Ac 4d Jd Jh Tc 8c",
            [
                {"event": "deal", "seats": [1, 2]},
                {"event": "hand_dealt_without_wager", "seat": 2, "handled_by": [1]},
                {"seat": 1, "do": "fold"},
            ],
            {"net": {"A": -2000, "B": 0}, "hands": [{"seat": 1, "status": "folded"}, {"seat": 2, "status": "void"}]},
        ),
        # Conceding takes no more of a play wager than is live.
        (
            "ultimate",
            {"entry_mode": "record"},
            [row(1, "A", ante=1000, blind=1000)],
            "6d 6s Kc 9h 2s Ac 4d Tc 8c",
            [{"seat": 1, "do": "play", "amount": 5000}, {"seat": 1, "do": "concede"}],
            {"net": {"A": -6000}},
        ),
        # Excluded after being settled, a hand is out of the order too.
        (
            "ultimate",
            {},
            [row(1, "A", ante=1000, blind=1000), row(2, "B", ante=1000, blind=1000)],
            "6d 6s Kc 9h 2s Ac 4d Ad 3d Tc 8c",
            [
                {"seat": 1, "do": "play", "amount": 4000},
                {"seat": 2, "do": "play", "amount": 4000},
                {"event": "collusion_ruling", "seat": 2, "ruling": "exclude_player", "settled": [2]},
            ],
            {"order": [1], "net": {"A": 5000, "B": 0}},
        ),
        (
            "canberra",
            {"jackpot": {"pool": 1000, "reserve": 1000, "to_pool_pct": 60}},
            [row(9, "A", ante=1000, jackpot=200)],
            "Kd Ah Jd Kc 9d 8s 7d 4s 5d 2h",
            [{"event": "void_round", "clause": "CAN 16.4", "reason": "disturbance"}],
            {"round": "void", "dealer": {"cards": ["Ah", "Kc", "8s", "4s", "2h"], "up": "2h"}},
        ),
        (
            "canberra",
            {"jackpot": {"pool": 1000, "reserve": 1000}},
            [row(1, "A", ante=1000)],
            "Kd Ah Jd Kc 9d 8s 7d 4s 5d 2h",
            [
                {"event": "jackpot_down"},
                {"event": "deal", "refused": "CAN 14.5"},
                {"event": "supervisor_continues"},
                {"event": "deal"},
                BETS[0],
            ],
            {"round": "settled"},
        ),
        # Played before the flop, a hand has no second play wager by Rule 8.3; played after it, by Rule 8.5.
        (
            "ultimate",
            {},
            [row(1, "A", ante=1000, blind=1000), row(2, "B", ante=1000, blind=1000)],
            "6d 6s Kc 9h 2s Ac 4d Ad 3d Tc 8c",
            [
                {"seat": 1, "do": "play", "amount": 4000},
                {"seat": 1, "do": "play", "amount": 3000, "refused": "UTH 8.3"},
                {"seat": 2, "do": "check"},
                {"ask": "play", "seat": 2, "amount": 2000, "ref": "later"},
                {"seat": 2, "do": "fold"},
            ],
            {"net": {"A": 5000, "B": -2000}, "answers": {"later": {"allowed": True, "clause": "UTH 8.3(c)(ii)"}}},
        ),
    ],
)
def test_rounds_that_an_author_could_write(
    game: str,
    table: dict[str, object],
    seats: list[dict[str, object]],
    shoe: str,
    script: list[dict[str, object]],
    expect: dict[str, object],
) -> None:
    verdict = run_case(game, of(table=table, seats=seats, shoe=shoe.split(), script=script, expect=expect))
    assert (verdict.failure, verdict.differences) == (None, ())
