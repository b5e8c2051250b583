"""The one table of who may give which command: the code, the screens, the interfaces and the tests all ask here."""

from collections.abc import Iterator, Mapping
from functools import cache

from pitboss.floor.kernel.game_roles import game_permissions, takes_two
from pitboss.floor.kernel.registry import COMMANDS, VERBS
from pitboss.floor.kernel.roles import Role
from pitboss.floor.kernel.virtual_verbs import CANNOT_HAPPEN
from pitboss.floor.tables.record import LIVE, MONEY
from pitboss.games.frozen import Frozen


@cache
def permissions(mode: str = MONEY) -> Mapping[tuple[Role, str], bool]:
    """Whether a role may give a command of the floor, or a verb of a game (`ultimate.fold`) at tables of a mode."""
    floor = {(role, name): role in VERBS[kind].roles for name, kind in COMMANDS.items() for role in Role}
    return Frozen({**floor, **game_permissions(mode)})


def may(role: Role, command: str, mode: str = MONEY) -> bool:
    """Whether a role may give a command; nobody may give one that there is not."""
    return permissions(mode).get((role, command), False)


def document() -> str:
    """The table as a page of the documents."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Who may do what"
    yield ""
    yield "Every command of the house, with the roles that may give it (x). The program, the screens and the tests use"
    yield "this same table (`pitboss.floor.kernel.permissions`); `./pit docs` writes it."
    yield ""
    yield from _table(sorted(COMMANDS))
    yield ""
    yield "## At the tables"
    yield ""
    yield "What is said and done in the games goes through the command `play`. Where cards are real and a dealer enters"
    yield "what happens, some of it is also theirs, or can happen at all (live); practice tables, where no money is, take"
    yield "the rulings of live tables. At virtual tables for money a ruling takes a second person (two): a supervisor or"
    yield "manager other than its giver. What cannot happen to a virtual shoe is no command there, for these reasons:"
    yield ""
    for reason in dict.fromkeys(CANNOT_HAPPEN.values()):
        yield f"- {reason} ({', '.join(f'`{do}`' for do in CANNOT_HAPPEN if CANNOT_HAPPEN[do] == reason)})"
    yield ""
    yield from _table(sorted({command for _, command in permissions()} - COMMANDS.keys()))


def _table(commands: list[str]) -> Iterator[str]:
    roles = [role for role in Role if any(may(role, command, LIVE) for command in commands)]
    yield f"| command | {' | '.join(roles)} |"
    yield f"| --- |{' :-: |' * len(roles)}"
    for command in commands:
        yield f"| `{command}` | {' | '.join(_mark(role, command) for role in roles)} |"


def _mark(role: Role, command: str) -> str:
    if may(role, command):
        return "two" if "." in command and takes_two(role, command.partition(".")[2]) else "x"
    return "live" if may(role, command, LIVE) else ""
