"""`pitboss tournament`: events that come with the program or in a file, played with bots, forecast, and checked."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import INTERRUPTED
from pitboss.cli.options import (
    AsJson,
    figure_table,
    hold_interrupts,
    print_table,
    progress_bar,
    seed_or_any,
    stop,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from pitboss.odds.forecast import Forecast
    from pitboss.tournaments.conditions import Conditions
    from pitboss.tournaments.simulation import Outcome
    from pitboss.tournaments.story import Line

EventName = Annotated[
    str,
    typer.Argument(metavar="EVENT", help="An event by its name or the beginning of it, or a data file (.toml)."),
]
Entries = Annotated[
    str, typer.Option("--entries", metavar="N", help="Entries in all, re-entries included; 60 if not said.")
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="Play the same event every time; chosen and told if not said.")
]
Events = Annotated[str, typer.Option("--events", metavar="N", help="How many events to play; 40 if not said.")]
Workers = Annotated[
    str | None, typer.Option("--workers", metavar="N", help="Processes on this machine; one a core if not said.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="The Dask scheduler of a cluster: tcp://HOST:PORT.")
]

_MOST_EVENTS = 100_000
_MOST_WORKERS = 1024
# Parts of the events by which the forecast is told.
_PARTS = ((1, 10), (1, 2), (9, 10))


def events(as_json: AsJson = False) -> None:
    """List the events that come with the program.

    With --json: a list of events, each with "event", "title", "ruleset", "game", "buy_in_cents", "stack", "reentries"
    (null: without limit) and "levels".
    """
    from rich.console import Console

    from pitboss.tournaments.library import event, names

    found = [event(name) for name in names()]
    if as_json:
        typer.echo(json.dumps([_event_data(each) for each in found], indent=2))
        return
    table = figure_table("event", "document", "game", "buy-in", "stack", "re-entries", "levels")
    for each in found:
        table.add_row(
            each.event,
            each.ruleset,
            each.game,
            _dollars(each.buy_in),
            f"{each.stack:,}",
            "any" if each.reentries is None else str(each.reentries),
            str(len(each.levels) or "sessions"),
        )
    print_table(Console(highlight=False), table)


def show(name: EventName, as_json: AsJson = False) -> None:
    """Show the structure of an event: levels, breaks, chips to colour up, payout scale; and what is wrong with it.

    A file of one's own is checked as the desk checks it; with anything wrong the exit status is 1. With --json: the
    event as in `events`, "levels" (number, "starts_s", small, big and ante), "breaks", "colour_up", "scale",
    "structure_ends_s" and "problems", each with its "clause".
    """
    from pitboss.tournaments.validator import problems

    conditions = _conditions(name, checked=False)
    wrong = problems(conditions)
    if as_json:
        data = _structure_data(conditions)
        data["problems"] = [{"clause": each.clause, "reason": each.reason} for each in wrong]
        typer.echo(json.dumps(data, indent=2))
    else:
        _show_structure(conditions)
        for each in wrong:
            typer.echo(str(each), err=True)
    if wrong:
        raise typer.Exit(1)


def simulate(name: EventName, entries: Entries = "60", seed: Seed = None, as_json: AsJson = False) -> None:
    """Play a whole event with bots through the rules of the desk, and tell its story.

    Late entries, re-entries, alternates, moves, breaks, races, hand for hand, places and prizes: all from one seed.

    With --json: "event", "entries", "seed", "statistics", "prize_pool_cents", "chips", "places" (each with "places",
    "player", "entries" and "prize_cents") and "story", whose lines have "second" since the start, "kind", "text" and
    "clause".
    """
    conditions = _conditions(name)
    count, number = _entries(conditions, entries), seed_or_any(seed)
    outcome = _play(conditions, count, number)
    if as_json:
        typer.echo(json.dumps(_outcome_data(conditions, number, outcome), indent=2))
    else:
        _show_outcome(conditions, number, outcome)


def forecast(
    name: EventName,
    entries: Entries = "60",
    number: Events = "40",
    seed: Seed = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Forecast when an event will end, and whether twelve hours or the last level will be enough.

    Many events are played with bots to the last hand; Ctrl-C ends it with what was played so far, and status 130. The
    answer depends on the seed, not on who plays.

    With --json: "event", "entries", "seed", "events", "events_asked", "ends_s" (mean, and by parts of the events),
    "chance_of_twelve_hours", "chance_past_the_ladder", "levels", "mean_hands", "most_tables" and "rule_of_thumb".
    """
    from pitboss.odds.forecast import forecast as foretold
    from pitboss.odds.forecast import of_ends
    from pitboss.odds.simulation.run import Stopped
    from pitboss.odds.simulation.workers import NoCluster

    conditions = _conditions(name)
    count, chosen = _entries(conditions, entries), seed_or_any(seed)
    wanted = whole_number("--events", number, 1, _MOST_EVENTS)
    who = _who(workers, cluster, wanted)
    stopped = False
    try:
        with who as executor, progress_bar() as bar:
            task = bar.add_task("Playing", total=wanted, told="getting ready")
            found = foretold(
                conditions,
                count,
                wanted,
                chosen,
                executor=executor,
                watch=lambda ends: bar.update(task, completed=len(ends), told=f"{len(ends)} of {wanted} events"),
            )
    except NoCluster as none:
        stop(str(none))
    except Stopped as early:
        hold_interrupts()
        if not early.tally:
            typer.echo("Stopped before the first event was over.", err=True)
            raise typer.Exit(INTERRUPTED) from None
        found, stopped = of_ends(conditions, count, early.tally), True
    if as_json:
        typer.echo(json.dumps(_forecast_data(found, wanted, chosen), indent=2))
    else:
        _show_forecast(found, chosen)
    if stopped:
        typer.echo(f"Stopped after {len(found.ends)} of {wanted} events.", err=True)
        raise typer.Exit(INTERRUPTED)


