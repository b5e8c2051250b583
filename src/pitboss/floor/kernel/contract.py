"""The contract of the floor: a command is answered with facts that are recorded together, or with a `No`.

Every command is a class of its own. Its verb says which roles may give it, which streams it writes to and what decides
it. Deciding looks at the house as it is `Now` and changes nothing: the facts it returns are recorded, the money they
move is transferred and whatever else belongs to them is written, all in one transaction or not at all.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec

from pitboss.floor.kernel.roles import Actor, Role
from pitboss.games.frozen import FrozenRecord
from pitboss.games.money import Move
from pitboss.games.shape_check import fields_of
from pitboss.journal import codec, store
from pitboss.ledger import books
from pitboss.rulebook.refusal import Refusal

# Who gave a command, its particulars and its answer, as the journal keeps them.
Cause = Mapping[str, Any]
# What a command says, as JSON has it.
Particulars = dict[str, Any]
# Where the house's own doings are recorded.
HOUSE = "house:house"


class Command(FrozenRecord):
    """Something that somebody asks of the house: each kind is a class of its own, with its particulars as fields."""

    # Particulars that are never written down.
    secrets: ClassVar[tuple[str, ...]] = ()


class Fact(NamedTuple):
    """An event, and the stream it is recorded on."""

    stream: str
    event: Any


def event_told(event: object, kind: str = "") -> dict[str, str]:
    """An event by its kind and, where it follows one, its clause: its body may hold cards that nobody may see yet."""
    clause, kind = getattr(event, "clause", ""), kind or codec.kind_name(event)
    return {"kind": kind, **({"clause": clause} if isinstance(clause, str) and clause else {})}


class StreamChange(NamedTuple):
    """The effect of an event on its stream: the state before, the state after, and the money that moves."""

    before: Any
    after: Any
    moves: tuple[Move, ...]


class AppliedFact(Fact):
    """A fact that was applied when it was decided, and need not be when it is recorded."""

    change: StreamChange


@dataclass(frozen=True, slots=True)
class No:
    """A command turned down: one clear sentence with the clause or the field, and nothing has changed.

    `status` is the number that HTTP has for it; `word` the reason in one word, for programs. `request` is the number
    under which the command waits for a second person, where it does.
    """

    reason: str
    clause: str = ""
    field: str = ""
    word: str = ""
    status: int = 409
    request: int = 0

    @classmethod
    def by_rule(cls, refusal: Refusal) -> "No":
        return cls(refusal.reason, clause=refusal.clause, field=refusal.field, word=refusal.word)

    def __str__(self) -> str:
        where = self.clause or self.field
        return f"{self.reason} ({where})" if where else self.reason


@dataclass(frozen=True, slots=True)
class Yes:
    """A command carried out.

    `answer` is told to its giver and kept with the facts, so that a repeated command is answered the same; `secret` is
    told once and never kept. `writes` are rows beside the journal, such as a shuffled shoe, written in the same
    transaction. With `but` the facts are recorded and yet the answer is no: a password that was wrong. `carries_out` is
    the command of somebody else that is carried out with this one, and its giver.
    """

    facts: tuple[Fact, ...]
    answer: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)
    writes: tuple[Callable[[], None], ...] = ()
    but: No | None = None
    carries_out: tuple[Actor, Command] | None = None


Decision = Yes | No


class Records(Protocol):
    """Whoever can say what a stream has come to: the floor, or the house at one moment."""

    def record(self, stream: str, /) -> Any: ...


class Now:
    """The house at one moment: that of a command inside its transaction, that of a look at it, or one of the past.

    `at` is in microseconds since 1970, UTC; `found` is what the verb's `beforehand` has found; `look` says what a
    stream has come to, and is asked once for each, so that a stream is the same however often somebody looks. `second`
    is the person who has agreed to the command beside its giver, where one has. `wall` is what the clock on the wall
    says, which counts for what is made outside the house by the clock: it can be set back, and `at` never goes back.
    """

    def __init__(self, at: int, look: Callable[[str], Any], found: Any = None, wall: int = 0) -> None:
        self.at, self.found, self.second, self._look = at, found, "", look
        self.wall = wall or at
        self._records: dict[str, Any] = {}

    def agreed_by(self, second: str) -> "Now":
        """The same moment of the same house, with a second person's agreement."""
        agreed = Now(self.at, self._look, self.found, self.wall)
        agreed.second, agreed._records = second, self._records
        return agreed

    def record(self, stream: str) -> Any:
        """Return the state of a stream; None where nothing has been recorded on it."""
        if stream not in self._records:
            self._records[stream] = self._look(stream)
        return self._records[stream]

    def streams(self, family: str) -> tuple[str, ...]:
        """Return all streams of a family, in the order of their names."""
        return store.streams(family)

    def balance(self, account: str) -> int:
        return books.balance(account)


