"""Whoever the house keeps out is out everywhere at once: every table and every event follow in the same command.

What keeps somebody out stands in the patron's record and nowhere else. Here it reaches those who are entered or seated
somewhere; that nobody new comes in is for the tables and the desks, which ask the same record.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import reduce, wraps
from typing import Any, NamedTuple

from pitboss.floor.kernel.contract import Decision, Fact, No, Now, Yes
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.patron_record import (
    UNTIL_ENDED,
    Ground,
    KeptFromHarm,
    LeftTable,
    Patron,
    Prevented,
    PreventionEnded,
    apply_patron,
    find,
    kept_out,
    stream_of,
    today,
    until,
)
from pitboss.floor.tables import dealing
from pitboss.floor.tables.dealing import Proceedings
from pitboss.floor.tables.record import SupervisorCalled, TableRecord, WentFrom, at_table
from pitboss.floor.tables.record import stream_of as stream_of_table
from pitboss.floor.tournaments.record import StepTaken, apply
from pitboss.games.command import Command as GameCommand
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries import refunds
from pitboss.tournaments.entries.eligibility import BLOCKED, HARM, PREVENTED, REMOVED, Barred
from pitboss.tournaments.entries.entries import Readmit
from pitboss.tournaments.entries.penalties import BlockEntry, RemoveForHarm
from pitboss.tournaments.entries.refunds import BEFORE_THE_END, IssuePrevention
from pitboss.tournaments.event.contract import Command as DeskCommand
from pitboss.tournaments.event.contract import Events, Role, TimeTold, name_of
from pitboss.tournaments.event.events import Ruled
from pitboss.tournaments.event.log import Record, Step, replay
from pitboss.tournaments.event.rulesets import STAR
from pitboss.tournaments.event.state import IN_THE_FIELD, Player, Status
from pitboss.tournaments.event.story import tell_story

# The step of an event's desk by which the house takes somebody out.
KEEP_OUT = "keep_out"
# Steps of a desk that say something of a person to the whole house.
TOLD_THE_HOUSE = frozenset(map(name_of, (IssuePrevention, RemoveForHarm, BlockEntry)))
# What a supervisor says at a table of somebody's part in the game.
OF_THE_GAME = ("exclude_player", "readmit_player")
_IN_IT = (*IN_THE_FIELD, Status.UNPAID)


class Reached(NamedTuple):
    """The consequences elsewhere in the house, with a sentence for each place."""

    facts: tuple[Fact, ...]
    said: str


def reaching(decide: Callable[[Now, Actor, Any], Decision]) -> Callable[[Now, Actor, Any], Decision]:
    """A decision about a patron with what follows from it at the tables and the events of the house."""

    @wraps(decide)
    def decide_with_reach(now: Now, actor: Actor, command: Any) -> Decision:
        decision = decide(now, actor, command)
        return decision if isinstance(decision, No) else with_reach(now, actor, command.patron, decision)

    return decide_with_reach


def with_reach(now: Now, actor: Actor, player: str, decision: Yes, *, but: str = "") -> Yes:
    """T-33: the facts of a decision, and all that follows from them for a patron, but at the event they come from."""
    after = _after(now, player, decision.facts)
    ground = None if after is None else kept_out(after, today(now))
    if after is None or ground is None:
        return decision
    found = [*_at_tables(now, actor, after, ground), *_at_events(now, actor, after, ground, but)]
    if not found:
        return decision
    facts = (*decision.facts, *(fact for each in found for fact in each.facts))
    return replace(decision, facts=facts, answer={**decision.answer, "reached": [each.said for each in found]})


def _after(now: Now, player: str, facts: Iterable[Fact]) -> Patron | None:
    """A patron with what a decision has found about them."""
    mine = (event for stream, event in facts if stream == stream_of(player))
    return reduce(lambda record, event: record and apply_patron(record, event, now.at), mine, find(now, player))


# At the tables.


def _at_tables(now: Now, actor: Actor, patron: Patron, ground: Ground) -> Iterator[Reached]:
    """Chips that are not at stake yet go back and the seat is free; a round that has begun is played to its end."""
    for table in sorted(patron.at_tables):
        record: TableRecord = now.record(stream_of_table(table))
        if patron.id not in at_table(record):
            continue
        doing = Proceedings(record, now.at)
        dealing.see_out(doing, patron.id)
        is_gone = patron.id not in at_table(doing.record)
        leaves = "has left the table" if is_gone else "leaves the table when the round is over"
        # STAR 6.14(a): why somebody is kept from harm is for those who act on it, and a table has more eyes.
        said = "may not play any more" if ground.why == HARM else ground.said
        told_before = f"{record.call.reason} " if record.call else ""
        doing.tell(SupervisorCalled(actor.person, f"{told_before}{patron.id} {said}, and {leaves}."))
        note_departure(doing, patron.id)
        yield Reached(tuple(doing.facts), f"{record.title}: {leaves}.")


def note_departure(doing: Proceedings, player: str) -> None:
    """Record that somebody has left a table, unless they are still there."""
    record = doing.record
    if player in record.present and player not in at_table(record):
        doing.tell(WentFrom(player))
        if not record.is_practice:
            doing.facts.append(Fact(stream_of(player), LeftTable(record.id)))


def at_every_table(now: Now, record: TableRecord, given: GameCommand) -> Iterator[Fact]:
    """UTH 15.3(b), PON 17.2(b), CAN 16.3(b), HLD 19.2(b): who is excluded from the game is so at all of its tables.

    Whoever is let in again is let in at all of them. Practice is no game of the house.
    """
    for other in _tables_of(now, record.game):
        doing = Proceedings(other, now.at)
        if other.id != record.id and not isinstance(doing.give(given), Refusal):
            yield from doing.facts


def excluded_from(now: Now, player: str, event: Record) -> No | None:
    """Refuse entry to somebody excluded from the game; the Star asks for an exclusion from the casino."""
    conditions = event.state.conditions
    if conditions.ruleset == STAR:
        return None
    for table in _tables_of(now, conditions.game):
        if player in table.state.house.shut_out:
            clause = table.rules.clauses.shut_out
            return No(f"{player} has been excluded from the game.", clause=clause, word="excluded")
    return None


def _tables_of(now: Now, game: str) -> list[TableRecord]:
    """The tables for money at which a game is played."""
    records: Iterable[TableRecord] = map(now.record, now.streams("table"))
    return [each for each in records if each.game == game and not each.is_practice]


# At the events.


def _at_events(now: Now, actor: Actor, patron: Patron, ground: Ground, but: str) -> Iterator[Reached]:
    for stream in now.streams("tournament"):
        record: Record = now.record(stream)
        events = () if record.id == but else _to_do(record, patron.id, ground, now.at)
        if events:
            lines = tell_story(replay(record.state, events), events, record.moment(now.at))
            said = " ".join(line.text for line in lines)
            yield Reached(_step(record, events, now.at, actor), f"{record.state.conditions.title}: {said}")


def sweep_event(
    now: Now, record: Record, actor: Actor, *, everybody: bool = False, known: Iterable[Fact] = ()
) -> tuple[Record, tuple[Fact, ...]]:
    """The event without those in it whom the house keeps out: whoever it was told of, or everybody looked at anew.

    A hand is over, or an undone step has brought them back: they go as soon as they can, whatever the desk does.
    """
    facts: list[Fact] = []
    for player in sorted(record.state.entrants if everybody else told_of(record)):
        patron = _after(now, player, known) if _is_in(record, player) else None
        ground = None if patron is None else kept_out(patron, today(now))
        events = () if ground is None else _to_do(record, player, ground, now.at)
        for fact in _step(record, events, now.at, actor) if events else ():
            facts.append(fact)
            record = apply(record, fact.event, now.at)
    return record, tuple(facts)


def told_of(record: Record) -> set[Player]:
    """Return everybody whom the log says the house keeps out, or kept out once."""
    steps = (line.step for line in record.log if is_of_the_house(line.step))
    return {player for step in steps for player in _players_named(step)}


def is_of_the_house(step: Step) -> bool:
    """Whether a step of the desk rests on what the house knows of a person, or has told it to the house."""
    return step.do == KEEP_OUT or step.do in TOLD_THE_HOUSE


def _players_named(step: Step) -> set[Player]:
    return {event.player for event in step.events if isinstance(event, Ruled | Barred) and event.player}


def _is_in(record: Record, player: Player) -> bool:
    entrant = record.state.entrants.get(player)
    return record.state.stage in BEFORE_THE_END and entrant is not None and entrant.status in _IN_IT


def _to_do(record: Record, player: Player, ground: Ground, at: int) -> Events:
    """Return the events still needed to take an excluded person out of a tournament; none where it waits for a hand."""
    if not _is_in(record, player):
        return ()
    command = IssuePrevention(at=moment_of(record, at), player=player)
    waits = isinstance(refunds.kept_out(record.state, command, ground.why), Refusal)
    return () if waits and player in told_of(record) else _taken_out(record, command, ground)


def _taken_out(record: Record, command: IssuePrevention, ground: Ground) -> Events:
    """Out of the event, by a ruling; in the middle of a hand only the ruling, and the rest when it is over."""
    state = record.state
    found = refunds.kept_out(state, command, ground.why)
    waits = ", and leaves when the hand is over" if isinstance(found, Refusal) else ""
    said = f"{ground.said[0].upper()}{ground.said[1:]}{waits}."
    time = () if command.at == state.now else (TimeTold(command.at, state.clause("procedures")),)
    ruled = Ruled(said, command.player, state.rules.clause_for(ground.clause))
    return *time, ruled, *(() if isinstance(found, Refusal) else found)


def _step(record: Record, events: Events, at: int, actor: Actor) -> tuple[Fact, ...]:
    """A step that the house takes at the desk of an event."""
    taken = StepTaken(KEEP_OUT, moment_of(record, at), Role.OPERATOR, actor.person, len(events))
    return tuple(Fact(f"tournament:{record.id}", event) for event in (taken, *events))


def moment_of(record: Record, at: int) -> int:
    """Clocks of several processes may differ a little, and time does not go back."""
    return max(record.moment(at), record.state.now or 0)


# What a desk tells the house.


def decide_desk_command(record: Record, command: DeskCommand, events: Events | Refusal) -> Events | Refusal:
    """Decide a desk command by the rules; a prevention is the house's own and is issued during a hand as well."""
    if not isinstance(command, IssuePrevention) or (isinstance(events, Refusal) and events.word != "mid_hand"):
        return events
    return _taken_out(record, command, _ISSUED)


