"""A tournament at one moment, as a value: who has entered, who sits where with what, the clock, the chips, the places.

Only what has happened stands here. What follows from it (the pool, places, prizes, the level at a moment, whom to move)
is computed where it is asked for, so that nothing can disagree with it.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from pitboss.games.copies import quick_to_copy
from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Cents, Chips, Conditions, Level, Seconds
from pitboss.tournaments.event.rulesets import RULESETS, RuleSet

# A moment: seconds of local time since the beginning of 1970, as the clock on the wall shows it.
Moment = int
Player = str


class Stage(StrEnum):
    """How far an event is."""

    PLANNED = "planned"
    OPEN = "open"
    RUNNING = "running"
    SUSPENDED = "suspended"
    OVER = "over"
    CANCELLED = "cancelled"


class Status(StrEnum):
    """How an entrant stands."""

    # Entered and paid, without a seat before the start.
    REGISTERED = "registered"
    # Entered, but a fee is still owed: no seat (STAR 6.3).
    UNPAID = "unpaid"
    SEATED = "seated"
    # Waiting for a seat with the first entry, or with a re-entry.
    ALTERNATE = "alternate"
    WAITING_REENTRY = "waiting_reentry"
    # Out of chips, and may come back while the rules allow it.
    OUT = "out"
    # Qualified for a later session of a house-game tournament, or not (it may still be a repechage).
    ADVANCED = "advanced"
    NOT_ADVANCED = "not_advanced"
    # Gone by a ruling: chips out, no way back.
    DISQUALIFIED = "disqualified"
    REMOVED = "removed"
    FORFEITED = "forfeited"
    # Never was in the event, after all: entry undone.
    DEREGISTERED = "deregistered"


WAITING = (Status.ALTERNATE, Status.WAITING_REENTRY)
# Who is still in the running for the prizes.
IN_THE_FIELD = (Status.REGISTERED, Status.SEATED, *WAITING, Status.ADVANCED)


class Period(NamedTuple):
    """Gaming from one moment to another; None: still going on."""

    since: Moment
    until: Moment | None = None


class Person(NamedTuple):
    """What the house knows of somebody who wants to enter, as the desk found it (STAR 6.2, 6.16, 6.17)."""

    name: Player
    born: date | None = None
    member: bool = False
    excluded: bool = False
    withdrawal_of_licence: str | None = None
    # STAR 6.17: a temporary prevention of entry is in force.
    prevented: bool = False
    # T-20: other gaming the house knows of.
    gaming: tuple[Period, ...] = ()
    # STAR 6.20: may be named in public.
    publicity: bool = False
    # STAR 6.14: removed from an event to prevent harm, or kept from entering on signs of it; nothing where neither is.
    harm: str = ""


class Entry(NamedTuple):
    """One paid entry (a first entry, a re-entry, a re-buy or an add-on), numbered in order of time.

    `fee`, `admin` and `commission` are what was charged: the fee without the commission is in the pool. `refunded` is
    what went back; `in_pool` is False once the fee has left the pool again.
    """

    number: int
    player: Player
    kind: str
    at: Moment
    fee: Cents
    admin: Cents
    commission: Cents
    method: str
    payer: str
    paid: bool = True
    refunded: Cents = 0
    in_pool: bool = True
    # STAR 6.1: who took the entry at the desk.
    operator: str = ""


class Penalty(NamedTuple):
    """STAR 7.39, T-31: hands to miss, counted when given: players at the table times orbits."""

    hands: int
    reason: str


@quick_to_copy
class Entrant(NamedTuple):
    """A person in the event. `entries` counts first entry and re-entries; the stack is chips at the seat.

    `since` is when the present seat was taken, for the time played; `periods` are the times before.
    """

    player: Player
    status: Status
    entries: int = 1
    stack: Chips = 0
    absent: bool = False
    has_played: bool = False
    penalty: Penalty | None = None
    warnings: int = 0
    # STAR 7.12: the stake of an absent entrant that was declared out of play, and the orbits dealt since without it.
    set_aside: Chips = 0
    missed: Chips = 0
    since: Moment | None = None
    periods: tuple[Period, ...] = ()
    # Where a re-entry is allowed no longer: forfeited at the end of the period, blocked, or refused.
    blocked: str = ""
    # STAR 7.12[s3]: since when the stake is out of play.
    aside_since: Moment | None = None


class Hand(NamedTuple):
    """A hand that is being dealt at a table: its level, stamped at the cut (STAR 7.20), and the stacks before it."""

    number: int
    level: int
    blinds: Level
    began: Moment
    stacks: Mapping[Player, Chips]
    # STAR 7.19: whether it was dealt hand for hand; one that was dealt before is not waited for.
    synchronised: bool = False


@quick_to_copy
class Table(NamedTuple):
    """A table of the event. `button`, `small` and `big` are seats of the last hand, for the dead button.

    `arrived` are seats whose players have come since the last hand was dealt there (STAR 7.23). `loose` are chips at
    the table whose holder is not known, because the hands are not dealt by this program.
    """

    number: int
    size: int
    seats: Mapping[int, Player] = Frozen({})
    locked: frozenset[int] = frozenset()
    button: int | None = None
    small: int | None = None
    big: int | None = None
    # Whether the last hand counted, so that the button moves on.
    concluded: bool = True
    arrived: frozenset[int] = frozenset()
    hands: int = 0
    hand: Hand | None = None
    held: bool = False
    # STAR 7.7[s2]: the director lets the table play with fewer than four.
    short_handed: bool = False
    loose: Chips = 0
    # STAR 7.19, 7.30: in hand for hand, whether this hand is over here, and whether an all-in has been called.
    done: bool = False
    called: bool = False
    # Starting marker of a house-game tournament, and the rounds played in this session.
    marker: int | None = None
    rounds: int = 0


class Running(StrEnum):
    """What the clock does from a moment on."""

    STOPPED = "stopped"
    RUNNING = "running"
    PAUSED = "paused"
    HAND_FOR_HAND = "hand_for_hand"
    SUSPENDED = "suspended"


class Turn(NamedTuple):
    """A change of the clock: from `at` on, `gone` seconds of the schedule are used up, and it runs or it does not.

    `until` is the end of a break that the director has called; the clock runs again from there. `extra` are seconds
    that the director has put on the clock on top of the schedule: they are used up before it goes on.
    """

    at: Moment
    gone: Seconds
    running: Running
    until: Moment | None = None
    extra: Seconds = 0


class Clock(NamedTuple):
    """All changes of the clock, in order of time: what it shows at any moment follows from them."""

    turns: tuple[Turn, ...] = ()
    # STAR 7.19: whether hand for hand is on, and the number of synchronised hands so far.
    hand_for_hand: bool = False
    hands: int = 0
    # T-24: levels that the director added after the last.
    added: tuple[Level, ...] = ()


class Exit(NamedTuple):
    """Somebody who is out: players of one tier share their places. Later exits stand above earlier ones."""

    player: Player
    tier: int
    at: Moment
    table: int | None
    seat: int | None
    stack_before: Chips
    contributed: Chips
    entry: int
    clause: str


class Chipbook(NamedTuple):
    """STAR 7.10: every change of the chips in play: issued - removed + race change = in play."""

    issued: Chips = 0
    removed: Chips = 0
    race_change: Chips = 0
    # Denominations taken out of play (STAR 7.42).
    coloured_up: tuple[Chips, ...] = ()
    # Chips missing or too many when stacks were counted, which the director has let stand; and the count at the end.
    variance: Chips = 0
    counted: Chips | None = None


class Added(NamedTuple):
    """STAR 7.4, UTH 16.22: value added by the operator: cash to the pool, or goods to a place (T-29)."""

    cents: Cents
    what: str
    place: int | None = None


class Payment(NamedTuple):
    """A prize that was paid, and how (STAR 3-b)."""

    player: Player
    cents: Cents
    method: str
    voucher: int


class Deal(NamedTuple):
    """STAR 1-c: what the remaining players have agreed on; `held_back` is still played for (T-28)."""

    amounts: Mapping[Player, Cents]
    method: str
    held_back: Cents
    clause: str


class Bust(NamedTuple):
    """An elimination that waits until its round is over at every table, or for a ruling (STAR 7.18)."""

    player: Player
    table: int | None
    seat: int | None
    stack_before: Chips
    contributed: Chips
    at: Moment


class Tie(NamedTuple):
    """T-02: busts of one round whose places the director must rule on, and the readings to choose from."""

    busts: tuple[Bust, ...]
    options: tuple[str, ...]
    # Later rounds, which are placed after it.
    behind: tuple[tuple[Bust, ...], ...] = ()


class Session(NamedTuple):
    """The session of a house-game tournament that is on or over: number from 1, and extra rounds played."""

    number: int = 0
    playing: bool = False
    extra_rounds: int = 0
    # Players who play on for a place, with equal chips (PON 20.21, CAN 17.22).
    playing_off: tuple[Player, ...] = ()
    # Whether this session decides the places.
    final: bool = False
    # Chips at the end of the session, and after each extra round for those who were still equal.
    marks: Mapping[Player, tuple[Chips, ...]] = Frozen({})


@quick_to_copy
class Tournament(NamedTuple):
    """The whole event."""

    conditions: Conditions
    stage: Stage = Stage.PLANNED
    # The moment of the last command: time does not go back.
    now: Moment | None = None
    # What had to be done before entries: by name, when (published, notified, approved, announced).
    stamps: Mapping[str, Moment] = Frozen({})
    approval: str = ""
    directors: tuple[str, ...] = ()
    on_duty: frozenset[str] = frozenset()
    people: Mapping[Player, Person] = Frozen({})
    entries: tuple[Entry, ...] = ()
    entrants: Mapping[Player, Entrant] = Frozen({})
    # Waiting for a seat, in the order they will be seated: alternates, then re-entries (STAR 1-g[s3]).
    alternates: tuple[Player, ...] = ()
    reentries: tuple[Player, ...] = ()
    reserves: tuple[Player, ...] = ()
    # Who got a seat from the queue since the start, in order.
    seated_from_queue: tuple[Player, ...] = ()
    # STAR 7.6: pairs that are kept apart.
    connected: frozenset[frozenset[Player]] = frozenset()
    # Who is not moved for balance: a seat that somebody needs.
    fixed: frozenset[Player] = frozenset()
    # STAR 6.17[s1], 6.14 tail[s2]: who may not enter, and why.
    barred: Mapping[Player, str] = Frozen({})
    tables: Mapping[int, Table] = Frozen({})
    # Tables in the order in which they will be broken; new tables are put in front.
    break_order: tuple[int, ...] = ()
    final_table: int | None = None
    clock: Clock = Clock()
    started: Moment | None = None
    # When play last began: the start, or the resumption after a suspension (T-21).
    resumed: Moment | None = None
    chips: Chipbook = Chipbook()
    exits: tuple[Exit, ...] = ()
    pending: tuple[Bust, ...] = ()
    tie: Tie | None = None
    added: tuple[Added, ...] = ()
    deal: Deal | None = None
    payments: tuple[Payment, ...] = ()
    confirmed: bool = False
    session: Session = Session()
    # STAR 1-b[s2]: when the players of a suspended event come back, as agreed.
    returns: Moment | None = None
    # What the screens of the event tell beside the clock.
    message: str = ""

    @property
    def rules(self) -> RuleSet:
        return RULESETS[self.conditions.ruleset]

    def clause(self, subject: str) -> str:
        """The clause of this event's document about a subject that all documents have."""
        return self.rules.clauses[subject]


