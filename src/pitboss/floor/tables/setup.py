"""Tables: the commands that set one up, change its settings, disable it at once or call a supervisor to it.

A table is played in one of three modes. At a `practice` table and a `house` table the virtual croupier deals from a
committed shoe, for practice money and for money; at a `live` table a dealer enters the cards that lie on the felt.
"""

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import LONGEST_REASON, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.premises import refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.bots import NAMES
from pitboss.floor.tables.dealing import of_the_table, table_at
from pitboss.floor.tables.record import (
    FAMILY,
    LIVE,
    MODES,
    MONEY,
    PRACTICE,
    CallAnswered,
    SupervisorCalled,
    TableAdded,
    TableDisabled,
    TableEnabled,
    TableSet,
    at_table,
    stream_of,
)
from pitboss.games.command import MOST_CENTS
from pitboss.games.frozen import Frozen
from pitboss.games.pay_text import NotPaid
from pitboss.games.play import RUNNING, Game, HouseSettings, Settings
from pitboss.games.writing.settings import limits_from, values_from
from pitboss.kits import game_named, games
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal

# How long the betting stays open after the first wager, where nothing else is said.
BETTING_SECONDS = 30


class AddTable(Command):
    """A new table of a game. Its settings are told by their names, where they differ from the usual ones."""

    table: str
    game: str
    title: str
    mode: str = MONEY
    settings: Mapping[str, Any] = field(default_factory=dict)
    # At a table with the virtual croupier: no more bets so long after the first one; 0 to wait for the players.
    betting_seconds: int = BETTING_SECONDS
    # At a practice table: so many bots sit down with the first person.
    bots: int = 0
    # At a live table: a device reads every card as it leaves the shoe; without one, cards are entered when they are
    # turned up.
    scanner: bool = False


class SetTable(Command):
    """Other settings for a closed table that nobody is at; those that are not told are the usual ones.

    A jackpot that has a meter stays as it is: nothing about it changes under the money that is in it.
    """

    table: str
    title: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    betting_seconds: int = BETTING_SECONDS
    bots: int = 0
    scanner: bool = False


class DisableTable(Command):
    """A table stops at once: until it is enabled again there are only rulings and voids, and people may leave."""

    table: str
    reason: str


class EnableTable(Command):
    """A disabled table goes on where it was."""

    table: str
    reason: str


class CallSupervisor(Command):
    """A dealer needs a supervisor at the table; why may be left open."""

    table: str
    reason: str = ""


class AnswerCall(Command):
    """A supervisor has come to the table that called."""

    table: str


def add_table(now: Now, actor: Actor, command: AddTable) -> Decision:
    bad = (
        refusal_if_disabled(now)
        or wrong_id(command.table, "table")
        or _wrong_sign(command)
        or (None if command.game in games() else wrong("game", f"The games are {', '.join(games())}."))
        or (None if command.mode in MODES else wrong("mode", f"The modes are {', '.join(MODES)}."))
    )
    if bad:
        return bad
    if now.record(stream_of(command.table)) is not None:
        return No(f"There is a table {command.table!r} already.", field="table", word="table_exists")
    settings = settings_from(game_named(command.game), command.settings, is_virtual=command.mode != LIVE)
    if isinstance(settings, No):
        return settings
    told = (command.table, command.game, command.title, command.mode, settings, command.betting_seconds, command.bots)
    added = TableAdded(actor.person, *told, _instrument(command.game), command.scanner)
    facts = (Fact(stream_of(command.table), added),)
    return _not_for(command, command.mode, settings) or Yes(facts, {"table": command.table})


def _instrument(game: str) -> str:
    """The approved document that tables of a game are played by."""
    return rulebook().document(game_named(game).prefix).instrument


def _not_for(command: AddTable | SetTable, mode: str, settings: Settings) -> No | None:
    """Bots play for practice money only, and leave a seat for somebody; a scanner reads real cards."""
    bots = command.bots
    if command.scanner and mode != LIVE:
        return wrong("scanner", "A scanner reads the cards of live tables only.")
    if bots and mode != PRACTICE:
        return wrong("bots", "Bots play at practice tables only.")
    most = min(settings.boxes - 1, len(NAMES))
    return None if 0 <= bots <= most else wrong("bots", f"At this table there is room for 0 to {most} bots.")


def _wrong_sign(command: AddTable | SetTable) -> No | None:
    seconds = command.betting_seconds
    return wrong_words(command.title, "title") or (
        None if 0 <= seconds <= 3600 else wrong("betting_seconds", "The betting stays open for 0 to 3600 seconds.")
    )


