"""Small texts that a house keeps beside its database for its owner's eyes only: made once, whole, and on the disk."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def made_once(kept: Path, make: Callable[[], str]) -> str:
    """The text of a file; where there is none yet, it is made, readable by its owner only."""
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Another process may make one in the same moment: the first to be there counts, whole.
        made = kept.with_name(f"{kept.name}-{secrets.token_hex(8)}")
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(made, kept)
        made.unlink()
        _put_on_disk(kept.parent)
    return text_of(kept)


def text_of(kept: Path) -> str:
    """The text of a file that was made once; an empty one, or one that is no text, is not what was made."""
    try:
        text = kept.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""
    if not text.strip():
        raise ImproperlyConfigured(f"{kept} is empty or no text any more: put it back from its copy.")
    return text


def _put_on_disk(folder: Path) -> None:
    """A file that has got its name keeps it, also when the power fails in the next moment."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
