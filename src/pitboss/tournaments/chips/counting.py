"""Chips counted: stacks told to the desk, late chips, and the count at the end.

Tournament chips have no value in money and a book of their own, `Chipbook`: no event of this module moves money, and no
movement of money touches the book.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import in_use, lowest_in_play, payable
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs, too_much
from pitboss.tournaments.event.state import (
    Chipbook,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    seat_of,
    with_entrant,
    with_entrants,
    with_table,
)
from pitboss.tournaments.prizes.standings import awaiting_place


class Ledger(NamedTuple):
    """STAR 7.10: the book of the chips. `in_play` is what a count must find; the average is in whole chips.

    `variance` is what counts at the tables have found otherwise: it is no part of the book.
    """

    issued: Chips
    removed: Chips
    race_change: Chips
    in_play: Chips
    variance: Chips
    players_left: int
    average_stack: Chips


class Reconciliation(NamedTuple):
    """Whether a count equals the book, and by how much it does not: above nothing is too many chips."""

    balanced: bool
    difference: Chips


class LateExchange(NamedTuple):
    """STAR 7.42(h): what chips of a removed denomination are exchanged for, and what is lost of them."""

    paid_value: Chips
    removed_unpaid: Chips


class LateStack(NamedTuple):
    """Chips of a removed denomination in a recorded stack: so many that the rest is in chips that are in play."""

    player: Player
    denomination: Chips
    how_many: int


class RecordStacks(Command):
    """The stacks of everybody at a table, as they were counted between hands.

    `director_accepts`: the director lets a difference from the book stand; it is recorded.
    """

    table: int
    stacks: Mapping[str, int]
    director_accepts: bool = False


class LateChips(Command):
    """Chips of a removed denomination that an entrant still has.

    `in_stack`: they were counted in the stack; otherwise they have come to light beside it.
    """

    player: str
    denomination: int
    count: int
    in_stack: bool = True


class CountChips(Command):
    """All chips of the event, counted: their value, or how many there are of each denomination."""

    counted: int | Mapping[int, int]


class StacksRecorded(NamedTuple):
    """Stacks of a table as counted; nothing is loose there any more. `variance` is what the book did not expect."""

    table: int
    stacks: Mapping[Player, Chips]
    variance: Chips
    clause: str


class LateChipsExchanged(NamedTuple):
    """Late chips are exchanged or lost; `change` is what it makes to the stack, and to the chips in play."""

    player: Player
    denomination: Chips
    how_many: int
    exchange: LateExchange
    change: Chips
    clause: str


class ChipsCounted(NamedTuple):
    """STAR 7.10: the count of all chips and its difference from the book."""

    counted: Chips
    by_denomination: Mapping[Chips, int]
    difference: Chips
    clause: str


class CountRow(NamedTuple):
    """Somebody whose stack is counted, and what it is by the book."""

    seat: int
    player: Player
    chips: Chips


class TableCount(NamedTuple):
    """A table to be counted: all but those who are out and those whose stakes are out of play (STAR 7.12[s2]).

    `loose` are chips whose holder is not known; `total` is all that lies there by the book, whoever holds it.
    """

    number: int
    rows: tuple[CountRow, ...]
    loose: Chips
    total: Chips


def ledger(state: Tournament) -> Ledger:
    """STAR 7.10: the book of the chips of an event, and the average stack of those who have a seat.

    STAR D-Tournament Chips, UTH D-Tournament Chips, PON D-Tournament Chips, HLD D-Tournament Chips, CAN D-Tournament
    Chips: they have no value in money, so that this book is apart from the cents, and nothing is ever exchanged between
    the two.
    """
    return ledger_of(state.chips, sum(entrant.status is Status.SEATED for entrant in state.entrants.values()))


def ledger_of(chips: Chipbook, players_left: int) -> Ledger:
    """STAR 7.10: issued less removed, and what races have changed, is in play."""
    book = chips.issued - chips.removed + chips.race_change
    average = (book + chips.variance) // players_left if players_left else 0
    return Ledger(chips.issued, chips.removed, chips.race_change, book, chips.variance, players_left, average)


def reconcile(state: Tournament, counted: Chips) -> Reconciliation:
    """STAR 7.10: at the end the chips that are counted must equal those that were issued, by the book."""
    difference = counted - ledger(state).in_play
    return Reconciliation(not difference, difference)


def late_removed_chips(denomination: Chips, count: int, lowest: Chips) -> LateExchange:
    """STAR 7.42(h): late chips are exchanged at equal value; what does not make one of the lowest chips is lost."""
    value = denomination * count
    return LateExchange(value - value % lowest, value % lowest)


def late_in_stacks(state: Tournament) -> tuple[LateStack, ...]:
    """STAR 7.42(h): whose stack holds chips that have gone out: it cannot be laid down in those in play.

    So it is with a stake that was out of play during the race; while a race is still to come, with every odd chip.
    """
    gone, chips = min(state.chips.coloured_up, default=0), in_use(state)
    if not gone:
        return ()
    found = []
    for player, entrant in state.entrants.items():
        counts = range(entrant.stack // gone + 1)
        late = next((count for count in counts if payable(entrant.stack - count * gone, chips)), 0)
        if late:
            found.append(LateStack(player, gone, late))
    return tuple(found)


def record_stacks(state: Tournament, command: RecordStacks) -> Decision:
    """STAR 7.16, UTH 16.14, PON 20.13, HLD 20.14, CAN 17.13: chips change hands by play alone.

    What a table had before it still has: the count must come to the same, whoever won. No command moves chips from one
    entrant to another, and in the middle of a hand nobody's stack is recorded.
    """
    clause, table = state.clause("chips"), state.tables.get(command.table)
    if table is None:
        return Refusal(clause, f"There is no table {command.table}.", "no_such_table")
    if table.hand is not None:
        return Refusal(clause, f"A hand is in play at table {table.number}: stacks are counted after it.", "mid_hand")
    if set(command.stacks) != {row.player for row in to_count(state, table).rows}:
        what = f"A count of table {table.number} names everybody who plays there, and nobody else."
        return Refusal(clause, what, "not_the_players")
    if any(map(too_much, command.stacks.values())):
        return Refusal(clause, "So many chips there cannot be.", "too_much")
    broke = next((name for name, stack in command.stacks.items() if not stack and state.entrants[name].stack), None)
    if broke is not None:
        return Refusal(state.clause("out"), f"{broke} has no chips left: that is an elimination, not a count.", "out")
    variance = sum(command.stacks.values()) - at_table(state, table)
    if variance and not (command.director_accepts and command.by is Role.DIRECTOR):
        what = f"Table {table.number} has {abs(variance):,} in chips {'too many' if variance > 0 else 'too few'}."
        return Refusal(clause, what, "does_not_sum")
    return (StacksRecorded(table.number, Frozen(command.stacks), variance, clause),)


def to_count(state: Tournament, table: Table) -> TableCount:
    """STAR 7.16: a table as its stacks are counted, with everybody whom a count must name."""
    out = awaiting_place(state)
    rows = tuple(
        CountRow(seat, name, state.entrants[name].stack)
        for seat, name in sorted(table.seats.items())
        if state.entrants[name].status is Status.SEATED and name not in out
    )
    return TableCount(table.number, rows, table.loose, at_table(state, table))


def at_table(state: Tournament, table: Table) -> Chips:
    """What lies at a table by the book, whoever holds it."""
    return table.loose + sum(state.entrants[name].stack for name in table.seats.values())


def late_chips(state: Tournament, command: LateChips) -> Decision:
    """STAR 7.42(h), STAR 7.42(g): chips of a removed denomination are exchanged, and nobody is left without a chip."""
    clause = state.rules.clauses.get("late_chips", state.clause("chips"))
    place = seat_of(state, command.player)
    table = None if place is None else state.tables[place[0]]
    if table is None or command.player not in {row.player for row in to_count(state, table).rows}:
        return Refusal(clause, f"{command.player} does not play at a table of this event.", "not_seated")
    if command.denomination not in state.chips.coloured_up:
        return Refusal(clause, f"Chips of {command.denomination:,} have not gone out of play.", "not_removed")
    if table.hand is not None:
        return Refusal(clause, f"A hand is in play at table {table.number}.", "mid_hand")
    stack, lowest = state.entrants[command.player].stack, lowest_in_play(state)
    value = command.denomination * command.count
    if not command.count or too_much(value) or (command.in_stack and value > stack):
        what = f"{command.player} cannot have {command.count:,} chips of {command.denomination:,}."
        return Refusal(clause, what, "no_such_chips")
    exchange = late_removed_chips(command.denomination, command.count, lowest)
    change = -exchange.removed_unpaid if command.in_stack else exchange.paid_value
    if stack + change == 0:
        # Nothing but a few late chips: nobody is raced out.
        change += lowest
    done = (command.player, command.denomination, command.count, exchange, change, clause)
    return (LateChipsExchanged(*done),)


def count_chips(state: Tournament, command: CountChips) -> Decision:
    """STAR 7.10: all chips come back and are counted; a difference is recorded as what it is, not smoothed over."""
    clause = state.rules.clauses.get("count", state.clause("chips"))
    if any(table.hand is not None for table in state.tables.values()):
        return Refusal(clause, "A hand is in play: chips are counted after it.", "mid_hand")
    by_denomination = command.counted if isinstance(command.counted, Mapping) else Frozen[int, int]({})
    strange = next((chip for chip in by_denomination if chip not in state.conditions.denominations), None)
    if strange is not None:
        return Refusal(clause, f"This event has no chips of {strange:,}.", "no_such_chip")
    total = command.counted if isinstance(command.counted, int) else _worth(command.counted)
    if too_much(total):
        return Refusal(clause, "So many chips there cannot be.", "too_much")
    return (ChipsCounted(total, Frozen(by_denomination), reconcile(state, total).difference, clause),)


def _worth(by_denomination: Mapping[int, int]) -> Chips:
    return sum(chip * count for chip, count in by_denomination.items())


def _stacks_recorded(state: Tournament, event: StacksRecorded) -> Tournament:
    state = with_entrants(
        state, {name: state.entrants[name]._replace(stack=stack) for name, stack in event.stacks.items()}
    )
    chips = state.chips._replace(variance=state.chips.variance + event.variance)
    return with_table(state._replace(chips=chips), state.tables[event.table]._replace(loose=0))


def _late_chips_exchanged(state: Tournament, event: LateChipsExchanged) -> Tournament:
    entrant = state.entrants[event.player]
    chips = state.chips._replace(race_change=state.chips.race_change + event.change)
    return with_entrant(state._replace(chips=chips), entrant._replace(stack=entrant.stack + event.change))


_PLAYED = (Stage.RUNNING, Stage.SUSPENDED)

VERBS: Verbs = {
    RecordStacks: Verb(record_stacks, (Role.DIRECTOR, Role.DEALER), _PLAYED, "chips"),
    LateChips: Verb(late_chips, (Role.DIRECTOR, Role.DEALER), _PLAYED, "chips"),
    CountChips: Verb(count_chips, (Role.DIRECTOR, Role.DESK), (*_PLAYED, Stage.OVER), "chips"),
}
APPLIERS: Appliers = {
    StacksRecorded: _stacks_recorded,
    LateChipsExchanged: _late_chips_exchanged,
    ChipsCounted: lambda state, event: state._replace(chips=state.chips._replace(counted=event.counted)),
}
