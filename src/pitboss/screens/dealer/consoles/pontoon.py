"""Pontoon at the console."""

from pitboss.floor.tables.record import TableRecord
from pitboss.screens.dealer.consoles import Console, ListedStep, View, before_play


def _steps_reached(record: TableRecord, view: View) -> int:
    before = before_play(record, shuffles=False)
    if before is not None:
        return before
    step = record.rules.routine(record.state)
    if step is not None and step.do in ("settle", "collect"):
        return 7 if step.do == "settle" else 8
    draws = 6 if step is not None and step.to is None else 5
    phases = {"perfect_pairs": 2, "interim": 3, "surrender": 4, "subsequent_deal": draws, "dealer": 6}
    return phases[view.felt.phase]


CONSOLE = Console(
    steps=(
        ListedStep("Wagers", "4.1"),
        ListedStep("Initial deal", "6.2"),
        ListedStep("Perfect Pairs", "18.13"),
        ListedStep("Pay the Pontoons", "8.1"),
        ListedStep("Insurance, surrender", "9.1"),
        ListedStep("Players draw", "10.1"),
        ListedStep("Dealer draws", "13.1"),
        ListedStep("Settle from the right", "14.1"),
        ListedStep("Round over", "D-Round of play"),
    ),
    deal=1,
    reached=_steps_reached,
    hint="25 is the wager, 25 5 with Perfect Pairs",
    words={
        "new_shoe": "Shuffle and load a new shoe",
        "shuffle_discards": "Shuffle the discards",
        "plain_shoe": "Go on from a plain shoe",
        "settle_pairs": "Settle Perfect Pairs",
        "pay_pontoons": "Pay the Pontoons",
        "begin_drawing": "Begin drawing",
        "settle": "Settle from the right",
        "collect": "Collect the cards",
        "deal": "Deal the card put aside",
    },
    sayings={"begin_drawing": "Insurance and surrender are closed."},
    standing=lambda view, hand: str(view.felt.dealer_total or ""),
)
