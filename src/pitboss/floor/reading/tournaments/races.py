"""Views of chip races for the desk: when chips go out, each table's race, the cards dealt and the result.

STAR 7.42. What would be raced, who won and what it changes in the book is asked of `tournaments.races`.
"""

from pitboss.cards.card import face
from pitboss.floor.reading.tournaments.views import Shown, plain
from pitboss.floor.tournaments.record import standing_events
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.chips.colour_up import Obsolete, colour_up_schedule, in_use, lowest_in_play
from pitboss.tournaments.chips.races import BY_SUIT, ColouredUp, Raced
from pitboss.tournaments.clock import clock
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Moment, Running, Tournament, seat_of


def races_view(record: Record, at: int) -> Shown:
    """The chips of an event and their races at a moment (microseconds since 1970, UTC)."""
    state, moment = record.state, record.moment(at)
    chips = in_use(state)
    return {
        "in_use": list(chips),
        "lowest": lowest_in_play(state),
        "by_suit": state.conditions.readings.race_tie == BY_SUIT,
        "schedule": [_race_plan(state, each, moment) for each in colour_up_schedule(state.conditions)],
        "reminder": reminder(state, moment),
        "next": None if len(chips) < 2 else {"old": chips[0], "new": chips[1]},
        "gone_out": [_gone_out(record, event) for event in standing_events(record, ColouredUp)],
        "late": _late(record),
        "tables": [plain(counting.to_count(state, table)) for _, table in sorted(state.tables.items()) if table.seats],
        "seated": [name for _, table in sorted(state.tables.items()) for _, name in sorted(table.seats.items())],
    }


def reminder(state: Tournament, at: Moment) -> Shown | None:
    """STAR 7.42: the chips that go out next by the structure, and the break in which they are raced."""
    return next((_race_plan(state, each, at) for each in races.to_race(state)), None)


def _race_plan(state: Tournament, each: Obsolete, at: Moment) -> Shown:
    """When a chip goes out: `begins` is the moment its break begins, known only while the clock runs."""
    shown = {**plain(each), "is_out": each.denomination in state.chips.coloured_up, "begins": None, "is_due": False}
    found = (s for s in clock.segments_of(state) if s.kind == clock.BREAK and s.level == each.next_break_after)
    pause, gone = next(found, None), clock.used_up(state, at)
    if pause is None or state.started is None:
        return shown
    if pause.begins <= gone:
        return {**shown, "is_due": not shown["is_out"]}
    if clock.doing(state, at) is not Running.RUNNING:
        return shown
    left = pause.begins - gone + clock.called_break_left(state, at) + clock.extra_left(state, at)
    return {**shown, "begins": at + left}


def _gone_out(record: Record, announced: ColouredUp) -> Shown:
    """A denomination that has gone out, and the race of each table: done, to be done, or why there is none."""
    state, old, new = record.state, announced.old, announced.new
    tie = state.conditions.readings.race_tie
    done = {event.table: event for event in standing_events(record, Raced) if event.old == old}
    numbers = sorted({number for number, table in state.tables.items() if table.seats} | done.keys())
    tables = [_result(done[each], tie) if each in done else _to_race(state, each, old, new) for each in numbers]
    return {"old": old, "new": new, "clause": announced.clause, "tables": tables}


def _to_race(state: Tournament, number: int, old: int, new: int) -> Shown:
    odd = races.what_is_raced(state, number, old, new)
    table = state.tables[number]
    shown: Shown = {"number": number, "raced": False, "why_not": None, "word": ""}
    if isinstance(odd, Refusal):
        return {**shown, "why_not": {"reason": odd.reason, "clause": odd.clause}, "word": odd.word}
    rows = [
        {"seat": seat, "player": name, "chips": state.entrants[name].stack, "odd": odd.by_seat.get(seat, 0)}
        for seat, name in sorted(table.seats.items())
    ]
    new_chips = races.race_count(old, new, odd.value)
    return {**shown, "rows": rows, "odd_value": odd.value, "new_chips": new_chips}


def _result(event: Raced, tie: str) -> Shown:
    """A race that has been run: everybody's cards, who has won a chip by which of them, and what the book has of it."""
    run = event.race
    rows = [
        {
            "seat": seat,
            "player": player,
            "odd": event.odd.get(seat, 0),
            "cards": list(map(face, run.cards.get(seat, ()))),
            "best": face(races.best_card(run.cards[seat], tie)) if seat in run.cards else "",
            "extra": list(map(face, run.extra.get(seat, ()))),
            "won": seat in run.winners,
            "rescued": seat in run.rescued,
            "after": run.stacks_after[seat],
        }
        for seat, player in zip(run.stacks_after, event.stacks, strict=True)
    ]
    return {
        "number": event.table,
        "raced": True,
        "rows": rows,
        "odd_value": run.odd_value,
        "new_chips": run.new_chips,
        "change": run.table_chip_change,
        "created": run.created,
        "drawn": event.seed is not None,
        "at": event.at,
        "clause": event.clause,
    }


def _late(record: Record) -> list[Shown]:
    """STAR 7.42(h): whose stacks hold chips of a removed denomination though their table has raced it."""
    state = record.state
    raced = {(event.table, event.old) for event in standing_events(record, Raced)}
    found = []
    for each in counting.late_in_stacks(state):
        place = seat_of(state, each.player)
        if place is not None and (place[0], each.denomination) in raced:
            found.append({**plain(each), "table": place[0], "seat": place[1]})
    return found
