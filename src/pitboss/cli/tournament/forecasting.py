"""`pitboss tournament forecast`: when an event will end, from many that are played with bots."""

import json
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli import INTERRUPTED
from pitboss.cli.options import (
    MOST_WORKERS,
    AsJson,
    Cluster,
    figure_table,
    hold_interrupts,
    plain_console,
    print_table,
    progress_bar,
    seed_or_any,
    stop,
    whole_number,
)
from pitboss.cli.tournament.common import (
    USUAL_ENTRIES,
    Entries,
    EventName,
    Seed,
    clock,
    conditions_of,
    entries_of,
    likely_said,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from fractions import Fraction

    from pitboss.odds.forecast import End, Forecast
    from pitboss.tournaments.event.conditions import Conditions

Events = Annotated[
    str, typer.Option("--events", metavar="N", show_default=False, help="How many events to play; 40 if not said.")
]
Workers = Annotated[
    str | None, typer.Option("--workers", metavar="N", help="Processes on this machine; one a core if not said.")
]

_MOST_EVENTS = 100_000
# Parts of the events by which the forecast is told.
_PARTS = ((1, 10), (1, 2), (9, 10))


class ForecastRequest(NamedTuple):
    """A forecast as it was asked for."""

    conditions: "Conditions"
    entries: int
    events: int
    seed: int


class ForecastResult(NamedTuple):
    """The events that were played to their ends; `trouble` says why not all were, `status` how to leave then."""

    ends: "tuple[End, ...]"
    trouble: str | None = None
    status: int = 0


def forecast(
    name: EventName,
    entries: Entries = USUAL_ENTRIES,
    number: Events = "40",
    seed: Seed = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Forecast when an event will end, and whether twelve hours or the last level will be enough.

    Many events are played with bots to the last hand; Ctrl-C ends it with what was played so far, and status 130. The
    answer depends on the seed, not on who plays.

    With --json: "event", "entries", "seed", "events", "events_asked", "complete", "ends_s" (mean, and by parts of the
    events), "chance_of_twelve_hours", "chance_past_the_ladder", "levels" (in house games sessions), "mean_hands",
    "most_tables" and "rule_of_thumb".
    """
    from pitboss.odds.forecast import of_ends

    conditions = conditions_of(name)
    count, chosen = entries_of(conditions, entries), seed_or_any(seed)
    wanted = ForecastRequest(conditions, count, whole_number("--events", number, 1, _MOST_EVENTS), chosen)
    answer = _play_events(wanted, _who(workers, cluster, wanted.events))
    hold_interrupts()
    if answer.ends:
        found = of_ends(conditions, count, answer.ends)
        if as_json:
            typer.echo(json.dumps(_data(found, wanted), indent=2))
        else:
            _show(found, wanted)
    if answer.trouble:
        typer.echo(answer.trouble, err=True)
        raise typer.Exit(answer.status)


def _who(workers: str | None, cluster: str | None, wanted: int) -> "AbstractContextManager[Executor]":
    from pitboss.odds.simulation.workers import cores, on_cluster, processes_here

    if cluster is not None:
        if workers is not None:
            stop("--workers is for this machine: a cluster has its own.")
        return on_cluster(cluster)
    count = cores() if workers is None else whole_number("--workers", workers, 1, MOST_WORKERS)
    return processes_here(min(count, wanted))


def _play_events(wanted: ForecastRequest, who: "AbstractContextManager[Executor]") -> ForecastResult:
    """The events; stopped or broken off, what was played is the answer."""
    from pitboss.odds.simulation.run import Failed
    from pitboss.odds.simulation.workers import NoCluster

    kept: list[ForecastResult] = []
    try:
        with who as executor:
            _play(wanted, executor, kept)
    except NoCluster as none:
        stop(str(none))
    except KeyboardInterrupt:
        if not kept:
            return ForecastResult((), "Stopped before the first event was over.", INTERRUPTED)
    except Failed:
        if not kept:
            raise
    return kept[0]


def _play(wanted: ForecastRequest, executor: "Executor", kept: list[ForecastResult]) -> None:
    """Keeps the answer before anything else can go wrong, such as Ctrl-C again while the workers are sent home."""
    from pitboss.odds.forecast import forecast as foretold
    from pitboss.odds.simulation.run import Failed, Stopped
    from pitboss.odds.simulation.workers import is_loss

    conditions, entries, events, seed = wanted
    try:
        with progress_bar() as bar:
            task = bar.add_task("Playing", total=events, told="getting ready")

            def watch(ends: "tuple[End, ...]") -> None:
                bar.update(task, completed=len(ends), told=f"{len(ends):,} of {events:,} events")

            found = foretold(conditions, entries, events, seed, executor=executor, watch=watch)
            kept.append(ForecastResult(found.ends))
    except Stopped as stopped:
        kept.append(_incomplete(wanted, stopped.tally, "Stopped", INTERRUPTED))
        hold_interrupts()
        raise
    except Failed as failed:
        why = "The workers were lost" if is_loss(failed.__cause__) else _endless(failed.__cause__)
        if why:
            kept.append(_incomplete(wanted, failed.tally, why, 1))
        raise


def _incomplete(wanted: ForecastRequest, ends: "tuple[End, ...]", why: str, status: int) -> ForecastResult:
    if not ends and status == INTERRUPTED:
        return ForecastResult((), "Stopped before the first event was over.", status)
    return ForecastResult(ends, f"{why} after {len(ends):,} of {wanted.events:,} events.", status)


def _endless(error: BaseException | None) -> str | None:
    """An event that cannot be played to its end, such as one whose blinds are never large enough."""
    from pitboss.tournaments.bots.automatic_director import Stuck
    from pitboss.tournaments.bots.simulation import TooManySteps

    return "An event came to no end" if isinstance(error, (Stuck, TooManySteps)) else None


def _data(found: "Forecast", wanted: ForecastRequest) -> dict[str, Any]:
    from fractions import Fraction

    from pitboss.tournaments.clock.clock import likely_end

    rule = likely_end(found.conditions, found.entries * found.conditions.stack) if found.conditions.levels else None
    ends: dict[str, float] = {"mean": float(found.mean_seconds)}
    for part, whole in _PARTS:
        ends[f"{100 * part // whole}%"] = found.seconds_at(Fraction(part, whole))
    return {
        "event": found.conditions.event,
        "entries": found.entries,
        "seed": wanted.seed,
        "events": len(found.ends),
        "events_asked": wanted.events,
        "complete": len(found.ends) == wanted.events,
        "ends_s": ends,
        "chance_of_twelve_hours": float(found.chance_of_twelve_hours),
        "chance_past_the_ladder": float(found.chance_past_the_ladder),
        "levels": {str(level): count for level, count in found.levels.items()},
        "mean_hands": sum(end.hands for end in found.ends) / len(found.ends),
        "most_tables": max(end.tables for end in found.ends),
        "rule_of_thumb": None if rule is None else rule._asdict(),
    }


def _show(found: "Forecast", wanted: ForecastRequest) -> None:
    from fractions import Fraction

    from pitboss.tournaments.clock.clock import likely_end

    screen, conditions = plain_console(), found.conditions
    screen.print(f"{conditions.title}, {found.entries} entries", style="bold")
    played = f"{len(found.ends):,}" + ("" if len(found.ends) == wanted.events else f" of {wanted.events:,}")
    screen.print(f"{played} events played with bots to the last hand, seed {wanted.seed}", style="dim")
    table = figure_table("events", "over after")
    for part, whole in _PARTS:
        table.add_row(f"the shortest {100 * part // whole}%", clock(found.seconds_at(Fraction(part, whole))))
    table.add_row("the mean of all", clock(int(found.mean_seconds)))
    print_table(screen, table)
    clause = " (STAR 1-b)" if conditions.ruleset == "STAR" else ""
    screen.print(f"Longer than twelve hours{clause}: {_percent(found.chance_of_twelve_hours)}.")
    if conditions.levels:
        screen.print(f"Past the last level (T-24): {_percent(found.chance_past_the_ladder)}.")
        screen.print(likely_said(likely_end(conditions, found.entries * conditions.stack)), style="dim")


def _percent(part: "Fraction") -> str:
    return f"{100 * float(part):.0f}% of the events"
