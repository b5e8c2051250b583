"""Every check of a checkout, one after the other: ruff, mypy, the layers, pytest. `./pit test` runs this.

With arguments only pytest runs, with those arguments: ./pit test tests/cards -k joker
"""

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
}


def main() -> int:
    os.chdir(ROOT)
    if sys.argv[1:] in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    if len(sys.argv) > 1:
        return run(["pytest", *sys.argv[1:]])
    install_system_parts()
    failed = []
    for name, command in CHECKS.items():
        print(f"== {name}", flush=True)
        if run(command) != 0:
            failed.append(name)
    print("== pytest", flush=True)
    if run(["pytest"]) != 0:
        failed.append("pytest")
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def run(command: list[str]) -> int:
    return subprocess.call([TOOLS / command[0], *command[1:]])


def install_system_parts() -> None:
    """Where it may; conftest.py deals with what is still missing after that."""
    absent = system_parts.missing()
    if not absent or not system_parts.may_install():
        return
    command = system_parts.install_command(absent)
    print(f"== {command}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    log = subprocess.run(["sh", "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if log.returncode != 0:
        print(log.stdout.decode(errors="replace"), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
