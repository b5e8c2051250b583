"""How many random seven-card hands a second each program ranks, on one core, all on the same hands in one run.

Each program gets its hands in the form it likes best, prepared beforehand; only its own calls are timed, in CPU time.
Every figure is the best of several turns, and the programs take turns, because machines are noisy. What all cores do
together is told by the clock.
"""

import json
import time
from collections.abc import Callable

import eval7
import numpy as np
import phevaluator
import pkrbot
import pokerkit
import treys
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from agreement import CHUNK, Hands, by_rank, disagreements, random_hands
from agreement import HANDS as AGREEMENT
from contest import Contestant
from pitboss.cards.batch import BatchRanker
from pitboss.cards.card import Card, face
from pitboss.cards.ranking import ULTIMATE

HANDS = 100_000
BATCH = 4_000_000
TURNS = 5
# Hands a CPU second of the batch evaluator, every one of them checked.
WANTED = 300_000_000


def contestants(hands: Hands, batch: Hands) -> list[Contestant]:
    written = [[face(Card(card)) for card in hand] for hand in hands.tolist()]
    return [*ours(hands, batch), *peers(hands, written)]


def ours(hands: Hands, batch: Hands) -> list[Contestant]:
    ranker = BatchRanker(ULTIMATE, 7)
    masks = np.bitwise_or.reduce(np.uint64(1) << batch.astype(np.uint64), axis=1)
    single = [[Card(card) for card in hand] for hand in hands.tolist()]
    return [
        Contestant("Pitboss batch", "uint8[n, 7], checked", len(batch), lambda: ranker.rank(batch), ours=True),
        Contestant("Pitboss batch", "64-bit masks, checked", len(batch), lambda: ranker.rank_masks(masks), ours=True),
        Contestant("Pitboss", "strength(cards)", len(single), each(ULTIMATE.strength, single), ours=True),
    ]


def peers(hands: Hands, written: list[list[str]]) -> list[Contestant]:
    numbers = by_rank(hands).tolist()
    with_eval7 = [[eval7.Card(card) for card in hand] for hand in written]
    with_pkrbot = [[pkrbot.Card(card) for card in hand] for hand in written]
    raw = [(bytes(card // 4 for card in hand), bytes(card % 4 for card in hand)) for hand in numbers]
    with_treys = [[treys.Card.new(card) for card in hand] for hand in written[: HANDS // 5]]
    with_pokerkit = ["".join(hand) for hand in written[: HANDS // 50]]
    evaluate_treys = treys.Evaluator().evaluate
    from_game = pokerkit.StandardHighHand.from_game
    return [
        Contestant("phevaluator", "evaluate_cards(*cards)", HANDS, each_spread(phevaluator.evaluate_cards, numbers)),
        Contestant("phevaluator", "evaluate_7cards(...)", HANDS, each_spread(phevaluator.evaluate_7cards, numbers)),
        Contestant("pkrbot", "evaluate(cards)", HANDS, each(pkrbot.evaluate, with_pkrbot)),
        Contestant("pkrbot", "evaluate_raw(ranks, ...)", HANDS, each_raw(pkrbot.evaluate_raw, raw)),
        Contestant("eval7", "evaluate(cards)", HANDS, each(eval7.evaluate, with_eval7)),
        Contestant("treys", "evaluate(hand, board)", len(with_treys), each_halved(evaluate_treys, with_treys)),
        Contestant("PokerKit", "from_game(cards, board)", len(with_pokerkit), each(from_game, with_pokerkit)),
    ]


def by_the_clock(hands: Hands) -> tuple[float, float]:
    """Millions of hands a second on one core, and on all of them."""
    ranker = BatchRanker(ULTIMATE, 7)
    best = [float("inf")] * 2
    for _ in range(TURNS):
        for all_cores in (False, True):
            start = time.perf_counter()
            ranker.rank(hands, all_cores=all_cores)
            best[all_cores] = min(best[all_cores], time.perf_counter() - start)
    return len(hands) / best[0] / 1e6, len(hands) / best[1] / 1e6


def each(function: Callable[..., object], hands: list[list[Card]] | list[str]) -> Callable[[], None]:
    def play() -> None:
        for hand in hands:
            function(hand)

    return play


def each_spread(function: Callable[..., object], hands: list[list[int]]) -> Callable[[], None]:
    def play() -> None:
        for hand in hands:
            function(*hand)

    return play


def each_halved(function: Callable[..., object], hands: list[list[int]]) -> Callable[[], None]:
    def play() -> None:
        for hand in hands:
            function(hand[:2], hand[2:])

    return play


def each_raw(function: Callable[..., object], hands: list[tuple[bytes, bytes]]) -> Callable[[], None]:
    def play() -> None:
        for ranks, suits in hands:
            function(ranks, suits, 7)

    return play


def run(*, as_json: bool) -> None:
    console = Console(stderr=True)
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    random = np.random.default_rng(seed)
    with console.status("Preparing hands and compiling"):
        batch = random_hands(BATCH, random)
        playing = contestants(random_hands(HANDS, random), batch)
        for contestant in playing[:2]:
            contestant.play()
    for _ in track(range(TURNS), "Taking turns", console=console, transient=True):
        for contestant in playing:
            contestant.take_turn()
    clock = by_the_clock(batch)
    chunks = track(range(AGREEMENT // CHUNK), "Agreement with phevaluator", console=console, transient=True)
    differing = sum(disagreements(random_hands(CHUNK, random)) for _ in chunks)
    report(playing, clock, differing, seed, as_json=as_json)


def report(playing: list[Contestant], clock: tuple[float, float], differing: int, seed: int, *, as_json: bool) -> None:
    fastest_peer = max(each.per_second for each in playing if not each.ours)
    phe = next(each.per_second for each in playing if each.name == "phevaluator")
    batch, single = playing[0].per_second, playing[2].per_second
    if as_json:
        rows = [
            {"name": each.name, "how": each.how, "hands_per_cpu_second": round(each.per_second)} for each in playing
        ]
        ratios = {"batch_to_fastest_peer": batch / fastest_peer, "single_to_phevaluator": single / phe}
        agreement = {"hands": AGREEMENT, "differing": differing}
        cores = {"one_core": clock[0], "all_cores": clock[1]}
        found = {"seed": seed, "rows": rows, "wanted_of_batch": WANTED, "millions_by_the_clock": cores}
        print(json.dumps(found | {"ratios": ratios, "agreement": agreement}, indent=2))
        return
    table = Table(title="Random seven-card hands per CPU second")
    table.add_column("program")
    table.add_column("call")
    table.add_column("hands/s", justify="right")
    table.add_column("to the fastest peer", justify="right")
    for each in sorted(playing, key=lambda each: -each.per_second):
        style = "bold" if each.ours else None
        ratio = f"{each.per_second / fastest_peer:.2f} x"
        table.add_row(each.name, escape(each.how), f"{each.per_second:,.0f}", ratio, style=style)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"Batch to the fastest peer: {batch / fastest_peer:.1f} x; wanted are {WANTED:,} hands/s")
    console.print(f"Batch by the clock: {clock[0]:.0f} million hands/s on one core, {clock[1]:.0f} on all of them")
    console.print(f"One hand at a time to phevaluator's evaluate_cards: {single / phe:.2f} x")
    console.print(f"Agreement with phevaluator on {AGREEMENT:,} random hands: {differing} differ (seed {seed})")
