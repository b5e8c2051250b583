"""How long the odds of every game take, compiled code warm: solvers, simulations, the chip model and equities.

A solver is measured afresh: everything it remembers is forgotten before each turn. What plain C takes on one core
stands beside, and PokerKit, eval7 and phevaluator do the same work where they can. Solvers and equities are for two
cores, so the time of the clock counts there; everything else is in CPU time. Every figure is the best of some turns.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random
from typing import Any

import eval7
import phevaluator
import pokerkit
from pokerkit.analysis import calculate_icm
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from contest import Contestant
from pitboss.cards.card import cards, face
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.canberra import analysis as canberra_analysis
from pitboss.odds.canberra import simulation as canberra_simulation
from pitboss.odds.canberra import solver as canberra
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.equity import equities
from pitboss.odds.pontoon import analysis as pontoon_analysis
from pitboss.odds.pontoon import simulation as pontoon_simulation
from pitboss.odds.pontoon import solver as pontoon
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.ultimate import analysis as ultimate_analysis
from pitboss.odds.ultimate import simulation as ultimate_simulation
from pitboss.odds.ultimate import strategies as ultimate
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.tournaments.prizes.deals import icm

TURNS = 3
PLAYERS = 9
WANTED_ICM = 20
WANTED_EQUITY = 0.5
# In percentage points of the edge of Pontoon.
WANTED_ERROR = 0.002
HANDS = "AhKh", "QcQd"
BOARDS = 1_712_304
EIGHT_DECKS = PontoonRules(PontoonSettings(decks=8))
ULTIMATE, CANBERRA, PONTOON = "Ultimate", "Canberra", "Pontoon, 8 decks"
# A turn of a simulation is as many rounds as are wanted of a CPU second.
WANTED_ROUNDS = {ULTIMATE: 1_000_000, CANBERRA: 3_000_000, PONTOON: 3_000_000}


@dataclass
class Timed:
    """Something computed afresh each turn: its best time by the clock, and the CPU time of that turn."""

    what: str
    play: Callable[[], object]
    wanted: float | None = None
    in_c: float | None = None
    seconds: float = float("inf")
    cpu_seconds: float = float("inf")

    def take_turn(self) -> None:
        forget()
        start, cpu_start = time.perf_counter(), time.process_time()
        self.play()
        seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
        if seconds < self.seconds:
            self.seconds, self.cpu_seconds = seconds, cpu_seconds

    @property
    def to_c(self) -> float | None:
        """Compared in CPU time, because the C programs use one core."""
        return None if self.in_c is None else self.cpu_seconds / self.in_c


def forget() -> None:
    """Empties whatever the odds keep in memory."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss.odds"):
            for kept in list(vars(module).values()):
                if callable(getattr(kept, "cache_clear", None)):
                    kept.cache_clear()


def solvers() -> list[Timed]:
    by_ultimate, by_canberra = UltimateRules(), CanberraRules()
    return [
        Timed(f"{ULTIMATE}: solver", lambda: ultimate.plan_of(by_ultimate, "best"), 5, 0.7),
        Timed(f"{CANBERRA}: solver", lambda: canberra.solve(by_canberra), 3, 0.5),
        Timed(f"{PONTOON}: solver", lambda: pontoon.solve(EIGHT_DECKS), 15, 0.3),
        Timed(f"{ULTIMATE}: whole sheet", lambda: ultimate_analysis.analyse(by_ultimate)),
        Timed(f"{CANBERRA}: whole sheet", lambda: canberra_analysis.analyse(by_canberra)),
        Timed(f"{PONTOON}: whole sheet", lambda: pontoon_analysis.analyse(EIGHT_DECKS)),
        Timed("Equity of two hands", lambda: equities(HANDS), WANTED_EQUITY),
    ]


