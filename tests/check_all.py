"""Every check of a checkout, one after the other: ruff, mypy, the layers, pytest. `./pit test` runs this.

With --json the outcome of each check is printed as JSON at the end, and what the checks say goes to stderr.
With other arguments only pytest runs, with those arguments: ./pit test tests/cards -k joker
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import system_parts

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sys.executable).parent

CHECKS = {
    "ruff": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check", "--quiet"],
    "mypy --strict": ["mypy", "--no-error-summary"],
    "layers": ["lint-imports", "--no-logo"],
    # A file at a time on every core: its tests share what they have solved.
    "pytest": ["pytest", "--numprocesses=auto", "--dist=loadfile"],
}


def main() -> int:
    os.chdir(ROOT)
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    as_json = arguments == ["--json"]
    if arguments and not as_json:
        return subprocess.call([TOOLS / "pytest", *arguments])
    report = sys.stderr if as_json else sys.stdout
    install_system_parts()
    absent = system_parts.missing()
    if absent and os.environ.get("CI"):
        print(f"{', '.join(absent)} missing: in CI no test is left out.", file=sys.stderr)
        return 1
    passed = {}
    for name, (tool, *options) in CHECKS.items():
        print(f"== {name}", file=report, flush=True)
        passed[name] = subprocess.call([TOOLS / tool, *options], stdout=report) == 0
    if as_json:
        print(json.dumps({"checks": passed, "passed": all(passed.values())}, indent=2))
    elif not all(passed.values()):
        print(f"Failed: {', '.join(name for name, good in passed.items() if not good)}", file=sys.stderr)
    return 0 if all(passed.values()) else 1


def install_system_parts() -> None:
    """Where it may; conftest.py deals with what is still missing after that."""
    absent = system_parts.missing()
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
