"""Prizes: every cent of the pool in the list, shared places, tickets and goods, deals, what is certain."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Band, Conditions, Readings, Scale, Ticket
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import (
    Added,
    Clock,
    Deal,
    Entrant,
    Entry,
    Exit,
    Running,
    Stage,
    Status,
    Tournament,
    Turn,
)
from pitboss.tournaments.prizes.prizes import (
    PayJump,
    awards,
    divide,
    goods,
    goods_by_player,
    locked_up,
    next_pay_jump,
    paid_places,
    placegetters,
    prize_list,
    prizes,
    share_prizes,
    tickets_by_player,
)
from pitboss.tournaments.prizes.scales import SCALES, shares_for
from tests.tournaments.scene import NOON, conditions

LATE = NOON + 4 * 3600
FOUR = Scale("four", "four paid", (Band(1, None, (4000, 3000, 2000, 1000)),))
EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")


def standing(rules: Conditions, left: Sequence[str], *out: str, **changed: Any) -> Tournament:
    """An event with these players left, and those who are out from the worst tier up: "DE" are two who share.

    Entry numbers follow the alphabet. Entries are closed.
    """
    names = sorted([*left, *"".join(out)])
    entrants = {name: Entrant(name, Status.SEATED if name in left else Status.OUT) for name in names}
    exits = tuple(
        Exit(name, tier, NOON, None, None, 0, 0, names.index(name) + 1, "STAR 7.18")
        for tier, sharing in enumerate(out, start=1)
        for name in sharing
    )
    return Tournament(
        rules,
        stage=Stage.RUNNING,
        now=LATE,
        entries=tuple(
            Entry(number, name, "entry", NOON, rules.entry_fee, rules.admin_fee, 0, "cash", "player")
            for number, name in enumerate(names, start=1)
        ),
        entrants=Frozen(entrants),
        exits=exits,
        clock=Clock((Turn(NOON, 0, Running.RUNNING),)),
    )._replace(**changed)


def friday(**changed: Any) -> Conditions:
    """Entries of $100 without a fee, so that pools are round."""
    return conditions("friday_freezeout", **{"entry_fee": 10_000, "admin_fee": 0, "scale": FOUR, **changed})


# The list.


@pytest.mark.clause("STAR 3-a[s2]")
def test_a_pool_by_percentages() -> None:
    assert prize_list(629_000, (4000, 3000, 2000, 1000)) == (251_600, 188_700, 125_800, 62_900)


@pytest.mark.clause("STAR 3-a[s2]")
def test_rounded_down_to_dollars_the_rest_goes_to_the_first() -> None:
    in_dollars = prize_list(629_000, (4000, 2400, 1600, 1200, 800), 100)
    assert in_dollars == (251_800, 150_900, 100_600, 75_400, 50_300)
    in_fives = prize_list(629_000, (4000, 2400, 1600, 1200, 800), 500)
    assert in_fives == (253_000, 150_500, 100_500, 75_000, 50_000)


@pytest.mark.clause("STAR 3-a[s2]", "PON 20.20", "HLD 20.18", "CAN 17.21")
def test_tickets_are_bought_out_of_the_pool_first() -> None:
    tickets = {1: 22_000, 2: 22_000}
    assert prize_list(300_000, (4000, 3000, 2000, 1000), tickets=tickets) == (102_400, 76_800, 51_200, 25_600)
    assert prize_list(250_000, (5000, 3000, 2000), tickets=tickets) == (103_000, 61_800, 41_200)


@pytest.mark.clause("STAR 3-a[s2]", "UTH 16.21(b)", "PON 20.20", "HLD 20.18", "CAN 17.21")
@given(
    pool=st.integers(0, 10**9),
    entries=st.integers(1, 400),
    scale=st.sampled_from(sorted(SCALES)),
    step=st.sampled_from((1, 100, 500)),
)
def test_no_cent_of_a_pool_is_left_over(pool: int, entries: int, scale: str, step: int) -> None:
    shares = shares_for(SCALES[scale], entries)
    cash = prize_list(pool, shares, step)
    assert sum(cash) == pool
    assert len(cash) == len(shares)
    assert all(cents % step == 0 for cents in cash[1:])
    assert all(abs(cents - pool * share / 10_000) < step for cents, share in zip(cash[1:], shares[1:], strict=True))


@given(total=st.integers(0, 10**7), players=st.integers(1, 12), step=st.sampled_from((1, 100, 500)))
def test_equal_parts_differ_by_a_cent_at_most(total: int, players: int, step: int) -> None:
    """T-04: without rounding; with it the first has the rest."""
    parts = divide(total, [1] * players, step, one_each=True)
    assert sum(parts) == total
    assert list(parts) == sorted(parts, reverse=True)
    if step == 1:
        assert parts[0] - parts[-1] <= 1
    else:
        assert all(part % step == 0 for part in parts[1:])


@pytest.mark.clause("STAR 7.18(a)", "PON 20.22", "HLD 20.20[s3]", "CAN 17.23")
def test_shared_places_are_combined_and_divided() -> None:
    by_place = {9: 60_000}
    assert share_prizes(by_place, (9, 10), ("A", "B")) == {"A": 30_000, "B": 30_000}
    assert share_prizes({1: 100, 2: 70, 3: 30}, (1, 2, 3), ("C", "A", "B")) == {"C": 67, "A": 67, "B": 66}
    assert share_prizes({1: 10_000, 2: 5_050}, (1, 2), ("A", "B"), 100) == {"A": 7_550, "B": 7_500}


# The prizes of an event.


@pytest.mark.clause("STAR 3-a[s2]")
def test_the_scale_is_read_for_the_number_of_entries() -> None:
    rules = friday(scale=Scale("two", "", (Band(1, 5, (10_000,)), Band(6, None, (6000, 4000)))))
    assert prizes(standing(rules, "ABCDE")) == {1: 50_000}
    assert prizes(standing(rules, "ABCDEF")) == {1: 36_000, 2: 24_000}


@pytest.mark.clause("STAR 3-a[s2]")
def test_a_re_entry_counts_as_an_entry() -> None:
    rules = friday(scale=Scale("two", "", (Band(1, 5, (10_000,)), Band(6, None, (6000, 4000)))))
    state = standing(rules, "ABCDE")
    again = state.entries[0]._replace(number=6, kind="re-entry")
    assert prizes(state._replace(entries=(*state.entries, again))) == {1: 36_000, 2: 24_000}


@pytest.mark.clause("UTH 16.21(b)", "PON 20.20", "HLD 20.18", "CAN 17.21")
@pytest.mark.parametrize("document", ["STAR", "UTH", "PON", "HLD", "CAN"])
def test_fewer_players_than_paid_places_still_get_the_whole_pool(document: str) -> None:
    state = standing(friday(ruleset=document), "A", "B")._replace(stage=Stage.OVER)
    assert prizes(state) == {1: 11_429, 2: 8571}
    assert awards(state) == {"A": 11_429, "B": 8571}


def test_without_a_scale_there_are_no_prizes_yet() -> None:
    state = standing(friday(scale=None), "AB")
    assert (prizes(state), paid_places(state)) == ({}, 0)


@pytest.mark.parametrize("name", EVENTS)
def test_the_star_events_have_a_scale(name: str) -> None:
    assert event(name).scale is not None


@pytest.mark.clause("STAR 7.18(a)")
def test_awards_of_those_who_are_out() -> None:
    # Ten entries, 1,000 dollars: 400, 300, 200, 100. Two left, three share the third to the fifth place.
    state = standing(friday(), "AB", "FGHIJ", "CDE")
    assert awards(state) == {**dict.fromkeys("CDE", 10_000), **dict.fromkeys("FGHIJ", 0)}


def test_odd_cents_go_in_the_order_of_entry() -> None:
    """T-04."""
    state = standing(friday(entry_fee=10_001), "A", "DCB", "E")
    assert prizes(state) == {1: 20_003, 2: 15_001, 3: 10_001, 4: 5000}
    assert awards(state) == {"E": 15_001, "B": 5001, "C": 5000, "D": 5000}


def test_shared_prizes_in_whole_dollars() -> None:
    """T-04: the rest of the step goes to whoever entered first."""
    rules = friday(entry_fee=10_050, readings=Readings(tie_rounding=100))
    state = standing(rules, "A", "ED", "CB")
    assert prizes(state) == {1: 20_100, 2: 15_075, 3: 10_050, 4: 5025}
    assert awards(state) == {"B": 12_625, "C": 12_500, "D": 2525, "E": 2500}


def test_a_disqualified_players_prize_moves_down_to_those_who_are_out() -> None:
    state = standing(friday(), "ABC", "D")
    thrown_out = state.entrants["B"]._replace(status=Status.DISQUALIFIED)
    state = state._replace(entrants=Frozen({**state.entrants, "B": thrown_out}))
    # Three are placed, so that three prizes are paid: 400 dollars by 4, 3 and 2.
    assert awards(state) == {"D": 8888}


def test_goods_go_with_the_place_and_not_into_the_percentages() -> None:
    """T-29."""
    watch, trip = Added(0, "watch", 2), Added(0, "trip", 1)
    state = standing(friday(), "A", "DCB", added=(watch, trip, Added(5000, "")), stage=Stage.OVER)
    assert goods(state) == {1: ("trip",), 2: ("watch",)}
    assert prizes(state) == {1: 18_000, 2: 13_500, 3: 9000, 4: 4500}
    assert goods_by_player(state) == {"A": ("trip",), "B": ("watch",)}


def test_tickets_of_the_conditions() -> None:
    tickets = (Ticket(1, 5000, "seat on Sunday"), Ticket(2, 5000, "seat on Sunday"))
    state = standing(friday(tickets=tickets), "A", "D", "C", "B", stage=Stage.OVER)
    assert sum(prizes(state).values()) == 30_000
    assert tickets_by_player(state) == {"A": 5000, "B": 5000}
    assert goods_by_player(state) == {"A": ("seat on Sunday",), "B": ("seat on Sunday",)}


def test_a_place_that_wins_goods_is_a_paid_place() -> None:
    assert paid_places(standing(friday(), "ABCDEFG", added=(Added(0, "cap", 6),))) == 6


# Deals.


@pytest.mark.clause("STAR D-Chop")
def test_after_a_deal_the_winner_plays_for_what_was_held_back() -> None:
    """T-28: places are still recorded."""
    state = standing(friday(), "AB", "ED", "C")
    deal = Deal(Frozen({"A": 20_000, "B": 14_000}), "agreed", 1000, "STAR 1-c[s2]")
    state = state._replace(deal=deal)
    assert prizes(state) == {1: 1000, 2: 0, 3: 10_000, 4: 5000}
    lost = state.exits[-1]._replace(player="A", tier=4)
    entrant = state.entrants["A"]._replace(status=Status.OUT)
    over = state._replace(
        exits=(*state.exits, lost), entrants=Frozen({**state.entrants, "A": entrant}), stage=Stage.OVER
    )
    assert awards(over) == {"A": 20_000, "B": 15_000, "C": 10_000, "D": 2500, "E": 2500}


def test_the_share_of_somebody_disqualified_after_a_deal_is_played_for() -> None:
    state = standing(friday(), "ABC", "ED")
    deal = Deal(Frozen({"A": 20_000, "B": 14_000, "C": 10_000}), "agreed", 1000, "STAR 1-c[s2]")
    thrown_out = state.entrants["C"]._replace(status=Status.DISQUALIFIED)
    state = state._replace(deal=deal, entrants=Frozen({**state.entrants, "C": thrown_out}))
    assert prizes(state) == {1: 11_000, 2: 0, 3: 5000}
    # Who was out before the deal keeps the prize.
    assert awards(state) == {"D": 2500, "E": 2500}


# What is certain.


@pytest.mark.clause("STAR D-Placegetter")
def test_placegetters_are_certain_of_a_prize() -> None:
    state = standing(friday(), "ABCDE", "F")
    assert placegetters(state) == frozenset()
    state = standing(friday(), "ABCD", "F", "E")
    assert placegetters(state) == frozenset("ABCD")
    state = standing(friday(), "ABC", "F", "ED")
    assert placegetters(state) == frozenset("ABCDE")
    # While entries are taken nothing is certain.
    assert placegetters(state._replace(now=NOON + 60)) == frozenset()


@pytest.mark.clause("STAR D-Placegetter")
def test_whoever_goes_on_to_the_next_session_is_a_placegetter() -> None:
    state = standing(friday(), "ABCDE", "F")
    onward = state.entrants["B"]._replace(status=Status.ADVANCED)
    state = state._replace(entrants=Frozen({**state.entrants, "B": onward}), now=NOON + 60)
    assert placegetters(state) == {"B"}


@pytest.mark.clause("STAR D-Placegetter")
def test_the_winner_is_a_placegetter() -> None:
    state = standing(friday(scale=Scale("one", "", (Band(1, None, (10_000,)),))), "A", "C", "B", stage=Stage.OVER)
    assert placegetters(state) == {"A"}


def test_what_is_locked_up_and_the_next_jump() -> None:
    state = standing(friday(), "ABCDE")
    assert (locked_up(state), next_pay_jump(state)) == (0, PayJump(4, 5000, 5000))
    state = standing(friday(), "ABC", "E", "D")
    assert (locked_up(state), next_pay_jump(state)) == (10_000, PayJump(2, 15_000, 5000))
    flat = friday(scale=Scale("flat", "", (Band(1, None, (2500,) * 4),)))
    assert next_pay_jump(standing(flat, "ABCD", "E")) is None
