"""The long simulations of best play by the approved rules: played once, kept as data, and found again by their rules.

`./pit par --all --simulate` plays them. All counts are kept, so that everything a sheet says of them can be worked out
again, and those of the first batch by themselves, so that anybody can see in a second that the kernel still plays so.
"""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.odds.rules import Rules, digest
from pitboss.odds.simulation.batches import batches, play_batch
from pitboss.odds.tally import Tally, merge_tallies

FOLDER = "recorded"
STRATEGY = "best"
ROUNDS, BATCH, SEED = 10**9, 1_000_000, 20_250_718


class SimulationRecord(NamedTuple):
    """One simulation: by which rules, from which seed in batches of which size, and by which version of the program."""

    rules_digest: str
    seed: int
    batch: int
    version: str
    first: Tally
    whole: Tally


def play(rules: Rules, *, rounds: int = ROUNDS, report: Callable[[float], None] = lambda _: None) -> SimulationRecord:
    """All of it on one core, batch after batch."""
    tallies: list[Tally] = []
    for batch in batches(rules, STRATEGY, rounds, SEED, by="kernel", size=BATCH):
        # The first is kept for itself, the others as their sum.
        tallies = [*tallies[:1], merge_tallies([*tallies[1:], play_batch(batch)])]
        report(merge_tallies(tallies).rounds / rounds)
    return SimulationRecord(digest(rules), SEED, BATCH, __version__, tallies[0], merge_tallies(tallies))


def replay_first(record: SimulationRecord, rules: Rules) -> Tally:
    """The first batch once more: equal to the one in the record as long as game, kernel and best play are the same."""
    [batch] = batches(rules, STRATEGY, record.batch, record.seed, by="kernel", size=record.batch)
    return play_batch(batch)


def find_record(rules: Rules) -> SimulationRecord | None:
    """The simulation that is kept with the program for just these rules."""
    found = _stored_record(rules.game)
    return found if found is not None and found.rules_digest == digest(rules) else None


def path(game: str) -> str:
    """Where it is kept in a checkout."""
    return f"src/pitboss/odds/simulation/{FOLDER}/{game}.json"


def forget() -> None:
    """What is kept is read anew."""
    _stored_record.cache_clear()


@cache
def _stored_record(game: str) -> SimulationRecord | None:
    file = files("pitboss.odds.simulation").joinpath(FOLDER, f"{game}.json")
    return parse_record(file.read_text(encoding="utf-8")) if file.is_file() else None


def record_text(record: SimulationRecord) -> str:
    """As it is kept."""
    told: dict[str, Any] = {
        "rules_digest": record.rules_digest,
        "strategy": STRATEGY,
        "seed": record.seed,
        "batch": record.batch,
        "version": record.version,
        "first_batch": _tally_json(record.first),
        "all_rounds": _tally_json(record.whole),
    }
    return json.dumps(told, indent=1) + "\n"


def parse_record(text: str) -> SimulationRecord:
    told = json.loads(text)
    tallies = (_tally(told[name]) for name in ("first_batch", "all_rounds"))
    return SimulationRecord(told["rules_digest"], told["seed"], told["batch"], told["version"], *tallies)


def _tally_json(tally: Tally) -> dict[str, Any]:
    results = {wager: {str(net): counts[net] for net in sorted(counts)} for wager, counts in tally.results.items()}
    return {"rounds": tally.rounds, "net_cents": results, "decisions": dict(sorted(tally.decisions.items()))}


def _tally(told: dict[str, Any]) -> Tally:
    results = {
        wager: Counter({int(net): n for net, n in counts.items()}) for wager, counts in told["net_cents"].items()
    }
    return Tally(told["rounds"], results, Counter(told["decisions"]))
