"""What the validator of structures and scales finds."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.tournaments.event.conditions import (
    DAY,
    HOUR,
    Band,
    Break,
    Conditions,
    Level,
    Readings,
    Rebuys,
    Scale,
    Sessions,
    Ticket,
)
from pitboss.tournaments.event.library import event, names
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.validator import problems, scale_problems, validate_scale
from pitboss.tournaments.prizes.scales import SCALES

FRIDAY = event("friday_freezeout")
HEATS = Conditions(
    event="heats",
    title="Heats",
    ruleset="PON",
    game="pontoon",
    stack=10_000,
    seats=6,
    final_table=6,
    scale=SCALES["house"],
    sessions=Sessions(rounds=(20, 20, 10), advance=(2, 3)),
)
LEVELS = FRIDAY.levels


def changed(**fields: Any) -> Conditions:
    return replace(FRIDAY, **fields)


def heats(**fields: Any) -> Conditions:
    return replace(HEATS, **fields)


def sessions(**fields: Any) -> Conditions:
    assert HEATS.sessions is not None
    return heats(sessions=replace(HEATS.sessions, **fields))


def level(number: int, **fields: Any) -> Conditions:
    """Friday's structure with one level otherwise."""
    rows = list(LEVELS)
    rows[number - 1] = rows[number - 1]._replace(**fields)
    return changed(levels=tuple(rows))


def found(conditions: Conditions) -> set[tuple[str, str]]:
    return {(each.clause, each.word) for each in problems(conditions)}


@pytest.mark.parametrize("name", names())
def test_there_is_nothing_wrong_with_the_shipped_events(name: str) -> None:
    assert problems(event(name)) == ()


def test_there_is_nothing_wrong_with_house_games_in_sessions() -> None:
    assert problems(HEATS) == ()
    assert problems(heats(ruleset="UTH", game="ultimate", rebuys=Rebuys(1, 5000, 5000))) == ()
    assert problems(heats(ruleset="CAN", game="canberra")) == ()


@pytest.mark.clause("STAR 4-Friday")
@pytest.mark.parametrize(("small", "big"), [(200, 300), (300, 300), (100, 300)])
def test_odd_small_blinds_are_legal(small: int, big: int) -> None:
    assert problems(level(3, small=small, big=big, ante=big)) == ()


