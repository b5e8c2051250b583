"""The events of Canberra Poker."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.command import dollars
from pitboss.kits.events import DECIDES, HAND_VOID, LIVE, About, cards, folds, results, were


def _jackpot(event: Any) -> str:
    prizes = "".join(f" {each.player} is paid {dollars(each.amount)}." for each in event.payouts)
    return f"The jackpot wagers are decided.{prizes}"


EVENTS: Mapping[str, About] = {
    "BetPlaced": About("{player} bets {amount:$} at box {seat}."),
    "BetRuled": About(LIVE, sort="ruling"),
    "Called": About("Bet or fold is called."),
    "CardsExposed": About(
        lambda event: (
            f"{cards(len(event.cards))} {were(len(event.cards))} exposed{'' if event.up is None else ' and stays up'}."
        ),
        sort="irregularity",
    ),
    "Claimed": About(lambda event: f"Box {event.seat} declares a jackpot hand{'' if event.in_time else ', too late'}."),
    "Contributed": About("The jackpot wagers go to the pools."),
    "DealerRevealed": About("The dealer's cards are turned up.", unseen=True),
    "EquipmentChanged": About(
        lambda event: "The jackpot equipment works again." if event.works else "The jackpot equipment has failed.",
        sort="irregularity",
    ),
    "Folded": About(folds, effect=DECIDES),
    "HandSettled": About(results, effect=DECIDES, unseen=True),
    "HandVoided": About(HAND_VOID, sort="void"),
    "JackpotSettled": About(_jackpot, effect=DECIDES, unseen=True),
    "JackpotUndone": About("What the pools were given and paid for void wagers goes back.", sort="void"),
    "PlayApproved": About("Play goes on without the jackpot equipment.", sort="ruling"),
    "SensorUnlit": About("The jackpot sensor of box {seat} has not lit.", sort="irregularity"),
}
