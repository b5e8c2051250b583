"""`pitboss simulate`: rounds by the million with any strategy, here or on a cluster, beside the exact value."""

import json
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli import INTERRUPTED
from pitboss.cli.options import (
    MOST_ROUNDS,
    MOST_WORKERS,
    AsJson,
    Cluster,
    decks_from,
    figure_table,
    fraction_data,
    hold_interrupts,
    parts_data,
    plain_console,
    print_table,
    progress_bar,
    quote,
    seed_or_any,
    stop,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from fractions import Fraction

    from rich.console import Console
    from rich.progress import Progress

    from pitboss.odds.rules import Rules
    from pitboss.odds.simulation.batches import By
    from pitboss.odds.simulation.estimate import Estimate
    from pitboss.odds.tally import Tally
    from pitboss.odds.worth import Analysis

GameName = Annotated[str, typer.Argument(metavar="GAME", help="ultimate, canberra or pontoon.")]
Rounds = Annotated[
    str | None,
    typer.Option("--rounds", metavar="N", help="Rounds to play; 10,000,000 if not said, and 50,000 with --engine."),
]
Strategy = Annotated[str, typer.Option("--strategy", metavar="NAME", help="How to play; a wrong name lists them all.")]
Engine = Annotated[bool, typer.Option("--engine", help="Play at the rules engine's table, not by the fast kernel.")]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="Play the same rounds every time; chosen and told if not said."),
]
Workers = Annotated[
    str | None,
    typer.Option("--workers", metavar="N", help="Workers on this machine; one a core if not said."),
]
Decks = Annotated[str | None, typer.Option("--decks", metavar="N", help="Decks of pontoon, 3 to 8.")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="K=V", help="Change a rule, such as blind_pays.flush=2:1.")
]
Stake = Annotated[str | None, typer.Option("--stake", metavar="DOLLARS", help="The initial wager.")]

USUAL_ROUNDS = {"kernel": 10_000_000, "engine": 50_000}


class SimulationRequest(NamedTuple):
    """A simulation as it was asked for."""

    game: str
    rules: "Rules"
    strategy: str
    by: "By"
    rounds: int
    seed: int


class SimulationResult(NamedTuple):
    """A simulation beside the exact values; `trouble` says why it is incomplete, `status` is the exit status then."""

    tally: "Tally"
    exact: "Analysis"
    trouble: str | None = None
    status: int = 0


def simulate(
    game: GameName,
    rounds: Rounds = None,
    strategy: Strategy = "best",
    engine: Engine = False,
    seed: Seed = None,
    workers: Workers = None,
    cluster: Cluster = None,
    decks: Decks = None,
    sets: Sets = None,
    stake: Stake = None,
    as_json: AsJson = False,
) -> None:
    """Play a game against the house many times, and compare the mean return with its exact value.

    The answer depends on the seed, not on who plays: any number of workers and any cluster bring the same. Ctrl-C ends
    it with what was played so far, and status 130.

    With --json: "game", "strategy", "by", "seed", "stake" in cents, "rounds", "rounds_asked", "complete",
    "rules_digest"; "wagers", each with "unit" in cents, "made", "mean" (the return per unit), "interval" (95%), "sd",
    "hit_frequency", "exact" (of best play, as "numerator" and "denominator", or null), "exact_error", "standard_errors"
    (how far the mean lies from it) and "results" (how often each net result in cents came); and "decisions", each with
    "count", "per_round" and "exact".
    """
    by: By = "engine" if engine else "kernel"
    count = USUAL_ROUNDS[by] if rounds is None else whole_number("--rounds", rounds, 1, MOST_ROUNDS)
    at_work = None if workers is None else whole_number("--workers", workers, 1, MOST_WORKERS)
    if cluster is not None and workers is not None:
        stop("--workers is for this machine: a cluster has its own.")
    rules = _rules(game, strategy, by, decks, sets or [], stake)
    wanted = SimulationRequest(game, rules, strategy, by, count, seed_or_any(seed))
    answer = _play_rounds(wanted, _who(wanted, at_work, cluster))
    hold_interrupts()
    if answer.tally.rounds:
        if as_json:
            typer.echo(json.dumps(_data(wanted, answer), indent=2))
        else:
            _show(wanted, answer)
    if answer.trouble:
        typer.echo(answer.trouble, err=True)
        raise typer.Exit(answer.status)


