"""Free seats: who may have one first, and what moving to it means for the blinds."""

from pitboss.cards.card import JOKER, Card, face, rank_of
from pitboss.cards.deck import holdem_deck
from pitboss.games.holdem.seats.lineup import coming_button
from pitboss.games.holdem.seats.notices import settings_coming
from pitboss.games.holdem.seats.room_events import SeatChangeAsked, SeatChanged, SeatDrawn, WaitingListChanged
from pitboss.games.holdem.seats.seating import (
    Decide,
    departures,
    free_seats,
    in_cash_games,
    not_admitted,
    seat_of,
    seat_taken,
    under_way,
)
from pitboss.games.holdem.settings import ANTE, HoldemSettings
from pitboss.games.holdem.state import MOVED, PLAYING, WAITING, Holdem, Room, clockwise
from pitboss.games.house.events import Seated
from pitboss.games.play import Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal


def goes_first(state: Holdem, seat: int, player: str, *, joins: bool) -> Refusal | None:
    """HLD 8.2[s2], HLD 8.2 tail: who goes before this player for a free seat, if anybody does.

    The winner of a draw has it; then players at the table who have asked to move, in the order they asked; then those
    who wait to join, in theirs.
    """
    room = state.play.room
    winner = room.drawn.get(seat)
    if winner is not None:
        return None if winner == player else Refusal("HLD 8.2[s2]", f"{winner} has won the draw for seat {seat}.")
    for name, wanted in room.changes:
        if name == player:
            break
        if wanted in (None, seat):
            return Refusal("HLD 8.2 tail", f"{name} is at the table, has asked to move, and goes first.")
    if not joins:
        return None
    before = room.waiting[: room.waiting.index(player)] if player in room.waiting else room.waiting
    ahead = [name for name in before if name not in state.house.shut_out]
    if len(ahead) >= len(free_seats(state)):
        return Refusal("HLD 8.2 tail", f"{ahead[0]} has waited longer for a seat.")
    return None


def change_seat(state: Holdem, command: Command) -> Decision:
    """HLD 8.2[s1], HLD 8.2 tail: between rounds a player at the table may move to a free seat."""
    source, target = seat_of(state, command.player or ""), command.seat or 0
    if source is None:
        return Refusal("HLD 8.2[s1]", f"{command.player} does not sit at this table.")
    if under_way(state):
        return Refusal("HLD 8.2[s1]", "Seats are changed between rounds.")
    chair = state.play.room.chairs[source]
    refusal = seat_taken(state, target) or goes_first(state, target, chair.player, joins=False)
    if refusal:
        return refusal
    settings = settings_coming(state)
    standing, waits_as = chair.standing, chair.waits_as
    clause = "HLD 8.2[s1]"
    if waits_as is None and moves_away(settings, state.play.room, source, target):
        standing, waits_as = (WAITING if standing == PLAYING else standing), MOVED
        clause = "HLD 17.13[s1]"
    return (
        *departures(state, target),
        SeatChanged(chair.player, source, target, standing, waits_as, clause),
        Seated(source, None, clause),
        Seated(target, chair.player, clause),
    )


def moves_away(settings: HoldemSettings, room: Room, source: int, target: int) -> bool:
    """HLD 17.13[s1]: whether a change of seats in a blind game leads further from the blinds.

    What counts is how many players the blinds come to first, not how many seats lie between.
    """
    button = coming_button(settings, room) if room.button is not None else None
    if settings.structure == ANTE or button is None:
        return False

    def players_before(seat: int) -> int:
        way = clockwise(settings.boxes, button)
        chairs = [room.chairs.get(each) for each in way[: way.index(seat)] if each != source]
        return sum(chair is not None and chair.standing == PLAYING and chair.stake > 0 for chair in chairs)

    return players_before(target) > players_before(source)


def request_seat_change(state: Holdem, command: Command) -> Decision:
    """HLD 8.2 tail: a player at the table asks for a seat, that one or any, before it is offered to those who wait."""
    player = command.player or ""
    source = seat_of(state, player)
    if source is None:
        return Refusal("HLD 8.2 tail", f"{player} does not sit at this table, and so waits to join it.")
    if command.seat == source:
        return Refusal("HLD 8.2[s1]", f"{player} sits at seat {source} already.")
    if (player, command.seat) in state.play.room.changes:
        return Refusal("HLD 8.2 tail", f"{player} has asked for that already.")
    return (SeatChangeAsked(player, command.seat, asked=True, clause="HLD 8.2 tail"),)


