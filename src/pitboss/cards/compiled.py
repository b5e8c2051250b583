"""Compiling a function to machine code, once for the batch evaluator and for all of the maths.

What is compiled is kept on disk. A kept function holds the constants and functions of other modules as they were, so it
is kept under the digest of its module and of everything that module imports from here: a changed rule never meets old
machine code.
"""

import hashlib
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import UserProvidedCacheLocator
from numba.core.event import Listener, register

from pitboss.cards.cache import cache_folder

_Function = TypeVar("_Function", bound=Callable[..., Any])

_LONG_AGO_SECONDS = 30 * 24 * 3600
_PACKAGE = Path(__file__).parent.parent
_IMPORTS = re.compile(r"^[ \t]*from pitboss\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


class _Uninterrupted(Listener):
    """Ctrl-C while the compiler works is told when it is done.

    The compiler calls back from machine code, where an interrupt would be printed with its trace and then be lost.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._usual: Any = None
        self._struck = False

    def on_start(self, event: object) -> None:
        if current_thread() is not main_thread():
            return
        if self._depth == 0:
            self._struck = False
            self._usual = signal.getsignal(signal.SIGINT)
            if callable(self._usual):
                signal.signal(signal.SIGINT, self._strike)
        self._depth += 1

    def on_end(self, event: object) -> None:
        if current_thread() is not main_thread() or self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0 and callable(self._usual):
            signal.signal(signal.SIGINT, self._usual)
            if self._struck:
                signal.raise_signal(signal.SIGINT)

    def _strike(self, *_: object) -> None:
        self._struck = True


# Held for as long as something is compiled or read from where it is kept.
_LOCK_EVENT = "numba:compiler_lock"
register(_LOCK_EVENT, _Uninterrupted())  # type: ignore[no-untyped-call]


def compile_kernel(function: _Function) -> _Function:
    """Compiled without the interpreter's lock, so that threads can share the work, and kept on disk if that can be.

    Arrays are copied into others number by number: to compile `one[:] = other` takes two seconds, most of them for what
    it would say of arrays that do not fit.
    """
    try:
        with _kept_under(_digest(function.__module__)):
            return cast(_Function, numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        # Neither the user's folder nor the package's can be written: compiling anew only costs the time.
        return cast(_Function, numba.njit(nogil=True)(function))


class _KeptByDigest(UserProvidedCacheLocator):
    """Where the source stands is left out of the folder's name: checkouts with the same text share what is compiled."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


@contextmanager
def _kept_under(digest: str) -> Iterator[None]:
    """Functions of others are kept where they would have been: the folder is chosen while a function is decorated."""
    config: Any = numba.config
    usual, folder = (config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES), cache_folder()
    if folder is not None and not any(usual):
        kept = folder / "compiled" / digest
        if not kept.exists():
            _tidy(kept.parent)
        config.CACHE_DIR = str(kept)
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.{_KeptByDigest.__name__},InTreeCacheLocator"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = usual


def _tidy(folder: Path) -> None:
    """Throws away what other versions of the program compiled long ago."""
    for earlier in folder.glob("*"):
        with suppress(OSError):
            if time.time() - earlier.stat().st_mtime > _LONG_AGO_SECONDS:
                shutil.rmtree(earlier)


@cache
def _digest(module: str) -> str:
    """Of the text of a module and of all that it imports, however far down."""
    sources: dict[Path, bytes] = {}
    _gather(_file_of(module.removeprefix("pitboss.")), sources)
    return hashlib.sha256(b"".join(sources[path] for path in sorted(sources))).hexdigest()[:16]


def _gather(path: Path | None, sources: dict[Path, bytes]) -> None:
    if path is not None and path not in sources:
        sources[path] = path.read_bytes()
        for imported in _imports_of(path):
            _gather(imported, sources)


@cache
def _imports_of(path: Path) -> set[Path | None]:
    found = _IMPORTS.findall(path.read_text("utf-8"))
    within = {f"{module}.{name}" for module, names in found for name in re.findall(r"\w+", names)}
    return {_file_of(module) for module in within.union(module for module, _ in found)}


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module of this package, where the name is that of one."""
    path = _PACKAGE.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)
