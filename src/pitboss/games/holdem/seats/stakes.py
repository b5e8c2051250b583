"""The chips in front of the players: brought to the table, added to, never taken away but by leaving it."""

from pitboss.games.holdem.seats.entry import is_declared, minute_at, must_leave
from pitboss.games.holdem.seats.lists import goes_first
from pitboss.games.holdem.seats.notices import settings_coming
from pitboss.games.holdem.seats.room_events import Joined, LeaveAnnounced, TimePaid, ToppedUp
from pitboss.games.holdem.seats.seating import (
    departures,
    holds_cards,
    in_cash_games,
    in_round,
    leave_events,
    not_admitted,
    seat_taken,
    sitter,
    under_way,
)
from pitboss.games.holdem.settings import TIME, TOURNAMENT, HoldemSettings, settings_of
from pitboss.games.holdem.state import Chair, Holdem
from pitboss.games.house.between_rounds import MOST_IDLE_ROUNDS
from pitboss.games.house.events import Seated
from pitboss.games.play import Cents, Command, Decision, Role, Stage, Verb, dollars
from pitboss.rulebook.refusal import Refusal


def join(state: Holdem, command: Command) -> Decision:
    """HLD 4.3[s1], HLD 8.2[s1], HLD D-Buy-in: a free seat, and at least the minimum stake, for the next round."""
    seat, player, amount = command.seat or 0, command.player or "", command.amount or 0
    settings = settings_coming(state)
    refusal = (
        not_admitted(state, player)
        or seat_taken(state, seat)
        or goes_first(state, seat, player, joins=True)
        or _wrong_stake(settings, amount)
    )
    if refusal:
        return refusal
    clause = "HLD 4.3[s1]"
    return (*departures(state, seat), Joined(seat, player, amount, clause), Seated(seat, player, clause))


def _wrong_stake(settings: HoldemSettings, amount: Cents) -> Refusal | None:
    """HLD 4.3[s1], HLD 4.2(i), HLD 4.7: from the minimum stake to the maximum buy-in, in chips."""
    least, most = settings.min_table_stake, settings.max_buy_in
    if amount < least:
        return Refusal("HLD 4.3[s1]", f"At least {dollars(least)} is put on the table to join, not {dollars(amount)}.")
    if amount > most:
        return Refusal("HLD 4.2(i)", f"The maximum buy-in is {dollars(most)}, not {dollars(amount)}.")
    return _not_chips(settings, amount)


def _not_chips(settings: HoldemSettings, amount: Cents) -> Refusal | None:
    if amount % settings.chip_unit:
        return Refusal("HLD 4.7", f"The smallest chip in play is {dollars(settings.chip_unit)}.")
    return None


def leave(state: Holdem, command: Command) -> Decision:
    """HLD 4.6, HLD 4.4: leaving the table is the way to take chips away, and not while cards are held.

    Who has folded may go; the stake follows when the round is over.
    """
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    return _going(state, command.seat or 0, chair, "HLD 4.6")


def _going(state: Holdem, seat: int, chair: Chair, clause: str) -> Decision:
    if holds_cards(state, seat):
        return Refusal(
            "HLD 4.4", f"{chair.player} is in the round: the stake stays on the table until the hand is over."
        )
    if chair.leaves and in_round(state, seat):
        return Refusal(clause, f"{chair.player} has left; the seat is free when the round is over.")
    if in_round(state, seat):
        return (LeaveAnnounced(seat, chair.player, clause),)
    return leave_events(seat, chair, clause)


def can_add(settings: HoldemSettings, chair: Chair) -> tuple[Cents, Cents]:
    """HLD 4.5, R-36: the least and the most that brings a stake to the minimum and not past the maximum, in chips."""
    unit = settings.chip_unit
    least = max(settings.min_table_stake - chair.stake, 1)
    most = max(settings.max_buy_in - chair.stake, 0)
    return least + -least % unit, most - most % unit


def top_up(state: Holdem, command: Command) -> Decision:
    """HLD 4.4, HLD 4.5: chips are added between rounds, so that the stake is in its bounds (R-36).

    HLD 14.3[s1], HLD 14.3[s2]: so may somebody who has lost everything. HLD 14.3[s4]: but not a declared player.
    """
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    amount, settings = command.amount or 0, settings_coming(state)
    if chair.leaves:
        return Refusal("HLD 4.6", f"{chair.player} has left the table.")
    if under_way(state):
        return Refusal("HLD 4.4", "Nothing is added to a table stake during a round; it can be when this one is over.")
    if is_declared(settings, chair):
        return Refusal("HLD 14.3[s4]", f"{chair.player} is declared, and a declared player adds nothing to the stake.")
    least, most = can_add(settings, chair)
    if least > most:
        return Refusal(
            "HLD 4.5", f"The stake of {dollars(chair.stake)} leaves no room: $0 is the most that can be added."
        )
    if not least <= amount <= most:
        stake = f"{dollars(chair.stake)} and {dollars(amount)} make {dollars(chair.stake + amount)}"
        bounds = f"the least that can be added is {dollars(least)} and the most is {dollars(most)}"
        return Refusal("HLD 4.5", f"{stake}: {bounds}.")
    clause = "HLD 4.5" if chair.stake else "HLD 14.3[s1]"
    return _not_chips(settings, amount) or (ToppedUp(command.seat or 0, chair.player, amount, clause),)


