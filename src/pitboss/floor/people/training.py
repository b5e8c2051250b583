"""Training: the hands that somebody has been asked, what their choices gave away, and the set of ten of a day.

The house itself notes a hand, with what a solver found the choice to be worth. Nobody trains who sits at a table for
money.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Records, Verb, Verbs, Yes
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.tables.record import TableRecord, at_table
from pitboss.floor.tables.record import stream_of as stream_of_table
from pitboss.games.frozen import Frozen
from pitboss.journal import codec

DAILY, DAILY_HANDS = "daily", 10
# So many of the last hands are shown one by one.
RECENT = 24


class NoteHand(Command):
    """The house notes a choice that somebody made in training; `given_away` is in thousandths of a cent."""

    player: str
    day: str
    game: str
    drill: str
    number: int
    do: str
    given_away: int
    amount: int | None = None
    cell: str = ""


class HandTrained(NamedTuple):
    """A choice in training: of which drill and hand, and what it gave away in thousandths of a cent."""

    day: str
    game: str
    drill: str
    number: int
    do: str
    amount: int | None
    given_away: int
    cell: str = ""


class DailySetDone(NamedTuple):
    """Somebody has done all hands of a day in one game."""

    player: str
    game: str
    best: int
    given_away: int


class Progress(NamedTuple):
    """Somebody's training in one game. `next` are the numbers of the hands to come, by drill; `recent` what the last
    ones gave away, the oldest first; `missed` the places in the charts that were missed on the `day`."""

    hands: int = 0
    best: int = 0
    given_away: int = 0
    recent: tuple[int, ...] = ()
    next: Mapping[str, int] = Frozen()
    last: HandTrained | None = None
    day: str | None = None
    missed: tuple[str, ...] = ()
    daily: tuple[int, ...] = ()

    def number(self, drill: str, day: str) -> int:
        """The number of the next hand of a drill; the set of a day begins with each day."""
        if drill == DAILY:
            return len(self.daily) + 1 if self.day == day else 1
        return self.next.get(drill, 1)


class TrainingRecord(NamedTuple):
    """Somebody's training in all games."""

    games: Mapping[str, Progress] = Frozen()

    def of(self, game: str) -> Progress:
        return self.games.get(game, Progress())


def stream_of(player: str) -> str:
    return f"training:{player}"


def daily_stream(day: str) -> str:
    return f"daily:{day}"


def training_record(house: Records, player: str) -> TrainingRecord:
    found: TrainingRecord | None = house.record(stream_of(player))
    return found or TrainingRecord()


def today(house: Records, at: int) -> str:
    """The gaming day of a moment, as it is written down."""
    return str(gaming_clock(house).day(at))


def refusal_to_train(house: Records, player: str) -> No | None:
    """UTH 15.1[s1], CAN 16.1: nobody is told how to play who sits at a table for money."""
    patron: patron_record.Patron | None = house.record(patron_record.stream_of(player))
    for table in sorted(patron.at_tables if patron else ()):
        record: TableRecord | None = house.record(stream_of_table(table))
        if record is not None and not record.is_practice and player in at_table(record):
            reason = "The trainer is closed to you while you sit at a table for money."
            return No(reason, clause=record.kit.no_advice, word="no_advice", status=403)
    return None


def note_hand(now: Now, _actor: Actor, command: NoteHand) -> Decision:
    """The hand whose turn it is, once."""
    refused = refusal_to_train(now, command.player)
    if refused:
        return refused
    if command.day != today(now, now.at):
        return No("A new gaming day has begun, and its hands are others.", word="day")
    progress = training_record(now, command.player).of(command.game)
    number = progress.number(command.drill, command.day)
    if command.number != number or (command.drill == DAILY and number > DAILY_HANDS):
        return No("This hand has been counted.", word="counted")
    event = HandTrained(*(getattr(command, name) for name in HandTrained._fields))
    facts = [Fact(stream_of(command.player), event)]
    if command.drill == DAILY and number == DAILY_HANDS:
        all_ten = (*progress.daily, command.given_away)
        done = DailySetDone(command.player, command.game, all_ten.count(0), sum(all_ten))
        facts.append(Fact(daily_stream(command.day), done))
    return Yes(tuple(facts))


def _apply(record: TrainingRecord | None, event: HandTrained, _at: int) -> TrainingRecord:
    games = (record or TrainingRecord()).games
    before = games.get(event.game, Progress())
    missed, daily = (before.missed, before.daily) if before.day == event.day else ((), ())
    if event.given_away and event.cell and event.cell not in missed:
        missed = (*missed, event.cell)
    after = Progress(
        before.hands + 1,
        before.best + (not event.given_away),
        before.given_away + event.given_away,
        (*before.recent, event.given_away)[-RECENT:],
        before.next if event.drill == DAILY else Frozen({**before.next, event.drill: event.number + 1}),
        event,
        event.day,
        missed,
        (*daily, event.given_away) if event.drill == DAILY else daily,
    )
    return TrainingRecord(Frozen({**games, event.game: after}))


def _apply_daily(record: tuple[DailySetDone, ...] | None, event: DailySetDone, _at: int) -> tuple[DailySetDone, ...]:
    return (*(record or ()), event)


def daily_results(house: Records, day: str, game: str) -> list[DailySetDone]:
    """Who has done the set of a day, the least given away first."""
    done: tuple[DailySetDone, ...] = house.record(daily_stream(day)) or ()
    return sorted((each for each in done if each.game == game), key=lambda each: (each.given_away, -each.best))


def _streams(_actor: Actor, command: NoteHand) -> tuple[str, ...]:
    daily = (daily_stream(command.day),) if command.drill == DAILY else ()
    return (stream_of(command.player), *daily)


VERBS: Verbs = {NoteHand: Verb(note_hand, (Role.CROUPIER,), _streams)}
FAMILIES: Mapping[str, Family] = {
    "training": Family(
        _apply,
        kinds=(HandTrained,),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, TrainingRecord),
    ),
    "daily": Family(_apply_daily, kinds=(DailySetDone,)),
}
