"""`pitboss train`: hands to decide in the terminal, and after each choice what every choice was worth."""

import json
from collections.abc import Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import MOST_ROUNDS, AsJson, quote, seed_or_any, stop, whole_number

if TYPE_CHECKING:
    from pitboss.odds.live import ChoiceValue
    from pitboss.odds.training.hands import TrainingHand

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game of the house; a wrong name lists them all.")]
DrillName = Annotated[
    str, typer.Option("--drill", metavar="DRILL", help="Kind of hands: all, or line, flop, river, soft, ace-king ...")
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="Deal the same hands every time.")]
Day = Annotated[
    str | None, typer.Option("--day", metavar="DATE", help="The ten hands of a gaming day, the same for everybody.")
]
Hands = Annotated[str | None, typer.Option("--hands", metavar="N", help="Stop after so many hands.")]


def train(
    game: GameName,
    drill: DrillName = "all",
    seed: Seed = None,
    day: Day = None,
    hands: Hands = None,
    as_json: AsJson = False,
) -> None:
    """Train on hands of a game: what a choice is worth is told when you have chosen.

    With --json the hands are not asked: each is a line with its "cards", "cell" and "choices", which have "do",
    "amount", "value" in cents, exactly, and "given_away".
    """
    from pitboss.kits import kit_of
    from pitboss.odds.rules import GAMES
    from pitboss.odds.training.hands import DAILY_HANDS

    if game not in GAMES:
        stop(f"There is no game {quote(game)} to train: the games are {', '.join(GAMES)}.")
    drills = kit_of(game).drills
    if drill not in drills:
        stop(f"--drill of {game} is one of {', '.join(drills)}, not {quote(drill)}.")
    most = DAILY_HANDS if day is not None else MOST_ROUNDS
    wanted = whole_number("--hands", hands, 1, most) if hands is not None else DAILY_HANDS
    dealt = islice(_hands(game, drill, seed, day), wanted)
    if as_json:
        for hand in dealt:
            typer.echo(json.dumps(_data(game, hand)))
        return
    _ask_all(game, drills[drill], dealt)


def _hands(game: str, drill: str, seed: str | None, day: str | None) -> Iterator["TrainingHand"]:
    """The hands one after another, each computed when it is asked."""
    from datetime import date

    from pitboss.odds.training.hands import EVERY_HAND, daily_seed, training_hand

    if day is None:
        chosen = seed_or_any(seed)
        return (training_hand(game, drill, f"{chosen}:{drill}:{number}") for number in count(1))
    try:
        known = date.fromisoformat(day)
    except ValueError:
        stop(f"--day is a date such as 2026-11-18, not {quote(day)}.")
    return (training_hand(game, EVERY_HAND, daily_seed(str(known), number)) for number in count(1))


def _ask_all(game: str, title: str, hands: Iterator["TrainingHand"]) -> None:
    from pitboss.cli.options import plain_console
    from pitboss.cli.playing.prompts import Asking, Left
    from pitboss.cli.playing.screen import Screen
    from pitboss.games.play import dollars
    from pitboss.kits import kit_of

    console = plain_console()
    rules = kit_of(game).game
    screen, asking = Screen(console), Asking(console, rules.prefix)
    costs: list[int] = []
    console.print(f"{rules.title}, training, no money: {title.lower()}. ? shows the rules, q leaves.", style="bold")
    try:
        for hand in hands:
            costs.append(_ask(game, hand, screen, asking))
            if asking.ask("Enter for the next hand, q to leave", []):
                continue
    except Left:
        pass
    console.print(
        f"{costs.count(0)} of {len(costs)} choices best, {dollars(sum(costs))} given away.",
        style="bold",
    )


def _ask(game: str, hand: "TrainingHand", screen: Any, asking: Any) -> int:
    """Ask one hand and tell what each choice is worth; the cents that the choice gave away."""
    from pitboss.cli.options import figure_table, print_table
    from pitboss.cli.playing.screen import signed_dollars
    from pitboss.games.play import Audience, Viewer
    from pitboss.kits import kit_of
    from pitboss.odds.par.figures import fraction
    from pitboss.odds.training.hands import PLAYER, SEAT

    rules = kit_of(game).game
    choices = sorted(hand.values, key=lambda each: (each.choice.do, each.amount or 0))
    screen.table(rules.title, rules.view(hand.state, Viewer(Audience.SEAT, SEAT, PLAYER)), 0)
    labels = [_words(each) for each in choices]
    number = ""
    while not (number.isdecimal() and 0 < int(number) <= len(choices)):
        number = asking.ask(screen.choices(labels, due=True), [each.choice.clause for each in choices])
    chosen, best = choices[int(number) - 1], hand.values[0]
    cost = round(best.value - chosen.value)
    if chosen.value == best.value:
        screen.console.print(f"{_words(chosen).capitalize()} is best: nothing is given away.", style="bold")
    else:
        screen.console.print(
            f"{_words(best).capitalize()} is worth {signed_dollars(cost)} more. ({best.choice.clause})", style="bold"
        )
    table = figure_table("Choice", "Worth", "Cost", "Exactly, in cents")
    for each in hand.values:
        lost = round(best.value - each.value)
        table.add_row(_words(each), signed_dollars(round(each.value)), signed_dollars(-lost), fraction(each.value))
    print_table(screen.console, table)
    if hand.cell is not None:
        screen.console.print(f"In the chart: {str(hand.cell).removeprefix(': ')}.")
    return cost


def _words(each: "ChoiceValue") -> str:
    from pitboss.games.play import dollars

    amount = f" {dollars(each.amount)}" if each.amount else ""
    return each.choice.do.replace("_", " ") + amount


def _data(game: str, hand: "TrainingHand") -> dict[str, Any]:
    from pitboss.cli.options import fraction_data
    from pitboss.cli.playing.games import bands
    from pitboss.games.play import Audience, Viewer
    from pitboss.kits import kit_of
    from pitboss.odds.training.hands import PLAYER, SEAT

    view = kit_of(game).game.view(hand.state, Viewer(Audience.SEAT, SEAT, PLAYER))
    best = hand.values[0].value
    return {
        "game": game,
        "cards": {group.label: list(group.cards) for band in bands(view) for group in band},
        "cell": None if hand.cell is None else str(hand.cell).removeprefix(": "),
        "choices": [
            {
                "do": each.choice.do,
                "amount": each.amount,
                "value": fraction_data(each.value),
                "given_away": fraction_data(best - each.value),
            }
            for each in hand.values
        ],
    }
