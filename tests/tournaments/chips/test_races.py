"""Chip races: how many new chips, who gets them, and what it makes to the chips in play."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import ACE, Card, cards, rank_of
from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips.races import (
    BY_SUIT,
    ColourUp,
    OddChips,
    Race,
    Raced,
    RaceTable,
    deal_order,
    odd_chips,
    race,
    race_change,
    race_count,
    race_from,
    to_race,
)
from pitboss.tournaments.event.conditions import Level, Readings
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.state import (
    Chipbook,
    Clock,
    Entrant,
    Hand,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from tests.refusals import refused
from tests.tournaments.scene import NOON, after, conditions, done, refuses

BREAK_AFTER_12 = 270 * 60


def dealt(**by_seat: str) -> dict[int, tuple[Card, ...]]:
    return {int(seat.removeprefix("s")): cards(text) for seat, text in by_seat.items()}


def raced(
    odd: OddChips, cards: Mapping[int, tuple[Card, ...]], extra: Mapping[int, tuple[Card, ...]] = Frozen({})
) -> Race:
    run = race(odd, cards, extra)
    assert isinstance(run, Race), run
    return run


def running(stacks: Mapping[int, int], *, minute: int = 270, **changed: Any) -> Tournament:
    """Friday's event with one table, at a minute of its schedule; minute 270 is the break after level 12."""
    entrants = {f"P{seat}": Entrant(f"P{seat}", Status.SEATED, stack=stack) for seat, stack in stacks.items()}
    table = Table(1, 9, Frozen({seat: f"P{seat}" for seat in stacks}))
    return Tournament(
        conditions("friday_freezeout", **changed),
        Stage.RUNNING,
        now=NOON + minute * 60,
        entrants=Frozen(entrants),
        tables=Frozen({1: table}),
        clock=Clock((Turn(NOON, 0, Running.RUNNING),)),
        started=NOON,
        chips=Chipbook(issued=sum(stacks.values())),
    )


def announced(stacks: Mapping[int, int], **changed: Any) -> Tournament:
    return after(running(stacks, **changed), ColourUp(at=NOON + BREAK_AFTER_12, old=100, new=500))


def mid_hand(state: Tournament) -> Tournament:
    hand = Hand(1, 1, Level(100, 100, 100, 900), NOON, Frozen({}))
    return state._replace(tables=Frozen({1: state.tables[1]._replace(hand=hand)}))


def race_at_table(**facts: Any) -> RaceTable:
    return RaceTable(**{"at": NOON + BREAK_AFTER_12, "table": 1, "old": 100, "new": 500, **facts})


# TRN-10, and the two totals of the rule itself.
@pytest.mark.clause("STAR 7.42(a)", "STAR 7.42(b)", "STAR 7.42(c)")
@pytest.mark.parametrize(
    ("odd_total", "new_chips"), [(0, 0), (25, 0), (50, 1), (75, 1), (100, 1), (125, 1), (150, 2), (175, 2), (200, 2)]
)
def test_half_a_new_chip_is_rounded_up(odd_total: int, new_chips: int) -> None:
    assert race_count(25, 100, odd_total) == new_chips
    assert race_change(25, 100, odd_total) == 100 * new_chips - odd_total


def test_odd_chips_are_worth_a_whole_number_of_them() -> None:
    with pytest.raises(ValueError, match="25 cannot be worth 130"):
        race_count(25, 100, 130)