def _rules(game: str, strategy: str, by: "By", decks: str | None, sets: list[str], stake: str | None) -> "Rules":
    """The rules as they are wanted, by which the strategy can be played."""
    from pitboss.odds.rules import GAMES, BadRules, dollars_from, read_rules
    from pitboss.odds.simulation.run import check

    if game not in GAMES:
        stop(f"There is no game {quote(game)} to simulate: the games are {', '.join(GAMES)}.")
    try:
        cents = None if stake is None else dollars_from(stake)
        rules = read_rules(game, sets=sets, decks=decks_from(decks), stake=cents)
        check(rules, strategy, by)
    except BadRules as wrong:
        stop(str(wrong))
    return rules


def _who(wanted: SimulationRequest, workers: int | None, cluster: str | None) -> "AbstractContextManager[Executor]":
    """The kernels share this machine as threads, the rules engine as processes; a cluster plays either."""
    from pitboss.odds.simulation.batches import USUAL_SIZE
    from pitboss.odds.simulation.workers import cores, on_cluster, processes_here, threads_here

    if cluster is not None:
        return on_cluster(cluster)
    batches = -(-wanted.rounds // USUAL_SIZE[wanted.by])
    count = min(workers or cores(), batches)
    return processes_here(count) if wanted.by == "engine" else threads_here(count)


def _play_rounds(wanted: SimulationRequest, who: "AbstractContextManager[Executor]") -> SimulationResult:
    """The exact values, then the rounds; stopped or broken off, what was played is the answer."""
    from pitboss.odds.simulation.run import Failed
    from pitboss.odds.simulation.workers import NoCluster

    kept: list[SimulationResult] = []
    try:
        with who as executor:
            _play(wanted, executor, _solve(wanted), kept)
    except NoCluster as none:
        stop(str(none))
    except KeyboardInterrupt:
        if not kept:
            typer.echo("Stopped before the first round.", err=True)
            raise typer.Exit(INTERRUPTED) from None
    except Failed:
        if not kept:
            raise
    return kept[0]


def _play(wanted: SimulationRequest, executor: "Executor", exact: "Analysis", kept: list[SimulationResult]) -> None:
    """Keeps the answer before anything else can go wrong, such as Ctrl-C again while the workers are sent home."""
    from pitboss.odds.simulation.run import Failed, Stopped, run
    from pitboss.odds.simulation.workers import is_loss

    _, rules, strategy, by, rounds, seed = wanted
    try:
        with progress_bar() as bar:
            watch = _watching(bar, wanted)
            kept.append(
                SimulationResult(run(rules, strategy, rounds, seed, executor=executor, by=by, watch=watch), exact)
            )
    except Stopped as stopped:
        kept.append(_incomplete(wanted, stopped.tally, exact, "Stopped", INTERRUPTED))
        hold_interrupts()
        raise
    except Failed as failed:
        if is_loss(failed.__cause__):
            kept.append(_incomplete(wanted, failed.tally, exact, "The workers were lost", 1))
        raise


def _incomplete(
    wanted: SimulationRequest, tally: "Tally", exact: "Analysis", why: str, status: int
) -> SimulationResult:
    return SimulationResult(tally, exact, f"{why} after {tally.rounds:,} of {wanted.rounds:,} rounds.", status)


def _solve(wanted: SimulationRequest) -> "Analysis":
    """First, because a strategy made from the solution needs it too and whoever stops the rounds has it then."""
    from pitboss.kits import kit_of

    with progress_bar() as bar:
        task = bar.add_task("Solving exactly", total=1.0, told="")
        analyse = kit_of(wanted.game).solve("analysis:analyse")
        found: Analysis = analyse(wanted.rules, progress=lambda part: bar.update(task, completed=part))
    return found


def _watching(bar: "Progress", wanted: SimulationRequest) -> "Callable[[Tally], None]":
    """Keeps the bar: rounds done, rounds a second, and the return of the main wager with its interval."""
    from time import monotonic

    from pitboss.odds.par.figures import percent, signed_percent
    from pitboss.odds.simulation.estimate import estimate

    task = bar.add_task("Playing", total=wanted.rounds, told="getting ready")
    ready: list[tuple[int, float]] = []

    def watch(tally: "Tally") -> None:
        # Workers take a while to get ready, so the rate is that since the first batch was done.
        ready[1:] = [(tally.rounds, monotonic())]
        (first, begun), (rounds, now) = ready[0], ready[-1]
        rate = f", {(rounds - first) / (now - begun):,.0f}/s" if now > begun else ""
        main = estimate(tally, wanted.rules, "main")
        told = f"{rounds:,} rounds{rate}, {signed_percent(main.mean)} ± {percent(main.half_width)}"
        bar.update(task, completed=rounds, told=told)

    return watch


def _estimates(wanted: SimulationRequest, answer: SimulationResult) -> "tuple[Estimate, ...]":
    from pitboss.odds.simulation.estimate import estimates

    return estimates(answer.tally, wanted.rules, answer.exact.wagers)


def _data(wanted: SimulationRequest, answer: SimulationResult) -> dict[str, Any]:
    from pitboss.odds.rules import digest

    tally = answer.tally
    exact = answer.exact.decisions
    return {
        **parts_data(wanted, "game", "strategy", "by", "seed"),
        "stake": wanted.rules.stake,
        "rounds": tally.rounds,
        "rounds_asked": wanted.rounds,
        "complete": tally.rounds == wanted.rounds,
        "rules_digest": digest(wanted.rules),
        "wagers": {each.wager: _wager_data(each, tally) for each in _estimates(wanted, answer)},
        "decisions": {
            name: {"count": count, "per_round": count / tally.rounds, "exact": _exact_data(exact.get(name))}
            for name, count in sorted(tally.decisions.items())
        },
    }


def _wager_data(row: "Estimate", tally: "Tally") -> dict[str, Any]:
    return {
        **parts_data(row, "unit", "made", "mean", "interval", "sd", "hit_frequency"),
        "exact": _exact_data(row.exact),
        **parts_data(row, "exact_error", "standard_errors"),
        "results": {str(net): count for net, count in sorted(tally.results[row.wager].items())},
    }


def _exact_data(value: "Fraction | None") -> dict[str, int] | None:
    return None if value is None else fraction_data(value)


def _show(wanted: SimulationRequest, answer: SimulationResult) -> None:
    from pitboss.kits import game_named

    console = plain_console()
    by = "at the rules engine's table" if wanted.by == "engine" else "by the kernel"
    played = f"{answer.tally.rounds:,}" + ("" if answer.tally.rounds == wanted.rounds else f" of {wanted.rounds:,}")
    console.print(f"{game_named(wanted.game).title}, strategy {wanted.strategy}", style="bold")
    console.print(f"{played} rounds {by}, seed {wanted.seed}", style="dim")
    _show_wagers(console, wanted, answer)
    _show_decisions(console, wanted, answer)


def _show_wagers(console: "Console", wanted: SimulationRequest, answer: SimulationResult) -> None:
    from pitboss.odds.par.figures import percent, plain, signed_percent
    from pitboss.odds.par.games import game_sheet
    from pitboss.odds.simulation.wagers import solved_as

    table = figure_table("wager", "return", "± 95%", "sd", "hits", "exact, best play")
    for row in _estimates(wanted, answer):
        name = game_sheet(wanted.game).wager_said(solved_as(wanted.rules, row.wager))
        returned = (signed_percent(row.mean, 4), f"± {percent(row.half_width, 4)}")
        table.add_row(name, *returned, plain(row.sd, 4), percent(row.hit_frequency), _exactly(row))
    print_table(console, table)


def _exactly(row: "Estimate") -> str:
    from pitboss.odds.par.figures import percent, signed_percent

    if row.exact is None:
        return ""
    # An error that the digits shown cannot hold is not told here; the data has it.
    error = percent(row.exact_error or 0.0, 4)
    return signed_percent(row.exact, 4) + (f" ± {error}" if error.strip("0.%") else "")


def _show_decisions(console: "Console", wanted: SimulationRequest, answer: SimulationResult) -> None:
    from pitboss.odds.par.games import game_sheet

    table = figure_table("decision", "a round", "exact, best play")
    for name, count in answer.tally.decisions.most_common():
        exact = answer.exact.decisions.get(name)
        figures = (f"{count / answer.tally.rounds:.4f}", "" if exact is None else f"{float(exact):.4f}")
        table.add_row(game_sheet(wanted.game).decision_said(name), *figures)
    print_table(console, table)
    if answer.tally.decisions.keys() & {"all doubles", "all splits"}:
        console.print(
            "Of stand, draw, double, split and surrender only the first of a round is counted; all doubles and all"
            " splits count those on later cards and on split hands too.",
            style="dim",
        )
