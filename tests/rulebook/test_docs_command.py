"""`docs` writes what is generated and says what changed; `--check` only looks."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from pitboss.cli import docs as docs_module

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(docs_module.docs)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two generated documents, of which one is current."""
    generated = {"docs/current.md": lambda: "as it is\n", "docs/stale.md": lambda: "new\n"}
    monkeypatch.setattr(docs_module, "DOCUMENTS", generated)
    monkeypatch.setattr(docs_module, "checkout", lambda: tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "current.md").write_text("as it is\n", encoding="utf-8")
    (tmp_path / "docs" / "stale.md").write_text("old\n", encoding="utf-8")
    return tmp_path


def run(*options: str) -> Result:
    return CliRunner().invoke(app, list(options))


def test_check_names_the_stale_document_and_writes_nothing(checkout: Path) -> None:
    shown = run("--check")
    assert shown.exit_code == 1
    assert shown.stderr == "docs/stale.md is stale: run ./pit docs\n"
    assert (checkout / "docs" / "stale.md").read_text(encoding="utf-8") == "old\n"


def test_it_writes_what_changed_and_says_so(checkout: Path) -> None:
    shown = run()
    assert shown.exit_code == 0
    assert shown.stdout == "docs/current.md is current\ndocs/stale.md written\n"
    assert (checkout / "docs" / "stale.md").read_text(encoding="utf-8") == "new\n"
    assert run("--check").exit_code == 0


def test_a_missing_document_is_stale_and_then_written(checkout: Path) -> None:
    (checkout / "docs" / "stale.md").unlink()
    assert run("--check").exit_code == 1
    assert run().exit_code == 0
    assert (checkout / "docs" / "stale.md").read_text(encoding="utf-8") == "new\n"


@pytest.mark.parametrize(("options", "state"), [(["--check"], "stale"), ([], "written")])
def test_the_states_as_json(checkout: Path, options: list[str], state: str) -> None:
    assert json.loads(run("--json", *options).stdout) == {
        "documents": [
            {"path": "docs/current.md", "state": "current"},
            {"path": "docs/stale.md", "state": state},
        ]
    }


def test_an_installed_package_has_no_documents_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_module, "checkout", lambda: None)
    shown = run()
    assert shown.exit_code == 2
    assert shown.stderr == "The generated documents belong to a checkout; this is an installed package.\n"
