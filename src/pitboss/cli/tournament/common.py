"""Shared parts of the tournament commands: reading an event and its entries, writing time and money."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import parts_data, quote, stop, whole_number

if TYPE_CHECKING:
    from pitboss.tournaments.clock.clock import LikelyEnd
    from pitboss.tournaments.event.conditions import Conditions

EventName = Annotated[
    str,
    typer.Argument(metavar="EVENT", help="An event by its name or the beginning of it, or a data file (.toml)."),
]
Entries = Annotated[
    str,
    typer.Option(
        "--entries", metavar="N", show_default=False, help="Entries in all, re-entries included; 60 if not said."
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="Play the same every time; chosen and told if not said.")
]

USUAL_ENTRIES = "60"


def conditions_of(name: str, *, checked: bool = True) -> "Conditions":
    """An event of the library, or of a file; whatever is wrong with it ends the command."""
    from pathlib import Path

    from pitboss.tournaments.event.library import UnreadableEvent, event, read_file, read_unchecked

    if not (name.endswith(".toml") or "/" in name):
        return event(_full_name(name))
    try:
        return read_file(Path(name)) if checked else read_unchecked(Path(name))
    except UnreadableEvent as error:
        stop(str(error))


def _full_name(name: str) -> str:
    from pitboss.tournaments.event.library import names

    found = [each for each in names() if each == name] or [each for each in names() if name and each.startswith(name)]
    if len(found) > 1:
        stop(f"{quote(name)} may be {' or '.join(found)}: write more of it.")
    if not found:
        stop(f"There is no event {quote(name)}: there are {', '.join(names())}.")
    return found[0]


def entries_of(conditions: "Conditions", text: str) -> int:
    """Return the number of entries of an event: as many as its conditions allow."""
    return whole_number("--entries", text, max(conditions.least_entrants, 2), conditions.most_entrants)


def event_data(conditions: "Conditions") -> dict[str, Any]:
    """An event in a few words, for JSON."""
    return {
        **parts_data(conditions, "event", "title", "ruleset", "game"),
        "buy_in_cents": conditions.buy_in,
        **parts_data(conditions, "stack", "reentries"),
        "levels": len(conditions.levels),
        "sessions": 0 if conditions.sessions is None else len(conditions.sessions.rounds),
    }


def likely_said(end: "LikelyEnd") -> str:
    """Return the rule of thumb as a sentence."""
    if end.level is None or end.second is None:
        when = "past the last level"
    else:
        when = f"level {end.level}, which begins {clock(end.second)} after the start"
    more = ", beyond twelve hours" if end.exceeds_twelve_hours else ""
    return f"Likely end, when a twentieth of all chips is a big blind: {when}{more}."


def clock(seconds: int) -> str:
    """Hours, minutes and seconds."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def dollars(cents: int) -> str:
    from pitboss.games.command import dollars as said

    return said(cents)