def _conditions(name: str, *, checked: bool = True) -> "Conditions":
    """An event of the library, or of a file."""
    from pathlib import Path

    from pitboss.tournaments.library import UnknownEvent, UnreadableEvent, event, read_file, read_unchecked

    try:
        if name.endswith(".toml"):
            return read_file(Path(name)) if checked else read_unchecked(Path(name))
        return event(name)
    except (UnknownEvent, UnreadableEvent) as error:
        stop(str(error))


def _entries(conditions: "Conditions", text: str) -> int:
    most = conditions.most_entrants
    return whole_number("--entries", text, max(conditions.least_entrants, 2), most)


def _who(workers: str | None, cluster: str | None, wanted: int) -> "AbstractContextManager[Executor]":
    from pitboss.odds.simulation.workers import cores, on_cluster, processes_here

    if cluster is not None:
        if workers is not None:
            stop("--workers is for this machine: a cluster has its own.")
        return on_cluster(cluster)
    count = cores() if workers is None else whole_number("--workers", workers, 1, _MOST_WORKERS)
    return processes_here(min(count, wanted))


def _play(conditions: "Conditions", entries: int, seed: int) -> "Outcome":
    from pitboss.tournaments.conditions import HOUSE_GAMES
    from pitboss.tournaments.house_simulation import run_house_event
    from pitboss.tournaments.simulation import run_event

    with progress_bar() as bar:
        bar.add_task(f"Playing {conditions.title}", total=None, told="")
        run = run_house_event if conditions.game in HOUSE_GAMES else run_event
        return run(conditions, entries, seed)


def _event_data(conditions: "Conditions") -> dict[str, Any]:
    return {
        "event": conditions.event,
        "title": conditions.title,
        "ruleset": conditions.ruleset,
        "game": conditions.game,
        "buy_in_cents": conditions.buy_in,
        "stack": conditions.stack,
        "reentries": conditions.reentries,
        "levels": len(conditions.levels),
    }


