"""`pitboss tournament simulate`: a whole event with bots, and its story."""

import json
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pitboss.cli.options import AsJson, figure_table, plain_console, print_table, progress_bar, seed_or_any, stop
from pitboss.cli.tournament.common import (
    USUAL_ENTRIES,
    Entries,
    EventName,
    Seed,
    clock,
    conditions_of,
    dollars,
    entries_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console
    from rich.progress import Progress

    from pitboss.tournaments.bots.automatic_director import Watch
    from pitboss.tournaments.bots.simulation import Outcome
    from pitboss.tournaments.event.conditions import Conditions
    from pitboss.tournaments.event.story import StoryLine

# Before the text of a line stand the time and a gap.
_TIME, _GAP = 8, 2


class Paragraph(NamedTuple):
    """Lines of a story that belong together, as they are printed: `heads` begins a level, a break or a session."""

    when: str
    text: str
    clause: str
    heads: bool


def simulate(name: EventName, entries: Entries = USUAL_ENTRIES, seed: Seed = None, as_json: AsJson = False) -> None:
    """Play a whole event with bots through the rules of the desk, and tell its story.

    Late entries, re-entries, alternates, moves, breaks, races, hand for hand, places and prizes: all from one seed.

    With --json: "event", "title", "entries", "seed", "statistics", "prize_pool_cents", "chips" (issued, removed,
    changed by races, in play by the book and as counted), "places" (each with "places", "player", "entries",
    "prize_cents" and "goods") and "story", whose lines have "second" since the start, "kind", "text" and "clause".
    """
    conditions = conditions_of(name)
    count, number = entries_of(conditions, entries), seed_or_any(seed)
    outcome = _play(conditions, count, number)
    if as_json:
        typer.echo(json.dumps(_data(conditions, number, outcome), indent=2))
    else:
        _show(conditions, number, outcome)


def _play(conditions: "Conditions", entries: int, seed: int) -> "Outcome":
    from pitboss.tournaments.bots.automatic_director import Stuck
    from pitboss.tournaments.bots.house_simulation import run_house_event
    from pitboss.tournaments.bots.simulation import TooManySteps, run_event
    from pitboss.tournaments.event.conditions import HOUSE_GAMES

    run = run_house_event if conditions.game in HOUSE_GAMES else run_event
    try:
        with progress_bar() as bar:
            return run(conditions, entries, seed, watch=_watching(bar, conditions, entries))
    except (Stuck, TooManySteps) as endless:
        stop(f"{conditions.event} with {entries} entries and seed {seed} comes to no end: {endless}")


def _watching(bar: "Progress", conditions: "Conditions", entries: int) -> "Watch | None":
    """Keeps the bar, for whoever watches it: how many are out, and how many are left."""
    from pitboss.tournaments.prizes.standings import players_left

    if bar.disable:
        return None
    task = bar.add_task("Playing", total=entries, told=conditions.event)

    def watch(before: Any, command: Any, events: Any, after: Any) -> None:
        if after.exits is not before.exits:
            told = f"{conditions.event}, {players_left(after)} players left"
            bar.update(task, completed=len(after.exits), told=told)

    return watch


def _chips(outcome: "Outcome") -> dict[str, int]:
    from pitboss.tournaments.event.state import chips_counted, chips_in_play

    book = outcome.state.chips
    return {
        "issued": book.issued,
        "removed": book.removed,
        "race_change": book.race_change,
        "in_play": chips_in_play(outcome.state),
        "counted": chips_counted(outcome.state),
    }


def _data(conditions: "Conditions", seed: int, outcome: "Outcome") -> dict[str, Any]:
    from pitboss.tournaments.prizes.pool import pool

    state = outcome.state
    return {
        "event": conditions.event,
        "title": conditions.title,
        "entries": outcome.statistics.entries,
        "seed": seed,
        "statistics": outcome.statistics._asdict(),
        "prize_pool_cents": pool(state).prize_pool_cents,
        "chips": _chips(outcome),
        "places": list(_places(outcome)),
        "story": [
            {"second": line.at - (state.started or 0), "kind": line.kind, "text": line.text, "clause": line.clause}
            for line in outcome.story
        ],
    }


def _places(outcome: "Outcome") -> "Iterator[dict[str, Any]]":
    """Yield everybody who has a place, from the first down, under their public names."""
    from pitboss.tournaments.prizes.paying import results

    for line in results(outcome.state):
        yield {
            "places": list(line.places),
            "player": line.public,
            "entries": line.entries,
            "prize_cents": line.cents,
            "goods": list(line.goods),
        }


def _show(conditions: "Conditions", seed: int, outcome: "Outcome") -> None:
    screen, figures = plain_console(), outcome.statistics
    screen.print(conditions.title, style="bold")
    screen.print(f"{figures.entries} entries by {figures.entrants} players, seed {seed}", style="dim")
    for paragraph in _paragraphs(outcome.story, outcome.state.started or 0):
        _print_paragraph(screen, paragraph)
    table = figure_table("place", "player", "entries", "prize")
    for each in _places(outcome):
        if each["prize_cents"] or each["goods"]:
            held, prize = each["places"], ", ".join([dollars(each["prize_cents"]), *each["goods"]])
            places = str(held[0]) if len(held) == 1 else f"{held[0]} to {held[-1]}, shared"
            table.add_row(places, each["player"], str(each["entries"]), prize)
    print_table(screen, table)
    for sentence in _closing(conditions, outcome):
        screen.print(sentence)


def _closing(conditions: "Conditions", outcome: "Outcome") -> "Iterator[str]":
    """Money, chips and time, each in a sentence."""
    from pitboss.tournaments.prizes.paying import pool_unpaid
    from pitboss.tournaments.prizes.pool import pool

    left, paid_out = pool_unpaid(outcome.state), outcome.state.clause("paid_out")
    rest = "all of it paid" if not left else f"{dollars(left)} of it not paid"
    yield f"Prize pool {dollars(pool(outcome.state).prize_pool_cents)}, {rest} ({paid_out})."
    chips = _chips(outcome)
    raced = f" {chips['race_change']:+,} by races," if chips["race_change"] else ""
    counted = "as counted" if chips["in_play"] == chips["counted"] else f"but {chips['counted']:,} counted"
    book = f"{chips['issued']:,} issued, {chips['removed']:,} removed,{raced} {chips['in_play']:,} in play"
    yield f"Chips: {book}, {counted}."
    figures = outcome.statistics
    where, what = f"session {figures.level}", f"{figures.hands:,} rounds"
    if conditions.levels:
        where, what = f"level {figures.level}", f"{figures.hands:,} hands and {figures.moves:,} moves"
    nights = f", suspended {figures.suspended} times" if figures.suspended > 1 else ", suspended once"
    yield (
        f"Over {clock(figures.finished)} after the start{nights if figures.suspended else ''}, in {where},"
        f" after {what}."
    )


def _paragraphs(story: "tuple[StoryLine, ...]", started: int) -> "Iterator[Paragraph]":
    """A story for the eye: what happens alike in one moment flows together; a time and a clause are not repeated."""
    grouped = [list(lines) for _, lines in groupby(_lines_to_print(story, started), key=_alike)]
    before: StoryLine | None = None
    for lines, following in zip(grouped, [*grouped[1:], None], strict=True):
        first = lines[0]
        when = "" if first.at < started or (before and before.at == first.at) else clock(first.at - started)
        goes_on = following is not None and _goes_on(first, following[0])
        yield Paragraph(when, " ".join(each.text for each in lines), "" if goes_on else first.clause, _heads(first))
        before = first


def _goes_on(line: "StoryLine", following: "StoryLine") -> bool:
    return (line.at, line.clause) == (following.at, following.clause) and not _heads(following)


def _lines_to_print(story: "tuple[StoryLine, ...]", started: int) -> "Iterator[StoryLine]":
    """Yield the story lines to print: early entries as one line; paid prizes stand in the table after it.

    Who runs the event and what comes before its entries is the same for all of them.
    """
    from pitboss.tournaments.event.story_kinds import ENTRY, PLACE, PREPARED, PRIZE

    story = tuple(line for line in story if line.kind != PREPARED)
    early = [place for place, line in enumerate(story) if line.at < started and line.kind == ENTRY]
    confirmed = max((place for place, line in enumerate(story) if line.kind == PLACE), default=len(story))
    for place, line in enumerate(story):
        if place in early[:1]:
            yield line._replace(text=f"{len(early)} entries before the start.")
        elif place not in early and not (line.kind == PRIZE and place > confirmed):
            yield line


def _alike(line: "StoryLine") -> tuple[int, str, str, str]:
    """Moves, races and rulings are read one by one; entries, seats, tables and exits of one moment together."""
    from pitboss.tournaments.event.story_kinds import ENTRY, OUT, SEAT, TABLE

    alone = "" if line.kind in (ENTRY, SEAT, TABLE, OUT) else line.text
    return line.at, line.kind, line.clause, alone


def _heads(line: "StoryLine") -> bool:
    """Whether a level, a break or a session begins."""
    from pitboss.tournaments.event.story_kinds import CLOCK, LEVEL, STAGE

    opening = {CLOCK: "Break of ", STAGE: "Session "}.get(line.kind)
    return line.kind == LEVEL or (opening is not None and line.text.startswith(opening) and " is over" not in line.text)


def _print_paragraph(screen: "Console", paragraph: Paragraph) -> None:
    """A paragraph beside its time, its clause behind it and never broken; no word is cut."""
    from rich.text import Text

    when, text, clause, heads = paragraph
    indent = _TIME + _GAP
    width = max(screen.width - indent, len(clause) + 1)
    *lines, last = _wrap(text, width)
    if clause and len(last) + _GAP + len(clause) > width:
        lines, last = [*lines, last], ""
    if heads:
        screen.print()
    for number, line in enumerate([*lines, last]):
        ending = number == len(lines)
        begin = f"{when if not number else '':>{_TIME}}{' ' * _GAP}"
        printed = Text.assemble(begin, (line, "bold" if heads else ""))
        if ending and clause:
            printed.append(f"{' ' * _GAP if line else ''}{clause}", "dim")
        screen.print(printed, soft_wrap=True)


def _wrap(text: str, width: int) -> "Iterable[str]":
    from textwrap import wrap

    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