class TwoPeople(NamedTuple):
    """The reason why a command takes a second person, in a sentence, with its clause where a rule says so.

    `about` names what the command was asked for, such as the round of a ruling: once that is another, nobody can agree
    to it any more.
    """

    reason: str
    clause: str = ""
    about: str = ""


class SecondPerson(NamedTuple):
    """A rule that a command takes a second person: who may be one, and when.

    `when` says it in words, for the table of duties; `why` gives the reason for one command, or none where its giver
    is enough.
    """

    roles: tuple[Role, ...]
    when: str
    why: Callable[[Now, Actor, Any], TwoPeople | None]


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of command: who may give it, the streams it writes to, and what decides it.

    `beforehand` is work that takes long and changes nothing, such as checking a password: it is done before the
    transaction, in which everybody else would have to wait for it. `second` is the rule by which it takes two people.
    """

    decide: Callable[[Now, Actor, Any], Decision]
    roles: tuple[Role, ...]
    streams: Callable[[Actor, Any], Iterable[str]]
    beforehand: Callable[[Records, Actor, Any], Any] | None = None
    second: SecondPerson | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """Streams of one kind: what they come to event by event, and the money that their events move.

    `apply` takes the record (None before the first event), the event, and the moment it was recorded at. `moves` takes
    the record before the event, and names accounts as the ledger does. `kinds` are the floor's own events in it.
    `to_text` and `from_text` keep a record as a snapshot, where folding it from the beginning would take long.
    """

    apply: Callable[[Any, Any, int], Any]
    moves: Callable[[Any, Any], Iterable[Move]] = lambda _record, _event: ()
    kinds: tuple[type, ...] = ()
    to_text: Callable[[Any], str] | None = None
    from_text: Callable[[str], Any] | None = None

    def change(self, record: Any, event: Any, at: int) -> StreamChange:
        moves = tuple(move for move in self.moves(record, event) if move.amount)
        return StreamChange(record, self.apply(record, event, at), moves)

    def apply_event(self, stream: str, record: Any, event: Any, at: int) -> AppliedFact:
        """An event on this stream, applied."""
        fact = AppliedFact(stream, event)
        fact.change = self.change(record, event, at)
        return fact


Verbs = Mapping[type[Command], Verb]


def name_of(kind: type[Command]) -> str:
    """Return the name of a command in the journal and the interfaces: `BuyIn` is buy_in."""
    return _in_small_letters(kind.__name__)


@cache
def _in_small_letters(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def cause_of(actor: Actor, command: Command) -> dict[str, Any]:
    """Who gave a command and its particulars, as the journal keeps them."""
    given = stated_particulars(type(command), particulars_of(command))
    return {"who": actor.person, "role": actor.role, "command": name_of(type(command)), "given": given}


def first_cause(cause: Cause) -> Cause:
    """The cause of what was done: where a second person agreed to a command, that of the command itself."""
    found: Cause = cause.get("carries_out", cause)
    return found


def stated_particulars(kind: Any, given: Particulars) -> Particulars:
    """The particulars without those of which nothing was said, where to say nothing is the usual thing.

    That is how the journal keeps them, and what two commands are compared by; earlier rows have them all.
    """
    unsaid = _unsaid(kind)
    return {name: value for name, value in given.items() if name not in unsaid or value != unsaid[name]}


@cache
def _unsaid(kind: Any) -> Particulars:
    """The particulars that are nothing by default, as JSON keeps that. Other defaults are always written: they may
    change one day, and what was done would not."""
    made = {
        each.name: each.default if each.default_factory is MISSING else each.default_factory() for each in fields(kind)
    }
    nothing = {name: value for name, value in made.items() if value is None or value in ("", (), {})}
    return {name: list(value) if value == () else value for name, value in nothing.items()}


def particulars_of(command: Command) -> Particulars:
    """The particulars of a command as JSON keeps them: without its secrets."""
    told = {name: getattr(command, name) for name in fields_of(type(command)) if name not in command.secrets}
    given: Particulars = msgspec.json.decode(msgspec.json.encode(told))
    return given
