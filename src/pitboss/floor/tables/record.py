"""A table as the journal keeps it: its own events, what it comes to with those of its game, and the money they move."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.floor.kernel.accounts import moves_at, patron, practice, world
from pitboss.floor.kernel.contract import Family
from pitboss.floor.tables import practice_record, stake_record
from pitboss.floor.tables.practice_record import (
    DecisionKept,
    DecisionTakenBack,
    Given,
    HandAsked,
    Kept,
    ShoeArranged,
    is_bot,
)
from pitboss.floor.tables.stake_record import StakeLimit, StakeLimitRaised, StakeLimits, StakeLimitSet
from pitboss.games.command import Role
from pitboss.games.frozen import Frozen
from pitboss.games.money import POOL, RESERVE, Move, moves
from pitboss.games.play import Game, Settings, Stage, State, house_settings
from pitboss.journal import codec
from pitboss.kits import game_named, kit_of
from pitboss.kits.card_room import CardRoom
from pitboss.kits.kit import Kit

PRACTICE, MONEY, LIVE = "practice", "house", "live"
MODES = (PRACTICE, MONEY, LIVE)


class TableAdded(NamedTuple):
    """A table was set up, and which approved document it is played by.

    UTH I-title, UTH I-2, PON I-title, PON I-sig, HLD I-title, HLD I-2, CAN I-title, CAN I-2: `instrument` names the
    document in force with its year and number, for every round of the table; empty in journals that did not keep it.
    """

    by: str
    table: str
    game: str
    title: str
    mode: str
    settings: Settings
    betting_seconds: int
    # So many sit down with the first person who comes to a practice table.
    bots: int = 0
    instrument: str = ""
    # At a live table: a device reads every card as it leaves the shoe, face down as well.
    scanner: bool = False


class TableSet(NamedTuple):
    """A closed table has another title, other settings, other bots, or another time for the betting."""

    by: str
    title: str
    settings: Settings
    betting_seconds: int
    bots: int = 0
    instrument: str = ""
    scanner: bool = False


class TableDisabled(NamedTuple):
    by: str
    reason: str


class TableEnabled(NamedTuple):
    by: str
    reason: str


class ShoeCommitted(NamedTuple):
    """A shuffled shoe, promised before its first card: its order is kept elsewhere until everybody may know it.

    `seal` is the mark of the key that it is sealed with there; nothing in journals from before shoes were sealed.
    """

    number: int
    commitment: str
    cards: int
    seal: str = ""


class CardsDrawn(NamedTuple):
    """So many cards have left the shoe; the next event of the game says where they went."""

    number: int


class SaidReady(NamedTuple):
    """A player does not wait for anything any more: the croupier may go on."""

    player: str


class CameTo(NamedTuple):
    """A player is at this table now, seated or with chips on the felt."""

    player: str


class WentFrom(NamedTuple):
    player: str


class SupervisorCalled(NamedTuple):
    """A dealer asks for a supervisor at the table."""

    by: str
    reason: str


class CallAnswered(NamedTuple):
    """Somebody who may rule has come, or says that they do."""

    by: str


class Call(NamedTuple):
    """A call for a supervisor that nobody has answered yet: by whom, why and since when."""

    by: str
    reason: str
    since: int


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
    # Since when there is something to deal before the first card, and since when the round has been at this moment.
    betting_since: int | None = None
    moment_since: int = 0
    # Of practice tables: the bots that come with the first person, how many commands the rules have taken in this
    # round, the table before each decision that may be taken back, and the hand that was asked for.
    bots: int = 0
    given: int = 0
    kept: tuple[Kept, ...] = ()
    asked: HandAsked | None = None
    call: Call | None = None
    instrument: str = ""
    # Of live tables: whether all cards are read as they come out, and not only when they are turned up.
    scanner: bool = False
    # Of hold'em: how many hands in a row the clock has folded, by player.
    timed_out: Mapping[str, int] = Frozen({})
    # Of live tables: what patrons let the dealers stake from their accounts.
    stake_limits: StakeLimits = Frozen({})

    @property
    def kit(self) -> Kit:
        return kit_of(self.game)

    @property
    def room(self) -> CardRoom | None:
        return self.kit.card_room

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
    def persons(self) -> frozenset[str]:
        """Return everybody at the table who is no bot."""
        return frozenset(name for name in at_table(self) if not is_bot(name))

    @property
    def is_unhurried(self) -> bool:
        """Whether nobody waits for anybody: one person sits at a practice table, alone or with bots."""
        if not self.is_practice:
            return False
        seated = {name for name in self.state.house.seated.values() if not is_bot(name)}
        return len(seated) == 1 and self.persons == seated

    @property
    def seconds_to_decide(self) -> int:
        if self.room is not None:
            return self.room.seconds_to_decide(self.state)
        return house_settings(self.state).decision_seconds


def stream_of(table: str) -> str:
    """`table:uth-1`"""
    return f"table:{table}"


def apply(record: TableRecord | None, event: Any, at: int) -> TableRecord:
    """Return the table after an event: one of the floor's own, or one of its game."""
    if record is None:
        return _apply_added(event, at)
    match event:
        case TableSet():
            return _set_anew(record, event)
        case TableDisabled(reason=reason):
            return record._replace(disabled=reason)
        case TableEnabled():
            # Nobody could decide meanwhile, so everybody has the whole time again.
            awaited = Frozen(dict.fromkeys(record.awaited, at))
            since = None if record.betting_since is None else at
            return record._replace(disabled=None, awaited=awaited, betting_since=since, moment_since=at)
        case ShoeCommitted(number=number, commitment=commitment, cards=cards):
            # Nothing is taken back past a shuffle: those cards do not lie as they lay any more.
            return record._replace(shoe=number, commitment=commitment, shoe_cards=cards, drawn=0, kept=())
        case CardsDrawn(number=number):
            return record._replace(drawn=record.drawn + number)
        case SaidReady(player=player):
            return record._replace(ready=record.ready | {player})
        case CameTo(player=player):
            return _alone_no_more(record._replace(present=record.present | {player}), came=player)
        case WentFrom(player=player):
            return _alone_no_more(record._replace(present=record.present - {player}))
        case SupervisorCalled(by=by, reason=reason):
            return record._replace(call=Call(by, reason, at))
        case CallAnswered():
            return record._replace(call=None)
        case StakeLimitSet() | StakeLimitRaised():
            return record._replace(stake_limits=stake_record.with_limit(record.stake_limits, event, at))
        case PracticeToppedUp():
            return record
        case _ if type(event) in practice_record.KINDS:
            return _apply_practice(record, event, at)
    return _apply_play(record, event, at)


