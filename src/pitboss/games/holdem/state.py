"""A hold'em table as a value: who sits in the room with which stake, and the round being played.

The round is light on purpose: plain whole numbers, and tuples over the hands that were dealt in. Hand 0 is the first
clockwise of the button, so the order of the tuples is the order of the deal, of the betting and of the odd chip, and
the button is the last hand. Sets of hands are bits of a number: bit 2 is hand 2.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, Stage, State

NOBODY = -1
# Named once, because to name a member of an enumeration takes longer than to compare with it.
IN_PLAY = Stage.PLAYING
PREFLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("hole", "flop", "turn", "river")

# How a player at the table stands to the next round.
PLAYING, WAITING, AWAY = "playing", "waiting", "away"
# Why a player who waits is not dealt in: new at the table, moved away from the blinds, or having missed them.
NEW, MOVED, MISSED = "new", "moved", "missed"


@quick_to_copy
class Chair(NamedTuple):
    """A player at a seat: the table stake, and whether and how the next round is joined."""

    player: str
    stake: Cents
    standing: str = PLAYING
    waits_as: str | None = None
    # Has said to post what is owed, and so to be dealt in at the next round that allows it.
    posts: bool = False
    missed_small: int = 0
    missed_big: int = 0
    declared: bool = False
    # Time commission is paid up to this minute (HLD 15.3).
    paid_until: int | None = None
    # A tournament entrant who is not at the table, or serves a penalty: dealt in, posts, and is folded.
    absent: bool = False
    # Has left during a round after folding: the chips and the seat are given up when it is over.
    leaves: bool = False


@quick_to_copy
class Room(NamedTuple):
    """What outlives a round beside the house: chairs by seat, the button, the lists.

    `button` is where the button was in the last round, `moves_on` whether that round was concluded, so that the button
    moves before the next. `small` and `big` are the seats of the last blinds, for the dead button of tournaments.
    """

    chairs: Mapping[int, Chair] = Frozen({})
    button: int | None = None
    moves_on: bool = False
    small: int | None = None
    big: int | None = None
    # HLD 17.12: the seats the button has been at or gone past since the game began, and whether it has been once round.
    passed: frozenset[int] = frozenset()
    revolution_complete: bool = False
    waiting: tuple[str, ...] = ()
    # Seated players who want another seat, first come first served: the player, and the seat if it must be that one.
    changes: tuple[tuple[str, int | None], ...] = ()
    hand_for_hand: bool = False
    coming_settings: Mapping[str, object] = Frozen({})
    # HLD 8.2: who has won a free seat by drawing cards and has not taken it yet.
    drawn: Mapping[int, str] = Frozen({})
    # How chairs stood that the last line-up changed: a round that was not concluded gives back what they had posted.
    before: Mapping[int, Chair] = Frozen({})
    # The minute that was last told, counted on from the first day (HLD 15.3).
    minute: int | None = None


class Pot(NamedTuple):
    """Chips that the same hands contest: before commission, by seats."""

    amount: Cents
    eligible: tuple[int, ...]


class Award(NamedTuple):
    """A share of a pot, after commission. `side` is high, low, or sole where nobody else was left."""

    pot: int
    side: str
    seat: int
    amount: Cents
    clause: str


class HandShown(NamedTuple):
    """A hand at the showdown: its rank for high, its ranks from the top for low, in words."""

    seat: int
    rank: str | None
    low: tuple[str, ...] | None
    words: str


class Charge(NamedTuple):
    """HLD 15.2: the commission of a round, pot by pot, and the clause that makes it so."""

    total: Cents
    by_pot: tuple[Cents, ...]
    clause: str


class Settlement(NamedTuple):
    """How the chips of a round were given out."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, Cents]
    charge: Charge
    awards: tuple[Award, ...]
    hands: tuple[HandShown, ...]
    # The seats in the order their hands were shown, and those that were mucked unseen.
    shown: tuple[int, ...]
    mucked: tuple[int, ...]


class Early(NamedTuple):
    """HLD 17.6, STAR 7.35: an action out of turn: whose, what, and the total in the betting round that was shown.

    `before` is the amount to call when it was shown, `skipped` the hands that were to act first.
    """

    hand: int
    do: str
    to: Cents
    before: Cents
    skipped: int


class Betting(NamedTuple):
    """STAR 7.43[s3]: how the betting stood before a bet or raise, for when it is taken back."""

    call: Cents
    increment: Cents
    raises: int
    acted: int
    aggressor: int
    short_open: bool
    # What the hand that bet or raised had in before.
    held: Cents


