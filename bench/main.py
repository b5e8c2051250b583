"""`./pit bench NAME`: one comparison, side by side with other programs, in one run; with --write, for the document."""

import argparse
import importlib
import inspect
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


def main() -> int:
    given = _read()
    if not given.name:
        show_benches(as_json=given.json)
        return 0
    if given.name not in BENCHES:
        print(f"There is no bench '{given.name}'; there is {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    if given.write:
        written.write(given.name, BENCHES[given.name], given.beside)
        return 0
    run = importlib.import_module(given.name).run
    options = {name: told for name in ("quick",) if (told := getattr(given, name))}
    if not_taken := options.keys() - inspect.signature(run).parameters.keys():
        print(f"The bench '{given.name}' takes no --{min(not_taken)}.", file=sys.stderr)
        return 2
    run(as_json=given.json, **options)
    return 0


def _read() -> argparse.Namespace:
    options = argparse.ArgumentParser(prog="./pit bench", usage="./pit bench NAME [options]", add_help=False)
    options.add_argument("name", nargs="?", default="")
    for flag in ("--json", "--quick", "--write"):
        options.add_argument(flag, action="store_true")
    options.add_argument("--beside", type=Path)
    if {"--help", "-h"} & {*sys.argv[1:]}:
        return options.parse_args([])
    return options.parse_args()


def show_benches(*, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"benches": BENCHES}, indent=2))
        return
    print(
        "Usage: ./pit bench NAME [--json]\n\n"
        f"--write puts what it says into {written.PERFORMANCE}; --beside FOLDER runs it in another checkout as well.\n"
        "--quick, where there is a running house, only shows that it works.\n"
    )
    for name, what in BENCHES.items():
        print(f"  {name:<13}{what}")


if __name__ == "__main__":
    sys.exit(main())
