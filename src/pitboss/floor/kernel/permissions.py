"""The one table of who may give which command: the code, the screens, the interfaces and the tests all ask here."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from pitboss.floor.kernel.game_roles import game_permissions, takes_two
from pitboss.floor.kernel.registry import COMMANDS, VERBS
from pitboss.floor.kernel.roles import Role
from pitboss.floor.kernel.virtual_verbs import CANNOT_HAPPEN
from pitboss.floor.tables.record import LIVE, MONEY
from pitboss.games.frozen import Frozen

# Commands that are themselves the word of a second person: whom their giver must be apart from, and when.
APART: Mapping[str, str] = Frozen(
    {
        "approve": "whoever gave what waits",
        "approve_adjustment": "whoever gave `request_adjustment`",
        "decline": "whoever gave what waits, unless it is their own",
        "lift_exclusion": "whoever gave it first; one of the two is a manager",
        "receive_credit": "whoever gave `request_credit`",
        "reject_adjustment": "whoever gave `request_adjustment`",
        "send_fill": "whoever gave `request_fill`",
        "void_voucher": "whoever wrote the voucher",
        "vouch_for_staff": "whoever had the account in hand",
    }
)


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
    yield "The last column is the table of duties: whom a command takes beside its giver. Where it says *second*, the"
    yield "command is not carried out: it waits a day at `/approvals/` for somebody of that role, and its giver is"
    yield "told who could agree. Where it says *apart from*, the command is itself the word of a second person. Two"
    yield "people are two accounts that have nobody in common: whoever made an account alone, or gave it a password"
    yield "or roles, is no other person to it until a manager who had no part in it has vouched for it. A device is"
    yield "no person."
    yield ""
    yield from _table(sorted(COMMANDS), duty_of)
    yield ""
    yield "## At the tables"
    yield ""
    yield "What is said and done in the games goes through the command `play`. Where cards are real and a dealer enters"
    yield "what happens, some of it is also theirs, or can happen at all (live); practice tables, where no money"
    yield "is, take the rulings of live tables. What is for the supervisor a dealer may enter at the console when a"
    yield "supervisor who is another person than the dealer signs for it there, with a password of their own. At"
    yield "virtual tables for money a ruling takes a second person (two): a supervisor or manager other than its giver."
    yield "What cannot happen to a virtual shoe is no command there, for these reasons:"
    yield ""
    for reason in dict.fromkeys(CANNOT_HAPPEN.values()):
        told = f"- {reason} ({', '.join(f'`{do}`' for do in CANNOT_HAPPEN if CANNOT_HAPPEN[do] == reason)})"
        yield from textwrap.wrap(told, 120, subsequent_indent="  ")
    yield ""
    yield from _table(sorted({command for _, command in permissions()} - COMMANDS.keys()))


def duty_of(command: str) -> str:
    """Whom a command takes beside its giver, in words; nothing where its giver is enough."""
    second = VERBS[COMMANDS[command]].second
    if second is not None:
        return f"second: another {' or '.join(second.roles)}, {second.when}"
    return f"apart from {APART[command]}" if command in APART else ""


def _table(commands: list[str], duty: Callable[[str], str] | None = None) -> Iterator[str]:
    roles = [role for role in Role if any(may(role, command, LIVE) for command in commands)]
    yield f"| command | {' | '.join(roles)} |{' beside its giver |' if duty else ''}"
    yield f"| --- |{' :-: |' * len(roles)}{' --- |' if duty else ''}"
    for command in commands:
        marks = " | ".join(_mark(role, command) for role in roles)
        yield f"| `{command}` | {marks} |{f' {duty(command)} |' if duty else ''}"


def _mark(role: Role, command: str) -> str:
    if may(role, command):
        return "two" if "." in command and takes_two(role, command.partition(".")[2]) else "x"
    return "live" if may(role, command, LIVE) else ""
