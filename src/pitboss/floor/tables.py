"""Tables: what each of them is and has come to, the commands that set one up or disable it, and the money on it.

A table is played in one of three modes. At a `practice` table and a `house` table the virtual croupier deals from a
committed shoe, for practice money and for money; at a `live` table a dealer enters the cards that lie on the felt.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from pitboss.conformance.settings import limits_from, values_from
from pitboss.floor.accounts import moves_at, patron, practice, world
from pitboss.floor.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.particulars import wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.premises import shut
from pitboss.floor.roles import Actor, Role
from pitboss.games.canberra.layout import CanberraSettings
from pitboss.games.catalogue import HOUSE_GAMES, game_named
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.rulings import ClockCalled
from pitboss.games.money import POOL, RESERVE, Move, moves
from pitboss.games.pay_text import NotPaid
from pitboss.games.play import Game, HouseSettings, Settings, Stage, State
from pitboss.journal import codec
from pitboss.rulebook.refusal import Refusal

GAMES = (*HOUSE_GAMES, "holdem")
PRACTICE, MONEY, LIVE = "practice", "house", "live"
MODES = (PRACTICE, MONEY, LIVE)
# How long the betting stays open after the first wager, where nothing else is said.
BETTING_SECONDS = 30
# A hold'em player whose turn it is has so long before the clock is called.
HOLDEM_SECONDS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTable(Command):
    """A new table of a game. Its settings are told by their names, where they differ from the usual ones."""

    table: str
    game: str
    title: str
    mode: str = MONEY
    settings: Mapping[str, Any] = field(default_factory=dict)
    # At a table with the virtual croupier: no more bets so long after the first one; 0 to wait for the players.
    betting_seconds: int = BETTING_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class DisableTable(Command):
    """A table stops at once: until it is enabled again there are only rulings and voids, and people may leave."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableTable(Command):
    """A disabled table goes on where it was."""

    table: str
    reason: str


class TableAdded(NamedTuple):
    by: str
    table: str
    game: str
    title: str
    mode: str
    settings: Settings
    betting_seconds: int


class TableDisabled(NamedTuple):
    by: str
    reason: str


class TableEnabled(NamedTuple):
    by: str
    reason: str


class ShoeCommitted(NamedTuple):
    """A shuffled shoe, promised before its first card: its order is kept elsewhere until everybody may know it."""

    number: int
    commitment: str
    cards: int


class CardsDrawn(NamedTuple):
    """So many cards have left the shoe; the next event of the game says where they went."""

    count: int


class SaidReady(NamedTuple):
    """A player does not wait for anything any more: the croupier may go on."""

    player: str


class CameTo(NamedTuple):
    """A player is at this table now, seated or with chips on the felt."""

    player: str


class WentFrom(NamedTuple):
    player: str


class PracticeToppedUp(NamedTuple):
    """Practice money for somebody who has too little of it."""

    player: str
    cents: int


class TableRecord(NamedTuple):
    """A table at one moment. Moments are microseconds since 1970.

    `awaited` are the seats that have a decision to make, and since when; `drawn` counts the cards that have left the
    shoe; `ready` are the players who wait for nothing any more, `present` those who have come and not gone.
    """

    id: str
    game: str
    title: str
    mode: str
    state: State[Any]
    betting_seconds: int
    shoe: int = 0
    commitment: str = ""
    shoe_cards: int = 0
    drawn: int = 0
    disabled: str | None = None
    ready: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    awaited: Mapping[int, int] = Frozen({})
    # Since when chips lie on the felt before the first card, and since when the round has been at this moment.
    betting_since: int | None = None
    moment_since: int = 0

    @property
    def rules(self) -> Game[Any]:
        return game_named(self.game)

    @property
    def is_practice(self) -> bool:
        return self.mode == PRACTICE

    @property
    def is_virtual(self) -> bool:
        """Whether the virtual croupier deals here."""
        return self.mode != LIVE

    @property
    def seconds_to_decide(self) -> int:
        settings = self.state.settings
        return settings.decision_seconds if isinstance(settings, HouseSettings) else HOLDEM_SECONDS


def stream_of(table: str) -> str:
    """`table:uth-1`"""
    return f"table:{table}"


def table_at(now: Now, table: str) -> TableRecord | No:
    """The table of this name as it is now."""
    found: TableRecord | None = now.record(stream_of(table))
    return found or No(f"There is no table {table!r}.", field="table", word="unknown_table", status=404)


def add_table(now: Now, actor: Actor, command: AddTable) -> Decision:
    bad = (
        shut(now)
        or wrong_id(command.table, "table")
        or wrong_words(command.title, "title")
        or (None if command.game in GAMES else wrong("game", f"The games are {', '.join(GAMES)}."))
        or (None if command.mode in MODES else wrong("mode", f"The modes are {', '.join(MODES)}."))
        or (None if 0 <= command.betting_seconds <= 3600 else wrong("betting_seconds", "0 to 3600 seconds."))
    )
    if bad:
        return bad
    if now.record(stream_of(command.table)) is not None:
        return No(f"There is a table {command.table!r} already.", field="table", word="table_exists")
    settings = settings_from(game_named(command.game), command.settings, is_virtual=command.mode != LIVE)
    if isinstance(settings, No):
        return settings
    told = (actor.person, command.table, command.game, command.title, command.mode, settings, command.betting_seconds)
    return Yes((Fact(stream_of(command.table), TableAdded(*told)),), {"table": command.table})