def simulations(seed: int) -> list[Contestant]:
    games: list[tuple[str, Callable[..., object], object]] = [
        (ULTIMATE, ultimate_simulation.simulate, UltimateRules()),
        (CANBERRA, canberra_simulation.simulate, CanberraRules()),
        (PONTOON, pontoon_simulation.simulate, EIGHT_DECKS),
    ]
    return [
        Contestant(name, "simulate()", WANTED_ROUNDS[name], rounds_of(simulate, rules, WANTED_ROUNDS[name], seed))
        for name, simulate, rules in games
    ]


def rounds_of(simulate: Callable[..., object], rules: object, rounds: int, seed: int) -> Callable[[], object]:
    return lambda: simulate(rules, "best", rounds, seed)


def chip_models(seed: int) -> list[Contestant]:
    """Nine stacks and nine prizes; PokerKit goes through the 362,880 orders of finish, in floats."""
    random = Random(seed)
    stacks = [random.randint(1, 2_000) * 100 for _ in range(PLAYERS)]
    prizes = sorted((random.randint(100, 100_000) for _ in range(PLAYERS)), reverse=True)
    return [
        Contestant("Pitboss", "icm(), exact", 20, lambda: [icm(stacks, prizes) for _ in range(20)], ours=True),
        Contestant("PokerKit", "calculate_icm()", 1, lambda: calculate_icm(prizes, stacks)),
    ]


def equity_contest() -> list[Contestant]:
    """Two hands before the flop: ours over all boards, the others over as many as make a turn of them."""
    return [
        Contestant("Pitboss", "equities(), all boards", BOARDS, lambda: equities(HANDS), ours=True),
        Contestant("phevaluator", "evaluate_7cards(...)", 100_000, with_phevaluator(100_000)),
        Contestant("eval7", "evaluate(cards)", 100_000, with_eval7(100_000)),
        Contestant("PokerKit", "from_game(cards, board)", 1_000, with_pokerkit(1_000)),
    ]


def some_boards(count: int, of: Callable[[int], Any]) -> list[tuple[Any, ...]]:
    """The first boards that can come, in the cards of a program."""
    held = {card for hand in HANDS for card in cards(hand)}
    left = [of(card) for card in range(52) if card not in held]
    return list(islice(combinations(left, 5), count))


def with_phevaluator(count: int) -> Callable[[], None]:
    def of(card: int) -> int:
        return card % 13 * 4 + card // 13

    one, other = ([of(card) for card in cards(hand)] for hand in HANDS)
    boards = some_boards(count, of)
    return compared(lambda hand, board: phevaluator.evaluate_7cards(*hand, *board), one, other, boards)


def with_eval7(count: int) -> Callable[[], None]:
    def of(card: Any) -> Any:
        return eval7.Card(face(card))

    one, other = ([of(card) for card in cards(hand)] for hand in HANDS)
    return compared(lambda hand, board: eval7.evaluate([*hand, *board]), one, other, some_boards(count, of))


def with_pokerkit(count: int) -> Callable[[], None]:
    def of(card: Any) -> Any:
        return next(pokerkit.Card.parse(face(card)))

    one, other = ([of(card) for card in cards(hand)] for hand in HANDS)
    return compared(pokerkit.StandardHighHand.from_game, one, other, some_boards(count, of))


def compared(
    rank: Callable[[Any, Any], Any], one: Any, other: Any, boards: list[tuple[Any, ...]]
) -> Callable[[], None]:
    """The plain way: rank both hands on every board, and count."""

    def play() -> None:
        better = equal = 0
        for board in boards:
            mine, theirs = rank(one, board), rank(other, board)
            better += mine > theirs
            equal += mine == theirs

    return play


def run(*, as_json: bool) -> None:
    console = Console(stderr=True)
    seed = Random().getrandbits(32)
    solving, simulating, models, dealing = solvers(), simulations(seed), chip_models(seed), equity_contest()
    with Progress(console=console, transient=True) as progress:
        # Once each, so that everything is compiled and the strategies of the simulations are known.
        once = [*(each.play for each in solving), *(each.play for each in simulating)]
        for play in progress.track(once, description="Compiling"):
            play()
        for _ in progress.track(range(TURNS), description="Playing"):
            for each in (*simulating, *models, *dealing):
                each.take_turn()
        # Solvers come last, because they forget what the simulations play by.
        for _ in progress.track(range(TURNS), description="Solving"):
            for timed in solving:
                timed.take_turn()
    if as_json:
        print(json.dumps(as_rows(solving, simulating, models, dealing, seed), indent=2))
    else:
        report(solving, simulating, models, dealing, seed)