def _alone_no_more(record: TableRecord, came: str | None = None) -> TableRecord:
    """Drop what one person has done or wished for alone, because others have come or are left."""
    wished = record.asked if record.asked is not None and record.asked.player == came else None
    return record._replace(kept=(), asked=wished)


def _apply_practice(record: TableRecord, event: Any, at: int) -> TableRecord:
    """Apply an event of practice tables."""
    match event:
        case Given(command=command):
            begins = command.do == "start_round"
            ruled = command.by in (Role.SUPERVISOR, Role.OPERATOR)
            kept = () if begins or ruled else record.kept
            return record._replace(given=1 if begins else record.given + 1, kept=kept)
        case DecisionKept():
            return record._replace(kept=(*record.kept, Kept(record.state, record.drawn, record.given)))
        case DecisionTakenBack():
            return _taken_back(record, at)
        case HandAsked():
            return record._replace(asked=event if event.places else None)
        case ShoeArranged(number=number, commitment=commitment, cards=cards):
            return record._replace(shoe=number, commitment=commitment, shoe_cards=cards, asked=None)
    raise TypeError(f"{type(event).__name__} does not happen at a practice table.")


def _taken_back(record: TableRecord, at: int) -> TableRecord:
    """The table as it was before the last decision, from now on."""
    *kept, last = record.kept
    return record._replace(
        state=last.state,
        drawn=last.drawn,
        given=last.given,
        kept=tuple(kept),
        awaited=Frozen(dict.fromkeys(record.rules.due(last.state), at)),
        ready=frozenset(),
        betting_since=None,
        moment_since=at,
    )


