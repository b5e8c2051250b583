"""The event that a tournament case begins with: what `given` says, put together from what would have happened.

No rule is asked here: entries, seats and stacks are applied as events, so that the book of chips and the entries agree
with one another as they would in an event that came to that point by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, NoReturn

from pitboss.conformance.format.document import MalformedCase
from pitboss.tournaments.clock.clock import LEVEL, segments_of
from pitboss.tournaments.event.conditions import Band, Conditions, Level, Scale, Seconds
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ClockTurned, Entered, Exited, SeatTaken, StageChanged, StatusChanged
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.rulesets import STAR
from pitboss.tournaments.event.state import (
    Entry,
    Exit,
    Moment,
    Period,
    Person,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
    with_entrant,
    with_table,
)

Given = Mapping[str, Any]


class Told(dict[str, Any]):
    """The particulars of a case; a missing one that is needed is a fault of the case."""

    def __init__(self, said: Given, where: str = "given") -> None:
        super().__init__(said)
        self._where = where

    def __missing__(self, key: str) -> NoReturn:
        raise MalformedCase(f"{self._where}.{key}: is missing.")


ARRANGED = "as the case says"
# A stack that no hand of a case will use up.
DEEP = 100_000_000
# The event whose conditions hold where a case names no structure, by its document.
_USUAL = {
    STAR: "saturday_special",
    "HLD": "canberra_holdem",
    "UTH": "ultimate_challenge",
    "PON": "pontoon_heats",
    "CAN": "canberra_cup",
}
# Where no time is told: an event that begins on the first of June 2025 at noon.
_SOME_START = datetime(2025, 6, 1, 12)
_ZERO = datetime(1970, 1, 1)
_BORN = date(1980, 1, 1)


def moment(text: str) -> Moment:
    """A local time in seconds, as the desk counts them."""
    return int((datetime.fromisoformat(text) - _ZERO).total_seconds())


def start_of(given: Given) -> Moment:
    if "start" in given:
        return moment(given["start"])
    if "start_date" in given:
        return moment(f"{given['start_date']}T12:00:00")
    return moment(_SOME_START.isoformat())


def conditions_of(given: Given) -> Conditions:
    """The conditions that a case speaks of: its structure, or the usual event of its document, with what it changes."""
    given = Told(given)
    ruleset = given.get("ruleset", STAR)
    # A structure by the rules of another document than its own is that structure all the same.
    usual = replace(event(given.get("structure", _USUAL[ruleset])), ruleset=ruleset)
    changed: dict[str, Any] = {"start": start_of(given)}
    for key, name in _FIELDS.items():
        if key in given:
            changed[name] = given[key]
    if "entry_fee_cents" in given:
        changed = {"commission": 0, "admin_fee": 0, **changed}
    if "denominations" in given:
        changed["denominations"] = tuple(given["denominations"])
    if "scale" in given:
        changed["scale"] = scale_of(given["scale"])
    if "sb" in given:
        changed["levels"] = (Level(given["sb"], given["bb"], given["bba"], usual.levels[0].seconds),)
        changed |= {"breaks": (), "closes_at_level": None}
    readings = {name: given[name] for name in ("max_difference", "mixed_tie") if name in given}
    if usual.sessions is not None and "table_minimum" in given:
        changed["sessions"] = replace(usual.sessions, least_wager=given["table_minimum"])
    return replace(usual, **changed, readings=replace(usual.readings, **readings))


_FIELDS = {
    "entry_fee_cents": "entry_fee",
    "commission_per_entry_cents": "commission",
    "seats_per_table": "seats",
    "final_table_size": "final_table",
}


def scale_of(rows: Iterable[Given]) -> Scale:
    """A payout scale as a case writes it, in percent."""
    bands = tuple(Band(row["min"], row["max"], tuple(round(part * 100) for part in row["pct"])) for row in rows)
    return Scale("case", ARRANGED, bands)


def person(name: str, given: Given) -> Person:
    """Return a person at the desk; everything that is not told speaks for them."""
    born = date.fromisoformat(given["born"]) if "born" in given else _BORN
    gaming = tuple(Period(*map(moment, times)) for times in given.get("prior_gaming", {}).get(name, ()))
    return Person(
        name,
        born,
        given.get("member", True),
        given.get("excluded", False),
        given.get("withdrawal_of_licence"),
        given.get("tpoe_active", False),
        gaming,
    )


def open_event(given: Given) -> Tournament:
    """The event with its entries open and nobody in it."""
    state = Tournament(conditions_of(given), stage=Stage.OPEN)
    pairs = frozenset(frozenset(map(str, pair)) for pair in given.get("connected", ()))
    return state._replace(connected=pairs)


def enter(state: Tournament, name: str, given: Given, *, entries: int = 1, payer: str = "player") -> Tournament:
    """Enter a person with so many paid entries."""
    fees = state.conditions
    at = state.conditions.start or 0
    for number in range(entries):
        kind = "entry" if number == 0 else "re-entry"
        entry = Entry(
            len(state.entries) + 1,
            name,
            kind,
            at - 2 * 24 * 3600,
            fees.entry_fee,
            fees.admin_fee,
            fees.commission,
            "cash",
            payer,
        )
        state = apply(state, Entered(entry, person(name, given), Status.REGISTERED, ARRANGED))
    return state


def running(state: Tournament, *, gone: Seconds = 0, at: Moment | None = None) -> Tournament:
    """The event under way, with so many seconds of its schedule used up at a moment."""
    began = state.conditions.start or 0
    state = apply(state, StageChanged(Stage.RUNNING, began, ARRANGED, ARRANGED))
    turn = Turn(began + gone if at is None else at, gone, Running.RUNNING)
    first = Turn(began, 0, Running.RUNNING)
    for each in (first,) if turn == first else (first, turn):
        state = apply(state, ClockTurned(each, False, ARRANGED, ARRANGED))
    return state


def second_of(state: Tournament, level: int, remaining: Seconds | None = None) -> Seconds:
    """The second of the schedule at the beginning of a level, or where so much of it remains."""
    segment = next((each for each in segments_of(state) if each.kind == LEVEL and each.level == level), None)
    if segment is None:
        raise MalformedCase(f"level: the structure has no level {level}.")
    return segment.begins if remaining is None else segment.ends - remaining


def _with_table(state: Tournament, number: int) -> Tournament:
    """The event with such a table; the last to come is the first to be broken."""
    if number in state.tables:
        return state
    state = with_table(state, Table(number, state.conditions.seats))
    return state._replace(break_order=(number, *state.break_order))


def seat_player(state: Tournament, name: str, place: tuple[int, int], stack: int) -> Tournament:
    """Seat a player with so many chips, which are issued."""
    table, seat = place
    state = _with_table(state, table)
    taken = SeatTaken(name, table, seat, stack, state.conditions.start or 0, False, False, ARRANGED)
    state = apply(state, taken)
    return with_entrant(state, state.entrants[name]._replace(has_played=True))


def with_stack(state: Tournament, name: str, stack: int) -> Tournament:
    """Change a player's stack: won from, or lost to, others whose chips are not told."""
    entrant = state.entrants[name]
    chips = state.chips._replace(issued=state.chips.issued + stack - entrant.stack)
    return with_entrant(state._replace(chips=chips), entrant._replace(stack=stack))


