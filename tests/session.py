"""What all processes of a session of tests share: a folder, which is there for as long as the session lasts."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

FOLDER = "TESTS_SESSION_FOLDER"


def begin() -> None:
    """For the process that starts the others and outlives them."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="pitboss-tests-")


def end() -> None:
    shutil.rmtree(os.environ.pop(FOLDER))


def folder(name: str) -> Path:
    """One of the folders in it, made by whoever asks first."""
    found = Path(os.environ[FOLDER]) / name
    found.mkdir(exist_ok=True)
    return found


def share_templates() -> None:
    """What one process of the session has compiled of the pages serves the others. Django must be set up."""
    from django.template import engines
    from jinja2 import FileSystemBytecodeCache

    templates: Any = engines["jinja2"]
    templates.env.bytecode_cache = FileSystemBytecodeCache(str(folder("templates")))
