"""How many one-player rounds a CPU second each game plays, through the full rules, with random legal decisions.

Each round is a real one: cards shuffled for it or dealt from a shoe, wagers placed, every decision checked, every wager
settled with its clause and its reason. Two well-known blackjack programs stand beside for scale; they play a simpler
game, and say nothing of clauses.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import blackjack21
import rlcard
from blackjack21.players import GameState
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid
from rlcard.agents import RandomAgent

from contest import Contestant
from pitboss.games.bots.random_player import play_round
from pitboss.games.table import Shoe, Table
from pitboss.kits import house_games, kit_of

ROUNDS = 4_000
TURNS = 5
WANTED = 5_000


def contestants(seed: int) -> list[Contestant]:
    ours = [
        Contestant(f"Pitboss {name}", "full rules", ROUNDS, rounds_of(name, seed), ours=True) for name in house_games()
    ]
    return [
        *ours,
        Contestant("rlcard blackjack", "env.run()", ROUNDS, rlcard_rounds(seed)),
        Contestant("blackjack21", "Table.start_game()", ROUNDS, blackjack21_rounds(seed)),
    ]


def rounds_of(name: str, seed: int) -> Callable[[], None]:
    kit = kit_of(name)
    table: Table[Any] = Table(kit.game, shoe=Shoe.seeded(seed)).open()
    random = Random(seed)

    def play() -> None:
        for _ in range(ROUNDS):
            play_round(table, random, kit.usual_wagers)

    return play


def rlcard_rounds(seed: int) -> Callable[[], None]:
    environment = rlcard.make("blackjack", config={"seed": seed})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions)])

    def play() -> None:
        for _ in range(ROUNDS):
            environment.run(is_training=False)

    return play


def blackjack21_rounds(seed: int) -> Callable[[], None]:
    deck = blackjack21.Deck(blackjack21.table.DEFAULT_SUITS, count=4)
    reset = blackjack21.table.shoe_reset_hook(deck, threshold=0.5)
    table = blackjack21.Table([("P1", 10)], deck, hit_soft_17=True, on_round_reset=reset)
    random = Random(seed)
    named = {"double": "double_down"}

    def play() -> None:
        for _ in range(ROUNDS):
            table.start_game()
            while table.state is GameState.PLAYERS_TURN:
                action = random.choice(sorted(table.available_actions()))
                getattr(table, named.get(action.value, action.value))()

    return play


def run(*, as_json: bool) -> None:
    console = Console(stderr=True)
    seed = Random().getrandbits(32)
    with console.status("Setting tables up"):
        playing = contestants(seed)
    for _ in track(range(TURNS), "Taking turns", console=console, transient=True):
        for contestant in playing:
            contestant.take_turn()
    report(playing, seed, as_json=as_json)


def report(playing: list[Contestant], seed: int, *, as_json: bool) -> None:
    scale = max(each.per_second for each in playing if not each.ours)
    slowest = min(each.per_second for each in playing if each.ours)
    if as_json:
        rows = [
            {
                "name": each.name,
                "rounds_per_cpu_second": round(each.per_second),
                "to_fastest_peer": each.per_second / scale,
            }
            for each in playing
        ]
        print(json.dumps({"seed": seed, "rows": rows, "wanted": WANTED, "slowest_of_ours": round(slowest)}, indent=2))
        return
    grid = Grid(title="One-player rounds per CPU second, random legal play")
    grid.add_column("program")
    grid.add_column("how")
    grid.add_column("rounds/s", justify="right")
    grid.add_column("to the fastest peer", justify="right")
    for each in sorted(playing, key=lambda each: -each.per_second):
        ratio = f"{each.per_second / scale:.2f} x"
        grid.add_row(each.name, each.how, f"{each.per_second:,.0f}", ratio, style="bold" if each.ours else None)
    out = Console(highlight=False)
    out.print(grid)
    out.print(f"The slowest of ours: {slowest:,.0f} rounds a CPU second; wanted are {WANTED:,} (seed {seed}).")
