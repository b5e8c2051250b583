"""System parts that some tests need, beyond Python: what they are called and how they are installed.

A test says @pytest.mark.needs("tmux"). `./pit test` installs what is missing where it may; where it may not,
conftest.py leaves those tests out and names them, and in CI it fails instead.
"""

import os
import re
import shutil
from dataclasses import dataclass
from glob import glob


@dataclass(frozen=True, slots=True)
class Part:
    """A program and the Debian package that brings it: on the PATH, or in folders beside it, one for each version.

    Where `instead` is there, it does as well, and takes longer.
    """

    program: str
    package: str
    folders: str = ""
    instead: str = ""

    @property
    def path(self) -> str | None:
        """Where the program is: the one on the PATH, otherwise the newest in the folders."""
        newest_first = sorted(glob(self.folders), key=_version, reverse=True)
        path = os.pathsep.join([os.environ.get("PATH", os.defpath), *newest_first])
        return shutil.which(self.program, path=path) or (shutil.which(self.instead) if self.instead else None)

    @property
    def is_there(self) -> bool:
        return self.path is not None


def _version(folder: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", folder)]


PARTS = {
    # Chromium without its windows: a sixth less to do for the same pages.
    "chromium": Part("chromium-headless-shell", "chromium-headless-shell", instead="chromium"),
    "postgresql": Part(program="postgres", package="postgresql", folders="/usr/lib/postgresql/*/bin"),
    "tmux": Part(program="tmux", package="tmux"),
}


def missing() -> dict[str, Part]:
    return {name: part for name, part in PARTS.items() if not part.is_there}


def wanted() -> dict[str, Part]:
    """What is missing, and what has something slower in its place."""
    slow = {name: part for name, part in PARTS.items() if part.instead and not shutil.which(part.program)}
    return slow | missing()


def may_install() -> bool:
    """Root on Debian or one of its kin."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_command(parts: dict[str, Part]) -> str:
    packages = " ".join(sorted(part.package for part in parts.values()))
    return f"apt-get update && apt-get install --yes --no-install-recommends {packages}"