def _structure_data(conditions: "Conditions") -> dict[str, Any]:
    from pitboss.tournaments.clock import schedule
    from pitboss.tournaments.colour_up import colour_up_schedule

    segments = schedule(conditions.levels, conditions.breaks)
    return {
        **_event_data(conditions),
        "closes_at_level": conditions.closes_at_level,
        "levels": [
            {"level": each.level, "starts_s": each.begins, **each.blinds._asdict()}
            for each in segments
            if each.blinds is not None
        ],
        "breaks": [{"after": each.after, "seconds": each.seconds} for each in conditions.breaks],
        "colour_up": [each._asdict() for each in colour_up_schedule(conditions)],
        "structure_ends_s": segments[-1].ends if segments else None,
        "scale": None
        if conditions.scale is None
        else {
            "name": conditions.scale.name,
            "label": conditions.scale.label,
            "bands": [
                {"least": band.least, "most": band.most, "percent": [part / 100 for part in band.shares]}
                for band in conditions.scale.bands
            ],
        },
    }


def _show_structure(conditions: "Conditions") -> None:
    from rich.console import Console

    from pitboss.tournaments.clock import schedule
    from pitboss.tournaments.colour_up import colour_up_schedule

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(conditions.title, style="bold")
    back = {None: "any number of re-entries", 0: "no re-entry", 1: "1 re-entry"}.get(
        conditions.reentries, f"{conditions.reentries} re-entries"
    )
    fee = f"{_dollars(conditions.buy_in)} = {_dollars(conditions.entry_fee)} + {_dollars(conditions.admin_fee)}"
    console.print(f"{conditions.ruleset}, {conditions.game}; {fee}; {conditions.stack:,} chips; {back}", style="dim")
    table = figure_table("", "minute", "small", "big", "ante")
    for each in schedule(conditions.levels, conditions.breaks):
        if each.blinds is None:
            table.add_row(f"break of {(each.ends - each.begins) // 60} minutes", f"{each.begins // 60}", "", "", "")
            continue
        name = f"level {each.level}" + (", entries closed" if each.level == conditions.closes_at_level else "")
        blinds = each.blinds
        figures = (f"{blinds.small:,}", f"{blinds.big:,}", f"{blinds.ante:,}")
        table.add_row(name, f"{each.begins // 60}", *figures)
    if conditions.levels:
        print_table(console, table)
    for chip in colour_up_schedule(conditions):
        when = "" if chip.next_break_after is None else f", at the break after level {chip.next_break_after}"
        console.print(
            f"Chips of {chip.denomination:,} go out after level {chip.last_level_needing}{when}.", style="dim"
        )


def _chips_data(outcome: "Outcome") -> dict[str, int]:
    from pitboss.tournaments.state import chips_in_play

    book = outcome.state.chips
    return {
        "issued": book.issued,
        "removed": book.removed,
        "race_change": book.race_change,
        "in_play": chips_in_play(outcome.state),
    }


def _outcome_data(conditions: "Conditions", seed: int, outcome: "Outcome") -> dict[str, Any]:
    from pitboss.tournaments.paying import payout_sheet
    from pitboss.tournaments.pool import pool

    state = outcome.state
    return {
        "event": conditions.event,
        "title": conditions.title,
        "entries": outcome.statistics.entries,
        "seed": seed,
        "statistics": outcome.statistics._asdict(),
        "prize_pool_cents": pool(state).prize_pool_cents,
        "chips": _chips_data(outcome),
        "places": [
            {"places": list(line.places), "player": line.player, "entries": line.entries, "prize_cents": line.cents}
            for line in payout_sheet(state)
        ],
        "story": [
            {"second": line.at - (state.started or 0), "kind": line.kind, "text": line.text, "clause": line.clause}
            for line in outcome.story
        ],
    }