# TRN-11.
@pytest.mark.clause("STAR 7.42", "STAR D-Chip race", "STAR 7.42(d)", "STAR 7.42(e)", "STAR 7.42(f)")
def test_the_best_card_of_each_wins_and_nobody_gets_two_chips() -> None:
    stacks = {1: 21_300, 2: 15_000, 3: 8_100, 4: 30_400, 6: 12_200, 8: 44_300}
    odd = OddChips(100, 500, {8: 3, 1: 3, 3: 1, 4: 4, 6: 2}, stacks)
    run = raced(odd, dealt(s1="Kc 7d 2s", s3="Kh", s4="9c 9d 4h Js", s6="Qd 3c", s8="Ts 8h 5d"))
    assert run.new_chips == 3
    assert run.deal_order == (1, 3, 4, 6, 8)
    assert run.cards_per_seat == {1: 3, 3: 1, 4: 4, 6: 2, 8: 3}
    assert run.winners == (1, 3, 6)
    assert run.stacks_after == {1: 21_500, 2: 15_000, 3: 8_500, 4: 30_000, 6: 12_500, 8: 44_000}
    assert run.table_chip_change == 200
    assert (run.tie_break_seats, run.rescued, run.eliminated, run.decks) == ((), (), (), 1)


@pytest.mark.clause("STAR 7.42(f)")
def test_two_aces_of_one_entrant_win_one_chip() -> None:
    run = raced(OddChips(25, 100, {1: 3, 2: 3}), dealt(s1="As Ah Ad", s2="2c 3c 4c"))
    assert run.new_chips == 2
    assert run.winners == (1, 2)


@pytest.mark.clause("STAR 7.42(f)")
def test_a_chip_that_nobody_may_have_is_not_given() -> None:
    # Four 10,000s against 25,000s: two new chips by value, but one entrant takes only one.
    run = raced(OddChips(10_000, 25_000, {1: 4}, {1: 40_000}), dealt(s1="As Ah Ad Ac"))
    assert run.winners == (1,)
    assert run.stacks_after == {1: 25_000}
    assert run.table_chip_change == -15_000


@pytest.mark.clause("STAR 7.42(e)")
def test_an_ace_is_high() -> None:
    assert raced(OddChips(25, 100, {1: 1, 2: 1}), dealt(s1="Ks", s2="Ac")).winners == (2,)


@pytest.mark.clause("STAR 7.42(d)")
def test_cards_go_from_seat_one_and_not_from_the_button() -> None:
    assert deal_order({9: 1, 2: 3, 5: 0, 1: 2}) == (1, 2, 9)


# TRN-12.
@pytest.mark.clause("STAR 7.42(e)", "STAR 7.42(c)")
def test_a_tie_for_the_last_chip_takes_one_more_card_each() -> None:
    odd = OddChips(25, 100, {1: 3, 4: 2, 6: 2})
    hands = dealt(s1="Ah 5c 2d", s4="Js 4d", s6="Jc 9h")
    run = raced(odd, hands, dealt(s4="5s", s6="8d"))
    assert (run.new_chips, run.winners, run.tie_break_seats) == (2, (1, 6), (4, 6))
    assert run.table_chip_change == 25
    missing = refused(race(odd, hands, dealt(s4="5s")), clause="STAR 7.42(e)", word="tie")
    assert "4 and 6" in missing.reason


@pytest.mark.clause("STAR 7.42(e)")
def test_extra_cards_are_not_looked_at_without_a_tie() -> None:
    run = raced(OddChips(25, 100, {1: 1, 2: 1}), dealt(s1="Ks", s2="Ac"), dealt(s1="As", s2="2s"))
    assert (run.winners, run.extra) == ((2,), {})


@pytest.mark.clause("STAR 7.42(e)")
@pytest.mark.parametrize(
    ("further", "winners", "counts"),
    [
        # Nines all round decide nothing; then two tens beat the four.
        ({"s1": "9s Ts", "s2": "9c 4c", "s3": "9d Td"}, (1, 3), {1: 2, 2: 2, 3: 2}),
        # The best further card has its chip, and the others go on.
        ({"s1": "9s 5s", "s2": "Ac", "s3": "9d 6d"}, (2, 3), {1: 2, 2: 1, 3: 2}),
    ],
)
def test_three_tied_for_two_chips_get_a_card_each_as_often_as_it_takes(
    further: dict[str, str], winners: tuple[int, ...], counts: dict[int, int]
) -> None:
    odd = OddChips(100, 500, {1: 2, 2: 2, 3: 2, 4: 4})
    hands = dealt(s1="Js 2c", s2="Jc 2d", s3="Jd 2h", s4="3c 3d 3h 3s")
    run = raced(odd, hands, dealt(**further))
    assert (run.new_chips, run.winners) == (2, winners)
    assert {seat: len(extra) for seat, extra in run.extra.items()} == counts