def out(state: Tournament, name: str) -> Tournament:
    """Put a player out before anything that the case tells of."""
    entrant = state.entrants[name]
    at = state.conditions.start or 0
    state = with_entrant(state, entrant._replace(status=Status.SEATED))
    gone = Exit(name, len(state.exits) + 1, at, None, None, 0, 0, entrant.entries, ARRANGED)
    return apply(state, Exited(gone, ARRANGED))


def by_player(given: Given) -> dict[str, int]:
    """The stacks of a case, which are told by name."""
    stacks = given["stacks"]
    if not isinstance(stacks, dict):
        raise MalformedCase("stacks: must be told by player.")
    return stacks


def table_numbers(given: Given) -> dict[str, int]:
    """The tables of a case by the names it gives them, numbered as the desk does."""
    tables = given.get("tables", {})
    if isinstance(tables, int):
        return {str(number): number for number in range(1, tables + 1)}
    names = [str(name) for name in tables]
    if all(name.isdecimal() for name in names):
        return {name: int(name) for name in names}
    return {name: number for number, name in enumerate(names, start=1)}


def stack_in(given: Given, name: str, usual: int) -> int:
    stacks = given.get("stacks", {})
    stack: int = stacks.get(name, usual) if isinstance(stacks, dict) else usual
    return stack


def deep(given: Given) -> Tournament:
    """The same with chips enough for any hand, where the case does not tell who has how many."""
    if "stacks" in given:
        return arrange(given)
    return arrange({**given, "stacks": dict.fromkeys(seats_in(given), DEEP)})


