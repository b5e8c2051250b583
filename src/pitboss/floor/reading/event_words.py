"""What has happened, in one short sentence, for those who look at the house and not at its cards.

No sentence names a card that was dealt, how a hand was made or why a wager was decided: what is told here says no more
than who did what, where, and how much money it was about. Only the reason of a void round may name a card, the one that
everybody has seen because it was exposed or does not belong there. Every kind of event has its words.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.floor.reading import event_words_desks, event_words_tournament
from pitboss.floor.reading.event_forms import FORM, day, dollars, reason, words
from pitboss.games.state import COMMUNAL, DEALER, Outcome, Wager
from pitboss.journal import codec

# What was found wrong with the cards is kept with the cards themselves.
_WITH_CARDS = ("foreign_card_found", "card_missing")


def words_of(event: Any) -> str:
    """An event as a sentence without a card in it."""
    kind = codec.named(event)
    told = _WORDS.get(kind) or (f"{re.sub('(?<=[a-z])(?=[A-Z])', ' ', kind.partition('.')[2]).capitalize()}.")
    return told(event) if callable(told) else FORM.vformat(told, (), event._asdict())


def _outcome(row: Outcome) -> str:
    spot = f"{row.player}, {words(row.wager)}"
    if row.net:
        return f"{spot} {'wins' if row.net > 0 else 'loses'} {dollars(abs(row.net))}"
    return f"{spot} {row.result.value}, {dollars(row.stake)} back"


def _outcomes(rows: Iterable[Outcome], nothing: str = "Nothing is decided.") -> str:
    told = "; ".join(map(_outcome, rows))
    return f"{told}." if told else nothing


def _back(wagers: Iterable[Wager]) -> str:
    """What each player's void wagers come to: the stakes that go back, whatever had become of them."""
    stakes: dict[str, int] = {}
    for wager in wagers:
        if wager.stake and wager.was_accepted:
            stakes[wager.player] = stakes.get(wager.player, 0) + wager.stake
    return "".join(f" {player}: wagers of {dollars(cents)} are void." for player, cents in stakes.items())


def _void(event: Any) -> str:
    return f"{event.reason}{_back(event.undone)}"


def _recorded(event: Any) -> str:
    place = [] if event.seat is None else [f"place {event.seat}"]
    where = ", ".join([*([event.player] if event.player else []), *place])
    said = words(event.reason) if event.reason and event.what not in _WITH_CARDS else ""
    return f"{words(event.what).capitalize()}{f' ({where})' if where else ''}{f': {said}' if said else ''}."


def _limits(event: Any) -> str:
    limits = sorted(event.limits.items())
    told = ", ".join(f"{words(spot)} {dollars(limit.least)} to {dollars(limit.most)}" for spot, limit in limits)
    return f"New limits from the next round: {told}."


def _marker(event: Any) -> str:
    if event.amount:
        return f"A marker at box {event.seat}: up to {dollars(event.amount)}."
    return f"The marker at box {event.seat} is lifted."


def _seated(event: Any) -> str:
    return f"{event.player} sits at place {event.seat}." if event.player else f"Place {event.seat} is left."


def _seen(event: Any) -> str:
    whose = {DEALER: "of the dealer's", COMMUNAL: "of the communal cards"}.get(event.place, f"at box {event.place}")
    return f"{_cards(len(event.cards))} {whose} {_were(len(event.cards))} seen."


def _cards(number: int) -> str:
    return "One card" if number == 1 else f"{number} cards"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _closed(event: Any) -> str:
    return f"No more bets. {_outcomes(event.returned, '')}".strip()


def _settled(event: Any) -> str:
    return f"{_outcomes(event.outcomes)} Commission {dollars(event.settlement.charge.total)}."


def _chips_back(event: Any) -> str:
    told = "; ".join(f"{player} takes {dollars(cents)} back" for _, player, cents in event.chips)
    return f"{event.reason} {told}." if told else str(event.reason)