def with_entrant(state: Tournament, entrant: Entrant) -> Tournament:
    return state._replace(entrants=Frozen({**state.entrants, entrant.player: entrant}))


def with_entrants(state: Tournament, changed: Mapping[Player, Entrant]) -> Tournament:
    return state._replace(entrants=Frozen({**state.entrants, **changed}))


def with_table(state: Tournament, table: Table) -> Tournament:
    return state._replace(tables=Frozen({**state.tables, table.number: table}))


def seat_of(state: Tournament, player: Player) -> tuple[int, int] | None:
    """Table and seat of a player."""
    for number, table in state.tables.items():
        for seat, sitter in table.seats.items():
            if sitter == player:
                return number, seat
    return None


def in_hand(state: Tournament, player: Player) -> bool:
    """Whether a player has been dealt in to a hand that is not over."""
    place = seat_of(state, player)
    hand = None if place is None else state.tables[place[0]].hand
    return hand is not None and player in hand.stacks


def players_of(table: Table, state: Tournament) -> tuple[Player, ...]:
    """Players at a table who have chips, by seat."""
    return tuple(player for _, player in sorted(table.seats.items()) if state.entrants[player].stack)


def in_play(state: Tournament) -> tuple[Player, ...]:
    """Everybody still in the running: seated, waiting for a seat, or gone on to the next session."""
    return tuple(player for player, entrant in state.entrants.items() if entrant.status in IN_THE_FIELD)


def chips_in_play(state: Tournament) -> Chips:
    """STAR 7.10: issued less removed, what races have changed, and what a count has found otherwise."""
    return state.chips.issued - state.chips.removed + state.chips.race_change + state.chips.variance


def chips_counted(state: Tournament) -> Chips:
    """The chips that lie at the tables by the records: it equals `chips_in_play` at every moment."""
    return sum(entrant.stack for entrant in state.entrants.values()) + sum(t.loose for t in state.tables.values())