@pytest.mark.clause("STAR 7.42(e)")
def test_by_the_other_reading_suits_decide() -> None:
    odd = OddChips(25, 100, {1: 3, 4: 2, 6: 2}, tie=BY_SUIT)
    run = raced(odd, dealt(s1="Ah 5c 2d", s4="Js 4d", s6="Jc 9h"))
    assert (run.winners, run.tie_break_seats) == ((1, 4), ())


# TRN-13.
@pytest.mark.clause("STAR 7.42(g)")
def test_nobody_is_raced_out() -> None:
    odd = OddChips(25, 100, {2: 1, 5: 1, 7: 2}, {2: 25, 5: 4_125, 7: 9_050}, lowest=100)
    run = raced(odd, dealt(s2="3c", s5="9s", s7="Kd 6h"))
    assert run.winners == (7,)
    assert run.stacks_after == {2: 100, 5: 4_100, 7: 9_100}
    assert (run.rescued, run.created, run.table_chip_change, run.eliminated) == ((2,), 100, 100, ())


@pytest.mark.clause("STAR 7.42(d)")
@pytest.mark.parametrize(
    ("hands", "word", "field"),
    [
        (dealt(s1="Ks Kd", s2="Ac"), "cards_do_not_fit", "cards.1"),
        (dealt(s1="Ks"), "cards_do_not_fit", "cards.2"),
        (dealt(s1="Ks", s2="Ac", s3="2c"), "cards_do_not_fit", "cards.3"),
        (dealt(s1="Ks", s2="Kd"), "tie", "extra.1"),
        (dealt(s1="Ks", s2="Ks"), "not_a_deck", "cards.2"),
        (dealt(s1="Ks", s2="JK"), "not_a_deck", "cards.2"),
    ],
)
def test_one_card_of_one_deck_for_each_odd_chip(hands: dict[int, tuple[Card, ...]], word: str, field: str) -> None:
    refused(race(OddChips(25, 100, {1: 1, 2: 1}), hands, {}), word=word, field=field)


@pytest.mark.clause("STAR 7.42(d)")
def test_the_same_card_is_not_dealt_twice() -> None:
    refused(race(OddChips(25, 100, {1: 2, 2: 2}), dealt(s1="Ks 2c", s2="Ad 2c"), {}), word="not_a_deck")


@pytest.mark.clause("STAR 7.42(d)")
def test_a_used_up_deck_is_followed_by_a_fresh_one() -> None:
    odd = OddChips(1, 25, dict.fromkeys(range(1, 4), 24))
    run = race_from(odd, seed=7)
    dealt_in_order = [card for seat in run.deal_order for card in run.cards[seat]]
    assert len(set(dealt_in_order[:52])) == 52
    assert len(set(dealt_in_order[52:])) == 20
    assert run.decks == 2
    assert race_from(odd, seed=7) == run
    assert race_from(odd, seed=8) != run


