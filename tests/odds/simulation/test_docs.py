"""The programs in docs/simulation.md run as they stand there."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "simulation.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 2


@pytest.mark.parametrize("number", range(2))
def test_a_program_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[number], {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()
