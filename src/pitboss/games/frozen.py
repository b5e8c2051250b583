"""Values that cannot be changed, to be kept, compared, stored and sent to another process."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar, dataclass_transform

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


@dataclass_transform(frozen_default=True, kw_only_default=True)
class FrozenRecord:
    """Every class below this one is a dataclass that cannot be changed, its fields given by name."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