@given(st.dictionaries(st.integers(1, 10), st.integers(0, 4), min_size=1), st.integers(0, 2**64))
@pytest.mark.clause("STAR 7.42(b)", "STAR 7.42(e)", "STAR 7.42(f)", "STAR 7.42(g)")
def test_a_race_is_fair_to_the_book(by_seat: dict[int, int], seed: int) -> None:
    stacks = {seat: 1000 * (seat % 3) + 100 * count for seat, count in by_seat.items()}
    run = race_from(OddChips(100, 500, by_seat, stacks), seed)
    assert sum(run.stacks_after.values()) - sum(stacks.values()) == run.table_chip_change
    assert len(set(run.winners)) == len(run.winners) == run.new_chips
    assert all(stack % 500 == 0 and stack >= min(stacks[seat], 500) - 400 for seat, stack in run.stacks_after.items())
    assert all(run.stacks_after[seat] for seat in by_seat if stacks[seat])
    lowest = min((max(map(rank_of, run.cards[seat])) for seat in run.winners), default=ACE)
    losers = set(run.deal_order) - set(run.winners)
    assert all(max(map(rank_of, run.cards[seat])) <= lowest for seat in losers)


@pytest.mark.clause("STAR 7.42", "STAR D-Chip race")
def test_a_table_races_between_hands_and_the_book_agrees() -> None:
    state = announced({1: 21_300, 2: 15_000, 3: 8_100, 4: 30_400, 6: 12_200, 8: 44_300})
    hands = dealt(s1="Kc 7d 2s", s3="Kh", s4="9c 9d 4h Js", s6="Qd 3c", s8="Ts 8h 5d")
    command = race_at_table(odd={1: 3, 3: 1, 4: 4, 6: 2, 8: 3}, cards=hands, by=Role.DEALER)
    finished, events = done(state, command)
    assert {name: entrant.stack for name, entrant in finished.entrants.items()} == {
        "P1": 21_500,
        "P2": 15_000,
        "P3": 8_500,
        "P4": 30_000,
        "P6": 12_500,
        "P8": 44_000,
    }
    assert finished.chips.race_change == 200
    (event,) = (each for each in events if isinstance(each, Raced))
    assert event.race.cards == hands
    assert event.clause == "STAR 7.42"
    assert refuses(finished, command).word == "odd_chips_do_not_fit"
    assert refuses(finished, race_at_table(seed=1)).word == "nothing_to_race"


@pytest.mark.clause("STAR 7.42")
def test_odd_chips_follow_from_the_stacks_where_nobody_has_counted_them() -> None:
    state = announced({1: 21_300, 2: 15_000, 3: 200})
    assert odd_chips(state, state.tables[1], 100, 500) == {1: 3, 3: 2}
    finished, (event,) = done(state, race_at_table(seed=99))
    assert isinstance(event, Raced)
    assert event.odd == {1: 3, 3: 2}
    assert event.seed == 99
    # Five odd chips are one new one; with a stack of two 100s one wins it or is given it.
    assert finished.entrants["P3"].stack == 500
    again, _ = done(state, race_at_table(seed=99))
    assert again == finished


@pytest.mark.clause("STAR 7.42(a)")
@pytest.mark.parametrize(
    "odd",
    [{}, {1: 2, 3: 1}, {1: 3}, {1: 8, 3: 1}, {1: 3, 3: 1, 5: 1}, {1: 3, 2: 5, 3: 1}, {1: 3, 3: 100}],
)
def test_odd_chips_must_agree_with_the_stacks(odd: dict[int, int]) -> None:
    state = announced({1: 21_300, 2: 15_000, 3: 8_100})
    assert refuses(state, race_at_table(odd=odd, seed=1)).word == "odd_chips_do_not_fit"


@pytest.mark.clause("STAR 7.42(g)")
def test_the_chip_that_rescues_is_the_lowest_in_play() -> None:
    state = announced({1: 21_100, 2: 100, 3: 8_100})
    state, _ = done(state, race_at_table(cards=dealt(s1="Kc", s2="2s", s3="Qh"), odd={1: 1, 2: 1, 3: 1}))
    assert {name: entrant.stack for name, entrant in state.entrants.items()} == {"P1": 21_500, "P2": 500, "P3": 8_000}
    assert state.chips.race_change == 700