def _apply_added(event: TableAdded, at: int) -> TableRecord:
    if not isinstance(event, TableAdded):
        raise TypeError(f"{type(event).__name__} does not happen to a table that is not there.")
    state = game_named(event.game).opened(event.settings)
    told = event.table, event.game, event.title, event.mode, state, event.betting_seconds
    made = TableRecord(*told, moment_since=at, bots=event.bots, instrument=event.instrument)
    return made._replace(scanner=event.scanner)


def _set_anew(record: TableRecord, event: TableSet) -> TableRecord:
    """The table as if it had just been added, but for its rounds, who is shut out, and what is in the jackpot."""
    before, state = record.state, record.rules.opened(event.settings)
    house = state.house._replace(round=before.house.round, shut_out=before.house.shut_out)
    meter = getattr(before.play, "jackpot", None)
    play = state.play if meter is None else state.play._replace(jackpot=meter.next_round())
    state = state._replace(house=house, play=play)
    told = record._replace(title=event.title, betting_seconds=event.betting_seconds, bots=event.bots)
    told = told._replace(instrument=event.instrument or record.instrument, scanner=event.scanner)
    return told._replace(state=state, kept=(), asked=None)


def _apply_play(record: TableRecord, event: Any, at: int) -> TableRecord:
    game, before = record.rules, record.state
    state = game.apply(before, event)
    due = game.due(state) if state.felt.stage is Stage.PLAYING else ()
    awaited = record.awaited
    room = record.room
    if room is not None and room.begins_time_anew(event):
        awaited = Frozen(dict.fromkeys(due, at))
    elif due != tuple(awaited):
        awaited = Frozen({seat: awaited.get(seat, at) for seat in due})
    # An ante alone brings no cards: nobody's time to bet runs out before there is something to deal.
    is_betting = state.felt.stage is Stage.BETTING and bool(state.felt.wagers) and game.routine(state) is not None
    moved = moment_of(before) != moment_of(state)
    return record._replace(
        state=state,
        kept=_with_moves(record, event) if record.kept else (),
        awaited=awaited,
        betting_since=(record.betting_since or at) if is_betting else None,
        ready=frozenset() if moved else record.ready,
        moment_since=at if moved else record.moment_since,
        timed_out=record.timed_out if room is None else room.timed_out(record.timed_out, before, event),
        stake_limits=_limits_after(record, state, event) if record.stake_limits else record.stake_limits,
    )


def _limits_after(record: TableRecord, state: State[Any], event: Any) -> StakeLimits:
    """What dealers may stake after an event: money has moved, and whoever has given up their seat has none any more."""
    left = seated_at(record) - seated_at(record._replace(state=state))
    staying = {name: limit for name, limit in record.stake_limits.items() if name not in left}
    return stake_record.with_moves(staying, moves(event, record.rules.movers))


def _with_moves(record: TableRecord, event: Any) -> tuple[Kept, ...]:
    """The decisions that may be taken back, with the money that an event moves after the last of them."""
    *before, last = record.kept
    return (*before, last._replace(moved=(*last.moved, *money_moved(record, event))))


def moment_of(state: State[Any]) -> tuple[object, ...]:
    """Return the progress of the round, which only the croupier's next step changes."""
    return state.house.round, state.felt.stage, getattr(state.play, "phase", None), len(state.felt.dealt)


def at_table(record: TableRecord) -> frozenset[str]:
    """Return everybody who sits at a table or has chips on it."""
    return seated_at(record) | {wager.player for wager in record.state.felt.wagers if wager.outcome is None}


def seated_at(record: TableRecord) -> frozenset[str]:
    """Return everybody who sits at a table."""
    state, room = record.state, record.room
    chairs = () if room is None else (chair.player for chair in room.chairs(state).values())
    return frozenset((*state.house.seated.values(), *chairs))


