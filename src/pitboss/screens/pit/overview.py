"""All tables at once: how far each is, what lies on its felt, what its float has won, and what waits for whom."""

from collections.abc import Iterable, Iterator, MutableMapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pitboss.floor.cage.events import AdjustmentApproved, Chips, ChipsMoved
from pitboss.floor.cage.record import CAGE
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.tables import dealing
from pitboss.floor.tables.holdings import holdings
from pitboss.floor.tables.record import TableRecord, at_table
from pitboss.games.play import RUNNING, Stage
from pitboss.journal import codec
from pitboss.ledger import books, reading
from pitboss.ledger.reading import Period
from pitboss.screens.common.formatting import first_name

_SECOND = 1_000_000
MODES = {"practice": "practice", "house": "house", "live": "live dealer"}
_STAGES = {
    Stage.IDLE: "between rounds",
    Stage.BETTING: "betting",
    Stage.DEALING: "dealing",
    Stage.PLAYING: "play",
    Stage.OVER: "round over",
}


class Waits(NamedTuple):
    """The things a table waits for; `calls` are those for a supervisor."""

    who: str
    what: str
    since: int | None = None
    clause: str = ""
    calls: bool = False


class TableRow(NamedTuple):
    """A table in the overview."""

    record: TableRecord
    stage: str
    players: int
    on_felt: int
    float: int | None
    win: int | None
    waits: tuple[Waits, ...]

    @property
    def calls(self) -> bool:
        return any(each.calls for each in self.waits)


# What was in the accounts when the gaming day began: that does not change any more.
_opening: MutableMapping[Floor, dict[tuple[str, int], int]] = WeakKeyDictionary()


def overview(floor: Floor) -> list[TableRow]:
    """Every table where money is played for first, those that call for somebody before the others."""
    records: list[TableRecord] = list(floor.records("table").values())
    wins, balances = won_today(floor, records), books.balances(accounts.at(each.id, "bank") for each in records)
    rows = [_row(floor, each, balances.get(accounts.at(each.id, "bank")), wins.get(each.id)) for each in records]
    return sorted(rows, key=lambda row: (row.record.is_practice, not row.calls))


def _row(floor: Floor, record: TableRecord, in_float: int | None, win: int | None) -> TableRow:
    felt = accounts.at(record.id, "felt")
    lies = holdings(record)
    return TableRow(
        record,
        _STAGES[record.state.felt.stage],
        len(at_table(record)),
        lies.get(accounts.practice(felt) if record.is_practice else felt, 0),
        None if record.is_practice else in_float,
        win,
        tuple(waits_of(record, floor.clock())),
    )


def waits_of(record: TableRecord, at: int) -> Iterator[Waits]:
    """Whom and what a table waits for, what wants a supervisor first."""
    if record.call is not None:
        yield Waits("Supervisor", record.call.reason or "The dealer calls.", record.call.since, calls=True)
    if record.disabled is not None:
        yield Waits("Supervisor", f"Stopped: {record.disabled}", calls=True)
        return
    for hold in record.state.house.holds:
        yield Waits("Supervisor", hold.reason, clause=hold.clause, calls=True)
    yield from _decisions(record, at)
    if record.state.felt.stage is Stage.BETTING and record.betting_since is not None:
        yield Waits("Players", "wagers", record.betting_since)
    yield from _next_step(record)


def _decisions(record: TableRecord, at: int) -> Iterator[Waits]:
    place = record.rules.place.capitalize()
    for seat, since in sorted(record.awaited.items()):
        player = record.state.house.seated.get(seat, "")
        is_late = not record.is_unhurried and at - since > record.seconds_to_decide * _SECOND
        named = f"{place} {seat}{f', {first_name(player)}' if player else ''}"
        said = f"over the time of {record.seconds_to_decide} seconds" if is_late else "decision"
        yield Waits(named, said, since, calls=is_late and not record.is_virtual)


def _next_step(record: TableRecord) -> Iterator[Waits]:
    """Before the deal somebody may have to say that they are ready; at a live table the dealer has the next step."""
    if record.is_virtual:
        waited = sorted(dealing.to_be_ready(record) - record.ready)
        if waited and record.state.felt.stage in RUNNING:
            yield Waits(", ".join(map(first_name, waited)), "to be ready", record.moment_since)
    elif not record.awaited and (step := record.rules.routine(record.state)) is not None:
        yield Waits("Dealer", step.do.replace("_", " "), record.moment_since, step.clause)


def won_today(floor: Floor, records: Iterable[TableRecord]) -> dict[str, int]:
    """Return the win of each float in this gaming day; in hold'em, the commission.

    It is what an account has now, less what it began the day with and what came to it otherwise. So nothing is added
    up but the few movements of the cage.
    """
    since = gaming_clock(floor).span(gaming_clock(floor).day(floor.clock()))[0]
    kept = _opening.setdefault(floor, {})
    names = {each.id: _winning(each) for each in records if not each.is_practice}
    now = books.balances(names.values())
    otherwise = _by_the_cage(since)
    for name in names.values():
        if (name, since) not in kept:
            kept[name, since] = reading.balance_at(name, since)
    return {
        table: now.get(name, 0) - kept[name, since] - otherwise.get(name, 0)
        for table, name in names.items()
        if name in now or kept[name, since]
    }


def _winning(record: TableRecord) -> str:
    """The account that gains where the house does."""
    return accounts.at(record.id, "bank" if record.kit.card_room is None else "commission")


def _by_the_cage(since: int) -> dict[str, int]:
    """Return the net of fills, credits and adjustments for each account since a moment."""
    came: dict[str, int] = {}
    for row in reading.caused_events(CAGE, Period(since), ["floor.ChipsMoved", "floor.AdjustmentApproved"]):
        for account, cents in _amounts_moved(codec.decode(row.kind, row.version, row.body)):
            came[account] = came.get(account, 0) + cents
    return came


def _amounts_moved(event: ChipsMoved | AdjustmentApproved) -> Iterator[tuple[str, int]]:
    if isinstance(event, ChipsMoved):
        yield accounts.at(event.table, "bank"), event.amount if event.chips is Chips.FILL else -event.amount
    else:
        yield event.debit, -event.amount
        yield event.credit, event.amount


class SeatTaken(NamedTuple):
    """A place of a table: who sits there, for how many rounds without a wager, and its marker."""

    seat: int
    player: str
    idle: int
    marker: int


def seats_of_table(record: TableRecord) -> list[SeatTaken]:
    house = record.state.house
    seats = [(seat, house.seated.get(seat, "")) for seat in range(1, record.state.settings.boxes + 1)]
    return [SeatTaken(seat, who, house.idle_rounds.get(who, 0), house.markers.get(seat, 0)) for seat, who in seats]
