"""`./pit par`, as a person types it; a made-up sheet stands in for the solver where the solver is not the matter."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from pitboss.cli import par as par_module
from pitboss.odds.par import committed
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.rules import GAMES, Rules, read_rules
from pitboss.odds.simulation import record
from tests.cli.terminal import Pit, refusal
from tests.odds.par import sample

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(par_module.par)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Rules]:
    """The rules that a sheet was asked for."""
    seen: list[Rules] = []

    def made(rules: Rules, _: object) -> Sheet:
        seen.append(rules)
        return sample.sheet()

    monkeypatch.setattr(par_module, "_make_sheet", made)
    return seen


def test_on_the_screen(asked: list[Rules]) -> None:
    said = run("ultimate")
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.startswith("Ultimate Texas Hold-em: PAR sheet\n")
    assert "House edge" in said.stdout
    assert len(asked) == 1


def test_as_json(asked: list[Rules]) -> None:
    data = json.loads(run("ultimate", "--json").stdout)
    assert data["wagers"]["main"]["house_edge"] == {"numerator": 7, "denominator": 200}
    assert set(data) == {
        *("game", "wagers", "decisions", "rules_digest", "strategy", "tables", "variations", "simulation"),
        *("volatility", "findings", "rules", "version", "date", "edges"),
    }


def test_files(asked: list[Rules], tmp_path: Path) -> None:
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    page.write_text("old")
    said = run("ultimate", "--html", str(page), "--pdf", str(paper))
    assert (said.exit_code, said.stdout) == (0, f"{page} written\n{paper} written\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert paper.read_bytes().startswith(b"%PDF-")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["sheet.html", "sheet.pdf"]


def test_changed_rules_reach_the_solver(asked: list[Rules]) -> None:
    run("pontoon", "--decks", "6", "--set", "rescue=no", "--stake", "25")
    [rules] = asked
    assert (rules.settings.decks, rules.rescue, rules.stake) == (6, False, 2500)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name a game: ultimate, canberra, pontoon; or --all for the sheets of the approved rules."),
        (["whist"], "There is no sheet for 'whist': the games against the house are ultimate, canberra, pontoon."),
        (["pontoon", "--decks", "9"], "Pontoon is played with 3 to 8 decks, not 9."),
        (["ultimate", "--decks", "2"], "Ultimate is played with one deck: --decks is for pontoon."),
        (["ultimate", "--set", "blinds=3"], "There is no setting 'blinds' in ultimate: did you mean blind?"),
        (["ultimate", "--set", "trips"], "'trips' is not a change of the rules: write name=value."),
        (["ultimate", "--stake", "ten"], "The stake is an amount in dollars, such as 25 or 2.50, not 'ten'."),
        (["--all", "ultimate"], "--all writes the sheets of the approved rules and takes nothing else."),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str, asked: list[Rules]) -> None:
    said = run(*arguments)
    assert (said.exit_code, said.stdout) == (2, "")
    assert sentence.removesuffix(".") in said.stderr
    assert said.stderr.count("\n") == 1
    assert asked == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--html", ""], "--html is the name of a file, not ''."),
        (["--pdf", ""], "--pdf is the name of a file, not ''."),
        (["--html", 300 * "a"], f"{300 * 'a'} cannot be written: File name too long."),
        (["--decks", "x"], "--decks is a whole number from 3 to 8, not 'x'."),
        (["--decks", "-1"], "--decks is a whole number from 3 to 8, not '-1'."),
        (["--decks", 15 * "9"], f"--decks is a whole number from 3 to 8, not '{15 * '9'}'."),
    ],
)
def test_what_is_refused_before_anything_is_computed(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit("par", "pontoon", *arguments)) == sentence


def test_a_link_that_leads_to_itself(pit: Pit, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    assert refusal(pit("par", "pontoon", "--html", str(link), "--pdf", str(link)))


def test_a_pay_table_that_is_not_odds(asked: list[Rules]) -> None:
    said = run("ultimate", "--set", "blind.flush=much")
    assert (said.exit_code, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert asked == []


@pytest.mark.parametrize("option", ["--html", "--pdf"])
def test_a_file_that_cannot_be_written(option: str, tmp_path: Path, asked: list[Rules]) -> None:
    (tmp_path / "file").write_text("kept")
    for place, sentence in (
        (tmp_path, f"{tmp_path} is a folder: name a file in it.\n"),
        (tmp_path / "none" / "a.html", f"There is no folder {tmp_path / 'none'} for a.html.\n"),
        (tmp_path / "file" / "a.html", f"There is no folder {tmp_path / 'file'} for a.html.\n"),
    ):
        said = run("ultimate", option, str(place))
        assert (said.exit_code, said.stdout, said.stderr) == (2, "", sentence)
    said = run("ultimate", option, "/proc/sheet")
    assert said.exit_code == 2
    assert said.stderr.startswith("/proc/sheet cannot be written: ")
    assert asked == []
    assert (tmp_path / "file").read_text() == "kept"


def test_one_file_cannot_be_two(tmp_path: Path, asked: list[Rules]) -> None:
    file = str(tmp_path / "sheet")
    said = run("ultimate", "--html", file, "--pdf", file)
    assert (said.exit_code, said.stderr) == (2, f"{file} cannot be both the page and the PDF.\n")
    assert asked == []


def test_a_full_disk_leaves_nothing(asked: list[Rules]) -> None:
    said = run("ultimate", "--html", "/dev/full")
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr == "/dev/full cannot be written: No space left on device.\n"


def documents(_: Path, game: str, *__: object) -> dict[str, str]:
    return {f"docs/par/{game}.{kind}": f"{game} as {kind}\n" for kind in committed.KINDS}


def test_all_can_play_its_rounds_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is kept before the sheets are made that tell of it."""
    kept = record.find_record(read_rules("canberra"))
    assert kept is not None
    monkeypatch.setattr(par_module, "checkout", lambda: tmp_path)
    monkeypatch.setattr(committed, "documents", documents)
    monkeypatch.setattr(record, "play", lambda rules, report: kept)
    said = run("--all", "--simulate").stdout.splitlines()
    assert said[:3] == [f"{record.path(game)} written" for game in GAMES]
    assert record.parse_record((tmp_path / record.path("pontoon")).read_text(encoding="utf-8")) == kept


def test_rounds_are_played_for_all_sheets_only(asked: list[Rules]) -> None:
    said = run("canberra", "--simulate")
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.endswith("it goes with --all.\n")
    assert asked == []


def test_all_writes_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par_module, "checkout", lambda: tmp_path)
    monkeypatch.setattr(committed, "documents", documents)
    said = run("--all")
    assert said.exit_code == 0
    assert said.stdout.splitlines() == [f"{path} written" for path in committed.paths()]
    (tmp_path / "docs/par/pontoon.html").write_text("stale")
    again = run("--all").stdout.splitlines()
    assert [line for line in again if line.endswith("written")] == ["docs/par/pontoon.html written"]
    assert (tmp_path / "docs/par/pontoon.html").read_text() == "pontoon as html\n"


def test_all_needs_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par_module, "checkout", lambda: None)
    said = run("--all")
    assert said.exit_code == 2
    assert said.stderr.startswith("The sheets of the approved rules belong to a checkout")


def test_stopping_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(rules: Rules, report: object) -> Sheet:
        raise KeyboardInterrupt

    monkeypatch.setattr(par_module, "_make_sheet", interrupted)
    said = run("ultimate", "--html", str(tmp_path / "sheet.html"))
    assert said.exit_code == 130
    assert list(tmp_path.iterdir()) == []