def pontoon_error() -> float:
    return 100 * pontoon.solve(EIGHT_DECKS).error


def times_the_peer(contest: list[Contestant], name: str = "PokerKit") -> float:
    speeds = {each.name: each.per_second for each in contest}
    return speeds["Pitboss"] / speeds[name]


def as_rows(
    solving: list[Timed], simulating: list[Contestant], models: list[Contestant], dealing: list[Contestant], seed: int
) -> dict[str, object]:
    return {
        "seed": seed,
        "solvers": [
            {
                "what": each.what,
                "seconds": each.seconds,
                "cpu_seconds": each.cpu_seconds,
                "wanted": each.wanted,
                "c_seconds": each.in_c,
                "cpu_to_c": each.to_c,
            }
            for each in solving
        ],
        "pontoon_error": {"percentage_points": pontoon_error(), "wanted": WANTED_ERROR},
        "simulations": [
            {"game": each.name, "rounds_per_cpu_second": round(each.per_second), "wanted": WANTED_ROUNDS[each.name]}
            for each in simulating
        ],
        "icm": {
            "per_cpu_second": {each.name: each.per_second for each in models},
            "times_pokerkit": times_the_peer(models),
            "wanted": WANTED_ICM,
        },
        "equity": {
            "boards_per_cpu_second": {each.name: round(each.per_second) for each in dealing},
            "times": {each.name: times_the_peer(dealing, each.name) for each in dealing if not each.ours},
        },
    }


def report(
    solving: list[Timed], simulating: list[Contestant], models: list[Contestant], dealing: list[Contestant], seed: int
) -> None:
    out = Console(highlight=False)
    grid = grid_of("Solved afresh, compiled code warm", "what", "seconds", "wanted", "CPU seconds", "C", "CPU to C")
    for each in solving:
        c = "" if each.in_c is None else f"{each.in_c:.1f}"
        ratio = "" if each.to_c is None else f"{each.to_c:.1f} x"
        wanted = "" if each.wanted is None else f"{each.wanted:g}"
        grid.add_row(each.what, f"{each.seconds:.3f}", wanted, f"{each.cpu_seconds:.3f}", c, ratio)
    out.print(grid)
    out.print(f"Pontoon to {pontoon_error():.6f} percentage points; wanted are {WANTED_ERROR}.\n")
    grid = grid_of("Simulated rounds per CPU second, best play", "game", "rounds/s", "wanted")
    for game in simulating:
        grid.add_row(game.name, f"{game.per_second:,.0f}", f"{WANTED_ROUNDS[game.name]:,}")
    out.print(grid)
    contests = {
        "Chip model of nine players and nine prizes": ("models/s", models),
        "Boards of two hands before the flop per CPU second": ("boards/s", dealing),
    }
    for title, (unit, contest) in contests.items():
        grid = grid_of(title, "program", "how", unit, "ours is")
        for peer in sorted(contest, key=lambda each: -each.per_second):
            times = "" if peer.ours else f"{times_the_peer(contest, peer.name):,.1f} x"
            grid.add_row(
                peer.name, escape(peer.how), f"{peer.per_second:,.0f}", times, style="bold" if peer.ours else ""
            )
        out.print(grid)
    out.print(
        f"The chip model is {times_the_peer(models):.0f} times PokerKit's; wanted are {WANTED_ICM} (seed {seed})."
    )


def grid_of(title: str, *headings: str) -> Table:
    """A table whose figures stand to the right; words come first."""
    grid = Table(title=title, title_justify="left")
    for heading in headings:
        grid.add_column(heading, justify="left" if heading in ("what", "game", "program", "how") else "right")
    return grid
