"""How long a chip is needed, and how many there must be."""

from dataclasses import replace

import pytest

from pitboss.tournaments.chips.colour_up import (
    ColourUpDue,
    Obsolete,
    chip_set_needed,
    colour_up_due,
    colour_up_schedule,
    in_use,
    lowest_in_play,
    payable,
    starting_stack,
)
from pitboss.tournaments.event.conditions import Break, Level
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import Chipbook, Clock, Running, Tournament, Turn


# TRN-39.
@pytest.mark.clause("STAR D-Chip race", "STAR D-Ante", "STAR D-Big Blind Ante")
@pytest.mark.parametrize(
    ("name", "levels", "breaks"),
    [
        ("monday_triple_shot", (9, 12, 17, 22), (16, 16, 24, 24)),
        ("midweek_jam", (9, 12, 17, 22), (10, 15, 20, 25)),
        ("friday_freezeout", (10, 13, 18, 23), (12, 18, 18, 24)),
        ("saturday_special", (10, 13, 18, 23), (12, 18, 18, 24)),
    ],
)
def test_a_chip_is_needed_while_blinds_do_not_go_into_the_next(
    name: str, levels: tuple[int, ...], breaks: tuple[int, ...]
) -> None:
    advice = colour_up_schedule(event(name))[:4]
    assert tuple(each.denomination for each in advice) == (100, 500, 1000, 5000)
    assert tuple(each.last_level_needing for each in advice) == levels
    assert tuple(each.next_break_after for each in advice) == breaks


def test_a_chip_that_is_needed_to_the_end_has_no_break_to_go_in() -> None:
    assert colour_up_schedule(event("friday"))[-1] == Obsolete(10_000, 25_000, 25, None)


@pytest.mark.clause("STAR D-Ante")
def test_an_ante_alone_keeps_a_chip_in_play() -> None:
    levels = (Level(100, 200, 25, 60), Level(200, 400, 0, 60))
    conditions = replace(event("friday"), denominations=(25, 100), levels=levels, breaks=(Break(1, 60),))
    assert colour_up_schedule(conditions) == (Obsolete(25, 100, 1, 1),)
    without = replace(conditions, levels=(Level(100, 200, 0, 60), levels[1]))
    assert colour_up_schedule(without) == (Obsolete(25, 100, 0, 1),)


def test_the_lowest_chip_in_play_is_the_lowest_that_has_not_gone() -> None:
    state = Tournament(event("friday"))
    assert lowest_in_play(state) == 100
    state = state._replace(chips=Chipbook(coloured_up=(100, 500)))
    assert lowest_in_play(state) == 1000
    assert in_use(state) == (1000, 5000, 10_000, 25_000)


@pytest.mark.parametrize(
    ("amount", "chips", "can"),
    [
        (300, (100, 500), True),
        (350, (100, 500), False),
        (15_000, (10_000, 25_000), False),
        (5000, (10_000, 25_000), False),
        (35_000, (10_000, 25_000), True),
        (45_000, (10_000, 25_000), True),
        (0, (), True),
        (1, (), False),
    ],
)
def test_what_can_be_laid_down_in_chips(amount: int, chips: tuple[int, ...], can: bool) -> None:
    assert payable(amount, chips) is can


@pytest.mark.parametrize(
    ("name", "stack"),
    [
        ("friday", {100: 10, 500: 8, 1000: 10, 5000: 2, 10_000: 0, 25_000: 0}),
        ("monday", {100: 10, 500: 8, 1000: 10, 5000: 3, 10_000: 0, 25_000: 0}),
    ],
)
def test_a_starting_stack_has_change_and_comes_to_the_stack(name: str, stack: dict[int, int]) -> None:
    assert starting_stack(event(name)) == stack
    assert sum(chip * count for chip, count in stack.items()) == event(name).stack


def test_a_small_stack_is_all_in_small_chips() -> None:
    assert starting_stack(replace(event("friday"), stack=700, denominations=(100, 500))) == {100: 7, 500: 0}


@pytest.mark.clause("STAR D-Tournament Float")
def test_the_float_has_the_stacks_and_what_replaces_the_small_chips() -> None:
    chips = {each.denomination: each for each in chip_set_needed(event("friday"), 100)}
    assert chips[100].total == 1000
    # A hundred times a thousand in 100s comes back as 200 500s, and one for each of twelve tables.
    assert (chips[500].in_all_stacks, chips[500].to_colour_up) == (800, 212)
    # Whatever goes out comes back: all the value is there in 10,000s at the end.
    assert chips[10_000].total * 10_000 >= 100 * 25_000
    # The 10,000s stay, so that nothing is coloured up into 25,000s.
    assert chips[25_000].total == 0


@pytest.mark.clause("STAR 7.42", "STAR D-Chip race")
def test_chips_go_out_in_the_break_after_the_last_level_that_needs_them() -> None:
    """Of these levels only the first needs chips of 25; the break after the second is the first there is."""
    levels = (Level(25, 50, 0, 60), Level(100, 200, 0, 60), Level(200, 400, 0, 60))
    conditions = replace(event("friday"), denominations=(25, 100), levels=levels, breaks=(Break(2, 30),))
    state = Tournament(conditions, clock=Clock((Turn(1000, 0, Running.RUNNING),)))
    assert colour_up_due(Tournament(conditions), 1000) == ()
    assert colour_up_due(state, 1000) == (ColourUpDue(25, 100, 1, 2, now=False),)
    assert colour_up_due(state, 1125) == (ColourUpDue(25, 100, 1, 2, now=True),)
    assert colour_up_due(state, 1160) == (), "there is no break any more"
    assert colour_up_due(state._replace(chips=Chipbook(coloured_up=(25,))), 1125) == ()
    needed = replace(conditions, levels=(*levels[:2], Level(25, 50, 0, 60)))
    assert colour_up_due(state._replace(conditions=needed), 1125) == ()