def remove_chips(state: Holdem, command: Command) -> Decision:
    """HLD 4.4, HLD 4.6: a table stake is never reduced, in a round or between rounds."""
    if under_way(state):
        return Refusal("HLD 4.4", "Nothing is taken from a table stake during a round.")
    return Refusal("HLD 4.6", "A table stake is not reduced: chips leave the table only with their player.")


def dismiss(state: Holdem, command: Command) -> Decision:
    """HLD 14.3[s4]: a declared player who has lost the stake leaves the table; anybody else may buy chips again."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    if under_way(state):
        return Refusal("HLD 14.3[s4]", "Whether a stake is lost is known when the round is over.")
    if not must_leave(chair):
        why = f"has {dollars(chair.stake)} left" if chair.stake else "is not declared and may buy chips"
        return Refusal("HLD 14.3[s4]", f"{chair.player} {why}, and so need not leave the table.")
    return leave_events(command.seat or 0, chair, "HLD 14.3[s4]")


def vacate_seat(state: Holdem, command: Command) -> Decision:
    """HLD 19.6: after three rounds in a row without betting, all other seats being in use, the seat may be required."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    if len(state.play.room.chairs) < settings_of(state).boxes:
        return Refusal("HLD 19.6", "A seat is given up only while all the others are in use.")
    idle = state.house.idle_rounds.get(chair.player, 0)
    if idle < MOST_IDLE_ROUNDS:
        reason = f"{chair.player} has not bet for {idle} rounds in a row; it takes {MOST_IDLE_ROUNDS}."
        return Refusal("HLD 19.6", reason)
    return _going(state, command.seat or 0, chair, "HLD 19.6")


def pay_time(state: Holdem, command: Command) -> Decision:
    """HLD 15.3[s1], HLD 15.3[s2]: time at the table is paid in advance at the rate announced, and never paid back."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    settings = settings_coming(state)
    charge = settings.commission
    if settings.mode == TOURNAMENT or charge is None or charge.basis != TIME or not charge.rate:
        return Refusal("HLD 15.3[s1]", "No commission is charged for time at this table.")
    now = minute_at(state.play.room, command.minute)
    assert now is not None
    paid_until = max(now, chair.paid_until or now) + charge.minutes
    return (TimePaid(command.seat or 0, chair.player, charge.rate, now, paid_until, "HLD 15.3[s2]"),)


_PLAYER, _DEALER, _POWER = (Role.PLAYER,), (Role.DEALER,), (Role.SUPERVISOR, Role.OPERATOR)
_OWN = ("player",)
_BY_BALLOT = "The seats of a tournament are allocated by ballot, and its chips with them."
_CHIPS_STAY = "Entrants neither add to their tournament chips nor take any away."

VERBS = {
    "join": Verb(
        in_cash_games("HLD 20.7", _BY_BALLOT, join),
        "HLD 4.3[s1]",
        _PLAYER,
        ("seat", "player", "amount"),
        stages=tuple(Stage),
        of_round=False,
    ),
    "leave": Verb(
        in_cash_games("HLD 20.14", _CHIPS_STAY, leave),
        "HLD 4.6",
        (*_PLAYER, *_DEALER),
        ("seat",),
        _OWN,
        stages=tuple(Stage),
        of_round=False,
    ),
    "top_up": Verb(
        in_cash_games("HLD 20.14", _CHIPS_STAY, top_up), "HLD 4.5", _PLAYER, ("seat", "amount"), _OWN, of_round=False
    ),
    "remove_chips": Verb(
        in_cash_games("HLD 20.14", _CHIPS_STAY, remove_chips),
        "HLD 4.6",
        _PLAYER,
        takes=("seat", "player", "amount"),
        stages=(),
        of_round=False,
    ),
    "dismiss": Verb(
        in_cash_games("HLD 20.8", "The director takes entrants from the table.", dismiss),
        "HLD 14.3[s4]",
        _DEALER,
        ("seat",),
        _OWN,
        (Stage.IDLE, Stage.OVER),
        of_round=False,
    ),
    "vacate_seat": Verb(
        in_cash_games("HLD 20.7", "An entrant has the seat for the session.", vacate_seat),
        "HLD 19.6",
        _POWER,
        ("seat",),
        _OWN,
        of_round=False,
    ),
    "pay_time": Verb(pay_time, "HLD 15.3[s2]", _DEALER, ("seat", "minute"), _OWN, of_round=False),
}
