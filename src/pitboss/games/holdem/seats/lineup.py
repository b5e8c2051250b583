"""Who is dealt in to the coming round, where the button is, and who posts what before the first card."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.games.copies import new, quick_to_copy
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.seats.dead_button import positions
from pitboss.games.holdem.seats.entry import (
    Entry,
    as_before,
    blind_after,
    dealt_in,
    is_going,
    minute_at,
    owes_time,
    passed_by,
    waiting_entry,
)
from pitboss.games.holdem.settings import ANTE, TOURNAMENT, HoldemSettings
from pitboss.games.holdem.state import AWAY, MOVED, NEW, PLAYING, WAITING, Chair, Room, clockwise
from pitboss.games.play import Cents
from pitboss.rulebook.refusal import Refusal


@quick_to_copy
class Lineup(NamedTuple):
    """A round before its first card.

    `seats` are dealt in, clockwise from the button's left, with the button last where somebody sits there. `blinds` are
    the full levels in posting order; `posts` (seat, live, dead) what else is posted to come in. `chairs` are those that
    stand differently from now on, and `before` how they stood. `entries` tells of everybody who waited.
    """

    button: int
    seats: tuple[int, ...]
    blinds: tuple[tuple[int, Cents], ...]
    posts: tuple[tuple[int, Cents, Cents], ...] = ()
    small: int | None = None
    big: int | None = None
    chairs: Mapping[int, Chair] = Frozen({})
    before: Mapping[int, Chair] = Frozen({})
    passed: frozenset[int] = frozenset()
    revolution_complete: bool = False
    entries: Mapping[int, Entry] = Frozen({})
    minute: int | None = None


def lineup(
    settings: HoldemSettings, room: Room, minute: int | None = None, *, excluded: frozenset[str] = frozenset()
) -> Lineup | Refusal:
    """The coming round, or why there can be none; `minute` matters where time at the table is paid for.

    HLD 9.4: two players at least. HLD 19.2(b): nobody is dealt in who has been excluded.
    """
    now = minute_at(room, minute)
    is_tournament = settings.mode == TOURNAMENT
    stands = room if is_tournament else as_before(room)
    able = frozenset(
        [
            seat
            for seat, chair in stands.chairs.items()
            if chair.stake
            and chair.player not in excluded
            and (is_tournament or (chair.standing != AWAY and not owes_time(settings, chair, now)))
        ]
    )
    if len(able) < 2:
        owing = [chair.player for chair in stands.chairs.values() if owes_time(settings, chair, now)]
        if owing:
            return Refusal(
                "HLD 15.3[s2]", f"Time at the table is paid in advance, and {' and '.join(owing)} owe for it."
            )
        who = "".join(f"only {stands.chairs[seat].player}" for seat in able) or "nobody"
        return Refusal("HLD 9.4", f"A round needs two players, and {who} can be dealt in.")
    found = (_entrants if is_tournament else _players)(settings, stands, able)
    if stands is room and not found.chairs:
        return found if now is None else found._replace(minute=now)
    after = {**stands.chairs, **found.chairs}
    changed = {seat: chair for seat, chair in after.items() if chair != room.chairs[seat]}
    before = {seat: stands.chairs[seat] for seat, chair in found.chairs.items() if chair != stands.chairs[seat]}
    return found._replace(chairs=Frozen(changed), before=Frozen(before), minute=now)


def room_after(room: Room, line: Lineup) -> Room:
    """The room once a round has begun with this line-up."""
    chairs = Frozen({**room.chairs, **line.chairs}) if line.chairs else room.chairs
    begun = chairs, line.button, False, line.small, line.big, line.passed, line.revolution_complete
    minute = room.minute if line.minute is None else line.minute
    return new(Room, (*begun, *room[len(begun) : -2], line.before, minute))


def coming_button(settings: HoldemSettings, room: Room) -> int | None:
    """The seat that the button of a cash game goes to next, as things stand."""
    line = lineup(settings, room)
    return None if isinstance(line, Refusal) else line.button


def _players(settings: HoldemSettings, room: Room, able: frozenset[int]) -> Lineup:
    """HLD 8.4[s2]: a cash game goes on with the button at the next player in turn; there is no dead button.

    HLD 17.11, HLD 17.4[s2]: the button goes past a seat whose player is not in the game yet. HLD 8.5(b): where antes
    are paid there is no blind to wait for, and everybody is in.
    """
    has_blinds = settings.structure != ANTE
    playing = frozenset(seat for seat in able if not has_blinds or room.chairs[seat].standing == PLAYING)
    if room.button is None or len(playing) < 2:
        return _new_game(settings, room, able)
    # HLD 17.13 keeps nobody from the button who has changed seats and posts.
    moved = {seat for seat in able if room.chairs[seat].posts and room.chairs[seat].waits_as == MOVED}
    button, gone_past = _next_button(settings, room, playing | moved)
    passed = room.passed | {room.button, button, *gone_past}
    reached = {button, *gone_past} - {room.button}
    complete = room.revolution_complete or not reached.isdisjoint(room.passed)
    free = playing if complete else playing | _not_yet_passed(room, able, passed)
    line = _walk(settings, room, button, able, free=free, at_button=frozenset(gone_past))
    return line._replace(passed=passed, revolution_complete=complete)


def _new_game(settings: HoldemSettings, room: Room, able: frozenset[int]) -> Lineup:
    """HLD 8.4[s1], HLD 17.12: the first round, with the button at the house dealer's right and everybody in at once.

    Seats are numbered clockwise from the dealer's left, so that is the highest seat in use. A game that has come down
    to fewer than two players has ended; those at the table begin another, in which nobody has missed anything.
    """
    anew = {
        seat: chair
        if is_going(chair)
        else chair._replace(waits_as=chair.waits_as and NEW, missed_small=0, missed_big=0)
        for seat, chair in room.chairs.items()
    }
    # a first round that did not count is begun again from the same button.
    stays = room.button in able and not room.moves_on
    button = room.button if stays and room.button is not None else max(able)
    line = _walk(settings, room._replace(chairs=anew), button, able, free=able, at_button=frozenset())
    return line._replace(passed=frozenset((button,)))


def _next_button(settings: HoldemSettings, room: Room, players: frozenset[int]) -> tuple[int, tuple[int, ...]]:
    """HLD 8.4[s2], HLD D-Misdeal, HLD D-Void: on to the next player after a concluded round, else where it was (R-25).

    Beside the seat, those that the button goes past on its way.
    """
    assert room.button is not None
    way = clockwise(settings.boxes, room.button)
    if not room.moves_on:
        way = (way[-1], *way[:-1])
    button = next(seat for seat in way if seat in players)
    return button, way[: way.index(button)]


def _not_yet_passed(room: Room, able: Iterable[int], passed: frozenset[int]) -> frozenset[int]:
    """HLD 17.12: in the button's first revolution, new players at seats that it has not been at or gone past."""
    return frozenset(seat for seat in able if seat not in passed and room.chairs[seat].waits_as == NEW)