_ISSUED = Ground(PREVENTED, f"is under a temporary prevention of entry {until(UNTIL_ENDED)}", "STAR 6.17[s1]", "tpoe")


def not_let_in(now: Now, command: DeskCommand) -> No | None:
    """Refuse to end at a desk an exclusion of the whole house: it is ended where it was entered."""
    patron = find(now, command.player) if isinstance(command, Readmit) else None
    ground = None if patron is None else kept_out(patron, today(now))
    if patron is None or ground is None:
        return None
    said = f"{patron.id} {ground.said}: that is ended for the whole house, not for one event."
    return No(said, clause=ground.clause, field="player", word="of_the_house")


def spread_facts(now: Now, actor: Actor, record: Record, command: DeskCommand, decision: Yes) -> Yes:
    """STAR 6.14 tail[s2], STAR 6.17[s1], T-33: what one desk says of a person the house knows, and every other one."""
    told_to: Prevented | KeptFromHarm
    match command:
        case IssuePrevention():
            told_to = Prevented(UNTIL_ENDED, f"Issued at {record.state.conditions.title}", actor.person, record.id)
        case RemoveForHarm() | BlockEntry():
            kind = REMOVED if isinstance(command, RemoveForHarm) else BLOCKED
            told_to = KeptFromHarm(kind, command.reason, actor.person, record.id)
        case _:
            return decision
    patron = find(now, command.player)
    if patron is None or _knows(patron, told_to, today(now)):
        return decision
    facts = (*decision.facts, Fact(stream_of(patron.id), told_to))
    return with_reach(now, actor, patron.id, replace(decision, facts=facts), but=record.id)


