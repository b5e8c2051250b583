"""The papers of a tournament: its books beside those of the house, the results as a file, and the log as a document.

People are known to a tournament by their numbers; whoever asks for a paper says how they are called (`who`).
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.tournaments.views import accounts_of
from pitboss.floor.tournaments.record import moves_of, stream_of
from pitboss.games.money import Move
from pitboss.games.play import dollars
from pitboss.journal.models import Event
from pitboss.ledger import books
from pitboss.ledger.models import Transfer
from pitboss.tournaments.event import story_kinds
from pitboss.tournaments.event.conditions import Cents
from pitboss.tournaments.event.events import ADMINISTRATION, POOL
from pitboss.tournaments.event.log import UNDONE, Line, Record, Step
from pitboss.tournaments.event.state import Moment, Player, Stage, Tournament
from pitboss.tournaments.hands.hands import HandPlayed, HandStarted
from pitboss.tournaments.prizes import paying
from pitboss.tournaments.prizes.paying import PayoutLine
from pitboss.tournaments.prizes.standings import public_name

Who = Callable[[str], str]
# The events of the stream that make a line of the log, in the same order.
_LINES = tuple(f"floor.{kind}" for kind in ("StepTaken", "StepUndone", "StepWithdrawn", "StepRedone"))


# The books.


class Moved(NamedTuple):
    """A transfer of the house's books that an event of the tournament has caused."""

    number: int
    at: int
    kind: str
    debit: str
    credit: str
    cents: Cents
    seq: int


class BookLine(NamedTuple):
    """An account: what the event says that it brought there, and what its transfers in the books come to.

    `balance` is what lies in it now, for accounts that only this event has.
    """

    account: str
    by_event: Cents
    by_books: Cents
    balance: Cents | None

    @property
    def equal(self) -> bool:
        return self.by_event == self.by_books and self.balance in (None, self.by_books)


class Books(NamedTuple):
    """STAR 3-a[s2]: the money of an event, by its own account and by the ledger of the house."""

    own: tuple[BookLine, ...]
    others: tuple[BookLine, ...]
    transfers: tuple[Moved, ...]
    pool: Cents
    unpaid: Cents
    is_over: bool

    @property
    def equal(self) -> bool:
        """Whether every account agrees, and the pool holds exactly what is not paid yet."""
        return all(line.equal for line in (*self.own, *self.others)) and self.pool == self.unpaid

    @property
    def total(self) -> Cents:
        """Return the total of all accounts: 0, since every movement is a transfer."""
        return sum(line.by_books for line in (*self.own, *self.others))


def books_of(floor: Floor, tournament: str) -> Books:
    """Every account that the event has touched, reckoned twice: from its steps, and from the ledger's transfers."""
    known = floor.latest(stream_of(tournament))
    record: Record = known.record
    transfers = _transfers(tournament, known.position)
    by_books: dict[str, Cents] = {}
    for each in transfers:
        by_books[each.debit] = by_books.get(each.debit, 0) - each.cents
        by_books[each.credit] = by_books.get(each.credit, 0) + each.cents
    by_event = {accounts.at(record.id, local): cents for local, cents in accounts_of(record).items()}
    pool_account, fees_account = accounts.at(record.id, POOL), accounts.at(record.id, ADMINISTRATION)
    names = sorted({pool_account, fees_account, *by_books, *by_event})
    own = [name for name in names if name.endswith(f":{record.id}") and not name.startswith("patron:")]
    own.sort(key=lambda name: name != pool_account)
    balances = books.balances(own)
    return Books(
        tuple(BookLine(name, by_event.get(name, 0), by_books.get(name, 0), balances.get(name, 0)) for name in own),
        tuple(BookLine(name, by_event.get(name, 0), by_books.get(name, 0), None) for name in names if name not in own),
        transfers,
        balances.get(pool_account, 0),
        paying.pool_unpaid(record.state),
        record.state.stage in (Stage.OVER, Stage.CANCELLED),
    )