def _show_outcome(conditions: "Conditions", seed: int, outcome: "Outcome") -> None:
    from rich.console import Console

    from pitboss.tournaments.paying import payout_sheet
    from pitboss.tournaments.pool import pool

    console = Console(highlight=False, markup=False, emoji=False)
    figures, state = outcome.statistics, outcome.state
    console.print(conditions.title, style="bold")
    console.print(f"{figures.entries} entries by {figures.entrants} players, seed {seed}", style="dim")
    for when, text, clause in _told(outcome.story, state.started or 0):
        console.print(f"{when:>9}  {text}  ", end="", soft_wrap=True)
        console.print(clause, style="dim")
    table = figure_table("place", "player", "entries", "prize")
    for line in payout_sheet(state):
        if line.cents:
            places = "-".join(str(each) for each in (line.places[0], *line.places[1:][-1:]))
            table.add_row(places, line.player, str(line.entries), _dollars(line.cents))
    print_table(console, table)
    console.print(f"Prize pool {_dollars(pool(state).prize_pool_cents)}, paid to the cent. {_chips_said(outcome)}")
    ended = f"at level {figures.level}" if figures.level else "after its last session"
    console.print(f"Over {_clock(figures.finished)} after the start, {ended}, after {figures.hands:,} hands.")


def _chips_said(outcome: "Outcome") -> str:
    chips = _chips_data(outcome)
    return (
        f"Chips: {chips['issued']:,} issued, {chips['removed']:,} removed, {chips['race_change']:+,} by races,"
        f" {chips['in_play']:,} counted."
    )


def _told(story: "tuple[Line, ...]", started: int) -> "Iterator[tuple[str, str, str]]":
    """The lines of a story with their times; entries before the start are one line."""
    early = [line for line in story if line.at < started and line.kind == "entry"]
    for line in story:
        if line in early[:1]:
            yield "", f"{len(early)} entries before the start.", line.clause
        elif line not in early:
            yield _clock(line.at - started) if line.at >= started else "", line.text, line.clause


def _clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def _forecast_data(found: "Forecast", wanted: int, seed: int) -> dict[str, Any]:
    from fractions import Fraction

    from pitboss.tournaments.pace import likely_end

    rule = likely_end(found.conditions, found.entries * found.conditions.stack) if found.conditions.levels else None
    ends: dict[str, float] = {"mean": float(found.mean_seconds)}
    for part, whole in _PARTS:
        ends[f"{100 * part // whole}%"] = found.seconds_at(Fraction(part, whole))
    return {
        "event": found.conditions.event,
        "entries": found.entries,
        "seed": seed,
        "events": len(found.ends),
        "events_asked": wanted,
        "ends_s": ends,
        "chance_of_twelve_hours": float(found.chance_of_twelve_hours),
        "chance_past_the_ladder": float(found.chance_past_the_ladder),
        "levels": {str(level): count for level, count in found.levels.items()},
        "mean_hands": sum(end.hands for end in found.ends) / len(found.ends),
        "most_tables": max(end.tables for end in found.ends),
        "rule_of_thumb": None if rule is None else rule._asdict(),
    }


def _show_forecast(found: "Forecast", seed: int) -> None:
    from fractions import Fraction

    from rich.console import Console

    from pitboss.tournaments.pace import likely_end

    console = Console(highlight=False, markup=False, emoji=False)
    conditions = found.conditions
    console.print(f"{conditions.title}, {found.entries} entries", style="bold")
    console.print(f"{len(found.ends)} events played with bots to the last hand, seed {seed}", style="dim")
    table = figure_table("the event is over", "after")
    for part, whole in _PARTS:
        table.add_row(f"in {100 * part // whole}% of the events", _clock(found.seconds_at(Fraction(part, whole))))
    table.add_row("on the average", _clock(int(found.mean_seconds)))
    print_table(console, table)
    console.print(f"Longer than twelve hours: {_percent(found.chance_of_twelve_hours)} (STAR 1-b)")
    if conditions.levels:
        console.print(f"Past the last level: {_percent(found.chance_past_the_ladder)} (T-24)")
        rule = likely_end(conditions, found.entries * conditions.stack)
        thumb = (
            "past the last level"
            if rule.level is None or rule.second is None
            else f"level {rule.level}, which begins after {_clock(rule.second)}"
        )
        console.print(f"By the rule that a twentieth of all chips is the last big blind: {thumb}.", style="dim")


def _percent(part: Any) -> str:
    return f"{100 * float(part):.0f}% of the events"


def _dollars(cents: int) -> str:
    from pitboss.games.command import dollars

    return dollars(cents)
