"""`./pit tournament`, as a person types it."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from pitboss.tournaments.event import library
from pitboss.tournaments.event.library import names
from tests.cli.terminal import PITBOSS, Pit, pitboss, refusal, stopped

SATURDAY = next(Path(library.__file__).parents[1].rglob("saturday_special.toml"))


def answer(pit: Pit, *arguments: str) -> Any:
    said = pit("tournament", *arguments, "--json")
    assert (said.returncode, said.stderr) == (0, "")
    return json.loads(said.stdout)


def told(pit: Pit, *arguments: str, columns: int = 80) -> str:
    """What a command prints: no line is wider than the screen, and nothing is cut."""
    said = pit("tournament", *arguments, columns=columns)
    assert (said.returncode, said.stderr) == (0, "")
    assert max(map(len, said.stdout.splitlines())) <= columns
    assert "…" not in said.stdout
    return said.stdout


def rows(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.splitlines()]


# The events there are


@pytest.mark.parametrize(("columns", "figures"), [(80, 7), (60, 5)])
def test_the_events_fit_the_screen(pit: Pit, columns: int, figures: int) -> None:
    found = rows(told(pit, "events", columns=columns))
    whole = ["saturday_special", "STAR", "holdem", "$240", "25,000", "1", "26"]
    assert whole[:figures] in found
    assert {row[0] for row in found if row} >= set(names())


def test_the_events_as_json(pit: Pit) -> None:
    found = {each["event"]: each for each in answer(pit, "events")}
    assert set(found) == set(names())
    assert found["midweek_jam"]["reentries"] is None
    assert (found["pontoon_heats"]["levels"], found["pontoon_heats"]["sessions"]) == (0, 3)


# Showing one


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("name", names())
def test_every_event_is_shown(pit: Pit, name: str, columns: int) -> None:
    printed = told(pit, "show", name, columns=columns)
    assert "level 0" not in printed
    assert "to be told" not in printed


def test_a_structure_with_its_closing_breaks_chips_and_scale(pit: Pit) -> None:
    found = rows(told(pit, "show", "saturday"))
    assert ["level", "3", "40", "200", "300", "300"] in found
    closing = found.index(["entries", "close", "150"])
    assert found[closing - 1] == ["break,", "30", "minutes", "120"]
    assert found[closing + 1][:3] == ["level", "7", "150"]
    assert ["1,000", "18", "level", "18"] in found
    assert ["10,000", "25", "none"] in found
    assert ["51", "to", "100", "9", "30.00%", "20.00%", "3.50%"] in found


def test_a_house_game_has_sessions_limits_and_its_conditions(pit: Pit) -> None:
    printed = told(pit, "show", "ultimate")
    assert ["3", "30", "final"] in rows(printed)
    flowing = " ".join(printed.split())
    assert "Wagers of 100 to 2,500 in multiples of 50; side wagers closed; a starting marker; 1 repechage;" in flowing
    assert "UTH 16.3(a)(ii) entry fee and tournament commission: Entry fee $100" in flowing
    assert "UTH 16.3(b) The tournament is conducted by the Tournament Director/Assistant" in flowing
    assert "colour" not in flowing


def test_what_a_field_takes(pit: Pit) -> None:
    printed = told(pit, "show", "saturday", "--entries", "87")
    assert "With 87 entries, $17,400 in the pool" in printed
    assert ["100", "10", "870", "0", "870"] in rows(printed)
    assert ["9", "3.50%", "$609"] in rows(printed)
    assert "past the last level." in printed
    fewer = " ".join(told(pit, "show", "midweek", "--entries", "80", columns=60).split())
    assert "level 25, which begins 11:15:00 after the start." in fewer


def test_a_structure_as_json(pit: Pit) -> None:
    found = answer(pit, "show", "saturday", "--entries", "60")
    assert found["levels"][2] == {"level": 3, "starts_s": 2400, "small": 200, "big": 300, "ante": 300, "seconds": 1200}
    assert (found["entries_close_s"], found["structure_ends_s"]) == (9000, 35_700)
    assert found["problems"] == []
    field = found["field"]
    assert sum(each["cents"] for each in field["prizes"]) == field["prize_pool_cents"] == 1_200_000
    assert sum(each["in_all_stacks"] * each["denomination"] for each in field["chips"]) == 60 * 25_000
    assert field["likely_end"] == {"level": 25, "second": 33_300, "exceeds_twelve_hours": False}


def own(folder: Path, **changed: str) -> str:
    """A file of one's own: the Saturday event with some lines changed."""
    text = SATURDAY.read_text(encoding="utf-8")
    for name, value in changed.items():
        text, number = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        assert number == 1
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