def _transfers(tournament: str, position: int) -> tuple[Moved, ...]:
    """Return the transfers up to the tournament's position; the books may have gone on since."""
    rows = Transfer.objects.filter(cause__stream=stream_of(tournament), cause__position__lte=position).order_by("id")
    columns = ("id", "cause__at", "cause__kind", "debit_id", "credit_id", "cents", "cause_id")
    return tuple(Moved(*row) for row in rows.values_list(*columns))


# Results as a file.


class Column(NamedTuple):
    """A column that a file of results can have, and what stands at its head unless somebody writes something else."""

    name: str
    heading: str


COLUMNS = (
    Column("place", "Place"),
    Column("places", "Places shared"),
    Column("name", "Name"),
    Column("first_names", "First names"),
    Column("surname", "Surname"),
    Column("public_name", "Public name"),
    Column("player", "Patron"),
    Column("membership", "Membership"),
    Column("prize", "Prize"),
    Column("goods", "Goods"),
    Column("entries", "Entries"),
    Column("method", "To the account, for"),
    Column("voucher", "Voucher"),
    Column("out_at", "Out at"),
    Column("event", "Event"),
    Column("day", "Day"),
)
_HEADINGS = {column.name: column.heading for column in COLUMNS}
# The columns in their order, each with its heading.
ColumnMap = tuple[Column, ...]
PRESETS: Mapping[str, tuple[str, ColumnMap]] = {
    "house": (
        "House",
        tuple(
            Column(name, _HEADINGS[name])
            for name in ("place", "places", "name", "membership", "prize", "goods", "entries", "method", "voucher")
        ),
    ),
    "league": (
        "League software",
        (
            Column("place", "Position"),
            Column("name", "Player"),
            Column("membership", "Player ID"),
            Column("prize", "Winnings"),
            Column("entries", "Buy-ins"),
            Column("day", "Date"),
        ),
    ),
    "public": (
        "To be published",
        (Column("place", "Place"), Column("public_name", "Name"), Column("prize", "Prize")),
    ),
}
LONGEST_HEADING = 60
# Between a column and its heading in an address.
_BETWEEN = "~"


def map_text(columns: ColumnMap) -> list[str]:
    """A map as an address has it: `place~Position`."""
    return [f"{column.name}{_BETWEEN}{column.heading}" for column in columns]


def map_from(texts: Sequence[str]) -> ColumnMap | No:
    """A map out of an address, or what is wrong with it."""
    found = []
    for text in texts:
        name, _, heading = text.partition(_BETWEEN)
        if name not in _HEADINGS:
            return wrong("columns", f"Results have no column called {name[:30]}.")
        if len(heading) > LONGEST_HEADING or not heading.isprintable():
            return wrong(f"heading.{name}", f"A heading is one line of at most {LONGEST_HEADING} characters.")
        found.append(Column(name, heading.strip() or _HEADINGS[name]))
    if not found:
        return wrong("columns", "Choose at least one column.")
    if len({column.name for column in found}) < len(found):
        return wrong("columns", "A column stands in the file once.")
    return tuple(found)


def result_rows(record: Record, floor: Floor, columns: ColumnMap, who: Who) -> list[list[str | int]]:
    """STAR 3-b, STAR 6.20: the results by a map of columns, from the first place down."""
    outs = {each.player: each.at for each in record.state.exits}
    return [
        [_cell(record, floor, column.name, line, who, outs.get(line.player)) for column in columns]
        for line in paying.results(record.state)
    ]


def _cell(record: Record, floor: Floor, name: str, line: PayoutLine, who: Who, out: Moment | None) -> str | int:
    told, payment, start = who(line.player), line.payment, record.state.conditions.start
    match name:
        case "place":
            return line.places[0]
        case "places":
            return f"{line.places[0]} to {line.places[-1]}" if len(line.places) > 1 else ""
        case "first_names":
            return told.rpartition(" ")[0]
        case "surname":
            return told.rpartition(" ")[2]
        case "public_name":
            return named_in_public(record.state, line.player, who)
        case "player":
            return line.player
        case "membership":
            return str(getattr(floor.record(accounts.patron(line.player)), "membership", ""))
        case "prize":
            return f"{line.cents // 100}.{line.cents % 100:02}"
        case "goods":
            return "; ".join(line.goods)
        case "entries":
            return line.entries
        case "method":
            return "" if payment is None else payment.method.replace("_", " ")
        case "voucher":
            return "" if payment is None else payment.voucher
        case "out_at":
            return "" if out is None else written_moment(out)
        case "event":
            return record.state.conditions.title
        case "day":
            return "" if start is None else written_moment(start)[:10]
    return told


