"""Compiling a function to machine code, once for the batch evaluator and for all of the maths."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Compiled without the interpreter's lock, so that threads can share the work, and kept on disk if that can be."""
    try:
        return cast(_Function, numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        # Neither the package's folder nor the user's can be written: compiling anew only costs the time.
        return cast(_Function, numba.njit(nogil=True)(function))
