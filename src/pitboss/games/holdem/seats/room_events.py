"""What happens in the room around the round: each event, the table after it, and where its money goes."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.settings import STAR, settings_of
from pitboss.games.holdem.state import AWAY, NEW, WAITING, Chair, Holdem, Room, with_chair, with_room, with_round
from pitboss.games.money import Move, Mover, player
from pitboss.games.play import Appliers, Cents, Stage

COMMISSION = "commission"
# HLD D-Tournament Chips: chips without money value come from here and go back here.
TOURNAMENT_CHIPS = "tournament chips"


def stake_account(name: str) -> str:
    """HLD D-Table Stake: the account of the chips that a player has on the table."""
    return f"stake {name}"


class Joined(NamedTuple):
    """A player takes a seat and puts the table stake on the table."""

    seat: int
    player: str
    stake: Cents
    clause: str


class Left(NamedTuple):
    """A seat is given up, and the whole stake goes with the player."""

    seat: int
    player: str
    stake: Cents
    clause: str


class LeaveAnnounced(NamedTuple):
    """A player who has folded is going: the seat and the stake are given up when the round is over."""

    seat: int
    player: str
    clause: str


class ToppedUp(NamedTuple):
    """Chips bought between rounds."""

    seat: int
    player: str
    amount: Cents
    clause: str


class TimePaid(NamedTuple):
    """HLD 15.3[s2]: commission for time at the table, in advance; the minutes are counted on from the first day."""

    seat: int
    player: str
    amount: Cents
    minute: int
    paid_until: int
    clause: str


class StandingChanged(NamedTuple):
    """Whether and how a player joins the next round."""

    seat: int
    player: str
    standing: str
    waits_as: str | None
    posts: bool
    clause: str


class SeatChanged(NamedTuple):
    """A player moves to a free seat, and may have to wait for the blinds there."""

    player: str
    source: int
    target: int
    standing: str
    waits_as: str | None
    clause: str


class SeatChangeAsked(NamedTuple):
    """A seated player wants another seat, any or that one, or no longer does."""

    player: str
    seat: int | None
    asked: bool
    clause: str


class WaitingListChanged(NamedTuple):
    """Somebody waits to join the game, or no longer does."""

    player: str
    waits: bool
    clause: str


class SeatDrawn(NamedTuple):
    """HLD 8.2[s2]: cards were drawn for a seat; whoever holds the highest has it."""

    seat: int
    player: str
    draws: tuple[tuple[str, Card], ...]
    clause: str


class SettingsAnnounced(NamedTuple):
    """HLD 4.1: notice of what will be otherwise from the next round on."""

    settings: Mapping[str, object]
    notice: str
    clause: str


class EntrantSeated(NamedTuple):
    """An entrant of a tournament takes the allocated seat; `waits` where a game is going on at the table."""

    seat: int
    player: str
    chips: Cents
    waits: bool
    clause: str


class EntrantRemoved(NamedTuple):
    """An entrant goes to another table or is out; the chips leave this one."""

    seat: int
    player: str
    chips: Cents
    clause: str


class PresenceMarked(NamedTuple):
    """HLD 20.11: an entrant is not at the table, or is back."""

    seat: int
    player: str
    absent: bool
    clause: str


def _apply_joined(state: Holdem, event: Joined) -> Holdem:
    chair = Chair(event.player, event.stake, WAITING, NEW)
    room = with_chair(_without(state.play.room, event.player), event.seat, chair)
    return with_room(state, room)


def _apply_left(state: Holdem, event: Left | EntrantRemoved) -> Holdem:
    return with_room(state, with_chair(_without(state.play.room, event.player), event.seat, None))


def _without(room: Room, name: str) -> Room:
    """The room when somebody is on none of its lists and has no seat kept."""
    return room._replace(
        waiting=tuple(each for each in room.waiting if each != name),
        changes=tuple(change for change in room.changes if change[0] != name),
        drawn=Frozen({seat: winner for seat, winner in room.drawn.items() if winner != name}),
    )


def _with_chair_changed(state: Holdem, seat: int, **changes: object) -> Holdem:
    room = state.play.room
    chair: Chair = room.chairs[seat]._replace(**changes)  # type: ignore[arg-type]
    return with_room(state, with_chair(room, seat, chair))


def _leave_announced(state: Holdem, event: LeaveAnnounced) -> Holdem:
    return _with_chair_changed(state, event.seat, leaves=True, standing=AWAY, posts=False)


def _topped_up(state: Holdem, event: ToppedUp) -> Holdem:
    return _with_chair_changed(state, event.seat, stake=state.play.room.chairs[event.seat].stake + event.amount)


def _time_paid(state: Holdem, event: TimePaid) -> Holdem:
    paid = _with_chair_changed(state, event.seat, paid_until=event.paid_until)
    return with_room(paid, paid.play.room._replace(minute=event.minute))


def _standing_changed(state: Holdem, event: StandingChanged) -> Holdem:
    return _with_chair_changed(state, event.seat, standing=event.standing, waits_as=event.waits_as, posts=event.posts)


def _seat_changed(state: Holdem, event: SeatChanged) -> Holdem:
    room = _without(state.play.room, event.player)
    chair = room.chairs[event.source]._replace(standing=event.standing, waits_as=event.waits_as)
    room = with_chair(with_chair(room, event.source, None), event.target, chair)
    # What was posted in a round that was not concluded follows the player.
    before = {event.target if seat == event.source else seat: was for seat, was in room.before.items()}
    return with_room(state, room._replace(before=Frozen(before)))


def _seat_change_asked(state: Holdem, event: SeatChangeAsked) -> Holdem:
    room = state.play.room
    others = tuple(change for change in room.changes if change[0] != event.player)
    changes = (*others, (event.player, event.seat)) if event.asked else others
    return with_room(state, room._replace(changes=changes))


def _waiting_list_changed(state: Holdem, event: WaitingListChanged) -> Holdem:
    room = state.play.room
    if event.waits:
        return with_room(state, room._replace(waiting=(*room.waiting, event.player)))
    return with_room(state, _without(room, event.player))


def _seat_drawn(state: Holdem, event: SeatDrawn) -> Holdem:
    room = state.play.room
    kept = {seat: winner for seat, winner in room.drawn.items() if winner != event.player}
    return with_room(state, room._replace(drawn=Frozen({**kept, event.seat: event.player})))


def _settings_announced(state: Holdem, event: SettingsAnnounced) -> Holdem:
    room = state.play.room
    return with_room(state, room._replace(coming_settings=Frozen({**room.coming_settings, **event.settings})))


def _entrant_seated(state: Holdem, event: EntrantSeated) -> Holdem:
    chair = Chair(event.player, event.chips)
    if event.waits:
        chair = chair._replace(standing=WAITING, waits_as=NEW)
    return with_room(state, with_chair(state.play.room, event.seat, chair))


def _presence_marked(state: Holdem, event: PresenceMarked) -> Holdem:
    """HLD 20.11[s2], STAR 7.15[s1]: who is back when it is the turn, or when the deal is over, plays the hand."""
    marked = _with_chair_changed(state, event.seat, absent=event.absent)
    now, stage = marked.play.round, state.felt.stage
    in_time = stage in (Stage.BETTING, Stage.DEALING) or settings_of(state).procedures != STAR
    if stage in (Stage.IDLE, Stage.OVER) or not in_time or event.seat not in now.seats:
        return marked
    bit = 1 << now.seats.index(event.seat)
    return with_round(marked, now._replace(absent=now.absent | bit if event.absent else now.absent & ~bit))


APPLIERS: Appliers = {
    Joined: _apply_joined,
    Left: _apply_left,
    LeaveAnnounced: _leave_announced,
    ToppedUp: _topped_up,
    TimePaid: _time_paid,
    StandingChanged: _standing_changed,
    SeatChanged: _seat_changed,
    SeatChangeAsked: _seat_change_asked,
    WaitingListChanged: _waiting_list_changed,
    SeatDrawn: _seat_drawn,
    SettingsAnnounced: _settings_announced,
    EntrantSeated: _entrant_seated,
    EntrantRemoved: _apply_left,
    PresenceMarked: _presence_marked,
}

MOVERS: Mapping[type, Mover] = {
    Joined: lambda event: (Move(player(event.player), stake_account(event.player), event.stake),),
    Left: lambda event: (Move(stake_account(event.player), player(event.player), event.stake),),
    ToppedUp: lambda event: (Move(player(event.player), stake_account(event.player), event.amount),),
    TimePaid: lambda event: (Move(player(event.player), COMMISSION, event.amount),),
    EntrantSeated: lambda event: (Move(TOURNAMENT_CHIPS, stake_account(event.player), event.chips),),
    EntrantRemoved: lambda event: (Move(stake_account(event.player), TOURNAMENT_CHIPS, event.chips),),
}