SUMS_TO_99 = '{ label = "ours", bands = [{ from = 1, to = 20, percent = [50, 49.1] }, { from = 22, percent = [100] }] }'


def test_a_file_of_ones_own_is_checked(pit: Pit, tmp_path: Path) -> None:
    file = own(tmp_path, scale=SUMS_TO_99, stack="25001")
    said = pit("tournament", "show", file)
    assert (said.returncode, said.stdout) == (2, "")
    stack, *scale = said.stderr.splitlines()
    assert stack.startswith("A stack of 25,001 cannot be")
    assert sorted(scale) == [
        "The row for 1 to 20 entries sums to 99.10%, not to 100.00%. (STAR 3-a[s2])",
        "The scale has no row for 21 entries. (STAR 3-a[s2])",
    ]
    as_json = pit("tournament", "show", file, "--json")
    assert (as_json.returncode, as_json.stderr) == (2, "")
    problems = json.loads(as_json.stdout)["problems"]
    assert [f"{each['reason']} ({each['clause']})" for each in problems] == [stack, *scale]
    assert [each["field"] for each in problems] == ["stack", "scale", "scale"]


def test_a_file_of_ones_own_is_shown_and_played(pit: Pit, tmp_path: Path) -> None:
    file = own(tmp_path, title='"[bold]Ours[/] :smile:"', reentries='"unlimited"')
    assert told(pit, "show", file).startswith("[bold]Ours[/] :smile:\n")
    assert answer(pit, "simulate", file, "--entries", "6", "--seed", "1")["title"] == "[bold]Ours[/] :smile:"


# Playing one


def test_a_whole_event_in_a_process_of_its_own_is_the_same_from_the_same_seed(pit: Pit) -> None:
    asked = ("simulate", "saturday", "--entries", "30", "--seed", "7")
    said = pitboss("tournament", *asked, "--json")
    assert (said.returncode, said.stderr) == (0, "")
    found = json.loads(said.stdout)
    assert answer(pit, *asked) == found
    assert answer(pit, *asked[:-1], "8")["story"] != found["story"]
    assert (found["event"], found["entries"], found["seed"]) == ("saturday_special", 30, 7)
    assert found["prize_pool_cents"] == sum(each["prize_cents"] for each in found["places"]) == 600_000
    assert sorted({place for each in found["places"] for place in each["places"]}) == list(
        range(1, found["statistics"]["entrants"] + 1)
    )
    chips = found["chips"]
    assert chips["issued"] - chips["removed"] + chips["race_change"] == chips["in_play"] == chips["counted"]
    assert {"entry", "level", "move", "race", "out", "prize"} <= {line["kind"] for line in found["story"]}
    assert all(line["text"] and line["clause"] for line in found["story"])


@pytest.mark.parametrize("columns", [80, 60])
def test_the_story_of_the_saturday_event(pit: Pit, columns: int) -> None:
    printed = told(pit, "simulate", "saturday", "--entries", "87", "--seed", "1", columns=columns)
    lines = printed.splitlines()
    assert lines[0] == "$240 Saturday Night Special"
    assert re.fullmatch(r"87 entries by \d+ players, seed 1", lines[1])
    assert lines[3] == f"{'':10}43 entries before the start.  STAR 6.1"
    # Every level has a line of its own, below an empty one.
    second = next(place for place, line in enumerate(lines) if "  Level 2: 100/200, ante 200.  STAR 7.20" in line)
    assert lines[second - 1] == ""
    flowing = " ".join(printed.split())
    for words in ("re-enters", "next to be the big blind", "is broken", "Chips of 100 go out", "races its chips"):
        assert words in flowing
    # A clause stands behind what rests on it, whole.
    assert not any(line.rstrip().endswith(" STAR") for line in lines)
    assert ["9", "$609"] in [row[:1] + row[-1:] for row in rows(printed)]
    assert "Prize pool $17,400, all of it paid (STAR 3-a[s2])." in flowing
    assert re.search(r"Chips: 2,175,000 issued, [\d,]+ removed, .*in play, as counted\.", flowing)
    assert re.search(r"Over \d+:\d\d:\d\d after the start, in level \d+, after [\d,]+ hands and \d+ moves\.", flowing)