def set_table(now: Now, actor: Actor, command: SetTable) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    bad = refusal_if_disabled(now) or _wrong_sign(command)
    if bad:
        return bad
    state = record.state
    if state.house.is_open or at_table(record) or state.felt.stage in RUNNING:
        return No("The settings change while the table is closed and nobody is at it.", field="table", word="in_use")
    settings = settings_from(record.rules, command.settings, is_virtual=record.is_virtual)
    if isinstance(settings, No):
        return settings
    before = getattr(state.settings, "jackpot", None)
    if before is not None:
        if "jackpot" not in command.settings:
            settings = replace(settings, jackpot=before)  # type: ignore[call-arg]
        if getattr(settings, "jackpot", None) != before:
            reason = "The jackpot has an active meter: its parameters do not change."
            return No(reason, clause="CAN 10.6[s1]", field="settings", word="active_meter")
    told = (command.title, settings, command.betting_seconds, command.bots, _instrument(record.game), command.scanner)
    event = TableSet(actor.person, *told)
    return _not_for(command, record.mode, settings) or Yes((Fact(stream_of(command.table), event),))


def settings_from(game: Game[Any], told: Mapping[str, Any], *, is_virtual: bool) -> Settings | No:
    """The usual settings of a game with those that were told; a limit that is given replaces that of its spot."""
    usual = game.default_settings
    known = {each.name for each in fields(usual)}
    unknown = sorted(set(told) - known)
    if unknown:
        return wrong("settings", f"{game.title} has no setting {unknown[0]!r}.")
    approval = told.get("approval", "")
    if not isinstance(approval, str):
        return wrong("settings.approval", "An approval is named by its reference, in words.")
    bad = wrong_words(approval, "settings.approval", may_be_empty=True)
    if bad:
        return bad
    try:
        values = values_from(game, {name: value for name, value in told.items() if name != "players"})
        if "players" in told:
            values["players"] = tuple(told["players"])
        if "limits" in values and isinstance(usual, HouseSettings):
            values["limits"] = Frozen({**usual.limits, **limits_from(values["limits"])})
        if isinstance(values.get("hours"), list):
            values["hours"] = tuple(values["hours"])
        if is_virtual and "absence_is_confirmed" in known:
            # Nobody stands at a virtual table who could confirm it: its clock decides.
            values["absence_is_confirmed"] = False
        settings = replace(usual, **values)
        refusal: Refusal | None = game.settings_error(settings)
    except NotPaid as bad:
        return wrong("settings", str(bad))
    except (TypeError, ValueError, AttributeError, LookupError):
        return wrong("settings", f"These are no settings of {game.title}: each is told by its name, as its rules say.")
    if refusal is not None:
        return No.by_rule(refusal)
    jackpot = getattr(settings, "jackpot", None)
    if jackpot is not None and max(jackpot.pool, jackpot.reserve) > MOST_CENTS:
        return wrong("settings", "The pools of a jackpot do not begin with so much.")
    return settings


def disable_table(now: Now, actor: Actor, command: DisableTable) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.disabled is not None:
        return No("The table is disabled already.", field="table", word="already_disabled")
    event = TableDisabled(actor.person, command.reason)
    return wrong_reason(command.reason) or Yes((Fact(stream_of(command.table), event),))


def enable_table(now: Now, actor: Actor, command: EnableTable) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.disabled is None:
        return No("The table is not disabled.", field="table", word="not_disabled")
    event = TableEnabled(actor.person, command.reason)
    return refusal_if_disabled(now) or wrong_reason(command.reason) or Yes((Fact(stream_of(command.table), event),))


def call_supervisor(now: Now, actor: Actor, command: CallSupervisor) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.call is not None:
        return No("A supervisor has been called already.", field="table", word="called_already")
    bad = wrong_words(command.reason, "reason", LONGEST_REASON, may_be_empty=True)
    return bad or Yes((Fact(stream_of(command.table), SupervisorCalled(actor.person, command.reason)),))


def answer_call(now: Now, actor: Actor, command: AnswerCall) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.call is None:
        return No("Nobody has called from this table.", field="table", word="not_called")
    return Yes((Fact(stream_of(command.table), CallAnswered(actor.person)),))


_POWER = (Role.SUPERVISOR, Role.MANAGER)
VERBS: Verbs = {
    AddTable: Verb(add_table, (Role.MANAGER,), of_the_table),
    SetTable: Verb(set_table, (Role.MANAGER,), of_the_table),
    DisableTable: Verb(disable_table, _POWER, of_the_table),
    EnableTable: Verb(enable_table, _POWER, of_the_table),
    CallSupervisor: Verb(call_supervisor, (Role.DEALER,), of_the_table),
    AnswerCall: Verb(answer_call, _POWER, of_the_table),
}
FAMILIES: Mapping[str, Family] = {"table": FAMILY}
