"""Poker Hold-em at the console."""

from collections.abc import Iterator

from pitboss.floor.tables.record import TableRecord
from pitboss.games.holdem.dealing import board_cards_due
from pitboss.games.play import RoutineStep as Routine
from pitboss.games.play import Stage
from pitboss.screens.dealer.consoles import CardPlace, Console, ListedStep, View

_STREETS = ("flop", "turn", "river")


def _steps_reached(record: TableRecord, view: View) -> int:
    felt = record.state.felt
    if felt.stage is Stage.BETTING:
        return 2 if felt.shuffled else 1
    if felt.stage is Stage.DEALING:
        return 2
    step = record.rules.routine(record.state)
    street = {"hole": 3, "flop": 4, "turn": 5, "river": 6}[view.felt.street]
    return 7 if step is not None and step.do == "settle" else street + bool(step)


def _places(record: TableRecord, step: Routine) -> Iterator[CardPlace]:
    now = record.state.play.round
    if step.do != "deal":
        yield CardPlace("Deal the card that replaces it", step.cards, not record.scanner)
    elif record.state.felt.stage is Stage.PLAYING:
        burn, street = board_cards_due(record.state)
        if burn:
            yield CardPlace("Burn one card", burn, not record.scanner)
        yield CardPlace(f"Deal the {_STREETS[now.street]}", street)
    else:
        # One at a time, clockwise from the button's left, in which order the hands are kept.
        first = sum(map(len, now.hole))
        for number in range(first, first + step.cards):
            yield CardPlace(
                f"Seat {now.seats[number % len(now.seats)]}: deal one card face down", 1, not record.scanner
            )


CONSOLE = Console(
    steps=(
        ListedStep("Blinds", "8.5"),
        ListedStep("Shuffle and cut", "7.1"),
        ListedStep("Two cards each", "9.2"),
        ListedStep("Before the flop", "10.1"),
        ListedStep("Flop", "9.4"),
        ListedStep("Turn", "9.4"),
        ListedStep("River", "9.4"),
        ListedStep("Showdown", "13.1"),
        ListedStep("Hand over", "13.1[s3]"),
    ),
    reached=_steps_reached,
    words={
        "shuffle": "Shuffle the cards",
        "replace_card": "Replace the exposed card",
        "reshuffle": "Shuffle the rest again",
        "table_hands": "Turn up all hands",
        "fold_absent": "Fold the absent hand",
        "settle": "Showdown: award the pots",
    },
    sayings={
        "table_hands": "All in: hands up, please.",
        "turn_up": "Show your hands, please.",
        "settle": "Show your hands, please.",
    },
    places=_places,
)
