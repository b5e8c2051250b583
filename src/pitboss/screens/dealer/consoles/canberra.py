"""Canberra Poker at the console."""

from pitboss.cards.ranking import CANBERRA
from pitboss.floor.tables.record import TableRecord
from pitboss.games.canberra.deal import up_place
from pitboss.games.canberra.settlement import takes_part
from pitboss.games.house.showdown import Shown
from pitboss.screens.dealer.consoles import Console, ListedStep, View, before_play


def _steps_reached(record: TableRecord, view: View) -> int:
    before = before_play(record, shuffles=True)
    if before is not None:
        return before
    step = record.rules.routine(record.state)
    by_step = {"call_bet_or_fold": 3, "reveal": 4, "settle": 5, "declare_jackpot": 6, "collect": 7}
    return by_step.get(step.do, 3) if step else 3


def _standing(_: View, hand: Shown | None) -> str:
    return "" if hand is None else "is in" if takes_part(hand) else "is not in"


CONSOLE = Console(
    steps=(
        ListedStep("Wagers", "4.1"),
        ListedStep("Shuffle", "5.1"),
        ListedStep("Deal", "6.1"),
        ListedStep("“Bet or fold”", "7.1"),
        ListedStep("Dealer's hand", "9.1"),
        ListedStep("Settle from the right", "9.4"),
        ListedStep("Jackpot", "9.8"),
        ListedStep("Round over", "D-Round of Play"),
    ),
    reached=_steps_reached,
    hint="25 is the ante, 25 2 with the jackpot",
    words={
        "shuffle": "Shuffle the cards",
        "call_bet_or_fold": "Call “Bet or fold”",
        "reveal": "Turn up the dealer's hand",
        "declare_jackpot": "Settle the jackpot",
        "collect": "Collect the cards",
    },
    sayings={"call_bet_or_fold": "Bet or fold."},
    call="Bet or fold.",
    ranking=CANBERRA,
    hand_size=5,
    standing=_standing,
    is_out=lambda hand: not takes_part(hand),
    up_card=lambda record, plan: up_place(record.state, plan),
)
