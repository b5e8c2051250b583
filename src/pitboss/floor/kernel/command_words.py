"""Describes commands in one sentence each, with their particulars, for whoever is asked to agree to one.

Cards are not told. A command without words of its own is told by its name and all that was given with it.
"""

from collections.abc import Callable, Iterator, Mapping

from pitboss.floor.cage.events import METHOD_WORDS
from pitboss.floor.reading.event_forms import FORM, reason
from pitboss.games.command import dollars
from pitboss.rulebook.refusal import in_words as words

# The particulars of a command by their names, as JSON keeps them.
Given = Mapping[str, object]
# Particulars that are money, by the ends of their names.
_MONEY = ("amount", "counted", "cash", "ceiling", "amounts", "wagers")
# What is said elsewhere in the sentence, and what nobody may be told.
_NOT_LISTED = ("table", "do", "reason", "cards")
_PEOPLE = ("player", "patron", "person")


def command_words(command: str, given: Given) -> str:
    """A command as a sentence that says what is to be done."""
    told = _WORDS.get(command, _by_its_name(command))
    return told(given) if callable(told) else FORM.vformat(told, (), given)


def _by_its_name(command: str) -> Callable[[Given], str]:
    return lambda given: _sentence(words(command).capitalize(), given)


def _at_table(given: Given) -> str:
    """A verb of a game, such as *Void round at table uth-1*."""
    return _sentence(words(str(given["do"])).capitalize(), given)


def _sentence(what: str, given: Given) -> str:
    """What is asked, where, for whom, how much, and why."""
    where = f" at table {given['table']}" if given.get("table") else ""
    told = ", ".join(_particulars(given))
    why = f" Reason: {reason(words(str(given['reason'])))}" if given.get("reason") else ""
    return f"{what}{where}{f': {told}' if told else ''}.{why}"


def _particulars(given: Given) -> Iterator[str]:
    for name, value in given.items():
        if name not in _NOT_LISTED and value not in (None, "", [], {}) and (name, value) != ("hand", 1):
            yield str(value) if name in _PEOPLE else f"{words(name)} {_value(name, value)}"


def _value(name: str, value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(spot))} {_value(name, each)}" for spot, each in value.items())
    if isinstance(value, list | tuple):
        return " and ".join(_value(name, each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dollars(value) if name.endswith(_MONEY) and isinstance(value, int) else words(str(value))


def _roles(given: Given) -> str:
    return _value("roles", given["roles"])


def _describe_device(given: Given) -> str:
    whose = f" for {given['patron']}" if given.get("patron") else ""
    return f"Let the device {given['name']} in as {given['role']}{whose}."


def _at_desk(given: Given) -> str:
    """A command of a tournament's desk, such as *Register in saturday: p1001, paid by cash*."""
    own = given["given"] if isinstance(given["given"], Mapping) else {}
    paid = {"paid_by": given["paid_by"]} if given.get("paid_by") else {}
    return _sentence(f"{words(str(given['do'])).capitalize()} in {given['tournament']}", {**own, **paid})


def _cash_out(given: Given) -> str:
    amount = "everything" if given["amount"] is None else _value("amount", given["amount"])
    return f"Pay {given['patron']} {amount} by {METHOD_WORDS[str(given['method'])]}."


def _buy_in(given: Given) -> str:
    how = METHOD_WORDS[str(given["method"])]
    return f"Let {given['patron']} buy in for {_value('amount', given['amount'])} by {how}."


_WORDS: Mapping[str, str | Callable[[Given], str]] = {
    "add_device": _describe_device,
    "add_staff": lambda given: f"Take {given['name']} into the staff as {_roles(given)}.",
    "buy_in": _buy_in,
    "cash_out": _cash_out,
    "change_roles": lambda given: f"Let staff:{given['staff']} act as {_roles(given)}, and as nothing else.",
    "closing_count": "Close the float of {table} with {counted:$}.",
    "desk": _at_desk,
    "open_till": "Open the till with {counted:$}.",
    "opening_count": "Open the float of {table} with {counted:$}.",
    "play": _at_table,
    "reset_password": "Give {person} a new password.",
    "renew_device": "Give the device {device} a new token.",
    "reset_second_factor": "Take the second factor of {person} away.",
    "set_house": lambda given: _sentence("Set the house", given),
}