def arrange(given: Given) -> Tournament:
    """The event under way with everybody at the seats that the case says, or at the first seats where it does not."""
    state = open_event(given)
    usual = state.conditions.stack
    for name, place in seats_in(given).items():
        state = enter(state, name, given, entries=given.get("entries_used", {}).get(name, 1))
        state = seat_player(state, name, place, stack_in(given, name, usual))
    for number in table_numbers(given).values():
        state = _with_table(state, number)
    state = running(state, gone=given.get("now_t_s", 0))
    if "break_order" in given:
        state = state._replace(break_order=tuple(given["break_order"]))
    clock = given.get("clock")
    if clock:
        gone = second_of(state, clock["level"], clock["remaining_s"])
        state = state._replace(clock=state.clock._replace(turns=()))
        state = running(state, gone=gone)
    elif "level" in given:
        state = running(state, gone=second_of(state, given["level"]))
    for name in given.get("alternates", ()):
        state = enter(state, name, given)
        state = apply(state, StatusChanged(name, Status.ALTERNATE, state.conditions.start or 0, ARRANGED))
    if given.get("hand_for_hand"):
        turn = state.clock.turns[-1]._replace(running=Running.HAND_FOR_HAND)
        state = apply(state, ClockTurned(turn, True, ARRANGED, ARRANGED))
    return _set_positions(state, given)


def seats_in(given: Given) -> dict[str, tuple[int, int]]:
    """Return the seats of the players: by name, table and seat."""
    numbers = table_numbers(given)
    if isinstance(given.get("seats"), dict):
        order = {table: number for number, table in enumerate(given["seats"], start=1)}
        return {name: (order[table], int(seat)) for table, row in given["seats"].items() for seat, name in row.items()}
    tables = given.get("tables")
    if isinstance(tables, dict) and tables:
        named = iter(given.get("players", ()))
        return {
            next(named, f"T{name} S{seat}"): (numbers[name], seat)
            for name, row in ((str(key), value) for key, value in tables.items())
            for seat in _seats_at(row)
        }
    names = _names_in(given, max(len(numbers), 1))
    # As many tables as the case has, or as it takes.
    places = len(numbers) or max(-(-len(names) // conditions_of(given).seats), 1)
    return {name: (number % places + 1, number // places + 1) for number, name in enumerate(names)}


def _seats_at(row: Any) -> Sequence[int]:
    """The seats of a table at which somebody sits: as they are named, or the first so many."""
    if isinstance(row, int):
        return range(1, row + 1)
    seats: Sequence[int] = row["occupied"] if "occupied" in row else range(1, row.get("players", 0) + 1)
    return seats


def _names_in(given: Given, tables: int) -> list[str]:
    """Those of whom the case speaks; at tables of which nothing is told there are five each."""
    if "players" in given:
        return list(given["players"])
    if isinstance(given.get("stacks"), dict):
        return list(given["stacks"])
    table = given.get("table")
    told = table.get("players") if isinstance(table, dict) else None
    count = given.get("seated", told or given.get("table_players", given.get("players_left", 5 * tables)))
    return [f"P{number}" for number in range(1, count + 1)]


def _set_positions(state: Tournament, given: Given) -> Tournament:
    """The tables with button and blinds where the last hand had them."""
    numbers = table_numbers(given)
    tables = given.get("tables")
    for name, row in tables.items() if isinstance(tables, dict) else ():
        last = row.get("last") if isinstance(row, dict) else None
        if last:
            table = state.tables[numbers[str(name)]]
            _fits(last, table.size, f"tables.{name}.last")
            where = table._replace(button=last["button"], small=last["sb"], big=last["bb"], hands=1)
            state = with_table(state, where)
    return state


def _fits(positions: Given, size: int, where: str) -> None:
    if not all(isinstance(seat, int) and seat <= size for seat in positions.values()):
        raise MalformedCase(f"{where}: the table has seats 1 to {size}.")


def with_arrivals(given: Given) -> Tournament:
    """One table whose next hand has button and blinds where the case says, and those who have just come to it."""
    if not isinstance(given["table"], dict):
        raise MalformedCase("table: must say who sits where.")
    row = Told(given["table"], "table")
    coming = row["next"]
    _fits(coming, conditions_of(given).seats, "table.next")
    state = deep({**given, "tables": {"1": {"occupied": row["occupied"]}}})
    # Behind a dead button the last small blind is the next button, and the last big blind the next small one.
    table = state.tables[1]._replace(button=None, small=coming["button"], big=coming["sb"], hands=1)
    before = [seat for seat in sorted(table.seats) if seat not in coming.values()]
    state = with_table(state, table._replace(button=before[-1] if before else coming["bb"]))
    for arrival in given.get("arrivals", row.get("arrivals", ())):
        name = arrival["player"]
        state = enter(state, name, given)
        state = seat_player(state, name, (1, arrival["seat"]), stack_in(given, name, DEEP))
        table = state.tables[1]
        state = with_table(state, table._replace(arrived=table.arrived | {arrival["seat"]}))
    return state
