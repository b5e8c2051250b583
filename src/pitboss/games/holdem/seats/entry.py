"""How a chair stands to the coming round: whether it can be dealt in, what it owes, and what it has missed."""

from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.games.holdem.settings import TIME, HoldemSettings
from pitboss.games.holdem.state import AWAY, MISSED, MOVED, NEW, PLAYING, WAITING, Chair, Room
from pitboss.games.play import Cents

MINUTES_IN_A_DAY = 24 * 60


class Blind(NamedTuple):
    """A blind that is still to be posted: its level, and whether a player who waits for the big blind comes in on it.

    HLD D-Small Blind, HLD D-Big Blind: the first blind is the small one. A third blind comes after the big one and is
    never below it, so that it lets a player in as well; a blind that is the only one is the big one.
    """

    level: Cents
    is_big: bool


class Entry(NamedTuple):
    """What becomes of a player who waits to come in: dealt in or not, what is posted in all, and the clause."""

    dealt_in: bool
    live: Cents
    dead: Cents
    clause: str


def blind_after(settings: HoldemSettings, posted: int) -> Blind | None:
    """The next blind of the round when so many have found their player."""
    if posted >= len(settings.blinds):
        return None
    return Blind(settings.blinds[posted], is_big=posted > 0 or len(settings.blinds) == 1)


def big_blind(settings: HoldemSettings) -> Cents:
    """HLD D-Big Blind: the level of the second blind, or of the only one."""
    return settings.blinds[min(1, len(settings.blinds) - 1)]


def entry_dues(settings: HoldemSettings, chair: Chair) -> tuple[Cents, Cents]:
    """HLD 17.4[s1], HLD 17.11(b), HLD 17.13[s2]: what must be posted to come in now, live and dead.

    A new player and one who moved away from the blinds post a big blind. Who has missed blinds posts those: the big one
    live, the small one dead, and one set of them however often they were missed (R-21).
    """
    big = big_blind(settings)
    if chair.waits_as != MISSED:
        return big, 0
    bigs, smalls = chair.missed_big, chair.missed_small
    if settings.missed_sets == "one":
        bigs, smalls = min(bigs, 1), min(smalls, 1)
    small_due = smalls * settings.blinds[0]
    can_be_live = bigs * big + (small_due if settings.missed_small_blind == "live" else 0)
    # More than the amount to call is nobody's bet before the cards are seen, so the rest is dead.
    live = min(can_be_live, big)
    return live, bigs * big + small_due - live


def waiting_entry(settings: HoldemSettings, chair: Chair, due: Blind | None, *, at_button: bool) -> Entry:
    """Whether a player who waits comes in at this place of the round.

    HLD 17.11(a), HLD 17.13[s1]: in the big blind's place, for that blind and no more. HLD 17.4[s1]: where the blind
    that was missed falls due again. HLD 17.11(b), HLD 17.13[s2]: anywhere by posting, a blind that is due there
    included. HLD 17.11, HLD 17.4[s2]: but not where the button would be.
    """
    level = 0 if due is None else due.level
    waits_as = chair.waits_as or NEW
    at_blind = {NEW: "HLD 17.11(a)", MOVED: "HLD 17.13[s1]", MISSED: "HLD 17.4[s1]"}[waits_as]
    if due is not None and (due.is_big or (waits_as == MISSED and not chair.missed_big)):
        return Entry(dealt_in=True, live=level, dead=0, clause=at_blind)
    if not chair.posts or not settings.blinds:
        return Entry(dealt_in=False, live=0, dead=0, clause=at_blind)
    if at_button:
        # Who changed seats and posts may have the button, so it does not go past such a player.
        clause = "HLD 17.11" if waits_as == NEW else "HLD 17.4[s2]"
        return Entry(dealt_in=False, live=0, dead=0, clause=clause)
    live, dead = entry_dues(settings, chair)
    clause = {NEW: "HLD 17.11(b)", MOVED: "HLD 17.13[s2]", MISSED: "HLD 17.4[s1]"}[waits_as]
    return Entry(dealt_in=True, live=max(level, live), dead=dead, clause=clause)


def passed_by(chair: Chair, due: Blind | None) -> Chair:
    """HLD 17.4[s1]: the chair when a blind that would have been its own goes to the next player.

    Whoever waits for the big blind, as a new player or after a change of seats, misses nothing by it.
    """
    waits_for_big = chair.standing == WAITING and chair.waits_as != MISSED
    if due is None or waits_for_big or is_going(chair):
        return chair
    standing = AWAY if chair.standing == AWAY else WAITING
    small, big = chair.missed_small + (not due.is_big), chair.missed_big + due.is_big
    return chair._replace(standing=standing, waits_as=MISSED, missed_small=small, missed_big=big)


def dealt_in(settings: HoldemSettings, chair: Chair) -> Chair:
    """HLD 14.3[s3], HLD D-Declared: the chair once it takes part; below the minimum stake it is declared.

    R-30: until winnings reach the minimum again, or for as long as the player stays.
    """
    declared = chair.stake < settings.min_table_stake or is_declared(settings, chair)
    if chair.standing == PLAYING and declared == chair.declared:
        # So stand nearly all chairs of nearly all rounds, and a copy would be the same.
        return chair
    return chair._replace(standing=PLAYING, waits_as=None, posts=False, missed_small=0, missed_big=0, declared=declared)


def is_declared(settings: HoldemSettings, chair: Chair) -> bool:
    """HLD 14.3[s3]: whether a declared player still is one (R-30)."""
    won_back = settings.declared_until == "at_minimum" and chair.stake >= settings.min_table_stake
    return chair.declared and not won_back


def must_leave(chair: Chair) -> bool:
    """HLD 14.3[s4]: a declared player who has lost the whole stake."""
    return chair.declared and not chair.stake


def is_going(chair: Chair) -> bool:
    """Whether the seat is given up before the next round."""
    return chair.leaves or (chair.declared and not chair.stake)


def owes_time(settings: HoldemSettings, chair: Chair, minute: int | None) -> bool:
    """HLD 15.3[s2]: time at the table is paid for in advance; unpaid, no cards are dealt to it."""
    commission = settings.commission
    if commission is None or commission.basis != TIME or not commission.rate or minute is None:
        return False
    return chair.paid_until is None or chair.paid_until <= minute


def minute_at(room: Room, minute: int | None) -> int | None:
    """The minute of the day, counted on from the first day of the table, so that paid time runs past midnight."""
    if minute is None or room.minute is None:
        return minute
    on_this_day = room.minute - room.minute % MINUTES_IN_A_DAY + minute % MINUTES_IN_A_DAY
    return on_this_day if on_this_day >= room.minute else on_this_day + MINUTES_IN_A_DAY


def as_before(room: Room) -> Room:
    """HLD D-Void, HLD D-Misdeal: the room as before a round that was not concluded.

    Whoever came in for that round has got the blinds back that were posted, and so has still to post them; nor does the
    same blind count as missed twice.
    """
    if room.moves_on:
        return room
    chairs = dict(room.chairs)
    for seat, was in room.before.items():
        chair = chairs.get(seat)
        if chair is None or chair.player != was.player or is_going(chair):
            continue
        standing = was.standing
        if chair.standing == AWAY:
            standing = AWAY
        elif was.standing == AWAY:
            # Back at the table since.
            standing = WAITING if was.waits_as else PLAYING
        chairs[seat] = chair._replace(
            standing=standing,
            waits_as=was.waits_as,
            posts=was.posts if chair.standing == PLAYING else chair.posts,
            missed_small=was.missed_small,
            missed_big=was.missed_big,
        )
    return room._replace(chairs=Frozen(chairs))