@pytest.mark.clause("STAR 7.42")
def test_a_race_is_refused_without_its_conditions() -> None:
    state = announced({1: 21_300, 2: 15_000, 3: 8_100})
    assert refuses(mid_hand(state), race_at_table(seed=1)).word == "mid_hand"
    assert refuses(state, race_at_table(seed=1, table=4)).word == "no_such_table"
    assert refuses(state, race_at_table(seed=1, old=500, new=1000)).word == "not_announced"
    assert refuses(state, race_at_table(seed=1, new=750)).word == "not_announced"
    assert refuses(state, race_at_table()).word == "no_cards"
    assert refuses(state, race_at_table(seed=1, cards={})).word == "no_cards"
    assert refuses(state, race_at_table(seed=1, by=Role.DESK)).word == "role"
    loose = state._replace(tables=Frozen({1: state.tables[1]._replace(loose=500)}))
    assert refuses(loose, race_at_table(seed=1)).word == "stacks_unknown"
    assert refuses(running({1: 21_300}), race_at_table(seed=1)).word == "not_announced"
    assert refuses(announced({1: 21_350, 2: 15_000}), race_at_table(seed=1)).word == "late_chips"


@pytest.mark.clause("STAR 7.42")
def test_a_denomination_goes_out_when_no_hand_is_in_play_and_no_level_needs_it() -> None:
    at = NOON + BREAK_AFTER_12
    state = running({1: 20_000})
    finished = after(state, ColourUp(at=at, old=100, new=500))
    assert finished.chips.coloured_up == (100,)
    assert refuses(mid_hand(state), ColourUp(at=at, old=100, new=500)).word == "mid_hand"
    assert refuses(finished, ColourUp(at=at, old=100, new=500)).word == "no_such_chip"
    assert refuses(state, ColourUp(at=at, old=500, new=1000)).word == "not_the_lowest"
    assert refuses(state, ColourUp(at=at, old=100, new=100)).word == "no_such_chip"
    # Level 13 is 1,500/3,000.
    assert refuses(finished, ColourUp(at=at, old=500, new=1000)).word == "still_needed"
    # Level 10 is 800/1,600.
    assert refuses(running({1: 20_000}, minute=220), ColourUp(at=at - 3000, old=100, new=500)).word == "still_needed"


@pytest.mark.clause("STAR 7.42(e)")
def test_the_reading_of_ties_is_that_of_the_event() -> None:
    hands = {"cards": dealt(s1="Kc", s2="Ks", s3="2d"), "odd": {1: 1, 2: 1, 3: 1}}
    stacks = {1: 1_100, 2: 1_100, 3: 1_100}
    assert refuses(announced(stacks), race_at_table(**hands)).word == "tie"
    state = after(announced(stacks, readings=Readings(race_tie=BY_SUIT)), race_at_table(**hands))
    assert state.entrants["P2"].stack == 1_500


@pytest.mark.clause("HLD 20.14")
def test_where_the_document_has_no_race_the_conditions_must_have_one() -> None:
    at = NOON + BREAK_AFTER_12
    state = running({1: 20_300}, ruleset="HLD")
    refuses(state, ColourUp(at=at, old=100, new=500), clause="HLD 20.14", word="no_race")
    assert refuses(state, race_at_table(seed=1)).word == "no_race"
    told = running({1: 20_300}, ruleset="HLD", items=Frozen({"chip race": "as at the Star"}))
    assert after(told, ColourUp(at=at, old=100, new=500)).chips.coloured_up == (100,)


@pytest.mark.clause("STAR 7.42")
def test_what_is_still_to_be_raced_and_in_the_break_after_which_level() -> None:
    at = NOON + BREAK_AFTER_12
    state = running({1: 20_000})
    planned = [(each.denomination, each.next_break_after) for each in to_race(state)]
    assert planned[0] == (100, 12)
    finished = after(state, ColourUp(at=at, old=100, new=500))
    assert [(each.denomination, each.next_break_after) for each in to_race(finished)] == planned[1:]
    assert to_race(running({1: 20_000}, ruleset="HLD")) == ()