def seats_of(record: TableRecord, player: str) -> tuple[int, ...]:
    """The places where somebody sits, or has chips or cards."""
    state, room = record.state, record.room
    seats = {seat for seat, name in state.house.seated.items() if name == player}
    seats |= {wager.seat for wager in state.felt.wagers if wager.player == player}
    if room is not None:
        seats |= {seat for seat, chair in room.chairs(state).items() if chair.player == player}
        seats |= {seat for seat, name in room.hands(state) if name == player}
    else:
        seats |= {box.seat for box in state.play.boxes if box.player == player}
    return tuple(sorted(seats))


def money_moved(record: TableRecord | None, event: Any) -> Iterator[Move]:
    """The money that an event at a table moves, between the accounts of the house or of its practice book."""
    if isinstance(event, TableAdded):
        yield from _jackpot_funded(event.table, event.settings, is_practice=event.mode == PRACTICE)
    elif isinstance(event, TableSet) and record is not None:
        if getattr(record.state.play, "jackpot", None) is None:
            yield from _jackpot_funded(record.id, event.settings, is_practice=record.is_practice)
    elif isinstance(event, PracticeToppedUp):
        yield Move(practice(world("cash")), practice(patron(event.player)), event.cents)
    elif isinstance(event, DecisionTakenBack) and record is not None:
        yield from moved_back(record)
    elif record is not None and type(event) not in KINDS:
        yield from moves_at(record.id, moves(event, record.rules.movers), is_practice=record.is_practice)


def moved_back(record: TableRecord) -> Iterator[Move]:
    """Yield the moves of taking back the last decision: everything since, reversed, the last first."""
    for source, target, cents in reversed(record.kept[-1].moved):
        yield Move(target, source, cents)


def _jackpot_funded(table: str, settings: Settings, *, is_practice: bool) -> Iterator[Move]:
    """Yield the moves that fund a new jackpot from the house, so that meter and accounts agree."""
    jackpot = getattr(settings, "jackpot", None)
    if jackpot is not None:
        funded = (Move("operator", POOL, jackpot.pool), Move("operator", RESERVE, jackpot.reserve))
        yield from moves_at(table, funded, is_practice=is_practice)


def to_text(record: TableRecord) -> str:
    """A table as a snapshot keeps it."""
    kept = record._asdict() | {
        "state": codec.encode_state(record.state),
        "ready": sorted(record.ready),
        "present": sorted(record.present),
        "awaited": list(record.awaited.items()),
        "timed_out": dict(record.timed_out),
        "stake_limits": dict(record.stake_limits),
        "kept": [(codec.encode_state(state), *rest) for state, *rest in record.kept],
        "asked": None if record.asked is None else codec.encode(record.asked),
    }
    return json.dumps(kept, separators=(",", ":"))


def from_text(text: str) -> TableRecord:
    kept = json.loads(text)
    if kept.keys() != set(TableRecord._fields):
        raise codec.OfAnotherVersion("This snapshot of a table was made by another version of the program.")
    kept |= {
        "state": codec.decode_state(kept["game"], kept["state"]),
        "ready": frozenset(kept["ready"]),
        "present": frozenset(kept["present"]),
        "awaited": Frozen((seat, since) for seat, since in kept["awaited"]),
        "timed_out": Frozen(kept["timed_out"]),
        "stake_limits": Frozen({name: StakeLimit(*limit) for name, limit in kept["stake_limits"].items()}),
        "kept": tuple(_kept_from(kept["game"], *each) for each in kept["kept"]),
        "asked": None if kept["asked"] is None else codec.decode(*kept["asked"]),
        "call": None if kept["call"] is None else Call(*kept["call"]),
    }
    return TableRecord(**kept)


def _kept_from(game: str, state: str, drawn: int, given: int, moved: list[list[Any]]) -> Kept:
    return Kept(codec.decode_state(game, state), drawn, given, tuple(Move(*each) for each in moved))


KINDS = (
    *(TableAdded, TableSet, TableDisabled, TableEnabled, ShoeCommitted, CardsDrawn),
    *(SaidReady, CameTo, WentFrom, SupervisorCalled, CallAnswered, PracticeToppedUp),
    *(*practice_record.KINDS, *stake_record.KINDS),
)
FAMILY = Family(apply, money_moved, KINDS, to_text, from_text)
