"""A finished round written down for other programs: as a worked case, as a PHH hand, or as it was seen step by step.

The journal keeps what was asked and what followed. To write a round in the words of the rules, it is played once more
from the table as it was, with the cards of the shoes as they were, and must come to what the journal says.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.floor.kernel.contract import HOUSE, No, Now, first_cause, name_of
from pitboss.floor.kernel.floor import folded_from_snapshot
from pitboss.floor.kernel.game_roles import game_role
from pitboss.floor.kernel.premises import minute_of_day
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.recall import NoSuchRound, PastRound, commands_of, find_round, steps
from pitboss.floor.reading.table_view import view_of, viewers_of
from pitboss.floor.tables import dealing, shoes
from pitboss.floor.tables.dealing import Proceedings
from pitboss.floor.tables.play import Deal, Play, follow, to_the_rules
from pitboss.floor.tables.practice_record import DecisionTakenBack, Given
from pitboss.floor.tables.record import TableRecord, WentFrom, apply, at_table, stream_of
from pitboss.games.command import Command as GameCommand
from pitboss.games.play import Outcome, RoutineStep, Stage, State
from pitboss.games.table import Table
from pitboss.games.writing.house_rounds import export_file, export_round
from pitboss.histories import phh
from pitboss.histories.from_table import NotInPhh, history_of
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent
from pitboss.rulebook.refusal import Refusal

_FACE = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|JK)(?![A-Za-z0-9])")


class NotWritten(Exception):
    """The round cannot be played once more as the journal says it was."""


def round_written(table: str, number: int, actor: Actor) -> dict[str, Any] | No:
    """A finished round as somebody may have it: hold'em as PHH, the others as a worked case, or else as it was seen.

    A worked case tells every card that was dealt. It is for the auditor, who may see them all, and for whoever has seen
    every card in it; a hand that stayed hidden from somebody is not told to them afterwards.
    """
    try:
        taken = steps(table, number)
        record = taken[-1].record
        if record.state.felt.stage is not Stage.OVER:
            return No(f"Round {number} of table {table} is not over yet.", word="not_over")
        if record.room is not None:
            history = history_of(table_played(table, number), viewers_of(record, actor)[0])
            return {"format": "phh", "text": phh.write(history)}
        views = [view_of(step.record, actor).as_json() for step in taken]
        case = export_round(table_played(table, number), f"{table}-{number}", f"Round {number} of {record.title}")
        if actor.role is Role.AUDITOR or faces_in(case) <= faces_in(views[-1]):
            return {"format": "case", "case": export_file(record.game, [case])}
    except NoSuchRound as unknown:
        return No(str(unknown), field="round", word="unknown_round", status=404)
    except NotInPhh as wordless:
        return No(str(wordless), word="not_in_phh")
    return {"format": "views", "views": views}


def faces_in(told: Any) -> set[str]:
    """The faces of all cards that are anywhere in plain data, alone or one after the other."""
    if isinstance(told, str):
        return set(_FACE.findall(told))
    parts = told.values() if isinstance(told, Mapping) else told if isinstance(told, list | tuple) else ()
    return {face for part in parts for face in faces_in(part)}


def table_played(table: str, number: int) -> Table[Any]:
    """A round played once more, with everything that was given to the rules in it."""
    return round_played(table, find_round(table, number))


def round_played(table: str, past: PastRound) -> Table[Any]:
    """The same for a round that has been found."""
    stream, number = stream_of(table), past.number
    record: TableRecord = folded_from_snapshot(stream, past.first - 1).record
    again: Table[Any] = Table(record.rules, record.state.settings)
    again.state = record.state
    for rows in commands_of(stream, past):
        for command in _commands_given(record, rows):
            if isinstance(again.do(command), Refusal):
                raise NotWritten(f"Round {number} of table {table} does not play again.")
        for row in rows:
            event = codec.decode(row.kind, row.version, row.body)
            record = apply(record, event, row.at)
            if isinstance(event, DecisionTakenBack):
                # What was taken back is no part of the round as it was played.
                again.state, again.commands = record.state, again.commands[: record.given]
        if _but_words(again.state) != _but_words(record.state):
            raise NotWritten(f"Round {number} of table {table} does not come to the same again.")
    return again


def _but_words(state: State[Any]) -> State[Any]:
    """A table without the sentences that explain its results: those may have been put otherwise when it was played."""
    wagers = tuple(wager._replace(outcome=wager.outcome and _wordless(wager.outcome)) for wager in state.felt.wagers)
    last = tuple(map(_wordless, state.house.last_round))
    return state._replace(felt=state.felt._replace(wagers=wagers), house=state.house._replace(last_round=last))


def _wordless(outcome: Outcome) -> Outcome:
    return outcome._replace(why="")


def _commands_given(record: TableRecord, rows: list[StoredEvent]) -> Iterator[GameCommand]:
    """Yield the commands that one floor command gave to the rules; practice tables take them from the journal."""
    events = [codec.decode(row.kind, row.version, row.body) for row in rows]
    if record.is_practice:
        yield from (event.command for event in events if isinstance(event, Given))
        return
    first = Event.objects.get(seq=rows[0].command)
    cause = first_cause(json.loads(first.cause))
    kind: type[Play] | type[Deal] | None = _KINDS.get(cause["command"])
    if not any(hasattr(event, "clause") for event in events):
        return
    if kind is None:
        yield from _seen_out(Proceedings(record, first.at), events)
        return
    now = _then(record, rows[0])
    actor, command = Actor(cause["who"], Role(cause["role"])), msgspec.convert(cause["given"], kind)
    depth = next((event.depth for event in events if hasattr(event, "depth")), None)

    def load(table: TableRecord, step: RoutineStep) -> shoes.Loaded:
        return shoes.load_again(table, step, depth)

    doing = Proceedings(record, first.at, load)
    sat_out = [each.seat for each in events if record.room and record.room.sits_out(each)]
    if isinstance(command, Deal) or command.do == "start_round":
        dealing.sit_out(doing, sat_out)
    if isinstance(command, Deal):
        dealing.go_on(doing, minute_of_day(now))
    else:
        role = game_role(actor.role, record.rules.verbs[command.do], record.mode)
        assert role is not None
        given = to_the_rules(now, record, actor, command, role)
        if not isinstance(given, No):
            follow(now, doing, given)
        if command.do == "no_decision":
            dealing.sit_out(doing, sat_out)
    yield from _seen_out(doing, events)


def _seen_out(doing: Proceedings, events: list[Any]) -> list[GameCommand]:
    """Everything that was given, with what the house did about those whom it keeps out, whatever command that was."""
    for event in events:
        if isinstance(event, WentFrom) and event.player in at_table(doing.record):
            dealing.see_out(doing, event.player)
    return doing.given


_KINDS: dict[str, type[Play] | type[Deal]] = {name_of(each): each for each in (Play, Deal)}


def _then(record: TableRecord, row: StoredEvent) -> Now:
    """The house as it was at a command of the past: this table, and the premises."""

    def look(stream: str) -> Any:
        if stream == stream_of(record.id):
            return record
        position = Event.objects.filter(stream=stream, seq__lt=row.command).count()
        return folded_from_snapshot(stream, position).record if stream == HOUSE else None

    return Now(row.at, look)