class Clock(NamedTuple):
    """HLD 4.8, STAR 7.25: a player has been told to act within so many seconds."""

    hand: int
    seconds: int
    at: int | None = None


@quick_to_copy
class Round(NamedTuple):
    """One round of play. Amounts are by hand; `bets` is this betting round, `paid` all live chips of the round.

    Decisions and streets change it in the form of a `Motion`, which has all its fields in the same order. What a fold
    or a check changes stands first: a copy is then those few and the rest (`at_once`).
    """

    turn: int = NOBODY
    # Hands that have acted since the last full bet or raise.
    acted: int = 0
    early: tuple[Early, ...] = ()
    clock: Clock | None = None
    # HLD 17.8: chips pushed that are less than the call, until they are made up or the hand is folded.
    short_push: Cents = 0
    folded: int = 0
    # Hands in the order they were folded (HLD 17.9).
    fold_order: tuple[int, ...] = ()
    tapped: int = 0
    stacks: tuple[Cents, ...] = ()
    bets: tuple[Cents, ...] = ()
    paid: tuple[Cents, ...] = ()
    call: Cents = 0
    increment: Cents = 0
    raises: int = 0
    # HLD 14.5: the betting was opened by a tap-out below the minimum bet.
    short_open: bool = False
    aggressor: int = NOBODY
    # The betting before the last bet or raise of this street.
    bet_over: Betting | None = None
    street: int = PREFLOP
    board: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    button: int = 0
    # Of `paid`, what was a blind, an ante or a live post and no bet of the player's own (HLD D-Bet).
    forced: tuple[Cents, ...] = ()
    # Chips that belong to the pot and to nobody's bet: big blind antes and dead posts.
    dead: tuple[Cents, ...] = ()
    # What there was to call before anybody bet: the full last blind or over-blind.
    level: Cents = 0
    hole: tuple[tuple[Card, ...], ...] = ()
    discarded: tuple[Card, ...] = ()
    # Hands without the right number of cards (HLD 17.9).
    fouled: int = 0
    # Hands that everybody has seen, and single cards shown by accident.
    shown: int = 0
    exposed: tuple[Card, ...] = ()
    last_blind: int = NOBODY
    over_blind: int = NOBODY
    # Tournament hands whose entrants are not at the table: they are folded for them.
    absent: int = 0
    # STAR 7.36[s3]: hands that were skipped, did not speak up, and may not raise.
    passive: int = 0
    # Irregularities that change the coming deal: a burn already taken or not to be taken, a card that keeps its place,
    # an exposed hole card to be replaced, and cards to be mixed and cut again.
    burn_taken: bool = False
    skip_burn: bool = False
    top_card: Card | None = None
    to_replace: Card | None = None
    to_reshuffle: bool = False
    settlement: Settlement | None = None
    # Hands that were folded because the time of their players ran out.
    timed_out: int = 0
    # Hands that were given up at the showdown of a live table without being shown.
    mucked: int = 0


@quick_to_copy
class Play(NamedTuple):
    """The hold'em part of a table."""

    room: Room = Room()
    round: Round = Round()


Holdem = State[Play]


def with_round(state: Holdem, now: Round) -> Holdem:
    """The table with another moment of its round, made as directly as can be: a round does this at every step."""
    settings, house, felt, play = state
    return new(State, (settings, house, felt, new(Play, (play[0], now))))


def with_room(state: Holdem, room: Room) -> Holdem:
    settings, house, felt, play = state
    return new(State, (settings, house, felt, new(Play, (room, play[1]))))


def with_chair(room: Room, seat: int, chair: Chair | None) -> Room:
    """The room with somebody else, or nobody, at a seat."""
    chairs = {each: sitter for each, sitter in room.chairs.items() if each != seat}
    if chair is not None:
        chairs[seat] = chair
    return room._replace(chairs=Frozen(dict(sorted(chairs.items()))))


def put(amounts: tuple[Cents, ...], hand: int, amount: Cents) -> tuple[Cents, ...]:
    """The amounts with another one for one hand."""
    return (*amounts[:hand], amount, *amounts[hand + 1 :])


def hands_in(now: Round) -> tuple[int, ...]:
    """The hands that can still win something, clockwise from the button."""
    return hands_but(now.folded, len(now.seats))


@cache
def hands_but(gone: int, count: int) -> tuple[int, ...]:
    return tuple(hand for hand in range(count) if not gone >> hand & 1)


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """All seat numbers of the table, from the one after a seat round to that seat itself."""
    return tuple((after + step - 1) % seats + 1 for step in range(1, seats + 1))
