"""Who is in a case: people go by their plain names there, and by the ids that the house gives them on the floor."""

import re
from collections.abc import Mapping
from typing import Any

from pitboss.floor.kernel.roles import CROUPIER, STAFF, VISITOR, Actor, Role
from pitboss.floor.people import patron_record, staff

# Always there unless a case brings its own past: one for each role, called by it.
AT_WORK = tuple(role.value for role in STAFF)
# Who is nobody in particular.
HOUSE, VISITING = "house", "visitor"
# Particulars that are words for people to read, whoever is called like one of them.
_WORDS = ("name", "reason", "title", "text", "casino")
_ACCOUNT = re.compile(r"(?P<kind>practice/patron|patron|stake:[^:]+):(?P<id>[^:]+)")


class UnknownPerson(ValueError):
    """Nobody is called so: one sentence."""


class People:
    """Everybody whom a case knows by name."""

    def __init__(self) -> None:
        self._actors: dict[str, tuple[Actor, ...]] = {}
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def came(self, name: str, *actors: Actor) -> None:
        """Add a person with roles; a patron is known to the tables by their id."""
        self._actors[name] = (*self._actors.get(name, ()), *actors)
        for actor in actors:
            if actor.role is Role.PLAYER or name not in self._ids:
                self._ids[name] = actor.id
            self._names[actor.id] = name

    def __contains__(self, name: str) -> bool:
        return name in self._actors

    def actor(self, name: str, role: str = "") -> Actor:
        """Return a person in a role, or in their first one; a stream of the journal stands for itself."""
        if name in (HOUSE, VISITING):
            return CROUPIER if name == HOUSE else VISITOR
        if ":" in name:
            return Actor(name, Role(role))
        found = [each for each in self._actors.get(name, ()) if role in ("", each.role)]
        if not found:
            known = ", ".join(self._actors) or "nobody"
            raise UnknownPerson(
                f"{name} does not act as {role} here." if name in self._actors else f"knows no {name}, but {known}."
            )
        return found[0]

    def with_ids(self, value: Any) -> Any:
        """Particulars as the floor wants them: whoever is named stands there with their id."""
        if isinstance(value, Mapping):
            return {
                self._ids.get(key, key): each if key in _WORDS else self.with_ids(each) for key, each in value.items()
            }
        if isinstance(value, list):
            return [self.with_ids(each) for each in value]
        return self._ids.get(value, value) if isinstance(value, str) else value

    def with_names(self, value: Any) -> Any:
        """Replace the ids in the floor's answers by plain names."""
        if isinstance(value, Mapping):
            return {self._names.get(str(key), str(key)): self.with_names(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.with_names(each) for each in value]
        return self._names.get(value, value) if isinstance(value, str) else value

    def id_of(self, name: str) -> str:
        """The id of a patron, by name or as it is."""
        return self._ids.get(name, name)

    def account(self, name: str) -> str:
        """An account of the books: that of a patron goes by their name, a stake by the table and the name."""
        if name in self._ids:
            return f"patron:{self._ids[name]}"
        found = _ACCOUNT.fullmatch(name)
        return f"{found['kind']}:{self.id_of(found['id'])}" if found else name


def took_in(people: People, command: str, given: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Name a person registered during the night; a second one of the same name goes by the id."""
    name = given.get("name", "")
    if name in people:
        return
    if command == "add_patron":
        people.came(name, Actor(patron_record.stream_of(answer["patron"]), Role.PLAYER))
    elif command == "add_staff":
        people.came(name, *(Actor(staff.stream_of(given["id"]), Role(role)) for role in given.get("roles", ())))
