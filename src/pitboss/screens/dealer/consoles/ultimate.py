"""Ultimate Texas Hold-em at the console."""

from pitboss.cards.ranking import ULTIMATE
from pitboss.floor.tables.record import TableRecord
from pitboss.games.house.showdown import Shown
from pitboss.games.ultimate.settlement import qualifies
from pitboss.screens.dealer.consoles import Console, ListedStep, View, before_play


def _steps_reached(record: TableRecord, view: View) -> int:
    before = before_play(record, shuffles=True)
    if before is not None:
        return before
    awaited = bool(record.rules.due(record.state))
    phase = {"before_flop": 3, "after_flop": 5, "river": 7, "declared": 9, "settling": 10}[view.felt.phase]
    return phase if awaited or phase > 7 else phase + 1


def _standing(_: View, hand: Shown | None) -> str:
    return "" if hand is None else "qualifies" if qualifies(hand) else "does not qualify"


CONSOLE = Console(
    steps=(
        ListedStep("Wagers", "4.2"),
        ListedStep("Shuffle", "6.1(a)"),
        ListedStep("“No more bets”, deal", "7.1"),
        ListedStep("Before the flop", "8.1"),
        ListedStep("Flop", "8.2"),
        ListedStep("After the flop", "8.3"),
        ListedStep("Turn and river", "8.4"),
        ListedStep("On the river", "8.5"),
        ListedStep("Dealer declares", "8.8"),
        ListedStep("Last call to concede", "9.1"),
        ListedStep("Settle from the right", "9.3"),
        ListedStep("Round over", "D-Round of Play"),
    ),
    reached=_steps_reached,
    hint="25 is ante and blind, 25 5 with trips",
    words={
        "shuffle": "Shuffle the cards",
        "show_flop": "Turn up the flop",
        "show_turn_and_river": "Turn up turn and river",
        "declare": "Turn up the dealer's two cards",
    },
    sayings={"show_flop": "Flop.", "show_turn_and_river": "Turn and river."},
    last_call="Does anybody concede?",
    ranking=ULTIMATE,
    hand_size=2,
    board=5,
    standing=_standing,
)