@pytest.mark.parametrize(
    ("conditions", "clause", "word"),
    [
        (level(5, big=300, ante=300), "STAR 4", "levels"),
        (level(5, small=600), "STAR 4", "levels"),
        (level(1, small=0), "STAR 4", "levels"),
        (level(1, small=-100, big=-100, ante=0), "STAR 4", "levels"),
        (level(1, seconds=0), "STAR 4", "levels"),
        (level(1, ante=-1), "STAR 4", "levels"),
        (level(1, small=50), "STAR 4", "levels"),
        (changed(levels=()), "STAR 4", "levels"),
        (changed(breaks=(Break(27, 900),)), "STAR 6.11", "breaks"),
        (changed(breaks=(Break(0, 900),)), "STAR 6.11", "breaks"),
        (changed(breaks=(Break(6, 0),)), "STAR 6.11", "breaks"),
        (changed(breaks=(Break(6, 900), Break(6, 900))), "STAR 6.11", "breaks"),
        (changed(closes_at_level=27), "STAR 4", "closes_at_level"),
        (changed(closes_at_level=0), "STAR 4", "closes_at_level"),
        (changed(stack=900), "STAR 7.9", "stack"),
        (changed(stack=0), "STAR 7.9", "stack"),
        (changed(stack=25_050), "STAR 7.9", "stack"),
        (changed(denominations=()), "STAR 7.9", "denominations"),
        (changed(denominations=(500, 100)), "STAR 7.9", "denominations"),
        (changed(denominations=(100, 100)), "STAR 7.9", "denominations"),
        (changed(denominations=(0, 100)), "STAR 7.9", "denominations"),
        (changed(denominations=(100, 250)), "STAR 7.9", "denominations"),
        (changed(entry_fee=-1), "STAR 6.18", "entry_fee"),
        (changed(commission=100), "STAR 2-b", "commission"),
        (changed(ruleset="HLD", commission=17_001), "HLD 20.4(c)", "commission"),
        (changed(refund_until=3600), "STAR 6.10", "refund_until"),
        (changed(seats=11), "STAR 7.7[s1]", "seats"),
        (changed(seats=1), "STAR 7.7[s1]", "seats"),
        (changed(final_table=11), "STAR 7.7[s1]", "final_table"),
        (changed(most_entrants=201), "STAR 1-e[s1]", "most_entrants"),
        (changed(most_entrants=1), "STAR 1-e[s1]", "most_entrants"),
        (changed(least_entrants=1), "STAR 1-e[s1]", "least_entrants"),
        (changed(tables=0), "STAR 1-e[s1]", "tables"),
        (changed(chip_banks=0), "STAR 1-e[s1]", "chip_banks"),
        (changed(game="pontoon"), "STAR 7.1", "game"),
        (changed(limit="huge"), "STAR 1-d", "limit"),
        (changed(ruleset="XYZ"), "STAR 7.1", "ruleset"),
        (changed(sessions=Sessions()), "STAR 4", "sessions"),
        (changed(rebuys=Rebuys(1, 100, 100)), "STAR D-Re-Entry", "rebuys"),
        (changed(ruleset="HLD", reentries=1), "HLD 20.6", "reentries"),
        (changed(ruleset="HLD", game="omaha"), "HLD 20.1", "game"),
        (heats(reentries=None), "PON 20.6", "reentries"),
        (heats(rebuys=Rebuys(1, 100, 100)), "PON 20.6", "rebuys"),
        (heats(ruleset="UTH", game="ultimate", reentries=1), "UTH 16.6", "reentries"),
        (heats(ruleset="CAN", game="canberra", reentries=1), "CAN 17.6", "reentries"),
        (heats(ruleset="CAN", game="canberra", rebuys=Rebuys(1, 100, 0)), "CAN 17.3(a)(iv)", "rebuys"),
        (heats(ruleset="CAN", game="canberra", rebuys=Rebuys(-1, 0, 0)), "CAN 17.3(a)(iv)", "rebuys"),
        (
            heats(ruleset="CAN", game="canberra", rebuys=Rebuys(1, 100, 100, until_session=4)),
            "CAN 17.3(a)(ii)",
            "rebuys",
        ),
        (heats(sessions=None), "PON 20.4(b)", "sessions"),
        (heats(sessions=Sessions(rounds=())), "PON 20.4(b)", "sessions"),
        (heats(sessions=Sessions(rounds=(20, 0), advance=(1,))), "PON 20.4(b)", "sessions"),
        (heats(sessions=Sessions(rounds=(20, 20))), "PON 20.4(b)", "sessions"),
        (heats(sessions=Sessions(rounds=(20, 20), advance=(6,))), "PON 20.4(b)", "sessions"),
        (sessions(repechage=-1), "PON 20.4(b)", "sessions"),
        (sessions(marker=False), "PON 20.15[s1]", "no_marker"),
        (changed(prize_rounding=0), "STAR 3-a[s2]", "prize_rounding"),
        (changed(tickets=(Ticket(0, 100),)), "STAR 3-a[s2]", "tickets"),
        (sessions(equal="split"), "PON 20.21", "sessions"),
    ],
)
def test_what_cannot_be_is_named_with_its_clause_and_field(conditions: Conditions, clause: str, word: str) -> None:
    assert (clause, word) in found(conditions)


def test_one_mistake_is_one_problem() -> None:
    for conditions in (level(1, seconds=0), changed(seats=11), changed(most_entrants=201), changed(closes_at_level=27)):
        (problem,) = problems(conditions)
        assert problem.reason.endswith(".")


@pytest.mark.clause("STAR D-Big Blind Ante", "STAR D-Ante")
def test_at_the_star_the_ante_is_as_much_as_the_big_blind() -> None:
    assert found(level(2, ante=100)) == {("STAR 7.14[s3]", "levels")}
    assert problems(level(2, ante=0)) == ()
    assert problems(replace(level(2, ante=100), ruleset="HLD")) == ()
    assert problems(replace(level(2, ante=100), ante_by_all=True)) == ()
    assert all(each.ante == each.big for each in LEVELS)


