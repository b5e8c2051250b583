"""A player at a table: since when, how it has gone for them, and the last rounds there."""

from collections.abc import Iterator, MutableMapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection

from pitboss.floor.kernel.accounts import patron, practice
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.outcomes import STARTED, RoundOutcomes, Rounds, WagerSpot, kinds
from pitboss.floor.tables.record import CameTo, TableRecord, stream_of
from pitboss.games.command import Cents, dollars
from pitboss.games.house.felt import net_by_player
from pitboss.games.state import Outcome, Result
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.ledger import books

# Practice money comes from nowhere: who is given some has not won it.
_NO_PLAY = "floor.PracticeToppedUp"
_SECOND = 1_000_000


class Sitting(NamedTuple):
    """A player at a table. Moments are microseconds since 1970; `since` is None for somebody who is not there.

    `net` is what has come back from the table since then, less what has gone to it: chips that still lie on the felt
    or in front of the player are theirs. `in_play` are those chips, `balance` is what is left in the account.
    """

    player: str
    since: int | None
    seconds: int
    net: Cents
    in_play: Cents
    balance: Cents


class _Stay(NamedTuple):
    """When somebody came to a table, and what has come back since less what has gone, up to a position of its stream.

    Transfers count from a command on: somebody comes with the wager they put down, whose transfers are before that.
    """

    looked: int
    command: int
    at: int
    net: Cents


# What each process has found before, so that a long stay is not added up again for every chip put down.
_found: MutableMapping[Floor, dict[tuple[str, str], _Stay]] = WeakKeyDictionary()
# Of two tables in a join the first is gone through first: the few events of a table since somebody last looked.
_MOVED = (
    "SELECT SUM(CASE WHEN credit = %s THEN cents ELSE -cents END) FROM journal_event CROSS JOIN ledger_transfer "
    "WHERE ledger_transfer.cause = seq AND stream = %s AND position > %s AND position <= %s AND command >= %s "
    "AND kind <> %s AND (debit = %s OR credit = %s)"
)
_CAME = (
    "SELECT position, seq, command, at FROM journal_event WHERE stream = %s AND position > %s AND position <= %s "
    "AND kind = %s AND body = %s ORDER BY position DESC LIMIT 1"
)


