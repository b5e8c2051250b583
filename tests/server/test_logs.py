"""The log: one JSON object a line, with nothing in it that is not for everybody's eyes."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.server import logs


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return tmp_path / "house.log"


def logged(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("pitboss")
    before = list(root.handlers), root.level, ours.level
    yield
    for handler in root.handlers:
        if handler not in before[0]:
            handler.close()
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def test_a_line_is_an_object_with_what_was_told(lines: Path) -> None:
    logs.set_up(lines)
    logging.getLogger("pitboss.requests").info("request", extra={"told": {"status": 200, "path": "/a\nb"}})
    (line,) = logged(lines)
    assert (line["level"], line["from"], line["message"]) == ("info", "pitboss.requests", "request")
    assert (line["status"], line["path"]) == (200, "/a\nb")
    assert line["at"].endswith("+00:00")


def test_a_fault_is_told_with_its_place_and_without_the_rows_of_a_database(lines: Path) -> None:
    logs.set_up(lines)
    try:
        raise RuntimeError("it broke\nDETAIL: Failing row contains (As, Kd)")
    except RuntimeError:
        logging.getLogger("pitboss.live").exception("a fault")
    (line,) = logged(lines)
    assert line["fault"].endswith("RuntimeError: it broke")
    assert "test_logs.py" in line["fault"]


def test_a_text_that_cannot_be_read_is_not_told() -> None:
    said = "Could not decode to UTF-8 column 'order' with text 'As Kd'"
    assert logs.first_words(RuntimeError(said)) == "Could not decode to UTF-8 column 'order'"


def test_of_the_parts_beneath_only_what_is_wrong_is_logged(lines: Path) -> None:
    logs.set_up(lines)
    logging.getLogger("uvicorn.error").info("started")
    logging.getLogger("django.request").error("already told")
    logging.getLogger("uvicorn.error").warning("something")
    assert [line["message"] for line in logged(lines)] == ["something"]
