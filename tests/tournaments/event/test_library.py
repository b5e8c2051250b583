"""The data files of events: those that are shipped, and what an operator may write."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.tournaments.clock.clock import BREAK, LEVEL, schedule
from pitboss.tournaments.event.conditions import Band, Conditions, Level, Readings, Sessions
from pitboss.tournaments.event.library import UnknownEvent, UnreadableEvent, event, names, read_file
from pitboss.tournaments.prizes.scales import SCALES, shares_for

# Small and big blind by level; the ante is the big blind at every level (section 1 of the requirements).
MONDAY_AND_JAM = (
    (100, 100), (100, 200), (200, 300), (200, 400), (300, 600), (400, 800), (500, 1000), (600, 1200), (800, 1600),
    (1000, 2000), (1500, 2500), (1500, 3000), (2000, 4000), (3000, 6000), (4000, 8000), (5000, 10_000), (6000, 12_000),
    (10_000, 15_000), (10_000, 20_000), (15_000, 30_000), (20_000, 40_000), (25_000, 50_000), (30_000, 60_000),
    (40_000, 80_000), (50_000, 100_000), (60_000, 120_000),
)  # fmt: skip
FRIDAY_AND_SATURDAY = (
    (100, 100), (100, 200), (200, 300), (200, 400), (300, 500), (300, 600), (400, 800), (500, 1000), (600, 1200),
    (800, 1600), (1000, 2000), (1500, 2500), (1500, 3000), (2000, 4000), (3000, 6000), (4000, 8000), (5000, 10_000),
    (6000, 12_000), (10_000, 15_000), (10_000, 20_000), (15_000, 30_000), (20_000, 40_000), (25_000, 50_000),
    (30_000, 60_000), (40_000, 80_000), (50_000, 100_000),
)  # fmt: skip


def minutes(*runs: tuple[int, int], step: int) -> list[int]:
    """The start minutes of runs of levels, each from its first minute to its last."""
    return [minute for first, last in runs for minute in range(first, last + 1, step)]


MONDAY_MINUTES = minutes((0, 105), (150, 255), (285, 390), (420, 435), step=15)
JAM_MINUTES = minutes((0, 100), (155, 255), (295, 395), (435, 535), (575, 675), (715, 715), step=25)
FRIDAY_MINUTES = minutes((0, 100), (150, 250), (285, 385), (420, 520), (555, 575), step=20)


def check(
    conditions: Conditions,
    money: tuple[int, int, int],
    stack_and_reentries: tuple[int, int | None],
    closes: tuple[int, int],
    ladder: Iterable[tuple[int, int]],
    starts: list[int],
    breaks: dict[int, int],
    lasts: tuple[int, int],
) -> None:
    """An event against its column of the table: cents, stack, re-entries, closing level and minute, times."""
    segments = schedule(conditions.levels, conditions.breaks)
    levels = [each for each in segments if each.kind == LEVEL]
    assert (conditions.buy_in, conditions.entry_fee, conditions.admin_fee) == money
    assert (conditions.stack, conditions.reentries) == stack_and_reentries
    level, minute = closes
    assert conditions.closes_at_level == level
    assert levels[level - 1].begins == minute * 60
    assert [(each.small, each.big) for each in conditions.levels] == list(ladder)
    assert all(each.ante == each.big for each in conditions.levels)
    assert [each.begins // 60 for each in levels] == starts
    assert {each.level: (each.ends - each.begins) // 60 for each in segments if each.kind == BREAK} == breaks
    playing, total = lasts
    assert sum(each.seconds for each in conditions.levels) == playing * 60
    assert levels[-1].ends == total * 60
    assert (conditions.ruleset, conditions.game, conditions.commission) == ("STAR", "holdem", 0)


# TRN-01.
@pytest.mark.clause("STAR 4-Monday")
def test_monday() -> None:
    check(
        event("monday_triple_shot"),
        (20_000, 17_000, 3_000),
        (30_000, 2),
        (9, 150),
        MONDAY_AND_JAM,
        MONDAY_MINUTES,
        {8: 30, 16: 15, 24: 15},
        (390, 450),
    )


@pytest.mark.clause("STAR 4-Jam")
def test_jam() -> None:
    check(
        event("midweek_jam"),
        (22_000, 18_000, 4_000),
        (25_000, None),
        (6, 155),
        MONDAY_AND_JAM,
        JAM_MINUTES,
        {5: 30, 10: 15, 15: 15, 20: 15, 25: 15},
        (650, 740),
    )


# TRN-02.
@pytest.mark.clause("STAR 4-Friday")
def test_friday() -> None:
    check(
        event("friday_freezeout"),
        (20_000, 17_000, 3_000),
        (25_000, 0),
        (7, 150),
        FRIDAY_AND_SATURDAY,
        FRIDAY_MINUTES,
        {6: 30, 12: 15, 18: 15, 24: 15},
        (520, 595),
    )


# TRN-02.
@pytest.mark.clause("STAR 4-Saturday")
def test_saturday() -> None:
    check(
        event("saturday_special"),
        (24_000, 20_000, 4_000),
        (25_000, 1),
        (7, 150),
        FRIDAY_AND_SATURDAY,
        FRIDAY_MINUTES,
        {6: 30, 12: 15, 18: 15, 24: 15},
        (520, 595),
    )


def test_the_events_of_the_star_are_there_and_the_beginning_of_a_name_will_do() -> None:
    assert {"monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special"} <= set(names())
    assert event("saturday") is event("saturday_special") or event("saturday") == event("saturday_special")
    for name in ("", "sunday"):
        with pytest.raises(UnknownEvent, match="saturday_special"):
            event(name)


OWN = """
event = "sunday"
title = "Sunday Deep"
ruleset = "STAR"
entry_fee = 10000
stack = 20000
start = 2025-06-15T12:00:00
reentries = "unlimited"
closes_at_level = 2
level_seconds = 1200
levels = [[100, 200, 200], [200, 300, 300], [300, 600, 600, 1800]]
breaks = [[1, 600]]
denominations = [100, 500, 1000]

