"""How many hands of no-limit hold'em a CPU second: six players to the river, random legal play, and replays of PHH.

Each of ours is a real round at a table: blinds, a shuffle and a cut, every decision a command that the rules judge, the
showdown with every outcome, clause and reason. PokerKit, clubs and rlcard play the same game beside it: blinds of 1 and
2, stacks of 200. clubs and rlcard check little and explain nothing, and rlcard knows three sizes of raise only.
"""

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import clubs
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from rlcard.games.nolimitholdem import Game as RlcardGame
from rlcard.games.nolimitholdem.round import Action

from contest import Contestant
from pitboss.games.command import decision
from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.fast.table import QuickTable
from pitboss.games.holdem.settings import ranking_of
from pitboss.games.holdem.state import PREFLOP
from pitboss.games.play import Command, Role
from pitboss.games.table import Shoe
from pitboss.histories.phh import read
from pitboss.histories.replay import replay
from pitboss.rulebook.refusal import Refusal

PLAYERS, STACK, BLINDS = 6, 200, (1, 2)
TURNS = 5
# PokerKit is slow, so fewer hands make a turn; with much fewer its figure depends on which hands they are.
HANDS, THEIR_HANDS, REPLAYS = 1_500, 800, 150
CHECKING, RANDOM = "six players check and call to the river", "six players in random legal play"
REPLAYING, READING = "hands of PHH replayed", "files of PHH read and replayed"
# How many times as many hands as PokerKit; reading a file is the same library's work in both.
WANTED = {CHECKING: 20, RANDOM: 10, REPLAYING: 10, READING: None}
COLLECTION = Path(__file__).resolve().parents[2] / "shared" / "phh"


def contests(seed: int) -> dict[str, list[Contestant]]:
    """What is measured, each with its programs; a replay only where there are hands to replay."""
    checking = [
        Contestant("Pitboss", "Table.do()", HANDS, ours(seed, passed_on), ours=True),
        Contestant("PokerKit", "State", THEIR_HANDS, pokerkit_hands(seed, pokerkit_passes)),
        Contestant("clubs", "Dealer.step()", HANDS, clubs_hands(seed, clubs_passes)),
        Contestant("rlcard", "Game.step()", HANDS, rlcard_hands(seed, rlcard_passes)),
    ]
    at_random = [
        Contestant("Pitboss", "Table.choices(), do()", HANDS, ours(seed, decided_at_random), ours=True),
        Contestant("PokerKit", "State", THEIR_HANDS, pokerkit_hands(seed, pokerkit_at_random)),
        Contestant("clubs", "Dealer.step()", HANDS, clubs_hands(seed, clubs_at_random)),
        Contestant("rlcard", "Game.step()", HANDS, rlcard_hands(seed, rlcard_at_random)),
    ]
    found = {CHECKING: checking, RANDOM: at_random}
    texts = some_histories(seed)
    if texts:
        count, ours_read, theirs_read = len(texts), read_all(texts), read_by_pokerkit(texts)
        found[REPLAYING] = [
            Contestant("Pitboss", "replay()", count, lambda: replayed(ours_read), ours=True),
            Contestant("PokerKit", "HandHistory", count, lambda: replayed_by_pokerkit(theirs_read)),
        ]
        found[READING] = [
            Contestant("Pitboss", "read(), replay()", count, lambda: replayed(read_all(texts)), ours=True),
            Contestant("PokerKit", "HandHistory.loads()", count, lambda: replayed_by_pokerkit(read_by_pokerkit(texts))),
        ]
    return found


def ours(seed: int, decide: Callable[[QuickTable, Random], None]) -> Callable[[], None]:
    settings = HoldemSettings(mode="tournament", boxes=PLAYERS, blinds=BLINDS, min_bet=BLINDS[-1], chip_unit=1)
    table = QuickTable(settings, Shoe.seeded(seed))
    table.open()
    for seat in range(1, PLAYERS + 1):
        table.do(Command(Role.OPERATOR, "seat_entrant", seat, f"P{seat}", amount=STACK))
    rank_every_hand(settings)
    seated = table.state

    def play() -> None:
        # The same decisions in every turn, so that no turn is lucky.
        random = Random(seed)
        for _ in range(HANDS):
            # A table is a value, so that everybody has the same chips again.
            table.state = seated
            table.new_round().deal()
            while not table.is_over:
                decide(table, random)
                table.run()

    return play