def _knows(patron: Patron, told_to: Prevented | KeptFromHarm, day: date) -> bool:
    """Whether the house knows as much already."""
    if isinstance(told_to, Prevented):
        return patron.is_prevented_on(day)
    return patron.harm is not None and (patron.harm.kind == REMOVED or told_to.kind == BLOCKED)


def taken_back(now: Now, actor: Actor, record: Record, step: Step) -> tuple[Fact, ...] | No:
    """Return the facts that undo what this desk told the house; what other desks told it stands.

    Where somebody is kept out no more, what was done about it may be undone.
    """
    facts: list[Fact] = []
    for player in sorted(_players_named(step)) if is_of_the_house(step) else ():
        patron = find(now, player)
        ground = None if patron is None else kept_out(patron, today(now))
        if patron is not None and step.do in TOLD_THE_HOUSE and _is_from(patron, record.id, today(now)):
            facts.append(Fact(stream_of(player), PreventionEnded("Undone at the desk", actor.person)))
        elif ground is not None:
            said = f"{player} {ground.said}: what follows from it is not undone at the desk."
            return No(said, clause=ground.clause, field="line", word="of_the_house")
    return tuple(facts)


def _is_from(patron: Patron, tournament: str, day: date) -> bool:
    """Whether all that ending it would end comes from the desk of one event."""
    sources = [patron.harm.where] if patron.harm else []
    sources += [patron.prevented_at] if patron.is_prevented_on(day) else []
    return bool(sources) and all(source == tournament for source in sources)
