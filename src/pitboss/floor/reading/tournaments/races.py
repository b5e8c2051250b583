"""Views of chip races for the desk: when chips go out, each table's race, the cards dealt and the result.

STAR 7.42. What would be raced, who won and what it changes in the book is asked of `tournaments.races`.
"""

from typing import NamedTuple

from pitboss.cards.card import face
from pitboss.floor.tournaments.record import standing_events
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.chips.colour_up import Obsolete, colour_up_schedule, in_use, lowest_in_play
from pitboss.tournaments.chips.races import BY_SUIT, ColouredUp, Raced
from pitboss.tournaments.clock import clock
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Moment, Player, Running, Tournament, seat_of


class RacePlan(NamedTuple):
    """When a chip goes out: `begins` is the moment its break begins, known only while the clock runs."""

    chip: Obsolete
    is_out: bool
    is_due: bool = False
    begins: Moment | None = None


class RaceRow(NamedTuple):
    """Somebody at a table that races; after it with the best of their cards."""

    seat: int
    player: Player
    chips: Chips
    odd: int
    best: str = ""


class TableRace(NamedTuple):
    """The race of a table: it is done, to be done, or there is a reason why not."""

    number: int
    raced: Raced | None
    why_not: Refusal | None
    rows: list[RaceRow]
    odd_value: Chips
    new_chips: int


class RacesView(NamedTuple):
    """The chips of an event, their races, and who holds some that went out already."""

    in_use: tuple[Chips, ...]
    lowest: Chips | None
    by_suit: bool
    schedule: list[RacePlan]
    next: RacePlan | None
    gone_out: list[tuple[ColouredUp, list[TableRace]]]
    late: list[tuple[counting.LateStack, tuple[int, int]]]
    tables: list[counting.TableCount]
    seated: list[Player]


def races_view(record: Record, at: int) -> RacesView:
    """The chips of an event and their races at a moment (microseconds since 1970, UTC)."""
    state, moment = record.state, record.moment(at)
    seated = [table for _, table in sorted(state.tables.items()) if table.seats]
    return RacesView(
        in_use=in_use(state),
        lowest=lowest_in_play(state),
        by_suit=state.conditions.readings.race_tie == BY_SUIT,
        schedule=[_race_plan(state, each, moment) for each in colour_up_schedule(state.conditions)],
        next=next((_race_plan(state, each, moment) for each in races.to_race(state)), None),
        gone_out=[(event, _gone_out(record, event)) for event in standing_events(record, ColouredUp)],
        late=_late(record),
        tables=[counting.to_count(state, table) for table in seated],
        seated=[name for table in seated for _, name in sorted(table.seats.items())],
    )


def _race_plan(state: Tournament, each: Obsolete, at: Moment) -> RacePlan:
    plan = RacePlan(each, each.denomination in state.chips.coloured_up)
    found = (s for s in clock.segments_of(state) if s.kind == clock.BREAK and s.level == each.next_break_after)
    pause, gone = next(found, None), clock.used_up(state, at)
    if pause is None or state.started is None:
        return plan
    if pause.begins <= gone:
        return plan._replace(is_due=not plan.is_out)
    if clock.doing(state, at) is not Running.RUNNING:
        return plan
    left = pause.begins - gone + clock.called_break_left(state, at) + clock.extra_left(state, at)
    return plan._replace(begins=at + left)


def _gone_out(record: Record, announced: ColouredUp) -> list[TableRace]:
    state, old, new = record.state, announced.old, announced.new
    tie = state.conditions.readings.race_tie
    done = {event.table: event for event in standing_events(record, Raced) if event.old == old}
    numbers = sorted({number for number, table in state.tables.items() if table.seats} | done.keys())
    return [_result(done[each], tie) if each in done else _to_race(state, each, old, new) for each in numbers]


def _to_race(state: Tournament, number: int, old: int, new: int) -> TableRace:
    odd = races.what_is_raced(state, number, old, new)
    if isinstance(odd, Refusal):
        return TableRace(number, None, odd, [], 0, 0)
    rows = [
        RaceRow(seat, name, state.entrants[name].stack, odd.by_seat.get(seat, 0))
        for seat, name in sorted(state.tables[number].seats.items())
    ]
    return TableRace(number, None, None, rows, odd.value, races.race_count(old, new, odd.value))


def _result(event: Raced, tie: str) -> TableRace:
    run = event.race
    best = {seat: face(races.best_card(cards, tie)) for seat, cards in run.cards.items()}
    rows = [
        RaceRow(seat, player, run.stacks_after[seat], event.odd.get(seat, 0), best.get(seat, ""))
        for seat, player in zip(run.stacks_after, event.stacks, strict=True)
    ]
    return TableRace(event.table, event, None, rows, run.odd_value, run.new_chips)


def _late(record: Record) -> list[tuple[counting.LateStack, tuple[int, int]]]:
    """STAR 7.42(h): whose stacks hold chips of a removed denomination though their table has raced it."""
    raced = {(event.table, event.old) for event in standing_events(record, Raced)}
    found = ((each, seat_of(record.state, each.player)) for each in counting.late_in_stacks(record.state))
    return [(each, place) for each, place in found if place is not None and (place[0], each.denomination) in raced]