def sitting(floor: Floor, record: TableRecord, player: str) -> Sitting:
    """Return a player's stay at a table up to now, in the book that the table plays in."""
    account = practice(patron(player)) if record.is_practice else patron(player)
    balance = books.balance(account)
    # The chips and the transfers are those of one position, whatever others do meanwhile.
    position, record = floor.latest(stream_of(record.id))
    stay = _stay(floor, record.id, player, account, position) if player in record.present else None
    if stay is None:
        return Sitting(player, None, 0, 0, 0, balance)
    chips = chips_of(record, player)
    return Sitting(player, stay.at, max(floor.clock() - stay.at, 0) // _SECOND, stay.net + chips, chips, balance)


def _stay(floor: Floor, table: str, player: str, account: str, position: int) -> _Stay | None:
    """The stay of somebody who is at a table: only what has happened since the last look is looked through."""
    stream, known = stream_of(table), _found.setdefault(floor, {})
    before = known.get((table, player))
    if before is not None and before.looked > position:
        before = None
    if before is not None and before.looked == position:
        return before
    before = _last_coming(stream, player, before.looked if before else 0, position) or before
    if before is None:
        return None
    moved = _net_moved(account, stream, before, position)
    stay = known[table, player] = before._replace(looked=position, net=before.net + moved)
    return stay


def _last_coming(stream: str, player: str, after: int, position: int) -> _Stay | None:
    """Return the stay that begins when somebody last came to a table between these positions."""
    # The same event is always the same text.
    kind, _, body = codec.encode(CameTo(player))
    with connection.cursor() as cursor:
        cursor.execute(_CAME, (stream, after, position, kind, body))
        came = cursor.fetchone()
    if came is None:
        return None
    there, seq, command, at = came
    # No more events of the command can be before it than numbers are between them.
    return _Stay(there - (seq - command) - 1, command, at, 0)


def _net_moved(account: str, stream: str, stay: _Stay, position: int) -> Cents:
    """Return the net amount that came to an account through a table since the last look."""
    with connection.cursor() as cursor:
        given = (account, stream, stay.looked, position, stay.command, _NO_PLAY, account, account)
        cursor.execute(_MOVED, given)
        return int(cursor.fetchone()[0] or 0)


def chips_of(record: TableRecord, player: str) -> Cents:
    """A player's chips on the table: wagers that are not decided; in hold'em the stake and what is in the pot."""
    state, room = record.state, record.room
    if room is None:
        return sum(wager.stake for wager in state.felt.wagers if wager.player == player and wager.outcome is None)
    return room.chips_of(state, player)


class RoundRow(NamedTuple):
    """A round in a list of rounds. `net` is the player's, None where they had no wager in it or it is not over.

    `exportable` is a round that has come to its end: only then may it be written down for others.
    """

    number: int
    began: int
    ended: int | None
    net: Cents | None
    result: str
    exportable: bool


def last_rounds(table: str, player: str | None = None, most: int = 20) -> tuple[RoundRow, ...]:
    """The last rounds of a table, the newest first, as far as they concern a player or, without one, the house.

    Only their own events are read: it takes as long after ten thousand rounds as after twenty.
    """
    if not is_id(table):
        return ()
    stream = stream_of(table)
    began = _starts(stream, most)
    rows = [_row(number, began[number].at, found, player) for number, found in _rounds_played(stream, began)]
    return tuple(reversed(rows))


class _Start(NamedTuple):
    position: int
    at: int


def _starts(stream: str, most: int) -> dict[int, _Start]:
    """Return where each of the last rounds began. A misdeal in hold'em is no round: its number is used again."""
    found: dict[int, _Start] = {}
    before: int | None = None
    starting = Event.objects.filter(stream=stream, kind=STARTED).order_by("-position")
    while True:
        rows = starting if before is None else starting.filter(position__lt=before)
        some = rows.values_list("position", "at", "version", "body")[: most + 1]
        for position, at, version, body in some:
            number = codec.decode(STARTED, version, body).number
            if number not in found and len(found) == most:
                return found
            found[number] = _Start(position, at)
            before = position
        if len(some) <= most:
            return found


def _rounds_played(stream: str, began: dict[int, _Start]) -> Iterator[tuple[int, RoundOutcomes]]:
    """The rounds with what became of their wagers, in their order."""
    if not began:
        return
    numbers = {start.position: number for number, start in began.items()}
    first = min(numbers)
    rows = Event.objects.filter(stream=stream, position__gte=first, kind__in=kinds()).order_by("position")
    found = Rounds(numbers[first])
    for at, kind, version, body in rows.values_list("at", "kind", "version", "body"):
        found.take(kind, codec.decode(kind, version, body), at)
    yield from ((number, each) for number, each in found.by_number.items() if number in began)


def _row(number: int, began: int, found: RoundOutcomes, player: str | None) -> RoundRow:
    is_over = found.over_at is not None
    net = found.net(player) if is_over and player is not None else None
    return RoundRow(number, began, found.over_at, net, _result(found, player), exportable=is_over)


def _result(found: RoundOutcomes, player: str | None) -> str:
    """Describe the result of a round in a few words: wager by wager for a player, else in total."""
    if found.over_at is None:
        return "not over"
    if player is not None:
        told = [_wager_words(spot, row) for spot, row in found.decided.items() if spot.player == player]
        told += [f"{_spot(spot)} void" for spot in found.voided if spot.player == player]
        return ", ".join(told) or (found.ended if found.ended != "settled" else "no wager in it")
    if found.ended != "settled":
        return found.ended
    nets = net_by_player(row for _, row in found.accepted_wagers())
    return ", ".join(f"{name} {_net_words(net)}" for name, net in nets.items()) or "nothing decided"


def _wager_words(spot: WagerSpot, row: Outcome) -> str:
    if row.net:
        return f"{_spot(spot)} {_net_words(row.net)}"
    return f"{_spot(spot)} {'returned' if row.result == Result.RETURNED else row.result.value}"


def _spot(spot: WagerSpot) -> str:
    hand = f" hand {spot.hand}" if spot.hand is not None and spot.hand > 1 else ""
    return f"{spot.wager.replace('_', ' ')}{hand}"


def _net_words(net: Cents) -> str:
    return f"{'won' if net > 0 else 'lost'} {dollars(abs(net))}" if net else "even"