def _walk(
    settings: HoldemSettings,
    room: Room,
    button: int,
    able: frozenset[int],
    *,
    free: frozenset[int],
    at_button: frozenset[int],
) -> Lineup:
    """HLD 8.5(a), HLD 8.4[s3]: clockwise from the button, each blind to the next player who is in, like it or not.

    With two players the button so comes to the last blind (R-06), and of three blinds two are used (R-29).
    """
    seats: list[int] = []
    blinds: list[tuple[int, Cents]] = []
    posts: list[tuple[int, Cents, Cents]] = []
    chairs: dict[int, Chair] = {}
    entries: dict[int, Entry] = {}
    free_clause = "HLD 17.12" if settings.blinds else "HLD 8.5(b)"
    for seat in clockwise(settings.boxes, button):
        chair = room.chairs.get(seat)
        if chair is None:
            continue
        due = blind_after(settings, len(blinds))
        level = 0 if due is None else due.level
        if seat in free:
            entry = Entry(True, level, 0, free_clause)
        else:
            entry = waiting_entry(settings, chair, due, at_button=seat in at_button)
        if chair.standing == WAITING and seat in able:
            entries[seat] = entry
        if seat not in able or not entry.dealt_in:
            chairs[seat] = passed_by(chair, due)
            continue
        seats.append(seat)
        chairs[seat] = dealt_in(settings, chair)
        if due is not None:
            blinds.append((seat, level))
        if entry.live > level or entry.dead:
            posts.append((seat, entry.live - level, entry.dead))
    line = Lineup(button, tuple(seats), tuple(blinds), tuple(posts), chairs=Frozen(chairs), entries=Frozen(entries))
    small = blinds[0][0] if len(blinds) > 1 else None
    big = blinds[min(1, len(blinds) - 1)][0] if blinds else None
    return line._replace(small=small, big=big)


def _entrants(settings: HoldemSettings, room: Room, able: frozenset[int]) -> Lineup:
    """STAR 7.13, STAR 7.39[s4], HLD 20.11[s1]: every entrant with chips is dealt in, present or not, and posts as due.

    STAR 7.23[s1], STAR 7.23[s2]: so is one who has just arrived, but for a seat between button and small blind.
    """
    button, dealt, blinds, small, big = positions(settings, room, able)
    seats = tuple([seat for seat in clockwise(settings.boxes, button) if seat in dealt])
    complete = room.revolution_complete
    line = Lineup(button, seats, blinds, (), small, big, passed=room.passed, revolution_complete=complete)
    waited = [seat for seat in able if room.chairs[seat].standing == WAITING]
    if not waited:
        return line
    posted = dict(blinds)
    return line._replace(
        chairs=Frozen(
            {seat: room.chairs[seat]._replace(standing=PLAYING, waits_as=None) for seat in seats if seat in waited}
        ),
        entries=Frozen(
            {seat: Entry(seat in seats, posted.get(seat, 0), 0, "STAR 7.23[s2]") for seat in sorted(waited)}
        ),
    )
