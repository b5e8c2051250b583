"""`./pit bench NAME --write`: a bench is run, and what it says stands in docs/performance.md from then on.

`--beside FOLDER` names another checkout, such as one of a former commit, where the same bench is run right afterwards.
"""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PERFORMANCE = Path("docs/performance.md")
OPENING = """# Performance

What `./pit bench` says, each part as `./pit bench NAME --write` has written it: with the machine, day and commit.
Figures of different machines say nothing about each other; ratios and CPU of one run do. What is wanted stands beside
the figures. How the cost of everything grows with the age of a house is in [scale.md](scale.md).
"""


def write(name: str, words: str, beside: Path | None = None) -> None:
    """Puts what a bench says into its part of the document."""
    told = [f"{words}\n\n{_machine()}\n"]
    for folder in [CHECKOUT, *([beside] if beside else [])]:
        words_of_it = [str(folder / "pit"), "bench", name]
        said = subprocess.run(words_of_it, cwd=folder, env=_environment(), stdout=subprocess.PIPE, text=True)
        if said.returncode:
            sys.exit(said.returncode)
        print(said.stdout)
        told.append(f"{_commit(folder)}:\n\n```\n{_plain(said.stdout)}\n```\n")
    parts = dict(_parts((CHECKOUT / PERFORMANCE).read_text())) if (CHECKOUT / PERFORMANCE).exists() else {}
    parts[name] = "\n".join(told)
    text = "\n".join([OPENING, *(f"## {each}\n\n{parts[each].strip()}\n" for each in sorted(parts))])
    (CHECKOUT / PERFORMANCE).write_text(text)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"(?m)^## ", text)[1:]:
        name, _, rest = part.partition("\n")
        yield name, rest


def _plain(said: str) -> str:
    return "\n".join(line.rstrip() for line in said.strip("\n").splitlines())


def _environment() -> dict[str, str]:
    return {**os.environ, "COLUMNS": "118", "NO_COLOR": "1"}


def _machine() -> str:
    """The processor, as the system names it, what there is of it, and the day."""
    told = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = re.search(r"(?m)^model name\s*: (.*)$", told)
    processor = model[1] if model else platform.processor() or platform.machine()
    cores = f"{os.cpu_count()} cores"
    return f"{processor}, {cores}, Python {platform.python_version()}, {time.strftime('%-d %B %Y')}."


def _commit(folder: Path) -> str:
    said = subprocess.run(["git", "log", "-1", "--format=%h of %as"], cwd=folder, capture_output=True, text=True)
    return f"Commit {said.stdout.strip()}"
