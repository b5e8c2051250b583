"""`./pit bench NAME`: one comparison, side by side with other programs, in one run."""

import importlib
import json
import sys

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


def main() -> int:
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    known = ("--json", "--help", "-h", *(["--quick"] if names in ([each] for each in QUICK) else []))
    unknown = [word for word in sys.argv[1:] if word.startswith("-") and word not in known]
    as_json = "--json" in sys.argv
    if unknown:
        print(
            f"bench has no option '{unknown[0]}'; there is --json, and for {' and '.join(QUICK)} --quick.",
            file=sys.stderr,
        )
        return 2
    if not names or {"--help", "-h"} & set(sys.argv):
        show_benches(as_json=as_json)
        return 0
    if names[0] not in BENCHES or len(names) > 1:
        print(f"There is no bench '{' '.join(names)}'; there is {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    options = {"quick": True} if "--quick" in sys.argv else {}
    importlib.import_module(names[0]).run(as_json=as_json, **options)
    return 0


def show_benches(*, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"benches": BENCHES}, indent=2))
        return
    print(f"Usage: ./pit bench NAME [--json]; {' and '.join(QUICK)} also take --quick, to see that they run.\n")
    for name, what in BENCHES.items():
        print(f"  {name:<13}{what}")


if __name__ == "__main__":
    sys.exit(main())