def withdraw_seat_change(state: Holdem, command: Command) -> Decision:
    """HLD 8.2 tail: no longer wanted, or offered and declined."""
    player = command.player or ""
    if player not in [name for name, _ in state.play.room.changes]:
        return Refusal("HLD 8.2 tail", f"{player} has not asked for another seat.")
    return (SeatChangeAsked(player, None, asked=False, clause="HLD 8.2 tail"),)


def join_waiting_list(state: Holdem, command: Command) -> Decision:
    """HLD 8.2 tail: somebody who may join the game waits for a seat."""
    player = command.player or ""
    if player in state.play.room.waiting:
        return Refusal("HLD 8.2 tail", f"{player} is on the waiting list already.")
    return not_admitted(state, player) or (WaitingListChanged(player, waits=True, clause="HLD 8.2 tail"),)


def leave_waiting_list(state: Holdem, command: Command) -> Decision:
    """HLD 8.2 tail: no longer waiting, or called and not there."""
    player = command.player or ""
    if player not in state.play.room.waiting:
        return Refusal("HLD 8.2 tail", f"{player} is not on the waiting list.")
    return (WaitingListChanged(player, waits=False, clause="HLD 8.2 tail"),)


def draw_for_seat(state: Holdem, command: Command) -> Decision:
    """HLD 8.2[s2], HLD 3.1: one card for each who wants the seat, the highest has it; suits decide nothing."""
    names, cards = command.joined_by, command.cards
    if len(names) < 2 or len(set(names)) < len(names):
        return Refusal("HLD 8.2[s2]", "A seat is drawn for when two or more players, each named once, want it.")
    if len(cards) != len(names):
        return Refusal("HLD 8.2[s2]", f"{len(names)} players draw one card each, not {len(cards)}.")
    refusal = seat_taken(state, command.seat or 0) or _no_draw(state, names) or _cannot_be_drawn(state, cards)
    if refusal:
        return refusal
    best = max(map(rank_of, cards))
    highest = [name for name, card in zip(names, cards, strict=True) if rank_of(card) == best]
    if len(highest) > 1:
        return Refusal("HLD 3.1", f"The cards of {' and '.join(highest)} are equal, so another draw must be made.")
    draws = tuple(zip(names, cards, strict=True))
    return (SeatDrawn(command.seat or 0, highest[0], draws, "HLD 8.2[s2]"),)


def _no_draw(state: Holdem, names: tuple[str, ...]) -> Refusal | None:
    """HLD 8.2 tail: those at the table go before those who wait, so the two do not draw against each other."""
    seated = [name for name in names if seat_of(state, name) is not None]
    if seated and len(seated) < len(names):
        return Refusal("HLD 8.2 tail", f"{seated[0]} is at the table and goes before those who wait, without a draw.")
    return None


def _cannot_be_drawn(state: Holdem, cards: tuple[Card, ...]) -> Refusal | None:
    settings = settings_coming(state)
    deck = holdem_deck(settings.deck, joker=settings.joker)
    for place, card in enumerate(cards):
        if card == JOKER or card not in deck or card in cards[:place]:
            return Refusal("HLD 8.2[s2]", f"{face(card)} cannot be drawn for a seat, or not twice.")
    return None


_BY_BALLOT = "The seats of a tournament are allocated by ballot for the session."
_PLAYER, _DESK = (Role.PLAYER,), (Role.PLAYER, Role.DEALER)


def _verb(
    decide: Decide, clause: str, roles: tuple[Role, ...], *needs: str, takes: tuple[str, ...] = (), listed: bool = False
) -> Verb:
    cash = in_cash_games("HLD 20.7", _BY_BALLOT, decide)
    return Verb(cash, clause, roles, needs, takes, tuple(Stage) if listed else None, of_round=False)


VERBS = {
    "change_seat": _verb(change_seat, "HLD 8.2[s1]", _PLAYER, "seat", "player"),
    "request_seat_change": _verb(request_seat_change, "HLD 8.2 tail", _PLAYER, "player", takes=("seat",), listed=True),
    "withdraw_seat_change": _verb(withdraw_seat_change, "HLD 8.2 tail", _DESK, "player", listed=True),
    "join_waiting_list": _verb(join_waiting_list, "HLD 8.2 tail", _DESK, "player", listed=True),
    "leave_waiting_list": _verb(leave_waiting_list, "HLD 8.2 tail", _DESK, "player", listed=True),
    "draw_for_seat": _verb(
        draw_for_seat, "HLD 8.2[s2]", (Role.SUPERVISOR, Role.DEALER), "seat", "joined_by", "cards", listed=True
    ),
}
