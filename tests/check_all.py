"""Every check of a checkout: ruff, the layers, pytest, and mypy beside them. `./pit test` runs this.

With --quick, of the tests only those of the rules, the journal and the books that need no other program and no long
time: an answer in under a minute. What has been type-checked before is not checked again.
With --json the outcome of each check is printed as JSON at the end, and what the checks say goes to stderr.
With other arguments only pytest runs, with those arguments: ./pit test tests/cards -k joker
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from pitboss.cards.cache import cache_folder
from tests import system_parts

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent
CORES = len(os.sched_getaffinity(0))

CHECKS = {
    "ruff": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check", "--quiet"],
    "layers": ["lint-imports", "--no-logo"],
    # A file at a time, in the order of conftest.py: the tests of a file share what they have solved. Two processes for
    # each core, because tests with servers, browsers, databases and clocks wait for a good part of their time.
    "pytest": ["pytest", f"--processes={2 * CORES}"],
}
QUICK = "--quick"
QUICK_FOLDERS = ("rulebook", "cards", "games", "conformance", "tournaments", "journal", "ledger")
# Keeps one core busy for half a minute while the others would wait, so it runs beside the others and is told last.
# What it has found of a text is kept for all checkouts of this user: it goes by what is in a file.
TYPES = "mypy --strict"
TYPE_CHECK = ["mypy", "--no-error-summary", f"--cache-dir={(cache_folder() or ROOT) / '.mypy_cache'}"]


def main() -> int:
    os.chdir(ROOT)
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    as_json = arguments == ["--json"]
    if arguments == [QUICK]:
        # Nothing in these waits, so more processes than cores would only import everything once more.
        CHECKS["pytest"] += [f"--processes={CORES}", QUICK, *(f"tests/{folder}" for folder in QUICK_FOLDERS)]
    elif arguments and not as_json:
        return subprocess.call([TOOLS / "pytest", *arguments])
    else:
        install_system_parts()
        absent = system_parts.missing()
        if absent and os.environ.get("CI"):
            print(f"{', '.join(absent)} missing: in CI no test is left out.", file=sys.stderr)
            return 1
    passed = run_checks(sys.stderr if as_json else sys.stdout)
    if as_json:
        print(json.dumps({"checks": passed, "passed": all(passed.values())}, indent=2))
    elif not all(passed.values()):
        print(f"Failed: {', '.join(name for name, good in passed.items() if not good)}", file=sys.stderr)
    return 0 if all(passed.values()) else 1


def run_checks(report: TextIO) -> dict[str, bool]:
    """Whether each check has passed; what it says goes into the report."""
    # What one process has compiled serves all that come after it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    passed = {}
    type_checker, *type_options = TYPE_CHECK
    with tempfile.TemporaryFile() as said:
        checking = subprocess.Popen([TOOLS / type_checker, *type_options], stdout=said, stderr=subprocess.STDOUT)
        for name, (tool, *options) in CHECKS.items():
            print(f"== {name}", file=report, flush=True)
            passed[name] = subprocess.call([TOOLS / tool, *options], stdout=report) == 0
        print(f"== {TYPES}", file=report, flush=True)
        passed[TYPES] = checking.wait() == 0
        said.seek(0)
        print(said.read().decode(errors="replace"), end="", file=report)
    return passed


def install_system_parts() -> None:
    """Where it may; conftest.py deals with what is still missing after that."""
    absent = system_parts.wanted()
    if not absent or not system_parts.may_install():
        return
    command = system_parts.install_command(absent)
    print(f"== {command}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    log = subprocess.run(["sh", "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if log.returncode != 0:
        print(log.stdout.decode(errors="replace"), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
