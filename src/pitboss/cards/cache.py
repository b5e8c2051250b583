"""Where whatever took time to make is kept from one run to the next."""

import os
from pathlib import Path


def cache_folder() -> Path | None:
    """The user's cache; nowhere for somebody without a home."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    except RuntimeError:
        return None