def _jackpot(event: Any) -> str:
    prizes = "".join(f" {each.player} is paid {dollars(each.amount)}." for each in event.payouts)
    return f"The jackpot wagers are decided.{prizes}"


def _posted(event: Any) -> str:
    told = ", ".join(f"{player} {words(kind)} {dollars(cents)}" for _, player, kind, cents in event.rows)
    return f"Posted: {told}." if told else "Nothing is posted."


def _bet(event: Any) -> str:
    added = f" {dollars(event.added)}" if event.added else ""
    return f"{event.player}: {words(event.do)}{added}{', tapped out' if event.tapped else ''}."


def _folds(event: Any) -> str:
    return f"Box {event.seat} folds. {_outcomes(event.outcomes, '')}".strip()


def _day_closed(event: Any) -> str:
    """The day of the report: an earlier version wrote the day on which it was closed beside it."""
    report = event.report
    figures = f"win {dollars(report.win)}, drop {dollars(report.drop)}, commission {dollars(report.commission)}"
    return f"The books of the gaming day {day(report.day)} are closed: {figures}."


def _results(event: Any) -> str:
    return _outcomes(event.outcomes)


_HAND_VOID = "The hand at box {seat} is void."
_LIVE = "Of the wager at box {seat} {at_risk:$} is live."
_WORDS: Mapping[str, str | Callable[[Any], str]] = {
    "games.TableOpened": "The table opens.",
    "games.TableClosed": lambda event: f"The table closes{f': {words(event.notice)}' if event.notice else ''}.",
    "games.CardsChecked": "The cards are checked by the {by} and all there.",
    "games.CardsChanged": "Other cards come to the table; dealer and supervisor check them first.",
    "games.ShoeReplaced": "Another shoe with new cards: {shoe}.",
    "games.LimitsAnnounced": _limits,
    "games.MarkerPlaced": _marker,
    "games.Seated": _seated,
    "games.ShutOut": lambda event: f"{event.player} is {'excluded from the game' if event.out else 'let in again'}.",
    "games.Held": lambda event: str(event.hold.reason),
    "games.RoundStarted": "Round {number} begins.",
    "games.Shuffled": "The cards are shuffled.",
    "games.Placed": "{player} puts {amount:$} on {wager:w} at box {seat}.",
    "games.TakenBack": "{player} takes {amount:$} back from {wager:w} at box {seat}.",
    "games.BettingClosed": _closed,
    "games.Dealt": lambda event: f"{_cards(len(event.cards))} {_were(len(event.cards))} dealt.",
    "games.TurnedUp": lambda event: f"{_cards(len(event.cards))} {_were(len(event.cards))} turned up.",
    "games.CardCorrected": "A card was entered wrongly, and the {by} corrects it.",
    "games.HandsReopened": lambda event: f"What was settled at box {', '.join(map(str, event.seats))} is undone.",
    "games.Advised": lambda event: f"{event.advice.player} is told: {words(event.advice.advice)}.",
    "games.Decided": _results,
    "games.WagersVoided": _void,
    "games.RoundVoided": _void,
    "games.RoundOver": lambda event: "The round is over." if event.result == "settled" else "The round is void.",
    "games.Recorded": _recorded,
    "ultimate.Played": "{player} plays {amount:$} at box {seat}.",
    "ultimate.Checked": "Box {seat} checks.",
    "ultimate.Folded": _folds,
    "ultimate.CommunalShown": "{shown} communal cards lie face up.",
    "ultimate.DealerDeclared": "The dealer's cards are turned up.",
    "ultimate.AntesRefunded": _results,
    "ultimate.HandSettled": _results,
    "ultimate.OffMultipleRuled": _LIVE,
    "ultimate.CardsSeen": _seen,
    "ultimate.HandVoided": _HAND_VOID,
    "ultimate.ShuffleOrdered": "The cards are shuffled again before the next deal: {reason}.",
    "canberra.BetPlaced": "{player} bets {amount:$} at box {seat}.",
    "canberra.BetRuled": _LIVE,
    "canberra.Called": "Bet or fold is called.",
    "canberra.CardsExposed": lambda event: (
        f"{_cards(len(event.cards))} {_were(len(event.cards))} exposed{'' if event.up is None else ' and stays up'}."
    ),
    "canberra.Claimed": lambda event: (
        f"Box {event.seat} declares a jackpot hand{'' if event.in_time else ', too late'}."
    ),
    "canberra.Contributed": "The jackpot wagers go to the pools.",
    "canberra.DealerRevealed": "The dealer's cards are turned up.",
    "canberra.EquipmentChanged": lambda event: (
        "The jackpot equipment works again." if event.works else "The jackpot equipment has failed."
    ),
    "canberra.Folded": _folds,
    "canberra.HandSettled": _results,
    "canberra.HandVoided": _HAND_VOID,
    "canberra.JackpotSettled": _jackpot,
    "canberra.JackpotUndone": "What the pools were given and paid for void wagers goes back.",
    "canberra.PlayApproved": "Play goes on without the jackpot equipment.",
    "canberra.SensorUnlit": "The jackpot sensor of box {seat} has not lit.",
    "pontoon.Asked": "Box {seat} is asked for a decision.",
    "pontoon.CardDrawn": lambda event: f"A card to {f'box {event.seat}' if event.seat else 'the dealer'}.",
    "pontoon.ControlEntered": "{player} decides for box {seat}.",
    "pontoon.CutDeclined": "{player} declines the cut.",
    "pontoon.CutMade": "The cards are cut by {by}.",
    "pontoon.CutOffered": "{player} is offered the cut.",
    "pontoon.DrawingBegun": "The boxes draw, one after another.",
    "pontoon.HeldToMinimum": "{player} wagers the minimum only until the end of the shoe.",
    "pontoon.NewShoe": "A new shoe of {loaded} cards.",
    "pontoon.ShoeRefilled": "The shoe is filled again with the cards of the discard rack.",
    "pontoon.Stood": "Box {seat} stands.",
    "pontoon.Surrendered": "Box {seat} surrenders.",
    "pontoon.Absent": "Nobody decides for box {seat} any more in this round.",
    "pontoon.CardBurnt": "A card is burnt.",
    "pontoon.CardPutAside": "A card drawn by mistake is dealt next.",
    "pontoon.CardsMoved": "Cards are put where they belong, and the results that fall with it are taken back.",
    "pontoon.CuttingCardMissed": "The cutting card had come without being noticed.",
    "pontoon.DeviceFailed": "The shoe has failed ({reason}): the round is completed from a plain shoe.",
    "pontoon.Doubled": lambda event: (
        f"Box {event.seat} doubles: {', '.join(f'{name} {dollars(cents)}' for name, cents, _ in event.wagers)}."
    ),
    "pontoon.LastRoundsAnnounced": "The last rounds are announced: {rounds}.",
    "pontoon.PairsSettled": _results,
    "pontoon.PlayerTakenOut": "{player} has nothing more to decide in this round.",
    "pontoon.PontoonsPaid": _results,
    "pontoon.Restricted": lambda event: (
        f"{event.player} is {'restricted' if event.on else 'no longer restricted'}: {words(event.reason)}."
    ),
    "pontoon.RoundReopened": "The results of the round are taken back.",
    "pontoon.RoundUndone": _void,
    "pontoon.Split": lambda event: (
        f"Box {event.seat} splits: {', '.join(f'{name} {dollars(cents)}' for name, cents in event.wagers)}."
    ),
    "holdem.EntrantRemoved": "{player} leaves seat {seat} with {chips:n} chips.",
    "holdem.EntrantSeated": "{player} sits at seat {seat} with {chips:n} chips.",
    "holdem.HandForHand": lambda event: f"Hand for hand {'begins' if event.on else 'is over'}.",
    "holdem.Joined": "{player} joins at seat {seat} with {stake:$}.",
    "holdem.LeaveAnnounced": "{player} leaves seat {seat} after this hand.",
    "holdem.Left": "{player} leaves seat {seat} with {stake:$}.",
    "holdem.OverBlindPosted": "{player} posts an over blind of {to:$} at seat {seat}.",
    "holdem.Positions": "Button and blinds have their places.",
    "holdem.PresenceMarked": lambda event: f"{event.player} is {'absent' if event.absent else 'here again'}.",
    "holdem.SeatChangeAsked": lambda event: (
        f"{event.player} {'asks for another seat' if event.asked else 'does not want another seat any more'}."
    ),
    "holdem.SeatChanged": "{player} moves from seat {source} to seat {target}.",
    "holdem.SettingsAnnounced": "Other settings are announced: {notice:r}",
    "holdem.SettingsInForce": "The announced settings are in force.",
    "holdem.ShortPush": "Seat {seat} pushes {amount:$} too little.",
    "holdem.StandingChanged": "{player} at seat {seat} is {standing:w}.",
    "holdem.TimePaid": "{player} pays {amount:$} for time.",
    "holdem.ToppedUp": "{player} adds {amount:$} at seat {seat}.",
    "holdem.WaitingListChanged": lambda event: (
        f"{event.player} {'waits for a seat' if event.waits else 'does not wait for a seat any more'}."
    ),
    "holdem.Bet": _bet,
    "holdem.BoardDealt": lambda event: f"{_cards(len(event.cards))} to the board.",
    "holdem.CardExposed": "A hole card was exposed and is replaced.",
    "holdem.CardReplaced": "The exposed card at seat {seat} is replaced.",
    "holdem.ChipsBack": _chips_back,
    "holdem.ClockCalled": "Seat {seat} has {seconds} seconds to act.",
    "holdem.CommunalExposed": "Communal cards were exposed and go back into the shoe.",
    "holdem.EarlyWithdrawn": "What was done out of turn is taken back.",
    "holdem.Folded": "Seat {seat}: {why}",
    "holdem.HandDead": "The hand at seat {seat} is dead; {player} has {returned:$} back.",
    "holdem.HandFouled": "Seat {seat}: {why}",
    "holdem.HandRevealed": "The hand at seat {seat} is shown.",
    "holdem.HandMucked": "The hand at seat {seat} is mucked unseen.",
    "holdem.HandsTabled": "The hands are turned up.",
    "holdem.HoleDealt": lambda event: f"{_cards(len(event.cards))} face down.",
    "holdem.MayNotRaise": "Seat {seat} may only call or fold.",
    "holdem.Posted": _posted,
    "holdem.Reshuffled": "The rest of the shoe is shuffled again.",
    "holdem.SeatDrawn": "{player} has won seat {seat} by the cards.",
    "holdem.Settled": _settled,
    "holdem.ShownEarly": "Seat {seat} has acted out of turn.",
    "holdem.TopCardExposed": "The next card of the shoe was seen and keeps its place.",
    "floor.SupervisorCalled": lambda event: (
        f"A supervisor is called{f': {reason(event.reason)}' if event.reason else '.'}"
    ),
    "floor.CallAnswered": "The call for a supervisor is answered.",
    "floor.DayClosed": _day_closed,
    "floor.TableDisabled": "The table is disabled: {reason:r}",
    "floor.TableEnabled": "The table is enabled again: {reason:r}",
    "floor.TableSet": "The table is set up anew: {title}.",
    "floor.HouseDisabled": "The house is disabled: {reason:r}",
    "floor.HouseEnabled": "The house is enabled again: {reason:r}",
    "floor.ShoeCommitted": "Shoe {number} of {cards} cards is shuffled, and its order promised.",
    "floor.CardsDrawn": "Cards leave the shoe: {number}.",
    "floor.SaidReady": "{player} waits for nothing more.",
    "floor.CameTo": "{player} comes to the table.",
    "floor.WentFrom": "{player} goes from the table.",
    "floor.StructureSaved": "The structure {name} is saved: {title}.",
    "floor.StructureDropped": "The structure {name} is put away.",
    "floor.PracticeToppedUp": "{player} has {cents:$} of practice money more.",
    **event_words_desks.WORDS,
    **event_words_tournament.WORDS,
}
