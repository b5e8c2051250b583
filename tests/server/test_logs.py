"""The log: one JSON object a line, with nothing in it that is not for everybody's eyes."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.kernel.roles import Actor, Role
from pitboss.screens.common.middleware import LoggedRequest
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


class TestOften:
    """Whoever makes the house log something again and again does not fill the disk with it."""

    @pytest.fixture
    def seconds(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        passed = [0.0]
        monkeypatch.setattr("pitboss.server.logs.time.monotonic", lambda: passed[0])
        return passed

    def test_the_same_fault_is_written_so_often_a_minute_and_then_counted(
        self, lines: Path, seconds: list[float]
    ) -> None:
        logs.set_up(lines)
        for _ in range(1000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        assert len(logged(lines)) == logs.FAULTS_A_MINUTE
        seconds[0] += logs.MINUTE_SECONDS
        logging.getLogger("pitboss.requests").info("request", extra={"told": {"status": 200}})
        left_out, another = logged(lines)[logs.FAULTS_A_MINUTE :]
        assert (left_out["message"], left_out["left_out"]) == ("Invalid HTTP request received.", 980)
        assert another["message"] == "request"
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        assert "left_out" not in logged(lines)[-1]

    def test_another_fault_or_place_is_not_left_out_for_it(self, lines: Path, seconds: list[float]) -> None:
        def break_here(kind: type[Exception]) -> None:
            try:
                raise kind("broken")
            except kind:
                logging.getLogger("pitboss.requests").exception("a fault of the program")

        logs.set_up(lines)
        for _ in range(100):
            break_here(ValueError)
        break_here(KeyError)
        try:
            raise ValueError("elsewhere")
        except ValueError:
            logging.getLogger("pitboss.requests").exception("a fault of the program")
        assert len(logged(lines)) == logs.FAULTS_A_MINUTE + 2

    def test_visitors_leave_only_so_many_lines_and_people_all_of_theirs(
        self, lines: Path, seconds: list[float]
    ) -> None:
        logs.set_up(lines)
        requests = {role: LoggedRequest("GET", "/", "192.0.2.1") for role in (Role.VISITOR, Role.PLAYER)}
        for role, request in requests.items():
            request.actor = Actor("patron:p1", role)
            for _ in range(logs.VISITS_A_MINUTE + 100):
                request.log_answer(200)
        roles = [line["role"] for line in logged(lines)]
        assert (roles.count("visitor"), roles.count("player")) == (logs.VISITS_A_MINUTE, logs.VISITS_A_MINUTE + 100)
        assert {line["address"] for line in logged(lines)} == {"192.0.2.1"}

    def test_kinds_do_not_pile_up(self, lines: Path, seconds: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(logs, "MOST_KINDS", 10)
        logs.set_up(lines)
        (counting,) = logging.getLogger().handlers[0].filters
        assert isinstance(counting, logs.Often)
        for number in range(100):
            logging.getLogger("pitboss").warning(f"kind {number}")
        assert len(counting._counts) <= 10


class TestFile:
    def test_it_makes_way_for_a_new_one_and_only_so_many_are_kept(
        self, lines: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(logs, "LARGEST_FILE", 1000)
        logs.set_up(lines)
        for number in range(200):
            logging.getLogger("pitboss").info("line %d", number)
        files = sorted(file.name for file in lines.parent.iterdir())
        assert files == ["house.log", *(f"house.log.{number}" for number in range(1, logs.EARLIER_FILES + 1))]
        assert all(file.stat().st_size < 1200 for file in lines.parent.iterdir())
        kept = [int(line["message"][5:]) for file in reversed(files[1:]) for line in logged(lines.parent / file)]
        assert kept == list(range(kept[0], kept[-1] + 1))

    def test_several_processes_write_to_one_and_move_it_once(
        self, lines: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(logs, "LARGEST_FILE", 1000)
        one, other = (logs.BoundedFile(lines) for _ in range(2))
        for number in range(40):
            for file in (one, other):
                file.emit(logging.makeLogRecord({"msg": f"line {number:03}", "levelno": logging.INFO}))
        for file in (one, other):
            file.close()
        written = [line for file in lines.parent.iterdir() for line in file.read_text().splitlines()]
        assert sorted(written) == sorted(f"line {number:03}" for number in range(40) for _ in range(2))
