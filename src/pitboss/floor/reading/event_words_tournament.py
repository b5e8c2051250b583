"""Describes the events of tournaments, one row of the journal each; the desk's own story is longer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.games.command import dollars
from pitboss.rulebook.refusal import in_words as words

# Why somebody may not play on (STAR 6.14, STAR 6.17).
_BARRED = {"tpoe": "under a temporary prevention of entry", "refused": "refused", "harm": "removed for harm"}


def _describe_entered(event: Any) -> str:
    paid = dollars(event.entry.fee + event.entry.admin)
    return f"{event.entry.player}: {words(event.entry.kind)} for {paid}, {words(event.status)}."


def _describe_barred(event: Any) -> str:
    if not event.why:
        return f"{event.player} may play again."
    return f"{event.player} may not play on: {_why(event.why)}."


def _why(why: str) -> str:
    return _BARRED.get(why, words(why))


def _describe_refunded(event: Any) -> str:
    return f"{event.entry.player} has {dollars(event.fee + event.admin)} back: {_why(event.why)}."


def _describe_penalised(event: Any) -> str:
    if event.penalty is None:
        return f"The penalty of {event.player} is over."
    hands = "1 hand" if event.penalty.hands == 1 else f"{event.penalty.hands} hands"
    return f"{event.player} is penalised for {hands}: {words(event.penalty.reason)}."


def _prize(event: Any) -> str:
    goods = "".join(f", {each}" for each in event.goods)
    tickets = f", {event.tickets} tickets" if event.tickets else ""
    return f"A prize is paid to {event.payment.player}: {dollars(event.payment.cents)}{goods}{tickets}."


def _names(players: Iterable[str]) -> str:
    return ", ".join(players) or "nobody"


def _busts(event: Any) -> str:
    return _names(bust.player for bust in event.busts)


def _either(name: str, yes: str, no: str) -> Callable[[Any], str]:
    """One sentence where a particular holds, another where it does not."""
    return lambda event: (yes if getattr(event, name) else no).format(**event._asdict())


WORDS: Mapping[str, str | Callable[[Any], str]] = {
    "tournament.ActionFinished": "Table {table} has finished its hand.",
    "tournament.AddedTakenBack": "{cents:$} that was added to the prizes is taken back.",
    "tournament.AllInCalled": "Somebody is all in and called at table {table}.",
    "tournament.Barred": _describe_barred,
    "tournament.BoughtBack": "{player} has bought chips again.",
    "tournament.BustsWait": lambda event: f"Out of chips, and their places wait: {_busts(event)}.",
    "tournament.CardsDrawn": lambda event: f"Cards are drawn for the order of {_names(event.order)}.",
    "tournament.ChipsCounted": "All chips are counted: {counted:n}, a difference of {difference:n}.",
    "tournament.ChipsIssued": "{player} is given {chips:n} chips.",
    "tournament.ChipsLoose": "{chips:n} chips of {player} stay at table {table}.",
    "tournament.ChipsRemoved": lambda event: (
        f"{event.chips:,} chips of {event.player} are taken out of play: {_why(event.why)}."
    ),
    "tournament.ClockTurned": lambda event: f"The clock is turned: {words(event.why)}.",
    "tournament.ColouredUp": "Chips of {old:n} are coloured up to {new:n}.",
    "tournament.ConditionsAmended": "The conditions are amended: {reason:r}",
    "tournament.ConnectionSet": lambda event: (
        f"{_names(sorted(event.players))} are {'kept apart' if event.apart else 'no longer kept apart'}."
    ),
    "tournament.DealAgreed": lambda event: f"A deal is agreed by {_names(event.agreed_by)}.",
    "tournament.DirectorNamed": "The director is {name}.",
    "tournament.DutyChanged": _either("on", "{name} is on duty.", "{name} is no longer on duty."),
    "tournament.Entered": _describe_entered,
    "tournament.EntryTransferred": lambda event: f"The entry of {event.player} is now that of {event.person.name}.",
    "tournament.Exited": lambda event: f"{event.exit.player} is out.",
    "tournament.ExtraRound": lambda event: f"An extra round is played by {_names(event.players)}.",
    "tournament.FeePaid": lambda event: f"{event.entry.player} pays the fee by {words(event.method)}.",
    "tournament.FinalTableDrawn": "The final table is drawn: table {table}, {size} seats.",
    "tournament.HandCounted": "Hand {number} of hand for hand is counted.",
    "tournament.HandPlayed": "Hand {number} is played at table {table}.",
    "tournament.HandStarted": "A hand begins at table {table}.",
    "tournament.HandStopped": "The hand at table {table} is stopped: {reason:r}",
    "tournament.HouseRoundEnded": "A round is over at table {table}.",
    "tournament.HouseRoundStarted": "A round begins at table {table}.",
    "tournament.LateChipsExchanged": "{player} has {how_many:n} chips of {denomination:n} exchanged late.",
    "tournament.LevelsAdded": lambda event: f"Levels are added: {len(event.levels)}.",
    "tournament.MessageShown": "On the big screen: {text:r}",
    "tournament.PenaltySet": _describe_penalised,
    "tournament.PlacesConfirmed": "The places are confirmed.",
    "tournament.PlayerFixed": _either("fixed", "{player} keeps the seat.", "{player} may be moved again."),
    "tournament.PostsMissed": "{player} posts {chips:n} for missed blinds.",
    "tournament.PresenceMarked": _either("absent", "{player} is absent.", "{player} is here again."),
    "tournament.PrizePaid": _prize,
    "tournament.PutBackOut": lambda event: f"{event.exit.player} is out again.",
    "tournament.Raced": "Chips of {old:n} are raced off for {new:n} at table {table}.",
    "tournament.Refunded": _describe_refunded,
    "tournament.Reinstated": "{player} is in the event again, at table {table}, seat {seat}.",
    "tournament.ReserveListed": lambda event: f"{event.person.name} is on the reserve list.",
    "tournament.ReturnAgreed": _either("returns_at", "It is agreed when play goes on.", "When play goes on is open."),
    "tournament.RoundClosed": "The round of hand for hand is closed.",
    "tournament.RoundFinished": "The round of hand for hand is finished.",
    "tournament.RoundsWait": "Exits of earlier hands wait for their places.",
    "tournament.Ruled": lambda event: f"{event.what.rstrip('.')}{f': {event.player}' if event.player else ''}.",
    "tournament.SeatChanged": (
        "{player} moves from table {table}, seat {seat}, to table {to_table}, seat {to_seat}: {reason:r}"
    ),
    "tournament.SeatLeft": "{player} leaves table {table}, seat {seat}.",
    "tournament.SeatLocked": _either(
        "locked", "Seat {seat} of table {table} is not given to anybody.", "Seat {seat} of table {table} is free again."
    ),
    "tournament.SeatSold": "The seat of {player} goes to {reserve}.",
    "tournament.SeatTaken": "{player} sits down at table {table}, seat {seat}.",
    "tournament.SeatsDrawn": lambda event: f"Seats are drawn for {len(event.players)}: {event.method}.",
    "tournament.SessionBegun": _either("final", "The final session begins.", "Session {number} begins."),
    "tournament.SessionEnded": lambda event: f"Session {event.number} is over; on go {_names(event.advance)}.",
    "tournament.ShortPlayAllowed": "Table {table} may play with fewer players.",
    "tournament.StacksRecorded": "The chips at table {table} are counted, a difference of {variance:n}.",
    "tournament.StageChanged": lambda event: f"The event is {words(event.stage)}: {event.why.rstrip('.')}.",
    "tournament.StakeReturned": "{player} has the chips back, less {deducted:n}.",
    "tournament.StakeSetAside": "{chips:n} chips of {player} are set aside.",
    "tournament.Stamped": lambda event: (
        f"{words(event.what).capitalize()}{f': {event.reference}' if event.reference else ''}."
    ),
    "tournament.StartMoved": "The start is moved: {why:r}",
    "tournament.StatusChanged": "{player} is now {status:w}.",
    "tournament.TableClosed": "Table {table} closes.",
    "tournament.TableHeld": _either("held", "Table {table} is held.", "Table {table} goes on."),
    "tournament.TableOpened": "Table {table} opens with {size} seats.",
    "tournament.TableSized": "Table {table} has {size} seats now.",
    "tournament.TieOpened": lambda event: f"A tie for a place has to be ruled: {_busts(event)}.",
    "tournament.TieRuled": "The tie is ruled: {option:w}.",
    "tournament.TimeTold": "The clock goes on.",
    "tournament.ValueAdded": "Something is added to the prizes.",
    "tournament.Warned": "{player} is warned: {reason:w}.",
}
