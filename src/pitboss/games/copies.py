"""Named tuples that are copied at every step of every round, made quick to copy."""

from typing import Any, TypeVar

T = TypeVar("T", bound=type[Any])

# A named tuple straight from all its values, `new(Cls, (...))`: its own constructor sorts out names and defaults first,
# which takes twice as long. For the few that are made at every step of every round.
new = tuple.__new__

# From so many fields on it is quicker to change a list of them than to choose each one anew.
WIDE = 12


def quick_to_copy(named_tuple: T) -> T:
    """Gives a named tuple a quicker `_replace`. Copying is the largest part of a round."""
    wide = len(named_tuple._fields) >= WIDE
    named_tuple._replace = _by_place(named_tuple) if wide else _written_out(named_tuple)
    return named_tuple


def _written_out(named_tuple: Any) -> Any:
    """A `_replace` written out for its fields, as the constructor of a named tuple is."""
    fields = named_tuple._fields
    parameters = ", ".join(f"{name}=kept" for name in fields)
    values = ", ".join(f"self[{place}] if {name} is kept else {name}" for place, name in enumerate(fields))
    source = f"def _replace(self, *, {parameters}): return new(cls, ({values},))"
    namespace: dict[str, Any] = {"kept": object(), "new": new, "cls": named_tuple}
    exec(source, namespace)
    return namespace["_replace"]


def _by_place(named_tuple: Any) -> Any:
    """A `_replace` that copies all fields at once and then puts the new values in their places."""
    places = {name: place for place, name in enumerate(named_tuple._fields)}

    def _replace(self: Any, **changed: Any) -> Any:
        values = [*self]
        for name, value in changed.items():
            values[places[name]] = value
        return new(named_tuple, values)

    return _replace