def test_a_time_is_said_once_and_never_goes_back(pit: Pit) -> None:
    printed = told(pit, "simulate", "saturday", "--entries", "40", "--seed", "2")
    times = re.findall(r"(?m)^ *(\d+):(\d\d):(\d\d)  ", printed)
    seconds = [3600 * int(hours) + 60 * int(minutes) + int(rest) for hours, minutes, rest in times]
    assert len(seconds) > 50
    assert seconds == sorted(set(seconds))


@pytest.mark.parametrize("name", ["pontoon_heats", "ultimate_challenge", "canberra_cup", "canberra_holdem"])
def test_events_of_other_documents_are_played(pit: Pit, name: str) -> None:
    printed = told(pit, "simulate", name, "--entries", "12", "--seed", "4")
    assert "12 entries by 12 players, seed 4" in printed
    assert "all of it paid" in printed
    assert ("rounds." in printed) != ("hands and" in printed)


def test_a_seed_is_chosen_and_told_where_none_is_given(pit: Pit) -> None:
    first = answer(pit, "simulate", "monday", "--entries", "6")
    assert answer(pit, "simulate", "monday", "--entries", "6", "--seed", str(first["seed"])) == first


def test_an_event_that_comes_to_no_end_is_told(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tournaments.bots.simulation._MOST_STEPS", 20)
    said = pit("tournament", "simulate", "monday", "--entries", "6", "--seed", "1")
    assert (said.returncode, said.stdout) == (2, "")
    assert re.fullmatch(
        r"monday_triple_shot with 6 entries and seed 1 comes to no end: \d players were left after \d+ hands\.\n",
        said.stderr,
    )


# Forecasting one


def test_a_forecast_is_the_same_with_any_number_of_workers(pit: Pit) -> None:
    asked = ("forecast", "monday", "--entries", "8", "--events", "4", "--seed", "3")
    found = answer(pit, *asked, "--workers", "1")
    assert answer(pit, *asked, "--workers", "2") == found
    assert (found["events"], found["events_asked"], found["complete"]) == (4, 4, True)
    assert found["ends_s"]["10%"] <= found["ends_s"]["50%"] <= found["ends_s"]["90%"]
    assert sum(found["levels"].values()) == 4
    assert (found["chance_of_twelve_hours"], found["chance_past_the_ladder"]) == (0.0, 0.0)
    assert found["rule_of_thumb"]["level"] == 17


@pytest.mark.parametrize("columns", [80, 60])
def test_a_forecast_as_a_table(pit: Pit, columns: int) -> None:
    asked = ("forecast", "monday", "--entries", "6", "--events", "2", "--seed", "3", "--workers", "1")
    printed = told(pit, *asked, columns=columns)
    assert "2 events played with bots to the last hand, seed 3" in printed
    assert "Longer than twelve hours (STAR 1-b): 0% of the events." in printed
    assert any(row[:3] == ["the", "shortest", "50%"] for row in rows(printed))


# What cannot be done

ENTRIES = "--entries is a whole number from 2 to 200"
THERE_ARE = f"there are {', '.join(names())}."
BAD = [
    (["show", "nope"], f"There is no event 'nope': {THERE_ARE}"),
    (["show", ""], f"There is no event '': {THERE_ARE}"),
    (["show", 5000 * "x"], f"There is no event '{40 * 'x'}...': {THERE_ARE}"),
    (["simulate", "canberra"], "'canberra' may be canberra_cup or canberra_holdem: write more of it."),
    (["forecast", "m"], "'m' may be midweek_jam or monday_triple_shot: write more of it."),
    (["show", "missing.toml"], "missing.toml cannot be read: No such file or directory."),
    (["simulate", "some/where"], "where cannot be read: No such file or directory."),
    (["simulate", "saturday", "--entries", "1"], f"{ENTRIES}, not '1'."),
    (["simulate", "saturday", "--entries", "0"], f"{ENTRIES}, not '0'."),
    (["show", "saturday", "--entries", "5000"], f"{ENTRIES}, not '5000'."),
    (["forecast", "saturday", "--entries", "abc"], f"{ENTRIES}, not 'abc'."),
    (["simulate", "saturday", "--entries", "-3"], f"{ENTRIES}, not '-3'."),
    (["simulate", "ultimate", "--entries", "73"], "--entries is a whole number from 2 to 72, not '73'."),
    (["simulate", "saturday", "--seed", "x"], "--seed is a whole number of at most 24 digits, not 'x'."),
    (["forecast", "saturday", "--events", "0"], "--events is a whole number from 1 to 100,000, not '0'."),
    (["forecast", "saturday", "--workers", "0"], "--workers is a whole number from 1 to 1,024, not '0'."),
    (
        ["forecast", "saturday", "--cluster", "nonsense"],
        "'nonsense' is not the address of a Dask scheduler: write tcp://HOST:PORT.",
    ),
    (
        ["forecast", "saturday", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"],
        "--workers is for this machine: a cluster has its own.",
    ),
    (["simulate"], "Missing argument 'EVENT'."),
    (["nonsense"], "No such command 'nonsense'."),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD)
def test_bad_input_gets_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit("tournament", *arguments)) == sentence


@pytest.mark.parametrize("command", ["show", "simulate", "forecast"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1", "own.toml: x: there is no such field."),
        ("levels = [", "own.toml is not a data file in TOML: Invalid value (at end of document)."),
        ('event = "x"\ntitle = "x"', "own.toml: ruleset: it is missing."),
        (None, "own.toml cannot be read: Is a directory."),
    ],
)
def test_a_file_that_is_no_event(pit: Pit, tmp_path: Path, command: str, text: str | None, sentence: str) -> None:
    file = tmp_path / "own.toml"
    if text is None:
        file.mkdir()
    else:
        file.write_text(text, encoding="utf-8")
    assert refusal(pit("tournament", command, str(file))) == sentence


@pytest.mark.parametrize("command", ["simulate", "forecast"])
def test_a_scale_that_leaves_something_over_is_not_played(pit: Pit, tmp_path: Path, command: str) -> None:
    said = refusal(pit("tournament", command, own(tmp_path, scale=SUMS_TO_99)))
    assert said == "own.toml: scale: The scale has no row for 21 entries. (STAR 3-a[s2])"


# Stopping


def test_whoever_reads_no_further_sees_no_trace() -> None:
    shell = f"{' '.join(PITBOSS)} tournament simulate saturday --entries 30 --seed 1 | head -1"
    said = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("$240 Saturday Night Special\n", "")


@pytest.mark.parametrize("seconds", [0.6, 1.2, 2.0])
def test_ctrl_c_while_the_workers_are_started_is_one_sentence(seconds: float) -> None:
    """A terminal sends it to all processes; none of them may say more than that, or stay."""
    asked = ("forecast", "midweek", "--entries", "200", "--events", "1000", "--seed", "1", "--workers", "2")
    command = (*PITBOSS, "tournament", *asked)
    # Where the tests themselves run in the background Ctrl-C is not heard, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    finally:
        signal.signal(signal.SIGINT, before)
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)
    try:
        # Until none of them is left that could still write.
        out, said = running.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        raise
    # Python itself ends by the signal where it struck while a class was being made: to a shell that is 130 too.
    assert running.returncode in (130, -signal.SIGINT), said
    assert out == ""
    assert said in ("Stopped.\n", "Stopped before the first event was over.\n")


@pytest.mark.needs("tmux")
def test_ctrl_c_keeps_the_events_that_were_played() -> None:
    asked = ("tournament", "forecast", "monday", "--entries", "6", "--events", "100000", "--seed", "1")
    _, shown = stopped(*asked, at="of 100,000 events", times=3)
    assert "Stopped after " in shown
    assert "Longer than twelve hours" in shown


@pytest.mark.needs("tmux")
def test_a_whole_event_shows_who_is_left_and_can_be_stopped() -> None:
    before, shown = stopped("tournament", "simulate", "midweek", "--entries", "200", "--seed", "1", at="players left")
    assert "midweek_jam" in before
    assert "Stopped." in shown
