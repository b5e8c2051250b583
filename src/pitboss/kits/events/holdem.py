"""The events of Poker Hold-em."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.command import dollars
from pitboss.kits.events import DECIDES, About, cards, outcomes
from pitboss.rulebook.refusal import in_words as words


def _describe_settled(event: Any) -> str:
    return f"{outcomes(event.outcomes)} Commission {dollars(event.settlement.charge.total)}."


def _is_contested(event: Any) -> bool:
    """Where nobody is left to contest the chips, no card says whose they are."""
    return bool(event.settlement.shown or event.settlement.mucked)


def _chips_back(event: Any) -> str:
    told = "; ".join(f"{player} takes {dollars(cents)} back" for _, player, cents in event.chips)
    return f"{event.reason} {told}." if told else str(event.reason)


def _describe_posted(event: Any) -> str:
    told = ", ".join(f"{player} {words(kind)} {dollars(cents)}" for _, player, kind, cents in event.rows)
    return f"Posted: {told}." if told else "Nothing is posted."


def _bet(event: Any) -> str:
    added = f" {dollars(event.added)}" if event.added else ""
    return f"{event.player}: {words(event.do)}{added}{', tapped out' if event.tapped else ''}."


EVENTS: Mapping[str, About] = {
    "EntrantRemoved": About("{player} leaves seat {seat} with {chips:n} chips."),
    "EntrantSeated": About("{player} sits at seat {seat} with {chips:n} chips."),
    "HandForHand": About(lambda event: f"Hand for hand {'begins' if event.on else 'is over'}."),
    "Joined": About("{player} joins at seat {seat} with {stake:$}."),
    "LeaveAnnounced": About("{player} leaves seat {seat} after this hand."),
    "Left": About("{player} leaves seat {seat} with {stake:$}."),
    "OverBlindPosted": About("{player} posts an over blind of {to:$} at seat {seat}."),
    "Positions": About("Button and blinds have their places."),
    "PresenceMarked": About(lambda event: f"{event.player} is {'absent' if event.absent else 'here again'}."),
    "SeatChangeAsked": About(
        lambda event: (
            f"{event.player} {'asks for another seat' if event.asked else 'does not want another seat any more'}."
        )
    ),
    "SeatChanged": About("{player} moves from seat {source} to seat {target}."),
    "SettingsAnnounced": About("Other settings are announced: {notice:r}", sort="limit"),
    "SettingsInForce": About("The announced settings are in force."),
    "ShortPush": About("Seat {seat} pushes {amount:$} too little.", sort="irregularity"),
    "StandingChanged": About("{player} at seat {seat} is {standing:w}."),
    "TimePaid": About("{player} pays {amount:$} for time."),
    "ToppedUp": About("{player} adds {amount:$} at seat {seat}."),
    "WaitingListChanged": About(
        lambda event: f"{event.player} {'waits for a seat' if event.waits else 'does not wait for a seat any more'}."
    ),
    "Bet": About(_bet),
    "BoardDealt": About(lambda event: f"{cards(len(event.cards))} to the board.", unseen=True),
    "CardExposed": About("A hole card was exposed and is replaced.", sort="irregularity"),
    "CardReplaced": About("The exposed card at seat {seat} is replaced.", sort="irregularity", unseen=True),
    "ChipsBack": About(_chips_back, sort="void"),
    "ClockCalled": About("Seat {seat} has {seconds} seconds to act.", sort="ruling"),
    "CommunalExposed": About("Communal cards were exposed and go back into the shoe.", sort="irregularity"),
    "EarlyWithdrawn": About("What was done out of turn is taken back.", sort="ruling"),
    "Folded": About("Seat {seat}: {why}", sort="ruling", only_by="HLD 19.2(a)"),
    "HandDead": About("The hand at seat {seat} is dead; {player} has {returned:$} back.", sort="ruling"),
    "HandFouled": About("Seat {seat}: {why}", sort="ruling"),
    "HandRevealed": About("The hand at seat {seat} is shown.", unseen=True),
    "HandMucked": About("The hand at seat {seat} is mucked unseen."),
    "HandsTabled": About("The hands are turned up.", unseen=True),
    "HoleDealt": About(lambda event: f"{cards(len(event.cards))} face down.", unseen=True),
    "MayNotRaise": About("Seat {seat} may only call or fold.", sort="ruling"),
    "Posted": About(_describe_posted),
    "Reshuffled": About("The rest of the shoe is shuffled again.", sort="irregularity"),
    "SeatDrawn": About("{player} has won seat {seat} by the cards."),
    "Settled": About(_describe_settled, effect=DECIDES, unseen=_is_contested),
    "ShownEarly": About("Seat {seat} has acted out of turn.", sort="irregularity"),
    "TopCardExposed": About("The next card of the shoe was seen and keeps its place.", sort="irregularity"),
}