def named_in_public(state: Tournament, player: Player, who: Who) -> str:
    """STAR 6.20: the name with consent, and otherwise the number of the entry."""
    public = public_name(state, player)
    return who(player) if public == player else public


def written_moment(moment: Moment) -> str:
    """`2026-11-21 14:05`, by the clock on the wall."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}"


def written_second(moment: Moment) -> str:
    """`2026-11-21 14:05:09`"""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%S}"


# Spreadsheets take a text that begins so for a formula, some of them also where the sign is a wide or a small one.
_FORMULAS = ("=", "+", "-", "\N{MINUS SIGN}", "@", "|", "%")


def as_csv(headings: Iterable[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    """A file that every spreadsheet opens: UTF-8 with its mark, lines as RFC 4180 ends them, and no formula in it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([harmless(each) for each in headings])
    writer.writerows([harmless(each) for each in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def harmless(value: Any) -> Any:
    """A name such as =SUM(A1) as the text that it is, whatever unseen stands before its sign."""
    if not isinstance(value, str):
        return value
    seen = value.lstrip("".join(each for each in value if unicodedata.category(each)[0] in "CZ"))
    is_formula = value.startswith(("\t", "\r", "\n")) or unicodedata.normalize("NFKC", seen[:1]).startswith(_FORMULAS)
    return f"'{value}" if is_formula else value


# The log.


class LogLine(NamedTuple):
    """A line of the log as a document has it: what was done, in sentences with their clauses, by whom and when.

    `undone` is who took it back and when; `moved` is the money of the step, from account to account; `seq` is where the
    journal has it.
    """

    number: int
    at: Moment
    who: str
    how: str
    do: str
    told: tuple[tuple[str, str], ...]
    sorts: frozenset[str]
    undone: tuple[str, Moment] | None
    moved: tuple[Move, ...]
    seq: int


RULINGS, CLOCK, MONEY, SEATS, ENTRIES, PLACES, CHIPS = (
    "rulings",
    "clock",
    "money",
    "seats",
    "entries",
    "places",
    "chips",
)
SORTS = (RULINGS, CLOCK, MONEY, SEATS, ENTRIES, PLACES, CHIPS)
_SORT_OF = {
    story_kinds.RULING: RULINGS,
    story_kinds.CLOCK: CLOCK,
    story_kinds.LEVEL: CLOCK,
    story_kinds.STAGE: CLOCK,
    story_kinds.PRIZE: MONEY,
    story_kinds.SEAT: SEATS,
    story_kinds.TABLE: SEATS,
    story_kinds.MOVE: SEATS,
    story_kinds.ENTRY: ENTRIES,
    story_kinds.OUT: PLACES,
    story_kinds.PLACE: PLACES,
    story_kinds.ROUND: PLACES,
    story_kinds.RACE: CHIPS,
    story_kinds.CHIPS: CHIPS,
}


def log_lines(record: Record, only: frozenset[str] = frozenset()) -> list[LogLine]:
    """The whole log, or the lines of some sorts: everything that was done, undone and done again, in its order."""
    written = Event.objects.filter(stream=stream_of(record.id), kind__in=_LINES).order_by("position")
    # The journal may have gone on since the tournament was read.
    seqs = written.values_list("seq", flat=True)[: len(record.log)]
    taken_back = _taken_back(record)
    found = [
        _log_line(number, line, seq, taken_back.get(number))
        for number, (line, seq) in enumerate(zip(record.log, seqs, strict=True), start=1)
    ]
    return [line for line in found if not only or line.sorts & only]


def last_position(record: Record) -> int:
    """Return the journal position of the log's last line, which papers name in their footer."""
    written = Event.objects.filter(stream=stream_of(record.id)).order_by("position").values_list("seq", flat=True)
    return written.last() or 0


def _taken_back(record: Record) -> dict[int, tuple[str, Moment]]:
    """Which lines tell of something that does not stand any more, with who took it back and when."""
    found: dict[int, tuple[str, Moment]] = {}
    last: dict[int, int] = {}
    for number, line in enumerate(record.log, start=1):
        if line.how == UNDONE:
            found[last[line.step.number]] = (line.who, line.at)
        else:
            last[line.step.number] = number
    return found


def _log_line(number: int, line: Line, seq: int, undone: tuple[str, Moment] | None) -> LogLine:
    step = line.step
    moved = tuple(move for move in moves_of(step.events) if move.amount)
    if line.how == UNDONE:
        moved = tuple(Move(target, source, cents) for source, target, cents in moved)
    sorts = {_SORT_OF[each.kind] for each in step.told if each.kind in _SORT_OF} | ({MONEY} if moved else set())
    return LogLine(
        number, line.at, line.who, line.how, step.do, sentences_of(step), frozenset(sorts), undone, moved, seq
    )


def sentences_of(step: Step) -> tuple[tuple[str, str], ...]:
    """A step in sentences, as the story tells it; of a hand of which it tells nothing, what it was."""
    if step.told:
        return tuple((line.text, line.clause) for line in step.told)
    said = [(_HANDS[type(event)].format(event), event.clause) for event in step.events if type(event) in _HANDS]
    clause = next((event.clause for event in reversed(step.events)), "")
    return (said[-1] if said else (f"{step.do.replace('_', ' ').capitalize()}.", clause),)


# The story of an event leaves out one hand after the other at a table; its log does not.
_HANDS = {
    HandStarted: "Hand {0.hand.number} is cut at table {0.table}.",
    HandPlayed: "Hand {0.number} is over at table {0.table}.",
}


LOG_HEADINGS = ("Line", "Time", "Who", "What", "Told", "Clauses", "Undone by", "Undone at", "Moved", "Journal")


def log_rows(lines: Iterable[LogLine], named: Who, staff: Who) -> list[list[str | int]]:
    """The log as a table for a file; `named` puts the names of people into a sentence."""
    return [
        [
            line.number,
            written_second(line.at),
            staff(line.who),
            line.how,
            " ".join(named(text) for text, _ in line.told),
            " ".join(dict.fromkeys(clause for _, clause in line.told if clause)),
            "" if line.undone is None else staff(line.undone[0]),
            "" if line.undone is None else written_second(line.undone[1]),
            "; ".join(f"{dollars(cents)} from {named(source)} to {named(to)}" for source, to, cents in line.moved),
            line.seq,
        ]
        for line in lines
    ]


def log_text(title: str, lines: Iterable[LogLine], named: Who, staff: Who) -> str:
    """The log as a text that can be read without any program."""
    paper = [title, ""]
    for line in lines:
        how = "" if line.how == "done" else f" {line.how.upper()}"
        paper.append(f"{line.number:>4}  {written_second(line.at)}  {staff(line.who)}{how}  [journal {line.seq}]")
        paper += [f"      {named(text)}{f' ({clause})' if clause else ''}" for text, clause in line.told]
        paper += [f"      {dollars(cents)} from {named(source)} to {named(to)}" for source, to, cents in line.moved]
        if line.undone is not None:
            paper.append(f"      (undone by {staff(line.undone[0])}, {written_second(line.undone[1])})")
    return "\n".join(paper) + "\n"


class Voucher(NamedTuple):
    """A prize that was paid, with what its paper needs: who paid it, when, and where the journal has it."""

    number: int
    player: Player
    cents: Cents
    method: str
    goods: tuple[str, ...]
    by: str
    at: Moment
    seq: int


def vouchers(record: Record) -> list[Voucher]:
    """Every prize that is paid and stands, in the order of payment."""
    found: dict[int, Voucher] = {}
    standing = {each.voucher: each for each in record.state.payments}
    for line in log_lines(record):
        for event in record.log[line.number - 1].step.events:
            if line.how != UNDONE and isinstance(event, paying.PrizePaid):
                paid = event.payment
                if standing.get(paid.voucher) == paid:
                    told = (paid.voucher, paid.player, paid.cents, paid.method, event.goods)
                    found[paid.voucher] = Voucher(*told, line.who, line.at, line.seq)
    return [found[number] for number in sorted(found)]
