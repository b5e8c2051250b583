"""System parts that some tests need, beyond Python: what they are called and how they are installed.

A test says @pytest.mark.needs("tmux"). `./pit test` installs what is missing where it may; where it may not,
conftest.py leaves those tests out and names them, and in CI it fails instead.
"""

import os
import shutil
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A program on the PATH and the Debian package that brings it."""

    program: str
    package: str

    @property
    def is_there(self) -> bool:
        return shutil.which(self.program) is not None


PARTS = {
    "tmux": Part(program="tmux", package="tmux"),
}


def missing() -> dict[str, Part]:
    return {name: part for name, part in PARTS.items() if not part.is_there}


def may_install() -> bool:
    """Root on Debian or one of its kin."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_command(parts: dict[str, Part]) -> str:
    packages = " ".join(sorted(part.package for part in parts.values()))
    return f"apt-get update && apt-get install --yes --no-install-recommends {packages}"
