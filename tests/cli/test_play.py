"""`./pit play`, as a person plays it: lines typed, lines read."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import face
from pitboss.cli.playing.games import practice
from pitboss.cli.playing.prompts import amount
from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.games.play import Audience, Viewer
from pitboss.games.table import Shoe, Table
from pitboss.kits import house_games
from tests.cli.terminal import Terminal, check_money, pit_play, said, told

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
every_game = pytest.mark.parametrize("game", house_games())


def test_a_round_with_its_reasons() -> None:
    text = told("ultimate", "--seed", "3", lines="10 5 2 2 2 2 q")
    assert "you begin with $1,000. The cards are those of seed 3." in text
    assert "Your turn: 1 fold 2 check 3 play $30 4 play $40" in text
    assert "Your turn: 1 fold 2 play $10" in text
    assert "You may: 1 concede 2 go on (settle)" in text
    assert "(UTH 9.5(b))" in text
    assert "(UTH 9.7(b))" in text
    assert "This round -$35; you have $965." in text
    assert text.endswith("1 round played, net -$35. You leave with $965.")


@every_game
def test_the_same_seed_gives_the_same_session(game: str) -> None:
    lines = "10 _ 1 1 1 1 _ _ 2 2 2 2 _ 10 5 1 1 1 1"
    first, second, other = (said(game, "--seed", seed, lines=lines) for seed in ("7", "7", "8"))
    assert first == second
    assert first.replace("seed 7", "seed 8") != other


@every_game
def test_nothing_is_shown_before_its_time(game: str) -> None:
    chosen = practice(game)
    for seed in range(20):
        table: Table[Any] = Table(chosen.game, chosen.settings, Shoe.seeded(seed)).open().new_round()
        table.place(1, "the player", **dict.fromkeys(chosen.least_wagers, 1000))
        table.deal()
        visible = str(table.view(Viewer(Audience.SEAT, 1)).as_json())
        hidden = {face(card) for card in table.state.felt.dealt if face(card) not in visible}
        text = said(game, "--seed", str(seed), lines="10 _")
        for card in hidden:
            assert card[0].replace("T", "10") + SIGNS[card[1]] not in text
    assert hidden or game == "pontoon"


@every_game
def test_whatever_is_typed_the_game_goes_on_and_the_money_is_never_short(game: str) -> None:
    words = "_ _ _ 1 1 2 2 3 4 5 6 y n 10 20 25.50 ? ?_9.6 ?_nothing zzz 0.25 0 99999 $1,000 go f 5"
    for seed in range(15):
        random = Random(seed)
        lines = " ".join(random.choices(words.split(), k=150))
        text = said(game, "--seed", str(seed), "--bankroll", "120", lines=lines)
        assert "in hand -" not in text
        check_money(text, 12000)


@every_game
@pytest.mark.parametrize("columns", [60, 80])
def test_it_fits_the_screen(game: str, columns: int) -> None:
    text = said(game, "--seed", "1", lines="10 5 ? 2 ? 2 2 2 _ _ 1 1", columns=columns)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= columns


def test_a_jackpot_wager_is_offered_with_its_meter() -> None:
    text = told("canberra", "--seed", "4", lines="10 x y bet _ 10 n")
    assert "Jackpot for $2, meter at $25,000 (y or n, Enter for n): x Type y or n. Jackpot for $2," in text
    assert "Chips: ante ● $10 jackpot ● $2 in hand $988" in text
    assert "Your turn: 1 fold 2 bet $20" in text
    assert "(CAN 9.3)" in text
    assert "so the jackpot wager loses. (CAN 10.7[1])" in text
    assert "meter at $25,001.50" in text


def test_split_hands_are_played_one_after_another() -> None:
    text = told("pontoon", "--seed", "43", "--bankroll", "35", lines="10 _ s split stand double_f 7 20 _")
    assert "'s' is not one of the choices." in text
    assert "You, hand 1: 13, in play You, hand 2: 8, open" in text
    assert "Chips: main hand 1 ● $10 main hand 2 ● $10 in hand $15" in text
    assert "You, hand 1: 13, stood You, hand 2: 14, in play" in text
    assert "How much, $0.50 to $10 (Enter to choose again): 7" in text
    assert "main hand 2 $17" in text or "main hand 2 ● $17" in text


def test_insurance_is_taken_in_parts_and_never_beyond_the_money() -> None:
    text = told("pontoon", "--seed", "7", "--bankroll", "14", lines="10 _ insure_f 7 insure_f 4.5 insure_f 3 go")
    assert "Your $4 in hand does not cover insure $5. You may: 1 insure for less 2 surrender 3 go on" in text
    assert text.count("You have $4 in hand.") == 2
    assert "Chips: main ● $10 insurance ● $3 in hand $1" in text
    assert "Your turn: 1 double for less 2 hit 3 stand" in text
    refused = told("pontoon", "--seed", "7", lines="10 _ insure_f 7")
    assert "Insurance is at most half the original wager of $10, not $7. (PON 7.1[s2]) You may:" in refused


def test_surrender_and_forfeit_may_be_passed_over() -> None:
    text = told("pontoon", "--seed", "1", lines="10 _ surrender q")
    assert "(PON 9.4) This round -$5; you have $995." in text
    text = told("pontoon", "--seed", "3", lines="10 _ go double_$10 forfeit q")
    assert "You, box 1: 13, doubled, stood" in text
    assert "You may: 1 forfeit 2 go on (deal)" in text
    assert "(PON 12.6) This round -$10; you have $990." in text


def test_what_the_table_refuses_is_said_with_its_clause_and_asked_again() -> None:
    text = told("ultimate", lines="12.25 ten 600 0 q")
    assert "Wagers are made in multiples of $0.50; $12.25 is none. (UTH 5.3) Ante," in text
    assert "Type an amount such as 10, $10 or 12.50. Ante," in text
    assert "That takes $1,200 (ante $600, blind $600); you have $1,000. Ante," in text
    assert text.endswith("0 rounds played, net $0. You leave with $1,000.")


def test_a_second_wager_under_the_minimum_goes_back() -> None:
    text = told("ultimate", "--seed", "1", lines="5 _ 1 _ 5 _ 10 _ 1")
    assert "You are told: below minimum; a further wager like it goes back. (UTH 5.4)" in text
    assert "You have been told about the minimum: this goes back, and no cards would come. (UTH 5.4) Ante," in text
    assert "2 rounds played" in text


def test_wagers_above_the_maximum_are_live_to_it() -> None:
    text = said("ultimate", "--bankroll", "9000", "--seed", "1", lines="600 _")
    assert "ante ● $600 ($500 of it live)" in text


def test_enter_repeats_the_last_wagers_while_the_money_covers_them() -> None:
    text = told("ultimate", "--seed", "1", "--bankroll", "100", lines="20 5 1 _ _ 1 _ _ q")
    assert "(Enter repeats ante $20, blind $20, trips $5)" in text
    assert "Round 3: you have $10." not in text
    assert "Your practice money, $10, no longer covers the least wagers, $20 (ante $10, blind $10)." in text
    assert text.endswith("2 rounds played, net -$90. You leave with $10.")


def test_only_what_the_money_covers_is_offered() -> None:
    text = told("ultimate", "--seed", "5", "--bankroll", "50", lines="10 _ 3 2 2 2")
    assert "Your turn: 1 fold 2 check 3 play $30 Type" in text
    assert "Your $30 in hand does not cover play $40." in text
    text = told("ultimate", "--seed", "5", "--bankroll", "20", lines="10 _ 2 2 1")
    assert "Your $0 in hand does not cover play $10. Your turn: 1 fold Type" in text


def test_the_rules_are_at_hand() -> None:
    text = told("ultimate", "--seed", "3", lines="? 10 ? _ ? ?_9.6 ?_UTH_9.99 ?_U-A7 ?_HLD_3.6 q")
    assert "UTH 5.3: Permitted wager multiples are displayed" in text
    assert "UTH 4.3: Trips only with ante and blind in the same round" in text
    assert "UTH 8.1(c): or make the play wager before the flop" in text
    assert "UTH 9.6(b): Blind loses when dealer is higher" in text
    assert "There is no clause UTH 9.99 in the rulebook (UTH 9 has 9.1 to 9.10)." in text
    assert "U-A7: " in text
    assert "HLD 3.6: " in text


@every_game
def test_no_prompt_recommends_anything(game: str) -> None:
    text = said(game, "--seed", "2", lines="10 _ 1 1 1 1").casefold()
    assert not re.search(r"best|should|odds of|chance of|recommend|advise", text)


@pytest.mark.parametrize("goodbye", ["q", "Q", "quit", ""])
def test_leaving_in_the_middle_of_a_round(goodbye: str) -> None:
    text = told("ultimate", "--seed", "3", lines=f"10 _ 2 {goodbye}")
    assert "You leave in the middle of a round: it does not count, and its wagers go back." in text
    assert text.endswith("0 rounds played, net $0. You leave with $1,000.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["whist"], "There is no game 'whist' to play: the games are ultimate, canberra, pontoon and holdem.\n"),
        (["ultimate", "--bankroll", "much"], "--bankroll is an amount such as 1000 or 250.50, not 'much'.\n"),
        (
            ["ultimate", "--bankroll", "$19.50"],
            "--bankroll must cover the least wagers, $20 (ante $10, blind $10), and $19.50 does not.\n",
        ),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    done = pit_play(*arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("10", 1000), ("$10", 1000), ("12.5", 1250), (" $ 1,000.05 ", 100005), (".50", 50), ("0", 0)],
)
def test_amounts_as_people_type_them(typed: str, cents: int) -> None:
    assert amount(typed) == cents


@pytest.mark.parametrize(
    "typed", ["", "$", ".", "-5", "1,00", "12.345", "1e3", "٣", "10 20", "9" * 10, "9" * 5000, "1," * 5000]
)
def test_what_is_not_an_amount(typed: str) -> None:
    assert amount(typed) is None


def test_a_line_of_any_length_is_answered_in_a_sentence() -> None:
    """Also a number of more digits than Python reads."""
    long = "7" * 5000
    text = told("ultimate", "--seed", "3", lines=f"{long} 10 {long} _ {long} 0 -1 03 1 q")
    assert text.count("Type an amount such as 10, $10 or 12.50.") == 2
    assert f"'{'7' * 40}...' is not one of the choices. Your turn:" in text
    assert "'0' is not one of the choices." in text
    assert "'-1' is not one of the choices." in text
    text = told("pontoon", "--seed", "7", lines=f"10 _ insure_f {long} insure_f 999999999 go")
    assert "Type an amount such as 10, $10 or 12.50. You may:" in text
    assert "You have $990 in hand. You may:" in text
    done = pit_play("ultimate", "--bankroll", long)
    assert (done.exit_code, len(done.stderr.splitlines()), len(done.stderr) < 120) == (2, 1, True)


@pytest.mark.parametrize(
    ("words", "typed", "shown"),
    [
        (
            ["ultimate", "--seed", "3"],
            b"10\n\n\xff\n2\n2\n1\n",
            ["| As || 8d |", "|####||####|", "Your turn: 1 fold   2 check   3 play $30   4 play $40", "ante ($10)"],
        ),
        (["holdem", "--seed", "1"], b"\nc\n\xff\nf\nq\n", ["| 2h || 5h |", "Flop: Jd 3s 2s, pot $35."]),
    ],
)
def test_plain_letters_where_the_terminal_has_no_suits(words: list[str], typed: bytes, shown: list[str]) -> None:
    script = "import typer; from pitboss.cli.play import play; typer.run(play)"
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        input=typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("ascii")
    assert [each for each in shown if each not in text] == []


@pytest.mark.needs("tmux")
def test_a_round_in_a_terminal() -> None:
    terminal = Terminal("./pit", "play", "ultimate", "--seed", "3")
    screen, press = terminal.screen, terminal.press
    screen("Ante")
    press("10", "Enter")
    screen("Trips")
    press("Enter")
    top, *_ = screen("4 play $40").splitlines()
    assert top == "Ultimate Texas Hold-em, round 1, before flop"
    press("1", "Enter")
    assert "│ A♠ │" not in screen("This round -$20; you have $980.")
    press("C-c")
    ending = screen("exit status")
    terminal.close()
    assert "1 round played, net -$20. You leave with $980.\nexit status 0" in ending


@pytest.mark.parametrize("game", house_games())
def test_rounds_are_written_down_as_cases_that_conform_plays(game: str, tmp_path: Path) -> None:
    record = tmp_path / "rounds.json"
    random = Random(7)
    lines = " ".join(random.choice(("1", "2", "_", "10")) for _ in range(300))
    assert pit_play(game, "--seed", "7", "--record", str(record), lines=lines).exit_code == 0
    verdicts = [run_case(game, case) for case in load(record).cases]
    assert len(verdicts) >= 3
    assert all(verdict.passed for verdict in verdicts), [verdict.differences for verdict in verdicts]


@pytest.mark.parametrize(("game", "lines"), [("ultimate", "10 _ 1 q"), ("holdem", "_ f q")])
def test_a_record_never_takes_the_place_of_something_else(tmp_path: Path, game: str, lines: str) -> None:
    record = tmp_path / "rounds.json"
    record.write_text("precious")
    done = pit_play(game, "--seed", "3", "--record", str(record), lines=lines)
    sentence = f"--record needs a new or an empty file, and '{record}' has something in it.\n"
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", sentence)
    assert record.read_text() == "precious"
    done = pit_play(game, "--record", str(tmp_path))
    assert (done.exit_code, done.stderr) == (2, f"--record needs a file, and '{tmp_path}' is none.\n")
    assert os.listdir(tmp_path) == ["rounds.json"]


def test_a_record_may_be_an_empty_file_and_stays_so_without_a_round(tmp_path: Path) -> None:
    record = tmp_path / "rounds.json"
    said("ultimate", "--record", str(record), lines="q")
    assert not record.exists()
    record.touch()
    said("ultimate", "--record", str(record), lines="q")
    assert record.read_bytes() == b""
    link = tmp_path / "link.json"
    link.symlink_to(record)
    said("ultimate", "--seed", "3", "--record", str(link), lines="10 _ 1 q")
    assert link.is_symlink()
    assert len(load(record).cases) == 1
    assert sorted(os.listdir(tmp_path)) == ["link.json", "rounds.json"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_record_keeps_the_rounds_before_when_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The second round fails halfway; the third is written with both before it."""
    record = tmp_path / "rounds.json"
    found: list[int] = []
    really = getattr(os, fails)

    def failing(*arguments: Any) -> Any:
        if record.exists() and not found:
            found.append(len(load(record).cases))
            raise OSError(28, "No space left on device")
        return really(*arguments)

    monkeypatch.setattr(os, fails, failing)
    asked = ("ultimate", "--seed", "3", "--record", str(record))
    # Wide enough for a path of any length in one line.
    text = told(*asked, lines="10 _ 1 _ _ 1 _ _ 1 q", columns=400)
    assert text.count(f"--record cannot write '{record}': No space left on device.") == 1
    assert text.endswith("3 rounds played, net -$60. You leave with $940.")
    assert found == [1]
    assert len(load(record).cases) == 3
    assert os.listdir(tmp_path) == ["rounds.json"]


def test_a_file_that_appears_while_the_first_round_is_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "rounds.json"

    def somebody_else_writes(*_: object) -> list[Any]:
        record.write_text("precious")
        return []

    monkeypatch.setattr("pitboss.cli.playing.session.export_round", somebody_else_writes)
    assert "has something in it." in told("ultimate", "--record", str(record), lines="10 _ 1 q")
    assert record.read_text() == "precious"


def test_a_record_that_cannot_be_written_is_told_before_the_first_round(tmp_path: Path) -> None:
    result = pit_play("ultimate", "--record", str(tmp_path / "no" / "rounds.json"))
    assert result.exit_code == 2
    assert "No such file or directory." in result.stderr
    assert "practice money" not in result.stdout
