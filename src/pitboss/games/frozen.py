"""A mapping that cannot be changed, for values that are kept, compared, stored and sent to another process."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError("a frozen mapping cannot be changed")


class Frozen(dict[K, V]):
    """Reads like a dict; the ways to change a dict are closed."""

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[dict[K, V]]]:
        return Frozen, (dict(self),)
