"""The conditions of an event, as data: its document, fees, levels and breaks, stacks, tables and prizes.

A different event is a different data file (`structures/*.toml`, read by `library`), not a different program. Money is
whole cents, chips are whole numbers, lengths of time are seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.games.frozen import Frozen

Seconds = int
Chips = int
Cents = int

HOUR: Seconds = 3600
DAY: Seconds = 24 * HOUR

HOLDEM, OMAHA, ULTIMATE, PONTOON, CANBERRA = "holdem", "omaha", "ultimate", "pontoon", "canberra"
HOUSE_GAMES = (ULTIMATE, PONTOON, CANBERRA)


class Level(NamedTuple):
    """STAR 4: blinds and ante for so long. The small blind is written down, never computed: 200/300 is a level."""

    small: Chips
    big: Chips
    ante: Chips
    seconds: Seconds


class Break(NamedTuple):
    """A break of stated length after a level; `after` is the number of the level, from 1."""

    after: int
    seconds: Seconds


class Band(NamedTuple):
    """The shares of the pool by place for fields of `least` to `most` entries (None: and above).

    A share is in hundredths of a percent, so that 10000 is everything: 6.5% is 650.
    """

    least: int
    most: int | None
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """STAR 3-a: a payout scale. `label` says whose it is; the shipped ones are house defaults."""

    name: str
    label: str
    bands: tuple[Band, ...]


class Ticket(NamedTuple):
    """A prize for a place that is bought out of the pool before the rest is divided, and what it costs."""

    place: int
    cents: Cents
    what: str = "ticket"


@dataclass(frozen=True, slots=True)
class Sessions:
    """UTH D-Session: sessions of a house-game tournament, one after the other: heats, semi-finals, the final.

    A session is `rounds` rounds at each table; the `advance` players with most chips at each table go on. `repechage`
    is how many of those who did not go on get a seat in the next session after all, by their chips. The last session
    decides the places. `keeps_chips`: whether those who go on keep what they have, or start anew.
    """

    rounds: tuple[int, ...] = (20,)
    advance: tuple[int, ...] = ()
    repechage: int = 0
    keeps_chips: bool = False
    # UTH 16.16[s1]: a starting marker may be used there; in PON and CAN it must be.
    marker: bool = True
    least_wager: Chips = 100
    most_wager: Chips = 10_000
    # UTH 16.3(a)(iii)(E)(III): equal chips or points at the end: "split" the prizes, "draw" cards, or more "rounds".
    equal: str = "rounds"
    # PON 20.4(h), CAN 17.3(a)(vii): whether the side wagers of the game are open.
    side_wagers: bool = False
    # The multiples that wagers are made in, so that every payment comes out in whole chips.
    wager_step: Chips = 50
    # P-27: whether Pontoon's Super Bonus is paid, in tournament chips.
    super_bonus: bool = False
    # PON 20.5: rules of the game that the approved conditions change, such as "decks=6 double_aces=soft".
    game_rules: str = ""


@dataclass(frozen=True, slots=True)
class Rebuys:
    """UTH 16.3(a)(iii)(G), (H), CAN 17.3(a)(viii): more chips for more money, where the conditions say so.

    `until_session` is the last session in which one may be bought.
    """

    most: int = 0
    cost: Cents = 0
    chips: Chips = 0
    until_session: int = 1
    add_on_cost: Cents = 0
    add_on_chips: Chips = 0


@dataclass(frozen=True, slots=True)
class Readings:
    """The rulings T-01 to T-32 that are settings, each with its default; what a document prints is none (T-34)."""

    # T-02: two out at one table and one at another in the same round: ask, tiered or share_all.
    mixed_tie: str = "ask"
    # T-03: whether busts at different tables can tie only in hand for hand.
    cross_table_needs_h4h: bool = True
    # T-04: shared prizes are divided in steps of so many cents.
    tie_rounding: Cents = 1
    # T-06: whether players may be moved inside a session where the document fixes seats for it.
    moves_within_session: bool = False
    # T-10: registration shuts with the named level, or when the level before it ends.
    close_at: str = "level_start"
    # T-11: who still waits for a seat when registration shuts: "keep" waiting, or "refund" without a seat.
    queue_after_close: str = "keep"
    # T-13: what a hand of hand for hand takes beyond the end of a level before a break: "drop" or "keep".
    h4h_overflow: str = "drop"
    # T-14: whether a check and a fold are substantial action.
    sa_check_fold: bool = False
    # T-18, T-19: a prevented person whose stack is already being blinded: "refund" or "stay"; administration fee too.
    tpoe_gap: str = "refund"
    tpoe_refund_admin: bool = False
    # T-20: the rolling window, and how much gaming it may hold.
    tpm_window: Seconds = DAY
    tpm_most: Seconds = 12 * HOUR
    # T-21: when an event is to be suspended at the latest, and when the alarm is raised.
    suspend_after: Seconds = 12 * HOUR
    suspend_alarm: Seconds = 11 * HOUR
    # T-24: the last level holds ("hold") until the director adds others, or the ladder goes on by itself ("extend").
    after_last_level: str = "hold"
    # T-25: a tie for the last chip of a race: one more "card" each, or by "suit".
    race_tie: str = "card"
    # T-30: the button of a tournament: "dead" or "moving".
    button_rule: str = "dead"
    # Section 7: a short stack posts the big blind before its ante ("blind_first"), or after it ("ante_first").
    bba_order: str = "blind_first"
    # Section 9: the largest difference between tables that is left alone.
    max_difference: int = 1
    # STAR 7.12[s2]: the stake of an absent entrant may be removed when this level has ended.
    absent_until_level: int = 4


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything that is fixed before entries open.

    `entry_fee` goes to the pool but for `commission`, the approved part that the operator keeps out of it (PON 20.23,
    HLD 20.21, UTH 16.21, CAN 17.24; UTH D-Tournament Commission, PON D-Tournament Commission, HLD D-Tournament
    Commission, CAN D-Tournament Commission); `admin_fee` is charged on top and never reaches the pool (STAR
    D-Administration Fee). `reentries` is how often one may come back after the first entry; None means without limit.
    """

    event: str
    title: str
    ruleset: str
    game: str = HOLDEM
    # The moment of the first second of level 1; None while it is not fixed.
    start: Seconds | None = None
    entry_fee: Cents = 0
    admin_fee: Cents = 0
    commission: Cents = 0
    stack: Chips = 0
    reentries: int | None = 0
    # STAR 4: late registration and re-entry until the start of this level; None: entries end with the start.
    closes_at_level: int | None = None
    levels: tuple[Level, ...] = ()
    breaks: tuple[Break, ...] = ()
    least_entrants: int = 2
    most_entrants: int = 200
    cancel_below: int = 10
    seats: int = 9
    final_table: int = 9
    # Tables that the room has for the event; None: as many as it takes.
    tables: int | None = None
    denominations: tuple[Chips, ...] = (100, 500, 1000, 5000, 10_000, 25_000)
    # STAR 6.5[s1]: starting stacks in the float; None: as many as it takes.
    chip_banks: int | None = None
    scale: Scale | None = None
    # HLD 20.4(h): prizes are rounded down to so many cents, the rest goes to the first place; tickets come first.
    prize_rounding: Cents = 1
    tickets: tuple[Ticket, ...] = ()
    # UTH 16.2, CAN 17.2: what the document wants the conditions to tell, by item; "not applicable" counts as told.
    items: Mapping[str, str] = field(default_factory=lambda: Frozen({}))
    sessions: Sessions | None = None
    rebuys: Rebuys | None = None
    # UTH 16.5, CAN 17.5: the director wants a written agreement before an entry is accepted.
    agreement: bool = False
    # UTH 16.23: whether these conditions allow refunds, and how long before the start.
    refund_until: Seconds | None = None
    # STAR 1-d, STAR 7.14[s4], HLD 20.4(g).
    limit: str = "no_limit"
    # STAR D-Ante: whether the ante is posted by everybody, or by the big blind for all (STAR D-Big Blind Ante).
    ante_by_all: bool = False
    readings: Readings = Readings()

    @property
    def buy_in(self) -> Cents:
        """STAR D-Buy-In: the entry fee and the administration fee."""
        return self.entry_fee + self.admin_fee

    @property
    def to_pool(self) -> Cents:
        """What an entry adds to the prize pool."""
        return self.entry_fee - self.commission