@pytest.mark.clause("STAR 1-d")
def test_holdem_at_the_star_has_no_limit() -> None:
    assert FRIDAY.limit == "no_limit"
    assert found(changed(limit="fixed")) == {("STAR 1-d", "limit")}
    assert problems(changed(limit="full_pot", game="omaha")) == ()
    assert problems(changed(limit="fixed", ruleset="HLD")) == ()


@pytest.mark.clause("UTH 16.3(a)(vii)", "PON 20.4(g)", "CAN 17.3(a)(ix)")
@pytest.mark.parametrize(
    ("document", "game", "clause"),
    [
        ("UTH", "ultimate", "UTH 16.3(a)(vii)"),
        ("PON", "pontoon", "PON 20.4(g)"),
        ("CAN", "canberra", "CAN 17.3(a)(ix)"),
    ],
)
def test_a_house_game_has_limits_that_can_be_played_to(document: str, game: str, clause: str) -> None:
    for least, most in ((0, 100), (200, 100)):
        wrong = replace(sessions(least_wager=least, most_wager=most), ruleset=document, game=game)
        assert found(wrong) == {(clause, "limits")}
    assert found(replace(sessions(least_wager=10_100, most_wager=20_000), ruleset=document, game=game)) == {
        (clause, "stack")
    }


def test_only_one_document_leaves_marker_and_equal_chips_to_the_conditions() -> None:
    for fields in ({"marker": False}, {"equal": "split"}, {"equal": "draw"}):
        assert problems(replace(sessions(**fields), ruleset="UTH", game="ultimate")) == ()
        assert problems(replace(sessions(**fields), ruleset="CAN", game="canberra"))
    assert problems(replace(sessions(equal="coin"), ruleset="UTH", game="ultimate"))


@pytest.mark.parametrize(
    "readings",
    [
        Readings(mixed_tie="coin"),
        Readings(close_at="noon"),
        Readings(queue_after_close="forget"),
        Readings(h4h_overflow="spill"),
        Readings(tpoe_gap="wait"),
        Readings(after_last_level="stop"),
        Readings(race_tie="colour"),
        Readings(button_rule="none"),
        Readings(tie_rounding=0),
        Readings(max_difference=0),
        Readings(suspend_alarm=50_000),
        Readings(tpm_most=100_000),
        Readings(tpm_window=2 * DAY),
        Readings(suspend_after=13 * HOUR),
        Readings(absent_until_level=5),
    ],
)
def test_readings_are_those_that_are_known(readings: Readings) -> None:
    (problem,) = problems(changed(readings=readings))
    assert problem.word == "readings"


@pytest.mark.clause("STAR 1-e[s1]", "STAR 6.13[s2]", "STAR 6.21(b)", "STAR 7.12[s2]", "STAR 1-b[s1]", "CAN 17.7[s2]")
@pytest.mark.parametrize(
    ("document", "place"), [(name, place) for name, rules in RULESETS.items() for place in rules.fixed]
)
def test_what_a_document_fixes_cannot_be_otherwise_under_it_and_can_under_others(document: str, place: str) -> None:
    usual = {"STAR": FRIDAY, "CAN": replace(HEATS, ruleset="CAN", game="canberra")}[document]
    fixed, (table, _, name) = RULESETS[document].fixed[place], place.rpartition(".")
    other: Any = {False: True, "blind_first": "ante_first"}.get(fixed.value) or int(fixed.value) + 1

    def with_it(value: Any) -> Conditions:
        if not table:
            return replace(usual, **{name: value})
        return replace(usual, readings=replace(usual.readings, **{name: value}))

    assert problems(with_it(fixed.value)) == ()
    (problem,) = problems(with_it(other))
    assert (problem.clause, problem.field) == (fixed.clause, place)
    assert problem.reason.startswith(fixed.said)
    ruleset, game = {"STAR": ("HLD", "holdem"), "CAN": ("PON", "pontoon")}[document]
    assert problems(replace(with_it(other), ruleset=ruleset, game=game)) == ()


