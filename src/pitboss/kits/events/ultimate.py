"""The events of Ultimate Texas Hold-em."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.state import COMMUNAL, DEALER
from pitboss.kits.events import DECIDES, HAND_VOID, LIVE, About, cards, folds, results, were


def _describe_seen(event: Any) -> str:
    whose = {DEALER: "of the dealer's", COMMUNAL: "of the communal cards"}.get(event.place, f"at box {event.place}")
    return f"{cards(len(event.cards))} {whose} {were(len(event.cards))} seen."


EVENTS: Mapping[str, About] = {
    "Played": About("{player} plays {amount:$} at box {seat}."),
    "Checked": About("Box {seat} checks."),
    "Folded": About(folds, effect=DECIDES),
    "CommunalShown": About("{shown} communal cards lie face up.", unseen=True),
    "DealerDeclared": About("The dealer's cards are turned up.", unseen=True),
    "AntesRefunded": About(results, effect=DECIDES, unseen=True),
    "HandSettled": About(results, effect=DECIDES, unseen=True),
    "OffMultipleRuled": About(LIVE, sort="ruling"),
    "CardsSeen": About(_describe_seen, sort="irregularity"),
    "HandVoided": About(HAND_VOID, sort="void"),
    "ShuffleOrdered": About("The cards are shuffled again before the next deal: {reason}.", sort="ruling"),
}
