"""Rounds of practice kept in a file, as worked cases or as hands; nothing that was in the file before is lost."""

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Generic, TypeVar

R = TypeVar("R")


class PracticeFile(Generic[R]):
    """A file that is new or empty in the beginning, and afterwards always holds every round so far.

    `written` puts the rounds into the words of the file.
    """

    def __init__(self, path: Path, written: Callable[[list[R]], str]) -> None:
        self.named, self.written = path, written
        # Behind a link the file itself is replaced, not the link.
        self.path = Path(os.path.realpath(path))
        self.rounds: list[R] = []
        self.is_ours = False

    def trouble(self) -> str | None:
        """Return the reason no rounds can be kept here, in one sentence; changes nothing."""
        try:
            if self.path.exists():
                if not self.path.is_file():
                    return f"--record needs a file, and {str(self.named)!r} is none."
                if self.path.stat().st_size:
                    return f"--record needs a new or an empty file, and {str(self.named)!r} has something in it."
            self._beside("").unlink()
        except OSError as error:
            return self._cannot_write(error)
        return None

    def add(self, played: R) -> str | None:
        """Writes down a round and all before it; if that fails, why, and the file is as it was.

        The whole is written beside the file and then takes its place, so that the rounds before are in it at every
        moment, whenever the program is killed.
        """
        self.rounds.append(played)
        trouble = None if self.is_ours else self.trouble()
        if trouble:
            return trouble
        try:
            beside = self._beside(self.written(self.rounds))
            try:
                os.replace(beside, self.path)
            except BaseException:
                beside.unlink()
                raise
        except OSError as error:
            return self._cannot_write(error)
        self.is_ours = True
        return None

    def _beside(self, text: str) -> Path:
        """A new file in the same folder with this text in it, or none at all."""
        beside = self.path.parent / f".pitboss-{token_hex(8)}"
        try:
            with beside.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        return beside

    def _cannot_write(self, error: OSError) -> str:
        return f"--record cannot write {str(self.named)!r}: {error.strerror}."
