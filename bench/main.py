"""`./pit bench NAME`: one comparison, side by side with other programs, in one run."""

import importlib
import sys
from pathlib import Path

BENCHES = {"evaluator": "Ranking seven-card hands, beside phevaluator, eval7, treys, pkrbot and PokerKit."}


def main() -> int:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("--help", "-h"):
        print("Usage: ./pit bench NAME [--json]\n")
        for name, what in BENCHES.items():
            print(f"  {name}  {what}")
        return 0
    name, *options = arguments
    if name not in BENCHES:
        print(f"There is no bench '{name}'; there is {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    if set(options) - {"--json"}:
        print(f"'{options[0]}' is not an option of bench; there is --json.", file=sys.stderr)
        return 2
    sys.path.insert(0, str(Path(__file__).parent))
    importlib.import_module(name).run(as_json="--json" in options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