PRIZES = [
    ("STAR", "holdem", "STAR 3-a[s2]"),
    ("UTH", "ultimate", "UTH 16.3(a)(ix)"),
    ("PON", "pontoon", "PON 20.4(i)"),
    ("HLD", "holdem", "HLD 20.4(h)"),
    ("CAN", "canberra", "CAN 17.3(a)(x)"),
]


@pytest.mark.clause("STAR 3-a[s2]", "UTH 16.3(a)(ix)", "PON 20.4(i)", "HLD 20.4(h)", "CAN 17.3(a)(x)")
@pytest.mark.parametrize(("document", "game", "clause"), PRIZES)
def test_every_event_has_a_scale_that_can_be_paid(document: str, game: str, clause: str) -> None:
    base = replace(FRIDAY if game == "holdem" else HEATS, ruleset=document, game=game)
    assert problems(base) == ()
    short = Scale("short", "99.1%", (Band(1, None, (5000, 3000, 1910)),))
    for scale in (None, short):
        assert found(replace(base, scale=scale)) == {(clause, "scale")}


# TRN-40.
@pytest.mark.clause("STAR 3-a[s2]")
def test_a_scale_covers_every_field() -> None:
    gap = validate_scale(Scale("own", "", (Band(1, 19, (5000, 3000, 2000)), Band(21, 35, (4000, 3000, 2000, 1000)))))
    assert not gap.valid
    assert gap.uncovered == ((20, 20), (36, None))
    assert gap.overlaps == ()
    assert gap.sum_pct == (Fraction(100), Fraction(100))


@pytest.mark.clause("STAR 3-a[s2]")
def test_a_scale_has_one_row_for_a_field() -> None:
    rows = (Band(20, None, (10_000,)), Band(1, 25, (10_000,)), Band(20, 22, (10_000,)))
    check = validate_scale(Scale("own", "", rows))
    assert not check.valid
    assert check.uncovered == ()
    assert sorted(check.overlaps, key=str) == [(20, 22), (20, 22), (20, 25)]
    (one, *_) = scale_problems(Scale("own", "", (Band(1, None, (10_000,)), Band(9, None, (10_000,)))))
    assert one.reason == "The scale has two rows for 9 or more entries."


@pytest.mark.clause("STAR 3-a[s2]")
@pytest.mark.parametrize(
    ("shares", "total", "said"), [((5000, 3000, 1900), 99, "99.00%"), ((5000, 3000, 1910), Fraction(991, 10), "99.10%")]
)
def test_a_scale_pays_one_hundred_percent(shares: tuple[int, ...], total: Fraction, said: str) -> None:
    scale = Scale("own", "", (Band(1, None, shares),))
    assert validate_scale(scale).sum_pct == (total,)
    assert not validate_scale(scale).valid
    (problem,) = scale_problems(scale)
    assert (problem.clause, problem.word) == ("STAR 3-a[s2]", "scale")
    assert said in problem.reason


@pytest.mark.clause("STAR 3-a[s2]")
@pytest.mark.parametrize(
    "bands",
    [
        (),
        (Band(1, None, ()),),
        (Band(1, None, (3000, 7000)),),
        (Band(1, None, (10_000, 0)),),
        (Band(1, None, (11_000, -1000)),),
        (Band(0, None, (10_000,)),),
        (Band(1, None, (10_000,)), Band(9, 8, (10_000,))),
    ],
)
def test_scales_that_nobody_can_be_paid_by(bands: tuple[Band, ...]) -> None:
    assert not validate_scale(Scale("own", "", bands)).valid


def test_levels_may_stay_at_a_big_blind() -> None:
    twice = (Level(100, 200, 200, 60), Level(200, 200, 200, 60))
    assert problems(changed(levels=twice, breaks=(), closes_at_level=2)) == ()


@pytest.mark.clause("STAR 7.27[s2]")
def test_at_the_star_the_blind_comes_before_its_ante() -> None:
    older = replace(event("friday"), readings=Readings(bba_order="ante_first"))
    assert [problem.clause for problem in problems(older)] == ["STAR 7.27[s2]"]
    assert problems(replace(event("canberra_holdem"), readings=Readings(bba_order="ante_first"))) == ()