def rank_every_hand(settings: HoldemSettings) -> None:
    """Seven cards of every kind, once: ours fills its table of hands as they are met, the others when they are made."""
    ranking = ranking_of(settings)
    for ranks in combinations_with_replacement(range(13), 7):
        if max(map(ranks.count, ranks)) <= 4:
            ranking.of_counts([ranks.count(rank) for rank in range(13)], joker=False)


@cache
def said(do: str, seat: int) -> Command:
    """A decision without an amount; a command is a value, and can be given again."""
    return Command(Role.PLAYER, do, seat)


def passed_on(table: QuickTable, random: Random) -> None:
    """Check, stand or call, whichever it is."""
    now = table.now
    hand = now.turn
    do = "call" if now.call > now.bets[hand] else "stand" if now.street == PREFLOP else "check"
    answer = table.do(said(do, now.seats[hand]))
    assert not isinstance(answer, Refusal)


def decided_at_random(table: QuickTable, random: Random) -> None:
    """Fold where something is owed, pass, or bet any amount, each as likely as the other; all from what is offered."""
    choices = table.choices()
    # To fold comes first and to tap out last, which a bet of the whole stake is too.
    first, end = choices[1].do != "call", len(choices) - (choices[-1].do == "tap_out")
    _, do, _, seat, _, _, _, least, most, _, _ = choices[first + int(random.random() * (end - first))]
    if least is None or most is None:
        answer = table.do(said(do, seat or 0))
    else:
        amount = least + int(random.random() * (most - least + 1))
        answer = table.do(decision(do, seat, amount))
    assert not isinstance(answer, Refusal)


def pokerkit_hands(seed: int, decide: Callable[[Any, Random], None]) -> Callable[[], None]:
    automations = tuple(Automation)

    def play() -> None:
        random = Random(seed)
        for _ in range(THEIR_HANDS):
            state = NoLimitTexasHoldem.create_state(automations, True, 0, BLINDS, BLINDS[-1], STACK, PLAYERS)
            while state.status:
                decide(state, random)

    return play


def pokerkit_passes(state: Any, random: Random) -> None:
    state.check_or_call()


def pokerkit_at_random(state: Any, random: Random) -> None:
    owes, least = state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount
    place = int(random.random() * (1 + bool(owes) + (least is not None)))
    if place == 0:
        state.check_or_call()
    elif place == 1 and owes:
        state.fold()
    else:
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(least + int(random.random() * (most - least + 1)))


def clubs_hands(seed: int, decide: Callable[[dict[str, Any], Random], float]) -> Callable[[], None]:
    dealer = clubs.Dealer(**clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)

    def play() -> None:
        random = Random(seed)
        for _ in range(HANDS):
            seen, done = dealer.reset(reset_stacks=True), [False]
            # It can fail when it hands out the odd chips of a divided pot, which is the end of a hand all the same.
            with suppress(IndexError):
                while not all(done):
                    seen, _, done = dealer.step(decide(seen, random))

    return play


def clubs_passes(seen: dict[str, Any], random: Random) -> float:
    call: float = seen["call"]
    return call


def clubs_at_random(seen: dict[str, Any], random: Random) -> float:
    call, least, most = seen["call"], seen["min_raise"], seen["max_raise"]
    place = int(random.random() * (1 + bool(call) + (most > call)))
    if place == 0:
        return float(call)
    return -1.0 if place == 1 and call else float(least + int(random.random() * (most - least + 1)))