def settings_from(game: Game[Any], told: Mapping[str, Any], *, is_virtual: bool) -> Settings | No:
    """The usual settings of a game with those that were told; a limit that is given replaces that of its spot."""
    usual = game.default_settings
    known = {each.name for each in fields(usual)}
    unknown = sorted(set(told) - known)
    if unknown:
        return wrong("settings", f"{game.title} has no setting {unknown[0]!r}.")
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
    return settings if refusal is None else No.by_rule(refusal)


def disable_table(now: Now, actor: Actor, command: DisableTable) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.disabled is not None:
        return No("The table is disabled already.", word="already_disabled")
    event = TableDisabled(actor.person, command.reason)
    return wrong_reason(command.reason) or Yes((Fact(stream_of(command.table), event),))


def enable_table(now: Now, actor: Actor, command: EnableTable) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.disabled is None:
        return No("The table is not disabled.", word="not_disabled")
    event = TableEnabled(actor.person, command.reason)
    return shut(now) or wrong_reason(command.reason) or Yes((Fact(stream_of(command.table), event),))


def apply(record: TableRecord | None, event: Any, at: int) -> TableRecord:
    """What a table comes to after an event: one of the floor's own, or one of its game."""
    if record is None:
        return _added(event, at)
    match event:
        case TableDisabled(reason=reason):
            return record._replace(disabled=reason)
        case TableEnabled():
            # Nobody could decide meanwhile, so everybody has the whole time again.
            awaited = Frozen(dict.fromkeys(record.awaited, at))
            since = None if record.betting_since is None else at
            return record._replace(disabled=None, awaited=awaited, betting_since=since, moment_since=at)
        case ShoeCommitted(number=number, commitment=commitment, cards=cards):
            return record._replace(shoe=number, commitment=commitment, shoe_cards=cards, drawn=0)
        case CardsDrawn(count=count):
            return record._replace(drawn=record.drawn + count)
        case SaidReady(player=player):
            return record._replace(ready=record.ready | {player})
        case CameTo(player=player):
            return record._replace(present=record.present | {player})
        case WentFrom(player=player):
            return record._replace(present=record.present - {player})
        case PracticeToppedUp():
            return record
    return _played(record, event, at)


def _added(event: TableAdded, at: int) -> TableRecord:
    if not isinstance(event, TableAdded):
        raise TypeError(f"{type(event).__name__} does not happen to a table that is not there.")
    state = game_named(event.game).opened(event.settings)
    return TableRecord(event.table, event.game, event.title, event.mode, state, event.betting_seconds, moment_since=at)


def _played(record: TableRecord, event: Any, at: int) -> TableRecord:
    game, before = record.rules, record.state
    state = game.apply(before, event)
    due = game.due(state) if state.felt.stage is Stage.PLAYING else ()
    awaited = record.awaited
    if isinstance(event, ClockCalled):
        # The seconds that count are those since the clock was called.
        awaited = Frozen(dict.fromkeys(due, at))
    elif due != tuple(awaited):
        awaited = Frozen({seat: awaited.get(seat, at) for seat in due})
    is_betting = state.felt.stage is Stage.BETTING and bool(state.felt.wagers)
    moved = moment_of(before) != moment_of(state)
    return record._replace(
        state=state,
        awaited=awaited,
        betting_since=(record.betting_since or at) if is_betting else None,
        ready=frozenset() if moved else record.ready,
        moment_since=at if moved else record.moment_since,
    )


def moment_of(state: State[Any]) -> tuple[object, ...]:
    """What the croupier's next step changes, and nobody else's: how far the round is."""
    return state.house.round, state.felt.stage, getattr(state.play, "phase", None), len(state.felt.dealt)


def money_moved(record: TableRecord | None, event: Any) -> Iterator[Move]:
    """The money that an event at a table moves, between the accounts of the house or of its practice book."""
    if isinstance(event, TableAdded):
        jackpot = event.settings.jackpot if isinstance(event.settings, CanberraSettings) else None
        if jackpot is not None:
            funded = (Move("operator", POOL, jackpot.pool), Move("operator", RESERVE, jackpot.reserve))
            yield from moves_at(event.table, funded, is_practice=event.mode == PRACTICE)
    elif isinstance(event, PracticeToppedUp):
        yield Move(practice(world("cash")), practice(patron(event.player)), event.cents)
    elif record is not None and type(event) not in KINDS:
        yield from moves_at(record.id, moves(event, record.rules.movers), is_practice=record.is_practice)


def to_text(record: TableRecord) -> str:
    """A table as a snapshot keeps it."""
    kept = record._asdict() | {
        "state": codec.encode_state(record.state),
        "ready": sorted(record.ready),
        "present": sorted(record.present),
        "awaited": list(record.awaited.items()),
    }
    return json.dumps(kept, separators=(",", ":"))


def from_text(text: str) -> TableRecord:
    kept = json.loads(text)
    kept |= {
        "state": codec.decode_state(kept["game"], kept["state"]),
        "ready": frozenset(kept["ready"]),
        "present": frozenset(kept["present"]),
        "awaited": Frozen((seat, since) for seat, since in kept["awaited"]),
    }
    return TableRecord(**kept)


def _table(_actor: Actor, command: Any) -> tuple[str, ...]:
    return (stream_of(command.table),)


KINDS = (
    *(TableAdded, TableDisabled, TableEnabled, ShoeCommitted, CardsDrawn),
    *(SaidReady, CameTo, WentFrom, PracticeToppedUp),
)
_POWER = (Role.SUPERVISOR, Role.MANAGER)
VERBS: Verbs = {
    AddTable: Verb(add_table, (Role.MANAGER,), _table),
    DisableTable: Verb(disable_table, _POWER, _table),
    EnableTable: Verb(enable_table, _POWER, _table),
}
FAMILIES: Mapping[str, Family] = {"table": Family(apply, money_moved, KINDS, to_text, from_text)}