[scale]
label = "our own"
bands = [{from = 1, to = 20, percent = [50, 30, 20]}, {from = 21, percent = [43.5, 30, 20, 6.5]}]

[readings]
race_tie = "suit"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "sunday.toml"
    path.write_text(text, encoding="utf-8")
    return path


def sentence(path: Path) -> str:
    with pytest.raises(UnreadableEvent) as caught:
        read_file(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_operators_own_event(tmp_path: Path) -> None:
    sunday = read_file(written(tmp_path, OWN))
    assert sunday.levels == (Level(100, 200, 200, 1200), Level(200, 300, 300, 1200), Level(300, 600, 600, 1800))
    assert sunday.reentries is None
    assert sunday.start == 1_749_988_800
    assert sunday.readings == Readings(race_tie="suit")
    assert sunday.scale is not None
    assert sunday.scale.bands == (Band(1, 20, (5000, 3000, 2000)), Band(21, None, (4350, 3000, 2000, 650)))


def test_an_operators_own_sessions(tmp_path: Path) -> None:
    text = """
    event = "heats"
    title = "Heats"
    ruleset = "PON"
    game = "pontoon"
    stack = 10000
    scale = "house"
    items = {"20.4(b)" = "three heats"}
    [sessions]
    rounds = [20, 10]
    advance = [2]
    """
    heats = read_file(written(tmp_path, text))
    assert heats.sessions == Sessions(rounds=(20, 10), advance=(2,))
    assert heats.items == {"20.4(b)": "three heats"}
    assert hash(heats.items) == hash(replace(heats).items)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Sunday Deep"', "", "sunday.toml: title: it is missing."),
        ("stack = 20000", "stak = 20000", "sunday.toml: stak: there is no such field."),
        ("stack = 20000", 'stack = "many"', "sunday.toml: stack: it takes a whole number, not 'many'."),
        ("stack = 20000", "stack = true", "sunday.toml: stack: it takes a whole number"),
        ("stack = 20000", "stack = 20000.5", "sunday.toml: stack: it takes a whole number"),
        ('ruleset = "STAR"', "ruleset = 7", "sunday.toml: ruleset: it takes words, not 7."),
        ("level_seconds = 1200", 'level_seconds = "x"', "sunday.toml: level_seconds: it takes a whole number"),
        ("[200, 300, 300]", "[200]", "sunday.toml: levels, row 2: it takes a row of small, big, ante, seconds"),
        ("[200, 300, 300]", "200", "sunday.toml: levels, row 2: it takes a row of small, big, ante, seconds"),
        ("[200, 300, 300]", '[200, "x", 300]', "sunday.toml: levels, row 2, big: it takes a whole number, not 'x'."),
        ("breaks = [[1, 600]]", "breaks = 1", "sunday.toml: breaks: it takes a list, not 1."),
        ('race_tie = "suit"', 'raec_tie = "suit"', "sunday.toml: readings.raec_tie: there is no such field."),
        ('race_tie = "suit"', "race_tie = 1", "sunday.toml: readings.race_tie: it takes words, not 1."),
        ("12:00:00", "12:00:00+10:00", "sunday.toml: start: it takes a whole number"),
        ("from = 1,", "form = 1,", "sunday.toml: scale.bands, row 1, form: there is no such field."),
        ("from = 1,", "", "sunday.toml: scale.bands, row 1, from: it takes a whole number"),
        ("6.5]", "6.505]", "sunday.toml: scale.bands, row 2, percent: 6.505 is finer than hundredths of a percent."),
        ("6.5]", "1e999999]", "sunday.toml: scale.bands, row 2, percent: it takes percents"),
        ("6.5]", "nan]", "sunday.toml: scale.bands, row 2, percent: it takes percents"),
        ('label = "our own"', "", "sunday.toml: scale.label: it is missing."),
        ('label = "our own"', 'label = "x"\nlable = "x"', "sunday.toml: scale.lable: there is no such field."),
        ("[scale]\nlabel", 'scale = "x"\n[x]\nlabel', "sunday.toml: x: there is no such field."),
        ('event = "sunday"', 'event = "sunday', "sunday.toml is not a data file in TOML: "),
        # What the validator finds, with the field and the clause.
        ("percent = [50, 30, 20]", "percent = [50, 30, 19.1]", "sums to 99.10%, not to 100.00%. (STAR 3-a[s2])"),
        ("closes_at_level = 2", "closes_at_level = 9", "sunday.toml: closes_at_level: Registration cannot close"),
        ("stack = 20000", "stack = -1", "sunday.toml: stack: A stack of -1 cannot be laid down"),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence_with_file_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in OWN
    assert said in sentence(written(tmp_path, OWN.replace(old, new)))


def test_a_scale_that_there_is_not_is_answered_with_those_there_are(tmp_path: Path) -> None:
    text = OWN[: OWN.index("[scale]")] + 'scale = "generous"\n'
    assert "scale: it is house, canberra_thursday" in sentence(written(tmp_path, text))


def test_all_problems_come_with_the_first(tmp_path: Path) -> None:
    with pytest.raises(UnreadableEvent) as caught:
        read_file(written(tmp_path, OWN.replace("closes_at_level = 2", "closes_at_level = 9\nseats = 20")))
    assert {each.word for each in caught.value.problems} == {"closes_at_level", "seats"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert sentence(tmp_path / "none.toml") == "none.toml cannot be read: No such file or directory."
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert sentence(binary).startswith("binary.toml is not a data file in TOML")
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * 1_000_001)
    assert sentence(long) == "long.toml is too long to be an event."


def test_the_file_of_the_guide_is_an_event(tmp_path: Path) -> None:
    guide = Path(__file__).parents[3] / "docs" / "tournament-structures.md"
    whole, scale = (part.split("```")[0] for part in guide.read_text(encoding="utf-8").split("```toml\n")[1:])
    assert read_file(written(tmp_path, whole)).scale == SCALES["house"]
    lines = [line for line in whole.splitlines() if not line.startswith("scale = ")]
    own = read_file(written(tmp_path, "\n".join(lines) + "\n" + scale)).scale
    assert own is not None
    assert shares_for(own, 21) == (4350, 3000, 2000, 650)