def rlcard_hands(seed: int, decide: Callable[[list[Any], Random], Any]) -> Callable[[], None]:
    game = RlcardGame(num_players=PLAYERS)
    game.configure({"game_num_players": PLAYERS, "chips_for_each": STACK, "dealer_id": None})

    def play() -> None:
        random = Random(seed)
        for _ in range(HANDS):
            game.init_game()
            while not game.is_over():
                game.step(decide(game.get_legal_actions(), random))
            game.get_payoffs()

    return play


def rlcard_passes(legal: list[Any], random: Random) -> Any:
    return Action.CHECK_CALL


def rlcard_at_random(legal: list[Any], random: Random) -> Any:
    """It may fold at any time; raises of its three sizes are one choice."""
    raises = [action for action in legal if action not in (Action.FOLD, Action.CHECK_CALL)]
    place = int(random.random() * (2 + bool(raises)))
    return (Action.CHECK_CALL, Action.FOLD)[place] if place < 2 else random.choice(raises)


def some_histories(seed: int) -> list[str]:
    """Hands of the collection beside the checkout, where it is there; others in every run."""
    files = sorted(COLLECTION.rglob("*.phh"))
    return [file.read_text() for file in Random(seed).sample(files, min(REPLAYS, len(files)))]


def read_all(texts: list[str]) -> list[Any]:
    return [read(text, "a hand") for text in texts]


def read_by_pokerkit(texts: list[str]) -> list[Any]:
    return [HandHistory.loads(text) for text in texts]


def replayed(hands: list[Any]) -> None:
    for hand in hands:
        replay(hand)


def replayed_by_pokerkit(hands: list[Any]) -> None:
    """Every state of a hand, which is how PokerKit plays it."""
    for hand in hands:
        for _ in hand:
            pass


def run(*, as_json: bool) -> None:
    console = Console(stderr=True)
    seed = Random().getrandbits(32)
    with console.status("Setting tables up"):
        playing = contests(seed)
    # Nobody's garbage is looked for among what all programs together have loaded.
    gc.collect()
    gc.freeze()
    with Progress(console=console, transient=True) as progress:
        for _ in progress.track(range(TURNS), description="Taking turns"):
            for contestant in (each for contest in playing.values() for each in contest):
                contestant.take_turn()
    if as_json:
        print(json.dumps({"seed": seed, "contests": list(as_rows(playing)), "replays": REPLAYING in playing}, indent=2))
    else:
        report(playing, seed)


def ratio(contest: list[Contestant], name: str) -> float:
    """How many times as many hands ours plays."""
    speeds = {each.name: each.per_second for each in contest}
    return speeds["Pitboss"] / speeds[name]


def as_rows(playing: dict[str, list[Contestant]]) -> Iterator[dict[str, object]]:
    for what, contest in playing.items():
        yield {
            "what": what,
            "hands_per_cpu_second": {each.name: round(each.per_second) for each in contest},
            "ours_to": {each.name: round(ratio(contest, each.name), 2) for each in contest if not each.ours},
            "wanted_to_pokerkit": WANTED[what],
        }


def report(playing: dict[str, list[Contestant]], seed: int) -> None:
    out = Console(highlight=False)
    for what, contest in playing.items():
        grid = Grid(title=f"Hands per CPU second: {what}")
        grid.add_column("program")
        grid.add_column("how")
        grid.add_column("hands/s", justify="right")
        grid.add_column("ours is", justify="right")
        for each in sorted(contest, key=lambda each: -each.per_second):
            times = "" if each.ours else f"{ratio(contest, each.name):.1f} x"
            grid.add_row(each.name, each.how, f"{each.per_second:,.0f}", times, style="bold" if each.ours else None)
        out.print(grid)
        wanted = f"; wanted are {WANTED[what]}" if WANTED[what] else ""
        out.print(f"{ratio(contest, 'PokerKit'):.1f} times PokerKit{wanted}.\n")
    if REPLAYING not in playing:
        out.print("No hands to replay: the collection of PHH files is not beside this checkout.")
    out.print(f"Seed {seed}.")
