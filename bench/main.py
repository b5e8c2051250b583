"""`./pit bench NAME`: one comparison, side by side with other programs, in one run; with --write, for the document."""

import importlib
import json
import sys
from pathlib import Path

import written

BENCHES = {
    "evaluator": "Ranking seven-card hands, beside phevaluator, eval7, treys, pkrbot and PokerKit.",
    "floor": "The running house: commands a second on the disk, live screens and replay, beside plain SQLite.",
    "floods": "The running house under floods: people at the tables while crowds sign in, knock and stare.",
    "games": "Rounds of the house games through the full rules, beside rlcard's and blackjack21's blackjack.",
    "growth": "The running house as it grows to a million rounds: commands, pages, recall, search, reports, start.",
    "holdem": "Hands of hold'em through the full rules, beside PokerKit, clubs and rlcard; and hands of PHH replayed.",
    "odds": "Solvers, simulations, deals by chips and equities, beside C, PokerKit, eval7 and phevaluator.",
    "processes": "The running house on PostgreSQL with one, two and four processes, beside PostgreSQL alone.",
    "screens": "The pages with forty tables at play: CPU of a table, and how soon a decision is on other screens.",
    "tournaments": "Whole events with bots to the last hand, beside PokerKit playing as many hands alone.",
}

# Those that take --quick.
QUICK = ("floor", "floods", "growth", "processes", "screens")


BESIDE = "--beside="


def main() -> int:
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    known = ("--json", "--help", "-h", "--write", *(["--quick"] if names in ([each] for each in QUICK) else []))
    beside = [Path(word.removeprefix(BESIDE)) for word in sys.argv[1:] if word.startswith(BESIDE)]
    options = [word for word in sys.argv[1:] if word.startswith("-") and not word.startswith(BESIDE)]
    unknown = [word for word in options if word not in known]
    as_json = "--json" in sys.argv
    if unknown:
        offered = f"--json, --write, {BESIDE}FOLDER, and for {' and '.join(QUICK)} --quick"
        print(f"bench has no option '{unknown[0]}'; there is {offered}.", file=sys.stderr)
        return 2
    if not names or {"--help", "-h"} & set(sys.argv):
        show_benches(as_json=as_json)
        return 0
    if names[0] not in BENCHES or len(names) > 1:
        print(f"There is no bench '{' '.join(names)}'; there is {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    if "--write" in options:
        written.write(names[0], BENCHES[names[0]], *beside[:1])
        return 0
    given = {"quick": True} if "--quick" in sys.argv else {}
    importlib.import_module(names[0]).run(as_json=as_json, **given)
    return 0


def show_benches(*, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"benches": BENCHES}, indent=2))
        return
    print(f"Usage: ./pit bench NAME [--json]; {' and '.join(QUICK)} also take --quick, to see that they run.")
    print(f"--write puts what it says into {written.PERFORMANCE}, with {BESIDE}FOLDER also that of another checkout.\n")
    for name, what in BENCHES.items():
        print(f"  {name:<13}{what}")


if __name__ == "__main__":
    sys.exit(main())
